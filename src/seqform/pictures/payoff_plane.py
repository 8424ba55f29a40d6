"""Charts of regions of payoffs: the plane of both players' payoffs, with polygons, equilibria and commitments.

The feasible payoffs are behind, and the regions of the concepts in front of them, the largest first. What is drawn in a
full colour is proved to be reached; an outer bound is a dashed line without a filling. Where the regions are small
among the feasible payoffs, the chart shows their surroundings alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from seqform.io.figures import THEMES, Theme, blend, require_theme
from seqform.models.answers.device import Device
from seqform.models.answers.regions import (
    LeaderPayoffs,
    PayoffRegion,
    PayoffRegions,
    commitment_words,
)
from seqform.models.numbers.polygons import Point, convex_hull, edges
from seqform.models.numbers.text import counted, decade, decimal_text, rounded
from seqform.pictures.formats import Drawing, page_with_table
from seqform.pictures.scene import (
    Anchor,
    Box,
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

_WIDTH = 460.0  # of the plot
_HEIGHT = 400.0
_LEFT = 64.0  # of the plot, for the numbers of the vertical axis
_LEGEND_GAP = 34.0
_LEGEND = 270.0  # the width of the legend

_LABEL = 10.0  # sizes of text: payoffs at points
_TICK = 10.0
_WORDS = 11.0  # the legend

_NASH = 3.6  # the radius of a Nash equilibrium
_RING = 7.5  # of the mark of a leader
_DEVICE_DASH = (3.0, 2.0)  # of the mark of one who commits to a device
_SPACE = 6.0  # between two labels beside each other
_BORDER_STEP = 4.0  # between the boxes along a border that labels avoid
_MOST_TICKS = 6
_TICK_DIGITS = 12

_SMALL = Fraction(1, 2)
"""Regions are shown alone where their width and height are below this part of those of the feasible payoffs."""

_AROUND = Fraction(3, 20)
"""The space around what is shown, as a part of its width and height."""

_SHADES = (0.2, 0.42, 0.7)
"""The shares of the colour of the regions in their fillings, the largest region first."""

_DASHES: tuple[tuple[float, ...], ...] = ((7, 3), (2, 2), ())
"""The borders of the regions."""

_SHORT_NAMES = {
    "normal-form-coarse": "normal-form coarse",
    "extensive-form-coarse": "extensive-form coarse",
    "extensive-form-correlated": "extensive-form correlated",
}

Items = Iterator[Item]


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class PayoffChart(Drawing):
    """A chart of regions of payoffs: a picture of `regions`, whose table has the exact vertices."""

    regions: PayoffRegions
    theme: str

    def html(self) -> str:
        """Return a page with the picture and the table of the vertices as text; no scripts."""
        return page_with_table(self, self.regions, THEMES[self.theme])


def regions_chart(regions: PayoffRegions, *, theme: str = "light") -> PayoffChart:
    """Draw regions of payoffs; a method of `PayoffRegions`.

    - `theme`: "light", "dark" or "print".

    Examples
    --------
    >>> import seqform as sf
    >>> sf.payoff_regions("chicken").chart().scene.title
    'chicken: payoffs with and without a mediator'
    """
    require_theme(theme)

    def paint() -> Scene:
        title = f"{regions.game.title}: payoffs with and without a mediator"
        items = list(_Plane(regions, THEMES[theme]).picture(title))
        return Scene(title, _description(regions), THEMES[theme].background, items)

    return PayoffChart(paint, regions=regions, theme=theme)


def _description(regions: PayoffRegions) -> str:
    """Return the chart in words."""
    parts = [
        f"{_SHORT_NAMES[region.name]} equilibria: {counted(len(region.points), 'vertex', 'vertices')}"
        for region in regions.regions
    ]
    parts.append(f"Nash equilibria: {len(regions.nash.boxes)}")
    return "; ".join(parts)


# ---- the window ----


@dataclass(frozen=True)
class Window:
    """The payoffs that a chart shows, between two corners.

    - `clipped`: Whether some feasible payoffs are outside.
    """

    low: Point
    high: Point
    clipped: bool

    @property
    def sizes(self) -> Point:
        """The width and the height, in units of payoff."""
        return self.high[0] - self.low[0], self.high[1] - self.low[1]

    def share(self, payoffs: Point) -> tuple[float, float]:
        """Return how far to the right and how far up payoffs are, from 0 to 1 within the window."""
        shares = []
        for value, low, size in zip(payoffs, self.low, self.sizes, strict=True):
            shares.append(float((value - low) / size))
        return shares[0], shares[1]

    def clip(self, vertices: Sequence[Point]) -> tuple[Point, ...]:
        """Return the part of a polygon within the window: its vertices, cut at one side after the other."""
        points = list(vertices)
        for axis, limit, sign in (
            (0, self.low[0], 1),
            (0, self.high[0], -1),
            (1, self.low[1], 1),
            (1, self.high[1], -1),
        ):
            points = _cut(points, axis, limit, sign)
        return tuple(points)


def _cut(points: Sequence[Point], axis: int, limit: Fraction, sign: int) -> list[Point]:
    """Return the vertices of the part of a polygon on one side of a line parallel to an axis."""
    if len(points) == 1:
        (only,) = points
        return [only] if sign * (only[axis] - limit) >= 0 else []
    kept: list[Point] = []
    for start, end in edges(points):
        inside_by = sign * (start[axis] - limit)
        end_by = sign * (end[axis] - limit)
        if inside_by >= 0:
            kept.append(start)
        if inside_by * end_by < 0:
            share = inside_by / (inside_by - end_by)
            kept.append(
                (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
            )
    return list(convex_hull(kept))


def window_of(regions: PayoffRegions) -> Window:
    """Return the payoffs that a chart of regions shows: all feasible ones, or the surroundings of small regions."""
    marked = list(_marked_points(regions))
    feasible = regions.feasible.bound
    lows: list[Fraction] = []
    highs: list[Fraction] = []
    clipped = True
    for axis in (0, 1):
        values = [point[axis] for point in marked]
        everything = [point[axis] for point in feasible]
        extent = max(everything) - min(everything)
        lows.append(min(values))
        highs.append(max(values))
        if not highs[axis] - lows[axis] < _SMALL * extent:
            clipped = False
    if not clipped or all(map(Fraction.__eq__, lows, highs)):
        clipped = False
        lows = [min(point[axis] for point in feasible) for axis in (0, 1)]
        highs = [max(point[axis] for point in feasible) for axis in (0, 1)]

    sizes = [high - low for low, high in zip(lows, highs, strict=True)]
    largest = max(sizes) or Fraction(2)
    low: list[Fraction] = []
    high: list[Fraction] = []
    for start, end, size in zip(lows, highs, sizes, strict=True):
        # What has no extent in one direction has the same scale as in the other one.
        room = _AROUND * size if size else largest / 2
        low.append(start - room)
        high.append(end + room)
    return Window((low[0], low[1]), (high[0], high[1]), clipped)


def _marked_points(regions: PayoffRegions) -> Iterator[Point]:
    """Yield all points of a chart but for the feasible ones."""
    for region in regions.regions:
        yield from region.bound
    for box, _ in regions.nash.boxes:
        yield from box.corners
    for leader in regions.distinct_commitments:
        yield leader.payoffs


def ticks(low: Fraction, high: Fraction) -> list[Fraction]:
    """Return round numbers within a range, at equal distances of 1, 2 or 5 times a power of ten.

    Examples
    --------
    >>> [str(tick) for tick in ticks(Fraction(-1, 3), Fraction(9, 4))]
    ['0', '1/2', '1', '3/2', '2']
    """
    size = high - low
    step = decade(size)
    for factor in (Fraction(1, 10), Fraction(1, 5), Fraction(1, 2), Fraction(1), Fraction(2)):
        if size / (factor * step) <= _MOST_TICKS:
            step *= factor
            break
    first = math.ceil(low / step)
    last = math.floor(high / step)
    return [number * step for number in range(first, last + 1)]


def axis_text(value: Fraction, size: Fraction) -> str:
    """Return a number at an axis of some length as a decimal, so that numbers which are apart there differ.

    Examples
    --------
    >>> axis_text(Fraction(-1, 3), Fraction(9, 4)), axis_text(Fraction(1, 3000), Fraction(1, 1000))
    ('−0.33', '0.00033')
    >>> axis_text(Fraction(10**15 + 1), Fraction(3)), axis_text(Fraction(10**400), Fraction(10**400))
    ('1000000000000001', '1e+400')
    """
    unit = decade(size) / 100
    nearest = round(value / unit) * unit
    sign = "−" if nearest < 0 else ""
    amount = abs(nearest)
    if amount >= unit * 10**_TICK_DIGITS:
        return sign + decimal_text(amount)
    mantissa, letter, exponent = rounded(amount, _TICK_DIGITS).partition("e")
    if letter and "." in mantissa:
        mantissa = mantissa.rstrip("0").rstrip(".")
    return sign + mantissa + letter + exponent.replace("-", "−")


# ---- labels ----


@dataclass
class LabelRoom:
    """The search for room beside points, between a left and a right end and above a height.

    - `ink`: The colour of labels.
    - `taken`: The rooms where no label may be.
    """

    ink: str
    left: float
    right: float
    height: float
    taken: list[Box] = field(default_factory=list)

    def reserved(self, text: TextItem) -> TextItem:
        """Return a text, whose room no label takes, with a space on both sides."""
        box = text.box
        self.taken.append(box._replace(left=box.left - _SPACE, right=box.right + _SPACE))
        return text

    def avoid_line(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Keep labels off a line, by small boxes along it."""
        x, y = start
        end_x, end_y = end
        steps = math.ceil(math.hypot(end_x - x, end_y - y) / _BORDER_STEP)
        for step in range(steps + 1):
            share = step / max(steps, 1)
            right = x + share * (end_x - x)
            down = y + share * (end_y - y)
            self.taken.append(Box(right - 1, down - 1, right + 1, down + 1))

    def label(self, text: str, x: float, y: float, *, is_right: bool) -> TextItem | None:
        """Return a text beside a point, away from the middle if possible; None where others take the room."""
        near = _RING + 4
        sides: tuple[tuple[float, Anchor], ...] = ((near, "start"), (-near, "end"))
        if not is_right:
            sides = (sides[1], sides[0])
        places: list[tuple[float, float, Anchor]] = []
        for across, anchor in sides:
            places += [(across, 3.5, anchor), (across, -7, anchor), (across, 14, anchor)]
        places += [(0, -near - 2, "middle"), (0, near + 10, "middle")]
        for across, anchor in sides:
            places += [(across / 2, -near - 2, anchor), (across / 2, near + 10, anchor)]
        for right, down, anchor in places:
            label = TextItem(x + right, y + down, text, _LABEL, self.ink, anchor)
            box = label.box
            is_within = box.left >= self.left and box.right <= self.right
            is_free = not any(box.overlaps(other) for other in self.taken)
            if is_within and is_free and box.top > -4 and box.bottom < self.height:
                return label
        return None


# ---- shapes ----


@dataclass
class _Plane:
    """The shapes of a chart; `room` keeps labels apart."""

    regions: PayoffRegions
    theme: Theme
    room: LabelRoom = field(init=False)

    def __post_init__(self) -> None:
        self.room = LabelRoom(self.theme.ink, _LEFT, _LEFT + _WIDTH + _LEGEND_GAP - 8, _HEIGHT)
        self.window = window_of(self.regions)
        self.color = self.theme.players[2]

    def picture(self, title: str) -> Items:
        """Yield all shapes: the heading, the plot with its axes, its labels, and the legend beside it."""
        body: list[Item] = [*self._axes(), *self._feasible()]
        for group, shade, dash in self._groups():
            body += self._region(group[0], shade, dash)
        body += self._nash()
        body += self._leaders()
        body += self._labels()
        legend = list(self._legend())
        room = _LEFT + _WIDTH + _LEGEND_GAP + _LEGEND
        yield title_text(title, 0, -44, room, self.theme.ink)
        yield from body
        yield from legend

    def _groups(self) -> Iterator[tuple[list[PayoffRegion], float, tuple[float, ...]]]:
        """Yield the regions to be drawn, those with the same payoffs once, with their looks."""
        groups = self.regions.same_regions
        shades = _SHADES[-len(groups) :]
        dashes = _DASHES[-len(groups) :]
        yield from zip(groups, shades, dashes, strict=True)

    def _place(self, payoffs: Point) -> tuple[float, float]:
        """Return the point of the picture at which payoffs are."""
        right, up = self.window.share(payoffs)
        return _LEFT + _WIDTH * right, _HEIGHT * (1 - up)

    def _axes(self) -> Items:
        """Yield the frame, and lines at round numbers with these."""
        line = blend(self.theme.muted, self.theme.background, 0.2)
        names = self.regions.game.players
        low, high = self.window.low, self.window.high
        width, height = self.window.sizes
        for value in ticks(low[0], high[0]):
            x, _ = self._place((value, low[1]))
            yield Path((x, 0), ((x, _HEIGHT),), line, 0.7)
            yield self.room.reserved(
                TextItem(
                    x, _HEIGHT + 16, axis_text(value, width), _TICK, self.theme.muted, "middle"
                )
            )
        for value in ticks(low[1], high[1]):
            _, y = self._place((low[0], value))
            yield Path((_LEFT, y), ((_LEFT + _WIDTH, y),), line, 0.7)
            yield self.room.reserved(
                TextItem(
                    _LEFT - 8, y + 3.5, axis_text(value, height), _TICK, self.theme.muted, "end"
                )
            )
        corner = (_LEFT, 0.0)
        frame = ((_LEFT, _HEIGHT), (_LEFT + _WIDTH, _HEIGHT))
        yield Path(corner, frame, self.theme.muted, 1.0)
        below = fitted(f"payoff of {names[0]}", _WORDS, _WIDTH)
        above = fitted(f"payoff of {names[1]}", _WORDS, _WIDTH)
        right = _LEFT + _WIDTH
        yield TextItem(right, _HEIGHT + 36, below, _WORDS, self.theme.players[0], "end", True)
        yield TextItem(0, -14, above, _WORDS, self.theme.players[1], "start", True)

    def _feasible(self) -> Items:
        """Yield the feasible payoffs, as far as they are within the window."""
        fill = blend(self.theme.muted, self.theme.background, 0.12)
        border = blend(self.theme.muted, self.theme.background, 0.45)
        region = self.regions.feasible
        shown = self.window.clip(region.points)
        yield from self._polygon(shown, fill, border, 1.0, (), "feasible payoffs")
        if not region.is_exact:
            bound = self.window.clip(region.bound)
            yield from self._polygon(
                bound, "none", border, 1.0, (3, 3), "bound of feasible payoffs"
            )

    def _region(self, region: PayoffRegion, shade: float, dash: tuple[float, ...]) -> Items:
        """Yield the polygon that is reached, and the outer bound where it is larger."""
        fill = blend(self.color, self.theme.background, shade)
        title = f"{_SHORT_NAMES[region.name]} equilibria"
        yield from self._polygon(region.points, fill, self.color, 1.6, dash, title)
        if not region.is_exact:
            yield from self._polygon(
                region.bound, "none", self.theme.ink, 1.0, (3, 3), f"{title}: outer bound"
            )

    def _polygon(
        self,
        vertices: Sequence[Point],
        fill: str,
        color: str,
        width: float,
        dash: tuple[float, ...],
        title: str,
    ) -> Items:
        """Yield a polygon; a segment is a broad line, and a point a diamond."""
        if not vertices:
            return
        points = [self._place(vertex) for vertex in vertices]
        if len(points) == 1:
            x, y = points[0]
            inside = self.theme.background if fill == "none" else fill
            yield Shape(x, y, 5.5, 5.5, 0.0, inside, color, 1.4, dash, turned=True, title=title)
        elif len(points) == 2:
            if fill != "none":
                yield Path(points[0], (points[1],), fill, 5.0, title=title)
            yield Path(points[0], (points[1],), color, width, dash, title=title)
        else:
            # The border closes the polygon itself, since without a filling a path is open.
            yield Path(points[0], (*points[1:], points[0]), color, width, dash, 1.0, title, fill)

    def _nash(self) -> Items:
        """Yield the payoffs of Nash equilibria: discs, lines and rectangles."""
        ink = self.theme.ink
        for box, _ in sorted(self.regions.nash.boxes, key=lambda entry: -entry[0].dimension):
            title = f"Nash equilibria: {box}".replace("-", "−")
            corners = [self._place(corner) for corner in box.corners]
            if len(corners) == 1:
                x, y = corners[0]
                yield Shape(x, y, _NASH, _NASH, _NASH, ink, self.theme.background, 0.9, title=title)
                self.room.taken.append(Box(x - _NASH, y - _NASH, x + _NASH, y + _NASH))
            elif len(corners) == 2:
                yield Path(corners[0], (corners[1],), ink, 3.0, title=title)
            else:
                yield Path(
                    corners[0], tuple(corners[1:]), ink, 1.6, (), 0.75, title, self.theme.muted
                )

    def _leaders(self) -> Items:
        """Yield a ring around the payoffs of each commitment."""
        for leader in self.regions.distinct_commitments:
            x, y = self._place(leader.payoffs)
            # A square is around the circle where both are at one point
            size = _RING + 1.5 * leader.leader
            words = commitment_words(self.regions.game.players[leader.leader], leader)
            title = f"{words}: {pair_text(leader.payoffs)}"
            yield self._ring(leader, x, y, size, title)
            self.room.taken.append(Box(x - size, y - size, x + size, y + size))

    def _ring(self, leader: LeaderPayoffs, x: float, y: float, size: float, title: str) -> Item:
        """Return the mark of a leader, which leaves open what is within: of player 0 a circle, of player 1 a square.

        It is dashed where the commitment is to a device.
        """
        color = self.theme.players[leader.leader]
        dash = _DEVICE_DASH if isinstance(leader.answer, Device) else ()
        if leader.leader == 1:
            corners = ((x + size, y - size), (x + size, y + size), (x - size, y + size))
            first = (x - size, y - size)
            return Path(first, (*corners, first), color, 2.0, dash, title=title)
        # A circle of four cubic curves: 0.5523 is the distance of their control points for a radius of 1.
        bend = 0.5523 * size
        steps = (
            (x + bend, y - size, x + size, y - bend, x + size, y),
            (x + size, y + bend, x + bend, y + size, x, y + size),
            (x - bend, y + size, x - size, y + bend, x - size, y),
            (x - size, y - bend, x - bend, y - size, x, y - size),
        )
        return Path((x, y - size), steps, color, 2.0, dash, title=title)

    # ---- labels ----

    def _labels(self) -> Items:
        """Yield the exact payoffs beside points where there is room: of leaders, Nash equilibria, and vertices."""
        labelled: dict[Point, None] = {}
        for leader in self.regions.distinct_commitments:
            labelled.setdefault(leader.payoffs)
        for box, _ in self.regions.nash.boxes:
            labelled |= dict.fromkeys(box.corners)
        for group, _, _ in reversed(list(self._groups())):
            labelled |= dict.fromkeys(group[0].points)
        middle_x = _LEFT + _WIDTH / 2
        self._avoid_borders()
        for payoffs in labelled:
            x, y = self._place(payoffs)
            label = self.room.label(pair_text(payoffs), x, y, is_right=x >= middle_x)
            if label is not None:
                yield self.room.reserved(label)

    def _avoid_borders(self) -> None:
        """Keep labels off the borders of regions, by small boxes along these, and so off other vertices."""
        for group, _, _ in self._groups():
            for start, end in edges(group[0].points):
                self.room.avoid_line(self._place(start), self._place(end))

    # ---- the legend ----

    def _legend(self) -> Items:
        """Yield what the shapes stand for, from the top down."""
        x = _LEFT + _WIDTH + _LEGEND_GAP
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
        """Yield the mark of each entry of the legend around the point (9, 0), and its lines."""
        muted = blend(self.theme.muted, self.theme.background, 0.45)
        for group, shade, dash in reversed(list(self._groups())):
            fill = blend(self.color, self.theme.background, shade)
            lines = [(f"{_SHORT_NAMES[region.name]} equilibria", False) for region in group]
            points = counted(len(group[0].points), "vertex", "vertices")
            if len(group[0].points) == 1:
                points = "a single point"
            if not group[0].points:
                points = "no payoffs are proved to be reached"
            elif not group[0].is_exact:
                points += ", proved to be reached"
            lines.append((points, True))
            yield [_swatch(fill, self.color, dash)], lines
        if any(not region.is_exact for region in (self.regions.feasible, *self.regions.regions)):
            bound: list[Item] = [Path((0, 0), ((18, 0),), self.theme.ink, 1.0, (3, 3))]
            yield (
                bound,
                [("outer bound", False), ("not proved to be reached, nothing beyond", True)],
            )

        feasible = blend(self.theme.muted, self.theme.background, 0.12)
        words = [("feasible payoffs, of all mixtures", False)]
        if self.window.clipped:
            words.append(("they extend beyond the picture", True))
        yield [_swatch(feasible, muted, ())], words

        disc = Shape(9, 0, _NASH, _NASH, _NASH, self.theme.ink)
        yield [disc], self._nash_words()
        for leader in self.regions.distinct_commitments:
            proof = "proved to be the best strategy"
            if isinstance(leader.answer, Device):
                proof = "proved to be the best device"
            if not leader.is_proven:
                proof = f"the best by the claim of {leader.answer.backend}"
            action = commitment_words(self.regions.game.players[leader.leader], leader)
            payoffs = pair_text(leader.payoffs)
            ring = self._ring(leader, 9, 0, _RING, "")
            yield [ring], [(f"{action}: {payoffs}", False), (proof, True)]
        for remark in self.regions.remarks:
            yield [], [(remark.split(":")[0].split(";")[0], True)]

    def _nash_words(self) -> list[tuple[str, bool]]:
        """Return the lines of the legend on Nash equilibria."""
        nash = self.regions.nash
        if not nash.complete:
            known = counted(len(nash.boxes), "payoff pair")
            return [
                ("Nash equilibria that are known", False),
                (f"{known}; there may be others", True),
            ]
        components = len({component for _, component in nash.boxes})
        return [("Nash equilibria", False), (f"all, in {counted(components, 'component')}", True)]


def _swatch(fill: str, border: str, dash: tuple[float, ...]) -> Shape:
    """Return the mark of a region in a legend."""
    return Shape(9, 0, 9, 6, 0.0, fill, border, 1.4, dash)


def pair_text(payoffs: Point) -> str:
    """Return a pair of payoffs as a text of limited length."""
    first, second = map(shown_number, payoffs)
    return f"({first}, {second})"
