"""Arguments with one plausible meaning are taken, and others refused in one line, through the public names."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas
import pytest
from command_line import Run

import seqform as sf
from seqform.errors import OptionError, SeqformError

untyped: Any = sf
"""The package without types, for arguments of other ones."""

KUHN: Any = sf.load("kuhn")
ANSWER = sf.solve(KUHN, exact=True)
TABLE = sf.bimatrix_game([[3, 0], [5, 1]], [[3, 5], [0, 1]])
ENTRY = sf.tree(
    "entry",
    sf.move(
        0,
        "start",
        {
            "out": sf.leaf(0, 4),
            "in": sf.move(1, "entered", {"fight": sf.leaf(-1, 0), "yield": sf.leaf(2, 2)}),
        },
    ),
    players=("Alice", "Bob"),
)


# ---- players ----


@pytest.mark.parametrize(
    "player", [0, np.int64(0), "Alice", "alice", " ALICE", "Player 1", "player 1"]
)
def test_a_player_has_a_number_and_a_name_in_capitals_or_not(player: Any) -> None:
    assert sf.solve(ENTRY, "stackelberg", leader=player, exact=True).values == (2, 2)
    assert dict(ANSWER.profile["player 1"]) == dict(ANSWER.profile[0])


def test_names_that_differ_in_capitals_alone_are_taken_as_they_are_written() -> None:
    game = sf.tree("t", sf.leaf(1), players=("a", "A"))
    profile = sf.uniform_profile(game)
    assert profile["a"].index.player == 0
    assert profile["A"].index.player == 1
    swapped = sf.tree("t", sf.leaf(1), players=("Player 2", "Player 1"))
    assert sf.uniform_profile(swapped)["player 1"].index.player == 1


@pytest.mark.parametrize("player", ["1", "2", 2, -1, 1.0, True, None, "Carol"])
def test_what_is_no_player_is_refused_with_the_numbers_or_names(player: Any) -> None:
    with pytest.raises(SeqformError, match=r"'Player 1' is 0|known: Player 1, Player 2"):
        sf.best_response("kuhn", player, ANSWER) if player is not None else ANSWER.profile[player]


def test_a_mapping_by_players_has_names_in_capitals_or_not() -> None:
    shares: Any = {"J:": {"bet": 1}}
    expected = sf.profile(KUHN, {"Player 1": shares}, rest="uniform")
    assert sf.profile(KUHN, {"player 1": shares}, rest="uniform").equals(expected)


# ---- numbers ----


def test_numbers_of_numpy_are_numbers() -> None:
    options = untyped.SolveOptions(time_limit=np.float32(10), threads=np.int64(1))
    assert (options.time_limit, options.threads) == (10.0, 1)
    assert (type(options.time_limit), type(options.threads)) == (float, int)
    assert len(untyped.equilibria(TABLE, starts=np.int64(2))) == 1
    assert len(untyped.play.match("kuhn", "random", "random", games=np.int64(2)).games) == 2
    session = untyped.play.open_session("kuhn", "random", seat=0)
    session.act(np.int64(0))
    assert session.history.count("check") == 1
    assert untyped.chart("kuhn", round=np.int64(1)).grids
    assert untyped.draw("kuhn", depth=np.int64(1)).scene.folded


@pytest.mark.parametrize(
    "call",
    [
        lambda: untyped.load("kuhn", max_nodes="1000"),
        lambda: untyped.load("kuhn", max_nodes=None),
        lambda: untyped.load("kuhn", max_nodes=-1),
        lambda: untyped.load("kuhn", normalize="yes"),
        lambda: untyped.load("kuhn", progress=3),
        lambda: untyped.solve("kuhn", progress=True),
        lambda: untyped.solve("kuhn", threads="2"),
        lambda: untyped.equilibria(TABLE, complete="yes"),
        lambda: untyped.dominated("kuhn", strict="no"),
        lambda: untyped.dominated("kuhn", iterated=1),
        lambda: untyped.play.match("kuhn", "random", "random", games="2"),
        lambda: untyped.chart("kuhn", round="1"),
        lambda: untyped.draw("kuhn", depth="2"),
        lambda: untyped.draw("kuhn", nodes=1.5),
        lambda: untyped.draw("kuhn", at=3),
        lambda: untyped.draw("kuhn", ANSWER).save(None),
        lambda: untyped.linear_program("kuhn").write(None),
        lambda: untyped.tree("t", untyped.leaf(1), players=3),
        lambda: untyped.tree("t", untyped.leaf(1), players="AB"),
        lambda: untyped.games(3),
        lambda: untyped.value_function(lambda: KUHN, interval=(0, 1)),
        lambda: untyped.profile("kuhn", np.ones((3, 3))),
        lambda: untyped.check("kuhn", ([1, 0], [1, 0])),
        lambda: untyped.check(TABLE, ([1], [1, 0])),
        lambda: untyped.play.match("kuhn", ANSWER.profile[0], "random", games=2),
    ],
)
def test_other_arguments_get_one_line(call: Any) -> None:
    with pytest.raises(SeqformError) as caught:
        call()
    assert "\n" not in str(caught.value)


# ---- strategies ----


def test_a_pair_of_lists_is_a_profile_of_a_table() -> None:
    expected = sf.check(TABLE, ({"row": [1, 0]}, {"column": [0, 1]}))
    for pair in (
        ([1, 0], [0, 1]),
        ((1, 0), (0, 1)),
        [np.array([1, 0]), [0, 1]],
        np.eye(2, dtype=int),
    ):
        assert sf.check(TABLE, pair).values == expected.values
    assert expected.values == (0, 5)


def test_pairs_in_parentheses_are_the_payoffs_of_both_players() -> None:
    pairs = [[(3, 3), (0, 5)], [(5, 0), (1, 1)]]
    frame = pandas.DataFrame(pairs, index=["C", "D"], columns=["c", "d"])
    framed = untyped.bimatrix_game(frame)
    for game in (untyped.bimatrix_game(pairs), framed):
        for player in (0, 1):
            own = game.leaf_payoffs[player].to_fractions()
            assert own == TABLE.leaf_payoffs[player].to_fractions()
    assert framed.sequences[0].index.action_names == (("C", "D"),)
    assert framed.sequences[1].index.action_names == (("c", "d"),)
    with pytest.raises(SeqformError, match=r"pairs in parentheses, \(3, 5\), alone"):
        untyped.bimatrix_game([[(3, 3), 0], [(5, 0), (1, 1)]])
    with pytest.raises(SeqformError):
        untyped.bimatrix_game([[(3, 3, 3)]])


def test_an_action_is_a_pure_choice() -> None:
    pure = sf.profile(KUHN, {"J:": "bet"}, rest="uniform")
    assert pure[0]["J:"] == {"check": 0, "bet": 1}
    called = sf.profile(KUHN, lambda infoset, actions: actions[0])
    assert called.equals(sf.profile(KUHN, lambda infoset, actions: {actions[0]: 1}))
    with pytest.raises(SeqformError, match=r"not 'bett'; did you mean bet\?"):
        sf.profile(KUHN, {"J:": "bett"}, rest="uniform")


def test_files_mappings_and_pairs_of_strategies_are_agents(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ANSWER.save("answer.json")
    expected = sf.play.match("kuhn", ANSWER, "random", games=10).payoffs(0)
    first, second = ANSWER.profile
    mapping = {
        **{name: shares for strategy in (first, second) for name, shares in strategy.items()}
    }
    for agent in (Path("answer.json"), mapping, (first, second)):
        assert sf.play.match("kuhn", agent, "random", games=10).payoffs(0) == expected
    with pytest.raises(OptionError, match="one player's strategy, and an agent plays both seats"):
        sf.play.match("kuhn", first, "random", games=2)


def test_an_equilibrium_alone_is_drawn_on_its_game() -> None:
    assert sf.draw(ANSWER).svg() == sf.draw(KUHN, ANSWER).svg()


# ---- the command line ----


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("solve", "kuhn", "—exact"), "no option '—exact'; did you mean --exact"),
        (("solve", "kuhn", "–exact"), "did you mean --exact"),
        (("solve", "kuhn", "--time-limit", "1,5"), "a decimal is written with a point, 1.5"),
        (("solve", "kuhn bet=2"), "did you mean 'kuhn(bet=2)'?"),
        (("solve", "kuhn[bet=2, ante=1]"), "did you mean 'kuhn(bet=2,ante=1)'?"),
        (("solve", "kuhn(bet=“2”)"), "straight quotation marks expected in place of '“'"),
        (("draw", "kuhn", "tree.svg"), "the file to write comes after -o: -o tree.svg"),
        (("match", "kuhn", "random", "nash"), "did you mean equilibrium:nash"),
        (
            ("match", "kuhn", "random", "random", "--games", "ten"),
            "a whole number from 1 on expected",
        ),
        (("check", "kuhn.efg", "kuhn"), "kuhn is a game, and this the place of a file"),
        (("check", "kuhn", "nash"), "nash is a concept, and the file of a profile is expected"),
        (("solve", "utf16.efg"), "UTF-16 text"),
        (("solve", "utf16.csv"), "UTF-16 text"),
        (("check", "kuhn", "utf16.json"), "UTF-16 text"),
        (("sweep", "utf16.toml"), "UTF-16 text"),
        (("sweep", "latin.toml"), "not TOML, nor a text in UTF-8"),
        (("sweep", "quotes.toml"), "straight quotation marks expected"),
        (("check", "kuhn", "quotes.json"), "straight quotation marks expected"),
        (("solve", "quotes.efg"), "straight quotation marks expected"),
    ],
)
def test_what_a_person_or_another_program_writes_by_mistake_is_named(
    words: tuple[str, ...], message: str, seqform: Run
) -> None:
    sf.save("kuhn", "kuhn.efg")
    text = Path("kuhn.efg").read_text(encoding="utf-8")
    Path("utf16.efg").write_text(text, encoding="utf-16")
    Path("quotes.efg").write_text(text.replace('"', "“"), encoding="utf-8")
    for name, content in (
        ("json", '{"players": []}'),
        ("csv", "1,2\n3,4\n"),
        ("toml", 'store = "s"'),
    ):
        Path(f"utf16.{name}").write_text(content, encoding="utf-16")
        Path(f"quotes.{name}").write_text(content.replace('"', "“"), encoding="utf-8")
    Path("latin.toml").write_text('store = "ä"', encoding="latin-1")
    status, _, errors = seqform(*words)
    assert status == 2
    assert message in errors
    assert errors.count("\n") == 1
