"""The simplex method in exact arithmetic, meant for the last few pivots to an optimal basis."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from seqform.backends.exact import pivoting
from seqform.backends.exact.computational_form import ComputationalForm, Statuses
from seqform.backends.exact.deadline import Deadline
from seqform.backends.exact.factored_basis import FactoredBasis, repaired
from seqform.models.exact import ExactArray
from seqform.models.linear_program import Mask
from seqform.models.raw_solution import BasisStatus, Termination

_REPORT_EVERY = 10


@dataclass(frozen=True, eq=False)
class Outcome:
    """How the method ended, in terms of the computational form.

    Attributes
    ----------
    termination : Termination
        SOLVED, INFEASIBLE or UNBOUNDED.
    point : ExactArray, shape (n + m,)
        The last basic solution: optimal, or where an unbounded ray begins.
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
    """Walk from a basis to an optimal one, or to a proof that there is none.

    Outside the bounds the dual method is used, inside them the primal one. For the dual method
    reduced costs of wrong sign are first put right: variables with two bounds move to the other
    one, the costs of others are shifted. The shift is undone for the primal method, and cannot
    harm a proof of infeasibility, in which costs play no part.

    The largest violation goes first. After as many pivots without progress as there are rows, the
    least index does (Bland), until there is progress again, so that the walk ends. Every basis is
    factored afresh, which is right for a few pivots and slow for thousands.

    Parameters
    ----------
    form : ComputationalForm
    statuses : ndarray of int8, shape (n + m,)
        Where to start; made a basis if it is none.
    deadline : Deadline, optional
    progress : callable, optional
        Called with a line of text now and then.

    Attributes
    ----------
    statuses : ndarray of int8, shape (n + m,)
        The present basis.
    pivots : int
        Changes of basis, and moves from one bound to the other, so far.
    repairs : int
        How many statuses had to change to make a basis.
    feasible_point : ExactArray, shape (n + m,), or None
        The last basic solution that was within all bounds.
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

    def run(self) -> Outcome:
        """Pivot to the end.

        Raises
        ------
        OutOfTimeError
            At the deadline; the attributes tell how far it came.
        SolveError
            If a basis can be solved neither by refinement nor densely.
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

    def _advance(self) -> Outcome | None:
        """Make one pivot, or say why there is none to make."""
        basis = FactoredBasis(self.form, self.statuses, self._deadline)
        point = basis.point()
        low, high = pivoting.below(self.form, point), pivoting.above(self.form, point)
        if not np.any(low | high):
            self.feasible_point = point
            return self._primal(basis, point)
        reduced = basis.reduced_costs(self._cost, basis.multipliers(self._cost))
        wrong = pivoting.improving(self.form, self.statuses, reduced)
        if np.any(wrong):
            self._make_dual_feasible(wrong, reduced)
            return None
        return self._dual(basis, point, reduced, low, high)

    @property
    def _least_index(self) -> bool:
        return self._idle_pivots > self.form.row_count

    def _primal(self, basis: FactoredBasis, point: ExactArray) -> Outcome | None:
        multipliers = basis.multipliers(self.form.cost)
        reduced = basis.reduced_costs(self.form.cost, multipliers)
        wrong = pivoting.improving(self.form, self.statuses, reduced)
        if not np.any(wrong):
            return Outcome(Termination.SOLVED, point, multipliers)
        entering = pivoting.chosen(wrong, reduced.numerators, self._least_index)
        motion = basis.direction(entering)
        if reduced[entering] > 0:
            motion = -motion
        step = pivoting.primal_step(self.form, self.statuses, point, motion, entering, self._least_index)
        if step is None:
            return Outcome(Termination.UNBOUNDED, point, ray=motion)
        if step.leaving is None:
            self._move({entering: step.status}, progress=True)
        else:
            self._move({entering: BasisStatus.BASIC, step.leaving: step.status}, progress=step.length > 0)
        return None

    def _dual(
        self, basis: FactoredBasis, point: ExactArray, reduced: ExactArray, low: Mask, high: Mask
    ) -> Outcome | None:
        violation = pivoting.violation(self.form, point, low, high)
        leaving = pivoting.chosen(low | high, violation.numerators, self._least_index)
        rise = bool(low[leaving])
        row = basis.tableau_row(leaving)
        entering = pivoting.dual_entering(self.form, self.statuses, row, reduced, rise, self._least_index)
        if entering is None:
            return Outcome(Termination.INFEASIBLE, point, basis.tableau_multipliers(leaving))
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
