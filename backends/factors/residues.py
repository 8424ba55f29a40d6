"""Numbers kept twice: a double for the sign, a residue modulo 2³¹ - 1 that tells zero from nearly zero.

A residue that is not zero proves that the number is not zero. One that is zero while the double is
nearly zero leaves a chance of some 2⁻³¹ of being wrong, and nothing that is told to a user rests on
it: the end of every path is solved again in rational arithmetic and multiplied out.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from seqform.backends.factors.compiled import compiled
from seqform.models.exact import ExactArray, Ints

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
