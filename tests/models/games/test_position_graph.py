"""Games of perfect information as graphs of positions."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from exactly import exactly

from seqform.errors import GameError, ModelError
from seqform.models.games.extensive import CHANCE, NONE
from seqform.models.games.positions import END, PositionGraph, PositionStrategy, distinct_outcomes
from seqform.models.numbers.exact import ExactArray

QUARTER = Fraction(1, 4)


def columns(**changed: Any) -> dict[str, Any]:
    """Return a small tree: player 1 ends the game or lets player 2 end it."""
    whole: dict[str, Any] = {
        "title": "small",
        "players": ("one", "two"),
        "player": np.array([0, END, 1, END, END], dtype=np.int8),
        "first_move": np.array([0, 2, 2, 4, 4, 4]),
        "child": np.array([1, 2, 3, 4], dtype=np.int32),
        "outcome": np.array([NONE, 0, NONE, 1, 2], dtype=np.int32),
        "payoffs": (ExactArray.of([0, 1, 2]), ExactArray.of([0, 2, Fraction(1, 2)])),
    }
    return whole | changed


def by_chance(*shares: Fraction | int) -> dict[str, Any]:
    player = np.array([0, END, CHANCE, END, END], dtype=np.int8)
    return {"player": player, "probability": ExactArray.of(shares)}


def test_moves_and_payoffs_of_a_tree() -> None:
    tree = PositionGraph(**columns())
    assert len(tree) == 5 and tree.is_tree and not tree.has_chance
    assert tree.moves(0) == [1, 2] and tree.moves(3) == []
    assert tree.payoffs_at(4) == exactly(2, Fraction(1, 2))
    with pytest.raises(GameError, match="not over"):
        tree.payoffs_at(0)
    assert not PositionGraph(**columns(child=np.array([2, 2, 3, 4], dtype=np.int32))).is_tree


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"child": np.array([1, 2, 3, 5], dtype=np.int32)}, "leads to a position that does not exist"),
        ({"child": np.array([1, 2, 3, 2], dtype=np.int32)}, "position 2: a move leads to a smaller number"),
        ({"outcome": np.array([NONE, 0, NONE, 1, 3], dtype=np.int32)}, "outcome"),
        ({"player": np.array([0, END, 2, END, END], dtype=np.int8)}, "2 players"),
        ({"player": np.array([CHANCE, END, 1, END, END], dtype=np.int8)}, "probabilities are missing"),
        ({"player": np.array([0, 1, 1, END, END], dtype=np.int8)}, "position 1"),
        ({"payoffs": (ExactArray.of([0, 1, 2]),)}, "payoff in every outcome"),
        ({"first_move": np.array([0, 2])}, "differ in length"),
        (by_chance(1, 0, Fraction(3, 2), Fraction(-1, 2)), "position 2: a chance move has a negative"),
        (by_chance(1, 0, Fraction(1, 2), Fraction(1, 3)), "position 2: .* add up to 5/6"),
    ],
)
def test_columns_that_do_not_fit_are_refused(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(GameError, match=message):
        PositionGraph(**columns(**changed))


def test_equal_outcomes_are_kept_once() -> None:
    rows, payoffs = distinct_outcomes((ExactArray.of([5, 1, 5, 5]), ExactArray.of([2, 2, 2, Fraction(1, 3)])))
    expected = [exactly(5, 2), exactly(1, 2), exactly(5, 2), exactly(5, Fraction(1, 3))]
    assert [(payoffs[0][row], payoffs[1][row]) for row in rows] == expected
    assert len(payoffs[0]) == 3


def strategy(mixed: list[int], other: list[int], share: Fraction, choice: Any = (1, -1, 0, -1, -1)) -> PositionStrategy:
    others, shares = np.array(other, dtype=np.int32), ExactArray.of([share] * len(mixed))
    graph = PositionGraph(**columns())
    return PositionStrategy(graph, np.array(choice, dtype=np.int32), np.array(mixed, dtype=np.int64), others, shares)


def test_a_strategy_gives_the_probabilities_of_moves() -> None:
    mixed = strategy([2], [1], QUARTER)
    assert mixed.at(0) == {1: 1} and mixed.at(1) == {}
    assert mixed.at(2) == {0: Fraction(3, 4), 1: QUARTER}


@pytest.mark.parametrize(
    ("lotteries", "message"),
    [
        (([2], [0], QUARTER), "two different moves"),
        (([2], [1], Fraction(3, 2)), "between 0 and 1"),
        (([2, 0], [1, 0], QUARTER), "ascending positions of lotteries"),
        (([2, 2], [1, 1], QUARTER), "ascending positions of lotteries"),
        (([9], [1], QUARTER), "ascending positions of lotteries"),
        (([3], [0], QUARTER), "a lottery where no player moves"),
        (([2], [-1], QUARTER), "without a second move"),
        (([2], [1, 1], QUARTER), "the columns of lotteries differ in length"),
        (([], [], QUARTER, [1, -1, -1, -1, -1]), "a choice expected exactly where a player moves"),
        (([], [], QUARTER, [1, 0, 0, -1, -1]), "a choice expected exactly where a player moves"),
        (([], [], QUARTER, [2, -1, 0, -1, -1]), "a choice of a move that does not exist"),
    ],
)
def test_choices_and_lotteries_out_of_place_are_refused(lotteries: Any, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        strategy(*lotteries)
