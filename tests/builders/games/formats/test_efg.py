"""EFG files: what they mean, malformed ones, writing and reading back, and trees kept as positions."""

import io
import re
from dataclasses import replace
from fractions import Fraction
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from drawn_games import game_with_chance_zeros
from game_files import FOLDER, paths, rows
from hypothesis import given
from hypothesis import strategies as st

from seqform.backends.bestnash.backend import backward_induction
from seqform.builders.games import catalog, exact_numbers
from seqform.builders.games.formats import tokens
from seqform.builders.games.formats.efg import (
    parse_efg,
    parse_position_graph,
    read_efg,
    read_position_graph,
    write_efg,
)
from seqform.builders.games.formats.nfg import parse_nfg, read_nfg
from seqform.builders.games.formats.pygambit import from_pygambit, to_pygambit
from seqform.builders.games.formats.tokens import quote, unquote
from seqform.builders.games.tree import payoff_columns
from seqform.builders.preprocess.subgames import is_perfect_information, perfect_information
from seqform.errors import ImperfectRecallError, ParseError
from seqform.models.games.extensive import CHANCE, NONE, ExtensiveGame, Outcomes, breadth_first
from seqform.models.games.positions import PositionGraph

HEADER = 'EFG 2 R "t" { "A" "B" }\n'


def payoffs(game: ExtensiveGame) -> list[Any]:
    first, second = (payoff.to_fractions() for payoff in game.leaf_payoffs)
    return list(zip(first, second, strict=True))


def probabilities(game: ExtensiveGame) -> list[Fraction]:
    by_chance = np.repeat(
        game.information_sets.player == CHANCE, np.diff(game.information_sets.action_start)
    )
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
def test_imperfect_recall_in_the_collection_names_file_set_and_both_nodes(
    row: dict[str, str],
) -> None:
    path = FOLDER / row["file"]
    with pytest.raises(
        ImperfectRecallError, match=r"information set '.*the node at .*the node at "
    ) as caught:
        read_efg(path)
    assert str(caught.value).startswith(f"{path}: player ")


def test_numbers_of_ten_thousand_digits_are_read_exactly_and_commas_between_payoffs_are_optional() -> (
    None
):
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
        HEADER
        + 'p "" 1 1 "" { "a" "b" } 0 c "" 1 "" { "x" 1/3 "y" 2/3 } 0 t "" 0 t "" 0 c "" 1 0 t "" 0 t "" 0'
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


@pytest.mark.parametrize(
    "text", ['t "" 2 "" { 5, 5 }', 'p "" 1 1 "" { "a" "b" } 0', "c", "</efgfile>\nmore"]
)
def test_nodes_and_text_after_the_last_node_are_left_out_with_a_note(text: str) -> None:
    whole = HEADER + 't "" 1 "" { 1, 2 }'
    game = parse_efg(f"{whole}\n{text}\n")
    assert len(game) == 1 and game.leaf_payoffs[1].to_fractions() == [2]
    assert game.note.startswith("text after the last node, from line 3 on, was left out: ")
    assert replace(game, note="") == parse_efg(whole)


COIN = HEADER + 'c "" 1 "" { "a" 1/2 "b" 1/2 } 0 '
CHOICE = HEADER + 'p "" 1 1 "q" { "a" "b" } 0\n'

GAME = """EFG 2 R "all of it" { "A" "B" } "a comment"
c "" 1 "deal" { "x" 1/3 "y" .5 "z" 1/6 } 3 "fee" { -1, 0 }
p "n" 1 1 "" { "a" "b" } 0
p "" 2 1 "s" { "l" "r" } 0
t "" 1 "win" { 1.5e1, -1 }
t "" 0
t "" 1
p "" 1 2 "" { "a" "b" } 0
p "" 2 1 0
t "" 0
t "" 2 "loss" { -1, 1 }
t "" 2
t "" 4 "end" { 0, 0 }"""
TABLE = 'NFG 1 R "t" { "A" "B" } { { "a" "b" } { "c" "d" } } "comment" { { "x" 1, 2 } { "y" 3/4 -5 } } 1 2 0 1'
PAYOFFS = 'NFG 1 D "t" { "A" "B" } { 2 2 } 1 1 2 2, 3 3, 4 4'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1:1: EFG, the first word of such a file, expected, not the end of the file"),
        ("EFG 1 R", "1:5: only version 2 of the format is read, not 1"),
        ('EFG 2 "t"', "1:7: R or D expected, not '\"'"),
        ("EFG 2 R { }", "1:9: the title in quotation marks expected, not '{'"),
        ('EFG 2 R "t', "1:9: this string is never closed by a quotation mark"),
        ('EFG 2 R "t" "A"', "1:13: { and the players' names expected, not '\"'"),
        ('EFG 2 R "t" { "A" }', "1:13: a game of two players expected, not of 1"),
        ('EFG 2 R "t" { "A" 1 }', "1:19: a player's name, or } expected, not '1'"),
        (HEADER, "2:1: the root (c, p or t) expected, not the end of the file"),
        (HEADER + "t 0", "2:3: the node's label in quotation marks expected, not '0'"),
        (HEADER + 't ""', "2:5: the outcome's number expected, not the end of the file"),
        (
            HEADER + 't "" 0 "" { 1 1 }',
            "2:8: outcome 0 means none and has neither label nor payoffs",
        ),
        (HEADER + 't "" 5', "2:7: outcome 5 appears for the first time; its label and a list"),
        (HEADER + 't "" 5 "x"', "2:11: { and the payoffs expected, not the end of the file"),
        (HEADER + 't "" 5 "x" { 1 }', "2:16: player 2's payoff expected, not '}'"),
        (
            HEADER + 't "" 5 "x" { 1 2 3 }',
            "2:18: } after the payoffs of two players expected, not '3'",
        ),
        (HEADER + 't "" 5 "x" { 1,, 2 }', "2:16: player 2's payoff expected, not ','"),
        (HEADER + 't "" 5 "x" { 1/0 2 }', "2:14: this number has denominator 0"),
        (HEADER + 't "" 5 "x" { 1 1e999999999 }', "2:16: this number has more than 100,000 digits"),
        (HEADER + 'p "" 3 1 "" { "a" } 0', "2:6: player 1 or 2 expected, not 3"),
        (
            HEADER + 'p "" 1 1 0',
            "2:10: information set 1 of player 1 appears for the first time; its label and a list",
        ),
        (HEADER + 'p "" 1 1 "" { } 0', "2:15: an action's label expected, not '}'"),
        (HEADER + 'p "" 1 1 "" { "a", "b" } 0', "2:18: an action's label, or } expected, not ','"),
        (HEADER + 'c "" 1 "" { "a" "b" } 0', "2:17: the action's probability expected, not '\"'"),
        (HEADER + 'c "" 1 "" { "a" -1 "b" 2 } 0', "2:17: a probability may not be below 0"),
        (
            HEADER + 'c "" 1 "" { "a" 1/2 "b" 1 } 0',
            "2:11: chance's probabilities sum to 3/2, not to 1; --normalize",
        ),
        (CHOICE, "3:1: the node (c, p or t) after action 'a' expected, not the end of the file"),
        (
            CHOICE + 't "" 1 "x" { 1 2 }\nt "" 1 "y" { 1 2 }',
            "4:8: outcome 1 has 'y' here, but 'x' where it was",
        ),
        (
            CHOICE + 't "" 1 "x" { 1 2 }\nt "" 1 "x" { 1 2.5 }',
            "4:8: outcome 1 has 5/2 here, but 2 where",
        ),
        (
            CHOICE + 'p "" 1 1 "q" { "a" "b" "c" } 0',
            "3:10: information set 1 of player 1 has 3 actions here",
        ),
        (
            COIN + 'c "" 1 "" { "a" 1/3 "b" 2/3 } 0',
            "2:40: information set 1 of chance has 1/3 here, but 1/2 where",
        ),
    ],
)
def test_messages_have_the_error_with_line_and_column(text: str, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse_efg(text, "game.efg")
    assert str(caught.value).startswith("game.efg:" + message)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    "text", [GAME, TABLE, PAYOFFS], ids=["efg", "outcome table", "payoff table"]
)
def test_a_truncated_file_is_an_error_wherever_it_ends(text: str) -> None:
    parse = parse_efg if text.startswith("EFG") else parse_nfg
    parse(text)
    for length in range(len(text) - 1 if text is not GAME else len(text)):
        with pytest.raises(ParseError):
            parse(text[:length])


@pytest.mark.parametrize("read", [read_efg, read_nfg])
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("no", "no: cannot be read: No such file or directory"),
        (".", "cannot be read: Is a directory"),
        ("a\0b", "cannot be read: embedded null byte"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(
    read: Any, name: str, message: str, tmp_path: Path
) -> None:
    with pytest.raises(ParseError, match=message) as caught:
        read(tmp_path / name)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("filler", [b"\0", b"EFG", b"\n"])
def test_a_large_file_of_another_kind_takes_one_short_error(filler: bytes, tmp_path: Path) -> None:
    (tmp_path / "garbage.efg").write_bytes(filler * 10**6)
    with pytest.raises(ParseError, match="EFG, the first word of such a file, expected") as caught:
        read_efg(tmp_path / "garbage.efg")
    assert len(str(caught.value)) < 300 + len(str(tmp_path))


def test_bytes_that_are_not_text_are_placed(tmp_path: Path) -> None:
    path = tmp_path / "latin.efg"
    path.write_bytes(b'\xef\xbb\xbfEFG 2 R "t" { "A" "B" }\n"\xc3\xa9 K\xfchn"')
    with pytest.raises(ParseError) as caught:
        read_efg(path)
    assert (
        str(caught.value) == f"{path}:2:5: byte 0xfc is not UTF-8 text; convert the file to UTF-8"
    )


@pytest.mark.parametrize(
    ("bound", "value", "payoff", "message"),
    [
        (
            (tokens, "MAX_TOTAL_DIGITS"),
            100_000,
            "{}e999",
            "the numbers up to here have more than 100,000 digits",
        ),
        ((exact_numbers, "MAX_COLUMN_BITS"), 1000, "1/{}", "common denominator"),
    ],
)
def test_numbers_that_are_too_long_together_are_refused_before_they_fill_the_memory(
    bound: tuple[Any, str], value: int, payoff: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(*bound, value)
    actions = '"" ' * 200
    leaves = "".join(f't "" {k} "" {{ {payoff.format(k)}, 0 }} ' for k in range(1, 201))
    with pytest.raises(ParseError, match=message):
        parse_efg(HEADER + f'p "" 1 1 "" {{ {actions} }} 0 ' + leaves)


LABELS = st.text(alphabet='ab"\\\n\t {}é☃', max_size=4)
NUMBERS = st.one_of(
    st.integers(-3, 3).map(Fraction), st.fractions(), st.integers(-(10**40), 10**40).map(Fraction)
)


def read(path: Path) -> ExtensiveGame | None:
    """Return the game, or None if it has imperfect recall."""
    try:
        return read_efg(path) if path.suffix == ".efg" else read_nfg(path)
    except ImperfectRecallError:
        return None


@st.composite
def games(
    draw: st.DrawFn, labels: st.SearchStrategy[str] = LABELS, distinct: bool = False
) -> ExtensiveGame:
    """Return a random game; with `distinct`, no label of players, sets, actions, outcomes or nodes comes twice."""
    game = game_with_chance_zeros(draw(st.integers(0, 10**6)), draw(st.integers(0, 3)))
    numbers, sets = count(), game.information_sets

    def named(size: int) -> tuple[str, ...]:
        return tuple(draw(labels) + (str(next(numbers)) if distinct else "") for _ in range(size))

    pairs = draw(st.lists(st.tuples(NUMBERS, NUMBERS), max_size=4))
    return breadth_first(
        title=draw(labels),
        players=(named(1)[0], named(1)[0]),
        parent=game.parent,
        action=np.arange(len(game)) - game.first_child[game.parent],
        infoset=game.infoset,
        outcome=np.array([draw(st.integers(NONE, len(pairs) - 1)) for _ in range(len(game))]),
        information_sets=replace(
            sets, labels=named(len(sets)), action_labels=named(len(sets.action_labels))
        ),
        outcomes=Outcomes(named(len(pairs)), payoff_columns(pairs)),
        node_labels=named(len(game)) if draw(st.booleans()) else None,
        comment=draw(labels),
    )


@given(st.text(alphabet='ab"\\\n é', max_size=12))
def test_every_label_survives_quotation(label: str) -> None:
    assert unquote(quote(label)) == label


@pytest.mark.parametrize(
    ("label", "written"),
    [
        ("", '""'),
        ('"', r'"\""'),
        ("\\", r'"\\"'),
        ("a\\b", r'"a\b"'),
        ("a\\\\b", r'"a\\\b"'),
        ('\\"', r'"\\\""'),
    ],
)
def test_backslashes_are_doubled_only_where_they_would_escape(label: str, written: str) -> None:
    assert quote(label) == written


@pytest.mark.parametrize("path", paths())
def test_games_of_the_collection_survive_writing_and_reading(path: Path) -> None:
    game = read(path)
    if game is not None:
        assert parse_efg(write_efg(game)) == game
    else:
        assert path.suffix == ".efg"


@given(games())
def test_random_games_survive_writing_and_reading(game: ExtensiveGame) -> None:
    assert parse_efg(write_efg(game)) == game


def test_numbers_of_any_length_are_written_in_full() -> None:
    header = 'EFG 2 R "t" { "A" "B" } '
    game = parse_efg(header + f't "" 1 "" {{ 1e9999, 1/{"3" * 6000} }}')
    text = write_efg(game)
    assert f"{{ 1{'0' * 9999}, 1/{'3' * 6000} }}" in text
    assert parse_efg(text) == game


PLAIN = st.text(alphabet='ab"(), {}', max_size=4).map(lambda text: re.sub(" +", "_", text))
WITH_BACKSLASHES = PLAIN.map(lambda text: text.replace("a", "\\a"))


@given(games(WITH_BACKSLASHES, distinct=True))
def test_games_written_here_survive_reading_and_writing_by_gambit(game: ExtensiveGame) -> None:
    pygambit = pytest.importorskip("pygambit", reason="pygambit is an optional extra")
    read_by_gambit = pygambit.read_efg(io.BytesIO(write_efg(game).encode()))
    assert from_pygambit(read_by_gambit) == game


@given(games(PLAIN, distinct=True))
def test_games_with_labels_that_gambit_allows_come_back_from_pygambit_unchanged(
    game: ExtensiveGame,
) -> None:
    pytest.importorskip("pygambit", reason="pygambit is an optional extra")
    assert from_pygambit(to_pygambit(game)) == game


@given(games())
def test_pygambit_takes_games_with_any_labels(game: ExtensiveGame) -> None:
    pygambit = pytest.importorskip("pygambit", reason="pygambit is an optional extra")
    theirs = to_pygambit(game)
    assert len(theirs.get_histories(pygambit.H.after())) == len(game)
    back = from_pygambit(theirs)
    assert np.array_equal(back.parent, game.parent)
    assert np.array_equal(back.infoset, game.infoset)
    for ours, other in zip(game.leaf_payoffs, back.leaf_payoffs, strict=True):
        assert ours.equals(other)
    assert game.chance_reach.equals(back.chance_reach)


PIRATES = """EFG 2 R "five coins" { "Ann" "Bob" "Cid" }
"the eldest left proposes"
p "" 1 1 "Ann proposes" { "4 to Ann, 1 to Cid" "5 to Ann" } 0
p "" 3 1 "Cid votes" { "for" "against" } 0
t "" 1 "shared" { 4, 0, 1 }
p "" 2 1 "Bob proposes" { "5 to Bob" } 2 "Ann is gone" { -1 0 0 }
t "" 3 "Bob has all" { 0, 5, 0 }
p "" 3 2 "Cid votes" { "for" "against" } 0
t "" 4 "Ann has all" { 5, 0, 0 }
p "" 2 2 "Bob proposes" { "5 to Bob" } 2
t "" 3
"""


def agree(one: PositionGraph, other: PositionGraph) -> None:
    assert (one.title, one.players, one.player.tolist()) == (
        other.title,
        other.players,
        other.player.tolist(),
    )
    assert one.first_move.tolist() == other.first_move.tolist()
    for position in range(len(one)):
        assert one.moves(position) == other.moves(position)
        for move in range(len(one.moves(position))):
            assert one.move_label(position, move) == other.move_label(position, move)
        if not one.moves(position):
            assert one.payoffs_at(position) == other.payoffs_at(position)
    for chance in (one.player[one.mover_of_move] == -1).nonzero()[0]:
        assert one.probability is not None
        assert other.probability is not None
        assert one.probability[chance] == other.probability[chance]


def test_three_players_are_solved_by_backward_induction_with_outcomes_on_the_way_added_up() -> None:
    graph = parse_position_graph(PIRATES)
    assert graph.players == ("Ann", "Bob", "Cid")
    assert graph.is_tree
    assert list(backward_induction(graph, ties="first").values) == [5, 0, 0]
    assert list(backward_induction(graph, ties="last").values) == [4, 0, 1]
    assert graph.move_label(0, 0) == "4 to Ann, 1 to Cid"
    bob_proposes = graph.moves(1)[1]
    assert list(graph.payoffs_at(graph.moves(bob_proposes)[0])) == [-1, 5, 0]


def test_files_of_gambit_with_three_players_are_read() -> None:
    gambit = pytest.importorskip("pygambit", reason="writes the file")
    moves = ["left", "right"]
    game = gambit.ExtensiveGame(["A", "B", "C"], title="three in a row")
    game.append_move(gambit.H.path(), "A", moves)
    for player, first in zip("BC", moves, strict=True):
        game.append_move(gambit.H.path(first), player, moves)
    ends = game.get_histories(gambit.H.plays)
    for end, payoffs in zip(ends, ([1, 0, 0], [3, -1, 0], [0, 0, 2], [2, 0, 1]), strict=True):
        game.make_outcome(
            gambit.H.path(*end.actions), dict(zip("ABC", payoffs, strict=True)), str(payoffs)
        )
    graph = parse_position_graph(game.to_efg())
    assert (graph.players, len(graph)) == (("A", "B", "C"), 7)
    assert list(backward_induction(graph).values) == [1, 0, 0]


@given(st.integers(0, 10**6))
def test_two_players_make_the_same_positions_as_their_game(seed: int) -> None:
    game = catalog.make(f"random-game(seed={seed},merge=0,zero_sum=false,max_actions=4)")
    agree(
        parse_position_graph(write_efg(game)),
        perfect_information(parse_efg(write_efg(game))).target,
    )


@pytest.mark.parametrize("path", paths(".efg", perfect_recall="True"))
def test_files_make_the_same_positions_as_their_game_or_a_clear_error(path: Path) -> None:
    game = read_efg(path)
    if is_perfect_information(game):
        agree(read_position_graph(path), perfect_information(game).target)
    else:
        with pytest.raises(
            ParseError, match="perfect information expected, but this node and the one at"
        ):
            read_position_graph(path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            PIRATES.replace("3 2 ", "3 1 "),
            "8:1: perfect information expected, but this node and the one at 4:1 are in one information set of "
            "player 3",
        ),
        (PIRATES.replace('p "" 3 2', 'p "" 4 2'), "8:6: a player from 1 to 3 expected, not 4"),
        (PIRATES.replace("{ 4, 0, 1 }", "{ 4, 0 }"), "5:24: player 3's payoff expected, not '}'"),
        (
            PIRATES.replace("{ 4, 0, 1 }", "{ 4, 0, 1, 1 }"),
            "5:28: } after the payoffs of 3 players expected, not '1'",
        ),
        (
            PIRATES.replace('{ "Ann" "Bob" "Cid" }', "{ }"),
            "1:22: a game of 1 to 100 players expected, not of none",
        ),
    ],
)
def test_errors_have_line_and_column(text: str, message: str) -> None:
    with pytest.raises(ParseError) as raised:
        parse_position_graph(text, "g.efg")
    assert str(raised.value) == f"g.efg:{message}"
