"""The values of a key: one, a list, or a range; and how each becomes what a case keeps."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from numbers import Integral
from typing import Any

from seqform.models.number_text import write_rational
from seqform.sweeps.case import Scalar
from seqform.sweeps.places import Place

MAX_VALUES = 1_000_000
"""A range with more values is a mistake."""

MAX_EXPONENT = 4000
"""Decimals with larger exponents, either way, are a mistake; exactly they would have as many digits."""


def values_of(given: object, place: Place) -> tuple[Any, ...]:
    """Return the values that a key of a grid takes in turn.

    Raises
    ------
    ParseError
        If there is none, or a range is not one.

    Examples
    --------
    >>> values_of([7, {"range": [0, 6, 2]}], Place("a sweep"))
    (7, 0, 2, 4)
    """
    if not isinstance(given, list | tuple):
        return tuple(_spread(given, place))
    if not given:
        place.fail("no values; a list needs at least one")
    return tuple(value for item in given for value in _spread(item, place))


def single_value(given: object, place: Place) -> tuple[Any, ...]:
    """Return the one value that a key of a single case has.

    Raises
    ------
    ParseError
        If there are several.
    """
    if isinstance(given, list | tuple | Mapping):
        place.fail("one value expected; lists and ranges multiply out in [[grid]]")
    return (given,)


def _spread(given: object, place: Place) -> Iterator[Any]:
    if not isinstance(given, Mapping):
        yield given
        return
    bounds: Any = given.get("range")
    if set(given) != {"range"} or not _are_bounds(bounds):
        place.fail("a value, a list of values, or {range = [FIRST, END]} or {range = [FIRST, END, STEP]} expected")
    numbers = range(*map(int, bounds))
    count = max(0, -((numbers.start - numbers.stop) // numbers.step))  # len() fails where there are very many
    if not 0 < count <= MAX_VALUES:
        words = f"range = {list(bounds)} has {count:,} values"
        place.fail(f"{words}; from 1 to {MAX_VALUES:,} are possible, and the end is not among them")
    yield from numbers


def _are_bounds(bounds: Any) -> bool:
    return (
        isinstance(bounds, list | tuple)
        and len(bounds) in (2, 3)
        and all(is_whole(bound) for bound in bounds)
        and 0 not in bounds[2:]
    )


def is_whole(value: object) -> bool:
    """Tell whether a value is an integer, be it one of NumPy."""
    return isinstance(value, Integral) and not isinstance(value, bool)


def plain(value: object) -> Scalar:
    """Return a number, word or truth value as a case keeps it outside a game's parameters.

    Raises
    ------
    ValueError
        If it is something else.
    """
    if isinstance(value, float | Decimal) and math.isnan(value):
        raise ValueError("a number expected, not nan")
    if isinstance(value, Fraction):
        return write_rational(value)
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, Integral) and not isinstance(value, bool):
        return int(value)
    if isinstance(value, bool | float | str):
        return value
    raise ValueError(f"a number, a text, true or false expected, not {shown(value)}")


def exactly(value: object) -> object:
    """Return what a game's entry in the catalog reads: decimals become fractions.

    Raises
    ------
    ValueError
        If it is a float, which has no exact value that was meant.
    """
    if isinstance(value, Decimal) and value.is_finite():
        if abs(value.adjusted()) > MAX_EXPONENT:
            raise ValueError(f"{value} is too large, or too close to 0")
        return Fraction(value)
    if isinstance(value, float):
        text = repr(float(value))
        raise ValueError(f'{text} is a double; write "{text}" or a fraction, in quotes, which is exact')
    if isinstance(value, Integral) and not isinstance(value, bool):
        return int(value)
    return value


def shown(value: object) -> str:
    """Return a value as an error quotes it."""
    return str(value) if isinstance(value, Decimal) else repr(value)
