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

from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.backends.bestnash.layout import BOTTOM, LEFT, NO_MERGE, RIGHT, TOP, Ranks
from seqform.backends.bestnash.set_kernel import SetStore, enter_merges, fill_slots


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


def enlarge(store: SetStore) -> None:
    """Make the buffers of a store that are full larger."""
    sets, words, merges, wanted, _ = np.asarray(store.used).tolist()
    if sets == len(store.hashes):
        store.box = _longer(store.box, store.outcomes + 2 * sets)
        store.offset = _longer(store.offset, 2 * sets)
        store.threat = _longer(store.threat, 2 * sets)
        store.hashes = _longer(store.hashes, 2 * sets)
        store.slots = np.full(4 * sets, -1, dtype=np.int32)
        fill_slots(store)
    if words + wanted > len(store.words):
        store.words = _longer(store.words, max(2 * len(store.words), words + wanted))
    if 2 * merges >= len(store.keys):
        keys, merged = store.keys, store.merged
        store.keys = np.full(2 * len(keys), NO_MERGE, dtype=np.int64)
        store.merged = np.zeros(2 * len(keys), dtype=np.int32)
        enter_merges(store, keys, merged)


def bytes_of(store: SetStore) -> int:
    """Return the memory of the sets and their merges."""
    sets = (store.box, store.offset, store.threat, store.words, store.hashes, store.slots)
    return sum(part.nbytes for part in (*sets, store.keys, store.merged, store.used))


def _longer(buffer: npt.NDArray[Any], size: int) -> npt.NDArray[Any]:
    present = np.asarray(buffer)  # compiled, a store has memoryviews
    longer = np.zeros((size, *present.shape[1:]), dtype=present.dtype)
    longer[: len(present)] = present
    return longer
