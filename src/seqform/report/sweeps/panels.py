"""Pictures of several panels: where they stand, and what they are called."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar

from seqform.report.sweeps.figure import label_text, new_figure
from seqform.system.foreign_text import visible

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

T = TypeVar("T")

COLUMNS, MOST_BLOCKS, MOST_ROWS = 3, 4, 6
"""Panels beside each other, and above each other, and axes above each other: more do not fit a page."""

WIDTH, WIDTH_ALONE = 3.3, 6.8
"""Inches of a panel beside others, and of one by itself."""

AROUND = 0.65
"""Inches of a panel's height that its title and the labels below it take."""

CHARACTERS = 12
"""Of a title, in an inch."""

MOST_LINES = 5
"""Of a title; the rest is cut off."""

_UNBROKEN = "\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}"


def cut_panels(panels: Sequence[T], what: str, deep: int = 1) -> tuple[list[T], list[str]]:
    """Return the panels that are drawn, of `deep` axes each, and a note if they are not all."""
    most = COLUMNS * min(MOST_BLOCKS, MOST_ROWS // deep)
    if len(panels) <= most:
        return list(panels), []
    return list(panels[:most]), [f"the first {most} of {len(panels)} {what} are drawn; choose with --where"]


def panel_grid(titles: Sequence[str], heights: Sequence[Sequence[float]]) -> tuple[Figure, list[list[Axes]]]:
    """Return a figure with panels, each of one or more axes above each other that share the horizontal one.

    Parameters
    ----------
    titles : sequence of str
        Of the panels; long ones are broken into lines.
    heights : sequence of sequence of float
        For each panel the inches of its axes, from above.
    """
    columns = 2 if len(titles) == 4 else min(COLUMNS, len(titles))
    width = WIDTH if columns > 1 else WIDTH_ALONE
    blocks = [max(heights[start : start + columns], key=len) for start in range(0, len(titles), columns)]
    rows = [height for block in blocks for height in block]
    figure = new_figure(width * columns, sum(rows) + AROUND * len(blocks))
    grid = figure.add_gridspec(len(rows), columns, height_ratios=rows)
    stacks: list[list[Axes]] = []
    for number, title in enumerate(titles):
        block, column = divmod(number, columns)
        first = sum(map(len, blocks[:block]))
        upper = figure.add_subplot(grid[first, column])
        lower = range(first + 1, first + len(heights[number]))
        stacks.append([upper, *(figure.add_subplot(grid[row, column], sharex=upper) for row in lower)])
        upper.set_title(wrapped(title, width))
    return figure, stacks


def label_upwards(named: Iterable[tuple[Axes, str]]) -> None:
    """Say what the vertical axes are, from left to right: only where it is not what it is on the left."""
    before: dict[int, str] = {}
    for axes, name in named:
        place = axes.get_subplotspec()
        row = -1 if place is None else place.rowspan.start
        if before.get(row) != name:
            axes.set_ylabel(label_text(name))
        before[row] = name


def wrapped(title: str, inches: float) -> str:
    r"""Return a title in lines that fit some inches.

    Examples
    --------
    >>> wrapped("leduc, ante = 1, ranks = 3", 1.5)
    'leduc, ante = 1,\nranks = 3'
    """
    lines = textwrap.fill(
        visible(title).replace(" = ", _UNBROKEN),
        int(inches * CHARACTERS),
        break_on_hyphens=False,
        max_lines=MOST_LINES,
        placeholder=" …",
    )
    return lines.replace(_UNBROKEN, " = ")
