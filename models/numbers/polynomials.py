"""Vectors of polynomials and of rational functions in ε, exact and ordered as for all small ε > 0."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.errors import ModelError
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Ints, Rational, magnitude, widened
from seqform.models.numbers.given import Given, given_rational
from seqform.models.numbers.text import shown_rational

Signs = npt.NDArray[np.int8]


def exact_epsilon(epsilon: object) -> Rational:
    """Return the exact value of a number ε; raise `ModelError` for anything else."""
    return given_rational(epsilon, "ε", error=ModelError)


@dataclass(frozen=True, eq=False)
class PolynomialArray:
    """A vector of polynomials c_0 + c_1 ε + ... + c_D ε^D.

    - `coefficients`, each of shape (n,): The vectors c_0, ..., c_D; at least c_0.

    Examples
    --------
    >>> line = PolynomialArray((ExactArray.of([1, 0]), ExactArray.of([-2, 3])))
    >>> line.at(Fraction(1, 4)).to_fractions(), line.signs().tolist()
    ([Fraction(1, 2), Fraction(3, 4)], [1, 1])
    """

    coefficients: tuple[ExactArray, ...]

    def __post_init__(self) -> None:
        are_vectors = isinstance(self.coefficients, tuple) and all(
            isinstance(part, ExactArray) for part in self.coefficients
        )
        if not are_vectors or len(set(map(len, self.coefficients))) != 1:
            raise ModelError(
                "polynomials in ε: one vector of coefficients per order, all of one length, expected"
            )

    @classmethod
    def constant(cls, values: ExactArray) -> PolynomialArray:
        """Return polynomials of degree 0."""
        return cls((values,))

    @classmethod
    def zeros(cls, size: int) -> PolynomialArray:
        """Return `size` zeros."""
        return cls((ExactArray.zeros(size),))

    @classmethod
    def powers(cls, exponents: Ints) -> PolynomialArray:
        """Return ε to the given nonnegative exponents."""
        orders = range(int(exponents.max(initial=0)) + 1)
        return cls(tuple(ExactArray((exponents == order).astype(np.int64)) for order in orders))

    @classmethod
    def concatenate(cls, parts: Sequence[PolynomialArray]) -> PolynomialArray:
        """Return the parts one after the other."""

        def order(k: int) -> ExactArray:
            return ExactArray.concatenate([part.order(k) for part in parts])

        degree = max(part.degree for part in parts)
        return cls(tuple(map(order, range(degree + 1))))

    def __len__(self) -> int:
        """Return n."""
        return len(self.coefficients[0])

    def __repr__(self) -> str:
        return f"<PolynomialArray of {len(self):,} polynomials in ε, degree at most {self.degree}>"

    @property
    def degree(self) -> int:
        """The highest order stored, D; its coefficients may all be zero."""
        return len(self.coefficients) - 1

    @property
    def limit(self) -> ExactArray:
        """The values at ε = 0, c_0."""
        return self.coefficients[0]

    def order(self, k: int) -> ExactArray:
        """Return the coefficients of ε^k, shape (n,): zeros beyond the degree."""
        if k > self.degree:
            return ExactArray.zeros(len(self))
        return self.coefficients[k]

    def at(self, epsilon: Given) -> ExactArray:
        """Return the values at an exact number ε."""
        number = exact_epsilon(epsilon)
        # With ε = p/q, the power ε^k is p^k q^(D - k) over q^D
        p = number.numerator
        q = number.denominator
        numerators = [p**k * q ** (self.degree - k) for k in range(self.degree + 1)]
        powers = ExactArray(np.array(numerators, object), q**self.degree)
        return self._entries.T.dot(powers).reduced()

    def take(self, index: npt.NDArray[Any] | slice) -> PolynomialArray:
        """Return the polynomials at the given places (integers, a mask, or a slice)."""
        return PolynomialArray(tuple(part.take(index).reduced() for part in self.coefficients))

    def __getitem__(self, index: int) -> tuple[Fraction, ...]:
        """Return the coefficients of one polynomial, c_0 first."""
        return tuple(part[index] for part in self.coefficients)

    def __neg__(self) -> PolynomialArray:
        return PolynomialArray(tuple(-part for part in self.coefficients))

    def __add__(self, addend: PolynomialArray) -> PolynomialArray:
        orders = range(1 + max(self.degree, addend.degree))
        return PolynomialArray(tuple((self.order(k) + addend.order(k)).reduced() for k in orders))

    def __sub__(self, subtrahend: PolynomialArray) -> PolynomialArray:
        return self + (-subtrahend)

    def __mul__(self, factor: Fraction | int) -> PolynomialArray:
        return PolynomialArray(tuple(part * factor for part in self.coefficients))

    def times(self, factor: Sequence[Fraction]) -> PolynomialArray:
        """Return the product of every entry with one polynomial, given by its coefficients, c_0 first.

        Zeros at the end do not raise the degree of the product.
        """
        numbers = ExactArray.of(factor)
        nonzero = np.flatnonzero(np.asarray(numbers.numerators != 0, dtype=bool)).tolist()
        denominator = lcm(*(part.denominator for part in self.coefficients))
        table = np.stack([part.over(denominator) for part in self.coefficients])

        # A coefficient of the product is a sum of as many products as the factor has terms
        terms = max(1, len(nonzero))
        bound = max(1, magnitude(table)) * magnitude(numbers.numerators) * terms
        table = widened(table, bound)
        orders = len(table)
        product = np.zeros((orders + max(nonzero, default=0), len(self)), dtype=table.dtype)
        for k in nonzero:
            product[k : k + orders] += table * int(numbers.numerators[k])
        denominator *= numbers.denominator
        return PolynomialArray(tuple(ExactArray(row, denominator).reduced() for row in product))

    def sum_by(self, index: npt.NDArray[Any], size: int) -> PolynomialArray:
        """Return, for every k below `size`, the sum of the entries whose index is k."""
        return PolynomialArray(tuple(part.sum_by(index, size) for part in self.coefficients))

    def under(self, matrix: ExactMatrix) -> PolynomialArray:
        """Return the product matrix · self."""
        return PolynomialArray(tuple(matrix.dot(part).reduced() for part in self.coefficients))

    def dot(self, factors: PolynomialArray) -> PolynomialArray:
        """Return the inner product, one polynomial.

        Each vector of coefficients of one factor is multiplied by the matrix of those of the other, the one with fewer
        entries; products whose orders add up to the same power of ε are summed.
        """
        few, many = sorted((self, factors), key=lambda factor: factor._entries.nonzeros)
        products = ExactArray.concatenate(
            [few._entries.dot(part).reduced() for part in many.coefficients]
        )
        orders = np.add.outer(np.arange(many.degree + 1), np.arange(few.degree + 1)).ravel()
        sums = products.sum_by(orders, self.degree + factors.degree + 1)
        return PolynomialArray(
            tuple(sums.take(slice(k, k + 1)).reduced() for k in range(len(sums)))
        )

    @cached_property
    def _entries(self) -> ExactMatrix:
        """The coefficients that are not zero as a matrix, one row for each order."""
        rows: list[Ints] = []
        columns: list[Ints] = []
        values: list[ExactArray] = []
        for order, part in enumerate(self.coefficients):
            places = np.flatnonzero(part.numerators)
            rows.append(np.full(len(places), order, dtype=np.int64))
            columns.append(places)
            values.append(part.take(places))
        return ExactMatrix(
            (self.degree + 1, len(self)),
            np.concatenate(rows),
            np.concatenate(columns),
            ExactArray.concatenate(values),
        )

    def signs(self) -> Signs:
        """Return the sign of every entry for all small ε > 0: that of its first coefficient that is not zero.

        References
        ----------
        Miltersen & Sørensen (2006), (2.10) and (2.11).
        """
        signs = np.zeros(len(self), dtype=np.int8)
        for part in self.coefficients:
            undecided = signs == 0
            signs[undecided] = np.sign(part.numerators[undecided]).astype(np.int8)
        return signs

    def leading_orders(self) -> Ints:
        """Return the order of every entry's first coefficient that is not zero, D + 1 of a zero polynomial."""
        orders = np.full(len(self), self.degree + 1, dtype=np.int64)
        for k in range(self.degree, -1, -1):  # lower orders overwrite higher ones
            orders[np.asarray(self.coefficients[k].numerators != 0, dtype=bool)] = k
        return orders

    def coefficient_at(self, orders: Ints) -> ExactArray:
        """Return for every entry the coefficient of the order given for it; 0 beyond the degree."""
        total = ExactArray.zeros(len(self))
        for k, part in enumerate(self.coefficients):
            total = total + part.where(orders == k)
        return total.reduced()

    def equals(self, polynomials: PolynomialArray) -> bool:
        """Return whether all polynomials are equal."""
        return len(self) == len(polynomials) and not (self - polynomials).signs().any()


@dataclass(frozen=True, eq=False)
class RationalFunctionArray:
    """A vector of rational functions p_i(ε) / d(ε); d has shape (1,) and is positive for all small ε > 0.

    Examples
    --------
    >>> line = PolynomialArray((ExactArray.of([1, 0]), ExactArray.of([-2, 3])))
    >>> half = RationalFunctionArray(line, PolynomialArray((ExactArray.of([2]),)))
    >>> half.at(Fraction(1, 4)).to_fractions(), half.limit.to_fractions()
    ([Fraction(1, 4), Fraction(3, 8)], [Fraction(1, 2), Fraction(0, 1)])
    """

    numerators: PolynomialArray
    denominator: PolynomialArray

    def __post_init__(self) -> None:
        if not isinstance(self.numerators, PolynomialArray) or not isinstance(
            self.denominator, PolynomialArray
        ):
            raise ModelError(
                "rational functions of ε: polynomials as numerators and as denominator expected"
            )
        if len(self.denominator) != 1 or self.denominator.signs()[0] <= 0:
            raise ModelError(
                "rational functions of ε: one denominator, positive for all small ε > 0, expected"
            )

    def __len__(self) -> int:
        """Return n."""
        return len(self.numerators)

    def __repr__(self) -> str:
        return (
            f"<RationalFunctionArray of {len(self):,} functions of ε, degrees at most {self.numerators.degree} / "
            f"{self.denominator.degree}>"
        )

    def at(self, epsilon: Given) -> ExactArray:
        """Return the values at a number ε; raises ModelError at a zero of the denominator."""
        number = exact_epsilon(epsilon)
        denominator = self.denominator.at(number)[0]
        if denominator == 0:
            raise ModelError(
                f"rational functions of ε: the denominator vanishes at ε = {shown_rational(number)}"
            )
        return self.numerators.at(number) * (1 / denominator)

    @property
    def limit(self) -> ExactArray:
        """The limits of the functions as ε falls to 0; raises ModelError if one of them is unbounded."""
        # After division by the denominator's lowest power of ε, only the coefficients of that power remain
        order = int(self.denominator.leading_orders()[0])
        if np.any((self.numerators.leading_orders() < order) & (self.numerators.signs() != 0)):
            raise ModelError("rational functions of ε: one of them is unbounded as ε falls to 0")
        return (self.numerators.order(order) * (1 / self.denominator.order(order)[0])).reduced()

    def take(self, index: npt.NDArray[Any] | slice) -> RationalFunctionArray:
        """Return the functions at the given places (integers, a mask, or a slice)."""
        return RationalFunctionArray(self.numerators.take(index), self.denominator)

    def signs(self) -> Signs:
        """Return the sign of every entry for all small ε > 0."""
        return self.numerators.signs()
