"""Positions of Oh Hell! built in bulk, against the rules played out."""

from __future__ import annotations

from statistics import fmean

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oh_hell_graph import deal_graph, deal_tree
from seqform.builders.games.families.oh_hell import PENALTIES, TARGETS, TRUMPS, OhHell, OhHellRules, deal
from seqform.builders.games.rules import expand
from seqform.models.games.extensive import NONE
from seqform.models.games.positions import END, PositionGraph

pytestmark = pytest.mark.slow

OPTIONS = st.builds(
    OhHellRules,
    first_lead=st.sampled_from([1, 2]),
    sum_rule=st.booleans(),
    penalty=st.sampled_from(PENALTIES),
    target=st.sampled_from(TARGETS),
    follow=st.booleans(),
    winner_leads=st.booleans(),
    bids_descending=st.booleans(),
)


@settings(deadline=None, max_examples=25)
@given(cards=st.integers(1, 3), seed=st.integers(0, 10**6), trump=st.sampled_from(TRUMPS), rules=OPTIONS)
def test_the_tree_is_that_of_the_rules_node_for_node(cards: int, seed: int, trump: str, rules: OhHellRules) -> None:
    dealt = deal(cards, seed, trump=trump, order="dealt")
    tree, game = deal_tree(dealt, rules), expand(OhHell(dealt, rules))
    assert tree.is_tree
    assert len(tree) == len(game)
    assert game.parent.tolist() == [NONE, *tree.mover_of_move.tolist()]
    assert tree.child.tolist() == list(range(1, len(game)))
    sets = game.information_sets
    for node in range(len(game)):
        if tree.player[node] == END:
            row = game.outcome[node]
            assert tree.payoffs_at(node) == tuple(payoff[row] for payoff in game.outcomes.payoffs)
        else:
            row = int(game.infoset[node])
            assert tree.player[node] == sets.player[row]
            labels = sets.action_labels[sets.action_start[row] : sets.action_start[row + 1]]
            assert labels == tuple(tree.move_label(node, move) for move in range(len(tree.moves(node))))


@settings(deadline=None, max_examples=20)
@given(cards=st.integers(1, 4), seed=st.integers(0, 10**6), rules=OPTIONS)
def test_merged_positions_have_the_moves_and_payoffs_of_those_they_stand_for(
    cards: int, seed: int, rules: OhHellRules
) -> None:
    dealt = deal(cards, seed)
    tree, graph = deal_tree(dealt, rules), deal_graph(dealt, rules)
    assert len(graph) <= len(tree)
    together = [(0, 0)]
    while together:
        at, same = together.pop()
        assert tree.player[at] == graph.player[same]
        pairs = list(zip(tree.moves(at), graph.moves(same), strict=True))
        for move in range(len(pairs)):
            assert tree.move_label(at, move) == graph.move_label(same, move)
        if not pairs:
            assert tree.payoffs_at(at) == graph.payoffs_at(same)
        together += pairs


def test_every_outcome_occurs_and_is_listed_once() -> None:
    graph = deal_graph(deal(4, 1))
    assert set(graph.outcome[graph.player == END].tolist()) == set(range(len(graph.payoffs[0])))
    pairs = set(zip(*(payoff.to_fractions() for payoff in graph.payoffs), strict=True))
    assert len(pairs) == len(graph.payoffs[0])


@pytest.mark.parametrize(("cards", "depth", "least", "most"), [(4, 10, 10_000, 20_000), (5, 12, 200_000, 400_000)])
def test_trees_have_the_published_depth_and_order_of_size(cards: int, depth: int, least: int, most: int) -> None:
    trees = [deal_tree(deal(cards, seed)) for seed in range(25)]
    assert least < fmean(map(len, trees)) < most
    deepest = np.zeros(len(trees[0]), dtype=np.int64)
    for start, stop in levels(trees[0]):
        moves = trees[0].child[trees[0].first_move[start] : trees[0].first_move[stop]]
        deepest[moves] = deepest[start] + 1
    assert deepest[-1] == deepest.max() == depth


@pytest.mark.parametrize("cards", [6, 7])
def test_merged_positions_of_large_hands_are_few(cards: int) -> None:
    assert len(deal_graph(deal(cards, 0))) < {6: 200_000, 7: 1_500_000}[cards]


def levels(tree: PositionGraph) -> list[tuple[int, int]]:
    """Return where every level of a breadth-first tree begins and ends."""
    found, start, stop = [], 0, 1
    while stop > start:
        found.append((start, stop))
        start, stop = stop, stop + int(tree.first_move[stop] - tree.first_move[start])
    return found
