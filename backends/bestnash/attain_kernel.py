"""From a target at the initial position to targets and moves everywhere in a tree."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from seqform.backends.bestnash.decision_kernel import NOBODY, decision, move_to_same_set, target_of_move
from seqform.backends.bestnash.set_store import SetStore
from seqform.backends.factors.compiled import compiled
from seqform.models.exact import Ints
from seqform.models.position_graph import Movers, Moves


@compiled
def aim_downwards(
    first_move: Ints,
    child: Moves,
    player: Movers,
    store: SetStore,
    sets: Moves,
    begin: int,
    end: int,
    target: npt.NDArray[np.int32],
    choice: Moves,
    other: Moves,
) -> None:
    """Decide the moves at the positions from `begin` to `end`, whose targets are known, and the targets after them.

    Parameters
    ----------
    first_move, child, player : ndarrays
        Of a `PositionGraph` that is a tree.
    store : SetStore
    sets : ndarray of int32, shape (n,)
        The number of the set at every position.
    begin, end : int
    target : ndarray of int32, shape (n, 2)
        Row and column of what is attained; every target is a point of the grid and of the position's set.
    choice, other : ndarrays of int32, shape (n,)
        Receive the move that is made, and the second one of a lottery.
    """
    box, threats = store.box, store.threat
    for position in range(begin, end):
        first, last = first_move[position], first_move[position + 1]
        if first == last:
            continue
        mover = int(player[position])
        line, along = int(target[position, mover]), int(target[position, 1 - mover])
        made = move_to_same_set(sets, child, first, last, sets[position]), NOBODY, along, along
        if made[0] == NOBODY:
            made = decision(store, sets, child, first, last, mover, line, along)
        choice[position] = made[0] - first
        if made[1] != NOBODY:
            other[position] = made[1] - first
        for move in range(first, last):
            row, column = target_of_move(box, threats, int(sets[child[move]]), move, mover, line, made)
            target[child[move], 0] = row
            target[child[move], 1] = column
