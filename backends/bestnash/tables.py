"""The columns of a graph in the types that the loops are compiled for."""

from __future__ import annotations

import numpy as np

from seqform.backends.factors.compiled import prepare
from seqform.models.exact import Ints
from seqform.models.position_graph import Movers, Moves, PositionGraph


def tables_of(graph: PositionGraph) -> tuple[Ints, Moves, Movers]:
    """Return `first_move`, `child` and `player` in the types that the loops are compiled for, and prepare the loops."""
    prepare("bestnash", len(graph.child))
    return (
        np.require(graph.first_move, np.int64, ["C", "W"]),
        np.require(graph.child, np.int32, ["C", "W"]),
        np.require(graph.player, np.int8, ["C", "W"]),
    )
