"""The parts of pictures of trees that no layout changes: strokes, texts at edges and nodes, title and legend."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from fractions import Fraction

from seqform.io.figures import Theme, blend
from seqform.models.games.extensive import CHANCE
from seqform.models.games.infosets import player_label
from seqform.models.numbers.exact import Number
from seqform.models.numbers.text import counted, rounded, write_rational
from seqform.pictures.layout import CAPSULE, LABEL, LINE, PAYOFF, RADIUS, SMALL, TINY, Texts
from seqform.pictures.payoff_squares import SIDE, paid_mark, square_frame
from seqform.pictures.scene import (
    Path,
    Scene,
    Shape,
    TextItem,
    crossed_texts,
    fitted,
    shown_number,
    text_width,
    title_text,
    widest_width,
    wrapped,
)
from seqform.pictures.visible import LEAF, ORIGIN, SINGLE, Node, VisibleTree
from seqform.system.foreign_text import visible

TITLE_LENGTH = 300
"""The length at which tooltips are cut."""

_MOST_FULL = 12

_OF_REMARKS = 60.0
"""The room of the short texts of remarks."""

# Half the size, radius, turned; by player.
_SHAPES = ((RADIUS, RADIUS, False), (8.0, 3.0, False), (7.2, 1.5, True))


def exact_text(value: Number) -> str:
    """Return a number exactly, or with 15 digits where that is too long for a tooltip."""
    text = write_rational(value) if isinstance(value, Fraction) else repr(float(value))
    if len(text) > TITLE_LENGTH:
        return rounded(value, 15)
    return text


def _numbers(*values: Number | None) -> str:
    """Return numbers exactly, those that are not known left out."""
    return ", ".join(exact_text(value) for value in values if value is not None)


def _facts(name: str, known: list[str]) -> list[str]:
    """Return a fact in each of the profiles, if it is known in any: "belief 1/2, then none"."""
    if not any(known):
        return []
    return [f"{name} {', then '.join(text or 'none' for text in known)}"]


class Painter(Texts, ABC):
    """The painter of a tree, to which a layout adds the places of nodes, edges and texts.

    The methods that a layout defines are `_spot`, the place of a node; `_edge_steps` and `_label_corner`, those of the
    edge into it and of the left end of the last line of its label; `_end`, what a play ends in; `_beside`, what is
    written at an inner node; `_capsules` and `_names`, the information sets.
    """

    def __init__(
        self, view: VisibleTree, theme: Theme, twin: VisibleTree | None, difference: bool
    ) -> None:
        super().__init__(view, twin, difference)
        self.theme = theme

    @abstractmethod
    def _spot(self, number: int) -> tuple[float, float]: ...

    @abstractmethod
    def _edge_steps(self, number: int) -> tuple[tuple[float, ...], ...]: ...

    @abstractmethod
    def _label_corner(self, number: int, width: float) -> tuple[float, float]: ...

    @abstractmethod
    def _ends_at_edge(self, number: int) -> bool:
        """Return whether the lines of the label of an edge end where their corner and width say, or begin there."""

    @abstractmethod
    def _end(self, number: int) -> Iterator[TextItem | Path]: ...

    @abstractmethod
    def _beside(self, number: int, x: float, y: float) -> Iterator[TextItem | Path | Shape]: ...

    @abstractmethod
    def _capsules(self) -> Iterator[Path | Shape]: ...

    @abstractmethod
    def _names(self) -> Iterator[TextItem]: ...

    def pale(self, number: int) -> bool:
        """Return whether a node has probability 0."""
        return self.view.has_profile and not self.difference and self.nodes[number].reach == 0

    def color(self, owner: int) -> str:
        """Return the colour of a player, or of chance."""
        if owner < 0:
            return self.theme.muted
        return self.theme.players[owner % len(self.theme.players)]

    def tree(self) -> list[TextItem | Path | Shape]:
        """Return the shapes of the tree itself, in the order in which they are drawn."""
        items: list[TextItem | Path | Shape] = [*self._capsules()]
        items += self._edges()
        for number in self.view.preorder:
            items += self._edge_label(number)
            items += self._end(number)
        for number in self.view.preorder:
            items += self._node(number)
        items += self._names()
        return items

    def _edges(self) -> list[Path]:
        """Return the edges in the order in which they are drawn: what is played is on top, pale and thin ones first."""
        edges = [number for number, node in enumerate(self.nodes) if node.parent >= 0]
        edges.sort(key=lambda number: (not self.pale(number), float(self._share(number))))
        return [self._edge(number) for number in edges]

    def has_crossed_labels(self) -> bool:
        """Return whether an edge runs through the label of an edge."""
        labels: list[TextItem] = []
        for number in self.view.preorder:
            labels += self._edge_label(number)
        return bool(crossed_texts(labels, self._edges()))

    def _set_title(self, infoset: int, size: int) -> str:
        return f"information set {visible(self.view.shown[infoset])[:TITLE_LENGTH]}, {counted(size, 'node')}"

    def _capsule(
        self, infoset: int, center: tuple[float, float], half: tuple[float, float]
    ) -> Shape:
        """Return the capsule of an information set; `half` are half its width and half its height."""
        members = self.view.sets[infoset]
        owner = self.nodes[members[0]].owner
        fill = self.theme.sets[owner % len(self.theme.sets)]
        return Shape(
            *center,
            *half,
            CAPSULE,
            fill,
            self.color(owner),
            0.9,
            (4, 3),
            title=self._set_title(infoset, len(members)),
        )

    def _payoff_row(
        self,
        number: int,
        payoffs: Sequence[Number],
        begin: tuple[float, float],
        columns: Sequence[float],
    ) -> Iterator[TextItem]:
        """Yield the payoffs of a leaf in columns by players, from a point on; the tooltip is at the first one."""
        x, y = begin
        opacity = 0.6 if self.pale(number) else 1.0
        title = self._node_title(number)
        for player, payoff in enumerate(payoffs):
            x += columns[player] + (12 if player else 0)
            text = shown_number(payoff)
            color = self.color(player)
            yield TextItem(x, y, text, PAYOFF, color, "end", True, opacity=opacity, title=title)
            title = ""

    def _edge(self, number: int) -> Path:
        """Return the edge into a node."""
        node = self.nodes[number]
        color, width = self._stroke(number)
        opacity = 1.0
        if self.pale(number) and color != self.theme.never:  # that colour is pale already
            opacity = 0.4
        start = self._spot(node.parent)
        return Path(start, self._edge_steps(number), color, width, opacity=opacity)

    def _stroke(self, number: int) -> tuple[str, float]:
        """Return the colour and the width of the edge into a node."""
        node = self.nodes[number]
        owner = self.nodes[node.parent].owner
        if node.weight is not None:
            return self.color(owner), 0.8 + 6 * node.weight
        if owner < 0:
            return self.theme.muted, 1.3
        if not self.view.has_profile:
            return self.theme.ink, 1.3
        share = float(self._share(number))
        if not share:
            return self.theme.never, 1.1
        return self.color(owner), 1.2 + 3.6 * share

    def _edge_label(self, number: int) -> Iterator[TextItem]:
        """Yield the lines of the action at the edge into a node, and the probability behind the last one."""
        node = self.nodes[number]
        label, probability, bold = self.labels[number]
        if node.parent < 0 or not (label or probability):
            return
        color, opacity = self._label_style(number)
        title = self._edge_title(node, number)
        width = self._label_width(self.labels[number])
        x, y = self._label_corner(number, width)
        is_left_of_edge = self._ends_at_edge(number)
        for place, line in enumerate(label):
            is_last = place == len(label) - 1
            inset = 0.0
            if is_left_of_edge and not (is_last and probability):  # these lines end at the edge
                inset = width - text_width(line, LABEL, bold)
            line_y = y - LINE * (len(label) - 1 - place)
            yield TextItem(
                x + inset, line_y, line, LABEL, color, bold=bold, opacity=opacity, title=title
            )
        if probability:
            if label and not is_left_of_edge:
                x += widest_width(label[-1], LABEL, bold) + 4.0
            else:
                x += width - text_width(probability, SMALL, bold)
            yield TextItem(
                x,
                y,
                probability,
                SMALL,
                color,
                bold=bold,
                opacity=opacity,
                title="" if label else title,
            )

    def _label_style(self, number: int) -> tuple[str, float]:
        """Return the colour and the opacity of the label at the edge into a node."""
        owner = self.nodes[self.nodes[number].parent].owner
        is_players = self.view.has_profile and owner >= 0
        if is_players and self._share(number) == 0:
            return self.theme.muted, 1.0
        color = self.color(owner) if is_players else self.theme.ink
        return color, 0.62 if self.pale(number) else 1.0

    def _edge_title(self, node: Node, number: int) -> str:
        label = visible(node.label)[:TITLE_LENGTH]
        if node.probability is None:
            return label
        title = f"{label}: probability {exact_text(node.probability)}"
        if self.difference and self.nodes[node.parent].owner >= 0:
            after = self._other(number)
            if after is not None:
                title += f", then {exact_text(after)}"
        return title

    def _node(self, number: int) -> Iterator[TextItem | Path | Shape]:
        """Yield the shape of an inner node with its player's number, and what is beside it."""
        node = self.nodes[number]
        if node.owner == LEAF:
            return
        x, y = self._spot(number)
        color = self.color(node.owner)
        title = self._node_title(number)
        if node.owner == ORIGIN:
            yield Shape(x, y, 2.5, 2.5, 2.5, color, title=title)
            return

        background = self.theme.background
        if self.pale(number):
            color = blend(color, background, 0.5)
        if node.owner == CHANCE:
            yield Shape(x, y, 5.6, 5.6, 0.5, background, color, 1.4, turned=True, title=title)
        else:
            half, radius, turned = _SHAPES[node.owner % 3]
            yield Shape(
                x, y, half, half, radius, color, background, 1.5, turned=turned, title=title
            )
            yield TextItem(
                x, y + 3.6, str(node.owner + 1), SMALL, self.theme.on_player, "middle", True
            )
        yield from self._beside(number, x, y)

    def _node_title(self, number: int) -> str:
        """Return what is known of a node, exactly; of a difference, in the first profile and then in the second."""
        node = self.nodes[number]
        lines = [" > ".join(map(visible, node.path))[:TITLE_LENGTH] or "root"]
        if node.infoset != SINGLE:
            lines.append(f"information set {visible(self.view.shown[node.infoset])[:TITLE_LENGTH]}")

        profiles = [node]
        if self.twin is not None and self.difference:
            profiles.append(self.twin.nodes[number])
        lines += _facts("reached with probability", [_numbers(known.reach) for known in profiles])
        lines += _facts("belief", [_numbers(known.belief) for known in profiles])
        if node.payoffs is not None:
            lines += _facts("payoffs", [_numbers(*node.payoffs)])
        else:
            lines += _facts("worth", [_numbers(*(known.values or ())) for known in profiles])
        return "; ".join(lines)

    # ---- frame ----

    def framed(self, tree: list[TextItem | Path | Shape], heading: str) -> Scene:
        """Return the scene with title and legend."""
        title = visible(self.view.title)[:TITLE_LENGTH]
        size = self._size_text()
        about = size
        worth = self._worth_text()
        if worth:
            about += f"; {worth}"
        prefix = f"{heading}: " if heading else ""
        scene = Scene(title, f"{prefix}game tree, {about}", self.theme.background, tree)
        if any(node.hidden for node in self.nodes):
            scene.folded = size

        # The legend takes the width of the tree, or more if it needs it: then the tree moves to its middle.
        box = scene.box
        left = box.left + scene.margin
        top = box.top + scene.margin
        legend = list(self._legend(left, box.bottom - scene.margin + 34))
        width_of_legend = max(item.box.right for item in legend) - left
        room = max(box.right - box.left, 540.0, width_of_legend)
        legend += self._key_of_squares(left, legend[-1].box.bottom + 12)
        legend += self._full_names(left, legend[-1].box.bottom + 18, room)
        legend += self._beliefs(left, legend[-1].box.bottom + 18, room)
        legend += self._remarks(left, legend[-1].box.bottom + 18, room)
        aside = (max(item.box.right for item in legend) - (box.right - scene.margin)) / 2
        if aside > 0:
            tree = [item.moved(aside, 0) for item in tree]

        below_heading = fitted(f"{title}; {about}" if heading else about, 11, room)
        scene.items = [
            title_text(heading or title, left, top - 42, 0.88 * room, self.theme.ink),
            TextItem(left, top - 25, below_heading, 11, self.theme.muted),
            *tree,
            *legend,
        ]
        return scene

    def _size_text(self) -> str:
        """Return the number of nodes, and how many of them are drawn."""
        total = counted(self.view.total, "node")
        if len(self.view.nodes) < self.view.total:
            return f"{len(self.view.nodes):,} of {total}"
        return total

    def _worth_text(self) -> str:
        """Return what the game is worth to each player, where it is known; of two profiles in one tree, nothing."""
        view = self.view
        if view.values is None or self.difference:
            return ""
        parts = []
        for value, name in zip(view.values, view.players, strict=True):
            parts.append(f"{shown_number(value)} to {fitted(name, 11, 120)}")
        is_folded = len(view.nodes) < view.total
        subject = "the game is " if is_folded else ""  # and not the part that is drawn
        return f"{subject}worth {', '.join(parts)}"

    def _full_names(self, x: float, y: float, room: float) -> Iterator[TextItem]:
        """Yield a line for every name and action that is cut in the picture."""
        full: dict[tuple[str, str], str] = {}
        for infoset, members in self.view.sets.items():
            if "…" in self.names[infoset]:
                color = self.color(self.nodes[members[0]].owner)
                full[self.names[infoset], color] = self.view.shown[infoset]
        for node, (lines, _, _) in zip(self.nodes, self.labels, strict=True):
            if lines and lines[-1].endswith("…"):
                full.setdefault((" ".join(lines), self.theme.ink), node.label)

        yield from self._explained(
            x, y, room, [(name, color, text) for (name, color), text in full.items()]
        )

    def _beliefs(self, x: float, y: float, room: float) -> Iterator[TextItem]:
        """Yield a line for every information set that play never reaches and whose beliefs are known.

        These beliefs follow from no probabilities of the picture, but are part of the equilibrium.
        """
        if self.difference:
            return
        entries = []
        for infoset, members in self.view.sets.items():
            nodes = [self.nodes[member] for member in members]
            parts = []
            for node in nodes:
                if node.belief is None or node.reach != 0:
                    break
                parts.append(f"{shown_number(node.belief)} after {', '.join(node.path)}")
            else:
                name = self.names[infoset] or self.view.shown[infoset]
                entries.append((name, self.color(nodes[0].owner), f"beliefs {'; '.join(parts)}"))
        if entries:
            heading = "information sets that are never reached:"
            yield TextItem(x, y, heading, SMALL, self.theme.ink)
            yield from self._explained(x, y + 15, room, entries)

    def _remarks(self, x: float, y: float, room: float) -> Iterator[TextItem]:
        """Yield the lines on the strategies: sentences, and under these what they introduce."""
        entries = [(name, self.theme.ink, text) for name, text in self.view.remarks if name]
        for name, text in self.view.remarks:
            if not name:
                for line in wrapped(text, SMALL, room):
                    yield TextItem(x, y, line, SMALL, self.theme.ink)
                    y += 14
        yield from self._explained(x, y + 2, room, entries, _OF_REMARKS)

    def _explained(
        self,
        x: float,
        y: float,
        room: float,
        entries: Sequence[tuple[str, str, str]],
        indent: float = 120.0,
    ) -> Iterator[TextItem]:
        """Yield a line or more for each of some names, which have colours: the name, and a text that explains it."""
        for name, color, text in entries[:_MOST_FULL]:
            yield TextItem(x, y, fitted(name, SMALL, indent - 10), SMALL, color, italic=True)
            for line in wrapped(text, SMALL, room - indent):
                yield TextItem(x + indent, y, line, SMALL, self.theme.muted)
                y += 14
        if len(entries) > _MOST_FULL:
            more = f"and {len(entries) - _MOST_FULL:,} more: in the tooltips"
            yield TextItem(x, y, more, SMALL, self.theme.muted)

    def _key_of_squares(self, x: float, y: float) -> Iterator[TextItem | Path | Shape]:
        """Yield an empty square with the ends of its axes, and what the squares beside the nodes show."""
        axes = self.view.payoff_axes
        if axes is None:
            return
        low_texts = [shown_number(value) for value in axes.low]
        high_texts = [shown_number(value) for value in axes.high]
        left = x + max(text_width(low_texts[1], TINY), text_width(high_texts[1], TINY)) + 4
        middle_x = left + SIDE / 2
        middle_y = y + SIDE / 2
        yield square_frame((middle_x, middle_y), self.theme)

        # One number for both ends of an axis without extent.
        ends = [(axes.place(axes.low), low_texts), (axes.place(axes.high), high_texts)]
        for is_high, ((right, down), (first, second)) in enumerate(ends):
            if not is_high or axes.low[0] < axes.high[0]:
                yield TextItem(
                    middle_x + right, y + SIDE + 10, first, TINY, self.color(0), "middle"
                )
            if not is_high or axes.low[1] < axes.high[1]:
                yield TextItem(left - 4, middle_y + down + 3, second, TINY, self.color(1), "end")

        lines = [
            "payoffs of all subgame perfect equilibria from the node on:",
            *self._names_of_axes(),
        ]
        colors = [self.theme.ink, self.color(0), self.color(1)]
        for place, (line, color) in enumerate(zip(lines, colors, strict=True)):
            yield TextItem(left + SIDE + 14, y + 9 + 14 * place, line, SMALL, color)
        if self.view.has_profile:
            below = y + 9 + 14 * len(lines)
            west, south = axes.place(axes.low)
            # Where the mark of the lowest payoffs is in sight.
            center = (left + SIDE + 18 - west, below - 3.5 - south)
            yield from paid_mark(axes.low, axes, center, self.theme, "")
            yield TextItem(
                left + SIDE + 28, below, "what the strategies drawn pay", SMALL, self.theme.ink
            )

    def _names_of_axes(self) -> list[str]:
        """Return which player's payoffs are to the right in squares, and which upwards."""
        first, second = (
            fitted(name, SMALL, 160) or player_label(k, capital=True)
            for k, name in enumerate(self.view.players)
        )
        return [f"of {first} to the right", f"of {second} upwards"]

    def _legend(self, x: float, y: float) -> Iterator[TextItem | Path | Shape]:
        """Yield the shapes of the players and of chance, and what the widths and colours of edges mean."""
        theme = self.theme
        x += RADIUS
        for player, name in enumerate(self.view.players):
            size, radius, turned = _SHAPES[player % 3]
            yield Shape(
                x,
                y - 3.6,
                size,
                size,
                radius,
                self.color(player),
                theme.background,
                1.5,
                turned=turned,
            )
            yield TextItem(x, y, str(player + 1), SMALL, theme.on_player, "middle", True)
            text = fitted(name, 11, 160) or player_label(player, capital=True)
            yield TextItem(x + 14, y, text, 11, theme.ink, title=visible(name)[:TITLE_LENGTH])
            x += 14 + text_width(text, 11) + 24
        if any(node.owner == CHANCE for node in self.nodes):
            yield Shape(x, y - 3.6, 5.6, 5.6, 0.5, theme.background, theme.muted, 1.4, turned=True)
            yield TextItem(x + 13, y, "chance", 11, theme.ink)
            x += 13 + text_width("chance", 11) + 18
        if self.view.has_profile:
            yield from self._legend_of_edges(x, y)

    def _legend_of_edges(self, x: float, y: float) -> Iterator[TextItem | Path]:
        """Yield a thick, a thin and a grey line with their meaning, and a pale one and a belief if there are any."""
        theme = self.theme
        for width, color in ((4.8, self.color(0)), (2.4, self.color(0)), (1.1, theme.never)):
            yield Path((x, y - 3.6), ((x + 20, y - 3.6),), color, width)
            x += 25
        text = (
            "large, small, no difference" if self.difference else "always, sometimes, never played"
        )
        yield TextItem(x + 2, y, text, 11, theme.ink)
        x += 2 + text_width(text, 11) + 18
        if any(map(self.pale, range(len(self.nodes)))):
            yield Path((x, y - 3.6), ((x + 20, y - 3.6),), self.color(0), 4.8, opacity=0.4)
            yield TextItem(x + 27, y, "not reached", 11, theme.ink)
            x += 27 + text_width("not reached", 11) + 18
        if self._has_beliefs():
            sample = "1/2"
            yield TextItem(x, y, sample, TINY, theme.muted)
            yield TextItem(x + text_width(sample, TINY) + 5, y, "belief", 11, theme.ink)

    def _has_beliefs(self) -> bool:
        """Return whether numbers at nodes are beliefs."""
        if self.difference:
            return False
        return any(self.nodes[number].belief is not None for number in self.member_of)
