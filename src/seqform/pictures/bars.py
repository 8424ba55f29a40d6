"""The shapes of charts: bars, strips, brackets, matrices of cards and rows of trees, with their colours and words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import groupby

from seqform.io.figures import THEMES, blend
from seqform.models.numbers.exact import Number
from seqform.models.numbers.text import short
from seqform.pictures.grids import Branch, GridCell, GridColumn, GridRow, StrategyGrid, moved
from seqform.pictures.scene import Path, Shape, TextItem, fitted, fitted_apart, shown_number, text_width, title_text
from seqform.system.foreign_text import visible

BAR, STRIP, PITCH = 24.0, 3.0, 31.0
"""Heights of the bar of a cell, of the strip below it, and of a row."""

_NARROWEST, _WIDEST, _TREE_BAR, _NUMBER = 104.0, 184.0, 260.0, 66.0
_GAP, _GROUP_GAP, _BLOCK_GAP, _MOVED = 4.0, 8.0, 30.0, 30.0
_LABEL, _HEAD, _SHARE = 11.5, 10.5, 10.0
_LONGEST_LABEL = 210.0
_LEAST, _BAND = 420.0, 1240.0
"""Least width of a chart, and greatest width of a table; more columns follow below."""

_INDENT, _NODE = 20.0, 8.0
"""The shift of a row of a tree by its depth, and half the size of its node."""

_SQUARE, _SQUARE_BAR, _MATRICES = 30.0, 18.0, 3
"""Width and height of the cells of matrices, and the number of these beside each other."""

_FEW, _MOST_LEGEND = 8, 40
"""Up to so many actions are all in the legend; of more, those that are without a name in a bar, up to so many."""

_PALE = 0.3
TITLE_LENGTH = 200

_CARDS = {"fold": 0, "check": 1, "call": 1, "bet": 2, "raise": 3}
_COLORS = {
    "light": (("#3d84b9", "#84c4a0", "#ec853f", "#841b33"),
              ("#273e74", "#f6cc69", "#3e8d79", "#b15ddf", "#6d311d", "#99d0f8")),
    "dark": (("#3f86d0", "#8fd9ae", "#f0894a", "#b03a6e"),
             ("#2a55d8", "#fad58f", "#259171", "#a765b4", "#7d3512", "#acddea")),
    "print": (("#4d4d4d", "#e2e2e2", "#a6a6a6", "#141414"),
              ("#4d4d4d", "#e2e2e2", "#8a8a8a", "#141414", "#bdbdbd", "#6b6b6b")),
}  # fmt: skip
"""Of the actions of poker and of other games, by themes; apart for people who confuse red and green as well."""

_DARK, _LIGHT, _MIDDLE = "#14251a", "#ffffff", 0.213
"""Colours of text, and the luminance above which the dark one has the greater contrast."""


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
    shown = zip(cell.actions, cell.shares, strict=True)
    return ", ".join(f"{action} {percent(share)}" for action, share in shown if share) or "nothing"


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
    shown = [
        f"{action} {shown_number(one.low)} to {shown_number(one.high)}"
        for action, one in zip(cell.actions, cell.ranges, strict=True)
        if one is not None and one.low < one.high
    ]
    return ", ".join(shown) or "one value"


class Palette:
    """A colour for every action of some grids, in order of appearance; those of poker have their own."""

    def __init__(self, grids: Sequence[StrategyGrid], theme: str) -> None:
        self.theme = THEMES[theme]
        cells = (cell for grid in grids for line in (*grid.cells, *grid.others) for cell in line if cell is not None)
        names = dict.fromkeys(action for cell in cells for action in cell.actions)
        cards, others = _COLORS[theme]
        poker = names.keys() <= _CARDS.keys()
        self.place = (
            {name: place for name, place in _CARDS.items() if name in names}
            if poker
            else {name: place for place, name in enumerate(names)}
        )
        tints, paper = cards if poker else others, self.theme.background  # paler where there are too few
        places = {name: divmod(place, len(tints)) for name, place in self.place.items()}
        self.fill = {name: blend(tints[k], paper, 0.55**again) for name, (again, k) in places.items()}

    def colors(self, action: str, pale: bool) -> tuple[str, str]:
        """Return the colours of an action and of text on it."""
        fill = self.fill[action]
        if pale:
            return blend(fill, self.theme.background, _PALE), self.theme.muted
        return fill, _DARK if _lightness(fill) > _MIDDLE else _LIGHT


def _lightness(color: str) -> float:
    """Return the relative luminance of a colour, with a power of 2.2 for sRGB's curve."""
    red, green, blue = (float((int(color[k : k + 2], 16) / 255) ** 2.2) for k in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


Items = Iterator[TextItem | Path | Shape]


def _lines(parts: Sequence[str], room: float, start: float = 0.0) -> Iterator[str]:
    """Yield parts of a sentence in lines of limited length, joined by semicolons; the first line has less room."""
    line = ""
    for number, part in enumerate(parts):
        end = "" if number == len(parts) - 1 else ";"
        longer = f"{line} {part}{end}".strip()
        if (line or start) and start + text_width(longer, 11) > room:
            yield line
            longer, start = f"{part}{end}", 0.0
        line = longer
    yield fitted(line, 11, room)


def _row_width(row: GridRow, label: str) -> float:
    width, branch = text_width(label, _LABEL, True), row.branch
    if branch is None:
        return width
    below = text_width(f"+{branch.below:,}", _SHARE) if branch.below else 0.0
    return branch.depth * _INDENT + 2 * _NODE + 12 + width + below


def _row_labels(grid: StrategyGrid) -> list[str]:
    return [one or "(no name)" for one in fitted_apart([row.label for row in grid.rows], _LABEL, _LONGEST_LABEL, True)]


def _bands(columns: Sequence[GridColumn], most: int) -> list[list[int]]:
    """Return the places of columns in bands of limited length; columns with the same earlier rounds stay together."""
    bands: list[list[int]] = [[]]
    for _, group in groupby(range(len(columns)), key=lambda place: columns[place].earlier):
        places = list(group)
        while places:
            if bands[-1] and (len(bands[-1]) + len(places) > most):
                bands.append([])
            bands[-1] += places[:most]
            places = places[most:]
    return bands


class Painter:
    """The shapes of a chart."""

    def __init__(self, grids: Sequence[StrategyGrid], theme: str) -> None:
        self.grids, self.theme, self.hatched = grids, THEMES[theme], theme == "print"
        self.compared = any(grid.others for grid in grids)
        self.palette = Palette(grids, theme)
        self.unnamed: dict[str, None] = {}
        self.track = blend(self.theme.muted, self.theme.background, 0.16)
        self.never = any(
            cell.reach == 0 for grid in grids for line in (*grid.cells, *grid.others) for cell in line if cell
        )

    def picture(self, title: str, caption: str) -> list[TextItem | Path | Shape]:
        """Return all shapes."""
        y, body = 0.0, list[TextItem | Path | Shape]()
        for grid in self.grids:
            y += _BLOCK_GAP
            body.append(TextItem(0, y, visible(grid.heading)[:TITLE_LENGTH], 12.5, self.theme.ink, bold=True))
            for note in grid.notes:
                y += 15
                body.append(TextItem(0, y, note, 10.5, self.theme.muted))
            block = list(self._matrices(grid, y) if grid.ranks else self._table(grid, y))
            y = max(item.box.bottom for item in block)
            body += block
        room = max(_LEAST, *(item.box.right for item in body))
        head = [title_text(title, 0, 16, room, self.theme.ink)]
        for place, half in enumerate(caption.split("; below: ") if caption else ()):
            for line in _lines((f"below: {half}" if place else half).split("; "), room):
                y_line = head[-1].y + (15 if head[1:] else 18)
                head.append(TextItem(0, y_line, line, 11, self.theme.muted, title=caption))
        down = head[-1].y + 4
        return [*head, *(item.moved(0, down) for item in [*body, *self._legend(y + 28, room)])]

    # ---- hands by situations, and information sets ----

    def _table(self, grid: StrategyGrid, top: float) -> Items:
        """Yield the rows, once for each band of columns that fit beside each other."""
        labels, left = _row_labels(grid), self._left
        width = self._width + (_MOVED if grid.others else 0.0)
        y = top + 8
        for band in _bands(grid.columns, max(1, int((_BAND - left) / (width + _GAP)))):
            yield from self._headings(grid, band, left, width, y)
            depth = max(len(grid.columns[place].earlier) for place in band)
            y += 13 * (depth + 1) + 7
            yield from self._edges(grid, y + BAR / 2)
            gaps = len({row.group for row in grid.rows}) < len(grid.rows)
            for number, (row, label) in enumerate(zip(grid.rows, labels, strict=True)):
                if gaps and number and row.group != grid.rows[number - 1].group:
                    y += _GROUP_GAP
                if row.branch is None:
                    title = visible(row.label)[:TITLE_LENGTH] if "…" in label else ""
                    yield TextItem(left - 8, y + BAR / 2 + 4, label, _LABEL, self.theme.ink, "end", True, title=title)
                else:
                    yield from self._node(label, row.branch, y + BAR / 2)
                yield from self._line(grid, number, band, left, width, y)
                y += PITCH
            y += 12

    def _edges(self, grid: StrategyGrid, top: float) -> Items:
        """Yield the edges of a tree, the longest first: each from the last row above that is one action less deep."""
        branches = [row.branch for row in grid.rows]
        for number, branch in reversed(list(enumerate(branches))):
            if branch is None or not branch.depth:
                continue
            above = next(k for k in reversed(range(number)) if (one := branches[k]) and one.depth == branch.depth - 1)
            color, width = self.theme.muted, 1.2
            if branch.share is not None:
                color = self.theme.muted if self.hatched else self.palette.fill[branch.action]
                width = 1.2 + 2.8 * float(branch.share)
            x, y = branch.depth * _INDENT + _NODE, top + number * PITCH
            start = (x - _INDENT, top + above * PITCH + _NODE)
            yield Path(start, ((x - _INDENT, y), (x - _NODE, y)), color, width)

    def _node(self, label: str, branch: Branch, y: float) -> Items:
        """Yield the node of a row of a tree, and its name."""
        x, player = branch.depth * _INDENT + _NODE, branch.mover % len(self.theme.players)
        yield Shape(x, y, _NODE, _NODE, 3 if player else _NODE, self.theme.players[player])
        yield TextItem(x, y + 3.6, str(player + 1), _SHARE, self.theme.on_player, "middle", True)
        yield TextItem(x + _NODE + 5, y + 4, label, _LABEL, self.theme.ink, bold=True)
        if branch.below:
            left = x + _NODE + 10 + text_width(label, _LABEL, True)
            yield TextItem(
                left, y + 4, f"+{branch.below:,}", _SHARE, self.theme.muted, title=f"{branch.below:,} more below"
            )

    def _headings(self, grid: StrategyGrid, band: Sequence[int], left: float, width: float, top: float) -> Items:
        beside = _MOVED if grid.others else 0.0
        depth = max(len(grid.columns[place].earlier) for place in band)
        for shift, column in enumerate(grid.columns[place] for place in band):
            center = left + shift * (width + _GAP) + (width - beside) / 2
            for line, text in enumerate([*column.earlier, column.now]):
                y, bold = top + 13 * (line + 1 + depth - len(column.earlier)), line < len(column.earlier)
                shown = fitted(text, _HEAD, width - beside, bold)
                title = "" if shown == text else visible(column.name)
                yield TextItem(center, y, shown, _HEAD, self.theme.ink, "middle", bold=bold, title=title)
        for place, name in enumerate(grid.numbers, start=1):
            x = left + len(band) * (width + _GAP) + place * _NUMBER
            yield TextItem(x, top + 13 * (depth + 1), name, _HEAD, self.theme.ink, "end")

    def _line(self, grid: StrategyGrid, number: int, band: Sequence[int], left: float, width: float, y: float) -> Items:
        beside = _MOVED if grid.others else 0.0
        for shift, place in enumerate(band):
            cell = grid.cells[number][place]
            if cell is not None:
                other = grid.others[number][place] if grid.others else None
                x = left + shift * (width + _GAP)
                yield from self._cell(cell, other, x, y, width - beside, BAR, named=bool(grid.numbers))
            elif branch := grid.rows[number].branch:
                shown = fitted(", ".join(branch.actions), _LABEL, width)
                yield TextItem(left, y + BAR / 2 + 4, shown, _LABEL, self.theme.muted)
        for place, value in enumerate(grid.rows[number].numbers, start=1):
            x = left + len(band) * (width + _GAP) + place * _NUMBER
            text, exact = ("–", "") if value is None else (shown_number(value), short(value))
            yield TextItem(x, y + BAR / 2 + 4, text, _SHARE, self.theme.ink, "end", title=exact)
            if value is not None and grid.numbers[place - 1] == "reach":
                long, start = _NUMBER - 14, x - _NUMBER + 14
                yield self._rectangle(start, y + BAR + 1, long, STRIP, self.track)
                yield self._rectangle(
                    start, y + BAR + 1, max(float(value) * long, 0.6 * (value > 0)), STRIP, self.theme.ink
                )

    @cached_property
    def _left(self) -> float:
        """The room of the names of rows."""
        grids = [grid for grid in self.grids if not grid.ranks]
        return 10 + max(max(map(_row_width, grid.rows, _row_labels(grid))) for grid in grids)

    @cached_property
    def _width(self) -> float:
        """The width of all bars."""
        if any(grid.numbers for grid in self.grids):
            return _TREE_BAR
        columns = [column for grid in self.grids for column in grid.columns]
        if branches := [row.branch for grid in self.grids for row in grid.rows if row.branch]:
            return min(max(text_width(", ".join(one.actions), _LABEL) for one in branches), _TREE_BAR)
        lines = [(text, True) for column in columns for text in column.earlier]
        lines += [(column.now, False) for column in columns]
        widest = max(text_width(text, _HEAD, bold) for text, bold in lines) + 8
        return min(max(_NARROWEST, widest), _WIDEST)

    # ---- cards by rank and suit ----

    def _matrices(self, grid: StrategyGrid, top: float) -> Items:
        count = len(grid.ranks)
        wide = 16 + count * (_SQUARE + 1) + 22
        high = 44 + len(grid.suits) * (_SQUARE_BAR + STRIP + 4)
        for place, column in enumerate(grid.columns):
            x, y = place % _MATRICES * wide, top + 14 + place // _MATRICES * (high + 14)
            before = " / ".join(column.earlier)
            shown = fitted(before, _HEAD, 0.58 * wide, True)
            yield TextItem(x, y + 10, shown, _HEAD, self.theme.ink, bold=True, title=visible(column.name))
            start = x + text_width(shown, _HEAD, True) + 10
            rest = fitted(column.now, _HEAD, x + wide - 12 - start)
            yield TextItem(start, y + 10, rest, _HEAD, self.theme.ink, title=visible(column.name))
            for rank, name in enumerate(grid.ranks):
                center = x + 16 + rank * (_SQUARE + 1) + _SQUARE / 2
                yield TextItem(center, y + 25, fitted(name, 9, _SQUARE, True), 9, self.theme.muted, "middle", True)
            for suit, name in enumerate(grid.suits):
                down = y + 30 + suit * (_SQUARE_BAR + STRIP + 4)
                yield TextItem(x + 7, down + 12, fitted(name, 9, 14), 9, self.theme.muted, "middle", True)
                for rank in range(count):
                    number = suit * count + rank
                    cell, other = grid.cells[number][place], grid.others[number][place] if grid.others else None
                    right = x + 16 + rank * (_SQUARE + 1)
                    if cell is not None:
                        yield from self._cell(cell, other, right, down, _SQUARE, _SQUARE_BAR, small=True)

    # ---- cells ----

    def _cell(
        self, cell: GridCell, other: GridCell | None, x: float, y: float, width: float, height: float,
        *, named: bool = False, small: bool = False,
    ) -> Items:  # fmt: skip
        """Yield the bar of a cell and the strip below it; two bars where there is another cell."""
        if other is None:
            never = cell.reach == 0
            yield from self._bar(cell, x, y, width, height, pale=never, named=named, small=small)
            if never and self.hatched and cell.shares:
                yield self._hatching(x, y, width, height)
            if cell.reach != 1 and not small:
                yield self._rectangle(x, y + height + 1, width, STRIP, self.track)
            if cell.reach:
                long = max(float(cell.reach) * width, 0.6)
                title = "" if small else f"leads here: {short(cell.reach)}"
                yield self._rectangle(x, y + height + 1, long, STRIP, self.theme.muted, title)
            yield from self._brackets(cell, x, y, width, height)
            return
        distance, half = moved(cell, other), (height - 1) / 2
        known = bool(cell.shares and other.shares)
        for one, down in ((cell, y), (other, y + half + 1)):
            never = one.reach == 0
            yield from self._bar(one, x, down, width, half, pale=never or (known and distance == 0), text=False)
            if never:
                yield self._hatching(x, down, width, half)
        if distance and not small:
            yield TextItem(x + width + 4, y + height / 2 + 4, percent(distance), _SHARE, self.theme.ink, bold=True)

    def _bar(
        self, cell: GridCell, x: float, y: float, width: float, height: float,
        *, pale: bool, text: bool = True, named: bool = False, small: bool = False,
    ) -> Items:  # fmt: skip
        if not cell.shares:
            yield self._rectangle(x, y, width, height, self.track, "never")
        for action, share in zip(cell.actions, cell.shares, strict=False):
            long = float(share) * width
            if long < 0.05:
                continue
            fill, ink = self.palette.colors(action, pale)
            yield self._rectangle(x, y, long, height, fill, f"{visible(action)[:60]} {short(share)}")
            shown = percent(share)
            if named and text_width(f"{action} {shown}", _SHARE) + 7 <= long:
                shown = fitted(f"{action} {shown}", _SHARE, long)
            else:
                self.unnamed[action] = None
            if text and not small and not (pale and self.hatched) and text_width(shown, _SHARE) + 7 <= long:
                yield TextItem(x + long / 2, y + height / 2 + 3.6, shown, _SHARE, ink, "middle")
            x += long

    def _brackets(self, cell: GridCell, x: float, y: float, width: float, height: float) -> Items:
        """Yield brackets around the places where equilibria may divide the bar, in turn at its foot and at its top."""
        title = f"over all equilibria: {range_text(cell)}"
        if cell.ranges and cell.ranges[0] is None:
            yield from self._bracket(x + 2, x + width - 2, y + height - 4, (3, 2.5), title)
            return
        for number, edge in enumerate(cell.edges):
            if edge is not None and edge.low < edge.high:
                left, right = (x + float(end) * width for end in edge)
                yield from self._bracket(left, right, y + 4 if number % 2 else y + height - 4, (), title)

    def _bracket(self, left: float, right: float, y: float, dash: tuple[float, ...], title: str) -> Items:
        ends = [((left, y - 3), (left, y + 3)), ((right, y - 3), (right, y + 3))]
        lines = [((left, y), (right, y)), *([] if dash else ends)]
        for color, width in ((self.theme.background, 3.4), (self.theme.ink, 1.3)):
            for start, end in lines:
                yield Path(start, (end,), color, width, dash if color == self.theme.ink else (), title=title)

    def _rectangle(self, x: float, y: float, width: float, height: float, fill: str, title: str = "") -> Shape:
        return Shape(x + width / 2, y + height / 2, width / 2, height / 2, 0, fill, title=title)

    def _hatching(self, x: float, y: float, width: float, height: float) -> Path:
        """Return parallel strokes across a rectangle, as one line that turns at its edges."""
        step, place, up = 7.0, 0.0, True
        points = [(x, y + height)]
        while place + height <= width:
            points.append((x + place + height, y) if up else (x + place, y + height))
            place += step
            if place + height <= width:
                points.append((x + place + height, y) if up else (x + place, y + height))
            up = not up
        return Path(points[0], tuple(points[1:]), blend(self.theme.muted, self.theme.background, 0.6), 0.6)

    # ---- legend ----

    def _legend(self, y: float, room: float) -> Items:
        x = 0.0
        names = [one for one in self.palette.fill if len(self.palette.fill) <= _FEW or one in self.unnamed]
        shown = fitted_apart(names[:_MOST_LEGEND], 11, min(room - 31, _LONGEST_LABEL))
        for action, text in zip(names, shown, strict=False):
            wide = 17 + text_width(text or "(no name)", 11) + 14
            if x and x + wide > room:
                x, y = 0.0, y + 18
            yield Shape(x + 6, y - 4, 6, 6, 2, self.palette.fill[action])
            yield TextItem(x + 17, y, text or "(no name)", 11, self.theme.ink, title=visible(action)[:TITLE_LENGTH])
            x += wide
        if len(names) > _MOST_LEGEND:
            yield TextItem(x, y, f"and {len(names) - _MOST_LEGEND:,} more", 11, self.theme.muted)
            x = room
        if not self.palette.fill:
            parts = ["+ and a number: situations below that are not shown"]
        elif self.compared:
            parts = ["pale: equal", "number: probability that moves, in per cent"]
            parts += ["hatched: never reached"] if self.never else []
        else:
            parts = ["per cent; strip: how often own choices lead here"]
            parts += [f"{'hatched' if self.hatched else 'pale'} or grey: never"] if self.never else []
            ranges = [cell for grid in self.grids for line in grid.cells for cell in line if cell and cell.ranges]
            parts += ["bracket: any equilibrium divides the bar within it"] if ranges else []
            parts += ["dashed: no equilibrium leads here"] if any(None in cell.ranges for cell in ranges) else []
        for place, line in enumerate(_lines(parts, room, x)):
            yield TextItem(0.0 if place else x, y + 18 * place, line, 11, self.theme.muted)
