"""A simplex tableau in integers whose right-hand side and cost are polynomials in ε."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.models.exact import ExactArray, Floats, Ints, Numerators, magnitude
from seqform.models.linear_program import Mask
from seqform.models.perturbed_linear_program import PerturbedLinearProgram
from seqform.models.polynomials import PolynomialArray, Signs
from seqform.models.raw_solution import Basis, BasisStatus

_SAFE = 2**62


class SymbolicTableau:
    """Equations that express the basic variables, and the cost, in terms of the nonbasic ones.

    The variables are the n columns and, numbered from n on, the m slacks: row i reads
    A_i x + s_i = b_i(ε), with both sides negated where b_i is a lower bound only, so that s_i ≥ 0, and s_i = 0
    of an equation. The cost is maximised. Equation i stands in one row of integers,

        scale_i · basic_i + Σ_j entry_ij · nonbasic_j = Σ_k right_ik ε^k,   scale_i > 0,

    without a common divisor. The cost row comes once for every power of ε. So ε meets no entry but
    the right-hand side and the cost, as in (2.8) and (2.9) of the paper, and a pivot multiplies integers only:
    machine integers until the first that would not fit, and Python's from then on.

    Parameters
    ----------
    program : PerturbedLinearProgram

    Attributes
    ----------
    basic : ndarray of int, shape (m,)
        The variable of every row.
    nonbasic : ndarray of int, shape (n,)
        The variable of every column.
    free, fixed : ndarray of bool, shape (n + m,)
        Variables without a bound, and slacks of equations.

    References
    ----------
    Miltersen & Sørensen (2006), (2.8)-(2.11).

    Examples
    --------
    >>> from seqform.models.exact import ExactMatrix
    >>> tableau = SymbolicTableau(PerturbedLinearProgram(
    ...     "max", PolynomialArray((ExactArray.of([1]), ExactArray.of([1]))), ExactMatrix.from_dense([[2]]),
    ...     PolynomialArray((ExactArray.of([4]), ExactArray.of([-2]))),
    ...     np.array([False]), np.array([True]), np.array([False]), ["limit"], ["x"]))
    >>> tableau.cost_signs().tolist()
    [-1]
    >>> tableau.pivot(0, 0)
    >>> tableau.cost_signs().tolist(), tableau.primal()[0]
    ([1], (Fraction(2, 1), Fraction(-1, 1)))
    """

    def __init__(self, program: PerturbedLinearProgram) -> None:
        m, n = program.matrix.shape
        self.program = program
        self.basic: Ints = n + np.arange(m)
        self.nonbasic: Ints = np.arange(n)
        self.free: Mask = np.concatenate([program.free, np.zeros(m, dtype=bool)])
        self.fixed: Mask = np.concatenate([np.zeros(n, dtype=bool), program.equations])
        self._row_sign: Ints = np.where(program.at_most, 1, -1)
        self._numbers = _first_numbers(program, self._row_sign)

    @property
    def entries(self) -> Numerators:
        """The entries of the constraint rows, shape (m, n)."""
        return self._numbers[: len(self.basic), : len(self.nonbasic)]

    @property
    def right(self) -> Numerators:
        """The right-hand side of the constraint rows, shape (m, orders)."""
        return self._numbers[: len(self.basic), len(self.nonbasic) : -1]

    @property
    def cost(self) -> Numerators:
        """The negative reduced costs, each order of ε over a scale of its own, shape (orders, n)."""
        return self._numbers[len(self.basic) :, : len(self.nonbasic)]

    def right_signs(self) -> Signs:
        """Return the sign of every basic variable for all small ε > 0, shape (m,)."""
        return first_signs(self.right)

    def cost_signs(self) -> Signs:
        """Return -1 for every nonbasic variable that improves the cost as it grows, shape (n,)."""
        return first_signs(self.cost.T)

    def squared_lengths(self, columns: Ints) -> Floats:
        """Return about how long a way all variables go, squared, as a nonbasic one grows by 1: to choose by only."""
        scales = self._numbers[: len(self.basic), -1:]
        try:
            moves = (self.entries[:, columns] / scales).astype(np.float64)
        except OverflowError:  # numbers beyond all doubles
            return np.ones(len(columns))
        with np.errstate(over="ignore"):
            squares: Floats = 1 + np.einsum("ij,ij->j", moves, moves)
        return squares

    def pivot(self, row: int, column: int) -> None:
        """Exchange the basic variable of a row and the nonbasic one of a column, whose entry is not zero."""
        pivot_row = self._numbers[row].copy()
        if pivot_row[column] < 0:
            pivot_row = -pivot_row
        pivot, leaving_scale = int(pivot_row[column]), int(pivot_row[-1])
        touched = np.flatnonzero(self._numbers[:, column])
        touched = touched[touched != row]
        factors = self._numbers[touched, column]
        common = np.gcd(factors, pivot)
        pivot_row[column], pivot_row[-1] = leaving_scale, 0
        self._subtract(touched, column, pivot // common, factors // common, pivot_row)
        pivot_row[-1] = pivot
        self._numbers[row] = pivot_row
        self.basic[row], self.nonbasic[column] = self.nonbasic[column], self.basic[row]

    def _subtract(
        self, touched: Ints, column: int, multipliers: Numerators, factors: Numerators, pivot_row: Numerators
    ) -> None:
        """Multiply rows and subtract multiples of the pivot row; their entries in the column are made anew."""
        block = self._numbers[touched]
        block[:, column] = 0
        if block.dtype != object:
            bound = magnitude(block.ravel()) * magnitude(multipliers) + magnitude(factors) * magnitude(pivot_row)
            if bound >= _SAFE:
                self._numbers = self._numbers.astype(object)
                block, pivot_row = block.astype(object), pivot_row.astype(object)
                multipliers, factors = multipliers.astype(object), factors.astype(object)
        grown, filled = np.flatnonzero(multipliers > 1), np.flatnonzero(pivot_row)
        block[grown] *= multipliers[grown, np.newaxis]
        block[:, filled] -= factors[:, np.newaxis] * pivot_row[filled]
        block[grown] = without_common_divisors(block[grown])
        self._numbers[touched] = block

    def primal(self) -> PolynomialArray:
        """Return x(ε), shape (n,)."""
        n = len(self.nonbasic)
        rows = np.flatnonzero(self.basic < n)
        scales = [int(scale) for scale in self._numbers[rows, -1]]
        common = math.lcm(*scales)
        factors = np.array([common // scale for scale in scales], dtype=object)
        orders = self.right[rows].astype(object).T
        return PolynomialArray(tuple(_placed(n, self.basic[rows], order * factors, common) for order in orders))

    def dual(self) -> PolynomialArray:
        """Return y(ε), shape (m,), in the convention of `LinearProgram`."""
        m, n = self.program.matrix.shape
        columns = np.flatnonzero(self.nonbasic >= n)
        rows = self.nonbasic[columns] - n
        signs = self._row_sign[rows] * (1 if self.program.sense == "max" else -1)
        costs, scales = self.cost[:, columns].astype(object), self._numbers[m:, -1]
        return PolynomialArray(
            tuple(_placed(m, rows, order * signs, int(scale)) for order, scale in zip(costs, scales, strict=True))
        )

    def multipliers(self, row: int) -> ExactArray:
        """Return y, shape (m,), such that Σ_i y_i (A_i x) ≤ y·b(ε) is the row, its right-hand side negative."""
        m, n = self.program.matrix.shape
        sign = -1 if self.right_signs()[row] > 0 else 1
        variables = np.append(self.nonbasic, self.basic[row])
        numbers = np.append(self._numbers[row, :n], self._numbers[row, -1]).astype(object)
        slacks = np.flatnonzero(variables >= n)
        rows = variables[slacks] - n
        return _placed(m, rows, numbers[slacks] * self._row_sign[rows] * sign, 1)

    def ray(self, column: int) -> ExactArray:
        """Return how x changes, shape (n,), as the nonbasic variable of a column changes and improves the cost."""
        n = len(self.nonbasic)
        sign = -1 if self.cost_signs()[column] > 0 else 1
        motion = [Fraction(0)] * (n + len(self.basic))
        motion[self.nonbasic[column]] = Fraction(sign)
        for row in np.flatnonzero(self.entries[:, column]):
            motion[self.basic[row]] = Fraction(-sign * int(self.entries[row, column]), int(self._numbers[row, -1]))
        return ExactArray.of(motion[:n])

    def basis(self) -> Basis:
        """Return the present basis."""
        n = len(self.nonbasic)
        columns = np.where(self.program.free, BasisStatus.FREE, BasisStatus.LOWER).astype(np.int8)
        rows = np.where(self.program.at_least, BasisStatus.LOWER, BasisStatus.UPPER).astype(np.int8)
        columns[self.basic[self.basic < n]] = BasisStatus.BASIC
        rows[self.basic[self.basic >= n] - n] = BasisStatus.BASIC
        return Basis(columns, rows)


def first_signs(values: npt.NDArray[Any]) -> Signs:
    """Return the sign of the first entry of every row that is not zero, 0 for a row of zeros: (2.11) of the paper."""
    signs = (values > 0).astype(np.int8) - (values < 0).astype(np.int8)
    first = np.argmax(signs != 0, axis=1)
    found: Signs = signs[np.arange(len(signs)), first]
    return found


def without_common_divisors(rows: Numerators) -> Numerators:
    """Return every row divided by the greatest common divisor of its entries; no row is zero."""
    if len(rows) == 0:
        return rows
    if rows.dtype == object:
        common = np.array([math.gcd(*row) for row in rows.tolist()], dtype=object)
    else:
        common = np.gcd.reduce(rows, axis=1)
    divided: Numerators = rows // common[:, np.newaxis]
    return divided


def _first_numbers(program: PerturbedLinearProgram, row_sign: Ints) -> Numerators:
    """Return the rows with all slacks basic: entries, right-hand side by order, scale; cost rows last."""
    matrix, (m, n) = program.matrix, program.matrix.shape
    right, cost = program.right.coefficients, program.objective.coefficients
    common = math.lcm(matrix.values.denominator, *(part.denominator for part in right))
    numbers = np.zeros((m + len(cost), n + len(right) + 1), dtype=object)
    numbers[matrix.rows, matrix.columns] = matrix.values.over(common) * row_sign[matrix.rows]
    for k, part in enumerate(right):
        numbers[:m, n + k] = part.over(common) * row_sign
    numbers[:m, -1] = common
    for k, part in enumerate(cost):
        numbers[m + k, :n] = -part.numerators if program.sense == "max" else part.numerators
        numbers[m + k, -1] = part.denominator
    numbers = without_common_divisors(numbers)
    return numbers.astype(np.int64) if magnitude(numbers.ravel()) < _SAFE else numbers


def _placed(size: int, places: Ints, values: Numerators, denominator: int) -> ExactArray:
    numerators = np.zeros(size, dtype=object)
    numerators[places] = values
    return ExactArray(numerators, denominator).reduced()
