"""Certificates of responses to a known opponent: payoff, guarantee, and a proof that nothing with it earns more.

Every strategy x with min over y of xᵀA y ≥ g has, for a plan ȳ of the opponent and a price λ ≥ 0,
xᵀA ŷ ≤ xᵀA (ŷ + λ ȳ) - λ g against the known plan ŷ. The right side is at most that of a best response.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from seqform.errors import ModelError
from seqform.models.answers.certificate import Certificate, Figures
from seqform.models.answers.claims import GUARANTEE, RESPONSE
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import ExactArray, Number, Vector, doubles
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.verify.nash import certify, payoff_by_sequence, rounding_bound


def certify_response(
    game: ExtensiveGame,
    profile: BehaviorProfile,
    player: int,
    price: Number = 0,
    punishing: BehaviorStrategy | None = None,
) -> Certificate:
    """Compute what a strategy earns against the other one of a profile, what it guarantees, and a bound.

    Parameters
    ----------
    player : int
        Whose strategy is the response.
    price : number
        λ ≥ 0: what the payoff gains per unit of the guarantee that is given up.
    punishing : BehaviorStrategy, optional
        A strategy of the opponent against which, together with the known one, the response is a best response; needed
        with a price.

    Returns
    -------
    Certificate
        Of the claim `RESPONSE`: no strategy that guarantees as much as this one earns more against the known opponent.

    Examples
    --------
    >>> import seqform as sf
    >>> game = sf.load("kuhn")
    >>> best = sf.solve(game, "safe-response", opponent="uniform")
    >>> certify_response(game, best.profile, 0).figure("payoff")
    (Fraction(1, 2), Fraction(-1, 2))
    """
    if not price >= 0:
        raise ModelError(f"response: a price from 0 on expected, which bounds what others earn, not {price}")
    certificate, profile = certify(game, profile), profile.bound_to(game)
    is_exact_price = isinstance(price, int | Fraction)
    other, exact = 1 - player, profile.exact and is_exact_price and (punishing is None or punishing.exact)
    if not exact:
        profile = profile.to_floats().normalized()
    guarantees = [_guarantee(game, profile, one) for one in (0, 1)]
    payoff, bound = certificate.values[player], certificate.best_response_values[player]
    if price and punishing is not None:
        known, free = profile[other].plan.weights, punishing.bound_to(game.sequences[other].index).plan.weights
        total: Vector
        if isinstance(known, ExactArray) and isinstance(free, ExactArray):
            total = known + free * Fraction(price)
        else:
            total = doubles(known) + doubles(free) * float(price)
        gradient = payoff_by_sequence(game, player, player, total)
        bound = game.sequences[player].index.best_response(gradient).value - price * guarantees[player]
    if not exact:
        payoff, bound = float(payoff), float(bound)
        bound = payoff if bound < payoff <= bound + rounding_bound(game) * (1 + float(price)) else bound
    theirs = certificate.values[other]
    pair = [(payoff, theirs), (bound, theirs)]
    attained, most = pair if player == 0 else [(second, first) for first, second in pair]
    figures: dict[str, Figures] = {
        RESPONSE.attained: attained,
        RESPONSE.bound: most,
        GUARANTEE: (guarantees[0], guarantees[1]),
    }
    return replace(certificate, exact=exact, claim=RESPONSE, figures=figures)


def _guarantee(game: ExtensiveGame, profile: BehaviorProfile, player: int) -> Number:
    other = 1 - player
    losses = -payoff_by_sequence(game, player, other, profile[player].plan.weights)
    return -game.sequences[other].index.best_response(losses).value
