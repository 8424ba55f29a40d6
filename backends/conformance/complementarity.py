"""Linear complementarity problems with known answers, and the check of an answer to a complementarity problem."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from seqform.backends.conformance.case import (
    OWN_LIMITS,
    SOLVED,
    ConformanceCase,
    ConformanceFailure,
    Invariant,
    cells,
    contracts,
    require,
    require_answer,
    solved_once,
    vector_of,
)
from seqform.backends.conformance.linear import (
    Number,
    exact_matrix,
    kuhn_program,
    large_payoffs,
    vector,
)
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Ints, Vector, doubles
from seqform.models.numbers.text import shown_rational
from seqform.models.programs.complementarity import (
    LinearComplementarityProblem,
    linear_complementarity_problem,
)
from seqform.models.programs.solutions import RawSolution, Termination

# A secondary ray ends a path without a verdict, and an error, such as of a search within bounds, proves nothing.
_NO_VERDICT = frozenset(
    {
        Termination.SECONDARY_RAY,
        *OWN_LIMITS,
        Termination.NUMERICAL_ERROR,
        Termination.ERROR,
    }
)
_NO_SOLUTION = _NO_VERDICT | {Termination.INFEASIBLE}
_HARD = _NO_VERDICT | SOLVED

Rows = Sequence[Sequence[Number]]


def complementarity_cases() -> tuple[ConformanceCase, ...]:
    """Return the cases about linear complementarity problems."""
    small = linear_complementarity_problem([[2, 1], [1, 2]], [-5, -6])
    large = _bimatrix_game(large_payoffs(30, 1, 37), large_payoffs(30, 1, 59))  # costs from 1 to 41
    return (
        *problem_cases(),
        *contracts(small, large, " of a complementarity problem", judge_problem),
    )


def problem_cases() -> tuple[ConformanceCase, ...]:
    """Return the complementarity problems with known answers."""
    return (
        *_table(_PROBLEMS),
        *_with_invariants(),
        *_table(_HARD_PROBLEMS, _HARD),
        *_table(_WITHOUT_SOLUTION, _NO_SOLUTION),
        *_drawn(),
    )


# ---- models ----


def complementarity_problem(
    matrix: Rows,
    q: Sequence[Number],
    free: Sequence[bool] | None = None,
    covering_vector: Sequence[int] | None = None,
) -> LinearComplementarityProblem:
    """Return the problem of a dense matrix of rational numbers."""
    exact = [[Fraction(value) for value in row] for row in matrix]
    return linear_complementarity_problem(
        exact, vector(q).to_fractions(), free, covering_vector, "conformance"
    )


def game_problem(
    first: Rows, second: Rows, E: Rows, F: Rows, p: Sequence[Number], q: Sequence[Number]
) -> LinearComplementarityProblem:
    """Return the problem of a game in sequence form, in costs, with the covering vector of a start (p, q).

    Its z is (x, v', y, u') and its w is (first·y - Eᵀu', F y - f, secondᵀx - Fᵀv', E x - e), u' and v' free.
    """
    first_costs = exact_matrix(first)
    second_costs = exact_matrix(second)
    first_rows = exact_matrix(E)
    second_rows = exact_matrix(F)
    e = vector([1] + [0] * (len(E) - 1))
    f = vector([1] + [0] * (len(F) - 1))

    names = []
    slack_names = []
    sizes = {"x": len(E[0]), "v'": len(F), "y": len(F[0]), "u'": len(E)}
    for letter, size in sizes.items():
        names += [f"{letter} {i + 1}" for i in range(size)]
        slack_names += [f"slack of {letter[0]} {i + 1}" for i in range(size)]
    covering_vector = [first_costs.dot(vector(q)), f, second_costs.T.dot(vector(p)), e]
    return LinearComplementarityProblem(
        matrix=ExactMatrix.block(
            [
                [None, None, first_costs, -first_rows.T],
                [None, None, second_rows, None],
                [second_costs.T, -second_rows.T, None, None],
                [first_rows, None, None, None],
            ]
        ),
        q=ExactArray.concatenate(
            [ExactArray.zeros(sizes["x"]), -f, ExactArray.zeros(sizes["y"]), -e]
        ),
        free=np.repeat([False, True, False, True], list(sizes.values())),
        covering_vector=ExactArray.concatenate(covering_vector),
        names=names,
        slack_names=slack_names,
        name="conformance",
    )


def _bimatrix_game(first: Rows, second: Rows) -> LinearComplementarityProblem:
    """Return the problem of a square game in strategic form; its path starts where both players mix evenly."""
    size = len(first)
    simplex = [[1] * size]
    even = [Fraction(1, size)] * size
    return game_problem(first, second, simplex, simplex, even, even)


def three_equilibria() -> LinearComplementarityProblem:
    """Return the sequence form of vSvET's figure 1, in costs: 48 less player 0's payoff, 20 less player 1's."""
    plans = [[1, 0, 0, 0, 0], [-1, 1, 1, 0, 0], [0, 0, -1, 1, 1]]  # ∅, L, R, RS, RT
    replies = [[1, 0, 0, 0, 0], [-1, 1, 1, 0, 0], [-1, 0, 0, 1, 1]]  # ∅, a, b, c, d
    nothing: list[Number] = [0] * 5
    first: Rows = [
        nothing,
        [0, 37, 45, 0, 0],
        nothing,
        [0, 24, 24, 24, 12],
        [0, 0, 0, 42, 48],
    ]
    second: Rows = [
        nothing,
        [0, 17, 20, 0, 0],
        nothing,
        [0, 10, 5, 8, 10],
        [0, 0, 0, 20, 19],
    ]
    start: tuple[list[Number], list[Number]] = (
        [1, "3/10", "7/10", "7/20", "7/20"],
        [1, "1/3", "2/3", "1/3", "2/3"],
    )
    return game_problem(first, second, plans, replies, *start)


def kuhn_problem() -> LinearComplementarityProblem:
    """Return the sequence form of Kuhn poker; each player pays an entry fee of 3, so that all payoffs are costs."""
    # The program has the rows E x = e and F.T q - A.T x <= 0, with 13 columns of x.
    dense = np.array(kuhn_program().matrix.to_dense(), dtype=object)
    plans = dense[:7, :13].tolist()
    replies = dense[7:, 13:].T.tolist()
    gains = (-dense[7:, :13]).T

    # All gains are products with the probability of a deal, 1/6; pairs of sequences that end nothing have none.
    fee = 3 * Fraction(1, 6)
    is_end = gains != 0
    first = np.where(is_end, fee - gains, 0).tolist()
    second = np.where(is_end, fee + gains, 0).tolist()
    card: list[Number] = ["1/2", "1/2", "1/4", "1/4"]
    return game_problem(first, second, plans, replies, [1, *card * 3], [1, *["1/2"] * 12])


def random_degenerate_game(seed: int, size: int = 4) -> LinearComplementarityProblem:
    """Return the problem of a game with costs from {1, 2, 3}."""
    draw = random.Random(seed)
    costs = [[draw.randint(1, 3) for _ in range(size)] for _ in range(2 * size)]
    return _bimatrix_game(costs[:size], costs[size:])


def random_problem(seed: int, size: int = 6) -> tuple[LinearComplementarityProblem, ExactArray]:
    """Return a problem with a positive definite matrix of small integers, and its only solution.

    The matrix is L Lᵀ + 1 + S with S skew-symmetric; z and a complementary w are drawn first, and q = w - M z.
    """
    draw = random.Random(seed)
    lower = np.zeros((size, size), dtype=np.int64)
    for i in range(size):
        for j in range(i + 1):
            lower[i, j] = draw.randint(-2, 2)
    below = np.zeros((size, size), dtype=np.int64)
    for i in range(size):
        for j in range(i):
            below[i, j] = draw.randint(-3, 3)
    matrix = lower @ lower.T + np.eye(size, dtype=int) + below - below.T

    point = np.array([draw.choice((0, 1, 2, 5)) for _ in range(size)], dtype=np.int64)
    slack = np.zeros(size, dtype=np.int64)
    for i in np.flatnonzero(point == 0).tolist():
        slack[i] = draw.choice((0, 1, 4))
    problem = complementarity_problem(matrix.tolist(), (slack - matrix @ point).tolist())
    return problem, ExactArray.of(point.tolist())


# ---- cases ----


_PROBLEMS = """
one pair | one variable, one slack | 4 | -3 | 3/4
zero solves | for a nonnegative q and a P-matrix M the solution is z = 0 | 2 -1, 1 3 | 4 0 | 0 0
positive definite | all variables positive | 2 1, 1 2 | -5 -6 | 4/3 7/3
positive definite, in thirds | coefficients that no double represents exactly
  | 2/3 -1/3 0, -1/3 2/3 -1/3, 0 -1/3 2/3 | -1/3 1/7 -1/3 | 11/14 4/7 11/14
least element | a Z-matrix: the least feasible point is the solution
  | 1 -1 0, 0 1 -1, 0 0 1 | -1 -1 -1 | 3 2 1
badly scaled pairs | coefficients from 1/1000 to 5000 | 1/1000 1, -1 5000 | -10 -5 | 16665/2 667/400
Murty 2.8 | example 2.8 of Murty, Linear Complementarity, Linear and Nonlinear Programming (1988)
  | 1 -1 -1 -1, -1 1 -1 -1, 1 1 2 0, 1 1 0 2 | 3 5 -9 -5 | 2 1 3 1 | | 1 1 1 1
Murty 2.11 | example 2.11 of Murty: an indefinite matrix, one solution
  | -3/2 2, -4 4 | -5 17 | 27 91/4 | | 1 1
Kostreva 1 | example 1 of Kostreva (1979): every ratio ties, and pivoting by the least index may cycle
  | 1 2 0, 0 1 2, 2 0 1 | -1 -1 -1 | 1/3 1/3 1/3
three solutions | an indefinite matrix with a solution on every support but the empty one
  | 2 3, 3 2 | -3 -4 | 3/2 0, 0 2, 6/5 1/5 | | 1 1
both of a pair zero | a solution at which z_i and w_i are both zero | 2 1 0, 1 2 0, 0 1 1 | -1 -2 -1 | 0 1 0
nothing but zeros | every nonnegative z solves the problem without coefficients | 0 0, 0 0 | 0 0
free variable, negative | minimise (x1 - 2)² + x2² over x1 + x2 = 1: the multiplier of the equation is free
  | 1 0 -1, 0 1 -1, 1 1 0 | -2 0 -1 | 1 0 -1 | 3
free variable, positive | the same with the signs of equation and multiplier reversed
  | 1 0 1, 0 1 1, -1 -1 0 | -2 0 1 | 1 0 1 | 3
free variables alone | a system of equations: no sign-constrained pair | 2 1, 1 1 | 0 -1 | -1 2 | 1 2
free variable, negative entry | without the free variable, w2 = 3 z2 - 3 | -1 2, 1 1 | 1 -4 | 3 1 | 1
free variables, linear program
  | the optimality conditions of: maximise 3 x1 + x2 over x1 + x2 = 1, x2 - x1 ≥ 0, x ≥ 0
  | 0 0 -1 1, 0 0 -1 -1, 1 1 0 0, -1 1 0 0 | -3 -1 -1 0 | 1/2 1/2 -2 1 | 3
"""
_HARD_PROBLEMS = """
free variable, not monotone
  | the same with only the sign of the equation reversed: the same solutions, another class of matrices
  | 1 0 1, 0 1 1, 1 1 0 | -2 0 -1 | 1 0 1 | 3
Murty 2.11 from (5, 16) | from this covering vector the path ends in a ray, although there is a solution
  | -3/2 2, -4 4 | -5 17 | 27 91/4 | | 5 16
"""
_WITHOUT_SOLUTION = """
Murty 2.9 | example 2.9 of Murty: no z ≥ 0 has w ≥ 0, and the path ends in a secondary ray
  | -1 0 -3, 1 -2 -5, -2 -1 -2 | -3 -2 -1
Kostreva 2 | example 2 of Kostreva: no z ≥ 0 has w ≥ 0 | 1 -1 3, 2 -1 3, -1 -2 0 | -1 -1 -1
feasible without solution | points with z ≥ 0 and w ≥ 0, but no complementary one | 0 1, 0 1 | -1 0
bounded without solution | a polytope of points with z ≥ 0 and w ≥ 0, but no complementary one
  | -1 -1 -1, 0 -2 2, -1 0 2 | 1 -1 1
equation without variables | a free variable whose w is a nonzero constant | 1 0, 0 0 | -1 -1 | | 2
"""


def _table(text: str, terminations: frozenset[Termination] = SOLVED) -> list[ConformanceCase]:
    """Return the cases of a table: name, claim, M, q, all solutions where known, free variables, covering vector."""
    table = []
    for name, claim, matrix, q, *more in cells(text):
        solutions, free, covering = [*more, *[""] * (3 - len(more))]
        rows = [row.split() for row in matrix.split(",")]
        constants = q.split()
        is_free = [str(k + 1) in free.split() for k in range(len(constants))]
        covering_vector = [int(entry) for entry in covering.split()] or None
        problem = complementarity_problem(rows, constants, is_free, covering_vector)
        known = []
        if solutions:
            known = [solution.split() for solution in solutions.split(",")]
        table.append(_case(name, claim, problem, *known, terminations=terminations))
    return table


def _case(
    name: str,
    claim: str,
    problem: LinearComplementarityProblem,
    *solutions: Sequence[Number],
    terminations: frozenset[Termination] = SOLVED,
    invariant: Invariant | None = None,
) -> ConformanceCase:
    known = tuple(vector(solution) for solution in solutions)
    judge = solved_once(judge_problem)
    return ConformanceCase(
        name, claim, problem, judge, terminations, solutions=known, invariant=invariant
    )


def _with_invariants() -> list[ConformanceCase]:
    """Return the cases of problems without variables, or with many solutions, and games."""
    ties = complementarity_problem([[1, 1, 1], [1, 1, 1], [1, 1, 1]], [-1, -1, -1])
    idle = complementarity_problem([[0, 0, 0], [0, 2, 0], [0, 1, 0]], [0, -2, "1/2"])
    total = Invariant("the sum of z", vector([1, 1, 1]), Fraction(1))
    second = Invariant("z2", vector([0, 1, 0]), Fraction(1))
    sexes = _bimatrix_game([[1, 3], [3, 2]], [[2, 3], [3, 1]])
    equilibria: Rows = [
        [1, 0, 2, 1, 0, 1],
        [0, 1, 1, 0, 1, 2],
        ["2/3", "1/3", "7/3", "1/3", "2/3", "7/3"],
    ]
    equal = _bimatrix_game([[2, 2], [2, 2]], [[1, 1], [1, 1]])
    both = Invariant("the sum of both players' costs", vector([0, 0, 1, 0, 0, 1]), Fraction(3))
    kuhn = kuhn_problem()
    first_cost = vector([Fraction(name == "u' 1") for name in kuhn.names])
    first = Invariant("the first player's cost", first_cost, Fraction(55, 18))
    figure = (
        "figure 1 of von Stengel, van den Elzen & Talman: chance, two information sets a player"
    )
    entry = "at every equilibrium of Kuhn poker the first player pays 1/18, and the entry fee of 3"
    return [
        _case(
            "no pairs",
            "the empty vector solves a problem without variables",
            complementarity_problem([], []),
            [],
        ),
        _case(
            "ties in every row",
            "equal rows, so that every ratio ties; many solutions",
            ties,
            invariant=total,
        ),
        _case(
            "idle variable",
            "a variable in no row, and a row without variables",
            idle,
            invariant=second,
        ),
        _case("battle of the sexes", "two pure equilibria and a mixed one", sexes, *equilibria),
        _case(
            "game of equal payoffs",
            "every pair of strategies is an equilibrium",
            equal,
            invariant=both,
        ),
        _case("sequence form with three equilibria", figure, three_equilibria()),
        _case("sequence form of Kuhn poker", entry, kuhn, invariant=first),
    ]


def _drawn() -> list[ConformanceCase]:
    """Return the cases of random problems and games."""
    cases = []
    definite = "a positive definite matrix, symmetric or not, and a solution drawn first"
    for seed in range(5):
        problem, z = random_problem(seed)
        cases.append(_case(f"random pairs {seed}", definite, problem, z.to_fractions()))
    ties = "a game of costs 1, 2 and 3 in which best responses tie"
    for seed in range(5):
        game = random_degenerate_game(seed)
        cases.append(_case(f"random degenerate game {seed}", ties, game))
    return cases


# ---- the check of an answer ----


def judge_problem(case: ConformanceCase, answer: RawSolution, accuracy: float) -> None:
    """Require a point that solves the problem, among the known solutions, or a secondary ray that is one."""
    problem: LinearComplementarityProblem = case.model
    require_answer(answer, case.terminations)
    allowed = accuracy * max(1.0, _largest(problem.q))
    if answer.termination is Termination.SECONDARY_RAY:
        _judge_ray(problem, answer, allowed)
    if not answer.solved:
        return
    n = len(problem)
    z = vector_of(answer.primal, n, f"{n} primal values expected")
    residuals = problem.residuals(z)
    violations = {
        "a variable is negative": residuals.variables,
        "a slack is negative, or one of a free variable not zero,": residuals.slacks,
        "both of a pair are positive": residuals.complementarity,
    }
    for what, value in violations.items():
        require(value <= allowed, f"{what} by {float(value):.3g}")

    _judge_point(case, z, allowed)
    if answer.path is not None:
        pairs = len(answer.path.problem)  # more than n if free variables were split
        final = np.sort(answer.path.basis(len(answer.path)) % max(pairs, 1))
        require(
            np.array_equal(final, np.arange(pairs)),
            "the last basis of the path is not complementary",
        )


def _judge_point(case: ConformanceCase, z: Vector, allowed: float) -> None:
    """Compare a solution with the known ones, or with their invariant."""
    point = doubles(z)
    if case.solutions and isinstance(z, ExactArray):
        known = any(z.equals(solution) for solution in case.solutions)
        require(known, f"z is {z.to_fractions()}, which is no solution")
    elif case.solutions:
        least = math.inf
        size = 1.0
        for solution in case.solutions:
            deviation = float(np.max(np.abs(point - doubles(solution)), initial=0.0))
            least = min(least, deviation)
            size = max(size, _largest(solution))
        require(least <= allowed * size, f"z is {point.tolist()}, which is no solution")

    if case.invariant is not None:
        value = _value_at(case.invariant.coefficients, z)
        correct = case.invariant.value
        require(
            abs(value - correct) <= allowed,
            f"{case.invariant.name} is {float(value)}; correct is {shown_rational(correct)}",
        )


def _value_at(coefficients: ExactArray, z: Vector) -> Fraction:
    """Return a linear function at a solution, exactly of an exact one."""
    if isinstance(z, ExactArray):
        return coefficients.dot(z)
    return Fraction(float(doubles(coefficients) @ z))


def _judge_ray(problem: LinearComplementarityProblem, answer: RawSolution, allowed: float) -> None:
    """Require a nonzero direction (z, z0) of the augmented system: w = M z + d z0 ≥ 0 with zᵀw = 0."""
    n = len(problem)
    ray = doubles(vector_of(answer.ray, n + 1, f"a secondary ray of {n + 1} values expected"))
    z = ray[:n]
    z0 = float(ray[n])
    size = float(np.max(np.abs(ray), initial=0.0))
    require(size > 0, "the secondary ray is zero")

    # The path may be of another covering vector than the problem's.
    d = problem.covering_vector if answer.path is None else answer.path.problem.covering_vector
    if d is None:
        raise ConformanceFailure(
            "a secondary ray, but neither the problem nor a path has a covering vector"
        )
    covering = d.to_floats()
    if len(covering) != n:
        return  # the path is of a problem whose free variables were split, and so is its ray

    w = problem.matrix.to_scipy() @ z + covering * z0
    pairs: Ints = np.flatnonzero(~problem.free)
    room = max(allowed, 1e-9) * size
    least = min(z0, float(np.min(z[pairs], initial=0.0)))
    require(least >= -room, "the secondary ray leads to negative values")
    below = float(np.max(-w[pairs], initial=0.0))
    not_zero = float(np.max(np.abs(w[problem.free]), initial=0.0))
    off = max(below, not_zero)
    require(off <= room, f"the secondary ray leads to slacks that are off by {off:.3g}")
    both = float(np.max(np.minimum(z[pairs], w[pairs]), initial=0.0))
    require(both <= room, "the secondary ray raises both of a pair")


def _largest(values: ExactArray) -> float:
    return float(np.max(np.abs(values.to_floats()), initial=0.0))
