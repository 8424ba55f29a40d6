"""Sparse elimination of the nontriangular part of a basis.

The pivot is in a shortest row, in the shortest column among the entries that are not small within
the row, after Markowitz. Rows hold the values; columns only list rows, possibly with entries that have
cancelled. Both move to the end of their pool when they outgrow their space.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from seqform.backends.linalg.compiled import compiled_part
from seqform.backends.linalg.tables import (
    CANCELLED,
    FULL,
    NO_SPACE,
    SINGULAR,
    Entries,
    Factors,
    minus,
    put,
    set_pivot,
    times,
)
from seqform.models.numbers.exact import Floats, Ints, Mask

THRESHOLD = 0.05
"""Least size of a pivot relative to the largest entry of its row."""

SPARE = 4
"""Space for new entries in every row and column before it has to move."""


class Nucleus(NamedTuple):
    """The remaining rows i and columns j, numbered from 0; arrays of shape (size,) unless noted."""

    rows: Ints  # row of the block of each i
    places: Ints  # place in the basis of each j
    row_start: Ints  # row i has its entries at row_start[i] : row_start[i] + row_length[i]
    row_length: Ints
    row_capacity: Ints
    column: Ints  # shape (pool,), as the next two
    value: Floats
    residue: Ints
    column_start: Ints
    column_length: Ints
    column_capacity: Ints
    column_rows: Ints  # shape (pool,)
    column_count: Ints  # entries of each column in active rows
    active: Mask  # rows without a pivot
    at_of_column: Ints  # position of the entry of the current row in each column, -1 without any
    ends: Ints  # shape (2,), used lengths of the pools of rows and of columns
    first_of_length: Ints  # shape (size + 1,), an active row of each length, -1 if there is none
    before: Ints  # neighbours of an active row among those of its length, -1 at the ends
    after: Ints
    shortest: Ints  # shape (1,), lower bound on the length of the active rows


@compiled_part
def eliminate_nucleus(
    matrix: Entries,
    factors: Factors,
    row_done: Mask,
    place_done: Mask,
    above: Mask,
    first_pivot: int,
    upper_used: int,
    space: int,
) -> int:
    """Eliminate the rows and columns that are not done, and complete the factors, which have all earlier pivots.

    `above` masks the rows of entries that belong to U already, `upper_used` is the number of entries of U so far, and
    `space` the space for fill, in multiples of the number of entries. Return the size of the nucleus, `SINGULAR`,
    `FULL` or `NO_SPACE`.
    """
    nucleus = _open(matrix, row_done, place_done, first_pivot, space)
    size = len(nucleus.rows)
    pivot_of_column = np.full(size, -1, dtype=np.int64)
    row_of_pivot = np.empty(size, dtype=np.int64)
    multipliers = factors.num_lower[0]
    used = factors.lower.start[multipliers]
    for step in range(size):
        row, at = _choose(nucleus)
        if row < 0:
            return SINGULAR
        k, column = first_pivot + step, nucleus.column[at]
        set_pivot(factors, k, nucleus.rows[row], nucleus.places[column], nucleus.value[at], nucleus.residue[at])
        pivot_of_column[column] = step
        row_of_pivot[step] = row
        _unlink(nucleus, row)
        nucleus.active[row] = False
        _remove(nucleus, row, at)
        for e in range(nucleus.row_start[row], nucleus.row_start[row] + nucleus.row_length[row]):
            nucleus.column_count[nucleus.column[e]] -= 1
        first = used
        start = nucleus.column_start[column]
        for c in range(start, start + nucleus.column_length[column]):
            other = nucleus.column_rows[c]
            found = _find(nucleus, other, column) if nucleus.active[other] else -1
            if found < 0:
                continue
            if used == len(factors.lower.at):
                return FULL
            multiplier = nucleus.value[found] / factors.pivot[k]
            multiplier_residue = times(nucleus.residue[found], factors.pivot_inverse[k])
            put(factors.lower, used, nucleus.rows[other], multiplier, multiplier_residue)
            _unlink(nucleus, other)
            _remove(nucleus, other, found)
            if not _subtract_row(nucleus, other, row, multiplier, multiplier_residue):
                return NO_SPACE
            _link(nucleus, other)
            used += 1
        if used > first:
            factors.lower_pivots[multipliers] = k
            factors.lower.start[multipliers] = first
            multipliers += 1
    factors.lower.start[multipliers] = used
    factors.num_lower[0] = multipliers
    return _close(nucleus, matrix, factors, above, pivot_of_column, row_of_pivot, first_pivot, upper_used)


@compiled_part
def _open(matrix: Entries, row_done: Mask, place_done: Mask, first_pivot: int, space: int) -> Nucleus:
    m = len(row_done)
    size = m - first_pivot
    rows = np.flatnonzero(~row_done)
    places = np.flatnonzero(~place_done)
    number = np.full(m, -1, dtype=np.int64)
    number[rows] = np.arange(size)
    row_capacity = np.full(size, SPARE, dtype=np.int64)
    column_capacity = np.full(size, SPARE, dtype=np.int64)
    for j in range(size):
        for e in range(matrix.start[places[j]], matrix.start[places[j] + 1]):
            i = number[matrix.at[e]]
            if i >= 0:
                row_capacity[i] += 1
                column_capacity[j] += 1
    pool = space * row_capacity.sum() + 64
    nucleus = Nucleus(
        rows,
        places,
        np.cumsum(row_capacity) - row_capacity,
        np.zeros(size, dtype=np.int64),
        row_capacity,
        np.empty(pool, dtype=np.int64),
        np.empty(pool),
        np.empty(pool, dtype=np.int64),
        np.cumsum(column_capacity) - column_capacity,
        np.zeros(size, dtype=np.int64),
        column_capacity,
        np.empty(pool, dtype=np.int64),
        column_capacity - SPARE,
        np.ones(size, dtype=np.bool_),
        np.full(size, -1, dtype=np.int64),
        np.array([row_capacity.sum(), column_capacity.sum()]),
        np.full(size + 1, -1, dtype=np.int64),
        np.full(size, -1, dtype=np.int64),
        np.full(size, -1, dtype=np.int64),
        np.zeros(1, dtype=np.int64),
    )
    for j in range(size):
        for e in range(matrix.start[places[j]], matrix.start[places[j] + 1]):
            i = number[matrix.at[e]]
            if i >= 0:
                _append(nucleus, i, j, matrix.value[e], matrix.residue[e])
    for i in range(size - 1, -1, -1):
        _link(nucleus, i)
    return nucleus


@compiled_part
def _link(nucleus: Nucleus, i: int) -> None:
    """Insert a row into the list of its length."""
    length = nucleus.row_length[i]
    following = nucleus.first_of_length[length]
    nucleus.before[i] = -1
    nucleus.after[i] = following
    if following >= 0:
        nucleus.before[following] = i
    nucleus.first_of_length[length] = i
    nucleus.shortest[0] = min(nucleus.shortest[0], length)


@compiled_part
def _unlink(nucleus: Nucleus, i: int) -> None:
    """Remove a row from the list of its length."""
    before, after = nucleus.before[i], nucleus.after[i]
    if before >= 0:
        nucleus.after[before] = after
    else:
        nucleus.first_of_length[nucleus.row_length[i]] = after
    if after >= 0:
        nucleus.before[after] = before


@compiled_part
def _append(nucleus: Nucleus, i: int, j: int, value: float, residue: int) -> None:
    """Add an entry to a row and to the list of its column; both have space."""
    at = nucleus.row_start[i] + nucleus.row_length[i]
    nucleus.column[at] = j
    nucleus.value[at] = value
    nucleus.residue[at] = residue
    nucleus.row_length[i] += 1
    nucleus.column_rows[nucleus.column_start[j] + nucleus.column_length[j]] = i
    nucleus.column_length[j] += 1


@compiled_part
def _remove(nucleus: Nucleus, i: int, at: int) -> None:
    """Remove an entry of a row; the last one takes its place."""
    last = nucleus.row_start[i] + nucleus.row_length[i] - 1
    nucleus.column[at] = nucleus.column[last]
    nucleus.value[at] = nucleus.value[last]
    nucleus.residue[at] = nucleus.residue[last]
    nucleus.row_length[i] -= 1


@compiled_part
def _find(nucleus: Nucleus, i: int, j: int) -> int:
    for at in range(nucleus.row_start[i], nucleus.row_start[i] + nucleus.row_length[i]):
        if nucleus.column[at] == j:
            return at
    return -1


@compiled_part
def _choose(nucleus: Nucleus) -> tuple[int, int]:
    """Return the row of the next pivot and the position of its entry, or (-1, -1) if the matrix is singular."""
    shortest = nucleus.shortest[0]
    while nucleus.first_of_length[shortest] < 0:
        shortest += 1
    nucleus.shortest[0] = shortest
    row = nucleus.first_of_length[shortest]
    start = nucleus.row_start[row]
    largest = 0.0
    for at in range(start, start + shortest):
        largest = max(largest, abs(nucleus.value[at]))
    best, fewest = -1, 1 << 60
    for at in range(start, start + shortest):
        count = nucleus.column_count[nucleus.column[at]]
        if count < fewest and nucleus.residue[at] != 0 and abs(nucleus.value[at]) >= THRESHOLD * largest:
            best, fewest = at, count
    return (row, best) if best >= 0 else (-1, -1)


@compiled_part
def _subtract_row(nucleus: Nucleus, i: int, pivot_row: int, factor: float, factor_residue: int) -> bool:
    """Subtract a multiple of the pivot row from row i; return False if there is no space for the fill."""
    needed = nucleus.row_length[i] + nucleus.row_length[pivot_row]
    if needed > nucleus.row_capacity[i] and not _move_row(nucleus, i, 2 * needed):
        return False
    start, length = nucleus.row_start[i], nucleus.row_length[i]
    for at in range(start, start + length):
        nucleus.at_of_column[nucleus.column[at]] = at
    for e in range(nucleus.row_start[pivot_row], nucleus.row_start[pivot_row] + nucleus.row_length[pivot_row]):
        j = nucleus.column[e]
        term = factor * nucleus.value[e]
        term_residue = times(factor_residue, nucleus.residue[e])
        at = nucleus.at_of_column[j]
        if at >= 0:
            value = nucleus.value[at] - term
            residue = minus(nucleus.residue[at], term_residue)
            if residue == 0 and abs(value) <= CANCELLED * abs(term):
                value = 0.0
            nucleus.value[at] = value
            nucleus.residue[at] = residue
            continue
        if nucleus.column_length[j] == nucleus.column_capacity[j] and not _move_column(nucleus, j):
            return False
        _append(nucleus, i, j, -term, minus(0, term_residue))
        nucleus.column_count[j] += 1
    for at in range(start, start + length):
        nucleus.at_of_column[nucleus.column[at]] = -1
    at = start
    while at < start + nucleus.row_length[i]:
        if nucleus.residue[at] == 0 and nucleus.value[at] == 0.0:
            nucleus.column_count[nucleus.column[at]] -= 1
            _remove(nucleus, i, at)
        else:
            at += 1
    return True


@compiled_part
def _move_row(nucleus: Nucleus, i: int, space: int) -> bool:
    end = nucleus.ends[0]
    if end + space > len(nucleus.column):
        return False
    start = nucleus.row_start[i]
    for offset in range(nucleus.row_length[i]):
        nucleus.column[end + offset] = nucleus.column[start + offset]
        nucleus.value[end + offset] = nucleus.value[start + offset]
        nucleus.residue[end + offset] = nucleus.residue[start + offset]
    nucleus.row_start[i] = end
    nucleus.row_capacity[i] = space
    nucleus.ends[0] = end + space
    return True


@compiled_part
def _move_column(nucleus: Nucleus, j: int) -> bool:
    end, space = nucleus.ends[1], 2 * nucleus.column_capacity[j]
    if end + space > len(nucleus.column_rows):
        return False
    start = nucleus.column_start[j]
    for offset in range(nucleus.column_length[j]):
        nucleus.column_rows[end + offset] = nucleus.column_rows[start + offset]
    nucleus.column_start[j] = end
    nucleus.column_capacity[j] = space
    nucleus.ends[1] = end + space
    return True


@compiled_part
def _close(
    nucleus: Nucleus,
    matrix: Entries,
    factors: Factors,
    above: Mask,
    pivot_of_column: Ints,
    row_of_pivot: Ints,
    first_pivot: int,
    used: int,
) -> int:
    """Write U by columns: the entries above the nucleus, then those in the rows of the nucleus."""
    size = len(nucleus.rows)
    count = np.zeros(size, dtype=np.int64)
    for j in range(size):
        for e in range(matrix.start[nucleus.places[j]], matrix.start[nucleus.places[j] + 1]):
            if above[matrix.at[e]]:
                count[pivot_of_column[j]] += 1
    for i in range(size):
        for at in range(nucleus.row_start[i], nucleus.row_start[i] + nucleus.row_length[i]):
            count[pivot_of_column[nucleus.column[at]]] += 1
    if used + count.sum() > len(factors.upper.at):
        return FULL
    for step in range(size):
        factors.upper.start[first_pivot + step] = used
        used += count[step]
    factors.upper.start[first_pivot + size] = used
    free = factors.upper.start[first_pivot : first_pivot + size].copy()
    for j in range(size):
        step = pivot_of_column[j]
        for e in range(matrix.start[nucleus.places[j]], matrix.start[nucleus.places[j] + 1]):
            if above[matrix.at[e]]:
                put(factors.upper, free[step], matrix.at[e], matrix.value[e], matrix.residue[e])
                free[step] += 1
    for i in row_of_pivot:
        for at in range(nucleus.row_start[i], nucleus.row_start[i] + nucleus.row_length[i]):
            step = pivot_of_column[nucleus.column[at]]
            put(factors.upper, free[step], nucleus.rows[i], nucleus.value[at], nucleus.residue[at])
            free[step] += 1
    return size
