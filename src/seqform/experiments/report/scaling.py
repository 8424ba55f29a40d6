"""Time against size on logarithmic axes, with the exponents of power laws fitted in logarithms."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from seqform.errors import ModelError
from seqform.experiments.report.data import ROW, column, grouped, labelled, listed, varying, way_columns
from seqform.experiments.report.figure import (
    COLORS,
    MARKERS,
    MOST_SERIES,
    SIZE,
    Picture,
    chosen,
    label_text,
    legend_mark,
    looks,
    new_figure,
    put_legend,
    require_few,
    set_scale,
    time_column,
    time_text,
)
from seqform.experiments.rows import Outcome, Row
from seqform.experiments.values import abstraction_in
from seqform.models.numbers.text import counted

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.figure import Figure
    from pandas import DataFrame, Series

FEWEST_SIZES = 3
"""Two sizes determine a line and leave nothing to estimate its error from."""

SIZES = {"nodes": "nodes of the tree", "sequences": "sequences of both players", "infosets": "information sets"}
OTHER_GAMES = "other games"
NOT_FITTED = "no certified answer: not fitted"
DOT: dict[str, Any] = {"alpha": 0.8, "markeredgewidth": 0, "linestyle": "none"}
CROSS: dict[str, Any] = {"marker": "x", "markeredgewidth": 1.4, "linestyle": "none"}
CROSS_SIZE = 5.5


@dataclass(frozen=True)
class PowerLaw:
    """time ≈ factor · size^exponent, fitted at so many different sizes."""

    exponent: float
    standard_error: float
    factor: float
    sizes: int

    def __call__(self, size: float) -> float:
        """Return the time at a size."""
        return float(self.factor * size**self.exponent)

    def __str__(self) -> str:
        return f"{round(self.exponent, 2) + 0.0:.2f} ± {self.standard_error:.2f}"  # + 0.0 turns -0.0 into 0.0


def power_law(sizes: Sequence[float], times: Sequence[float]) -> PowerLaw | None:
    """Fit log time = log factor + exponent · log size by least squares to positive sizes and times.

    Returns
    -------
    PowerLaw, optional
        None with fewer than `FEWEST_SIZES` different sizes.

    Examples
    --------
    >>> law = power_law([10, 100, 1000], [5e-6 * n**1.5 for n in (10, 100, 1000)])
    >>> round(law.exponent, 9), round(law.factor, 9), law.standard_error < 1e-9
    (1.5, 5e-06, True)
    >>> power_law([10, 20], [1.0, 2.0]) is None
    True
    """
    different = len(set(sizes))
    if different < FEWEST_SIZES:
        return None
    x, y = np.log(np.array([sizes, times], dtype=np.float64))
    across = x - x.mean()
    (exponent, middle), covariance = np.polyfit(across, y, 1, cov=True)
    factor = math.exp(middle - exponent * x.mean())
    return PowerLaw(float(exponent), float(np.sqrt(covariance[0, 0])), factor, different)


@dataclass(frozen=True)
class ScalingSeries:
    """The times of one way of solving.

    Attributes
    ----------
    measured : DataFrame
        Sizes x and seconds y of the cases with a certified answer.
    failed : DataFrame
        The same of the other cases that were tried.
    law : PowerLaw, optional
        Fitted to the median time of every size; None where there are too few sizes.
    """

    label: str
    measured: DataFrame
    failed: DataFrame
    law: PowerLaw | None

    @property
    def medians(self) -> Series[float]:
        """The median times by size: a slow first run among several does not tilt the fit."""
        return self.measured.groupby("x")["y"].median()


def scaling_series(
    cases: DataFrame, size: str = "nodes", time: str = "seconds", by: Sequence[str] | None = None
) -> list[ScalingSeries]:
    """Return times and sizes, and the power law that fits the median times, for each way of solving.

    Parameters
    ----------
    size : str
        One of `SIZES`.
    by : sequence of str, optional
        Columns that tell the series apart; if absent, the backend and what else varies of concept and way of solving,
        and the games that have enough sizes for a fit of their own.
    """
    tried = cases[cases["outcome"] != Outcome.REFUSED]
    every = _points(tried, size, time)
    found = []
    for label, members in _split(tried, every["x"], by).items():
        points = every.loc[members.index].dropna().sort_values(["x", "y"], ignore_index=True)
        measured, failed = points[points["certified"]], points[~points["certified"]]
        if len(points):
            series = ScalingSeries(label, measured, failed, None)
            law = power_law(series.medians.index.tolist(), series.medians.tolist())
            found.append(ScalingSeries(label, measured, failed, law))
    return found


def _points(tried: DataFrame, size: str, time: str) -> DataFrame:
    """Return the sizes x and the seconds y of cases, positive or NaN, and whether they are certified.

    A case that was stopped before its size was known has that of another case of the same game, parameters and seed.
    """
    import pandas as pd

    game = tried[ROW].map(lambda row: _same_size(row, size))
    x, y = (found.where(found > 0) for found in (column(tried, name).astype(float) for name in (size, time)))
    return pd.DataFrame({"x": x.fillna(x.groupby(game).transform("first")), "y": y, "certified": _certified(tried)})


def _certified(cases: DataFrame) -> Series[bool]:
    return cases["outcome"] == Outcome.CERTIFIED


def _same_size(row: Row, size: str) -> str:
    """Return what cases of the same size share; sequences are those that are left when hands are merged."""
    merged = abstraction_in(row.case.get("preprocess")) if size == "sequences" else None
    return json.dumps([row.case.get(name) for name in ("game", "parameters", "seed")] + [merged], sort_keys=True)


def _split(tried: DataFrame, sizes: Series[float], by: Sequence[str] | None) -> dict[str, DataFrame]:
    """Return the cases of each series by its label."""
    columns = _columns(tried, by)
    whole = labelled(tried, columns)
    games = grouped(tried, ["game"])
    if by is not None or len(games) < 2:
        return whole
    alone = [game for (game,), same in games.items() if _is_fittable(sizes[same.index][_certified(same)])]
    rest = [game for (game,) in games if game not in alone]
    parts = {str(game): games[(game,)] for game in alone}
    if rest:
        parts[str(rest[0]) if len(rest) == 1 else OTHER_GAMES] = tried[tried["game"].isin(rest)]
    split = {
        f"{name}, {label}": members
        for name, same in parts.items()
        for label, members in labelled(same, columns).items()
    }
    return split if alone and len(split) <= MOST_SERIES else whole


def _columns(tried: DataFrame, by: Sequence[str] | None) -> list[str]:
    return list(by) if by is not None else [*way_columns(tried), *varying(tried, ["concept"])]


def _is_fittable(sizes: Series[float]) -> bool:
    return sizes.nunique() >= FEWEST_SIZES


def scaling_picture(
    cases: DataFrame, *, x: str | None = None, y: str | None = None, by: Sequence[str] | None = None
) -> Picture:
    """Return the picture of time against size.

    `x` is one of `SIZES`, by default the first that the cases have; `y` and `by` are `time` and `by` of
    `scaling_series`. A ModelError is raised if there are not two sizes with a certified answer.
    """
    time = time_column(y, "scaling")
    there = [name for name in SIZES if column(cases, name).notna().any()]
    size = chosen("--x", x, SIZES, "scaling") or next(iter(there), "nodes")
    series = scaling_series(cases, size, time, by)
    measured = {point for part in series for point in part.measured["x"]}
    if len(measured) < 2:
        found = f"all have {next(iter(measured)):,.0f}" if measured else "there is none"
        raise ModelError(
            f"scaling plot: needs certified cases with {time}, of games with different numbers of {size}, and {found}"
        )
    require_few(series, "scaling")
    notes = [*(f"{part.label}: {_law_text(part, size)}" for part in series), *_remarks(cases, size, time, by)]
    merged = size == "nodes" and (cases["abstraction"] != "none").any()
    across = SIZES[size] + (", before hands are merged" if merged else "")
    title = f"{time_text(time)} against {size}"
    return Picture("scaling", title, lambda: _figure(series, across, time_text(time)), tuple(notes))


def _law_text(series: ScalingSeries, size: str) -> str:
    """Return the fitted exponent with its standard error, or the reason why there is none."""
    if series.law is None:
        sizes = series.measured["x"].nunique()
        return f"{counted(sizes, 'size')}, too few to fit an exponent" if sizes else "no certified answer"
    measured = counted(len(series.measured), "case")
    return f"{size}^({series.law}) fitted to the medians of {series.law.sizes} sizes, {measured}"


def _remarks(cases: DataFrame, size: str, time: str, by: Sequence[str] | None) -> list[str]:
    """Return notes on the cases that are left out, and on series of several games."""
    tried = cases[cases["outcome"] != Outcome.REFUSED]
    points = _points(tried, size, time)
    sized = points["x"].notna()
    refused, unsized = len(cases) - len(tried), int((~sized).sum())
    untimed = int((sized & points["y"].isna()).sum())
    notes = [f"{counted(refused, 'refused case')} left out"] if refused else []
    notes += [f"{counted(unsized, 'case')} without a known number of {size} left out"] if unsized else []
    notes += [f"{counted(untimed, 'case')} without {time_text(time)} left out"] if untimed else []
    parts = _split(tried[sized], points["x"], by).values()
    mixed = [game for part in parts if varying(part, ["game"]) for game in part["game"]]
    if mixed:
        names, columns = listed(map(str, dict.fromkeys(mixed))), ",".join(["game", *_columns(tried, by)])
        notes.append(f"one series has several games: {names}; choose with --where, or tell them apart by {columns}")
    return notes


def _figure(series: Sequence[ScalingSeries], across: str, upwards: str) -> Figure:
    figure = new_figure(7, 4.2)
    axes = figure.add_subplot()
    times = np.concatenate([points["y"] for part in series for points in (part.measured, part.failed)])
    logarithms = [part.failed.assign(y=np.log10(part.failed["y"])) for part in series]
    crosses = looks(logarithms, float(np.log10(times.max() / times.min())))
    fitted: list[float] = []
    for number, part in enumerate(series):
        color, medians = COLORS[number], part.medians
        axes.plot(medians.index, medians, marker=MARKERS[number], color=color, **DOT)
        if len(part.measured) > len(medians):
            each = part.measured.drop_duplicates()
            axes.plot(each["x"], each["y"], ".", color=color, alpha=0.45, markersize=3, linestyle="none")
        if part.law is not None:
            ends = [medians.index[0], medians.index[-1]]
            fitted += map(part.law, ends)
            axes.plot(ends, fitted[-2:], color=color, linewidth=1.2)
        if len(part.failed):
            each, size = part.failed.drop_duplicates(), CROSS_SIZE * crosses[number].size / SIZE
            axes.plot(each["x"], each["y"], color=color, markersize=size, **CROSS)
    set_scale(axes, "x", [at for part in series for at in (*part.measured["x"], *part.failed["x"])], log=True)
    set_scale(axes, "y", [*times, *fitted], log=True)
    axes.set(xlabel=label_text(across), ylabel=label_text(upwards))
    put_legend(figure, _legend(series))
    return figure


def _legend(series: Sequence[ScalingSeries]) -> dict[str, Artist]:
    """Return the colours, with a cross where there is nothing else, and the meaning of crosses."""
    entries: dict[str, Artist] = {}
    for number, part in enumerate(series):
        label = part.label + (f":  exponent {part.law}" if part.law else "")
        mark = {"marker": MARKERS[number], **DOT} if len(part.measured) else CROSS
        entries[label] = _mark(COLORS[number], mark)
    if any(len(part.failed) for part in series):
        entries[NOT_FITTED] = _mark("0.4", CROSS)
    return entries


def _mark(color: str, look: dict[str, Any]) -> Artist:
    rest = {name: value for name, value in look.items() if name != "linestyle"}
    return legend_mark(color, "none", markersize=CROSS_SIZE, **rest)
