"""The certificate of a profile: what it is worth, and what deviating could gain.

Payoffs and best responses, walked on the tree itself.

Nothing here knows how a profile was found, and no matrix of a solver's model is read.

How likely play is to reach an information set under a profile.
"""

from __future__ import annotations

import numpy as np

from seqform.models.answers.certificate import Certificate
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import BestResponse
from seqform.models.numbers.exact import ExactArray, Floats, Mask, Number, Vector
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy


def payoff_per_sequence(game: ExtensiveGame, player: int, opponent: BehaviorStrategy) -> Vector:
    """Return what each of a player's sequences contributes at the leaves against an opponent.

    Parameters
    ----------
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
    player : int
        0 or 1, who responds.
    opponent : BehaviorStrategy
        The other player's.
    """
    return game.sequences[player].index.best_response(payoff_per_sequence(game, player, opponent))


def infoset_reach(game: ExtensiveGame, profile: BehaviorProfile, player: int) -> Vector:
    """Return the probability that play reaches each of a player's information sets.

    Parameters
    ----------
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


_UNIT_ROUNDOFF = 2.0**-53


def certify(game: ExtensiveGame, profile: BehaviorProfile) -> Certificate:
    """Recompute what a profile is worth on the game itself.

    Parameters
    ----------
    profile : BehaviorProfile
        From anywhere. A rational computation if both strategies are exact. Doubles are first made to sum to 1 at every
        information set, where they may be off by 1e-9.

    Raises
    ------
    ModelError
        If the profile is for another game: its information sets or actions differ.

    Examples
    --------
    >>> import seqform as sf
    >>> game = sf.load("kuhn")
    >>> certify(game, sf.uniform_profile(game)).nash_conv
    Fraction(11, 12)
    """
    profile = profile.bound_to(game)
    if not profile.exact:
        profile = profile.to_floats().normalized()
    values: list[Number] = []
    best: list[Number] = []
    for player in (0, 1):
        payoff = payoff_per_sequence(game, player, profile[1 - player])
        values.append(_inner_product(payoff, profile[player].plan.weights))
        best.append(game.sequences[player].index.best_response(payoff).value)
    worth, most, total = (values[0], values[1]), (best[0], best[1]), game.constant_sum
    if profile.exact:
        return Certificate(worth, most, exact=True, constant_sum=total, note=game.note)
    in_doubles = (float(values[0]), float(values[1])), (float(best[0]), float(best[1]))
    return Certificate.in_doubles(*in_doubles, rounding_bound(game), total, game.note)


def rounding_bound(game: ExtensiveGame) -> float:
    """Return a bound on how much two sums over the leaves differ that are equal but for rounding, in units of payoff.

    A term of such a sum passes through at most one rounding for each leaf and a few for each level of the tree.
    """
    largest = max(float(np.abs(payoff.to_floats()).max()) for payoff in game.leaf_payoffs)
    roundings = 2 * (len(game.leaves) + 8 * len(game.levels)) * _UNIT_ROUNDOFF
    return roundings / (1 - roundings) * largest


def _inner_product(payoff: Vector, plan: Vector) -> Number:
    if isinstance(payoff, ExactArray):
        assert isinstance(plan, ExactArray)
        return payoff.dot(plan)
    assert not isinstance(plan, ExactArray)
    return float(payoff @ plan)
