"""The simplex method for all small ε > 0 at once: numbers are polynomials, compared lexicographically."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np

from seqform.backends.exact.deadline import Deadline
from seqform.backends.perturbed.symbolic_tableau import SymbolicTableau
from seqform.models.exact import Ints, Numerators
from seqform.models.linear_program import Mask
from seqform.models.raw_solution import Termination

_REPORT_EVERY = 100


class SymbolicSimplex:
    """A walk from basis to basis, none of which depends on how small ε is.

    First the slacks of equations leave the basis and the free columns enter it, chosen so that programs of games
    are feasible right away. Phase 1, where anything is still negative, is the dual simplex method without a cost;
    phase 2 is the primal one. The entering column is that of steepest edge in the lowest order of ε
    that improves anything. After as many pivots without progress as there are rows, and in all of phase 1, the
    least index decides (Bland), so that the walk ends.

    Parameters
    ----------
    tableau : SymbolicTableau
        With its slacks basic.
    deadline : Deadline, optional
    progress : callable, optional
        Called with a line of text now and then.

    Attributes
    ----------
    pivots : int
    phase : str
        What the walk is doing, in words.
    culprit : int
        The row that cannot be satisfied of an infeasible program, the column that nothing stops of an unbounded one.

    References
    ----------
    Miltersen & Sørensen (2006), section 2.3. Bland (1977), Mathematics of Operations Research 2, 103-107.
    """

    def __init__(
        self,
        tableau: SymbolicTableau,
        deadline: Deadline | None = None,
        progress: Callable[[str], None] | None = None,
    ) -> None:
        self.tableau = tableau
        self.pivots = 0
        self.phase = "looking for a first basis"
        self.culprit = -1
        self._deadline = deadline or Deadline()
        self._progress = progress
        self._idle_pivots = 0

    def run(self) -> Termination:
        """Pivot to the end: SOLVED, INFEASIBLE or UNBOUNDED.

        Raises
        ------
        OutOfTimeError
            At the deadline; the attributes tell how far it came.
        """
        self._take_equations()
        self._take_free_columns()
        self._take_equations()
        unequal = np.flatnonzero(self._basic(self.tableau.fixed) & (self.tableau.right_signs() != 0))
        if len(unequal):
            self.culprit = int(unequal[0])
            return Termination.INFEASIBLE
        self.phase = "phase 1"
        while len(rows := np.flatnonzero(self._constrained_rows() & (self.tableau.right_signs() < 0))):
            row = self._least(rows, self.tableau.basic)
            columns = np.flatnonzero(self._enterable() & (self.tableau.entries[row] < 0))
            if len(columns) == 0:
                self.culprit = row
                return Termination.INFEASIBLE
            self._pivot(row, self._least(columns, self.tableau.nonbasic))
        self.phase = "phase 2"
        return self._improve()

    def _take_equations(self) -> None:
        """Let the slacks of equations leave the basis, for columns that are bounded."""
        tableau = self.tableau
        for row in np.flatnonzero(self._basic(tableau.fixed)):
            entries = tableau.entries[row]
            columns = np.flatnonzero(self._enterable() & (entries != 0))
            if len(columns) == 0:
                continue
            sign = int(tableau.right_signs()[row])
            feasible = columns[entries[columns] * sign >= 0]
            columns = feasible if len(feasible) else columns
            fill = np.count_nonzero(tableau.entries[:, columns], axis=0)
            self._pivot(int(row), int(columns[np.argmin(fill)]))

    def _take_free_columns(self) -> None:
        """Let the free columns enter the basis, the last first: so values of a game are found from the leaves up."""
        tableau = self.tableau
        for column in np.flatnonzero(tableau.free[tableau.nonbasic])[::-1]:
            entries = tableau.entries[:, column]
            equations = np.flatnonzero(self._basic(tableau.fixed) & (entries != 0))
            rising = np.flatnonzero(self._constrained_rows() & (entries > 0))
            falling = np.flatnonzero(self._constrained_rows() & (entries < 0))
            for rows in (equations, rising, falling):
                if len(rows):
                    self._pivot(self._first_to_block(rows, int(column)), int(column))
                    break

    def _improve(self) -> Termination:
        tableau = self.tableau
        while True:
            signs = tableau.cost_signs()
            unhindered = np.flatnonzero((signs != 0) & tableau.free[tableau.nonbasic])
            if len(unhindered):
                self.culprit = int(unhindered[0])
                return Termination.UNBOUNDED
            columns = np.flatnonzero(self._enterable() & (signs < 0))
            if len(columns) == 0:
                return Termination.SOLVED
            column = self._entering(columns)
            rows = np.flatnonzero(self._constrained_rows() & (tableau.entries[:, column] > 0))
            if len(rows) == 0:
                self.culprit = column
                return Termination.UNBOUNDED
            row = self._first_to_block(rows, column)
            idle = not np.any(tableau.right[row])
            self._idle_pivots = self._idle_pivots + 1 if idle else 0
            self._pivot(row, column)

    def _entering(self, columns: Ints) -> int:
        """Return the column along which the lowest order of ε that can be improved is so most steeply."""
        if self._idle_pivots > len(self.tableau.basic):
            return self._least(columns, self.tableau.nonbasic)
        lowest = next(order for order in self.tableau.cost[:, columns] if np.any(order < 0))
        improving = np.asarray(lowest < 0, dtype=bool)
        rates = (lowest[improving] / lowest.min()).astype(np.float64)
        steepness = rates**2 / self.tableau.squared_lengths(columns[improving])
        return int(columns[improving][np.argmax(steepness)])

    def _first_to_block(self, rows: Ints, column: int) -> int:
        """Return the row whose right-hand side over |entry| is least for all small ε; ties by least index."""
        entries, right = self.tableau.entries[:, column], self.tableau.right
        for k in range(right.shape[1]):
            rows = _least_ratios(rows, right[rows, k], entries[rows])
            if len(rows) == 1:
                break
        return self._least(rows, self.tableau.basic)

    def _pivot(self, row: int, column: int) -> None:
        self._deadline.check()
        self.tableau.pivot(row, column)
        self.pivots += 1
        if self._progress is not None and self.pivots % _REPORT_EVERY == 0:
            self._progress(f"symbolic simplex: {self.pivots:,} pivots, {self.phase}")

    def _basic(self, kind: Mask) -> Mask:
        return kind[self.tableau.basic]

    def _constrained_rows(self) -> Mask:
        """Return which basic variables may not be negative, shape (m,)."""
        return ~self._basic(self.tableau.free) & ~self._basic(self.tableau.fixed)

    def _enterable(self) -> Mask:
        """Return which nonbasic variables may grow from zero, shape (n,)."""
        tableau = self.tableau
        return ~tableau.free[tableau.nonbasic] & ~tableau.fixed[tableau.nonbasic]

    @staticmethod
    def _least(places: Ints, variables: Ints) -> int:
        return int(places[np.argmin(variables[places])])


def _least_ratios(rows: Ints, right: Numerators, entries: Numerators) -> Ints:
    """Return the rows whose ratio right / |entry| is least."""
    if np.any(right == 0) and not np.any(right < 0):
        kept = np.asarray(right == 0, dtype=bool)
    else:
        ratios = [Fraction(int(b), abs(int(a))) for b, a in zip(right, entries, strict=True)]
        least = min(ratios)
        kept = np.array([ratio == least for ratio in ratios])
    found: Ints = rows[kept]
    return found
