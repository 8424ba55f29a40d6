"""Linear complementarity problems from textbooks, games and at random, and proofs of where their paths end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

import numpy as np
from bimatrix import flint_matrix, fraction
from flint import fmpq_mat
from hypothesis import strategies as st
from plans import form_of

from seqform.backends.lemke.path import LemkeResult, PivotRule, first_basis, never_leaves
from seqform.builders import GameLcp, random_start, shared_normal_form_lcp, shared_sequence_form_lcp
from seqform.builders.games.families.matrix_games import bimatrix_game
from seqform.models import ExactArray, RealizationPlans, SequenceForm, Termination
from seqform.models.programs.complementarity import (
    LinearComplementarityProblem,
    linear_complementarity_problem,
)

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
    return linear_complementarity_problem(
        matrix, q, covering_vector=covering_vector or [1] * len(q)
    )


_M_2_8: Rows = [[1, -1, -1, -1], [-1, 1, -1, -1], [1, 1, 2, 0], [1, 1, 0, 2]]
_M_2_9: Rows = [[-1, 0, -3], [1, -2, -5], [-2, -1, -2]]
_M_2_11: Rows = [[Fraction(-3, 2), 2], [-4, 4]]
_KOSTREVA_1: Rows = [[1, 2, 0], [0, 1, 2], [2, 0, 1]]
_KOSTREVA_2: Rows = [[1, -1, 3], [2, -1, 3], [-1, -2, 0]]
_SOLVED, _RAY = Termination.SOLVED, Termination.SECONDARY_RAY

TEXTBOOK = (
    TextbookProblem("Murty 2.8", _covered(_M_2_8, [3, 5, -9, -5]), _SOLVED),
    TextbookProblem("Murty 2.9", _covered(_M_2_9, [-3, -2, -1]), _RAY),  # no point is feasible
    # There is a solution.
    TextbookProblem("Murty 2.11, d = (5, 16)", _covered(_M_2_11, [-5, 17], [5, 16]), _RAY),
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


def random_matrix_game(
    random: Random, rows: int, columns: int, payoffs: Sequence[int]
) -> SequenceForm:
    """Return a bimatrix game with payoffs drawn from a list."""
    A, B = (
        [[random.choice(payoffs) for _ in range(columns)] for _ in range(rows)] for _ in range(2)
    )
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
    return linear_complementarity_problem(
        M, [-random.randint(0, 2) for _ in range(n)], covering_vector=[1] * n
    )


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
    PivotRule,
    early_exit=st.booleans(),
    ties=st.sampled_from(["random-column", "unit-columns"]),
    seed=st.integers(0, 3),
)


# ---- proofs of where a path ends, and of its every basis, apart from any engine ----


def require_proven(end: LemkeResult) -> None:
    """Require an exact solution, or an exact ray that all conditions of the augmented system allow."""
    problem = end.path.problem
    if end.termination is Termination.SOLVED:
        assert end.z0 == 0
        assert end.ray is None
        assert problem.residuals(end.z).worst == 0
        return
    assert end.termination is Termination.SECONDARY_RAY
    assert end.ray is not None
    assert end.path.leaving[-1] == -1
    assert problem.covering_vector is not None
    n, d = len(problem), problem.covering_vector
    w = (problem.q + problem.matrix.dot(end.z) + d * end.z0).to_fractions()
    z, rates = end.z.to_fractions(), end.ray.to_fractions()
    z_rates = rates[:n]
    w_rates = (problem.matrix.dot(ExactArray.of(z_rates)) + d * rates[n]).to_fractions()
    assert any(rates)
    assert end.z0 >= 0
    assert rates[n] >= 0
    for i in range(n):
        if problem.free[i]:
            assert w[i] == w_rates[i] == 0
            continue
        assert min(z[i], w[i], z_rates[i], w_rates[i]) >= 0
        assert (z[i] == 0 and z_rates[i] == 0) or (w[i] == 0 and w_rates[i] == 0)


def require_same(one: LemkeResult, other: LemkeResult) -> None:
    """Require two engines to have followed the same path to the same end."""
    require_same_path(one, other)
    assert one.family.equals(other.family)
    assert one.z0 == other.z0
    assert all(mine.equals(theirs) for mine, theirs in zip(one.higher, other.higher, strict=True))
    assert (one.ray is None) == (other.ray is None)
    assert one.ray is None or (other.ray is not None and one.ray.equals(other.ray))
    assert np.allclose([float(z0) for z0 in one.path.z0], [float(z0) for z0 in other.path.z0])


def require_same_path(one: LemkeResult, other: LemkeResult) -> None:
    assert one.termination is other.termination
    assert steps(one) == steps(other)
    assert one.path.determinant == other.path.determinant


def columns(problem: LinearComplementarityProblem) -> list[list[Fraction]]:
    """Return the columns of w_1, ..., w_n, z_1, ..., z_n, z0."""
    n = len(problem)
    assert problem.covering_vector is not None
    units = [[Fraction(int(i == j)) for i in range(n)] for j in range(n)]
    negated = [[-value for value in column] for column in problem.matrix.T.to_dense()]
    return [*units, *negated, [-value for value in problem.covering_vector.to_fractions()]]


def basis_matrix(problem: LinearComplementarityProblem, basis: Any) -> Any:
    all_columns = columns(problem)
    return flint_matrix([all_columns[variable] for variable in basis.tolist()]).transpose()


def basic_values(problem: LinearComplementarityProblem, basis: Any) -> list[Fraction]:
    side = flint_matrix([[value] for value in problem.q.to_fractions()])
    solution = basis_matrix(problem, basis).solve(side)
    return list(map(fraction, solution.entries()))


def sign(value: Any) -> int:
    return int(value > 0) - int(value < 0)


def require_lexicographic(end: LemkeResult, rule: PivotRule) -> None:
    """Require lexicographically positive rows for all variables that may leave, in every basis of the path.

    Only the last may do without: the one after z0 left early.
    """
    problem, path = end.path.problem, end.path
    n, all_columns, may_leave = len(problem), columns(problem), ~never_leaves(problem)
    ties = first_basis(problem)[1]
    L = flint_matrix(
        [[sign * value for value in all_columns[variable]] for variable, sign in ties.columns()]
    )
    weights = rule.weights(n).tolist()
    groups = [range(ties.leading), range(ties.leading, n)][: 1 + (ties.leading < n)]
    C = L.transpose() * fmpq_mat(
        [[weights[k] if k in group else 0 for group in groups] for k in range(n)]
    )
    L = L.transpose()
    q = flint_matrix([[value] for value in problem.q.to_fractions()])
    # The last step is no pivot on a ray.
    unchecked = rule.early_exit or end.termination is Termination.SECONDARY_RAY
    for pivots in range(1, len(path) + 1 - int(unchecked)):
        basis = path.basis(pivots)
        inverse = basis_matrix(problem, basis).inv()
        sides = [q, C, L] if rule.ties == "random-column" else [q, L]
        parts = [(inverse * side).tolist() for side in sides]
        for row, variable in enumerate(basis.tolist()):
            if may_leave[variable]:
                assert next(value for part in parts for value in part[row] if value != 0) > 0


def solutions(problem: LinearComplementarityProblem) -> list[list[Fraction]]:
    """Return the basic solutions of a small problem without free variables, by trying all complementary bases."""
    n, found = len(problem), []
    for choice in range(2**n):
        basis = np.array([i + n * (choice >> i & 1) for i in range(n)])
        if basis_matrix(problem, basis).det() == 0:
            continue
        values = basic_values(problem, basis)
        if min(values) >= 0:
            found.append(
                [
                    value if variable >= n else Fraction(0)
                    for variable, value in zip(basis, values, strict=True)
                ]
            )
    return found


def last_basis(end: LemkeResult) -> Any:
    return end.path.basis(len(end.path))


def steps(end: LemkeResult) -> list[tuple[int, int]]:
    return list(zip(end.path.entering.tolist(), end.path.leaving.tolist(), strict=True))
