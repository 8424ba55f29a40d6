"""The part of a game that a picture shows: a tree of nodes with labels, probabilities, payoffs and beliefs."""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from seqform.errors import InputError, suggestion
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.games.positions import PositionGraph, PositionStrategy
from seqform.models.numbers.algebraic import fractions
from seqform.models.numbers.exact import Number
from seqform.models.numbers.text import short
from seqform.models.strategies.assessment import Assessment
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.models.strategies.profile_set import Boxes
from seqform.pictures.payoff_squares import PayoffAxes, payoff_axes
from seqform.verify.subgames import position_values

LEAF = -2
ORIGIN = -3
"""The owner of the artificial root above several nodes of one information set."""

SINGLE = -1
"""The information set of nodes that need no capsule: leaves, chance, sets of one node."""

Numbers = npt.NDArray[Any]

_ROUNDING = 1e-9


@dataclass
class Node:
    """A node of a picture; `label` and `probability` belong to the edge into it, `key` to its game.

    `reach` and `belief` are None without a profile; `hidden` counts the nodes below that the picture leaves out, and
    `values` are each player's expected payoffs there, if known. `payable` is the set of what equilibria pay
    from there on, if it is shown, and `weight`, from 0 to 1, is the width of the edge into a node where it is no
    probability. `has_values` states that `values` are written beside the node.
    """

    key: int
    parent: int
    owner: int
    infoset: int = SINGLE
    label: str = ""
    probability: Number | None = None
    payoffs: tuple[Fraction, ...] | None = None
    reach: Number | None = None
    belief: Number | None = None
    hidden: int = 0
    values: tuple[Number, ...] | None = None
    path: tuple[str, ...] = ()
    payable: Boxes | None = None
    weight: float | None = None
    has_values: bool = False
    children: list[int] = field(default_factory=list)

    @property
    def note(self) -> str:
        """What is written beside the node where no square is: the set of payoffs, or the expected ones."""
        text = ""
        if self.payable is not None:
            text = str(self.payable)
        elif self.has_values and self.values is not None:
            text = f"({', '.join(map(short, self.values))})"
        return text.replace("-", "−")


class Remark(NamedTuple):
    """A line of the legend: a short text in front of a longer one, or a sentence where the short one is empty."""

    name: str
    text: str


@dataclass
class VisibleTree:
    """The nodes of a picture, the root first, with the information sets among them: labels, and names for people.

    `remarks` are lines of the legend on the strategies that are drawn.
    """

    title: str
    players: tuple[str, ...]
    nodes: list[Node]
    names: dict[int, str]
    shown: dict[int, str]
    total: int
    has_profile: bool
    values: tuple[Number, ...] | None
    remarks: tuple[Remark, ...] = ()

    @cached_property
    def preorder(self) -> list[int]:
        """The nodes depth-first, children in order."""
        order = []
        stack = [0]
        while stack:
            node = stack.pop()
            order.append(node)
            stack += reversed(self.nodes[node].children)
        return order

    @cached_property
    def sets(self) -> dict[int, list[int]]:
        """The members that are shown of every information set of which two or more are shown, in preorder."""
        members: dict[int, list[int]] = {}
        for node in self.preorder:
            if self.nodes[node].infoset != SINGLE and self.nodes[node].children:
                members.setdefault(self.nodes[node].infoset, []).append(node)
        return {infoset: nodes for infoset, nodes in members.items() if len(nodes) > 1}

    @cached_property
    def payoff_axes(self) -> PayoffAxes | None:
        """The axes of the squares that show sets of payoffs; None where there are none, or texts instead."""
        nodes = [node for node in self.nodes if node.payable is not None]
        sets = [node.payable for node in nodes if node.payable is not None]
        return payoff_axes(sets, [node.values for node in nodes if node.values is not None])


class Edge(NamedTuple):
    """An edge to a child: its action, and its probability, None for a player's action without a profile."""

    label: str
    child: int
    probability: Number | None


def apart(one: Number, other: Number) -> Number:
    """Return the distance of two probabilities; where one is a double, distances up to 1e-9 are rounding.

    Examples
    --------
    >>> apart(Fraction(1, 3), Fraction(1, 2)), apart(Fraction(1, 3), 1 / 3), apart(0.0, 0.25)
    (Fraction(1, 6), 0, 0.25)
    """
    distance: Number = one - other if one > other else other - one
    if isinstance(distance, float) and distance < _ROUNDING:
        return 0
    return distance


class TreeSource:
    """An extensive game, with a profile or without."""

    remarks: tuple[Remark, ...] = ()
    """Lines of the legend on the strategies."""

    def __init__(
        self, game: ExtensiveGame, profile: BehaviorProfile | None, assessment: Assessment | None
    ) -> None:
        self.game = game
        self.title = game.title
        self.players = game.players
        self.profile = None if profile is None else profile.bound_to(game)
        self.has_profile = profile is not None
        self.beliefs = None if assessment is None else assessment.beliefs.bound_to(game).probability
        self.set_sizes = np.bincount(
            game.infoset[~game.is_leaf], minlength=len(game.information_sets)
        )

    def __len__(self) -> int:
        return len(self.game)

    @cached_property
    def choices(self) -> Numbers | None:
        """The probability of the edge into every node; None without a profile."""
        if self.profile is None:
            return None
        game = self.game
        chances = game.edge_probability
        into: Numbers
        if self.profile.exact:
            into = np.empty(len(game), dtype=object)
            into[:] = chances.to_fractions()
        else:
            into = np.empty(len(game), dtype=np.float64)
            into[:] = chances.to_floats()
        for player, strategy in enumerate(self.profile):
            below = 1 + np.flatnonzero(game.player[game.parent[1:]] == player)
            into[below] = strategy.probabilities[game.sequences[player].at_node[below]]
        return into

    @cached_property
    def reach(self) -> Numbers | None:
        """The probability of every node; None without a profile."""
        if self.choices is None:
            return None
        reach = self.choices.copy()
        for level in self.game.levels[1:]:
            reach[level] = reach[self.game.parent[level]] * reach[level]
        return reach

    @cached_property
    def set_reach(self) -> Numbers:
        """The probability of every information set; of no use without a profile."""
        assert self.reach is not None
        inner = ~self.game.is_leaf
        total: Numbers = np.zeros(len(self.game.information_sets), dtype=self.reach.dtype)
        np.add.at(total, self.game.infoset[inner], self.reach[inner])
        return total

    @cached_property
    def expected(self) -> tuple[Numbers, ...] | None:
        """Each player's expected payoff at every node; None without a profile."""
        if self.choices is None:
            return None
        tables = []
        for payoffs in self.game.leaf_payoffs:
            value: Numbers = np.zeros(len(self.game), dtype=self.choices.dtype)
            is_exact = value.dtype == object
            value[self.game.leaves] = payoffs.to_fractions() if is_exact else payoffs.to_floats()
            # A level is complete before it is passed on to its parents.
            for level in reversed(self.game.levels[1:]):
                np.add.at(value, self.game.parent[level], value[level] * self.choices[level])
            tables.append(value)
        return tuple(tables)

    @cached_property
    def sizes(self) -> npt.NDArray[np.int64]:
        """The number of nodes of every subtree."""
        size = np.ones(len(self.game), dtype=np.int64)
        for level in reversed(self.game.levels[1:]):
            np.add.at(size, self.game.parent[level], size[level].copy())
        return size

    def node(self, key: int) -> Node:
        """Return a node without its place in the picture."""
        game = self.game
        infoset = int(game.infoset[key])
        if infoset < 0:
            place = int(np.searchsorted(game.leaves, key))
            node = Node(key, -1, LEAF, payoffs=tuple(payoff[place] for payoff in game.leaf_payoffs))
        else:
            is_shared = self.set_sizes[infoset] > 1 and game.player[key] != CHANCE
            node = Node(key, -1, int(game.player[key]), infoset if is_shared else SINGLE)
        if self.reach is not None:
            node.reach = self.reach[key]
            if node.infoset != SINGLE:
                node.belief = self._belief(key, infoset)
        return node

    def _belief(self, key: int, infoset: int) -> Number | None:
        """Return the belief at a node by Bayes' rule or, where play never leads to the set, that of the assessment."""
        assert self.reach is not None
        total = self.set_reach[infoset]
        if total:
            belief: Number = self.reach[key] / total
            return belief
        return None if self.beliefs is None else self.beliefs[key]

    def edges(self, key: int) -> list[Edge]:
        """Return the edges to the children."""
        game = self.game
        infoset = int(game.infoset[key])
        if infoset < 0:
            return []
        labels = game.information_sets.actions(infoset)
        first = int(game.first_child[key])
        probabilities: Sequence[Number | None] = [None] * len(labels)
        if self.choices is not None:
            probabilities = [self.choices[first + k] for k in range(len(labels))]
        elif game.player[key] == CHANCE:
            probabilities = [game.edge_probability[first + k] for k in range(len(labels))]
        numbered = enumerate(zip(labels, probabilities, strict=True), start=first)
        return [Edge(label, child, probability) for child, (label, probability) in numbered]

    def name(self, infoset: int) -> str:
        """Return the label of an information set."""
        return self.game.information_sets.labels[infoset]

    def shown(self, infoset: int) -> str:
        """Return the name of an information set for people."""
        return self.game.shown_infosets[infoset]

    def members(self, name: str) -> list[tuple[int, tuple[str, ...]]]:
        """Return the nodes of the information set with a name, as in files or as shown, with their paths."""
        game = self.game
        infosets = self._named(name)
        if len(infosets) > 1:
            raise InputError(
                f"at {name!r}: both players have such an information set; put 1: or 2: in front"
            )
        if not infosets:
            owners = game.information_sets.player
            known = [
                label
                for label, owner in zip(game.shown_infosets, owners, strict=True)
                if owner != CHANCE
            ]
            without_owner = name if game_owner(name) is None else name[2:]
            hint = suggestion(without_owner, known) or "; `seqform solve` shows the names"
            raise InputError(
                f"at {name!r}: no information set of {game.title!r} has this name{hint}"
            )
        nodes = np.flatnonzero(game.infoset == infosets[0]).tolist()
        return [(node, game.path(node)) for node in nodes]

    def _named(self, name: str) -> list[int]:
        """Return the information sets with a name, as in files or else as shown; the player may stand in front."""
        owners = self.game.information_sets.player
        owner = game_owner(name)
        for names in (self.game.infoset_names, self.game.shown_infosets):
            infosets = [k for k, label in enumerate(names) if label == name and owners[k] != CHANCE]
            if not infosets and owner is not None:
                infosets = [
                    k for k, label in enumerate(names) if label == name[2:] and owners[k] == owner
                ]
            if infosets:
                return infosets
        return []

    def values(self, key: int) -> tuple[Number, ...] | None:
        """Return each player's expected payoff from a node on; None without a profile."""
        if self.expected is None:
            return None
        return tuple(table[key] for table in self.expected)


def game_owner(name: str) -> int | None:
    """Return the player before the colon of a name such as "1:K:cb"."""
    if name[:2] in ("1:", "2:"):
        return int(name[0]) - 1
    return None


class GraphSource:
    """A game of perfect information for any number of players, unfolded to a tree as far as it is drawn."""

    def __init__(self, graph: PositionGraph, strategy: PositionStrategy | None) -> None:
        if strategy is not None and strategy.graph is not graph:
            if len(strategy.graph) < len(graph):
                raise InputError(
                    "the strategy is of another graph of positions; draw the game that was solved"
                )
            graph = strategy.graph  # of the unfolded graph, where positions are shared
        self.graph = graph
        self.strategy = strategy
        self.title = graph.title
        self.players = graph.players
        self.has_profile = strategy is not None
        self.remarks: tuple[Remark, ...] = ()

    def __len__(self) -> int:
        return self.sizes[0]

    @cached_property
    def sizes(self) -> list[int]:
        """The number of nodes of the tree from every position on."""
        # Moves lead to positions with larger numbers; one that is reached in several ways counts each time.
        sizes = [1] * len(self.graph)
        for position in reversed(range(len(self.graph))):
            sizes[position] += sum(sizes[child] for child in self.graph.moves(position))
        return sizes

    @cached_property
    def expected(self) -> list[tuple[Number, ...]]:
        """Each player's expected payoff from every position on."""
        assert self.strategy is not None
        return list(zip(*map(fractions, position_values(self.graph, self.strategy)), strict=True))

    def node(self, key: int) -> Node:
        """Return a node without its place in the picture; its `reach` is computed while the tree is unfolded."""
        owner = int(self.graph.player[key])
        if owner == LEAF:
            return Node(key, -1, owner, payoffs=self.graph.payoffs_at(key))
        return Node(key, -1, owner)

    def edges(self, key: int) -> list[Edge]:
        """Return the edges to the positions that can follow."""
        children = self.graph.moves(key)
        probabilities: Sequence[Number | None] = [None] * len(children)
        if self.graph.player[key] == CHANCE:
            probabilities = self.graph.chances(key)
        elif self.strategy is not None:
            shares = self.strategy.at(key)
            probabilities = [shares.get(move, Fraction(0)) for move in range(len(children))]
        labels = [self.graph.move_label(key, move) for move in range(len(children))]
        return [Edge(*edge) for edge in zip(labels, children, probabilities, strict=True)]

    def name(self, infoset: int) -> str:
        """Return nothing: every information set has one node."""
        return ""

    shown = name

    def members(self, name: str) -> list[tuple[int, tuple[str, ...]]]:
        """Refuse: every information set has one node."""
        raise InputError(
            f"at {name!r}: a game of perfect information as a graph has no named information sets"
        )

    def values(self, key: int) -> tuple[Number, ...] | None:
        """Return each player's expected payoff from a position on; None without a strategy."""
        if not self.has_profile:
            return None
        return self.expected[key]


Source = TreeSource | GraphSource
"""A game whose nodes have integers as keys, the root 0."""


def visible_tree(
    source: Source,
    *,
    at: str | None = None,
    depth: int | None = None,
    nodes: int,
    payable: Mapping[int, Boxes] | None = None,
    widths: Sequence[float] = (),
    like: VisibleTree | None = None,
    node_values: bool = False,
) -> VisibleTree:
    """Return the nodes of a picture: those of the whole game, or from an information set on, within limits.

    `payable` are the sets of payoffs that are shown beside the nodes where somebody moves; `widths` are those of the
    edges into nodes. With `like`, the nodes are those of that view of the same game. With `node_values`, the expected
    payoffs from nodes on are written beside those that share their information set with no other node.

    Nodes beyond `depth` moves, or beyond a number of `nodes`, are folded: first the likeliest line is opened, then
    families of children in the order of the probability of their parents, actions being uniform without a profile.
    """
    view = VisibleTree(
        source.title,
        source.players,
        [],
        {},
        {},
        len(source),
        source.has_profile,
        source.values(0),
        source.remarks,
    )
    if node_values:
        remark = Remark("", "(…) beside a node: the payoffs from there on")
        view.remarks = (*view.remarks, remark)
    queue: list[tuple[float, int]] = []
    weights: list[float] = []
    levels: list[int] = []

    def add(node: Node, parent: int, weight: float, level: int) -> None:
        node.parent = parent
        if parent >= 0:
            view.nodes[parent].children.append(len(view.nodes))
        if node.infoset != SINGLE:
            view.names.setdefault(node.infoset, source.name(node.infoset))
            view.shown.setdefault(node.infoset, source.shown(node.infoset))
        if payable is not None and node.owner >= CHANCE:
            node.payable = payable[node.key]
            node.values = source.values(node.key)
        if node_values and node.owner >= CHANCE and node.infoset == SINGLE:
            node.values = source.values(node.key)
            node.has_values = True
        if len(widths) and node.key >= 0:  # the origin of several starts is no node of the game
            node.weight = widths[node.key]
        view.nodes.append(node)
        weights.append(weight)
        levels.append(level)

    def open_node(number: int) -> int:
        """Add the children of a node unless a limit forbids it; return the likeliest one, or -1."""
        node = view.nodes[number]
        edges = source.edges(node.key)
        if not edges:
            return -1
        # The root is always opened: a picture of one node shows nothing.
        is_folded = len(view.nodes) + len(edges) > nodes and len(view.nodes) > 1
        if like is not None:
            is_folded = not like.nodes[number].children
        if is_folded or (depth is not None and levels[number] >= depth):
            node.hidden = int(source.sizes[node.key]) - 1
            node.values = source.values(node.key)
            return -1

        uniform = 1 / len(edges)
        shares = [
            uniform if edge.probability is None else float(edge.probability) for edge in edges
        ]
        for edge, share in zip(edges, shares, strict=True):
            child = source.node(edge.child)
            child.label = edge.label
            child.probability = edge.probability
            child.path = (*node.path, edge.label)
            if child.reach is None and node.reach is not None and edge.probability is not None:
                child.reach = node.reach * edge.probability
            add(child, number, weights[number] * share, levels[number] + 1)
        return node.children[shares.index(max(shares))]

    # The roots: that of the game, or the nodes of an information set below an origin that is no node of the game.
    starts: list[tuple[int, tuple[str, ...]]] = [(0, ())] if at is None else source.members(at)
    certain = Fraction(1) if view.has_profile else None
    parent_of_starts = -1
    if len(starts) > 1:
        add(Node(-1, -1, ORIGIN, reach=certain), -1, 1.0, 0)
        parent_of_starts = 0
    for key, path in starts:
        node = source.node(key)
        node.path = path
        if len(starts) > 1:
            node.label = ", ".join(path)
        if node.reach is None:
            node.reach = certain
        add(node, parent_of_starts, 1 / len(starts), 0)
        queue.append((-1.0, len(view.nodes) - 1))

    # Families are opened in the same order, so that nodes have the same numbers.
    if like is not None:
        inner = [number for number, node in enumerate(like.nodes) if node.key >= 0]
        for number in sorted(
            inner, key=lambda number: min(like.nodes[number].children, default=len(like.nodes))
        ):
            open_node(number)
        return view

    # The likeliest line, whose other branches wait, then what waits, the likeliest first.
    line_end = queue[0][1]
    while line_end >= 0:
        above = line_end
        line_end = open_node(above)
        queue += [
            (-weights[child], child) for child in view.nodes[above].children if child != line_end
        ]
    queue = [entry for entry in queue if not view.nodes[entry[1]].children]
    heapq.heapify(queue)
    while queue:
        _, above = heapq.heappop(queue)
        open_node(above)
        for child in view.nodes[above].children:
            heapq.heappush(queue, (-weights[child], child))
    return view
