"""Games of perfect information written down as nested lists, for tests.

A tuple is an outcome: what every player receives. A list is a position: who moves, then what can follow; where chance
moves, what can follow is a pair of a probability and a position.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from every_equilibrium import graph_from
from hypothesis import strategies as st

from seqform.models.games.extensive import CHANCE
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
def shared_graphs(
    draw: st.DrawFn, moving: int = 5, ends: int = 4, kinds: int = 4, players: int = 2, chance: bool = False
) -> PositionGraph:
    """Return small graphs whose positions are shared; the moves of chance are equally likely."""
    payoffs = draw(st.lists(st.tuples(*[st.integers(0, kinds - 1)] * players), min_size=ends, max_size=ends))
    player, first_move, child, shares = [], [0], [], []
    for position in range(moving):
        player.append(draw(st.integers(CHANCE if chance else 0, players - 1)))
        below = draw(st.lists(st.integers(position + 1, moving + ends - 1), min_size=1, max_size=3))
        child += below
        shares += [Fraction(1, len(below))] * len(below)
        first_move.append(len(child))
    return graph_from("shared", player + ends * [END], first_move + ends * [len(child)], child, payoffs, shares)
