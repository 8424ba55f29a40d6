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
from seqform.models.games.infosets import player_label
from seqform.models.numbers.text import counted, short

if TYPE_CHECKING:
    from pandas import DataFrame, Series

# ---- values and probabilities ----

CONSTANT_SUM = 1e-6
"""Bound on the sum of the players' values below which player 0's value is drawn alone."""

NEEDED = "sweep plot: needs a parameter with two or more numbers, the others the same, among cases with an answer"
NOT_UNIQUE = (
    "an equilibrium need not be unique: the probabilities are those of the one that was found"
)


def sweepable(cases: DataFrame, by: Sequence[str] | None = None) -> list[str]:
    """Return the parameters and settings that take several numbers in a series while the other parameters are fixed."""
    names = dict.fromkeys([*data.parameter_columns(cases), *data.keys_in(cases, "settings")])
    return [name for name in names if len(_swept(cases, name, by)[0])]


def _known(cases: DataFrame, x: str) -> DataFrame:
    """Return the cases with an answer and a number of the parameter."""
    is_answered = cases["outcome"].isin(ANSWERED) & cases["value_1"].notna()
    has_number = column(cases, x).map(data.number_of).notna()
    return cases[is_answered & has_number]


def _series_columns(known: DataFrame, x: str, by: Sequence[str] | None) -> list[str]:
    """Return the columns that distinguish series: those asked for, or else the ways of solving that vary."""
    if by is None:
        by = data.varying(known, ["concept", *data.way_columns(known)])
    return [name for name in by if name != x]


def _swept(cases: DataFrame, x: str, by: Sequence[str] | None) -> tuple[DataFrame, DataFrame]:
    """Return the cases that share the other parameters with cases of the same series and another number.

    The second frame has for each of them panel (a number), title, series and x.
    """
    import pandas as pd

    known = _known(cases, x)
    series_columns = _series_columns(known, x, by)
    parameters = ("game", *data.parameter_columns(known))
    panel_columns = [name for name in parameters if name not in (x, *series_columns)]

    places = pd.DataFrame({"panel": data.group_numbers(known, panel_columns)})
    places["series"] = data.labels(known, series_columns) if series_columns else ""
    places["x"] = column(known, x).map(_double).astype(float)

    # A panel stays if one of its series has two numbers: its other series are then marks to compare with.
    numbers_of_series = places.groupby(["panel", "series"], observed=True)["x"].transform("nunique")
    is_swept = (numbers_of_series > 1).groupby(places["panel"]).transform("any")
    places = places[is_swept]
    known = known.loc[places.index]
    if known.empty:
        return known, places.assign(title="")
    return known, places.assign(title=data.short_titles(known, without=(x, *series_columns)))


def _double(value: Any) -> float:
    return data.double_of(data.number_of(value) or 0)


def parameter_points(cases: DataFrame, x: str, by: Sequence[str] | None = None) -> DataFrame:
    """Return values and watched probabilities by a column of numbers, with a panel for each game and other parameters.

    A line per point has panel (its number), title, game, series, name (value_1, value_2 and so on, or a watched
    probability), x, y, certified, outcome. The columns `by` distinguish series; if absent, the concept, the backend and
    the way of solving, where they vary. There is no panel where x takes one number only in each series. Of two players,
    a value to player 1 that is minus the one to player 0 throughout a panel is left out, and so is a probability known
    at one x alone.
    """
    known, places = _swept(cases, x, by)
    watched = {name: key for key, name in data.opened(known, "probabilities").items()}
    values = data.values_in(known)
    measures = [*values, *watched]
    answers = places.join(known[["game", "outcome", *measures]])
    answers["certified"] = known["outcome"] == Outcome.CERTIFIED

    # Constant-sum panels: the second curve would mirror the first.
    total = answers["value_1"].astype(float) + answers["value_2"].astype(float)
    has_two_players = answers[values[2:]].isna().all(axis=1)
    is_balanced = (total.abs() <= CONSTANT_SUM) & has_two_players
    is_mirrored = is_balanced.groupby(answers["panel"]).transform("all")
    answers.loc[is_mirrored, "value_2"] = None

    kept = [name for name in answers if name not in measures]
    points = answers.melt(kept, measures, "name", "y").dropna(subset="y")
    numbers_of_measure = points.groupby(["panel", "name"])["x"].transform("nunique")
    points = points[(numbers_of_measure > 1) | points["name"].isin(values)].astype({"y": float})
    points["name"] = points["name"].replace(watched)
    return points.sort_values(["panel", "series"], kind="stable")


def parameter_picture(
    cases: DataFrame, x: str | None, y: str | None, by: Sequence[str] | None
) -> Picture:
    """Return the picture of the value, and of the watched probabilities, against the parameter x."""
    x = _chosen_parameter(cases, x, by)
    points = parameter_points(cases, x, by)
    watched = _watched(cases, points)

    # Every case has one value to player 0, so these points stand for the cases drawn.
    case_points = points[points["name"] == "value_1"]
    require_few(case_points["series"].unique(), "sweep")
    drawn = _drawn_points(points, data.values_in(cases), watched)

    notes = _marks_notes(case_points, drawn, x)
    if watched:
        notes.append(NOT_UNIQUE)
    if len(watched) > MOST_SERIES:
        notes.append(
            f"{len(watched) - MOST_SERIES} of {len(watched)} watched probabilities are not drawn"
        )
    notes += _left_out(cases, len(case_points), x)

    titles = case_points.drop_duplicates("panel").set_index("panel")["title"]
    drawn["panel"] = drawn["panel"].map(titles)
    least = {}
    for axis in drawn["axes"].unique():
        if axis.startswith("probability"):
            least[axis] = (0.0, 1.0)
    logarithmic = "x" if is_wide(drawn["x"]) else ""
    return Picture("sweep", f"the value against {x}", drawn, x, tuple(notes), logarithmic, least)


def _drawn_points(points: DataFrame, values: Sequence[str], watched: Sequence[str]) -> DataFrame:
    """Return the points as they are drawn, panel by panel: values first, then the watched probabilities.

    A panel has one axis for the values, named for player 0 where only that player's are drawn, and one for each
    player's probabilities.
    """
    hues = {
        name: f"value to {player_label(int(name.removeprefix('value_')) - 1)}" for name in values
    }
    hues |= {name: _watch_text(name) for name in watched}
    points = points[points["name"].isin([*values, *watched[:MOST_SERIES]])]
    is_value = points["name"].isin(values)
    has_second_value = (points["name"] == "value_2").groupby(points["panel"]).transform("any")

    value_axes = np.where(has_second_value, "values", VALUES[0])
    probability_axes = "probability, player " + points["name"].str.partition(":")[0]
    hue: Any = points["name"].map(hues).to_numpy()
    if is_value.all() and not has_second_value.any():
        hue = ""  # a single measure: the axis names it, and colours are left for the series

    drawn = points_of(
        points["x"],
        points["y"],
        panel=points["panel"].to_numpy(),
        axes=np.where(is_value, value_axes, probability_axes),
        series=points["series"].astype(object).to_numpy(),
        hue=hue,
        certified=points["certified"].to_numpy(),
        scale=points["game"].to_numpy(),
    )
    order = {name: place for place, name in enumerate(hues)}
    by_panel = np.lexsort((points["name"].map(order), points["panel"]))
    return with_medians(drawn.iloc[by_panel])


def _marks_notes(case_points: DataFrame, drawn: DataFrame, x: str) -> list[str]:
    """Return the notes that explain hollow marks, marks around a line, and marks without a line."""
    notes = []
    weak = [outcome for outcome in case_points["outcome"] if outcome != Outcome.CERTIFIED]
    if weak:
        ended = data.outcomes_text(weak).replace(", ", " and ")
        notes.append(f"of {counted(len(case_points), 'case')} drawn {ended}: hollow marks")

    if (drawn["layer"] == "around").any():
        notes.append(MEDIANS)

    series = case_points.groupby(["panel", "series"], observed=True)
    single = series.filter(lambda part: part["x"].nunique() == 1).drop_duplicates(
        ["panel", "series"]
    )
    if case_points["panel"].nunique() > 1:
        names = map(data.joined, single["title"], single["series"])
    else:
        names = map(data.joined, single["series"])
    if names_text := data.listed(names, "; "):
        notes.append(f"a mark without a line, as of a single number of {x}: {names_text}")
    return notes


def _left_out(cases: DataFrame, drawn: int, x: str) -> list[str]:
    """Return the notes on cases with the parameter that are not drawn, for want of an answer or of a neighbor."""
    declared = cases[column(cases, x).notna()]
    answered = int((declared["outcome"].isin(ANSWERED) & declared["value_1"].notna()).sum())
    notes = note(len(declared) - answered, "case", " without an answer left out")
    notes += note(answered - drawn, "case", f" left out: no case differs from them in {x} alone")
    return notes


def _chosen_parameter(cases: DataFrame, x: str | None, by: Sequence[str] | None) -> str:
    """Return the parameter to draw against: the one that is asked for, or the only one there is."""
    choices = sweepable(cases, by)
    if x is None:
        if not choices:
            raise ModelError(f"{NEEDED}; there is none")
        if len(choices) > 1:
            raise OptionError(
                f"sweep plot: choose with --x the parameter to draw against; there are {', '.join(choices)}"
            )
        return choices[0]

    data.require_columns([x], cases, "--x")
    instead = f"; there are {', '.join(choices)}" if choices else ""
    if x in MEASURED or not _is_declared(cases, x):
        raise OptionError(
            f"--x {x}: is measured; a sweep plot draws against what a sweep declares{instead}"
        )
    if not len(_swept(cases, x, by)[0]):
        raise ModelError(f"{NEEDED}, but {_not_swept(cases, x, by)}{instead}")
    return x


def _is_declared(cases: DataFrame, x: str) -> bool:
    """Return whether a column is known of the cases before they run: without what their rows have measured."""
    unrun = data.frame_of(Row(row.key, row.case, row.outcome) for row in cases[ROW])
    return bool(column(unrun, x).notna().any())


def _not_swept(cases: DataFrame, x: str, by: Sequence[str] | None) -> str:
    """Return the reason why no two cases can be compared in x."""
    reason = f"{x} is {data.cells_listed(cases, x)}"
    known = _known(cases, x)
    if not data.varying(known, [x]):
        return reason
    series_columns = _series_columns(known, x, by)
    names = "all cases"
    if series_columns:
        names = data.listed(data.labelled(known, series_columns), "; ")
    return f"{reason}, and no two of these cases differ in {x} alone: one number each of {names}"


def _watched(cases: DataFrame, points: DataFrame) -> list[str]:
    """Return the probabilities drawn, those of player 0 first, in the order in which they are declared."""
    drawn = set(points["name"]) - set(data.values_in(cases))
    declared: dict[str, None] = {}
    for row in cases[ROW]:
        declared |= dict.fromkeys(row.case.get("watch") or ())
    ordered = [name for name in declared if name in drawn]
    ordered += sorted(drawn - set(declared))
    return sorted(ordered, key=lambda name: name.partition(":")[0])


def _watch_text(name: str) -> str:
    """Return a watched probability in words: "player 1 at K: bet" of 1:K:bet."""
    number, _, choice = name.partition(":")
    infoset, _, action = choice.rpartition(":")
    return f"{player_label(int(number) - 1)} at {infoset.rstrip(':')}: {action}"


# ---- thresholds ----

UPWARDS = "nash_conv in the real game, in units of its payoffs"


def single_threshold(abstraction: Any) -> float:
    """Return the threshold that an abstraction has for all rounds, NaN if it has none.

    Examples
    --------
    >>> [single_threshold(name) for name in ("threshold=1/4", "threshold=0.1,inf", "lossless", None)]
    [0.25, nan, nan, nan]
    """
    if not isinstance(abstraction, str) or not abstraction.startswith(f"{THRESHOLD}="):
        return math.nan
    try:
        return threshold_of(abstraction.removeprefix(f"{THRESHOLD}="))
    except InputError:
        return math.nan  # one threshold for each round


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
    game_columns = ["game", *data.parameter_columns(known)]
    if by is None:
        by = data.varying(merged, ["concept", *data.way_columns(merged)])
    series_columns = [name for name in by if name not in ("abstraction", *game_columns)]

    # A baseline is of the same solver and seed too, even where these distinguish no series.
    baseline_columns = [*game_columns, *series_columns, "backend", "seed"]
    baselines = _baselines(known[~data.may_lose(known)], baseline_columns)

    ways: Any = data.labels(merged, series_columns) if series_columns else [""] * len(merged)
    titles = data.short_titles(merged, without=series_columns)
    keys = data.keys_of(merged, baseline_columns)
    points = merged.assign(
        series=[data.joined(title, way) for title, way in zip(titles, ways, strict=True)],
        x=_thresholds(merged),
        certified=merged["outcome"].isin([outcome for outcome in Outcome if outcome.is_answer]),
        baseline=[baselines.get(key, math.nan) for key in keys],
    )
    by_series = data.group_numbers(merged, [*game_columns, *series_columns]).sort_values(
        kind="stable"
    )
    points = points.loc[by_series.index]
    points["baseline"] = points.groupby("series")["baseline"].transform("max")

    # A series with an infinite threshold alone has no place on the axis.
    has_finite = (points["x"] < math.inf).groupby(points["series"]).transform("any")
    drawn: DataFrame = points[has_finite]
    return drawn


def _baselines(exact: DataFrame, names: Sequence[str]) -> dict[tuple[Any, ...], float]:
    """Return the largest nash_conv of the cases that share their cells in some columns."""
    baselines: dict[tuple[Any, ...], float] = {}
    for key, lost in zip(data.keys_of(exact, names), exact["nash_conv"], strict=True):
        baselines[key] = max(lost, baselines.get(key, lost))
    return baselines


def threshold_picture(
    cases: DataFrame, x: str | None, y: str | None, by: Sequence[str] | None
) -> Picture:
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
        raise ModelError(
            'threshold plot: needs cases with preprocess = "threshold=T" for two or more T, and their nash_conv; '
            + _abstractions_text(cases)
        )

    below = y or _measure_below(points)
    layers = [
        _threshold_layer(points, "nash_conv", UPWARDS),
        _threshold_layer(points, below, below),
    ]
    ends = (points["x"].min(), points["x"].max())
    for series, part in points.dropna(subset="baseline").groupby("series", sort=False):
        heights = [part["baseline"].iloc[0]] * 2
        layers.append(points_of(ends, heights, axes=UPWARDS, series=series, layer="baseline"))
    drawn = pd.concat(layers)

    notes = [
        _threshold_note(str(label), part) for label, part in every.groupby("series", sort=False)
    ]
    if (drawn["layer"] == "around").any():
        notes.append(MEDIANS)
    notes += _coarser_left_out(cases)
    from_zero = dict.fromkeys((UPWARDS, below), (0.0, 0.0))
    return Picture(
        "threshold",
        "nash_conv against the threshold",
        drawn,
        "threshold",
        tuple(notes),
        least=from_zero,
    )


def _abstractions_text(cases: DataFrame) -> str:
    abstractions = sorted({str(name) for name in cases["abstraction"]} - {"none"})
    if not abstractions:
        return "in no case here are hands merged"
    return f"here the abstraction is {data.listed(abstractions)}"


def _measure_below(points: DataFrame) -> str:
    """Return sequences if some series has different numbers of them, otherwise seconds."""
    sizes = points.groupby("series")["sequences"].nunique()
    return "sequences" if (sizes > 1).any() else "seconds"


def _threshold_layer(points: DataFrame, name: str, axes: str) -> DataFrame:
    """Return the points of one measure against the threshold; only marks of nash_conv are hollow without a proof."""
    measured = points[points[name].notna()]
    certified = measured["certified"] | (name != "nash_conv")
    layer = points_of(
        measured["x"],
        measured[name],
        axes=axes,
        series=measured["series"].to_numpy(),
        certified=certified.to_numpy(),
    )
    return with_medians(layer)


def _threshold_note(label: str, series: DataFrame) -> str:
    """Return the figures of a series in words: at its least and largest threshold, and where all hands are merged."""
    is_finite = np.isfinite(series["x"])
    finite = series[is_finite]
    lost_at_infinity = series["nash_conv"][~is_finite]
    least = finite["x"].min()
    largest = finite["x"].max()

    parts = [
        f"nash_conv {_range(finite['nash_conv'][finite['x'] == least])} at threshold {least:g}"
    ]
    if largest > least:
        parts.append(f"{_range(finite['nash_conv'][finite['x'] == largest])} at {largest:g}")
    if len(lost_at_infinity):
        parts.append(f"{_range(lost_at_infinity)} where everything is merged")

    baseline = series["baseline"].iloc[0]
    if not math.isnan(baseline):
        parts.append(f"{short(baseline)} where nothing is lost")

    failed = int((~finite["certified"]).sum())
    if failed:
        parts.append(f"{failed} not certified")

    ways = data.varying(series, ["concept", *data.way_columns(series)])
    varied = [name for name in ways if name != "abstraction"]
    if varied:
        parts.append(f"of cases with {data.ways_text(series, varied)}, which --by can distinguish")
    return f"{label}: {', '.join(parts)}"


def _range(numbers: Series[float]) -> str:
    """Return the least and the largest number, or one text where both look alike."""
    ends = [short(min(numbers)), short(max(numbers))]
    return " to ".join(dict.fromkeys(ends))


def _coarser_left_out(cases: DataFrame) -> list[str]:
    """Return notes on the cases that are not drawn, of games with a threshold."""
    game = data.group_numbers(cases, ["game", *data.parameter_columns(cases)])
    has_threshold = game.isin(game[_thresholds(cases).notna()])
    related = cases[has_threshold]

    is_coarser = data.may_lose(related) & _thresholds(related).isna()
    failed = related[related["nash_conv"].isna() & ~is_coarser]
    coarser = related[is_coarser]
    ended = data.outcomes_text(failed["outcome"])
    failed_steps = data.cells_listed(failed, "abstraction")
    coarser_steps = data.cells_listed(coarser, "abstraction")
    notes = note(
        len(failed), "case", f" without an answer left out: {ended}; abstraction = {failed_steps}"
    )
    notes += note(
        len(coarser), "case", f" without a single threshold left out: abstraction = {coarser_steps}"
    )
    return notes
