"""Disjoint sets: how an information filter is kept while it grows coarser."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from seqform.models.exact import Ints
from seqform.models.information_filter import numbered


class UnionFind:
    """Disjoint sets of the numbers 0, ..., n - 1, at first each in a set of its own.

    Every set is a tree whose root, its smallest member, stands for it. Whole arrays are looked up and united at once.

    Parameters
    ----------
    size : int
        n.

    References
    ----------
    Tarjan, Efficiency of a good but not linear set union algorithm, JACM 1975.

    Examples
    --------
    >>> sets = UnionFind(5)
    >>> sets.unite(np.array([0, 3]), np.array([4, 1]))
    >>> sets.classes().tolist(), len(sets)
    ([0, 1, 2, 1, 0], 3)
    """

    def __init__(self, size: int) -> None:
        self._above = np.arange(size, dtype=np.int64)

    def __len__(self) -> int:
        """Return how many sets there are."""
        return int(np.count_nonzero(self._above == np.arange(len(self._above))))

    def find(self, members: npt.ArrayLike) -> Ints:
        """Return the roots of the sets that hold the given numbers."""
        members = np.asarray(members, dtype=np.int64)
        root = np.asarray(self._above[members])
        while not np.array_equal(higher := self._above[root], root):
            root = higher
        self._above[members] = root
        return root

    def same(self, one: int, other: int) -> bool:
        """Tell whether two numbers are in one set."""
        return bool(self.find(one) == self.find(other))

    def unite(self, first: npt.ArrayLike, second: npt.ArrayLike) -> None:
        """Unite the set of every number in `first` with that of the number at the same place in `second`."""
        one, other = self.find(first), self.find(second)
        while np.any(apart := one != other):
            one, other = one[apart], other[apart]
            low, high = np.minimum(one, other), np.maximum(one, other)
            self._above[high] = low
            self._shorten(high)
            one, other = self.find(one), self.find(other)

    def _shorten(self, hooked: Ints) -> None:
        """Let former roots, which may now form long chains, point at their roots."""
        while not np.array_equal(higher := self._above[self._above[hooked]], self._above[hooked]):
            self._above[hooked] = higher

    def classes(self) -> Ints:
        """Return the set of every number, sets being numbered from 0 in the order of their smallest members."""
        return numbered(self.find(np.arange(len(self._above))))
