"""Trees as scenes: nodes, edges, labels, capsules for information sets, payoffs, probabilities and beliefs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Literal

from seqform.io.figures import Theme
from seqform.models.numbers.exact import Number
from seqform.pictures.layout import (
    CAPSULE,
    CURVE,
    LABEL,
    LABEL_AT,
    LINE,
    LONGEST_NOTE,
    PAYOFF,
    RADIUS,
    SMALL,
    SQUARE_AT,
    TINY,
    Placement,
)
from seqform.pictures.painter import Painter, exact_text
from seqform.pictures.payoff_squares import SIDE, paid_mark, payoff_square
from seqform.pictures.scene import (
    CAPITAL,
    DESCENDER,
    Path,
    Scene,
    Shape,
    TextItem,
    fitted,
    overlapping_texts,
    shown_number,
)
from seqform.pictures.signalling import SignallingPainter, signalling_roles
from seqform.pictures.visible import VisibleTree

Direction = Literal["down", "right"]

WIDEST_DOWN = 1000.0
"""A tree that is wider than this in pixels is drawn from left to right unless a direction is given."""

_WIDENINGS = 3


def tree_scene(
    view: VisibleTree,
    theme: Theme,
    direction: Direction | None = None,
    heading: str = "",
    twin: VisibleTree | None = None,
    difference: bool = False,
    may_signal: bool = True,
) -> Scene:
    """Return the picture of a tree; by default it grows downwards if it is narrow, else to the right.

    A signalling game with two actions of the sender has a layout of its own, unless a direction is given
    or it is not to have it.

    `twin` has the same nodes with another profile. Both pictures are laid out alike; with `difference`, one picture has
    the probabilities of both, and the width of an edge is their difference.
    Where texts overlap, or an edge runs through a label, the tree is laid out again with more room, and one that grows
    downwards at last to the right.
    """
    roles = signalling_roles(view) if may_signal else None
    if roles is not None and direction is None:
        in_all_directions = SignallingPainter(view, roles, theme, twin, difference)
        return in_all_directions.framed(in_all_directions.tree(), heading)

    directions: tuple[Direction, ...] = ("down", "right") if direction is None else (direction,)
    for chosen in directions:
        is_last = chosen == directions[-1]
        for widening in range(_WIDENINGS + 1):
            painter = _TreePainter(view, theme, chosen == "right", 1.4**widening, twin, difference)
            tree = painter.tree()
            texts = [item for item in tree if isinstance(item, TextItem)]
            has_overlaps = bool(overlapping_texts(texts)) or painter.has_crossed_labels()
            if not has_overlaps:
                break
        if has_overlaps and not is_last:
            continue
        scene = painter.framed(tree, heading)
        if is_last or scene.box.right - scene.box.left <= WIDEST_DOWN:
            break
    return scene


class _TreePainter(Painter, Placement):
    """The picture of one tree in one direction, with room stretched by a factor."""

    def __init__(
        self,
        view: VisibleTree,
        theme: Theme,
        right: bool,
        stretch: float,
        twin: VisibleTree | None,
        difference: bool,
    ) -> None:
        Placement.__init__(self, view, twin, difference, right, stretch)
        self.theme = theme

    def at(self, along: float, across: float) -> tuple[float, float]:
        """Return the point with coordinates along and across the tree."""
        if self.right:
            return along, across
        return across, along

    def _capsules(self) -> Iterator[Path | Shape]:
        """Yield the capsules of information sets, or dashed lines through their nodes where these are not aligned."""
        for infoset, members in self.view.sets.items():
            first, last = members[0], members[-1]
            if self.levels[first] in self.crowded:
                continue
            if not self.aligned:
                color = self.color(self.nodes[first].owner)
                title = self._set_title(infoset, len(members))
                points = [self.at(self.along[node], self.across[node]) for node in members]
                yield Path(points[0], tuple(points[1:]), color, 1.2, (4, 3), title=title)
                continue
            low = self.across[first]
            high = self.across[last] + self._tail(last)
            center = self.at(self.along[first], (low + high) / 2)
            half = self.at(CAPSULE, (high - low) / 2 + CAPSULE)
            yield self._capsule(infoset, center, half)

    def _spot(self, number: int) -> tuple[float, float]:
        """Return the place of a node."""
        return self.at(self.along[number], self.across[number])

    def _edge_steps(self, number: int) -> tuple[tuple[float, ...], ...]:
        """Return the steps of the edge into a node, from its parent on."""
        return self._edge_to_the_right(number) if self.right else self._edge_downwards(number)

    def _edge_to_the_right(self, number: int) -> tuple[tuple[float, ...], ...]:
        """Return the steps of an edge: to the end of its level, a curve to the height of the node, and on to it."""
        node = self.nodes[number]
        here = self.across[node.parent]
        there = self.across[number]
        start = self.ends[self.levels[node.parent]]
        curve = (start + 0.6 * CURVE, here, start + 0.4 * CURVE, there, start + CURVE, there)
        return (start, here), curve, (self.along[number], there)

    def _edge_downwards(self, number: int) -> tuple[tuple[float, ...], ...]:
        """Return the points of an edge: straight on past its own level, aslant to the next, straight on past others."""
        node = self.nodes[number]
        level = self.levels[node.parent]
        here = self.across[node.parent]
        there = self.across[number]
        start = self.ends[level]
        target = self.along[number]
        points = []
        if start > self.along[node.parent] + RADIUS + 1:
            points.append((here, start))
        low = self._slant_end(number)
        points.append((there, low))
        if low < target:
            points.append((there, target))
        return tuple(points)

    def _slant_end(self, number: int) -> float:
        """Return where an edge that falls is over its node: at the begin of the next level, or at a node near it."""
        end = self.begins[self.levels[self.nodes[number].parent] + 1]
        target = self.along[number]
        return end if target > end + 2 * CAPSULE else target

    def _ends_at_edge(self, number: int) -> bool:
        """Return whether the label of an edge is to the left of it, and ends there."""
        return not self.right and self.side[number] < 0

    def _label_corner(self, number: int, width: float) -> tuple[float, float]:
        """Return the left end of the last line of a label: above an edge to the right, or beside one that falls."""
        node = self.nodes[number]
        level = self.levels[node.parent]
        _, _, bold = self.labels[number]
        thickness = 1.3
        if bold:
            thickness += 3.6 * float(self._share(number))
        if self.right:
            return self.ends[level] + CURVE + thickness / 2, self.across[
                number
            ] - 3.2 - thickness / 2

        band = self.ends[level], self.begins[level + 1]
        y = band[0] + LABEL_AT * (band[1] - band[0])
        # The edge is beside all lines of the label, from the top of the first to the bottom of the last one.
        top = y - LINE * (self.lines[number] - 1) - CAPITAL * LABEL
        bottom = y + DESCENDER * LABEL
        beside = [self._across_at(number, top), self._across_at(number, bottom)]
        # A shallow edge is apart from the corner of the label by less than the distance across the tree.
        slope = (beside[1] - beside[0]) / (bottom - top)
        gap = max(4.5 + thickness / 2, (1.5 + thickness / 2) * math.hypot(1, slope))
        if self.side[number] < 0:
            return min(beside) - gap - width, y
        return max(beside) + gap, y

    def _across_at(self, number: int, along: float) -> float:
        """Return the coordinate across the tree of an edge that falls, at a coordinate along the tree."""
        node = self.nodes[number]
        start = self.ends[self.levels[node.parent]]
        # The edge is aslant from the node itself on.
        if start <= self.along[node.parent] + RADIUS + 1:
            start = self.along[node.parent]
        here = self.across[node.parent]
        there = self.across[number]
        return here + (there - here) * (along - start) / (self._slant_end(number) - start)

    def _end(self, number: int) -> Iterator[TextItem | Path]:
        """Yield the payoffs of a leaf, or what is folded below a node."""
        node = self.nodes[number]
        if node.payoffs is not None:
            yield from self._payoffs(number, node.payoffs)
        elif node.hidden:
            yield from self._folded(number)

    def _payoffs(self, number: int, payoffs: Sequence[Number]) -> Iterator[TextItem]:
        """Yield the payoffs of a leaf in columns by players, or below each other; the tooltip is at the first one."""
        along, across = self.along[number], self.across[number]
        if self.right:
            columns = self.columns[self.levels[number]]
            yield from self._payoff_row(number, payoffs, (along + 6, across + 4.2), columns)
            return
        opacity = 0.6 if self.pale(number) else 1.0
        title = self._node_title(number)
        for player, payoff in enumerate(payoffs):
            y = along + 14 + 14.5 * player
            text = shown_number(payoff)
            color = self.color(player)
            yield TextItem(
                across, y, text, PAYOFF, color, "middle", True, opacity=opacity, title=title
            )
            title = ""

    def _folded(self, number: int) -> Iterator[TextItem | Path]:
        """Yield a triangle for what is folded below a node, and how much it is."""
        lines = self._stub_lines(self.nodes[number])
        muted = self.theme.muted
        along, across = self.along[number], self.across[number]
        tip = along + RADIUS + 12
        corners = [self.at(tip, across - 6.0), self.at(tip, across + 6.0), self.at(along, across)]
        yield Path(self.at(along, across), tuple(corners), muted, 1.0, opacity=0.6)
        title = self._node_title(number)
        if self.right:
            yield TextItem(tip + 4, across + 3.5, ", ".join(lines), SMALL, muted, title=title)
            return
        for place, line in enumerate(lines):
            yield TextItem(across, tip + 11 + 12 * place, line, SMALL, muted, "middle", title=title)
            title = ""

    def _beside(self, number: int, x: float, y: float) -> Iterator[TextItem | Path | Shape]:
        """Yield what is beside an inner node: its square, or its belief or note."""
        if self._has_square(number):
            yield from self._square(number)
        else:
            yield from self._remark(number, x, y)

    def _remark(self, number: int, x: float, y: float) -> Iterator[TextItem]:
        """Yield the belief at a node of an information set, or the node's note."""
        node = self.nodes[number]
        text = fitted(node.note, TINY, LONGEST_NOTE)
        title = node.note
        if node.has_values and node.values is not None:
            title = f"pays {', '.join(map(exact_text, node.values))}".replace("-", "−")
        if node.belief is not None and number in self.member_of and not self.difference:
            text = shown_number(node.belief)
            title = f"belief {exact_text(node.belief)}"
        if not text:
            return
        if self.right:
            yield TextItem(x, y + RADIUS + 9, text, TINY, self.theme.muted, "middle", title=title)
        else:
            yield TextItem(x + RADIUS + 3, y + 3.2, text, TINY, self.theme.muted, title=title)

    def _square(self, number: int) -> Iterator[Shape | Path]:
        """Yield the square of what all equilibria pay from a node on, and what the strategy drawn pays there."""
        node = self.nodes[number]
        axes = self.view.payoff_axes
        assert axes is not None and node.payable is not None
        along = self.along[number] + SQUARE_AT + SIDE / 2
        across = self.across[number] + self._square_begin(number) + SIDE / 2
        center = self.at(along, across)
        yield from payoff_square(
            node.payable, axes, center, self.color(node.owner), self.theme, node.note
        )
        if node.values is not None:
            title = f"pays {', '.join(map(exact_text, node.values))}".replace("-", "−")
            yield from paid_mark(node.values, axes, center, self.theme, title)

    def _names(self) -> Iterator[TextItem]:
        """Yield the names of information sets: at their capsules, or at each node where there are no capsules."""
        for infoset, members in self.view.sets.items():
            name = self.names[infoset]
            color = self.color(self.nodes[members[0]].owner)
            title = self._set_title(infoset, len(members))
            is_crowded = self.levels[members[0]] in self.crowded
            # To the right the name is above the label of the edge that ends at the node.
            half = RADIUS if is_crowded and not self.right else CAPSULE
            for node in members if is_crowded else members[:1]:
                along, across = self.along[node], self.across[node]
                if self.right:
                    overhang = self._name_width(infoset) / 2 - CAPSULE - 3
                    middle = along - max(0.0, overhang)  # left of the edges' curves
                    y = across - half - 3.5
                    yield TextItem(
                        middle, y, name, SMALL, color, "middle", italic=True, title=title
                    )
                else:
                    yield TextItem(
                        across - half - 4,
                        along + 3.5,
                        name,
                        SMALL,
                        color,
                        "end",
                        italic=True,
                        title=title,
                    )

    # ---- frame ----
