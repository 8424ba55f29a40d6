"""How far from 0 polynomials keep the sign that they have near it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from seqform.models.polynomials import PolynomialArray
from seqform.system.packages import require


def sign_holds_below(polynomials: PolynomialArray, start: Fraction) -> Fraction:
    """Return a number t, a power of two times `start`, such that one of the polynomials has no root in (0, t).

    Parameters
    ----------
    polynomials : PolynomialArray, shape (n,)
        None of them zero, n at least 1.
    start : Fraction
        Positive; t is the largest of start, start/2, start/4, ... for which Descartes' rule of signs says so.

    Examples
    --------
    >>> from seqform.models.exact import ExactArray
    >>> sign_holds_below(PolynomialArray((ExactArray.of([-1]), ExactArray.of([10]))), Fraction(1))
    Fraction(1, 16)
    """
    candidates = [_integers(polynomials[place]) for place in range(len(polynomials))]
    bound = start
    while not any(_no_root_below(numbers, bound) for numbers in candidates):
        bound /= 2
    return bound


def _integers(coefficients: Iterable[Fraction]) -> list[int]:
    """Return the coefficients times a positive number, without zeros at either end."""
    require("flint")
    from flint import fmpq, fmpq_poly

    polynomial = fmpq_poly([fmpq(part.numerator, part.denominator) for part in coefficients])
    numbers = [int(number) for number in polynomial.numer().coeffs()]
    return numbers[next(place for place, number in enumerate(numbers) if number) :]


def _no_root_below(numbers: list[int], bound: Fraction) -> bool:
    """Tell whether (1 + x)^n p(bound / (1 + x)) has no changes of sign, so that p has no root in (0, bound)."""
    require("flint")
    from flint import fmpz_poly

    degree = len(numbers) - 1
    scaled: list[Any] = [
        number * bound.numerator**k * bound.denominator ** (degree - k) for k, number in enumerate(numbers)
    ]
    moved = [int(number) for number in fmpz_poly(scaled[::-1])(fmpz_poly([1, 1])).coeffs()]
    return all(number >= 0 for number in moved) or all(number <= 0 for number in moved)
