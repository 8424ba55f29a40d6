"""Linear programs as files: MPS and LP text, and compressed NumPy archives, by the suffix.

Text holds the nearest doubles. Archives hold doubles for any reader, and the exact rationals for `read_npz`.

Answers of other packages to a program, changed or not, are read as raw solutions of the program. Columns and rows are
found by their names where the package keeps names, so that further ones do no harm.
"""

from __future__ import annotations

import gzip
import re
import zipfile
from collections.abc import Iterable, Mapping, Sequence, Set
from numbers import Rational
from pathlib import Path
from textwrap import wrap
from typing import IO, Any

import numpy as np

from seqform.backends.solvers import ends
from seqform.backends.solvers.highs_calls import unreadable_bounds
from seqform.backends.solvers.modelling import named_cvxpy_duals, scipy_duals
from seqform.errors import ModelError, advice_without_exact
from seqform.io.program_text import OBJECTIVE_NAMES, ProgramText
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Vector, as_integers, entries
from seqform.models.programs.linear import Bounds, LinearProgram, to_arrays
from seqform.models.programs.solutions import NO_OPTIMUM, RawSolution, Termination
from seqform.system.files import file_path, write_whole
from seqform.system.foreign_files import Archive, open_archive
from seqform.system.packages import require

_UNSAFE = {
    ".mps": re.compile(r"[^!-~]"),
    ".lp": re.compile(r"[^A-Za-z0-9_.!#(),{}]"),
    "": re.compile(r"[^A-Za-z0-9_.]"),
}
"""The characters that names in a format cannot have: free MPS ends a name at spaces alone, the LP format also at signs,
brackets and colons, and HiGHS numbers the rows where a name has a quote, $, %, &, ?, @ or ~. Files of 1.0.0rc1 had
letters, digits and two signs alone."""
_SPELLED = {"∅": "empty"}
"""Characters of which a word remains."""
_LONGEST_NAME = 200  # both formats allow 255 characters
# Words of the LP format, which no name may be; names that begin like a number are caught by their beginning.
_KEYWORD = re.compile(
    r"(min|max)(imi[sz]e|imum)?|subject|such|st|s\.t\.|bounds?|free|gen(erals?)?|int(egers?)?|bin(ary|aries)?"
    r"|semis?|sos[12]?|sec|sin|end"
)


def safe_names(names: Sequence[str], taken: Iterable[str] = (), ending: str = ".lp") -> list[str]:
    """Return names that a format can hold, one for each given name, all different and none of `taken`.

    - `ending`: ".mps" or ".lp"; empty for names that every reader of either format takes.

    A character that the format does not have becomes ``_``, and ∅ a word; a name that could be read as a number or a
    keyword gets ``_`` in front; a name too long is cut; a repeated name gets a number at the end.

    Examples
    --------
    >>> safe_names(["K:bet", "K bet", "3", "end", "bid (1,2)"])
    ['K_bet_2', 'K_bet', '_3', '_end', 'bid_(1,2)']
    >>> safe_names(["K:bet", "weight ∅"], ending=".mps")
    ['K:bet', 'weight_empty']
    """
    used = set(taken)
    result: list[str | None] = [None] * len(names)
    if ending == ".lp":
        # Names of MPS files that the format has too stay as they are, so that a name is never that of two things.
        for place, name in enumerate(safe_names(names, taken, ".mps")):
            if not _UNSAFE[ending].search(name):
                result[place] = name
                used.add(name)

    for place, name in enumerate(names):
        if result[place] is None:
            unused = _unused(_stem(name, ending), used)
            result[place] = unused
            used.add(unused)
    return [str(name) for name in result]


def _stem(name: str, ending: str) -> str:
    """Return a name with the characters of a format, which is no number and no keyword."""
    if ending:
        for letter, word in _SPELLED.items():
            name = name.replace(letter, word)
    stem = _UNSAFE[ending].sub("_", name)[:_LONGEST_NAME]
    lowered = stem.lower()
    is_like_number = not lowered[:1].isalpha() or lowered.startswith(("e", "inf", "nan"))
    if is_like_number or _KEYWORD.fullmatch(lowered):
        return "_" + stem
    return stem


def _unused(stem: str, used: Set[str]) -> str:
    """Return a name, with a number at its end if it is used already."""
    name = stem
    count = 1
    while name in used:
        count += 1
        name = f"{stem}_{count}"
    return name


def safe_row_names(program: LinearProgram, ending: str = ".lp") -> list[str]:
    """Return the names of a program's rows in MPS or LP files, in which the objective is a row as well."""
    return safe_names(program.row_names, OBJECTIVE_NAMES, ending)


_FORMAT = 1
_COMMENT = {".mps": "*", ".lp": "\\"}
"""The character with which a comment begins."""
_COMMENT_WIDTH = 100


def write_npz(program: LinearProgram, path: str | Path, about: Sequence[str] = ()) -> None:
    """Write the program to a ``.npz`` file.

    Notes
    -----
    For any reader, in double precision: ``sense``, ``name``, ``about``, the remarks, ``row_names``, ``column_names``,
    ``c``, the matrix A in compressed rows as ``A_data``, ``A_indices``, ``A_indptr``, ``A_shape``, and the bounds
    ``row_lower``, ``row_upper``, ``column_lower``, ``column_upper``, infinite where absent. For `read_npz`, the same
    numbers as rationals: for c as ``objective_numerators`` and ``objective_denominator``, and likewise for the entries
    of A (``values``) and the four bounds. Numerators are 64-bit integers, or decimal strings where they do not fit;
    denominators are strings.
    """
    arrays = to_arrays(program)
    parts: dict[str, Any] = {
        "format": np.array(_FORMAT, dtype=np.int64),
        "sense": np.array(program.sense, dtype=str),
        "name": np.array(program.name, dtype=str),
        "about": np.array(list(about), dtype=str),
        "row_names": np.array(list(program.row_names), dtype=str),
        "column_names": np.array(list(program.column_names), dtype=str),
        "c": arrays.cost,
        "A_data": arrays.matrix.data,
        "A_indices": program.matrix.columns,
        "A_indptr": program.matrix.row_start,
        "A_shape": np.array(program.matrix.shape, dtype=np.int64),
        "row_lower": arrays.row_lower,
        "row_upper": arrays.row_upper,
        "column_lower": arrays.column_lower,
        "column_upper": arrays.column_upper,
    }
    exact = {
        "objective": program.objective,
        "values": program.matrix.values,
        "row_lower": program.rows.lower,
        "row_upper": program.rows.upper,
        "column_lower": program.columns.lower,
        "column_upper": program.columns.upper,
    }
    for name, vector in exact.items():
        numerators = vector.numerators
        if numerators.dtype == object:  # integers of more than 64 bits
            numerators = numerators.astype(str)
        parts[f"{name}_numerators"] = numerators
        parts[f"{name}_denominator"] = np.array(str(vector.denominator), dtype=str)
    write_whole(path, lambda file: np.savez_compressed(file, **parts))


def read_npz(path: str | Path) -> LinearProgram:
    """Read a program that `write_npz` wrote, exactly.

    Raises ModelError if the file is not one that `write_npz` wrote.
    """
    try:
        with open_archive(
            Path(path), methods=(zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
        ) as archive:
            return _program(archive)
    except FileNotFoundError:
        raise ModelError(f"{path}: no such file") from None
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
        numerators = np.array(list(map(int, numerators)), dtype=object)
    return ExactArray(as_integers(numerators), int(_text(archive, f"{name}_denominator")))


def _bounds(archive: Archive, of: str, size: int) -> Bounds:
    """Return the bounds of rows or columns; the doubles say which of them are finite."""
    lower = f"{of}_lower"
    upper = f"{of}_upper"
    return Bounds(
        _exact(archive, lower, size),
        _exact(archive, upper, size),
        np.isfinite(archive.array(f"{lower}.npy", kinds="f", shape=(size,))),
        np.isfinite(archive.array(f"{upper}.npy", kinds="f", shape=(size,))),
    )


IN_DOUBLES = "bring the payoffs nearer to each other in size, or solve the game here, exactly"
"""The advice where numbers of a program are beyond the doubles of files and other packages."""

FORMATS = (".mps", ".mps.gz", ".lp", ".npz")


def write(program: LinearProgram, path: str | Path, about: Sequence[str] = ()) -> None:
    """Write a linear program to a file.

    - `path`: Ends in ``.mps`` (free MPS), ``.mps.gz``, ``.lp`` (CPLEX LP) or ``.npz`` (numpy). Text holds the nearest
      doubles and names made safe; `read_npz` reads an archive back exactly.
    - `about`: Remarks on how the program is read, for comments at the beginning.

    Raises ModelError if the name ends otherwise, a number is beyond the doubles, or a bound of text is 1e20 or more,
    which readers take as absent.

    Notes
    -----
    MPS itself has no sense, and GLPK and CBC do not know the section OBJSENSE of a maximisation: give them the LP
    format. Readers of the LP format number columns in the order in which they occur: identify them by their names.
    """
    path = file_path("write, path", path)
    with advice_without_exact(f"{path} would hold doubles: {IN_DOUBLES}"):
        _write(program, path, about)


def _write(program: LinearProgram, path: Path, about: Sequence[str]) -> None:
    """Write a linear program to a file, as `write` does."""
    endings = [ending for ending in FORMATS if path.name.lower().endswith(ending)]
    if not endings:
        raise ModelError(
            f"{path}: the name of a file for a linear program ends in {', '.join(FORMATS)}"
        )
    ending = endings[0]
    if ending == ".npz":
        write_npz(program, path, about)
        return

    arrays = to_arrays(program)
    reason = unreadable_bounds(arrays)
    if reason:
        raise ModelError(f"{path}: {reason}")
    text = ending.removesuffix(".gz")
    (title,) = safe_names([program.name], ending="")
    row_names = safe_row_names(program, text)
    column_names = safe_names(program.column_names, ending=text)
    parts = ProgramText(title, program.sense, arrays, row_names, column_names)

    def copied(target: IO[bytes] | gzip.GzipFile) -> None:
        target.write(_comments(about, _COMMENT[text]))
        target.writelines(f"{line}\n".encode() for line in parts.lines(text))

    def packed(target: IO[bytes]) -> None:
        # Without a name and a time, so that equal programs give equal files.
        with gzip.GzipFile(filename="", mode="wb", fileobj=target, mtime=0) as stream:
            copied(stream)

    write_whole(path, packed if ending == ".mps.gz" else copied)


def _comments(about: Sequence[str], mark: str) -> bytes:
    """Return remarks as lines of comments, which begin with a mark."""
    text = ""
    for remark in about:
        for line in wrap(_safe_text(remark), _COMMENT_WIDTH):
            text += f"{mark} {line}\n"
    return text.encode()


def _safe_text(remark: str) -> str:
    """Return a remark in the characters that every reader of the text formats takes."""
    return "".join(letter if " " <= letter <= "~" else "?" for letter in remark)


_EXPECTED = (
    "a RawSolution, a solved model of HiGHS, SciPy, CVXPY or Pyomo, a mapping from names to values, or the values of "
    "the columns expected"
)


def raw_answer(program: LinearProgram, answer: Any) -> RawSolution:
    """Return an answer to a linear program as a `RawSolution`.

    - `answer`: One of: a `RawSolution`; a solved `highspy.Highs`, `cvxpy.Problem` or Pyomo model with the names of the
      program; the result of `scipy.optimize.linprog`; a mapping from the names of the columns, and perhaps of rows, to
      values and duals, the names as in the program or as in its MPS and LP files, where zeros may be left out;
      the values of the columns in their
      order, of which any behind them are not read.

    Duals are zeros where the answer has none.

    Raises ModelError if a column has no value, the answer is of no such kind, or its status is that the model has no
    optimum: infeasible, unbounded, not run, or an error of the solver. The point at a limit is taken.
    """
    if isinstance(answer, RawSolution):
        if answer.primal is None:
            raise ModelError(
                f"{program.name}: an answer without a point: {answer.termination} ({answer.status})"
            )
        _require_optimum(program, answer.solver or "the answer", answer.status, answer.termination)
        primal = answer.primal
        dual = answer.dual
    else:
        primal, dual = _vectors(program, answer)

    rows, columns = program.matrix.shape
    has_dual = dual is not None
    if dual is None:
        dual = ExactArray.zeros(rows) if isinstance(primal, ExactArray) else np.zeros(rows)
    if len(primal) < columns or len(dual) < rows:
        raise ModelError(f"{program.name}: values for {columns} columns and {rows} rows expected, not {len(primal)} "
                         f"and {len(dual)}")  # fmt: skip
    is_complete = has_dual and len(primal) == columns and len(dual) == rows
    if isinstance(answer, RawSolution) and is_complete:
        return answer
    status = f"a point from {type(answer).__name__}"
    return RawSolution(
        Termination.SOLVED,
        status,
        primal=entries(primal, slice(0, columns)),
        dual=entries(dual, slice(0, rows)),
    )


def _vectors(program: LinearProgram, answer: Any) -> tuple[Vector, Vector | None]:
    """Return the values of the columns, and the duals of the rows if there are any."""
    if hasattr(answer, "getSolution"):
        return _of_highs(program, answer)
    if hasattr(answer, "var_dict"):
        values = {name: variable.value for name, variable in answer.var_dict.items()}
        _require_point(program, "CVXPY", values, f"status {answer.status}" if answer.status else "")
        if answer.status:
            _require_optimum(program, "CVXPY", answer.status, ends.CVXPY.get(answer.status))
        return _named(program, values, named_cvxpy_duals(program, answer))
    if hasattr(answer, "component_data_objects"):
        return _of_pyomo(program, answer)
    if hasattr(answer, "ineqlin"):
        if answer.x is None:
            raise ModelError(f"{program.name}: SciPy has no point: {answer.message}")
        _require_optimum(program, "SciPy", answer.message, ends.SCIPY.get(answer.status))
        point = np.asarray(answer.x, dtype=float)
        is_optimal = answer.status == 0
        return point, scipy_duals(program, answer) if is_optimal else None
    if isinstance(answer, Mapping):
        has_duals = any(name in answer for name in _row_names(program, answer))
        columns = _column_names(program, answer)
        completed: Mapping[str, Any] = answer
        # Solvers' files may list the nonzeros alone
        if any(name in answer for name in columns):
            completed = dict.fromkeys(columns, 0) | dict(answer)
        return _named(program, completed, answer if has_duals else None)
    try:
        return _numbers(list(answer)), None
    except (TypeError, ValueError):
        raise ModelError(f"{program.name}: {_EXPECTED}, not {type(answer).__name__}") from None


def _of_highs(program: LinearProgram, highs: Any) -> tuple[Vector, Vector | None]:
    model = highs.getLp()
    solution = highs.getSolution()
    model_status = highs.getModelStatus()
    status = highs.modelStatusToString(model_status)
    if not solution.value_valid:
        raise ModelError(
            f"{program.name}: HiGHS has no point: {status}; call its method run, or relax the program"
        )
    _require_optimum(program, "HiGHS", status, ends.HIGHS.get(model_status.name))
    values = dict(zip(model.col_names_, solution.col_value, strict=False))
    if not solution.dual_valid:
        return _named(program, values, None)
    # A dual is the change of the objective by the side of a row: of the opposite sign in the other sense.
    sense = "min" if model.sense_.name == "kMinimize" else "max"
    sign = 1 if sense == program.sense else -1
    duals = {}
    for name, dual in zip(model.row_names_, solution.row_dual, strict=False):
        duals[name] = sign * dual
    return _named(program, values, duals)


def _require_optimum(
    program: LinearProgram, package: str, status: str, termination: Termination | None
) -> None:
    """Raise ModelError for a point of a model that has no optimum, or was not run; solvers may leave a last one.

    - `status`: In the words of the package; `termination`, what it means, None for a status that is none of a run.
    """
    if termination in (None, Termination.ERROR, *NO_OPTIMUM):
        raise ModelError(
            f"{program.name}: {package}: {status}: the point that it left is no answer to the program; an optimum, or "
            "the last point at a limit, is; run the model, or restore what bounds it"
        )


def _require_point(
    program: LinearProgram, package: str, values: Mapping[str, Any], status: str
) -> None:
    """Raise ModelError for a model whose variables have no values, with the status that it has after a run."""
    if any(value is not None for value in values.values()):
        return
    reason = status or "not solved, or its termination in the results of the solver is infeasible"
    raise ModelError(
        f"{program.name}: the model of {package} has no solution: {reason}; solve it, or relax the program"
    )


def _of_pyomo(program: LinearProgram, model: Any) -> tuple[Vector, Vector | None]:
    values = {name: variable.value for name, variable in model.x.items()}
    # A model of Pyomo does not have the termination; the results that `solve` returns have it
    _require_point(program, "Pyomo", values, "")
    _require_current(program, model)
    duals = model.component("dual")
    if duals is None or not len(duals):
        return _named(program, values, None)
    objectives = [*model.component_data_objects(model.objective.ctype, active=True)]
    active = objectives[0] if objectives else model.objective
    sign = 1 if active.sense.name.startswith(program.sense) else -1
    by_name = {name: sign * duals[row] for name, row in model.row.items() if row in duals}
    return _named(program, values, by_name)


_MOST_VIOLATION = 1e-3
"""Of a constraint of a Pyomo model by its values, in the size of its bound; solvers of low accuracy leave 2e-4."""


def _require_current(program: LinearProgram, model: Any) -> None:
    """Raise ModelError if the values of a Pyomo model miss its constraints: those that an earlier run has left.

    Of a model that is infeasible Pyomo loads no values, so that those before it remain.
    """
    value = require("pyomo.environ").value
    for constraint in model.component_data_objects(model.row.ctype, active=True):
        activity = value(constraint.body, exception=False)
        for bound, sign in ((constraint.lb, 1), (constraint.ub, -1)):
            if bound is None or activity is None:
                continue
            miss = sign * (bound - activity)
            if miss > _MOST_VIOLATION * max(1.0, abs(bound)):
                raise ModelError(
                    f"{program.name}: the values in the model of Pyomo miss its constraint {constraint.name} by "
                    f"{miss:.3g}: they are not those of a solution of the model as it is now; solve it again, and read "
                    "the termination in the results of the solver"
                )


def _named(
    program: LinearProgram, values: Mapping[str, Any], duals: Mapping[str, Any] | None
) -> tuple[Vector, Vector | None]:
    """Return the values of the columns and the duals of the rows by their names, or their names in files."""
    columns = _column_names(program, values)
    for name in columns:
        if values.get(name) is None:
            raise ModelError(f"{program.name}: no value of column {name!r}; {_EXPECTED}")
    rows = None
    if duals is not None:
        rows = _numbers([duals.get(name, 0) for name in _row_names(program, duals)])
    return _numbers([values[name] for name in columns]), rows


def unknown_names(program: LinearProgram, answer: Any) -> list[str]:
    """Return the keys of an answer, where it is a mapping, that name neither columns nor rows nor the objective."""
    if not isinstance(answer, Mapping) or hasattr(
        answer, "ineqlin"
    ):  # results of SciPy are mappings, too
        return []
    columns = _column_names(program, answer)
    known = {*columns, *_row_names(program, answer), *OBJECTIVE_NAMES}
    return [str(name) for name in answer if name not in known]


def _column_names(program: LinearProgram, known: Mapping[str, Any]) -> Sequence[str]:
    """Return the names that the columns of a program have in a mapping: their own, or those in files."""
    in_files = [safe_names(program.column_names, ending=ending) for ending in _UNSAFE]
    return _known_names(program.column_names, in_files, known)


def _row_names(program: LinearProgram, known: Mapping[str, Any]) -> Sequence[str]:
    """Return the names that the rows of a program have in a mapping: their own, or those in files."""
    in_files = [safe_row_names(program, ending) for ending in _UNSAFE]
    return _known_names(program.row_names, in_files, known)


def _known_names(
    own: Sequence[str], in_files: Sequence[Sequence[str]], known: Mapping[str, Any]
) -> Sequence[str]:
    """Return those of several lists of names of which most are in a mapping, the names themselves among equals."""
    most: Sequence[str] = own
    for names in in_files:
        if sum(name in known for name in names) > sum(name in known for name in most):
            most = names
    return most


def _numbers(values: list[Any]) -> Vector:
    """Return numbers as an array, exactly if all are fractions."""
    if values and all(isinstance(value, Rational) for value in values):
        return ExactArray.of(values)
    return np.array([float(value) for value in values], dtype=np.float64)
