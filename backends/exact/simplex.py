"""The simplex method in exact arithmetic, for the last few pivots to an optimal basis."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from seqform.backends.exact.basis import ComputationalForm, FactoredBasis, Statuses, basic_block, repaired
from seqform.errors import SolveError
from seqform.models.numbers.exact import ExactArray, Ints, Mask, Numerators, least_ratios
from seqform.models.programs.solutions import BasisStatus, Termination
from seqform.system.deadline import Deadline

_REPORT_EVERY = 10

_MOST_PIVOTS = 10
"""Pivots for each variable after which an approximate method is taken to move in circles."""

Move = tuple[dict[int, BasisStatus], bool]
"""New statuses of variables, and whether the point or a dual price changes."""


@dataclass(frozen=True, eq=False)
class SimplexOutcome:
    """SOLVED, INFEASIBLE or UNBOUNDED, in terms of the computational form."""

    termination: Termination
    point: ExactArray  # shape (n + m,), the last basic solution: optimal, or the origin of an unbounded ray
    multipliers: ExactArray | None = None  # shape (m,), optimal ones of the minimisation, or Farkas' up to sign
    ray: ExactArray | None = None  # shape (n + m,), a direction of unbounded descent


class ExactSimplex:
    """Pivots from a basis to an optimal one, or to a proof that there is none.

    The dual method is used at infeasible bases, the primal one at feasible bases. Before dual pivots
    reduced costs of wrong sign are corrected: variables with two bounds move to the other
    one, the costs of others are shifted. The shift is undone for the primal method, and does not affect
    a proof of infeasibility, which does not depend on the costs.

    The largest violation is chosen. After as many pivots without progress as there are rows, or always with
    `least_index`, the least index is (Bland), until there is progress again, so that the method ends. Every basis is
    factored anew, which suits a few pivots and is slow for thousands.

    `statuses`, shape (n + m,), is the present basis; that of the start is repaired if it is none. `feasible_point` is
    the last basic solution within all bounds. `pivots` counts changes of basis and moves from one bound to the other,
    `repairs` the statuses that the repair changed.

    With `bits`, systems are solved to that many bits, and numbers below 2 to the minus three quarters of them count as
    zero: far more precise than doubles, and far faster than rational numbers with long denominators, but no proof.
    """

    def __init__(
        self,
        form: ComputationalForm,
        statuses: Statuses,
        deadline: Deadline | None = None,
        progress: Callable[[str], None] | None = None,
        least_index: bool = False,
        bits: int | None = None,
    ) -> None:
        self.form, self.statuses = form, statuses
        self.repairs = self.pivots = 0
        self.feasible_point: ExactArray | None = None
        self._deadline = deadline or Deadline()
        self._progress = progress
        self._bits = bits
        self._cost = form.cost
        self._idle_pivots, self._most_idle_pivots = 0, -1 if least_index else form.row_count

    def run(self) -> SimplexOutcome:
        """Pivot to the end; raise OutOfTimeError at the deadline, with the attributes reached.

        Raises SolveError if a basis cannot be solved by refinement or densely, or not to enough bits.
        """
        given, outcome = self.statuses, self._as_given()
        if outcome is not None:
            return outcome
        self.statuses = repaired(self.form, given)
        self.repairs = int(np.count_nonzero(self.statuses != given))
        while outcome is None:
            self._deadline.check()
            if self._bits is not None and self.pivots > _MOST_PIVOTS * len(self.statuses):
                raise SolveError(f"{self._bits} bits do not suffice: {self.pivots} pivots without an end")
            outcome = self._advance()
            if self._progress is not None and self.pivots % _REPORT_EVERY == 1:
                self._progress(f"exact simplex: {self.pivots} pivots")
        return outcome

    def _as_given(self) -> SimplexOutcome | None:
        """Return the outcome if the start is an optimal basis, as a solver's mostly is; that needs no repair.

        A system that is solved exactly from both sides need not be nonsingular for the pair to be optimal.
        """
        columns, rows = basic_block(self.form, self.statuses)
        if self._bits is not None or len(columns) != len(rows):
            return None
        basis, bounds = FactoredBasis(self.form, self.statuses, self._deadline), self.form.bounds
        if not basis.is_factored:
            return None
        try:
            point = basis.point()
            below = bounds.has_lower & self._negative(point - bounds.lower)
            if np.any(below | (bounds.has_upper & self._negative(bounds.upper - point))):
                return None
            multipliers = basis.multipliers(self.form.cost)
        except SolveError:
            return None
        if np.any(self._improving(basis.reduced_costs(self.form.cost, multipliers))):
            return None
        self.feasible_point = point
        return SimplexOutcome(Termination.SOLVED, point, multipliers)

    def _advance(self) -> SimplexOutcome | None:
        """Make one pivot, or return the outcome if there is none to make."""
        basis, bounds = FactoredBasis(self.form, self.statuses, self._deadline, self._bits), self.form.bounds
        point = basis.point()
        low = bounds.has_lower & self._negative(point - bounds.lower)
        high = bounds.has_upper & self._negative(bounds.upper - point)
        if not np.any(low | high):
            self.feasible_point = point
            return self._primal(basis, point)
        reduced = basis.reduced_costs(self._cost, basis.multipliers(self._cost))
        wrong = self._improving(reduced)
        if np.any(wrong):  # variables with two bounds move to the better one, the costs of others are shifted
            flips, shifts = wrong & self.form.boxed, wrong & ~self.form.boxed
            flipped = np.where(self.statuses == BasisStatus.LOWER, BasisStatus.UPPER, BasisStatus.LOWER)
            self.statuses = np.where(flips, flipped, self.statuses).astype(np.int8)
            self.pivots += int(np.count_nonzero(flips))
            self._cost = (self._cost - reduced.where(shifts)).reduced()
            return None
        return self._dual(basis, point, reduced, low, high)

    def _primal(self, basis: FactoredBasis, point: ExactArray) -> SimplexOutcome | None:
        multipliers = basis.multipliers(self.form.cost)
        reduced = basis.reduced_costs(self.form.cost, multipliers)
        wrong = self._improving(reduced)
        if not np.any(wrong):
            return SimplexOutcome(Termination.SOLVED, point, multipliers)
        entering = self._chosen(np.flatnonzero(wrong), reduced.numerators)
        motion = basis.direction(entering)
        if reduced[entering] > 0:
            motion = -motion
        move = self._primal_move(point, motion, entering)
        if move is None:
            return SimplexOutcome(Termination.UNBOUNDED, point, ray=motion)
        self._make(move)
        return None

    def _primal_move(self, point: ExactArray, motion: ExactArray, entering: int) -> Move | None:
        """Return the move to the first bound that a point reaches, and None without any.

        `motion`, shape (n + m,), is its change as the entering variable moves by 1 or -1.
        """
        bounds, flip = self.form.bounds, None
        if self.form.boxed[entering]:
            flip = bounds.upper[entering] - bounds.lower[entering]
        at_lower = self.statuses[entering] == BasisStatus.LOWER
        to_other_bound: Move = {entering: BasisStatus.UPPER if at_lower else BasisStatus.LOWER}, True
        basic = self.statuses == BasisStatus.BASIC
        to_lower = basic & bounds.has_lower & self._negative(motion)
        to_upper = basic & bounds.has_upper & self._negative(-motion)
        stopped = np.flatnonzero(to_lower | to_upper)
        if len(stopped) == 0:
            return None if flip is None else to_other_bound
        slopes = motion.take(stopped)
        stop = np.where(to_upper, bounds.upper.numerators, bounds.lower.numerators)[stopped]
        gaps = point.take(stopped) - ExactArray(stop, bounds.lower.denominator)
        place = self._nearest(gaps.numerators, slopes.numerators)
        length = abs(gaps[place] / slopes[place])
        if flip is not None and flip <= length:
            return to_other_bound
        leaving = int(stopped[place])
        bound = BasisStatus.UPPER if to_upper[leaving] else BasisStatus.LOWER
        return {entering: BasisStatus.BASIC, leaving: bound}, length > 0

    def _dual(
        self, basis: FactoredBasis, point: ExactArray, reduced: ExactArray, low: Mask, high: Mask
    ) -> SimplexOutcome | None:
        bounds = self.form.bounds
        nearest = np.where(low, bounds.lower.numerators, bounds.upper.numerators)
        leaving = self._chosen(
            np.flatnonzero(low | high), (point - ExactArray(nearest, bounds.lower.denominator)).numerators
        )
        row, rises = basis.tableau_row(leaving), bool(low[leaving])
        helpful = np.flatnonzero(self._improving(-row if rises else row))
        if len(helpful) == 0:
            return SimplexOutcome(Termination.INFEASIBLE, point, basis.tableau_multipliers(leaving))
        slopes = row.take(helpful).numerators
        entering = int(helpful[self._nearest(reduced.take(helpful).numerators, slopes)])
        bound = BasisStatus.LOWER if rises else BasisStatus.UPPER
        self._make(({entering: BasisStatus.BASIC, leaving: bound}, reduced[entering] != 0))
        return None

    def _improving(self, reduced: ExactArray) -> Mask:
        """Return the mask of the nonbasic variables that lower the cost, by the signs of their reduced costs."""
        free = self.statuses == BasisStatus.FREE
        up = self._negative(reduced) & ((self.statuses == BasisStatus.LOWER) | free)
        down = self._negative(-reduced) & ((self.statuses == BasisStatus.UPPER) | free)
        candidates: Mask = (up | down) & ~self.form.fixed
        return candidates

    def _negative(self, values: ExactArray) -> Mask:
        least = 0 if self._bits is None else -(values.denominator >> (3 * self._bits // 4))
        return np.asarray(values.numerators < least, dtype=bool)

    def _nearest(self, gaps: Numerators, slopes: Numerators) -> int:
        """Return the place of least absolute ratio of a gap to a slope."""
        slopes = abs(slopes)
        return self._chosen(np.array(least_ratios(range(len(gaps)), abs(gaps), slopes)), slopes)

    def _chosen(self, places: Ints, sizes: Numerators) -> int:
        """Return the place of largest absolute size, or the first one after too many idle pivots."""
        if self._idle_pivots > self._most_idle_pivots:
            return int(places[0])
        return int(places[np.argmax(abs(sizes[places]))])

    def _make(self, move: Move) -> None:
        changes, is_progress = move
        changed = self.statuses.copy()
        for variable, status in changes.items():
            changed[variable] = status
        self.statuses = changed
        self.pivots += 1
        self._idle_pivots = 0 if is_progress else self._idle_pivots + 1
