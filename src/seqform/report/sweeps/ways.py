"""How rows are told apart: what varies among them, their groups, their order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from seqform.report.sweeps.columns import CASE_FIELDS, CASE_TABLES, names_in, sort_key, value_at
from seqform.sweeps.row import Outcome, Row

PROBLEM_FIELDS = ("game", "seed", "concept")
"""With the parameters these say what is asked; all other columns of a case say how it is answered."""

STOPPED = (Outcome.TIMED_OUT, Outcome.OUT_OF_MEMORY, Outcome.CRASHED)


def grouped(rows: Iterable[Row], columns: Sequence[str]) -> dict[tuple[Any, ...], list[Row]]:
    """Return the rows by what they have in some columns, in the order of numbers and words."""
    groups: dict[tuple[Any, ...], list[Row]] = {}
    for row in rows:
        groups.setdefault(tuple(value_at(row, column) for column in columns), []).append(row)
    return dict(sorted(groups.items(), key=lambda item: [sort_key(value) for value in item[0]]))


def in_order(rows: Iterable[Row]) -> list[Row]:
    """Return the rows in an order that does not depend on when they were computed."""
    return sorted(rows, key=_place)


def _place(row: Row) -> list[tuple[int, float, str]]:
    inside = [pair for table in CASE_TABLES for pair in sorted(row.case.get(table, {}).items())]
    values = [row.case.get("game"), *(part for pair in inside for part in pair)]
    return [
        sort_key(value) for value in [*values, *(row.case.get(name) for name in ("backend", "shrink", "seed")), row.key]
    ]


def varying(rows: Sequence[Row], columns: Iterable[str]) -> list[str]:
    """Return the columns in which not all rows have the same."""
    return [name for name in columns if len({value_at(row, name) for row in rows}) > 1]


def parameter_columns(rows: Iterable[Row]) -> list[str]:
    """Return the names of the game's parameters that some case gives; the seed is a column of its own."""
    return [name for name in names_in(row.case.get("parameters", {}) for row in rows) if name not in CASE_FIELDS]


def way_columns(rows: Sequence[Row]) -> list[str]:
    """Return the backend, and what else about the way of solving varies among the cases of one backend."""
    inside = names_in([*row.case.get("options", {}), *row.case.get("settings", {})] for row in rows)
    backends = grouped(rows, ["backend"]).values()
    found = [name for cases in backends for name in ("preprocess", "shrink", *inside) if _differs(cases, name)]
    return ["backend", *dict.fromkeys(found)]


def _differs(rows: Iterable[Row], column: str) -> bool:
    """Tell whether a column varies; a case that was stopped has no defaults filled in, which is no difference."""
    values = ((value_at(row, column), row.outcome in STOPPED) for row in rows)
    return len({value for value, stopped in values if not (stopped and value is None)}) > 1
