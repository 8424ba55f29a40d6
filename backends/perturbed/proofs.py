"""Exact proofs of stable bases, infeasibility and unboundedness for all small ε, and exact pivots towards them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from seqform.backends.exact.basis import ComputationalForm, FactoredBasis, basic_block, submatrix
from seqform.backends.exact.simplex import ExactSimplex
from seqform.backends.linalg.rational_solve import Deadline, LinearSystem
from seqform.errors import CertificationError, SolveError
from seqform.models.numbers.exact import ExactArray
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.programs.perturbed import PerturbedLinearProgram
from seqform.models.programs.solutions import Basis, BasisStatus, Termination


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
    primal = [
        system.solve((order.take(rows) * scale).reduced()).scattered(form.column_count, columns).reduced()
        for order in program.right.coefficients
    ]
    dual = [
        (system.solve_transposed(order.take(columns)) * scale).reduced().scattered(form.row_count, rows)
        for order in program.objective.coefficients
    ]
    return PolynomialArray(tuple(primal)), PolynomialArray(tuple(dual))


def proves_infeasible(program: PerturbedLinearProgram, multipliers: ExactArray) -> bool:
    """Return whether row multipliers y prove that for all small ε > 0 no x satisfies the constraints (Farkas).

    If y·(A x) is at most y·b(ε) for every x that satisfies the rows, and at least 0 for every x that satisfies the
    signs, there is no such x if y·b(ε) < 0.
    """
    signs, of_columns = np.sign(multipliers.numerators), np.sign(program.matrix.T.dot(multipliers).numerators)
    if np.any((signs > 0) & ~program.at_most) or np.any((signs < 0) & ~program.at_least):
        return False
    if np.any(of_columns < 0) or np.any((of_columns > 0) & program.free):
        return False
    return bool(program.right.dot(PolynomialArray.constant(multipliers)).signs()[0] < 0)


def proves_unbounded(program: PerturbedLinearProgram, point: PolynomialArray, ray: ExactArray) -> bool:
    """Return whether, for all small ε > 0, x(ε) is feasible and a ray from it improves without bound."""
    gain = program.objective.dot(PolynomialArray.constant(ray)).signs()[0]
    moved = np.sign(program.matrix.dot(ray).numerators)
    recedes = not (
        np.any((np.sign(ray.numerators) < 0) & ~program.free)
        or np.any((moved < 0) & program.at_least)
        or np.any((moved > 0) & program.at_most)
    )
    return recedes and is_feasible(program, point) and bool(gain < 0 if program.sense == "min" else gain > 0)


def is_feasible(program: PerturbedLinearProgram, point: PolynomialArray) -> bool:
    """Return whether x(ε) satisfies all constraints for all small ε > 0."""
    slack = (point.under(program.matrix) - program.right).signs()
    wrong_slack = ((slack < 0) & program.at_least) | ((slack > 0) & program.at_most)
    return not np.any(wrong_slack) and not np.any((point.signs() < 0) & ~program.free)


LARGEST_BITS = 2**13
"""Exact pivots are made down to ε = 2 to the minus this."""


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
            return _infeasible(program, basis, at_basis.tableau_multipliers(culprit))
        point, _ = basis_polynomials(program, basis, deadline)
        motion = at_basis.direction(culprit).take(slice(form.column_count)).reduced()
    except SolveError:
        return None
    return _unbounded(program, basis, point, motion)


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
    no ε up to `LARGEST_BITS` is small enough, and OutOfTimeError at the deadline.
    """
    bits, pivots = first_bits, 0
    while bits <= LARGEST_BITS:
        form = ComputationalForm(program.at(Fraction(1, 2**bits)))
        simplex = ExactSimplex(form, form.statuses_of(basis), deadline, progress)
        outcome = simplex.run()
        basis, pivots = form.basis_of(simplex.statuses), pivots + simplex.pivots
        if outcome.termination is Termination.SOLVED:
            proof = proof_of_optimality(program, basis, deadline)
        elif outcome.termination is Termination.INFEASIBLE:
            assert outcome.multipliers is not None
            proof = _infeasible(program, basis, outcome.multipliers)
        else:
            assert outcome.ray is not None
            point, _ = basis_polynomials(program, basis, deadline)
            proof = _unbounded(program, basis, point, outcome.ray.take(slice(form.column_count)).reduced())
        if proof is not None:
            return Proof(proof.termination, proof.basis, proof.primal, proof.dual, pivots)
        bits *= 2
    raise CertificationError(
        f"perturbed linear program: the result at ε = 2^-{bits // 2} does not hold for all smaller ε; "
        "please report the program"
    )


def _infeasible(program: PerturbedLinearProgram, basis: Basis, multipliers: ExactArray) -> Proof | None:
    if proves_infeasible(program, multipliers) or proves_infeasible(program, -multipliers):
        return Proof(Termination.INFEASIBLE, basis)
    return None


def _unbounded(
    program: PerturbedLinearProgram, basis: Basis, point: PolynomialArray, motion: ExactArray
) -> Proof | None:
    if proves_unbounded(program, point, motion) or proves_unbounded(program, point, -motion):
        return Proof(Termination.UNBOUNDED, basis, point)
    return None
