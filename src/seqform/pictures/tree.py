"""Trees as scenes: nodes, edges, labels, capsules for information sets, payoffs, probabilities and beliefs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

from seqform.io.style import Theme, blend
from seqform.models.games.extensive import CHANCE
from seqform.models.numbers.exact import Number
from seqform.models.numbers.text import counted, parse_rational, write_rational
from seqform.pictures.layout import CAPSULE, LANE, RADIUS, Extent, Room, coordinates, lanes_of, levels_of
from seqform.pictures.scene import (
    Path,
    Scene,
    Shape,
    TextItem,
    fitted,
    fitted_apart,
    overlapping_texts,
    text_width,
    title_text,
    wrapped,
)
from seqform.pictures.visible import LEAF, ORIGIN, SINGLE, Node, VisibleTree, apart
from seqform.system.foreign_text import visible

Direction = Literal["down", "right"]

WIDEST_DOWN = 1000.0
"""A tree that is wider than this in pixels is drawn from left to right unless a direction is given."""

_LABEL, _PAYOFF, _SMALL, _TINY = 11.5, 12.0, 10.0, 9.0
_LONGEST_LABEL, _LONGEST_NAME, _LONGEST_NOTE = 150.0, 72.0, 200.0
_CURVE, _FALL, _LABEL_AT, _LINE = 34.0, 62.0, 0.56, 13.0
_TITLE_LENGTH, _MOST_FULL = 300, 12
_WIDENINGS = 3


def tree_scene(
    view: VisibleTree,
    theme: Theme,
    direction: Direction | None = None,
    heading: str = "",
    twin: VisibleTree | None = None,
    difference: bool = False,
) -> Scene:
    """Return the picture of a tree; by default it grows downwards if it is narrow, else to the right.

    `twin` has the same nodes with another profile. Both pictures are laid out alike; with `difference`, one picture has
    the probabilities of both, and the width of an edge is their difference.
    Where texts overlap, the tree is laid out again with more room, and one that grows downwards at last to the right.
    """
    for chosen in ("down", "right") if direction is None else (direction,):
        for widening in range(_WIDENINGS + 1):
            painter = _Painter(view, theme, chosen == "right", 1.4**widening, twin, difference)
            tree = painter.tree()
            if not overlapping_texts(item for item in tree if isinstance(item, TextItem)):
                break
        else:
            if direction is None and chosen == "down":
                continue
        scene = painter.framed(tree, heading)
        if direction is not None or chosen == "right" or scene.box.right - scene.box.left <= WIDEST_DOWN:
            break
    return scene


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


def _exact(value: Number) -> str:
    text = write_rational(value) if isinstance(value, Fraction) else repr(float(value))
    return text if len(text) <= _TITLE_LENGTH else f"{float(value):.15g}"


def _numbers(*values: Number | None) -> str:
    """Return numbers exactly, those that are not known left out."""
    return ", ".join(_exact(value) for value in values if value is not None)


_Label = tuple[tuple[str, ...], str, bool]


class _Painter:
    """The parts of the picture of one tree in one direction, with room stretched by a factor."""

    def __init__(
        self, view: VisibleTree, theme: Theme, right: bool, stretch: float, twin: VisibleTree | None, difference: bool
    ) -> None:
        self.view, self.theme, self.right, self.stretch = view, theme, right, stretch
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

    # ---- room ----

    def _label(self, number: int, view: VisibleTree) -> _Label:
        """Return the action in lines and the probability at the edge into a node, and whether they are bold."""
        node = view.nodes[number]
        played = view.has_profile and node.parent >= 0 and self.nodes[node.parent].owner >= 0
        if played and self.difference:
            before, after, changed = node.probability, self._other(number), bool(self._share(number))
            assert before is not None and after is not None
            shown = f"{shown_number(before)} → {shown_number(after)}" if changed else ""
            return wrapped(node.label, _LABEL, _LONGEST_LABEL, changed), shown, changed
        bold = played and bool(node.probability)
        label, probability = wrapped(node.label, _LABEL, _LONGEST_LABEL, bold), ""
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
            return text_width(fitted(note, _TINY, _LONGEST_NOTE), _TINY)
        views = (self.view,) if self.twin is None else (self.view, self.twin)
        beliefs = (
            () if self.difference or number not in self.member_of else (view.nodes[number].belief for view in views)
        )
        return max((text_width(shown_number(one), _TINY) for one in beliefs if one is not None), default=0.0)

    @staticmethod
    def _label_width(shown: _Label) -> float:
        lines, probability, bold = shown
        widths = [text_width(line, _LABEL, bold) for line in lines]
        if probability:
            widths[-1:] = [sum(widths[-1:]) + (4.0 if lines else 0.0) + text_width(probability, _SMALL, bold)]
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
                    here[player] = max(here[player], text_width(shown_number(payoff), _PAYOFF, True))
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
            shown |= zip(own, fitted_apart(texts, _SMALL, _LONGEST_NAME), strict=True)
        return shown

    def _name_width(self, infoset: int) -> float:
        return text_width(self.names[infoset], _SMALL)

    def _below_width(self, node: Node) -> float:
        if node.payoffs is not None:
            return max(text_width(shown_number(payoff), _PAYOFF, True) for payoff in node.payoffs)
        return max(text_width(line, _SMALL) for line in self._stub_lines(node))

    def _label_room(self, number: int) -> Extent:
        if self.right:
            return 15.5 * self.stretch + _LINE * max(0, self.lines[number] - 1), 2.5
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
        return (between + 14) * self.stretch / _LABEL_AT if between else 0.0

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
                band = max(_FALL, 16.0 * len(self.view.players) + 26) * self.stretch**0.5
                band += 1.5 * _LINE * (lines[level + 1] - 1)
                position = ends[level] + (_CURVE + tine[level + 1] if self.right else band)
        return along, ends, begins

    def _tip_room(self, number: int, level: int) -> float:
        """Return the room along the tree of the payoffs of a leaf, or of what is written at a folded node."""
        node = self.nodes[number]
        if node.payoffs is not None:
            columns = self.columns[level]
            return sum(columns) + 12 * len(columns) + 6 if self.right else 8 + 14.5 * len(columns)
        lines = self._stub_lines(node)
        return 2 * RADIUS + (22 + text_width(", ".join(lines), _SMALL) if self.right else 16 + 12 * len(lines))

    def _in_capsule(self, number: int, level: int) -> bool:
        """Return whether the end of a play is between the first and last node of an information set of its level."""
        room = CAPSULE + 4.0 + (RADIUS if self.right else self._below_width(self.nodes[number]) / 2)
        return level not in self.crowded and any(
            self.levels[members[0]] == level
            and self.across[members[0]] - room < self.across[number]
            and self.across[number] < self.across[members[-1]] + self._tail(members[-1]) + room
            for members in self.view.sets.values()
        )

    # ---- shapes ----

    def at(self, along: float, across: float) -> tuple[float, float]:
        """Return the point with coordinates along and across the tree."""
        return (along, across) if self.right else (across, along)

    def pale(self, number: int) -> bool:
        """Return whether a node has probability 0."""
        return self.view.has_profile and not self.difference and self.nodes[number].reach == 0

    def color(self, owner: int) -> str:
        """Return the colour of a player, or of chance."""
        return self.theme.players[owner % len(self.theme.players)] if owner >= 0 else self.theme.muted

    def tree(self) -> list[TextItem | Path | Shape]:
        """Return the shapes of the tree itself, in the order in which they are drawn."""
        edges = sorted(
            (number for number, node in enumerate(self.nodes) if node.parent >= 0),
            key=lambda number: (not self.pale(number), float(self._share(number))),
        )
        items: list[TextItem | Path | Shape] = [*self._capsules()]
        items += [self._edge(number) for number in edges]
        for number in self.view.preorder:
            items += self._edge_label(number)
            items += self._end(number)
        for number in self.view.preorder:
            items += self._node(number)
        items += self._names()
        return items

    def _capsules(self) -> Iterator[Path | Shape]:
        for infoset, members in self.view.sets.items():
            owner, title = self.nodes[members[0]].owner, self._set_title(infoset, len(members))
            color, fill = self.color(owner), self.theme.sets[owner % len(self.theme.sets)]
            if not self.aligned:
                points = [self.at(self.along[node], self.across[node]) for node in members]
                if self.levels[members[0]] not in self.crowded:
                    yield Path(points[0], tuple(points[1:]), color, 1.2, (4, 3), title=title)
            elif self.levels[members[0]] not in self.crowded:
                low, high = self.across[members[0]], self.across[members[-1]]
                high += self._tail(members[-1])
                half = (high - low) / 2 + CAPSULE
                x, y = self.at(self.along[members[0]], (low + high) / 2)
                width, height = self.at(CAPSULE, half)
                yield Shape(x, y, width, height, CAPSULE, fill, color, 0.9, (4, 3), title=title)

    def _set_title(self, infoset: int, size: int) -> str:
        return f"information set {visible(self.view.shown[infoset])[:_TITLE_LENGTH]}, {counted(size, 'node')}"

    def _edge(self, number: int) -> Path:
        node = self.nodes[number]
        parent = self.nodes[node.parent]
        level = self.levels[node.parent]
        color, width, opacity = self.theme.ink, 1.3, 1.0
        if parent.owner < 0:
            color = self.theme.muted
        elif self.view.has_profile:
            share = float(self._share(number))
            color, width = (self.color(parent.owner), 1.2 + 3.6 * share) if share else (self.theme.never, 1.1)
        if self.pale(number):
            opacity = 1.0 if color == self.theme.never else 0.4
        start, end = self.ends[level], self.begins[level + 1]
        here, there, target = self.across[node.parent], self.across[number], self.along[number]
        if self.right:
            turn = start + _CURVE
            steps: tuple[tuple[float, ...], ...] = (
                (start, here),
                (start + 0.6 * _CURVE, here, start + 0.4 * _CURVE, there, turn, there),
                (target, there),
            )
            return Path((self.along[node.parent], here), steps, color, width, opacity=opacity)
        low = end if target > end + 2 * CAPSULE else target
        points = [(here, start)] * (start > self.along[node.parent] + RADIUS + 1) + [(there, low)]
        points += [(there, target)] * (low < target)
        return Path((here, self.along[node.parent]), tuple(points), color, width, opacity=opacity)

    def _edge_label(self, number: int) -> Iterator[TextItem]:
        node = self.nodes[number]
        label, probability, bold = self.labels[number]
        if node.parent < 0 or not (label or probability):
            return
        level, parent = self.levels[node.parent], self.nodes[node.parent]
        never = self.view.has_profile and parent.owner >= 0 and self._share(number) == 0
        color = self.color(parent.owner) if self.view.has_profile and parent.owner >= 0 else self.theme.ink
        opacity = 0.62 if self.pale(number) else 1.0
        if never:
            color, opacity = self.theme.muted, 1.0
        title = self._edge_title(node, number)
        width = self._label_width(self.labels[number])
        thickness = 1.3 + (3.6 * float(self._share(number)) if bold else 0.0)
        if self.right:
            x, y = self.ends[level] + _CURVE - 2, self.across[number] - 3.2 - thickness / 2
        else:
            start, end = self.ends[level], self.begins[level + 1]
            y = start + _LABEL_AT * (end - start)
            if start <= self.along[node.parent] + RADIUS + 1:
                start = self.along[node.parent]
            low = end if self.along[number] > end + 2 * CAPSULE else self.along[number]
            here, there = self.across[node.parent], self.across[number]
            lean = here + (there - here) * (y + 4 - start) / (low - start)
            gap = 4.5 + thickness / 2
            x = lean - gap - width if self.side[number] < 0 else lean + gap
        for place, line in enumerate(label):
            inner = 0.0
            if not self.right and self.side[number] < 0 and (place < len(label) - 1 or not probability):
                inner = width - text_width(line, _LABEL, bold)
            above = y - _LINE * (len(label) - 1 - place)
            yield TextItem(x + inner, above, line, _LABEL, color, bold=bold, opacity=opacity, title=title)
        if probability:
            if label and (self.right or self.side[number] > 0):
                x += text_width(label[-1], _LABEL, bold) + 4.0
            else:
                x += width - text_width(probability, _SMALL, bold)
            yield TextItem(x, y, probability, _SMALL, color, bold=bold, opacity=opacity, title="" if label else title)

    def _edge_title(self, node: Node, number: int) -> str:
        label = visible(node.label)[:_TITLE_LENGTH]
        if node.probability is None:
            return label
        title = f"{label}: probability {_exact(node.probability)}"
        other = self._other(number) if self.difference and self.nodes[node.parent].owner >= 0 else None
        return title if other is None else f"{title}, then {_exact(other)}"

    def _end(self, number: int) -> Iterator[TextItem | Path]:
        """Yield the payoffs of a leaf, or what is folded below a node."""
        node = self.nodes[number]
        opacity = 0.6 if self.pale(number) else 1.0
        along, across = self.along[number], self.across[number]
        if node.payoffs is not None:
            column = along + 6
            for player, payoff in enumerate(node.payoffs):
                text, color = shown_number(payoff), self.color(player)
                title = self._node_title(number) if player == 0 else ""
                if self.right:
                    column += self.columns[self.levels[number]][player] + (12 if player else 0)
                    yield TextItem(
                        column, across + 4.2, text, _PAYOFF, color, "end", True, opacity=opacity, title=title
                    )
                else:
                    y = along + 14 + 14.5 * player
                    yield TextItem(across, y, text, _PAYOFF, color, "middle", True, opacity=opacity, title=title)
        elif node.hidden:
            lines, muted = self._stub_lines(node), self.theme.muted
            tip, wide = along + RADIUS + 12, 6.0
            points = [self.at(tip, across - wide), self.at(tip, across + wide), self.at(along, across)]
            yield Path(self.at(along, across), tuple(points), muted, 1.0, opacity=0.6)
            if self.right:
                yield TextItem(tip + 4, across + 3.5, ", ".join(lines), _SMALL, muted, title=self._node_title(number))
            for place, line in enumerate(lines if not self.right else ()):
                title = self._node_title(number) if place == 0 else ""
                yield TextItem(across, tip + 11 + 12 * place, line, _SMALL, muted, "middle", title=title)

    def _node(self, number: int) -> Iterator[TextItem | Shape]:
        node = self.nodes[number]
        if node.owner == LEAF:
            return
        x, y = self.at(self.along[number], self.across[number])
        color, title = self.color(node.owner), self._node_title(number)
        if node.owner == ORIGIN:
            yield Shape(x, y, 2.5, 2.5, 2.5, color, title=title)
            return
        if self.pale(number):
            color = blend(color, self.theme.background, 0.5)
        back = self.theme.background
        if node.owner == CHANCE:
            yield Shape(x, y, 5.6, 5.6, 0.5, back, color, 1.4, turned=True, title=title)
        else:
            half, radius, turned = ((RADIUS, RADIUS, False), (8.0, 3.0, False), (7.2, 1.5, True))[node.owner % 3]
            yield Shape(x, y, half, half, radius, color, back, 1.5, turned=turned, title=title)
            yield TextItem(x, y + 3.6, str(node.owner + 1), _SMALL, self.theme.on_player, "middle", True)
        text, title = fitted(node.note, _TINY, _LONGEST_NOTE), node.note
        if node.belief is not None and number in self.member_of and not self.difference:
            text, title = shown_number(node.belief), f"belief {_exact(node.belief)}"
        if text and self.right:
            yield TextItem(x, y + RADIUS + 9, text, _TINY, self.theme.muted, "middle", title=title)
        elif text:
            yield TextItem(x + RADIUS + 3, y + 3.2, text, _TINY, self.theme.muted, title=title)

    def _node_title(self, number: int) -> str:
        """Return what is known of a node, exactly; of a difference, in the first profile and then in the second."""
        node = self.nodes[number]
        lines = [" > ".join(map(visible, node.path))[:_TITLE_LENGTH] or "root"]
        if node.infoset != SINGLE:
            lines.append(f"information set {visible(self.view.shown[node.infoset])[:_TITLE_LENGTH]}")
        both = [node] if self.twin is None or not self.difference else [node, self.twin.nodes[number]]
        facts = [("reached with probability", [_numbers(one.reach) for one in both])]
        facts.append(("belief", [_numbers(one.belief) for one in both]))
        if node.payoffs is not None:
            facts.append(("payoffs", [_numbers(*node.payoffs)]))
        else:
            facts.append(("worth", [_numbers(*(one.values or ())) for one in both]))
        lines += [f"{what} {', then '.join(one or 'none' for one in known)}" for what, known in facts if any(known)]
        return "; ".join(lines)

    def _names(self) -> Iterator[TextItem]:
        for infoset, members in self.view.sets.items():
            name, first = self.names[infoset], members[0]
            color, title = self.color(self.nodes[first].owner), self._set_title(infoset, len(members))
            crowded = self.levels[first] in self.crowded
            for node in members if crowded else members[:1]:
                along, across = self.along[node], self.across[node]
                if self.right:
                    top = across - (RADIUS if crowded else CAPSULE) - 3.5
                    middle = along - max(0.0, self._name_width(infoset) / 2 - CAPSULE - 3)  # left of the edges' curves
                    yield TextItem(middle, top, name, _SMALL, color, "middle", italic=True, title=title)
                else:
                    edge = across - (RADIUS if crowded else CAPSULE) - 4
                    yield TextItem(edge, along + 3.5, name, _SMALL, color, "end", italic=True, title=title)

    # ---- frame ----

    def framed(self, tree: list[TextItem | Path | Shape], heading: str) -> Scene:
        """Return the scene with title and legend."""
        view, theme = self.view, self.theme
        title = visible(view.title)[:_TITLE_LENGTH]
        folded = len(view.nodes) < view.total
        about = f"{len(view.nodes):,} of {counted(view.total, 'node')}" if folded else counted(view.total, "node")
        if view.values is not None and not self.difference:
            worth = ", ".join(
                f"{shown_number(value)} to {fitted(name, 11, 120)}"
                for value, name in zip(view.values, view.players, strict=True)
            )
            about = f"{about}; {'the game is ' if folded else ''}worth {worth}"
        scene = Scene(title, f"{heading + ': ' if heading else ''}game tree, {about}", theme.background, tree)
        scene.folded = about.split(";")[0] if any(node.hidden for node in self.nodes) else ""
        box = scene.box
        left, top, wide = box.left + scene.margin, box.top + scene.margin, box.right - box.left
        legend = list(self._legend(left, box.bottom - scene.margin + 34))
        room = max(wide, 540.0, max(item.box.right for item in legend) - left)
        legend += self._full_names(left, legend[-1].box.bottom + 18, room)
        aside = (max(item.box.right for item in legend) - (box.right - scene.margin)) / 2
        tree = [item.moved(aside, 0) for item in tree] if aside > 0 else tree  # under the middle of a wider legend
        top_line = heading or title
        scene.items = [
            title_text(top_line, left, top - 42, 0.88 * room, theme.ink),
            TextItem(left, top - 25, fitted(f"{title}; {about}" if heading else about, 11, room), 11, theme.muted),
            *tree,
            *legend,
        ]
        return scene

    def _full_names(self, x: float, y: float, room: float) -> Iterator[TextItem]:
        """Yield a line for every name and action that is cut in the picture."""
        full = {(self.names[k], self.color(self.nodes[nodes[0]].owner)): self.view.shown[k]
                for k, nodes in self.view.sets.items() if "…" in self.names[k]}  # fmt: skip
        for node, (lines, _, _) in zip(self.nodes, self.labels, strict=True):
            if lines and lines[-1].endswith("…"):
                full.setdefault((" ".join(lines), self.theme.ink), node.label)
        for (name, color), text in list(full.items())[:_MOST_FULL]:
            for place, line in enumerate(wrapped(text, _SMALL, room - 120)):
                if not place:
                    yield TextItem(x, y, fitted(name, _SMALL, 110), _SMALL, color, italic=True)
                yield TextItem(x + 120, y, line, _SMALL, self.theme.muted)
                y += 14
        if len(full) > _MOST_FULL:
            yield TextItem(x, y, f"and {len(full) - _MOST_FULL:,} more: in the tooltips", _SMALL, self.theme.muted)

    def _legend(self, x: float, y: float) -> Iterator[TextItem | Path | Shape]:
        theme, view = self.theme, self.view
        half = {0: (RADIUS, RADIUS, False), 1: (8.0, 3.0, False), 2: (7.2, 1.5, True)}
        x += RADIUS
        for player, name in enumerate(view.players):
            size, radius, turned = half[player % 3]
            yield Shape(x, y - 3.6, size, size, radius, self.color(player), theme.background, 1.5, turned=turned)
            yield TextItem(x, y, str(player + 1), _SMALL, theme.on_player, "middle", True)
            text = fitted(name, 11, 160) or f"Player {player + 1}"
            yield TextItem(x + 14, y, text, 11, theme.ink, title=visible(name)[:_TITLE_LENGTH])
            x += 14 + text_width(text, 11) + 24
        if any(node.owner == CHANCE for node in self.nodes):
            yield Shape(x, y - 3.6, 5.6, 5.6, 0.5, theme.background, theme.muted, 1.4, turned=True)
            yield TextItem(x + 13, y, "chance", 11, theme.ink)
            x += 13 + text_width("chance", 11) + 18
        if view.has_profile:
            for width, color in ((4.8, self.color(0)), (2.4, self.color(0)), (1.1, theme.never)):
                yield Path((x, y - 3.6), ((x + 20, y - 3.6),), color, width)
                x += 25
            text = "large, small, no difference" if self.difference else "always, sometimes, never played"
            yield TextItem(x + 2, y, text, 11, theme.ink)
            x += 2 + text_width(text, 11) + 18
            if any(map(self.pale, range(len(self.nodes)))):
                yield Path((x, y - 3.6), ((x + 20, y - 3.6),), self.color(0), 4.8, opacity=0.4)
                yield TextItem(x + 27, y, "not reached", 11, theme.ink)
