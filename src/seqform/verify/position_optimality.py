"""Subgame perfection of games of perfect information, recomputed exactly, position by position."""

from __future__ import annotations

import numpy as np

from seqform.models.position_graph import PositionGraph
from seqform.models.position_strategy import PositionStrategy
from seqform.models.sequences import ranges
from seqform.verify.flint_numbers import Rationals
from seqform.verify.position_values import fraction, position_values
from seqform.verify.subgame_deviation import SubgameDeviation


def subgame_perfect_violation(graph: PositionGraph, strategy: PositionStrategy) -> SubgameDeviation | None:
    """Return where a strategy is not locally optimal; None if it is a subgame perfect equilibrium.

    It suffices that at no position a single move gains by itself, the one-shot deviation principle: of the plans that
    gain in a subgame take one with the fewest changed moves, and of these one below which none is changed. As games
    end, there is one; it gains by itself at its position, for otherwise the plan would gain without it, too.

    Parameters
    ----------
    graph : PositionGraph
        Of any number of players, with or without chance; positions that chance or the strategy keeps from being
        reached count as well.
    strategy : PositionStrategy

    Returns
    -------
    SubgameDeviation, optional
        At the position of smallest number where V^π(i) < max V^π(j) for the player who moves
        (Littman et al. 2006, equation 2).

    Raises
    ------
    ModelError
        If the strategy is for another graph.
    """
    values = position_values(graph, strategy)
    found = [_first_gain(graph, player, own) for player, own in enumerate(values)]
    return min(
        (deviation for deviation in found if deviation is not None), key=lambda deviation: deviation.root, default=None
    )


def _first_gain(graph: PositionGraph, player: int, values: Rationals) -> SubgameDeviation | None:
    """Return the first position where a move of a player gains by itself."""
    moving = np.flatnonzero(graph.player == player)
    if len(moving) == 0:
        return None
    sizes = graph.first_move[moving + 1] - graph.first_move[moving]
    starts = np.cumsum(sizes) - sizes
    best = np.maximum.reduceat(values[graph.child[ranges(graph.first_move[moving], sizes)]], starts)
    gaining = np.asarray(best > values[moving], dtype=bool)
    if not gaining.any():
        return None
    place = int(np.argmax(gaining))
    position = int(moving[place])
    move = next(move for move, child in enumerate(graph.moves(position)) if values[child] == best[place])
    return SubgameDeviation(
        root=position,
        path=_path(graph, position),
        player=player,
        gain=fraction(best[place] - values[position]),
        move=graph.move_label(position, move),
    )


def _path(graph: PositionGraph, position: int) -> tuple[str, ...]:
    """Return moves that lead to a position."""
    way_to = np.zeros(len(graph), dtype=np.int64)
    way_to[graph.child] = np.arange(len(graph.child))
    mover = graph.mover_of_move
    labels = []
    while position > 0:
        way = int(way_to[position])
        position = int(mover[way])
        labels.append(graph.move_label(position, way - int(graph.first_move[position])))
    return tuple(reversed(labels))
