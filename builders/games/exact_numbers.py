"""Exact numbers of game files and of doubles, with bounds on their size, and payoffs constant-sum but for rounding."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import numpy as np

from seqform.errors import GameError
from seqform.models.games.extensive import NONE, ExtensiveGame
from seqform.models.numbers.algebraic import simplest_between
from seqform.models.numbers.exact import ExactArray, Rational

NUMBER = r"[+-]?(?:[0-9]++/[0-9]++|(?:[0-9]++(?:\.[0-9]*+)?|\.[0-9]++)(?:[eE][+-]?[0-9]++)?)"
"""Pattern of a number: ``3``, ``-3/4``, ``.5``, ``1.``, ``+1.5e-2``."""

MAX_DIGITS = 100_000
"""Longer numbers, written out in full, are refused: ``1e999999999`` would fill the memory."""

MAX_COLUMN_BITS = 2**31
"""A column of numbers that would take more than this over one common denominator is refused."""

_EXPONENT = re.compile(r"[eE]([+-]?)([0-9]+)\Z")
_SHORT_DECIMAL = 12


def read_rational(text: str) -> Fraction:
    """Return the exact value of a number of the form `NUMBER`.

    Examples
    --------
    >>> read_rational("1.5e+2"), read_rational("-6/4"), read_rational(".1")
    (Fraction(150, 1), Fraction(-3, 2), Fraction(1, 10))
    """
    exponent = _EXPONENT.search(text)
    zeros = int("0" + exponent[2].lstrip("0")[:7]) if exponent else 0
    if len(text) + zeros > MAX_DIGITS:
        raise GameError(f"this number has more than {MAX_DIGITS:,} digits")
    # Decimal is exact here, and unlike int() it reads any number of digits
    if "/" not in text:
        return Fraction(Decimal(text))
    numerator, denominator = (int(Decimal(part)) for part in text.split("/"))
    if denominator == 0:
        raise GameError("this number has denominator 0")
    return Fraction(numerator, denominator)


Given = Rational | float | str | Decimal | np.integer | np.floating
"""A number in Python code: `given_rational` returns its exact value."""

_GIVEN = re.compile(rf"\s*({NUMBER})\s*")


def given_rational(value: Given) -> Rational:
    """Return the exact value of a number that Python code gives.

    An integer or a fraction is returned as it is, and a text such as ``"0.1"`` or ``"1/3"`` is read as in game files.
    A double has the value of the decimal that Python prints for it, which is the one that a file would hold. A
    GameError is raised for anything else.

    Examples
    --------
    >>> given_rational("0.1"), given_rational(0.1), given_rational("1/3"), given_rational(np.int64(2))
    (Fraction(1, 10), Fraction(1, 10), Fraction(1, 3), 2)
    """
    if isinstance(value, int | Fraction):
        return value
    if isinstance(value, np.integer):
        return int(value)
    if isinstance(value, str) and (found := _GIVEN.fullmatch(value)):
        return read_rational(found[1])
    if isinstance(value, float | np.floating | Decimal) and math.isfinite(value):
        return read_rational(str(value))
    raise GameError(f"{value!r}: a finite number expected, an integer, Fraction, float, or text such as '0.1' or '1/3'")


def exact_column(values: Iterable[Rational]) -> ExactArray:
    """Return the vector of the given numbers, refused where it takes more than `MAX_COLUMN_BITS`."""
    column = list(values)
    largest = max((abs(value.numerator).bit_length() for value in column), default=0)
    common = 1
    for denominator in {value.denominator for value in column}:
        common = math.lcm(common, denominator)
        if len(column) * (common.bit_length() + largest) > MAX_COLUMN_BITS:
            raise GameError(
                f"the {len(column):,} numbers have a common denominator of more than {common.bit_length():,} bits; "
                "write them with fewer different denominators"
            )
    return ExactArray.of(column)


def nearby_fraction(value: float, tolerance: float = 1e-12) -> Fraction:
    """Return a simple fraction near a double.

    An integer is returned as it is; a double that a decimal of up to 12 digits denotes as that decimal; any other as
    the fraction with the smallest denominator within a relative tolerance.

    Examples
    --------
    >>> nearby_fraction(1 / 3), nearby_fraction(12345.6789), nearby_fraction(-2.5)
    (Fraction(1, 3), Fraction(123456789, 10000), Fraction(-5, 2))
    """
    if not math.isfinite(value):
        raise GameError(f"{value} is not a finite number")
    exact = Fraction(value)
    if exact.denominator == 1:
        return exact
    decimal = Decimal(repr(float(value))).normalize()
    if len(decimal.as_tuple().digits) <= _SHORT_DECIMAL:
        return Fraction(decimal)
    margin = abs(exact) * Fraction(tolerance)
    return simplest_between(exact - margin, exact + margin)


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
