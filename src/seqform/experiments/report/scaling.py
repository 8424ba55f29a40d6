"""Time against size on logarithmic axes, with the exponents of power laws.

How time grows with size: a power law, fitted in logarithms.
"""

from __future__ import annotations

import json
import math
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from seqform.errors import ModelError
from seqform.experiments.report.data import (
    SECONDS,
    grouped,
    in_order,
    is_merged,
    label_of,
    listed,
    one_of,
    time_column,
    time_text,
    value_at,
    varying,
    way_columns,
)
from seqform.experiments.report.figure import (
    COLORS,
    MARKERS,
    MOST_SERIES,
    SIZE,
    Picture,
    Point,
    label_text,
    looks,
    new_figure,
    put_legend,
    require_few,
    set_scale,
)
from seqform.experiments.rows import Outcome, Row
from seqform.models.numbers.text import counted
from seqform.system.packages import require

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.figure import Figure

FEWEST_SIZES = 3
"""Through two sizes there is always a line, and nothing tells how well it fits."""


@dataclass(frozen=True)
class PowerLaw:
    """time ≈ factor · size^exponent.

    Attributes
    ----------
    factor : float
        In the unit of the times.
    points, sizes : int
        How many measurements were fitted, and at how many different sizes.
    """

    exponent: float
    standard_error: float
    factor: float
    points: int
    sizes: int

    def __call__(self, size: float) -> float:
        """Return the time at a size."""
        return float(self.factor * size**self.exponent)

    def __str__(self) -> str:
        return f"{round(self.exponent, 2) + 0.0:.2f} ± {self.standard_error:.2f}"  # + 0.0 turns -0.0 into 0.0


def power_law(measured: Iterable[tuple[float, float]]) -> PowerLaw | None:
    """Fit log time = log factor + exponent · log size by least squares.

    Parameters
    ----------
    measured : iterable of (size, time)
        Those that are not positive have no logarithm and are left out.

    Returns
    -------
    PowerLaw, optional
        None with fewer than `FEWEST_SIZES` different sizes.

    Examples
    --------
    >>> law = power_law((n, 5e-6 * n**1.5) for n in (10, 100, 1000))
    >>> round(law.exponent, 9), round(law.factor, 9), law.standard_error < 1e-9
    (1.5, 5e-06, True)
    >>> power_law([(10, 1.0), (20, 2.0)]) is None
    True
    """
    pairs = [(size, time) for size, time in measured if size > 0 and time > 0]
    sizes = len({size for size, _ in pairs})
    if sizes < FEWEST_SIZES:
        return None
    x, y = np.log(np.array(pairs, dtype=np.float64)).T
    across = x - x.mean()
    spread = float(across @ across)
    exponent = float(across @ (y - y.mean())) / spread
    residuals = y - y.mean() - exponent * across
    variance = float(residuals @ residuals) / (len(pairs) - 2)
    factor = math.exp(float(y.mean() - exponent * x.mean()))
    return PowerLaw(exponent, math.sqrt(variance / spread), factor, len(pairs), sizes)


SIZES = {"nodes": "nodes of the tree", "sequences": "sequences of both players", "infosets": "information sets"}
OTHER_GAMES = "other games"
NOT_FITTED = "no certified answer: not fitted"
DOT: dict[str, Any] = {"alpha": 0.8, "markeredgewidth": 0, "linestyle": "none"}
CROSS: dict[str, Any] = {"marker": "x", "markeredgewidth": 1.4, "linestyle": "none"}
CROSS_SIZE = 5.5


@dataclass(frozen=True)
class ScalingSeries:
    """The times of one way of solving.

    Attributes
    ----------
    measured : list of (size, seconds)
        Of the cases with a certified answer.
    failed : list of (size, seconds)
        Of the others that were tried: for how long.
    law : PowerLaw, optional
        None where there are too few sizes.
    """

    label: str
    measured: list[tuple[float, float]]
    failed: list[tuple[float, float]]
    law: PowerLaw | None


def scaling_series(
    rows: Iterable[Row], size: str = "nodes", time: str = SECONDS, by: Sequence[str] | None = None
) -> list[ScalingSeries]:
    """Return times and sizes, and the power law that fits the median times, for each way of solving.

    Parameters
    ----------
    size : str
        One of `SIZES`. A case that was stopped before its size was known has that of another case with the same game,
        parameters and seed.
    time : str
        "seconds" of the whole case, or "phases.NAME", such as "phases.solve".
    by : sequence of str, optional
        Columns that tell the series apart; if absent, the backend and what else varies of concept and way of solving,
        and the games that have sizes enough for a fit of their own.
    """
    rows = [row for row in in_order(rows) if row.outcome is not Outcome.REFUSED]
    sizes = sizes_of(rows, size)
    found = []
    for label, members in _series_of(rows, sizes, by).items():
        good, bad = ([row for row in members if (row.outcome is Outcome.CERTIFIED) is kind] for kind in (True, False))
        measured = _pairs(good, sizes, time)
        found.append(ScalingSeries(label, measured, _pairs(bad, sizes, time), power_law(medians(measured))))
    return [series for series in found if series.measured or series.failed]


def sizes_of(rows: Iterable[Row], size: str) -> dict[str, float]:
    """Return by key the size of every case of which it is known, be it from a case of the same game."""
    rows = list(rows)
    known: dict[str, float] = {}
    for row in rows:
        found = value_at(row, size)
        if found:
            known.setdefault(_same_size(row, size), float(found))
    own = {row.key: value_at(row, size) or known.get(_same_size(row, size)) for row in rows}
    return {key: float(found) for key, found in own.items() if found}


def _same_size(row: Row, size: str) -> str:
    """Return what cases of the same size have in common; sequences are those of what merging hands leaves."""
    merged = row.case.get("shrink") if size == "sequences" else None
    return json.dumps([row.case.get(name) for name in ("game", "parameters", "seed")] + [merged], sort_keys=True)


def _series_of(rows: Sequence[Row], sizes: Mapping[str, float], by: Sequence[str] | None) -> dict[str, list[Row]]:
    """Return the cases of each series by its label."""
    columns = _columns(rows, by)
    whole: dict[str, list[Row]] = {}
    for values, members in grouped(rows, columns).items():
        whole.setdefault(label_of(columns, values), []).extend(members)
    games = grouped(rows, ["game"])
    if by is not None or len(games) < 2:
        return whole
    alone = [game for (game,), cases in games.items() if _fittable(cases, sizes)]
    rest = [game for (game,) in games if game not in alone]
    names = {game: str(game) for game in alone} | dict.fromkeys(rest, rest[0] if len(rest) == 1 else OTHER_GAMES)
    split: dict[str, list[Row]] = {}
    for name in dict.fromkeys(names[game] for game in (*alone, *rest)):
        members = [row for row in rows if names[row.case["game"]] == name]
        for values, cases in grouped(members, columns).items():
            split.setdefault(f"{name}, {label_of(columns, values)}", []).extend(cases)
    return split if alone and len(split) <= MOST_SERIES else whole


def _columns(rows: Sequence[Row], by: Sequence[str] | None) -> list[str]:
    return list(by) if by is not None else [*way_columns(rows), *varying(rows, ["concept"])]


def _fittable(rows: Iterable[Row], sizes: Mapping[str, float]) -> bool:
    certified = {sizes.get(row.key) for row in rows if row.outcome is Outcome.CERTIFIED}
    return len(certified - {None}) >= FEWEST_SIZES


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


def _pairs(rows: Iterable[Row], sizes: Mapping[str, float], time: str) -> list[tuple[float, float]]:
    pairs = ((sizes.get(row.key), value_at(row, time)) for row in rows)
    return sorted((a, float(b)) for a, b in pairs if a is not None and b is not None and b > 0)


def scaling_picture(
    rows: Sequence[Row], *, x: str | None = None, y: str | None = None, by: Sequence[str] | None = None
) -> Picture:
    """Return the picture of time against size.

    Parameters
    ----------
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
    time = time_column(y, "scaling")
    size = one_of("--x", x, SIZES, "scaling") or next(
        (name for name in SIZES if any(value_at(row, name) for row in rows)), "nodes"
    )
    series = scaling_series(rows, size, time, by)
    measured = {point[0] for part in series for point in part.measured}
    if len(measured) < 2:
        there = f"all have {next(iter(measured)):,.0f}" if measured else "there is none"
        raise ModelError(
            f"scaling plot: needs certified cases with {time}, of games with different numbers of {size}, and {there}"
        )
    require_few(series, "scaling")
    title = f"{time_text(time)} against {size}"
    notes = [*(f"{part.label}: {law_text(part, size)}" for part in series), *_remarks(rows, size, time, by)]
    merged = size == "nodes" and any(map(is_merged, rows))
    across = SIZES[size] + (", before hands are merged" if merged else "")
    return Picture("scaling", title, lambda: _figure(series, across, time_text(time)), tuple(notes))


def law_text(series: ScalingSeries, size: str) -> str:
    """Return the fitted exponent with its standard error, or why there is none."""
    law = series.law
    if law is None:
        sizes = len({size for size, _ in series.measured})
        return f"{counted(sizes, 'size')}, too few to fit an exponent" if sizes else "no certified answer"
    cases = counted(len(series.measured), "case")
    return f"{size}^({law}) fitted to the medians of {law.sizes} sizes, {cases}"


def _remarks(rows: Sequence[Row], size: str, time: str, by: Sequence[str] | None) -> list[str]:
    """Return what is left out, and which games are mixed."""
    tried = [row for row in in_order(rows) if row.outcome is not Outcome.REFUSED]
    sizes = sizes_of(tried, size)
    unsized = sum(row.key not in sizes for row in tried)
    untimed = sum(row.key in sizes and not value_at(row, time) for row in tried)
    notes = [f"{counted(len(rows) - len(tried), 'refused case')} left out"] if len(tried) < len(rows) else []
    notes += [f"{counted(unsized, 'case')} without a known number of {size} left out"] if unsized else []
    notes += [f"{counted(untimed, 'case')} without {time_text(time)} left out"] if untimed else []
    mixed = {str(row.case["game"]): None for cases in _mixed(tried, sizes, by) for row in cases}
    if mixed:
        columns = ",".join(["game", *_columns(rows, by)])
        names = listed(mixed)
        notes.append(f"one series has several games: {names}; choose with --where, or tell them apart by {columns}")
    return notes


def _mixed(rows: Sequence[Row], sizes: Mapping[str, float], by: Sequence[str] | None) -> list[list[Row]]:
    sized = [row for row in rows if row.key in sizes]
    return [cases for cases in _series_of(sized, sizes, by).values() if varying(cases, ["game"])]


def _figure(series: Sequence[ScalingSeries], across: str, upwards: str) -> Figure:
    figure = new_figure(7, 4.2)
    axes = figure.add_subplot()
    crosses = _cross_sizes(series)
    for number, part in enumerate(series):
        color, marker = COLORS[number], MARKERS[number]
        middle = medians(part.measured)
        axes.plot(*_xy(middle), marker=marker, color=color, **DOT)
        if len(part.measured) > len(middle):
            axes.plot(*_xy(set(part.measured)), ".", color=color, alpha=0.45, markersize=3, linestyle="none")
        if part.law is not None:
            ends = np.array([part.measured[0][0], part.measured[-1][0]])
            axes.plot(ends, [part.law(end) for end in ends], color=color, linewidth=1.2)
        if part.failed:
            axes.plot(*_xy(set(part.failed)), color=color, markersize=crosses[number], **CROSS)
    points = [point for part in series for point in (*part.measured, *part.failed)]
    set_scale(axes, "x", [size for size, _ in points], log=True)
    fitted = [part.law(part.measured[end][0]) for part in series if part.law for end in (0, -1)]
    set_scale(axes, "y", [*(seconds for _, seconds in points), *fitted], log=True)
    axes.set(xlabel=label_text(across), ylabel=label_text(upwards))
    put_legend(figure, _legend(series))
    return figure


def _cross_sizes(series: Sequence[ScalingSeries]) -> list[float]:
    """Return the size of the crosses of every series: larger where those of later ones lie on them."""
    curves = [[Point(size, math.log10(seconds)) for size, seconds in part.failed] for part in series]
    heights = [math.log10(seconds) for part in series for _, seconds in (*part.measured, *part.failed)]
    return [CROSS_SIZE * look.size / SIZE for look in looks(curves, max(heights) - min(heights))]


def _legend(series: Sequence[ScalingSeries]) -> dict[str, Artist]:
    """Return what colours mean, with a cross where there is nothing else, and what crosses mean."""
    require("matplotlib.lines")
    from matplotlib.lines import Line2D

    entries: dict[str, Artist] = {}
    for number, part in enumerate(series):
        label = part.label + (f":  exponent {part.law}" if part.law else "")
        mark = {"marker": MARKERS[number], **DOT} if part.measured else CROSS
        entries[label] = Line2D([], [], color=COLORS[number], markersize=CROSS_SIZE, **mark)
    if any(part.failed for part in series):
        entries[NOT_FITTED] = Line2D([], [], color="0.4", markersize=CROSS_SIZE, **CROSS)
    return entries


def _xy(points: Iterable[tuple[float, float]]) -> tuple[list[float], list[float]]:
    pairs = sorted(points)
    return [pair[0] for pair in pairs], [pair[1] for pair in pairs]
