"""Sparse LU factorization of a basis and solves with it, in doubles and residues at once.

Bases of game problems are triangular except for a small nucleus. Columns and then rows with a single entry are pivots
that need no arithmetic. The nucleus is eliminated after Markowitz: the pivot is in a shortest row, and there in the
shortest column among the entries that are not small within the row.

Rows and places (columns) keep their numbers; the order of the pivots k = 0, ..., m - 1 makes the matrix triangular. A
pivot of a lone column has its other entries in rows of earlier pivots: they belong to U, and there are no multipliers.
A pivot of a lone row has the other entries of its column in later rows, and divides them: multipliers, in L. Doubles
and residues are computed side by side; a number is zero if its residue is, and its double nearly.

References
----------
I. S. Duff, A. M. Erisman & J. K. Reid, Direct Methods for Sparse Matrices (2nd ed., 2017), chapters 5, 7 and 10.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from seqform.backends.linalg import arithmetic, tables
from seqform.backends.linalg.arithmetic import CANCELLED, LOST, ROUNDING
from seqform.backends.linalg.tables import FULL, NO_SPACE, SINGULAR, Changes, Entries, Factors
from seqform.models.numbers.exact import Floats, Ints, Mask


def solve(
    factors: Factors, changes: Changes, work: Floats, work_residue: Ints, x: Floats, x_residue: Ints
) -> None:
    """Solve B x = a for a block of m rows: FTRAN.

    `work` and its residues, shape (m,), hold a by rows, and zeros afterwards; x is by places. L is applied forwards,
    U backwards, and then the changes in the order in which they were made. Zeros are skipped.
    """
    lower = factors.lower
    upper = factors.upper
    columns = changes.columns
    for t in range(factors.num_lower):
        row = factors.pivot_row[factors.lower_pivots[t]]
        value = work[row]
        residue = work_residue[row]
        if residue == 0 and value == 0.0:
            continue
        _subtract(lower, t, value, residue, work, work_residue)

    for k in range(len(factors.pivot_row) - 1, -1, -1):
        row = factors.pivot_row[k]
        place = factors.pivot_place[k]
        value = work[row]
        residue = work_residue[row]
        if residue == 0 and value == 0.0:
            x[place] = 0.0
            x_residue[place] = 0
            continue

        work[row] = 0.0
        work_residue[row] = 0
        value /= factors.pivot[k]
        residue = arithmetic.times(residue, factors.pivot_inverse[k])
        x[place] = value
        x_residue[place] = residue
        _subtract(upper, k, value, residue, work, work_residue)

    for t in range(changes.number):
        place = changes.place[t]
        value = x[place]
        residue = x_residue[place]
        if residue == 0 and value == 0.0:
            continue
        value /= changes.pivot[t]
        residue = arithmetic.times(residue, changes.pivot_inverse[t])
        x[place] = value
        x_residue[place] = residue
        _subtract(columns, t, value, residue, x, x_residue)


def solve_transposed(
    factors: Factors, changes: Changes, c: Floats, c_residue: Ints, y: Floats, y_residue: Ints
) -> None:
    """Solve Bᵀ y = c for a block of m rows: BTRAN.

    c, shape (m,), is by places, and overwritten; y is by rows. The steps of `solve` in reverse order, each transposed.
    """
    lower = factors.lower
    upper = factors.upper
    columns = changes.columns
    for t in range(changes.number - 1, -1, -1):
        place = changes.place[t]
        value, residue = _less_product(columns, t, c[place], c_residue[place], c, c_residue)
        c[place] = value / changes.pivot[t]
        c_residue[place] = arithmetic.times(residue, changes.pivot_inverse[t])

    for k in range(len(factors.pivot_row)):
        place = factors.pivot_place[k]
        row = factors.pivot_row[k]
        value, residue = _less_product(upper, k, c[place], c_residue[place], y, y_residue)
        y[row] = value / factors.pivot[k]
        y_residue[row] = arithmetic.times(residue, factors.pivot_inverse[k])

    for t in range(factors.num_lower - 1, -1, -1):
        row = factors.pivot_row[factors.lower_pivots[t]]
        y[row], y_residue[row] = _less_product(lower, t, y[row], y_residue[row], y, y_residue)


def _subtract(
    entries: Entries, t: int, value: float, residue: int, vector: Floats, vector_residue: Ints
) -> None:
    """Subtract a multiple of the t-th list from a vector, with exact zeros."""
    for e in range(entries.start[t], entries.start[t + 1]):
        at = entries.at[e]
        left = arithmetic.minus(vector_residue[at], arithmetic.times(residue, entries.residue[e]))
        vector[at] = arithmetic.difference(vector[at], value * entries.value[e], left)
        vector_residue[at] = left


def _less_product(
    entries: Entries, t: int, value: float, residue: int, vector: Floats, vector_residue: Ints
) -> tuple[float, int]:
    """Return a number less the inner product of the t-th list with a vector."""
    for e in range(entries.start[t], entries.start[t + 1]):
        at = entries.at[e]
        value -= entries.value[e] * vector[at]
        residue = arithmetic.minus(
            residue, arithmetic.times(entries.residue[e], vector_residue[at])
        )
    return value, residue


def factor(matrix: Entries, factors: Factors) -> int:
    """Factor a basis block, given by its columns; return the number of rows of the nucleus, `SINGULAR` or `FULL`."""
    m = len(matrix.start) - 1
    by_rows = tables.transposed(matrix, m)
    row_done = np.zeros(m, dtype=np.bool_)
    place_done = np.zeros(m, dtype=np.bool_)
    factors.lost = 0

    pivots = _peel_columns(matrix, factors, by_rows, row_done, place_done)
    upper = _copy_upper(matrix, factors, 0, pivots, row_done, 0)
    if upper < 0:
        return FULL

    after_columns = np.array(row_done)
    peeled = _peel_rows(matrix, factors, by_rows, row_done, place_done, pivots)
    if peeled < 0:
        return FULL
    upper = _copy_upper(matrix, factors, pivots, peeled, after_columns, upper)
    if upper < 0:
        return FULL
    if peeled == m:
        return 0

    # The fill of the nucleus is not known beforehand.
    doublings = 0
    size = NO_SPACE
    while size == NO_SPACE:
        space = 4 << doublings
        size = eliminate_nucleus(
            matrix, factors, row_done, place_done, after_columns, peeled, upper, space
        )
        doublings += 1
    return size


def _peel_columns(
    matrix: Entries, factors: Factors, by_rows: Entries, row_done: Mask, place_done: Mask
) -> int:
    """Pivot on columns with one entry in the remaining rows; return the number of pivots."""
    m = len(row_done)
    length = np.empty(m, dtype=np.int64)  # entries of each column in the remaining rows
    queue = np.empty(m, dtype=np.int64)
    waiting = 0
    for place in range(m):
        length[place] = matrix.start[place + 1] - matrix.start[place]
        if length[place] == 1:
            queue[waiting] = place
            waiting += 1

    k = 0
    head = 0
    while head < waiting:
        place = queue[head]
        head += 1
        for e in range(matrix.start[place], matrix.start[place + 1]):
            row = matrix.at[e]
            if row_done[row]:
                continue
            row_done[row] = True
            place_done[place] = True
            tables.set_pivot(factors, k, row, place, matrix.value[e], matrix.residue[e])
            k += 1

            # The other columns with an entry in this row become shorter.
            for at in range(by_rows.start[row], by_rows.start[row + 1]):
                crossing = by_rows.at[at]
                length[crossing] -= 1
                if length[crossing] == 1 and not place_done[crossing]:
                    queue[waiting] = crossing
                    waiting += 1
            break
    return k


def _peel_rows(
    matrix: Entries, factors: Factors, by_rows: Entries, row_done: Mask, place_done: Mask, k: int
) -> int:
    """Pivot on rows with one entry in the remaining columns; return the number of pivots so far, or `FULL`."""
    m = len(row_done)
    length = np.zeros(m, dtype=np.int64)  # entries of each row in the remaining columns
    queue = np.empty(m, dtype=np.int64)
    waiting = 0
    for row in range(m):
        if row_done[row]:
            continue
        for at in range(by_rows.start[row], by_rows.start[row + 1]):
            if not place_done[by_rows.at[at]]:
                length[row] += 1
        if length[row] == 1:
            queue[waiting] = row
            waiting += 1

    head = 0
    multipliers = 0
    used = 0
    while head < waiting:
        row = queue[head]
        head += 1
        if row_done[row]:
            continue
        place = -1
        for at in range(by_rows.start[row], by_rows.start[row + 1]):
            if not place_done[by_rows.at[at]]:
                place = by_rows.at[at]
                break
        if place < 0:
            continue  # its only column belongs to another pivot: singular, detected in the nucleus

        row_done[row] = True
        place_done[place] = True
        begin = matrix.start[place]
        end = matrix.start[place + 1]
        for e in range(begin, end):
            if matrix.at[e] == row:
                tables.set_pivot(factors, k, row, place, matrix.value[e], matrix.residue[e])
                break

        # The rest of the column, over the pivot, are multipliers; their rows become shorter.
        first = used
        for e in range(begin, end):
            below = matrix.at[e]
            if row_done[below]:
                continue
            if used == len(factors.lower.at):
                return FULL
            multiplier = matrix.value[e] / factors.pivot[k]
            residue = arithmetic.times(matrix.residue[e], factors.pivot_inverse[k])
            tables.put(factors.lower, used, below, multiplier, residue)
            used += 1
            length[below] -= 1
            if length[below] == 1:
                queue[waiting] = below
                waiting += 1
        if used > first:
            factors.lower_pivots[multipliers] = k
            factors.lower.start[multipliers] = first
            multipliers += 1
        k += 1

    factors.lower.start[multipliers] = used
    factors.num_lower = multipliers
    return k


def _copy_upper(
    matrix: Entries, factors: Factors, first: int, last: int, above: Mask, used: int
) -> int:
    """Copy the entries of peeled columns in earlier pivot rows; return the space used so far, or `FULL`."""
    for k in range(first, last):
        factors.upper.start[k] = used
        place = factors.pivot_place[k]
        own = factors.pivot_row[k]
        for e in range(matrix.start[place], matrix.start[place + 1]):
            row = matrix.at[e]
            if row == own or not above[row]:
                continue
            if used == len(factors.upper.at):
                return FULL
            tables.put(factors.upper, used, row, matrix.value[e], matrix.residue[e])
            used += 1
    factors.upper.start[last] = used
    return used


# ---- the nucleus ----

THRESHOLD = 0.05
"""Least size of a pivot relative to the largest entry of its row."""

SPARE = 4
"""Space for new entries in every row and column before it has to move."""


@dataclass(eq=False)
class Nucleus:
    """The remaining rows i and columns j, numbered from 0; arrays of shape (size,) unless noted.

    Rows hold the values; columns only list rows, possibly with entries that have cancelled. Both move to the end of
    their pool when they outgrow their space.
    """

    size: int
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
    end_of_rows: int  # used length of the pool of rows
    end_of_columns: int
    first_of_length: Ints  # shape (size + 1,), an active row of each length, -1 if there is none
    before: Ints  # neighbours of an active row among those of its length, -1 at the ends
    after: Ints
    shortest: int  # lower bound on the length of the active rows


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
    size = nucleus.size
    pivot_of_column = np.full(size, -1, dtype=np.int64)
    row_of_pivot = np.empty(size, dtype=np.int64)
    multipliers = factors.num_lower
    used = factors.lower.start[multipliers]
    for step in range(size):
        row, at = _choose(nucleus)
        if row < 0:
            return SINGULAR
        k = first_pivot + step
        column = nucleus.column[at]
        tables.set_pivot(
            factors,
            k,
            nucleus.rows[row],
            nucleus.places[column],
            nucleus.value[at],
            nucleus.residue[at],
        )
        pivot_of_column[column] = step
        row_of_pivot[step] = row

        # What is left of the pivot row belongs to U, and is taken out of the counts of active rows.
        _unlink(nucleus, row)
        nucleus.active[row] = False
        _remove(nucleus, row, at)
        for e in range(nucleus.row_start[row], nucleus.row_start[row] + nucleus.row_length[row]):
            nucleus.column_count[nucleus.column[e]] -= 1

        # Eliminate the column from the active rows; the list of a column may still have rows where it has cancelled.
        first = used
        start = nucleus.column_start[column]
        for c in range(start, start + nucleus.column_length[column]):
            below = nucleus.column_rows[c]
            entry = _find(nucleus, below, column) if nucleus.active[below] else -1
            if entry < 0:
                continue
            if used == len(factors.lower.at):
                return FULL
            multiplier = nucleus.value[entry] / factors.pivot[k]
            multiplier_residue = arithmetic.times(nucleus.residue[entry], factors.pivot_inverse[k])
            tables.put(factors.lower, used, nucleus.rows[below], multiplier, multiplier_residue)
            _unlink(nucleus, below)
            _remove(nucleus, below, entry)
            if not _subtract_row(nucleus, factors, below, row, multiplier, multiplier_residue):
                return NO_SPACE
            _link(nucleus, below)
            used += 1
        if used > first:
            factors.lower_pivots[multipliers] = k
            factors.lower.start[multipliers] = first
            multipliers += 1

    factors.lower.start[multipliers] = used
    factors.num_lower = multipliers
    return _close(
        nucleus, matrix, factors, above, pivot_of_column, row_of_pivot, first_pivot, upper_used
    )


def _open(
    matrix: Entries, row_done: Mask, place_done: Mask, first_pivot: int, space: int
) -> Nucleus:
    """Return the rows and columns that are not done, with space for fill."""
    m = len(row_done)
    size = m - first_pivot
    rows = np.empty(size, dtype=np.int64)
    places = np.empty(size, dtype=np.int64)
    number = np.full(m, -1, dtype=np.int64)
    i = 0
    j = 0
    for at in range(m):
        if not row_done[at]:
            rows[i] = at
            number[at] = i
            i += 1
        if not place_done[at]:
            places[j] = at
            j += 1

    # Each row and column gets space for its entries and `SPARE` more.
    row_capacity = np.full(size, SPARE, dtype=np.int64)
    column_capacity = np.full(size, SPARE, dtype=np.int64)
    for j in range(size):
        for e in range(matrix.start[places[j]], matrix.start[places[j] + 1]):
            i = number[matrix.at[e]]
            if i >= 0:
                row_capacity[i] += 1
                column_capacity[j] += 1

    row_start = np.empty(size, dtype=np.int64)
    column_start = np.empty(size, dtype=np.int64)
    column_count = np.empty(size, dtype=np.int64)
    end_of_rows = 0
    end_of_columns = 0
    for i in range(size):
        row_start[i] = end_of_rows
        column_start[i] = end_of_columns
        column_count[i] = column_capacity[i] - SPARE
        end_of_rows += row_capacity[i]
        end_of_columns += column_capacity[i]

    pool = space * end_of_rows + 64
    nucleus = Nucleus(
        size,
        rows,
        places,
        row_start,
        np.zeros(size, dtype=np.int64),
        row_capacity,
        np.empty(pool, dtype=np.int64),
        np.empty(pool),
        np.empty(pool, dtype=np.int64),
        column_start,
        np.zeros(size, dtype=np.int64),
        column_capacity,
        np.empty(pool, dtype=np.int64),
        column_count,
        np.ones(size, dtype=np.bool_),
        np.full(size, -1, dtype=np.int64),
        end_of_rows,
        end_of_columns,
        np.full(size + 1, -1, dtype=np.int64),
        np.full(size, -1, dtype=np.int64),
        np.full(size, -1, dtype=np.int64),
        0,
    )
    for j in range(size):
        for e in range(matrix.start[places[j]], matrix.start[places[j] + 1]):
            i = number[matrix.at[e]]
            if i >= 0:
                _append(nucleus, i, j, matrix.value[e], matrix.residue[e])
    for i in range(size - 1, -1, -1):  # so that the first rows come first in their lists
        _link(nucleus, i)
    return nucleus


def _link(nucleus: Nucleus, i: int) -> None:
    """Insert a row into the list of its length."""
    length = nucleus.row_length[i]
    following = nucleus.first_of_length[length]
    nucleus.before[i] = -1
    nucleus.after[i] = following
    if following >= 0:
        nucleus.before[following] = i
    nucleus.first_of_length[length] = i
    nucleus.shortest = min(nucleus.shortest, length)


def _unlink(nucleus: Nucleus, i: int) -> None:
    """Remove a row from the list of its length."""
    before = nucleus.before[i]
    after = nucleus.after[i]
    if before >= 0:
        nucleus.after[before] = after
    else:
        nucleus.first_of_length[nucleus.row_length[i]] = after
    if after >= 0:
        nucleus.before[after] = before


def _append(nucleus: Nucleus, i: int, j: int, value: float, residue: int) -> None:
    """Add an entry to a row and to the list of its column; both have space."""
    at = nucleus.row_start[i] + nucleus.row_length[i]
    nucleus.column[at] = j
    nucleus.value[at] = value
    nucleus.residue[at] = residue
    nucleus.row_length[i] += 1
    nucleus.column_rows[nucleus.column_start[j] + nucleus.column_length[j]] = i
    nucleus.column_length[j] += 1


def _remove(nucleus: Nucleus, i: int, at: int) -> None:
    """Remove an entry of a row; the last one takes its place."""
    last = nucleus.row_start[i] + nucleus.row_length[i] - 1
    nucleus.column[at] = nucleus.column[last]
    nucleus.value[at] = nucleus.value[last]
    nucleus.residue[at] = nucleus.residue[last]
    nucleus.row_length[i] -= 1


def _find(nucleus: Nucleus, i: int, j: int) -> int:
    """Return the position of the entry of row i in column j, -1 if there is none."""
    for at in range(nucleus.row_start[i], nucleus.row_start[i] + nucleus.row_length[i]):
        if nucleus.column[at] == j:
            return at
    return -1


def _choose(nucleus: Nucleus) -> tuple[int, int]:
    """Return the row of the next pivot and the position of its entry, or (-1, -1) if the matrix is singular."""
    shortest = nucleus.shortest
    while nucleus.first_of_length[shortest] < 0:
        shortest += 1
    nucleus.shortest = shortest
    row = nucleus.first_of_length[shortest]

    start = nucleus.row_start[row]
    largest = 0.0
    for at in range(start, start + shortest):
        if nucleus.residue[at] != 0:
            largest = max(largest, abs(nucleus.value[at]))

    best = -1
    fewest = 1 << 60
    for at in range(start, start + shortest):
        count = nucleus.column_count[nucleus.column[at]]
        if (
            count < fewest
            and nucleus.residue[at] != 0
            and abs(nucleus.value[at]) >= THRESHOLD * largest
        ):
            best = at
            fewest = count
    if best < 0:
        return -1, -1
    return row, best


def _subtract_row(
    nucleus: Nucleus, factors: Factors, i: int, pivot_row: int, factor: float, factor_residue: int
) -> bool:
    """Subtract a multiple of the pivot row from row i, counting lost digits; return False without space for fill."""
    needed = nucleus.row_length[i] + nucleus.row_length[pivot_row]
    if needed > nucleus.row_capacity[i] and not _move_row(nucleus, i, 2 * needed):
        return False

    # The entries of row i are found by their columns.
    start = nucleus.row_start[i]
    length = nucleus.row_length[i]
    for at in range(start, start + length):
        nucleus.at_of_column[nucleus.column[at]] = at

    for e in range(
        nucleus.row_start[pivot_row], nucleus.row_start[pivot_row] + nucleus.row_length[pivot_row]
    ):
        j = nucleus.column[e]
        term = factor * nucleus.value[e]
        term_residue = arithmetic.times(factor_residue, nucleus.residue[e])
        at = nucleus.at_of_column[j]
        if at >= 0:
            value = nucleus.value[at] - term
            residue = arithmetic.minus(nucleus.residue[at], term_residue)
            # A zero residue is a zero if the double is small, or no double is reliable any more. A small double with
            # another residue has lost its digits; it is not set to zero, since it may become a pivot.
            if residue == 0 and (abs(value) <= CANCELLED * abs(term) or factors.lost > 0):
                value = 0.0
            elif abs(value) <= LOST * abs(term):
                factors.lost += 1
                if value == 0.0:
                    value = ROUNDING * term
            nucleus.value[at] = value
            nucleus.residue[at] = residue
            continue

        if nucleus.column_length[j] == nucleus.column_capacity[j] and not _move_column(nucleus, j):
            return False
        _append(nucleus, i, j, -term, arithmetic.minus(0, term_residue))
        nucleus.column_count[j] += 1
    for at in range(start, start + length):
        nucleus.at_of_column[nucleus.column[at]] = -1

    # Remove what has cancelled; the last entry of the row takes its place, and is looked at next.
    at = start
    while at < start + nucleus.row_length[i]:
        if nucleus.residue[at] == 0 and nucleus.value[at] == 0.0:
            nucleus.column_count[nucleus.column[at]] -= 1
            _remove(nucleus, i, at)
        else:
            at += 1
    return True


def _move_row(nucleus: Nucleus, i: int, space: int) -> bool:
    """Move a row to the end of its pool, with more space; return False if the pool is full."""
    end = nucleus.end_of_rows
    if end + space > len(nucleus.column):
        return False
    start = nucleus.row_start[i]
    for offset in range(nucleus.row_length[i]):
        nucleus.column[end + offset] = nucleus.column[start + offset]
        nucleus.value[end + offset] = nucleus.value[start + offset]
        nucleus.residue[end + offset] = nucleus.residue[start + offset]
    nucleus.row_start[i] = end
    nucleus.row_capacity[i] = space
    nucleus.end_of_rows = end + space
    return True


def _move_column(nucleus: Nucleus, j: int) -> bool:
    """Move a column to the end of its pool, with twice the space; return False if the pool is full."""
    end = nucleus.end_of_columns
    space = 2 * nucleus.column_capacity[j]
    if end + space > len(nucleus.column_rows):
        return False
    start = nucleus.column_start[j]
    for offset in range(nucleus.column_length[j]):
        nucleus.column_rows[end + offset] = nucleus.column_rows[start + offset]
    nucleus.column_start[j] = end
    nucleus.column_capacity[j] = space
    nucleus.end_of_columns = end + space
    return True


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
    size = nucleus.size
    count = np.zeros(size, dtype=np.int64)
    for j in range(size):
        for e in range(matrix.start[nucleus.places[j]], matrix.start[nucleus.places[j] + 1]):
            if above[matrix.at[e]]:
                count[pivot_of_column[j]] += 1
    for i in range(size):
        for at in range(nucleus.row_start[i], nucleus.row_start[i] + nucleus.row_length[i]):
            count[pivot_of_column[nucleus.column[at]]] += 1

    for step in range(size):
        factors.upper.start[first_pivot + step] = used
        used += count[step]
    factors.upper.start[first_pivot + size] = used
    if used > len(factors.upper.at):
        return FULL

    # The next free place in the list of each column.
    free = np.array(factors.upper.start[first_pivot : first_pivot + size])
    for j in range(size):
        step = pivot_of_column[j]
        for e in range(matrix.start[nucleus.places[j]], matrix.start[nucleus.places[j] + 1]):
            if above[matrix.at[e]]:
                tables.put(
                    factors.upper, free[step], matrix.at[e], matrix.value[e], matrix.residue[e]
                )
                free[step] += 1

    for row in range(size):
        i = row_of_pivot[row]
        for at in range(nucleus.row_start[i], nucleus.row_start[i] + nucleus.row_length[i]):
            step = pivot_of_column[nucleus.column[at]]
            tables.put(
                factors.upper, free[step], nucleus.rows[i], nucleus.value[at], nucleus.residue[at]
            )
            free[step] += 1
    return size
