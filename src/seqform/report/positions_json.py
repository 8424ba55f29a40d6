"""A subgame perfect equilibrium of a game of perfect information, as JSON for other programs.

The schema, version 1:

- ``game``: ``title``, ``players``, ``positions``, ``note``
- ``concept``: ``"subgame-perfect"``
- ``values``: what every player expects, strings such as "-1/18"
- ``strategy``: one object for each position where a player moves, with ``position``, its number; ``path``, the moves
  that lead there, of a tree; ``player``, a name; and ``moves``, the probabilities of those that are made, by label
"""

from __future__ import annotations

from typing import Any

import numpy as np

from seqform.models.number_text import write_rational
from seqform.models.position_graph import PositionGraph
from seqform.models.sequences import unique_names
from seqform.models.subgame_perfect import SubgamePerfect

SCHEMA = 1


def positions_data(found: SubgamePerfect) -> dict[str, Any]:
    """Return an equilibrium as plain data, after the module's schema."""
    strategy = found.strategy
    graph = strategy.graph
    labels = [_labels(graph, position) for position in range(len(graph))]
    paths = _paths(graph, labels) if graph.is_tree else None
    return {
        "schema": SCHEMA,
        "game": {
            "title": graph.title,
            "players": list(graph.players),
            "positions": len(graph),
            "note": graph.note,
        },
        "concept": "subgame-perfect",
        "values": [write_rational(value) for value in found.values],
        "strategy": [
            {
                "position": position,
                **({} if paths is None else {"path": paths[position]}),
                "player": graph.players[int(graph.player[position])],
                "moves": {
                    labels[position][move]: write_rational(share) for move, share in strategy.at(position).items()
                },
            }
            for position in np.flatnonzero(graph.player >= 0).tolist()
        ],
    }


def _labels(graph: PositionGraph, position: int) -> tuple[str, ...]:
    first, last = graph.first_move[position : position + 2].tolist()
    return unique_names([graph.move_label(position, move) for move in range(last - first)])


def _paths(graph: PositionGraph, labels: list[tuple[str, ...]]) -> list[list[str]]:
    paths: list[list[str]] = [[] for _ in range(len(graph))]
    for position in range(len(graph)):
        for move, child in enumerate(graph.moves(position)):
            paths[child] = [*paths[position], labels[position][move]]
    return paths
