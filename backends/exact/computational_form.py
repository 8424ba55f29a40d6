"""A linear program as the simplex method sees it: A x - s = 0 with bounds on x and on s."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from seqform.errors import SolveError
from seqform.models.exact import ExactArray, ExactMatrix, Ints, Numerators
from seqform.models.immutable import Immutable, cached
from seqform.models.linear_program import Bounds, LinearProgram, Mask
from seqform.models.raw_solution import Basis, BasisStatus

Statuses = npt.NDArray[np.int8]


@dataclass(frozen=True, eq=False)
class ComputationalForm(Immutable):
    """Minimise c·z over z = (x, s) with A x - s = 0 and bounds on all of z.

    A program with m rows and n columns has n + m variables here: first its columns x,
    then its rows' activities s. A maximisation is turned round.

    Parameters
    ----------
    program : LinearProgram
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
        """Which variables have one value only."""
        return self.bounds.fixed

    @cached
    def boxed(self) -> Mask:
        """Which variables have two different bounds."""
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

    def nonbasic_values(self, statuses: Statuses) -> ExactArray:
        """Return z with every nonbasic variable at its bound and every basic one at zero."""
        at_lower, at_upper = statuses == BasisStatus.LOWER, statuses == BasisStatus.UPPER
        lower, upper = self.bounds.lower, self.bounds.upper
        return ExactArray(
            np.where(at_lower, lower.numerators, np.where(at_upper, upper.numerators, 0)), lower.denominator
        )

    def nearest_statuses(self, statuses: Statuses) -> Statuses:
        """Return the statuses with every nonbasic variable at a bound it has, or free if it has none."""
        has_lower, has_upper = self.bounds.has_lower, self.bounds.has_upper
        nonbasic = statuses != BasisStatus.BASIC
        wants_upper = has_upper & ((statuses == BasisStatus.UPPER) | ~has_lower)
        placed = np.where(wants_upper, BasisStatus.UPPER, np.where(has_lower, BasisStatus.LOWER, BasisStatus.FREE))
        return np.where(nonbasic, placed, BasisStatus.BASIC).astype(np.int8)

    def statuses_of(self, basis: Basis) -> Statuses:
        """Return the basis as one vector of shape (n + m,), its nonbasic variables at bounds they have.

        Raises
        ------
        SolveError
            If the basis belongs to a program of another size, or holds something else than statuses.
        """
        if len(basis.columns) != self.column_count or len(basis.rows) != self.row_count:
            raise SolveError(
                f"exact solution: the basis is for {len(basis.columns)} columns and {len(basis.rows)} rows, "
                f"the program has {self.column_count} and {self.row_count}"
            )
        statuses = np.concatenate([basis.columns, basis.rows])
        unknown = np.flatnonzero(~np.isin(statuses, list(BasisStatus)))
        if len(unknown):
            raise SolveError(f"exact solution: {statuses[unknown[0]]} is not a basis status")
        return self.nearest_statuses(statuses)

    def basis_of(self, statuses: Statuses) -> Basis:
        """Return the statuses as a `Basis`."""
        return Basis(statuses[: self.column_count].copy(), statuses[self.column_count :].copy())


def scatter(size: int, places: Ints, values: ExactArray) -> ExactArray:
    """Return zeros but for the given values at the given places."""
    numerators: Numerators = np.zeros(size, dtype=values.numerators.dtype)
    numerators[places] = values.numerators
    return ExactArray(numerators, values.denominator)
