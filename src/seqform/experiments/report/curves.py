"""Plots of exact answers: values over a parameter, payoffs over a loss, families over ε, sets of payoffs.

Families are drawn on logarithmic axes, where orders of ε are slopes.
"""

from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from seqform.errors import ModelError
from seqform.experiments.report.figure import (
    LEGEND_HANDLE,
    Picture,
    points_of,
    write_picture,
)
from seqform.io.figures import (
    LINES,
    blend,
    caption_figure,
    curve_colors,
    label_text,
    new_figure,
    plain_figure,
    styled,
    theme,
    write_figure,
)
from seqform.models.answers.certificate import Certificate
from seqform.models.games.infosets import UNNAMED
from seqform.models.numbers.exact import in_doubles
from seqform.models.numbers.text import counted, short
from seqform.models.strategies.assessment import GameFamily
from seqform.models.strategies.profile_set import UtilityProfileSet
from seqform.system.foreign_text import figure_text, visible
from seqform.system.packages import require

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from seqform.analysis.frontier import Frontier
    from seqform.analysis.value_function import ValueFunction


POINTS = 25
"""Points of a curve: on each piece of a value function, and of a family."""

MOST_CURVES = 9
"""Probabilities drawn of each player: those that depend most on the parameter."""

WIDTH = 6.8  # inches
HEIGHT = 2.6  # of the value
BELOW = 2.0  # of each player's strategies
LEGEND = 0.19  # of a line of a legend

LEGEND_COLUMNS = 3

MOST_CORNERS = 8
"""Corners of a frontier that are labelled, if there are no more."""

Curve = list[tuple[list[float], list[float]]]


def plot_value_function(function: ValueFunction, path: str | Path, *, theme: str = "light") -> None:
    """Draw the value over the parameter, and below it the probabilities that depend on it, to .svg, .png or .pdf.

    Vertical lines are the breakpoints of the value. Of each player the probabilities that change most are drawn, of
    an action less than there are at every information set, where the choice leads there.
    """
    with styled(theme):
        write_figure(lambda: _figure(function), Path(path))


def _figure(function: ValueFunction) -> Figure:
    curves = [_changing(function, player) for player in (0, 1)]
    panels = [(player, labelled) for player, labelled in enumerate(curves) if labelled]
    heights = [HEIGHT]
    for _, labelled in panels:
        heights.append(BELOW + LEGEND * math.ceil(len(labelled) / LEGEND_COLUMNS))
    figure = new_figure(WIDTH, sum(heights) + 0.4)
    axes: Any = figure.subplots(len(heights), 1, sharex=True, squeeze=False, height_ratios=heights)[
        :, 0
    ]

    players = function.game(function.start).players
    colors = curve_colors()
    for piece in function.pieces:
        places = _places(piece.start, piece.end)
        x = [in_doubles(place) for place in places]
        y = [in_doubles(piece.value(place)) for place in places]
        axes[0].plot(x, y, color=colors[0])
    axes[0].set_ylabel(label_text(f"value to {players[0]}"))

    for place, (player, labelled) in enumerate(panels, start=1):
        is_last = place == len(panels)
        _draw_probabilities(axes[place], labelled)
        axes[place].set_ylabel(label_text(players[player]))
        # Below the labels of the horizontal axis, which the last panel has.
        legend_at = -0.22 if is_last else -0.04
        axes[place].legend(
            loc="upper left",
            bbox_to_anchor=(0, legend_at),
            ncols=LEGEND_COLUMNS,
            handlelength=LEGEND_HANDLE,
        )

    for end in map(float, function.breakpoints):
        for panel in axes:
            panel.axvline(end, color=theme().muted, linewidth=0.8, linestyle=":")
    axes[-1].set_xlabel(label_text(function.name))
    axes[0].set_xlim(float(function.start), float(function.end))
    caption = f"{figure_text(visible(function.title))}: {counted(len(function.pieces), 'piece')}, each proved"
    caption_figure(figure, "", caption)
    return figure


def _draw_probabilities(axes: Any, curves: dict[str, Curve]) -> None:
    colors = curve_colors()
    for number, (label, curve) in enumerate(curves.items()):
        style = {"color": colors[number % len(colors)], "linestyle": LINES[number % len(LINES)]}
        name: str | None = label_text(label)
        for x, y in curve:
            axes.plot(x, y, **style, label=name)
            name = None  # once in the legend, whatever the number of pieces
    axes.set_ylim(-0.04, 1.04)


def _places(start: Any, end: Any) -> list[Fraction]:
    """Return rational places from one end to the other, both within 2⁻⁴⁰ of the ends, which may be roots."""
    precision = Fraction(1, 2**40)
    low = start.within(precision).high
    high = end.within(precision).low
    return [low + (high - low) * Fraction(k, POINTS) for k in range(POINTS + 1)]


def _changing(function: ValueFunction, player: int) -> dict[str, Curve]:
    """Return the curves of the probabilities that change most, without one action of every information set."""
    names = function.game(function.start).shown_names(player)
    curves: dict[str, Curve] = {}
    for part in function.strategies:
        places = _places(part.start, part.end)
        x = [in_doubles(place) for place in places]
        for infoset, actions in part.behavior(player).items():
            for action, share in list(actions.items())[1:]:
                y = [in_doubles(share(place)) for place in places]
                curves.setdefault(f"{names[infoset]} {action}", []).append((x, y))

    spread = {}
    for label, curve in curves.items():
        spread[label] = max(max(y) for _, y in curve) - min(min(y) for _, y in curve)
    changing = [label for label in curves if spread[label] > 1e-9]
    most_changing = sorted(changing, key=lambda label: -spread[label])[:MOST_CURVES]
    return {label: curves[label] for label in curves if label in most_changing}


def plot_frontier(curve: Frontier, path: str | Path, *, theme: str = "light") -> None:
    """Draw the largest payoff against the opponent over the loss that is risked, with its corners.

    The file is .svg, .png or .pdf. The line ends at the loss of a best response; beyond it nothing is gained.
    """

    def drawn() -> Figure:
        figure = new_figure(WIDTH, HEIGHT + 0.8)
        axes = figure.add_subplot()
        losses = [in_doubles(point.loss) for point in curve.points]
        payoffs = [in_doubles(point.payoff) for point in curve.points]
        size = 3 if len(losses) > MOST_CORNERS else 5
        axes.plot(
            losses, payoffs, color=curve_colors()[0], marker="o", markersize=size, clip_on=False
        )
        few = curve.points if len(curve.points) <= MOST_CORNERS else ()
        for point, x, y in zip(few, losses, payoffs, strict=False):
            text = f"({short(point.loss)}, {short(point.payoff)})"
            axes.annotate(text, (x, y), (6, -10), textcoords="offset points", fontsize=8)
        axes.set_xlabel("loss against a best reply")
        axes.set_ylabel("payoff against the opponent")
        who = figure_text(visible(curve.game.players[curve.player]))
        caption_figure(
            figure,
            "",
            f"{figure_text(visible(curve.game.title))}: responses of {who}, each corner proved",
        )
        return figure

    with styled(theme):
        write_figure(drawn, Path(path))


SPAN = 1000
"""The largest ε of a curve over the smallest."""

LEAST_EPSILON = Fraction(1, 10**12)


def family_chart(family: GameFamily, path: str | Path, *, theme: str = "light") -> None:
    """Draw the behavior of a family over ε to a file, .svg, .png or .pdf: a panel for each information set.

    Information sets at which nothing depends on ε are left out. The largest ε is the largest power of ten at which the
    functions are probabilities.
    """
    require("pandas", "a chart")
    import pandas as pd

    panels = []
    for player, name in enumerate(family.game.players):
        shown = family.game.shown_names(player)
        for infoset, actions in family.behavior(player).items():
            if any(len(share.above) > 1 or len(share.below) > 1 for share in actions.values()):
                panels.append((f"{name}: {shown[infoset]}", actions))
    if not panels:
        raise ModelError("family: no behavior depends on ε, so there is nothing to chart")

    shares = [share for _, actions in panels for share in actions.values()]
    largest = Fraction(1, 10)
    while not all(0 < share.at(largest) <= 1 for share in shares):
        largest /= 10
        if largest < LEAST_EPSILON:
            raise ModelError(
                f"family: the trembles are beyond a chart, smaller than {float(LEAST_EPSILON):g}"
            )

    epsilons = [Fraction(float(largest) * SPAN ** -(k / (POINTS - 1))) for k in range(POINTS)]
    x = [float(epsilon) for epsilon in epsilons]
    frames = []
    for panel, actions in panels:
        for action, share in actions.items():
            y = [float(share.at(epsilon)) for epsilon in epsilons]
            frames.append(points_of(x, y, panel=panel, series=action, layer="law"))
    points = pd.concat(frames, ignore_index=True)
    picture = Picture("family", family.game.title, points, "ε", logarithmic="xy")
    write_picture(picture, path, caption=family.game.title, theme=theme)


MOST_OF_A_NAME = 60


def write_profile_set_plot(
    profiles: UtilityProfileSet,
    path: str | Path,
    *,
    title: str = "",
    chosen: tuple[Fraction, Fraction] | None = None,
    players: tuple[str, str] = UNNAMED,
    certificate: Certificate | None = None,
    theme: str = "light",
) -> None:
    """Draw a utility profile set to a file, .svg, .png or .pdf; the profile that an objective chose is marked."""
    with styled(theme):
        write_figure(
            lambda: profile_set_figure(profiles, title, chosen, players, certificate), Path(path)
        )


def profile_set_figure(
    profiles: UtilityProfileSet,
    title: str = "",
    chosen: tuple[Fraction, Fraction] | None = None,
    players: tuple[str, str] = UNNAMED,
    certificate: Certificate | None = None,
) -> Figure:
    """Return the figure: player 0's payoff to the right, player 1's upwards, the grid of payoffs in grey.

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
    color = theme().players[0]
    for box in profiles.boxes:
        left, bottom = map(float, box.low)
        right, top = map(float, box.high)
        if box.dimension == 2:
            axes.fill(
                [left, right, right, left],
                [bottom, bottom, top, top],
                color=color,
                alpha=0.35,
                linewidth=0,
            )
        elif box.dimension == 1:
            axes.plot(
                [left, right], [bottom, top], color=color, linewidth=2.5, solid_capstyle="round"
            )
        else:
            axes.plot([left], [bottom], color=color, marker="o", linestyle="none")
    if chosen is not None:
        star: dict[str, Any] = {
            "marker": "*",
            "markersize": 14,
            "color": theme().players[1],
            "linestyle": "none",
        }
        axes.plot(*map(float, chosen), **star, label="chosen")
        axes.legend(loc="best", fontsize="small", frameon=False)
    first, second = (figure_text(visible(player), most=MOST_OF_A_NAME) for player in players)
    axes.set(xlabel=f"{first} receives", ylabel=f"{second} receives")
    headings = [figure_text(visible(title), most=MOST_OF_A_NAME)]
    if profiles.pure:
        headings.append("pure moves")
    heading = ", ".join(filter(None, headings))
    if heading or certificate is not None:
        proof = "" if certificate is None else f"chosen: {certificate}"
        caption_figure(figure, heading or "equilibria", proof)
    axes.margins(0.08)
    return plain_figure(figure)
