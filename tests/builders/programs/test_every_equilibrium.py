"""The brute force over all equilibria, itself held to the figures of the paper and to equilibria tried one by one."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from every_equilibrium import (
    best_values,
    contains,
    disagreement,
    equilibrium_payoffs,
    expected_payoffs,
    largest_regret,
    lottery,
    pair,
    positions_of,
    random_tree,
    small_trees,
)
from hypothesis import given

from seqform.builders.games.tree import Node, leaf, move
from seqform.models.games.positions import PositionGraph, PositionStrategy
from seqform.models.numbers.exact import ExactArray
from seqform.models.strategies.profile_set import UtilityProfileSet

pytestmark = pytest.mark.slow


def figure_1() -> PositionGraph:
    node_2 = move(0, "2", {"4": leaf(2, 3), "5": leaf(2, 100)})
    return positions_of(move(1, "1", {"2": node_2, "3": leaf(1000, 4)}))


def figure_4_from(number: int) -> PositionGraph:
    """The subtree of the paper's figure 4 at one of its nodes 1 to 5."""
    node: Node = move(0, "5", {"10": leaf(3, 1), "11": leaf(3, 3)})
    above = [(4, 1, leaf(0, 2)), (3, 0, leaf(1, 0)), (2, 1, leaf(3, 1)), (1, 0, leaf(2, 5))]
    for label, player, end in above:
        if label >= number:
            node = move(player, str(label), {"end": end, "on": node})
    return positions_of(node)


# ---- the paper's figures ----


def test_figure_1_has_the_equilibria_stated_in_the_paper() -> None:
    graph = figure_1()
    # at node 2 anything from 3 to 100 for player 2; at node 1 what is at least 4, or the leaf, or both if node 2 pays 4
    line, mixtures = (pair(2, 2), pair(4, 100)), (pair(2, 1000), pair(4, 4))
    assert sorted(equilibrium_payoffs(graph)) == sorted([line, mixtures])
    for wanted in ("social", "fairest,social", "single-maximum", "best-for-1", "product"):
        assert best_values(graph, wanted) == pair(1000, 4)
    assert best_values(graph, "best-for-2") == pair(2, 100)
    for share, holds in ((Fraction(96, 97), True), (Fraction(1, 2), True), (Fraction(193, 194), False)):
        choice = np.array([0, 1, -1, -1, -1], dtype=np.int32)
        mixed, other = np.array([1]), np.array([0], dtype=np.int32)
        strategy = PositionStrategy(graph, choice, mixed, other, ExactArray.of([share]))
        assert (largest_regret(strategy) == 0) == holds
        value = expected_payoffs(strategy)[0]
        assert contains(equilibrium_payoffs(graph), (value[0], value[1])) == holds


def test_figure_4_has_the_properties_stated_in_the_paper() -> None:
    assert equilibrium_payoffs(figure_4_from(5)) == [(pair(3, 3), pair(1, 3))]
    assert contains(equilibrium_payoffs(figure_4_from(4)), (Fraction(3, 2), Fraction(2)))
    boxes = equilibrium_payoffs(figure_4_from(1))
    assert all(contains(boxes, one) for one in (pair(3, 1), pair(3, 3), pair(2, 5)))
    assert best_values(figure_4_from(1), "social") == pair(2, 5)


# ---- its parts ----


def test_moves_of_equal_worth_pay_anything_between_and_chance_adds_up_boxes() -> None:
    graph = positions_of(move(0, "", {"a": leaf(1, 0), "b": leaf(1, 5), "c": leaf(1, 9), "d": leaf(0, 20)}))
    assert equilibrium_payoffs(graph) == [(pair(1, 1), pair(0, 9))]
    tied = move(0, "", {"a": leaf(1, 0), "b": leaf(1, 4)})
    graph = positions_of(lottery([1, 3], [tied, leaf(2, 8)]))
    assert equilibrium_payoffs(graph) == [((Fraction(7, 4), Fraction(7, 4)), (Fraction(6), Fraction(7)))]


@given(small_trees(leaves=6, with_chance=True))
def test_deterministic_equilibria_are_found_and_no_other_deterministic_strategy_beats_the_best(
    graph: PositionGraph,
) -> None:
    boxes = equilibrium_payoffs(graph)
    sizes = np.diff(graph.first_move).tolist()
    choices = [range(size) if who >= 0 else [-1] for who, size in zip(graph.player.tolist(), sizes, strict=True)]
    found = []
    for choice in product(*choices):
        strategy = PositionStrategy.pure(graph, np.array(choice, dtype=np.int32))
        if largest_regret(strategy) == 0:
            first, second = expected_payoffs(strategy)[0]
            found.append((first, second))
    assert found
    assert all(contains(boxes, payoffs) for payoffs in found)
    assert max(sum(payoffs) for payoffs in found) <= sum(best_values(graph, "social"))


@pytest.mark.parametrize("seed", range(60))
def test_mixtures_on_a_fine_grid_are_equilibria_just_where_their_payoffs_are_held(seed: int) -> None:
    graph = random_tree(seed, players=3, moves=2)
    boxes = equilibrium_payoffs(graph)
    shares = [Fraction(k, 4) for k in range(5)]
    moving = np.flatnonzero((graph.player >= 0) & (np.diff(graph.first_move) == 2))
    choice = np.where(graph.player >= 0, 0, -1).astype(np.int32)
    for drawn in product(shares, repeat=len(moving)):
        others = np.ones(len(moving), dtype=np.int32)
        strategy = PositionStrategy(graph, choice, moving, others, ExactArray.of(drawn))
        if largest_regret(strategy) == 0:
            first, second = expected_payoffs(strategy)[0]
            assert contains(boxes, (first, second))


def test_a_profile_set_that_lacks_a_face_or_has_one_too_many_disagrees() -> None:
    graph = positions_of(move(0, "", {"a": leaf(1, 0), "b": leaf(1, 4), "c": leaf(0, 0)}))
    grid = (ExactArray.of([0, 1]), ExactArray.of([0, 4]))
    right = np.zeros((3, 3), dtype=bool)
    right[2, :] = True
    assert disagreement(graph, UtilityProfileSet(grid, right, pure=False)) is None
    for place in product(range(3), range(3)):
        wrong = right.copy()
        wrong[place] ^= True
        assert disagreement(graph, UtilityProfileSet(grid, wrong, pure=False)) is not None
