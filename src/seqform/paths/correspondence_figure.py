"""Plot of the equilibria over a parameter: payoffs and probabilities of every branch, marked as sampled."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any, NamedTuple

from seqform.analysis.ranges import Range
from seqform.io.figures import (
    LINES,
    caption_figure,
    curve_colors,
    label_text,
    new_figure,
    styled,
    theme,
    write_figure,
)
from seqform.models.numbers.exact import in_doubles
from seqform.models.numbers.text import counted
from seqform.system.foreign_text import figure_text, visible

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from seqform.paths.correspondence import EquilibriumCorrespondence

MOST_PROBABILITIES = 6
"""Panels of probabilities: of those that differ most over all numbers and branches."""

MOST_BRANCHES = 12
"""Branches with an entry of their own in the legend."""

LEGEND_COLUMNS = 6

WIDTH = 6.8  # inches
HEIGHT = 1.5  # of a panel

MOST_IN_COLUMN = 6
"""With more panels than these, there are two columns."""

WIDTH_OF_TWO = 11.0  # inches, of two columns

CAPTION_WIDTH = 105
"""Characters in a line of the caption."""

Choice = tuple[int, str, str]
"""A player, an information set and an action."""


class Strand(NamedTuple):
    """Ranges of a quantity along a branch, in doubles."""

    branch: int
    places: list[float]
    lows: list[float]
    highs: list[float]


def plot_correspondence(
    answer: EquilibriumCorrespondence, path: str | Path, *, theme: str = "light"
) -> None:
    """Draw payoffs and probabilities over the parameter to .svg, .png or .pdf, a line for each branch.

    A mark is a number at which the equilibria were computed exactly; lines only join these. Where a component has more
    than one equilibrium, the range is shaded. Vertical grey bands are the gaps in which the set of equilibria changes:
    there lines are thin and ranges are vertical bars at the numbers of samples. Of the probabilities those that differ
    most are drawn, of an action less than there are at every information set.
    """
    with styled(theme):
        write_figure(lambda: _figure(answer), Path(path))


def _figure(answer: EquilibriumCorrespondence) -> Figure:
    game = answer.game(answer.start)
    choices = _choices(answer)
    count = 2 + len(choices)
    columns = 1 if count <= MOST_IN_COLUMN else 2
    rows = (count + columns - 1) // columns
    width = WIDTH if columns == 1 else WIDTH_OF_TWO
    figure = new_figure(width, HEIGHT * rows + 0.9)
    grid: Any = figure.subplots(rows, columns, sharex=True, squeeze=False)
    panels = list(grid.flat)[:count]
    for axes in list(grid.flat)[count:]:
        axes.set_visible(False)
    gaps = [(in_doubles(change.low), in_doubles(change.high)) for change in answer.changes]

    for player, axes in enumerate(panels[:2]):
        _draw(axes, list(_payoffs(answer, player)), gaps)
        axes.set_ylabel(label_text(f"value to {game.players[player]}"))
    for axes, choice in zip(panels[2:], choices, strict=True):
        player, infoset, action = choice
        name = game.shown_names(player).get(infoset, infoset)
        _draw(axes, list(_probabilities(answer, choice)), gaps)
        axes.set_ylabel(f"{label_text(name)}\n{label_text(action)}")
        axes.set_ylim(-0.06, 1.06)

    for axes in panels:
        for low, high in gaps:
            axes.axvspan(low, high, color=theme().muted, alpha=0.13, linewidth=0.8, zorder=0)
    for axes in panels[-columns:]:  # the last one of each column
        axes.set_xlabel(label_text(answer.name))
        axes.tick_params(labelbottom=True)
    panels[0].set_xlim(in_doubles(answer.start), in_doubles(answer.end))
    if 1 < len(answer.branches) <= MOST_BRANCHES:
        handles, labels = panels[0].get_legend_handles_labels()
        grid[-1][0].legend(
            handles, labels, loc="upper left", bbox_to_anchor=(0, -0.35), ncols=LEGEND_COLUMNS
        )
    numbers = counted(len(answer.samples), "number")
    caption = f"{figure_text(visible(answer.title))}: {answer.found},\nsampled at {numbers} (marks), exact at each"
    if gaps:
        caption += "; changes are in the grey gaps"
    if answer.stopped:
        caption += f"; {answer.stopped}"
    for note in answer.notes:
        caption += f"\n{fill(figure_text(visible(note)), CAPTION_WIDTH)}"
    caption_figure(figure, "", caption)
    return figure


def _draw(axes: Any, strands: list[Strand], gaps: list[tuple[float, float]]) -> None:
    colors = curve_colors()
    for strand in strands:
        color = colors[strand.branch % len(colors)]
        dashes = LINES[strand.branch % len(LINES)]
        axes.plot(
            [],
            [],
            color=color,
            linestyle=dashes,
            marker=".",
            label=f"branch {strand.branch + 1}",
        )
        lines = [strand.highs]
        if strand.lows != strand.highs:
            lines.append(strand.lows)

        stretches = _stretches(strand.places, gaps)
        for first, end in stretches:
            places = strand.places[first:end]
            for line in lines:
                axes.plot(places, line[first:end], color=color, linestyle=dashes, marker=".")
            lows, highs = strand.lows[first:end], strand.highs[first:end]
            if len(places) == 1:
                axes.vlines(places, lows, highs, color=color, linewidth=2.0)
            elif lows != highs:
                axes.fill_between(places, lows, highs, color=color, alpha=0.16, linewidth=0)

        for (_, end), (first, _) in pairwise(stretches):
            across = slice(end - 1, first + 1)
            for line in lines:
                axes.plot(
                    strand.places[across], line[across], color=color, linewidth=0.7, alpha=0.6
                )


def _stretches(places: list[float], gaps: list[tuple[float, float]]) -> list[tuple[int, int]]:
    """Return the first sample and that after the last one of every stretch without a gap between its samples."""
    begins = [0]
    for number, (before, after) in enumerate(pairwise(places), start=1):
        if any(low <= before and after <= high for low, high in gaps):
            begins.append(number)
    return list(pairwise([*begins, len(places)]))


def _payoffs(answer: EquilibriumCorrespondence, player: int) -> Iterator[Strand]:
    for number, branch in enumerate(answer.branches):
        numbers = range(branch.first, branch.last + 1)
        ranges = [component.values[player] for component in branch.components]
        yield _strand(answer, number, dict(zip(numbers, ranges, strict=True)))


def _probabilities(answer: EquilibriumCorrespondence, choice: Choice) -> Iterator[Strand]:
    """Yield the stretches of the branches on which the information set can be reached by the player's own choices."""
    player, infoset, action = choice
    for number, branch in enumerate(answer.branches):
        stretch: dict[int, Range] = {}
        for place, component in enumerate(branch.components, start=branch.first):
            share = component.behavior[player].get(infoset, {}).get(action)
            if share is not None:
                stretch[place] = share
            elif stretch:
                yield _strand(answer, number, stretch)
                stretch = {}
        if stretch:
            yield _strand(answer, number, stretch)


def _strand(answer: EquilibriumCorrespondence, branch: int, ranges: dict[int, Range]) -> Strand:
    places = [in_doubles(answer.samples[place].place) for place in ranges]
    lows = [in_doubles(values.low) for values in ranges.values()]
    highs = [in_doubles(values.high) for values in ranges.values()]
    return Strand(branch, places, lows, highs)


def _choices(answer: EquilibriumCorrespondence) -> list[Choice]:
    """Return the choices whose probabilities differ most, without one action of every information set."""
    ranges: dict[Choice, Range] = {}
    for sample in answer.samples:
        for component in sample.components:
            for player in (0, 1):
                for infoset, actions in component.behavior[player].items():
                    for action, share in list(actions.items())[1:]:
                        known = ranges.get((player, infoset, action), share)
                        ranges[player, infoset, action] = Range(
                            min(known.low, share.low), max(known.high, share.high)
                        )
    differing = [choice for choice, share in ranges.items() if share.low < share.high]
    most = sorted(differing, key=lambda choice: ranges[choice].low - ranges[choice].high)
    chosen = most[:MOST_PROBABILITIES]
    return [choice for choice in ranges if choice in chosen]
