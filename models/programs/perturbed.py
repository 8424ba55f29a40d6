"""Programs perturbed by ε, to be solved for all small ε > 0 at once, with their conditions and their solutions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

import numpy as np

from seqform.errors import ModelError
from seqform.models.immutable import Immutable, cached
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Mask
from seqform.models.numbers.given import Given
from seqform.models.numbers.polynomials import (
    PolynomialArray,
    RationalFunctionArray,
    Signs,
    exact_epsilon,
)
from seqform.models.programs.complementarity import (
    ComplementarityProblem,
    LinearComplementarityProblem,
    PathStart,
)
from seqform.models.programs.linear import Bounds, LinearProgram, require_lengths
from seqform.models.programs.solutions import Basis, RawSolution, Termination

Functions = PolynomialArray | RationalFunctionArray
"""A vector of functions of ε."""

EPSILON = (Fraction(0), Fraction(1))
"""The polynomial ε, by its coefficients."""


@dataclass(frozen=True, eq=False, repr=False)
class _PerturbedProgram(Immutable):
    """Base of perturbed programs: every row has one right-hand side, every column is nonnegative or free."""

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
        row_sizes = (len(self.right), len(self.at_least), len(self.at_most))
        column_sizes = (len(self.objective), len(self.free))
        if row_sizes != (m, m, m) or column_sizes != (n, n):
            raise ModelError(
                f"perturbed linear program: {m} rows and {n} columns, but parts of sizes {(row_sizes, column_sizes)}"
            )
        has_bound = self.at_least | self.at_most
        if not has_bound.all():
            row = int(np.argmin(has_bound))
            raise ModelError(f"perturbed linear program: row {self.row_names[row]!r} has no bound")
        self.at(0)  # checks the sense and the names

    def __repr__(self) -> str:
        rows, columns = self.matrix.shape
        return (
            f"<{type(self).__name__} {self.name!r}: {self.sense}, {rows:,} rows × {columns:,} columns, "
            f"{self.matrix.nonzeros:,} nonzeros, {self._order()}>"
        )

    @property
    def degree(self) -> int:
        """D, the highest power of ε in the objective and the right-hand side."""
        return max(self.objective.degree, self.right.degree)

    @property
    def equations(self) -> Mask:
        """Mask of the rows that are equations, shape (m,)."""
        return self.at_least & self.at_most

    def at(self, epsilon: Given) -> LinearProgram:
        """Return the program at a number ε, exact."""
        number = exact_epsilon(epsilon)
        right = self.right.at(number)
        zeros = ExactArray.zeros(self.matrix.shape[1])
        return LinearProgram(
            sense=self.sense,
            objective=self.objective.at(number),
            matrix=self._matrix_at(number),
            rows=Bounds(right, right, self.at_least, self.at_most),
            columns=Bounds(zeros, zeros, ~self.free, np.zeros(len(zeros), dtype=bool)),
            row_names=self.row_names,
            column_names=self.column_names,
            name=self.name,
        )

    def wrong_conditions(
        self, primal: Functions, dual: Functions
    ) -> list[tuple[str, PolynomialArray]]:
        """Return the conditions on single rows and columns that a pair violates for small ε > 0.

        For each kind of condition that is violated: a description, and the polynomials with the wrong signs.

        With x = X / p and y = Y / q, both denominators positive for small ε, the slacks A x - b have the signs of
        A X - p b, and the reduced costs c - Aᵀ y those of q c - Aᵀ Y: polynomials. Their signs are those of a
        minimisation where the sense is "min", and are turned otherwise.
        """
        require_lengths(primal, dual, self.matrix.shape)
        x, primal_denominator = _quotient(primal)
        y, dual_denominator = _quotient(dual)
        slacks = self._product(x) - self.right.times(primal_denominator)
        costs = self.objective.times(dual_denominator) - self._product(y, transposed=True)
        slack_signs = slacks.signs()
        dual_signs = y.signs()
        cost_signs = costs.signs()
        if self.sense == "max":
            dual_signs = -dual_signs
            cost_signs = -cost_signs

        wrong_slack = ((slack_signs < 0) & self.at_least) | ((slack_signs > 0) & self.at_most)
        wrong_dual = ((dual_signs > 0) & ~self.at_least) | ((dual_signs < 0) & ~self.at_most)
        wrong_cost = (cost_signs < 0) | ((cost_signs > 0) & self.free)
        negative = (x.signs() < 0) & ~self.free
        rows = self.row_names
        columns = self.column_names
        checks = (
            ("row", "violated", wrong_slack, rows, slacks),
            ("column", "negative", negative, columns, x),
            ("row", "with a dual of the wrong sign", wrong_dual, rows, y),
            ("column", "with a reduced cost of the wrong sign", wrong_cost, columns, costs),
        )
        conditions: list[tuple[str, PolynomialArray]] = []
        for line, what, wrong, names, values in checks:
            if wrong.any():
                places = np.flatnonzero(wrong)
                conditions.append((_first(line, what, wrong, names), values.take(places)))
        return conditions

    def violations(self, primal: Functions, dual: Functions) -> list[str]:
        """Return the conditions that a primal-dual pair violates for small ε > 0; of an optimal pair none.

        `primal` is x(ε), of shape (n,), and `dual` y(ε), of shape (m,), in the convention of `LinearProgram`. The first
        violated bound of each kind is named, and whether the objectives differ; decided in rational arithmetic, on
        coefficients, without a solver.
        """
        violations = [what for what, _ in self.wrong_conditions(primal, dual)]
        if not self.has_equal_objectives(primal, dual):
            violations.append("the primal and the dual objective differ")
        return violations

    def has_equal_objectives(self, primal: Functions, dual: Functions) -> bool:
        """Return whether a pair has the same primal and dual objective for all ε."""
        x, primal_denominator = _quotient(primal)
        y, dual_denominator = _quotient(dual)
        # c·X / p = b·Y / q
        primal_value = _value(self.objective, x).times(dual_denominator)
        dual_value = _value(self.right, y).times(primal_denominator)
        return primal_value.equals(dual_value)

    def _order(self) -> str:
        return f"degree {self.degree} in ε"

    def _matrix_at(self, epsilon: Fraction | int) -> ExactMatrix:
        return self.matrix

    def _product(self, vector: PolynomialArray, *, transposed: bool = False) -> PolynomialArray:
        """Return the product of the matrix, or of its transpose, with a vector."""
        return vector.under(self.matrix.T if transposed else self.matrix)


@dataclass(frozen=True, eq=False, repr=False)
class PerturbedLinearProgram(_PerturbedProgram):
    """Minimise or maximise c(ε)·x subject to A x =, ≤ or ≥ b(ε), every column nonnegative or free.

    A solution holds for all small ε > 0 at once: polynomials x(ε) and y(ε), computed from a basis that
    stays optimal as ε falls to 0.

    - `objective`, shape (n,): c.
    - `matrix`, shape (m, n): A, without ε.
    - `right`, shape (m,): b.
    - `at_least`, `at_most`, shape (m,): Which rows have b as their lower and as their upper bound; equations have both.
    - `free`, shape (n,): Which columns may be negative.
    - `row_names`, `column_names`: Unique.

    References
    ----------
    Miltersen & Sørensen, Computing sequential equilibria for two-player games, SODA 2006, (2.7).

    Examples
    --------
    >>> program = PerturbedLinearProgram(
    ...     "max", PolynomialArray((ExactArray.of([1]), ExactArray.of([1]))), ExactMatrix.from_dense([[2]]),
    ...     PolynomialArray((ExactArray.of([4]), ExactArray.of([-2]))),
    ...     np.array([False]), np.array([True]), np.array([False]), ["limit"], ["x"])
    >>> program.at(Fraction(1, 2)).objective.to_fractions(), program.degree
    ([Fraction(3, 2)], 1)
    """


@dataclass(frozen=True, eq=False, repr=False)
class MatrixPerturbedProgram(_PerturbedProgram):
    """Minimise or maximise c(ε)·x subject to (M_0 + ε M_1) x =, ≤ or ≥ b(ε), every column nonnegative or free.

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

    def _matrix_at(self, epsilon: Fraction | int) -> ExactMatrix:
        return self.matrix + _scaled(self.slope, epsilon)

    def _product(self, vector: PolynomialArray, *, transposed: bool = False) -> PolynomialArray:
        slope = self.slope.T if transposed else self.slope
        return super()._product(vector, transposed=transposed) + vector.under(slope).times(EPSILON)


def _quotient(functions: Functions) -> tuple[PolynomialArray, tuple[Fraction, ...]]:
    """Return numerators, and the coefficients of their denominator."""
    if isinstance(functions, PolynomialArray):
        return functions, (Fraction(1),)
    return functions.numerators, functions.denominator[0]


def _value(coefficients: PolynomialArray, polynomials: PolynomialArray) -> PolynomialArray:
    """Return the inner product, shape (1,), without the places at which all coefficients are zero."""
    used = np.flatnonzero(coefficients.signs())
    return coefficients.take(used).dot(polynomials.take(used))


def _scaled(matrix: ExactMatrix, factor: Fraction | int) -> ExactMatrix:
    """Return a multiple of a matrix."""
    return ExactMatrix.from_entries(
        matrix.shape, matrix.rows, matrix.columns, matrix.values * factor
    )


def _first(line: str, what: str, wrong: Mask, names: Sequence[str]) -> str:
    """Return a description of the first place where the mask is set, with the number of others."""
    places = np.flatnonzero(wrong)
    others = f" and {len(places) - 1:,} more" if len(places) > 1 else ""
    return f"{line} {names[int(places[0])]!r}{others} {what}"


@dataclass(frozen=True, eq=False, repr=False)
class PerturbedComplementarityProblem(ComplementarityProblem[PolynomialArray]):
    """Find z(ε) with z ≥ 0, w = q(ε) + M z ≥ 0 and zᵀw = 0 for all small ε > 0; where a z_i is free, w_i = 0 instead.

    A solution holds for all small ε > 0 at once: polynomials, computed from a complementary basis that stays
    feasible as ε falls to 0.

    - `matrix`, `free`, `names`, `slack_names`: As in `LinearComplementarityProblem`, without ε.
    - `q`, shape (n,).
    - `covering_vector`, shape (n,): d of the augmented system w = q(ε) + M z + d z0, without ε; nonnegative, and
      positive wherever q is negative for small ε.
    - `start`: Start of the path with this covering vector; the basis of the slacks if absent.

    References
    ----------
    Miltersen & Sørensen, Computing a quasi-perfect equilibrium of a two-player game, Economic Theory 42 (2010).

    Examples
    --------
    >>> problem = PerturbedComplementarityProblem(
    ...     ExactMatrix.from_dense([[2, 1], [1, 2]]),
    ...     PolynomialArray((ExactArray.of([-1, -2]), ExactArray.of([-1, 1]))),
    ...     np.zeros(2, dtype=bool), None, ["z1", "z2"], ["w1", "w2"])
    >>> problem.at(Fraction(1, 10)).q.to_fractions()
    [Fraction(-11, 10), Fraction(-19, 10)]
    >>> problem.violations(PolynomialArray((ExactArray.of([0, 1]), ExactArray.of([1, -1]))))
    []
    """

    start: PathStart | None = None

    def __post_init__(self) -> None:
        limit = self.limit  # checks sizes, names and the covering vector at ε = 0
        if limit.covering_vector is None:
            return
        is_zero = np.asarray(limit.covering_vector.numerators == 0, dtype=bool)
        uncovered = np.flatnonzero((self.q.signs() < 0) & is_zero)
        if len(uncovered):
            raise ModelError(
                f"covering vector: the entry of {self.slack_names[int(uncovered[0])]} is 0, but q is negative there "
                "for small ε; it has to be positive wherever q is negative"
            )

    @property
    def degree(self) -> int:
        """D, the highest power of ε."""
        return self.q.degree

    @cached
    def limit(self) -> LinearComplementarityProblem:
        """The problem at ε = 0."""
        return self.at(0)

    @property
    def higher(self) -> tuple[ExactArray, ...]:
        """q_1, ..., q_D, the coefficients of ε, ..., ε^D."""
        return self.q.coefficients[1:]

    def at(self, epsilon: Given) -> LinearComplementarityProblem:
        """Return the problem at a number ε, exact; an error if q is negative there where the covering vector is 0."""
        return LinearComplementarityProblem(
            q=self.q.at(epsilon), **self.parts_but_q(), start=self.start
        )

    def slack(self, z: PolynomialArray) -> PolynomialArray:
        """Return w = q + M z."""
        return self.q + z.under(self.matrix)

    def violations(self, z: PolynomialArray) -> list[str]:
        """Return the conditions that a point z(ε), shape (n,), violates for small ε > 0; of a solution none.

        The first violated condition of each kind is named; decided in rational arithmetic, on coefficients.
        """
        if len(z) != len(self):
            raise ModelError(f"violations: {len(z)} polynomials for {len(self)} variables")
        return _violated(self, z.signs(), self.slack(z).signs())


@dataclass(frozen=True, eq=False, repr=False)
class MatrixPerturbedComplementarityProblem(ComplementarityProblem[ExactArray]):
    """Find z(ε) ≥ 0 with w = q + (M_0 + ε M_1 + ... + ε^D M_D) z ≥ 0 and zᵀw = 0 for all small ε > 0.

    `matrix` is M_0, `higher` are M_1, ..., M_D. A solution holds for all small ε > 0 at once: rational functions,
    computed from a complementary basis that stays feasible as ε falls to 0. No variable is free.

    Examples
    --------
    >>> problem = MatrixPerturbedComplementarityProblem(
    ...     ExactMatrix.from_dense([[1]]), ExactArray.of([-1]), np.zeros(1, dtype=bool), ExactArray.of([1]),
    ...     ["z"], ["w"], higher=(ExactMatrix.from_dense([[1]]),))
    >>> problem.at(Fraction(1, 2)).matrix.to_dense()
    [[Fraction(3, 2)]]
    """

    higher: tuple[ExactMatrix, ...] = field(kw_only=True)

    def __post_init__(self) -> None:
        if any(part.shape != self.matrix.shape for part in self.higher):
            raise ModelError(
                "perturbed complementarity problem: the matrices of all orders need one shape"
            )
        if np.any(self.free):
            raise ModelError(
                "perturbed complementarity problem: no free variables with ε in the matrix; split them"
            )
        self.at(1)  # checks sizes, names and the covering vector

    @property
    def matrices(self) -> tuple[ExactMatrix, ...]:
        """M_0, ..., M_D."""
        return (self.matrix, *self.higher)

    def at(self, epsilon: Given) -> LinearComplementarityProblem:
        """Return the problem at a number ε, exact."""
        number = exact_epsilon(epsilon)
        matrix = self.matrix
        power = Fraction(1)
        for part in self.higher:
            power *= number
            matrix += _scaled(part, power)
        return LinearComplementarityProblem(q=self.q, **{**self.parts_but_q(), "matrix": matrix})

    def violations(self, z: RationalFunctionArray) -> list[str]:
        """Return the conditions that a point z(ε), shape (n,), violates for small ε > 0; of a solution none."""
        if len(z) != len(self):
            raise ModelError(f"violations: {len(z)} functions for {len(self)} variables")
        # With z = Z / p the slacks have the signs of p q + (M_0 + ε M_1 + ...) Z
        slack = PolynomialArray.constant(self.q).times(z.denominator[0])
        power: tuple[Fraction, ...] = (Fraction(1),)
        for part in self.matrices:
            slack += z.numerators.under(part).times(power)
            power = (Fraction(0), *power)  # times ε
        return _violated(self, z.signs(), slack.signs())


def _violated(problem: ComplementarityProblem[Any], z_signs: Signs, w_signs: Signs) -> list[str]:
    """Return the conditions that variables and slacks of these signs violate."""
    free = problem.free
    names = problem.names
    slacks = problem.slack_names
    both = (z_signs != 0) & (w_signs != 0)
    conditions = (
        ("variable", "negative", (z_signs < 0) & ~free, names),
        ("slack", "negative", (w_signs < 0) & ~free, slacks),
        ("slack", "not zero, though its variable is free", (w_signs != 0) & free, slacks),
        ("variable", "and its slack both not zero", both & ~free, names),
    )
    return [
        _first(line, what, wrong, line_names)
        for line, what, wrong, line_names in conditions
        if wrong.any()
    ]


@dataclass(frozen=True, eq=False)
class PerturbedSolution:
    """Result of a method on a perturbed program.

    - `primal`, shape (n,): x(ε), or z(ε) of a complementarity problem: polynomials, or rational functions where the
      matrix depends on ε.
    - `dual`, shape (m,): y(ε), row duals in the convention of `LinearProgram`.
    - `proven`: Whether x(ε) and y(ε) have been proved optimal for all small ε > 0, in rational arithmetic. A point that
      a solver finds at one number ε proves nothing; it is in `raw`.
    - `basis`: The stable basis; where the method was cut short, the last one.
    - `epsilon`: The last number ε for which a solver was called, where the method does that.
    - `raw`: The solver's answer at that ε, where there is nothing else: doubles, or the rationals of an exact solver.
    - `iterations`: Pivots, of solver and method together.
    - `pivots`: Exact or lexicographic pivots after the solver's.
    - `attempts`: Numbers ε that were tried.
    - `seconds`: Wall-clock time by phase.
    """

    termination: Termination
    status: str
    primal: Functions | None = None
    dual: Functions | None = None
    proven: bool = False
    basis: Basis | None = None
    epsilon: Fraction | None = None
    raw: RawSolution | None = None
    iterations: int | None = None
    pivots: int = 0
    attempts: int = 0
    seconds: Mapping[str, float] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    solver: str = ""

    @property
    def solved(self) -> bool:
        """True if the method claims a solution."""
        return self.termination is Termination.SOLVED

    def at_zero(self) -> RawSolution:
        """Return the limit as ε falls to 0, a solution of the program without perturbation."""
        return RawSolution(
            self.termination,
            self.status,
            primal=None if self.primal is None else self.primal.limit,
            dual=None if self.dual is None else self.dual.limit,
            basis=self.basis,
            iterations=self.iterations,
            seconds=sum(self.seconds.values()),
            options=self.options,
            solver=self.solver,
        )

    def __repr__(self) -> str:
        return f"<PerturbedSolution of {self.solver or 'no method'}: {self.termination} ({self.status})>"
