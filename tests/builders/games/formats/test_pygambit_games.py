"""Games from and to pygambit: the same tree, numbers and names; and profiles from it."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from game_files import paths

from seqform.builders.games import catalog
from seqform.builders.games.formats.efg import parse_efg, read_efg
from seqform.builders.games.formats.nfg import read_nfg
from seqform.builders.games.formats.pygambit import from_pygambit, profile_from_pygambit, to_pygambit
from seqform.builders.games.tree import chance, leaf, move, tree
from seqform.errors import GameError, ImperfectRecallError, ModelError
from seqform.models.games.extensive import CHANCE, ExtensiveGame

pygambit = pytest.importorskip("pygambit", reason="pygambit is an optional extra")
H = pygambit.H


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
    if isinstance(theirs, pygambit.ExtensiveGame):
        nodes = [H.path(*history.actions) for history in theirs.get_histories(H.after())]
        owners = ours.information_sets.player
        assert len(nodes) == len(ours)
        assert [len(theirs.get_infosets(player)) for player in theirs.players] == [
            int((owners == player).sum()) for player in (0, 1)
        ]
        assert len(theirs.get_events()) == int((owners == CHANCE).sum())
        assert len({theirs.get_outcome(node) for node in nodes} - {None}) == len(ours.outcomes)


def signal() -> ExtensiveGame:
    reply = {"yes": leaf(Fraction(1, 3), 2), "no": leaf(0, Fraction(1, 10**30))}
    return tree(
        "a signal",
        chance({"good": (Fraction(1, 7), move(1, "told", reply)), "bad": (Fraction(6, 7), move(1, "told", reply))}),
        players=("Ann", "Bob"),
        comment='says "so"\nand so',
    )


def test_labels_that_gambit_does_not_allow_are_changed_as_documented() -> None:
    game = parse_efg(
        'EFG 2 R "Zo\x07" { "A  A" "\\\\" } "e\\\\" p "one" 1 1 "s" { "x\n" "x" } 0 '
        'p "one" 2 1 "" { "☃" } 0 t "" 1 "o" { 1 1 } p "two" 2 2 "" { "b" } 0 t "" 2 "o" { 2 2 }'
    )
    theirs = to_pygambit(game)
    assert (theirs.title, theirs.description) == ("Zo?", "e?")
    assert [*theirs.players] == ["A A", "?"]
    assert [theirs.get_actions(H.path(*moves)) for moves in ([], ["x_1"], ["x_2"])] == [["x_1", "x_2"], ["☃"], ["b"]]
    assert theirs.get_outcomes() == ["o_1", "o_2"]
    back = from_pygambit(theirs)
    assert back.node_labels is not None
    assert [label for label in back.node_labels if label] == ["one_1", "one_2", "two"]
    assert unlabelled(back) == unlabelled(replace(game, title="Zo?", players=("A A", "?"), comment="e?"))


@pytest.mark.parametrize("players", [["A"], ["A", "B", "C"]])
def test_only_games_of_two_players_are_read(players: list[str]) -> None:
    theirs = pygambit.ExtensiveGame(players)
    with pytest.raises(GameError, match=f"a game of two players expected; the pygambit game has {len(players)}"):
        from_pygambit(theirs)


@pytest.mark.parametrize("rational", [True, False])
def test_probabilities_arrive_at_their_actions_whatever_the_labels(rational: bool) -> None:
    game = catalog.make("kuhn")
    shares = [[[Fraction(k, 20), Fraction(20 - k, 20)] for k in range(6 * player, 6 * player + 6)] for player in (0, 1)]
    theirs = to_pygambit(unlabelled(game)).mixed_behavior_profile(shares, rational=rational)
    for strategy, expected in zip(profile_from_pygambit(theirs, game), shares, strict=True):
        assert strategy.exact == rational
        found = [[*actions.values()] for actions in strategy.values()]  # in depth-first order, as Gambit's
        assert found == (expected if rational else [pytest.approx([*map(float, pair)]) for pair in expected])
    one_moves = tree("one moves", move(0, "here", {"a": leaf(0), "b": leaf(1)}))
    pure = to_pygambit(one_moves).mixed_behavior_profile([[[0, 1]], []], rational=rational)
    first, second = profile_from_pygambit(pure, one_moves)
    assert first == {"here": {"a": 0, "b": 1}}
    assert (dict(second), second.exact) == ({}, rational)


def test_an_improper_profile_is_refused() -> None:
    game = signal()
    theirs = to_pygambit(game).mixed_behavior_profile(rational=True)
    theirs[H.path("good")] = {"yes": pygambit.Rational(1, 3), "no": pygambit.Rational(1, 3)}
    with pytest.raises(ModelError, match="player 2, information set 'told': the probabilities sum to 2/3, not to 1"):
        profile_from_pygambit(theirs, game)


@pytest.mark.parametrize(
    ("other", "where"),
    [
        (move(1, "", {"a": leaf(1)}), r"\[\]"),
        (move(0, "", {"a": leaf(1), "b": leaf(1)}), r"\['a'\]"),
        (move(0, "", {"a": move(0, "again", {"c": leaf(1), "d": leaf(1)}), "b": leaf(1)}), r"\['a'\]"),
        (move(0, "", {"a": move(1, "", {"c": leaf(1)}), "b": leaf(1)}), r"\['a'\]"),
    ],
    ids=["players", "leaf", "mover", "actions"],
)
def test_a_profile_of_another_tree_is_refused(other: Any, where: str) -> None:
    game = tree("this one", move(0, "", {"a": move(1, "", {"c": leaf(1), "d": leaf(1)}), "b": leaf(1)}))
    theirs = to_pygambit(tree("another", other)).mixed_behavior_profile()
    with pytest.raises(ModelError, match=f"the pygambit game is another than 'this one': they differ at {where}"):
        profile_from_pygambit(theirs, game)
    longer = to_pygambit(tree("longer", move(0, "", {"a": move(0, "again", {"b": leaf(1)})}))).mixed_behavior_profile()
    with pytest.raises(ModelError, match=r"another than 'this one': player 1 has 2 information sets there, and 1 here"):
        profile_from_pygambit(longer, tree("this one", move(0, "", {"a": leaf(1)})))
