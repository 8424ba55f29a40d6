"""Every LP solver that Pyomo finds, HiGHS by default."""

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

from seqform.backends.checks import require_supported, suggestion, translate
from seqform.backends.highs_model import check_options
from seqform.backends.options import SolveOptions
from seqform.backends.trivial import trivial_answer
from seqform.errors import OptionError
from seqform.models.exact import Floats
from seqform.models.linear_program import LinearProgram
from seqform.models.lp_modelling import pyomo_rows, to_pyomo
from seqform.models.raw_solution import RawSolution, Termination

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
_REASONS = {"NO PRIMAL FEASIBLE SOLUTION": "infeasible", "NO DUAL FEASIBLE SOLUTION": "infeasibleOrUnbounded"}

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
    "interrupted": Termination.INTERRUPTED,
    "userInterrupt": Termination.INTERRUPTED,
    "resourceInterrupt": Termination.INTERRUPTED,
    "objectiveLimit": Termination.INTERRUPTED,
    "unknown": Termination.NUMERICAL_ERROR,
    "minStepLength": Termination.NUMERICAL_ERROR,
    "solverFailure": Termination.NUMERICAL_ERROR,
    "other": Termination.NUMERICAL_ERROR,
}


@dataclass(frozen=True, eq=False)
class _Outcome:
    """What either family of interfaces reports."""

    condition: str
    has_point: bool
    duals: dict[str, float]
    seconds: float
    iterations: int | None
    version: str


class PyomoBackend:
    """Pyomo, with HiGHS unless ``raw={"solver": "glpk"}`` or the like says otherwise.

    The solver's own options go into `raw` as well. `progress` is not heard.
    """

    name = "pyomo"
    supports: frozenset[type] = frozenset({LinearProgram})
    exact = False
    solver_option = "solver"

    def solvers(self) -> tuple[str, ...]:
        """Return the names of the LP solvers that Pyomo finds."""
        return tuple(name for name in (*_DIRECT, *_BY_FILES) if _available(name))

    def solve(self, model: Any, options: SolveOptions | None = None) -> RawSolution:
        """Solve a linear program.

        Raises
        ------
        OptionError
            If Pyomo does not find the solver, or the solver refuses an option.
        UnsupportedModelError
            If `model` is not a LinearProgram.
        """
        require_supported(self, model)
        import pyomo

        options = options or SolveOptions()
        solver = self._chosen(options)
        passed = _passed(solver, options)
        version = f"Pyomo {pyomo.__version__}, {solver}"
        trivial = trivial_answer(model, version)
        if trivial is not None:
            return trivial
        concrete = to_pyomo(model)
        outcome = _outcome(concrete, solver, passed, options)
        termination = _termination(outcome, options)
        primal = dual = objective = None
        if outcome.has_point and termination not in (Termination.INFEASIBLE, Termination.UNBOUNDED):
            primal = _primal(model, concrete)
            objective = float(model.objective_at(primal))
            dual = _dual(model, outcome.duals)
        return RawSolution(
            termination,
            outcome.condition,
            primal=primal,
            dual=dual,
            objective=objective,
            iterations=outcome.iterations,
            seconds=outcome.seconds,
            options={"solver": solver, **passed},
            solver=f"{version} {outcome.version}".strip(),
        )

    def _chosen(self, options: SolveOptions) -> str:
        solver = options.raw.get("solver", _DEFAULT)
        if isinstance(solver, str) and _available(solver):
            return solver
        found = self.solvers()
        near = suggestion(solver, found) if isinstance(solver, str) else ""
        raise OptionError(
            f"pyomo: option solver: the name of an LP solver that Pyomo finds expected, such as {', '.join(found)}, "
            f"not {solver!r}{near}"
        )


def _available(name: str) -> bool:
    """Tell whether Pyomo finds a solver of that name."""
    from pyomo.contrib.solver.common.factory import SolverFactory
    from pyomo.environ import SolverFactory as SolverFactoryByFiles

    with _quiet():
        if name in _DIRECT:
            return bool(SolverFactory(name).available())
        return name in _BY_FILES and bool(SolverFactoryByFiles(name).available(exception_flag=False))


def _passed(solver: str, options: SolveOptions) -> dict[str, Any]:
    """Return the options in the solver's own terms, those of HiGHS checked: Pyomo does not."""
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


def _outcome(concrete: Any, solver: str, passed: dict[str, Any], options: SolveOptions) -> _Outcome:
    """Solve; raise OptionError if the solver fails over its own options, or complains of one and goes on."""
    given = set(options.raw) - {"solver"}
    with _quiet() as said:
        try:
            if solver in _DIRECT:
                outcome = _solve_directly(concrete, solver, passed, options)
            else:
                outcome = _solve_by_files(concrete, solver, passed, options, said)
        except Exception as error:  # each interface has its own
            outcome = _Outcome(f"error: {error}", False, {}, 0.0, None, "")
    complaints = [line.strip() for line in said if any(complaint in line for complaint in _COMPLAINTS)]
    if outcome.condition.startswith("error:"):
        complaints.append(outcome.condition)
    if given and complaints:
        raise OptionError(f"{solver}, called by Pyomo, refuses its options {passed}: {complaints[0]}")
    return outcome


def _solve_directly(concrete: Any, name: str, passed: dict[str, Any], options: SolveOptions) -> _Outcome:
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
        if results.solution_status.name == "optimal":
            duals = {row.index(): value for row, value in results.solution_loader.get_duals().items()}
    counts = [value for key, value in results.extra_info.items() if key.endswith("_iteration_count")]
    return _Outcome(
        results.termination_condition.name,
        has_point,
        duals,
        float(getattr(results.timing_info, "highs_time", measured)),
        sum(max(0, int(count)) for count in counts) if counts else None,
        ".".join(str(part) for part in results.solver_version or ()),
    )


def _solve_by_files(
    concrete: Any, name: str, passed: dict[str, Any], options: SolveOptions, said: list[str]
) -> _Outcome:
    from pyomo.environ import SolverFactory

    solver = SolverFactory(name)
    with tempfile.TemporaryDirectory(prefix="seqform-pyomo-") as folder:
        log = Path(folder) / "log"
        start = time.perf_counter()
        results = solver.solve(concrete, tee=options.verbose, load_solutions=False, options=passed, logfile=str(log))
        seconds = time.perf_counter() - start
        if log.exists():
            said += log.read_text(encoding="utf-8", errors="replace").splitlines()
    has_point = len(results.solution) > 0
    if has_point:
        concrete.solutions.load_from(results)
    duals = {row.index(): value for row, value in concrete.dual.items()}
    condition = str(results.solver.termination_condition)
    if condition == "other":
        told = [word for line in said for sign, word in _REASONS.items() if sign in line]
        condition = next(iter(told), condition)
    return _Outcome(
        condition,
        has_point,
        duals,
        seconds,
        None,
        ".".join(str(part) for part in solver.version() or ()),
    )


def _termination(outcome: _Outcome, options: SolveOptions) -> Termination:
    termination = _TERMINATIONS.get(outcome.condition, Termination.ERROR)
    out_of_time = options.time_limit is not None and outcome.seconds >= options.time_limit
    if termination is Termination.ITERATION_LIMIT and out_of_time:  # Pyomo reads one for the other in the log of CBC
        return Termination.TIME_LIMIT
    return termination


def _primal(program: LinearProgram, concrete: Any) -> Floats:
    """Return the values of the variables; those in no row and no objective are where their bounds allow."""
    lower, upper = program.columns.to_floats()
    idle = np.clip(0.0, lower, upper)
    values = [concrete.x[name].value for name in program.column_names]
    return np.array([rest if value is None else value for value, rest in zip(values, idle, strict=True)], dtype=float)


def _dual(program: LinearProgram, duals: dict[str, float]) -> Floats | None:
    rows = pyomo_rows(program)
    if len(rows) and not duals:
        return None
    dual = np.zeros(program.matrix.shape[0])
    dual[rows] = [duals.get(program.row_names[i], 0.0) for i in rows.tolist()]
    return dual


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
