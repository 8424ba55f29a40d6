"""Regions of payoffs and best responses on the terminal: a plane of characters with its legend."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from seqform.cli.common import out
from seqform.io.figures import THEMES
from seqform.models.answers.best_responses import BestResponseDiagram
from seqform.models.answers.device import Device
from seqform.models.answers.regions import LeaderPayoffs, PayoffRegions, commitment_words
from seqform.models.numbers.polygons import Point, edges, holds_point
from seqform.models.numbers.text import counted
from seqform.pictures.payoff_plane import Window, axis_text, window_of
from seqform.system.console import Text

WIDTH, HEIGHT = 56, 20
"""Characters of the plane."""

_FEASIBLE = "·"
_BLOCKS = "░▒▓"
_NASH = "●"
_BOTH = "*"
_EDGE_STEPS = 200


class _Cell(NamedTuple):
    """A character of the plane with its colour."""

    character: str
    style: str


def print_regions(regions: PayoffRegions) -> None:
    """Print the plane of payoffs, and what its characters stand for."""
    window = window_of(regions)
    first, second = regions.game.players
    _print_plane(_cells(regions, window), window, f"payoff of {first}", f"payoff of {second}")
    for line in _legend(regions, window):
        out.print(line, soft_wrap=True)


def print_best_responses(diagram: BestResponseDiagram) -> None:
    """Print the unit square with both players' best responses, and what its characters stand for."""
    window = Window((Fraction(0), Fraction(0)), (Fraction(1), Fraction(1)), False)
    colors = THEMES["light"].players
    cells: dict[tuple[int, int], _Cell] = {}
    for player, boxes in enumerate(diagram.responses):
        drawn: dict[tuple[int, int], _Cell] = {}
        for box in boxes:
            _fill(drawn, window, box.corners, _Cell(str(player + 1), colors[player]))
        for place, cell in drawn.items():
            cells[place] = _Cell(_BOTH, "dim") if place in cells else cell
    for box, _ in diagram.equilibria:
        _fill(cells, window, box.corners, _Cell(_NASH, "bold"))
    _print_plane(cells, window, diagram.axis_name(0), diagram.axis_name(1))
    for player, name in enumerate(diagram.game.players):
        line = Text(str(player + 1), colors[player])
        out.print(line.append(f"  best responses of {name}", "default"), soft_wrap=True)
    if any(cell.character == _BOTH for cell in cells.values()):
        out.print(Text(f"{_BOTH}  those of both, which are close to each other here"))
    components = counted(diagram.components, "component")
    out.print(Text(f"{_NASH}  Nash equilibria, all, in {components}"))


def _print_plane(
    cells: dict[tuple[int, int], _Cell], window: Window, across: str, upwards: str
) -> None:
    """Print the characters of a plane within its axes, with the names of these."""
    out.print(Text(upwards, style="bold"), soft_wrap=True)
    width, height = window.sizes
    tops = {
        0: axis_text(window.high[1], height),
        HEIGHT - 1: axis_text(window.low[1], height),
    }
    margin = max(map(len, tops.values()))
    for row in range(HEIGHT):
        line = Text(tops.get(row, "").rjust(margin) + " │")
        for column in range(WIDTH):
            cell = cells.get((row, column), _Cell(" ", ""))
            line.append(cell.character, cell.style)
        out.print(line, soft_wrap=True)
    left = axis_text(window.low[0], width)
    right = axis_text(window.high[0], width)
    out.print(Text(" " * margin + " └" + "─" * WIDTH), soft_wrap=True)
    out.print(Text(" " * (margin + 2) + left + right.rjust(WIDTH - len(left))), soft_wrap=True)
    out.print(Text(across.rjust(margin + 2 + WIDTH), style="bold"), soft_wrap=True)


def _cells(regions: PayoffRegions, window: Window) -> dict[tuple[int, int], _Cell]:
    """Return the characters by row and column; what is drawn later replaces what is behind it."""
    cells: dict[tuple[int, int], _Cell] = {}
    feasible = _Cell(_FEASIBLE, "dim")
    _fill(cells, window, window.clip(regions.feasible.points), feasible)
    for group, cell in _looks(regions):
        _fill(cells, window, group, cell)
    for box, _ in regions.nash.boxes:
        corners = box.corners
        # A rectangle is drawn by its sides.
        for start, end in edges(corners):
            _draw(cells, window, start, end, _Cell(_NASH, "bold"))
        if len(corners) == 1:
            cells[_place(window, corners[0])] = _Cell(_NASH, "bold")
    for place, digits in _leader_marks(regions, window).items():
        colors = THEMES["light"].players
        cells[place] = _Cell(
            digits, f"bold {colors[int(digits) - 1]}" if digits in "12" else "bold"
        )
    return cells


def _looks(regions: PayoffRegions) -> Iterator[tuple[tuple[Point, ...], _Cell]]:
    """Yield the polygons of the concepts, the largest first, with their characters."""
    groups = regions.same_regions
    color = THEMES["light"].players[2]
    for group, block in zip(groups, _BLOCKS[-len(groups) :], strict=True):
        yield group[0].points, _Cell(block, color)


def _fill(
    cells: dict[tuple[int, int], _Cell], window: Window, vertices: Sequence[Point], cell: _Cell
) -> None:
    """Draw a polygon: the characters whose middle is in it, and those on its border, which may have nothing within."""
    if not vertices:
        return
    for row in range(HEIGHT):
        for column in range(WIDTH):
            if holds_point(vertices, _middle(window, row, column)):
                cells[row, column] = cell
    for start, end in edges(vertices):
        _draw(cells, window, start, end, cell)
    cells[_place(window, vertices[0])] = cell


def _draw(
    cells: dict[tuple[int, int], _Cell], window: Window, start: Point, end: Point, cell: _Cell
) -> None:
    """Draw a line."""
    for step in range(_EDGE_STEPS + 1):
        share = Fraction(step, _EDGE_STEPS)
        point = (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
        cells[_place(window, point)] = cell


def _middle(window: Window, row: int, column: int) -> Point:
    """Return the payoffs in the middle of a character."""
    right = Fraction(2 * column + 1, 2 * WIDTH)
    up = 1 - Fraction(2 * row + 1, 2 * HEIGHT)
    return (
        window.low[0] + right * (window.high[0] - window.low[0]),
        window.low[1] + up * (window.high[1] - window.low[1]),
    )


def _place(window: Window, payoffs: Point) -> tuple[int, int]:
    """Return the row and the column of payoffs."""
    right, up = window.share(payoffs)
    column = min(int(right * WIDTH), WIDTH - 1)
    row = min(int((1 - up) * HEIGHT), HEIGHT - 1)
    return row, column


def _leader_marks(regions: PayoffRegions, window: Window) -> dict[tuple[int, int], str]:
    """Return the characters of commitments: that of the leader, or a star for several."""
    marks: dict[tuple[int, int], str] = {}
    for leader in regions.distinct_commitments:
        place = _place(window, leader.payoffs)
        marks[place] = "*" if place in marks else _leader_mark(leader)
    return marks


def _leader_mark(leader: LeaderPayoffs) -> str:
    """Return the number of a leader, raised where the commitment is to a device."""
    numbers = "¹²" if isinstance(leader.answer, Device) else "12"
    return numbers[leader.leader]


def _legend(regions: PayoffRegions, window: Window) -> Iterator[Text]:
    """Yield the lines that explain the characters."""
    for group, (_, cell) in zip(regions.same_regions, _looks(regions), strict=True):
        line = Text(cell.character * 2, cell.style)
        line.append(f" {', '.join(region.name for region in group)}", "default")
        yield line
    yield Text(f"{_FEASIBLE * 2} feasible payoffs")
    which = "all" if regions.nash.complete else "those that are known"
    yield Text(f"{_NASH}  Nash equilibria, {which}")
    for leader in regions.distinct_commitments:
        words = commitment_words(regions.game.players[leader.leader], leader)
        yield Text(f"{_leader_mark(leader)}  {words}")
    if "*" in _leader_marks(regions, window).values():
        yield Text("*  several commitments, which are close to each other here")
