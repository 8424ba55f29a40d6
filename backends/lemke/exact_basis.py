"""Rational solution of the linear system of one basis of Lemke's algorithm."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from seqform.backends.lemke.path import never_leaves
from seqform.backends.linalg.rational_solve import LinearSystem, solve_dense
from seqform.errors import ModelError, SolveError
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Floats, Ints, Mask
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.system.packages import require

LARGEST_DENOMINATOR = 10**4
"""Largest denominator that is reconstructed from doubles."""

LARGEST_ROUNDED = 2.0**48
"""Bound on the numbers that are reconstructed from doubles, so that the products with denominators fit 64 bits."""

NEAR = 1e-9


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

    def __init__(self, problem: LinearComplementarityProblem, basis: Ints, doubles: Floats | None = None) -> None:
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
        for slack in self._slacks_for_z0():
            stand_in = self.basis.copy()
            stand_in[self._z0_place] = slack
            system = LinearSystem(integer_columns(self.problem, stand_in))
            with suppress(SolveError):  # the slack chosen in doubles makes it singular
                return system, system.solve(self.column(2 * len(self.problem)) * self.problem.matrix.values.denominator)
        raise SolveError(f"exact solution: a basis of {len(self.basis)} rows with z0 cannot be solved")

    def _slacks_for_z0(self) -> Iterator[int]:
        """Yield the slack of largest weight in the row of z0, first in doubles, then in fractions.

        With its column the basis is farthest from singular.
        """
        unit = ExactArray.unit(len(self.basis), self._z0_place)
        with suppress(RuntimeError, ModelError):  # SuperLU finds the basis singular, or a number exceeds the doubles
            yield int(np.argmax(np.abs(self.factors.solve(unit.to_floats(), "T"))))
        weights = solve_dense(self._integer_basis.T, unit).numerators
        yield int(np.argmax(np.abs(weights)))

    @cached_property
    def _integer_basis(self) -> ExactMatrix:
        """The columns of the basis, each multiplied by a positive integer."""
        matrix, n = integer_columns(self.problem, self.basis), len(self.basis)
        if self._z0_place < 0:
            return matrix
        d = self.column(2 * n).numerators
        rows = np.flatnonzero(d)
        own = ExactMatrix.from_entries((n, n), rows, np.full(len(rows), self._z0_place), ExactArray(d[rows]))
        return matrix + own

    @cached_property
    def factors(self) -> Any:
        """The LU factors of the basis, its columns in the given order, in doubles, as a SciPy `SuperLU` object.

        Raises RuntimeError if the basis is singular in doubles, ModelError if a number exceeds their range.
        """
        require("scipy.sparse")
        from scipy.sparse import coo_array

        splu = require("scipy.sparse.linalg").splu

        whole = integer_columns(self.problem, self.basis)
        values = ExactArray(whole.values.numerators, self.problem.matrix.values.denominator)
        matrix = replace(whole, values=values).to_scipy()
        if self._z0_place >= 0:
            n = len(self.basis)
            d = self.column(2 * n).to_floats()
            rows = np.flatnonzero(d)
            matrix = matrix + coo_array((d[rows], (rows, np.full(len(rows), self._z0_place))), shape=(n, n))
        return splu(matrix.tocsc())

    @cached_property
    def _system(self) -> LinearSystem:
        """The system of the basis, with a slack in the place of z0 if z0 is basic."""
        return LinearSystem(self._integer_basis) if self._z0_place < 0 else self._opened[0]

    def solve(self, right: ExactArray) -> ExactArray:
        """Return the x with B x = `right`, in the order of the basis."""
        solution, place = self._system.solve(right * self.problem.matrix.values.denominator), self._z0_place
        if place < 0:
            return solution
        _, z0_column = self._opened
        z0 = solution[place] / z0_column[place]
        rest = solution - z0_column * z0
        others = rest.where(np.arange(len(rest)) != place)
        return (others + ExactArray.unit(len(rest), place) * z0).reduced()

    def column(self, variable: int) -> ExactArray:
        """Return a variable's column: e_i of w_i, -M_i of z_i, -d of z0; shape (n,)."""
        problem, n = self.problem, len(self.problem)
        if variable == 2 * n:
            assert problem.covering_vector is not None
            return -problem.covering_vector
        if variable < n:
            return ExactArray.unit(n, variable)
        transposed = problem.matrix.T
        entries = slice(*transposed.row_start[variable - n : variable - n + 2])
        return -transposed.values.take(entries).scattered(n, transposed.columns[entries])

    @cached_property
    def values(self) -> ExactArray:
        """The values of the basic variables, shape (n,)."""
        return self.values_for(self.problem.q, self._doubles)

    def values_for(self, q: ExactArray, doubles: Floats | None) -> ExactArray:
        """Return the values of the basic variables for another q, shape (n,), rounded from doubles if possible."""
        if doubles is not None and self._z0_place < 0:
            found = self._rounded(q, doubles)
            if found is not None:
                return found
        return self.solve(q)

    def _rounded(self, q: ExactArray, doubles: Floats) -> ExactArray | None:
        """Return the fractions near the doubles if the slacks prove that they solve the system, otherwise None."""
        n = len(self.problem)
        basic = self.basis >= n
        of_z = nearest_fractions(doubles[basic])
        if of_z is None:
            return None
        w = (q + self.problem.matrix.dot(of_z.scattered(n, self.basis[basic] - n))).reduced()
        zero = np.ones(n, dtype=bool)
        zero[self.basis[~basic]] = False
        if np.any(w.numerators[zero] != 0):
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
    """Return fractions with a small common denominator very near to doubles, None if there are none."""
    if not np.all(np.abs(doubles) < LARGEST_ROUNDED):
        return None
    denominator = 1
    while denominator <= LARGEST_DENOMINATOR:
        scaled = doubles * denominator
        nearest = np.rint(scaled)
        far = np.flatnonzero(np.abs(scaled - nearest) > NEAR * np.maximum(1.0, np.abs(scaled)))
        if not len(far):
            return ExactArray(nearest.astype(np.int64), denominator)
        factor = Fraction(float(scaled[far[0]])).limit_denominator(LARGEST_DENOMINATOR).denominator
        if factor == 1:
            return None
        denominator *= factor
    return None


def integer_columns(problem: LinearComplementarityProblem, variables: Ints) -> ExactMatrix:
    """Return the columns of slacks and variables, all multiplied by the common denominator of M; that of z0 is zero."""
    n, matrix = len(problem), problem.matrix
    place = np.full(2 * n + 1, -1, dtype=np.int64)
    place[variables] = np.arange(n)
    slacks = np.flatnonzero(place[:n] >= 0)
    kept = np.flatnonzero(place[n + matrix.columns] >= 0)
    entries = [
        ExactArray(np.full(len(slacks), matrix.values.denominator, dtype=object)),
        ExactArray(-matrix.values.numerators[kept]),
    ]
    return ExactMatrix.from_entries(
        (n, n),
        np.concatenate([slacks, matrix.rows[kept]]),
        np.concatenate([place[slacks], place[n + matrix.columns[kept]]]),
        ExactArray.concatenate(entries),
    )
