"""The numbers of charts and trees against values from walking the game, and what is drawn of them."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest
import tree_walks
from goldens import require_golden

import seqform as sf
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.pictures.chart import chart, public_tree
from seqform.pictures.drawing import draw
from seqform.pictures.grids import GridCell, StrategyGrid
from seqform.pictures.visible import GraphSource, TreeSource, visible_tree

SETS = ("vsvet-figure-1", "three-card-orderings", "random-game(seed=3,depth=4,merge=0.5)")
TREES = ("kuhn", "guess-the-ace", *SETS)
PROFILES = ("uniform", "pure", "mixed", "solved", "doubles")
SEEDS = (1, 2)


@dataclass
class Cell:
    """A bar: its shares by action, and how often its owner's choices lead there."""

    shares: dict[str, Any]
    reach: Any


class Node(NamedTuple):
    """The label and the probability of the edge into a node, and what the node has."""

    label: str
    probability: Any
    reach: Any
    belief: Any
    payoffs: tuple[Any, ...]


# ---- by walking the game ----


@cache
def loaded(name: str) -> ExtensiveGame:
    game: ExtensiveGame = sf.load(name)
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


def members_of(game: ExtensiveGame, player: int) -> dict[str, list[int]]:
    """Return the nodes of every information set of a player, by the set's name."""
    found = defaultdict[str, list[int]](list)
    for node in np.flatnonzero(game.player == player).tolist():
        found[game.infoset_names[game.infoset[node]]].append(node)
    return found


def set_cells(game: ExtensiveGame, profile: BehaviorProfile, player: int) -> dict[str, Cell]:
    return {
        name: Cell(dict(profile[player][name]), tree_walks.reach(game, profile, nodes[0], (player,)))
        for name, nodes in members_of(game, player).items()
    }


def set_numbers(game: ExtensiveGame, profile: BehaviorProfile, player: int) -> dict[str, tuple[Any, ...]]:
    """Return the reach of every information set, the value there, and what the best reply from there on adds."""
    found = {}
    for name, nodes in members_of(game, player).items():
        weighted = [(node, tree_walks.reach(game, profile, node, (-1, 1 - player))) for node in nodes]
        before = sum(by * tree_walks.received_before(game, player, node) for node, by in weighted)
        value = sum(by * tree_walks.expected_from(game, profile, player, node) for node, by in weighted)
        gain = tree_walks.best_reply(game, profile, player, weighted) - value
        reach, whole = sum(tree_walks.reach(game, profile, node) for node in nodes), sum(by for _, by in weighted)
        found[name] = (reach, (value + before) / whole, gain / whole) if whole else (reach, None, None)
    return found


def situation(path: tuple[str, ...], player: int) -> tuple[list[str], list[list[str]]]:
    """Return the cards that a player sees on the way to a node, one of them private, and the actions by round."""
    cards, rounds = [path[player]], [list[str]()]
    for step in path[2:]:
        if step[0].isupper():
            cards.append(step)
            rounds.append([])
        else:
            rounds[-1].append(step)
    return cards, rounds


def hand_cells(
    game: ExtensiveGame, profile: BehaviorProfile, player: int, number: int | None
) -> dict[tuple[str, str], Cell]:
    """Return the mean bars of the hands of equal ranks by row and column; of all hands and rounds without a number."""
    groups = defaultdict[tuple[str, str], list[tuple[Any, dict[str, Any]]]](list)
    for name, nodes in members_of(game, player).items():
        cards, rounds = situation(game.path(nodes[0]), player)
        earlier, now = [", ".join(one) for one in rounds[:-1]], ", ".join(rounds[-1])
        column = " / ".join([*earlier, f"after {now}" if now else "first to act"])
        row = " with ".join(card[0] for card in cards)
        if number is None:
            row, column = "", " ".join(step for one in rounds for step in one)
        elif len(rounds) != number:
            continue
        own = tree_walks.reach(game, profile, nodes[0], (player,))
        groups[row, column].append((own, profile[player][name]))
    found = {}
    for place, members in groups.items():
        total = sum(reach for reach, _ in members)
        weighted = members if total else [(1, shares) for _, shares in members]
        parts = {a: sum(by * shares[a] for by, shares in weighted) / (total or len(members)) for a in members[0][1]}
        found[place] = Cell(parts, Fraction(total) / len(members))
    return found


def walked(game: ExtensiveGame, profile: BehaviorProfile | None) -> dict[tuple[str, ...], Node]:
    """Return all nodes by the actions that lead there."""
    known, chosen = profile is not None, profile or sf.uniform_profile(game)
    reach = [tree_walks.reach(game, chosen, node) for node in range(len(game))]
    found = {}
    for node in range(len(game)):
        path, row, above = game.path(node), int(game.infoset[node]), int(game.parent[node])
        edge = None
        if node and (known or game.player[above] < 0):
            edge = tree_walks.edge(game, chosen, above, node - int(game.first_child[above]))
        members = np.flatnonzero(game.infoset == row).tolist() if row >= 0 and game.player[node] >= 0 else []
        total = sum(reach[one] for one in members) if known and len(members) > 1 else 0
        belief = reach[node] / total if total else None
        paid = [tree_walks.received_before(game, k, node) + received(game, k, node) for k in (0, 1)] if row < 0 else ()
        found[path] = Node(path[-1] if path else "", edge, reach[node] if known else None, belief, tuple(paid))
    return found


def received(game: ExtensiveGame, player: int, node: int) -> Any:
    row = int(game.outcome[node])
    return game.outcomes.payoffs[player][row] if row >= 0 else 0


# ---- charts ----


def require_cells(grid: StrategyGrid, shown: Iterable[Iterable[GridCell | None]], known: Any, column: str = "") -> None:
    """Require that the cells of a table are those known by row and column."""
    found = {
        (row.label, column or one.name): Cell(dict(zip(cell.actions, cell.shares, strict=True)), cell.reach)
        for row, cells in zip(grid.rows, shown, strict=True)
        for one, cell in zip(grid.columns, cells, strict=True)
        if cell is not None
    }
    assert found == known


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", SETS)
def test_information_sets_have_their_shares_reach_values_and_regrets(name: str, seed: int) -> None:
    game = loaded(name)
    profiles = [tree_walks.random_profile(game, one) for one in (seed, seed + 10)]
    for player, grid in enumerate(chart(game, profiles[0], versus=profiles[1]).grids):
        for cells, profile in zip((grid.cells, grid.others), profiles, strict=True):
            require_cells(grid, cells, {(k, "set"): c for k, c in set_cells(game, profile, player).items()}, "set")
        assert {row.label: row.numbers for row in grid.rows} == set_numbers(game, profiles[0], player)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("name", "number"), [("kuhn", 1), ("leduc", 1), ("leduc", 2)])
def test_hands_have_the_means_of_their_members(name: str, number: int, seed: int) -> None:
    game = loaded(name)
    profiles = [tree_walks.random_profile(game, one) for one in (seed, seed + 10)]
    for player, grid in enumerate(chart(game, profiles[0], versus=profiles[1], round=number).grids):
        for cells, profile in zip((grid.cells, grid.others), profiles, strict=True):
            require_cells(grid, cells, hand_cells(game, profile, player, number))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_the_public_tree_has_the_means_of_all_hands(name: str, seed: int) -> None:
    game = loaded(name)
    profile = tree_walks.random_profile(game, seed)
    cells = {way: (k, one) for k in (0, 1) for (_, way), one in hand_cells(game, profile, k, None).items()}
    (grid,) = public_tree(game, profile).grids
    way: list[str] = []
    reach: list[Any] = [Fraction(1)]
    for row, (shown,) in zip(grid.rows, grid.cells, strict=True):
        assert row.branch is not None and shown is not None
        if row.branch.depth:
            del way[row.branch.depth - 1 :], reach[row.branch.depth :]
            share = cells[" ".join(way)][1].shares[row.branch.action]
            assert row.branch.share == share
            way.append(row.branch.action)
            reach.append(reach[-1] * share)
        player, cell = cells[" ".join(way)]
        assert (row.branch.mover, row.numbers) == (player, (reach[-1],))
        assert Cell(dict(zip(shown.actions, shown.shares, strict=True)), shown.reach) == cell
    assert len(grid.rows) == len(cells)


# ---- trees ----


@pytest.mark.parametrize("kind", PROFILES)
@pytest.mark.parametrize("name", TREES)
def test_trees_have_the_probabilities_reach_beliefs_and_payoffs_of_every_node(name: str, kind: str) -> None:
    game, profile = loaded(name), profile_of(name, kind)
    known = walked(game, profile)
    every: tuple[dict[str, Any], ...] = ({"nodes": 400}, {"nodes": 20}, {"depth": 2, "nodes": 400})
    for limits in every:
        view = visible_tree(TreeSource(game, profile, None), **limits)
        assert len(view.nodes) == len(known) or any(node.hidden for node in view.nodes)
        for node in view.nodes:
            one = known[node.path]
            assert (node.label, node.payoffs or ()) == (one.label, one.payoffs)
            for shown, number in ((node.probability, one.probability), (node.reach, one.reach)):
                assert shown is None or float(shown) == pytest.approx(float(number), abs=1e-12)
            assert node.belief == (None if one.belief is None else pytest.approx(one.belief, abs=1e-12))


def test_a_graph_of_positions_has_the_probabilities_of_its_strategy() -> None:
    graph: Any = sf.load("littman-figure-4", kind="positions")
    strategy = sf.solve(graph, "subgame-perfect").strategy
    view = visible_tree(GraphSource(strategy.graph, strategy), nodes=400)
    for node in view.nodes:
        chances = strategy.graph.chances(node.key) if strategy.graph.player[node.key] == -1 else []
        for move, child in enumerate(node.children):
            share = chances[move] if chances else strategy.at(node.key).get(move, 0)
            assert view.nodes[child].label == strategy.graph.move_label(node.key, move)
            assert view.nodes[child].probability == share
            assert view.nodes[child].reach == node.reach * share


def test_a_small_exact_difference_is_drawn_and_rounding_is_not() -> None:
    game = loaded("kuhn")
    strategies = sf.uniform_profile(game)
    for step, drawn in ((Fraction(1, 10**12), 2), (1e-12, 0)):
        shares = strategies[0].probabilities.astype(type(step))
        start = int(strategies[0].index.first_sequence[0])
        shares[start : start + 2] += [step, -step]
        other = BehaviorProfile((BehaviorStrategy(strategies[0].index, shares), strategies[1]))
        picture = draw(game, strategies, versus=other, difference=True)
        sets = np.flatnonzero(game.infoset == game.infoset_names.index("J:"))
        assert sum("→" in one.text and "profile" not in one.text for one in picture.scene.texts) == drawn * len(sets)


# ---- drawings ----


PICTURES: dict[str, Callable[[], Any]] = {
    "tree": lambda: draw("kuhn", profile_of("kuhn", "mixed")),
    "tree-downwards": lambda: draw("guess-the-ace", profile_of("guess-the-ace", "doubles"), direction="down"),
    "two-trees": lambda: draw("kuhn", profile_of("kuhn", "uniform"), versus=profile_of("kuhn", "pure"), at="1:K:cb"),
    "difference": lambda: draw(
        "kuhn", profile_of("kuhn", "mixed"), versus=profile_of("kuhn", "pure", 2), difference=True, theme="dark"
    ),
    "positions": lambda: draw("littman-figure-1", sf.solve("littman-figure-1", "subgame-perfect")),
    "chart": lambda: chart("kuhn", profile_of("kuhn", "mixed")),
    "two-strategies": lambda: chart(
        "leduc",
        tree_walks.random_profile(loaded("leduc"), 1),
        round=1,
        theme="dark",
        versus=tree_walks.random_profile(loaded("leduc"), 2),
    ),
    "information-sets": lambda: chart(SETS[1], tree_walks.random_profile(loaded(SETS[1]), 1)),
    "public-tree": lambda: public_tree("leduc", tree_walks.random_profile(loaded("leduc"), 1)),
}


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_are_those_on_file(name: str) -> None:
    require_golden(f"pictures/{name}.svg", PICTURES[name]().svg())
