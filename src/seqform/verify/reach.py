"""How likely play is to reach an information set under a profile."""

from __future__ import annotations

import numpy as np

from seqform.models.exact import ExactArray, Floats
from seqform.models.game import ExtensiveGame
from seqform.models.linear_program import Mask, Vector
from seqform.models.strategies import BehaviorProfile


def infoset_reach(game: ExtensiveGame, profile: BehaviorProfile, player: int) -> Vector:
    """Return the probability that play reaches each of a player's information sets.

    Parameters
    ----------
    game : ExtensiveGame
    profile : BehaviorProfile
    player : int
        0 or 1, whose sets.

    Returns
    -------
    ExactArray or ndarray, shape (|H|,)
        Exact if both strategies are.
    """
    profile = profile.bound_to(game)
    infosets = game.sequences[player].infosets
    row_of = np.full(len(game.information_sets) + 1, -1, dtype=np.int64)
    row_of[infosets] = np.arange(len(infosets))
    nodes = np.flatnonzero(row_of[game.infoset] >= 0)
    rows = row_of[game.infoset[nodes]]
    if not profile.exact:
        profile = profile.to_floats()
    weights = [
        (sequences.at_node[nodes], strategy.plan.weights)
        for sequences, strategy in zip(game.sequences, profile, strict=True)
    ]
    if profile.exact:
        reach = game.chance_reach.take(nodes)
        for at_node, plan in weights:
            assert isinstance(plan, ExactArray)
            reach = (reach * plan.take(at_node)).reduced()
        return reach.sum_by(rows, len(infosets)).reduced()
    in_doubles = game.chance_reach.take(nodes).to_floats()
    for at_node, plan in weights:
        assert isinstance(plan, np.ndarray)
        in_doubles = in_doubles * plan[at_node]
    sums: Floats = np.bincount(rows, weights=in_doubles, minlength=len(infosets)).astype(np.float64)
    return sums


def reached_by_chance(game: ExtensiveGame) -> Mask:
    """Return which information sets of the game's table some plays reach: chance may exclude all that lead to one."""
    possible = ~game.is_leaf & np.asarray(game.chance_reach.numerators != 0, dtype=bool)
    reached = np.zeros(len(game.information_sets), dtype=bool)
    reached[game.infoset[possible]] = True
    return reached
