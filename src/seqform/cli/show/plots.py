"""Plots by matplotlib (the extra "plots"): z0 along a path of Lemke's algorithm, and utility profile sets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby, pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from seqform.io.figures import caption_figure, new_figure, plain_figure, write_figure
from seqform.io.style import blend, styled, theme
from seqform.models.answers.certificate import Certificate
from seqform.models.answers.trace import Trace, TraceRow, same_plans
from seqform.models.strategies.profile_set import PayoffBox, UtilityProfileSet
from seqform.system.foreign_text import figure_text, visible
from seqform.system.packages import require

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TOO_CLOSE_TO_SEE = 1e-9
"""Values of z0 in doubles that differ by less are drawn as one."""

MOST_MARKERS = 100
"""A longer path is drawn without a marker at every pivot."""


def write_path_plot(trace: Trace, path: str | Path, *, theme: str = "light") -> None:
    """Draw z0 along a path to a file, .svg, .png or .pdf; the same path gives the same file."""
    with styled(theme):
        write_figure(lambda: path_figure(trace), Path(path))


def path_figure(trace: Trace) -> Figure:
    """Return the figure: z0 against the number of pivots.

    Stretches where z0 stands still are shaded; darker those where (x̄, ȳ) does not move either, the
    pivots being degenerate, if the trace has its points.
    """
    require("matplotlib", "a plot")
    from matplotlib.ticker import MaxNLocator

    figure = new_figure(7, 3.5)
    axes = figure.add_subplot()
    rows = [row for row in trace.rows if row.z0 is not None]
    _shade(axes, _stretches(rows, _same_z0), 0.1, "z₀ stands still")
    _shade(axes, _stretches(rows, _same_point), 0.25, "(x̄, ȳ) stands still")
    marker = "." if len(rows) <= MOST_MARKERS else ""
    color = theme().players[0]
    axes.plot([row.pivots for row in rows], [_height(row) for row in rows], marker=marker, color=color, clip_on=False)
    axes.set(xlabel="pivots", ylabel="z₀")
    heading, ending = f"{trace.game.title} from {trace.start_name}", f"{trace.raw.solver}: {trace.raw.status}"
    caption_figure(figure, figure_text(visible(heading)), figure_text(visible(ending)))
    axes.set_ylim(bottom=0)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    if axes.get_legend_handles_labels()[0]:
        figure.legend(loc="outside lower center", ncols=2, fontsize="small", frameon=False)
    return plain_figure(figure)


def _shade(axes: Axes, stretches: Iterator[tuple[int, int]], share: float, label: str) -> None:
    color = blend(theme().ink, theme().background, share)
    for number, (first, last) in enumerate(stretches):
        axes.axvspan(first, last, color=color, linewidth=0, label=label if number == 0 else None)


def _stretches(rows: Sequence[TraceRow], same: Callable[[TraceRow, TraceRow], bool]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last number of pivots of every stretch of rows that are the same as their neighbours."""
    for is_same, pairs in groupby(pairwise(rows), key=lambda pair: same(*pair)):
        if is_same:
            (first, last), *more = pairs
            yield first.pivots, (more[-1][1] if more else last).pivots


def _same_z0(row: TraceRow, other: TraceRow) -> bool:
    if isinstance(row.z0, Fraction) and isinstance(other.z0, Fraction):
        return row.z0 == other.z0
    return abs(_height(row) - _height(other)) <= TOO_CLOSE_TO_SEE


def _same_point(row: TraceRow, other: TraceRow) -> bool:
    return row.plans is not None and other.plans is not None and same_plans(row.plans, other.plans)


def _height(row: TraceRow) -> float:
    assert row.z0 is not None
    return float(row.z0)


MOST_OF_A_NAME = 60


def write_profile_set_plot(
    profiles: UtilityProfileSet,
    path: str | Path,
    *,
    title: str = "",
    chosen: tuple[Fraction, Fraction] | None = None,
    players: tuple[str, str] = ("Player 1", "Player 2"),
    certificate: Certificate | None = None,
    theme: str = "light",
) -> None:
    """Draw a utility profile set to a file, .svg, .png or .pdf; the profile that an objective chose is marked."""
    with styled(theme):
        write_figure(lambda: profile_set_figure(profiles, title, chosen, players, certificate), Path(path))


def profile_set_figure(
    profiles: UtilityProfileSet,
    title: str = "",
    chosen: tuple[Fraction, Fraction] | None = None,
    players: tuple[str, str] = ("Player 1", "Player 2"),
    certificate: Certificate | None = None,
) -> Figure:
    """Return the figure: player 1's payoff to the right, player 2's upwards, the grid of payoffs in grey.

    The title of a set of pure equilibria ends in "pure moves"; the caption has the certificate of the one chosen.
    """
    figure = new_figure(4.5, 4.0)
    axes = figure.add_subplot()
    grey = blend(theme().ink, theme().background, 0.12)
    axes.grid(visible=False)
    for payoff in profiles.grid[0].to_floats():
        axes.axvline(payoff, color=grey, linewidth=0.8, zorder=0)
    for payoff in profiles.grid[1].to_floats():
        axes.axhline(payoff, color=grey, linewidth=0.8, zorder=0)
    for box in profiles.boxes:
        _draw(axes, box)
    if chosen is not None:
        axes.plot(
            *map(float, chosen), marker="*", markersize=14, color=theme().players[1], label="chosen", linestyle="none"
        )
        axes.legend(loc="best", fontsize="small", frameon=False)
    first, second = (figure_text(visible(player), most=MOST_OF_A_NAME) for player in players)
    axes.set(xlabel=f"{first} receives", ylabel=f"{second} receives")
    heading = figure_text(visible(title), most=MOST_OF_A_NAME)
    line = ", ".join(filter(None, (heading, "pure moves" if profiles.pure else "")))
    if line or certificate is not None:
        caption_figure(figure, line or "equilibria", "" if certificate is None else f"chosen: {certificate}")
    axes.margins(0.08)
    return plain_figure(figure)


def _draw(axes: Axes, box: PayoffBox) -> None:
    color = theme().players[0]
    (left, bottom), (right, top) = ((float(first), float(second)) for first, second in (box.low, box.high))
    if box.dimension == 2:
        axes.fill([left, right, right, left], [bottom, bottom, top, top], color=color, alpha=0.35, linewidth=0)
    elif box.dimension == 1:
        axes.plot([left, right], [bottom, top], color=color, linewidth=2.5, solid_capstyle="round")
    else:
        axes.plot([left], [bottom], color=color, marker="o", linestyle="none")
