"""Newton systems of a zero-sum class game, solved by a Riccati recursion over its public nodes.

With weights Θ₀, Θ₁ > 0 on the sequences, payoffs A and plan equations E₀, E₁, the system is

    Θ₀ x + E₀ᵀ p - A y  = c₀,    E₀ x = e₀,
    Θ₁ y + E₁ᵀ q + Aᵀ x = c₁,    E₁ y = e₁:

the conditions of optimality of a game in which player 0 minimises, and player 1 maximises,
½ xᵀΘ₀x - xᵀA y - ½ yᵀΘ₁y - c₀ᵀx + c₁ᵀy over the solutions of their plan equations. Once everything below a public node
is eliminated, this is ½ xᵀX x + xᵀB y - ½ yᵀY y + fᵀx + gᵀy as a function of the weights x, y with which the classes of
a board arrive there: a linear-quadratic zero-sum game on the tree of public nodes. At a node of player 0, with
H_a = Θ_a + X_a for every choice a,

    X = (Σ H_a⁻¹)⁻¹,    B = X Σ H_a⁻¹ B_a,    Y = Σ Y_a + (B_a - B)ᵀ H_a⁻¹ (B_a - B),

sums of positive semidefinite matrices without any subtraction; a node of player 1 is the same with the roles exchanged
and -Bᵀ for B. At an end X = Y = 0 and B = -A; after the last node of a round, those of the boards that follow are added
at the classes that theirs continue. No matrix is larger than the classes of a board, whatever the size of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain

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
from seqform.models.programs.class_pairs import HandPairs

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

    boards = [_ONE_BOARD]
    for number, pairs in enumerate(game.pairs):
        if isinstance(pairs, HandPairs):
            boards.append(_boards_of_hands(pairs))
            continue
        # Boards are the connected components of the graph whose edges are meetings: player 1's classes follow 0's.
        n1 = game.num_classes[0][number]
        n2 = game.num_classes[1][number]
        edges = (pairs.first, n1 + pairs.second)
        met = coo_array((np.ones(len(pairs)), edges), shape=(n1 + n2, n1 + n2))
        count, label = connected_components(met, directed=False)
        first, second = label[:n1], label[n1:]

        # They are numbered in the order of the boards that they continue.
        first_before, second_before = boards[-1]
        above = np.zeros(count, dtype=np.int64)
        above[first] = first_before[game.parents[0][number]]
        above[second] = second_before[game.parents[1][number]]
        place = np.empty(count, dtype=np.int64)
        place[np.argsort(above, kind="stable")] = np.arange(count)
        boards.append((place[first], place[second]))
    return boards[1:]


def _boards_of_hands(pairs: HandPairs) -> tuple[Ints, Ints]:
    """Return the boards of hands, which are the same of both players."""
    label = np.empty(len(pairs.orbits), dtype=np.int64)
    for number, board in enumerate(pairs.boards):
        label[board.classes] = number
    return label, label


def by_boards(game: ClassGame) -> Renumbered:
    """Return a game with the classes of every board consecutive, and without those that are never dealt."""
    written = [pairs.written_out if isinstance(pairs, HandPairs) else pairs for pairs in game.pairs]
    labels = boards_of(replace(game, pairs=tuple(written)))
    orders: tuple[list[Ints], list[Ints]] = ([], [])
    for number, (pairs, label) in enumerate(zip(written, labels, strict=True)):
        for player, dealt in enumerate((pairs.first, pairs.second)):
            is_dealt = np.zeros(game.num_classes[player][number], dtype=bool)
            is_dealt[dealt] = True
            order = np.argsort(label[player], kind="stable")
            orders[player].append(order[is_dealt[order]])
    game = replace(game, pairs=tuple(written))
    return renumbered(game, (tuple(orders[0]), tuple(orders[1])))


class ClassNewtonSystem:
    """The Newton systems of a zero-sum class game whose classes are numbered `by_boards`."""

    def __init__(self, game: ClassGame, threads: Threads) -> None:
        self.game = game
        self.threads = threads
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
        """Add the boards of a round, room for its factors, and for what its fronts add to the leaves before."""
        game = self.game
        histories = game.num_histories[number]
        leaves = len(game.stages[number].continuing)
        label = labels[number]
        sizes = _board_sizes(label)
        zero = np.zeros((2, 1), dtype=np.int64)
        start = np.concatenate([zero, np.cumsum(sizes, axis=1)], axis=1)

        # The boards of the round before, and where their classes begin.
        labels_before = _ONE_BOARD
        start_before = np.array([[0, 1], [0, 1]], dtype=np.int64)
        if number:
            labels_before = labels[number - 1]
            start_before = np.asarray(self.boards[-1].start)
        sizes_before = np.diff(start_before, axis=1)

        # The board before of each board: groups of boards with the same one follow each other.
        above = np.empty(sizes.shape[1], dtype=np.int64)
        above[label[0]] = labels_before[0][game.parents[0][number]]
        group = _starts(np.bincount(above, minlength=sizes_before.shape[1]))

        # The place of each class's parent on its board.
        places = []
        for player in (0, 1):
            parent = game.parents[player][number]
            places.append(parent - start_before[player][labels_before[player][parent]])

        front_entries = _squares(sizes, np.asarray(self.stages[number].size)[0]) * histories
        leaf_entries = _squares(sizes, _ONE_EACH) * histories * leaves
        payoff_start, payoffs = _payoffs(game, number, label, start)
        table = game.payoffs[number]
        self.boards.append(
            Boards(
                group=ints(group),
                start=ints(start),
                parent=ints(np.concatenate(places)),
                payoff_start=payoff_start,
                payoffs=payoffs,
                coefficient=np.ascontiguousarray(table.numerators[0] / table.denominator),
                factor_start=_starts(front_entries),
                leaf_start=_starts(leaf_entries),
                vector_start=_starts(sizes.sum(axis=0) * histories * leaves),
                num_leaves=leaves,
            )
        )
        entries_before = _squares(sizes_before, _ONE_EACH) * histories
        self.leaf_matrices.append(_leaves(entries_before, sizes_before))
        self.leaf_vectors.append(_leaves(sizes_before.sum(axis=0) * histories, sizes_before))
        self.factors.append(np.empty(int(front_entries.sum())))

    def factor(self, theta1: Rounds, theta2: Rounds) -> None:
        """Factor the system with the given weights."""
        self.theta = (theta1, theta2)
        nothing = [[np.empty((0, 0, 0))] * self.game.num_rounds] * 2
        for number in reversed(range(self.game.num_rounds)):
            self._run(factor_groups, number, (nothing, nothing, nothing), self.leaf_matrices)

    def solve(self, right: tuple[Rounds, Rounds], equations: tuple[Rounds, Rounds]) -> None:
        """Solve the system in place: `right` becomes x and y, `equations` become p and q."""
        for own in right:
            for table in own:
                np.negative(table, out=table)
        mean = [[np.empty_like(table) for table in own] for own in equations]
        tables = right, equations, mean
        for number in reversed(range(self.game.num_rounds)):
            self._run(partial(carry_groups, False), number, tables, self.leaf_vectors)
        # No weight arrives at the root: that of the empty sequence is in the right-hand sides of the equations.
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
        boards = self.boards[number]
        after = np.empty(0)
        if number + 1 < len(leaves):
            after = leaves[number + 1].values
        first = Vectors(self.theta[0][number], *(table[0][number] for table in tables))
        second = Vectors(self.theta[1][number], *(table[1][number] for table in tables))
        room = self.factors[number], after, leaves[number]

        def work(start: int, stop: int, _: int) -> None:
            loop(self.stages[number], boards, start, stop, first, second, *room)

        self.threads.run(np.arange(len(boards.group)), work)


def bytes_of_factors(game: ClassGame) -> int:
    """Return the memory that the factors of a game's Newton systems take."""
    total = 0
    for number, label in enumerate(boards_of(game)):
        stage = game.stages[number]
        sizes = _board_sizes(label)
        in_front = _squares(sizes, np.asarray(_stage(stage).size)[0])
        in_leaves = len(stage.continuing) * _squares(sizes, _ONE_EACH)
        total += int((in_front + in_leaves).sum()) * game.num_histories[number]
    return 8 * total


def seconds_of_factors(game: ClassGame) -> float:
    """Return the time that a game takes on two cores, a fit to games of two seconds to a quarter of an hour."""
    return float(6 * (bytes_of_factors(game) / 31e6) ** 1.2)


def _board_sizes(label: tuple[Ints, Ints]) -> Ints:
    """Return the number of classes of each player on every board, shape (2, boards)."""
    first, second = label
    count = 1 + int(max(first.max(), second.max()))
    sizes = [np.bincount(first, minlength=count), np.bincount(second, minlength=count)]
    return np.array(sizes, dtype=np.int64)


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
    row = pairs.first - start[0][board]
    column = pairs.second - start[1][board]
    rows = sizes[0][board]
    columns = sizes[1][board]
    payoffs = np.zeros(int(begin[-1]))
    for feature in range(features):
        place = begin[board] + (feature * rows + row) * columns + column
        payoffs[place] = values[feature]
    return begin, payoffs


def _stage(stage: StageGame) -> StageArrays:
    """Return a stage game as arrays, with places for the matrices of its nodes."""
    sets = np.full(len(stage), -1)
    for player in (0, 1):
        for place, node in enumerate(stage.sets(player)):
            sets[node] = place
    ends = np.full(len(stage), -1)
    ends[list(stage.ends)] = np.arange(len(stage.ends))
    leaves = np.full(len(stage), -1)
    leaves[list(stage.continuing)] = np.arange(len(stage.continuing))

    # Matrices of kinds X, Y and B lie one after the other: a place is the number of each kind before it.
    used = np.zeros(3, dtype=np.int64)
    value = np.zeros((len(stage), 3), dtype=np.int64)
    payoff = np.zeros((len(stage), 3), dtype=np.int64)
    inverse = np.zeros((len(stage), 3), dtype=np.int64)
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

    counts = [len(children) for children in stage.children]
    return StageArrays(
        player=ints(stage.player),
        child_start=ints(np.concatenate([[0], np.cumsum(counts)])),
        child=ints(list(chain.from_iterable(stage.children))),
        choice=ints([stage.sequences(0).at, stage.sequences(1).at]),
        set=ints(sets),
        end=ints(ends),
        leaf=ints(leaves),
        value_place=value,
        payoff_place=payoff,
        inverse_place=inverse,
        size=used.reshape(1, 3),
    )


def _leaves(entries: Ints, sizes: Ints) -> Leaves:
    """Return leaves with room for so many entries each, of boards of these sizes."""
    start = _starts(entries)
    return Leaves(np.zeros(int(start[-1])), start, ints(sizes))


def _starts(sizes: Ints) -> Ints:
    """Return where each part begins, and the end of the last."""
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
