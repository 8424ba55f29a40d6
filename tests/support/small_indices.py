"""Sequences of a player written down by hand, once more in another order."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from seqform.models.games.infosets import SequenceIndex

INDEX = SequenceIndex(
    player=0,
    parent_sequence=np.array([0, 1, 0]),
    first_sequence=np.array([1, 3, 6, 7]),
    infoset_names=("A", "B", "C"),
    action_names=(("l", "r"), ("x", "y", "z"), ("u",)),
    order=np.array([2, 0, 1]),
)
"""Set A with actions l and r; set B, with x, y and z, after l; set C, with the one action u."""

REORDERED = SequenceIndex(
    player=0,
    parent_sequence=np.array([0, 0, 3]),
    first_sequence=np.array([1, 2, 4, 7]),
    infoset_names=("C", "A", "B"),
    action_names=(("u",), ("r", "l"), ("z", "x", "y")),
    order=np.array([0, 1, 2]),
)
"""The same sets and actions in another order."""

IN_ANOTHER_TREE = replace(INDEX, parent_sequence=np.array([0, 2, 0]))
"""The same sets and actions by name, but B comes after r."""
