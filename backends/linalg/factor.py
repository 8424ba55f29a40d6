"""Sparse LU factorization of a basis and solves with it, in doubles and residues at once.

Bases of game problems are triangular except for a small nucleus. Columns and then rows with a single
entry are pivots that need no arithmetic; the rest is eliminated by `nucleus`.

References
----------
I. S. Duff, A. M. Erisman & J. K. Reid, Direct Methods for Sparse Matrices (2nd ed., 2017), chapters 5, 7 and 10.
"""

from __future__ import annotations

import numpy as np

from seqform.backends.linalg.compiled import compiled, compiled_part
from seqform.backends.linalg.nucleus import eliminate_nucleus
from seqform.backends.linalg.tables import (
    FULL,
    NO_SPACE,
    Changes,
    Entries,
    Factors,
    minus,
    put,
    set_pivot,
    subtract,
    times,
    transposed,
)
from seqform.models.numbers.exact import Floats, Ints, Mask


@compiled
def solve(factors: Factors, changes: Changes, work: Floats, work_residue: Ints, x: Floats, x_residue: Ints) -> None:
    """Solve B x = a for a block of m rows: FTRAN.

    `work` and its residues, shape (m,), hold a by rows, and zeros afterwards; x is by places.
    """
    lower, upper, columns = factors.lower, factors.upper, changes.columns
    for t in range(factors.num_lower[0]):
        row = factors.pivot_row[factors.lower_pivots[t]]
        value, residue = work[row], work_residue[row]
        if residue == 0 and value == 0.0:
            continue
        for e in range(lower.start[t], lower.start[t + 1]):
            subtract(work, work_residue, lower.at[e], value, residue, lower.value[e], lower.residue[e])
    for k in range(len(factors.pivot_row) - 1, -1, -1):
        row, place = factors.pivot_row[k], factors.pivot_place[k]
        value, residue = work[row], work_residue[row]
        if residue == 0 and value == 0.0:
            x[place] = 0.0
            x_residue[place] = 0
            continue
        work[row] = 0.0
        work_residue[row] = 0
        value /= factors.pivot[k]
        residue = times(residue, factors.pivot_inverse[k])
        x[place] = value
        x_residue[place] = residue
        for e in range(upper.start[k], upper.start[k + 1]):
            subtract(work, work_residue, upper.at[e], value, residue, upper.value[e], upper.residue[e])
    for t in range(changes.number[0]):
        place = changes.place[t]
        value, residue = x[place], x_residue[place]
        if residue == 0 and value == 0.0:
            continue
        value /= changes.pivot[t]
        residue = times(residue, changes.pivot_inverse[t])
        x[place] = value
        x_residue[place] = residue
        for e in range(columns.start[t], columns.start[t + 1]):
            subtract(x, x_residue, columns.at[e], value, residue, columns.value[e], columns.residue[e])


@compiled
def solve_transposed(
    factors: Factors, changes: Changes, c: Floats, c_residue: Ints, y: Floats, y_residue: Ints
) -> None:
    """Solve Bᵀ y = c for a block of m rows: BTRAN.

    c, shape (m,), is by places, and overwritten; y is by rows.
    """
    lower, upper, columns = factors.lower, factors.upper, changes.columns
    for t in range(changes.number[0] - 1, -1, -1):
        place = changes.place[t]
        value, residue = _less_product(columns, t, c[place], c_residue[place], c, c_residue)
        c[place] = value / changes.pivot[t]
        c_residue[place] = times(residue, changes.pivot_inverse[t])
    for k in range(len(factors.pivot_row)):
        place, row = factors.pivot_place[k], factors.pivot_row[k]
        value, residue = _less_product(upper, k, c[place], c_residue[place], y, y_residue)
        y[row] = value / factors.pivot[k]
        y_residue[row] = times(residue, factors.pivot_inverse[k])
    for t in range(factors.num_lower[0] - 1, -1, -1):
        row = factors.pivot_row[factors.lower_pivots[t]]
        y[row], y_residue[row] = _less_product(lower, t, y[row], y_residue[row], y, y_residue)


@compiled_part
def _less_product(
    entries: Entries, t: int, value: float, residue: int, vector: Floats, vector_residue: Ints
) -> tuple[float, int]:
    """Return a number less the inner product of the t-th list with a vector."""
    for e in range(entries.start[t], entries.start[t + 1]):
        at = entries.at[e]
        value -= entries.value[e] * vector[at]
        residue = minus(residue, times(entries.residue[e], vector_residue[at]))
    return value, residue


@compiled
def factor(matrix: Entries, factors: Factors) -> int:
    """Factor a basis block, given by its columns; return the number of rows of the nucleus, `SINGULAR` or `FULL`."""
    m = len(matrix.start) - 1
    by_rows = transposed(matrix, m)
    row_done = np.zeros(m, dtype=np.bool_)
    place_done = np.zeros(m, dtype=np.bool_)
    pivots = _peel_columns(matrix, factors, by_rows, row_done, place_done)
    upper = _copy_upper(matrix, factors, 0, pivots, row_done, 0)
    if upper < 0:
        return FULL
    after_columns = row_done.copy()
    peeled = _peel_rows(matrix, factors, by_rows, row_done, place_done, pivots)
    if peeled < 0:
        return FULL
    upper = _copy_upper(matrix, factors, pivots, peeled, after_columns, upper)
    if upper < 0:
        return FULL
    if peeled == m:
        return 0
    doublings, size = 0, NO_SPACE
    while size == NO_SPACE:
        space = 4 << doublings
        size = eliminate_nucleus(matrix, factors, row_done, place_done, after_columns, peeled, upper, space)
        doublings += 1
    return size


@compiled_part
def _peel_columns(matrix: Entries, factors: Factors, by_rows: Entries, row_done: Mask, place_done: Mask) -> int:
    """Pivot on columns with one entry in the remaining rows; return the number of pivots."""
    m = len(row_done)
    length = np.empty(m, dtype=np.int64)
    queue = np.empty(m, dtype=np.int64)
    waiting = 0
    for place in range(m):
        length[place] = matrix.start[place + 1] - matrix.start[place]
        if length[place] == 1:
            queue[waiting] = place
            waiting += 1
    k, head = 0, 0
    while head < waiting:
        place = queue[head]
        head += 1
        for e in range(matrix.start[place], matrix.start[place + 1]):
            row = matrix.at[e]
            if row_done[row]:
                continue
            row_done[row] = True
            place_done[place] = True
            set_pivot(factors, k, row, place, matrix.value[e], matrix.residue[e])
            k += 1
            for at in range(by_rows.start[row], by_rows.start[row + 1]):
                other = by_rows.at[at]
                length[other] -= 1
                if length[other] == 1 and not place_done[other]:
                    queue[waiting] = other
                    waiting += 1
            break
    return k


@compiled_part
def _peel_rows(matrix: Entries, factors: Factors, by_rows: Entries, row_done: Mask, place_done: Mask, k: int) -> int:
    """Pivot on rows with one entry in the remaining columns; return the number of pivots so far, or `FULL`."""
    m = len(row_done)
    length = np.zeros(m, dtype=np.int64)
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
    head, multipliers, used = 0, 0, 0
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
        begin, end = matrix.start[place], matrix.start[place + 1]
        for e in range(begin, end):
            if matrix.at[e] == row:
                set_pivot(factors, k, row, place, matrix.value[e], matrix.residue[e])
                break
        first = used
        for e in range(begin, end):
            other = matrix.at[e]
            if row_done[other]:
                continue
            if used == len(factors.lower.at):
                return FULL
            multiplier, residue = matrix.value[e] / factors.pivot[k], times(matrix.residue[e], factors.pivot_inverse[k])
            put(factors.lower, used, other, multiplier, residue)
            used += 1
            length[other] -= 1
            if length[other] == 1:
                queue[waiting] = other
                waiting += 1
        if used > first:
            factors.lower_pivots[multipliers] = k
            factors.lower.start[multipliers] = first
            multipliers += 1
        k += 1
    factors.lower.start[multipliers] = used
    factors.num_lower[0] = multipliers
    return k


@compiled_part
def _copy_upper(matrix: Entries, factors: Factors, first: int, last: int, above: Mask, used: int) -> int:
    """Copy the entries of peeled columns in earlier pivot rows; return the space used so far, or `FULL`."""
    for k in range(first, last):
        factors.upper.start[k] = used
        place, own = factors.pivot_place[k], factors.pivot_row[k]
        for e in range(matrix.start[place], matrix.start[place + 1]):
            row = matrix.at[e]
            if row == own or not above[row]:
                continue
            if used == len(factors.upper.at):
                return FULL
            put(factors.upper, used, row, matrix.value[e], matrix.residue[e])
            used += 1
    factors.upper.start[last] = used
    return used
