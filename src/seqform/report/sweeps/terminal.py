"""The report of a sweep on a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len

from seqform.models.number_text import counted
from seqform.report.console import AnyConsole, ConsoleOptions, Group, RenderableType, RenderResult, Table, Text
from seqform.report.sweeps.groups import DEFAULT_BY, failures, in_common, reason, row_groups, summary_line
from seqform.report.sweeps.table import group_tables
from seqform.report.sweeps.titles import case_title
from seqform.sweeps.row import Row
from seqform.system.foreign_text import visible

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
        Columns: see `seqform.report.sweeps.columns.value_at`.
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
    header : sequence of str
    lines : sequence of sequence of str
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
