"""Storage of the distinct utility profile sets, and queries on a set: its extent, its cells, its ends on a line.

Sets are known by numbers. Numbers below the number of outcomes stand for single outcomes. Every other set is a box of
rows and columns of the doubled grid, packed into words of 64 columns, that begin at multiples of 64. Sets that agree
get the same number, so that two of them are merged only once.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from seqform.backends.linalg.compiled import compiled, compiled_part
from seqform.models.numbers.exact import Ints

Ranks = npt.NDArray[np.int32]

TOP, LEFT, BOTTOM, RIGHT = range(4)
"""Columns of `SetStore.box`: the first row and column of a set, and the last; those of a player are 2 apart."""

SETS, WORDS, MERGES, WANTED, WORK = range(5)
"""Entries of `SetStore.used`: entries in use, words that the next set may take, and words gone through so far."""

NO_MERGE = -1


class SetStore(NamedTuple):
    """Buffers that hold sets, and a table of the merges done so far.

    `outcomes` is the number of single outcomes. `box`, shape (outcomes + capacity, 4), has the rows and columns that a
    set extends over, the outcomes first; `words` the cells of the other sets row by row, from `offset` on, the lowest
    bit being the leftmost column. `threat`, shape (capacity, 2), is the end of a set on its least row, and on its least
    column: the most that the other player can get when player 1, or player 2, is held to the least. `slots` is an
    open-addressing table of the sets by `hashes`, -1 where free, and `keys` one of the merges: two sets and the player
    who chooses, with the set that results in `merged`.
    """

    outcomes: int
    box: Ranks
    offset: Ints
    threat: Ranks
    words: npt.NDArray[np.uint64]
    hashes: npt.NDArray[np.uint64]
    slots: npt.NDArray[np.int32]
    keys: Ints
    merged: npt.NDArray[np.int32]
    used: Ints

    @property
    def size(self) -> int:
        """The memory of the sets and their merges, in bytes."""
        return sum(part.nbytes for part in self[1:])


def empty_store(outcomes: Ranks) -> SetStore:
    """Return a store of the single outcomes alone, given their rows and columns, shape (2, outcomes)."""
    box = np.zeros((outcomes.shape[1] + 2, 4), dtype=np.int32)
    box[: outcomes.shape[1], TOP] = box[: outcomes.shape[1], BOTTOM] = outcomes[0]
    box[: outcomes.shape[1], LEFT] = box[: outcomes.shape[1], RIGHT] = outcomes[1]
    return SetStore(
        outcomes.shape[1],
        box,
        np.zeros(2, dtype=np.int64),
        np.zeros((2, 2), dtype=np.int32),
        np.zeros(4, dtype=np.uint64),
        np.zeros(2, dtype=np.uint64),
        np.full(4, -1, dtype=np.int32),
        np.full(4, NO_MERGE, dtype=np.int64),
        np.zeros(4, dtype=np.int32),
        np.zeros(5, dtype=np.int64),
    )


def enlarged(store: SetStore) -> SetStore:
    """Return the store with the buffers that are full made larger."""
    sets, words, merges, wanted, _ = store.used.tolist()
    if sets == len(store.hashes):
        hashes = _longer(store.hashes, 2 * sets)
        slots = np.full(4 * sets, -1, dtype=np.int32)
        fill_slots(hashes, sets, slots)
        store = store._replace(
            box=_longer(store.box, store.outcomes + 2 * sets),
            offset=_longer(store.offset, 2 * sets),
            threat=_longer(store.threat, 2 * sets),
            hashes=hashes,
            slots=slots,
        )
    if words + wanted > len(store.words):
        store = store._replace(words=_longer(store.words, max(2 * len(store.words), words + wanted)))
    if 2 * merges >= len(store.keys):
        keys = np.full(2 * len(store.keys), NO_MERGE, dtype=np.int64)
        merged = np.zeros(len(keys), dtype=np.int32)
        move_merges(store.keys, store.merged, keys, merged)
        store = store._replace(keys=keys, merged=merged)
    return store


def _longer(buffer: npt.NDArray[Any], size: int) -> npt.NDArray[Any]:
    longer = np.zeros((size, *buffer.shape[1:]), dtype=buffer.dtype)
    longer[: len(buffer)] = buffer
    return longer


@compiled
def mixed_key(key: int) -> np.int64:
    """Spread a key over all bits, so that its low bits may serve as a place in a table."""
    spread = np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)
    return np.int64((spread ^ (spread >> np.uint64(29))) & np.uint64(0x7FFFFFFFFFFFFFFF))


@compiled
def place_of(keys: Ints, key: int) -> np.int64:
    """Return the place of a key in an open-addressing table, or the free place for it."""
    last = len(keys) - 1
    place = mixed_key(key) & last
    while keys[place] != key and keys[place] != NO_MERGE:
        place = (place + 1) & last
    return place


@compiled
def move_merges(old_keys: Ints, old_merged: npt.NDArray[np.int32], keys: Ints, merged: npt.NDArray[np.int32]) -> None:
    """Enter the merges into a larger table."""
    for entry in range(len(old_keys)):
        if old_keys[entry] != NO_MERGE:
            place = place_of(keys, old_keys[entry])
            keys[place] = old_keys[entry]
            merged[place] = old_merged[entry]


@compiled
def fill_slots(hashes: npt.NDArray[np.uint64], sets: int, slots: npt.NDArray[np.int32]) -> None:
    """Enter the sets into an empty table by their hashes."""
    last = len(slots) - 1
    for number in range(sets):
        place = np.int64(hashes[number] & np.uint64(last))
        while slots[place] >= 0:
            place = (place + 1) & last
        slots[place] = number


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
    """Return the least place of a set on a player's own axis, and the other player's largest place along with it."""
    outcomes = len(box) - len(threats)
    along = box[number, 1 - player] if number < outcomes else threats[number - outcomes, player]
    return int(box[number, player]), int(along)


@compiled_part
def word_at(store: SetStore, number: int, row: int, word: int) -> np.uint64:
    """Return 64 cells of a row of a set."""
    top = int(store.box[number, TOP])
    first, last = int(store.box[number, LEFT]) >> 6, int(store.box[number, RIGHT]) >> 6
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
    """Return whether a cell belongs to a set."""
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
    """Return the ends of a set on a line of equal payoffs of a player; (-1, -1) if it has no cell there.

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
