"""Looking into a set: its extent, whether it has a cell, and where it begins and ends on a line of the grid."""

from __future__ import annotations

import numpy as np

from seqform.backends.bestnash.grid import Ranks
from seqform.backends.bestnash.set_store import BOTTOM, LEFT, RIGHT, TOP, SetStore
from seqform.backends.factors.compiled import compiled_part


@compiled_part
def least(store: SetStore, number: int, player: int) -> int:
    """Return the first row (player 0) or column (player 1) of a set."""
    return int(store.box[number, player])


@compiled_part
def greatest(store: SetStore, number: int, player: int) -> int:
    """Return the last row (player 0) or column (player 1) of a set."""
    return int(store.box[number, 2 + player])


@compiled_part
def threat(box: Ranks, threats: Ranks, number: int, player: int) -> tuple[int, int]:
    """Return the point at which a player is held to the least, and the other one gets the most along with it.

    Parameters
    ----------
    box, threats : ndarrays
        Of the store.
    number : int
        Of the set.
    player : int

    Returns
    -------
    line, along : int
        Places on the player's own axis and on the other's.
    """
    outcomes = len(box) - len(threats)
    along = box[number, 1 - player] if number < outcomes else threats[number - outcomes, player]
    return int(box[number, player]), int(along)


@compiled_part
def word_at(store: SetStore, number: int, row: int, word: int) -> np.uint64:
    """Return 64 cells of a row of a set."""
    top, first, last = (
        int(store.box[number, TOP]),
        int(store.box[number, LEFT]) >> 6,
        int(store.box[number, RIGHT]) >> 6,
    )
    if row < top or row > store.box[number, BOTTOM] or word < first or word > last:
        return np.uint64(0)
    if number < store.outcomes:
        return np.uint64(1) << np.uint64(store.box[number, LEFT] & 63)
    cells: np.uint64 = store.words[
        store.offset[number - store.outcomes] + (row - top) * (last - first + 1) + word - first
    ]
    return cells


@compiled_part
def has(store: SetStore, number: int, row: int, column: int) -> bool:
    """Tell whether a cell belongs to a set."""
    cells = word_at(store, number, row, column >> 6)
    return bool((cells >> np.uint64(column & 63)) & np.uint64(1) != np.uint64(0))


@compiled_part
def lowest_bit(word: np.uint64) -> int:
    """Return the place of the lowest bit of a word that is not zero."""
    place, width = 0, 32
    while width:
        if word & ((np.uint64(1) << np.uint64(width)) - np.uint64(1)) == np.uint64(0):
            word >>= np.uint64(width)
            place += width
        width >>= 1
    return place


@compiled_part
def highest_bit(word: np.uint64) -> int:
    """Return the place of the highest bit of a word that is not zero."""
    place, width = 0, 32
    while width:
        if word >> np.uint64(width) != np.uint64(0):
            word >>= np.uint64(width)
            place += width
        width >>= 1
    return place


@compiled_part
def span(store: SetStore, number: int, player: int, line: int) -> tuple[int, int]:
    """Return where a set begins and ends on a line that a player's payoff is the same along; (-1, -1) if it is empty.

    The line is a row for player 0, and its ends are columns; for player 1 the other way round.
    """
    if line < least(store, number, player) or line > greatest(store, number, player):
        return -1, -1
    first, last = -1, -1
    if player == 0:
        for word in range(least(store, number, 1) >> 6, (greatest(store, number, 1) >> 6) + 1):
            bits = word_at(store, number, line, word)
            if bits != np.uint64(0):
                last = 64 * word + highest_bit(bits)
                if first < 0:
                    first = 64 * word + lowest_bit(bits)
        return first, last
    for row in range(least(store, number, 0), greatest(store, number, 0) + 1):
        if has(store, number, row, line):
            last = row
            if first < 0:
                first = row
    return first, last
