"""Liar's dice: bids on how often a face shows among all dice, and a call.

Information sets are labelled with the player's dice and the bids so far: "3:1x2,2x1" is a 3 after the bids one 2 and
two 1s.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement
from math import factorial, prod

import numpy as np

from seqform.builders.games.dealt import Deal, Position, dealt_game, nothing_dealt
from seqform.builders.games.entry import PROVED, CatalogEntry, KnownValue, Parameter, Sizes
from seqform.builders.games.rules import TERMINAL, Rules, too_large
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.numbers.exact import Rational

State = tuple[int, int, tuple[int, ...]]
"""The hand of each player, and the bids so far by number, the call being the highest."""

UNROLLED = -1


@dataclass(frozen=True)
class LiarsDice(Rules[State, int]):
    """Liar's dice.

    Both roll in secret. The players take turns in bidding that at least so many of all dice show a face; every bid is
    higher in number or, with the same number, in face. Instead of bidding a player may call the last bid. It holds when
    enough dice show the face (or, with `wild`, the highest face); then the bidder wins 1, else the caller does. `dice`
    is the number for each player.
    """

    title: str = "liars-dice"
    sides: int = 6
    dice: int = 1
    wild: bool = True

    @cached_property
    def _hands(self) -> tuple[tuple[int, ...], ...]:
        return tuple(combinations_with_replacement(range(1, self.sides + 1), self.dice))

    @cached_property
    def _roll(self) -> tuple[tuple[int, int], ...]:
        orders = factorial(self.dice)
        return tuple(
            (hand, orders // prod(factorial(count) for count in Counter(dice).values()))
            for hand, dice in enumerate(self._hands)
        )

    @cached_property
    def _matches(self) -> tuple[tuple[int, ...], ...]:
        """The number of dice of each hand that count for each face."""
        jokers = {self.sides} if self.wild else set()
        return tuple(
            tuple(sum(die in jokers | {face} for die in dice) for face in range(1, self.sides + 1))
            for dice in self._hands
        )

    @cached_property
    def _call(self) -> int:
        return 2 * self.dice * self.sides

    @cached_property
    def _higher(self) -> tuple[tuple[int, ...], ...]:
        """The bids that may follow each bid; last, those that may come first."""
        follow = [tuple(range(bid + 1, self._call + 1)) for bid in range(self._call)]
        return (*follow, tuple(range(self._call)))

    @cached_property
    def _names(self) -> tuple[str, ...]:
        bids = [f"{count}x{face}" for count in range(1, 2 * self.dice + 1) for face in range(1, self.sides + 1)]
        return (*bids, "liar")

    def initial(self) -> State:
        return (UNROLLED, UNROLLED, ())

    def player(self, state: State) -> int:
        _, second, said = state
        if second == UNROLLED:
            return CHANCE
        if said and said[-1] == self._call:
            return TERMINAL
        return len(said) % 2

    def chance(self, state: State) -> Sequence[tuple[int, Rational]]:
        return self._roll

    def actions(self, state: State) -> Sequence[int]:
        said = state[2]
        return self._higher[said[-1] if said else -1]

    def apply(self, state: State, action: int) -> State:
        first, second, said = state
        if second != UNROLLED:
            return (first, second, (*said, action))
        return (action, UNROLLED, ()) if first == UNROLLED else (first, action, ())

    def payoffs(self, state: State) -> tuple[Rational, Rational]:
        return self._payoffs(state[2], state[0], state[1])

    def _payoffs(self, said: tuple[int, ...], first: int, second: int) -> tuple[Rational, Rational]:
        below, face = divmod(said[-2], self.sides)
        holds = self._matches[first][face] + self._matches[second][face] > below
        caller = (len(said) - 1) % 2
        return (1, -1) if holds == (caller == 1) else (-1, 1)

    def observation(self, state: State, player: int) -> tuple[int, tuple[int, ...]]:
        first, second, said = state
        return (second if player else first, said)

    def infoset_label(self, state: State, player: int) -> str:
        hand, said = self.observation(state, player)
        return f"{self._hand_names[hand]}:{','.join([self._names[bid] for bid in said])}"

    def action_label(self, state: State, action: int) -> str:
        return self._names[action] if state[1] != UNROLLED else self._hand_names[action]

    @cached_property
    def _hand_names(self) -> tuple[str, ...]:
        return tuple("-".join(map(str, dice)) for dice in self._hands)

    def by_columns(self, max_nodes: int, progress: Callable[[str], None] | None) -> ExtensiveGame:
        """Return the tree; see `dealt_game`."""

        def position(node: tuple[int, tuple[int, ...]]) -> Position:
            stage, said = node
            if stage < 2:
                return Position(CHANCE, stage, [(stage + 1, ())])
            if said and said[-1] == self._call:
                return Position(TERMINAL, 2, end=(said[-2], len(said) % 2))
            bids = self._higher[said[-1] if said else -1]
            labels, spoken = [self._names[bid] for bid in bids], [self._names[bid] for bid in said]
            return Position(len(said) % 2, 2, [(2, (*said, bid)) for bid in bids], labels, [",".join(spoken)])

        def payoffs(node: tuple[int, tuple[int, ...]], kind: int) -> tuple[Rational, Rational]:
            return self._payoffs(node[1], *divmod(kind, len(self._hands)))

        if len(self._hands) ** 2 * 2**self._call > max_nodes:
            raise too_large(self.title, max_nodes)
        hand, weight = (np.array(column) for column in zip(*self._roll, strict=True))
        first, second = np.repeat(hand, len(hand)), np.tile(hand, len(hand))
        none, seen = np.zeros(len(hand), dtype=np.int64), [(dice,) for dice in self._hand_names]
        rolls = [
            nothing_dealt(1),
            Deal(none, weight, self._hand_names, (none, none), ([()], [()]), none),
            Deal(
                first,
                np.tile(weight, len(hand)),
                self._hand_names * len(hand),
                (first, second),
                (seen, seen),
                first * len(hand) + second,
            ),
        ]
        return dealt_game(
            self.title, self.players, (0, ()), position, rolls, payoffs, max_nodes=max_nodes, progress=progress
        )


GAMES = (
    CatalogEntry(
        name="liars-dice",
        description="liar's dice: bid on both players' hidden dice, or call; the highest face is wild",
        source="OpenSpiel's liars_dice",
        build=LiarsDice,
        parameters=(
            Parameter("sides", 6, "faces of a die", 2, 12),
            Parameter("dice", 1, "dice of each player", 1, 6),
            Parameter("wild", True, "whether the highest face counts as every face"),
        ),
        sizes=Sizes(nodes=294883, infosets=(12288, 12288), sequences=(24571, 24571)),
        values=(
            KnownValue("liars-dice", Fraction(-7, 258), PROVED),
            KnownValue("liars-dice(wild=false)", Fraction(-1, 9), PROVED),
            KnownValue("liars-dice(sides=5)", Fraction(1, 125), PROVED),
            KnownValue("liars-dice(sides=4)", Fraction(1, 16), PROVED),
            KnownValue("liars-dice(sides=3)", Fraction(1, 9), PROVED),
            KnownValue("liars-dice(sides=2,dice=2)", Fraction(7, 8), PROVED),
        ),
    ),
)
