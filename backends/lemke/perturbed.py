"""Lemke's algorithm with ε an indeterminate."""

from __future__ import annotations

import time
from dataclasses import fields

from seqform.backends.lemke.backend import SOLVER, LemkeOptions, lemke_options, limits, status
from seqform.backends.lemke.engine import Engine, walk
from seqform.backends.lemke.walk import Limits, PivotRule, Walk
from seqform.backends.protocol import SolveOptions
from seqform.models.programs.perturbed_complementarity import PerturbedComplementarityProblem
from seqform.models.programs.perturbed_solution import PerturbedSolution
from seqform.models.programs.solutions import Termination


def walk_perturbed(
    problem: PerturbedComplementarityProblem,
    rule: PivotRule | None = None,
    limits: Limits | None = None,
    engine: Engine = "auto",
) -> Walk:
    """Follow the complementary path of a perturbed problem's covering vector, the same for all small ε > 0.

    M and d are free of ε, so the basic variables are polynomials, one column of coefficients for every order,
    while the columns of the variables stay rational numbers. The minimum ratio test compares the orders of ε one
    after the other, which is the meaning of "for all small ε"; only then come the columns that settle ties. z0 leaves
    early where it is tied in all orders.

    Parameters
    ----------
    problem : PerturbedComplementarityProblem
        With a covering vector.
    engine : "auto", "revised" or "tableau"
        They walk the same path.

    Returns
    -------
    Walk
        `family` is z(ε). `path`, and what is said of z0 on it, belong to the problem at ε = 0.

    Raises
    ------
    ModelError
        If there is no covering vector, or no path can begin at the problem's start.

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
    >>> end = walk_perturbed(problem)
    >>> [[str(part) for part in end.family[i]] for i in range(2)]
    [['0', '1'], ['1', '-1']]
    """
    return walk(problem.limit, rule, limits, problem.start, engine, higher=problem.higher)


def solve_perturbed_complementarity(
    problem: PerturbedComplementarityProblem, options: SolveOptions | None = None
) -> PerturbedSolution:
    """Solve a perturbed complementarity problem by Lemke's algorithm, for all small ε > 0 at once.

    Parameters
    ----------
    problem : PerturbedComplementarityProblem
        With a covering vector.
    options : SolveOptions, optional
        `raw` may hold the options of the backend ``lemke`` (`LemkeOptions`).

    Returns
    -------
    PerturbedSolution
        `primal` is z(ε), `proven` whether it has been shown to solve the problem, in rational arithmetic.

    Raises
    ------
    OptionError
        If an option is unknown or has a wrong value.
    ModelError
        If there is no covering vector, or no path can begin at the problem's start.
    """
    options = options or SolveOptions()
    own = lemke_options(options)
    began = time.perf_counter()
    end = walk_perturbed(problem, own.rule, limits(options, own), own.engine)  # type: ignore[arg-type]  # checked by LemkeOptions
    walked = time.perf_counter()
    solved = end.termination is Termination.SOLVED
    violations = problem.violations(end.family) if solved else []
    return PerturbedSolution(
        end.termination if not violations else Termination.ERROR,
        status(end) if not violations else f"not a solution: {'; '.join(violations)}",
        primal=end.family if solved else None,
        proven=solved and not violations,
        iterations=len(end.path),
        pivots=len(end.path),
        seconds={"pivots": walked - began, "proof": time.perf_counter() - walked},
        options={field.name: getattr(own, field.name) for field in fields(LemkeOptions)},
        solver=SOLVER,
    )
