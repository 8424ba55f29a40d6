"""A linear program as a compressed numpy file, doubles for any reader and rationals for this one."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from seqform.errors import ModelError, ParseError
from seqform.models.exact import ExactArray, ExactMatrix, as_integers
from seqform.models.linear_program import Bounds, LinearProgram
from seqform.models.lp_arrays import to_arrays
from seqform.system.files import write_whole
from seqform.system.foreign_files import Archive, memory_errors_named, open_archive

_FORMAT = 1
_SIDES = ("lower", "upper")


def write_npz(program: LinearProgram, path: str | Path) -> None:
    """Write the program to a ``.npz`` file.

    Parameters
    ----------
    program : LinearProgram
    path : str or Path

    Raises
    ------
    ModelError
        If the file cannot be written.

    Notes
    -----
    For any reader, in double precision: ``sense``, ``name``, ``row_names``,
    ``column_names``, ``c``, the matrix A in compressed rows as ``A_data``,
    ``A_indices``, ``A_indptr``, ``A_shape``, and the bounds ``row_lower``, ``row_upper``, ``column_lower``,
    ``column_upper``, infinite where absent. For `read_npz`, the same numbers as rationals: for
    c as ``objective_numerators`` and ``objective_denominator``, and likewise for the entries of A
    (``values``) and the four bounds. Numerators are 64-bit integers, or decimal strings where those are too short;
    denominators are strings.
    """
    arrays = to_arrays(program)
    rationals = {
        "objective": program.objective,
        "values": program.matrix.values,
        "row_lower": program.rows.lower,
        "row_upper": program.rows.upper,
        "column_lower": program.columns.lower,
        "column_upper": program.columns.upper,
    }
    exact = {f"{name}_numerators": _portable(vector) for name, vector in rationals.items()}
    denominators = {f"{name}_denominator": np.array(str(vector.denominator)) for name, vector in rationals.items()}
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
        "row_lower": arrays.row_lower,
        "row_upper": arrays.row_upper,
        "column_lower": arrays.column_lower,
        "column_upper": arrays.column_upper,
        **exact,
        **denominators,
    }
    write_whole(path, lambda file: np.savez_compressed(file, allow_pickle=False, **parts))


def _portable(vector: ExactArray) -> Any:
    """Return the numerators as an array that numpy saves without pickling."""
    if vector.numerators.dtype == object:
        return np.array([str(numerator) for numerator in vector.numerators.tolist()])
    return vector.numerators


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
    sizes = {"objective": num_columns, "values": entries}
    sizes |= {f"{kind}_{side}": size for kind, size in (("row", num_rows), ("column", num_columns)) for side in _SIDES}
    vectors = {name: _exact(archive, name, size) for name, size in sizes.items()}
    rows = np.repeat(np.arange(num_rows), np.diff(start)).astype(np.int64)
    return LinearProgram(
        _text(archive, "sense"),  # type: ignore[arg-type]  # LinearProgram checks it
        vectors["objective"],
        ExactMatrix((num_rows, num_columns), rows, columns, vectors["values"]),
        _bounds(archive, "row", vectors),
        _bounds(archive, "column", vectors),
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


def _bounds(archive: Archive, kind: str, vectors: dict[str, ExactArray]) -> Bounds:
    return Bounds(
        vectors[f"{kind}_lower"],
        vectors[f"{kind}_upper"],
        *(
            np.isfinite(archive.array(f"{kind}_{side}.npy", kinds="f", shape=(len(vectors[f"{kind}_{side}"]),)))
            for side in _SIDES
        ),
    )
