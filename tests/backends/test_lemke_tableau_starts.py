"""The integer tableau from given starts, refused starts, and limits."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lcp_examples import (
    RANDOM_KINDS,
    covered_by,
    game_matrices,
    kinds,
    mixed_plan,
    random_matrix_game,
    randomly_started,
    randoms,
    rules,
)
from lcp_proofs import (
    last_basis,
    require_lexicographic,
    require_proven,
    reversed_steps,
    steps,
)

from seqform.backends.lemke import tableau as tableau_module
from seqform.backends.lemke.path import LemkeResult, PathLimits, PivotRule
from seqform.backends.lemke.tableau import follow_on_tableau
from seqform.builders.games import catalog
from seqform.errors import ModelError
from seqform.models.programs.complementarity import LinearComplementarityProblem, linear_complementarity_problem
from seqform.models.programs.solutions import PathStart, Termination

PURE = PivotRule(early_exit=False, ties="unit-columns")


def follow(
    problem: LinearComplementarityProblem, rule: PivotRule = PURE, start: PathStart | None = None
) -> LemkeResult:
    return follow_on_tableau(problem, rule, PathLimits(), start)


# ---- given starts ----


@settings(deadline=None, max_examples=40)
@given(random=randoms, kind=kinds, ties=st.sampled_from(["random-column", "unit-columns"]))
def test_a_path_traced_back_from_its_end_comes_to_the_ray_it_began_on(random: Random, kind: str, ties: Any) -> None:
    rule = PivotRule(early_exit=False, ties=ties)
    problem = RANDOM_KINDS[kind](random, random.randint(1, 5))
    n, there = len(problem), follow(problem, rule)
    if there.termination is Termination.SOLVED and len(there.path):
        back = follow(problem, rule, PathStart(last_basis(there), 2 * n))
        require_proven(back)
        assert steps(back) == [*reversed_steps(there)[:-1], (int(there.path.leaving[0]), -1)]
        assert back.ray is not None
        assert not any(back.ray.to_fractions()[:n])


@settings(deadline=None, max_examples=60)
@given(random=randoms, kind=kinds, ties=st.sampled_from(["random-column", "unit-columns"]))
def test_another_covering_vector_joins_a_solution_to_one_of_opposite_index_and_leads_back(
    random: Random, kind: str, ties: Any
) -> None:
    rule = PivotRule(early_exit=False, ties=ties)
    problem = RANDOM_KINDS[kind](random, random.randint(1, 5))
    require_joined(problem, covered_by(problem, [random.randint(1, 9) for _ in problem.names]), rule)


@settings(deadline=None, max_examples=30)
@given(random=randoms, ties=st.sampled_from(["random-column", "unit-columns"]))
def test_another_start_joins_an_equilibrium_to_one_of_opposite_index_and_leads_back(random: Random, ties: Any) -> None:
    rule = PivotRule(early_exit=False, ties=ties)
    game = random_matrix_game(random, random.randint(2, 4), random.randint(2, 4), range(3))
    require_joined(randomly_started(game, random), randomly_started(game, random), rule)


def require_joined(
    problem: LinearComplementarityProblem, other: LinearComplementarityProblem, rule: PivotRule
) -> Termination | None:
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


def test_other_covering_vectors_lead_to_solutions_as_well_as_to_rays() -> None:
    ends = set()
    for seed in range(30):
        random = Random(seed)
        game = random_matrix_game(random, 3, 3, range(100))
        ends.add(require_joined(randomly_started(game, random), randomly_started(game, random), PURE))
    assert ends == {Termination.SOLVED, Termination.SECONDARY_RAY}


@settings(deadline=None, max_examples=40)
@given(random=randoms, kind=kinds, rule=rules)
def test_a_path_taken_up_in_the_middle_goes_on_as_before(random: Random, kind: str, rule: PivotRule) -> None:
    problem = RANDOM_KINDS[kind](random, random.randint(2, 5))
    whole = follow(problem, rule)
    for pivots in range(1, len(whole.path)):
        rest = follow(problem, rule, PathStart(whole.path.basis(pivots), int(whole.path.entering[pivots])))
        assert steps(rest) == steps(whole)[pivots:]
        assert np.array_equal(last_basis(rest), last_basis(whole))
        assert rest.path.determinant == whole.path.determinant
        assert rest.z.equals(whole.z)
        assert rest.termination is whole.termination


@settings(deadline=None, max_examples=40)
@given(random=randoms, rule=rules)
def test_ties_broken_by_the_columns_of_the_basis_serve_any_solution(random: Random, rule: PivotRule) -> None:
    game = game_matrices(catalog.make(f"random-game(depth=3,seed={random.randint(0, 20)})"))
    first = follow(randomly_started(game, random), PivotRule())
    basis = last_basis(first)
    start = PathStart(basis, 2 * len(basis), ties_from=basis)
    end = follow(randomly_started(game, random), rule, start)
    require_proven(end)
    require_lexicographic(end, rule, basis)


@settings(deadline=None, max_examples=30)
@given(random=randoms, kind=kinds, rule=rules)
def test_ties_broken_by_the_columns_of_the_basis_serve_any_point_of_a_path(
    random: Random, kind: str, rule: PivotRule
) -> None:
    problem = RANDOM_KINDS[kind](random, random.randint(2, 5))
    path = follow(problem, rule).path
    for pivots in range(1, len(path)):
        basis = path.basis(pivots)  # with z0
        end = follow(problem, rule, PathStart(basis, int(path.entering[pivots]), basis))
        require_proven(end)
        require_lexicographic(end, rule, basis)


START = linear_complementarity_problem([[2, 1], [1, 2]], [-5, 2], covering_vector=[1, 1])


@pytest.mark.parametrize(
    ("basis", "entering", "ties_from", "message"),
    [
        ([0], 4, None, "the basis must name 2 different variables, numbered 0 to 4"),
        ([0, 0], 4, None, "the basis must name 2 different variables"),
        ([0, 5], 4, None, "the basis must name 2 different variables"),
        ([2, 1], 4, [0], "`ties_from` must name 2 different variables"),
        ([0, 2], 4, None, "w1 and z1 are both basic"),
        ([2, 1], 3, None, "variable 3 cannot enter"),
        ([4, 1], 4, None, "variable 4 cannot enter"),
        ([0, 1], 4, None, "w1 would be -5"),
    ],
)
def test_a_start_from_which_no_path_can_begin_is_refused(
    basis: list[int], entering: int, ties_from: list[int] | None, message: str
) -> None:
    ties = None if ties_from is None else np.array(ties_from)
    with pytest.raises(ModelError, match=message):
        follow(START, PURE, PathStart(np.array(basis), entering, ties))


def test_a_start_whose_columns_are_dependent_is_refused() -> None:
    problem = linear_complementarity_problem([[0, 1], [0, 1]], [0, 0], covering_vector=[1, 1])
    with pytest.raises(ModelError, match="the columns of the basis are linearly dependent"):
        follow(problem, PURE, PathStart(np.array([2, 1]), 4))
    with pytest.raises(ModelError, match=r"the columns that break ties \(`ties_from`\) are linearly dependent"):
        follow(problem, PURE, PathStart(np.array([0, 1]), 4, np.array([2, 1])))


def test_a_lexicographically_negative_start_is_refused_with_a_remedy() -> None:
    problem = linear_complementarity_problem([[1]], [0], covering_vector=[1])
    with pytest.raises(ModelError, match=r"the row of z1, which is 0, is lexicographically negative.*ties_from"):
        follow(problem, PURE, PathStart(np.array([1]), 2))
    end = follow(problem, PURE, PathStart(np.array([1]), 2, np.array([1])))
    require_proven(end)


# ---- ends of other kinds ----


@pytest.mark.parametrize(
    "problem", [linear_complementarity_problem([[-1]], [3]), linear_complementarity_problem([], [])]
)
def test_where_the_slacks_solve_no_pivot_and_no_covering_vector_is_needed(
    problem: LinearComplementarityProblem,
) -> None:
    end = follow(problem)
    assert end.termination is Termination.SOLVED
    assert len(end.path) == 0
    assert end.path.index == 1
    assert problem.residuals(end.z).worst == 0


def test_a_missing_covering_vector_is_an_error_with_a_remedy() -> None:
    with pytest.raises(ModelError, match="no covering vector; give it one that is positive wherever q is negative"):
        follow(linear_complementarity_problem([[1]], [-1]))


def test_a_positive_q_of_a_free_variable_is_refused() -> None:
    problem = linear_complementarity_problem([[1, 0], [0, 1]], [5, -1], [True, False], [1, 1])
    with pytest.raises(ModelError, match="q is 5 in the row of z1; in the row of a free variable it must be 0 or less"):
        follow(problem)


def test_a_point_that_violates_free_rows_is_not_solved() -> None:
    problem = linear_complementarity_problem([[1, 1], [1, 2]], [-1, -5], [True, False], [1, 1])
    end = follow(problem)
    assert end.termination is Termination.ERROR
    assert end.z.to_fractions() == [0, Fraction(5, 2)]
    assert problem.residuals(end.z).worst == Fraction(3, 2)


def long_path(limits: PathLimits) -> LemkeResult:
    game = game_matrices(catalog.make("binary-tree(depth=4,seed=2)"))
    return follow_on_tableau(game.problem(mixed_plan(game.E, Random(1)), mixed_plan(game.F, Random(2))), PURE, limits)


def test_limits_return_the_path_so_far() -> None:
    whole = long_path(PathLimits())
    some = long_path(PathLimits(pivots=15))
    assert some.termination is Termination.ITERATION_LIMIT
    assert steps(some) == steps(whole)[:15]
    assert some.z0 == whole.path.z0[14]
    assert long_path(PathLimits(pivots=len(whole.path))).termination is Termination.SOLVED
    none = long_path(PathLimits(seconds=0))
    assert none.termination is Termination.TIME_LIMIT
    assert len(none.path) == 0


def test_ctrl_c_returns_the_path_so_far() -> None:
    told: list[str] = []

    def tell(text: str) -> None:
        told.append(text)
        if len(told) == 16:
            raise KeyboardInterrupt

    end, whole = long_path(PathLimits(progress=tell, progress_seconds=0)), long_path(PathLimits())
    assert end.termination is Termination.INTERRUPTED
    assert steps(end) == steps(whole)[:15]
    assert told[15] == f"15 pivots, z0 = {float(whole.path.z0[14]):.3f}"


def test_a_pivot_interrupted_by_ctrl_c_is_not_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(self: Any, name: str, value: Any) -> None:
        if name == "tableau" and value.pivots == 8:
            raise KeyboardInterrupt
        object.__setattr__(self, name, value)

    whole = long_path(PathLimits())
    monkeypatch.setattr(tableau_module._Path, "__setattr__", interrupted, raising=False)
    end = long_path(PathLimits())
    assert end.termination is Termination.INTERRUPTED
    assert steps(end) == steps(whole)[:7]
    assert end.z0 == end.path.z0[-1] == whole.path.z0[6]
