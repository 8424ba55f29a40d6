"""Pyomo's solvers: choice, options and runs, through both families of Pyomo's interfaces."""

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

from seqform.backends.protocol import SolveOptions, suggestion, translate
from seqform.backends.solvers import highs_model
from seqform.errors import OptionError
from seqform.models.programs.solutions import Termination
from seqform.system.packages import require

_DEFAULT = "highs"

# Pyomo has two families of interfaces; solvers in both are better supported by the first.
_DIRECT = ("highs", "gurobi_direct")
_BY_FILES = ("glpk", "cbc", "cplex", "gurobi", "xpress", "mosek")

# The solvers' own names for the portable options; other options are passed in `raw`.
_PORTABLE: dict[str, dict[str, tuple[str, ...]]] = {
    "highs": highs_model.PORTABLE,
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
    from pyomo.contrib.solver.common.factory import SolverFactory
    from pyomo.environ import SolverFactory as SolverFactoryByFiles

    with _quiet():
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
        highs_model.check_options(passed)
    return passed


def run(concrete: Any, solver: str, passed: dict[str, Any], options: SolveOptions) -> PyomoOutcome:
    """Solve a model with the options `passed` of `solver_options`.

    An OptionError is raised if the solver fails with options of its own, or reports one as wrong and goes on.
    """
    given = set(options.raw) - {"solver"}
    with _quiet() as log:
        try:
            if solver in _DIRECT:
                outcome = _run_directly(concrete, solver, passed, options)
            else:
                outcome = _run_by_files(concrete, solver, passed, options, log)
        except Exception as error:  # each interface has its own
            outcome = PyomoOutcome(f"error: {error}", False, {}, 0.0, None, "")
    complaints = [line.strip() for line in log if any(complaint in line for complaint in _COMPLAINTS)]
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


class _Collector(logging.Handler):
    """Collects the lines of a log."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Append the lines of one message."""
        self.lines += record.getMessage().splitlines()


@contextmanager
def _quiet() -> Iterator[list[str]]:
    """Keep Pyomo's own log off the terminal; yield its lines."""
    logger, collector = logging.getLogger("pyomo"), _Collector()
    handlers, propagate = logger.handlers, logger.propagate
    logger.handlers, logger.propagate = [collector], False
    try:
        yield collector.lines
    finally:
        logger.handlers, logger.propagate = handlers, propagate
