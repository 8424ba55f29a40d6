"""What merging hands costs: nash_conv in the real game against the threshold of GameShrink."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from seqform.errors import ModelError, OptionError
from seqform.models.number_text import short
from seqform.report.sweep_columns import (
    grouped,
    in_order,
    label_of,
    number_of,
    short_titles,
    value_at,
    varying,
    way_columns,
)
from seqform.report.sweep_figure import COLORS, LINES, MARKERS, Picture, legend_below, new_figure, require_few
from seqform.sweeps.row import Row

if TYPE_CHECKING:
    from matplotlib.figure import Figure

THRESHOLD = "threshold="
BELOW = ("sequences", "seconds")


@dataclass(frozen=True)
class ThresholdSeries:
    """One game, solved with one backend, with several thresholds.

    Attributes
    ----------
    label : str
    points : list of (threshold, nash_conv)
        Of the strategies in the real game.
    sizes, seconds : list of (threshold, number)
        Sequences, where known, and seconds of the whole case.
    infinite : float, optional
        nash_conv where everything is merged.
    """

    label: str
    points: list[tuple[float, float]]
    sizes: list[tuple[float, float]]
    seconds: list[tuple[float, float]]
    infinite: float | None


def threshold_of(row: Row) -> float | None:
    """Return the threshold that a case is shrunk with, None if it is shrunk otherwise or not at all."""
    shrink = row.case.get("shrink")
    if not isinstance(shrink, str) or not shrink.startswith(THRESHOLD):
        return None
    number = number_of(shrink.removeprefix(THRESHOLD))
    return None if number is None else float(number)


def threshold_series(rows: Iterable[Row], by: Sequence[str] | None = None) -> list[ThresholdSeries]:
    """Return nash_conv by threshold, for each game and way of solving; or for what is the same in the columns `by`."""
    merged = [row for row in in_order(rows) if threshold_of(row) is not None and row.nash_conv is not None]
    ways = list(by) if by is not None else varying(merged, [name for name in way_columns(merged) if name != "shrink"])
    titles = short_titles(merged)
    found = []
    for title in dict.fromkeys(titles[row.key] for row in merged):
        for values, members in grouped([row for row in merged if titles[row.key] == title], ways).items():
            label = ", ".join([title, label_of(ways, values)] if ways else [title])
            numbered = [(threshold_of(row), row) for row in members]
            finite = [(at, row) for at, row in numbered if at is not None and math.isfinite(at)]
            found.append(
                ThresholdSeries(
                    label,
                    sorted((at, row.nash_conv) for at, row in finite if row.nash_conv is not None),
                    sorted((at, float(row.sequences)) for at, row in finite if row.sequences is not None),
                    sorted((at, row.seconds) for at, row in finite),
                    next((row.nash_conv for at, row in numbered if at == math.inf), None),
                )
            )
    return [series for series in found if series.points]


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
    if x is not None:
        raise OptionError(f"--x {x}: of no meaning with a threshold plot, which draws thresholds")
    if y is not None and y not in BELOW:
        raise OptionError(f"--y {y}: of a threshold plot one of {', '.join(BELOW)} is expected")
    series = threshold_series(rows, by)
    if len({at for part in series for at, _ in part.points}) < 2:
        shrinks = sorted({str(value_at(row, "shrink")) for row in rows} - {"None"})
        raise ModelError(
            'threshold plot: needs cases with shrink = "threshold=T" for two or more numbers T, and their nash_conv; '
            + (f"here shrink is {', '.join(shrinks)}" if shrinks else "no case here is shrunk")
        )
    require_few(series, "threshold")
    saved = y or ("sequences" if any(len({size for _, size in part.sizes}) > 1 for part in series) else "seconds")
    notes = [
        f"{part.label}: nash_conv {short(part.points[0][1])} at threshold {part.points[0][0]:g}, "
        f"{short(part.points[-1][1])} at {part.points[-1][0]:g}"
        + ("" if part.infinite is None else f", {short(part.infinite)} where everything is merged")
        for part in series
    ]
    return Picture("threshold", "nash_conv against the threshold", lambda: _figure(series, saved), tuple(notes))


def _figure(series: Sequence[ThresholdSeries], saved: str) -> Figure:
    figure = new_figure(6.6, 5.2)
    upper, lower = figure.subplots(2, 1, sharex=True, height_ratios=(3, 2))
    for number, part in enumerate(series):
        look = {"color": COLORS[number], "marker": MARKERS[number], "linestyle": LINES[number // 5], "clip_on": False}
        upper.plot(*zip(*part.points, strict=True), label=part.label, **look)
        below = part.sizes if saved == "sequences" else part.seconds
        if below:
            lower.plot(*zip(*below, strict=True), **look)
    upper.set_ylim(bottom=0)
    lower.set_ylim(bottom=0)
    upper.set(ylabel="nash_conv in the real game")
    lower.set(xlabel="threshold", ylabel="sequences" if saved == "sequences" else "seconds")
    legend_below(figure, [upper])
    return figure
