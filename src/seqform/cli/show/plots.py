"""Plots of utility profile sets by matplotlib, the extra "plots"."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from seqform.io.figures import caption_figure, new_figure, plain_figure, write_figure
from seqform.io.style import blend, styled, theme
from seqform.models.answers.certificate import Certificate
from seqform.models.strategies.profile_set import UtilityProfileSet
from seqform.system.foreign_text import figure_text, visible

if TYPE_CHECKING:
    from matplotlib.figure import Figure

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
        color = theme().players[0]
        (left, bottom), (right, top) = ((float(first), float(second)) for first, second in (box.low, box.high))
        if box.dimension == 2:
            axes.fill([left, right, right, left], [bottom, bottom, top, top], color=color, alpha=0.35, linewidth=0)
        elif box.dimension == 1:
            axes.plot([left, right], [bottom, top], color=color, linewidth=2.5, solid_capstyle="round")
        else:
            axes.plot([left], [bottom], color=color, marker="o", linestyle="none")
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
