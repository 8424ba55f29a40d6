"""What all pictures of a sweep have in common: their look, and how they become files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from seqform.errors import ModelError
from seqform.report.figure_file import figure_bytes, require_plottable, write_figure
from seqform.system.foreign_text import figure_text, visible
from seqform.system.packages import require

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLORS = (
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9",
    "#332288", "#882255", "#117733", "#999933", "#7f7f7f", "#222222",
)  # fmt: skip
"""The first six are those of Okabe & Ito, which the colour-blind can tell apart; most others are Tol's muted ones."""

MARKERS = ("o", "s", "^", "D", "v", "<", ">", "p", "h", "d", "*", "P")
LINES: tuple[Any, ...] = ("-", "--", ":", "-.", (0, (5, 1, 1, 1, 1, 1)), (0, (1, 3)))
PIXELS_PER_INCH = 150
MOST_SERIES = len(COLORS)
LEGEND_LINE, LEGEND_MARK, LEGEND_CHARACTER = 0.2, 0.6, 0.07
"""Inches that a line of a legend is high, and that a mark and a character of it are wide."""

MOST_OF_A_LABEL = 80
"""Characters of a label in a legend, or of an axis."""

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
        What it shows in words: exponents, what is left out, what is not certified.
    """

    kind: str
    title: str
    draw: Callable[[], Figure]
    notes: tuple[str, ...] = ()


@contextmanager
def styled() -> Iterator[None]:
    """Draw in the look that the pictures of sweeps share."""
    require("matplotlib")
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
    nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
    with styled():
        text = figure_bytes(picture.draw, "svg", metadata=nothing, transparent=True).decode()
    return _IDS.sub(rf"\g<1>{prefix}-", text[text.index("<svg") :]).strip()


def label_text(label: str) -> str:
    """Return a label of a legend or an axis: on one line, and not too long."""
    return figure_text(visible(label), most=MOST_OF_A_LABEL)


def new_figure(width: float, height: float) -> Figure:
    """Return an empty figure of some inches."""
    require("matplotlib.backends.backend_agg")
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), dpi=PIXELS_PER_INCH, layout="constrained")
    FigureCanvasAgg(figure)
    return figure


def line_of(number: int) -> Any:
    """Return the kind of line that goes with a colour: another one for the colours that are not everybody's."""
    return LINES[number // 6 % len(LINES)]


def own_line(number: int) -> Any:
    """Return a kind of line for curves that may lie on each other: another one than that of the curve before."""
    return LINES[number % len(LINES)]


def legend_below(figure: Figure, axes: Axes) -> None:
    """Put the legend of some axes below the figure."""
    handles, labels = axes.get_legend_handles_labels()
    put_legend(figure, dict(zip(labels, handles, strict=True)))


def put_legend(figure: Figure, entries: Mapping[str, Artist]) -> None:
    """Put a legend below the figure, in as many columns as fit; the figure grows by its height."""
    if not entries:
        return
    labels = list(map(label_text, entries))
    columns = next(n for n in range(len(labels), 0, -1) if n == 1 or _legend_inches(labels, n) <= figure.get_figwidth())
    figure.set_figheight(figure.get_figheight() + LEGEND_LINE * -(-len(entries) // columns))
    figure.legend(list(entries.values()), labels, loc="outside lower center", ncols=columns)


def _legend_inches(labels: Iterable[str], columns: int) -> float:
    """Return about how wide a legend is; each of its columns is as wide as its own longest label."""
    texts = list(labels)
    long, more = divmod(len(texts), columns)
    ends = [column * long + min(column, more) for column in range(columns + 1)]
    widest = [max(map(len, texts[start:end])) for start, end in pairwise(ends)]
    return sum(LEGEND_MARK + LEGEND_CHARACTER * width for width in widest)


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
