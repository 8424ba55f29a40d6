"""Exact numbers of game files and of doubles, with bounds on their size."""

from __future__ import annotations

import math
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction

import numpy as np

from seqform.errors import GameError
from seqform.models.numbers.algebraic import simplest_between
from seqform.models.numbers.exact import ExactArray, Rational
from seqform.models.numbers.text import MOST_DIGITS, parse_rational, written_digits

MAX_COLUMN_BITS = 2**31
"""A column of numbers that would take more than this over one common denominator is refused."""

_SHORT_DECIMAL = 12


def read_rational(text: str) -> Fraction:
    """Return the exact value of a number of the form `NUMBER`.

    Examples
    --------
    >>> read_rational("1.5e+2"), read_rational("-6/4"), read_rational(".1")
    (Fraction(150, 1), Fraction(-3, 2), Fraction(1, 10))
    """
    number = parse_rational(text)
    if number is not None:
        return number
    if written_digits(text) > MOST_DIGITS:
        raise GameError(f"this number has more than {MOST_DIGITS:,} digits")
    raise GameError("this number has denominator 0")


def exact_column(values: Iterable[Rational]) -> ExactArray:
    """Return the vector of the given numbers, refused where it takes more than `MAX_COLUMN_BITS`."""
    column = list(values)
    largest = max((abs(value.numerator) for value in column), default=0)
    denominators = {value.denominator for value in column}
    # Checked on the way, before the common denominator of all fills the memory.
    common = 1
    for denominator in denominators:
        common = math.lcm(common, denominator)
        require_short_column(len(column), common, largest)
    if denominators == {1}:
        return ExactArray(np.array([int(value) for value in column], dtype=object))
    return ExactArray.of(column)


def require_short_column(size: int, denominator: int, largest: int) -> None:
    """Raise GameError where so many numbers over a denominator, with numerators up to `largest`, are too long."""
    if size * (denominator.bit_length() + largest.bit_length()) > MAX_COLUMN_BITS:
        raise GameError(
            f"the {size:,} numbers have a common denominator of more than {denominator.bit_length():,} bits; write "
            "them with fewer different denominators"
        )


def nearby_fraction(value: float, tolerance: float = 1e-12) -> Fraction:
    """Return a simple fraction near a double.

    An integer is returned as it is; a double that a decimal of up to 12 digits denotes as that decimal; any other as
    the fraction with the smallest denominator within a relative tolerance.

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
    # Python prints the shortest decimal that reads back as the double: a short one is what was meant.
    decimal = Decimal(repr(float(value))).normalize()
    if len(decimal.as_tuple().digits) <= _SHORT_DECIMAL:
        return Fraction(decimal)
    margin = abs(exact) * Fraction(tolerance)
    return simplest_between(exact - margin, exact + margin)
