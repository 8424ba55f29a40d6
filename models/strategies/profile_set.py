"""Utility profile sets, the payoffs of all equilibria of a game of perfect information, and objectives on payoffs."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from itertools import chain, product
from typing import Any, NamedTuple

import numpy as np

from seqform.errors import ModelError, unknown
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import ExactArray, Mask, Number
from seqform.models.numbers.rationals import exact_rational
from seqform.models.numbers.text import counted, parse_rational, short, write_rational

Payoffs = tuple[Fraction, ...]
"""One of each player."""


class PayoffBound(NamedTuple):
    """A condition on a player's payoff, such as "2>=4": the relation is >=, <= or =, and players count from 0."""

    player: int
    relation: str
    limit: Fraction

    def __str__(self) -> str:
        return f"{self.player + 1}{self.relation}{write_rational(self.limit)}"


@dataclass(frozen=True)
class PayoffBox:
    """A point, an axis-parallel line or rectangle of payoffs between two corners, ends included.

    Of three or more players it is a point.
    """

    low: Payoffs
    high: Payoffs

    @property
    def dimension(self) -> int:
        """Return 0 for a point, 1 for a line, 2 for a rectangle."""
        return sum(low < high for low, high in zip(self.low, self.high, strict=True))

    def __contains__(self, payoffs: Payoffs) -> bool:
        return all(
            low <= value <= high
            for low, value, high in zip(self.low, payoffs, self.high, strict=True)
        )

    def within(self, bounds: Iterable[PayoffBound]) -> PayoffBox | None:
        """Return the part that keeps to bounds; None if there is none."""
        low, high = list(self.low), list(self.high)
        for player, relation, limit in bounds:
            if relation != "<=":
                low[player] = max(low[player], limit)
            if relation != ">=":
                high[player] = min(high[player], limit)
        return PayoffBox(tuple(low), tuple(high)) if all(map(Fraction.__le__, low, high)) else None

    def candidates(self, targets: Iterable[Payoffs] = ()) -> set[Payoffs]:
        """Return points among which there is a best one by any known objective, and by several in order.

        These are the corners; the ends of the part of the diagonal, where both payoffs are equal, and 0 on it; and the
        points of the box, its sides and the diagonal that are closest to the targets. The best points of a rectangle by
        a known objective are a corner or the point closest to a target; or sides, their parts from the diagonal on, or
        the part of the diagonal. On each of these the next objective is linear with a kink on the diagonal, the square
        of a number, or the distance from a target, so that its best points are of the same kinds.
        """
        found = set(product(*map(dict.fromkeys, zip(self.low, self.high, strict=True))))
        if self.dimension == 0:
            return found
        (left, bottom), (right, top) = self.low, self.high
        near = [tuple(map(_closest, self.low, target, self.high)) for target in targets]
        for first, second in near:
            found |= set(product({left, first, right}, {bottom, second, top}))
        begin, end = max(left, bottom), min(right, top)
        if begin <= end:
            middles = [(first + second) / 2 for first, second in targets]
            equal = {
                begin,
                end,
                *(_closest(begin, middle, end) for middle in (Fraction(0), *middles)),
            }
            found |= {(value, value) for value in equal}
        return found

    def __str__(self) -> str:
        sides = (
            short(low) if low == high else f"[{short(low)}, {short(high)}]"
            for low, high in zip(self.low, self.high, strict=True)
        )
        return " × ".join(sides) if self.dimension else f"({', '.join(sides)})"


def _closest(low: Fraction, value: Fraction, high: Fraction) -> Fraction:
    return min(max(low, value), high)


def ranges_of(boxes: Sequence[PayoffBox]) -> tuple[tuple[Fraction, Fraction], ...]:
    """Return each player's least and largest payoff in a union of boxes; both are attained."""
    lows, highs = (
        zip(*(box.low for box in boxes), strict=True),
        zip(*(box.high for box in boxes), strict=True),
    )
    return tuple((min(low), max(high)) for low, high in zip(lows, highs, strict=True))


class Boxes:
    """Base of unions of boxes of payoffs."""

    boxes: Any

    def __contains__(self, payoffs: Payoffs) -> bool:
        return any(payoffs in box for box in self.boxes)

    @property
    def ranges(self) -> tuple[tuple[Fraction, Fraction], ...]:
        """Each player's least and largest payoff."""
        return ranges_of(self.boxes)

    def __str__(self) -> str:
        return ", ".join(map(str, self.boxes))

    def __repr__(self) -> str:
        kinds = (sum(box.dimension == k for box in self.boxes) for k in range(3))
        named = zip(kinds, ("point", "line", "rectangle"), strict=True)
        return f"<{type(self).__name__}: {', '.join(counted(size, what) for size, what in named if size)}>"


@dataclass(frozen=True, repr=False)
class PayoffSet(Boxes):
    """A union of boxes of payoffs, of any number of players; `pure` if nobody mixes in the equilibria that pay them."""

    boxes: tuple[PayoffBox, ...]
    pure: bool


@dataclass(frozen=True, eq=False, repr=False)
class UtilityProfileSet(Boxes, Immutable):
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

    def __contains__(self, payoffs: Payoffs) -> bool:
        places = [
            _place(axis, Fraction(value)) for axis, value in zip(self.grid, payoffs, strict=True)
        ]
        return all(place is not None for place in places) and bool(self.cells[places[0], places[1]])

    def grid_points(self) -> Iterator[tuple[Fraction, Fraction]]:
        """Yield the points of the grid that belong to the set.

        They contain a maximum of every function that never falls when a payoff rises, and of every one that is linear
        in each payoff, since the corners of rectangles do.
        """
        first, second = (axis.to_fractions() for axis in self.grid)
        for i, j in np.argwhere(self.cells[0::2, 0::2]).tolist():
            yield first[i], second[j]

    @cached_property
    def boxes(self) -> tuple[PayoffBox, ...]:
        """Points, lines and rectangles, none within another, whose union is the set; rectangles first."""
        (first, second), found = self.grid, list[PayoffBox]()
        covered = np.zeros_like(self.cells)
        for row, column in sorted(
            np.argwhere(self.cells).tolist(), key=lambda face: (-(face[0] % 2), -(face[1] % 2))
        ):
            if not covered[row, column]:
                top, bottom, left, right = _grown(self.cells, row, column)
                covered[top : bottom + 1, left : right + 1] = True
                corners = (
                    (first[top // 2], second[left // 2]),
                    (first[bottom // 2], second[right // 2]),
                )
                found.append(PayoffBox(*corners))
        return tuple(found)


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
        while (
            bottom + 2 < cells.shape[0] and cells[bottom + 1 : bottom + 3, left : right + 1].all()
        ):
            bottom += 2
    return top, bottom, left, right


@dataclass(frozen=True)
class Objective:
    """A measure of payoffs, the larger the better; a tuple of numbers counts in that order.

    A user's function takes every player's payoff as a fraction. It is maximised over the `PayoffBox.candidates` of a
    set of payoffs, where it has its maximum if it never falls when a payoff rises, or is linear in each; `known` says
    that it has one there in any case. Only payoffs that keep to the `bounds` count; `targets` are those of distances.
    """

    name: str
    measure: Callable[..., Any]
    known: bool = False
    targets: tuple[Payoffs, ...] = ()
    bounds: tuple[PayoffBound, ...] = ()

    @property
    def claim(self) -> str:
        """The claim that a best profile makes."""
        return (
            f"best by {self.name}{'' if self.known else ' among the corners of the set of payoffs'}"
        )

    def best_of(self, boxes: Iterable[PayoffBox]) -> Payoffs:
        """Return the best payoffs in a union of boxes, exactly; ties and errors are those of `best`."""
        boxes = list(boxes)
        for bound in self.bounds:
            _require_player(self.name, bound.player, boxes[0].low)
        for target in self.targets:
            _require_players(self.name, target, boxes[0].low)
        parts = [part for box in boxes if (part := box.within(self.bounds)) is not None]
        if not parts:
            ranges = (
                f"player {k}: {short(low)} to {short(high)}"
                for k, (low, high) in enumerate(ranges_of(boxes), 1)
            )
            raise ModelError(
                f"objective {self.name}: no equilibrium pays that; they pay {', '.join(ranges)}"
            )
        points = chain.from_iterable(part.candidates(self.targets) for part in parts)
        return self.best(points, () if self.known else parts)

    def best(self, profiles: Iterable[Payoffs], boxes: Iterable[PayoffBox] = ()) -> Payoffs:
        """Return the best profile; among equally good ones the one with the largest sum, then that of player 1.

        `profiles` are those among which one is the best if the maximum over every box is at a corner. A function that
        is larger somewhere else raises `ModelError`, as far as some points of every box show it.
        """
        found = max(profiles, key=lambda pair: (self.numbers(pair), sum(pair), pair))
        if not self.known:
            numbers = self.numbers(found)
            for pair in chain.from_iterable(map(_points_within, boxes)):
                if self.numbers(pair) > numbers:
                    raise ModelError(
                        f"objective {self.name}: payoffs {_shown(pair)} are better than {_shown(found)}, the best at a "
                        "corner of the set of payoffs; an objective never falls when a payoff rises, or is linear in "
                        "each; nearest(A,B), difference and target_payoffs are exact anywhere"
                    )
        return found

    def numbers(self, pair: Payoffs) -> tuple[Number, ...]:
        """Return the measure of a profile as a tuple."""
        try:
            measured = self.measure(*pair)
        except ModelError:
            raise
        except Exception as error:
            raise ModelError(
                f"objective {self.name}: fails for payoffs {_shown(pair)}: {error!r}"
            ) from error
        measures = measured if isinstance(measured, tuple) else (measured,)
        numbers: list[Number] = []
        for number in measures:
            exact = number if isinstance(number, float) else exact_rational(number)
            if exact is None or exact != exact:
                raise ModelError(
                    f"objective {self.name}: {measured!r} for payoffs {_shown(pair)}; a number expected"
                )
            numbers.append(exact if isinstance(exact, float) else Fraction(exact))
        return tuple(numbers)


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
    return f"({', '.join(map(short, pair))})"


def _require_player(name: str, player: int, payoffs: Sequence[Any]) -> None:
    if not 0 <= player < len(payoffs):
        raise ModelError(
            f"objective {name}: player {player + 1} expected to be one of {len(payoffs)}"
        )


def _require_players(name: str, numbers: Sequence[Any], payoffs: Sequence[Any]) -> None:
    if len(numbers) != len(payoffs):
        raise ModelError(f"objective {name}: {len(payoffs)} numbers expected, one for each player")


def _of_player(player: int, *payoffs: Fraction) -> Fraction:
    _require_player(f"best-for-{player + 1}", player, payoffs)
    return payoffs[player]


def _nearness(target: Payoffs, *payoffs: Fraction) -> Fraction:
    return -sum(
        ((one - other) ** 2 for one, other in zip(payoffs, target, strict=True)), Fraction(0)
    )


def _weighted(weights: Payoffs, *payoffs: Fraction) -> Fraction:
    _require_players("weights", weights, payoffs)
    return sum(map(Fraction.__mul__, weights, payoffs), Fraction(0))


OBJECTIVES = {
    "social": Objective("social", lambda *payoffs: sum(payoffs), known=True),
    "fairest": Objective("fairest", lambda *payoffs: min(payoffs), known=True),
    "single-maximum": Objective("single-maximum", lambda *payoffs: max(payoffs), known=True),
    "best-for-1": Objective("best-for-1", partial(_of_player, 0), known=True),
    "best-for-2": Objective("best-for-2", partial(_of_player, 1), known=True),
    "product": Objective("product", lambda *payoffs: math.prod(payoffs), known=True),
}
"""The named measures: those of Littman et al. (2006), section 1.3, and the product of section 2.

The product is meant for nonnegative payoffs; that of two negative payoffs is positive. For `objective` there are
further ones: that of the distance between the largest and the least payoff, of the square of the distance from a
target, and weighted sums.
"""

DIFFERENCE = Objective("difference", lambda *payoffs: max(payoffs) - min(payoffs), known=True)

OBJECTIVE_FORMS = (
    "best-for-3 and so on, difference, nearest(A,B), weights(A,B); least- in front of one for the worst; several in "
    "order with commas between; and bounds at the end, such as 'social where 2>=4 and 1<=3'"
)

_COMMA = re.compile(r",(?![^()]*\))")
_BOUND = re.compile(r"([1-9]\d*)\s*(>=|<=|=)\s*(\S+)")
_NUMBERS = re.compile(r"(nearest|weights)\((.*)\)")

ObjectiveLike = Objective | str | Callable[..., Any]


def objective(wanted: ObjectiveLike) -> Objective:
    """Return the objective given by a text, or by a function of all payoffs.

    A text is the name of a measure, or several in order of priority: one of `OBJECTIVES`, ``difference``,
    ``nearest(5,2)``, ``weights(1,-1)``, or any of these with ``least-`` in front. Bounds may follow.

    Examples
    --------
    >>> boxes = [PayoffBox((Fraction(0), Fraction(0)), (Fraction(4), Fraction(2)))]
    >>> for text in ("least-social", "nearest(1,5)", "least-difference,best-for-1", "social where 1<=3 and 2=1/2"):
    ...     print(*objective(text).best_of(boxes))
    0 0
    1 2
    2 2
    3 1/2
    """
    if isinstance(wanted, Objective):
        return wanted
    if callable(wanted):
        return Objective(getattr(wanted, "__name__", "a function"), wanted)
    if not isinstance(wanted, str):
        raise ModelError(
            f"objective: a name, or a function of all payoffs, expected, not {wanted!r}"
        )
    names, where, conditions = wanted.partition(" where ")
    terms = [_term(part.strip()) for part in _COMMA.split(names)]
    found = terms[0]
    if len(terms) > 1:
        measures = [term.measure for term in terms]
        targets = tuple(chain.from_iterable(term.targets for term in terms))
        name = ",".join(term.name for term in terms)
        found = Objective(
            name, lambda *payoffs: tuple(measure(*payoffs) for measure in measures), True, targets
        )
    if where:
        bounds = tuple(map(_bound, re.split(r"\s*,\s*|\s+and\s+", conditions.strip())))
        found = replace(
            found, name=f"{found.name} where {' and '.join(map(str, bounds))}", bounds=bounds
        )
    return found


def _term(text: str) -> Objective:
    if text.startswith("least-"):
        one = _term(text.removeprefix("least-"))
        return replace(one, name=text, measure=lambda *payoffs: -one.measure(*payoffs))
    if text in OBJECTIVES:
        return OBJECTIVES[text]
    if text == DIFFERENCE.name:
        return DIFFERENCE
    if player := re.fullmatch(r"best-for-([1-9]\d*)", text):
        return Objective(text, partial(_of_player, int(player[1]) - 1), known=True)
    if given := _NUMBERS.fullmatch(text):
        numbers = [parse_rational(number.strip()) for number in given[2].split(",")]
        target = tuple(number for number in numbers if number is not None)
        if len(target) < len(numbers):
            raise ModelError(
                f"objective {text}: numbers such as 5 or 1/2 expected, with commas between"
            )
        name = f"{given[1]}({','.join(map(write_rational, target))})"
        if given[1] == "weights":
            return Objective(name, partial(_weighted, target), known=True)
        return Objective(name, partial(_nearness, target), True, (target,))
    raise ModelError(f"{unknown('unknown objective', text, OBJECTIVES)}; or {OBJECTIVE_FORMS}")


def _bound(text: str) -> PayoffBound:
    found = _BOUND.fullmatch(text.strip())
    limit = parse_rational(found[3]) if found else None
    if found is None or limit is None:
        raise ModelError(f"bound {text!r}: PLAYER>=NUMBER expected, or <= or =, such as 2>=4")
    return PayoffBound(int(found[1]) - 1, found[2], limit)
