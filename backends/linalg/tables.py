"""Arrays of the sparse factors of a basis and of its changes, and arithmetic modulo 2³¹ - 1.

Every number is kept twice: as a double for its sign, and as a residue that separates zero from nearly zero.
A nonzero residue proves that the number is not zero. A zero residue with a double that is
nearly zero is wrong with a probability of some 2⁻³¹; no result depends on it, because the
final basis is solved again in rational arithmetic and verified.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from seqform.backends.linalg.compiled import compiled, compiled_part
from seqform.models.numbers.exact import ExactArray, Floats, Ints

PRIME = 2**31 - 1


@compiled
def times(a: int, b: int) -> int:
    """Return a b modulo the prime, for residues a and b."""
    product = a * b
    folded = (product & PRIME) + (product >> 31)
    folded = (folded & PRIME) + (folded >> 31)
    return folded - PRIME if folded >= PRIME else folded


@compiled
def minus(a: int, b: int) -> int:
    """Return a - b modulo the prime."""
    difference = a - b
    return difference + PRIME if difference < 0 else difference


@compiled
def plus(a: int, b: int) -> int:
    """Return a + b modulo the prime."""
    total = a + b
    return total - PRIME if total >= PRIME else total


@compiled
def inverse(a: int) -> int:
    """Return 1/a modulo the prime, for a residue a that is not zero."""
    r, r_next, s, s_next = PRIME, a, 0, 1
    while r_next != 0:
        quotient = r // r_next
        r, r_next = r_next, r - quotient * r_next
        s, s_next = s_next, s - quotient * s_next
    return s + PRIME if s < 0 else s


def residues(values: ExactArray) -> Ints:
    """Return the rational numbers modulo the prime.

    Raises
    ------
    ZeroDivisionError
        If the prime divides the denominator or a numerator that is not zero.
    """
    reduced = (values.numerators % PRIME).astype(np.int64)
    if values.denominator % PRIME == 0 or np.any((reduced == 0) & (values.numerators != 0)):
        raise ZeroDivisionError(f"a number has a multiple of {PRIME} in it")
    factor = pow(values.denominator, -1, PRIME)
    scaled: npt.NDArray[np.int64] = reduced * factor % PRIME
    return scaled


SINGULAR = -1
FULL = -2
NO_SPACE = -3
"""Return codes of a factorization: singular block, arrays of the factors too small, and working space of the nucleus
too small."""

CANCELLED = 1e-7
"""A difference with residue zero is zero if its double, relative to the subtrahend, is below this bound."""


class Factors(NamedTuple):
    """L and U of one block, in the order of the pivots k = 0, ..., m - 1.

    Attributes
    ----------
    pivot_row, pivot_place : ndarray of int, shape (m,)
        Row of the block and place in the basis of each pivot.
    pivot : ndarray of float, shape (m,)
    pivot_inverse : ndarray of int, shape (m,)
        The residue of 1/pivot.
    lower_pivots : ndarray of int, shape (m,)
        The pivots that have multipliers.
    lower_start : ndarray of int, shape (m + 1,)
    lower_row, lower, lower_residue : ndarray, shape (capacity,)
        The t-th of `lower_pivots` has its multipliers at ``lower_start[t] : lower_start[t + 1]``.
    upper_start : ndarray of int, shape (m + 1,)
    upper_row, upper, upper_residue : ndarray, shape (capacity,)
        The column of pivot k above its diagonal is at ``upper_start[k] : upper_start[k + 1]``.
    num_lower : ndarray of int, shape (1,)
        Number of `lower_pivots`.
    """

    pivot_row: Ints
    pivot_place: Ints
    pivot: Floats
    pivot_inverse: Ints
    lower_pivots: Ints
    lower_start: Ints
    lower_row: Ints
    lower: Floats
    lower_residue: Ints
    upper_start: Ints
    upper_row: Ints
    upper: Floats
    upper_residue: Ints
    num_lower: Ints


class Changes(NamedTuple):
    """Column replacements since a block was factored: the product form of the inverse.

    Attributes
    ----------
    number : ndarray of int, shape (1,)
        The number of changes.
    place : ndarray of int, shape (most,)
        The place in the basis at which a variable entered.
    pivot : ndarray of float, shape (most,)
    pivot_inverse : ndarray of int, shape (most,)
    start : ndarray of int, shape (most + 1,)
    places, entry, residue : ndarray, shape (capacity,)
        The entering column B⁻¹a without its pivot.
    """

    number: Ints
    place: Ints
    pivot: Floats
    pivot_inverse: Ints
    start: Ints
    places: Ints
    entry: Floats
    residue: Ints


class Matrix(NamedTuple):
    """The columns of a basis block, by place.

    Attributes
    ----------
    start : ndarray of int, shape (m + 1,)
    rows, doubles, residues : ndarray, shape (nonzeros,)
    """

    start: Ints
    rows: Ints
    doubles: Floats
    residues: Ints


def new_factors(m: int, capacity: int) -> Factors:
    """Return space for the factors of a block of m rows."""

    def whole(size: int) -> Ints:
        return np.zeros(size, dtype=np.int64)

    def real(size: int) -> Floats:
        return np.zeros(size)

    return Factors(
        pivot_row=whole(m),
        pivot_place=whole(m),
        pivot=real(m),
        pivot_inverse=whole(m),
        lower_pivots=whole(m),
        lower_start=whole(m + 1),
        lower_row=whole(capacity),
        lower=real(capacity),
        lower_residue=whole(capacity),
        upper_start=whole(m + 1),
        upper_row=whole(capacity),
        upper=real(capacity),
        upper_residue=whole(capacity),
        num_lower=whole(1),
    )


def enlarged(factors: Factors) -> Factors:
    """Return empty factors with twice the space."""
    return new_factors(len(factors.pivot), 2 * len(factors.upper))


def new_changes(most: int, capacity: int) -> Changes:
    """Return space for a number of changes of a block with a total number of entries."""
    return Changes(
        number=np.zeros(1, dtype=np.int64),
        place=np.zeros(most, dtype=np.int64),
        pivot=np.zeros(most),
        pivot_inverse=np.zeros(most, dtype=np.int64),
        start=np.zeros(most + 1, dtype=np.int64),
        places=np.zeros(capacity, dtype=np.int64),
        entry=np.zeros(capacity),
        residue=np.zeros(capacity, dtype=np.int64),
    )


@compiled_part
def set_pivot(factors: Factors, k: int, row: int, place: int, value: float, residue: int) -> None:
    """Record the pivot of step k."""
    factors.pivot_row[k] = row
    factors.pivot_place[k] = place
    factors.pivot[k] = value
    factors.pivot_inverse[k] = inverse(residue)


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
        The off-diagonal entries of L and U.
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
