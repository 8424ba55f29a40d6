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
    own, other = game.sequences[sequences_of], game.sequences[1 - sequences_of]
    leaves, size = game.leaves, len(own.index)
    payoff = game.leaf_payoffs[payoff_of]
    if isinstance(weights, ExactArray):
        used = np.asarray(
            (weights.numerators != 0)[other.at_node[leaves]] & (payoff.numerators != 0), dtype=bool
        )
        leaves = leaves[used]
        terms = (
            game.chance_reach.take(leaves) * payoff.take(used) * weights.take(other.at_node[leaves])
        )
        return terms.sum_by(own.at_node[leaves], size).reduced()
    terms_in_doubles: Floats = (
        game.chance_reach.take(leaves).to_floats()
        * payoff.to_floats()
        * weights[other.at_node[leaves]]
    )
    sums: Floats = np.bincount(
        own.at_node[leaves], weights=terms_in_doubles, minlength=size
    ).astype(np.float64)
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
    return game.sequences[player].index.best_response(payoff_per_sequence(game, player, opponent))


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
    given = profile = profile.bound_to(game)
    if not profile.exact:
        profile = profile.to_floats().normalized()
    values: list[Number] = []
    best: list[Number] = []
    for player in (0, 1):
        require_time()
        payoff = payoff_per_sequence(game, player, profile[1 - player])
        weights: Any = profile[player].plan.weights
        values.append(
            payoff.dot(weights) if isinstance(payoff, ExactArray) else float(payoff @ weights)
        )
        best.append(game.sequences[player].index.best_response(payoff).value)
    if profile.exact:
        return Certificate(
            (values[0], values[1]),
            (best[0], best[1]),
            True,
            game.constant_sum,
            note=game.note,
            of=given,
            game=game,
        )
    in_doubles = (float(values[0]), float(values[1])), (float(best[0]), float(best[1]))
    return Certificate.in_doubles(
        *in_doubles, rounding_bound(game), game.constant_sum, note=game.note, of=given, game=game
    )


def known_certificate(game: ExtensiveGame, found: object) -> Certificate | None:
    """Return the certificate of an equilibrium if it was computed on an equal game; None for anything else."""
    certificate = getattr(found, "certificate", None)
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
