"""Lemke's algorithm for complementarity problems whose q is a polynomial in an indeterminate ε."""

from __future__ import annotations

import time
from dataclasses import asdict

from seqform.backends.lemke.backend import SOLVER, lemke_options, limits, status
from seqform.backends.lemke.engine import Engine, follow_path
from seqform.backends.lemke.path import LemkeResult, PathLimits, PivotRule
from seqform.backends.protocol import SolveOptions
from seqform.models.programs.perturbed import PerturbedComplementarityProblem, PerturbedSolution
from seqform.models.programs.solutions import Termination


def follow_perturbed_path(
    problem: PerturbedComplementarityProblem,
    rule: PivotRule | None = None,
    limits: PathLimits | None = None,
    engine: Engine = "auto",
) -> LemkeResult:
    """Follow the complementary path of a perturbed problem's covering vector, the same for all small ε > 0.

    M and d do not depend on ε, so the basic variables are polynomials, with one column of coefficients per order,
    while the columns of the variables remain rational numbers. The minimum ratio test compares the orders of ε one
    after the other, which is the order of polynomials for all small ε, and then the columns that break ties. z0 leaves
    early if it is tied in all orders. `family` of the result is z(ε); `path`, with the values of z0 on it, belongs to
    the problem at ε = 0.

    References
    ----------
    Miltersen & Sørensen, Computing a quasi-perfect equilibrium of a two-player game, Economic Theory 42 (2010).

    Examples
    --------
    >>> import numpy as np
    >>> from seqform.models.numbers.exact import ExactArray, ExactMatrix
    >>> from seqform.models.numbers.polynomials import PolynomialArray
    >>> problem = PerturbedComplementarityProblem(
    ...     ExactMatrix.from_dense([[2, 1], [1, 2]]),
    ...     PolynomialArray((ExactArray.of([-1, -2]), ExactArray.of([-1, 1]))),
    ...     np.zeros(2, dtype=bool), ExactArray.of([1, 1]), ["z1", "z2"], ["w1", "w2"])
    >>> end = follow_perturbed_path(problem)
    >>> [[str(part) for part in end.family[i]] for i in range(2)]
    [['0', '1'], ['1', '-1']]
    """
    return follow_path(problem.limit, rule, limits, problem.start, engine, higher=problem.higher)


def solve_perturbed_complementarity(
    problem: PerturbedComplementarityProblem, options: SolveOptions | None = None
) -> PerturbedSolution:
    """Solve a perturbed problem with a covering vector by Lemke's algorithm, for all small ε > 0 at once.

    `options.raw` may hold the options of the backend ``lemke``. `primal` of the answer is z(ε); `proven` is True if a
    check in rational arithmetic shows that it solves the problem.
    """
    options = options or SolveOptions()
    own = lemke_options(options)
    began = time.perf_counter()
    end = follow_perturbed_path(problem, own.rule, limits(options, own), own.engine)
    pivoted = time.perf_counter()
    solved = end.termination is Termination.SOLVED
    violations = problem.violations(end.family) if solved else []
    return PerturbedSolution(
        end.termination if not violations else Termination.ERROR,
        status(end) if not violations else f"not a solution: {'; '.join(violations)}",
        primal=end.family if solved else None,
        proven=solved and not violations,
        iterations=len(end.path),
        pivots=len(end.path),
        seconds={"pivots": pivoted - began, "proof": time.perf_counter() - pivoted},
        options=asdict(own),
        solver=SOLVER,
    )
