"""Payoffs of the equilibria from every node on, for two players and in pure moves for more; tables and pictures."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, product
from pathlib import Path

import numpy as np
import pytest
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

import seqform as sf
from seqform.backends.answers import unfolds
from seqform.backends.bestnash.backend import best_nash
from seqform.backends.bestnash.pure_sets import pure_sets
from seqform.errors import GameError, InputError
from seqform.models.games.extensive import CHANCE
from seqform.models.games.positions import END, PositionGraph
from seqform.models.strategies.profile_set import objective

Run = Callable[..., tuple[int, str, str]]


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


def three_players(seed: int, chance: bool) -> PositionGraph:
    """Return a graph of a few positions of three players, some of them shared, with many ties."""
    source = random.Random(seed)
    moving, ends = source.randint(1, 5), source.randint(2, 4)
    player, first_move, child = list[int](), [0], list[int]()
    for position in range(moving):
        player.append(source.choice([0, 1, 2, CHANCE]) if chance else source.randrange(3))
        child += [source.randrange(position + 1, moving + ends) for _ in range(source.randint(1, 3))]
        first_move.append(len(child))
    payoffs = [tuple(source.randrange(3) for _ in range(3)) for _ in range(ends)]
    shares = [
        Fraction(1, end - begin) if player[k] == CHANCE else 0
        for k, (begin, end) in enumerate(pairwise(first_move))
        for _ in range(begin, end)
    ]
    starts = first_move + ends * [len(child)]
    return graph_from("three", player + ends * [END], starts, child, payoffs, shares)


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


@given(st.integers(0, 10**6), st.booleans(), st.sampled_from(["fairest", "least-best-for-3", "nearest(1,2,1)"]))
def test_of_three_players_all_pure_strategies_of_the_tree_pay_the_sets(seed: int, chance: bool, wanted: str) -> None:
    graph = three_players(seed, chance)
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


@given(st.integers(0, 10**6), st.sampled_from(["social", "least-social", "best-for-2,fairest"]), st.booleans())
def test_shared_positions_with_chance_have_the_best_equilibria_of_the_tree(seed: int, wanted: str, pure: bool) -> None:
    three = three_players(seed, chance=True)
    graph = graph_from(
        "two",
        [min(player, 1) for player in three.player.tolist()],
        three.first_move.tolist(),
        three.child.tolist(),
        [three.payoffs_at(k)[:2] for k in range(len(three)) if three.player[k] == END],
        three.probability.to_fractions() if three.probability is not None else (),
    )
    found = sf.solve(graph, "subgame-perfect", objective=wanted, pure=pure)
    assert found.values == best_nash(as_tree(graph), wanted, mixing=not pure).values
    assert largest_regret(found.strategy) == 0 and expected_payoffs(found.strategy)[0] == found.values
    if not wanted.startswith("least"):
        assert found.values == best_values(as_tree(graph), wanted, mixing=not pure)


def test_more_players_that_may_mix_and_hidden_information_are_refused() -> None:
    with pytest.raises(GameError, match="With pure, the best equilibrium in pure moves"):
        sf.payoff_sets(three_players(1, chance=False))
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
    status, _, error = seqform("solve", "kuhn", "--sets")
    assert status == 2 and "--sets: only with --concept subgame-perfect" in error


def test_the_drawing_of_figure_4_has_the_sets_beside_its_nodes(seqform: Run) -> None:
    status, _, _ = seqform("draw", "littman-figure-4", "--sets", "--concept", "subgame-perfect", "-o", "figure.svg")
    picture = Path("figure.svg").read_text("utf-8")
    assert status == 0
    for text in ("3 × [1, 3]", "[0, 3] × 2, 3 × [2, 3]", "[1, 3] × 2, 1 × [0, 2], 3 × [2, 3]"):
        assert f">{text}<" in picture
    with pytest.raises(InputError, match="leave out view"):
        sf.draw("littman-figure-4", sets=True, view="tree")
