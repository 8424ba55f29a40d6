"""A linear program as text in the MPS and LP file formats.

Numbers are written as the shortest decimal that reads back as the nearest
double; only `seqform.models.lp_npz` keeps rationals exact.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from seqform.models.exact import Floats
from seqform.models.lp_arrays import ProgramArrays, to_arrays

if TYPE_CHECKING:
    from seqform.models.linear_program import LinearProgram

_UNSAFE = re.compile(r"[^A-Za-z0-9_.]")
_LONGEST_NAME = 200  # both formats allow 255 characters
_LINE_WIDTH = 200  # the LP format allows 560
# Words of the LP format, which no name may be; names that begin like a number are caught by their beginning.
_KEYWORD = re.compile(
    r"(min|max)(imi[sz]e|imum)?|subject|such|st|s\.t\.|bounds?|free|gen(erals?)?|int(egers?)?|bin(ary|aries)?"
    r"|semis?|sos[12]?|sec|sin|end"
)


def safe_names(names: Sequence[str], taken: Iterable[str] = ()) -> list[str]:
    """Return names that the MPS and LP formats can hold, one for each given name, all different.

    A character other than a letter, a digit, ``_`` or ``.`` becomes ``_``; a name
    that could be read as a number or a keyword gets ``_`` in front; a name too long
    is cut; what would come twice gets a number at the end.

    Parameters
    ----------
    names : sequence of str
    taken : iterable of str
        Names that must not be used.

    Examples
    --------
    >>> safe_names(["K:bet", "K bet", "3", "end", "x"])
    ['K_bet', 'K_bet_2', '_3', '_end', 'x']
    """
    used = set(taken)
    result = []
    for name in names:
        stem = _UNSAFE.sub("_", name)[:_LONGEST_NAME]
        lowered = stem.lower()
        if (
            not lowered[:1].isalpha()
            or lowered[0] == "e"
            or lowered[:3] in ("inf", "nan")
            or _KEYWORD.fullmatch(lowered)
        ):
            stem = "_" + stem
        safe, count = stem, 1
        while safe in used:
            count += 1
            safe = f"{stem}_{count}"
        used.add(safe)
        result.append(safe)
    return result


def mps_text(program: LinearProgram) -> str:
    """Return the program in free MPS format, a maximisation with an OBJSENSE section.

    MPS itself has no sense, and GLPK and CBC do not know that section: give them the
    LP format. Rows without bounds are ``N`` rows after the objective, which readers may
    drop. A range is written as its width, so that its upper end is right to one rounding.

    Examples
    --------
    >>> from seqform.models.exact import ExactArray, ExactMatrix
    >>> from seqform.models.linear_program import Bounds, LinearProgram
    >>> print(mps_text(LinearProgram(
    ...     "max", ExactArray.of([1]), ExactMatrix.from_dense([[2]]),
    ...     Bounds.at_most(ExactArray.of([3])), Bounds.nonnegative(1), ["row 1"], ["x"], "tiny")), end="")
    * written by seqform; names made safe, numbers the nearest doubles
    NAME tiny
    OBJSENSE
     MAX
    ROWS
     N objective
     L row_1
    COLUMNS
     x objective 1
     x row_1 2
    RHS
     RHS row_1 3
    RANGES
    BOUNDS
    ENDATA
    """
    arrays = to_arrays(program)
    rows = safe_names(program.row_names, taken=("objective",))
    columns = safe_names(program.column_names)
    lines = [
        "* written by seqform; names made safe, numbers the nearest doubles",
        f"NAME {safe_names([program.name])[0]}",
        *(["OBJSENSE", " MAX"] if program.sense == "max" else []),
        "ROWS",
        " N objective",
        *(f" {kind} {name}" for kind, name in zip(_row_kinds(arrays), rows, strict=True)),
        "COLUMNS",
        *_mps_columns(arrays, rows, columns),
        "RHS",
        *_mps_right_sides(arrays, rows),
        "RANGES",
        *_mps_ranges(program, arrays, rows),
        "BOUNDS",
        *_mps_bounds(arrays, columns),
        "ENDATA",
    ]
    return "\n".join(lines) + "\n"


def _row_kinds(arrays: ProgramArrays) -> list[str]:
    """Return E, G, L or N for every row; a range counts as G."""
    lower, upper = arrays.row_lower, arrays.row_upper
    kinds = np.select([lower == upper, np.isfinite(lower), np.isfinite(upper)], ["E", "G", "L"], "N")
    return [str(kind) for kind in kinds.tolist()]


def _mps_columns(arrays: ProgramArrays, rows: list[str], columns: list[str]) -> Iterator[str]:
    by_column = arrays.matrix.tocsc()
    start, index, values = by_column.indptr.tolist(), by_column.indices.tolist(), by_column.data.tolist()
    for j, (name, cost) in enumerate(zip(columns, arrays.cost.tolist(), strict=True)):
        if cost or start[j] == start[j + 1]:
            yield f" {name} objective {_number(cost)}"
        for entry in range(start[j], start[j + 1]):
            yield f" {name} {rows[index[entry]]} {_number(values[entry])}"


def _mps_right_sides(arrays: ProgramArrays, rows: list[str]) -> Iterator[str]:
    side = np.where(np.isfinite(arrays.row_lower), arrays.row_lower, arrays.row_upper)
    for i in np.flatnonzero(np.isfinite(side) & (side != 0)).tolist():
        yield f" RHS {rows[i]} {_number(float(side[i]))}"


def _mps_ranges(program: LinearProgram, arrays: ProgramArrays, rows: list[str]) -> Iterator[str]:
    ranged = np.isfinite(arrays.row_lower) & np.isfinite(arrays.row_upper) & (arrays.row_lower != arrays.row_upper)
    for i in np.flatnonzero(ranged).tolist():
        yield f" RNG {rows[i]} {_number(float(program.rows.upper[i] - program.rows.lower[i]))}"


def _mps_bounds(arrays: ProgramArrays, columns: list[str]) -> Iterator[str]:
    for name, lower, upper in zip(columns, arrays.column_lower.tolist(), arrays.column_upper.tolist(), strict=True):
        if lower == upper:
            yield f" FX BND {name} {_number(lower)}"
            continue
        if lower == -np.inf:
            yield f" {'FR' if upper == np.inf else 'MI'} BND {name}"
        elif lower != 0 or upper <= 0:  # some readers take a lone negative upper bound to unbind the lower one
            yield f" LO BND {name} {_number(lower)}"
        if upper != np.inf:
            yield f" UP BND {name} {_number(upper)}"


def lp_text(program: LinearProgram) -> str:
    r"""Return the program in CPLEX LP format.

    The format has no rows with two bounds and no rows without: a range becomes two
    rows, the second named with ``_upper`` at the end, and a row without bounds a comment. Every
    column is in the objective, be it with coefficient 0, so that readers keep their order.

    Examples
    --------
    >>> from seqform.models.exact import ExactArray, ExactMatrix
    >>> from seqform.models.linear_program import Bounds, LinearProgram
    >>> print(lp_text(LinearProgram(
    ...     "max", ExactArray.of([1, 0]), ExactMatrix.from_dense([[2, -1]]),
    ...     Bounds.at_most(ExactArray.of([3])), Bounds.nonnegative(2), ["row 1"], ["x", "y"], "tiny")), end="")
    \ tiny, written by seqform; names made safe, numbers the nearest doubles
    Maximize
     objective: + 1 x + 0 y
    Subject To
     row_1: + 2 x - 1 y <= 3
    Bounds
    End
    """
    arrays = to_arrays(program)
    columns = safe_names(program.column_names)
    rows = safe_names(program.row_names, taken=("objective",))
    uppers = safe_names([name + "_upper" for name in rows], taken=("objective", *rows))
    lines = [
        f"\\ {safe_names([program.name])[0]}, written by seqform; names made safe, numbers the nearest doubles",
        "Maximize" if program.sense == "max" else "Minimize",
        *_wrapped(" objective:", _terms(arrays.cost, columns)),
        "Subject To",
        *_lp_rows(arrays, rows, uppers, columns),
        "Bounds",
        *_lp_bounds(arrays, columns),
        "End",
    ]
    return "\n".join(lines) + "\n"


def _lp_rows(arrays: ProgramArrays, rows: list[str], uppers: list[str], columns: list[str]) -> Iterator[str]:
    start, index = arrays.matrix.indptr.tolist(), arrays.matrix.indices.tolist()
    lower, upper = arrays.row_lower.tolist(), arrays.row_upper.tolist()
    for i, name in enumerate(rows):
        entries = slice(start[i], start[i + 1])
        terms = _terms(arrays.matrix.data[entries], [columns[j] for j in index[entries]])
        if not terms and columns:
            terms = [f"+ 0 {columns[0]}"]
        if lower[i] == upper[i]:
            yield from _wrapped(f" {name}:", [*terms, f"= {_number(lower[i])}"])
            continue
        if lower[i] != -np.inf:
            yield from _wrapped(f" {name}:", [*terms, f">= {_number(lower[i])}"])
        if upper[i] != np.inf:
            label = name if lower[i] == -np.inf else uppers[i]
            yield from _wrapped(f" {label}:", [*terms, f"<= {_number(upper[i])}"])
        if lower[i] == -np.inf and upper[i] == np.inf:
            yield f"\\ {name} has no bounds"


def _lp_bounds(arrays: ProgramArrays, columns: list[str]) -> Iterator[str]:
    for name, lower, upper in zip(columns, arrays.column_lower.tolist(), arrays.column_upper.tolist(), strict=True):
        if lower == upper:
            yield f" {name} = {_number(lower)}"
        elif lower == -np.inf:
            yield f" {name} free" if upper == np.inf else f" -inf <= {name} <= {_number(upper)}"
        elif upper != np.inf:
            yield f" {_number(lower)} <= {name} <= {_number(upper)}"
        elif lower != 0:
            yield f" {name} >= {_number(lower)}"


def _terms(coefficients: Floats, names: Sequence[str]) -> list[str]:
    return [
        f"{'-' if value < 0 else '+'} {_number(abs(value))} {name}"
        for value, name in zip(coefficients.tolist(), names, strict=True)
    ]


def _wrapped(label: str, words: Iterable[str]) -> Iterator[str]:
    """Yield the label and the words on as many lines as the width asks for."""
    line = label
    for word in words:
        if len(line) + len(word) > _LINE_WIDTH:
            yield line
            line = " "
        line = f"{line} {word}"
    yield line


def _number(value: float) -> str:
    """Return the shortest decimal that reads back as this double."""
    return repr(value).removesuffix(".0")
