"""Regret matching on class games: bounds, options, limits."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from seqform.backends.iterative.cfr import METHODS, CfrBackend
from seqform.backends.iterative.class_space import ClassSpace
from seqform.backends.iterative.regret import RegretMatching, RegretRule
from seqform.backends.protocol import SolveOptions
from seqform.builders.forms.class_game import class_game
from seqform.builders.games.ordered.poker import kuhn, leduc, rhode_island
from seqform.errors import OptionError, UnsupportedModelError
from seqform.models.games.abstraction import InformationFilter
from seqform.models.games.ordered import Round, ordered_game
from seqform.models.games.stages import CONTINUE, OVER, StageGame, turn
from seqform.models.programs.class_game import ClassGame
from seqform.models.programs.complementarity import linear_complementarity_problem
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.models.strategies.classes import ClassSolution

KUHN = class_game(InformationFilter.identity(kuhn("kuhn")))
LEDUC = class_game(InformationFilter.identity(leduc("leduc")))
LEDUC_VALUE = -0.085606424078


def solve(game: ClassGame, *, tolerance: float | None = None, **raw: Any) -> ClassSolution:
    answer = CfrBackend().solve(game, SolveOptions(tolerance=tolerance, threads=1, raw=raw))
    assert isinstance(answer, ClassSolution)
    return answer


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


def test_the_answer_is_what_its_strategies_are_worth() -> None:
    answer = solve(LEDUC, iterations=100)
    assert isinstance(answer, RawSolution)
    worth = [ClassSpace(LEDUC).guarantee(player, answer.strategies[player].plan()) for player in (0, 1)]
    assert worth == pytest.approx([answer.lower, -answer.upper], abs=1e-9)
    assert (answer.iterations, answer.bounds[-1].iteration) == (100, 100)
    assert answer.termination is Termination.ITERATION_LIMIT
    assert all(one.iteration < other.iteration for one, other in itertools.pairwise(answer.bounds))


@pytest.mark.parametrize("method", METHODS)
def test_both_kinds_of_rounds_come_equally_far(method: str) -> None:
    """Not to the last digit: where regrets cancel, what rounding leaves of them is a strategy."""
    game = class_game(InformationFilter.identity(rhode_island("rhode-island", ranks=3, suits=2)))
    gaps = []
    for ranked in (True, False):
        run = RegretMatching(ClassSpace(game, ranked=ranked), METHODS[method])
        for _ in range(20):
            run.step()
        lower, upper = run.value_bounds()
        gaps.append(upper - lower)
    assert gaps[0] == pytest.approx(gaps[1], rel=0.1)


def test_averages_are_realization_plans() -> None:
    from seqform.models.strategies.classes import behavior_of_plan

    run = RegretMatching(ClassSpace(LEDUC), RegretRule())
    for _ in range(7):
        run.step()
    for player in (0, 1):
        again = behavior_of_plan(LEDUC, player, run.average[player]).plan()
        for one, other in zip(run.average[player], again, strict=True):
            np.testing.assert_allclose(one, other, atol=1e-12)


@pytest.mark.parametrize("method", METHODS)
def test_threads_change_nothing(method: str) -> None:
    game = class_game(InformationFilter.identity(rhode_island("rhode-island", ranks=3, suits=3)))
    courses = []
    for threads in (1, 2):
        answer = CfrBackend().solve(game, SolveOptions(threads=threads, raw={"iterations": 6, "method": method}))
        courses.append([(bound.iteration, bound.lower, bound.upper) for bound in answer.bounds])
    assert courses[0] == courses[1]


def test_first_iteration_by_hand() -> None:
    """Against the even strategy player 1's regrets are what each action earns beyond the average of both."""
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
        "pennies",
        [Round(stage, 0, 0)],
        ["blank"],
        [],
        lambda path: (wins[path[0]], 5 - wins[path[0]]),
    )
    answer = solve(class_game(InformationFilter.identity(pennies)), tolerance=1e-2)
    assert answer.lower - 1e-12 <= 0.0 or answer.upper >= 0  # player 2 sees what player 1 did
    assert answer.objective == pytest.approx(0, abs=1e-2)


def test_a_game_that_is_not_constant_sum_is_refused() -> None:
    stage = StageGame.of(turn(1, {"a": OVER, "b": OVER}))
    game = ordered_game(
        "both win", [Round(stage, 0, 0)], ["blank"], [], lambda path: (1, 1) if path == (("a",),) else (0, 0)
    )
    with pytest.raises(UnsupportedModelError, match="constant-sum"):
        solve(class_game(InformationFilter.identity(game)))


def test_another_model_is_refused() -> None:
    with pytest.raises(UnsupportedModelError, match="SaddlePointProblem, not LinearComplementarityProblem"):
        CfrBackend().solve(linear_complementarity_problem([[1]], [1]))


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ({"metod": "cfr+"}, "no option 'metod'; did you mean method"),
        ({"method": "cfr++"}, "option method"),
        ({"precision": "half"}, "option precision"),
        ({"alternation": 1}, "option alternation"),
        ({"averaging": "linear"}, "option averaging"),
        ({"averaging": -1}, "option averaging"),
        ({"discount": True}, "option discount"),
        ({"gap": -1.0}, "option gap"),
        ({"iterations": 0}, "option iterations"),
        ({"iterations": 2.5}, "option iterations"),
        ({"checkpoint": 3}, "option checkpoint"),
        ({"checkpoint_seconds": -1}, "option checkpoint_seconds"),
        ({"resume": "yes"}, "option resume"),
        ({"resume": True}, "name the file"),
    ],
)
def test_bad_options_are_option_errors(raw: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        solve(KUHN, **raw)


def test_gap_and_tolerance_together_are_an_error() -> None:
    with pytest.raises(OptionError, match="mean the same"):
        solve(KUHN, tolerance=1e-3, gap=1e-3)


def test_resolved_options_are_told() -> None:
    options = solve(KUHN, iterations=1, method="cfr+").options
    assert (options["method"], options["averaging"], options["discount"], options["threads"]) == ("cfr+", 2.0, None, 1)


def test_a_time_limit_ends_the_run() -> None:
    answer = CfrBackend().solve(LEDUC, SolveOptions(time_limit=0.05, tolerance=1e-12, threads=1))
    assert answer.termination is Termination.TIME_LIMIT
    assert answer.seconds >= 0.05
    assert answer.bounds[-1].iteration == answer.iterations


def test_ctrl_c_in_the_callback_ends_the_run_with_what_there_is() -> None:
    lines: list[str] = []

    def report(line: str) -> None:
        lines.append(line)
        if len(lines) == 4:
            raise KeyboardInterrupt

    answer = CfrBackend().solve(LEDUC, SolveOptions(progress=report, threads=1))
    assert answer.termination is Termination.INTERRUPTED
    assert len(answer.bounds) == 4
    assert lines[-1].startswith(f"iteration {answer.iterations}, ")
    assert answer.lower <= LEDUC_VALUE <= answer.upper


def test_a_game_with_one_round_that_one_player_only_watches() -> None:
    first = StageGame.of(turn(1, {"a": CONTINUE, "b": OVER}))
    second = StageGame.of(turn(2, {"x": OVER, "y": OVER}))
    earn: dict[tuple[tuple[str, ...], ...], int] = {(("b",),): 0, (("a",), ("x",)): 2, (("a",), ("y",)): -1}
    game = ordered_game(
        "watch",
        [Round(first, 0, 1), Round(second, 1, 0)],
        "JQK",
        [],
        lambda path: (earn[path], -earn[path]),
    )
    answer = solve(class_game(InformationFilter.identity(game)), tolerance=1e-3)
    assert answer.lower <= 1e-12
    assert answer.upper >= -1e-12
    assert answer.nash_conv <= 1e-3
