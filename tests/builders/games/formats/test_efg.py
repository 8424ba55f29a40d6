"""Reading .efg files: the collection, the grammar, exact numbers."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from game_files import FOLDER, rows

from seqform.builders.games.formats.efg import parse_efg, read_efg
from seqform.errors import ImperfectRecallError
from seqform.models.games.extensive import CHANCE, ExtensiveGame

HEADER = 'EFG 2 R "t" { "A" "B" }\n'


def payoffs(game: ExtensiveGame) -> list[Any]:
    first, second = (payoff.to_fractions() for payoff in game.leaf_payoffs)
    return list(zip(first, second, strict=True))


def probabilities(game: ExtensiveGame) -> list[Fraction]:
    by_chance = np.repeat(game.information_sets.player == CHANCE, np.diff(game.information_sets.action_start))
    return game.information_sets.probability.take(by_chance).to_fractions()


@pytest.mark.parametrize("row", rows(".efg", perfect_recall="True"))
def test_games_of_the_collection_have_the_sizes_in_its_index(row: dict[str, str]) -> None:
    game = read_efg(FOLDER / row["file"])
    sets = game.information_sets
    own = sets.player != CHANCE
    assert len(game) == int(row["nodes"])
    assert int(own.sum()) == int(row["infosets"])
    assert int(np.diff(sets.action_start)[own].sum()) == int(row["actions"])
    assert int((game.player == CHANCE).sum()) == int(row["chance_nodes"])
    assert str(game.constant_sum is not None) == row["constant_sum"]


@pytest.mark.parametrize("row", rows(".efg", perfect_recall="False"))
def test_imperfect_recall_in_the_collection_names_file_set_and_both_nodes(row: dict[str, str]) -> None:
    path = FOLDER / row["file"]
    with pytest.raises(ImperfectRecallError, match=r"information set '.*the node at .*the node at ") as caught:
        read_efg(path)
    assert str(caught.value).startswith(f"{path}: player ")


def test_numbers_of_ten_thousand_digits_are_read_exactly_and_commas_between_payoffs_are_optional() -> None:
    digits = "7" * 10_000
    game = parse_efg(HEADER + f't "" 1 "" {{ {digits}, 1/{digits} }}')
    sevens = 7 * (10**10_000 - 1) // 9
    assert payoffs(game) == [(Fraction(sevens), Fraction(1, sevens))]
    for commas in ("{ 1, 2 }", "{ 1 2 }", "{ 1, 2, }", "{1,2}", "{ 1 , 2 , }"):
        assert payoffs(parse_efg(HEADER + f't "" 1 "x" {commas}')) == [(1, 2)]


def test_outcomes_at_inner_nodes_add_up_and_no_outcome_is_zero() -> None:
    game = parse_efg(HEADER + 'p "" 1 1 "" { "a" "b" } 7 "fee" { -1, 1/2 } t "" 7 t "" 0')
    assert payoffs(game) == [(-2, 1), (-1, Fraction(1, 2))]
    assert game.outcomes.labels == ("fee",)


def test_numbers_of_sets_are_any_integers_for_each_player_and_chance_on_their_own() -> None:
    huge = 10**30
    game = parse_efg(
        HEADER
        + 'c "" -1 "" { "a" 1/2 "b" 1/2 } 0 p "" 1 -1 "x" { "c" } 0 p "" 2 -1 "y" { "d" } 0 t "" 0'
        + f' p "" 1 {huge} "z" {{ "c" }} 0 t "" {-huge} "o" {{ 1 1 }}'
    )
    assert game.information_sets.labels == ("", "x", "z", "y")


def test_chance_nodes_may_share_an_information_set() -> None:
    game = parse_efg(
        HEADER + 'p "" 1 1 "" { "a" "b" } 0 c "" 1 "" { "x" 1/3 "y" 2/3 } 0 t "" 0 t "" 0 c "" 1 0 t "" 0 t "" 0'
    )
    assert game.information_sets.player.tolist() == [0, CHANCE]


def test_later_descriptions_may_leave_labels_empty_or_fill_them_in() -> None:
    game = parse_efg(
        HEADER
        + 'c "" 1 "" { "" 1/2 "" 0.50 } 0 p "" 1 1 "" { "l" "" } 0 t "" 1 "" { 1 1 } t "" 0'
        + ' p "" 1 1 "set" { "" "r" } 0 t "" 1 "win" { 1.0, 2/2 } t "" 0'
    )
    assert game.information_sets.labels == ("", "set")
    assert game.information_sets.actions(1) == ("l", "r")
    assert game.outcomes.labels == ("win",)


THIRDS = HEADER + 'c "" 1 "" { "a" 0.333333 "b" 0.333333 "c" 0.333333 } 0 t "" 0 t "" 0 t "" 0'


def test_normalize_divides_probabilities_by_their_sum_where_that_is_not_1_and_adds_a_note() -> None:
    game = parse_efg(THIRDS, normalize=True)
    assert probabilities(game) == [Fraction(1, 3)] * 3
    assert "divided by their sum" in game.note
    whole = HEADER + 'c "" 1 "" { "a" 0.5 "b" 1/2 } 0 t "" 0 t "" 0'
    assert parse_efg(whole, normalize=True) == parse_efg(whole)
    assert probabilities(parse_efg(HEADER + 'c "" 1 "" { "a" 0 "b" 1 } 0 t "" 0 t "" 0')) == [0, 1]


def test_a_chain_deeper_than_the_call_stack_is_read() -> None:
    depth = 10_000
    moves = [f'p "" {k % 2 + 1} {k} "" {{ "on" "stop" }} 0' for k in range(depth)]
    game = parse_efg("\n".join([HEADER, *moves, 't "" 1 "end" { 1 -1 }', *['t "" 1'] * depth]))
    assert len(game) == 2 * depth + 1
    assert len(game.level_start) == depth + 2


def test_text_after_the_last_node_is_left_out_with_a_note() -> None:
    game = parse_efg(
        'EFG 2 R "one" { "A" "B" }\np "" 1 1 "" { "x" "y" } 0\nt "" 1 "" { 1, 2 }\nt "" 0\n</efgfile>\n</game>'
    )
    assert len(game) == 3
    assert game.note == "text after the last node, from line 5 on, was left out: '</efgfile>'"
