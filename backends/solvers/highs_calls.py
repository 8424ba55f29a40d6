"""Calls of highspy that raise exceptions where HiGHS returns error statuses: options, programs, bases and threads."""

from __future__ import annotations

import importlib
import sys
import threading
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from seqform.backends.protocol import unknown_option
from seqform.errors import BackendError, ModelError, OptionError
from seqform.models.numbers.exact import Floats, Mask
from seqform.models.programs.linear import LinearProgram, ProgramArrays, to_arrays
from seqform.models.programs.solutions import Basis, BasisStatus
from seqform.system.packages import require

PORTABLE: dict[str, tuple[str, ...]] = {
    "time_limit": ("time_limit",),
    "tolerance": ("kkt_tolerance",),
    "threads": ("threads",),
}
"""HiGHS's names of the portable options."""

LEAST_TOLERANCE = 1e-10
"""The least tolerance of HiGHS."""

MEETS = {"target_gap": "every optimum has gap 0, within the tolerance"}
"""The portable options that optima meet."""

FINE = {
    "primal_feasibility_tolerance": LEAST_TOLERANCE,
    "dual_feasibility_tolerance": LEAST_TOLERANCE,
}
"""The smallest tolerances that the simplex method of HiGHS accepts."""

METHODS = ("simplex", "ipx", "hipo", "pdlp", "hipdlp")
"""The methods for linear programs that the option ``solver`` chooses among."""

_HIPO_OPTIONS = ("hipo_system", "hipo_ordering", "hipo_parallel_type", "hipo_block_size")
"""Options that `HighsOptions` lacks."""

# Limits beyond which HiGHS reads a number as something else.
_INFINITE = 1e20
_LARGEST_ENTRY = 1e15
_SMALLEST_ENTRY = 1e-12

FINE_APART = {**FINE, "small_matrix_value": _SMALLEST_ENTRY}
"""The same for packages that call HiGHS and drop its smaller entries; `pass_program` sees to them here."""


def import_highspy() -> Any:
    """Import highspy, or raise BackendError if another copy of its library, loaded before, prevents it."""
    after_ortools = "ortools" in sys.modules
    try:
        highspy = importlib.import_module("highspy") if after_ortools else require("highspy")
    except ImportError as error:
        if not after_ortools:
            raise
        raise BackendError(
            "highspy cannot be loaded into this process after OR-Tools, which has a library of the same name; "
            f"import highspy first: {error}"
        ) from error
    _write_banner_nowhere(highspy)
    return highspy


@cache
def _write_banner_nowhere(highspy: Any) -> None:
    """Make one solver without console.

    HiGHS (1.16) writes a banner to standard output when the first solver of a process is made, before its output can be
    switched off, whoever makes it: this backend, CVXPY or Pyomo.
    """

    class WithoutConsole(highspy.Highs):  # type: ignore[misc]
        def enableCallbacks(self) -> None:  # noqa: N802
            self.setOptionValue("log_to_console", False)
            super().enableCallbacks()

    WithoutConsole()


def on_own_thread(highspy: Any, work: Callable[[], object], stop: threading.Event) -> None:
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
    except KeyboardInterrupt:
        # Raised while `start` waits for the thread, which may already be running.
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
    if name == "solver" and value == "ipm":
        raise OptionError(
            "HiGHS: option solver = 'ipm' stands for one of two methods: choose ipx or hipo"
        )
    if name == "solver" and value not in ("choose", *METHODS):
        raise OptionError(
            f"HiGHS refuses option solver = {value!r}: one of choose, {', '.join(METHODS)} expected"
        )
    if name == "solver" and value == "hipo":
        require("highspy_extras", "option solver = hipo of HiGHS")
    status, option_type = highs.getOptionType(name)
    if failed(status):
        raise unknown_option("HiGHS", name, option_names(highs))
    try:
        refused = failed(highs.setOptionValue(name, value))
    except TypeError:
        refused = True
    if not refused:
        return

    if name == "solver":
        needed = "highspy 1.15 or later, for hipo with highspy-extras of the same version"
        raise OptionError(f"HiGHS refuses option solver = {value!r}: {needed}, is required")
    types = {
        "kBool": "True or False",
        "kInt": "a whole number",
        "kDouble": "a number",
        "kString": "a valid string",
    }
    expected = types.get(option_type.name, option_type.name)
    raise OptionError(
        f"HiGHS refuses option {name} = {value!r}: {expected} within its range expected"
    )


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
    names = [name for name in dir(highs.getOptions()) if not name.startswith("_")]
    return [*names, *_HIPO_OPTIONS]


def changed_options(highs: Any, highspy: Any) -> dict[str, Any]:
    """Return the options that differ from the defaults of HiGHS, except those of its log."""
    changed = {}
    for name, default in _defaults(highspy).items():
        value = highs.getOptionValue(name)[1]
        if value != default:
            changed[name] = value
    return changed


@cache
def _defaults(highspy: Any) -> dict[str, Any]:
    """Return the default of every option but those of the log."""
    highs = highspy.Highs()
    names = set(option_names(highs)) - {"output_flag", "log_to_console"}
    return {name: highs.getOptionValue(name)[1] for name in sorted(names)}


def refusal(arrays: ProgramArrays) -> str | None:
    """Return the reason why HiGHS would read another program than this one, or None."""
    reason = unreadable_bounds(arrays)
    if reason:
        return reason
    if np.max(np.abs(arrays.cost), initial=0.0) >= _INFINITE:
        return (
            f"HiGHS accepts no objective coefficients of {_INFINITE:g} and more; scale the program"
        )
    if np.max(np.abs(arrays.entries.values), initial=0.0) >= _LARGEST_ENTRY:
        return f"HiGHS accepts no matrix entries of {_LARGEST_ENTRY:g} and more; scale the program"
    return None


def unreadable_bounds(arrays: ProgramArrays) -> str | None:
    """Return the reason why HiGHS, like other solvers, takes finite bounds as absent, or None."""
    for bounds in (arrays.row_lower, arrays.row_upper, arrays.column_lower, arrays.column_upper):
        if np.any(np.isfinite(bounds) & (np.abs(bounds) >= _INFINITE)):
            return f"HiGHS treats bounds of {_INFINITE:g} and more as absent; scale the program"
    return None


def lost_entries(arrays: ProgramArrays) -> int:
    """Return the number of matrix entries that HiGHS drops as too small under any options."""
    return int(np.count_nonzero(np.abs(arrays.entries.values) <= _SMALLEST_ENTRY))


def to_highs(
    program: LinearProgram,
    arrays: ProgramArrays | None = None,
    row_names: Sequence[str] | None = None,
    column_names: Sequence[str] | None = None,
    title: str | None = None,
) -> Any:
    """Return a solver, a `highspy.Highs` that writes nothing, with the linear program and the names of its parts.

    Examples
    --------
    >>> import seqform as sf
    >>> highs = to_highs(sf.linear_program("kuhn").target)
    >>> _ = highs.run()
    >>> round(highs.getInfo().objective_function_value, 6), highs.getLp().col_names_[2]
    (-0.055556, 'weight J: bet')
    """
    highspy = import_highspy()
    highs = new_highs(highspy)
    if arrays is None:
        arrays = to_arrays(program)
    if row_names is None:
        row_names = program.row_names
    if column_names is None:
        column_names = program.column_names
    if title is None:
        title = program.name
    names = (title, list(row_names), list(column_names))
    pass_program(highs, highspy, arrays, program.sense, names=names)
    return highs


def pass_program(
    highs: Any,
    highspy: Any,
    arrays: ProgramArrays,
    sense: Literal["min", "max"],
    integer: Mask | None = None,
    names: tuple[str, list[str], list[str]] | None = None,
) -> None:
    """Pass the program to HiGHS, with matrix entries below 1e-9, which it drops by default.

    `names` are those of the program, the rows and the columns.
    """
    matrix = arrays.entries
    smallest = np.min(np.abs(matrix.values), initial=np.inf)
    if smallest <= highs.getOptions().small_matrix_value:
        set_option(highs, "small_matrix_value", _SMALLEST_ENTRY)

    m, n = matrix.shape
    objective = highspy.ObjSense.kMinimize if sense == "min" else highspy.ObjSense.kMaximize
    integrality = np.zeros(n, dtype=np.int32)  # 0 for a continuous column, 1 for an integer one
    if integer is not None:
        integrality = integer.astype(np.int32)
    status = highs.passModel(
        n,
        m,
        len(matrix.values),
        int(highspy.MatrixFormat.kRowwise),
        int(objective),
        0.0,
        arrays.cost,
        arrays.column_lower,
        arrays.column_upper,
        arrays.row_lower,
        arrays.row_upper,
        matrix.row_start.astype(np.int32, copy=False),
        matrix.columns.astype(np.int32, copy=False),
        matrix.values,
        integrality,
    )
    if failed(status):
        reason = refusal(arrays) or "HiGHS refuses it, without a reason"
        raise BackendError(f"linear program: {reason}")
    if names is not None:  # which cannot be passed along with the arrays
        lp = highs.getLp()
        lp.model_name_, lp.row_names_, lp.col_names_ = names
        highs.passModel(lp)


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
    codes = {
        int(status): getattr(highspy.HighsBasisStatus, name) for status, name in _STATUSES.items()
    }
    start = highspy.HighsBasis()
    start.col_status = [codes[status] for status in basis.columns.tolist()]
    start.row_status = [codes[status] for status in basis.rows.tolist()]
    start.valid = True
    if failed(highs.setBasis(start)):
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


def _statuses(
    highspy: Any, statuses: list[Any], lower: Floats, upper: Floats
) -> npt.NDArray[np.int8]:
    """Translate statuses; the bounds determine that of a column that HiGHS only reports as nonbasic."""
    codes = {
        getattr(highspy.HighsBasisStatus, name): int(status) for status, name in _STATUSES.items()
    }
    codes[highspy.HighsBasisStatus.kNonbasic] = -1  # no BasisStatus
    result = np.array([codes[status] for status in statuses], dtype=np.int8)
    at_bound = np.select(
        [np.isfinite(lower), np.isfinite(upper)],
        [BasisStatus.LOWER, BasisStatus.UPPER],
        BasisStatus.FREE,
    )
    return np.where(result == -1, at_bound, result).astype(np.int8)


def failed(status: Any) -> bool:
    """Return whether a status of HiGHS is an error."""
    return bool(status.name == "kError")
