"""Ranges: weights of the hands that the players of a game with ordered signals may hold, and pairs of them that meet.

A hand is a set of one or two private signals. Two hands meet if they have no signal in common, with a probability in
proportion to the product of their weights. Sums over the hands that meet a given one are taken by inclusion and
exclusion: from the weight of all hands those of the hands with one of its signals are subtracted, and those with two of
them, which were subtracted twice, are added. All sums are exact.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

import numpy as np

from seqform.errors import GameError
from seqform.models.games.infosets import player_label
from seqform.models.games.signals import Signals, Views, codes_of, drawn
from seqform.models.immutable import Immutable, cached
from seqform.models.numbers.exact import ExactArray, Ints, Mask, Numerators
from seqform.models.numbers.integers import sums_by

MOST_IN_HAND = 2
"""The largest number of signals of a hand."""


@dataclass(frozen=True, eq=False)
class Ranges(Immutable):
    """The hands that may be held, and their weights for each player.

    - `hands`, shape (n, k): Signals by number, ascending in each hand; hands in lexicographic order.
    - `weights`: Of player 0's hands and of player 1's, shape (n,) each, Python's integers; every hand has a positive
      weight for one of them.
    - `num_signals`: The number of signals of the game.
    """

    hands: Signals
    weights: tuple[Numerators, Numerators]
    num_signals: int

    @classmethod
    def of(
        cls,
        title: str,
        num_signals: int,
        hands: Sequence[Sequence[int]],
        weights: Sequence[ExactArray],
    ) -> Ranges:
        """Return the ranges with these weights in lowest terms; hands that neither player may hold are left out.

        Raises GameError for hands that are no sets of one or two signals, a negative weight, a player without hands,
        and ranges of which no two hands can meet.
        """
        table = _table_of_hands(title, num_signals, hands)
        if len(weights) != 2 or any(len(own) != len(table) for own in weights):
            raise GameError(
                f"{title}: ranges: a weight of each of the {len(table)} hands for each player expected"
            )
        own_weights = []
        for player, own in enumerate(weights):
            numbers = own.numerators.astype(object)
            if min(numbers.tolist()) < 0:
                raise GameError(f"{title}: range of {player_label(player)}: a weight is negative")
            if not numbers.any():
                raise GameError(
                    f"{title}: range of {player_label(player)}: no hand has a positive weight"
                )
            # Ratios alone matter: ranges that are multiples of each other are the same game
            own_weights.append(numbers // math.gcd(*numbers.tolist()))

        order = np.argsort(codes_of(table, num_signals), kind="stable")
        first, second = (own[order] for own in own_weights)
        is_held = np.asarray((first > 0) | (second > 0), dtype=bool)
        ranges = cls(table[order][is_held], (first[is_held], second[is_held]), num_signals)
        if ranges.unit == 0:
            raise GameError(
                f"{title}: every hand of player 1 has a signal in common with every hand of player 2, so that no two "
                "of them can be dealt"
            )
        return ranges

    @property
    def hand_size(self) -> int:
        """The number of signals of a hand."""
        return int(self.hands.shape[1])

    def hand_of(self, signals: Signals) -> Ints:
        """Return the number of the hand with which each row of signals begins."""
        own = codes_of(signals[:, : self.hand_size], self.num_signals)
        return np.searchsorted(codes_of(self.hands, self.num_signals), own)

    def holds(self, player: int, hand: Sequence[int]) -> bool:
        """Return whether a hand, its signals in any order, has a positive weight for a player."""
        is_hand = np.all(self.hands == np.array(sorted(hand), dtype=np.int16), axis=1)
        return bool(np.any(self.weights[player][is_hand] > 0))

    def chances(self, player: int, signals: Signals) -> Numerators:
        """Return the probability of each of a player's views, a hand and then public signals, of shape (n, m).

        It is in units of 1 / (`unit` · the number of draws of as many public signals).
        """
        own = self.weights[player][self.hand_of(signals)]
        products: Numerators = own * self.avoiding(1 - player, signals)
        return products

    def avoiding(self, player: int, signals: Signals) -> Numerators:
        """Return the weight of a player's hands without any of the signals in each row, of shape (n, m)."""
        of_hand, of_signal, of_pair = self._sums[player]
        weight = np.full(len(signals), int(of_hand.sum()), dtype=object)
        for column in signals.T:
            weight = weight - of_signal[column]
        if self.hand_size == MOST_IN_HAND:
            for first, second in combinations(signals.T, 2):
                weight = weight + of_pair[first, second]
        return weight

    @cached
    def _sums(self) -> tuple[tuple[Numerators, Numerators, Numerators], ...]:
        """For each player the weights, their sums over the hands with a signal, and with both of two signals."""
        tables = []
        for own in self.weights:
            of_signal = np.zeros(self.num_signals, dtype=object)
            for column in self.hands.T:
                of_signal = of_signal + sums_by(own, column, self.num_signals)
            of_pair = np.zeros((self.num_signals, self.num_signals), dtype=object)
            if self.hand_size == MOST_IN_HAND:
                low, high = self.hands.T
                of_pair[low, high] = own
                of_pair[high, low] = own
            tables.append((own, of_signal, of_pair))
        return tuple(tables)

    @cached
    def unit(self) -> int:
        """The sum of the products of the weights over all pairs of hands that meet."""
        return int((self.weights[0] * self.avoiding(1, self.hands)).sum())

    @property
    def share_that_meets(self) -> float:
        """The sum of the products of weights over the pairs of hands that meet, as a share of that over all pairs."""
        first, second = (int(own.sum()) for own in self.weights)
        return float(Fraction(self.unit, first * second))

    def disjoint(self, first: Ints, second: Ints) -> Mask:
        """Return whether hands of a list meet those of another one, shape (len(first), len(second))."""
        member = np.zeros((len(self.hands), self.num_signals), dtype=np.float32)
        for column in self.hands.T:
            member[np.arange(len(self.hands)), column] = 1
        return np.asarray(member[first] @ member[second].T == 0, dtype=np.bool_)

    def pairs(self) -> tuple[Ints, Ints]:
        """Return the hands of player 0 and of player 1 that are dealt together with a positive probability."""
        held = [np.flatnonzero(own > 0) for own in self.weights]
        first, second = np.nonzero(self.disjoint(*held))
        return held[0][first], held[1][second]

    def next_signals(self, dealt: Sequence[int]) -> dict[int, int]:
        """Return the weights of the signals that may be dealt after some of the hands' signals, one at a time.

        Player 0's hand is dealt before player 1's, the signals of each in ascending order.
        """
        size = self.hand_size
        if len(dealt) < size:
            weight = self.weights[0] * self.avoiding(1, self.hands)
            begun = dealt
        else:
            weight = np.where(np.isin(self.hands, dealt[:size]).any(axis=1), 0, self.weights[1])
            begun = dealt[size:]
        for place, signal in enumerate(begun):
            weight = np.where(self.hands[:, place] == signal, weight, 0)
        sums = sums_by(weight, self.hands[:, len(begun)], self.num_signals)
        return {signal: int(sums[signal]) for signal in np.flatnonzero(sums > 0).tolist()}

    def views(self, public: Sequence[int]) -> tuple[Views, ...]:
        """Return the views of every round, in which so many public signals are revealed: none in the first one."""
        signals = self.hands
        columns: list[int] = []
        parent = np.zeros(len(signals), dtype=np.int64)
        rounds: list[Views] = []
        for number, kappa in enumerate(public):
            if number:
                parent = np.arange(len(signals))
            columns += range(signals.shape[1], signals.shape[1] + kappa)
            for _ in range(kappa):
                row, signals = drawn(signals, self.num_signals)
                parent = parent[row]
            rounds.append(HandViews(signals, parent, tuple(columns), self.num_signals))
        return tuple(rounds)


class HandViews(Views):
    """The views of a game with ranges: of hands, which are sets, and of some of them only."""

    def find(self, signals: Signals) -> Ints:
        """Return the numbers of the given views, one a row; private signals may be in any order.

        Raises GameError for a view of a hand that neither player may hold.
        """
        private = list(self.private)
        ordered = signals.copy()
        ordered[:, private] = np.sort(signals[:, private], axis=1)
        known = codes_of(self.signals, self.num_signals)
        codes = codes_of(ordered, self.num_signals)
        places = np.searchsorted(known, codes)
        if np.any(known[np.minimum(places, len(known) - 1)] != codes):
            raise GameError("ranges: a view of a hand that neither player may hold")
        return places


def _table_of_hands(title: str, num_signals: int, hands: Sequence[Sequence[int]]) -> Signals:
    """Return hands as rows of ascending signals, or raise a GameError unless they are distinct sets of one or two."""
    sizes = {len(hand) for hand in hands}
    if len(sizes) != 1 or not 1 <= min(sizes) <= MOST_IN_HAND:
        raise GameError(f"{title}: ranges: hands of one signal, or all of two, expected")
    table = np.array([sorted(hand) for hand in hands], dtype=np.int64)
    if table.min() < 0 or table.max() >= num_signals:
        raise GameError(f"{title}: ranges: signals are numbered from 0 to {num_signals - 1}")
    if np.any(table[:, 1:] == table[:, :-1]):
        raise GameError(f"{title}: ranges: a hand has the same signal twice")
    if len(np.unique(table, axis=0)) < len(table):
        raise GameError(f"{title}: ranges: the same hand occurs twice")
    return table.astype(np.int16)
