"""Sparse solves with a factored basis after column replacements: the middle product form.

The replacements stand between L and U: B = L T₁ ... Tₜ U, where Tᵢ = I + (ã - u) ẽᵀ. For a column a that enters at
place p, ã is the intermediate result of FTRAN for a before U, u is the column of U at place p when B was factored, and
ẽ is the intermediate result of BTRAN for the unit vector of place p after U. All are far sparser than B⁻¹a.

References
----------
Q. Huangfu & J. A. J. Hall, Novel update techniques for the revised simplex method, Computational Optimization and
Applications 60 (2015): the middle product form.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from seqform.backends.linalg.compiled import compiled, compiled_part
from seqform.backends.linalg.tables import CANCELLED, Entries, OrderedFactors, inverse, minus, plus, times
from seqform.models.numbers.exact import Floats, Ints

WORD = 8


class Updates(NamedTuple):
    """Column replacements since a basis was factored, with rows and columns numbered by its pivots.

    Attributes
    ----------
    number : ndarray of int, shape (1,)
    pivot : ndarray of float, shape (most,)
    pivot_inverse : ndarray of int, shape (most,)
    columns, rows : Entries
        ã - u and ẽ.
    """

    number: Ints
    pivot: Floats
    pivot_inverse: Ints
    columns: Entries
    rows: Entries


class SparseVector(NamedTuple):
    """A vector with flags for its nonzero entries.

    Attributes
    ----------
    value : ndarray of float, shape (m,)
    residue : ndarray of int, shape (m,)
    flag : ndarray of uint8, shape (m rounded up,)
        1 wherever the entry may be nonzero.
    words : ndarray of uint64
        The same memory, eight flags at a time.
    """

    value: Floats
    residue: Ints
    flag: npt.NDArray[np.uint8]
    words: npt.NDArray[np.uint64]


class Listed(NamedTuple):
    """The nonzero entries of a sparse vector.

    Attributes
    ----------
    number : ndarray of int, shape (1,)
    at : ndarray of int, shape (m,)
    value : ndarray of float, shape (m,)
    residue : ndarray of int, shape (m,)
    """

    number: Ints
    at: Ints
    value: Floats
    residue: Ints


def new_updates(most: int, capacity: int) -> Updates:
    """Return space for a number of replacements with a total number of entries."""
    return Updates(
        np.zeros(1, dtype=np.int64),
        np.zeros(most),
        np.zeros(most, dtype=np.int64),
        _new_entries(most, capacity),
        _new_entries(most, capacity),
    )


def _new_entries(most: int, capacity: int) -> Entries:
    whole = np.zeros(capacity, dtype=np.int64)
    return Entries(np.zeros(most + 1, dtype=np.int64), whole, np.zeros(capacity), whole.copy())


def new_sparse_vector(m: int) -> SparseVector:
    """Return a zero vector."""
    flag = np.zeros(-(-m // WORD) * WORD, dtype=np.uint8)
    return SparseVector(np.zeros(m), np.zeros(m, dtype=np.int64), flag, flag.view(np.uint64))


def new_listed(m: int) -> Listed:
    """Return an empty list with space for m entries."""
    whole = np.zeros(m, dtype=np.int64)
    return Listed(np.zeros(1, dtype=np.int64), whole, np.zeros(m), whole.copy())


@compiled
def solve_sparse(
    factors: OrderedFactors, updates: Updates, vector: SparseVector, halfway: Listed, solution: Listed
) -> None:
    """Solve B x = a: FTRAN.

    Parameters
    ----------
    factors, updates
        Of B.
    vector : SparseVector
        a, by pivots: the entry of a row is at ``factors.of_row[row]``. Zero afterwards.
    halfway : Listed
        Receives ã, by pivots.
    solution : Listed
        Receives x, by places.
    """
    _pass_upwards(factors.lower_columns, vector)
    for t in range(updates.number[0]):
        _apply(updates, t, updates.rows, updates.columns, vector)
    _list(vector, halfway)
    _pass_downwards_divided(factors, vector, solution)


@compiled
def solve_sparse_transposed(
    factors: OrderedFactors, updates: Updates, vector: SparseVector, halfway: Listed, solution: Listed
) -> None:
    """Solve Bᵀ y = c: BTRAN.

    Parameters
    ----------
    factors, updates
        Of B.
    vector : SparseVector
        c, by pivots: the entry of a place is at ``factors.of_place[place]``. Zero afterwards.
    halfway : Listed
        Receives ẽ, by pivots.
    solution : Listed
        Receives y, by rows.
    """
    _pass_upwards_divided(factors, vector)
    _list(vector, halfway)
    for t in range(updates.number[0] - 1, -1, -1):
        _apply(updates, t, updates.columns, updates.rows, vector)
    _pass_downwards(factors, vector, solution)


@compiled
def replace_column(
    factors: OrderedFactors, updates: Updates, place: int, entering: Listed, leaving: Listed, scratch: SparseVector
) -> None:
    """Record that a column enters at a place.

    Parameters
    ----------
    factors, updates
        Of the basis so far.
    entering : Listed
        `halfway` of `solve_sparse` for the entering column.
    leaving : Listed
        `halfway` of `solve_sparse_transposed` for the unit vector of the place.
    scratch : SparseVector
        Zero, before and afterwards.
    """
    number = updates.number[0]
    pivot, pivot_residue = 0.0, 0
    for t in range(entering.number[0]):
        _set(scratch, entering.at[t], entering.value[t], entering.residue[t])
    for t in range(leaving.number[0]):
        k = leaving.at[t]
        pivot += leaving.value[t] * scratch.value[k]
        pivot_residue = plus(pivot_residue, times(leaving.residue[t], scratch.residue[k]))
    k = factors.of_place[place]
    upper = factors.upper_columns
    _subtract(scratch, k, 1.0, 1, factors.pivot[k], inverse(factors.pivot_inverse[k]))
    for e in range(upper.start[k], upper.start[k + 1]):
        _subtract(scratch, upper.at[e], 1.0, 1, upper.value[e], upper.residue[e])
    _append(updates.columns, number, scratch)
    for t in range(leaving.number[0]):
        _set(scratch, leaving.at[t], leaving.value[t], leaving.residue[t])
    _append(updates.rows, number, scratch)
    updates.pivot[number] = pivot
    updates.pivot_inverse[number] = inverse(pivot_residue)
    updates.number[0] = number + 1


@compiled_part
def _append(entries: Entries, number: int, vector: SparseVector) -> None:
    """Move a vector to the end of the entries."""
    used = entries.start[number]
    for word in range(len(vector.words)):
        if vector.words[word] == 0:
            continue
        vector.words[word] = 0
        for k in range(word * WORD, min((word + 1) * WORD, len(vector.value))):
            value, residue = vector.value[k], vector.residue[k]
            if value == 0.0 and residue == 0:
                continue
            vector.value[k] = 0.0
            vector.residue[k] = 0
            entries.at[used] = k
            entries.value[used] = value
            entries.residue[used] = residue
            used += 1
    entries.start[number + 1] = used


@compiled_part
def _apply(updates: Updates, t: int, along: Entries, across: Entries, vector: SparseVector) -> None:
    """Subtract `across` times the product with `along`, over the pivot, of one update."""
    product, residue, largest = 0.0, 0, 0.0
    for e in range(along.start[t], along.start[t + 1]):
        k = along.at[e]
        if vector.flag[k]:
            product += along.value[e] * vector.value[k]
            residue = plus(residue, times(along.residue[e], vector.residue[k]))
            largest = max(largest, abs(along.value[e] * vector.value[k]))
    if residue == 0 and abs(product) <= CANCELLED * largest:
        return
    product /= updates.pivot[t]
    residue = times(residue, updates.pivot_inverse[t])
    for e in range(across.start[t], across.start[t + 1]):
        _subtract(vector, across.at[e], product, residue, across.value[e], across.residue[e])


@compiled_part
def _set(vector: SparseVector, k: int, value: float, residue: int) -> None:
    vector.value[k] = value
    vector.residue[k] = residue
    vector.flag[k] = 1


@compiled_part
def _subtract(vector: SparseVector, k: int, value: float, residue: int, entry: float, entry_residue: int) -> None:
    """Subtract a product from an entry; set exact zeros."""
    term = value * entry
    difference = vector.value[k] - term
    left = minus(vector.residue[k], times(residue, entry_residue))
    if left == 0 and abs(difference) <= CANCELLED * abs(term):
        difference = 0.0
    vector.value[k] = difference
    vector.residue[k] = left
    vector.flag[k] = 1


@compiled_part
def _list(vector: SparseVector, listed: Listed) -> None:
    """List the nonzero entries."""
    used = 0
    for word in range(len(vector.words)):
        if vector.words[word] == 0:
            continue
        for k in range(word * WORD, min((word + 1) * WORD, len(vector.value))):
            if vector.flag[k] and (vector.value[k] != 0.0 or vector.residue[k] != 0):
                listed.at[used] = k
                listed.value[used] = vector.value[k]
                listed.residue[used] = vector.residue[k]
                used += 1
    listed.number[0] = used


@compiled_part
def _pass_upwards(columns: Entries, vector: SparseVector) -> None:
    """Solve with a unit triangular matrix whose columns reach to later pivots."""
    for word in range(len(vector.words)):
        if vector.words[word] == 0:
            continue
        for k in range(word * WORD, min((word + 1) * WORD, len(vector.value))):
            if not vector.flag[k]:
                continue
            value, residue = vector.value[k], vector.residue[k]
            if value == 0.0 and residue == 0:
                continue
            for e in range(columns.start[k], columns.start[k + 1]):
                _subtract(vector, columns.at[e], value, residue, columns.value[e], columns.residue[e])


@compiled_part
def _pass_upwards_divided(factors: OrderedFactors, vector: SparseVector) -> None:
    """Solve with Uᵀ."""
    rows = factors.upper_rows
    for word in range(len(vector.words)):
        if vector.words[word] == 0:
            continue
        for k in range(word * WORD, min((word + 1) * WORD, len(vector.value))):
            if not vector.flag[k]:
                continue
            value, residue = vector.value[k], vector.residue[k]
            if value == 0.0 and residue == 0:
                continue
            value /= factors.pivot[k]
            residue = times(residue, factors.pivot_inverse[k])
            vector.value[k] = value
            vector.residue[k] = residue
            for e in range(rows.start[k], rows.start[k + 1]):
                _subtract(vector, rows.at[e], value, residue, rows.value[e], rows.residue[e])


@compiled_part
def _pass_downwards(factors: OrderedFactors, vector: SparseVector, solution: Listed) -> None:
    """Solve with Lᵀ, list the solution by rows, and leave zeros."""
    rows, used = factors.lower_rows, 0
    for word in range(len(vector.words) - 1, -1, -1):
        if vector.words[word] == 0:
            continue
        for k in range(min((word + 1) * WORD, len(vector.value)) - 1, word * WORD - 1, -1):
            if not vector.flag[k]:
                continue
            value, residue = vector.value[k], vector.residue[k]
            if value == 0.0 and residue == 0:
                continue
            vector.value[k] = 0.0
            vector.residue[k] = 0
            solution.at[used] = factors.row[k]
            solution.value[used] = value
            solution.residue[used] = residue
            used += 1
            for e in range(rows.start[k], rows.start[k + 1]):
                _subtract(vector, rows.at[e], value, residue, rows.value[e], rows.residue[e])
        vector.words[word] = 0
    solution.number[0] = used


@compiled_part
def _pass_downwards_divided(factors: OrderedFactors, vector: SparseVector, solution: Listed) -> None:
    """Solve with U, list the solution by places, and leave zeros."""
    columns, used = factors.upper_columns, 0
    for word in range(len(vector.words) - 1, -1, -1):
        if vector.words[word] == 0:
            continue
        for k in range(min((word + 1) * WORD, len(vector.value)) - 1, word * WORD - 1, -1):
            if not vector.flag[k]:
                continue
            value, residue = vector.value[k], vector.residue[k]
            if value == 0.0 and residue == 0:
                continue
            vector.value[k] = 0.0
            vector.residue[k] = 0
            value /= factors.pivot[k]
            residue = times(residue, factors.pivot_inverse[k])
            solution.at[used] = factors.place[k]
            solution.value[used] = value
            solution.residue[used] = residue
            used += 1
            for e in range(columns.start[k], columns.start[k + 1]):
                _subtract(vector, columns.at[e], value, residue, columns.value[e], columns.residue[e])
        vector.words[word] = 0
    solution.number[0] = used
