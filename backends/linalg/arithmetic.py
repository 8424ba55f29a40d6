"""Arithmetic modulo a prime, and differences of doubles whose residues show that they are zero.

Every number is kept twice: as a double for its sign, and as a residue that separates zero from nearly zero.
A nonzero residue proves that the number is not zero. A zero residue with a double that is
nearly zero is wrong with a probability of some 2⁻³¹; no result depends on it, because the
final basis is solved again in rational arithmetic and verified.

That probability is one of numbers without a relation to the prime. Payoffs and probabilities are often powers of small
numbers, and largest integers, so the prime is none of the form 2ᵏ ± 1: it is 2 q + 1 with a prime q, so that each
number but ±1 has q or 2 q different powers. Modulo 2³¹ - 1 the powers of two have only 31 values.

Extension modules have ``arithmetic_inline.pxd`` in its place: the five functions of single numbers once more, for the C
compiler to inline. A test requires both texts to be the same but for the types.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from seqform.models.numbers.exact import ExactArray, Ints

PRIME = 1_859_774_999

CANCELLED = 1e-7
"""A difference with residue zero is zero if its double, relative to the subtrahend, is below this bound."""

LOST = 1e-9
"""A difference with another residue has lost most of its digits if its double is below this share of the subtrahend."""

ROUNDING = 2.0**-53
"""Share of the subtrahend that takes the place of a difference of 0 with another residue, which may become a pivot."""


def times(a: int, b: int) -> int:
    """Return a b modulo the prime, for residues a and b."""
    return a * b % PRIME


def minus(a: int, b: int) -> int:
    """Return a - b modulo the prime."""
    difference = a - b
    return difference + PRIME if difference < 0 else difference


def plus(a: int, b: int) -> int:
    """Return a + b modulo the prime."""
    total = a + b
    return total - PRIME if total >= PRIME else total


def inverse(a: int) -> int:
    """Return 1/a modulo the prime, for a residue a that is not zero.

    By Euclid's algorithm: every remainder r is s a modulo the prime, and the last one before 0 is 1.
    """
    r = PRIME
    r_next = a
    s = 0
    s_next = 1
    while r_next != 0:
        quotient = r // r_next
        r, r_next = r_next, r - quotient * r_next
        s, s_next = s_next, s - quotient * s_next
    return s + PRIME if s < 0 else s


def difference(value: float, term: float, residue: int) -> float:
    """Return value - term in doubles: an exact zero if it is nearly zero and has the residue zero."""
    left = value - term
    if residue == 0 and abs(left) <= CANCELLED * abs(term):
        return 0.0
    return left


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
