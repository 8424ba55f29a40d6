"""Which pairs of a position and a target play can come to, where positions are shared."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from seqform.backends.bestnash.decision_kernel import NOBODY, decision, target_of_move
from seqform.backends.bestnash.set_store import SetStore
from seqform.backends.factors.compiled import compiled, compiled_part
from seqform.models.exact import Ints
from seqform.models.position_graph import Movers, Moves

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
