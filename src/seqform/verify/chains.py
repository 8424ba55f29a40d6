"""Whole numbers that satisfy strict inequalities between pairs of them."""

from __future__ import annotations

import numpy as np

from seqform.models.exact import Ints
from seqform.models.sequences import ranges


def least_levels(size: int, lower: Ints, higher: Ints) -> Ints | list[int]:
    """Return the least whole numbers K ≥ 0 with K[lower[e]] < K[higher[e]] for every e, or why there are none.

    Parameters
    ----------
    size : int
        How many numbers.
    lower, higher : ndarray of int, shape (inequalities,)

    Returns
    -------
    ndarray of int, shape (size,), or list of int
        K, where K[v] is the length of the longest chain of inequalities that ends at v; or the places e of
        inequalities that form a circle.

    Examples
    --------
    >>> least_levels(3, np.array([0, 0, 1]), np.array([1, 2, 2])).tolist()
    [0, 1, 2]
    >>> least_levels(2, np.array([0, 1]), np.array([1, 0]))
    [0, 1]
    """
    order = np.argsort(lower, kind="stable")
    count = np.bincount(lower, minlength=size)
    start = np.cumsum(count) - count
    waiting = np.bincount(higher, minlength=size)
    levels = np.zeros(size, dtype=np.int64)
    ready = np.flatnonzero(waiting == 0)
    while len(ready):
        edges = order[ranges(start[ready], count[ready])]
        np.maximum.at(levels, higher[edges], levels[lower[edges]] + 1)
        reached, times = np.unique(higher[edges], return_counts=True)
        waiting[reached] -= times
        ready = reached[waiting[reached] == 0]
    return _circle(lower, higher, waiting > 0) if waiting.any() else levels


def _circle(lower: Ints, higher: Ints, left: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> list[int]:
    """Return a circle of inequalities: every number that is left over has a lower one that is, too."""
    inside = np.flatnonzero(left[lower] & left[higher])
    edge_below = dict(zip(higher[inside].tolist(), inside.tolist(), strict=True))
    place, seen, walk = int(higher[inside[0]]), dict[int, int](), list[int]()
    while place not in seen:
        seen[place] = len(walk)
        walk.append(edge_below[place])
        place = int(lower[walk[-1]])
    return walk[seen[place] :]
