"""A linear program in double precision, as the solvers take it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from seqform.errors import ModelError
from seqform.models.exact import Floats
from seqform.models.immutable import Immutable

if TYPE_CHECKING:
    from scipy.sparse import csr_array

    from seqform.models.linear_program import LinearProgram


@dataclass(frozen=True, eq=False)
class ProgramArrays(Immutable):
    """The parts of a linear program, every number the nearest double, absent bounds infinite.

    Attributes
    ----------
    cost : ndarray, shape (n,)
    matrix : scipy.sparse.csr_array, shape (m, n)
    row_lower, row_upper : ndarray, shape (m,)
    column_lower, column_upper : ndarray, shape (n,)
    """

    cost: Floats
    matrix: csr_array
    row_lower: Floats
    row_upper: Floats
    column_lower: Floats
    column_upper: Floats


def to_arrays(program: LinearProgram) -> ProgramArrays:
    """Round a linear program to doubles.

    Raises
    ------
    ModelError
        If a number is too large or too small for a double.

    Examples
    --------
    >>> from seqform.models.exact import ExactArray, ExactMatrix
    >>> from seqform.models.linear_program import Bounds, LinearProgram
    >>> program = LinearProgram(
    ...     "min", ExactArray.of([1]), ExactMatrix.from_dense([[2]]),
    ...     Bounds.at_least(ExactArray.of([3])), Bounds.nonnegative(1), ["r"], ["x"])
    >>> arrays = to_arrays(program)
    >>> arrays.row_lower.tolist(), arrays.row_upper.tolist()
    ([3.0], [inf])
    """
    try:
        return ProgramArrays(
            program.objective.to_floats(),
            program.matrix.to_scipy(),
            *program.rows.to_floats(),
            *program.columns.to_floats(),
        )
    except ModelError as error:
        raise ModelError(f"linear program {program.name}: {error}") from None
