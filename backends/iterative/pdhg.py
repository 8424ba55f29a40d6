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

    # The share of an information set's weight in the geometry that is added to the set before it.
    share: float = 0.6
    # Weights follow the opponent's present plan, with this share of the even plan mixed in.
    mixture: float = 0.1
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
        self.space = space
        self.rule = rule
        self.behavior = [space.even(0), space.even(1)]
        self.plan = [space.zeros(0), space.zeros(1)]
        self.gradient = [space.zeros(0), space.zeros(1)]
        self._new_behavior = [space.zeros(0), space.zeros(1)]
        self._new_plan = [space.zeros(0), space.zeros(1)]
        self._new_gradient = [space.zeros(0), space.zeros(1)]
        self.scales: list[Vector] = [[], []]

        self._even: list[Vector] = []
        for player in (0, 1):
            space.make_plan(player, self.behavior[player], self.plan[player])
            self._even.append([array.copy() for array in self.plan[player]])

        self.iteration = 0
        self.step_size = 0.1
        # Since the last restart: iterations, their weighted sum, and the sum of their weights.
        self.since = 0
        self.total = [space.zeros(0), space.zeros(1)]
        self.weight = 0.0
        # Gaps at the last restart, and at the last check.
        self.gap_then = math.inf
        self.gap_before = math.inf
        # An iteration, and the guarantees of averages and of last plans after it.
        self._known: tuple[int, list[float], list[float]] | None = None

        gap = math.inf
        if start is not None:
            self._take(start)
            gap = -sum(space.guarantee(player, self.plan[player]) for player in (0, 1))
        self._begin_again(gap)

    def step(self) -> None:
        self.iteration += 1
        self.since += 1
        used = self._move()
        self.behavior, self._new_behavior = self._new_behavior, self.behavior
        self.plan, self._new_plan = self._new_plan, self.plan
        self.gradient, self._new_gradient = self._new_gradient, self.gradient

        # An iterate's weight in the average is the step that led to it.
        self.weight += used
        for player in (0, 1):
            for total, plan in zip(self.total[player], self.plan[player], strict=True):
                add_multiple(total.reshape(-1), used, plan.reshape(-1))
        if self.iteration % self.rule.check_every == 0:
            self._maybe_restart()

    def weights(self) -> tuple[Vector, Vector]:
        """Return for each player a multiple of the average plan or the last plan, whichever guarantees more."""
        averages, lasts = self._guarantees()
        first = self.total[0] if averages[0] > lasts[0] else self.plan[0]
        second = self.total[1] if averages[1] > lasts[1] else self.plan[1]
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
        for name in ("behavior", "plan", "gradient", "total", "scales"):
            for player in (0, 1):
                arrays |= by_rounds(f"{name}-{player}-", getattr(self, name)[player])
        return arrays

    def restore(self, state: Arrays) -> None:
        restore_arrays(self.state(), state)
        numbers = state["numbers"].tolist()
        if not (all(0 <= number < math.inf for number in numbers[:4]) and numbers[2] > 0):
            raise ModelError(f"numbers {numbers}: counts, a step and a weight expected")
        self.iteration = int(numbers[0])
        self.since = int(numbers[1])
        self.step_size, self.weight, self.gap_then, self.gap_before = numbers[2:]
        self._known = None

    def _move(self) -> float:
        """Write the next iterate, and return the step that led to it.

        A step beyond the longest safe one is rejected, and a shorter one tried. The next step stays below the safe one
        by a share that falls to 0, and grows by a share that does so faster (PDLP's rule).
        """
        count = self.iteration + 1.0
        for _ in range(MOST_REJECTIONS):
            used = self.step_size
            limit = self._try(used)
            self.step_size = min((1 - count**-0.3) * limit, (1 + count**-0.6) * used)
            if used <= limit:
                break
        return used

    def _try(self, step: float) -> float:
        """Write the iterate to which a step leads, and return the longest step that would have been safe.

        A step is safe up to (D(x', x) + D(y', y)) / |(x' - x)ᵀ A (y' - y)|.
        """
        space = self.space
        gradient = self.gradient
        new_gradient = self._new_gradient

        # Player 0 answers the last plan. Player 1 answers 2x' - x, of which gradients are linear.
        distance = self._move_player(0, gradient[0], step)
        space.gradient(1, self._new_plan[0], new_gradient[1])
        ahead = [2.0 * new - old for new, old in zip(new_gradient[1], gradient[1], strict=True)]
        distance += self._move_player(1, ahead, step)
        space.gradient(0, self._new_plan[1], new_gradient[0])

        interaction = 0.0
        tables = zip(self._new_plan[0], self.plan[0], new_gradient[0], gradient[0], strict=True)
        for arrays in tables:
            interaction += product_of_changes(*(array.reshape(-1) for array in arrays))
        if not interaction:
            return math.inf
        return distance / abs(interaction)

    def _move_player(self, player: int, gradient: Vector, step: float) -> float:
        """Write a player's next behavior and plan, and return the distance from the old ones."""
        return self.space.move(
            player,
            self.behavior[player],
            gradient,
            self.scales[player],
            step,
            self._new_behavior[player],
            self._new_plan[player],
        )

    def _maybe_restart(self) -> None:
        """Restart from the better of the averages and the last plans, if the rule has a reason to."""
        averages, lasts = self._guarantees()
        average_gap = -sum(averages)
        last_gap = -sum(lasts)
        gap = min(average_gap, last_gap)
        rule = self.rule
        is_enough = gap <= rule.enough * self.gap_then
        is_stuck = gap <= rule.some * self.gap_then and gap > self.gap_before
        is_late = self.since >= rule.longest * self.iteration and gap < self.gap_then
        if not (is_enough or is_stuck or is_late):
            self.gap_before = gap
            return

        if average_gap < last_gap:
            self._take(self.total)
        self._begin_again(gap)
        self._known = None

    def _take(self, weights: Sequence[Vector]) -> None:
        """Go to the plans of some weights."""
        for player in (0, 1):
            self.space.make_behavior(player, weights[player], self.behavior[player])
            self.space.make_plan(player, self.behavior[player], self.plan[player])

    def _begin_again(self, gap: float) -> None:
        """Begin a new average and geometry at the present plans, whose gap is given."""
        self.gap_then = gap
        self.gap_before = math.inf
        self.since = 0
        self.weight = 0.0
        mixture = self.rule.mixture
        for player in (0, 1):
            for array in self.total[player]:
                array.fill(0.0)
            opposing = self.plan[1 - player]
            self.space.gradient(player, opposing, self.gradient[player])
            # The even plan gives weight to sets that the opponent's present plan does not lead to.
            plans = zip(opposing, self._even[1 - player], strict=True)
            blend = [(1 - mixture) * plan + mixture * even for plan, even in plans]
            self.scales[player] = self.space.scales(player, blend, self.rule.share)

    def _guarantees(self) -> tuple[list[float], list[float]]:
        """Return the guarantees of averages and of last plans; just after a restart, averages have none."""
        if self._known is not None and self._known[0] == self.iteration:
            return self._known[1], self._known[2]
        averages = [-math.inf, -math.inf]
        lasts = []
        for player in (0, 1):
            lasts.append(self.space.guarantee(player, self.plan[player]))
            if self.weight:
                mean = [array / self.weight for array in self.total[player]]
                averages[player] = self.space.guarantee(player, mean)
        self._known = self.iteration, averages, lasts
        return averages, lasts


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
