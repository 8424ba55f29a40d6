"""Counterfactual regret minimisation on a class game: CFR+, discounted, predictive.

Compiled steps of counterfactual regret minimisation on one player's side of a round.

What there is to choose about regret matching; nothing here needs a compiler.

Counterfactual regret minimisation on any constant-sum game, given as a saddle point.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from seqform.backends.iterative.class_plan_space import add_children, value_bounds
from seqform.backends.iterative.operator import (
    Boards,
    Frame,
    PayoffOperator,
    Rows,
    Sets,
    Side,
    Work,
    board_product,
    row_product,
    to_parents,
)
from seqform.backends.iterative.plan_space import (
    PayoffRows,
    Treeplex,
    behavior_of_weights,
    best_value,
    multiply,
    payoff_rows,
    plan_of_behavior,
    treeplex,
    uniform_behavior,
)
from seqform.backends.iterative.run import Arrays, by_rounds, require_same_arrays, restore_rounds, restored_count
from seqform.backends.linalg.compiled import compiled, compiled_part
from seqform.models.numbers.exact import Floats, Ints
from seqform.models.programs.saddle_point import SaddlePointProblem
from seqform.models.strategies.classes import ClassStrategy, behavior_of_plan

LEAST = 1e-30
"""Regrets that add up to less are rounding and no reason to prefer an action; above, any precision can invert them."""


class Rule(NamedTuple):
    """How regrets become a strategy; see `RegretRule`."""

    gains: float  # what accumulated positive regrets are multiplied by before the new ones are added
    losses: float  # likewise negative ones
    floor: float  # accumulated regrets below it become it
    prediction: float  # times the last regrets: what the next ones are expected to be


class Tables(NamedTuple):
    """What the updating player knows of a round, each of shape (classes, choices, histories)."""

    regrets: Floats
    behavior: Floats
    updated: Floats  # where the next behavior goes; may be `behavior`


class Opponent(NamedTuple):
    """What the opponent of the updating player does in a round."""

    behavior: Floats
    average: Floats  # of all plans so far
    above: Floats  # weights before the round, shape (classes of the round before, histories)
    plan: Floats  # the plan with row 0 for the weights before the round, shape (classes, 1 + choices, histories)
    share: float  # of the plan at hand in the average


@compiled_part
def make_plan(sets: Sets, parents: Ints, one: int, opponent: Opponent, plan: Floats, scale: Floats) -> None:
    """Write a class's plan, with row 0 for the weights before the round, and add it to the average.

    Probabilities in single precision do not quite add up to 1; scaled in doubles the plan is one.
    """
    behavior, average, share = opponent.behavior[one], opponent.average[one], opponent.share
    plan[0] = opponent.above[parents[one]]
    width = plan.shape[1]
    for place in range(len(sets.above)):
        above = plan[sets.above[place]]
        start, stop = sets.start[place], sets.start[place + 1]
        for h in range(width):
            scale[h] = 0.0
        for choice in range(start, stop):
            likely = behavior[choice - 1]
            for h in range(width):
                scale[h] += likely[h]
        for h in range(width):
            scale[h] = above[h] / scale[h]
        for choice in range(start, stop):
            row, likely, mean = plan[choice], behavior[choice - 1], average[choice - 1]
            for h in range(width):
                weight = scale[h] * likely[h]
                row[h] = weight
                mean[h] += share * (weight - mean[h])


@compiled
def make_plans(frame: Frame, first: int, stop: int, opponent: Opponent) -> None:
    """Write the opponent's plan for the classes from `first` to `stop`."""
    scale = np.empty(opponent.plan.shape[2])
    for one in range(first, stop):
        make_plan(frame.other_sets, frame.other_parents, one, opponent, opponent.plan[one], scale)


@compiled
def weights_after(sets: Sets, plan: Floats, out: Floats) -> None:
    """Write the weights with which the next round begins, shape (classes, histories of the next round)."""
    leaves = len(sets.at_leaf)
    for one in range(len(plan)):
        for leaf in range(leaves):
            row = plan[one, sets.at_leaf[leaf]]
            for h in range(len(row)):
                out[one, h * leaves + leaf] = row[h]


@compiled_part
def match_regrets(sets: Sets, rule: Rule, tables: Tables, one: int, gradient: Floats, space: Floats) -> None:
    """Update a class's regrets and behavior; row 0 of `gradient` becomes what the behavior before that earns."""
    regrets, behavior, updated = tables.regrets[one], tables.behavior[one], tables.updated[one]
    value, total = space[0], space[1]
    width = len(value)
    for place in range(len(sets.above) - 1, -1, -1):
        start, stop = sets.start[place], sets.start[place + 1]
        for h in range(width):
            value[h] = 0.0
            total[h] = 0.0
        for choice in range(start, stop):
            earned, likely = gradient[choice], behavior[choice - 1]
            for h in range(width):
                value[h] += earned[h] * likely[h]
        for choice in range(start, stop):
            earned, regret, strength = gradient[choice], regrets[choice - 1], updated[choice - 1]
            for h in range(width):
                now = earned[h] - value[h]
                before = regret[h]
                sum_of_all = max(before * (rule.gains if before > 0.0 else rule.losses) + now, rule.floor)
                regret[h] = sum_of_all
                weight = max(sum_of_all + rule.prediction * now, 0.0)
                strength[h] = weight
                total[h] += weight
        for h in range(width):
            total[h] = 1.0 / total[h] if total[h] > LEAST else 0.0
        even = 1.0 / (stop - start)
        for choice in range(start, stop):
            strength = updated[choice - 1]
            for h in range(width):
                strength[h] = strength[h] * total[h] if total[h] > 0.0 else even
        above = gradient[sets.above[place]]
        for h in range(width):
            above[h] += value[h]


@compiled
def update_boards(
    frame: Frame,
    boards: Boards,
    first: int,
    stop: int,
    fused: bool,
    rule: Rule,
    tables: Tables,
    opponent: Opponent,
    held: Floats,
    gradient: Floats,
    total: Floats,
    children: Floats,
    values: Floats,
) -> None:
    """Update the classes of the boards from `first` to `stop`; `fused`: make the opponent's plan on the way."""
    for board in range(first, stop):
        begin = boards.start[board]
        size = boards.start[board + 1] - begin
        for place in range(size):
            one = boards.classes[begin + place]
            if fused:
                make_plan(frame.other_sets, frame.other_parents, one, opponent, held[place], total[0])
            else:
                held[place] = opponent.plan[one]
        board_product(boards, board, frame.terms, held, total, gradient)
        for place in range(size):
            one = boards.classes[begin + place]
            add_children(frame.sets, one, children, gradient[place])
            match_regrets(frame.sets, rule, tables, one, gradient[place], total)
            values[one] = gradient[place, 0]


@compiled
def update_rows(
    frame: Frame,
    rows: Rows,
    first: int,
    stop: int,
    rule: Rule,
    tables: Tables,
    opponent: Opponent,
    products: Floats,
    gradient: Floats,
    total: Floats,
    children: Floats,
    values: Floats,
) -> None:
    """Update the own classes from `first` to `stop`."""
    for one in range(first, stop):
        row_product(rows, one, frame.terms, opponent.plan, products, gradient)
        add_children(frame.sets, one, children, gradient)
        match_regrets(frame.sets, rule, tables, one, gradient, total)
        values[one] = gradient[0]


DAMPING = 1.1
"""By what regrets grow where a method has begun to swing; more would slow it down for long."""


@dataclass(frozen=True)
class RegretRule:
    """How regrets are accumulated, strategies derived from them, and plans averaged.

    As it stands it is DCFR+.

    Parameters
    ----------
    averaging : float
        Plan number t has a weight in proportion to t to this power.
    discount : float, optional
        α: accumulated positive regrets are multiplied by t^α / (t^α + 1) before those of iteration t + 1 are added.
    plus : bool
        Whether negative accumulated regrets become zero, as in CFR+; otherwise they are halved, as in DCFR with
        β = 0.
    prediction : bool
        Whether the last regrets are expected to come again, as in predictive CFR+.
    alternation : bool
        Whether player 2 responds to player 1's new strategy, rather than both to the old ones.
    """

    averaging: float = 4.0
    discount: float | None = 1.5
    plus: bool = True
    prediction: bool = False
    alternation: bool = True

    def at(self, iteration: int) -> Rule:
        """Return the numbers for an iteration, from 1."""
        before = iteration - 1.0
        gains = 1.0 if self.discount is None else before**self.discount / (before**self.discount + 1.0)
        numbers = (gains, 0.5, 0.0 if self.plus else -math.inf, float(self.prediction))
        return Rule(*map(np.float64, numbers))  # which single precision does not draw down, unlike Python's numbers


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
    discount : float
        Infinite for none.
    losses, floor, prediction : float
        What negative regrets are multiplied by, the least regret, and how often the last ones are counted again.
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


def guarantee(
    spaces: tuple[Treeplex, Treeplex], payoffs: tuple[PayoffRows, PayoffRows], player: int, plan: Floats
) -> float:
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
    payoffs: tuple[PayoffRows, PayoffRows],
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


__all__ = ["RegretMatching", "RegretRule"]


class RegretMatching:
    """The method, one iteration at a time; a `Method` for `run`.

    Parameters
    ----------
    dtype : numpy dtype
        Of regrets and behavior; averages are in doubles.

    References
    ----------
    Tammelin, Solving large imperfect information games using CFR+, 2014; Brown & Sandholm, Solving
    imperfect-information games via discounted regret minimization, AAAI 2019; Farina, Kroer & Sandholm, Faster
    game solving via predictive Blackwell approachability, AAAI 2021; Xu et al., Minimizing weighted counterfactual
    regret with optimistic online mirror descent, IJCAI 2024 (DCFR+, PDCFR+).
    """

    def __init__(self, operator: PayoffOperator, rule: RegretRule, dtype: Any = np.float64) -> None:
        self.operator, self.rule, self.iteration = operator, rule, 0
        self._weight = np.zeros(())  # of all plans in the averages, in units of the last one's
        game = operator.game
        shapes = [[game.shape(player, number) for number in range(game.num_rounds)] for player in (0, 1)]
        self.regrets = [[np.zeros(shape, dtype) for shape in own] for own in shapes]
        self.behavior = [_even(operator, player, dtype) for player in (0, 1)]
        self._updated = (
            self.behavior if rule.alternation else [[np.empty(shape, dtype) for shape in own] for own in shapes]
        )
        self.average = [[np.zeros(shape) for shape in own] for own in shapes]
        self._plans = [
            [_plan_space(operator, player, number) for number in range(game.num_rounds)] for player in (0, 1)
        ]

    def damp(self) -> None:
        """Make regrets larger by a tenth: strategies stay, and change less with the regrets to come."""
        for own in self.regrets:
            for regrets in own:
                regrets *= DAMPING

    def step(self) -> None:
        """Do one iteration: each player adds up regrets against the other's plan, which enters the average."""
        self.iteration += 1
        rule, share = self.rule.at(self.iteration), self._share()
        for player in (0, 1):
            self._update(player, rule, self._opponents(player, share))
        if not self.rule.alternation:
            self.behavior, self._updated = self._updated, self.behavior

    def _share(self) -> float:
        """Return the share of this iteration's plans in the averages up to here."""
        before = (self.iteration - 1) / self.iteration
        self._weight[()] = self._weight * before**self.rule.averaging + 1.0
        return float(1.0 / self._weight)

    def value_bounds(self) -> tuple[float, float]:
        """Return what the average plans guarantee."""
        return value_bounds(self.operator, (self.average[0], self.average[1]))

    def strategies(self) -> tuple[ClassStrategy, ClassStrategy]:
        """Return the average strategies."""
        game = self.operator.game
        return behavior_of_plan(game, 0, self.average[0]), behavior_of_plan(game, 1, self.average[1])

    def state(self) -> Arrays:
        """Return regrets, behavior and averages."""
        arrays = {"iteration": np.array(self.iteration), "weight": self._weight}
        for player in (0, 1):
            for name, rounds in self._named(player):
                arrays |= by_rounds(name, rounds)
        return arrays

    def restore(self, state: Arrays) -> None:
        """Go back to a state."""
        require_same_arrays(self.state(), state)
        self.iteration = restored_count("iteration", state)
        np.copyto(self._weight, state["weight"])
        for player in (0, 1):
            for name, rounds in self._named(player):
                restore_rounds(name, rounds, state)

    def _named(self, player: int) -> list[tuple[str, list[Any]]]:
        return [
            (f"regrets-{player}-", self.regrets[player]),
            (f"behavior-{player}-", self.behavior[player]),
            (f"average-{player}-", self.average[player]),
        ]

    def _opponents(self, player: int, share: float) -> list[Opponent]:
        """Return what the opponent of a player does in every round; that of a ranked last round is yet to be made."""
        opponents = []
        above = np.ones((1, 1))
        sides = self.operator.sides[player]
        for number, side in enumerate(sides):
            behavior, average = self.behavior[1 - player][number], self.average[1 - player][number]
            opponent = Opponent(behavior, average, above, self._plans[1 - player][number], share)
            opponents.append(opponent)
            if _fused(self.operator, number):
                continue
            self.operator.team.run(side.other_chunks, _planner(side, opponent))
            if number < len(sides) - 1:
                above = np.empty((side.other_shape[0], side.other_shape[2] * len(side.frame.other_sets.at_leaf)))
                weights_after(side.frame.other_sets, opponent.plan, above)
        return opponents

    def _update(self, player: int, rule: Rule, opponents: list[Opponent]) -> None:
        sides = self.operator.sides[player]
        children: Floats = np.zeros((sides[-1].shape[0], 0))
        for number in range(len(sides) - 1, -1, -1):
            values = self._update_round(player, number, rule, opponents[number], children)
            if number:
                children = np.empty((sides[number - 1].shape[0], sides[number].shape[2]))
                to_parents(values, sides[number].frame.parents, children)

    def _update_round(
        self,
        player: int,
        number: int,
        rule: Rule,
        opponent: Opponent,
        children: Floats,
    ) -> Floats:
        """Update a round; return what each class's behavior earned, by history."""
        side, scratch = self.operator.sides[player][number], self.operator.scratch[player][number]
        frame, meetings, fused = side.frame, side.meetings, _fused(self.operator, number)
        tables = Tables(self.regrets[player][number], self.behavior[player][number], self._updated[player][number])
        values = np.empty((side.shape[0], side.shape[2]))
        if isinstance(meetings, Boards):

            def on_boards(first: int, stop: int, thread: int) -> None:
                space = scratch[thread]
                update_boards(frame, meetings, first, stop, fused, rule, tables, opponent, *space, children, values)

            self.operator.team.run(side.chunks, on_boards)
            return values

        def row_by_row(first: int, stop: int, thread: int) -> None:
            update_rows(frame, meetings, first, stop, rule, tables, opponent, *scratch[thread], children, values)

        self.operator.team.run(side.chunks, row_by_row)
        return values


def _planner(side: Side, opponent: Opponent) -> Work:
    def plan(first: int, stop: int, thread: int) -> None:
        make_plans(side.frame, first, stop, opponent)

    return plan


def _fused(operator: PayoffOperator, number: int) -> bool:
    """Tell whether the opponent's plan of a round is made board by board: nothing else depends on it."""
    return number == operator.game.num_rounds - 1 and operator.sides[0][number].ranked


def _plan_space(operator: PayoffOperator, player: int, number: int) -> Floats:
    classes, choices, histories = operator.game.shape(player, number)
    return np.empty((0 if _fused(operator, number) else classes, 1 + choices, histories))


def _even(operator: PayoffOperator, player: int, dtype: Any) -> list[Any]:
    tables = []
    for number, side in enumerate(operator.sides[player]):
        table = np.empty(operator.game.shape(player, number), dtype)
        for start, stop in zip(side.frame.sets.start[:-1], side.frame.sets.start[1:], strict=True):
            table[:, start - 1 : stop - 1] = 1.0 / (stop - start)
        tables.append(table)
    return tables
