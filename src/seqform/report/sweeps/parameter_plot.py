"""The value of a game, and what its players do, as a parameter varies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from seqform.models.number_text import counted
from seqform.report.sweeps.choices import require_none
from seqform.report.sweeps.columns import value_at
from seqform.report.sweeps.curves import (
    EDGE,
    MEDIANS,
    Point,
    draw_medians,
    hollow_mark,
    legend_mark,
    looks,
    not_certified_note,
)
from seqform.report.sweeps.figure import (
    COLORS,
    MARKERS,
    MOST_SERIES,
    Picture,
    label_text,
    own_line,
    put_legend,
    require_few,
)
from seqform.report.sweeps.panels import cut_panels, label_upwards, panel_grid
from seqform.report.sweeps.parameter_panels import (
    Panel,
    chosen_parameter,
    parameter_panels,
    player_of,
    watched_names,
    with_probabilities,
)
from seqform.report.sweeps.scales import is_wide, set_scale
from seqform.report.sweeps.titles import listed
from seqform.sweeps.row import Outcome, Row

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

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
