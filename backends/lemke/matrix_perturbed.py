"""Lemke's algorithm for problems with ε in the matrix: paths at numbers ε, and a proof for all small ε > 0.

A complementary basis defines rational functions z(ε) and w(ε), whose signs for all small ε > 0 are those of their
lowest coefficients. If one is wrong, it is wrong below the smallest positive root of a known polynomial, and the path
is followed again at an ε from that range. A basis that is refused never returns, and there are finitely many.

References
----------
Farina & Gatti, Extensive-form perfect equilibrium computation in two-player games, AAAI 2017; Farina, Gatti & Sandholm,
Practical exact algorithm for trembling-hand equilibrium refinements in games, NeurIPS 2018.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from seqform.backends.lemke.path import LemkeResult
from seqform.backends.perturbed.proofs import equations, sign_holds_below, solved_functions
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Ints
from seqform.models.numbers.polynomials import PolynomialArray, RationalFunctionArray
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.perturbed import MatrixPerturbedComplementarityProblem
from seqform.models.programs.solutions import Termination
from seqform.system.deadline import Deadline

FIRST_EPSILON = Fraction(1, 1000)

SHRINK = 4
"""Divisor of the bound below which a basis is not feasible, for the next ε."""

MOST_RAYS = 5
"""Number of numbers ε, each a tenth of the last, at which a path ends in a ray, after which it is reported."""


@dataclass(frozen=True)
class StableEnd:
    """The end of the last path, at `epsilon`, and the functions of its basis if they solve the problem."""

    path: LemkeResult
    epsilon: Fraction
    attempts: int
    solution: RationalFunctionArray | None = None


def follow_until_stable(
    problem: MatrixPerturbedComplementarityProblem,
    follow: Callable[[LinearComplementarityProblem], LemkeResult],
    deadline: Deadline,
) -> StableEnd:
    """Follow paths at ever smaller ε until the basis of one is proved feasible for all small ε > 0."""
    epsilon, attempts, rays = FIRST_EPSILON, 0, 0
    while True:
        attempts += 1
        end = follow(problem.at(epsilon))
        if end.termination is Termination.SECONDARY_RAY and rays < MOST_RAYS:
            epsilon, rays = epsilon / 10, rays + 1
            continue
        if end.termination is not Termination.SOLVED:
            return StableEnd(end, epsilon, attempts)
        values = basis_functions(problem, end.path.basis(len(end.path)), deadline)
        wrong = np.flatnonzero(values.signs() < 0)
        if not len(wrong):
            return StableEnd(end, epsilon, attempts, values.take(slice(len(problem), None)))
        epsilon = sign_holds_below(values.numerators.take(wrong), epsilon) / SHRINK


def basis_functions(
    problem: MatrixPerturbedComplementarityProblem, basis: Ints, deadline: Deadline
) -> RationalFunctionArray:
    """Return (w(ε), z(ε)), shape (2n,), at a basis without z0: the basic ones solve w - M(ε) z = q."""
    n, basic = len(problem), np.zeros(2 * len(problem), dtype=bool)
    basic[basis] = True
    slacks = ExactMatrix((n, n), np.arange(n), np.arange(n), ExactArray(np.ones(n, dtype=np.int64)))
    parts = [ExactMatrix.block([[slacks if order == 0 else ExactMatrix.zeros((n, n)), -part]])
             for order, part in enumerate(problem.matrices)]  # fmt: skip
    columns = [part.submatrix(np.ones(n, dtype=bool), basic) for part in parts]
    rows = equations(columns, PolynomialArray.constant(problem.q))
    return solved_functions(rows, np.flatnonzero(basic), 2 * n, deadline, None)
