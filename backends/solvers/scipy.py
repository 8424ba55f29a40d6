"""Backend on `scipy.optimize.linprog`, which contains its own copy of HiGHS."""

from __future__ import annotations

import time
import warnings
from typing import Any

import numpy as np

from seqform.backends.protocol import (
    UNSET_OPTIONS,
    SolveOptions,
    Traits,
    check_names,
    check_type,
    checks_call,
    require_tolerance_from,
    translate,
)
from seqform.backends.solvers import ends
from seqform.backends.solvers.highs_calls import LEAST_TOLERANCE
from seqform.backends.solvers.modelling import (
    LinprogArguments,
    scipy_duals,
    to_scipy,
    trivial_answer,
)
from seqform.errors import OptionError, suggestion
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.system.packages import require
from seqform.system.signals import interruptible

_METHODS = ("highs", "highs-ds", "highs-ipm")
_TOLERANCES: tuple[str, ...] = ("primal_feasibility_tolerance", "dual_feasibility_tolerance")
_TYPES: dict[str, type] = {
    "time_limit": float,
    "primal_feasibility_tolerance": float,
    "dual_feasibility_tolerance": float,
    "ipm_optimality_tolerance": float,
    "maxiter": int,
    "presolve": bool,
    "disp": bool,
    "simplex_dual_edge_weight_strategy": str,
    "method": str,
}


class ScipyBackend:
    """SciPy's `linprog`.

    ``raw={"method": "highs-ipm"}`` chooses the method; the other options of `linprog` are passed in `raw` as well. It
    has no option for the number of threads.
    """

    name = "scipy"
    supports: frozenset[type] = frozenset({LinearProgram})
    exact = False
    traits = Traits(
        solver_option="method", fine_options=dict.fromkeys(_TOLERANCES, LEAST_TOLERANCE)
    )

    def solvers(self) -> tuple[str, ...]:
        """Return the methods that the option ``method`` takes."""
        return _METHODS

    @checks_call
    def solve(self, model: Any, options: SolveOptions = UNSET_OPTIONS) -> RawSolution:
        """Solve a linear program; see `Backend.solve`."""
        require("scipy")
        import scipy

        passed = _checked(options)
        solver = f"SciPy {scipy.__version__}"
        trivial = trivial_answer(model, solver)
        if trivial is not None:
            return trivial
        linprog = to_scipy(model)
        method = passed.pop("method")
        start = time.perf_counter()
        result = _linprog(linprog, method, passed)
        seconds = time.perf_counter() - start

        primal = dual = objective = None
        if result.x is not None:
            primal = np.asarray(result.x, dtype=float)
            objective = float(model.objective_at(primal))
        if result.status == 0:
            dual = scipy_duals(model, result)
        return RawSolution(
            _termination(result),
            str(result.message),
            primal=primal,
            dual=dual,
            objective=objective,
            iterations=int(result.nit),
            seconds=seconds,
            options={"method": method, **passed},
            solver=solver,
        )


def _linprog(problem: LinprogArguments, method: str, passed: dict[str, Any]) -> Any:
    optimize = require("scipy.optimize")
    linprog: Any = optimize.linprog  # the type annotations of SciPy exclude sparse matrices
    with warnings.catch_warnings():
        # This is how linprog reports an option that it ignores.
        warnings.simplefilter("error", optimize.OptimizeWarning)
        try:
            return interruptible(
                lambda: linprog(**problem.arguments, method=method, options=passed)
            )
        except optimize.OptimizeWarning as warning:
            raise OptionError(f"SciPy refuses the options {passed}: {warning}") from warning


def _termination(result: Any) -> Termination:
    # One status stands for limits of both kinds, and one for all that HiGHS cannot decide.
    if result.status == 1 and "time limit" in str(result.message).lower():
        return Termination.TIME_LIMIT
    if result.status == 4 and "infeasible or unbounded" in str(result.message).lower():
        return Termination.INFEASIBLE_OR_UNBOUNDED
    return ends.SCIPY.get(result.status, Termination.ERROR)


def _checked(options: SolveOptions) -> dict[str, Any]:
    """Return the options for `linprog`, the method among them, with their types checked."""
    check_names("SciPy's linprog", options.raw, _TYPES)
    method = options.raw.get("method", "highs")
    tolerances = _TOLERANCES
    if method == "highs-ipm":
        tolerances += ("ipm_optimality_tolerance",)
    require_tolerance_from(LEAST_TOLERANCE, "SciPy's linprog", options)
    names = {"time_limit": ("time_limit",), "tolerance": tolerances}
    passed = {"method": method, **translate("SciPy's linprog", options, names), **options.raw}
    if options.verbose:
        passed.setdefault("disp", True)
    for name, value in passed.items():
        check_type("SciPy's linprog", name, value, _TYPES[name])
    if method not in _METHODS:
        raise OptionError(
            f"SciPy's linprog: option method: one of {', '.join(_METHODS)} expected, not {method!r}"
            + suggestion(method, _METHODS)
        )
    return passed
