"""Plans of a class game and what they earn, as a primal-dual method asks for them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from seqform.backends.factors.compiled import compiled
from seqform.backends.first_order.best_response import add_children, best_response_value
from seqform.backends.first_order.operator import PayoffOperator
from seqform.backends.first_order.plan_space import LEAST_WEIGHT, Vector, project
from seqform.backends.first_order.products import to_parents
from seqform.backends.first_order.tables import Sets
from seqform.models.class_game import ClassGame
from seqform.models.class_strategy import ClassStrategy, behavior_of_plan
from seqform.models.exact import Floats, Ints
from seqform.models.ordered_game import RoundPayoffs


class ClassSpace:
    """A `PlanSpace`; vectors are by rounds, of shape (classes, choices, histories), or (classes, sets, histories).

    Parameters
    ----------
    game : ClassGame
        Constant-sum.
    threads : int
    """

    def __init__(self, game: ClassGame, threads: int = 1) -> None:
        self.game = game
        self.operator = PayoffOperator(game, threads)
        self._sizes = PayoffOperator(_payoff_sizes(game), threads)
        total = game.constant_sum
        self._constant = 0.0 if total is None else float(total)

    def zeros(self, player: int) -> Vector:
        """See `PlanSpace`."""
        return [np.zeros(self.game.shape(player, number)) for number in range(self.game.num_rounds)]

    def even(self, player: int) -> Vector:
        """See `PlanSpace`."""
        behavior = self.zeros(player)
        for table, side in zip(behavior, self.operator.sides[player], strict=True):
            sets = side.frame.sets
            for start, stop in zip(sets.start[:-1], sets.start[1:], strict=True):
                table[:, start - 1 : stop - 1] = 1.0 / (stop - start)
        return behavior

    def make_plan(self, player: int, behavior: Vector, plan: Vector) -> None:
        """See `PlanSpace`."""
        nothing = [
            np.zeros((len(table), self._sets(player, number), table.shape[2])) for number, table in enumerate(plan)
        ]
        self.follow(player, behavior, behavior, nothing, plan)

    def make_behavior(self, player: int, weights: Vector, behavior: Vector) -> None:
        """See `PlanSpace`."""
        for table, shares in zip(behavior, behavior_of_plan(self.game, player, weights).behavior, strict=True):
            np.copyto(table, shares)

    def gradient(self, player: int, plan: Vector, out: Vector) -> None:
        """See `PlanSpace`."""
        self.operator.gradient(player, plan, out)

    def guarantee(self, player: int, plan: Vector) -> float:
        """See `PlanSpace`."""
        constant = self._constant if player == 0 else 0.0
        return constant - best_response_value(self.operator, 1 - player, plan)

    def scales(self, player: int, opponent: Vector, share: float) -> Vector:
        """See `PlanSpace`."""
        _, stakes = self._sizes.gradient(player, opponent)
        even = self.even(player)
        scales = [
            np.zeros((len(table), self._sets(player, number), table.shape[2])) for number, table in enumerate(stakes)
        ]
        self._upwards(player, even, stakes, scales, share, None)
        largest = max((float(table.max(initial=0.0)) for table in scales), default=0.0) or 1.0
        return [np.maximum(table, LEAST_WEIGHT * largest) for table in scales]

    def move(
        self, player: int, behavior: Vector, gradient: Vector, scales: Vector, step: float, new: Vector, plan: Vector
    ) -> float:
        """See `PlanSpace`."""
        self._upwards(player, behavior, gradient, scales, step, new)
        return self.follow(player, behavior, new, scales, plan)

    def strategy(self, player: int, behavior: Vector) -> ClassStrategy:
        """Return a behavior as a strategy."""
        return ClassStrategy(self.game, player, tuple(behavior))

    def _sets(self, player: int, number: int) -> int:
        return len(self.operator.sides[player][number].frame.sets.above)

    def _upwards(
        self, player: int, behavior: Vector, gradient: Vector, scales: Vector, number: float, new: Vector | None
    ) -> None:
        """Walk from the last round to the first: choose behavior `new` by steps, or write scales by shares."""
        sides = self.operator.sides[player]
        children: Floats = np.zeros((sides[-1].shape[0], 0))
        for place in range(len(sides) - 1, -1, -1):
            side, values = sides[place], np.empty((sides[place].shape[0], sides[place].shape[2]))
            tables = behavior[place], gradient[place], scales[place]
            written = behavior[place] if new is None else new[place]

            def piece(
                first: int,
                stop: int,
                thread: int,
                sets: Sets = side.frame.sets,
                tables: tuple[Floats, Floats, Floats] = tables,
                written: Floats = written,
                below: Floats = children,
                values: Floats = values,
            ) -> None:
                if new is None:
                    collect_class_stakes(sets, first, stop, tables[0], tables[1], below, number, tables[2], values)
                else:
                    choose_class_near(sets, first, stop, *tables, below, number, written, values)

            self.operator.team.run(self._chunks(player, place), piece)
            if place:
                children = np.empty((sides[place - 1].shape[0], side.shape[2]))
                to_parents(values, side.frame.parents, children)

    def follow(self, player: int, old: Vector, new: Vector, scales: Vector, plan: Vector) -> float:
        """Write the plan of behavior `new`, and return D(new, old)."""
        above: Floats = np.ones((1, 1))
        distance = 0.0
        for place, side in enumerate(self.operator.sides[player]):
            apart = np.empty(side.shape[0])
            leaves = len(side.frame.sets.at_leaf)
            after = np.empty((side.shape[0], side.shape[2] * leaves))
            arguments = old[place], new[place], scales[place], plan[place], apart, after

            def piece(
                first: int,
                stop: int,
                thread: int,
                sets: Sets = side.frame.sets,
                parents: Ints = side.frame.parents,
                weights: Floats = above,
                arguments: tuple[Floats, Floats, Floats, Floats, Floats, Floats] = arguments,
            ) -> None:
                follow_class(sets, parents, first, stop, weights, *arguments)

            self.operator.team.run(self._chunks(player, place), piece)
            distance += float(apart.sum())
            above = after
        return distance

    def _chunks(self, player: int, number: int) -> Ints:
        return self.operator.sides[1 - player][number].other_chunks


def _payoff_sizes(game: ClassGame) -> ClassGame:
    """Return the game in which every end pays both players the most that it could pay in size."""
    tables = []
    for table in game.payoffs:
        sizes = np.zeros_like(table.numerators)
        sizes[:, 0] = np.abs(table.numerators).sum(axis=1)
        tables.append(RoundPayoffs(sizes, table.denominator))
    return replace(game, payoffs=tuple(tables))


@compiled
def collect_class_stakes(
    sets: Sets,
    first: int,
    stop: int,
    even: Floats,
    stakes: Floats,
    children: Floats,
    share: float,
    scales: Floats,
    values: Floats,
) -> None:
    """Write the mean stakes of each set, and hand a share of them to the sequence before it."""
    choices, width = stakes.shape[1], stakes.shape[2]
    piece = np.zeros((1 + choices, width))
    for one in range(first, stop):
        piece[0] = 0.0
        piece[1:] = stakes[one]
        add_children(sets, one, children, piece)
        for place in range(len(sets.above) - 1, -1, -1):
            for h in range(width):
                total = 0.0
                for choice in range(sets.start[place], sets.start[place + 1]):
                    total += even[one, choice - 1, h] * piece[choice, h]
                scales[one, place, h] = total
                piece[sets.above[place], h] += share * total
        values[one] = piece[0]


@compiled
def choose_class_near(
    sets: Sets,
    first: int,
    stop: int,
    center: Floats,
    gradient: Floats,
    scales: Floats,
    children: Floats,
    step: float,
    new: Floats,
    values: Floats,
) -> None:
    """Choose at every set of some classes, last ones first, the best behavior near the old one."""
    choices, width = gradient.shape[1], gradient.shape[2]
    piece = np.zeros((1 + choices, width))
    earned = piece[1:]
    for one in range(first, stop):
        piece[0] = 0.0
        earned[:] = gradient[one]
        add_children(sets, one, children, piece)
        old, near = center[one], new[one]
        for place in range(len(sets.above) - 1, -1, -1):
            start, end = sets.start[place], sets.start[place + 1]
            project(old, earned, scales[one, place], step, start - 1, end - 1, near, piece[sets.above[place]])
        values[one] = piece[0]


@compiled
def follow_class(
    sets: Sets,
    parents: Ints,
    first: int,
    stop: int,
    above: Floats,
    old: Floats,
    new: Floats,
    scales: Floats,
    plan: Floats,
    apart: Floats,
    after: Floats,
) -> None:
    """Write the plan of behavior `new` for some classes, how far it is from the old one, and the weights after it."""
    width, leaves = plan.shape[2], len(sets.at_leaf)
    for one in range(first, stop):
        before = above[parents[one]]
        distance = 0.0
        for place in range(len(sets.above)):
            source = sets.above[place]
            for h in range(width):
                weight = before[h] if source == 0 else plan[one, source - 1, h]
                square = 0.0
                for choice in range(sets.start[place], sets.start[place + 1]):
                    change = new[one, choice - 1, h] - old[one, choice - 1, h]
                    square += change * change
                    plan[one, choice - 1, h] = weight * new[one, choice - 1, h]
                distance += scales[one, place, h] * weight * 0.5 * square
        apart[one] = distance
        for leaf in range(leaves):
            choice = sets.at_leaf[leaf]
            for h in range(width):
                after[one, h * leaves + leaf] = before[h] if choice == 0 else plan[one, choice - 1, h]
