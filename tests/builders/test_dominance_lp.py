"""The dominance program finds a dominating plan exactly if there is one."""

from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from seqform.backends import get
from seqform.builders.forms.normal_form import count_pure_strategies, reduced_normal_form
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.games import catalog
from seqform.builders.games.families.matrix_games import bimatrix_game
from seqform.builders.games.tree import Node, leaf, move, tree
from seqform.builders.programs.single_player_lps import dominance_lp
from seqform.errors import ModelError, SolveError
from seqform.models.games.infosets import SequenceIndex
from seqform.models.numbers.exact import ExactArray, ExactMatrix
from seqform.models.programs.linear import Bounds, LinearProgram
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.models.strategies.behavior import BehaviorStrategy, RealizationPlan

KUHN = sequence_form(catalog.make("kuhn")).target
EXACT = get("exact")


def random_plan(index: SequenceIndex, random: Random) -> RealizationPlan:
    """Return the plan of a random strategy that leaves out many actions."""
    probabilities = [Fraction(1)]
    for count in index.num_actions.tolist():
        weights = [random.choice((0, 0, 1, 2)) for _ in range(count)]
        weights[random.randrange(count)] += 1
        probabilities += [Fraction(weight, sum(weights)) for weight in weights]
    return BehaviorStrategy(index, np.array(probabilities, dtype=object)).plan


def exact(plan: RealizationPlan) -> ExactArray:
    assert isinstance(plan.weights, ExactArray)
    return plan.weights


def solved(form: SequenceForm, plan: RealizationPlan) -> tuple[RealizationPlan, RealizationPlan, Fraction]:
    """Return the best plan, the opponent's witness, and what the best plan earns above the given one."""
    player = plan.index.player
    step = dominance_lp(form, plan)
    raw = EXACT.solve(step.target)
    plans = step.lift(raw)
    objective = step.target.objective.take(slice(len(plan.index)))
    return plans[player], plans[1 - player], objective.dot(exact(plans[player])) - objective.dot(exact(plan))


def dominated_in_the_normal_form(form: SequenceForm, plan: RealizationPlan) -> bool:
    """Tell whether a mixture of pure strategies earns as much against every pure strategy, and more in total."""
    player = plan.index.player
    normal = reduced_normal_form(form)
    replies = normal.A.T if player == 0 else normal.B  # one row per pure strategy of the opponent
    gradient = form.A.T if player == 0 else form.B
    earned = normal.strategies[1 - player].dot(gradient.dot(exact(plan)))
    rows, columns = replies.shape
    ones = ExactMatrix.from_dense([[1] * columns])
    program = LinearProgram(
        sense="max",
        objective=replies.T.dot(ExactArray(np.ones(rows, dtype=np.int64))),
        matrix=ExactMatrix.block([[ones], [replies]]),
        rows=Bounds.concatenate([Bounds.equal(ExactArray.of([1])), Bounds.at_least(earned)]),
        columns=Bounds.nonnegative(columns),
        row_names=[str(row) for row in range(rows + 1)],
        column_names=[str(column) for column in range(columns)],
    )
    raw = EXACT.solve(program)
    assert isinstance(raw.objective, Fraction)
    assert raw.objective >= earned.sum()
    return raw.objective > earned.sum()


def test_the_program_is_the_one_stated() -> None:
    game = tree("pennies", move(1, "P", {"H": move(2, "Q", {"h": leaf(1), "t": leaf(-1)}),
                                         "T": move(2, "Q", {"h": leaf(-1), "t": leaf(2)})}))  # fmt: skip
    form = sequence_form(game).target
    heads = RealizationPlan(form.sequences[0], ExactArray.of([1, 1, 0]))
    program = dominance_lp(form, heads).target
    assert program.sense == "max"
    assert program.objective.to_fractions() == [0, 0, Fraction(1, 2), 0, 0]
    assert program.matrix.to_dense() == [
        [1, 0, 0, 0, 0],
        [-1, 1, 1, 0, 0],
        [0, 0, 0, 1, -1],
        [0, -1, 1, 0, 1],
        [0, 1, -2, 0, 1],
    ]
    assert program.rows.upper.to_fractions() == [1, 0, 0, -1, 1]
    assert program.rows.has_lower.tolist() == [True, True, False, False, False]
    assert program.columns.has_lower.tolist() == [True, True, True, True, False]
    assert program.columns.lower.to_fractions() == [0] * 5
    assert not program.columns.has_upper.any()
    assert program.row_names == ["plan ∅", "plan P", "reply ∅", "reply Q h", "reply Q t"]
    assert program.column_names == ["weight ∅", "weight P H", "weight P T", "value ∅", "value Q"]


@settings(deadline=None, max_examples=120)
@given(st.integers(0, 10**6), st.integers(0, 1), st.integers(1, 3), st.booleans())
def test_it_agrees_with_the_reduced_normal_form(seed: int, player: int, payoffs: int, zero_sum: bool) -> None:
    game = catalog.make(f"random-game(seed={seed},depth=4,payoffs={payoffs},zero_sum={str(zero_sum).lower()})")
    form = sequence_form(game).target
    assume(max(count_pure_strategies(index) for index in form.sequences) <= 100)
    plan = random_plan(form.sequences[player], Random(seed))
    best, witness, gain = solved(form, plan)
    assert (gain > 0) == dominated_in_the_normal_form(form, plan)
    assert not dominated_in_the_normal_form(form, best)
    assert best.residual() == witness.residual() == 0
    assert min(exact(witness).to_fractions()) > 0
    payoff: Any = form.gradient(player, witness.weights)
    highest = plan.index.best_response(payoff).value
    assert payoff.dot(exact(best)) == highest
    assert (payoff.dot(exact(plan)) == highest) == (gain == 0)


def test_a_strategy_dominated_only_by_a_mixture_is_found_out() -> None:
    form = sequence_form(bimatrix_game("mixture", [[4, 0], [0, 4], [1, 1]])).target
    third = RealizationPlan(form.sequences[0], ExactArray.of([1, 0, 0, 1]))
    best, _, gain = solved(form, third)
    assert gain > 0
    assert best.weights[3] == 0
    assert min(4 * best.weights[1], 4 * best.weights[2]) >= 1


def test_a_player_without_moves_is_undominated() -> None:
    form = sequence_form(catalog.make("safe-or-risky")).target
    nothing = RealizationPlan(form.sequences[1], ExactArray.of([1]))
    best, witness, gain = solved(form, nothing)
    assert gain == 0
    assert best.weights[0] == 1
    assert min(exact(witness).to_fractions()) > 0


@pytest.mark.parametrize("scale", [Fraction(1, 10**40), Fraction(10**40)])
def test_payoffs_of_extreme_size_change_nothing(scale: Fraction) -> None:
    game = bimatrix_game("scaled", [[0, 0], [0, scale]])
    form = sequence_form(game).target
    for row, dominated in ((0, True), (1, False)):
        plan = RealizationPlan(form.sequences[0], ExactArray.of([1, 1 - row, row]))
        best, _, gain = solved(form, plan)
        assert (gain > 0) == dominated
        assert best.weights[2] == 1


def test_a_long_game_is_solved_though_its_even_plan_has_tiny_weights() -> None:
    node: Node = leaf(0)
    for step in reversed(range(80)):
        node = move(1 + step % 2, f"step {step}", {"stop": leaf(step % 5 - 2), "go": node})
    form = sequence_form(tree("long", node)).target
    for index in form.sequences:
        plan = random_plan(index, Random(1))
        best, witness, _ = solved(form, plan)
        assert solved(form, best)[2] == 0
        assert min(exact(witness).to_fractions()) > 0


def test_plans_that_cannot_be_judged_are_refused() -> None:
    first = KUHN.sequences[0]
    with pytest.raises(ModelError, match="an exact plan expected, but its weights are doubles"):
        dominance_lp(KUHN, RealizationPlan(first, np.ones(len(first))))
    with pytest.raises(ModelError, match="not a realization plan; it misses x ≥ 0, E x = e by 1"):
        dominance_lp(KUHN, RealizationPlan(first, ExactArray(np.ones(len(first), dtype=np.int64))))
    other = sequence_form(catalog.make("guess-the-ace")).target.sequences[0]
    with pytest.raises(ModelError, match="a plan of player 1 for 13 sequences expected, not for 3"):
        dominance_lp(KUHN, RealizationPlan(other, ExactArray.of([1, 1, 0])))


def test_an_unfinished_or_inexact_solution_is_no_evidence() -> None:
    step = dominance_lp(KUHN, random_plan(KUHN.sequences[0], Random(1)))
    raw = RawSolution(Termination.TIME_LIMIT, "out of time")
    with pytest.raises(SolveError, match="no exact primal-dual pair: time limit") as caught:
        step.lift(raw)
    assert caught.value.raw is raw
    with pytest.raises(SolveError, match="no exact primal-dual pair: solved"):
        step.lift(get("highs").solve(step.target))
