"""Linear complementarity problems from textbooks, from games, and drawn at random."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

import numpy as np
from hypothesis import strategies as st

from seqform.backends.lemke.path import PivotRule
from seqform.builders.forms.sequence_form import sequence_form
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import ExactArray, ExactMatrix
from seqform.models.programs.complementarity import LinearComplementarityProblem, linear_complementarity_problem
from seqform.models.programs.solutions import Termination

Vector = Sequence[Fraction | int]
Rows = Sequence[Vector]


# ---- textbooks ----


class TextbookProblem(NamedTuple):
    """A problem, how Lemke's algorithm ends on it, and its solution if there is only one."""

    name: str
    problem: LinearComplementarityProblem
    termination: Termination
    solution: list[Fraction] | None = None


def _covered(matrix: Rows, q: Sequence[int], covering_vector: Sequence[int] | None = None) -> Any:
    return linear_complementarity_problem(matrix, q, covering_vector=covering_vector or [1] * len(q))


_M_2_8: Rows = [[1, -1, -1, -1], [-1, 1, -1, -1], [1, 1, 2, 0], [1, 1, 0, 2]]
_M_2_9: Rows = [[-1, 0, -3], [1, -2, -5], [-2, -1, -2]]
_M_2_11: Rows = [[Fraction(-3, 2), 2], [-4, 4]]
_KOSTREVA_1: Rows = [[1, 2, 0], [0, 1, 2], [2, 0, 1]]
_KOSTREVA_2: Rows = [[1, -1, 3], [2, -1, 3], [-1, -2, 0]]
_SOLVED, _RAY = Termination.SOLVED, Termination.SECONDARY_RAY

TEXTBOOK = (
    TextbookProblem("Murty 2.8", _covered(_M_2_8, [3, 5, -9, -5]), _SOLVED),
    TextbookProblem("Murty 2.9", _covered(_M_2_9, [-3, -2, -1]), _RAY),  # no point is feasible
    TextbookProblem("Murty 2.11, d = (5, 16)", _covered(_M_2_11, [-5, 17], [5, 16]), _RAY),  # there is a solution
    TextbookProblem("Murty 2.11, d = (1, 1)", _covered(_M_2_11, [-5, 17]), _SOLVED),
    # Careless ties cycle on a P-matrix, and on a problem without a feasible point.
    TextbookProblem("Kostreva 1", _covered(_KOSTREVA_1, [-1] * 3), _SOLVED, [Fraction(1, 3)] * 3),
    TextbookProblem("Kostreva 2", _covered(_KOSTREVA_2, [-1] * 3), _RAY),
)
"""Murty, Linear Complementarity, Linear and Nonlinear Programming (1988);
Kostreva, Cycling in linear complementarity problems, Mathematical Programming 16 (1979)."""


# ---- games ----


@dataclass(frozen=True)
class GameMatrices:
    """Strategies {x ≥ 0, E x = (1, 0, ...)} and {y ≥ 0, F y = (1, 0, ...)}, and payoffs below zero, dense."""

    E: Rows
    F: Rows
    A: Rows
    B: Rows
    x_names: Sequence[str]
    y_names: Sequence[str]

    def problem(self, p: Vector, q: Vector) -> LinearComplementarityProblem:
        """Return the problem of the game in z = (x, v', y, u'), v' and u' free, started at (p, q) (vSvET, 3.4).

        With w = (r, w_F, s, w_E): r = -Eᵀu' - A y - (A q) z0, w_F = F y - f + f z0,
        s = -Fᵀv' - Bᵀx - (Bᵀp) z0, w_E = E x - e + e z0.
        """
        E, F, A, B = (ExactMatrix.from_dense(part) for part in (self.E, self.F, self.A, self.B))
        e, f = ([1] + [0] * (len(part) - 1) for part in (self.E, self.F))
        of_x, of_y = ([0] * len(names) for names in (self.x_names, self.y_names))
        covering: list[Fraction | int] = [
            *(-A.dot(ExactArray.of(q))).to_fractions(),
            *f,
            *(-B.T.dot(ExactArray.of(p))).to_fractions(),
            *e,
        ]
        return LinearComplementarityProblem(
            matrix=ExactMatrix.block(
                [[None, None, -A, -E.T], [None, None, F, None], [-B.T, -F.T, None, None], [E, None, None, None]]
            ),
            q=-ExactArray.of([*of_x, *f, *of_y, *e]),
            free=np.array([False] * len(of_x) + [True] * len(f) + [False] * len(of_y) + [True] * len(e)),
            covering_vector=ExactArray.of(covering),
            names=self._names("x", "v", "y", "u"),
            slack_names=self._names("r", "F", "s", "E"),
        )

    def _names(self, x: str, v: str, y: str, u: str) -> list[str]:
        parts = (x, self.x_names), (v, range(len(self.F))), (y, self.y_names), (u, range(len(self.E)))
        return [f"{letter}_{name}" for letter, names in parts for name in names]


def figure_1() -> GameMatrices:
    """Return the game of vSvET, figure 1, by hand: payoffs less 25 for player 1 and less 11 for player 2.

    Player 1's sequences are ∅, L, R, RS, RT, player 2's ∅, a, b, c, d.
    """
    half = Fraction(1, 2)
    return GameMatrices(
        E=[[1, 0, 0, 0, 0], [-1, 1, 1, 0, 0], [0, 0, -1, 1, 1]],
        F=[[1, 0, 0, 0, 0], [-1, 1, 1, 0, 0], [-1, 0, 0, 1, 1]],
        A=[
            [0, 0, 0, 0, 0],
            [0, 11 - 25, 3 - 25, 0, 0],
            [0, 0, 0, 0, 0],
            [0, half * -25, half * -25, half * -25, half * (24 - 25)],
            [0, 0, 0, 6 - 25, -25],
        ],
        B=[
            [0, 0, 0, 0, 0],
            [0, 3 - 11, -11, 0, 0],
            [0, 0, 0, 0, 0],
            [0, half * -11, half * (10 - 11), half * (4 - 11), half * -11],
            [0, 0, 0, -11, 1 - 11],
        ],
        x_names=["∅", "L", "R", "RS", "RT"],
        y_names=["∅", "a", "b", "c", "d"],
    )


FIGURE_1_STARTS = (
    ((1, "3/10", "7/10", "7/20", "7/20"), (1, "1/3", "2/3", "1/3", "2/3")),
    ((1, "3/10", "7/10", "7/20", "7/20"), (1, "1/8", "7/8", "1/3", "2/3")),
)
"""(p, q) of (4.1), and (p', q') of section 7."""


def figure_1_problem(start: int) -> LinearComplementarityProblem:
    """Return the problem of figure 1 from the first (0) or the second (1) of the paper's starts."""
    p, q = ([Fraction(value) for value in plan] for plan in FIGURE_1_STARTS[start])
    return figure_1().problem(p, q)


def matrix_game(A: Rows, B: Rows) -> GameMatrices:
    """Return a bimatrix game, its payoffs shifted below zero."""
    A, B = ([[value - max(map(max, part)) - 1 for value in row] for row in part] for part in (A, B))
    rows, columns = range(len(A)), range(len(A[0]))
    return GameMatrices(
        [[1 for _ in rows]], [[1 for _ in columns]], A, B, [str(i) for i in rows], [str(j) for j in columns]
    )


HANDBOOK_GAME = ([[3, 3], [2, 5], [0, 6]], [[3, 2], [2, 6], [3, 1]])
"""von Stengel, Handbook of Game Theory 3 (2002), chapter 45: three equilibria, two of them of index +1."""


def game_matrices(game: ExtensiveGame) -> GameMatrices:
    """Return the sequence form of a game, its payoffs shifted below zero leaf by leaf."""
    form = sequence_form(game).target
    payoffs: list[Rows] = []
    for player in (0, 1):
        payoff = game.leaf_payoffs[player].to_fractions()
        matrix = [[Fraction(0)] * form.A.shape[1] for _ in range(form.A.shape[0])]
        for leaf, value in zip(game.leaves.tolist(), payoff, strict=True):
            row, column = (int(own.at_node[leaf]) for own in game.sequences)
            matrix[row][column] += game.chance_reach[leaf] * (value - max(payoff) - 1)
        payoffs.append(matrix)
    return GameMatrices(
        form.E.to_dense(), form.F.to_dense(), payoffs[0], payoffs[1], form.sequences[0].names, form.sequences[1].names
    )


def mixed_plan(constraints: Rows, random: Random) -> list[Fraction]:
    """Return a completely mixed plan: at every information set random weights of 1 to 9, over their sum."""
    plan = [Fraction(0)] * len(constraints[0])
    for row in constraints:
        total = next((plan[s] for s, value in enumerate(row) if value < 0), Fraction(1))
        weight_of = {s: random.randint(1, 9) for s, value in enumerate(row) if value > 0}
        for sequence, weight in weight_of.items():
            plan[sequence] = total * weight / sum(weight_of.values())
    return plan


def randomly_started(game: GameMatrices, random: Random) -> LinearComplementarityProblem:
    """Return the problem of a game from a random pair of completely mixed plans."""
    return game.problem(mixed_plan(game.E, random), mixed_plan(game.F, random))


def random_matrix_game(random: Random, rows: int, columns: int, payoffs: Sequence[int]) -> GameMatrices:
    """Return a bimatrix game with payoffs drawn from a list."""
    A, B = ([[random.choice(payoffs) for _ in range(columns)] for _ in range(rows)] for _ in range(2))
    return matrix_game(A, B)


# ---- problems drawn at random ----


def p_matrix_problem(random: Random, n: int) -> LinearComplementarityProblem:
    """Return a problem with one solution: every row's diagonal entry is larger than all others together.

    All principal minors of such a matrix are positive (Cottle, Pang & Stone, 1992, section 3.3).
    """
    M = [[random.randint(-3, 3) for _ in range(n)] for _ in range(n)]
    for i, row in enumerate(M):
        row[i] = 1 + sum(abs(value) for j, value in enumerate(row) if j != i)
    return _with_random_q(random, M)


def copositive_plus_problem(random: Random, n: int) -> LinearComplementarityProblem:
    """Return a problem that Lemke's algorithm solves or proves infeasible: M is GᵀG plus a skew matrix.

    Positive semidefinite matrices are copositive-plus (Cottle, Pang & Stone, 1992, section 4.4).
    """
    G = [[random.randint(-1, 1) for _ in range(n)] for _ in range(n // 2)]
    K = [[random.randint(-2, 2) for _ in range(n)] for _ in range(n)]
    M = [[sum(g[i] * g[j] for g in G) + K[i][j] - K[j][i] for j in range(n)] for i in range(n)]
    return _with_random_q(random, M)


def degenerate_problem(random: Random, n: int) -> LinearComplementarityProblem:
    """Return a problem full of ties, M and -q drawn from {0, 1, 2}, d all ones; it may have no solution."""
    M = [[random.randint(0, 2) for _ in range(n)] for _ in range(n)]
    return linear_complementarity_problem(M, [-random.randint(0, 2) for _ in range(n)], covering_vector=[1] * n)


def any_problem(random: Random, n: int) -> LinearComplementarityProblem:
    """Return a problem of small integers of both signs, which may have any number of solutions."""
    return _with_random_q(random, [[random.randint(-2, 2) for _ in range(n)] for _ in range(n)])


def _with_random_q(random: Random, M: Rows) -> LinearComplementarityProblem:
    q = [random.randint(-4, 2) for _ in M]
    return linear_complementarity_problem(M, q, covering_vector=[random.randint(1, 3) for _ in M])


RANDOM_KINDS: dict[str, Callable[[Random, int], LinearComplementarityProblem]] = {
    "P-matrix": p_matrix_problem,
    "copositive-plus": copositive_plus_problem,
    "degenerate": degenerate_problem,
    "any": any_problem,
}


randoms = st.integers(0, 2**32).map(Random)
kinds = st.sampled_from(sorted(RANDOM_KINDS))
rules = st.builds(
    PivotRule, early_exit=st.booleans(), ties=st.sampled_from(["random-column", "unit-columns"]), seed=st.integers(0, 3)
)


def without_free_variables(problem: LinearComplementarityProblem) -> LinearComplementarityProblem:
    """Return the standard problem, free variables written as differences, with d all ones.

    That of a game is the one of Koller, Megiddo & von Stengel (1996).
    """
    n, q = len(problem), problem.q.to_fractions()
    signs = [(i, 1) for i in range(n)] + [(i, -1) for i in range(n) if problem.free[i]]
    M = problem.matrix.to_dense()
    return linear_complementarity_problem(
        [[sign * M[i][j] * other for j, other in signs] for i, sign in signs],
        [sign * q[i] for i, sign in signs],
        covering_vector=[1] * len(signs),
    )
