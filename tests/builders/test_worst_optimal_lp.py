"""The program finds the optimal plan that earns least, or most, against an opponent, and its duals prove it."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tree_walks import random_strategy

from seqform.backends import get
from seqform.builders.forms.normal_form import count_pure_strategies, reduced_normal_form
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.forms.starts import centroid
from seqform.builders.games import catalog
from seqform.builders.games.families.matrix_games import bimatrix_game
from seqform.builders.games.tree import leaf, move, tree
from seqform.builders.programs.single_player_lps import worst_optimal_lp
from seqform.builders.programs.zero_sum_lp import zero_sum_lp
from seqform.errors import ModelError, SolveError
from seqform.models.numbers.exact import ExactArray, ExactMatrix
from seqform.models.programs.linear import Bounds, LinearProgram
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import Termination
from seqform.models.strategies.behavior import RealizationPlan

EXACT = get("exact")
KUHN = sequence_form(catalog.make("kuhn")).target


def exact(plan: RealizationPlan) -> ExactArray:
    assert isinstance(plan.weights, ExactArray)
    return plan.weights


def payoffs_of(form: SequenceForm, player: int) -> ExactMatrix:
    """Return the player's payoffs, one row per sequence of the opponent."""
    return form.A.T if player == 0 else form.B


def optimum(form: SequenceForm, player: int) -> tuple[RealizationPlan, Fraction]:
    """Return an optimal plan of a player, and what it guarantees."""
    step = zero_sum_lp(form, player)
    plan = step.lift(EXACT.solve(step.target))[player]
    return plan, guarantee(form, player, plan)


def guarantee(form: SequenceForm, player: int, plan: RealizationPlan) -> Fraction:
    left = payoffs_of(form, player).dot(exact(plan))
    return -Fraction(form.sequences[1 - player].best_response(-left).value)


def extreme(
    form: SequenceForm, opponent: RealizationPlan, value: Fraction, *, best: bool
) -> tuple[RealizationPlan, ExactArray, Fraction]:
    """Return the extreme plan, the multipliers, and what the plan earns."""
    step = worst_optimal_lp(form, opponent, value, best=best)
    plan, multipliers = step.lift(EXACT.solve(step.target))
    payoff = payoffs_of(form, plan.index.player).T.dot(exact(opponent))
    return plan, multipliers, payoff.dot(exact(plan))


def extreme_in_the_normal_form(form: SequenceForm, opponent: RealizationPlan, value: Fraction, *, best: bool) -> object:
    """Return the least or most that a mixture of pure strategies earns if it guarantees the value."""
    player = 1 - opponent.index.player
    normal = reduced_normal_form(form)
    replies = normal.A.T if player == 0 else normal.B  # one row per pure strategy of the opponent
    own = normal.strategies[player]
    rows, columns = replies.shape
    program = LinearProgram(
        sense="max" if best else "min",
        objective=own.dot(payoffs_of(form, player).T.dot(exact(opponent))),
        matrix=ExactMatrix.block([[ExactMatrix.from_dense([[1] * columns])], [replies]]),
        rows=Bounds.concatenate([Bounds.equal(ExactArray.of([1])), Bounds.at_least(ExactArray.of([value] * rows))]),
        columns=Bounds.nonnegative(columns),
        row_names=[str(row) for row in range(rows + 1)],
        column_names=[str(column) for column in range(columns)],
    )
    return EXACT.solve(program).objective


def test_the_program_is_the_one_stated() -> None:
    game = tree("pennies", move(1, "P", {"H": move(2, "Q", {"h": leaf(1), "t": leaf(-1)}),
                                         "T": move(2, "Q", {"h": leaf(-1), "t": leaf(2)})}))  # fmt: skip
    form = sequence_form(game).target
    program = worst_optimal_lp(form, centroid(form)[1], Fraction(1, 5)).target
    assert program.sense == "min"
    assert worst_optimal_lp(form, centroid(form)[1], Fraction(1, 5), best=True).target.sense == "max"
    assert program.objective.to_fractions() == [0, 0, Fraction(1, 2), 0, 0]
    assert program.matrix.to_dense() == [
        [1, 0, 0, 0, 0],
        [-1, 1, 1, 0, 0],
        [0, 0, 0, 1, -1],
        [0, -1, 1, 0, 1],
        [0, 1, -2, 0, 1],
    ]
    assert program.rows.upper.to_fractions() == [1, 0, 0, 0, 0]
    assert program.rows.has_lower.tolist() == [True, True, False, False, False]
    assert program.columns.has_lower.tolist() == [True, True, True, True, False]
    assert program.columns.lower.to_fractions()[:4] == [0, 0, 0, Fraction(1, 5)]
    assert not program.columns.has_upper.any()
    assert program.row_names == ["plan ∅", "plan P", "reply ∅", "reply Q h", "reply Q t"]
    assert program.column_names == ["weight ∅", "weight P H", "weight P T", "value ∅", "value Q"]


@settings(deadline=None, max_examples=50)
@given(st.integers(0, 10**6), st.integers(0, 1), st.integers(1, 3), st.booleans())
def test_it_agrees_with_the_reduced_normal_form(seed: int, player: int, payoffs: int, best: bool) -> None:
    form = sequence_form(catalog.make(f"random-game(seed={seed},depth=4,payoffs={payoffs})")).target
    assume(max(count_pure_strategies(index) for index in form.sequences) <= 100)
    opponent = random_strategy(form.sequences[1 - player], Random(seed)).plan
    _, value = optimum(form, player)
    plan, _, earned = extreme(form, opponent, value, best=best)
    assert plan.residual() == 0
    assert guarantee(form, player, plan) == value
    assert earned == extreme_in_the_normal_form(form, opponent, value, best=best)


@settings(deadline=None, max_examples=50)
@given(st.integers(0, 10**6), st.integers(0, 1))
def test_every_optimal_plan_earns_between_the_worst_and_the_best(seed: int, player: int) -> None:
    form = sequence_form(catalog.make(f"random-game(seed={seed},depth=4,payoffs=2)")).target
    opponent = random_strategy(form.sequences[1 - player], Random(seed)).plan
    plan, value = optimum(form, player)
    payoff = payoffs_of(form, player).T.dot(exact(opponent))
    _, _, least = extreme(form, opponent, value, best=False)
    _, _, most = extreme(form, opponent, value, best=True)
    assert value <= least <= payoff.dot(exact(plan)) <= most
    assert most <= plan.index.best_response(payoff).value


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10**6), st.integers(0, 1), st.booleans())
def test_the_multipliers_prove_that_nothing_is_more_extreme(seed: int, player: int, best: bool) -> None:
    form = sequence_form(catalog.make(f"random-game(seed={seed},depth=4,payoffs=2)")).target
    opponent = random_strategy(form.sequences[1 - player], Random(seed)).plan
    _, value = optimum(form, player)
    plan, multipliers, earned = extreme(form, opponent, value, best=best)
    weight = multipliers[0]
    assert min(multipliers.to_fractions()) >= 0
    constraints = form.F if player == 0 else form.E
    unit = [weight] + [Fraction(0)] * (constraints.shape[0] - 1)
    assert constraints.dot(multipliers).to_fractions() == unit
    gradient = payoffs_of(form, player).T
    if best:
        reply = plan.index.best_response(gradient.dot(exact(opponent) + multipliers)).value
        assert earned == Fraction(reply) - weight * value
    else:
        reply = plan.index.best_response(gradient.dot(multipliers - exact(opponent))).value
        assert earned == weight * value - Fraction(reply)


def test_the_worse_and_the_better_of_two_optimal_rows_are_found() -> None:
    form = sequence_form(bimatrix_game("both rows are optimal", [[0, 0], [0, 1], [-1, 5]])).target
    even = centroid(form)[1]
    for best, weights, earned in ((False, [1, 1, 0, 0], Fraction(0)), (True, [1, 0, 1, 0], Fraction(1, 2))):
        plan, _, worth = extreme(form, even, Fraction(0), best=best)
        assert exact(plan).to_fractions() == weights
        assert worth == earned


def test_less_than_the_value_may_be_asked_for_and_more_is_infeasible() -> None:
    even = centroid(KUHN)[1]
    value = Fraction(-1, 18)
    worst = [extreme(KUHN, even, value - less, best=False)[2] for less in (Fraction(0), Fraction(1, 10), Fraction(10))]
    assert worst[0] > worst[1] > worst[2]
    lowest = -Fraction(KUHN.sequences[0].best_response(-KUHN.A.dot(exact(even))).value)
    assert worst[2] == lowest
    step = worst_optimal_lp(KUHN, even, value + Fraction(1, 1000))
    raw = EXACT.solve(step.target)
    assert raw.termination is Termination.INFEASIBLE
    with pytest.raises(SolveError, match="no exact primal-dual pair: infeasible") as caught:
        step.lift(raw)
    assert caught.value.raw is raw


@pytest.mark.parametrize("scale", [Fraction(1, 10**40), Fraction(10**40)])
def test_payoffs_of_extreme_size_change_nothing(scale: Fraction) -> None:
    form = sequence_form(bimatrix_game("scaled", [[scale, scale], [scale, 2 * scale]])).target
    even = centroid(form)[1]
    for best, row in ((False, 1), (True, 2)):
        plan, _, earned = extreme(form, even, scale, best=best)
        assert plan.weights[row] == 1
        assert earned == scale * (Fraction(3, 2) if best else 1)


@pytest.mark.parametrize("player", [0, 1])
def test_a_player_or_an_opponent_without_moves_is_no_exception(player: int) -> None:
    form = sequence_form(catalog.make("safe-or-risky")).target
    value = Fraction(1 if player == 0 else -1)
    opponent = optimum(form, 1 - player)[0]
    for best in (False, True):
        plan, _, earned = extreme(form, opponent, value, best=best)
        assert earned == value
        assert plan.residual() == 0


def test_opponents_that_are_no_exact_plans_are_refused() -> None:
    second = KUHN.sequences[1]
    with pytest.raises(ModelError, match="worst_optimal_lp: an exact plan expected"):
        worst_optimal_lp(KUHN, RealizationPlan(second, np.ones(len(second))), Fraction(0))
    with pytest.raises(ModelError, match="worst_optimal_lp: not a realization plan"):
        worst_optimal_lp(KUHN, RealizationPlan(second, ExactArray(np.ones(len(second), dtype=np.int64))), Fraction(0))
    other = sequence_form(catalog.make("guess-the-ace")).target.sequences[1]
    with pytest.raises(ModelError, match="a plan of player 2 for 13 sequences expected, not for 3"):
        worst_optimal_lp(KUHN, RealizationPlan(other, ExactArray.of([1, 1, 0])), Fraction(0))


def test_a_solution_in_doubles_is_no_proof() -> None:
    step = worst_optimal_lp(KUHN, centroid(KUHN)[1], Fraction(-1, 18))
    with pytest.raises(SolveError, match="no exact primal-dual pair: solved"):
        step.lift(get("highs").solve(step.target))
