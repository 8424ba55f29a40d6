"""The integer-pivoting tableau: the paper's path fraction by fraction, and proof of every end."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lcp_examples import (
    HANDBOOK_GAME,
    RANDOM_KINDS,
    TEXTBOOK,
    TextbookProblem,
    any_problem,
    copositive_plus_problem,
    degenerate_problem,
    figure_1,
    figure_1_problem,
    game_matrices,
    kinds,
    matrix_game,
    random_matrix_game,
    randomly_started,
    randoms,
    rules,
    without_free_variables,
)
from lcp_proofs import (
    basic_values,
    basis_matrix,
    flint_matrix,
    fractions,
    last_basis,
    named,
    plan,
    require_lexicographic,
    require_proven,
    sign,
    solutions,
)

from seqform.backends.lemke.path import LemkeResult, PathLimits, PivotRule
from seqform.backends.lemke.tableau import follow_on_tableau
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.games import catalog
from seqform.models.numbers.exact import ExactArray, ExactMatrix
from seqform.models.programs.complementarity import LinearComplementarityProblem, linear_complementarity_problem
from seqform.models.programs.solutions import PathStart, Termination

RULES = [
    PivotRule(),
    PivotRule(ties="unit-columns"),
    PivotRule(early_exit=False),
    PivotRule(early_exit=False, ties="unit-columns"),
]
PURE = PivotRule(early_exit=False, ties="unit-columns")


def follow(
    problem: LinearComplementarityProblem, rule: PivotRule = PURE, start: PathStart | None = None
) -> LemkeResult:
    return follow_on_tableau(problem, rule, PathLimits(), start)


# ---- the worked example ----


def test_the_example_written_by_hand_is_the_sequence_form_of_the_catalog_game() -> None:
    form = sequence_form(catalog.make("vsvet-figure-1")).target
    by_hand, computed = figure_1(), game_matrices(catalog.make("vsvet-figure-1"))
    assert (by_hand.E, by_hand.F) == (form.E.to_dense(), form.F.to_dense()) == (computed.E, computed.F)
    assert (by_hand.A, by_hand.B) == (computed.A, computed.B)
    x, y = ExactArray.of(fractions("1 1/4 3/4 3/8 3/8")), ExactArray.of(fractions("1 1/3 2/3 1/5 4/5"))
    assert x.dot(ExactMatrix.from_dense(by_hand.A).dot(y)) == x.dot(form.A.dot(y)) - 25
    assert x.dot(ExactMatrix.from_dense(by_hand.B).dot(y)) == x.dot(form.B.dot(y)) - 11


@pytest.mark.parametrize("rule", RULES[:2], ids=lambda rule: rule.ties)
def test_the_path_of_the_example_is_the_papers_step_by_step(rule: PivotRule) -> None:
    end = follow(figure_1_problem(0), rule)
    require_proven(end)
    z0 = list(end.path.z0)
    first = next(k for k, value in enumerate(z0) if value != 1)
    assert z0[first:] == fractions("9/16 9/16 60/77 60/77 0")
    assert named(end)[first][1] == "r_L"
    assert named(end)[first + 1 :] == [("x_L", "s_a"), ("y_a", "x_RS"), ("r_RS", "y_b"), ("s_b", "z0")]
    assert {"x_RS", "y_b", "y_c"} <= {entering for entering, _ in named(end)[: first + 1]}
    assert plan(end, "x", "L RS RT") == [1, 0, 0]
    assert plan(end, "y", "a b c d") == [1, 0, 1, 0]
    assert end.path.index == 1


@pytest.mark.parametrize("rule", RULES[2:], ids=lambda rule: rule.ties)
def test_without_the_early_exit_the_example_ends_where_c_has_probability_one_twelfth(rule: PivotRule) -> None:
    end = follow(figure_1_problem(0), rule)
    require_proven(end)
    assert named(end)[-3:] == [("s_b", "s_d"), ("y_d", "r_RS"), ("x_RS", "z0")]
    assert plan(end, "x", "L RS RT") == [1, 0, 0]
    assert plan(end, "y", "a b c d") == fractions("1 0 1/12 11/12")


@pytest.mark.parametrize("rule", RULES, ids=repr)
def test_from_the_second_start_of_the_example_and_back_to_the_negative_equilibrium(rule: PivotRule) -> None:
    second = follow(figure_1_problem(1), rule)
    require_proven(second)
    assert plan(second, "x", "L RS RT") == fractions("0 1/3 2/3")
    assert plan(second, "y", "a b c d") == fractions("0 1 2/3 1/3")
    assert second.path.index == 1
    start = PathStart(last_basis(second), 2 * len(second.z))
    end = follow(figure_1_problem(0), rule, start)
    require_proven(end)
    assert named(end) == [("z0", "r_L"), ("x_L", "s_a"), ("y_a", "z0")]
    assert list(end.path.z0) == fractions("3/8 3/8 0")
    assert plan(end, "x", "L RS RT") == fractions("5/14 3/14 3/7")
    assert plan(end, "y", "a b c d") == fractions("1/8 7/8 2/3 1/3")
    assert end.path.index == -1
    two_pivots = follow_on_tableau(figure_1_problem(0), rule, PathLimits(pivots=2), start)
    assert plan(two_pivots, "x", "L") == [Fraction(137, 560)]


# ---- textbooks and games ----


@pytest.mark.parametrize("rule", RULES, ids=repr)
@pytest.mark.parametrize("example", TEXTBOOK, ids=lambda example: example.name)
def test_textbook_problems_end_as_the_textbooks_say(example: TextbookProblem, rule: PivotRule) -> None:
    end = follow(example.problem, rule)
    require_proven(end)
    require_lexicographic(end, rule)
    assert end.termination is example.termination
    if example.solution is not None:
        assert end.z.to_fractions() == list(example.solution)
    if end.termination is Termination.SOLVED:
        assert end.z.to_fractions() in solutions(example.problem)


def test_the_three_equilibria_of_the_handbooks_game_are_found_with_their_indices() -> None:
    game = matrix_game(*HANDBOOK_GAME)
    found = {}
    for y in (Fraction(9, 10), Fraction(1, 10)):
        end = follow(game.problem(fractions("1/3 1/3 1/3"), [y, 1 - y]))
        found[tuple(plan(end, "x", "0 1 2") + plan(end, "y", "0 1"))] = end
    assert [end.path.index for end in found.values()] == [1, 1]
    ends = list(found.values())
    third = follow(ends[0].path.problem, PURE, PathStart(last_basis(ends[1]), 2 * len(ends[1].z)))
    found[tuple(plan(third, "x", "0 1 2") + plan(third, "y", "0 1"))] = third
    assert third.path.index == -1
    equilibria = ("1 0 0 1 0", "0 1/3 2/3 1/3 2/3", "4/5 1/5 0 2/3 1/3")
    assert set(found) == {tuple(fractions(text)) for text in equilibria}


@settings(deadline=None, max_examples=40)
@given(random=randoms, rule=rules, payoffs=st.sampled_from([range(3), range(100)]))
def test_matrix_games_are_solved_from_any_start(random: Random, rule: PivotRule, payoffs: range) -> None:
    game = random_matrix_game(random, random.randint(1, 4), random.randint(1, 4), payoffs)
    end = follow(randomly_started(game, random), rule)
    assert end.termination is Termination.SOLVED
    require_proven(end)
    require_lexicographic(end, rule)
    assert end.path.index == 1


@settings(deadline=None, max_examples=30)
@given(random=randoms, rule=rules)
def test_games_in_standard_form_are_solved_with_the_covering_vector_of_ones(random: Random, rule: PivotRule) -> None:
    game = random_matrix_game(random, random.randint(1, 3), random.randint(1, 3), range(3))
    end = follow(without_free_variables(randomly_started(game, random)), rule)
    assert end.termination is Termination.SOLVED
    require_proven(end)


@pytest.mark.parametrize("rule", RULES, ids=repr)
@pytest.mark.parametrize("name", ["kuhn", "binary-tree(depth=4,seed=2)", "random-game(depth=4,seed=5)"])
def test_extensive_games_are_solved_from_any_start(name: str, rule: PivotRule) -> None:
    game = game_matrices(catalog.make(name))
    for seed in range(2):
        end = follow(randomly_started(game, Random(seed)), rule)
        assert end.termination is Termination.SOLVED
        require_proven(end)
        assert end.path.index == 1


# ---- random problems ----


@settings(deadline=None, max_examples=60)
@given(random=randoms, kind=kinds, rule=rules)
def test_every_path_keeps_the_lexicographic_invariant_and_ends_in_a_proof(
    random: Random, kind: str, rule: PivotRule
) -> None:
    end = follow(RANDOM_KINDS[kind](random, random.randint(1, 5)), rule)
    require_proven(end)
    require_lexicographic(end, rule)


@settings(deadline=None, max_examples=40)
@given(random=randoms, rule=rules)
def test_the_solution_is_among_all_basic_solutions(random: Random, rule: PivotRule) -> None:
    problem = any_problem(random, random.randint(1, 4))
    end = follow(problem, rule)
    if end.termination is Termination.SOLVED:
        assert end.z.to_fractions() in solutions(problem)


@settings(deadline=None, max_examples=30)
@given(random=randoms, rule=rules)
def test_p_matrix_problems_are_solved_by_their_only_solution(random: Random, rule: PivotRule) -> None:
    problem = RANDOM_KINDS["P-matrix"](random, random.randint(1, 4))
    end = follow(problem, rule)
    assert end.termination is Termination.SOLVED
    assert all(end.z.to_fractions() == solution for solution in solutions(problem))
    assert end.path.index == 1


@settings(deadline=None, max_examples=40)
@given(random=randoms, rule=rules)
def test_a_ray_of_a_copositive_plus_problem_proves_that_no_point_is_feasible(random: Random, rule: PivotRule) -> None:
    problem = copositive_plus_problem(random, random.randint(2, 8))
    end = follow(problem, rule)
    require_proven(end)
    if end.ray is not None:
        y = end.ray.take(slice(0, len(problem)))  # y ≥ 0, yᵀM ≤ 0 and yᵀq < 0
        assert min(y.to_fractions()) >= 0
        assert max(problem.matrix.T.dot(y).to_fractions()) <= 0
        assert y.dot(problem.q) < 0


def test_random_problems_end_both_ways() -> None:
    for draw in (any_problem, copositive_plus_problem, degenerate_problem):
        ends = {follow(draw(Random(seed), 5)).termination for seed in range(40)}
        assert ends == {Termination.SOLVED, Termination.SECONDARY_RAY}


@settings(deadline=None, max_examples=40)
@given(random=randoms, kind=kinds, rule=rules)
def test_z0_and_the_determinant_are_those_of_the_basis_after_every_pivot(
    random: Random, kind: str, rule: PivotRule
) -> None:
    problem = RANDOM_KINDS[kind](random, random.randint(1, 5))
    n, whole = len(problem), follow(problem, rule)
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


@settings(deadline=None, max_examples=40)
@given(random=randoms, kind=kinds)
def test_the_index_is_the_sign_of_the_principal_minor_of_the_basic_variables(random: Random, kind: str) -> None:
    problem = RANDOM_KINDS[kind](random, random.randint(1, 5))
    end = follow(problem)
    if end.termination is Termination.SOLVED:
        basic = [variable - len(problem) for variable in sorted(last_basis(end).tolist()) if variable >= len(problem)]
        M = problem.matrix.to_dense()
        minor = flint_matrix([[M[i][j] for j in basic] for i in basic]).det() if basic else 1
        assert end.path.index == sign(minor) == 1


@settings(deadline=None, max_examples=30)
@given(random=randoms, kind=kinds, rule=rules, scales=st.tuples(*[st.fractions(Fraction(1, 9), 9)] * 3))
def test_scaling_the_data_changes_units_and_not_the_path(
    random: Random, kind: str, rule: PivotRule, scales: tuple[Fraction, Fraction, Fraction]
) -> None:
    problem = RANDOM_KINDS[kind](random, random.randint(1, 5))
    assert problem.covering_vector is not None
    of_matrix, of_q, of_d = scales
    scaled = linear_complementarity_problem(
        [[value * of_matrix for value in row] for row in problem.matrix.to_dense()],
        (problem.q * of_q).to_fractions(),
        covering_vector=(problem.covering_vector * of_d).to_fractions(),
    )
    end, scaled_walk = follow(problem, rule), follow(scaled, rule)
    require_proven(scaled_walk)
    assert named(scaled_walk) == named(end)
    assert scaled_walk.z.equals(end.z * (of_q / of_matrix))
    assert list(scaled_walk.path.z0) == [value * of_q / of_d for value in end.path.z0]
