"""The cases of a sweep one by one, as plain data for other programs.

What --x and --y of a picture may be.

What a row of a sweep has in a column: the columns there are, and what stands in them.

Which cases of a sweep are looked at.

What the tables of a sweep are grouped by if nothing is said.

The groups and the cases of a sweep as plain data for other programs.

The rows of a sweep, grouped by any columns.

What became of the hands in a case of a game with ordered signals.

How rows are told apart: what varies among them, their groups, their order.

What cases and groups of cases of a sweep are called.
"""

from __future__ import annotations

import math
import operator
import re
import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from seqform.builders.games.entry import Value, format_value
from seqform.errors import GameError, OptionError
from seqform.experiments.keys import entry_of
from seqform.experiments.rows import Outcome, Row
from seqform.experiments.store import OPENED, record_of
from seqform.experiments.values import near
from seqform.models.numbers.text import counted, parse_rational
from seqform.solving.ordered import LOSSLESS, NONE, THRESHOLD, threshold_of
from seqform.system.foreign_text import csv_text

SECONDS = "seconds"
PHASE = "phases."


def require_none(option: str, given: str | None, plot: str, instead: str) -> None:
    """Refuse an option where a picture leaves no choice.

    Raises
    ------
    OptionError
    """
    if given is not None:
        raise OptionError(f"{option} {given}: of no meaning with a {plot} plot, which draws {instead}")


def one_of(option: str, given: str | None, known: Iterable[str], plot: str) -> str | None:
    """Return what was given, if it is one of those known.

    Raises
    ------
    OptionError
    """
    if given is not None and given not in known:
        raise OptionError(f"{option} {given}: of a {plot} plot one of {', '.join(known)} is expected")
    return given


def time_column(given: str | None, plot: str) -> str:
    """Return the column of the times that are drawn: of the whole case, if nothing is given.

    Raises
    ------
    OptionError
        If it is no time.
    """
    if given is None or given == SECONDS:
        return SECONDS
    if not given.startswith(PHASE):
        raise OptionError(f"--y {given}: of a {plot} plot seconds, or phases.NAME such as phases.solve, is expected")
    return given


def time_text(column: str) -> str:
    """Return what a column of times is called.

    Examples
    --------
    >>> time_text("seconds"), time_text("phases.solve")
    ('seconds', 'seconds to solve')
    """
    return SECONDS if column == SECONDS else f"seconds to {column.removeprefix(PHASE)}"


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
    column : str
        A column of the store or of its CSV, such as "bet", "value_1", "seconds_solve", "option_time_limit" or
        "probability_1:K:bet"; also "1:K:bet", "time_limit", and "TABLE.NAME" with a table of `tables_of`.

    Examples
    --------
    >>> from seqform.experiments.values import Case
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
    exact = parse_rational(value)
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


MOST_LISTED = 8
"""Of what a message lists."""


def short_titles(rows: Iterable[Row], without: Sequence[str] = ()) -> dict[str, str]:
    """Return by key every case's game and those parameters that vary among the cases of that game.

    Parameters
    ----------
    without : sequence of str
        Columns that are told otherwise, by an axis or a legend.

    Examples
    --------
    >>> from seqform.experiments.values import Case
    >>> from seqform.experiments.rows import Outcome
    >>> cases = [Case("kuhn", {"ante": ante}) for ante in (1, 2)] + [Case("leduc", {"ranks": 3})]
    >>> rows = [Row(case.key, case.as_dict(), Outcome.CERTIFIED) for case in cases]
    >>> list(short_titles(rows).values())
    ['kuhn, ante = 1', 'kuhn, ante = 2', 'leduc']
    """
    titles = {}
    for cases in grouped(rows, ["game"]).values():
        names = varying(cases, [name for name in parameter_columns(cases) if name not in without])
        names = names if "game" in without else ["game", *names]
        for row in cases:
            titles[row.key] = label_of(names, [value_at(row, name) for name in names]) if names else ""
    return titles


def game_title(row: Row) -> str:
    """Return the game with the parameters that differ from their defaults, as the command line takes it.

    Examples
    --------
    >>> from seqform.experiments.values import Case
    >>> from seqform.experiments.rows import Outcome
    >>> case = Case("kuhn", {"ante": 1, "bet": 2})
    >>> game_title(Row(case.key, case.as_dict(), Outcome.CERTIFIED))
    'kuhn(bet=2)'
    """
    game, parameters = row.case["game"], row.case.get("parameters", {})
    usual = {name: format_value(value) for name, value in _defaults(game).items()}
    unusual = {name: text_of(value) for name, value in parameters.items() if value is not None}
    given = ",".join(f"{name}={text}" for name, text in unusual.items() if text != usual.get(name))
    return f"{game}({given})" if given else str(game)


def _defaults(game: str) -> Mapping[str, Value]:
    try:
        entry = entry_of(game)
    except GameError:  # a store may be older or newer than this catalog
        return {}
    return {} if entry is None else entry.defaults


def case_title(row: Row, without: Sequence[str] = ()) -> str:
    """Return a case in one line: its game, and how it was to be solved; but for some columns."""
    case = row.case
    inside = {name: value for table in CASE_TABLES[1:] for name, value in case.get(table, {}).items()}
    steps = {name: value_at(row, name) for name in UNSAID if case.get(name) is not None}
    seed = {} if case.get("seed") is None else {"seed": case["seed"]}
    told = {name: value for name, value in (steps | inside | seed).items() if name not in without}
    words = [game_title(row)]
    words += [] if case.get("concept", "nash") == "nash" else [case["concept"]]
    words += [case["backend"]] if case.get("backend") and "backend" not in without else []
    return " ".join([*words, *(f"{name}={text_of(value)}" for name, value in told.items())])


def listed(texts: Iterable[str], separator: str = ", ") -> str:
    """Return some texts as a message lists them: the first few, and how many others there are.

    Examples
    --------
    >>> listed("abc"), listed("abcdefghijk")
    ('a, b, c', 'a, b, c, d, e, f, g, h and 3 others')
    """
    texts = list(texts)
    more = len(texts) - MOST_LISTED
    return separator.join(texts[:MOST_LISTED]) + (f" and {counted(more, 'other')}" if more > 0 else "")


def label_of(columns: Sequence[str], values: Sequence[Any]) -> str:
    """Return what stands in a legend: words alone, numbers with the name of their column, what is absent not at all.

    Parameters
    ----------
    values : sequence
        As `value_at` returns them.

    Examples
    --------
    >>> label_of(["backend", "bet"], ["highs", 2]), label_of(["backend", "bet"], ["highs", None]), label_of([], [])
    ('highs, bet = 2', 'highs', 'all cases')
    """
    there = [pair for pair in zip(columns, values, strict=True) if not _absent(*pair)]
    parts = [_part(column, value) for column, value in there]
    return ", ".join(parts) or (f"no {columns[0]}" if columns else "all cases")


def _absent(column: str, value: Any) -> bool:
    return (value is None and column != "backend") or (column in UNSAID and value == "none")


def _part(column: str, value: Any) -> str:
    if column in ("game", "backend", "concept", "outcome", "shrink"):
        return text_in(column, value)
    return f"{column} = {text_of(value)}"


SIZES: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}

_CONDITION = re.compile(r"\s*([^<>=!]+?)\s*(<=|>=|!=|==|=|<|>)\s*(.*?)\s*")


@dataclass(frozen=True)
class Condition:
    """What a row has to meet, such as bet>=2.

    Attributes
    ----------
    relation : str
        One of = != < <= > >=.
    limit : str
        Compared as a number where both sides are numbers, else as text; "none" is having nothing in the column. Sizes
        are compared as text in a column of texts alone, such as dates.
    """

    column: str
    relation: str
    limit: str

    @classmethod
    def parse(cls, text: str) -> Condition:
        """Read a condition; == is another word for =.

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
        if found is None or not found[3] or found[3][0] in "=<>":
            expected = 'a condition such as backend=highs or "bet>=2" expected; none is nothing, as in error!=none'
            raise OptionError(f"--where {text}: {expected}")
        column, relation, limit = found.groups()
        return cls(column, "=" if relation == "==" else relation, limit)

    def __str__(self) -> str:
        return f"{self.column}{self.relation}{self.limit}"

    def test(self, values: Iterable[Any]) -> Callable[[Any], bool]:
        """Return what tells whether a value of the column meets it; what is absent is neither small nor large.

        Parameters
        ----------
        values : iterable
            Those of all rows, which say whether the column has numbers.

        Raises
        ------
        OptionError
            If sizes of numbers are to be compared with a word.

        Examples
        --------
        >>> later = Condition.parse("started>=2030-05").test(["2030-04-30", "2030-05-01"])
        >>> later("2030-04-30"), later("2030-05-01"), later(None)
        (False, True, False)
        """
        if self.relation in ("=", "!="):
            return lambda value: self._equals(value) is (self.relation == "=")
        compare = SIZES[self.relation]
        if all(number_of(value) is None for value in values):
            return lambda value: isinstance(value, str) and compare(value, self.limit)
        limit = number_of(self.limit)
        if limit is None:
            raise OptionError(f"--where {self}: {self.column} has numbers, and {self.limit} is no number")
        return lambda value: (number := number_of(value)) is not None and compare(number, limit)

    def _equals(self, value: Any) -> bool:
        number, limit = number_of(value), number_of(self.limit)
        if number is not None and limit is not None:
            return number == limit
        if isinstance(value, bool):
            return text_of(value) == self.limit.lower()
        return self.limit in (text_of(value), text_in(self.column, value))


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
        meets = condition.test(value_at(row, condition.column) for row in rows)
        before, left = left, [row for row in left if meets(value_at(row, condition.column))]
        if before and not left:
            values = {value_at(row, condition.column) for row in before}
            there = listed(text_in(condition.column, value) for value in sorted(values, key=sort_key))
            raise OptionError(f"--where {condition}: no case is left; {condition.column} is {there}")
    return left


def counting_approximate(rows: Iterable[Row]) -> list[Row]:
    """Return the rows, approximate answers as if they were certified."""
    return [replace(row, outcome=Outcome.CERTIFIED) if row.outcome is Outcome.APPROXIMATE else row for row in rows]


DEFAULT_BY = ("game", "backend")


@dataclass(frozen=True)
class RowGroup:
    """Cases that have the same in some columns.

    Times, memory, values and nash_conv are those of the cases that gave an answer.

    Attributes
    ----------
    values : tuple
        What the cases have there.
    """

    columns: tuple[str, ...]
    values: tuple[Any, ...]
    rows: list[Row]

    @cached_property
    def answered(self) -> list[Row]:
        """The cases that gave an answer."""
        return [row for row in self.rows if row.outcome.has_answer]

    @cached_property
    def outcomes(self) -> Counter[Outcome]:
        """How many cases ended how."""
        return Counter(row.outcome for row in self.rows)

    @cached_property
    def seconds(self) -> tuple[float, float, float] | None:
        """Median, least and most seconds of a whole case."""
        times = [row.seconds for row in self.answered]
        return (statistics.median(times), min(times), max(times)) if times else None

    @cached_property
    def phases(self) -> dict[str, float]:
        """Median seconds by phase, of the cases that have it, in the order of the work."""
        names = dict.fromkeys(name for row in self.answered for name in row.phases)
        return {
            name: statistics.median(row.phases[name] for row in self.answered if name in row.phases) for name in names
        }

    @cached_property
    def peak_bytes(self) -> int | None:
        """The most memory that a process held while it ran a case."""
        return max((row.peak_bytes for row in self.answered), default=None)

    @cached_property
    def nash_conv(self) -> float | None:
        """The largest nash_conv."""
        return max((row.nash_conv for row in self.answered if row.nash_conv is not None), default=None)

    def value(self, player: int) -> tuple[float, float] | None:
        """Return the least and the greatest value to a player."""
        values = [row.value[player] for row in self.answered if row.value is not None]
        return (min(values), max(values)) if values else None

    @cached_property
    def probabilities(self) -> dict[str, tuple[float, float]]:
        """The least and the greatest of every watched probability."""
        names = dict.fromkeys(name for row in self.answered for name in row.probabilities)
        found = {
            name: [row.probabilities[name] for row in self.answered if name in row.probabilities] for name in names
        }
        return {name: (min(shares), max(shares)) for name, shares in found.items()}

    def exact_value(self, player: int) -> str | None:
        """Return the value to a player as a fraction, where every answer has the same one."""
        texts = {None if row.exact_value is None else row.exact_value[player] for row in self.answered}
        return texts.pop() if len(texts) == 1 else None


def row_groups(rows: Iterable[Row], by: Sequence[str] = DEFAULT_BY) -> list[RowGroup]:
    """Return the rows grouped by some columns, in the order of numbers and words."""
    return [RowGroup(tuple(by), values, members) for values, members in grouped(in_order(rows), by).items()]


def summary_line(rows: Sequence[Row]) -> str:
    """Return how many cases there are and how they ended."""
    outcomes = Counter(row.outcome for row in rows)
    ended = ", ".join(f"{outcomes[kind]:,} {kind}" for kind in Outcome if outcomes[kind])
    return f"{counted(len(rows), 'case')}: {ended}"


def in_common(rows: Sequence[Row], by: Sequence[str] = ()) -> str:
    """Return the game and the backend where these are the same in all cases, unless the cases are grouped by them.

    Examples
    --------
    >>> from seqform.experiments.values import Case
    >>> cases = [Case("kuhn", {"bet": bet}, backend="highs") for bet in (1, 2)]
    >>> rows = [Row(case.key, case.as_dict(), Outcome.CERTIFIED) for case in cases]
    >>> in_common(rows), in_common(rows, ["backend"])
    ('game = kuhn, backend = highs', 'game = kuhn')
    """
    found = [(name, {value_at(row, name) for row in rows}) for name in DEFAULT_BY if name not in by]
    return ", ".join(
        f"{name} = {text_in(name, value)}" for name, values in found if len(values) == 1 for value in values
    )


def failures(rows: Iterable[Row]) -> list[Row]:
    """Return the cases without the answer that was asked for."""
    return [row for row in in_order(rows) if not row.outcome.is_answer]


def reason(row: Row) -> str:
    """Return why a case failed, in one line."""
    text = row.error or ", ".join(filter(None, (row.termination, row.status))) or "no reason given"
    return " ".join(text.split())


MOST_GROUPS = 40
"""Tables with more lines say less than a picture."""


def varied_columns(rows: Sequence[Row]) -> list[str]:
    """Return the columns that a sweep is over, the game and the backend first.

    They are the parameters that vary within a game, the concept, and what varies of the way of solving within a
    backend. Seeds are repetitions, so they are none of them.
    """
    by_game = grouped(rows, ["game"]).values()
    parameters = [name for cases in by_game for name in varying(cases, parameter_columns(cases))]
    return list(dict.fromkeys([*DEFAULT_BY, *parameters, *varying(rows, ["concept"]), *way_columns(rows)]))


def default_groups(rows: Sequence[Row]) -> tuple[list[str], str]:
    """Return the columns to group by, and what there is to say about them.

    Returns
    -------
    list of str
        `varied_columns`, or the game and the backend alone where the former make too many groups.
    str
        Empty if nothing was left out.

    Examples
    --------
    >>> from seqform.experiments.values import Case
    >>> from seqform.experiments.rows import Outcome
    >>> cases = [Case("kuhn", {"ante": 1, "bet": bet}) for bet in range(1, 50)]
    >>> rows = [Row(case.key, case.as_dict(), Outcome.CERTIFIED) for case in cases]
    >>> default_groups(rows[:9])
    (['game', 'backend', 'bet'], '')
    >>> default_groups(rows)
    (['game', 'backend'], '49 groups by bet are too many to show unasked; --by bet shows them')
    """
    columns = varied_columns(rows)
    groups = len(grouped(rows, columns))
    if groups <= MOST_GROUPS or len(columns) == len(DEFAULT_BY):
        return columns, ""
    further = columns[len(DEFAULT_BY) :]
    note = f"{groups} groups by {', '.join(further)} are too many to show unasked; --by {','.join(further)} shows them"
    return list(DEFAULT_BY), note


NOT_SHOWN = ("row", *OPENED)
"""Columns of the store that hold others."""


def case_records(rows: Iterable[Row]) -> list[dict[str, Any]]:
    """Return what is known of every case, by the names of the columns that the store's view has.

    Examples
    --------
    >>> from seqform.experiments.values import Case
    >>> from seqform.experiments.rows import Outcome
    >>> case = Case("kuhn", {"bet": 2}, watch=("1:K:bet",))
    >>> (record,) = case_records([Row("k", case.as_dict(), Outcome.CERTIFIED, probabilities={"1:K:bet": 0.75})])
    >>> record["game"], record["bet"], record["probability_1:K:bet"]
    ('kuhn', 2, 0.75)
    """
    return [_record(row) for row in in_order(rows)]


def cases_csv(rows: Sequence[Row]) -> str:
    """Return the cases as CSV, one line each, numbers in full."""
    return records_csv(case_records(rows))


def records_csv(records: Sequence[dict[str, Any]]) -> str:
    """Return records as CSV, with all columns that any of them has; true and false as a store's own export has them."""
    columns = dict.fromkeys(name for record in records for name in record)
    return csv_text(columns, ([record.get(name) for name in columns] for record in records))


def _record(row: Row) -> dict[str, Any]:
    plain = {name: None if value == "" else value for name, value in record_of(row).items() if name not in NOT_SHOWN}
    inside = tables_of(row)
    for table, naming in OPENED.items():
        for name, value in inside[table].items():
            column = naming.format(name)
            plain[f"{table}_{name}" if column in plain else column] = value
    return plain


SCHEMA = 1


def sweep_data(rows: Sequence[Row], by: Sequence[str] = DEFAULT_BY) -> dict[str, Any]:
    """Return the groups, the cases and the failures as plain data."""
    ended = Counter(row.outcome for row in rows)
    return {
        "schema": SCHEMA,
        "cases": len(rows),
        "outcomes": {str(kind): ended[kind] for kind in Outcome if ended[kind]},
        "by": list(by),
        "groups": [_group_record(group) for group in row_groups(rows, by)],
        "rows": case_records(rows),
        "failures": [
            {"key": row.key, "case": row.case, "outcome": str(row.outcome), "error": reason(row)}
            for row in failures(rows)
        ],
    }


def _group_record(group: RowGroup) -> dict[str, Any]:
    about = dict(zip(group.columns, group.values, strict=True))
    return about | {name: value for name, value in _measured(group) if name not in about}


def _measured(group: RowGroup) -> Iterator[tuple[str, Any]]:
    yield "cases", len(group.rows)
    for kind in Outcome:
        yield f"{kind}".replace(" ", "_"), group.outcomes[kind]
    for name, seconds in zip(("median", "min", "max"), group.seconds or (None, None, None), strict=True):
        yield f"seconds_{name}", seconds
    for name, seconds in group.phases.items():
        yield OPENED["phases"].format(name), seconds
    yield "peak_bytes", group.peak_bytes
    for player in (0, 1):
        low, high = group.value(player) or (None, None)
        yield f"value_{player + 1}_min", low
        yield f"value_{player + 1}_max", high
        yield f"exact_value_{player + 1}", group.exact_value(player)
    yield "nash_conv_max", group.nash_conv
    for name, (low, high) in group.probabilities.items():
        yield f"probability_{name}_min", low
        yield f"probability_{name}_max", high


def sweep_csv(rows: Sequence[Row], by: Sequence[str] = DEFAULT_BY) -> str:
    """Return the groups as CSV, one line each, numbers in full."""
    return records_csv([_group_record(group) for group in row_groups(rows, by)])


def single_threshold(row: Row) -> float | None:
    """Return the threshold that a case is shrunk with in all rounds, None if it is shrunk otherwise or not at all.

    Examples
    --------
    >>> from seqform.experiments.rows import Outcome
    >>> shrinks = ("threshold=1/4", "threshold=0.1,inf", "lossless", None)
    >>> [single_threshold(Row("", {"shrink": shrink}, Outcome.CERTIFIED)) for shrink in shrinks]
    [0.25, None, None, None]
    """
    shrink = row.case.get("shrink")
    if not isinstance(shrink, str) or not shrink.startswith(THRESHOLD):
        return None
    try:
        return threshold_of(shrink.removeprefix(THRESHOLD))
    except OptionError:
        return None


def is_merged(row: Row) -> bool:
    """Tell whether hands are merged."""
    return row.case.get("shrink") not in (None, NONE)


def may_lose(row: Row) -> bool:
    """Tell whether hands may be merged that are not alike, so that what is solved is another game."""
    return is_merged(row) and row.case["shrink"] != LOSSLESS
