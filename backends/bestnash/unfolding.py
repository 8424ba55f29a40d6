"""Where positions are shared, what to play there depends on the way: the graph of positions and what they shall pay."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from seqform.backends.bestnash.attain import attain, shares, wanted_place
from seqform.backends.bestnash.profile_sets import ProfileSets
from seqform.backends.bestnash.tables import tables_of
from seqform.backends.bestnash.unfolding_kernel import DONE, NO_PAIR, Pairs, add, link, pairs_downwards
from seqform.models.exact import Ints
from seqform.models.immutable import Immutable
from seqform.models.position_graph import Movers, Moves, PositionGraph
from seqform.models.position_strategy import PositionStrategy


@dataclass(frozen=True, eq=False)
class Unfolding(Immutable):
    """A graph in which a position occurs once for every payoff pair that it is to attain.

    Attributes
    ----------
    graph : PositionGraph
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
    sets : ProfileSets
    payoffs : two fractions
        A point of the root set, on the grid.

    Returns
    -------
    Unfolding

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
