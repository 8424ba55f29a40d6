"""What merging hands costs: nash_conv in the real game against the threshold of GameShrink."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from seqform.errors import ModelError
from seqform.models.number_text import short
from seqform.report.sweeps.choices import one_of, require_none
from seqform.report.sweeps.columns import grouped, in_order, parameter_columns, varying, way_columns
from seqform.report.sweeps.curves import SIZE, WIDTH, Point, draw_curve, hollow_mark, legend_mark
from seqform.report.sweeps.figure import COLORS, MARKERS, Picture, line_of, new_figure, put_legend, require_few
from seqform.report.sweeps.scales import set_scale
from seqform.report.sweeps.shrinks import is_merged, may_lose, threshold_of
from seqform.report.sweeps.titles import label_of, short_titles
from seqform.sweeps.row import Row

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.figure import Figure

BELOW = ("sequences", "seconds")
BASELINE = (0, (6, 3))
"""Dashes, longer than those that tell series apart."""


@dataclass(frozen=True)
class ThresholdSeries:
    """One game, solved with one backend, with several thresholds.

    Attributes
    ----------
    label : str
    points : list of (threshold, nash_conv)
        Of the strategies in the real game; certified where the case got what it asked for.
    sizes, seconds : list of (threshold, number)
        Sequences, where known, and seconds of the whole case.
    infinite : float, optional
        nash_conv where everything is merged.
    baseline : float, optional
        The largest nash_conv where only like hands are merged, or none: what is the solver's, not the threshold's.
    """

    label: str
    points: list[Point]
    sizes: list[Point]
    seconds: list[Point]
    infinite: float | None
    baseline: float | None


def threshold_series(rows: Iterable[Row], by: Sequence[str] | None = None) -> list[ThresholdSeries]:
    """Return nash_conv by threshold, for each game and way of solving; or for what is the same in the columns `by`."""
    known = [row for row in in_order(rows) if row.nash_conv is not None]
    merged = [row for row in known if threshold_of(row) is not None]
    told = ["game", *parameter_columns(known)]
    ways = by if by is not None else varying(merged, way_columns(merged))
    ways = [name for name in ways if name not in ("shrink", *told)]
    alike = [*told, *ways, "backend", "seed"]
    exact = grouped([row for row in known if not may_lose(row)], alike)
    titles = short_titles(merged)
    series = []
    for values, members in grouped(merged, [*told, *ways]).items():
        label = ", ".join(filter(None, [titles[members[0].key], label_of(ways, values[len(told) :]) if ways else ""]))
        baselines = [row.nash_conv for key in grouped(members, alike) for row in exact.get(key, [])]
        series.append(_series(label, members, max((found for found in baselines if found is not None), default=None)))
    return [one for one in series if one.points]


def _series(label: str, rows: Sequence[Row], baseline: float | None) -> ThresholdSeries:
    numbered = [(threshold_of(row), row) for row in rows]
    finite = [(at, row) for at, row in numbered if at is not None and math.isfinite(at)]
    return ThresholdSeries(
        label,
        sorted(Point(at, row.nash_conv, row.outcome.is_answer) for at, row in finite if row.nash_conv is not None),
        sorted(Point(at, float(row.sequences)) for at, row in finite if row.sequences is not None),
        sorted(Point(at, row.seconds) for at, row in finite),
        next((row.nash_conv for at, row in numbered if at == math.inf), None),
        baseline,
    )


def threshold_picture(
    rows: Sequence[Row], *, x: str | None = None, y: str | None = None, by: Sequence[str] | None = None
) -> Picture:
    """Return the picture of nash_conv against the threshold, with what the threshold saves below.

    Parameters
    ----------
    rows : sequence of Row
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
        If x is given, or y is none of `BELOW`.
    """
    require_none("--x", x, "threshold", "thresholds")
    one_of("--y", y, BELOW, "threshold")
    series = threshold_series(rows, by)
    if len({point.at for part in series for point in part.points}) < 2:
        shrinks = sorted({str(row.case["shrink"]) for row in rows if is_merged(row)})
        raise ModelError(
            'threshold plot: needs cases with shrink = "threshold=T" for two or more numbers T, and their nash_conv; '
            + (f"here shrink is {', '.join(shrinks)}" if shrinks else "in no case here are hands merged")
        )
    require_few(series, "threshold")
    saved = y or ("sequences" if any(len({size.height for size in part.sizes}) > 1 for part in series) else "seconds")
    notes = [_note(part) for part in series]
    return Picture("threshold", "nash_conv against the threshold", lambda: _figure(series, saved), tuple(notes))


def _note(series: ThresholdSeries) -> str:
    first, last = series.points[0], series.points[-1]
    told = [f"nash_conv {short(first.height)} at threshold {first.at:g}, {short(last.height)} at {last.at:g}"]
    told += [] if series.infinite is None else [f"{short(series.infinite)} where everything is merged"]
    told += [] if series.baseline is None else [f"{short(series.baseline)} where nothing is lost"]
    failed = sum(not point.certified for point in series.points)
    told += [f"{failed} not certified"] if failed else []
    return f"{series.label}: {', '.join(told)}"


def _figure(series: Sequence[ThresholdSeries], saved: str) -> Figure:
    figure = new_figure(6.6, 4.6)
    upper, lower = figure.subplots(2, 1, sharex=True, height_ratios=(3, 2))
    saving: list[float] = []
    for number, part in enumerate(series):
        color, marker, line = COLORS[number], MARKERS[number], line_of(number)
        look: dict[str, Any] = {"color": color, "marker": marker, "linestyle": line, "size": SIZE, "linewidth": WIDTH}
        draw_curve(upper, part.points, **look)
        below = part.sizes if saved == "sequences" else part.seconds
        if below:
            draw_curve(lower, below, **look)
            saving += [point.height for point in below]
        if part.baseline is not None:
            upper.axhline(part.baseline, color=color, linestyle=BASELINE, linewidth=1.2)
    set_scale(upper, "y", [point.height for part in series for point in part.points], log=False)
    set_scale(lower, "y", saving, log=False)
    for axes in (upper, lower):
        axes.set_ylim(bottom=-0.03 * axes.get_ylim()[1])
    upper.set(ylabel="nash_conv in the real game,\nin units of its payoffs")
    lower.set(xlabel="threshold", ylabel="sequences" if saved == "sequences" else "seconds")
    put_legend(figure, _legend(series))
    return figure


def _legend(series: Sequence[ThresholdSeries]) -> dict[str, Artist]:
    entries = {
        part.label: legend_mark(COLORS[number], line_of(number), MARKERS[number]) for number, part in enumerate(series)
    }
    if any(part.baseline is not None for part in series):
        entries["nothing lost by merging"] = legend_mark("0.4", BASELINE)
    if any(not point.certified for part in series for point in part.points):
        entries |= hollow_mark()
    return entries
