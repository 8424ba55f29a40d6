"""Linear programs perturbed by ε, to be solved for all small ε > 0 at once, and their conditions of optimality."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Generic, Literal

import numpy as np

from seqform.errors import ModelError
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Mask
from seqform.models.numbers.polynomials import PolynomialArray, RationalFunctionArray, require_fraction
from seqform.models.programs.complementarity import Data
from seqform.models.programs.linear import Bounds, LinearProgram

EPSILON = (Fraction(0), Fraction(1))
"""The polynomial ε, by its coefficients."""

DIFFERENT_OBJECTIVES = "the primal and the dual objective differ"


def first_of(kind: str, what: str, wrong: Mask, names: Sequence[str]) -> str:
    """Return a description of the first place where the mask is set, with the number of others; "" if none."""
    places = np.flatnonzero(wrong)
    if not len(places):
        return ""
    others = f" and {len(places) - 1:,} more" if len(places) > 1 else ""
    return f"{kind} {names[int(places[0])]!r}{others} {what}"


@dataclass(frozen=True, eq=False, repr=False)
class _PerturbedProgram(Immutable, Generic[Data]):
    """Base of perturbed programs: every row has one right-hand side, every column is nonnegative or free."""

    sense: Literal["min", "max"]
    objective: Data
    matrix: ExactMatrix
    right: Data
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
            f"<{type(self).__name__} {self.name!r}: {self.sense}, {rows:,} rows × {columns:,} columns, "
            f"{self.matrix.nonzeros:,} nonzeros, {self._order()}>"
        )

    def _order(self) -> str:
        raise NotImplementedError

    def at(self, epsilon: Fraction | int) -> LinearProgram:
        """Return the program at a number ε, exact."""
        raise NotImplementedError

    def _with(self, objective: ExactArray, matrix: ExactMatrix, right: ExactArray) -> LinearProgram:
        n = matrix.shape[1]
        return LinearProgram(
            sense=self.sense,
            objective=objective,
            matrix=matrix,
            rows=Bounds(right, right, self.at_least, self.at_most),
            columns=Bounds(ExactArray.zeros(n), ExactArray.zeros(n), ~self.free, np.zeros(n, dtype=bool)),
            row_names=self.row_names,
            column_names=self.column_names,
            name=self.name,
        )

    def _wrong_conditions(
        self, slacks: PolynomialArray, primal: PolynomialArray, dual: PolynomialArray, costs: PolynomialArray
    ) -> list[tuple[str, PolynomialArray]]:
        """Return the violated bounds and wrong signs, given rows minus right-hand side and reduced costs."""
        of_slacks, of_dual, of_costs = slacks.signs(), dual.signs(), costs.signs()
        if self.sense == "max":
            of_dual, of_costs = -of_dual, -of_costs
        too_low, too_high = (of_slacks < 0) & self.at_least, (of_slacks > 0) & self.at_most
        wrong_dual = ((of_dual > 0) & ~self.at_least) | ((of_dual < 0) & ~self.at_most)
        wrong_costs = (of_costs < 0) | ((of_costs > 0) & self.free)
        checks = (
            ("row", "violated", too_low | too_high, slacks),
            ("column", "negative", (primal.signs() < 0) & ~self.free, primal),
            ("row", "with a dual of the wrong sign", wrong_dual, dual),
            ("column", "with a reduced cost of the wrong sign", wrong_costs, costs),
        )
        names = {"row": self.row_names, "column": self.column_names}
        return [
            (first_of(kind, what, wrong, names[kind]), values.take(np.flatnonzero(wrong)))
            for kind, what, wrong, values in checks
            if np.any(wrong)
        ]


@dataclass(frozen=True, eq=False, repr=False)
class PerturbedLinearProgram(_PerturbedProgram[PolynomialArray]):
    """Minimise or maximise c(ε)·x subject to A x =, ≤ or ≥ b(ε), every column nonnegative or free.

    A solution holds for all small ε > 0 at once: polynomials x(ε) and y(ε), computed from a basis that
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

    @property
    def degree(self) -> int:
        """D, the highest power of ε."""
        return max(self.objective.degree, self.right.degree)

    @property
    def equations(self) -> Mask:
        """Mask of the rows that are equations, shape (m,)."""
        return self.at_least & self.at_most

    def _order(self) -> str:
        return f"degree {self.degree} in ε"

    def at(self, epsilon: Fraction | int) -> LinearProgram:
        """Return the program at a number ε, exact."""
        return self._with(self.objective.at(epsilon), self.matrix, self.right.at(epsilon))

    def violations(self, primal: PolynomialArray, dual: PolynomialArray) -> list[str]:
        """Return the conditions that a primal-dual pair violates for small ε > 0; of an optimal pair none.

        Parameters
        ----------
        primal : PolynomialArray, shape (n,)
            x(ε).
        dual : PolynomialArray, shape (m,)
            y(ε), row duals in the convention of `LinearProgram`.

        Returns
        -------
        list of str
            The first violated bound of each kind by name, and whether the objectives differ; decided
            in rational arithmetic, on coefficients, without a solver.
        """
        if (len(dual), len(primal)) != self.matrix.shape:
            m, n = self.matrix.shape
            raise ModelError(f"violations: {len(primal)} primal and {len(dual)} dual polynomials, not {n} and {m}")
        slacks = primal.under(self.matrix) - self.right
        costs = self.objective - dual.under(self.matrix.T)
        found = [what for what, _ in self._wrong_conditions(slacks, primal, dual, costs)]
        same = self.objective.dot(primal).equals(self.right.dot(dual))
        return found if same else [*found, DIFFERENT_OBJECTIVES]


@dataclass(frozen=True, eq=False, repr=False)
class MatrixPerturbedProgram(_PerturbedProgram[ExactArray]):
    """Minimise or maximise c·x subject to (M_0 + ε M_1) x =, ≤ or ≥ b, every column nonnegative or free.

    `matrix` is M_0 and `slope` M_1, of the same shape; the other parts are as in `PerturbedLinearProgram`. A solution
    holds for all small ε > 0 at once: rational functions x(ε) and y(ε), computed from a basis that stays
    optimal as ε falls to 0.
    """

    slope: ExactMatrix = field(kw_only=True)

    def __post_init__(self) -> None:
        if self.slope.shape != self.matrix.shape:
            raise ModelError(
                f"perturbed linear program: a matrix of shape {self.slope.shape} at ε, not {self.matrix.shape}"
            )
        super().__post_init__()

    def _order(self) -> str:
        return f"{self.slope.nonzeros:,} at ε"

    def at(self, epsilon: Fraction | int) -> LinearProgram:
        """Return the program at a number ε, exact."""
        require_fraction(epsilon)
        slope = self.slope
        change = ExactMatrix.from_entries(slope.shape, slope.rows, slope.columns, slope.values * epsilon)
        return self._with(self.objective, self.matrix + change, self.right)

    def wrong_conditions(
        self, primal: RationalFunctionArray, dual: RationalFunctionArray
    ) -> list[tuple[str, PolynomialArray]]:
        """Return the conditions on single rows and columns that a pair violates for small ε > 0.

        For each kind of condition that is violated: a description, and the polynomials with the wrong signs.
        """
        x, y = primal.numerators, dual.numerators
        right = PolynomialArray.constant(self.right).times(primal.denominator[0])
        objective = PolynomialArray.constant(self.objective).times(dual.denominator[0])
        slacks = x.under(self.matrix) + x.under(self.slope).times(EPSILON) - right
        costs = objective - y.under(self.matrix.T) - y.under(self.slope.T).times(EPSILON)
        return self._wrong_conditions(slacks, x, y, costs)

    def violations(self, primal: RationalFunctionArray, dual: RationalFunctionArray) -> list[str]:
        """Return the conditions that a primal-dual pair violates, as in `PerturbedLinearProgram`."""
        found = [what for what, _ in self.wrong_conditions(primal, dual)]
        mine = _value(self.objective, primal.numerators).dot(dual.denominator)
        theirs = _value(self.right, dual.numerators).dot(primal.denominator)
        return found if mine.equals(theirs) else [*found, DIFFERENT_OBJECTIVES]


def _value(coefficients: ExactArray, polynomials: PolynomialArray) -> PolynomialArray:
    """Return the inner product of numbers and polynomials, shape (1,)."""
    used = np.flatnonzero(coefficients.numerators)
    return PolynomialArray.constant(coefficients.take(used)).dot(polynomials.take(used))
