"""The simplex method in exact arithmetic, for the last few pivots to an optimal basis."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from seqform.backends.exact.basis import ComputationalForm, FactoredBasis, Statuses, repaired
from seqform.backends.linalg.rational_solve import Deadline
from seqform.models.numbers.exact import ExactArray, Mask, Numerators
from seqform.models.programs.solutions import BasisStatus, Termination


@dataclass(frozen=True)
class SimplexStep:
    """Result of a ratio test.

    Attributes
    ----------
    length : Fraction
        The change of the entering variable.
    leaving : int or None
        The blocking variable; None if the entering variable reaches its other bound.
    status : BasisStatus
        The bound at which the leaving variable, or the entering one, ends.
    """

    length: Fraction
    leaving: int | None
    status: BasisStatus


def below(form: ComputationalForm, point: ExactArray) -> Mask:
    """Return the mask of the variables below their lower bound."""
    return form.bounds.has_lower & _negative((point - form.bounds.lower).numerators)


def above(form: ComputationalForm, point: ExactArray) -> Mask:
    """Return the mask of the variables above their upper bound."""
    return form.bounds.has_upper & _negative((form.bounds.upper - point).numerators)


def violation(form: ComputationalForm, point: ExactArray, low: Mask, high: Mask) -> ExactArray:
    """Return the violations of the lower or upper bounds of the variables in the masks, zero elsewhere."""
    bounds = form.bounds
    nearest = np.where(low, bounds.lower.numerators, bounds.upper.numerators)
    distance = point - ExactArray(nearest, bounds.lower.denominator)
    return ExactArray(np.where(low | high, distance.numerators, 0), distance.denominator)


def improving(form: ComputationalForm, statuses: Statuses, reduced: ExactArray) -> Mask:
    """Return the mask of the nonbasic variables that lower the cost, by the signs of their reduced costs."""
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
    form: ComputationalForm, statuses: Statuses, point: ExactArray, motion: ExactArray, entering: int, least_index: bool
) -> SimplexStep | None:
    """Return the first bound reached by a feasible point that moves along a direction, None without any.

    Parameters
    ----------
    statuses : ndarray of int8, shape (n + m,)
    point, motion : ExactArray, shape (n + m,)
        The basic solution, and its change per unit.
    entering : int
        The nonbasic variable that moves, by 1 or -1 per unit.
    least_index : bool
        Break ties by Bland's rule.

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
    return SimplexStep(length, leaving, BasisStatus.UPPER if to_upper[leaving] else BasisStatus.LOWER)


def dual_entering(
    form: ComputationalForm, statuses: Statuses, row: ExactArray, reduced: ExactArray, rise: bool, least_index: bool
) -> int | None:
    """Return the nonbasic variable that repairs a basic one and keeps the signs of all reduced costs.

    Parameters
    ----------
    statuses : ndarray of int8, shape (n + m,)
    row : ExactArray, shape (n + m,)
        The leaving variable as a combination of the nonbasic ones.
    reduced : ExactArray, shape (n + m,)
        Reduced costs, none of wrong sign.
    rise : bool
        Whether the leaving variable grows.
    least_index : bool
        Break ties by Bland's rule.

    Returns
    -------
    int or None
        None if there is no such variable: the program is infeasible.
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


def _flip(form: ComputationalForm, statuses: Statuses, entering: int) -> SimplexStep | None:
    if not form.boxed[entering]:
        return None
    length = form.bounds.upper[entering] - form.bounds.lower[entering]
    at_lower = statuses[entering] == BasisStatus.LOWER
    return SimplexStep(length, None, BasisStatus.UPPER if at_lower else BasisStatus.LOWER)


def _negative(numerators: Numerators) -> Mask:
    return np.asarray(numerators < 0, dtype=bool)


_REPORT_EVERY = 10


@dataclass(frozen=True, eq=False)
class SimplexOutcome:
    """The result of the method, in terms of the computational form.

    Attributes
    ----------
    termination : Termination
        SOLVED, INFEASIBLE or UNBOUNDED.
    point : ExactArray, shape (n + m,)
        The last basic solution: optimal, or the origin of an unbounded ray.
    multipliers : ExactArray, shape (m,), optional
        Of the rows: optimal ones of the minimisation, or Farkas multipliers up to sign.
    ray : ExactArray, shape (n + m,), optional
        A direction of unbounded descent.
    """

    termination: Termination
    point: ExactArray
    multipliers: ExactArray | None = None
    ray: ExactArray | None = None


class ExactSimplex:
    """Pivots from a basis to an optimal one, or to a proof that there is none.

    The dual method is used at infeasible bases, the primal one at feasible bases. Before dual pivots
    reduced costs of wrong sign are corrected: variables with two bounds move to the other
    one, the costs of others are shifted. The shift is undone for the primal method, and does not affect
    a proof of infeasibility, which does not depend on the costs.

    The largest violation is chosen. After as many pivots without progress as there are rows, the
    least index is (Bland), until there is progress again, so that the method ends. Every basis is
    factored anew, which suits a few pivots and is slow for thousands.

    Parameters
    ----------
    statuses : ndarray of int8, shape (n + m,)
        The start; repaired if it is not a basis.
    progress : callable, optional
        Callback that receives a line of text from time to time.

    Attributes
    ----------
    statuses : ndarray of int8, shape (n + m,)
        The present basis.
    pivots : int
        Changes of basis, and moves from one bound to the other, so far.
    repairs : int
        The number of statuses that the repair changed.
    feasible_point : ExactArray, shape (n + m,), or None
        The last basic solution within all bounds.
    """

    def __init__(
        self,
        form: ComputationalForm,
        statuses: Statuses,
        deadline: Deadline | None = None,
        progress: Callable[[str], None] | None = None,
    ) -> None:
        self.form = form
        self.statuses = statuses
        self.repairs = self.pivots = 0
        self.feasible_point: ExactArray | None = None
        self._deadline = deadline or Deadline()
        self._progress = progress
        self._cost = form.cost
        self._idle_pivots = 0

    def run(self) -> SimplexOutcome:
        """Pivot to the end.

        Raises
        ------
        OutOfTimeError
            At the deadline; the attributes are those reached.
        SolveError
            If a basis cannot be solved by refinement or densely.
        """
        given = self.statuses
        self.statuses = repaired(self.form, given)
        self.repairs = int(np.count_nonzero(self.statuses != given))
        outcome = None
        while outcome is None:
            self._deadline.check()
            outcome = self._advance()
            if self._progress is not None and self.pivots % _REPORT_EVERY == 1:
                self._progress(f"exact simplex: {self.pivots} pivots")
        return outcome

    def _advance(self) -> SimplexOutcome | None:
        """Make one pivot, or return the outcome if there is none to make."""
        basis = FactoredBasis(self.form, self.statuses, self._deadline)
        point = basis.point()
        low, high = below(self.form, point), above(self.form, point)
        if not np.any(low | high):
            self.feasible_point = point
            return self._primal(basis, point)
        reduced = basis.reduced_costs(self._cost, basis.multipliers(self._cost))
        wrong = improving(self.form, self.statuses, reduced)
        if np.any(wrong):
            self._make_dual_feasible(wrong, reduced)
            return None
        return self._dual(basis, point, reduced, low, high)

    @property
    def _least_index(self) -> bool:
        return self._idle_pivots > self.form.row_count

    def _primal(self, basis: FactoredBasis, point: ExactArray) -> SimplexOutcome | None:
        multipliers = basis.multipliers(self.form.cost)
        reduced = basis.reduced_costs(self.form.cost, multipliers)
        wrong = improving(self.form, self.statuses, reduced)
        if not np.any(wrong):
            return SimplexOutcome(Termination.SOLVED, point, multipliers)
        entering = chosen(wrong, reduced.numerators, self._least_index)
        motion = basis.direction(entering)
        if reduced[entering] > 0:
            motion = -motion
        step = primal_step(self.form, self.statuses, point, motion, entering, self._least_index)
        if step is None:
            return SimplexOutcome(Termination.UNBOUNDED, point, ray=motion)
        if step.leaving is None:
            self._move({entering: step.status}, progress=True)
        else:
            self._move({entering: BasisStatus.BASIC, step.leaving: step.status}, progress=step.length > 0)
        return None

    def _dual(
        self, basis: FactoredBasis, point: ExactArray, reduced: ExactArray, low: Mask, high: Mask
    ) -> SimplexOutcome | None:
        excess = violation(self.form, point, low, high)
        leaving = chosen(low | high, excess.numerators, self._least_index)
        rise = bool(low[leaving])
        row = basis.tableau_row(leaving)
        entering = dual_entering(self.form, self.statuses, row, reduced, rise, self._least_index)
        if entering is None:
            return SimplexOutcome(Termination.INFEASIBLE, point, basis.tableau_multipliers(leaving))
        bound = BasisStatus.LOWER if rise else BasisStatus.UPPER
        self._move({entering: BasisStatus.BASIC, leaving: bound}, progress=reduced[entering] != 0)
        return None

    def _make_dual_feasible(self, wrong: Mask, reduced: ExactArray) -> None:
        """Move variables with two bounds to the better one, and shift the costs of others."""
        flips, shifts = wrong & self.form.boxed, wrong & ~self.form.boxed
        flipped = np.where(self.statuses == BasisStatus.LOWER, BasisStatus.UPPER, BasisStatus.LOWER)
        self.statuses = np.where(flips, flipped, self.statuses).astype(np.int8)
        self.pivots += int(np.count_nonzero(flips))
        shift = ExactArray(np.where(shifts, reduced.numerators, 0), reduced.denominator)
        self._cost = (self._cost - shift).reduced()

    def _move(self, changes: dict[int, BasisStatus], progress: bool) -> None:
        changed = self.statuses.copy()
        for variable, status in changes.items():
            changed[variable] = status
        self.statuses = changed
        self.pivots += 1
        self._idle_pivots = 0 if progress else self._idle_pivots + 1
