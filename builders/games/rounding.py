"""Payoffs that add up to a constant but for rounding in doubles."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np

from seqform.builders.games.exact_numbers import nearby_fraction
from seqform.models.games.extensive import NONE, ExtensiveGame
from seqform.models.numbers.exact import ExactArray

ROUNDING, ULPS = Fraction(1, 10**12), Fraction(1, 2**50)
"""Largest difference of a leaf's sum of payoffs from the constant that counts as rounding: relative to its own payoffs
and the constant, and relative to the largest payoff of the game, from which small ones may have been computed."""

INTEGERS = 2**53
"""Sums of integers below this are exact in doubles."""

LARGEST = 1e300
"""Payoffs from here on, whose sums may be beyond doubles, are left as they are."""

CORRECTED = (
    "payoffs add up to {total} but for rounding: player 1's are read as the nearest simple fractions, player 2's as "
    "{total} less these"
)


def without_rounding(game: ExtensiveGame) -> ExtensiveGame:
    """Return a game whose payoffs add up to a constant but for rounding as a constant-sum game, with a note.

    A table computed in doubles, such as 1 - A, is no constant-sum game to the last digit. Sums of integers, and of
    fractions that no double is, have no rounding. Player 1's payoffs become
    the nearest simple fractions, and player 2's the rest of the sum. Every other game is returned as it is, and so is
    one with payoffs before its end.

    Examples
    --------
    >>> from seqform.builders.games.families.matrix_games import bimatrix_game
    >>> game = without_rounding(bimatrix_game([[0.7, 0.2]], [[1 - 0.7, 1 - 0.2]]))
    >>> game.constant_sum, game.leaf_payoffs[1].to_fractions()
    (Fraction(1, 1), [Fraction(3, 10), Fraction(4, 5)])
    """
    if game.constant_sum is not None or np.any(game.outcome[~game.is_leaf] != NONE):
        return game
    first, second = (payoffs.to_floats() for payoffs in game.leaf_payoffs)
    largest = max(np.abs(first).max(), np.abs(second).max())
    if not largest < LARGEST:
        return game
    total = nearby_fraction(float(np.median(first + second)))
    pairs = set(zip(*(payoffs.to_fractions() for payoffs in game.leaf_payoffs), strict=True))
    if not all(_is_rounded(one, two, total, Fraction(float(largest))) for one, two in pairs):
        return game
    own = [nearby_fraction(float(payoff)) for payoff in game.outcomes.payoffs[0].to_floats()]
    if np.any(game.outcome[game.leaves] == NONE) and total != 0:
        return game  # a leaf without an outcome pays nothing
    payoffs = ExactArray.of(own), ExactArray.of([Fraction(total - payoff) for payoff in own])
    note = "; ".join(filter(None, (game.note, CORRECTED.format(total=total))))
    return replace(game, outcomes=replace(game.outcomes, payoffs=payoffs), note=note)


def _is_rounded(one: Fraction, two: Fraction, total: Fraction, largest: Fraction) -> bool:
    """Return whether a pair adds up to a constant but for rounding, and what does not was in doubles."""
    error = abs(one + two - total)
    if error == 0:
        return True
    if one.denominator == two.denominator == 1 and max(abs(one), abs(two)) < INTEGERS and total.denominator == 1:
        return False
    allowed = max(ROUNDING * max(abs(one), abs(two), abs(total)), ULPS * largest)
    return error <= allowed and _may_be_double(one) and _may_be_double(two)


def _may_be_double(payoff: Fraction) -> bool:
    double = float(payoff)
    return payoff in (Fraction(double), Fraction(repr(double)), nearby_fraction(double))
