"""Whether a strategy is undominated, and an equilibrium normal-form perfect: decided by exact linear programs.

The programs only propose. What is returned has been checked on the game by `seqform.verify`, and can be checked again.
"""

from __future__ import annotations

from dataclasses import replace

from seqform.backends.exact.backend import ExactBackend
from seqform.backends.options import SolveOptions
from seqform.builders.dominance_lp import dominance_lp
from seqform.builders.sequence_form import sequence_form
from seqform.errors import CertificationError, SolveError
from seqform.models.game import ExtensiveGame
from seqform.models.perfection import NormalFormPerfection, Undominated, completely_mixed
from seqform.models.strategies import BehaviorProfile, BehaviorStrategy
from seqform.verify.certify import certify
from seqform.verify.exact_assessment import exact_strategy
from seqform.verify.normal_form_perfect import NORMAL_FORM_PERFECT, gains, regret_against

__all__ = ["normal_form_perfect", "undominated"]


def normal_form_perfect(
    game: ExtensiveGame, profile: BehaviorProfile, *, options: SolveOptions | None = None
) -> NormalFormPerfection:
    """Decide whether a profile is a normal-form perfect equilibrium, with evidence either way.

    Parameters
    ----------
    game : ExtensiveGame
    profile : BehaviorProfile
        Exact; from anywhere.
    options : SolveOptions, optional
        For each of the two linear programs.

    Returns
    -------
    NormalFormPerfection
        The certificate with the conditions among its checks, and for each player the verdict of
        `undominated`. If the profile is perfect, `witness` proves it:
        `seqform.verify.normal_form_perfect.check_witness` checks that proof without any solver.

    Raises
    ------
    ModelError
        If a strategy is in doubles or not one of this game.
    SolveError
        If a linear program was not solved, say for want of time; the error carries the raw solution.

    References
    ----------
    van Damme (1987), Stability and Perfection of Nash Equilibria, section 3.2; von Stengel, van den Elzen &
    Talman (2002), section 5.

    Examples
    --------
    >>> import seqform as sf
    >>> kuhn = sf.load("kuhn")
    >>> answer = normal_form_perfect(kuhn, sf.solve(kuhn, exact=True).profile)
    >>> str(answer.certificate)
    'nash_conv = 0 (exact); player 1 undominated: yes; player 2 undominated: yes; normal-form perfect: yes'
    """
    certificate = certify(game, profile)
    first, second = (undominated(game, strategy, options=options) for strategy in profile)
    checks = {"player 1 undominated": first.holds, "player 2 undominated": second.holds}
    checks[NORMAL_FORM_PERFECT] = certificate.proven and first.holds and second.holds
    return NormalFormPerfection(replace(certificate, checks=checks), (first, second))


def undominated(game: ExtensiveGame, strategy: BehaviorStrategy, *, options: SolveOptions | None = None) -> Undominated:
    """Decide whether a strategy is undominated, with evidence either way.

    Parameters
    ----------
    game : ExtensiveGame
    strategy : BehaviorStrategy
        Exact, of either player.
    options : SolveOptions, optional
        For the linear program.

    Returns
    -------
    Undominated
        With a completely mixed strategy of the opponent to which the strategy is a best
        response, or with a strategy that dominates it.

    Raises
    ------
    ModelError
        If the strategy is in doubles or not one of this game.
    SolveError
        If the linear program was not solved, say for want of time; the error carries the raw solution.
    CertificationError
        If the evidence does not pass the check on the game.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.builders.games.matrix_games import bimatrix_game
    >>> game = bimatrix_game("the second row is better or as good", [[0, 0], [0, 1]])
    >>> verdict = undominated(game, sf.uniform_profile(game)[0])
    >>> print(verdict)
    player 1's strategy is dominated: another earns from 0 to 1/2 more, depending on the opponent
    >>> verdict.dominating["row"]
    {'1': Fraction(0, 1), '2': Fraction(1, 1)}
    >>> undominated(game, verdict.dominating).holds
    True
    """
    strategy = exact_strategy(game, strategy)
    player = strategy.index.player
    form = sequence_form(game).target
    step = dominance_lp(form, strategy.plan)
    raw = ExactBackend().solve(step.target, options)
    if not raw.solved:
        raise SolveError(f"dominance of player {player + 1}'s strategy: {raw.termination} ({raw.status})", raw)
    plans = step.lift(raw)
    witness = completely_mixed(plans[1 - player])
    replacement = plans[player].behavior(form.gradient(player, plans[1 - player].weights))
    least, most = gains(game, strategy, replacement)
    verdict = Undominated(strategy, replacement if most > 0 else None, (least, most), witness)
    if least < 0 or regret_against(game, verdict.best, witness) != 0:
        raise CertificationError("the evidence about dominance fails its check on the game; please report the game")
    return verdict
