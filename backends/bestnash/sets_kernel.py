"""getEquilibriumUPS: the utility profile set at every position, from the last one to the first."""

from __future__ import annotations

from seqform.backends.bestnash.grid import Ranks
from seqform.backends.bestnash.merge_kernel import FULL, merge, merge_key
from seqform.backends.bestnash.set_store import WORK, SetStore, place_of
from seqform.backends.factors.compiled import compiled, compiled_part
from seqform.models.exact import Ints
from seqform.models.position_graph import Movers, Moves

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
    store : SetStore
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
