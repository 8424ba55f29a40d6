"""The layout of signalling games: chance in the middle, types above and below, information sets left and right.

Chance draws a type, the sender sees it and takes one of two actions, and the receiver, who sees the action alone, ends
the game: the picture of Cho & Kreps (1987). Each type has a row. With more than two types, the edges from chance to the
rows that are not next to it pass the types in between in lanes on their left.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from seqform.io.figures import Theme
from seqform.models.games.extensive import CHANCE
from seqform.pictures.layout import CAPSULE, CURVE, LINE, PAYOFF, RADIUS, SMALL, TINY
from seqform.pictures.painter import Painter, exact_text
from seqform.pictures.scene import Path, Shape, TextItem, shown_number, text_width
from seqform.pictures.visible import VisibleTree

_LEAST_HEIGHT = 84.0
"""The least distance of a type from chance, with room for the labels of the types."""

_LEAST_PITCH = 30.0
"""The least distance of the ends of plays below each other."""

_BETWEEN_FANS = 24.0
"""The room between the ends of plays after a type and those after the next one."""

_LEAST_OF_MANY = 60.0
"""The least distance of chance from the types next to it where there are more than two, half that between types."""

_FIRST_LANE = 21.0
"""The distance of the first lane from the column of types, with room for the shape of a node."""

_LANE_PITCH = 11.0
"""The distance of the other lanes from each other."""


@dataclass(frozen=True)
class SignallingRoles:
    """The nodes of a signalling game.

    - `types`: The sender's nodes, the upper ones first.
    - `sets`: The receiver's information sets, on the left and on the right.
    """

    types: tuple[int, ...]
    sets: tuple[int, int]


def signalling_roles(view: VisibleTree) -> SignallingRoles | None:
    """Return the nodes of a signalling game with two actions of the sender; None if the tree is no such game."""
    nodes = view.nodes
    types = nodes[0].children
    if nodes[0].owner != CHANCE or len(types) < 2:
        return None
    sender = nodes[types[0]].owner
    if sender < 0:
        return None

    shared = {number for members in view.sets.values() for number in members}
    sets_of_types = []
    for sender_node in types:
        messages = nodes[sender_node].children
        if nodes[sender_node].owner != sender or sender_node in shared:
            return None
        if len(messages) != 2 or not shared.issuperset(messages):
            return None
        for message in messages:
            is_of_receiver = nodes[message].owner not in (sender, CHANCE)
            is_last_move = all(
                nodes[child].payoffs is not None for child in nodes[message].children
            )
            if not (is_of_receiver and is_last_move):
                return None
        sets_of_types.append({nodes[message].infoset for message in messages})

    left, right = (nodes[message].infoset for message in nodes[types[0]].children)
    if left == right or any(sets != {left, right} for sets in sets_of_types):
        return None
    return SignallingRoles(tuple(types), (left, right))


class SignallingPainter(Painter):
    """The picture of a signalling game."""

    def __init__(
        self,
        view: VisibleTree,
        roles: SignallingRoles,
        theme: Theme,
        twin: VisibleTree | None,
        difference: bool,
    ) -> None:
        # Heights come from the number of the receiver's actions and the lines of their labels, widths from the labels
        # of the sender, of chance and of the sets between the sets, and from those of the receiver outside of them. All
        # sizes are those of the larger side, so that the picture is symmetric but for the lengths of labels outside.
        super().__init__(view, theme, twin, difference)
        self.roles = roles
        self.half_width = self._half_width_of_capsules()
        self.pitch, self.height = self._heights()
        self.rows = self._rows()
        self.lanes = self._lanes()
        self.reach = self._reach()
        self.tines = self._tines()
        self.columns = self._columns()
        self.places = self._places()

    # ---- places ----

    def _receivers(self, side: int) -> list[int]:
        """Return the nodes of the information set on a side, 0 or 1, the upper one first."""
        members = self.view.sets[self.roles.sets[side]]
        return sorted(members, key=lambda number: self.nodes[number].parent)

    def _ends(self, side: int) -> list[int]:
        """Return the ends of plays on a side."""
        ends = []
        for receiver in self._receivers(side):
            ends += self.nodes[receiver].children
        return ends

    def _half_width_of_capsules(self) -> float:
        """Return the half width of capsules, which have the beliefs inside."""
        widest = max(map(self._belief_width, self.member_of))
        return max(CAPSULE, widest / 2 + 4)

    def _heights(self) -> tuple[float, float]:
        """Return the distance of the ends of plays below each other, and that of the types from chance."""
        ends = self._ends(0) + self._ends(1)
        label = 15.5 + LINE * (max(self.lines[number] for number in ends) - 1)
        pitch = max(_LEAST_PITCH, label + 10)
        most = max(len(self.nodes[receiver].children) for receiver in self.member_of)
        for_fans = pitch * (most - 1) / 2 + (label + _BETWEEN_FANS) / 2
        if len(self.roles.types) == 2:
            return pitch, max(_LEAST_HEIGHT, for_fans)

        # The label of a type is above its row, or below it; the labels of messages are between it and the next row.
        of_type = LINE * max(self.lines[number] for number in self.roles.types)
        of_message = LINE * max(self.lines[number] for number in self.member_of)
        for_types = of_type + 30
        for_both = (of_type / 2 + of_message + 24) / 1.5
        return pitch, max(_LEAST_OF_MANY, for_fans, for_types, for_both)

    def _rows(self) -> list[float]:
        """Return the heights of the types below chance, evenly spaced and as many above it as below, or one less."""
        above = len(self.roles.types) // 2
        return [self.height * (2 * (row - above) + 1) for row in range(len(self.roles.types))]

    def _lanes(self) -> dict[int, float]:
        """Return the distances of lanes to the left of the types; a type next to chance has none."""
        lanes = {}
        for number, y in zip(self.roles.types, self.rows, strict=True):
            passed = round((abs(y) / self.height - 1) / 2)
            if passed:
                lanes[number] = _FIRST_LANE + _LANE_PITCH * (passed - 1)
        return lanes

    def _widest_lane(self) -> float:
        """Return the distance of the last lane, 0 if there is none."""
        return max(self.lanes.values(), default=0.0)

    def _reach(self) -> float:
        """Return the distance of the sets from the middle: all labels between are apart from the capsules."""
        lanes = self._widest_lane()
        of_messages = max(self.widths[number] for number in self.member_of) + 12
        of_types = max(self.widths[number] for number in self.roles.types) + 16
        of_names = max(map(self._name_width, self.roles.sets)) + 22 + lanes
        most = max(of_messages + max(RADIUS, lanes), of_types, of_names)
        return max(110.0, self.half_width + most)

    def _tines(self) -> tuple[float, float]:
        """Return the lengths of the horizontal ends of edges on both sides, under the labels of the receiver."""
        lengths = [max(self.widths[number] for number in self._ends(side)) + 8 for side in (0, 1)]
        return lengths[0], lengths[1]

    def _columns(self) -> tuple[list[float], list[float]]:
        """Return the widths of the columns of payoffs on both sides."""
        sides = []
        for side in (0, 1):
            columns = [0.0] * len(self.view.players)
            for number in self._ends(side):
                for player, payoff in enumerate(self.nodes[number].payoffs or ()):
                    width = text_width(shown_number(payoff), PAYOFF, True)
                    columns[player] = max(columns[player], width)
            sides.append(columns)
        return sides[0], sides[1]

    def _places(self) -> dict[int, tuple[float, float]]:
        """Return the place of every node; the tip of its edge for the end of a play."""
        places = {0: (0.0, 0.0)}
        for number, y in zip(self.roles.types, self.rows, strict=True):
            places[number] = (0.0, y)
        for side, sign in enumerate((-1, 1)):
            tip = self._turn() + CURVE + self.tines[side]
            for receiver in self._receivers(side):
                y = places[self.nodes[receiver].parent][1]
                places[receiver] = (sign * self.reach, y)
                ends = self.nodes[receiver].children
                first = y - self.pitch * (len(ends) - 1) / 2
                for row, number in enumerate(ends):
                    places[number] = (sign * tip, first + self.pitch * row)
        return places

    def _turn(self) -> float:
        """Return the distance from the middle at which edges leave the height of a receiver's node."""
        return self.reach + self.half_width + 3

    def _sign(self, number: int) -> int:
        """Return -1 on the left, 1 on the right."""
        return -1 if self.places[number][0] < 0 else 1

    def _side(self, number: int) -> int:
        """Return 0 on the left, 1 on the right."""
        return 0 if self.places[number][0] < 0 else 1

    def _spot(self, number: int) -> tuple[float, float]:
        return self.places[number]

    # ---- shapes ----

    def _edge_steps(self, number: int) -> tuple[tuple[float, ...], ...]:
        """Return a straight line; to the end of a play, a curve and a horizontal line; in a lane, the way around."""
        node = self.nodes[number]
        x, y = self.places[number]
        if number in self.lanes:
            return self._steps_in_lane(number)
        if node.payoffs is None:
            return ((x, y),)
        sign = self._sign(number)
        here = self.places[node.parent][1]
        turn = self._turn()
        start = (sign * turn, here)
        curve = (
            sign * (turn + 0.6 * CURVE),
            here,
            sign * (turn + 0.4 * CURVE),
            y,
            sign * (turn + CURVE),
            y,
        )
        return start, curve, (x, y)

    def _steps_in_lane(self, number: int) -> tuple[tuple[float, ...], ...]:
        """Return a curve from chance into a lane, the lane, a curve out of it, and a vertical line into the type."""
        x = -self.lanes[number]
        y = self.places[number][1]
        unit = self.height if y > 0 else -self.height
        into_lane = (x, 0.05 * unit, x, 0.1 * unit, x, 0.5 * unit)
        leave = y - 1.3 * unit
        back = y - 0.85 * unit
        out_of_lane = (x, y - 1.05 * unit, 0.0, y - 1.1 * unit, 0.0, back)
        return into_lane, (x, leave), out_of_lane, (0.0, y)

    def _ends_at_edge(self, number: int) -> bool:
        """Return whether the label of an edge ends where its curve does, as on the left."""
        return self.nodes[number].payoffs is not None and self._sign(number) < 0

    def _label_corner(self, number: int, width: float) -> tuple[float, float]:
        """Return the left end of the last line of a label: above an edge, below a lower one, beside one of chance."""
        y = self.places[number][1]
        thickness = self._stroke(number)[1]
        more_lines = LINE * max(0, self.lines[number] - 1)
        if number in self.roles.types:
            half = self.height / 2 if y > 0 else -self.height / 2
            return 8.0, y - half + 4 + more_lines / 2
        if number in self.member_of:
            middle = (max(RADIUS, self._widest_lane()) + self.reach - self.half_width) / 2
            base = y - 3.5 - thickness / 2
            if y > 0:
                base = y + 11.5 + thickness / 2 + more_lines
            return self._sign(number) * middle - width / 2, base

        begin = self._sign(number) * (self._turn() + CURVE - 2)
        if self._sign(number) < 0:
            begin -= width
        return begin, y - 3.2 - thickness / 2

    def _end(self, number: int) -> Iterator[TextItem | Path]:
        """Yield the payoffs of the end of a play, outside of it."""
        payoffs = self.nodes[number].payoffs
        if payoffs is None:
            return
        x, y = self.places[number]
        columns = self.columns[self._side(number)]
        begin = x + 6
        if self._sign(number) < 0:
            begin = x - 6 - sum(columns) - 12 * (len(columns) - 1)
        yield from self._payoff_row(number, payoffs, (begin, y + 4.2), columns)

    def _beside(self, number: int, x: float, y: float) -> Iterator[TextItem | Path | Shape]:
        """Yield the belief at a node of the receiver, in the capsule."""
        belief = self.nodes[number].belief
        if belief is None or not self._belief_width(number):
            return
        base = y + RADIUS + 10 if y < 0 else y - RADIUS - 4
        yield TextItem(
            x,
            base,
            shown_number(belief),
            TINY,
            self.theme.muted,
            "middle",
            title=f"belief {exact_text(belief)}",
        )

    def _capsules(self) -> Iterator[Path | Shape]:
        for infoset, sign in zip(self.roles.sets, (-1, 1), strict=True):
            first, last = self.rows[0], self.rows[-1]
            center = (sign * self.reach, (first + last) / 2)
            half_height = (last - first) / 2 + CAPSULE
            yield self._capsule(infoset, center, (self.half_width, half_height))

    def _names(self) -> Iterator[TextItem]:
        """Yield the names of the receiver's sets, inside at the height of chance."""
        for infoset, sign in zip(self.roles.sets, (-1, 1), strict=True):
            members = self.view.sets[infoset]
            yield TextItem(
                sign * (self.reach - self.half_width - 4),
                3.5,
                self.names[infoset],
                SMALL,
                self.color(self.nodes[members[0]].owner),
                "start" if sign < 0 else "end",
                italic=True,
                title=self._set_title(infoset, len(members)),
            )
