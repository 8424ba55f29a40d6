"""Charts of strategies on the terminal: bars of characters."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from string import ascii_lowercase

from seqform.cli.common import out
from seqform.pictures.bars import LEAST_WEIGHT, Palette, cell_text, percent, range_text
from seqform.pictures.chart import Chart
from seqform.pictures.grids import GridCell, StrategyGrid, moved
from seqform.pictures.scene import shown_number
from seqform.system.console import ConsoleTable, Text

WIDTH = 20
"""Characters of a bar."""

_BLOCKS = "░▒▓█"


def print_chart(picture: Chart) -> None:
    """Print the bars of a chart, with its title and caption."""
    out.print(Text(picture.scene.title, style="bold"), soft_wrap=True)
    out.print(Text(picture.caption), soft_wrap=True)
    palette = Palette(picture.grids, "light")
    for grid in picture.grids:
        out.print()
        for note in grid.notes:
            out.print(Text(note), soft_wrap=True)
        for place, column in enumerate(grid.columns):
            heading = grid.heading if grid.numbers else f"{grid.heading}: {column.name}"
            out.print(Text(heading, style="bold"), soft_wrap=True)
            if grid.square:
                _print_square(grid, place, palette)
            else:
                out.print(_table(grid, place, palette))


def _table(grid: StrategyGrid, place: int, palette: Palette) -> ConsoleTable:
    """Return the rows of one situation: a bar, the shares, and how often the player's own choices lead there."""
    right = list(grid.numbers or ("comes here",))
    if grid.others:
        right.append("moved")
    table = ConsoleTable(left=("", "", "per cent"), right=tuple(right), box=None, pad_edge=False)
    if any(cell and cell.ranges for line in grid.cells for cell in line):
        table.add_column("over all equilibria")
    # Without a break: a narrow column would be drawn at its full width again, and cut the last ones.
    bars = table.columns[1]
    bars.min_width = WIDTH
    bars.no_wrap = True
    for column in table.columns:
        column.overflow = "fold"  # words longer than a column are broken, too, and not cut

    for number, row in enumerate(grid.rows):
        cell = grid.cells[number][place]
        if cell is None:
            continue
        other = grid.others[number][place] if grid.others else None
        texts = ["–" if value is None else shown_number(value) for value in row.numbers]
        if not row.numbers:
            texts.append(shown_number(cell.reach))
        if other is not None:
            texts.append(percent(moved(cell, other)))
        if cell.ranges:
            texts.append(range_text(cell))
        table.add_row(row.label, _bar(cell, palette), cell_text(cell), *texts)
        if other is not None:  # a row of its own; numbers of the set are above
            reach = [""] * len(row.numbers) or [shown_number(other.reach)]
            table.add_row("", _bar(other, palette), cell_text(other), *reach)
    return table


_CELL = 5
"""Characters of a class of hands in a square."""


def _print_square(grid: StrategyGrid, place: int, palette: Palette) -> None:
    """Print a square of classes of hands: their names, and below each the action taken most, with its per cent.

    Actions are letters, which the last line explains; of a range alone the number is the weight of the class.
    """
    total = grid.totals[place]
    if total is not None:
        there = "" if total.reach == 1 else f", of which {percent(total.reach)} % come here"
        out.print(Text(f"all hands{there}: {cell_text(total)}"), soft_wrap=True)
    taken = [cell.actions for line in grid.cells if (cell := line[place]) is not None]
    letters = _letters(max(taken, key=len, default=()))
    size = isqrt(len(grid.rows))
    for first in range(0, len(grid.rows), size):
        names = Text()
        numbers = Text()
        for number in range(first, first + size):
            cell = grid.cells[number][place]
            style, text = _most_taken(cell, letters, palette)
            names.append(grid.rows[number].label.ljust(_CELL), style)
            numbers.append(text.ljust(_CELL), style)
        out.print(names, soft_wrap=True)
        out.print(numbers, soft_wrap=True)
    if letters:
        explained = ", ".join([f"{letter} {action}" for action, letter in letters.items()])
        out.print(Text(f"the action taken most, in per cent: {explained}"), soft_wrap=True)
    else:
        out.print(Text("average weight of each class, in per cent of the largest"), soft_wrap=True)


_USUAL = {"fold": "f", "check": "c", "call": "k", "bet": "b", "raise": "r", "all-in": "a"}


def _letters(actions: Sequence[str]) -> dict[str, str]:
    """Return a letter for each action: for those of poker the usual one, else the first that is left."""
    letters = {action: _USUAL[action] for action in actions if action in _USUAL}
    left = [letter for letter in ascii_lowercase if letter not in _USUAL.values()]
    others = [action for action in actions if action not in _USUAL]
    letters.update(zip(others, left, strict=False))
    return letters


def _most_taken(
    cell: GridCell | None, letters: dict[str, str], palette: Palette
) -> tuple[str, str]:
    """Return the style of a class of hands, and its most frequent action with the per cent."""
    if cell is None or cell.reach == 0:
        return "dim", "·"
    pale = " dim" if cell.reach < LEAST_WEIGHT else ""
    if not cell.actions:
        return pale, percent(cell.reach)
    share, action = max(zip(cell.shares, cell.actions, strict=True), key=lambda pair: pair[0])
    return palette.fill[action] + pale, f"{letters.get(action, '?')}{percent(share)}"


def _bar(cell: GridCell, palette: Palette) -> Text:
    """Return the shares as characters, each action with a colour and a density of its own."""
    text = Text()
    sum_of_shares = 0.0
    drawn = 0
    for action, share in zip(cell.actions, cell.shares, strict=False):
        # The ends of parts are rounded, and not their lengths, so that these add up to the whole width.
        sum_of_shares += float(share)
        length = int(WIDTH * sum_of_shares + 0.5) - drawn
        drawn += length
        block = _BLOCKS[palette.place[action] % len(_BLOCKS)]
        style = palette.fill[action]
        if cell.reach == 0:
            style += " dim"
        text.append(block * length, style)
    return text
