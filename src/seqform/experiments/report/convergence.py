"""The gap between the bounds on the value, as solvers close it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from seqform.errors import ModelError
from seqform.experiments.report.data import (
    grouped,
    in_order,
    label_of,
    may_lose,
    one_of,
    require_none,
    short_titles,
    varying,
    way_columns,
)
from seqform.experiments.report.figure import (
    COLORS,
    MARKERS,
    Picture,
    Point,
    cut_panels,
    draw_curve,
    hollow_mark,
    label_text,
    label_upwards,
    legend_mark,
    line_of,
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

ACROSS = ("seconds", "iterations")
HEIGHT, HEIGHT_ALONE = 2.3, 2.8
MOST_MARKS = 12
"""Of a curve; the last point always has one."""

CLOSED = "no gap above 0, which alone has a logarithm"
MERGED = ", in the merged game"
FLOOR = 0.1
"""A gap of nothing is drawn at this part of the smallest gap of its panel."""


@dataclass(frozen=True)
class Curve:
    """The gap of a case.

    Attributes
    ----------
    number : int
        Of its series, which decides on its colour.
    closed : float, optional
        Where the gap closes.
    """

    number: int
    label: str
    points: list[tuple[float, float]]
    closed: float | None
    certified: bool


def gaps(row: Row, across: str = "seconds") -> list[tuple[float, float]]:
    """Return seconds (or iterations) and the gap, upper bound less lower, wherever both are above zero.

    Examples
    --------
    >>> from seqform.experiments.rows import Outcome
    >>> gaps(Row("", {}, Outcome.CERTIFIED, bounds=[(1, 0.5, -1.0, 1.0), (2, 0.75, 0.25, 0.25)]))
    [(0.5, 2.0)]
    """
    points = (
        (float(seconds if across == "seconds" else iteration), upper - lower)
        for iteration, seconds, lower, upper in row.bounds
    )
    return [(at, gap) for at, gap in points if at > 0 and gap > 0]


def closed_at(row: Row, across: str = "seconds") -> float | None:
    """Return the seconds (or iterations) after which the gap is closed for good, None if it is not.

    Examples
    --------
    >>> from seqform.experiments.rows import Outcome
    >>> closed_at(Row("", {}, Outcome.CERTIFIED, bounds=[(1, 0.5, -1.0, 1.0), (2, 0.75, 0.25, 0.25)]))
    0.75
    """
    found = None
    for iteration, seconds, lower, upper in row.bounds:
        if upper > lower:
            found = None
        elif found is None:
            found = float(seconds if across == "seconds" else iteration)
    return found


def convergence_picture(
    rows: Sequence[Row], *, x: str | None = None, y: str | None = None, by: Sequence[str] | None = None
) -> Picture:
    """Return the picture of the gap against time, a panel for each game.

    Parameters
    ----------
    x : str, optional
        One of `ACROSS`; seconds if absent.
    y : None
        It is always the gap.
    by : sequence of str, optional
        Columns that tell the curves apart; if absent, the backend and what else varies of the way of solving.

    Raises
    ------
    ModelError
        If no case has bounds.
    OptionError
        If x is none of `ACROSS`, or y is given.
    """
    across = one_of("--x", x, ACROSS, "convergence") or ACROSS[0]
    require_none("--y", y, "convergence", "the gap")
    bounded = [row for row in in_order(rows) if gaps(row, across)]
    closed = sum(bool(row.bounds) for row in rows) - len(bounded)
    failed = _without_bounds(rows)
    if not bounded:
        raise ModelError(
            "convergence plot: needs cases whose solver notes bounds on the value as it goes, as first-order methods "
            + (f"do; the {closed} here with bounds have {CLOSED}" if closed else f"do; none of the {len(rows)} has any")
        )
    columns = list(by) if by is not None else [*way_columns(bounded), *varying(bounded, ["concept"])]
    series = _series(bounded, columns)
    require_few(list(dict.fromkeys(series.values())), "convergence")
    titles = short_titles(bounded, without=columns)
    panels: dict[str, list[Row]] = {}
    for row in bounded:
        panels.setdefault(titles[row.key], []).append(row)
    drawn, cut = cut_panels(list(panels.items()), "games")
    curves = [(title, _curves(members, series, across)) for title, members in drawn]
    notes = [_note(", ".join(filter(None, (title, label))), members) for title, label, members in _parts(drawn, series)]
    notes += [f"{counted(closed, 'case')} left out: {CLOSED}"] if closed else []
    notes += [_failed_note(failed)] if failed else []
    return Picture("convergence", f"gap against {across}", lambda: _figure(curves, across), (*notes, *cut))


def _without_bounds(rows: Sequence[Row]) -> list[Row]:
    """Return the cases that have no bounds although their solver notes them: it was stopped, or refused the case."""
    solvers = {row.case.get("backend") for row in rows if row.bounds}
    return [row for row in in_order(rows) if row.case.get("backend") in solvers and not row.bounds]


def _failed_note(rows: Sequence[Row]) -> str:
    solvers = ", ".join(str(solver) for (solver,) in grouped(rows, ["backend"]))
    outcomes = Counter(row.outcome for row in rows)
    ended = ", ".join(f"{number:,} {kind}" for kind, number in sorted(outcomes.items()))
    return f"{counted(len(rows), 'case')} of {solvers} without bounds left out: {ended}"


def _series(rows: Sequence[Row], columns: Sequence[str]) -> dict[str, tuple[int, str]]:
    """Return by key the number and the label of every case's series."""
    found: dict[str, tuple[int, str]] = {}
    for number, (values, members) in enumerate(grouped(rows, columns).items()):
        label = label_of(columns, values) + (MERGED if all(map(may_lose, members)) else "")
        found |= {row.key: (number, label) for row in members}
    return found


def _curves(rows: Sequence[Row], series: dict[str, tuple[int, str]], across: str) -> list[Curve]:
    return [
        Curve(*series[row.key], gaps(row, across), closed_at(row, across), row.outcome is Outcome.CERTIFIED)
        for row in sorted(rows, key=lambda row: series[row.key])
    ]


def _parts(
    panels: Sequence[tuple[str, list[Row]]], series: dict[str, tuple[int, str]]
) -> Iterator[tuple[str, str, list[Row]]]:
    """Yield the cases of each series in each panel."""
    for title, rows in panels:
        for number, label in sorted({series[row.key] for row in rows}):
            yield title, label, [row for row in rows if series[row.key] == (number, label)]


def _note(name: str, rows: Sequence[Row]) -> str:
    """Return in words how the cases of a series ended."""
    ends = [row.bounds[-1] for row in rows]
    widths = [max(0.0, upper - lower) for _, _, lower, upper in ends]
    told = [f"gap {_span(widths)} after {_span([seconds for _, seconds, _, _ in ends])} s"]
    if min(widths) == 0:
        told.append("where it is 0, which has no logarithm, there is a triangle at the bottom")
    lost = [row.nash_conv for row in rows if row.nash_conv is not None and may_lose(row)]
    told += [f"nash_conv {_span(lost)} in the real game"] if lost else []
    outcomes = Counter(row.outcome for row in rows if row.outcome is not Outcome.CERTIFIED)
    told += [f"{number} {kind}" if len(rows) > 1 else str(kind) for kind, number in sorted(outcomes.items())]
    return f"{name}{f', {len(rows)} cases' if len(rows) > 1 else ''}: {'; '.join(told)}"


def _span(numbers: Sequence[float]) -> str:
    least, most = (f"{number:.3g}" for number in (min(numbers), max(numbers)))
    return least if least == most else f"{least} to {most}"


def _figure(panels: Sequence[tuple[str, list[Curve]]], across: str) -> Figure:
    figure, stacks = panel_grid(
        [title for title, _ in panels], [[HEIGHT if len(panels) > 1 else HEIGHT_ALONE]] * len(panels)
    )
    for (_, curves), (axes,) in zip(panels, stacks, strict=True):
        _draw(axes, curves)
        axes.set_xlabel(label_text(across))
    label_upwards((axes, "gap between the bounds") for (axes,) in stacks)
    put_legend(figure, _legend([curve for _, curves in panels for curve in curves]))
    return figure


def _legend(curves: Sequence[Curve]) -> dict[str, Artist]:
    entries = {
        curve.label: legend_mark(COLORS[curve.number], line_of(curve.number), MARKERS[curve.number])
        for curve in sorted(curves, key=lambda curve: curve.number)
    }
    return entries if all(curve.certified for curve in curves) else entries | hollow_mark()


def _draw(axes: Axes, curves: Sequence[Curve]) -> None:
    drawn = [point for curve in curves for point in curve.points]
    floor = FLOOR * min(gap for _, gap in drawn)
    repeated = Counter(curve.number for curve in curves)
    for curve in curves:
        color, alone = COLORS[curve.number], repeated[curve.number] == 1
        look = {"color": color, "linestyle": line_of(curve.number), "linewidth": 1.5 if alone else 0.9}
        points = [Point(at, gap, curve.certified) for at, gap in curve.points]
        every = -(-len(points) // MOST_MARKS)
        draw_curve(axes, points, marker=MARKERS[curve.number], size=4.2, every=every, **look)
        if curve.closed is not None:
            at, gap = curve.points[-1]
            axes.plot((at, curve.closed), (gap, floor), color=color, linestyle=":", marker="v", markevery=[1])
            drawn += [(curve.closed, floor)]
    set_scale(axes, "x", [at for at, _ in drawn], log=True)
    set_scale(axes, "y", [gap for _, gap in drawn], log=True)
