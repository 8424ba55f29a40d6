"""A linear program as a model of CVXPY or Pyomo, which a user can extend, and its row duals read back.

Linear programs that need no solver, and that many solvers refuse.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from seqform.errors import ModelError
from seqform.models.numbers.exact import Floats, Ints, Mask
from seqform.models.programs.linear import LinearProgram, ProgramArrays, to_arrays
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.system.packages import require

_ROW_GROUPS = ("equality", "lower", "upper")


def to_cvxpy(program: LinearProgram) -> Any:
    """Return the linear program as a `cvxpy.Problem`.

    Returns
    -------
    cvxpy.Problem
        One vector variable named ``x``, and at most one constraint for each of the
        groups of `cvxpy_groups`, in that order, labelled with the group's name; a
        group without members has no constraint. Column bounds are constraints too,
        because not every solver behind CVXPY takes them as attributes of a variable.

    Examples
    --------
    >>> from seqform.models.numbers.exact import ExactArray, ExactMatrix
    >>> from seqform.models.programs.linear import Bounds, LinearProgram
    >>> program = LinearProgram(
    ...     "max", ExactArray.of([1, 1]), ExactMatrix.from_dense([[1, 2], [3, 1]]),
    ...     Bounds.at_most(ExactArray.of([4, 6])), Bounds.nonnegative(2), ["land", "labour"], ["wheat", "rye"])
    >>> problem = to_cvxpy(program)
    >>> round(float(problem.solve(solver="CLARABEL")), 6)
    2.8
    >>> cvxpy_duals(program, problem).round(6).tolist()
    [0.4, 0.2]
    """
    require("cvxpy")
    import cvxpy

    arrays = to_arrays(program)
    x = cvxpy.Variable(program.matrix.shape[1], name="x")
    sides = {
        "equality": (arrays.matrix, arrays.row_lower, "=="),
        "lower": (arrays.matrix, arrays.row_lower, ">="),
        "upper": (arrays.matrix, arrays.row_upper, "<="),
        "column lower": (None, arrays.column_lower, ">="),
        "column upper": (None, arrays.column_upper, "<="),
    }
    constraints = []
    for group, index in cvxpy_groups(program).items():
        if len(index) == 0:
            continue
        matrix, bound, relation = sides[group]
        left = x[index] if matrix is None else matrix[index] @ x
        constraint = _related(left, relation, bound[index])
        if hasattr(constraint, "set_label"):
            constraint.set_label(group)
        constraints.append(constraint)
    objective = cvxpy.Minimize if program.sense == "min" else cvxpy.Maximize
    return cvxpy.Problem(objective(arrays.cost @ x), constraints)


def _related(left: Any, relation: str, right: Floats) -> Any:
    if relation == "==":
        return left == right
    return left >= right if relation == ">=" else left <= right


def cvxpy_groups(program: LinearProgram) -> dict[str, Ints]:
    """Return the rows and columns behind each constraint of `to_cvxpy`.

    Returns
    -------
    dict from str to ndarray of int64
        ``"equality"``, ``"lower"`` and ``"upper"`` hold row indices,
        ``"column lower"`` and ``"column upper"`` column indices. A row with two
        different bounds is in both ``"lower"`` and ``"upper"``. A row without entries
        is in none, unless its bounds exclude zero.
    """
    rows, columns = program.rows, program.columns
    said = ~_empty_rows(program)
    said[contradictory_rows(program)] = True
    masks = {
        "equality": rows.fixed & said,
        "lower": rows.has_lower & ~rows.fixed & said,
        "upper": rows.has_upper & ~rows.fixed & said,
        "column lower": columns.has_lower,
        "column upper": columns.has_upper,
    }
    return {group: np.flatnonzero(mask).astype(np.int64) for group, mask in masks.items()}


def cvxpy_duals(program: LinearProgram, problem: Any) -> Floats | None:
    """Return the row duals of a solved CVXPY problem, in the convention of `LinearProgram`.

    Parameters
    ----------
    problem : cvxpy.Problem
        What `to_cvxpy` made of `program`, or an extension of it whose first
        constraints are those.

    Returns
    -------
    ndarray, shape (m,), or None
        None when the solver left no duals.

    Notes
    -----
    CVXPY's multipliers belong to the Lagrangian of the minimisation, whose terms are
    ``y·(A x - b)`` for equations and ``y·(l - A x)`` and ``y·(A x - u)``, y >= 0, for
    inequalities; a maximisation is the minimisation of -c·x.
    """
    sign = 1.0 if program.sense == "min" else -1.0
    direction = {"equality": -1.0, "lower": 1.0, "upper": -1.0}
    duals = np.zeros(program.matrix.shape[0])
    groups = [(group, index) for group, index in cvxpy_groups(program).items() if len(index)]
    for (group, index), constraint in zip(groups, problem.constraints, strict=False):
        if group not in _ROW_GROUPS:
            continue
        if constraint.dual_value is None:
            return None
        duals[index] += sign * direction[group] * np.asarray(constraint.dual_value, dtype=float)
    return duals


def to_pyomo(program: LinearProgram) -> Any:
    """Return the linear program as a Pyomo `ConcreteModel`.

    Returns
    -------
    pyomo.environ.ConcreteModel
        With the variables ``x``, indexed by column names, the constraints ``row``,
        indexed by row names, ``objective``, and the suffix ``dual``. Rows without
        entries, or without bounds, have no constraint: Pyomo's writers refuse the
        former, and the latter say nothing.

    Raises
    ------
    ModelError
        If a row without entries has bounds that exclude zero, so that no model could say it.

    Examples
    --------
    >>> from seqform.models.numbers.exact import ExactArray, ExactMatrix
    >>> from seqform.models.programs.linear import Bounds, LinearProgram
    >>> program = LinearProgram(
    ...     "max", ExactArray.of([1, 1]), ExactMatrix.from_dense([[1, 2], [3, 1]]),
    ...     Bounds.at_most(ExactArray.of([4, 6])), Bounds.nonnegative(2), ["land", "labour"], ["wheat", "rye"])
    >>> model = to_pyomo(program)
    >>> str(model.row["land"].expr)
    'x[wheat] + 2.0*x[rye]  <=  4.0'
    """
    require("pyomo")
    from pyomo import environ as pyomo

    contradictory = contradictory_rows(program)
    if len(contradictory):
        raise ModelError(
            f"linear program {program.name}: row {program.row_names[contradictory[0]]} has no entries and bounds "
            "that exclude zero, which Pyomo cannot express; the program is infeasible"
        )
    arrays = to_arrays(program)
    column_bounds = dict(zip(program.column_names, _pairs(arrays.column_lower, arrays.column_upper), strict=True))
    model = pyomo.ConcreteModel(name=program.name)
    model.x = pyomo.Var(list(program.column_names), bounds=lambda _, column: column_bounds[column])
    rows = _pyomo_rows(program, arrays, list(model.x.values()))
    model.row = pyomo.Constraint(list(rows), rule=lambda _, name: rows[name])
    used = np.flatnonzero(arrays.cost).tolist()
    model.objective = pyomo.Objective(
        expr=_linear_expression(arrays.cost[used].tolist(), [model.x[program.column_names[j]] for j in used]),
        sense=pyomo.minimize if program.sense == "min" else pyomo.maximize,
    )
    model.dual = pyomo.Suffix(direction=pyomo.Suffix.IMPORT)
    return model


def _pyomo_rows(
    program: LinearProgram, arrays: ProgramArrays, variables: list[Any]
) -> dict[str, tuple[float | None, Any, float | None]]:
    """Return lower bound, expression and upper bound of every row worth a constraint, by name."""
    start, index = arrays.matrix.indptr.tolist(), arrays.matrix.indices.tolist()
    values = arrays.matrix.data.tolist()
    bounds = _pairs(arrays.row_lower, arrays.row_upper)
    rows = {}
    for i in pyomo_rows(program).tolist():
        entries = slice(start[i], start[i + 1])
        terms = _linear_expression(values[entries], [variables[j] for j in index[entries]])
        rows[program.row_names[i]] = (bounds[i][0], terms, bounds[i][1])
    return rows


def _linear_expression(coefficients: list[float], variables: list[Any]) -> Any:
    require("pyomo.core.expr.numeric_expr")
    from pyomo.core.expr.numeric_expr import LinearExpression

    return LinearExpression(linear_coefs=coefficients, linear_vars=variables)


def pyomo_rows(program: LinearProgram) -> Ints:
    """Return the indices of the rows that have a constraint in `to_pyomo`, in its order."""
    bounded = program.rows.has_lower | program.rows.has_upper
    return np.flatnonzero(bounded & ~_empty_rows(program)).astype(np.int64)


def contradictory_rows(program: LinearProgram) -> Ints:
    """Return the indices of the rows that have no entries and bounds that exclude zero."""
    bounds = program.rows
    above = bounds.has_lower & np.asarray(bounds.lower.numerators > 0, dtype=bool)
    below = bounds.has_upper & np.asarray(bounds.upper.numerators < 0, dtype=bool)
    return np.flatnonzero(_empty_rows(program) & (above | below)).astype(np.int64)


def _empty_rows(program: LinearProgram) -> Mask:
    return np.asarray(np.diff(program.matrix.row_start) == 0, dtype=bool)


def _pairs(lower: Floats, upper: Floats) -> list[tuple[float | None, float | None]]:
    """Return each lower bound with its upper bound, None for an absent one."""
    return list(zip(_or_none(lower), _or_none(upper), strict=True))


def _or_none(values: Floats) -> list[float | None]:
    return [value if finite else None for value, finite in zip(values.tolist(), np.isfinite(values), strict=True)]


def trivial_answer(program: LinearProgram, solver: str) -> RawSolution | None:
    """Return the answer to a program without columns or with a contradictory row, None for any other.

    Parameters
    ----------
    solver : str
        What the answer is to give as solver.
    """
    contradictory = contradictory_rows(program)
    if len(contradictory):
        name = program.row_names[int(contradictory[0])]
        return RawSolution(
            Termination.INFEASIBLE, f"row {name} has no entries and bounds that exclude zero", solver=solver
        )
    m, n = program.matrix.shape
    if n > 0:
        return None
    return RawSolution(
        Termination.SOLVED, "no columns", primal=np.zeros(0), dual=np.zeros(m), objective=0.0, solver=solver
    )
