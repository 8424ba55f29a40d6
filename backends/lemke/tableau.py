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
    NEGATIVE_TIES,
    LemkeResult,
    PathLimits,
    PivotRule,
    check_start,
    combination,
    require_covering,
    require_feasible,
    result_at_slacks,
    slacks_solve,
)
from seqform.errors import ModelError
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import ExactArray, Ints, Numerators
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.solutions import ComplementaryPath, PathStart, Termination, permutation_sign


def follow_on_tableau(
    problem: LinearComplementarityProblem,
    rule: PivotRule,
    limits: PathLimits,
    start: PathStart | None = None,
    higher: Sequence[ExactArray] = (),
) -> LemkeResult:
    """Follow the complementary path of a problem's covering vector by integer pivoting.

    Parameters
    ----------
    limits : PathLimits
        Checked before every pivot.
    start : PathStart, optional
        By default the path comes from z0 = ∞, with all slacks basic.
    higher : sequence of ExactArray, each of shape (n,)
        q_1, ..., q_D, if q is a polynomial in ε; the problem's own is q_0.

    Returns
    -------
    LemkeResult
        SOLVED, with residuals zero; SECONDARY_RAY, with the unbounded direction `ray` from (z, z0), along which the
        last entering variable rises at rate 1; or a limit or INTERRUPTED, with the point reached. From a given start
        the ray may also be the one to z0 = ∞. ERROR means that z0 left while the slack of a free variable was
        positive: the point solves the problem in which that variable is nonnegative.

    Raises
    ------
    ModelError
        If a covering vector is required and absent, q is positive in the row of a free variable, or the start is
        not valid.

    References
    ----------
    Cottle, Pang & Stone, The Linear Complementarity Problem (1992), section 4.4;
    vSvET, Algorithm 1 and sections 6, 7 and 9.

    Examples
    --------
    >>> from seqform.models.programs.complementarity import linear_complementarity_problem
    >>> problem = linear_complementarity_problem([[2, 1], [1, 2]], [-5, -6], covering_vector=[1, 1])
    >>> end = follow_on_tableau(problem, PivotRule(), PathLimits())
    >>> [str(value) for value in end.z.to_fractions()], [str(value) for value in end.path.z0]
    (['4/3', '7/3'], ['6', '4', '0'])
    """
    if start is None and slacks_solve(problem, higher):
        return result_at_slacks(problem, higher)
    require_covering(problem)
    return _Path(problem, rule, limits, start, higher).follow()


@dataclass(frozen=True, eq=False)
class Tableau(Immutable):
    """B⁻¹ [q, C, I, -M, -d] as integers over the determinant of the basis B.

    Parameters
    ----------
    entries : ndarray of Python integers, shape (n, 1 + D + 2n + 1), or one column more
        The right-hand side, one column per order of ε, C if the rule has it, and the columns of all variables.
    determinant : int
        Common denominator of all entries; positive.
    sign : int
        Of the true determinant, the columns of B in the order of the rows.
    basis : ndarray of int, shape (n,)
        The basic variable of every row.
    pivots : int
        The number of pivots made.
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
        """Return the tableau of another basis, its variables given in the order of the rows.

        Raises
        ------
        ModelError
            If their columns are linearly dependent.
        """
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
    """State of one path: its rule, the current tableau, and the pivots so far."""

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
        self.never_leaves = np.concatenate([np.zeros(self.n, dtype=bool), problem.free, [False]])
        self.steps: list[tuple[int, int, Fraction]] = []
        ties_from = _slacks(problem)
        if start is not None:
            ties_from = ties_from if start.ties_from is None else start.ties_from
            check_start(problem, start, ties_from)
        weights = rule.weights(self.n) if rule.ties == "random-column" else None
        tableau, self.units = _slack_tableau(problem, higher, ties_from, weights)
        self.orders = list(range(1 + len(higher)))
        self.ties = [] if weights is None else [len(self.orders)]
        self.ties += [tableau.place(variable) for variable in ties_from.tolist()]
        self.tableau = tableau if start is None else tableau.at(start.basis)
        self.start = self.tableau.basis
        self.falling = start is None or start.falling
        self.entering = self.z0 if start is None else int(start.entering)
        if start is not None:
            self._check_feasible()

    def follow(self) -> LemkeResult:
        if self.falling and self._solved_at_start():
            return self._end(Termination.SOLVED)
        try:
            while True:
                limit = self._limit_reached()
                if limit is not None:
                    return self._end(limit)
                row = self._leaving_row()
                if row is None:
                    self.steps.append((self.entering, -1, self._value(self.z0)))
                    return self._end(Termination.SECONDARY_RAY, self._ray())
                leaving = self._pivot(row)
                if leaving == self.z0:
                    return self._end(Termination.SOLVED if self._free_rows_hold() else Termination.ERROR)
                self.entering = (leaving + self.n) % self.z0
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
        column = self.tableau.column(self.entering)
        if self.falling and not self.steps:
            column = -column
        movable = (column > 0) & ~self.never_leaves[self.tableau.basis]
        rows = self._lexico_minimum(np.flatnonzero(movable).tolist(), column, self.orders)
        if not rows:
            return None
        row_of_z0 = self.tableau.row_of(self.z0)
        if self.rule.early_exit and row_of_z0 in rows:
            return row_of_z0
        rows = self._lexico_minimum(rows, column, self.ties)
        if len(rows) > 1:
            raise ModelError(DEPENDENT_TIES)
        return rows[0]

    def _lexico_minimum(self, rows: list[int], divisors: Numerators, places: Sequence[int]) -> list[int]:
        for place in places:
            if len(rows) <= 1:
                break
            rows = self._least_ratios(rows, divisors, place)
        return rows

    def _least_ratios(self, rows: list[int], divisors: Numerators, place: int) -> list[int]:
        ratios = [Fraction(self.tableau.entries[row, place], divisors[row]) for row in rows]
        least = min(ratios)
        return [row for row, ratio in zip(rows, ratios, strict=True) if ratio == least]

    def _solved_at_start(self) -> bool:
        """Return whether z0 falls to zero before any basic variable does."""
        movable = np.flatnonzero(~self.never_leaves[self.tableau.basis]).tolist()
        return all(self._leading(row, self.orders) >= 0 for row in movable)

    def _leading(self, row: int, places: Sequence[int]) -> int:
        """Return the first entry of a row that is not zero, at the given places; 0 if all are."""
        return next((int(entry) for entry in self.tableau.entries[row, places] if entry), 0)

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
        if self.limits.pivots is not None and len(self.steps) >= self.limits.pivots:
            return Termination.ITERATION_LIMIT
        if self.limits.seconds is not None and now - self.began >= self.limits.seconds:
            return Termination.TIME_LIMIT
        return None

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

    def _check_feasible(self) -> None:
        """Check that the rows of all variables that may leave are lexicographically positive.

        If z0 falls from ∞, the rate of change of a variable with z0 precedes its value.
        """
        fall = self.tableau.column(self.z0)
        for row, variable in enumerate(self.tableau.basis.tolist()):
            if self.never_leaves[variable] or (self.falling and fall[row] < 0):
                continue
            name = self.problem.variable_name(variable)
            if self.falling and fall[row] > 0:
                raise ModelError(f"start of a path: {name} would be negative for large z0")
            require_feasible(name, [self.tableau.fraction(row, order) for order in self.orders])
            leading = self._leading(row, [*self.orders, *self.ties])
            if leading == 0:
                raise ModelError(DEPENDENT_TIES)
            if leading < 0:
                raise ModelError(NEGATIVE_TIES.format(name))


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
    tableau = Tableau(np.column_stack([*sides, columns]), 1, 1, _slacks(problem))
    return tableau, [Fraction(scale, denominator) for scale in scales]


def _slacks(problem: LinearComplementarityProblem) -> Ints:
    return np.arange(len(problem))


def _ints(values: Sequence[int]) -> Ints:
    return np.array(values, dtype=np.int64)
