"""What a basis is worth where the matrix depends on ε, in exact rational functions of ε."""

from __future__ import annotations

from collections.abc import Callable
from math import gcd, lcm
from typing import Any

import numpy as np

from seqform.backends.exact.computational_form import ComputationalForm
from seqform.backends.exact.deadline import Deadline
from seqform.backends.exact.factored_basis import basic_block, submatrix
from seqform.backends.perturbed.polynomial_elimination import RIGHT, Row, solve_sparse
from seqform.models.exact import ExactArray, ExactMatrix, Ints
from seqform.models.matrix_perturbed_program import MatrixPerturbedProgram
from seqform.models.polynomials import PolynomialArray
from seqform.models.rational_functions import RationalFunctionArray
from seqform.models.raw_solution import Basis
from seqform.system.packages import require


def basis_functions(
    program: MatrixPerturbedProgram,
    basis: Basis,
    deadline: Deadline | None = None,
    tell: Callable[[str], None] | None = None,
) -> tuple[RationalFunctionArray, RationalFunctionArray]:
    """Return x(ε) and y(ε) at a basis: B(ε) x = b and B(ε)ᵀ y = c.

    Parameters
    ----------
    program : MatrixPerturbedProgram
    basis : Basis
    deadline : Deadline, optional
    tell : callable, optional

    Returns
    -------
    primal : RationalFunctionArray, shape (n,)
    dual : RationalFunctionArray, shape (m,)
        Whether they are optimal, `MatrixPerturbedProgram.violations` tells.

    Raises
    ------
    SolveError
        If the basis is singular for every ε.
    OutOfTimeError
        At the deadline.

    Examples
    --------
    >>> program = MatrixPerturbedProgram(
    ...     "max", ExactArray.of([1]), ExactMatrix.from_dense([[2]]), ExactMatrix.from_dense([[1]]),
    ...     ExactArray.of([4]), np.array([False]), np.array([True]), np.array([False]), ["limit"], ["x"])
    >>> primal, dual = basis_functions(program, Basis(np.zeros(1, np.int8), np.full(1, 2, np.int8)))
    >>> primal.numerators[0], primal.denominator[0]
    ((Fraction(4, 1), Fraction(0, 1)), (Fraction(2, 1), Fraction(1, 1)))
    """
    form, deadline = ComputationalForm(program.at(0)), deadline or Deadline()
    columns, rows = basic_block(form, form.statuses_of(basis))
    matrix, slope = submatrix(program.matrix, rows, columns), submatrix(program.slope, rows, columns)
    m, n = program.matrix.shape
    primal = _solved(matrix, slope, program.right.take(rows), (columns, n), deadline, tell)
    dual = _solved(matrix.T, slope.T, program.objective.take(columns), (rows, m), deadline, tell)
    return primal, dual


def _solved(
    matrix: ExactMatrix,
    slope: ExactMatrix,
    right: ExactArray,
    target: tuple[Ints, int],
    deadline: Deadline,
    tell: Callable[[str], None] | None,
) -> RationalFunctionArray:
    """Return the solution of a square system, put at the given places among zeros."""
    places, size = target
    values, denominator = solve_sparse(_rows(matrix, slope, right), matrix.shape[1], deadline, tell)
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
