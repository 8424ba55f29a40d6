"""Proofs at the end of a walk in doubles, and exact pivots where the proof fails."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from seqform.backends.exact.computational_form import ComputationalForm
from seqform.backends.exact.deadline import Deadline
from seqform.backends.exact.factored_basis import FactoredBasis
from seqform.backends.exact.simplex import ExactSimplex
from seqform.backends.perturbed.basis_polynomials import basis_polynomials, proves_infeasible, proves_unbounded
from seqform.errors import CertificationError, SolveError
from seqform.models.exact import ExactArray
from seqform.models.perturbed_linear_program import PerturbedLinearProgram
from seqform.models.polynomials import PolynomialArray
from seqform.models.raw_solution import Basis, BasisStatus, Termination

FIRST_BITS = 64
LARGEST_BITS = 2**13
"""Exact pivots are made at ε = 2⁻⁶⁴, and where that is not small enough, at 2⁻¹²⁸ and so on."""


@dataclass(frozen=True, eq=False)
class Proof:
    """What has been proved of a program for all small ε > 0.

    Attributes
    ----------
    termination : Termination
        SOLVED, INFEASIBLE or UNBOUNDED.
    basis : Basis
    primal, dual : PolynomialArray, optional
        The optimal pair.
    pivots : int
        Exact pivots that it took.
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

    Parameters
    ----------
    culprit : int
        A column, or n + i for row i: a basic variable that nothing can bring to the right sign, or another that
        nothing holds back.
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


def exact_end(
    program: PerturbedLinearProgram,
    basis: Basis,
    deadline: Deadline | None = None,
    progress: Callable[[str], None] | None = None,
) -> Proof:
    """Pivot in rational arithmetic at a tiny number ε, and at tinier ones, until all small ε are proved to do the same.

    Raises
    ------
    SolveError
        If a basis is both too large and too ill-conditioned for exact arithmetic.
    CertificationError
        If no ε is small enough.
    OutOfTimeError
        At the deadline.

    Examples
    --------
    >>> import numpy as np, seqform as sf
    >>> from seqform.builders.perturbed_lp import perturbed_lp
    >>> from seqform.builders.sequence_form import sequence_form
    >>> program = perturbed_lp(sequence_form(sf.load("kuhn")).target).target
    >>> slacks = Basis(np.where(program.free, 3, 1).astype(np.int8), np.zeros(20, dtype=np.int8))
    >>> proof = exact_end(program, slacks)
    >>> program.violations(proof.primal, proof.dual)
    []
    """
    bits, pivots = FIRST_BITS, 0
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
        f"perturbed linear program: what is optimal at ε = 2^-{bits // 2} is not so for all smaller ε; "
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
