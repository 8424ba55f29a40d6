"""Elimination of a stage game on a board: the compiled loops of the Riccati recursion.

A front is a stage game after one history of the rounds before, on one board. Its unknowns are the players' sequences
and the multipliers of their plan equations, for the n₀ and n₁ classes of the board. See `riccati` for the recursion.
Matrices are stored by rows. The types of arguments and of local variables are in the file `fronts.pxd`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from seqform.backends.interior import dense
from seqform.models.numbers.exact import Floats, Ints

try:
    import cython
except ImportError:
    from seqform.backends import uncompiled as cython


LARGE = 200
"""Classes of a board from which BLAS multiplies and inverts its matrices faster than loops do."""


@dataclass(eq=False, repr=False)
class StageArrays:
    """A stage game as plain arrays; its nodes are in preorder.

    A matrix of a front is found in its part of the factors at place a n₀² + b n₁² + c n₀n₁ with (a, b, c) its row of
    a table of places.
    """

    player: Ints  # of every node; -1 at a leaf
    child_start: Ints  # node k has the children from child[child_start[k]] to child[child_start[k + 1]] (exclusive)
    child: Ints
    choice: Ints  # shape (2, nodes): each player's last choice, from 1; 0 for none
    set: Ints  # the place of a node among the sets of its player
    end: Ints  # the place of a leaf among the ends; -1 elsewhere
    leaf: Ints  # the place of a leaf among the continuing leaves; -1 elsewhere
    value_place: Ints  # shape (nodes, 3), of X or Y of a node's player
    payoff_place: Ints  # of B, except at ends
    inverse_place: Ints  # of the inverse of Θ + X or Θ + Y for the choice that leads to the node, except to ends
    size: Ints  # shape (1, 3), of a front in all


@dataclass(eq=False, repr=False)
class Boards:
    """The boards of a round, in groups of those that continue the same board of the round before.

    The classes of a board are consecutive for both players.
    """

    group: Ints  # group g has the boards from group[g] to group[g + 1] (exclusive)
    start: Ints  # shape (2, boards + 1): its classes
    parent: Ints  # of every class of player 0, then of player 1, its place on the board before
    payoff_start: Ints
    payoffs: Floats  # for every feature the matrix of n₀ × n₁
    coefficient: Floats  # shape (features, ends, histories); payoffs of player 0
    factor_start: Ints  # of each board's fronts, in the factors
    leaf_start: Ints  # of each board's leaves, in the matrices X, Y and B of the leaves
    vector_start: Ints  # of each board's leaves, in their vectors
    num_leaves: int


@dataclass(eq=False, repr=False)
class Vectors:
    """One player's vectors of a round, shape (classes, choices or sets, histories)."""

    theta: Floats  # Θ
    linear: Floats  # minus the right-hand side of every sequence; then f of every choice; then the solution
    equation: Floats  # the right-hand side of the plan equation of every set; then the multiplier
    mean: Floats  # f of every set


@dataclass(eq=False, repr=False)
class Leaves:
    """Leaves of the round before: their matrices or vectors, and the numbers of classes of their boards."""

    values: Floats
    start: Ints
    size: Ints  # shape (2, groups)


@dataclass(eq=False, repr=False)
class Front:
    """A stage game on a board, after a history; the loops go from one to the next."""

    board: int = 0
    history: int = 0
    begin1: int = 0  # its first class, for each player
    begin2: int = 0
    n1: int = 0
    n2: int = 0
    part: int = 0  # the place of its part of the factors


@dataclass(eq=False, repr=False)
class Matrices:
    """Working space for the matrices of a front."""

    factors: Floats
    squares: Floats  # shape (2, nodes, n²), X and Y of every node
    weighted: Floats  # n × m, for n classes of the player who moves and m of the other one
    payoff: Floats
    product: Floats
    mean: Floats
    square: Floats  # m × m
    ends: Floats  # B of an end, n₀ × n₁


AWAY, PRODUCT, TOTAL, WEIGHTS, SPREAD = range(5)
"""Rows of `FrontBuffers.space`."""


@dataclass(eq=False, repr=False)
class FrontBuffers:
    """Working space for the vectors of a front."""

    factors: Floats
    vectors: Floats  # shape (2, nodes, classes), each player's vector at every node
    space: Floats  # shape (5, classes)
    change: Floats  # n₀ × n₁, B of a choice minus that of the node


def go_to(front: Front, stage: StageArrays, boards: Boards, board: int, history: int) -> None:
    """Let a front be that on a board after a history."""
    front.board = board
    front.history = history
    front.begin1 = int(boards.start[0, board])
    front.begin2 = int(boards.start[1, board])
    front.n1 = int(boards.start[0, board + 1] - front.begin1)
    front.n2 = int(boards.start[1, board + 1] - front.begin2)
    entries = place_in(stage.size, 0, front.n1, front.n2)
    front.part = int(boards.factor_start[board] + history * entries)


def begin_of(front: Front, player: int) -> int:
    """Return the first class of a player on the board of a front."""
    return front.begin1 if player == 0 else front.begin2


def size_of(front: Front, player: int) -> int:
    """Return the number of classes of a player on the board of a front."""
    return front.n1 if player == 0 else front.n2


def place_in(places: Ints, row: int, n1: int, n2: int) -> int:
    """Return the place of a matrix in the part of a front."""
    return int(places[row, 0] * n1 * n1 + places[row, 1] * n2 * n2 + places[row, 2] * n1 * n2)


def value_at(stage: StageArrays, front: Front, node: int) -> int:
    """Return the place of X or Y of a node's player in the factors."""
    return front.part + place_in(stage.value_place, node, front.n1, front.n2)


def payoff_at(stage: StageArrays, front: Front, node: int) -> int:
    """Return the place of B of a node in the factors."""
    return front.part + place_in(stage.payoff_place, node, front.n1, front.n2)


def inverse_at(stage: StageArrays, front: Front, node: int) -> int:
    """Return the place of the inverse for the choice that leads to a node in the factors."""
    return front.part + place_in(stage.inverse_place, node, front.n1, front.n2)


def largest_board(boards: Boards, first: int, stop: int) -> int:
    """Return the largest number of classes of a player on a board of some groups."""
    most = 1
    for board in range(boards.group[first], boards.group[stop]):
        for player in range(2):
            size = int(boards.start[player, board + 1] - boards.start[player, board])
            most = max(most, size)
    return most


# ---- matrices ----


def invert(store: Floats, begin: int, n: int) -> None:
    """Replace a symmetric positive definite matrix by its inverse, in Gauss–Jordan steps.

    Step k divides row k by the pivot and takes multiples of it from all other rows, so that column k becomes a unit
    vector, in whose place column k of the inverse so far is kept. No pivots are chosen: those of a positive definite
    matrix are positive. As for Cholesky's, scaling by a diagonal matrix from both sides does not change the relative
    errors.
    """
    if n >= LARGE:
        with cython.gil:
            dense.invert(store, begin, n)
        return
    for k in range(n):
        row = begin + k * n
        pivot = 1.0 / store[row + k]
        store[row + k] = 1.0
        for j in range(n):
            store[row + j] *= pivot
        for i in range(n):
            if i != k:
                reduced = begin + i * n
                factor = store[reduced + k]
                store[reduced + k] = 0.0
                for j in range(n):
                    store[reduced + j] -= factor * store[row + j]
    make_symmetric(store, begin, n)


def make_symmetric(store: Floats, begin: int, n: int) -> None:
    """Replace a matrix by the mean of it and its transpose."""
    for i in range(n):
        for j in range(i):
            mean = 0.5 * (store[begin + i * n + j] + store[begin + j * n + i])
            store[begin + i * n + j] = mean
            store[begin + j * n + i] = mean


def set_product(
    left: Floats,
    begin: int,
    down: int,
    across: int,
    rows: int,
    inner: int,
    right: Floats,
    columns: int,
    out: Floats,
) -> None:
    """Set `out` to the product of two matrices.

    The left one begins at a place, with steps `down` and `across` from an entry to the next of its column and row.
    Four rows of the right one are added at a time, in their order.
    """
    if min(rows, inner, columns) >= LARGE:
        with cython.gil:
            dense.set_product(left, begin, down, across, rows, inner, right, columns, out)
        return
    for i in range(rows):
        row = i * columns
        place = begin + i * down
        k = 0
        for j in range(columns):
            out[row + j] = 0.0

        while k + 4 <= inner:
            factor1 = left[place]
            factor2 = left[place + across]
            factor3 = left[place + 2 * across]
            factor4 = left[place + 3 * across]
            first = k * columns
            second = first + columns
            third = second + columns
            fourth = third + columns
            for j in range(columns):
                total = out[row + j] + factor1 * right[first + j]
                total += factor2 * right[second + j]
                total += factor3 * right[third + j]
                out[row + j] = total + factor4 * right[fourth + j]
            k += 4
            place += 4 * across

        while k < inner:  # the rows that are left
            factor1 = left[place]
            for j in range(columns):
                out[row + j] += factor1 * right[k * columns + j]
            k += 1
            place += across


def factor_groups(
    stage: StageArrays,
    boards: Boards,
    first: int,
    stop: int,
    side1: Vectors,
    side2: Vectors,
    factors: Floats,
    leaves: Floats,
    above: Leaves,
) -> None:
    """Eliminate all fronts of the groups from `first` to `stop`, and add their roots to the leaves before.

    `leaves` has X, Y and B of the continuing leaves of this round, `above` receives those of the round before.
    """
    most = largest_board(boards, first, stop)
    squares = np.empty((2, len(stage.player), most * most))
    space = np.empty((6, most * most))
    matrices = Matrices(factors, squares, *space)
    front = Front()
    with cython.nogil:
        for group in range(first, stop):
            clear(above, group)
            for board in range(boards.group[group], boards.group[group + 1]):
                for history in range(boards.coefficient.shape[2]):
                    go_to(front, stage, boards, board, history)
                    factor_front(stage, boards, front, side1, side2, leaves, matrices)
                    add_root(stage, boards, front, group, matrices, above)


def clear(above: Leaves, group: int) -> None:
    """Set what the leaf before a group has to zero."""
    for place in range(above.start[group], above.start[group + 1]):
        above.values[place] = 0.0


def factor_front(
    stage: StageArrays,
    boards: Boards,
    front: Front,
    side1: Vectors,
    side2: Vectors,
    leaves: Floats,
    matrices: Matrices,
) -> None:
    """Eliminate a front from its leaves to its root."""
    for node in range(len(stage.player) - 1, -1, -1):
        if stage.player[node] == 0:
            factor_node(stage, boards, front, node, side1, matrices)
        elif stage.player[node] == 1:
            factor_node(stage, boards, front, node, side2, matrices)
        elif stage.leaf[node] >= 0:
            read_leaf(stage, boards, front, node, leaves, matrices)


def read_leaf(
    stage: StageArrays, boards: Boards, front: Front, node: int, leaves: Floats, matrices: Matrices
) -> None:
    """Copy X, Y and B of a continuing leaf."""
    n1 = front.n1
    n2 = front.n2
    entries = n1 * n1 + n2 * n2 + n1 * n2
    leaf = front.history * boards.num_leaves + stage.leaf[node]
    begin = boards.leaf_start[front.board] + leaf * entries
    for place in range(n1 * n1):
        matrices.squares[0, node, place] = leaves[begin + place]
    begin += n1 * n1
    for place in range(n2 * n2):
        matrices.squares[1, node, place] = leaves[begin + place]
    begin += n2 * n2
    payoff = payoff_at(stage, front, node)
    for place in range(n1 * n2):
        matrices.factors[payoff + place] = leaves[begin + place]


def factor_node(
    stage: StageArrays, boards: Boards, front: Front, node: int, side: Vectors, matrices: Matrices
) -> None:
    """Eliminate the choices at a node, and keep its X or Y, its B and the inverses of its choices.

    First the sums of H_a⁻¹ and H_a⁻¹ B_a over the choices a; then X, the inverse of the first, and B, its product with
    the second; then Y, for which B has to be known.
    """
    role = int(stage.player[node])
    n = size_of(front, role)
    m = size_of(front, 1 - role)
    total = value_at(stage, front, node)
    for place in range(n * n):
        matrices.factors[total + place] = 0.0
    for place in range(n * m):
        matrices.weighted[place] = 0.0
    for position in range(stage.child_start[node], stage.child_start[node + 1]):
        add_choice(stage, boards, front, role, total, int(stage.child[position]), side, matrices)

    invert(matrices.factors, total, n)
    set_product(matrices.factors, total, n, 1, n, n, matrices.weighted, m, matrices.mean)
    for place in range(n * n):
        matrices.squares[role, node, place] = matrices.factors[total + place]
    stored = payoff_at(stage, front, node)
    for i in range(n):
        for j in range(m):
            if role == 0:
                matrices.factors[stored + i * m + j] = matrices.mean[i * m + j]
            else:
                matrices.factors[stored + j * n + i] = -matrices.mean[i * m + j]

    for place in range(m * m):
        matrices.squares[1 - role, node, place] = 0.0
    for position in range(stage.child_start[node], stage.child_start[node + 1]):
        add_rest(stage, boards, front, role, node, int(stage.child[position]), side, matrices)
    symmetrize(matrices.squares, 1 - role, node, m)


def add_choice(
    stage: StageArrays,
    boards: Boards,
    front: Front,
    role: int,
    total: int,
    child: int,
    side: Vectors,
    matrices: Matrices,
) -> None:
    """Add the inverse of Θ + X of a choice to the sum of all, and its product with B to that of all."""
    n = size_of(front, role)
    m = size_of(front, 1 - role)
    begin = begin_of(front, role)
    history = front.history
    choice = stage.choice[role, child] - 1
    orient(stage, boards, front, role, child, matrices)
    if stage.end[child] >= 0:
        for i in range(n):
            inverse = 1.0 / side.theta[begin + i, choice, history]
            matrices.factors[total + i * n + i] += inverse
            for place in range(i * m, i * m + m):
                matrices.weighted[place] += inverse * matrices.payoff[place]
        return

    kept = inverse_at(stage, front, child)
    for place in range(n * n):
        matrices.factors[kept + place] = matrices.squares[role, child, place]
    for i in range(n):
        matrices.factors[kept + i * n + i] += side.theta[begin + i, choice, history]
    invert(matrices.factors, kept, n)
    for place in range(n * n):
        matrices.factors[total + place] += matrices.factors[kept + place]
    set_product(matrices.factors, kept, n, 1, n, n, matrices.payoff, m, matrices.product)
    for place in range(n * m):
        matrices.weighted[place] += matrices.product[place]


def add_rest(
    stage: StageArrays,
    boards: Boards,
    front: Front,
    role: int,
    node: int,
    child: int,
    side: Vectors,
    matrices: Matrices,
) -> None:
    """Add what a choice contributes to the matrix of the other player: Y and (B_a - B)ᵀ (Θ + X)⁻¹ (B_a - B)."""
    n = size_of(front, role)
    m = size_of(front, 1 - role)
    begin = begin_of(front, role)
    history = front.history
    choice = stage.choice[role, child] - 1
    orient(stage, boards, front, role, child, matrices)
    for place in range(n * m):
        matrices.payoff[place] -= matrices.mean[place]
    if stage.end[child] >= 0:
        for i in range(n):
            inverse = 1.0 / side.theta[begin + i, choice, history]
            for place in range(i * m, i * m + m):
                matrices.product[place] = inverse * matrices.payoff[place]
    else:
        kept = inverse_at(stage, front, child)
        set_product(matrices.factors, kept, n, 1, n, n, matrices.payoff, m, matrices.product)
        for place in range(m * m):
            matrices.squares[1 - role, node, place] += matrices.squares[1 - role, child, place]
    set_product(matrices.payoff, 0, 1, m, m, n, matrices.product, m, matrices.square)
    for place in range(m * m):
        matrices.squares[1 - role, node, place] += matrices.square[place]


def symmetrize(squares: Floats, player: int, node: int, n: int) -> None:
    """Replace a player's matrix at a node by the mean of it and its transpose."""
    for i in range(n):
        for j in range(i):
            mean = 0.5 * (squares[player, node, i * n + j] + squares[player, node, j * n + i])
            squares[player, node, i * n + j] = mean
            squares[player, node, j * n + i] = mean


def orient(
    stage: StageArrays, boards: Boards, front: Front, role: int, child: int, matrices: Matrices
) -> None:
    """Set `payoff` to B of a choice as a player sees it, own classes as rows: for player 1 minus its transpose."""
    n1 = front.n1
    n2 = front.n2
    if stage.end[child] >= 0:
        end_payoffs(boards, front, int(stage.end[child]), matrices.ends)
        for i in range(n1):
            for j in range(n2):
                if role == 0:
                    matrices.payoff[i * n2 + j] = matrices.ends[i * n2 + j]
                else:
                    matrices.payoff[j * n1 + i] = -matrices.ends[i * n2 + j]
        return
    begin = payoff_at(stage, front, child)
    for i in range(n1):
        for j in range(n2):
            if role == 0:
                matrices.payoff[i * n2 + j] = matrices.factors[begin + i * n2 + j]
            else:
                matrices.payoff[j * n1 + i] = -matrices.factors[begin + i * n2 + j]


def end_payoffs(boards: Boards, front: Front, end: int, out: Floats) -> None:
    """Set B of an end, minus the payoffs of player 0, at the start of `out`."""
    size = front.n1 * front.n2
    begin = boards.payoff_start[front.board]
    for k in range(size):
        out[k] = 0.0
    for feature in range(len(boards.coefficient)):
        factor = boards.coefficient[feature, end, front.history]
        if factor != 0.0:
            place = begin + feature * size
            for k in range(size):
                out[k] -= factor * boards.payoffs[place + k]


def add_root(
    stage: StageArrays, boards: Boards, front: Front, group: int, matrices: Matrices, above: Leaves
) -> None:
    """Add X, Y and B of the root to those of the leaf before, at the classes that the board's continue."""
    n1 = front.n1
    n2 = front.n2
    m1 = above.size[0, group]
    m2 = above.size[1, group]
    into_x = above.start[group] + front.history * (m1 * m1 + m2 * m2 + m1 * m2)
    into_y = into_x + m1 * m1
    into_b = into_y + m2 * m2
    payoff = payoff_at(stage, front, 0)
    first = front.begin1
    second = boards.start[0, boards.start.shape[1] - 1] + front.begin2  # behind player 0's classes
    for i in range(n1):
        row = boards.parent[first + i]
        for j in range(n1):
            place = into_x + row * m1 + boards.parent[first + j]
            above.values[place] += matrices.squares[0, 0, i * n1 + j]
        for j in range(n2):
            place = into_b + row * m2 + boards.parent[second + j]
            above.values[place] += matrices.factors[payoff + i * n2 + j]
    for i in range(n2):
        row = boards.parent[second + i]
        for j in range(n2):
            place = into_y + row * m2 + boards.parent[second + j]
            above.values[place] += matrices.squares[1, 0, i * n2 + j]


# ---- right-hand sides ----


def carry_groups(
    downwards: bool,
    stage: StageArrays,
    boards: Boards,
    first: int,
    stop: int,
    side1: Vectors,
    side2: Vectors,
    factors: Floats,
    leaves: Floats,
    above: Leaves,
) -> None:
    """Carry a right-hand side from the leaves of some groups to their roots, or the solution from the roots down.

    `leaves` has the vectors of the continuing leaves of this round, and `above` those of the round before, to which
    the vectors of the roots are added.
    """
    most = largest_board(boards, first, stop)
    vectors = np.empty((2, len(stage.player), most))
    buffers = FrontBuffers(factors, vectors, np.empty((5, most)), np.empty(most * most))
    front = Front()
    with cython.nogil:
        for group in range(first, stop):
            if not downwards:
                clear(above, group)
            for board in range(boards.group[group], boards.group[group + 1]):
                for history in range(boards.coefficient.shape[2]):
                    go_to(front, stage, boards, board, history)
                    if downwards:
                        copy_root(boards, front, group, buffers, above, downwards)
                        lower_front(stage, boards, front, side1, side2, buffers)
                        copy_leaves(stage, boards, front, buffers, leaves, downwards)
                    else:
                        copy_leaves(stage, boards, front, buffers, leaves, downwards)
                        lift_front(stage, boards, front, side1, side2, buffers)
                        copy_root(boards, front, group, buffers, above, downwards)


def copy_root(
    boards: Boards, front: Front, group: int, buffers: FrontBuffers, above: Leaves, downwards: bool
) -> None:
    """Add the vectors of a root to those of the leaf before, or read them there."""
    begin = above.start[group] + front.history * (above.size[0, group] + above.size[1, group])
    for player in range(2):
        first = player * boards.start[0, boards.start.shape[1] - 1] + begin_of(front, player)
        for i in range(size_of(front, player)):
            place = begin + boards.parent[first + i]
            if downwards:
                buffers.vectors[player, 0, i] = above.values[place]
            else:
                above.values[place] += buffers.vectors[player, 0, i]
        begin += above.size[player, group]


def copy_leaves(
    stage: StageArrays,
    boards: Boards,
    front: Front,
    buffers: FrontBuffers,
    leaves: Floats,
    downwards: bool,
) -> None:
    """Read the vectors of a front's continuing leaves, or write them."""
    for node in range(len(stage.leaf)):
        if stage.leaf[node] >= 0:
            row = front.history * boards.num_leaves + stage.leaf[node]
            begin = boards.vector_start[front.board] + row * (front.n1 + front.n2)
            for player in range(2):
                for i in range(size_of(front, player)):
                    if downwards:
                        leaves[begin + i] = buffers.vectors[player, node, i]
                    else:
                        buffers.vectors[player, node, i] = leaves[begin + i]
                begin += size_of(front, player)


def multiply(buffers: FrontBuffers, begin: int, n: int, vector: int, out: int) -> None:
    """Set a row of the working space to the product of a symmetric matrix of the factors and of another row."""
    for i in range(n):
        buffers.space[out, i] = 0.0
    for i in range(n):
        factor = buffers.space[vector, i]
        place = begin + i * n
        for j in range(n):
            buffers.space[out, j] += factor * buffers.factors[place + j]


def set_change(
    stage: StageArrays, boards: Boards, front: Front, mean: int, child: int, buffers: FrontBuffers
) -> None:
    """Set `change` to B_a - B for the choice that leads to a child; `mean` is the place of B in the factors."""
    size = front.n1 * front.n2
    if stage.end[child] >= 0:
        end_payoffs(boards, front, int(stage.end[child]), buffers.change)
        for k in range(size):
            buffers.change[k] -= buffers.factors[mean + k]
    else:
        place = payoff_at(stage, front, child)
        for k in range(size):
            buffers.change[k] = buffers.factors[place + k] - buffers.factors[mean + k]


def set_negative(front: Front, mean: int, buffers: FrontBuffers) -> None:
    """Set `change` to -B."""
    for k in range(front.n1 * front.n2):
        buffers.change[k] = 0.0 - buffers.factors[mean + k]


def add_lifted(front: Front, role: int, node: int, vector: int, buffers: FrontBuffers) -> None:
    """Add the transpose of `change`, times a row of the working space, to the other player's vector at a node.

    For player 1 it is minus the transpose of both matrices.
    """
    n1 = front.n1
    n2 = front.n2
    if role == 0:
        for i in range(n1):
            factor = buffers.space[vector, i]
            for j in range(n2):
                buffers.vectors[1, node, j] += factor * buffers.change[i * n2 + j]
        return
    for i in range(n1):
        total = 0.0
        for j in range(n2):
            total += buffers.change[i * n2 + j] * buffers.space[vector, j]
        buffers.vectors[0, node, i] -= total


def add_lowered(front: Front, role: int, node: int, buffers: FrontBuffers) -> None:
    """Add `change`, times the other player's vector at a node, to the row `AWAY`; for player 1 minus its transpose."""
    n1 = front.n1
    n2 = front.n2
    if role == 0:
        for i in range(n1):
            total = 0.0
            for j in range(n2):
                total += buffers.change[i * n2 + j] * buffers.vectors[1, node, j]
            buffers.space[AWAY, i] += total
        return
    for i in range(n1):
        factor = -buffers.vectors[0, node, i]
        for j in range(n2):
            buffers.space[AWAY, j] += factor * buffers.change[i * n2 + j]


def lift_front(
    stage: StageArrays,
    boards: Boards,
    front: Front,
    side1: Vectors,
    side2: Vectors,
    buffers: FrontBuffers,
) -> None:
    """Compute the vectors of all nodes of a front from those of its leaves."""
    for node in range(len(stage.player) - 1, -1, -1):
        if stage.player[node] == 0:
            lift_node(stage, boards, front, node, side1, buffers)
        elif stage.player[node] == 1:
            lift_node(stage, boards, front, node, side2, buffers)


def lift_node(
    stage: StageArrays,
    boards: Boards,
    front: Front,
    node: int,
    side: Vectors,
    buffers: FrontBuffers,
) -> None:
    """Compute the vectors of a node from those of its children.

    With f_a of the choices, f = X Σ H_a⁻¹ f_a is kept in `mean`; the node's own vector is f + X e with e of the plan
    equation, and the other player's the sum of those below, (B_a - B)ᵀ H_a⁻¹ (f_a - f), and -Bᵀ e.
    """
    role = int(stage.player[node])
    own = int(stage.set[node])
    history = front.history
    n = size_of(front, role)
    m = size_of(front, 1 - role)
    begin = begin_of(front, role)
    for i in range(n):
        buffers.space[TOTAL, i] = 0.0
    for position in range(stage.child_start[node], stage.child_start[node + 1]):
        child = stage.child[position]
        choice = stage.choice[role, child] - 1
        if stage.end[child] >= 0:
            for i in range(n):
                share = (
                    side.linear[begin + i, choice, history] / side.theta[begin + i, choice, history]
                )
                buffers.space[TOTAL, i] += share
            continue
        for i in range(n):
            buffers.space[AWAY, i] = (
                side.linear[begin + i, choice, history] + buffers.vectors[role, child, i]
            )
            side.linear[begin + i, choice, history] = buffers.space[AWAY, i]
        multiply(buffers, inverse_at(stage, front, child), n, AWAY, PRODUCT)
        for i in range(n):
            buffers.space[TOTAL, i] += buffers.space[PRODUCT, i]

    value = value_at(stage, front, node)
    multiply(buffers, value, n, TOTAL, PRODUCT)
    for i in range(n):
        side.mean[begin + i, own, history] = buffers.space[PRODUCT, i]
        buffers.space[AWAY, i] = side.equation[begin + i, own, history]
    multiply(buffers, value, n, AWAY, TOTAL)
    for i in range(n):
        buffers.vectors[role, node, i] = buffers.space[PRODUCT, i] + buffers.space[TOTAL, i]

    for j in range(m):
        buffers.vectors[1 - role, node, j] = 0.0
    mean = payoff_at(stage, front, node)
    set_negative(front, mean, buffers)
    add_lifted(front, role, node, AWAY, buffers)  # -Bᵀe
    for position in range(stage.child_start[node], stage.child_start[node + 1]):
        child = stage.child[position]
        choice = stage.choice[role, child] - 1
        for i in range(n):
            buffers.space[AWAY, i] = (
                side.linear[begin + i, choice, history] - side.mean[begin + i, own, history]
            )
        if stage.end[child] >= 0:
            for i in range(n):
                buffers.space[PRODUCT, i] = (
                    buffers.space[AWAY, i] / side.theta[begin + i, choice, history]
                )
        else:
            multiply(buffers, inverse_at(stage, front, child), n, AWAY, PRODUCT)
            for j in range(m):
                buffers.vectors[1 - role, node, j] += buffers.vectors[1 - role, child, j]
        set_change(stage, boards, front, mean, child, buffers)
        add_lifted(front, role, node, PRODUCT, buffers)


def lower_front(
    stage: StageArrays,
    boards: Boards,
    front: Front,
    side1: Vectors,
    side2: Vectors,
    buffers: FrontBuffers,
) -> None:
    """Compute the solution at all nodes of a front from the vectors of its root.

    The weights of choices are corrected until the plan equations hold: an error in them would stay for good.
    """
    for node in range(len(stage.player)):
        if stage.player[node] == 0:
            lower_node(stage, boards, front, node, side1, buffers)
            correct_node(stage, front, node, side1, buffers)
        elif stage.player[node] == 1:
            lower_node(stage, boards, front, node, side2, buffers)
            correct_node(stage, front, node, side2, buffers)


def lower_node(
    stage: StageArrays,
    boards: Boards,
    front: Front,
    node: int,
    side: Vectors,
    buffers: FrontBuffers,
) -> None:
    """Compute the vectors of the children of a node, before their correction.

    `WEIGHTS` receives the weights with which classes arrive at the node, and `SPREAD` the sums of the shares in which
    the choices take a rest of them.
    """
    role = int(stage.player[node])
    own = int(stage.set[node])
    history = front.history
    n = size_of(front, role)
    m = size_of(front, 1 - role)
    begin = begin_of(front, role)
    for i in range(n):
        buffers.space[AWAY, i] = 0.0
        buffers.space[SPREAD, i] = 0.0
        buffers.space[WEIGHTS, i] = (
            buffers.vectors[role, node, i] + side.equation[begin + i, own, history]
        )
    mean = payoff_at(stage, front, node)
    set_negative(front, mean, buffers)
    add_lowered(front, role, node, buffers)  # -B y
    multiply(buffers, value_at(stage, front, node), n, WEIGHTS, TOTAL)
    for i in range(n):
        rest = buffers.space[AWAY, i] - buffers.space[TOTAL, i]
        side.equation[begin + i, own, history] = rest - side.mean[begin + i, own, history]

    for position in range(stage.child_start[node], stage.child_start[node + 1]):
        child = stage.child[position]
        choice = stage.choice[role, child] - 1
        for i in range(n):
            buffers.space[AWAY, i] = 0.0
        set_change(stage, boards, front, mean, child, buffers)
        add_lowered(front, role, node, buffers)
        for i in range(n):
            rest = side.linear[begin + i, choice, history] - side.mean[begin + i, own, history]
            buffers.space[AWAY, i] = buffers.space[TOTAL, i] - buffers.space[AWAY, i] - rest
        if stage.end[child] >= 0:
            for i in range(n):
                share = 1.0 / side.theta[begin + i, choice, history]
                buffers.vectors[role, child, i] = share * buffers.space[AWAY, i]
                buffers.space[SPREAD, i] += share
            continue
        inverse = inverse_at(stage, front, child)
        multiply(buffers, inverse, n, AWAY, PRODUCT)
        for i in range(n):
            buffers.vectors[role, child, i] = buffers.space[PRODUCT, i]
            buffers.space[SPREAD, i] += buffers.factors[inverse + i * n + i]
        for j in range(m):
            buffers.vectors[1 - role, child, j] = buffers.vectors[1 - role, node, j]


def correct_node(
    stage: StageArrays, front: Front, node: int, side: Vectors, buffers: FrontBuffers
) -> None:
    """Correct the weights of the choices at a node until its plan equation holds.

    A step of refinement first: what is missing goes through X and the inverses of the choices, as in `lower_node`.
    Rounding leaves a smaller rest, which the choices take in proportion to their diagonal entries.
    """
    role = int(stage.player[node])
    own = int(stage.set[node])
    history = front.history
    n = size_of(front, role)
    begin = begin_of(front, role)
    for i in range(n):
        buffers.space[AWAY, i] = buffers.space[WEIGHTS, i]
    for position in range(stage.child_start[node], stage.child_start[node + 1]):
        child = stage.child[position]
        for i in range(n):
            buffers.space[AWAY, i] -= buffers.vectors[role, child, i]

    multiply(buffers, value_at(stage, front, node), n, AWAY, TOTAL)
    for i in range(n):
        side.equation[begin + i, own, history] -= buffers.space[TOTAL, i]
    for position in range(stage.child_start[node], stage.child_start[node + 1]):
        child = stage.child[position]
        choice = stage.choice[role, child] - 1
        if stage.end[child] >= 0:
            for i in range(n):
                share = buffers.space[TOTAL, i] / side.theta[begin + i, choice, history]
                buffers.vectors[role, child, i] += share
        else:
            multiply(buffers, inverse_at(stage, front, child), n, TOTAL, PRODUCT)
            for i in range(n):
                buffers.vectors[role, child, i] += buffers.space[PRODUCT, i]
        for i in range(n):
            buffers.space[WEIGHTS, i] -= buffers.vectors[role, child, i]

    for position in range(stage.child_start[node], stage.child_start[node + 1]):
        child = stage.child[position]
        choice = stage.choice[role, child] - 1
        inverse = inverse_at(stage, front, child)
        for i in range(n):
            if stage.end[child] >= 0:
                share = 1.0 / side.theta[begin + i, choice, history]
            else:
                share = buffers.factors[inverse + i * n + i]
            buffers.vectors[role, child, i] += (
                buffers.space[WEIGHTS, i] * share / buffers.space[SPREAD, i]
            )
            side.linear[begin + i, choice, history] = buffers.vectors[role, child, i]
