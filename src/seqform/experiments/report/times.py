"""Pictures of times: time against size with fitted power laws, performance profiles, and gaps against time.

A performance profile is the share of problems that a way of solving has solved within a factor of the best time:
E. D. Dolan & J. J. Moré, "Benchmarking optimization software with performance profiles", Mathematical Programming 91
(2002).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from seqform.errors import ModelError
from seqform.experiments.report import data
from seqform.experiments.report.data import ROW, column, note
from seqform.experiments.report.figure import MOST_SERIES, Picture, points_of
from seqform.experiments.report.tables import SOLVER
from seqform.experiments.rows import Outcome, Row
from seqform.experiments.values import abstraction_in
from seqform.models.numbers.text import counted

if TYPE_CHECKING:
    from pandas import DataFrame, Series

FEWEST_SIZES = 3
"""Two sizes determine a line and leave nothing to estimate its error from."""

SIZES = {
    "nodes": "nodes of the tree",
    "sequences": "sequences of both players",
    "infosets": "information sets",
}
OTHER_GAMES = "other games"

PROBLEM_FIELDS = ("game", "seed", "concept")
"""With the parameters these determine the problem; all other columns of a case are ways of solving it."""

SHORTEST = 1e-9
"""Shorter times count as this: a ratio needs a best time above zero."""


def time_text(name: str) -> str:
    """Return the name of a column of times: "seconds to solve" of phases.solve."""
    if name == SOLVER:
        return "seconds of the solver"
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
    is_certified = tried["outcome"] == Outcome.CERTIFIED
    sizes = _positive(tried, size)
    same_game = tried[ROW].map(lambda row: _same_size(row, size))
    sizes = sizes.fillna(sizes.groupby(same_game).transform("first"))

    points = tried[["game"]].assign(x=sizes, y=_positive(tried, time), certified=is_certified)
    points["series"] = data.labels(tried, data.varied_ways(tried) if by is None else by)
    if by is None:
        split = _split_by_game(points, is_certified)
        if split is not None:
            return split
    return points.sort_values("series", kind="stable").astype({"series": object})


def _positive(cases: DataFrame, name: str) -> Series[float]:
    """Return a column of numbers, NaN where they are not positive: logarithmic axes have no place for them."""
    numbers = column(cases, name).astype(float)
    return numbers.where(numbers > 0)


def _split_by_game(points: DataFrame, is_certified: Series[bool]) -> DataFrame | None:
    """Return points in series of one game each, those of games with too few sizes in common ones at the end.

    None where there is one game, where no game has enough sizes for a fit, or where the series would be too many.
    """
    sizes_of_game = points[is_certified].groupby("game")["x"].nunique()
    has_own_fit = points["game"].isin(sizes_of_game.index[sizes_of_game >= FEWEST_SIZES])
    if not has_own_fit.any() or points["game"].nunique() == 1:
        return None

    names = points["game"]
    if names[~has_own_fit].nunique() > 1:
        names = names.where(has_own_fit, OTHER_GAMES)
    series = names + ", " + points["series"].astype(object)
    if series.nunique() > MOST_SERIES:
        return None
    points = points.sort_values("series", kind="stable").assign(series=series, shares=~has_own_fit)
    return points.sort_values(["shares", "game"], kind="stable").drop(columns="shares")


def _same_size(row: Row, size: str) -> str:
    """Return what cases of the same size share; sequences are those that are left when hands are merged."""
    shared = [row.case.get(name) for name in ("game", "parameters", "seed")]
    merged = None
    if size == "sequences":
        merged = abstraction_in(row.case.get("preprocess"))
    return json.dumps([*shared, merged], sort_keys=True)


def power_law(points: DataFrame) -> tuple[float, float, float] | None:
    """Return exponent, its standard error and factor of y ≈ factor · x^exponent; None for fewer than three x.

    Fitted by least squares of the logarithms to the medians at each x, which a slow first run does not tilt.
    """
    medians = points.groupby("x")["y"].median()
    if len(medians) < FEWEST_SIZES:
        return None
    log_x = np.log(medians.index.to_numpy())
    log_y = np.log(medians.to_numpy())

    # Centered, the errors of slope and height are uncorrelated, and the fit is well conditioned.
    center = log_x.mean()
    (exponent, height), covariance = np.polyfit(log_x - center, log_y, 1, cov=True)
    error = np.sqrt(covariance[0, 0])
    factor = np.exp(height - exponent * center)
    return float(exponent), float(error), float(factor)


def scaling_picture(
    cases: DataFrame, x: str | None, y: str | None, by: Sequence[str] | None
) -> Picture:
    """Return the picture of a time y against the size x, by default the first of `SIZES` that the cases have."""
    import pandas as pd

    time = y or "seconds"
    size = x or _first_size(cases)
    every = scaling_points(cases, size, time, by)
    points = every.dropna()
    _require_two_sizes(points, size, time)

    layers, notes = [], []
    for name, part in points.groupby("series", sort=False):
        series_layers, remark = _series_with_law(str(name), part, size)
        layers += series_layers
        notes.append(remark)
    notes += _remarks(cases, every, size, time, by)

    across = SIZES[size]
    if size == "nodes" and (cases["abstraction"] != "none").any():
        across += ", before hands are merged"
    drawn = pd.concat(layers).drop_duplicates().assign(axes=time_text(time))
    return Picture(
        "scaling", f"{time_text(time)} against {size}", drawn, across, tuple(notes), "xy"
    )


def _first_size(cases: DataFrame) -> str:
    for size in SIZES:
        if column(cases, size).notna().any():
            return size
    return "nodes"


def _require_two_sizes(points: DataFrame, size: str, time: str) -> None:
    """Refuse a picture of a single size."""
    sizes = points["x"][points["certified"]].unique()
    if len(sizes) >= 2:
        return
    there = f"all have {sizes[0]:,.0f}" if len(sizes) else "there is none"
    raise ModelError(
        f"scaling plot: needs certified cases with {time}, of games with different numbers of {size}, and {there}"
    )


def _series_with_law(name: str, points: DataFrame, size: str) -> tuple[list[DataFrame], str]:
    """Return what is drawn of a series, the medians at each size first, and the note on its fitted law."""
    certified = points[points["certified"]]
    failed = points[~points["certified"]]
    medians = certified.groupby("x")["y"].median()
    series, law_text = name, ""
    law_layers = []
    law = power_law(certified)
    if law is not None:
        exponent, error, factor = law
        law_text = f"{round(exponent, 2) + 0.0:.2f} ± {error:.2f}"  # + 0.0 turns -0.0 into 0.0
        series = f"{name}:  exponent {law_text}"
        ends = medians.index[[0, -1]].to_numpy()
        law_layers.append(points_of(ends, factor * ends**exponent, series=series, layer="law"))

    layers = [points_of(medians.index, medians, series=series, layer="dots")]
    if len(certified) > len(medians):
        layers.append(points_of(certified["x"], certified["y"], series=series, layer="around"))
    layers += law_layers
    layers.append(points_of(failed["x"], failed["y"], series=series, layer="failed"))
    return layers, f"{name}: {_law_text(certified, law_text, size)}"


def _law_text(certified: DataFrame, law: str, size: str) -> str:
    """Return the fitted exponent with its standard error, or the reason why there is none."""
    sizes = certified["x"].nunique()
    if law:
        return f"{size}^({law}) fitted to the medians of {sizes} sizes, {counted(len(certified), 'case')}"
    if not sizes:
        return "no certified answer"
    return f"{counted(sizes, 'size')}, too few to fit an exponent"


def _remarks(
    cases: DataFrame, every: DataFrame, size: str, time: str, by: Sequence[str] | None
) -> list[str]:
    """Return notes on the cases that are left out, and on series of several games."""
    sized = every[every["x"].notna()]
    notes = note(len(cases) - len(every), "refused case", " left out")
    notes += note(len(every) - len(sized), "case", f" without a known number of {size} left out")
    notes += note(int(sized["y"].isna().sum()), "case", f" without {time_text(time)} left out")

    games_of_series = sized.groupby("series")["game"].transform("nunique")
    mixed = sized[games_of_series > 1]
    if len(mixed):
        if by is None:
            by = data.varied_ways(cases[cases["outcome"] != Outcome.REFUSED])
        games = data.listed(sorted(mixed["game"].unique()))
        columns = ",".join(["game", *by])
        notes.append(
            f"one series has several games: {games}; choose with --where, or distinguish them with --by {columns}"
        )
    return notes


# ---- performance profiles ----


def time_ratios(times: DataFrame) -> DataFrame:
    """Return every solver's time over the best one's, for every problem.

    The times have a line per problem and a column per solver; infinite where the solver failed, which is within no
    factor of the best. A problem that no solver solved counts against all of them.
    """
    floored = times.clip(lower=SHORTEST)
    best = floored.min(axis=1)
    ratios = floored.div(best, axis=0)
    # Of a problem without a best time: inf / inf is NaN.
    return ratios.where(np.isfinite(floored), np.inf)


def profile_steps(ratios: Series[float]) -> Series[float]:
    """Return ρ(τ), the share of problems within a factor τ of the best, at each τ where it jumps, and at τ = 1."""
    import pandas as pd

    factors = sorted({1.0, *ratios[np.isfinite(ratios)]})
    shares = [float((ratios <= factor).mean()) for factor in factors]
    return pd.Series(shares, index=factors)


def profile_times(
    cases: DataFrame, by: Sequence[str] | None = None, time: str = "seconds"
) -> tuple[DataFrame, int]:
    """Return each solver's seconds for every problem that all were given, and the number of the other problems.

    A problem is a game with its parameters, seed and concept; a solver is the backend and what else varies of the way
    of solving, or a group by the columns `by`. Of repetitions the median counts; a failure counts as infinite. A
    ModelError is raised if there are not two solvers with problems in common, or one has solved a problem in two ways.
    """
    import pandas as pd

    solver_columns = list(by) if by is not None else data.way_columns(cases)
    problem_columns = [*PROBLEM_FIELDS, *data.parameter_columns(cases)]
    problem = data.group_numbers(
        cases, [name for name in problem_columns if name not in solver_columns]
    )

    solvers: dict[str, Series[float]] = {}
    for label, members in data.labelled(cases, solver_columns).items():
        problem_of_members = problem[members.index]
        _require_one_way(members, problem_of_members)
        seconds = _seconds_or_infinite(members, time)
        solvers[label] = seconds.groupby(problem_of_members).median()
    if len(solvers) < 2:
        raise ModelError(
            "profile plot: needs the same problems solved in two or more ways, such as by different backends; "
            f"here there is only {next(iter(solvers), 'nothing')}"
        )

    times = pd.concat([*solvers.values()], axis=1, join="inner", keys=list(solvers))
    if times.empty:
        raise ModelError(
            f"profile plot: needs problems that were given to every one of {data.listed(solvers, '; ')}, and there is "
            "none; choose with --where"
        )
    return times.sort_index(), problem.nunique() - len(times)


def _require_one_way(members: DataFrame, problem: Series[int]) -> None:
    """Refuse a solver that stands for several: whose cases of one problem differ in the way of solving."""
    repeated = members[problem.duplicated(keep=False)]
    for _, same in repeated.groupby(problem, sort=False):
        ways = data.varying(same, data.way_columns(same))
        if ways:
            raise ModelError(
                f"profile plot: {data.case_title(same[ROW].iloc[0], without=ways)} is there {len(same)} "
                f"times, with {data.ways_text(same, ways)}; use --by with {' and '.join(ways)}, or choose with "
                "--where"
            )


def _seconds_or_infinite(members: DataFrame, time: str) -> Series[float]:
    """Return the times of certified cases, infinite for all others."""
    is_certified = members["outcome"] == Outcome.CERTIFIED
    seconds = column(members, time).astype(float).where(is_certified, np.inf)
    if seconds.isna().any():
        title = data.case_title(members[ROW][seconds.isna()].iloc[0])
        raise ModelError(f"profile plot: needs {time} of every certified case; {title} has none")
    return seconds


def profile_picture(
    cases: DataFrame, x: str | None, y: str | None, by: Sequence[str] | None
) -> Picture:
    """Return the picture of the performance profiles by a time y."""
    import pandas as pd

    time = y or "seconds"
    times, left_out = profile_times(cases, by, time)
    problems = counted(len(times), "problem")
    ratios = time_ratios(times)
    factors = ratios.to_numpy()
    if not np.isfinite(factors).any():
        raise ModelError(f"profile plot: needs certified cases; none of the {problems} was solved")

    # The axis ends beyond the last step, so that the share that a solver reaches in the end is a line.
    end = max(2.0, 1.15 * float(factors[np.isfinite(factors)].max()))
    layers, notes = [], []
    for name in ratios:
        percent = 100 * profile_steps(ratios[name])
        solved = percent.iloc[-1]
        series = f"{name}:  solves {solved:.0f}%"
        layers.append(
            points_of([*percent.index, end], [*percent, solved], series=series, layer="steps")
        )
        notes.append(
            f"{name}: the fastest on {(ratios[name] <= 1).mean():.0%}, within twice the best on "
            f"{(ratios[name] <= 2).mean():.0%}, solves {solved:.0f}% of {problems}"
        )
    notes += note(
        left_out, "problem", f" left out: not given to all of {data.listed(map(str, times), '; ')}"
    )

    title = f"performance profiles over {problems}"
    if time != "seconds":
        title += f", {time_text(time)}"
    upwards = f"% solved within τ, of {problems}"
    across = f"τ, times the best solver's {time_text(time)}"
    drawn = pd.concat(layers).assign(axes=upwards)
    return Picture("profile", title, drawn, across, tuple(notes), "x", {upwards: (0.0, 100.0)})


# ---- gap against time ----

UPWARDS = "gap between the bounds"
NO_GAP = "no gap above 0 to show on a logarithmic axis"
MERGED = ", in the merged game"
FLOOR = 0.1
"""A gap of 0 is drawn at this part of the smallest gap of its panel."""


def _with_bounds(cases: DataFrame) -> DataFrame:
    """Return the cases whose solver recorded bounds."""
    has_bounds = cases[ROW].map(lambda row: bool(row.bounds)).astype(bool)
    return cases[has_bounds]


def gap_points(
    cases: DataFrame, across: str = "seconds", by: Sequence[str] | None = None
) -> DataFrame:
    """Return the gap y, upper bound less lower, at each x, seconds or iterations, of the cases with bounds.

    There are a `panel` for each game and, as distinguished by the columns `by`, a `series`; `line` is the case. From
    the last point on that is at the `floor` the gap stays 0; other points without a positive x and gap are left out.
    """
    points = _drawable_gaps(_bounds_by_case(_with_bounds(cases)), across)
    bounded = cases.loc[points["line"].unique()]
    if bounded.empty:
        return points.assign(panel="", series="", certified=True)

    columns = list(by) if by is not None else data.varied_ways(bounded)
    series = data.labels(bounded, columns).astype(object)
    loses_throughout = data.may_lose(bounded).groupby(series).transform("all")
    facts = bounded[[]].assign(
        series=series.where(~loses_throughout, series + MERGED),
        panel=data.short_titles(bounded, without=columns),
        certified=bounded["outcome"] == Outcome.CERTIFIED,
    )
    return points.join(facts, on="line")


def _bounds_by_case(bounded: DataFrame) -> DataFrame:
    """Return the recorded bounds one below the other; the column `line` is the index of their case."""
    import pandas as pd

    names = ["iterations", "seconds", "lower", "upper"]
    frames = []
    for line, row in zip(bounded.index.to_numpy(), bounded[ROW], strict=True):
        frame = pd.DataFrame(row.bounds, columns=names, dtype=float)
        frames.append(frame.assign(line=line))
    if not frames:
        return pd.DataFrame(columns=[*names, "line"])
    return pd.concat(frames)


def _drawable_gaps(bounds: DataFrame, across: str) -> DataFrame:
    """Return positive gaps at positive x and, of every case, the first point from which on the gap stays 0.

    Backwards through a case, the running maximum of "the gap is open" is true up to the last open gap: what comes
    after it is closed for good. A gap that closes and opens again, by rounding, is left out like any other 0.
    """
    import pandas as pd

    points = bounds.assign(x=bounds[across], y=bounds["upper"] - bounds["lower"])
    is_open = points["y"] > 0
    backwards = is_open[::-1].groupby(points["line"][::-1].to_numpy())
    is_open_later = backwards.cummax()[::-1]
    closed = points[~is_open_later].drop_duplicates("line").assign(y=0.0)

    shown = points[(points["x"] > 0) & is_open]
    points = pd.concat([shown, closed]).sort_values("line", kind="stable")
    return points[points["line"].isin(points["line"][points["y"] > 0])]


def convergence_picture(
    cases: DataFrame, x: str | None, y: str | None, by: Sequence[str] | None
) -> Picture:
    """Return the picture of the gap against x, seconds or iterations, with a panel for each game."""
    import pandas as pd

    across = x or "seconds"
    bounded = _with_bounds(cases)
    points = gap_points(cases, across, by)
    without_gap = len(bounded) - points["line"].nunique()
    if points.empty:
        there = (
            f"the {without_gap} here with bounds have {NO_GAP}"
            if without_gap
            else f"none of the {len(cases)} has any"
        )
        needed = "needs cases whose solver records bounds on the value, as first-order methods do"
        raise ModelError(f"convergence plot: {needed}; {there}")

    layers, notes = [], []
    for panel, inside in points.groupby("panel", sort=False):
        floor = FLOOR * inside["y"][inside["y"] > 0].min()
        for series, part in inside.groupby("series", sort=False):
            for line, case in part.groupby("line"):
                layers += _gap_curve(case, floor, panel=panel, series=series, line=line)
            members = cases.loc[part["line"].unique()]
            notes.append(f"{data.joined(str(panel), str(series))}{_ended(members)}")
    notes += note(without_gap, "case", f" left out: {NO_GAP}")
    notes += _without_bounds(cases, bounded)
    drawn = pd.concat(layers).assign(axes=UPWARDS)
    return Picture("convergence", f"gap against {across}", drawn, across, tuple(notes), "xy")


def _gap_curve(case: DataFrame, floor: float, **about: Any) -> list[DataFrame]:
    """Return the curve of a case, and its dotted end down to the floor if the gap closes."""
    curve = case[case["y"] > 0]
    closed = case[case["y"] == 0]
    layers = [points_of(curve["x"], curve["y"], certified=curve["certified"].to_numpy(), **about)]
    if len(closed):
        last_x, last_gap = curve[["x", "y"]].iloc[-1]
        end = closed["x"].iloc[0]
        layers.append(points_of([last_x, end], [last_gap, floor], layer="closed", **about))
    return layers


def _without_bounds(cases: DataFrame, bounded: DataFrame) -> list[str]:
    """Return the note on cases of the same solvers that were stopped or refused before they recorded bounds."""
    others = cases.drop(bounded.index)
    others = others[others["backend"].isin(bounded["backend"])]
    solvers = ", ".join(data.labelled(others, ["backend"]))
    ended = data.outcomes_text(others["outcome"])
    return note(len(others), "case", f" of {solvers} without bounds left out: {ended}")


def _ended(cases: DataFrame) -> str:
    """Return in words how the cases of a series ended."""
    seconds = [row.bounds[-1][1] for row in cases[ROW]]
    gaps = []
    for row in cases[ROW]:
        _, _, lower, upper = row.bounds[-1]
        gaps.append(max(0.0, upper - lower))  # rounding may put the lower bound above the upper one
    parts = [f"gap {_span(gaps)} after {_span(seconds)} s"]
    if min(gaps) == 0:
        parts.append(
            "a gap of 0, which a logarithmic axis cannot show, is a triangle at the bottom"
        )

    lost = cases["nash_conv"][data.may_lose(cases)].dropna()
    if len(lost):
        parts.append(f"nash_conv {_span(lost)} in the real game")

    weak = cases["outcome"][cases["outcome"] != Outcome.CERTIFIED]
    if len(weak):
        parts.append(data.outcomes_text(weak) if len(cases) > 1 else weak.iloc[0])
    number = f", {len(cases)} cases" if len(cases) > 1 else ""
    return f"{number}: {'; '.join(parts)}"


def _span(numbers: Sequence[float] | Series[float]) -> str:
    """Return the least and the largest number, or one text where both look alike."""
    ends = [f"{number:.3g}" for number in (min(numbers), max(numbers))]
    return " to ".join(dict.fromkeys(ends))
