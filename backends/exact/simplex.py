"""The simplex method in exact arithmetic, meant for the last few pivots to an optimal basis."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from seqform.backends.exact import pivoting
from seqform.backends.exact.computational_form import ComputationalForm, Statuses
from seqform.backends.exact.deadline import Deadline
from seqform.backends.exact.factored_basis import FactoredBasis, repaired
from seqform.backends.exact.linear_solve import SingularMatrixError
from seqform.errors import SolveError
from seqform.models.exact import ExactArray
from seqform.models.linear_program import Mask
from seqform.models.raw_solution import BasisStatus, Termination

_PATIENCE = 20  # pivots without progress before Bland's rule takes over
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

    With all reduced costs of the right sign (after moving variables with two bounds to the
    better one) the dual method is used, from a feasible point the primal method, and
    otherwise the primal method on the sum of infeasibilities until one of these holds.
    The largest violation goes first; after many pivots without progress the least index does
    (Bland), until there is progress again, so that the walk ends.

    Every basis is factored afresh: right for a few pivots, slow for thousands.

    Parameters
    ----------
    form : ComputationalForm
    statuses : ndarray of int8, shape (n + m,)
        Where to start; repaired if it is no basis.
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
        How often the statuses had to be completed to a basis.
    feasible_point : ExactArray, shape (n + m,), or None
        The last basic solution that was within all bounds.
    """

    def __init__(
        self,
        form: ComputationalForm,
        statuses: Statuses,
        deadline: Deadline | None = None,
        progress: Callable[[str], None] | None = None,
    ):
        self.form, self.statuses = form, statuses
        self.pivots = self.repairs = 0
        self.feasible_point: ExactArray | None = None
        self._deadline = deadline or Deadline()
        self._progress = progress
        self._idle_pivots = 0
        self._just_repaired = False

    def run(self) -> Outcome:
        """Pivot to the end.

        Raises
        ------
        OutOfTimeError
            At the deadline; the attributes tell how far it came.
        SolveError
            If a basis can be solved neither by refinement nor densely.
        """
        while True:
            self._deadline.check()
            try:
                outcome = self._advance()
            except SingularMatrixError:
                self._repair()
                continue
            self._just_repaired = False
            if outcome is not None:
                return outcome
            if self._progress is not None and self.pivots % _REPORT_EVERY == 0:
                self._progress(f"exact simplex: {self.pivots} pivots")

    def _repair(self) -> None:
        if self._just_repaired:
            raise SolveError("exact solution: the basis is singular, and so is its repair; start from another basis")
        self.statuses = repaired(self.form, self.statuses)
        self.repairs += 1
        self._just_repaired = True

    def _advance(self) -> Outcome | None:
        """Make one pivot, or say why there is none to make."""
        form = self.form
        basis = FactoredBasis(form, self.statuses, self._deadline)
        point = basis.point()
        low, high = pivoting.below(form, point), pivoting.above(form, point)
        feasible = not np.any(low | high)
        if feasible:
            self.feasible_point = point
        multipliers = basis.multipliers(form.cost)
        reduced = basis.reduced_costs(form.cost, multipliers)
        wrong = pivoting.improving(form, self.statuses, reduced)
        if feasible:
            if not np.any(wrong):
                return Outcome(Termination.SOLVED, point, multipliers)
            return self._primal(basis, point, reduced, wrong)
        if np.any(wrong & ~form.boxed):
            return self._reduce_infeasibility(basis, point, low, high)
        if np.any(wrong):
            self._flip(wrong)
            return None
        return self._dual(basis, point, reduced, low, high)

    @property
    def _least_index(self) -> bool:
        return self._idle_pivots >= _PATIENCE

    def _primal(self, basis: FactoredBasis, point: ExactArray, reduced: ExactArray, wrong: Mask) -> Outcome | None:
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

    def _reduce_infeasibility(self, basis: FactoredBasis, point: ExactArray, low: Mask, high: Mask) -> Outcome | None:
        cost = ExactArray(high.astype(np.int64) - low.astype(np.int64))
        multipliers = basis.multipliers(cost)
        reduced = basis.reduced_costs(cost, multipliers)
        wrong = pivoting.improving(self.form, self.statuses, reduced)
        if not np.any(wrong):
            return Outcome(Termination.INFEASIBLE, point, multipliers)
        return self._primal(basis, point, reduced, wrong)

    def _dual(
        self, basis: FactoredBasis, point: ExactArray, reduced: ExactArray, low: Mask, high: Mask
    ) -> Outcome | None:
        form = self.form
        shortfall = (point - form.bounds.lower).over(point.denominator * form.bounds.lower.denominator)
        excess = (point - form.bounds.upper).over(point.denominator * form.bounds.upper.denominator)
        leaving = pivoting.chosen(low | high, np.where(low, shortfall, excess), self._least_index)
        rise = bool(low[leaving])
        row = basis.tableau_row(leaving)
        entering = pivoting.dual_entering(form, self.statuses, row, reduced, rise, self._least_index)
        if entering is None:
            unit = ExactArray((np.arange(len(point)) == leaving).astype(np.int64))
            return Outcome(Termination.INFEASIBLE, point, basis.multipliers(unit))
        bound = BasisStatus.LOWER if rise else BasisStatus.UPPER
        self._move({entering: BasisStatus.BASIC, leaving: bound}, progress=reduced[entering] != 0)
        return None

    def _flip(self, wrong: Mask) -> None:
        """Move variables with two bounds to the bound that their reduced costs favour."""
        flipped = np.where(self.statuses == BasisStatus.LOWER, BasisStatus.UPPER, BasisStatus.LOWER)
        self.statuses = np.where(wrong, flipped, self.statuses).astype(np.int8)
        self.pivots += int(np.count_nonzero(wrong))

    def _move(self, changes: dict[int, BasisStatus], progress: bool) -> None:
        changed = self.statuses.copy()
        for variable, status in changes.items():
            changed[variable] = status
        self.statuses = changed
        self.pivots += 1
        self._idle_pivots = 0 if progress else self._idle_pivots + 1
