"""The promises about saddle points and class games: they are true, and the suite notices who breaks them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from seqform.backends import SolveOptions, get
from seqform.backends.conformance import ConformanceFailure, cases, check, run
from seqform.backends.conformance.class_games import class_game_cases, kuhn_classes, two_rounds
from seqform.backends.conformance.class_games import in_units as class_game_in_units
from seqform.backends.conformance.games import flattened, written_out
from seqform.backends.conformance.saddle_points import saddle_point_cases
from seqform.builders.abstraction.class_lp import class_lp
from seqform.models.programs.bounded import Bound
from seqform.models.programs.class_game import ClassGame
from seqform.models.programs.saddle_point import SaddlePointProblem, SaddlePointSolution
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.models.strategies.classes import ClassSolution, ClassStrategy

BOTH = frozenset({SaddlePointProblem, ClassGame})
CASES = {case.name: case for case in cases() if case.model in BOTH}
KUHN = ("Kuhn poker of a saddle point", "Kuhn poker of a class game")
STOPPED = ("stopped of a saddle point", "stopped of a class game")
ACCURACY = 1e-5


class Fake:
    """PDHG, with an answer that is tampered with."""

    name = "fake"
    supports: frozenset[type] = BOTH
    exact = False

    def solve(self, model: Any, options: SolveOptions | None = None) -> RawSolution:
        return self.tamper(get("pdhg").solve(model, options))

    def tamper(self, answer: Any) -> RawSolution:
        assert isinstance(answer, RawSolution)
        return answer


def complaint(fake: Fake, name: str) -> str:
    """Return what the suite says about a promise that is broken."""
    with pytest.raises(ConformanceFailure) as failure:
        check(fake, CASES[name], accuracy=ACCURACY)
    return str(failure.value)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cfr", "pdhg"])
def test_first_order_methods_conform(name: str) -> None:
    report = run(get(name), accuracy=ACCURACY)
    assert report.conforms, str(report)
    assert set(report.passed) == set(CASES)


def test_the_suite_accepts_an_honest_backend() -> None:
    for name in (*KUHN, *STOPPED):
        check(Fake(), CASES[name], accuracy=ACCURACY)


@pytest.mark.parametrize("case", class_game_cases(), ids=lambda case: case.name)
def test_known_values_of_class_games_are_those_of_their_linear_programs(case: Any) -> None:
    pytest.importorskip("flint", reason="exact values are computed with python-flint")
    if case.game.num_sequences(0) > 1:
        assert get("exact").solve(class_lp(case.game).target).objective == case.value
    else:
        assert written_out(case.game).payoffs.to_dense() == [[case.value]]


@pytest.mark.parametrize("case", saddle_point_cases(), ids=lambda case: case.name)
def test_known_values_of_saddle_points_are_between_bounds_of_regret_matching(case: Any) -> None:
    unit = case.problem.spread or 1.0
    answer = get("cfr").solve(case.problem, SolveOptions(tolerance=1e-4 * unit))
    assert isinstance(answer, SaddlePointSolution)
    assert answer.lower - 1e-9 * unit <= case.value <= answer.upper + 1e-9 * unit


@pytest.mark.parametrize("game", [kuhn_classes(), kuhn_classes(blind=True), two_rounds()])
def test_a_class_game_written_out_has_the_same_bounds(game: ClassGame) -> None:
    answer = get("cfr").solve(game, SolveOptions(tolerance=0.1))
    assert isinstance(answer, ClassSolution)
    first, second = (flattened(game, player, answer.strategies[player].plan()) for player in (0, 1))
    assert written_out(game).bounds(first, second) == pytest.approx((answer.lower, answer.upper), abs=1e-12)


def test_the_suite_notices_a_plan_that_is_none() -> None:
    class Hoarder(Fake):
        def tamper(self, answer: SaddlePointSolution) -> RawSolution:
            assert answer.primal is not None
            return replace(answer, primal=answer.primal + np.eye(1, len(answer.primal), 3)[0])

    class Negative(Fake):
        def tamper(self, answer: SaddlePointSolution) -> RawSolution:
            return replace(answer, dual=-answer.dual)  # type: ignore[operator]

    class Silent(Fake):
        def tamper(self, answer: SaddlePointSolution) -> RawSolution:
            return replace(answer, dual=None)

    assert "player 1's plan is no realization plan: off by 1" in complaint(Hoarder(), KUHN[0])
    assert "player 2's plan is negative" in complaint(Negative(), KUHN[0])
    assert "y, the dual is missing" in complaint(Silent(), KUHN[0])


def test_the_suite_notices_plans_of_the_other_player() -> None:
    class Crossed(Fake):
        def tamper(self, answer: Any) -> RawSolution:
            if isinstance(answer, ClassSolution):
                return replace(answer, strategies=(answer.strategies[1], answer.strategies[0]))
            return replace(answer, primal=answer.dual, dual=answer.primal)  # type: ignore[no-any-return]

    assert "strategy 1 is said to be of player 2" in complaint(Crossed(), KUHN[1])
    assert "player 1's plan is no realization plan" in complaint(Crossed(), KUHN[0])


def test_the_suite_notices_a_strategy_that_its_bounds_are_not_of() -> None:
    class Stubborn(Fake):
        def tamper(self, answer: ClassSolution) -> RawSolution:
            first, second = answer.strategies
            pure = tuple(np.zeros_like(table) for table in first.behavior)
            for number, table in enumerate(pure):
                start = answer.game.stages[number].sequences(0).set_start[:-1]
                table[:, np.array(start, dtype=np.int64) - 1] = 1
            return replace(answer, strategies=(ClassStrategy(answer.game, 0, pure), second))

    assert "the lower bound is given as" in complaint(Stubborn(), KUHN[1])


@pytest.mark.parametrize("name", KUHN)
@pytest.mark.parametrize(("move", "complains"), [((1e-4, 0.0), "lower"), ((0.0, -1e-4), "upper")])
def test_the_suite_notices_bounds_that_the_plans_do_not_prove(
    name: str, move: tuple[float, float], complains: str
) -> None:
    class Boaster(Fake):
        def tamper(self, answer: Any) -> RawSolution:
            last = answer.bounds[-1]
            better = Bound(last.iteration, last.seconds, last.lower + move[0], last.upper + move[1])
            return replace(answer, bounds=(*answer.bounds[:-1], better))  # type: ignore[no-any-return]

    assert f"the {complains} bound is given as" in complaint(Boaster(), name)


@pytest.mark.parametrize("name", KUHN)
def test_the_suite_notices_a_false_bound_on_the_way(name: str) -> None:
    class Revisionist(Fake):
        def tamper(self, answer: Any) -> RawSolution:
            return replace(answer, bounds=(Bound(1, 0.0, 0.0, 1.0), *answer.bounds))  # type: ignore[no-any-return]

    assert "after 1 iterations the value is said to be in [0, 1]; true is -1/18" in complaint(Revisionist(), name)


@pytest.mark.parametrize("name", KUHN)
def test_the_suite_notices_a_gap_that_was_not_reached(name: str) -> None:
    class Sloppy(Fake):
        def solve(self, model: Any, options: SolveOptions | None = None) -> RawSolution:
            return get("pdhg").solve(model, SolveOptions(tolerance=0.1))

    assert "says solved with a gap of" in complaint(Sloppy(), name)


@pytest.mark.parametrize("name", STOPPED)
def test_the_suite_notices_a_claim_to_have_solved_what_was_stopped(name: str) -> None:
    class Optimist(Fake):
        def tamper(self, answer: Any) -> RawSolution:
            return replace(answer, termination=Termination.SOLVED)  # type: ignore[no-any-return]

    assert "says solved with a gap of" in complaint(Optimist(), name)


@pytest.mark.parametrize("name", KUHN)
def test_the_suite_notices_an_objective_outside_the_bounds_and_an_answer_of_another_class(name: str) -> None:
    class Negated(Fake):
        def tamper(self, answer: Any) -> RawSolution:
            return replace(answer, objective=-answer.objective)  # type: ignore[no-any-return]

    class Plain(Fake):
        def tamper(self, answer: Any) -> RawSolution:
            return RawSolution(Termination.SOLVED, "solved", objective=answer.objective, solver="plain")

    assert "is not between the bounds" in complaint(Negated(), name)
    assert "Solution expected, not RawSolution" in complaint(Plain(), name)


def test_the_suite_notices_a_solver_of_unit_sized_games_only() -> None:
    class UnitSized(Fake):
        def solve(self, model: Any, options: SolveOptions | None = None) -> RawSolution:
            options = options or SolveOptions()
            return get("pdhg").solve(model, replace(options, tolerance=max(options.tolerance or 0, 1e-6)))

    for kind in ("saddle point", "class game"):
        assert "says solved with a gap of" in complaint(UnitSized(), f"payoffs in millionths of a {kind}")
        check(UnitSized(), CASES[f"payoffs in millions of a {kind}"], accuracy=ACCURACY)


def test_the_suite_notices_who_takes_a_game_of_general_sum() -> None:
    class Credulous(Fake):
        def solve(self, model: Any, options: SolveOptions | None = None) -> RawSolution:
            return get("pdhg").solve(kuhn_classes() if isinstance(model, ClassGame) else model, options)

    assert "not constant-sum" in complaint(Credulous(), "general sum of a class game")


def test_units_change_payoffs_and_nothing_else() -> None:
    game = kuhn_classes()
    assert class_game_in_units(game, 10).payoff_spread == 10 * game.payoff_spread
    assert class_game_in_units(game, 10).pairs is game.pairs
