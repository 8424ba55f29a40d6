"""Plan spaces: the operations on plans and payoffs that iterative methods need.

`MatrixSpace` has those of a saddle point problem, `ClassSpace` those of a constant-sum class game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from seqform.backends.iterative.operator import PayoffOperator
from seqform.backends.iterative.plan_loops import (
    behavior_of_weights,
    best_value,
    choose_class_near,
    choose_near,
    collect_class_stakes,
    collect_stakes,
    divergence,
    follow_class,
    multiply,
    plan_of_behavior,
)
from seqform.backends.iterative.rounds import Side
from seqform.backends.iterative.tables import PayoffRows, Treeplex
from seqform.models.games.ordered import RoundPayoffs
from seqform.models.numbers.exact import Floats
from seqform.models.numbers.integers import SAFE, absolute, total
from seqform.models.programs.class_game import ClassGame, behavior_of_plan
from seqform.models.programs.sequence_form import SaddlePointProblem

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Vector = list[Floats]
"""Numbers for a player's sequences, or for the information sets, as arrays of any shape."""

LEAST_WEIGHT = 1e-12
"""Of an information set, as a share of the largest."""


class PlanSpace(ABC):
    """Both players' plans, and their payoffs.

    A player's behavior b is kept with the plan x that it makes. Behaviors are near in the dilated Euclidean sense
    D(x, x') = Σ_h w_h x_{σ_h} ½‖b_h - b'_h‖², with a weight w_h > 0 for every information set.
    """

    @abstractmethod
    def zeros(self, player: int) -> Vector:
        """Return zeros for a player's sequences."""

    @abstractmethod
    def even(self, player: int) -> Vector:
        """Return the behavior in which all actions at a set are equally likely."""

    @abstractmethod
    def make_plan(self, player: int, behavior: Vector, plan: Vector) -> None:
        """Write the plan of a behavior."""

    @abstractmethod
    def make_behavior(self, player: int, weights: Vector, behavior: Vector) -> None:
        """Write the behavior of a plan, or of any multiple of it; it is even where the plan does not determine it."""

    @abstractmethod
    def gradient(self, player: int, plan: Vector, out: Vector) -> None:
        """Write the payoff of each sequence of a player against a plan of the opponent."""

    @abstractmethod
    def guarantee(self, player: int, plan: Vector) -> float:
        """Return the payoff of a plan against the opponent's best response; player 1's is minus player 0's."""

    @abstractmethod
    def scales(self, player: int, opponent: Vector, share: float) -> Vector:
        """Return weights for a player's sets: sizes of the payoffs at stake against the opponent's plan.

        A `share` of a set's weight is added to that of the set before.
        """

    @abstractmethod
    def move(
        self,
        player: int,
        behavior: Vector,
        gradient: Vector,
        scales: Vector,
        step: float,
        new: Vector,
        plan: Vector,
    ) -> float:
        """Write the x that maximises gradient·x - D(x, old)/step as behavior `new` and `plan`; return D(x, old)."""

    def plan_of_weights(self, player: int, weights: Vector) -> Vector:
        """Return the plan of which these are a multiple."""
        behavior = self.zeros(player)
        self.make_behavior(player, weights, behavior)
        plan = self.zeros(player)
        self.make_plan(player, behavior, plan)
        return plan


class MatrixSpace(PlanSpace):
    """The plans and payoffs of a saddle point problem; vectors are single arrays."""

    def __init__(self, problem: SaddlePointProblem) -> None:
        self.problem = problem
        self._firsts = [index.first_sequence.astype(np.int64) for index in problem.sequences]
        first, second = problem.sequences
        self.spaces = (
            Treeplex(first.parent_sequence.astype(np.int64), self._firsts[0]),
            Treeplex(second.parent_sequence.astype(np.int64), self._firsts[1]),
        )
        # A and -Aᵀ: the payoffs of a player's sequences are the matrix times the opponent's plan.
        gains = _payoff_rows(problem.matrix, 1.0)
        costs = _payoff_rows(problem.transposed, -1.0)
        self.payoffs = gains, costs
        self._sizes = _absolute(gains), _absolute(costs)
        self._even = self.even(0), self.even(1)

    def zeros(self, player: int) -> Vector:
        return [np.zeros(self._firsts[player][-1])]

    def even(self, player: int) -> Vector:
        sizes = np.diff(self._firsts[player])
        return [np.concatenate([[1.0], np.repeat(1.0 / sizes, sizes)])]

    def make_plan(self, player: int, behavior: Vector, plan: Vector) -> None:
        plan_of_behavior(self.spaces[player], behavior[0], plan[0])

    def make_behavior(self, player: int, weights: Vector, behavior: Vector) -> None:
        behavior_of_weights(self.spaces[player], weights[0], behavior[0])

    def gradient(self, player: int, plan: Vector, out: Vector) -> None:
        multiply(self.payoffs[player], plan[0], out[0])

    def guarantee(self, player: int, plan: Vector) -> float:
        gradient = self.zeros(1 - player)
        self.gradient(1 - player, plan, gradient)
        return -best_value(self.spaces[1 - player], gradient[0])

    def scales(self, player: int, opponent: Vector, share: float) -> Vector:
        space = self.spaces[player]
        stakes = self.zeros(player)[0]
        multiply(self._sizes[player], opponent[0], stakes)
        scales = np.zeros(len(space.parent))
        collect_stakes(space, stakes, self._even[player][0], share, scales)
        return [np.maximum(scales, LEAST_WEIGHT * scales.max(initial=1.0))]

    def move(
        self,
        player: int,
        behavior: Vector,
        gradient: Vector,
        scales: Vector,
        step: float,
        new: Vector,
        plan: Vector,
    ) -> float:
        space = self.spaces[player]
        shape = (1, -1, 1)  # of one class and one history, for a loop that class games share
        earned = gradient[0].reshape(-1, 1).copy()
        old = behavior[0].reshape(shape)
        weights = scales[0].reshape(shape)
        chosen = new[0].reshape(shape)
        choose_near(space, old, earned, weights, step, chosen)
        plan_of_behavior(space, new[0], plan[0])
        return divergence(space, behavior[0], new[0], plan[0], scales[0])


def _payoff_rows(matrix: csr_array, sign: float) -> PayoffRows:
    """Return a matrix times a sign."""
    start = matrix.indptr.astype(np.int64)
    columns = matrix.indices.astype(np.int64)
    return PayoffRows(start, columns, sign * matrix.data)


def _absolute(rows: PayoffRows) -> PayoffRows:
    return PayoffRows(rows.start, rows.columns, np.abs(rows.values))


# ---- class games ----


class ClassSpace(PlanSpace):
    """The plans and payoffs of a class game.

    Vectors are by rounds, of shape (classes, choices, histories), or (classes, sets, histories).
    """

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
        strategy = behavior_of_plan(self.game, player, weights)
        for table, shares in zip(behavior, strategy.behavior, strict=True):
            np.copyto(table, shares)

    def gradient(self, player: int, plan: Vector, out: Vector) -> None:
        self.operator.gradient(player, plan, out)

    def guarantee(self, player: int, plan: Vector) -> float:
        constant = self._constant if player == 0 else 0.0
        return constant + self.operator.guarantee(player, plan)

    def scales(self, player: int, opponent: Vector, share: float) -> Vector:
        _, stakes = self._sizes.gradient(player, opponent)
        scales = self._set_zeros(player)
        tables = zip(self.even(player), stakes, strict=True)
        self._from_last(player, collect_class_stakes, tables, share, scales)
        largest = 0.0
        for table in scales:
            largest = max(largest, float(table.max(initial=0.0)))
        least = LEAST_WEIGHT * (largest or 1.0)
        return [np.maximum(table, least) for table in scales]

    def move(
        self,
        player: int,
        behavior: Vector,
        gradient: Vector,
        scales: Vector,
        step: float,
        new: Vector,
        plan: Vector,
    ) -> float:
        tables = zip(behavior, gradient, scales, strict=True)
        self._from_last(player, choose_class_near, tables, step, new)
        return self.follow(player, behavior, new, scales, plan)

    def follow(self, player: int, old: Vector, new: Vector, scales: Vector, plan: Vector) -> float:
        """Write the plan of behavior `new`, and return D(new, old)."""
        above: Floats = np.ones((1, 1))
        distance = 0.0
        for number, side in enumerate(self.operator.sides[player]):
            tables = old[number], new[number], scales[number], plan[number]
            classes, _, histories = side.shape
            apart = np.empty(classes)
            after = np.empty((classes, histories * len(side.frame.sets.at_leaf)))
            self._run(side, follow_class, side.frame.parents, above, *tables, apart, after)
            distance += float(apart.sum())
            above = after
        return distance

    def _set_zeros(self, player: int) -> Vector:
        """Return zeros for a player's information sets."""
        tables = []
        for side in self.operator.sides[player]:
            classes, _, histories = side.shape
            tables.append(np.zeros((classes, len(side.frame.sets.above), histories)))
        return tables

    def _from_last(
        self,
        player: int,
        loop: Callable[..., None],
        tables: Iterable[tuple[Floats, ...]],
        factor: float,
        out: Vector,
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

        def work(first: int, stop: int, _: int) -> None:
            loop(sets, first, stop, *arguments)

        self.operator.threads.run(side.own_chunks, work)


def _payoff_sizes(game: ClassGame) -> ClassGame:
    """Return the game in which every end pays both players the largest size of its possible payoffs."""
    tables = []
    for table in game.payoffs:
        # Weights in a geometry need not be exact: sizes beyond 64-bit integers are cut off.
        sizes = np.zeros_like(table.numerators)
        sizes[:, 0] = np.minimum(total(absolute(table.numerators), axis=1), SAFE - 1)
        tables.append(RoundPayoffs(sizes, table.denominator))
    besides = None if game.besides is None else game.besides.changed(np.abs)
    return replace(game, payoffs=tuple(tables), besides=besides)
