"""Covering vectors and first bases of problems that come without a covering vector."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from seqform.models.numbers.exact import ExactArray, ExactMatrix
from seqform.models.programs.complementarity import (
    LinearComplementarityProblem,
    PathStart,
    split_free,
)
from seqform.models.programs.solutions import RawSolution
from seqform.models.reduced import Reduced, unchanged

MOST_EXAMINED = 200
"""Largest number of variables for which a matrix is decomposed, in time that grows with its cube."""

Covered = Reduced[LinearComplementarityProblem, RawSolution, RawSolution]


def covered(problem: LinearComplementarityProblem) -> Covered:
    """Return a problem with a covering vector and a first basis from which z0 can fall from ∞.

    A covering vector that the problem has is kept, with its start. Otherwise it is the vector of ones. Free variables
    whose block of the matrix is nonsingular belong to the first basis and never leave it, with zeros in their rows of
    the covering vector: Lemke's algorithm then runs on the problem in the other variables that remains after the free
    ones are eliminated. Free variables with a singular block are split into nonnegative ones (`split_free`).

    References
    ----------
    Cottle, Pang & Stone, The Linear Complementarity Problem (1992), sections 1.5 and 4.4.
    """
    if problem.covering_vector is not None:
        return Reduced(problem, unchanged)

    if not problem.free.any():
        return Reduced(replace(problem, covering_vector=ExactArray.ones(len(problem))), unchanged)

    if _has_regular_block(problem):
        return Reduced(_with_free_basic(problem), unchanged)

    step = split_free(problem)
    return Reduced(
        replace(step.target, covering_vector=ExactArray.ones(len(step.target))), step.lift
    )


def _has_regular_block(problem: LinearComplementarityProblem) -> bool:
    """Return whether the rows and columns of the free variables are a nonsingular matrix that can be decomposed."""
    block = problem.matrix.submatrix(problem.free, problem.free)
    return block.shape[0] <= MOST_EXAMINED and _integers(block).rank() == block.shape[0]


def _with_free_basic(problem: LinearComplementarityProblem) -> LinearComplementarityProblem:
    """Return a problem whose path starts with the free variables and the slacks of the others in the basis.

    Ties are broken by the columns of that basis, as in the problem that remains after the free variables are
    eliminated, where they are the unit columns.
    """
    n = len(problem)
    places = np.arange(n)
    basis = np.where(problem.free, n + places, places)
    covering = ExactArray(np.where(problem.free, 0, 1).astype(np.int64))
    return replace(
        problem,
        start=PathStart(basis, entering=2 * n, ties_from=basis, falling=True),
        covering_vector=covering,
    )


def ray_excludes_solutions(problem: LinearComplementarityProblem) -> bool:
    """Return whether a secondary ray of a path from z0 = ∞ proves that a problem has no solution.

    It does for matrices M that are copositive-plus, among them those with zᵀM z ≥ 0 for all z, which is what is
    examined, exactly, for up to `MOST_EXAMINED` variables.

    References
    ----------
    Cottle, Pang & Stone, The Linear Complementarity Problem (1992), theorem 4.4.13.
    """
    from_infinity = problem.start is None or problem.start.falling
    is_examined = len(problem) <= MOST_EXAMINED
    return from_infinity and is_examined and is_positive_semidefinite(problem.matrix)


def is_positive_semidefinite(matrix: ExactMatrix) -> bool:
    """Return whether zᵀM z ≥ 0 for all z, by symmetric elimination in rational arithmetic.

    A diagonal entry that is negative, or zero in a row that is not, decides against it; a positive one eliminates its
    row and column.

    Examples
    --------
    z1² + z1 z2 + z2² is a sum of squares, z1² + 3 z1 z2 + z2² is negative at (1, -1).

    >>> is_positive_semidefinite(ExactMatrix.from_dense([[1, 1], [0, 1]]))
    True
    >>> is_positive_semidefinite(ExactMatrix.from_dense([[1, 3], [0, 1]]))
    False
    """
    from flint import fmpq_mat

    integers = _integers(matrix)
    rest = fmpq_mat(integers + integers.transpose())
    while rest.nrows():
        size = rest.nrows()
        corner = rest[0, 0]
        row = [rest[0, column] for column in range(1, size)]
        if corner < 0 or (corner == 0 and any(row)):
            return False

        # The Schur complement of the corner; a zero corner has a zero row, and leaves the other entries.
        scale = 0 if corner == 0 else 1 / corner
        entries = []
        for i in range(1, size):
            entries += [rest[i, j] - scale * row[i - 1] * row[j - 1] for j in range(1, size)]
        rest = fmpq_mat(size - 1, size - 1, entries)
    return True


def _integers(matrix: ExactMatrix) -> Any:
    """Return the numerators of a matrix, as a ``flint.fmpz_mat``."""
    from flint import fmpz_mat

    rows, columns = matrix.shape
    integers = fmpz_mat(rows, columns)
    for row, column, number in zip(
        matrix.rows.tolist(),
        matrix.columns.tolist(),
        matrix.values.numerators.tolist(),
        strict=True,
    ):
        integers[row, column] = number
    return integers
