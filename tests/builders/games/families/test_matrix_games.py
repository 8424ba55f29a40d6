from fractions import Fraction
from typing import Any, cast

import numpy as np
import pytest

from seqform.builders.games import catalog
from seqform.builders.games.families.matrix_games import bimatrix_game
from seqform.errors import GameError


def test_payoffs_stand_where_row_and_column_meet() -> None:
    game = bimatrix_game("g", [[1, 2, 3], [4, 5, Fraction(1, 2)]], [[7, 8, 9], [0, 0, 6]], columns="xyz")
    assert [game.path(leaf) for leaf in game.leaves] == [(row, column) for row in "12" for column in "xyz"]
    assert game.leaf_payoffs[0].to_fractions() == [1, 2, 3, 4, 5, Fraction(1, 2)]
    assert game.leaf_payoffs[1].to_fractions() == [7, 8, 9, 0, 0, 6]


def test_player_2_does_not_see_the_row() -> None:
    game = catalog.make("matrix-game(rows=4,columns=3)")
    assert [own.index.num_infosets for own in game.sequences] == [1, 1]
    assert [len(own.index) for own in game.sequences] == [5, 4]


def test_pennies_that_agree_are_player_1s() -> None:
    game = catalog.make("matching-pennies")
    at = {game.path(leaf): game.leaf_payoffs[0][place] for place, leaf in enumerate(game.leaves)}
    assert at == {("H", "H"): 1, ("H", "T"): -1, ("T", "H"): -1, ("T", "T"): 1}


def test_rock_beats_scissors_beats_paper_beats_rock() -> None:
    game = catalog.make("rock-paper-scissors")
    at = {game.path(leaf): game.leaf_payoffs[0][place] for place, leaf in enumerate(game.leaves)}
    assert at["rock", "scissors"] == at["scissors", "paper"] == at["paper", "rock"] == 1
    assert at["scissors", "rock"] == at["paper", "scissors"] == at["rock", "paper"] == -1
    assert at["rock", "rock"] == at["paper", "paper"] == at["scissors", "scissors"] == 0


def test_random_payoffs_stay_in_their_range_and_depend_on_the_seed_alone() -> None:
    game = catalog.make("matrix-game(rows=30,columns=30,lowest=-2,highest=3,zero_sum=false)")
    for payoffs in game.leaf_payoffs:
        assert set(payoffs.to_fractions()) == {-2, -1, 0, 1, 2, 3}
    assert not game.is_zero_sum
    assert game == catalog.make(game.title)
    assert game != catalog.make(game.title, seed=1)
    assert catalog.make(game.title, zero_sum=True).leaf_payoffs[0].equals(game.leaf_payoffs[0])


def test_an_empty_range_of_payoffs_is_refused() -> None:
    with pytest.raises(GameError, match="matrix-game: lowest=11 is above highest=10"):
        catalog.make("matrix-game(lowest=11)")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([[1, 2], [3]],), "first matrix has 2 entries in row 1, 1 in row 2"),
        (([[1, 2]], [[1, 2], [3]]), "second matrix has 2 entries in row 1, 1 in row 2"),
        (([[1, 2, 3], [3, 4, 5]], [[1, 2], [3, 4], [5, 6]]), r"shape \(2, 3\), the second one \(3, 2\)"),
        (([[1, 2], [3, 4]], [[1, 2]]), r"shape \(2, 2\), the second one \(1, 2\)"),
        (([],), "first matrix is empty"),
        (([[], []],), "first matrix is empty"),
        ((3,), "first matrix has to be a list of rows, not 3"),
        (([1, 2],), "first matrix has to be a list of rows"),
        (([[0.1, 2], [3, 1]],), "row 1 of the first matrix has 0.1: int or Fraction expected"),
        (([[1]], [["a"]]), "row 1 of the second matrix has 'a': int or Fraction expected"),
        (([[1, 2]], None, "AB"), "2 names for 1 rows"),
        (([[1, 2]], None, None, "A"), "1 names for 2 columns"),
    ],
)
def test_other_arguments_than_a_pair_of_matrices_are_refused(arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(GameError, match=f"^g: .*{message}"):
        bimatrix_game("g", *arguments)


def test_integers_of_numpy_are_exact_payoffs() -> None:
    game = bimatrix_game("g", cast(Any, np.array([[1, 2], [3, 4]])))
    assert game.leaf_payoffs[0].to_fractions() == [1, 2, 3, 4]
