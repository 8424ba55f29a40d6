"""Answers of other packages to a linear program, changed or not, as raw solutions of the program.

Columns and rows are found by their names where the package keeps names, so that further ones do no harm.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from numbers import Rational
from typing import Any

import numpy as np

from seqform.backends.solvers.modelling import named_cvxpy_duals, scipy_duals
from seqform.errors import ModelError
from seqform.io.linear_programs import safe_names
from seqform.models.numbers.exact import ExactArray, Vector, entries
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.solutions import RawSolution, Termination

_EXPECTED = (
    "a RawSolution, a solved model of HiGHS, SciPy, CVXPY or Pyomo, a mapping from names to values, or the values of "
    "the columns expected"
)


def raw_answer(program: LinearProgram, answer: Any) -> RawSolution:
    """Return an answer to a linear program as a `RawSolution`.

    Parameters
    ----------
    answer
        One of: a `RawSolution`; a solved `highspy.Highs`, `cvxpy.Problem` or Pyomo model with the names of the program;
        the result of `scipy.optimize.linprog`; a mapping from the names of the columns, and perhaps of rows, to values
        and duals, the names as in the program or as in its MPS and LP files; the values of the columns in their order,
        of which any behind them are not read.

    Returns
    -------
    RawSolution
        With zeros as duals where the answer has none.

    Raises
    ------
    ModelError
        If a column has no value, or the answer is of no such kind.
    """
    if isinstance(answer, RawSolution):
        if answer.primal is None:
            raise ModelError(f"{program.name}: an answer without a point: {answer.termination} ({answer.status})")
        primal, dual = answer.primal, answer.dual
    else:
        primal, dual = _vectors(program, answer)
    rows, columns = program.matrix.shape
    if dual is None:
        dual = ExactArray.zeros(rows) if isinstance(primal, ExactArray) else np.zeros(rows)
    if len(primal) < columns or len(dual) < rows:
        raise ModelError(f"{program.name}: values for {columns} columns and {rows} rows expected, not {len(primal)} "
                         f"and {len(dual)}")  # fmt: skip
    if isinstance(answer, RawSolution) and (len(primal), len(dual)) == (columns, rows) and answer.dual is not None:
        return answer
    status = f"a point from {type(answer).__name__}"
    return RawSolution(
        Termination.SOLVED, status, primal=entries(primal, slice(0, columns)), dual=entries(dual, slice(0, rows))
    )


def _vectors(program: LinearProgram, answer: Any) -> tuple[Vector, Vector | None]:
    """Return the values of the columns, and the duals of the rows if there are any."""
    if hasattr(answer, "getSolution"):
        return _of_highs(program, answer)
    if hasattr(answer, "var_dict"):
        values = {name: one.value for name, one in answer.var_dict.items()}
        return _named(program, values, named_cvxpy_duals(program, answer))
    if hasattr(answer, "component_data_objects"):
        return _of_pyomo(program, answer)
    if hasattr(answer, "ineqlin"):
        if answer.x is None:
            raise ModelError(f"{program.name}: SciPy has no point: {answer.message}")
        return np.asarray(answer.x, dtype=float), scipy_duals(program, answer) if answer.status == 0 else None
    if isinstance(answer, Mapping):
        return _named(program, answer, answer if any(name in answer for name in program.row_names) else None)
    try:
        return _numbers(list(answer)), None
    except (TypeError, ValueError):
        raise ModelError(f"{program.name}: {_EXPECTED}, not {type(answer).__name__}") from None


def _of_highs(program: LinearProgram, highs: Any) -> tuple[Vector, Vector | None]:
    model, solution = highs.getLp(), highs.getSolution()
    if not solution.value_valid:
        status = highs.modelStatusToString(highs.getModelStatus())
        raise ModelError(f"{program.name}: HiGHS has no point: {status}; call its method run, or relax the program")
    values = dict(zip(model.col_names_, solution.col_value, strict=False))
    if not solution.dual_valid:
        return _named(program, values, None)
    sense = "min" if model.sense_.name == "kMinimize" else "max"
    sign = 1 if sense == program.sense else -1
    duals = {name: sign * dual for name, dual in zip(model.row_names_, solution.row_dual, strict=False)}
    return _named(program, values, duals)


def _of_pyomo(program: LinearProgram, model: Any) -> tuple[Vector, Vector | None]:
    values = {name: variable.value for name, variable in model.x.items()}
    duals = model.component("dual")
    if duals is None or not len(duals):
        return _named(program, values, None)
    active = next(iter(model.component_data_objects(type(model.objective), active=True)), model.objective)
    sign = 1 if active.sense.name.startswith(program.sense) else -1
    return _named(program, values, {name: sign * duals[row] for name, row in model.row.items() if row in duals})


def _named(
    program: LinearProgram, values: Mapping[str, Any], duals: Mapping[str, Any] | None
) -> tuple[Vector, Vector | None]:
    """Return the values of the columns and the duals of the rows by their names, or their names in files."""
    columns: Sequence[str] = program.column_names
    if columns and columns[0] not in values:
        columns = safe_names(columns)
    missing = next((name for name in columns if values.get(name) is None), None)
    if missing is not None:
        raise ModelError(f"{program.name}: no value of column {missing!r}; {_EXPECTED}")
    rows = None
    if duals is not None:
        names: Sequence[str] = program.row_names
        if not any(name in duals for name in names):
            names = safe_names(names, taken=("Obj", "obj"))
        rows = _numbers([duals.get(name, 0) for name in names])
    return _numbers([values[name] for name in columns]), rows


def _numbers(values: list[Any]) -> Vector:
    """Return numbers as an array, exactly if all are fractions."""
    if values and all(isinstance(value, Rational) for value in values):
        return ExactArray.of(values)
    return np.array([float(value) for value in values])
