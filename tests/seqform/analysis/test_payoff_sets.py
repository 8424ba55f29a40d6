"""Payoffs of the equilibria from every node on, for two players and in pure moves for more; tables and pictures."""

import json
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from command_line import Run
from every_equilibrium import (
    best_values,
    contains,
    expected_payoffs,
    graph_from,
    largest_regret,
    payoffs_everywhere,
    pure_equilibria,
    small_trees,
)
from hypothesis import assume, given
from hypothesis import strategies as st
from nested_games import shared_graphs

import seqform as sf
from seqform.backends.answers import unfolds
from seqform.backends.bestnash.backend import best_nash
from seqform.backends.bestnash.profile_sets import pure_sets
from seqform.errors import GameError, InputError
from seqform.models.games.extensive import CHANCE
from seqform.models.games.positions import END, PositionGraph
from seqform.models.strategies.profile_set import objective


@given(small_trees(payoffs=3, moves=3, leaves=7, with_chance=True), st.booleans())
def test_the_sets_of_all_positions_are_those_of_brute_force(graph: PositionGraph, pure: bool) -> None:
    sets, every = sf.payoff_sets(graph, pure=pure), payoffs_everywhere(graph, mixing=not pure)
    assert list(sets) == list(range(len(graph)))
    for position, boxes in enumerate(every):
        ends = [(min(low), max(high)) for low, high in (zip(*sides, strict=True) for sides in zip(*boxes, strict=True))]
        assert list(sets[position].ranges) == ends
        points = [
            [(Fraction(low + high) / 2, low, high) for low, high in sides]
            for sides in [*boxes, *(zip(box.low, box.high, strict=True) for box in sets[position].boxes)]
        ]
        for first, second in (point for sides in points for point in product(*sides)):
            assert ((first, second) in sets[position]) == contains(boxes, (first, second))


def as_tree(graph: PositionGraph) -> PositionGraph:
    """Return the tree of a graph of positions."""
    nodes, starts, child, shares = [0], [0], list[int](), list[Fraction | int]()
    for node in nodes:
        below = graph.moves(node)
        child += range(len(nodes), len(nodes) + len(below))
        shares += graph.chances(node) if graph.player[node] == CHANCE else [0] * len(below)
        nodes += below
        starts.append(len(child))
    ends = [graph.payoffs_at(node) for node in nodes if graph.player[node] == END]
    return graph_from("tree", graph.player[np.array(nodes)].tolist(), starts, child, ends, shares)


@given(
    shared_graphs(moving=4, kinds=3, players=3) | shared_graphs(moving=4, kinds=3, players=3, chance=True),
    st.sampled_from(["fairest", "least-best-for-3", "nearest(1,2,1)"]),
)
def test_of_three_players_all_pure_strategies_of_the_tree_pay_the_sets(graph: PositionGraph, wanted: str) -> None:
    tree = as_tree(graph)
    assume(np.prod([max(1, len(tree.moves(k))) for k in range(len(tree)) if tree.player[k] >= 0]) <= 500)
    every = pure_equilibria(tree)
    sets = pure_sets(graph)
    assert {box.low for box in sets.at(0).boxes} == every
    for payoffs in every:
        strategy = sets.attain(payoffs)
        assert expected_payoffs(strategy)[0] == payoffs and largest_regret(strategy) == 0
        assert unfolds(strategy.graph, graph)
    best = best_nash(graph, wanted, mixing=False)
    assert objective(wanted).numbers(best.values) == max(map(objective(wanted).numbers, every))


@given(shared_graphs(chance=True), st.sampled_from(["social", "least-social", "best-for-2,fairest"]), st.booleans())
def test_shared_positions_with_chance_have_the_best_equilibria_of_the_tree(
    graph: PositionGraph, wanted: str, pure: bool
) -> None:
    found = sf.solve(graph, "subgame-perfect", objective=wanted, pure=pure)
    assert found.values == best_nash(as_tree(graph), wanted, mixing=not pure).values
    assert largest_regret(found.strategy) == 0 and expected_payoffs(found.strategy)[0] == found.values
    if not wanted.startswith("least"):
        assert found.values == best_values(as_tree(graph), wanted, mixing=not pure)


def test_more_players_that_may_mix_and_hidden_information_are_refused() -> None:
    with pytest.raises(GameError, match="With pure, the best equilibrium in pure moves"):
        sf.payoff_sets("oh-hell(players=3)")
    with pytest.raises(GameError, match=r"target_payoffs: of two players, not 3; take the objective nearest"):
        sf.solve("oh-hell(players=3)", "subgame-perfect", target_payoffs=(1, 2), pure=True)
    with pytest.raises(GameError, match="not of perfect information"):
        sf.payoff_sets("kuhn")


def test_the_command_shows_and_writes_the_sets_of_all_nodes(seqform: Run) -> None:
    status, printed, _ = seqform("solve", "littman-figure-4", "--concept", "subgame-perfect", "--sets")
    assert status == 0
    assert "2, 3, 4    │ Player 2 │ [0, 3] × 2, 3 × [2, 3]" in printed
    chosen = ("--objective", "least-social", "--pure", "--sets", "--json")
    status, printed, _ = seqform("solve", "littman-figure-4", "--concept", "subgame-perfect", *chosen)
    sets = json.loads(printed)["payoff_sets"]
    assert status == 0 and len(sets) == 11 and all(each["pure"] for each in sets)
    assert [box["low"] for box in sets[8]["boxes"]] == [["3", "1"], ["3", "3"]]


def test_the_drawing_of_figure_4_has_the_sets_beside_its_nodes(seqform: Run) -> None:
    status, _, _ = seqform("draw", "littman-figure-4", "--sets", "--concept", "subgame-perfect", "-o", "figure.svg")
    picture = Path("figure.svg").read_text("utf-8")
    assert status == 0
    for text in ("3 × [1, 3]", "[0, 3] × 2, 3 × [2, 3]", "[1, 3] × 2, 1 × [0, 2], 3 × [2, 3]"):
        assert f">{text}<" in picture
    with pytest.raises(InputError, match="leave out view"):
        sf.draw("littman-figure-4", sets=True, view="tree")
