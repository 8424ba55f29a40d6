"""What all pictures of a sweep have in common: their look, their scales, and how they become files."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from seqform.errors import ModelError
from seqform.report.figure_file import require_plottable, write_figure

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#6a3d9a", "#8c564b", "#117733", "#7f7f7f")
"""The first six are those of Okabe & Ito, which the colour-blind can tell apart."""

MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "*")
LINES: tuple[Any, ...] = ("-", "--", ":", "-.", (0, (5, 1, 1, 1, 1, 1)), (0, (1, 3)))
PIXELS_PER_INCH = 150
MOST_SERIES = len(COLORS)
MOST_PANELS = 12
LOG_FROM = 100.0
"""Positive numbers are drawn on a logarithmic scale if the largest is at least this many times the least."""

_STYLE: Any = {
    "font.size": 9,
    "axes.titlesize": 9.5,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": "0.45",
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "0.5",
    "grid.alpha": 0.2,
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "legend.fontsize": "medium",
    "lines.linewidth": 1.5,
    "lines.markersize": 4.5,
    "svg.fonttype": "none",
    "svg.hashsalt": "seqform",
    "text.parse_math": False,
}
_IDS = re.compile(r'(\bid="|xlink:href="#|url\(#)')


@dataclass(frozen=True)
class Picture:
    """A picture that can be drawn.

    Attributes
    ----------
    kind : str
        Its name on the command line.
    title : str
    draw : callable
        Returns the figure.
    notes : tuple of str
        What it shows in words: exponents, what is left out.
    """

    kind: str
    title: str
    draw: Callable[[], Figure]
    notes: tuple[str, ...] = ()


@contextmanager
def styled() -> Iterator[None]:
    """Draw in the look that the pictures of sweeps share."""
    import matplotlib as mpl

    with mpl.rc_context(_STYLE):
        yield


def write_picture(picture: Picture, path: str | Path) -> None:
    """Draw a picture to a file; the same data gives the same file.

    Parameters
    ----------
    picture : Picture
    path : str or Path
        Ends in .svg or .png.

    Raises
    ------
    ModelError
        If it ends in something else, or cannot be written.
    BackendNotInstalledError
        If matplotlib is not installed.
    """
    require_plottable(Path(path))
    with styled():
        write_figure(picture.draw, Path(path))


def picture_svg(picture: Picture, prefix: str) -> str:
    """Return a picture as an SVG element for a page, without a background.

    Parameters
    ----------
    picture : Picture
    prefix : str
        Of all its identifiers, which have to differ from those of other pictures on the page.

    Raises
    ------
    BackendNotInstalledError
        If matplotlib is not installed.
    """
    require_plottable(Path("page.svg"))
    content = StringIO()
    with styled():
        nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        picture.draw().savefig(content, format="svg", metadata=nothing, transparent=True)
    text = content.getvalue()
    return _IDS.sub(rf"\g<1>{prefix}-", text[text.index("<svg") :]).strip()


def new_figure(width: float, height: float) -> Figure:
    """Return an empty figure of some inches."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), dpi=PIXELS_PER_INCH, layout="constrained")
    FigureCanvasAgg(figure)
    return figure


def legend_below(figure: Figure, axes: Iterable[Axes]) -> None:
    """Put one legend for some axes below the figure, every label once."""
    entries: dict[str, Artist] = {}
    for part in axes:
        for handle, label in zip(*part.get_legend_handles_labels(), strict=True):
            entries.setdefault(label, handle)
    put_legend(figure, entries)


def put_legend(figure: Figure, entries: Mapping[str, Artist]) -> None:
    """Put a legend below the figure, in as many columns as fit."""
    if not entries:
        return
    widest = max(map(len, entries))
    columns = max(1, min(len(entries), int(figure.get_figwidth() * 14 / (widest + 8))))
    figure.legend(list(entries.values()), list(entries), loc="outside lower center", ncols=columns)


def set_scale(axes: Axes, which: Literal["x", "y"], numbers: Iterable[float], *, log: bool | None = None) -> None:
    """Make an axis logarithmic, or linear, or whichever suits the numbers."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    numbers = list(numbers)
    wide = bool(numbers) and min(numbers) > 0 and max(numbers) >= LOG_FROM * min(numbers)
    if not (wide if log is None else log):
        return
    (axes.set_xscale if which == "x" else axes.set_yscale)("log")
    axis = axes.xaxis if which == "x" else axes.yaxis
    span = math.log10(max(numbers) / min(numbers)) if numbers else 1.0
    axis.set_major_locator(LogLocator(subs=(1.0,) if span > 2.5 else (1.0, 2.0, 5.0)))
    axis.set_major_formatter(FuncFormatter(lambda value, _: tick_text(value)))
    axis.set_minor_formatter(NullFormatter())


def tick_text(value: float) -> str:
    """Return a number as a logarithmic axis is labelled.

    Examples
    --------
    >>> tick_text(1000.0), tick_text(0.002), tick_text(1e-07), tick_text(1e7)
    ('1,000', '0.002', '1e-7', '1e7')
    """
    if 1e-3 <= value < 1e6:
        return f"{value:,.10g}"
    digits, _, exponent = f"{value:.3e}".partition("e")
    return f"{float(digits):g}e{int(exponent)}"


def require_few(series: Sequence[object], plot: str) -> None:
    """Refuse a picture of too many things.

    Raises
    ------
    ModelError
    """
    if len(series) > MOST_SERIES:
        raise ModelError(
            f"{plot} plot: {len(series)} kinds of cases are too many to tell apart, at most {MOST_SERIES} are drawn; "
            "choose with --where, or say with --by what to tell apart"
        )


def cut_panels(panels: Sequence[Any], what: str) -> tuple[list[Any], list[str]]:
    """Return the panels that are drawn, and a note if they are not all."""
    if len(panels) <= MOST_PANELS:
        return list(panels), []
    return list(panels[:MOST_PANELS]), [
        f"the first {MOST_PANELS} of {len(panels)} {what} are drawn; choose with --where"
    ]
