"""Plans, payoffs and Newton systems of class games and of saddle-point problems, as the interior point needs them.

Vectors are single arrays over a player's nonempty sequences, or over the player's information sets.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, Protocol

import numpy as np

from seqform.backends.interior.riccati import ClassNewtonSystem, Rounds, by_boards
from seqform.backends.iterative.operator import PayoffOperator, Threads, to_parents
from seqform.backends.iterative.plan_space import Treeplex, Vector, behavior_of_weights, best_value, plan_of_behavior
from seqform.backends.linalg.compiled import compiled
from seqform.models.games.ordered import RoundPayoffs
from seqform.models.numbers.exact import Floats
from seqform.models.programs.class_game import ClassGame
from seqform.models.programs.sequence_form import SaddlePointProblem

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Pair = tuple[Floats, Floats]
"""A vector for each player."""


class InteriorSpace(Protocol):
    """Both players' plans in a zero-sum game, and its Newton systems; see `riccati` for their equations."""

    threads: Threads

    def num_sequences(self, player: int) -> int:
        """Return the number of nonempty sequences."""

    def num_sets(self, player: int) -> int:
        """Return the number of information sets."""

    def gradient(self, player: int, plan: Floats) -> Floats:
        """Return the payoff of each sequence of a player against a plan of the opponent."""

    def slope(self, player: int, change: Floats) -> Floats:
        """Return the change of the gradient for a change of the opponent's plan."""

    def sizes(self, player: int, plan: Floats) -> Floats:
        """Return the gradient if every payoff is replaced by its absolute value."""

    def plan(self, player: int, shares: Floats) -> Floats:
        """Return the plan whose probabilities at every set are in proportion to positive shares."""

    def surplus(self, player: int, plan: Floats, root: float) -> Floats:
        """Return E x - e: each set's weight of choices less that of the sequence before; that of ∅ is `root`."""

    def transposed(self, player: int, values: Floats) -> Floats:
        """Return Eᵀp: for each sequence the value of its set, less those of the sets that follow it."""

    def fold(self, player: int, table: Floats, best: bool) -> Floats:
        """Add to each sequence of `table` the results of the sets after it; return the results of all sets.

        The result of a set is the largest entry of its choices if `best`, else their sum.
        """

    def factor(self, theta: Pair) -> None:
        """Factor the system with weights Θ."""

    def solve(self, right: Pair, equations: Pair) -> None:
        """Solve the factored system in place, for the right-hand sides of the sequences and of the plan equations."""

    def guarantee(self, player: int, plan: Floats) -> float:
        """Return the payoff of a plan against a best response."""

    def imported(self, player: int, plan: Vector) -> Floats:
        """Return a plan of the iterative methods' plan space."""

    def export(self, player: int, plan: Floats) -> Vector:
        """Return a plan in the form of that space."""


class ClassInterior:
    """The plans and payoffs of a constant-sum class game; payoffs are made zero-sum."""

    def __init__(self, game: ClassGame, threads: Threads) -> None:
        self.ordered = by_boards(_zero_sum(game, np.asarray))
        self.game, self.threads = self.ordered.game, threads
        self._operator = PayoffOperator(self.game, threads.count)
        self._sizes = PayoffOperator(_zero_sum(self.game, np.abs), threads.count)
        self._system = ClassNewtonSystem(self.game, threads)
        self._stages = [[stage.sequences(player) for stage in self.game.stages] for player in (0, 1)]
        self._at_leaf = [
            [[own.at[leaf] for leaf in stage.continuing] for own, stage in zip(rows, self.game.stages, strict=True)]
            for rows in self._stages
        ]
        rounds = range(self.game.num_rounds)
        self._shapes = [[self.game.shape(player, number) for number in rounds] for player in (0, 1)]
        self._set_shapes = [
            [(classes, len(own.sets), h) for (classes, _, h), own in zip(shapes, rows, strict=True)]
            for shapes, rows in zip(self._shapes, self._stages, strict=True)
        ]
        self._at_zero = tuple(self.gradient(player, np.zeros(self.num_sequences(1 - player))) for player in (0, 1))

    def num_sequences(self, player: int) -> int:
        return self.game.num_sequences(player) - 1

    def num_sets(self, player: int) -> int:
        return self.game.num_infosets(player)

    def gradient(self, player: int, plan: Floats) -> Floats:
        return self._product(self._operator, player, plan)

    def slope(self, player: int, change: Floats) -> Floats:
        product = self._product(self._operator, player, change)
        product -= self._at_zero[player]
        return product

    def sizes(self, player: int, plan: Floats) -> Floats:
        return np.abs(self._product(self._sizes, player, plan))

    def _product(self, operator: PayoffOperator, player: int, plan: Floats) -> Floats:
        product = np.empty(self.num_sequences(player))
        operator.gradient(player, _views(plan, self._shapes[1 - player]), _views(product, self._shapes[player]))
        return product

    def plan(self, player: int, shares: Floats) -> Floats:
        plan = np.empty_like(shares)
        above = np.ones((1, 1))
        tables = zip(_views(plan, self._shapes[player]), _views(shares, self._shapes[player]), strict=True)
        for number, (table, share) in enumerate(tables):
            own = self._stages[player][number]
            before = above[self.game.parents[player][number]]
            for start, stop, place in zip(own.set_start[:-1], own.set_start[1:], own.set_above, strict=True):
                weight = before if place == 0 else table[:, place - 1]
                part = share[:, start - 1 : stop - 1]
                table[:, start - 1 : stop - 1] = weight[:, None] * (part / part.sum(axis=1, keepdims=True))
            above = self._arriving(player, number, table, before)
        return plan

    def _arriving(self, player: int, number: int, table: Floats, before: Floats) -> Floats:
        """Return the weights with which the next round begins, shape (classes of this round, histories)."""
        leaves = [before if place == 0 else table[:, place - 1] for place in self._at_leaf[player][number]]
        return np.stack(leaves, axis=2).reshape(len(before), -1) if leaves else before

    def surplus(self, player: int, plan: Floats, root: float) -> Floats:
        surplus = np.empty(self.num_sets(player))
        above = np.full((1, 1), root)
        tables = zip(_views(plan, self._shapes[player]), _views(surplus, self._set_shapes[player]), strict=True)
        for number, (table, out) in enumerate(tables):
            own = self._stages[player][number]
            before = above[self.game.parents[player][number]]
            for row, (start, stop) in enumerate(pairwise(own.set_start)):
                place = own.set_above[row]
                np.sum(table[:, start - 1 : stop - 1], axis=1, out=out[:, row])
                out[:, row] -= before if place == 0 else table[:, place - 1]
            above = self._arriving(player, number, table, before)
        return surplus

    def transposed(self, player: int, values: Floats) -> Floats:
        product = np.empty(self.num_sequences(player))
        tables = list(zip(_views(product, self._shapes[player]), _views(values, self._set_shapes[player]), strict=True))
        below = None
        for number, (table, own_values) in reversed(list(enumerate(tables))):
            own = self._stages[player][number]
            for row, (start, stop) in enumerate(pairwise(own.set_start)):
                table[:, start - 1 : stop - 1] = own_values[:, row, None]
            before = self._add_below(player, number, table, below, -1.0)
            for row, place in enumerate(own.set_above):
                if place == 0:
                    before += own_values[:, row]
                else:
                    table[:, place - 1] -= own_values[:, row]
            below = before
        return product

    def fold(self, player: int, table: Floats, best: bool) -> Floats:
        results = np.empty(self.num_sets(player))
        tables = list(zip(_views(table, self._shapes[player]), _views(results, self._set_shapes[player]), strict=True))
        below = None
        for number, (entries, out) in reversed(list(enumerate(tables))):
            own = self._stages[player][number]
            before = self._add_below(player, number, entries, below, 1.0)
            for row in range(len(own.sets) - 1, -1, -1):
                part = entries[:, own.set_start[row] - 1 : own.set_start[row + 1] - 1]
                out[:, row] = part.max(axis=1) if best else part.sum(axis=1)
                place = own.set_above[row]
                if place == 0:
                    before += out[:, row]
                else:
                    entries[:, place - 1] += out[:, row]
            below = before
        return results

    def _add_below(self, player: int, number: int, table: Floats, below: Floats | None, sign: float) -> Floats:
        """Add the sums of the next round to the choices before it; return those that belong before this round."""
        classes, _, histories = table.shape
        before = np.zeros((classes, histories))
        if below is None:
            return before
        sums = np.empty((classes, below.shape[1]))
        to_parents(below, self.game.parents[player][number + 1], sums)
        by_leaf = sums.reshape(classes, histories, -1)
        for leaf, place in enumerate(self._at_leaf[player][number]):
            if place == 0:
                before += by_leaf[:, :, leaf]
            else:
                table[:, place - 1] += sign * by_leaf[:, :, leaf]
        return before

    def factor(self, theta: Pair) -> None:
        self._system.factor(*(_views(theta[player], self._shapes[player]) for player in (0, 1)))

    def solve(self, right: Pair, equations: Pair) -> None:
        first, second = (_views(right[player], self._shapes[player]) for player in (0, 1))
        rows = [_views(equations[player], self._set_shapes[player]) for player in (0, 1)]
        self._system.solve((first, second), (rows[0], rows[1]))

    def guarantee(self, player: int, plan: Floats) -> float:
        return self._operator.guarantee(player, _views(plan, self._shapes[player]))

    def imported(self, player: int, plan: Vector) -> Floats:
        orders = self.ordered.orders[player]
        return np.concatenate([table[order].ravel() for order, table in zip(orders, plan, strict=True)])

    def export(self, player: int, plan: Floats) -> Vector:
        return self.ordered.original_tables(player, _views(plan, self._shapes[player]))


def _views(vector: Floats, shapes: list[tuple[int, int, int]]) -> Rounds:
    """Return the rounds of a vector as arrays that share its memory."""
    cuts = np.cumsum([int(np.prod(shape)) for shape in shapes])[:-1]
    return [part.reshape(shape) for part, shape in zip(np.split(vector, cuts), shapes, strict=True)]


def _zero_sum(game: ClassGame, change: Callable[[Floats], Floats]) -> ClassGame:
    """Return a game in which player 1 has the changed payoffs, and player 2 minus the same."""
    from dataclasses import replace

    tables = []
    for table in game.payoffs:
        first = change(table.numerators[0])
        tables.append(RoundPayoffs(np.stack([first, -first]), table.denominator))
    besides = None if game.besides is None else game.besides.changed(change)
    return replace(game, payoffs=tuple(tables), besides=besides)


class MatrixInterior:
    """The plans and payoffs of a saddle-point problem; its Newton systems are factored by SuperLU."""

    def __init__(self, problem: SaddlePointProblem, threads: Threads) -> None:
        from scipy.sparse import csr_array

        self.problem, self.threads = problem, threads
        self._trees = tuple(
            Treeplex(index.parent_sequence.astype(np.int64), index.first_sequence.astype(np.int64))
            for index in problem.sequences
        )
        payoffs = problem.matrix
        self._payoffs = (csr_array(payoffs[1:, 1:]), csr_array(-problem.transposed[1:, 1:]))
        self._at_zero = (payoffs[1:, [0]].toarray()[:, 0], -problem.transposed[1:, [0]].toarray()[:, 0])
        self._equations = tuple(_plan_equations(tree) for tree in self._trees)

    def num_sequences(self, player: int) -> int:
        return int(self._trees[player].first[-1]) - 1

    def num_sets(self, player: int) -> int:
        return len(self._trees[player].parent)

    def gradient(self, player: int, plan: Floats) -> Floats:
        gradient: Floats = self._at_zero[player] + self._payoffs[player] @ plan
        return gradient

    def slope(self, player: int, change: Floats) -> Floats:
        product: Floats = self._payoffs[player] @ change
        return product

    def sizes(self, player: int, plan: Floats) -> Floats:
        sizes: Floats = abs(self._payoffs[player]) @ plan + np.abs(self._at_zero[player])
        return sizes

    def plan(self, player: int, shares: Floats) -> Floats:
        tree = self._trees[player]
        plan, behavior = np.empty(len(shares) + 1), np.empty(len(shares) + 1)
        behavior_of_weights(tree, np.concatenate([[1.0], shares]), behavior)
        plan_of_behavior(tree, behavior, plan)
        return plan[1:]

    def surplus(self, player: int, plan: Floats, root: float) -> Floats:
        surplus: Floats = self._equations[player] @ plan
        surplus -= root * (self._trees[player].parent == 0)
        return surplus

    def transposed(self, player: int, values: Floats) -> Floats:
        product: Floats = self._equations[player].T @ values
        return product

    def fold(self, player: int, table: Floats, best: bool) -> Floats:
        results = np.empty(self.num_sets(player))
        fold_sets(self._trees[player], table, best, results)
        return results

    def factor(self, theta: Pair) -> None:
        from scipy.sparse import block_array, diags_array
        from scipy.sparse.linalg import splu

        e1, e2 = self._equations
        weights = [1.0 / np.sqrt(own) for own in theta]
        rows = [1.0 / np.sqrt(equations.power(2) @ (1.0 / own)) for equations, own in zip((e1, e2), theta, strict=True)]
        self._scale = np.concatenate([weights[0], rows[0], weights[1], rows[1]])
        system = block_array(
            [
                [diags_array(theta[0]), e1.T, -self._payoffs[0], None],
                [e1, None, None, None],
                [-self._payoffs[1], None, diags_array(theta[1]), e2.T],
                [None, None, e2, None],
            ],
            format="csc",
        )
        scaling = diags_array(self._scale)
        self._factors = splu(
            (scaling @ system @ scaling).tocsc(),
            permc_spec="MMD_AT_PLUS_A",
            diag_pivot_thresh=1e-3,
            options={"SymmetricMode": True},
        )

    def solve(self, right: Pair, equations: Pair) -> None:
        whole = self._scale * np.concatenate([right[0], equations[0], right[1], equations[1]])
        found = self._scale * self._factors.solve(whole)
        cuts = np.cumsum([len(right[0]), len(equations[0]), len(right[1])])
        for target, part in zip((right[0], equations[0], right[1], equations[1]), np.split(found, cuts), strict=True):
            target[:] = part

    def guarantee(self, player: int, plan: Floats) -> float:
        gradient = self.problem.gradient(1 - player, np.concatenate([[1.0], plan]))
        return -float(best_value(self._trees[1 - player], gradient))

    def imported(self, player: int, plan: Vector) -> Floats:
        return plan[0][1:].copy()

    def export(self, player: int, plan: Floats) -> Vector:
        return [np.concatenate([[1.0], plan])]


def _plan_equations(tree: Treeplex) -> csr_array:
    """Return E over the nonempty sequences: 1 for the choices of a set, -1 for the sequence before it."""
    from scipy.sparse import csr_array

    sets = np.arange(len(tree.parent))
    rows = np.concatenate([np.repeat(sets, np.diff(tree.first)), sets[tree.parent > 0]])
    columns = np.concatenate([np.arange(tree.first[-1] - 1), tree.parent[tree.parent > 0] - 1])
    ones = np.ones(int(tree.first[-1]) - 1)
    values = np.concatenate([ones, np.full(len(rows) - len(ones), -1.0)])
    return csr_array((values, (rows, columns)), shape=(len(sets), len(ones)))


@compiled
def fold_sets(plans: Treeplex, table: Floats, best: bool, results: Floats) -> None:
    """Combine the entries of every set's choices, last sets first, and add the result to the sequence before."""
    for row in range(len(plans.parent) - 1, -1, -1):
        start, stop = plans.first[row] - 1, plans.first[row + 1] - 1
        result = table[start]
        for sequence in range(start + 1, stop):
            result = max(result, table[sequence]) if best else result + table[sequence]
        results[row] = result
        if plans.parent[row] > 0:
            table[plans.parent[row] - 1] += result
