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
from seqform.models.numbers.given import given_rational
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
    distinct, places = distinct_rationals(numbers)
    return distinct[places]


def distinct_rationals(numbers: ExactArray) -> tuple[Rationals, Ints]:
    """Return the distinct entries of an exact array, and the place of each entry among them."""
    distinct, places = np.unique(numbers.numerators, return_inverse=True)
    return rationals(ExactArray(distinct, numbers.denominator).to_fractions()), places


Polynomial = Any
"""An integer polynomial, `flint.fmpz_poly`; coefficients from the constant on."""


def polynomial(coefficients: list[int]) -> Polynomial:
    """Return the polynomial with these coefficients, the constant first."""
    return require("flint").fmpz_poly(coefficients)


def value_at(function: Polynomial, place: Fraction) -> Fraction:
    """Return the value of a polynomial, with integer or rational coefficients, at a rational number."""
    return fraction(rational(0) + function(rational(place)))


def _coefficients(function: Polynomial) -> list[int]:
    """Return the coefficients of an integer polynomial as integers of Python, which can be pickled."""
    return list(map(int, function.coeffs()))


def _restored_number(coefficients: list[int], low: Fraction, high: Fraction) -> AlgebraicNumber:
    return AlgebraicNumber(polynomial(coefficients), low, high)


def _restored_function(above: list[int], below: list[int]) -> RationalFunction:
    return RationalFunction(polynomial(above), polynomial(below))


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
        divisor = self.polynomial.content()
        if self.polynomial.leading_coefficient() < 0:
            divisor = -divisor
        if divisor != 1:
            object.__setattr__(self, "polynomial", self.polynomial // divisor)
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

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored_number, (_coefficients(self.polynomial), self.low, self.high)

    @property
    def rational(self) -> Fraction | None:
        """The number itself, if it is rational."""
        if self.low == self.high:
            return self.low
        return None

    def refined(self) -> AlgebraicNumber:
        """Return the same number with half the interval."""
        if self.low == self.high:
            return self
        middle = (self.low + self.high) / 2
        if _changes_sign(self.polynomial, self.low, middle):
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

    def __eq__(self, number: object) -> bool:
        if not isinstance(number, AlgebraicNumber | Fraction | int):
            return NotImplemented
        return _compared(self, AlgebraicNumber.of(number)) == 0

    def __lt__(self, number: AlgebraicNumber | Fraction | int) -> bool:
        return _compared(self, AlgebraicNumber.of(number)) < 0

    def __hash__(self) -> int:
        if self.rational is not None:
            return hash(self.rational)
        return hash(tuple(_coefficients(self.polynomial)))

    def __str__(self) -> str:
        if self.rational is not None:
            return short(self.rational)
        return f"≈{rounded(self.nearby(), 6)}"

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


def _changes_sign(function: Polynomial, low: Fraction, high: Fraction) -> bool:
    """Return whether a polynomial has different signs at the ends of an interval."""
    return (value_at(function, low) > 0) != (value_at(function, high) > 0)


def _compared(left: AlgebraicNumber, right: AlgebraicNumber) -> int:
    """Return -1, 0 or 1 as the left number is less than, equal to or greater than the right one.

    Roots of the same polynomial are equal if one lies in both intervals, where it is the only one of each. All other
    numbers differ, so refinement separates them.
    """
    if left.rational is not None and right.rational is not None:
        return (left.low > right.low) - (left.low < right.low)
    if left.polynomial == right.polynomial:
        low = max(left.low, right.low)
        high = min(left.high, right.high)
        if low < high and _changes_sign(left.polynomial, low, high):
            return 0
    while True:
        if left.high <= right.low:
            return -1
        if right.high <= left.low:
            return 1
        left = left.refined()
        right = right.refined()


def variations(function: Polynomial, low: Fraction, high: Fraction) -> int:
    """Return Descartes' bound on the number of roots in an open interval, exact where it is 0 or 1.

    The interval is mapped to (0, 1) by x = low + (high - low) t, and this to the positive numbers by t = 1 / (1 + s),
    times (1 + s)^degree: the coefficients are reversed, and s + 1 is put in. The changes of sign among the coefficients
    then bound the number of positive roots.

    Examples
    --------
    >>> variations(polynomial([-2, 0, 1]), Fraction(0), Fraction(2))
    1
    """
    from flint import fmpq_poly, fmpz_poly

    degree = function.degree()
    line = fmpq_poly([rational(low), rational(high - low)])
    on_unit_interval = list(fmpq_poly(function)(line).numer().coeffs())
    on_unit_interval += [0] * (degree + 1 - len(on_unit_interval))
    on_positive_numbers = fmpz_poly(on_unit_interval[::-1])(fmpz_poly([1, 1]))
    is_positive = [value > 0 for value in on_positive_numbers.coeffs() if value != 0]
    return sum(before != after for before, after in pairwise(is_positive))


def roots_between(function: Polynomial, low: Fraction, high: Fraction) -> list[AlgebraicNumber]:
    """Return the roots in an open interval at which a polynomial changes its sign, ascending."""
    if function.degree() < 1 or variations(function, low, high) == 0:
        return []
    _, factors = function.factor()
    roots: list[AlgebraicNumber] = []
    for factor, power in factors:
        if power % 2:  # the sign does not change at a root of even multiplicity
            roots += _isolated(factor, low, high)
    return sorted(roots)


def _isolated(factor: Polynomial, low: Fraction, high: Fraction) -> Iterator[AlgebraicNumber]:
    """Yield the roots of an irreducible polynomial in an open interval.

    Intervals are halved until Descartes' bound is 0 or 1, where it is exact. Their ends are rational, and so no roots
    of an irreducible polynomial of a degree above 1.
    """
    if factor.degree() == 1:
        root = Fraction(-int(factor[0]), int(factor[1]))
        if low < root < high:
            yield AlgebraicNumber(factor, root, root)
        return
    intervals = [(low, high)]
    while intervals:
        start, stop = intervals.pop()
        bound = variations(factor, start, stop)
        if bound == 1:
            yield AlgebraicNumber(factor, start, stop)
        elif bound > 1:
            middle = (start + stop) / 2
            intervals += [(start, middle), (middle, stop)]


def simplest_between(low: Fraction, high: Fraction) -> Fraction:
    """Return the rational number with the least denominator in an open interval.

    If there is an integer, it is one. Otherwise both ends have the same integer part n, and the number is n + 1/x with
    the simplest x between the reciprocals of what is left: a continued fraction.

    Examples
    --------
    >>> simplest_between(Fraction(1, 3), Fraction(1, 2)), simplest_between(Fraction(-3), Fraction(5))
    (Fraction(2, 5), Fraction(0, 1))
    """
    if low < 0 < high:
        return Fraction(0)
    if high <= 0:
        return -simplest_between(-high, -low)
    floor = low.numerator // low.denominator
    if floor + 1 < high:
        return Fraction(floor + 1)
    if low == floor:
        # The reciprocal of the lower end is infinite: the next integer above that of the upper one
        return floor + Fraction(1, (1 / (high - floor)).__floor__() + 1)
    return floor + 1 / simplest_between(1 / (high - floor), 1 / (low - floor))


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
        above = fmpq_poly(above)
        below = fmpq_poly(below)
        if not above:
            return cls(polynomial([]), polynomial([1]))
        common = above.gcd(below)
        above = above // common
        below = below // common

        # Make the denominator an integer polynomial without a common factor, its leading coefficient positive
        content = below.numer().content()
        if below.leading_coefficient() < 0:
            content = -content
        denominator = below.denom()
        above = above * denominator / content
        below = below * denominator / content
        return cls(above.numer(), below.numer() * above.denom())

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored_function, (_coefficients(self.above), _coefficients(self.below))

    def __call__(self, place: Fraction | int) -> Fraction:
        """Return the value at a rational number."""
        exact = Fraction(given_rational(place))
        return value_at(self.above, exact) / value_at(self.below, exact)

    def derivative(self) -> RationalFunction:
        """Return the derivative."""
        above = self.above
        below = self.below
        numerator = above.derivative() * below - above * below.derivative()
        return RationalFunction.of(numerator, below * below)

    def __eq__(self, function: object) -> bool:
        if not isinstance(function, RationalFunction):
            return NotImplemented
        return bool(self.above == function.above and self.below == function.below)

    def __hash__(self) -> int:
        return hash((tuple(_coefficients(self.above)), tuple(_coefficients(self.below))))

    def _shown(self, place: Fraction | None) -> tuple[Polynomial, Polynomial]:
        """Return the numerator and the denominator, which is positive at a number, if one is given.

        Otherwise both have the other sign where fewer terms are negative then.
        """
        above = self.above
        below = self.below
        is_reversed = above.leading_coefficient() < 0 and min(_coefficients(below)) < 0
        if place is not None and value_at(below, place) != 0:
            is_reversed = value_at(below, place) < 0
        return (-above, -below) if is_reversed else (above, below)

    def text(self, name: str, place: Fraction | None = None) -> str:
        """Return the function as text, in a variable of this name, with a denominator that is positive at a number.

        Examples
        --------
        >>> RationalFunction.of(polynomial([0, -1]), polynomial([-1, 1])).text("p")
        'p / (1 - p)'
        >>> RationalFunction.of(polynomial([-5, 11]), polynomial([-1, 2])).text("e", Fraction(1, 8))
        '(5 - 11 e) / (1 - 2 e)'
        """
        above, below = (polynomial_text(function, name) for function in self._shown(place))
        if below == "1":
            return above
        if " " in below:  # a sum, or a product, which would read as a product with the quotient
            below = f"({below})"
        return f"{_grouped(above)} / {below}"

    def latex(self, name: str, place: Fraction | None = None) -> str:
        r"""Return the function as a formula of LaTeX, without dollar signs, with the signs that `text` has.

        Examples
        --------
        >>> print(RationalFunction.of(polynomial([0, 0, -1]), polynomial([12, 6])).latex("b"))
        -\frac{b^{2}}{6 b + 12}
        """
        if len(name) > 1:
            name = rf"\mathit{{{name.replace('_', chr(92) + '_')}}}"
        shown = self._shown(place)
        above, below = (polynomial_text(function, name, latex=True) for function in shown)
        if below == "1":
            return above
        # The sign of a numerator of a single term stands before the fraction
        is_single = " " not in above.replace(f" {name}", "")
        sign = "-" if is_single and above.startswith("-") else ""
        return rf"{sign}\frac{{{above.removeprefix(sign)}}}{{{below}}}"


def _grouped(text: str) -> str:
    if " + " in text or " - " in text:
        return f"({text})"
    return text


def polynomial_text(function: Polynomial, name: str, *, latex: bool = False) -> str:
    """Return a polynomial as text, the highest power first; the lowest one, if that alone avoids a sign in front."""
    text = ""
    coefficients = _coefficients(function)
    powers = range(len(coefficients) - 1, -1, -1)
    lowest = next((number for number in coefficients if number), 0)
    if coefficients and coefficients[-1] < 0 < lowest:
        powers = powers[::-1]
    for power in powers:
        number = coefficients[power]
        if number == 0:
            continue
        factors: list[str] = []
        if power == 0 or abs(number) != 1:
            factors.append(write_rational(Fraction(abs(number))))
        if power == 1:
            factors.append(name)
        elif power > 1:
            factors.append(f"{name}^{{{power}}}" if latex else f"{name}^{power}")
        term = " ".join(factors)
        if text:
            text += f" - {term}" if number < 0 else f" + {term}"
        else:
            text = f"-{term}" if number < 0 else term
    return text or "0"
