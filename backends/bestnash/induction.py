"""Backward induction over payoff ranks."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from seqform.backends.bestnash.grid import Ranks
from seqform.backends.linalg.compiled import compiled, compiled_part
from seqform.models.games.positions import Movers, Moves
from seqform.models.numbers.exact import Ints

FIRST, LAST, BY_KEY = range(3)
"""Which of several best moves is made: the first, the last, or the one with the largest key."""

Keys = npt.NDArray[np.float32]


@compiled_part
def preferred(move: int, best: int, ties: int, keys: Keys) -> bool:
    """Tell whether of two equally good moves, `best` the earlier one, the later is made."""
    if ties == BY_KEY:
        return bool(keys[move] > keys[best])
    return ties == LAST


@compiled
def best_outcomes(
    first_move: Ints, child: Moves, player: Movers, ranks: Ranks, ties: int, keys: Keys, value: Moves, choice: Moves
) -> None:
    """Find the outcome that play leads to from every position, without chance.

    Parameters
    ----------
    first_move, child, player : ndarrays
        Of a `PositionGraph`.
    ranks : ndarray of int32, shape (players, outcomes)
    ties : int
        `FIRST`, `LAST` or `BY_KEY`.
    keys : ndarray of float32, shape (moves,)
        Read under `BY_KEY` only.
    value : ndarray of int32, shape (n,)
        The outcomes where the game is over; completed here.
    choice : ndarray of int32, shape (n,)
        Receives the move at every position with moves.
    """
    for position in range(len(player) - 1, -1, -1):
        begin, end = first_move[position], first_move[position + 1]
        if begin == end:
            continue
        rank = ranks[player[position]]
        best, outcome = begin, value[child[begin]]
        for move in range(begin + 1, end):
            rival = value[child[move]]
            if rank[rival] > rank[outcome] or (rank[rival] == rank[outcome] and preferred(move, best, ties, keys)):
                best, outcome = move, rival
        value[position] = outcome
        choice[position] = best - begin
