"""Payoffs of constant-sum games in units of their own: centered, and divided by a number near their spread.

Two games whose payoffs differ by a positive factor and a constant become the same one, to the last bit, so that the
course of an iterative method depends neither on the unit of money nor on what both players get in any case.
"""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np

from seqform.models.games.ordered import RoundPayoffs
from seqform.models.numbers.exact import ExactArray, Numerators, double
from seqform.models.numbers.integers import as_integers, magnitude, minus, times, widened
from seqform.models.programs.class_game import ClassGame
from seqform.models.programs.sequence_form import SaddlePointProblem
from seqform.models.programs.units import Units


def normalized_class_game(game: ClassGame) -> tuple[ClassGame, Units]:
    """Return a zero-sum game with the same equilibria, whose payoffs have a spread of about one, around zero.

    The coefficients are integers without a common divisor over a power of two: doubles represent them exactly unless
    they are far apart in size. Integers of more than 61 bits lose their last ones.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.builders.forms.class_game import class_game
    >>> kuhn = sf.load("kuhn(ante=3,bet=3)", kind="ordered")
    >>> game, units = normalized_class_game(class_game(sf.InformationFilter.identity(kuhn)))
    >>> game.payoff_range, units
    ((Fraction(-1, 2), Fraction(1, 2)), Units(center=Fraction(0, 1), size=Fraction(12, 1)))
    """
    least, largest = game.payoff_range
    center = (least + largest) / 2
    denominator = math.lcm(center.denominator, *(table.denominator for table in game.payoffs))
    tables = [_centered(table, center, denominator) for table in game.payoffs]
    common = [int(np.gcd.reduce(table, axis=None, initial=0)) for table in tables]
    divisor = math.gcd(*common) or 1  # 0 if all payoffs are the center
    tables = [widened(table, divisor) // divisor for table in tables]

    # Divided by 2^exponent the spread is near one. The power goes into the denominator, or if it is below one into
    # the numerators, as far as they have room; numerators that are too large lose their last bits.
    exponent = _exponent((largest - least) * denominator / divisor)
    bits = max(magnitude(table) for table in tables).bit_length()
    cut = max(0, bits - _BITS, exponent - _BITS)
    factor = 1
    if cut == 0:
        factor = 2 ** min(max(0, -exponent), _BITS - bits)
    payoffs = []
    for table in tables:
        own = as_integers(times(table >> cut, factor))
        payoffs.append(RoundPayoffs(np.stack([own, -own]), 2 ** max(0, exponent - cut)))

    size = Fraction(divisor, denominator) * 2 ** max(0, exponent) / factor
    besides = game.besides
    if besides is not None:
        besides = besides.changed(lambda table: table / double(size))
    return replace(game, payoffs=tuple(payoffs), besides=besides), Units(center, size)


def normalized_saddle_point(problem: SaddlePointProblem) -> tuple[SaddlePointProblem, Units]:
    """Return a problem with the same solutions, whose payoffs have a spread of about one, around zero.

    Without chance weights payoffs are not centered, and scaled by the largest.
    """
    payoffs = problem.payoffs
    center = Fraction(0)
    if problem.chance is None or problem.payoff_range is None:
        spread = Fraction(magnitude(payoffs.values.numerators), payoffs.values.denominator)
    else:
        least, largest = problem.payoff_range
        center = (least + largest) / 2
        spread = largest - least
        if center:
            payoffs += replace(problem.chance, values=problem.chance.values * -center)

    numerators = payoffs.values.numerators
    denominator = payoffs.values.denominator
    divisor = int(np.gcd.reduce(numerators, initial=0)) or 1
    exponent = _exponent(spread * denominator / divisor)
    scaled = times(widened(numerators, divisor) // divisor, 2 ** max(0, -exponent))
    values = ExactArray(scaled, 2 ** max(0, exponent))
    size = Fraction(2) ** exponent * divisor / denominator
    normalized = replace(
        problem,
        payoffs=replace(payoffs, values=values),
        spread=double(Fraction(problem.spread) / size),
        chance=None,
    )
    return normalized, Units(center, size)


_BITS = 61
"""Of the numerators and the denominator of a normalized class game."""


def _exponent(spread: Fraction) -> int:
    """Return the exponent of a power of two near a number, 0 for none."""
    return spread.numerator.bit_length() - spread.denominator.bit_length() if spread else 0


def _centered(table: RoundPayoffs, center: Fraction, denominator: int) -> Numerators:
    """Return player 0's coefficients, less the center, over a denominator."""
    own = times(table.numerators[0], denominator // table.denominator)
    constant = np.full(own[:1].shape, int(center * denominator), dtype=object)
    # The center is the same whatever the signals are: it comes off the constant feature, which is the first.
    return np.concatenate([minus(own[:1], constant), own[1:]])
