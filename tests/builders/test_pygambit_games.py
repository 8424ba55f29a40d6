"""Games from and to pygambit: the same tree, numbers and names."""

import io
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gambit_profiles import needs_nodes, pygambit_hides_nodes
from game_files import paths

from seqform.builders.games.efg import parse_efg, read_efg
from seqform.builders.games.nfg import parse_nfg, read_nfg
from seqform.builders.games.pygambit_games import from_pygambit, is_tree, to_pygambit
from seqform.builders.games.tree import chance, leaf, move, tree
from seqform.errors import GameError, ImperfectRecallError
from seqform.models.game import ExtensiveGame
from seqform.models.game_tables import CHANCE

pygambit = pytest.importorskip("pygambit", reason="pygambit is an optional extra")


REFUSED_BY_GAMBIT = {"coord2ts.efg", "e10.efg", "e10a.efg", "holdout.efg", "nim7.efg"}
"""Of the collection, for labels that come twice."""


def unlabelled(game: ExtensiveGame) -> ExtensiveGame:
    """Return the game without the labels that Gambit may change."""
    sets, outcomes = game.information_sets, game.outcomes
    return replace(
        game,
        players=("", ""),
        node_labels=None,
        information_sets=replace(sets, labels=("",) * len(sets), action_labels=("",) * len(sets.action_labels)),
        outcomes=replace(outcomes, labels=("",) * len(outcomes)),
    )


@pytest.mark.parametrize("path", paths())
def test_gambit_and_we_read_the_same_games_from_the_collection(path: Path) -> None:
    ours_reads, theirs_reads = (read_efg, pygambit.read_efg) if path.suffix == ".efg" else (read_nfg, pygambit.read_nfg)
    try:
        theirs = theirs_reads(path)
    except ValueError as error:
        assert path.name.split("__")[-1] in REFUSED_BY_GAMBIT
        assert "must be unique" in str(error)
        return
    try:
        ours = ours_reads(path)
    except ImperfectRecallError:
        assert not theirs.is_perfect_recall
        with pytest.raises(ImperfectRecallError, match=r"^pygambit game: "):
            from_pygambit(theirs)
        return
    assert theirs.is_perfect_recall
    assert unlabelled(from_pygambit(theirs)) == unlabelled(ours)
    assert theirs.is_const_sum == (ours.constant_sum is not None)
    if is_tree(theirs) and not pygambit_hides_nodes():
        assert len(theirs.nodes) == len(ours)
        assert len(theirs.infosets) == int((ours.information_sets.player != CHANCE).sum())
        assert len({node.outcome.number for node in theirs.nodes if node.outcome}) == len(ours.outcomes)


@pytest.mark.parametrize("path", paths())
def test_games_of_the_collection_go_to_pygambit_and_come_back(path: Path) -> None:
    try:
        game = read_efg(path) if path.suffix == ".efg" else read_nfg(path)
    except ImperfectRecallError:
        assert path.suffix == ".efg"
        return
    theirs = to_pygambit(game)
    assert is_tree(theirs)
    back = from_pygambit(theirs)
    assert unlabelled(back) == unlabelled(game)
    assert back.players == game.players or "" in game.players


def new_tree(players: list[str]) -> Any:
    return pygambit.ExtensiveGame(players) if pygambit_hides_nodes() else pygambit.Game.new_tree(players=players)


def signal() -> ExtensiveGame:
    reply = {"yes": leaf(Fraction(1, 3), 2), "no": leaf(0, Fraction(1, 10**30))}
    return tree(
        "a signal",
        chance({"good": (Fraction(1, 7), move(2, "told", reply)), "bad": (Fraction(6, 7), move(2, "told", reply))}),
        players=("Ann", "Bob"),
        comment='says "so"\nand so',
    )


@needs_nodes
def test_names_and_numbers_reach_pygambit_exactly() -> None:
    theirs = to_pygambit(signal())
    assert (theirs.title, theirs.description) == ("a signal", 'says "so"\nand so')
    assert [player.label for player in theirs.players] == ["Ann", "Bob"]
    (infoset,) = theirs.infosets
    assert (infoset.label, infoset.player.label, [action.label for action in infoset.actions]) == (
        "told",
        "Bob",
        ["yes", "no"],
    )
    assert [Fraction(str(action.prob)) for action in theirs.root.infoset.actions] == [Fraction(1, 7), Fraction(6, 7)]
    outcome = next(node.outcome for node in theirs.nodes if node.is_terminal)
    assert [Fraction(str(outcome[player])) for player in theirs.players] == [Fraction(1, 3), 2]


@needs_nodes
def test_a_game_built_in_pygambit_is_read() -> None:
    theirs = pygambit.Game.new_tree(players=["A", "B"], title="built")
    theirs.append_move(theirs.root, "A", ["l", "r"])
    theirs.append_move(theirs.root.children["l"], "B", ["x", "y"])
    win = theirs.add_outcome("win", [pygambit.Rational(1, 3), "0.1"])
    theirs.set_outcome(theirs.root.children["r"], win)
    theirs.set_outcome(theirs.root.children["l"].children["y"], win)
    assert from_pygambit(theirs) == parse_efg(
        'EFG 2 R "built" { "A" "B" } p "" 1 1 "" { "l" "r" } 0 p "" 2 1 "" { "x" "y" } 0 t "" 0 '
        't "" 1 "win" { 1/3 0.1 } t "" 1'
    )


def test_a_strategic_game_becomes_two_simultaneous_moves() -> None:
    theirs = getattr(pygambit, "StrategicGame", pygambit.Game).from_arrays(
        [[1, 2, 3], [4, 5, 6]], [[0, 0, 0], [0, 0, 0]], title="table"
    )
    ours = from_pygambit(theirs)
    assert ours.leaf_payoffs[0].to_fractions() == [1, 2, 3, 4, 5, 6]
    assert unlabelled(ours) == unlabelled(parse_nfg('NFG 1 R "table" { "1" "2" } { 2 3 } 1 0 4 0 2 0 5 0 3 0 6 0'))


@needs_nodes
def test_labels_that_gambit_does_not_allow_are_changed_as_documented() -> None:
    game = parse_efg(
        'EFG 2 R "Zoë" { "A  A" "\\\\" } "e\\\\" p "one" 1 1 "s" { "x\n" "x" } 0 '
        'p "one" 2 1 "" { "☃" } 0 t "" 1 "o" { 1 1 } p "two" 2 2 "" { "b" } 0 t "" 2 "o" { 2 2 }'
    )
    theirs = to_pygambit(game)
    assert (theirs.title, theirs.description) == ("Zo?", "e?")
    assert [player.label for player in theirs.players] == ["A A", "?"]
    assert [node.label for node in theirs.nodes if node.label] == ["one_1", "one_2", "two"]
    assert [action.label for infoset in theirs.infosets for action in infoset.actions] == ["x_1", "x_2", "?", "b"]
    assert [outcome.label for outcome in theirs.outcomes] == ["o_1", "o_2"]
    assert unlabelled(from_pygambit(theirs)) == unlabelled(
        replace(game, title="Zo?", players=("A A", "?"), comment="e?")
    )


@pytest.mark.parametrize("players", [["A"], ["A", "B", "C"]])
def test_only_games_of_two_players_are_read(players: list[str]) -> None:
    theirs = new_tree(players)
    with pytest.raises(GameError, match=f"a game of two players expected; the pygambit game has {len(players)}"):
        from_pygambit(theirs)


def test_titles_in_any_script_are_read_from_pygambit() -> None:
    theirs = pygambit.read_efg(io.BytesIO('EFG 2 R "Ωmega" { "A" "B" } t "" 0'.encode()))
    assert from_pygambit(theirs).title == "Ωmega"


def test_a_title_that_is_no_text_is_an_error_of_one_line() -> None:
    latin = 'EFG 2 R "K\xfchn" { "A" "B" } t "" 0'.encode("latin-1")
    if pygambit_hides_nodes():
        with pytest.raises(ValueError, match="must be well-formed UTF-8"):
            pygambit.read_efg(io.BytesIO(latin))
        return
    theirs = pygambit.read_efg(io.BytesIO(latin))
    with pytest.raises(GameError, match="the pygambit game's title or description is not UTF-8 text"):
        from_pygambit(theirs)


@needs_nodes
def test_payoffs_are_the_same_at_every_leaf() -> None:
    game = signal()
    theirs = to_pygambit(game)
    leaves = [node for node in theirs.nodes if node.is_terminal]
    first = [Fraction(str(node.outcome[theirs.players["Ann"]])) for node in leaves]
    in_order = np.argsort(game.preorder[game.leaves])
    assert first == game.leaf_payoffs[0].take(in_order).to_fractions()
