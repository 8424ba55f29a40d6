"""A linear program whose right-hand side and objective are polynomials in ε."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np

from seqform.errors import ModelError
from seqform.models.exact import ExactArray, ExactMatrix
from seqform.models.immutable import Immutable
from seqform.models.linear_program import Bounds, LinearProgram, Mask
from seqform.models.optimality import SignPattern, first_of
from seqform.models.polynomials import PolynomialArray


@dataclass(frozen=True, eq=False)
class PerturbedLinearProgram(Immutable):
    """Minimise or maximise c(ε)·x subject to A x =, ≤ or ≥ b(ε), every column nonnegative or free.

    Its solution is one for all small ε > 0 at once: polynomials x(ε) and y(ε), computed from a basis that
    stays optimal as ε falls to 0.

    Parameters
    ----------
    sense : "min" or "max"
    objective : PolynomialArray, shape (n,)
        c.
    matrix : ExactMatrix, shape (m, n)
        A, without ε.
    right : PolynomialArray, shape (m,)
        b.
    at_least, at_most : ndarray of bool, shape (m,)
        Which rows have b as their lower and as their upper bound; equations have both.
    free : ndarray of bool, shape (n,)
        Which columns may be negative.
    row_names, column_names : sequence of str
        Unique.
    name : str

    Raises
    ------
    ModelError
        If the parts differ in size, a name comes twice, or a row has no bound.

    References
    ----------
    Miltersen & Sørensen, Computing sequential equilibria for two-player games, SODA 2006, (2.7).

    Examples
    --------
    >>> from seqform.models.exact import ExactArray, ExactMatrix
    >>> program = PerturbedLinearProgram(
    ...     "max", PolynomialArray((ExactArray.of([1]), ExactArray.of([1]))), ExactMatrix.from_dense([[2]]),
    ...     PolynomialArray((ExactArray.of([4]), ExactArray.of([-2]))),
    ...     np.array([False]), np.array([True]), np.array([False]), ["limit"], ["x"])
    >>> program.at(Fraction(1, 2)).objective.to_fractions(), program.degree
    ([Fraction(3, 2)], 1)
    """

    sense: Literal["min", "max"]
    objective: PolynomialArray
    matrix: ExactMatrix
    right: PolynomialArray
    at_least: Mask
    at_most: Mask
    free: Mask
    row_names: Sequence[str]
    column_names: Sequence[str]
    name: str = "seqform"

    def __post_init__(self) -> None:
        m, n = self.matrix.shape
        sizes = (len(self.right), len(self.at_least), len(self.at_most)), (len(self.objective), len(self.free))
        if sizes != ((m, m, m), (n, n)):
            raise ModelError(f"perturbed linear program: {m} rows and {n} columns, but parts of sizes {sizes}")
        if not np.all(self.at_least | self.at_most):
            row = int(np.argmin(self.at_least | self.at_most))
            raise ModelError(f"perturbed linear program: row {self.row_names[row]!r} has no bound")
        self.at(0)  # checks the sense and the names

    def __repr__(self) -> str:
        rows, columns = self.matrix.shape
        return (
            f"<PerturbedLinearProgram {self.name!r}: {self.sense}, {rows:,} rows × {columns:,} columns, "
            f"{self.matrix.nonzeros:,} nonzeros, degree {self.degree} in ε>"
        )

    @property
    def degree(self) -> int:
        """D, the highest power of ε."""
        return max(self.objective.degree, self.right.degree)

    @property
    def equations(self) -> Mask:
        """Which rows are equations, shape (m,)."""
        return self.at_least & self.at_most

    def at(self, epsilon: Fraction | int) -> LinearProgram:
        """Return the program at a number ε, exact: to solve, to write to a file, to hand to Pyomo or CVXPY."""
        if not isinstance(epsilon, int | Fraction):
            raise ModelError(f"ε: a fraction expected, not {epsilon!r}; Fraction(1, 1000) for a thousandth")
        right, n = self.right.at(epsilon), self.matrix.shape[1]
        return LinearProgram(
            sense=self.sense,
            objective=self.objective.at(epsilon),
            matrix=self.matrix,
            rows=Bounds(right, right, self.at_least, self.at_most),
            columns=Bounds(ExactArray.zeros(n), ExactArray.zeros(n), ~self.free, np.zeros(n, dtype=bool)),
            row_names=self.row_names,
            column_names=self.column_names,
            name=self.name,
        )

    def violations(self, primal: PolynomialArray, dual: PolynomialArray) -> list[str]:
        """Return which conditions a primal-dual pair violates for small ε > 0; of an optimal pair none.

        Parameters
        ----------
        primal : PolynomialArray, shape (n,)
            x(ε).
        dual : PolynomialArray, shape (m,)
            y(ε), row duals in the convention of `LinearProgram`.

        Returns
        -------
        list of str
            The first violated bound of each kind by name, and whether the objectives differ. All is decided
            in rational arithmetic, on coefficients; no solver has a part in it.

        Raises
        ------
        ModelError
            If the pair has the wrong sizes.
        """
        if (len(dual), len(primal)) != self.matrix.shape:
            m, n = self.matrix.shape
            raise ModelError(f"violations: {len(primal)} primal and {len(dual)} dual polynomials, not {n} and {m}")
        pattern = SignPattern(self.sense == "min", self.at_least, self.at_most, self.free)
        slacks = (primal.under(self.matrix) - self.right).signs()
        costs = (self.objective - dual.under(self.matrix.T)).signs()
        rows, columns = self.row_names, self.column_names
        conditions = (
            first_of("row", "violated", pattern.wrong_slacks(slacks), rows),
            first_of("column", "negative", pattern.wrong_weights(primal.signs()), columns),
            first_of("row", "with a dual of the wrong sign", pattern.wrong_duals(dual.signs()), rows),
            first_of("column", "with a reduced cost of the wrong sign", pattern.wrong_costs(costs), columns),
        )
        found = [condition for condition in conditions if condition]
        if not self.objective.dot(primal).equals(self.right.dot(dual)):
            found.append("the primal and the dual objective differ")
        return found
