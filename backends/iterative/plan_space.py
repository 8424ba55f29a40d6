"""Plan spaces: the operations on plans and payoffs that iterative methods need, and those of a saddle point problem."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np

from seqform.backends.linalg.compiled import compiled, compiled_part
from seqform.models.numbers.exact import Floats, Ints
from seqform.models.programs.sequence_form import SaddlePointProblem

Vector = list[Floats]
"""Numbers for a player's sequences, or for the information sets, as arrays of any shape."""

LEAST_WEIGHT = 1e-12
"""Of an information set, as a share of the largest."""


class PlanSpace(Protocol):
    """Both players' plans, and their payoffs.

    A player's behavior b is kept with the plan x that it makes. Behaviors are near in the dilated Euclidean sense
    D(x, x') = Σ_h w_h x_{σ_h} ½‖b_h - b'_h‖², with a weight w_h > 0 for every information set.
    """

    def zeros(self, player: int) -> Vector:
        """Return zeros for a player's sequences."""

    def even(self, player: int) -> Vector:
        """Return the behavior in which all actions at a set are equally likely."""

    def make_plan(self, player: int, behavior: Vector, plan: Vector) -> None:
        """Write the plan of a behavior."""

    def make_behavior(self, player: int, weights: Vector, behavior: Vector) -> None:
        """Write the behavior of a plan, or of any multiple of it; it is even where the plan does not determine it."""

    def gradient(self, player: int, plan: Vector, out: Vector) -> None:
        """Write the payoff of each sequence of a player against a plan of the opponent."""

    def guarantee(self, player: int, plan: Vector) -> float:
        """Return the payoff of a plan against the opponent's best response; player 2's is minus player 1's."""

    def scales(self, player: int, opponent: Vector, share: float) -> Vector:
        """Return weights for a player's sets: sizes of the payoffs at stake against the opponent's plan.

        A `share` of a set's weight is added to that of the set before.
        """

    def move(
        self, player: int, behavior: Vector, gradient: Vector, scales: Vector, step: float, new: Vector, plan: Vector
    ) -> float:
        """Write the x that maximises gradient·x - D(x, old)/step as behavior `new` and `plan`; return D(x, old)."""


@compiled_part
def project(
    center: Floats, gradient: Floats, scales: Floats, step: float, start: int, stop: int, out: Floats, values: Floats
) -> None:
    """Write the b on the simplex that maximises gradient·b - ½ scale/step ‖b - center‖², and add the maximum to values.

    Every column of the tables, from `start` to `stop`, is a problem with a scale of its own.
    """
    for column in range(len(values)):
        scale = scales[column] / step
        most = -np.inf
        for place in range(start, stop):
            most = max(most, gradient[place, column])
        for place in range(start, stop):
            out[place, column] = center[place, column] + (gradient[place, column] - most) / scale
        shift, before = -np.inf, stop - start + 1
        while True:
            total, count = 0.0, 0
            for place in range(start, stop):
                if out[place, column] > shift:
                    total += out[place, column]
                    count += 1
            shift = (total - 1.0) / count
            if count >= before:  # as many as before are left, or more by rounding
                break
            before = count
        value = 0.0
        for place in range(start, stop):
            likely = max(out[place, column] - shift, 0.0)
            change = likely - center[place, column]
            out[place, column] = likely
            value += gradient[place, column] * likely - 0.5 * scale * change * change
        values[column] += value


class Treeplex(NamedTuple):
    """The set of realization plans of a player."""

    parent: Ints  # the sequence that leads to each information set; it comes before the set's own sequences
    first: Ints  # set h has the sequences from first[h] to first[h + 1] (exclusive)


class PayoffRows(NamedTuple):
    """A sparse matrix by rows."""

    start: Ints
    columns: Ints
    values: Floats


@compiled
def multiply(matrix: PayoffRows, vector: Floats, product: Floats) -> None:
    """Set the product of a matrix and a vector."""
    for row in range(len(matrix.start) - 1):
        total = 0.0
        for place in range(matrix.start[row], matrix.start[row + 1]):
            total += matrix.values[place] * vector[matrix.columns[place]]
        product[row] = total


@compiled
def plan_of_behavior(plans: Treeplex, behavior: Floats, plan: Floats) -> None:
    """Multiply probabilities along every sequence."""
    plan[0] = 1.0
    for row in range(len(plans.parent)):
        above = plan[plans.parent[row]]
        for sequence in range(plans.first[row], plans.first[row + 1]):
            plan[sequence] = above * behavior[sequence]


@compiled
def behavior_of_weights(plans: Treeplex, weights: Floats, behavior: Floats) -> None:
    """Divide weights by their sum at every set; where that is zero, all actions are equally likely."""
    behavior[0] = 1.0
    for row in range(len(plans.parent)):
        start, stop = plans.first[row], plans.first[row + 1]
        total = 0.0
        for sequence in range(start, stop):
            total += max(weights[sequence], 0.0)
        for sequence in range(start, stop):
            behavior[sequence] = max(weights[sequence], 0.0) / total if total > 0.0 else 1.0 / (stop - start)


@compiled
def best_value(plans: Treeplex, gradient: Floats) -> float:
    """Return the payoff of a best plan; `gradient` becomes the payoffs of best plans from each sequence on."""
    for row in range(len(plans.parent) - 1, -1, -1):
        best = -np.inf
        for sequence in range(plans.first[row], plans.first[row + 1]):
            best = max(best, gradient[sequence])
        gradient[plans.parent[row]] += best
    value: float = gradient[0]
    return value


class MatrixSpace:
    """The plans and payoffs of a saddle point problem; vectors are single arrays."""

    def __init__(self, problem: SaddlePointProblem) -> None:
        self.problem = problem
        first, second = (
            Treeplex(index.parent_sequence.astype(np.int64), index.first_sequence.astype(np.int64))
            for index in problem.sequences
        )
        self.spaces = first, second
        # A and -Aᵀ: the payoffs of a player's sequences are the matrix times the opponent's plan
        gains, costs = (
            PayoffRows(matrix.indptr.astype(np.int64), matrix.indices.astype(np.int64), sign * matrix.data)
            for matrix, sign in ((problem.matrix, 1.0), (problem.transposed, -1.0))
        )
        self.payoffs = gains, costs
        self._sizes = tuple(PayoffRows(rows.start, rows.columns, np.abs(rows.values)) for rows in self.payoffs)
        self._even = self.even(0), self.even(1)

    def zeros(self, player: int) -> Vector:
        return [np.zeros(int(self.spaces[player].first[-1]))]

    def even(self, player: int) -> Vector:
        sizes = np.diff(self.spaces[player].first)
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
        stakes, space = self.zeros(player)[0], self.spaces[player]
        multiply(self._sizes[player], opponent[0], stakes)
        scales = np.zeros(len(space.parent))
        collect_stakes(space, stakes, self._even[player][0], share, scales)
        return [np.maximum(scales, LEAST_WEIGHT * scales.max(initial=1.0))]

    def move(
        self, player: int, behavior: Vector, gradient: Vector, scales: Vector, step: float, new: Vector, plan: Vector
    ) -> float:
        space, earned = self.spaces[player], gradient[0].copy()
        choose_near(space, behavior[0], earned, scales[0], step, new[0])
        plan_of_behavior(space, new[0], plan[0])
        return divergence(space, behavior[0], new[0], plan[0], scales[0])


@compiled
def collect_stakes(plans: Treeplex, stakes: Floats, even: Floats, share: float, scales: Floats) -> None:
    """Write each set's mean stakes, and add a share of them to the sequence before it."""
    for row in range(len(plans.parent) - 1, -1, -1):
        total = 0.0
        for sequence in range(plans.first[row], plans.first[row + 1]):
            total += even[sequence] * stakes[sequence]
        scales[row] = total
        stakes[plans.parent[row]] += share * total


@compiled
def choose_near(plans: Treeplex, center: Floats, gradient: Floats, scales: Floats, step: float, new: Floats) -> None:
    """Choose at every set, last ones first, the best behavior near the old one."""
    new[0] = 1.0
    centers, gradients, news = center.reshape(-1, 1), gradient.reshape(-1, 1), new.reshape(-1, 1)
    weights = scales.reshape(-1, 1)
    for row in range(len(plans.parent) - 1, -1, -1):
        start, stop = plans.first[row], plans.first[row + 1]
        project(centers, gradients, weights[row], step, start, stop, news, gradients[plans.parent[row]])


@compiled
def divergence(plans: Treeplex, old: Floats, new: Floats, plan: Floats, scales: Floats) -> float:
    """Return D(x, x') = Σ_h w_h x_{σ_h} ½‖b_h - b'_h‖² of a new plan x with behavior b."""
    total = 0.0
    for row in range(len(plans.parent)):
        square = 0.0
        for sequence in range(plans.first[row], plans.first[row + 1]):
            change = new[sequence] - old[sequence]
            square += change * change
        total += scales[row] * plan[plans.parent[row]] * 0.5 * square
    return total
