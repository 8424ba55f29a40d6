"""Expected payoffs of strategies against each other and against opponents who blunder, computed exactly."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.errors import ModelError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import SequenceIndex
from seqform.models.numbers.exact import ExactArray, Floats, Number, Vector
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.verify.nash import payoff_by_sequence

Values = npt.NDArray[Any]
"""Fractions in an object array, or doubles."""


def expected_payoff(game: ExtensiveGame, strategy: BehaviorStrategy, opponent: BehaviorStrategy) -> Number:
    """Return the expected payoff of a strategy's owner against a strategy of the opponent; exact if both are.

    Examples
    --------
    >>> import seqform as sf
    >>> kuhn = sf.load("kuhn")
    >>> first, second = sf.uniform_profile(kuhn)
    >>> expected_payoff(kuhn, first, second), expected_payoff(kuhn, second, first)
    (Fraction(1, 8), Fraction(-1, 8))
    """
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


def uniform_strategy(index: SequenceIndex) -> BehaviorStrategy:
    """Return the strategy that takes every action at an information set with equal probability, exactly."""
    shares = {count: Fraction(1, count) for count in set(index.num_actions.tolist())}
    probabilities = [Fraction(1), *(shares[count] for count in index.num_actions[index.infoset_of[1:]].tolist())]
    return BehaviorStrategy(index, np.array(probabilities, dtype=object))


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

    def value(self, player: int, mine: str, theirs: str) -> Number:
        """Return a player's expected payoff with one named strategy against another."""
        return self.values[player][self.names.index(mine)][self.names.index(theirs)]


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
