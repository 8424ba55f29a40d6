"""Subgame perfect equilibria of games of perfect information as JSON data.

The schema, version 1:

- ``game``: ``title``, ``players``, ``positions``, ``note``
- ``concept``: ``"subgame-perfect"``
- ``values``: the expected payoffs of the players, strings such as "-1/18"
- ``strategy``: one object for each position where a player moves, with ``position``, its number; ``path``, the moves
  that lead there, of a tree; ``player``, a name; and ``moves``, the positive probabilities by label
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from seqform.models.answers.equilibrium import PositionEquilibrium
from seqform.models.games.extensive import CHANCE
from seqform.models.games.infosets import unique_names
from seqform.models.games.positions import END, PositionGraph
from seqform.models.numbers.text import write_rational

SCHEMA = 1


def positions_data(found: PositionEquilibrium) -> dict[str, Any]:
    """Return an equilibrium as plain data, after the module's schema."""
    strategy = found.strategy
    graph = strategy.graph
    labels = [
        unique_names([graph.move_label(position, move) for move in range(len(graph.moves(position)))])
        for position in range(len(graph))
    ]
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


def position_sizes_data(graph: PositionGraph) -> dict[str, Any]:
    """Return the sizes of a game as plain data, and the sum of all players' payoffs, null unless it is constant."""
    players = {
        f"positions of player {player}": int(np.count_nonzero(graph.player == player - 1))
        for player in range(1, len(graph.players) + 1)
    }
    totals = {sum(payoffs) for payoffs in zip(*(payoff.to_fractions() for payoff in graph.payoffs), strict=True)}
    return {
        "title": graph.title,
        "players": list(graph.players),
        "positions": len(graph),
        "leaves": int(np.count_nonzero(graph.player == END)),
        "chance nodes": int(np.count_nonzero(graph.player == CHANCE)),
        **players,
        "note": graph.note,
        "constant_sum": write_rational(Fraction(totals.pop())) if len(totals) == 1 else None,
    }


def _paths(graph: PositionGraph, labels: list[tuple[str, ...]]) -> list[list[str]]:
    paths: list[list[str]] = [[] for _ in range(len(graph))]
    for position in range(len(graph)):
        for move, child in enumerate(graph.moves(position)):
            paths[child] = [*paths[position], labels[position][move]]
    return paths
