"""A linear program whose right-hand side and objective are polynomials in ε.

A linear program whose matrix depends on ε.

The conditions of optimality, by signs: of a primal-dual pair at whatever counts as small.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np

from seqform.errors import ModelError
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import ExactArray, ExactMatrix
from seqform.models.numbers.polynomials import PolynomialArray, RationalFunctionArray, Signs, product, scaled, shifted
from seqform.models.programs.linear import Bounds, LinearProgram, Mask


@dataclass(frozen=True, eq=False)
class SignPattern(Immutable):
    """Which bounds a program has: rows at least or at most their right-hand side, columns free or nonnegative.

    Parameters
    ----------
    at_least, at_most : ndarray of bool, shape (m,)
    free : ndarray of bool, shape (n,)
    """

    minimise: bool
    at_least: Mask
    at_most: Mask
    free: Mask

    def wrong_slacks(self, slacks: Signs) -> Mask:
        """Return which rows are violated, given the signs of activity less right-hand side."""
        return np.asarray(((slacks < 0) & self.at_least) | ((slacks > 0) & self.at_most), dtype=bool)

    def wrong_weights(self, weights: Signs) -> Mask:
        """Return which columns are negative that may not be."""
        return np.asarray((weights < 0) & ~self.free, dtype=bool)

    def wrong_duals(self, duals: Signs) -> Mask:
        """Return which row duals lean on a bound that is not there."""
        signed = duals if self.minimise else -duals
        return np.asarray(((signed > 0) & ~self.at_least) | ((signed < 0) & ~self.at_most), dtype=bool)

    def wrong_costs(self, costs: Signs) -> Mask:
        """Return which reduced costs have the wrong sign."""
        signed = costs if self.minimise else -costs
        return np.asarray((signed < 0) | ((signed > 0) & self.free), dtype=bool)


def first_of(kind: str, what: str, wrong: Mask, names: Sequence[str]) -> str:
    """Return the first place where something is wrong, and how many more there are; "" if none."""
    places = np.flatnonzero(wrong)
    if not len(places):
        return ""
    others = f" and {len(places) - 1:,} more" if len(places) > 1 else ""
    return f"{kind} {names[int(places[0])]!r}{others} {what}"


@dataclass(frozen=True, eq=False)
class MatrixPerturbedProgram(Immutable):
    """Minimise or maximise c·x subject to (M_0 + ε M_1) x =, ≤ or ≥ b, every column nonnegative or free.

    Its solution is one for all small ε > 0 at once: rational functions x(ε) and y(ε), computed from a basis
    that stays optimal as ε falls to 0.

    Parameters
    ----------
    objective : ExactArray, shape (n,)
        c.
    matrix, slope : ExactMatrix, shape (m, n)
        M_0 and M_1.
    right : ExactArray, shape (m,)
        b.
    at_least, at_most : ndarray of bool, shape (m,)
        Which rows have b as their lower and as their upper bound; equations have both.
    free : ndarray of bool, shape (n,)
        Which columns may be negative.
    row_names, column_names : sequence of str
        Unique.

    Raises
    ------
    ModelError
        If the parts differ in size, a name comes twice, or a row has no bound.

    Examples
    --------
    >>> program = MatrixPerturbedProgram(
    ...     "max", ExactArray.of([1]), ExactMatrix.from_dense([[2]]), ExactMatrix.from_dense([[1]]),
    ...     ExactArray.of([4]), np.array([False]), np.array([True]), np.array([False]), ["limit"], ["x"])
    >>> program.at(Fraction(1, 2)).matrix.to_dense()
    [[Fraction(5, 2)]]
    """

    sense: Literal["min", "max"]
    objective: ExactArray
    matrix: ExactMatrix
    slope: ExactMatrix
    right: ExactArray
    at_least: Mask
    at_most: Mask
    free: Mask
    row_names: Sequence[str]
    column_names: Sequence[str]
    name: str = "seqform"

    def __post_init__(self) -> None:
        m, n = self.matrix.shape
        sizes = (len(self.right), len(self.at_least), len(self.at_most)), (len(self.objective), len(self.free))
        if sizes != ((m, m, m), (n, n)) or self.slope.shape != (m, n):
            raise ModelError(
                f"perturbed linear program: {m} rows and {n} columns, but parts of sizes {sizes} and a matrix of "
                f"shape {self.slope.shape} at ε"
            )
        if not np.all(self.at_least | self.at_most):
            row = int(np.argmin(self.at_least | self.at_most))
            raise ModelError(f"perturbed linear program: row {self.row_names[row]!r} has no bound")
        self.at(0)  # checks the sense and the names

    def __repr__(self) -> str:
        rows, columns = self.matrix.shape
        return (
            f"<MatrixPerturbedProgram {self.name!r}: {self.sense}, {rows:,} rows × {columns:,} columns, "
            f"{self.matrix.nonzeros:,} nonzeros, {self.slope.nonzeros:,} at ε>"
        )

    def at(self, epsilon: Fraction | int) -> LinearProgram:
        """Return the program at a number ε, exact: to solve, to write to a file, to hand to Pyomo or CVXPY."""
        if not isinstance(epsilon, int | Fraction):
            raise ModelError(f"ε: a fraction expected, not {epsilon!r}; Fraction(1, 1000) for a thousandth")
        slope, n = self.slope, self.matrix.shape[1]
        change = ExactMatrix.from_entries(slope.shape, slope.rows, slope.columns, slope.values * epsilon)
        return LinearProgram(
            sense=self.sense,
            objective=self.objective,
            matrix=self.matrix + change,
            rows=Bounds(self.right, self.right, self.at_least, self.at_most),
            columns=Bounds(ExactArray.zeros(n), ExactArray.zeros(n), ~self.free, np.zeros(n, dtype=bool)),
            row_names=self.row_names,
            column_names=self.column_names,
            name=self.name,
        )

    def slacks(self, primal: RationalFunctionArray) -> PolynomialArray:
        """Return (M_0 + ε M_1) x - b times the denominator of x, shape (m,)."""
        x = primal.numerators
        return x.under(self.matrix) + shifted(x.under(self.slope)) - scaled(self.right, primal.denominator)

    def reduced_costs(self, dual: RationalFunctionArray) -> PolynomialArray:
        """Return c - (M_0 + ε M_1)ᵀ y times the denominator of y, shape (n,)."""
        y = dual.numerators
        return scaled(self.objective, dual.denominator) - y.under(self.matrix.T) - shifted(y.under(self.slope.T))

    def wrong_conditions(
        self, primal: RationalFunctionArray, dual: RationalFunctionArray
    ) -> list[tuple[str, PolynomialArray]]:
        """Return the conditions that a pair violates for small ε > 0; of an optimal pair none.

        Returns
        -------
        list of (str, PolynomialArray)
            For each kind of condition that is violated: which, and the polynomials in question with their signs as
            they are.
        """
        pattern = SignPattern(self.sense == "min", self.at_least, self.at_most, self.free)
        slacks, costs = self.slacks(primal), self.reduced_costs(dual)
        rows, columns = self.row_names, self.column_names
        checks = (
            ("row", "violated", pattern.wrong_slacks(slacks.signs()), slacks, rows),
            ("column", "negative", pattern.wrong_weights(primal.signs()), primal.numerators, columns),
            ("row", "with a dual of the wrong sign", pattern.wrong_duals(dual.signs()), dual.numerators, rows),
            ("column", "with a reduced cost of the wrong sign", pattern.wrong_costs(costs.signs()), costs, columns),
        )
        return [
            (first_of(kind, what, wrong, names), values.take(np.flatnonzero(wrong)))
            for kind, what, wrong, values, names in checks
            if np.any(wrong)
        ]

    def violations(self, primal: RationalFunctionArray, dual: RationalFunctionArray) -> list[str]:
        """Return which conditions a primal-dual pair violates for small ε > 0; of an optimal pair none.

        Parameters
        ----------
        primal : RationalFunctionArray, shape (n,)
            x(ε).
        dual : RationalFunctionArray, shape (m,)
            y(ε), row duals in the convention of `LinearProgram`.

        Returns
        -------
        list of str
            The first violated bound of each kind by name, and whether the objectives differ. All is decided
            in rational arithmetic, on coefficients; no solver has a part in it.
        """
        found = [what for what, _ in self.wrong_conditions(primal, dual)]
        mine = product(_value(self.objective, primal.numerators), dual.denominator)
        theirs = product(_value(self.right, dual.numerators), primal.denominator)
        if not mine.equals(theirs):
            found.append("the primal and the dual objective differ")
        return found


def _value(coefficients: ExactArray, polynomials: PolynomialArray) -> PolynomialArray:
    """Return the inner product of numbers and polynomials, shape (1,)."""
    used = np.flatnonzero(coefficients.numerators)
    numbers, used_polynomials = coefficients.take(used), polynomials.take(used)
    return PolynomialArray(tuple(ExactArray.of([numbers.dot(part)]) for part in used_polynomials.coefficients))


@dataclass(frozen=True, eq=False)
class PerturbedLinearProgram(Immutable):
    """Minimise or maximise c(ε)·x subject to A x =, ≤ or ≥ b(ε), every column nonnegative or free.

    Its solution is one for all small ε > 0 at once: polynomials x(ε) and y(ε), computed from a basis that
    stays optimal as ε falls to 0.

    Parameters
    ----------
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

    Raises
    ------
    ModelError
        If the parts differ in size, a name comes twice, or a row has no bound.

    References
    ----------
    Miltersen & Sørensen, Computing sequential equilibria for two-player games, SODA 2006, (2.7).

    Examples
    --------
    >>> from seqform.models.numbers.exact import ExactArray, ExactMatrix
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
