"""Conversion between fractions and flint's rational numbers, whose arithmetic is about ten times as fast."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.models.numbers.exact import ExactArray, Ints, quotient
from seqform.system.packages import require

Rationals = npt.NDArray[Any]
"""An object array of `flint.fmpq`: rational numbers, each in its own lowest terms."""


def rational(value: Fraction | int) -> Any:
    """Return a number as a `flint.fmpq`."""
    return require("flint").fmpq(value.numerator, value.denominator)


def fraction(value: Any) -> Fraction:
    """Return one of flint's numbers, or an integer, as a fraction."""
    return quotient(int(value.numerator), int(value.denominator))


def rationals(values: Any) -> Rationals:
    """Return a sequence of fractions or Python integers as flint's numbers.

    An object that occurs repeatedly, as most zeros and ones of behavior and beliefs do, is converted once.
    """
    return _converted(values, rational)


def fractions(values: Any) -> npt.NDArray[Any]:
    """Return a sequence of flint's numbers, or of Python integers, as fractions, each object once."""
    return _converted(values, fraction)


def _converted(values: Any, convert: Any) -> npt.NDArray[Any]:
    known: dict[int, Any] = {}
    result = np.empty(len(values), dtype=object)
    for place, value in enumerate(values):
        number = known.get(id(value))
        if number is None:
            number = known[id(value)] = convert(value)
        result[place] = number
    return result


def exact_rationals(numbers: ExactArray) -> Rationals:
    """Return the entries of an exact array as flint's numbers; equal entries are one object."""
    distinct, kind = distinct_rationals(numbers)
    return distinct[kind]


def distinct_rationals(numbers: ExactArray) -> tuple[Rationals, Ints]:
    """Return the distinct entries of an exact array, and the place of each entry among them."""
    distinct, kind = np.unique(numbers.numerators, return_inverse=True)
    return rationals(ExactArray(distinct, numbers.denominator).to_fractions()), kind
