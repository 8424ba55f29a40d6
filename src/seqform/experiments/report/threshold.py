"""Cost of merging hands: nash_conv in the real game against the threshold of GameShrink."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from seqform.errors import InputError, ModelError, OptionError
from seqform.experiments.report.data import (
    grouped,
    keys_of,
    label_of,
    listed,
    may_lose,
    outcomes_text,
    parameter_columns,
    short_titles,
    sorted_keys,
    text_of,
    varying,
    way_columns,
)
from seqform.experiments.report.figure import (
    COLORS,
    EDGE,
    MARKERS,
    MEDIANS,
    Picture,
    chosen,
    draw_medians,
    hollow_mark,
    is_repeated,
    legend_mark,
    line_of,
    looks,
    middle,
    new_figure,
    pale,
    points_frame,
    put_legend,
    refuse_axis,
    require_few,
    set_scale,
)
from seqform.experiments.rows import Outcome
from seqform.models.numbers.text import counted, short
from seqform.solving.preprocessing import THRESHOLD, threshold_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame, Series

BELOW = ("sequences", "seconds")
BASELINE = (0, (6, 3))
"""Dashes, longer than those that tell series apart."""


@dataclass(frozen=True)
class ThresholdSeries:
    """One game, solved in one way, with several thresholds; where cases are repeated, a threshold has several points.

    Attributes
    ----------
    points : DataFrame
        Thresholds x and nash_conv y of the strategies in the real game; certified where the case got what it asked for.
    saved : dict of DataFrame
        The same with each of `BELOW` as y, where known.
    infinite : list of float
        nash_conv where everything is merged.
    baseline : float, optional
        The largest nash_conv where only like hands are merged, or none: it is caused by the solver alone.
    mixed : list of str
        The columns of the way of solving in which the cases differ, each with its cells.
    """

    label: str
    points: DataFrame
    saved: dict[str, DataFrame]
    infinite: list[float]
    baseline: float | None
    mixed: list[str]


def single_threshold(kind: Any) -> float:
    """Return the threshold that an abstraction has for all rounds, NaN if it has none.

    Examples
    --------
    >>> [single_threshold(kind) for kind in ("threshold=1/4", "threshold=0.1,inf", "lossless", None)]
    [0.25, nan, nan, nan]
    """
    if not isinstance(kind, str) or not kind.startswith(f"{THRESHOLD}="):
        return math.nan
    try:
        return threshold_of(kind.removeprefix(f"{THRESHOLD}="))
    except InputError:
        return math.nan


def _thresholds(cases: DataFrame) -> Series[float]:
    return cases["abstraction"].map(single_threshold).astype(float)


def threshold_series(cases: DataFrame, by: Sequence[str] | None = None) -> list[ThresholdSeries]:
    """Return nash_conv by threshold for each game and way of solving, or for each group by the columns `by`."""
    known = cases[cases["nash_conv"].notna()]
    merged = known[_thresholds(known).notna()]
    game = ["game", *parameter_columns(known)]
    ways = by if by is not None else varying(merged, ["concept", *way_columns(merged)])
    ways = [name for name in ways if name not in ("abstraction", *game)]
    alike = [*game, *ways, "backend", "seed"]
    exact = grouped(known[~may_lose(known)], alike)
    titles = short_titles(merged, without=ways)
    series = []
    for values, members in grouped(merged, [*game, *ways]).items():
        way = label_of(ways, values[len(game) :]) if ways else ""
        label = ", ".join(filter(None, [titles[members.index[0]], way]))
        baselines = [exact[key]["nash_conv"].max() for key in sorted_keys(members, alike) if key in exact]
        found = _series(label, members, max(baselines, default=None))
        series += [found] if len(found.points) else []
    return series


def _series(label: str, cases: DataFrame, baseline: float | None) -> ThresholdSeries:
    at = _thresholds(cases)
    finite, levels = cases[np.isfinite(at)], at[np.isfinite(at)]
    passed = finite["outcome"].isin([kind for kind in Outcome if kind.is_answer])
    saved = {}
    for name in BELOW:
        there = finite[name].notna()
        saved[name] = points_frame((x, y, True) for x, y in zip(levels[there], finite[name][there], strict=True))
    varied = [name for name in varying(cases, ["concept", *way_columns(cases)]) if name != "abstraction"]
    texts = [[text_of(value) for (value,) in sorted_keys(cases, [name])] for name in varied]
    mixed = [f"{name} = {listed(found, ' and ')}" for name, found in zip(varied, texts, strict=True)]
    points = points_frame(zip(levels, finite["nash_conv"], passed, strict=True))
    return ThresholdSeries(label, points, saved, cases["nash_conv"][np.isinf(at)].tolist(), baseline, mixed)


def threshold_picture(
    cases: DataFrame, *, x: str | None = None, y: str | None = None, by: Sequence[str] | None = None
) -> Picture:
    """Return the picture of nash_conv against the threshold, with the savings below.

    `x` has no choice; `y` is the lower axes, one of `BELOW`, by default sequences where they vary, otherwise seconds;
    `by`, without shrink, is as in `threshold_series`. A ModelError is raised if there are not two thresholds with an
    answer.
    """
    refuse_axis("--x", x, "threshold", "thresholds")
    chosen("--y", y, BELOW, "threshold")
    if by is not None and "abstraction" in by:
        raise OptionError(
            f"--by {','.join(by)}: the abstraction varies along the lines of a threshold plot; "
            "leave it out, or say with --where which thresholds to draw"
        )
    series = threshold_series(cases, by)
    if len({at for part in series for at in part.points["x"]}) < 2:
        kinds = sorted({str(kind) for kind in cases["abstraction"]} - {"none"})
        raise ModelError(
            'threshold plot: needs cases with preprocess = "threshold=T" for two or more T, and their nash_conv; '
            + (f"here the abstraction is {listed(kinds)}" if kinds else "in no case here are hands merged")
        )
    require_few(series, "threshold")
    below = y or ("sequences" if any(part.saved["sequences"]["y"].nunique() > 1 for part in series) else "seconds")
    notes = [_note(part) for part in series]
    notes += [MEDIANS] if is_repeated(curve for part in series for curve in (part.points, part.saved[below])) else []
    notes += _left_out(cases)
    return Picture("threshold", "nash_conv against the threshold", lambda: _figure(series, below), tuple(notes))


def _note(series: ThresholdSeries) -> str:
    levels, heights = series.points["x"], series.points["y"]
    first, last = levels.min(), levels.max()
    parts = [f"nash_conv {_range(heights[levels == first])} at threshold {first:g}"]
    parts += [f"{_range(heights[levels == last])} at {last:g}"] if last > first else []
    parts += [f"{_range(series.infinite)} where everything is merged"] if series.infinite else []
    parts += [] if series.baseline is None else [f"{short(series.baseline)} where nothing is lost"]
    failed = int((~series.points["certified"]).sum())
    parts += [f"{failed} not certified"] if failed else []
    parts += [f"of cases with {', '.join(series.mixed)}, which --by can tell apart"] if series.mixed else []
    return f"{series.label}: {', '.join(parts)}"


def _range(numbers: Sequence[float] | Series[float]) -> str:
    least, most = short(min(numbers)), short(max(numbers))
    return least if least == most else f"{least} to {most}"


def _left_out(cases: DataFrame) -> list[str]:
    """Return notes on the cases that are not drawn, of games with a threshold."""
    game = ["game", *parameter_columns(cases)]
    single = _thresholds(cases).notna()
    played = set(keys_of(cases[single], game))
    about = cases[np.array([key in played for key in keys_of(cases, game)], dtype=bool)]
    coarser = may_lose(about) & _thresholds(about).isna()
    failed, others = about[about["nash_conv"].isna() & ~coarser], about[coarser]
    notes = []
    if len(failed):
        ended = f"{outcomes_text(failed['outcome'])}; {_shrinks(failed)}"
        notes.append(f"{counted(len(failed), 'case')} without an answer left out: {ended}")
    if len(others):
        notes.append(f"{counted(len(others), 'case')} without a single threshold left out: {_shrinks(others)}")
    return notes


def _shrinks(cases: DataFrame) -> str:
    return "abstraction = " + listed(str(kind) for (kind,) in sorted_keys(cases, ["abstraction"]))


def _figure(series: Sequence[ThresholdSeries], below: str) -> Figure:
    figure = new_figure(6.6, 4.6)
    upper, lower = figure.subplots(2, 1, sharex=True, height_ratios=(3, 2))
    _draw_baselines(upper, series)
    for axes, curves in ((upper, [part.points for part in series]), (lower, [part.saved[below] for part in series])):
        _draw(axes, curves)
        set_scale(axes, "y", [height for points in curves for height in points["y"]], log=False)
        axes.set_ylim(bottom=-0.03 * axes.get_ylim()[1])
    upper.set(ylabel="nash_conv in the real game,\nin units of its payoffs")
    lower.set(xlabel="threshold", ylabel=below)
    entries = {
        part.label: legend_mark(COLORS[number], line_of(number), MARKERS[number]) for number, part in enumerate(series)
    }
    if any(part.baseline is not None for part in series):
        entries["nothing lost by merging"] = legend_mark("0.4", BASELINE)
    weak = any(not part.points["certified"].all() for part in series)
    put_legend(figure, entries | hollow_mark() if weak else entries)
    return figure


def _draw(axes: Axes, curves: Sequence[DataFrame]) -> None:
    lines, edge = [middle(points)[0] for points in curves], EDGE if len(curves) > 1 else 0.0
    for number, (points, look) in enumerate(zip(curves, looks(lines, _highest(curves)), strict=True)):
        if len(points):
            line, marker = line_of(number), MARKERS[number]
            draw_medians(axes, points, look, color=COLORS[number], marker=marker, linestyle=line, edge=edge)


def _highest(curves: Sequence[DataFrame]) -> float:
    """Return the span of the axis, which begins at 0."""
    return max((float(points["y"].max()) for points in curves if len(points)), default=0.0)


def _draw_baselines(axes: Axes, series: Sequence[ThresholdSeries]) -> None:
    """Draw nash_conv without merging; the lower of coinciding lines are wider and paler."""
    lines = [points_frame([] if part.baseline is None else [(0.0, part.baseline, True)]) for part in series]
    for number, (part, look) in enumerate(
        zip(series, looks(lines, _highest([part.points for part in series])), strict=True)
    ):
        if part.baseline is not None:
            color = pale(COLORS[number], look.white)
            axes.axhline(part.baseline, color=color, linestyle=BASELINE, linewidth=0.7 * look.width)
