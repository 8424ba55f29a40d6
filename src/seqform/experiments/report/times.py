"""Pictures of times: time against size with fitted power laws, performance profiles, and gaps against time.

A performance profile is the share of problems that a way of solving has solved within a factor of the best time:
E. D. Dolan & J. J. Moré, "Benchmarking optimization software with performance profiles", Mathematical Programming 91
(2002).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from seqform.errors import ModelError
from seqform.experiments.report import data
from seqform.experiments.report.data import ROW, column, note
from seqform.experiments.report.figure import Picture, points_of
from seqform.experiments.rows import Outcome, Row
from seqform.experiments.values import abstraction_in
from seqform.models.numbers.text import counted

if TYPE_CHECKING:
    from pandas import DataFrame, Series

FEWEST_SIZES = 3
"""Two sizes determine a line and leave nothing to estimate its error from."""

SIZES = {"nodes": "nodes of the tree", "sequences": "sequences of both players", "infosets": "information sets"}
OTHER_GAMES = "other games"

PROBLEM_FIELDS = ("game", "seed", "concept")
"""With the parameters these determine the problem; all other columns of a case are ways of solving it."""

SHORTEST = 1e-9
"""Shorter times count as this: a ratio needs a best time above zero."""


def time_text(name: str) -> str:
    """Return the name of a column of times: "seconds to solve" of phases.solve."""
    return name if name == "seconds" else f"seconds to {name.removeprefix('phases.')}"


# ---- time against size ----


def scaling_points(
    cases: DataFrame, size: str = "nodes", time: str = "seconds", by: Sequence[str] | None = None
) -> DataFrame:
    """Return series, game, size x, time y and certified of the cases that were not refused, series by series.

    The columns `by` distinguish the series; if absent, the backend and what else varies of concept and way of solving,
    and the games that have enough sizes for a fit of their own. Sizes and seconds are positive or NaN. A case that was
    stopped before its size was known has that of another case of the same game, parameters and seed.
    """
    tried = cases[cases["outcome"] != Outcome.REFUSED]
    game = tried[ROW].map(lambda row: _same_size(row, size))
    x, y = (found.where(found > 0) for found in (column(tried, name).astype(float) for name in (size, time)))
    sure = tried["outcome"] == Outcome.CERTIFIED
    points = tried[["game"]].assign(x=x.fillna(x.groupby(game).transform("first")), y=y, certified=sure)
    points["series"] = data.labels(tried, by if by is not None else data.varied_ways(tried))
    sizes = points[sure].groupby("game")["x"].nunique()
    alone = points["game"].isin(sizes.index[sizes >= FEWEST_SIZES])
    if by is None and alone.any() and points["game"].nunique() > 1:
        rest = points["game"][~alone]
        name = points["game"].where(alone, OTHER_GAMES if rest.nunique() > 1 else rest)
        split = name + ", " + points["series"].astype(object)
        if split.nunique() <= 12:
            points = points.sort_values("series", kind="stable").assign(series=split, own=~alone)
            return points.sort_values(["own", "game"], kind="stable").drop(columns="own")
    return points.sort_values("series", kind="stable").astype({"series": object})


def _same_size(row: Row, size: str) -> str:
    """Return what cases of the same size share; sequences are those that are left when hands are merged."""
    merged = abstraction_in(row.case.get("preprocess")) if size == "sequences" else None
    return json.dumps([row.case.get(name) for name in ("game", "parameters", "seed")] + [merged], sort_keys=True)


def power_law(points: DataFrame) -> tuple[float, float, float] | None:
    """Return exponent, its standard error and factor of y ≈ factor · x^exponent; None for fewer than three x.

    Fitted by least squares of the logarithms to the medians at each x, which a slow first run does not tilt.
    """
    middle = points.groupby("x")["y"].median()
    if len(middle) < FEWEST_SIZES:
        return None
    x, y = np.log(middle.index.to_numpy()), np.log(middle.to_numpy())
    (exponent, height), covariance = np.polyfit(x - x.mean(), y, 1, cov=True)
    return float(exponent), float(np.sqrt(covariance[0, 0])), float(np.exp(height - exponent * x.mean()))


def scaling_picture(cases: DataFrame, x: str | None, y: str | None, by: Sequence[str] | None) -> Picture:
    """Return the picture of a time y against the size x, by default the first of `SIZES` that the cases have."""
    import pandas as pd

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
    layers, notes = [], []
    for name, part in points.groupby("series", sort=False):
        sure, failed, law = part[part["certified"]], part[~part["certified"]], power_law(part[part["certified"]])
        middle, series, text, laws = sure.groupby("x")["y"].median(), str(name), "", []
        if law is not None:
            exponent, error, factor = law
            text = f"{round(exponent, 2) + 0.0:.2f} ± {error:.2f}"  # + 0.0 turns -0.0 into 0.0
            series += f":  exponent {text}"
            ends = middle.index[[0, -1]].to_numpy()
            laws.append(points_of(ends, factor * ends**exponent, series=series, layer="law"))
        layers.append(points_of(middle.index, middle, series=series, layer="dots"))
        if len(sure) > len(middle):
            layers.append(points_of(sure["x"], sure["y"], series=series, layer="around"))
        layers += [*laws, points_of(failed["x"], failed["y"], series=series, layer="failed")]
        notes.append(f"{name}: {_law_text(sure, text, size)}")
    merged = size == "nodes" and (cases["abstraction"] != "none").any()
    across = SIZES[size] + (", before hands are merged" if merged else "")
    notes += _remarks(cases, every, size, time, by)
    drawn = pd.concat(layers).drop_duplicates().assign(axes=time_text(time))
    return Picture("scaling", f"{time_text(time)} against {size}", drawn, across, tuple(notes), "xy")


def _law_text(sure: DataFrame, law: str, size: str) -> str:
    """Return the fitted exponent with its standard error, or the reason why there is none."""
    sizes = sure["x"].nunique()
    if law:
        return f"{size}^({law}) fitted to the medians of {sizes} sizes, {counted(len(sure), 'case')}"
    return f"{counted(sizes, 'size')}, too few to fit an exponent" if sizes else "no certified answer"


def _remarks(cases: DataFrame, every: DataFrame, size: str, time: str, by: Sequence[str] | None) -> list[str]:
    """Return notes on the cases that are left out, and on series of several games."""
    sized = every[every["x"].notna()]
    notes = note(len(cases) - len(every), "refused case", " left out")
    notes += note(len(every) - len(sized), "case", f" without a known number of {size} left out")
    notes += note(int(sized["y"].isna().sum()), "case", f" without {time_text(time)} left out")
    mixed = sized[sized.groupby("series")["game"].transform("nunique") > 1]
    if len(mixed):
        ways = by if by is not None else data.varied_ways(cases[cases["outcome"] != Outcome.REFUSED])
        names, apart = data.listed(sorted(mixed["game"].unique())), ",".join(["game", *ways])
        notes.append(
            f"one series has several games: {names}; choose with --where, or distinguish them with --by {apart}"
        )
    return notes


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
                raise ModelError(
                    f"profile plot: {data.case_title(repeated[ROW].iloc[0], without=ways)} is there {len(repeated)} "
                    f"times, with {data.ways_text(repeated, ways)}; use --by with {' and '.join(ways)}, or choose with "
                    "--where"
                )
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


def profile_picture(cases: DataFrame, x: str | None, y: str | None, by: Sequence[str] | None) -> Picture:
    """Return the picture of the performance profiles by a time y."""
    import pandas as pd

    time = y or "seconds"
    times, left_out = profile_times(cases, by, time)
    problems, ratios = counted(len(times), "problem"), time_ratios(times)
    factors = ratios.to_numpy()
    if not np.isfinite(factors).any():
        raise ModelError(f"profile plot: needs certified cases; none of the {problems} was solved")
    end = max(2.0, 1.15 * float(factors[np.isfinite(factors)].max()))
    layers, notes = [], []
    for name in ratios:
        steps = 100 * profile_steps(ratios[name])
        series = f"{name}:  solves {steps.iloc[-1]:.0f}%"
        layers.append(points_of([*steps.index, end], [*steps, steps.iloc[-1]], series=series, layer="steps"))
        notes.append(
            f"{name}: the fastest on {(ratios[name] <= 1).mean():.0%}, within twice the best on "
            f"{(ratios[name] <= 2).mean():.0%}, solves {steps.iloc[-1]:.0f}% of {problems}"
        )
    notes += note(left_out, "problem", f" left out: not given to all of {data.listed(map(str, times), '; ')}")
    title = f"performance profiles over {problems}" + (f", {time_text(time)}" if time != "seconds" else "")
    upwards, across = f"% solved within τ, of {problems}", f"τ, times the best solver's {time_text(time)}"
    drawn = pd.concat(layers).assign(axes=upwards)
    return Picture("profile", title, drawn, across, tuple(notes), "x", {upwards: (0.0, 100.0)})


# ---- gap against time ----

UPWARDS = "gap between the bounds"
NO_GAP = "no gap above 0 to show on a logarithmic axis"
MERGED = ", in the merged game"
FLOOR = 0.1
"""A gap of 0 is drawn at this part of the smallest gap of its panel."""


def gap_points(cases: DataFrame, across: str = "seconds", by: Sequence[str] | None = None) -> DataFrame:
    """Return the gap y, upper bound less lower, at each x, seconds or iterations, of the cases with bounds.

    There are a `panel` for each game and, as distinguished by the columns `by`, a `series`; `line` is the case. From
    the last point on that is at the `floor` the gap stays 0; other points without a positive x and gap are left out.
    """
    import pandas as pd

    noted = cases[cases[ROW].map(lambda row: bool(row.bounds)).astype(bool)]
    names = ["iterations", "seconds", "lower", "upper"]
    found = [
        pd.DataFrame(row.bounds, columns=names, dtype=float).assign(line=at)
        for at, row in zip(noted.index.to_numpy(), noted[ROW], strict=True)
    ]
    points = pd.concat(found or [pd.DataFrame(columns=[*names, "line"])])
    points = points.assign(x=points[across], y=points["upper"] - points["lower"])
    open_later = (points["y"] > 0)[::-1].groupby(points["line"][::-1].to_numpy()).cummax()[::-1]
    closed = points[~open_later].drop_duplicates("line").assign(y=0.0)
    points = pd.concat([points[(points["x"] > 0) & (points["y"] > 0)], closed]).sort_values("line", kind="stable")
    points = points[points["line"].isin(points["line"][points["y"] > 0])]
    bounded = cases.loc[points["line"].unique()]
    if bounded.empty:
        return points.assign(panel="", series="", certified=True)
    columns = list(by) if by is not None else data.varied_ways(bounded)
    series = data.labels(bounded, columns).astype(object)
    lost = data.may_lose(bounded).groupby(series).transform("all")
    about = pd.DataFrame({"series": series.where(~lost, series + MERGED)})
    about["panel"] = data.short_titles(bounded, without=columns)
    return points.join(about.assign(certified=bounded["outcome"] == Outcome.CERTIFIED), on="line")


def convergence_picture(cases: DataFrame, x: str | None, y: str | None, by: Sequence[str] | None) -> Picture:
    """Return the picture of the gap against x, seconds or iterations, with a panel for each game."""
    import pandas as pd

    across, noted = x or "seconds", cases[cases[ROW].map(lambda row: bool(row.bounds)).astype(bool)]
    points = gap_points(cases, across, by)
    without = len(noted) - points["line"].nunique()
    if points.empty:
        there = f"the {without} here with bounds have {NO_GAP}" if without else f"none of the {len(cases)} has any"
        needed = "needs cases whose solver records bounds on the value, as first-order methods do"
        raise ModelError(f"convergence plot: {needed}; {there}")
    layers, notes = [], []
    for panel, inside in points.groupby("panel", sort=False):
        floor = FLOOR * inside["y"][inside["y"] > 0].min()
        for label, part in inside.groupby("series", sort=False):
            about = {"panel": panel, "series": label}
            for line, case in part.groupby("line"):
                curve, closed = case[case["y"] > 0], case[case["y"] == 0]
                sure = curve["certified"].to_numpy()
                layers.append(points_of(curve["x"], curve["y"], line=line, certified=sure, **about))
                if len(closed):
                    (at, gap), end = curve[["x", "y"]].iloc[-1], closed["x"].iloc[0]
                    layers.append(points_of([at, end], [gap, floor], line=line, layer="closed", **about))
            notes.append(f"{data.joined(str(panel), str(label))}{_ended(cases.loc[part['line'].unique()])}")
    notes += note(without, "case", f" left out: {NO_GAP}")
    others = cases.drop(noted.index)
    others = others[others["backend"].isin(noted["backend"])]  # stopped or refused
    solvers, ended = ", ".join(data.labelled(others, ["backend"])), data.outcomes_text(others["outcome"])
    notes += note(len(others), "case", f" of {solvers} without bounds left out: {ended}")
    drawn = pd.concat(layers).assign(axes=UPWARDS)
    return Picture("convergence", f"gap against {across}", drawn, across, tuple(notes), "xy")


def _ended(cases: DataFrame) -> str:
    """Return in words how the cases of a series ended."""
    last = [row.bounds[-1] for row in cases[ROW]]
    gaps, lost = [max(0.0, upper - lower) for _, _, lower, upper in last], cases["nash_conv"][data.may_lose(cases)]
    parts = [f"gap {_span(gaps)} after {_span([seconds for _, seconds, _, _ in last])} s"]
    if min(gaps) == 0:
        parts.append("a gap of 0, which a logarithmic axis cannot show, is a triangle at the bottom")
    parts += [f"nash_conv {_span(lost.dropna())} in the real game"] if lost.notna().any() else []
    weak = cases["outcome"][cases["outcome"] != Outcome.CERTIFIED]
    parts += [data.outcomes_text(weak) if len(cases) > 1 else weak.iloc[0]] if len(weak) else []
    return f"{f', {len(cases)} cases' if len(cases) > 1 else ''}: {'; '.join(parts)}"


def _span(numbers: Sequence[float] | Series[float]) -> str:
    return " to ".join(dict.fromkeys(f"{number:.3g}" for number in (min(numbers), max(numbers))))
