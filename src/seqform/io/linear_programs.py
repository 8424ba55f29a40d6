"""Linear programs as files: MPS and LP text, and compressed NumPy archives, by the suffix.

In text, numbers are the shortest decimals that read back as the nearest doubles. Archives hold doubles for any reader,
and the exact rationals for `read_npz`.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from seqform.errors import ModelError, ParseError
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Floats, as_integers
from seqform.models.programs.linear import Bounds, LinearProgram, ProgramArrays, to_arrays
from seqform.system.files import write_whole
from seqform.system.foreign_files import Archive, memory_errors_named, open_archive

_UNSAFE = re.compile(r"[^A-Za-z0-9_.]")
_LONGEST_NAME = 200  # both formats allow 255 characters
_LINE_WIDTH = 200  # the LP format allows 560
_REMARK = "written by seqform; names made safe, numbers the nearest doubles"
# Words of the LP format, which no name may be; names that begin like a number are caught by their beginning.
_KEYWORD = re.compile(
    r"(min|max)(imi[sz]e|imum)?|subject|such|st|s\.t\.|bounds?|free|gen(erals?)?|int(egers?)?|bin(ary|aries)?"
    r"|semis?|sos[12]?|sec|sin|end"
)


def safe_names(names: Sequence[str], taken: Iterable[str] = ()) -> list[str]:
    """Return names that the MPS and LP formats can hold, one for each given name, all different and none of `taken`.

    A character other than a letter, a digit, ``_`` or ``.`` becomes ``_``; a name that could be read as a number or a
    keyword gets ``_`` in front; a name too long is cut; a repeated name gets a number at the end.

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
        if not lowered[:1].isalpha() or lowered.startswith(("e", "inf", "nan")) or _KEYWORD.fullmatch(lowered):
            stem = "_" + stem
        safe, count = stem, 1
        while safe in used:
            count += 1
            safe = f"{stem}_{count}"
        used.add(safe)
        result.append(safe)
    return result


@dataclass(frozen=True)
class _Text:
    """A program with safe names, in doubles."""

    arrays: ProgramArrays
    title: str
    rows: list[str]
    columns: list[str]

    @classmethod
    def of(cls, program: LinearProgram) -> _Text:
        rows = safe_names(program.row_names, taken=("objective",))
        return cls(to_arrays(program), safe_names([program.name])[0], rows, safe_names(program.column_names))

    def bounded_columns(self) -> Iterator[tuple[str, float, float]]:
        """Yield the names of columns with their bounds."""
        arrays = self.arrays
        return zip(self.columns, arrays.column_lower.tolist(), arrays.column_upper.tolist(), strict=True)


def mps_text(program: LinearProgram) -> str:
    """Return the program in free MPS format, a maximisation with an OBJSENSE section.

    MPS itself has no sense, and GLPK and CBC do not know that section: give them the LP format. Rows without bounds are
    ``N`` rows after the objective, which readers may drop. A range is written as its width, so that its upper end is
    right to one rounding.
    """
    text = _Text.of(program)
    lower, upper = text.arrays.row_lower, text.arrays.row_upper
    kinds = np.select([lower == upper, np.isfinite(lower), np.isfinite(upper)], ["E", "G", "L"], "N")
    side = np.where(np.isfinite(lower), lower, upper)
    sides = np.flatnonzero(np.isfinite(side) & (side != 0)).tolist()
    ranges = np.flatnonzero(np.isfinite(lower) & np.isfinite(upper) & (lower != upper)).tolist()
    widths = [float(program.rows.upper[i] - program.rows.lower[i]) for i in ranges]
    lines = [
        f"* {_REMARK}",
        f"NAME {text.title}",
        *(["OBJSENSE", " MAX"] if program.sense == "max" else []),
        "ROWS",
        " N objective",
        *(f" {kind} {name}" for kind, name in zip(kinds.tolist(), text.rows, strict=True)),
        "COLUMNS",
        *_mps_columns(text),
        "RHS",
        *(f" RHS {text.rows[i]} {_number(float(side[i]))}" for i in sides),
        "RANGES",
        *(f" RNG {text.rows[i]} {_number(width)}" for i, width in zip(ranges, widths, strict=True)),
        "BOUNDS",
        *_mps_bounds(text),
        "ENDATA",
    ]
    return "\n".join(lines) + "\n"


def _mps_columns(text: _Text) -> Iterator[str]:
    by_column = text.arrays.matrix.tocsc()
    start, index, values = by_column.indptr.tolist(), by_column.indices.tolist(), by_column.data.tolist()
    for j, (name, cost) in enumerate(zip(text.columns, text.arrays.cost.tolist(), strict=True)):
        if cost or start[j] == start[j + 1]:
            yield f" {name} objective {_number(cost)}"
        for entry in range(start[j], start[j + 1]):
            yield f" {name} {text.rows[index[entry]]} {_number(values[entry])}"


def _mps_bounds(text: _Text) -> Iterator[str]:
    for name, lower, upper in text.bounded_columns():
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
    """Return the program in CPLEX LP format.

    The format has no rows with two bounds and no rows without: a range becomes two rows, the second named with
    ``_upper`` at the end, and a row without bounds a comment. Every column is in the objective, be it with coefficient
    0, so that readers keep their order.
    """
    text = _Text.of(program)
    lines = [
        f"\\ {text.title}, {_REMARK}",
        "Maximize" if program.sense == "max" else "Minimize",
        *_wrapped(" objective:", _terms(text.arrays.cost, text.columns)),
        "Subject To",
        *_lp_rows(text),
        "Bounds",
        *_lp_bounds(text),
        "End",
    ]
    return "\n".join(lines) + "\n"


def _lp_rows(text: _Text) -> Iterator[str]:
    matrix, columns = text.arrays.matrix, text.columns
    start, index = matrix.indptr.tolist(), matrix.indices.tolist()
    bounds = zip(text.arrays.row_lower.tolist(), text.arrays.row_upper.tolist(), strict=True)
    uppers = safe_names([name + "_upper" for name in text.rows], taken=("objective", *text.rows))
    for i, (lower, upper) in enumerate(bounds):
        entries = slice(start[i], start[i + 1])
        terms = _terms(matrix.data[entries], [columns[j] for j in index[entries]])
        if not terms and columns:
            terms = [f"+ 0 {columns[0]}"]
        name = text.rows[i]
        if lower == upper:
            yield from _wrapped(f" {name}:", [*terms, f"= {_number(lower)}"])
            continue
        if lower != -np.inf:
            yield from _wrapped(f" {name}:", [*terms, f">= {_number(lower)}"])
        if upper != np.inf:
            yield from _wrapped(f" {name if lower == -np.inf else uppers[i]}:", [*terms, f"<= {_number(upper)}"])
        if lower == -np.inf and upper == np.inf:
            yield f"\\ {name} has no bounds"


def _lp_bounds(text: _Text) -> Iterator[str]:
    for name, lower, upper in text.bounded_columns():
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
    """Yield the label and the words, broken into lines of the width."""
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


_FORMAT = 1
_BOUNDS = ("row_lower", "row_upper", "column_lower", "column_upper")


def write_npz(program: LinearProgram, path: str | Path) -> None:
    """Write the program to a ``.npz`` file.

    Notes
    -----
    For any reader, in double precision: ``sense``, ``name``, ``row_names``, ``column_names``, ``c``, the matrix A in
    compressed rows as ``A_data``, ``A_indices``, ``A_indptr``, ``A_shape``, and the bounds ``row_lower``,
    ``row_upper``, ``column_lower``, ``column_upper``, infinite where absent. For `read_npz`, the same numbers as
    rationals: for c as ``objective_numerators`` and ``objective_denominator``, and likewise for the entries of A
    (``values``) and the four bounds. Numerators are 64-bit integers, or decimal strings where they do not fit;
    denominators are strings.
    """
    arrays, rows, columns = to_arrays(program), program.rows, program.columns
    bounds = dict(zip(_BOUNDS, (rows.lower, rows.upper, columns.lower, columns.upper), strict=True))
    parts: dict[str, Any] = {
        "format": np.array(_FORMAT),
        "sense": np.array(program.sense),
        "name": np.array(program.name),
        "row_names": np.array(list(program.row_names), dtype=str),
        "column_names": np.array(list(program.column_names), dtype=str),
        "c": arrays.cost,
        "A_data": arrays.matrix.data,
        "A_indices": program.matrix.columns,
        "A_indptr": program.matrix.row_start,
        "A_shape": np.array(program.matrix.shape),
        **{name: getattr(arrays, name) for name in _BOUNDS},
    }
    for name, vector in {"objective": program.objective, "values": program.matrix.values, **bounds}.items():
        numerators = vector.numerators
        parts[f"{name}_numerators"] = numerators.astype(str) if numerators.dtype == object else numerators
        parts[f"{name}_denominator"] = np.array(str(vector.denominator))
    write_whole(path, lambda file: np.savez_compressed(file, **parts))


def read_npz(path: str | Path) -> LinearProgram:
    """Read a program that `write_npz` wrote, exactly.

    Raises
    ------
    ModelError
        If the file is not one that `write_npz` wrote.
    """
    try:
        with (
            memory_errors_named(str(path)),
            open_archive(Path(path), methods=(zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)) as archive,
        ):
            return _program(archive)
    except FileNotFoundError:
        raise ModelError(f"{path}: no such file") from None
    except ParseError:
        raise
    except (LookupError, ValueError, TypeError, ArithmeticError, OSError) as error:
        raise ModelError(f"{path}: not a linear program written by seqform ({error})") from error


def _program(archive: Archive) -> LinearProgram:
    version = int(archive.array("format.npy", kinds="i", shape=()))
    if version != _FORMAT:
        raise ValueError(f"format {version}, but this version of seqform reads format {_FORMAT}")
    num_rows, num_columns = archive.array("A_shape.npy", kinds="i", shape=(2,)).tolist()
    start = archive.array("A_indptr.npy", kinds="i", shape=(num_rows + 1,)).astype(np.int64)
    columns = archive.array("A_indices.npy", kinds="i", shape=(None,)).astype(np.int64)
    entries = len(columns)
    if start[0] != 0 or start[-1] != entries or np.any(np.diff(start) < 0):
        raise ValueError("the rows of its matrix overlap")
    if entries and not (columns.min() >= 0 and columns.max() < num_columns):
        raise ValueError("an entry of its matrix is in no column")
    rows = np.repeat(np.arange(num_rows), np.diff(start)).astype(np.int64)
    return LinearProgram(
        _text(archive, "sense"),  # type: ignore[arg-type]  # LinearProgram checks it
        _exact(archive, "objective", num_columns),
        ExactMatrix((num_rows, num_columns), rows, columns, _exact(archive, "values", entries)),
        _bounds(archive, "row", num_rows),
        _bounds(archive, "column", num_columns),
        archive.array("row_names.npy", kinds="U", shape=(num_rows,)).tolist(),
        archive.array("column_names.npy", kinds="U", shape=(num_columns,)).tolist(),
        _text(archive, "name"),
    )


def _text(archive: Archive, name: str) -> str:
    return str(archive.array(f"{name}.npy", kinds="U", shape=()))


def _exact(archive: Archive, name: str, size: int) -> ExactArray:
    numerators = archive.array(f"{name}_numerators.npy", kinds="iU", shape=(size,))
    if numerators.dtype.kind == "U":
        numerators = np.array([int(numerator) for numerator in numerators], dtype=object)
    return ExactArray(as_integers(numerators), int(_text(archive, f"{name}_denominator")))


def _bounds(archive: Archive, kind: str, size: int) -> Bounds:
    lower, upper = f"{kind}_lower", f"{kind}_upper"
    finite = (np.isfinite(archive.array(f"{name}.npy", kinds="f", shape=(size,))) for name in (lower, upper))
    return Bounds(_exact(archive, lower, size), _exact(archive, upper, size), *finite)


FORMATS = (".mps", ".lp", ".npz")


def write(program: LinearProgram, path: str | Path) -> None:
    """Write a linear program to a file.

    Parameters
    ----------
    path : str or Path
        Ends in ``.mps`` (free MPS), ``.lp`` (CPLEX LP) or ``.npz`` (numpy). The first two hold the nearest doubles and
        names made safe; `read_npz` reads the third back exactly.
    """
    path = Path(path)
    suffix = path.suffix.lower()
    if suffix not in FORMATS:
        raise ModelError(f"{path}: the name of a file for a linear program ends in {', '.join(FORMATS)}")
    if suffix == ".npz":
        write_npz(program, path)
    else:
        write_whole(path, mps_text(program) if suffix == ".mps" else lp_text(program))
