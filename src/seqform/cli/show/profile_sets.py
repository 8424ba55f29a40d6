"""Plots of utility profile sets: points, segments and rectangles."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from seqform.io.figures import new_figure, plain_figure, write_figure
from seqform.models.strategies.profile_set import PayoffBox, UtilityProfileSet
from seqform.system.foreign_text import figure_text, visible

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOR = "tab:blue"
MOST_OF_A_NAME = 60


def write_profile_set_plot(
    profiles: UtilityProfileSet,
    path: str | Path,
    *,
    title: str = "",
    chosen: tuple[Fraction, Fraction] | None = None,
    players: tuple[str, str] = ("Player 1", "Player 2"),
) -> None:
    """Draw a utility profile set to a file, .svg or .png; the profile that an objective chose is marked."""
    write_figure(lambda: profile_set_figure(profiles, title, chosen, players), Path(path))


def profile_set_figure(
    profiles: UtilityProfileSet,
    title: str = "",
    chosen: tuple[Fraction, Fraction] | None = None,
    players: tuple[str, str] = ("Player 1", "Player 2"),
) -> Figure:
    """Return the figure: player 1's payoff to the right, player 2's upwards, the grid of payoffs in grey.

    The title of a set of pure equilibria ends in "pure moves".
    """
    figure = new_figure(4.5, 4.0)
    axes = figure.add_subplot()
    for payoff in profiles.grid[0].to_floats():
        axes.axvline(payoff, color="0.9", linewidth=0.8, zorder=0)
    for payoff in profiles.grid[1].to_floats():
        axes.axhline(payoff, color="0.9", linewidth=0.8, zorder=0)
    for box in profiles.boxes:
        _draw(axes, box)
    if chosen is not None:
        axes.plot(*map(float, chosen), marker="*", markersize=14, color="tab:orange", label="chosen", linestyle="none")
        axes.legend(loc="best", fontsize="small", frameon=False)
    first, second = (figure_text(visible(player), most=MOST_OF_A_NAME) for player in players)
    axes.set(xlabel=f"{first} receives", ylabel=f"{second} receives")
    heading = figure_text(visible(title), most=MOST_OF_A_NAME)
    axes.set_title(", ".join(filter(None, (heading, "pure moves" if profiles.pure else ""))))
    axes.margins(0.08)
    return plain_figure(figure)


def _draw(axes: Axes, box: PayoffBox) -> None:
    (left, bottom), (right, top) = ((float(first), float(second)) for first, second in (box.low, box.high))
    if box.dimension == 2:
        axes.fill([left, right, right, left], [bottom, bottom, top, top], color=COLOR, alpha=0.35, linewidth=0)
    elif box.dimension == 1:
        axes.plot([left, right], [bottom, top], color=COLOR, linewidth=2.5, solid_capstyle="round")
    else:
        axes.plot([left], [bottom], color=COLOR, marker="o", linestyle="none")
