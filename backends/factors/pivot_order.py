"""L and U numbered by pivots, by columns and by rows, so that solves from both sides can skip what is zero."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from seqform.backends.factors.compiled import compiled, compiled_part
from seqform.backends.factors.factor_tables import Factors
from seqform.models.exact import Floats, Ints


class Entries(NamedTuple):
    """Lists of numbers, the k-th at ``start[k] : start[k + 1]``.

    Attributes
    ----------
    start : ndarray of int, shape (m + 1,)
    at : ndarray of int, shape (capacity,)
    value : ndarray of float, shape (capacity,)
    residue : ndarray of int, shape (capacity,)
    """

    start: Ints
    at: Ints
    value: Floats
    residue: Ints


class OrderedFactors(NamedTuple):
    """The factors of a basis, L with ones on its diagonal, rows and columns both in the order of the pivots.

    Attributes
    ----------
    lower_columns, lower_rows, upper_columns, upper_rows : Entries
        What L and U have beside the diagonal.
    pivot : ndarray of float, shape (m,)
    pivot_inverse : ndarray of int, shape (m,)
    row, place : ndarray of int, shape (m,)
        Of each pivot.
    of_row, of_place : ndarray of int, shape (m,)
        The pivot of each row and of each place.
    """

    lower_columns: Entries
    lower_rows: Entries
    upper_columns: Entries
    upper_rows: Entries
    pivot: Floats
    pivot_inverse: Ints
    row: Ints
    place: Ints
    of_row: Ints
    of_place: Ints


@compiled
def ordered(factors: Factors) -> OrderedFactors:
    """Return the factors in the order of the pivots."""
    m = len(factors.pivot_row)
    of_row = np.empty(m, dtype=np.int64)
    of_place = np.empty(m, dtype=np.int64)
    for k in range(m):
        of_row[factors.pivot_row[k]] = k
        of_place[factors.pivot_place[k]] = k
    lower_start = np.zeros(m + 1, dtype=np.int64)
    for t in range(factors.num_lower[0]):
        lower_start[factors.lower_pivots[t] + 1] = factors.lower_start[t + 1] - factors.lower_start[t]
    for k in range(m):
        lower_start[k + 1] += lower_start[k]
    lower = Entries(
        lower_start,
        of_row[factors.lower_row[: lower_start[m]]],
        factors.lower[: lower_start[m]].copy(),
        factors.lower_residue[: lower_start[m]].copy(),
    )
    used = factors.upper_start[m]
    upper = Entries(
        factors.upper_start.copy(),
        of_row[factors.upper_row[:used]],
        factors.upper[:used].copy(),
        factors.upper_residue[:used].copy(),
    )
    return OrderedFactors(
        lower,
        _transposed(lower, m),
        upper,
        _transposed(upper, m),
        factors.pivot.copy(),
        factors.pivot_inverse.copy(),
        factors.pivot_row.copy(),
        factors.pivot_place.copy(),
        of_row,
        of_place,
    )


@compiled_part
def _transposed(entries: Entries, m: int) -> Entries:
    start = np.zeros(m + 1, dtype=np.int64)
    for at in entries.at:
        start[at + 1] += 1
    for k in range(m):
        start[k + 1] += start[k]
    free = start[:m].copy()
    size = len(entries.at)
    index = np.empty(size, dtype=np.int64)
    value = np.empty(size)
    residue = np.empty(size, dtype=np.int64)
    for k in range(m):
        for e in range(entries.start[k], entries.start[k + 1]):
            to = free[entries.at[e]]
            free[entries.at[e]] += 1
            index[to] = k
            value[to] = entries.value[e]
            residue[to] = entries.residue[e]
    return Entries(start, index, value, residue)
