"""The certificate of a profile: what it is worth, and what deviating could gain."""

from __future__ import annotations

import numpy as np

from seqform.models.certificate import Certificate, Number
from seqform.models.exact import ExactArray
from seqform.models.game import ExtensiveGame
from seqform.models.linear_program import Vector
from seqform.models.strategies import BehaviorProfile
from seqform.verify.best_response import payoff_per_sequence

_UNIT_ROUNDOFF = 2.0**-53


def certify(game: ExtensiveGame, profile: BehaviorProfile) -> Certificate:
    """Recompute what a profile is worth on the game itself.

    Parameters
    ----------
    game : ExtensiveGame
    profile : BehaviorProfile
        From anywhere. A rational computation if both strategies are exact. Doubles are first made to sum to 1 at every
        information set, where they may be off by 1e-9.

    Returns
    -------
    Certificate

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
