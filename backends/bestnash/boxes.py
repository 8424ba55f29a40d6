"""Unions of boxes: closed axis-parallel rectangles, lines and points of payoffs, in rational numbers."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product

import numpy as np
import numpy.typing as npt

from seqform.errors import SolveError
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import ExactArray, Mask, Numerators, as_integers, magnitude, widened
from seqform.models.strategies.profile_set import UtilityProfileSet

Payoffs = tuple[Fraction, Fraction]

Places = npt.NDArray[np.int32]

LOW = (0, 2)
HIGH = (1, 3)
"""The columns of the least and of the largest payoffs of a box, for each player."""


@dataclass(frozen=True, eq=False, repr=False)
class BoxUnion(Immutable):
    """A union of k ≥ 1 boxes.

    `ends`, shape (k, 4), are numerators over the common `denominator`: the least and the largest payoff of player 1,
    then those of player 2.
    """

    ends: Numerators
    denominator: int

    @classmethod
    def point(cls, payoffs: Payoffs) -> BoxUnion:
        """Return the set of a single point."""
        exact = ExactArray.of([payoffs[0], payoffs[0], payoffs[1], payoffs[1]])
        return cls(exact.numerators.reshape(1, 4), exact.denominator)

    def __len__(self) -> int:
        return len(self.ends)

    def __repr__(self) -> str:
        return f"<BoxUnion of {len(self):,} box{'' if len(self) == 1 else 'es'}>"

    def times(self, factor: int) -> Numerators:
        """Return the ends times a whole number from 1 on."""
        return widened(self.ends, max(1, magnitude(self.ends)) * factor) * factor

    def reduced(self) -> BoxUnion:
        """Return the same boxes over the smallest common denominator."""
        common = math.gcd(self.denominator, *self.ends.reshape(-1).tolist()) if self.denominator > 1 else 1
        return self if common == 1 else BoxUnion(as_integers(self.ends // common), self.denominator // common)

    def reaching(self, player: int, payoff: Fraction) -> Mask:
        """Return a mask of the boxes that have a point with this payoff of a player."""
        scaled = payoff * self.denominator
        mask: Mask = (self.ends[:, LOW[player]] <= math.floor(scaled)) & (
            self.ends[:, HIGH[player]] >= math.ceil(scaled)
        )
        return mask.astype(bool)

    def __contains__(self, payoffs: Payoffs) -> bool:
        return bool((self.reaching(0, payoffs[0]) & self.reaching(1, payoffs[1])).any())

    def corners(self) -> Iterator[Payoffs]:
        """Yield the corners of all boxes, some of them several times."""
        for first_low, first_high, second_low, second_high in self.ends.tolist():
            for first, second in product({first_low, first_high}, {second_low, second_high}):
                yield Fraction(first, self.denominator), Fraction(second, self.denominator)

    def least_point(self, player: int) -> Payoffs:
        """Return a point with a player's least payoff, and of those in its box, with the other player's largest."""
        box = self.ends[int(np.argmin(self.ends[:, LOW[player]]))].tolist()
        found = [Fraction(box[HIGH[0]], self.denominator), Fraction(box[HIGH[1]], self.denominator)]
        found[player] = Fraction(box[LOW[player]], self.denominator)
        return found[0], found[1]

    def profile_set(self, most_cells: int, *, pure: bool) -> UtilityProfileSet | None:
        """Return the union on the grid of the boxes' ends; None where it has too many cells; `pure` if nobody mixes."""
        axes, ranks = ranked(self.ends)
        shape = (2 * len(axes[0]) - 1, 2 * len(axes[1]) - 1)
        if shape[0] * shape[1] > most_cells:
            return None
        cells = np.zeros(shape, dtype=np.bool_)
        for top, bottom, left, right in (2 * ranks).tolist():
            cells[top : bottom + 1, left : right + 1] = True
        first, second = (ExactArray(axis, self.denominator).reduced() for axis in axes)
        return UtilityProfileSet((first, second), cells, pure)


def ranked(ends: Numerators) -> tuple[tuple[Numerators, Numerators], Places]:
    """Return the numbers that occur as ends for each player, ascending, and the place of every end among them."""
    ranks = np.empty(ends.shape, dtype=np.int32)
    axes = []
    for columns in ([0, 1], [2, 3]):
        numbers, place = np.unique(ends[:, columns].reshape(-1), return_inverse=True)
        axes.append(numbers)
        ranks[:, columns] = place.reshape(-1, 2)
    return (axes[0], axes[1]), ranks


def addable(one: Numerators, other: Numerators) -> tuple[Numerators, Numerators]:
    """Return both, as Python integers where sums of their entries may not fit into 64 bits."""
    bound = magnitude(one) + magnitude(other)
    return widened(one, bound), widened(other, bound)


class GivenUpError(SolveError):
    """A limit on the work was reached."""


@dataclass(eq=False)
class Effort:
    """Limits on the work, and the work left.

    At most `boxes` are kept at a position, and `pairs` of boxes may still be compared or added up, for so many
    `seconds`. `where` is the game and position, for messages.
    """

    boxes: int = 20_000
    pairs: int = 5 * 10**9
    seconds: float | None = None
    where: str = ""
    started: float = field(default_factory=time.perf_counter)

    @property
    def is_late(self) -> bool:
        """Whether the time is up."""
        return self.seconds is not None and time.perf_counter() - self.started > self.seconds

    def spend(self, pairs: int) -> None:
        """Count pairs of boxes; raise GivenUpError if none are left, or the time is up."""
        self.pairs -= pairs
        if self.pairs < 0:
            raise self._given_up("too many pairs of boxes to compare")
        if self.is_late:
            raise self._given_up("the time is up")

    def hold(self, boxes: int) -> None:
        """Raise GivenUpError for too many boxes at a position."""
        if boxes > self.boxes:
            raise self._given_up(f"more than {self.boxes:,} boxes at a position")

    def _given_up(self, why: str) -> GivenUpError:
        return GivenUpError(
            f"{self.where}: the payoffs of the subgame perfect equilibria take {why}; finding the best one of a tree "
            "with chance is NP-hard (Littman et al. 2006, section 1.6)"
        )


def simplified(ends: Numerators, effort: Effort) -> Numerators:
    """Return boxes with the same union, shape (k, 4), none within another; raise GivenUpError at a limit.

    Examples
    --------
    >>> simplified(np.array([[0, 1, 0, 1], [1, 3, 0, 1], [2, 2, 0, 0]]), Effort()).tolist()
    [[0, 3, 0, 1]]
    """
    if len(ends) == 1:
        return ends
    axes, ranks = ranked(ends)
    size = 0
    while size != len(ranks):
        size = len(ranks)
        ranks = _joined(_joined(ranks, 0), 1)
    ranks = _outermost(ranks, effort)
    return np.stack([axes[column // 2][ranks[:, column]] for column in range(4)], axis=1)


def _joined(ranks: Places, player: int) -> Places:
    """Join boxes that touch along one player's axis and agree along the other's."""
    low, high = ranks[:, 2 * player], ranks[:, 2 * player + 1]
    across = ranks[:, [2 - 2 * player, 3 - 2 * player]]
    order = np.lexsort((low, across[:, 1], across[:, 0]))
    low, high, across = low[order], high[order], across[order]
    new_group = np.concatenate([[False], np.any(across[1:] != across[:-1], axis=1)])
    beyond = int(high.max()) + 1
    lift = np.cumsum(new_group) * beyond
    reached = np.maximum.accumulate(high + lift)
    begins = np.concatenate([[True], (low + lift)[1:] > reached[:-1]])
    first = np.flatnonzero(begins)
    last = np.concatenate([first[1:], [len(low)]]) - 1
    joined = np.empty((len(first), 4), dtype=np.int32)
    joined[:, 2 * player], joined[:, 2 * player + 1] = low[first], reached[last] - lift[last]
    joined[:, [2 - 2 * player, 3 - 2 * player]] = across[first]
    return joined


def _outermost(ranks: Places, effort: Effort) -> Places:
    """Return the boxes within no other, of different ones; a box that holds another one is sorted before it."""
    block_size = 512
    kept = ranks[np.lexsort((-ranks[:, 3], ranks[:, 2], -ranks[:, 1], ranks[:, 0]))]
    size = 0
    for begin in range(0, len(kept), block_size):
        block = kept[begin : begin + block_size]
        effort.spend(len(block) * (size + len(block)))
        block = block[~_within(block, kept[:size]).any(axis=1)]
        block = block[~np.tril(_within(block, block), -1).any(axis=1)]
        kept[size : size + len(block)] = block
        size += len(block)
        effort.hold(size)
    return kept[:size]


def _within(inner: Places, outer: Places) -> Mask:
    """Return a mask, shape (inner, outer), of boxes within others that begin no later."""
    one, other = inner[:, None], outer[None]
    inside: Mask = (one[..., 1] <= other[..., 1]) & (one[..., 2] >= other[..., 2]) & (one[..., 3] <= other[..., 3])
    return inside
