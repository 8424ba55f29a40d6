"""Cost of merging hands: nash_conv in the real game against the threshold of GameShrink."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from seqform.errors import InputError, ModelError, OptionError
from seqform.experiments.report import data
from seqform.experiments.report import figure as plots
from seqform.experiments.rows import Outcome
from seqform.models.numbers.text import counted, short
from seqform.solving.preprocessing import THRESHOLD, threshold_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame, Series

BELOW = ("sequences", "seconds")
BASELINE = (0, (6, 3))
"""Dashes, longer than those that distinguish series."""


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


def threshold_points(cases: DataFrame, by: Sequence[str] | None = None) -> DataFrame:
    """Return nash_conv by threshold for each game and way of solving, or for each group by the columns `by`.

    Returns
    -------
    DataFrame
        The cases with a threshold and nash_conv, series by series, with more columns: series; the threshold x, which
        may be infinite; certified, where a case got what it asked for; and baseline, the largest nash_conv of the
        series where only like hands are merged, or none: it is caused by the solver alone.
    """
    import pandas as pd

    known = cases[cases["nash_conv"].notna()]
    merged = known[_thresholds(known).notna()]
    game = ["game", *data.parameter_columns(known)]
    ways = by if by is not None else data.varying(merged, ["concept", *data.way_columns(merged)])
    ways = [name for name in ways if name not in ("abstraction", *game)]
    alike = [*game, *ways, "backend", "seed"]
    exact = data.grouped(known[~data.may_lose(known)], alike)
    titles = data.short_titles(merged, without=ways)
    found = [merged.assign(series="", x=math.nan, certified=False, baseline=math.nan)[:0]]
    for values, members in data.grouped(merged, [*game, *ways]).items():
        way = data.label_of(ways, values[len(game) :]) if ways else ""
        baselines = [exact[key]["nash_conv"].max() for key in data.sorted_keys(members, alike) if key in exact]
        about = {"series": data.joined(titles[members.index[0]], way), "baseline": max(baselines, default=math.nan)}
        passed = members["outcome"].isin([kind for kind in Outcome if kind.is_answer])
        part = members.assign(x=_thresholds(members), certified=passed, **about)
        found += [part] if np.isfinite(part["x"]).any() else []
    return pd.concat(found)


def threshold_picture(
    cases: DataFrame, *, x: str | None = None, y: str | None = None, by: Sequence[str] | None = None
) -> plots.Picture:
    """Return the picture of nash_conv against the threshold, with the savings below.

    `x` has no choice; `y` is the lower axes, one of `BELOW`, by default sequences where they vary, otherwise seconds;
    `by`, without the abstraction, is as in `threshold_points`. A ModelError is raised if there are not two thresholds
    with an answer.
    """
    plots.refuse_axis("--x", x, "threshold", "thresholds")
    plots.chosen("--y", y, BELOW, "threshold")
    if by is not None and "abstraction" in by:
        raise OptionError(
            f"--by {','.join(by)}: the abstraction distinguishes no lines of a threshold plot, along which it varies; "
            "leave it out, or choose with --where the thresholds to draw"
        )
    series = {str(label): part for label, part in threshold_points(cases, by).groupby("series", sort=False)}
    finite = {label: part[np.isfinite(part["x"])] for label, part in series.items()}
    if len({at for part in finite.values() for at in part["x"]}) < 2:
        kinds = sorted({str(kind) for kind in cases["abstraction"]} - {"none"})
        raise ModelError(
            'threshold plot: needs cases with preprocess = "threshold=T" for two or more T, and their nash_conv; '
            + (f"here the abstraction is {data.listed(kinds)}" if kinds else "in no case here are hands merged")
        )
    plots.require_few(series, "threshold")
    varied = any(part["sequences"].nunique() > 1 for part in finite.values())
    below = y or ("sequences" if varied else "seconds")
    notes = [_note(label, part) for label, part in series.items()]
    curves = [_points(part, name) for part in finite.values() for name in ("nash_conv", below)]
    notes += [*plots.medians_note(curves), *_left_out(cases)]
    title = "nash_conv against the threshold"
    return plots.Picture("threshold", title, lambda: _figure(finite, below), tuple(notes))


def _points(part: DataFrame, name: str) -> DataFrame:
    """Return a column of a series against its thresholds, where known."""
    there = part[part[name].notna()]
    sure = there["certified"] if name == "nash_conv" else there["certified"] | True
    return plots.points_frame(zip(there["x"], there[name], sure, strict=True))


def _note(label: str, series: DataFrame) -> str:
    finite = series[np.isfinite(series["x"])]
    levels, heights = finite["x"], finite["nash_conv"]
    first, last = levels.min(), levels.max()
    infinite, baseline = series["nash_conv"][np.isinf(series["x"])], series["baseline"].iloc[0]
    parts = [f"nash_conv {_range(heights[levels == first])} at threshold {first:g}"]
    parts += [f"{_range(heights[levels == last])} at {last:g}"] if last > first else []
    parts += [f"{_range(infinite)} where everything is merged"] if len(infinite) else []
    parts += [f"{short(baseline)} where nothing is lost"] if baseline == baseline else []
    failed = int((~finite["certified"]).sum())
    parts += [f"{failed} not certified"] if failed else []
    varied = [name for name in data.varying(series, ["concept", *data.way_columns(series)]) if name != "abstraction"]
    mixed = ", ".join(f"{name} = {data.cells_listed(series, name, ' and ')}" for name in varied)
    parts += [f"of cases with {mixed}, which --by can distinguish"] if mixed else []
    return f"{label}: {', '.join(parts)}"


def _range(numbers: Series[float]) -> str:
    return " to ".join(dict.fromkeys((short(min(numbers)), short(max(numbers)))))


def _left_out(cases: DataFrame) -> list[str]:
    """Return notes on the cases that are not drawn, of games with a threshold."""
    game = ["game", *data.parameter_columns(cases)]
    played = set(data.keys_of(cases[_thresholds(cases).notna()], game))
    about = cases[np.array([key in played for key in data.keys_of(cases, game)], dtype=bool)]
    coarser = data.may_lose(about) & _thresholds(about).isna()
    failed, others = about[about["nash_conv"].isna() & ~coarser], about[coarser]
    notes = []
    if len(failed):
        ended = f"{data.outcomes_text(failed['outcome'])}; abstraction = {data.cells_listed(failed, 'abstraction')}"
        notes.append(f"{counted(len(failed), 'case')} without an answer left out: {ended}")
    if len(others):
        kinds = f"abstraction = {data.cells_listed(others, 'abstraction')}"
        notes.append(f"{counted(len(others), 'case')} without a single threshold left out: {kinds}")
    return notes


def _figure(series: dict[str, DataFrame], below: str) -> Figure:
    figure = plots.new_figure(6.6, 4.6)
    upper, lower = figure.subplots(2, 1, sharex=True, height_ratios=(3, 2))
    styles = [plots.style_of(number) for number in range(len(series))]
    baselines = {number: part["baseline"].iloc[0] for number, part in enumerate(series.values())}
    baselines = {number: height for number, height in baselines.items() if height == height}
    for axes, name in ((upper, "nash_conv"), (lower, below)):
        curves = [_points(part, name) for part in series.values()]
        heights = [height for points in curves for height in points["y"]]
        span = max(heights, default=0.0)  # the axis begins at 0
        if name == "nash_conv":
            lines = [plots.points_frame([(0.0, height, True)]) for height in baselines.values()]
            for (number, height), look in zip(baselines.items(), plots.looks(lines, span), strict=True):
                color = plots.pale(plots.COLORS[number], look.white)
                axes.axhline(height, color=color, linestyle=BASELINE, linewidth=0.7 * look.width)
        plots.draw_curves(axes, curves, styles, span, edged=len(series) > 1)
        plots.set_scale(axes, "y", heights, log=False)
        axes.set_ylim(bottom=-0.03 * axes.get_ylim()[1])
    upper.set(ylabel="nash_conv in the real game,\nin units of its payoffs")
    lower.set(xlabel="threshold", ylabel=below)
    entries = {label: plots.legend_mark(**style) for label, style in zip(series, styles, strict=True)}
    if baselines:
        entries["nothing lost by merging"] = plots.legend_mark("0.4", linestyle=BASELINE)
    plots.put_legend(figure, entries, hollow=not all(part["certified"].all() for part in series.values()))
    return figure
