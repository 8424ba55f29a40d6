"""How an answer to a linear program is judged."""

from __future__ import annotations

from typing import Any

import numpy as np

from seqform.backends.conformance_case import ProgramCase
from seqform.backends.conformance_promise import ConformanceFailure, require, require_answer
from seqform.models.exact import ExactArray
from seqform.models.linear_program import LinearProgram
from seqform.models.raw_solution import BasisStatus, RawSolution


def judge_program_answer(case: ProgramCase, answer: RawSolution, accuracy: float) -> None:
    """Compare an answer with what is known, and with itself.

    Parameters
    ----------
    case : ProgramCase
    answer : RawSolution
    accuracy : float
        As in `seqform.backends.conformance.check`.

    Raises
    ------
    ConformanceFailure
        If it is not right.
    """
    require_answer(answer, case.terminations)
    if not answer.solved:
        return
    program = case.program
    m, n = program.matrix.shape
    require(answer.primal is not None and len(answer.primal) == n, f"{n} primal values expected")
    require(answer.dual is not None and len(answer.dual) == m, f"{m} dual values expected")
    assert answer.primal is not None
    assert answer.dual is not None
    allowed = accuracy * _size(program)
    require(answer.objective is not None, "the objective is missing")
    if case.objective is not None:
        miss = abs(answer.objective - case.objective)  # type: ignore[operator]  # not None, as required above
        require(miss <= allowed, f"the objective is {answer.objective}; true is {case.objective}")
    judge_program_residuals(program, answer, allowed)
    _judge_vector("primal", answer.primal, case.primal, allowed)
    _judge_vector("dual", answer.dual, case.dual, allowed)
    _judge_basis(program, answer)


def judge_program_residuals(program: LinearProgram, answer: RawSolution, allowed: float) -> None:
    """Require a primal-dual pair that is feasible and optimal, and an objective that is its own."""
    primal, dual = answer.primal, answer.dual
    assert primal is not None
    assert dual is not None
    residuals = program.residuals(primal, dual)
    for what, value in (
        ("a row is violated", max(residuals.primal_rows, 0)),
        ("a column is violated", max(residuals.primal_columns, 0)),
    ):
        require(value <= allowed, f"{what} by {float(value):.3g}")
    if max(residuals.dual, residuals.gap) > allowed:
        turned = program.residuals(primal, -dual)
        hint = "; with the opposite sign they would be right" if turned.worst <= allowed else ""
        raise ConformanceFailure(
            f"the duals are off by {float(residuals.dual):.3g}, the duality gap is {float(residuals.gap):.3g}{hint}"
        )
    own = program.objective_at(primal)
    require(
        abs(float(own) - float(answer.objective or 0)) <= allowed,
        f"the objective is given as {answer.objective}, but is {float(own)} at the point given",
    )


def _judge_vector(what: str, values: Any, expected: ExactArray | None, allowed: float) -> None:
    if expected is None:
        return
    if isinstance(values, ExactArray):
        require(values.equals(expected), f"the {what} vector is {values.to_fractions()}")
        return
    miss = float(np.max(np.abs(values - expected.to_floats()), initial=0.0))
    require(
        miss <= allowed,
        f"the {what} vector is {np.asarray(values).tolist()}; true is {expected.to_floats().tolist()}",
    )


def _judge_basis(program: LinearProgram, answer: RawSolution) -> None:
    if answer.basis is None:
        return
    m, n = program.matrix.shape
    statuses = np.concatenate([answer.basis.rows, answer.basis.columns])
    require(len(answer.basis.rows) == m and len(answer.basis.columns) == n, "the basis is of another size")
    basic = int(np.count_nonzero(statuses == BasisStatus.BASIC))
    require(basic == m, f"{basic} rows and columns are basic, of {m} that should be")
    for what, place, bounds in (
        ("row", answer.basis.rows, program.rows),
        ("column", answer.basis.columns, program.columns),
    ):
        at_lower, at_upper = place == BasisStatus.LOWER, place == BasisStatus.UPPER
        stray = np.any(at_lower & ~bounds.has_lower) or np.any(at_upper & ~bounds.has_upper)
        require(not stray, f"the basis has a {what} at a bound that it does not have")


def _size(program: LinearProgram) -> float:
    """Return the size of the largest number in the objective and the bounds, at least 1."""
    numbers = [program.objective.to_floats()]
    for lower, upper in (program.rows.to_floats(), program.columns.to_floats()):
        numbers += [lower[np.isfinite(lower)], upper[np.isfinite(upper)]]
    return max(1.0, *(float(np.max(np.abs(values), initial=0.0)) for values in numbers))
