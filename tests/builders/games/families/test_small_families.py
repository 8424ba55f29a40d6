"""Goofspiel, liar's dice, tic-tac-toe, matrix games, binary trees and random trees: their rules and published sizes."""

from fractions import Fraction
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tree_walks import payoffs_by_path

from seqform.builders.games import catalog
from seqform.builders.games.families.matrix_games import bimatrix_game
from seqform.errors import GameError
from seqform.models.games.extensive import CHANCE, NONE, ExtensiveGame


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spec", "rows"),
    [
        *(("goofspiel", 5542), ("liars-dice(sides=4)", 1534), ("liars-dice(sides=5)", 7677)),
        *(("leduc", 1562), ("leduc(collapse_suits=true)", 482), ("leduc(ranks=13,collapse_suits=true)", 8582)),
    ],
)
def test_linear_programs_have_the_published_size(spec: str, rows: int) -> None:
    first, second = catalog.make(spec).sequences
    assert len(first.index) + 1 + second.index.num_infosets == rows


@pytest.mark.parametrize(
    ("spec", "path", "payoff"),
    [
        ("goofspiel(cards=3)", "3 3 1 2 1 3", 1),
        ("goofspiel(cards=3)", "3 3 1 2 1 2", 0),
        ("goofspiel(cards=3,points_difference=true)", "3 3 1 2 1 3", 3 - 2),
        ("goofspiel(cards=3,points_difference=true,order=ascending)", "1 3 2 1", -1 + 2 + 3),
        ("goofspiel(cards=3,points_difference=true,order=descending)", "1 3 2 2", -3 + 1),
        ("goofspiel(cards=3,order=descending)", "1 3 2 2", -1),
        ("goofspiel(cards=3,order=descending)", "1 1 2 2", 0),
        ("liars-dice(sides=3)", "1 2 1x1 liar", 1),
        ("liars-dice(sides=3)", "1 2 2x1 liar", -1),
        ("liars-dice(sides=3)", "1 3 2x1 liar", 1),
        ("liars-dice(sides=3,wild=false)", "1 3 2x1 liar", -1),
        ("liars-dice(sides=3)", "1 2 1x1 1x2 liar", -1),
        ("liars-dice(sides=3)", "1 1 1x1 1x2 liar", 1),
        ("liars-dice(sides=2,dice=2)", "1-1 1-2 4x1 liar", 1),
        ("liars-dice(sides=2,dice=2)", "1-1 1-2 4x2 liar", -1),
    ],
)
def test_plays_end_with_the_payoff_of_the_rules(spec: str, path: str, payoff: int) -> None:
    assert payoffs_by_path(catalog.make(spec))[tuple(path.split())] == payoff


def test_a_hand_of_several_dice_is_as_likely_as_the_rolls_that_make_it() -> None:
    game = catalog.make("liars-dice(sides=2,dice=2)")
    rolls = dict(zip(map(game.path, range(1, 4)), game.chance_reach.take(game.levels[1]).to_fractions(), strict=True))
    assert rolls == {("1-1",): Fraction(1, 4), ("1-2",): Fraction(1, 2), ("2-2",): Fraction(1, 4)}


@pytest.mark.slow
def test_tic_tac_toe_has_its_plays_won_lost_and_drawn_and_a_set_for_every_history() -> None:
    game = catalog.make("tic-tac-toe")
    values, counts = np.unique(game.leaf_payoffs[0].numerators, return_counts=True)
    assert dict(zip(values.tolist(), counts.tolist(), strict=True)) == {1: 131_184, -1: 77_904, 0: 46_080}
    assert len(game.information_sets) == len(game) - len(game.leaves)


def test_payoffs_stand_where_row_and_column_meet() -> None:
    game = bimatrix_game("g", [[1, 2, 3], [4, 5, Fraction(1, 2)]], [[7, 8, 9], [0, 0, 6]], columns="xyz")
    assert [game.path(leaf) for leaf in game.leaves] == [(row, column) for row in "12" for column in "xyz"]
    assert game.leaf_payoffs[0].to_fractions() == [1, 2, 3, 4, 5, Fraction(1, 2)]
    assert game.leaf_payoffs[1].to_fractions() == [7, 8, 9, 0, 0, 6]
    assert [own.index.infoset_names for own in game.sequences] == [("row",), ("column",)]
    from_numpy = bimatrix_game("g", cast(Any, np.array([[1, 2], [3, 4]])))
    assert from_numpy.leaf_payoffs[0].to_fractions() == [1, 2, 3, 4]


def test_equal_pennies_are_player_1s_and_rock_beats_scissors_beats_paper_beats_rock() -> None:
    pennies = payoffs_by_path(catalog.make("matching-pennies"))
    assert pennies == {("H", "H"): 1, ("H", "T"): -1, ("T", "H"): -1, ("T", "T"): 1}
    at = payoffs_by_path(catalog.make("rock-paper-scissors"))
    for better, worse in (("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")):
        assert [at[better, worse], at[worse, better], at[better, better]] == [1, -1, 0]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([[1, 2], [3]],), "first matrix has 2 entries in row 1, 1 in row 2"),
        (([[1, 2]], [[1, 2], [3]]), "second matrix has 2 entries in row 1, 1 in row 2"),
        (([[1, 2, 3], [3, 4, 5]], [[1, 2], [3, 4], [5, 6]]), r"shape \(2, 3\), the second one \(3, 2\)"),
        (([],), "first matrix is empty"),
        ((3,), "first matrix has to be a list of rows, not 3"),
        (([[np.nan, 2], [3, 1]],), "row 1 of the first matrix has nan: a finite number expected"),
        (([[1, 2]], None, "AB"), "2 names for 1 rows"),
        (([[1, 2]], None, None, "A"), "1 names for 2 columns"),
    ],
)
def test_other_arguments_than_a_pair_of_matrices_are_refused(arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(GameError, match=f"^g: .*{message}"):
        bimatrix_game("g", *arguments)


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=5))
def test_arrays_of_doubles_are_read_as_the_decimals_that_a_file_would_hold(numbers: list[float]) -> None:
    game = bimatrix_game(np.array([numbers]), np.arange(len(numbers))[None, :])
    assume(not game.note)  # they add up to a constant but for rounding
    assert game.leaf_payoffs[0].to_fractions() == [Fraction(repr(number)) for number in numbers]
    assert game.leaf_payoffs[1].to_fractions() == list(range(len(numbers)))


@pytest.mark.parametrize(
    ("depth", "sequences", "constraints"),
    [
        *((3, (7, 3), (4, 2)), (4, (7, 11), (4, 6)), (5, (23, 11), (12, 6)), (6, (23, 43), (12, 22))),
        *((7, (87, 43), (44, 22)), (8, (87, 171), (44, 86)), (9, (343, 171), (172, 86))),
    ],
)
def test_binary_trees_have_the_sizes_of_table_1(
    depth: int, sequences: tuple[int, int], constraints: tuple[int, int]
) -> None:
    game = catalog.make("binary-tree", depth=depth)
    indices = [own.index for own in game.sequences]
    assert len(game) == 2 ** (depth + 1) - 1
    assert tuple(len(index) for index in indices) == sequences
    assert tuple(1 + index.num_infosets for index in indices) == constraints


def test_players_alternate_and_the_mover_observes_all_choices_but_the_last() -> None:
    game = catalog.make("binary-tree(depth=6)")
    for distance, level in enumerate(game.levels[:-1]):
        assert set(game.player[level].tolist()) == {distance % 2}
    assert np.bincount(game.infoset[game.infoset != NONE]).tolist() == [1] + [2] * (len(game.information_sets) - 1)
    for node in np.flatnonzero(game.infoset != NONE)[1:]:
        *known, _ = game.path(int(node))
        assert game.information_sets.labels[game.infoset[node]] == "".join(known) + "?"
    assert len(catalog.make("binary-tree(depth=1)")) == 3


def test_payoffs_of_binary_trees_are_integers_from_1_to_100_fixed_by_the_seed() -> None:
    game = catalog.make("binary-tree(depth=12)")
    for payoffs in game.leaf_payoffs:
        assert payoffs.denominator == 1
        assert (payoffs.numerators.min(), payoffs.numerators.max()) == (1, 100)
        assert abs(payoffs.numerators.mean() - 50.5) < 2
    assert game != catalog.make("binary-tree(depth=12)", seed=1)
    seventh = catalog.make("binary-tree(depth=3,seed=7)")
    assert seventh.leaf_payoffs[0].numerators.tolist() == [44, 26, 87, 15, 2, 73, 29, 6]


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
def test_random_trees_have_perfect_recall_and_their_parameters(parameters: dict[str, Any]) -> None:
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
    assert catalog.make(game.title) == game


def test_a_tree_that_grows_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("seqform.builders.games.families.random_trees.MAX_NODES", 100)
    with pytest.raises(GameError, match="random-game: more than 100 nodes; choose a smaller depth"):
        catalog.make("random-game", depth=20, max_actions=3)
