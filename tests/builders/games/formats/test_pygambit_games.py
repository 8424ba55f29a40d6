"""Games of pygambit and OpenSpiel: what they become here, and profiles of theirs."""

import io
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from game_files import paths

import seqform as sf
from seqform.builders.games import catalog
from seqform.builders.games.formats.efg import parse_efg, read_efg
from seqform.builders.games.formats.nfg import read_nfg, write_nfg
from seqform.builders.games.formats.openspiel import _Expansion, from_openspiel
from seqform.builders.games.formats.pygambit import (
    from_pygambit,
    profile_from_pygambit,
    to_pygambit,
)
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
        information_sets=replace(
            sets, labels=("",) * len(sets), action_labels=("",) * len(sets.action_labels)
        ),
        outcomes=replace(outcomes, labels=("",) * len(outcomes)),
    )


@pytest.mark.parametrize("path", paths())
def test_gambit_and_we_read_the_same_games_from_the_collection(path: Path) -> None:
    ours_reads, theirs_reads = (
        (read_efg, pygambit.read_efg) if path.suffix == ".efg" else (read_nfg, pygambit.read_nfg)
    )
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
    if path.suffix == ".nfg":
        written = pygambit.read_nfg(io.BytesIO(write_nfg(ours).encode()))
        assert unlabelled(from_pygambit(written)) == unlabelled(ours)
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
        chance(
            {
                "good": (Fraction(1, 7), move(1, "told", reply)),
                "bad": (Fraction(6, 7), move(1, "told", reply)),
            }
        ),
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
    assert [theirs.get_actions(H.path(*moves)) for moves in ([], ["x_1"], ["x_2"])] == [
        ["x_1", "x_2"],
        ["☃"],
        ["b"],
    ]
    assert theirs.get_outcomes() == ["o_1", "o_2"]
    back = from_pygambit(theirs)
    assert back.node_labels is not None
    assert [label for label in back.node_labels if label] == ["one_1", "one_2", "two"]
    assert unlabelled(back) == unlabelled(
        replace(game, title="Zo?", players=("A A", "?"), comment="e?")
    )


@pytest.mark.parametrize("players", [["A"], ["A", "B", "C"]])
def test_only_games_of_two_players_are_read(players: list[str]) -> None:
    theirs = pygambit.ExtensiveGame(players)
    with pytest.raises(
        GameError, match=f"a game of two players expected; the pygambit game has {len(players)}"
    ):
        from_pygambit(theirs)


@pytest.mark.parametrize("rational", [True, False])
def test_probabilities_arrive_at_their_actions_whatever_the_labels(rational: bool) -> None:
    game = catalog.make("kuhn")
    shares = [
        [[Fraction(k, 20), Fraction(20 - k, 20)] for k in range(6 * player, 6 * player + 6)]
        for player in (0, 1)
    ]
    theirs = to_pygambit(unlabelled(game)).mixed_behavior_profile(shares, rational=rational)
    for strategy, expected in zip(profile_from_pygambit(theirs, game), shares, strict=True):
        assert strategy.exact == rational
        # In depth-first order, as Gambit's.
        found = [[*actions.values()] for actions in strategy.values()]
        assert found == (
            expected if rational else [pytest.approx([*map(float, pair)]) for pair in expected]
        )
    one_moves = tree("one moves", move(0, "here", {"a": leaf(0), "b": leaf(1)}))
    pure = to_pygambit(one_moves).mixed_behavior_profile([[[0, 1]], []], rational=rational)
    first, second = profile_from_pygambit(pure, one_moves)
    assert first == {"here": {"a": 0, "b": 1}}
    assert (dict(second), second.exact) == ({}, rational)


def two_rounds() -> ExtensiveGame:
    """Player 1 stops or goes on; player 2 answers twice, the second time only if she went on herself."""
    second = move(1, "again", {"up": leaf(3, 0), "down": leaf(0, 1)})
    first = move(
        1, "answer", {"end": leaf(1, 1), "on": move(0, "more", {"a": second, "b": leaf(2)})}
    )
    return tree("two rounds", move(0, "start", {"stop": leaf(1, 2), "go": first}))


@pytest.mark.parametrize("rational", [True, False])
def test_every_mixed_profile_is_one_of_behavior_with_the_same_payoffs(rational: bool) -> None:
    for game in (two_rounds(), catalog.make("kuhn"), catalog.make("beer-quiche")):
        theirs = to_pygambit(game)
        equilibria = pygambit.nash.lcp_solve(theirs, rational=rational, use_strategic=True)
        profiles = [equilibria.equilibria[0], theirs.mixed_strategy_profile(rational=rational)]
        for mixed in profiles:
            ours = sf.profile(game, mixed, rest="uniform")
            assert ours.exact == rational
            payoffs = [mixed.payoffs[player] for player in theirs.players]
            assert sf.check(game, ours).values == pytest.approx([float(p) for p in payoffs])
            again = sf.profile(game, mixed.as_behavior(), rest="uniform")
            assert again.equals(ours)


def test_sets_that_a_mixed_profile_does_not_reach_are_filled_if_asked_for() -> None:
    game = two_rounds()
    theirs = to_pygambit(game)
    stopping = next(
        equilibrium
        for equilibrium in pygambit.nash.enummixed_solve(theirs).equilibria
        if sf.profile(game, equilibrium, rest="uniform")[0]["start"]["stop"] == 1
    )
    profiles = (stopping, stopping.as_behavior())
    for profile in profiles:
        with pytest.raises(
            ModelError, match="nothing for information set 'more' of Player 1"
        ) as error:
            sf.profile(game, profile)
        assert "seqform.profile(game, source, rest='uniform')" in str(error.value)
        filled = sf.profile(game, profile, rest="uniform")
        assert filled[0]["more"] == {"a": Fraction(1, 2), "b": Fraction(1, 2)}
        assert sf.check(game, filled).proven


def test_a_mixed_profile_of_a_table_has_its_strategies_as_actions() -> None:
    theirs = pygambit.StrategicGame.from_arrays([[3, 0], [0, 2]], [[2, 0], [0, 3]])
    game = from_pygambit(theirs)
    for mixed in pygambit.nash.enummixed_solve(theirs).equilibria:
        ours = sf.profile(game, mixed)
        assert sf.check(game, ours).proven
    with pytest.raises(ModelError, match="has 2 strategies there, and no single information set"):
        sf.profile(two_rounds(), mixed)


def test_an_improper_profile_is_refused() -> None:
    game = signal()
    theirs = to_pygambit(game).mixed_behavior_profile(rational=True)
    theirs[H.path("good")] = {"yes": pygambit.Rational(1, 3), "no": pygambit.Rational(1, 3)}
    with pytest.raises(
        ModelError, match="player 2, information set 'told': the probabilities sum to 2/3, not to 1"
    ):
        profile_from_pygambit(theirs, game)


@pytest.mark.parametrize(
    ("other", "where"),
    [
        (move(1, "", {"a": leaf(1)}), r"\[\]"),
        (move(0, "", {"a": leaf(1), "b": leaf(1)}), r"\['a'\]"),
        (
            move(0, "", {"a": move(0, "again", {"c": leaf(1), "d": leaf(1)}), "b": leaf(1)}),
            r"\['a'\]",
        ),
        (move(0, "", {"a": move(1, "", {"c": leaf(1)}), "b": leaf(1)}), r"\['a'\]"),
    ],
    ids=["players", "leaf", "mover", "actions"],
)
def test_a_profile_of_another_tree_is_refused(other: Any, where: str) -> None:
    game = tree(
        "this one", move(0, "", {"a": move(1, "", {"c": leaf(1), "d": leaf(1)}), "b": leaf(1)})
    )
    theirs = to_pygambit(tree("another", other)).mixed_behavior_profile()
    with pytest.raises(
        ModelError, match=f"the pygambit game is another than 'this one': they differ at {where}"
    ):
        profile_from_pygambit(theirs, game)
    longer = to_pygambit(
        tree("longer", move(0, "", {"a": move(0, "again", {"b": leaf(1)})}))
    ).mixed_behavior_profile()
    with pytest.raises(
        ModelError,
        match=r"another than 'this one': player 1 has 2 information sets there, and 1 here",
    ):
        profile_from_pygambit(longer, tree("this one", move(0, "", {"a": leaf(1)})))


pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is an optional extra")

Leaves = dict[tuple[str, ...], tuple[float, float, float]]


def theirs(spec: str) -> Leaves:
    """Return chance's probability and the returns at every end of play, by walking OpenSpiel's states."""
    leaves: Leaves = {}

    def walk(state: Any, path: tuple[str, ...], probability: float) -> None:
        if state.is_terminal():
            leaves[path] = (probability, *state.returns())
            return
        chances = dict(state.chance_outcomes()) if state.is_chance_node() else {}
        for action in chances or state.legal_actions():
            label = state.action_to_string(state.current_player(), action)
            walk(state.child(action), (*path, label), probability * chances.get(action, 1.0))

    walk(pyspiel.load_game_as_turn_based(spec).new_initial_state(), (), 1.0)
    return leaves


def ours(game: ExtensiveGame) -> Leaves:
    reach = game.chance_reach.take(game.leaves).to_floats()
    first, second = (payoff.to_floats() for payoff in game.leaf_payoffs)
    return {
        game.path(int(node)): (reach[k], first[k], second[k]) for k, node in enumerate(game.leaves)
    }


def states(spec: str) -> set[tuple[int, str]]:
    """Return the information states that OpenSpiel tells apart."""
    found: set[tuple[int, str]] = set()
    pending = [pyspiel.load_game_as_turn_based(spec).new_initial_state()]
    while pending:
        state = pending.pop()
        if state.is_player_node():
            found.add((state.current_player(), state.information_state_string()))
        pending.extend(state.child(action) for action in state.legal_actions())
    return found


@pytest.mark.parametrize(
    "spec",
    [
        "kuhn_poker",
        "tiny_hanabi",
        "goofspiel(num_cards=3)",
        "goofspiel(num_cards=3,imp_info=True,returns_type=total_points)",
        "liars_dice(numdice=1,dice_sides=2)",
        "oshi_zumo(coins=3,size=1,horizon=3)",
        "first_sealed_auction(max_value=3)",
        "matrix_rpsw",
        "blotto(players=2,coins=3,fields=2)",
        "python_kuhn_poker",
    ],
)
def test_ends_of_play_probabilities_and_returns_are_openspiels(spec: str) -> None:
    game = from_openspiel(spec)
    expected = theirs(spec)
    actual = ours(game)
    assert actual.keys() == expected.keys()
    for path, values in expected.items():
        assert actual[path] == pytest.approx(values, rel=1e-11, abs=0)


@pytest.mark.parametrize(
    "spec", ["kuhn_poker", "goofspiel(num_cards=3)", "goofspiel(num_cards=3,imp_info=True)"]
)
def test_information_sets_are_openspiels_information_states(spec: str) -> None:
    sets = from_openspiel(spec).information_sets
    own = sets.player != CHANCE
    labelled = {(int(sets.player[k]), sets.labels[k]) for k in np.flatnonzero(own)}
    assert labelled == states(spec)
    assert len(labelled) == own.sum()


def test_kuhn_poker_and_leduc_poker_are_exact() -> None:
    game = from_openspiel("kuhn_poker")
    assert (len(game), len(game.leaves)) == (58, 30)
    assert [int((game.information_sets.player == player).sum()) for player in (0, 1)] == [6, 6]
    assert game.is_zero_sum
    assert set(game.chance_reach.take(game.leaves).to_fractions()) == {Fraction(1, 6)}
    leduc = from_openspiel("leduc_poker")
    assert {Fraction(1, 6), Fraction(1, 5), Fraction(1, 4), Fraction(1)} == set(
        leduc.edge_probability.to_fractions()
    )
    assert (game.title, game.players) == ("kuhn_poker", ("Player 1", "Player 2"))
    assert "doubles" in game.note
    assert from_openspiel("matrix_pd").note == ""
    assert from_openspiel(pyspiel.load_game("kuhn_poker")) == game


def test_simultaneous_moves_do_not_see_each_other() -> None:
    game = from_openspiel("matrix_mp")
    assert game.information_sets.player.tolist() == [0, 1]
    assert [str(payoff) for payoff in game.leaf_payoffs[0].to_fractions()] == ["1", "-1", "-1", "1"]


def test_rewards_on_the_way_are_added_up_at_the_end() -> None:
    game = from_openspiel("repeated_game(stage_game=matrix_pd(),num_repetitions=2)")
    assert max(game.leaf_payoffs[0].to_fractions()) == 20


Shape = tuple[int, int, list[Counter[int]], Counter[tuple[int, float, float]]]


def shape(game: ExtensiveGame) -> Shape:
    """Return the numbers of nodes and of chance nodes, the sizes of information sets, and the leaves."""
    depth = np.repeat(np.arange(len(game.levels)), np.diff(game.level_start))
    reach = game.chance_reach.take(game.leaves).to_floats().round(12)
    payoffs = game.leaf_payoffs[0].to_floats()
    leaves = Counter(
        zip(depth[game.leaves].tolist(), reach.tolist(), payoffs.tolist(), strict=True)
    )
    sizes = [np.bincount(game.infoset[game.player == player]) for player in (0, 1)]
    infosets = [Counter(size[size > 0].tolist()) for size in sizes]
    return len(game), int(np.sum(game.player == CHANCE)), infosets, leaves


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("kuhn", "kuhn_poker"),
        ("leduc", "leduc_poker"),
        ("leduc(collapse_suits=true)", "leduc_poker(suit_isomorphism=True)"),
        ("liars-dice(sides=2)", "liars_dice(dice_sides=2)"),
        ("liars-dice(sides=4)", "liars_dice(dice_sides=4)"),
        ("goofspiel", "goofspiel(num_cards=4,imp_info=True)"),
        (
            "goofspiel(order=descending)",
            "goofspiel(num_cards=4,imp_info=True,points_order=descending)",
        ),
        (
            "goofspiel(order=ascending)",
            "goofspiel(num_cards=4,imp_info=True,points_order=ascending)",
        ),
    ],
)
def test_trees_of_the_catalog_are_openspiels(spec: str, name: str) -> None:
    assert shape(catalog.make(spec)) == shape(from_openspiel(name))


def test_goofspiel_of_the_catalog_is_openspiels_but_for_the_order_of_own_bids_and_the_unit_of_points() -> (
    None
):
    ours = shape(catalog.make("goofspiel(cards=3,bids_shown=true)"))
    theirs = shape(from_openspiel("goofspiel(num_cards=3,imp_info=False)"))
    assert (*ours[:2], ours[3]) == (*theirs[:2], theirs[3])
    # OpenSpiel's label leaves out the order in which a player's own cards were bid.
    assert all(
        mine.total() >= other.total() for mine, other in zip(ours[2], theirs[2], strict=True)
    )
    ours = shape(catalog.make("goofspiel(cards=3,points_difference=true)"))
    theirs = shape(
        from_openspiel("goofspiel(num_cards=3,imp_info=True,returns_type=point_difference)")
    )
    assert ours[:3] == theirs[:3]
    assert ours[3] == {
        (depth, reach, 2 * payoff): count for (depth, reach, payoff), count in theirs[3].items()
    }


def test_without_information_states_sets_are_histories_of_observations() -> None:
    game = from_openspiel("breakthrough(rows=3,columns=2)")
    assert not pyspiel.load_game("breakthrough").get_type().provides_information_state_string
    sets = game.information_sets
    inner = int((~game.is_leaf).sum())
    assert len(sets) == inner  # everybody sees everything, so that every node is a set of its own


def test_observed_simultaneous_moves_stay_hidden_for_one_stage() -> None:
    game = from_openspiel("repeated_game(stage_game=matrix_mp(),num_repetitions=2)")
    assert [int((game.information_sets.player == player).sum()) for player in (0, 1)] == [5, 5]


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("leduc_pokr", "OpenSpiel has no game 'leduc_pokr'; did you mean leduc_poker or "),
        (
            "leduc_poker(players=3)",
            "leduc_poker(players=3): a game of two players expected, not of 3",
        ),
        ("mfg_crowd_modelling", "mfg_crowd_modelling is a mean-field game"),
        (
            "leduc_poker(suits=3)",
            "leduc_poker(suits=3): OpenSpiel reports: Unknown parameter 'suits'. Available parameters",
        ),
        (
            "bridge_uncontested_bidding",
            "bridge_uncontested_bidding draws chance moves at random instead of listing them",
        ),
    ],
)
def test_the_error_for_other_than_two_player_trees_is_one_line(
    spec: str, message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(GameError) as caught:
        from_openspiel(spec)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)
    assert capfd.readouterr() == ("", "")


def test_games_that_are_too_large_are_stopped() -> None:
    message = r"tic_tac_toe: more than 100,000 nodes; choose smaller parameters, or raise max_nodes"
    with pytest.raises(GameError, match=message):
        from_openspiel("tic_tac_toe", max_nodes=100_000)
    assert len(from_openspiel("leduc_poker", max_nodes=9457)) == 9457


@pytest.mark.parametrize("name", ["chess", "go", "backgammon", "phantom_ttt", "dark_hex"])
def test_games_that_are_too_large_by_far_are_refused_without_expanding_them(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_Expansion, "run", lambda self: pytest.fail("the game is being expanded"))
    with pytest.raises(
        GameError,
        match=rf"{name}: too large to expand, by far more than 10,000,000 nodes \(up to .*\)",
    ):
        from_openspiel(name)


def test_imperfect_recall_names_the_game() -> None:
    with pytest.raises(
        ImperfectRecallError, match=r"^liars_dice_ir\(.*\): player 1 .* has imperfect recall"
    ):
        from_openspiel("liars_dice_ir(numdice=1,dice_sides=3)")


def test_progress_reports_the_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("seqform.builders.games.formats.openspiel.PROGRESS_EVERY", 4000)
    told: list[str] = []
    from_openspiel("leduc_poker", progress=told.append)
    assert told == ["expanding leduc_poker: 4,000 nodes", "expanding leduc_poker: 8,000 nodes"]


def lottery(probabilities: tuple[float, ...], payoff: float = 1.0) -> Any:
    """Return as much of a game as is used: a draw with the given probabilities."""
    end = SimpleNamespace(is_terminal=lambda: True, returns=lambda: [payoff, -payoff])
    draw = SimpleNamespace(
        is_terminal=lambda: False,
        is_chance_node=lambda: True,
        chance_outcomes=lambda: list(enumerate(probabilities)),
        child=lambda action: end,
        action_to_string=lambda player, action: str(action),
    )
    kind = pyspiel.load_game("kuhn_poker").get_type()
    return SimpleNamespace(
        get_type=lambda: kind, num_players=lambda: 2, new_initial_state=lambda: draw
    )


def test_probabilities_that_are_no_distribution_over_fractions_are_refused() -> None:
    assert from_openspiel(lottery((0.1, 0.2, 0.7))).edge_probability[1] == Fraction(1, 10)
    with pytest.raises(
        GameError,
        match=r": chance's probabilities, read as fractions, sum to \d+/\d+, not to 1, at ",
    ):
        from_openspiel(lottery((0.25, 0.7500001)))


def test_payoffs_of_openspiel_are_the_decimals_that_python_prints() -> None:
    game = from_openspiel(lottery((1.0,), 1 / 3))
    assert game.leaf_payoffs[0].to_fractions() == [Fraction(repr(1 / 3))]
    assert not game.note and "probabilities" in from_openspiel(lottery((1 / 3, 2 / 3))).note


@pytest.mark.parametrize("payoff", [float("nan"), float("inf")])
def test_payoffs_that_are_no_numbers_are_refused(payoff: float) -> None:
    with pytest.raises(GameError, match=r": a number expected, .* not (nan|inf)"):
        from_openspiel(lottery((1.0,), payoff))
