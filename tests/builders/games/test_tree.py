from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from seqform.builders.games.tree import Node, chance, leaf, move, tree
from seqform.errors import GameError, InputError
from seqform.models.games.extensive import CHANCE

HALF = Fraction(1, 2)


def pennies(shown: bool) -> Node:
    def guess(coin: str) -> Node:
        right = {side: leaf(-1 if side == coin else 1) for side in "HT"}
        return move(1, f"saw {coin}" if shown else "saw nothing", right)

    return move(0, "coin", {side: guess(side) for side in "HT"})


def test_equal_labels_of_one_player_make_one_information_set() -> None:
    assert tree("hidden", pennies(shown=False)).count()["information sets of player 2"] == 1
    assert tree("shown", pennies(shown=True)).count()["information sets of player 2"] == 2
    game = tree("apart", move(0, "h", {"a": move(1, "h", {"b": leaf(0)})}))
    assert game.information_sets.player.tolist() == [0, 1]


def test_payoffs_and_probabilities_are_kept_exactly() -> None:
    game = tree("exact", chance({"x": (Fraction(1, 3), leaf(HALF, 2)), "y": (Fraction(2, 3), leaf(-7))}))
    assert game.information_sets.player.tolist() == [CHANCE]
    assert game.chance_reach.take(game.leaves).to_fractions() == [Fraction(1, 3), Fraction(2, 3)]
    assert game.leaf_payoffs[0].to_fractions() == [HALF, -7]
    assert game.leaf_payoffs[1].to_fractions() == [2, 7]


def test_title_players_comment_and_the_order_of_actions_are_kept() -> None:
    root = move(0, "h", {"z": leaf(1), "a": move(1, "k", {"y": leaf(2), "b": leaf(3)})})
    game = tree("t", root, players=("Rose", "Colin"), comment="nothing happens")
    assert [game.path(node) for node in game.leaves] == [("z",), ("a", "y"), ("a", "b")]
    assert (game.title, game.players, game.comment) == ("t", ("Rose", "Colin"), "nothing happens")


AGAIN = move(0, "again", {"c": leaf(0), "d": leaf(1)})


@pytest.mark.parametrize(
    ("root", "message"),
    [
        (
            {"x": move(1, "h", {"a": leaf(0), "b": leaf(0)}), "y": move(1, "h", {"a": leaf(0), "c": leaf(0)})},
            "information set 'h' of player 2 has actions a, b at one node and a, c at",
        ),
        ({"x": chance({"y": (HALF, leaf(0)), "z": (Fraction(1, 3), leaf(0))})}, "probabilities sum to 5/6, not to 1"),
        ({"a": AGAIN, "b": AGAIN}, "imperfect recall: information set 'again'"),
        ({"a": 5}, "a leaf, a move or a chance move expected, not 5"),
    ],
)
def test_trees_that_are_no_games_are_refused(root: Any, message: str) -> None:
    with pytest.raises(GameError, match=message):
        tree("odd", move(0, "start", root))


@pytest.mark.parametrize("number", [float("nan"), float("inf"), "a half", "1/0", 1j, None])
def test_a_third_player_and_what_is_no_finite_number_are_refused(number: object) -> None:
    with pytest.raises(InputError, match=r"move at 'h': 0, 1 or a name expected .*not 3"):
        move(3, "h", {"a": leaf(0)})
    with pytest.raises(GameError, match=r"payoff .*(a finite number expected|denominator 0)"):
        leaf(0, number) if number is not None else leaf(number)  # type: ignore[arg-type]
    with pytest.raises(GameError, match=r"probability of 'x' .*(a finite number expected|denominator 0)"):
        chance({"x": (number, leaf(0))})  # type: ignore[dict-item]


def test_texts_and_floats_have_the_value_of_the_decimal_that_is_written() -> None:
    game = tree("t", chance({"x": ("0.1", leaf(0.3, "1/3")), "y": (Fraction(9, 10), leaf(np.float32(0.1)))}))
    assert [payoffs.to_fractions() for payoffs in game.leaf_payoffs] == [
        [Fraction(3, 10), Fraction(1, 10)],
        [Fraction(1, 3), Fraction(-1, 10)],
    ]


def test_a_deep_tree_needs_no_recursion() -> None:
    node: Node = leaf(1)
    for depth in range(5000):
        node = move(depth % 2, f"h{depth}", {"on": node})
    assert len(tree("deep", node)) == 5001
