"""Exact numbers and functions in the arithmetic of FLINT: rational and real algebraic numbers, rational functions.

An algebraic number has its minimal polynomial and an isolating interval. Roots are isolated by Descartes' rule of signs
and bisection, in rational arithmetic.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import total_ordering
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.errors import ModelError
from seqform.models.numbers.exact import ExactArray, Ints, nearest_double, quotient
from seqform.models.numbers.text import rounded, short, write_rational
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


Polynomial = Any
"""An integer polynomial, `flint.fmpz_poly`; coefficients from the constant on."""


def polynomial(coefficients: list[int]) -> Polynomial:
    """Return the polynomial with these coefficients, the constant first."""
    return require("flint").fmpz_poly(coefficients)


def value_at(function: Polynomial, place: Fraction) -> Fraction:
    """Return the value of a polynomial, with integer or rational coefficients, at a rational number."""
    return fraction(rational(0) + function(rational(place)))


@total_ordering
@dataclass(frozen=True, eq=False)
class AlgebraicNumber:
    """A real root of an irreducible integer polynomial: the only one between `low` and `high`, or equal to both.

    Examples
    --------
    >>> (root,) = roots_between(polynomial([-2, 0, 1]), Fraction(0), Fraction(2))
    >>> print(root, root > Fraction(7, 5), root == Fraction(7, 5), round(float(root), 6))
    ≈1.41421 True False 1.414214
    """

    polynomial: Polynomial
    low: Fraction
    high: Fraction

    def __post_init__(self) -> None:
        content = self.polynomial.content() * (
            1 if self.polynomial.leading_coefficient() > 0 else -1
        )
        if content != 1:
            object.__setattr__(self, "polynomial", self.polynomial // content)
        if self.polynomial.degree() == 1:
            root = Fraction(-int(self.polynomial[0]), int(self.polynomial[1]))
            object.__setattr__(self, "low", root)
            object.__setattr__(self, "high", root)

    @classmethod
    def of(cls, number: Fraction | int | AlgebraicNumber) -> AlgebraicNumber:
        """Return a rational number as an algebraic one."""
        if isinstance(number, AlgebraicNumber):
            return number
        exact = Fraction(number)
        return cls(polynomial([-exact.numerator, exact.denominator]), exact, exact)

    @property
    def rational(self) -> Fraction | None:
        """The number itself, if it is rational."""
        return self.low if self.low == self.high else None

    def refined(self) -> AlgebraicNumber:
        """Return the same number with half the interval."""
        if self.low == self.high:
            return self
        middle = (self.low + self.high) / 2
        if (value_at(self.polynomial, self.low) > 0) != (value_at(self.polynomial, middle) > 0):
            return AlgebraicNumber(self.polynomial, self.low, middle)
        return AlgebraicNumber(self.polynomial, middle, self.high)

    def within(self, width: Fraction) -> AlgebraicNumber:
        """Return the same number with an interval that is at most so wide."""
        number = self
        while number.high - number.low > width:
            number = number.refined()
        return number

    def nearby(self) -> Fraction:
        """Return a rational number nearer than a double is, relative to its size."""
        number = self
        while (number.high - number.low) * 2**60 > max(abs(number.low), abs(number.high)):
            number = number.refined()
        return (number.low + number.high) / 2

    def __float__(self) -> float:
        return nearest_double(self.nearby())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, AlgebraicNumber | Fraction | int):
            return NotImplemented
        return self._compared(AlgebraicNumber.of(other)) == 0

    def __lt__(self, other: AlgebraicNumber | Fraction | int) -> bool:
        return self._compared(AlgebraicNumber.of(other)) < 0

    def __hash__(self) -> int:
        return hash(
            tuple(map(int, self.polynomial.coeffs())) if self.rational is None else self.rational
        )

    def _compared(self, other: AlgebraicNumber) -> int:
        """Return -1, 0 or 1.

        Roots of the same polynomial are equal if one lies in both intervals, where it is the only one of each. All
        other numbers differ, so refinement separates them.
        """
        one = self
        if one.rational is not None and other.rational is not None:
            return (one.low > other.low) - (one.low < other.low)
        if one.polynomial == other.polynomial:
            low, high = max(one.low, other.low), min(one.high, other.high)
            if low < high and (value_at(one.polynomial, low) > 0) != (
                value_at(one.polynomial, high) > 0
            ):
                return 0
        while True:
            if one.high <= other.low:
                return -1
            if other.high <= one.low:
                return 1
            one, other = one.refined(), other.refined()

    def __str__(self) -> str:
        return short(self.low) if self.low == self.high else f"≈{rounded(self.nearby(), 6)}"

    def description(self, name: str) -> str:
        """Return the number in words: exact, or a decimal with the polynomial of which it is a root.

        Examples
        --------
        >>> (root,) = roots_between(polynomial([-2, 0, 1]), Fraction(0), Fraction(2))
        >>> root.description("bet")
        '≈1.41421, a root of bet^2 - 2'
        """
        if self.rational is not None:
            return str(self)
        return f"{self}, a root of {polynomial_text(self.polynomial, name)}"


def variations(function: Polynomial, low: Fraction, high: Fraction) -> int:
    """Return Descartes' bound on the number of roots in an open interval, exact where it is 0 or 1.

    Examples
    --------
    >>> variations(polynomial([-2, 0, 1]), Fraction(0), Fraction(2))
    1
    """
    from flint import fmpq, fmpq_poly, fmpz_poly

    degree, step = function.degree(), high - low
    line = fmpq_poly([fmpq(low.numerator, low.denominator), fmpq(step.numerator, step.denominator)])
    moved = list(fmpq_poly(function)(line).numer().coeffs())
    moved += [0] * (degree + 1 - len(moved))
    signs = [
        value > 0 for value in fmpz_poly(moved[::-1])(fmpz_poly([1, 1])).coeffs() if value != 0
    ]
    return sum(one != other for one, other in pairwise(signs))


def roots_between(function: Polynomial, low: Fraction, high: Fraction) -> list[AlgebraicNumber]:
    """Return the roots in an open interval at which a polynomial changes its sign, ascending."""
    if function.degree() < 1 or variations(function, low, high) == 0:
        return []
    _, factors = function.factor()
    return sorted(
        root for factor, power in factors if power % 2 for root in _isolated(factor, low, high)
    )


def _isolated(factor: Polynomial, low: Fraction, high: Fraction) -> Iterator[AlgebraicNumber]:
    """Yield the roots of an irreducible polynomial in an open interval."""
    if factor.degree() == 1:
        root = Fraction(-int(factor[0]), int(factor[1]))
        if low < root < high:
            yield AlgebraicNumber(factor, root, root)
        return
    parts = [(low, high)]
    while parts:
        start, stop = parts.pop()
        found = variations(factor, start, stop)
        if found == 1:
            yield AlgebraicNumber(factor, start, stop)
        elif found:
            middle = (start + stop) / 2
            parts += [(start, middle), (middle, stop)]


def simplest_between(low: Fraction, high: Fraction) -> Fraction:
    """Return the rational number with the least denominator in an open interval.

    Examples
    --------
    >>> simplest_between(Fraction(1, 3), Fraction(1, 2)), simplest_between(Fraction(-3), Fraction(5))
    (Fraction(2, 5), Fraction(0, 1))
    """
    if low < 0 < high:
        return Fraction(0)
    if high <= 0:
        return -simplest_between(-high, -low)
    whole = low.numerator // low.denominator
    if whole + 1 < high:
        return Fraction(whole + 1)
    if low == whole:
        return whole + Fraction(1, (1 / (high - whole)).__floor__() + 1)
    return whole + 1 / simplest_between(1 / (high - whole), 1 / (low - whole))


@dataclass(frozen=True, eq=False)
class RationalFunction:
    """A quotient of two integer polynomials without a common factor; the leading coefficient below is positive.

    Examples
    --------
    >>> function = RationalFunction.of(polynomial([0, -2, 1]), polynomial([12, 6]))
    >>> print(function.text("bet"), function(Fraction(3, 2)), function.derivative()(Fraction(1)))
    (bet^2 - 2 bet) / (6 bet + 12) -1/28 1/54
    """

    above: Polynomial
    below: Polynomial

    @classmethod
    def of(cls, above: Polynomial, below: Polynomial) -> RationalFunction:
        """Return the quotient of two polynomials, with integer or rational coefficients, in lowest terms."""
        from flint import fmpq_poly

        if not below:
            raise ModelError("rational function: the denominator is 0")
        above, below = fmpq_poly(above), fmpq_poly(below)
        if not above:
            return cls(polynomial([]), polynomial([1]))
        common = above.gcd(below)
        above, below = above // common, below // common
        content = below.numer().content() * (1 if below.leading_coefficient() > 0 else -1)
        above, below = above * below.denom() / content, below * below.denom() / content
        return cls(above.numer(), below.numer() * above.denom())

    def __call__(self, place: Fraction | int) -> Fraction:
        """Return the value at a rational number."""
        exact = Fraction(place)
        return value_at(self.above, exact) / value_at(self.below, exact)

    def derivative(self) -> RationalFunction:
        """Return the derivative."""
        above, below = self.above, self.below
        return RationalFunction.of(
            above.derivative() * below - above * below.derivative(), below * below
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RationalFunction):
            return NotImplemented
        return bool(self.above == other.above and self.below == other.below)

    def __hash__(self) -> int:
        return hash((tuple(map(int, self.above.coeffs())), tuple(map(int, self.below.coeffs()))))

    def text(self, name: str) -> str:
        """Return the function as text, in a variable of this name."""
        above, below = polynomial_text(self.above, name), polynomial_text(self.below, name)
        if below == "1":
            return above
        return f"{_grouped(above)} / {_grouped(below)}"

    def latex(self, name: str) -> str:
        r"""Return the function as a formula of LaTeX, without dollar signs.

        Examples
        --------
        >>> print(RationalFunction.of(polynomial([0, 0, -1]), polynomial([12, 6])).latex("b"))
        -\frac{b^{2}}{6 b + 12}
        """
        name = name if len(name) == 1 else rf"\mathit{{{name.replace('_', chr(92) + '_')}}}"
        above, below = (
            polynomial_text(part, name, latex=True) for part in (self.above, self.below)
        )
        if below == "1":
            return above
        sign = "-" if above.startswith("-") and " " not in above.replace(f" {name}", "") else ""
        return rf"{sign}\frac{{{above.removeprefix(sign)}}}{{{below}}}"


def _grouped(text: str) -> str:
    return f"({text})" if " + " in text or " - " in text else text


def polynomial_text(function: Polynomial, name: str, *, latex: bool = False) -> str:
    """Return a polynomial as text, the highest power first."""
    terms: list[str] = []
    for power, number in reversed(list(enumerate(map(int, function.coeffs())))):
        if number == 0:
            continue
        raised = f"^{{{power}}}" if latex and power > 1 else f"^{power}" if power > 1 else ""
        variable = f"{name}{raised}" if power else ""
        digits = "" if variable and abs(number) == 1 else write_rational(Fraction(abs(number)))
        sign = (" - " if number < 0 else " + ") if terms else "-" if number < 0 else ""
        terms.append(f"{sign}{' '.join(filter(None, (digits, variable)))}")
    return "".join(terms) or "0"
