"""Games of perfect information written down as nested lists, for tests.

A tuple is an outcome: what every player receives. A list is a position: who moves, then what can follow; where chance
moves, what can follow is a pair of a probability and a position.
"""

from __future__ import annotations

from typing import Any

from every_equilibrium import graph_from
from hypothesis import strategies as st

from seqform.models.games.positions import END, PositionGraph


def trees(kinds: int = 4, leaves: int = 14) -> st.SearchStrategy[Any]:
    """Return small two-player trees without chance, with many ties."""
    payoff = st.integers(0, kinds - 1)
    return st.recursive(
        st.tuples(payoff, payoff),
        lambda below: st.tuples(st.integers(0, 1), st.lists(below, min_size=1, max_size=4)).map(
            lambda drawn: [drawn[0], *drawn[1]]
        ),
        max_leaves=leaves,
    )


@st.composite
def shared_graphs(draw: st.DrawFn, moving: int = 5, ends: int = 4, kinds: int = 4) -> PositionGraph:
    """Return small two-player graphs whose positions are shared."""
    payoffs = draw(st.lists(st.tuples(*[st.integers(0, kinds - 1)] * 2), min_size=ends, max_size=ends))
    player, first_move, child = [], [0], []
    for position in range(moving):
        player.append(draw(st.integers(0, 1)))
        child += draw(st.lists(st.integers(position + 1, moving + ends - 1), min_size=1, max_size=3))
        first_move.append(len(child))
    return graph_from("shared", player + ends * [END], first_move + ends * [len(child)], child, payoffs)
