"""Plans and payoffs of a constant-sum class game, as the iterative methods use them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cached_property

import numpy as np

from seqform.backends.iterative.operator import PayoffOperator, add_children
from seqform.backends.iterative.plan_space import LEAST_WEIGHT, Vector, project
from seqform.backends.iterative.rounds import Sets, Side
from seqform.backends.linalg.compiled import compiled
from seqform.models.games.ordered import RoundPayoffs
from seqform.models.numbers.exact import Floats, Ints
from seqform.models.numbers.integers import SAFE, absolute, total
from seqform.models.programs.class_game import ClassGame, behavior_of_plan


class ClassSpace:
    """A `PlanSpace`; vectors are by rounds, of shape (classes, choices, histories), or (classes, sets, histories)."""

    def __init__(self, game: ClassGame, threads: int = 1, *, ranked: bool = True) -> None:
        self.game = game
        self.operator = PayoffOperator(game, threads, ranked=ranked)
        self._constant = 0.0 if game.constant_sum is None else float(game.constant_sum)

    @cached_property
    def _sizes(self) -> PayoffOperator:
        return PayoffOperator(_payoff_sizes(self.game), self.operator.threads.count)

    def zeros(self, player: int) -> Vector:
        return [np.zeros(self.game.shape(player, number)) for number in range(self.game.num_rounds)]

    def even(self, player: int) -> Vector:
        behavior = self.zeros(player)
        for table, side in zip(behavior, self.operator.sides[player], strict=True):
            sets = side.frame.sets
            for start, stop in zip(sets.start[:-1], sets.start[1:], strict=True):
                table[:, start - 1 : stop - 1] = 1.0 / (stop - start)
        return behavior

    def make_plan(self, player: int, behavior: Vector, plan: Vector) -> None:
        self.follow(player, behavior, behavior, self._set_zeros(player), plan)

    def make_behavior(self, player: int, weights: Vector, behavior: Vector) -> None:
        for table, shares in zip(behavior, behavior_of_plan(self.game, player, weights).behavior, strict=True):
            np.copyto(table, shares)

    def gradient(self, player: int, plan: Vector, out: Vector) -> None:
        self.operator.gradient(player, plan, out)

    def guarantee(self, player: int, plan: Vector) -> float:
        return (self._constant if player == 0 else 0.0) + self.operator.guarantee(player, plan)

    def scales(self, player: int, opponent: Vector, share: float) -> Vector:
        _, stakes = self._sizes.gradient(player, opponent)
        scales = self._set_zeros(player)
        self._from_last(player, collect_class_stakes, zip(self.even(player), stakes, strict=True), share, scales)
        largest = max((float(table.max(initial=0.0)) for table in scales), default=0.0) or 1.0
        return [np.maximum(table, LEAST_WEIGHT * largest) for table in scales]

    def move(
        self, player: int, behavior: Vector, gradient: Vector, scales: Vector, step: float, new: Vector, plan: Vector
    ) -> float:
        self._from_last(player, choose_class_near, zip(behavior, gradient, scales, strict=True), step, new)
        return self.follow(player, behavior, new, scales, plan)

    def follow(self, player: int, old: Vector, new: Vector, scales: Vector, plan: Vector) -> float:
        """Write the plan of behavior `new`, and return D(new, old)."""
        above: Floats = np.ones((1, 1))
        distance = 0.0
        for number, side in enumerate(self.operator.sides[player]):
            tables = old[number], new[number], scales[number], plan[number]
            apart = np.empty(side.shape[0])
            after = np.empty((side.shape[0], side.shape[2] * len(side.frame.sets.at_leaf)))
            self._run(side, follow_class, side.frame.parents, above, *tables, apart, after)
            distance += float(apart.sum())
            above = after
        return distance

    def _set_zeros(self, player: int) -> Vector:
        """Return zeros for a player's information sets."""
        sides = self.operator.sides[player]
        return [np.zeros((side.shape[0], len(side.frame.sets.above), side.shape[2])) for side in sides]

    def _from_last(
        self, player: int, loop: Callable[..., None], tables: Iterable[tuple[Floats, ...]], factor: float, out: Vector
    ) -> None:
        """Run a loop over the rounds, last ones first, each with the values of the rounds after it."""
        sides = self.operator.sides[player]
        children: Floats = np.zeros((sides[-1].shape[0], 0))
        for number, own in reversed(list(enumerate(tables))):
            values = np.empty(sides[number].shape[::2])
            self._run(sides[number], loop, *own, children, factor, out[number], values)
            if number:
                children = self.operator.sums_by_parents(player, number, values)

    def _run(self, side: Side, loop: Callable[..., None], *arguments: object) -> None:
        """Run a loop over the classes of a round."""
        sets = side.frame.sets
        self.operator.threads.run(side.own_chunks, lambda first, stop, _: loop(sets, first, stop, *arguments))


def _payoff_sizes(game: ClassGame) -> ClassGame:
    """Return the game in which every end pays both players the largest size of its possible payoffs."""
    tables = []
    for table in game.payoffs:
        sizes = np.zeros_like(table.numerators)
        sizes[:, 0] = np.minimum(total(absolute(table.numerators), axis=1), SAFE - 1)
        tables.append(RoundPayoffs(sizes, table.denominator))
    besides = None if game.besides is None else game.besides.changed(np.abs)
    return replace(game, payoffs=tuple(tables), besides=besides)


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
    first: int,
    stop: int,
    parents: Ints,
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
