"""One basis of Lemke's algorithm: its rational solution, and doubtful pivots decided by leading digits.

Where the compiled loops cannot decide a pivot, a number that is not zero by its residue is nearly zero in doubles, or
two ratios that differ by their residues are nearly equal. Such numbers do differ, so sufficiently many digits decide.
The digits are those of iterative refinement with exact residuals; the factors of the path are the approximate inverse.
Few steps suffice, where a rational solution would need the digits of all its numerators and denominators.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from seqform.backends.lemke.layout import BLOCKS, HIGHER, MORE_TIES, TIES, D, Q
from seqform.backends.lemke.path import PivotRule, TieColumns, never_leaves
from seqform.backends.lemke.state import PathState
from seqform.backends.linalg.arithmetic import PRIME
from seqform.backends.linalg.factor import solve
from seqform.backends.linalg.rational_solve import (
    Approximation,
    IntegerMatrix,
    LinearSystem,
    NoConvergenceError,
    approximations,
    in_doubles,
    solve_dense,
)
from seqform.errors import ModelError, SolveError
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Floats, Ints, Mask, Numerators
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.system.deadline import Deadline
from seqform.system.packages import require

LARGEST_DENOMINATOR = 10**4
"""Largest denominator that is reconstructed from doubles."""

LARGEST_ROUNDED = 2.0**48
"""Bound on the numbers that are reconstructed from doubles, so that the products with denominators fit 64 bits."""

NEAR = 1e-9
"""Largest distance of a double from its fraction, relative to its size, in units of the common denominator."""


class ExactBasis:
    """The system w - M z - d z0 = q solved for basic variables, exactly.

    `basis`, shape (n,), holds the basic variables, numbered as in `ComplementaryPath`, in any order. No system is
    solved if `doubles`, approximations of their values, are close to fractions with a small denominator.

    Examples
    --------
    >>> from seqform.models.programs.complementarity import linear_complementarity_problem
    >>> problem = linear_complementarity_problem([[2, 1], [1, 2]], [-5, -6], covering_vector=[1, 1])
    >>> z, z0 = ExactBasis(problem, np.array([2, 3])).point()
    >>> z.to_fractions(), z0
    ([Fraction(4, 3), Fraction(7, 3)], Fraction(0, 1))
    """

    def __init__(
        self, problem: LinearComplementarityProblem, basis: Ints, doubles: Floats | None = None
    ) -> None:
        self.problem = problem
        self.basis = basis
        self._doubles = doubles

    @cached_property
    def _z0_place(self) -> int:
        """The place of z0 in the basis, -1 if it is not basic."""
        places = np.flatnonzero(self.basis == 2 * len(self.problem))
        return int(places[0]) if len(places) else -1

    @cached_property
    def _opened(self) -> tuple[LinearSystem, ExactArray]:
        """The basis with a slack in place of z0, whose entries have large denominators, and its solution for z0."""
        z0_column = self.column(2 * len(self.problem)) * self.problem.matrix.values.denominator
        for slack in self._slacks_for_z0():
            stand_in = self.basis.copy()
            stand_in[self._z0_place] = slack
            system = LinearSystem(integer_columns(self.problem, stand_in))
            with suppress(SolveError):  # the slack chosen in doubles makes it singular
                return system, system.solve(z0_column)
        raise SolveError(
            f"exact solution: a basis of {len(self.basis)} rows with z0 cannot be solved"
        )

    def _slacks_for_z0(self) -> Iterator[int]:
        """Yield the slack of largest weight in the row of z0, first in doubles, then in fractions.

        With its column the basis is farthest from singular.
        """
        unit = ExactArray.unit(len(self.basis), self._z0_place)
        # SuperLU may find the basis singular, or a number exceed the range of doubles.
        with suppress(RuntimeError, ModelError):
            yield int(np.argmax(np.abs(self.factors.solve(unit.to_floats(), "T"))))
        weights = solve_dense(self._integer_basis.T, unit).numerators
        yield int(np.argmax(np.abs(weights)))

    @cached_property
    def _integer_basis(self) -> ExactMatrix:
        """The columns of the basis, each multiplied by a positive integer."""
        matrix = integer_columns(self.problem, self.basis)
        if self._z0_place < 0:
            return matrix

        n = len(self.basis)
        d = self.column(2 * n).numerators
        rows = np.flatnonzero(d)
        places = np.full(len(rows), self._z0_place)
        return matrix + ExactMatrix.from_entries((n, n), rows, places, ExactArray(d[rows]))

    @cached_property
    def factors(self) -> Any:
        """The LU factors of the basis, its columns in the given order, in doubles, as a SciPy `SuperLU` object.

        Raises RuntimeError if the basis is singular in doubles, ModelError if a number exceeds their range.
        """
        require("scipy.sparse")
        from scipy.sparse import coo_array

        splu = require("scipy.sparse.linalg").splu

        n = len(self.basis)
        columns = integer_columns(self.problem, self.basis)
        entries = ExactArray(columns.values.numerators, self.problem.matrix.values.denominator)
        matrix = coo_array(
            (entries.to_rounded_floats(), (columns.rows, columns.columns)), shape=columns.shape
        )
        if self._z0_place >= 0:
            d = self.column(2 * n).to_rounded_floats()
            rows = np.flatnonzero(d)
            places = np.full(len(rows), self._z0_place)
            matrix = matrix + coo_array((d[rows], (rows, places)), shape=(n, n))
        return splu(matrix.tocsc())

    @cached_property
    def _system(self) -> LinearSystem:
        """The system of the basis, with a slack in the place of z0 if z0 is basic."""
        if self._z0_place < 0:
            return LinearSystem(self._integer_basis)
        system, _ = self._opened
        return system

    def solve(self, right: ExactArray) -> ExactArray:
        """Return the x with B x = `right`, in the order of the basis.

        With z0 in the basis, the system that has a slack in its place is solved. Let u be the solution for `right` and
        v that for the column of z0, both with the slack at the place p. The slack is to be 0: z0 = u_p / v_p, and the
        others are u - v z0.
        """
        solution = self._system.solve(right * self.problem.matrix.values.denominator)
        place = self._z0_place
        if place < 0:
            return solution

        _, z0_column = self._opened
        z0 = solution[place] / z0_column[place]
        rest = solution - z0_column * z0
        others = rest.where(np.arange(len(rest)) != place)
        return (others + ExactArray.unit(len(rest), place) * z0).reduced()

    def column(self, variable: int) -> ExactArray:
        """Return a variable's column: e_i of w_i, -M_i of z_i, -d of z0; shape (n,)."""
        problem = self.problem
        n = len(problem)
        if variable == 2 * n:
            assert problem.covering_vector is not None
            return -problem.covering_vector
        if variable < n:
            return ExactArray.unit(n, variable)

        transposed = problem.matrix.T
        start, stop = transposed.row_start[variable - n : variable - n + 2]
        entries = transposed.values.take(slice(start, stop))
        return -entries.scattered(n, transposed.columns[start:stop])

    @cached_property
    def values(self) -> ExactArray:
        """The values of the basic variables, shape (n,)."""
        return self.values_for(self.problem.q, self._doubles)

    def values_for(self, q: ExactArray, doubles: Floats | None) -> ExactArray:
        """Return the values of the basic variables for another q, shape (n,), rounded from doubles if possible."""
        if doubles is not None and self._z0_place < 0:
            rounded = self._rounded(q, doubles)
            if rounded is not None:
                return rounded
        return self.solve(q)

    def _rounded(self, q: ExactArray, doubles: Floats) -> ExactArray | None:
        """Return the fractions near the doubles if the slacks prove that they solve the system, otherwise None."""
        n = len(self.problem)
        basic = self.basis >= n
        of_z = nearest_fractions(doubles[basic])
        if of_z is None:
            return None

        # The slacks w = q + M z: those that are not basic have to be zero.
        z = of_z.scattered(n, self.basis[basic] - n)
        w = (q + self.problem.matrix.dot(z)).reduced()
        is_nonbasic = np.ones(n, dtype=bool)
        is_nonbasic[self.basis[~basic]] = False
        if np.any(w.numerators[is_nonbasic] != 0):
            return None

        of_w = w.take(self.basis[~basic]).scattered(n, np.flatnonzero(~basic))
        return (of_z.scattered(n, np.flatnonzero(basic)) + of_w).reduced()

    @property
    def sign_constrained(self) -> Mask:
        """Mask of the basic variables that must not be negative, shape (n,)."""
        return ~never_leaves(self.problem)[self.basis]

    def point(self, values: ExactArray | None = None) -> tuple[ExactArray, Fraction]:
        """Return z, shape (n,), and z0 at this basis, or for other values of the basic variables."""
        z = self.spread(self.values if values is None else values)
        return z.take(slice(0, -1)).reduced(), z[len(z) - 1]

    def direction(self, entering: int) -> ExactArray:
        """Return the direction of (z, z0), shape (n + 1,), as a variable enters."""
        n = len(self.problem)
        moved = self.spread(-self.solve(self.column(entering)))
        if entering < n:
            return moved
        return moved + ExactArray.unit(n + 1, entering - n)

    def spread(self, values: ExactArray) -> ExactArray:
        """Return the vector (z, z0), shape (n + 1,), with given values of the basic variables."""
        n = len(self.problem)
        basic = self.basis >= n
        return values.take(basic).scattered(n + 1, self.basis[basic] - n)


def nearest_fractions(doubles: Floats) -> ExactArray | None:
    """Return fractions with a small common denominator very near to doubles, None if there are none.

    The denominator is multiplied by that of the first number that is not near an integer, until there is none.

    Examples
    --------
    >>> nearest_fractions(np.array([0.5, -1 / 3, 2.0])).to_fractions()
    [Fraction(1, 2), Fraction(-1, 3), Fraction(2, 1)]
    """
    if not np.all(np.abs(doubles) < LARGEST_ROUNDED):
        return None

    denominator = 1
    while denominator <= LARGEST_DENOMINATOR:
        scaled = doubles * denominator
        nearest = np.rint(scaled)
        far = np.flatnonzero(np.abs(scaled - nearest) > NEAR * np.maximum(1.0, np.abs(scaled)))
        if not len(far):
            return ExactArray(nearest.astype(np.int64), denominator)

        first = Fraction(float(scaled[far[0]])).limit_denominator(LARGEST_DENOMINATOR)
        if first.denominator == 1:
            return None
        denominator *= first.denominator
    return None


def integer_columns(problem: LinearComplementarityProblem, variables: Ints) -> ExactMatrix:
    """Return the columns of slacks and variables, all multiplied by the common denominator of M; that of z0 is zero."""
    n = len(problem)
    matrix = problem.matrix
    place = np.full(2 * n + 1, -1, dtype=np.int64)
    place[variables] = np.arange(n)

    # A slack w_i has the denominator in row i, a variable z_i the entries of -M_i.
    slacks = np.flatnonzero(place[:n] >= 0)
    of_slacks = np.full(len(slacks), matrix.values.denominator, dtype=object)
    is_taken = np.flatnonzero(place[n + matrix.columns] >= 0)
    of_z = -matrix.values.numerators[is_taken]
    return ExactMatrix.from_entries(
        (n, n),
        np.concatenate([slacks, matrix.rows[is_taken]]),
        np.concatenate([place[slacks], place[n + matrix.columns[is_taken]]]),
        ExactArray.concatenate([ExactArray(of_slacks), ExactArray(of_z)]),
    )


# ---- doubtful pivots ----

MOST_BITS = 2000
"""Binary digits after which a decision is left to rational arithmetic."""

UNIT_BITS = 40
"""Largest ratio, in bits, of numbers that are computed in the same unit."""

FINEST = 300
"""Bits between the largest unit and the least."""

GAIN_BITS = 40
"""Bits of a unit that are correct in doubles where all numbers have errors of a unit."""

PROBE_BITS = 20
"""Size of the solution by which units are tested."""

LEAST_GAIN_BITS = 20
"""Bits of a unit that have to be correct; an inverse of doubles that has fewer is not one, and converges falsely."""

ROUNDS = 20
"""Largest number of tests, after each of which units are enlarged where necessary."""

MARGIN = 2**8
"""Factor on the estimated errors of digits."""


class UndecidedError(Exception):
    """A pivot has to be decided in rational arithmetic; caught in `revised`."""


class PathSystem:
    """The integer system of a path's problem, w - M z - d z0 with its rows multiplied by one integer."""

    def __init__(
        self,
        problem: LinearComplementarityProblem,
        rule: PivotRule,
        ties: TieColumns,
        higher: Sequence[ExactArray],
    ) -> None:
        assert problem.covering_vector is not None
        matrix = problem.matrix
        covering = problem.covering_vector
        self.problem = problem
        self.rule = rule
        self._tie_columns = ties
        self.orders = (problem.q, *higher)

        # Rows are multiplied by the denominator of M, and by what d then still needs.
        self.scale = matrix.values.denominator
        self.matrix = IntegerMatrix(
            ExactMatrix(matrix.shape, matrix.rows, matrix.columns, matrix.values * self.scale)
        )
        self.norm = self.matrix.norm + self.scale
        scaled = (covering * self.scale).reduced()
        self.factor = scaled.denominator
        self.covering = ExactArray(scaled.numerators)
        self.shift = (self.scale * self.factor).bit_length()

    @cached_property
    def _ties(self) -> list[ExactArray]:
        """C of the pivot rule."""
        return self._tie_columns.combinations(self.problem, self.rule)

    def leaving_place(self, state: PathState, entering: int) -> int:
        """Return the place of the variable that leaves as another enters, -1 if none does.

        Raises UndecidedError if the digits, or the columns that are compared here, do not suffice.
        """
        basis = _Basis(self, state)
        entries = basis.column(entering)
        movable = ~np.asarray(state.layout.free, dtype=bool)[basis.variable]
        places = entries.positive(np.flatnonzero(movable))

        sides_of_orders = (Q, *range(HIGHER, HIGHER + len(self.orders)))
        for right, side in zip(self.orders, sides_of_orders, strict=False):
            if len(places) > 1:
                places = _least_ratios(places, basis.values(right, side), entries)

        orders = [Q, *range(HIGHER, len(basis.residues))]
        if (
            self.rule.early_exit
            and basis.z0_place in places
            and basis.residues[orders, basis.z0_place].any()
        ):
            return basis.z0_place

        for right, side in zip(self._ties, (TIES, MORE_TIES), strict=False):
            if len(places) > 1:
                places = _least_ratios(places, basis.values(right, side), entries)
        if len(places) > 1:
            raise UndecidedError
        return places[0] if places else -1


class _Digits:
    """The leading digits of numbers that share an exponent, and residues that show which of them are zero."""

    def __init__(self, more: Iterator[Approximation], residues: Ints, shifts: Numerators) -> None:
        self._more = more
        self.residues = residues
        self._shifts = shifts
        self.refine()
        self.refine()  # a poor inverse underestimates the first error, and does not gain digits at the second step

    def refine(self) -> None:
        """Get more digits, unless the numbers are exact."""
        try:
            approximation = next(self._more, None)
        except NoConvergenceError:
            raise UndecidedError from None
        if approximation is None:
            return
        if approximation.exponent > MOST_BITS:
            raise UndecidedError

        self.values = approximation.digits.astype(object) << self._shifts
        self.error = approximation.error * MARGIN << self._shifts  # of each number
        self.is_exact = approximation.error == 0

    def positive(self, places: Ints) -> list[int]:
        """Return the places of positive numbers among the given ones."""
        while np.any(
            (np.abs(self.values[places]) <= self.error[places]) & (self.residues[places] != 0)
        ):
            if self.is_exact:
                raise UndecidedError  # the residues are wrong
            self.refine()
        is_positive = np.asarray(self.values[places] > self.error[places], dtype=bool)
        positive: list[int] = places[is_positive].tolist()
        return positive


def _least_ratios(places: list[int], values: _Digits, entries: _Digits) -> list[int]:
    """Return the places at which value / entry is least; all entries are positive."""
    while True:
        least = _if_decided(places, values, entries)
        if least is not None:
            return least
        if values.is_exact and entries.is_exact:
            raise UndecidedError  # the residues are wrong
        values.refine()
        entries.refine()


def _if_decided(places: list[int], values: _Digits, entries: _Digits) -> list[int] | None:
    """Return the places of the least ratio, None if the digits do not suffice.

    The ratio of each place is compared with the least so far by the sign of v' e - v e'. If that is not certain, the
    two are equal, which their residues have to confirm.
    """
    tied: list[int] = []
    for place in places:
        if not tied:
            tied = [place]
            continue

        best = tied[0]
        excess = values.values[place] * entries.values[best]
        excess -= values.values[best] * entries.values[place]
        error = _error_of_product(values, place, entries, best)
        error += _error_of_product(values, best, entries, place)
        if abs(excess) > error:
            if excess < 0:
                tied = [place]
            continue

        residue = int(values.residues[place]) * int(entries.residues[best])
        residue -= int(values.residues[best]) * int(entries.residues[place])
        if residue % PRIME:
            return None
        tied.append(place)
    return tied


def _error_of_product(values: _Digits, i: int, entries: _Digits, j: int) -> int:
    """Return a bound on the error of value i times entry j, which is positive."""
    of_value = values.error[i] * (entries.values[j] + entries.error[j])
    of_entry = abs(values.values[i]) * entries.error[j]
    return int(of_value + of_entry)


class _Basis:
    """The basis of a path with its variables by place, as `approximations` needs it.

    `_other` are the places of the block to which z0 does not belong, whose values contain γ z0.
    """

    def __init__(self, system: PathSystem, state: PathState) -> None:
        self._system = system
        self._state = state
        n = len(system.problem)
        self.variable = np.asarray(state.basis.variable)
        self.values_of_sides = np.asarray(state.basis.values)
        self.residues = np.asarray(state.basis.residues)
        self.z0_place = int(state.basis.place[2 * n])
        self.norm = system.norm
        self.shift = system.shift
        self._is_slack = self.variable < n
        self._is_z = ~self._is_slack & (self.variable < 2 * n)
        first = state.layout.first_row
        self._blocks = [slice(int(first[b]), int(first[b + 1])) for b in range(BLOCKS)]
        self._other = self._blocks[0] if self.z0_place >= int(first[1]) else self._blocks[1]

    def column(self, entering: int) -> _Digits:
        """Return B⁻¹ times the column of a variable, up to a positive factor."""
        n = len(self.variable)
        columns = self._state.layout.columns
        sides = self._state.sides
        right_residues = np.zeros(n, dtype=np.int64)
        if entering == 2 * n:
            right_residues[:] = (PRIME - np.asarray(sides.residues[D])) % PRIME
        else:
            own = slice(columns.start[entering], columns.start[entering + 1])
            right_residues[np.asarray(columns.at[own])] = columns.residue[own]

        right = ExactBasis(self._system.problem, self.variable).column(entering)
        _, residues = self._solved(np.zeros(n), right_residues)
        return self._digits(right, residues)

    def values(self, right: ExactArray, side: int) -> _Digits:
        """Return B⁻¹ times a right-hand side, up to a positive factor."""
        return self._digits(right, self._with_z0(self.residues[side].copy()))

    def _digits(self, right: ExactArray, residues: Ints) -> _Digits:
        """Return the digits of the solution for a right-hand side, its residues known."""
        numerators = right.numerators
        if not np.any(numerators):
            zeros = iter([Approximation(numerators, 0, 0)])
            return _Digits(zeros, residues, np.zeros(len(numerators), dtype=object))

        units = _Units(self, numerators, residues)
        more = approximations(units, units.approximate, numerators, Deadline(), self.shift)
        return _Digits(more, residues, units.shifts)

    def dot(self, numbers: Numerators) -> Numerators:
        """Return the product of the integer system with values of the basic variables, by row."""
        system = self._system
        n = len(self.variable)
        of_z = np.zeros(n, dtype=numbers.dtype)
        of_z[self.variable[self._is_z] - n] = numbers[self._is_z]
        of_w = ExactArray(numbers[self._is_slack]).scattered(n, self.variable[self._is_slack])
        product = (of_w * system.scale - ExactArray(system.matrix.dot(of_z))) * system.factor
        if self.z0_place >= 0:
            product = product - system.covering * int(numbers[self.z0_place])
        return product.numerators

    def approximate(self, right: Floats) -> Floats:
        """Return the solution of the integer system in doubles, by place, times 2**shift."""
        multiplier = self._system.scale * self._system.factor / (1 << self.shift)
        work = right[np.asarray(self._state.layout.original_row)] / multiplier
        solution, _ = self._solved(work, np.zeros(len(work), dtype=np.int64))
        return solution

    def _solved(self, work: Floats, work_residues: Ints) -> tuple[Floats, Ints]:
        """Return B⁻¹ times a right-hand side, given by the rows of the layout and overwritten."""
        state = self._state
        solution = np.empty(len(work))
        residues = np.empty(len(work), dtype=np.int64)
        for own, factors, changes in zip(self._blocks, state.factors, state.changes, strict=True):
            solve(factors, changes, work[own], work_residues[own], solution[own], residues[own])

        if self.z0_place >= 0:
            slopes = self.values_of_sides[D, self._other]
            # `approximations` refuses what is not finite.
            with np.errstate(over="ignore", invalid="ignore"):
                solution[self._other] += slopes * solution[self.z0_place]
        return solution, self._with_z0(residues)

    def _with_z0(self, residues: Ints) -> Ints:
        """Add what z0 contributes to the values of the other block."""
        if self.z0_place >= 0:
            moved = self.residues[D, self._other] * residues[self.z0_place]
            residues[self._other] = (residues[self._other] + moved) % PRIME
        return residues


class _Units:
    """The system of a basis for the multiples of units, powers of two, one for each number of the solution.

    Weights and payoffs at the end of a long game are smaller by many orders of magnitude than those at its beginning.
    In units near its own size every number has as many correct digits as the others, and refinement converges.

    The units suit one right-hand side: they are near the numbers of its solution, and above their rounding errors; if
    the numbers are of one size, so are the units. Numbers that are 0 by their residues stay 0.
    """

    def __init__(self, basis: _Basis, right: Numerators, residues: Ints) -> None:
        self._basis = basis
        self._is_zero = residues == 0
        self._take(np.zeros(len(right), dtype=np.int64))
        narrowed, _ = in_doubles(right)
        solution = self.approximate(narrowed)
        if not np.all(np.isfinite(solution)):
            raise UndecidedError

        # Each unit is the size of its number, unless that is far below the largest; all are equal if the numbers are.
        _, exponents = np.frexp(solution)
        sizes = exponents.astype(np.int64)
        nonzero = sizes[solution != 0]
        largest = int(nonzero.max(initial=0))
        if largest - nonzero.min(initial=largest) > UNIT_BITS:
            finest = largest - FINEST
            self._take(np.where(solution == 0, finest, np.maximum(sizes, finest)))
        self._enlarge()

    def _take(self, exponents: Ints) -> None:
        """Take powers of two as units, the smallest of them 1."""
        self._exponents = exponents - exponents.min(initial=0)
        self.shifts = self._exponents.astype(object)  # Python integers, shape (n,)
        # A bound on the sums of the rows.
        self.norm = self._basis.norm << int(self._exponents.max(initial=0))

    def _enlarge(self) -> None:
        """Enlarge units of numbers that are not solved to `GAIN_BITS` bits of a unit, for a solution of size one.

        Random numbers are multiplied by the system and solved for: the differences show the bits that are missing.
        """
        numbers = np.random.default_rng(0).integers(
            -1 << PROBE_BITS, 1 << PROBE_BITS, len(self._exponents)
        )
        probe = np.where(self._is_zero, 0, numbers)
        for _ in range(ROUNDS):
            product, exponent = in_doubles(self.dot(probe))
            solution = np.ldexp(self.approximate(product), exponent - self._basis.shift)
            error = np.abs(solution - probe) + 2.0 ** -(PROBE_BITS + 2)
            _, bits_of_error = np.frexp(error)
            missing = bits_of_error - PROBE_BITS + GAIN_BITS
            if missing.max() <= 0:
                return
            self._take(self._exponents + np.maximum(missing, 0))
        if missing.max() >= GAIN_BITS - LEAST_GAIN_BITS:
            raise UndecidedError

    def dot(self, numbers: Numerators) -> Numerators:
        """Return the product of the integer system with multiples of the units, by row."""
        multiples = ExactArray(numbers.astype(object) << self.shifts)
        return self._basis.dot(multiples.numerators)

    def approximate(self, right: Floats) -> Floats:
        """Return the solution in the units, in doubles, times 2**shift of the basis."""
        solution = np.ldexp(self._basis.approximate(right), -self._exponents)
        return np.where(self._is_zero, 0.0, solution)
