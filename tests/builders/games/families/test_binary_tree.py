import numpy as np
import pytest

from seqform.builders.games import catalog
from seqform.models.games.extensive import NONE


@pytest.mark.parametrize(
    ("depth", "sequences", "constraints", "lcp_dimension"),
    [
        (3, (7, 3), (4, 2), 16),
        (4, (7, 11), (4, 6), 28),
        (5, (23, 11), (12, 6), 52),
        (6, (23, 43), (12, 22), 100),
        (7, (87, 43), (44, 22), 196),
        (8, (87, 171), (44, 86), 388),
        (9, (343, 171), (172, 86), 772),
    ],
)
def test_sizes_are_those_of_table_1(
    depth: int, sequences: tuple[int, int], constraints: tuple[int, int], lcp_dimension: int
) -> None:
    game = catalog.make("binary-tree", depth=depth)
    indices = [own.index for own in game.sequences]
    assert len(game) == 2 ** (depth + 1) - 1
    assert tuple(len(index) for index in indices) == sequences
    assert tuple(1 + index.num_infosets for index in indices) == constraints
    assert sum(len(index) + 1 + index.num_infosets for index in indices) == lcp_dimension


def test_players_alternate_and_two_nodes_share_every_set_but_the_root() -> None:
    game = catalog.make("binary-tree(depth=6)")
    for distance, level in enumerate(game.levels[:-1]):
        assert set(game.player[level].tolist()) == {distance % 2}
    inner = game.infoset[game.infoset != NONE]
    assert np.bincount(inner).tolist() == [1] + [2] * (len(game.information_sets) - 1)


def test_the_mover_observes_all_choices_but_the_last() -> None:
    game = catalog.make("binary-tree(depth=6)")
    for node in np.flatnonzero(game.infoset != NONE)[1:]:
        *known, _ = game.path(int(node))
        assert game.information_sets.labels[game.infoset[node]] == "".join(known) + "?"


def test_payoffs_are_integers_from_1_to_100_that_depend_on_the_seed_alone() -> None:
    game = catalog.make("binary-tree(depth=12)")
    for payoffs in game.leaf_payoffs:
        assert payoffs.denominator == 1
        assert (payoffs.numerators.min(), payoffs.numerators.max()) == (1, 100)
        assert abs(payoffs.numerators.mean() - 50.5) < 2
    assert game == catalog.make("binary-tree(depth=12)", seed=0)
    assert game != catalog.make("binary-tree(depth=12)", seed=1)


def test_payoffs_of_a_seed_are_fixed() -> None:
    game = catalog.make("binary-tree(depth=3,seed=7)")
    assert game.leaf_payoffs[0].numerators.tolist() == [44, 26, 87, 15, 2, 73, 29, 6]


def test_zero_sum_trees_keep_player_1s_payoffs() -> None:
    general, zero_sum = (catalog.make("binary-tree(depth=7,seed=3)", zero_sum=value) for value in (False, True))
    assert not general.is_zero_sum
    assert zero_sum.is_zero_sum
    assert zero_sum.leaf_payoffs[0].equals(general.leaf_payoffs[0])


def test_a_single_move_is_a_tree_too() -> None:
    assert len(catalog.make("binary-tree(depth=1)")) == 3
