"""Distinct utility profile sets: their storage and merges on the doubled grid, and play that attains a point of a set.

Sets are known by numbers. Numbers below the number of outcomes stand for single outcomes. Every other set is a box of
rows and columns of the doubled grid, packed into words of 64 columns, that begin at multiples of 64. Sets that agree
get the same number, so that two of them are merged only once.

Storage and queries on a set come first, then the merges from the last position to the first, then play from the first
position on. Words are unsigned, of 64 bits: what may need more bits in Python is cut by `ONES`. The types of arguments
and of local variables are in the file `set_kernel.pxd`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

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

# Odd factors that spread keys and cells over the bits of a word.
SPREAD = 0x9E3779B97F4A7C15
SEED = 1099511628211
STEP = 0xD6E8FEB86659FD93

# ---- storage ----


@dataclass(eq=False, repr=False)
class SetStore:
    """Buffers that hold sets, and a table of the merges done so far.

    `outcomes` is the number of single outcomes. `box`, shape (outcomes + capacity, 4), has the rows and columns that a
    set extends over, the outcomes first; `words` the cells of the other sets row by row, from `offset` on, the lowest
    bit being the leftmost column. `threat`, shape (capacity, 2), is the end of a set on its least row, and on its least
    column: the most that the other player can get when player 0, or player 1, is held to the least. `slots` is an
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

    # Compiled, a store has memoryviews, which are not pickled. Answers with profile sets are copied by this.
    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return SetStore, (self.outcomes, *map(np.asarray, buffers(self)))


def buffers(store: SetStore) -> tuple[npt.NDArray[Any], ...]:
    """Return the buffers of a store in the order of its fields."""
    sets = (store.box, store.offset, store.threat, store.words, store.hashes, store.slots)
    return (*sets, store.keys, store.merged, store.used)


def empty_store(outcomes: Ranks) -> SetStore:
    """Return a store of the single outcomes alone, given their rows and columns, shape (2, outcomes)."""
    rows, columns = outcomes
    count = len(rows)
    # Room for two more sets: buffers grow by a factor, and can be multiplied only if they are not empty.
    box = np.zeros((count + 2, 4), dtype=np.int32)
    box[:count, TOP] = box[:count, BOTTOM] = rows
    box[:count, LEFT] = box[:count, RIGHT] = columns
    return SetStore(
        outcomes=count,
        box=box,
        offset=np.zeros(2, dtype=np.int64),
        threat=np.zeros((2, 2), dtype=np.int32),
        words=np.zeros(4, dtype=np.uint64),
        hashes=np.zeros(2, dtype=np.uint64),
        slots=np.full(4, -1, dtype=np.int32),
        keys=np.full(4, NO_MERGE, dtype=np.int64),
        merged=np.zeros(4, dtype=np.int32),
        used=np.zeros(5, dtype=np.int64),
    )


def enlarge(store: SetStore) -> None:
    """Make the buffers of a store that are full larger."""
    sets, words, merges, wanted, _ = np.asarray(store.used).tolist()

    if sets == len(store.hashes):
        store.box = longer(store.box, store.outcomes + 2 * sets)
        store.offset = longer(store.offset, 2 * sets)
        store.threat = longer(store.threat, 2 * sets)
        store.hashes = longer(store.hashes, 2 * sets)
        # Places in an open-addressing table depend on its size, so it is filled anew; it gets half full at most.
        store.slots = np.full(4 * sets, -1, dtype=np.int32)
        fill_slots(store)

    if words + wanted > len(store.words):
        store.words = longer(store.words, max(2 * len(store.words), words + wanted))

    if 2 * merges >= len(store.keys):
        keys = store.keys
        merged = store.merged
        store.keys = np.full(2 * len(keys), NO_MERGE, dtype=np.int64)
        store.merged = np.zeros(2 * len(keys), dtype=np.int32)
        enter_merges(store, keys, merged)


def longer(buffer: npt.NDArray[Any], size: int) -> npt.NDArray[Any]:
    """Return a buffer of `size` rows that begins with those of another one."""
    present = np.asarray(buffer)  # compiled, a store has memoryviews
    enlarged = np.zeros((size, *present.shape[1:]), dtype=present.dtype)
    enlarged[: len(present)] = present
    return enlarged


def bytes_of(store: SetStore) -> int:
    """Return the memory of the sets and their merges."""
    return sum(buffer.nbytes for buffer in buffers(store))


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
    top = least(store, number, 0)
    left = least(store, number, 1)
    first = left >> 6
    last = greatest(store, number, 1) >> 6
    if row < top or row > greatest(store, number, 0) or word < first or word > last:
        return 0
    if number < store.outcomes:
        return LOWEST << (left & 63)

    begin = int(store.offset[number - store.outcomes])
    words = last - first + 1
    return stored(store, begin + (row - top) * words + word - first)


def stored(store: SetStore, place: int) -> int:
    """Return a word of a set."""
    return int(store.words[place])


def has(store: SetStore, number: int, row: int, column: int) -> bool:
    """Return whether a cell belongs to a set."""
    return (word_at(store, number, row, column >> 6) >> (column & 63)) & 1 != 0


def lowest_bit(word: int) -> int:
    """Return the place of the lowest bit of a word that is not zero, by halves: 32 bits, then 16, and so on to 1."""
    place = 0
    width = 32
    while width:
        if word & (ONES >> (64 - width)) == 0:
            word >>= width
            place += width
        width >>= 1
    return place


def highest_bit(word: int) -> int:
    """Return the place of the highest bit of a word that is not zero, by halves as in `lowest_bit`."""
    place = 0
    width = 32
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

    first = -1
    last = -1
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

# The merge is equation 3 of Littman et al., with algorithms 2 and 3. A row of the doubled grid is a payoff of player 0
# or an open interval between two, along which a set looks the same everywhere. Where player 0 chooses between two
# sets, mergeLDet keeps the rows from the larger of their least rows on: lower ones would make player 0 deviate to the
# other set. mergeRandom then fills every row that both sets have cells in, from the first to the last cell of either:
# player 0 mixes two moves that pay the same. Where player 1 chooses it is the columns. Going from the last position to
# the first, the merges give the utility profile set of every position (getEquilibriumUPS). For example, where player 0
# chooses between [2, 3] and [2, 100], x means a cell of the row of payoff 2:
#
#     columns     3   (3, 100)   100
#     set a       x
#     set b                       x
#     merge       x       x       x

FULL = -1
"""Returned instead of a set: a buffer is full."""

OPEN = -2
"""Returned instead of a set: not decided here."""


def bits_between(word: int, first: int, last: int) -> int:
    """Return a word with the bits of the columns from `first` to `last` set."""
    low = max(first - 64 * word, 0)
    high = min(last - 64 * word, 63)
    if low > 63 or high < 0:
        return 0
    return (ONES << low & ONES) & (ONES >> (63 - high))


def write_for_first(
    store: SetStore, set_a: int, set_b: int, mixing: bool, begin: int, rows: int, words: int
) -> None:
    """Write the merge for player 0 into the words from `begin` on, from the box's first row and word on."""
    top = max(least(store, set_a, 0), least(store, set_b, 0))
    left = min(least(store, set_a, 1), least(store, set_b, 1)) >> 6
    for row in range(rows):
        # The columns that mixing adds; none, while `high` is less than `low`.
        low = 0
        high = -1
        if mixing:
            first_a, last_a = span(store, set_a, 0, top + row)
            first_b, last_b = span(store, set_b, 0, top + row)
            if first_a >= 0 and first_b >= 0:
                low = min(first_a, first_b)
                high = max(last_a, last_b)

        for word in range(words):
            either = word_at(store, set_a, top + row, left + word)
            either |= word_at(store, set_b, top + row, left + word)
            store.words[begin + row * words + word] = either | bits_between(left + word, low, high)


def write_for_second(
    store: SetStore, set_a: int, set_b: int, mixing: bool, begin: int, rows: int, words: int
) -> None:
    """Write the merge for player 1 into the words from `begin` on, from the box's first row and word on.

    It goes column by column, 64 columns at once: a cell is filled where its column has cells of both sets, and a cell
    of either both above it, or in its row, and below it, or in its row.
    """
    top = min(least(store, set_a, 0), least(store, set_b, 0))
    left = max(least(store, set_a, 1), least(store, set_b, 1))
    for word in range(words):
        column = (left >> 6) + word
        kept = bits_between(column, left, 64 * column + 63)

        in_a = in_b = filled = 0
        if mixing:
            for row in range(rows):
                in_a |= word_at(store, set_a, top + row, column)
                in_b |= word_at(store, set_b, top + row, column)
            filled = in_a & in_b & kept

        above = below = 0
        for row in range(rows):
            either = word_at(store, set_a, top + row, column)
            either |= word_at(store, set_b, top + row, column)
            above |= either & filled
            store.words[begin + row * words + word] = above
        for row in range(rows - 1, -1, -1):
            either = word_at(store, set_a, top + row, column)
            either |= word_at(store, set_b, top + row, column)
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
    """Return the number of the set whose cells follow the last set's words, and enter it if it is new.

    The cells fill `rows` rows of `words` words, from the row `top` and the word `left` of the grid on. Rows and words
    without cells at the edges are cut off, so that equal sets have equal boxes; the rest is moved together and hashed.
    """
    start = int(store.used[WORDS])

    # Every set has a cell, so these loops end.
    first_row = 0
    while union(store, start + first_row * words, words, 1) == 0:
        first_row += 1
    last_row = rows - 1
    while union(store, start + last_row * words, words, 1) == 0:
        last_row -= 1
    first_word = 0
    while union(store, start + first_word, rows, words) == 0:
        first_word += 1
    last_word = words - 1
    while union(store, start + last_word, rows, words) == 0:
        last_word -= 1

    number = int(store.used[SETS])
    entry = store.outcomes + number
    store.box[entry, TOP] = top + first_row
    store.box[entry, BOTTOM] = top + last_row
    leftmost = lowest_bit(union(store, start + first_word, rows, words))
    rightmost = highest_bit(union(store, start + last_word, rows, words))
    store.box[entry, LEFT] = 64 * (left + first_word) + leftmost
    store.box[entry, RIGHT] = 64 * (left + last_word) + rightmost
    store.offset[number] = start

    length = 0
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
    outcomes = store.outcomes
    number = int(store.used[SETS])
    last = len(store.slots) - 1  # all bits are set, for sizes are powers of two
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
    """Return whether two sets agree: their boxes, and the `length` words of their cells."""
    for side in range(4):
        if store.box[store.outcomes + known, side] != store.box[store.outcomes + number, side]:
            return False
    known_begin = int(store.offset[known])
    begin = int(store.offset[number])
    place = 0
    while place < length and store.words[known_begin + place] == store.words[begin + place]:
        place += 1
    return place == length


def merge_key(set_a: int, set_b: int, player: int) -> int:
    """Return the key under which the merge of two sets is remembered, whichever of them comes first."""
    return (min(set_a, set_b) << 32) | (max(set_a, set_b) << 1) | player


def merge(store: SetStore, set_a: int, set_b: int, player: int, mixing: bool) -> int:
    """Return the number of the merge of two sets for the player who chooses, and remember it; or return `FULL`."""
    # The chooser's axis begins at the larger of the least lines, the other player's at the smaller one.
    top = least(store, set_a, 0)
    left = least(store, set_a, 1)
    if player == 0:
        top = max(top, least(store, set_b, 0))
        left = min(left, least(store, set_b, 1))
    else:
        top = min(top, least(store, set_b, 0))
        left = max(left, least(store, set_b, 1))
    rows = max(greatest(store, set_a, 0), greatest(store, set_b, 0)) - top + 1
    words = (max(greatest(store, set_a, 1), greatest(store, set_b, 1)) >> 6) - (left >> 6) + 1

    begin = int(store.used[WORDS])
    size = rows * words
    store.used[WANTED] = size
    if begin + size > len(store.words) or store.used[SETS] == len(store.hashes):
        return FULL
    if 2 * store.used[MERGES] >= len(store.keys):
        return FULL

    if player == 0:
        write_for_first(store, set_a, set_b, mixing, begin, rows, words)
    else:
        write_for_second(store, set_a, set_b, mixing, begin, rows, words)
    result = interned(store, top, left >> 6, rows, words)

    key = merge_key(set_a, set_b, player)
    place = place_of(store, key)
    store.keys[place] = key
    store.merged[place] = result
    store.used[MERGES] += 1
    store.used[WORK] += size
    return result


def settled(store: SetStore, set_a: int, set_b: int, player: int, first_set: int) -> int:
    """Return the merge of two sets if their extents determine it, else `OPEN`.

    Numbers from `first_set` on stand for sets that may change when they are merged with themselves.
    """
    if least(store, set_a, player) > greatest(store, set_b, player):
        return set_a
    if least(store, set_b, player) > greatest(store, set_a, player):
        return set_b
    if set_a == set_b and set_a < first_set:
        return set_a
    return OPEN


def remembered(store: SetStore, set_a: int, set_b: int, player: int) -> int:
    """Return the merge of two sets if they have been merged before, else `OPEN`."""
    key = merge_key(set_a, set_b, player)
    place = place_of(store, key)
    if store.keys[place] != key:
        return OPEN
    return int(store.merged[place])


def merge_upwards(
    tables: Tables, mixing: bool, store: SetStore, pause_after: int, sets: Moves, place: Ints
) -> int:
    """Merge the sets of the following positions at every position, move by move; return `DONE`, `NO_ROOM` or `PAUSED`.

    Without `mixing` the sets are those of pure equilibria. `pause_after` words of sets are gone through before a pause.
    `sets`, shape (n,), has the outcomes where the game is over and is completed with the number of the set at every
    position. `place`, shape (3,), is where to begin, and receives where the loop ended: a call that found no room is
    repeated with larger buffers, and begins with the merge that failed.
    """
    # With mixing a set merged with itself gets the cells between its own; without, it stays.
    first_set = len(store.box)
    if mixing:
        first_set = store.outcomes
    store.used[WORK] = 0

    position = int(place[POSITION])
    move = int(place[MOVE])
    merged = int(place[SET])
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
            place[POSITION] = position
            place[MOVE] = move
            place[SET] = merged
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
    begin = int(tables.first_move[position])
    end = int(tables.first_move[position + 1])
    player = int(tables.player[position])

    # The move whose set begins first on the line, and the one whose set ends last.
    first = NO_MOVE
    last = NO_MOVE
    low = along
    high = along
    for move in range(begin, end):
        begins, ends = span(store, int(sets[tables.child[move]]), player, line)
        if begins >= 0 and begins < low:
            first = move
            low = begins
        if ends > high:
            last = move
            high = ends
    if first == NO_MOVE or last == NO_MOVE:
        return NO_MOVE, NO_MOVE, along, along
    if first != last:
        return first, last, low, high

    # One move has both ends: any other move with points on the line lies between, and takes the place of one end.
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
    row = line
    column = along
    if tables.player[position] != 0:
        row = along
        column = line
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
    if player == 0:
        return line, along
    return along, line


def aim_downwards(
    tables: Tables,
    store: SetStore,
    sets: Moves,
    begin: int,
    end: int,
    target: Ranks,
    choice: Moves,
    second_choice: Moves,
) -> None:
    """Decide the moves at the positions of a tree from `begin` to `end`, and the targets after them.

    `sets`, shape (n,), has the number of the set at every position, and `target`, shape (n, 2), row and column of a
    point of the set; it is known from `begin` to `end`. `choice` and `second_choice`, shape (n,), receive the move that
    is made, and the second one of a lottery.
    """
    for position in range(begin, end):
        first = int(tables.first_move[position])
        last = int(tables.first_move[position + 1])
        if first == last:
            continue
        mover = int(tables.player[position])
        line = int(target[position, mover])
        along = int(target[position, 1 - mover])

        # After a move to a position with the same set every point can be attained: no set is searched for the point.
        same_set = NO_MOVE
        for move in range(first, last):
            if sets[tables.child[move]] == sets[position]:
                same_set = move
                break
        made = same_set, NO_MOVE, along, along
        if same_set == NO_MOVE:
            made = decision(tables, store, sets, position, line, along)

        choice[position] = made[0] - first
        if made[1] != NO_MOVE:
            second_choice[position] = made[1] - first
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
    first = int(tables.first_move[position])
    last = int(tables.first_move[position + 1])
    mover = int(tables.player[position])
    made = decision(tables, store, sets, position, line, along)

    for move in range(first, last):
        row, column = target_of_move(store, int(sets[tables.child[move]]), move, mover, line, made)
        after[move - first, 0] = row
        after[move - first, 1] = column

    if made[1] == NO_MOVE:
        return made[0] - first, NO_MOVE
    return made[0] - first, made[1] - first
