"""Problems with free variables and without a covering vector, and the verdict of secondary rays."""

from fractions import Fraction

import numpy as np
import pytest
from flint import fmpq_mat
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.optimize import linprog

from seqform.backends.lemke.backend import LemkeBackend
from seqform.backends.lemke.covering import covered, is_positive_semidefinite
from seqform.backends.protocol import SolveOptions
from seqform.models.numbers.exact import ExactMatrix
from seqform.models.programs.complementarity import (
    LinearComplementarityProblem,
    linear_complementarity_problem,
)
from seqform.models.programs.solutions import RawSolution, Termination

Matrix = list[list[int]]


@st.composite
def mixed_problems(draw: st.DrawFn) -> tuple[Matrix, list[int], list[bool]]:
    """Return M, q and where z is free, with small numbers and many zeros."""
    n = draw(st.integers(1, 5))
    number = st.integers(-2, 2)
    matrix = draw(st.lists(st.lists(number, min_size=n, max_size=n), min_size=n, max_size=n))
    q = draw(st.lists(st.integers(-3, 3), min_size=n, max_size=n))
    free = draw(st.lists(st.booleans(), min_size=n, max_size=n))
    return matrix, q, free


def solved(problem: LinearComplementarityProblem, engine: str = "auto") -> RawSolution:
    return LemkeBackend().solve(problem, SolveOptions(raw={"engine": engine}))


@st.composite
def problems_of_a_definite_complement(
    draw: st.DrawFn,
) -> tuple[list[list[Fraction]], list[int], list[bool]]:
    """Return M, q and where z is free: the block A of the free z is regular, and D - C A⁻¹ B positive definite.

    The free variables come first. The positive definite matrix is LLᵀ + 1 plus a skew one.
    """
    inner, outer = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    number = st.integers(-2, 2)

    def block(rows: int, columns: int) -> fmpq_mat:
        return fmpq_mat(
            rows, columns, draw(st.lists(number, min_size=rows * columns, max_size=rows * columns))
        )

    regular, right, left = block(inner, inner), block(inner, outer), block(outer, inner)
    assume(regular.rank() == inner)
    root, skew = block(outer, outer), block(outer, outer)
    unit = fmpq_mat(outer, outer, [int(i == j) for i in range(outer) for j in range(outer)])
    definite = root * root.transpose() + unit + skew - skew.transpose()
    corner = definite + left * regular.inv() * right

    rows = [[*regular.table()[i], *right.table()[i]] for i in range(inner)]
    rows += [[*left.table()[i], *corner.table()[i]] for i in range(outer)]
    matrix = [[Fraction(int(entry.p), int(entry.q)) for entry in row] for row in rows]
    q = draw(st.lists(st.integers(-3, 3), min_size=inner + outer, max_size=inner + outer))
    return matrix, q, [True] * inner + [False] * outer


@pytest.mark.parametrize("engine", ["tableau", "revised"])
@given(problems_of_a_definite_complement())
def test_problems_that_are_positive_definite_without_the_free_variables_are_solved(
    engine: str, problem: tuple[list[list[Fraction]], list[int], list[bool]]
) -> None:
    matrix, q, free = problem
    mixed = linear_complementarity_problem(matrix, q, free=free)
    answer = solved(mixed, engine)
    assert answer.termination is Termination.SOLVED
    assert answer.primal is not None
    assert mixed.residuals(answer.primal).worst == 0


@given(mixed_problems())
def test_a_mixed_problem_is_solved_or_its_ray_proves_nothing_false(
    problem: tuple[Matrix, list[int], list[bool]],
) -> None:
    matrix, q, free = problem
    mixed = linear_complementarity_problem(matrix, q, free=free)
    answer = solved(mixed)
    if answer.termination is Termination.SOLVED:
        assert answer.primal is not None
        assert mixed.residuals(answer.primal).worst == 0
    else:
        assert answer.termination is Termination.SECONDARY_RAY
        assert not answer.status.endswith("no solution, proven") or not has_feasible_point(mixed)


@given(mixed_problems(), st.randoms())
def test_problems_with_a_positive_semidefinite_matrix_are_solved_or_proved_to_have_no_solution(
    problem: tuple[Matrix, list[int], list[bool]], random: np.random.RandomState
) -> None:
    factor, q, free = problem
    n = len(q)
    root = np.array(factor, dtype=np.int64)
    skew = np.triu(
        np.array([[random.randint(-2, 2) for _ in range(n)] for _ in range(n)], dtype=np.int64), 1
    )
    mixed = linear_complementarity_problem((root.T @ root + skew - skew.T).tolist(), q, free=free)
    answer = solved(mixed)
    if answer.termination is Termination.SOLVED:
        assert answer.primal is not None
        assert mixed.residuals(answer.primal).worst == 0
    else:
        assert answer.status.endswith("M is positive semidefinite, so there is no solution, proven")
        assert not has_feasible_point(mixed)


def has_feasible_point(problem: LinearComplementarityProblem) -> bool:
    """Return whether signs and equations have a solution, complementary or not."""
    matrix, q = problem.matrix.to_scipy().toarray(), problem.q.to_floats()
    signed = ~problem.free
    bounds = [(None, None) if is_free else (0, None) for is_free in problem.free.tolist()]
    feasible = linprog(
        np.zeros(len(q)),
        A_ub=-matrix[signed],
        b_ub=q[signed],
        A_eq=matrix[problem.free],
        b_eq=-q[problem.free],
        bounds=bounds,
    )
    return bool(feasible.status == 0)


@given(mixed_problems())
def test_semidefiniteness_is_decided_as_by_eigenvalues(
    problem: tuple[Matrix, list[int], list[bool]],
) -> None:
    matrix = np.array(problem[0])
    for candidate in (
        matrix,
        matrix.T @ matrix,
        matrix + matrix.T + 4 * np.eye(len(matrix), dtype=np.int64),
    ):
        least = float(np.linalg.eigvalsh(candidate + candidate.T)[0])
        assert is_positive_semidefinite(ExactMatrix.from_dense(candidate.tolist())) == (
            least > -1e-9
        )


def test_a_covering_vector_and_its_start_are_kept() -> None:
    problem = linear_complementarity_problem([[2, 1], [1, 2]], [-5, -6], covering_vector=[1, 2])
    assert covered(problem).target is problem


def test_free_variables_of_a_singular_block_are_split() -> None:
    problem = linear_complementarity_problem([[0, 1], [-1, 0]], [-3, 2], free=[True, False])
    assert len(covered(problem).target) == 3
    assert solved(problem).termination is Termination.SOLVED
