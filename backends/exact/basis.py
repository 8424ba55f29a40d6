"""The computational form of a linear program, A x - s = 0 with bounds on x and s, and exact solves with its bases."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from seqform.backends.linalg.rational_solve import LinearSystem, independent_entries
from seqform.errors import SolveError
from seqform.models.immutable import Immutable, cached
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Ints, Mask
from seqform.models.programs.linear import Bounds, LinearProgram
from seqform.models.programs.solutions import Basis, BasisStatus
from seqform.system.deadline import Deadline

Statuses = npt.NDArray[np.int8]


@dataclass(frozen=True, eq=False)
class ComputationalForm(Immutable):
    """Minimise c·z over z = (x, s) with A x - s = 0 and bounds on all of z.

    A program with m rows and n columns has n + m variables here: first its columns x,
    then the activities s of its rows. A maximisation is negated.
    """

    program: LinearProgram

    @property
    def row_count(self) -> int:
        """The number m of rows."""
        return self.program.matrix.shape[0]

    @property
    def column_count(self) -> int:
        """The number n of columns."""
        return self.program.matrix.shape[1]

    @property
    def sign(self) -> int:
        """1 for a minimisation, -1 for a maximisation."""
        return 1 if self.program.sense == "min" else -1

    @cached
    def cost(self) -> ExactArray:
        """c, shape (n + m,); zero for the activities."""
        objective = self.program.objective
        return ExactArray.concatenate([objective if self.sign == 1 else -objective, ExactArray.zeros(self.row_count)])

    @cached
    def bounds(self) -> Bounds:
        """The bounds on z, both over one denominator and zero where absent."""
        both = Bounds.concatenate([self.program.columns, self.program.rows])
        denominator = math.lcm(both.lower.denominator, both.upper.denominator)
        lower = np.where(both.has_lower, both.lower.over(denominator), 0)
        upper = np.where(both.has_upper, both.upper.over(denominator), 0)
        return Bounds(ExactArray(lower, denominator), ExactArray(upper, denominator), both.has_lower, both.has_upper)

    @cached
    def fixed(self) -> Mask:
        """Mask of the variables with equal bounds."""
        return self.bounds.fixed

    @cached
    def boxed(self) -> Mask:
        """Mask of the variables with two different bounds."""
        return self.bounds.has_lower & self.bounds.has_upper & ~self.fixed

    @cached
    def row_scale(self) -> ExactArray:
        """The least positive integers that make each row of A integral, shape (m,)."""
        matrix = self.program.matrix
        filled = np.flatnonzero(np.diff(matrix.row_start))
        common = np.full(self.row_count, matrix.values.denominator, dtype=object)
        if len(filled):
            entries_common = np.gcd.reduceat(matrix.values.numerators, matrix.row_start[filled])
            common[filled] = np.gcd(entries_common.astype(object), common[filled])
        return ExactArray(matrix.values.denominator // common)

    @cached
    def integer_matrix(self) -> ExactMatrix:
        """A with each row multiplied by its `row_scale`."""
        matrix = self.program.matrix
        scaled = matrix.values * self.row_scale.take(matrix.rows)
        return ExactMatrix(matrix.shape, matrix.rows, matrix.columns, scaled.reduced())

    def nearest_statuses(self, statuses: Statuses) -> Statuses:
        """Return the statuses with every nonbasic variable at one of its bounds, or free without any."""
        has_lower, has_upper = self.bounds.has_lower, self.bounds.has_upper
        nonbasic = statuses != BasisStatus.BASIC
        wants_upper = has_upper & ((statuses == BasisStatus.UPPER) | ~has_lower)
        placed = np.where(wants_upper, BasisStatus.UPPER, np.where(has_lower, BasisStatus.LOWER, BasisStatus.FREE))
        return np.where(nonbasic, placed, BasisStatus.BASIC).astype(np.int8)

    def statuses_of(self, basis: Basis) -> Statuses:
        """Return the basis as one vector of shape (n + m,), nonbasic variables at bounds that exist."""
        if len(basis.columns) != self.column_count or len(basis.rows) != self.row_count:
            raise SolveError(
                f"exact solution: the basis is for {len(basis.columns)} columns and {len(basis.rows)} rows, "
                f"the program has {self.column_count} and {self.row_count}"
            )
        return self.nearest_statuses(np.concatenate([basis.columns, basis.rows]))

    def basis_of(self, statuses: Statuses) -> Basis:
        """Return the statuses as a `Basis`."""
        return Basis(statuses[: self.column_count].copy(), statuses[self.column_count :].copy())


class FactoredBasis:
    """The square system of a nonsingular basis, such as `repaired` returns.

    Rows with a basic activity drop out; the rest is K x_C = b, where K has the nonbasic
    rows R and the basic columns C of A. The methods raise SolveError if the system can be solved neither by refinement
    nor densely. `bits` is that of `LinearSystem`.
    """

    def __init__(
        self, form: ComputationalForm, statuses: Statuses, deadline: Deadline | None = None, bits: int | None = None
    ) -> None:
        self.form, self.statuses = form, statuses
        self.columns, self.rows = basic_block(form, statuses)
        self._system = LinearSystem(submatrix(form.integer_matrix, self.rows, self.columns), deadline, bits=bits)

    @property
    def is_factored(self) -> bool:
        """True if there are factors in doubles, so that refinement may solve the system."""
        return self._system.is_factored

    def point(self) -> ExactArray:
        """Return the basic solution z, shape (n + m,)."""
        bounds, statuses = self.form.bounds, self.statuses
        at_upper = bounds.upper.where(statuses == BasisStatus.UPPER)
        return self._completed(bounds.lower.where(statuses == BasisStatus.LOWER) + at_upper)

    def direction(self, entering: int) -> ExactArray:
        """Return the change of z, shape (n + m,), as one nonbasic variable grows by 1 and the others stay."""
        return self._completed(ExactArray.unit(len(self.statuses), entering))

    def _completed(self, nonbasic: ExactArray) -> ExactArray:
        """Return z with A x = s, given its nonbasic variables."""
        size, form = self.form.column_count, self.form
        x, right = nonbasic.take(slice(size)), nonbasic.take(slice(size, None)).take(self.rows)
        if np.any(x.numerators):
            right = right - form.program.matrix.dot(x).take(self.rows)
        solution = self._system.solve(right * form.row_scale.take(self.rows))
        x = x + solution.scattered(size, self.columns)
        return ExactArray.concatenate([x, form.program.matrix.dot(x)])

    def multipliers(self, cost: ExactArray) -> ExactArray:
        """Return the y, shape (m,), for which all basic variables have reduced cost zero; a cost has shape (n + m,)."""
        size, form = self.form.column_count, self.form
        own = -cost.take(slice(size, None))
        slack_part = own.where(self.statuses[size:] == BasisStatus.BASIC)
        right = cost.take(self.columns)
        if np.any(slack_part.numerators):
            right = right - form.program.matrix.T.dot(slack_part).take(self.columns)
        scaled = self._system.solve_transposed(right)
        row_part = scaled * form.row_scale.take(self.rows)
        return slack_part + row_part.reduced().scattered(form.row_count, self.rows)

    def reduced_costs(self, cost: ExactArray, multipliers: ExactArray) -> ExactArray:
        """Return c_x - A.T y and c_s + y as one vector, shape (n + m,)."""
        size = self.form.column_count
        columns = cost.take(slice(size)) - self.form.program.matrix.T.dot(multipliers)
        return ExactArray.concatenate([columns, cost.take(slice(size, None)) + multipliers])

    def tableau_row(self, basic: int) -> ExactArray:
        """Return the w, shape (n + m,), with z_basic = w·z whenever A x = s; zero on basic variables."""
        return self.reduced_costs(ExactArray.unit(len(self.statuses), basic), self.tableau_multipliers(basic))

    def tableau_multipliers(self, basic: int) -> ExactArray:
        """Return the multipliers of A x - s = 0, shape (m,), that yield the equation of `tableau_row`."""
        return self.multipliers(ExactArray.unit(len(self.statuses), basic))


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

    Columns that depend on the others are moved to a bound; the activities of rows without a pivot become basic.
    """
    columns, rows = basic_block(form, statuses)
    kept_rows, kept_columns = independent_entries(submatrix(form.integer_matrix, rows, columns))
    changed = statuses.copy()
    changed[columns] = BasisStatus.LOWER
    changed[columns[kept_columns]] = BasisStatus.BASIC
    changed[form.column_count + np.delete(rows, kept_rows)] = BasisStatus.BASIC
    return form.nearest_statuses(changed)
