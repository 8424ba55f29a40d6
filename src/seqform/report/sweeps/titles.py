"""What cases and groups of cases of a sweep are called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from seqform.builders.games.entry import Value, format_value
from seqform.errors import GameError
from seqform.report.sweeps.columns import CASE_TABLES, UNSAID, grouped, parameter_columns, text_of, value_at, varying
from seqform.sweeps.games import entry_of
from seqform.sweeps.row import Row


def short_titles(rows: Iterable[Row]) -> dict[str, str]:
    """Return by key every case's game, with those parameters that vary among the cases of that game.

    Examples
    --------
    >>> from seqform.sweeps.case import Case
    >>> from seqform.sweeps.row import Outcome
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
    >>> from seqform.sweeps.row import Outcome
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
    words += [f"{name}={value_at(row, name)}" for name in UNSAID if case.get(name) is not None]
    words += [f"{name}={text_of(value)}" for table in CASE_TABLES[1:] for name, value in case.get(table, {}).items()]
    if case.get("seed") is not None:
        words.append(f"seed={case['seed']}")
    return " ".join(words)


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
    return value is None or (column in UNSAID and value == "none")


def _part(column: str, value: Any) -> str:
    if column in ("game", "backend", "concept", "outcome", "shrink"):
        return str(value) or f"default {column}"
    return f"{column} = {text_of(value)}"
