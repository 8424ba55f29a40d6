"""Gap between the bounds on the value against time or iterations, one curve per case."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from seqform.errors import ModelError
from seqform.experiments.report.data import (
    ROW,
    grouped,
    label_of,
    may_lose,
    outcomes_text,
    short_titles,
    varying,
    way_columns,
)
from seqform.experiments.report.figure import (
    COLORS,
    MARKERS,
    Look,
    Picture,
    chosen,
    cut_panels,
    draw_curve,
    hollow_mark,
    label_text,
    label_upwards,
    legend_mark,
    line_of,
    panel_grid,
    put_legend,
    refuse_axis,
    require_few,
    set_scale,
)
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
    """Return the gap, upper bound less lower, of a case with bounds (iteration, seconds, lower, upper).

    Examples
    --------
    >>> curve = gap_curve([(1, 0.5, -1.0, 1.0), (2, 0.75, 0.25, 0.25)])
    >>> curve.points[["x", "y"]].values.tolist(), curve.closed
    ([[0.5, 2.0]], 0.75)
    """
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
) -> Picture:
    """Return the picture of the gap against time, a panel for each game.

    `x` is one of `ACROSS`, by default seconds; `y` has no choice; `by` are the columns that tell the curves apart, by
    default the backend and what else varies of the way of solving. A ModelError is raised if no case has bounds.
    """
    across = chosen("--x", x, ACROSS, "convergence") or ACROSS[0]
    refuse_axis("--y", y, "convergence", "the gap")
    noted = cases[cases[ROW].map(lambda row: bool(row.bounds)).astype(bool)]
    lost = noted["nash_conv"].where(may_lose(noted), None)
    every = [
        gap_curve(row.bounds, across, outcome, nash_conv)
        for row, outcome, nash_conv in zip(noted[ROW], noted["outcome"], lost, strict=True)
    ]
    bounded = noted[np.array([len(curve.points) > 0 for curve in every], dtype=bool)]
    closed = len(noted) - len(bounded)
    if bounded.empty:
        raise ModelError(
            "convergence plot: needs cases whose solver records bounds on the value, as first-order methods "
            + (
                f"do; the {closed} here with bounds have {CLOSED}"
                if closed
                else f"do; none of the {len(cases)} has any"
            )
        )
    curves = dict(zip(noted.index, every, strict=True))
    columns = list(by) if by is not None else [*way_columns(bounded), *varying(bounded, ["concept"])]
    series: dict[str, set[int]] = {}
    for values, members in grouped(bounded, columns).items():
        label = label_of(columns, values) + (MERGED if may_lose(members).all() else "")
        series.setdefault(label, set()).update(members.index)
    require_few(list(series), "convergence")
    titles = short_titles(bounded, without=columns)
    drawn, cut = cut_panels(list(dict.fromkeys(titles)), "games")
    panels = {
        title: {
            label: [curves[place] for place in titles.index[titles == title] if place in places]
            for label, places in series.items()
        }
        for title in drawn
    }
    notes = [
        _note(", ".join(filter(None, (title, label))), found)
        for title, parts in panels.items()
        for label, found in parts.items()
        if found
    ]
    notes += [f"{counted(closed, 'case')} left out: {CLOSED}"] if closed else []
    notes += _without_bounds(cases, noted)
    return Picture("convergence", f"gap against {across}", lambda: _figure(panels, across), (*notes, *cut))


def _without_bounds(cases: DataFrame, noted: DataFrame) -> list[str]:
    """Return a note on cases without bounds of solvers that record them: they were stopped, or refused."""
    failed = cases.drop(noted.index)
    failed = failed[failed["backend"].isin(noted["backend"])]
    solvers = ", ".join(str(solver) for (solver,) in grouped(failed, ["backend"]))
    ended = outcomes_text(failed["outcome"])
    return [f"{counted(len(failed), 'case')} of {solvers} without bounds left out: {ended}"] if len(failed) else []


def _note(name: str, curves: Sequence[Curve]) -> str:
    """Return in words how the cases of a series ended."""
    parts = [f"gap {_span([one.width for one in curves])} after {_span([one.seconds for one in curves])} s"]
    if min(one.width for one in curves) == 0:
        parts.append("a gap of 0, which a logarithmic axis cannot show, is a triangle at the bottom")
    lost = [one.lost for one in curves if one.lost is not None]
    parts += [f"nash_conv {_span(lost)} in the real game"] if lost else []
    weak = [one.outcome for one in curves if one.outcome != Outcome.CERTIFIED]
    parts += [outcomes_text(weak) if len(curves) > 1 else weak[0]] if weak else []
    return f"{name}{f', {len(curves)} cases' if len(curves) > 1 else ''}: {'; '.join(parts)}"


def _span(numbers: Sequence[float]) -> str:
    least, most = (f"{number:.3g}" for number in (min(numbers), max(numbers)))
    return least if least == most else f"{least} to {most}"


def _figure(panels: dict[str, dict[str, list[Curve]]], across: str) -> Figure:
    figure, stacks = panel_grid(list(panels), [1] * len(panels))
    for parts, (axes,) in zip(panels.values(), stacks, strict=True):
        _draw(axes, list(parts.values()))
        axes.set_xlabel(label_text(across))
    label_upwards((axes, "gap between the bounds") for (axes,) in stacks)
    labels = list(next(iter(panels.values())))
    entries = {
        label: legend_mark(COLORS[number], line_of(number), MARKERS[number])
        for number, label in enumerate(labels)
        if any(parts[label] for parts in panels.values())
    }
    weak = any(one.outcome != Outcome.CERTIFIED for parts in panels.values() for part in parts.values() for one in part)
    put_legend(figure, entries | hollow_mark() if weak else entries)
    return figure


def _draw(axes: Axes, series: Sequence[Sequence[Curve]]) -> None:
    """Draw the curves of a panel, whose number says their colour; thinner where cases are repeated."""
    drawn = [point for part in series for one in part for point in zip(one.points["x"], one.points["y"], strict=True)]
    floor = FLOOR * min(gap for _, gap in drawn)
    for number, part in enumerate(series):
        color, line = COLORS[number], line_of(number)
        look = Look(width=1.5 if len(part) == 1 else 0.9, size=4.2)
        for one in part:
            every = -(-len(one.points) // MOST_MARKS)
            draw_curve(axes, one.points, look, color=color, marker=MARKERS[number], every=every, linestyle=line)
            if one.closed is not None:
                at, gap = one.points[["x", "y"]].iloc[-1]
                axes.plot((at, one.closed), (gap, floor), color=color, linestyle=":", marker="v", markevery=[1])
                drawn.append((one.closed, floor))
    set_scale(axes, "x", [at for at, _ in drawn], log=True)
    set_scale(axes, "y", [gap for _, gap in drawn], log=True)
