"""Certificates of responses to a known opponent: payoff, guarantee, and a proof that nothing with it earns more.

Every strategy x with min over y of xᵀA y ≥ g has, for a plan ȳ of the opponent and a price λ ≥ 0,
xᵀA ŷ ≤ xᵀA (ŷ + λ ȳ) - λ g against the known plan ŷ. The right side is at most that of a best response.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from seqform.errors import ModelError
from seqform.models.answers.certificate import GUARANTEE, RESPONSE, Certificate, Figures
from seqform.models.games.abstraction import Filters
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.ordered import OrderedGame
from seqform.models.numbers.exact import ExactArray, Number, Vector, doubles
from seqform.models.programs.class_game import ClassStrategy
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.verify.deal_certificate import DealCertificate, certify_lifted, lift
from seqform.verify.guarantee import guarantee_of
from seqform.verify.nash import certify, payoff_by_sequence, rounding_bound


def certify_response(
    game: ExtensiveGame,
    profile: BehaviorProfile,
    player: int,
    price: Number = 0,
    punishing: BehaviorStrategy | None = None,
) -> Certificate:
    """Compute what a strategy earns against the other one of a profile, what it guarantees, and a bound.

    - `player`: Whose strategy is the response.
    - `price`: λ ≥ 0: what the payoff gains per unit of the guarantee that is given up.
    - `punishing`: A strategy of the opponent against which, together with the known one, the response is a best
      response; needed with a price.

    The certificate is of the claim `RESPONSE`: no strategy that guarantees as much as this one earns more against the
    known opponent.

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
    guarantees = [guarantee_of(game, one, profile[one].plan.weights) for one in (0, 1)]
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
    return replace(_of_response(certificate, player, payoff, bound, (guarantees[0], guarantees[1])), exact=exact)


def _of_response(
    certificate: Certificate, player: int, payoff: Number, bound: Number, guarantees: Figures
) -> Certificate:
    """Return the certificate of a profile as one of a player's response; the opponent's figures are her payoff."""
    theirs = certificate.values[1 - player]
    attained, most = [(mine, theirs) if player == 0 else (theirs, mine) for mine in (payoff, bound)]
    figures: dict[str, Figures] = {RESPONSE.attained: attained, RESPONSE.bound: most, GUARANTEE: guarantees}
    return replace(certificate, claim=RESPONSE, figures=figures)


def certify_on_deals(
    game: OrderedGame,
    filters: Filters,
    strategies: tuple[ClassStrategy, ClassStrategy],
    known: ClassStrategy,
    weight: Fraction,
    *,
    threads: int = 1,
    progress: Callable[[str], None] | None = None,
) -> DealCertificate:
    """Compute, on all deals of a constant-sum game, what `certify_response` computes on a tree.

    - `strategies`: The response, and the strategy of the opponent against which, mixed with the known one, it is a best
      response.
    - `known`: The strategy of the opponent that is known.
    - `weight`: The share of the known strategy in the mixture.
    """
    other, share = known.player, float(weight)
    player, constant = 1 - other, game.constant_sum
    assert constant is not None
    own = lift(game, filters[player], strategies[player])
    against, free = (lift(game, filters[other], one) for one in (known, strategies[other]))
    tables = zip(against.weights, free.weights, strict=True)
    mixed = replace(against, weights=tuple(share * one + (1 - share) * two for one, two in tables))
    found, worst = (
        certify_lifted(game, (own, theirs) if player == 0 else (theirs, own), threads=threads, progress=progress)
        for theirs in (against, mixed)
    )
    certificate = found.certificate
    first, second = (float(constant) - float(best) for best in certificate.best_response_values)
    guarantees, payoff = (second, first), float(certificate.values[player])
    bound = (float(worst.certificate.best_response_values[player]) - (1 - share) * guarantees[player]) / share
    rounding = 2 * (found.rounding_bound + worst.rounding_bound) / share
    bound = payoff if bound < payoff <= bound + rounding else bound
    return replace(found, certificate=_of_response(certificate, player, payoff, bound, guarantees))
