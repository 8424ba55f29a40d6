"""A run whose gap has grown goes back and takes smaller steps, and ends with the best it has seen."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from seqform.backends.conformance.saddle_points import kuhn_saddle_point
from seqform.backends.iterative import run as running
from seqform.backends.iterative.cfr import CfrBackend
from seqform.backends.iterative.primal_dual import PrimalDualRule
from seqform.backends.iterative.regret import RegretRule
from seqform.backends.iterative.run import MAX_RETREATS, SETTLED, Arrays, RunLimits, run
from seqform.backends.iterative.saddle_point import WarmStartedMatrix
from seqform.backends.protocol import SolveOptions
from seqform.builders.forms.class_game import class_game
from seqform.builders.games.ordered.poker import leduc
from seqform.errors import SolveError
from seqform.models.games.abstraction import InformationFilter
from seqform.models.programs.bounded import Bound
from seqform.models.programs.solutions import Termination
from seqform.models.strategies.classes import ClassSolution

LEDUC = class_game(InformationFilter.identity(leduc("leduc")))


class Swinging:
    """Its gap shrinks by 1 % a step; from a step on it doubles, unless steps have become small enough."""

    def __init__(self, swings_from: int, enough: int) -> None:
        self.numbers = np.array([0.0, 1.0, 0.0])  # steps, gap, how often damped
        self.swings_from, self.enough, self.damped = swings_from, enough, 0

    def step(self) -> None:
        self.numbers[0] += 1
        swings = self.numbers[0] > self.swings_from and self.numbers[2] < self.enough
        self.numbers[1] *= 2 if swings else 0.99

    def damp(self) -> None:
        self.numbers[2] += 1
        self.damped += 1

    def value_bounds(self) -> tuple[float, float]:
        return 0.0, float(self.numbers[1])

    def state(self) -> Arrays:
        return {"numbers": self.numbers}

    def restore(self, state: Arrays) -> None:
        np.copyto(self.numbers, state["numbers"])


def every_ten(iteration: int) -> int:
    return iteration + 10


def test_smaller_steps_are_taken_from_where_the_gap_was_small() -> None:
    method = Swinging(SETTLED + 25, enough=2)
    end = run(method, RunLimits(0.0, iterations=SETTLED + 200), schedule=every_ten)
    gaps = [bound.gap for bound in end.bounds]
    assert gaps == sorted(gaps, reverse=True)
    assert method.damped == 1 + 2


def test_where_smaller_steps_do_not_help_the_run_goes_on_with_its_own() -> None:
    method = Swinging(SETTLED + 25, enough=100)
    run(method, RunLimits(0.0, iterations=SETTLED + 90), schedule=every_ten)
    assert method.damped >= sum(range(1, MAX_RETREATS + 1))


def test_a_run_that_ends_between_evaluations_returns_the_better_answer() -> None:
    method = Swinging(10, enough=100)
    end = run(method, RunLimits(0.0, iterations=15), schedule=every_ten)
    assert end.iterations == 10
    assert end.bounds[-1].gap == pytest.approx(0.99**10)


def course(bounds: tuple[Bound, ...]) -> list[tuple[int, float, float]]:
    return [(bound.iteration, bound.lower, bound.upper) for bound in bounds]


def test_a_resumed_run_retreats_where_the_uninterrupted_one_does(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(running, "GROWTH", 1.02)
    monkeypatch.setattr(running, "SETTLED", 40)

    def solved(**raw: object) -> ClassSolution:
        answer = CfrBackend().solve(LEDUC, SolveOptions(threads=1, raw={"gap": 0, **raw}))
        assert isinstance(answer, ClassSolution)
        return answer

    whole = solved(iterations=900)
    evaluated = [bound.iteration for bound in whole.bounds]
    assert max(np.diff(evaluated)) > 25  # it has gone back somewhere
    path = tmp_path / "leduc.npz"
    solved(iterations=330, checkpoint=path)
    assert course(solved(iterations=900, checkpoint=path, resume=True).bounds) == course(whole.bounds)


class Breaking(Swinging):
    """After some steps its bounds are no numbers any more."""

    def __init__(self, breaks_at: int) -> None:
        super().__init__(10**9, enough=0)
        self.breaks_at = breaks_at

    def value_bounds(self) -> tuple[float, float]:
        return 0.0, float("nan") if self.numbers[0] >= self.breaks_at else float(self.numbers[1])


def test_a_run_whose_bounds_are_no_numbers_any_more_ends_with_the_last_that_were() -> None:
    end = run(Breaking(25), RunLimits(0.0, iterations=100), schedule=every_ten)
    assert end.termination is Termination.NUMERICAL_ERROR
    assert end.status == "bounds no longer finite after 30 iterations"
    assert end.iterations == 20
    assert end.bounds[-1].gap == pytest.approx(0.99**20)


def test_a_run_that_never_has_finite_bounds_is_an_error() -> None:
    with pytest.raises(SolveError, match="bounds on the value are not finite"):
        run(Breaking(0), RunLimits(0.0, iterations=100), schedule=every_ten)


def test_a_primal_dual_run_goes_back_into_the_iterations_before_it() -> None:
    problem = kuhn_saddle_point()
    method = WarmStartedMatrix(problem, PrimalDualRule(), RegretRule(), 5)
    for _ in range(4):
        method.step()
    bounds = method.value_bounds()
    state = {name: array.copy() for name, array in method.state().items()}
    for _ in range(3):
        method.step()
    method.restore(state)
    assert method.value_bounds() == bounds
