"""Squares beside the nodes of a tree: plots of the payoffs of all equilibria from a node on, with common axes.

They are those of figure 4 of Littman, Ravi, Talwar & Zinkevich (2006): the payoff of player 0 to the right, that of
player 1 upwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from seqform.io.figures import Theme, blend
from seqform.models.numbers.exact import Number
from seqform.models.strategies.profile_set import Boxes, PayoffBox
from seqform.pictures.scene import Path, Shape

SIDE = 44.0
"""The side of a square in pixels."""

MOST_SQUARES, MOST_PARTS = 80, 4000
"""Squares of a picture, and points, lines and rectangles in them; beyond that, the sets are written as texts."""

_PLOT = 17.0
"""Half the side of the plot within a square, so that points at its ends are within the frame."""

_POINT, _LINE, _RING = 2.1, 2.2, 3.6
"""The radius of points, the width of lines, and the radius of the ring around the payoffs that a strategy pays."""


@dataclass(frozen=True)
class PayoffAxes:
    """The range of each of two players' payoffs that all squares of a picture cover."""

    low: tuple[Fraction, Fraction]
    high: tuple[Fraction, Fraction]

    def place(self, payoffs: Iterable[Number]) -> tuple[float, float]:
        """Return how far to the right of the middle of a square, and how far below it, payoffs are, in pixels."""
        right, up = (
            _PLOT * _from_middle(Fraction(payoff), low, high)
            for payoff, low, high in zip(payoffs, self.low, self.high, strict=True)
        )
        return right, -up


def _from_middle(value: Fraction, low: Fraction, high: Fraction) -> float:
    """Return -1 at the low end of a range, 1 at the high end, and 0 in a range that is a point."""
    if low == high:
        return 0.0
    # The quotient first: the ends may be beyond doubles.
    return float(2 * (value - low) / (high - low)) - 1.0


def payoff_axes(
    sets: Iterable[Boxes], paid: Iterable[tuple[Number, ...]] = ()
) -> PayoffAxes | None:
    """Return axes for sets of payoffs, and for payoffs that strategies pay.

    None without sets, for other than two players, and where there are too many sets or parts for squares.
    """
    shown = list(sets)
    parts = sum(len(payable.boxes) for payable in shown)
    if not shown or len(shown) > MOST_SQUARES or parts > MOST_PARTS:
        return None
    ends: list[tuple[Number, ...]] = list(paid)
    for payable in shown:
        lows, highs = zip(*payable.ranges, strict=True)
        ends += [lows, highs]
    if len(ends[-1]) != 2:
        return None
    first, second = (list(map(Fraction, payoffs)) for payoffs in zip(*ends, strict=True))
    return PayoffAxes((min(first), min(second)), (max(first), max(second)))


def payoff_square(
    payable: Boxes,
    axes: PayoffAxes,
    center: tuple[float, float],
    color: str,
    theme: Theme,
    title: str,
) -> Iterator[Shape | Path]:
    """Yield the shapes of a square around a point: its frame, with the set as its title, and the parts of the set."""
    yield square_frame(center, theme, title)
    for box in sorted(payable.boxes, key=lambda box: -box.dimension):  # points in front
        yield _part(box, axes, center, color, theme)


def square_frame(center: tuple[float, float], theme: Theme, title: str = "") -> Shape:
    """Return the frame of a square around a point."""
    return Shape(*center, SIDE / 2, SIDE / 2, 0.0, theme.background, theme.never, 0.8, title=title)


def _part(
    box: PayoffBox, axes: PayoffAxes, center: tuple[float, float], color: str, theme: Theme
) -> Shape | Path:
    """Return a point as a disc, a line as a line, and a rectangle filled within its border."""
    x, y = center
    left, bottom = axes.place(box.low)
    right, top = axes.place(box.high)
    title = str(box).replace("-", "−")
    if box.dimension == 0:
        return Shape(x + left, y + bottom, _POINT, _POINT, _POINT, color, title=title)
    if box.dimension == 1:
        return Path((x + left, y + bottom), ((x + right, y + top),), color, _LINE, title=title)
    middle = x + (left + right) / 2, y + (bottom + top) / 2
    fill = blend(color, theme.background, 0.35)
    return Shape(
        *middle, (right - left) / 2, (bottom - top) / 2, 0.0, fill, color, 0.9, title=title
    )


def paid_mark(
    payoffs: tuple[Number, ...],
    axes: PayoffAxes,
    center: tuple[float, float],
    theme: Theme,
    title: str,
) -> Iterator[Shape]:
    """Yield a ring with a dot in it at the payoffs that a strategy pays from a node on."""
    right, down = axes.place(payoffs)
    x, y = center[0] + right, center[1] + down
    yield Shape(x, y, _RING, _RING, _RING, theme.background, theme.ink, 1.3, title=title)
    yield Shape(x, y, 1.3, 1.3, 1.3, theme.ink, title=title)
