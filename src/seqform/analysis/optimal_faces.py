"""Optimal strategies of a constant-sum game with the least or the greatest payoff against a given opponent.

The linear program only proposes: strategy and proof are checked on the game before they are returned.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from seqform.analysis.play_value import expected_payoff, guaranteed_payoff
from seqform.backends.exact.solution import ExactBackend
from seqform.backends.protocol import SolveOptions
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.preprocess.merge import merge_equivalent
from seqform.builders.programs.max_min import worst_optimal_lp
from seqform.errors import CertificationError, ModelError, SolveError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import SequenceIndex
from seqform.models.numbers.exact import ExactArray
from seqform.models.numbers.text import short
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy, RealizationPlan
from seqform.solving.api import solve
from seqform.solving.pipeline import require_constant_sum
from seqform.verify.nash import certify, payoff_by_sequence, payoff_per_sequence
from seqform.verify.sequential import exact_strategy


@dataclass(frozen=True, eq=False, repr=False)
class ExtremeOptimalStrategy:
    """An optimal strategy, and the proof that no other one earns less (or more) against an opponent.

    The strategy is exact; it earns `earned` against the strategy `against`, the least if `worst`, else the most, and
    `guarantee`, the value of the game, against any opponent. The evidence is `multipliers`, shape (|S|,), one for each
    of the opponent's sequences: `proven_bound` turns it into a bound on the payoff of any optimal strategy against that
    opponent, and the bound is `earned`.
    """

    strategy: BehaviorStrategy
    against: BehaviorStrategy
    worst: bool
    earned: Fraction
    guarantee: Fraction
    multipliers: ExactArray

    def __str__(self) -> str:
        extreme = "least" if self.worst else "most"
        return (
            f"player {self.strategy.index.player + 1}'s optimal strategy that earns {extreme}: "
            f"{short(self.earned)}; guaranteed {short(self.guarantee)}"
        )

    def __repr__(self) -> str:
        return f"<ExtremeOptimalStrategy: {self}>"


def extreme_optimal_strategy(
    game: ExtensiveGame,
    player: int,
    against: BehaviorStrategy,
    *,
    worst: bool = True,
    equilibrium: BehaviorProfile | None = None,
    options: SolveOptions | None = None,
) -> ExtremeOptimalStrategy:
    """Return the optimal strategy of a player that earns least, or most, against a given opponent.

    The worst one is the baseline for any refinement: the plain linear program may return it.

    Parameters
    ----------
    against : BehaviorStrategy
        The opponent's, exact: `uniform_strategy`, or one that is `blundering`.
    equilibrium : BehaviorProfile, optional
        An exact equilibrium, for the value of the game; computed if absent.

    Returns
    -------
    ExtremeOptimalStrategy
        At sets that the plan leaves out the strategy is a best response to `against`.

    References
    ----------
    Čermák, Bošanský & Lisý, Practical performance of refinements of Nash equilibria in extensive-form zero-sum games,
    ECAI 2014.
    """
    if player not in (0, 1):
        raise ModelError(f"extreme_optimal_strategy: player 0 or 1 expected, not {player!r}")
    require_constant_sum(game)
    if against.index.player == player:
        raise ModelError(
            f"extreme_optimal_strategy: a strategy of player {2 - player} expected, not of player {player + 1}"
        )
    against = exact_strategy(game, against)
    value = _value(game, player, equilibrium, options)
    form = sequence_form(game).target
    step = worst_optimal_lp(form, against.plan, value, best=not worst).then(merge_equivalent)
    raw = ExactBackend().solve(step.target, _tight(options))
    if not raw.solved:
        raise SolveError(f"player {player + 1}'s extreme optimal strategy: {raw.termination} ({raw.status})", raw)
    plan, multipliers = step.lift(raw)
    strategy = plan.behavior(form.gradient(player, against.plan.weights))
    earned = Fraction(expected_payoff(game, strategy, against))
    guarantee = Fraction(guaranteed_payoff(game, strategy))
    bound = proven_bound(game, player, against, multipliers, value, worst=worst)
    if guarantee != value or earned != bound:
        raise CertificationError("the evidence about optimal strategies fails its check; please report the game")
    return ExtremeOptimalStrategy(strategy, against, worst, earned, guarantee, multipliers)


def _tight(options: SolveOptions | None) -> SolveOptions:
    """Return the options with HiGHS's tightest tolerances: optimal strategies differ by little."""
    options = options or SolveOptions()
    if options.tolerance is not None:
        return options
    tight = dict.fromkeys(("primal_feasibility_tolerance", "dual_feasibility_tolerance"), 1e-10)
    return replace(options, raw={**tight, **options.raw})


def proven_bound(
    game: ExtensiveGame,
    player: int,
    against: BehaviorStrategy,
    multipliers: ExactArray,
    value: Fraction,
    *,
    worst: bool = True,
) -> Fraction:
    """Return a bound on what a player's optimal strategies earn against an opponent, proven without any solver.

    `multipliers`, from any source, are λ ȳ for some λ ≥ 0 and some plan ȳ of the opponent, shape (|S|,); `value` is the
    payoff that an optimal strategy guarantees. With y⁰ the plan of `against`, which is exact, a lower bound is
    λ value + min (A y⁰ - λ A ȳ)ᵀx over all plans x of the player, an upper one max (A y⁰ + λ A ȳ)ᵀx - λ value: optimal
    strategies earn at least λ value against λ ȳ.
    """
    own, other = game.sequences[player], game.sequences[1 - player]
    weight = _multiple_of_a_plan(other.index, multipliers)
    extra = payoff_by_sequence(game, player, player, multipliers)
    payoff = payoff_per_sequence(game, player, against)
    if not isinstance(payoff, ExactArray):
        raise ModelError("proven_bound: an exact strategy of the opponent expected, but it is in doubles")
    if worst:
        return weight * value - Fraction(own.index.best_response(extra - payoff).value)
    return Fraction(own.index.best_response(payoff + extra).value) - weight * value


def _value(
    game: ExtensiveGame, player: int, equilibrium: BehaviorProfile | None, options: SolveOptions | None
) -> Fraction:
    if equilibrium is None:
        return Fraction(solve(game, exact=True, options=options).values[player])
    certificate = certify(game, equilibrium)
    if not certificate.proven:
        raise ModelError(f"extreme_optimal_strategy: an exact equilibrium of the game expected, but {certificate}")
    return Fraction(certificate.values[player])


def _multiple_of_a_plan(index: SequenceIndex, weights: ExactArray) -> Fraction:
    """Return λ for the weights λ ȳ of a plan ȳ."""
    multiple = weights[0]
    if multiple > 0 and RealizationPlan(index, weights * (1 / multiple)).residual() == 0:
        return multiple
    if weights.equals(ExactArray.zeros(len(index))):
        return multiple
    raise ModelError(f"proven_bound: the weights are no multiple of a plan of player {index.player + 1}")
