"""Utility profile sets, the payoffs of all equilibria of a game of perfect information, and objectives on payoffs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, product
from typing import Any

import numpy as np

from seqform.errors import ModelError, unknown
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import ExactArray, Mask, Number
from seqform.models.numbers.text import counted, short

Payoffs = tuple[Fraction, Fraction]


@dataclass(frozen=True)
class PayoffBox:
    """A point, an axis-parallel line or an axis-parallel rectangle of payoffs between two corners, ends included."""

    low: tuple[Fraction, Fraction]
    high: tuple[Fraction, Fraction]

    @property
    def dimension(self) -> int:
        """Return 0 for a point, 1 for a line, 2 for a rectangle."""
        return sum(low < high for low, high in zip(self.low, self.high, strict=True))

    def __contains__(self, payoffs: tuple[Fraction, Fraction]) -> bool:
        return all(low <= value <= high for low, value, high in zip(self.low, payoffs, self.high, strict=True))

    def __str__(self) -> str:
        sides = (
            short(low) if low == high else f"[{short(low)}, {short(high)}]"
            for low, high in zip(self.low, self.high, strict=True)
        )
        return " × ".join(sides) if self.dimension else f"({', '.join(sides)})"


@dataclass(frozen=True, eq=False, repr=False)
class UtilityProfileSet(Immutable):
    """A union of points, lines and rectangles of the payoff grid (Littman et al. 2006, definition 1 and equations 4-9).

    The `grid` has the payoffs that occur, U^1 and U^2, ascending, from the least in the set to the largest. Its points
    and the open intervals between them alternate: n_1 and n_2 payoffs give `cells` of shape (2 n_1 - 1, 2 n_2 - 1), a
    mask of the faces that belong to the closed set; an even row is a payoff of player 1, an odd one the open interval
    between two. The paper's P, L^1, L^2 and D are its even rows and columns, odd rows, odd columns, and both odd.
    `pure` says whether the set covers equilibria in pure moves only; there is no default, so that such a set is not
    mistaken for that of all.
    """

    grid: tuple[ExactArray, ExactArray]
    cells: Mask
    pure: bool

    def __contains__(self, payoffs: tuple[Fraction, Fraction]) -> bool:
        places = [_place(axis, Fraction(value)) for axis, value in zip(self.grid, payoffs, strict=True)]
        return all(place is not None for place in places) and bool(self.cells[places[0], places[1]])

    def grid_points(self) -> Iterator[tuple[Fraction, Fraction]]:
        """Yield the points of the grid that belong to the set.

        They contain a maximum of every function that never falls when a payoff rises, and of every one that is linear
        in each payoff, since the corners of rectangles do.
        """
        first, second = (axis.to_fractions() for axis in self.grid)
        for i, j in np.argwhere(self.cells[0::2, 0::2]).tolist():
            yield first[i], second[j]

    def candidates(self) -> Iterator[tuple[Fraction, Fraction]]:
        """Yield points among which there is a best one by any named objective, and by several in order.

        These are the points of the grid, and those where both payoffs are the same payoff of the grid: the smaller
        payoff is largest along a line from such a point to a corner, and the next objective may be better at either
        end.
        """
        yield from self.grid_points()
        for value in sorted({value for axis in self.grid for value in axis.to_fractions()}):
            if (value, value) in self:
                yield value, value

    @cached_property
    def boxes(self) -> tuple[PayoffBox, ...]:
        """Points, lines and rectangles, none within another, whose union is the set; rectangles first."""
        (first, second), found = self.grid, list[PayoffBox]()
        covered = np.zeros_like(self.cells)
        for row, column in sorted(np.argwhere(self.cells).tolist(), key=lambda face: (-(face[0] % 2), -(face[1] % 2))):
            if not covered[row, column]:
                top, bottom, left, right = _grown(self.cells, row, column)
                covered[top : bottom + 1, left : right + 1] = True
                corners = (first[top // 2], second[left // 2]), (first[bottom // 2], second[right // 2])
                found.append(PayoffBox(*corners))
        return tuple(found)

    def __str__(self) -> str:
        return ", ".join(map(str, self.boxes))

    def __repr__(self) -> str:
        kinds = (sum(box.dimension == k for box in self.boxes) for k in range(3))
        parts = [counted(size, what) for size, what in zip(kinds, ("point", "line", "rectangle"), strict=True) if size]
        return f"<UtilityProfileSet: {', '.join(parts)}>"


def _place(axis: ExactArray, value: Fraction) -> int | None:
    """Return the row or column of a payoff on the grid of points and intervals; None outside."""
    index, there = axis.bisect(value)
    if there:
        return 2 * index
    return 2 * index - 1 if 0 < index < len(axis) else None


def _grown(cells: Mask, row: int, column: int) -> tuple[int, int, int, int]:
    """Return a maximal box of cells around a face, extended to the sides, then up and down."""
    top, bottom = row - row % 2, row + row % 2
    left, right = column - column % 2, column + column % 2
    if column % 2:
        while left >= 2 and cells[top : bottom + 1, left - 2 : left].all():
            left -= 2
        while right + 2 < cells.shape[1] and cells[top : bottom + 1, right + 1 : right + 3].all():
            right += 2
    if row % 2:
        while top >= 2 and cells[top - 2 : top, left : right + 1].all():
            top -= 2
        while bottom + 2 < cells.shape[0] and cells[bottom + 1 : bottom + 3, left : right + 1].all():
            bottom += 2
    return top, bottom, left, right


@dataclass(frozen=True)
class Objective:
    """A measure of payoff pairs, the larger the better; a tuple of numbers counts in that order.

    A user's function takes both payoffs as fractions. It is maximised over the corners of a set of payoffs, where it
    has its maximum if it never falls when a payoff rises, or is linear in each; `at_corners` says that this is known.
    """

    name: str
    measure: Callable[[Fraction, Fraction], Any]
    at_corners: bool = False

    @property
    def claim(self) -> str:
        """The claim that a best profile makes."""
        return f"best by {self.name}{'' if self.at_corners else ' among the corners of the set of payoffs'}"

    def best(self, profiles: Iterable[Payoffs], boxes: Iterable[PayoffBox] = ()) -> Payoffs:
        """Return the best profile; among equally good ones the one with the largest sum, then that of player 1.

        `profiles` are those among which one is the best if the maximum over every box is at a corner. A function that
        is larger somewhere else raises `ModelError`, as far as some points of every box show it.
        """
        found = max(profiles, key=lambda pair: (self.numbers(pair), pair[0] + pair[1], pair[0]))
        if not self.at_corners:
            numbers = self.numbers(found)
            for pair in chain.from_iterable(map(_points_within, boxes)):
                if self.numbers(pair) > numbers:
                    raise ModelError(
                        f"objective {self.name}: payoffs {_shown(pair)} are better than {_shown(found)}, the best at a "
                        "corner of the set of payoffs; an objective never falls when a payoff rises, or is linear in "
                        "each; target_payoffs takes any payoffs"
                    )
        return found

    def numbers(self, pair: Payoffs) -> tuple[Number, ...]:
        """Return the measure of a profile as a tuple."""
        try:
            measured = self.measure(*pair)
        except Exception as error:
            raise ModelError(f"objective {self.name}: fails for payoffs {_shown(pair)}: {error!r}") from error
        numbers = measured if isinstance(measured, tuple) else (measured,)
        if not all(isinstance(number, int | Fraction | float) and number == number for number in numbers):
            raise ModelError(f"objective {self.name}: {measured!r} for payoffs {_shown(pair)}; a number expected")
        return numbers


def _points_within(box: PayoffBox) -> Iterator[Payoffs]:
    """Yield some points of a box that are no corners."""
    if box.dimension:
        first, second = (
            [low + share * (high - low) for share in (_SHARES if low < high else _SHARES[:1])]
            for low, high in zip(box.low, box.high, strict=True)
        )
        yield from product(first, second)


_SHARES = sorted({Fraction(part, whole) for whole in (7, 12) for part in range(whole + 1)})


def _shown(pair: Payoffs) -> str:
    return f"({short(pair[0])}, {short(pair[1])})"


OBJECTIVES = {
    "social": Objective("social", lambda first, second: first + second, at_corners=True),
    "fairest": Objective("fairest", min, at_corners=True),
    "single-maximum": Objective("single-maximum", max, at_corners=True),
    "best-for-1": Objective("best-for-1", lambda first, _: first, at_corners=True),
    "best-for-2": Objective("best-for-2", lambda _, second: second, at_corners=True),
    "product": Objective("product", lambda first, second: first * second, at_corners=True),
}
"""The named measures: those of Littman et al. (2006), section 1.3, and the product of section 2.

The product is meant for nonnegative payoffs; that of two negative payoffs is positive.
"""

ObjectiveLike = Objective | str | Callable[[Fraction, Fraction], Any]


def objective(wanted: ObjectiveLike) -> Objective:
    """Return the objective given by a name, by names in order of priority, or by a function."""
    if isinstance(wanted, Objective):
        return wanted
    if callable(wanted):
        return Objective(getattr(wanted, "__name__", "a function"), wanted)
    if not isinstance(wanted, str):
        raise ModelError(f"objective: a name, or a function of both payoffs, expected, not {wanted!r}")
    parts = [part.strip() for part in wanted.split(",")]
    unnamed = [part for part in parts if part not in OBJECTIVES]
    if unnamed:
        raise ModelError(
            unknown("unknown objective", unnamed[0], OBJECTIVES) + ", or several of them with commas between"
        )
    if len(parts) == 1:
        return OBJECTIVES[parts[0]]
    measures = [OBJECTIVES[part].measure for part in parts]
    name = ",".join(parts)
    return Objective(name, lambda first, second: tuple(measure(first, second) for measure in measures), at_corners=True)
