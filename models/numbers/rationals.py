"""Exact numbers of other packages, which need not be imported: integers and fractions by what they have in common."""

from __future__ import annotations

import sys
from fractions import Fraction
from operator import index
from typing import Any

_PARTS = (("numerator", "denominator"), ("p", "q"))
"""Attributes that hold the terms of a fraction: of Python's numbers and gmpy2's, of FLINT's and SymPy's."""


def exact_rational(value: Any) -> Fraction | int | None:
    """Return the exact value of an integer or a fraction of any package, None for anything else.

    Among them are the integers of NumPy, the rational numbers of gmpy2, python-flint and SymPy, and whatever else has
    ``__index__``, or a numerator and a denominator that have it. Floating-point numbers, texts and NumPy's truth values
    are none.

    Examples
    --------
    >>> import flint
    >>> exact_rational(flint.fmpq(1, 10)), exact_rational(flint.fmpz(3)), exact_rational(0.5), exact_rational("1/2")
    (Fraction(1, 10), 3, None, None)
    """
    if isinstance(value, int | Fraction):
        return value
    if is_of_numpy(value, "bool"):  # has __index__ up to NumPy 2.2
        return None
    integer = _integer(value)
    if integer is not None:
        return integer
    for numerator_name, denominator_name in _PARTS:
        numerator = _integer(getattr(value, numerator_name, None))
        denominator = _integer(getattr(value, denominator_name, None))
        if numerator is not None and denominator:
            return Fraction(numerator, denominator)
    return None


def is_of_numpy(value: Any, type_name: str) -> bool:
    """Return whether a value is of a type of NumPy, which is not imported: only one who has it has these values."""
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, getattr(numpy, type_name))


def _integer(value: Any) -> int | None:
    try:
        return index(value)
    except TypeError:
        return None
