"""A basis of the computational form, and the vectors that belong to it, exactly."""

from __future__ import annotations

import numpy as np

from seqform.backends.exact.computational_form import ComputationalForm, Statuses, scatter
from seqform.backends.exact.deadline import Deadline
from seqform.backends.exact.independent import independent_entries
from seqform.backends.exact.linear_solve import LinearSystem
from seqform.models.exact import ExactArray, ExactMatrix, Ints
from seqform.models.raw_solution import BasisStatus


class FactoredBasis:
    """The square system that a basis selects.

    The rows whose activity is basic drop out, and what remains is K x_C = b: the nonbasic
    rows R by the basic columns C of A.

    Parameters
    ----------
    form : ComputationalForm
    statuses : ndarray of int8, shape (n + m,)
        A basis indeed: see `repaired`.
    deadline : Deadline, optional

    Raises
    ------
    SolveError
        From the methods, if the system can be solved neither by refinement nor densely.
    """

    def __init__(self, form: ComputationalForm, statuses: Statuses, deadline: Deadline | None = None) -> None:
        self.form, self.statuses = form, statuses
        self.columns, self.rows = basic_block(form, statuses)
        self._system = LinearSystem(submatrix(form.integer_matrix, self.rows, self.columns), deadline)

    def point(self) -> ExactArray:
        """Return the basic solution z, shape (n + m,)."""
        size, form = self.form.column_count, self.form
        nonbasic = form.nonbasic_values(self.statuses)
        x = nonbasic.take(slice(size))
        right = nonbasic.take(slice(size, None)).take(self.rows)
        if np.any(x.numerators):
            right = right - form.program.matrix.dot(x).take(self.rows)
        x = x + self._column_part(right)
        return ExactArray.concatenate([x, form.program.matrix.dot(x)])

    def direction(self, entering: int) -> ExactArray:
        """Return how z changes, shape (n + m,), when one nonbasic variable grows by 1 and the others stay."""
        size, form = self.form.column_count, self.form
        if entering < size:
            x = _unit(size, entering)
            right = -form.program.matrix.dot(x).take(self.rows)
        else:
            x = ExactArray.zeros(size)
            right = _unit(form.row_count, entering - size).take(self.rows)
        x = x + self._column_part(right)
        return ExactArray.concatenate([x, form.program.matrix.dot(x)])

    def multipliers(self, cost: ExactArray) -> ExactArray:
        """Return the y, shape (m,), that makes the reduced costs of all basic variables zero.

        Parameters
        ----------
        cost : ExactArray, shape (n + m,)
            Any cost vector, not only the program's.
        """
        size, form = self.form.column_count, self.form
        slack_part = self._of_basic_rows(-cost.take(slice(size, None)))
        right = cost.take(self.columns)
        if np.any(slack_part.numerators):
            right = right - form.program.matrix.T.dot(slack_part).take(self.columns)
        scaled = self._system.solve_transposed(right)
        row_part = scaled * form.row_scale.take(self.rows)
        return slack_part + scatter(form.row_count, self.rows, row_part.reduced())

    def reduced_costs(self, cost: ExactArray, multipliers: ExactArray) -> ExactArray:
        """Return c_x - A.T y and c_s + y as one vector, shape (n + m,)."""
        size = self.form.column_count
        columns = cost.take(slice(size)) - self.form.program.matrix.T.dot(multipliers)
        return ExactArray.concatenate([columns, cost.take(slice(size, None)) + multipliers])

    def tableau_row(self, basic: int) -> ExactArray:
        """Return the w, shape (n + m,), with z_basic = w·z whenever A x = s; zero on basic variables."""
        return self.reduced_costs(self._unit_cost(basic), self.tableau_multipliers(basic))

    def tableau_multipliers(self, basic: int) -> ExactArray:
        """Return the row multipliers, shape (m,), that turn A x - s = 0 into that equation."""
        return self.multipliers(self._unit_cost(basic))

    def _unit_cost(self, variable: int) -> ExactArray:
        return _unit(self.form.column_count + self.form.row_count, variable)

    def _column_part(self, right: ExactArray) -> ExactArray:
        """Return x with K x_C = right and zeros elsewhere."""
        solution = self._system.solve(right * self.form.row_scale.take(self.rows))
        return scatter(self.form.column_count, self.columns, solution)

    def _of_basic_rows(self, values: ExactArray) -> ExactArray:
        basic = self.statuses[self.form.column_count :] == BasisStatus.BASIC
        return ExactArray(np.where(basic, values.numerators, 0), values.denominator)


def basic_block(form: ComputationalForm, statuses: Statuses) -> tuple[Ints, Ints]:
    """Return the basic columns and the nonbasic rows."""
    columns = np.flatnonzero(statuses[: form.column_count] == BasisStatus.BASIC)
    rows = np.flatnonzero(statuses[form.column_count :] != BasisStatus.BASIC)
    return columns, rows


def submatrix(matrix: ExactMatrix, rows: Ints, columns: Ints) -> ExactMatrix:
    """Return the entries in the given rows and columns, both in increasing order."""
    row_place, column_place = (np.full(size, -1, dtype=np.int64) for size in matrix.shape)
    row_place[rows], column_place[columns] = np.arange(len(rows)), np.arange(len(columns))
    kept = (row_place[matrix.rows] >= 0) & (column_place[matrix.columns] >= 0)
    return ExactMatrix(
        (len(rows), len(columns)),
        row_place[matrix.rows[kept]],
        column_place[matrix.columns[kept]],
        matrix.values.take(kept),
    )


def repaired(form: ComputationalForm, statuses: Statuses) -> Statuses:
    """Return statuses that form a basis and keep as many of the basic columns as possible.

    Columns that depend on the others go to a bound; rows that no column is needed for
    get a basic activity.
    """
    columns, rows = basic_block(form, statuses)
    kept_rows, kept_columns = independent_entries(submatrix(form.integer_matrix, rows, columns))
    changed = statuses.copy()
    changed[columns] = BasisStatus.LOWER
    changed[columns[kept_columns]] = BasisStatus.BASIC
    changed[form.column_count + np.delete(rows, kept_rows)] = BasisStatus.BASIC
    return form.nearest_statuses(changed)


def _unit(size: int, place: int) -> ExactArray:
    values = np.zeros(size, dtype=np.int64)
    values[place] = 1
    return ExactArray(values)
