"""Restarted primal-dual hybrid gradient, on matrices and on class games."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import seqform as sf
from seqform.backends import get
from seqform.backends.iterative.class_space import ClassSpace
from seqform.backends.iterative.pdhg import PdhgBackend
from seqform.backends.iterative.plan_space import MatrixSpace, PlanSpace, Vector, divergence
from seqform.backends.protocol import SolveOptions
from seqform.builders.forms.class_game import class_game
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.games.ordered import poker
from seqform.builders.games.tree import leaf, move, tree
from seqform.builders.programs.saddle_point import saddle_point
from seqform.builders.programs.zero_sum_lp import zero_sum_lp
from seqform.errors import OptionError, UnsupportedModelError
from seqform.models.games.abstraction import InformationFilter
from seqform.models.programs.class_game import ClassGame
from seqform.models.programs.saddle_point import SaddlePointProblem, SaddlePointSolution
from seqform.models.programs.solutions import Termination
from seqform.models.strategies.classes import ClassSolution

ROUNDING = 1e-11
LEDUC = -0.08560642408


def problem_of(name: str) -> SaddlePointProblem:
    return saddle_point(sequence_form(sf.load(name)).target).target


def classes_of(name: str) -> ClassGame:
    return class_game(InformationFilter.identity(getattr(poker, name)(name)))


def answer_to(model: SaddlePointProblem | ClassGame, **raw: object) -> SaddlePointSolution | ClassSolution:
    return PdhgBackend().solve(model, SolveOptions(threads=1, raw=raw))


@pytest.mark.parametrize("start", [0, 100])
def test_leduc_is_solved_to_ten_digits(start: int) -> None:
    answer = answer_to(problem_of("leduc"), gap=1e-10, start_iterations=start, iterations=20_000)
    assert answer.solved
    assert answer.nash_conv <= 1e-10
    assert answer.objective == pytest.approx(LEDUC, abs=1e-9)


@pytest.mark.parametrize(("name", "value"), [("kuhn", -1 / 18), ("liars-dice(sides=3)", 1 / 9), ("tiny-poker", None)])
def test_known_values_are_bracketed(name: str, value: float | None) -> None:
    form = sequence_form(sf.load(name)).target
    exact = get("exact").solve(zero_sum_lp(form).target).objective
    assert exact is not None
    assert value is None or exact == pytest.approx(value)
    answer = answer_to(saddle_point(form).target, gap=1e-8)
    assert answer.lower - ROUNDING <= exact <= answer.upper + ROUNDING
    assert answer.nash_conv <= 1e-8


@pytest.mark.parametrize(("name", "value"), [("kuhn", -1 / 18), ("tiny_poker", None)])
def test_class_games_have_the_value_of_the_game(name: str, value: float | None) -> None:
    form = sequence_form(sf.load(name.replace("_", "-"))).target
    exact = get("exact").solve(zero_sum_lp(form).target).objective
    assert exact is not None
    answer = answer_to(classes_of(name), gap=1e-8, start_iterations=20)
    assert isinstance(answer, ClassSolution)
    assert answer.lower - ROUNDING <= exact <= answer.upper + ROUNDING
    assert value is None or answer.objective == pytest.approx(value, abs=1e-8)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.lists(st.integers(-9, 9), min_size=3, max_size=3), min_size=2, max_size=4))
def test_bounds_of_random_matrix_games_hold_the_exact_value(payoffs: list[list[int]]) -> None:
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
    answer = answer_to(saddle_point(form).target, iterations=400, start_iterations=0)
    for bound in answer.bounds:
        assert bound.lower - ROUNDING <= exact <= bound.upper + ROUNDING


def _two_spaces() -> tuple[PlanSpace, PlanSpace]:
    return MatrixSpace(problem_of("leduc")), ClassSpace(classes_of("leduc"))


@pytest.mark.parametrize("which", [0, 1], ids=["matrix", "classes"])
def test_a_move_is_the_best_plan_near_the_old_one(which: int) -> None:
    space = _two_spaces()[which]
    rng = np.random.default_rng(1)
    old, plan, new, best = (space.zeros(0) for _ in range(4))
    space.make_behavior(0, [rng.random(array.shape) for array in old], old)
    opponent = space.zeros(1)
    space.make_plan(1, space.even(1), opponent)
    gradient = space.zeros(0)
    space.gradient(0, opponent, gradient)
    scales = space.scales(0, opponent, 0.6)
    far = space.move(0, old, gradient, scales, 0.5, new, best)
    reached = _inner(gradient, best) - far / 0.5
    for nearness in (1e-3, 0.1, 1.0):
        behavior = space.zeros(0)
        blend = [new_b + nearness * rng.random(new_b.shape) for new_b in new]
        space.make_behavior(0, blend, behavior)
        space.make_plan(0, behavior, plan)
        flat = [np.zeros_like(array) for array in gradient]
        other = space.zeros(0)
        stay = space.move(0, behavior, flat, scales, 1.0, other, plan)
        assert stay == pytest.approx(0, abs=1e-12)  # without payoffs nothing moves
        assert all(np.allclose(a, b, atol=1e-12) for a, b in zip(other, behavior, strict=True))
        apart = _distance(space, old, behavior, scales)
        assert _inner(gradient, plan) - apart / 0.5 <= reached + 1e-9


def _inner(first: Vector, second: Vector) -> float:
    return sum(float(np.vdot(a, b)) for a, b in zip(first, second, strict=True))


def _distance(space: PlanSpace, old: Vector, new: Vector, scales: Vector) -> float:
    """Return D(new, old)."""
    plan = space.zeros(0)
    if isinstance(space, MatrixSpace):
        space.make_plan(0, new, plan)
        return divergence(space.spaces[0], old[0], new[0], plan[0], scales[0])
    assert isinstance(space, ClassSpace)
    return space.follow(0, old, new, scales, plan)


def test_gradients_of_the_matrix_and_of_the_classes_make_the_same_value() -> None:
    worth = []
    for space in _two_spaces():
        plans = []
        for player in (0, 1):
            plan = space.zeros(player)
            space.make_plan(player, space.even(player), plan)
            plans.append(plan)
        worth.append([space.guarantee(player, plans[player]) for player in (0, 1)])
    assert worth[0] == pytest.approx(worth[1], abs=1e-12)


@pytest.mark.parametrize("start", [0, 60, 150])
def test_a_resumed_run_ends_in_the_same_bits(start: int, tmp_path) -> None:  # type: ignore[no-untyped-def]
    problem, file = problem_of("leduc"), tmp_path / "run.npz"
    whole = answer_to(problem, iterations=260, start_iterations=start)
    answer_to(problem, iterations=101, start_iterations=start, checkpoint=file)
    resumed = answer_to(problem, iterations=260, start_iterations=start, checkpoint=file, resume=True)
    assert np.array_equal(np.asarray(whole.primal), np.asarray(resumed.primal))
    assert np.array_equal(np.asarray(whole.dual), np.asarray(resumed.dual))
    assert whole.bounds[-1][2:] == resumed.bounds[-1][2:]
    with pytest.raises(OptionError, match="other options"):
        answer_to(problem, start_iterations=start, share=0.3, checkpoint=file, resume=True)


@pytest.mark.parametrize("start", [20, 80])
def test_a_resumed_run_on_classes_ends_in_the_same_bits(start: int, tmp_path) -> None:  # type: ignore[no-untyped-def]
    game, file = classes_of("kuhn"), tmp_path / "run.npz"
    whole = answer_to(game, iterations=130, start_iterations=start, gap=0)
    answer_to(game, iterations=55, start_iterations=start, gap=0, checkpoint=file)
    resumed = answer_to(game, iterations=130, start_iterations=start, gap=0, checkpoint=file, resume=True)
    assert isinstance(whole, ClassSolution)
    assert isinstance(resumed, ClassSolution)
    for one, other in zip(whole.strategies, resumed.strategies, strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(one.behavior, other.behavior, strict=True))


def test_threads_do_not_change_the_course() -> None:
    game = classes_of("leduc")
    one, two = (
        PdhgBackend().solve(game, SolveOptions(threads=threads, raw={"iterations": 30, "start_iterations": 5}))
        for threads in (1, 2)
    )
    assert one.bounds[-1][2:] == two.bounds[-1][2:]


def test_limits_are_answers() -> None:
    problem = problem_of("leduc")
    assert answer_to(problem, iterations=3).termination is Termination.ITERATION_LIMIT
    assert PdhgBackend().solve(problem, SolveOptions(time_limit=1e-6)).termination is Termination.TIME_LIMIT

    def stop(line: str) -> None:
        raise KeyboardInterrupt

    assert PdhgBackend().solve(problem, SolveOptions(progress=stop)).termination is Termination.INTERRUPTED


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ({"shrae": 0.5}, "did you mean share"),
        ({"share": 0}, "share: a number above 0"),
        ({"mixture": True}, "mixture: a number above 0"),
        ({"start_iterations": -1}, "start_iterations: a whole number from 0"),
        ({"gap": -1}, "gap: a number from 0"),
        ({"resume": True}, "name the file"),
    ],
)
def test_a_bad_option_is_an_option_error(raw: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        answer_to(problem_of("kuhn"), **raw)


def test_other_models_are_refused() -> None:
    with pytest.raises(UnsupportedModelError, match="solves ClassGame, SaddlePointProblem"):
        PdhgBackend().solve(sequence_form(sf.load("kuhn")).target)
