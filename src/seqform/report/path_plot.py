"""z0 along the path of a trace, drawn by matplotlib (the extra "plots")."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from seqform.models.trace import Trace, TraceRow, same_plans
from seqform.report.figure_file import plain_figure, write_figure
from seqform.system.foreign_text import figure_text, visible
from seqform.system.packages import require

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TOO_CLOSE_TO_SEE = 1e-9
"""Values of z0 in doubles that differ by less are drawn as one."""

MOST_MARKERS = 100
"""A longer path is drawn without a marker at every pivot."""


def write_path_plot(trace: Trace, path: str | Path) -> None:
    """Draw z0 along a path to a file; the same path gives the same file.

    Parameters
    ----------
    trace : Trace
    path : str or Path
        Ends in .svg or .png.

    Raises
    ------
    ModelError
        If it ends in something else, or cannot be written.
    BackendNotInstalledError
        If matplotlib is not installed.
    """
    write_figure(lambda: path_figure(trace), Path(path))


def path_figure(trace: Trace) -> Figure:
    """Return the figure: z0 against the number of pivots.

    Stretches where z0 stands still are shaded; darker those where (x̄, ȳ) does not move either, the
    pivots being degenerate, if the trace knows its points.
    """
    require("matplotlib.backends.backend_agg")
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    figure = Figure(figsize=(7, 3.5), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    rows = [row for row in trace.rows if row.z0 is not None]
    _shade(axes, _stretches(rows, _same_z0), "0.92", "z₀ stands still")
    _shade(axes, _stretches(rows, _same_point), "0.78", "(x̄, ȳ) stands still")
    marker = "." if len(rows) <= MOST_MARKERS else ""
    axes.plot([row.pivots for row in rows], [_height(row) for row in rows], marker=marker, clip_on=False)
    axes.set(xlabel="pivots", ylabel="z₀")
    axes.set_title(figure_text(visible(f"{trace.game.title} from {trace.start_name}")))
    axes.set_ylim(bottom=0)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    if axes.get_legend_handles_labels()[0]:
        figure.legend(loc="outside lower center", ncols=2, fontsize="small", frameon=False)
    return plain_figure(figure)


def _shade(axes: Axes, stretches: Iterator[tuple[int, int]], grey: str, label: str) -> None:
    for number, (first, last) in enumerate(stretches):
        axes.axvspan(first, last, color=grey, linewidth=0, label=label if number == 0 else None)


def _stretches(rows: Sequence[TraceRow], same: Callable[[TraceRow, TraceRow], bool]) -> Iterator[tuple[int, int]]:
    """Yield from which to which number of pivots neighbouring rows are the same."""
    first: int | None = None
    for before, row in pairwise(rows):
        if same(before, row):
            first = before.pivots if first is None else first
        elif first is not None:
            yield first, before.pivots
            first = None
    if first is not None:
        yield first, rows[-1].pivots


def _same_z0(row: TraceRow, other: TraceRow) -> bool:
    if isinstance(row.z0, Fraction) and isinstance(other.z0, Fraction):
        return row.z0 == other.z0
    return abs(_height(row) - _height(other)) <= TOO_CLOSE_TO_SEE


def _same_point(row: TraceRow, other: TraceRow) -> bool:
    return row.plans is not None and other.plans is not None and same_plans(row.plans, other.plans)


def _height(row: TraceRow) -> float:
    assert row.z0 is not None
    return float(row.z0)
