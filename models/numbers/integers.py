"""Integer arrays whose arithmetic cannot wrap around: 64 bits where a bound computed beforehand allows it.

Arrays have any shape. Results are int64 if the bound is below 2^62, and hold Python integers otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.errors import ModelError
from seqform.system.packages import require

Numerators = npt.NDArray[Any]  # int64, or object holding Python integers

SAFE = 2**62
"""Strict bound on the absolute values of integers that are kept in 64 bits: the sum of two of them fits."""

LONG = 2**11
"""Bits from which on FLINT divides and reduces numbers of that length faster than Python, conversions included."""

LONG_PRODUCT = LONG**2
"""Product of the bits of two factors from which on FLINT multiplies faster; a long by a short one, Python does."""

FEW = 32
"""Most numbers that Python compares faster than NumPy."""


def magnitude(numerators: Numerators) -> int:
    """Return the largest absolute value of an integer array, 0 for an empty one."""
    if numerators.size == 0:
        return 0
    if numerators.size <= FEW:
        numbers = numerators.ravel().tolist()
        largest = max(numbers)
        least = min(numbers)
    else:
        largest = np.maximum.reduce(numerators, axis=None)
        least = np.minimum.reduce(numerators, axis=None)
    # As Python integers: the absolute value of -2^63 has no place in 64 bits
    return max(abs(int(largest)), abs(int(least)))


def as_integers(values: Any) -> Numerators:
    """Return an integer array: int64 when every value is below 2^62 in size, else Python integers."""
    array = values if isinstance(values, np.ndarray) else _array_of_python_numbers(values)
    if array.size == 0:
        return np.zeros(array.shape, dtype=np.int64)
    if array.dtype == object:
        if magnitude(array) >= SAFE:
            return array
        return array.astype(np.int64)
    if array.dtype.kind not in "iub":
        raise TypeError(f"integers expected, not {array.dtype}")
    if array.dtype.itemsize == 8 and magnitude(array) >= SAFE:
        return array.astype(object)
    return array.astype(np.int64, copy=False)


def _array_of_python_numbers(values: Any) -> Numerators:
    """Return nested lists of integers as an array of them; NumPy would make doubles of integers from 2^63 on."""
    array = np.array(values, dtype=object)
    if not all(isinstance(value, Integral) for value in array.ravel().tolist()):
        raise TypeError("integers expected")
    return array


def widened(numerators: Numerators, bound: int) -> Numerators:
    """Return `numerators` as Python integers unless results up to `bound` fit into 64 bits."""
    if numerators.dtype == object:
        return numerators
    return numerators.astype(object if bound >= SAFE else np.int64, copy=False)


def require_safe(numerators: Numerators, what: str) -> None:
    """Raise `ModelError` unless an array has 64-bit integers below 2^62 in size, which may be negated and added."""
    if numerators.dtype != np.int64 or magnitude(numerators) >= SAFE:
        raise ModelError(f"{what}: 64-bit integers below 2^62 in size expected as numerators")


def plus(left: Numerators, right: Numerators) -> Numerators:
    """Return the sum, entry by entry."""
    bound = magnitude(left) + magnitude(right)
    sums: Numerators = widened(left, bound) + widened(right, bound)
    return sums


def minus(left: Numerators, right: Numerators) -> Numerators:
    """Return the difference, entry by entry."""
    bound = magnitude(left) + magnitude(right)
    differences: Numerators = widened(left, bound) - widened(right, bound)
    return differences


def times(numerators: Numerators, factor: Numerators | int) -> Numerators:
    """Return the product with another array, entry by entry, or with a number."""
    # At least 1 each, so that both factors are within the bound
    largest = max(1, magnitude(numerators))
    largest_factor = abs(factor) if isinstance(factor, int) else max(1, magnitude(factor))
    if largest.bit_length() * largest_factor.bit_length() >= LONG_PRODUCT:
        fmpz = require("flint").fmpz
        multiply = np.frompyfunc(lambda a, b: int(fmpz(a) * fmpz(b)) if a and b else 0, 2, 1)
        long_products: Numerators = multiply(numerators, factor)
        return long_products
    bound = largest * largest_factor
    if not isinstance(factor, int):
        factor = widened(factor, bound)
    products: Numerators = widened(numerators, bound) * factor
    return products


def after_pivot(entries: Numerators, column: Numerators, row: int, divisor: int) -> Numerators:
    """Return (column[row] entries - column entries[row]) / divisor, Python integers; no remainder is left.

    This is a step of integer pivoting: `entries` has shape (m, n), and `column`, shape (m,), is the pivot column.
    """
    element = int(column[row])
    pivot_row = entries[row]
    if magnitude(entries).bit_length() <= LONG:
        return (entries * element - np.outer(column, pivot_row)) // divisor

    fmpz = require("flint").fmpz
    factor = fmpz(element)
    denominator = fmpz(divisor)
    long_pivot_row = [fmpz(number) for number in pivot_row.tolist()]
    new_entries = np.empty(entries.shape, dtype=object)
    for i, (numbers, multiplier) in enumerate(zip(entries.tolist(), column.tolist(), strict=True)):
        long_multiplier = fmpz(multiplier)
        new_entries[i] = [
            int((factor * number - long_multiplier * above) // denominator)
            for number, above in zip(numbers, long_pivot_row, strict=True)
        ]
    return new_entries


def absolute(numerators: Numerators) -> Numerators:
    """Return the absolute values."""
    return np.abs(widened(numerators, magnitude(numerators)))


def total(numerators: Numerators, axis: int | None = None) -> Any:
    """Return the sum of all entries, or the sums along an axis."""
    terms = numerators.size if axis is None else numerators.shape[axis]
    return np.add.reduce(widened(numerators, magnitude(numerators) * terms), axis=axis)


def segment_sums(numerators: Numerators, starts: npt.NDArray[np.int64]) -> Numerators:
    """Return the sums of the entries from each start, ascending, up to the next one, of a vector."""
    if len(starts) == 0:
        return numerators[:0]
    return np.add.reduceat(widened(numerators, magnitude(numerators) * len(numerators)), starts)


def sums_by(numerators: Numerators, index: npt.NDArray[Any], size: int) -> Numerators:
    """Return, for every k below `size`, the sum of the entries, or rows, whose index is k."""
    terms = widened(numerators, magnitude(numerators) * len(numerators))
    sums = np.zeros((size, *terms.shape[1:]), dtype=terms.dtype)
    np.add.at(sums, index, terms)
    return sums


def matrix_product(left: Numerators, right: Numerators) -> Numerators:
    """Return the matrix product, of at least one-dimensional arrays."""
    bound = max(1, magnitude(left)) * max(1, magnitude(right)) * max(1, left.shape[-1])
    products: Numerators = widened(left, bound) @ widened(right, bound)
    return products


def least_ratios(places: Sequence[int], values: Numerators, divisors: Numerators) -> list[int]:
    """Return the places at which value / divisor is least, for positive divisors."""
    least_places: list[int] = []
    least_value = 0
    least_divisor = 1
    for place in places:
        value = int(values[place])
        divisor = int(divisors[place])
        # value / divisor against the least so far, by cross products
        product = value * least_divisor
        least_product = least_value * divisor
        if not least_places or product < least_product:
            least_places = [place]
            least_value = value
            least_divisor = divisor
        elif product == least_product:
            least_places.append(place)
    return least_places
