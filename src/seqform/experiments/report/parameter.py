"""Value of a game and watched probabilities of its players against a parameter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from seqform.errors import ModelError, OptionError
from seqform.experiments.report.data import (
    ANSWERED,
    MEASURED,
    ROW,
    column,
    frame_of,
    grouped,
    keys_in,
    label_of,
    labelled,
    listed,
    number_of,
    parameter_columns,
    require_columns,
    short_titles,
    sorted_keys,
    text_of,
    varying,
    way_columns,
)
from seqform.experiments.report.figure import (
    COLORS,
    EDGE,
    MARKERS,
    MEDIANS,
    MOST_SERIES,
    Picture,
    cut_panels,
    draw_medians,
    hollow_mark,
    is_repeated,
    is_wide,
    label_text,
    label_upwards,
    legend_mark,
    line_of,
    looks,
    not_certified_note,
    panel_grid,
    points_frame,
    put_legend,
    refuse_axis,
    require_few,
    set_scale,
)
from seqform.experiments.rows import Outcome, Row
from seqform.models.numbers.text import counted

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame

CONSTANT_SUM = 1e-6
"""Where the players' values add up to 0 within this, player 1's is drawn alone."""

LEAST_MARGIN = 1e-3
VALUE_COLORS = ("0.25", "#7d3ac1")
"""Colours of the values to players 1 and 2, none of those of watched probabilities."""

WAY_COLOR = "0.45"
"""The colour of ways of solving in the legend where colours have another meaning."""

NEEDED = "sweep plot: needs a parameter with two or more numbers, the others the same, among cases with an answer"
NOT_UNIQUE = "an equilibrium need not be unique: the probabilities are those of the one that was found"

Curves = dict[tuple[str, str], "DataFrame"]
"""Points by the label of the series and the name of what is drawn."""


@dataclass(frozen=True)
class Panel:
    """Values and probabilities for one combination of the other parameters.

    Attributes
    ----------
    values : dict from (series, player) to DataFrame
        The parameter x and the value y to player "1" or "2".
    probabilities : dict from (series, watched) to DataFrame
        The parameter x and the probability y.
    """

    game: str
    title: str
    values: Curves
    probabilities: Curves
    outcomes: list[str]

    @property
    def places(self) -> list[float]:
        """The numbers of the parameter."""
        return sorted({at for points in self.values.values() for at in points["x"]})

    @property
    def players(self) -> list[str]:
        """The players, "1" and "2", some of whose probabilities are watched."""
        return sorted({player_of(name) for _, name in self.probabilities})


def player_of(watched: str) -> str:
    """Return the player of a watched probability.

    Examples
    --------
    >>> player_of("2:K:cb:call")
    '2'
    """
    return watched.partition(":")[0]


def sweepable(cases: DataFrame, by: Sequence[str] | None = None) -> list[str]:
    """Return the parameters and settings that take several numbers in a series while the other parameters are fixed."""
    names = dict.fromkeys([*parameter_columns(cases), *keys_in(cases, "settings")])
    return [name for name in names if _swept(cases, name, by)]


def _known(cases: DataFrame, x: str) -> DataFrame:
    """Return the cases with an answer and a number of the parameter."""
    has_number = column(cases, x).map(number_of).notna()
    return cases[cases["outcome"].isin(ANSWERED) & cases["value_1"].notna() & has_number]


def _series_columns(known: DataFrame, x: str, by: Sequence[str] | None) -> list[str]:
    ways = by if by is not None else varying(known, ["concept", *way_columns(known)])
    return [name for name in ways if name != x]


def _swept(cases: DataFrame, x: str, by: Sequence[str] | None) -> list[DataFrame]:
    """Return the cases of each panel: those that share the other parameters, where some series has several numbers."""
    known = _known(cases, x)
    series = _series_columns(known, x, by)
    others = [name for name in ("game", *parameter_columns(known)) if name not in (x, *series)]
    return [
        members
        for members in grouped(known, others).values()
        if any(varying(part, [x]) for part in grouped(members, series).values())
    ]


def parameter_panels(cases: DataFrame, x: str, by: Sequence[str] | None = None) -> list[Panel]:
    """Return values and watched probabilities by a parameter, a panel for each game and other parameters.

    Parameters
    ----------
    x : str
        A column of numbers; there is no panel where it takes one number only in each series.
    by : sequence of str, optional
        Columns that tell lines apart; if absent, the concept, the backend and the way of solving, where they vary.
    """
    import pandas as pd

    groups = _swept(cases, x, by)
    if not groups:
        return []
    series = _series_columns(_known(cases, x), x, by)
    titles = short_titles(pd.concat(groups), without=(x, *series))
    return [_panel(members, x, series, titles[members.index[0]]) for members in groups]


def _panel(cases: DataFrame, x: str, series: Sequence[str], title: str) -> Panel:
    sums = cases["value_1"].astype(float) + cases["value_2"].astype(float)
    players = ("1",) if (sums.abs() <= CONSTANT_SUM).all() else ("1", "2")
    values: Curves = {}
    probabilities: Curves = {}
    for label, members in (labelled(cases, series) if series else {"": cases}).items():
        at = [float(number_of(value) or 0) for value in column(members, x)]
        sure = members["outcome"] == Outcome.CERTIFIED
        for player in players:
            values[label, player] = points_frame(zip(at, members[f"value_{player}"], sure, strict=True))
        for name in keys_in(members, "probabilities"):
            shares = column(members, f"probabilities.{name}")
            every = zip(at, shares, sure, strict=True)
            probabilities[label, name] = points_frame(point for point in every if point[1] is not None)
    places: dict[str, set[float]] = {}
    for (_, name), points in probabilities.items():
        places.setdefault(name, set()).update(points["x"])
    several = {key: points for key, points in probabilities.items() if len(places[key[1]]) > 1}
    return Panel(str(cases["game"].iloc[0]), title, values, several, cases["outcome"].tolist())


def _watched(cases: DataFrame, panels: Sequence[Panel]) -> list[str]:
    """Return the probabilities in some panels, those of player 1 first, in the order in which they are declared."""
    there = {name for panel in panels for _, name in panel.probabilities}
    declared = dict.fromkeys(name for row in cases[ROW] for name in row.case.get("watch") or ())
    return sorted([*(name for name in declared if name in there), *sorted(there - set(declared))], key=player_of)


def _chosen_parameter(cases: DataFrame, x: str | None, by: Sequence[str] | None) -> str:
    """Return the parameter to draw against: the one that is asked for, or the only one there is."""
    there = sweepable(cases, by)
    if x is None:
        if not there:
            raise ModelError(f"{NEEDED}; there is none")
        if len(there) > 1:
            raise OptionError(f"sweep plot: say with --x which parameter to draw against; there are {', '.join(there)}")
        return there[0]
    require_columns([x], cases, "--x")
    instead = f"; there are {', '.join(there)}" if there else ""
    declared = frame_of(Row(row.key, row.case, row.outcome) for row in cases[ROW])
    if x in MEASURED or column(declared, x).isna().all():
        raise OptionError(f"--x {x}: is measured; a sweep plot draws against what a sweep declares{instead}")
    if not _swept(cases, x, by):
        raise ModelError(f"{NEEDED}, but {_why_none(cases, x, by)}{instead}")
    return x


def _why_none(cases: DataFrame, x: str, by: Sequence[str] | None) -> str:
    """Return the numbers that there are and, where there are two, the series that have one each."""
    numbers = listed(text_of(value) for (value,) in sorted_keys(cases, [x]))
    known = _known(cases, x)
    if not varying(known, [x]):
        return f"{x} is {numbers}"
    series = _series_columns(known, x, by)
    names = listed((label_of(series, way) for way in grouped(known, series)), "; ") if series else "all cases"
    return f"{x} is {numbers}, and no two of these cases differ in {x} alone: one number each of {names}"


def parameter_picture(
    cases: DataFrame, *, x: str | None = None, y: str | None = None, by: Sequence[str] | None = None
) -> Picture:
    """Return the picture of the value, and of the watched probabilities, against a parameter.

    `x` is a column of numbers, needed where several parameters vary; `y` has no choice; `by` is as in
    `parameter_panels`. A ModelError is raised if fewer than two numbers of `x` have an answer, an OptionError if `x` is
    unknown, measured, or ambiguous.
    """
    refuse_axis("--y", y, "sweep", "the value")
    x = _chosen_parameter(cases, x, by)
    every = parameter_panels(cases, x, by)
    panels, notes = cut_panels(every, "panels", max(1 + len(panel.players) for panel in every))
    labels = list(dict.fromkeys(label for panel in panels for label, _ in panel.values))
    require_few(labels, "sweep")
    watched = _watched(cases, panels)
    drawn = watched[:MOST_SERIES]
    panels = [
        replace(panel, probabilities={key: found for key, found in panel.probabilities.items() if key[1] in drawn})
        for panel in panels
    ]
    notes += not_certified_note([kind for panel in panels for kind in panel.outcomes])
    curves = [points for panel in panels for points in (*panel.values.values(), *panel.probabilities.values())]
    notes += [MEDIANS] if is_repeated(curves) else []
    notes += _single(panels, x)
    notes += [NOT_UNIQUE] if watched else []
    if len(watched) > len(drawn):
        notes.append(f"{len(watched) - len(drawn)} of {len(watched)} watched probabilities are not drawn")
    notes += _left_out(cases, x, sum(len(panel.outcomes) for panel in every))
    return Picture("sweep", f"the value against {x}", lambda: _figure(panels, x, labels, drawn), tuple(notes))


def _single(panels: Sequence[Panel], x: str) -> list[str]:
    """Return a note on the series without a line."""
    found = [
        ", ".join(filter(None, (panel.title if len(panels) > 1 else "", label)))
        for panel in panels
        for (label, player), points in panel.values.items()
        if player == "1" and points["x"].nunique() == 1
    ]
    return [f"a mark without a line, as of a single number of {x}: {listed(found, '; ')}"] if found else []


def _left_out(cases: DataFrame, x: str, drawn: int) -> list[str]:
    given = cases[column(cases, x).notna()]
    answered = int((given["outcome"].isin(ANSWERED) & given["value_1"].notna()).sum())
    unanswered, alone = len(given) - answered, answered - drawn
    notes = [f"{counted(unanswered, 'case')} without an answer left out"] if unanswered else []
    notes += [f"{counted(alone, 'case')} left out: no case differs from them in {x} alone"] if alone > 0 else []
    return notes


def _figure(panels: Sequence[Panel], x: str, labels: Sequence[str], watched: Sequence[str]) -> Figure:
    both = any(player == "2" for panel in panels for _, player in panel.values)
    figure, stacks = panel_grid([panel.title for panel in panels], [1 + len(panel.players) for panel in panels])
    wide = is_wide(place for panel in panels for place in panel.places)
    edge = EDGE if len(labels) > 1 else 0.0
    named: list[tuple[Axes, str]] = []
    for panel, stack in zip(panels, stacks, strict=True):
        low, high = _heights([other for other in panels if other.game == panel.game])
        stack[0].set_ylim(low, high)
        named.append((stack[0], "values" if len({player for _, player in panel.values}) > 1 else "value to player 1"))
        styles: dict[str, dict[str, Any]] = {"1": {"color": VALUE_COLORS[0]}, "2": {"color": VALUE_COLORS[1]}}
        _draw(stack[0], panel.values, labels, {} if not (watched or both) else styles, high - low, edge)
        for player, axes in zip(panel.players, stack[1:], strict=True):
            curves = {key: points for key, points in panel.probabilities.items() if player_of(key[1]) == player}
            styles = {name: {"color": COLORS[number]} for number, name in enumerate(watched)}
            if len(labels) == 1:
                styles = {name: style | {"marker": MARKERS[watched.index(name)]} for name, style in styles.items()}
            _draw(axes, curves, labels, styles, 1.0, edge)
            axes.set_ylim(-0.05, 1.05)
            named.append((axes, f"probability, player {player}"))
        set_scale(stack[-1], "x", panel.places, log=wide)
        for axes in stack[:-1]:
            axes.tick_params(labelbottom=False)
        stack[-1].set_xlabel(label_text(x))
        set_scale(stack[0], "y", (height for points in panel.values.values() for height in points["y"]), log=False)
    label_upwards(named)
    weak = any(kind != Outcome.CERTIFIED for panel in panels for kind in panel.outcomes)
    put_legend(figure, _legend(labels, watched, both=both) | (hollow_mark() if weak else {}))
    return figure


def _heights(panels: Sequence[Panel]) -> tuple[float, float]:
    """Return the span of the axes of values, the same in all panels of a game, wide enough to hide rounding."""
    values = [height for panel in panels for points in panel.values.values() for height in points["y"]]
    low, high = min(values), max(values)
    margin = max(0.06 * (high - low), LEAST_MARGIN * max(1.0, abs(low), abs(high)))
    return low - margin, high + margin


def _draw(
    axes: Axes, curves: Curves, labels: Sequence[str], styles: Mapping[str, dict[str, Any]], span: float, edge: float
) -> None:
    """Draw curves in the order of the legend: solid lines come before broken ones, which are visible on them.

    A series has its own line and marker, and its own colour unless `styles` has one for what is drawn.
    """
    ordered = sorted(curves.items(), key=lambda item: labels.index(item[0][0]))
    for ((label, name), points), look in zip(ordered, looks([points for _, points in ordered], span), strict=True):
        number = labels.index(label)
        style = {"color": COLORS[number], "marker": MARKERS[number]} | styles.get(name, {})
        draw_medians(axes, points, look, linestyle=line_of(number), edge=edge, **style)


def _legend(labels: Sequence[str], watched: Sequence[str], *, both: bool) -> dict[str, Artist]:
    """Return the colours, then the lines and marks."""
    alone = len(labels) < 2
    entries: dict[str, Artist] = {}
    for player, color in enumerate(VALUE_COLORS if both else ()):
        entries[f"value to player {player + 1}"] = legend_mark(color, marker=MARKERS[0] if alone else "")
    for number, name in enumerate(watched):
        entries[watch_text(name)] = legend_mark(COLORS[number], marker=MARKERS[number] if alone else "")
    for number, label in enumerate(() if alone else labels):
        color = WAY_COLOR if watched or both else COLORS[number]
        entries[label] = legend_mark(color, line_of(number), MARKERS[number])
    return entries


def watch_text(name: str) -> str:
    """Return a watched probability in words.

    Examples
    --------
    >>> watch_text("1:K:bet"), watch_text("2:Q:c:bet")
    ('player 1 at K: bet', 'player 2 at Q:c: bet')
    """
    player, _, rest = name.partition(":")
    infoset, _, action = rest.rpartition(":")
    return f"player {player} at {infoset.rstrip(':')}: {action}"
