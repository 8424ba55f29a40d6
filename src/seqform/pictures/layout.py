"""Places of the nodes of a tree, with room for texts: levels that align information sets, contours, lanes of sets.

Coordinates are *along* the tree, from the root to the leaves, and *across* it. A row is a strip across the tree: row 2k
holds the nodes of level k, and row 2k - 1 the labels of the edges into them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from seqform.models.numbers.exact import Number
from seqform.models.numbers.text import counted, parse_rational
from seqform.pictures.payoff_squares import SIDE
from seqform.pictures.scene import fitted, fitted_apart, shown_number, text_width, wrapped
from seqform.pictures.visible import Node, VisibleTree, apart

RADIUS = 8.5
CAPSULE = 12.5
LANE = 27.0
NAME = 12.0
"""The room of the name of an information set before its capsule."""
MOST_LANES = 8
"""With more lanes at one level, information sets are shown by their names instead of capsules."""

SQUARE_AT = 3.0
"""The distance along the tree between the middle of a node and the begin of its square."""

LABEL, PAYOFF, SMALL, TINY = 11.5, 12.0, 10.0, 9.0
"""Sizes of the texts of actions, of payoffs, and of others."""

LONGEST_LABEL, LONGEST_NAME, LONGEST_NOTE = 150.0, 72.0, 200.0
CURVE, FALL, LABEL_AT, LINE = 34.0, 62.0, 0.56, 13.0

_MOST_EVEN, _EVEN_ROOM, _SMOOTHINGS = 60, 1.25, 8
"""Siblings that are spread evenly, the factor of room that this may take, and rounds where it takes more."""

Extent = tuple[float, float]
"""The room before and after a coordinate across the tree."""

_PASSING: Extent = (8, 8)
"""The room of an edge that passes other levels on its way."""


def levels_of(view: VisibleTree) -> tuple[list[int], bool]:
    """Return a level for every node, and whether the nodes of every information set have the same one.

    The level of a node is one more than its parent's, or that of its information set if it is larger. Where sets
    precede each other in a circle, no such levels exist, and those returned are numbers of moves.
    """
    nodes, order = view.nodes, view.preorder
    least = dict.fromkeys(view.sets, 0)
    shared = {node: infoset for infoset, members in view.sets.items() for node in members}
    levels = [0] * len(nodes)
    for _ in range(len(least) + 2):
        for node in order[1:]:
            own = levels[nodes[node].parent] + 1
            levels[node] = max(own, least[shared[node]]) if node in shared else own
        changed = False
        for infoset, members in view.sets.items():
            highest = max(levels[node] for node in members)
            changed |= highest > least[infoset] or any(levels[node] != highest for node in members)
            least[infoset] = highest
        if not changed:
            return levels, True
    for node in order[1:]:
        levels[node] = levels[nodes[node].parent] + 1
    return levels, False


class _Contour:
    """The outline of a subtree by rows, the deepest first: its least and greatest coordinates, up to a shift each."""

    __slots__ = ("high", "high_shift", "low", "low_shift")

    def __init__(self, rows: Sequence[Extent]) -> None:
        self.low, self.high = [-before for before, _ in rows], [after for _, after in rows]
        self.low_shift = self.high_shift = 0.0

    def shift(self, by: float) -> None:
        self.low_shift += by
        self.high_shift += by

    def add_row(self, extent: Extent, center: float = 0.0) -> None:
        """Add a row above the others."""
        self.low.append(center - extent[0] - self.low_shift)
        self.high.append(center + extent[1] - self.high_shift)

    def widen_row(self, row: int, extent: Extent) -> None:
        """Make a row, counted from the top, at least as wide as an extent around 0."""
        if row < len(self.low):
            self.low[-1 - row] = min(self.low[-1 - row], -extent[0] - self.low_shift)
            self.high[-1 - row] = max(self.high[-1 - row], extent[1] - self.high_shift)

    def distance(self, other: _Contour) -> float:
        """Return the least shift of another contour to the right of this one, both with the same top row."""
        common = min(len(self.high), len(other.low))
        pairs = zip(self.high[len(self.high) - common :], other.low[len(other.low) - common :], strict=True)
        return max(high - low for high, low in pairs) + self.high_shift - other.low_shift

    def join(self, other: _Contour) -> None:
        """Add a contour to the right of this one, which takes the lesser number of rows as time."""
        if len(other.low) > len(self.low):
            mine = [value + self.low_shift - other.low_shift for value in self.low]
            other.low[len(other.low) - len(mine) :] = mine
            self.low, self.low_shift = other.low, other.low_shift
        if len(other.high) >= len(self.high):
            self.high, self.high_shift = other.high, other.high_shift
        else:
            theirs = [value + other.high_shift - self.high_shift for value in other.high]
            self.high[len(self.high) - len(theirs) :] = theirs


def coordinates(tree: Placement) -> list[float]:
    """Return the coordinate across the tree of every node, in time linear in the number of nodes.

    Subtrees keep their outlines apart, siblings are spread evenly, and a parent is over the middle of its first and
    last child (Reingold & Tilford 1981).
    """
    nodes, order, levels, gap = tree.nodes, tree.view.preorder, tree.levels, 8 * tree.stretch
    offset, contours = [0.0] * len(nodes), {}
    for node in reversed(order):
        level, children = levels[node], nodes[node].children
        if not children:
            below = tree.room_below(node)
            contours[node] = _Contour([tree.node_room(node)] if below is None else [below, tree.node_room(node)])
            continue
        outlines, leaves = [], [not nodes[child].children for child in children]
        for child in children:
            own = contours.pop(child)
            for row in range(2 * levels[child] - 1, 2 * level, -1):
                own.add_row(tree.label_room(child) if row == 2 * level + 1 else _PASSING)
            outlines.append(own)
        beside = [0.0, *map(tree.least_distance, children[1:])]
        even = _even(outlines, leaves, beside, gap) if 2 < len(children) <= _MOST_EVEN else None
        outline = outlines[0]  # of all children so far
        for place, child in enumerate(children[1:], start=1):
            own, before = outlines[place], offset[children[place - 1]]
            if even is None:
                between = 0.0 if leaves[place] and leaves[place - 1] else gap
                offset[child] = max(outline.distance(own) + between, before + beside[place])
            else:
                offset[child] = even[place]
            own.shift(offset[child])
            outline.join(own)
        middle = (offset[children[0]] + offset[children[-1]]) / 2
        for child in children:
            offset[child] -= middle
        outline.shift(-middle)
        below = tree.room_below(node)
        if below is not None:
            outline.widen_row(0, below)
        outline.add_row(tree.node_room(node))
        contours[node] = outline
    places = [0.0] * len(nodes)
    for node in order[1:]:
        places[node] = places[nodes[node].parent] + offset[node]
    return places


def _even(outlines: Sequence[_Contour], leaves: Sequence[bool], beside: Sequence[float], gap: float) -> list[float]:
    """Return places of siblings at even distances, or as even as the least room allows."""
    size = len(outlines)
    apart = {
        (first, second): max(
            outlines[first].distance(outlines[second]) + (0.0 if leaves[first] and leaves[second] else gap),
            beside[second] if second == first + 1 else 0.0,
        )
        for second in range(size)
        for first in range(second)
    }
    low = [0.0] * size
    for second in range(1, size):
        low[second] = max(low[first] + apart[first, second] for first in range(second))
    pitch = max(distance / (second - first) for (first, second), distance in apart.items())
    if pitch * (size - 1) <= _EVEN_ROOM * low[-1]:
        return [pitch * place for place in range(size)]
    places = low
    for _ in range(_SMOOTHINGS):
        for own in range(1, size - 1):
            least = max(places[first] + apart[first, own] for first in range(own))
            most = min(places[second] - apart[own, second] for second in range(own + 1, size))
            places[own] = min(max((places[own - 1] + places[own + 1]) / 2, least), most)
    return places


def lanes_of(
    view: VisibleTree, levels: Sequence[int], places: Sequence[float], aligned: bool, tail: Callable[[int], float]
) -> tuple[list[int], list[int], set[int]]:
    """Return the lane of every node within its level, the number of lanes of every level, and the levels with too many.

    Sets whose intervals across the tree overlap have different lanes, as have sets and the other inner nodes between
    their members; narrow ones come first. `tail` is the room that the last node of a set needs after its place.
    """
    lanes, count, crowded = [0] * len(levels), [0] * (max(levels) + 1), set[int]()
    members = view.sets if aligned else {}
    shared = {node for nodes in members.values() for node in nodes}
    groups: dict[int, list[list[int]]] = {}
    for group in [*members.values(), *([node] for node in view.preorder if node not in shared)]:
        if view.nodes[group[0]].children:
            groups.setdefault(levels[group[0]], []).append(group)
    reach = CAPSULE + 3
    for level, here in groups.items():
        spans = sorted(
            (
                (
                    min(places[k] for k in group) - reach - NAME * (len(group) > 1),
                    max(places[k] for k in group) + reach + (tail(group[-1]) if len(group) > 1 else 0.0),
                    group,
                )
                for group in here
            ),
            key=lambda span: (round(span[1] - span[0]), span[0]),
        )
        taken: list[list[Extent]] = []
        for low, high, group in spans:
            lane = next(
                (k for k, others in enumerate(taken) if all(high <= a or b <= low for a, b in others)), len(taken)
            )
            if lane == len(taken):
                taken.append([])
            taken[lane].append((low, high))
            for node in group:
                lanes[node] = lane
        count[level] = len(taken)
        if len(taken) > MOST_LANES:
            count[level] = 1
            crowded.add(level)
            for node in (node for group in here for node in group):
                lanes[node] = 0
    return lanes, count, crowded


EdgeLabel = tuple[tuple[str, ...], str, bool]


class Placement:
    """The places of the nodes of a tree that grows in one direction, with room for texts stretched by a factor."""

    def __init__(
        self, view: VisibleTree, right: bool, stretch: float, twin: VisibleTree | None, difference: bool
    ) -> None:
        self.view, self.right, self.stretch = view, right, stretch
        self.twin, self.difference = twin, difference
        self.nodes = view.nodes
        self.levels, self.aligned = levels_of(view)
        self.member_of = {node: infoset for infoset, members in view.sets.items() for node in members}
        self.first_members = {members[0] for members in view.sets.values()}
        self.labels = [self._label(number, view) for number in range(len(view.nodes))]
        self.widths = [self._label_width(label) for label in self.labels]
        self.lines = [len(label) for label, _, _ in self.labels]
        if twin is not None and not difference:
            others = (self._label_width(self._label(number, twin)) for number in range(len(view.nodes)))
            self.widths = list(map(max, self.widths, others))
        self.names = self._cut_names()
        self.side = self._sides()
        self.columns = self._columns()
        self.across = coordinates(self)
        self.lanes, self.lane_count, self.crowded = lanes_of(view, self.levels, self.across, self.aligned, self._tail)
        self.along, self.ends, self.begins = self._along()

    def _label(self, number: int, view: VisibleTree) -> EdgeLabel:
        """Return the action in lines and the probability at the edge into a node, and whether they are bold."""
        node = view.nodes[number]
        played = view.has_profile and node.parent >= 0 and self.nodes[node.parent].owner >= 0
        if played and self.difference:
            before, after, changed = node.probability, self._other(number), bool(self._share(number))
            assert before is not None and after is not None
            shown = f"{shown_number(before)} → {shown_number(after)}" if changed else ""
            return wrapped(node.label, LABEL, LONGEST_LABEL, changed), shown, changed
        bold = played and bool(node.probability)
        label, probability = wrapped(node.label, LABEL, LONGEST_LABEL, bold), ""
        if node.probability is not None and not (played and node.probability in (0, 1)):
            probability = shown_number(node.probability)
            if parse_rational(node.label) == node.probability:
                label = ()
        return label, probability, bold

    def _other(self, number: int) -> Number | None:
        """Return the probability of the edge into a node in the other profile."""
        assert self.twin is not None
        return self.twin.nodes[number].probability

    def _share(self, number: int) -> Number:
        """Return what the width of the edge into a node stands for: a probability, or the difference of both."""
        probability: Number = self.nodes[number].probability or 0
        return apart(probability, self._other(number) or 0) if self.difference else probability

    def _belief_width(self, number: int) -> float:
        """Return the width of a node's note or belief, the larger one of both profiles; 0 if none is shown."""
        note = self.view.nodes[number].note
        if note and self.view.payoff_axes is None:
            return text_width(fitted(note, TINY, LONGEST_NOTE), TINY)
        views = (self.view,) if self.twin is None else (self.view, self.twin)
        beliefs = (
            () if self.difference or number not in self.member_of else (view.nodes[number].belief for view in views)
        )
        return max((text_width(shown_number(one), TINY) for one in beliefs if one is not None), default=0.0)

    @staticmethod
    def _label_width(shown: EdgeLabel) -> float:
        lines, probability, bold = shown
        widths = [text_width(line, LABEL, bold) for line in lines]
        if probability:
            widths[-1:] = [sum(widths[-1:]) + (4.0 if lines else 0.0) + text_width(probability, SMALL, bold)]
        return max(widths, default=0.0)

    def _sides(self) -> list[int]:
        """Return -1 for labels to the left of edges that fall, 1 for those to the right."""
        side = [1] * len(self.nodes)
        for node in self.nodes:
            for place, child in enumerate(node.children):
                side[child] = -1 if 2 * place < len(node.children) - 1 else 1
        return side

    def _columns(self) -> dict[int, list[float]]:
        """Return the widths of the columns of payoffs of every level."""
        widths: dict[int, list[float]] = {}
        for node, level in zip(self.nodes, self.levels, strict=True):
            if node.payoffs is not None:
                here = widths.setdefault(level, [0.0] * len(node.payoffs))
                for player, payoff in enumerate(node.payoffs):
                    here[player] = max(here[player], text_width(shown_number(payoff), PAYOFF, True))
        return widths

    def _stub_lines(self, node: Node) -> list[str]:
        lines = [counted(node.hidden, "node")]
        if node.values is not None and self.twin is None:
            lines.append(f"worth {shown_number(node.values[0])}")
        return lines

    def node_room(self, number: int) -> Extent:
        """Return the room across the tree of a node."""
        node = self.nodes[number]
        if self.right:
            before = after = 8.5 if node.payoffs is not None else RADIUS + (1.5 if node.hidden else 4)
            if number in self.first_members:
                before = CAPSULE + 17
            if self._belief_width(number):
                after = RADIUS + 15
            if self._has_square(number):
                after = self._square_begin(number) + SIDE + 6
            return before * self.stretch, after * self.stretch
        before = after = RADIUS + 5
        if node.payoffs is not None or node.hidden:
            before = after = self._below_width(node) / 2 + 5
        if number in self.first_members:
            before = max(before, CAPSULE + 8 + self._name_width(self.member_of[number]))
        if self._belief_width(number):
            after = max(after, RADIUS + 9 + self._belief_width(number))
        if self._has_square(number):
            after = self._square_begin(number) + SIDE + 6
        return before * self.stretch, after * self.stretch

    def _has_square(self, number: int) -> bool:
        """Return whether a square beside a node shows what equilibria pay from there on."""
        return self.view.payoff_axes is not None and self.nodes[number].payable is not None

    def _square_begin(self, number: int) -> float:
        """Return the distance across the tree between a node and its square, which is after the node.

        Along the tree squares begin just after the middles of nodes, where edges into them have ended, and the edges to
        children begin behind the squares.
        """
        if self.nodes[number].hidden and not self.right:
            return max(RADIUS, self._below_width(self.nodes[number]) / 2) + 5
        return RADIUS + 5

    def _tail(self, number: int) -> float:
        """Return the length that the belief of the last node of an information set adds to the capsule."""
        width = self._belief_width(number)
        if not width:
            return 0.0
        return 9.0 if self.right else RADIUS + 6 + width - CAPSULE

    def _cut_names(self) -> dict[int, str]:
        """Return the names of information sets in limited room; no two sets of a player have the same one."""
        sets, names = self.view.sets, self.view.names
        owners = {infoset: self.nodes[members[0]].owner for infoset, members in sets.items()}
        shown: dict[int, str] = {}
        for owner in set(owners.values()):
            own = [infoset for infoset in sets if owners[infoset] == owner]
            repeated = Counter(names[infoset] for infoset in own)
            texts = [self.view.shown[k] if names[k] and repeated[names[k]] > 1 else names[k] for k in own]
            shown |= zip(own, fitted_apart(texts, SMALL, LONGEST_NAME), strict=True)
        return shown

    def _name_width(self, infoset: int) -> float:
        return text_width(self.names[infoset], SMALL)

    def _below_width(self, node: Node) -> float:
        if node.payoffs is not None:
            return max(text_width(shown_number(payoff), PAYOFF, True) for payoff in node.payoffs)
        return max(text_width(line, SMALL) for line in self._stub_lines(node))

    def label_room(self, number: int) -> Extent:
        """Return the room across the tree of the label of the edge into a node."""
        if self.right:
            return 15.5 * self.stretch + LINE * max(0, self.lines[number] - 1), 2.5
        outer = (self.widths[number] + 8) * self.stretch
        return (outer, 6.0) if self.side[number] < 0 else (6.0, outer)

    def room_below(self, number: int) -> Extent | None:
        """Return what a node needs beside the labels of the next level, or None."""
        node = self.nodes[number]
        if self.right or (node.payoffs is None and not node.hidden):
            return None
        half = self._below_width(node) / 2 + 5
        return half, half

    def least_distance(self, number: int) -> float:
        """Return the least distance of a node from its elder sibling: a label between two falling edges has to fit."""
        if self.right:
            return 0.0
        siblings = self.nodes[self.nodes[number].parent].children
        elder = siblings[siblings.index(number) - 1]
        between = (self.widths[number] if self.side[number] < 0 else 0.0) + (
            self.widths[elder] if self.side[elder] > 0 else 0.0
        )
        return (between + 14) * self.stretch / LABEL_AT if between else 0.0

    def _along(self) -> tuple[list[float], list[float], list[float]]:
        """Return the coordinate along the tree of every node, and the end and the beginning of every level."""
        depth = max(self.levels) + 1
        pitch, names = [LANE] * depth, [0.0] * depth
        if self.right:
            for infoset, members in self.view.sets.items():
                level = self.levels[members[0]]
                if level not in self.crowded:
                    pitch[level] = max(pitch[level], self._name_width(infoset) + 5)
                    if self.lanes[members[0]] == 0:
                        names[level] = max(names[level], self._name_width(infoset) - CAPSULE - 3)
        tine, lines = [0.0] * depth, [1] * depth
        for number, node in enumerate(self.nodes):
            if node.parent >= 0:
                row = self.levels[node.parent] + 1
                tine[row] = max(tine[row], self.widths[number] + 8)
                lines[row] = max(lines[row], self.lines[number])
        along, ends, begins = [0.0] * len(self.nodes), [0.0] * depth, [0.0] * depth
        by_level: list[list[int]] = [[] for _ in range(depth)]
        for number, level in enumerate(self.levels):
            by_level[level].append(number)
        position = 0.0
        for level, here in enumerate(by_level):
            begins[level] = position
            lanes = self.lane_count[level]
            tips = [number for number in here if self.nodes[number].payoffs is not None or self.nodes[number].hidden]
            # Leaves end before the capsules that they would be in; nothing of them crosses a capsule.
            rooms = {number: self._tip_room(number, level) for number in tips}
            before = max((rooms[number] for number in tips if lanes and self._in_capsule(number, level)), default=0.0)
            first = position + max(before + (CAPSULE + 3 if lanes else 0.0), names[level])
            ends[level] = first + (lanes - 1) * pitch[level] + RADIUS if lanes else first
            if any(map(self._has_square, here)):
                ends[level] += SQUARE_AT + SIDE + 3 - (RADIUS if lanes else 0)
            for number in here:
                along[number] = first + self.lanes[number] * pitch[level]
            for number in tips:
                along[number] = position if self.right or before else first
                if self.nodes[number].hidden:
                    along[number] += RADIUS
                if self.right:
                    ends[level] = max(ends[level], along[number] + rooms[number])
            if level + 1 < depth:
                band = max(FALL, 16.0 * len(self.view.players) + 26) * self.stretch**0.5
                band += 1.5 * LINE * (lines[level + 1] - 1)
                position = ends[level] + (CURVE + tine[level + 1] if self.right else band)
        return along, ends, begins

    def _tip_room(self, number: int, level: int) -> float:
        """Return the room along the tree of the payoffs of a leaf, or of what is written at a folded node."""
        node = self.nodes[number]
        if node.payoffs is not None:
            columns = self.columns[level]
            return sum(columns) + 12 * len(columns) + 6 if self.right else 8 + 14.5 * len(columns)
        lines = self._stub_lines(node)
        return 2 * RADIUS + (22 + text_width(", ".join(lines), SMALL) if self.right else 16 + 12 * len(lines))

    def _in_capsule(self, number: int, level: int) -> bool:
        """Return whether the end of a play is between the first and last node of an information set of its level."""
        room = CAPSULE + 4.0 + (RADIUS if self.right else self._below_width(self.nodes[number]) / 2)
        return level not in self.crowded and any(
            self.levels[members[0]] == level
            and self.across[members[0]] - room < self.across[number]
            and self.across[number] < self.across[members[-1]] + self._tail(members[-1]) + room
            for members in self.view.sets.values()
        )
