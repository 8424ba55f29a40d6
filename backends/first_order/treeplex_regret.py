"""Counterfactual regret minimisation on any constant-sum game, given as a saddle point."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from seqform.backends.factors.compiled import compiled, compiled_part
from seqform.backends.first_order.regret_rule import DAMPING, RegretRule
from seqform.backends.first_order.run import Arrays, require_same_arrays, restored_count
from seqform.backends.first_order.treeplex import (
    Rows,
    Treeplex,
    behavior_of_weights,
    best_value,
    multiply,
    payoff_rows,
    plan_of_behavior,
    treeplex,
    uniform_behavior,
)
from seqform.models.exact import Floats
from seqform.models.saddle_point import SaddlePointProblem

WORK_AT_ONCE = 200_000
"""Iterations are done together, up to about as many products of numbers, as each call from Python takes its time."""


class PlayerState(NamedTuple):
    """Where a player's regret matching stands.

    Attributes
    ----------
    regret, behavior, plan, total, gradient : ndarray, shape (|S|,)
        Regrets; the probabilities and the plan that come next; the weighted sum of the plans so far; and
        what each sequence earns, for the time of a step.
    """

    regret: Floats
    behavior: Floats
    plan: Floats
    total: Floats
    gradient: Floats


class Course(NamedTuple):
    """The numbers of all iterations to come; see `RegretRule`.

    Attributes
    ----------
    averaging : float
    discount : float
        Infinite for none.
    losses, floor, prediction : float
        What negative regrets are multiplied by, the least regret, and how often the last ones are counted again.
    alternation : bool
    """

    averaging: float
    discount: float
    losses: float
    floor: float
    prediction: float
    alternation: bool


class TreeplexRegretMatching:
    """The method, one iteration at a time; a `Method` for `run`.

    Parameters
    ----------
    problem : SaddlePointProblem
    rule : RegretRule
        Its thinning is for what does not fit into the processor's memory: here every plan enters the average.

    References
    ----------
    Those of `RegretMatching`, which does the same on class games.
    """

    def __init__(self, problem: SaddlePointProblem, rule: RegretRule) -> None:
        self.rule = rule
        self.spaces = treeplex(problem.sequences[0]), treeplex(problem.sequences[1])
        self.payoffs = payoff_rows(problem)
        self.states = _first_state(self.spaces[0]), _first_state(self.spaces[1])
        self._course = _course(rule)
        self._done = self._due = 0
        self._together = max(1, WORK_AT_ONCE // (2 * problem.payoffs.nonzeros + 8 * sum(problem.payoffs.shape)))

    def step(self) -> None:
        """Do one iteration, now or together with later ones."""
        self._due += 1
        if self._due >= self._together:
            self._catch_up()

    def answer(self) -> tuple[Floats, Floats]:
        """Return for each player the average plan or the last one, whichever guarantees more."""
        first, second = self._judged(0), self._judged(1)
        return first[1], second[1]

    def value_bounds(self) -> tuple[float, float]:
        """Return what the answer guarantees."""
        return self._judged(0)[0], -self._judged(1)[0]

    def damp(self) -> None:
        """Make regrets larger by a tenth: strategies stay, and change less with the regrets to come."""
        self._catch_up()
        for state in self.states:
            np.multiply(state.regret, DAMPING, out=state.regret)

    def state(self) -> Arrays:
        """Return regrets, behavior, plans and averages."""
        self._catch_up()
        arrays = {"iteration": np.array(self._done)}
        for player in (0, 1):
            state = self.states[player]
            arrays |= {f"{name}-{player}": getattr(state, name) for name in ("regret", "behavior", "plan", "total")}
        return arrays

    def restore(self, state: Arrays) -> None:
        """Go back to a state."""
        require_same_arrays(self.state(), state)
        self._done, self._due = restored_count("iteration", state), 0
        for player in (0, 1):
            for name in ("regret", "behavior", "plan", "total"):
                np.copyto(getattr(self.states[player], name), state[f"{name}-{player}"], casting="no")

    def _catch_up(self) -> None:
        if self._due == 0:
            return
        iterate(self.spaces, self.payoffs, self.states, self._course, self._done, self._due)
        self._done, self._due = self._done + self._due, 0

    def _judged(self, player: int) -> tuple[float, Floats]:
        """Return the better of the average and the last plan, after what it guarantees its player."""
        self._catch_up()
        state, space = self.states[player], self.spaces[player]
        candidates = [state.plan.copy()]
        if self._done:
            behavior, average = np.empty_like(state.plan), np.empty_like(state.plan)
            behavior_of_weights(space, state.total, behavior)
            plan_of_behavior(space, behavior, average)
            candidates.insert(0, average)
        worth = [guarantee(self.spaces, self.payoffs, player, plan) for plan in candidates]
        best = int(np.argmax(worth))
        return worth[best], candidates[best]


def guarantee(spaces: tuple[Treeplex, Treeplex], payoffs: tuple[Rows, Rows], player: int, plan: Floats) -> float:
    """Return what a plan earns its player at least: the game's value less nash_conv's share of the player."""
    gradient = np.empty(len(payoffs[1 - player].start) - 1)
    multiply(payoffs[1 - player], plan, gradient)
    return -best_value(spaces[1 - player], gradient)


def _course(rule: RegretRule) -> Course:
    one = rule.at(1)
    discount = math.inf if rule.discount is None else float(rule.discount)
    return Course(float(rule.averaging), discount, one.losses, one.floor, one.prediction, rule.alternation)


def _first_state(space: Treeplex) -> PlayerState:
    state = PlayerState(*(np.zeros(int(space.first[-1])) for _ in range(5)))
    uniform_behavior(space, state.behavior)
    plan_of_behavior(space, state.behavior, state.plan)
    return state


@compiled
def iterate(
    spaces: tuple[Treeplex, Treeplex],
    payoffs: tuple[Rows, Rows],
    states: tuple[PlayerState, PlayerState],
    course: Course,
    done: int,
    due: int,
) -> None:
    """Do iterations; with alternation player 2 replies to player 1's new plan, else to the old one."""
    for before in range(done, done + due):
        gains = positive_gains(float(before), course.discount)
        weight = float(before + 1) ** course.averaging
        multiply(payoffs[0], states[1].plan, states[0].gradient)
        if not course.alternation:
            multiply(payoffs[1], states[0].plan, states[1].gradient)
        _match_regrets(spaces[0], states[0], course, gains)
        _next_plan(spaces[0], states[0], weight)
        if course.alternation:
            multiply(payoffs[1], states[0].plan, states[1].gradient)
        _match_regrets(spaces[1], states[1], course, gains)
        _next_plan(spaces[1], states[1], weight)


@compiled_part
def positive_gains(before: float, discount: float) -> float:
    """Return what positive regrets are multiplied by after so many iterations; see `RegretRule.at`."""
    if discount == np.inf:
        return 1.0
    power: float = before**discount
    return power / (power + 1.0)


@compiled_part
def _match_regrets(plans: Treeplex, state: PlayerState, course: Course, gains: float) -> None:
    """Add the regrets of the plan played, and decide the next behavior from them."""
    regret, behavior, gradient = state.regret, state.behavior, state.gradient
    for row in range(len(plans.parent) - 1, -1, -1):
        start, stop = plans.first[row], plans.first[row + 1]
        value = 0.0
        for sequence in range(start, stop):
            value += behavior[sequence] * gradient[sequence]
        gradient[plans.parent[row]] += value
        mass = 0.0
        for sequence in range(start, stop):
            now = gradient[sequence] - value
            before = regret[sequence]
            total = max(before * (gains if before > 0.0 else course.losses) + now, course.floor)
            regret[sequence] = total
            weight = max(total + course.prediction * now, 0.0)
            behavior[sequence] = weight
            mass += weight
        for sequence in range(start, stop):
            behavior[sequence] = behavior[sequence] / mass if mass > 1e-290 else 1.0 / (stop - start)


@compiled_part
def _next_plan(plans: Treeplex, state: PlayerState, weight: float) -> None:
    """Make the plan of the new behavior, and add it to the average."""
    plan, total = state.plan, state.total
    total[0] += weight
    for row in range(len(plans.parent)):
        above = plan[plans.parent[row]]
        for sequence in range(plans.first[row], plans.first[row + 1]):
            plan[sequence] = above * state.behavior[sequence]
            total[sequence] += weight * plan[sequence]
