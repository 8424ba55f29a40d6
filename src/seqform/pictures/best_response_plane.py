"""Charts of best responses in the unit square: both players' correspondences, and the equilibria, where they meet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from seqform.io.figures import THEMES, Theme, blend, require_theme
from seqform.models.answers.best_responses import BestResponseDiagram
from seqform.models.numbers.polygons import Point
from seqform.models.numbers.text import counted
from seqform.models.strategies.profile_set import PayoffBox
from seqform.pictures.formats import Drawing, page_with_table
from seqform.pictures.payoff_plane import LabelRoom, pair_text
from seqform.pictures.scene import (
    Item,
    Path,
    Scene,
    Shape,
    TextItem,
    fitted,
    shown_number,
    title_text,
    wrapped,
)

# Lengths are in pixels.

_SIDE = 380.0  # of the square
_LEFT = 64.0  # of the square, for the numbers of the vertical axis
_LEGEND_GAP = 64.0
_LEGEND = 270.0  # the width of the legend
_WORDS = 11.0  # sizes of text: the legend and the names of the axes
_TICK = 10.0
_POINT = 4.6  # the radius of an equilibrium
_WIDTHS = (6.0, 2.4)  # of the lines of both players, so that both are seen where they are the same
_LINE = 11.0  # the width of a line of equilibria, on which those of both players are seen
_MOST_LISTED = 6  # equilibria in the legend

Items = Iterator[Item]


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class BestResponseChart(Drawing):
    """A chart of best responses: a picture of `diagram`, whose table has the exact corners."""

    diagram: BestResponseDiagram
    theme: str

    def html(self) -> str:
        """Return a page with the picture and the table of the corners as text; no scripts."""
        return page_with_table(self, self.diagram, THEMES[self.theme])


def best_response_chart(diagram: BestResponseDiagram, *, theme: str = "light") -> BestResponseChart:
    """Draw best responses and equilibria; a method of `BestResponseDiagram`.

    - `theme`: "light", "dark" or "print".

    Examples
    --------
    >>> import seqform as sf
    >>> sf.best_response_diagram("chicken").chart().scene.description
    'best responses of Player 1 and of Player 2; Nash equilibria in 3 components'
    """
    require_theme(theme)

    def paint() -> Scene:
        title = f"{diagram.game.title}: best responses"
        first, second = diagram.game.players
        components = counted(diagram.components, "component")
        description = f"best responses of {first} and of {second}; Nash equilibria in {components}"
        items = list(_Square(diagram, THEMES[theme]).picture(title))
        return Scene(title, description, THEMES[theme].background, items)

    return BestResponseChart(paint, diagram=diagram, theme=theme)


@dataclass
class _Square:
    """The shapes of a chart; `room` keeps labels apart."""

    diagram: BestResponseDiagram
    theme: Theme
    room: LabelRoom = field(init=False)

    def __post_init__(self) -> None:
        self.room = LabelRoom(self.theme.ink, _LEFT, _LEFT + _SIDE + _LEGEND_GAP - 8, _SIDE)

    def picture(self, title: str) -> Items:
        """Yield all shapes: the heading, the square with its axes, the sets, labels, and the legend beside it."""
        width = _LEFT + _SIDE + _LEGEND_GAP + _LEGEND
        yield title_text(title, 0, -64, width, self.theme.ink)
        yield from self._axes()
        responses = []
        for player in (0, 1):
            responses += [(player, box) for box in self.diagram.responses[player]]
        for player, box in responses:
            if box.dimension == 2:
                yield from self._response(player, box)
        for box, _ in self.diagram.equilibria:
            yield from self._behind(box)
        for player, box in responses:
            if box.dimension < 2:
                yield from self._response(player, box)
        yield from self._points()
        yield from self._labels()
        yield from self._legend()

    def _place(self, point: Point) -> tuple[float, float]:
        """Return where a pair of probabilities is in the picture."""
        return _LEFT + _SIDE * float(point[0]), _SIDE * (1 - float(point[1]))

    def _axes(self) -> Items:
        """Yield the frame, its ends, the probabilities at which a player is indifferent, and the names of the axes."""
        muted = self.theme.muted
        corners = [self._place((Fraction(x), Fraction(y))) for x, y in ((0, 1), (1, 1), (1, 0))]
        origin = self._place((Fraction(0), Fraction(0)))
        yield Path(origin, (*corners, origin), blend(muted, self.theme.background, 0.5), 1.0)
        for start, end in pairwise((origin, *corners, origin)):
            self.room.avoid_line(start, end)
        for value in (0, 1):
            across = _LEFT + _SIDE * value
            upwards = _SIDE * (1 - value)
            yield self.room.reserved(
                TextItem(across, _SIDE + 20, str(value), _TICK, muted, "middle")
            )
            yield self.room.reserved(
                TextItem(_LEFT - 12, upwards + 3.5, str(value), _TICK, muted, "end")
            )
        yield from self._indifferences()

        right = _LEFT + _SIDE
        below, above = (fitted(self.diagram.axis_name(player), _WORDS, _SIDE) for player in (0, 1))
        yield TextItem(right, _SIDE + 40, below, _WORDS, self.theme.players[0], "end", True)
        yield TextItem(0, -34, above, _WORDS, self.theme.players[1], "start", True)

    def _indifferences(self) -> Items:
        """Yield the inner probabilities at which the opponent is indifferent: on top, and on the right side."""
        for player, boxes in enumerate(self.diagram.responses):
            opponent = 1 - player
            for box in boxes:
                probability = box.low[opponent]
                if probability != box.high[opponent] or not 0 < probability < 1:
                    continue
                text = shown_number(probability)
                color = self.theme.players[player]
                x, y = self._place((probability, probability))
                if opponent == 0:
                    item = TextItem(x, -14, text, _TICK, color, "middle")
                else:
                    item = TextItem(_LEFT + _SIDE + 12, y + 3.5, text, _TICK, color)
                yield self.room.reserved(item)

    def _response(self, player: int, box: PayoffBox) -> Items:
        """Yield a part of a correspondence: a line, or the whole square."""
        color = self.theme.players[player]
        name = self.diagram.game.players[player]
        title = f"best responses of {name}: {box}"
        points = [self._place(corner) for corner in box.corners]
        if len(points) == 2:
            self.room.avoid_line(points[0], points[1])
            yield Path(points[0], (points[1],), color, _WIDTHS[player], title=title)
            half = _WIDTHS[player] / 2
            for x, y in points:  # the corners between two parts
                yield Shape(x, y, half, half, 0.0, color)
            return
        fill = blend(color, self.theme.background, 0.18)
        steps = (*points[1:], points[0])
        yield Path(points[0], steps, color, _WIDTHS[player], (), 0.6, title, fill)

    def _behind(self, box: PayoffBox) -> Items:
        """Yield a line or a rectangle of equilibria, behind the best responses."""
        title = f"Nash equilibria: {box}"
        points = [self._place(corner) for corner in box.corners]
        if len(points) == 2:
            yield Path(points[0], (points[1],), self.theme.ink, _LINE, title=title)
        elif len(points) > 2:
            steps = (*points[1:], points[0])
            fill = blend(self.theme.ink, self.theme.background, 0.4)
            yield Path(points[0], steps, self.theme.ink, _LINE, (), 1.0, title, fill)

    def _points(self) -> Items:
        """Yield discs at the corners of the sets of equilibria."""
        ink, background = self.theme.ink, self.theme.background
        for corner in self._corners():
            x, y = self._place(corner)
            title = f"Nash equilibrium {pair_text(corner)}"
            disc = Shape(x, y, _POINT, _POINT, _POINT, ink, background, 1.0, title=title)
            self.room.taken.append(disc.box)
            yield disc

    def _corners(self) -> list[Point]:
        """Return the corners of the sets of equilibria, without repetitions."""
        corners: dict[Point, None] = {}
        for box, _ in self.diagram.equilibria:
            corners |= dict.fromkeys(box.corners)
        return list(corners)

    def _labels(self) -> Items:
        """Yield the exact coordinates beside the corners of the sets of equilibria, where there is room."""
        middle = _LEFT + _SIDE / 2
        for corner in self._corners():
            x, y = self._place(corner)
            # Towards the middle: the outside has the numbers at the axes.
            label = self.room.label(pair_text(corner), x, y, is_right=x < middle)
            if label is not None:
                yield self.room.reserved(label)

    def _legend(self) -> Items:
        """Yield what the shapes stand for, from the top down."""
        x = _LEFT + _SIDE + _LEGEND_GAP
        y = 8.0
        for swatch, lines in self._entries():
            yield from (item.moved(x, y) for item in swatch)
            for text, is_muted in lines:
                color = self.theme.muted if is_muted else self.theme.ink
                for line in wrapped(text, _WORDS, _LEGEND - 30):
                    yield TextItem(x + 30, y + 4, line, _WORDS, color)
                    y += 15
            y += 8

    def _entries(self) -> Iterator[tuple[list[Item], list[tuple[str, bool]]]]:
        """Yield the mark of each entry of the legend, and its lines, of which some are muted."""
        for player, name in enumerate(self.diagram.game.players):
            line = Path((0, 0), ((18, 0),), self.theme.players[player], _WIDTHS[player])
            first, second = self.diagram.strategies[player]
            yield (
                [line],
                [(f"best responses of {name}", False), (f"1: {first}; 0: {second}", True)],
            )
        lines = [
            (f"Nash equilibria, all, in {counted(self.diagram.components, 'component')}", False)
        ]
        equilibria = self.diagram.equilibria
        lines += [(self._words(box), True) for box, _ in equilibria[:_MOST_LISTED]]
        yield [Shape(9, 0, _POINT, _POINT, _POINT, self.theme.ink)], lines
        if any(box.dimension for box, _ in equilibria):
            behind = Path((0, 0), ((18, 0),), self.theme.ink, _LINE)
            inner = Path((0, 0), ((18, 0),), self.theme.background, _WIDTHS[0])
            yield [behind, inner], [("with this border: every point is an equilibrium", True)]

    def _words(self, box: PayoffBox) -> str:
        """Return a set of equilibria in words, with the payoffs of a single one."""
        corners = box.corners
        text = " to ".join(map(pair_text, corners))
        if len(corners) > 2:
            text = f"{pair_text(corners[0])} to {pair_text(corners[2])}, a rectangle"
        if len(corners) == 1:
            text += f": payoffs {pair_text(self.diagram.values(corners[0]))}"
        return text
