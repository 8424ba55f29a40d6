"""Trees as scenes: nodes, edges, labels, capsules for information sets, payoffs, probabilities and beliefs."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

from seqform.io.figures import Theme, blend
from seqform.models.games.extensive import CHANCE
from seqform.models.numbers.exact import Number
from seqform.models.numbers.text import counted, rounded, write_rational
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
from seqform.pictures.payoff_squares import SIDE, paid_mark, payoff_square, square_frame
from seqform.pictures.scene import (
    Path,
    Scene,
    Shape,
    TextItem,
    fitted,
    overlapping_texts,
    shown_number,
    text_width,
    title_text,
    wrapped,
)
from seqform.pictures.visible import LEAF, ORIGIN, SINGLE, Node, VisibleTree
from seqform.system.foreign_text import visible

Direction = Literal["down", "right"]

WIDEST_DOWN = 1000.0
"""A tree that is wider than this in pixels is drawn from left to right unless a direction is given."""

_TITLE_LENGTH, _MOST_FULL = 300, 12
_WIDENINGS = 3
_SHAPES = ((RADIUS, RADIUS, False), (8.0, 3.0, False), (7.2, 1.5, True))  # half the size, radius, turned; by player


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


def _exact(value: Number) -> str:
    text = write_rational(value) if isinstance(value, Fraction) else repr(float(value))
    return text if len(text) <= _TITLE_LENGTH else rounded(value, 15)


def _numbers(*values: Number | None) -> str:
    """Return numbers exactly, those that are not known left out."""
    return ", ".join(_exact(value) for value in values if value is not None)


class _Painter(Placement):
    """The parts of the picture of one tree in one direction, with room stretched by a factor."""

    def __init__(
        self, view: VisibleTree, theme: Theme, right: bool, stretch: float, twin: VisibleTree | None, difference: bool
    ) -> None:
        super().__init__(view, right, stretch, twin, difference)
        self.theme = theme

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
        if node.weight is not None:
            color, width = self.color(parent.owner), 0.8 + 6 * node.weight
        elif parent.owner < 0:
            color = self.theme.muted
        elif self.view.has_profile:
            share = float(self._share(number))
            color, width = (self.color(parent.owner), 1.2 + 3.6 * share) if share else (self.theme.never, 1.1)
        if self.pale(number):
            opacity = 1.0 if color == self.theme.never else 0.4
        start, end = self.ends[level], self.begins[level + 1]
        here, there, target = self.across[node.parent], self.across[number], self.along[number]
        if self.right:
            turn = start + CURVE
            steps: tuple[tuple[float, ...], ...] = (
                (start, here),
                (start + 0.6 * CURVE, here, start + 0.4 * CURVE, there, turn, there),
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
            x, y = self.ends[level] + CURVE - 2, self.across[number] - 3.2 - thickness / 2
        else:
            start, end = self.ends[level], self.begins[level + 1]
            y = start + LABEL_AT * (end - start)
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
                inner = width - text_width(line, LABEL, bold)
            above = y - LINE * (len(label) - 1 - place)
            yield TextItem(x + inner, above, line, LABEL, color, bold=bold, opacity=opacity, title=title)
        if probability:
            if label and (self.right or self.side[number] > 0):
                x += text_width(label[-1], LABEL, bold) + 4.0
            else:
                x += width - text_width(probability, SMALL, bold)
            yield TextItem(x, y, probability, SMALL, color, bold=bold, opacity=opacity, title="" if label else title)

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
                    yield TextItem(column, across + 4.2, text, PAYOFF, color, "end", True, opacity=opacity, title=title)
                else:
                    y = along + 14 + 14.5 * player
                    yield TextItem(across, y, text, PAYOFF, color, "middle", True, opacity=opacity, title=title)
        elif node.hidden:
            lines, muted = self._stub_lines(node), self.theme.muted
            tip, wide = along + RADIUS + 12, 6.0
            points = [self.at(tip, across - wide), self.at(tip, across + wide), self.at(along, across)]
            yield Path(self.at(along, across), tuple(points), muted, 1.0, opacity=0.6)
            if self.right:
                yield TextItem(tip + 4, across + 3.5, ", ".join(lines), SMALL, muted, title=self._node_title(number))
            for place, line in enumerate(lines if not self.right else ()):
                title = self._node_title(number) if place == 0 else ""
                yield TextItem(across, tip + 11 + 12 * place, line, SMALL, muted, "middle", title=title)

    def _node(self, number: int) -> Iterator[TextItem | Path | Shape]:
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
            half, radius, turned = _SHAPES[node.owner % 3]
            yield Shape(x, y, half, half, radius, color, back, 1.5, turned=turned, title=title)
            yield TextItem(x, y + 3.6, str(node.owner + 1), SMALL, self.theme.on_player, "middle", True)
        if self._has_square(number):
            yield from self._square(number)
            return
        text, title = fitted(node.note, TINY, LONGEST_NOTE), node.note
        if node.belief is not None and number in self.member_of and not self.difference:
            text, title = shown_number(node.belief), f"belief {_exact(node.belief)}"
        if text and self.right:
            yield TextItem(x, y + RADIUS + 9, text, TINY, self.theme.muted, "middle", title=title)
        elif text:
            yield TextItem(x + RADIUS + 3, y + 3.2, text, TINY, self.theme.muted, title=title)

    def _square(self, number: int) -> Iterator[Shape | Path]:
        """Yield the square of what all equilibria pay from a node on, and what the strategy drawn pays there."""
        node, axes = self.nodes[number], self.view.payoff_axes
        assert axes is not None and node.payable is not None
        along = self.along[number] + SQUARE_AT + SIDE / 2
        center = self.at(along, self.across[number] + self._square_begin(number) + SIDE / 2)
        yield from payoff_square(node.payable, axes, center, self.color(node.owner), self.theme, node.note)
        if node.values is not None:
            title = f"pays {', '.join(map(_exact, node.values))}".replace("-", "−")
            yield from paid_mark(node.values, axes, center, self.theme, title)

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
                    yield TextItem(middle, top, name, SMALL, color, "middle", italic=True, title=title)
                else:
                    edge = across - (RADIUS if crowded else CAPSULE) - 4
                    yield TextItem(edge, along + 3.5, name, SMALL, color, "end", italic=True, title=title)

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
        legend += self._key_of_squares(left, legend[-1].box.bottom + 12)
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
            for place, line in enumerate(wrapped(text, SMALL, room - 120)):
                if not place:
                    yield TextItem(x, y, fitted(name, SMALL, 110), SMALL, color, italic=True)
                yield TextItem(x + 120, y, line, SMALL, self.theme.muted)
                y += 14
        if len(full) > _MOST_FULL:
            yield TextItem(x, y, f"and {len(full) - _MOST_FULL:,} more: in the tooltips", SMALL, self.theme.muted)

    def _key_of_squares(self, x: float, y: float) -> Iterator[TextItem | Path | Shape]:
        """Yield an empty square with the ends of its axes, and what the squares beside the nodes show."""
        axes, theme = self.view.payoff_axes, self.theme
        if axes is None:
            return
        first, second = ([shown_number(low), shown_number(high)] for low, high in zip(axes.low, axes.high, strict=True))
        left = x + max(text_width(end, TINY) for end in second) + 4
        middle = left + SIDE / 2, y + SIDE / 2
        yield square_frame(middle, theme)

        (west, south), (east, north) = axes.place(axes.low), axes.place(axes.high)
        ends = zip((west, east), (south, north), first, second, strict=True)
        for number, (right, down, to_right, upwards) in enumerate(ends):
            if number == 0 or axes.low[0] < axes.high[0]:
                color = self.color(0)
                yield TextItem(middle[0] + right, y + SIDE + 10, to_right, TINY, color, "middle")
            if number == 0 or axes.low[1] < axes.high[1]:
                color = self.color(1)
                yield TextItem(left - 4, middle[1] + down + 3, upwards, TINY, color, "end")

        lines = ["payoffs of all subgame perfect equilibria from the node on:", *self._names_of_axes()]
        for place, line in enumerate(lines):
            color = theme.ink if place == 0 else self.color(place - 1)
            yield TextItem(left + SIDE + 14, y + 9 + 14 * place, line, SMALL, color)
        if self.view.has_profile:
            below = y + 9 + 14 * len(lines)
            yield from paid_mark(axes.low, axes, (left + SIDE + 18 - west, below - 3.5 - south), theme, "")
            yield TextItem(left + SIDE + 28, below, "what the strategies drawn pay", SMALL, theme.ink)

    def _names_of_axes(self) -> list[str]:
        """Return which player's payoffs are to the right in squares, and which upwards."""
        first, second = (fitted(name, SMALL, 160) or f"Player {k + 1}" for k, name in enumerate(self.view.players))
        return [f"of {first} to the right", f"of {second} upwards"]

    def _legend(self, x: float, y: float) -> Iterator[TextItem | Path | Shape]:
        theme, view = self.theme, self.view
        x += RADIUS
        for player, name in enumerate(view.players):
            size, radius, turned = _SHAPES[player % 3]
            yield Shape(x, y - 3.6, size, size, radius, self.color(player), theme.background, 1.5, turned=turned)
            yield TextItem(x, y, str(player + 1), SMALL, theme.on_player, "middle", True)
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
