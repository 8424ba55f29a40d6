"""Doubtful pivots, decided by the leading digits of the vectors that the ratio test compares.

Where the compiled loops cannot decide a pivot, a number that is not zero by its residue is nearly zero in doubles, or
two ratios that differ by their residues are nearly equal. Such numbers do differ, so sufficiently many digits decide.
The digits are those of iterative refinement with exact residuals; the factors of the path are the approximate inverse.
Few steps suffice, where a rational solution would need the digits of all its numerators and denominators.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np

from seqform.backends.lemke.exact_basis import ExactBasis
from seqform.backends.lemke.layout import BLOCKS, HIGHER, MORE_TIES, TIES, D, PathState, Q
from seqform.backends.lemke.path import PivotRule, TieColumns
from seqform.backends.linalg.factor import solve
from seqform.backends.linalg.rational_solve import Approximation, IntegerMatrix, NoConvergenceError, approximations
from seqform.backends.linalg.tables import PRIME
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Floats, Ints, Numerators
from seqform.models.numbers.integers import magnitude
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.system.deadline import Deadline

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

MOST_BITS_OF_DOUBLES = 1000
"""Bits of the largest number that is converted to a double."""

MARGIN = 2**8
"""Factor on the estimated errors of digits."""


class UndecidedError(Exception):
    """A pivot has to be decided in rational arithmetic; caught in `revised`."""


class PathSystem:
    """The integer system of a path's problem, w - M z - d z0 with its rows multiplied by one integer."""

    def __init__(
        self, problem: LinearComplementarityProblem, rule: PivotRule, ties: TieColumns, higher: Sequence[ExactArray]
    ) -> None:
        assert problem.covering_vector is not None
        matrix, covering = problem.matrix, problem.covering_vector
        self.problem, self.rule, self._tie_columns = problem, rule, ties
        self.orders = (problem.q, *higher)
        self.scale = matrix.values.denominator
        self.matrix = IntegerMatrix(ExactMatrix(matrix.shape, matrix.rows, matrix.columns, matrix.values * self.scale))
        self.norm = self.matrix.norm + self.scale
        whole = (covering * self.scale).reduced()
        self.factor = whole.denominator
        self.covering = ExactArray(whole.numerators)

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
        places = entries.positive(np.flatnonzero(~state.layout.free[basis.variable]))
        for right, side in zip(self.orders, (Q, *range(HIGHER, HIGHER + len(self.orders))), strict=False):
            if len(places) > 1:
                places = _least_ratios(places, basis.values(right, side), entries)
        if self.rule.early_exit and basis.z0_place in places:
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
        self._more, self.residues, self._shifts = more, residues, shifts
        self.refine()
        self.refine()  # a poor inverse underestimates the first error, and does not gain digits at the second step

    def refine(self) -> None:
        """Get more digits, unless the numbers are exact."""
        try:
            found = next(self._more, None)
        except NoConvergenceError:
            raise UndecidedError from None
        if found is None:
            return
        if found.exponent > MOST_BITS:
            raise UndecidedError
        self.values = found.digits.astype(object) << self._shifts
        self.error = found.error * MARGIN << self._shifts  # of each number
        self.is_exact = found.error == 0

    def positive(self, places: Ints) -> list[int]:
        """Return the places of positive numbers among the given ones."""
        while np.any((np.abs(self.values[places]) <= self.error[places]) & (self.residues[places] != 0)):
            if self.is_exact:
                raise UndecidedError  # the residues are wrong
            self.refine()
        found: list[int] = places[np.asarray(self.values[places] > self.error[places], dtype=bool)].tolist()
        return found


def _least_ratios(places: list[int], values: _Digits, entries: _Digits) -> list[int]:
    """Return the places at which value / entry is least; all entries are positive."""
    while True:
        found = _if_decided(places, values, entries)
        if found is not None:
            return found
        if values.is_exact and entries.is_exact:
            raise UndecidedError  # the residues are wrong
        values.refine()
        entries.refine()


def _if_decided(places: list[int], values: _Digits, entries: _Digits) -> list[int] | None:
    """Return the places of the least ratio, None if the digits do not suffice."""
    tied: list[int] = []
    best, of_best, residue, of_best_residue, best_error, of_best_error = 0, 0, 0, 0, 0, 0
    for place in places:
        value, entry = values.values[place], entries.values[place]
        value_error, entry_error = values.error[place], entries.error[place]
        value_residue, entry_residue = int(values.residues[place]), int(entries.residues[place])
        excess = value * of_best - best * entry if tied else -1
        error = (value_error * (of_best + of_best_error) + abs(value) * of_best_error) + (
            best_error * (entry + entry_error) + abs(best) * entry_error
        )
        if tied and abs(excess) <= error:
            if (value_residue * of_best_residue - residue * entry_residue) % PRIME:
                return None
            tied.append(place)
        elif excess < 0:
            tied = [place]
            best, of_best, residue, of_best_residue = value, entry, value_residue, entry_residue
            best_error, of_best_error = value_error, entry_error
    return tied


class _Basis:
    """The basis of a path with its variables by place, as `approximations` needs it."""

    def __init__(self, system: PathSystem, state: PathState) -> None:
        self._system, self._state = system, state
        n = len(system.problem)
        self.variable = state.basis.variable
        self.z0_place = int(state.basis.place[2 * n])
        self.norm = system.norm
        self._is_slack = self.variable < n
        self._is_z = ~self._is_slack & (self.variable < 2 * n)
        first = state.layout.first_row
        self._blocks = [slice(int(first[b]), int(first[b + 1])) for b in range(BLOCKS)]
        self._other = self._blocks[0] if self.z0_place >= int(first[1]) else self._blocks[1]

    def column(self, entering: int) -> _Digits:
        """Return B⁻¹ times the column of a variable, up to a positive factor."""
        n, columns, sides = len(self.variable), self._state.layout.columns, self._state.sides
        residues = np.zeros(n, dtype=np.int64)
        if entering == 2 * n:
            residues[:] = (PRIME - sides.residues[D]) % PRIME
        else:
            own = slice(*columns.start[entering : entering + 2])
            residues[columns.at[own]] = columns.residue[own]
        right = ExactBasis(self._system.problem, self.variable).column(entering)
        return self._digits(right, self._solved(np.zeros(n), residues)[1])

    def values(self, right: ExactArray, side: int) -> _Digits:
        """Return B⁻¹ times a right-hand side, up to a positive factor."""
        return self._digits(right, self._with_z0(self._state.basis.residues[side].copy()))

    def _digits(self, right: ExactArray, residues: Ints) -> _Digits:
        numerators = right.numerators
        if not np.any(numerators):
            return _Digits(iter([Approximation(numerators, 0, 0)]), residues, np.zeros(len(numerators), dtype=object))
        units = _Units(self, numerators, residues)
        return _Digits(approximations(units, units.approximate, numerators, Deadline()), residues, units.shifts)

    def dot(self, numbers: Numerators) -> Numerators:
        """Return the product of the integer system with values of the basic variables, by row."""
        system, n = self._system, len(self.variable)
        of_z = np.zeros(n, dtype=numbers.dtype)
        of_z[self.variable[self._is_z] - n] = numbers[self._is_z]
        of_w = ExactArray(numbers[self._is_slack]).scattered(n, self.variable[self._is_slack])
        product = (of_w * system.scale - ExactArray(system.matrix.dot(of_z))) * system.factor
        if self.z0_place >= 0:
            product = product - system.covering * int(numbers[self.z0_place])
        return product.numerators

    def approximate(self, right: Floats) -> Floats:
        """Return the solution of the integer system in doubles, by place."""
        work = right[self._state.layout.original_row] / float(self._system.scale * self._system.factor)
        return self._solved(work, np.zeros(len(work), dtype=np.int64))[0]

    def _solved(self, work: Floats, work_residues: Ints) -> tuple[Floats, Ints]:
        """Return B⁻¹ times a right-hand side, given by the rows of the layout and overwritten."""
        state, found, residues = self._state, np.empty(len(work)), np.empty(len(work), dtype=np.int64)
        for own, factors, changes in zip(self._blocks, state.factors, state.changes, strict=True):
            solve(factors, changes, work[own], work_residues[own], found[own], residues[own])
        if self.z0_place >= 0:
            with np.errstate(over="ignore", invalid="ignore"):  # `approximations` refuses what is not finite
                found[self._other] += state.basis.values[D, self._other] * found[self.z0_place]
        return found, self._with_z0(residues)

    def _with_z0(self, residues: Ints) -> Ints:
        """Add what z0 contributes to the values of the other block."""
        if self.z0_place >= 0:
            slopes = self._state.basis.residues[D, self._other]
            residues[self._other] = (residues[self._other] + slopes * residues[self.z0_place]) % PRIME
        return residues


class _Units:
    """The system of a basis for the multiples of units, powers of two, one for each number of the solution.

    Weights and payoffs at the end of a long game are smaller by many orders of magnitude than those at its beginning.
    In units near its own size every number has as many correct digits as the others, and refinement converges.

    The units suit one right-hand side: they are near the numbers of its solution, and above their rounding errors; if
    the numbers are of one size, so are the units. Numbers that are 0 by their residues stay 0.
    """

    def __init__(self, basis: _Basis, right: Numerators, residues: Ints) -> None:
        self._basis, self._is_zero = basis, residues == 0
        self._take(np.zeros(len(right), dtype=np.int64))
        solution = self.approximate(_doubles(right))
        if not np.all(np.isfinite(solution)):
            raise UndecidedError
        sizes = np.frexp(solution)[1].astype(np.int64)
        largest = int(sizes[solution != 0].max(initial=0))
        if largest - sizes[solution != 0].min(initial=largest) > UNIT_BITS:
            self._take(np.where(solution == 0, largest - FINEST, np.maximum(sizes, largest - FINEST)))
        self._enlarge()

    def _take(self, exponents: Ints) -> None:
        self._exponents = exponents - exponents.min(initial=0)
        self.shifts = self._exponents.astype(object)  # Python integers, shape (n,)
        self.norm = self._basis.norm << int(self._exponents.max(initial=0))  # a bound on the sums of the rows

    def _enlarge(self) -> None:
        """Enlarge units of numbers that are not solved to `GAIN_BITS` bits of a unit, for a solution of size one."""
        numbers = np.random.default_rng(0).integers(-1 << PROBE_BITS, 1 << PROBE_BITS, len(self._exponents))
        probe = np.where(self._is_zero, 0, numbers)
        for _ in range(ROUNDS):
            error = np.abs(self.approximate(_doubles(self.dot(probe))) - probe) + 2.0 ** -(PROBE_BITS + 2)
            missing = np.frexp(error)[1] - PROBE_BITS + GAIN_BITS
            if missing.max() <= 0:
                return
            self._take(self._exponents + np.maximum(missing, 0))
        if missing.max() >= GAIN_BITS - LEAST_GAIN_BITS:
            raise UndecidedError

    def dot(self, numbers: Numerators) -> Numerators:
        """Return the product of the integer system with multiples of the units, by row."""
        return self._basis.dot(ExactArray(numbers.astype(object) << self.shifts).numerators)

    def approximate(self, right: Floats) -> Floats:
        """Return the solution in the units, in doubles."""
        return np.where(self._is_zero, 0.0, np.ldexp(self._basis.approximate(right), -self._exponents))


def _doubles(numbers: Numerators) -> Floats:
    if magnitude(numbers).bit_length() > MOST_BITS_OF_DOUBLES:
        raise UndecidedError
    return numbers.astype(np.float64)
