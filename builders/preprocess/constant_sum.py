"""Games whose payoffs add up to a constant but for rounding in doubles, solved as constant-sum games.

A table computed in doubles, such as 1 - A, is no constant-sum game to the last digit. Each leaf allows an interval of
constants: its sum of payoffs, plus or minus the rounding of doubles as large as its own payoffs. Where the intervals of
all leaves meet, player 1's payoffs become the simplest number there less player 0's.

Player 0's payoffs stay, and player 1's move by the error e at most. An equilibrium of the corrected game leaves player
0 nothing to gain in the game as written, and player 1 no more than 2 e, so that its nash_conv is at most 2 e there.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from seqform.builders.games.exact_numbers import nearby_fraction
from seqform.errors import DoubleRangeError, GameError
from seqform.models.games.extensive import NONE, ExtensiveGame, Outcomes
from seqform.models.numbers.algebraic import simplest_between
from seqform.models.numbers.exact import ExactArray
from seqform.models.numbers.text import shown_rational
from seqform.models.reduced import ProfileMap, Reduced, StrategyMap, identity_map
from seqform.models.strategies.behavior import BehaviorProfile

ROUNDING = Fraction(1, 2**48)
"""Largest error of a leaf's sum of payoffs, relative to the larger one: 16 units in the last place of a double."""

INTEGERS = 2**53
"""Sums of integers below this are exact in doubles."""

LARGEST = 1e300
"""From here on sums of payoffs may be beyond doubles."""


def rounded_sum(game: ExtensiveGame) -> Fraction | None:
    """Return the constant to which the payoffs at all leaves add up but for rounding in doubles; None if there is none.

    Examples
    --------
    >>> from seqform.builders.games.families.matrix_games import bimatrix_game
    >>> rounded_sum(bimatrix_game([[0.7, 0.2]], [[1 - 0.7, 1 - 0.2]]))
    Fraction(1, 1)
    >>> rounded_sum(bimatrix_game([[0.7, 0.2]], [[0.3, 0.9]])) is None
    True
    """
    if game.constant_sum is not None:
        return game.constant_sum
    if not _may_be_rounded(game) or not _in_doubles(game):
        return None

    first_payoffs, second_payoffs = game.leaf_payoffs
    lows = []
    highs = []
    pairs = zip(first_payoffs.to_fractions(), second_payoffs.to_fractions(), strict=True)
    for first, second in set(pairs):
        margin = _rounding(first, second)
        lows.append(first + second - margin)
        highs.append(first + second + margin)

    low = max(lows)
    high = min(highs)
    if low > high:
        return None
    return low if low == high else simplest_between(low, high)


def _may_be_rounded(game: ExtensiveGame) -> bool:
    """Return, in doubles and fast, whether the intervals of all leaves may meet: where they do not, none is rounded."""
    first_payoffs, second_payoffs = game.leaf_payoffs
    try:
        first = first_payoffs.to_floats()
        second = second_payoffs.to_floats()
    except DoubleRangeError:  # a payoff that never was a double
        return False
    size = np.maximum(np.abs(first), np.abs(second))
    if not size.max() < LARGEST:
        return False

    # Twice the margin, for the rounding of these sums themselves.
    sums = first + second
    margins = 2 * float(ROUNDING) * size
    return bool((sums - margins).max() <= (sums + margins).min())


def _rounding(first: Fraction, second: Fraction) -> Fraction:
    """Return the largest error of a sum that counts as rounding: 0 of integers."""
    largest = max(abs(first), abs(second))
    # Integers of this size are doubles, and so are their sums: a difference is none of rounding.
    if first.denominator == second.denominator == 1 and largest < INTEGERS:
        return Fraction(0)
    return ROUNDING * largest


def _in_doubles(game: ExtensiveGame) -> bool:
    """Return whether all payoffs may have been doubles: fractions that no double is have no rounding."""
    first, second = game.outcomes.payoffs
    numbers = {*first.to_fractions(), *second.to_fractions()}
    return all(map(_may_be_double, numbers))


def _may_be_double(payoff: Fraction) -> bool:
    if not abs(payoff) < LARGEST:
        return False
    double = float(payoff)
    # The double itself, its shortest decimal, or the simple fraction near it, by which files are read.
    return payoff in (Fraction(double), Fraction(repr(double)), nearby_fraction(double))


def constant_sum_game(
    game: ExtensiveGame,
) -> Reduced[ExtensiveGame, BehaviorProfile, BehaviorProfile]:
    """Return a game whose payoffs add up to a constant but for rounding as a constant-sum game, with its lift.

    The tree is the same, and so are player 0's payoffs; player 1's are the constant less these. A GameError is raised
    where the payoffs do not add up to a constant, even but for rounding.

    Examples
    --------
    >>> from seqform.builders.games.families.matrix_games import bimatrix_game
    >>> game = constant_sum_game(bimatrix_game([[0.7, 0.2]], [[1 - 0.7, 1 - 0.2]])).target
    >>> game.constant_sum, game.leaf_payoffs[1].to_fractions()
    (Fraction(1, 1), [Fraction(3, 10), Fraction(4, 5)])
    """
    if game.constant_sum is not None:
        return Reduced(game, identity_map(game))
    total = rounded_sum(game)
    if total is None:
        raise GameError(
            f"{game.title!r}: the payoffs do not add up to a constant, even but for rounding in doubles"
        )

    # An outcome for every leaf: those on the way may differ from a constant by themselves.
    leaves = game.leaves
    outcome = np.full_like(game.outcome, NONE)
    outcome[leaves] = np.arange(len(leaves))
    first = game.leaf_payoffs[0]
    second = ExactArray.of([total]).take(np.zeros(len(leaves), dtype=np.int64)) - first
    outcomes = Outcomes(("",) * len(leaves), (first, second))
    corrected = replace(game, outcome=outcome, outcomes=outcomes)

    # The same sequences: only the games differ.
    maps = []
    for own, corrected_own in zip(game.sequences, corrected.sequences, strict=True):
        places = np.arange(len(own.index))
        maps.append(StrategyMap(own.index, corrected_own.index, places, np.zeros_like(places)))
    return Reduced(corrected, ProfileMap((maps[0], maps[1])))


def sum_error(game: ExtensiveGame) -> Fraction:
    """Return the largest error e of a leaf's sum of payoffs: an equilibrium of the corrected game loses 2 e at most."""
    total = rounded_sum(game)
    assert total is not None
    sums = game.leaf_payoffs[0] + game.leaf_payoffs[1]
    return max(abs(sums.largest() - total), abs(sums.least() - total))


def shown_correction(game: ExtensiveGame) -> str:
    """Return a phrase with the constant and the largest error of the sum of payoffs.

    Examples
    --------
    >>> from seqform.builders.games.families.matrix_games import bimatrix_game
    >>> shown_correction(bimatrix_game([[0.7, 0.2]], [[1 - 0.7, 1 - 0.2]]))
    'payoffs add up to 1 but for rounding, by at most 4e-17'
    """
    total = rounded_sum(game)
    assert total is not None
    return f"payoffs add up to {shown_rational(total)} but for rounding, by at most {float(sum_error(game)):.2g}"


@dataclass(frozen=True)
class ZeroSumGames:
    """The zero-sum games whose values are the most that each player can guarantee; one if the game is constant-sum."""

    games: tuple[ExtensiveGame, ...]

    def __repr__(self) -> str:
        one_each = "one" if len(self.games) == 1 else "one for each player,"
        return f"<ZeroSumGames: {one_each} of {len(self.games[0]):,} nodes>"


def zero_sum_games(game: ExtensiveGame) -> Reduced[ZeroSumGames, tuple[BehaviorProfile, ...], Any]:
    """Return the zero-sum game of each player, with the lift to maximin strategies and to those that punish."""
    if game.constant_sum is not None:
        return Reduced(ZeroSumGames((game,)), lambda profiles: profiles * 2)

    first, second = game.outcomes.payoffs
    of_first = replace(game, outcomes=replace(game.outcomes, payoffs=(first, -first)))
    of_second = replace(game, outcomes=replace(game.outcomes, payoffs=(-second, second)))

    def lift(profiles: tuple[BehaviorProfile, ...]) -> tuple[BehaviorProfile, BehaviorProfile]:
        in_first, in_second = profiles
        maximin = BehaviorProfile((in_first[0], in_second[1]))
        punishing = BehaviorProfile((in_second[0], in_first[1]))
        return maximin, punishing

    return Reduced(ZeroSumGames((of_first, of_second)), lift)
