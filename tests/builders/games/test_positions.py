"""Graphs of distinct positions, made from the rules of a game."""

from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import cast

import numpy as np
import pytest

from seqform.backends.bestnash.backend import backward_induction
from seqform.builders.games.families.tic_tac_toe import TicTacToe
from seqform.builders.games.positions import StatesOfPositions, position_graph
from seqform.builders.games.rules import TERMINAL, Rules, expand
from seqform.builders.preprocess.subgames import perfect_information
from seqform.errors import GameError
from seqform.models.games.extensive import CHANCE
from seqform.models.games.positions import END, PositionGraph

Heaped = tuple[int, int, str]
"""The number of stones left, the player to move, and the numbers taken so far."""


class Heap(Rules[Heaped, int]):
    """A heap of stones from which one to three are taken in turn; who takes the last one wins.

    With `dice`, chance takes one or two stones first.
    """

    title = "a heap"

    def __init__(self, stones: int, dice: bool = False) -> None:
        self.stones, self.dice = stones, dice

    def initial(self) -> Heaped:
        return (self.stones, CHANCE if self.dice else 0, "")

    def player(self, state: Heaped) -> int:
        return state[1] if state[0] else TERMINAL

    def actions(self, state: Heaped) -> Sequence[int]:
        return range(1, min(3, state[0]) + 1)

    def chance(self, state: Heaped) -> Sequence[tuple[int, Fraction | int]]:
        return ((1, 1), (2, 2))

    def apply(self, state: Heaped, action: int) -> Heaped:
        return (state[0] - action, 0 if state[1] == CHANCE else 1 - state[1], f"{state[2]}{action}")

    def payoffs(self, state: Heaped) -> tuple[int, int]:
        return (1, -1) if state[1] == 1 else (-1, 1)

    def observation(self, state: Heaped, player: int) -> Hashable:
        return state[2]

    def position(self, state: Heaped) -> Hashable:
        return state[:2]


def num_plays(graph: PositionGraph) -> int:
    """Return the number of leaves of the game's tree; chance's moves count even where their probability is zero."""
    first_move, child = graph.first_move.tolist(), graph.child.tolist()
    plays = [1] * len(graph)
    for position in np.flatnonzero(graph.player != END)[::-1].tolist():
        plays[position] = sum(plays[below] for below in child[first_move[position] : first_move[position + 1]])
    return plays[0]


def test_tic_tac_toe_has_5478_positions_and_255168_plays_of_value_0() -> None:
    graph = position_graph(TicTacToe())
    assert (len(graph), num_plays(graph)) == (5478, 255_168)
    assert list(backward_induction(graph).values) == [0, 0]


@pytest.mark.parametrize("dice", [False, True])
@pytest.mark.parametrize("stones", range(2, 11))
def test_the_graph_has_the_plays_and_the_value_of_the_tree(stones: int, dice: bool) -> None:
    rules = Heap(stones, dice)
    graph, tree = position_graph(rules), perfect_information(expand(rules)).target
    assert num_plays(graph) == np.sum(tree.player == END)
    assert num_plays(tree) == num_plays(graph)
    assert len(graph) <= 2 * stones + 3
    assert backward_induction(graph).values == backward_induction(tree).values


def test_positions_can_be_looked_up_by_their_states() -> None:
    graph = position_graph(TicTacToe())
    states = graph.source
    assert isinstance(states, StatesOfPositions)
    rules = TicTacToe()
    one, other = rules.initial(), rules.initial()
    for square in (0, 4, 8):
        one = rules.apply(one, square)
    for square in (8, 4, 0):
        other = rules.apply(other, square)
    number = states.number(one)
    assert number == states.number(other)
    labels = [graph.move_label(number, k) for k in range(len(graph.moves(number)))]
    assert labels == [str(square) for square in (1, 2, 3, 5, 6, 7)]
    assert all(states.number(state) == number for number, state in enumerate(states.states))


class Circle(Heap):
    def apply(self, state: Heaped, action: int) -> Heaped:
        return (state[0], 1 - state[1], state[2]) if action == 1 else super().apply(state, action)


class Blurred(Heap):
    """States of different size are called one position."""

    def position(self, state: Heaped) -> Hashable:
        return state[0] // 2


class Listed(Heap):
    def position(self, state: Heaped) -> Hashable:
        return cast(Hashable, [state[0]])


class Stuck(Heap):
    def actions(self, state: Heaped) -> Sequence[int]:
        return ()


class Veiled(Heap):
    def observation(self, state: Heaped, player: int) -> Hashable:
        return player


class ThirdPlayer(Heap):
    def player(self, state: Heaped) -> int:
        return 3


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (Circle(4), r"a heap: play can go round in circles, so it need not end; see \(4, 0, ''\)"),
        (Blurred(6), r"a heap: position\(state\) is equal for .* and .*, which play on differently"),
        (Listed(4), r"a heap: position\(state\) returned \[4\], which is not hashable"),
        (Stuck(4), r"a heap: player 1 has to move but has no action, at \(4, 0, ''\)"),
        (ThirdPlayer(4), r"a heap: player\(state\) returned 3"),
        (Heap(200), "more than 100 positions; choose smaller parameters, or raise max_positions"),
        (Veiled(4), r"information: player 2 observes the same at \(3, 1, '1'\) and at \(2, 1, '2'\); .*solve"),
    ],
)
def test_contradictions_in_the_rules_and_too_many_positions_are_errors(rules: Heap, message: str) -> None:
    with pytest.raises(GameError, match=message):
        position_graph(rules, max_positions=100)


class Unlabelled(Heap):
    def apply(self, state: Heaped, action: int) -> Heaped:
        return (state[0] - action, 1 - state[1], "")

    def observation(self, state: Heaped, player: int) -> Hashable:
        return state[0]


def test_progress_is_reported_and_plays_are_counted_beyond_64_bits() -> None:
    assert num_plays(position_graph(Unlabelled(200))) > 2**64
    told: list[str] = []
    position_graph(Unlabelled(60_000), progress=told.append)
    assert len(told) == 1
    assert told[0].startswith("positions of a heap: 100,0")
