"""Arrays of the sparse factors of a basis and of its changes, and arithmetic modulo a prime.

Every number is kept twice: as a double for its sign, and as a residue that separates zero from nearly zero.
A nonzero residue proves that the number is not zero. A zero residue with a double that is
nearly zero is wrong with a probability of some 2⁻³¹; no result depends on it, because the
final basis is solved again in rational arithmetic and verified.

That probability is one of numbers without a relation to the prime. Payoffs and probabilities are often powers of small
numbers, and largest integers, so the prime is none of the form 2ᵏ ± 1: it is 2 q + 1 with a prime q, so that each
number but ±1 has q or 2 q different powers. Modulo 2³¹ - 1 the powers of two have only 31 values.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from seqform.backends.linalg.compiled import compiled, compiled_part
from seqform.models.numbers.exact import ExactArray, Floats, Ints

PRIME = 1_859_774_999


@compiled
def times(a: int, b: int) -> int:
    """Return a b modulo the prime, for residues a and b."""
    return a * b % PRIME


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

    Raises ZeroDivisionError if the prime divides the denominator or a numerator that is not zero.
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

LOST = 1e-9
"""A difference with another residue has lost most of its digits if its double is below this share of the subtrahend."""

ROUNDING = 2.0**-53
"""Share of the subtrahend that takes the place of a difference of 0 with another residue, which may become a pivot."""


@compiled_part
def subtract(
    vector: Floats, vector_residue: Ints, at: int, value: float, residue: int, entry: float, entry_residue: int
) -> None:
    """Subtract a product from an entry of a vector; set exact zeros."""
    term = value * entry
    difference = vector[at] - term
    left = minus(vector_residue[at], times(residue, entry_residue))
    if left == 0 and abs(difference) <= CANCELLED * abs(term):
        difference = 0.0
    vector[at] = difference
    vector_residue[at] = left


class Entries(NamedTuple):
    """Lists of numbers, the k-th at ``start[k] : start[k + 1]``; the columns of a basis block by place, for example."""

    start: Ints  # shape (m + 1,)
    at: Ints  # shape (capacity,), as the next two
    value: Floats
    residue: Ints


class Factors(NamedTuple):
    """L and U of one block, in the order of the pivots k = 0, ..., m - 1."""

    pivot_row: Ints  # shape (m,), as the next four
    pivot_place: Ints
    pivot: Floats
    pivot_inverse: Ints  # residue of 1/pivot
    lower_pivots: Ints  # the pivots that have multipliers
    lower: Entries  # the multipliers of the t-th of them, by row
    upper: Entries  # the column of pivot k above its diagonal, by row
    num_lower: Ints  # shape (1,), number of `lower_pivots`
    lost: Ints  # shape (1,), number of entries that lost most of their digits by cancellation


class Changes(NamedTuple):
    """Column replacements since a block was factored: the product form of the inverse."""

    number: Ints  # shape (1,)
    place: Ints  # shape (most,), the place at which a variable entered
    pivot: Floats
    pivot_inverse: Ints
    columns: Entries  # the entering columns B⁻¹a without their pivots, by place


def new_entries(count: int, capacity: int) -> Entries:
    """Return space for a number of lists with a total number of entries."""
    whole = np.zeros(capacity, dtype=np.int64)
    return Entries(np.zeros(count + 1, dtype=np.int64), whole, np.zeros(capacity), whole.copy())


def new_factors(m: int, capacity: int) -> Factors:
    """Return space for the factors of a block of m rows."""
    row, place, pivot_inverse, lower_pivots = np.zeros((4, m), dtype=np.int64)
    lower, upper = new_entries(m, capacity), new_entries(m, capacity)
    return Factors(
        row, place, np.zeros(m), pivot_inverse, lower_pivots, lower, upper, *np.zeros((2, 1), dtype=np.int64)
    )


def enlarged(factors: Factors) -> Factors:
    """Return empty factors with twice the space."""
    return new_factors(len(factors.pivot), 2 * len(factors.upper.at))


def new_changes(most: int, capacity: int) -> Changes:
    """Return space for a number of changes of a block with a total number of entries."""
    place, pivot_inverse = np.zeros((2, most), dtype=np.int64)
    return Changes(np.zeros(1, dtype=np.int64), place, np.zeros(most), pivot_inverse, new_entries(most, capacity))


@compiled_part
def put(entries: Entries, e: int, at: int, value: float, residue: int) -> None:
    """Set an entry."""
    entries.at[e] = at
    entries.value[e] = value
    entries.residue[e] = residue


@compiled_part
def set_pivot(factors: Factors, k: int, row: int, place: int, value: float, residue: int) -> None:
    """Record the pivot of step k."""
    factors.pivot_row[k] = row
    factors.pivot_place[k] = place
    factors.pivot[k] = value
    factors.pivot_inverse[k] = inverse(residue)


class OrderedFactors(NamedTuple):
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
        lower_start[factors.lower_pivots[t] + 1] = factors.lower.start[t + 1] - factors.lower.start[t]
    for k in range(m):
        lower_start[k + 1] += lower_start[k]
    lower = _renumbered(factors.lower, lower_start, of_row)
    upper = _renumbered(factors.upper, factors.upper.start.copy(), of_row)
    return OrderedFactors(
        lower,
        transposed(lower, m),
        upper,
        transposed(upper, m),
        factors.pivot.copy(),
        factors.pivot_inverse.copy(),
        factors.pivot_row.copy(),
        factors.pivot_place.copy(),
        of_row,
        of_place,
    )


@compiled_part
def _renumbered(entries: Entries, start: Ints, of_row: Ints) -> Entries:
    used = start[-1]
    return Entries(start, of_row[entries.at[:used]], entries.value[:used].copy(), entries.residue[:used].copy())


@compiled_part
def transposed(entries: Entries, m: int) -> Entries:
    """Return the rows of a square matrix of m columns."""
    start = np.zeros(m + 1, dtype=np.int64)
    for at in entries.at:
        start[at + 1] += 1
    for k in range(m):
        start[k + 1] += start[k]
    free = start[:m].copy()
    size = len(entries.at)
    turned = Entries(start, np.empty(size, dtype=np.int64), np.empty(size), np.empty(size, dtype=np.int64))
    for k in range(m):
        for e in range(entries.start[k], entries.start[k + 1]):
            to = free[entries.at[e]]
            free[entries.at[e]] += 1
            put(turned, to, k, entries.value[e], entries.residue[e])
    return turned
