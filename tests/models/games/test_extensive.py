"""Extensive games in columns: validation and derived columns."""

import dataclasses
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from seqform.builders.games.tree import chance, leaf, move, tree
from seqform.errors import GameError
from seqform.models.games.extensive import CHANCE, InformationSets, Outcomes, breadth_first
from seqform.models.numbers.exact import ExactArray

HALF, THIRD = Fraction(1, 2), Fraction(333333, 1000000)


def columns(**changed: Any) -> dict[str, Any]:
    """A coin flip and player 1's guess, as columns."""
    given: dict[str, Any] = {
        "title": "guess",
        "players": ("A", "B"),
        "parent": np.array([-1, 0, 0, 1, 1, 2, 2]),
        "action": np.array([0, 0, 1, 0, 1, 0, 1]),
        "infoset": np.array([0, 1, 1, -1, -1, -1, -1]),
        "outcome": np.array([-1, -1, -1, 0, 1, 1, 0]),
        "information_sets": InformationSets(
            player=np.array([CHANCE, 0]),
            labels=("", "guess"),
            action_start=np.array([0, 2, 4]),
            action_labels=("H", "T", "h", "t"),
            probability=ExactArray.of([HALF, HALF, 0, 0]),
        ),
        "outcomes": Outcomes(("win", "lose"), (ExactArray.of([1, -1]), ExactArray.of([-1, 1]))),
    }
    return given | changed


def test_columns_in_any_parent_first_order_make_a_game() -> None:
    game = breadth_first(**columns())
    assert len(game) == 7
    assert game.is_zero_sum
    assert game.leaf_payoffs[0].to_fractions() == [1, -1, -1, 1]
    assert game.path(4) == ("H", "t")
    prefix = columns(
        parent=np.array([-1, 0, 1, 1, 0, 4, 4]),
        action=np.array([0, 0, 0, 1, 1, 0, 1]),
        infoset=np.array([0, 1, -1, -1, 1, -1, -1]),
        outcome=np.array([-1, -1, 0, 1, -1, 1, 0]),
    )
    assert breadth_first(**prefix) == game


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"parent": np.array([-1, 0, 0, 1, 1, 2, 9])}, "a parent listed before it"),
        ({"parent": np.array([-1, 0, 0, 1, 1, 1, 2])}, "2 actions, but 3 children"),
        ({"action": np.array([0, 0, 1, 0, 0, 0, 1])}, "two children by the same action"),
        ({"players": ("A", "B", "C")}, "two players expected, not 3"),
        ({"infoset": np.array([0, 1, 1, -1, -1, -1, 7])}, "node 6: information set 7 is not in the table, which has 2"),
    ],
)
def test_columns_that_do_not_fit_are_refused(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(GameError, match=message):
        breadth_first(**columns(**changed))


@pytest.mark.parametrize("sets", [[1, 0, 0], [0, 0, 0]])
def test_columns_whose_sets_are_not_numbered_by_first_nodes_are_refused(sets: list[int]) -> None:
    game = breadth_first(**columns())
    with pytest.raises(GameError, match="not numbered in the order of their first nodes"):
        dataclasses.replace(game, infoset=np.append(sets, game.infoset[3:]))


@pytest.mark.parametrize(
    ("shares", "message"),
    [
        ([THIRD] * 3, "chance at the root: the probabilities sum to 999999/1000000, not to 1"),
        ([-HALF, Fraction(3, 2)], "action '0' has probability -1/2, below 0"),
    ],
)
def test_chance_has_to_be_a_distribution_exactly(shares: list[Fraction], message: str) -> None:
    with pytest.raises(GameError, match=message):
        tree("odd", chance({str(k): (share, leaf(0)) for k, share in enumerate(shares)}))


def test_payoffs_on_the_way_add_up() -> None:
    game = breadth_first(**columns(outcome=np.array([0, 1, -1, 0, 1, 1, 0])))
    assert game.leaf_payoffs[0].to_fractions() == [1, -1, 0, 2]
    assert game.leaf_payoffs[1].to_fractions() == [-1, 1, 0, -2]


def test_a_single_leaf_is_a_game_and_a_general_sum_game_has_no_constant_sum() -> None:
    game = tree("over", leaf(3, 4))
    assert game.constant_sum == 7
    assert len(game.sequences[0].index) == 1
    assert tree("pd", move(0, "a", {"c": leaf(2, 2), "d": leaf(0, 3)})).constant_sum is None


def test_repeated_and_empty_labels_become_unique_names() -> None:
    index = tree("names", move(0, "", {"": move(1, "x", {"a": leaf(0)}), "go": leaf(1)})).sequences[0].index
    assert (index.infoset_names, index.action_names) == (("#1",), (("#1", "go"),))


def test_probabilities_over_huge_denominators() -> None:
    denominator = 2**63 + 29
    shares = [Fraction(denominator // 4, denominator)] * 3
    shares.append(1 - sum(shares, Fraction(0)))
    game = tree("huge", chance({str(k): (share, leaf(k)) for k, share in enumerate(shares)}))
    assert game.chance_reach.take(game.leaves).to_fractions() == shares
