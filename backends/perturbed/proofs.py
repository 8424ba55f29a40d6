"""Functions of ε at a basis, and exact proofs for all small ε: of stable bases, infeasibility and unboundedness."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import gcd, lcm
from typing import Any

import numpy as np

from seqform.backends.exact.simplex import (
    ComputationalForm,
    ExactSimplex,
    FactoredBasis,
    basic_block,
    submatrix,
)
from seqform.backends.linalg.polynomial_solve import RIGHT, solve_sparse
from seqform.backends.linalg.rational_solve import LinearSystem, Row
from seqform.errors import CertificationError, SolveError
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Ints, magnitude
from seqform.models.numbers.polynomials import PolynomialArray, RationalFunctionArray
from seqform.models.programs.perturbed import MatrixPerturbedProgram, PerturbedLinearProgram
from seqform.models.programs.solutions import Basis, BasisStatus, Termination
from seqform.system.deadline import Deadline
from seqform.system.packages import require


def slack_basis(program: PerturbedLinearProgram) -> Basis:
    """Return the basis of all slacks."""
    columns = np.where(program.free, BasisStatus.FREE, BasisStatus.LOWER).astype(np.int8)
    return Basis(columns, np.full(program.matrix.shape[0], BasisStatus.BASIC, dtype=np.int8))


def basis_polynomials(
    program: PerturbedLinearProgram, basis: Basis, deadline: Deadline | None = None
) -> tuple[PolynomialArray, PolynomialArray]:
    """Return x(ε), shape (n,), and y(ε), shape (m,), at a basis: B x = b(ε) and Bᵀ y = c(ε), order by order.

    `PerturbedLinearProgram.violations` decides whether they are optimal. Raises SolveError if the basis is singular, or
    both too large and too ill-conditioned, and OutOfTimeError at the deadline.

    References
    ----------
    Miltersen & Sørensen (2006), (2.10) and (2.11).
    """
    form = ComputationalForm(program.at(0))
    columns, rows = basic_block(form, form.statuses_of(basis))
    system = LinearSystem(submatrix(form.integer_matrix, rows, columns), deadline)
    scale = form.row_scale.take(rows)

    primal = []
    for order in program.right.coefficients:
        solution = system.solve((order.take(rows) * scale).reduced())
        primal.append(solution.scattered(form.column_count, columns).reduced())

    dual = []
    for order in program.objective.coefficients:
        solution = system.solve_transposed(order.take(columns)) * scale
        dual.append(solution.reduced().scattered(form.row_count, rows))
    return PolynomialArray(tuple(primal)), PolynomialArray(tuple(dual))


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
    deadline = deadline or Deadline()
    form = ComputationalForm(program.at(0))
    columns, rows = basic_block(form, form.statuses_of(basis))
    matrix = submatrix(program.matrix, rows, columns)
    slope = submatrix(program.slope, rows, columns)
    m, n = program.matrix.shape

    of_primal = equations((matrix, slope), program.right.take(rows))
    primal = solved_functions(of_primal, columns, n, deadline, progress)
    of_dual = equations((matrix.T, slope.T), program.objective.take(columns))
    dual = solved_functions(of_dual, rows, m, deadline, progress)
    return primal, dual


def solved_functions(
    rows: list[Row],
    places: Ints,
    size: int,
    deadline: Deadline,
    progress: Callable[[str], None] | None,
) -> RationalFunctionArray:
    """Return the solution of a square system, rows as of `solve_sparse`, at the given places of a zero vector."""
    values, denominator = solve_sparse(rows, len(places), deadline, progress)

    # Integer coefficients, over the common denominator of all.
    common = lcm(int(denominator.denom()), *(int(value.denom()) for value in values))
    below = denominator.numer() * (common // int(denominator.denom()))
    above = [value.numer() * (common // int(value.denom())) for value in values]

    # They have no common divisor, and the lowest coefficient below is positive: the sign for small ε is that above.
    divisor = 0
    for polynomial in (below, *above):
        divisor = gcd(divisor, *map(int, polynomial.coeffs()))
        if divisor == 1:
            break
    lowest = next(int(coefficient) for coefficient in below.coeffs() if coefficient)
    if lowest < 0:
        divisor = -divisor

    degree = max([0, *(polynomial.degree() for polynomial in above)])
    table = np.zeros((1 + degree, size), dtype=object)
    for place, polynomial in zip(places.tolist(), above, strict=True):
        coefficients = list(map(int, (polynomial // divisor).coeffs()))
        table[: len(coefficients), place] = coefficients

    numerators = [ExactArray(order) for order in table]
    denominators = [ExactArray.of([int(number)]) for number in (below // divisor).coeffs()]
    return RationalFunctionArray(
        PolynomialArray(tuple(numerators)), PolynomialArray(tuple(denominators))
    )


def equations(parts: Sequence[ExactMatrix], right: PolynomialArray) -> list[Row]:
    """Return the equations (M_0 + ε M_1 + ...) x = right(ε), entry by entry."""
    require("flint")
    from flint import fmpq, fmpq_poly

    rows: list[Row] = [{} for _ in range(parts[0].shape[0])]

    # A row may have several orders of one entry.
    def add(i: int, j: int, numerator: int, denominator: int, order: int) -> None:
        term = fmpq_poly([0] * order + [fmpq(numerator, denominator)])
        rows[i][j] = rows[i][j] + term if j in rows[i] else term

    for order, matrix in enumerate(parts):
        denominator = matrix.values.denominator
        entries = zip(
            matrix.rows.tolist(),
            matrix.columns.tolist(),
            matrix.values.numerators.tolist(),
            strict=True,
        )
        for i, j, numerator in entries:
            add(i, j, numerator, denominator, order)
    for order, constants in enumerate(right.coefficients):
        for i, numerator in enumerate(constants.numerators.tolist()):
            if numerator:
                add(i, RIGHT, numerator, constants.denominator, order)
    return rows


def sign_holds_below(polynomials: PolynomialArray, start: Fraction) -> Fraction:
    """Return a number t, a power of two times `start`, such that one of the polynomials has no root in (0, t).

    None of the polynomials is zero, and there is at least one; `start` is positive. t is the largest of start, start/2,
    start/4, ... for which Descartes' rule of signs proves it.

    Examples
    --------
    1 - 3 ε has its root at 1/3, ε - 10 ε² at 1/10 and at 0.

    >>> first, second = [1, -3, 0], [0, 1, -10]
    >>> polynomials = PolynomialArray(tuple(ExactArray.of(order) for order in zip(first, second)))
    >>> sign_holds_below(polynomials, Fraction(1))
    Fraction(1, 4)
    """
    candidates = [_integers_without_zeros(polynomials[place]) for place in range(len(polynomials))]
    bound = start
    while not any(_no_root_below(numbers, bound) for numbers in candidates):
        bound /= 2
    return bound


def _integers_without_zeros(coefficients: Sequence[Fraction]) -> list[int]:
    """Return the coefficients times a positive number, without zeros at either end."""
    common = lcm(*(part.denominator for part in coefficients))
    numbers = [int(part * common) for part in coefficients]
    places = [place for place, number in enumerate(numbers) if number]
    return numbers[places[0] : places[-1] + 1]


def _no_root_below(numbers: list[int], bound: Fraction) -> bool:
    """Return whether (1 + x)^n p(bound / (1 + x)) has no changes of sign, so that p has no root in (0, bound).

    x from 0 to ∞ takes bound / (1 + x) from the bound to 0: by Descartes' rule without changes there is no root.

    Examples
    --------
    p = 1 - 3 ε has its root at 1/3. At 1/4 the polynomial 4 (1 + x) - 3 has the coefficients 1 and 4, at 1/2 the
    polynomial 2 (1 + x) - 3 has -1 and 2.

    >>> _no_root_below([1, -3], Fraction(1, 4)), _no_root_below([1, -3], Fraction(1, 2))
    (True, False)
    """
    fmpz_poly = require("flint").fmpz_poly
    degree = len(numbers) - 1
    scaled: list[Any] = []
    for k, number in enumerate(numbers):
        scaled.append(number * bound.numerator**k * bound.denominator ** (degree - k))
    moved = [int(number) for number in fmpz_poly(scaled[::-1])(fmpz_poly([1, 1])).coeffs()]
    return all(number >= 0 for number in moved) or all(number <= 0 for number in moved)


def proves_infeasible(program: PerturbedLinearProgram, multipliers: ExactArray) -> bool:
    """Return whether row multipliers y, or -y, prove that for all small ε > 0 no x satisfies the constraints (Farkas).

    If y·(A x) is at most y·b(ε) for every x that satisfies the rows, and at least 0 for every x that satisfies the
    signs, there is no such x if y·b(ε) < 0.
    """
    of_rows = np.sign(multipliers.numerators)
    of_columns = np.sign(program.matrix.T.dot(multipliers).numerators)
    of_right = program.right.dot(PolynomialArray.constant(multipliers)).signs()[0]
    for sign in (1, -1):
        # A positive multiplier needs an upper bound, a negative one a lower bound.
        unbounded = (sign * of_rows > 0) & ~program.at_most | (
            sign * of_rows < 0
        ) & ~program.at_least
        # A column that is nonnegative needs a coefficient of at least 0, a free one needs 0.
        negative = (sign * of_columns < 0) | (sign * of_columns > 0) & program.free
        if sign * of_right < 0 and not np.any(unbounded) and not np.any(negative):
            return True
    return False


def proves_unbounded(
    program: PerturbedLinearProgram, point: PolynomialArray, ray: ExactArray
) -> bool:
    """Return whether, for all small ε > 0, x(ε) is feasible and a ray from it, or its negative, improves forever."""
    gain = program.objective.dot(PolynomialArray.constant(ray)).signs()[0]
    sign = gain if program.sense == "max" else -gain
    of_rows = sign * np.sign(program.matrix.dot(ray).numerators)
    of_columns = sign * np.sign(ray.numerators)
    leaves_rows = (of_rows < 0) & program.at_least | (of_rows > 0) & program.at_most
    leaves_columns = (of_columns < 0) & ~program.free
    recedes = not np.any(leaves_rows) and not np.any(leaves_columns)

    slack = (point.under(program.matrix) - program.right).signs()
    violated = (slack < 0) & program.at_least | (slack > 0) & program.at_most
    negative = (point.signs() < 0) & ~program.free
    is_feasible = not np.any(violated) and not np.any(negative)
    return bool(sign and recedes and is_feasible)


def require_proved(
    method: str,
    program: PerturbedLinearProgram,
    termination: Termination,
    primal: PolynomialArray,
    dual: PolynomialArray,
    ray: ExactArray | None = None,
) -> None:
    """Raise CertificationError unless a pair, or a ray as in `RawSolution`, proves a result for all small ε."""
    if termination is Termination.SOLVED:
        proved = not program.violations(primal, dual)
    elif termination is Termination.INFEASIBLE:
        proved = ray is not None and proves_infeasible(program, ray)
    else:
        proved = ray is not None and proves_unbounded(program, primal, ray)
    if not proved:
        raise CertificationError(
            f"{method}: the answer fails its check for all small ε ({termination}); please report the program"
        )


LARGEST_BITS = 2**13
"""Exact pivots are made down to ε = 2 to the minus this, and `NUMBER_BITS` for each bit of the program's numbers."""

NUMBER_BITS = 4


@dataclass(frozen=True, eq=False)
class Proof:
    """A result on a program proved for all small ε > 0: SOLVED with the optimal pair, INFEASIBLE or UNBOUNDED.

    `pivots` is the number of exact pivots made.
    """

    termination: Termination
    basis: Basis
    primal: PolynomialArray | None = None
    dual: PolynomialArray | None = None
    pivots: int = 0


def proof_of_optimality(
    program: PerturbedLinearProgram, basis: Basis, deadline: Deadline | None = None
) -> Proof | None:
    """Return the proof that a basis is stable, None if it is not."""
    try:
        primal, dual = basis_polynomials(program, basis, deadline)
    except SolveError:
        return None
    if program.violations(primal, dual):
        return None
    return Proof(Termination.SOLVED, basis, primal, dual)


def proof_of_no_optimum(
    program: PerturbedLinearProgram, basis: Basis, culprit: int, deadline: Deadline | None = None
) -> Proof | None:
    """Return the proof that a variable at a basis shows a program to be infeasible, or unbounded; None if it does not.

    `culprit` is a column, or n + i for row i: a basic variable that cannot reach the right sign, or a nonbasic one
    whose increase is not bounded.
    """
    form = ComputationalForm(program.at(0))
    statuses = form.statuses_of(basis)
    try:
        at_basis = FactoredBasis(form, statuses, deadline)
        if statuses[culprit] == BasisStatus.BASIC:
            multipliers = at_basis.tableau_multipliers(culprit)
            return _proof_of_no_optimum(program, basis, multipliers, None)
        ray = at_basis.direction(culprit)
        return _proof_of_no_optimum(program, basis, None, ray, deadline)
    except SolveError:
        return None


def _bits_of_numbers(program: PerturbedLinearProgram) -> int:
    """Return the largest number of bits of a numerator and a denominator in the limit of a program."""
    limit = program.at(0)
    parts = [limit.objective, limit.matrix.values]
    for bounds in (limit.rows, limit.columns):
        parts += [bounds.lower, bounds.upper]

    most = 0
    for part in parts:
        bits = magnitude(part.numerators).bit_length() + part.denominator.bit_length()
        most = max(most, bits)
    return most


def prove_by_exact_pivots(
    program: PerturbedLinearProgram,
    basis: Basis,
    deadline: Deadline | None = None,
    progress: Callable[[str], None] | None = None,
    first_bits: int = 64,
) -> Proof:
    """Pivot in rational arithmetic at ever smaller numbers ε until the result is proved for all small ε.

    The numbers are 2 to the minus `first_bits`, to the minus twice as many, and so on.

    Raises SolveError if a basis is both too large and too ill-conditioned for exact arithmetic, CertificationError if
    no ε down to the least is small enough, and OutOfTimeError at the deadline.
    """
    bits = first_bits
    pivots = 0
    most_bits = LARGEST_BITS + NUMBER_BITS * _bits_of_numbers(program)
    while bits <= most_bits:
        form = ComputationalForm(program.at(Fraction(1, 2**bits)))
        simplex = ExactSimplex(form, form.statuses_of(basis), deadline, progress)
        outcome = simplex.run()
        basis = form.basis_of(simplex.statuses)
        pivots += simplex.pivots

        if outcome.termination is Termination.SOLVED:
            proof = proof_of_optimality(program, basis, deadline)
        else:
            proof = _proof_of_no_optimum(program, basis, outcome.multipliers, outcome.ray, deadline)
        if proof is not None:
            return replace(proof, pivots=pivots)
        bits *= 2
    raise CertificationError(
        f"perturbed linear program: the result at ε = 2^-{bits // 2} does not hold for all smaller ε; "
        "please report the program"
    )


def _proof_of_no_optimum(
    program: PerturbedLinearProgram,
    basis: Basis,
    multipliers: ExactArray | None,
    ray: ExactArray | None,
    deadline: Deadline | None = None,
) -> Proof | None:
    """Return the proof by row multipliers, or by a direction of the columns and logicals at the basis."""
    if multipliers is not None:
        if proves_infeasible(program, multipliers):
            return Proof(Termination.INFEASIBLE, basis)
        return None

    assert ray is not None
    point, _ = basis_polynomials(program, basis, deadline)
    motion = ray.take(slice(program.matrix.shape[1])).reduced()
    if proves_unbounded(program, point, motion):
        return Proof(Termination.UNBOUNDED, basis, point)
    return None
