"""Backend on Pyomo's solvers, HiGHS by default, for linear and mixed-integer programs."""

from __future__ import annotations

import math
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from seqform.backends.protocol import (
    UNSET_OPTIONS,
    SolveOptions,
    Traits,
    checks_call,
    translate,
)
from seqform.backends.solvers import ends, highs_calls
from seqform.backends.solvers.highs import INTEGRALITY
from seqform.backends.solvers.modelling import pyomo_rows, to_pyomo, trivial_answer
from seqform.errors import OptionError, suggestion
from seqform.models.numbers.exact import Floats, Mask
from seqform.models.programs.linear import LinearProgram, MixedIntegerProgram
from seqform.models.programs.solutions import NO_OPTIMUM, RawSolution, Termination
from seqform.system.packages import require
from seqform.system.programs import find_program

_DEFAULT = "highs"

# Pyomo has two families of interfaces; solvers in both are better supported by the first.
_DIRECT = ("highs", "gurobi_direct")
_BY_FILES = ("glpk", "cbc", "cplex", "gurobi", "xpress", "mosek")
_PROGRAMS = ("glpsol", "cbc", "cplex", "gurobi.sh", "gurobi_cl", "gurobi.bat")
"""Programs that Pyomo runs, and looks for in the current folder first."""

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

# Of mixed-integer programs: a gap of zero, as `HighsBackend` has it.
_STRICT: dict[str, dict[str, Any]] = {
    "highs": {"mip_feasibility_tolerance": INTEGRALITY, "mip_rel_gap": 0.0, "mip_abs_gap": 0.0},
    "glpk": {"mipgap": 0.0},
    "cbc": {"ratioGap": 0.0, "allowableGap": 0.0},
}


class PyomoBackend:
    """Pyomo, with HiGHS unless ``raw={"solver": "glpk"}`` or the like chooses another solver.

    The solver's own options are passed in `raw` as well. `progress` is ignored.
    """

    name = "pyomo"
    supports: frozenset[type] = frozenset({LinearProgram, MixedIntegerProgram})
    exact = False
    traits = Traits(solver_option="solver", fine_options=highs_calls.FINE_APART)

    def solvers(self) -> tuple[str, ...]:
        """Return the names of the solvers that Pyomo finds."""
        return tuple(name for name in (*_DIRECT, *_BY_FILES) if _available(name))

    @checks_call
    def solve(self, model: Any, options: SolveOptions = UNSET_OPTIONS) -> RawSolution:
        """Solve a linear or a mixed-integer program; see `Backend.solve`."""
        if isinstance(model, LinearProgram):
            return _solved(model, options)
        answer = _solved(model.program, options, model.integer)
        return replace(answer, dual=None)  # that of a relaxation


# ---- runs of solvers, through both families of Pyomo's interfaces ----


@dataclass(frozen=True, eq=False)
class PyomoOutcome:
    """The report of one run, of either family of interfaces; the point, if any, is loaded into the model."""

    condition: str  # Pyomo's termination condition, or "error: ..." with that of an exception
    has_point: bool
    duals: dict[str, float]  # by row name, of a model with the suffix ``dual``
    seconds: float
    iterations: int | None
    version: str
    bound: float | None = None  # on the objective, of mixed-integer programs


def chosen_solver(options: SolveOptions) -> str:
    """Return the solver named by the raw option ``solver``, HiGHS if it is absent."""
    solver = options.raw.get("solver", _DEFAULT)
    if isinstance(solver, str) and _available(solver):
        return solver
    solvers = PyomoBackend().solvers()
    near = suggestion(solver, solvers) if isinstance(solver, str) else ""
    raise OptionError(
        f"pyomo: option solver: the name of an LP solver that Pyomo finds expected, such as {', '.join(solvers)}, "
        f"not {solver!r}{near}"
    )


def _available(name: str) -> bool:
    """Return whether Pyomo finds a solver of that name."""
    require("pyomo.contrib.solver.common.factory")
    from pyomo.common.log import LoggingIntercept
    from pyomo.contrib.solver.common.factory import SolverFactory
    from pyomo.environ import SolverFactory as SolverFactoryByFiles

    _find_programs()
    with LoggingIntercept(module="pyomo"):
        if name in _DIRECT:
            return bool(SolverFactory(name).available())
        return name in _BY_FILES and bool(
            SolverFactoryByFiles(name).available(exception_flag=False)
        )


def _find_programs() -> None:
    """Let Pyomo run programs from the absolute folders of ``PATH`` only: what lies beside the data is not run."""
    executable = require("pyomo.common").Executable
    for name in _PROGRAMS:
        program = executable(name)
        path = find_program(name)
        if path is None:
            program.disable()
        else:
            program.set_path(path)


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
    log_of = require("pyomo.common.log")
    log_of_program: list[str] = []  # also of a run that ends with an exception
    with log_of.LoggingIntercept(module="pyomo") as log_of_pyomo:
        try:
            if solver in _DIRECT:
                outcome = _run_directly(concrete, solver, passed, options)
            else:
                outcome = _run_by_files(concrete, solver, passed, options, log_of_program)
        except Exception as error:  # each interface has its own
            outcome = PyomoOutcome(f"error: {error}", False, {}, 0.0, None, "")

    lines = [*log_of_pyomo.getvalue().splitlines(), *log_of_program]
    complaints = [line.strip() for line in lines if any(part in line for part in _COMPLAINTS)]
    if outcome.condition.startswith("error:"):
        complaints.append(outcome.condition)
    if complaints and set(options.raw) - {"solver"}:
        raise OptionError(
            f"{solver}, called by Pyomo, refuses its options {passed}: {complaints[0]}"
        )
    return outcome


def _run_directly(
    concrete: Any, name: str, passed: dict[str, Any], options: SolveOptions
) -> PyomoOutcome:
    """Solve by an interface of the first family, which calls the solver's library."""
    factory = require("pyomo.contrib.solver.common.factory")
    start = time.perf_counter()
    results = factory.SolverFactory(name).solve(
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
        # At a limit there may be a feasible point without duals.
        if results.solution_status.name == "optimal" and _wants_duals(concrete):
            for row, value in results.solution_loader.get_duals().items():
                duals[row.index()] = value

    iterations = None
    for key, count in results.extra_info.items():
        if key.endswith("_iteration_count"):
            iterations = (iterations or 0) + max(0, int(count))
    return PyomoOutcome(
        results.termination_condition.name,
        has_point,
        duals,
        float(getattr(results.timing_info, "highs_time", measured)),
        iterations,
        _version_text(results.solver_version),
        results.objective_bound,
    )


def _run_by_files(
    concrete: Any, name: str, passed: dict[str, Any], options: SolveOptions, lines: list[str]
) -> PyomoOutcome:
    """Solve by an interface of the second family, which writes files and runs a program; its log goes to `lines`."""
    environment = require("pyomo.environ")
    _find_programs()
    solver = environment.SolverFactory(name)
    with tempfile.TemporaryDirectory(prefix="seqform-pyomo-") as folder:
        log = Path(folder) / "log"
        start = time.perf_counter()
        results = solver.solve(
            concrete, tee=options.verbose, load_solutions=False, options=passed, logfile=str(log)
        )
        seconds = time.perf_counter() - start
        if log.exists():
            lines += log.read_text(encoding="utf-8", errors="replace").splitlines()

    condition = str(results.solver.termination_condition)
    has_point = len(results.solution) > 0 and condition != ends.PYOMO_WITHOUT_INTEGERS
    if has_point:
        concrete.solutions.load_from(results)
    duals = {}
    if _wants_duals(concrete):
        duals = {row.index(): value for row, value in concrete.dual.items()}
    if condition == "other":
        condition = _reason_in(lines) or condition

    bound = float(results.problem.upper_bound)
    if concrete.objective.sense == environment.minimize:
        bound = float(results.problem.lower_bound)
    return PyomoOutcome(
        condition,
        has_point,
        duals,
        seconds,
        iterations=None,
        version=_version_text(solver.version()),
        bound=bound if math.isfinite(bound) else None,
    )


def _reason_in(lines: list[str]) -> str | None:
    """Return the first termination that a log of glpsol states."""
    for line in lines:
        for phrase, reason in _REASONS.items():
            if phrase in line:
                return reason
    return None


def _version_text(version: Any) -> str:
    return ".".join(str(part) for part in version or ())


def _wants_duals(concrete: Any) -> bool:
    return concrete.component("dual") is not None


def termination_of(outcome: PyomoOutcome, options: SolveOptions) -> Termination:
    """Return the termination of a run."""
    termination = ends.PYOMO.get(outcome.condition, Termination.ERROR)
    return ends.at_limit(termination, seconds=outcome.seconds, time_limit=options.time_limit)


def solver_name(solver: str, outcome: PyomoOutcome | None = None) -> str:
    """Return the names and versions of Pyomo and the solver; the solver's version is known after a run."""
    version = "" if outcome is None else outcome.version
    return f"Pyomo {require('pyomo').__version__}, {solver} {version}".strip()


# ---- programs ----


def _solved(
    program: LinearProgram, options: SolveOptions, integer: Mask | None = None
) -> RawSolution:
    """Return the answer to a linear program some of whose columns may have to be whole numbers."""
    solver = chosen_solver(options)
    passed = solver_options(solver, options)
    if integer is not None:
        passed = _STRICT.get(solver, {}) | passed
    trivial = trivial_answer(program, solver_name(solver))
    if trivial is None:
        trivial = _answer_without_terms(program, solver_name(solver))
    if trivial is not None:
        return trivial if integer is None else replace(trivial, bound=0.0)

    concrete = to_pyomo(program, integer)
    outcome = run(concrete, solver, passed, options)
    termination = termination_of(outcome, options)
    primal = dual = objective = None
    if outcome.has_point and termination not in NO_OPTIMUM:
        primal = _idle(program)
        for place, name in enumerate(program.column_names):
            value = concrete.x[name].value
            if value is not None:  # a variable in no row and no objective has none
                primal[place] = value
        objective = float(program.objective_at(primal))
        dual = _dual(program, outcome.duals)

    bound = None
    if integer is not None:
        bound = outcome.bound
        if bound is None and termination is Termination.SOLVED:
            bound = objective
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
        bound=bound,
    )


def _answer_without_terms(program: LinearProgram, solver: str) -> RawSolution | None:
    """Return the answer to a program without rows and objective, whose model would be empty; None for any other."""
    if len(pyomo_rows(program)) or np.any(program.objective.numerators != 0):
        return None
    dual = np.zeros(program.matrix.shape[0])
    return RawSolution(
        Termination.SOLVED,
        "no rows and no objective",
        primal=_idle(program),
        dual=dual,
        objective=0.0,
        solver=solver,
    )


def _idle(program: LinearProgram) -> Floats:
    """Return, for every column, the point within its bounds that is nearest to zero."""
    point: Floats = np.clip(0.0, *program.columns.to_floats())
    return point


def _dual(program: LinearProgram, duals: dict[str, float]) -> Floats | None:
    """Return the duals by names as an array; zero for rows without a constraint."""
    rows = pyomo_rows(program)
    if len(rows) and not duals:
        return None
    dual = np.zeros(program.matrix.shape[0])
    dual[rows] = [duals.get(program.row_names[i], 0.0) for i in rows.tolist()]
    return dual
