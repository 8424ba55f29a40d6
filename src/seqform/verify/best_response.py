"""Payoffs and best responses, walked on the tree itself.

Nothing here knows how a profile was found, and no matrix of a solver's model is read.
"""

from __future__ import annotations

import numpy as np

from seqform.models.exact import ExactArray, Floats
from seqform.models.game import ExtensiveGame
from seqform.models.linear_program import Vector
from seqform.models.sequences import BestResponse
from seqform.models.strategies import BehaviorStrategy


def payoff_per_sequence(game: ExtensiveGame, player: int, opponent: BehaviorStrategy) -> Vector:
    """Return what each of a player's sequences contributes at the leaves against an opponent.

    Parameters
    ----------
    game : ExtensiveGame
    player : int
        0 or 1.
    opponent : BehaviorStrategy
        The other player's.

    Returns
    -------
    ExactArray or ndarray, shape (|S|,)
        For a sequence σ the sum over the leaves that σ leads to of payoff × chance ×
        the opponent's probability of playing there. Exact if the opponent's strategy is.
    """
    own, other = game.sequences[player], game.sequences[1 - player]
    opponent = opponent.bound_to(other.index)
    leaves, size = game.leaves, len(own.index)
    plan = opponent.plan.weights
    weight = game.chance_reach.take(leaves)
    payoff = game.leaf_payoffs[player]
    if isinstance(plan, ExactArray):
        terms = weight * payoff * plan.take(other.at_node[leaves])
        return terms.sum_by(own.at_node[leaves], size)
    terms_in_doubles: Floats = weight.to_floats() * payoff.to_floats() * plan[other.at_node[leaves]]
    sums: Floats = np.bincount(own.at_node[leaves], weights=terms_in_doubles, minlength=size).astype(np.float64)
    return sums


def best_response(game: ExtensiveGame, player: int, opponent: BehaviorStrategy) -> BestResponse:
    """Return a player's best response to an opponent's strategy, in time linear in the tree.

    Parameters
    ----------
    game : ExtensiveGame
    player : int
        0 or 1, who responds.
    opponent : BehaviorStrategy
        The other player's.
    """
    return game.sequences[player].index.best_response(payoff_per_sequence(game, player, opponent))
