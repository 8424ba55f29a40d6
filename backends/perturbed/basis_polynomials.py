"""What a basis of a perturbed program is worth, in exact polynomials in ε, and proofs that there is no optimum."""

from __future__ import annotations

import numpy as np

from seqform.backends.exact.computational_form import ComputationalForm, scatter
from seqform.backends.exact.deadline import Deadline
from seqform.backends.exact.factored_basis import basic_block, submatrix
from seqform.backends.exact.linear_solve import LinearSystem
from seqform.models.exact import ExactArray
from seqform.models.perturbed_linear_program import PerturbedLinearProgram
from seqform.models.polynomials import PolynomialArray
from seqform.models.raw_solution import Basis


def basis_polynomials(
    program: PerturbedLinearProgram, basis: Basis, deadline: Deadline | None = None
) -> tuple[PolynomialArray, PolynomialArray]:
    """Return x(ε) and y(ε) at a basis: B x = b(ε) and Bᵀ y = c(ε), solved order by order on one factorisation.

    Parameters
    ----------
    program : PerturbedLinearProgram
    basis : Basis
        A basis indeed.
    deadline : Deadline, optional

    Returns
    -------
    primal : PolynomialArray, shape (n,)
    dual : PolynomialArray, shape (m,)
        Whether they are optimal, `PerturbedLinearProgram.violations` tells.

    Raises
    ------
    SolveError
        If the basis is singular, or both too large and too ill-conditioned.
    OutOfTimeError
        At the deadline.

    References
    ----------
    Miltersen & Sørensen (2006), (2.10) and (2.11).

    Examples
    --------
    >>> from seqform.models.exact import ExactMatrix
    >>> program = PerturbedLinearProgram(
    ...     "max", PolynomialArray((ExactArray.of([1]),)), ExactMatrix.from_dense([[2]]),
    ...     PolynomialArray((ExactArray.of([4]), ExactArray.of([-1]))),
    ...     np.array([False]), np.array([True]), np.array([False]), ["limit"], ["x"])
    >>> primal, dual = basis_polynomials(program, Basis(np.zeros(1, np.int8), np.full(1, 2, np.int8)))
    >>> primal[0], dual[0]
    ((Fraction(2, 1), Fraction(-1, 2)), (Fraction(1, 2),))
    """
    form = ComputationalForm(program.at(0))
    columns, rows = basic_block(form, form.statuses_of(basis))
    system = LinearSystem(submatrix(form.integer_matrix, rows, columns), deadline)
    scale = form.row_scale.take(rows)
    primal = [
        scatter(form.column_count, columns, system.solve((order.take(rows) * scale).reduced())).reduced()
        for order in program.right.coefficients
    ]
    dual = [
        scatter(form.row_count, rows, (system.solve_transposed(order.take(columns)) * scale).reduced())
        for order in program.objective.coefficients
    ]
    return PolynomialArray(tuple(primal)), PolynomialArray(tuple(dual))


def proves_infeasible(program: PerturbedLinearProgram, multipliers: ExactArray) -> bool:
    """Tell whether row multipliers y show that for all small ε > 0 no x satisfies the constraints (Farkas).

    Where y·(A x) is at most y·b(ε) for every x that satisfies the rows, and at least 0 for every x that satisfies the
    signs, there is no such x if y·b(ε) < 0.

    Examples
    --------
    >>> from seqform.models.exact import ExactMatrix
    >>> program = PerturbedLinearProgram(
    ...     "max", PolynomialArray.zeros(1), ExactMatrix.from_dense([[1]]),
    ...     PolynomialArray((ExactArray.of([0]), ExactArray.of([-1]))),
    ...     np.array([False]), np.array([True]), np.array([False]), ["limit"], ["x"])
    >>> proves_infeasible(program, ExactArray.of([1]))
    True
    """
    signs, of_columns = np.sign(multipliers.numerators), np.sign(program.matrix.T.dot(multipliers).numerators)
    if np.any((signs > 0) & ~program.at_most) or np.any((signs < 0) & ~program.at_least):
        return False
    if np.any(of_columns < 0) or np.any((of_columns > 0) & program.free):
        return False
    return bool(program.right.dot(PolynomialArray.constant(multipliers)).signs()[0] < 0)


def proves_unbounded(program: PerturbedLinearProgram, point: PolynomialArray, ray: ExactArray) -> bool:
    """Tell whether, for all small ε > 0, a feasible point x(ε) may move along a ray for ever, improving all the way."""
    gain = program.objective.dot(PolynomialArray.constant(ray)).signs()[0]
    moved = np.sign(program.matrix.dot(ray).numerators)
    recedes = not (
        np.any((np.sign(ray.numerators) < 0) & ~program.free)
        or np.any((moved < 0) & program.at_least)
        or np.any((moved > 0) & program.at_most)
    )
    return recedes and is_feasible(program, point) and bool(gain < 0 if program.sense == "min" else gain > 0)


def is_feasible(program: PerturbedLinearProgram, point: PolynomialArray) -> bool:
    """Tell whether x(ε) satisfies all constraints for all small ε > 0."""
    slack = (point.under(program.matrix) - program.right).signs()
    wrong_slack = ((slack < 0) & program.at_least) | ((slack > 0) & program.at_most)
    return not np.any(wrong_slack) and not np.any((point.signs() < 0) & ~program.free)
