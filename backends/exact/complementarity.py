"""Solution of a complementarity problem on a given support, which is a linear program, in exact arithmetic."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Literal

import numpy as np

from seqform.backends.exact.solution import ExactBackend
from seqform.backends.protocol import SolveOptions
from seqform.errors import CertificationError, ModelError
from seqform.models.numbers.exact import ExactArray, Floats, Mask, Vector, doubles
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.linear import Bounds, LinearProgram
from seqform.models.programs.solutions import RawSolution, Termination

Sense = Literal["min", "max"]


def support_of(problem: LinearComplementarityProblem, z: Vector) -> Mask:
    """Return the support near a point of shape (n,): True where z_i, False where w_i may be nonzero.

    It is True for every free variable; otherwise where z_i relative to the largest z exceeds w_i relative to the sum of
    the absolute values of its terms. A z below what the coefficients of M and q resolve is not large, so that noise
    about 0 has no support.

    Examples
    --------
    >>> from seqform.models.programs.complementarity import linear_complementarity_problem
    >>> problem = linear_complementarity_problem([[2, 1], [1, 2]], [-5, 6])
    >>> support_of(problem, np.array([2.4999999, 1e-9])).tolist()
    [True, False]
    """
    if len(z) != len(problem):
        raise ModelError(f"support: {len(z)} values for {len(problem)} variables")
    point = doubles(z)
    matrix, q = problem.matrix.to_scipy(), problem.q.to_floats()
    largest = np.max(np.abs(matrix.data), initial=0.0)
    resolved = np.max(np.abs(q), initial=0.0) / largest if largest else 0.0
    variables = _shares(point, np.max(np.abs(point[~problem.free]), initial=resolved))
    slacks = _shares(q + matrix @ point, np.abs(q) + abs(matrix) @ np.abs(point))
    return np.asarray(problem.free | (variables > slacks), dtype=bool)


def _shares(values: Floats, sizes: Floats | np.float64) -> Floats:
    return values / np.where(sizes > 0, sizes, 1.0)


def support_program(
    problem: LinearComplementarityProblem, support: Mask, objective: ExactArray | None = None, sense: Sense = "min"
) -> LinearProgram:
    """Return the linear program of all solutions with z_i = 0 outside a support and w_i = 0 on it.

    Free variables always belong to the support. The objective is c·z, without one any solution is optimal.
    """
    n = len(problem)
    for what, length in (("support", len(support)), ("objective", n if objective is None else len(objective))):
        if length != n:
            raise ModelError(f"{what} of length {length}, but there are {n} variables")
    on = np.asarray(support | problem.free, dtype=bool)
    return LinearProgram(
        sense,
        ExactArray.zeros(n) if objective is None else objective,
        problem.matrix,
        Bounds(-problem.q, -problem.q, np.ones(n, dtype=bool), on),
        Bounds(ExactArray.zeros(n), ExactArray.zeros(n), ~problem.free, ~on),
        problem.slack_names,
        problem.names,
        problem.name,
    )


def solve_on_support(
    problem: LinearComplementarityProblem,
    support: Mask,
    objective: ExactArray | None = None,
    sense: Sense = "min",
    *,
    time_limit: float | None = None,
    progress: Callable[[str], None] | None = None,
) -> RawSolution:
    """Return an exact solution with z_i = 0 outside a support and w_i = 0 on it, the best one for an objective.

    INFEASIBLE or UNBOUNDED, with proof, if there is no such solution or no best one; or the limit that was reached.
    """
    program = support_program(problem, support, objective, sense)
    answer = ExactBackend().solve(program, SolveOptions(time_limit=time_limit, progress=progress))
    if not answer.solved:
        return replace(answer, dual=None, basis=None)
    assert isinstance(answer.primal, ExactArray)
    worst = problem.residuals(answer.primal).worst
    if worst != 0:
        raise CertificationError(f"exact solution: the point misses by {worst}; please report the problem")
    return replace(
        answer,
        status="solved over the rationals",
        dual=None,
        basis=None,
        objective=None if objective is None else answer.objective,
    )


def exact_complementarity(
    problem: LinearComplementarityProblem,
    raw: RawSolution,
    objective: ExactArray | None = None,
    sense: Sense = "min",
    *,
    support: Mask | None = None,
    time_limit: float | None = None,
    progress: Callable[[str], None] | None = None,
) -> RawSolution:
    """Turn the answer of a solver to a complementarity problem into an exact solution with the same zeros.

    Of several, the best one for an objective. If no exact solution has these zeros, the termination is NUMERICAL_ERROR,
    and the point that of the solver; otherwise the answer is that of `solve_on_support`. The zeros are those of the
    point, or those outside a `support`.

    Examples
    --------
    >>> from seqform.models.programs.complementarity import linear_complementarity_problem
    >>> problem = linear_complementarity_problem([[2, 1], [1, 2]], [-5, -6])
    >>> raw = RawSolution(Termination.SOLVED, "by eye", primal=np.array([1.33, 2.33]))
    >>> exact_complementarity(problem, raw).primal.to_fractions()
    [Fraction(4, 3), Fraction(7, 3)]
    """
    if raw.primal is None:
        raise ModelError(f"exact solution: the solver returned no point: {raw.termination} ({raw.status})")
    support = support_of(problem, raw.primal) if support is None else support
    exact = solve_on_support(problem, support, objective, sense, time_limit=time_limit, progress=progress)
    if exact.termination is Termination.INFEASIBLE:
        status = "no exact solution has the zeros of the solver's point; ask the solver for a smaller tolerance"
        exact = replace(exact, termination=Termination.NUMERICAL_ERROR, status=status, primal=raw.primal, ray=None)
    return replace(
        exact,
        iterations=raw.iterations,
        seconds=raw.seconds + exact.seconds,
        options={**raw.options, "exact_pivots": exact.options.get("exact_pivots", 0)},
        solver=f"{raw.solver}, exact simplex" if raw.solver else "exact simplex",
    )
