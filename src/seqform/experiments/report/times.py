"""Pictures of times: time against size with fitted power laws, performance profiles, and gaps against time.

A performance profile is the share of problems that a way of solving has solved within a factor of the best time:
E. D. Dolan & J. J. Moré, "Benchmarking optimization software with performance profiles", Mathematical Programming 91
(2002).
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from seqform.errors import ModelError
from seqform.experiments.report import data
from seqform.experiments.report import figure as plots
from seqform.experiments.report.data import ROW, column
from seqform.experiments.rows import Outcome, Row
from seqform.experiments.values import abstraction_in
from seqform.io.style import theme
from seqform.models.numbers.text import counted

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
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

PROBLEM_FIELDS = ("game", "seed", "concept")
"""With the parameters these determine the problem; all other columns of a case are ways of solving it."""

SHORTEST = 1e-9
"""Shorter times count as this: a ratio needs a best time above zero."""


# ---- time against size ----


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

    There is no fit with fewer than `FEWEST_SIZES` different sizes.
    """
    different = len(set(sizes))
    if different < FEWEST_SIZES:
        return None
    x, y = np.log(np.array([sizes, times], dtype=np.float64))
    (exponent, middle), covariance = np.polyfit(x - x.mean(), y, 1, cov=True)
    factor = math.exp(middle - exponent * x.mean())
    return PowerLaw(float(exponent), float(np.sqrt(covariance[0, 0])), factor, different)


def scaling_points(
    cases: DataFrame, size: str = "nodes", time: str = "seconds", by: Sequence[str] | None = None
) -> DataFrame:
    """Return series, game, size x, time y and certified of the cases that were not refused, series by series.

    The columns `by` distinguish the series; if absent, the backend and what else varies of concept and way of solving,
    and the games that have enough sizes for a fit of their own. Sizes and seconds are positive or NaN. A case that was
    stopped before its size was known has that of another case of the same game, parameters and seed.
    """
    import pandas as pd

    tried = cases[cases["outcome"] != Outcome.REFUSED]
    game = tried[ROW].map(lambda row: _same_size(row, size))
    x, y = (found.where(found > 0) for found in (column(tried, name).astype(float) for name in (size, time)))
    x = x.fillna(x.groupby(game).transform("first"))
    sure = tried["outcome"] == Outcome.CERTIFIED
    points = pd.DataFrame({"series": "", "game": tried["game"], "x": x, "y": y, "certified": sure})
    points = points.sort_values(["x", "y"], kind="stable")
    split = _split(tried, x[sure], by)
    parts = [points[points.index.isin(members.index)].assign(series=label) for label, members in split.items()]
    return pd.concat(parts or [points])


def _same_size(row: Row, size: str) -> str:
    """Return what cases of the same size share; sequences are those that are left when hands are merged."""
    merged = abstraction_in(row.case.get("preprocess")) if size == "sequences" else None
    return json.dumps([row.case.get(name) for name in ("game", "parameters", "seed")] + [merged], sort_keys=True)


def _split(tried: DataFrame, certified: Series[float], by: Sequence[str] | None) -> dict[str, DataFrame]:
    """Return the cases of each series by its label, given the sizes of the certified ones."""
    columns = list(by) if by is not None else data.varied_ways(tried)
    whole, games = data.labelled(tried, columns), data.grouped(tried, ["game"])
    if by is not None or len(games) < 2:
        return whole
    sizes = certified.groupby(tried["game"]).nunique()
    alone = [game for (game,) in games if sizes.get(game, 0) >= FEWEST_SIZES]
    rest = [game for (game,) in games if game not in alone]
    parts = {str(game): games[(game,)] for game in alone}
    if rest:
        parts[str(rest[0]) if len(rest) == 1 else OTHER_GAMES] = tried[tried["game"].isin(rest)]
    split = {
        f"{name}, {label}": members
        for name, same in parts.items()
        for label, members in data.labelled(same, columns).items()
    }
    return split if alone and len(split) <= plots.MOST_SERIES else whole


def medians(points: DataFrame) -> Series[float]:
    """Return the median time of the certified cases of every size: a slow first run does not tilt a fit to them."""
    return points[points["certified"]].groupby("x")["y"].median()


def power_laws(points: DataFrame) -> dict[str, PowerLaw | None]:
    """Return the power law that fits the median times of each series."""
    found = {str(label): medians(part) for label, part in points.groupby("series", sort=False)}
    return {label: power_law(middle.index.tolist(), middle.tolist()) for label, middle in found.items()}


def scaling_picture(
    cases: DataFrame, *, x: str | None = None, y: str | None = None, by: Sequence[str] | None = None
) -> plots.Picture:
    """Return the picture of time against size.

    `x` is one of `SIZES`, by default the first that the cases have; `y` and `by` are `time` and `by` of
    `scaling_points`. A ModelError is raised if there are not two sizes with a certified answer.
    """
    time = y or "seconds"
    size = x or next((name for name in SIZES if column(cases, name).notna().any()), "nodes")
    every = scaling_points(cases, size, time, by)
    points = every.dropna()
    measured = points["x"][points["certified"]].unique()
    if len(measured) < 2:
        found = f"all have {measured[0]:,.0f}" if len(measured) else "there is none"
        raise ModelError(
            f"scaling plot: needs certified cases with {time}, of games with different numbers of {size}, and {found}"
        )
    laws = power_laws(points)
    plots.require_few(laws, "scaling")
    notes = [
        f"{label}: {_law_text(part, laws[str(label)], size)}" for label, part in points.groupby("series", sort=False)
    ]
    notes += _remarks(cases, every, size, time, by)
    merged = size == "nodes" and (cases["abstraction"] != "none").any()
    across = SIZES[size] + (", before hands are merged" if merged else "")
    upwards = plots.time_text(time)
    return plots.Picture(
        "scaling", f"{upwards} against {size}", lambda: _scaling_figure(points, laws, across, upwards), tuple(notes)
    )


def _law_text(points: DataFrame, law: PowerLaw | None, size: str) -> str:
    """Return the fitted exponent with its standard error, or the reason why there is none."""
    measured = points["x"][points["certified"]]
    if law is None:
        sizes = measured.nunique()
        return f"{counted(sizes, 'size')}, too few to fit an exponent" if sizes else "no certified answer"
    return f"{size}^({law}) fitted to the medians of {law.sizes} sizes, {counted(len(measured), 'case')}"


def _remarks(cases: DataFrame, every: DataFrame, size: str, time: str, by: Sequence[str] | None) -> list[str]:
    """Return notes on the cases that are left out, and on series of several games."""
    sized = every[every["x"].notna()]
    refused, unsized, untimed = len(cases) - len(every), len(every) - len(sized), int(sized["y"].isna().sum())
    notes = data.note(refused, "refused case", " left out")
    notes += data.note(unsized, "case", f" without a known number of {size} left out")
    notes += data.note(untimed, "case", f" without {plots.time_text(time)} left out")
    mixed = sized[sized.groupby("series")["game"].transform("nunique") > 1]
    if len(mixed):
        tried = cases[cases["outcome"] != Outcome.REFUSED]
        names = data.listed(map(str, mixed.sort_index()["game"].unique()))
        apart = ",".join(["game", *(by if by is not None else data.varied_ways(tried))])
        notes.append(
            f"one series has several games: {names}; choose with --where, or distinguish them with --by {apart}"
        )
    return notes


def _scaling_figure(points: DataFrame, laws: dict[str, PowerLaw | None], across: str, upwards: str) -> Figure:
    figure = plots.new_figure(7, 4.2)
    axes = figure.add_subplot()
    series = [part for _, part in points.groupby("series", sort=False)]
    failed = [part[~part["certified"]] for part in series]
    crosses = plots.looks(
        [part.assign(y=np.log10(part["y"])) for part in failed], math.log10(points["y"].max() / points["y"].min())
    )
    entries: dict[str, Artist] = {}
    fitted: list[float] = []
    for number, (part, law) in enumerate(zip(series, laws.values(), strict=True)):
        measured, middle, style = part[part["certified"]], medians(part), plots.style_of(number)
        color, dot = style["color"], {**style, **DOT}
        axes.plot(middle.index, middle, **dot)
        if len(measured) > len(middle):
            each = measured.drop_duplicates(["x", "y"])
            axes.plot(each["x"], each["y"], ".", color=color, alpha=0.45, markersize=3, linestyle="none")
        if law is not None:
            ends = [middle.index[0], middle.index[-1]]
            fitted += map(law, ends)
            axes.plot(ends, fitted[-2:], color=color, linewidth=1.2)
        if len(failed[number]):
            each = failed[number].drop_duplicates(["x", "y"])
            size = CROSS_SIZE * crosses[number].size / plots.SIZE
            axes.plot(each["x"], each["y"], color=color, markersize=size, **CROSS)
        label = part["series"].iloc[0] + (f":  exponent {law}" if law else "")
        entries[label] = plots.legend_mark(
            markersize=CROSS_SIZE, **(dot if len(measured) else {"color": color, **CROSS})
        )
    if any(map(len, failed)):
        entries[NOT_FITTED] = plots.legend_mark(theme().muted, markersize=CROSS_SIZE, **CROSS)
    plots.set_scale(axes, "x", points["x"], log=True)
    plots.set_scale(axes, "y", [*points["y"], *fitted], log=True)
    axes.set(xlabel=plots.label_text(across), ylabel=plots.label_text(upwards))
    plots.put_legend(figure, entries)
    return figure


# ---- performance profiles ----


def time_ratios(times: DataFrame) -> DataFrame:
    """Return every solver's time over the best one's, for every problem.

    The times have a line per problem and a column per solver; infinite where the solver failed, which is within no
    factor of the best. A problem that no solver solved counts against all of them.
    """
    floored = times.clip(lower=SHORTEST)
    return floored.div(floored.min(axis=1), axis=0).where(np.isfinite(floored), np.inf)


def profile_steps(ratios: Series[float]) -> Series[float]:
    """Return ρ(τ), the share of problems within a factor τ of the best, at each τ where it jumps, and at τ = 1."""
    import pandas as pd

    factors = sorted({1.0, *ratios[np.isfinite(ratios)]})
    return pd.Series([float((ratios <= factor).mean()) for factor in factors], index=factors)


def profile_times(cases: DataFrame, by: Sequence[str] | None = None, time: str = "seconds") -> tuple[DataFrame, int]:
    """Return each solver's seconds for every problem that all were given, and the number of the other problems.

    A problem is a game with its parameters, seed and concept; a solver is the backend and what else varies of the way
    of solving, or a group by the columns `by`. Of repetitions the median counts; a failure counts as infinite. A
    ModelError is raised if there are not two solvers with problems in common, or one has solved a problem in two ways.
    """
    import pandas as pd

    columns = list(by) if by is not None else data.way_columns(cases)
    names = [name for name in (*PROBLEM_FIELDS, *data.parameter_columns(cases)) if name not in columns]
    problem = data.group_numbers(cases, names)
    solvers: dict[str, Series[float]] = {}
    for label, members in data.labelled(cases, columns).items():
        same = problem[members.index]
        for _, repeated in members[same.duplicated(keep=False)].groupby(same, sort=False):
            if ways := data.varying(repeated, data.way_columns(repeated)):
                raise ModelError(_repeated(repeated, ways))
        certified = members["outcome"] == Outcome.CERTIFIED
        seconds = column(members, time).astype(float).where(certified, np.inf)
        if seconds.isna().any():
            title = data.case_title(members[ROW][seconds.isna()].iloc[0])
            raise ModelError(f"profile plot: needs {time} of every certified case; {title} has none")
        solvers[label] = seconds.groupby(same).median()
    if len(solvers) < 2:
        raise ModelError(
            "profile plot: needs the same problems solved in two or more ways, such as by different backends; "
            f"here there is only {next(iter(solvers), 'nothing')}"
        )
    both = pd.concat([*solvers.values()], axis=1, join="inner", keys=list(solvers))
    if both.empty:
        raise ModelError(
            f"profile plot: needs problems that were given to every one of {data.listed(solvers, '; ')}, and there is "
            "none; choose with --where"
        )
    return both.sort_index(), problem.nunique() - len(both)


def _repeated(cases: DataFrame, ways: Sequence[str]) -> str:
    differ = ", ".join(f"{name} = {data.cells_listed(cases, name, ' and ')}" for name in ways)
    title = data.case_title(cases[ROW].iloc[0], without=ways)
    return (
        f"profile plot: {title} is there {len(cases)} times, with {differ}; "
        f"use --by with {' and '.join(ways)}, or choose with --where"
    )


def profile_picture(
    cases: DataFrame, *, x: str | None = None, y: str | None = None, by: Sequence[str] | None = None
) -> plots.Picture:
    """Return the picture of the performance profiles.

    `y` and `by` are `time` and `by` of `profile_times`. A ModelError is raised as in
    `profile_times`, or if no problem was solved.
    """
    time = y or "seconds"
    times, left_out = profile_times(cases, by, time)
    plots.require_few(list(times), "profile")
    problems = counted(len(times), "problem")
    ratios = time_ratios(times)
    solved = np.isfinite(ratios).mean()
    if not solved.any():
        raise ModelError(f"profile plot: needs certified cases; none of the {problems} was solved")
    notes = [
        f"{name}: the fastest on {(ratios[name] <= 1).mean():.0%}, within twice the best on "
        f"{(ratios[name] <= 2).mean():.0%}, solves {solved[name]:.0%} of {problems}"
        for name in ratios
    ]
    notes += data.note(left_out, "problem", f" left out: not given to all of {data.listed(map(str, times), '; ')}")
    upwards = plots.time_text(time)
    title = f"performance profiles over {problems}" + (f", {upwards}" if time != "seconds" else "")
    return plots.Picture("profile", title, lambda: _profile_figure(ratios, problems, upwards), tuple(notes))


def _profile_figure(ratios: DataFrame, problems: str, time: str) -> Figure:
    figure = plots.new_figure(7, 4.2)
    axes = figure.add_subplot()
    factors = ratios.to_numpy()
    end = max(2.0, 1.15 * float(factors[np.isfinite(factors)].max()))
    entries = {}
    for number, name in enumerate(ratios):
        steps = profile_steps(ratios[name])
        solved, look = steps.iloc[-1], {**plots.style_of(number), "marker": "", "linewidth": 1.8, "clip_on": False}
        (line,) = axes.step([*steps.index, end], [*steps, solved], where="post", **look)
        entries[f"{plots.label_text(str(name))}:  solves {solved:.0%}"] = line
    plots.set_scale(axes, "x", (1.0, end), log=True)
    axes.set(xlim=(1, end), ylim=(0, 1.02))
    axes.set(xlabel=f"τ, times the best solver's {time}", ylabel=f"solved within τ, of {problems}")
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    plots.put_legend(figure, entries)
    return figure


# ---- gap against time ----

MOST_MARKS = 12
"""Of a curve; the last point always has one."""

CLOSED = "no gap above 0 to show on a logarithmic axis"
MERGED = ", in the merged game"
FLOOR = 0.1
"""A gap of 0 is drawn at this part of the smallest gap of its panel."""


@dataclass(frozen=True)
class Curve:
    """The gap of a case: its positive values y at positive seconds (or iterations) x, and how it ended.

    From x = `closed` on the gap is 0, if ever; `seconds` and `width` are those of the last bounds; `lost` is nash_conv
    in the real game, where another game is solved.
    """

    outcome: str
    points: DataFrame
    closed: float | None
    seconds: float
    width: float
    lost: float | None = None


def gap_curve(
    bounds: Sequence[tuple[float, ...]], across: str = "seconds", outcome: str = "certified", lost: float | None = None
) -> Curve:
    """Return the gap, upper bound less lower, of a case with bounds (iteration, seconds, lower, upper)."""
    import pandas as pd

    frame = pd.DataFrame(bounds, columns=["iterations", "seconds", "lower", "upper"], dtype=float)
    frame["x"], frame["y"], frame["certified"] = frame[across], frame["upper"] - frame["lower"], outcome == "certified"
    is_open = frame["upper"] > frame["lower"]
    closed = frame["x"][~is_open[::-1].cummax()[::-1]]
    return Curve(
        outcome,
        frame[(frame["x"] > 0) & (frame["y"] > 0)],
        None if closed.empty else float(closed.iloc[0]),
        float(frame["seconds"].iloc[-1]),
        max(0.0, float(frame["y"].iloc[-1])),
        lost,
    )


def convergence_picture(
    cases: DataFrame, *, x: str | None = None, y: str | None = None, by: Sequence[str] | None = None
) -> plots.Picture:
    """Return the picture of the gap against time, a panel for each game.

    `x` is seconds or iterations; `by` are the columns that distinguish the curves, by default the backend and what else
    varies of the way of solving. A ModelError is raised if no case has bounds.
    """
    import pandas as pd

    across = x or "seconds"
    noted = cases[cases[ROW].map(lambda row: bool(row.bounds)).astype(bool)]
    lost = noted["nash_conv"].where(data.may_lose(noted), None)
    found = zip(noted[ROW], noted["outcome"], lost, strict=True)
    curves = [gap_curve(row.bounds, across, outcome, nash_conv) for row, outcome, nash_conv in found]
    noted = noted.assign(curve=pd.Series(curves, index=noted.index, dtype=object))
    bounded = noted[noted["curve"].map(lambda one: len(one.points) > 0).astype(bool)]
    closed = len(noted) - len(bounded)
    if bounded.empty:
        there = f"the {closed} here with bounds have {CLOSED}" if closed else f"none of the {len(cases)} has any"
        needed = "needs cases whose solver records bounds on the value, as first-order methods do"
        raise ModelError(f"convergence plot: {needed}; {there}")
    columns = list(by) if by is not None else data.varied_ways(bounded)
    groups = [
        same.assign(label=data.label_of(columns, values) + (MERGED if data.may_lose(same).all() else ""))
        for values, same in data.grouped(bounded, columns).items()
    ]
    labels = pd.concat(group["label"] for group in groups)
    series = list(labels.unique())
    plots.require_few(series, "convergence")
    bounded = bounded.assign(
        title=data.short_titles(bounded, without=columns), label=pd.Categorical(labels[bounded.index], series)
    )
    most, cut = plots.panels_drawn(bounded["title"].nunique(), "games")
    panels = {str(title): panel for title, panel in [*bounded.groupby("title", sort=False)][:most]}
    notes = [
        _note(data.joined(title, str(label)), part["curve"].tolist())
        for title, panel in panels.items()
        for label, part in panel.groupby("label", observed=True)
    ]
    notes += data.note(closed, "case", f" left out: {CLOSED}")
    without = cases.drop(noted.index)
    without = without[without["backend"].isin(noted["backend"])]  # stopped or refused
    solvers, ended = ", ".join(data.labelled(without, ["backend"])), data.outcomes_text(without["outcome"])
    notes += data.note(len(without), "case", f" of {solvers} without bounds left out: {ended}")
    draw = partial(_convergence_figure, panels, series, across)
    return plots.Picture("convergence", f"gap against {across}", draw, (*notes, *cut))


def _note(name: str, curves: Sequence[Curve]) -> str:
    """Return in words how the cases of a series ended."""
    parts = [f"gap {_span([one.width for one in curves])} after {_span([one.seconds for one in curves])} s"]
    if min(one.width for one in curves) == 0:
        parts.append("a gap of 0, which a logarithmic axis cannot show, is a triangle at the bottom")
    lost = [one.lost for one in curves if one.lost is not None]
    parts += [f"nash_conv {_span(lost)} in the real game"] if lost else []
    weak = [one.outcome for one in curves if one.outcome != Outcome.CERTIFIED]
    parts += [data.outcomes_text(weak) if len(curves) > 1 else weak[0]] if weak else []
    return f"{name}{f', {len(curves)} cases' if len(curves) > 1 else ''}: {'; '.join(parts)}"


def _span(numbers: Sequence[float]) -> str:
    return " to ".join(dict.fromkeys(f"{number:.3g}" for number in (min(numbers), max(numbers))))


def _convergence_figure(panels: dict[str, DataFrame], series: Sequence[str], across: str) -> Figure:
    figure, stacks = plots.panel_grid(list(panels), [1] * len(panels))
    for panel, (axes,) in zip(panels.values(), stacks, strict=True):
        _draw_gaps(axes, [panel["curve"][panel["label"] == label].tolist() for label in series])
        axes.set_xlabel(plots.label_text(across))
    plots.label_upwards((axes, "gap between the bounds") for (axes,) in stacks)
    drawn = {label for panel in panels.values() for label in panel["label"]}
    styles = {label: plots.style_of(number) for number, label in enumerate(series)}
    weak = any((panel["outcome"] != Outcome.CERTIFIED).any() for panel in panels.values())
    entries = {label: plots.legend_mark(**style) for label, style in styles.items() if label in drawn}
    plots.put_legend(figure, entries, hollow=weak)
    return figure


def _draw_gaps(axes: Axes, series: Sequence[Sequence[Curve]]) -> None:
    """Draw the curves of a panel; thinner where cases are repeated."""
    drawn = [point for part in series for one in part for point in zip(one.points["x"], one.points["y"], strict=True)]
    floor = FLOOR * min(gap for _, gap in drawn)
    for number, part in enumerate(series):
        look, style = plots.Look(width=1.5 if len(part) == 1 else 0.9, size=4.2), plots.style_of(number)
        for one in part:
            plots.draw_curve(axes, one.points, look, every=-(-len(one.points) // MOST_MARKS), **style)
            if one.closed is not None:
                at, gap = one.points[["x", "y"]].iloc[-1]
                end = {**style, "linestyle": ":", "marker": "v", "markevery": [1]}
                axes.plot((at, one.closed), (gap, floor), **end)
                drawn.append((one.closed, floor))
    plots.set_scale(axes, "x", [at for at, _ in drawn], log=True)
    plots.set_scale(axes, "y", [gap for _, gap in drawn], log=True)
