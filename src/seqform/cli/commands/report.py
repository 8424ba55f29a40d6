"""The command ``report``: tables, files and pictures of the results of a sweep.

pandas and the modules of reports are imported when the command runs, since ``seqform --help`` loads this module.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len

from seqform.cli.common import Json, ThemeName, out, print_message, require_plots
from seqform.cli.file_use import (
    STANDARD_OUTPUT_PATH,
    FileUse,
    OutputFile,
    Role,
    file_or_standard_output,
)
from seqform.cli.parameters import filled, refuse
from seqform.errors import OptionError
from seqform.experiments.report import PLOTS, picture_of
from seqform.experiments.report.data import DEFAULT_BY, MOST_GROUPS
from seqform.experiments.store import files_of
from seqform.models.numbers.text import counted
from seqform.system.console import (
    AnyConsole,
    Console,
    ConsoleOptions,
    ConsoleTable,
    Group,
    RenderableType,
    RenderResult,
    Text,
)
from seqform.system.files import write_whole
from seqform.system.foreign_text import visible
from seqform.system.packages import require

if TYPE_CHECKING:
    from pandas import DataFrame

    from seqform.experiments.rows import Row

FILE_OR_STREAM = FileUse(Role.WRITTEN, file_or_standard_output, replaced=True)
PICTURES = "; ".join(f"{name}: {plot.description}" for name, plot in PLOTS.items())

NO_LIMIT = 10_000
"""Characters of a line that goes to no terminal."""

MAX_FAILURES = 12
"""Of more cases that failed the first are shown."""

GAP = 2
"""Characters between columns, and at both ends of a line together."""


@filled(groups=MOST_GROUPS, plots=PLOTS, pictures=PICTURES)
def report(
    store: Annotated[Path, FileUse(Role.READ, files_of, "the store")],
    *,
    by: list[str] | None = None,
    condition: list[str] | None = None,
    csv: Annotated[Path | None, FILE_OR_STREAM] = None,
    json: Json = False,
    plot: str | None = None,
    x: str | None = None,
    y: str | None = None,
    output: OutputFile = None,
    theme: ThemeName = "light",
    html: Annotated[Path | None, FILE_OR_STREAM] = None,
    approximate: bool = False,
    everything: bool = False,
) -> None:
    """Show what a sweep has found: tables, pictures, or a page with both.

    - `store`: The file that 'seqform sweep' writes its results to.
    - `by` (COLUMN,...): Group the cases by these columns, named as in the header of --csv: game, backend, a parameter,
      an option, anything measured; with --plot, what distinguishes lines. Default: what the sweep varies, if that makes
      no more than {groups} groups.
    - `condition` (--where CONDITION): Only cases such as backend=highs, "bet>=2" or "error!=none"; repeatable.
    - `csv`: Write the cases, or with --by the groups, to this CSV file, or to - as output.
    - `plot` ({plots}): Draw a picture: {pictures}.
    - `x`: Of --plot: the parameter of a sweep; nodes, sequences or infosets; seconds or iterations.
    - `y`: Of --plot: another time, such as phases.solve.
    - `output` (--output, -o): The file of --plot, ending in .svg, .png or .pdf.
    - `html`: Write everything, pictures included, to one HTML file, readable offline.
    - `approximate` (--count-approximate): In pictures, count approximate answers, of lossy abstractions, as if
      certified.
    - `everything` (--all): List every case that failed.
    """
    printed = not (json or plot or csv or html)
    if plot is None:
        refuse("without --plot, such as --plot sweep", "--x", "--y", "--output")
    elif plot not in PLOTS:
        raise OptionError(f"--plot {plot}: unknown; there are {', '.join(PLOTS)}")
    elif output is None:
        raise OptionError(
            f"--plot {plot}: choose with --output FILE where to draw it, .svg, .png or .pdf"
        )
    require_plots(theme, output)
    if not printed:
        refuse("with --csv, --json, --html and --plot", "--all")
    if not (plot or html):
        refuse("without --plot or --html", "--count-approximate")
    require("pandas", "a report")
    if html is not None:
        require("jinja2", "an HTML report")
    from seqform.experiments.report import data, tables

    cases = data.where(data.rows_frame(store), condition or [])
    asked = _columns_of(by or [])
    data.require_columns(asked, cases, "--by")
    columns = asked
    too_many = ""
    if not asked:
        columns, too_many = data.default_groups(cases)
    shown = asked or data.varying(cases, columns) or columns

    texts: list[tuple[Path, str]] = []
    if csv is not None:
        texts.append((csv, tables.groups_csv(cases, asked) if asked else tables.cases_csv(cases)))
    if html is not None:
        from seqform.experiments.report.page import sweep_html

        title = f"Sweep {store.name}"
        grouped = asked or data.varying(cases, data.replicated(cases)) or columns
        texts.append((html, sweep_html(cases, grouped, title=title, count_approximate=approximate)))
    if plot is not None and output is not None:
        from seqform.experiments.report.figure import write_picture

        drawn = data.counting_approximate(cases) if approximate else cases
        picture = picture_of(plot, drawn, x=x, y=y, by=asked or None)
        write_picture(picture, output, caption=data.summary_line(drawn), theme=theme)
        if picture.notes:
            print_message(f"{output}: {picture.title}")
        for note in picture.notes:
            print_message(note)
    for path, text in texts:
        if path == STANDARD_OUTPUT_PATH:
            sys.stdout.write(text)
        else:
            write_whole(path, text)
    if json:
        from seqform.io.json_values import to_json

        sys.stdout.write(to_json(tables.sweep_data(cases, columns)))
    if printed:
        console = out if out.is_terminal else Console(width=NO_LIMIT)
        console.print(sweep_report(cases, shown, everything=everything))
    if too_many and (printed or json):
        print_message(too_many)
    if not printed and len(data.computed_by(cases)) > 1:
        print_message(data.versions_text(cases))


def _columns_of(texts: list[str]) -> list[str]:
    """Return the columns that --by names, separated by commas, each once."""
    columns: dict[str, None] = {}
    for text in texts:
        columns |= dict.fromkeys(name.strip() for name in text.split(","))
    return [name for name in columns if name]


def sweep_report(
    cases: DataFrame, by: Sequence[str] = DEFAULT_BY, *, everything: bool = False
) -> RenderableType:
    """Return the tables of groups by some columns, and the cases that failed: all of them, or the first.

    A frame as `seqform.experiments.report.data.rows_frame` returns it.
    """
    from seqform.experiments.report.data import (
        computed_by,
        failures,
        in_common,
        summary_line,
        versions_text,
    )
    from seqform.experiments.report.tables import group_tables

    summary = "; ".join(filter(None, (summary_line(cases), in_common(cases, by))))
    titles = (summary, "seconds of a case", "median seconds by phase")
    parts: list[RenderableType] = []
    for title, (header, lines) in zip(titles, group_tables(cases, by), strict=True):
        if len(header) > len(by):  # else there is nothing but the groups
            parts += [Text(title, style="bold"), ContinuedTable(header, lines, len(by))]
    versions = versions_text(cases)
    if versions:
        parts.append(Text(versions, style="bold" if len(computed_by(cases)) > 1 else "dim"))
    failed = failures(cases)
    if failed:
        parts += _failures(failed, len(failed) if everything else MAX_FAILURES)
    return Group(*parts)


@dataclass(frozen=True)
class ContinuedTable:
    """A table that continues below itself where it is wider than the terminal, so that no number is broken.

    - `left`: The number of columns on the left that are repeated in every part.
    """

    header: Sequence[str]
    lines: Sequence[Sequence[str]]
    left: int

    def __rich_console__(self, console: AnyConsole, options: ConsoleOptions) -> RenderResult:
        """Yield the parts, each with at least one column beside the repeated ones."""
        columns = zip(self.header, *self.lines, strict=True)
        widths = [GAP + max(cell_len(visible(cell)) for cell in cells) for cells in columns]
        repeated = list(range(self.left))
        part: list[int] = []
        for place in range(self.left, len(widths)):
            width = sum(widths[column] for column in (*repeated, *part, place))
            if part and width > options.max_width:
                yield self._table([*repeated, *part])
                part = []
            part.append(place)
        yield self._table([*repeated, *part])

    def _table(self, places: Sequence[int]) -> ConsoleTable:
        table = ConsoleTable(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
        for place in places:
            if place < self.left:
                table.add_column(Text(self.header[place]), overflow="fold")
            else:
                table.add_column(Text(self.header[place]), justify="right", no_wrap=True)
        for line in self.lines:
            table.add_row(*(Text(line[place]) for place in places))
        return table


def _failures(failed: Sequence[Row], most: int) -> Iterator[RenderableType]:
    from seqform.experiments.report.data import case_title, reason

    yield Text(f"{counted(len(failed), 'case')} without a certified answer", style="bold")
    for row in failed[:most]:
        yield Text.assemble((f"{row.outcome}: ", "bold red"), f"{case_title(row)}: {reason(row)}")
    if len(failed) > most:
        yield Text(f"{len(failed) - most:,} more; --all shows every one", style="dim")
