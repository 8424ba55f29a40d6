"""Time against size on logarithmic axes, with the exponents of power laws."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from seqform.errors import ModelError, OptionError
from seqform.models.number_text import counted
from seqform.report.scaling_fit import PowerLaw, power_law
from seqform.report.sweep_columns import grouped, in_order, label_of, value_at, varying, way_columns
from seqform.report.sweep_figure import COLORS, MARKERS, Picture, legend_below, new_figure, require_few, set_scale
from seqform.sweeps.row import Outcome, Row

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SIZES = {"nodes": "nodes of the tree", "sequences": "sequences of both players", "infosets": "information sets"}


@dataclass(frozen=True)
class ScalingSeries:
    """The times of one way of solving.

    Attributes
    ----------
    label : str
    measured : list of (size, seconds)
        Of the cases with a certified answer.
    failed : list of (size, seconds)
        Of the others: how long they were tried.
    law : PowerLaw, optional
        None where there are too few sizes.
    """

    label: str
    measured: list[tuple[float, float]]
    failed: list[tuple[float, float]]
    law: PowerLaw | None


def scaling_series(
    rows: Iterable[Row], size: str = "nodes", time: str = "seconds", by: Sequence[str] | None = None
) -> list[ScalingSeries]:
    """Return times and sizes, and the power law that fits the median times, for each way of solving.

    Parameters
    ----------
    rows : iterable of Row
    size : str
        One of `SIZES`.
    time : str
        "seconds" of the whole case, or "phases.NAME", such as "phases.solve".
    by : sequence of str, optional
        Columns that tell the series apart; if absent, the backend and what else varies of concept and way of solving.
    """
    rows = in_order(rows)
    columns = list(by) if by is not None else [*way_columns(rows), *varying(rows, ["concept"])]
    found = []
    for values, members in grouped(rows, columns).items():
        good, bad = ([row for row in members if (row.outcome is Outcome.CERTIFIED) is kind] for kind in (True, False))
        measured = _pairs(good, size, time)
        found.append(
            ScalingSeries(
                label_of(columns, values), measured, _pairs(bad, size, "seconds"), power_law(medians(measured))
            )
        )
    return [series for series in found if series.measured or series.failed]


def medians(measured: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return every size with the median of its times: a slow first run among several does not tilt the fit.

    Examples
    --------
    >>> medians([(10, 1.0), (10, 9.0), (10, 1.5), (20, 2.0)])
    [(10, 1.5), (20, 2.0)]
    """
    times: dict[float, list[float]] = {}
    for size, seconds in measured:
        times.setdefault(size, []).append(seconds)
    return [(size, statistics.median(found)) for size, found in sorted(times.items())]


def _pairs(rows: Iterable[Row], size: str, time: str) -> list[tuple[float, float]]:
    pairs = ((value_at(row, size), value_at(row, time)) for row in rows)
    return sorted((float(a), float(b)) for a, b in pairs if a is not None and b is not None and a > 0 and b > 0)


def scaling_picture(
    rows: Sequence[Row], *, x: str | None = None, y: str | None = None, by: Sequence[str] | None = None
) -> Picture:
    """Return the picture of time against size.

    Parameters
    ----------
    rows : sequence of Row
    x : str, optional
        One of `SIZES`; the first that the cases have, if absent.
    y, by : optional
        As `time` and `by` in `scaling_series`.

    Raises
    ------
    ModelError
        If there are not two sizes with a certified answer.
    OptionError
        If x or y is no size or no time.
    """
    if x is not None and x not in SIZES:
        raise OptionError(f"--x {x}: of a scaling plot one of {', '.join(SIZES)} is expected")
    time = y or "seconds"
    if time != "seconds" and not time.startswith("phases."):
        raise OptionError(f"--y {y}: of a scaling plot seconds, or phases.NAME such as phases.solve, is expected")
    size = x or next((name for name in SIZES if any(value_at(row, name) for row in rows)), "nodes")
    series = scaling_series(rows, size, time, by)
    sizes = {point[0] for part in series for point in part.measured}
    if len(sizes) < 2:
        there = f"all have {next(iter(sizes)):,.0f}" if sizes else "there is none"
        raise ModelError(
            f"scaling plot: needs certified cases with {time}, of games with different numbers of {size}, and {there}"
        )
    require_few(series, "scaling")
    title = f"{'seconds' if time == 'seconds' else time.removeprefix('phases.') + ' seconds'} against {size}"
    notes = [*(f"{part.label}: {law_text(part, size)}" for part in series), *_unsized(rows, size)]
    return Picture("scaling", title, lambda: _figure(series, size, time), tuple(notes))


def law_text(series: ScalingSeries, size: str) -> str:
    """Return the fitted exponent with its standard error, or why there is none."""
    law = series.law
    if law is None:
        sizes = len({size for size, _ in series.measured})
        return f"{counted(sizes, 'size')}, too few to fit an exponent" if sizes else "no certified answer"
    cases = counted(len(series.measured), "case")
    return f"{size}^({law}) fitted to the medians of {law.sizes} sizes, {cases}"


def _unsized(rows: Iterable[Row], size: str) -> list[str]:
    lost = sum(value_at(row, size) is None for row in rows)
    return [f"{counted(lost, 'case')} without a known number of {size} left out"] if lost else []


def _figure(series: Sequence[ScalingSeries], size: str, time: str) -> Figure:
    figure = new_figure(7, 4.6)
    axes = figure.add_subplot()
    for number, part in enumerate(series):
        color, marker = COLORS[number], MARKERS[number]
        label = part.label + (f":  exponent {part.law}" if part.law else "")
        middle = medians(part.measured)
        axes.plot(*_xy(middle), marker, color=color, alpha=0.8, markeredgewidth=0, label=label, linestyle="none")
        if len(part.measured) > len(middle):
            axes.plot(*_xy(part.measured), ".", color=color, alpha=0.45, markersize=3, linestyle="none")
        if part.law is not None:
            ends = np.array([part.measured[0][0], part.measured[-1][0]])
            axes.plot(ends, [part.law(end) for end in ends], color=color, linewidth=1.2)
        if part.failed:
            axes.plot(*_xy(part.failed), "x", color=color, markersize=6, linestyle="none")
    if any(part.failed for part in series):
        axes.plot([], [], "x", color="0.4", linestyle="none", label="no certified answer: not fitted")
    points = [point for part in series for point in (*part.measured, *part.failed)]
    set_scale(axes, "x", [size for size, _ in points], log=True)
    set_scale(axes, "y", [seconds for _, seconds in points], log=True)
    axes.set(
        xlabel=SIZES[size], ylabel="seconds" if time == "seconds" else f"seconds to {time.removeprefix('phases.')}"
    )
    legend_below(figure, [axes])
    return figure


def _xy(points: Iterable[tuple[float, float]]) -> tuple[list[float], list[float]]:
    pairs = list(points)
    return [pair[0] for pair in pairs], [pair[1] for pair in pairs]
