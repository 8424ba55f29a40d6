"""The value of a game, and what its players do, as a parameter varies.

The value of a game and its watched probabilities by a parameter: the points that are drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from seqform.errors import ModelError, OptionError
from seqform.experiments.report.data import (
    MEASURED,
    grouped,
    in_order,
    label_of,
    listed,
    number_of,
    parameter_columns,
    require_columns,
    require_none,
    short_titles,
    sort_key,
    text_of,
    value_at,
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
    Point,
    cut_panels,
    draw_medians,
    hollow_mark,
    is_repeated,
    is_wide,
    label_text,
    label_upwards,
    legend_mark,
    looks,
    not_certified_note,
    own_line,
    panel_grid,
    put_legend,
    require_few,
    set_scale,
)
from seqform.experiments.rows import Outcome, Row
from seqform.models.numbers.text import counted

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

CONSTANT_SUM = 1e-6
"""Where the players' values add up to the same within this, player 1's is drawn alone."""

NEEDED = "sweep plot: needs a parameter with two or more numbers, the others the same, among cases with an answer"


@dataclass(frozen=True)
class Panel:
    """What is drawn for one combination of the other parameters.

    Attributes
    ----------
    values : dict from (series, player) to points
        Points are sorted, of the parameter and the value.
    outcomes : Counter
        Of the cases.
    """

    game: str
    title: str
    values: dict[tuple[str, int], list[Point]]
    probabilities: dict[tuple[str, str], list[Point]]
    outcomes: Counter[Outcome]

    @property
    def places(self) -> list[float]:
        """The numbers that the parameter takes."""
        return sorted({point.at for points in self.values.values() for point in points})

    @property
    def is_repeated(self) -> bool:
        """Whether cases of the same series and number have different answers."""
        return is_repeated((*self.values.values(), *self.probabilities.values()))

    @property
    def lonely(self) -> list[str]:
        """The series with a single number, for which there is no line."""
        return [label for (label, player), points in self.values.items() if not player and _is_single(points)]

    @property
    def players(self) -> list[str]:
        """The players, "1" and "2", some of whose probabilities are watched."""
        return sorted({player_of(name) for _, name in self.probabilities})


def watched_names(rows: Iterable[Row], panels: Iterable[Panel]) -> list[str]:
    """Return the probabilities in some panels, those of player 1 first, in the order in which they are declared."""
    there = {name for panel in panels for _, name in panel.probabilities}
    declared = dict.fromkeys(name for row in rows for name in row.case.get("watch", ()))
    return sorted([*(name for name in declared if name in there), *sorted(there - set(declared))], key=player_of)


def player_of(watched: str) -> str:
    """Return the player that a watched probability is of.

    Examples
    --------
    >>> player_of("2:K:cb:call")
    '2'
    """
    return watched.partition(":")[0]


def sweepable(rows: Sequence[Row], by: Sequence[str] | None = None) -> list[str]:
    """Return the parameters and settings that take several numbers in a series, while the other parameters stay."""
    names = [*parameter_columns(rows), *sorted({name for row in rows for name in row.case.get("settings", {})})]
    return [name for name in dict.fromkeys(names) if parameter_panels(rows, name, by)]


def chosen_parameter(rows: Sequence[Row], x: str | None, by: Sequence[str] | None = None) -> str:
    """Return the parameter to draw against: the one that is asked for, or the only one there is.

    Raises
    ------
    ModelError
        If it does not take two numbers.
    OptionError
        If it is unknown or no parameter, or has to be said.
    """
    there = sweepable(rows, by)
    if x is None:
        if not there:
            raise ModelError(f"{NEEDED}; there is none")
        if len(there) > 1:
            raise OptionError(f"sweep plot: say with --x which parameter to draw against; there are {', '.join(there)}")
        return there[0]
    require_columns([x], rows, "--x")
    instead = f"; there are {', '.join(there)}" if there else ""
    if not _is_declared(x, rows):
        raise OptionError(f"--x {x}: is measured; a sweep plot draws against what a sweep declares{instead}")
    if not parameter_panels(rows, x, by):
        raise ModelError(f"{NEEDED}, but {_why_none(rows, x, by)}{instead}")
    return x


def _why_none(rows: Sequence[Row], x: str, by: Sequence[str] | None) -> str:
    """Return which numbers there are, and where there are two, the series that have one each."""
    taken = listed(text_of(value) for value in sorted({value_at(row, x) for row in rows}, key=sort_key))
    known = _known_rows(rows, x)
    if not varying(known, [x]):
        return f"{x} is {taken}"
    series = _series_columns(known, x, by)
    names = listed((label_of(series, way) for way in grouped(known, series)), "; ") if series else "all cases"
    return f"{x} is {taken}, and no two of these cases differ in {x} alone: one number each of {names}"


def _is_declared(column: str, rows: Iterable[Row]) -> bool:
    declared = (Row(row.key, row.case, row.outcome) for row in rows)
    return column not in MEASURED and any(value_at(row, column) is not None for row in declared)


def parameter_panels(rows: Iterable[Row], x: str, by: Sequence[str] | None = None) -> list[Panel]:
    """Return values and watched probabilities by a parameter, a panel for each game and other parameters.

    There is none where the parameter takes one number only in each series.

    Parameters
    ----------
    x : str
        A column of numbers.
    by : sequence of str, optional
        Columns that tell lines apart; if absent, the concept, the backend and the way of solving, where they vary.
    """
    known = _known_rows(rows, x)
    series = _series_columns(known, x, by)
    others = [name for name in ("game", *parameter_columns(known)) if name not in (x, *series)]
    groups = [cases for cases in grouped(known, others).values() if _is_swept(cases, x, series)]
    titles = short_titles([row for cases in groups for row in cases], without=(x, *series))
    return [_panel(cases, x, series, titles[cases[0].key]) for cases in groups]


def _series_columns(rows: Sequence[Row], x: str, by: Sequence[str] | None) -> list[str]:
    ways = by if by is not None else varying(rows, ["concept", *way_columns(rows)])
    return [name for name in ways if name != x]


def _known_rows(rows: Iterable[Row], x: str) -> list[Row]:
    """Return the cases with an answer and a number of the parameter."""
    answered = [row for row in in_order(rows) if row.outcome.has_answer and row.value is not None]
    return [row for row in answered if number_of(value_at(row, x)) is not None]


def _is_swept(rows: Sequence[Row], x: str, series: Sequence[str]) -> bool:
    """Tell whether the parameter takes two numbers or more in one series at least."""
    return any(varying(cases, [x]) for cases in grouped(rows, series).values())


def _is_single(points: Iterable[Point]) -> bool:
    return len({point.at for point in points}) == 1


def _panel(rows: Sequence[Row], x: str, series: Sequence[str], title: str) -> Panel:
    values: dict[tuple[str, int], list[Point]] = {}
    probabilities: dict[tuple[str, str], list[Point]] = {}
    players = range(1 if _constant_sum(rows) else 2)
    for way, cases in grouped(rows, series).items():
        label = label_of(series, way) if series else ""
        for row in cases:
            at, sure = float(_known(number_of(value_at(row, x)))), row.outcome is Outcome.CERTIFIED
            for player in players:
                values.setdefault((label, player), []).append(Point(at, _known(row.value)[player], sure))
            for name, share in row.probabilities.items():
                probabilities.setdefault((label, name), []).append(Point(at, share, sure))
    outcomes = Counter(row.outcome for row in rows)
    several = {name for name, places in _places(probabilities).items() if len(places) > 1}
    probabilities = {key: points for key, points in probabilities.items() if key[1] in several}
    return Panel(str(rows[0].case["game"]), title, _sorted(values), _sorted(probabilities), outcomes)


def _places(curves: Mapping[tuple[str, str], Iterable[Point]]) -> dict[str, set[float]]:
    """Return where each probability is known: at a single place there is nothing to compare."""
    places: dict[str, set[float]] = {}
    for (_, name), points in curves.items():
        places.setdefault(name, set()).update(point.at for point in points)
    return places


def _known(value: Any) -> Any:
    assert value is not None
    return value


def _constant_sum(rows: Iterable[Row]) -> bool:
    return all(abs(sum(_known(row.value))) <= CONSTANT_SUM for row in rows)


def _sorted(curves: dict[Any, list[Point]]) -> dict[Any, list[Point]]:
    return {key: sorted(points) for key, points in curves.items()}


def with_probabilities(panels: Iterable[Panel], names: Sequence[str]) -> list[Panel]:
    """Return the panels without the probabilities that are none of some."""
    return [
        replace(panel, probabilities={key: found for key, found in panel.probabilities.items() if key[1] in names})
        for panel in panels
    ]


Name = TypeVar("Name", int, str)

LEAST_MARGIN = 1e-3
VALUES = ("0.25", "#7d3ac1")
"""Colours of the values to players 1 and 2, none of those of watched probabilities."""

WAYS = "0.45"
"""The colour of ways of solving in the legend, where colours mean something else."""

HEIGHT, HEIGHT_ALONE = 1.8, 2.6
"""Inches of axes with others above or below, and of those without."""

NOT_UNIQUE = "an equilibrium need not be unique: the probabilities are those of the one that was found"


def parameter_picture(
    rows: Sequence[Row], *, x: str | None = None, y: str | None = None, by: Sequence[str] | None = None
) -> Picture:
    """Return the picture of the value, and of the watched probabilities, against a parameter.

    Parameters
    ----------
    x : str, optional
        A column of numbers; may be left out where only one parameter takes several.
    y : None
        It is always the value.
    by : sequence of str, optional
        As in `parameter_panels`.

    Raises
    ------
    ModelError
        If fewer than two numbers of x have an answer.
    OptionError
        If x is unknown, measured, or has to be said; or y is given.
    """
    require_none("--y", y, "sweep", "the value")
    x = chosen_parameter(rows, x, by)
    every = parameter_panels(rows, x, by)
    panels, notes = cut_panels(every, "panels", max((1 + len(panel.players) for panel in every), default=1))
    labels = list(dict.fromkeys(label for panel in panels for label, _ in panel.values))
    require_few(labels, "sweep")
    watched = watched_names(rows, panels)
    drawn = watched[:MOST_SERIES]
    panels = with_probabilities(panels, drawn)
    outcomes = sum((panel.outcomes for panel in panels), Counter[Outcome]())
    notes += not_certified_note(outcomes)
    notes += [MEDIANS] if any(panel.is_repeated for panel in panels) else []
    notes += _lonely(panels, x)
    notes += [NOT_UNIQUE] if watched else []
    if len(watched) > len(drawn):
        notes.append(f"{len(watched) - len(drawn)} of {len(watched)} watched probabilities are not drawn")
    notes += _left_out(rows, x, sum(panel.outcomes.total() for panel in every))
    return Picture("sweep", f"the value against {x}", lambda: _figure(panels, x, labels, drawn), tuple(notes))


def _lonely(panels: Sequence[Panel], x: str) -> list[str]:
    """Return which series have no line."""
    several = len(panels) > 1
    found = [(panel.title if several else "", label) for panel in panels for label in panel.lonely]
    names = listed((", ".join(filter(None, parts)) for parts in found), "; ")
    return [f"a mark without a line, as of a single number of {x}: {names}"] if found else []


def _left_out(rows: Iterable[Row], x: str, drawn: int) -> list[str]:
    known = [row.outcome.has_answer and row.value is not None for row in rows if value_at(row, x) is not None]
    unanswered, alone = known.count(False), known.count(True) - drawn
    notes = [f"{counted(unanswered, 'case')} without an answer left out"] if unanswered else []
    notes += [f"{counted(alone, 'case')} left out: no case differs from them in {x} alone"] if alone > 0 else []
    return notes


def _figure(panels: Sequence[Panel], x: str, labels: Sequence[str], watched: Sequence[str]) -> Figure:
    both = any(player for panel in panels for _, player in panel.values)
    deep = max(len(panel.players) for panel in panels)
    heights = [[HEIGHT] * (1 + len(panel.players)) if deep else [HEIGHT_ALONE] for panel in panels]
    figure, stacks = panel_grid([panel.title for panel in panels], heights)
    wide = is_wide([place for panel in panels for place in panel.places])
    named: list[tuple[Axes, str]] = []
    for panel, (upper, *lower) in zip(panels, stacks, strict=True):
        upper.set_ylim(_heights([other for other in panels if other.game == panel.game]))
        _draw_values(upper, panel, labels, colored=not watched and not both)
        named.append((upper, "values" if any(player for _, player in panel.values) else "value to player 1"))
        for player, axes in zip(panel.players, lower, strict=True):
            _draw_probabilities(axes, panel, labels, watched, player)
            named.append((axes, f"probability, player {player}"))
        _finish([upper, *lower], panel, x, wide=wide)
    label_upwards(named)
    weak = any(panel.outcomes.total() > panel.outcomes[Outcome.CERTIFIED] for panel in panels)
    put_legend(figure, _legend(labels, watched, both=both) | (hollow_mark() if weak else {}))
    return figure


def _heights(panels: Sequence[Panel]) -> tuple[float, float]:
    """Return what the axes of values span, the same in all panels of a game; rounding is not blown up to fill them."""
    values = [point.height for panel in panels for points in panel.values.values() for point in points]
    low, high = min(values), max(values)
    margin = max(0.06 * (high - low), LEAST_MARGIN * max(1.0, abs(low), abs(high)))
    return low - margin, high + margin


def _legend(labels: Sequence[str], watched: Sequence[str], *, both: bool) -> dict[str, Artist]:
    """Return what colours mean, then what kinds of lines and marks mean."""
    alone = len(labels) < 2
    entries: dict[str, Artist] = {}
    for player, color in enumerate(VALUES if both else ()):
        entries[f"value to player {player + 1}"] = legend_mark(color, marker=MARKERS[0] if alone else "")
    for number, name in enumerate(watched):
        entries[watch_text(name)] = legend_mark(COLORS[number], marker=MARKERS[number] if alone else "")
    for number, label in enumerate(() if alone else labels):
        color = WAYS if watched or both else COLORS[number]
        entries[label] = legend_mark(color, own_line(number), MARKERS[number])
    return entries


def _draw_values(axes: Axes, panel: Panel, labels: Sequence[str], *, colored: bool) -> None:
    """Draw the values in colours of the ways of solving, or of the players."""
    edge = EDGE if len(labels) > 1 else 0.0
    curves = _by_label(panel.values, labels)
    low, high = axes.get_ylim()
    for ((label, player), points), look in zip(curves.items(), looks([*curves.values()], high - low), strict=True):
        series = labels.index(label)
        color = COLORS[series] if colored else VALUES[player]
        draw_medians(axes, points, look, color=color, marker=MARKERS[series], line=own_line(series), edge=edge)


def _draw_probabilities(axes: Axes, panel: Panel, labels: Sequence[str], watched: Sequence[str], player: str) -> None:
    edge = EDGE if len(labels) > 1 else 0.0
    curves = _by_label(panel.probabilities, labels)
    curves = {key: points for key, points in curves.items() if player_of(key[1]) == player}
    for ((label, name), points), look in zip(curves.items(), looks([*curves.values()], 1.0), strict=True):
        series, which = labels.index(label), watched.index(name)
        color, marker = COLORS[which], MARKERS[series if len(labels) > 1 else which]
        draw_medians(axes, points, look, color=color, marker=marker, line=own_line(series), edge=edge)
    axes.set_ylim(-0.05, 1.05)


def _by_label(
    curves: Mapping[tuple[str, Name], list[Point]], labels: Sequence[str]
) -> dict[tuple[str, Name], list[Point]]:
    """Return curves in the order of the legend: whole lines are drawn before broken ones, which are seen on them."""
    return dict(sorted(curves.items(), key=lambda item: labels.index(item[0][0])))


def _finish(parts: Sequence[Axes], panel: Panel, x: str, *, wide: bool) -> None:
    set_scale(parts[-1], "x", panel.places, log=wide)
    for axes in parts[:-1]:
        axes.tick_params(labelbottom=False)
    parts[-1].set_xlabel(label_text(x))
    set_scale(parts[0], "y", [point.height for points in panel.values.values() for point in points], log=False)


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
