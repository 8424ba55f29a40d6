"""Lemke's algorithm by integer pivoting on a dense tableau: exact, and slow on large problems.

Tests require the revised method to make the same pivots.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

import numpy as np

from seqform.backends.lemke.path import (
    DEPENDENT_TIES,
    LemkeResult,
    PathLimits,
    PivotRule,
    combination,
    exact_leaving_place,
    first_basis,
    first_step,
    never_leaves,
    result_without_pivots,
)
from seqform.errors import ModelError
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import ExactArray, Ints, Numerators
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.solutions import ComplementaryPath, PathStart, Termination, permutation_sign


def follow_on_tableau(
    problem: LinearComplementarityProblem,
    rule: PivotRule,
    limits: PathLimits,
    start: PathStart | None = None,
    higher: Sequence[ExactArray] = (),
) -> LemkeResult:
    """Follow the complementary path of a problem by integer pivoting; see `engine.follow_path`.

    References
    ----------
    Cottle, Pang & Stone, The Linear Complementarity Problem (1992), section 4.4;
    vSvET, Algorithm 1 and sections 6, 7 and 9.
    """
    trivial = result_without_pivots(problem, start, higher)
    return _Path(problem, rule, limits, start, higher).follow() if trivial is None else trivial


@dataclass(frozen=True, eq=False)
class Tableau(Immutable):
    """B⁻¹ [q, C, I, -M, -d] as integers over the determinant of the basis B.

    `entries`, shape (n, 1 + D + 2n + 1) or one column more, holds the right-hand side, one column per order of ε, C if
    the rule has it, and the columns of all variables. The determinant is positive, `sign` is that of the true
    one, with the columns of B in the order of the rows.
    """

    entries: Numerators
    determinant: int
    sign: int
    basis: Ints
    pivots: int = 0

    def place(self, variable: int) -> int:
        """Return the index of the column of a variable, counted from the right."""
        return variable - (2 * len(self.basis) + 1)

    def column(self, variable: int) -> Numerators:
        """Return the column of a variable, in integers."""
        return self.entries[:, self.place(variable)]

    def fraction(self, row: int, place: int) -> Fraction:
        """Return the true value of an entry."""
        return Fraction(self.entries[row, place], self.determinant)

    def row_of(self, variable: int) -> int | None:
        """Return the row in which a variable is basic, None if it is nonbasic."""
        rows = np.flatnonzero(self.basis == variable)
        return int(rows[0]) if len(rows) else None

    def pivot(self, row: int, entering: int) -> Tableau:
        """Return the tableau after a pivot; the division leaves no remainder."""
        column = self.column(entering)
        element = int(column[row])
        entries = (self.entries * element - np.outer(column, self.entries[row])) // self.determinant
        entries[row] = self.entries[row]
        basis = self.basis.copy()
        basis[row] = entering
        sign = 1 if element > 0 else -1
        return Tableau(entries * sign, abs(element), self.sign * sign, basis, self.pivots + 1)

    def at(self, basis: Ints) -> Tableau:
        """Return the tableau of another basis, its variables given in the order of the rows; linearly independent."""
        tableau = self
        for variable in basis.tolist():
            if tableau.row_of(variable) is not None:
                continue
            rows = np.flatnonzero((tableau.column(variable) != 0) & ~np.isin(tableau.basis, basis))
            if not len(rows):
                raise ModelError("start of a path: the columns of the basis are linearly dependent")
            tableau = tableau.pivot(int(rows[0]), variable)
        rows_now = tableau.basis.tolist()
        order = [rows_now.index(variable) for variable in basis.tolist()]
        return Tableau(
            tableau.entries[order], tableau.determinant, tableau.sign * permutation_sign(np.array(order)), basis.copy()
        )


class _Path:
    def __init__(
        self,
        problem: LinearComplementarityProblem,
        rule: PivotRule,
        limits: PathLimits,
        start: PathStart | None,
        higher: Sequence[ExactArray],
    ) -> None:
        self.began = self.reported = time.perf_counter()
        self.problem, self.rule, self.limits = problem, rule, limits
        self.n, self.z0 = len(problem), 2 * len(problem)
        self.never_leaves = never_leaves(problem)
        self.steps: list[tuple[int, int, Fraction]] = []
        basis, ties_from = first_basis(problem, start)
        weights = rule.weights(self.n) if rule.ties == "random-column" else None
        tableau, self.units = _slack_tableau(problem, higher, ties_from, weights)
        self.orders = list(range(1 + len(higher)))
        self.ties = [] if weights is None else [len(self.orders)]
        self.ties += [tableau.place(variable) for variable in ties_from.tolist()]
        self.tableau, self.start = tableau.at(basis), basis
        values = PolynomialArray(tuple(self._values(order) for order in self.orders))
        self.first = first_step(problem, rule, start, values, -self._values(tableau.place(self.z0)), self._tie_sign)

    def follow(self) -> LemkeResult:
        if self.first is None:
            return self._end(Termination.SOLVED)
        self.entering, leaving = self.first
        try:
            while True:
                limit = self._limit_reached()
                if limit is not None:
                    return self._end(limit)
                row = self._leaving_row() if leaving < 0 else self.tableau.row_of(leaving)
                if row is None:
                    self.steps.append((self.entering, -1, self._value(self.z0)))
                    return self._end(Termination.SECONDARY_RAY, self._ray())
                leaving = self._pivot(row)
                if leaving == self.z0:
                    return self._end(Termination.SOLVED if self._free_rows_hold() else Termination.ERROR)
                self.entering, leaving = (leaving + self.n) % self.z0, -1
        except KeyboardInterrupt:
            del self.steps[self.tableau.pivots :]  # a step is recorded before its tableau is
            return self._end(Termination.INTERRUPTED)

    def _pivot(self, row: int) -> int:
        leaving = int(self.tableau.basis[row])
        tableau = self.tableau.pivot(row, self.entering)
        self.steps.append((self.entering, leaving, self._value(self.z0, tableau)))
        self.tableau = tableau
        return leaving

    def _leaving_row(self) -> int | None:
        """Return the row whose variable leaves when `entering` enters, None on a ray."""
        tableau = self.tableau
        orders, ties = ((tableau.entries[:, place] for place in places) for places in (self.orders, self.ties))
        movable = ~self.never_leaves[tableau.basis]
        row = exact_leaving_place(self.rule, tableau.basis, movable, tableau.column(self.entering), orders, ties)
        return row if row >= 0 else None

    def _tie_sign(self, row: int) -> int:
        """Return the first tie-breaking entry of a row that is not zero."""
        leading = next((int(entry) for entry in self.tableau.entries[row, self.ties] if entry), 0)
        if leading == 0:
            raise ModelError(DEPENDENT_TIES)
        return leading

    def _values(self, place: int) -> ExactArray:
        """Return the true numbers of a column, up to its own unit."""
        fractions = (self.tableau.fraction(row, place) for row in range(self.n))
        return ExactArray.of(part * self.units[v] for part, v in zip(fractions, self.tableau.basis, strict=True))

    def _value(self, variable: int, tableau: Tableau | None = None, order: int = 0) -> Fraction:
        tableau = tableau or self.tableau
        row = tableau.row_of(variable)
        return Fraction(0) if row is None else tableau.fraction(row, order) * self.units[variable]

    def _ray(self) -> ExactArray:
        rates = [Fraction(0)] * (self.z0 + 1)
        place, unit = self.tableau.place(self.entering), self.units[self.entering]
        for row, variable in enumerate(self.tableau.basis.tolist()):
            rates[variable] = -self.tableau.fraction(row, place) * self.units[variable] / unit
        rates[self.entering] = Fraction(1)
        return ExactArray.of(rates[self.n :])

    def _free_rows_hold(self) -> bool:
        slacks = np.flatnonzero(self.problem.free).tolist()
        return all(self._value(slack, order=order) == 0 for slack in slacks for order in self.orders)

    def _limit_reached(self) -> Termination | None:
        now = time.perf_counter()
        if self.limits.progress is not None and now - self.reported >= self.limits.progress_seconds:
            self.reported = now
            z0 = self._value(self.z0)
            self.limits.progress(f"{len(self.steps):,} pivots, z0 = {Decimal(z0.numerator) / z0.denominator:.3f}")
        return self.limits.reached(len(self.steps), now - self.began)

    def _end(self, termination: Termination, ray: ExactArray | None = None) -> LemkeResult:
        entering, leaving, z0 = zip(*self.steps, strict=True) if self.steps else ((), (), ())
        path = ComplementaryPath(
            self.problem, self.start, _ints(entering), _ints(leaving), tuple(z0), self.tableau.sign
        )
        z, *higher = (
            ExactArray.of([self._value(variable, order=order) for variable in range(self.n, self.z0 + 1)])
            for order in self.orders
        )
        return LemkeResult(termination, path, z.take(slice(0, -1)).reduced(), z[self.n], ray, tuple(higher))


def _slack_tableau(
    problem: LinearComplementarityProblem, higher: Sequence[ExactArray], ties_from: Ints, weights: Ints | None
) -> tuple[Tableau, list[Fraction]]:
    """Return the tableau of the slack basis, and for each variable the value of one unit of it.

    The right-hand side, M and d are each multiplied by their common denominator, which scales the variables.
    """
    n, M, d = len(problem), problem.matrix, problem.covering_vector
    denominator = math.lcm(problem.q.denominator, *(q.denominator for q in higher))
    assert d is not None
    columns = np.zeros((n, 2 * n + 1), dtype=object)
    columns[range(n), range(n)] = 1
    columns[M.rows, n + M.columns] = -M.values.numerators.astype(object)
    columns[:, 2 * n] = -d.numerators.astype(object)
    sides = [q.over(denominator).astype(object) for q in (problem.q, *higher)]
    if weights is not None:
        sides.append(combination(problem, ties_from, weights).numerators.astype(object))
    scales = [1] * n + [M.values.denominator] * n + [d.denominator]
    tableau = Tableau(np.column_stack([*sides, columns]), 1, 1, np.arange(n))
    return tableau, [Fraction(scale, denominator) for scale in scales]


def _ints(values: Sequence[int]) -> Ints:
    return np.array(values, dtype=np.int64)
