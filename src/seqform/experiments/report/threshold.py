"""What merging hands costs: nash_conv in the real game against the threshold of GameShrink."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from seqform.errors import ModelError, OptionError
from seqform.experiments.report.data import (
    grouped,
    in_order,
    is_merged,
    label_of,
    listed,
    may_lose,
    one_of,
    parameter_columns,
    require_none,
    short_titles,
    single_threshold,
    text_of,
    value_at,
    varying,
    way_columns,
)
from seqform.experiments.report.figure import (
    COLORS,
    EDGE,
    MARKERS,
    MEDIANS,
    Picture,
    Point,
    draw_medians,
    hollow_mark,
    is_repeated,
    legend_mark,
    looks,
    middle,
    new_figure,
    own_line,
    pale,
    put_legend,
    require_few,
    set_scale,
)
from seqform.experiments.rows import Row
from seqform.models.numbers.text import counted, short

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

BELOW = ("sequences", "seconds")
BASELINE = (0, (6, 3))
"""Dashes, longer than those that tell series apart."""


@dataclass(frozen=True)
class ThresholdSeries:
    """One game, solved in one way, with several thresholds; where cases are repeated, a threshold has several points.

    Attributes
    ----------
    points : list of (threshold, nash_conv)
        Of the strategies in the real game; certified where the case got what it asked for.
    sizes, seconds : list of (threshold, number)
        Sequences, where known, and seconds of the whole case.
    infinite : list of float
        nash_conv where everything is merged.
    baseline : float, optional
        The largest nash_conv where only like hands are merged, or none: what is the solver's, not the threshold's.
    mixed : list of str
        The columns of the way of solving in which its cases differ, each with what they have there.
    """

    label: str
    points: list[Point]
    sizes: list[Point]
    seconds: list[Point]
    infinite: list[float]
    baseline: float | None
    mixed: list[str]

    def saved(self, column: str) -> list[Point]:
        """Return the points of one of `BELOW`."""
        return self.sizes if column == "sequences" else self.seconds


def threshold_series(rows: Iterable[Row], by: Sequence[str] | None = None) -> list[ThresholdSeries]:
    """Return nash_conv by threshold, for each game and way of solving; or for what is the same in the columns `by`."""
    known = [row for row in in_order(rows) if row.nash_conv is not None]
    merged = [row for row in known if single_threshold(row) is not None]
    told = ["game", *parameter_columns(known)]
    ways = by if by is not None else varying(merged, ["concept", *way_columns(merged)])
    ways = [name for name in ways if name not in ("shrink", *told)]
    alike = [*told, *ways, "backend", "seed"]
    exact = grouped([row for row in known if not may_lose(row)], alike)
    titles = short_titles(merged, without=ways)
    series = []
    for values, members in grouped(merged, [*told, *ways]).items():
        label = ", ".join(filter(None, [titles[members[0].key], label_of(ways, values[len(told) :]) if ways else ""]))
        baselines = [row.nash_conv for key in grouped(members, alike) for row in exact.get(key, [])]
        series.append(_series(label, members, max((found for found in baselines if found is not None), default=None)))
    return [one for one in series if one.points]


def _series(label: str, rows: Sequence[Row], baseline: float | None) -> ThresholdSeries:
    numbered = [(at, row) for row in rows if (at := single_threshold(row)) is not None]
    finite = [(at, row) for at, row in numbered if math.isfinite(at)]
    return ThresholdSeries(
        label,
        sorted(Point(at, row.nash_conv, row.outcome.is_answer) for at, row in finite if row.nash_conv is not None),
        sorted(Point(at, float(row.sequences)) for at, row in finite if row.sequences is not None),
        sorted(Point(at, row.seconds) for at, row in finite),
        [row.nash_conv for at, row in numbered if at == math.inf and row.nash_conv is not None],
        baseline,
        _mixed(rows),
    )


def _mixed(rows: Sequence[Row]) -> list[str]:
    found = []
    for name in varying(rows, ["concept", *way_columns(rows)]):
        if name != "shrink":
            texts = dict.fromkeys(text_of(value) for (value,) in grouped(rows, [name]))
            found.append(f"{name} = {listed(texts, ' and ')}")
    return found


def threshold_picture(
    rows: Sequence[Row], *, x: str | None = None, y: str | None = None, by: Sequence[str] | None = None
) -> Picture:
    """Return the picture of nash_conv against the threshold, with what the threshold saves below.

    Parameters
    ----------
    x : None
        It is always the threshold.
    y : str, optional
        What is drawn below: one of `BELOW`; sequences where they vary, else seconds, if absent.
    by : sequence of str, optional
        As in `threshold_series`.

    Raises
    ------
    ModelError
        If there are not two thresholds with an answer.
    OptionError
        If x is given, y is none of `BELOW`, or shrink is among `by`.
    """
    require_none("--x", x, "threshold", "thresholds")
    one_of("--y", y, BELOW, "threshold")
    if by is not None and "shrink" in by:
        raise OptionError(
            f"--by {','.join(by)}: shrink tells no lines of a threshold plot apart, along which it varies; "
            "leave it out, or say with --where which thresholds to draw"
        )
    series = threshold_series(rows, by)
    if len({point.at for part in series for point in part.points}) < 2:
        shrinks = sorted({str(row.case["shrink"]) for row in rows if is_merged(row)})
        raise ModelError(
            'threshold plot: needs cases with shrink = "threshold=T" for two or more numbers T, and their nash_conv; '
            + (f"here shrink is {listed(shrinks)}" if shrinks else "in no case here are hands merged")
        )
    require_few(series, "threshold")
    saved = y or ("sequences" if any(len({size.height for size in part.sizes}) > 1 for part in series) else "seconds")
    notes = [_note(part) for part in series]
    curves = [points for part in series for points in (part.points, part.saved(saved))]
    notes += [MEDIANS] if is_repeated(curves) else []
    notes += _left_out(rows)
    return Picture("threshold", "nash_conv against the threshold", lambda: _figure(series, saved), tuple(notes))


def _note(series: ThresholdSeries) -> str:
    first, last = series.points[0].at, series.points[-1].at
    told = [f"nash_conv {_span(series, first)} at threshold {first:g}"]
    told += [f"{_span(series, last)} at {last:g}"] if last > first else []
    told += [f"{_range(series.infinite)} where everything is merged"] if series.infinite else []
    told += [] if series.baseline is None else [f"{short(series.baseline)} where nothing is lost"]
    failed = sum(not point.certified for point in series.points)
    told += [f"{failed} not certified"] if failed else []
    told += [f"of cases with {', '.join(series.mixed)}, which --by can tell apart"] if series.mixed else []
    return f"{series.label}: {', '.join(told)}"


def _span(series: ThresholdSeries, at: float) -> str:
    return _range([point.height for point in series.points if point.at == at])


def _range(numbers: Sequence[float]) -> str:
    least, most = short(min(numbers)), short(max(numbers))
    return least if least == most else f"{least} to {most}"


def _left_out(rows: Sequence[Row]) -> list[str]:
    """Return which cases of the games with a threshold are not drawn."""
    told = ["game", *parameter_columns(rows)]
    played = grouped([row for row in rows if single_threshold(row) is not None], told)
    about = [row for row in in_order(rows) if tuple(value_at(row, name) for name in told) in played]
    others = [row for row in about if may_lose(row) and single_threshold(row) is None]
    failed = [row for row in about if row not in others and row.nash_conv is None]
    notes = []
    if failed:
        outcomes = Counter(row.outcome for row in failed)
        ended = ", ".join(f"{number:,} {kind}" for kind, number in sorted(outcomes.items()))
        notes.append(f"{counted(len(failed), 'case')} without an answer left out: {ended}; shrink = {_shrinks(failed)}")
    if others:
        notes.append(f"{counted(len(others), 'case')} without a single threshold left out: shrink = {_shrinks(others)}")
    return notes


def _shrinks(rows: Sequence[Row]) -> str:
    return listed(str(shrink) for (shrink,) in grouped(rows, ["shrink"]))


def _figure(series: Sequence[ThresholdSeries], saved: str) -> Figure:
    figure = new_figure(6.6, 4.6)
    upper, lower = figure.subplots(2, 1, sharex=True, height_ratios=(3, 2))
    below = [part.saved(saved) for part in series]
    _draw_baselines(upper, [part.baseline for part in series], _highest([part.points for part in series]))
    _draw(upper, [part.points for part in series])
    _draw(lower, below)
    set_scale(upper, "y", [point.height for part in series for point in part.points], log=False)
    set_scale(lower, "y", [point.height for points in below for point in points], log=False)
    for axes in (upper, lower):
        axes.set_ylim(bottom=-0.03 * axes.get_ylim()[1])
    upper.set(ylabel="nash_conv in the real game,\nin units of its payoffs")
    lower.set(xlabel="threshold", ylabel="sequences" if saved == "sequences" else "seconds")
    put_legend(figure, _legend(series))
    return figure


def _draw(axes: Axes, curves: Sequence[Sequence[Point]]) -> None:
    lines, edge = [middle(points)[0] for points in curves], EDGE if len(curves) > 1 else 0.0
    for number, (points, look) in enumerate(zip(curves, looks(lines, _highest(curves)), strict=True)):
        if points:
            draw_medians(
                axes, points, look, color=COLORS[number], marker=MARKERS[number], line=own_line(number), edge=edge
            )


def _highest(curves: Sequence[Sequence[Point]]) -> float:
    """Return what the axis spans, from 0 on."""
    return max((point.height for points in curves for point in points), default=0.0)


def _draw_baselines(axes: Axes, heights: Sequence[float | None], span: float) -> None:
    """Draw what is lost without merging, the first of those on each other wider and paler."""
    lines = looks([[] if height is None else [Point(0.0, height)] for height in heights], span)
    for number, (height, (width, _, white)) in enumerate(zip(heights, lines, strict=True)):
        if height is not None:
            axes.axhline(height, color=pale(COLORS[number], white), linestyle=BASELINE, linewidth=0.7 * width)


def _legend(series: Sequence[ThresholdSeries]) -> dict[str, Artist]:
    entries = {
        part.label: legend_mark(COLORS[number], own_line(number), MARKERS[number]) for number, part in enumerate(series)
    }
    if any(part.baseline is not None for part in series):
        entries["nothing lost by merging"] = legend_mark("0.4", BASELINE)
    if any(not point.certified for part in series for point in part.points):
        entries |= hollow_mark()
    return entries
