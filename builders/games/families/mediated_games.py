"""Games in which a mediator is worth something: signals to a professor, bribes, battleships, inspections.

Information sets are labelled with what the player has seen. In the Sheriff game "3: 2 no 1" is the smuggler with 3
items after the bribe 2, which was declined, and the bribe 1; the sheriff's sets have the same text without the items.
In battleship "b1: a1 miss, b1 hit" is a player whose ship is on b1, after both fired once, player 0 first. In the
inspection game "day 3, inspected on 1" is the third day after an inspection on the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, combinations

from seqform.builders.games.rules import TERMINAL, Rules
from seqform.builders.games.tree import Node, leaf, move, tree
from seqform.builders.games.tree import chance as lottery
from seqform.errors import GameError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import Rational


def job_signals(
    title: str, good: Rational, own: Rational, bad: Rational, gain: Rational, alone: Rational
) -> ExtensiveGame:
    """Return the game of a student who is good or bad, and sends one of two costless signals to a professor.

    The professor takes the student on or refuses. With the payoffs by default nobody is taken on in a Nash equilibrium;
    a mediator who recommends a signal to the good student, and to the professor the one to trust, helps both.

    - `good`, `own`: Payoff of a good student who is taken on, and of the professor then.
    - `bad`: Payoff of a bad student who is taken on; the professor then has nothing.
    - `gain`: Prior probability that the student is good.
    - `alone`: Payoff of the professor who refuses; the student then has nothing.

    References
    ----------
    von Stengel & Forges, Extensive-form correlated equilibrium: definition and computational complexity, Mathematics of
    Operations Research 33 (2008), 1002-1022, figure 1.
    """

    def sent(payoffs: tuple[Rational, Rational], kind: str) -> Node:
        signals: dict[str, Node] = {}
        for signal in ("X", "Y"):
            answers = {"take": leaf(*payoffs), "refuse": leaf(0, alone)}
            signals[signal] = move(1, signal, answers)
        return move(0, kind, signals)

    kinds: dict[str, tuple[Rational, Node]] = {
        "good": (gain, sent((good, own), "good")),
        "bad": (1 - gain, sent((bad, 0), "bad")),
    }
    return tree(title, lottery(kinds), players=("Student", "Professor"))


Cargo = tuple[int, tuple[int, ...]]
"""The number of items, -1 before it is chosen, and the bribes and answers in turn; an answer is 1 to inspect."""


@dataclass(frozen=True)
class Sheriff(Rules[Cargo, int]):
    """The Sheriff game of a smuggler who offers bribes, and a sheriff who inspects the cargo or not.

    The smuggler loads up to `items` illegal items, which the sheriff does not see. In each of some rounds the smuggler
    offers a bribe up to `bribe`, and the sheriff answers whether he will inspect; only the last bribe and the last
    answer count. Without an inspection the smuggler has `worth` for each item less the bribe, which the sheriff has. An
    inspection costs the smuggler `fine` for each item, which the sheriff has; if there is none, the sheriff pays
    `compensation` to the smuggler.

    References
    ----------
    Farina, Ling, Fang & Sandholm, Correlation in extensive-form games: saddle-point formulation and benchmarks, NeurIPS
    2019.
    """

    title: str = "sheriff"
    items: int = 10
    bribe: int = 2
    rounds: int = 2
    worth: Rational = Fraction(5)
    fine: Rational = Fraction(1)
    compensation: Rational = Fraction(1)
    players: tuple[str, str] = ("Smuggler", "Sheriff")

    def initial(self) -> Cargo:
        return (-1, ())

    def player(self, state: Cargo) -> int:
        items, said = state
        if len(said) == 2 * self.rounds:
            return TERMINAL
        if items < 0 or len(said) % 2 == 0:
            return 0
        return 1

    def actions(self, state: Cargo) -> Sequence[int]:
        items, said = state
        if items < 0:
            return range(self.items + 1)
        if len(said) % 2 == 0:
            return range(self.bribe + 1)
        return (0, 1)

    def apply(self, state: Cargo, action: int) -> Cargo:
        items, said = state
        if items < 0:
            return (action, ())
        return (items, (*said, action))

    def payoffs(self, state: Cargo) -> tuple[Rational, Rational]:
        items, said = state
        bribe, inspects = said[-2:]
        if not inspects:
            return (items * self.worth - bribe, bribe)
        if items:
            return (-items * self.fine, items * self.fine)
        return (self.compensation, -self.compensation)

    def observation(self, state: Cargo, player: int) -> tuple[int, ...]:
        return state[1]

    def infoset_label(self, state: Cargo, player: int) -> str:
        items, said = state
        parts = [
            str(action) if place % 2 == 0 else ("no", "inspect")[action]
            for place, action in enumerate(said)
        ]
        if player == 1:
            return " ".join(parts)
        if items < 0:
            return "cargo"
        return f"{items}: {' '.join(parts)}".rstrip()

    def action_label(self, state: Cargo, action: int) -> str:
        items, said = state
        if items < 0 or len(said) % 2 == 0:
            return str(action)
        return ("no", "inspect")[action]


Cells = tuple[int, ...]
"""The cells of a ship."""

Battle = tuple[tuple[int, ...], tuple[int, ...]]
"""The numbers of the fleets that the players have placed, and the cells at which they fired in turn."""


@dataclass(frozen=True)
class Battleship(Rules[Battle, int]):
    """Battleship on a small grid, where losing a ship is worse than sinking one is good.

    Each player places some ships of one length in secret, along a row or a column. Then they fire in turn, player 0
    first, at cells at which they have not fired; both see whether a ship is hit, and whether it is sunk. The game is
    over when the ships of a player are sunk, or after `shots` of each. A player has 1 for each ship that is sunk, less
    `loss` for each own one that is lost.

    References
    ----------
    Farina, Ling, Fang & Sandholm, Correlation in extensive-form games: saddle-point formulation and benchmarks, NeurIPS
    2019.
    """

    title: str = "battleship"
    width: int = 3
    height: int = 1
    ships: int = 1
    length: int = 1
    shots: int = 2
    loss: Rational = Fraction(2)

    def initial(self) -> Battle:
        return ((), ())

    @cached_property
    def _fleets(self) -> tuple[tuple[Cells, ...], ...]:
        """All ways to place the ships; which of the equal ships is where does not matter."""
        fleets = []
        for ships in combinations(self._placements, self.ships):
            cells = list(chain.from_iterable(ships))
            if len(set(cells)) == len(cells):
                fleets.append(ships)
        if not fleets:
            raise GameError(
                f"{self.title}: no room for the ships: take fewer or shorter ones, or a larger grid"
            )
        return tuple(fleets)

    @cached_property
    def _placements(self) -> tuple[Cells, ...]:
        """All places for a ship: along rows, then along columns."""
        places = []
        for row in range(self.height):
            for column in range(self.width - self.length + 1):
                first = row * self.width + column
                places.append(tuple(range(first, first + self.length)))
        if self.length == 1:  # rows and columns are the same places
            return tuple(places)
        for row in range(self.height - self.length + 1):
            for column in range(self.width):
                first = row * self.width + column
                places.append(tuple(first + step * self.width for step in range(self.length)))
        return tuple(places)

    def player(self, state: Battle) -> int:
        placed, fired = state
        if len(placed) < 2:
            return len(placed)
        is_over = len(fired) == 2 * self.shots or min(self._left(state)) == 0
        return TERMINAL if is_over else len(fired) % 2

    def actions(self, state: Battle) -> Sequence[int]:
        placed, fired = state
        if len(placed) < 2:
            return range(len(self._fleets))
        own = fired[len(fired) % 2 :: 2]
        return [cell for cell in range(self.width * self.height) if cell not in own]

    def apply(self, state: Battle, action: int) -> Battle:
        placed, fired = state
        if len(placed) < 2:
            return ((*placed, action), fired)
        return (placed, (*fired, action))

    def _left(self, state: Battle) -> tuple[int, int]:
        """Return the ships of each player that are not sunk."""
        placed, fired = state
        left = []
        for player, fleet in enumerate(placed):
            hit = set(fired[1 - player :: 2])
            left.append(sum(not hit.issuperset(ship) for ship in self._fleets[fleet]))
        return left[0], left[1]

    def payoffs(self, state: Battle) -> tuple[Rational, Rational]:
        first_left, second_left = self._left(state)
        first_lost = self.ships - first_left
        second_lost = self.ships - second_left
        return (second_lost - self.loss * first_lost, first_lost - self.loss * second_lost)

    def observation(self, state: Battle, player: int) -> tuple[tuple[int, str], ...]:
        fired = state[1]
        return tuple((cell, self._result(state, shot)) for shot, cell in enumerate(fired))

    def _result(self, state: Battle, shot: int) -> str:
        """Return what a shot did: it missed, hit, or sank a ship."""
        placed, fired = state
        own = fired[shot % 2 : shot + 1 : 2]
        for ship in self._fleets[placed[1 - shot % 2]]:
            if own[-1] in ship:
                return "sunk" if set(own).issuperset(ship) else "hit"
        return "miss"

    def infoset_label(self, state: Battle, player: int) -> str:
        placed, _ = state
        if len(placed) < 2:
            return "sea"
        shots = [f"{self._cell(cell)} {result}" for cell, result in self.observation(state, player)]
        return f"{self._fleet_name(placed[player])}: {', '.join(shots)}".removesuffix(": ")

    def _fleet_name(self, fleet: int) -> str:
        """Return the names of the cells of a fleet, ship by ship."""
        return " ".join("".join(map(self._cell, ship)) for ship in self._fleets[fleet])

    def _cell(self, cell: int) -> str:
        """Return the name of a cell: a letter for the column, and the row from 1."""
        row, column = divmod(cell, self.width)
        return f"{'abcdefgh'[column]}{row + 1}"

    def action_label(self, state: Battle, action: int) -> str:
        if len(state[0]) < 2:
            return self._fleet_name(action)
        return self._cell(action)


def inspection(
    title: str, days: int, inspections: int, caught: Rational, penalty: Rational
) -> ExtensiveGame:
    """Return the game of an inspector with few inspections, and an inspectee who may violate a rule once.

    On each day the inspector inspects, if inspections are left, while the inspectee acts legally or violates, which
    ends the game. Both then see what was done. A violation that is not inspected pays the inspectee 1 and the inspector
    -1; one that is caught costs the inspectee `penalty` and the inspector `caught`. Without a violation nobody pays.

    References
    ----------
    von Stengel, Recursive inspection games, Mathematics of Operations Research 41 (2016), 935-952, with one violation.
    """

    def day(number: int, inspected: tuple[int, ...]) -> Node:
        if number > days:
            return leaf(0, 0)
        label = f"day {number}"
        if inspected:
            label += f", inspected on {' and '.join(map(str, inspected))}"

        def answer(inspects: bool) -> Node:
            if inspects:
                caught_now = leaf(-caught, -penalty)
                legal = day(number + 1, (*inspected, number))
                return move(1, label, {"legal": legal, "violate": caught_now})
            return move(1, label, {"legal": day(number + 1, inspected), "violate": leaf(-1, 1)})

        actions = {"wait": answer(False)}
        if len(inspected) < inspections:
            actions["inspect"] = answer(True)
        return move(0, label, actions)

    return tree(title, day(1, ()), players=("Inspector", "Inspectee"))
