"""Fractions as flint's rational numbers, whose arithmetic costs a tenth, and back."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.system.packages import require

Rationals = npt.NDArray[Any]
"""An object array of `flint.fmpq`: rational numbers, each in its own lowest terms."""


def rational(value: Fraction | int) -> Any:
    """Return a number as a `flint.fmpq`."""
    require("flint")
    from flint import fmpq

    return fmpq(value.numerator, value.denominator)


def rationals(values: Any) -> Rationals:
    """Return a sequence of fractions or Python integers as flint's numbers.

    An object that comes again, as the zeros and ones of behavior and beliefs mostly do, is translated once.

    Examples
    --------
    >>> rationals([Fraction(1, 3), 0]).tolist()
    [1/3, 0]
    """
    require("flint")
    from flint import fmpq

    known: dict[int, Any] = {}
    result = np.empty(len(values), dtype=object)
    for place, value in enumerate(values):
        number = known.get(id(value))
        if number is None:
            number = known[id(value)] = fmpq(value.numerator, value.denominator)
        result[place] = number
    return result


def fractions(values: Any) -> npt.NDArray[Any]:
    """Return flint's numbers, or integers, as fractions."""
    result = np.empty(len(values), dtype=object)
    result[:] = [Fraction(int(value.numerator), int(value.denominator)) for value in values]
    return result
