"""What the rows of a sweep can be grouped, filtered and drawn by."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from seqform.builders.games.entry import Value, format_value
from seqform.errors import GameError, OptionError
from seqform.report.json_values import rational_text
from seqform.sweeps.games import entry_of
from seqform.sweeps.places import near
from seqform.sweeps.row import Outcome, Row

CASE_FIELDS = ("game", "concept", "backend", "preprocess", "shrink", "seed")
CASE_TABLES = ("parameters", "options", "settings")
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
PROBLEM_FIELDS = ("game", "seed", "concept")
"""With the parameters these say what is asked; all other columns of a case say how it is answered."""

STOPPED = (Outcome.TIMED_OUT, Outcome.OUT_OF_MEMORY, Outcome.CRASHED)
MOST_EXAMPLES = 8
"""Of a column's values, in messages."""

_CONDITION = re.compile(r"\s*([^<>=!\s]+)\s*(<=|>=|!=|=|<|>)\s*(.*?)\s*")


def value_at(row: Row, column: str) -> Any:
    """Return what a row has in a column, None if it has nothing there.

    Parameters
    ----------
    row : Row
    column : str
        A field of the case, a parameter, option or setting (or "parameters.NAME", should names collide), what was
        measured, or "phases.NAME", "versions.NAME", "host.NAME".

    Examples
    --------
    >>> from seqform.sweeps.case import Case
    >>> case = Case("kuhn", {"bet": 2}, preprocess=("merge",), options={"raw.presolve": "off"})
    >>> row = Row(case.key, case.as_dict(), Outcome.CERTIFIED)
    >>> [value_at(row, name) for name in ("game", "bet", "raw.presolve", "preprocess", "outcome", "ante")]
    ['kuhn', 2, 'off', 'merge', 'certified', None]
    """
    case = row.case
    if column == "preprocess":
        steps = case.get(column)
        return None if steps is None else "+".join(steps) or "none"
    if column in CASE_FIELDS:
        return case.get(column)
    for table in CASE_TABLES:
        if column in case.get(table, {}):
            return case[table][column]
    if column in MEASURED:
        value = getattr(row, column)
        return str(value) if isinstance(value, Outcome) else value
    table, _, name = column.partition(".")
    if table in CASE_TABLES:
        return case.get(table, {}).get(name)
    if table in ("phases", "versions", "host"):
        return getattr(row, table).get(name)
    return None


def columns_of(rows: Iterable[Row]) -> list[str]:
    """Return the columns in which some row has something: those of the case first, then what was measured."""
    rows = list(rows)
    inside = [name for table in CASE_TABLES for name in _keys(row.case.get(table, {}) for row in rows)]
    further = [
        f"{table}.{name}"
        for table in ("phases", "versions", "host")
        for name in _keys(getattr(row, table) for row in rows)
    ]
    names = [*CASE_FIELDS, *inside, *MEASURED, *further]
    return [name for name in dict.fromkeys(names) if any(value_at(row, name) is not None for row in rows)]


def _keys(tables: Iterable[Iterable[str]]) -> list[str]:
    return sorted({name for table in tables for name in table})


def require_columns(names: Iterable[str], rows: Sequence[Row], option: str) -> None:
    """Refuse columns that no row has.

    Raises
    ------
    OptionError
        With the names that come near, and of those there are.
    """
    known = columns_of(rows)
    for name in names:
        if (
            name not in known
            and name not in CASE_FIELDS + MEASURED
            and all(value_at(row, name) is None for row in rows)
        ):
            raise OptionError(f"{option} {name}: no case of this store has it; {near(name, known)}")


@dataclass(frozen=True)
class Condition:
    """What a row has to meet, such as bet>=2.

    Attributes
    ----------
    column : str
    relation : str
        One of = != < <= > >=.
    limit : str
        Compared as a number where both sides are numbers, else as text; "none" is having nothing in the column.
    """

    column: str
    relation: str
    limit: str

    @classmethod
    def parse(cls, text: str) -> Condition:
        """Read a condition.

        Raises
        ------
        OptionError
            If it is none.

        Examples
        --------
        >>> Condition.parse("bet >= 2")
        Condition(column='bet', relation='>=', limit='2')
        """
        found = _CONDITION.fullmatch(text)
        if found is None or not found[3]:
            raise OptionError(f'--where {text}: a condition such as backend=highs or "bet>=2" expected')
        condition = cls(found[1], found[2], found[3])
        if condition.relation[0] in "<>" and number_of(condition.limit) is None:
            raise OptionError(f"--where {text}: {condition.relation} compares numbers, and {found[3]} is none")
        return condition

    def __str__(self) -> str:
        return f"{self.column}{self.relation}{self.limit}"

    def holds(self, row: Row) -> bool:
        """Tell whether a row meets it; what is absent is neither small nor large."""
        value = value_at(row, self.column)
        if self.relation in ("=", "!="):
            return self._equals(value) is (self.relation == "=")
        number, limit = number_of(value), number_of(self.limit)
        if number is None or limit is None:
            return False
        return {"<": number < limit, "<=": number <= limit, ">": number > limit, ">=": number >= limit}[self.relation]

    def _equals(self, value: Any) -> bool:
        number, limit = number_of(value), number_of(self.limit)
        if number is not None and limit is not None:
            return number == limit
        return text_of(value) == self.limit


def where(rows: Sequence[Row], conditions: Iterable[Condition]) -> list[Row]:
    """Return the rows that meet every condition.

    Raises
    ------
    OptionError
        If a column is unknown, or no row is left.
    """
    left = list(rows)
    for condition in conditions:
        require_columns([condition.column], rows, "--where")
        before, left = left, [row for row in left if condition.holds(row)]
        if before and not left:
            there = _examples(value_at(row, condition.column) for row in before)
            raise OptionError(f"--where {condition}: no case is left; {condition.column} is {there}")
    return left


def _examples(values: Iterable[Any]) -> str:
    texts = [text_of(value) for value in sorted(set(values), key=sort_key)]
    more = f" and {len(texts) - MOST_EXAMPLES} others" if len(texts) > MOST_EXAMPLES else ""
    return ", ".join(texts[:MOST_EXAMPLES]) + more


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


def short_titles(rows: Iterable[Row]) -> dict[str, str]:
    """Return by key every case's game, with those parameters that vary among the cases of that game.

    Examples
    --------
    >>> from seqform.sweeps.case import Case
    >>> cases = [Case("kuhn", {"ante": 1, "bet": bet}) for bet in (1, 2)]
    >>> rows = [Row(case.key, case.as_dict(), Outcome.CERTIFIED) for case in cases]
    >>> list(short_titles(rows).values())
    ['kuhn(bet=1)', 'kuhn(bet=2)']
    """
    titles = {}
    for (game,), cases in grouped(rows, ["game"]).items():
        names = varying(cases, parameter_columns(cases))
        for row in cases:
            titles[row.key] = _title(game, [(name, value_at(row, name)) for name in names])
    return titles


def game_title(row: Row) -> str:
    """Return the game with the parameters that differ from their defaults, as the command line takes it.

    Examples
    --------
    >>> from seqform.sweeps.case import Case
    >>> case = Case("kuhn", {"ante": 1, "bet": 2})
    >>> game_title(Row(case.key, case.as_dict(), Outcome.CERTIFIED))
    'kuhn(bet=2)'
    """
    game, parameters = row.case["game"], row.case.get("parameters", {})
    usual = {name: format_value(value) for name, value in _defaults(game).items()}
    return _title(game, [(name, value) for name, value in parameters.items() if text_of(value) != usual.get(name)])


def _defaults(game: str) -> Mapping[str, Value]:
    try:
        entry = entry_of(game)
    except GameError:  # a store may be older or newer than this catalog
        return {}
    return {} if entry is None else entry.defaults


def _title(game: object, parameters: Iterable[tuple[str, Any]]) -> str:
    given = ",".join(f"{name}={text_of(value)}" for name, value in parameters if value is not None)
    return f"{game}({given})" if given else str(game)


def case_title(row: Row) -> str:
    """Return a case in one line: its game, and how it was to be solved."""
    case = row.case
    words = [game_title(row)]
    words += [] if case.get("concept", "nash") == "nash" else [case["concept"]]
    words += [case["backend"]] if case.get("backend") else []
    words += [f"{name}={value_at(row, name)}" for name in ("preprocess", "shrink") if value_at(row, name) is not None]
    words += [f"{name}={text_of(value)}" for table in CASE_TABLES[1:] for name, value in case.get(table, {}).items()]
    if case.get("seed") is not None:
        words.append(f"seed={case['seed']}")
    return " ".join(words)


def label_of(columns: Sequence[str], values: Sequence[Any]) -> str:
    """Return what stands in a legend: words alone, numbers with the name of their column, what is absent not at all.

    Examples
    --------
    >>> label_of(["backend", "bet"], ["highs", 2]), label_of(["backend", "bet"], ["highs", None]), label_of([], [])
    ('highs, bet = 2', 'highs', 'all cases')
    """
    parts = [_part(column, value) for column, value in zip(columns, values, strict=True) if value is not None]
    return ", ".join(parts) or (f"no {columns[0]}" if columns else "all cases")


def _part(column: str, value: Any) -> str:
    if column in ("game", "backend", "concept", "outcome", "shrink"):
        return str(value) or f"default {column}"
    return f"{column} = {text_of(value)}"


def counting_approximate(rows: Iterable[Row]) -> list[Row]:
    """Return the rows, approximate answers as if they were certified."""
    return [replace(row, outcome=Outcome.CERTIFIED) if row.outcome is Outcome.APPROXIMATE else row for row in rows]
