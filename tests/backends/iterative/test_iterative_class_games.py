"""Iterative methods on class games: bounds, options, limits."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import seqform as sf
from seqform.backends import get
from seqform.backends.iterative.cfr import METHODS
from seqform.backends.iterative.class_space import ClassSpace
from seqform.backends.iterative.plan_space import MatrixSpace, PlanSpace, Vector, divergence
from seqform.backends.iterative.regret import RegretMatching, RegretRule
from seqform.backends.protocol import SolveOptions
from seqform.builders.forms.class_game import class_game
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.games.ordered.poker import kuhn, leduc, rhode_island, tiny_poker
from seqform.builders.programs.saddle_point import saddle_point
from seqform.builders.programs.zero_sum_lp import zero_sum_lp
from seqform.errors import OptionError, UnsupportedModelError
from seqform.models.games.abstraction import InformationFilter
from seqform.models.games.ordered import OrderedGame, Round, ordered_game
from seqform.models.games.stages import CONTINUE, OVER, StageGame, turn
from seqform.models.programs.class_game import ClassGame
from seqform.models.programs.complementarity import linear_complementarity_problem
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.models.strategies.classes import ClassSolution, behavior_of_plan


def classes_of(game: OrderedGame) -> ClassGame:
    return class_game(InformationFilter.identity(game))


KUHN, LEDUC = classes_of(kuhn("kuhn")), classes_of(leduc("leduc"))
LEDUC_VALUE = -0.085606424078


def solve(
    game: ClassGame, backend: str = "cfr", *, tolerance: float | None = None, threads: int = 1, **raw: Any
) -> ClassSolution:
    answer = get(backend).solve(game, SolveOptions(tolerance=tolerance, threads=threads, raw=raw))
    assert isinstance(answer, ClassSolution)
    return answer


def course(answer: ClassSolution) -> list[tuple[int, float, float]]:
    return [(bound.iteration, bound.lower, bound.upper) for bound in answer.bounds]


@pytest.mark.parametrize("method", METHODS)
def test_every_method_finds_the_value_of_kuhn_poker(method: str) -> None:
    answer = solve(KUHN, tolerance=2e-3, method=method, iterations=5_000)
    assert answer.termination is Termination.SOLVED
    assert answer.lower - 1e-12 <= -1 / 18 <= answer.upper + 1e-12
    assert answer.nash_conv <= 2e-3


@pytest.mark.parametrize("method", METHODS)
def test_simultaneous_updates_bracket_the_value_too(method: str) -> None:
    answer = solve(KUHN, method=method, alternation=False, iterations=300)
    assert answer.bounds[0].gap > 4 * answer.nash_conv
    for bound in answer.bounds:
        assert bound.lower - 1e-12 <= -1 / 18 <= bound.upper + 1e-12


@pytest.mark.parametrize("precision", ["double", "single"])
def test_leduc_converges_to_its_value(precision: str) -> None:
    answer = solve(LEDUC, tolerance=3e-4, precision=precision)
    assert answer.termination is Termination.SOLVED
    for bound in answer.bounds:
        assert bound.lower - 1e-9 <= LEDUC_VALUE <= bound.upper + 1e-9
    assert answer.objective == pytest.approx(LEDUC_VALUE, abs=3e-4)


@pytest.mark.parametrize(("name", "value"), [("kuhn", -1 / 18), ("tiny-poker", None)])
def test_primal_dual_gradients_find_the_exact_value(name: str, value: float | None) -> None:
    exact = get("exact").solve(zero_sum_lp(sequence_form(sf.load(name)).target).target).objective
    assert exact is not None
    game = kuhn(name) if name == "kuhn" else tiny_poker(name)
    answer = solve(classes_of(game), "pdhg", gap=1e-8, start_iterations=20)
    assert answer.lower - 1e-11 <= exact <= answer.upper + 1e-11
    assert value is None or answer.objective == pytest.approx(value, abs=1e-8)


@pytest.mark.parametrize("backend", ["cfr", "pdhg"])
def test_bounds_are_the_guarantees_of_the_strategies(backend: str) -> None:
    answer = solve(LEDUC, backend, iterations=100)
    assert isinstance(answer, RawSolution)
    worth = [ClassSpace(LEDUC).guarantee(player, answer.strategies[player].plan()) for player in (0, 1)]
    assert worth == pytest.approx([answer.lower, -answer.upper], abs=1e-9)
    assert (answer.iterations, answer.bounds[-1].iteration) == (100, 100)
    assert answer.termination is Termination.ITERATION_LIMIT
    assert all(one.iteration < other.iteration for one, other in itertools.pairwise(answer.bounds))


@pytest.mark.parametrize("method", METHODS)
def test_ranked_rounds_and_pairs_reach_the_same_gap(method: str) -> None:
    """Not to the last digit: where regrets cancel, their rounding errors become a strategy."""
    game = classes_of(rhode_island("rhode-island", ranks=3, suits=2))
    gaps = []
    for ranked in (True, False):
        run = RegretMatching(ClassSpace(game, ranked=ranked), METHODS[method])
        for _ in range(20):
            run.step()
        lower, upper = run.value_bounds()
        gaps.append(upper - lower)
    assert gaps[0] == pytest.approx(gaps[1], rel=0.1)


def test_averages_are_realization_plans() -> None:
    run = RegretMatching(ClassSpace(LEDUC), RegretRule())
    for _ in range(7):
        run.step()
    for player in (0, 1):
        again = behavior_of_plan(LEDUC, player, run.average[player]).plan()
        for one, other in zip(run.average[player], again, strict=True):
            np.testing.assert_allclose(one, other, atol=1e-12)


@pytest.mark.parametrize(
    ("backend", "raw"), [*(("cfr", {"method": name}) for name in METHODS), ("pdhg", {"start_iterations": 3})]
)
def test_threads_do_not_change_the_course(backend: str, raw: dict[str, Any]) -> None:
    game = classes_of(rhode_island("rhode-island", ranks=3, suits=3))
    one, two = (course(solve(game, backend, threads=threads, iterations=6, **raw)) for threads in (1, 2))
    assert one == two


@pytest.mark.parametrize("start", [20, 80])
def test_a_resumed_primal_dual_run_ends_in_the_same_bits(start: int, tmp_path: Path) -> None:
    file = tmp_path / "run.npz"
    whole = solve(KUHN, "pdhg", iterations=130, start_iterations=start, gap=0)
    solve(KUHN, "pdhg", iterations=55, start_iterations=start, gap=0, checkpoint=file)
    resumed = solve(KUHN, "pdhg", iterations=130, start_iterations=start, gap=0, checkpoint=file, resume=True)
    for one, other in zip(whole.strategies, resumed.strategies, strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(one.behavior, other.behavior, strict=True))


def test_first_iteration_by_hand() -> None:
    """Against the even strategy player 1's regrets are the payoffs of each action less the mean of both."""
    run = RegretMatching(ClassSpace(KUHN), RegretRule(plus=False, discount=None))
    run.step()
    regrets = run.regrets[0][0][:, :, 0]
    jack, king = regrets[0], regrets[2]
    # with the jack: checking earns -1 or, half the time player 2 bets, (-1 - 2) / 2; betting earns +1 or -2
    check, bet = (-1 + (-1 - 2) / 2) / 2 / 3, (1 - 2) / 2 / 3
    actions = [choice - 1 for choice in KUHN.stages[0].sequences(0).set_start[:2]]
    first = slice(actions[0], actions[1])
    np.testing.assert_allclose(jack[first], [check - (check + bet) / 2, bet - (check + bet) / 2])
    assert king[first][1] > 0 > king[first][0]


def test_constant_sums_other_than_zero() -> None:
    stage = StageGame.of(turn(1, {"a": turn(2, {"x": OVER, "y": OVER}), "b": turn(2, {"x": OVER, "y": OVER})}))
    wins: dict[tuple[str, ...], int] = {("a", "x"): 3, ("a", "y"): 0, ("b", "x"): 0, ("b", "y"): 1}
    pennies = ordered_game(
        "pennies", [Round(stage, 0, 0)], ["blank"], [], lambda path: (wins[path[0]], 5 - wins[path[0]])
    )
    answer = solve(classes_of(pennies), tolerance=1e-2)
    assert answer.lower - 1e-12 <= 0.0 <= answer.upper + 1e-12  # player 2 sees player 1's move
    assert answer.objective == pytest.approx(0, abs=1e-2)


def test_a_round_in_which_one_player_does_not_move() -> None:
    first = StageGame.of(turn(1, {"a": CONTINUE, "b": OVER}))
    second = StageGame.of(turn(2, {"x": OVER, "y": OVER}))
    earn: dict[tuple[tuple[str, ...], ...], int] = {(("b",),): 0, (("a",), ("x",)): 2, (("a",), ("y",)): -1}
    rounds = [Round(first, 0, 1), Round(second, 1, 0)]
    game = ordered_game("watch", rounds, "JQK", [], lambda path: (earn[path], -earn[path]))
    answer = solve(classes_of(game), tolerance=1e-3)
    assert answer.lower <= 1e-12
    assert answer.upper >= -1e-12
    assert answer.nash_conv <= 1e-3


def test_a_game_that_is_not_constant_sum_is_refused() -> None:
    stage = StageGame.of(turn(1, {"a": OVER, "b": OVER}))
    game = ordered_game(
        "both win", [Round(stage, 0, 0)], ["blank"], [], lambda path: (1, 1) if path == (("a",),) else (0, 0)
    )
    with pytest.raises(UnsupportedModelError, match="constant-sum"):
        solve(classes_of(game))


@pytest.mark.parametrize("backend", ["cfr", "pdhg"])
def test_other_models_are_refused(backend: str) -> None:
    with pytest.raises(UnsupportedModelError, match="ClassGame, SaddlePointProblem, not LinearComplementarityProblem"):
        get(backend).solve(linear_complementarity_problem([[1]], [1]))


@pytest.mark.parametrize(
    ("backend", "raw", "message"),
    [
        ("cfr", {"metod": "cfr+"}, "no option 'metod'; did you mean method"),
        ("cfr", {"method": "cfr++"}, r"option method: dcfr\+ or .* expected, not 'cfr\+\+'"),
        ("cfr", {"precision": "half"}, "option precision"),
        ("cfr", {"alternation": 1}, "option alternation"),
        ("cfr", {"averaging": "linear"}, "option averaging"),
        ("cfr", {"averaging": -1}, "option averaging"),
        ("cfr", {"discount": True}, "option discount"),
        ("cfr", {"gap": -1.0}, "option gap"),
        ("cfr", {"iterations": 0}, "option iterations"),
        ("cfr", {"iterations": 2.5}, "option iterations"),
        ("cfr", {"checkpoint": 3}, "option checkpoint"),
        ("cfr", {"checkpoint_seconds": -1}, "option checkpoint_seconds"),
        ("cfr", {"resume": "yes"}, "option resume"),
        ("cfr", {"resume": True}, "name the file"),
        ("pdhg", {"shrae": 0.5}, "did you mean share"),
        ("pdhg", {"share": 0}, "share: a number above 0"),
        ("pdhg", {"mixture": True}, "mixture: a number above 0"),
        ("pdhg", {"start_iterations": -1}, "start_iterations: a whole number from 0"),
        ("pdhg", {"gap": -1}, "gap: a number from 0"),
        ("pdhg", {"resume": True}, "name the file"),
    ],
)
def test_bad_options_are_option_errors(backend: str, raw: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        solve(KUHN, backend, **raw)


def test_gap_and_tolerance_together_are_an_error() -> None:
    with pytest.raises(OptionError, match="mean the same"):
        solve(KUHN, tolerance=1e-3, gap=1e-3)


def test_resolved_options_are_in_the_answer() -> None:
    options = solve(KUHN, iterations=1, method="cfr+").options
    assert (options["method"], options["averaging"], options["discount"], options["threads"]) == ("cfr+", 2.0, None, 1)


def test_a_time_limit_ends_the_run() -> None:
    answer = get("cfr").solve(LEDUC, SolveOptions(time_limit=0.05, tolerance=1e-12, threads=1))
    assert isinstance(answer, ClassSolution)
    assert answer.termination is Termination.TIME_LIMIT
    assert answer.seconds is not None
    assert answer.seconds >= 0.05
    assert answer.bounds[-1].iteration == answer.iterations


def test_ctrl_c_in_the_callback_ends_the_run_with_the_current_answer() -> None:
    lines: list[str] = []

    def report(line: str) -> None:
        lines.append(line)
        if len(lines) == 4:
            raise KeyboardInterrupt

    answer = get("cfr").solve(LEDUC, SolveOptions(progress=report, threads=1))
    assert isinstance(answer, ClassSolution)
    assert answer.termination is Termination.INTERRUPTED
    assert len(answer.bounds) == 4
    assert lines[-1].startswith(f"iteration {answer.iterations}, ")
    assert answer.lower <= LEDUC_VALUE <= answer.upper


def _two_spaces() -> tuple[PlanSpace, PlanSpace]:
    return MatrixSpace(saddle_point(sequence_form(sf.load("leduc")).target).target), ClassSpace(LEDUC)


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
