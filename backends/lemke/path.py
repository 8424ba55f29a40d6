"""Lemke's algorithm in integers: pivot rule, limits, checks of the start, ratio test, and the path on a dense tableau.

Tests require the revised method to make the same pivots.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Literal, NamedTuple

import numpy as np

from seqform.errors import ModelError
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import (
    ExactArray,
    Ints,
    Mask,
    Numerators,
    least_ratios,
    nearest_double,
)
from seqform.models.numbers.integers import after_pivot
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.numbers.text import shown_rational
from seqform.models.programs.complementarity import LinearComplementarityProblem, PathStart
from seqform.models.programs.solutions import ComplementaryPath, Termination, permutation_sign

Ties = Literal["random-column", "unit-columns"]
"""Columns that break ties of the minimum ratio test after the right-hand side."""


@dataclass(frozen=True)
class PivotRule:
    """The lexico-minimum ratio test.

    The leaving variable is the basic variable whose row of [B⁻¹q, B⁻¹C, B⁻¹L], divided by its positive entry in
    the entering column, is lexicographically smallest. L holds the columns of `TieColumns`, those of the slacks unless
    the start of the path names others. C holds a positive combination of each of their groups, with random integer
    weights drawn from `seed`, which breaks nearly all ties at once; without C it is the rule of textbooks. Free
    variables never leave. Where q is a polynomial in ε, B⁻¹q stands for its coefficients, those of low orders first:
    the comparison of polynomials for all small ε.

    With `early_exit`, z0 leaves as soon as it comes to 0: from a positive value, if it is among the variables tied in
    the right-hand side, in all orders of ε, before any tie-breaking column (vSvET, Algorithm 1 (c)). Otherwise, and
    where it has not yet risen from 0, it is treated like the other variables.
    """

    early_exit: bool = True
    ties: Ties = "random-column"
    seed: int = 0

    def weights(self, n: int) -> Ints:
        """Return the weights of C, positive integers below 2**30, shape (n,)."""
        return np.random.default_rng(self.seed).integers(1, 2**30, n)


class TieColumns(NamedTuple):
    """The columns that break ties, L of `PivotRule`: those of variables, each with a sign, in one or two groups."""

    variables: Ints  # shape (n,)
    signs: Ints  # shape (n,), 1 or -1
    leading: int  # size of the first group

    def columns(self) -> Iterator[tuple[int, int]]:
        """Return the variables with their signs."""
        return zip(self.variables.tolist(), self.signs.tolist(), strict=True)

    def combinations(
        self, problem: LinearComplementarityProblem, rule: PivotRule
    ) -> list[ExactArray]:
        """Return C of `PivotRule`: the sum of each group's columns, each times its weight and unit; none without C."""
        if rule.ties != "random-column":
            return []
        n = len(problem)
        weights = (self.signs * rule.weights(len(self.variables))).astype(object)
        denominator = 1
        if problem.units is not None:
            units = ExactArray.concatenate([problem.units, ExactArray.ones(1)])  # z0 has none
            denominator = units.denominator
            weights = weights * units.numerators.astype(object)[self.variables]

        sums = []
        for group in (slice(0, self.leading), slice(self.leading, None)):
            if not len(self.signs[group]):
                continue
            weight_of = np.zeros(2 * n + 1, dtype=object)
            weight_of[self.variables[group]] = weights[group]

            # The columns are e_i of w_i, -M_i of z_i, -d of z0.
            of_slacks = ExactArray(weight_of[:n], denominator)
            of_z = problem.matrix.dot(ExactArray(weight_of[n : 2 * n], denominator))
            total = of_slacks - of_z
            if weight_of[2 * n]:
                assert problem.covering_vector is not None
                of_z0 = Fraction(int(weight_of[2 * n]), denominator)
                total = total - problem.covering_vector * of_z0
            sums.append(total)
        return sums


@dataclass(frozen=True)
class PathLimits:
    """Limits on a path; the first one reached stops it. `progress_seconds` is that between reports of the tableau."""

    seconds: float | None = None
    pivots: int | None = None
    progress: Callable[[str], None] | None = None
    progress_seconds: float = 1.0

    def reached(self, pivots: int, seconds: float) -> Termination | None:
        """Return the limit that is reached, None without any."""
        if self.pivots is not None and pivots >= self.pivots:
            return Termination.ITERATION_LIMIT
        if self.seconds is not None and seconds >= self.seconds:
            return Termination.TIME_LIMIT
        return None


class RepetitionDetector:
    """Detects a basis that comes again on a path, by Brent's algorithm: it remembers one basis at a time.

    After about 1, 2, 4, 8, ... pivots the present basis is remembered in place of the last one. In the end that lies on
    the loop, and comes again before the next exchange. A basis is represented by the exclusive or of random 64-bit
    numbers of its variables, of which a pivot takes one out and puts another in.

    References
    ----------
    Brent, An improved Monte Carlo factorization algorithm, BIT 20 (1980), section 3.
    """

    def __init__(self, basis: Ints) -> None:
        self._numbers = np.random.default_rng(1).integers(
            0, 2**64, 2 * len(basis) + 1, dtype=np.uint64
        )
        self._code = np.bitwise_xor.reduce(self._numbers[basis], initial=np.uint64(0))
        self._remembered = self._code
        self._pivots = 0
        self._next = 1  # number of pivots after which the basis is remembered

    def repeated(self, entering: Ints, leaving: Ints) -> bool:
        """Return whether one of the following pivots, arrays of shape (k,), leads to the basis remembered."""
        exchanged = self._numbers[entering] ^ self._numbers[leaving]
        codes = np.bitwise_xor.accumulate(exchanged) ^ self._code
        if not len(codes):
            return False

        is_repeated = bool(np.any(codes == self._remembered))
        self._code = codes[-1]
        self._pivots += len(codes)
        if self._pivots >= self._next:
            self._remembered = self._code
            self._next = 2 * self._pivots
        return is_repeated


def lexico_minimum(
    places: list[int], divisors: Numerators, columns: Iterable[Numerators]
) -> list[int]:
    """Return the places whose row of the columns, divided by a positive divisor, is lexicographically least.

    Columns are taken until one place remains. Each may be scaled by a positive number.

    Examples
    --------
    Rows (2, 4)/2, (1, 3)/1 and (3, 0)/1: the first two are least in the first column, the first of them in the second.

    >>> lexico_minimum([0, 1, 2], np.array([2, 1, 1]), [np.array([2, 1, 3]), np.array([4, 3, 0])])
    [0]
    """
    following = iter(columns)
    while len(places) > 1:
        column = next(following, None)  # not before it is needed: some are solved for
        if column is None:
            break
        places = least_ratios(places, column, divisors)
    return places


def exact_leaving_place(
    rule: PivotRule,
    basis: Ints,
    movable: Mask,
    entries: Numerators,
    orders: Iterable[Numerators],
    ties: Iterable[Numerators],
) -> int:
    """Return the place of the basic variable that leaves, -1 if none does.

    `entries` is the entering column, `orders` are the columns B⁻¹q_0, ..., B⁻¹q_D, and `ties` those that break ties.
    """
    places = np.flatnonzero(movable & np.asarray(entries > 0, dtype=bool)).tolist()
    values = list(orders)
    places = lexico_minimum(places, entries, values)

    # z0 exits early if it is tied in all orders of ε, unless it has not yet risen from 0.
    if rule.early_exit:
        for place in places:
            if basis[place] == 2 * len(basis) and any(column[place] for column in values):
                return place

    places = lexico_minimum(places, entries, ties)
    if len(places) > 1:
        raise ModelError(DEPENDENT_TIES)
    return places[0] if places else -1


DEPENDENT_TIES = "start of a path: the columns that break ties (`ties_from`) are linearly dependent"


def result_without_pivots(
    problem: LinearComplementarityProblem, higher: Sequence[ExactArray]
) -> LemkeResult | None:
    """Return the result of a path without pivots if z = 0 is a solution, None if a path has to be followed.

    Raises ModelError if the slack of a free variable is positive at the start, or if a covering vector is required and
    absent.
    """
    if problem.start is None:
        signs = PolynomialArray((problem.q, *higher)).signs()
        positive = np.flatnonzero((signs > 0) & problem.free)
        if len(positive):
            i = int(positive[0])
            value = "positive"  # by a higher order of ε
            if problem.q[i]:
                value = shown_rational(problem.q[i])
            raise ModelError(
                f"lemke: q is {value} in the row of {problem.names[i]}; in the row of a free "
                "variable it must be 0 or less. Write the variable as a difference of nonnegative ones (`split_free`)"
            )

        if not np.any(signs < 0):
            n = len(problem)
            nothing = np.zeros(0, dtype=np.int64)
            path = ComplementaryPath(problem, np.arange(n), nothing, nothing, (), 1)
            zeros = tuple(ExactArray.zeros(n + 1) for _ in higher)
            return LemkeResult(
                Termination.SOLVED, path, ExactArray.zeros(n), Fraction(0), higher=zeros
            )

    if problem.covering_vector is None:
        raise ModelError(
            f"lemke: {problem.name!r} has no covering vector; give it one that is positive wherever q is negative"
        )
    return None


def first_basis(problem: LinearComplementarityProblem) -> tuple[Ints, TieColumns]:
    """Return the basis from which a path starts, and the columns that break ties.

    Raises ModelError unless the variables of the start are consistent; nothing is solved.
    """
    n = len(problem)
    start = problem.start
    slacks = np.arange(n)
    positive = np.ones(n, dtype=np.int64)
    if start is None:
        return slacks, TieColumns(slacks, positive, n)

    ties_from = slacks if start.ties_from is None else start.ties_from
    for what, variables in (("the basis", start.basis), ("`ties_from`", ties_from)):
        numbers = set(variables.tolist())
        if len(variables) != n or len(numbers) != n or not numbers <= set(range(2 * n + 1)):
            raise ModelError(
                f"start of a path: {what} must name {n} different variables, numbered 0 to {2 * n}"
            )
    _require_complementary(problem, start)

    signs = positive
    if start.ties_negated is not None:
        signs = np.where(start.ties_negated, -1, 1)
    leading = n if start.ties_leading is None else int(start.ties_leading)
    if len(signs) != n or not 0 < leading <= n:
        raise ModelError(
            f"start of a path: `ties_negated` and `ties_leading` must suit {n} columns"
        )
    return start.basis, TieColumns(ties_from, signs, leading)


def _require_complementary(problem: LinearComplementarityProblem, start: PathStart) -> None:
    """Raise ModelError unless at most one variable of each pair is basic, and the entering one keeps it so.

    A basis of n variables with z0 leaves out one pair, of which either variable may enter. Without z0, z0 enters.
    """
    n = len(problem)
    entering = int(start.entering)
    basic_of_pair = np.bincount(start.basis[start.basis < 2 * n] % n, minlength=n)

    both = np.flatnonzero(basic_of_pair == 2)
    if len(both):
        i = int(both[0])
        raise ModelError(
            f"start of a path: {problem.slack_names[i]} and {problem.names[i]} are both basic; a complementary basis "
            "is expected"
        )

    may_enter = []
    for i in np.flatnonzero(basic_of_pair == 0).tolist():
        may_enter += [i, n + i]
    if entering not in (may_enter or [2 * n]):
        raise ModelError(
            f"start of a path: variable {entering} cannot enter; z0 ({2 * n}) can if the basis is complementary, "
            "and else one of the pair of which neither is basic"
        )
    if start.falling and entering != 2 * n:
        raise ModelError("start of a path: if z0 falls from ∞ it enters first")


def first_step(
    problem: LinearComplementarityProblem,
    values: PolynomialArray,
    slopes: ExactArray,
    rising: Mask,
    ties: Callable[[], Iterator[ExactArray]],
) -> tuple[int, int] | None:
    """Return the first entering variable, and the leaving one (-1 if undecided); None at a solution.

    `values` are those of the first basis without z0, and `slopes` their rates of increase with z0, positive wherever a
    value is negative; `rising` marks variables that rise with the entering one: unless z0 falls from ∞, they may begin
    below 0 by the columns that break ties, in the middle of an edge. `ties` returns these columns at this basis in
    their order.

    Raises ModelError if the row of a variable that may leave is lexicographically negative. If z0 falls from ∞, the
    slope of a variable precedes its value.
    """
    start = problem.start
    basis = np.arange(len(problem)) if start is None else start.basis
    movable = ~never_leaves(problem)[basis]
    if start is not None:
        _require_lexico_feasible(problem, start, values, slopes, rising, ties)
        if not start.falling:
            return int(start.entering), -1

    falling = np.flatnonzero((values.signs() < 0) & movable).tolist()
    if not falling:
        return None

    # The variable that reaches zero first as z0 falls from ∞ has the largest -value / slope.
    columns = (column.numerators for column in chain(values.coefficients, ties()))
    leaving = lexico_minimum(falling, slopes.numerators, columns)[-1]
    return 2 * len(problem), int(basis[leaving])


def _require_lexico_feasible(
    problem: LinearComplementarityProblem,
    start: PathStart,
    values: PolynomialArray,
    slopes: ExactArray,
    rising: Mask,
    ties: Callable[[], Iterator[ExactArray]],
) -> None:
    """Raise ModelError if the row of a variable that may leave is lexicographically negative; see `first_step`."""
    movable = ~never_leaves(problem)[start.basis]
    rates = np.zeros(len(start.basis))
    if start.falling:
        rates = np.sign(slopes.numerators)
    signs = values.signs()

    infeasible = movable & ((rates < 0) | ((rates == 0) & (signs < 0)))
    if np.any(infeasible):
        place = int(np.flatnonzero(infeasible)[0])
        name = problem.variable_name(int(start.basis[place]))
        if rates[place] < 0:
            raise ModelError(f"start of a path: {name} would be negative for large z0")
        value = values[place][0]
        would_be = shown_rational(value) if value else "negative for small ε"
        raise ModelError(
            f"start of a path: {name} would be {would_be}; a feasible basis is expected"
        )

    in_edge = rising & (not start.falling)
    tied = np.flatnonzero(movable & (rates == 0) & (signs == 0))
    negative = _first_negative(ties(), tied, in_edge)
    if negative is not None:
        name = problem.variable_name(int(start.basis[negative]))
        raise ModelError(
            f"start of a path: the row of {name}, which is 0, is lexicographically negative in the columns "
            "that break ties; use the columns of the basis itself (`ties_from`)"
        )


def _first_negative(columns: Iterable[ExactArray], places: Ints, in_edge: Mask) -> int | None:
    """Return a place among the given ones whose first entry other than zero is negative, None without any.

    That of a place in the middle of an edge may be negative. Raises ModelError where all entries of a place are zero.
    """
    for column in columns:
        if not len(places):
            return None
        entries = column.numerators[places]
        negative = places[(entries < 0) & ~in_edge[places]]
        if len(negative):
            return int(negative[0])
        places = places[entries == 0]
    if len(places):
        raise ModelError(DEPENDENT_TIES)
    return None


def never_leaves(problem: LinearComplementarityProblem) -> Mask:
    """Return the mask of the variables without a sign constraint among w, z and z0, shape (2n + 1,)."""
    free = problem.free & (problem.start is None or not problem.start.nonnegative)
    return np.concatenate([np.zeros(len(problem), dtype=bool), free, [False]])


@dataclass(frozen=True, eq=False)
class LemkeResult:
    """The end of a path of Lemke's algorithm: z and z0, which is zero if solved.

    The termination is SOLVED, SECONDARY_RAY, REPEATED_BASIS, INTERRUPTED, the limit that was reached, or ERROR: z0 left
    while the slack of a free variable was positive, so that the point solves the problem in which that variable is
    nonnegative.
    """

    termination: Termination
    path: ComplementaryPath
    z: ExactArray  # shape (n,)
    z0: Fraction
    # Shape (n + 1,), the direction of (z, z0) as the last entering variable rises at rate 1.
    ray: ExactArray | None = None
    # The coefficients of ε, ..., ε^D in (z, z0), each of shape (n + 1,).
    higher: tuple[ExactArray, ...] = ()

    @property
    def family(self) -> PolynomialArray:
        """The polynomials z(ε), shape (n,)."""
        n = len(self.z)
        higher = [order.take(slice(0, n)).reduced() for order in self.higher]
        return PolynomialArray((self.z, *higher))


# ---- integer pivoting ----


def follow_on_tableau(
    problem: LinearComplementarityProblem,
    rule: PivotRule,
    limits: PathLimits,
    higher: Sequence[ExactArray] = (),
) -> LemkeResult:
    """Follow the complementary path of a problem by integer pivoting; see `backend.follow_path`.

    References
    ----------
    Cottle, Pang & Stone, The Linear Complementarity Problem (1992), section 4.4;
    vSvET, Algorithm 1 and sections 6, 7 and 9.
    """
    trivial = result_without_pivots(problem, higher)
    if trivial is not None:
        return trivial
    return _TableauPath(problem, rule, limits, higher).follow()


@dataclass(frozen=True, eq=False)
class Tableau(Immutable):
    """B⁻¹ [q, C, I, -M, -d] as integers over the determinant of the basis B.

    `entries`, with n rows, holds the right-hand side, one column per order of ε, the columns of C if the rule has it,
    and the columns of all 2n + 1 variables. The determinant is positive, `sign` is that of the true one, with the
    columns of B in the order of the rows.

    Integer pivoting (Bareiss): all entries are minors of the first tableau. A pivot leaves its row as it is, multiplies
    every other row by the pivot element, subtracts a multiple of the pivot row, and divides by the former determinant,
    without a remainder. The pivot element is the new determinant.

    Examples
    --------
    w = (-5, -6) + ((2, 1), (1, 2)) z + (1, 1) z0, with columns q, w_1, w_2, z_1, z_2, z0. As z0 falls from ∞, w_2
    reaches zero first. Its complement z_2 enters, with the ratios 1/1 and 6/2, so that w_1 leaves; then z_1, with a
    positive entry in the row of z0 alone, so that z0 does. The solution is z = (4/3, 7/3).

    >>> first = Tableau(np.array([[-5, 1, 0, -2, -1, -1], [-6, 0, 1, -1, -2, -1]]), 1, 1, np.array([0, 1]))
    >>> second = first.pivot(row=1, entering=4)
    >>> print(second.entries, second.determinant)
    [[ 1  1 -1 -1  1  0]
     [ 6  0 -1  1  2  1]] 1
    >>> third = second.pivot(row=0, entering=3)
    >>> print(third.entries, third.determinant)
    [[ 1  1 -1 -1  1  0]
     [ 4 -2  1  3  0  1]] 1
    >>> last = third.pivot(row=1, entering=2)
    >>> print(last.entries, last.determinant)
    [[ 7  1 -2  0  3  1]
     [ 4 -2  1  3  0  1]] 3
    >>> last.fraction(0, 0), last.fraction(1, 0), last.basis
    (Fraction(7, 3), Fraction(4, 3), array([3, 2]))

    References
    ----------
    vSvET, section 9; Bareiss, Sylvester's identity and multistep integer-preserving Gaussian elimination, Mathematics
    of Computation 22 (1968).
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
        entries = after_pivot(self.entries, column, row, self.determinant)
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
            # A row whose variable is not to stay basic gives its place.
            rows = np.flatnonzero((tableau.column(variable) != 0) & ~np.isin(tableau.basis, basis))
            if not len(rows):
                raise ModelError("start of a path: the columns of the basis are linearly dependent")
            tableau = tableau.pivot(int(rows[0]), variable)

        # The rows in the order of the basis, which changes the sign of the determinant.
        rows_now = tableau.basis.tolist()
        order = [rows_now.index(variable) for variable in basis.tolist()]
        return Tableau(
            tableau.entries[order],
            tableau.determinant,
            tableau.sign * permutation_sign(np.array(order, dtype=np.int64)),
            basis.copy(),
        )


class _TableauPath:
    """A path on tableaux of integers; `follow` goes to its end.

    `steps` are the pivots so far, each with the value of z0 after it. `orders` are the indices of the right-hand sides
    in a tableau, `ties` those of the columns that break ties, each with a sign, and `units` the values of one unit of
    each variable.
    """

    def __init__(
        self,
        problem: LinearComplementarityProblem,
        rule: PivotRule,
        limits: PathLimits,
        higher: Sequence[ExactArray],
    ) -> None:
        self.began = self.reported = time.perf_counter()
        self.problem = problem
        self.rule = rule
        self.limits = limits
        self.n = len(problem)
        self.z0 = 2 * len(problem)
        self.never_leaves = never_leaves(problem)
        self.steps: list[tuple[int, int, Fraction]] = []

        basis, ties = first_basis(problem)
        combinations = ties.combinations(problem, rule)
        slacks, self.units = slack_tableau(problem, higher, combinations)
        self.tableau = slacks.at(basis)
        self.start = basis
        self.detector = RepetitionDetector(basis)

        self.orders = list(range(1 + len(higher)))
        of_combinations = [(len(self.orders) + number, 1) for number in range(len(combinations))]
        of_variables = [(slacks.place(variable), sign) for variable, sign in ties.columns()]
        self.ties = of_combinations + of_variables
        self.first = self._first_step()

    def _first_step(self) -> tuple[int, int] | None:
        """Return the first entering and leaving variable, as `first_step` does."""
        start = self.problem.start
        entering = self.z0 if start is None else start.entering
        values = PolynomialArray(tuple(self._values(order) for order in self.orders))
        slopes = -self._values(self.tableau.place(self.z0))
        rising = np.asarray(self.tableau.column(entering) < 0, dtype=bool)

        def ties() -> Iterator[ExactArray]:
            for place, sign in self.ties:
                yield self._values(place) * sign

        return first_step(self.problem, values, slopes, rising, ties)

    def follow(self) -> LemkeResult:
        """Follow the path to its end, or to a limit."""
        if self.first is None:
            return self._end(Termination.SOLVED)
        entering, leaving = self.first

        try:
            while True:
                limit = self._limit_reached()
                if limit is not None:
                    return self._end(limit)

                row = self._leaving_row(entering) if leaving < 0 else self.tableau.row_of(leaving)
                if row is None:
                    self.steps.append((entering, -1, self._value(self.z0)))
                    return self._end(Termination.SECONDARY_RAY, self._ray(entering))

                leaving = self._pivot(row, entering)
                if leaving == self.z0:
                    holds = self._free_rows_hold()
                    return self._end(Termination.SOLVED if holds else Termination.ERROR)
                if self.detector.repeated(
                    np.array([entering], dtype=np.int64), np.array([leaving], dtype=np.int64)
                ):
                    return self._end(Termination.REPEATED_BASIS)

                entering = (leaving + self.n) % self.z0  # the complement
                leaving = -1
        except KeyboardInterrupt:
            del self.steps[self.tableau.pivots :]  # a step is recorded before its tableau is
            return self._end(Termination.INTERRUPTED)

    def _pivot(self, row: int, entering: int) -> int:
        """Exchange the basic variable of a row for the entering one, and return it."""
        leaving = int(self.tableau.basis[row])
        tableau = self.tableau.pivot(row, entering)
        self.steps.append((entering, leaving, self._value(self.z0, tableau)))
        self.tableau = tableau
        return leaving

    def _leaving_row(self, entering: int) -> int | None:
        """Return the row whose variable leaves as another enters, None on a ray."""
        tableau = self.tableau
        movable = ~self.never_leaves[tableau.basis]
        orders = (tableau.entries[:, place] for place in self.orders)
        ties = (tableau.entries[:, place] * sign for place, sign in self.ties)
        row = exact_leaving_place(
            self.rule, tableau.basis, movable, tableau.column(entering), orders, ties
        )
        return row if row >= 0 else None

    def _values(self, place: int) -> ExactArray:
        """Return the true numbers of a column, up to its own unit."""
        numbers = []
        for row, variable in enumerate(self.tableau.basis.tolist()):
            numbers.append(self.tableau.fraction(row, place) * self.units[variable])
        return ExactArray.of(numbers)

    def _value(self, variable: int, tableau: Tableau | None = None, order: int = 0) -> Fraction:
        """Return the value of a variable in one order of ε, 0 if it is not basic."""
        tableau = tableau or self.tableau
        row = tableau.row_of(variable)
        if row is None:
            return Fraction(0)
        return tableau.fraction(row, order) * self.units[variable]

    def _ray(self, entering: int) -> ExactArray:
        """Return the direction of (z, z0) as a variable enters at rate 1."""
        rates = [Fraction(0)] * (self.z0 + 1)
        place = self.tableau.place(entering)
        unit = self.units[entering]
        for row, variable in enumerate(self.tableau.basis.tolist()):
            rates[variable] = -self.tableau.fraction(row, place) * self.units[variable] / unit
        rates[entering] = Fraction(1)
        return ExactArray.of(rates[self.n :])

    def _free_rows_hold(self) -> bool:
        """Return whether the slack of every free variable is 0 in all orders of ε."""
        for slack in np.flatnonzero(self.problem.free).tolist():
            for order in self.orders:
                if self._value(slack, order=order) != 0:
                    return False
        return True

    def _limit_reached(self) -> Termination | None:
        """Report the progress from time to time, and return the limit that is reached, None without any."""
        now = time.perf_counter()
        if self.limits.progress is not None and now - self.reported >= self.limits.progress_seconds:
            self.reported = now
            z0 = self._value(self.z0)
            self.limits.progress(f"{len(self.steps):,} pivots, z0 = {nearest_double(z0):.3f}")
        return self.limits.reached(len(self.steps), now - self.began)

    def _end(self, termination: Termination, ray: ExactArray | None = None) -> LemkeResult:
        """Return the result at the present tableau."""
        entered = np.array([entering for entering, _, _ in self.steps], dtype=np.int64)
        left = np.array([leaving for _, leaving, _ in self.steps], dtype=np.int64)
        z0 = tuple(value for _, _, value in self.steps)
        path = ComplementaryPath(self.problem, self.start, entered, left, z0, self.tableau.sign)

        points = []  # (z, z0) in each order of ε
        for order in self.orders:
            variables = range(self.n, self.z0 + 1)
            values = [self._value(variable, order=order) for variable in variables]
            points.append(ExactArray.of(values))
        point, *higher = points
        z = point.take(slice(0, -1)).reduced()
        return LemkeResult(termination, path, z, point[self.n], ray, tuple(higher))


def slack_tableau(
    problem: LinearComplementarityProblem,
    higher: Sequence[ExactArray] = (),
    combinations: Sequence[ExactArray] = (),
) -> tuple[Tableau, list[Fraction]]:
    """Return the tableau of the slack basis, and for each variable the value of one unit of it.

    The right-hand side, M and d are each multiplied by their common denominator, which scales the variables.
    """
    n = len(problem)
    matrix = problem.matrix
    covering = problem.covering_vector
    assert covering is not None

    columns = np.zeros((n, 2 * n + 1), dtype=object)
    columns[range(n), range(n)] = 1
    columns[matrix.rows, n + matrix.columns] = -matrix.values.numerators.astype(object)
    columns[:, 2 * n] = -covering.numerators.astype(object)

    denominator = math.lcm(problem.q.denominator, *(q.denominator for q in higher))
    sides = [q.over(denominator).astype(object) for q in (problem.q, *higher)]
    sides += [combination.numerators.astype(object) for combination in combinations]
    tableau = Tableau(np.column_stack([*sides, columns]), 1, 1, np.arange(n))

    # A column in integers is that of a variable in smaller units.
    scales = [1] * n + [matrix.values.denominator] * n + [covering.denominator]
    return tableau, [Fraction(scale, denominator) for scale in scales]
