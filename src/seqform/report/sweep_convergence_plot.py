"""The gap between the bounds on the value, as solvers close it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from seqform.errors import ModelError, OptionError
from seqform.models.number_text import short
from seqform.report.sweep_columns import grouped, in_order, label_of, short_titles, varying, way_columns
from seqform.report.sweep_figure import (
    COLORS,
    LINES,
    Picture,
    cut_panels,
    legend_below,
    new_figure,
    require_few,
    set_scale,
)
from seqform.sweeps.row import Row

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ACROSS = ("seconds", "iterations")
Curve = tuple[int, str, list[tuple[float, float]], float | None]
"""The number of its color, its label, its points, and where the gap closes."""

FLOOR = 0.1
"""A gap of nothing is drawn at this part of the smallest gap of its panel."""


def gaps(row: Row, across: str = "seconds") -> list[tuple[float, float]]:
    """Return seconds (or iterations) and the gap, upper bound less lower, wherever both are above zero.

    Examples
    --------
    >>> from seqform.sweeps.row import Outcome
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
    >>> from seqform.sweeps.row import Outcome
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
    rows : sequence of Row
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
    across = x or "seconds"
    if across not in ACROSS:
        raise OptionError(f"--x {x}: of a convergence plot one of {', '.join(ACROSS)} is expected")
    if y is not None:
        raise OptionError(f"--y {y}: of no meaning with a convergence plot, which draws the gap")
    bounded = [row for row in in_order(rows) if gaps(row, across)]
    if not bounded:
        raise ModelError(
            "convergence plot: needs cases whose solver notes bounds on the value as it goes, as first-order methods "
            f"do; none of the {len(rows)} here has any"
        )
    columns = list(by) if by is not None else [*way_columns(bounded), *varying(bounded, ["concept"])]
    series = list(grouped(bounded, columns).items())
    require_few(series, "convergence")
    titles = short_titles(bounded)
    panels: dict[str, list[Curve]] = {}
    notes = []
    for number, (values, members) in enumerate(series):
        label = label_of(columns, values)
        for row in members:
            panels.setdefault(titles[row.key], []).append((number, label, gaps(row, across), closed_at(row, across)))
            notes.append(f"{titles[row.key]}, {label}: {_end(row)}")
    drawn, cut = cut_panels(list(panels.items()), "games")
    return Picture("convergence", f"gap against {across}", lambda: _figure(drawn, across), (*notes, *cut))


def _end(row: Row) -> str:
    _, seconds, lower, upper = row.bounds[-1]
    if upper > lower:
        return f"gap {short(upper - lower)} after {short(seconds)} s"
    return f"gap 0 after {short(seconds)} s, which has no logarithm: the triangle at the bottom"


def _figure(panels: Sequence[tuple[str, list[Curve]]], across: str) -> Figure:
    columns = min(3, len(panels))
    lines = -(-len(panels) // columns)
    figure = new_figure(max(6.0, 3.4 * columns), 0.8 + (2.9 if lines > 1 or columns > 1 else 3.4) * lines)
    grid: list[Any] = list(figure.subplots(lines, columns, squeeze=False).flat)
    for axes in grid[len(panels) :]:
        axes.remove()
    for axes, (title, curves) in zip(grid, panels, strict=False):
        every = [point for _, _, points, _ in curves for point in points]
        floor = FLOOR * min(gap for _, gap in every)
        for number, label, points, closed in curves:
            marker = "." if len(points) <= 60 else ""
            at, gap = zip(*points, strict=True)
            style = LINES[number // 5 % len(LINES)]
            axes.plot(at, gap, marker=marker, color=COLORS[number], linestyle=style, label=label)
            if closed is not None:
                ends = (at[-1], closed), (gap[-1], floor)
                axes.plot(*ends, color=COLORS[number], linestyle=":", marker="v", markevery=[1])
                every += [(closed, floor)]
        set_scale(axes, "x", [point[0] for point in every], log=True)
        set_scale(axes, "y", [point[1] for point in every], log=True)
        axes.set_title(title)
        axes.set(xlabel=across, ylabel="gap between the bounds")
    legend_below(figure, grid[: len(panels)])
    return figure
