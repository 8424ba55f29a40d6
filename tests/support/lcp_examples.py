"""Linear complementarity problems from textbooks, from games, and drawn at random."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

from hypothesis import strategies as st
from plans import form_of

from seqform.backends.lemke.path import PivotRule
from seqform.builders import GameLcp, random_start, shared_normal_form_lcp, shared_sequence_form_lcp
from seqform.builders.games.families.matrix_games import bimatrix_game
from seqform.models import RealizationPlans, SequenceForm, Termination
from seqform.models.programs.complementarity import LinearComplementarityProblem, linear_complementarity_problem

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

HANDBOOK_GAME = bimatrix_game("handbook", [[3, 3], [2, 5], [0, 6]], [[3, 2], [2, 6], [3, 1]])
"""von Stengel, Handbook of Game Theory 3 (2002), chapter 45: three equilibria, two of them of index +1."""


def started(lcp: GameLcp, start: RealizationPlans) -> LinearComplementarityProblem:
    """Return the problem of a game from a start, without its first basis."""
    return replace(lcp.problem(start), start=None)


def randomly_started(form: SequenceForm, random: Random) -> LinearComplementarityProblem:
    """Return the problem of a game from a random pair of completely mixed plans; of matrices that of mixtures."""
    is_matrix = all(index.num_infosets <= 1 for index in form.sequences)
    lcp = shared_normal_form_lcp(form) if is_matrix else shared_sequence_form_lcp(form)
    return started(lcp, random_start(form, random.randint(0, 10**6)))


def random_matrix_game(random: Random, rows: int, columns: int, payoffs: Sequence[int]) -> SequenceForm:
    """Return a bimatrix game with payoffs drawn from a list."""
    A, B = ([[random.choice(payoffs) for _ in range(columns)] for _ in range(rows)] for _ in range(2))
    return form_of(bimatrix_game("random matrices", A, B))


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
