"""What cases and groups of cases of a sweep are called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from seqform.builders.games.entry import Value, format_value
from seqform.errors import GameError
from seqform.models.number_text import counted
from seqform.report.sweeps.columns import CASE_TABLES, UNSAID, text_in, text_of, value_at
from seqform.report.sweeps.ways import grouped, parameter_columns, varying
from seqform.sweeps.games import entry_of
from seqform.sweeps.row import Row

MOST_LISTED = 8
"""Of what a message lists."""


def short_titles(rows: Iterable[Row], without: Sequence[str] = ()) -> dict[str, str]:
    """Return by key every case's game and those parameters that vary among the cases of that game.

    Parameters
    ----------
    rows : iterable of Row
    without : sequence of str
        Columns that are told otherwise, by an axis or a legend.

    Examples
    --------
    >>> from seqform.sweeps.case import Case
    >>> from seqform.sweeps.row import Outcome
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
    >>> from seqform.sweeps.case import Case
    >>> from seqform.sweeps.row import Outcome
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
    columns : sequence of str
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
