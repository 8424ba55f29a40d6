"""Restarted primal-dual hybrid gradient over plans, in the geometry of behaviors, as a backend."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import ClassVar

import numpy as np

from seqform.backends.iterative.backend import SHARE, IterativeBackend, RunOptions
from seqform.backends.iterative.cfr import RegretRule, regret_matching
from seqform.backends.iterative.plan_loops import add_multiple, product_of_changes
from seqform.backends.iterative.plan_space import ClassSpace, MatrixSpace, PlanSpace, Vector
from seqform.backends.iterative.run import Arrays, Method, WarmStarted, by_rounds, restore_arrays
from seqform.backends.protocol import Traits
from seqform.errors import ModelError
from seqform.models.options import option, whole

MOST_REJECTIONS = 10
"""Of a step in a row; with more of them movements are rounding only."""


@dataclass(frozen=True)
class PrimalDualRule:
    """Geometry and restarts of the method.

    A restart follows when the gap has fallen to the share `enough` of that at the last restart, or to the share `some`
    if it has stopped falling, or when the share `longest` of all iterations has passed since the last one.
    """

    share: float = 0.6  # the share of an information set's weight in the geometry that is added to the set before it
    mixture: float = (
        0.1  # weights follow the opponent's present plan, with this share of the even plan mixed in
    )
    check_every: int = 50  # iterations between two checks for a restart
    enough: float = 0.2
    some: float = 0.8
    longest: float = 0.36


class PrimalDual(Method):
    """The method, one iteration at a time.

    An iteration from (x, y) leads to x' = argmax (A y)·ξ - D(ξ, x)/η and y' = argmin (Aᵀ(2x' - x))·υ + D(υ, y)/η.
    The step η follows the largest that would have been safe for the movement seen (PDLP's rule, with D in place of
    norms). A restart is from the average of the iterates since the last one, if that is better than the last iterate.
    The first iterate is the plans of the weights `start`, by default those of the even behavior.

    References
    ----------
    Chambolle & Pock, On the ergodic convergence rates of a first-order primal-dual algorithm, 2016; Applegate et al.,
    Practical large-scale linear programming using primal-dual hybrid gradient, 2021, and Faster first-order
    primal-dual methods for linear programming using restarts and sharpness, 2023; for the geometry Hoda, Gilpin, Peña &
    Sandholm, Smoothing techniques for computing Nash equilibria of sequential games, 2010.
    """

    def __init__(
        self, space: PlanSpace, rule: PrimalDualRule, start: tuple[Vector, Vector] | None = None
    ) -> None:
        self.space, self.rule = space, rule
        self.behavior = [space.even(0), space.even(1)]
        (
            self.plan,
            self.total,
            self.gradient,
            self._new_behavior,
            self._new_plan,
            self._new_gradient,
        ) = ([space.zeros(0), space.zeros(1)] for _ in range(6))
        for player in (0, 1):
            space.make_plan(player, self.behavior[player], self.plan[player])
        self._even = [[array.copy() for array in self.plan[player]] for player in (0, 1)]
        self.iteration, self.since, self.step_size, self.weight = 0, 0, 0.1, 0.0
        self.gap_then = self.gap_before = math.inf
        self.scales: list[Vector] = [[], []]
        self._known: tuple[int, list[float], list[float]] | None = None
        if start is None:
            self._begin_again(math.inf)
        else:
            self._take(start)
            self._begin_again(-sum(space.guarantee(player, self.plan[player]) for player in (0, 1)))

    def step(self) -> None:
        self.iteration += 1
        self.since += 1
        used = self._move()
        self.behavior, self._new_behavior = self._new_behavior, self.behavior
        self.plan, self._new_plan = self._new_plan, self.plan
        self.gradient, self._new_gradient = self._new_gradient, self.gradient
        self.weight += used
        for player in (0, 1):
            for total, plan in zip(self.total[player], self.plan[player], strict=True):
                add_multiple(total.reshape(-1), used, plan.reshape(-1))
        if self.iteration % self.rule.check_every == 0:
            self._maybe_restart()

    def weights(self) -> tuple[Vector, Vector]:
        """Return for each player a multiple of the average plan or the last plan, whichever guarantees more."""
        averages, lasts = self._guarantees()
        first, second = (
            self.total[player] if averages[player] > lasts[player] else self.plan[player]
            for player in (0, 1)
        )
        return first, second

    def value_bounds(self) -> tuple[float, float]:
        averages, lasts = self._guarantees()
        return max(averages[0], lasts[0]), -max(averages[1], lasts[1])

    def state(self) -> Arrays:
        """Return behaviors, plans, gradients, averages, and the numbers that control steps and restarts."""
        numbers = [
            self.iteration,
            self.since,
            self.step_size,
            self.weight,
            self.gap_then,
            self.gap_before,
        ]
        arrays = {"numbers": np.array(numbers, dtype=np.float64)}
        for kind in ("behavior", "plan", "gradient", "total", "scales"):
            for player in (0, 1):
                arrays |= by_rounds(f"{kind}-{player}-", getattr(self, kind)[player])
        return arrays

    def restore(self, state: Arrays) -> None:
        restore_arrays(self.state(), state)
        numbers = state["numbers"].tolist()
        if not (all(0 <= number < math.inf for number in numbers[:4]) and numbers[2] > 0):
            raise ModelError(f"numbers {numbers}: counts, a step and a weight expected")
        self.iteration, self.since = int(numbers[0]), int(numbers[1])
        self.step_size, self.weight, self.gap_then, self.gap_before = numbers[2:]
        self._known = None

    def _move(self) -> float:
        """Write the next iterate, and return the step that led to it."""
        growth = self.iteration + 1.0
        for _ in range(MOST_REJECTIONS):
            used = self.step_size
            limit = self._try(used)
            self.step_size = min((1 - growth**-0.3) * limit, (1 + growth**-0.6) * used)
            if used <= limit:
                break
        return used

    def _try(self, step: float) -> float:
        """Write the iterate to which a step leads, and return the longest step that would have been safe."""
        space, gradient, new_gradient = self.space, self.gradient, self._new_gradient
        distance = self._move_player(0, gradient[0], step)
        space.gradient(1, self._new_plan[0], new_gradient[1])
        ahead = [2.0 * new - old for new, old in zip(new_gradient[1], gradient[1], strict=True)]
        distance += self._move_player(1, ahead, step)
        space.gradient(0, self._new_plan[1], new_gradient[0])
        interaction = 0.0
        for new_plan, plan, new, old in zip(
            self._new_plan[0], self.plan[0], new_gradient[0], gradient[0], strict=True
        ):
            interaction += product_of_changes(
                new_plan.reshape(-1), plan.reshape(-1), new.reshape(-1), old.reshape(-1)
            )
        return distance / abs(interaction) if interaction else math.inf

    def _move_player(self, player: int, gradient: Vector, step: float) -> float:
        old, scales = self.behavior[player], self.scales[player]
        return self.space.move(
            player, old, gradient, scales, step, self._new_behavior[player], self._new_plan[player]
        )

    def _maybe_restart(self) -> None:
        averages, lasts = self._guarantees()
        gaps = -sum(averages), -sum(lasts)
        gap, rule = min(gaps), self.rule
        stuck = gap <= rule.some * self.gap_then and gap > self.gap_before
        late = self.since >= rule.longest * self.iteration and gap < self.gap_then
        if not (gap <= rule.enough * self.gap_then or stuck or late):
            self.gap_before = gap
            return
        if gaps[0] < gaps[1]:
            self._take(self.total)
        self._begin_again(gap)
        self._known = None

    def _take(self, weights: Sequence[Vector]) -> None:
        """Go to the plans of some weights."""
        for player in (0, 1):
            self.space.make_behavior(player, weights[player], self.behavior[player])
            self.space.make_plan(player, self.behavior[player], self.plan[player])

    def _begin_again(self, gap: float) -> None:
        space, mixture = self.space, self.rule.mixture
        self.gap_then, self.gap_before = gap, math.inf
        self.since, self.weight = 0, 0.0
        for player in (0, 1):
            for array in self.total[player]:
                array.fill(0.0)
            space.gradient(player, self.plan[1 - player], self.gradient[player])
            pairs = zip(self.plan[1 - player], self._even[1 - player], strict=True)
            blend = [(1 - mixture) * plan + mixture * even for plan, even in pairs]
            self.scales[player] = space.scales(player, blend, self.rule.share)

    def _guarantees(self) -> tuple[list[float], list[float]]:
        """Return the guarantees of averages and of last plans; just after a restart, averages have none."""
        if self._known is None or self._known[0] != self.iteration:
            lasts = [self.space.guarantee(player, self.plan[player]) for player in (0, 1)]
            averages = [-math.inf, -math.inf]
            if self.weight:
                means = [[array / self.weight for array in self.total[player]] for player in (0, 1)]
                averages = [self.space.guarantee(player, means[player]) for player in (0, 1)]
            self._known = self.iteration, averages, lasts
        return self._known[1], self._known[2]


# ---- the backend ----

START_RULE = RegretRule(averaging=2.0, plus=False, prediction=False)
"""Discounted regret matching, which leads to a rough solution soonest."""


@dataclass(frozen=True)
class PdhgOptions(RunOptions):
    """The options of the backend ``pdhg``, besides those of `RunOptions`; the geometry is that of `PrimalDualRule`."""

    backend: ClassVar[str] = "pdhg"

    start_iterations: int = option(
        300, "First iterations, which are done by discounted regret matching.", whole(0)
    )
    share: float = option(
        0.6, "Share of a set's weight that is added to that of the set before.", SHARE
    )
    mixture: float = option(
        0.1, "Share of even behavior in the plans from which weights are made.", SHARE
    )

    @property
    def rule(self) -> PrimalDualRule:
        """The rule that the options ask for."""
        return PrimalDualRule(share=self.share, mixture=self.mixture)

    @property
    def course(self) -> dict[str, object]:
        return {"start_iterations": self.start_iterations, **asdict(self.rule)}


class PdhgBackend(IterativeBackend[PdhgOptions]):
    """Restarted primal-dual hybrid gradient over realization plans, in the geometry of behaviors.

    It starts with some iterations of regret matching. In the end it converges linearly, so that it is for answers of
    high accuracy. `raw` takes the fields of `PdhgOptions`; see `IterativeBackend` for bounds and Ctrl-C.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.backends.protocol import SolveOptions
    >>> from seqform.builders.programs.zero_sum_lp import saddle_point
    >>> from seqform.builders.forms.sequence_form import sequence_form
    >>> kuhn = saddle_point(sequence_form(sf.load("kuhn")).target).target
    >>> answer = PdhgBackend().solve(kuhn, SolveOptions(tolerance=1e-9))
    >>> answer.nash_conv <= 1e-9, round(18 * answer.objective, 6)
    (True, -1.0)
    """

    name = "pdhg"
    traits = Traits(first_order=True, threads=True, options=PdhgOptions)
    vectors = 16

    def method(self, space: ClassSpace | MatrixSpace, own: PdhgOptions) -> Method:
        return WarmStarted(
            regret_matching(space, START_RULE),
            own.start_iterations,
            lambda start: PrimalDual(space, own.rule, start),
        )

    def title(self, own: PdhgOptions) -> str:
        return "restarted primal-dual hybrid gradient"
