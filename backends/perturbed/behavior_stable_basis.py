"""The stable-basis method for programs whose matrix depends on ε, with exact rational functions of ε.

A solver finds a basis at one number ε. The basis defines rational functions x(ε) and y(ε), whose signs for all small
ε > 0 are those of their lowest coefficients. If a sign is wrong, it is wrong below the smallest positive root of a
known polynomial, and the basis is not optimal there: the next ε is taken from that range. HiGHS continues from that
basis, and after a few such attempts exact pivots do, to a basis that is optimal at ε. A basis that is not stable never
returns, so the method ends.

References
----------
Farina & Gatti (2017), Extensive-form perfect equilibrium computation in two-player games, AAAI; Farina, Gatti &
Sandholm, NeurIPS 2018.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import gcd, lcm
from typing import Any

import numpy as np

from seqform.backends.exact.basis import ComputationalForm, basic_block, submatrix
from seqform.backends.exact.solution import exact_solution
from seqform.backends.linalg.polynomial_solve import RIGHT, solve_sparse
from seqform.backends.linalg.rational_solve import Deadline, Row
from seqform.backends.perturbed.runs import NO_OPTIMUM, StableBasisRun
from seqform.backends.solvers.highs import HighsBackend
from seqform.errors import CertificationError, SolveError
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Ints
from seqform.models.numbers.polynomials import PolynomialArray, RationalFunctionArray
from seqform.models.numbers.text import shown_rational
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.perturbed import MatrixPerturbedProgram
from seqform.models.programs.perturbed_solution import RationalSolution
from seqform.models.programs.solutions import CUT_SHORT, Basis, RawSolution, Termination
from seqform.system.packages import require


def basis_functions(
    program: MatrixPerturbedProgram,
    basis: Basis,
    deadline: Deadline | None = None,
    progress: Callable[[str], None] | None = None,
) -> tuple[RationalFunctionArray, RationalFunctionArray]:
    """Return x(ε), shape (n,), and y(ε), shape (m,), at a basis: B(ε) x = b and B(ε)ᵀ y = c.

    `MatrixPerturbedProgram.violations` decides whether they are optimal. Raises SolveError if the basis is singular for
    every ε, and OutOfTimeError at the deadline.
    """
    form, deadline = ComputationalForm(program.at(0)), deadline or Deadline()
    columns, rows = basic_block(form, form.statuses_of(basis))
    matrix, slope = submatrix(program.matrix, rows, columns), submatrix(program.slope, rows, columns)
    m, n = program.matrix.shape
    primal = _solved(matrix, slope, program.right.take(rows), (columns, n), deadline, progress)
    dual = _solved(matrix.T, slope.T, program.objective.take(columns), (rows, m), deadline, progress)
    return primal, dual


def _solved(
    matrix: ExactMatrix,
    slope: ExactMatrix,
    right: ExactArray,
    target: tuple[Ints, int],
    deadline: Deadline,
    progress: Callable[[str], None] | None,
) -> RationalFunctionArray:
    """Return the solution of a square system at the given places of a zero vector."""
    places, size = target
    values, denominator = solve_sparse(_rows(matrix, slope, right), matrix.shape[1], deadline, progress)
    common = lcm(int(denominator.denom()), *(int(value.denom()) for value in values))
    parts = [_integers(value, common) for value in values]
    whole = _integers(denominator, common)
    sign = -1 if next(part for part in whole if part) < 0 else 1
    divisor = sign * gcd(*whole, *(number for part in parts for number in part))
    degree = max(len(whole), *(len(part) for part in parts), 1)
    table = np.zeros((degree, size), dtype=object)
    for place, part in zip(places.tolist(), parts, strict=True):
        table[: len(part), place] = [number // divisor for number in part]
    return RationalFunctionArray(
        PolynomialArray(tuple(ExactArray(order) for order in table)),
        PolynomialArray(tuple(ExactArray.of([number // divisor]) for number in whole)),
    )


def _rows(matrix: ExactMatrix, slope: ExactMatrix, right: ExactArray) -> list[Row]:
    """Return the equations (matrix + ε slope) x = right, entry by entry."""
    require("flint")
    from flint import fmpq, fmpq_poly

    rows: list[Row] = [{} for _ in range(matrix.shape[0])]
    for order, part in enumerate((matrix, slope)):
        power = fmpq_poly([0] * order + [1])
        entries = zip(part.rows.tolist(), part.columns.tolist(), part.values.numerators.tolist(), strict=True)
        for i, j, numerator in entries:
            term = power * fmpq(numerator, part.values.denominator)
            rows[i][j] = rows[i][j] + term if j in rows[i] else term
    for i, numerator in enumerate(right.numerators.tolist()):
        if numerator:
            rows[i][RIGHT] = fmpq_poly([fmpq(numerator, right.denominator)])
    return rows


def _integers(polynomial: Any, common: int) -> list[int]:
    """Return the coefficients of an `fmpq_poly` times a multiple of its denominator."""
    factor = common // int(polynomial.denom())
    return [int(number) * factor for number in polynomial.numer().coeffs()]


def sign_holds_below(polynomials: PolynomialArray, start: Fraction) -> Fraction:
    """Return a number t, a power of two times `start`, such that one of the polynomials has no root in (0, t).

    None of the polynomials is zero, and there is at least one; `start` is positive. t is the largest of start, start/2,
    start/4, ... for which Descartes' rule of signs proves it.
    """
    candidates = [_integer_coefficients(polynomials[place]) for place in range(len(polynomials))]
    bound = start
    while not any(_no_root_below(numbers, bound) for numbers in candidates):
        bound /= 2
    return bound


def _integer_coefficients(coefficients: Iterable[Fraction]) -> list[int]:
    """Return the coefficients times a positive number, without zeros at either end."""
    require("flint")
    from flint import fmpq, fmpq_poly

    polynomial = fmpq_poly([fmpq(part.numerator, part.denominator) for part in coefficients])
    numbers = [int(number) for number in polynomial.numer().coeffs()]
    return numbers[next(place for place, number in enumerate(numbers) if number) :]


def _no_root_below(numbers: list[int], bound: Fraction) -> bool:
    """Return whether (1 + x)^n p(bound / (1 + x)) has no changes of sign, so that p has no root in (0, bound)."""
    require("flint")
    from flint import fmpz_poly

    degree = len(numbers) - 1
    scaled: list[Any] = [
        number * bound.numerator**k * bound.denominator ** (degree - k) for k, number in enumerate(numbers)
    ]
    moved = [int(number) for number in fmpz_poly(scaled[::-1])(fmpz_poly([1, 1])).coeffs()]
    return all(number >= 0 for number in moved) or all(number <= 0 for number in moved)


MOST_FAILURES = 5
"""Number of numbers ε without an optimum, each a tenth of the last, after which the method gives up."""

SHRINK = 4
"""Divisor of the bound below which a basis is not optimal, for the next ε."""

HIGHS_ATTEMPTS = 3
"""Number of runs of HiGHS, each from the last basis; its answers at ever smaller ε become useless."""


@dataclass(kw_only=True)
class BehaviorRun(StableBasisRun[RationalSolution]):
    """State of the method for one program.

    SOLVED is proven. INFEASIBLE and UNBOUNDED are results at numbers ε and prove nothing about smaller ones. HiGHS runs
    up to `HIGHS_ATTEMPTS` times, other solvers once.
    """

    program: MatrixPerturbedProgram
    attempts: int = 0
    called: str = ""

    def _solve(self) -> RationalSolution:
        while True:
            stopped = self._solve_at_number()
            if stopped is not None:
                return self._unfinished(stopped)
            with self.phase("functions"):
                pair = self._proved()
            if pair is not None:
                solution = self._solution(Termination.SOLVED, "optimal for all small ε, proved over the rationals")
                return replace(solution, primal=pair[0], dual=pair[1], proven=True)

    def _solve_at_number(self) -> Termination | None:
        """Find a basis that is optimal at ε; return the termination if that fails."""
        for _ in range(MOST_FAILURES):
            self.attempts += 1
            self.report(f"solving at ε = {shown_rational(self.epsilon)}")
            with self.phase("solver"):
                raw = self.raw = self._solved_at(self.program.at(self.epsilon))
            if raw.termination is Termination.SOLVED:
                self.basis = raw.basis
                return None
            if raw.termination not in NO_OPTIMUM:
                return raw.termination
            self.epsilon /= 10
        return self.raw.termination if self.raw is not None else Termination.ERROR

    def _solved_at(self, model: LinearProgram) -> RawSolution:
        """Return an optimum at a number ε: that of the solver if its basis is new, otherwise an exact one."""
        start = RawSolution(Termination.ERROR, "a basis for a larger ε", basis=self.basis)
        again = isinstance(self.solver, HighsBackend) and self.attempts <= HIGHS_ATTEMPTS
        if self.basis is None or again:
            answer = self.ask(model)
            self.called = answer.solver
            if answer.termination in CUT_SHORT or self.solver.exact:
                return answer
            if _has_other_basis(answer, self.basis):
                return answer
            start = answer if self.basis is None else start
        return exact_solution(model, start, time_limit=self.time_left(), progress=self.options.progress)

    def _proved(self) -> tuple[RationalFunctionArray, RationalFunctionArray] | None:
        """Return the optimal pair if the basis is stable; otherwise choose an ε at which it is not optimal."""
        assert self.basis is not None
        try:
            primal, dual = basis_functions(self.program, self.basis, self.deadline, self.options.progress)
        except SolveError as error:
            self.report(f"{error}: repairing it")
            self.epsilon /= SHRINK
            return None
        wrong = self.program.wrong_conditions(primal, dual)
        if wrong:
            self.report(f"not optimal for smaller ε: {wrong[0][0]}")
            bound = sign_holds_below(PolynomialArray.concatenate([part for _, part in wrong]), self.epsilon)
            self.epsilon = bound / SHRINK
            return None
        violations = self.program.violations(primal, dual)
        if violations:
            raise CertificationError(f"perturbed linear program: {violations[0]}; please report the program")
        return primal, dual

    def _unfinished(self, termination: Termination) -> RationalSolution:
        return self._solution(termination, f"{termination} at ε = {shown_rational(self.epsilon)}")

    def _solution(self, termination: Termination, status: str) -> RationalSolution:
        return RationalSolution(
            termination,
            status,
            basis=self.basis,
            epsilon=self.epsilon,
            iterations=self.iterations,
            attempts=self.attempts,
            seconds=dict(self.seconds),
            options=self.raw_options,
            solver=f"{self.called}, rational functions" if self.called else "rational functions",
        )


def _has_other_basis(raw: RawSolution, known: Basis | None) -> bool:
    basis = raw.basis
    if not raw.solved or basis is None:
        return False
    if known is None:
        return True
    return not (np.array_equal(basis.columns, known.columns) and np.array_equal(basis.rows, known.rows))
