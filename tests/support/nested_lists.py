"""Games of perfect information as nested lists of player 1's payoffs, by rules."""

from __future__ import annotations

from typing import Any

from seqform.builders.games.rules import TERMINAL, Rules
from seqform.models.games.extensive import CHANCE

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
        return TERMINAL if isinstance(tree, int) else CHANCE if isinstance(tree, tuple) else (len(path) // 2) % 2

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
