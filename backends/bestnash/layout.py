"""Numbers that the compiled loops over positions share with the modules that call them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Ranks = npt.NDArray[np.int32]

Keys = npt.NDArray[np.float32]

FIRST, LAST, BY_KEY = range(3)
"""Tie-breaking among best moves: the first, the last, or the one with the largest key."""

TOP, LEFT, BOTTOM, RIGHT = range(4)
"""Columns of `SetStore.box`: the first row and column of a set, and the last; those of a player are 2 apart."""

SETS, WORDS, MERGES, WANTED, WORK = range(5)
"""Entries of `SetStore.used`: entries in use, words that the next set may take, and words gone through so far."""

NO_MERGE = -1
"""In `SetStore.keys`: a free place."""

POSITION, MOVE, SET = range(3)
"""Entries of `place` of `merge_upwards`: the next position, the next of its moves, and the merge of the moves before.

The last is -1 if there are none.
"""

DONE, NO_ROOM, PAUSED = range(3)
"""Results of `merge_upwards`: nothing is left, a buffer is full, or it has done `pause_after` of work."""

NO_MOVE = -1
"""In place of a move: there is none."""
