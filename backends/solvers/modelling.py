"""Conversion of models to SciPy, CVXPY and Pyomo, for extension by users, and the rows of linear programs by kind.

Linear programs that need no solver, and that many solvers refuse, are answered here too.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from seqform.errors import ModelError
from seqform.models.numbers.exact import Floats, Ints, Mask
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.linear import LinearProgram, to_arrays
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.system.packages import require


def trivial_answer(program: LinearProgram, solver: str) -> RawSolution | None:
    """Return the answer to a program without columns or with a contradictory row, None for any other."""
    contradictory = _contradictory_rows(program)
    if len(contradictory):
        name = program.row_names[int(contradictory[0])]
        status = f"row {name} has no entries and bounds that exclude zero"
        return RawSolution(Termination.INFEASIBLE, status, solver=solver)
    m, n = program.matrix.shape
    if n > 0:
        return None
    dual = np.zeros(m)
    return RawSolution(
        Termination.SOLVED,
        "no columns",
        primal=np.zeros(0),
        dual=dual,
        objective=0.0,
        solver=solver,
    )


def _contradictory_rows(program: LinearProgram) -> Ints:
    """Return the indices of the rows that have no entries and bounds that exclude zero."""
    bounds = program.rows
    above = bounds.has_lower & np.asarray(bounds.lower.numerators > 0, dtype=bool)
    below = bounds.has_upper & np.asarray(bounds.upper.numerators < 0, dtype=bool)
    return np.flatnonzero(_empty_rows(program) & (above | below)).astype(np.int64)


def row_groups(program: LinearProgram) -> dict[str, Ints]:
    """Return the indices of the equations ("equality") and of the other rows with a "lower" and an "upper" bound.

    A row with two different bounds is in two groups. A row without entries is in none, unless its bounds exclude zero.
    """
    is_kept = ~_empty_rows(program)
    is_kept[_contradictory_rows(program)] = True
    rows = program.rows
    masks = {
        "equality": rows.fixed,
        "lower": rows.has_lower & ~rows.fixed,
        "upper": rows.has_upper & ~rows.fixed,
    }
    return {name: np.flatnonzero(mask & is_kept).astype(np.int64) for name, mask in masks.items()}


def row_duals(program: LinearProgram, derivatives: Mapping[str, Floats]) -> Floats:
    """Return the row duals from derivatives of the minimisation's optimum with respect to the bounds of `row_groups`.

    A maximisation is the minimisation of -c·x.
    """
    # A row with two bounds has the sum of both derivatives, of which at most one is not zero.
    groups = row_groups(program)
    duals = np.zeros(program.matrix.shape[0])
    for group, values in derivatives.items():
        duals[groups[group]] += values
    return duals if program.sense == "min" else -duals


def _empty_rows(model: LinearProgram | LinearComplementarityProblem) -> Mask:
    return np.asarray(np.diff(model.matrix.row_start) == 0, dtype=bool)


# ---- SciPy ----


@dataclass(eq=False)
class LinprogArguments:
    """The arguments of `scipy.optimize.linprog` for a linear program, which are those of a minimisation.

    They may be changed and get further rows at their ends.

    - `names_eq`, `names_ub`, `column_names`: The names of the rows of `A_eq` and of `A_ub`, and of the columns. The
      rows with upper bounds stand before those with lower bounds, whose signs are changed.
    """

    c: Floats
    A_ub: Any
    b_ub: Floats
    A_eq: Any
    b_eq: Floats
    bounds: Floats
    names_eq: list[str]
    names_ub: list[str]
    column_names: list[str]

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments by name: ``linprog(**arguments)``."""
        return {
            "c": self.c,
            "A_ub": self.A_ub,
            "b_ub": self.b_ub,
            "A_eq": self.A_eq,
            "b_eq": self.b_eq,
            "bounds": self.bounds,
        }


def to_scipy(program: LinearProgram) -> LinprogArguments:
    """Return the linear program as the arguments of `scipy.optimize.linprog`.

    Examples
    --------
    >>> import seqform as sf
    >>> from scipy.optimize import linprog
    >>> arrays = to_scipy(sf.linear_program("kuhn").target)
    >>> round(linprog(**arrays.arguments).fun, 6), arrays.names_eq[1]
    (0.055556, 'plan J:')
    """
    require("scipy.sparse")
    from scipy.sparse import vstack

    arrays = to_arrays(program)
    equal, lower, upper = row_groups(program).values()
    return LinprogArguments(
        c=arrays.cost if program.sense == "min" else -arrays.cost,
        A_ub=vstack([arrays.matrix[upper], -arrays.matrix[lower]], format="csr"),
        b_ub=np.concatenate([arrays.row_upper[upper], -arrays.row_lower[lower]]),
        A_eq=arrays.matrix[equal],
        b_eq=arrays.row_lower[equal],
        bounds=np.column_stack([arrays.column_lower, arrays.column_upper]),
        names_eq=[program.row_names[i] for i in equal.tolist()],
        names_ub=[program.row_names[i] for i in (*upper.tolist(), *lower.tolist())],
        column_names=list(program.column_names),
    )


def scipy_duals(program: LinearProgram, result: Any) -> Floats:
    """Return the row duals of a result of `linprog`, in the convention of `LinearProgram`.

    The result is that of `to_scipy`, perhaps with further rows behind its own. ModelError if it has fewer.
    """
    sizes = {name: len(index) for name, index in row_groups(program).items()}
    equations = np.asarray(result.eqlin.marginals, dtype=float)
    inequalities = np.asarray(result.ineqlin.marginals, dtype=float)
    end = sizes["upper"] + sizes["lower"]
    if len(equations) < sizes["equality"] or len(inequalities) < end:
        raise ModelError(
            f"{program.name}: duals of {sizes['equality']} equations and {end} inequalities expected, not of "
            f"{len(equations)} and {len(inequalities)}: a result of linprog for another program"
        )
    derivatives = {
        "equality": equations[: sizes["equality"]],
        "upper": inequalities[: sizes["upper"]],
        "lower": -inequalities[sizes["upper"] : end],
    }
    return row_duals(program, derivatives)


# ---- CVXPY ----


def to_cvxpy(program: LinearProgram) -> Any:
    """Return the linear program as a `cvxpy.Problem`.

    It has one vector variable named ``x``, and at most one constraint for each of the groups of `cvxpy_groups`, in that
    order, labelled with the group's name; a group without members has no constraint. Column bounds are constraints too,
    because some solvers behind CVXPY do not accept them as attributes of a variable.

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
    cvxpy = require("cvxpy")
    arrays = to_arrays(program)
    x = cvxpy.Variable(program.matrix.shape[1], name="x")
    groups = cvxpy_groups(program)
    equal, lower, upper, column_lower, column_upper = groups.values()
    # The values are functions, since CVXPY refuses constraints without entries.
    makers = {
        "equality": lambda: arrays.matrix[equal] @ x == arrays.row_lower[equal],
        "lower": lambda: arrays.matrix[lower] @ x >= arrays.row_lower[lower],
        "upper": lambda: arrays.matrix[upper] @ x <= arrays.row_upper[upper],
        "column lower": lambda: x[column_lower] >= arrays.column_lower[column_lower],
        "column upper": lambda: x[column_upper] <= arrays.column_upper[column_upper],
    }
    constraints: list[Any] = []
    for group, index in groups.items():
        if len(index) == 0:
            continue
        constraint = makers[group]()
        if hasattr(constraint, "set_label"):
            constraint.set_label(group)
        constraints.append(constraint)
    objective = cvxpy.Minimize if program.sense == "min" else cvxpy.Maximize
    return cvxpy.Problem(objective(arrays.cost @ x), constraints)


def to_named_cvxpy(program: LinearProgram) -> Any:
    """Return the linear program as a `cvxpy.Problem` with named variables and constraints, one by one.

    Variables have the names of the columns, constraints the labels of the rows. A row with two different bounds has two
    constraints, labelled with ``lower`` and ``upper`` behind its name, and the bounds of a column are labelled in the
    same way. It is meant to be read and extended; `to_cvxpy` is faster for programs with more than some thousand
    entries.

    Examples
    --------
    >>> import seqform as sf
    >>> problem = to_named_cvxpy(sf.linear_program("kuhn").target)
    >>> [variable.name() for variable in problem.variables()][2:4], problem.constraints[1].label
    (['weight J: check', 'weight J: bet'], 'plan J:')
    """
    cvxpy = require("cvxpy")
    arrays = to_arrays(program)
    x = [cvxpy.Variable(name=name) for name in program.column_names]
    constraints: list[Any] = []

    terms = _row_terms(arrays.matrix, x)
    row_bounds = _pairs(arrays.row_lower, arrays.row_upper)
    for name, row, bounds in zip(program.row_names, terms, row_bounds, strict=True):
        activity = cvxpy.Constant(0)
        coefficients, variables = row
        if coefficients:
            products = zip(coefficients, variables, strict=True)
            activity = cvxpy.sum([value * variable for value, variable in products])
        constraints += _named_constraints(name, activity, bounds)

    column_bounds = _pairs(arrays.column_lower, arrays.column_upper)
    for name, variable, bounds in zip(program.column_names, x, column_bounds, strict=True):
        constraints += _named_constraints(name, variable, bounds)

    cost = cvxpy.sum([arrays.cost[j] * x[j] for j in np.flatnonzero(arrays.cost).tolist()] or [0])
    objective = cvxpy.Minimize if program.sense == "min" else cvxpy.Maximize
    return cvxpy.Problem(objective(cost), constraints)


def _named_constraints(
    name: str, expression: Any, bounds: tuple[float | None, float | None]
) -> list[Any]:
    """Return the constraints of an expression between bounds, labelled as in `to_named_cvxpy`."""
    lower, upper = bounds
    if lower is not None and upper is not None and lower != upper:
        return [
            (expression >= lower).set_label(f"{name} lower"),
            (expression <= upper).set_label(f"{name} upper"),
        ]
    if lower is not None and upper is not None:
        return [(expression == lower).set_label(name)]
    if lower is not None:
        return [(expression >= lower).set_label(name)]
    if upper is not None:
        return [(expression <= upper).set_label(name)]
    return []


def named_cvxpy_duals(program: LinearProgram, problem: Any) -> dict[str, float] | None:
    """Return the row duals of a solved problem of `to_named_cvxpy`, by name, in the convention of `LinearProgram`.

    The problem may have further constraints, and another objective. None is returned if the solver left no duals.
    """
    multipliers = {row.label: row.dual_value for row in problem.constraints}
    sense = 1 if program.sense == "min" else -1
    rows = program.rows
    duals: dict[str, float] = {}
    for i, name in enumerate(program.row_names):
        # Multipliers have the signs of the Lagrangian of the minimisation; see `cvxpy_duals`.
        signs = {name: -1}
        if rows.has_lower[i] and not rows.has_upper[i]:
            signs = {name: 1}
        elif rows.has_lower[i] and not rows.fixed[i]:
            signs = {f"{name} lower": 1, f"{name} upper": -1}

        for label, sign in signs.items():
            multiplier = multipliers.get(label)
            if multiplier is not None:
                dual = sense * sign * float(multiplier)
                duals[name] = duals.get(name, 0.0) + dual
    return duals or None


def cvxpy_groups(program: LinearProgram) -> dict[str, Ints]:
    """Return the indices of the rows and columns behind each constraint of `to_cvxpy`, by the name of the group.

    The rows are those of `row_groups`, the columns those with a lower and an upper bound.
    """
    masks = {"column lower": program.columns.has_lower, "column upper": program.columns.has_upper}
    columns = {group: np.flatnonzero(mask).astype(np.int64) for group, mask in masks.items()}
    return row_groups(program) | columns


def cvxpy_duals(program: LinearProgram, problem: Any) -> Floats | None:
    """Return the row duals of a solved CVXPY problem, in the convention of `LinearProgram`.

    The problem is the result of `to_cvxpy` for the program, or begins with the same constraints. None is returned if
    the solver left no duals. CVXPY's multipliers belong to the Lagrangian of the minimisation, whose terms are
    ``y·(A x - b)`` for equations and ``y·(l - A x)`` and ``y·(A x - u)``, y >= 0, for inequalities.
    """
    # A group without rows has no constraint, and further constraints come behind those of the program.
    present = [group for group, index in row_groups(program).items() if len(index)]
    derivatives = {}
    for group, row in zip(present, problem.constraints, strict=False):
        if row.dual_value is None:
            return None
        sign = 1 if group == "lower" else -1
        derivatives[group] = np.asarray(row.dual_value, dtype=float) * sign
    return row_duals(program, derivatives)


# ---- Pyomo: linear programs ----


def to_pyomo(program: LinearProgram, integer: Mask | None = None) -> Any:
    """Return the linear program as a Pyomo `ConcreteModel`, with a mask of the columns that are whole numbers.

    It has the variables ``x``, indexed by column names, the constraints ``row``, indexed by row names, ``objective``,
    and, of a linear program, the suffix ``dual``. Rows without entries, which Pyomo's writers refuse, and rows without
    bounds have no constraint. A ModelError is raised if bounds of a row without entries exclude zero.
    """
    pyomo = require("pyomo.environ")
    contradictory = _contradictory_rows(program)
    if len(contradictory):
        raise ModelError(
            f"linear program {program.name}: row {program.row_names[contradictory[0]]} has no entries and bounds "
            "that exclude zero, which Pyomo cannot express; the program is infeasible"
        )
    arrays = to_arrays(program)
    model = pyomo.ConcreteModel(name=program.name)

    column_bounds = _pairs(arrays.column_lower, arrays.column_upper)
    bounds_of = dict(zip(program.column_names, column_bounds, strict=True))
    model.x = pyomo.Var(list(program.column_names), bounds=lambda _, column: bounds_of[column])
    x = list(model.x.values())
    if integer is not None:
        for place in np.flatnonzero(integer).tolist():
            x[place].domain = pyomo.Integers

    terms = _row_terms(arrays.matrix, x)
    row_bounds = _pairs(arrays.row_lower, arrays.row_upper)
    rows = {}
    for i in pyomo_rows(program).tolist():
        lower, upper = row_bounds[i]
        rows[program.row_names[i]] = (lower, linear_expression(*terms[i]), upper)
    model.row = pyomo.Constraint(list(rows), rule=lambda _, name: rows[name])

    used = np.flatnonzero(arrays.cost).tolist()
    model.objective = pyomo.Objective(
        expr=linear_expression(arrays.cost[used].tolist(), [x[j] for j in used]),
        sense=pyomo.minimize if program.sense == "min" else pyomo.maximize,
    )
    if integer is None:
        model.dual = pyomo.Suffix(direction=pyomo.Suffix.IMPORT)
    return model


def pyomo_rows(program: LinearProgram) -> Ints:
    """Return the indices of the rows that have a constraint in `to_pyomo`, in its order."""
    bounded = program.rows.has_lower | program.rows.has_upper
    return np.flatnonzero(bounded & ~_empty_rows(program)).astype(np.int64)


def linear_expression(coefficients: list[float], variables: list[Any]) -> Any:
    """Return a linear expression of Pyomo."""
    of_pyomo = require("pyomo.core.expr.numeric_expr")
    return of_pyomo.LinearExpression(linear_coefs=coefficients, linear_vars=variables)


def _row_terms(matrix: Any, variables: list[Any]) -> list[tuple[list[float], list[Any]]]:
    """Return the coefficients and the variables of every row of a sparse matrix."""
    values = matrix.data.tolist()
    entries = [variables[column] for column in matrix.indices.tolist()]
    rows = pairwise(matrix.indptr.tolist())
    return [(values[begin:end], entries[begin:end]) for begin, end in rows]


def _pairs(lower: Floats, upper: Floats) -> list[tuple[float | None, float | None]]:
    """Return each lower bound with its upper bound, None for an absent one."""
    return list(zip(_none_if_infinite(lower), _none_if_infinite(upper), strict=True))


def _none_if_infinite(bounds: Floats) -> list[float | None]:
    return [bound if math.isfinite(bound) else None for bound in bounds.tolist()]


# ---- Pyomo: complementarity problems ----


def complementarity_to_pyomo(problem: LinearComplementarityProblem) -> Any:
    """Return the complementarity problem as a Pyomo `ConcreteModel`.

    It is a mathematical program with equilibrium constraints, without an objective; objective and constraints may be
    added.

    It has the variables ``z``, indexed by names, and ``w``, indexed by the slack names of the pairs that are not free;
    the constraints ``row``: w = q + M z, or 0 = q + M z where z_i is free, indexed by slack names; and ``pair``, the
    complementarity constraints, indexed like ``w``. A ModelError is raised if the row of a free variable has no entries
    and a nonzero q, which no Pyomo model can express.

    Pyomo's transformation ``mpec.nl`` prepares the model for an .nl file, the input of solvers such as PATH and
    Knitro: every complementarity constraint keeps its z_i, and every other row its free variable.
    ``mpec.simple_nonlinear`` replaces the pairs by products z_i w_i ≤ 0, for nonlinear solvers.

    Examples
    --------
    >>> from seqform.models.programs.complementarity import linear_complementarity_problem
    >>> model = complementarity_to_pyomo(linear_complementarity_problem([[2, 1], [1, 2]], [-5, -6]))
    >>> print(model.row["w1"].expr)
    2.0*z[z1] + z[z2] - w[w1]  ==  5.0
    >>> [str(expression) for expression in model.pair["w2"]._args]
    ['0  <=  w[w2]', '0  <=  z[z2]']
    """
    require("pyomo")
    from pyomo import environ as pyomo
    from pyomo.mpec import Complementarity, complements

    contradictory = np.flatnonzero(
        problem.free & _empty_rows(problem) & (problem.q.numerators != 0)
    )
    if len(contradictory):
        raise ModelError(
            f"complementarity problem {problem.name}: {problem.slack_names[contradictory[0]]} has to be zero, but no "
            "variable is in it and its q is not zero, which Pyomo cannot express; the problem has no solution"
        )
    bounds = {}
    variable_of = {}  # by slacks, of the pairs
    for name, slack, is_free in zip(
        problem.names, problem.slack_names, problem.free.tolist(), strict=True
    ):
        bounds[name] = (None if is_free else 0, None)
        if not is_free:
            variable_of[slack] = name
    model = pyomo.ConcreteModel(name=problem.name)
    model.z = pyomo.Var(list(problem.names), bounds=lambda _, name: bounds[name])
    model.w = pyomo.Var(list(variable_of))

    rows = {}
    all_terms = _row_terms(problem.matrix.to_scipy(), list(model.z.values()))
    all_constants = problem.q.to_floats().tolist()
    for slack, terms, q in zip(problem.slack_names, all_terms, all_constants, strict=True):
        coefficients, variables = terms
        if slack in variable_of:
            coefficients = [*coefficients, -1.0]
            variables = [*variables, model.w[slack]]
        if variables:  # Pyomo's writers refuse rows without entries
            rows[slack] = linear_expression(coefficients, variables) == 0.0 - q
    model.row = pyomo.Constraint(list(rows), rule=lambda _, slack: rows[slack])

    def pair(model: Any, slack: str) -> Any:
        return complements(model.w[slack] >= 0, model.z[variable_of[slack]] >= 0)

    model.pair = Complementarity(list(variable_of), rule=pair)
    return model
