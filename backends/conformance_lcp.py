"""How an answer to a linear complementarity problem is judged."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from seqform.backends.conformance_problem_case import ProblemCase
from seqform.backends.conformance_promise import require, require_answer
from seqform.models.exact import ExactArray, Floats, Ints
from seqform.models.linear_complementarity import LinearComplementarityProblem
from seqform.models.linear_program import Vector
from seqform.models.raw_solution import RawSolution, Termination


def judge_problem_answer(case: ProblemCase, answer: RawSolution, accuracy: float, *, exact: bool) -> None:
    """Compare an answer with what is known, and with itself.

    Parameters
    ----------
    case : ProblemCase
    answer : RawSolution
    accuracy : float
        As in `seqform.backends.conformance.check`.
    exact : bool
        Whether fractions are expected.

    Raises
    ------
    ConformanceFailure
        If it is not right.
    """
    problem = case.problem
    require_answer(answer, case.terminations)
    allowed = accuracy * max(1.0, _largest(problem.q))
    if answer.termination is Termination.SECONDARY_RAY:
        _judge_ray(problem, answer, allowed)
    if not answer.solved:
        return
    judge_problem_residuals(problem, answer, allowed)
    assert answer.primal is not None
    require(not exact or isinstance(answer.primal, ExactArray), "an exact backend answers in fractions")
    _judge_point(case, answer.primal, allowed)
    _judge_path(answer)


def judge_problem_residuals(problem: LinearComplementarityProblem, answer: RawSolution, allowed: float) -> None:
    """Require a z that solves the problem."""
    n = len(problem)
    require(answer.primal is not None and len(answer.primal) == n, f"{n} primal values expected")
    assert answer.primal is not None
    residuals = problem.residuals(answer.primal)
    for what, value in (
        ("a variable is negative", residuals.variables),
        ("a slack is negative, or one of a free variable not zero,", residuals.slacks),
        ("both of a pair are positive", residuals.complementarity),
    ):
        require(value <= allowed, f"{what} by {float(value):.3g}")


def _judge_point(case: ProblemCase, z: Vector, allowed: float) -> None:
    """Compare a solution with all that there are, or with what they have in common."""
    point = _floats(z)
    if case.solutions and isinstance(z, ExactArray):
        known = any(z.equals(solution) for solution in case.solutions)
        require(known, f"z is {z.to_fractions()}, which is no solution")
    elif case.solutions:
        misses = [np.max(np.abs(point - _floats(solution)), initial=0.0) for solution in case.solutions]
        size = max(1.0, *(_largest(solution) for solution in case.solutions))
        require(min(misses) <= allowed * size, f"z is {point.tolist()}, which is no solution")
    if case.invariant is not None:
        coefficients, value = case.invariant
        found = coefficients.dot(z) if isinstance(z, ExactArray) else Fraction(float(_floats(coefficients) @ point))
        require(abs(found - value) <= allowed, f"{case.invariant_name} is {float(found)}; true is {value}")


def _judge_path(answer: RawSolution) -> None:
    """Require that a path to a solution ends in a basis with one of every pair."""
    path = answer.path
    if path is None:
        return
    final = np.sort(path.basis(len(path)) % max(len(path.problem), 1))
    require(np.array_equal(final, np.arange(len(path.problem))), "the last basis of the path is not complementary")


def _judge_ray(problem: LinearComplementarityProblem, answer: RawSolution, allowed: float) -> None:
    """Require a direction (z, z0) in which the augmented system can run away: w = M z + d z0 ≥ 0 with zᵀw = 0."""
    n = len(problem)
    require(answer.ray is not None and len(answer.ray) == n + 1, f"a secondary ray of {n + 1} values expected")
    assert answer.ray is not None
    ray = _floats(answer.ray)
    z, z0 = ray[:n], float(ray[n])
    require(float(np.max(np.abs(ray), initial=0.0)) > 0, "the secondary ray is zero")
    covering = _covering_vector(problem, answer)
    if len(covering) != n:  # the path is of a problem whose free variables were split, and so is its ray
        return
    w = problem.matrix.to_scipy() @ z + covering * z0
    bound: Ints = np.flatnonzero(~problem.free)
    room = max(allowed, 1e-9) * float(np.max(np.abs(ray)))
    require(min(z0, float(np.min(z[bound], initial=0.0))) >= -room, "the secondary ray leads to negative values")
    off = max(float(np.max(-w[bound], initial=0.0)), float(np.max(np.abs(w[problem.free]), initial=0.0)))
    require(off <= room, f"the secondary ray leads to slacks that are off by {off:.3g}")
    both = float(np.max(np.minimum(z[bound], w[bound]), initial=0.0))
    require(both <= room, "the secondary ray raises both of a pair")


def _covering_vector(problem: LinearComplementarityProblem, answer: RawSolution) -> Floats:
    """Return d of the path, which may be another than the problem's."""
    covering = problem.covering_vector if answer.path is None else answer.path.problem.covering_vector
    require(covering is not None, "a secondary ray, but neither the problem nor a path has a covering vector")
    assert covering is not None
    return covering.to_floats()


def _floats(values: Vector) -> Floats:
    return values.to_floats() if isinstance(values, ExactArray) else np.asarray(values, dtype=np.float64)


def _largest(values: ExactArray) -> float:
    return float(np.max(np.abs(values.to_floats()), initial=0.0))
