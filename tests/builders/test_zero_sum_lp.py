"""The linear program of Koller, Megiddo & von Stengel gives the value, from either side."""

from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from seqform.backends import get
from seqform.builders.forms.normal_form import count_pure_strategies, normal_form_lp, reduced_normal_form
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.games import catalog
from seqform.builders.games.tree import leaf, move, tree
from seqform.builders.programs.zero_sum_lp import zero_sum_lp
from seqform.errors import ModelError, SolveError
from seqform.models.numbers.exact import ExactArray
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.models.reduced import Reduced
from seqform.verify import certify

KUHN = sequence_form(catalog.make("kuhn")).target


def test_the_program_is_the_papers() -> None:
    game = tree("pennies", move(1, "P", {"H": move(2, "Q", {"h": leaf(1), "t": leaf(-1)}),
                                         "T": move(2, "Q", {"h": leaf(-1), "t": leaf(1)})}))  # fmt: skip
    program = zero_sum_lp(sequence_form(game).target).target
    assert program.sense == "max"
    assert program.objective.to_fractions() == [0, 0, 0, 1, 0]
    assert program.matrix.to_dense() == [
        [1, 0, 0, 0, 0],
        [-1, 1, 1, 0, 0],
        [0, 0, 0, 1, -1],
        [0, -1, 1, 0, 1],
        [0, 1, -1, 0, 1],
    ]
    assert program.row_names == ["plan ∅", "plan P", "reply ∅", "reply Q h", "reply Q t"]
    assert program.name == "pennies"
    assert program.rows.has_lower.tolist() == [True, True, False, False, False]
    assert program.rows.has_upper.all()
    assert program.rows.upper.to_fractions() == [1, 0, 0, 0, 0]
    assert program.rows.lower.take(np.arange(2)).to_fractions() == [1, 0]
    assert program.columns.has_lower.tolist() == [True, True, True, False, False]
    assert not program.columns.has_upper.any()
    assert program.columns.lower.take(np.arange(3)).to_fractions() == [0, 0, 0]


def test_the_plans_are_the_primal_and_the_dual_after_the_rows_of_the_own_plan() -> None:
    game = tree("three by two", move(1, "P", {
        name: move(2, "Q", {"h": leaf(k), "t": leaf(-k)}) for k, name in enumerate("abc")
    }))  # fmt: skip
    form = sequence_form(game).target
    for player, (own, other) in enumerate(((4, 3), (3, 4))):
        step = zero_sum_lp(form, player)
        assert step.target.matrix.shape == (2 + other, own + 2)
        primal, dual = ExactArray(np.arange(own + 2)), ExactArray(np.arange(10, 12 + other))
        for solution in ((primal, dual), (primal.to_floats(), dual.to_floats())):
            plans = step.lift(RawSolution(Termination.SOLVED, "", *solution))
            mine: Any = plans[player].weights
            theirs: Any = plans[1 - player].weights
            assert list(mine) == list(range(own))
            assert list(theirs) == list(range(12, 12 + other))
            assert [plan.index for plan in plans] == list(form.sequences)


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("build", [zero_sum_lp, normal_form_lp])
def test_both_duals_are_an_equilibrium_of_kuhn_from_either_side(player: int, build: Any) -> None:
    game = catalog.make("kuhn")
    form = sequence_form(game)
    step = form.then(lambda target: build(target, player))
    raw = get("highs").solve(step.target)
    assert raw.objective == pytest.approx(float(Fraction(-1, 18)) * (1 if player == 0 else -1))
    certificate = certify(game, step.lift(raw))
    assert certificate.nash_conv < 1e-9
    assert certificate.values[0] == pytest.approx(-1 / 18)


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10**6))
def test_sequence_form_and_normal_form_agree_on_random_games(seed: int) -> None:
    game = catalog.make(f"random-game(seed={seed},depth=4)")
    form = sequence_form(game)
    assume(max(count_pure_strategies(index) for index in form.target.sequences) <= 300)
    objectives = []
    builds: list[Any] = [zero_sum_lp, normal_form_lp]
    for build in builds:
        for player in (0, 1):
            step = form.then(partial(build, player=player))
            raw = get("highs").solve(step.target)
            assert raw.objective is not None
            objectives.append(float(raw.objective) * (1 if player == 0 else -1))
            assert certify(game, step.lift(raw)).nash_conv < 1e-6
    assert objectives == pytest.approx([objectives[0]] * 4, abs=1e-6)


def test_constant_sum_games_need_no_shift() -> None:
    game = tree("share", move(1, "a", {"L": move(2, "b", {"l": leaf(7, 3), "r": leaf(2, 8)}),
                                       "R": move(2, "b", {"l": leaf(1, 9), "r": leaf(6, 4)})}))  # fmt: skip
    form = sequence_form(game)
    for player in (0, 1):
        step = form.then(partial(zero_sum_lp, player=player))
        certificate = certify(game, step.lift(get("highs").solve(step.target)))
        assert certificate.values == pytest.approx((4, 6))
        assert certificate.nash_conv < 1e-9
        assert certificate.constant_sum == 10


def test_a_player_that_is_not_there() -> None:
    for build in (zero_sum_lp, normal_form_lp):
        with pytest.raises(ModelError, match=f"^{build.__name__}: player 0 or 1 expected, not 2"):
            build(KUHN, 2)


def test_an_unfinished_solution_has_no_plans() -> None:
    for build in (zero_sum_lp, normal_form_lp):
        raw = RawSolution(Termination.TIME_LIMIT, "out of time")
        point = np.zeros(4)
        for incomplete in (raw, replace(raw, primal=point), replace(raw, dual=point)):
            with pytest.raises(SolveError) as caught:
                build(KUHN).lift(incomplete)
            assert caught.value.raw is incomplete
            assert str(caught.value).startswith("the solver returned no primal-dual pair: time limit (out of time)")


def test_the_count_of_pure_strategies_is_that_of_the_list() -> None:
    normal = reduced_normal_form(KUHN)
    assert normal.A.shape == (27, 64)
    assert tuple(count_pure_strategies(index) for index in KUHN.sequences) == (27, 64)
    assert len(set(normal.names[0])) == 27
    assert (normal.A + normal.B).nonzeros == 0


def test_an_exploding_normal_form_is_refused_before_it_explodes() -> None:
    leduc = sequence_form(catalog.make("leduc")).target
    with pytest.raises(ModelError, match=r"has about 10\^\d+ pure strategies of player 1, more than 20,000"):
        reduced_normal_form(leduc)


def test_steps_follow_one_another_and_their_lifts_go_back() -> None:
    double: Reduced[int, str, str] = Reduced(5, lambda answer: f"{answer} doubled")
    step: Reduced[int, str, str] = double.then(lambda five: Reduced(five + 1, lambda answer: f"{answer} less one"))
    assert step.target == 6
    assert step.lift("six") == "six less one doubled"
    assert repr(step) == "<Reduced to 6>"
