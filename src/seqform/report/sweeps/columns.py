"""What the rows of a sweep can be grouped, filtered and drawn by."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from seqform.errors import OptionError
from seqform.report.json_values import rational_text
from seqform.sweeps.columns import OPENED
from seqform.sweeps.places import near
from seqform.sweeps.row import Outcome, Row

CASE_FIELDS = ("game", "concept", "backend", "preprocess", "shrink", "seed")
CASE_TABLES = ("parameters", "options", "settings")
MEASURED_TABLES = ("phases", "probabilities", "versions", "host")
MEASURED = (
    "outcome",
    "termination",
    "status",
    "solver",
    "seconds",
    "peak_bytes",
    "iterations",
    "nodes",
    "infosets",
    "sequences",
    "nash_conv",
    "error",
    "started",
    "key",
)
VALUES = {f"{kind}_{player + 1}": (kind, player) for kind in ("value", "exact_value") for player in (0, 1)}
"""Columns of what either player gets: the row's attribute, and the place in it."""

UNSAID = ("preprocess", "shrink")
"""Steps of which a case that does not name any has none."""

PROBLEM_FIELDS = ("game", "seed", "concept")
"""With the parameters these say what is asked; all other columns of a case say how it is answered."""

STOPPED = (Outcome.TIMED_OUT, Outcome.OUT_OF_MEMORY, Outcome.CRASHED)

MOST_NAMES = 16
"""Of columns, in messages."""


def value_at(row: Row, column: str) -> Any:
    """Return what a row has in a column, None if it has nothing there.

    Parameters
    ----------
    row : Row
    column : str
        A column of the store or of its CSV, such as "bet", "value_1", "seconds_solve", "option_time_limit" or
        "probability_1:K:bet"; also "1:K:bet", "time_limit", and "TABLE.NAME" with a table of `tables_of`.

    Examples
    --------
    >>> from seqform.sweeps.case import Case
    >>> case = Case("kuhn", {"bet": 2}, preprocess=("merge",), options={"raw.presolve": "off"})
    >>> row = Row(case.key, case.as_dict(), Outcome.CERTIFIED, value=(-0.25, 0.25), probabilities={"1:K:bet": 1.0})
    >>> [value_at(row, name) for name in ("game", "bet", "raw.presolve", "preprocess", "shrink", "outcome", "ante")]
    ['kuhn', 2, 'off', 'merge', 'none', 'certified', None]
    >>> [value_at(row, name) for name in ("value_2", "option_raw.presolve", "1:K:bet", "probability_1:K:bet")]
    [0.25, 'off', 1.0, 1.0]
    """
    if column == "preprocess":
        return "+".join(row.case.get(column) or ()) or "none"
    if column == "shrink":
        return row.case.get(column) or "none"
    if column in CASE_FIELDS:
        return row.case.get(column)
    if column in MEASURED:
        value = getattr(row, column)
        return str(value) if isinstance(value, Outcome) else value
    if column in VALUES:
        kind, player = VALUES[column]
        both = getattr(row, kind)
        return None if both is None else both[player]
    return _opened(tables_of(row), column)


def tables_of(row: Row) -> dict[str, Mapping[str, Any]]:
    """Return what of a row has names that differ from case to case, by the name of the table."""
    inside = {name: row.case.get(name, {}) for name in CASE_TABLES}
    return inside | {name: getattr(row, name) for name in MEASURED_TABLES}


def _opened(tables: Mapping[str, Mapping[str, Any]], column: str) -> Any:
    """Return what a name says in any of the tables, in the words of the store or with the table before it."""
    for name in (*CASE_TABLES, "probabilities"):
        if column in tables[name]:
            return tables[name][column]
    for name, table in tables.items():
        for beginning in (f"{name}.", f"{name}_", OPENED.get(name, "{}").removesuffix("{}")):
            if beginning and column.startswith(beginning) and column.removeprefix(beginning) in table:
                return table[column.removeprefix(beginning)]
    return None


def columns_of(rows: Iterable[Row]) -> list[str]:
    """Return the columns in which some row has something: those of the case first, then what was measured."""
    rows = list(rows)
    tables = [tables_of(row) for row in rows]
    inside = {name: _keys(found[name] for found in tables) for name in (*CASE_TABLES, *MEASURED_TABLES)}
    names = [
        *CASE_FIELDS,
        *(key for name in CASE_TABLES for key in inside[name]),
        *MEASURED,
        *VALUES,
        *(OPENED["probabilities"].format(key) for key in inside["probabilities"]),
        *(f"{name}.{key}" for name in ("phases", "versions", "host") for key in inside[name]),
    ]
    return [name for name in dict.fromkeys(names) if any(value_at(row, name) is not None for row in rows)]


def _keys(tables: Iterable[Iterable[str]]) -> list[str]:
    return sorted({name for table in tables for name in table})


def require_columns(names: Iterable[str], rows: Sequence[Row], option: str) -> None:
    """Refuse columns that no row has.

    Raises
    ------
    OptionError
        With the names that come near, and some of those there are.
    """
    known = columns_of(rows)
    most = min(MOST_NAMES, sum(not name.startswith(("versions.", "host.")) for name in known))
    for name in names:
        if name in CASE_FIELDS + MEASURED or name in known or any(value_at(row, name) is not None for row in rows):
            continue
        raise OptionError(f"{option} {name}: no case of this store has it; {near(name, known, most)}")


def number_of(value: Any) -> Fraction | float | None:
    """Return the number that a value is or spells, None if it is none.

    Examples
    --------
    >>> number_of("1/2"), number_of(3), number_of("1e-3"), number_of(True), number_of("highs")
    (Fraction(1, 2), 3, 0.001, None, None)
    """
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return None if math.isnan(value) else value
    exact = rational_text(value)
    if exact is not None:
        return exact
    try:
        number = float(value)
    except ValueError:
        return None
    return None if math.isnan(number) else number


def text_of(value: Any) -> str:
    """Return a value as conditions write it."""
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def sort_key(value: Any) -> tuple[int, float, str]:
    """Sort nothing first, then numbers by size, then texts."""
    if value is None:
        return (0, 0.0, "")
    number = number_of(value)
    return (2, 0.0, str(value)) if number is None else (1, float(number), "")


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
    return [name for name in _keys(row.case.get("parameters", {}) for row in rows) if name not in CASE_FIELDS]


def way_columns(rows: Sequence[Row]) -> list[str]:
    """Return the backend, and what else about the way of solving varies among the cases of one backend."""
    inside = _keys([*row.case.get("options", {}), *row.case.get("settings", {})] for row in rows)
    backends = grouped(rows, ["backend"]).values()
    found = [name for cases in backends for name in ("preprocess", "shrink", *inside) if _differs(cases, name)]
    return ["backend", *dict.fromkeys(found)]


def _differs(rows: Iterable[Row], column: str) -> bool:
    """Tell whether a column varies; a case that was stopped has no defaults filled in, which is no difference."""
    values = ((value_at(row, column), row.outcome in STOPPED) for row in rows)
    return len({value for value, stopped in values if not (stopped and value is None)}) > 1
