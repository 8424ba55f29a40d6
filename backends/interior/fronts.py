"""Elimination of a stage game on a board: the compiled loops of the Riccati recursion.

A front is a stage game after one history of the rounds before, on one board. Its unknowns are the players' sequences
and the multipliers of their plan equations, for the n₁ and n₂ classes of the board. See `riccati` for the recursion.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from seqform.backends.linalg.compiled import compiled, compiled_part
from seqform.models.numbers.exact import Floats, Ints


class StageArrays(NamedTuple):
    """A stage game as plain arrays; its nodes are in preorder.

    A matrix of a front is found in its part of the factors at place a n₁² + b n₂² + c n₁n₂ with (a, b, c) its row of
    a table of places.
    """

    player: Ints  # of every node; -1 at a leaf
    child_start: Ints  # node k has the children child[child_start[k]], ..., child[child_start[k + 1] - 1]
    child: Ints
    choice: Ints  # shape (2, nodes): each player's last choice, from 1; 0 for none
    set: Ints  # the place of a node among the sets of its player
    end: Ints  # the place of a leaf among the ends; -1 elsewhere
    leaf: Ints  # the place of a leaf among the continuing leaves; -1 elsewhere
    value_place: Ints  # shape (nodes, 3), of X or Y of a node's player
    payoff_place: Ints  # of B, except at ends
    inverse_place: Ints  # of the inverse of Θ + X or Θ + Y for the choice that leads to the node, except to ends
    size: Ints  # shape (1, 3), of a front in all


class Boards(NamedTuple):
    """The boards of a round, in groups of those that continue the same board of the round before.

    The classes of a board are consecutive for both players.
    """

    group: Ints  # group g has the boards from group[g] to group[g + 1] (exclusive)
    start: Ints  # shape (2, boards + 1): its classes
    parent: Ints  # of every class of player 1, then of player 2, its place on the board before
    payoff_start: Ints
    payoffs: Floats  # for every feature the matrix of n₁ × n₂
    coefficient: Floats  # shape (features, ends, histories); payoffs of player 1
    factor_start: Ints  # of each board's fronts, in the factors
    leaf_start: Ints  # of each board's leaves, in the matrices X, Y and B of the leaves
    vector_start: Ints  # of each board's leaves, in their vectors
    num_leaves: int


class Vectors(NamedTuple):
    """One player's vectors of a round, shape (classes, choices or sets, histories)."""

    theta: Floats  # Θ
    linear: Floats  # minus the right-hand side of every sequence; then f of every choice; then the solution
    equation: Floats  # the right-hand side of the plan equation of every set; then the multiplier
    mean: Floats  # f of every set


class Leaves(NamedTuple):
    """Leaves of the round before: their matrices or vectors, and the numbers of classes of their boards."""

    values: Floats
    start: Ints
    size: Ints  # shape (2, groups)


class Front(NamedTuple):
    """A stage game on a board, after a history."""

    board: int
    history: int
    begin: tuple[int, int]  # its first class, for each player
    size: tuple[int, int]  # n₁ and n₂
    part: int  # the place of its part of the factors


class FrontBuffers(NamedTuple):
    """Working space of a front."""

    vectors: Floats  # shape (2, nodes, classes), each player's vector at every node
    space: Floats  # shape (5, classes)
    payoff: Floats  # B of an end
    nothing: Floats  # zeros, in place of B


@compiled_part
def front_of(stage: StageArrays, boards: Boards, board: int, history: int) -> Front:
    """Return a front."""
    begin = (boards.start[0, board], boards.start[1, board])
    size = (boards.start[0, board + 1] - begin[0], boards.start[1, board + 1] - begin[1])
    part = boards.factor_start[board] + history * place_in(stage.size, 0, size[0], size[1])
    return Front(board, history, begin, size, part)


@compiled_part
def place_in(places: Ints, row: int, n1: int, n2: int) -> int:
    """Return the place of a matrix in the part of a front."""
    place: int = places[row, 0] * n1 * n1 + places[row, 1] * n2 * n2 + places[row, 2] * n1 * n2
    return place


@compiled_part
def matrix(store: Floats, begin: int, rows: int, columns: int) -> Floats:
    """Return a matrix that is stored by rows."""
    return store[begin : begin + rows * columns].reshape((rows, columns))


@compiled_part
def largest_board(boards: Boards, first: int, stop: int) -> int:
    """Return the largest number of classes of a player on a board of some groups."""
    most = 1
    for board in range(boards.group[first], boards.group[stop]):
        for player in range(2):
            most = max(most, boards.start[player, board + 1] - boards.start[player, board])
    return most


@compiled_part
def invert(a: Floats) -> None:
    """Replace a symmetric positive definite matrix by its inverse, in Gauss–Jordan steps.

    As for Cholesky's, scaling by a diagonal matrix from both sides does not change the relative errors.
    """
    n = len(a)
    for k in range(n):
        row = a[k]
        pivot = 1.0 / row[k]
        row[k] = 1.0
        for j in range(n):
            row[j] *= pivot
        for i in range(n):
            if i != k:
                other = a[i]
                factor = other[k]
                other[k] = 0.0
                for j in range(n):
                    other[j] -= factor * row[j]
    make_symmetric(a)


@compiled_part
def make_symmetric(a: Floats) -> None:
    """Replace a matrix by the mean of it and its transpose."""
    for i in range(len(a)):
        for j in range(i):
            mean = 0.5 * (a[i, j] + a[j, i])
            a[i, j] = mean
            a[j, i] = mean


@compiled
def factor_groups(
    stage: StageArrays,
    boards: Boards,
    first: int,
    stop: int,
    sides: tuple[Vectors, Vectors],
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
    for group in range(first, stop):
        above.values[above.start[group] : above.start[group + 1]] = 0.0
        for board in range(boards.group[group], boards.group[group + 1]):
            for history in range(boards.coefficient.shape[2]):
                front = front_of(stage, boards, board, history)
                for node in range(len(stage.player) - 1, -1, -1):
                    if stage.player[node] >= 0:
                        factor_node(stage, boards, front, node, sides[stage.player[node]], factors, squares, space)
                    elif stage.leaf[node] >= 0:
                        read_leaf(stage, boards, front, node, leaves, factors, squares)
                add_root(stage, boards, front, group, factors, squares, above)


@compiled_part
def read_leaf(
    stage: StageArrays, boards: Boards, front: Front, node: int, leaves: Floats, factors: Floats, squares: Floats
) -> None:
    """Copy X, Y and B of a continuing leaf."""
    n1, n2 = front.size
    whole = n1 * n1 + n2 * n2 + n1 * n2
    begin = boards.leaf_start[front.board] + (front.history * boards.num_leaves + stage.leaf[node]) * whole
    squares[0, node, : n1 * n1] = leaves[begin : begin + n1 * n1]
    squares[1, node, : n2 * n2] = leaves[begin + n1 * n1 : begin + n1 * n1 + n2 * n2]
    place = front.part + place_in(stage.payoff_place, node, n1, n2)
    factors[place : place + n1 * n2] = leaves[begin + n1 * n1 + n2 * n2 : begin + whole]


@compiled_part
def factor_node(
    stage: StageArrays,
    boards: Boards,
    front: Front,
    node: int,
    side: Vectors,
    factors: Floats,
    squares: Floats,
    space: Floats,
) -> None:
    """Eliminate the choices at a node, and keep its X or Y, its B and the inverses of its choices."""
    role = stage.player[node]
    n1, n2 = front.size
    n, m = front.size[role], front.size[1 - role]
    begin, theta, history = front.begin[role], side.theta, front.history
    payoff_begin = boards.payoff_start[front.board]
    total = matrix(factors, front.part + place_in(stage.value_place, node, n1, n2), n, n)
    weighted, product = matrix(space[0], 0, n, m), matrix(space[2], 0, n, m)
    mean, square, payoff = matrix(space[3], 0, n, m), matrix(space[4], 0, m, m), matrix(space[1], 0, n, m)
    total[:] = 0.0
    weighted[:] = 0.0
    for place in range(stage.child_start[node], stage.child_start[node + 1]):
        child = stage.child[place]
        choice = stage.choice[role, child] - 1
        if stage.end[child] >= 0:
            end_payoffs(boards.payoffs, payoff_begin, boards.coefficient, stage.end[child], history, n1 * n2, space[5])
            orient(space[5], 0, role, n1, n2, payoff)
            for i in range(n):
                inverse = 1.0 / theta[begin + i, choice, history]
                total[i, i] += inverse
                for j in range(m):
                    weighted[i, j] += inverse * payoff[i, j]
            continue
        orient(factors, front.part + place_in(stage.payoff_place, child, n1, n2), role, n1, n2, payoff)
        held = matrix(factors, front.part + place_in(stage.inverse_place, child, n1, n2), n, n)
        held[:] = matrix(squares[role, child], 0, n, n)
        for i in range(n):
            held[i, i] += theta[begin + i, choice, history]
        invert(held)
        total += held
        np.dot(held, payoff, product)
        weighted += product
    invert(total)
    np.dot(total, weighted, mean)
    matrix(squares[role, node], 0, n, n)[:] = total
    stored = matrix(factors, front.part + place_in(stage.payoff_place, node, n1, n2), n1, n2)
    if role == 0:
        stored[:] = mean
    else:
        for i in range(n):
            for j in range(m):
                stored[j, i] = -mean[i, j]
    rest = matrix(squares[1 - role, node], 0, m, m)
    rest[:] = 0.0
    for place in range(stage.child_start[node], stage.child_start[node + 1]):
        child = stage.child[place]
        choice = stage.choice[role, child] - 1
        if stage.end[child] >= 0:
            end_payoffs(boards.payoffs, payoff_begin, boards.coefficient, stage.end[child], history, n1 * n2, space[5])
            orient(space[5], 0, role, n1, n2, payoff)
            payoff -= mean
            for i in range(n):
                inverse = 1.0 / theta[begin + i, choice, history]
                for j in range(m):
                    product[i, j] = inverse * payoff[i, j]
        else:
            orient(factors, front.part + place_in(stage.payoff_place, child, n1, n2), role, n1, n2, payoff)
            payoff -= mean
            held = matrix(factors, front.part + place_in(stage.inverse_place, child, n1, n2), n, n)
            np.dot(held, payoff, product)
            rest += matrix(squares[1 - role, child], 0, m, m)
        np.dot(payoff.T, product, square)
        rest += square
    make_symmetric(rest)


@compiled_part
def orient(store: Floats, begin: int, role: int, n1: int, n2: int, out: Floats) -> None:
    """Set `out` to a stored B as a player sees it, own classes as rows: for player 2 minus its transpose."""
    if role == 0:
        out[:] = matrix(store, begin, n1, n2)
        return
    for i in range(n1):
        for j in range(n2):
            out[j, i] = -store[begin + i * n2 + j]


@compiled_part
def add_root(
    stage: StageArrays, boards: Boards, front: Front, group: int, factors: Floats, squares: Floats, above: Leaves
) -> None:
    """Add X, Y and B of the root to those of the leaf before, at the classes that the board's continue."""
    n1, n2 = front.size
    m1, m2 = above.size[0, group], above.size[1, group]
    begin = above.start[group] + front.history * (m1 * m1 + m2 * m2 + m1 * m2)
    x, y = matrix(squares[0, 0], 0, n1, n1), matrix(squares[1, 0], 0, n2, n2)
    b = matrix(factors, front.part + place_in(stage.payoff_place, 0, n1, n2), n1, n2)
    into_x, into_y = matrix(above.values, begin, m1, m1), matrix(above.values, begin + m1 * m1, m2, m2)
    into_b = matrix(above.values, begin + m1 * m1 + m2 * m2, m1, m2)
    parent1 = boards.parent[front.begin[0] : front.begin[0] + n1]
    second = boards.start[0, -1] + front.begin[1]
    parent2 = boards.parent[second : second + n2]
    for i in range(n1):
        for j in range(n1):
            into_x[parent1[i], parent1[j]] += x[i, j]
        for j in range(n2):
            into_b[parent1[i], parent2[j]] += b[i, j]
    for i in range(n2):
        for j in range(n2):
            into_y[parent2[i], parent2[j]] += y[i, j]


@compiled_part
def multiply(factors: Floats, begin: int, n: int, vector: Floats, out: Floats) -> None:
    """Set `out` to the product of a symmetric matrix and a vector."""
    for i in range(n):
        out[i] = 0.0
    for i in range(n):
        factor = vector[i]
        place = begin + i * n
        for j in range(n):
            out[j] += factor * factors[place + j]


@compiled_part
def end_payoffs(
    payoffs: Floats, begin: int, coefficient: Floats, end: int, history: int, size: int, out: Floats
) -> None:
    """Set B of an end, minus the payoffs of player 1, at the start of `out`."""
    for k in range(size):
        out[k] = 0.0
    for feature in range(len(coefficient)):
        factor = coefficient[feature, end, history]
        if factor != 0.0:
            place = begin + feature * size
            for k in range(size):
                out[k] -= factor * payoffs[place + k]


@compiled_part
def add_difference(
    store: Floats,
    place: int,
    factors: Floats,
    mean: int,
    size: tuple[int, int],
    is_first: bool,
    transposed: bool,
    vector: Floats,
    out: Floats,
) -> None:
    """Add (B_a - B) v or (B_a - B)ᵀ v to `out`, for player 2 with minus the transposes of both matrices."""
    n1, n2 = size
    sign = 1.0 if is_first else -1.0
    for i in range(n1):
        a, b = place + i * n2, mean + i * n2
        if is_first != transposed:
            total = 0.0
            for j in range(n2):
                total += (store[a + j] - factors[b + j]) * vector[j]
            out[i] += sign * total
        else:
            factor = sign * vector[i]
            for j in range(n2):
                out[j] += factor * (store[a + j] - factors[b + j])


# ---- right-hand sides ----


@compiled
def carry_groups(
    downwards: bool,
    stage: StageArrays,
    boards: Boards,
    first: int,
    stop: int,
    sides: tuple[Vectors, Vectors],
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
    buffers = FrontBuffers(vectors, np.empty((5, most)), np.empty(most * most), np.zeros(most * most))
    for group in range(first, stop):
        if not downwards:
            above.values[above.start[group] : above.start[group + 1]] = 0.0
        for board in range(boards.group[group], boards.group[group + 1]):
            for history in range(boards.coefficient.shape[2]):
                front = front_of(stage, boards, board, history)
                if downwards:
                    copy_root(boards, front, group, vectors, above, downwards)
                    lower_front(stage, boards, front, sides, factors, buffers)
                    copy_leaves(stage, boards, front, vectors, leaves, downwards)
                else:
                    copy_leaves(stage, boards, front, vectors, leaves, downwards)
                    lift_front(stage, boards, front, sides, factors, buffers)
                    copy_root(boards, front, group, vectors, above, downwards)


@compiled_part
def copy_root(boards: Boards, front: Front, group: int, vectors: Floats, above: Leaves, downwards: bool) -> None:
    """Add the vectors of a root to those of the leaf before, or read them there."""
    parents, values = boards.parent, above.values
    begin = above.start[group] + front.history * (above.size[0, group] + above.size[1, group])
    for player in range(2):
        first = player * boards.start[0, -1] + front.begin[player]
        for i in range(front.size[player]):
            place = begin + parents[first + i]
            if downwards:
                vectors[player, 0, i] = values[place]
            else:
                values[place] += vectors[player, 0, i]
        begin += above.size[player, group]


@compiled_part
def copy_leaves(
    stage: StageArrays, boards: Boards, front: Front, vectors: Floats, leaves: Floats, downwards: bool
) -> None:
    """Read the vectors of a front's continuing leaves, or write them."""
    for node in range(len(stage.leaf)):
        if stage.leaf[node] >= 0:
            row = front.history * boards.num_leaves + stage.leaf[node]
            begin = boards.vector_start[front.board] + row * (front.size[0] + front.size[1])
            for player in range(2):
                for i in range(front.size[player]):
                    if downwards:
                        leaves[begin + i] = vectors[player, node, i]
                    else:
                        vectors[player, node, i] = leaves[begin + i]
                begin += front.size[player]


@compiled_part
def lift_front(
    stage: StageArrays,
    boards: Boards,
    front: Front,
    sides: tuple[Vectors, Vectors],
    factors: Floats,
    buffers: FrontBuffers,
) -> None:
    """Compute the vectors of all nodes of a front from those of its leaves."""
    children, choices, ends, set_of = stage.child, stage.choice, stage.end, stage.set
    payoffs, payoff_begin, coefficient = boards.payoffs, boards.payoff_start[front.board], boards.coefficient
    vectors, space, payoff, nothing = buffers
    away, product, weighted = space[0], space[1], space[2]
    size, part, history = front.size, front.part, front.history
    n1, n2 = size
    for node in range(len(stage.player) - 1, -1, -1):
        role = stage.player[node]
        if role < 0:
            continue
        n, m, begin = size[role], size[1 - role], front.begin[role]
        side, own, other = sides[role], set_of[node], vectors[1 - role, node]
        for i in range(n):
            weighted[i] = 0.0
        for place in range(stage.child_start[node], stage.child_start[node + 1]):
            child = children[place]
            choice = choices[role, child] - 1
            if ends[child] >= 0:
                for i in range(n):
                    theta = side.theta[begin + i, choice, history]
                    weighted[i] += side.linear[begin + i, choice, history] / theta
                continue
            for i in range(n):
                away[i] = side.linear[begin + i, choice, history] + vectors[role, child, i]
                side.linear[begin + i, choice, history] = away[i]
            multiply(factors, part + place_in(stage.inverse_place, child, n1, n2), n, away, product)
            for i in range(n):
                weighted[i] += product[i]
        value = part + place_in(stage.value_place, node, n1, n2)
        multiply(factors, value, n, weighted, product)
        for i in range(n):
            side.mean[begin + i, own, history] = product[i]
            away[i] = side.equation[begin + i, own, history]
        multiply(factors, value, n, away, weighted)
        for i in range(n):
            vectors[role, node, i] = product[i] + weighted[i]
        for j in range(m):
            other[j] = 0.0
        mean = part + place_in(stage.payoff_place, node, n1, n2)
        add_difference(nothing, 0, factors, mean, size, role == 0, True, away, other)  # -Bᵀe
        for place in range(stage.child_start[node], stage.child_start[node + 1]):
            child = children[place]
            choice = choices[role, child] - 1
            if ends[child] >= 0:
                for i in range(n):
                    rest = side.linear[begin + i, choice, history] - side.mean[begin + i, own, history]
                    product[i] = rest / side.theta[begin + i, choice, history]
                end_payoffs(payoffs, payoff_begin, coefficient, ends[child], history, n1 * n2, payoff)
                add_difference(payoff, 0, factors, mean, size, role == 0, True, product, other)
                continue
            for i in range(n):
                away[i] = side.linear[begin + i, choice, history] - side.mean[begin + i, own, history]
            multiply(factors, part + place_in(stage.inverse_place, child, n1, n2), n, away, product)
            for j in range(m):
                other[j] += vectors[1 - role, child, j]
            b = part + place_in(stage.payoff_place, child, n1, n2)
            add_difference(factors, b, factors, mean, size, role == 0, True, product, other)


@compiled_part
def lower_front(
    stage: StageArrays,
    boards: Boards,
    front: Front,
    sides: tuple[Vectors, Vectors],
    factors: Floats,
    buffers: FrontBuffers,
) -> None:
    """Compute the solution at all nodes of a front from the vectors of its root.

    The weights of choices are corrected until the plan equations hold: an error in them would stay for good.
    """
    children, choices, ends, set_of = stage.child, stage.choice, stage.end, stage.set
    payoffs, payoff_begin, coefficient = boards.payoffs, boards.payoff_start[front.board], boards.coefficient
    vectors, space, payoff, nothing = buffers
    away, product, total, weights, spread = space[0], space[1], space[2], space[3], space[4]
    size, part, history = front.size, front.part, front.history
    n1, n2 = size
    for node in range(len(stage.player)):
        role = stage.player[node]
        if role < 0:
            continue
        n, m, begin = size[role], size[1 - role], front.begin[role]
        side, own, other = sides[role], set_of[node], vectors[1 - role, node]
        mean = part + place_in(stage.payoff_place, node, n1, n2)
        value = part + place_in(stage.value_place, node, n1, n2)
        for i in range(n):
            away[i] = 0.0
            spread[i] = 0.0
            weights[i] = vectors[role, node, i] + side.equation[begin + i, own, history]
        add_difference(nothing, 0, factors, mean, size, role == 0, False, other, away)  # -B y
        multiply(factors, value, n, weights, total)
        for i in range(n):
            side.equation[begin + i, own, history] = away[i] - total[i] - side.mean[begin + i, own, history]
        for place in range(stage.child_start[node], stage.child_start[node + 1]):
            child = children[place]
            choice = choices[role, child] - 1
            for i in range(n):
                away[i] = 0.0
            if ends[child] >= 0:
                end_payoffs(payoffs, payoff_begin, coefficient, ends[child], history, n1 * n2, payoff)
                add_difference(payoff, 0, factors, mean, size, role == 0, False, other, away)
            else:
                b = part + place_in(stage.payoff_place, child, n1, n2)
                add_difference(factors, b, factors, mean, size, role == 0, False, other, away)
            for i in range(n):
                rest = side.linear[begin + i, choice, history] - side.mean[begin + i, own, history]
                away[i] = total[i] - away[i] - rest
            if ends[child] >= 0:
                for i in range(n):
                    share = 1.0 / side.theta[begin + i, choice, history]
                    vectors[role, child, i] = share * away[i]
                    spread[i] += share
            else:
                inverse = part + place_in(stage.inverse_place, child, n1, n2)
                multiply(factors, inverse, n, away, product)
                for i in range(n):
                    vectors[role, child, i] = product[i]
                    spread[i] += factors[inverse + i * n + i]
                for j in range(m):
                    vectors[1 - role, child, j] = other[j]
        for i in range(n):
            away[i] = weights[i]
        for place in range(stage.child_start[node], stage.child_start[node + 1]):
            for i in range(n):
                away[i] -= vectors[role, children[place], i]
        multiply(factors, value, n, away, total)
        for i in range(n):
            side.equation[begin + i, own, history] -= total[i]
        for place in range(stage.child_start[node], stage.child_start[node + 1]):
            child = children[place]
            if ends[child] >= 0:
                choice = choices[role, child] - 1
                for i in range(n):
                    vectors[role, child, i] += total[i] / side.theta[begin + i, choice, history]
            else:
                multiply(factors, part + place_in(stage.inverse_place, child, n1, n2), n, total, product)
                for i in range(n):
                    vectors[role, child, i] += product[i]
            for i in range(n):
                weights[i] -= vectors[role, child, i]
        for place in range(stage.child_start[node], stage.child_start[node + 1]):
            child = children[place]
            choice = choices[role, child] - 1
            inverse = part + place_in(stage.inverse_place, child, n1, n2)
            for i in range(n):
                if ends[child] >= 0:
                    share = 1.0 / side.theta[begin + i, choice, history]
                else:
                    share = factors[inverse + i * n + i]
                vectors[role, child, i] += weights[i] * share / spread[i]
                side.linear[begin + i, choice, history] = vectors[role, child, i]
