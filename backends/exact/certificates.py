"""Proofs that a linear program has no solution, checked from the program's data alone."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from seqform.models.exact import ExactArray
from seqform.models.linear_program import Bounds, LinearProgram


def proves_infeasible(program: LinearProgram, multipliers: ExactArray) -> bool:
    """Tell whether row multipliers y show that no x satisfies the bounds (Farkas).

    Every x has y·(A x) = (A.T y)·x. If the largest y·s over the row bounds is below the least
    (A.T y)·x over the column bounds, no x within the column bounds has A x within the row bounds.

    Parameters
    ----------
    program : LinearProgram
    multipliers : ExactArray, shape (m,)

    Examples
    --------
    >>> from seqform.models.exact import ExactMatrix
    >>> program = LinearProgram(
    ...     "min", ExactArray.of([0]), ExactMatrix.from_dense([[1]]),
    ...     Bounds.at_most(ExactArray.of([-1])), Bounds.nonnegative(1), ["row"], ["x"])
    >>> proves_infeasible(program, ExactArray.of([1])), proves_infeasible(program, ExactArray.of([-1]))
    (True, False)
    """
    of_columns = _least(program.matrix.T.dot(multipliers), program.columns)
    of_rows = _least(-multipliers, program.rows)
    return of_columns is not None and of_rows is not None and of_columns + of_rows > 0


def proves_unbounded(program: LinearProgram, point: ExactArray, ray: ExactArray) -> bool:
    """Tell whether a feasible point may move along a ray for ever, improving all the way.

    Parameters
    ----------
    program : LinearProgram
    point, ray : ExactArray, shape (n,)

    Examples
    --------
    >>> from seqform.models.exact import ExactMatrix
    >>> program = LinearProgram(
    ...     "max", ExactArray.of([1]), ExactMatrix.from_dense([[1]]),
    ...     Bounds.at_least(ExactArray.of([2])), Bounds.nonnegative(1), ["row"], ["x"])
    >>> proves_unbounded(program, ExactArray.of([3]), ExactArray.of([1]))
    True
    """
    gain = program.objective.dot(ray)
    return (
        _within(point, program.columns)
        and _within(program.matrix.dot(point), program.rows)
        and _recedes(ray, program.columns)
        and _recedes(program.matrix.dot(ray), program.rows)
        and (gain < 0 if program.sense == "min" else gain > 0)
    )


def _least(coefficients: ExactArray, bounds: Bounds) -> Fraction | None:
    """Return the least value of a linear function over a box, None if there is none."""
    rising = np.asarray(coefficients.numerators > 0, dtype=bool)
    falling = np.asarray(coefficients.numerators < 0, dtype=bool)
    if np.any(rising & ~bounds.has_lower) or np.any(falling & ~bounds.has_upper):
        return None
    at_lower = coefficients.take(rising).dot(bounds.lower.take(rising))
    return at_lower + coefficients.take(falling).dot(bounds.upper.take(falling))


def _within(values: ExactArray, bounds: Bounds) -> bool:
    over_lower = (values - bounds.lower).take(bounds.has_lower).numerators
    under_upper = (bounds.upper - values).take(bounds.has_upper).numerators
    return not np.any(over_lower < 0) and not np.any(under_upper < 0)


def _recedes(direction: ExactArray, bounds: Bounds) -> bool:
    falls, rises = direction.numerators < 0, direction.numerators > 0
    return not np.any(falls & bounds.has_lower) and not np.any(rises & bounds.has_upper)
