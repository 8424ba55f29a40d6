"""Rational numbers as text, and doubles as the fractions they stand for."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction

from seqform.errors import GameError
from seqform.models.exact import ExactArray

NUMBER = r"[+-]?(?:[0-9]++/[0-9]++|(?:[0-9]++(?:\.[0-9]*+)?|\.[0-9]++)(?:[eE][+-]?[0-9]++)?)"
"""What a number looks like: ``3``, ``-3/4``, ``.5``, ``1.``, ``+1.5e-2``."""

MAX_DIGITS = 100_000
"""Longer numbers, written out in full, are refused: ``1e999999999`` would fill the memory."""

MAX_COLUMN_BITS = 2**31
"""A column of numbers that would take more than this over one common denominator is refused."""

_EXPONENT = re.compile(r"[eE]([+-]?)([0-9]+)\Z")
_SHORT_DECIMAL = 12


def read_rational(text: str) -> Fraction:
    """Return the exact value of a number.

    Parameters
    ----------
    text : str
        Of the form `NUMBER`.

    Raises
    ------
    GameError
        If a denominator is zero, or the number has more than `MAX_DIGITS` digits.

    Examples
    --------
    >>> read_rational("1.5e+2"), read_rational("-6/4"), read_rational(".1")
    (Fraction(150, 1), Fraction(-3, 2), Fraction(1, 10))
    """
    if _length(text) > MAX_DIGITS:
        raise GameError(f"this number has more than {MAX_DIGITS:,} digits")
    # Decimal is exact here, and unlike int() it reads any number of digits
    if "/" not in text:
        return Fraction(Decimal(text))
    numerator, denominator = (int(Decimal(part)) for part in text.split("/"))
    if denominator == 0:
        raise GameError("this number has denominator 0")
    return Fraction(numerator, denominator)


def _length(text: str) -> int:
    exponent = _EXPONENT.search(text)
    if exponent is None:
        return len(text)
    return len(text) + int("0" + exponent[2].lstrip("0")[:7])


def exact_column(values: Iterable[Fraction]) -> ExactArray:
    """Return the vector of the given numbers, unless their common denominator is out of all proportion.

    Raises
    ------
    GameError
        If the vector would take more than `MAX_COLUMN_BITS`.
    """
    column = list(values)
    largest = max((abs(value.numerator).bit_length() for value in column), default=0)
    common = 1
    for denominator in {value.denominator for value in column}:
        common = math.lcm(common, denominator)
        if len(column) * (common.bit_length() + largest) > MAX_COLUMN_BITS:
            raise GameError(
                f"the {len(column):,} numbers have a common denominator of more than {common.bit_length():,} bits; "
                "write them with fewer different denominators"
            )
    return ExactArray.of(column)


def nearby_fraction(value: float, tolerance: float = 1e-12) -> Fraction:
    """Return the fraction that a double stands for.

    Parameters
    ----------
    value : float
    tolerance : float
        How far the fraction may lie from the double, relative to its size.

    Returns
    -------
    Fraction
        An integer as it is; a double that a decimal of up to 12 digits denotes as that
        decimal; any other as the fraction with the smallest denominator within the
        tolerance.

    Raises
    ------
    GameError
        If the value is infinite or not a number.

    Examples
    --------
    >>> nearby_fraction(1 / 3), nearby_fraction(12345.6789), nearby_fraction(-2.5)
    (Fraction(1, 3), Fraction(123456789, 10000), Fraction(-5, 2))
    """
    if not math.isfinite(value):
        raise GameError(f"{value} is not a finite number")
    exact = Fraction(value)
    if exact.denominator == 1:
        return exact
    decimal = Decimal(repr(float(value))).normalize()
    if len(decimal.as_tuple().digits) <= _SHORT_DECIMAL:
        return Fraction(decimal)
    margin = abs(exact) * Fraction(tolerance)
    nearby = _simplest_between(abs(exact) - margin, abs(exact) + margin)
    return nearby if exact > 0 else -nearby


def _simplest_between(low: Fraction, high: Fraction) -> Fraction:
    """Return the fraction of smallest denominator in [low, high], 0 < low, by continued fractions."""
    quotients = []
    while (whole := math.ceil(low)) > high:
        quotients.append(whole - 1)
        low, high = 1 / (high - (whole - 1)), 1 / (low - (whole - 1))
    result = Fraction(whole)
    for quotient in reversed(quotients):
        result = quotient + 1 / result
    return result
