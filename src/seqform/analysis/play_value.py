"""Expected payoffs of strategies against each other and against opponents who blunder, and their extremes.

Payoffs are computed exactly. Of the optimal strategies of a constant-sum game that earn least or most against a given
opponent the linear program only proposes: strategy and proof are checked on the game before they are returned.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.backends.exact.solution import ExactBackend
from seqform.backends.protocol import SolveOptions
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.preprocess.merge import merge_equivalent
from seqform.builders.programs.max_min import worst_optimal_lp
from seqform.errors import CertificationError, ModelError, SolveError
from seqform.io.load import load
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import SequenceIndex, player_number
from seqform.models.numbers.exact import ExactArray, Floats, Number, Vector
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy, RealizationPlan
from seqform.solving.api import solve, uniform_strategy
from seqform.solving.routes.plans import require_constant_sum
from seqform.system.files import require_kind
from seqform.verify.nash import certify, payoff_by_sequence, payoff_per_sequence
from seqform.verify.sequential import exact_strategy

Values = npt.NDArray[Any]
"""Fractions in an object array, or doubles."""


def expected_payoff(game: Any, strategy: BehaviorStrategy, opponent: BehaviorStrategy) -> Number:
    """Return the expected payoff of a strategy's owner against a strategy of the opponent; exact if both are.

    The game is one that `seqform.load` accepts.

    Examples
    --------
    >>> import seqform as sf
    >>> kuhn = sf.load("kuhn")
    >>> first, second = sf.uniform_profile(kuhn)
    >>> expected_payoff(kuhn, first, second), expected_payoff(kuhn, second, first)
    (Fraction(1, 8), Fraction(-1, 8))
    """
    require_kind("expected_payoff, strategy", strategy, BehaviorStrategy)
    require_kind("expected_payoff, opponent", opponent, BehaviorStrategy)
    game = load(game)
    opponent = opponent.bound_to(game.sequences[1 - strategy.index.player].index)
    if not (strategy.exact and opponent.exact):
        strategy, opponent = strategy.to_floats(), opponent.to_floats()
    return _at_the_root(payoff_by_opponent(game, strategy), opponent)


def guaranteed_payoff(game: ExtensiveGame, strategy: BehaviorStrategy) -> Number:
    """Return the least expected payoff of a strategy's owner over all strategies of the opponent.

    In a constant-sum game it is the value of the game if and only if the strategy is optimal.
    """
    player = strategy.index.player
    left = payoff_by_opponent(game, strategy)
    return -game.sequences[1 - player].index.best_response(-left).value


def blundering(strategy: BehaviorStrategy, probability: Fraction | int) -> BehaviorStrategy:
    """Return (1 - δ) β + δ u: the uniform strategy u is played with probability δ, independently at every set.

    Exact if the strategy β is.
    """
    share = blunder_probability(probability)
    uniform = uniform_strategy(strategy.index).probabilities
    if strategy.exact:
        return BehaviorStrategy(strategy.index, (1 - share) * strategy.probabilities + share * uniform)
    mixed: Floats = float(1 - share) * strategy.probabilities + float(share) * uniform.astype(np.float64)
    return BehaviorStrategy(strategy.index, mixed)


def blunder_probability(probability: Fraction | int) -> Fraction:
    """Return δ as a fraction."""
    if not isinstance(probability, int | Fraction) or not 0 <= probability <= 1:
        raise ModelError(f"a blunder's probability: a fraction from 0 to 1 expected, not {probability!r}")
    return Fraction(probability)


Grid = tuple[tuple[Number, ...], ...]


@dataclass(frozen=True)
class CrossTable:
    """Named strategies against each other, from both seats.

    ``values[player][mine][theirs]`` is the player's expected payoff with strategy `mine` against the opponent's
    strategy `theirs`, who blunders with probability `blunder` at every information set; the player does not.
    """

    names: tuple[str, ...]
    values: tuple[Grid, Grid]
    blunder: Fraction = Fraction(0)

    def value(self, player: int | str, mine: str, theirs: str) -> Number:
        """Return a player's expected payoff with one named strategy against another."""
        return self.values[player_number(player)][self.names.index(mine)][self.names.index(theirs)]


def cross_table(
    game: ExtensiveGame, strategies: Mapping[str, BehaviorProfile], *, blunder: Fraction | int = 0
) -> CrossTable:
    """Return the expected payoff of every named strategy against every other, in both seats.

    Exact if all strategies are; otherwise in doubles throughout. In a constant-sum game any two optimal strategies earn
    exactly the value against each other. They differ only against opponents who err.
    """
    share = blunder_probability(blunder)
    strategies = {name: profile.bound_to(game) for name, profile in strategies.items()}
    if not all(profile.exact for profile in strategies.values()):
        strategies = {name: profile.to_floats() for name, profile in strategies.items()}

    def seen_by(player: int) -> Grid:
        opponents = [blundering(profile[1 - player], share) for profile in strategies.values()]
        rows = [payoff_by_opponent(game, profile[player]) for profile in strategies.values()]
        return tuple(tuple(_at_the_root(left, opponent) for opponent in opponents) for left in rows)

    return CrossTable(tuple(strategies), (seen_by(0), seen_by(1)), share)


def payoff_by_opponent(game: ExtensiveGame, strategy: BehaviorStrategy) -> Vector:
    """Return the payoffs of a strategy's owner by the opponent's sequences, shape (|S|,); exact if the strategy is.

    For each sequence of the opponent, the sum over the leaves it leads to of the owner's payoff × chance × the owner's
    probability of playing there: Aᵀx if the owner is player 1.
    """
    player = strategy.index.player
    plan = strategy.bound_to(game.sequences[player].index).plan
    return payoff_by_sequence(game, player, 1 - player, plan.weights)


def values_from_sequences(payoff: Vector, behavior: BehaviorStrategy) -> Values:
    """Return the payoff that play contributes from each sequence on, when its owner follows a strategy β, shape (|S|,).

    V(σ) = payoff(σ) + Σ over the sets h after σ and their actions c of β(c) V(σ_h c), where `payoff` is the
    contribution of each sequence itself, to either player. The first entry is the expected payoff. Fractions if
    `payoff` is exact, in which case the strategy has to be. Computed from the last choices to the first, so that most
    numbers stay short: the plan of a blundering strategy over one common denominator would not.
    """
    index = behavior.index
    values: Values = np.array(payoff.to_fractions(), dtype=object) if isinstance(payoff, ExactArray) else payoff.copy()
    for sets, sequences in reversed(index.stages):
        size = index.num_actions[sets]
        shares = np.add.reduceat(behavior.probabilities[sequences] * values[sequences], np.cumsum(size) - size)
        np.add.at(values, index.parent_sequence[sets], shares)
    return values


def _at_the_root(left: Vector, opponent: BehaviorStrategy) -> Number:
    value = values_from_sequences(left, opponent)[0]
    return value if isinstance(value, Fraction) else float(value)


@dataclass(frozen=True, eq=False)
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


def extreme_optimal_strategy(
    game: ExtensiveGame,
    player: int | str,
    against: BehaviorStrategy,
    *,
    worst: bool = True,
    equilibrium: BehaviorProfile | None = None,
    options: SolveOptions | None = None,
) -> ExtremeOptimalStrategy:
    """Return the optimal strategy of a player that earns least, or most, against a given opponent.

    The worst one is the baseline for any refinement: the plain linear program may return it.

    - `player`: 0, 1 or a name.
    - `against`: The opponent's, exact: `uniform_strategy`, or one that is `blundering`.
    - `equilibrium`: An exact equilibrium, for the value of the game; computed if absent.

    At sets that the plan leaves out the strategy is a best response to `against`.

    References
    ----------
    Čermák, Bošanský & Lisý, Practical performance of refinements of Nash equilibria in extensive-form zero-sum games,
    ECAI 2014.
    """
    player = player_number(player, game.players)
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
    player: int | str,
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
    player = player_number(player, game.players)
    own, other = game.sequences[player], game.sequences[1 - player]
    weight = multiple_of_a_plan(other.index, multipliers)
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


def multiple_of_a_plan(index: SequenceIndex, weights: ExactArray) -> Fraction:
    """Return λ for the weights λ ȳ of a plan ȳ."""
    multiple = weights[0]
    if multiple > 0 and RealizationPlan(index, weights * (1 / multiple)).residual() == 0:
        return multiple
    if weights.equals(ExactArray.zeros(len(index))):
        return multiple
    raise ModelError(f"the weights are no multiple of a plan of player {index.player + 1}")
