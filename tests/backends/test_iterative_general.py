"""Regret matching on the sequence form of any constant-sum game."""

import time
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import seqform as sf
from seqform.backends import get
from seqform.backends.iterative.cfr import METHODS, CfrBackend
from seqform.backends.iterative.regret import RegretRule
from seqform.backends.protocol import SolveOptions
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.games.tree import leaf, move, tree
from seqform.builders.programs.saddle_point import saddle_point
from seqform.builders.programs.zero_sum_lp import zero_sum_lp
from seqform.errors import ModelError, OptionError, SolveError
from seqform.models.numbers.exact import ExactMatrix
from seqform.models.programs.saddle_point import SaddlePointProblem, SaddlePointSolution
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.verify import certify

ROUNDING = 1e-12


def problem_of(name: str) -> SaddlePointProblem:
    return saddle_point(sequence_form(sf.load(name)).target).target


def answer_to(problem: SaddlePointProblem, options: SolveOptions | None = None, **own: object) -> SaddlePointSolution:
    answer = CfrBackend().solve(problem, replace(options or SolveOptions(), raw=own))
    assert isinstance(answer, SaddlePointSolution)
    return answer


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("name", "value"), [("kuhn", -1 / 18), ("leduc", -0.0856064240), ("liars-dice(sides=3)", 1 / 9)]
)
def test_every_method_brackets_the_known_value(name: str, value: float, method: str) -> None:
    answer = answer_to(problem_of(name), method=method, gap=2e-3)
    assert answer.solved
    assert answer.lower - 1e-9 <= value <= answer.upper + 1e-9
    assert answer.nash_conv <= 2e-3


def test_liars_dice_of_three_sides_agrees_with_the_exact_lp() -> None:
    form = sequence_form(sf.load("liars-dice(sides=3)")).target
    exact = get("exact").solve(zero_sum_lp(form).target).objective
    answer = answer_to(saddle_point(form).target, gap=1e-4)
    assert exact is not None
    assert answer.lower - ROUNDING <= exact <= answer.upper + ROUNDING


def test_perfect_information_is_solved() -> None:
    figure = tree(
        "two levels",
        move(
            1, "A", {"L": move(2, "B", {"l": leaf(5), "r": leaf(1)}), "R": move(2, "C", {"l": leaf(-3), "r": leaf(6)})}
        ),
    )
    answer = answer_to(saddle_point(sequence_form(figure).target).target, gap=1e-3)
    assert answer.lower - ROUNDING <= 1 <= answer.upper + ROUNDING
    assert answer.nash_conv <= 1e-3


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.lists(st.integers(-9, 9), min_size=3, max_size=3), min_size=2, max_size=4), st.sampled_from([*METHODS])
)
def test_bounds_of_random_matrix_games_hold_the_exact_value(payoffs: list[list[int]], method: str) -> None:
    root = move(
        1,
        "P",
        {
            f"r{i}": move(2, "Q", {f"c{j}": leaf(payoff) for j, payoff in enumerate(row)})
            for i, row in enumerate(payoffs)
        },
    )
    form = sequence_form(tree("matrix", root)).target
    exact = get("exact").solve(zero_sum_lp(form).target).objective
    assert exact is not None
    answer = answer_to(saddle_point(form).target, method=method, iterations=200)
    for bound in answer.bounds:
        assert bound.lower - ROUNDING <= exact <= bound.upper + ROUNDING


def test_a_constant_sum_is_taken_off_nobodys_payoffs() -> None:
    root = move(1, "P", {"a": leaf(Fraction(3), Fraction(7)), "b": leaf(Fraction(4), Fraction(6))})
    answer = answer_to(saddle_point(sequence_form(tree("ten", root)).target).target, gap=1e-6)
    assert answer.objective == pytest.approx(4, abs=1e-6)


def test_plans_are_plans_and_their_bounds_are_what_best_responses_say() -> None:
    problem = problem_of("leduc")
    answer = answer_to(problem, iterations=200)
    assert isinstance(answer.primal, np.ndarray)
    assert isinstance(answer.dual, np.ndarray)
    plans = saddle_point(sequence_form(sf.load("leduc")).target).lift(answer)
    assert max(plan.residual() for plan in plans) < ROUNDING
    assert problem.bounds(answer.primal, answer.dual) == pytest.approx((answer.lower, answer.upper), abs=ROUNDING)


def test_the_lifted_profile_has_the_certified_gap() -> None:
    game = sf.load("kuhn")
    form = sequence_form(game)
    step = saddle_point(form.target)
    answer = answer_to(step.target, gap=1e-5)
    certificate = certify(game, form.lift(step.lift(answer)))
    assert certificate.nash_conv == pytest.approx(answer.nash_conv, abs=1e-9)


def test_runs_are_the_same_every_time() -> None:
    problem = problem_of("kuhn")
    first, second = (answer_to(problem, iterations=137) for _ in range(2))
    assert np.array_equal(np.asarray(first.primal), np.asarray(second.primal))
    assert [bound[2:] for bound in first.bounds] == [bound[2:] for bound in second.bounds]


def test_a_resumed_run_ends_in_the_same_bits(tmp_path) -> None:  # type: ignore[no-untyped-def]
    problem, file = problem_of("leduc"), tmp_path / "run.npz"
    whole = answer_to(problem, iterations=300)
    answer_to(problem, iterations=101, checkpoint=file)
    resumed = answer_to(problem, iterations=300, checkpoint=file, resume=True)
    assert np.array_equal(np.asarray(whole.primal), np.asarray(resumed.primal))
    assert np.array_equal(np.asarray(whole.dual), np.asarray(resumed.dual))
    with pytest.raises(OptionError, match="other options"):
        answer_to(problem, method="dcfr", iterations=300, checkpoint=file, resume=True)
    with pytest.raises(OptionError, match="another game"):
        answer_to(problem_of("kuhn"), iterations=300, checkpoint=file, resume=True)


def test_without_alternation_both_players_move_at_once() -> None:
    problem = problem_of("kuhn")
    answer = answer_to(problem, alternation=False, gap=1e-3)
    assert answer.lower - ROUNDING <= -1 / 18 <= answer.upper + ROUNDING
    assert answer.solved


def test_leduc_takes_a_fraction_of_a_second_for_a_thousand_iterations() -> None:
    problem = problem_of("leduc")
    answer_to(problem, iterations=1)
    start = time.perf_counter()
    answer = answer_to(problem, iterations=1000)
    assert answer.iterations == 1000
    assert time.perf_counter() - start < 5  # a twentieth of that where the machine is idle


def test_limits_are_answers() -> None:
    problem = problem_of("leduc")
    assert answer_to(problem, iterations=3).termination is Termination.ITERATION_LIMIT
    assert answer_to(problem, SolveOptions(time_limit=1e-6)).termination is Termination.TIME_LIMIT

    def stop(line: str) -> None:
        raise KeyboardInterrupt

    assert answer_to(problem, SolveOptions(progress=stop)).termination is Termination.INTERRUPTED
    with pytest.raises(OptionError, match="mean the same"):
        answer_to(problem, SolveOptions(tolerance=1e-3), gap=1e-3)


def test_a_general_sum_game_is_no_saddle_point() -> None:
    root = move(1, "P", {"a": leaf(1, 1), "b": leaf(0, 5)})
    with pytest.raises(ModelError, match="do not add up to a constant"):
        saddle_point(sequence_form(tree("general", root)).target)
    with pytest.raises(ModelError, match="a SequenceForm expected"):
        saddle_point("kuhn")  # type: ignore[arg-type]


def test_a_problem_checks_itself() -> None:
    problem = problem_of("kuhn")
    with pytest.raises(ModelError, match="payoffs of shape"):
        SaddlePointProblem(problem.sequences, ExactMatrix.zeros((2, 2)))
    nothing = RawSolution(Termination.ERROR, "nothing found")
    with pytest.raises(SolveError, match="no pair of plans"):
        saddle_point(sequence_form(sf.load("kuhn")).target).lift(nothing)


def test_openspiels_cfr_plus_reaches_the_same_value_of_kuhn() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is the other implementation")
    game = pyspiel.load_game("kuhn_poker")
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(300):
        solver.evaluate_and_update_policy()
    theirs = pyspiel.expected_returns(game.new_initial_state(), solver.average_policy(), -1, True)[0]
    ours = answer_to(problem_of("kuhn"), method="cfr+", iterations=300)
    assert ours.objective == pytest.approx(theirs, abs=5e-3)


@pytest.mark.parametrize("backend", ["cfr", "pdhg"])
def test_a_solver_that_stops_early_brings_its_equilibrium_with_a_certificate(backend: str) -> None:
    with pytest.raises(SolveError, match=rf"{backend} stopped early \(iteration limit reached\)") as caught:
        sf.solve("leduc", backend=backend, options=SolveOptions(raw={"iterations": 60}))
    found = caught.value.equilibrium
    assert found.raw.termination is Termination.ITERATION_LIMIT
    assert 0 < found.certificate.nash_conv == pytest.approx(found.raw.nash_conv, abs=1e-9)
    assert certify(found.game, found.profile).nash_conv == found.certificate.nash_conv


def test_ctrl_c_loses_nothing() -> None:
    def stop(line: str) -> None:
        if line.startswith("iteration"):
            raise KeyboardInterrupt

    with pytest.raises(SolveError, match="interrupted") as caught:
        sf.solve("leduc", backend="cfr", options=SolveOptions(progress=stop))
    assert caught.value.raw.termination is Termination.INTERRUPTED
    assert caught.value.equilibrium.certificate.nash_conv < 10


def test_tiny_games_take_no_time_outside_the_compiled_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, at = [], RegretRule.at

    def noted(self: RegretRule, iteration: int) -> Any:
        asked.append(iteration)
        return at(self, iteration)

    monkeypatch.setattr(RegretRule, "at", noted)
    answer_to(problem_of("kuhn"), iterations=5000)
    assert len(asked) < 10
