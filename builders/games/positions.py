"""Games of perfect information given by their rules, as graphs of distinct positions."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Generic

import numpy as np

from seqform.builders.games.exact_numbers import exact_column, given_rational
from seqform.builders.games.rules import Action, Rules, State, chance_shares, no_action, outcome_row, wrong_player
from seqform.builders.games.tree import Payoffs, scattered
from seqform.errors import GameError
from seqform.models.games.extensive import CHANCE, NONE
from seqform.models.games.infosets import ranges
from seqform.models.games.positions import END, PositionGraph
from seqform.models.numbers.exact import Ints

MAX_POSITIONS = 10_000_000
"""Default limit on the number of positions."""

_REPORTED_EVERY = 100_000


@dataclass(frozen=True, eq=False)
class StatesOfPositions(Generic[State, Action]):
    """The link from a graph of positions to the rules it was made from: its `source`.

    ``states`` holds a state of each position; ``numbers`` maps `Rules.position` of a state to the position's number.
    """

    rules: Rules[State, Action]
    states: Sequence[State]
    numbers: Mapping[Hashable, int]

    def number(self, state: State) -> int:
        """Return the number of a state's position."""
        return self.numbers[self.rules.position(state)]

    def actions(self, position: int) -> Sequence[Action]:
        """Return the actions at a position, in the order of its moves."""
        state = self.states[position]
        if self.rules.player(state) == CHANCE:
            return [action for action, _ in self.rules.chance(state)]
        return self.rules.actions(state)

    def move_label(self, position: int, move: int) -> str:
        """Return the label of a position's move."""
        return self.rules.action_label(self.states[position], self.actions(position)[move])


def whole(number: Fraction) -> Fraction | int:
    """Return a whole number as an integer, with which arithmetic takes less time."""
    return int(number) if number.denominator == 1 else number


class PositionRules(Rules[int, int]):
    """The rules of a graph of positions, of any number of players; a state is the number of a position.

    Examples
    --------
    >>> from seqform.builders.games.catalog import built
    >>> rules = PositionRules(position_graph(built("tic-tac-toe")))
    >>> rules.player(0), len(rules.actions(0)), rules.player(rules.apply(0, 4))
    (0, 9, 1)
    """

    perfect_information: ClassVar[bool] = True

    def __init__(self, graph: PositionGraph) -> None:
        self.graph, self.title = graph, graph.title
        self.players = graph.players  # type: ignore[assignment]  # of any number
        self.movers: list[int] = graph.player.tolist()  # single entries of lists are read faster than those of arrays
        self.first_move: list[int] = graph.first_move.tolist()
        self.child: list[int] = graph.child.tolist()
        self.outcome: list[int] = graph.outcome.tolist()
        columns = (map(whole, payoff.to_fractions()) for payoff in graph.payoffs)
        self.outcomes: list[Any] = list(zip(*columns, strict=True))

    def initial(self) -> int:
        """Return 0."""
        return 0

    def player(self, state: int) -> int:
        """Return the mover at a position."""
        return self.movers[state]

    def actions(self, state: int) -> Sequence[int]:
        """Return the numbers of the moves at a position, from 0."""
        return range(self.first_move[state + 1] - self.first_move[state])

    def apply(self, state: int, action: int) -> int:
        """Return the position that a move leads to."""
        return self.child[self.first_move[state] + action]

    def chance(self, state: int) -> Sequence[tuple[int, Fraction]]:
        """Return chance's moves at a position with their probabilities."""
        return list(enumerate(self.graph.chances(state)))

    def payoffs(self, state: int) -> Any:
        """Return the payoffs of all players."""
        return self.outcomes[self.outcome[state]]

    def observation(self, state: int, player: int) -> int:
        """Return the position itself."""
        return state

    def action_label(self, state: int, action: int) -> str:
        """Return the label of a move."""
        return self.graph.move_label(state, action)


def position_graph(
    rules: Rules[State, Action], *, max_positions: int = MAX_POSITIONS, progress: Callable[[str], None] | None = None
) -> PositionGraph:
    """Return the distinct positions of a game of perfect information, without expanding its tree.

    States whose `Rules.position` is equal are one position; one of them represents it. Chance may move. The `source` of
    the graph is a `StatesOfPositions`.

    Rules cannot show whether information is perfect. The search checks that every state met agrees with the one that
    represents its position in the player to move, the actions, the chances and the payoffs, and that a player's
    observations distinguish the player's positions among these states. It assumes without proof that states of equal
    position continue alike beyond the next move, and that observations are the same in states not met.

    A GameError means that there are too many positions or play can come back to one, that the rules contradict
    themselves as in `expand`, or that some information is found to be hidden.
    """
    found = _Positions(rules)
    found.search(max_positions, progress)
    return found.graph()


class _Positions(Generic[State, Action]):
    """The positions found so far, in the order of discovery."""

    def __init__(self, rules: Rules[State, Action]) -> None:
        self.rules = rules
        self.title = rules.title
        self.number_of_players = len(getattr(rules, "players", Rules.players))
        self.movers = {CHANCE, END, *range(self.number_of_players)}
        self.states: list[State] = []
        self.numbers: dict[Hashable, int] = {}
        self.player = array("b")
        self.first_move = array("q", [0])
        self.child = array("i")
        self.outcome = array("i")
        self.outcomes: dict[Payoffs, int] = {}
        self.shares: list[tuple[int, list[Fraction]]] = []
        self.seen: dict[tuple[int, Hashable], int] = {}

    def search(self, max_positions: int, progress: Callable[[str], None] | None) -> None:
        """Find all positions."""
        self._number(self.rules.initial())
        here = 0
        while here < len(self.states):
            self._enter(here)
            if len(self.states) > max_positions:
                raise GameError(
                    f"{self.title}: more than {max_positions:,} positions; choose smaller parameters, or raise "
                    "max_positions"
                )
            here += 1
            if progress is not None and here % _REPORTED_EVERY == 0:
                progress(f"positions of {self.title}: {len(self.states):,} found")

    def _enter(self, here: int) -> None:
        """Enter a position, and find those that can follow."""
        state, player = self.states[here], self.player[here]
        if player == END:
            self.outcome.append(
                outcome_row(self.title, self.rules.payoffs(state), self.outcomes, self.number_of_players)
            )
        else:
            self.outcome.append(NONE)
            self.child.extend([self._number(self.rules.apply(state, action)) for action in self._actions(here)])
        self.first_move.append(len(self.child))

    def _actions(self, here: int) -> list[Action]:
        state, player = self.states[here], self.player[here]
        lottery = self.rules.chance(state) if player == CHANCE else ()
        actions = [action for action, _ in lottery] if player == CHANCE else list(self.rules.actions(state))
        if not actions:
            raise no_action(self.title, player, repr(state))
        if player == CHANCE:
            self.shares.append((len(self.child), chance_shares(self.title, [weight for _, weight in lottery])))
        else:
            self._check_nothing_hidden(here)
        return actions

    def _number(self, state: State) -> int:
        position = self.rules.position(state)
        try:
            number = self.numbers.setdefault(position, len(self.states))
        except TypeError:
            raise GameError(f"{self.title}: position(state) returned {position!r}, which is not hashable") from None
        if number == len(self.states):
            self.states.append(state)
            self.player.append(self._mover(state))
        elif self.states[number] != state and self._next_move(state) != self._next_move(self.states[number]):
            alike = f"{self.states[number]!r} and {state!r}"
            raise GameError(f"{self.title}: position(state) is equal for {alike}, which play on differently")
        return number

    def _mover(self, state: State) -> int:
        player = self.rules.player(state)
        if player not in self.movers:
            raise wrong_player(self.title, player, self.number_of_players)
        return player

    # ---- checks ----

    def _next_move(self, state: State) -> tuple[object, ...]:
        player = self._mover(state)
        if player == END:
            return (player, self.rules.payoffs(state))
        return (player, *(self.rules.chance(state) if player == CHANCE else self.rules.actions(state)))

    def _check_nothing_hidden(self, here: int) -> None:
        state, player = self.states[here], self.player[here]
        other = self.seen.setdefault((player, self.rules.observation(state, player)), here)
        if other != here:
            raise GameError(
                f"{self.title} has hidden information: player {player + 1} observes the same at "
                f"{self.states[other]!r} and at {state!r}; 'seqform solve', or 'search --method smooth-uct', is "
                "for such games, and without hidden information observation(state, player) differs there"
            )

    # ---- the graph ----

    def graph(self) -> PositionGraph:
        """Return the graph, its positions numbered so that moves lead to larger numbers."""
        start, child = np.array(self.first_move), np.array(self.child, dtype=np.int64)
        order = self._moves_forward(start, child)
        place = np.empty(len(order), dtype=np.int64)
        place[order] = np.arange(len(order))
        sizes = np.diff(start)[order]
        moves = ranges(start[order], sizes)
        source = StatesOfPositions(
            self.rules,
            [self.states[number] for number in order],
            {position: int(place[number]) for position, number in self.numbers.items()},
        )
        return PositionGraph(
            title=self.title,
            players=self.rules.players,
            player=np.array(self.player, dtype=np.int8)[order],
            first_move=np.append(0, np.cumsum(sizes)),
            child=place[child[moves]].astype(np.int32),
            outcome=np.array(self.outcome, dtype=np.int32)[order],
            payoffs=tuple(exact_column(map(given_rational, column)) for column in zip(*self.outcomes, strict=True)),
            probability=scattered(self.shares, len(self.child)).take(moves) if self.shares else None,
            move_label=source.move_label,
            source=source,
        )

    def _moves_forward(self, start: Ints, child: Ints) -> Ints:
        """Return the positions in an order in which each comes after all that lead to it."""
        waiting = np.bincount(child, minlength=len(self.states)).tolist()
        first_move, below = start.tolist(), child.tolist()
        order = [0] if waiting[0] == 0 else []
        for position in order:
            for number in below[first_move[position] : first_move[position + 1]]:
                waiting[number] -= 1
                if waiting[number] == 0:
                    order.append(number)
        if len(order) < len(self.states):
            left = next(number for number, ways in enumerate(waiting) if ways)
            raise GameError(
                f"{self.title}: play can go round in circles, so it need not end; see {self.states[left]!r}"
            )
        return np.array(order, dtype=np.int64)
