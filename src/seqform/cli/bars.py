"""Charts of strategies on the terminal: bars of characters."""

from __future__ import annotations

from seqform.cli.common import out
from seqform.pictures.bars import Palette, cell_text, percent, range_text
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
            out.print(_table(grid, place, palette))


def _table(grid: StrategyGrid, place: int, palette: Palette) -> ConsoleTable:
    """Return the rows of one situation: a bar, the shares, and how often the player's own choices lead there."""
    further = grid.numbers or ("comes here",)
    right = (*further, *(("moved",) if grid.others else ()))
    table = ConsoleTable(left=("", "", "per cent"), right=right, box=None, pad_edge=False)
    if any(cell and cell.ranges for line in grid.cells for cell in line):
        table.add_column("over all equilibria")
    table.columns[1].min_width = WIDTH
    for number, row in enumerate(grid.rows):
        cell = grid.cells[number][place]
        if cell is None:
            continue
        other = grid.others[number][place] if grid.others else None
        numbers = ["–" if value is None else shown_number(value) for value in row.numbers] or [shown_number(cell.reach)]
        change = [] if other is None else [percent(moved(cell, other))]
        change += [range_text(cell)] if cell.ranges else []
        table.add_row(row.label, _bar(cell, palette), cell_text(cell), *numbers, *change)
        if other is not None:
            reach = [""] * len(row.numbers) or [shown_number(other.reach)]
            table.add_row("", _bar(other, palette), cell_text(other), *reach)
    return table


def _bar(cell: GridCell, palette: Palette) -> Text:
    """Return the shares as characters, each action with a colour and a density of its own."""
    text, upto, drawn = Text(), 0.0, 0
    for action, share in zip(cell.actions, cell.shares, strict=False):
        upto += float(share)
        long = int(WIDTH * upto + 0.5) - drawn
        drawn += long
        style = f"{palette.fill[action]}{' dim' if cell.reach == 0 else ''}"
        text.append(_BLOCKS[palette.place[action] % len(_BLOCKS)] * long, style)
    return text
