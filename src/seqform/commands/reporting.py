"""Reporting what a sweep has found."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from seqform.commands.common import Json, out, require_writable, tell
from seqform.errors import OptionError
from seqform.report.figure_file import require_plottable
from seqform.report.profile_json import to_json
from seqform.report.sweep_columns import Condition, counting_approximate, require_columns, where
from seqform.report.sweep_default_groups import MOST_GROUPS, default_groups
from seqform.report.sweep_figure import write_picture
from seqform.report.sweep_html import write_sweep_html
from seqform.report.sweep_plots import PLOTS, WHAT, picture_of
from seqform.report.sweep_records import cases_csv
from seqform.report.sweep_table import sweep_csv, sweep_data, sweep_report
from seqform.report.text_file import write_whole
from seqform.sweeps.row import Row
from seqform.sweeps.store import open_store


def report(
    store: Annotated[
        Path, typer.Argument(metavar="STORE", help="The file that 'seqform sweep' writes its results to.")
    ],
    by: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COLUMN,...",
            help="Group the cases by these columns: game, backend, concept, shrink, seed, a parameter, an option, "
            "or anything measured; with --plot, what tells lines apart. Default: what the sweep varies, if that makes "
            f"no more than {MOST_GROUPS} groups.",
        ),
    ] = None,
    condition: Annotated[
        list[str] | None,
        typer.Option("--where", metavar="CONDITION", help='Only cases such as backend=highs or "bet>=2"; repeatable.'),
    ] = None,
    csv: Annotated[
        Path | None, typer.Option(help="Write the cases, or with --by the groups, to this CSV file.")
    ] = None,
    json: Json = False,
    plot: Annotated[
        str | None,
        typer.Option(
            metavar="|".join(PLOTS),
            help="Draw a picture: " + "; ".join(f"{k}: {what}" for k, what in WHAT.items()) + ".",
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
        Path | None, typer.Option("--output", "-o", help="The file of --plot, ending in .svg or .png.")
    ] = None,
    html: Annotated[
        Path | None, typer.Option(help="Write everything, pictures included, to one HTML file, readable offline.")
    ] = None,
    approximate: Annotated[
        bool,
        typer.Option(
            "--count-approximate", help="Of --plot: count approximate answers, of lossy --shrink, as if certified."
        ),
    ] = False,
    everything: Annotated[bool, typer.Option("--all", help="List every case that failed.")] = False,
) -> None:
    """Show what a sweep has found: tables, pictures, or a page with both."""
    for path in (csv, output, html):
        require_writable(path)
    _require_plot_options(plot, x, y, output)
    require_plottable(output)
    conditions = [Condition.parse(text) for text in condition or []]
    asked = [name.strip() for text in by or [] for name in text.split(",") if name.strip()]
    rows = where(_rows(store), conditions)
    require_columns(asked, rows, "--by")
    columns, note = (asked, "") if asked else default_groups(rows)
    if csv is not None:
        write_whole(csv, sweep_csv(rows, asked) if asked else cases_csv(rows))
    if plot is not None and output is not None:
        picture = picture_of(plot, counting_approximate(rows) if approximate else rows, x=x, y=y, by=asked or None)
        write_picture(picture, output)
        for note in picture.notes:
            tell(note)
    if html is not None:
        write_sweep_html(html, rows, columns, title=f"Sweep {store.name}")
    if json:
        sys.stdout.write(to_json(sweep_data(rows, columns)))
    elif plot is None and html is None and csv is None:
        out.print(sweep_report(rows, columns, everything=everything))
    if note and plot is None and csv is None:
        tell(note)


def _require_plot_options(plot: str | None, x: str | None, y: str | None, output: Path | None) -> None:
    if plot is None:
        given = [name for name, value in (("--x", x), ("--y", y), ("--output", output)) if value is not None]
        if given:
            raise OptionError(f"{', '.join(given)}: only with --plot {'|'.join(PLOTS)}")
        return
    if plot not in PLOTS:
        raise OptionError(f"--plot {plot}: unknown; there are {', '.join(PLOTS)}")
    if output is None:
        raise OptionError(f"--plot {plot}: say with --output FILE where to draw it, .svg or .png")


def _rows(store: Path) -> list[Row]:
    rows = open_store(store, must_exist=True).rows()
    if not rows:
        raise OptionError(f"{store}: no case has finished yet, so that there is nothing to report")
    return rows
