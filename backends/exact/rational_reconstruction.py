"""From binary approximations of unknown rational numbers to the numbers themselves.

A rational number with a small denominator is the only such number near a good enough
approximation, and a continued fraction finds it. The entries of a solution of a linear
system share most of their denominator, so a few continued fractions serve them all.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from seqform.models.exact import Numerators
from seqform.models.immutable import Immutable

_CAUTION_BITS = 24  # a fraction is believed when one as simple is this much rarer than chance
_SAMPLE = 8


@dataclass(frozen=True, eq=False)
class Approximation(Immutable):
    """Unknown numbers x_i with ``|digits_i - 2**exponent x_i| <= error``.

    Parameters
    ----------
    digits : ndarray of Python integers, shape (n,)
    exponent : int
        Nonnegative.
    error : int
        At least 1; an estimate will do, because the result is verified afterwards.
    """

    digits: Numerators
    exponent: int
    error: int


def simplest_fraction(numerator: int, denominator: int, error: int) -> tuple[int, int] | None:
    """Return the first convergent of a fraction that is near enough, if it stands out.

    Parameters
    ----------
    numerator, denominator : int
        The approximation; the denominator is positive.
    error : int
        How far the result may be from it, in units of ``1/denominator``; at least 1.

    Returns
    -------
    (int, int) or None
        p and q > 0 in lowest terms. None if a fraction as simple as p/q lies near most
        numbers, so that finding it proves nothing: a better approximation is needed.

    Examples
    --------
    >>> simplest_fraction(333333333333, 1000000000000, 1)
    (1, 3)
    >>> simplest_fraction(3333, 10000, 1) is None
    True
    """
    p_before, q_before = 1, 0
    q, divisor = 1, denominator
    p, remainder = divmod(numerator, denominator)
    while remainder > error * q:
        quotient, rest = divmod(divisor, remainder)
        divisor, remainder = remainder, rest
        p, p_before = quotient * p + p_before, p
        q, q_before = quotient * q + q_before, q
    if (q * q * error) << _CAUTION_BITS > denominator:
        return None
    return p, q


def reconstruct(approximation: Approximation) -> tuple[Numerators, int] | None:
    """Return integers num and den > 0 with x = num / den, or None if the approximation is too coarse.

    The answer is very likely right but not proved: verify it.

    Examples
    --------
    >>> digits = np.array([round(2**60 * 5 / 7), round(2**60 * 3 / 14)], dtype=object)
    >>> numerators, denominator = reconstruct(Approximation(digits, 60, 2**10))
    >>> numerators.tolist(), denominator
    ([10, 3], 14)
    """
    digits = approximation.digits.astype(object)
    sample = digits[:: max(1, len(digits) // _SAMPLE)]
    denominator = _common_denominator(sample, approximation, 1)
    if denominator is not None:
        denominator = _common_denominator(digits, approximation, denominator)
    if denominator is None:
        return None
    half = (1 << approximation.exponent) >> 1
    return (digits * denominator + half) >> approximation.exponent, denominator


def _common_denominator(digits: Numerators, approximation: Approximation, start: int) -> int | None:
    """Return the least multiple of `start` that makes all numbers integers, or None if that is open."""
    denominator, unit = start, 1 << approximation.exponent
    while True:
        error = approximation.error * denominator
        if error << _CAUTION_BITS > unit:
            return None
        remainders = (digits * denominator + error) % unit
        failing = np.flatnonzero(np.asarray(remainders > 2 * error, dtype=bool))
        if len(failing) == 0:
            return denominator
        found = simplest_fraction(int(remainders[failing[0]]) - error, unit, error)
        if found is None:
            return None
        denominator *= found[1]
