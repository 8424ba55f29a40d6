"""A linear program through one of Pyomo's solvers."""

from __future__ import annotations

from typing import Any

import numpy as np

from seqform.backends.options import SolveOptions
from seqform.backends.pyomo_solvers import chosen_solver, run, solver_name, solver_options, termination_of
from seqform.backends.trivial import trivial_answer
from seqform.models.exact import Floats
from seqform.models.linear_program import LinearProgram
from seqform.models.lp_modelling import pyomo_rows, to_pyomo
from seqform.models.raw_solution import RawSolution, Termination


def solve_program(program: LinearProgram, options: SolveOptions) -> RawSolution:
    """Solve a linear program.

    Raises
    ------
    OptionError
        If Pyomo does not find the solver, or the solver refuses an option.
    """
    solver = chosen_solver(options)
    passed = solver_options(solver, options)
    trivial = trivial_answer(program, solver_name(solver)) or _anything(program, solver_name(solver))
    if trivial is not None:
        return trivial
    concrete = to_pyomo(program)
    outcome = run(concrete, solver, passed, options)
    termination = termination_of(outcome, options)
    primal = dual = objective = None
    if outcome.has_point and termination not in (Termination.INFEASIBLE, Termination.UNBOUNDED):
        primal = _primal(program, concrete)
        objective = float(program.objective_at(primal))
        dual = _dual(program, outcome.duals)
    return RawSolution(
        termination,
        outcome.condition,
        primal=primal,
        dual=dual,
        objective=objective,
        iterations=outcome.iterations,
        seconds=outcome.seconds,
        options={"solver": solver, **passed},
        solver=solver_name(solver, outcome),
    )


def _anything(program: LinearProgram, solver: str) -> RawSolution | None:
    """Return the answer to a program without rows and objective, whose model would be empty; None for any other."""
    if len(pyomo_rows(program)) or np.any(program.objective.numerators != 0):
        return None
    dual = np.zeros(program.matrix.shape[0])
    return RawSolution(
        Termination.SOLVED, "nothing asked", primal=_idle(program), dual=dual, objective=0.0, solver=solver
    )


def _idle(program: LinearProgram) -> Floats:
    """Return, for every column, the point within its bounds that is nearest to zero."""
    point: Floats = np.clip(0.0, *program.columns.to_floats())
    return point


def _primal(program: LinearProgram, concrete: Any) -> Floats:
    """Return the values of the variables; those in no row and no objective are where their bounds allow."""
    idle = _idle(program)
    values = [concrete.x[name].value for name in program.column_names]
    return np.array([rest if value is None else value for value, rest in zip(values, idle, strict=True)], dtype=float)


def _dual(program: LinearProgram, duals: dict[str, float]) -> Floats | None:
    rows = pyomo_rows(program)
    if len(rows) and not duals:
        return None
    dual = np.zeros(program.matrix.shape[0])
    dual[rows] = [duals.get(program.row_names[i], 0.0) for i in rows.tolist()]
    return dual
