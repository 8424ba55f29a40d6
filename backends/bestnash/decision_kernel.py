"""How a player attains a point of her set: one move, or a lottery over two, and threats behind the others."""

from __future__ import annotations

from seqform.backends.bestnash.cells import has, span, threat
from seqform.backends.bestnash.grid import Ranks
from seqform.backends.bestnash.set_store import SetStore
from seqform.backends.factors.compiled import compiled_part
from seqform.models.position_graph import Moves

NOBODY = -1
"""In place of a move: there is none."""


@compiled_part
def move_to_same_set(sets: Moves, child: Moves, begin: int, end: int, number: int) -> int:
    """Return the first move to a position with the same set, after which every point can be attained, or `NOBODY`."""
    for move in range(begin, end):
        if sets[child[move]] == number:
            return move
    return NOBODY


@compiled_part
def single_move(store: SetStore, sets: Moves, child: Moves, begin: int, end: int, row: int, column: int) -> int:
    """Return the first move after which a point can be attained, or `NOBODY`."""
    for move in range(begin, end):
        if has(store, int(sets[child[move]]), row, column):
            return move
    return NOBODY


@compiled_part
def lottery(
    store: SetStore, sets: Moves, child: Moves, begin: int, end: int, player: int, line: int, along: int
) -> tuple[int, int, int, int]:
    """Return two moves that a point is attained by mixing, and the places along the line that they lead to.

    Parameters
    ----------
    begin, end : int
        The position's moves.
    player : int
        Who moves.
    line, along : int
        The point: its place on the player's own axis of the grid, and on the other's.

    Returns
    -------
    move, other : int
        Twice `NOBODY` if there are none.
    low, high : int
        On either side of `along`.

    Notes
    -----
    A point of a merge lies in the set of one move; or on a line that two moves' sets have points on, between the first
    and the last of them. Sets are closed, so these two are points of the grid.
    """
    first, last, low, high = NOBODY, NOBODY, along, along
    for move in range(begin, end):
        begins, ends = span(store, int(sets[child[move]]), player, line)
        if begins >= 0 and begins < low:
            first, low = move, begins
        if ends > high:
            last, high = move, ends
    if first == NOBODY or last == NOBODY:
        return NOBODY, NOBODY, along, along
    if first != last:
        return first, last, low, high
    for move in range(begin, end):
        begins, ends = span(store, int(sets[child[move]]), player, line)
        if move != first and begins > along:
            return first, move, low, begins
        if move != first and begins >= 0:
            return move, first, begins, high
    return NOBODY, NOBODY, along, along


@compiled_part
def decision(
    store: SetStore, sets: Moves, child: Moves, begin: int, end: int, player: int, line: int, along: int
) -> tuple[int, int, int, int]:
    """Return how a point of a position's set is attained: two moves, and the places along the line they lead to.

    The parameters are those of `lottery`; where one move will do, the other is `NOBODY`.
    """
    row, column = (line, along) if player == 0 else (along, line)
    move = single_move(store, sets, child, begin, end, row, column)
    if move != NOBODY:
        return move, NOBODY, along, along
    return lottery(store, sets, child, begin, end, player, line, along)


@compiled_part
def target_of_move(
    box: Ranks, threats: Ranks, number: int, move: int, player: int, line: int, made: tuple[int, int, int, int]
) -> tuple[int, int]:
    """Return row and column of what play after a move is to attain.

    For a move that is not made, that is the least the mover can be held to, and the most the other gets along with it.

    Parameters
    ----------
    box, threats : ndarrays
        Of the store.
    number : int
        Of the set after the move.
    move, player, line : int
    made : four int
        What `decision` returned.
    """
    choice, other, low, high = made
    if move == choice:
        along = low
    elif move == other:
        along = high
    else:
        line, along = threat(box, threats, number, player)
    return (line, along) if player == 0 else (along, line)
