"""Merges of sets on the doubled grid, and play that attains a point of a set: the compiled loops.

Queries on a set come first, then the merges from the last position to the first, then play from the first position on.
Words are unsigned, of 64 bits: what may need more bits in Python is cut by `ONES`. The types of arguments and of local
variables are in the file `set_kernel.pxd`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from seqform.backends.bestnash.induction_kernel import Tables
from seqform.backends.bestnash.layout import (
    BOTTOM,
    DONE,
    LEFT,
    MERGES,
    MOVE,
    NO_MERGE,
    NO_MOVE,
    NO_ROOM,
    PAUSED,
    POSITION,
    RIGHT,
    SET,
    SETS,
    TOP,
    WANTED,
    WORDS,
    WORK,
    Ranks,
)
from seqform.models.games.positions import Moves
from seqform.models.numbers.exact import Ints

Words = npt.NDArray[np.uint64]

ONES = 2**64 - 1
"""A word with all bits set."""

LOWEST = 1
"""A word with the lowest bit set."""

POSITIVE = 2**63 - 1

SPREAD, SEED, STEP = 0x9E3779B97F4A7C15, 1099511628211, 0xD6E8FEB86659FD93
"""Odd factors that spread keys and cells over the bits of a word."""


@dataclass(eq=False, repr=False)
class SetStore:
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
    words: Words
    hashes: Words
    slots: Ranks
    keys: Ints
    merged: Ranks
    used: Ints

    def __reduce__(
        self,
    ) -> tuple[type, tuple[object, ...]]:  # for copies of answers that have profile sets
        sets = map(
            np.asarray, [self.box, self.offset, self.threat, self.words, self.hashes, self.slots]
        )
        merges = map(np.asarray, [self.keys, self.merged, self.used])
        return SetStore, (self.outcomes, *sets, *merges)


def mixed_key(key: int) -> int:
    """Spread a key over all bits, so that its low bits may serve as a place in a table."""
    product = key * SPREAD & ONES
    return (product ^ (product >> 29)) & POSITIVE


def place_of(store: SetStore, key: int) -> int:
    """Return the place of a key in the table of merges, or the free place for it."""
    last = len(store.keys) - 1
    place = mixed_key(key) & last
    while store.keys[place] != key and store.keys[place] != NO_MERGE:
        place = (place + 1) & last
    return place


def enter_merges(store: SetStore, keys: Ints, merged: Ranks) -> None:
    """Enter the merges of another table."""
    for entry in range(len(keys)):
        key = int(keys[entry])
        if key != NO_MERGE:
            place = place_of(store, key)
            store.keys[place] = key
            store.merged[place] = merged[entry]


def fill_slots(store: SetStore) -> None:
    """Enter the sets into an empty table by their hashes."""
    last = len(store.slots) - 1
    for number in range(int(store.used[SETS])):
        hashed = int(store.hashes[number])
        place = hashed & last
        while store.slots[place] >= 0:
            place = (place + 1) & last
        store.slots[place] = number


# ---- queries ----


def least(store: SetStore, number: int, player: int) -> int:
    """Return the first row (player 0) or column (player 1) of a set."""
    return int(store.box[number, player])


def greatest(store: SetStore, number: int, player: int) -> int:
    """Return the last row (player 0) or column (player 1) of a set."""
    return int(store.box[number, 2 + player])


def threat(store: SetStore, number: int, player: int) -> tuple[int, int]:
    """Return the least place of a set on a player's own axis, and the other player's largest place along with it."""
    if number < store.outcomes:
        return least(store, number, player), least(store, number, 1 - player)
    return least(store, number, player), int(store.threat[number - store.outcomes, player])


def word_at(store: SetStore, number: int, row: int, word: int) -> int:
    """Return 64 cells of a row of a set."""
    top, left = least(store, number, 0), least(store, number, 1)
    first, last = left >> 6, greatest(store, number, 1) >> 6
    if row < top or row > greatest(store, number, 0) or word < first or word > last:
        return 0
    if number < store.outcomes:
        return LOWEST << (left & 63)
    begin = int(store.offset[number - store.outcomes])
    return stored(store, begin + (row - top) * (last - first + 1) + word - first)


def stored(store: SetStore, place: int) -> int:
    """Return a word of a set."""
    return int(store.words[place])


def has(store: SetStore, number: int, row: int, column: int) -> bool:
    """Return whether a cell belongs to a set."""
    return (word_at(store, number, row, column >> 6) >> (column & 63)) & 1 != 0


def lowest_bit(word: int) -> int:
    """Return the place of the lowest bit of a word that is not zero."""
    place, width = 0, 32
    while width:
        if word & (ONES >> (64 - width)) == 0:
            word >>= width
            place += width
        width >>= 1
    return place


def highest_bit(word: int) -> int:
    """Return the place of the highest bit of a word that is not zero."""
    place, width = 0, 32
    while width:
        if word >> width != 0:
            word >>= width
            place += width
        width >>= 1
    return place


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
            if bits != 0:
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


# ---- merges ----

FULL = -1
"""Returned instead of a set: a buffer is full."""

OPEN = -2
"""Returned instead of a set: not decided here."""


def bits_between(word: int, first: int, last: int) -> int:
    """Return a word with the bits of the columns from `first` to `last` set."""
    low, high = max(first - 64 * word, 0), min(last - 64 * word, 63)
    if low > 63 or high < 0:
        return 0
    return (ONES << low & ONES) & (ONES >> (63 - high))


def write_for_first(
    store: SetStore, one: int, two: int, mixing: bool, begin: int, rows: int, words: int
) -> None:
    """Write the merge for player 1 into the words from `begin` on, from the box's first row and word on."""
    top = max(least(store, one, 0), least(store, two, 0))
    left = min(least(store, one, 1), least(store, two, 1)) >> 6
    for row in range(rows):
        low, high = 0, -1
        if mixing:
            first_one, last_one = span(store, one, 0, top + row)
            first_two, last_two = span(store, two, 0, top + row)
            if first_one >= 0 and first_two >= 0:
                low, high = min(first_one, first_two), max(last_one, last_two)
        for word in range(words):
            either = word_at(store, one, top + row, left + word) | word_at(
                store, two, top + row, left + word
            )
            store.words[begin + row * words + word] = either | bits_between(left + word, low, high)


def write_for_second(
    store: SetStore, one: int, two: int, mixing: bool, begin: int, rows: int, words: int
) -> None:
    """Write the merge for player 2 into the words from `begin` on, from the box's first row and word on."""
    top = min(least(store, one, 0), least(store, two, 0))
    left = max(least(store, one, 1), least(store, two, 1))
    for word in range(words):
        column = (left >> 6) + word
        kept = bits_between(column, left, 64 * column + 63)
        in_one = in_two = filled = above = below = 0
        if mixing:
            for row in range(rows):
                in_one |= word_at(store, one, top + row, column)
                in_two |= word_at(store, two, top + row, column)
            filled = in_one & in_two & kept
        for row in range(rows):
            either = word_at(store, one, top + row, column) | word_at(store, two, top + row, column)
            above |= either & filled
            store.words[begin + row * words + word] = above
        for row in range(rows - 1, -1, -1):
            either = word_at(store, one, top + row, column) | word_at(store, two, top + row, column)
            below |= either & filled
            place = begin + row * words + word
            store.words[place] = (stored(store, place) & below) | (either & kept)


def union(store: SetStore, begin: int, count: int, stride: int) -> int:
    """Return the cells that some of the words at `begin`, `begin + stride`, ... have."""
    cells = 0
    for number in range(count):
        cells |= stored(store, begin + number * stride)
    return cells


def interned(store: SetStore, top: int, left: int, rows: int, words: int) -> int:
    """Return the number of the set whose cells follow the last set's words, and enter it if it is new."""
    start = int(store.used[WORDS])
    first_row, last_row, first_word, last_word = 0, rows - 1, 0, words - 1
    while union(store, start + first_row * words, words, 1) == 0:
        first_row += 1
    while union(store, start + last_row * words, words, 1) == 0:
        last_row -= 1
    while union(store, start + first_word, rows, words) == 0:
        first_word += 1
    while union(store, start + last_word, rows, words) == 0:
        last_word -= 1
    number, length = int(store.used[SETS]), 0
    entry = store.outcomes + number
    store.box[entry, TOP], store.box[entry, BOTTOM] = top + first_row, top + last_row
    leftmost = lowest_bit(union(store, start + first_word, rows, words))
    rightmost = highest_bit(union(store, start + last_word, rows, words))
    store.box[entry, LEFT] = 64 * (left + first_word) + leftmost
    store.box[entry, RIGHT] = 64 * (left + last_word) + rightmost
    store.offset[number] = start
    hashed = SEED * (top + first_row + 1) & ONES
    for row in range(first_row, last_row + 1):
        for word in range(first_word, last_word + 1):
            cells = int(store.words[start + row * words + word])
            store.words[start + length] = cells
            hashed = (hashed ^ cells) * STEP & ONES
            hashed ^= hashed >> 32
            length += 1
    return found_or_entered(store, hashed, length)


def found_or_entered(store: SetStore, hashed: int, length: int) -> int:
    """Return the number of a set equal to the one behind the last, or enter that one."""
    outcomes, number, last = store.outcomes, int(store.used[SETS]), len(store.slots) - 1
    place = hashed & last
    while store.slots[place] >= 0:
        known = int(store.slots[place])
        if store.hashes[known] == hashed and same(store, known, number, length):
            return outcomes + known
        place = (place + 1) & last
    store.slots[place] = number
    store.hashes[number] = hashed
    for player in range(2):
        ends = span(store, outcomes + number, player, least(store, outcomes + number, player))
        store.threat[number, player] = ends[1]
    store.used[SETS] += 1
    store.used[WORDS] += length
    return outcomes + number


def same(store: SetStore, known: int, number: int, length: int) -> bool:
    """Return whether two sets agree."""
    for side in range(4):
        if store.box[store.outcomes + known, side] != store.box[store.outcomes + number, side]:
            return False
    one, two = int(store.offset[known]), int(store.offset[number])
    place = 0
    while place < length and store.words[one + place] == store.words[two + place]:
        place += 1
    return place == length


def merge_key(one: int, two: int, player: int) -> int:
    """Return the key under which the merge of two sets is remembered."""
    return (min(one, two) << 32) | (max(one, two) << 1) | player


def merge(store: SetStore, one: int, two: int, player: int, mixing: bool) -> int:
    """Return the number of the merge of two sets for the player who chooses, and remember it; or return `FULL`."""
    top, left = least(store, one, 0), least(store, one, 1)
    if player == 0:
        top, left = max(top, least(store, two, 0)), min(left, least(store, two, 1))
    else:
        top, left = min(top, least(store, two, 0)), max(left, least(store, two, 1))
    rows = max(greatest(store, one, 0), greatest(store, two, 0)) - top + 1
    words = (max(greatest(store, one, 1), greatest(store, two, 1)) >> 6) - (left >> 6) + 1
    begin, size = int(store.used[WORDS]), rows * words
    store.used[WANTED] = size
    if begin + size > len(store.words) or store.used[SETS] == len(store.hashes):
        return FULL
    if 2 * store.used[MERGES] >= len(store.keys):
        return FULL
    if player == 0:
        write_for_first(store, one, two, mixing, begin, rows, words)
    else:
        write_for_second(store, one, two, mixing, begin, rows, words)
    result = interned(store, top, left >> 6, rows, words)
    key = merge_key(one, two, player)
    place = place_of(store, key)
    store.keys[place] = key
    store.merged[place] = result
    store.used[MERGES] += 1
    store.used[WORK] += size
    return result


def settled(store: SetStore, one: int, two: int, player: int, first_set: int) -> int:
    """Return the merge of two sets if their extents determine it, else `OPEN`.

    Numbers from `first_set` on stand for sets that may change when they are merged with themselves.
    """
    if least(store, one, player) > greatest(store, two, player):
        return one
    if least(store, two, player) > greatest(store, one, player) or (one == two and one < first_set):
        return two
    return OPEN


def remembered(store: SetStore, one: int, two: int, player: int) -> int:
    """Return the merge of two sets if they have been merged before, else `OPEN`."""
    key = merge_key(one, two, player)
    place = place_of(store, key)
    return int(store.merged[place]) if store.keys[place] == key else OPEN


def merge_upwards(
    tables: Tables, mixing: bool, store: SetStore, pause_after: int, sets: Moves, place: Ints
) -> int:
    """Merge the sets of the following positions at every position, move by move; return `DONE`, `NO_ROOM` or `PAUSED`.

    Without `mixing` the sets are those of pure equilibria. `pause_after` words of sets are gone through before a pause.
    `sets`, shape (n,), has the outcomes where the game is over and is completed with the number of the set at every
    position. `place`, shape (3,), is where to begin, and receives where the loop ended.
    """
    first_set = store.outcomes if mixing else len(store.box)
    store.used[WORK] = 0
    position, move, merged = int(place[POSITION]), int(place[MOVE]), int(place[SET])
    while position >= 0:
        end = int(tables.first_move[position + 1])
        if merged < 0:
            move = int(tables.first_move[position])
            if move == end:
                position -= 1
                continue
            merged = int(sets[tables.child[move]])
            move += 1
        chooser = int(tables.player[position])
        while move < end:
            place[POSITION], place[MOVE], place[SET] = position, move, merged
            if store.used[WORK] > pause_after:
                return PAUSED
            rival = int(sets[tables.child[move]])
            result = settled(store, merged, rival, chooser, first_set)
            if result == OPEN:
                result = remembered(store, merged, rival, chooser)
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


# ---- play ----


def lottery(
    tables: Tables, store: SetStore, sets: Moves, position: int, line: int, along: int
) -> tuple[int, int, int, int]:
    """Return two moves that a point is attained by mixing, and the places along the line that they lead to.

    The moves are those at a position; the point is at `line` on the mover's own axis of the grid and at `along` on the
    other's. Without such moves, `NO_MOVE` is returned twice.

    A point of a merge lies in the set of one move; or on a line that two moves' sets have points on, between the first
    and the last of them. Sets are closed, so these two are points of the grid, on either side of `along`.
    """
    begin, end = int(tables.first_move[position]), int(tables.first_move[position + 1])
    player = int(tables.player[position])
    first, last, low, high = NO_MOVE, NO_MOVE, along, along
    for move in range(begin, end):
        begins, ends = span(store, int(sets[tables.child[move]]), player, line)
        if begins >= 0 and begins < low:
            first, low = move, begins
        if ends > high:
            last, high = move, ends
    if first == NO_MOVE or last == NO_MOVE:
        return NO_MOVE, NO_MOVE, along, along
    if first != last:
        return first, last, low, high
    for move in range(begin, end):
        begins, ends = span(store, int(sets[tables.child[move]]), player, line)
        if move != first and begins > along:
            return first, move, low, begins
        if move != first and begins >= 0:
            return move, first, begins, high
    return NO_MOVE, NO_MOVE, along, along


def decision(
    tables: Tables, store: SetStore, sets: Moves, position: int, line: int, along: int
) -> tuple[int, int, int, int]:
    """Return how a point is attained: the values of `lottery`, or the first move that does so alone and `NO_MOVE`."""
    row, column = (line, along) if tables.player[position] == 0 else (along, line)
    for move in range(int(tables.first_move[position]), int(tables.first_move[position + 1])):
        if has(store, int(sets[tables.child[move]]), row, column):
            return move, NO_MOVE, along, along
    return lottery(tables, store, sets, position, line, along)


def target_of_move(
    store: SetStore, number: int, move: int, player: int, line: int, made: tuple[int, int, int, int]
) -> tuple[int, int]:
    """Return row and column of the point that play after a move is to attain, `number` being the set there.

    After a move that is not made, that is the least the mover can be held to, with the most for the other player.
    """
    along = made[2]
    if move == made[1]:
        along = made[3]
    elif move != made[0]:
        line, along = threat(store, number, player)
    return (line, along) if player == 0 else (along, line)


def aim_downwards(
    tables: Tables,
    store: SetStore,
    sets: Moves,
    begin: int,
    end: int,
    target: Ranks,
    choice: Moves,
    other: Moves,
) -> None:
    """Decide the moves at the positions of a tree from `begin` to `end`, and the targets after them.

    `sets`, shape (n,), has the number of the set at every position, and `target`, shape (n, 2), row and column of a
    point of the set; it is known from `begin` to `end`. `choice` and `other`, shape (n,), receive the move that is
    made, and the second one of a lottery.
    """
    for position in range(begin, end):
        first, last = int(tables.first_move[position]), int(tables.first_move[position + 1])
        if first == last:
            continue
        mover = int(tables.player[position])
        line, along = int(target[position, mover]), int(target[position, 1 - mover])
        same_set = NO_MOVE  # a move to a position with the same set, after which every point can be attained
        for move in range(first, last):
            if sets[tables.child[move]] == sets[position]:
                same_set = move
                break
        made = same_set, NO_MOVE, along, along
        if same_set == NO_MOVE:
            made = decision(tables, store, sets, position, line, along)
        choice[position] = made[0] - first
        if made[1] != NO_MOVE:
            other[position] = made[1] - first
        for move in range(first, last):
            child = tables.child[move]
            row, column = target_of_move(store, int(sets[child]), move, mover, line, made)
            target[child, 0] = row
            target[child, 1] = column


def play_at(
    tables: Tables, store: SetStore, sets: Moves, position: int, line: int, along: int, after: Ranks
) -> tuple[int, int]:
    """Return the move made at a position for a target, and the second one of a lottery or `NO_MOVE`.

    The target is at `line` on the mover's own axis of the grid and at `along` on the other's. `after`, shape (moves,
    2), receives row and column of the targets after the moves.
    """
    first, last = int(tables.first_move[position]), int(tables.first_move[position + 1])
    mover = int(tables.player[position])
    made = decision(tables, store, sets, position, line, along)
    for move in range(first, last):
        row, column = target_of_move(store, int(sets[tables.child[move]]), move, mover, line, made)
        after[move - first, 0] = row
        after[move - first, 1] = column
    return made[0] - first, made[1] if made[1] == NO_MOVE else made[1] - first
