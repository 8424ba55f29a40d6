"""Cases of a sweep as a pandas data frame: columns, conditions, groups and titles.

`rows_frame` reads a store into a frame with one line per case, named like the columns of the CSV export. All functions
of reports take such a frame.
"""

from __future__ import annotations

import math
import operator
import re
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from seqform.builders.games.entry import format_value
from seqform.builders.steps import IDENTITY, LOSSLESS
from seqform.errors import GameError, OptionError
from seqform.experiments.keys import entry_of
from seqform.experiments.rows import Outcome, Row, release_of
from seqform.experiments.store import (
    CASE_COLUMNS,
    FIXED_COLUMNS,
    OPENED,
    flat,
    open_store,
    value_columns,
)
from seqform.experiments.values import near
from seqform.models.numbers.text import counted, parse_rational, shown
from seqform.solving.preprocessing import NO_STEP
from seqform.system.packages import require

if TYPE_CHECKING:
    from pathlib import Path

    from pandas import DataFrame, Series

DEFAULT_BY = ("game", "backend")
MOST_GROUPS = 40
"""Tables with more lines are not shown by default."""

CASE_TABLES = ("parameters", "settings", "options")
MEASURED = tuple(name for name in FIXED_COLUMNS if name not in ("key", *CASE_COLUMNS))
RECORDED = ("versions", "host")
"""Tables of a row whose columns are not exported."""

PATTERNS = {**OPENED, **{table: f"{table}.{{}}" for table in RECORDED}}
"""Names of the columns for the keys of tables; the others are `FIXED_COLUMNS`."""

ROW = "row"
"""The column with the `Row` itself."""

ANSWERED = [outcome for outcome in Outcome if outcome.has_answer]
STOPPED = [Outcome.TIMED_OUT, Outcome.OUT_OF_MEMORY, Outcome.CRASHED]
DEFAULT_BACKEND = "(default)"
"""Shown for a case that names no backend and was stopped before one was chosen."""

MOST_NAMES, MOST_LISTED = 16, 8
"""Columns, and other items, that a message lists."""


def rows_frame(store: str | Path) -> DataFrame:
    """Return the cases of a store; refuse one without finished cases."""
    rows = open_store(store, must_exist=True).rows()
    if not rows:
        raise OptionError(f"{store}: no case has finished yet, so there is nothing to report")
    return frame_of(rows)


def frame_of(rows: Iterable[Row]) -> DataFrame:
    """Return cases as a frame of Python objects, in an order independent of when they were computed.

    Empty texts are None, and so is a column that a case lacks.
    """
    require("pandas", "a report")
    import pandas as pd

    rows = sorted(rows, key=_place)
    records = [flat(row) for row in rows]
    players = max((len(row.value or ()) for row in rows), default=0)
    names = dict.fromkeys((*FIXED_COLUMNS, *value_columns(players)))  # the order of the columns
    for record in records:
        for name in ("preprocess", "abstraction"):
            record[name] = record[name] or "none"
        for name in names:
            record.setdefault(name, None)

    for table, pattern in PATTERNS.items():
        for key in dict.fromkeys(key for row in rows for key in _table(row, table)):
            name = pattern.format(key)
            if name in names or name == ROW:
                name = f"{table}_{key}"  # a parameter "seconds" of a game, beside the column
            names[name] = None
            for record, row in zip(records, rows, strict=True):
                record[name] = _table(row, table).get(key)

    lines = []
    for record, row in zip(records, rows, strict=True):
        cells = [None if record[name] == "" else record[name] for name in names]
        lines.append([*cells, row])
    return pd.DataFrame(lines, columns=pd.Index([*names, ROW], dtype=object), dtype=object)


def _place(row: Row) -> list[tuple[int, float, str]]:
    """Return the place of a row: by its game, then by what it declares, at last by its key."""
    values = [row.case.get("game")]
    for table in ("parameters", "options", "settings"):
        for name, value in sorted(_table(row, table).items()):
            values += (name, value)
    declared = flat(row)
    values += [declared["backend"], declared["abstraction"], declared["seed"], row.key]
    return list(map(sort_key, values))


def _table(row: Row, name: str) -> Mapping[str, Any]:
    return (row.case.get(name) if name in CASE_TABLES else getattr(row, name)) or {}


# ---- columns ----


def column(cases: DataFrame, name: str) -> Series[Any]:
    """Return a column by any of its names, all None where no case has it.

    A key of a table is found by its name in the CSV export, by itself ("time_limit", "1:K:bet"), and with its table
    ("options.time_limit", "phases.solve"). Where several columns have the name, the first that a case has counts.
    """
    import pandas as pd

    cells = pd.Series([None] * len(cases), index=cases.index, dtype=object)
    for exact_name in _names_of(cases, name):
        cells = cells.where(cells.notna(), cases[exact_name])
    return cells


def _names_of(cases: DataFrame, name: str) -> list[str]:
    """Return the columns of the frame that a name may stand for, those of the first tables first."""
    if name in FIXED_COLUMNS or (name in cases and name != ROW):
        return [name]
    spelled: dict[str, None] = {}
    for table, pattern in PATTERNS.items():
        prefixes = (f"{table}.", f"{table}_")
        keys = [name.removeprefix(prefix) for prefix in prefixes if name.startswith(prefix)]
        if table in (*CASE_TABLES, "probabilities"):
            keys.append(name)
        for key in keys:
            spelled |= dict.fromkeys((f"{table}_{key}", pattern.format(key)))
    return [text for text in spelled if text in cases and text not in (*FIXED_COLUMNS, ROW)]


def values_in(cases: DataFrame) -> list[str]:
    """Return the columns of the values of all players, the first two in any case."""
    players = max((len(row.value or ()) for row in cases[ROW]), default=2)
    further = [name for name, (field, _) in value_columns(players).items() if field == "value"]
    return ["value_1", "value_2", *further]


def keys_in(cases: DataFrame, *tables: str) -> list[str]:
    """Return the keys that some case has in tables such as "parameters", in alphabetical order."""
    keys: set[str] = set()
    for row in cases[ROW]:
        for table in tables:
            keys.update(_table(row, table))
    return sorted(keys)


def opened(cases: DataFrame, table: str) -> dict[str, str]:
    """Return the columns of a table such as "phases" by their keys, in the order of the frame."""
    keys = {_names_of(cases, f"{table}.{key}")[0]: key for key in keys_in(cases, table)}
    return {keys[name]: name for name in cases.columns if name in keys}


def require_columns(names: Iterable[str], cases: DataFrame, option: str) -> None:
    """Refuse columns that no case has, with similar names and some of those there are."""
    filled = [name for name in cases.columns.drop(ROW) if cases[name].notna().any()]
    recorded = [name for name in filled if is_recorded(name)]
    measured = [name for name in filled if name in ("key", *MEASURED)]
    declared = [name for name in filled if name not in (*measured, *recorded)]

    # Of all columns what is declared comes first, and what is recorded is only suggested where it is similar.
    known = [*declared, *measured, *recorded]
    most = min(MOST_NAMES, len(filled) - len(recorded))
    for name in names:
        if not _names_of(cases, name):
            if name in list(Outcome):
                raise OptionError(
                    f"{option} {name}: an outcome, whose cases are counted, and no column; the column is outcome, as "
                    f'in --by outcome, --where "outcome={name}"'
                )
            raise OptionError(
                f"{option} {name}: no case of this store has it; {near(name, known, most)}"
            )


def is_recorded(name: str) -> bool:
    """Return whether a column is of a table in `RECORDED`."""
    return any(name.startswith(f"{table}.") for table in RECORDED)


def varying(cases: DataFrame, names: Iterable[str]) -> list[str]:
    """Return the columns that differ among the cases."""
    return [name for name in names if column(cases, name).nunique(dropna=False) > 1]


def parameter_columns(cases: DataFrame) -> list[str]:
    """Return the parameters of games that some case gives; the seed is a column of its own."""
    return [name for name in keys_in(cases, "parameters") if name not in CASE_COLUMNS]


def way_columns(cases: DataFrame) -> list[str]:
    """Return "backend" and the steps, options and settings that vary among the cases of one backend.

    Options that are unknown of a stopped case, whose defaults were not filled in, are no variation.
    """
    names = ["preprocess", "abstraction", *keys_in(cases, "options", "settings")]
    is_stopped = cases["outcome"].isin(STOPPED)
    varied = set()
    for same in grouped(cases, ["backend"]).values():
        for name in names:
            cells = column(same, name)
            is_known = cells.notna() | ~is_stopped[same.index]
            if cells[is_known].nunique(dropna=False) > 1:
                varied.add(name)
    return ["backend", *(name for name in names if name in varied and name != "backend")]


def varied_ways(cases: DataFrame) -> list[str]:
    """Return the ways of solving with the concept, where it varies."""
    return [*way_columns(cases), *varying(cases, ["concept"])]


def replicated(cases: DataFrame) -> list[str]:
    """Return columns such that cases with equal cells in all of them are replications.

    They are game, backend, concept, the parameters that vary within a game, and the ways of solving that vary within a
    backend. Cases that differ in their seeds alone are replications.
    """
    columns = list(DEFAULT_BY)
    for same in grouped(cases, ["game"]).values():
        columns += varying(same, parameter_columns(same))
    columns += varying(cases, ["concept"])
    columns += way_columns(cases)
    return list(dict.fromkeys(columns))


def default_groups(cases: DataFrame) -> tuple[list[str], str]:
    """Return the columns of `replicated`, or fewer where these make too many groups, with a note on it."""
    columns = replicated(cases)
    further = columns[len(DEFAULT_BY) :]
    groups = len(set(keys_of(cases, columns)))
    if groups <= MOST_GROUPS or not further:
        return columns, ""
    reason = f"{groups} groups by {', '.join(further)} are too many to show by default"
    return list(DEFAULT_BY), f"{reason}; --by {','.join(further)} shows them"


# ---- values ----


def number_of(value: Any) -> Fraction | float | None:
    """Return the number that a value is or spells, None if it is no number.

    Examples
    --------
    >>> number_of("1/2"), number_of(3), number_of("1e-3"), number_of(True), number_of("highs")
    (Fraction(1, 2), 3, Fraction(1, 1000), None, None)
    """
    if isinstance(value, bool) or value is None:
        return None
    if not isinstance(value, int | float):
        exact = parse_rational(value)
        if exact is not None:
            return exact
        try:
            value = float(value)
        except ValueError:
            return None
    number: int | float = value
    if isinstance(number, float) and math.isnan(number):
        return None
    return number


def text_of(value: Any) -> str:
    """Return a value as conditions and labels write it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    return str(value)


def text_in(name: str, value: Any) -> str:
    """Return a cell as messages write it: a backend that is not named is the default."""
    if value is None and name == "backend":
        return DEFAULT_BACKEND
    return text_of(value)


def double_of(number: Fraction | float) -> float:
    """Return a number as a double, infinite where it is beyond them."""
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def sort_key(value: Any) -> tuple[int, float, str]:
    """Return a key that sorts None first, then numbers by size, then texts."""
    if value is None:
        return (0, 0.0, "")
    number = number_of(value)
    if number is None:
        return (2, 0.0, str(value))
    return (1, double_of(number), "")


def listed(texts: Iterable[str], separator: str = ", ") -> str:
    """Return texts as a message lists them: the first few, and the number of the others."""
    texts = list(texts)
    shown = separator.join(texts[:MOST_LISTED])
    more = len(texts) - MOST_LISTED
    if more > 0:
        shown += f" and {counted(more, 'other')}"
    return shown


def cells_listed(cases: DataFrame, name: str, separator: str = ", ") -> str:
    """Return the different cells of a column as a message lists them."""
    return listed((text_of(value) for (value,) in sorted_keys(cases, [name])), separator)


def ways_text(cases: DataFrame, names: Iterable[str]) -> str:
    """Return the different cells of some columns as a message names them: "bet = 1 and 2, backend = highs"."""
    return ", ".join(f"{name} = {cells_listed(cases, name, ' and ')}" for name in names)


# ---- conditions ----

SIZES = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
_CONDITION = re.compile(r"\s*([^<>=!]+?)\s*(<=|>=|!=|==|=|<|>)\s*([^\s=<>].*?)\s*")


def where(cases: DataFrame, conditions: Iterable[str]) -> DataFrame:
    """Return the cases that meet every condition, such as "bet>=2" or "error!=none".

    A condition compares a column by = == != < <= > >=: as numbers where both sides are numbers, otherwise as text.
    "none" stands for an empty cell, which satisfies no comparison of size. Sizes compare texts in a column without
    numbers, such as dates. An OptionError is raised if a condition has another form, a column is unknown, sizes of
    numbers are compared with a word, or no case is left.
    """
    remaining = cases
    for text in conditions:
        if not isinstance(text, str):
            raise OptionError(
                f'conditions: a text for each expected, as in "bet=2", "backend=highs", not {shown(text)}'
            )
        match = _CONDITION.fullmatch(text)
        if match is None:
            expected = 'a condition such as backend=highs or "bet>=2" expected'
            raise OptionError(
                f"--where {text}: {expected}; none is an empty cell, as in error!=none"
            )
        name, relation, limit = match.groups()
        relation = relation.replace("==", "=")
        require_columns([name], cases, "--where")

        # A column is numbers or texts by its cells in all cases, so that the order of conditions does not matter.
        is_met = _meets(cases, name, relation, limit)
        before = remaining
        remaining = remaining[is_met[remaining.index]]
        if remaining.empty:
            cells = listed(text_in(name, value) for (value,) in sorted_keys(before, [name]))
            raise OptionError(
                f"--where {name}{relation}{limit}: no case is left; {name} is {cells}"
            )
    return remaining


def _meets(cases: DataFrame, name: str, relation: str, limit: str) -> Series[bool]:
    """Return a mask of the cases whose cell in a column has a relation to a limit."""
    import pandas as pd

    number = number_of(limit)
    cells = [(value, number_of(value)) for value in column(cases, name)]

    def limit_beside(own: Fraction | float) -> Fraction | float:
        """Return the number of the condition, as the nearest double beside a double: 0.1 is 1/10 there."""
        assert number is not None
        if isinstance(own, float) and -sys.float_info.max < number < sys.float_info.max:
            return float(number)
        return number

    def equals(value: Any, own: Fraction | float | None) -> bool:
        if own is not None and number is not None:
            return own == limit_beside(own)
        if isinstance(value, bool):
            return text_of(value) == limit.lower()
        return limit in (text_of(value), text_in(name, value))

    if relation == "=":
        is_met = [equals(value, own) for value, own in cells]
    elif relation == "!=":
        is_met = [not equals(value, own) for value, own in cells]
    elif all(own is None for _, own in cells):
        is_met = [isinstance(value, str) and SIZES[relation](value, limit) for value, _ in cells]
    elif number is None:
        raise OptionError(
            f"--where {name}{relation}{limit}: {name} has numbers, and {limit} is no number"
        )
    else:
        is_met = [own is not None and SIZES[relation](own, limit_beside(own)) for _, own in cells]
    return pd.Series(is_met, index=cases.index, dtype=bool)


def counting_approximate(cases: DataFrame) -> DataFrame:
    """Return the cases with approximate answers counted as certified."""
    outcomes = cases["outcome"].where(
        cases["outcome"] != Outcome.APPROXIMATE, str(Outcome.CERTIFIED)
    )
    return cases.assign(outcome=outcomes)


# ---- groups ----


def keys_of(cases: DataFrame, names: Sequence[str]) -> list[tuple[Any, ...]]:
    """Return the cells of every case in some columns."""
    if not names:
        return [()] * len(cases)
    columns = [column(cases, name).tolist() for name in names]
    return list(zip(*columns, strict=True))


def sorted_keys(cases: DataFrame, names: Sequence[str]) -> list[tuple[Any, ...]]:
    """Return the different combinations of cells in some columns, sorted by `sort_key`."""
    distinct = dict.fromkeys(keys_of(cases, names))
    return sorted(distinct, key=lambda values: list(map(sort_key, values)))


def group_numbers(cases: DataFrame, names: Sequence[str]) -> Series[int]:
    """Return the place of every case's group among `sorted_keys`."""
    import pandas as pd

    places = {key: place for place, key in enumerate(sorted_keys(cases, names))}
    return pd.Series([places[key] for key in keys_of(cases, names)], index=cases.index, dtype=int)


def grouped(cases: DataFrame, names: Sequence[str]) -> dict[tuple[Any, ...], DataFrame]:
    """Return the cases by their cells in some columns, sorted by `sort_key`."""
    keys = sorted_keys(cases, names)
    return {keys[number]: members for number, members in cases.groupby(group_numbers(cases, names))}


def labels(cases: DataFrame, names: Sequence[str]) -> Series[Any]:
    """Return the label of every case's group, as categories in the order of `grouped`."""
    import pandas as pd

    texts = {key: label_of(names, key) for key in sorted_keys(cases, names)}
    categories = list(dict.fromkeys(texts.values()))  # different groups may have one label
    cells = [texts[key] for key in keys_of(cases, names)]
    return pd.Series(pd.Categorical(cells, categories), index=cases.index)


def labelled(cases: DataFrame, names: Sequence[str]) -> dict[str, DataFrame]:
    """Return the cases by the label of their group, in the order of `grouped`."""
    return {
        str(label): members for label, members in cases.groupby(labels(cases, names), observed=True)
    }


def may_lose(cases: DataFrame) -> Series[bool]:
    """Return whether hands may be merged that are not alike, so that another game is solved."""
    return ~cases["abstraction"].isin([NO_STEP, IDENTITY, LOSSLESS])


# ---- titles ----


def summary_line(cases: DataFrame) -> str:
    """Return the number of cases, and their outcomes."""
    return f"{counted(len(cases), 'case')}: {outcomes_text(cases['outcome'])}"


def outcomes_text(outcomes: Iterable[str]) -> str:
    """Return the number of cases by outcome."""
    counts = Counter(outcomes)
    return ", ".join(f"{counts[outcome]:,} {outcome}" for outcome in Outcome if counts[outcome])


def in_common(cases: DataFrame, by: Sequence[str] = ()) -> str:
    """Return the game and the backend where all cases share them, unless the cases are grouped by them."""
    shared = []
    for name in DEFAULT_BY:
        keys = sorted_keys(cases, [name])
        if name not in by and len(keys) == 1:
            (value,) = keys[0]
            shared.append(f"{name} = {text_in(name, value)}")
    return ", ".join(shared)


def computed_by(cases: DataFrame) -> dict[str, int]:
    """Return the numbers of cases by the version of seqform that computed them, the oldest first; see `Row.version`."""
    counts = Counter(row.version for row in cases[ROW])
    return dict(sorted(counts.items(), key=lambda item: release_of(item[0])))


def versions_text(cases: DataFrame) -> str:
    """Return the versions of seqform that computed the cases; an empty text if none is recorded."""
    counts = computed_by(cases)
    if not any(counts):
        return ""
    names = {
        version: f"seqform {version}" if version else "an unknown version" for version in counts
    }
    if len(counts) == 1:
        return f"computed by {names.popitem()[1]}"
    parts = [f"{counted(number, 'case')} by {names[version]}" for version, number in counts.items()]
    return f"computed by different versions: {', '.join(parts)}"


def failures(cases: DataFrame) -> list[Row]:
    """Return the cases without the answer that was asked for."""
    return [row for row in cases[ROW] if not row.outcome.is_answer]


def reason(row: Row) -> str:
    """Return the reason for which a case failed, in one line."""
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
        is_empty = value is None and name != "backend"
        is_without_steps = name in ("preprocess", "abstraction") and value == "none"
        if is_empty or is_without_steps:
            continue
        if name in ("game", "backend", "concept", "outcome", "abstraction"):
            parts.append(text_in(name, value))
        else:
            parts.append(f"{name} = {text_of(value)}")
    if parts:
        return ", ".join(parts)
    return f"no {names[0]}" if names else "all cases"


def note(number: int, kind: str, text: str) -> list[str]:
    """Return a note on a number of things of some kind; none if there are no such things."""
    return [f"{counted(number, kind)}{text}"] if number > 0 else []


def joined(*labels: str) -> str:
    """Return labels in one, without the empty ones."""
    return ", ".join(filter(None, labels))


def short_titles(cases: DataFrame, without: Sequence[str] = ()) -> Series[str]:
    """Return of every case the game and the parameters that vary within that game, except for some columns."""
    import pandas as pd

    titles: dict[Any, str] = {}
    for same in grouped(cases, ["game"]).values():
        names = varying(same, [name for name in parameter_columns(same) if name not in without])
        if "game" not in without:
            names = ["game", *names]
        for index, values in zip(same.index, keys_of(same, names), strict=True):
            titles[index] = label_of(names, values) if names else ""
    return pd.Series(titles, dtype=object).sort_index()


def game_title(row: Row) -> str:
    """Return the game with the parameters that differ from their defaults, as the command line takes it."""
    game = row.case["game"]
    try:
        entry = entry_of(game)
    except GameError:  # a store may be older or newer than this catalog
        entry = None
    defaults = {}
    if entry is not None:
        defaults = {name: format_value(value) for name, value in entry.defaults.items()}
    parameters = []
    for name, value in _table(row, "parameters").items():
        if value is not None and text_of(value) != defaults.get(name):
            parameters.append(f"{name}={text_of(value)}")
    return f"{game}({','.join(parameters)})" if parameters else str(game)


def case_title(row: Row, without: Sequence[str] = ()) -> str:
    """Return a case in one line: its game and how it was to be solved, except for some columns."""
    case = row.case
    words = [game_title(row)]
    concept = case.get("concept") or "nash"
    if concept != "nash":
        words.append(concept)
    if case.get("backend") and "backend" not in without:
        words.append(case["backend"])

    ways: dict[str, Any] = {}
    steps = case.get("preprocess")
    if steps is not None:
        ways["preprocess"] = "+".join(steps) or "none"
    ways |= {**_table(row, "options"), **_table(row, "settings")}
    if case.get("seed") is not None:
        ways["seed"] = case["seed"]
    words += [f"{name}={text_of(value)}" for name, value in ways.items() if name not in without]
    return " ".join(words)
