"""The integer tableau: the path of the paper, proofs of every end, given starts, and limits."""

from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest
from bimatrix import flint_matrix
from hypothesis import given
from hypothesis import strategies as st
from lcp_examples import (
    HANDBOOK_GAME,
    RANDOM_KINDS,
    TEXTBOOK,
    TextbookProblem,
    basic_values,
    basis_matrix,
    kinds,
    last_basis,
    random_matrix_game,
    randomly_started,
    randoms,
    require_lexicographic,
    require_proven,
    rules,
    sign,
    solutions,
    started,
    steps,
)
from plans import form_of, plans_of_weights, weights

from seqform.backends.lemke import path as path_module
from seqform.backends.lemke.path import LemkeResult, PathLimits, PivotRule, follow_on_tableau
from seqform.builders.programs.lcp import shared_normal_form_lcp
from seqform.errors import ModelError
from seqform.models import ExactArray, Termination
from seqform.models.programs.complementarity import (
    LinearComplementarityProblem,
    PathStart,
    linear_complementarity_problem,
    split_free,
)

PURE = PivotRule(early_exit=False, ties="unit-columns")
RULES = [PivotRule(), PivotRule(ties="unit-columns"), PivotRule(early_exit=False), PURE]

pure_rules = st.sampled_from(RULES[2:])
sizes = st.integers(1, 5)
problems = st.builds(lambda kind, random, n: RANDOM_KINDS[kind](random, n), kinds, randoms, sizes)


def follow(
    problem: LinearComplementarityProblem, rule: PivotRule = PURE, start: PathStart | None = None
) -> LemkeResult:
    return follow_on_tableau(replace(problem, start=start), rule, PathLimits())


def reversed_steps(end: LemkeResult) -> list[tuple[int, int]]:
    return [(leaving, entering) for entering, leaving in reversed(steps(end))]


# ---- ends ----


@pytest.mark.parametrize("rule", RULES, ids=repr)
@pytest.mark.parametrize("example", TEXTBOOK, ids=lambda example: example.name)
def test_textbook_problems_end_as_the_textbooks_say(
    example: TextbookProblem, rule: PivotRule
) -> None:
    end = follow(example.problem, rule)
    require_proven(end)
    require_lexicographic(end, rule)
    assert end.termination is example.termination
    if example.solution is not None:
        assert end.z.to_fractions() == example.solution
    if end.termination is Termination.SOLVED:
        assert end.z.to_fractions() in solutions(example.problem)


def test_the_three_equilibria_of_the_handbooks_game_are_found_with_their_indices() -> None:
    form = form_of(HANDBOOK_GAME)
    lcp, even = shared_normal_form_lcp(form), ["1", "1/3", "1/3", "1/3"]
    starts = [
        plans_of_weights(form, even, ["1", y, z]) for y, z in (("9/10", "1/10"), ("1/10", "9/10"))
    ]
    first, second = (follow(started(lcp, start)) for start in starts)
    third = follow(first.path.problem, PURE, PathStart(last_basis(second), 2 * len(second.z)))
    assert [end.path.index for end in (first, second, third)] == [1, 1, -1]
    found = {
        tuple(weights(x)[1:] + weights(y)[1:])
        for x, y in (lcp.plans(end.z) for end in (first, second, third))
    }
    equilibria = ("1 0 0 1 0", "0 1/3 2/3 1/3 2/3", "4/5 1/5 0 2/3 1/3")
    assert found == {tuple(map(Fraction, text.split())) for text in equilibria}


@given(
    random=randoms,
    rule=rules,
    payoffs=st.sampled_from([range(3), range(100)]),
    standard=st.booleans(),
)
def test_matrix_games_are_solved_from_any_start(
    random: Random, rule: PivotRule, payoffs: range, standard: bool
) -> None:
    most = 3 if standard else 4
    game = random_matrix_game(random, random.randint(1, most), random.randint(1, most), payoffs)
    problem = randomly_started(game, random)
    # Free variables are differences, and d is all ones: Koller, Megiddo & von Stengel (1996).
    if standard:
        size = len(problem) + int(np.count_nonzero(problem.free))
        problem = split_free(problem, ExactArray.of([1] * size)).target
    end = follow(problem, rule)
    assert end.termination is Termination.SOLVED
    require_proven(end)
    if not standard:
        require_lexicographic(end, rule)
        assert end.path.index == 1


@given(random=randoms, kind=kinds, rule=rules, n=sizes)
def test_every_path_keeps_the_lexicographic_invariant_and_ends_in_a_proof(
    random: Random, kind: str, rule: PivotRule, n: int
) -> None:
    problem = RANDOM_KINDS[kind](random, n)
    end = follow(problem, rule)
    require_proven(end)
    require_lexicographic(end, rule)
    if end.termination is Termination.SOLVED:
        every = solutions(problem)
        assert end.z.to_fractions() in every
        assert kind != "P-matrix" or all(solution == every[0] for solution in every)
        basic = [variable - n for variable in sorted(last_basis(end).tolist()) if variable >= n]
        M = problem.matrix.to_dense()
        minor = flint_matrix([[M[i][j] for j in basic] for i in basic]).det() if basic else 1
        assert rule.early_exit or end.path.index == sign(minor) == 1
    assert kind != "P-matrix" or (end.termination, end.path.index) == (Termination.SOLVED, 1)
    # Y ≥ 0, yᵀM ≤ 0 and yᵀq < 0: no point is feasible.
    if kind == "copositive-plus" and end.ray is not None:
        y = end.ray.take(slice(0, n))
        assert min(y.to_fractions()) >= 0
        assert max(problem.matrix.T.dot(y).to_fractions()) <= 0
        assert y.dot(problem.q) < 0


@given(problem=problems, rule=rules)
def test_z0_and_the_determinant_are_those_of_the_basis_after_every_pivot(
    problem: LinearComplementarityProblem, rule: PivotRule
) -> None:
    whole, n = follow(problem, rule), len(problem)
    for pivots in range(len(whole.path) + 1):
        end = follow_on_tableau(problem, rule, PathLimits(pivots=pivots))
        basis = last_basis(end)
        values = dict(zip(basis.tolist(), basic_values(problem, basis), strict=True))
        assert end.path.determinant == sign(basis_matrix(problem, basis).det())
        assert end.z.to_fractions() == [values.get(variable, 0) for variable in range(n, 2 * n)]
        assert end.z0 == values.get(2 * n, 0)
        assert list(end.path.z0) == list(whole.path.z0[:pivots])
        if pivots:
            assert end.z0 == end.path.z0[-1]


@pytest.mark.parametrize(
    "problem", [linear_complementarity_problem([[-1]], [3]), linear_complementarity_problem([], [])]
)
def test_where_the_slacks_solve_no_pivot_and_no_covering_vector_is_needed(
    problem: LinearComplementarityProblem,
) -> None:
    end = follow(problem)
    assert (end.termination, len(end.path), end.path.index) == (Termination.SOLVED, 0, 1)
    assert problem.residuals(end.z).worst == 0


def test_missing_covering_vectors_and_free_rows_that_cannot_hold_are_errors() -> None:
    with pytest.raises(
        ModelError, match="no covering vector; give it one that is positive wherever q is negative"
    ):
        follow(linear_complementarity_problem([[1]], [-1]))
    with pytest.raises(
        ModelError,
        match="q is 5 in the row of z1; in the row of a free variable it must be 0 or less",
    ):
        follow(linear_complementarity_problem([[1, 0], [0, 1]], [5, -1], [True, False], [1, 1]))
    problem = linear_complementarity_problem([[1, 1], [1, 2]], [-1, -5], [True, False], [1, 1])
    end = follow(problem)
    assert end.termination is Termination.ERROR
    assert end.z.to_fractions() == [0, Fraction(5, 2)]
    assert problem.residuals(end.z).worst == Fraction(3, 2)


# ---- given starts ----


@given(problem=problems, rule=pure_rules)
def test_a_path_traced_back_from_its_end_comes_to_the_ray_it_began_on(
    problem: LinearComplementarityProblem, rule: PivotRule
) -> None:
    there, n = follow(problem, rule), len(problem)
    if there.termination is Termination.SOLVED and len(there.path):
        back = follow(problem, rule, PathStart(last_basis(there), 2 * n))
        require_proven(back)
        assert steps(back) == [*reversed_steps(there)[:-1], (int(there.path.leaving[0]), -1)]
        assert back.ray is not None
        assert not any(back.ray.to_fractions()[:n])


def require_joined(
    problem: LinearComplementarityProblem, other: LinearComplementarityProblem, rule: PivotRule
) -> Termination | None:
    """Require another covering vector to lead from a solution to one of opposite index, and back."""
    z0, first = 2 * len(problem), follow(problem, rule)
    if first.termination is not Termination.SOLVED:
        return None
    second = follow(other, rule, PathStart(last_basis(first), z0))
    require_proven(second)
    require_lexicographic(second, rule)
    if second.termination is Termination.SOLVED:
        assert set(last_basis(second).tolist()) != set(last_basis(first).tolist())
        assert (first.path.index, second.path.index) == (1, -1)
        again = follow(other, rule, PathStart(last_basis(second), z0))
        assert steps(again) == reversed_steps(second)
        assert again.path.index == 1
    return second.termination


@given(
    random=randoms, kind=st.sampled_from([*sorted(RANDOM_KINDS), "game"]), rule=pure_rules, n=sizes
)
def test_another_covering_vector_joins_a_solution_to_one_of_opposite_index_and_leads_back(
    random: Random, kind: str, rule: PivotRule, n: int
) -> None:
    if kind == "game":
        game = random_matrix_game(random, random.randint(2, 4), random.randint(2, 4), range(3))
        require_joined(randomly_started(game, random), randomly_started(game, random), rule)
        return
    problem = RANDOM_KINDS[kind](random, n)
    covering = ExactArray.of([random.randint(1, 9) for _ in problem.names])
    require_joined(problem, replace(problem, covering_vector=covering), rule)


@given(problem=problems, rule=rules)
def test_a_path_is_continued_from_every_basis_on_it(
    problem: LinearComplementarityProblem, rule: PivotRule
) -> None:
    whole = follow(problem, rule)
    for pivots in range(1, len(whole.path)):
        basis, entering = whole.path.basis(pivots), int(whole.path.entering[pivots])
        rest = follow(problem, rule, PathStart(basis, entering))
        assert steps(rest) == steps(whole)[pivots:]
        assert np.array_equal(last_basis(rest), last_basis(whole))
        assert rest.path.determinant == whole.path.determinant
        assert rest.z.equals(whole.z)
        assert rest.termination is whole.termination
        own_ties = PathStart(basis, entering, basis)  # z0 is in this basis
        end = follow(problem, rule, own_ties)
        require_proven(end)
        require_lexicographic(end, rule)


@given(random=randoms, rule=rules)
def test_ties_broken_by_the_columns_of_the_basis_serve_any_solution(
    random: Random, rule: PivotRule
) -> None:
    game = form_of(f"random-game(depth=3,seed={random.randint(0, 20)})")
    basis = last_basis(follow(randomly_started(game, random), PivotRule()))
    start = PathStart(basis, 2 * len(basis), ties_from=basis)
    end = follow(randomly_started(game, random), rule, start)
    require_proven(end)
    require_lexicographic(end, rule)


START = linear_complementarity_problem([[2, 1], [1, 2]], [-5, 2], covering_vector=[1, 1])
DEPENDENT = linear_complementarity_problem([[0, 1], [0, 1]], [0, 0], covering_vector=[1, 1])
ZERO = linear_complementarity_problem([[1]], [0], covering_vector=[1])


@pytest.mark.parametrize(
    ("problem", "basis", "entering", "ties_from", "message"),
    [
        (START, [0], 4, None, "the basis must name 2 different variables, numbered 0 to 4"),
        (START, [0, 0], 4, None, "the basis must name 2 different variables"),
        (START, [0, 5], 4, None, "the basis must name 2 different variables"),
        (START, [2, 1], 4, [0], "`ties_from` must name 2 different variables"),
        (START, [0, 2], 4, None, "w1 and z1 are both basic"),
        (START, [2, 1], 3, None, "variable 3 cannot enter"),
        (START, [4, 1], 4, None, "variable 4 cannot enter"),
        (START, [0, 1], 4, None, "w1 would be -5"),
        (DEPENDENT, [2, 1], 4, None, "the columns of the basis are linearly dependent"),
        (
            DEPENDENT,
            [0, 1],
            4,
            [2, 1],
            r"the columns that break ties \(`ties_from`\) are linearly dependent",
        ),
        (
            ZERO,
            [1],
            2,
            None,
            r"the row of z1, which is 0, is lexicographically negative.*ties_from",
        ),
    ],
)
def test_a_start_from_which_no_path_can_begin_is_refused(
    problem: LinearComplementarityProblem,
    basis: list[int],
    entering: int,
    ties_from: list[int] | None,
    message: str,
) -> None:
    ties = None if ties_from is None else np.array(ties_from)
    with pytest.raises(ModelError, match=message):
        follow(problem, PURE, PathStart(np.array(basis), entering, ties))
    require_proven(follow(ZERO, PURE, PathStart(np.array([1]), 2, np.array([1]))))


# ---- limits ----


def long_path(limits: PathLimits) -> LemkeResult:
    return follow_on_tableau(
        randomly_started(form_of("binary-tree(depth=4,seed=2)"), Random(1)), PURE, limits
    )


def test_limits_and_ctrl_c_return_the_path_so_far() -> None:
    whole, some = long_path(PathLimits()), long_path(PathLimits(pivots=15))
    assert some.termination is Termination.ITERATION_LIMIT
    assert steps(some) == steps(whole)[:15]
    assert some.z0 == whole.path.z0[14]
    assert long_path(PathLimits(pivots=len(whole.path))).termination is Termination.SOLVED
    none = long_path(PathLimits(seconds=0))
    assert (none.termination, len(none.path)) == (Termination.TIME_LIMIT, 0)
    messages: list[str] = []

    def stop(text: str) -> None:
        messages.append(text)
        if len(messages) == 16:
            raise KeyboardInterrupt

    stopped = long_path(PathLimits(progress=stop, progress_seconds=0))
    assert stopped.termination is Termination.INTERRUPTED
    assert steps(stopped) == steps(some)
    assert messages[15] == f"15 pivots, z0 = {float(some.z0):.3f}"


def test_a_pivot_interrupted_by_ctrl_c_is_not_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(self: Any, name: str, value: Any) -> None:
        if name == "tableau" and value.pivots == 8:
            raise KeyboardInterrupt
        object.__setattr__(self, name, value)

    whole = long_path(PathLimits())
    monkeypatch.setattr(path_module._TableauPath, "__setattr__", interrupted, raising=False)
    end = long_path(PathLimits())
    assert end.termination is Termination.INTERRUPTED
    assert steps(end) == steps(whole)[:7]
    assert end.z0 == end.path.z0[-1] == whole.path.z0[6]
