"""Solving with the factors of a basis block, from both sides."""

from __future__ import annotations

from seqform.backends.factors.compiled import compiled, compiled_part
from seqform.backends.factors.factor_tables import CANCELLED, Changes, Factors
from seqform.backends.factors.residues import minus, times
from seqform.models.exact import Floats, Ints


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
    """Subtract a product from a number, and recognise an exact zero."""
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
