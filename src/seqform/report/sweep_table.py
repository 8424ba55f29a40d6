"""The rows of a sweep, grouped by any columns, as tables for people and as plain data for programs."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from seqform.models.number_text import ROUNDING_NOISE, counted, short
from seqform.report.sweep_columns import case_title, grouped, in_order, text_of
from seqform.report.sweep_records import case_records, csv_text
from seqform.sweeps.row import Outcome, Row

SCHEMA = 1
DEFAULT_BY = ("game", "backend")
ANSWERED = (Outcome.CERTIFIED, Outcome.APPROXIMATE, Outcome.UNCERTIFIED)
TableText = tuple[list[str], list[list[str]]]
NOTHING = "–"
MAX_FAILURES = 12
"""Of more cases that failed the first are shown."""

MOST_WATCHED = 8
"""Probabilities in the table; --csv and --json have all."""

SAME_VALUE = 1e-7
"""Values in doubles that differ by less are shown as one."""


@dataclass(frozen=True)
class RowGroup:
    """Cases that have the same in some columns.

    Times, memory, values and nash_conv are those of the cases that gave an answer.

    Attributes
    ----------
    columns : tuple of str
    values : tuple
        What the cases have there.
    rows : list of Row
    """

    columns: tuple[str, ...]
    values: tuple[Any, ...]
    rows: list[Row]

    @cached_property
    def answered(self) -> list[Row]:
        """The cases that gave an answer."""
        return [row for row in self.rows if row.outcome in ANSWERED]

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


def sweep_report(rows: Sequence[Row], by: Sequence[str] = DEFAULT_BY, *, everything: bool = False) -> RenderableType:
    """Return the table of the groups, the seconds of their phases, and the cases that failed.

    Parameters
    ----------
    rows : sequence of Row
        At least one.
    by : sequence of str
        Columns: see `seqform.report.sweep_columns.value_at`.
    everything : bool
        Show every case that failed, however many.
    """
    groups = row_groups(rows, by)
    titles = (summary_line(rows), "seconds of a case", "median seconds by phase")
    parts: list[RenderableType] = [
        _table(title, header, lines, len(by))
        for title, (header, lines) in zip(titles, group_tables(groups), strict=True)
        if len(header) > len(by)
    ]
    failed = failures(rows)
    if failed:
        parts.append(_failures(failed, everything))
    return Group(*parts)


def _table(title: str, header: Sequence[str], lines: Iterable[Sequence[str]], by: int) -> Table:
    table = Table(
        title=Text(title),
        title_justify="left",
        title_style="bold",
        header_style="bold",
        box=SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        pad_edge=False,
    )
    for number, name in enumerate(header):
        table.add_column(Text(name), justify="left" if number < by else "right", overflow="fold")
    for line in lines:
        table.add_row(*map(Text, line))
    return table


def summary_line(rows: Sequence[Row]) -> str:
    """Return how many cases there are and how they ended."""
    outcomes = Counter(row.outcome for row in rows)
    ended = ", ".join(f"{outcomes[kind]:,} {kind}" for kind in Outcome if outcomes[kind])
    return f"{counted(len(rows), 'case')}: {ended}"


def group_tables(groups: Sequence[RowGroup]) -> tuple[TableText, TableText, TableText]:
    """Return three tables, each as header and lines: outcomes and values; seconds and memory; seconds by phase."""
    return _result_table(groups), _time_table(groups), _phase_table(groups)


def _result_table(groups: Sequence[RowGroup]) -> TableText:
    kinds = [kind for kind in Outcome if any(group.outcomes[kind] for group in groups)]
    players = 2 if any(_sums_vary(group) for group in groups) else 1
    watched = list(dict.fromkeys(name for group in groups for name in group.probabilities))[:MOST_WATCHED]
    names = ["value"] if players == 1 else ["value to player 1", "value to player 2"]
    lines = [
        [
            *map(text_of, group.values),
            *(f"{group.outcomes[kind]:,}" if group.outcomes[kind] else NOTHING for kind in kinds),
            *(_value_text(group, player) for player in range(players)),
            NOTHING if group.nash_conv is None else short(group.nash_conv),
            *(_span_text(group.probabilities.get(name)) for name in watched),
        ]
        for group in groups
    ]
    return [*groups[0].columns, *map(str, kinds), *names, "nash_conv", *watched], lines


def _time_table(groups: Sequence[RowGroup]) -> TableText:
    lines = [
        [
            *map(text_of, group.values),
            *([NOTHING] * 3 if group.seconds is None else map(seconds_text, group.seconds)),
            bytes_text(group.peak_bytes),
        ]
        for group in groups
    ]
    return [*groups[0].columns, "median", "least", "most", "process memory"], lines


def _phase_table(groups: Sequence[RowGroup]) -> TableText:
    phases = list(dict.fromkeys(name for group in groups for name in group.phases))
    lines = [
        [
            *map(text_of, group.values),
            *(seconds_text(group.phases[name]) if name in group.phases else NOTHING for name in phases),
        ]
        for group in groups
    ]
    return [*groups[0].columns, *phases], lines


def _sums_vary(group: RowGroup) -> bool:
    return any(row.value is not None and abs(sum(row.value)) > SAME_VALUE for row in group.answered)


def _value_text(group: RowGroup, player: int) -> str:
    exact = group.exact_value(player)
    return exact if exact is not None and len(exact) <= 15 else _span_text(group.value(player))


def _span_text(span: tuple[float, float] | None) -> str:
    """Return a number, or two ends where it is not the same in all cases."""
    if span is None:
        return NOTHING
    low, high = span
    if high - low <= SAME_VALUE:
        return short(0.0 if abs(low) <= ROUNDING_NOISE else low)
    return " to ".join(f"{0.0 if abs(end) <= ROUNDING_NOISE else end:.4g}" for end in span)


def seconds_text(seconds: float) -> str:
    """Return seconds to three digits, and to a tenth of a millisecond.

    Examples
    --------
    >>> [seconds_text(number) for number in (1e-06, 0.0012345, 0.12345, 12.345, 1234.5, 0.0)]
    ['<0.0001', '0.0012', '0.123', '12.3', '1,234', '0']
    """
    if seconds >= 1000 or seconds == 0:
        return f"{seconds:,.0f}"
    if seconds < 1e-4:
        return "<0.0001"
    return f"{seconds:.4f}" if seconds < 0.1 else f"{seconds:.3g}"


def bytes_text(number: int | None) -> str:
    """Return an amount of memory for people.

    Examples
    --------
    >>> bytes_text(123_456_789), bytes_text(0)
    ('118 MiB', '–')
    """
    if not number:
        return NOTHING
    return f"{number / 2**20:.3g} MiB" if number < 1000 * 2**20 else f"{number / 2**30:.3g} GiB"


def failures(rows: Iterable[Row]) -> list[Row]:
    """Return the cases without the answer that was asked for."""
    return [row for row in in_order(rows) if not row.outcome.is_answer]


def _failures(failed: Sequence[Row], everything: bool) -> RenderableType:
    shown = failed if everything else failed[:MAX_FAILURES]
    lines = [Text.assemble((f"{row.outcome}: ", "bold red"), f"{case_title(row)}: {reason(row)}") for row in shown]
    title = Text(f"{counted(len(failed), 'case')} without a certified answer", style="bold")
    rest = (
        [Text(f"{len(failed) - len(shown):,} more; --all shows every one", style="dim")]
        if len(shown) < len(failed)
        else []
    )
    return Group(title, *lines, *rest)


def reason(row: Row) -> str:
    """Return why a case failed, in one line."""
    text = row.error or ", ".join(filter(None, (row.termination, row.status))) or "no reason given"
    return " ".join(text.split())


def sweep_data(rows: Sequence[Row], by: Sequence[str] = DEFAULT_BY) -> dict[str, Any]:
    """Return the groups, the cases and the failures as plain data."""
    return {
        "schema": SCHEMA,
        "cases": len(rows),
        "outcomes": {str(kind): count for kind, count in _counts(rows).items() if count},
        "by": list(by),
        "groups": [dict(_flat(group)) for group in row_groups(rows, by)],
        "rows": case_records(rows),
        "failures": [
            {"key": row.key, "case": row.case, "outcome": str(row.outcome), "error": reason(row)}
            for row in failures(rows)
        ],
    }


def _counts(rows: Iterable[Row]) -> dict[Outcome, int]:
    found = Counter(row.outcome for row in rows)
    return {kind: found[kind] for kind in Outcome}


def _flat(group: RowGroup) -> Iterator[tuple[str, Any]]:
    yield from zip(group.columns, group.values, strict=True)
    yield "cases", len(group.rows)
    for kind in Outcome:
        yield f"{kind}".replace(" ", "_"), group.outcomes[kind]
    for name, seconds in zip(("median", "min", "max"), group.seconds or (None, None, None), strict=True):
        yield f"seconds_{name}", seconds
    for name, seconds in group.phases.items():
        yield f"phase_{name}", seconds
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
    return csv_text([dict(_flat(group)) for group in row_groups(rows, by)])
