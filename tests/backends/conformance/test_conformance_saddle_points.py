"""The suite detects wrong answers to saddle points and class games, and its known values are right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from operator import attrgetter
from typing import Any

import numpy as np
import pytest
from tampered import CASES, Tampered, failure

from seqform.backends import SolveOptions, get
from seqform.backends.conformance import check, run
from seqform.backends.conformance.class_games import (
    class_game_cases,
    flattened,
    in_units,
    kuhn_classes,
    two_rounds,
    written_out,
)
from seqform.backends.conformance.saddle_points import saddle_point_cases
from seqform.builders.abstraction.class_lp import class_lp
from seqform.models.programs.bounded import Bound
from seqform.models.programs.class_game import ClassGame
from seqform.models.programs.saddle_point import SaddlePointSolution
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.models.strategies.classes import ClassSolution, ClassStrategy

KUHN = ("Kuhn poker of a saddle point", "Kuhn poker of a class game")
STOPPED = ("stopped of a saddle point", "stopped of a class game")
ACCURACY = 1e-5
name_of = attrgetter("name")


def changed(change: Callable[[Any], dict[str, Any]]) -> Tampered:
    """Return PDHG with other attributes of every answer."""
    return Tampered("pdhg", lambda answer: replace(answer, **change(answer)))


def fails(backend: Tampered, name: str) -> str:
    return failure(backend, name, ACCURACY)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cfr", "pdhg"])
def test_first_order_methods_conform(name: str) -> None:
    report = run(get(name), accuracy=ACCURACY)
    assert report.conforms, str(report)
    assert len(report.passed) == sum(case.kind in get(name).supports for case in CASES.values())


def test_an_unchanged_backend_conforms() -> None:
    for name in (*KUHN, *STOPPED):
        check(Tampered("pdhg"), CASES[name], accuracy=ACCURACY)


@pytest.mark.parametrize(
    "case", [case for case in class_game_cases() if case.value is not None], ids=lambda case: case.name
)
def test_known_values_of_class_games_are_those_of_their_linear_programs(case: Any) -> None:
    pytest.importorskip("flint", reason="exact values are computed with python-flint")
    if case.model.num_sequences(0) > 1:
        assert get("exact").solve(class_lp(case.model).target).objective == case.value
    else:
        assert written_out(case.model).payoffs.to_dense() == [[case.value]]


@pytest.mark.parametrize(
    "case", [case for case in saddle_point_cases() if case.value is not None], ids=lambda case: case.name
)
def test_known_values_of_saddle_points_are_between_bounds_of_regret_matching(case: Any) -> None:
    unit = case.model.spread or 1.0
    answer = get("cfr").solve(case.model, SolveOptions(tolerance=1e-4 * unit))
    assert isinstance(answer, SaddlePointSolution)
    assert answer.lower - 1e-9 * unit <= case.value <= answer.upper + 1e-9 * unit


@pytest.mark.parametrize("game", [kuhn_classes(), kuhn_classes(blind=True), two_rounds()])
def test_a_class_game_written_out_has_the_same_bounds(game: ClassGame) -> None:
    answer = get("cfr").solve(game, SolveOptions(tolerance=0.1))
    assert isinstance(answer, ClassSolution)
    first, second = (flattened(game, player, answer.strategies[player].plan()) for player in (0, 1))
    assert written_out(game).bounds(first, second) == pytest.approx((answer.lower, answer.upper), abs=1e-12)


# ---- wrong answers ----


def crossed(answer: Any) -> dict[str, Any]:
    if isinstance(answer, ClassSolution):
        return {"strategies": (answer.strategies[1], answer.strategies[0])}
    return {"primal": answer.dual, "dual": answer.primal}


def first_pure(answer: ClassSolution) -> dict[str, Any]:
    """Replace player 1's strategy by its first actions."""
    first, second = answer.strategies
    pure = tuple(np.zeros_like(table) for table in first.behavior)
    for number, table in enumerate(pure):
        start = answer.game.stages[number].sequences(0).set_start[:-1]
        table[:, np.array(start, dtype=np.int64) - 1] = 1
    return {"strategies": (ClassStrategy(answer.game, 0, pure), second)}


def moved_bounds(lower: float, upper: float) -> Callable[[Any], dict[str, Any]]:
    def move(answer: Any) -> dict[str, Any]:
        last = answer.bounds[-1]
        better = Bound(last.iteration, last.seconds, last.lower + lower, last.upper + upper)
        return {"bounds": (*answer.bounds[:-1], better)}

    return move


@pytest.mark.parametrize(
    ("names", "change", "message"),
    [
        (KUHN[:1], lambda answer: {"primal": answer.primal + np.eye(1, 13, 3)[0]}, "player 1's plan is no realization"),
        (KUHN[:1], lambda answer: {"dual": -answer.dual}, "player 2's plan is negative"),
        (KUHN[:1], lambda answer: {"dual": None}, "y, the dual is missing"),
        (KUHN[:1], crossed, "player 1's plan is no realization plan"),
        (KUHN[1:], crossed, "strategy 1 is labelled as that of player 2"),
        (KUHN[1:], first_pure, "the lower bound is given as"),
        (KUHN, moved_bounds(1e-4, 0.0), "the lower bound is given as"),
        (KUHN, moved_bounds(0.0, -1e-4), "the upper bound is given as"),
        (
            KUHN,
            lambda answer: {"bounds": (Bound(1, 0.0, 0.0, 1.0), *answer.bounds)},
            "after 1 iterations the bounds on the value are [0, 1]; correct is -1/18",
        ),
        (KUHN, lambda answer: {"objective": -answer.objective}, "is not between the bounds"),
        (STOPPED, lambda answer: {"termination": Termination.SOLVED}, "reported solved with a gap of"),
    ],
)
def test_the_suite_detects_wrong_answers(
    names: tuple[str, ...], change: Callable[[Any], dict[str, Any]], message: str
) -> None:
    for name in names:
        assert message in fails(changed(change), name)


@pytest.mark.parametrize("name", KUHN)
def test_the_suite_detects_an_answer_of_another_class(name: str) -> None:
    def plain(answer: Any) -> RawSolution:
        return RawSolution(Termination.SOLVED, "solved", objective=answer.objective, solver="plain")

    assert "Solution expected, not RawSolution" in fails(Tampered("pdhg", plain), name)


class Coarse(Tampered):
    """PDHG with a least tolerance."""

    def __init__(self, least: float) -> None:
        super().__init__("pdhg")
        self.least = least

    def solve(self, model: Any, options: SolveOptions | None = None) -> RawSolution:
        options = options or SolveOptions()
        return super().solve(model, replace(options, tolerance=max(options.tolerance or 0, self.least)))


@pytest.mark.parametrize("kind", ["saddle point", "class game"])
def test_the_suite_detects_a_gap_that_was_not_reached(kind: str) -> None:
    assert "reported solved with a gap of" in fails(Coarse(0.1), f"Kuhn poker of a {kind}")
    assert "reported solved with a gap of" in fails(Coarse(1e-6), f"payoffs in millionths of a {kind}")
    check(Coarse(1e-6), CASES[f"payoffs in millions of a {kind}"], accuracy=ACCURACY)


def test_the_suite_detects_a_solution_of_a_game_of_general_sum() -> None:
    class Zero(Tampered):
        def solve(self, model: Any, options: SolveOptions | None = None) -> RawSolution:
            return super().solve(kuhn_classes() if isinstance(model, ClassGame) else model, options)

    assert "not constant-sum" in fails(Zero("pdhg"), "general sum of a class game")


def test_a_change_of_units_scales_the_payoffs_and_nothing_else() -> None:
    game = kuhn_classes()
    assert in_units(game, 10).payoff_spread == 10 * game.payoff_spread
    assert in_units(game, 10).pairs is game.pairs
