"""Places of the nodes of a tree: levels that align information sets, contours, and lanes for the sets of a level.

Coordinates are *along* the tree, from the root to the leaves, and *across* it. A row is a strip across the tree: row 2k
holds the nodes of level k, and row 2k - 1 the labels of the edges into them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from seqform.pictures.visible import VisibleTree

RADIUS = 8.5
CAPSULE = 12.5
LANE = 27.0
NAME = 12.0
"""The room of the name of an information set before its capsule."""
MOST_LANES = 8
"""With more lanes at one level, information sets are shown by their names instead of capsules."""

_MOST_EVEN, _EVEN_ROOM, _SMOOTHINGS = 60, 1.25, 8
"""Siblings that are spread evenly, the factor of room that this may take, and rounds where it takes more."""

Extent = tuple[float, float]
"""The room before and after a coordinate across the tree."""


@dataclass(frozen=True)
class Room:
    """The room across the tree that the parts of a picture take.

    `node` and `label` are of a node and of the label of the edge into it, `passing` of an edge that passes other levels
    on its way; `below` is what a node needs beside the labels of the next level, or None; `apart` is the least
    distance of a node from its elder sibling.
    """

    node: Callable[[int], Extent]
    label: Callable[[int], Extent]
    below: Callable[[int], Extent | None]
    apart: Callable[[int], float]
    passing: Extent
    gap: float


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


def coordinates(view: VisibleTree, levels: Sequence[int], room: Room) -> list[float]:
    """Return the coordinate across the tree of every node, in time linear in the number of nodes.

    Subtrees keep their outlines apart, siblings are spread evenly, and a parent is over the middle of its first and
    last child (Reingold & Tilford 1981).
    """
    nodes, order = view.nodes, view.preorder
    offset, contours = [0.0] * len(nodes), {}
    for node in reversed(order):
        level, children = levels[node], nodes[node].children
        if not children:
            below = room.below(node)
            contours[node] = _Contour([room.node(node)] if below is None else [below, room.node(node)])
            continue
        outlines, leaves = [], [not nodes[child].children for child in children]
        for child in children:
            own = contours.pop(child)
            for row in range(2 * levels[child] - 1, 2 * level, -1):
                own.add_row(room.label(child) if row == 2 * level + 1 else room.passing)
            outlines.append(own)
        beside = [0.0, *map(room.apart, children[1:])]
        even = _even(outlines, leaves, beside, room.gap) if 2 < len(children) <= _MOST_EVEN else None
        outline = outlines[0]  # of all children so far
        for place, child in enumerate(children[1:], start=1):
            own, before = outlines[place], offset[children[place - 1]]
            if even is None:
                gap = 0.0 if leaves[place] and leaves[place - 1] else room.gap
                offset[child] = max(outline.distance(own) + gap, before + beside[place])
            else:
                offset[child] = even[place]
            own.shift(offset[child])
            outline.join(own)
        middle = (offset[children[0]] + offset[children[-1]]) / 2
        for child in children:
            offset[child] -= middle
        outline.shift(-middle)
        below = room.below(node)
        if below is not None:
            outline.widen_row(0, below)
        outline.add_row(room.node(node))
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
