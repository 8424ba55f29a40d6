"""A linear program through one of Pyomo's solvers.

The solvers that Pyomo finds: choosing one, checking its options, running it on a model.
"""

from __future__ import annotations

import logging
import math
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from seqform.backends.protocol import SolveOptions, suggestion, translate
from seqform.backends.solvers.highs_model import check_options
from seqform.backends.solvers.modelling import pyomo_rows, to_pyomo, trivial_answer
from seqform.errors import OptionError
from seqform.models.numbers.exact import Floats
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.system.packages import require

_DEFAULT = "highs"

# Pyomo has two families of interfaces; those that are in both are better in the first.
_DIRECT = ("highs", "gurobi_direct")
_BY_FILES = ("glpk", "cbc", "cplex", "gurobi", "xpress", "mosek")

# The solvers' own names for the portable options. What is not here goes into `raw`.
_PORTABLE: dict[str, dict[str, tuple[str, ...]]] = {
    "highs": {"time_limit": ("time_limit",), "tolerance": ("kkt_tolerance",), "threads": ("threads",)},
    "glpk": {"time_limit": ("tmlim",)},
    "cbc": {"time_limit": ("sec",), "tolerance": ("primalT", "dualT"), "threads": ("threads",)},
}
# What solvers that are programs write into their log when they do not understand an option.
_COMPLAINTS = ("No match for", " is illegal for ", "Invalid ")

# What glpsol writes where Pyomo reads no more than that it stopped for some other reason.
_REASONS = {
    "NO PRIMAL FEASIBLE SOLUTION": "infeasible",
    "NO DUAL FEASIBLE SOLUTION": "infeasibleOrUnbounded",
    "UNBOUNDED PRIMAL SOLUTION": "unbounded",
}

# What Pyomo says of CBC where a limit left no more than a point of the continuous relaxation.
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


@dataclass(frozen=True, eq=False)
class Outcome:
    """What either family of interfaces reports of one run; the point, if any, is loaded into the model.

    Attributes
    ----------
    condition : str
        Pyomo's termination condition, or "error: ..." with the words of an exception.
    duals : dict from str to float
        By row name, of a model with the suffix ``dual``.
    """

    condition: str
    has_point: bool
    duals: dict[str, float]
    seconds: float
    iterations: int | None
    version: str


def found_solvers() -> tuple[str, ...]:
    """Return the names of the solvers that Pyomo finds."""
    return tuple(name for name in (*_DIRECT, *_BY_FILES) if _available(name))


def chosen_solver(options: SolveOptions) -> str:
    """Return the solver that the raw option ``solver`` names, HiGHS without one.

    Raises
    ------
    OptionError
        If Pyomo does not find it.
    """
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
    """Tell whether Pyomo finds a solver of that name."""
    require("pyomo.contrib.solver.common.factory")
    from pyomo.contrib.solver.common.factory import SolverFactory
    from pyomo.environ import SolverFactory as SolverFactoryByFiles

    with _quiet():
        if name in _DIRECT:
            return bool(SolverFactory(name).available())
        return name in _BY_FILES and bool(SolverFactoryByFiles(name).available(exception_flag=False))


def solver_options(solver: str, options: SolveOptions) -> dict[str, Any]:
    """Return the options in the solver's own terms, those of HiGHS checked: Pyomo does not.

    Raises
    ------
    OptionError
        If one is of no use to the solver.
    """
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
        check_options(passed)
    return passed


def run(concrete: Any, solver: str, passed: dict[str, Any], options: SolveOptions) -> Outcome:
    """Solve a model.

    Parameters
    ----------
    passed : dict
        Of `solver_options`.

    Raises
    ------
    OptionError
        If the solver fails over its own options, or complains of one and goes on.
    """
    given = set(options.raw) - {"solver"}
    with _quiet() as said:
        try:
            if solver in _DIRECT:
                outcome = _run_directly(concrete, solver, passed, options)
            else:
                outcome = _run_by_files(concrete, solver, passed, options, said)
        except Exception as error:  # each interface has its own
            outcome = Outcome(f"error: {error}", False, {}, 0.0, None, "")
    complaints = [line.strip() for line in said if any(complaint in line for complaint in _COMPLAINTS)]
    if outcome.condition.startswith("error:"):
        complaints.append(outcome.condition)
    if given and complaints:
        raise OptionError(f"{solver}, called by Pyomo, refuses its options {passed}: {complaints[0]}")
    return outcome


def _run_directly(concrete: Any, name: str, passed: dict[str, Any], options: SolveOptions) -> Outcome:
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
    return Outcome(
        results.termination_condition.name,
        has_point,
        duals,
        float(getattr(results.timing_info, "highs_time", measured)),
        sum(max(0, int(count)) for count in counts) if counts else None,
        ".".join(str(part) for part in results.solver_version or ()),
    )


def _run_by_files(concrete: Any, name: str, passed: dict[str, Any], options: SolveOptions, said: list[str]) -> Outcome:
    require("pyomo.environ")
    from pyomo.environ import SolverFactory

    solver = SolverFactory(name)
    with tempfile.TemporaryDirectory(prefix="seqform-pyomo-") as folder:
        log = Path(folder) / "log"
        start = time.perf_counter()
        results = solver.solve(concrete, tee=options.verbose, load_solutions=False, options=passed, logfile=str(log))
        seconds = time.perf_counter() - start
        if log.exists():
            said += log.read_text(encoding="utf-8", errors="replace").splitlines()
    condition = str(results.solver.termination_condition)
    has_point = len(results.solution) > 0 and condition != _WITHOUT_INTEGERS
    if has_point:
        concrete.solutions.load_from(results)
    duals = {row.index(): value for row, value in concrete.dual.items()} if _wants_duals(concrete) else {}
    if condition == "other":
        told = [word for line in said for sign, word in _REASONS.items() if sign in line]
        condition = next(iter(told), condition)
    return Outcome(
        condition,
        has_point,
        duals,
        seconds,
        None,
        ".".join(str(part) for part in solver.version() or ()),
    )


def _wants_duals(concrete: Any) -> bool:
    return concrete.component("dual") is not None


def termination_of(outcome: Outcome, options: SolveOptions) -> Termination:
    """Return what a run's condition means."""
    termination = _TERMINATIONS.get(outcome.condition, Termination.ERROR)
    out_of_time = options.time_limit is not None and outcome.seconds >= options.time_limit
    if termination is Termination.ITERATION_LIMIT and out_of_time:  # Pyomo does not always tell one from the other
        return Termination.TIME_LIMIT
    return termination


def solver_name(solver: str, outcome: Outcome | None = None) -> str:
    """Return Pyomo's and the solver's name and version, that of the solver where it was run."""
    require("pyomo")
    import pyomo

    return f"Pyomo {pyomo.__version__}, {solver} {outcome.version if outcome else ''}".strip()


class _Listener(logging.Handler):
    """Keeps the lines that it is told."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the lines of one message."""
        self.lines += record.getMessage().splitlines()


@contextmanager
def _quiet() -> Iterator[list[str]]:
    """Keep Pyomo's own log off the terminal; yield the lines that it would write."""
    logger, listener = logging.getLogger("pyomo"), _Listener()
    handlers, propagate = logger.handlers, logger.propagate
    logger.handlers, logger.propagate = [listener], False
    try:
        yield listener.lines
    finally:
        logger.handlers, logger.propagate = handlers, propagate


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
