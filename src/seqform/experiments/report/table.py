"""The groups of a sweep as tables of text.

The report of a sweep on a terminal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len

from seqform.cli.show.console import AnyConsole, ConsoleOptions, Group, RenderableType, RenderResult, Table, Text
from seqform.experiments.report.data import (
    DEFAULT_BY,
    RowGroup,
    case_title,
    failures,
    in_common,
    reason,
    row_groups,
    summary_line,
    text_in,
)
from seqform.experiments.rows import Outcome, Row
from seqform.models.numbers.text import ROUNDING_NOISE, counted, short
from seqform.system.foreign_text import visible

TableText = tuple[list[str], list[list[str]]]
NOTHING = "–"
MOST_WATCHED = 8
"""Probabilities in the table; --csv and --json have all."""

SAME_VALUE = 1e-7
"""Values in doubles that differ by less are shown as one."""


def group_tables(groups: Sequence[RowGroup]) -> tuple[TableText, TableText, TableText]:
    """Return three tables, each as header and lines: outcomes and values; seconds and memory; seconds by phase.

    The least and the most seconds of a group with one answer are its median, and are not repeated.
    """
    return _result_table(groups), _time_table(groups), _phase_table(groups)


def _result_table(groups: Sequence[RowGroup]) -> TableText:
    kinds = [kind for kind in Outcome if any(group.outcomes[kind] for group in groups)]
    players = 2 if any(_sums_vary(group) for group in groups) else 1
    watched = list(dict.fromkeys(name for group in groups for name in group.probabilities))[:MOST_WATCHED]
    names = ["value"] if players == 1 else ["value to player 1", "value to player 2"]
    lines = [
        [
            *_about(group),
            *(f"{group.outcomes[kind]:,}" if group.outcomes[kind] else NOTHING for kind in kinds),
            *(_value_text(group, player) for player in range(players)),
            NOTHING if group.nash_conv is None else short(group.nash_conv),
            *(_span_text(group.probabilities.get(name)) for name in watched),
        ]
        for group in groups
    ]
    return [*groups[0].columns, *map(str, kinds), *names, "nash_conv", *watched], lines


def _time_table(groups: Sequence[RowGroup]) -> TableText:
    spread = any(len(group.answered) > 1 for group in groups)
    names = ["median", "least", "most"] if spread else ["seconds"]
    lines = [
        [
            *_about(group),
            *_times(group)[: len(names)],
            bytes_text(group.peak_bytes),
        ]
        for group in groups
    ]
    return [*groups[0].columns, *names, "process memory"], lines


def _times(group: RowGroup) -> list[str]:
    median, least, most = group.seconds or (None, None, None)
    return [seconds_text(median), *(map(seconds_text, (least, most)) if len(group.answered) > 1 else [NOTHING] * 2)]


def _phase_table(groups: Sequence[RowGroup]) -> TableText:
    phases = list(dict.fromkeys(name for group in groups for name in group.phases))
    lines = [
        [
            *_about(group),
            *(seconds_text(group.phases.get(name)) for name in phases),
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


def _about(group: RowGroup) -> list[str]:
    return [cell_text(column, value) for column, value in zip(group.columns, group.values, strict=True)]


def cell_text(column: str, value: Any) -> str:
    """Return what a group has in a column; a dash for nothing, but for a backend that nobody named."""
    return NOTHING if value is None and column != "backend" else text_in(column, value)


def seconds_text(seconds: float | None) -> str:
    """Return seconds to three digits, and to a tenth of a millisecond.

    Examples
    --------
    >>> [seconds_text(number) for number in (1e-06, 0.0012345, 0.12345, 12.345, 1234.5, 0.0, None)]
    ['<0.0001', '0.0012', '0.123', '12.3', '1,234', '0', '–']
    """
    if seconds is None:
        return NOTHING
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


MAX_FAILURES = 12
"""Of more cases that failed the first are shown."""

GAP = 2
"""Characters between columns, and at both ends of a line together."""


def sweep_report(rows: Sequence[Row], by: Sequence[str] = DEFAULT_BY, *, everything: bool = False) -> RenderableType:
    """Return the table of the groups, the seconds of their phases, and the cases that failed.

    Parameters
    ----------
    rows : sequence of Row
        At least one.
    by : sequence of str
        Columns: see `seqform.experiments.report.data.value_at`.
    everything : bool
        Show every case that failed, however many.
    """
    summary = "; ".join(filter(None, (summary_line(rows), in_common(rows, by))))
    titles = (summary, "seconds of a case", "median seconds by phase")
    parts: list[RenderableType] = []
    for title, (header, lines) in zip(titles, group_tables(row_groups(rows, by)), strict=True):
        if len(header) > len(by):
            parts += [Text(title, style="bold"), ContinuedTable(header, lines, len(by))]
    failed = failures(rows)
    if failed:
        parts.append(_failures(failed, everything))
    return Group(*parts)


@dataclass(frozen=True)
class ContinuedTable:
    """A table that goes on below itself where it is wider than the terminal, so that no number is broken.

    Attributes
    ----------
    left : int
        How many columns, the first ones, say what a line is about: they are repeated.
    """

    header: Sequence[str]
    lines: Sequence[Sequence[str]]
    left: int

    def __rich_console__(self, console: AnyConsole, options: ConsoleOptions) -> RenderResult:
        """Yield the parts."""
        for places in self.parts(options.max_width):
            yield self._table(places)

    def parts(self, width: int) -> list[list[int]]:
        """Return the numbers of the columns in each part of so many characters; every part has one to tell.

        Examples
        --------
        >>> table = ContinuedTable(["game", "value", "seconds"], [["kuhn", "-0.0555556", "0.001"]], 1)
        >>> table.parts(27), table.parts(26)
        ([[0, 1, 2]], [[0, 1], [0, 2]])
        """
        widths = [
            max(cell_len(visible(cell)) for cell in cells) + GAP for cells in zip(self.header, *self.lines, strict=True)
        ]
        about = list(range(self.left))
        parts, used = [about], sum(widths[: self.left])
        for place in range(self.left, len(widths)):
            if used + widths[place] > width and len(parts[-1]) > self.left:
                parts.append(list(about))
                used = sum(widths[: self.left])
            parts[-1] = [*parts[-1], place]
            used += widths[place]
        return parts

    def _table(self, places: Sequence[int]) -> Table:
        table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
        for place in places:
            if place < self.left:
                table.add_column(Text(self.header[place]), overflow="fold")
            else:
                table.add_column(Text(self.header[place]), justify="right", no_wrap=True)
        for line in self.lines:
            table.add_row(*(Text(line[place]) for place in places))
        return table


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
