"""Every edge, node and label of a drawn tree, read from the SVG, against probabilities computed by walking the game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest
import tree_walks
from svg_marks import Mark, marks

import seqform as sf
from seqform.io.style import THEMES
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.games.positions import PositionGraph
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.pictures.drawing import draw
from seqform.pictures.tree import shown_number

LIGHT = THEMES["light"]
GAMES = ("kuhn", "vsvet-figure-1", "guess-the-ace", "three-card-orderings", "random-game(seed=3,depth=4,merge=0.5)")
PROFILES = ("uniform", "pure", "mixed", "solved", "doubles")
VIEWS = ("tree", "compare", "difference")


class Node(NamedTuple):
    """A node of a game: the label and the probability of the edge into it, its owner, and what the node has."""

    owner: int
    label: str
    probability: Any
    reach: Any
    belief: Any
    payoffs: tuple[Any, ...]


class Line(NamedTuple):
    """An edge as it is drawn."""

    width: float
    color: str
    opacity: float


# ---- by walking the game ----


@cache
def loaded(name: str) -> ExtensiveGame:
    game = sf.load(name)
    assert isinstance(game, ExtensiveGame)
    return game


@cache
def profile_of(name: str, kind: str, seed: int = 1) -> BehaviorProfile:
    game = loaded(name)
    if kind == "uniform":
        return sf.uniform_profile(game)
    if kind in ("pure", "mixed"):
        weights = (0,) if kind == "pure" else (0, 0, 1, 2)
        random = Random(seed)
        first, second = (tree_walks.random_strategy(one.index, random, weights) for one in game.sequences)
        return BehaviorProfile((first, second))
    solved: BehaviorProfile = sf.solve(game, exact=True).profile
    if kind == "solved":
        return solved
    first, second = (BehaviorStrategy(one.index, one.probabilities.astype(np.float64)) for one in solved)
    return BehaviorProfile((first, second))


def walked(game: ExtensiveGame, profile: BehaviorProfile | None) -> dict[str, Node]:
    """Return all nodes by the actions that lead there."""
    reach = [1] * len(game)
    edges: list[Any] = [None] * len(game)
    for node in range(1, len(game)):
        above = int(game.parent[node])
        if profile is not None or game.player[above] < 0:
            exact = tree_walks.edge(game, profile, above, node - int(game.first_child[above]))  # type: ignore[arg-type]
            edges[node] = exact if profile is None or profile.exact else float(exact)
            reach[node] = reach[above] * edges[node]
    found = {}
    for node in range(len(game)):
        path, row = game.path(node), int(game.infoset[node])
        members = np.flatnonzero(game.infoset == row).tolist() if row >= 0 and game.player[node] >= 0 else []
        total = sum(reach[one] for one in members) if profile is not None and len(members) > 1 else 0
        found[" > ".join(path) or "root"] = Node(
            int(game.player[game.parent[node]]) if node else -3,
            path[-1] if path else "",
            edges[node],
            None if profile is None else reach[node],
            reach[node] / total if total else None,
            tuple(tree_walks.received_before(game, k, node) + paid(game, k, node) for k in (0, 1)) if row < 0 else (),
        )
    return found


def paid(game: ExtensiveGame, player: int, node: int) -> Any:
    row = int(game.outcome[node])
    return game.outcomes.payoffs[player][row] if row >= 0 else 0


def line(owner: int, weight: Any, reach: Any) -> Line:
    """Return an edge whose width stands for a number from 0 to 1, None without a profile."""
    pale = reach == 0
    if owner < 0:
        return Line(1.3, LIGHT.muted, 0.4 if pale else 1.0)
    if weight is None:
        return Line(1.3, LIGHT.ink, 1.0)
    if weight == 0:
        return Line(1.1, LIGHT.never, 1.0)
    return Line(float(f"{1.2 + 3.6 * float(weight):.3g}"), LIGHT.players[owner], 0.4 if pale else 1.0)


# ---- from the picture ----


@dataclass
class Read:
    """One tree of a picture: edges and tooltips by the actions that lead to a node; tooltips and changes at edges."""

    edges: dict[str, Line]
    nodes: dict[str, str]
    labels: Counter[str]
    changes: Counter[str]


def read(svg: str, right: bool) -> list[Read]:
    """Return the trees that are beside each other in a picture."""
    trees: list[list[Mark]] = []
    for mark in marks(svg):
        if mark.kind == "text" and mark.size == 16:
            trees.append([])
        trees[-1].append(mark)
    return [_tree(elements, right) for elements in trees]


def _tree(elements: list[Mark], right: bool) -> Read:
    inner = {m.title.split(";")[0]: m for m in elements if m.kind in ("circle", "rect") and m.title and not m.dashed}
    leaves = {m.title.split(";")[0]: m for m in elements if m.kind == "text" and m.size == 12 and m.title}

    def distance(mark: Mark, place: tuple[float, float]) -> float:
        if mark.kind != "text":
            return abs(mark.x - place[0]) + abs(mark.y - place[1])
        if right:  # the payoffs are to the right of the end of the edge, in columns
            return abs(mark.y - 4.2 - place[1]) + (0.0 if 0 < mark.x - place[0] < 60 else 1.0)
        return abs(mark.x - place[0]) + abs(mark.y - 14 - place[1])

    edges: dict[str, Line] = {}
    for path in (m for m in elements if m.kind == "path" and not m.dashed):
        start, end = path.points[0], path.points[-1]
        if start == end or not any(distance(mark, start) < 0.25 for mark in inner.values()):
            continue  # what is folded, or the legend
        child = min(inner | leaves, key=lambda name: distance((inner | leaves)[name], end))
        assert distance((inner | leaves)[child], end) < 0.25 and child not in edges
        edges[child] = Line(path.stroke, path.color, path.opacity)
    at_edges = [m for m in elements if m.kind == "text" and m.size in (10, 11.5) and not m.italic]
    return Read(
        edges,
        {name: mark.title for name, mark in (inner | leaves).items()},
        Counter(m.title for m in at_edges if m.title and "; " not in m.title),
        Counter(m.text for m in at_edges if "→" in m.text),
    )


def facts(title: str) -> dict[str, list[float]]:
    """Return the numbers of a tooltip by the words before them; of a difference, those of both profiles."""
    found = {}
    for part in title.split("; ")[1:]:
        known = re.fullmatch(r"(reached with probability|belief|payoffs) (.*)", part)
        if known:
            texts = known[2].replace("none", "nan").split(", " if known[1] == "payoffs" else ", then ")
            found[known[1]] = [number(text) for text in texts]
    return found


def number(text: str) -> float:
    above, _, below = text.partition("/")
    return float(above) / float(below or 1)


def expected_facts(*nodes: Node) -> dict[str, Any]:
    found = {}
    if nodes[0].reach is not None:
        found["reached with probability"] = [float(one.reach) for one in nodes]
    if any(one.belief is not None for one in nodes):
        found["belief"] = [float("nan") if one.belief is None else float(one.belief) for one in nodes]
    if nodes[0].payoffs:
        found["payoffs"] = [float(one) for one in nodes[0].payoffs]
    return {what: pytest.approx(numbers, abs=1e-12, nan_ok=True) for what, numbers in found.items()}


def check_tree(drawn: Read, *sides: dict[str, Node]) -> None:
    """Check a tree with one profile or with none, or with the difference of two."""
    first, last = sides[0], sides[-1]
    both = len(sides) > 1
    edges, labels, changes = {}, Counter[tuple[str, ...]](), Counter[str]()
    for name, node in first.items():
        assert facts(drawn.nodes[name]) == expected_facts(*(side[name] for side in sides)), name
        if name == "root":
            continue
        other, weight, reach, probabilities = last[name], node.probability, node.reach, [node.probability]
        if both:
            weight, reach = abs(node.probability - other.probability), 1
            weight = 0 if isinstance(weight, float) and weight < 1e-9 else weight
            if node.owner >= 0:
                probabilities.append(other.probability)
            if node.owner >= 0 and weight:
                changes[f"{shown_number(node.probability)} → {shown_number(other.probability)}"] += 1
        edges[name] = line(node.owner, weight, reach)
        labels[node.label, *(f"{float(one):.9f}" for one in probabilities if one is not None)] += 1
    assert drawn.edges == edges
    told = Counter[tuple[str, ...]]()
    for title, times in drawn.labels.items():
        label, _, rest = title.partition(": probability ")
        told[label, *(f"{number(one):.9f}" for one in rest.split(", then ") if rest)] += times
    assert told == labels
    assert drawn.changes == changes


def other_kinds(kind: str) -> Iterator[str]:
    """Yield the kinds of profiles to compare with one: the same, one far away, and the same up to rounding."""
    yield from dict.fromkeys((kind, "pure", "doubles"))


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize(("kind", "direction"), [*((kind, "right") for kind in PROFILES), ("mixed", "down")])
@pytest.mark.parametrize("name", GAMES)
def test_widths_colors_and_tooltips_are_those_of_the_probabilities(
    name: str, kind: str, direction: str, view: str
) -> None:
    game, profile, right = loaded(name), profile_of(name, kind), direction == "right"
    side = walked(game, profile)
    if view == "tree":
        (drawn,) = read(draw(game, profile, direction=direction).svg(), right)
        check_tree(drawn, side)
        return
    for other in other_kinds(kind):
        second = profile_of(name, other, 2)
        picture = draw(game, profile, versus=second, difference=view == "difference", direction=direction)
        trees = read(picture.svg(), right)
        if view == "difference":
            check_tree(trees[0], side, walked(game, second))
        else:
            for tree, nodes in zip(trees, (side, walked(game, second)), strict=True):
                check_tree(tree, nodes)


@pytest.mark.parametrize("name", GAMES)
def test_without_a_profile_all_edges_are_alike(name: str) -> None:
    game = loaded(name)
    (drawn,) = read(draw(game, direction="right").svg(), True)
    check_tree(drawn, walked(game, None))


def test_a_small_exact_difference_is_drawn_and_rounding_is_not() -> None:
    game = loaded("kuhn")
    strategies = sf.uniform_profile(game)
    for step, drawn in ((Fraction(1, 10**12), 2), (1e-12, 0)):
        shares = strategies[0].probabilities.astype(type(step))
        start = int(strategies[0].index.first_sequence[0])
        shares[start : start + 2] += [step, -step]
        other = BehaviorProfile((BehaviorStrategy(strategies[0].index, shares), strategies[1]))
        (tree,) = read(draw(game, strategies, versus=other, difference=True, direction="right").svg(), True)
        colors = Counter(line.color for line in tree.edges.values())
        assert colors[LIGHT.players[0]] == drawn * len(np.flatnonzero(game.infoset == game.infoset_names.index("J:")))


@pytest.mark.parametrize("difference", [False, True])
def test_a_part_of_a_tree_has_the_numbers_of_the_whole(difference: bool) -> None:
    """Also where the part begins at several nodes, and where what is below is folded."""
    game, first, second = loaded("kuhn"), profile_of("kuhn", "mixed"), profile_of("kuhn", "mixed", 2)
    other: dict[str, Any] = {"versus": second, "difference": True} if difference else {}
    sides = [walked(game, one) for one in ((first, second) if difference else (first,))]
    (whole,) = read(draw(game, first, direction="right", **other).svg(), True)
    check_tree(whole, *sides)
    for limits in dict[str, Any](at="1:K:cb"), dict[str, Any](depth=3), dict[str, Any](nodes=20):
        (part,) = read(draw(game, first, direction="right", **limits, **other).svg(), True)
        shown = {name: one for name, one in part.edges.items() if name != "root"}
        if "at" in limits:
            starts = [name for name in shown if sides[0][name].label == "bet" and name.startswith("K >")]
            assert all(shown.pop(name).color == LIGHT.muted for name in starts) and len(starts) == 2
        assert len(shown) > 3 and shown == {name: whole.edges[name] for name in shown}
        told = {name: title.partition("; worth")[0] for name, title in part.nodes.items() if name != "root"}
        assert told == {name: whole.nodes[name].partition("; worth")[0] for name in told}


def test_a_graph_of_positions_has_the_probabilities_of_its_strategy() -> None:
    graph = sf.load("littman-figure-4", kind="positions")
    assert isinstance(graph, PositionGraph)
    strategy = sf.solve(graph, "subgame-perfect").strategy
    expected: dict[str, Line] = {}
    stack: list[tuple[int, tuple[str, ...], Any]] = [(0, (), 1)]
    while stack:
        position, path, reach = stack.pop()
        owner = int(strategy.graph.player[position])
        chances = strategy.graph.chances(position) if owner == CHANCE else []
        for move, child in enumerate(strategy.graph.moves(position)):
            share = chances[move] if chances else strategy.at(position).get(move, 0)
            way = (*path, strategy.graph.move_label(position, move))
            expected[" > ".join(way)] = line(owner, share, reach * share)
            stack.append((child, way, reach * share))
    (drawn,) = read(draw(graph, sf.solve(graph, "subgame-perfect"), direction="right").svg(), True)
    assert drawn.edges == expected


def test_tikz_has_the_widths_of_the_svg() -> None:
    game = loaded("kuhn")
    drawing = draw(game, profile_of("kuhn", "mixed"), versus=profile_of("kuhn", "pure", 2), difference=True)
    widths = [float(text) for text in re.findall(r"line width=([\d.]+)bp[^\n]*--", drawing.tikz())]
    lines = [mark.stroke for mark in marks(drawing.svg()) if mark.kind == "path"]
    assert widths == pytest.approx([0.75 * one for one in lines], abs=0.01)


def test_the_legend_has_the_widths_of_one_of_a_third_and_of_zero() -> None:
    game, profile = loaded("kuhn"), profile_of("kuhn", "solved")
    for difference, words in ((False, "always, sometimes, never played"), (True, "large, small, no difference")):
        other: dict[str, Any] = {"versus": profile, "difference": True} if difference else {}
        drawn = marks(draw(game, profile, **other).svg())
        place = next(k for k, mark in enumerate(drawn) if mark.text == words)
        samples = [Line(mark.stroke, mark.color, mark.opacity) for mark in drawn[place - 3 : place]]
        assert samples == [line(0, weight, 1) for weight in (1, 1 / 3, 0)]
