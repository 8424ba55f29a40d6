"""From a near-optimal point of any solver to a simplex basis, by the crossover of HiGHS."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

from seqform.backends.highs_model import final_basis, import_highspy, new_highs, pass_program
from seqform.backends.highs_thread import on_own_thread
from seqform.models.exact import ExactArray, Floats
from seqform.models.linear_program import LinearProgram, Vector
from seqform.models.lp_arrays import ProgramArrays, to_arrays
from seqform.models.raw_solution import Basis, BasisStatus
from seqform.system.packages import require


def basis_from_point(program: LinearProgram, primal: Vector, dual: Vector) -> Basis | None:
    """Return an optimal basis near a primal-dual pair.

    Parameters
    ----------
    program : LinearProgram
    primal : ndarray or ExactArray, shape (n,)
    dual : ndarray or ExactArray, shape (m,)
        Row duals in the convention of `LinearProgram`.

    Returns
    -------
    Basis or None
        What the simplex method, started from the crossover's basis, calls optimal in
        double precision. None if it does not get there, or the point is not finite.

    Notes
    -----
    Crossover is Megiddo's strongly polynomial way from a pair of optimal points to a
    basis ("On finding primal- and dual-optimal bases", ORSA Journal on Computing 3,
    1991). It asks for a complementary pair, so each column is first moved to a bound or its reduced
    cost set to zero, whichever changes less.

    Examples
    --------
    >>> import numpy as np
    >>> from seqform.models.exact import ExactArray, ExactMatrix
    >>> from seqform.models.linear_program import Bounds
    >>> program = LinearProgram(
    ...     "max", ExactArray.of([1, 1]), ExactMatrix.from_dense([[1, 2], [3, 1]]),
    ...     Bounds.at_most(ExactArray.of([4, 6])), Bounds.nonnegative(2), ["land", "labour"], ["wheat", "rye"])
    >>> basis = basis_from_point(program, np.array([1.6001, 1.1999]), np.array([0.4, 0.2]))
    >>> basis.columns.tolist(), basis.rows.tolist()  # both columns basic, both rows at their upper bound
    ([0, 0], [2, 2])
    """
    point, prices = _floats(primal), _floats(dual)
    if not (np.all(np.isfinite(point)) and np.all(np.isfinite(prices))):
        return None
    highspy = import_highspy()
    arrays = to_arrays(program)
    prices = prices if program.sense == "min" else -prices
    slack_rows = np.flatnonzero(arrays.row_lower != arrays.row_upper)
    equations = _with_slacks(arrays, program.sense, slack_rows)
    start, costs = _complementary(
        np.concatenate([point, (arrays.matrix @ point)[slack_rows]]),
        equations.cost - equations.matrix.T @ prices,
        equations.column_lower,
        equations.column_upper,
    )
    solution = _solution(highspy, start, costs, equations, prices)
    basis = _cross_over(highspy, equations, solution)
    return None if basis is None else _without_slacks(basis, slack_rows, len(point))


def _floats(vector: Vector) -> Floats:
    return vector.to_floats() if isinstance(vector, ExactArray) else vector


def _cross_over(highspy: Any, equations: ProgramArrays, solution: Any) -> Basis | None:
    highs = new_highs(highspy)

    def work() -> None:
        highs.run()  # on nothing: crossover crashes where HiGHS has not yet started its pool of threads
        pass_program(highs, highspy, equations, "min")
        if highs.crossover(solution) == highspy.HighsStatus.kError:
            highs.clearSolver()
        highs.run()

    interrupted = threading.Event()
    on_own_thread(highspy, work, interrupted)
    if interrupted.is_set():
        raise KeyboardInterrupt
    if highs.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    return final_basis(highs, highspy, equations)


def _with_slacks(arrays: ProgramArrays, sense: str, slack_rows: Any) -> ProgramArrays:
    """Return the minimisation whose rows are all equations: row i becomes a·x - s = 0 with bounds on s.

    HiGHS (1.15) goes astray, or crashes, when it crosses over with rows that are not equations.
    """
    require("scipy.sparse")
    from scipy.sparse import csr_array, hstack

    m, k = arrays.matrix.shape[0], len(slack_rows)
    slack = csr_array((-np.ones(k), (slack_rows, np.arange(k))), shape=(m, k))
    sides = np.where(arrays.row_lower == arrays.row_upper, arrays.row_lower, 0.0)
    return ProgramArrays(
        np.concatenate([arrays.cost if sense == "min" else -arrays.cost, np.zeros(k)]),
        csr_array(hstack([arrays.matrix, slack], format="csr")),
        sides,
        sides,
        np.concatenate([arrays.column_lower, arrays.row_lower[slack_rows]]),
        np.concatenate([arrays.column_upper, arrays.row_upper[slack_rows]]),
    )


def _complementary(point: Floats, costs: Floats, lower: Floats, upper: Floats) -> tuple[Floats, Floats]:
    """Return the point and the reduced costs with one of the two out of the way in every column."""
    point = np.clip(point, lower, upper)
    to_lower = (costs > 0) & (point - lower <= costs)
    to_upper = (costs < 0) & (upper - point <= -costs)
    kept = to_lower | to_upper | (lower == upper)
    return np.where(to_lower, lower, np.where(to_upper, upper, point)), np.where(kept, costs, 0.0)


def _solution(highspy: Any, point: Floats, costs: Floats, equations: ProgramArrays, dual: Floats) -> Any:
    solution = highspy.HighsSolution()
    solution.col_value, solution.col_dual = point, costs
    solution.row_value, solution.row_dual = equations.row_lower, dual
    solution.value_valid = solution.dual_valid = True
    return solution


def _without_slacks(basis: Basis, slack_rows: Any, columns: int) -> Basis:
    """Return the basis of the rows as they were: a row stands where its slack stands."""
    rows = basis.rows.copy()
    slack = basis.columns[columns:]
    rows[slack_rows] = np.where(rows[slack_rows] == BasisStatus.BASIC, BasisStatus.BASIC, slack)
    return Basis(basis.columns[:columns], rows)
