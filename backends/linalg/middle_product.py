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

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from seqform.backends.linalg import arithmetic
from seqform.backends.linalg.arithmetic import CANCELLED
from seqform.backends.linalg.tables import Entries, OrderedFactors, new_entries
from seqform.models.numbers.exact import Floats, Ints

WORD = 8
"""Flags of a sparse vector that are read at once: most words of eight are zero."""


@dataclass(eq=False)
class Updates:
    """Column replacements since a basis was factored, with rows and columns numbered by its pivots."""

    number: int
    pivot: Floats  # shape (most,)
    pivot_inverse: Ints
    columns: Entries  # ã - u
    rows: Entries  # ẽ


@dataclass(eq=False)
class SparseVector:
    """A vector with flags for its nonzero entries."""

    value: Floats  # shape (m,)
    residue: Ints
    flag: npt.NDArray[np.uint8]  # shape (m rounded up,), 1 wherever the entry may be nonzero
    words: npt.NDArray[np.uint64]  # the same memory, eight flags at a time


@dataclass(eq=False)
class Listed:
    """The nonzero entries of a sparse vector."""

    number: int
    at: Ints  # shape (m,)
    value: Floats
    residue: Ints


def new_updates(most: int, capacity: int) -> Updates:
    """Return space for a number of replacements with a total number of entries."""
    columns = new_entries(most, capacity)
    rows = new_entries(most, capacity)
    return Updates(0, np.zeros(most), np.zeros(most, dtype=np.int64), columns, rows)


def new_sparse_vector(m: int) -> SparseVector:
    """Return a zero vector."""
    flag = np.zeros(-(-m // WORD) * WORD, dtype=np.uint8)
    return SparseVector(np.zeros(m), np.zeros(m, dtype=np.int64), flag, flag.view(np.uint64))


def new_listed(m: int) -> Listed:
    """Return an empty list with space for m entries."""
    return Listed(0, np.zeros(m, dtype=np.int64), np.zeros(m), np.zeros(m, dtype=np.int64))


def solve_sparse(
    factors: OrderedFactors,
    updates: Updates,
    vector: SparseVector,
    halfway: Listed,
    solution: Listed,
) -> None:
    """Solve B x = a: FTRAN.

    `vector` is a by pivots, the entry of a row at ``factors.of_row[row]``, and zero afterwards. `halfway` receives ã,
    by pivots, and `solution` x, by places.
    """
    _pass_upwards(factors, factors.lower_columns, vector, False)
    for t in range(updates.number):
        _apply(updates, t, updates.rows, updates.columns, vector)
    halfway.number = _list(vector, halfway.at, halfway.value, halfway.residue, 0, False)
    _pass_downwards(factors, factors.upper_columns, factors.place, vector, solution, True)


def solve_sparse_transposed(
    factors: OrderedFactors,
    updates: Updates,
    vector: SparseVector,
    halfway: Listed,
    solution: Listed,
) -> None:
    """Solve Bᵀ y = c: BTRAN.

    `vector` is c by pivots, the entry of a place at ``factors.of_place[place]``, and zero afterwards. `halfway`
    receives ẽ, by pivots, and `solution` y, by rows.
    """
    _pass_upwards(factors, factors.upper_rows, vector, True)
    halfway.number = _list(vector, halfway.at, halfway.value, halfway.residue, 0, False)
    for t in range(updates.number - 1, -1, -1):
        _apply(updates, t, updates.columns, updates.rows, vector)
    _pass_downwards(factors, factors.lower_rows, factors.row, vector, solution, False)


def replace_column(
    factors: OrderedFactors,
    updates: Updates,
    place: int,
    entering: Listed,
    leaving: Listed,
    scratch: SparseVector,
) -> None:
    """Record that a column enters at a place.

    `entering` is `halfway` of `solve_sparse` for the column, `leaving` that of `solve_sparse_transposed` for the unit
    vector of the place. `scratch` is zero before and afterwards.
    """
    number = updates.number

    # The pivot is the product ẽᵀã.
    pivot = 0.0
    pivot_residue = 0
    for t in range(entering.number):
        set_entry(scratch, entering.at[t], entering.value[t], entering.residue[t])
    for t in range(leaving.number):
        k = leaving.at[t]
        pivot += leaving.value[t] * scratch.value[k]
        pivot_residue = arithmetic.plus(
            pivot_residue, arithmetic.times(leaving.residue[t], scratch.residue[k])
        )

    # ã - u, with the diagonal entry of u, which is the pivot of the factors.
    k = factors.of_place[place]
    upper = factors.upper_columns
    _subtract(scratch, k, 1.0, 1, factors.pivot[k], arithmetic.inverse(factors.pivot_inverse[k]))
    for e in range(upper.start[k], upper.start[k + 1]):
        _subtract(scratch, upper.at[e], 1.0, 1, upper.value[e], upper.residue[e])
    _append(updates.columns, number, scratch)

    # ẽ as it is.
    for t in range(leaving.number):
        set_entry(scratch, leaving.at[t], leaving.value[t], leaving.residue[t])
    _append(updates.rows, number, scratch)

    updates.pivot[number] = pivot
    updates.pivot_inverse[number] = arithmetic.inverse(pivot_residue)
    updates.number = number + 1


def _append(entries: Entries, number: int, vector: SparseVector) -> None:
    """Move a vector to the end of the entries."""
    entries.start[number + 1] = _list(
        vector, entries.at, entries.value, entries.residue, entries.start[number], True
    )


def _list(
    vector: SparseVector, at: Ints, values: Floats, residues: Ints, used: int, is_moved: bool
) -> int:
    """List the nonzero entries from place `used` on, and return the next free place; leave zeros if they are moved."""
    for word in range(len(vector.words)):
        if vector.words[word] == 0:
            continue
        for k in range(word * WORD, min((word + 1) * WORD, len(vector.value))):
            value = vector.value[k]
            residue = vector.residue[k]
            if value == 0.0 and residue == 0:
                continue
            at[used] = k
            values[used] = value
            residues[used] = residue
            used += 1
            if is_moved:
                vector.value[k] = 0.0
                vector.residue[k] = 0
        if is_moved:
            vector.words[word] = 0
    return used


def _apply(updates: Updates, t: int, along: Entries, across: Entries, vector: SparseVector) -> None:
    """Subtract `across` times the product with `along`, over the pivot, of one update.

    This multiplies by the inverse of T = I + c rᵀ: T⁻¹v = v - c (rᵀv) / (1 + rᵀc), and the pivot is 1 + rᵀc.
    """
    product = 0.0
    residue = 0
    largest = 0.0
    for e in range(along.start[t], along.start[t + 1]):
        k = along.at[e]
        if vector.flag[k]:
            product += along.value[e] * vector.value[k]
            residue = arithmetic.plus(
                residue, arithmetic.times(along.residue[e], vector.residue[k])
            )
            largest = max(largest, abs(along.value[e] * vector.value[k]))

    if residue == 0 and abs(product) <= CANCELLED * largest:
        return

    product /= updates.pivot[t]
    residue = arithmetic.times(residue, updates.pivot_inverse[t])
    for e in range(across.start[t], across.start[t + 1]):
        _subtract(vector, across.at[e], product, residue, across.value[e], across.residue[e])


def set_entry(vector: SparseVector, k: int, value: float, residue: int) -> None:
    """Set an entry of a vector and its flag."""
    vector.value[k] = value
    vector.residue[k] = residue
    vector.flag[k] = 1


def _subtract(
    vector: SparseVector, at: int, value: float, residue: int, entry: float, entry_residue: int
) -> None:
    """Subtract a product from an entry of a vector, and set its flag; set exact zeros."""
    left = arithmetic.minus(vector.residue[at], arithmetic.times(residue, entry_residue))
    vector.value[at] = arithmetic.difference(vector.value[at], value * entry, left)
    vector.residue[at] = left
    vector.flag[at] = 1


def _pass_upwards(
    factors: OrderedFactors, entries: Entries, vector: SparseVector, is_divided: bool
) -> None:
    """Solve with a triangular matrix whose lists reach to later pivots; divide by the pivots if asked."""
    for word in range(len(vector.words)):
        if vector.words[word] == 0:
            continue
        for k in range(word * WORD, min((word + 1) * WORD, len(vector.value))):
            if not vector.flag[k]:
                continue
            value = vector.value[k]
            residue = vector.residue[k]
            if value == 0.0 and residue == 0:
                continue

            if is_divided:
                value /= factors.pivot[k]
                residue = arithmetic.times(residue, factors.pivot_inverse[k])
                vector.value[k] = value
                vector.residue[k] = residue

            for e in range(entries.start[k], entries.start[k + 1]):
                _subtract(
                    vector, entries.at[e], value, residue, entries.value[e], entries.residue[e]
                )


def _pass_downwards(
    factors: OrderedFactors,
    entries: Entries,
    label: Ints,
    vector: SparseVector,
    solution: Listed,
    is_divided: bool,
) -> None:
    """Solve with a triangular matrix whose lists reach to earlier pivots, list the solution, and leave zeros.

    `label` is the row or place of each pivot.
    """
    used = 0
    for word in range(len(vector.words) - 1, -1, -1):
        if vector.words[word] == 0:
            continue
        for k in range(min((word + 1) * WORD, len(vector.value)) - 1, word * WORD - 1, -1):
            if not vector.flag[k]:
                continue
            value = vector.value[k]
            residue = vector.residue[k]
            if value == 0.0 and residue == 0:
                continue

            vector.value[k] = 0.0
            vector.residue[k] = 0
            if is_divided:
                value /= factors.pivot[k]
                residue = arithmetic.times(residue, factors.pivot_inverse[k])
            solution.at[used] = label[k]
            solution.value[used] = value
            solution.residue[used] = residue
            used += 1

            for e in range(entries.start[k], entries.start[k + 1]):
                _subtract(
                    vector, entries.at[e], value, residue, entries.value[e], entries.residue[e]
                )
        vector.words[word] = 0
    solution.number = used
