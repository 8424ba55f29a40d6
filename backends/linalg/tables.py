"""Arrays of the sparse factors of a basis and of its changes, with numbers as doubles and residues (`arithmetic`)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from seqform.backends.linalg import arithmetic
from seqform.models.numbers.exact import Floats, Ints

SINGULAR = -1  # the block is singular
FULL = -2  # the arrays of the factors are too small
NO_SPACE = -3  # the working space of the nucleus is too small
"""Return codes of a factorization."""


@dataclass(eq=False)
class Entries:
    """Lists of numbers, the k-th at ``start[k] : start[k + 1]``; the columns of a basis block by place, for example."""

    start: Ints  # shape (m + 1,)
    at: Ints  # shape (capacity,), as the next two
    value: Floats
    residue: Ints

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:  # for processes that follow paths
        return Entries, tuple(map(np.asarray, [self.start, self.at, self.value, self.residue]))


@dataclass(eq=False)
class Factors:
    """L and U of one block, in the order of the pivots k = 0, ..., m - 1."""

    pivot_row: Ints  # shape (m,), as the next four
    pivot_place: Ints
    pivot: Floats
    pivot_inverse: Ints  # residue of 1/pivot
    lower_pivots: Ints  # the pivots that have multipliers
    lower: Entries  # the multipliers of the t-th of them, by row
    upper: Entries  # the column of pivot k above its diagonal, by row
    num_lower: int  # number of `lower_pivots`
    lost: int  # number of entries that lost most of their digits by cancellation


@dataclass(eq=False)
class Changes:
    """Column replacements since a block was factored: the product form of the inverse."""

    number: int
    place: Ints  # shape (most,), the place at which a variable entered
    pivot: Floats
    pivot_inverse: Ints
    columns: Entries  # the entering columns B⁻¹a without their pivots, by place


def new_entries(count: int, capacity: int) -> Entries:
    """Return space for a number of lists with a total number of entries."""
    return Entries(
        np.zeros(count + 1, dtype=np.int64),
        np.zeros(capacity, dtype=np.int64),
        np.zeros(capacity),
        np.zeros(capacity, dtype=np.int64),
    )


def new_factors(m: int, capacity: int) -> Factors:
    """Return space for the factors of a block of m rows."""
    row, place, pivot_inverse, lower_pivots = np.zeros((4, m), dtype=np.int64)
    lower = new_entries(m, capacity)
    upper = new_entries(m, capacity)
    return Factors(
        row, place, np.zeros(m), pivot_inverse, lower_pivots, lower, upper, num_lower=0, lost=0
    )


def enlarged(factors: Factors) -> Factors:
    """Return empty factors with twice the space."""
    return new_factors(len(factors.pivot), 2 * len(factors.upper.at))


def new_changes(most: int, capacity: int) -> Changes:
    """Return space for a number of changes of a block with a total number of entries."""
    place, pivot_inverse = np.zeros((2, most), dtype=np.int64)
    return Changes(0, place, np.zeros(most), pivot_inverse, new_entries(most, capacity))


def put(entries: Entries, e: int, at: int, value: float, residue: int) -> None:
    """Set an entry."""
    entries.at[e] = at
    entries.value[e] = value
    entries.residue[e] = residue


def set_pivot(factors: Factors, k: int, row: int, place: int, value: float, residue: int) -> None:
    """Record the pivot of step k."""
    factors.pivot_row[k] = row
    factors.pivot_place[k] = place
    factors.pivot[k] = value
    factors.pivot_inverse[k] = arithmetic.inverse(residue)


@dataclass(eq=False)
class OrderedFactors:
    """The factors of a basis, L with ones on its diagonal, rows and columns both in the order of the pivots."""

    lower_columns: Entries  # off-diagonal entries, as the next three
    lower_rows: Entries
    upper_columns: Entries
    upper_rows: Entries
    pivot: Floats  # shape (m,), as all that follow
    pivot_inverse: Ints
    row: Ints  # of each pivot
    place: Ints
    of_row: Ints  # the pivot of each row
    of_place: Ints


def ordered(factors: Factors) -> OrderedFactors:
    """Return the factors in the order of the pivots."""
    m = len(factors.pivot_row)
    of_row = np.empty(m, dtype=np.int64)
    of_place = np.empty(m, dtype=np.int64)
    for k in range(m):
        of_row[factors.pivot_row[k]] = k
        of_place[factors.pivot_place[k]] = k

    # Only some pivots have multipliers; the lists of the others are empty.
    lower_start = np.zeros(m + 1, dtype=np.int64)
    for t in range(factors.num_lower):
        lower_start[factors.lower_pivots[t] + 1] = (
            factors.lower.start[t + 1] - factors.lower.start[t]
        )
    for k in range(m):
        lower_start[k + 1] += lower_start[k]

    lower = _renumbered(factors.lower, lower_start, of_row)
    upper = _renumbered(factors.upper, np.array(factors.upper.start), of_row)
    return OrderedFactors(
        lower,
        transposed(lower, m),
        upper,
        transposed(upper, m),
        np.array(factors.pivot),
        np.array(factors.pivot_inverse),
        np.array(factors.pivot_row),
        np.array(factors.pivot_place),
        of_row,
        of_place,
    )


def _renumbered(entries: Entries, start: Ints, of_row: Ints) -> Entries:
    """Return the lists with the pivots of their rows, at their own starts."""
    used = start[len(start) - 1]
    at = np.empty(used, dtype=np.int64)
    for e in range(used):
        at[e] = of_row[entries.at[e]]
    return Entries(start, at, np.array(entries.value[:used]), np.array(entries.residue[:used]))


def transposed(entries: Entries, m: int) -> Entries:
    """Return the rows of a square matrix of m columns."""
    start = np.zeros(m + 1, dtype=np.int64)
    size = entries.start[m]
    for e in range(size):
        start[entries.at[e] + 1] += 1
    for k in range(m):
        start[k + 1] += start[k]

    # The next free place in each row.
    free = np.array(start[:m])
    turned = Entries(
        start, np.empty(size, dtype=np.int64), np.empty(size), np.empty(size, dtype=np.int64)
    )
    for k in range(m):
        for e in range(entries.start[k], entries.start[k + 1]):
            to = free[entries.at[e]]
            free[entries.at[e]] += 1
            put(turned, to, k, entries.value[e], entries.residue[e])
    return turned
