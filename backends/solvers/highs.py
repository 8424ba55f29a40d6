"""Backend on HiGHS: simplex, interior-point and first-order methods, and branch and cut."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from seqform.backends.protocol import SolveOptions, require_supported, translate
from seqform.backends.solvers.highs_model import (
    PORTABLE,
    changed_options,
    final_basis,
    import_highspy,
    lost_entries,
    new_highs,
    on_own_thread,
    pass_basis,
    pass_program,
    refusal,
    set_option,
)
from seqform.backends.solvers.modelling import trivial_answer
from seqform.errors import OptionError
from seqform.models.numbers.exact import Floats, Mask
from seqform.models.programs.linear import LinearProgram, MixedIntegerProgram, ProgramArrays, to_arrays
from seqform.models.programs.solutions import CUT_SHORT, Basis, RawSolution, Termination

_METHODS = ("simplex", "ipm", "pdlp")
_FIRST_ORDER = ("pdlp", "hipdlp")

_TERMINATIONS = {
    "kOptimal": Termination.SOLVED,
    "kInfeasible": Termination.INFEASIBLE,
    "kUnbounded": Termination.UNBOUNDED,
    "kUnboundedOrInfeasible": Termination.INFEASIBLE_OR_UNBOUNDED,
    "kTimeLimit": Termination.TIME_LIMIT,
    "kIterationLimit": Termination.ITERATION_LIMIT,
    "kSolutionLimit": Termination.ITERATION_LIMIT,
    "kInterrupt": Termination.INTERRUPTED,
    "kHighsInterrupt": Termination.INTERRUPTED,
    "kObjectiveBound": Termination.ITERATION_LIMIT,
    "kObjectiveTarget": Termination.ITERATION_LIMIT,
    "kUnknown": Termination.NUMERICAL_ERROR,
}
_WITHOUT_POINT = (Termination.INFEASIBLE, Termination.UNBOUNDED, Termination.INFEASIBLE_OR_UNBOUNDED)


class HighsBackend:
    """HiGHS through highspy.

    HiGHS chooses the method unless ``raw={"solver": "ipm"}`` or the like does; its other options are passed in `raw`
    as well. ``tolerance`` is its ``kkt_tolerance``. Ctrl-C stops the simplex and interior-point methods at their next
    iteration; the termination is then ``INTERRUPTED``. A second Ctrl-C, or the first with a method that cannot be
    stopped, is a KeyboardInterrupt. `progress` receives the lines of the log, from the thread that solves, except those
    of ``pdlp``, which writes its log only to the terminal.

    A mixed-integer program is solved to a gap of zero in doubles, unless a limit or ``raw={"mip_rel_gap": ...}``
    stops the search before; the answer has a `bound`, and no duals.
    """

    name = "highs"
    supports: frozenset[type] = frozenset({LinearProgram, MixedIntegerProgram})
    exact = False
    solver_option = "solver"

    def solvers(self) -> tuple[str, ...]:
        """Return the methods that the option ``solver`` takes."""
        return _METHODS

    def solve(self, model: Any, options: SolveOptions | None = None, basis: Basis | None = None) -> RawSolution:
        """Solve a linear or a mixed-integer program; see `Backend.solve`.

        The simplex method starts from the basis, if there is one, and HiGHS then skips its presolve; a ModelError is
        raised if it is not a basis of the program.
        """
        require_supported(self, model)
        highspy = import_highspy()
        options = options or SolveOptions()
        highs = new_highs(highspy)
        _set_options(highs, options)
        if isinstance(model, MixedIntegerProgram):
            return _solved_mixed_integer(highs, highspy, model, options, basis)
        return _solved(highs, highspy, model, options, basis)


def _solved_mixed_integer(
    highs: Any, highspy: Any, model: MixedIntegerProgram, options: SolveOptions, basis: Basis | None
) -> RawSolution:
    """Solve a mixed-integer program to optimality; by default HiGHS stops at a relative gap of 1e-4."""
    # With either of these HiGHS would solve the continuous relaxation.
    if "solver" in options.raw:
        raise OptionError("HiGHS: option solver chooses among methods for linear programs; not for integer variables")
    if basis is not None:
        raise OptionError("HiGHS: a basis to start from is for linear programs; not for integer variables")
    strict: dict[str, float] = {"mip_rel_gap": 0.0, "mip_abs_gap": 0.0}
    if options.tolerance is not None:
        strict["mip_feasibility_tolerance"] = options.tolerance
    for name, value in strict.items():
        if name not in options.raw:
            set_option(highs, name, value)
    answer = _solved(highs, highspy, model.program, options, None, model.integer)
    bound = math.inf
    if model.integer.any() and highs.getModelStatus().name != "kNotset":  # else HiGHS reports no bound
        bound = float(highs.getInfo().mip_dual_bound)
    if not math.isfinite(bound) and answer.solved and answer.objective is not None:
        bound = float(answer.objective)
    # Duals and basis belong to a relaxation.
    return replace(answer, dual=None, basis=None, bound=bound if math.isfinite(bound) else None)


def _solved(
    highs: Any,
    highspy: Any,
    program: LinearProgram,
    options: SolveOptions,
    basis: Basis | None,
    integer: Mask | None = None,
) -> RawSolution:
    solver = f"HiGHS {highs.version()}"
    trivial = trivial_answer(program, solver)
    if trivial is not None:
        return trivial
    arrays = to_arrays(program)
    reason = refusal(arrays)
    if reason is not None:
        return RawSolution(Termination.NUMERICAL_ERROR, reason, solver=solver)
    sign = _sign(highs, program)
    passed = arrays if sign > 0 else replace(arrays, cost=-arrays.cost)
    pass_program(highs, highspy, passed, program.sense if sign > 0 else "min", integer)
    if basis is not None:
        pass_basis(highs, highspy, basis, program)
    _run(highs, highspy, options.progress)
    return _answer(highs, highspy, program, arrays, sign)


def _set_options(highs: Any, options: SolveOptions) -> None:
    for name, value in translate("HiGHS", options, PORTABLE).items():
        set_option(highs, name, value)
    logged = options.progress is not None and options.raw.get("solver") != "pdlp"
    set_option(highs, "log_to_console", options.verbose)
    for name, value in options.raw.items():
        if not isinstance(name, str):
            raise OptionError(f"HiGHS: names of options are strings, not {name!r}")
        set_option(highs, name, value)
    if "output_flag" not in options.raw:
        set_option(highs, "output_flag", options.verbose or logged)


def _sign(highs: Any, program: LinearProgram) -> float:
    """Return -1 if a maximisation has to be passed as a minimisation.

    HiGHS (1.15) returns duals of a maximisation with the wrong sign, and an unknown status, if it has no basis:
    first-order methods when presolve reduces the program to nothing, interior point without crossover when it ends
    imprecise.
    """
    solver, crossover = (highs.getOptionValue(name)[1] for name in ("solver", "run_crossover"))
    basic = solver not in _FIRST_ORDER and crossover == "on"
    return -1.0 if program.sense == "max" and not basic else 1.0


def _run(highs: Any, highspy: Any, progress: Callable[[str], None] | None) -> None:
    """Run HiGHS and pass its log lines to `progress`; Ctrl-C, or an exception of `progress`, stops it."""
    stop = threading.Event()
    failures: list[BaseException] = []
    kinds = highspy.cb.HighsCallbackType

    def callback(kind: int, message: str, _: Any, reply: Any, __: Any) -> None:
        if kind != int(kinds.kCallbackLogging):
            reply.user_interrupt = stop.is_set()
        elif progress is not None and message.strip() and not stop.is_set():
            try:
                progress(message.strip())
            except BaseException as error:
                failures.append(error)
                stop.set()

    highs.setCallback(callback, None)
    for kind in (kinds.kCallbackSimplexInterrupt, kinds.kCallbackIpmInterrupt, kinds.kCallbackMipInterrupt):
        highs.startCallback(kind)
    if progress is not None:
        highs.startCallback(kinds.kCallbackLogging)
    on_own_thread(highspy, highs.run, stop)
    if failures:
        raise failures[0]
    if stop.is_set() and highs.getModelStatus() != highspy.HighsModelStatus.kInterrupt:
        raise KeyboardInterrupt


def _point(highs: Any, termination: Termination) -> tuple[Floats | None, Floats | None]:
    """Return the primal and the dual point, None for an invalid one.

    At a limit HiGHS (1.15) marks its last iterates as invalid. Without presolve those of interior point and ``pdlp``
    are usable; after presolve they belong to the reduced program. ``hipdlp`` returns zeros marked as valid.
    """
    if termination in _WITHOUT_POINT:
        return None, None
    solution = highs.getSolution()
    solver, presolve = (highs.getOptionValue(name)[1] for name in ("solver", "presolve"))
    if termination in CUT_SHORT and solver == "hipdlp":
        return None, None
    usable = termination in CUT_SHORT and solver in ("ipm", "pdlp") and presolve == "off"
    primal = np.array(solution.col_value) if solution.value_valid or usable else None
    return primal, np.array(solution.row_dual) if solution.dual_valid or usable else None


def _answer(highs: Any, highspy: Any, program: LinearProgram, arrays: ProgramArrays, sign: float) -> RawSolution:
    status, info = highs.getModelStatus(), highs.getInfo()
    termination = _TERMINATIONS.get(status.name, Termination.ERROR)
    primal, dual = _point(highs, termination)
    dual = None if dual is None else sign * dual
    objective = None if primal is None else float(arrays.cost @ primal)
    lost = lost_entries(arrays)
    counts = [getattr(info, f"{method}_iteration_count") for method in ("simplex", "ipm", "crossover", "pdlp")]
    return RawSolution(
        termination,
        highs.modelStatusToString(status) + (f" ({lost} matrix entries too small and dropped)" if lost else ""),
        primal=primal,
        dual=dual,
        objective=objective,
        basis=final_basis(highs, highspy, arrays),
        iterations=sum(max(0, count) for count in counts),
        seconds=float(highs.getRunTime()),
        options=changed_options(highs, highspy),
        solver=f"HiGHS {highs.version()}",
    )
