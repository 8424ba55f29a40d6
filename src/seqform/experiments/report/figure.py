"""The one plotting layer of sweeps: a tidy frame of points becomes a figure of matplotlib.

A line of the frame is a point with the columns of `points_of`. Colours, markers and lines of series differ together, so
that they are distinct without colours too; answers that are not certified have hollow marks.
"""

from __future__ import annotations

import math
import re
import textwrap
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from seqform.errors import ModelError
from seqform.io.figures import (
    blend,
    caption_figure,
    curve_colors,
    figure_bytes,
    new_figure,
    styled,
    theme,
    write_figure,
)
from seqform.system.foreign_text import figure_text, visible

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame

LAYERS: dict[str, dict[str, Any]] = {
    "curve": {},
    "around": {"linestyle": "none", "markersize": 2.6, "alpha": 0.5},
    "dots": {"linestyle": "none"},
    "law": {"marker": ""},
    "steps": {"marker": "", "drawstyle": "steps-post"},
    "failed": {"linestyle": "none", "marker": "x"},
    "closed": {"linestyle": ":", "marker": "v", "marks": 1},
    "baseline": {"linestyle": (0, (6, 3)), "marker": ""},
}
"""The drawing of points, apart from the style of their series: curves and points around them, dots, fitted laws, steps,
crosses, lines to where a gap is closed, and dashes that are longer than those of series. The last `marks` points have
marks, by default all."""

EXPLAINED = {"failed": "no certified answer: not fitted", "baseline": "nothing lost by merging"}
"""Layers that the legend explains."""

COINCIDING = ("curve", "failed", "baseline")
"""Layers whose lines may coincide as wholes."""

NOT_CERTIFIED = "not certified"
MEDIANS = "where cases differ in nothing that is drawn, the line joins their medians, and smaller marks are the others"

MARKERS = ("o", "s", "^", "D", "v", "<", ">", "p", "h", "d", "*", "P")
LINES: tuple[Any, ...] = ("-", "--", ":", "-.", (0, (5, 1, 1, 1, 1, 1)), (0, (1, 3)))
MOST_SERIES, MOST_MARKS, MOST_OF_A_LABEL = 12, 25, 80

VALUES = ("value to player 1", "value to player 2")
"""Hues with colours of their own, none of those of series."""

COLUMNS, MOST_ROWS = 3, 6
"""Panels beside each other, and axes above each other, that fit a page."""

WIDTH, WIDTH_ALONE = 3.3, 6.8
HEIGHT, HEIGHT_ALONE, HEIGHT_STACKED, AROUND = 2.3, 3.6, 1.8, 0.65
"""Inches of axes in one panel of several, of axes alone, and of axes that share a panel; of titles and labels."""

LEGEND_LINE, LEGEND_MARK, LEGEND_CHARACTER, CHARACTERS = 0.2, 0.6, 0.07, 12
"""Inches of a line of a legend, of a mark and of a character; characters of a title in an inch."""

MARGIN, LEAST_MARGIN = 0.06, 1e-3
"""Parts of the span of a vertical axis, and of its numbers, beyond them: a rounding error does not fill the axis."""

SEEN = 0.01
"""Of the span of an axis: points nearer than this coincide."""

_IDS = re.compile(r'(\bid="|xlink:href="#|url\(#)')
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


# ---- points and pictures ----


def points_of(x: Iterable[float], y: Iterable[float], **about: Any) -> DataFrame:
    """Return points of a picture.

    - `x`, `y`: The numbers.
    - ``**about``: Any of the other columns, each a value or one for every point: `panel`, a title; `axes`, the label of
      the vertical axis, of which a panel may have several; `series` and `hue`, labels of the legend: a series has a
      line and a mark and, unless there is a hue, a colour; `layer`, one of `LAYERS`; `line`, which points are joined;
      `certified`; and `scale`: panels that share it show the same heights.
    """
    import pandas as pd

    points = pd.DataFrame({"x": np.array([*x], dtype=float), "y": np.array([*y], dtype=float)})
    known: dict[str, Any] = {"panel": "", "axes": "", "series": "", "hue": "", "layer": "curve", "line": 0}
    return points.assign(**(known | {"certified": True, "scale": about.get("panel", "")} | about))


def with_medians(points: DataFrame) -> DataFrame:
    """Return points as curves through the median at every x, which is one of them, and as points around these."""
    names = [name for name in points.columns if name not in ("y", "certified", "layer")]
    points = points.groupby([*names, "y"], sort=False, as_index=False).agg({"certified": "any", "layer": "first"})
    medians = points.groupby(names, sort=False)["y"].transform(lambda heights: heights.quantile(interpolation="lower"))
    return points.assign(layer=np.where(points["y"] == medians, "curve", "around")).sort_values("x", kind="stable")


@dataclass(frozen=True, eq=False)
class Picture:
    """A picture of a sweep, with its contents in words as notes.

    - `kind`: One of `seqform.experiments.report.PLOTS`.
    - `points`: See `points_of`; series and panels are drawn in the order in which they come.
    - `across`: The label of the horizontal axes.
    - `logarithmic`: The axes that are logarithmic: "", "x" or "xy".
    - `least`: Numbers that a vertical axis shows at least, by its label.
    """

    kind: str
    title: str
    points: DataFrame
    across: str
    notes: tuple[str, ...] = ()
    logarithmic: str = ""
    least: Mapping[str, tuple[float, float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Draw finite points alone, and no more panels than fit a page."""
        require_few(self.points["series"].unique(), self.kind)
        finite = self.points[np.isfinite(self.points[["x", "y"]]).all(axis=1)]
        if finite.empty:
            raise ModelError(f"{self.kind} plot: needs finite numbers, and there is none")
        object.__setattr__(self, "points", finite)
        panels = self.points["panel"].unique()
        deep = self.points.groupby("panel")["axes"].nunique().max()
        most = COLUMNS * min(4, MOST_ROWS // int(deep))
        if len(panels) > most:
            note = f"the first {most} of {len(panels)} panels are drawn; choose with --where"
            object.__setattr__(self, "points", self.points[self.points["panel"].isin(panels[:most])])
            object.__setattr__(self, "notes", (*self.notes, note))

    def draw(self) -> Figure:
        """Return the figure."""
        figure, places = _panels(self.points, self.across)
        styles = _Styles(self.points)
        heights = self.points.groupby(["scale", "axes"])["y"]
        points = self.points.assign(low=heights.transform("min"), high=heights.transform("max"))
        for (panel, name), part in points.groupby(["panel", "axes"], sort=False):
            axes = places[panel, name]
            _scale(axes, "x", part["x"], log="x" in self.logarithmic)
            low, high = map(float, part[["low", "high"]].iloc[0])
            if "y" not in self.logarithmic:
                least = self.least.get(str(name), (low, high))
                low, high = min(low, *least), max(high, *least)
                margin = max(MARGIN * (high - low), LEAST_MARGIN * max(1.0, abs(low), abs(high)))
                axes.set_ylim(low - margin, high + margin)
            _scale(axes, "y", [low, high], log="y" in self.logarithmic)
            heights_seen = np.log10 if "y" in self.logarithmic else np.asarray
            for layer, same in part.assign(seen=heights_seen(part["y"])).groupby("layer", sort=False):
                lines = [line for _, line in same.groupby(["hue", "series", "line"], sort=False)]
                lines.sort(key=lambda line: styles.place(line))
                span = float(np.ptp(heights_seen([low, high])))
                below = depths(lines, span) if layer in COINCIDING else [0.0] * len(lines)
                for line, depth in zip(lines, below, strict=True):
                    _draw_line(axes, line, styles.of(line) | LAYERS[str(layer)], depth)
        _put_legend(figure, styles.legend(self.points))
        return figure


def require_few(series: Collection[object], plot: str) -> None:
    """Refuse a picture of more series than there are colours."""
    if len(series) > MOST_SERIES:
        raise ModelError(
            f"{plot} plot: {len(series)} kinds of cases are too many to distinguish, at most {MOST_SERIES} are drawn; "
            "choose with --where, or with --by what to distinguish"
        )


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


# ---- panels ----


def _panels(points: DataFrame, across: str) -> tuple[Figure, dict[tuple[Any, Any], Axes]]:
    """Return a figure with the axes of every panel above each other, which share their horizontal axis."""
    stacks = points.groupby("panel", sort=False)["axes"].unique()
    columns = 2 if len(stacks) == 4 else min(COLUMNS, len(stacks))
    rows = [max(map(len, stacks[first : first + columns])) for first in range(0, len(stacks), columns)]
    alone = columns == 1
    width = WIDTH_ALONE if alone else WIDTH
    height = (HEIGHT_ALONE if alone else HEIGHT) if max(rows) == 1 else HEIGHT_STACKED * (1 + 0.25 * alone)
    figure = new_figure(width * columns, height * sum(rows) + AROUND * len(rows))
    grid = figure.add_gridspec(sum(rows), columns)
    found: dict[tuple[Any, Any], Axes] = {}
    for number, (title, names) in enumerate(stacks.items()):
        row, column = divmod(number, columns)
        upper: Axes | None = None
        for place, name in enumerate(names):
            axes = found[title, name] = figure.add_subplot(grid[sum(rows[:row]) + place, column], sharex=upper)
            axes.set_ylabel(textwrap.fill(label_text(str(name)), int(height * CHARACTERS), max_lines=2))
            axes.tick_params(labelbottom=place == len(names) - 1)
            upper = upper or axes
        axes.set_xlabel(label_text(across))
        lines = textwrap.fill(visible(title), int(width * CHARACTERS), break_on_hyphens=False, max_lines=5)
        found[title, names[0]].set_title(lines)
    return figure, found


def label_text(label: str) -> str:
    """Return a label of a legend or an axis, on one line and not too long."""
    return figure_text(visible(label), most=MOST_OF_A_LABEL)


def _put_legend(figure: Figure, entries: Mapping[str, Artist]) -> None:
    """Put a legend below the figure, in as many columns as fit; the figure grows by its height."""
    if entries:
        labels = list(map(label_text, entries))
        widest = LEGEND_MARK + LEGEND_CHARACTER * max(map(len, labels))
        columns = min(len(labels), max(1, int(figure.get_figwidth() / widest)))
        figure.set_figheight(figure.get_figheight() + LEGEND_LINE * -(-len(labels) // columns))
        figure.legend(list(entries.values()), labels, loc="outside lower center", ncols=columns)


# ---- axes ----


def _scale(axes: Axes, which: Literal["x", "y"], numbers: Iterable[float], *, log: bool) -> None:
    """Make an axis logarithmic or linear, and label it."""
    from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullFormatter

    numbers = [*map(float, numbers)]
    low, high = min(numbers), max(numbers)
    axis = axes.xaxis if which == "x" else axes.yaxis
    if log:
        axes.set(**{f"{which}scale": "log"})
        decades, powers = math.log10(high / low), not 0.99e-4 < low <= high < 0.99e6
        axis.set_major_locator(LogLocator(subs=(1, 2, 5) if decades < 2 else (1, 3) if decades < 3 else (1,)))
        axis.set_minor_formatter(NullFormatter())
        axis.set_major_formatter(FuncFormatter(lambda value, _: tick_text(value, powers=powers)))
        return
    if which == "x" and all(map(float.is_integer, numbers)):
        axis.set_major_locator(MaxNLocator("auto", integer=True, steps=[1, 2, 5, 10]))
    if max(abs(low), abs(high)) >= 10_000:
        axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.10g}"))


def tick_text(value: float, *, powers: bool = False) -> str:
    """Return a number as a logarithmic axis is labelled.

    Examples
    --------
    >>> tick_text(1000.0), tick_text(0.002), tick_text(1e-07, powers=True), tick_text(2e7, powers=True)
    ('1,000', '0.002', '10⁻⁷', '2·10⁷')
    """
    digits, _, power = f"{value:.9e}".partition("e")
    if not powers or int(power) in (0, 1):
        return f"{value:,.10g}"
    raised = "10" + str(int(power)).translate(_RAISED)
    return raised if float(digits) == 1 else f"{float(digits):g}·{raised}"


def is_wide(numbers: Iterable[float]) -> bool:
    """Return whether a logarithmic scale suits numbers."""
    numbers = list(numbers)
    return min(numbers) > 0 and max(numbers) >= 100 * min(numbers)


# ---- styles and lines ----


class _Styles:
    """Styles of the series and hues of a picture, in the order in which they come."""

    def __init__(self, points: DataFrame) -> None:
        self._series = points["series"].unique().tolist()
        self._hues = [hue for hue in points["hue"].unique() if hue]
        colors = iter(curve_colors())
        own = dict(zip(VALUES, value_colors(), strict=True))
        self._colors = {hue: own.get(hue) or next(colors) for hue in self._hues}

    def place(self, line: DataFrame) -> int:
        """Return the place of the series of a line."""
        return int(self._series.index(line["series"].iloc[0]))

    def of(self, line: DataFrame) -> dict[str, Any]:
        """Return the colour, the marker and the line of points of one series and hue."""
        return self._style(self.place(line), line["hue"].iloc[0])

    def _style(self, place: int, hue: str) -> dict[str, Any]:
        mark = self._hues.index(hue) if hue and len(self._series) == 1 else place
        color = self._colors[hue] if hue else curve_colors()[place]
        return {"color": color, "marker": MARKERS[mark % len(MARKERS)], "linestyle": LINES[place % len(LINES)]}

    def legend(self, points: DataFrame) -> dict[str, Artist]:
        """Return the marks of hues, series and layers, and of answers that are not certified."""
        from matplotlib.lines import Line2D

        several, muted = len(self._series) > 1, theme().muted
        looks = {hue: self._style(0, hue) | ({"marker": "", "linestyle": "-"} if several else {}) for hue in self._hues}
        for place, series in enumerate(self._series if several or not self._hues else ()):
            layer = points["layer"][points["series"] == series].iloc[0]
            look = {name: value for name, value in LAYERS[layer].items() if name in ("marker", "linestyle")}
            looks[series] = self._style(place, "") | look | ({"color": muted} if self._hues else {})
        for layer, label in EXPLAINED.items():
            if (points["layer"] == layer).any():
                looks[label] = {"color": muted, **LAYERS[layer]}
        if not points["certified"].all():
            hollow = {"marker": "o", "linestyle": "none", "markerfacecolor": theme().background}
            looks[NOT_CERTIFIED] = {"color": muted, **hollow}
        return {label: Line2D([], [], **look) for label, look in looks.items() if label}


def value_colors() -> tuple[str, str]:
    """Return the colours of the values to players 1 and 2, none of those of series."""
    colors = theme()
    return blend(colors.ink, colors.background, 0.8), colors.players[3]


def depths(lines: Sequence[DataFrame], span: float) -> list[float]:
    """Return how deep each line, drawn in this order on an axis of some span, lies below others: from 0 to 1.

    A line below others is wider and paler and has larger marks, so that coinciding lines are all visible.
    """
    found = [sum(_meet(line, other, SEEN * span) for other in lines[n + 1 :]) for n, line in enumerate(lines)]
    return [number / max(2, *found) for number in found]


def _meet(first: DataFrame, second: DataFrame, seen: float) -> bool:
    same = np.equal.outer(first["x"].to_numpy(), second["x"].to_numpy())
    near = np.abs(np.subtract.outer(first["seen"].to_numpy(), second["seen"].to_numpy())) <= seen
    return bool(np.any(same & near))


def _draw_line(axes: Axes, line: DataFrame, style: dict[str, Any], depth: float) -> None:
    """Draw a line, and its marks: at most so many, the last point among them, and hollow where nothing is certified."""
    style = {"markersize": 4.4, "linewidth": 1.4, "clip_on": False} | style
    style |= {"markersize": style["markersize"] + 3.6 * depth, "linewidth": style["linewidth"] + 2.5 * depth}
    color, most = style["color"], style.pop("marks", None)
    marks, pale = style | {"linestyle": "none"}, blend(theme().background, color, 0.6 * depth)
    if style["linestyle"] != "none":
        axes.plot(line["x"], line["y"], **(style | {"color": pale, "marker": ""}))
    marked = line[::-1][: most or len(line) : -(-len(line) // MOST_MARKS)][: len(line) if style["marker"] else 0]
    for is_sure, part in marked.groupby("certified"):
        look = {"markerfacecolor": color if is_sure else theme().background}
        edge = 0.0 if is_sure and style["marker"] != "x" else 1.2
        axes.plot(part["x"], part["y"], **(marks | look | {"markeredgewidth": edge}))
