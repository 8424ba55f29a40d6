"""Vectors of rational functions of ε over one denominator, ordered as for all small ε > 0."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.errors import ModelError
from seqform.models.exact import ExactArray
from seqform.models.polynomials import PolynomialArray, Signs


@dataclass(frozen=True, eq=False)
class RationalFunctionArray:
    """A vector of rational functions p_i(ε) / d(ε).

    Parameters
    ----------
    numerators : PolynomialArray, shape (n,)
        p.
    denominator : PolynomialArray, shape (1,)
        d, positive for all small ε > 0.

    Raises
    ------
    ModelError
        If the denominator is not one polynomial that is positive for all small ε > 0.

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
        if len(self.denominator) != 1 or self.denominator.signs()[0] <= 0:
            raise ModelError("rational functions of ε: one denominator, positive for all small ε > 0, expected")

    def __len__(self) -> int:
        """Return n."""
        return len(self.numerators)

    def __repr__(self) -> str:
        return (
            f"<RationalFunctionArray of {len(self):,} functions of ε, degrees at most {self.numerators.degree} / "
            f"{self.denominator.degree}>"
        )

    def at(self, epsilon: Fraction | int) -> ExactArray:
        """Return the values at a number ε.

        Raises
        ------
        ModelError
            If it is a zero of the denominator.
        """
        whole = self.denominator.at(epsilon)[0]
        if whole == 0:
            raise ModelError(f"rational functions of ε: the denominator vanishes at ε = {epsilon}")
        return self.numerators.at(epsilon) * (1 / whole)

    @property
    def limit(self) -> ExactArray:
        """The values to which the functions tend as ε falls to 0.

        Raises
        ------
        ModelError
            If one of them grows beyond all bounds.
        """
        order = int(self.denominator.leading_orders()[0])
        if np.any(self.numerators.leading_orders() < order):
            raise ModelError("rational functions of ε: one of them grows beyond all bounds as ε falls to 0")
        return (self.numerators.order(order) * (1 / self.denominator.order(order)[0])).reduced()

    def take(self, index: npt.NDArray[Any] | slice) -> RationalFunctionArray:
        """Return the functions at the given places (integers, a mask, or a slice)."""
        return RationalFunctionArray(self.numerators.take(index), self.denominator)

    def signs(self) -> Signs:
        """Return the sign of every entry for all small ε > 0."""
        return self.numerators.signs()


def shifted(polynomials: PolynomialArray) -> PolynomialArray:
    """Return the polynomials times ε."""
    return PolynomialArray((ExactArray.zeros(len(polynomials)), *polynomials.coefficients))


def scaled(values: ExactArray, factor: PolynomialArray) -> PolynomialArray:
    """Return constants times one polynomial, which has shape (1,)."""
    return PolynomialArray(tuple(values * part[0] for part in factor.coefficients))


def product(one: PolynomialArray, other: PolynomialArray) -> PolynomialArray:
    """Return the product of two polynomials, each of shape (1,)."""
    total = [Fraction(0)] * (one.degree + other.degree + 1)
    for i, mine in enumerate(one[0]):
        if mine:
            for j, theirs in enumerate(other[0]):
                total[i + j] += mine * theirs
    return PolynomialArray(tuple(ExactArray.of([value]) for value in total))
