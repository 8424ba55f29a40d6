"""Gap between the bounds on the value against time or iterations, one curve per case."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from seqform.errors import ModelError
from seqform.experiments.report import data
from seqform.experiments.report import figure as plots
from seqform.experiments.report.data import ROW
from seqform.experiments.rows import Outcome
from seqform.models.numbers.text import counted

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame

ACROSS = ("seconds", "iterations")
MOST_MARKS = 12
"""Of a curve; the last point always has one."""

CLOSED = "no gap above 0 to show on a logarithmic axis"
MERGED = ", in the merged game"
FLOOR = 0.1
"""A gap of 0 is drawn at this part of the smallest gap of its panel."""


@dataclass(frozen=True)
class Curve:
    """The gap of a case.

    Attributes
    ----------
    points : DataFrame
        Seconds (or iterations) x and gaps y, where both are above 0.
    closed : float, optional
        The x from which on the gap is 0.
    seconds, width : float
        Of the last bounds; the gap is at least 0.
    lost : float, optional
        nash_conv in the real game, where another game is solved.
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

    `x` is one of `ACROSS`, by default seconds; `y` has no choice; `by` are the columns that distinguish the curves, by
    default the backend and what else varies of the way of solving. A ModelError is raised if no case has bounds.
    """
    across = plots.chosen("--x", x, ACROSS, "convergence") or ACROSS[0]
    plots.refuse_axis("--y", y, "convergence", "the gap")
    noted = cases[cases[ROW].map(lambda row: bool(row.bounds)).astype(bool)]
    lost = noted["nash_conv"].where(data.may_lose(noted), None)
    curves = {
        place: gap_curve(row.bounds, across, outcome, nash_conv)
        for place, row, outcome, nash_conv in zip(noted.index, noted[ROW], noted["outcome"], lost, strict=True)
    }
    bounded = noted[np.array([len(curve.points) > 0 for curve in curves.values()], dtype=bool)]
    closed = len(noted) - len(bounded)
    if bounded.empty:
        found = f"the {closed} here with bounds have {CLOSED}" if closed else f"none of the {len(cases)} has any"
        needed = "needs cases whose solver records bounds on the value, as first-order methods do"
        raise ModelError(f"convergence plot: {needed}; {found}")
    columns = list(by) if by is not None else data.varied_ways(bounded)
    labels = {
        place: data.label_of(columns, values) + (MERGED if data.may_lose(same).all() else "")
        for values, same in data.grouped(bounded, columns).items()
        for place in same.index
    }
    series = list(dict.fromkeys(labels.values()))
    plots.require_few(series, "convergence")
    titles = data.short_titles(bounded, without=columns)
    most, cut = plots.panels_drawn(titles.nunique(), "games")
    panels = {
        title: {label: [curves[place] for place in same.index if labels[place] == label] for label in series}
        for title, same in bounded.groupby(titles, sort=False)
    }
    panels = dict([*panels.items()][:most])
    notes = [
        _note(data.joined(str(title), label), found)
        for title, parts in panels.items()
        for label, found in parts.items()
        if found
    ]
    notes += [f"{counted(closed, 'case')} left out: {CLOSED}"] if closed else []
    without = cases.drop(noted.index)
    without = without[without["backend"].isin(noted["backend"])]
    if len(without):  # stopped or refused
        solvers, ended = ", ".join(data.labelled(without, ["backend"])), data.outcomes_text(without["outcome"])
        notes.append(f"{counted(len(without), 'case')} of {solvers} without bounds left out: {ended}")
    return plots.Picture("convergence", f"gap against {across}", lambda: _figure(panels, across), (*notes, *cut))


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


def _figure(panels: dict[str, dict[str, list[Curve]]], across: str) -> Figure:
    figure, stacks = plots.panel_grid(list(panels), [1] * len(panels))
    for parts, (axes,) in zip(panels.values(), stacks, strict=True):
        _draw(axes, list(parts.values()))
        axes.set_xlabel(plots.label_text(across))
    plots.label_upwards((axes, "gap between the bounds") for (axes,) in stacks)
    found = {label: [one for parts in panels.values() for one in parts[label]] for label in next(iter(panels.values()))}
    entries = {label: plots.legend_mark(**plots.style_of(number)) for number, label in enumerate(found) if found[label]}
    weak = any(one.outcome != Outcome.CERTIFIED for curves in found.values() for one in curves)
    plots.put_legend(figure, entries, hollow=weak)
    return figure


def _draw(axes: Axes, series: Sequence[Sequence[Curve]]) -> None:
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
