"""Linear programs over plans: the value from either side, plain and perturbed, dominance, and extreme optimal plans."""

from fractions import Fraction
from functools import partial
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from perturbed_programs import TINY, solved
from plans import exact, form_of, most_strategies, plan_of, random_plan, weights

import seqform as sf
from seqform.backends import get
from seqform.backends.exact.solution import ExactBackend, exact_solution
from seqform.backends.solvers.highs import HighsBackend
from seqform.builders import (
    centroid,
    normal_form_lp,
    p_epsilon,
    perturbed_lp,
    q_epsilon,
    reduced_normal_form,
    sequence_form,
    zero_sum_lp,
)
from seqform.builders.forms.sequence_form import well_scaled
from seqform.builders.games import catalog
from seqform.builders.games.families.matrix_games import bimatrix_game
from seqform.builders.games.tree import Node, chance, leaf, move, tree
from seqform.builders.programs.perturbed_lp import behavior_perturbed_lp, quasi_perfect_trembles
from seqform.builders.programs.zero_sum_lp import dominance_lp, response_lp
from seqform.errors import InputError, ModelError, SolveError
from seqform.models import (
    Bounds,
    ExactArray,
    ExactMatrix,
    LinearProgram,
    PerturbedSolution,
    RawSolution,
    RealizationPlan,
    Reduced,
    SequenceForm,
    SequenceIndex,
    Termination,
)
from seqform.verify import certify

BUILDS: list[Any] = [zero_sum_lp, normal_form_lp]


def test_the_program_is_the_papers() -> None:
    program = zero_sum_lp(form_of(bimatrix_game("pennies", [[1, -1], [-1, 2]]))).target
    assert (program.sense, program.name) == ("max", "pennies")
    assert program.objective.to_fractions() == [0, 0, 0, 1, 0]
    assert program.matrix.to_dense() == [
        [1, 0, 0, 0, 0],
        [-1, 1, 1, 0, 0],
        [0, 0, 0, 1, -1],
        [0, -1, 1, 0, 1],
        [0, 1, -2, 0, 1],
    ]
    inf = np.inf
    assert [bounds.tolist() for bounds in program.rows.to_floats()] == [
        [1, 0, -inf, -inf, -inf],
        [1, 0, 0, 0, 0],
    ]
    assert [bounds.tolist() for bounds in program.columns.to_floats()] == [
        [0, 0, 0, -inf, -inf],
        [inf] * 5,
    ]
    assert program.row_names == [
        "plan ∅",
        "plan row",
        "reply ∅",
        "reply column 1",
        "reply column 2",
    ]
    assert program.column_names == [
        "weight ∅",
        "weight row 1",
        "weight row 2",
        "value ∅",
        "value column",
    ]


@given(st.integers(1, 10**6))
@example(0)
def test_sequence_form_and_normal_form_agree_from_either_side(seed: int) -> None:
    game = catalog.make(f"random-game(seed={seed},depth=4)" if seed else "kuhn")
    form = sequence_form(game)
    assume(most_strategies(form.target) <= 300)
    objectives = []
    for build in BUILDS:
        for player in (0, 1):
            step = form.then(partial(build, player=player))
            raw = get("highs").solve(step.target)
            assert raw.objective is not None
            objectives.append(float(raw.objective) * (1 if player == 0 else -1))
            assert certify(game, step.lift(raw)).nash_conv < 1e-6
    assert objectives == pytest.approx([objectives[0]] * 4, abs=1e-6)
    assert seed or objectives[0] == pytest.approx(-1 / 18)


@pytest.mark.parametrize("player", [0, 1])
def test_constant_sum_games_need_no_shift(player: int) -> None:
    game = bimatrix_game("share", [[7, 2], [1, 6]], [[3, 8], [9, 4]])
    step = sequence_form(game).then(partial(zero_sum_lp, player=player))
    certificate = certify(game, step.lift(get("highs").solve(step.target)))
    assert certificate.values == pytest.approx((4, 6))
    assert certificate.nash_conv < 1e-9
    assert certificate.constant_sum == 10


PENNIES = [[2, -1], [-3, 1]]


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("unit", [Fraction(10) ** power for power in (-12, -6, -5, -3, -2)])
def test_small_payoffs_are_put_into_units_of_order_one(unit: Fraction, player: int) -> None:
    game = bimatrix_game([[pay * unit for pay in row] for row in PENNIES])
    program = zero_sum_lp(sequence_form(game).target, player).target
    assert 1 / 2 <= 3 * unit / program.units.size < 2
    assert sf.solve(game, backend="cvxpy", exact=False).certificate.nash_conv < 1e-6 * unit


def test_ordinary_payoffs_of_small_probability_keep_their_units() -> None:
    leaves = {
        f"n{k}": ("1/1000", move(0, f"h{k}", {"a": leaf(1), "b": leaf(-1)})) for k in range(1000)
    }
    program = zero_sum_lp(sequence_form(tree("many", chance(leaves))).target).target
    assert program.units.size == 1


def test_steps_follow_one_another_and_their_lifts_go_back() -> None:
    double: Reduced[int, str, str] = Reduced(5, lambda answer: f"{answer} doubled")
    step: Reduced[int, str, str] = double.then(
        lambda five: Reduced(five + 1, lambda answer: f"{answer} less one")
    )
    assert step.target == 6
    assert step.lift("six") == "six less one doubled"
    assert repr(step) == "<Reduced to 6>"


EPSILON = Fraction(1, 1000)


def objective_at(form: SequenceForm, player: int, epsilon: Fraction) -> Fraction:
    """The optimum of the program at a number ε, its left-out constant (A l)ᵀk added."""
    program = perturbed_lp(form, player).target.at(epsilon)
    answer = ExactBackend().solve(program)
    assert isinstance(answer.objective, Fraction)
    payoffs, _ = well_scaled(form.A if player == 0 else form.B.T)
    own, other = form.sequences[player], form.sequences[1 - player]
    least, others = (quasi_perfect_trembles(index).at(epsilon) for index in (own, other))
    return answer.objective + payoffs.dot(others).dot(least)


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("spec", ["guess-the-ace", "kuhn", "random-game(seed=3,depth=5)"])
def test_at_zero_it_is_the_plain_program_with_empty_sequences_of_weight_one_put_in(
    spec: str, player: int
) -> None:
    form = form_of(spec)
    perturbed, plain = perturbed_lp(form, player).target.at(0), zero_sum_lp(form, player).target
    assert perturbed.matrix.equals(plain.matrix)
    assert perturbed.sense == plain.sense
    assert list(perturbed.row_names) == list(plain.row_names)
    assert list(perturbed.column_names) == list(plain.column_names)
    own_empty = ExactArray.unit(plain.matrix.shape[1], plain.column_names.index("weight ∅"))
    other_empty = ExactArray.unit(plain.matrix.shape[0], plain.row_names.index("reply ∅"))
    assert perturbed.objective.equals(plain.objective - plain.matrix.T.dot(other_empty))
    assert perturbed.rows.upper.equals(plain.rows.upper - plain.matrix.dot(own_empty))
    for one, other in ((perturbed.rows, plain.rows), (perturbed.columns, plain.columns)):
        assert np.array_equal(one.has_lower, other.has_lower)
        assert np.array_equal(one.has_upper, other.has_upper)
    assert objective_at(form, player, Fraction(0)) == ExactBackend().solve(plain).objective


@pytest.mark.slow
@settings(max_examples=20)
@given(st.integers(0, 10**6))
def test_both_players_programs_have_one_value_at_every_epsilon(seed: int) -> None:
    form = form_of(f"random-game(seed={seed},depth=4)")
    actions = max(int(index.num_actions.max(initial=1)) for index in form.sequences)
    for epsilon in (Fraction(0), Fraction(1, 2 * actions), EPSILON):
        assert objective_at(form, 0, epsilon) == -objective_at(form, 1, epsilon)


def test_the_named_programs_are_those_of_the_two_players() -> None:
    form = form_of("kuhn-with-raise")
    for named, player in ((q_epsilon(form).target, 0), (p_epsilon(form).target, 1)):
        program = perturbed_lp(form, player).target
        assert named.matrix.equals(program.matrix)
        assert named.objective.equals(program.objective)
        assert named.right.equals(program.right)
        assert named.equations.sum() == 1 + form.sequences[player].num_infosets
        assert named.free.sum() == 1 + form.sequences[1 - player].num_infosets


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize(
    "spec", ["guess-the-ace", "kuhn", "safe-or-risky", "random-game(seed=3,depth=5)"]
)
def test_the_lift_returns_plans_that_keep_the_least_weights(spec: str, player: int) -> None:
    form = form_of(spec)
    step = perturbed_lp(form, player)
    answer = solved(step.target)
    family = step.lift(answer)
    for plan, index in zip(family, form.sequences, strict=True):
        assert plan.index is index
        assert (plan.weights - quasi_perfect_trembles(index)).signs().min() >= 0
        assert plan.at(TINY).residual() == 0


def optimum(program: LinearProgram) -> tuple[Fraction, ExactArray, ExactArray]:
    raw = exact_solution(program, HighsBackend().solve(program))
    assert raw.solved
    assert isinstance(raw.objective, Fraction)
    return raw.objective, exact(raw.primal), exact(raw.dual)


def best_with_trembles(index: SequenceIndex, gradient: ExactArray, epsilon: Fraction) -> Fraction:
    """The most that a plan earns whose actions all have probability at least ε, by dynamic programming."""
    total = gradient.to_fractions()
    for row in range(index.num_infosets - 1, -1, -1):
        start, stop = index.first_sequence[row : row + 2].tolist()
        here = total[start:stop]
        total[int(index.parent_sequence[row])] += max(here) * (
            1 - epsilon * len(here)
        ) + epsilon * sum(here)
    return total[0]


@settings(max_examples=15)
@given(
    st.builds("random-game(seed={},depth=4)".format, st.integers(0, 10**6)),
    st.sampled_from([Fraction(1, 3), Fraction(1, 40)]),
    st.sampled_from([0, 1]),
)
@example("kuhn", Fraction(1, 50), 0)
@example("kuhn-with-raise", Fraction(1, 50), 1)
@example("uniform-bounds", Fraction(1, 50), 0)
@example("guess-the-ace-second-gift", Fraction(1, 50), 1)
def test_primal_and_dual_are_an_equilibrium_of_the_perturbed_game(
    name: str, epsilon: Fraction, player: int
) -> None:
    """Both plans keep the least probabilities, and neither player can earn more while keeping them."""
    form = form_of(name)
    step = behavior_perturbed_lp(form, player)
    objective, primal, dual = optimum(step.target.at(epsilon))
    own, other = form.sequences[player], form.sequences[1 - player]
    mine, theirs = primal.take(slice(0, len(own))), dual.take(slice(len(dual) - len(other), None))
    for index, plan in ((own, mine), (other, theirs)):
        weights = plan.to_fractions()
        assert weights[0] == 1
        for row in range(index.num_infosets):
            above = weights[int(index.parent_sequence[row])]
            start, stop = index.first_sequence[row : row + 2].tolist()
            assert sum(weights[start:stop]) == above
            assert min(weights[start:stop]) >= epsilon * above > 0
    payoffs = form.A if player == 0 else form.B.T
    assert best_with_trembles(own, payoffs.dot(theirs), epsilon) == objective
    assert -best_with_trembles(other, -payoffs.T.dot(mine), epsilon) == objective


def test_more_than_an_equal_share_for_every_action_is_infeasible() -> None:
    perturbed = behavior_perturbed_lp(form_of("kuhn")).target
    assert (
        repr(perturbed)
        == "<MatrixPerturbedProgram 'kuhn': max, 32 rows × 32 columns, 92 nonzeros, 24 at ε>"
    )
    program = perturbed.at(Fraction(3, 5))
    assert (
        exact_solution(program, HighsBackend().solve(program)).termination is Termination.INFEASIBLE
    )


@pytest.mark.parametrize("build", [perturbed_lp, behavior_perturbed_lp])
def test_wrong_arguments_and_answers_are_refused(build: Any) -> None:
    form = form_of("kuhn")
    with pytest.raises(InputError, match="player: 0, 1 or a name expected"):
        build(form, 2)
    with pytest.raises(ModelError, match="a SequenceForm expected"):
        build(sf.load("kuhn"))
    with pytest.raises(ModelError, match=r"ε: a number expected, .* not 'small'"):
        build(form).target.at("small")
    with pytest.raises(SolveError, match="no pair of plans: time limit"):
        build(form).lift(PerturbedSolution(Termination.TIME_LIMIT, "late"))


# ---- programs over one player's plans ----


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


def compared(
    form: SequenceForm, plan: RealizationPlan
) -> tuple[RealizationPlan, RealizationPlan, Fraction]:
    """Return the best plan, the opponent's witness, and what the best plan earns above the given one."""
    player = plan.index.player
    step = dominance_lp(form, plan)
    plans = step.lift(EXACT.solve(step.target))
    objective = step.target.objective.take(slice(len(plan.index)))
    return (
        plans[player],
        plans[1 - player],
        objective.dot(exact(plans[player])) - objective.dot(exact(plan)),
    )


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
def test_dominance_agrees_with_the_reduced_normal_form(
    seed: int, player: int, payoffs: int, zero_sum: bool
) -> None:
    form = form_of(
        f"random-game(seed={seed},depth=4,payoffs={payoffs},zero_sum={str(zero_sum).lower()})"
    )
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


def maximin(form: SequenceForm, player: int) -> tuple[RealizationPlan, Fraction]:
    """Return an optimal plan of a player, and what it guarantees."""
    step = zero_sum_lp(form, player)
    plan = step.lift(EXACT.solve(step.target))[player]
    return plan, guarantee(form, plan)


def guarantee(form: SequenceForm, plan: RealizationPlan) -> Fraction:
    player = plan.index.player
    return -Fraction(
        form.sequences[1 - player].best_response(-payoffs_of(form, player).dot(exact(plan))).value
    )


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
def test_extreme_plans_agree_with_the_reduced_normal_form(
    seed: int, player: int, payoffs: int, best: bool
) -> None:
    form = form_of(f"random-game(seed={seed},depth=4,payoffs={payoffs})")
    assume(most_strategies(form) <= 100)
    opponent = random_plan(form.sequences[1 - player], seed)
    optimal, value = maximin(form, player)
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
    # Nothing is more extreme: the proof.
    weight, constraints = (multipliers[0], form.F if player == 0 else form.E)
    assert min(multipliers.to_fractions()) >= 0
    assert constraints.dot(multipliers).to_fractions() == [weight] + [Fraction(0)] * (
        constraints.shape[0] - 1
    )
    moved = exact(opponent) + multipliers if best else multipliers - exact(opponent)
    reply = Fraction(plan.index.best_response(gradient.dot(moved)).value)
    assert found == (reply - weight * value if best else weight * value - reply)


def test_less_than_the_value_may_be_asked_for_and_more_is_infeasible() -> None:
    even = centroid(KUHN)[1]
    value = Fraction(-1, 18)
    worst = [
        extreme(KUHN, even, value - less, best=False)[2]
        for less in (Fraction(0), Fraction(1, 10), Fraction(10))
    ]
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
        plan, _, found = extreme(form, maximin(form, 1 - player)[0], value, best=best)
        assert found == value
        assert plan.residual() == 0
    only, witness, gain = compared(form, plan_of(form.sequences[1], [1]))
    assert weights(only) == [1] and gain == 0
    assert min(weights(witness)) > 0


@pytest.mark.parametrize("player", [0, 1])
def test_plans_that_are_inexact_wrong_or_of_another_game_are_refused(player: int) -> None:
    own, other = KUHN.sequences[player], form_of("guess-the-ace").sequences[player]
    for plan, message in (
        (
            RealizationPlan(own, np.ones(len(own))),
            "fractions expected, not doubles; solve with exact=True",
        ),
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
