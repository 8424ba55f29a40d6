"""The programs over one player's plans agree with those over mixtures of pure strategies, and their duals prove it."""

from fractions import Fraction
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from plans import exact, form_of, most_strategies, plan_of, random_plan, weights

from seqform.backends import get
from seqform.builders import centroid, reduced_normal_form, zero_sum_lp
from seqform.builders.games.tree import Node, leaf, move, tree
from seqform.builders.programs.max_min import dominance_lp, response_lp
from seqform.errors import ModelError, SolveError
from seqform.models import Bounds, ExactArray, ExactMatrix, LinearProgram, RealizationPlan, SequenceForm
from seqform.models.programs.solutions import RawSolution, Termination

EXACT = get("exact")
KUHN = form_of("kuhn")


def payoffs_of(form: SequenceForm, player: int) -> ExactMatrix:
    """Return the player's payoffs, one row per sequence of the opponent."""
    return form.A.T if player == 0 else form.B


def earned(form: SequenceForm, plan: RealizationPlan, opponent: RealizationPlan) -> Fraction:
    return payoffs_of(form, plan.index.player).T.dot(exact(opponent)).dot(exact(plan))


def best_mixture(
    form: SequenceForm, player: int, gradient: ExactArray, floor: ExactArray, sense: Any = "max"
) -> Fraction | None:
    """Return the most, or least, that a mixture of pure strategies earns with at least a floor against each reply."""
    normal = reduced_normal_form(form)
    replies = normal.A.T if player == 0 else normal.B  # one row per pure strategy of the opponent
    rows, columns = replies.shape
    program = LinearProgram(
        sense=sense,
        objective=normal.strategies[player].dot(gradient),
        matrix=ExactMatrix.block([[ExactMatrix.from_dense([[1] * columns])], [replies]]),
        rows=Bounds.concatenate([Bounds.equal(ExactArray.of([1])), Bounds.at_least(floor)]),
        columns=Bounds.nonnegative(columns),
        row_names=[str(row) for row in range(rows + 1)],
        column_names=[str(column) for column in range(columns)],
    )
    return cast("Fraction | None", EXACT.solve(program).objective)


def compared(form: SequenceForm, plan: RealizationPlan) -> tuple[RealizationPlan, RealizationPlan, Fraction]:
    """Return the best plan, the opponent's witness, and what the best plan earns above the given one."""
    player = plan.index.player
    step = dominance_lp(form, plan)
    plans = step.lift(EXACT.solve(step.target))
    objective = step.target.objective.take(slice(len(plan.index)))
    return plans[player], plans[1 - player], objective.dot(exact(plans[player])) - objective.dot(exact(plan))


def is_dominated(form: SequenceForm, plan: RealizationPlan) -> bool:
    """Return whether a mixture of pure strategies earns as much against every pure strategy, and more in total."""
    player = plan.index.player
    opponents = reduced_normal_form(form).strategies[1 - player]
    floor = opponents.dot(payoffs_of(form, player).dot(exact(plan)))
    total = opponents.T.dot(ExactArray(np.ones(len(floor), dtype=np.int64)))
    most = best_mixture(form, player, payoffs_of(form, player).T.dot(total), floor)
    assert most is not None and most >= floor.sum()
    return most > floor.sum()


@given(st.integers(0, 10**6), st.integers(0, 1), st.integers(1, 3), st.booleans())
def test_dominance_agrees_with_the_reduced_normal_form(seed: int, player: int, payoffs: int, zero_sum: bool) -> None:
    form = form_of(f"random-game(seed={seed},depth=4,payoffs={payoffs},zero_sum={str(zero_sum).lower()})")
    assume(most_strategies(form) <= 100)
    plan = random_plan(form.sequences[player], seed)
    best, witness, gain = compared(form, plan)
    assert (gain > 0) == is_dominated(form, plan)
    assert not is_dominated(form, best)
    assert best.residual() == witness.residual() == 0
    assert min(weights(witness)) > 0
    payoff: Any = form.gradient(player, witness.weights)
    highest = plan.index.best_response(payoff).value
    assert payoff.dot(exact(best)) == highest
    assert (payoff.dot(exact(plan)) == highest) == (gain == 0)


def test_a_long_game_is_solved_though_its_even_plan_has_tiny_weights() -> None:
    node: Node = leaf(0)
    for step in reversed(range(80)):
        node = move(step % 2, f"step {step}", {"stop": leaf(step % 5 - 2), "go": node})
    form = form_of(tree("long", node))
    for index in form.sequences:
        best, witness, _ = compared(form, random_plan(index, 1))
        assert compared(form, best)[2] == 0
        assert min(weights(witness)) > 0


def optimum(form: SequenceForm, player: int) -> tuple[RealizationPlan, Fraction]:
    """Return an optimal plan of a player, and what it guarantees."""
    step = zero_sum_lp(form, player)
    plan = step.lift(EXACT.solve(step.target))[player]
    return plan, guarantee(form, plan)


def guarantee(form: SequenceForm, plan: RealizationPlan) -> Fraction:
    player = plan.index.player
    return -Fraction(form.sequences[1 - player].best_response(-payoffs_of(form, player).dot(exact(plan))).value)


def extreme(
    form: SequenceForm, opponent: RealizationPlan, value: Fraction, *, best: bool
) -> tuple[RealizationPlan, ExactArray, Fraction]:
    """Return the extreme plan, the multipliers, and what the plan earns."""
    player = 1 - opponent.index.player
    step = response_lp(form, player, exact(opponent) * (1 if best else -1), value)
    weights, multipliers = step.lift(EXACT.solve(step.target))
    assert isinstance(multipliers, ExactArray)
    plan = RealizationPlan(form.sequences[player], weights)
    return plan, multipliers, earned(form, plan, opponent)


@given(st.integers(0, 10**6), st.integers(0, 1), st.integers(1, 3), st.booleans())
def test_extreme_plans_agree_with_the_reduced_normal_form(seed: int, player: int, payoffs: int, best: bool) -> None:
    form = form_of(f"random-game(seed={seed},depth=4,payoffs={payoffs})")
    assume(most_strategies(form) <= 100)
    opponent = random_plan(form.sequences[1 - player], seed)
    optimal, value = optimum(form, player)
    plan, multipliers, found = extreme(form, opponent, value, best=best)
    assert plan.residual() == 0
    assert guarantee(form, plan) == value
    gradient = payoffs_of(form, player).T
    against = gradient.dot(exact(opponent))
    floor = ExactArray.of([value] * reduced_normal_form(form).A.shape[1 - player])
    assert found == best_mixture(form, player, against, floor, "max" if best else "min")
    other = earned(form, optimal, opponent)
    assert value <= min(found, other)
    assert (found >= other) if best else (found <= other)
    assert found <= plan.index.best_response(against).value
    weight, constraints = multipliers[0], form.F if player == 0 else form.E  # nothing is more extreme: the proof
    assert min(multipliers.to_fractions()) >= 0
    assert constraints.dot(multipliers).to_fractions() == [weight] + [Fraction(0)] * (constraints.shape[0] - 1)
    moved = exact(opponent) + multipliers if best else multipliers - exact(opponent)
    reply = Fraction(plan.index.best_response(gradient.dot(moved)).value)
    assert found == (reply - weight * value if best else weight * value - reply)


def test_less_than_the_value_may_be_asked_for_and_more_is_infeasible() -> None:
    even = centroid(KUHN)[1]
    value = Fraction(-1, 18)
    worst = [extreme(KUHN, even, value - less, best=False)[2] for less in (Fraction(0), Fraction(1, 10), Fraction(10))]
    assert worst[0] > worst[1] > worst[2]
    assert worst[2] == -Fraction(KUHN.sequences[0].best_response(-KUHN.A.dot(exact(even))).value)
    step = response_lp(KUHN, 0, -exact(even), value + Fraction(1, 1000))
    raw = EXACT.solve(step.target)
    assert raw.termination is Termination.INFEASIBLE
    with pytest.raises(SolveError, match="no primal-dual pair: infeasible") as caught:
        step.lift(raw)
    assert caught.value.raw is raw


@pytest.mark.parametrize("player", [0, 1])
def test_a_player_or_an_opponent_without_moves_is_no_exception(player: int) -> None:
    form = form_of("safe-or-risky")
    value = Fraction(1 if player == 0 else -1)
    for best in (False, True):
        plan, _, found = extreme(form, optimum(form, 1 - player)[0], value, best=best)
        assert found == value
        assert plan.residual() == 0
    only, witness, gain = compared(form, plan_of(form.sequences[1], [1]))
    assert weights(only) == [1] and gain == 0
    assert min(weights(witness)) > 0


@pytest.mark.parametrize("player", [0, 1])
def test_plans_that_are_inexact_wrong_or_of_another_game_are_refused(player: int) -> None:
    own, other = KUHN.sequences[player], form_of("guess-the-ace").sequences[player]
    for plan, message in (
        (RealizationPlan(own, np.ones(len(own))), "fractions expected, not doubles; solve with exact=True"),
        (plan_of(own, [1] * len(own)), "not a realization plan; it misses x ≥ 0, E x = e by 1"),
        (plan_of(other, [1, 1, 0]), "a plan of 13 weights expected, one for every sequence, not 3"),
    ):
        with pytest.raises(ModelError, match=rf"^\w+_lp, player {player + 1}: {message}"):
            dominance_lp(KUHN, plan)


def test_an_unfinished_or_inexact_solution_is_no_evidence() -> None:
    step = dominance_lp(KUHN, random_plan(KUHN.sequences[0], 1))
    raw = RawSolution(Termination.TIME_LIMIT, "out of time")
    with pytest.raises(SolveError, match="no primal-dual pair: time limit") as caught:
        step.lift(raw)
    assert caught.value.raw is raw
    with pytest.raises(SolveError, match="no exact primal-dual pair: solved"):
        step.lift(get("highs").solve(step.target))
