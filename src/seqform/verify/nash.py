"""Certificates of strategy profiles: values, best responses and reach probabilities, computed on the game tree.

No matrix of a solver's model is read, and nothing depends on how a profile was found.
"""

from __future__ import annotations

from typing import Any, overload

import numpy as np

from seqform.models.answers.certificate import Certificate
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import BestResponse, player_number
from seqform.models.numbers.exact import ExactArray, Floats, Mask, Number, Vector
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.system.deadline import require_time

_UNIT_ROUNDOFF = 2.0**-53


@overload
def payoff_by_sequence(
    game: ExtensiveGame, payoff_of: int, sequences_of: int, weights: ExactArray
) -> ExactArray: ...
@overload
def payoff_by_sequence(
    game: ExtensiveGame, payoff_of: int, sequences_of: int, weights: Vector
) -> Vector: ...
def payoff_by_sequence(
    game: ExtensiveGame, payoff_of: int, sequences_of: int, weights: Vector
) -> Vector:
    """Return the sums over the leaves of payoff × chance × weight, by the sequences of one player.

    The payoffs are those of player `payoff_of`. `weights` are of the sequences of the player opposed to `sequences_of`:
    a realization plan, a multiple or a difference of such plans, or a coefficient of a family of plans. If both players
    are the same the sums are A y or Bᵀ x, of shape (|S|,); exact if the weights are.
    """
    leaves = game.leaves
    payoff = game.leaf_payoffs[payoff_of]
    size = len(game.sequences[sequences_of].index)
    own = game.sequences[sequences_of].at_node[leaves]
    opposing = game.sequences[1 - sequences_of].at_node[leaves]
    if isinstance(weights, ExactArray):
        # Products of integers without bounds cost most: leaves that contribute nothing are left out first.
        is_used = (weights.numerators != 0)[opposing] & (payoff.numerators != 0)
        used = np.asarray(is_used, dtype=bool)
        chance = game.chance_reach.take(leaves[used])
        terms = chance * payoff.take(used) * weights.take(opposing[used])
        return terms.sum_by(own[used], size).reduced()

    chance_in_doubles = game.chance_reach.take(leaves).to_floats()
    terms_in_doubles: Floats = chance_in_doubles * payoff.to_floats() * weights[opposing]
    sums: Floats = np.bincount(own, weights=terms_in_doubles, minlength=size).astype(np.float64)
    return sums


def payoff_per_sequence(
    game: ExtensiveGame, player: int | str, opponent: BehaviorStrategy
) -> Vector:
    """Return the payoff that each of a player's sequences contributes at the leaves against an opponent, shape (|S|,).

    For a sequence σ this is the sum over the leaves that σ leads to of payoff × chance × the opponent's probability of
    playing there, exact if the opponent's strategy is.
    """
    player = player_number(player, game.players)
    opponent = opponent.bound_to(game.sequences[1 - player].index)
    return payoff_by_sequence(game, player, player, opponent.plan.weights)


def best_response(
    game: ExtensiveGame, player: int | str, opponent: BehaviorStrategy
) -> BestResponse:
    """Return a player's best response to an opponent's strategy, in time linear in the tree.

    The player is 0, 1 or a name.
    """
    player = player_number(player, game.players)
    payoff = payoff_per_sequence(game, player, opponent)
    return game.sequences[player].index.best_response(payoff)


def reached_by_chance(game: ExtensiveGame) -> Mask:
    """Return a mask of the information sets in the game's table that chance reaches with positive probability."""
    possible = ~game.is_leaf & np.asarray(game.chance_reach.numerators != 0, dtype=bool)
    reached = np.zeros(len(game.information_sets), dtype=bool)
    reached[game.infoset[possible]] = True
    return reached


def certify(game: ExtensiveGame, profile: BehaviorProfile) -> Certificate:
    """Compute the values and regrets of a profile on the game itself.

    The profile may come from any source. The computation is rational if both strategies are exact. Doubles are first
    made to sum to 1 at every information set, where they may be off by 1e-9.

    Examples
    --------
    >>> import seqform as sf
    >>> game = sf.load("kuhn")
    >>> certify(game, sf.uniform_profile(game)).nash_conv
    Fraction(11, 12)
    """
    certified = profile.bound_to(game)  # the certificate is of the profile as it was given
    computed = certified if certified.exact else certified.to_floats().normalized()
    values: list[Number] = []
    best: list[Number] = []
    for player in (0, 1):
        require_time()
        payoff = payoff_per_sequence(game, player, computed[1 - player])
        weights: Any = computed[player].plan.weights
        if isinstance(payoff, ExactArray):
            values.append(payoff.dot(weights))
        else:
            values.append(float(payoff @ weights))
        best.append(game.sequences[player].index.best_response(payoff).value)

    if computed.exact:
        return Certificate(
            values=(values[0], values[1]),
            best_response_values=(best[0], best[1]),
            exact=True,
            constant_sum=game.constant_sum,
            note=game.note,
            of=certified,
            game=game,
        )
    return Certificate.in_doubles(
        values=(float(values[0]), float(values[1])),
        best_response_values=(float(best[0]), float(best[1])),
        rounding=rounding_bound(game),
        constant_sum=game.constant_sum,
        note=game.note,
        of=certified,
        game=game,
    )


def known_certificate(game: ExtensiveGame, answer: object) -> Certificate | None:
    """Return the certificate of an equilibrium if it was computed on an equal game; None for anything else."""
    certificate = getattr(answer, "certificate", None)
    if not isinstance(certificate, Certificate) or not isinstance(certificate.of, BehaviorProfile):
        return None
    return certificate if certificate.is_on(game) else None


def rounding_bound(game: ExtensiveGame) -> float:
    """Return a bound on the difference of two sums over the leaves that are equal but for rounding, in units of payoff.

    A term of such a sum passes through at most one rounding for each leaf and a few for each level of the tree.
    """
    largest = max(float(np.abs(payoff.to_floats()).max()) for payoff in game.leaf_payoffs)
    roundings = 2 * (len(game.leaves) + 8 * len(game.levels)) * _UNIT_ROUNDOFF
    return roundings / (1 - roundings) * largest


def without_rounding(bound: Number, attained: Number, rounding: float) -> Number:
    """Return a bound on what is attained: that itself if the bound is below it by no more than rounding.

    - `rounding`: In units of payoff; 0 for exact numbers, which stay as they are.

    Examples
    --------
    >>> without_rounding(0.3 - 1e-16, 0.3, rounding=1e-15), without_rounding(0.25, 0.3, rounding=1e-15)
    (0.3, 0.25)
    """
    is_rounded = rounding > 0  # 0.0 added to a fraction is a double, and rounds it
    if is_rounded and bound < attained <= bound + rounding:
        return attained
    return bound
