"""Positions of Oh Hell! built in bulk, against the rules played out, and what docs/oh_hell.md proves."""

import itertools

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from papers.oh_hell_graph import deal_graph, deal_tree
from seqform.backends.bestnash.profile_sets import profile_sets
from seqform.builders.games.families.oh_hell import (
    PENALTIES,
    TARGETS,
    TRUMPS,
    OhHell,
    OhHellRules,
    deal,
)
from seqform.builders.games.rules import expand
from seqform.models.games.extensive import NONE
from seqform.models.games.positions import END
from seqform.models.strategies.profile_set import OBJECTIVES

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
@given(
    cards=st.integers(1, 3),
    seed=st.integers(0, 10**6),
    trump=st.sampled_from(TRUMPS),
    rules=OPTIONS,
)
def test_the_tree_is_that_of_the_rules_node_for_node(
    cards: int, seed: int, trump: str, rules: OhHellRules
) -> None:
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
            assert labels == tuple(
                tree.move_label(node, move) for move in range(len(tree.moves(node)))
            )


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


Cells = npt.NDArray[np.bool_]


def merged(first: Cells, second: Cells, mover: int) -> Cells:
    """Return the payoffs at a position whose children have these, on the grid of points and intervals."""
    if mover == 1:
        return merged(first.T, second.T, 0).T
    bars = [int(np.argmax(other.any(axis=1))) for other in (second, first)]
    result = np.zeros_like(first)
    for cells, bar in zip((first, second), bars, strict=True):
        result[bar:] |= cells[bar:]
    for row in np.flatnonzero(first.any(axis=1) & second.any(axis=1)):
        columns = np.flatnonzero(first[row] | second[row])
        result[row, columns[0] : columns[-1] + 1] = True
    return result


def pure_merged(first: frozenset[int], second: frozenset[int], mover: int) -> frozenset[int]:
    """Return the pure payoffs at a position, payoff pairs being numbered 0 to 3."""

    def own(pair: int) -> int:
        return pair >> 1 if mover == 0 else pair & 1

    bar = max(min(map(own, first)), min(map(own, second)))
    return frozenset(pair for pair in first | second if own(pair) >= bar)


def test_after_the_bids_pure_moves_attain_every_point_of_the_grid() -> None:
    """All sets that play can lead to, whatever the cards: they are finitely many."""
    found: dict[tuple[bytes, frozenset[int]], Cells] = {}
    new: list[tuple[Cells, frozenset[int]]] = []
    for pair in range(4):
        cells = np.zeros((3, 3), dtype=np.bool_)
        cells[2 * (pair >> 1), 2 * (pair & 1)] = True
        new.append((cells, frozenset([pair])))
    while new:
        for cells, pure in new:
            found[cells.tobytes(), pure] = cells
        known = [(cells, pure) for (_, pure), cells in found.items()]
        new = [
            (cells, pure)
            for (one, one_pure), (two, two_pure) in itertools.product(known, known)
            for mover in (0, 1)
            for cells, pure in [(merged(one, two, mover), pure_merged(one_pure, two_pure, mover))]
            if (cells.tobytes(), pure) not in found
        ]
    assert len(found) == 14
    for (_, pure), cells in found.items():
        assert {2 * i + j for i, j in np.argwhere(cells[::2, ::2]).tolist()} == pure
        for row, column in np.argwhere(
            cells
        ).tolist():  # whole lines and rectangles only: with a face all its corners
            rows, columns = ({index - index % 2, index + index % 2} for index in (row, column))
            assert all(cells[i, j] for i in rows for j in columns)


@settings(deadline=None, max_examples=40)
@given(cards=st.integers(1, 4), seed=st.integers(0, 10**6), rules=OPTIONS)
def test_mixing_raises_no_objective(cards: int, seed: int, rules: OhHellRules) -> None:
    graph = deal_graph(deal(cards, seed), rules)
    mixed, pure = (
        list(profile_sets(graph, mixing=mixing).root.grid_points()) for mixing in (True, False)
    )
    assert set(pure) <= set(mixed)
    assert all(any(p[0] >= s[0] and p[1] >= s[1] for p in pure) for s in mixed)
    for measure in OBJECTIVES.values():
        if measure.name != "product":  # falls when one of two negative payoffs rises
            assert measure.measure(*measure.best(mixed)) == measure.measure(*measure.best(pure))


def test_mixing_does_widen_the_set_of_profiles() -> None:
    graph = deal_graph(deal(4, 1))
    mixed, pure = (
        set(profile_sets(graph, mixing=mixing).root.grid_points()) for mixing in (True, False)
    )
    assert pure < mixed


@settings(deadline=None, max_examples=40)
@given(
    cards=st.integers(1, 4),
    seed=st.integers(0, 10**6),
    first_lead=st.sampled_from([1, 2]),
    follow=st.booleans(),
)
def test_equilibria_pay_what_the_proposition_lists(
    cards: int, seed: int, first_lead: int, follow: bool
) -> None:
    graph = deal_graph(deal(cards, seed), OhHellRules(first_lead=first_lead, follow=follow))
    listed = {(10 + bid, -10) for bid in range(cards)} | {(-10, 10 + bid) for bid in range(cards)}
    listed |= {(10 + cards, -11), (-10, -10)}
    pure = {
        (int(one), int(two)) for one, two in profile_sets(graph, mixing=False).root.grid_points()
    }
    assert pure <= listed
    for one, two in itertools.product(pure, pure):
        assert sum(one) <= sum(two) or max(one) > max(two)
