"""Parts that the pictures of sweeps share: files, style, legends, panels, axes, and curves with medians.

A curve is a data frame of points with the columns x, y and certified; answers that are not certified have hollow marks.
Colours, markers and lines differ together, so that curves are distinct without colours too.
"""

from __future__ import annotations

import math
import re
import textwrap
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from seqform.errors import ModelError
from seqform.experiments.report.data import outcomes_text
from seqform.experiments.rows import Outcome
from seqform.io.figures import caption_figure, figure_bytes, write_figure
from seqform.io.style import blend, curve_colors, styled
from seqform.io.style import theme as current_theme
from seqform.models.numbers.text import counted
from seqform.system.foreign_text import figure_text, visible
from seqform.system.packages import require

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame

MARKERS = ("o", "s", "^", "D", "v", "<", ">", "p", "h", "d", "*", "P")
LINES: tuple[Any, ...] = ("-", "--", ":", "-.", (0, (5, 1, 1, 1, 1, 1)), (0, (1, 3)))
MOST_SERIES = 12
MOST_OF_A_LABEL = 80
PIXELS_PER_INCH = 150

_IDS = re.compile(r'(\bid="|xlink:href="#|url\(#)')

# ---- pictures as files ----


@dataclass(frozen=True)
class Picture:
    """A picture of a sweep, of a kind in `seqform.experiments.report.PLOTS`, with its contents in words as notes."""

    kind: str
    title: str
    draw: Callable[[], Figure]
    notes: tuple[str, ...] = ()


def write_picture(picture: Picture, path: str | Path, *, caption: str = "", theme: str = "light") -> None:
    """Draw a picture to an .svg, .png or .pdf file, under a caption; the same data gives the same file."""

    def drawn() -> Figure:
        figure = picture.draw()
        caption_figure(figure, "", figure_text(visible(caption)))
        return figure

    with styled(theme):
        write_figure(drawn if caption else picture.draw, Path(path))


def picture_svg(picture: Picture, prefix: str) -> str:
    """Return a picture as an SVG element without a background, all its identifiers with a prefix."""
    nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
    with styled():
        text = figure_bytes(picture.draw, "svg", metadata=nothing, transparent=True).decode()
    return _IDS.sub(rf"\g<1>{prefix}-", text[text.index("<svg") :]).strip()


def new_figure(width: float, height: float) -> Figure:
    """Return an empty figure, sizes in inches."""
    require("matplotlib")
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), dpi=PIXELS_PER_INCH, layout="constrained")


# ---- texts and refusals that pictures share ----


def time_text(column: str) -> str:
    """Return the name of a column of times: "seconds to solve" of phases.solve."""
    return column if column == "seconds" else f"seconds to {column.removeprefix('phases.')}"


def require_few(series: Collection[object], plot: str) -> None:
    """Refuse a picture of more series than there are colours."""
    if len(series) > MOST_SERIES:
        raise ModelError(
            f"{plot} plot: {len(series)} kinds of cases are too many to distinguish, at most {MOST_SERIES} are drawn; "
            "choose with --where, or with --by what to distinguish"
        )


# ---- legends ----

LEGEND_LINE, LEGEND_MARK, LEGEND_CHARACTER = 0.2, 0.6, 0.07
"""Inches: the height of a line of a legend, and the widths of a mark and a character."""

NOT_CERTIFIED = "not certified"


def label_text(label: str) -> str:
    """Return a label of a legend or an axis, on one line and not too long."""
    return figure_text(visible(label), most=MOST_OF_A_LABEL)


def put_legend(figure: Figure, entries: Mapping[str, Artist], *, hollow: bool = False) -> None:
    """Put a legend below the figure, in as many columns as fit; the figure grows by its height.

    It explains hollow marks if there are some.
    """
    if hollow:
        ring: dict[str, Any] = {"marker": "o", "markerfacecolor": current_theme().background, "markeredgewidth": 1.2}
        entries = {**entries, NOT_CERTIFIED: legend_mark(current_theme().muted, linestyle="none", **ring)}
    if not entries:
        return
    labels = list(map(label_text, entries))
    columns = next(n for n in range(len(labels), 0, -1) if n == 1 or _legend_inches(labels, n) <= figure.get_figwidth())
    figure.set_figheight(figure.get_figheight() + LEGEND_LINE * -(-len(entries) // columns))
    figure.legend(list(entries.values()), labels, loc="outside lower center", ncols=columns)


def _legend_inches(labels: Sequence[str], columns: int) -> float:
    """Return about how wide a legend is; each of its columns is as wide as its longest label."""
    parts = np.array_split(np.array([len(label) for label in labels]), columns)
    return float(sum(LEGEND_MARK + LEGEND_CHARACTER * part.max() for part in parts))


def legend_mark(color: str, **look: Any) -> Artist:
    """Return the mark of a curve in a legend."""
    require("matplotlib")
    from matplotlib.lines import Line2D

    return Line2D([], [], color=color, **{"markeredgewidth": 0.0} | look)


def not_certified_note(outcomes: Sequence[str]) -> list[str]:
    """Return a note on the number of drawn cases that are not certified, if there are any."""
    weak = [kind for kind in outcomes if kind != Outcome.CERTIFIED]
    ended = outcomes_text(weak).replace(", ", " and ")
    return [f"of {counted(len(outcomes), 'case')} drawn {ended}: hollow marks"] if weak else []


# ---- panels ----

COLUMNS, MOST_BLOCKS, MOST_ROWS = 3, 4, 6
"""Panels beside each other, panels above each other, and axes above each other that fit a page."""

WIDTH, WIDTH_ALONE = 3.3, 6.8
HEIGHTS_STACKED, HEIGHT, HEIGHT_ALONE = 1.8, 2.3, 2.8
"""Inches of axes that share a panel, of one panel of several, and of a panel alone."""

AROUND = 0.65
"""Inches of a panel's height that its title and the labels below it take."""

CHARACTERS, MOST_LINES = 12, 5
"""Characters of a title in an inch, and its lines."""

_UNBROKEN = "\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}"


def panels_drawn(count: int, kind: str, deep: int = 1) -> tuple[int, list[str]]:
    """Return the number of panels that are drawn, of `deep` axes each, and a note if they are not all."""
    most = COLUMNS * min(MOST_BLOCKS, MOST_ROWS // deep)
    return most, [f"the first {most} of {count} {kind} are drawn; choose with --where"] if count > most else []


def panel_grid(titles: Sequence[str], depths: Sequence[int]) -> tuple[Figure, list[list[Axes]]]:
    """Return a figure with panels, each of as many axes above each other as `depths` has, which share their x axis."""
    columns = 2 if len(titles) == 4 else min(COLUMNS, len(titles))
    width = WIDTH if columns > 1 else WIDTH_ALONE
    height = HEIGHTS_STACKED if max(depths) > 1 else HEIGHT if columns > 1 else HEIGHT_ALONE
    starts = [0]
    for block in range(0, len(titles), columns):
        starts.append(starts[-1] + max(depths[block : block + columns]))
    figure = new_figure(width * columns, height * starts[-1] + AROUND * (len(starts) - 1))
    grid = figure.add_gridspec(starts[-1], columns)
    stacks: list[list[Axes]] = []
    for number, title in enumerate(titles):
        block, column = divmod(number, columns)
        upper = figure.add_subplot(grid[starts[block], column])
        lower = range(starts[block] + 1, starts[block] + depths[number])
        stacks.append([upper, *(figure.add_subplot(grid[row, column], sharex=upper) for row in lower)])
        upper.set_title(wrapped(title, width))
    return figure, stacks


def label_upwards(named: Iterable[tuple[Axes, str]]) -> None:
    """Label the vertical axes, from left to right, where the label differs from that on the left."""
    before: dict[int, str] = {}
    for axes, name in named:
        place = axes.get_subplotspec()
        row = -1 if place is None else place.rowspan.start
        if before.get(row) != name:
            axes.set_ylabel(label_text(name))
        before[row] = name


def wrapped(title: str, inches: float) -> str:
    """Return a title in lines that fit a width."""
    shape: Any = {"break_on_hyphens": False, "max_lines": MOST_LINES, "placeholder": " …"}
    lines = textwrap.fill(visible(title).replace(" = ", _UNBROKEN), int(inches * CHARACTERS), **shape)
    return lines.replace(_UNBROKEN, " = ")


# ---- axes ----

LOG_FROM = 100.0
"""Positive numbers are drawn on a logarithmic scale if the largest is at least this many times the least."""

GROUPED_FROM = 10_000
"""From here on the digits of a number are grouped by commas."""

LEAST_PLAIN, LEAST_POWER = 0.99e-4, 0.99e6
"""Axes with numbers outside are labelled by powers of ten."""

LABEL_APART = {"x": 0.6, "y": 0.3}
POWERS_APART = 0.42
"""Inches: the distance of labels along an axis, which is less for powers of ten."""

_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def set_scale(axes: Axes, which: Literal["x", "y"], numbers: Iterable[float], *, log: bool) -> None:
    """Make an axis logarithmic or linear, and label it."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    numbers = [float(number) for number in numbers]
    if not numbers:
        return
    axis = axes.xaxis if which == "x" else axes.yaxis
    if log:
        _label_decades(axes, which, min(numbers), max(numbers))
        return
    if which == "x" and all(number.is_integer() for number in numbers):
        axis.set_major_locator(MaxNLocator("auto", integer=True, steps=[1, 2, 5, 10]))
    if max(map(abs, numbers)) >= GROUPED_FROM:
        axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.10g}"))


def is_wide(numbers: Iterable[float]) -> bool:
    """Return whether a logarithmic scale suits numbers."""
    numbers = list(numbers)
    return min(numbers) > 0 and max(numbers) >= LOG_FROM * min(numbers)


def _label_decades(axes: Axes, which: Literal["x", "y"], low: float, high: float) -> None:
    """Make an axis logarithmic, labelled at 1, 2, 5 of every decade, at 1, 3, at 1, or evenly, as there is room."""
    from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullFormatter

    axes.set(**{f"{which}scale": "log"})
    axis = axes.xaxis if which == "x" else axes.yaxis
    box, figure = axes.get_position(), axes.get_figure(root=True)
    assert figure is not None
    inches = box.width * figure.get_figwidth() if which == "x" else box.height * figure.get_figheight()
    powers = not LEAST_PLAIN <= low <= high < LEAST_POWER
    room = inches / LABEL_APART[which] / (math.log10(high / low) or 1.0)
    labels = int(inches / (POWERS_APART if powers and which == "x" else LABEL_APART[which]))
    digits = (1, 2, 5) if room * math.log10(2) >= 1 else (1, 3) if room * math.log10(3) >= 1 else (1,)
    locator = LogLocator(subs=digits, numticks=max(2, labels))
    if sum(low <= tick <= high for tick in locator.tick_values(low, high)) > 1 or low == high:
        axis.set_major_locator(locator)
    else:
        axis.set_major_locator(MaxNLocator(max(2, min(5, labels // 2)), steps=[1, 2, 5, 10]))
    axis.set_major_formatter(FuncFormatter(lambda value, _: tick_text(value, powers=powers)))
    axis.set_minor_formatter(NullFormatter())


def tick_text(value: float, *, powers: bool = False) -> str:
    """Return a number as a logarithmic axis is labelled.

    Examples
    --------
    >>> tick_text(1000.0), tick_text(0.002)
    ('1,000', '0.002')
    >>> [tick_text(value, powers=True) for value in (1e-07, 2e7, 10.0, 1.0)]
    ['10⁻⁷', '2·10⁷', '10', '1']
    """
    digits, _, exponent = f"{value:.9e}".partition("e")
    power = int(exponent)
    if not powers or power in (0, 1):
        return f"{value:,.10g}"
    raised = "10" + str(power).translate(_RAISED)
    return raised if float(digits) == 1 else f"{float(digits):g}·{raised}"


# ---- curves ----

MEDIANS = "where cases differ in nothing that is drawn, the line joins their medians, and smaller marks are the others"
LINE_WIDTH, SIZE = 1.4, 4.4
WIDER, LARGER = 1.25, 2.5
WIDEST, LARGEST = 2.5, 3.6
"""By how much a line is wider, and its marks larger, than that of a curve on it, and than that of the last, at most."""

PALEST = 0.6
"""The part of white in the colour of the lowest of several coinciding lines."""

EDGE = 0.5
"""Width of the white edges of marks, where there are several series."""

SEEN = 0.01
"""Of the span of an axis: points nearer than this coincide."""


class Look(NamedTuple):
    """Width of a line, size of its marks, and the part of white in the line's colour."""

    width: float = LINE_WIDTH
    size: float = SIZE
    white: float = 0.0


def points_frame(points: Iterable[tuple[float, float, bool]]) -> DataFrame:
    """Return points as a frame sorted by x and y."""
    import pandas as pd

    frame = pd.DataFrame(list(points), columns=["x", "y", "certified"])
    return frame.astype({"x": float, "y": float, "certified": bool}).sort_values(["x", "y"], ignore_index=True)


def style_of(number: int) -> dict[str, Any]:
    """Return the colour, the marker and the line of a series."""
    return {"color": curve_colors()[number], "marker": MARKERS[number], "linestyle": LINES[number % len(LINES)]}


def looks(curves: Sequence[DataFrame], span: float) -> list[Look]:
    """Return how curves are drawn in this order, on an axis that spans `span`.

    A curve below others is wider and paler and has larger marks, so that coinciding curves are all visible.
    """
    above = [0] * len(curves)
    for lower in reversed(range(len(curves))):
        higher = range(lower + 1, len(curves))
        above[lower] = max((1 + above[n] for n in higher if _meet(curves[lower], curves[n], span * SEEN)), default=0)
    most = max(above, default=0) or 1
    wider, larger, paler = min(WIDER, WIDEST / most), min(LARGER, LARGEST / most), PALEST / most
    return [Look(LINE_WIDTH + wider * number, SIZE + larger * number, paler * number) for number in above]


def _meet(first: DataFrame, second: DataFrame, seen: float) -> bool:
    same = np.equal.outer(first["x"].to_numpy(), second["x"].to_numpy())
    near = np.abs(np.subtract.outer(first["y"].to_numpy(), second["y"].to_numpy())) <= seen
    return bool(np.any(same & near))


def pale(color: str, white: float) -> str:
    """Return a colour with some part of the background's, which is white on paper."""
    return blend(current_theme().background, color, white)


def middle(points: DataFrame) -> tuple[DataFrame, DataFrame]:
    """Return the median at every x, which is one of the points, and the other points, each once."""
    medians = points.groupby("x")["y"].quantile(0.5, interpolation="lower")
    each = points.groupby(["x", "y"])["certified"].any().reset_index()
    is_median = each["y"] == each["x"].map(medians)
    return each[is_median], each[~is_median]


def medians_note(curves: Iterable[DataFrame]) -> list[str]:
    """Return a note on medians if a curve has several heights at one place."""
    repeated = any(points.drop_duplicates(["x", "y"])["x"].duplicated().any() for points in curves)
    return [MEDIANS] if repeated else []


def draw_curve(
    axes: Axes,
    points: DataFrame,
    look: Look,
    *,
    color: str,
    marker: str,
    every: int = 1,
    edge: float = 0.0,
    **line: Any,
) -> None:
    """Draw a line through points, with a mark at every so many of them, counted from the last.

    The marks may have a white edge of some width, so that one is seen on another of the same colour.
    """
    marked = np.zeros(len(points), dtype=bool)
    marked[::-1][::every] = True
    certified = points["certified"].to_numpy(dtype=bool)
    sure, hollow = np.flatnonzero(marked & certified), points[marked & ~certified]
    marks: dict[str, Any] = {"marker": marker, "markevery": sure.tolist(), "markerfacecolor": color}
    marks |= {"markersize": look.size, "markeredgecolor": current_theme().background, "markeredgewidth": edge}
    line = {"linewidth": look.width} | line | (marks if len(sure) else {})
    axes.plot(points["x"], points["y"], color=pale(color, look.white), clip_on=False, **line)
    if len(hollow):
        ring: dict[str, Any] = {"markersize": look.size, "markeredgewidth": 1.2}
        axes.plot(
            hollow["x"],
            hollow["y"],
            marker,
            color=color,
            clip_on=False,
            markerfacecolor=current_theme().background,
            **ring,
        )


def draw_curves(
    axes: Axes, curves: Sequence[DataFrame], styles: Sequence[Mapping[str, Any]], span: float, *, edged: bool
) -> None:
    """Draw the medians of points as curves, on an axis that spans `span`, and the points around them as smaller marks.

    The marks of several series are `edged`.
    """
    parts, edge = [middle(points) for points in curves], EDGE if edged else 0.0
    seen = looks([medians for medians, _ in parts], span)
    for (medians, others), style, look in zip(parts, styles, seen, strict=True):
        if len(medians):
            draw_curve(axes, medians, look, edge=edge, **style)
        if len(others):
            around = {**style, "linestyle": "none", "alpha": 0.5, "zorder": 1.8}
            draw_curve(axes, others, Look(size=0.6 * look.size), edge=edge, **around)
