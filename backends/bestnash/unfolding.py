"""Where positions are shared, what to play there depends on the way: the graph of positions and what they shall pay."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from seqform.backends.bestnash.attain import attain, shares, wanted_place
from seqform.backends.bestnash.grid import tables_of
from seqform.backends.bestnash.profile_sets import ProfileSets
from seqform.backends.bestnash.set_kernels import NOBODY, decision, target_of_move
from seqform.backends.bestnash.set_store import SetStore
from seqform.backends.linalg.compiled import compiled, compiled_part
from seqform.models.games.positions import Movers, Moves, PositionGraph, PositionStrategy
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import Ints


@dataclass(frozen=True, eq=False)
class Unfolding(Immutable):
    """A graph in which a position occurs once for every payoff pair that it is to attain.

    Attributes
    ----------
    position : ndarray of int, shape (positions of `graph`,)
        The position of the original graph.
    strategy : PositionStrategy
        On `graph`.
    """

    graph: PositionGraph
    position: Ints
    strategy: PositionStrategy


def unfolded(sets: ProfileSets, payoffs: tuple[Fraction, Fraction]) -> Unfolding:
    """Return a subgame perfect equilibrium that pays a point of the root set, on an unfolded graph; a tree stays as is.

    Parameters
    ----------
    payoffs : two fractions
        A point of the root set, on the grid.

    Raises
    ------
    ModelError
        If no subgame perfect equilibrium pays that, or the point is not on the grid.
    """
    graph = sets.graph
    if graph.is_tree:
        return Unfolding(graph, np.arange(len(graph)), attain(sets, payoffs))
    tables = tables_of(graph)
    pairs = _pairs(sets, tables, wanted_place(sets, payoffs))
    order = np.argsort(pairs.position, kind="stable")
    number = np.empty(len(order), dtype=np.int32)
    number[order] = np.arange(len(order))
    position = pairs.position[order].astype(np.int64)
    new_first_move = np.concatenate([[0], np.cumsum(np.diff(tables[0])[position])]).astype(np.int64)
    child = np.empty(int(new_first_move[-1]), dtype=np.int32)
    choice, other = (np.full(len(order), -1, dtype=np.int32) for _ in range(2))
    link(*tables, sets.store, sets.number, pairs, number, new_first_move, child, choice, other)
    target, mixed = pairs.target[order], np.flatnonzero(other >= 0)
    ends = [target[child[new_first_move[mixed] + move[mixed]]] for move in (choice, other)]
    new = _graph_of_pairs(graph, position, new_first_move, child)
    probability = shares(sets.grid, new.player[mixed], target[mixed], ends[0], ends[1])
    return Unfolding(new, position, PositionStrategy(new, choice, mixed, other[mixed], probability))


def _pairs(sets: ProfileSets, tables: tuple[Ints, Moves, Movers], root: tuple[int, int]) -> Pairs:
    positions, most_moves = len(sets.graph), int(np.diff(tables[0]).max())
    pairs = _room_for(positions + most_moves + 1, np.full(positions, NO_PAIR, dtype=np.int32))
    add(pairs, 0, *root)
    position = 0
    while (position := pairs_downwards(*tables, sets.store, sets.number, position, pairs)) != DONE:
        larger, count = _room_for(2 * len(pairs.position), pairs.latest), int(pairs.used[0])
        for new, old in zip(larger[:3], pairs[:3], strict=True):
            new[:count] = old[:count]
        larger.used[0] = count
        pairs = larger
    count = int(pairs.used[0])
    return pairs._replace(position=pairs.position[:count], target=pairs.target[:count], later=pairs.later[:count])


def _room_for(size: int, latest: Moves) -> Pairs:
    return Pairs(
        np.empty(size, dtype=np.int32),
        np.empty((size, 2), dtype=np.int32),
        np.empty(size, dtype=np.int32),
        latest,
        np.zeros(1, dtype=np.int64),
    )


def _graph_of_pairs(graph: PositionGraph, position: Ints, first_move: Ints, child: Moves) -> PositionGraph:
    return PositionGraph(
        graph.title,
        graph.players,
        graph.player[position],
        first_move,
        child,
        graph.outcome[position],
        graph.payoffs,
        move_label=lambda new, move: graph.move_label(int(position[new]), move),
    )


NO_PAIR = -1

DONE = -1
"""Returned instead of a position: nothing is left."""


class Pairs(NamedTuple):
    """Pairs of a position and a target, those of a position linked to each other.

    Attributes
    ----------
    position : ndarray of int32, shape (capacity,)
    target : ndarray of int32, shape (capacity, 2)
        Row and column.
    later : ndarray of int32, shape (capacity,)
        The next pair of the same position, or `NO_PAIR`.
    latest : ndarray of int32, shape (n,)
        The pair of every position to begin with, or `NO_PAIR`.
    used : ndarray of int, shape (1,)
    """

    position: Moves
    target: npt.NDArray[np.int32]
    later: Moves
    latest: Moves
    used: Ints


@compiled_part
def found(pairs: Pairs, position: int, row: int, column: int) -> int:
    """Return the pair of a position and a target, or `NO_PAIR`."""
    pair = int(pairs.latest[position])
    while pair != NO_PAIR and (pairs.target[pair, 0] != row or pairs.target[pair, 1] != column):
        pair = int(pairs.later[pair])
    return pair


@compiled
def add(pairs: Pairs, position: int, row: int, column: int) -> None:
    """Enter a pair if it is new; there must be room for it."""
    if found(pairs, position, row, column) == NO_PAIR:
        pair = pairs.used[0]
        pairs.position[pair] = position
        pairs.target[pair, 0] = row
        pairs.target[pair, 1] = column
        pairs.later[pair] = pairs.latest[position]
        pairs.latest[position] = pair
        pairs.used[0] += 1


@compiled
def pairs_downwards(
    first_move: Ints, child: Moves, player: Movers, store: SetStore, sets: Moves, begin: int, pairs: Pairs
) -> int:
    """Enter the pairs that play can come to, the threats included, from position `begin` on.

    Returns
    -------
    int
        `DONE`, or the position at which there was no room for more pairs.
    """
    box, threats = store.box, store.threat
    for position in range(begin, len(player)):
        first, last = first_move[position], first_move[position + 1]
        mover, pair = int(player[position]), int(pairs.latest[position])
        while pair != NO_PAIR and first < last:
            if pairs.used[0] + last - first > len(pairs.position):
                return position
            line, along = int(pairs.target[pair, mover]), int(pairs.target[pair, 1 - mover])
            made = decision(store, sets, child, first, last, mover, line, along)
            for move in range(first, last):
                row, column = target_of_move(box, threats, int(sets[child[move]]), move, mover, line, made)
                add(pairs, child[move], row, column)
            pair = int(pairs.later[pair])
    return DONE


@compiled
def link(
    first_move: Ints,
    child: Moves,
    player: Movers,
    store: SetStore,
    sets: Moves,
    pairs: Pairs,
    number: Moves,
    new_first_move: Ints,
    new_child: Moves,
    choice: Moves,
    other: Moves,
) -> None:
    """Write down the moves between pairs, and which of them are made.

    Parameters
    ----------
    first_move, child, player : ndarrays
        Of the graph in which positions are shared.
    number : ndarray of int32, shape (pairs,)
        The position that every pair becomes.
    new_first_move, new_child : ndarrays
        Of the graph of pairs; the second is written.
    choice, other : ndarrays of int32, shape (pairs,)
        Receive the moves at the new positions.
    """
    box, threats = store.box, store.threat
    for pair in range(pairs.used[0]):
        position, new = int(pairs.position[pair]), number[pair]
        first, last = first_move[position], first_move[position + 1]
        if first == last:
            continue
        mover = int(player[position])
        line, along = int(pairs.target[pair, mover]), int(pairs.target[pair, 1 - mover])
        made = decision(store, sets, child, first, last, mover, line, along)
        choice[new] = made[0] - first
        if made[1] != NOBODY:
            other[new] = made[1] - first
        for move in range(first, last):
            row, column = target_of_move(box, threats, int(sets[child[move]]), move, mover, line, made)
            new_child[new_first_move[new] + move - first] = number[found(pairs, child[move], row, column)]
