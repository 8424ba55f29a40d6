"""Normal-form perfection and dominance: decided by exact linear programs, proved by evidence checked on the tree.

The evidence for perfection is a witness: a completely mixed profile (x̄, ȳ) such that x* is a best response
to ȳ and y* to x̄. If (x*, y*) is an equilibrium too, then every (1 - t)(x*, y*) + t(x̄, ȳ) with 0 < t ≤ 1 is
completely mixed and has x* and y* as best responses, since payoffs are linear in each
player's plan; these profiles tend to (x*, y*), which is therefore normal-form perfect
(Selten 1975, theorem 7; von Stengel, van den Elzen & Talman 2002, theorem 1).

`check_witness`, `regret_against`, `gains` and `dominates` are rational arithmetic on the game itself and solve no
program. The linear programs of `undominated` only propose evidence, which is returned after these checks.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from seqform.backends.exact.solution import ExactBackend
from seqform.backends.protocol import SolveOptions
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.programs.zero_sum_lp import dominance_lp
from seqform.errors import CertificationError, ModelError, SolveError
from seqform.models.answers.certificate import NASH, NORMAL_FORM_PERFECT, Certificate
from seqform.models.answers.evidence import NormalFormPerfection, Undominated
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import player_label, player_name
from seqform.models.numbers.exact import ExactArray
from seqform.models.strategies.behavior import (
    BehaviorProfile,
    BehaviorStrategy,
    completely_mixed_behavior,
)
from seqform.verify.nash import certify, payoff_by_sequence, payoff_per_sequence
from seqform.verify.sequential import exact_strategy


def normal_form_perfect(
    game: ExtensiveGame, profile: BehaviorProfile, *, options: SolveOptions | None = None
) -> NormalFormPerfection:
    """Decide whether a profile is a normal-form perfect equilibrium, with evidence either way.

    `options` are for each of the two linear programs. If the profile is perfect, the `witness` of the result proves it:
    `check_witness` checks that proof without any solver. See van Damme (1987), Stability and Perfection of Nash
    Equilibria, section 3.2; von Stengel, van den Elzen & Talman (2002), section 5.
    """
    certificate = certify(game, profile)
    first = undominated(game, profile[0], options=options)
    second = undominated(game, profile[1], options=options)
    checks = {
        "player 1 undominated": first.holds,
        "player 2 undominated": second.holds,
        NORMAL_FORM_PERFECT: certificate.holds(NASH) and first.holds and second.holds,
    }
    return NormalFormPerfection(certificate.recomputed(checks=checks), (first, second))


def undominated(
    game: ExtensiveGame, strategy: BehaviorStrategy, *, options: SolveOptions | None = None
) -> Undominated:
    """Decide whether a strategy is undominated, with evidence either way.

    A linear program that is not solved, for example within its time limit, raises a `SolveError` with the raw solution;
    evidence that does not pass the check on the game raises a `CertificationError`.
    """
    strategy = exact_strategy(game, strategy)
    player = strategy.index.player
    form = sequence_form(game).target
    step = dominance_lp(form, strategy.plan)
    raw = ExactBackend().solve(step.target, options)
    if not raw.solved:
        raise SolveError(
            f"dominance of {player_name(game.players, player)}'s strategy: {raw.termination} ({raw.status})",
            raw,
        )
    plans = step.lift(raw)
    own = plans[player]
    opponent = plans[1 - player]

    # The replacement is never worse, and a best response to the witness, a completely mixed strategy of the opponent.
    # It is undominated, and so is the strategy itself if nothing is gained: see `dominance_lp`.
    witness = completely_mixed_behavior(opponent)
    replacement = own.behavior(form.gradient(player, opponent.weights))
    least, most = gains(game, strategy, replacement)
    dominating = replacement if most > 0 else None
    who = player_name(game.players, player)
    verdict = Undominated(strategy, dominating, (least, most), witness, who)
    if least < 0 or regret_against(game, verdict.best, witness) != 0:
        raise CertificationError(
            "the evidence about dominance fails its check on the game; please report the game"
        )
    return verdict


def check_witness(
    game: ExtensiveGame, profile: BehaviorProfile, witness: BehaviorProfile
) -> dict[str, bool]:
    """Check the evidence that a profile is a normal-form perfect equilibrium, condition by condition.

    If all conditions hold the profile is proven to be normal-form perfect; if one of the witness's own fails, another
    witness may still prove it.
    """
    return _conditions(game, certify(game, profile), profile, witness)


def certify_normal_form_perfect(
    game: ExtensiveGame,
    profile: BehaviorProfile,
    witness: BehaviorProfile,
    *,
    decides: bool = False,
) -> Certificate:
    """Return the certificate of a profile, with a check that it is normal-form perfect if a witness proves that.

    A witness that fails leaves it open whether an equilibrium is perfect, and the certificate is without the check,
    unless the witness `decides`, as that of `normal_form_perfect` does.
    """
    certificate = certify(game, profile)
    is_proven = all(_conditions(game, certificate, profile, witness).values())
    if not is_proven and not decides and certificate.holds(NASH):
        return certificate
    return certificate.recomputed(checks={**certificate.checks, NORMAL_FORM_PERFECT: is_proven})


def _conditions(
    game: ExtensiveGame,
    certificate: Certificate,
    profile: BehaviorProfile,
    witness: BehaviorProfile,
) -> dict[str, bool]:
    is_mixed = all(bool(np.all(strategy.probabilities > 0)) for strategy in witness)
    first_regret = regret_against(game, profile[0], witness[1])
    second_regret = regret_against(game, profile[1], witness[0])
    return {
        "equilibrium": certificate.holds(NASH),
        "witness completely mixed": is_mixed,
        "player 1 replies best to the witness": first_regret == 0,
        "player 2 replies best to the witness": second_regret == 0,
    }


def regret_against(
    game: ExtensiveGame, strategy: BehaviorStrategy, opponent: BehaviorStrategy
) -> Fraction:
    """Return the regret of an exact strategy against an exact one of the other player: 0 if it is a best response."""
    player = strategy.index.player
    weights = _weights(game, strategy)
    payoff = payoff_per_sequence(game, player, exact_strategy(game, opponent))
    assert isinstance(payoff, ExactArray)
    best = game.sequences[player].index.best_response(payoff).value
    return Fraction(best) - payoff.dot(weights)


def gains(
    game: ExtensiveGame, strategy: BehaviorStrategy, replacement: BehaviorStrategy
) -> tuple[Fraction, Fraction]:
    """Return the least and the greatest gain of a replacement x' over a strategy x* of the same player, both exact.

    They are the minimum and maximum of (x' - x*)ᵀA y over the plans y of the opponent, each by dynamic programming on
    the opponent's sequences.
    """
    player = strategy.index.player
    if replacement.index.player != player:
        raise ModelError(
            f"a strategy of {player_label(player)} expected, not of {player_label(replacement.index.player)}"
        )
    difference = _weights(game, replacement) - _weights(game, strategy)
    opponent = game.sequences[1 - player].index
    gain = payoff_by_sequence(game, player, 1 - player, difference)
    least = -Fraction(opponent.best_response(-gain).value)
    greatest = Fraction(opponent.best_response(gain).value)
    return least, greatest


def dominates(
    game: ExtensiveGame, replacement: BehaviorStrategy, strategy: BehaviorStrategy
) -> bool:
    """Return whether a replacement is never worse than a strategy of the same player, and sometimes better."""
    least, most = gains(game, strategy, replacement)
    return least >= 0 and most > 0


def _weights(game: ExtensiveGame, strategy: BehaviorStrategy) -> ExactArray:
    weights = exact_strategy(game, strategy).plan.weights
    assert isinstance(weights, ExactArray)
    return weights
