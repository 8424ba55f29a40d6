"""Backend on Pyomo's solvers, HiGHS by default, for linear programs and complementarity problems.

Complementarity problems are solved as mixed-integer programs. The complementarity constraints of
`LinearComplementarityProblem.to_pyomo` become disjunctions, and these become binary variables with constants taken from
the bounds of the variables: the bounds implied by the constraints and, for variables that remain unbounded, a box
around zero. The binary variables choose the zero of each pair; on the resulting support the problem is a linear
program, and its solution is the answer.

A problem without a solution inside the box may have one outside. A box without solution is therefore followed by a
larger one, and then by an ERROR that states its size; the termination is INFEASIBLE only where no box was needed, or
where the linear constraints already contradict each other.
"""

from __future__ import annotations

import math
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from seqform.backends.exact.complementarity import Sense, support_of, support_program
from seqform.backends.protocol import SolveOptions, Traits, require_supported, translate
from seqform.backends.solvers import highs_calls
from seqform.backends.solvers.modelling import (
    complementarity_to_pyomo,
    linear_expression,
    make_mixed_integer,
    pyomo_rows,
    tighten,
    to_pyomo,
    trivial_answer,
)
from seqform.errors import ModelError, OptionError, suggestion
from seqform.models.numbers.exact import ExactArray, Floats, Mask
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.linear import Bounds, LinearProgram
from seqform.models.programs.solutions import CUT_SHORT, RawSolution, Termination
from seqform.system.packages import require

_DEFAULT = "highs"

# Pyomo has two families of interfaces; solvers in both are better supported by the first.
_DIRECT = ("highs", "gurobi_direct")
_BY_FILES = ("glpk", "cbc", "cplex", "gurobi", "xpress", "mosek")

# The solvers' own names for the portable options; other options are passed in `raw`.
_PORTABLE: dict[str, dict[str, tuple[str, ...]]] = {
    "highs": highs_calls.PORTABLE,
    "glpk": {"time_limit": ("tmlim",)},
    "cbc": {"time_limit": ("sec",), "tolerance": ("primalT", "dualT"), "threads": ("threads",)},
}
# Complaints about options in the logs of solvers that are run as programs.
_COMPLAINTS = ("No match for", " is illegal for ", "Invalid ")

# Lines of the log of glpsol, for terminations that Pyomo reports as "other".
_REASONS = {
    "NO PRIMAL FEASIBLE SOLUTION": "infeasible",
    "NO DUAL FEASIBLE SOLUTION": "infeasibleOrUnbounded",
    "UNBOUNDED PRIMAL SOLUTION": "unbounded",
}

# Pyomo's condition for CBC where a limit left only a point of the continuous relaxation.
_WITHOUT_INTEGERS = "intermediateNonInteger"

_TERMINATIONS = {
    "convergenceCriteriaSatisfied": Termination.SOLVED,
    "optimal": Termination.SOLVED,
    "provenInfeasible": Termination.INFEASIBLE,
    "infeasible": Termination.INFEASIBLE,
    "unbounded": Termination.UNBOUNDED,
    "infeasibleOrUnbounded": Termination.INFEASIBLE_OR_UNBOUNDED,
    "maxTimeLimit": Termination.TIME_LIMIT,
    "iterationLimit": Termination.ITERATION_LIMIT,
    "maxIterations": Termination.ITERATION_LIMIT,
    "feasible": Termination.ITERATION_LIMIT,
    _WITHOUT_INTEGERS: Termination.ITERATION_LIMIT,
    "interrupted": Termination.INTERRUPTED,
    "userInterrupt": Termination.INTERRUPTED,
    "resourceInterrupt": Termination.INTERRUPTED,
    "objectiveLimit": Termination.ITERATION_LIMIT,
    "unknown": Termination.NUMERICAL_ERROR,
    "minStepLength": Termination.NUMERICAL_ERROR,
    "solverFailure": Termination.NUMERICAL_ERROR,
    "other": Termination.NUMERICAL_ERROR,
}


class PyomoBackend:
    """Pyomo, with HiGHS unless ``raw={"solver": "glpk"}`` or the like chooses another solver.

    The solver's own options are passed in `raw` as well. `progress` is ignored.
    """

    name = "pyomo"
    supports: frozenset[type] = frozenset({LinearProgram, LinearComplementarityProblem})
    exact = False
    traits = Traits(solver_option="solver")

    def solvers(self) -> tuple[str, ...]:
        """Return the names of the solvers that Pyomo finds."""
        return found_solvers()

    def solve(self, model: Any, options: SolveOptions | None = None) -> RawSolution:
        """Solve a linear program or a linear complementarity problem; see `Backend.solve`."""
        require_supported(self, model)
        options = options or SolveOptions()
        if isinstance(model, LinearProgram):
            return _solve_program(model, options)
        return _search(model, _Goal(), options)


# ---- runs of solvers, through both families of Pyomo's interfaces ----


@dataclass(frozen=True, eq=False)
class PyomoOutcome:
    """The report of one run, of either family of interfaces; the point, if any, is loaded into the model."""

    condition: str  # Pyomo's termination condition, or "error: ..." with the message of an exception
    has_point: bool
    duals: dict[str, float]  # by row name, of a model with the suffix ``dual``
    seconds: float
    iterations: int | None
    version: str


def found_solvers() -> tuple[str, ...]:
    """Return the names of the solvers that Pyomo finds."""
    return tuple(name for name in (*_DIRECT, *_BY_FILES) if _available(name))


def chosen_solver(options: SolveOptions) -> str:
    """Return the solver named by the raw option ``solver``, HiGHS if it is absent."""
    solver = options.raw.get("solver", _DEFAULT)
    if isinstance(solver, str) and _available(solver):
        return solver
    found = found_solvers()
    near = suggestion(solver, found) if isinstance(solver, str) else ""
    raise OptionError(
        f"pyomo: option solver: the name of an LP solver that Pyomo finds expected, such as {', '.join(found)}, "
        f"not {solver!r}{near}"
    )


def _available(name: str) -> bool:
    """Return whether Pyomo finds a solver of that name."""
    require("pyomo.contrib.solver.common.factory")
    from pyomo.common.log import LoggingIntercept
    from pyomo.contrib.solver.common.factory import SolverFactory
    from pyomo.environ import SolverFactory as SolverFactoryByFiles

    with LoggingIntercept(module="pyomo"):
        if name in _DIRECT:
            return bool(SolverFactory(name).available())
        return name in _BY_FILES and bool(SolverFactoryByFiles(name).available(exception_flag=False))


def solver_options(solver: str, options: SolveOptions) -> dict[str, Any]:
    """Return the options under the solver's own names, with those of HiGHS, which Pyomo does not check, checked."""
    passed = translate(f"{solver}, called by Pyomo,", options, _PORTABLE.get(solver, {}))
    if "tmlim" in passed:
        passed["tmlim"] = math.ceil(passed["tmlim"])  # glpsol counts whole seconds
    for name, value in options.raw.items():
        if name == "solver":
            continue
        if not isinstance(value, str | int | float):
            raise OptionError(
                f"{solver}, called by Pyomo: option {name}: a number, True, False or a word expected, not {value!r}"
            )
        passed[name] = value
    if solver == "highs":
        highs_calls.check_options(passed)
    return passed


def run(concrete: Any, solver: str, passed: dict[str, Any], options: SolveOptions) -> PyomoOutcome:
    """Solve a model with the options `passed` of `solver_options`.

    An OptionError is raised if the solver fails with options of its own, or reports one as wrong and goes on.
    """
    require("pyomo.common.log")
    from pyomo.common.log import LoggingIntercept

    given, lines = set(options.raw) - {"solver"}, list[str]()
    with LoggingIntercept(module="pyomo") as log:
        try:
            if solver in _DIRECT:
                outcome = _run_directly(concrete, solver, passed, options)
            else:
                outcome = _run_by_files(concrete, solver, passed, options, lines)
        except Exception as error:  # each interface has its own
            outcome = PyomoOutcome(f"error: {error}", False, {}, 0.0, None, "")
    lines = [*log.getvalue().splitlines(), *lines]
    complaints = [line.strip() for line in lines if any(complaint in line for complaint in _COMPLAINTS)]
    if outcome.condition.startswith("error:"):
        complaints.append(outcome.condition)
    if given and complaints:
        raise OptionError(f"{solver}, called by Pyomo, refuses its options {passed}: {complaints[0]}")
    return outcome


def _run_directly(concrete: Any, name: str, passed: dict[str, Any], options: SolveOptions) -> PyomoOutcome:
    require("pyomo.contrib.solver.common.factory")
    from pyomo.contrib.solver.common.factory import SolverFactory

    start = time.perf_counter()
    results = SolverFactory(name).solve(
        concrete,
        tee=options.verbose,
        load_solutions=False,
        raise_exception_on_nonoptimal_result=False,
        solver_options=passed,
    )
    measured = time.perf_counter() - start
    has_point = results.solution_status.name in ("optimal", "feasible")
    duals = {}
    if has_point:
        results.solution_loader.load_vars()
        if results.solution_status.name == "optimal" and _wants_duals(concrete):
            duals = {row.index(): value for row, value in results.solution_loader.get_duals().items()}
    counts = [value for key, value in results.extra_info.items() if key.endswith("_iteration_count")]
    return PyomoOutcome(
        results.termination_condition.name,
        has_point,
        duals,
        float(getattr(results.timing_info, "highs_time", measured)),
        sum(max(0, int(count)) for count in counts) if counts else None,
        ".".join(str(part) for part in results.solver_version or ()),
    )


def _run_by_files(
    concrete: Any, name: str, passed: dict[str, Any], options: SolveOptions, lines: list[str]
) -> PyomoOutcome:
    require("pyomo.environ")
    from pyomo.environ import SolverFactory

    solver = SolverFactory(name)
    with tempfile.TemporaryDirectory(prefix="seqform-pyomo-") as folder:
        log = Path(folder) / "log"
        start = time.perf_counter()
        results = solver.solve(concrete, tee=options.verbose, load_solutions=False, options=passed, logfile=str(log))
        seconds = time.perf_counter() - start
        if log.exists():
            lines += log.read_text(encoding="utf-8", errors="replace").splitlines()
    condition = str(results.solver.termination_condition)
    has_point = len(results.solution) > 0 and condition != _WITHOUT_INTEGERS
    if has_point:
        concrete.solutions.load_from(results)
    duals = {row.index(): value for row, value in concrete.dual.items()} if _wants_duals(concrete) else {}
    if condition == "other":
        reasons = (reason for line in lines for phrase, reason in _REASONS.items() if phrase in line)
        condition = next(reasons, condition)
    version = ".".join(str(part) for part in solver.version() or ())
    return PyomoOutcome(condition, has_point, duals, seconds, None, version)


def _wants_duals(concrete: Any) -> bool:
    return concrete.component("dual") is not None


def termination_of(outcome: PyomoOutcome, options: SolveOptions) -> Termination:
    """Return the termination of a run."""
    termination = _TERMINATIONS.get(outcome.condition, Termination.ERROR)
    out_of_time = options.time_limit is not None and outcome.seconds >= options.time_limit
    if termination is Termination.ITERATION_LIMIT and out_of_time:  # Pyomo does not always distinguish them
        return Termination.TIME_LIMIT
    return termination


def solver_name(solver: str, outcome: PyomoOutcome | None = None) -> str:
    """Return the names and versions of Pyomo and the solver; the solver's version is known after a run."""
    require("pyomo")
    import pyomo

    return f"Pyomo {pyomo.__version__}, {solver} {outcome.version if outcome else ''}".strip()


# ---- linear programs ----


def _solve_program(program: LinearProgram, options: SolveOptions) -> RawSolution:
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
        Termination.SOLVED, "no rows and no objective", primal=_idle(program), dual=dual, objective=0.0, solver=solver
    )


def _idle(program: LinearProgram) -> Floats:
    """Return, for every column, the point within its bounds that is nearest to zero."""
    point: Floats = np.clip(0.0, *program.columns.to_floats())
    return point


def _primal(program: LinearProgram, concrete: Any) -> Floats:
    """Return the values of the variables; those in no row and no objective are at their idle point."""
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


# ---- complementarity problems ----

BOXES = (1e3, 1e6)
"""Bounds tried in turn for variables that have none, in units of the problem's own numbers."""

_ACCURACY = 1e-6
_LEAST_SECONDS = 1e-9

# With a binary variable off by 1e-6 both of its pair may be positive; with a gap a better solution may be missed.
_STRICT: dict[str, dict[str, Any]] = {"highs": {"mip_feasibility_tolerance": 1e-9, "mip_rel_gap": 0.0}}
_NO_POINT = (Termination.INFEASIBLE, Termination.INFEASIBLE_OR_UNBOUNDED)  # of a bounded program


@dataclass(frozen=True, eq=False)
class _Goal:
    """A linear function of z to be optimised over the solutions; without an objective, any solution."""

    objective: ExactArray | None = None
    sense: Sense = "min"

    def value(self, z: Floats) -> float | None:
        return None if self.objective is None else float(self.objective.to_floats() @ z)


class _Choice(NamedTuple):
    """The support in the answer of a mixed-integer program, and its point; None without an answer."""

    termination: Termination
    outcome: PyomoOutcome
    support: Mask | None = None
    z: Floats | None = None


class _Solver:
    """One of Pyomo's solvers with its options and the remaining time."""

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
        """Solve a linear program in the remaining time."""
        answer = _solve_program(program, self._left())
        self._seconds += answer.seconds
        return answer

    def choice(self, problem: LinearComplementarityProblem, largest: float, goal: _Goal) -> _Choice:
        """Solve the mixed-integer program in the remaining time."""
        model = complementarity_to_pyomo(problem)
        _set_objective(model, goal)
        try:
            make_mixed_integer(model, largest)
        except ModelError as error:
            return _Choice(Termination.INFEASIBLE, PyomoOutcome(str(error), False, {}, 0.0, None, ""))
        options = self._left()
        outcome = run(model, self.name, self._resolved(options), options)
        self._seconds += outcome.seconds
        termination = termination_of(outcome, options)
        if not outcome.has_point or termination in _NO_POINT:
            return _Choice(Termination.INFEASIBLE if termination in _NO_POINT else termination, outcome)
        z = np.array([variable.value or 0.0 for variable in model.z.values()], dtype=float)  # None: in no constraint
        return _Choice(termination, outcome, _support(problem, model), z)

    def answer(
        self, termination: Termination, status: str, choices: Sequence[_Choice] = (), **parts: Any
    ) -> RawSolution:
        """Return an answer with the solver, its options and the total of seconds and iterations."""
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


def _search(
    problem: LinearComplementarityProblem, goal: _Goal, options: SolveOptions, largest: float | None = None
) -> RawSolution:
    """Return a solution in a box around zero, by default in one of several boxes, tried in turn."""
    solver = _Solver(options)
    early = _without_binaries(solver, problem, goal)
    if early is not None:
        return early
    try:
        boxes = _boxes(problem) if largest is None else (largest,)
    except ModelError as error:
        return solver.answer(Termination.INFEASIBLE, str(error))
    choices: list[_Choice] = []
    for box in boxes:
        choices.append(solver.choice(problem, box, goal))
        if choices[-1].termination is not Termination.INFEASIBLE:
            return _conclusion(solver, problem, choices, goal)
    nothing = f"no solution with every variable up to {boxes[-1]:g}"
    if largest is not None:
        return solver.answer(Termination.INFEASIBLE, nothing, choices)
    if len(boxes) == 1:
        return solver.answer(Termination.INFEASIBLE, choices[-1].outcome.condition, choices)
    return solver.answer(Termination.ERROR, nothing, choices)


def best_solution(
    problem: LinearComplementarityProblem,
    objective: ExactArray,
    sense: Sense = "max",
    *,
    largest: Fraction | float,
    options: SolveOptions | None = None,
) -> RawSolution:
    """Return the solution of a small linear complementarity problem that is best for a linear function c·z.

    Solutions with an |z_i| beyond `largest` are not considered; see `make_mixed_integer`. INFEASIBLE means no solution
    up to there; an answer at the TIME_LIMIT may have the best solution so far. `exact_complementarity` makes the answer
    exact. Of pairs, a few dozen are easy, a few hundred are not.
    """
    if len(objective) != len(problem):
        raise ModelError(f"objective of length {len(objective)}, but there are {len(problem)} variables")
    if sense not in ("min", "max"):
        raise ModelError(f'best solution: the sense is "min" or "max", not {sense!r}')
    if not largest > 0:
        raise ModelError(f"largest: a positive number expected, not {largest!r}")
    return _search(problem, _Goal(objective, sense), options or SolveOptions(), float(largest))


def _without_binaries(solver: _Solver, problem: LinearComplementarityProblem, goal: _Goal) -> RawSolution | None:
    """Return the answer if the linear constraints alone determine it, else None."""
    relaxed = solver.program(_relaxation(problem, goal))
    perhaps_unbounded = goal.objective is not None and relaxed.termination is Termination.INFEASIBLE_OR_UNBOUNDED
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
    return solver.answer(Termination.SOLVED, relaxed.status, primal=z, objective=goal.value(z))


def _relaxation(problem: LinearComplementarityProblem, goal: _Goal) -> LinearProgram:
    """Return the linear program without complementarity; without an objective, that of the smallest sum."""
    everywhere = np.ones(len(problem), dtype=bool)
    objective = ExactArray((~problem.free).astype(np.int64)) if goal.objective is None else goal.objective
    program = support_program(problem, everywhere, objective, goal.sense)
    return replace(program, rows=Bounds(-problem.q, -problem.q, everywhere, problem.free))


def _boxes(problem: LinearComplementarityProblem) -> tuple[float, ...]:
    """Return the bounds to try for unbounded variables; a single one, without effect, if all are bounded."""
    model = complementarity_to_pyomo(problem)
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


def _set_objective(model: Any, goal: _Goal) -> None:
    require("pyomo")
    from pyomo import environ as pyomo

    if goal.objective is None:
        model.objective = pyomo.Objective(expr=0.0)
    else:
        expression = linear_expression(goal.objective.to_floats().tolist(), list(model.z.values()))
        sense = pyomo.minimize if goal.sense == "min" else pyomo.maximize
        model.objective = pyomo.Objective(expr=expression, sense=sense)


def _support(problem: LinearComplementarityProblem, model: Any) -> Mask:
    """Return the support chosen by the binary variables; the second disjunct of a pair is w_i = 0."""
    support = problem.free.copy()
    chosen = [pair.expr2.binary_indicator_var.value for pair in model.pair.values()]
    support[~problem.free] = np.array(chosen, dtype=float) > 0.5
    return support


def _conclusion(
    solver: _Solver, problem: LinearComplementarityProblem, choices: Sequence[_Choice], goal: _Goal
) -> RawSolution:
    """Return the solution on the last chosen support, or the termination of the solver if it chose none."""
    choice = choices[-1]
    if choice.support is None or choice.z is None:
        return solver.answer(choice.termination, choice.outcome.condition, choices)
    for support in (choice.support, support_of(problem, choice.z)):
        polished = solver.program(support_program(problem, support, goal.objective, goal.sense))
        if goal.objective is not None and polished.termination is Termination.UNBOUNDED:
            status = "the objective is unbounded over the solutions with the same zeros"
            return solver.answer(Termination.UNBOUNDED, status, choices)
        z = _on_support(problem, np.asarray(polished.primal if polished.solved else choice.z), support)
        if _solves(problem, z, support):
            termination = Termination.SOLVED if goal.objective is None else choice.termination
            return solver.answer(termination, choice.outcome.condition, choices, primal=z, objective=goal.value(z))
    termination = Termination.NUMERICAL_ERROR if choice.termination is Termination.SOLVED else choice.termination
    status = f"no solution has the zeros chosen by the solver; {choice.outcome.condition}"
    return solver.answer(termination, status, choices, primal=choice.z)


def _on_support(problem: LinearComplementarityProblem, z: Floats, support: Mask) -> Floats:
    """Return the point with rounding errors below zero and outside the support removed."""
    return np.where(support, np.where(problem.free, z, np.maximum(z, 0.0)), 0.0)


def _solves(problem: LinearComplementarityProblem, z: Floats, support: Mask) -> bool:
    """Return whether a point on a support has w = 0 there and w ≥ 0 elsewhere, up to rounding."""
    matrix, q = problem.matrix.to_scipy(), problem.q.to_floats()
    w = q + matrix @ z
    allowed = _ACCURACY * np.maximum(1.0, np.abs(q) + abs(matrix) @ np.abs(z))
    return bool(np.all(np.where(support, np.abs(w), -w) <= allowed))
