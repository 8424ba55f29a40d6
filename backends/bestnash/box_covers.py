"""Fewer boxes for the same union, and how much work that may be."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

import numpy as np

from seqform.backends.bestnash.boxes import Places, ranked
from seqform.errors import SolveError
from seqform.models.exact import Numerators
from seqform.models.linear_program import Mask

_BLOCK = 512


@dataclass(eq=False)
class Effort:
    """How much work there may be, and has been.

    Attributes
    ----------
    boxes : int
        At a position, at most.
    pairs : int
        Pairs of boxes to be compared or added up, that are left.
    seconds : float, optional
        Of wall-clock time.
    where : str
        What an error names.
    """

    boxes: int = 20_000
    pairs: int = 5 * 10**9
    seconds: float | None = None
    where: str = ""
    started: float = field(default_factory=time.perf_counter)

    def spend(self, pairs: int) -> None:
        """Count work.

        Raises
        ------
        SolveError
            If there is none left, or the time is up.
        """
        self.pairs -= pairs
        if self.pairs < 0:
            self._give_up("too many pairs of boxes to compare")
        if self.seconds is not None and time.perf_counter() - self.started > self.seconds:
            self._give_up("the time is up")

    def hold(self, boxes: int) -> None:
        """Raise SolveError if these are too many boxes."""
        if boxes > self.boxes:
            self._give_up(f"more than {self.boxes:,} boxes at a position")

    def _give_up(self, why: str) -> None:
        raise SolveError(
            f"{self.where}: the payoffs of the subgame perfect equilibria take {why}; finding the best one of a tree "
            "with chance is NP-hard (Littman et al. 2006, section 1.6)"
        )


def simplified(ends: Numerators, effort: Effort) -> Numerators:
    """Return boxes with the same union, none within another.

    Parameters
    ----------
    ends : ndarray of integers, shape (k, 4)
        As in `BoxUnion`.
    effort : Effort

    Raises
    ------
    SolveError
        If too many are left.

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
    kept = ranks[np.lexsort((-ranks[:, 3], ranks[:, 2], -ranks[:, 1], ranks[:, 0]))]
    size = 0
    for begin in range(0, len(kept), _BLOCK):
        block = kept[begin : begin + _BLOCK]
        effort.spend(len(block) * (size + len(block)))
        block = block[~_within(block, kept[:size]).any(axis=1)]
        block = block[~np.tril(_within(block, block), -1).any(axis=1)]
        kept[size : size + len(block)] = block
        size += len(block)
        effort.hold(size)
    return kept[:size]


def _within(inner: Places, outer: Places) -> Mask:
    """Return which of the boxes lies within which, shape (inner, outer), where it does not begin before it."""
    one, other = inner[:, None], outer[None]
    inside: Mask = (one[..., 1] <= other[..., 1]) & (one[..., 2] >= other[..., 2]) & (one[..., 3] <= other[..., 3])
    return inside
