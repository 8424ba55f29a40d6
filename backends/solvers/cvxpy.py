"""Backend on CVXPY's LP solvers, Clarabel by default."""

from __future__ import annotations

import time
import warnings
from typing import Any, NamedTuple

import numpy as np

from seqform.backends.protocol import (
    UNSET_OPTIONS,
    SolveOptions,
    Traits,
    check_names,
    checks_call,
    translate,
)
from seqform.backends.solvers import ends, highs_calls
from seqform.backends.solvers.modelling import cvxpy_duals, to_cvxpy, trivial_answer
from seqform.errors import OptionError, suggestion
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.system.packages import require, version_of
from seqform.system.signals import interruptible

_DEFAULT = "CLARABEL"

# The solvers' own names for the portable options; others are not supported.
_PORTABLE: dict[str, dict[str, tuple[str, ...]]] = {
    "CLARABEL": {
        "time_limit": ("time_limit",),
        "tolerance": ("tol_gap_abs", "tol_gap_rel", "tol_feas"),
        "threads": ("max_threads",),
    },
    "SCS": {"time_limit": ("time_limit_secs",), "tolerance": ("eps_abs", "eps_rel")},
    "OSQP": {"time_limit": ("time_limit",), "tolerance": ("eps_abs", "eps_rel")},
    "ECOS": {"tolerance": ("abstol", "reltol", "feastol")},
    "HIGHS": highs_calls.PORTABLE,
    "SCIPY": {
        "time_limit": ("time_limit",),
        "tolerance": ("primal_feasibility_tolerance", "dual_feasibility_tolerance"),
    },
    "GLOP": {"time_limit": ("time_limit_sec",)},
}
# All options of the solvers that ignore unknown ones.
_ONLY_THESE = {
    "GLOP": ("time_limit_sec", "parameters_proto"),
    "GLPK": ("glpk", "max_iters"),
    "CVXOPT": ("abstol", "reltol", "feastol", "max_iters", "refinement", "kktsolver"),
    "DAQP": (
        *("primal_tol", "dual_tol", "zero_tol", "pivot_tol", "progress_tol", "cycle_tol"),
        *("iter_limit", "fval_bound", "eps_prox", "eta_prox"),
    ),
}
# Through CVXPY (1.9) these return no duals, or (SCIP) wrong ones, or (QOCO) report unbounded programs as solved, or
# (PDLP) time limits, iteration limits and numerical errors with the same status.
_UNFIT = ("GLPK_MI", "ECOS_BB", "CBC", "SCIP", "QOCO", "PDLP")
_DISTRIBUTIONS = {"HIGHS": "highspy", "GLOP": "ortools", "GUROBI": "gurobipy"}
# Solvers that distinguish an unbounded program from one without dual solution. CVXPY reports "unbounded" for both
# with the others, and "infeasible" with GLOP.
_PROVE_UNBOUNDED = ("HIGHS", "SCIPY", "GLPK", "CPLEX", "GUROBI", "XPRESS", "COPT")

_LIMITS = {
    "time": Termination.TIME_LIMIT,
    "iter": Termination.ITERATION_LIMIT,
    "interrupt": Termination.INTERRUPTED,
}
"""Limits by a word of the solver's own status."""

_ITERATION_LIMITS = {
    "CLARABEL": ("max_iter", 200),
    "OSQP": ("max_iter", 10_000),
    "ECOS": ("max_iters", 100),
    "SCS": ("max_iters", 100_000),
    "CVXOPT": ("max_iters", 100),
}
"""The options that limit the iterations of solvers that may call their point inaccurate there, with the defaults."""


class CvxpyBackend:
    """CVXPY, with Clarabel unless ``raw={"solver": "SCS"}`` or the like chooses another solver.

    The solver's own options are passed in `raw` as well, under the names that ``Problem.solve`` takes; those of SciPy
    without ``scipy_options`` around them. An answer that the solver reports as inaccurate terminates with a limit or a
    numerical error, never as solved.
    """

    name = "cvxpy"
    supports: frozenset[type] = frozenset({LinearProgram})
    exact = False
    traits = Traits(solver_option="solver", first_order=("SCS", "OSQP"))

    def solvers(self) -> tuple[str, ...]:
        """Return the names of the LP solvers that CVXPY finds, except those that cannot be loaded or are unreliable."""
        return tuple(name for name in _installed() if _loads(name))

    @checks_call
    def solve(self, model: Any, options: SolveOptions = UNSET_OPTIONS) -> RawSolution:
        """Solve a linear program; see `Backend.solve`."""
        cvxpy = require("cvxpy")
        solver = self._chosen(options)
        passed = _passed(solver, options)
        version = f"CVXPY {cvxpy.__version__}, {solver} {version_of(_DISTRIBUTIONS.get(solver, solver.lower())) or ''}"
        trivial = trivial_answer(model, version)
        if trivial is not None:
            return trivial

        problem = to_cvxpy(model)
        start = time.perf_counter()
        try:
            raw, solution, seconds = _solve(problem, solver, passed, options.verbose)
        except Exception as error:  # each interface has its own
            if set(options.raw) - {"solver"}:
                reason = str(error).partition("\n")[0]
                raise OptionError(
                    f"{solver}, called by CVXPY, refuses its options {passed}: {reason}"
                ) from error
            seconds = time.perf_counter() - start
            return RawSolution(
                Termination.ERROR, str(error), seconds=seconds, options=passed, solver=version
            )

        primal = dual = objective = None
        may_have_point = solution.status in ("optimal", "optimal_inaccurate", "user_limit")
        if may_have_point and solution.primal_vars:
            problem.unpack(solution)
            primal = np.asarray(problem.var_dict["x"].value, dtype=float)
            objective = float(model.objective_at(primal))
            dual = cvxpy_duals(model, problem)

        words = _words(raw)
        status = str(solution.status)
        if words:
            status += f" ({words})"
        count = _iterations(solution)
        return RawSolution(
            _termination(solver, solution.status, words, _Run(passed, seconds, count)),
            status,
            primal=primal,
            dual=dual,
            objective=objective,
            iterations=count,
            seconds=seconds,
            options={"solver": solver, **passed},
            solver=version,
        )

    def _chosen(self, options: SolveOptions) -> str:
        """Return the solver named by the raw option ``solver``, or Clarabel, if CVXPY can call it."""
        solver = options.raw.get("solver", _DEFAULT)
        name = solver.upper() if isinstance(solver, str) else ""
        if name in _installed() and _loads(name):
            return name

        remedy = ""
        if solver == "GLOP":
            remedy = "; OR-Tools is not installed, or cannot be loaded beside highspy"
        if solver == "PDLP":
            remedy = "; use the backend pdlp"
        if name in DISTRIBUTIONS:
            remedy = f"; it is not installed: pip install {DISTRIBUTIONS[name]}"
        solvers = self.solvers()
        near = suggestion(name, solvers) if isinstance(solver, str) else ""
        raise OptionError(
            f"cvxpy: option solver: one of {', '.join(solvers)} expected, not {solver!r}{near}{remedy}"
        )


DISTRIBUTIONS = {
    "MOSEK": "mosek",
    "GUROBI": "gurobipy",
    "COPT": "coptpy",
    "CPLEX": "cplex",
    "XPRESS": "xpress",
    "ECOS": "ecos",
    "PIQP": "piqp",
    "QOCO": "qoco",
    "CUOPT": "cuopt-cu12",
    "SCIP": "pyscipopt",
}
"""The distributions of solvers that CVXPY calls where they are installed, by CVXPY's names."""


def _installed() -> list[str]:
    """Return the names of the LP solvers that CVXPY finds, except the unreliable ones."""
    require("cvxpy")
    import cvxpy
    from cvxpy.reductions.solvers.defines import CONIC_SOLVERS, QP_SOLVERS

    linear = {*CONIC_SOLVERS, *QP_SOLVERS}.difference(_UNFIT)
    return [name for name in cvxpy.installed_solvers() if name in linear]


def _loads(name: str) -> bool:
    """Return whether the solver's library can be loaded; CVXPY only checks that OR-Tools is installed."""
    if name != "GLOP":
        return True
    try:
        from ortools.linear_solver import pywraplp  # noqa: F401
    except ImportError:
        return False
    return True


def _passed(solver: str, options: SolveOptions) -> dict[str, Any]:
    """Return the options under the solver's own names."""
    passed = translate(f"{solver}, called by CVXPY,", options, _PORTABLE.get(solver, {}))
    passed.update({name: value for name, value in options.raw.items() if name != "solver"})
    check_names(f"{solver}, called by CVXPY,", passed, _ONLY_THESE.get(solver, passed))
    if solver == "HIGHS":
        highs_calls.check_options(passed)
    if solver == "GLOP" and "time_limit_sec" in passed:
        # CVXPY rounds to milliseconds, and zero is no limit
        passed["time_limit_sec"] = max(passed["time_limit_sec"], 0.001)
    if solver == "SCIPY":
        inner = passed.pop("scipy_options", {})
        if not isinstance(inner, dict):
            raise OptionError(
                f"SCIPY, called by CVXPY: option scipy_options: a dictionary expected, not {inner!r}"
            )
        if not passed and not inner:
            return {}
        return {"scipy_options": {**passed, **inner}}
    return passed


def _solve(
    problem: Any, solver: str, passed: dict[str, Any], verbose: bool
) -> tuple[Any, Any, float]:
    """Return the solver's answer, CVXPY's solution made of it, and the seconds of the solver."""
    require("scipy.optimize")
    from scipy.optimize import OptimizeWarning

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        # This is how linprog reports an option that it ignores.
        warnings.simplefilter("error", OptimizeWarning)
        data, chain, inverse = problem.get_problem_data(solver, solver_opts=_copy(passed))

        def call() -> Any:
            return chain.solve_via_data(
                problem, data, warm_start=False, verbose=verbose, solver_opts=_copy(passed)
            )

        start = time.perf_counter()  # after CVXPY has compiled the problem
        raw = interruptible(call)
        seconds = time.perf_counter() - start
        return raw, chain.invert(raw, inverse), seconds


def _copy(passed: dict[str, Any]) -> dict[str, Any]:
    """Copy the options, which CVXPY changes."""
    return {
        name: dict(value) if isinstance(value, dict) else value for name, value in passed.items()
    }


def _words(raw: Any) -> str:
    """Return the solver's own status, from the attribute where its interface stores it."""
    if isinstance(raw, dict):
        info = raw.get("info")
        if isinstance(info, dict):
            return str(info.get("status", info.get("infostring", "")))
        return str(raw.get("model_status", raw.get("message", "")))
    info = getattr(raw, "info", None)
    return str(getattr(info, "status", getattr(raw, "message", getattr(raw, "status", ""))))


def _iterations(solution: Any) -> int | None:
    count = (solution.attr or {}).get("num_iters")
    return None if count is None else int(count)


class _Run(NamedTuple):
    """A run of a solver: the options passed to it, the seconds, and the number of iterations."""

    passed: dict[str, Any]
    seconds: float
    iterations: int | None

    def at_limit(self, solver: str, termination: Termination) -> Termination:
        """Return the limit that was reached, if the termination is not a verdict."""
        limits = self.passed.get("scipy_options", self.passed)
        option, default = _ITERATION_LIMITS.get(solver, ("", None))
        time_limits = (limits.get(name) for name in _PORTABLE.get(solver, {}).get("time_limit", ()))
        return ends.at_limit(
            termination,
            seconds=self.seconds,
            time_limit=next(time_limits, None),
            iterations=self.iterations,
            iteration_limit=limits.get(option, default),
        )


def _termination(solver: str, status: str, words: str, run: _Run) -> Termination:
    """Return the termination by the solver's own status, by CVXPY's, or by the limit that the run reached."""
    known = status.lower()
    if known.endswith("_inaccurate") or known == "user_limit" or known not in ends.CVXPY:
        # CVXPY has one status for all limits, and calls the points at some of them inaccurate.
        for word, limit in _LIMITS.items():
            if word in words.lower():
                return limit
    if status == "unbounded" and solver not in _PROVE_UNBOUNDED:
        return Termination.INFEASIBLE_OR_UNBOUNDED
    if status == "infeasible" and solver == "GLOP":
        return Termination.INFEASIBLE_OR_UNBOUNDED
    return run.at_limit(solver, ends.CVXPY.get(known, Termination.ERROR))
