"""A linear complementarity problem as a Pyomo model with complementarity constraints, or with binary variables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from seqform.errors import ModelError
from seqform.models.exact import Ints
from seqform.system.packages import require

if TYPE_CHECKING:
    from seqform.models.linear_complementarity import LinearComplementarityProblem


def to_pyomo(problem: LinearComplementarityProblem) -> Any:
    """Return the complementarity problem as a Pyomo `ConcreteModel`.

    It is a model for solvers of mathematical programs with equilibrium constraints, to be extended by an
    objective and constraints as one likes. `make_mixed_integer` turns it into one for HiGHS and its like.

    Parameters
    ----------
    problem : LinearComplementarityProblem

    Returns
    -------
    pyomo.environ.ConcreteModel
        With the variables ``z``, indexed by names, and ``w``, indexed by the slack names of the pairs
        that are not free; the constraints ``row``, which say w = q + M z, or 0 = q + M z where z_i is
        free, indexed by slack names; and ``pair``, the complementarity constraints, indexed like ``w``.
        Without an objective.

    Raises
    ------
    ModelError
        If the row of a free variable has no entries and a q that is not zero, so that no model could say it.

    Notes
    -----
    Pyomo's transformation ``mpec.nl`` prepares the model for an .nl file, which solvers such as PATH and
    Knitro read: every complementarity constraint keeps its z_i, and every other row its free variable.
    ``mpec.simple_nonlinear`` makes the products z_i w_i ≤ 0 of it, for nonlinear solvers.

    Examples
    --------
    >>> from seqform.models.linear_complementarity import linear_complementarity_problem
    >>> model = to_pyomo(linear_complementarity_problem([[2, 1], [1, 2]], [-5, -6]))
    >>> print(model.row["w1"].expr)
    2.0*z[z1] + z[z2] - w[w1]  ==  5.0
    >>> [str(expression) for expression in model.pair["w2"]._args]
    ['0  <=  w[w2]', '0  <=  z[z2]']
    """
    require("pyomo")
    from pyomo import environ as pyomo
    from pyomo.mpec import Complementarity, complements

    contradictory = contradictory_pairs(problem)
    if len(contradictory):
        raise ModelError(
            f"complementarity problem {problem.name}: {problem.slack_names[contradictory[0]]} has to be zero, but no "
            "variable is in it and its q is not zero, which Pyomo cannot express; the problem has no solution"
        )
    bounds = {name: (None if free else 0, None) for name, free in zip(problem.names, problem.free, strict=True)}
    variable_of = {
        slack: name
        for name, slack, free in zip(problem.names, problem.slack_names, problem.free, strict=True)
        if not free
    }
    model = pyomo.ConcreteModel(name=problem.name)
    model.z = pyomo.Var(list(problem.names), bounds=lambda _, name: bounds[name])
    model.w = pyomo.Var(list(variable_of))
    rows = _rows(problem, model)
    model.row = pyomo.Constraint(list(rows), rule=lambda _, slack: rows[slack])
    model.pair = Complementarity(
        list(variable_of), rule=lambda model, slack: complements(model.w[slack] >= 0, model.z[variable_of[slack]] >= 0)
    )
    return model


def contradictory_pairs(problem: LinearComplementarityProblem) -> Ints:
    """Return the indices of the free variables whose w_i has no entries and is not zero."""
    return np.flatnonzero(problem.free & _empty_rows(problem) & (problem.q.numerators != 0)).astype(np.int64)


def _empty_rows(problem: LinearComplementarityProblem) -> Any:
    return np.diff(problem.matrix.row_start) == 0


def _rows(problem: LinearComplementarityProblem, model: Any) -> dict[str, Any]:
    """Return the equation of every row, by slack name; Pyomo's writers refuse those without entries."""
    require("pyomo.core.expr.numeric_expr")
    from pyomo.core.expr.numeric_expr import LinearExpression

    matrix, q = problem.matrix.to_scipy(), problem.q.to_floats().tolist()
    start, index, values = matrix.indptr.tolist(), matrix.indices.tolist(), matrix.data.tolist()
    z = list(model.z.values())
    rows = {}
    for i, (slack, free) in enumerate(zip(problem.slack_names, problem.free.tolist(), strict=True)):
        entries = slice(start[i], start[i + 1])
        coefficients, variables = values[entries], [z[j] for j in index[entries]]
        if not free:
            coefficients, variables = [*coefficients, -1.0], [*variables, model.w[slack]]
        if variables:
            rows[slack] = LinearExpression(linear_coefs=coefficients, linear_vars=variables) == 0.0 - q[i]
    return rows


def tighten(model: Any) -> None:
    """Narrow the bounds of a model's variables to what its linear constraints imply, in place.

    Parameters
    ----------
    model : pyomo.environ.ConcreteModel
        Of `to_pyomo`, possibly extended.

    Raises
    ------
    ModelError
        If the constraints contradict each other.

    Examples
    --------
    >>> from seqform.models.linear_complementarity import linear_complementarity_problem
    >>> weights = [[0, 0, -1], [0, 0, -1], [1, 1, 0]]  # z1 + z2 = 1, z3 free
    >>> model = to_pyomo(linear_complementarity_problem(weights, [5, 7, -1], free=[False, False, True]))
    >>> tighten(model)
    >>> model.z["z1"].bounds, model.z["z3"].bounds
    ((0, 1.0), (None, 5.0))
    """
    require("pyomo.common.errors")
    from pyomo.common.errors import InfeasibleConstraintException
    from pyomo.contrib.fbbt.fbbt import fbbt

    for slack in model.w.values():
        if slack.lb is None:
            slack.setlb(0)
    try:
        fbbt(model)
    except InfeasibleConstraintException as error:
        raise ModelError(f"the constraints contradict each other: {error}") from None


def make_mixed_integer(model: Any, largest: float) -> None:
    """Turn the complementarity constraints of a model into a choice by binary variables, in place.

    Parameters
    ----------
    model : pyomo.environ.ConcreteModel
        Of `to_pyomo`, with whatever objective and constraints were added.
    largest : float
        The bound on the absolute value of the z_i that the constraints leave unbounded; positive. Solutions beyond it
        are lost. For the sequence-form problem of a game, whose payoffs are shifted so that the largest is -1, one more
        than the spread of the payoffs loses no equilibrium.

    Raises
    ------
    ModelError
        If `largest` is not positive, or the constraints contradict each other.

    Notes
    -----
    All bounds are narrowed to what the constraints imply. Then Pyomo's ``mpec.simple_disjunction`` and
    ``gdp.bigm`` do the work, which take their constants from the bounds.

    Examples
    --------
    Of the solutions (3/2, 0), (0, 2) and (6/5, 1/5) the one with the largest 3 z1 + z2:

    >>> from pyomo import environ as pyomo
    >>> from seqform.models.linear_complementarity import linear_complementarity_problem
    >>> problem = linear_complementarity_problem([[2, 3], [3, 2]], [-3, -4])
    >>> model = problem.to_pyomo()
    >>> model.objective = pyomo.Objective(expr=3 * model.z["z1"] + model.z["z2"], sense=pyomo.maximize)
    >>> make_mixed_integer(model, largest=1000)
    >>> results = pyomo.SolverFactory("highs").solve(model)
    >>> round(pyomo.value(model.objective), 6)
    4.5
    """
    require("pyomo.environ")
    from pyomo.environ import TransformationFactory

    if not largest > 0:
        raise ModelError(f"largest: a positive number expected, not {largest!r}")
    tighten(model)
    for variable in model.z.values():
        if variable.ub is None:
            variable.setub(max(largest, variable.lb or 0))
        if variable.lb is None:
            variable.setlb(min(-largest, variable.ub))
    tighten(model)
    TransformationFactory("mpec.simple_disjunction").apply_to(model)
    TransformationFactory("gdp.bigm").apply_to(model)
