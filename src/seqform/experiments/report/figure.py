"""What all pictures of a sweep have in common: their look, and how they become files.

Pictures of several panels: where they stand, and what they are called.

The scales of a picture's axes, and as many labels as there is room for.

Curves whose points say whether they are certified: a mark is filled where they are, hollow where they are not.
"""

from __future__ import annotations

import math
import re
import statistics
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

from seqform.errors import ModelError
from seqform.experiments.rows import Outcome
from seqform.io.figures import figure_bytes, require_plottable, write_figure
from seqform.models.numbers.text import counted
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


T = TypeVar("T")

COLUMNS, MOST_BLOCKS, MOST_ROWS = 3, 4, 6
"""Panels beside each other, and above each other, and axes above each other: more do not fit a page."""

WIDTH, WIDTH_ALONE = 3.3, 6.8
"""Inches of a panel beside others, and of one by itself."""

AROUND = 0.65
"""Inches of a panel's height that its title and the labels below it take."""

CHARACTERS = 12
"""Of a title, in an inch."""

MOST_LINES = 5
"""Of a title; the rest is cut off."""

_UNBROKEN = "\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}"


def cut_panels(panels: Sequence[T], what: str, deep: int = 1) -> tuple[list[T], list[str]]:
    """Return the panels that are drawn, of `deep` axes each, and a note if they are not all."""
    most = COLUMNS * min(MOST_BLOCKS, MOST_ROWS // deep)
    if len(panels) <= most:
        return list(panels), []
    return list(panels[:most]), [f"the first {most} of {len(panels)} {what} are drawn; choose with --where"]


def panel_grid(titles: Sequence[str], heights: Sequence[Sequence[float]]) -> tuple[Figure, list[list[Axes]]]:
    """Return a figure with panels, each of one or more axes above each other that share the horizontal one.

    Parameters
    ----------
    titles : sequence of str
        Of the panels; long ones are broken into lines.
    heights : sequence of sequence of float
        For each panel the inches of its axes, from above.
    """
    columns = 2 if len(titles) == 4 else min(COLUMNS, len(titles))
    width = WIDTH if columns > 1 else WIDTH_ALONE
    blocks = [max(heights[start : start + columns], key=len) for start in range(0, len(titles), columns)]
    rows = [height for block in blocks for height in block]
    figure = new_figure(width * columns, sum(rows) + AROUND * len(blocks))
    grid = figure.add_gridspec(len(rows), columns, height_ratios=rows)
    stacks: list[list[Axes]] = []
    for number, title in enumerate(titles):
        block, column = divmod(number, columns)
        first = sum(map(len, blocks[:block]))
        upper = figure.add_subplot(grid[first, column])
        lower = range(first + 1, first + len(heights[number]))
        stacks.append([upper, *(figure.add_subplot(grid[row, column], sharex=upper) for row in lower)])
        upper.set_title(wrapped(title, width))
    return figure, stacks


def label_upwards(named: Iterable[tuple[Axes, str]]) -> None:
    """Say what the vertical axes are, from left to right: only where it is not what it is on the left."""
    before: dict[int, str] = {}
    for axes, name in named:
        place = axes.get_subplotspec()
        row = -1 if place is None else place.rowspan.start
        if before.get(row) != name:
            axes.set_ylabel(label_text(name))
        before[row] = name


def wrapped(title: str, inches: float) -> str:
    r"""Return a title in lines that fit some inches.

    Examples
    --------
    >>> wrapped("leduc, ante = 1, ranks = 3", 1.5)
    'leduc, ante = 1,\nranks = 3'
    """
    lines = textwrap.fill(
        visible(title).replace(" = ", _UNBROKEN),
        int(inches * CHARACTERS),
        break_on_hyphens=False,
        max_lines=MOST_LINES,
        placeholder=" …",
    )
    return lines.replace(_UNBROKEN, " = ")


LOG_FROM = 100.0
"""Positive numbers are drawn on a logarithmic scale if the largest is at least this many times the least."""

GROUPED_FROM = 10_000
"""From here on the digits of a number are grouped by commas."""

FEWEST_LABELS = 3
FEWEST_DECADES, MARGIN = 0.3, 0.04
"""What an axis of a single number spans, and the part of its span that an axis goes on beyond what is drawn."""

LEAST_PLAIN, LEAST_POWER = 0.99e-4, 0.99e6
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")

BESIDE_LABELS = 0.75
"""Inches of a panel that its own labels and the distance to the next one take."""

CHARACTER, LINE, APART = 0.08, 0.16, 0.12
"""Inches: the width of a character, the height of a line, and what is left free between two labels."""


def set_scale(axes: Axes, which: Literal["x", "y"], numbers: Iterable[float], *, log: bool | None = None) -> None:
    """Make an axis logarithmic, or linear, or whichever suits the numbers; label it without overlaps."""
    numbers = list(numbers)
    if not numbers:
        return
    if is_wide(numbers) if log is None else log:
        _set_logarithmic(axes, which, min(numbers), max(numbers))
    else:
        _set_linear(axes, which, numbers)


def is_wide(numbers: Iterable[float]) -> bool:
    """Tell whether a logarithmic scale suits numbers.

    Examples
    --------
    >>> is_wide([1, 10, 100]), is_wide([1, 10]), is_wide([0, 100])
    (True, False, False)
    """
    numbers = list(numbers)
    return min(numbers) > 0 and max(numbers) >= LOG_FROM * min(numbers)


def _set_logarithmic(axes: Axes, which: Literal["x", "y"], low: float, high: float) -> None:
    require("matplotlib.ticker")
    from matplotlib.ticker import FixedLocator, FuncFormatter, NullFormatter

    (axes.set_xscale if which == "x" else axes.set_yscale)("log")
    axis = axes.xaxis if which == "x" else axes.yaxis
    ticks = log_ticks(low, high, _inches(axes, which), across=which == "x")
    powers = needs_powers(ticks)
    axis.set_major_locator(FixedLocator(ticks))
    axis.set_major_formatter(FuncFormatter(lambda value, _: tick_text(value, powers=powers)))
    axis.set_minor_formatter(NullFormatter())


def _set_linear(axes: Axes, which: Literal["x", "y"], numbers: Sequence[float]) -> None:
    require("matplotlib.ticker")
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    axis = axes.xaxis if which == "x" else axes.yaxis
    if which == "x" and all(float(number).is_integer() for number in numbers):
        axis.set_major_locator(MaxNLocator("auto", integer=True, steps=[1, 2, 5, 10]))
    if max(map(abs, numbers)) >= GROUPED_FROM:
        axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.10g}"))


def _inches(axes: Axes, which: Literal["x", "y"]) -> float:
    """Return about how long an axis is going to be; the layout is made only when the figure is drawn."""
    figure, place = axes.get_figure(root=True), axes.get_subplotspec()
    if figure is None or place is None:
        return 3.0
    grid = place.get_gridspec()
    whole = figure.get_figwidth() / grid.ncols if which == "x" else figure.get_figheight() / grid.nrows
    return max(1.0, whole - BESIDE_LABELS)


def log_ticks(low: float, high: float, inches: float, *, across: bool = True) -> list[float]:
    """Return where a logarithmic axis is labelled: 1, 2, 5 of every decade, or 1, 3, or its beginning, as they fit.

    Parameters
    ----------
    low, high : float
        What is drawn; positive.
    inches : float
        How long the axis is.
    across : bool
        Whether the labels stand side by side, as on a horizontal axis.

    Examples
    --------
    >>> log_ticks(1.0, 100.0, 3.0), log_ticks(1.0, 1e4, 3.0), log_ticks(30.0, 45.0, 3.0)
    ([1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0], [1.0, 10.0, 100.0, 1000.0, 10000.0], [30.0, 35.0, 40.0, 45.0])
    >>> log_ticks(1e-4, 1e4, 1.5)
    [0.001, 1.0, 1000.0]
    """
    span = math.log10(high / low) or FEWEST_DECADES
    powers = range(math.floor(math.log10(low)) - 1, math.ceil(math.log10(high)) + 1)
    low, high = low * 10 ** (-MARGIN * span), high * 10 ** (MARGIN * span)
    scale = inches / span
    digits = [[digit * 10.0**power for power in powers for digit in some] for some in ((1, 2, 5), (1, 3), (1,))]
    decades = [[10.0**power for power in powers if power % stride == 0] for stride in range(2, len(powers) + 1)]
    even = [_even(low, high, parts) for parts in (5, 4, 3, 2)]
    fine, *coarse = (
        [float(f"{tick:.10g}") for tick in ticks if low <= tick <= high] for ticks in digits + decades + even
    )
    choices = [fine, *coarse] if len(fine) >= FEWEST_LABELS else [*coarse[-len(even) :], fine]
    fitting = [ticks for ticks in choices if len(ticks) > 1 and _fit(ticks, scale, across)]
    return fitting[0] if fitting else fine[:1]


def _fit(ticks: Sequence[float], scale: float, across: bool) -> bool:
    """Tell whether the labels are apart."""
    powers = needs_powers(ticks)
    sizes = [len(tick_text(tick, powers=powers)) * CHARACTER if across else LINE for tick in ticks]
    return all(
        math.log10(right / left) * scale >= (size + further) / 2 + APART
        for (left, size), (right, further) in pairwise(zip(ticks, sizes, strict=True))
    )


def _even(low: float, high: float, parts: int) -> list[float]:
    require("matplotlib.ticker")
    from matplotlib.ticker import MaxNLocator

    return [float(tick) for tick in MaxNLocator(parts, steps=[1, 2, 5, 10]).tick_values(low, high)]


def needs_powers(ticks: Iterable[float]) -> bool:
    """Tell whether an axis has labels too large or too small to be written out: then all are powers of ten."""
    return any(not LEAST_PLAIN <= tick < LEAST_POWER for tick in ticks)


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


NOT_CERTIFIED = "not certified"
MEDIANS = "where cases differ in nothing that is drawn, the line joins their medians, and smaller marks are the others"
LINE_WIDTH, SIZE = 1.4, 4.4
"""Of a line and of its marks."""

WIDER, LARGER = 1.25, 2.5
WIDEST, LARGEST = 2.5, 3.6
"""By how much a line is wider, and its marks larger, than that of a curve on it, and than that of the last, at most."""

PALEST = 0.6
"""The part of white in the colour of the lowest of several lines on each other."""

EDGE = 0.5
"""Width of the white edges of marks, where there are several ways of solving."""

SEEN = 0.01
"""Of what an axis spans: points nearer than this lie on each other."""


class Point(NamedTuple):
    """A point of a curve."""

    at: float
    height: float
    certified: bool = True


class Look(NamedTuple):
    """How a curve is drawn: the width of the line, the size of the marks, the part of white in the line's colour."""

    width: float = LINE_WIDTH
    size: float = SIZE
    white: float = 0.0


def looks(curves: Sequence[Sequence[Point]], span: float) -> list[Look]:
    """Return how curves are drawn in this order.

    A curve on which later ones lie is wider and paler and its marks are larger, so that all that coincide are seen.

    Parameters
    ----------
    span : float
        What the axis spans.

    Examples
    --------
    >>> low, high = [Point(1, 0.0)], [Point(1, 1.0)]
    >>> [look.width for look in looks([low, high, low], 1.0)]
    [2.65, 1.4, 1.4]
    """
    above = _curves_above(curves, span * SEEN)
    most = max(above, default=0) or 1
    wider, larger, paler = min(WIDER, WIDEST / most), min(LARGER, LARGEST / most), PALEST / most
    return [Look(LINE_WIDTH + wider * number, SIZE + larger * number, paler * number) for number in above]


def _curves_above(curves: Sequence[Sequence[Point]], seen: float) -> list[int]:
    """Return how many curves lie on each other above each curve."""
    places = [[(one.at, one.height) for one in points] for points in curves]
    above = [0] * len(curves)
    for lower in reversed(range(len(curves))):
        higher = [number for number in range(lower + 1, len(curves)) if _meet(places[lower], places[number], seen)]
        above[lower] = max((1 + above[number] for number in higher), default=0)
    return above


def _meet(first: Iterable[tuple[float, float]], second: Iterable[tuple[float, float]], seen: float) -> bool:
    heights: dict[float, list[float]] = {}
    for at, height in second:
        heights.setdefault(at, []).append(height)
    return any(abs(height - other) <= seen for at, height in first for other in heights.get(at, ()))


def pale(color: str, white: float) -> str:
    """Return a colour with some part of white.

    Examples
    --------
    >>> pale("#0072b2", 0.6), pale("#0072b2", 0.0)
    ('#99c7e0', '#0072b2')
    """
    require("matplotlib.colors")
    from matplotlib.colors import to_hex, to_rgb

    red, green, blue = to_rgb(color)
    return to_hex((red + white * (1 - red), green + white * (1 - green), blue + white * (1 - blue)))


def middle(points: Iterable[Point]) -> tuple[list[Point], list[Point]]:
    """Return the median at every place, always one of the points, and the other points, each once.

    Examples
    --------
    >>> middle([Point(1, 2.0), Point(1, 9.0), Point(1, 9.0), Point(2, 4.0), Point(2, 5.0)])[0]
    [Point(at=1, height=9.0, certified=True), Point(at=2, height=4.0, certified=True)]
    >>> middle([Point(1, 2.0), Point(1, 9.0), Point(1, 9.0)])[1]
    [Point(at=1, height=2.0, certified=True)]
    """
    heights: dict[float, list[float]] = {}
    certified: dict[tuple[float, float], bool] = {}
    for at, height, sure in points:
        heights.setdefault(at, []).append(height)
        certified[at, height] = certified.get((at, height), False) or sure
    medians = {at: statistics.median_low(found) for at, found in heights.items()}
    every = sorted(Point(at, height, sure) for (at, height), sure in certified.items())
    return [one for one in every if one.height == medians[one.at]], [
        one for one in every if one.height != medians[one.at]
    ]


def draw_curve(
    axes: Axes,
    points: Sequence[Point],
    *,
    marker: str,
    size: float,
    color: str,
    every: int = 1,
    edge: float = 0.0,
    white: float = 0.0,
    **line: Any,
) -> None:
    """Draw a line through points, with marks that are hollow where the point is not certified.

    Parameters
    ----------
    size : float
        Of the marks.
    every : int
        How many points there are to a mark, counted from the last.
    edge : float
        Width of a white edge of the marks, so that one is seen on another of the same colour.
    white : float
        The part of white in the line's colour.
    **line
        What else matplotlib's `plot` takes.
    """
    at, heights = [one.at for one in points], [one.height for one in points]
    marked = list(range(len(points)))[::-every][::-1]
    sure = [number for number in marked if points[number].certified]
    marks: dict[str, Any] = {"marker": marker, "markevery": sure, "markersize": size, "markerfacecolor": color}
    marks |= {"markeredgecolor": "white", "markeredgewidth": edge}
    axes.plot(at, heights, color=pale(color, white), clip_on=False, **(marks if sure else {}), **line)
    hollow = [points[number] for number in marked if not points[number].certified]
    if hollow:
        axes.plot(
            [one.at for one in hollow], [one.height for one in hollow], marker, color=color, markersize=size,
            markerfacecolor="white", markeredgewidth=1.2, clip_on=False,
        )  # fmt: skip


def draw_medians(
    axes: Axes,
    points: Sequence[Point],
    look: Look,
    *,
    color: str,
    marker: str,
    line: Any,
    edge: float = 0.0,
) -> None:
    """Draw the medians of points as a curve, and what lies around them as smaller marks.

    Parameters
    ----------
    line
        A line style of matplotlib.
    edge : float
        As in `draw_curve`.
    """
    medians, others = middle(points)
    draw_curve(
        axes,
        medians,
        marker=marker,
        size=look.size,
        color=color,
        edge=edge,
        white=look.white,
        linestyle=line,
        linewidth=look.width,
    )
    if others:
        draw_curve(
            axes, others, marker=marker, size=0.6 * look.size, color=color, linestyle="none", alpha=0.5, zorder=1.8
        )


def is_repeated(curves: Iterable[Sequence[Point]]) -> bool:
    """Tell whether a curve has several heights at one place, so that its medians are drawn."""
    return any(len({(one.at, one.height) for one in found}) > len({one.at for one in found}) for found in curves)


def legend_mark(color: str, line: Any = "-", marker: str = "") -> Artist:
    """Return what stands for a curve in a legend."""
    require("matplotlib.lines")
    from matplotlib.lines import Line2D

    return Line2D([], [], color=color, linestyle=line, marker=marker, markeredgewidth=0)


def hollow_mark() -> dict[str, Artist]:
    """Return what a hollow mark means, for a legend."""
    require("matplotlib.lines")
    from matplotlib.lines import Line2D

    mark = Line2D([], [], color="0.4", marker="o", linestyle="none", markerfacecolor="white", markeredgewidth=1.2)
    return {NOT_CERTIFIED: mark}


def not_certified_note(outcomes: Counter[Outcome]) -> list[str]:
    """Return how many of the cases that are drawn are not certified, if there are any."""
    weak = [f"{outcomes[kind]:,} {kind}" for kind in Outcome if outcomes[kind] and kind is not Outcome.CERTIFIED]
    return [f"of {counted(outcomes.total(), 'case')} drawn {' and '.join(weak)}: hollow marks"] if weak else []
