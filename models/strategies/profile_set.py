"""Utility profile sets, the payoffs of all equilibria of a game of perfect information, and objectives on payoffs."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from itertools import chain, product
from typing import Any, NamedTuple

import numpy as np

from seqform.errors import ModelError, unknown
from seqform.models.games.infosets import player_label
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import ExactArray, Mask, Number
from seqform.models.numbers.given import Given, given_rational
from seqform.models.numbers.polygons import Point, convex_hull
from seqform.models.numbers.rationals import exact_rational
from seqform.models.numbers.text import counted, parse_rational, short, write_rational

Payoffs = tuple[Fraction, ...]
"""One of each player."""


def exact_payoffs(payoffs: Iterable[Given]) -> Payoffs:
    """Return the exact payoffs that a person writes."""
    return tuple(Fraction(given_rational(payoff, "payoff", error=ModelError)) for payoff in payoffs)


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

    @property
    def corners(self) -> tuple[Point, ...]:
        """Those of a box of two numbers, counterclockwise from the lower left one."""
        (left, low), (right, high) = self.low, self.high
        return convex_hull(product((left, right), (low, high)))

    def __contains__(self, payoffs: Payoffs) -> bool:
        return all(
            low <= value <= high
            for low, value, high in zip(self.low, payoffs, self.high, strict=True)
        )

    def within(self, bounds: Iterable[PayoffBound]) -> PayoffBox | None:
        """Return the part that keeps to bounds; None if there is none."""
        low = list(self.low)
        high = list(self.high)
        for player, relation, limit in bounds:
            if relation != "<=":
                low[player] = max(low[player], limit)
            if relation != ">=":
                high[player] = min(high[player], limit)
        if not all(map(Fraction.__le__, low, high)):
            return None
        return PayoffBox(tuple(low), tuple(high))

    def candidates(self, targets: Iterable[Payoffs] = ()) -> set[Payoffs]:
        """Return points among which there is a best one by any known objective, and by several in order.

        These are the corners; the ends of the part of the diagonal, where both payoffs are equal, and 0 on it; and the
        points of the box, its sides and the diagonal that are closest to the targets. The best points of a rectangle by
        a known objective are a corner or the point closest to a target; or sides, their parts from the diagonal on, or
        the part of the diagonal. On each of these the next objective is linear with a kink on the diagonal, the square
        of a number, or the distance from a target, so that its best points are of the same kinds.
        """
        corners = product(*map(dict.fromkeys, zip(self.low, self.high, strict=True)))
        candidates = set(corners)
        if self.dimension == 0:
            return candidates

        left, bottom = self.low
        right, top = self.high
        targets = list(targets)
        for first, second in targets:
            near_first = _closest(left, first, right)
            near_second = _closest(bottom, second, top)
            candidates |= set(product({left, near_first, right}, {bottom, near_second, top}))

        # The part of the diagonal; the point of it closest to a target is the middle of both its payoffs
        begin = max(left, bottom)
        end = min(right, top)
        if begin <= end:
            equal = {begin, end, _closest(begin, Fraction(0), end)}
            equal |= {_closest(begin, (first + second) / 2, end) for first, second in targets}
            candidates |= {(payoff, payoff) for payoff in equal}
        return candidates

    def __str__(self) -> str:
        sides = [
            short(low) if low == high else f"[{short(low)}, {short(high)}]"
            for low, high in zip(self.low, self.high, strict=True)
        ]
        if self.dimension == 0:
            return f"({', '.join(sides)})"
        return " × ".join(sides)


def _closest(low: Fraction, value: Fraction, high: Fraction) -> Fraction:
    return min(max(low, value), high)


def ranges_of(boxes: Sequence[PayoffBox]) -> tuple[tuple[Fraction, Fraction], ...]:
    """Return each player's least and largest payoff in a union of boxes; both are attained."""
    lows = zip(*(box.low for box in boxes), strict=True)  # of each player
    highs = zip(*(box.high for box in boxes), strict=True)
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
        sizes = Counter(box.dimension for box in self.boxes)
        named = enumerate(("point", "line", "rectangle"))
        counts = [counted(sizes[dimension], what) for dimension, what in named if sizes[dimension]]
        return f"<{type(self).__name__}: {', '.join(counts)}>"


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
    mask of the faces that belong to the closed set; an even row is a payoff of player 0, an odd one the open interval
    between two. The paper's P, L^1, L^2 and D are its even rows and columns, odd rows, odd columns, and both odd.
    `pure` says whether the set covers equilibria in pure moves only; there is no default, so that such a set is not
    mistaken for that of all.

    With the payoffs 0, 2 and 5 of a player, rows 0, 2 and 4 are these payoffs; row 1 is the interval between 0 and 2,
    row 3 that between 2 and 5.
    """

    grid: tuple[ExactArray, ExactArray]
    cells: Mask
    pure: bool

    def __contains__(self, payoffs: Sequence[Given]) -> bool:
        first, second = exact_payoffs(payoffs)
        row = _place(self.grid[0], first)
        column = _place(self.grid[1], second)
        return row is not None and column is not None and bool(self.cells[row, column])

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
        """Points, lines and rectangles, none within another, whose union is the set; rectangles first.

        Open faces are grown first, those of rectangles before those of lines: whatever a box covers then needs no box
        of its own.
        """
        first, second = self.grid
        boxes: list[PayoffBox] = []
        covered = np.zeros_like(self.cells)
        faces = np.argwhere(self.cells).tolist()
        faces.sort(key=lambda face: (-(face[0] % 2), -(face[1] % 2)))
        for row, column in faces:
            if covered[row, column]:
                continue
            top, bottom, left, right = _grown(self.cells, row, column)
            covered[top : bottom + 1, left : right + 1] = True
            low = (first[top // 2], second[left // 2])
            high = (first[bottom // 2], second[right // 2])
            boxes.append(PayoffBox(low, high))
        return tuple(boxes)


def _place(axis: ExactArray, value: Fraction) -> int | None:
    """Return the row or column of a payoff on the grid of points and intervals; None outside."""
    below, is_payoff = axis.bisect(value)
    if is_payoff:
        return 2 * below
    if below in (0, len(axis)):
        return None
    return 2 * below - 1


def _grown(cells: Mask, row: int, column: int) -> tuple[int, int, int, int]:
    """Return a maximal box of cells around a face, extended to the sides, then up and down.

    A box begins and ends at payoffs, even rows and columns, so it grows by an interval and the payoff behind it. A face
    that is a single payoff in one direction does not grow there.
    """
    top = row - row % 2
    bottom = row + row % 2
    left = column - column % 2
    right = column + column % 2
    height, width = cells.shape
    if column % 2:
        while left >= 2 and cells[top : bottom + 1, left - 2 : left].all():
            left -= 2
        while right + 2 < width and cells[top : bottom + 1, right + 1 : right + 3].all():
            right += 2
    if row % 2:
        while top >= 2 and cells[top - 2 : top, left : right + 1].all():
            top -= 2
        while bottom + 2 < height and cells[bottom + 1 : bottom + 3, left : right + 1].all():
            bottom += 2
    return top, bottom, left, right


@dataclass(frozen=True)
class Objective:
    """A measure of payoffs, the larger the better; a tuple of numbers counts in that order.

    A user's function takes every player's payoff as a fraction. It is maximised over the `PayoffBox.candidates` of a
    set of payoffs, where it has its maximum if it never falls when a payoff rises, or is linear in each; `known` says
    that it has one there in any case. Only payoffs that keep to the `bounds` count; `targets` are those of distances.
    The probability of an `outcome`, given by its label, times the `factor` 1 or -1, is no measure of payoffs.
    """

    name: str
    measure: Callable[..., Any]
    known: bool = False
    targets: tuple[Payoffs, ...] = ()
    bounds: tuple[PayoffBound, ...] = ()
    outcome: str = ""
    factor: int = 1

    @property
    def weights(self) -> tuple[Fraction, Fraction] | None:
        """The factors of both payoffs of two players, if it is a weighted sum of them; None otherwise."""
        if self.outcome or _SUM.fullmatch(self.name) is None:
            return None
        (first,) = self.numbers((Fraction(1), Fraction(0)))
        (second,) = self.numbers((Fraction(0), Fraction(1)))
        return Fraction(first), Fraction(second)

    @property
    def claim(self) -> str:
        """The claim that a best profile makes."""
        if self.known:
            return f"best by {self.name}"
        return f"best by {self.name} among the corners of the set of payoffs"

    def best_of(self, boxes: Iterable[PayoffBox]) -> Payoffs:
        """Return the best payoffs in a union of boxes, exactly; ties and errors are those of `best`."""
        boxes = list(boxes)
        for bound in self.bounds:
            _require_player(self.name, bound.player, boxes[0].low)
        for target in self.targets:
            _require_players(self.name, target, boxes[0].low)

        parts = [part for box in boxes if (part := box.within(self.bounds)) is not None]
        if not parts:
            ranges = [
                f"{player_label(player)}: {short(low)} to {short(high)}"
                for player, (low, high) in enumerate(ranges_of(boxes))
            ]
            raise ModelError(
                f"objective {self.name}: no equilibrium pays that; they pay {', '.join(ranges)}"
            )
        points = chain.from_iterable(part.candidates(self.targets) for part in parts)
        # Only a user's function may have its maximum elsewhere
        return self.best(points, () if self.known else parts)

    def best(self, profiles: Iterable[Payoffs], boxes: Iterable[PayoffBox] = ()) -> Payoffs:
        """Return the best profile; among equally good ones the one with the largest sum, then that of player 0.

        `profiles` are those among which one is the best if the maximum over every box is at a corner. A function that
        is larger somewhere else raises `ModelError`, as far as some points of every box show it.
        """
        best = max(profiles, key=lambda payoffs: (self.numbers(payoffs), sum(payoffs), payoffs))
        if self.known:
            return best
        best_numbers = self.numbers(best)
        for payoffs in chain.from_iterable(map(_points_within, boxes)):
            if self.numbers(payoffs) > best_numbers:
                raise ModelError(
                    f"objective {self.name}: payoffs {_shown(payoffs)} are better than {_shown(best)}, the best at a "
                    "corner of the set of payoffs; an objective never falls when a payoff rises, or is linear in "
                    "each; nearest(A,B), difference and target_payoffs are exact anywhere"
                )
        return best

    def numbers(self, payoffs: Payoffs) -> tuple[Number, ...]:
        """Return the measure of a profile as a tuple."""
        try:
            measured = self.measure(*payoffs)
        except ModelError:
            raise
        except Exception as error:
            raise ModelError(
                f"objective {self.name}: fails for payoffs {_shown(payoffs)}: {error!r}"
            ) from error

        measures = measured if isinstance(measured, tuple) else (measured,)
        numbers: list[Number] = []
        for value in measures:
            number = value if isinstance(value, float) else exact_rational(value)
            if number is None or number != number:  # NaN
                raise ModelError(
                    f"objective {self.name}: {measured!r} for payoffs {_shown(payoffs)}; a number expected"
                )
            numbers.append(number if isinstance(number, float) else Fraction(number))
        return tuple(numbers)


def _points_within(box: PayoffBox) -> Iterator[Payoffs]:
    """Yield some points of a box that are no corners."""
    if box.dimension:
        first, second = zip(box.low, box.high, strict=True)
        yield from product(_points_between(*first), _points_between(*second))


def _points_between(low: Fraction, high: Fraction) -> list[Fraction]:
    """Return points from one number to another at fixed shares of the way; a single one if they are equal."""
    if low == high:
        return [low]
    return [low + share * (high - low) for share in _SHARES]


# Sevenths, and twelfths, among which are halves, thirds and quarters
_SHARES = sorted({Fraction(k, n) for n in (7, 12) for k in range(n + 1)})


def _shown(payoffs: Payoffs) -> str:
    return f"({', '.join(map(short, payoffs))})"


def _require_player(name: str, player: int, payoffs: Sequence[Any]) -> None:
    if not 0 <= player < len(payoffs):
        raise ModelError(
            f"objective {name}: {player_label(player)} expected to be one of {len(payoffs)}"
        )


def _require_players(name: str, numbers: Sequence[Any], payoffs: Sequence[Any]) -> None:
    if len(numbers) != len(payoffs):
        raise ModelError(f"objective {name}: {len(payoffs)} numbers expected, one for each player")


def _of_player(player: int, *payoffs: Fraction) -> Fraction:
    _require_player(f"best-for-{player + 1}", player, payoffs)
    return payoffs[player]


def _nearness(target: Payoffs, *payoffs: Fraction) -> Fraction:
    squares = [(payoff - aim) ** 2 for payoff, aim in zip(payoffs, target, strict=True)]
    return -sum(squares, Fraction(0))


def _weighted(weights: Payoffs, *payoffs: Fraction) -> Fraction:
    _require_players("weights", weights, payoffs)
    return sum(map(Fraction.__mul__, weights, payoffs), Fraction(0))


def _no_payoffs(name: str, *payoffs: Fraction) -> Fraction:
    raise ModelError(
        f"objective {name}: payoffs do not determine it; the concepts of correlated equilibria take it, alone"
    )


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
    "best-for-3 and so on, difference, nearest(A,B), weights(A,B), of correlated equilibria probability(OUTCOME); "
    "least- in front of one for the worst; several in order with commas between; and bounds at the end, such as "
    "'social where 2>=4 and 1<=3'"
)

LEAST = "least-"
"""In front of the name of a measure: its negative."""

_COMMA = re.compile(r",(?![^()]*\))")
_BOUND = re.compile(r"([1-9]\d*)\s*(>=|<=|=)\s*(\S+)")
_NUMBERS = re.compile(r"(nearest|weights)\((.*)\)")
_PROBABILITY = re.compile(r"probability\((.+)\)")
_SUM = re.compile(r"(least-)*(social|best-for-\d+|weights\(.*\))( where .*)?")

ObjectiveLike = Objective | str | Callable[..., Any]


def objective(description: ObjectiveLike) -> Objective:
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
    if isinstance(description, Objective):
        return description
    if callable(description):
        return Objective(getattr(description, "__name__", "a function"), description)
    if not isinstance(description, str):
        raise ModelError(
            f"objective: a name, or a function of all payoffs, expected, not {description!r}"
        )
    names, where, conditions = description.partition(" where ")
    terms = [_term(part.strip()) for part in _COMMA.split(names)]
    result = terms[0] if len(terms) == 1 else _in_order(terms)
    if where:
        bounds = tuple(map(_bound, re.split(r"\s*,\s*|\s+and\s+", conditions.strip())))
        name = f"{result.name} where {' and '.join(map(str, bounds))}"
        result = replace(result, name=name, bounds=bounds)
    return result


def _in_order(terms: Sequence[Objective]) -> Objective:
    """Return the objective that counts several in order of priority."""
    measures = [term.measure for term in terms]

    def measure(*payoffs: Fraction) -> tuple[Any, ...]:
        return tuple(measure(*payoffs) for measure in measures)

    name = ",".join(term.name for term in terms)
    targets = tuple(chain.from_iterable(term.targets for term in terms))
    return Objective(name, measure, True, targets)


def _term(text: str) -> Objective:
    """Return the objective of a text without bounds and priorities."""
    if text.startswith(LEAST):
        opposite = _term(text.removeprefix(LEAST))
        return replace(
            opposite,
            name=text,
            measure=lambda *payoffs: -opposite.measure(*payoffs),
            factor=-opposite.factor,
        )
    if text in OBJECTIVES:
        return OBJECTIVES[text]
    if text == DIFFERENCE.name:
        return DIFFERENCE
    if outcome := _PROBABILITY.fullmatch(text):
        return Objective(text, partial(_no_payoffs, text), known=True, outcome=outcome[1])
    if player := re.fullmatch(r"best-for-([1-9]\d*)", text):
        return Objective(text, partial(_of_player, int(player[1]) - 1), known=True)
    if with_numbers := _NUMBERS.fullmatch(text):
        function, written = with_numbers.groups()
        numbers = [parse_rational(number.strip()) for number in written.split(",")]
        target = tuple(number for number in numbers if number is not None)
        if len(target) < len(numbers):
            raise ModelError(
                f"objective {text}: numbers such as 5 or 1/2 expected, with commas between"
            )
        name = f"{function}({','.join(map(write_rational, target))})"
        if function == "weights":
            return Objective(name, partial(_weighted, target), known=True)
        return Objective(name, partial(_nearness, target), True, (target,))
    raise ModelError(f"{unknown('unknown objective', text, OBJECTIVES)}; or {OBJECTIVE_FORMS}")


def _bound(text: str) -> PayoffBound:
    """Return the condition that a text such as "2>=4" states."""
    condition = _BOUND.fullmatch(text.strip())
    limit = parse_rational(condition[3]) if condition else None
    if condition is None or limit is None:
        raise ModelError(f"bound {text!r}: PLAYER>=NUMBER expected, or <= or =, such as 2>=4")
    return PayoffBound(int(condition[1]) - 1, condition[2], limit)
