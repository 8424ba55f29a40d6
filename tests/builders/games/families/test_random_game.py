from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seqform.builders.games import catalog
from seqform.errors import GameError
from seqform.models.games.extensive import CHANCE, ExtensiveGame

SHARES = st.fractions(0, 1, max_denominator=10)

PARAMETERS = st.fixed_dictionaries(
    {
        "seed": st.integers(0, 10**9),
        "depth": st.integers(0, 6),
        "max_actions": st.integers(1, 4),
        "chance": SHARES,
        "merge": SHARES,
        "stop": SHARES,
        "payoffs": st.integers(0, 100),
        "zero_sum": st.booleans(),
    }
)


def random_game(**parameters: Any) -> ExtensiveGame:
    return catalog.make("random-game", **parameters)


@given(PARAMETERS)
@settings(deadline=None, max_examples=60)
def test_games_have_perfect_recall_and_the_parameters_asked_for(parameters: dict[str, Any]) -> None:
    game = random_game(**parameters)  # checks perfect recall and chance's probabilities
    assert len(game.levels) - 1 <= parameters["depth"]
    assert game.num_actions.max() <= parameters["max_actions"]
    for payoffs in game.leaf_payoffs:
        assert abs(payoffs.numerators).max() <= parameters["payoffs"]
    if parameters["zero_sum"]:
        assert game.is_zero_sum
    if parameters["chance"] == 0:
        assert CHANCE not in game.information_sets.player
    if parameters["merge"] == 0:
        assert len(game.information_sets) == len(game) - len(game.leaves)


@given(PARAMETERS)
@settings(deadline=None, max_examples=20)
def test_the_title_makes_the_same_game_again(parameters: dict[str, Any]) -> None:
    game = random_game(**parameters)
    assert catalog.make(game.title) == game


def test_another_seed_makes_another_game() -> None:
    assert random_game(depth=6, seed=1) != random_game(depth=6, seed=2)


def test_the_payoffs_of_player_1_do_not_depend_on_zero_sum() -> None:
    general, zero_sum = (random_game(depth=6, seed=5, zero_sum=value) for value in (False, True))
    assert not general.is_zero_sum
    assert zero_sum.leaf_payoffs[0].equals(general.leaf_payoffs[0])


def test_merging_makes_sets_of_several_nodes() -> None:
    game = random_game(depth=7, seed=1, merge=Fraction(9, 10))
    assert np.bincount(game.infoset[game.player >= 0]).max() > 5


def test_chance_mixes_unevenly() -> None:
    game = random_game(depth=7, seed=1, chance=Fraction(1, 2))
    shares = {game.edge_probability[int(node)] for node in np.flatnonzero(game.player[game.parent] == CHANCE) if node}
    assert len(shares) > 10


def test_a_tree_that_grows_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("seqform.builders.games.families.random_game.MAX_NODES", 100)
    with pytest.raises(GameError, match="random-game: more than 100 nodes; choose a smaller depth"):
        random_game(depth=20, max_actions=3)
