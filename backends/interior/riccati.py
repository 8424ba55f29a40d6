"""Newton systems of a zero-sum class game, solved by a Riccati recursion over its public nodes.

With weights Θ₁, Θ₂ > 0 on the sequences, payoffs A and plan equations E₁, E₂, the system is

    Θ₁ x + E₁ᵀ p - A y  = c₁,    E₁ x = e₁,
    Θ₂ y + E₂ᵀ q + Aᵀ x = c₂,    E₂ y = e₂:

the conditions of optimality of a game in which player 1 minimises, and player 2 maximises,
½ xᵀΘ₁x - xᵀA y - ½ yᵀΘ₂y - c₁ᵀx + c₂ᵀy over the solutions of their plan equations. Once everything below a public node
is eliminated, this is ½ xᵀX x + xᵀB y - ½ yᵀY y + fᵀx + gᵀy as a function of the weights x, y with which the classes of
a board arrive there: a linear-quadratic zero-sum game on the tree of public nodes. At a node of player 1, with
H_a = Θ_a + X_a for every choice a,

    X = (Σ H_a⁻¹)⁻¹,    B = X Σ H_a⁻¹ B_a,    Y = Σ Y_a + (B_a - B)ᵀ H_a⁻¹ (B_a - B),

sums of positive semidefinite matrices without any subtraction; a node of player 2 is the same with the roles exchanged
and -Bᵀ for B. At an end X = Y = 0 and B = -A; after the last node of a round, those of the boards that follow are added
at the classes that theirs continue. No matrix is larger than the classes of a board, whatever the size of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from seqform.backends.interior.fronts import (
    Boards,
    Leaves,
    StageArrays,
    Vectors,
    carry_groups,
    factor_groups,
)
from seqform.backends.iterative.operator import Threads
from seqform.backends.iterative.rounds import Renumbered, ints, renumbered
from seqform.models.games.stages import StageGame
from seqform.models.numbers.exact import Floats, Ints
from seqform.models.programs.class_game import ClassGame

_ONE_EACH = np.ones(3, dtype=np.int64)

_ONE_BOARD = np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
"""The board of the one class of each player before the first round."""

Rounds = list[Floats]
"""Vectors over sequences or sets by rounds, shape (classes, choices or sets, histories)."""


def boards_of(game: ClassGame) -> list[tuple[Ints, Ints]]:
    """Return for each round the board of every class, for each player; a class meets those on its board alone.

    Boards are numbered so that those after the same board are consecutive.
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    found = [_ONE_BOARD]
    for number, pairs in enumerate(game.pairs):
        n1, n2 = (game.num_classes[player][number] for player in (0, 1))
        met = coo_array(
            (np.ones(len(pairs)), (pairs.first, n1 + pairs.second)), shape=(n1 + n2, n1 + n2)
        )
        count, label = connected_components(met, directed=False)
        above = np.zeros(count, dtype=np.int64)
        above[label[:n1]] = found[-1][0][game.parents[0][number]]
        above[label[n1:]] = found[-1][1][game.parents[1][number]]
        place = np.empty(count, dtype=np.int64)
        place[np.argsort(above, kind="stable")] = np.arange(count)
        found.append((place[label[:n1]], place[label[n1:]]))
    return found[1:]


def by_boards(game: ClassGame) -> Renumbered:
    """Return a game with the classes of every board consecutive."""
    found = boards_of(game)
    first, second = (
        tuple(np.argsort(one[player], kind="stable") for one in found) for player in (0, 1)
    )
    return renumbered(game, (first, second))


class ClassNewtonSystem:
    """The Newton systems of a zero-sum class game whose classes are numbered `by_boards`."""

    def __init__(self, game: ClassGame, threads: Threads) -> None:
        self.game, self.threads = game, threads
        labels = boards_of(game)
        self.stages = [_stage(stage) for stage in game.stages]
        self.boards: list[Boards] = []
        self.leaf_matrices: list[Leaves] = []
        self.leaf_vectors: list[Leaves] = []
        self.factors: list[Floats] = []
        for number in range(game.num_rounds):
            self._add_round(number, labels)
        self.theta: tuple[Rounds, Rounds] = ([], [])

    def _add_round(self, number: int, labels: list[tuple[Ints, Ints]]) -> None:
        game, stage = self.game, self.stages[number]
        label = labels[number]
        sizes = _board_sizes(label)
        count = sizes.shape[1]
        start = np.concatenate([np.zeros((2, 1), dtype=np.int64), np.cumsum(sizes, axis=1)], axis=1)
        histories, leaves = game.num_histories[number], len(game.stages[number].continuing)
        labels_before, before = _ONE_BOARD, np.array([[0, 1], [0, 1]], dtype=np.int64)
        if number:
            labels_before, before = labels[number - 1], np.asarray(self.boards[-1].start)
        above = np.empty(count, dtype=np.int64)
        above[label[0]] = labels_before[0][game.parents[0][number]]
        group = np.concatenate([[0], np.cumsum(np.bincount(above, minlength=before.shape[1] - 1))])
        parents = [
            game.parents[player][number]
            - before[player][labels_before[player][game.parents[player][number]]]
            for player in (0, 1)
        ]
        size = np.diff(before, axis=1)
        square, vector = _squares(sizes, _ONE_EACH), sizes.sum(axis=0)
        front = _squares(sizes, np.asarray(stage.size)[0])
        payoff_start, payoffs = _payoffs(game, number, label, start)
        table = game.payoffs[number]
        self.boards.append(
            Boards(
                ints(group),
                ints(start),
                ints(np.concatenate(parents)),
                payoff_start,
                payoffs,
                np.ascontiguousarray(table.numerators[0] / table.denominator),
                _starts(front * histories),
                _starts(square * histories * leaves),
                _starts(vector * histories * leaves),
                leaves,
            )
        )
        self.leaf_matrices.append(_leaves(_squares(size, _ONE_EACH) * histories, size))
        self.leaf_vectors.append(_leaves(size.sum(axis=0) * histories, size))
        self.factors.append(np.empty(int((front * histories).sum())))

    def factor(self, theta1: Rounds, theta2: Rounds) -> None:
        """Factor the system with the given weights."""
        self.theta = (theta1, theta2)
        nothing = [[np.empty((0, 0, 0))] * self.game.num_rounds] * 2
        for number in reversed(range(self.game.num_rounds)):
            self._run(factor_groups, number, (nothing, nothing, nothing), self.leaf_matrices)

    def solve(self, right: tuple[Rounds, Rounds], equations: tuple[Rounds, Rounds]) -> None:
        """Solve the system in place: `right` becomes x and y, `equations` become p and q."""
        linear = [[np.negative(table, out=table) for table in own] for own in right]
        mean = [[np.empty_like(table) for table in own] for own in equations]
        tables = linear, equations, mean
        for number in reversed(range(self.game.num_rounds)):
            self._run(partial(carry_groups, False), number, tables, self.leaf_vectors)
        np.asarray(self.leaf_vectors[0].values)[:] = 0.0
        for number in range(self.game.num_rounds):
            self._run(partial(carry_groups, True), number, tables, self.leaf_vectors)

    def _run(
        self,
        loop: Callable[..., None],
        number: int,
        tables: tuple[Sequence[Rounds], ...],
        leaves: list[Leaves],
    ) -> None:
        """Run a loop over the groups of a round; `tables` are those of `Vectors` but Θ, by players and rounds."""
        stage, boards, factors, above = (
            self.stages[number],
            self.boards[number],
            self.factors[number],
            leaves[number],
        )
        after = leaves[number + 1].values if number + 1 < len(leaves) else np.empty(0)
        first, second = (
            Vectors(self.theta[player][number], *(table[player][number] for table in tables))
            for player in (0, 1)
        )
        self.threads.run(
            np.arange(len(boards.group)),
            lambda start, stop, _: loop(
                stage, boards, start, stop, first, second, factors, after, above
            ),
        )


def bytes_of_factors(game: ClassGame) -> int:
    """Return the memory that the factors of a game's Newton systems take."""
    total = 0
    for number, label in enumerate(boards_of(game)):
        stage, sizes = _stage(game.stages[number]), _board_sizes(label)
        of_board = _squares(sizes, np.asarray(stage.size)[0]) + len(
            game.stages[number].continuing
        ) * _squares(sizes, _ONE_EACH)
        total += int(of_board.sum()) * game.num_histories[number]
    return 8 * total


def seconds_of_factors(game: ClassGame) -> float:
    """Return the time that a game takes on two cores, a fit to games of two seconds to a quarter of an hour."""
    return float(6 * (bytes_of_factors(game) / 31e6) ** 1.2)


def _board_sizes(label: tuple[Ints, Ints]) -> Ints:
    """Return the number of classes of each player on every board, shape (2, boards)."""
    count = int(label[0].max()) + 1
    return np.array([np.bincount(one, minlength=count) for one in label], dtype=np.int64)


def _squares(sizes: Ints, many: Ints) -> Ints:
    """Return the entries on every board of so many matrices X, Y and B."""
    n1, n2 = sizes
    entries: Ints = many[0] * n1 * n1 + many[1] * n2 * n2 + many[2] * n1 * n2
    return entries


def _payoffs(
    game: ClassGame, number: int, label: tuple[Ints, Ints], start: Ints
) -> tuple[Ints, Floats]:
    """Return the features of a round as dense matrices, board by board."""
    pairs = game.pairs[number]
    values = pairs.to_floats()
    features = len(values)
    sizes = np.diff(start, axis=1)
    begin = _starts(sizes[0] * sizes[1] * features)
    board = label[0][pairs.first]
    row, column = pairs.first - start[0][board], pairs.second - start[1][board]
    payoffs = np.zeros(int(begin[-1]))
    for feature in range(features):
        place = (
            begin[board]
            + feature * sizes[0][board] * sizes[1][board]
            + row * sizes[1][board]
            + column
        )
        payoffs[place] = values[feature]
    return begin, payoffs


def _stage(stage: StageGame) -> StageArrays:
    """Return a stage game as arrays, with places for the matrices of its nodes."""
    child_start = np.concatenate([[0], np.cumsum([len(own) for own in stage.children])])
    sets, ends, leaves = np.full(len(stage), -1), np.full(len(stage), -1), np.full(len(stage), -1)
    for player in (0, 1):
        for place, node in enumerate(stage.sets(player)):
            sets[node] = place
    ends[list(stage.ends)] = np.arange(len(stage.ends))
    leaves[list(stage.continuing)] = np.arange(len(stage.continuing))
    used = np.zeros(3, dtype=np.int64)
    value, payoff, inverse = (np.zeros((len(stage), 3), dtype=np.int64) for _ in range(3))
    for node in range(len(stage)):
        if ends[node] >= 0:
            continue
        payoff[node] = used
        used[2] += 1
        if stage.player[node] >= 0:
            value[node] = used
            used[stage.player[node]] += 1
        if node:
            inverse[node] = used
            used[stage.player[stage.parent[node]]] += 1
    return StageArrays(
        ints(stage.player),
        ints(child_start),
        ints([child for own in stage.children for child in own]),
        ints([stage.sequences(0).at, stage.sequences(1).at]),
        ints(sets),
        ints(ends),
        ints(leaves),
        value,
        payoff,
        inverse,
        used.reshape(1, 3),
    )


def _leaves(sizes: Ints, size: Ints) -> Leaves:
    start = _starts(sizes)
    return Leaves(np.zeros(int(start[-1])), start, ints(size))


def _starts(sizes: Ints) -> Ints:
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
