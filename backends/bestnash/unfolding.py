"""Strategies that attain a target, found from the initial position down, with an unfolded graph where it is needed.

Where positions are shared, a position may be needed for several targets, and play there depends on the moves before.
The unfolded graph has a position for every pair of a position and a target.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from seqform.models.games.infosets import ranges
from seqform.models.games.positions import END, PositionGraph, PositionStrategy
from seqform.models.numbers.exact import ExactArray, Ints


class Play(NamedTuple):
    """The play at a position: a move, or `other` with the probability `share`; and the targets after all moves.

    `other` is -1 without a lottery, and `choice` where chance moves.
    """

    targets: Sequence[Any]
    choice: int = -1
    other: int = -1
    share: Fraction = Fraction(0)


def attained(graph: PositionGraph, target: Hashable, decide: Callable[[int, Any], Play]) -> PositionStrategy:
    """Return the strategy of the decisions that begin with a target at the initial position.

    `decide` is called for a position where the game is not over and a target there. The strategy is one of the graph
    itself if every position has one target, else of the unfolded graph.
    """
    numbers: list[dict[Any, int]] = [{} for _ in range(len(graph))]
    numbers[0][target] = 0
    decisions: list[Play] = []
    linked: list[tuple[int, int]] = []
    for position, here in enumerate(numbers):
        children = graph.moves(position)
        for wanted in here:
            over = graph.player[position] == END
            decisions.append(decision := Play(()) if over else decide(position, wanted))
            for child, after in zip(children, decision.targets, strict=True):
                linked.append((child, numbers[child].setdefault(after, len(numbers[child]))))
    counts = np.array([len(here) for here in numbers])
    if np.any(counts != 1):
        begin = np.cumsum(counts) - counts
        graph = _unfolded(graph, np.repeat(np.arange(len(graph)), counts), [begin[k] + place for k, place in linked])
    mixed = [place for place, decision in enumerate(decisions) if decision.other >= 0]
    return PositionStrategy(
        graph,
        np.array([decision.choice for decision in decisions], dtype=np.int32),
        np.array(mixed, dtype=np.int64),
        np.array([decisions[place].other for place in mixed], dtype=np.int32),
        ExactArray.of(decisions[place].share for place in mixed),
    )


def _unfolded(graph: PositionGraph, position: Ints, child: Sequence[int]) -> PositionGraph:
    """Return the graph whose positions are these of another one, ascending, with the positions that moves lead to."""
    moves = np.diff(graph.first_move)[position]
    probability = graph.probability
    if probability is not None:
        probability = probability.take(ranges(graph.first_move[position], moves))
    return PositionGraph(
        graph.title,
        graph.players,
        graph.player[position],
        np.concatenate([[0], np.cumsum(moves)]).astype(np.int64),
        np.array(child, dtype=np.int32),
        graph.outcome[position],
        graph.payoffs,
        probability,
        move_label=partial(_move_label, graph, position),
        note=graph.note,
    )


def _move_label(graph: PositionGraph, position: Ints, place: int, move: int) -> str:
    return graph.move_label(int(position[place]), move)
