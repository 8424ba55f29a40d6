"""The colexicographic index: subsets as consecutive numbers."""

from __future__ import annotations

import math

import numpy as np

from seqform.errors import ModelError
from seqform.models.exact import Ints


def colex_index(subsets: Ints) -> Ints:
    """Return index(c) = Σ C(c_i, i) of every subset (Gilpin & Sandholm, "Efficiency enhancements").

    Subsets of r numbers below n are mapped one to one onto 0, ..., C(n, r) - 1.

    Parameters
    ----------
    subsets : ndarray of int, shape (k, r)
        One a row, c_1 < c_2 < ... < c_r.

    Returns
    -------
    ndarray of int, shape (k,)

    Raises
    ------
    ModelError
        If a row does not increase, or an index needs more than 63 bits.

    Examples
    --------
    >>> colex_index(np.array([[0, 1], [0, 2], [1, 2], [0, 3]])).tolist()
    [0, 1, 2, 3]
    """
    subsets = np.asarray(subsets, dtype=np.int64)
    count, size = subsets.shape
    if np.any(subsets[:, 1:] <= subsets[:, :-1]) or np.any(subsets < 0):
        raise ModelError("colexicographic index: the numbers of a subset increase from 0 or more")
    if count == 0 or size == 0:
        return np.zeros(count, dtype=np.int64)
    largest = int(subsets.max())
    if math.comb(largest + 1, size) >= 2**63:
        raise ModelError(f"colexicographic index: subsets of {size} numbers up to {largest} need more than 63 bits")
    index = np.zeros(count, dtype=np.int64)
    for place in range(size):
        column = subsets[:, place]
        binomials = np.array([math.comb(value, place + 1) for value in range(int(column.max()) + 1)], dtype=np.int64)
        index += binomials[column]
    return index


def colex_subset(index: int, size: int) -> tuple[int, ...]:
    """Return the subset of `size` numbers that has the given index.

    Examples
    --------
    >>> colex_subset(3, 2)
    (0, 3)
    """
    if index < 0 or size < 0 or (size == 0 and index > 0):
        raise ModelError(f"colexicographic index: no subset of {size} numbers has index {index}")
    subset: list[int] = []
    for place in range(size, 0, -1):
        member = place - 1
        while math.comb(member + 1, place) <= index:
            member += 1
        index -= math.comb(member, place)
        subset.append(member)
    return tuple(reversed(subset))
