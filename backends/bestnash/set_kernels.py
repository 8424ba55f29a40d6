"""getEquilibriumUPS: the utility profile set at every position, from the last one to the first.

The merge of two utility profile sets (Littman et al., equation 3 and algorithms 2 and 3), on the doubled grid.

There a row is a payoff of player 1 or an open interval between two, along which a set looks the same everywhere. So
mergeLDet for player 1 keeps the rows from the other set's least row on, and mergeRandom fills every row that both sets
have cells in, from the first to the last cell of either. For player 2 it is the columns.

Backward induction with chance, in 64-bit integers: every position has its own denominator.

How a player attains a point of her set: one move, or a lottery over two, and threats behind the others.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from seqform.backends.bestnash.grid import Ranks
from seqform.backends.bestnash.induction import Keys, preferred
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
    SetStore,
    greatest,
    has,
    highest_bit,
    least,
    lowest_bit,
    place_of,
    span,
    threat,
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
    """Return the number of the set whose cells stand behind the last set's words, entering it where it is new."""
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
    """Return the number of a set equal to the one that stands behind the last, else enter that one."""
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
    """Tell whether two sets agree."""
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


@compiled_part
def least_common_multiple(one: int, two: int, bound: int) -> int:
    """Return the least common multiple, or 0 if it is beyond the bound."""
    greater, smaller = one, two
    while smaller:
        greater, smaller = smaller, greater % smaller
    factor = two // greater
    return one * factor if one <= bound // factor else 0


@compiled
def denominators(first_move: Ints, child: Moves, chance: Ints, bound: int, scale: Ints) -> bool:
    """Find a denominator of the expected payoffs at every position, those of the outcomes being integers.

    Parameters
    ----------
    first_move, child : ndarrays
        Of a `PositionGraph`.
    chance : ndarray of int, shape (n,)
        The denominator of the probabilities where chance moves, 1 elsewhere.
    scale : ndarray of int, shape (n,)
        Receives the denominators.

    Returns
    -------
    bool
        False if one is beyond the bound.
    """
    for position in range(len(chance) - 1, -1, -1):
        common = 1
        for move in range(first_move[position], first_move[position + 1]):
            common = least_common_multiple(common, scale[child[move]], bound)
            if common == 0:
                return False
        if common > bound // chance[position]:
            return False
        scale[position] = common * chance[position]
    return True


@compiled
def expected_payoffs(
    first_move: Ints,
    child: Moves,
    player: Movers,
    probability: Ints,
    scale: Ints,
    ties: int,
    keys: Keys,
    value: Ints,
    choice: Moves,
) -> None:
    """Find what everyone expects from every position.

    Parameters
    ----------
    first_move, child, player : ndarrays
        Of a `PositionGraph`.
    probability : ndarray of int, shape (moves,)
        Of chance's moves, over the denominator at their position.
    scale : ndarray of int, shape (n,)
        As `denominators` found them; so small that nothing below overflows.
    ties, keys
        As in `best_outcomes`.
    value : ndarray of int, shape (players, n)
        What everyone receives where the game is over; completed with the expected payoffs over `scale`.
    choice : ndarray of int32, shape (n,)
        Receives the move at every position where a player moves.
    """
    for position in range(len(player) - 1, -1, -1):
        begin, end = first_move[position], first_move[position + 1]
        if begin == end:
            continue
        mover = player[position]
        if mover < 0:
            common = 1
            for move in range(begin, end):
                common = least_common_multiple(common, scale[child[move]], scale[position])
            for move in range(begin, end):
                weight = probability[move] * (common // scale[child[move]])
                for receiver in range(len(value)):
                    value[receiver, position] += weight * value[receiver, child[move]]
            continue
        best, most = begin, value[mover, child[begin]] * (scale[position] // scale[child[begin]])
        for move in range(begin + 1, end):
            rival = value[mover, child[move]] * (scale[position] // scale[child[move]])
            if rival > most or (rival == most and preferred(move, best, ties, keys)):
                best, most = move, rival
        factor = scale[position] // scale[child[best]]
        for receiver in range(len(value)):
            value[receiver, position] = value[receiver, child[best]] * factor
        choice[position] = best - begin


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


POSITION, MOVE, SET = range(3)
"""Entries of `place`: which position is next, which of its moves, and the merge of the moves before (-1 if none)."""

DONE, NO_ROOM, PAUSED = range(3)
"""Why the loop ended: nothing is left, a buffer is full, or a good deal of work has been done."""

OPEN = -2
"""Returned instead of a set: it has to be looked for elsewhere."""


@compiled_part
def settled(box: Ranks, one: int, two: int, player: int, first_set: int) -> int:
    """Return the merge of two sets where their extent tells, else `OPEN`.

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
    """Merge the sets of what can follow at every position, move by move, from `place` on.

    Parameters
    ----------
    first_move, child, player : ndarrays
        Of a `PositionGraph`.
    mixing : bool
        Whether players may mix; otherwise the sets are those of pure equilibria.
    pause_after : int
        How many words of sets to go through before pausing.
    sets : ndarray of int32, shape (n,)
        The outcomes where the game is over; completed with the number of the set at every position.
    place : ndarray of int, shape (3,)
        Where to go on; left where it came to.

    Returns
    -------
    int
        `DONE`, `NO_ROOM` or `PAUSED`.
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
    sets : ndarray of int32, shape (n,)
        The number of the set at every position.
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
