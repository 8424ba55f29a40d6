"""Reporting what a sweep has found."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from seqform.commands.common import Json, out, refuse, tell
from seqform.commands.file_use import OUTPUT, STANDARD_OUTPUT_PATH, FileUse, Role, file_or_standard_output
from seqform.errors import OptionError
from seqform.report.console import Console, RenderableType
from seqform.report.figure_file import require_plottable
from seqform.report.profile_json import to_json
from seqform.report.sweeps.case_data import cases_csv
from seqform.report.sweeps.columns import require_columns
from seqform.report.sweeps.conditions import Condition, counting_approximate, where
from seqform.report.sweeps.default_groups import MOST_GROUPS, default_groups
from seqform.report.sweeps.figure import write_picture
from seqform.report.sweeps.group_data import sweep_csv, sweep_data
from seqform.report.sweeps.page import sweep_html
from seqform.report.sweeps.plots import PLOTS, picture_of
from seqform.report.sweeps.terminal import sweep_report
from seqform.report.sweeps.ways import varying
from seqform.sweeps.row import Row
from seqform.sweeps.store import files_of, open_store
from seqform.system.files import write_whole

FILE_OR_STREAM = FileUse(Role.WRITTEN, file_or_standard_output, replaced=True)
NO_LIMIT = 10_000
"""Characters of a line that goes to no terminal."""


def report(
    store: Annotated[
        Path,
        typer.Argument(metavar="STORE", help="The file that 'seqform sweep' writes its results to."),
        FileUse(Role.READ, files_of, "the store"),
    ],
    by: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COLUMN,...",
            help="Group the cases by these columns, named as in the header of --csv: game, backend, a parameter, "
            "an option, anything measured; with --plot, what tells lines apart. Default: what the sweep varies, if "
            f"that makes no more than {MOST_GROUPS} groups.",
        ),
    ] = None,
    condition: Annotated[
        list[str] | None,
        typer.Option(
            "--where",
            metavar="CONDITION",
            help='Only cases such as backend=highs, "bet>=2" or "error!=none"; repeatable.',
        ),
    ] = None,
    csv: Annotated[
        Path | None,
        typer.Option(help="Write the cases, or with --by the groups, to this CSV file, or to - as output."),
        FILE_OR_STREAM,
    ] = None,
    json: Json = False,
    plot: Annotated[
        str | None,
        typer.Option(
            metavar="|".join(PLOTS),
            help="Draw a picture: " + "; ".join(f"{name}: {kind.what}" for name, kind in PLOTS.items()) + ".",
        ),
    ] = None,
    x: Annotated[
        str | None,
        typer.Option(
            "--x", help="Of --plot: the parameter of a sweep; nodes, sequences or infosets; seconds or iterations."
        ),
    ] = None,
    y: Annotated[str | None, typer.Option("--y", help="Of --plot: another time, such as phases.solve.")] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The file of --plot, ending in .svg or .png."), OUTPUT
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option(help="Write everything, pictures included, to one HTML file, readable offline."),
        FILE_OR_STREAM,
    ] = None,
    approximate: Annotated[
        bool,
        typer.Option(
            "--count-approximate",
            help="In pictures, count approximate answers, of lossy --shrink, as if certified.",
        ),
    ] = False,
    everything: Annotated[bool, typer.Option("--all", help="List every case that failed.")] = False,
) -> None:
    """Show what a sweep has found: tables, pictures, or a page with both."""
    tables = not (json or plot or csv or html)
    _check_plot(plot, output, {"--x": x, "--y": y, "--output": output})
    if not tables:
        refuse("with --csv, --json, --html and --plot", {"--all": everything})
    if not (plot or html):
        refuse("without --plot or --html", {"--count-approximate": approximate})
    conditions = [Condition.parse(text) for text in condition or []]
    asked = list(dict.fromkeys(name.strip() for text in by or [] for name in text.split(",") if name.strip()))
    rows = where(_rows(store), conditions)
    require_columns(asked, rows, "--by")
    columns, too_many = (asked, "") if asked else default_groups(rows)
    shown = asked or varying(rows, columns) or columns

    texts: list[tuple[Path, str]] = []
    if csv is not None:
        texts.append((csv, sweep_csv(rows, asked) if asked else cases_csv(rows)))
    if html is not None:
        title = f"Sweep {store.name}"
        texts.append((html, sweep_html(rows, shown, title=title, count_approximate=approximate)))
    if plot is not None and output is not None:
        picture = picture_of(plot, counting_approximate(rows) if approximate else rows, x=x, y=y, by=asked or None)
        write_picture(picture, output)
        for note in picture.notes:
            tell(note)
    for path, text in texts:
        _write(path, text)
    if json:
        sys.stdout.write(to_json(sweep_data(rows, columns)))
    if tables:
        _print(sweep_report(rows, shown, everything=everything))
    if too_many and (tables or json or html):
        tell(too_many)


def _check_plot(plot: str | None, output: Path | None, options: Mapping[str, object]) -> None:
    """Refuse options of a plot without one, and a plot that cannot be drawn."""
    if plot is None:
        refuse("without --plot", options)
    elif plot not in PLOTS:
        raise OptionError(f"--plot {plot}: unknown; there are {', '.join(PLOTS)}")
    elif output is None:
        raise OptionError(f"--plot {plot}: say with --output FILE where to draw it, .svg or .png")
    require_plottable(output)


def _rows(store: Path) -> list[Row]:
    rows = open_store(store, must_exist=True).rows()
    if not rows:
        raise OptionError(f"{store}: no case has finished yet, so that there is nothing to report")
    return rows


def _write(path: Path, text: str) -> None:
    if path == STANDARD_OUTPUT_PATH:
        sys.stdout.write(text)
    else:
        write_whole(path, text)


def _print(report: RenderableType) -> None:
    """Print tables: for a terminal as wide as it is, else as wide as they are."""
    console = out if out.is_terminal else Console(width=NO_LIMIT)
    console.print(report)
