"""Pictures against a parameter: value and watched probabilities, and nash_conv against the threshold of GameShrink."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from seqform.builders.steps import THRESHOLD, threshold_of
from seqform.errors import InputError, ModelError, OptionError
from seqform.experiments.report import data
from seqform.experiments.report import figure as plots
from seqform.experiments.report.data import ANSWERED, MEASURED, ROW, column
from seqform.experiments.rows import Outcome, Row
from seqform.io.style import blend, curve_colors, theme
from seqform.models.numbers.text import short

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame, Series

# ---- values and probabilities ----

CONSTANT_SUM = 1e-6
"""Where the players' values add up to 0 within this, player 1's is drawn alone."""

LEAST_MARGIN = 1e-3
VALUES = ("value_1", "value_2")

NEEDED = "sweep plot: needs a parameter with two or more numbers, the others the same, among cases with an answer"
NOT_UNIQUE = "an equilibrium need not be unique: the probabilities are those of the one that was found"


def value_colors() -> tuple[str, str]:
    """Return the colours of the values to players 1 and 2, none of those of watched probabilities."""
    colors = theme()
    return blend(colors.ink, colors.background, 0.8), colors.players[3]


def sweepable(cases: DataFrame, by: Sequence[str] | None = None) -> list[str]:
    """Return the parameters and settings that take several numbers in a series while the other parameters are fixed."""
    names = dict.fromkeys([*data.parameter_columns(cases), *data.keys_in(cases, "settings")])
    return [name for name in names if _swept(cases, name, by)]


def _known(cases: DataFrame, x: str) -> DataFrame:
    """Return the cases with an answer and a number of the parameter."""
    has_number = column(cases, x).map(data.number_of).notna()
    return cases[cases["outcome"].isin(ANSWERED) & cases["value_1"].notna() & has_number]


def _series_columns(known: DataFrame, x: str, by: Sequence[str] | None) -> list[str]:
    ways = by if by is not None else data.varying(known, ["concept", *data.way_columns(known)])
    return [name for name in ways if name != x]


def _swept(cases: DataFrame, x: str, by: Sequence[str] | None) -> list[DataFrame]:
    """Return the cases of each panel: those that share the other parameters, where some series has several numbers."""
    known = _known(cases, x)
    series = _series_columns(known, x, by)
    others = [name for name in ("game", *data.parameter_columns(known)) if name not in (x, *series)]
    return [
        members
        for members in data.grouped(known, others).values()
        if any(data.varying(part, [x]) for part in data.grouped(members, series).values())
    ]


def parameter_points(cases: DataFrame, x: str, by: Sequence[str] | None = None) -> DataFrame:
    """Return values and watched probabilities by a column of numbers, with a panel for each game and other parameters.

    A line per point has panel (its number), title, game, series, name (value_1, value_2 or a watched probability), x,
    y, certified, outcome. The columns `by` distinguish series; if absent, the concept, the backend and the way of
    solving, where they vary. There is no panel where x takes one number only in each series. A value to player 2 that
    is minus the one to player 1 throughout a panel is left out, and so is a probability known at one x alone.
    """
    import pandas as pd

    panels = _swept(cases, x, by)
    series = _series_columns(_known(cases, x), x, by)
    titles = data.short_titles(pd.concat(panels), without=(x, *series)) if panels else None
    found = []
    for panel, whole in enumerate(panels):
        sums = whole["value_1"].astype(float) + whole["value_2"].astype(float)
        names = {"value_1": "value_1"} | ({} if (sums.abs() <= CONSTANT_SUM).all() else {"value_2": "value_2"})
        names |= {name: f"probabilities.{name}" for name in data.keys_in(whole, "probabilities")}
        parts = []
        for label, members in (data.labelled(whole, series) if series else {"": whole}).items():
            at = column(members, x).map(lambda value: float(data.number_of(value) or 0)).astype(float)
            for name, spelled in names.items():
                y, sure = column(members, spelled).astype(float), members["outcome"] == Outcome.CERTIFIED
                about = {"series": label, "name": name, "outcome": members["outcome"]}
                parts.append(
                    pd.DataFrame({"x": at, "y": y, "certified": sure, **about}).dropna().sort_values(["x", "y"])
                )
        points = pd.concat(parts)
        several = points.groupby("name")["x"].transform("nunique") > 1
        game, title = whole["game"].iloc[0], "" if titles is None else titles[whole.index[0]]
        found.append(points[several | points["name"].isin(VALUES)].assign(panel=panel, title=title, game=game))
    columns = ["panel", "title", "game", "series", "name", "x", "y", "certified", "outcome"]
    return pd.concat(found, ignore_index=True)[columns] if found else pd.DataFrame(columns=columns)


def parameter_picture(
    cases: DataFrame, *, x: str | None = None, y: str | None = None, by: Sequence[str] | None = None
) -> plots.Picture:
    """Return the picture of the value, and of the watched probabilities, against a parameter.

    `x` is a column of numbers, needed where several parameters vary; `by` is as in
    `parameter_points`. A ModelError is raised if fewer than two numbers of `x` have an answer, an OptionError if `x` is
    unknown, measured, or ambiguous.
    """
    x = _chosen_parameter(cases, x, by)
    every = parameter_points(cases, x, by)
    watching = every[~every["name"].isin(VALUES)]
    deep = 1 + max((len(set(map(_player_of, names))) for _, names in watching.groupby("panel")["name"]), default=0)
    most, notes = plots.panels_drawn(every["panel"].nunique(), "panels", deep)
    points = every[every["panel"] < most]
    first = points[points["name"] == "value_1"]
    labels = list(dict.fromkeys(first["series"]))
    plots.require_few(labels, "sweep")
    watched = _watched(cases, points)
    points = points[points["name"].isin([*VALUES, *watched[: plots.MOST_SERIES]])]
    notes += plots.not_certified_note(first["outcome"].tolist())
    notes += plots.medians_note(curve for _, curve in points.groupby(["panel", "series", "name"]))
    notes += _single(first, x)
    notes += [NOT_UNIQUE] if watched else []
    if len(watched) > plots.MOST_SERIES:
        notes.append(f"{len(watched) - plots.MOST_SERIES} of {len(watched)} watched probabilities are not drawn")
    notes += _left_out(cases, x, int((every["name"] == "value_1").sum()))
    drawn = watched[: plots.MOST_SERIES]
    return plots.Picture("sweep", f"the value against {x}", lambda: _figure(points, x, labels, drawn), tuple(notes))


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
    if not _swept(cases, x, by):
        raise ModelError(f"{NEEDED}, but {_why_none(cases, x, by)}{instead}")
    return x


def _why_none(cases: DataFrame, x: str, by: Sequence[str] | None) -> str:
    """Return the numbers that there are and, where there are two, the series that have one each."""
    numbers, known = data.cells_listed(cases, x), _known(cases, x)
    if not data.varying(known, [x]):
        return f"{x} is {numbers}"
    series = _series_columns(known, x, by)
    names = data.listed(data.labelled(known, series), "; ") if series else "all cases"
    return f"{x} is {numbers}, and no two of these cases differ in {x} alone: one number each of {names}"


def _player_of(watched: str) -> str:
    return watched.partition(":")[0]


def _watched(cases: DataFrame, points: DataFrame) -> list[str]:
    """Return the probabilities drawn, those of player 1 first, in the order in which they are declared."""
    there = set(points["name"]) - set(VALUES)
    declared = dict.fromkeys(name for row in cases[ROW] for name in row.case.get("watch") or ())
    return sorted([*(name for name in declared if name in there), *sorted(there - set(declared))], key=_player_of)


def _single(values: DataFrame, x: str) -> list[str]:
    """Return a note on the series without a line."""
    several = values["panel"].nunique() > 1
    found = [
        data.joined(points["title"].iloc[0] if several else "", str(label))
        for (_, label), points in values.groupby(["panel", "series"], sort=False)
        if points["x"].nunique() == 1
    ]
    return [f"a mark without a line, as of a single number of {x}: {data.listed(found, '; ')}"] if found else []


def _left_out(cases: DataFrame, x: str, drawn: int) -> list[str]:
    given = cases[column(cases, x).notna()]
    answered = int((given["outcome"].isin(ANSWERED) & given["value_1"].notna()).sum())
    unanswered, alone = len(given) - answered, answered - drawn
    notes = data.note(unanswered, "case", " without an answer left out")
    return notes + data.note(alone, "case", f" left out: no case differs from them in {x} alone")


def _figure(points: DataFrame, x: str, labels: Sequence[str], watched: Sequence[str]) -> Figure:
    panels = [panel for _, panel in points.groupby("panel")]
    players = [sorted({*map(_player_of, panel["name"])} - {*VALUES}) for panel in panels]
    titles = [panel["title"].iloc[0] for panel in panels]
    figure, stacks = plots.panel_grid(titles, [1 + len(own) for own in players])
    both, wide = bool((points["name"] == "value_2").any()), plots.is_wide(points["x"])
    value_styles = (
        {name: {"color": color} for name, color in zip(VALUES, value_colors(), strict=True)} if watched or both else {}
    )
    styles = {name: {"color": curve_colors()[number]} for number, name in enumerate(watched)}
    if len(labels) == 1:
        styles = {name: style | {"marker": plots.MARKERS[watched.index(name)]} for name, style in styles.items()}
    named: list[tuple[Axes, str]] = []
    for panel, own, stack in zip(panels, players, stacks, strict=True):
        values = panel[panel["name"].isin(VALUES)]
        low, high = _heights(points.loc[points["game"].eq(panel["game"].iloc[0]) & points["name"].isin(VALUES), "y"])
        stack[0].set_ylim(low, high)
        named.append((stack[0], "values" if values["name"].nunique() > 1 else "value to player 1"))
        _draw(stack[0], values, labels, value_styles, high - low)
        for player, axes in zip(own, stack[1:], strict=True):
            _draw(axes, panel[panel["name"].str.startswith(f"{player}:")], labels, styles, 1.0)
            axes.set_ylim(-0.05, 1.05)
            named.append((axes, f"probability, player {player}"))
        plots.set_scale(stack[-1], "x", values["x"], log=wide)
        for axes in stack[:-1]:
            axes.tick_params(labelbottom=False)
        stack[-1].set_xlabel(plots.label_text(x))
        plots.set_scale(stack[0], "y", values["y"], log=False)
    plots.label_upwards(named)
    plots.put_legend(figure, _legend(labels, watched, both=both), hollow=not points["certified"].all())
    return figure


def _heights(values: Iterable[float]) -> tuple[float, float]:
    """Return the span of the axes of values, the same in all panels of a game, wide enough to hide rounding."""
    low, high = min(values), max(values)
    margin = max(0.06 * (high - low), LEAST_MARGIN * max(1.0, abs(low), abs(high)))
    return low - margin, high + margin


def _draw(axes: Axes, points: DataFrame, labels: Sequence[str], styles: dict[str, dict[str, Any]], span: float) -> None:
    """Draw curves in the order of the legend: solid lines come before broken ones, which are visible on them.

    A series has its own line and marker, and its own colour unless `styles` has one for what is drawn.
    """
    places = points["series"].map(labels.index)
    groups = [curve for _, same in points.groupby(places) for _, curve in same.groupby("name", sort=False)]
    about = [(labels.index(curve["series"].iloc[0]), curve["name"].iloc[0]) for curve in groups]
    chosen = [plots.style_of(number) | styles.get(name, {}) for number, name in about]
    plots.draw_curves(axes, groups, chosen, span, edged=len(labels) > 1)


def _legend(labels: Sequence[str], watched: Sequence[str], *, both: bool) -> dict[str, Artist]:
    """Return the colours, then the lines and marks."""
    alone = len(labels) < 2
    entries: dict[str, Artist] = {}
    for player, color in enumerate(value_colors() if both else (), start=1):
        entries[f"value to player {player}"] = plots.legend_mark(color, marker=plots.MARKERS[0] if alone else "")
    for number, name in enumerate(watched):
        marker = plots.MARKERS[number] if alone else ""
        entries[_watch_text(name)] = plots.legend_mark(curve_colors()[number], marker=marker)
    for number, label in enumerate(() if alone else labels):
        look = plots.style_of(number) | ({"color": theme().muted} if watched or both else {})
        entries[label] = plots.legend_mark(**look)
    return entries


def _watch_text(name: str) -> str:
    """Return a watched probability in words: "player 1 at K: bet" of 1:K:bet."""
    player, _, rest = name.partition(":")
    infoset, _, action = rest.rpartition(":")
    return f"player {player} at {infoset.rstrip(':')}: {action}"


# ---- thresholds ----

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

    The cases with a threshold and nash_conv, series by series, have more columns: series; the threshold x, which may be
    infinite; certified, where a case got what it asked for; and baseline, the largest nash_conv of the series where
    only like hands are merged, or none: it is caused by the solver alone.
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

    `y` is the lower axes, by default sequences where they vary, otherwise seconds; `by`, without the abstraction, is as
    in `threshold_points`. A ModelError is raised if there are not two thresholds with an answer.
    """
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
    notes = [_threshold_note(label, part) for label, part in series.items()]
    curves = [_height_points(part, name) for part in finite.values() for name in ("nash_conv", below)]
    notes += [*plots.medians_note(curves), *_coarser_left_out(cases)]
    title = "nash_conv against the threshold"
    return plots.Picture("threshold", title, lambda: _threshold_figure(finite, below), tuple(notes))


def _height_points(part: DataFrame, name: str) -> DataFrame:
    """Return a column of a series against its thresholds, where known."""
    there = part[part[name].notna()]
    sure = there["certified"] if name == "nash_conv" else there["certified"] | True
    return plots.points_frame(zip(there["x"], there[name], sure, strict=True))


def _threshold_note(label: str, series: DataFrame) -> str:
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


def _coarser_left_out(cases: DataFrame) -> list[str]:
    """Return notes on the cases that are not drawn, of games with a threshold."""
    game = ["game", *data.parameter_columns(cases)]
    played = set(data.keys_of(cases[_thresholds(cases).notna()], game))
    about = cases[np.array([key in played for key in data.keys_of(cases, game)], dtype=bool)]
    coarser = data.may_lose(about) & _thresholds(about).isna()
    failed, others = about[about["nash_conv"].isna() & ~coarser], about[coarser]
    kinds, more = (f"abstraction = {data.cells_listed(part, 'abstraction')}" for part in (failed, others))
    ended = f"{data.outcomes_text(failed['outcome'])}; {kinds}"
    notes = data.note(len(failed), "case", f" without an answer left out: {ended}")
    return notes + data.note(len(others), "case", f" without a single threshold left out: {more}")


def _threshold_figure(series: dict[str, DataFrame], below: str) -> Figure:
    figure = plots.new_figure(6.6, 4.6)
    upper, lower = figure.subplots(2, 1, sharex=True, height_ratios=(3, 2))
    styles = [plots.style_of(number) for number in range(len(series))]
    baselines = {number: part["baseline"].iloc[0] for number, part in enumerate(series.values())}
    baselines = {number: height for number, height in baselines.items() if height == height}
    for axes, name in ((upper, "nash_conv"), (lower, below)):
        curves = [_height_points(part, name) for part in series.values()]
        heights = [height for points in curves for height in points["y"]]
        span = max(heights, default=0.0)  # the axis begins at 0
        if name == "nash_conv":
            lines = [plots.points_frame([(0.0, height, True)]) for height in baselines.values()]
            for (number, height), look in zip(baselines.items(), plots.looks(lines, span), strict=True):
                color = plots.pale(curve_colors()[number], look.white)
                axes.axhline(height, color=color, linestyle=BASELINE, linewidth=0.7 * look.width)
        plots.draw_curves(axes, curves, styles, span, edged=len(series) > 1)
        plots.set_scale(axes, "y", heights, log=False)
        axes.set_ylim(bottom=-0.03 * axes.get_ylim()[1])
    upper.set(ylabel="nash_conv in the real game,\nin units of its payoffs")
    lower.set(xlabel="threshold", ylabel=below)
    entries = {label: plots.legend_mark(**style) for label, style in zip(series, styles, strict=True)}
    if baselines:
        entries["nothing lost by merging"] = plots.legend_mark(theme().muted, linestyle=BASELINE)
    plots.put_legend(figure, entries, hollow=not all(part["certified"].all() for part in series.values()))
    return figure
