"""Interface to highspy: programs, options, bases and crossover, with errors where HiGHS only returns a status.

HiGHS runs on a thread of its own, so that Ctrl-C is handled and every run may have its own number of threads.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from seqform.backends.protocol import unknown_option
from seqform.errors import BackendError, ModelError, OptionError
from seqform.models.numbers.exact import Floats, Mask, Vector, doubles
from seqform.models.programs.linear import LinearProgram, ProgramArrays, to_arrays
from seqform.models.programs.solutions import Basis, BasisStatus
from seqform.system.packages import require


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


PORTABLE: dict[str, tuple[str, ...]] = {
    "time_limit": ("time_limit",),
    "tolerance": ("kkt_tolerance",),
    "threads": ("threads",),
}
"""HiGHS's names of the portable options."""

# Limits beyond which HiGHS reads a number as something else.
_INFINITE = 1e20
_LARGEST_ENTRY = 1e15
_SMALLEST_ENTRY = 1e-12


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


def new_highs(highspy: Any) -> Any:
    """Return a solver without a model that writes nothing."""
    highs = highspy.Highs()
    set_option(highs, "output_flag", False)
    return highs


def set_option(highs: Any, name: str, value: Any) -> None:
    """Set an option of HiGHS, or raise OptionError where HiGHS only returns a status."""
    status, kind = highs.getOptionType(name)
    if _failed(status):
        raise unknown_option("HiGHS", name, option_names(highs))
    try:
        refused = _failed(highs.setOptionValue(name, value))
    except TypeError:
        refused = True
    if refused:
        if name == "solver":
            raise OptionError(f"HiGHS refuses option solver = {value!r}: one of choose, simplex, ipm, pdlp expected")
        types = {"kBool": "True or False", "kInt": "a whole number", "kDouble": "a number", "kString": "a valid string"}
        expected = types.get(kind.name, kind.name)
        raise OptionError(f"HiGHS refuses option {name} = {value!r}: {expected} within its range expected")


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
    return [name for name in dir(highs.getOptions()) if not name.startswith("_")]


def changed_options(highs: Any, highspy: Any) -> dict[str, Any]:
    """Return the options that differ from the defaults of HiGHS, except those of its log."""
    defaults = highspy.HighsOptions()
    present = highs.getOptions()
    return {
        name: getattr(present, name)
        for name in option_names(highs)
        if getattr(present, name) != getattr(defaults, name) and name not in ("output_flag", "log_to_console")
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


def basis_from_point(program: LinearProgram, primal: Vector, dual: Vector) -> Basis | None:
    """Return an optimal basis near a primal vector, shape (n,), and row duals, shape (m,).

    It is optimal in double precision according to the simplex method, started from the crossover's basis; None is
    returned if that finds no optimal basis, or the point is not finite.

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
    basis = _cross_over(highspy, equations, solution)
    return None if basis is None else _without_slacks(basis, slack_rows, len(point))


def _cross_over(highspy: Any, equations: ProgramArrays, solution: Any) -> Basis | None:
    highs = new_highs(highspy)

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
