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
from typing import TYPE_CHECKING, Any, Literal, cast

import numpy as np

from seqform.errors import ModelError
from seqform.io.figures import (
    LINES,
    blend,
    caption_figure,
    curve_colors,
    figure_bytes,
    label_text,
    new_figure,
    styled,
    theme,
    write_figure,
)
from seqform.models.games.infosets import player_label
from seqform.models.numbers.text import counted
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

MOST_SERIES = 12  # as many as there are marks and colours
MOST_MARKS = 25  # of a line; more would make it a band

VALUES = (f"value to {player_label(0)}", f"value to {player_label(1)}")
"""Hues with colours of their own, none of those of series."""

COLUMNS = 3  # panels beside each other that fit a page
MOST_ROWS = 6  # axes above each other

WIDTH = 3.3  # inches of the axes of one panel of several
WIDTH_ALONE = 6.8
HEIGHT = 2.3
HEIGHT_ALONE = 3.6
HEIGHT_STACKED = 1.8  # of axes that share a panel
AROUND = 0.65  # of the titles and labels of a row of panels

LEGEND_LINE = 0.2  # inches
LEGEND_HANDLE = 4.2  # of the size of its text: more than a period of every line
LEGEND_MARK = 0.8
LEGEND_CHARACTER = 0.07
CHARACTERS = 12  # of a title in an inch
CHARACTERS_OF_A_CAPTION = 17  # in an inch

MARGIN = 0.06  # beyond the numbers of a vertical axis: a part of their span
LEAST_MARGIN = 1e-3  # or of the numbers themselves, so that a rounding error does not fill the axis

SEEN = 0.01
"""Of the span of an axis: points nearer than this coincide."""

_PARTS = re.compile(r".+?(?:[,;:(]|/(?!\d)|$)")
"""The parts of a long word: they end behind punctuation marks, and not within a fraction."""

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
    known: dict[str, Any] = {
        "panel": "",
        "axes": "",
        "series": "",
        "hue": "",
        "layer": "curve",
        "line": 0,
    }
    return points.assign(**(known | {"certified": True, "scale": about.get("panel", "")} | about))


def with_medians(points: DataFrame) -> DataFrame:
    """Return points as curves through the median at every x, which is one of them, and as points around these."""
    names = [name for name in points.columns if name not in ("y", "certified", "layer")]
    same_place = points.groupby([*names, "y"], sort=False, as_index=False)
    points = same_place.agg({"certified": "any", "layer": "first"})
    heights = points.groupby(names, sort=False)["y"]
    medians = heights.transform(lambda values: values.quantile(interpolation="lower"))
    layer = np.where(points["y"] == medians, "curve", "around")
    return points.assign(layer=layer).sort_values("x", kind="stable")


MOST_DRAWN = 1e150
"""Largest number that is drawn: margins and ticks lie beyond, on a logarithmic axis by a share of all decades."""


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
        """Draw points alone that axes can show, and no more panels than fit a page."""
        require_few(self.points["series"].unique(), self.kind)
        is_finite = np.isfinite(self.points[["x", "y"]]).all(axis=1)
        points = cast("DataFrame", self.points[is_finite])
        if points.empty:
            raise ModelError(f"{self.kind} plot: needs finite numbers, and there is none")
        points = self._within_axes(points)

        panels = points["panel"].unique()
        axes_of_a_panel = int(points.groupby("panel")["axes"].nunique().max())
        most = COLUMNS * min(4, MOST_ROWS // axes_of_a_panel)
        if len(panels) > most:
            points = points[points["panel"].isin(panels[:most])]
            note = f"the first {most} of {len(panels)} panels are drawn; choose with --where"
            object.__setattr__(self, "notes", (*self.notes, note))
        object.__setattr__(self, "points", points)

    def _within_axes(self, points: DataFrame) -> DataFrame:
        """Return the points whose numbers leave room for the margins of axes; a note has the number of the others."""
        is_within = (points[["x", "y"]].abs() <= MOST_DRAWN).all(axis=1)
        for axis in self.logarithmic:
            is_within &= points[axis] >= 1 / MOST_DRAWN
        left_out = int((~is_within).sum())
        if left_out == len(points):
            raise ModelError(
                f"{self.kind} plot: needs numbers of at most {MOST_DRAWN:.0e}, and there is none"
            )
        if left_out:
            note = f"{counted(left_out, 'point')} beyond {MOST_DRAWN:.0e} cannot be drawn; tables have the numbers"
            object.__setattr__(self, "notes", (*self.notes, note))
        return points[is_within]

    def draw(self) -> Figure:
        """Return the figure."""
        figure, axes_of = _panels(self.points, self.across)
        styles = _Styles(self.points)
        heights = self.points.groupby(["scale", "axes"])["y"]
        points = self.points.assign(low=heights.transform("min"), high=heights.transform("max"))
        for (panel, name), part in points.groupby(["panel", "axes"], sort=False):
            axes = axes_of[panel, name]
            _scale(axes, "x", part["x"], log="x" in self.logarithmic)
            span = self._scale_heights(axes, str(name), part)

            # How far points are apart is judged as they are seen, so on a logarithmic axis by their logarithms.
            seen = part["y"]
            if "y" in self.logarithmic:
                seen = np.log10(seen)
            for layer, same in part.assign(seen=seen).groupby("layer", sort=False):
                lines = [line for _, line in same.groupby(["hue", "series", "line"], sort=False)]
                lines.sort(key=styles.place)
                depths_of_lines = [0.0] * len(lines)
                if layer in COINCIDING:
                    depths_of_lines = depths(lines, span)
                for line, depth in zip(lines, depths_of_lines, strict=True):
                    _draw_line(axes, line, styles.of(line) | LAYERS[str(layer)], depth)
        _put_legend(figure, styles.legend(self.points))
        return figure

    def _scale_heights(self, axes: Axes, name: str, part: DataFrame) -> float:
        """Scale the vertical axis of a panel, and return the span that is seen; panels of one scale get the same."""
        low = float(part["low"].iloc[0])
        high = float(part["high"].iloc[0])
        if "y" in self.logarithmic:
            _scale(axes, "y", [low, high], log=True)
            return float(np.log10(high) - np.log10(low))
        least = self.least.get(name, (low, high))
        low = min(low, *least)
        high = max(high, *least)
        margin = max(MARGIN * (high - low), LEAST_MARGIN * max(1.0, abs(low), abs(high)))
        axes.set_ylim(low - margin, high + margin)
        _scale(axes, "y", [low, high], log=False)
        return high - low


def require_few(series: Collection[object], plot: str) -> None:
    """Refuse a picture of more series than there are colours."""
    if len(series) > MOST_SERIES:
        raise ModelError(
            f"{plot} plot: {len(series)} kinds of cases are too many to distinguish, at most {MOST_SERIES} are drawn; "
            "choose with --where, or with --by what to distinguish"
        )


def write_picture(
    picture: Picture, path: str | Path, *, caption: str = "", theme: str = "light"
) -> None:
    """Draw a picture to an .svg, .png or .pdf file, under a caption; the same data gives the same file."""

    def drawn() -> Figure:
        figure = picture.draw()
        width = int(figure.get_figwidth() * CHARACTERS_OF_A_CAPTION)
        caption_figure(figure, "", "\n".join(broken(figure_text(visible(caption)), width, 3)))
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
    columns = min(COLUMNS, len(stacks))
    if len(stacks) == 4:
        columns = 2  # two rows of two instead of three and one
    starts = range(0, len(stacks), columns)
    # Axes above each other.
    rows = [max(map(len, stacks[start : start + columns])) for start in starts]

    width, height = _size_of_axes(is_alone=columns == 1, is_stacked=max(rows) > 1)
    figure = new_figure(width * columns, height * sum(rows) + AROUND * len(rows))
    grid = figure.add_gridspec(sum(rows), columns)
    axes_of: dict[tuple[Any, Any], Axes] = {}
    for number, (title, names) in enumerate(stacks.items()):
        row, column = divmod(number, columns)
        top = sum(rows[:row])
        upper: Axes | None = None
        for place, name in enumerate(names):
            axes = figure.add_subplot(grid[top + place, column], sharex=upper)
            axes_of[title, name] = axes
            axes.set_ylabel("\n".join(broken(label_text(str(name)), int(height * CHARACTERS), 2)))
            axes.tick_params(labelbottom=place == len(names) - 1)
            upper = upper or axes
        axes.set_xlabel(label_text(across))
        lines = broken(visible(title), int(width * CHARACTERS), 5)
        axes_of[title, names[0]].set_title("\n".join(lines))
    return figure, axes_of


def _size_of_axes(*, is_alone: bool, is_stacked: bool) -> tuple[float, float]:
    """Return the width and the height of axes: wider in a single column, lower where several are above each other."""
    if is_alone:
        return WIDTH_ALONE, 1.25 * HEIGHT_STACKED if is_stacked else HEIGHT_ALONE
    return WIDTH, HEIGHT_STACKED if is_stacked else HEIGHT


def broken(text: str, width: int, most: int) -> list[str]:
    """Return a text in at most so many lines of at most `width` characters, broken between words.

    A word that is longer than a line, such as a game with its parameters, is broken behind a punctuation mark, and
    within a name only where that is longer than a line. The last line ends in "…" where something is left out.

    Examples
    --------
    >>> broken("./market.py:used_cars(quality=3,price=1/2), seed = 1", 20, 5)
    ['./market.py:', 'used_cars(quality=3,', 'price=1/2), seed = 1']
    """
    words: list[str] = []
    for word in text.split():
        if words:
            words.append(" ")
        if len(word) <= width:
            words.append(word)
        else:
            for part in _PARTS.findall(word):
                words += textwrap.wrap(part, width)

    lines = [""]
    for word in words:
        if len(lines[-1]) + len(word) <= width:
            lines[-1] += word
        else:
            lines[-1] = lines[-1].rstrip()
            lines.append(word.lstrip())
    lines = [line.rstrip() for line in lines]
    if len(lines) > most:
        last = lines[most - 1]
        lines[most - 1 :] = [last[: width - 1].rstrip() + "…"]
    return lines


def _put_legend(figure: Figure, entries: Mapping[str, Artist]) -> None:
    """Put a legend below the figure, in as many columns as fit; the figure grows by its height."""
    if not entries:
        return
    labels = list(map(label_text, entries))
    widest = LEGEND_MARK + LEGEND_CHARACTER * max(map(len, labels))
    columns = max(1, int(figure.get_figwidth() / widest))
    columns = min(len(labels), columns)
    lines = math.ceil(len(labels) / columns)
    figure.set_figheight(figure.get_figheight() + LEGEND_LINE * lines)
    figure.legend(
        list(entries.values()),
        labels,
        loc="outside lower center",
        ncols=columns,
        handlelength=LEGEND_HANDLE,
    )


# ---- axes ----


def _scale(axes: Axes, which: Literal["x", "y"], numbers: Iterable[float], *, log: bool) -> None:
    """Make an axis logarithmic or linear, and label it."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    numbers = [*map(float, numbers)]
    low, high = min(numbers), max(numbers)
    axis = axes.xaxis if which == "x" else axes.yaxis
    if log:
        axes.set(**{f"{which}scale": "log"})
        _label_powers(axis, low, high)
        return
    if which == "x" and all(map(float.is_integer, numbers)):
        axis.set_major_locator(MaxNLocator("auto", integer=True, steps=[1, 2, 5, 10]))
    if max(abs(low), abs(high)) >= 10_000:
        axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.10g}"))


def _label_powers(axis: Any, low: float, high: float) -> None:
    """Label a logarithmic axis: the fewer decades, the more numbers within each; long numbers as powers of ten."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    decades = math.log10(high / low)
    labelled: tuple[int, ...] = (1,)
    if decades < 2:
        labelled = (1, 2, 5)
    elif decades < 3:
        labelled = (1, 3)
    powers = not 0.99e-4 < low <= high < 0.99e6
    axis.set_major_locator(LogLocator(subs=labelled))
    axis.set_minor_formatter(NullFormatter())
    axis.set_major_formatter(FuncFormatter(lambda value, _: tick_text(value, powers=powers)))


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
    if float(digits) == 1:
        return raised
    return f"{float(digits):g}·{raised}"


def is_wide(numbers: Iterable[float]) -> bool:
    """Return whether a logarithmic scale suits numbers."""
    numbers = list(numbers)
    return min(numbers) > 0 and max(numbers) >= 100 * min(numbers)


# ---- styles and lines ----


class _Styles:
    """Styles of the series and hues of a picture, in the order in which they come.

    A series is a line style and a mark. The colour is that of the hue, if points have any, otherwise that of the
    series; with one series alone, hues have lines and marks of their own too.
    """

    def __init__(self, points: DataFrame) -> None:
        self._series = points["series"].unique().tolist()
        self._hues = [hue for hue in points["hue"].unique() if hue]
        curves = iter(curve_colors())
        colors_of_values = dict(zip(VALUES, value_colors(), strict=True))
        self._colors = {}
        for hue in self._hues:
            self._colors[hue] = colors_of_values.get(hue) or next(curves)

    def place(self, line: DataFrame) -> int:
        """Return the place of the series of a line."""
        return int(self._series.index(line["series"].iloc[0]))

    def of(self, line: DataFrame) -> dict[str, Any]:
        """Return the colour, the marker and the line of points of one series and hue."""
        return self._style(self.place(line), line["hue"].iloc[0])

    def _style(self, place: int, hue: str) -> dict[str, Any]:
        color = self._colors[hue] if hue else curve_colors()[place]
        if hue and len(self._series) == 1:
            place = self._hues.index(hue)
        return {
            "color": color,
            "marker": MARKERS[place % len(MARKERS)],
            "linestyle": LINES[place % len(LINES)],
        }

    def legend(self, points: DataFrame) -> dict[str, Artist]:
        """Return the marks of hues, series and layers, and of answers that are not certified."""
        from matplotlib.lines import Line2D

        muted = theme().muted
        looks = self._looks(points)
        for layer, label in EXPLAINED.items():
            if (points["layer"] == layer).any():
                looks[label] = {"color": muted, **LAYERS[layer]}
        if not points["certified"].all():
            hollow = {"marker": "o", "linestyle": "none", "markerfacecolor": theme().background}
            looks[NOT_CERTIFIED] = {"color": muted, **hollow}
        return {label: Line2D([], [], **look) for label, look in looks.items() if label}

    def _looks(self, points: DataFrame) -> dict[str, dict[str, Any]]:
        """Return what hues and series look like; with several series hues are colours alone, and series grey."""
        has_several_series = len(self._series) > 1
        looks: dict[str, dict[str, Any]] = {}
        for hue in self._hues:
            looks[hue] = self._style(0, hue)
            if has_several_series:
                looks[hue] |= {"marker": "", "linestyle": "-"}
        if self._hues and not has_several_series:
            return looks
        for place, series in enumerate(self._series):
            first_layer = points["layer"][points["series"] == series].iloc[0]
            looks[series] = self._style(place, "")
            for name in ("marker", "linestyle"):
                if name in LAYERS[first_layer]:
                    looks[series][name] = LAYERS[first_layer][name]
            if self._hues:
                looks[series]["color"] = theme().muted
        return looks


def value_colors() -> tuple[str, str]:
    """Return the colours of the values to players 0 and 1, none of those of series."""
    colors = theme()
    return blend(colors.ink, colors.background, 0.8), colors.players[3]


def depths(lines: Sequence[DataFrame], span: float) -> list[float]:
    """Return how deep each line, drawn in this order on an axis of some span, lies below others: from 0 to 1.

    A line below others is wider and paler and has larger marks, so that coinciding lines are all visible.
    """
    above = []
    for number, line in enumerate(lines):
        above.append(sum(_meet(line, later, SEEN * span) for later in lines[number + 1 :]))
    deepest = max(2, *above)
    return [number / deepest for number in above]


def _meet(first: DataFrame, second: DataFrame, seen: float) -> bool:
    same = np.equal.outer(first["x"].to_numpy(), second["x"].to_numpy())
    near = np.abs(np.subtract.outer(first["seen"].to_numpy(), second["seen"].to_numpy())) <= seen
    return bool(np.any(same & near))


def _draw_line(axes: Axes, line: DataFrame, style: dict[str, Any], depth: float) -> None:
    """Draw a line, and its marks: at most so many, the last point among them, and hollow where nothing is certified."""
    style = {"markersize": 4.4, "linewidth": 1.4, "clip_on": False} | style
    style["markersize"] += 3.6 * depth
    style["linewidth"] += 2.5 * depth
    color = style["color"]
    most = style.pop("marks", None) or len(line)
    if style["linestyle"] != "none":
        pale = blend(theme().background, color, 0.6 * depth)
        axes.plot(line["x"], line["y"], **(style | {"color": pale, "marker": ""}))
    if not style["marker"]:
        return

    # From the last point backwards, every so many points.
    step = math.ceil(len(line) / MOST_MARKS)
    marked = line[::-1][:most:step]
    for is_certified, part in marked.groupby("certified"):
        face = color if is_certified else theme().background
        edge = 0.0 if is_certified and style["marker"] != "x" else 1.2  # a cross has no face
        look = {"linestyle": "none", "markerfacecolor": face, "markeredgewidth": edge}
        axes.plot(part["x"], part["y"], **(style | look))
