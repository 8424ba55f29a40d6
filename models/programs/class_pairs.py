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
from seqform.models.games.symmetries import ViewOrbits
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
    """The pairs of a round of a game with ranges in which symmetric views alone are merged, by products of two weights.

    Classes are orbits of views, the same of both players. Views with hands i and j of one board meet with the
    probability w_i · v_j / `denominator` if their hands have no signal in common, with w and v the weights of player
    0's hands and of player 1's, and otherwise never. The higher `strength`, shape (classes,), wins. Of the game's
    `num_features` payoffs depend on the constant and on the comparison, `sign_feature`, alone, or on the constant alone
    if that is None.

    The interface is that of `ClassPairs`, whose tables are made when they are first asked for.
    """

    ranges: Ranges
    orbits: ViewOrbits
    strength: Ints
    num_draws: int
    num_features: int
    sign_feature: int | None

    @cached
    def weights(self) -> tuple[Numerators, Numerators]:
        """The weights of a hand of each class for both players."""
        hand = self.ranges.hand_of(self.orbits.signals)
        first, second = self.ranges.weights
        return first[hand], second[hand]

    @property
    def denominator(self) -> int:
        """The common denominator of probabilities."""
        return self.ranges.unit * self.num_draws

    @cached
    def boards(self) -> tuple[Board, ...]:
        """The classes by boards and strengths."""
        board = self._board_codes(self.orbits.signals)
        order = np.lexsort((self.strength, board))
        cuts = np.flatnonzero(np.diff(board[order])) + 1
        boards = []
        for classes in np.split(order, cuts):
            strength = self.strength[classes]
            stops = np.searchsorted(strength, strength, side="right")
            boards.append(Board(classes.astype(np.int64), stops.astype(np.int64)))
        return tuple(boards)

    def _board_codes(self, signals: Signals) -> Ints:
        """Return a number of the board of each view, the same for the same board."""
        return codes_of(signals[:, self.ranges.hand_size :], self.ranges.num_signals)

    def tables(self) -> list[npt.NDArray[Any]]:
        """Return the arrays by which these pairs differ from others over the same denominator."""
        orbits = self.orbits
        tables: list[npt.NDArray[Any]] = [orbits.members, orbits.orbit_of, orbits.num_boards]
        return [*tables, self.strength, *self.weights]

    def chances(self, player: int, size: int) -> Floats:
        """Return the probability of each of a player's classes, of which there are `size`."""
        of_views = self.ranges.chances(player, self.orbits.signals)
        chances = of_views * self.orbits.on_board * self.orbits.num_boards
        return ExactArray(as_integers(chances), self.denominator).to_floats()

    @cached
    def signs(self) -> tuple[int, ...]:
        """The outcomes of comparisons that occur for player 0: -1, 0 and 1 for a loss, a tie and a win."""
        signs: set[int] = set()
        for first, second, _ in self._by_boards():
            sign = np.sign(self.strength[first] - self.strength[second])
            signs |= set(np.unique(sign).tolist())
            if len(signs) == 3:
                break
        return tuple(sorted(signs))

    def reordered(self, order: Ints) -> HandPairs:
        """Return the pairs with the classes of both players in another order, given by their present numbers."""
        return replace(self, orbits=self.orbits.reordered(order), strength=self.strength[order])

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
        counts = []
        for first, second, count in self._by_boards():
            firsts.append(first)
            seconds.append(second)
            counts.append(count)
        first = np.concatenate(firsts)
        second = np.concatenate(seconds)
        order = np.lexsort((second, first))
        first = first[order]
        second = second[order]
        meetings = np.concatenate(counts)[order] * self.orbits.num_boards[first]
        chance = self.weights[0][first] * self.weights[1][second] * meetings
        sums = np.zeros((self.num_features, len(first)), dtype=object)
        sums[0] = chance
        if self.sign_feature is not None:
            sums[self.sign_feature] = chance * np.sign(self.strength[first] - self.strength[second])
        return ClassPairs(first, second, as_integers(sums), self.denominator)

    def _by_boards(self) -> Iterator[tuple[Ints, Ints, Ints]]:
        """Yield the pairs of classes on each board that meet, with the number of pairs of their hands that do."""
        orbits = self.orbits
        one_of_each = self.ranges.hand_of(orbits.signals)
        hand = self.ranges.hand_of(orbits.members)
        on_board = orbits.on_board
        first_weights, second_weights = self.weights

        # The members by classes, and where those of each class begin
        by_class = np.argsort(orbits.orbit_of, kind="stable")
        starts = np.concatenate([[0], np.cumsum(on_board)])
        for board in self.boards:
            first = np.sort(board.classes[first_weights[board.classes] > 0])
            second = np.sort(board.classes[second_weights[board.classes] > 0])
            opposing = [by_class[starts[c] : starts[c + 1]] for c in second.tolist()]
            if not len(first) or not opposing:
                continue
            # Of one hand of a class; the other ones of the class meet as many
            meets = self.ranges.disjoint(one_of_each[first], hand[np.concatenate(opposing)])
            cuts = np.cumsum([0, *on_board[second[:-1]]])
            met = np.add.reduceat(meets, cuts, axis=1, dtype=np.int64)
            row, column = np.nonzero(met)
            yield first[row], second[column], met[row, column] * on_board[first[row]]

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
