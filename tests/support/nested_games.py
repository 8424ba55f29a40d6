"""Games of perfect information written down as nested lists, for tests.

A tuple is an outcome: what every player receives. A list is a position: who moves, then what can follow; where chance
moves, what can follow is a pair of a probability and a position.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from hypothesis import strategies as st

from seqform.models.games.extensive import CHANCE
from seqform.models.games.positions import END, PositionGraph, PositionStrategy, distinct_outcomes
from seqform.models.numbers.exact import ExactArray


def pay(*values: Fraction | int) -> tuple[Fraction, ...]:
    """Return payoffs as fractions."""
    return tuple(map(Fraction, values))


def graph_from(
    title: str,
    player: list[int],
    first_move: list[int],
    child: list[int],
    payoffs: list[tuple[Any, ...]],
    probability: list[Any] | None = None,
) -> PositionGraph:
    """Return the graph with these positions, its outcomes in the order of the positions where the game is over."""
    rows, distinct = distinct_outcomes(tuple(ExactArray.of(column) for column in zip(*payoffs, strict=True)))
    outcome = np.full(len(player), -1, dtype=np.int32)
    outcome[np.array(player) == END] = rows
    return PositionGraph(
        title,
        tuple(str(number + 1) for number in range(len(payoffs[0]))),
        np.array(player, dtype=np.int8),
        np.array(first_move, dtype=np.int64),
        np.array(child, dtype=np.int32),
        outcome,
        distinct,
        ExactArray.of(probability) if probability and CHANCE in player else None,
    )


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


def expected_values(strategy: PositionStrategy) -> list[tuple[Fraction, ...]]:
    """Return what everyone expects from every position, recomputed in fractions."""
    graph = strategy.graph
    values: list[tuple[Fraction, ...]] = [()] * len(graph)
    for position in reversed(range(len(graph))):
        if graph.player[position] == END:
            values[position] = graph.payoffs_at(position)
            continue
        begin, following = int(graph.first_move[position]), graph.moves(position)
        weights = strategy.at(position)
        if graph.player[position] == CHANCE:
            assert graph.probability is not None
            weights = {move: graph.probability[begin + move] for move in range(len(following))}
        values[position] = tuple(
            sum((weight * values[following[move]][receiver] for move, weight in weights.items()), Fraction(0))
            for receiver in range(len(graph.players))
        )
    return values


def largest_gain(strategy: PositionStrategy) -> Fraction:
    """Return the most that a player can gain by another move at any position, whether it is reached or not."""
    graph, values = strategy.graph, expected_values(strategy)
    return max(
        (
            values[child][mover] - values[position][mover]
            for position, mover in enumerate(graph.player.tolist())
            if mover >= 0
            for child in graph.moves(position)
        ),
        default=Fraction(0),
    )
