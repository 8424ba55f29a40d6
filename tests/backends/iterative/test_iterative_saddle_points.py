"""Iterative methods on the sequence form of any constant-sum game."""

import time
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import seqform as sf
from seqform.backends import get
from seqform.backends.iterative.cfr import METHODS
from seqform.backends.iterative.regret import RegretRule
from seqform.backends.protocol import SolveOptions
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.games.tree import leaf, move, tree
from seqform.builders.programs.saddle_point import saddle_point
from seqform.builders.programs.zero_sum_lp import zero_sum_lp
from seqform.errors import ModelError, OptionError, SolveError
from seqform.models.numbers.exact import ExactMatrix
from seqform.models.programs.saddle_point import SaddlePointProblem, SaddlePointSolution
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.verify import certify

ROUNDING = 1e-11
LEDUC = -0.08560642408
BACKENDS = ["cfr", "pdhg"]


def problem_of(name: str) -> SaddlePointProblem:
    return saddle_point(sequence_form(sf.load(name)).target).target


def answer_to(
    problem: SaddlePointProblem, backend: str = "cfr", options: SolveOptions | None = None, **raw: Any
) -> SaddlePointSolution:
    answer = get(backend).solve(problem, replace(options or SolveOptions(threads=1), raw=raw))
    assert isinstance(answer, SaddlePointSolution)
    return answer


def exact_value(form: SequenceForm) -> Fraction | float:
    exact = get("exact").solve(zero_sum_lp(form).target).objective
    assert exact is not None
    return exact


def require_bracketed(answer: SaddlePointSolution, value: Fraction | float) -> None:
    for bound in answer.bounds:
        assert bound.lower - ROUNDING <= value <= bound.upper + ROUNDING


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", ["kuhn", "leduc", "liars-dice(sides=3)"])
def test_every_method_of_regret_matching_brackets_the_known_value(name: str, method: str) -> None:
    value = {"kuhn": -1 / 18, "leduc": LEDUC, "liars-dice(sides=3)": 1 / 9}[name]
    answer = answer_to(problem_of(name), method=method, gap=2e-3)
    assert answer.solved
    assert answer.nash_conv <= 2e-3
    require_bracketed(answer, value)


@pytest.mark.parametrize("name", ["kuhn", "liars-dice(sides=3)", "tiny-poker"])
@pytest.mark.parametrize(("backend", "gap"), [("cfr", 1e-4), ("pdhg", 1e-8)])
def test_the_exact_value_is_bracketed(name: str, backend: str, gap: float) -> None:
    form = sequence_form(sf.load(name)).target
    answer = answer_to(saddle_point(form).target, backend, gap=gap)
    assert answer.nash_conv <= gap
    require_bracketed(answer, exact_value(form))


@pytest.mark.parametrize("start", [0, 100])
def test_leduc_is_solved_to_ten_digits_by_primal_dual_gradients(start: int) -> None:
    answer = answer_to(problem_of("leduc"), "pdhg", gap=1e-10, start_iterations=start, iterations=20_000)
    assert answer.solved
    assert answer.nash_conv <= 1e-10
    assert answer.objective == pytest.approx(LEDUC, abs=1e-9)


def test_perfect_information_is_solved() -> None:
    below = {"L": move(2, "B", {"l": leaf(5), "r": leaf(1)}), "R": move(2, "C", {"l": leaf(-3), "r": leaf(6)})}
    figure = tree("two levels", move(1, "A", below))
    answer = answer_to(saddle_point(sequence_form(figure).target).target, gap=1e-3)
    assert answer.nash_conv <= 1e-3
    require_bracketed(answer, 1)


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.lists(st.integers(-9, 9), min_size=3, max_size=3), min_size=2, max_size=4),
    st.sampled_from([("pdhg", {"start_iterations": 0}), *(("cfr", {"method": method}) for method in METHODS)]),
)
def test_bounds_of_random_matrix_games_hold_the_exact_value(
    payoffs: list[list[int]], way: tuple[str, dict[str, Any]]
) -> None:
    rows = [move(2, "Q", {f"c{j}": leaf(payoff) for j, payoff in enumerate(row)}) for row in payoffs]
    form = sequence_form(tree("matrix", move(1, "P", {f"r{i}": row for i, row in enumerate(rows)}))).target
    backend, raw = way
    require_bracketed(answer_to(saddle_point(form).target, backend, iterations=300, **raw), exact_value(form))


def test_payoffs_with_another_constant_sum_keep_player_1s_value() -> None:
    root = move(1, "P", {"a": leaf(Fraction(3), Fraction(7)), "b": leaf(Fraction(4), Fraction(6))})
    answer = answer_to(saddle_point(sequence_form(tree("ten", root)).target).target, gap=1e-6)
    assert answer.objective == pytest.approx(4, abs=1e-6)


@pytest.mark.parametrize("backend", BACKENDS)
def test_plans_are_plans_and_their_bounds_are_those_of_best_responses(backend: str) -> None:
    problem = problem_of("leduc")
    answer = answer_to(problem, backend, iterations=200)
    assert isinstance(answer.primal, np.ndarray)
    assert isinstance(answer.dual, np.ndarray)
    plans = saddle_point(sequence_form(sf.load("leduc")).target).lift(answer)
    assert max(plan.residual() for plan in plans) < 1e-12
    assert problem.bounds(answer.primal, answer.dual) == pytest.approx((answer.lower, answer.upper), abs=1e-12)


def test_the_lifted_profile_has_the_certified_gap() -> None:
    game = sf.load("kuhn")
    form = sequence_form(game)
    step = saddle_point(form.target)
    answer = answer_to(step.target, gap=1e-5)
    certificate = certify(game, form.lift(step.lift(answer)))
    assert certificate.nash_conv == pytest.approx(answer.nash_conv, abs=1e-9)


@pytest.mark.parametrize(
    ("backend", "raw", "other"),
    [("cfr", {}, {"method": "dcfr"})]
    + [("pdhg", {"start_iterations": start}, {"start_iterations": start, "share": 0.3}) for start in (0, 60, 150)],
)
def test_a_resumed_run_ends_in_the_same_bits(
    backend: str, raw: dict[str, Any], other: dict[str, Any], tmp_path: Path
) -> None:
    problem, file = problem_of("leduc"), tmp_path / "run.npz"
    whole, again = (answer_to(problem, backend, iterations=260, **raw) for _ in range(2))
    answer_to(problem, backend, iterations=101, checkpoint=file, **raw)
    resumed = answer_to(problem, backend, iterations=260, checkpoint=file, resume=True, **raw)
    for answer in (again, resumed):
        assert np.array_equal(np.asarray(whole.primal), np.asarray(answer.primal))
        assert np.array_equal(np.asarray(whole.dual), np.asarray(answer.dual))
        assert [bound[2:] for bound in whole.bounds] == [bound[2:] for bound in answer.bounds]
    with pytest.raises(OptionError, match="other options"):
        answer_to(problem, backend, checkpoint=file, resume=True, **other)
    with pytest.raises(OptionError, match="another game"):
        answer_to(problem_of("kuhn"), backend, checkpoint=file, resume=True, **raw)


def test_simultaneous_updates_converge() -> None:
    answer = answer_to(problem_of("kuhn"), alternation=False, gap=1e-3)
    assert answer.solved
    require_bracketed(answer, -1 / 18)


def test_leduc_takes_a_fraction_of_a_second_for_a_thousand_iterations() -> None:
    problem = problem_of("leduc")
    answer_to(problem, iterations=1)
    start = time.perf_counter()
    answer = answer_to(problem, iterations=1000)
    assert answer.iterations == 1000
    assert time.perf_counter() - start < 5  # a twentieth of that where the machine is idle


@pytest.mark.parametrize("backend", BACKENDS)
def test_limits_are_answers(backend: str) -> None:
    problem = problem_of("leduc")
    assert answer_to(problem, backend, iterations=3).termination is Termination.ITERATION_LIMIT
    assert answer_to(problem, backend, SolveOptions(time_limit=1e-6)).termination is Termination.TIME_LIMIT

    def stop(line: str) -> None:
        raise KeyboardInterrupt

    assert answer_to(problem, backend, SolveOptions(progress=stop)).termination is Termination.INTERRUPTED
    with pytest.raises(OptionError, match="mean the same"):
        answer_to(problem, backend, SolveOptions(tolerance=1e-3), gap=1e-3)


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


@pytest.mark.parametrize("backend", BACKENDS)
def test_an_early_stop_keeps_its_equilibrium_with_a_certificate(backend: str) -> None:
    with pytest.raises(SolveError, match=rf"{backend} stopped early \(iteration limit reached\)") as caught:
        sf.solve("leduc", backend=backend, options=SolveOptions(raw={"iterations": 60}))
    found = caught.value.equilibrium
    assert found.raw.termination is Termination.ITERATION_LIMIT
    assert 0 < found.certificate.nash_conv == pytest.approx(found.raw.nash_conv, abs=1e-9)
    assert certify(found.game, found.profile).nash_conv == found.certificate.nash_conv


def test_ctrl_c_keeps_the_equilibrium() -> None:
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
