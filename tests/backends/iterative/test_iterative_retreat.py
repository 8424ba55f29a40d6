"""Retreats of a run whose gap has grown, and the end of a run with its best answer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seqform.backends.conformance.saddle_points import kuhn_saddle_point
from seqform.backends.iterative.checkpoint import Checkpoint
from seqform.backends.iterative.class_space import ClassSpace
from seqform.backends.iterative.plan_space import MatrixSpace
from seqform.backends.iterative.primal_dual import PrimalDualRule, WarmStarted
from seqform.backends.iterative.regret import RegretMatching, RegretRule, regret_matching
from seqform.backends.iterative.run import Arrays, RetreatRule, RunLimits, run
from seqform.builders.forms.class_game import class_game
from seqform.builders.games.ordered.poker import leduc
from seqform.errors import SolveError
from seqform.models.games.abstraction import InformationFilter
from seqform.models.programs.solutions import Termination

SETTLED = RetreatRule().settled
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

    def weights(self) -> tuple[list[Any], list[Any]]:
        return [], []

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


def test_where_smaller_steps_do_not_help_the_run_continues_with_its_own() -> None:
    method = Swinging(SETTLED + 25, enough=100)
    run(method, RunLimits(0.0, iterations=SETTLED + 90), schedule=every_ten)
    assert method.damped >= sum(range(1, RetreatRule().most + 1))


def test_a_run_that_ends_between_evaluations_returns_the_better_answer() -> None:
    method = Swinging(10, enough=100)
    end = run(method, RunLimits(0.0, iterations=15), schedule=every_ten)
    assert end.iterations == 10
    assert end.bounds[-1].gap == pytest.approx(0.99**10)


def test_a_resumed_run_retreats_where_the_uninterrupted_one_does(tmp_path: Path) -> None:
    path = tmp_path / "leduc.npz"

    def bounds(iterations: int, checkpoint: Checkpoint | None = None) -> list[tuple[int, float, float]]:
        method = RegretMatching(ClassSpace(LEDUC), RegretRule(), np.float32)
        limits, retreat = RunLimits(0.0, iterations), RetreatRule(growth=1.02, settled=40)
        end = run(method, limits, checkpoint=checkpoint, retreat=retreat)
        return [(bound.iteration, bound.lower, bound.upper) for bound in end.bounds]

    whole = bounds(900)
    assert max(np.diff([iteration for iteration, _, _ in whole])) > 25  # it has gone back somewhere
    bounds(330, Checkpoint(path, "leduc"))
    assert bounds(900, Checkpoint(path, "leduc", resume=True)) == whole


class Breaking(Swinging):
    """Its bounds become NaN after some steps."""

    def __init__(self, breaks_at: int) -> None:
        super().__init__(10**9, enough=0)
        self.breaks_at = breaks_at

    def value_bounds(self) -> tuple[float, float]:
        return 0.0, float("nan") if self.numbers[0] >= self.breaks_at else float(self.numbers[1])


def test_a_run_whose_bounds_become_nan_ends_with_the_last_finite_ones() -> None:
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
    space = MatrixSpace(problem)
    method = WarmStarted(space, PrimalDualRule(), regret_matching(space, RegretRule()), 5)
    for _ in range(4):
        method.step()
    bounds = method.value_bounds()
    state = {name: array.copy() for name, array in method.state().items()}
    for _ in range(3):
        method.step()
    method.restore(state)
    assert method.value_bounds() == bounds
