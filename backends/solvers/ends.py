"""Terminations of the solvers of other packages, by the statuses of their interfaces and by the limits they reached."""

from __future__ import annotations

from collections.abc import Mapping

from seqform.models.programs.solutions import Termination


def _meanings(statuses: Mapping[Termination, str]) -> dict[str, Termination]:
    """Return the termination for each of an interface's statuses, which are given with spaces between them."""
    return {
        status: termination for termination, words in statuses.items() for status in words.split()
    }


HIGHS = _meanings(
    {
        Termination.SOLVED: "kOptimal",
        Termination.INFEASIBLE: "kInfeasible",
        Termination.UNBOUNDED: "kUnbounded",
        Termination.INFEASIBLE_OR_UNBOUNDED: "kUnboundedOrInfeasible",
        Termination.TIME_LIMIT: "kTimeLimit",
        Termination.ITERATION_LIMIT: "kIterationLimit kSolutionLimit kObjectiveBound kObjectiveTarget",
        Termination.INTERRUPTED: "kInterrupt kHighsInterrupt",
        Termination.NUMERICAL_ERROR: "kUnknown",
    }
)
"""Model statuses of highspy."""

SCIPY = {
    0: Termination.SOLVED,
    1: Termination.ITERATION_LIMIT,
    2: Termination.INFEASIBLE,
    3: Termination.UNBOUNDED,
    4: Termination.NUMERICAL_ERROR,
}
"""Statuses of `scipy.optimize.linprog`; its message distinguishes further ends."""

CVXPY = _meanings(
    {
        Termination.SOLVED: "optimal",
        Termination.INFEASIBLE: "infeasible",
        Termination.UNBOUNDED: "unbounded",
        Termination.INFEASIBLE_OR_UNBOUNDED: "infeasible_or_unbounded",
        Termination.ITERATION_LIMIT: "user_limit",
        Termination.NUMERICAL_ERROR: "optimal_inaccurate infeasible_inaccurate unbounded_inaccurate unknown",
    }
)
"""Statuses of CVXPY, which has one for all limits and reports some stops at a limit as inaccurate."""

PYOMO_WITHOUT_INTEGERS = "intermediateNonInteger"
"""Pyomo's condition for CBC where a limit left only a point of the continuous relaxation."""

PYOMO = _meanings(
    {
        Termination.SOLVED: "convergenceCriteriaSatisfied optimal",
        Termination.INFEASIBLE: "provenInfeasible infeasible",
        Termination.UNBOUNDED: "unbounded",
        Termination.INFEASIBLE_OR_UNBOUNDED: "infeasibleOrUnbounded",
        Termination.TIME_LIMIT: "maxTimeLimit",
        Termination.ITERATION_LIMIT: f"iterationLimit maxIterations feasible objectiveLimit {PYOMO_WITHOUT_INTEGERS}",
        Termination.INTERRUPTED: "interrupted userInterrupt resourceInterrupt",
        Termination.NUMERICAL_ERROR: "unknown minStepLength solverFailure other",
    }
)
"""Termination conditions of Pyomo, of its direct interfaces and of those by files."""

OWN_PROCESS = _meanings(
    {
        Termination.SOLVED: "OPTIMAL FEAS_POLISH_SUCCESS",
        Termination.INFEASIBLE: "PRIMAL_INFEASIBLE INFEASIBLE",
        Termination.UNBOUNDED: "UNBOUNDED",
        # the first proves that the dual has no solution; the primal need not have one either
        Termination.INFEASIBLE_OR_UNBOUNDED: "DUAL_INFEASIBLE PRIMAL_OR_DUAL_INFEASIBLE INFEASIBLE_OR_UNBOUNDED",
        Termination.TIME_LIMIT: "TIME_LIMIT",
        Termination.ITERATION_LIMIT: "ITERATION_LIMIT KKT_MATRIX_PASS_LIMIT",
        Termination.INTERRUPTED: "INTERRUPTED_BY_USER",
        Termination.NUMERICAL_ERROR: "NUMERICAL_ERROR IMPRECISE UNSPECIFIED",
    }
)
"""Statuses of OR-Tools and cuPDLPx, which run in a process of their own."""

_UNDECIDED = (Termination.ITERATION_LIMIT, Termination.NUMERICAL_ERROR, Termination.ERROR)


def at_limit(
    termination: Termination,
    *,
    seconds: float,
    time_limit: float | None,
    iterations: int | None = None,
    iteration_limit: int | None = None,
) -> Termination:
    """Return the termination, or the limit that was reached if the status leaves the reason of the stop open.

    Solvers that stop at a limit may report their point as inaccurate, any limit as one of iterations, or, without a
    point, an error.

    - `termination`: As the status has it.
    - `seconds`, `iterations`: Of the run.
    - `time_limit`, `iteration_limit`: Those that were passed, None without one.
    """
    if termination not in _UNDECIDED:
        return termination
    if iterations is not None and iteration_limit is not None and iterations >= iteration_limit:
        return Termination.ITERATION_LIMIT
    if time_limit is not None and seconds >= time_limit:
        return Termination.TIME_LIMIT
    return termination
