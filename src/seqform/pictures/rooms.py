"""The room that the texts of a tree take, and the places of its nodes and labels."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from seqform.models.numbers.exact import Number
from seqform.models.numbers.text import counted, parse_rational, write_rational
from seqform.pictures.layout import CAPSULE, LANE, RADIUS, Extent, Room, coordinates, lanes_of, levels_of
from seqform.pictures.scene import fitted, fitted_apart, text_width, wrapped
from seqform.pictures.visible import Node, VisibleTree, apart

LABEL, PAYOFF, SMALL, TINY = 11.5, 12.0, 10.0, 9.0
"""Sizes of the texts of actions, of payoffs, and of others."""

LONGEST_LABEL, LONGEST_NAME, LONGEST_NOTE = 150.0, 72.0, 200.0
CURVE, FALL, LABEL_AT, LINE = 34.0, 62.0, 0.56, 13.0


def shown_number(value: Number) -> str:
    """Return a fraction of up to seven characters in full, and other numbers with three digits; "≈" if that rounds.

    Examples
    --------
    >>> shown_number(Fraction(-1, 3)), shown_number(Fraction(10001, 30001)), shown_number(1 / 3)
    ('−1/3', '≈0.333', '0.333')
    """
    text = write_rational(value) if isinstance(value, Fraction) else ""
    if not text or len(text) > 7:
        text = f"{float(value) + 0.0:.3g}"
        text = f"≈{text}" if isinstance(value, Fraction) and Fraction(text) != value else text
    return text.replace("-", "−")


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
        room = Room(self._node_room, self._label_room, self._room_below, self._apart, (8, 8), 8 * stretch)
        self.across = coordinates(view, self.levels, room)
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
        if note := self.view.nodes[number].note:
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

    def _node_room(self, number: int) -> Extent:
        node = self.nodes[number]
        if self.right:
            before = after = 8.5 if node.payoffs is not None else RADIUS + (1.5 if node.hidden else 4)
            if number in self.first_members:
                before = CAPSULE + 17
            if self._belief_width(number):
                after = RADIUS + 15
            return before * self.stretch, after * self.stretch
        before = after = RADIUS + 5
        if node.payoffs is not None or node.hidden:
            before = after = self._below_width(node) / 2 + 5
        if number in self.first_members:
            before = max(before, CAPSULE + 8 + self._name_width(self.member_of[number]))
        if self._belief_width(number):
            after = max(after, RADIUS + 9 + self._belief_width(number))
        return before * self.stretch, after * self.stretch

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

    def _label_room(self, number: int) -> Extent:
        if self.right:
            return 15.5 * self.stretch + LINE * max(0, self.lines[number] - 1), 2.5
        outer = (self.widths[number] + 8) * self.stretch
        return (outer, 6.0) if self.side[number] < 0 else (6.0, outer)

    def _room_below(self, number: int) -> Extent | None:
        node = self.nodes[number]
        if self.right or (node.payoffs is None and not node.hidden):
            return None
        half = self._below_width(node) / 2 + 5
        return half, half

    def _apart(self, number: int) -> float:
        """Return the least distance from the elder sibling: a label between two falling edges has to fit."""
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
