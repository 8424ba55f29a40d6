"""A linear program as a compressed numpy file, doubles for any reader and rationals for this one."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from seqform.errors import ModelError
from seqform.files import write_whole
from seqform.models.exact import ExactArray, ExactMatrix
from seqform.models.linear_program import Bounds, LinearProgram
from seqform.models.lp_arrays import to_arrays

_FORMAT = 1
_VECTORS = ("objective", "values", "row_lower", "row_upper", "column_lower", "column_upper")


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
        with np.load(path, allow_pickle=False) as file:
            return _program({key: file[key] for key in file.files})
    except FileNotFoundError:
        raise ModelError(f"{path}: no such file") from None
    except (KeyError, ValueError, OSError, zipfile.BadZipFile) as error:
        raise ModelError(f"{path}: not a linear program written by seqform ({error})") from error


def _program(parts: dict[str, Any]) -> LinearProgram:
    if int(parts["format"]) != _FORMAT:
        raise ValueError(f"format {int(parts['format'])}, but this version of seqform reads format {_FORMAT}")
    vectors = {name: _exact(parts[f"{name}_numerators"], int(str(parts[f"{name}_denominator"]))) for name in _VECTORS}
    shape = (int(parts["A_shape"][0]), int(parts["A_shape"][1]))
    rows = np.repeat(np.arange(shape[0]), np.diff(parts["A_indptr"])).astype(np.int64)
    return LinearProgram(
        str(parts["sense"]),  # type: ignore[arg-type]  # LinearProgram checks it
        vectors["objective"],
        ExactMatrix(shape, rows, parts["A_indices"].astype(np.int64), vectors["values"]),
        _bounds(parts, "row", vectors),
        _bounds(parts, "column", vectors),
        [str(name) for name in parts["row_names"]],
        [str(name) for name in parts["column_names"]],
        str(parts["name"]),
    )


def _exact(numerators: Any, denominator: int) -> ExactArray:
    if numerators.dtype.kind == "U":
        numerators = np.array([int(numerator) for numerator in numerators], dtype=object)
    return ExactArray(numerators, denominator)


def _bounds(parts: dict[str, Any], kind: str, vectors: dict[str, ExactArray]) -> Bounds:
    return Bounds(
        vectors[f"{kind}_lower"],
        vectors[f"{kind}_upper"],
        np.isfinite(parts[f"{kind}_lower"]),
        np.isfinite(parts[f"{kind}_upper"]),
    )
