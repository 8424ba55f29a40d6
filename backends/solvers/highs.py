"""HiGHS, called directly: simplex, interior point and first-order methods, and branch and cut.

Mixed-integer programs in the terms of HiGHS: its options, and what it proves beside a point.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from seqform.backends.protocol import SolveOptions, require_supported
from seqform.backends.solvers.highs_model import (
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
from seqform.models.programs.linear import LinearProgram, ProgramArrays, to_arrays
from seqform.models.programs.mixed_integer import MixedIntegerProgram
from seqform.models.programs.solutions import CUT_SHORT, Basis, RawSolution, Termination


def check_question(options: SolveOptions, basis: Basis | None) -> None:
    """Raise OptionError for what only makes sense of a linear program; HiGHS would leave the whole numbers out."""
    if "solver" in options.raw:
        raise OptionError(
            "HiGHS: option solver chooses among methods for linear programs; leave it out where numbers are whole"
        )
    if basis is not None:
        raise OptionError("HiGHS: a basis to start from is for linear programs; leave it out where numbers are whole")


def ask_for_proof(highs: Any, options: SolveOptions) -> None:
    """Let HiGHS go on until its bound meets its point, and hold whole numbers to the tolerance.

    By default it stops at a relative gap of 1e-4.
    """
    wanted: dict[str, float] = {"mip_rel_gap": 0.0, "mip_abs_gap": 0.0}
    if options.tolerance is not None:
        wanted["mip_feasibility_tolerance"] = options.tolerance
    for name, value in wanted.items():
        if name not in options.raw:
            set_option(highs, name, value)


def with_bound(highs: Any, answer: RawSolution, searched: bool) -> RawSolution:
    """Return an answer without duals and basis, which belong to some relaxation, and with the bound that is proved.

    Parameters
    ----------
    searched : bool
        Whether there were numbers to be whole; without any HiGHS solves a linear program and states no bound.
    """
    ran = highs.getModelStatus().name != "kNotset"
    bound = float(highs.getInfo().mip_dual_bound) if searched and ran else math.inf
    if not math.isfinite(bound):
        bound = float(answer.objective) if answer.solved and answer.objective is not None else math.inf
    return replace(answer, dual=None, basis=None, bound=bound if math.isfinite(bound) else None)


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

    HiGHS chooses the method; ``raw={"solver": "ipm"}`` says which, and any other
    option of HiGHS goes into `raw` as well. ``tolerance`` is its ``kkt_tolerance``.
    Ctrl-C stops the simplex and interior point methods at their next iteration, and the
    answer says ``INTERRUPTED``; a second Ctrl-C, or the only one where a method cannot be
    stopped, is a KeyboardInterrupt. `progress` receives the lines of the
    log, from the thread that solves, except from ``pdlp``, which writes its log only to the terminal.

    A mixed-integer program is solved until nothing better is possible, as far as doubles tell, unless a limit
    or ``raw={"mip_rel_gap": ...}`` stops it before; the answer has a `bound`, and no duals.

    Examples
    --------
    >>> from seqform.models.numbers.exact import ExactArray, ExactMatrix
    >>> from seqform.models.programs.linear import Bounds
    >>> program = LinearProgram(
    ...     "max", ExactArray.of([1, 1]), ExactMatrix.from_dense([[1, 2], [3, 1]]),
    ...     Bounds.at_most(ExactArray.of([4, 6])), Bounds.nonnegative(2), ["land", "labour"], ["wheat", "rye"])
    >>> answer = HighsBackend().solve(program, SolveOptions(raw={"solver": "simplex"}))
    >>> answer.termination, round(answer.objective, 9), answer.dual.round(9).tolist()
    (<Termination.SOLVED: 'solved'>, 2.8, [0.4, 0.2])
    """

    name = "highs"
    supports: frozenset[type] = frozenset({LinearProgram, MixedIntegerProgram})
    exact = False
    solver_option = "solver"

    def solvers(self) -> tuple[str, ...]:
        """Return the methods that the option ``solver`` takes."""
        return _METHODS

    def solve(self, model: Any, options: SolveOptions | None = None, basis: Basis | None = None) -> RawSolution:
        """Solve a linear or a mixed-integer program.

        Parameters
        ----------
        basis : Basis, optional
            For the simplex method to start from; HiGHS then skips its presolve.

        Raises
        ------
        OptionError
            If HiGHS does not know an option or refuses its value, or one is only for linear programs.
        UnsupportedModelError
            If `model` is of another class.
        ModelError
            If `basis` is not a basis of the program.
        """
        require_supported(self, model)
        highspy = import_highspy()
        options = options or SolveOptions()
        highs = new_highs(highspy)
        _set_options(highs, options)
        if not isinstance(model, MixedIntegerProgram):
            return _solved(highs, highspy, model, options, basis)
        check_question(options, basis)
        ask_for_proof(highs, options)
        answer = _solved(highs, highspy, model.program, options, None, model.integer)
        return with_bound(highs, answer, searched=bool(model.integer.any()))


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
    shown = arrays if sign > 0 else _negated(arrays)
    pass_program(highs, highspy, shown, program.sense if sign > 0 else "min", integer)
    if basis is not None:
        pass_basis(highs, highspy, basis, program)
    _run(highs, highspy, options.progress)
    return _answer(highs, highspy, program, arrays, sign)


def _set_options(highs: Any, options: SolveOptions) -> None:
    for name, value in (
        ("time_limit", options.time_limit),
        ("kkt_tolerance", options.tolerance),
        ("threads", options.threads),
    ):
        if value is not None:
            set_option(highs, name, value)
    logged = options.progress is not None and options.raw.get("solver") != "pdlp"
    set_option(highs, "log_to_console", options.verbose)
    for name, value in options.raw.items():
        if not isinstance(name, str):
            raise OptionError(f"HiGHS: names of options are text, not {name!r}")
        set_option(highs, name, value)
    if "output_flag" not in options.raw:
        set_option(highs, "output_flag", options.verbose or logged)


def _sign(highs: Any, program: LinearProgram) -> float:
    """Return -1 where a maximisation is to be turned into a minimisation.

    HiGHS (1.15) mistakes the sign of the duals of a maximisation where no basis supports them: the first-order
    methods when presolve reduces it to nothing, interior point without crossover when it ends
    imprecise. Then it reports an unknown status.
    """
    solver, crossover = (highs.getOptionValue(name)[1] for name in ("solver", "run_crossover"))
    basic = solver not in _FIRST_ORDER and crossover == "on"
    return -1.0 if program.sense == "max" and not basic else 1.0


def _negated(arrays: ProgramArrays) -> ProgramArrays:
    return ProgramArrays(
        -arrays.cost,
        arrays.matrix,
        arrays.row_lower,
        arrays.row_upper,
        arrays.column_lower,
        arrays.column_upper,
    )


def _run(highs: Any, highspy: Any, progress: Callable[[str], None] | None) -> None:
    """Run HiGHS, its log lines going to `progress`; Ctrl-C, or a failing `progress`, stops it."""
    stop = threading.Event()
    failures: list[BaseException] = []
    kinds = highspy.cb.HighsCallbackType

    def called_back(kind: int, message: str, _: Any, reply: Any, __: Any) -> None:
        if kind != int(kinds.kCallbackLogging):
            reply.user_interrupt = stop.is_set()
        elif progress is not None and message.strip() and not stop.is_set():
            try:
                progress(message.strip())
            except BaseException as error:
                failures.append(error)
                stop.set()

    highs.setCallback(called_back, None)
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
    """Return the primal and the dual point.

    Stopped at a limit, HiGHS (1.15) calls its last iterates invalid. Without presolve interior point and ``pdlp``
    leave them all the same; after presolve what is left belongs to the reduced program. ``hipdlp`` leaves zeros that it
    calls valid.
    """
    if termination in _WITHOUT_POINT:
        return None, None
    solution = highs.getSolution()
    solver, presolve = (highs.getOptionValue(name)[1] for name in ("solver", "presolve"))
    if termination in CUT_SHORT and solver == "hipdlp":
        return None, None
    left = termination in CUT_SHORT and solver in ("ipm", "pdlp") and presolve == "off"
    primal = np.array(solution.col_value) if solution.value_valid or left else None
    return primal, np.array(solution.row_dual) if solution.dual_valid or left else None


def _answer(highs: Any, highspy: Any, program: LinearProgram, arrays: ProgramArrays, sign: float) -> RawSolution:
    status, info = highs.getModelStatus(), highs.getInfo()
    termination = _TERMINATIONS.get(status.name, Termination.ERROR)
    primal, dual = _point(highs, termination)
    dual = None if dual is None else sign * dual
    objective = None if primal is None else float(arrays.cost @ primal)
    lost = lost_entries(arrays)
    counts = (
        info.simplex_iteration_count,
        info.ipm_iteration_count,
        info.crossover_iteration_count,
        info.pdlp_iteration_count,
    )
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
