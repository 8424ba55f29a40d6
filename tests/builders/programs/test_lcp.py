"""The complementarity problems are the paper's, their solutions the equilibria, and their paths begin as stated."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import prod
from typing import Any

import numpy as np
import pytest
from bimatrix import flint_matrix
from hypothesis import assume, given
from hypothesis import strategies as st
from lcp_proofs import basis_matrix, columns
from plans import exact, form_of, most_strategies, plan_of, plans_of_weights, random_plans, same_plans, weights

from seqform.builders.forms.normal_form import reduced_normal_form
from seqform.builders.forms.sequence_form import behavior_profile
from seqform.builders.forms.starts import centroid, random_start
from seqform.builders.games import catalog
from seqform.builders.programs.lcp import (
    GameLcp,
    best_response_start,
    koller_megiddo_von_stengel,
    negative_payoffs,
    normal_form_lcp,
    sequence_form_lcp,
    shared_normal_form_lcp,
    shared_sequence_form_lcp,
)
from seqform.errors import ModelError, SolveError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import ExactArray
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.models.strategies.behavior import RealizationPlan, RealizationPlans
from seqform.verify import certify

FIGURE_1 = form_of("vsvet-figure-1")
START_OF_FIGURE_1 = plans_of_weights(FIGURE_1, ["1", "3/10", "7/10", "7/20", "7/20"], ["1", "1/3", "2/3", "1/3", "2/3"])
BUILDS: list[Callable[..., Any]] = [sequence_form_lcp, normal_form_lcp]
SHARED = [shared_sequence_form_lcp, shared_normal_form_lcp]


def small_form(seed: int, most: int = 60, options: str = "depth=4") -> SequenceForm:
    form = form_of(f"random-game(seed={seed},{options},zero_sum=false)")
    assume(most_strategies(form) <= most)
    return form


def is_solution(lcp: GameLcp, plans: RealizationPlans) -> bool:
    return lcp.base.residuals(lcp.point(plans)).worst == 0


# ---- the problems ----


@pytest.mark.parametrize(
    ("depth", "sequences", "strategies"),
    [(3, 16, 8), (4, 28, 14), (5, 52, 26), (6, 100, 146), (7, 196, 386), (8, 388, None), (9, 772, None)],
)
def test_dimensions_are_those_of_table_1(depth: int, sequences: int, strategies: int | None) -> None:
    form = form_of(f"binary-tree(depth={depth})")
    assert len(sequence_form_lcp(form).target) == sequences
    if strategies is not None:
        problem = normal_form_lcp(form).target
        assert len(problem) == strategies
        assert np.count_nonzero(problem.free) == 2


@given(st.integers(0, 10**6), st.integers(0, 5))
def test_matrices_and_covering_vectors_are_those_of_a_dense_construction_from_the_tree(seed: int, depth: int) -> None:
    game = catalog.make(f"random-game(seed={seed},depth={depth},zero_sum=false)")
    form = form_of(game)
    start = random_start(form, seed)
    p, q = (weights(plan) for plan in start)
    A, B = (negative_payoffs_of_the_tree(game, player)[0] for player in (0, 1))
    assert_dense(sequence_form_lcp(form, start).target, A, B, form.E.to_dense(), form.F.to_dense(), p, q)
    if most_strategies(form) <= 60:
        normal = reduced_normal_form(form)
        A, B = (  # less what makes the largest average at a pair of sequences -1
            [[payoff - negative_payoffs_of_the_tree(game, player)[1] for payoff in row] for row in payoffs.to_dense()]
            for player, payoffs in enumerate((normal.A, normal.B))
        )
        p, q = (
            product_distribution(plan, pure.to_dense()) for plan, pure in zip(start, normal.strategies, strict=True)
        )
        assert_dense(normal_form_lcp(form, start).target, A, B, [[1] * len(A)], [[1] * len(A[0])], p, q)


def assert_dense(problem: Any, A: list[Any], B: list[Any], E: list[Any], F: list[Any], p: Any, q: Any) -> None:
    assert problem.matrix.to_dense() == dense_problem(A, B, E, F)
    e, f = ([1] + [0] * (len(rows) - 1) for rows in (E, F))
    assert problem.q.to_fractions() == [0] * len(A) + [-one for one in f] + [0] * len(A[0]) + [-one for one in e]
    d = [-sum(a * b for a, b in zip(row, q, strict=True)) for row in A] + f
    d += [-sum(a * b for a, b in zip(column, p, strict=True)) for column in zip(*B, strict=True)] + e
    assert problem.covering_vector.to_fractions() == d
    assert min(d) >= 0


def dense_problem(A: list[Any], B: list[Any], E: list[Any], F: list[Any]) -> list[list[Fraction]]:
    """Return the matrix of r = -Eᵀu' - A y, w_F = F y, s = -Fᵀv' - Bᵀx, w_E = E x, entry by entry."""
    sizes = [len(A), len(F), len(A[0]), len(E)]
    at_x, at_v, at_y, at_u = np.cumsum([0, *sizes[:3]]).tolist()
    matrix = [[Fraction(0)] * sum(sizes) for _ in range(sum(sizes))]
    for sigma in range(len(A)):
        for tau in range(len(A[0])):
            matrix[at_x + sigma][at_y + tau] = -Fraction(A[sigma][tau])
            matrix[at_y + tau][at_x + sigma] = -Fraction(B[sigma][tau])
    for constraints, at_s, at_dual in ((E, at_x, at_u), (F, at_y, at_v)):
        for row, coefficients in enumerate(constraints):
            for sigma, coefficient in enumerate(coefficients):
                matrix[at_s + sigma][at_dual + row] = -Fraction(coefficient)
                matrix[at_dual + row][at_s + sigma] = Fraction(coefficient)
    return matrix


def negative_payoffs_of_the_tree(game: ExtensiveGame, player: int) -> tuple[list[list[Fraction]], Fraction]:
    """Return payoffs at pairs of sequences, leaf by leaf, less what makes the largest average -1, and that number."""
    first, second = game.sequences
    totals: dict[tuple[int, int], Fraction] = {}
    chances: dict[tuple[int, int], Fraction] = {}
    for place, node in enumerate(game.leaves.tolist()):
        pair, chance = (int(first.at_node[node]), int(second.at_node[node])), game.chance_reach[node]
        totals[pair] = totals.get(pair, Fraction(0)) + chance * game.leaf_payoffs[player][place]
        chances[pair] = chances.get(pair, Fraction(0)) + chance
    top = max(totals[pair] / chances[pair] for pair in totals) + 1
    dense = [[Fraction(0)] * len(second.index) for _ in range(len(first.index))]
    for (sigma, tau), total in totals.items():
        dense[sigma][tau] = total - top * chances[sigma, tau]
    return dense, top


def product_distribution(plan: RealizationPlan, pure: list[list[Fraction]]) -> list[Fraction]:
    """Return, for every pure strategy, the product of the behavior probabilities of its choices."""
    index, x = plan.index, weights(plan)
    shares = [Fraction(0), *(x[k] and x[k] / x[index.parent_sequence[index.infoset_of[k]]] for k in range(1, len(x)))]
    return [
        prod((share for share, played in zip(shares[1:], row[1:], strict=True) if played), start=Fraction(1))
        for row in pure
    ]


@given(st.integers(0, 10**6), st.integers(-50, 50), st.integers(1, 50))
def test_the_largest_negative_payoff_is_minus_one_wherever_the_payoffs_were(seed: int, shift: int, scale: int) -> None:
    form = form_of(f"random-game(seed={seed},depth=4,zero_sum=false)")
    shifted = form.A + replace(form.W, values=form.W.values * shift)
    tiny = replace(form.A, values=form.A.values * Fraction(1, 10**30 * scale))
    negative, of_tiny = (negative_payoffs(payoffs, form.W) for payoffs in (form.A, tiny))
    assert negative_payoffs(shifted, form.W).equals(negative)
    chances = [chance for row in form.W.to_dense() for chance in row]
    for payoffs in (negative, of_tiny):
        values = [value for row in payoffs.to_dense() for value in row]
        assert max(value / chance for value, chance in zip(values, chances, strict=True) if chance) == -1
        assert [bool(value) for value in values] == [bool(chance) for chance in chances]
    assert max(-value for value in of_tiny.values.to_fractions()) < 10**7


# ---- their solutions ----


@pytest.mark.parametrize(
    ("x", "y", "solves"),
    [  # weights of ∅, L, R, RS, RT and of ∅, a, b, c, d, in the letters of the paper
        ("1 1 0 0 0", "1 1 0 1 0", True),
        ("1 1 0 0 0", "1 1 0 1/12 11/12", True),
        ("1 0 1 1/3 2/3", "1 0 1 2/3 1/3", True),
        ("1 5/14 9/14 3/14 3/7", "1 1/8 7/8 2/3 1/3", True),
        ("1 1 0 0 0", "1 1 0 1/13 12/13", False),
        ("1 0 1 1/3 2/3", "1 0 1 1/3 2/3", False),
        ("1 3/10 7/10 7/20 7/20", "1 1/3 2/3 1/3 2/3", False),
    ],
)
def test_equilibria_of_figure_1_and_only_they_solve_the_problems(x: str, y: str, solves: bool) -> None:
    plans = plans_of_weights(FIGURE_1, x.split(), y.split())
    lcp, standard = shared_sequence_form_lcp(FIGURE_1), koller_megiddo_von_stengel(FIGURE_1)
    point = lcp.point(plans)
    residuals = lcp.base.residuals(point)
    assert (residuals.variables, residuals.slacks) == (0, 0)
    assert (residuals.complementarity == 0) == solves
    values = point.to_fractions()
    negative = [max(-value, Fraction(0)) for value, free in zip(values, lcp.base.free, strict=True) if free]
    positive = [max(value, Fraction(0)) if free else value for value, free in zip(values, lcp.base.free, strict=True)]
    split = ExactArray.of([*positive, *negative])
    assert (standard.target.residuals(split).worst == 0) == solves
    assert same_plans(standard.lift(RawSolution(Termination.SOLVED, "", primal=split)), plans)


@given(st.integers(0, 10**6))
def test_exactly_the_profiles_without_regret_solve_both_problems(seed: int) -> None:
    game = catalog.make(f"random-game(seed={seed},depth=3,max_actions=2,zero_sum=false)")
    form = form_of(game)
    plans = random_plans(form, seed)
    is_equilibrium = certify(game, behavior_profile(form, plans)).nash_conv == 0
    assert [is_solution(shared(form), plans) for shared in SHARED] == [is_equilibrium] * 2


@given(st.integers(0, 10**6))
def test_the_mixed_strategy_of_a_plan_realizes_it(seed: int) -> None:
    form = small_form(seed)
    lcp = shared_normal_form_lcp(form)
    for plans in (random_plans(form, seed), random_start(form, seed)):
        for space, plan, mixed in zip(lcp.spaces, plans, lcp.strategies(plans), strict=True):
            assert mixed.sum() == 1
            assert mixed.numerators.min() >= 0
            assert mixed.numerators.min() > 0 or min(weights(plan)) == 0
            assert weights(space.plan(mixed)) == weights(plan)


@pytest.mark.parametrize("shared", SHARED)
def test_lift_reads_exact_and_floating_point_plans(shared: Callable[[SequenceForm], GameLcp]) -> None:
    lcp = shared(FIGURE_1)
    z = lcp.point(START_OF_FIGURE_1)
    assert same_plans(lcp.lift(RawSolution(Termination.SOLVED, "", primal=z)), START_OF_FIGURE_1)
    in_doubles = lcp.lift(RawSolution(Termination.SOLVED, "", primal=z.to_floats()))
    for player in (0, 1):
        assert not in_doubles[player].exact
        assert in_doubles[player].weights == pytest.approx([float(one) for one in weights(START_OF_FIGURE_1[player])])
    with pytest.raises(SolveError, match=r"returned no solution: time limit \(stopped\)"):
        lcp.lift(RawSolution(Termination.TIME_LIMIT, "stopped"))


def test_the_covering_vector_of_koller_megiddo_and_von_stengel_is_all_ones() -> None:
    problem = koller_megiddo_von_stengel(form_of("binary-tree(depth=4)")).target
    assert exact(problem.covering_vector).to_fractions() == [1] * (7 + 11 + 2 * (4 + 6))
    assert not problem.free.any()
    assert [problem.q.to_fractions().count(Fraction(value)) for value in (1, -1)] == [2, 2]


# ---- starts, and the first basis of the path ----


@given(st.integers(0, 10**6))
def test_the_path_begins_at_the_start_and_ends_at_plans(seed: int) -> None:
    form = form_of(f"random-game(seed={seed},depth=4,zero_sum=false)")
    lcp = shared_sequence_form_lcp(form)
    start, other = random_start(form, seed), centroid(form)
    assert same_plans(lcp.plans_on_path(start, ExactArray.zeros(len(lcp.base)), Fraction(1)), start)
    z = lcp.point(other)
    assert same_plans(lcp.plans_on_path(start, z, Fraction(0)), other)
    half = lcp.plans_on_path(start, z * Fraction(1, 2), Fraction(1, 2))
    for player in (0, 1):
        pairs = zip(weights(start[player]), weights(other[player]), strict=True)
        assert weights(half[player]) == [(a + b) / 2 for a, b in pairs]
        assert half[player].residual() == 0


def test_the_first_basis_of_figure_1_holds_the_best_response_sequences() -> None:
    lcp = shared_sequence_form_lcp(FIGURE_1)
    path_start = best_response_start(lcp, START_OF_FIGURE_1)
    names = [*lcp.base.slack_names, *lcp.base.names, "z0"]
    plans = {"x start R", "x after R S", "y ∅", "y h b", "y h' c"}
    duals = {"v' ∅", "v' h", "v' h'", "u' ∅", "u' start", "u' after R"}
    nonoptimal = {"r start L", "r after R T", "s h a", "s h' d"}
    assert {names[variable] for variable in path_start.basis.tolist()} == {"z0"} | plans | duals | nonoptimal
    assert names[path_start.entering] == "x ∅"


@pytest.mark.parametrize("shared", SHARED)
@given(seed=st.integers(0, 10**6))
def test_the_first_basis_is_feasible_with_z0_one_and_leads_to_a_smaller_z0(
    shared: Callable[[SequenceForm], GameLcp], seed: int
) -> None:
    form = small_form(seed, most=20, options="depth=4,max_actions=2")
    lcp, start = shared(form), random_start(form, seed)
    problem, path_start = lcp.problem(start), best_response_start(lcp, start)
    n, basis = len(problem), path_start.basis.tolist()
    assert len(set(basis)) == n
    assert path_start.ties_from is not None
    assert sorted(path_start.ties_from.tolist()) == list(range(n))
    assert all(variable == row for row, variable in enumerate(basis) if variable < n)  # slacks are in their own rows
    assert [pair for pair in range(n) if not {pair, n + pair} & set(basis)] == [path_start.entering % n]
    assert all(n + pair in basis for pair in range(n) if problem.free[pair])
    entering = columns(problem)[path_start.entering]
    right = flint_matrix([[q, -rate] for q, rate in zip(problem.q.to_fractions(), entering, strict=True)])
    solved = basis_matrix(problem, path_start.basis).solve(right)
    values, direction = (
        {v: Fraction(int(solved[row, k].p), int(solved[row, k].q)) for row, v in enumerate(basis)} for k in (0, 1)
    )
    bound = [variable for variable in values if not problem.free[variable % n] or variable >= 2 * n]
    assert values[2 * n] == 1
    assert min(values.values()) >= 0
    assert direction[2 * n] < 0
    assert all(values[variable] > 0 or direction[variable] >= 0 for variable in bound if variable >= n)
    z = ExactArray.of([values.get(n + place, Fraction(0)) for place in range(n)])
    assert same_plans(lcp.plans_on_path(start, z, values[2 * n]), start)


# ---- errors ----


def plans_with(weights_of_first: Any) -> RealizationPlans:
    first, second = FIGURE_1.sequences
    return RealizationPlans((RealizationPlan(first, weights_of_first), plan_of(second, [1, 1, 0, 1, 0])))


@pytest.mark.parametrize(
    ("start", "message"),
    [
        (plans_with(np.array([1.0, 1.0, 0.0, 0.0, 0.0])), "player 1: fractions expected, not doubles"),
        (plans_with(ExactArray.of([1, 1, 1, 0, 0])), "player 1: not a realization plan; .* by 1"),
        (plans_with(ExactArray.of([1, 2, -1, -1, 0])), "player 1: not a realization plan; .* by 1"),
        (centroid(form_of("kuhn")), "player 1: a plan of 5 weights expected, .* not 13"),
        ("centroid", "realization plans expected .* not str"),
    ],
)
def test_a_bad_start_is_one_clear_error(start: Any, message: str) -> None:
    for build in BUILDS:
        with pytest.raises(ModelError, match=f"start.*{message}"):
            build(FIGURE_1, start)
    with pytest.raises(ModelError, match=f"start.*{message}"):
        best_response_start(shared_sequence_form_lcp(FIGURE_1), start)


def test_trees_and_normal_forms_that_are_too_large_are_refused() -> None:
    game: Any = catalog.make("kuhn")
    for build in BUILDS:
        with pytest.raises(ModelError, match=r"a SequenceForm expected .* not ExtensiveGame"):
            build(game)
    with pytest.raises(ModelError, match="65,536 pure strategies of player 1, more than 20,000; use the sequence form"):
        normal_form_lcp(form_of("binary-tree(depth=9)"))
    with pytest.raises(ModelError, match="3 pure strategies of player 1, more than 2;"):
        normal_form_lcp(FIGURE_1, max_strategies=2)
