"""Curves whose points say whether they are certified: a mark is filled where they are, hollow where they are not."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from seqform.models.number_text import counted
from seqform.sweeps.row import Outcome

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

NOT_CERTIFIED = "not certified"
WIDTH, SIZE = 1.4, 4.4
"""Of a line and its marks; of several curves the first are drawn wider, so that those that coincide are all seen."""

WIDER, LARGER = (0.75, 1.6), (1.6, 3.4)
"""By how much a curve is wider than the next, and the first than the last, at most."""


SEEN = 0.01
"""Of what an axis spans: points nearer than this lie on each other."""


class Point(NamedTuple):
    """A point of a curve."""

    at: float
    height: float
    certified: bool = True


def looks(curves: Sequence[Sequence[Point]]) -> list[tuple[float, float]]:
    """Return the width of the line and the size of the marks of curves that are drawn in this order.

    Examples
    --------
    >>> looks([[Point(1, 0.0)], [Point(1, 1.0)]]), looks([[Point(1, 0.0), Point(2, 5.0)], [Point(1, 0.0)]])
    ([(1.4, 4.4), (1.4, 4.4)], [(2.15, 6.0), (1.4, 4.4)])
    """
    wider, larger = (min(step, most / max(len(curves) - 1, 1)) for step, most in (WIDER, LARGER))
    if not _coincide(curves):
        wider = larger = 0.0
    return [(WIDTH + later * wider, SIZE + later * larger) for later in reversed(range(len(curves)))]


def _coincide(curves: Sequence[Sequence[Point]]) -> bool:
    heights = [one.height for points in curves for one in points]
    seen = (max(heights) - min(heights)) * SEEN if heights else 0.0
    places = [{(one.at, round(one.height / seen) if seen else 0) for one in points} for points in curves]
    return sum(map(len, places)) > len(set().union(*places))


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
    **line
        What else matplotlib's `plot` takes.
    """
    at, heights = [one.at for one in points], [one.height for one in points]
    marked = list(range(len(points)))[::-every][::-1]
    sure = [number for number in marked if points[number].certified]
    marks: dict[str, Any] = {"marker": marker, "markevery": sure, "markersize": size}
    marks |= {"markeredgecolor": "white", "markeredgewidth": edge}
    axes.plot(at, heights, color=color, clip_on=False, **(marks if sure else {}), **line)
    hollow = [points[number] for number in marked if not points[number].certified]
    if hollow:
        axes.plot(
            [one.at for one in hollow], [one.height for one in hollow], marker, color=color, markersize=size,
            markerfacecolor="white", markeredgewidth=1.2, clip_on=False,
        )  # fmt: skip


def legend_mark(color: str, line: Any = "-", marker: str = "") -> Artist:
    """Return what stands for a curve in a legend."""
    from matplotlib.lines import Line2D

    return Line2D([], [], color=color, linestyle=line, marker=marker, markeredgewidth=0)


def hollow_mark() -> dict[str, Artist]:
    """Return what a hollow mark means, for a legend."""
    from matplotlib.lines import Line2D

    mark = Line2D([], [], color="0.4", marker="o", linestyle="none", markerfacecolor="white", markeredgewidth=1.2)
    return {NOT_CERTIFIED: mark}


def not_certified_note(outcomes: Counter[Outcome]) -> list[str]:
    """Return how many of the cases that are drawn are not certified, if there are any."""
    weak = [f"{outcomes[kind]:,} {kind}" for kind in Outcome if outcomes[kind] and kind is not Outcome.CERTIFIED]
    return [f"of {counted(outcomes.total(), 'case')} drawn {' and '.join(weak)}: hollow marks"] if weak else []
