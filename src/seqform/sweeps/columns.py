"""What a store has columns for: all that people group and plot by. The whole row is kept beside them."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

from seqform.sweeps.row import Row
from seqform.sweeps.row_json import row_text

COLUMNS = {
    "key": "VARCHAR",
    "game": "VARCHAR",
    "concept": "VARCHAR",
    "backend": "VARCHAR",
    "preprocess": "VARCHAR",
    "shrink": "VARCHAR",
    "seed": "BIGINT",
    "outcome": "VARCHAR",
    "error": "VARCHAR",
    "started": "VARCHAR",
    "seconds": "DOUBLE",
    "peak_bytes": "BIGINT",
    "termination": "VARCHAR",
    "status": "VARCHAR",
    "solver": "VARCHAR",
    "iterations": "BIGINT",
    "nodes": "BIGINT",
    "infosets": "BIGINT",
    "sequences": "BIGINT",
    "value_1": "DOUBLE",
    "value_2": "DOUBLE",
    "exact_value_1": "VARCHAR",
    "exact_value_2": "VARCHAR",
    "nash_conv": "DOUBLE",
    "parameters": "JSON",
    "options": "JSON",
    "settings": "JSON",
    "phases": "JSON",
    "probabilities": "JSON",
    "row": "VARCHAR",
}
"""Their types, in the words of DuckDB. Numbers that are infinite or none are null here; `row` has them."""

OPENED = {
    "parameters": "{}",
    "settings": "{}",
    "options": "option_{}",
    "phases": "seconds_{}",
    "probabilities": "probability_{}",
}
"""The JSON columns whose keys become columns of their own in the view, and how these are called."""


def record_of(row: Row) -> dict[str, Any]:
    """Return what the columns hold of a row.

    Raises
    ------
    OverflowError
        If a number is too large for its column, which a database might leave out silently.
    """
    case = row.case
    preprocess = case.get("preprocess")
    value, exact = row.value or (None, None), row.exact_value or (None, None)
    record: dict[str, Any] = {
        "key": row.key,
        "game": case.get("game"),
        "concept": case.get("concept"),
        "backend": case.get("backend"),
        "preprocess": None if preprocess is None else "+".join(preprocess) or "none",
        "shrink": case.get("shrink"),
        "seed": case.get("seed"),
        "outcome": str(row.outcome),
        "error": row.error,
        "started": row.started,
        "seconds": row.seconds,
        "peak_bytes": row.peak_bytes,
        "termination": row.termination,
        "status": row.status,
        "solver": row.solver,
        "iterations": row.iterations,
        "nodes": row.nodes,
        "infosets": row.infosets,
        "sequences": row.sequences,
        "value_1": _finite(value[0]),
        "value_2": _finite(value[1]),
        "exact_value_1": exact[0],
        "exact_value_2": exact[1],
        "nash_conv": _finite(row.nash_conv),
        "parameters": _json(case.get("parameters", {})),
        "options": _json(case.get("options", {})),
        "settings": _json(case.get("settings", {})),
        "phases": _json(row.phases),
        "probabilities": _json(row.probabilities),
        "row": row_text(row),
    }
    for name, number in record.items():
        if COLUMNS[name] == "BIGINT" and number is not None and not -(2**63) <= number < 2**63:
            raise OverflowError(f"{name} = {number} has more than 64 bits")
    return record


def opened_columns(kinds: dict[str, dict[str, set[str]]]) -> list[tuple[str, str, str, str]]:
    """Return the columns that the keys of JSON columns become in the view.

    Parameters
    ----------
    kinds : dict from str to dict
        By JSON column and key, the kinds of values there: "integer", "real", "text", "boolean".

    Returns
    -------
    list of (column, key, name, type)
        Keys that are empty, or have a quotation mark, a backslash or a null character, stay within the JSON.

    Examples
    --------
    >>> opened_columns({"parameters": {"bet": {"integer", "text"}, "seed": {"integer"}}})
    [('parameters', 'bet', 'bet', 'VARCHAR'), ('parameters', 'seed', 'parameters_seed', 'BIGINT')]
    """
    taken = {name.lower() for name in COLUMNS}
    found = []
    for column, naming in OPENED.items():
        for key, kind in sorted(kinds.get(column, {}).items()):
            name = naming.format(key)
            if name.lower() in taken:
                name = f"{column}_{key}"
            if key and name.lower() not in taken and not set('"\\\0') & set(key):
                taken.add(name.lower())
                found.append((column, key, name, _type_of(kind)))
    return found


def _type_of(kinds: set[str]) -> str:
    if kinds == {"boolean"}:
        return "BOOLEAN"
    if kinds == {"integer"}:
        return "BIGINT"
    return "DOUBLE" if kinds and kinds <= {"integer", "real"} else "VARCHAR"


def _json(values: Mapping[str, Any]) -> str:
    """Return values as JSON; numbers that are infinite, none, or of more than 64 bits are text there."""
    return json.dumps({key: str(value) if _is_beyond(value) else value for key, value in values.items()})


def _is_beyond(value: object) -> bool:
    if isinstance(value, float):
        return not math.isfinite(value)
    return isinstance(value, int) and not -(2**63) <= value < 2**63


def _finite(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) else None
