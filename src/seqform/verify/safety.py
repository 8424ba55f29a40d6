"""Certificates of maximin strategies: the payoff that each guarantees, and a proof that no strategy guarantees more."""

from __future__ import annotations

from dataclasses import replace

from seqform.models.answers.certificate import Certificate, Figures
from seqform.models.answers.claims import SAFE
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import Number
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.verify.nash import best_response, certify, payoff_by_sequence, rounding_bound


def certify_safe(game: ExtensiveGame, profile: BehaviorProfile, punishing: BehaviorProfile) -> Certificate:
    """Compute the payoff that each strategy of a profile guarantees, and a bound on the guarantees of all strategies.

    Parameters
    ----------
    punishing : BehaviorProfile
        For each player a strategy that keeps the opponent's payoff low. The best response to it bounds what the
        opponent can guarantee; where the bound is attained, both are proved to be optimal.

    Returns
    -------
    Certificate
        Of the claim `SAFE`; in rational arithmetic if all four strategies are exact.

    References
    ----------
    von Neumann (1928): the largest guarantee is the value of the zero-sum game in which the opponent minimizes.

    Examples
    --------
    >>> import seqform as sf
    >>> game = sf.load("kuhn")
    >>> profile = sf.solve(game, exact=True).profile
    >>> certify_safe(game, profile, profile).figure("guarantee")
    (Fraction(-1, 18), Fraction(1, 18))
    """
    certificate = certify(game, profile)
    exact = profile.exact and punishing.exact
    strategies, opponents = profile.bound_to(game), punishing.bound_to(game)
    if not exact:
        strategies, opponents = (each.to_floats().normalized() for each in (strategies, opponents))
    pairs = [_guarantee_and_bound(game, player, strategies, opponents) for player in (0, 1)]
    if not exact:
        pairs = [_without_rounding(*pair, rounding_bound(game)) for pair in pairs]
    (first, first_bound), (second, second_bound) = pairs
    figures: dict[str, Figures] = {SAFE.attained: (first, second), SAFE.bound: (first_bound, second_bound)}
    return replace(certificate, exact=exact, claim=SAFE, figures=figures)


def _guarantee_and_bound(
    game: ExtensiveGame, player: int, profile: BehaviorProfile, punishing: BehaviorProfile
) -> tuple[Number, Number]:
    other = game.sequences[1 - player].index
    losses = -payoff_by_sequence(game, player, 1 - player, profile[player].plan.weights)
    return -other.best_response(losses).value, best_response(game, player, punishing[1 - player]).value


def _without_rounding(guarantee: Number, bound: Number, rounding: float) -> tuple[float, float]:
    """Return both in doubles; a bound that is lower by no more than rounding is the guarantee."""
    low, high = float(guarantee), float(bound)
    return low, low if low - rounding <= high < low else high
