"""The shapes of charts: bars, strips, brackets, matrices of cards and rows of trees, with their colours and words."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from seqform.builders.games.ordered.betting import ALL_IN, POT
from seqform.io.figures import THEMES, blend
from seqform.models.numbers.exact import Number
from seqform.models.numbers.given import written_rational
from seqform.models.numbers.text import short
from seqform.pictures.grids import Branch, GridCell, GridColumn, GridRow, StrategyGrid, moved
from seqform.pictures.scene import (
    Path,
    Shape,
    TextItem,
    fitted,
    fitted_apart,
    shown_number,
    text_width,
    title_text,
)
from seqform.system.foreign_text import visible

# Lengths are in pixels.

BAR = 24.0  # the height of the bar of a cell
STRIP = 3.0  # of the strip below it
PITCH = 31.0  # of a row, with the space to the next one

_NARROWEST = 104.0  # the widths of the bars of hands are between these, by their headings
_WIDEST = 184.0
_TREE_BAR = 260.0  # bars of information sets are wider, since the names of actions are in them
_NUMBER = 66.0  # the width of a column of numbers

_GAP = 4.0  # between columns
_GROUP_GAP = 8.0  # between groups of rows
_BLOCK_GAP = 30.0  # above the chart of a player
_MOVED = 30.0  # beside two bars, for the probability that moves

_LABEL = 11.5  # sizes of text: of the names of rows
_HEAD = 10.5  # of headings
_SHARE = 10.0  # of numbers in bars
_LONGEST_LABEL = 210.0

_LEAST = 420.0  # the least width of a chart
_BAND = 1240.0  # the greatest width of a table; more columns follow below

_INDENT = 20.0  # the shift of a row of a tree for each action
_NODE = 8.0  # half the size of its node

_SQUARE = 30.0  # the width of the cells of matrices
_SQUARE_BAR = 18.0  # and their height
_MATRICES = 3  # beside each other

_SQUARES = 2  # squares of classes of hands beside each other
_CLASS_WIDTH = 44.0  # of their cells
_CLASS_BAR = 22.0
_CLASS_NAME = 11.0  # the height of the name above the bar
_CLASS_PITCH = _CLASS_NAME + _CLASS_BAR + 6  # of a row of the square
LEAST_WEIGHT = 0.005
"""Names of classes of a smaller weight are pale."""

_FEW = 8
"""Up to so many actions are all in the legend; of more, those that are without a name in a bar."""

_MOST_LEGEND = 40

_PALE = 0.3
TITLE_LENGTH = 200

_CARDS = {"fold": 0, "check": 1, "call": 1, "bet": 2, "raise": 3}
_SIZED = {*_CARDS, ALL_IN}
"""The first words of the actions of no-limit betting."""

_COLORS = {
    "light": (("#3d84b9", "#84c4a0", "#ec853f", "#841b33"),
              ("#273e74", "#f6cc69", "#3e8d79", "#b15ddf", "#6d311d", "#99d0f8")),
    "dark": (("#3f86d0", "#8fd9ae", "#f0894a", "#b03a6e"),
             ("#2a55d8", "#fad58f", "#259171", "#a765b4", "#7d3512", "#acddea")),
    "print": (("#4d4d4d", "#e2e2e2", "#a6a6a6", "#141414"),
              ("#4d4d4d", "#e2e2e2", "#8a8a8a", "#141414", "#bdbdbd", "#6b6b6b")),
}  # fmt: skip
"""Of the actions of poker and of other games, by themes; apart for people who confuse red and green as well."""

_DARK = "#14251a"
_LIGHT = "#ffffff"
_MIDDLE = 0.213
"""The luminance of a colour above which dark text has the greater contrast."""


def percent(share: Number) -> str:
    """Return a share in per cent without decimals; "‹1" and "›99" are close to 0 and 1 but neither.

    Examples
    --------
    >>> from fractions import Fraction
    >>> percent(Fraction(1, 3)), percent(0.001), percent(Fraction(999, 1000)), percent(1)
    ('33', '‹1', '›99', '100')
    """
    value = float(share)
    if share > 0 and value < 0.005:
        return "‹1"
    if share < 1 and value > 0.995 and 1 - value > 1e-9:
        return "›99"
    return f"{100 * value:.0f}"


def cell_text(cell: GridCell) -> str:
    """Return the shares of a cell in words."""
    if not cell.shares:
        return "never"
    words = []
    for action, share in zip(cell.actions, cell.shares, strict=True):
        if share:
            words.append(f"{action} {percent(share)}")
    return ", ".join(words) or "nothing"


def range_text(cell: GridCell) -> str:
    """Return in words what is possible over all equilibria in a cell; empty without ranges.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from seqform.analysis.ranges import Range
    >>> range_text(GridCell(("pass", "bet"), (1, 0), 1, (Range(Fraction(2, 3), Fraction(1)), Range(0, Fraction(1, 3)))))
    'pass 2/3 to 1, bet 0 to 1/3'
    """
    if not cell.ranges:
        return ""
    if None in cell.ranges:
        return "anything, as none leads here"
    words = []
    for action, possible in zip(cell.actions, cell.ranges, strict=True):
        if possible is not None and possible.low < possible.high:
            words.append(f"{action} {shown_number(possible.low)} to {shown_number(possible.high)}")
    return ", ".join(words) or "one value"


def class_text(name: str, cell: GridCell | None) -> str:
    """Return what a class of hands does, and its weight, in words.

    Examples
    --------
    >>> class_text("AKs", GridCell(("check", "bet"), (0.25, 0.75), 0.5))
    'AKs: check 25, bet 75; weight 50 % of the largest'
    """
    if cell is None:
        return f"{name}: every hand meets the board"
    if cell.reach == 0:
        return f"{name}: never here"
    weight = f"weight {percent(cell.reach)} % of the largest"
    if not cell.actions:
        return f"{name}: {weight}"
    return f"{name}: {cell_text(cell)}; {weight}"


class Palette:
    """A colour for every action of some grids, in order of appearance; those of poker have their own."""

    def __init__(self, grids: Sequence[StrategyGrid], theme: str) -> None:
        self.theme = THEMES[theme]
        actions: dict[str, None] = {}
        for cell in _cells(grids):
            actions |= dict.fromkeys(cell.actions)

        # In poker "check" and "call" share a colour, and it is the same in every chart, whatever comes first there.
        poker_colors, other_colors = _COLORS[theme]
        colors: tuple[str, ...] = other_colors
        if actions.keys() <= _CARDS.keys():
            colors = poker_colors
            self.place = {action: place for action, place in _CARDS.items() if action in actions}
        elif all(action.split(" ")[0] in _SIZED for action in actions):
            colors, self.place = _sized_actions(list(actions), poker_colors)
        else:
            self.place = {action: place for place, action in enumerate(actions)}

        self.fill: dict[str, str] = {}
        for action, place in self.place.items():
            repetition, tint = divmod(place, len(colors))
            # Again, but paler.
            self.fill[action] = blend(colors[tint], self.theme.background, 0.55**repetition)

    def colors(self, action: str, pale: bool) -> tuple[str, str]:
        """Return the colours of an action and of text on it."""
        fill = self.fill[action]
        if pale:
            return blend(fill, self.theme.background, _PALE), self.theme.muted
        if _lightness(fill) > _MIDDLE:
            return fill, _DARK
        return fill, _LIGHT


def _sized_actions(
    actions: Sequence[str], colors: tuple[str, ...]
) -> tuple[tuple[str, ...], dict[str, int]]:
    """Return colours for the actions of no-limit betting, and the place of each action among them.

    Bets and raises go from one colour to another by their size, all-in being the largest.
    """
    passive, aggressive = colors[:2], colors[2:]
    place: dict[str, int] = {}
    sized = []
    for action in actions:
        word = action.split(" ")[0]
        if word in ("fold", "check", "call"):
            place[action] = _CARDS[word]
        else:
            sized.append(action)
    sized.sort(key=_size_of)
    shades = []
    for number, action in enumerate(sized):
        part = number / max(len(sized) - 1, 1)
        place[action] = len(passive) + number
        shades.append(blend(aggressive[1], aggressive[0], part))
    return (*passive, *shades), dict(sorted(place.items(), key=lambda pair: pair[1]))


def _size_of(action: str) -> float:
    """Return the last word of a bet or a raise: chips, or a part of the pot; infinity for all-in."""
    size = action.split(" ")[-1]
    number = 1 if size == POT else written_rational(size)
    return math.inf if number is None else float(number)


def _cells(grids: Sequence[StrategyGrid]) -> Iterator[GridCell]:
    """Yield the cells of grids, also of second strategies."""
    for grid in grids:
        for line in (*grid.cells, *grid.others, grid.totals):
            yield from (cell for cell in line if cell is not None)


def _lightness(color: str) -> float:
    """Return the relative luminance of a colour, with a power of 2.2 for sRGB's curve."""
    red, green, blue = (float((int(color[k : k + 2], 16) / 255) ** 2.2) for k in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


Items = Iterator[TextItem | Path | Shape]


def _lines(parts: Sequence[str], room: float, start: float = 0.0) -> Iterator[str]:
    """Yield parts of a sentence in lines of limited length, joined by semicolons; the first line has less room."""
    line = ""
    for number, part in enumerate(parts, start=1):
        text = part if number == len(parts) else f"{part};"
        longer = f"{line} {text}".strip()
        is_too_long = start + text_width(longer, 11) > room
        if is_too_long and (line or start):
            yield line
            longer = text
            start = 0.0
        line = longer
    yield fitted(line, 11, room)


def _row_width(row: GridRow, label: str) -> float:
    width = text_width(label, _LABEL, True)
    branch = row.branch
    if branch is None:
        return width
    width += branch.depth * _INDENT + 2 * _NODE + 12
    if branch.below:
        width += text_width(f"+{branch.below:,}", _SHARE)
    return width


def _row_labels(grid: StrategyGrid) -> list[str]:
    labels = fitted_apart([row.label for row in grid.rows], _LABEL, _LONGEST_LABEL, True)
    return [label or "(no name)" for label in labels]


def _bands(columns: Sequence[GridColumn], most: int) -> list[list[int]]:
    """Return the places of columns in bands of limited length; columns with the same earlier rounds stay together."""
    bands: list[list[int]] = [[]]
    for _, group in groupby(range(len(columns)), key=lambda place: columns[place].earlier):
        places = list(group)
        while places:
            if bands[-1] and len(bands[-1]) + len(places) > most:
                bands.append([])
            bands[-1] += places[:most]
            places = places[most:]
    return bands


class _Columns(NamedTuple):
    """The columns of one band of a table: their places, the left edge of the first, and the width of each."""

    places: Sequence[int]
    left: float
    width: float

    def edge(self, number: int) -> float:
        """Return the left edge of the column with a number in the band; of one beyond it, the end of the band."""
        return self.left + number * (self.width + _GAP)


def _caption_lines(caption: str, room: float) -> Iterator[str]:
    """Yield the caption in lines; the second of two strategies begins its own."""
    if not caption:
        return
    first, *second = caption.split("; below: ")
    yield from _lines(first.split("; "), room)
    for text in second:
        yield from _lines(f"below: {text}".split("; "), room)


class Painter:
    """The shapes of a chart."""

    def __init__(self, grids: Sequence[StrategyGrid], theme: str) -> None:
        self.grids = grids
        self.theme = THEMES[theme]
        self.hatched = theme == "print"
        self.compared = any(grid.others for grid in grids)
        self.palette = Palette(grids, theme)
        self.unnamed: dict[str, None] = {}
        """Actions that some bar has no room to name: the legend has them. Filled as bars are drawn."""
        self.track = blend(self.theme.muted, self.theme.background, 0.16)
        self.frame = blend(self.theme.muted, self.theme.background, 0.4)
        self.never = any(cell.reach == 0 for cell in _cells(grids))

    def picture(self, title: str, caption: str) -> list[TextItem | Path | Shape]:
        """Return all shapes."""
        y = 0.0
        body: list[TextItem | Path | Shape] = []
        for grid in self.grids:
            y += _BLOCK_GAP
            body.append(
                TextItem(
                    0, y, visible(grid.heading)[:TITLE_LENGTH], 12.5, self.theme.ink, bold=True
                )
            )
            for note in grid.notes:
                y += 15
                body.append(TextItem(0, y, note, 10.5, self.theme.muted))
            if grid.square:
                block = list(self._squares(grid, y))
            elif grid.ranks:
                block = list(self._matrices(grid, y))
            else:
                block = list(self._table(grid, y))
            y = max(item.box.bottom for item in block)
            body += block

        # The caption is broken at the width of the tables, so it comes after them, and they move below it.
        room = max(_LEAST, *(item.box.right for item in body))
        body += self._legend(y + 28, room)
        head = [title_text(title, 0, 16, room, self.theme.ink)]
        for line in _caption_lines(caption, room):
            distance = 18 if len(head) == 1 else 15
            head.append(
                TextItem(0, head[-1].y + distance, line, 11, self.theme.muted, title=caption)
            )
        down = head[-1].y + 4
        return [*head, *(item.moved(0, down) for item in body)]

    # ---- hands by situations, and information sets ----

    def _table(self, grid: StrategyGrid, top: float) -> Items:
        """Yield the rows, once for each band of columns that fit beside each other."""
        # From the top: headings as high as the deepest column of the band, the rows with gaps between groups, a margin.
        labels = _row_labels(grid)
        width = self._width
        if grid.others:
            width += _MOVED
        most = int((_BAND - self._left) / (width + _GAP))
        has_groups = len({row.group for row in grid.rows}) < len(grid.rows)
        y = top + 8
        for places in _bands(grid.columns, max(1, most)):
            band = _Columns(places, self._left, width)
            yield from self._headings(grid, band, y)
            depth = max(len(grid.columns[place].earlier) for place in places)
            y += 13 * (depth + 1) + 7
            yield from self._edges(grid, y + BAR / 2)
            for number, (row, label) in enumerate(zip(grid.rows, labels, strict=True)):
                if has_groups and number and row.group != grid.rows[number - 1].group:
                    y += _GROUP_GAP
                yield from self._row_name(row, label, y + BAR / 2)
                yield from self._line(grid, number, band, y)
                y += PITCH
            y += 12

    def _row_name(self, row: GridRow, label: str, y: float) -> Items:
        """Yield the name of a row, right-aligned, or the node of a tree with its name beside it."""
        if row.branch is not None:
            yield from self._node(label, row.branch, y)
            return
        is_cut = "…" in label
        title = visible(row.label)[:TITLE_LENGTH] if is_cut else ""
        yield TextItem(
            self._left - 8, y + 4, label, _LABEL, self.theme.ink, "end", True, title=title
        )

    def _edges(self, grid: StrategyGrid, top: float) -> Items:
        """Yield the edges of a tree, the longest first: each from the last row above that is one action less deep."""
        # Backwards, since an edge passes all rows between its ends: shorter ones are painted over it.
        branches = [row.branch for row in grid.rows]
        for number, branch in reversed(list(enumerate(branches))):
            if branch is None or not branch.depth:
                continue
            parent_depth = branch.depth - 1
            above = max(
                k
                for k, row in enumerate(branches[:number])
                if row is not None and row.depth == parent_depth
            )
            color = self.theme.muted
            width = 1.2
            if branch.share is not None:
                width += 2.8 * float(branch.share)
                if not self.hatched:
                    color = self.palette.fill[branch.action]
            x = branch.depth * _INDENT + _NODE
            y = top + number * PITCH
            start = (x - _INDENT, top + above * PITCH + _NODE)
            yield Path(start, ((x - _INDENT, y), (x - _NODE, y)), color, width)

    def _node(self, label: str, branch: Branch, y: float) -> Items:
        """Yield the node of a row of a tree, and its name."""
        x = branch.depth * _INDENT + _NODE
        player = branch.mover % len(self.theme.players)
        corner = 3 if player else _NODE  # the first player's nodes are circles
        yield Shape(x, y, _NODE, _NODE, corner, self.theme.players[player])
        yield TextItem(x, y + 3.6, str(player + 1), _SHARE, self.theme.on_player, "middle", True)
        yield TextItem(x + _NODE + 5, y + 4, label, _LABEL, self.theme.ink, bold=True)
        if branch.below:
            left = x + _NODE + 10 + text_width(label, _LABEL, True)
            below = f"{branch.below:,}"
            yield TextItem(
                left, y + 4, f"+{below}", _SHARE, self.theme.muted, title=f"{below} more below"
            )

    def _headings(self, grid: StrategyGrid, band: _Columns, top: float) -> Items:
        """Yield the names of columns, aligned at their last line: earlier rounds in bold, then this one."""
        room = band.width
        if grid.others:
            room -= _MOVED
        depth = max(len(grid.columns[place].earlier) for place in band.places)
        for number, place in enumerate(band.places):
            column = grid.columns[place]
            center = band.edge(number) + room / 2
            missing = depth - len(column.earlier)
            for line, text in enumerate([*column.earlier, column.now]):
                y = top + 13 * (line + 1 + missing)
                bold = line < len(column.earlier)
                shown = fitted(text, _HEAD, room, bold)
                title = "" if shown == text else visible(column.name)
                yield TextItem(
                    center, y, shown, _HEAD, self.theme.ink, "middle", bold=bold, title=title
                )
        end = band.edge(len(band.places))
        for place, name in enumerate(grid.numbers, start=1):
            x = end + place * _NUMBER
            yield TextItem(x, top + 13 * (depth + 1), name, _HEAD, self.theme.ink, "end")

    def _line(self, grid: StrategyGrid, number: int, band: _Columns, y: float) -> Items:
        """Yield the cells of a row in one band of columns, and the numbers behind them."""
        row = grid.rows[number]
        for shift, place in enumerate(band.places):
            cell = grid.cells[number][place]
            if cell is None:
                if row.branch:
                    actions = fitted(", ".join(row.branch.actions), _LABEL, band.width)
                    yield TextItem(band.left, y + BAR / 2 + 4, actions, _LABEL, self.theme.muted)
                continue
            other = None
            width = band.width
            if grid.others:
                other = grid.others[number][place]
                width -= _MOVED
            yield from self._cell(
                cell, other, band.edge(shift), y, width, BAR, named=bool(grid.numbers)
            )

        end = band.edge(len(band.places))
        for place, (name, value) in enumerate(zip(grid.numbers, row.numbers, strict=True), start=1):
            yield from self._number(name, value, end + place * _NUMBER, y)

    def _number(self, name: str, value: Number | None, x: float, y: float) -> Items:
        """Yield a number that ends at x; that of the reach with a strip as long as it."""
        text, exact = "–", ""
        if value is not None:
            text = shown_number(value)
            exact = short(value)
        yield TextItem(x, y + BAR / 2 + 4, text, _SHARE, self.theme.ink, "end", title=exact)
        if name == "reach" and value is not None:
            track = _NUMBER - 14
            least = 0.6 * (value > 0)  # a positive number stays visible
            strip = max(float(value) * track, least)
            yield self._rectangle(x - track, y + BAR + 1, track, STRIP, self.track)
            yield self._rectangle(x - track, y + BAR + 1, strip, STRIP, self.theme.ink)

    @cached_property
    def _left(self) -> float:
        """The room of the names of rows."""
        widest = 0.0
        for grid in self.grids:
            if not grid.ranks and not grid.square:
                widest = max(widest, *map(_row_width, grid.rows, _row_labels(grid)))
        return 10 + widest

    @cached_property
    def _width(self) -> float:
        """The width of all bars."""
        if any(grid.numbers for grid in self.grids):
            return _TREE_BAR

        branches = [row.branch for grid in self.grids for row in grid.rows if row.branch]
        if branches:
            widest = max(text_width(", ".join(branch.actions), _LABEL) for branch in branches)
            return min(widest, _TREE_BAR)

        widest = 0.0
        for grid in self.grids:
            for column in grid.columns:
                for text in column.earlier:
                    widest = max(widest, text_width(text, _HEAD, True))
                widest = max(widest, text_width(column.now, _HEAD))
        return min(max(_NARROWEST, widest + 8), _WIDEST)

    # ---- cards by rank and suit ----

    def _matrices(self, grid: StrategyGrid, top: float) -> Items:
        """Yield a matrix for each column: ranks to the right, suits downwards, `_MATRICES` beside each other."""
        count = len(grid.ranks)
        pitch = _SQUARE_BAR + STRIP + 4
        wide = 16 + count * (_SQUARE + 1) + 22
        high = 44 + len(grid.suits) * pitch
        for place, column in enumerate(grid.columns):
            row, shift = divmod(place, _MATRICES)
            x = shift * wide
            y = top + 14 + row * (high + 14)
            yield from self._matrix_heading(column, x, y, wide)
            centers = [x + 16 + rank * (_SQUARE + 1) + _SQUARE / 2 for rank in range(count)]
            for center, name in zip(centers, grid.ranks, strict=True):
                yield TextItem(
                    center,
                    y + 25,
                    fitted(name, 9, _SQUARE, True),
                    9,
                    self.theme.muted,
                    "middle",
                    True,
                )
            for suit, name in enumerate(grid.suits):
                down = y + 30 + suit * pitch
                yield TextItem(
                    x + 7, down + 12, fitted(name, 9, 14), 9, self.theme.muted, "middle", True
                )
                for rank in range(count):
                    number = suit * count + rank
                    cell = grid.cells[number][place]
                    other = grid.others[number][place] if grid.others else None
                    left = x + 16 + rank * (_SQUARE + 1)
                    if cell is not None:
                        yield from self._cell(
                            cell, other, left, down, _SQUARE, _SQUARE_BAR, small=True
                        )

    def _matrix_heading(self, column: GridColumn, x: float, y: float, wide: float) -> Items:
        """Yield the earlier rounds in bold, in at most 58 % of the width, and this round behind them."""
        title = visible(column.name)
        earlier = fitted(" / ".join(column.earlier), _HEAD, 0.58 * wide, True)
        start = x
        if earlier:
            yield TextItem(x, y + 10, earlier, _HEAD, self.theme.ink, bold=True, title=title)
            start += text_width(earlier, _HEAD, True) + 10
        now = fitted(column.now, _HEAD, x + wide - 12 - start)
        yield TextItem(start, y + 10, now, _HEAD, self.theme.ink, title=title)

    # ---- hands of two cards by class ----

    def _squares(self, grid: StrategyGrid, top: float) -> Items:
        """Yield a square of all classes of hands for each column, `_SQUARES` beside each other."""
        size = math.isqrt(len(grid.rows))
        wide = size * (_CLASS_WIDTH + 2)
        high = size * _CLASS_PITCH
        has_totals = any(total is not None for total in grid.totals)
        head = 18 + (BAR + 6 if has_totals else 0)
        for place, column in enumerate(grid.columns):
            row, shift = divmod(place, _SQUARES)
            x = shift * (wide + 24)
            y = top + 8 + row * (head + high + 22)
            total = grid.totals[place]
            room = wide
            if total is not None and total.reach < 1:
                share = f"{percent(total.reach)} % of the hands"
                room -= text_width(share, _HEAD) + 10
                end = x + wide - 2
                yield TextItem(
                    end, y + 10, share, _HEAD, self.theme.muted, "end", title=short(total.reach)
                )
            yield from self._matrix_heading(column, x, y, room)
            if total is not None:
                yield from self._bar(total, x, y + 16, wide - 2, BAR, pale=False, named=True)
            for number, line in enumerate(grid.rows):
                down, right = divmod(number, size)
                left = x + right * (_CLASS_WIDTH + 2)
                upper = y + head + down * _CLASS_PITCH
                yield from self._class_cell(line.label, grid.cells[number][place], left, upper)

    def _class_cell(self, name: str, cell: GridCell | None, x: float, y: float) -> Items:
        """Yield the name of a class, and its bar, as high as the weight of its hands against the largest."""
        has_weight = cell is not None and cell.reach >= LEAST_WEIGHT
        color = self.theme.ink if has_weight else self.theme.muted
        top = y + _CLASS_NAME
        yield TextItem(
            x + 1, top - 2, name, 8.5, color, bold=has_weight, title=class_text(name, cell)
        )
        if cell is None:
            return
        yield Shape(
            x + _CLASS_WIDTH / 2,
            top + _CLASS_BAR / 2,
            _CLASS_WIDTH / 2,
            _CLASS_BAR / 2,
            0,
            self.theme.background,
            self.frame,
            0.6,
        )
        if cell.reach == 0:
            return
        height = max(_CLASS_BAR * min(float(cell.reach), 1.0), 0.6)
        lower = top + _CLASS_BAR - height
        if cell.actions:
            yield from self._bar(cell, x, lower, _CLASS_WIDTH, height, pale=False, small=True)
        else:
            yield self._rectangle(x, lower, _CLASS_WIDTH, height, self.theme.players[0])

    # ---- cells ----

    def _cell(
        self, cell: GridCell, other: GridCell | None, x: float, y: float, width: float, height: float,
        *, named: bool = False, small: bool = False,
    ) -> Items:  # fmt: skip
        """Yield the bar of a cell and the strip below it; two bars where there is another cell."""
        if other is not None:
            yield from self._two_bars(cell, other, x, y, width, height, small=small)
            return
        never = cell.reach == 0
        yield from self._bar(cell, x, y, width, height, pale=never, named=named, small=small)
        if never and self.hatched and cell.shares:
            yield self._hatching(x, y, width, height)
        if cell.reach != 1 and not small:
            yield self._rectangle(x, y + height + 1, width, STRIP, self.track)
        if cell.reach:
            strip = max(float(cell.reach) * width, 0.6)
            title = "" if small else f"leads here: {short(cell.reach)}"
            yield self._rectangle(x, y + height + 1, strip, STRIP, self.theme.muted, title)
        yield from self._brackets(cell, x, y, width, height)

    def _two_bars(
        self,
        cell: GridCell,
        other: GridCell,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        small: bool,
    ) -> Items:
        """Yield the bars of two strategies, pale where they are equal, and the probability that moves."""
        distance = moved(cell, other)
        is_equal = bool(cell.shares and other.shares) and distance == 0
        half = (height - 1) / 2
        for shown, top in ((cell, y), (other, y + half + 1)):
            never = shown.reach == 0
            yield from self._bar(shown, x, top, width, half, pale=never or is_equal, text=False)
            if never:
                yield self._hatching(x, top, width, half)
        if distance and not small:
            yield TextItem(
                x + width + 4,
                y + height / 2 + 4,
                percent(distance),
                _SHARE,
                self.theme.ink,
                bold=True,
            )

    def _bar(
        self, cell: GridCell, x: float, y: float, width: float, height: float,
        *, pale: bool, text: bool = True, named: bool = False, small: bool = False,
    ) -> Items:  # fmt: skip
        """Yield the parts of a bar with their shares, and with the names of actions where these are wanted and fit."""
        has_text = text and not small and not (pale and self.hatched)
        if not cell.shares:
            yield self._rectangle(x, y, width, height, self.track, "never")
        # There are no shares where never.
        for action, share in zip(cell.actions, cell.shares, strict=False):
            part = float(share) * width
            if part < 0.05:  # less than the precision of the formats
                continue
            fill, ink = self.palette.colors(action, pale)
            yield self._rectangle(
                x, y, part, height, fill, f"{visible(action)[:60]} {short(share)}"
            )
            label = percent(share)
            if named and text_width(f"{action} {label}", _SHARE) + 7 <= part:
                label = fitted(f"{action} {label}", _SHARE, part)
            else:
                self.unnamed[action] = None
            if has_text and text_width(label, _SHARE) + 7 <= part:
                yield TextItem(x + part / 2, y + height / 2 + 3.6, label, _SHARE, ink, "middle")
            x += part

    def _brackets(self, cell: GridCell, x: float, y: float, width: float, height: float) -> Items:
        """Yield brackets around the places where equilibria may divide the bar, in turn at its foot and at its top."""
        title = f"over all equilibria: {range_text(cell)}"
        if cell.ranges and cell.ranges[0] is None:
            yield from self._bracket(x + 2, x + width - 2, y + height - 4, (3, 2.5), title)
            return
        for number, edge in enumerate(cell.edges):
            if edge is not None and edge.low < edge.high:
                left = x + float(edge.low) * width
                right = x + float(edge.high) * width
                bracket_y = y + 4 if number % 2 else y + height - 4
                yield from self._bracket(left, right, bracket_y, (), title)

    def _bracket(
        self, left: float, right: float, y: float, dash: tuple[float, ...], title: str
    ) -> Items:
        """Yield a line with ends, dashed without them, on a wider one in the colour of the paper."""
        lines = [((left, y), (right, y))]
        if not dash:
            lines += [((left, y - 3), (left, y + 3)), ((right, y - 3), (right, y + 3))]
        for start, end in lines:
            yield Path(start, (end,), self.theme.background, 3.4, (), title=title)
        for start, end in lines:
            yield Path(start, (end,), self.theme.ink, 1.3, dash, title=title)

    def _rectangle(
        self, x: float, y: float, width: float, height: float, fill: str, title: str = ""
    ) -> Shape:
        return Shape(x + width / 2, y + height / 2, width / 2, height / 2, 0, fill, title=title)

    def _hatching(self, x: float, y: float, width: float, height: float) -> Path:
        """Return parallel strokes across a rectangle, as one line that turns at its edges."""
        step = 7.0
        place = 0.0
        upwards = True
        points = [(x, y + height)]

        def cross() -> None:
            """Go to the end of the stroke that begins at `place`."""
            points.append((x + place + height, y) if upwards else (x + place, y + height))

        while place + height <= width:
            cross()
            place += step
            if place + height <= width:
                cross()  # along the edge, to where the next stroke begins
            upwards = not upwards
        color = blend(self.theme.muted, self.theme.background, 0.6)
        return Path(points[0], tuple(points[1:]), color, 0.6)

    # ---- legend ----

    def _legend(self, y: float, room: float) -> Items:
        """Yield the colours of actions, and what strips, brackets and hatching mean, in as many lines as it takes."""
        actions = list(self.palette.fill)
        if len(actions) > _FEW:
            actions = [action for action in actions if action in self.unnamed]
        texts = fitted_apart(actions[:_MOST_LEGEND], 11, min(room - 31, _LONGEST_LABEL))
        x = 0.0
        for action, text in zip(actions, texts, strict=False):
            label = text or "(no name)"
            wide = 17 + text_width(label, 11) + 14
            if x and x + wide > room:
                x = 0.0
                y += 18
            yield Shape(x + 6, y - 4, 6, 6, 2, self.palette.fill[action])
            yield TextItem(
                x + 17, y, label, 11, self.theme.ink, title=visible(action)[:TITLE_LENGTH]
            )
            x += wide
        if len(actions) > _MOST_LEGEND:
            yield TextItem(x, y, f"and {len(actions) - _MOST_LEGEND:,} more", 11, self.theme.muted)
            x = room
        for number, line in enumerate(_lines(self._explained(), room, x)):
            yield TextItem(0.0 if number else x, y + 18 * number, line, 11, self.theme.muted)

    def _explained(self) -> list[str]:
        """Return in words what the chart shows apart from colours, as far as it occurs."""
        if any(grid.square for grid in self.grids) and not self.palette.fill:
            return ["height of a bar: the average weight of its hands, the largest being full"]
        if not self.palette.fill:
            return ["+ and a number: situations below that are not shown"]
        if self.compared:
            parts = ["pale: equal", "number: probability that moves, in per cent"]
            if self.never:
                parts.append("hatched: never reached")
            return parts

        if any(grid.square for grid in self.grids):
            parts = ["height of a bar: the average weight of its hands, the largest being full"]
            parts.append("parts: the actions")
            totals = [total for grid in self.grids for total in grid.totals if total is not None]
            if any(total.reach < 1 for total in totals):
                parts.append("% of the hands: how often own choices lead here")
            return parts
        parts = ["per cent; strip: how often own choices lead here"]
        if self.never:
            parts.append(f"{'hatched' if self.hatched else 'pale'} or grey: never")
        ranges = [cell.ranges for cell in _cells(self.grids) if cell.ranges]
        if ranges:
            parts.append("bracket: any equilibrium divides the bar within it")
        if any(None in possible for possible in ranges):
            parts.append("dashed: no equilibrium leads here")
        return parts
