"""Merging of utility profile sets on the doubled grid, at one position and for a whole graph.

The merge is equation 3 of Littman et al., with algorithms 2 and 3. A row of the doubled grid is a payoff of player 1 or
an open interval between two, along which a set looks the same everywhere. So mergeLDet for player 1 keeps the rows from
the other set's least row on, and mergeRandom fills every row that both sets have cells in, from the first to the last
cell of either. For player 2 it is the columns. Going from the last position to the first, the merges give the utility
profile set of every position (getEquilibriumUPS).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from seqform.backends.bestnash.set_store import (
    BOTTOM,
    LEFT,
    MERGES,
    RIGHT,
    SETS,
    TOP,
    WANTED,
    WORDS,
    WORK,
    Ranks,
    SetStore,
    greatest,
    highest_bit,
    least,
    lowest_bit,
    place_of,
    span,
    word_at,
)
from seqform.backends.linalg.compiled import compiled, compiled_part
from seqform.models.games.positions import Movers, Moves
from seqform.models.numbers.exact import Ints

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
def merge_upwards(
    first_move: Ints,
    child: Moves,
    player: Movers,
    mixing: bool,
    store: SetStore,
    pause_after: int,
    sets: Moves,
    place: Ints,
) -> int:
    """Merge the sets of the following positions at every position, move by move; return `DONE`, `NO_ROOM` or `PAUSED`.

    Without `mixing` the sets are those of pure equilibria. `pause_after` words of sets are gone through before a pause.
    `sets`, shape (n,), has the outcomes where the game is over and is completed with the number of the set at every
    position. `place`, shape (3,), is where to begin, and receives where the loop ended.
    """
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
