"""Storage of the distinct utility profile sets, queries on a set, and the merges of sets on the doubled grid.

Sets are known by numbers. Numbers below the number of outcomes stand for single outcomes. Every other set is a box of
rows and columns of the doubled grid, packed into words of 64 columns, that begin at multiples of 64. Sets that agree
get the same number, so that two of them are merged only once.

The merge is equation 3 of Littman et al., with algorithms 2 and 3. A row of the doubled grid is a payoff of player 1 or
an open interval between two, along which a set looks the same everywhere. So mergeLDet for player 1 keeps the rows from
the other set's least row on, and mergeRandom fills every row that both sets have cells in, from the first to the last
cell of either. For player 2 it is the columns. Going from the last position to the first, the merges give the utility
profile set of every position (getEquilibriumUPS).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from seqform.backends.bestnash.induction import Tables
from seqform.backends.linalg.compiled import compiled, compiled_part
from seqform.models.games.positions import Moves
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


FULL = -1
"""Returned instead of a set: a buffer is full."""


@compiled_part
def bits_between(word: int, first: int, last: int) -> np.uint64:
    """Return a word with the bits of the columns from `first` to `last` set."""
    low, high = max(first - 64 * word, 0), min(last - 64 * word, 63)
    if low > 63 or high < 0:
        return np.uint64(0)
    ones = ~np.uint64(0)
    return (ones << np.uint64(low)) & (ones >> np.uint64(63 - high))


@compiled_part
def write_for_first(store: SetStore, one: int, two: int, mixing: bool, out: npt.NDArray[np.uint64]) -> None:
    """Write the merge for player 1 into `out`, shape (rows, words), from the box's first row and word on."""
    top = max(least(store, one, 0), least(store, two, 0))
    left = min(least(store, one, 1), least(store, two, 1)) >> 6
    rows, words = out.shape
    for row in range(rows):
        low, high = 0, -1
        if mixing:
            first_one, last_one = span(store, one, 0, top + row)
            first_two, last_two = span(store, two, 0, top + row)
            if first_one >= 0 and first_two >= 0:
                low, high = min(first_one, first_two), max(last_one, last_two)
        for word in range(words):
            either = word_at(store, one, top + row, left + word) | word_at(store, two, top + row, left + word)
            out[row, word] = either | bits_between(left + word, low, high)


@compiled_part
def write_for_second(store: SetStore, one: int, two: int, mixing: bool, out: npt.NDArray[np.uint64]) -> None:
    """Write the merge for player 2 into `out`, shape (rows, words), from the box's first row and word on."""
    top = min(least(store, one, 0), least(store, two, 0))
    left = max(least(store, one, 1), least(store, two, 1))
    rows, words = out.shape
    for word in range(words):
        column = (left >> 6) + word
        kept = bits_between(column, left, 64 * column + 63)
        in_one, in_two = np.uint64(0), np.uint64(0)
        for row in range(rows):
            in_one |= word_at(store, one, top + row, column)
            in_two |= word_at(store, two, top + row, column)
        filled = in_one & in_two & kept if mixing else np.uint64(0)
        above = np.uint64(0)
        for row in range(rows):
            either = word_at(store, one, top + row, column) | word_at(store, two, top + row, column)
            above |= either & filled
            out[row, word] = above
        below = np.uint64(0)
        for row in range(rows - 1, -1, -1):
            either = word_at(store, one, top + row, column) | word_at(store, two, top + row, column)
            below |= either & filled
            out[row, word] = (out[row, word] & below) | (either & kept)


@compiled_part
def interned(store: SetStore, top: int, left: int, rows: int, words: int) -> int:
    """Return the number of the set whose cells follow the last set's words, and enter it if it is new."""
    start = store.used[WORDS]
    cells = store.words[start : start + rows * words].reshape((rows, words))
    columns = np.zeros(words, dtype=np.uint64)
    first_row, last_row = -1, -1
    for row in range(rows):
        any_cell = np.uint64(0)
        for word in range(words):
            any_cell |= cells[row, word]
            columns[word] |= cells[row, word]
        if any_cell != np.uint64(0):
            last_row = row
            if first_row < 0:
                first_row = row
    first_word, last_word = 0, words - 1
    while columns[first_word] == np.uint64(0):
        first_word += 1
    while columns[last_word] == np.uint64(0):
        last_word -= 1
    number, length = store.used[SETS], 0
    hashed = np.uint64(1099511628211) * np.uint64(top + first_row + 1)
    for row in range(first_row, last_row + 1):
        for word in range(first_word, last_word + 1):
            store.words[start + length] = cells[row, word]
            hashed = (hashed ^ cells[row, word]) * np.uint64(0xD6E8FEB86659FD93)
            hashed ^= hashed >> np.uint64(32)
            length += 1
    box = store.box[store.outcomes + number]
    box[TOP], box[BOTTOM] = top + first_row, top + last_row
    box[LEFT] = 64 * (left + first_word) + lowest_bit(columns[first_word])
    box[RIGHT] = 64 * (left + last_word) + highest_bit(columns[last_word])
    store.offset[number] = start
    return found_or_entered(store, hashed, length)


@compiled_part
def found_or_entered(store: SetStore, hashed: np.uint64, length: int) -> int:
    """Return the number of a set equal to the one behind the last, or enter that one."""
    outcomes, number, last = store.outcomes, store.used[SETS], len(store.slots) - 1
    place = np.int64(hashed & np.uint64(last))
    while store.slots[place] >= 0:
        known = int(store.slots[place])
        if store.hashes[known] == hashed and same(store, known, number, length):
            return int(outcomes + known)
        place = (place + 1) & last
    store.slots[place] = number
    store.hashes[number] = hashed
    for player in range(2):
        line = least(store, outcomes + number, player)
        store.threat[number, player] = span(store, outcomes + number, player, line)[1]
    store.used[SETS] += 1
    store.used[WORDS] += length
    return int(outcomes + number)


@compiled_part
def same(store: SetStore, known: int, number: int, length: int) -> bool:
    """Return whether two sets agree."""
    for side in range(4):
        if store.box[store.outcomes + known, side] != store.box[store.outcomes + number, side]:
            return False
    one, two = store.offset[known], store.offset[number]
    return np.array_equal(store.words[one : one + length], store.words[two : two + length])


@compiled_part
def merge_key(one: int, two: int, player: int) -> int:
    """Return the key under which the merge of two sets is remembered."""
    return (min(one, two) << 32) | (max(one, two) << 1) | player


@compiled_part
def merge(store: SetStore, one: int, two: int, player: int, mixing: bool) -> int:
    """Return the number of the merge of two sets for the player who chooses, and remember it; or return `FULL`."""
    top, left = least(store, one, 0), least(store, one, 1)
    bottom, right = greatest(store, one, 0), greatest(store, one, 1)
    if player == 0:
        top, left = max(top, least(store, two, 0)), min(left, least(store, two, 1))
    else:
        top, left = min(top, least(store, two, 0)), max(left, least(store, two, 1))
    rows = max(bottom, greatest(store, two, 0)) - top + 1
    words = (max(right, greatest(store, two, 1)) >> 6) - (left >> 6) + 1
    used = store.used
    used[WANTED] = rows * words
    full = used[WORDS] + used[WANTED] > len(store.words)
    if full or used[SETS] == len(store.hashes) or 2 * used[MERGES] >= len(store.keys):
        return FULL
    out = store.words[used[WORDS] : used[WORDS] + rows * words].reshape((rows, words))
    if player == 0:
        write_for_first(store, one, two, mixing, out)
    else:
        write_for_second(store, one, two, mixing, out)
    result = interned(store, top, left >> 6, rows, words)
    key = merge_key(one, two, player)
    place = place_of(store.keys, key)
    store.keys[place] = key
    store.merged[place] = result
    used[MERGES] += 1
    used[WORK] += rows * words
    return result


POSITION, MOVE, SET = range(3)
"""Entries of `place`: the next position, the next of its moves, and the merge of the moves before (-1 if none)."""

DONE, NO_ROOM, PAUSED = range(3)
"""Why the loop ended: nothing is left, a buffer is full, or it has done `pause_after` of work."""

OPEN = -2
"""Returned instead of a set: not decided here."""


@compiled_part
def settled(box: Ranks, one: int, two: int, player: int, first_set: int) -> int:
    """Return the merge of two sets if their extents determine it, else `OPEN`.

    Numbers from `first_set` on stand for sets that may change when they are merged with themselves.
    """
    if box[one, player] > box[two, 2 + player]:
        return one
    if box[two, player] > box[one, 2 + player] or (one == two and one < first_set):
        return two
    return OPEN


@compiled_part
def remembered(keys: Ints, merged: Moves, one: int, two: int, player: int) -> int:
    """Return the merge of two sets if they have been merged before, else `OPEN`."""
    key = merge_key(one, two, player)
    place = place_of(keys, key)
    return int(merged[place]) if keys[place] == key else OPEN


@compiled
def merge_upwards(tables: Tables, mixing: bool, store: SetStore, pause_after: int, sets: Moves, place: Ints) -> int:
    """Merge the sets of the following positions at every position, move by move; return `DONE`, `NO_ROOM` or `PAUSED`.

    Without `mixing` the sets are those of pure equilibria. `pause_after` words of sets are gone through before a pause.
    `sets`, shape (n,), has the outcomes where the game is over and is completed with the number of the set at every
    position. `place`, shape (3,), is where to begin, and receives where the loop ended.
    """
    first_move, child, player = tables
    box, keys, merges, used = store.box, store.keys, store.merged, store.used
    first_set = store.outcomes if mixing else len(box)
    used[WORK] = 0
    position, move, merged = place[POSITION], place[MOVE], place[SET]
    while position >= 0:
        end = first_move[position + 1]
        if merged < 0:
            move = first_move[position]
            if move == end:
                position -= 1
                continue
            merged = int(sets[child[move]])
            move += 1
        chooser = int(player[position])
        while move < end:
            place[POSITION], place[MOVE], place[SET] = position, move, merged
            if used[WORK] > pause_after:
                return PAUSED
            rival = int(sets[child[move]])
            result = settled(box, merged, rival, chooser, first_set)
            if result == OPEN:
                result = remembered(keys, merges, merged, rival, chooser)
            if result == OPEN:
                result = merge(store, merged, rival, chooser, mixing)
            if result == FULL:
                return NO_ROOM
            merged = result
            move += 1
        sets[position] = merged
        merged = -1
        position -= 1
    return DONE
