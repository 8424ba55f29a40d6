"""Places of the nodes of a tree, with room for texts: levels that align information sets, contours, lanes of sets.

Coordinates are *along* the tree, from the root to the leaves, and *across* it. A row is a strip across the tree: row 2k
holds the nodes of level k, and row 2k - 1 the labels of the edges into them.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence

from seqform.models.numbers.exact import Number
from seqform.models.numbers.text import counted, parse_rational
from seqform.pictures.payoff_squares import SIDE
from seqform.pictures.scene import (
    CAPITAL,
    fitted,
    fitted_apart,
    shown_number,
    text_width,
    widest_width,
    wrapped,
)
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

LABEL = 11.5  # sizes of text: of actions
PAYOFF = 12.0
SMALL = 10.0  # of names, probabilities and numbers of players
TINY = 9.0  # of beliefs and notes

LONGEST_LABEL = 150.0  # widths at which texts are cut
LONGEST_NAME = 72.0
LONGEST_NOTE = 200.0

CURVE = 34.0  # the room along the tree in which edges to the right turn
FALL = 62.0  # the least room along the tree for edges that fall
SHALLOWEST = (
    6.0  # how far across an edge may fall by one along: shallower edges are near to their labels
)
LABEL_AT = 0.66  # the part of their way down at which their labels are
LINE = 13.0  # the distance of the lines of a label

_MOST_EVEN = 60  # more siblings are put as near to each other as they fit
_SMALL_TREE = 40  # nodes of a tree whose branches are even where that takes up to _EVEN_ROOM_OF_SMALL times the room
_EVEN_ROOM_OF_SMALL = 2.0
_EVEN_ROOM = 1.25  # the same factor in larger trees
_SMOOTHINGS = 8  # rounds in which distances become more even where that is too much

Extent = tuple[float, float]
"""The room before and after a coordinate across the tree."""

_PASSING: Extent = (8, 8)
"""The room of an edge that passes other levels on its way."""


def levels_of(view: VisibleTree) -> tuple[list[int], bool]:
    """Return a level for every node, and whether the nodes of every information set have the same one.

    The level of a node is one more than its parent's, or that of its information set if it is larger. Where sets
    precede each other in a circle, no such levels exist, and those returned are numbers of moves.
    """
    nodes = view.nodes
    order = view.preorder
    set_of = {node: infoset for infoset, members in view.sets.items() for node in members}
    levels = [0] * len(nodes)

    # Levels rise until every set has one: a round moves all members down to the lowest one, and what follows with them.
    # A set is moved by those that precede it, so without a circle as many rounds as there are sets are enough, and one
    # more in which nothing changes.
    least = dict.fromkeys(view.sets, 0)
    for _ in range(len(least) + 2):
        for node in order[1:]:
            levels[node] = levels[nodes[node].parent] + 1
            if node in set_of:
                levels[node] = max(levels[node], least[set_of[node]])
        changed = False
        for infoset, members in view.sets.items():
            deepest = max(levels[node] for node in members)
            is_level = all(levels[node] == deepest for node in members)
            if deepest > least[infoset] or not is_level:
                changed = True
            least[infoset] = deepest
        if not changed:
            return levels, True

    for node in order[1:]:
        levels[node] = levels[nodes[node].parent] + 1
    return levels, False


class _Contour:
    """The outline of a subtree by rows, the deepest first: its least and greatest coordinates, up to a shift each."""

    __slots__ = ("high", "high_shift", "low", "low_shift")

    def __init__(self, rows: Sequence[Extent]) -> None:
        self.low = [-before for before, _ in rows]
        self.high = [after for _, after in rows]
        self.low_shift = 0.0
        self.high_shift = 0.0

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
        own_high = self.high[len(self.high) - common :]
        their_low = other.low[len(other.low) - common :]
        overlap = max(high - low for high, low in zip(own_high, their_low, strict=True))
        return overlap + self.high_shift - other.low_shift

    def join(self, other: _Contour) -> None:
        """Add a contour to the right of this one, which takes the lesser number of rows as time."""
        # The longer list stays, the rows that both have are written over in it: on the left side those of this
        # contour, on the right side those of the other one.
        if len(other.low) > len(self.low):
            own_low = [value + self.low_shift - other.low_shift for value in self.low]
            other.low[len(other.low) - len(own_low) :] = own_low
            self.low = other.low
            self.low_shift = other.low_shift
        if len(other.high) >= len(self.high):
            self.high = other.high
            self.high_shift = other.high_shift
        else:
            their_high = [value + other.high_shift - self.high_shift for value in other.high]
            self.high[len(self.high) - len(their_high) :] = their_high


def coordinates(tree: Placement) -> list[float]:
    """Return the coordinate across the tree of every node, in time linear in the number of nodes.

    Subtrees keep their outlines apart, siblings are spread evenly, and a parent is over the middle of its first and
    last child (Reingold & Tilford 1981).
    """
    # From the leaves up, every node gets its offset from its parent, and every subtree its contour: the room that it
    # takes in each row. Children are put side by side, each as near as its contour allows to that of all before it, or
    # evenly; then they are shifted so that 0 is in the middle, where their parent is. A contour is used up when it is
    # joined, which keeps the time linear. From the root down, the offsets add up to coordinates.
    nodes = tree.nodes
    order = tree.view.preorder
    offset = [0.0] * len(nodes)
    contours: dict[int, _Contour] = {}
    for node in reversed(order):
        below = tree.room_below(node)
        children = nodes[node].children
        if not children:
            rows = [tree.node_room(node)] if below is None else [below, tree.node_room(node)]
            contours[node] = _Contour(rows)
            continue

        outlines = [_outline_up_to(tree, child, contours.pop(child)) for child in children]
        places = _places(tree, children, outlines)
        middle = (places[0] + places[-1]) / 2
        for child, place in zip(children, places, strict=True):
            offset[child] = place - middle
        outline = outlines[0]  # all others are joined to it
        outline.shift(-middle)
        if below is not None:
            outline.widen_row(0, below)
        outline.add_row(tree.node_room(node))
        contours[node] = outline

    coordinate = [0.0] * len(nodes)
    for node in order[1:]:
        coordinate[node] = coordinate[nodes[node].parent] + offset[node]
    return coordinate


def _outline_up_to(tree: Placement, child: int, outline: _Contour) -> _Contour:
    """Add to the contour of a child the rows up to its parent: an edge that passes levels, and its label."""
    first_row = 2 * tree.levels[tree.nodes[child].parent] + 1
    for row in range(2 * tree.levels[child] - 1, first_row - 1, -1):
        outline.add_row(tree.label_room(child) if row == first_row else _PASSING)
    return outline


def _places(tree: Placement, children: Sequence[int], outlines: Sequence[_Contour]) -> list[float]:
    """Return places of siblings, the first at 0, and join the contours of all others to that of the first."""
    gap = 8 * tree.stretch
    is_leaf = [not tree.nodes[child].children for child in children]
    beside = [0.0, *map(tree.least_distance, children[1:])]
    even = None
    if 2 < len(children) <= _MOST_EVEN:
        is_small = len(tree.nodes) <= _SMALL_TREE
        even_room = _EVEN_ROOM_OF_SMALL if is_small else _EVEN_ROOM
        even = _even(outlines, is_leaf, beside, gap, even_room)

    places = [0.0]
    for number in range(1, len(children)):
        if even is None:
            between = 0.0 if is_leaf[number] and is_leaf[number - 1] else gap
            from_all = outlines[0].distance(outlines[number]) + between
            places.append(max(from_all, places[-1] + beside[number]))
        else:
            places.append(even[number])
        outlines[number].shift(places[-1])
        outlines[0].join(outlines[number])
    return places


def _even(
    outlines: Sequence[_Contour],
    leaves: Sequence[bool],
    beside: Sequence[float],
    gap: float,
    even_room: float,
) -> list[float]:
    """Return places of siblings at even distances, or as even as the least room allows.

    Even distances may take up to `even_room` times the least room.
    """
    size = len(outlines)
    least: dict[tuple[int, int], float] = {}
    for second in range(size):
        for first in range(second):
            between = 0.0 if leaves[first] and leaves[second] else gap
            distance = outlines[first].distance(outlines[second]) + between
            label_room = beside[second] if second == first + 1 else 0.0
            least[first, second] = max(distance, label_room)

    # Each as far to the left as those before it allow.
    places = [0.0] * size
    for second in range(1, size):
        places[second] = max(places[first] + least[first, second] for first in range(second))
    pitch = max(distance / (second - first) for (first, second), distance in least.items())
    if pitch * (size - 1) <= even_room * places[-1]:
        return [pitch * place for place in range(size)]

    # Even distances would take too much room: the ends stay, and every other one moves towards the middle of its
    # neighbors, as far as the room on both sides lets it.
    for _ in range(_SMOOTHINGS):
        for number in range(1, size - 1):
            leftmost = max(places[first] + least[first, number] for first in range(number))
            rightmost = min(
                places[second] - least[number, second] for second in range(number + 1, size)
            )
            middle = (places[number - 1] + places[number + 1]) / 2
            places[number] = min(max(middle, leftmost), rightmost)
    return places


def lanes_of(
    view: VisibleTree,
    levels: Sequence[int],
    places: Sequence[float],
    aligned: bool,
    tail: Callable[[int], float],
) -> tuple[list[int], list[int], set[int]]:
    """Return the lane of every node within its level, the number of lanes of every level, and the levels with too many.

    Sets whose intervals across the tree overlap have different lanes, as have sets and the other inner nodes between
    their members; narrow ones come first. `tail` is the room that the last node of a set needs after its place.
    """
    groups_of_level: dict[int, list[list[int]]] = {}
    for group in _groups(view, aligned):
        if view.nodes[group[0]].children:
            groups_of_level.setdefault(levels[group[0]], []).append(group)

    lanes = [0] * len(levels)
    count = [0] * (max(levels) + 1)
    crowded: set[int] = set()
    for level, groups in groups_of_level.items():
        lane_of_group = _lanes([_interval(group, places, tail) for group in groups])
        count[level] = max(lane_of_group) + 1
        if count[level] > MOST_LANES:
            count[level] = 1
            crowded.add(level)
            lane_of_group = [0] * len(groups)
        for group, lane in zip(groups, lane_of_group, strict=True):
            for node in group:
                lanes[node] = lane
    return lanes, count, crowded


def _groups(view: VisibleTree, aligned: bool) -> list[list[int]]:
    """Return the members of information sets that lie on one level, and every other node alone."""
    sets = list(view.sets.values()) if aligned else []
    shared = {node for members in sets for node in members}
    return [*sets, *([node] for node in view.preorder if node not in shared)]


def _interval(
    group: Sequence[int], places: Sequence[float], tail: Callable[[int], float]
) -> Extent:
    """Return the least and the greatest coordinate of a capsule, with its name before and its belief behind."""
    reach = CAPSULE + 3
    low = min(places[node] for node in group) - reach
    high = max(places[node] for node in group) + reach
    if len(group) == 1:
        return low, high
    return low - NAME, high + tail(group[-1])


def _lanes(intervals: Sequence[Extent]) -> list[int]:
    """Return the first lane for each interval in which it overlaps no other, narrow intervals first."""
    lanes = [0] * len(intervals)
    taken: list[list[Extent]] = []
    by_width = sorted(
        range(len(intervals)),
        key=lambda k: (round(intervals[k][1] - intervals[k][0]), intervals[k][0]),
    )
    for number in by_width:
        low, high = intervals[number]
        lane = 0
        while lane < len(taken) and any(begin < high and low < end for begin, end in taken[lane]):
            lane += 1
        if lane == len(taken):
            taken.append([])
        taken[lane].append((low, high))
        lanes[number] = lane
    return lanes


EdgeLabel = tuple[tuple[str, ...], str, bool]


class Texts:
    """The texts of a picture of a tree, and their widths: labels of edges, names of information sets, beliefs."""

    def __init__(self, view: VisibleTree, twin: VisibleTree | None, difference: bool) -> None:
        self.view = view
        self.twin = twin
        self.difference = difference
        self.nodes = view.nodes
        self.member_of = {
            node: infoset for infoset, members in view.sets.items() for node in members
        }
        numbers = range(len(view.nodes))
        self.labels = [self._label(number, view) for number in numbers]
        self.widths = [self._label_width(label) for label in self.labels]
        self.lines = [len(label) for label, _, _ in self.labels]
        if twin is not None and not difference:  # both pictures get the room of the wider label
            widths_of_twin = [self._label_width(self._label(number, twin)) for number in numbers]
            self.widths = list(map(max, self.widths, widths_of_twin))
        self.names = self._cut_names()

    def _label(self, number: int, view: VisibleTree) -> EdgeLabel:
        """Return the action in lines and the probability at the edge into a node, and whether they are bold."""
        node = view.nodes[number]
        is_players = node.parent >= 0 and self.nodes[node.parent].owner >= 0
        is_played = view.has_profile and is_players
        if is_played and self.difference:
            return self._changed_label(number, node)

        bold = is_played and bool(node.probability)
        label = wrapped(node.label, LABEL, LONGEST_LABEL, bold)
        is_shown_by_width = is_played and node.probability in (0, 1)
        if node.probability is None or is_shown_by_width:
            return label, "", bold
        if parse_rational(node.label) == node.probability:
            label = ()  # a move of chance that is named by its probability
        return label, shown_number(node.probability), bold

    def _changed_label(self, number: int, node: Node) -> EdgeLabel:
        """Return the action with the probabilities of both profiles, if they differ."""
        before = node.probability
        after = self._other(number)
        assert before is not None and after is not None
        is_changed = bool(self._share(number))
        probabilities = f"{shown_number(before)} → {shown_number(after)}" if is_changed else ""
        return wrapped(node.label, LABEL, LONGEST_LABEL, is_changed), probabilities, is_changed

    def _other(self, number: int) -> Number | None:
        """Return the probability of the edge into a node in the other profile."""
        assert self.twin is not None
        return self.twin.nodes[number].probability

    def _share(self, number: int) -> Number:
        """Return what the width of the edge into a node stands for: a probability, or the difference of both."""
        probability: Number = self.nodes[number].probability or 0
        if self.difference:
            return apart(probability, self._other(number) or 0)
        return probability

    def _belief_width(self, number: int) -> float:
        """Return the width of a node's note or belief, the larger one of both profiles; 0 if none is shown."""
        note = self.view.nodes[number].note
        if note and self.view.payoff_axes is None:
            return text_width(fitted(note, TINY, LONGEST_NOTE), TINY)
        if self.difference or number not in self.member_of:
            return 0.0
        widest = 0.0
        for view in (self.view, self.twin):
            belief = None if view is None else view.nodes[number].belief
            if belief is not None:
                widest = max(widest, text_width(shown_number(belief), TINY))
        return widest

    @staticmethod
    def _label_width(shown: EdgeLabel) -> float:
        """Return the width of a label: of its widest line, the last of which ends in the probability."""
        lines, probability, bold = shown
        widths = [text_width(line, LABEL, bold) for line in lines]
        if probability:
            width = text_width(probability, SMALL, bold)
            if widths:
                widths[-1] = widest_width(lines[-1], LABEL, bold) + 4.0 + width
            else:
                widths = [width]
        return max(widths, default=0.0)

    def _cut_names(self) -> dict[int, str]:
        """Return the names of information sets in limited room; no two sets of a player have the same one."""
        sets_of: dict[int, list[int]] = {}
        for infoset, members in self.view.sets.items():
            sets_of.setdefault(self.nodes[members[0]].owner, []).append(infoset)
        cut: dict[int, str] = {}
        for infosets in sets_of.values():
            names = [self.view.names[infoset] for infoset in infosets]
            repeated = Counter(names)
            texts = []
            for infoset, name in zip(infosets, names, strict=True):
                is_ambiguous = bool(name) and repeated[name] > 1
                texts.append(self.view.shown[infoset] if is_ambiguous else name)
            cut |= zip(infosets, fitted_apart(texts, SMALL, LONGEST_NAME), strict=True)
        return cut

    def _name_width(self, infoset: int) -> float:
        return text_width(self.names[infoset], SMALL)


class Placement(Texts):
    """The places of the nodes of a tree that grows in one direction, with room for texts stretched by a factor."""

    def __init__(
        self,
        view: VisibleTree,
        twin: VisibleTree | None,
        difference: bool,
        right: bool,
        stretch: float,
    ) -> None:
        # The texts come first, then the places across the tree, which need their widths; the lanes of sets, which need
        # these places; and at last the places along the tree, which need the numbers of lanes.
        super().__init__(view, twin, difference)
        self.right = right
        self.stretch = stretch
        self.levels, self.aligned = levels_of(view)
        self.first_members = {members[0] for members in view.sets.values()}
        self.side = self._sides()
        self.columns = self._columns()
        self.band_widths, self.band_lines = self._label_rooms()
        self.across = coordinates(self)
        self.lanes, self.lane_count, self.crowded = lanes_of(
            view, self.levels, self.across, self.aligned, self._tail
        )
        self.along, self.ends, self.begins = self._along()

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
            if node.payoffs is None:
                continue
            widths_of_level = widths.setdefault(level, [0.0] * len(node.payoffs))
            for player, payoff in enumerate(node.payoffs):
                width = text_width(shown_number(payoff), PAYOFF, True)
                widths_of_level[player] = max(widths_of_level[player], width)
        return widths

    def _stub_lines(self, node: Node) -> list[str]:
        lines = [counted(node.hidden, "node")]
        if node.values is not None and self.twin is None:
            lines.append(f"worth {shown_number(node.values[0])}")
        return lines

    def node_room(self, number: int) -> Extent:
        """Return the room across the tree of a node."""
        before, after = (
            self._room_to_the_right(number) if self.right else self._room_downwards(number)
        )
        if self._has_square(number):
            after = self._square_begin(number) + SIDE + 6
        return before * self.stretch, after * self.stretch

    def _room_to_the_right(self, number: int) -> Extent:
        """Return the room above and below a node of a tree that grows to the right."""
        node = self.nodes[number]
        room = RADIUS + 4
        if node.payoffs is not None:
            room = 8.5
        elif node.hidden:
            room = RADIUS + 1.5
        # The name is above the capsule.
        before = CAPSULE + 17 if number in self.first_members else room
        after = RADIUS + 15 if self._belief_width(number) else room
        return before, after

    def _room_downwards(self, number: int) -> Extent:
        """Return the room on the left and on the right of a node of a tree that grows downwards."""
        node = self.nodes[number]
        before = after = RADIUS + 5
        if node.payoffs is not None or node.hidden:
            before = after = self._below_width(node) / 2 + 5
        if number in self.first_members:
            before = max(before, CAPSULE + 8 + self._name_width(self.member_of[number]))
        belief_width = self._belief_width(number)
        if belief_width:
            after = max(after, RADIUS + 9 + belief_width)
        return before, after

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
        if self.right:
            return 9.0
        return RADIUS + 6 + width - CAPSULE

    def _below_width(self, node: Node) -> float:
        if node.payoffs is not None:
            return max(text_width(shown_number(payoff), PAYOFF, True) for payoff in node.payoffs)
        return max(text_width(line, SMALL) for line in self._stub_lines(node))

    def label_room(self, number: int) -> Extent:
        """Return the room across the tree of the label of the edge into a node."""
        if self.right:  # the label is above the edge, its further lines above the last one
            return 15.5 * self.stretch + LINE * max(0, self.lines[number] - 1), 2.5
        outer = (self.widths[number] + 8) * self.stretch
        if self.side[number] < 0:
            return outer, 6.0
        return 6.0, outer

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
        between = 0.0
        if self.side[number] < 0:
            between += self.widths[number]
        if self.side[elder] > 0:
            between += self.widths[elder]
        if not between:
            return 0.0
        # Edges are nearer to each other at the top of their labels than at their ends, and meet at the parent.
        band = self._band(self.levels[self.nodes[number].parent] + 1)
        lines = max(self.lines[number], self.lines[elder])
        top = LABEL_AT * band - LINE * (lines - 1) - CAPITAL * LABEL
        return (between + 14) * self.stretch * (band + RADIUS) / (top + RADIUS)

    def _band(self, level: int) -> float:
        """Return the room along a tree that grows downwards of the edges into a level and their labels."""
        band = max(FALL, 16.0 * len(self.view.players) + 26) * math.sqrt(self.stretch)
        return band + 1.5 * LINE * (self.band_lines[level] - 1)

    def _along(self) -> tuple[list[float], list[float], list[float]]:
        """Return the coordinate along the tree of every node, and the end and the beginning of every level."""
        # A level begins with the ends of plays, which are short of its capsules; then come the lanes, one behind the
        # other, with the names of sets before the first; then the squares; and then a band for the edges and labels.
        depth = max(self.levels) + 1
        pitch, name_room = self._lane_rooms(depth)
        nodes_of_level: list[list[int]] = [[] for _ in range(depth)]
        for number, level in enumerate(self.levels):
            nodes_of_level[level].append(number)

        along = [0.0] * len(self.nodes)
        ends = [0.0] * depth
        begins = [0.0] * depth
        position = 0.0
        for level, numbers in enumerate(nodes_of_level):
            begins[level] = position
            lanes = self.lane_count[level]
            tips = [
                number
                for number in numbers
                if self.nodes[number].payoffs is not None or self.nodes[number].hidden
            ]
            # Leaves end before the capsules that they would be in; nothing of them crosses a capsule.
            rooms = {number: self._tip_room(number, level) for number in tips}
            before = 0.0
            if lanes:
                before = max(
                    (rooms[number] for number in tips if self._in_capsule(number, level)),
                    default=0.0,
                )

            first_lane = position + max(before, name_room[level])
            ends[level] = first_lane
            if lanes:
                first_lane = position + max(before + (CAPSULE + 3), name_room[level])
                ends[level] = first_lane + (lanes - 1) * pitch[level] + RADIUS
            if any(map(self._has_square, numbers)):
                # From the middle of nodes.
                ends[level] += SQUARE_AT + SIDE + 3 - (RADIUS if lanes else 0)

            for number in numbers:
                along[number] = first_lane + self.lanes[number] * pitch[level]
            for number in tips:
                along[number] = position if self.right or before else first_lane
                if self.nodes[number].hidden:
                    along[number] += RADIUS
                if self.right:
                    ends[level] = max(ends[level], along[number] + rooms[number])

            if level + 1 == depth:
                break
            if self.right:
                position = ends[level] + (CURVE + self.band_widths[level + 1])
            else:
                widest = 0.0
                for number in numbers:
                    for child in self.nodes[number].children:
                        widest = max(widest, abs(self.across[child] - self.across[number]))
                position = ends[level] + max(self._band(level + 1), widest / SHALLOWEST)
        return along, ends, begins

    def _lane_rooms(self, depth: int) -> tuple[list[float], list[float]]:
        """Return the distance of the lanes of every level, and the room of names before the first lane."""
        pitch = [LANE] * depth
        name_room = [0.0] * depth
        if not self.right:  # the names of sets are beside them then
            return pitch, name_room
        for infoset, members in self.view.sets.items():
            level = self.levels[members[0]]
            if level in self.crowded:
                continue
            width = self._name_width(infoset)
            pitch[level] = max(pitch[level], width + 5)
            if self.lanes[members[0]] == 0:
                name_room[level] = max(name_room[level], width - CAPSULE - 3)
        return pitch, name_room

    def _label_rooms(self) -> tuple[list[float], list[int]]:
        """Return the width and the number of lines of the largest label before every level."""
        depth = max(self.levels) + 1
        widths = [0.0] * depth
        lines = [1] * depth
        for number, node in enumerate(self.nodes):
            if node.parent >= 0:
                level = self.levels[node.parent] + 1
                widths[level] = max(widths[level], self.widths[number] + 8)
                lines[level] = max(lines[level], self.lines[number])
        return widths, lines

    def _tip_room(self, number: int, level: int) -> float:
        """Return the room along the tree of the payoffs of a leaf, or of what is written at a folded node."""
        node = self.nodes[number]
        if node.payoffs is not None:
            columns = self.columns[level]
            if self.right:
                return sum(columns) + 12 * len(columns) + 6
            return 8 + 14.5 * len(columns)
        lines = self._stub_lines(node)
        if self.right:
            return 2 * RADIUS + (22 + text_width(", ".join(lines), SMALL))
        return 2 * RADIUS + (16 + 12 * len(lines))

    def _in_capsule(self, number: int, level: int) -> bool:
        """Return whether the end of a play is between the first and last node of an information set of its level."""
        if level in self.crowded:
            return False
        half = RADIUS if self.right else self._below_width(self.nodes[number]) / 2
        room = CAPSULE + 4.0 + half
        for members in self.view.sets.values():
            first, last = members[0], members[-1]
            if self.levels[first] != level:
                continue
            is_after_begin = self.across[first] - room < self.across[number]
            is_before_end = self.across[number] < self.across[last] + self._tail(last) + room
            if is_after_begin and is_before_end:
                return True
        return False
