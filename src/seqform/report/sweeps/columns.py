"""What a row of a sweep has in a column: the columns there are, and what stands in them."""

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

DEFAULT_BACKEND = "(default)"
"""What is told of a case that names no backend and did not get as far as to choose one."""

MOST_NAMES = 16
"""Of columns, in messages."""


def value_at(row: Row, column: str) -> Any:
    """Return what a row has in a column, None if it has nothing there; an empty text is nothing.

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
    value = _found(row, column)
    return None if value == "" else value


def _found(row: Row, column: str) -> Any:
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
    inside = {name: names_in(found[name] for found in tables) for name in (*CASE_TABLES, *MEASURED_TABLES)}
    names = [
        *CASE_FIELDS,
        *(key for name in CASE_TABLES for key in inside[name]),
        *MEASURED,
        *VALUES,
        *(OPENED["probabilities"].format(key) for key in inside["probabilities"]),
        *(f"{name}.{key}" for name in ("phases", "versions", "host") for key in inside[name]),
    ]
    return [name for name in dict.fromkeys(names) if any(value_at(row, name) is not None for row in rows)]


def names_in(tables: Iterable[Iterable[str]]) -> list[str]:
    """Return the names that stand in any of some tables, in the order of the alphabet."""
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
        return None if isinstance(value, float) and math.isnan(value) else value
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


def text_in(column: str, value: Any) -> str:
    """Return what stands in a column as messages write it: a backend that nobody named is the default.

    Examples
    --------
    >>> text_in("backend", None), text_in("bet", None), text_in("exact", True)
    ('(default)', 'none', 'true')
    """
    return DEFAULT_BACKEND if value is None and column == "backend" else text_of(value)


def sort_key(value: Any) -> tuple[int, float, str]:
    """Sort nothing first, then numbers by size, then texts."""
    if value is None:
        return (0, 0.0, "")
    number = number_of(value)
    if number is None:
        return (2, 0.0, str(value))
    try:
        return (1, float(number), "")
    except OverflowError:  # beyond the doubles
        return (1, math.inf if number > 0 else -math.inf, str(value))
