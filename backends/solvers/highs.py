"""Backend on HiGHS: simplex, interior-point and first-order methods, branch and cut, and crossover from points.

Every method has one name, with one meaning whatever is installed: HiGHS's own name ``ipm``, which stands for HiPO where
the package highspy-extras is found and for IPX elsewhere, is refused.

HiGHS runs on a thread of its own, so that Ctrl-C is handled and every run may have its own number of threads. Its error
statuses are raised as exceptions.
"""

from __future__ import annotations

import math
import re
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from seqform.backends.protocol import SolveOptions, require_supported, translate, unknown_option
from seqform.backends.solvers.modelling import trivial_answer
from seqform.errors import BackendError, ModelError, OptionError
from seqform.models.numbers.exact import Floats, Mask, Vector, doubles
from seqform.models.programs.linear import LinearProgram, MixedIntegerProgram, ProgramArrays, to_arrays
from seqform.models.programs.solutions import CUT_SHORT, Basis, BasisStatus, RawSolution, Termination
from seqform.system.packages import require

PORTABLE: dict[str, tuple[str, ...]] = {
    "time_limit": ("time_limit",),
    "tolerance": ("kkt_tolerance",),
    "threads": ("threads",),
}
"""HiGHS's names of the portable options."""

METHODS = ("simplex", "ipx", "hipo", "pdlp", "hipdlp")
"""The methods for linear programs that the option ``solver`` chooses among."""

_FIRST_ORDER = ("pdlp", "hipdlp")
_HIPO_OPTIONS = ("hipo_system", "hipo_ordering", "hipo_parallel_type", "hipo_block_size")  # that `HighsOptions` lacks

# Limits beyond which HiGHS reads a number as something else.
_INFINITE = 1e20
_LARGEST_ENTRY = 1e15
_SMALLEST_ENTRY = 1e-12


# ---- interface to highspy ----


def import_highspy() -> Any:
    """Import highspy, or raise BackendError if another copy of its library, loaded before, prevents it."""
    if "ortools" not in sys.modules:
        return require("highspy")
    try:
        import highspy
    except ImportError as error:
        raise BackendError(
            "highspy cannot be loaded into this process after OR-Tools, which has a library of the same name; "
            f"import highspy first: {error}"
        ) from error
    return highspy


def on_own_thread(highspy: Any, work: Callable[[], None], stop: threading.Event) -> None:
    """Run the work on a new thread and wait for it; raise its exception.

    HiGHS keeps a pool of threads per calling thread, and refuses to run there with another number of threads than in
    its first run. The first Ctrl-C sets `stop`, which the work may check; the second is raised as a KeyboardInterrupt,
    and the work goes on unattended.
    """
    done = threading.Event()
    failures: list[BaseException] = []

    def apart() -> None:
        try:
            work()
            highspy.Highs.resetGlobalScheduler(False)
        except BaseException as error:
            failures.append(error)
        finally:
            done.set()

    thread = threading.Thread(target=apart, daemon=True, name="seqform-highs")
    try:
        thread.start()
    except KeyboardInterrupt:  # raised while `start` waits for the thread, which may already be running
        stop.set()
    while not done.is_set():
        try:
            done.wait(0.1)
        except KeyboardInterrupt:
            if stop.is_set():
                raise
            stop.set()
    if failures:
        raise failures[0]


def new_highs(highspy: Any) -> Any:
    """Return a solver without a model that writes nothing."""
    highs = highspy.Highs()
    set_option(highs, "output_flag", False)
    return highs


def set_option(highs: Any, name: str, value: Any) -> None:
    """Set an option of HiGHS, or raise OptionError where HiGHS only returns a status."""
    if name == "solver":
        _check_method(value)
    status, kind = highs.getOptionType(name)
    if _failed(status):
        raise unknown_option("HiGHS", name, option_names(highs))
    try:
        refused = _failed(highs.setOptionValue(name, value))
    except TypeError:
        refused = True
    if refused:
        if name == "solver":
            needed = "highspy 1.15 or later, for hipo with highspy-extras of the same version"
            raise OptionError(f"HiGHS refuses option solver = {value!r}: {needed}, is required")
        types = {"kBool": "True or False", "kInt": "a whole number", "kDouble": "a number", "kString": "a valid string"}
        expected = types.get(kind.name, kind.name)
        raise OptionError(f"HiGHS refuses option {name} = {value!r}: {expected} within its range expected")


def _check_method(value: object) -> None:
    if value == "ipm":
        raise OptionError("HiGHS: option solver = 'ipm' stands for one of two methods: choose ipx or hipo")
    if value not in ("choose", *METHODS):
        raise OptionError(f"HiGHS refuses option solver = {value!r}: one of choose, {', '.join(METHODS)} expected")
    if value == "hipo":
        require("highspy_extras", "option solver = hipo of HiGHS")


def check_options(options: dict[str, Any]) -> None:
    """Raise OptionError unless HiGHS accepts these options, before another package calls it without checks.

    The call is made in this thread, where HiGHS refuses to run with another number of threads than in its first
    run; an option `threads` therefore ends the pool of threads.
    """
    highspy = import_highspy()
    highs = new_highs(highspy)
    for name, value in options.items():
        set_option(highs, name, value)
    if "threads" in options:
        highspy.Highs.resetGlobalScheduler(True)


def option_names(highs: Any) -> list[str]:
    """Return the names of all options of this HiGHS."""
    return [*(name for name in dir(highs.getOptions()) if not name.startswith("_")), *_HIPO_OPTIONS]


def changed_options(highs: Any, highspy: Any) -> dict[str, Any]:
    """Return the options that differ from the defaults of HiGHS, except those of its log."""
    defaults = highspy.Highs()
    values = {name: highs.getOptionValue(name)[1] for name in option_names(highs)}
    return {
        name: value
        for name, value in values.items()
        if value != defaults.getOptionValue(name)[1] and name not in ("output_flag", "log_to_console")
    }


def refusal(arrays: ProgramArrays) -> str | None:
    """Return the reason why HiGHS would read another program than this one, or None."""
    for bounds in (arrays.row_lower, arrays.row_upper, arrays.column_lower, arrays.column_upper):
        if np.any(np.isfinite(bounds) & (np.abs(bounds) >= _INFINITE)):
            return f"HiGHS treats bounds of {_INFINITE:g} and more as absent; scale the program"
    if np.max(np.abs(arrays.cost), initial=0.0) >= _INFINITE:
        return f"HiGHS accepts no objective coefficients of {_INFINITE:g} and more; scale the program"
    if np.max(np.abs(arrays.matrix.data), initial=0.0) >= _LARGEST_ENTRY:
        return f"HiGHS accepts no matrix entries of {_LARGEST_ENTRY:g} and more; scale the program"
    return None


def lost_entries(arrays: ProgramArrays) -> int:
    """Return the number of matrix entries that HiGHS drops as too small under any options."""
    return int(np.count_nonzero(np.abs(arrays.matrix.data) <= _SMALLEST_ENTRY))


def pass_program(
    highs: Any, highspy: Any, arrays: ProgramArrays, sense: Literal["min", "max"], integer: Mask | None = None
) -> None:
    """Pass the program to HiGHS, with matrix entries below 1e-9, which it drops by default."""
    entries = np.abs(arrays.matrix.data)
    if np.min(entries, initial=np.inf) <= highs.getOptions().small_matrix_value:
        set_option(highs, "small_matrix_value", _SMALLEST_ENTRY)
    lp = highspy.HighsLp()
    m, n = arrays.matrix.shape
    lp.num_row_, lp.num_col_ = m, n
    lp.sense_ = highspy.ObjSense.kMinimize if sense == "min" else highspy.ObjSense.kMaximize
    lp.col_cost_ = arrays.cost
    lp.col_lower_, lp.col_upper_ = arrays.column_lower, arrays.column_upper
    lp.row_lower_, lp.row_upper_ = arrays.row_lower, arrays.row_upper
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.num_row_, lp.a_matrix_.num_col_ = m, n
    lp.a_matrix_.start_ = arrays.matrix.indptr.astype(np.int32, copy=False)
    lp.a_matrix_.index_ = arrays.matrix.indices.astype(np.int32, copy=False)
    lp.a_matrix_.value_ = arrays.matrix.data
    if integer is not None:
        kinds = (highspy.HighsVarType.kContinuous, highspy.HighsVarType.kInteger)
        lp.integrality_ = [kinds[whole] for whole in integer.tolist()]
    if _failed(highs.passModel(lp)):
        raise BackendError("HiGHS refuses the linear program, without a reason")


_STATUSES = {
    BasisStatus.BASIC: "kBasic",
    BasisStatus.LOWER: "kLower",
    BasisStatus.UPPER: "kUpper",
    BasisStatus.FREE: "kZero",
}


def pass_basis(highs: Any, highspy: Any, basis: Basis, program: LinearProgram) -> None:
    """Pass a basis to start from to HiGHS, or raise ModelError."""
    m, n = program.matrix.shape
    if basis.rows.shape != (m,) or basis.columns.shape != (n,):
        raise ModelError(
            f"basis of {len(basis.rows)} rows and {len(basis.columns)} columns for a program of {m} and {n}"
        )
    basic = int(np.count_nonzero(np.concatenate([basis.rows, basis.columns]) == BasisStatus.BASIC))
    if basic != m:
        raise ModelError(f"basis with {basic} basic rows and columns, of {m} that are required")
    codes = {int(status): getattr(highspy.HighsBasisStatus, name) for status, name in _STATUSES.items()}
    start = highspy.HighsBasis()
    start.col_status = [codes[status] for status in basis.columns.tolist()]
    start.row_status = [codes[status] for status in basis.rows.tolist()]
    start.valid = True
    if _failed(highs.setBasis(start)):
        raise ModelError("basis: HiGHS refuses it, without a reason")


def final_basis(highs: Any, highspy: Any, arrays: ProgramArrays) -> Basis | None:
    """Return the basis that HiGHS ended with, if it has a valid one."""
    basis = highs.getBasis()
    if not basis.valid:
        return None
    return Basis(
        _statuses(highspy, basis.col_status, arrays.column_lower, arrays.column_upper),
        _statuses(highspy, basis.row_status, arrays.row_lower, arrays.row_upper),
    )


def _statuses(highspy: Any, statuses: list[Any], lower: Floats, upper: Floats) -> npt.NDArray[np.int8]:
    """Translate statuses; the bounds determine that of a column that HiGHS only reports as nonbasic."""
    codes = {getattr(highspy.HighsBasisStatus, name): int(status) for status, name in _STATUSES.items()}
    codes[highspy.HighsBasisStatus.kNonbasic] = -1
    result = np.array([codes[status] for status in statuses], dtype=np.int8)
    at_bound = np.select(
        [np.isfinite(lower), np.isfinite(upper)], [BasisStatus.LOWER, BasisStatus.UPPER], BasisStatus.FREE
    )
    return np.where(result == -1, at_bound, result).astype(np.int8)


def _failed(status: Any) -> bool:
    return bool(status.name == "kError")


# ---- the backend ----

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

    HiGHS chooses the method unless ``raw={"solver": "ipx"}`` or the like does; its other options are passed in `raw`
    as well. ``tolerance`` is its ``kkt_tolerance``. Ctrl-C stops the simplex and interior-point methods at their next
    iteration; the termination is then ``INTERRUPTED``. A second Ctrl-C, or the first with a method that cannot be
    stopped, is a KeyboardInterrupt. `progress` receives the lines of the log, from the thread that solves, except those
    of ``pdlp``, which writes its log only to the terminal.

    ``hipo`` is the interior-point method of the package highspy-extras. Unless `raw` has other values, its Newton
    systems are the augmented ones, its tolerance is 1e-7, large programs are ordered by METIS, and it ends without
    crossover. Its point is kept if crossover, with ``run_crossover`` on, does not improve on it.

    A mixed-integer program is solved to a gap of zero in doubles, unless a limit or ``raw={"mip_rel_gap": ...}``
    stops the search before; the answer has a `bound`, and no duals.
    """

    name = "highs"
    supports: frozenset[type] = frozenset({LinearProgram, MixedIntegerProgram})
    exact = False
    solver_option = "solver"

    def solvers(self) -> tuple[str, ...]:
        """Return the methods that the option ``solver`` takes here."""
        highs = new_highs(import_highspy())
        return tuple(method for method in METHODS if not _failed(highs.setOptionValue("solver", method)))

    def solve(self, model: Any, options: SolveOptions | None = None, basis: Basis | None = None) -> RawSolution:
        """Solve a linear or a mixed-integer program; see `Backend.solve`.

        The simplex method starts from the basis, if there is one, and HiGHS then skips its presolve; a ModelError is
        raised if it is not a basis of the program.
        """
        require_supported(self, model)
        highspy = import_highspy()
        options = options or SolveOptions()
        if isinstance(model, MixedIntegerProgram):
            return _solved_mixed_integer(highspy, model, options, basis)
        if options.raw.get("solver") == "hipo":
            return _solved_by_hipo(highspy, model, options, basis)
        return _solved_linear(highspy, model, options, basis)


def _solved_mixed_integer(
    highspy: Any, model: MixedIntegerProgram, options: SolveOptions, basis: Basis | None
) -> RawSolution:
    """Solve a mixed-integer program to optimality; by default HiGHS stops at a relative gap of 1e-4."""
    highs = new_highs(highspy)
    _set_options(highs, options)
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


_LARGE = 1_000_000
"""Nonzeros from which HiPO does not try every ordering: its minimum degree then takes minutes."""


def _solved_by_hipo(highspy: Any, program: LinearProgram, options: SolveOptions, basis: Basis | None) -> RawSolution:
    """Solve by HiPO, then by crossover if asked for, and return the answer with the smaller error of the two.

    HiPO (1.15) restarts with IPX where it makes no progress, and its point is lost if that fails; it then runs again
    with a tolerance ten times larger. Within the run of HiPO a failing crossover has the same effect.
    """
    started = time.perf_counter()

    def rest() -> SolveOptions:
        limit = options.time_limit
        left = None if limit is None else max(1e-3, limit - (time.perf_counter() - started))
        return replace(options, time_limit=left)

    crossover = options.raw.get("run_crossover", "off")
    raw = {
        "hipo_system": "augmented",
        "hipo_ordering": "metis" if program.matrix.nonzeros >= _LARGE else "choose",
        "ipm_optimality_tolerance": 1e-7,
        "primal_feasibility_tolerance": 1e-6,
        "dual_feasibility_tolerance": 1e-6,
        **options.raw,
        "run_crossover": "off" if crossover == "on" else crossover,
    }
    answer = _solved_linear(highspy, program, replace(options, raw=raw), basis)
    if answer.solved and crossover != "on":
        return answer
    if answer.termination in (Termination.NUMERICAL_ERROR, Termination.ERROR):
        tolerance = 10 * raw.get("kkt_tolerance", options.tolerance or 1e-6)
        again = _solved_linear(highspy, program, replace(rest(), raw={**raw, "kkt_tolerance": tolerance}), basis)
        status = f"{again.status} with tolerance {tolerance:.0e}, after: {answer.status}"
        answer = _better(program, answer, replace(again, status=status))
    if crossover == "on" and answer.solved:
        answer = _with_basis(highspy, program, answer, rest())
    return replace(answer, seconds=time.perf_counter() - started)


def _better(program: LinearProgram, first: RawSolution, second: RawSolution) -> RawSolution:
    """Return the answer with the smaller residuals; the first if they are equal, or neither has a point."""

    def error(answer: RawSolution) -> float:
        if answer.primal is None or answer.dual is None:
            return math.inf
        return float(program.residuals(answer.primal, answer.dual).worst)

    return second if error(second) < error(first) else first


def _with_basis(highspy: Any, program: LinearProgram, answer: RawSolution, options: SolveOptions) -> RawSolution:
    """Return the vertex near the point of an answer, or that answer if no vertex has smaller residuals."""
    assert answer.primal is not None
    assert answer.dual is not None
    kept = replace(answer, status=f"{answer.status}; crossover found nothing better")
    try:
        basis = basis_from_point(program, answer.primal, answer.dual, options.time_limit)
    except KeyboardInterrupt:
        return replace(answer, termination=Termination.INTERRUPTED, status=f"{answer.status}; crossover interrupted")
    if basis is None:
        return kept
    vertex = _solved_linear(highspy, program, replace(options, raw={"solver": "simplex"}), basis)
    vertex = replace(vertex, iterations=(answer.iterations or 0) + (vertex.iterations or 0), options=answer.options)
    return _better(program, kept, vertex)


def _solved_linear(highspy: Any, program: LinearProgram, options: SolveOptions, basis: Basis | None) -> RawSolution:
    highs = new_highs(highspy)
    _set_options(highs, options)
    return _solved(highs, highspy, program, options, basis)


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


_HIPO_BEGINS = re.compile("olving the (presolved )?LP|Solving LP without")
_HIPO_REPEATS_TOLERANCE = re.compile("IpxWrapper: feasibility_tol")


def _run(highs: Any, highspy: Any, progress: Callable[[str], None] | None) -> None:
    """Run HiGHS and pass its log lines to `progress`; Ctrl-C, or an exception of `progress`, stops it.

    HiPO (1.15) logs nothing unless it finds the terminal's log on when it begins, so that log is on between the last
    line before HiPO and its first check for an interruption.
    """
    stop = threading.Event()
    failures: list[BaseException] = []
    kinds = highspy.cb.HighsCallbackType
    unfinished = ""
    solver, tolerance, on_terminal = (
        highs.getOptionValue(name)[1] for name in ("solver", "kkt_tolerance", "log_to_console")
    )
    last_line = _HIPO_BEGINS if tolerance == highspy.HighsOptions().kkt_tolerance else _HIPO_REPEATS_TOLERANCE
    is_hidden = solver == "hipo" and progress is not None and not on_terminal and highs.getNumRow() > 0

    def callback(kind: int, message: str, _: Any, reply: Any, __: Any) -> None:
        nonlocal unfinished
        if kind != int(kinds.kCallbackLogging):
            reply.user_interrupt = stop.is_set()
            if is_hidden:
                highs.setOptionValue("log_to_console", False)
            return
        *lines, unfinished = (unfinished + message).split("\n")
        for line in lines:
            pass_on(line)
        if is_hidden and last_line.search(message):
            highs.setOptionValue("log_to_console", True)

    def pass_on(line: str) -> None:
        if progress is not None and line.strip() and not stop.is_set():
            try:
                progress(line.strip())
            except BaseException as error:
                failures.append(error)
                stop.set()

    highs.setCallback(callback, None)
    for kind in (kinds.kCallbackSimplexInterrupt, kinds.kCallbackIpmInterrupt, kinds.kCallbackMipInterrupt):
        highs.startCallback(kind)
    if progress is not None:
        highs.startCallback(kinds.kCallbackLogging)
    on_own_thread(highspy, highs.run, stop)
    pass_on(unfinished)
    if failures:
        raise failures[0]
    if stop.is_set() and highs.getModelStatus() != highspy.HighsModelStatus.kInterrupt:
        raise KeyboardInterrupt


def _point(highs: Any, termination: Termination) -> tuple[Floats | None, Floats | None]:
    """Return the primal and the dual point, None for an invalid one.

    At a limit HiGHS (1.15) marks its last iterates as invalid. Without presolve those of interior point and ``pdlp``
    are usable; after presolve they belong to the reduced program. ``hipo`` and ``hipdlp`` return zeros marked as valid.
    """
    if termination in _WITHOUT_POINT:
        return None, None
    solution = highs.getSolution()
    solver, presolve = (highs.getOptionValue(name)[1] for name in ("solver", "presolve"))
    usable = termination in CUT_SHORT and solver in ("ipx", "hipo", "pdlp") and presolve == "off"
    if termination in CUT_SHORT and solver in ("hipo", "hipdlp") and not usable:
        return None, None
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


# ---- crossover ----


def basis_from_point(
    program: LinearProgram, primal: Vector, dual: Vector, time_limit: float | None = None
) -> Basis | None:
    """Return an optimal basis near a primal vector, shape (n,), and row duals, shape (m,).

    It is optimal in double precision according to the simplex method, started from the crossover's basis; None is
    returned if that finds no optimal basis in time, or the point is not finite.

    Crossover is Megiddo's strongly polynomial algorithm from a pair of optimal points to a basis ("On finding primal-
    and dual-optimal bases", ORSA Journal on Computing 3, 1991). It requires a complementary pair, so each column is
    first moved to a bound or its reduced cost set to zero, whichever is the smaller change.
    """
    point, prices = doubles(primal), doubles(dual)
    if not (np.all(np.isfinite(point)) and np.all(np.isfinite(prices))):
        return None
    highspy = import_highspy()
    arrays = to_arrays(program)
    prices = prices if program.sense == "min" else -prices
    slack_rows = np.flatnonzero(arrays.row_lower != arrays.row_upper)
    equations = _with_slacks(arrays, program.sense, slack_rows)
    start, costs = _complementary(
        np.concatenate([point, (arrays.matrix @ point)[slack_rows]]),
        equations.cost - equations.matrix.T @ prices,
        equations.column_lower,
        equations.column_upper,
    )
    solution = highspy.HighsSolution()
    solution.col_value, solution.col_dual = start, costs
    solution.row_value, solution.row_dual = equations.row_lower, prices
    solution.value_valid = solution.dual_valid = True
    basis = _cross_over(highspy, equations, solution, time_limit)
    return None if basis is None else _without_slacks(basis, slack_rows, len(point))


def _cross_over(highspy: Any, equations: ProgramArrays, solution: Any, time_limit: float | None) -> Basis | None:
    highs = new_highs(highspy)
    if time_limit is not None:
        set_option(highs, "time_limit", time_limit)

    def work() -> None:
        highs.run()  # without a model: crossover crashes unless HiGHS has started its pool of threads
        pass_program(highs, highspy, equations, "min")
        if highs.crossover(solution) == highspy.HighsStatus.kError:
            highs.clearSolver()
        highs.run()

    interrupted = threading.Event()
    on_own_thread(highspy, work, interrupted)
    if interrupted.is_set():
        raise KeyboardInterrupt
    if highs.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    return final_basis(highs, highspy, equations)


def _with_slacks(arrays: ProgramArrays, sense: str, slack_rows: Any) -> ProgramArrays:
    """Return the minimisation whose rows are all equations: row i becomes a·x - s = 0 with bounds on s.

    Crossover of HiGHS (1.15) with other rows returns wrong bases or crashes.
    """
    require("scipy.sparse")
    from scipy.sparse import csr_array, hstack

    m, k = arrays.matrix.shape[0], len(slack_rows)
    slack = csr_array((-np.ones(k), (slack_rows, np.arange(k))), shape=(m, k))
    sides = np.where(arrays.row_lower == arrays.row_upper, arrays.row_lower, 0.0)
    return ProgramArrays(
        np.concatenate([arrays.cost if sense == "min" else -arrays.cost, np.zeros(k)]),
        csr_array(hstack([arrays.matrix, slack], format="csr")),
        sides,
        sides,
        np.concatenate([arrays.column_lower, arrays.row_lower[slack_rows]]),
        np.concatenate([arrays.column_upper, arrays.row_upper[slack_rows]]),
    )


def _complementary(point: Floats, costs: Floats, lower: Floats, upper: Floats) -> tuple[Floats, Floats]:
    """Return the point and the reduced costs, with the point at a bound or the cost zero in every column."""
    point = np.clip(point, lower, upper)
    to_lower = (costs > 0) & (point - lower <= costs)
    to_upper = (costs < 0) & (upper - point <= -costs)
    kept = to_lower | to_upper | (lower == upper)
    return np.where(to_lower, lower, np.where(to_upper, upper, point)), np.where(kept, costs, 0.0)


def _without_slacks(basis: Basis, slack_rows: Any, columns: int) -> Basis:
    """Return the basis of the original rows: a row has the status of its slack."""
    rows = basis.rows.copy()
    slack = basis.columns[columns:]
    rows[slack_rows] = np.where(rows[slack_rows] == BasisStatus.BASIC, BasisStatus.BASIC, slack)
    return Basis(basis.columns[:columns], rows)
