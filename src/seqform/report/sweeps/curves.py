"""Curves whose points say whether they are certified: a mark is filled where they are, hollow where they are not."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from seqform.models.number_text import counted
from seqform.sweeps.row import Outcome
from seqform.system.packages import require

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

NOT_CERTIFIED = "not certified"
MEDIANS = "where cases differ in nothing that is drawn, the line joins their medians, and smaller marks are the others"
WIDTH, SIZE = 1.4, 4.4
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

    width: float = WIDTH
    size: float = SIZE
    white: float = 0.0


def looks(curves: Sequence[Sequence[Point]], span: float) -> list[Look]:
    """Return how curves are drawn in this order.

    A curve on which later ones lie is wider and paler and its marks are larger, so that all that coincide are seen.

    Parameters
    ----------
    curves : sequence of sequence of Point
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
    return [Look(WIDTH + wider * number, SIZE + larger * number, paler * number) for number in above]


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
    axes : Axes
    points : sequence of Point
    marker, color : str
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
    axes : Axes
    points : sequence of Point
    look : Look
    color, marker : str
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
