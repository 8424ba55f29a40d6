"""How an answer to a linear complementarity problem is judged.

Small linear complementarity problems with known answers.
"""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np

from seqform.backends.conformance.case import (
    HARD,
    NO_SOLUTION,
    ProblemCase,
    complementarity_problem,
    require,
    require_answer,
    vector,
)
from seqform.backends.conformance.games import game_problem, kuhn_problem, random_degenerate_game, three_equilibria
from seqform.models.numbers.exact import ExactArray, Floats, Ints, Vector
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.solutions import RawSolution, Termination


def problem_cases() -> tuple[ProblemCase, ...]:
    """Return all cases."""
    return (*_unique(), *_textbook(), *_degenerate(), *_mixed(), *_games(), *_without_solution(), *_random())


def _unique() -> list[ProblemCase]:
    return [
        ProblemCase(
            "no pairs",
            "a problem without variables is solved by the empty vector",
            complementarity_problem([], []),
            solutions=(vector([]),),
        ),
        ProblemCase(
            "one pair",
            "one variable, one slack",
            complementarity_problem([[4]], [-3]),
            solutions=(vector(["3/4"]),),
        ),
        ProblemCase(
            "zero solves",
            "where q is nonnegative and M a P-matrix, z = 0 is the solution",
            complementarity_problem([[2, -1], [1, 3]], [4, 0]),
            solutions=(vector([0, 0]),),
        ),
        ProblemCase(
            "positive definite",
            "all variables positive",
            complementarity_problem([[2, 1], [1, 2]], [-5, -6]),
            solutions=(vector(["4/3", "7/3"]),),
        ),
        ProblemCase(
            "positive definite, in thirds",
            "coefficients that no double holds exactly",
            complementarity_problem(
                [["2/3", "-1/3", 0], ["-1/3", "2/3", "-1/3"], [0, "-1/3", "2/3"]], ["-1/3", "1/7", "-1/3"]
            ),
            solutions=(vector(["11/14", "4/7", "11/14"]),),
        ),
        ProblemCase(
            "least element",
            "a Z-matrix: of all feasible points the least is the solution",
            complementarity_problem([[1, -1, 0], [0, 1, -1], [0, 0, 1]], [-1, -1, -1]),
            solutions=(vector([3, 2, 1]),),
        ),
        ProblemCase(
            "badly scaled pairs",
            "coefficients from 1/1000 to 5000",
            complementarity_problem([["1/1000", 1], [-1, 5000]], [-10, -5]),
            solutions=(vector(["16665/2", "667/400"]),),
        ),
    ]


def _textbook() -> list[ProblemCase]:
    return [
        ProblemCase(
            "Murty 2.8",
            "example 2.8 of Murty, Linear Complementarity, Linear and Nonlinear Programming (1988)",
            complementarity_problem(
                [[1, -1, -1, -1], [-1, 1, -1, -1], [1, 1, 2, 0], [1, 1, 0, 2]],
                [3, 5, -9, -5],
                covering_vector=[1, 1, 1, 1],
            ),
            solutions=(vector([2, 1, 3, 1]),),
        ),
        ProblemCase(
            "Murty 2.11",
            "example 2.11 of Murty: an indefinite matrix with a single solution",
            complementarity_problem([["-3/2", 2], [-4, 4]], [-5, 17], covering_vector=[1, 1]),
            solutions=(vector([27, "91/4"]),),
        ),
        ProblemCase(
            "Kostreva 1",
            "example 1 of Kostreva (1979): where every ratio ties, pivoting by the least index may cycle",
            complementarity_problem([[1, 2, 0], [0, 1, 2], [2, 0, 1]], [-1, -1, -1]),
            solutions=(vector(["1/3", "1/3", "1/3"]),),
        ),
        ProblemCase(
            "three solutions",
            "an indefinite matrix with a solution on every support but the empty one",
            complementarity_problem([[2, 3], [3, 2]], [-3, -4], covering_vector=[1, 1]),
            solutions=(vector(["3/2", 0]), vector([0, 2]), vector(["6/5", "1/5"])),
        ),
    ]


def _degenerate() -> list[ProblemCase]:
    return [
        ProblemCase(
            "both of a pair zero",
            "a solution at which z_i and w_i are both zero",
            complementarity_problem([[2, 1, 0], [1, 2, 0], [0, 1, 1]], [-1, -2, -1]),
            solutions=(vector([0, 1, 0]),),
        ),
        ProblemCase(
            "ties in every row",
            "equal rows that make every ratio tie; any of the solutions will do",
            complementarity_problem([[1, 1, 1], [1, 1, 1], [1, 1, 1]], [-1, -1, -1]),
            invariant=(vector([1, 1, 1]), Fraction(1)),
            invariant_name="the sum of z",
        ),
        ProblemCase(
            "nothing but zeros",
            "every nonnegative z solves the problem without coefficients",
            complementarity_problem([[0, 0], [0, 0]], [0, 0]),
        ),
        ProblemCase(
            "idle variable",
            "a variable in no row, and a row without variables",
            complementarity_problem([[0, 0, 0], [0, 2, 0], [0, 1, 0]], [0, -2, "1/2"]),
            invariant=(vector([0, 1, 0]), Fraction(1)),
            invariant_name="z2",
        ),
    ]


def _mixed() -> list[ProblemCase]:
    return [
        ProblemCase(
            "free variable, negative",
            "minimise (x1 - 2)² + x2² over x1 + x2 = 1: the multiplier of the equation is free",
            complementarity_problem([[1, 0, -1], [0, 1, -1], [1, 1, 0]], [-2, 0, -1], [False, False, True]),
            solutions=(vector([1, 0, -1]),),
        ),
        ProblemCase(
            "free variable, positive",
            "the same with the signs of equation and multiplier reversed",
            complementarity_problem([[1, 0, 1], [0, 1, 1], [-1, -1, 0]], [-2, 0, 1], [False, False, True]),
            solutions=(vector([1, 0, 1]),),
        ),
        ProblemCase(
            "free variable, not monotone",
            "the same with the sign of the equation alone reversed, which changes no solution, but the matrix's kind",
            complementarity_problem([[1, 0, 1], [0, 1, 1], [1, 1, 0]], [-2, 0, -1], [False, False, True]),
            HARD,
            solutions=(vector([1, 0, 1]),),
        ),
        ProblemCase(
            "free variables alone",
            "without a sign-constrained pair the problem is a system of equations",
            complementarity_problem([[2, 1], [1, 1]], [0, -1], [True, True]),
            solutions=(vector([-1, 2]),),
        ),
        ProblemCase(
            "free variables, linear program",
            "the optimality conditions of: maximise 3 x1 + x2 over x1 + x2 = 1, x2 - x1 ≥ 0, x ≥ 0",
            complementarity_problem(
                [[0, 0, -1, 1], [0, 0, -1, -1], [1, 1, 0, 0], [-1, 1, 0, 0]],
                [-3, -1, -1, 0],
                [False, False, True, False],
            ),
            solutions=(vector(["1/2", "1/2", -2, 1]),),
        ),
    ]


def _games() -> list[ProblemCase]:
    one = [[1, 1]]
    half = ["1/2", "1/2"]
    kuhn = kuhn_problem()
    return [
        ProblemCase(
            "battle of the sexes",
            "two pure equilibria and a mixed one",
            game_problem([[1, 3], [3, 2]], [[2, 3], [3, 1]], one, one, half, half),
            solutions=(
                vector([1, 0, 2, 1, 0, 1]),
                vector([0, 1, 1, 0, 1, 2]),
                vector(["2/3", "1/3", "7/3", "1/3", "2/3", "7/3"]),
            ),
        ),
        ProblemCase(
            "game of equal payoffs",
            "a game in which every pair of strategies is an equilibrium",
            game_problem([[2, 2], [2, 2]], [[1, 1], [1, 1]], one, one, half, half),
            invariant=(vector([0, 0, 1, 0, 0, 1]), Fraction(3)),
            invariant_name="the sum of both players' costs",
        ),
        ProblemCase(
            "sequence form with three equilibria",
            "figure 1 of von Stengel, van den Elzen & Talman: chance, two sets a player",
            three_equilibria(),
        ),
        ProblemCase(
            "sequence form of Kuhn poker",
            "at every equilibrium of Kuhn poker the first player pays 1/18, and 3 that each plays for",
            kuhn,
            invariant=(vector([Fraction(name == "u' 1") for name in kuhn.names]), Fraction(55, 18)),
            invariant_name="the first player's cost",
        ),
    ]


def _without_solution() -> list[ProblemCase]:
    return [
        ProblemCase(
            "Murty 2.9",
            "example 2.9 of Murty: no z ≥ 0 has w ≥ 0, and the path ends in a secondary ray",
            complementarity_problem([[-1, 0, -3], [1, -2, -5], [-2, -1, -2]], [-3, -2, -1]),
            NO_SOLUTION,
        ),
        ProblemCase(
            "Kostreva 2",
            "example 2 of Kostreva: no z ≥ 0 has w ≥ 0",
            complementarity_problem([[1, -1, 3], [2, -1, 3], [-1, -2, 0]], [-1, -1, -1]),
            NO_SOLUTION,
        ),
        ProblemCase(
            "feasible without solution",
            "points with z ≥ 0 and w ≥ 0, but none of them complementary",
            complementarity_problem([[0, 1], [0, 1]], [-1, 0]),
            NO_SOLUTION,
        ),
        ProblemCase(
            "bounded without solution",
            "a polytope of points with z ≥ 0 and w ≥ 0, but none of them complementary",
            complementarity_problem([[-1, -1, -1], [0, -2, 2], [-1, 0, 2]], [1, -1, 1]),
            NO_SOLUTION,
        ),
        ProblemCase(
            "equation without variables",
            "a free variable whose w is a constant other than zero",
            complementarity_problem([[1, 0], [0, 0]], [-1, -1], [False, True]),
            NO_SOLUTION,
        ),
        ProblemCase(
            "Murty 2.11 from (5, 16)",
            "from this covering vector the path runs away along a ray, which proves nothing: there is a solution",
            complementarity_problem([["-3/2", 2], [-4, 4]], [-5, 17], covering_vector=[5, 16]),
            HARD,
            (vector([27, "91/4"]),),
        ),
    ]


def _random(count: int = 5) -> list[ProblemCase]:
    definite = [
        ProblemCase(
            f"random pairs {seed}",
            "a positive definite matrix, symmetric or not, and a solution drawn first",
            problem,
            solutions=(solution,),
        )
        for seed in range(count)
        for problem, solution in [random_problem(seed)]
    ]
    games = [
        ProblemCase(
            f"random degenerate game {seed}",
            "a game of costs 1, 2 and 3 in which best responses tie",
            random_degenerate_game(seed),
        )
        for seed in range(count)
    ]
    return [*definite, *games]


def random_problem(seed: int, size: int = 6) -> tuple[LinearComplementarityProblem, ExactArray]:
    """Return a problem with a positive definite matrix of small integers, and its only solution.

    The matrix is L Lᵀ + 1 + S with S skew-symmetric; z and a complementary w are drawn first,
    and q = w - M z.

    Examples
    --------
    >>> problem, solution = random_problem(3)
    >>> problem.residuals(solution).worst
    Fraction(0, 1)
    """
    draw = random.Random(seed)
    lower = np.array([[draw.randint(-2, 2) if j <= i else 0 for j in range(size)] for i in range(size)])
    skew = np.array([[draw.randint(-3, 3) if j < i else 0 for j in range(size)] for i in range(size)])
    matrix = lower @ lower.T + np.eye(size, dtype=int) + skew - skew.T
    point = np.array([draw.choice((0, 1, 2, 5)) for _ in range(size)])
    slack = np.array([0 if value else draw.choice((0, 1, 4)) for value in point.tolist()])
    problem = complementarity_problem(matrix.tolist(), (slack - matrix @ point).tolist())
    return problem, ExactArray.of(point.tolist())


def judge_problem_answer(case: ProblemCase, answer: RawSolution, accuracy: float, *, exact: bool) -> None:
    """Compare an answer with what is known, and with itself.

    Parameters
    ----------
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
