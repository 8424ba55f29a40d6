"""Linear complementarity problems through Pyomo's mixed-integer solvers, and the best of their solutions.

The complementarity constraints of `LinearComplementarityProblem.to_pyomo` become disjunctions, and these become
binary variables with constants taken from the variables' bounds: what the constraints imply, and for variables that
are still unbounded a box around zero. The binary variables say which of each pair is zero; on that support the
problem is a linear program, and its solution the answer.

A problem without a solution inside the box may have one outside. So a box where nothing is found is
followed by a larger one, and then by an ERROR that names it; INFEASIBLE is said only where no box was needed, or
where already the linear constraints contradict each other.

A linear complementarity problem as a Pyomo model with complementarity constraints, or with binary variables.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from seqform.backends.exact.complementarity import Sense, support_of, support_program
from seqform.backends.protocol import SolveOptions
from seqform.backends.solvers.pyomo_lp import (
    Outcome,
    chosen_solver,
    run,
    solve_program,
    solver_name,
    solver_options,
    termination_of,
)
from seqform.errors import ModelError
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import ExactArray, Floats, Ints, Mask
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.linear import Bounds, LinearProgram
from seqform.models.programs.solutions import CUT_SHORT, RawSolution, Termination
from seqform.system.packages import require


def to_pyomo(problem: LinearComplementarityProblem) -> Any:
    """Return the complementarity problem as a Pyomo `ConcreteModel`.

    It is a model for solvers of mathematical programs with equilibrium constraints, to be extended by an
    objective and constraints as one likes. `make_mixed_integer` turns it into one for HiGHS and its like.

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
    >>> from seqform.models.programs.complementarity import linear_complementarity_problem
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
    >>> from seqform.models.programs.complementarity import linear_complementarity_problem
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
    >>> from seqform.models.programs.complementarity import linear_complementarity_problem
    >>> problem = linear_complementarity_problem([[2, 3], [3, 2]], [-3, -4])
    >>> model = to_pyomo(problem)
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


BOXES = (1e3, 1e6)
"""Bounds of variables that have none, in units of the problem's own numbers, one after the other."""

_ACCURACY = 1e-6
_LEAST_SECONDS = 1e-9

# A binary variable that is a millionth off lets its pair both be positive; a gap, a better solution be missed.
_STRICT: dict[str, dict[str, Any]] = {
    "highs": {"mip_feasibility_tolerance": 1e-9, "mip_rel_gap": 0.0},
}
_NO_POINT = (Termination.INFEASIBLE, Termination.INFEASIBLE_OR_UNBOUNDED)  # of what is bounded


@dataclass(frozen=True, eq=False)
class _Goal:
    """A linear function of z to be optimised over the solutions."""

    objective: ExactArray
    sense: Sense


@dataclass(frozen=True, eq=False)
class _Choice(Immutable):
    """What a mixed-integer program chose: the support, and a point with it, or why there is none."""

    termination: Termination
    outcome: Outcome
    support: Mask | None = None
    z: Floats | None = None


class _Solver:
    """One of Pyomo's solvers with its options, and the time that is left to it."""

    def __init__(self, options: SolveOptions) -> None:
        self._options = options
        self._started = time.perf_counter()
        self._seconds = 0.0
        self.name = chosen_solver(options)
        self._passed = self._resolved(options)

    def _resolved(self, options: SolveOptions) -> dict[str, Any]:
        return {**_STRICT.get(self.name, {}), **solver_options(self.name, options)}

    def _left(self) -> SolveOptions:
        limit = self._options.time_limit
        if limit is None:
            return self._options
        left = limit - (time.perf_counter() - self._started)
        return replace(self._options, time_limit=max(left, _LEAST_SECONDS))

    def program(self, program: LinearProgram) -> RawSolution:
        """Solve a linear program in the time that is left."""
        answer = solve_program(program, self._left())
        self._seconds += answer.seconds
        return answer

    def choice(self, problem: LinearComplementarityProblem, largest: float, goal: _Goal | None) -> _Choice:
        """Solve the mixed-integer program in the time that is left."""
        model = to_pyomo(problem)
        _set_objective(model, goal)
        try:
            make_mixed_integer(model, largest)
        except ModelError as error:
            return _Choice(Termination.INFEASIBLE, Outcome(str(error), False, {}, 0.0, None, ""))
        options = self._left()
        outcome = run(model, self.name, self._resolved(options), options)
        self._seconds += outcome.seconds
        termination = termination_of(outcome, options)
        if not outcome.has_point or termination in _NO_POINT:
            return _Choice(Termination.INFEASIBLE if termination in _NO_POINT else termination, outcome)
        return _Choice(termination, outcome, _support(problem, model), _values(model.z.values()))

    def answer(
        self, termination: Termination, status: str, choices: Sequence[_Choice] = (), **parts: Any
    ) -> RawSolution:
        """Return an answer that tells of the solver, its options and the time that it took."""
        outcomes = [choice.outcome for choice in choices]
        counts = [outcome.iterations for outcome in outcomes if outcome.iterations is not None]
        return RawSolution(
            termination,
            status,
            iterations=sum(counts) if counts else None,
            seconds=self._seconds,
            options={"solver": self.name, **self._passed},
            solver=solver_name(self.name, outcomes[-1] if outcomes else None),
            **parts,
        )


def solve_problem(problem: LinearComplementarityProblem, options: SolveOptions) -> RawSolution:
    """Return a solution of a linear complementarity problem.

    Raises
    ------
    OptionError
        If Pyomo does not find the solver, or the solver refuses an option.

    Examples
    --------
    >>> from seqform.models.programs.complementarity import linear_complementarity_problem
    >>> problem = linear_complementarity_problem([[2, 1], [1, 2]], [-5, -6])
    >>> solve_problem(problem, SolveOptions()).primal.round(6).tolist()
    [1.333333, 2.333333]
    """
    solver = _Solver(options)
    early = _without_binaries(solver, problem, None)
    if early is not None:
        return early
    try:
        boxes = _boxes(problem)
    except ModelError as error:
        return solver.answer(Termination.INFEASIBLE, str(error))
    choices: list[_Choice] = []
    for largest in boxes:
        choices.append(solver.choice(problem, largest, None))
        if choices[-1].termination is not Termination.INFEASIBLE:
            return _conclusion(solver, problem, choices, None)
    if len(boxes) == 1:
        return solver.answer(Termination.INFEASIBLE, choices[-1].outcome.condition, choices)
    return solver.answer(Termination.ERROR, _nothing_within(boxes[-1]), choices)


def best_solution(
    problem: LinearComplementarityProblem,
    objective: ExactArray,
    sense: Sense = "max",
    *,
    largest: Fraction | float,
    options: SolveOptions | None = None,
) -> RawSolution:
    """Return the solution of a small linear complementarity problem that is best for a linear function of z.

    Parameters
    ----------
    objective : ExactArray, shape (n,)
        c, for c·z.
    largest : Fraction or float
        The best is sought among the solutions with no |z_i| above this. For the sequence-form problem of a
        game, whose payoffs are shifted so that the largest is -1, one more than the spread of the payoffs
        loses no equilibrium.
    options : SolveOptions, optional
        As for the backend ``pyomo``.

    Returns
    -------
    RawSolution
        With `primal` and `objective`. INFEASIBLE means: no solution up to `largest`; TIME_LIMIT may come
        with the best solution so far. `seqform.backends.exact.complementarity.exact_complementarity` makes
        the answer exact.

    Raises
    ------
    ModelError
        If the objective has another length, `sense` is no sense or `largest` not positive.
    OptionError
        If Pyomo does not find the solver, or the solver refuses an option.

    Notes
    -----
    The mixed-integer program is exponential in the number of pairs: a few dozen are easy, a few hundred are not.

    Examples
    --------
    Of the solutions (3/2, 0), (0, 2) and (6/5, 1/5) the one with the largest 3 z1 + z2, exactly:

    >>> from seqform.backends.exact.complementarity import exact_complementarity
    >>> from seqform.models.programs.complementarity import linear_complementarity_problem
    >>> problem = linear_complementarity_problem([[2, 3], [3, 2]], [-3, -4])
    >>> answer = best_solution(problem, ExactArray.of([3, 1]), largest=1000)
    >>> round(answer.objective, 6)
    4.5
    >>> exact_complementarity(problem, answer).primal.to_fractions()
    [Fraction(3, 2), Fraction(0, 1)]
    """
    if len(objective) != len(problem):
        raise ModelError(f"objective of length {len(objective)}, but there are {len(problem)} variables")
    if sense not in ("min", "max"):
        raise ModelError(f'best solution: the sense is "min" or "max", not {sense!r}')
    if not largest > 0:
        raise ModelError(f"largest: a positive number expected, not {largest!r}")
    solver, goal = _Solver(options or SolveOptions()), _Goal(objective, sense)
    early = _without_binaries(solver, problem, goal)
    if early is not None:
        return early
    choice = solver.choice(problem, float(largest), goal)
    if choice.termination is Termination.INFEASIBLE:
        return solver.answer(Termination.INFEASIBLE, _nothing_within(float(largest)), [choice])
    return _conclusion(solver, problem, [choice], goal)


def _nothing_within(largest: float) -> str:
    return f"no solution with every variable up to {largest:g}"


def _without_binaries(solver: _Solver, problem: LinearComplementarityProblem, goal: _Goal | None) -> RawSolution | None:
    """Return the answer where the linear constraints alone give it, None where they do not."""
    relaxed = solver.program(_relaxation(problem, goal))
    perhaps_unbounded = goal is not None and relaxed.termination is Termination.INFEASIBLE_OR_UNBOUNDED
    if relaxed.termination in _NO_POINT and not perhaps_unbounded:
        return solver.answer(Termination.INFEASIBLE, f"without complementarity: {relaxed.status}")
    if relaxed.termination in CUT_SHORT:
        return solver.answer(relaxed.termination, relaxed.status)
    if relaxed.primal is None or not relaxed.solved:
        return None
    support = support_of(problem, relaxed.primal)
    z = _on_support(problem, np.asarray(relaxed.primal), support)
    if not _solves(problem, z, support):
        return None
    return solver.answer(Termination.SOLVED, relaxed.status, primal=z, objective=_value(goal, z))


def _relaxation(problem: LinearComplementarityProblem, goal: _Goal | None) -> LinearProgram:
    """Return the linear program that forgets complementarity; without a goal, of the smallest sum."""
    everywhere = np.ones(len(problem), dtype=bool)
    smallest = ExactArray((~problem.free).astype(np.int64))
    objective, sense = _objective(goal)
    program = support_program(problem, everywhere, smallest if objective is None else objective, sense)
    return replace(program, rows=Bounds(-problem.q, -problem.q, everywhere, problem.free))


def _objective(goal: _Goal | None) -> tuple[ExactArray | None, Sense]:
    return (None, "min") if goal is None else (goal.objective, goal.sense)


def _value(goal: _Goal | None, z: Floats) -> float | None:
    return None if goal is None else float(goal.objective.to_floats() @ z)


def _boxes(problem: LinearComplementarityProblem) -> tuple[float, ...]:
    """Return the bounds to be tried for variables without any: one, of no account, if there are none such."""
    model = to_pyomo(problem)
    tighten(model)
    bounds = np.array([variable.bounds for variable in model.z.values()], dtype=float)  # NaN for none
    bounded = ~np.any(np.isnan(bounds), axis=1)
    if np.all(bounded):
        return (1.0,)
    reach = np.where(bounded, np.max(np.abs(bounds), axis=1), 0.0)
    matrix = abs(problem.matrix.to_scipy())
    known = np.abs(problem.q.to_floats()) + matrix @ reach
    unknown = matrix[:, np.flatnonzero(~bounded)]
    rows = np.flatnonzero(np.diff(unknown.indptr))
    least = np.minimum.reduceat(unknown.data, unknown.indptr[rows]) if len(rows) else np.ones(0)
    scale = float(np.max(known[rows] / least, initial=0.0)) or 1.0
    return tuple(factor * scale for factor in BOXES)


def _set_objective(model: Any, goal: _Goal | None) -> None:
    require("pyomo")
    from pyomo import environ as pyomo
    from pyomo.core.expr.numeric_expr import LinearExpression

    if goal is None:
        model.objective = pyomo.Objective(expr=0.0)
        return
    model.objective = pyomo.Objective(
        expr=LinearExpression(linear_coefs=goal.objective.to_floats().tolist(), linear_vars=list(model.z.values())),
        sense=pyomo.minimize if goal.sense == "min" else pyomo.maximize,
    )


def _support(problem: LinearComplementarityProblem, model: Any) -> Mask:
    """Return the support that the binary variables say: of a pair's disjuncts the second is w_i = 0."""
    support = problem.free.copy()
    chosen = [pair.expr2.binary_indicator_var.value for pair in model.pair.values()]
    support[~problem.free] = np.array(chosen, dtype=float) > 0.5
    return support


def _values(variables: Any) -> Floats:
    """Return the values, 0 of variables that are in no constraint."""
    return np.array([variable.value or 0.0 for variable in variables], dtype=float)


def _conclusion(
    solver: _Solver, problem: LinearComplementarityProblem, choices: Sequence[_Choice], goal: _Goal | None
) -> RawSolution:
    """Return the solution on the support that was chosen last, or what kept the solver from choosing one."""
    choice = choices[-1]
    if choice.support is None or choice.z is None:
        return solver.answer(choice.termination, choice.outcome.condition, choices)
    for support in (choice.support, support_of(problem, choice.z)):
        polished = solver.program(support_program(problem, support, *_objective(goal)))
        if goal is not None and polished.termination is Termination.UNBOUNDED:
            status = "among the solutions with the same zeros there are better ones without end"
            return solver.answer(Termination.UNBOUNDED, status, choices)
        z = _on_support(problem, np.asarray(polished.primal if polished.solved else choice.z), support)
        if _solves(problem, z, support):
            termination = Termination.SOLVED if goal is None else choice.termination
            return solver.answer(termination, choice.outcome.condition, choices, primal=z, objective=_value(goal, z))
    termination = Termination.NUMERICAL_ERROR if choice.termination is Termination.SOLVED else choice.termination
    status = f"the zeros that the solver chose are those of no solution; {choice.outcome.condition}"
    return solver.answer(termination, status, choices, primal=choice.z)


def _on_support(problem: LinearComplementarityProblem, z: Floats, support: Mask) -> Floats:
    """Return the point without what rounding left below zero or outside the support."""
    return np.where(support, np.where(problem.free, z, np.maximum(z, 0.0)), 0.0)


def _solves(problem: LinearComplementarityProblem, z: Floats, support: Mask) -> bool:
    """Tell whether a point on a support has w = 0 there and w ≥ 0 elsewhere, but for rounding."""
    matrix, q = problem.matrix.to_scipy(), problem.q.to_floats()
    w = q + matrix @ z
    allowed = _ACCURACY * np.maximum(1.0, np.abs(q) + abs(matrix) @ np.abs(z))
    return bool(np.all(np.where(support, np.abs(w), -w) <= allowed))
