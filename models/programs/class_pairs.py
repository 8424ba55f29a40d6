"""Pairs of classes that meet in a round of a class game: written out, or as products of the weights of hands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from seqform.errors import TooLargeError
from seqform.models.games.ranges import Ranges
from seqform.models.games.signals import Signals, codes_of
from seqform.models.immutable import Immutable, cached
from seqform.models.numbers.exact import ExactArray, Floats, Ints, Numerators, as_integers

MOST_PAIRS = 10_000_000
"""Limit on the pairs that are written out: about a gigabyte."""


@dataclass(frozen=True, eq=False)
class ClassPairs(Immutable):
    """Pairs of classes that can meet in a round, with their probabilities and the sums of their features.

    `first` and `second`, of shape (p,), are classes of player 0 and of player 1, ordered by the first, then by the
    second. `numerators`, of shape (features, p), are Σ over the deals of the pair of probability times feature; row 0,
    the constant, is the probability that these classes meet.
    """

    first: Ints
    second: Ints
    numerators: Numerators
    denominator: int

    def __len__(self) -> int:
        return len(self.first)

    def to_floats(self) -> Floats:
        """Return the sums of features, shape (features, p), as the nearest doubles."""
        sums = ExactArray(self.numerators.ravel(), self.denominator)
        return sums.to_floats().reshape(self.numerators.shape)

    def tables(self) -> list[npt.NDArray[Any]]:
        """Return the arrays by which these pairs differ from others over the same denominator."""
        return [self.first, self.second, self.numerators]

    def chances(self, player: int, size: int) -> Floats:
        """Return the probability of each of a player's classes, of which there are `size`."""
        classes = (self.first, self.second)[player]
        return np.bincount(classes, self.to_floats()[0], size).astype(np.float64)


class Board(NamedTuple):
    """The classes of one board in the order of their strength, and for each the end of those that are as strong."""

    classes: Ints
    tie_stop: Ints


@dataclass(frozen=True, eq=False)
class HandPairs(Immutable):
    """The pairs of a round of a game with ranges in which all views are kept apart, by the product of two weights.

    Classes are views, the same of both players: the rows of `signals`, a hand first and then the public signals, which
    are the board. Classes i and j of one board meet with the probability w_i · v_j / `denominator` if their hands have
    no signal in common, with w and v the `weights` of player 0's hands and of player 1's, and otherwise never. The
    higher `strength`, of shape (n,), wins. Of the game's `num_features` payoffs depend on the constant and on the
    comparison, `sign_feature`, alone, or on the constant alone if that is None.

    The interface is that of `ClassPairs`, whose tables are made when they are first asked for.
    """

    ranges: Ranges
    signals: Signals
    strength: Ints
    num_draws: int
    num_features: int
    sign_feature: int | None

    @cached
    def weights(self) -> tuple[Numerators, Numerators]:
        """The weights of each class's hand for both players."""
        hand = self.ranges.hand_of(self.signals)
        first, second = self.ranges.weights
        return first[hand], second[hand]

    @property
    def cards(self) -> Signals:
        """The signals of each class's hand, shape (n, k)."""
        return self.signals[:, : self.ranges.hand_size]

    @property
    def denominator(self) -> int:
        """The common denominator of probabilities."""
        return self.ranges.unit * self.num_draws

    @cached
    def boards(self) -> tuple[Board, ...]:
        """The classes by boards and strengths."""
        board = codes_of(self.signals[:, self.ranges.hand_size :], self.ranges.num_signals)
        order = np.lexsort((self.strength, board))
        cuts = np.flatnonzero(np.diff(board[order])) + 1
        boards = []
        for classes in np.split(order, cuts):
            strength = self.strength[classes]
            stops = np.searchsorted(strength, strength, side="right")
            boards.append(Board(classes.astype(np.int64), stops.astype(np.int64)))
        return tuple(boards)

    def tables(self) -> list[npt.NDArray[Any]]:
        """Return the arrays by which these pairs differ from others over the same denominator."""
        return [self.signals, self.strength, *self.weights]

    def chances(self, player: int, size: int) -> Floats:
        """Return the probability of each of a player's classes, of which there are `size`."""
        chances = self.ranges.chances(player, self.signals)
        return ExactArray(as_integers(chances), self.denominator).to_floats()

    @cached
    def signs(self) -> tuple[int, ...]:
        """The outcomes of comparisons that occur for player 0: -1, 0 and 1 for a loss, a tie and a win."""
        signs: set[int] = set()
        for _, _, sign in self._by_boards():
            signs |= set(np.unique(sign).tolist())
            if len(signs) == 3:
                break
        return tuple(sorted(signs))

    def reordered(self, order: Ints) -> HandPairs:
        """Return the pairs with the classes of both players in another order, given by their present numbers."""
        return replace(self, signals=self.signals[order], strength=self.strength[order])

    # ---- as pairs that are written out ----

    @cached
    def written_out(self) -> ClassPairs:
        """The pairs with all tables; TooLargeError for more than `MOST_PAIRS` of them."""
        largest = sum(len(board.classes) ** 2 for board in self.boards)
        if largest > MOST_PAIRS:
            raise TooLargeError(
                f"up to {largest:,} pairs of hands on {len(self.boards)} boards; more than {MOST_PAIRS:,} are too many "
                "to be written out: take cfr or pdhg, which do without",
                largest,
            )
        firsts = []
        seconds = []
        signs = []
        for first, second, sign in self._by_boards():
            firsts.append(first)
            seconds.append(second)
            signs.append(sign)
        first = np.concatenate(firsts)
        second = np.concatenate(seconds)
        order = np.lexsort((second, first))
        first = first[order]
        second = second[order]
        chance = self.weights[0][first] * self.weights[1][second]
        sums = np.zeros((self.num_features, len(first)), dtype=object)
        sums[0] = chance
        if self.sign_feature is not None:
            sums[self.sign_feature] = chance * np.concatenate(signs)[order]
        return ClassPairs(first, second, as_integers(sums), self.denominator)

    def _by_boards(self) -> Iterator[tuple[Ints, Ints, Ints]]:
        """Yield the pairs of each board that meet, with the sign of the comparison."""
        hand = self.ranges.hand_of(self.signals)
        first_weights, second_weights = self.weights
        for board in self.boards:
            first = np.sort(board.classes[first_weights[board.classes] > 0])
            second = np.sort(board.classes[second_weights[board.classes] > 0])
            row, column = np.nonzero(self.ranges.disjoint(hand[first], hand[second]))
            first = first[row]
            second = second[column]
            yield first, second, np.sign(self.strength[first] - self.strength[second])

    @property
    def first(self) -> Ints:
        """The classes of player 0, as in `ClassPairs`."""
        return self.written_out.first

    @property
    def second(self) -> Ints:
        """The classes of player 1, as in `ClassPairs`."""
        return self.written_out.second

    @property
    def numerators(self) -> Numerators:
        """The probability of each pair, and its products with the features, as in `ClassPairs`."""
        return self.written_out.numerators

    def __len__(self) -> int:
        return len(self.written_out)

    def to_floats(self) -> Floats:
        """Return the sums of features, shape (features, p), as the nearest doubles."""
        return self.written_out.to_floats()


Pairs = ClassPairs | HandPairs
"""Pairs of classes of either kind."""
