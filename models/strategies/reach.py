"""Probabilities with which play reaches the information sets of a player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import ExactArray, Floats, Vector

if TYPE_CHECKING:
    from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy


def infoset_reach(game: ExtensiveGame, profile: BehaviorProfile, player: int) -> Vector:
    """Return the probability that play reaches each of a player's information sets, exact if both strategies are."""
    profile = profile.bound_to(game)
    return _reach(game, player, list(profile if profile.exact else profile.to_floats()))


def reach_without(game: ExtensiveGame, player: int, opponent: BehaviorStrategy) -> Vector:
    """Return the probability with which chance and the opponent lead to each of a player's information sets.

    The player makes every choice that leads to the set. Exact if the opponent's strategy is.
    """
    return _reach(game, player, [opponent.bound_to(game.sequences[1 - player].index)])


def _reach(game: ExtensiveGame, player: int, strategies: Sequence[BehaviorStrategy]) -> Vector:
    """Return the sums over the nodes of each of a player's sets of chance × the weights of the given strategies."""
    infosets = game.sequences[player].infosets
    row_of = np.full(len(game.information_sets) + 1, -1, dtype=np.int64)
    row_of[infosets] = np.arange(len(infosets))
    nodes = np.flatnonzero(row_of[game.infoset] >= 0)
    rows = row_of[game.infoset[nodes]]
    weights = [(game.sequences[strategy.index.player].at_node[nodes], strategy.plan.weights) for strategy in strategies]
    if all(strategy.exact for strategy in strategies):
        exact_plans = [(at_node, plan) for at_node, plan in weights if isinstance(plan, ExactArray)]
        reached = np.asarray(game.chance_reach.numerators[nodes] != 0, dtype=bool)
        for at_node, plan in exact_plans:
            reached &= np.asarray(plan.numerators != 0, dtype=bool)[at_node]
        reach = game.chance_reach.take(nodes[reached])
        for at_node, plan in exact_plans:
            reach = reach * plan.take(at_node[reached])
        return reach.sum_by(rows[reached], len(infosets))
    in_doubles = game.chance_reach.take(nodes).to_floats()
    for at_node, plan in weights:
        assert isinstance(plan, np.ndarray)
        in_doubles = in_doubles * plan[at_node]
    sums: Floats = np.bincount(rows, weights=in_doubles, minlength=len(infosets)).astype(np.float64)
    return sums
