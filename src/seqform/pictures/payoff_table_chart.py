"""Pictures of tables of payoffs: best replies underlined, pure equilibria framed, dominated strategies struck out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate

from seqform.io.figures import THEMES, Theme, blend, require_theme
from seqform.models.answers.payoff_table import PayoffTable
from seqform.models.numbers.text import counted, shown_rational
from seqform.pictures.formats import TABLE_HEAD, Drawing, page_with_table
from seqform.pictures.scene import (
    Anchor,
    Item,
    Path,
    Scene,
    Shape,
    TextItem,
    fitted_apart,
    text_width,
    title_text,
    widest_width,
    wrapped,
)

# Lengths are in pixels.

_HEIGHT = 36.0  # of a row
_SIZE = 13.0  # of text
_WORDS = 11.0  # the size of the text of the legend
_LEAST_WIDTH = 38.0  # of the text of a column
_MOST_NAME = 150.0  # of the name of a column
_MOST_ROW_NAME = 240.0
_AROUND = 13.0  # the room on both sides of a cell's text
_COMMA = 9.0  # between both payoffs
_INSET = 3.5  # of the frame of an equilibrium
_LEAST_TEXT = 360.0  # the width of the title and the legend beside narrow tables

Items = Iterator[Item]


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class PayoffTableChart(Drawing):
    """A picture of a table of payoffs; in LaTeX it is a ``tabular``."""

    table: PayoffTable
    theme: str

    def html(self) -> str:
        """Return a page with the picture and the table of the cells as text; no scripts."""
        return page_with_table(self, self.table, THEMES[self.theme])

    def tex(self) -> str:
        """Return a LaTeX document with the table as a ``tabular``."""
        return f"{TABLE_HEAD}\\begin{{document}}\n{self.table.to_latex()}\\end{{document}}\n"


def payoff_table_chart(table: PayoffTable, *, theme: str = "light") -> PayoffTableChart:
    """Draw a table of payoffs; a method of `PayoffTable`.

    - `theme`: "light", "dark" or "print".

    Examples
    --------
    >>> import seqform as sf
    >>> sf.payoff_table("chicken").chart().scene.description
    'payoffs of Player 1 and Player 2 by 2 × 2 strategies; 2 pure equilibria'
    """
    require_theme(theme)

    def paint() -> Scene:
        first, second = map(len, table.strategies)
        equilibria = counted(len(table.equilibria), "pure equilibrium", "pure equilibria")
        players = " and ".join(table.game.players)
        description = f"payoffs of {players} by {first} × {second} strategies; {equilibria}"
        title = f"{table.game.title}: payoffs"
        items = list(_Grid(table, THEMES[theme]).picture(title))
        return Scene(title, description, THEMES[theme].background, items)

    return PayoffTableChart(paint, table=table, theme=theme)


@dataclass
class _Grid:
    """The shapes of a table: cells from the origin to the right and down, names left of it and above.

    - `lefts`: Where the columns begin, and where the last one ends.
    - `shifts`: By column how far the commas between both payoffs are right of the middle.
    """

    table: PayoffTable
    theme: Theme
    lefts: list[float] = field(init=False)
    shifts: list[float] = field(init=False, default_factory=list)
    row_names: list[str] = field(init=False)
    column_names: list[str] = field(init=False)

    def __post_init__(self) -> None:
        rows, columns = self.table.strategies
        self.row_names = fitted_apart(rows, _SIZE, _MOST_ROW_NAME)
        self.column_names = fitted_apart(columns, _SIZE, _MOST_NAME)
        widths = []
        for column, name in enumerate(self.column_names):
            # Each player's payoffs have the same room, so that the commas of a column are below each other.
            first, second = (
                max(
                    widest_width(self._payoff(player, row, column), _SIZE)
                    for row in range(len(rows))
                )
                for player in (0, 1)
            )
            width = max(first + _COMMA + second, widest_width(name, _SIZE), _LEAST_WIDTH)
            widths.append(width + 2 * _AROUND)
            self.shifts.append((first - second) / 2)
        self.lefts = [0.0, *accumulate(widths)]

    @property
    def _right(self) -> float:
        return self.lefts[-1]

    @property
    def _bottom(self) -> float:
        return _HEIGHT * len(self.row_names)

    @property
    def _start(self) -> float:
        """Where the names of rows begin."""
        widest = max(widest_width(name, _SIZE) for name in self.row_names)
        own = widest_width(self._player(0), _SIZE, True)
        return -(max(widest, own) + 14)

    def _player(self, player: int) -> str:
        return fitted_apart(self.table.game.players, _SIZE, _MOST_ROW_NAME, True)[player]

    def _payoff(self, player: int, row: int, column: int) -> str:
        return shown_rational(self.table.payoffs[player][row][column]).replace("-", "−")

    def picture(self, title: str) -> Items:
        """Yield all shapes."""
        room = max(self._right - self._start, _LEAST_TEXT)
        yield title_text(title, self._start, -72, room, self.theme.ink)
        yield from self._names()
        yield from self._lines()
        for row, column in self.table.cells():
            yield from self._cell(row, column)
        yield from self._struck()
        yield from self._legend(room)

    def _names(self) -> Items:
        """Yield the names of the players and of their strategies."""
        first, second = self.theme.players[:2]
        yield TextItem(-14, -14, self._player(0), _SIZE, first, "end", True)
        yield TextItem(0, -40, self._player(1), _SIZE, second, "start", True)
        for row, name in enumerate(self.row_names):
            color = self._ink(self.table.turn(0, row))
            full = self.table.strategies[0][row]
            yield TextItem(-14, self._base(row), name, _SIZE, color, "end", title=full)
        for column, name in enumerate(self.column_names):
            color = self._ink(self.table.turn(1, column))
            full = self.table.strategies[1][column]
            middle = self._middle(column)
            yield TextItem(middle, -14, name, _SIZE, color, "middle", title=full)

    def _ink(self, turn: int) -> str:
        return self.theme.muted if turn else self.theme.ink

    def _base(self, row: int) -> float:
        """Return the base line of a row."""
        return _HEIGHT * (row + 0.5) + 0.36 * _SIZE

    def _middle(self, column: int) -> float:
        return (self.lefts[column] + self.lefts[column + 1]) / 2

    def _lines(self) -> Items:
        """Yield the lines of the grid."""
        color = blend(self.theme.muted, self.theme.background, 0.6)
        for left in self.lefts:
            yield Path((left, 0), ((left, self._bottom),), color, 1.0)
        for row in range(len(self.row_names) + 1):
            y = _HEIGHT * row
            yield Path((0, y), ((self._right, y),), color, 1.0)

    def _cell(self, row: int, column: int) -> Items:
        """Yield both payoffs, with lines below those of best replies, and a frame if both are."""
        rows, columns = self.table.strategies
        is_gone = bool(self.table.turn(0, row) or self.table.turn(1, column))
        middle = self._middle(column)
        comma = middle + self.shifts[column]
        y = self._base(row)
        if self.table.is_equilibrium(row, column):
            half = (self.lefts[column + 1] - self.lefts[column]) / 2 - _INSET
            title = f"pure equilibrium: {rows[row]}, {columns[column]}"
            yield Shape(
                middle,
                _HEIGHT * (row + 0.5),
                half,
                _HEIGHT / 2 - _INSET,
                3.0,
                blend(self.theme.ink, self.theme.background, 0.06),
                self.theme.ink,
                1.6,
                title=title,
            )
        sides: tuple[tuple[int, Anchor], ...] = ((-1, "end"), (1, "start"))
        for player in (0, 1):
            text = self._payoff(player, row, column)
            color = self.theme.players[player]
            if is_gone:
                color = blend(color, self.theme.background, 0.55)
            side, anchor = sides[player]
            x = comma + side * _COMMA / 2
            if self.table.is_best_reply(player, row, column):
                end = x + side * text_width(text, _SIZE)
                yield Path((x, y + 4.2), ((end, y + 4.2),), color, 1.5)
            title = f"{self.table.game.players[player]}: {text}"
            yield TextItem(x, y, text, _SIZE, color, anchor, title=title)
        yield TextItem(comma - _COMMA / 2 + 1, y, ",", _SIZE, self._ink(int(is_gone)))

    def _struck(self) -> Items:
        """Yield lines through eliminated strategies, each with its turn at the end."""
        color = self.theme.players[2]
        for row in range(len(self.row_names)):
            turn = self.table.turn(0, row)
            if turn:
                y = _HEIGHT * (row + 0.5)
                title = f"eliminated in turn {turn}: {self.table.strategies[0][row]}"
                yield Path((self._start, y), ((self._right + 8, y),), color, 1.4, title=title)
                yield TextItem(self._right + 13, y + 4, f"[{turn}]", _WORDS, color)
        for column in range(len(self.column_names)):
            turn = self.table.turn(1, column)
            if turn:
                x = self._middle(column)
                title = f"eliminated in turn {turn}: {self.table.strategies[1][column]}"
                yield Path((x, -28), ((x, self._bottom + 8),), color, 1.4, title=title)
                yield TextItem(x, self._bottom + 21, f"[{turn}]", _WORDS, color, "middle")

    def _legend(self, room: float) -> Items:
        """Yield what the marks stand for, below the table."""
        y = self._bottom + 26
        lines = ["underlined: best replies; in a frame: pure equilibria"]
        if not self.table.equilibria:
            lines = ["underlined: best replies; there is no pure equilibrium"]
        if self.table.turns is not None:
            if any(self.table.turns[1]):
                y += 18
            if any(map(any, self.table.turns)):
                lines.append("struck out: strictly dominated, with the turn of elimination")
            else:
                lines.append("no strategy is strictly dominated")
        for text in lines:
            for line in wrapped(text, _WORDS, room):
                yield TextItem(self._start, y, line, _WORDS, self.theme.muted)
                y += 15
