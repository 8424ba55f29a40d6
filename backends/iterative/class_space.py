"""Plans and payoffs of a constant-sum class game, as the iterative methods use them."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

import numpy as np

from seqform.backends.iterative.operator import PayoffOperator, add_children
from seqform.backends.iterative.plan_space import LEAST_WEIGHT, Vector, project
from seqform.backends.iterative.rounds import Sets
from seqform.backends.linalg.compiled import compiled
from seqform.models.games.ordered import RoundPayoffs
from seqform.models.numbers.exact import Floats, Ints
from seqform.models.programs.class_game import ClassGame
from seqform.models.strategies.classes import behavior_of_plan


class ClassSpace:
    """A `PlanSpace`; vectors are by rounds, of shape (classes, choices, histories), or (classes, sets, histories).

    Parameters
    ----------
    ranked : bool
        As for `PayoffOperator`.
    """

    def __init__(self, game: ClassGame, threads: int = 1, *, ranked: bool = True) -> None:
        self.game = game
        self.operator = PayoffOperator(game, threads, ranked=ranked)
        self._constant = 0.0 if game.constant_sum is None else float(game.constant_sum)

    @cached_property
    def _sizes(self) -> PayoffOperator:
        return PayoffOperator(_payoff_sizes(self.game), self.operator.threads.count)

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
        self.follow(player, behavior, behavior, self._set_zeros(player), plan)

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
        return constant - self.operator.best_response_value(1 - player, plan)

    def scales(self, player: int, opponent: Vector, share: float) -> Vector:
        """See `PlanSpace`."""
        _, stakes = self._sizes.gradient(player, opponent)
        scales, even = self._set_zeros(player), self.even(player)
        children: Floats = np.zeros((len(stakes[-1]), 0))
        for number in range(len(stakes) - 1, -1, -1):
            children = self._collect(player, number, stakes[number], even[number], children, share, scales[number])
        largest = max((float(table.max(initial=0.0)) for table in scales), default=0.0) or 1.0
        return [np.maximum(table, LEAST_WEIGHT * largest) for table in scales]

    def move(
        self, player: int, behavior: Vector, gradient: Vector, scales: Vector, step: float, new: Vector, plan: Vector
    ) -> float:
        """See `PlanSpace`."""
        children: Floats = np.zeros((len(new[-1]), 0))
        for number in range(len(new) - 1, -1, -1):
            tables = behavior[number], gradient[number], scales[number]
            children = self._choose(player, number, tables, children, step, new[number])
        return self.follow(player, behavior, new, scales, plan)

    def follow(self, player: int, old: Vector, new: Vector, scales: Vector, plan: Vector) -> float:
        """Write the plan of behavior `new`, and return D(new, old)."""
        above: Floats = np.ones((1, 1))
        distance = 0.0
        for number in range(len(new)):
            tables = old[number], new[number], scales[number], plan[number]
            apart, above = self._follow(player, number, tables, above)
            distance += apart
        return distance

    def _set_zeros(self, player: int) -> Vector:
        """Return zeros for a player's information sets."""
        sides = self.operator.sides[player]
        return [np.zeros((side.shape[0], len(side.frame.sets.above), side.shape[2])) for side in sides]

    def _collect(
        self, player: int, number: int, stakes: Floats, even: Floats, children: Floats, share: float, scales: Floats
    ) -> Floats:
        """Write a round's scales; return the stakes before it by classes of the round before."""
        side = self.operator.sides[player][number]
        sets, values = side.frame.sets, np.empty(side.shape[::2])
        self.operator.threads.run(
            side.own_chunks,
            lambda first, stop, _: collect_class_stakes(
                sets, first, stop, even, stakes, children, share, scales, values
            ),
        )
        return self.operator.sums_by_parents(player, number, values) if number else values

    def _choose(
        self,
        player: int,
        number: int,
        tables: tuple[Floats, Floats, Floats],
        children: Floats,
        step: float,
        new: Floats,
    ) -> Floats:
        """Write a round's behavior `new` near the old one; return its values by classes of the round before."""
        side = self.operator.sides[player][number]
        sets, values = side.frame.sets, np.empty(side.shape[::2])
        self.operator.threads.run(
            side.own_chunks,
            lambda first, stop, _: choose_class_near(sets, first, stop, *tables, children, step, new, values),
        )
        return self.operator.sums_by_parents(player, number, values) if number else values

    def _follow(
        self, player: int, number: int, tables: tuple[Floats, Floats, Floats, Floats], above: Floats
    ) -> tuple[float, Floats]:
        """Write a round's plan; return its part of the distance, and the weights with which the next round begins."""
        side = self.operator.sides[player][number]
        sets, parents, apart = side.frame.sets, side.frame.parents, np.empty(side.shape[0])
        after = np.empty((side.shape[0], side.shape[2] * len(sets.at_leaf)))
        self.operator.threads.run(
            side.own_chunks,
            lambda first, stop, _: follow_class(sets, parents, first, stop, above, *tables, apart, after),
        )
        return float(apart.sum()), after


def _payoff_sizes(game: ClassGame) -> ClassGame:
    """Return the game in which every end pays both players the largest size of its possible payoffs."""
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
    """Write the mean stakes of each set, and add a share of them to the sequence before it."""
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
    """Write the plan of behavior `new` for some classes, its distance from the old one, and the weights after it."""
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
