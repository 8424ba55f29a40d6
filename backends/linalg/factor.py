"""Sparse LU factorization of a basis and solves with it, in doubles and residues at once.

Bases of game problems are triangular except for a small nucleus. Columns and then rows with a single
entry are pivots that need no arithmetic; the rest is eliminated by `nucleus`.

References
----------
I. S. Duff, A. M. Erisman & J. K. Reid, Direct Methods for Sparse Matrices (2nd ed., 2017), chapters 5, 7 and 10.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from seqform.backends.linalg.compiled import compiled, compiled_part
from seqform.backends.linalg.nucleus import eliminate_nucleus
from seqform.backends.linalg.tables import (
    CANCELLED,
    FULL,
    NO_SPACE,
    Changes,
    Factors,
    Matrix,
    minus,
    set_pivot,
    times,
)
from seqform.models.numbers.exact import Floats, Ints


@compiled
def solve(factors: Factors, changes: Changes, work: Floats, work_residue: Ints, x: Floats, x_residue: Ints) -> None:
    """Solve B x = a: FTRAN.

    Parameters
    ----------
    factors, changes
        Of the block B of m rows.
    work, work_residue : ndarray, shape (m,)
        a by rows; zero afterwards.
    x, x_residue : ndarray, shape (m,)
        Receives x by places.
    """
    for t in range(factors.num_lower[0]):
        row = factors.pivot_row[factors.lower_pivots[t]]
        value, residue = work[row], work_residue[row]
        if residue == 0 and value == 0.0:
            continue
        for e in range(factors.lower_start[t], factors.lower_start[t + 1]):
            _subtract(
                work, work_residue, factors.lower_row[e], value, residue, factors.lower[e], factors.lower_residue[e]
            )
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
        for e in range(factors.upper_start[k], factors.upper_start[k + 1]):
            _subtract(
                work, work_residue, factors.upper_row[e], value, residue, factors.upper[e], factors.upper_residue[e]
            )
    for t in range(changes.number[0]):
        place = changes.place[t]
        value, residue = x[place], x_residue[place]
        if residue == 0 and value == 0.0:
            continue
        value /= changes.pivot[t]
        residue = times(residue, changes.pivot_inverse[t])
        x[place] = value
        x_residue[place] = residue
        for e in range(changes.start[t], changes.start[t + 1]):
            _subtract(x, x_residue, changes.places[e], value, residue, changes.entry[e], changes.residue[e])


@compiled_part
def _subtract(
    vector: Floats, vector_residue: Ints, at: int, value: float, residue: int, entry: float, entry_residue: int
) -> None:
    """Subtract a product from a number; set exact zeros."""
    term = value * entry
    difference = vector[at] - term
    left = minus(vector_residue[at], times(residue, entry_residue))
    if left == 0 and abs(difference) <= CANCELLED * abs(term):
        difference = 0.0
    vector[at] = difference
    vector_residue[at] = left


@compiled
def solve_transposed(
    factors: Factors, changes: Changes, c: Floats, c_residue: Ints, y: Floats, y_residue: Ints
) -> None:
    """Solve Bᵀ y = c: BTRAN.

    Parameters
    ----------
    factors, changes
        Of the block B of m rows.
    c, c_residue : ndarray, shape (m,)
        By places; overwritten.
    y, y_residue : ndarray, shape (m,)
        Receives y by rows.
    """
    for t in range(changes.number[0] - 1, -1, -1):
        place = changes.place[t]
        value, residue = c[place], c_residue[place]
        for e in range(changes.start[t], changes.start[t + 1]):
            at = changes.places[e]
            value -= changes.entry[e] * c[at]
            residue = minus(residue, times(changes.residue[e], c_residue[at]))
        c[place] = value / changes.pivot[t]
        c_residue[place] = times(residue, changes.pivot_inverse[t])
    for k in range(len(factors.pivot_row)):
        place = factors.pivot_place[k]
        value, residue = c[place], c_residue[place]
        for e in range(factors.upper_start[k], factors.upper_start[k + 1]):
            row = factors.upper_row[e]
            value -= factors.upper[e] * y[row]
            residue = minus(residue, times(factors.upper_residue[e], y_residue[row]))
        row = factors.pivot_row[k]
        y[row] = value / factors.pivot[k]
        y_residue[row] = times(residue, factors.pivot_inverse[k])
    for t in range(factors.num_lower[0] - 1, -1, -1):
        row = factors.pivot_row[factors.lower_pivots[t]]
        value, residue = y[row], y_residue[row]
        for e in range(factors.lower_start[t], factors.lower_start[t + 1]):
            other = factors.lower_row[e]
            value -= factors.lower[e] * y[other]
            residue = minus(residue, times(factors.lower_residue[e], y_residue[other]))
        y[row] = value
        y_residue[row] = residue


@compiled
def factor(matrix: Matrix, factors: Factors) -> int:
    """Factor a basis block.

    Returns
    -------
    int
        The number of rows of the nucleus; `SINGULAR`, or `FULL` if the factors need more space.
    """
    m = len(matrix.start) - 1
    row_start, row_places = _by_rows(matrix, m)
    row_done = np.zeros(m, dtype=np.bool_)
    place_done = np.zeros(m, dtype=np.bool_)
    pivots = _peel_columns(matrix, factors, row_start, row_places, row_done, place_done)
    upper = _copy_upper(matrix, factors, 0, pivots, row_done, 0)
    if upper < 0:
        return FULL
    after_columns = row_done.copy()
    peeled = _peel_rows(matrix, factors, row_start, row_places, row_done, place_done, pivots)
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
def _by_rows(matrix: Matrix, m: int) -> tuple[Ints, Ints]:
    """Return, for every row, the places of the columns with an entry there."""
    row_start = np.zeros(m + 1, dtype=np.int64)
    for e in range(matrix.start[m]):
        row_start[matrix.rows[e] + 1] += 1
    for row in range(m):
        row_start[row + 1] += row_start[row]
    free = row_start[:m].copy()
    places = np.empty(matrix.start[m], dtype=np.int64)
    for place in range(m):
        for e in range(matrix.start[place], matrix.start[place + 1]):
            row = matrix.rows[e]
            places[free[row]] = place
            free[row] += 1
    return row_start, places


@compiled_part
def _peel_columns(
    matrix: Matrix,
    factors: Factors,
    row_start: Ints,
    row_places: Ints,
    row_done: npt.NDArray[np.bool_],
    place_done: npt.NDArray[np.bool_],
) -> int:
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
            row = matrix.rows[e]
            if row_done[row]:
                continue
            row_done[row] = True
            place_done[place] = True
            set_pivot(factors, k, row, place, matrix.doubles[e], matrix.residues[e])
            k += 1
            for at in range(row_start[row], row_start[row + 1]):
                other = row_places[at]
                length[other] -= 1
                if length[other] == 1 and not place_done[other]:
                    queue[waiting] = other
                    waiting += 1
            break
    return k


@compiled_part
def _peel_rows(
    matrix: Matrix,
    factors: Factors,
    row_start: Ints,
    row_places: Ints,
    row_done: npt.NDArray[np.bool_],
    place_done: npt.NDArray[np.bool_],
    k: int,
) -> int:
    """Pivot on rows with one entry in the remaining columns; return the number of pivots so far, or `FULL`."""
    m = len(row_done)
    length = np.zeros(m, dtype=np.int64)
    queue = np.empty(m, dtype=np.int64)
    waiting = 0
    for row in range(m):
        if row_done[row]:
            continue
        for at in range(row_start[row], row_start[row + 1]):
            if not place_done[row_places[at]]:
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
        for at in range(row_start[row], row_start[row + 1]):
            if not place_done[row_places[at]]:
                place = row_places[at]
                break
        if place < 0:
            continue  # its only column belongs to another pivot: singular, detected in the nucleus
        row_done[row] = True
        place_done[place] = True
        begin, end = matrix.start[place], matrix.start[place + 1]
        for e in range(begin, end):
            if matrix.rows[e] == row:
                set_pivot(factors, k, row, place, matrix.doubles[e], matrix.residues[e])
                break
        first = used
        for e in range(begin, end):
            other = matrix.rows[e]
            if row_done[other]:
                continue
            if used == len(factors.lower_row):
                return FULL
            factors.lower_row[used] = other
            factors.lower[used] = matrix.doubles[e] / factors.pivot[k]
            factors.lower_residue[used] = times(matrix.residues[e], factors.pivot_inverse[k])
            used += 1
            length[other] -= 1
            if length[other] == 1:
                queue[waiting] = other
                waiting += 1
        if used > first:
            factors.lower_pivots[multipliers] = k
            factors.lower_start[multipliers] = first
            multipliers += 1
        k += 1
    factors.lower_start[multipliers] = used
    factors.num_lower[0] = multipliers
    return k


@compiled_part
def _copy_upper(
    matrix: Matrix,
    factors: Factors,
    first: int,
    last: int,
    above: npt.NDArray[np.bool_],
    used: int,
) -> int:
    """Copy the entries of peeled columns in earlier pivot rows; return the space used so far, or `FULL`."""
    for k in range(first, last):
        factors.upper_start[k] = used
        place, own = factors.pivot_place[k], factors.pivot_row[k]
        for e in range(matrix.start[place], matrix.start[place + 1]):
            row = matrix.rows[e]
            if row == own or not above[row]:
                continue
            if used == len(factors.upper_row):
                return FULL
            factors.upper_row[used] = row
            factors.upper[used] = matrix.doubles[e]
            factors.upper_residue[used] = matrix.residues[e]
            used += 1
    factors.upper_start[last] = used
    return used
