"""What an engine that walks a complementary path brings back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from seqform.models.complementary_path import ComplementaryPath
from seqform.models.exact import ExactArray
from seqform.models.linear_complementarity import LinearComplementarityProblem
from seqform.models.polynomials import PolynomialArray
from seqform.models.raw_solution import Termination


@dataclass(frozen=True, eq=False)
class Walk:
    """Where a walk ended.

    Attributes
    ----------
    termination : Termination
        SOLVED, SECONDARY_RAY, INTERRUPTED, the limit that was reached, or ERROR: z0 left while the slack of a free
        variable was positive, so that the point solves the problem in which that variable is nonnegative.
    path : ComplementaryPath
    z : ExactArray, shape (n,)
        At the end of the path.
    z0 : Fraction
        At the end of the path; zero if solved.
    ray : ExactArray, shape (n + 1,), optional
        The direction of (z, z0) along a secondary ray, in which the last entering variable rises at rate 1.
    higher : tuple of ExactArray, each of shape (n + 1,)
        The coefficients of ε, ..., ε^D in (z, z0) if q is a polynomial in ε; `z` and `z0` are those of ε^0.
    """

    termination: Termination
    path: ComplementaryPath
    z: ExactArray
    z0: Fraction
    ray: ExactArray | None = None
    higher: tuple[ExactArray, ...] = ()

    @property
    def family(self) -> PolynomialArray:
        """The polynomials z(ε), shape (n,)."""
        n = len(self.z)
        return PolynomialArray((self.z, *(part.take(slice(0, n)).reduced() for part in self.higher)))


def walk_at_slacks(problem: LinearComplementarityProblem, higher: Sequence[ExactArray] = ()) -> Walk:
    """Return the walk that ends where it begins, at z = 0."""
    n, nothing = len(problem), np.zeros(0, dtype=np.int64)
    path = ComplementaryPath(problem, np.arange(n), nothing, nothing, (), 1)
    zeros = tuple(ExactArray.zeros(n + 1) for _ in higher)
    return Walk(Termination.SOLVED, path, ExactArray.zeros(n), Fraction(0), higher=zeros)
