"""The brute force over all equilibria, held to equilibria tried one by one, and the comparison with it."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from every_equilibrium import (
    contains,
    disagreement,
    equilibrium_payoffs,
    expected_payoffs,
    largest_regret,
    positions_of,
    random_tree,
)

from seqform.builders.games.tree import leaf, move
from seqform.models.games.positions import PositionStrategy
from seqform.models.numbers.exact import ExactArray
from seqform.models.strategies.profile_set import UtilityProfileSet

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("seed", range(25))
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
