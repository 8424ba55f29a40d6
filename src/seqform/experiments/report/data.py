"""Cases of a sweep as a pandas data frame: columns, conditions, groups and titles.

`rows_frame` reads a store into a frame with one line per case, named like the columns of the CSV export. All functions
of reports take such a frame.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from seqform.builders.games.entry import Value, format_value
from seqform.errors import GameError, OptionError
from seqform.experiments.keys import entry_of
from seqform.experiments.report import MOST_GROUPS
from seqform.experiments.rows import Outcome, Row
from seqform.experiments.store import OPENED, open_store
from seqform.experiments.values import abstraction_in, near, other_steps
from seqform.models.numbers.text import counted, parse_rational
from seqform.solving.preprocessing import IDENTITY, LOSSLESS, NO_STEP
from seqform.system.packages import require

if TYPE_CHECKING:
    from pathlib import Path

    from pandas import DataFrame, Series

CASE_FIELDS = ("game", "concept", "backend", "preprocess", "abstraction", "seed")
CASE_TABLES = ("parameters", "settings", "options")
MEASURED = (
    "outcome", "error", "started", "seconds", "peak_bytes", "termination", "status", "solver", "iterations", "nodes",
    "infosets", "sequences", "value_1", "value_2", "exact_value_1", "exact_value_2", "nash_conv",
)  # fmt: skip
FIXED = ("key", *CASE_FIELDS, *MEASURED)
"""Columns that every store has; the others are named after the keys of tables, as `OPENED` spells them."""

RECORDED = ("versions", "host")
"""Tables of a row whose columns are "TABLE.KEY" and are not exported."""

ROW = "row"
"""The column with the `Row` itself."""

ANSWERED = [kind for kind in Outcome if kind.has_answer]
STOPPED = [Outcome.TIMED_OUT, Outcome.OUT_OF_MEMORY, Outcome.CRASHED]
DEFAULT_BY = ("game", "backend")
DEFAULT_BACKEND = "(default)"
"""Shown for a case that names no backend and was stopped before one was chosen."""

MOST_NAMES, MOST_LISTED = 16, 8
"""Columns, and other items, that a message lists."""


def rows_frame(store: str | Path) -> DataFrame:
    """Return the cases of a store.

    Raises
    ------
    OptionError
        If there is no such store, or no case has finished yet.
    """
    rows = open_store(store, must_exist=True).rows()
    if not rows:
        raise OptionError(f"{store}: no case has finished yet, so there is nothing to report")
    return frame_of(rows)


def frame_of(rows: Iterable[Row]) -> DataFrame:
    """Return cases as a frame of Python objects, in an order independent of when they were computed.

    Empty texts are None, and so is a column that a case lacks.

    Examples
    --------
    >>> from seqform.experiments.values import Case
    >>> case = Case("kuhn", {"bet": 2}, preprocess=("merge",), options={"raw.presolve": "off"})
    >>> row = Row(case.key, case.as_dict(), Outcome.CERTIFIED, value=(-0.25, 0.25), probabilities={"1:K:bet": 1.0})
    >>> frame = frame_of([row])
    >>> frame.loc[0, ["bet", "option_raw.presolve", "preprocess", "abstraction", "outcome", "value_2"]].tolist()
    [2, 'off', 'merge', 'none', 'certified', 0.25]
    """
    require("pandas", "a report")
    import pandas as pd

    rows = sorted(rows, key=_place)
    records = [_fixed(row) for row in rows]
    names = dict.fromkeys(FIXED)
    for table in (*OPENED, *RECORDED):
        inside = [_table(row, table) for row in rows]
        for key in dict.fromkeys(key for found in inside for key in found):
            name = OPENED.get(table, f"{table}.{{}}").format(key)
            name = f"{table}_{key}" if name in (*names, ROW) else name
            names[name] = None
            for record, found in zip(records, inside, strict=True):
                record[name] = found.get(key)
    cells = [[None if record[name] == "" else record[name] for name in names] for record in records]
    return pd.DataFrame(
        [[*line, row] for line, row in zip(cells, rows, strict=True)],
        columns=pd.Index([*names, ROW], dtype=object),
        dtype=object,
    )


def _place(row: Row) -> list[tuple[int, float, str]]:
    inside = [pair for table in ("parameters", "options", "settings") for pair in sorted(_table(row, table).items())]
    values = [row.case.get("game"), *(part for pair in inside for part in pair)]
    values += [row.case.get("backend"), abstraction_in(row.case.get("preprocess")), row.case.get("seed"), row.key]
    return [sort_key(value) for value in values]


def _table(row: Row, name: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = (row.case.get(name) if name in CASE_TABLES else getattr(row, name)) or {}
    return found


def _fixed(row: Row) -> dict[str, Any]:
    found = {name: row.case.get(name) for name in CASE_FIELDS}
    found |= {name: getattr(row, name) for name in ("key", *MEASURED) if "value_" not in name}
    for kind in ("value", "exact_value"):
        first, second = getattr(row, kind) or (None, None)
        found |= {f"{kind}_1": first, f"{kind}_2": second}
    steps = row.case.get("preprocess")
    chosen = {"preprocess": other_steps(steps) or "none", "abstraction": abstraction_in(steps) or "none"}
    return found | chosen | {"outcome": str(row.outcome)}


# ---- columns ----


def column(cases: DataFrame, name: str) -> Series[Any]:
    """Return a column by any of its names, all None where no case has it.

    A key of a table is found by its name in the CSV export, by itself ("time_limit", "1:K:bet"), and with its table
    ("options.time_limit", "phases.solve"). Where several columns have the name, the first that a case has counts.

    Examples
    --------
    >>> from seqform.experiments.values import Case
    >>> case = Case("kuhn", options={"time_limit": 5})
    >>> frame = frame_of([Row(case.key, case.as_dict(), Outcome.CERTIFIED, phases={"solve": 1.5})])
    >>> [column(frame, name)[0] for name in ("time_limit", "option_time_limit", "phases.solve", "seconds_solve", "bet")]
    [5, 5, 1.5, 1.5, None]
    """
    found = [cases[one] for one in _names_of(cases, name)]
    if not found:
        return cases[ROW].map(lambda row: None).astype(object)
    chosen = found[0]
    for other in found[1:]:
        chosen = chosen.where(chosen.notna(), other)
    return chosen


def _names_of(cases: DataFrame, name: str) -> list[str]:
    if name in FIXED or (name in cases and name != ROW):
        return [name]
    spelled = []
    for table in (*OPENED, *RECORDED):
        keys = [name.removeprefix(start) for start in (f"{table}.", f"{table}_") if name.startswith(start)]
        keys += [name] if table in (*CASE_TABLES, "probabilities") else []
        for key in keys:
            spelled += [f"{table}_{key}", OPENED.get(table, f"{table}.{{}}").format(key)]
    return [one for one in dict.fromkeys(spelled) if one in cases and one not in (*FIXED, ROW)]


def keys_in(cases: DataFrame, *tables: str) -> list[str]:
    """Return the keys that some case has in tables such as "parameters", in alphabetical order."""
    return sorted({key for row in cases[ROW] for table in tables for key in _table(row, table)})


def opened(cases: DataFrame, table: str) -> dict[str, str]:
    """Return the columns of a table such as "phases" by their keys, in the order of the frame."""
    names = {_names_of(cases, f"{table}.{key}")[0]: key for key in keys_in(cases, table)}
    return {names[name]: name for name in cases.columns if name in names}


def require_columns(names: Iterable[str], cases: DataFrame, option: str) -> None:
    """Refuse columns that no case has.

    Raises
    ------
    OptionError
        With similar names, and some of those there are.
    """
    there = [name for name in cases.columns.drop(ROW) if cases[name].notna().any()]
    recorded = [name for name in there if is_recorded(name)]
    declared = [name for name in there if name not in ("key", *MEASURED, *recorded)]
    known = [*declared, *(name for name in there if name in ("key", *MEASURED)), *recorded]
    most = min(MOST_NAMES, len(there) - len(recorded))
    for name in names:
        if not _names_of(cases, name):
            raise OptionError(f"{option} {name}: no case of this store has it; {near(name, known, most)}")


def is_recorded(name: str) -> bool:
    """Return whether a column is of a table in `RECORDED`."""
    return name.startswith(tuple(f"{table}." for table in RECORDED))


def varying(cases: DataFrame, names: Iterable[str]) -> list[str]:
    """Return the columns that differ among the cases."""
    return [name for name in names if column(cases, name).nunique(dropna=False) > 1]


def parameter_columns(cases: DataFrame) -> list[str]:
    """Return the parameters of games that some case gives; the seed is a column of its own."""
    return [name for name in keys_in(cases, "parameters") if name not in CASE_FIELDS]


def way_columns(cases: DataFrame) -> list[str]:
    """Return "backend" and the steps, options and settings that vary among the cases of one backend.

    Options that are unknown of a stopped case, whose defaults were not filled in, are no variation.
    """
    names = ["preprocess", "abstraction", *keys_in(cases, "options", "settings")]
    stopped = cases["outcome"].isin(STOPPED)
    found = ["backend"]
    for same in grouped(cases, ["backend"]).values():
        for name in names:
            values = column(same, name)
            if name not in found and values[values.notna() | ~stopped[same.index]].nunique(dropna=False) > 1:
                found.append(name)
    return ["backend", *(name for name in names if name in found)]


def varied_columns(cases: DataFrame) -> list[str]:
    """Return the columns that a sweep is over: game, backend, parameters, concept, and ways of solving.

    Parameters count where they vary within a game, ways of solving where they vary within a backend. Seeds are
    repetitions and do not count.
    """
    by_game = grouped(cases, ["game"]).values()
    parameters = [name for same in by_game for name in varying(same, parameter_columns(same))]
    return list(dict.fromkeys([*DEFAULT_BY, *parameters, *varying(cases, ["concept"]), *way_columns(cases)]))


def default_groups(cases: DataFrame) -> tuple[list[str], str]:
    """Return the columns to group by, and a note if they are not all of `varied_columns`, which is empty otherwise."""
    columns = varied_columns(cases)
    groups = len(set(keys_of(cases, columns)))
    if groups <= MOST_GROUPS or len(columns) == len(DEFAULT_BY):
        return columns, ""
    further = columns[len(DEFAULT_BY) :]
    note = (
        f"{groups} groups by {', '.join(further)} are too many to show by default; --by {','.join(further)} shows them"
    )
    return list(DEFAULT_BY), note


# ---- values ----


def number_of(value: Any) -> Fraction | float | None:
    """Return the number that a value is or spells, None if it is no number.

    Examples
    --------
    >>> number_of("1/2"), number_of(3), number_of("1e-3"), number_of(True), number_of("highs")
    (Fraction(1, 2), 3, 0.001, None, None)
    """
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return None if isinstance(value, float) and math.isnan(value) else value
    exact = parse_rational(value)
    if exact is not None:
        return exact
    try:
        number = float(value)
    except ValueError:
        return None
    return None if math.isnan(number) else number


def text_of(value: Any) -> str:
    """Return a value as conditions and labels write it."""
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def text_in(name: str, value: Any) -> str:
    """Return a cell as messages write it: a backend that is not named is the default."""
    return DEFAULT_BACKEND if value is None and name == "backend" else text_of(value)


def sort_key(value: Any) -> tuple[int, float, str]:
    """Return a key that sorts None first, then numbers by size, then texts."""
    if value is None:
        return (0, 0.0, "")
    number = number_of(value)
    if number is None:
        return (2, 0.0, str(value))
    try:
        return (1, float(number), "")
    except OverflowError:  # beyond the doubles
        return (1, math.inf if number > 0 else -math.inf, str(value))


def listed(texts: Iterable[str], separator: str = ", ") -> str:
    """Return texts as a message lists them: the first few, and how many others there are.

    Examples
    --------
    >>> listed("abc"), listed("abcdefghijk")
    ('a, b, c', 'a, b, c, d, e, f, g, h and 3 others')
    """
    texts = list(texts)
    more = len(texts) - MOST_LISTED
    return separator.join(texts[:MOST_LISTED]) + (f" and {counted(more, 'other')}" if more > 0 else "")


# ---- conditions ----

SIZES: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip

_CONDITION = re.compile(r"\s*([^<>=!]+?)\s*(<=|>=|!=|==|=|<|>)\s*([^\s=<>].*?)\s*")


def where(cases: DataFrame, conditions: Iterable[str]) -> DataFrame:
    """Return the cases that meet every condition, such as "bet>=2" or "error!=none".

    A condition compares a column by = == != < <= > >=: as numbers where both sides are numbers, otherwise as text.
    "none" stands for an empty cell, which satisfies no comparison of size. Sizes compare texts in a column without
    numbers, such as dates.

    Raises
    ------
    OptionError
        If a condition has another form, a column is unknown, sizes of numbers are compared with a word, or no case is
        left.
    """
    left = cases
    for text in conditions:
        found = _CONDITION.fullmatch(text)
        if found is None:
            expected = (
                'a condition such as backend=highs or "bet>=2" expected; none is an empty cell, as in error!=none'
            )
            raise OptionError(f"--where {text}: {expected}")
        name, relation, limit = found[1], found[2].replace("==", "="), found[3]
        condition = f"{name}{relation}{limit}"
        require_columns([name], cases, "--where")
        values = column(cases, name)
        meets = values.map(_test(condition, name, relation, limit, values)).astype(bool)
        before, left = left, left[meets[left.index]]
        if left.empty:
            there = listed(text_in(name, value) for (value,) in sorted_keys(before, [name]))
            raise OptionError(f"--where {condition}: no case is left; {name} is {there}")
    return left


def _test(condition: str, name: str, relation: str, limit: str, values: Iterable[Any]) -> Callable[[Any], bool]:
    """Return the predicate of a condition on the cells of a column."""
    number = number_of(limit)

    def equals(value: Any) -> bool:
        own = number_of(value)
        if own is not None and number is not None:
            return own == number
        if isinstance(value, bool):
            return text_of(value) == limit.lower()
        return limit in (text_of(value), text_in(name, value))

    if relation in ("=", "!="):
        return lambda value: equals(value) is (relation == "=")
    compare = SIZES[relation]
    if all(number_of(value) is None for value in values):
        return lambda value: isinstance(value, str) and compare(value, limit)
    if number is None:
        raise OptionError(f"--where {condition}: {name} has numbers, and {limit} is no number")
    return lambda value: (own := number_of(value)) is not None and compare(own, number)


def counting_approximate(cases: DataFrame) -> DataFrame:
    """Return the cases with approximate answers counted as certified."""
    outcomes = cases["outcome"].where(cases["outcome"] != Outcome.APPROXIMATE, str(Outcome.CERTIFIED))
    return cases.assign(outcome=outcomes)


# ---- groups ----


def keys_of(cases: DataFrame, names: Sequence[str]) -> list[tuple[Any, ...]]:
    """Return the cells of every case in some columns."""
    columns = [column(cases, name).tolist() for name in names]
    return list(zip(*columns, strict=True)) if columns else [()] * len(cases)


def sorted_keys(cases: DataFrame, names: Sequence[str]) -> list[tuple[Any, ...]]:
    """Return the different combinations of cells in some columns, sorted by `sort_key`."""
    return sorted(dict.fromkeys(keys_of(cases, names)), key=lambda values: [sort_key(value) for value in values])


def grouped(cases: DataFrame, names: Sequence[str]) -> dict[tuple[Any, ...], DataFrame]:
    """Return the cases by their cells in some columns, sorted by `sort_key`."""
    keys = sorted_keys(cases, names)
    return {keys[number]: members for number, members in cases.groupby(group_numbers(cases, names))}


def labelled(cases: DataFrame, names: Sequence[str]) -> dict[str, DataFrame]:
    """Return the cases by the label of their group, which is `label_of` its cells."""
    import pandas as pd

    parts: dict[str, list[DataFrame]] = {}
    for values, members in grouped(cases, names).items():
        parts.setdefault(label_of(names, values), []).append(members)
    return {label: found[0] if len(found) == 1 else pd.concat(found).sort_index() for label, found in parts.items()}


def group_numbers(cases: DataFrame, names: Sequence[str]) -> Series[int]:
    """Return the place of every case's group among `sorted_keys`."""
    import pandas as pd

    keys = sorted_keys(cases, names)
    number = {key: place for place, key in enumerate(keys)}
    return pd.Series([number[key] for key in keys_of(cases, names)], index=cases.index, dtype=int)


def may_lose(cases: DataFrame) -> Series[bool]:
    """Return whether hands may be merged that are not alike, so that another game is solved."""
    return ~cases["abstraction"].isin([NO_STEP, IDENTITY, LOSSLESS])


# ---- titles ----


def summary_line(cases: DataFrame) -> str:
    """Return the number of cases, and how they ended."""
    return f"{counted(len(cases), 'case')}: {outcomes_text(cases['outcome'])}"


def outcomes_text(outcomes: Iterable[str]) -> str:
    """Return how many cases ended how."""
    found = list(outcomes)
    return ", ".join(f"{found.count(kind):,} {kind}" for kind in Outcome if kind in found)


def in_common(cases: DataFrame, by: Sequence[str] = ()) -> str:
    """Return the game and the backend where all cases share them, unless the cases are grouped by them."""
    found = [(name, sorted_keys(cases, [name])) for name in DEFAULT_BY if name not in by]
    return ", ".join(f"{name} = {text_in(name, keys[0][0])}" for name, keys in found if len(keys) == 1)


def failures(cases: DataFrame) -> list[Row]:
    """Return the cases without the answer that was asked for."""
    return [row for row in cases[ROW] if not row.outcome.is_answer]


def reason(row: Row) -> str:
    """Return why a case failed, in one line."""
    text = row.error or ", ".join(filter(None, (row.termination, row.status))) or "no reason given"
    return " ".join(text.split())


def label_of(names: Sequence[str], values: Sequence[Any]) -> str:
    """Return the label of a group: words alone, other cells with the name of their column, empty cells left out.

    Examples
    --------
    >>> label_of(["backend", "bet"], ["highs", 2]), label_of(["backend", "bet"], ["highs", None]), label_of([], [])
    ('highs, bet = 2', 'highs', 'all cases')
    """
    parts = []
    for name, value in zip(names, values, strict=True):
        if (value is None and name != "backend") or (name in ("preprocess", "abstraction") and value == "none"):
            continue
        alone = name in ("game", "backend", "concept", "outcome", "abstraction")
        parts.append(text_in(name, value) if alone else f"{name} = {text_of(value)}")
    return ", ".join(parts) or (f"no {names[0]}" if names else "all cases")


def short_titles(cases: DataFrame, without: Sequence[str] = ()) -> Series[str]:
    """Return of every case the game and the parameters that vary within that game, except for some columns."""
    import pandas as pd

    titles: dict[Any, str] = {}
    for same in grouped(cases, ["game"]).values():
        names = varying(same, [name for name in parameter_columns(same) if name not in without])
        names = names if "game" in without else ["game", *names]
        labels = [label_of(names, values) if names else "" for values in keys_of(same, names)]
        titles |= dict(zip(same.index, labels, strict=True))
    return pd.Series(titles, dtype=object).sort_index()


def game_title(row: Row) -> str:
    """Return the game with the parameters that differ from their defaults, as the command line takes it.

    Examples
    --------
    >>> from seqform.experiments.values import Case
    >>> case = Case("kuhn", {"ante": 1, "bet": 2})
    >>> game_title(Row(case.key, case.as_dict(), Outcome.CERTIFIED))
    'kuhn(bet=2)'
    """
    game = row.case["game"]
    usual = {name: format_value(value) for name, value in _defaults(game).items()}
    texts = {name: text_of(value) for name, value in _table(row, "parameters").items() if value is not None}
    given = ",".join(f"{name}={text}" for name, text in texts.items() if text != usual.get(name))
    return f"{game}({given})" if given else str(game)


def _defaults(game: str) -> Mapping[str, Value]:
    try:
        entry = entry_of(game)
    except GameError:  # a store may be older or newer than this catalog
        return {}
    return {} if entry is None else entry.defaults


def case_title(row: Row, without: Sequence[str] = ()) -> str:
    """Return a case in one line: its game and how it was to be solved, except for some columns."""
    case = row.case
    steps = case.get("preprocess")
    ways = {"preprocess": None if steps is None else "+".join(steps) or NO_STEP}
    ways = {name: value for name, value in ways.items() if value is not None}
    ways |= {**_table(row, "options"), **_table(row, "settings")}
    ways |= {} if case.get("seed") is None else {"seed": case["seed"]}
    words = [game_title(row)]
    concept = case.get("concept") or "nash"
    words += [] if concept == "nash" else [concept]
    words += [case["backend"]] if case.get("backend") and "backend" not in without else []
    return " ".join([*words, *(f"{name}={text_of(value)}" for name, value in ways.items() if name not in without)])
