"""Small linear complementarity problems with known answers."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from seqform.backends.conformance_case import SOLVED, Number, vector
from seqform.backends.conformance_programs import kuhn_program
from seqform.models.exact import ExactArray, ExactMatrix
from seqform.models.linear_complementarity import LinearComplementarityProblem, linear_complementarity_problem
from seqform.models.raw_solution import Termination

# What is true to say. A secondary ray ends a path and is no verdict; who searched within bounds says ERROR.
NO_SOLUTION = frozenset(
    {Termination.INFEASIBLE, Termination.SECONDARY_RAY, Termination.ITERATION_LIMIT, Termination.ERROR}
)
HARD = frozenset({Termination.SOLVED, Termination.SECONDARY_RAY, Termination.ITERATION_LIMIT, Termination.ERROR})

Rows = Sequence[Sequence[Number]]


@dataclass(frozen=True, eq=False)
class ProblemCase:
    """A linear complementarity problem and what is true of it.

    Attributes
    ----------
    name, claim : str
    problem : LinearComplementarityProblem
    terminations : frozenset of Termination
        Those that are true.
    solutions : tuple of ExactArray
        All solutions, where they are few.
    invariant : (ExactArray, Fraction), optional
        The coefficients of a linear function of z and its value at every solution.
    invariant_name : str
        What that function is.
    """

    name: str
    claim: str
    problem: LinearComplementarityProblem
    terminations: frozenset[Termination] = SOLVED
    solutions: tuple[ExactArray, ...] = ()
    invariant: tuple[ExactArray, Fraction] | None = None
    invariant_name: str = ""


def problem_cases() -> tuple[ProblemCase, ...]:
    """Return all cases."""
    return (*_unique(), *_textbook(), *_degenerate(), *_mixed(), *_games(), *_without_solution(), *_random())


def _problem(
    matrix: Rows, q: Sequence[Number], free: Sequence[bool] | None = None, covering_vector: Sequence[int] | None = None
) -> LinearComplementarityProblem:
    return linear_complementarity_problem(
        [[Fraction(value) for value in row] for row in matrix],
        [Fraction(value) for value in q],
        free,
        covering_vector,
        "conformance",
    )


def _unique() -> list[ProblemCase]:
    return [
        ProblemCase(
            "no pairs",
            "a problem without variables is solved by the empty vector",
            _problem([], []),
            solutions=(vector([]),),
        ),
        ProblemCase(
            "one pair",
            "one variable, one slack",
            _problem([[4]], [-3]),
            solutions=(vector(["3/4"]),),
        ),
        ProblemCase(
            "zero solves",
            "where q is nonnegative and M a P-matrix, z = 0 is the solution",
            _problem([[2, -1], [1, 3]], [4, 0]),
            solutions=(vector([0, 0]),),
        ),
        ProblemCase(
            "positive definite",
            "all variables positive",
            _problem([[2, 1], [1, 2]], [-5, -6]),
            solutions=(vector(["4/3", "7/3"]),),
        ),
        ProblemCase(
            "positive definite, in thirds",
            "coefficients that no double holds exactly",
            _problem([["2/3", "-1/3", 0], ["-1/3", "2/3", "-1/3"], [0, "-1/3", "2/3"]], ["-1/3", "1/7", "-1/3"]),
            solutions=(vector(["9/14", 0, "9/14"]),),
        ),
        ProblemCase(
            "least element",
            "a Z-matrix: of all feasible points the least is the solution",
            _problem([[1, -1, 0], [0, 1, -1], [0, 0, 1]], [-1, -1, -1]),
            solutions=(vector([3, 2, 1]),),
        ),
        ProblemCase(
            "badly scaled pairs",
            "coefficients from 1/1000 to 5000",
            _problem([["1/1000", 1], [-1, 5000]], [-10, -5]),
            solutions=(vector(["49995/6", "5003/3000"]),),
        ),
    ]


def _textbook() -> list[ProblemCase]:
    return [
        ProblemCase(
            "Murty 2.8",
            "example 2.8 of Murty, Linear Complementarity, Linear and Nonlinear Programming (1988)",
            _problem(
                [[1, -1, -1, -1], [-1, 1, -1, -1], [1, 1, 2, 0], [1, 1, 0, 2]],
                [3, 5, -9, -5],
            ),
            solutions=(vector([2, 1, 3, 1]),),
        ),
        ProblemCase(
            "Murty 2.11",
            "example 2.11 of Murty: an indefinite matrix, two solutions",
            _problem([["-3/2", 2], [-4, 4]], [-5, 17], covering_vector=[5, 16]),
            solutions=(vector([0, "5/2"]), vector([27, "91/4"])),
        ),
        ProblemCase(
            "Kostreva 1",
            "example 1 of Kostreva (1979): where every ratio ties, pivoting by the least index may cycle",
            _problem([[1, 2, 0], [0, 1, 2], [2, 0, 1]], [-1, -1, -1]),
            solutions=(vector(["1/3", "1/3", "1/3"]),),
        ),
    ]


def _degenerate() -> list[ProblemCase]:
    return [
        ProblemCase(
            "both of a pair zero",
            "a solution at which z_i and w_i are both zero",
            _problem([[2, 1, 0], [1, 2, 0], [0, 1, 1]], [-1, -2, -1]),
            solutions=(vector([0, 1, 0]),),
        ),
        ProblemCase(
            "ties in every row",
            "equal rows that make every ratio tie; any of the solutions will do",
            _problem([[1, 1, 1], [1, 1, 1], [1, 1, 1]], [-1, -1, -1]),
            invariant=(vector([1, 1, 1]), Fraction(1)),
            invariant_name="the sum of z",
        ),
        ProblemCase(
            "nothing but zeros",
            "every nonnegative z solves the problem without coefficients",
            _problem([[0, 0], [0, 0]], [0, 0]),
        ),
        ProblemCase(
            "idle variable",
            "a variable in no row, and a row without variables",
            _problem([[0, 0, 0], [0, 2, 0], [0, 1, 0]], [0, -2, "1/2"]),
            invariant=(vector([0, 1, 0]), Fraction(1)),
            invariant_name="z2",
        ),
    ]


def _mixed() -> list[ProblemCase]:
    return [
        ProblemCase(
            "free variable, positive",
            "minimise (x1 - 2)² + x2² over x1 + x2 = 1: the multiplier of the equation is free",
            _problem([[1, 0, 1], [0, 1, 1], [1, 1, 0]], [-2, 0, -1], [False, False, True]),
            solutions=(vector([1, 0, 1]),),
        ),
        ProblemCase(
            "free variable, negative",
            "the same with the multiplier's sign reversed",
            _problem([[1, 0, -1], [0, 1, -1], [1, 1, 0]], [-2, 0, -1], [False, False, True]),
            solutions=(vector([1, 0, -1]),),
        ),
        ProblemCase(
            "free variable, equation reversed",
            "the same with the equation's sign reversed",
            _problem([[1, 0, 1], [0, 1, 1], [-1, -1, 0]], [-2, 0, 1], [False, False, True]),
            solutions=(vector([1, 0, 1]),),
        ),
        ProblemCase(
            "free variables alone",
            "without a sign-constrained pair the problem is a system of equations",
            _problem([[2, 1], [1, 1]], [0, -1], [True, True]),
            solutions=(vector([-1, 2]),),
        ),
        ProblemCase(
            "free variables, linear program",
            "the optimality conditions of: maximise 3 x1 + x2 over x1 + x2 = 1, x2 - x1 ≥ 0, x ≥ 0",
            _problem(
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
    kuhn = _kuhn_problem()
    return [
        ProblemCase(
            "battle of the sexes",
            "two pure equilibria and a mixed one",
            _game([[1, 3], [3, 2]], [[2, 3], [3, 1]], one, one, half, half),
            solutions=(
                vector([1, 0, 2, 1, 0, 1]),
                vector([0, 1, 1, 0, 1, 2]),
                vector(["2/3", "1/3", "7/3", "1/3", "2/3", "7/3"]),
            ),
        ),
        ProblemCase(
            "game of equal payoffs",
            "a game in which every pair of strategies is an equilibrium",
            _game([[2, 2], [2, 2]], [[1, 1], [1, 1]], one, one, half, half),
            invariant=(vector([0, 0, 1, 0, 0, 1]), Fraction(3)),
            invariant_name="the sum of both players' costs",
        ),
        ProblemCase(
            "sequence form with three equilibria",
            "figure 1 of von Stengel, van den Elzen & Talman: chance, two sets a player",
            _three_equilibria(),
        ),
        ProblemCase(
            "sequence form of Kuhn poker",
            "at every equilibrium of Kuhn poker the first player pays 1/18, and 3 that each plays for",
            kuhn,
            invariant=(vector([Fraction(name == "u' 1") for name in kuhn.names]), Fraction(55, 18)),
            invariant_name="the first player's cost",
        ),
    ]


def _game(
    first: Rows, second: Rows, E: Rows, F: Rows, p: Sequence[Number], q: Sequence[Number]
) -> LinearComplementarityProblem:
    """Return the problem of a game in sequence form, in costs, with the covering vector of a start (p, q).

    Its z is (x, v', y, u') and its w is (first·y - Eᵀu', F y - f, secondᵀx - Fᵀv', E x - e), u' and v' free.
    """
    costs, others, rows, columns = (
        ExactMatrix.from_dense([[Fraction(value) for value in row] for row in part]) for part in (first, second, E, F)
    )
    e, f = (vector([1] + [0] * (len(part) - 1)) for part in (E, F))
    sizes = [len(E[0]), len(F), len(F[0]), len(E)]
    names = [[f"{letter} {i + 1}" for i in range(size)] for letter, size in zip("xvyu", sizes, strict=True)]
    return LinearComplementarityProblem(
        matrix=ExactMatrix.block(
            [
                [None, None, costs, -rows.T],
                [None, None, columns, None],
                [others.T, -columns.T, None, None],
                [rows, None, None, None],
            ]
        ),
        q=ExactArray.concatenate([ExactArray.zeros(sizes[0]), -f, ExactArray.zeros(sizes[2]), -e]),
        free=np.repeat([False, True, False, True], sizes),
        covering_vector=ExactArray.concatenate([costs.dot(vector(q)), f, others.T.dot(vector(p)), e]),
        names=[f"{name[0]}' {name[2:]}" if name[0] in "uv" else name for part in names for name in part],
        slack_names=[f"slack of {name}" for part in names for name in part],
        name="conformance",
    )


def _three_equilibria() -> LinearComplementarityProblem:
    """Return the sequence form of vSvET's figure 1, in costs: 25 less player 1's payoff, 11 less player 2's."""
    plans = [[1, 0, 0, 0, 0], [-1, 1, 1, 0, 0], [0, 0, -1, 1, 1]]  # ∅, L, R, RS, RT
    replies = [[1, 0, 0, 0, 0], [-1, 1, 1, 0, 0], [-1, 0, 0, 1, 1]]  # ∅, a, b, c, d
    nothing = [0] * 5
    first = [nothing, [0, 14, 22, 0, 0], nothing, [0, "25/2", "25/2", "25/2", "1/2"], [0, 0, 0, 19, 25]]
    second = [nothing, [0, 8, 11, 0, 0], nothing, [0, "11/2", "1/2", "7/2", "11/2"], [0, 0, 0, 11, 10]]
    return _game(first, second, plans, replies, [1, "3/10", "7/10", "7/20", "7/20"], [1, "1/3", "2/3", "1/3", "2/3"])


def _kuhn_problem() -> LinearComplementarityProblem:
    """Return the sequence form of Kuhn poker; each player pays 3 to play, so that all is cost."""
    program = kuhn_program()
    dense = program.matrix.to_dense()
    plans = [row[:13] for row in dense[:7]]
    replies = [list(column) for column in zip(*(row[13:] for row in dense[7:]), strict=True)]
    gains = [list(column) for column in zip(*([-value for value in row[:13]] for row in dense[7:]), strict=True)]
    deal = Fraction(1, 6)
    first = [[3 * deal - gain if gain else Fraction(0) for gain in row] for row in gains]
    second = [[3 * deal + gain if gain else Fraction(0) for gain in row] for row in gains]
    card: list[Number] = ["1/2", "1/2", "1/4", "1/4"]
    return _game(first, second, plans, replies, [1, *card * 3], [1, *["1/2"] * 12])


def large_game(size: int = 30) -> LinearComplementarityProblem:
    """Return the problem of a game with many actions, in costs from 1 to 41."""
    first, second = (
        [[(i * step + j * 101 + i * j * 13) % 41 + 1 for j in range(size)] for i in range(size)] for step in (37, 59)
    )
    simplex, even = [[1] * size], [Fraction(1, size)] * size
    return _game(first, second, simplex, simplex, even, even)


def _without_solution() -> list[ProblemCase]:
    return [
        ProblemCase(
            "Murty 2.9",
            "example 2.9 of Murty: no z ≥ 0 has w ≥ 0, and the path ends in a secondary ray",
            _problem([[-1, 0, -3], [1, -2, -5], [-2, -1, -2]], [-3, -2, -1]),
            NO_SOLUTION,
        ),
        ProblemCase(
            "Kostreva 2",
            "example 2 of Kostreva: no z ≥ 0 has w ≥ 0",
            _problem([[1, -1, 3], [2, -1, 3], [-1, -2, 0]], [-1, -1, -1]),
            NO_SOLUTION,
        ),
        ProblemCase(
            "feasible without solution",
            "points with z ≥ 0 and w ≥ 0, but none of them complementary",
            _problem([[0, 1], [0, 1]], [-1, 0]),
            NO_SOLUTION,
        ),
        ProblemCase(
            "equation without variables",
            "a free variable whose w is a constant other than zero",
            _problem([[1, 0], [0, 0]], [-1, -1], [False, True]),
            NO_SOLUTION,
        ),
        ProblemCase(
            "solutions beside a ray",
            "from (1, 1) the path runs away along a ray, though there are two solutions: that proves nothing",
            _problem([[-2, -2], [2, -2]], [2, -1], covering_vector=[1, 1]),
            HARD,
            (vector([1, 0]), vector(["3/4", "1/4"])),
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
    problem = _problem(matrix.tolist(), (slack - matrix @ point).tolist())
    return problem, ExactArray.of(point.tolist())


def random_degenerate_game(seed: int, size: int = 4) -> LinearComplementarityProblem:
    """Return the problem of a game with costs from {1, 2, 3}."""
    draw = random.Random(seed)
    first, second = ([[draw.randint(1, 3) for _ in range(size)] for _ in range(size)] for _ in range(2))
    simplex, even = [[1] * size], [Fraction(1, size)] * size
    return _game(first, second, simplex, simplex, even, even)
