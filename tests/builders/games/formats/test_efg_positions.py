"""Games of perfect information in .efg files, with any number of players."""

from pathlib import Path

import pytest
from game_files import paths
from hypothesis import given
from hypothesis import strategies as st

from seqform.backends.bestnash.backend import backward_induction
from seqform.builders.games import catalog
from seqform.builders.games.formats.efg import parse_efg, parse_position_graph, read_efg, read_position_graph, write_efg
from seqform.builders.preprocess.subgames import is_perfect_information, perfect_information
from seqform.errors import ParseError
from seqform.models.games.positions import PositionGraph

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
    assert (one.title, one.players, one.player.tolist()) == (other.title, other.players, other.player.tolist())
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
        game.make_outcome(gambit.H.path(*end.actions), dict(zip("ABC", payoffs, strict=True)), str(payoffs))
    graph = parse_position_graph(game.to_efg())
    assert (graph.players, len(graph)) == (("A", "B", "C"), 7)
    assert list(backward_induction(graph).values) == [1, 0, 0]


@given(st.integers(0, 10**6))
def test_two_players_make_the_same_positions_as_their_game(seed: int) -> None:
    game = catalog.make(f"random-game(seed={seed},merge=0,zero_sum=false,max_actions=4)")
    agree(parse_position_graph(write_efg(game)), perfect_information(parse_efg(write_efg(game))).target)


@pytest.mark.parametrize("path", paths(".efg", perfect_recall="True"))
def test_files_make_the_same_positions_as_their_game_or_a_clear_error(path: Path) -> None:
    game = read_efg(path)
    if is_perfect_information(game):
        agree(read_position_graph(path), perfect_information(game).target)
    else:
        with pytest.raises(ParseError, match="perfect information expected, but this node and the one at"):
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
        (PIRATES.replace("{ 4, 0, 1 }", "{ 4, 0, 1, 1 }"), "5:28: } after the payoffs of 3 players expected, not '1'"),
        (PIRATES.replace('{ "Ann" "Bob" "Cid" }', "{ }"), "1:22: a game of 1 to 100 players expected, not of none"),
        (PIRATES + "t", "12:1: the end of the file after the last node expected, not 't'"),
    ],
)
def test_errors_have_line_and_column(text: str, message: str) -> None:
    with pytest.raises(ParseError) as raised:
        parse_position_graph(text, "g.efg")
    assert str(raised.value) == f"g.efg:{message}"
