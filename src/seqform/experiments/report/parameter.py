"""Pictures against a parameter: value and watched probabilities, and nash_conv against the threshold of GameShrink."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from seqform.builders.steps import THRESHOLD, threshold_of
from seqform.errors import InputError, ModelError, OptionError
from seqform.experiments.report import data
from seqform.experiments.report.data import ANSWERED, MEASURED, ROW, column, note
from seqform.experiments.report.figure import (
    MEDIANS,
    MOST_SERIES,
    VALUES,
    Picture,
    is_wide,
    points_of,
    require_few,
    with_medians,
)
from seqform.experiments.rows import Outcome, Row
from seqform.models.numbers.text import counted, short

if TYPE_CHECKING:
    from pandas import DataFrame, Series

# ---- values and probabilities ----

CONSTANT_SUM = 1e-6
"""Where the players' values add up to 0 within this, player 1's is drawn alone."""

NEEDED = "sweep plot: needs a parameter with two or more numbers, the others the same, among cases with an answer"
NOT_UNIQUE = "an equilibrium need not be unique: the probabilities are those of the one that was found"


def sweepable(cases: DataFrame, by: Sequence[str] | None = None) -> list[str]:
    """Return the parameters and settings that take several numbers in a series while the other parameters are fixed."""
    names = dict.fromkeys([*data.parameter_columns(cases), *data.keys_in(cases, "settings")])
    return [name for name in names if len(_swept(cases, name, by)[0])]


def _known(cases: DataFrame, x: str) -> DataFrame:
    """Return the cases with an answer and a number of the parameter."""
    has_number = column(cases, x).map(data.number_of).notna()
    return cases[cases["outcome"].isin(ANSWERED) & cases["value_1"].notna() & has_number]


def _series_columns(known: DataFrame, x: str, by: Sequence[str] | None) -> list[str]:
    ways = by if by is not None else data.varying(known, ["concept", *data.way_columns(known)])
    return [name for name in ways if name != x]


def _swept(cases: DataFrame, x: str, by: Sequence[str] | None) -> tuple[DataFrame, DataFrame]:
    """Return the cases that share the other parameters with cases of the same series and another number.

    The second frame has for each of them panel (a number), title, series and x.
    """
    import pandas as pd

    known = _known(cases, x)
    series = _series_columns(known, x, by)
    others = [name for name in ("game", *data.parameter_columns(known)) if name not in (x, *series)]
    about = pd.DataFrame({"panel": data.group_numbers(known, others)})
    about["series"] = data.labels(known, series) if series else ""
    about["x"] = column(known, x).map(lambda value: data.double_of(data.number_of(value) or 0)).astype(float)
    several = about.groupby(["panel", "series"], observed=True)["x"].transform("nunique") > 1
    about = about[several.groupby(about["panel"]).transform("any")]
    known = known.loc[about.index]
    return known, about.assign(title=data.short_titles(known, without=(x, *series)) if len(known) else "")


def parameter_points(cases: DataFrame, x: str, by: Sequence[str] | None = None) -> DataFrame:
    """Return values and watched probabilities by a column of numbers, with a panel for each game and other parameters.

    A line per point has panel (its number), title, game, series, name (value_1, value_2 and so on, or a watched
    probability), x, y, certified, outcome. The columns `by` distinguish series; if absent, the concept, the backend and
    the way of solving, where they vary. There is no panel where x takes one number only in each series. Of two players,
    a value to player 2 that is minus the one to player 1 throughout a panel is left out, and so is a probability known
    at one x alone.
    """
    known, about = _swept(cases, x, by)
    watched = {name: key for key, name in data.opened(known, "probabilities").items()}
    values = data.values_in(known)
    names = [*values, *watched]
    about = about.join(known[["game", "outcome", *names]]).assign(certified=known["outcome"] == Outcome.CERTIFIED)
    balanced = (about["value_1"].astype(float) + about["value_2"].astype(float)).abs() <= CONSTANT_SUM
    balanced &= about[values[2:]].isna().all(axis=1)
    about.loc[balanced.groupby(about["panel"]).transform("all"), "value_2"] = None
    points = about.melt([name for name in about if name not in names], names, "name", "y").dropna(subset="y")
    several = points.groupby(["panel", "name"])["x"].transform("nunique") > 1
    points = points[several | points["name"].isin(values)].astype({"y": float})
    return points.assign(name=points["name"].replace(watched)).sort_values(["panel", "series"], kind="stable")


def parameter_picture(cases: DataFrame, x: str | None, y: str | None, by: Sequence[str] | None) -> Picture:
    """Return the picture of the value, and of the watched probabilities, against the parameter x."""
    x = _chosen_parameter(cases, x, by)
    points = parameter_points(cases, x, by)
    values = {name: name.replace("value_", "value to player ") for name in data.values_in(cases)}
    first, watched = points[points["name"] == "value_1"], _watched(cases, points)
    require_few(first["series"].unique(), "sweep")
    drawn = points[points["name"].isin([*values, *watched[:MOST_SERIES]])]
    is_value = drawn["name"].isin(values)
    both = drawn.groupby("panel")["name"].transform(lambda names: "value_2" in names.tolist())
    players = drawn["name"].str.partition(":")[0]
    axes = np.where(is_value, np.where(both, "values", VALUES[0]), "probability, player " + players)
    hues = drawn["name"].map(values | {name: _watch_text(name) for name in watched})
    places = drawn["name"].map({name: place for place, name in enumerate([*values, *watched])})
    tidy = points_of(
        drawn["x"],
        drawn["y"],
        panel=drawn["panel"].to_numpy(),
        axes=axes,
        series=drawn["series"].astype(object).to_numpy(),
        hue="" if is_value.all() and not both.any() else hues.to_numpy(),
        certified=drawn["certified"].to_numpy(),
        scale=drawn["game"].to_numpy(),
    )
    tidy = with_medians(tidy.iloc[np.lexsort((places, drawn["panel"]))])
    notes = []
    if weak := [kind for kind in first["outcome"] if kind != Outcome.CERTIFIED]:
        ended = data.outcomes_text(weak).replace(", ", " and ")
        notes.append(f"of {counted(len(first), 'case')} drawn {ended}: hollow marks")
    notes += [MEDIANS] if (tidy["layer"] == "around").any() else []
    alone = first.groupby(["panel", "series"], observed=True).filter(lambda part: part["x"].nunique() == 1)
    alone = alone.drop_duplicates(["panel", "series"])
    titles = alone["title"] if first["panel"].nunique() > 1 else [""] * len(alone)
    single = data.listed([*map(data.joined, titles, alone["series"])], "; ")
    notes += [f"a mark without a line, as of a single number of {x}: {single}"] if single else []
    notes += [NOT_UNIQUE] if watched else []
    if len(watched) > MOST_SERIES:
        notes.append(f"{len(watched) - MOST_SERIES} of {len(watched)} watched probabilities are not drawn")
    given = cases[column(cases, x).notna()]
    answered = int((given["outcome"].isin(ANSWERED) & given["value_1"].notna()).sum())
    notes += note(len(given) - answered, "case", " without an answer left out")
    notes += note(answered - len(first), "case", f" left out: no case differs from them in {x} alone")
    tidy["panel"] = tidy["panel"].map(first.drop_duplicates("panel").set_index("panel")["title"])
    shares = {name: (0.0, 1.0) for name in tidy["axes"].unique() if name.startswith("probability")}
    wide = "x" if is_wide(tidy["x"]) else ""
    return Picture("sweep", f"the value against {x}", tidy, x, tuple(notes), wide, shares)


def _chosen_parameter(cases: DataFrame, x: str | None, by: Sequence[str] | None) -> str:
    """Return the parameter to draw against: the one that is asked for, or the only one there is."""
    there = sweepable(cases, by)
    if x is None:
        if not there:
            raise ModelError(f"{NEEDED}; there is none")
        if len(there) > 1:
            raise OptionError(
                f"sweep plot: choose with --x the parameter to draw against; there are {', '.join(there)}"
            )
        return there[0]
    data.require_columns([x], cases, "--x")
    instead = f"; there are {', '.join(there)}" if there else ""
    declared = data.frame_of(Row(row.key, row.case, row.outcome) for row in cases[ROW])
    if x in MEASURED or column(declared, x).isna().all():
        raise OptionError(f"--x {x}: is measured; a sweep plot draws against what a sweep declares{instead}")
    if not len(_swept(cases, x, by)[0]):
        numbers, known = data.cells_listed(cases, x), _known(cases, x)
        why = f"{x} is {numbers}"
        if data.varying(known, [x]):
            series = _series_columns(known, x, by)
            names = data.listed(data.labelled(known, series), "; ") if series else "all cases"
            why += f", and no two of these cases differ in {x} alone: one number each of {names}"
        raise ModelError(f"{NEEDED}, but {why}{instead}")
    return x


def _watched(cases: DataFrame, points: DataFrame) -> list[str]:
    """Return the probabilities drawn, those of player 1 first, in the order in which they are declared."""
    there = set(points["name"]) - set(data.values_in(cases))
    declared = dict.fromkeys(name for row in cases[ROW] for name in row.case.get("watch") or ())
    found = [*(name for name in declared if name in there), *sorted(there - set(declared))]
    return sorted(found, key=lambda name: name.partition(":")[0])


def _watch_text(name: str) -> str:
    """Return a watched probability in words: "player 1 at K: bet" of 1:K:bet."""
    player, _, rest = name.partition(":")
    infoset, _, action = rest.rpartition(":")
    return f"player {player} at {infoset.rstrip(':')}: {action}"


# ---- thresholds ----

UPWARDS = "nash_conv in the real game, in units of its payoffs"


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

    The cases with a threshold and nash_conv, series by series, have more columns: series; the threshold x, which may be
    infinite; certified, where a case got what it asked for; and baseline, the largest nash_conv of the series where
    only like hands are merged, or none: it is caused by the solver alone.
    """
    known = cases[cases["nash_conv"].notna()]
    merged = known[_thresholds(known).notna()]
    game = ["game", *data.parameter_columns(known)]
    ways = by if by is not None else data.varying(merged, ["concept", *data.way_columns(merged)])
    ways = [name for name in ways if name not in ("abstraction", *game)]
    alike, exact = [*game, *ways, "backend", "seed"], known[~data.may_lose(known)]
    baselines: dict[Any, float] = {}
    for key, lost in zip(data.keys_of(exact, alike), exact["nash_conv"], strict=True):
        baselines[key] = max(lost, baselines.get(key, lost))
    way = data.labels(merged, ways) if ways else [""] * len(merged)
    points = merged.assign(
        series=[*map(data.joined, data.short_titles(merged, without=ways), way)],
        x=_thresholds(merged),
        certified=merged["outcome"].isin([kind for kind in Outcome if kind.is_answer]),
        baseline=[baselines.get(key, math.nan) for key in data.keys_of(merged, alike)],
    )
    points = points.loc[data.group_numbers(merged, [*game, *ways]).sort_values(kind="stable").index]
    points["baseline"] = points.groupby("series")["baseline"].transform("max")
    drawn: DataFrame = points[(points["x"] < math.inf).groupby(points["series"]).transform("any")]
    return drawn


def threshold_picture(cases: DataFrame, x: str | None, y: str | None, by: Sequence[str] | None) -> Picture:
    """Return the picture of nash_conv against the threshold, above y: sequences where they vary, otherwise seconds."""
    import pandas as pd

    if by is not None and "abstraction" in by:
        raise OptionError(
            f"--by {','.join(by)}: the abstraction distinguishes no lines of a threshold plot, along which it varies; "
            "leave it out, or choose with --where the thresholds to draw"
        )
    every = threshold_points(cases, by)
    points = every[np.isfinite(every["x"])]
    if points["x"].nunique() < 2:
        kinds = sorted({str(kind) for kind in cases["abstraction"]} - {"none"})
        raise ModelError(
            'threshold plot: needs cases with preprocess = "threshold=T" for two or more T, and their nash_conv; '
            + (f"here the abstraction is {data.listed(kinds)}" if kinds else "in no case here are hands merged")
        )
    below = y or ("sequences" if (points.groupby("series")["sequences"].nunique() > 1).any() else "seconds")
    layers = []
    for name, axes in (("nash_conv", UPWARDS), (below, below)):
        there = points[points[name].notna()]
        sure = there["certified"] | (name != "nash_conv")
        about = {"axes": axes, "series": there["series"].to_numpy(), "certified": sure.to_numpy()}
        layers.append(with_medians(points_of(there["x"], there[name], **about)))
    for series, part in points.dropna(subset="baseline").groupby("series", sort=False):
        ends, height = (points["x"].min(), points["x"].max()), part["baseline"].iloc[0]
        layers.append(points_of(ends, [height] * 2, axes=UPWARDS, series=series, layer="baseline"))
    drawn = pd.concat(layers)
    notes = [_threshold_note(str(label), part) for label, part in every.groupby("series", sort=False)]
    notes += [MEDIANS] if (drawn["layer"] == "around").any() else []
    notes += _coarser_left_out(cases)
    least = dict.fromkeys((UPWARDS, below), (0.0, 0.0))
    return Picture("threshold", "nash_conv against the threshold", drawn, "threshold", tuple(notes), least=least)


def _threshold_note(label: str, series: DataFrame) -> str:
    finite, infinite = series[np.isfinite(series["x"])], series["nash_conv"][np.isinf(series["x"])]
    first, last, baseline = finite["x"].min(), finite["x"].max(), series["baseline"].iloc[0]
    parts = [f"nash_conv {_range(finite['nash_conv'][finite['x'] == first])} at threshold {first:g}"]
    parts += [f"{_range(finite['nash_conv'][finite['x'] == last])} at {last:g}"] if last > first else []
    parts += [f"{_range(infinite)} where everything is merged"] if len(infinite) else []
    parts += [f"{short(baseline)} where nothing is lost"] if baseline == baseline else []
    failed = int((~finite["certified"]).sum())
    parts += [f"{failed} not certified"] if failed else []
    varied = [name for name in data.varying(series, ["concept", *data.way_columns(series)]) if name != "abstraction"]
    parts += [f"of cases with {data.ways_text(series, varied)}, which --by can distinguish"] if varied else []
    return f"{label}: {', '.join(parts)}"


def _range(numbers: Series[float]) -> str:
    return " to ".join(dict.fromkeys((short(min(numbers)), short(max(numbers)))))


def _coarser_left_out(cases: DataFrame) -> list[str]:
    """Return notes on the cases that are not drawn, of games with a threshold."""
    number = data.group_numbers(cases, ["game", *data.parameter_columns(cases)])
    about = cases[number.isin(number[_thresholds(cases).notna()])]
    coarser = data.may_lose(about) & _thresholds(about).isna()
    failed, others = about[about["nash_conv"].isna() & ~coarser], about[coarser]
    kinds, more = (f"abstraction = {data.cells_listed(part, 'abstraction')}" for part in (failed, others))
    ended = f"{data.outcomes_text(failed['outcome'])}; {kinds}"
    notes = note(len(failed), "case", f" without an answer left out: {ended}")
    return notes + note(len(others), "case", f" without a single threshold left out: {more}")
