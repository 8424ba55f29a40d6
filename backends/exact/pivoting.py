"""The choices of the simplex method, made with exact numbers: pricing and ratio tests."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from seqform.backends.exact.computational_form import ComputationalForm, Statuses
from seqform.models.exact import ExactArray, Numerators
from seqform.models.linear_program import Mask
from seqform.models.raw_solution import BasisStatus


@dataclass(frozen=True)
class Step:
    """What a ratio test found to happen first.

    Attributes
    ----------
    length : Fraction
        How far the entering variable moves.
    leaving : int or None
        The basic variable that stops it; None if the entering variable reaches its other bound.
    status : BasisStatus
        The bound at which the leaving variable, or the entering one, ends.
    """

    length: Fraction
    leaving: int | None
    status: BasisStatus


def below(form: ComputationalForm, point: ExactArray) -> Mask:
    """Return which variables lie below their lower bound."""
    return form.bounds.has_lower & _negative((point - form.bounds.lower).numerators)


def above(form: ComputationalForm, point: ExactArray) -> Mask:
    """Return which variables lie above their upper bound."""
    return form.bounds.has_upper & _negative((form.bounds.upper - point).numerators)


def violation(form: ComputationalForm, point: ExactArray, low: Mask, high: Mask) -> ExactArray:
    """Return by how much the variables in the masks miss their lower or upper bounds, zero elsewhere."""
    bounds = form.bounds
    nearest = np.where(low, bounds.lower.numerators, bounds.upper.numerators)
    distance = point - ExactArray(nearest, bounds.lower.denominator)
    return ExactArray(np.where(low | high, distance.numerators, 0), distance.denominator)


def improving(form: ComputationalForm, statuses: Statuses, reduced: ExactArray) -> Mask:
    """Return which nonbasic variables can lower the cost, going by their reduced costs' signs."""
    falling, rising = _negative(reduced.numerators), _negative(-reduced.numerators)
    free = statuses == BasisStatus.FREE
    up = falling & ((statuses == BasisStatus.LOWER) | free)
    down = rising & ((statuses == BasisStatus.UPPER) | free)
    candidates: Mask = (up | down) & ~form.fixed
    return candidates


def chosen(candidates: Mask, sizes: Numerators, least_index: bool) -> int:
    """Return the first candidate, or the one of largest absolute size."""
    places = np.flatnonzero(candidates)
    if least_index:
        return int(places[0])
    return int(places[np.argmax(abs(sizes[places]))])


def primal_step(
    form: ComputationalForm,
    statuses: Statuses,
    point: ExactArray,
    motion: ExactArray,
    entering: int,
    least_index: bool,
) -> Step | None:
    """Find what stops a feasible point that moves along a direction.

    Parameters
    ----------
    form : ComputationalForm
    statuses : ndarray of int8, shape (n + m,)
    point, motion : ExactArray, shape (n + m,)
        The basic solution, and its change per unit.
    entering : int
        The nonbasic variable that moves, by 1 or -1 per unit.
    least_index : bool
        Break ties by Bland's rule.

    Returns
    -------
    Step or None
        None if nothing stops it.
    """
    flip = _flip(form, statuses, entering)
    basic = statuses == BasisStatus.BASIC
    to_lower = basic & form.bounds.has_lower & _negative(motion.numerators)
    to_upper = basic & form.bounds.has_upper & _negative(-motion.numerators)
    stopped = np.flatnonzero(to_lower | to_upper)
    if len(stopped) == 0:
        return flip
    bounds, slopes = form.bounds, motion.take(stopped)
    stop = np.where(to_upper, bounds.upper.numerators, bounds.lower.numerators)[stopped]
    gaps = point.take(stopped) - ExactArray(stop, bounds.lower.denominator)
    place = chosen(least_ratios(gaps.numerators, slopes.numerators), slopes.numerators, least_index)
    length = abs(gaps[place] / slopes[place])
    if flip is not None and flip.length <= length:
        return flip
    leaving = int(stopped[place])
    return Step(length, leaving, BasisStatus.UPPER if to_upper[leaving] else BasisStatus.LOWER)


def dual_entering(
    form: ComputationalForm, statuses: Statuses, row: ExactArray, reduced: ExactArray, rise: bool, least_index: bool
) -> int | None:
    """Return the nonbasic variable that repairs a basic one and keeps all reduced costs' signs.

    Parameters
    ----------
    form : ComputationalForm
    statuses : ndarray of int8, shape (n + m,)
    row : ExactArray, shape (n + m,)
        The leaving variable as a combination of the nonbasic ones.
    reduced : ExactArray, shape (n + m,)
        Reduced costs, none of wrong sign.
    rise : bool
        Whether the leaving variable has to grow.
    least_index : bool
        Break ties by Bland's rule.

    Returns
    -------
    int or None
        None if no nonbasic variable can help: the program is infeasible.
    """
    helpful = improving(form, statuses, -row if rise else row)
    places = np.flatnonzero(helpful)
    if len(places) == 0:
        return None
    slopes = row.take(places).numerators
    ties = least_ratios(reduced.take(places).numerators, slopes)
    return int(places[chosen(ties, slopes, least_index)])


def least_ratios(gaps: Numerators, slopes: Numerators) -> Mask:
    """Return where the absolute ratio of a gap to a nonzero slope is least."""
    zero = np.asarray(gaps == 0, dtype=bool)
    if zero.any():
        return zero
    pairs = list(zip((abs(gap) for gap in gaps.tolist()), (abs(slope) for slope in slopes.tolist()), strict=True))
    best_gap, best_slope = pairs[0]
    for gap, slope in pairs:
        if gap * best_slope < best_gap * slope:
            best_gap, best_slope = gap, slope
    return np.array([gap * best_slope == best_gap * slope for gap, slope in pairs], dtype=bool)


def _flip(form: ComputationalForm, statuses: Statuses, entering: int) -> Step | None:
    if not form.boxed[entering]:
        return None
    length = form.bounds.upper[entering] - form.bounds.lower[entering]
    at_lower = statuses[entering] == BasisStatus.LOWER
    return Step(length, None, BasisStatus.UPPER if at_lower else BasisStatus.LOWER)


def _negative(numerators: Numerators) -> Mask:
    return np.asarray(numerators < 0, dtype=bool)
