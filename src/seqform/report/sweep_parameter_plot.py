"""The value of a game, and what its players do, as a parameter varies."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from seqform.errors import ModelError, OptionError
from seqform.models.number_text import counted
from seqform.report.sweep_columns import (
    grouped,
    in_order,
    label_of,
    number_of,
    parameter_columns,
    require_columns,
    text_of,
    value_at,
    varying,
    way_columns,
)
from seqform.report.sweep_figure import (
    COLORS,
    LINES,
    MARKERS,
    Picture,
    cut_panels,
    new_figure,
    put_legend,
    require_few,
    set_scale,
)
from seqform.sweeps.row import Outcome, Row

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ANSWERED = (Outcome.CERTIFIED, Outcome.APPROXIMATE, Outcome.UNCERTIFIED)
CONSTANT_SUM = 1e-6
"""Where the players' values add up to the same within this, player 1's is drawn alone."""

MOST_SHOWN = 8
LEAST_MARGIN = 1e-3
VALUES = ("0.25", "#d55e00")
"""Colours of the values to players 1 and 2."""

Points = list[tuple[float, float]]


@dataclass(frozen=True)
class Panel:
    """What is drawn for one combination of the other parameters.

    Attributes
    ----------
    game, title : str
    values : dict from (series, player) to points
        Points are pairs of the parameter and the value, sorted.
    probabilities : dict from (series, watched probability) to points
    cases : int
    """

    game: str
    title: str
    values: dict[tuple[str, int], Points]
    probabilities: dict[tuple[str, str], Points]
    cases: int

    @property
    def places(self) -> list[float]:
        """The numbers that the parameter takes."""
        return sorted({at for points in self.values.values() for at, _ in points})


def sweepable(rows: Sequence[Row]) -> list[str]:
    """Return the parameters and settings that take several numbers while the other parameters stay the same."""
    names = [*parameter_columns(rows), *sorted({name for row in rows for name in row.case.get("settings", {})})]
    return [name for name in dict.fromkeys(names) if parameter_panels(rows, name)]


def parameter_panels(rows: Iterable[Row], x: str, by: Sequence[str] | None = None) -> list[Panel]:
    """Return values and watched probabilities by a parameter, a panel for each game and other parameters.

    There is none where the parameter takes one number only.

    Parameters
    ----------
    rows : iterable of Row
    x : str
        A column of numbers.
    by : sequence of str, optional
        Columns that tell lines apart; if absent, the concept, the backend and the way of solving, where they vary.
    """
    known = [row for row in in_order(rows) if row.outcome in ANSWERED and row.value is not None]
    known = [row for row in known if number_of(value_at(row, x)) is not None]
    ways = by if by is not None else varying(known, ["concept", *way_columns(known)])
    series = [name for name in ways if name != x]
    others = [name for name in ("game", *parameter_columns(known)) if name not in (x, *series)]
    groups = [cases for cases in grouped(known, others).values() if len({value_at(row, x) for row in cases}) > 1]
    told = varying([row for cases in groups for row in cases], others)
    told = told if "game" in told or "game" not in others else ["game", *told]
    return [_panel(cases, x, series, told) for cases in groups]


def _panel(rows: Sequence[Row], x: str, series: Sequence[str], told: Sequence[str]) -> Panel:
    values: dict[tuple[str, int], Points] = {}
    probabilities: dict[tuple[str, str], Points] = {}
    players = range(1 if _constant_sum(rows) else 2)
    for way, cases in grouped(rows, series).items():
        label = label_of(series, way) if series else ""
        for row in cases:
            at = float(_known(number_of(value_at(row, x))))
            for player in players:
                values.setdefault((label, player), []).append((at, _known(row.value)[player]))
            for name, share in row.probabilities.items():
                probabilities.setdefault((label, name), []).append((at, share))
    title = label_of(told, [value_at(rows[0], name) for name in told]) if told else ""
    return Panel(str(rows[0].case["game"]), title, _sorted(values), _sorted(probabilities), len(rows))


def _known(value: Any) -> Any:
    assert value is not None
    return value


def _constant_sum(rows: Iterable[Row]) -> bool:
    return all(abs(sum(_known(row.value))) <= CONSTANT_SUM for row in rows)


def _sorted(curves: dict[Any, Points]) -> dict[Any, Points]:
    return {key: sorted(points) for key, points in curves.items()}


def parameter_picture(
    rows: Sequence[Row], *, x: str | None = None, y: str | None = None, by: Sequence[str] | None = None
) -> Picture:
    """Return the picture of the value, and of the watched probabilities, against a parameter.

    Parameters
    ----------
    rows : sequence of Row
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
        If x is unknown, or has to be said; or y is given.
    """
    if y is not None:
        raise OptionError(f"--y {y}: of no meaning with a sweep plot, which draws the value")
    x = _chosen(rows, x)
    every = parameter_panels(rows, x, by)
    panels, notes = cut_panels(every, "panels")
    labels = list(dict.fromkeys(label for panel in panels for label, _ in panel.values))
    require_few(labels, "sweep")
    watched = list(dict.fromkeys(name for panel in panels for _, name in panel.probabilities))
    require_few(watched, "sweep")
    notes += _left_out(rows, x, sum(panel.cases for panel in every))
    title = f"the value against {x}"
    return Picture("sweep", title, lambda: _figure(panels, x, labels, watched), tuple(notes))


def _left_out(rows: Iterable[Row], x: str, drawn: int) -> list[str]:
    known = [row.outcome in ANSWERED and row.value is not None for row in rows if value_at(row, x) is not None]
    unanswered, alone = known.count(False), known.count(True) - drawn
    notes = [f"{counted(unanswered, 'case')} without an answer left out"] if unanswered else []
    notes += [f"{counted(alone, 'case')} left out: no case differs from them in {x} alone"] if alone > 0 else []
    return notes


def _chosen(rows: Sequence[Row], x: str | None) -> str:
    there = sweepable(rows)
    needed = "sweep plot: needs a parameter with two or more numbers, the others the same, among cases with an answer"
    if x is None:
        if not there:
            raise ModelError(f"{needed}; there is none")
        if len(there) > 1:
            raise OptionError(f"sweep plot: say with --x which parameter to draw against; there are {', '.join(there)}")
        return there[0]
    require_columns([x], rows, "--x")
    if not parameter_panels(rows, x):
        taken = sorted({text_of(value_at(row, x)) for row in rows})
        found = f"{x} is {', '.join(taken[:MOST_SHOWN])}{', ...' if len(taken) > MOST_SHOWN else ''}"
        raise ModelError(f"{needed}, but {found}" + (f"; there are {', '.join(there)}" if there else ""))
    return x


def _figure(panels: Sequence[Panel], x: str, labels: Sequence[str], watched: Sequence[str]) -> Figure:
    columns = min(3 if len(panels) != 4 else 2, len(panels))
    blocks = -(-len(panels) // columns)
    deep = 2 if watched else 1
    figure = new_figure(max(6.2, 3.3 * columns), 0.7 + blocks * (2.4 * deep + (0.6 if deep == 1 else 0)))
    grid = figure.subplots(blocks * deep, columns, squeeze=False, sharex=len(panels) > 1)
    both = any(player for panel in panels for _, player in panel.values)
    used: list[Axes] = []
    for number, panel in enumerate(panels):
        block, column = divmod(number, columns)
        upper = grid[block * deep][column]
        _draw_values(upper, panel, labels)
        upper.set_title(panel.title)
        upper.set_ylim(_heights([other for other in panels if other.game == panel.game]))
        parts = [upper]
        if watched:
            lower = grid[block * deep + 1][column]
            _draw_probabilities(lower, panel, labels, watched)
            parts.append(lower)
        parts[-1].set_xlabel(x)
        _finish(parts, panel, column == 0, both)
        used += parts
    for axes in grid.flat:
        if axes not in used:
            axes.remove()
    put_legend(figure, _legend(labels, watched, both))
    return figure


def _heights(panels: Sequence[Panel]) -> tuple[float, float]:
    """Return what the axes of values span, the same in all panels of a game; rounding is not blown up to fill them."""
    values = [value for panel in panels for points in panel.values.values() for _, value in points]
    low, high = min(values), max(values)
    margin = max(0.06 * (high - low), LEAST_MARGIN * max(1.0, abs(low), abs(high)))
    return low - margin, high + margin


def _legend(labels: Sequence[str], watched: Sequence[str], both: bool) -> dict[str, Artist]:
    """Return what colours mean, then what kinds of lines mean."""
    from matplotlib.lines import Line2D

    entries: dict[str, Artist] = {}
    if both:
        entries |= {f"value to player {player + 1}": Line2D([], [], color=VALUES[player]) for player in (0, 1)}
    for number, name in enumerate(watched):
        entries[watch_text(name)] = Line2D([], [], color=COLORS[number])
    if len(labels) > 1:
        for number, label in enumerate(labels):
            entries[label] = Line2D([], [], color="0.45", linestyle=LINES[number % len(LINES)], marker=MARKERS[number])
    return entries


def _draw_values(axes: Axes, panel: Panel, labels: Sequence[str]) -> None:
    for (label, player), points in panel.values.items():
        _draw(axes, points, VALUES[player], labels.index(label))


def _draw_probabilities(axes: Axes, panel: Panel, labels: Sequence[str], watched: Sequence[str]) -> None:
    for (label, name), points in panel.probabilities.items():
        _draw(axes, points, COLORS[watched.index(name)], labels.index(label))
    axes.set_ylim(-0.04, 1.04)


def _draw(axes: Axes, points: Points, color: str, series: int) -> None:
    """Draw the medians as a line, and what lies around them as dots."""
    at = sorted({x for x, _ in points})
    heights = [[y for x, y in points if x == place] for place in at]
    medians = [statistics.median(height) for height in heights]
    line = LINES[series % len(LINES)]
    axes.plot(at, medians, color=color, marker=MARKERS[series], linestyle=line, clip_on=False, alpha=0.9)
    if any(max(height) > min(height) for height in heights):
        axes.plot(*zip(*points, strict=True), ".", color=color, alpha=0.35, markersize=3)


def _finish(parts: Sequence[Axes], panel: Panel, leftmost: bool, both: bool) -> None:
    places = panel.places
    for axes in parts:
        set_scale(axes, "x", places)
        if axes.get_xscale() == "linear" and all(place.is_integer() for place in places):
            from matplotlib.ticker import MaxNLocator

            axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.tick_params(labelbottom=True)
    if leftmost:
        for axes, name in zip(parts, ("values" if both else "value to player 1", "probability"), strict=False):
            axes.set_ylabel(name)


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
