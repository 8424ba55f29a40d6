"""Linear programs, options and bases in the terms of HiGHS, checked where HiGHS only returns a status."""

from __future__ import annotations

import sys
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from seqform.backends.checks import unknown_option
from seqform.errors import BackendError, ModelError, OptionError
from seqform.models.linear_program import LinearProgram, Mask
from seqform.models.lp_arrays import ProgramArrays
from seqform.models.raw_solution import Basis, BasisStatus
from seqform.system.packages import require

# Limits beyond which HiGHS reads a number as something else.
_INFINITE = 1e20
_LARGEST_ENTRY = 1e15
_SMALLEST_ENTRY = 1e-12


def import_highspy() -> Any:
    """Import highspy, or raise BackendError where another copy of its library is in the way."""
    if "ortools" not in sys.modules:
        return require("highspy")
    try:
        import highspy
    except ImportError as error:
        raise BackendError(
            "highspy cannot be loaded into this process; OR-Tools, where it was loaded before, brings a "
            f"library of the same name (import highspy first, or do without OR-Tools): {error}"
        ) from error
    return highspy


def new_highs(highspy: Any) -> Any:
    """Return a solver without a model that writes nothing."""
    highs = highspy.Highs()
    set_option(highs, "output_flag", False)
    return highs


def set_option(highs: Any, name: str, value: Any) -> None:
    """Set an option of HiGHS, or raise OptionError.

    HiGHS answers a bad name, type or value with a status and goes on.
    """
    status, kind = highs.getOptionType(name)
    if _failed(status):
        raise unknown_option("HiGHS", name, option_names(highs))
    try:
        refused = _failed(highs.setOptionValue(name, value))
    except TypeError:
        refused = True
    if refused:
        expected = {
            "kBool": "True or False",
            "kInt": "a whole number",
            "kDouble": "a number",
            "kString": "one of its words",
        }
        if name == "solver":
            raise OptionError(f"HiGHS refuses option solver = {value!r}: one of choose, simplex, ipm, pdlp expected")
        raise OptionError(
            f"HiGHS refuses option {name} = {value!r}: {expected.get(kind.name, kind.name)} within its range expected"
        )


def check_options(options: dict[str, Any]) -> None:
    """Raise OptionError unless HiGHS takes these options, for those who call it without checking.

    They call it in this thread, where it refuses to run with another number of threads than its first
    run there had; so a number of threads ends that pool.
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
    """Return the options that differ from the defaults of HiGHS, those about its log left out."""
    defaults = highspy.HighsOptions()
    present = highs.getOptions()
    return {
        name: getattr(present, name)
        for name in option_names(highs)
        if getattr(present, name) != getattr(defaults, name) and name not in ("output_flag", "log_to_console")
    }


def refusal(arrays: ProgramArrays) -> str | None:
    """Return why HiGHS would read another program than this one, if it would."""
    for bounds in (arrays.row_lower, arrays.row_upper, arrays.column_lower, arrays.column_upper):
        if np.any(np.isfinite(bounds) & (np.abs(bounds) >= _INFINITE)):
            return f"HiGHS takes bounds of {_INFINITE:g} and more for absent; scale the program"
    if np.max(np.abs(arrays.cost), initial=0.0) >= _INFINITE:
        return f"HiGHS takes no objective coefficients of {_INFINITE:g} and more; scale the program"
    if np.max(np.abs(arrays.matrix.data), initial=0.0) >= _LARGEST_ENTRY:
        return f"HiGHS takes no matrix entries of {_LARGEST_ENTRY:g} and more; scale the program"
    return None


def lost_entries(arrays: ProgramArrays) -> int:
    """Return how many matrix entries are so small that HiGHS drops them whatever its options."""
    return int(np.count_nonzero(np.abs(arrays.matrix.data) <= _SMALLEST_ENTRY))


def pass_program(
    highs: Any, highspy: Any, arrays: ProgramArrays, sense: Literal["min", "max"], integer: Mask | None = None
) -> None:
    """Give HiGHS the program; by default it would drop matrix entries up to 1e-9."""
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
        raise BackendError("HiGHS refuses the linear program without saying why")


def pass_basis(highs: Any, highspy: Any, basis: Basis, program: LinearProgram) -> None:
    """Make HiGHS start from a basis, or raise ModelError."""
    m, n = program.matrix.shape
    if basis.rows.shape != (m,) or basis.columns.shape != (n,):
        raise ModelError(
            f"basis of {len(basis.rows)} rows and {len(basis.columns)} columns for a program of {m} and {n}"
        )
    basic = int(
        np.count_nonzero(basis.rows == BasisStatus.BASIC) + np.count_nonzero(basis.columns == BasisStatus.BASIC)
    )
    if basic != m:
        raise ModelError(f"basis with {basic} basic rows and columns, of {m} that there are to be")
    kind = highspy.HighsBasisStatus
    words = {
        BasisStatus.BASIC: kind.kBasic,
        BasisStatus.LOWER: kind.kLower,
        BasisStatus.UPPER: kind.kUpper,
        BasisStatus.FREE: kind.kZero,
    }
    start = highspy.HighsBasis()
    start.col_status = [words[BasisStatus(status)] for status in basis.columns.tolist()]
    start.row_status = [words[BasisStatus(status)] for status in basis.rows.tolist()]
    start.valid = True
    if _failed(highs.setBasis(start)):
        raise ModelError("basis: HiGHS refuses it without saying why")


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
    highspy: Any, statuses: list[Any], lower: npt.NDArray[np.float64], upper: npt.NDArray[np.float64]
) -> npt.NDArray[np.int8]:
    """Translate statuses; where HiGHS says just nonbasic, the bounds tell at which one."""
    kind = highspy.HighsBasisStatus
    words = {
        kind.kBasic: BasisStatus.BASIC,
        kind.kLower: BasisStatus.LOWER,
        kind.kUpper: BasisStatus.UPPER,
        kind.kZero: BasisStatus.FREE,
        kind.kNonbasic: -1,
    }
    result = np.array([words[status] for status in statuses], dtype=np.int8)
    at_bound = np.select(
        [np.isfinite(lower), np.isfinite(upper)], [BasisStatus.LOWER, BasisStatus.UPPER], BasisStatus.FREE
    )
    return np.where(result == -1, at_bound, result).astype(np.int8)


def _failed(status: Any) -> bool:
    return bool(status.name == "kError")
