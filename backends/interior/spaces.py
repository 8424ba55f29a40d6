"""Plans, payoffs and Newton systems of class games and of saddle-point problems, as the interior point needs them.

Vectors are single arrays over a player's nonempty sequences, or over the player's information sets.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from seqform.backends.interior.plan_kernel import (
    Places,
    fold_sets,
    spread,
    write_surplus,
    write_transposed,
)
from seqform.backends.interior.riccati import ClassNewtonSystem, Rounds, by_boards
from seqform.backends.interior.sparse_newton import SparseNewtonSystem
from seqform.backends.iterative.operator import PayoffOperator, Threads
from seqform.backends.iterative.plan_space import MatrixSpace, Vector
from seqform.backends.iterative.rounds import ints
from seqform.models.games.infosets import SequenceIndex
from seqform.models.games.ordered import RoundPayoffs
from seqform.models.numbers.exact import Floats, Ints
from seqform.models.programs.class_game import ClassGame
from seqform.models.programs.sequence_form import SaddlePointProblem

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Pair = tuple[Floats, Floats]
"""A vector for each player."""

Shape = tuple[int, int, int]


class PlanTree(NamedTuple):
    """A player's information sets, those before a set earlier; sequences are numbered from 0, without the empty one."""

    parent: Places  # the sequence before each set, -1 for the empty one
    first: Places  # its first choice
    size: Places  # the number of its choices
    stride: Places  # between its choices

    @classmethod
    def of_index(cls, index: SequenceIndex) -> PlanTree:
        """Return the tree of the sequences of an extensive game."""
        size = np.diff(index.first_sequence)
        return cls(
            parent=(index.parent_sequence - 1).astype(np.int32),
            first=(index.first_sequence[:-1] - 1).astype(np.int32),
            size=size.astype(np.int32),
            stride=np.ones(len(size), dtype=np.int32),
        )

    @classmethod
    def of_classes(cls, game: ClassGame, player: int) -> PlanTree:
        """Return the tree of a class game: by rounds, then by class, choice or set, and history."""
        parents: list[Ints] = []
        firsts: list[Ints] = []
        sizes: list[Ints] = []
        strides: list[Ints] = []
        used = 0
        # `above` has the last sequence before the round, by class before and history.
        above = np.full((1, 1), -1)
        for number, stage in enumerate(game.stages):
            own = stage.sequences(player)
            shape = game.shape(player, number)
            before = above[game.parents[player][number]]
            here = used + np.arange(np.prod(shape)).reshape(shape)
            used += here.size

            # The last sequence after each choice, choice 0 standing for none in the round.
            last = np.concatenate([before[:, None], here], axis=1)
            parent = last[:, ints(own.set_above)]
            parents.append(parent.ravel())
            firsts.append(last[:, ints(own.set_start[:-1])].ravel())
            size = np.broadcast_to(np.diff(own.set_start)[:, None], parent.shape)
            sizes.append(size.ravel())
            strides.append(np.full(parent.size, shape[2]))  # choices lie a row of histories apart

            at_leaf = ints([own.at[leaf] for leaf in stage.continuing])
            above = last[:, at_leaf].transpose(0, 2, 1).reshape(len(before), -1)
        return cls(
            parent=np.concatenate(parents, dtype=np.int32),
            first=np.concatenate(firsts, dtype=np.int32),
            size=np.concatenate(sizes, dtype=np.int32),
            stride=np.concatenate(strides, dtype=np.int32),
        )

    def equations(self) -> csr_array:
        """Return E over the nonempty sequences: 1 for the choices of a set, -1 for the sequence before it."""
        from scipy.sparse import csr_array

        sets, below = np.arange(len(self.parent)), self.parent >= 0
        rows = np.repeat(sets, self.size)
        number = np.arange(len(rows)) - np.repeat(np.cumsum(self.size) - self.size, self.size)
        columns = self.first[rows] + number * self.stride[rows]
        values = np.concatenate([np.ones(len(rows)), np.full(np.count_nonzero(below), -1.0)])
        places = np.concatenate([rows, sets[below]]), np.concatenate([columns, self.parent[below]])
        return csr_array((values, places), shape=(len(sets), len(rows)))


class InteriorSpace(ABC):
    """Both players' plans in a zero-sum game, and its Newton systems; see `riccati` for their equations."""

    even_is_usual = True
    """True if even behavior gives sequences weights of a usual size, as it does where chance deals at the root."""

    def __init__(self, trees: tuple[PlanTree, PlanTree], threads: Threads) -> None:
        self.threads = threads
        self._trees = trees
        self._counts = (int(trees[0].size.sum()), int(trees[1].size.sum()))

    def num_sequences(self, player: int) -> int:
        """Return the number of nonempty sequences."""
        return self._counts[player]

    def num_sets(self, player: int) -> int:
        """Return the number of information sets."""
        return len(self._trees[player].parent)

    def plan(self, player: int, shares: Floats) -> Floats:
        """Return the plan whose probabilities at every set are in proportion to positive shares."""
        plan = np.empty_like(shares)
        spread(*self._trees[player], shares, plan)
        return plan

    def surplus(self, player: int, plan: Floats, root: float) -> Floats:
        """Return E x - e: each set's weight of choices less that of the sequence before; that of ∅ is `root`."""
        surplus = np.empty(self.num_sets(player))
        write_surplus(*self._trees[player], plan, root, surplus)
        return surplus

    def transposed(self, player: int, values: Floats) -> Floats:
        """Return Eᵀp: for each sequence the value of its set, less those of the sets that follow it."""
        product = np.empty(self.num_sequences(player))
        write_transposed(*self._trees[player], values, product)
        return product

    def fold(self, player: int, table: Floats, best: bool) -> Floats:
        """Add to each sequence of `table` the results of the sets after it; return the results of all sets.

        The result of a set is the largest entry of its choices if `best`, else their sum.
        """
        results = np.empty(self.num_sets(player))
        fold_sets(*self._trees[player], table, best, results)
        return results

    @abstractmethod
    def gradient(self, player: int, plan: Floats) -> Floats:
        """Return the payoff of each sequence of a player against a plan of the opponent."""

    @abstractmethod
    def slope(self, player: int, change: Floats) -> Floats:
        """Return the change of the gradient for a change of the opponent's plan."""

    @abstractmethod
    def sizes(self, player: int, plan: Floats) -> Floats:
        """Return the gradient if every payoff is replaced by its absolute value."""

    @abstractmethod
    def factor(self, theta: Pair) -> None:
        """Factor the system with weights Θ."""

    @property
    def seconds(self) -> float:
        """A forecast of the time that a factorization takes; 0 without any."""
        return 0.0

    @abstractmethod
    def solve(self, right: Pair, equations: Pair) -> None:
        """Solve the factored system in place, for the right-hand sides of the sequences and of the plan equations."""

    @abstractmethod
    def guarantee(self, player: int, plan: Floats) -> float:
        """Return the payoff of a plan against a best response."""

    @abstractmethod
    def imported(self, player: int, plan: Vector) -> Floats:
        """Return a plan of the iterative methods' plan space."""

    @abstractmethod
    def export(self, player: int, plan: Floats) -> Vector:
        """Return a plan in the form of that space."""


class ClassInterior(InteriorSpace):
    """The plans and payoffs of a constant-sum class game; payoffs are made zero-sum."""

    def __init__(self, game: ClassGame, threads: Threads) -> None:
        self.ordered = by_boards(_zero_sum(game, np.asarray))
        self.game = self.ordered.game
        trees = (PlanTree.of_classes(self.game, 0), PlanTree.of_classes(self.game, 1))
        super().__init__(trees, threads)
        self._operator = PayoffOperator(self.game, threads.count)
        self._sizes = PayoffOperator(_zero_sum(self.game, np.abs), threads.count)
        self._system = ClassNewtonSystem(self.game, threads)

        # The shapes of vectors over sequences and over sets, by players and rounds.
        self._shapes: tuple[list[Shape], list[Shape]] = ([], [])
        self._set_shapes: tuple[list[Shape], list[Shape]] = ([], [])
        for player in (0, 1):
            for number, stage in enumerate(self.game.stages):
                classes, choices, histories = self.game.shape(player, number)
                sets = len(stage.sequences(player).sets)
                self._shapes[player].append((classes, choices, histories))
                self._set_shapes[player].append((classes, sets, histories))
        # What the empty sequence of the opponent adds to a gradient.
        self._at_zero = (
            self.gradient(0, np.zeros(self.num_sequences(1))),
            self.gradient(1, np.zeros(self.num_sequences(0))),
        )

    def gradient(self, player: int, plan: Floats) -> Floats:
        return self._product(self._operator, player, plan)

    def slope(self, player: int, change: Floats) -> Floats:
        product = self._product(self._operator, player, change)
        product -= self._at_zero[player]
        return product

    def sizes(self, player: int, plan: Floats) -> Floats:
        return np.abs(self._product(self._sizes, player, plan))

    def _product(self, operator: PayoffOperator, player: int, plan: Floats) -> Floats:
        """Return the gradient of an operator as one vector."""
        product = np.empty(self.num_sequences(player))
        out = _views(product, self._shapes[player])
        operator.gradient(player, _views(plan, self._shapes[1 - player]), out)
        return product

    def factor(self, theta: Pair) -> None:
        first, second = self._views_of_pair(theta, self._shapes)
        self._system.factor(first, second)

    def solve(self, right: Pair, equations: Pair) -> None:
        self._system.solve(
            self._views_of_pair(right, self._shapes),
            self._views_of_pair(equations, self._set_shapes),
        )

    def _views_of_pair(
        self, pair: Pair, shapes: tuple[list[Shape], list[Shape]]
    ) -> tuple[Rounds, Rounds]:
        return _views(pair[0], shapes[0]), _views(pair[1], shapes[1])

    def guarantee(self, player: int, plan: Floats) -> float:
        return self._operator.guarantee(player, _views(plan, self._shapes[player]))

    def imported(self, player: int, plan: Vector) -> Floats:
        tables = zip(plan, self.ordered.orders[player], strict=True)
        return np.concatenate([table[order].ravel() for table, order in tables])

    def export(self, player: int, plan: Floats) -> Vector:
        return self.ordered.original_tables(player, _views(plan, self._shapes[player]))


def _views(vector: Floats, shapes: list[Shape]) -> Rounds:
    """Return the rounds of a vector as arrays that share its memory."""
    rounds = []
    begin = 0
    for shape in shapes:
        end = begin + math.prod(shape)
        rounds.append(vector[begin:end].reshape(shape))
        begin = end
    return rounds


def _zero_sum(game: ClassGame, change: Callable[[Floats], Floats]) -> ClassGame:
    """Return a game in which player 0 has the changed payoffs, and player 1 minus the same."""
    tables = []
    for table in game.payoffs:
        first = change(table.numerators[0])
        tables.append(RoundPayoffs(np.stack([first, -first]), table.denominator))
    besides = None if game.besides is None else game.besides.changed(change)
    return replace(game, payoffs=tuple(tables), besides=besides)


class MatrixInterior(InteriorSpace):
    """The plans and payoffs of a saddle-point problem.

    Its sets may follow each other in chains, along which even behavior leaves weights of 2⁻¹⁰⁰.
    """

    even_is_usual = False

    def __init__(self, problem: SaddlePointProblem, threads: Threads) -> None:
        from scipy.sparse import csr_array

        first, second = problem.sequences
        super().__init__((PlanTree.of_index(first), PlanTree.of_index(second)), threads)
        self._space = MatrixSpace(problem)
        payoffs = problem.matrix
        self._payoffs = (csr_array(payoffs[1:, 1:]), csr_array(-problem.transposed[1:, 1:]))
        equations = (self._trees[0].equations(), self._trees[1].equations())
        self._system = SparseNewtonSystem(equations, self._payoffs)
        self._at_zero = (
            payoffs[1:, [0]].toarray()[:, 0],
            -problem.transposed[1:, [0]].toarray()[:, 0],
        )

    def gradient(self, player: int, plan: Floats) -> Floats:
        gradient: Floats = self._at_zero[player] + self._payoffs[player] @ plan
        return gradient

    def slope(self, player: int, change: Floats) -> Floats:
        product: Floats = self._payoffs[player] @ change
        return product

    def sizes(self, player: int, plan: Floats) -> Floats:
        sizes: Floats = abs(self._payoffs[player]) @ plan + np.abs(self._at_zero[player])
        return sizes

    def factor(self, theta: Pair) -> None:
        self._system.factor(theta)

    @property
    def seconds(self) -> float:
        return self._system.seconds

    def solve(self, right: Pair, equations: Pair) -> None:
        parts = (right[0], equations[0], right[1], equations[1])
        solution = self._system.solve(np.concatenate(parts))
        begin = 0
        for part in parts:
            end = begin + len(part)
            part[:] = solution[begin:end]
            begin = end

    def guarantee(self, player: int, plan: Floats) -> float:
        return self._space.guarantee(player, [np.concatenate([[1.0], plan])])

    def imported(self, player: int, plan: Vector) -> Floats:
        return plan[0][1:].copy()

    def export(self, player: int, plan: Floats) -> Vector:
        return [np.concatenate([[1.0], plan])]
