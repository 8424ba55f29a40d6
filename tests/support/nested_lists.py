"""Games of perfect information as nested lists, by rules and as graphs of positions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from every_equilibrium import graph_from
from hypothesis import strategies as st

from seqform.builders.games.rules import TERMINAL, Rules
from seqform.models.games.extensive import CHANCE
from seqform.models.games.positions import END, PositionGraph

Nested = Any
"""An integer, a list, or a tuple: the type is recursive."""

State = tuple[Nested, tuple[int, ...]]


class NestedLists(Rules[State, int]):
    """A tree of nested lists with player 1's payoffs at the leaves; the players take turns, two moves each.

    At a tuple chance moves: to the second branch twice as often as to the first, to the third one three times.
    """

    title = "nested lists"
    perfect_information = True

    def __init__(self, tree: Nested) -> None:
        self.tree = tree

    def initial(self) -> State:
        return (self.tree, ())

    def player(self, state: State) -> int:
        tree, path = state
        return (
            TERMINAL
            if isinstance(tree, int)
            else CHANCE
            if isinstance(tree, tuple)
            else (len(path) // 2) % 2
        )

    def chance(self, state: State) -> list[tuple[int, int]]:
        return [(branch, branch + 1) for branch in range(len(state[0]))]

    def actions(self, state: State) -> range:
        return range(len(state[0]))

    def apply(self, state: State, action: int) -> State:
        return (state[0][action], (*state[1], action))

    def payoffs(self, state: State) -> tuple[int, int]:
        return (state[0], 10 - state[0])

    def observation(self, state: State, player: int) -> str:
        return "".join(map(str, state[1]))

    def position(self, state: State) -> Any:
        return (repr(state[0]), len(state[1]))


# ---- graphs of positions ----


@st.composite
def shared_graphs(
    draw: st.DrawFn,
    moving: int = 5,
    ends: int = 4,
    kinds: int = 4,
    players: int = 2,
    chance: bool = False,
) -> PositionGraph:
    """Return small graphs whose positions are shared; the moves of chance are equally likely."""
    payoffs = draw(
        st.lists(st.tuples(*[st.integers(0, kinds - 1)] * players), min_size=ends, max_size=ends)
    )
    player, first_move, child, shares = [], [0], [], []
    for position in range(moving):
        player.append(draw(st.integers(CHANCE if chance else 0, players - 1)))
        below = draw(st.lists(st.integers(position + 1, moving + ends - 1), min_size=1, max_size=3))
        child += below
        shares += [Fraction(1, len(below))] * len(below)
        first_move.append(len(child))
    return graph_from(
        "shared", player + ends * [END], first_move + ends * [len(child)], child, payoffs, shares
    )
