"""Shapes of a picture, the room that text takes, and the checks that texts are apart from each other and from lines."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from functools import reduce
from itertools import pairwise
from operator import mul
from typing import Literal, NamedTuple

from seqform.models.numbers.exact import Number
from seqform.models.numbers.text import rounded, write_rational
from seqform.system.foreign_text import visible

Anchor = Literal["start", "middle", "end"]
Point = tuple[float, float]

_ROOM = 1.1
"""Text is given this much more room than Helvetica takes, for other fonts."""

_WIDEST = 0.06
"""How much wider than `text_width` a line may be in DejaVu Sans, where there is no narrower font."""

_SPARE = 8.0
"""The part of the margin into which a text may run."""

_WIDEST_WIDTHS = (
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636,
    636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632,
    575, 775, 752, 295, 295, 656, 557, 863, 748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685,
    611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579,
    278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
)  # fmt: skip
"""The advances of printable ASCII in DejaVu Sans, in thousandths of the size."""

_WIDEST_BOLD = (
    348, 456, 521, 838, 696, 1002, 872, 306, 457, 457, 523, 838, 380, 415, 380, 365, 696, 696, 696,
    696, 696, 696, 696, 696, 696, 696, 400, 400, 838, 838, 838, 580, 1000, 774, 762, 734, 830, 683,
    683, 821, 837, 372, 372, 775, 637, 995, 837, 850, 733, 850, 770, 720, 682, 812, 774, 1103, 771,
    724, 725, 457, 365, 457, 838, 500, 500, 675, 716, 593, 716, 678, 435, 716, 712, 343, 343, 665,
    343, 1042, 712, 687, 716, 716, 493, 595, 478, 712, 652, 924, 645, 652, 582, 712, 365, 712, 838,
)  # fmt: skip
"""Those in DejaVu Sans Bold."""

_WIDTHS = (
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
    556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
    260, 334, 584,
)  # fmt: skip
"""Advances of Helvetica's printable ASCII characters, in thousandths of the size."""


CAPITAL, DESCENDER = 0.74, 0.21
"""The height of capitals above the base line and the depth of descenders below it, for a text of size 1."""

_CURVE_STEPS = 12
"""The lines in place of a cubic curve, where it is tested against texts."""


class Box(NamedTuple):
    """A rectangle with sides parallel to the axes, y downwards."""

    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Box) -> bool:
        """Return whether two boxes have inner points in common."""
        across = self.left < other.right and other.left < self.right
        down = self.top < other.bottom and other.top < self.bottom
        return across and down

    def meets_line(self, start: Point, end: Point) -> bool:
        """Return whether a line between two points has points inside the box."""
        # The part of the line between the sides of the box, as shares of its length (Liang & Barsky 1984).
        first, last = 0.0, 1.0
        sides = ((self.left, self.right), (self.top, self.bottom))
        for begin, finish, (low, high) in zip(start, end, sides, strict=True):
            step = finish - begin
            if step == 0:
                if not low < begin < high:
                    return False
                continue
            shares = sorted(((low - begin) / step, (high - begin) / step))
            first = max(first, shares[0])
            last = min(last, shares[1])
        return first < last

    def hull(self, other: Box) -> Box:
        """Return the least box that holds both."""
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )


@dataclass(frozen=True)
class TextItem:
    """One line of text; `y` is the base line."""

    x: float
    y: float
    text: str
    size: float
    color: str
    anchor: Anchor = "start"
    bold: bool = False
    italic: bool = False
    opacity: float = 1.0
    title: str = ""

    @property
    def box(self) -> Box:
        """The room of the text: between the height of capitals and the depth of descenders."""
        width = text_width(self.text, self.size, self.bold)
        left = self.x - {"start": 0.0, "middle": width / 2, "end": width}[self.anchor]
        top = self.y - CAPITAL * self.size
        return Box(left, top, left + width, self.y + DESCENDER * self.size)

    def moved(self, right: float, down: float) -> TextItem:
        """Return the text at another place."""
        return replace(self, x=self.x + right, y=self.y + down)


@dataclass(frozen=True)
class Path:
    """Lines and cubic curves: each step has the next point, or two control points and the next point.

    One with a `fill` is closed, from its last point to the first.
    """

    start: tuple[float, float]
    steps: tuple[tuple[float, ...], ...]
    color: str
    width: float
    dash: tuple[float, ...] = ()
    opacity: float = 1.0
    title: str = ""
    fill: str = "none"

    @property
    def corners(self) -> list[Point]:
        """The points between which lines are drawn; a curve is replaced by lines."""
        points = [self.start]
        for step in self.steps:
            if len(step) == 2:
                points.append((step[0], step[1]))
            else:
                points += _points_of_curve(points[-1], step)
        return points

    @property
    def box(self) -> Box:
        """The hull of the points, which holds the curve."""
        xs, ys = [self.start[0]], [self.start[1]]
        for step in self.steps:
            xs += step[::2]
            ys += step[1::2]
        half = self.width / 2
        return Box(min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half)

    def moved(self, right: float, down: float) -> Path:
        """Return the path at another place."""
        steps = []
        for step in self.steps:
            shifts = (right, down) * (len(step) // 2)
            steps.append(tuple(value + shift for value, shift in zip(step, shifts, strict=True)))
        start = (self.start[0] + right, self.start[1] + down)
        return replace(self, start=start, steps=tuple(steps))


@dataclass(frozen=True)
class Shape:
    """A rectangle with rounded corners around a point, turned by 45 degrees if `turned`; a circle if it is round."""

    x: float
    y: float
    half_width: float
    half_height: float
    radius: float
    fill: str
    stroke: str = "none"
    width: float = 0.0
    dash: tuple[float, ...] = ()
    opacity: float = 1.0
    turned: bool = False
    title: str = ""

    @property
    def box(self) -> Box:
        """The hull with the stroke."""
        grown = 2**0.5 if self.turned else 1.0  # from the side of a square to its diagonal
        across = grown * self.half_width + self.width / 2
        down = grown * self.half_height + self.width / 2
        return Box(self.x - across, self.y - down, self.x + across, self.y + down)

    def moved(self, right: float, down: float) -> Shape:
        """Return the shape at another place."""
        return replace(self, x=self.x + right, y=self.y + down)


Item = TextItem | Path | Shape


@dataclass
class Scene:
    """A picture: shapes in the order in which they are drawn, inside a box, on a background.

    `folded` says how much of a game is shown, where that is not all of it.
    """

    title: str
    description: str
    background: str
    items: list[Item] = field(default_factory=list)
    margin: float = 16.0
    folded: str = ""

    @property
    def box(self) -> Box:
        """The canvas: the hull of all shapes with a margin."""
        boxes = [_on_canvas(item) for item in self.items]
        hull = reduce(Box.hull, boxes) if boxes else Box(0, 0, 0, 0)
        return Box(
            hull.left - self.margin,
            hull.top - self.margin,
            hull.right + self.margin,
            hull.bottom + self.margin,
        )

    @property
    def texts(self) -> Iterator[TextItem]:
        """All texts, those inside nodes included."""
        return (item for item in self.items if isinstance(item, TextItem))


def overlapping_texts(texts: Iterable[TextItem]) -> list[tuple[TextItem, TextItem]]:
    """Return the pairs of texts whose boxes overlap, by a sweep from the top down."""
    boxes = [(text.box, text) for text in texts if text.text]
    boxes.sort(key=lambda entry: entry[0].top)
    pairs: list[tuple[TextItem, TextItem]] = []
    active: list[tuple[Box, TextItem]] = []  # those that reach below the top of the current text
    for box, text in boxes:
        active = [entry for entry in active if entry[0].bottom > box.top]
        pairs += [(earlier, text) for earlier_box, earlier in active if earlier_box.overlaps(box)]
        active.append((box, text))
    return pairs


def crossed_texts(texts: Iterable[TextItem], paths: Iterable[Path]) -> list[tuple[TextItem, Path]]:
    """Return the pairs of a text and a path through its box, by a sweep along the longer side of all boxes."""
    boxes = [(text.box, text) for text in texts if text.text]
    lines: list[tuple[Box, Path]] = [(path.box, path) for path in paths]
    if not boxes or not lines:
        return []
    hull = reduce(Box.hull, [box for box, _ in boxes])
    side = 0 if hull.right - hull.left > hull.bottom - hull.top else 1  # 0 across, 1 down
    boxes.sort(key=lambda entry: entry[0][side])
    lines.sort(key=lambda entry: entry[0][side])

    pairs: list[tuple[TextItem, Path]] = []
    active: list[
        tuple[Box, Path]
    ] = []  # paths that begin before the end of the text and end after its begin
    following = 0
    for box, text in boxes:
        while following < len(lines) and lines[following][0][side] < box[side + 2]:
            active.append(lines[following])
            following += 1
        active = [entry for entry in active if entry[0][side + 2] > box[side]]
        for path_box, path in active:
            if path_box.overlaps(box) and _crosses(path, box):
                pairs.append((text, path))
    return pairs


def _crosses(path: Path, box: Box) -> bool:
    """Return whether a path, with its width, runs through a box."""
    half = path.width / 2
    room = Box(box.left - half, box.top - half, box.right + half, box.bottom + half)
    return any(room.meets_line(start, end) for start, end in pairwise(path.corners))


def _points_of_curve(start: Point, step: tuple[float, ...]) -> list[Point]:
    """Return points on a cubic curve, evenly spaced in its parameter, from the first after its start to its end."""
    points = []
    for number in range(1, _CURVE_STEPS + 1):
        share = number / _CURVE_STEPS
        rest = 1 - share
        weights = (rest**3, 3 * rest**2 * share, 3 * rest * share**2, share**3)
        x = sum(map(mul, weights, (start[0], *step[::2])))
        y = sum(map(mul, weights, (start[1], *step[1::2])))
        points.append((x, y))
    return points


def _on_canvas(item: Item) -> Box:
    """Return the room of an item on the canvas, that of a long text also in the widest usual font, DejaVu Sans."""
    box = item.box
    if not isinstance(item, TextItem):
        return box
    further = max(0.0, _WIDEST * (box.right - box.left) - _SPARE)
    left, right = {"start": (0.0, 1.0), "middle": (0.5, 0.5), "end": (1.0, 0.0)}[item.anchor]
    return Box(box.left - left * further, box.top, box.right + right * further, box.bottom)


def widest_width(text: str, size: float, bold: bool = False) -> float:
    """Return the width of a line in the widest usual font, DejaVu Sans, or `text_width` where that is more.

    What stands behind a line begins there, so that no font joins them.
    """
    advances = _WIDEST_BOLD if bold else _WIDEST_WIDTHS
    width = 0
    for character in text:
        place = ord(character) - 32
        width += advances[place] if 0 <= place < len(advances) else 1000
    return max(size * width / 1000, text_width(text, size, bold))


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Return the room that a line of text needs."""
    wider = 1.15 if bold else 1.0
    return _ROOM * size * sum(map(_advance, text)) / 1000 * wider


def _advance(character: str) -> int:
    """Return the advance of a character, in thousandths of the size; an estimate beyond printable ASCII."""
    place = ord(character) - 32
    if 0 <= place < len(_WIDTHS):
        return _WIDTHS[place]
    if character == "−":
        return 584
    is_wide = character == "→" or unicodedata.east_asian_width(character) in "WF"
    return 1100 if is_wide else 700


def shown_number(value: Number) -> str:
    """Return a fraction of up to seven characters in full, and other numbers with three digits; "≈" if that rounds.

    Examples
    --------
    >>> shown_number(Fraction(-1, 3)), shown_number(Fraction(10001, 30001)), shown_number(1 / 3)
    ('−1/3', '≈0.333', '0.333')
    """
    if not isinstance(value, Fraction):
        return rounded(value, 3).replace("-", "−")
    text = write_rational(value)
    if len(text) > 7:
        text = rounded(value, 3)
        if Fraction(Decimal(text)) != value:
            text = f"≈{text}"
    return text.replace("-", "−")


def fitted(text: str, size: float, width: float, bold: bool = False) -> str:
    """Return text on one line, cut off with an ellipsis where it needs more room than `width`."""
    line = " ".join(visible(text[:500]).split())
    if text_width(line, size, bold) <= width:
        return line
    while line and text_width(line + "…", size, bold) > width:
        line = line[:-1]
    return line.rstrip() + "…"


def title_text(text: str, x: float, y: float, room: float, color: str) -> TextItem:
    """Return a title, in a smaller size where it is long, and cut at last."""
    size = min(16.0, max(11.0, 16 * room / max(text_width(text, 16, True), 1.0)))
    return TextItem(x, y, fitted(text, size, room, True), size, color, bold=True, title=text)


def wrapped(text: str, size: float, width: float, bold: bool = False) -> tuple[str, ...]:
    """Return text in up to three lines, broken between words; the last line is cut as by `fitted`.

    Examples
    --------
    >>> wrapped("accept the offer of ten", 10, 60), wrapped("", 10, 60)
    (('accept the', 'offer of ten'), ())
    """
    remaining = " ".join(visible(text[:500]).split())
    lines: list[str] = []
    while remaining and len(lines) < 2 and text_width(remaining, size, bold) > width:
        end = len(remaining)
        while end > 1 and text_width(remaining[:end], size, bold) > width:
            end -= 1
        space = remaining.rfind(" ", 1, end + 1)
        if space >= end // 2:  # a word is broken rather than more than half of a line left empty
            end = space
        lines.append(remaining[:end].rstrip())
        remaining = remaining[end:].lstrip()
    if remaining:
        lines.append(fitted(remaining, size, width, bold))
    return tuple(lines)


def fitted_apart(texts: Sequence[str], size: float, width: float, bold: bool = False) -> list[str]:
    """Return texts cut as by `fitted`; where different ones would look alike, in the middle, or with a number.

    Examples
    --------
    >>> fitted_apart(["after the offer of 10", "after the offer of 20", "before"], 10, 56)
    ['aft…10', 'aft…20', 'before']
    """
    lines = [" ".join(visible(text[:500]).split()) for text in texts]
    cut = {line: fitted(line, size, width, bold) for line in lines}

    # Texts that look alike when their ends are cut off are cut in what they have in common, at a space if there is one.
    repeated = {shown for shown, count in Counter(cut.values()).items() if count > 1}
    for shown in repeated:
        alike = [line for line in cut if cut[line] == shown]
        # What the first and the last in order have in common, all between them have as well.
        least = min(alike)
        greatest = max(alike)
        length = 0
        while length < len(least) and least[length] == greatest[length]:
            length += 1
        common = least[:length]
        common = common[: common.rfind(" ") + 1] or common
        head = fitted(common, size, 0.45 * width, bold)
        for line in alike:
            cut[line] = fitted(head + line[len(common) :], size, width, bold)

    # What still looks alike gets a number; texts that fit come first, since they are left as they are.
    taken: set[str] = set()
    for line, shown in sorted(cut.items(), key=lambda item: item[0] != item[1]):
        number = 1
        while shown in taken:
            number += 1
            mark = f"#{number}"
            shown = fitted(line, size, width - text_width(mark, size, bold), bold) + mark
        taken.add(shown)
        cut[line] = shown
    return [cut[line] for line in lines]
