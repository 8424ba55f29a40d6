"""Profiles, and files of equilibria of every schema, are read back from JSON as written; errors in files are named."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from command_line import Run

import seqform as sf
from seqform.errors import InputError, ModelError, ParseError
from seqform.io import json_values, profiles
from seqform.io.equilibria import equilibrium_data
from seqform.io.json_values import SCHEMA, to_json
from seqform.io.profiles import Form, profile_data, profile_from_data, read_witness, strategies_data
from seqform.models.answers.certificate import NORMAL_FORM_PERFECT

KUHN = sf.load("kuhn")


@pytest.mark.parametrize("exact", [True, False])
def test_an_equilibrium_written_is_an_equilibrium_read(tmp_path: Path, exact: bool) -> None:
    equilibrium = sf.solve("kuhn", exact=exact)
    path = tmp_path / "kuhn.json"
    sf.write_equilibrium(equilibrium, path)
    profile = sf.read_profile(path, equilibrium.game)
    assert profile.exact == exact
    for mine, theirs in zip(profile, equilibrium.profile, strict=True):
        assert np.array_equal(mine.probabilities, theirs.probabilities)
    again = sf.check("kuhn", path)
    assert again.values == equilibrium.values
    assert again.nash_conv == equilibrium.certificate.nash_conv


ENTRY = {"start": {"out": 1}, "entered": {"fight": "1/3", "yield": "2/3"}}


def test_a_file_may_be_a_mapping_as_profile_takes_it(tmp_path: Path) -> None:
    path = tmp_path / "profile.json"
    game = sf.load("entry-deterrence")
    expected = sf.profile(game, ENTRY)
    by_player = {"Incumbent": {"entered": ENTRY["entered"]}, "Entrant": {"start": ["1", "0"]}}
    for mapping in (ENTRY, by_player):
        path.write_text(json.dumps(mapping), "utf-8")
        read = sf.read_profile(path, game)
        assert read.exact
        assert read.equals(expected)
        for player in (0, 1):
            strategy = sf.read_strategy(path, game, player)
            assert (
                strategy["entered" if player else "start"]
                == expected[player]["entered" if player else "start"]
            )
        assert sf.check(game, path).values == (1, 5)
    path.write_text(json.dumps({"entered": ENTRY["entered"]}), "utf-8")
    assert sf.read_strategy(path, game, 1)["entered"] == expected[1]["entered"]


@pytest.mark.parametrize(
    ("mapping", "message"),
    [
        ({"start": {"out": 1}}, "nothing for information set 'entered' of Incumbent"),
        ({"strat": {"out": 1}}, "no information set or player 'strat'; did you mean start"),
        ({"start": {"uot": 1}, "entered": {"fight": 1}}, "has no action 'uot'; did you mean out"),
        ({"start": {"out": 0.5}, "entered": {"fight": 1}}, "start"),
        ({"start": 1}, 'an object with "players", a list of two, or a mapping such as'),
        ({}, 'an object with "players", a list of two, or a mapping such as'),
        ({"information_sets": []}, 'an object with "players", a list of two, or a mapping such as'),
    ],
)
def test_an_error_in_such_a_mapping_names_the_file_and_the_place(
    tmp_path: Path, mapping: Any, message: str
) -> None:
    path = tmp_path / "profile.json"
    path.write_text(json.dumps(mapping), "utf-8")
    with pytest.raises(ModelError, match=f"profile.json: .*{message}"):
        sf.read_profile(path, "entry-deterrence")


def test_json_in_place_of_the_name_of_a_file_gets_advice(seqform: Run, tmp_path: Path) -> None:
    path = tmp_path / "profile.json"
    path.write_text(json.dumps(ENTRY), "utf-8")
    inline = json.dumps(ENTRY)
    beliefs = ("--sequential", "--beliefs", inline)
    for arguments in ((inline,), (str(path), *beliefs)):
        status, _, err = seqform("check", "entry-deterrence", *arguments)
        assert status == 2
        assert "write this JSON to a file and name that" in err
    with pytest.raises(InputError, match="no file 'baies'; did you mean bayes"):
        sf.check("entry-deterrence", path, sequential=True, beliefs="baies")


SHARES = [
    {"J:": {"bet": "1/3", "check": "2/3"}, "K:": {"bet": 1}},
    {"J:": {"bet": 0.3, "check": 0.7}},
    {"Q:b": {"call": Fraction(1, 3**84), "fold": 1 - Fraction(1, 3**84)}},
]


@pytest.mark.parametrize("is_bound", [True, False])
@pytest.mark.parametrize("shares", SHARES)
def test_a_profile_of_ones_own_written_is_read_as_it_was(
    tmp_path: Path, shares: Any, is_bound: bool
) -> None:
    profile = sf.profile(KUHN, shares, rest="uniform")
    if not is_bound:
        profile = sf.BehaviorProfile(profile.strategies)
    profile.save(tmp_path / "method.json")
    sf.save(profile, tmp_path / "function.json")
    for name in ("method.json", "function.json"):
        read = sf.read_profile(tmp_path / name, KUHN)
        assert read.equals(profile)
        assert [strategy.exact for strategy in read] == [strategy.exact for strategy in profile]
        for player, strategy in enumerate(profile):
            of_player = sf.read_strategy(tmp_path / name, KUHN, player)
            assert np.array_equal(of_player.probabilities, strategy.probabilities)


@pytest.mark.parametrize("player", [0, 1])
def test_a_strategy_written_alone_is_read_alone_and_as_an_opponent(
    tmp_path: Path, player: int
) -> None:
    strategy = sf.profile(KUHN, SHARES[0], rest="uniform")[player]
    path = tmp_path / "strategy.json"
    strategy.save(path)
    read = sf.read_strategy(path, KUHN, player)
    assert np.array_equal(read.probabilities, strategy.probabilities)
    sf.save(strategy, path)
    answers = [
        sf.solve(KUHN, "safe-response", player=1 - player, opponent=opponent, exact=True)
        for opponent in (path, strategy)
    ]
    assert answers[0].values == answers[1].values
    with pytest.raises(ModelError, match="the game has no information set"):
        sf.read_strategy(path, KUHN, 1 - player)


def test_the_commands_read_a_profile_that_python_wrote(
    seqform: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    sf.profile("kuhn", SHARES[0], rest="uniform").save("own.json")
    sf.profile("kuhn", "uniform")[1].save("second.json")
    commands = [
        "check kuhn own.json",
        "draw kuhn --profile own.json -o own.svg",
        "chart kuhn --profile own.json -o chart.svg",
        "match kuhn profile:own.json random --games 2",
        "solve kuhn --concept safe-response --opponent own.json",
        "solve kuhn --concept safe-response --player 1 --opponent second.json",
    ]
    for command in commands:
        status, _, stderr = seqform(*command.split())
        assert status == 0, (command, stderr)


def test_a_strategy_is_no_file_of_gambits(tmp_path: Path) -> None:
    profile = sf.profile("kuhn", "uniform")
    for strategy in (profile, profile[0]):
        with pytest.raises(ModelError, match=r"a strategy is written to a JSON file"):
            sf.save(strategy, tmp_path / "profile.efg")
    assert not any(tmp_path.iterdir())


def test_the_schema_is_as_documented() -> None:
    data = json.loads(to_json(equilibrium_data(sf.solve("kuhn", exact=True))))
    assert set(data) == {
        "schema", "game", "concept", "backend", "objective", "players", "values", "certificate", "witness", "raw",
        "seconds"
    }  # fmt: skip
    assert data["witness"] is None
    assert data["values"] == ["-1/18", "1/18"]
    assert data["players"][0]["value"] == "-1/18"
    assert data["certificate"]["nash_conv"] == "0"
    assert data["certificate"]["exact"] is True
    assert data["raw"]["termination"] == "solved"
    first = data["players"][0]["information_sets"][0]
    assert set(first) == {"label", "actions", "probabilities", "reach", "filled"}
    assert sum(Fraction(value) for value in first["probabilities"]) == 1


def test_a_witness_written_is_a_witness_read(tmp_path: Path) -> None:
    equilibrium, path = sf.solve("vsvet-figure-1"), tmp_path / "figure.json"
    sf.write_equilibrium(equilibrium, path)
    witness = read_witness(path, equilibrium.game)
    assert witness is not None and equilibrium.witness is not None
    for mine, theirs in zip(witness, equilibrium.witness, strict=True):
        assert np.array_equal(mine.probabilities, theirs.probabilities)
    assert sf.check(equilibrium.game, path, normal_form_perfect=True).checks == {
        NORMAL_FORM_PERFECT: True
    }
    for text in (to_json(kuhn_data()), "[]"):
        path.write_text(text, encoding="utf-8")
        assert read_witness(path, KUHN) is None
    path.write_text(to_json({**kuhn_data(), "witness": [1, 2]}), encoding="utf-8")
    with pytest.raises(
        ModelError, match=r'figure.json: witness: player 1: "information_sets", a list, expected'
    ):
        read_witness(path, KUHN)


def kuhn_data() -> dict[str, Any]:
    return {"players": profile_data(KUHN, sf.uniform_profile(KUHN))}


@pytest.mark.parametrize("is_list", [True, False])
def test_sets_that_a_file_leaves_out_are_played_uniformly_if_asked_for(
    is_list: bool, tmp_path: Path, seqform: Run
) -> None:
    path = tmp_path / "part.json"
    data: Any = {"J:": {"bet": "1/3", "check": "2/3"}}
    if is_list:
        data = kuhn_data()
        del data["players"][0]["information_sets"][1:]
        data["players"][0]["information_sets"][0]["probabilities"] = ["2/3", "1/3"]
    path.write_text(json.dumps(data))
    with pytest.raises(ModelError, match=r"--rest uniform plays such sets uniformly"):
        sf.read_profile(path, KUHN)
    completed = sf.read_profile(path, KUHN, rest="uniform")
    assert completed.equals(sf.profile(KUHN, path, rest="uniform"))
    assert completed.exact
    assert completed[0]["J:"] == {"check": Fraction(2, 3), "bet": Fraction(1, 3)}
    assert completed[0]["K:cb"] == dict.fromkeys(completed[0]["K:cb"], Fraction(1, 2))

    status, _, err = seqform("check", "kuhn", str(path))
    assert status == 2
    assert "--rest uniform" in err
    file = str(path)
    complete: tuple[tuple[str, ...], ...] = (
        ("check", "kuhn", file),
        ("check", "kuhn", file, "--player", "1"),
        ("chart", "kuhn", "--profile", file),
        ("chart", "kuhn", "--versus", file, "-o", "chart.svg"),
        ("chart", "kuhn", "--frontier", file, "--player", "2"),
        ("draw", "kuhn", "--profile", file, "-o", "tree.svg"),
        ("draw", "kuhn", "--concept", "nash", "--versus", file, "-o", "tree.html"),
        ("convert", "kuhn", "whole.json", "--profile", file, "--form", "behavior"),
        ("trace", "kuhn", "--start", file),
    )
    for command in complete:
        assert seqform(*command)[0] == 2
        assert seqform(*command, "--rest", "first")[0] == 2
        assert seqform(*command, "--rest", "uniform")[0] == 0
    assert sf.read_profile("whole.json", KUHN).equals(completed)
    without_file: tuple[tuple[str, ...], ...] = (
        ("chart", "kuhn"),
        ("chart", "kuhn", "--frontier", "uniform"),
        ("draw", "kuhn", "-o", "tree.svg"),
        ("convert", "kuhn", "tree.efg"),
        ("trace", "kuhn"),
        ("play", "kuhn"),
    )
    for command in without_file:
        status, _, err = seqform(*command, "--rest", "uniform")
        assert status == 2
        assert "--rest: of no meaning without" in err


def test_a_strategy_alone_and_texts_of_strategies_are_completed_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    data = kuhn_data()["players"][0]
    del data["information_sets"][1:]
    Path("alone.json").write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(ModelError, match="is missing"):
        sf.read_strategy("alone.json", KUHN, 0)
    strategy = sf.read_strategy("alone.json", KUHN, 0, rest="uniform")
    uniform = sf.uniform_profile(KUHN)[0]
    assert strategy.probabilities.tolist() == uniform.probabilities.tolist()

    opponent = "profile:alone.json,rest=uniform"
    response = sf.solve("kuhn", "safe-response", player=1, opponent=opponent, exact=True)
    against_uniform = sf.solve("kuhn", "safe-response", player=1, opponent="uniform", exact=True)
    assert response.values == against_uniform.values
    Path("part.json").write_text('{"J:": {"bet": "1/2", "check": "1/2"}}', encoding="utf-8")
    answer = sf.solve("kuhn", backend="lemke", start="profile:part.json,rest=uniform")
    assert answer.certificate.proven


def test_only_uniform_play_completes_a_file(tmp_path: Path) -> None:
    path = tmp_path / "part.json"
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(InputError, match="rest: 'uniform' or nothing expected"):
        sf.read_profile(path, KUHN, rest="first")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda sets: sets.pop(), "player 1: information set 'K:cb' is missing"),
        (lambda sets: sets.append(sets[0]), "information set 'J:' comes twice"),
        (lambda sets: sets[0].update(label="A:"), "the game has no information set 'A:'"),
        (lambda sets: sets[0].update(actions=["check"]), '"actions", a list of check, bet'),
        (
            lambda sets: sets[0].update(probabilities=["1"]),
            "2 probabilities expected, one for each action, not 1",
        ),
        (
            lambda sets: sets[0].update(probabilities=["1/2", "1/3"]),
            "'J:': the probabilities sum to 5/6, not to 1",
        ),
        (
            lambda sets: sets[0].update(probabilities=[0.5, 0.6]),
            "'J:': the probabilities sum to 1.1",
        ),
        (
            lambda sets: sets[0].update(probabilities=["-1/2", "3/2"]),
            "a negative probability, -1/2",
        ),
        (lambda sets: sets[0].update(probabilities=["1/0", "1"]), "'1/0' is not a probability"),
        (
            lambda sets: sets[0].update(probabilities=["a half", "1"]),
            "'a half' is not a probability",
        ),
        (
            lambda sets: sets.insert(0, "J:"),
            'information set number 1: an object with a "label" expected',
        ),
        (
            lambda sets: sets[0].update(probabilities=["1" + "0" * 400, 0.5]),
            "too large to be a probability",
        ),
    ],
)
def test_errors_in_a_profile_are_named(change: Callable[[list[Any]], object], message: str) -> None:
    data = kuhn_data()
    change(data["players"][0]["information_sets"])
    with pytest.raises(ModelError) as caught:
        profile_from_data(data, KUHN)
    assert message in str(caught.value)


@pytest.mark.parametrize("data", [[], {}, {"players": []}, {"players": [1, 2]}, 3, None])
def test_data_of_another_form_is_refused(data: Any) -> None:
    with pytest.raises(ModelError):
        profile_from_data(data, KUHN)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'{"players": [', r"bad\.json:1:\d+: not JSON"),
        (b'{"players": ' + b"1" * 5000 + b"}", "not JSON"),
        (b"PK\xff\xfe\x00", "a profile in JSON expected, such as 'seqform solve"),
        (None, "No such file"),
    ],
)
def test_a_file_that_is_not_json_is_refused(
    tmp_path: Path, content: bytes | None, message: str
) -> None:
    if content is not None:
        (tmp_path / "bad.json").write_bytes(content)
    with pytest.raises(ParseError, match=message):
        sf.read_profile(tmp_path / "bad.json", KUHN)


def test_the_file_of_a_game_is_no_profile(tmp_path: Path) -> None:
    sf.save("kuhn", tmp_path / "kuhn.efg")
    with pytest.raises(
        ParseError, match=r"kuhn\.efg:1:1: a game's file; a profile, in JSON, expected$"
    ):
        sf.check("kuhn", tmp_path / "kuhn.efg")


def test_whole_and_decimal_strings_are_exact_numbers() -> None:
    data = kuhn_data()
    data["players"][0]["information_sets"][0]["probabilities"] = ["0.25", ".75"]
    data["players"][0]["information_sets"][1]["probabilities"] = [0, 1]
    profile = profile_from_data(data, KUHN)
    assert profile.exact
    assert profile[0]["J:"] == {"check": Fraction(1, 4), "bet": Fraction(3, 4)}


def test_a_byte_order_mark_is_ignored(tmp_path: Path) -> None:
    path = tmp_path / "bom.json"
    path.write_text(json.dumps(kuhn_data()), encoding="utf-8-sig")
    assert sf.check("kuhn", path).exact


@pytest.mark.parametrize("depth", [500, 100_000])
def test_deeply_nested_values_are_refused_in_one_line(tmp_path: Path, depth: int) -> None:
    path = tmp_path / "deep.json"
    path.write_text(
        to_json(kuhn_data()).replace('"1/2"', "[" * depth + "]" * depth, 1), encoding="utf-8"
    )
    with pytest.raises(
        (ParseError, ModelError), match=r"a list is not a probability|nested too deeply"
    ) as caught:
        sf.read_profile(path, KUHN)
    assert len(str(caught.value)) < 400


def test_a_file_beyond_the_bound_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("seqform.io.json_values.MOST_BYTES", 100)
    path = tmp_path / "long.json"
    path.write_text(" " * 101, encoding="utf-8")
    with pytest.raises(ParseError, match="cannot be read: it has more than 100 bytes"):
        sf.read_profile(path, KUHN)


@pytest.mark.parametrize("form", ["behavior", "plan", "mixed"])
@pytest.mark.parametrize("game", ["kuhn", "vsvet-figure-1", "three-card-orderings"])
def test_every_form_of_strategies_is_read_as_the_same_plans(game: str, form: Form) -> None:
    tree = sf.load(game)
    profile = sf.solve(tree, exact=True).profile
    data = json.loads(to_json({"players": strategies_data(tree, profile, form)}))
    again = profile_from_data(data, tree)
    for mine, theirs in zip(profile, again, strict=True):
        assert mine.plan.exact_weights("").equals(theirs.plan.exact_weights(""))


@pytest.mark.parametrize(
    ("player", "message"),
    [
        ({"plan": {"∅": "1"}}, "no realization plan"),
        ({"plan": {"∅": "1", "X": "1"}}, "no sequence 'X'"),
        (
            {"plan": {"∅": 0.5, KUHN.sequences[0].index.names[1]: "1" + "0" * 400}},
            "too large to be a probability",
        ),
        ({"plan": []}, '"plan", an object'),
        ({"mixed": []}, '"mixed", a list'),
        (
            {"mixed": [{"probability": "1", "strategy": ["X"]}]},
            "strategy number 1: the game has no sequence 'X'",
        ),
        (
            {"mixed": [{"probability": "1", "strategy": []}]},
            "strategy number 1: no realization plan",
        ),
    ],
)
def test_bad_plans_and_mixed_strategies_are_refused(player: dict[str, Any], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        profile_from_data({"players": [player, player]}, KUHN)


def test_a_file_of_several_equilibria_is_read_by_number(tmp_path: Path) -> None:
    data = [
        {"players": profile_data(KUHN, profile)}
        for profile in (sf.uniform_profile(KUHN), sf.solve("kuhn").profile)
    ]
    path = tmp_path / "several.json"
    path.write_text(to_json({"equilibria": data}), encoding="utf-8")
    assert sf.read_profile(path, KUHN, number=1).equals(sf.uniform_profile(KUHN))
    for number in (None, 0, 3):
        with pytest.raises(ModelError, match=r"2 equilibria.*number=N, from 1 to 2"):
            sf.read_profile(path, KUHN, number=number)


def test_a_member_of_a_list_is_named_by_the_path_wherever_strategies_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seqform: Run
) -> None:
    monkeypatch.chdir(tmp_path)
    game = sf.bimatrix_game([[2, 0], [0, 1]], [[1, 0], [0, 2]], rows="TB", columns="LR")
    found = sf.equilibria(game, complete=True)
    sf.save(game, "game.efg")
    Path("all.json").write_text(
        to_json({"equilibria": [{"players": profile_data(game, each.profile)} for each in found]})
    )
    for number, each in enumerate(found, start=1):
        name = f"all.json#{number}"
        assert sf.read_profile(name, game).equals(each.profile)
        assert sf.check(game, name).proven
        assert sf.draw(game, name).svg() == sf.draw(game, each.profile).svg()
    traced = sf.trace(game, start="all.json#1").profile
    assert traced is not None and traced.equals(found[0].profile)
    assert seqform("check", "game.efg", "all.json#2")[0] == 0
    assert seqform("draw", "game.efg", "--profile", "all.json#2", "-o", "game.svg")[0] == 0
    assert seqform("chart", "game.efg", "--profile", "all.json#3")[0] == 0
    code, _, error = seqform("draw", "game.efg", "--profile", "all.json#4", "-o", "game.svg")
    assert code != 0 and "from 1 to 3" in error
    code, _, error = seqform("draw", "game.efg", "--profile", "all.json", "-o", "game.svg")
    assert code != 0 and "FILE#N" in error

    # A file of this name comes first.
    Path("all.json#9").write_text(
        to_json({"players": profile_data(game, sf.uniform_profile(game))})
    )
    assert sf.read_profile("all.json#9", game).equals(sf.uniform_profile(game))


def test_an_output_with_the_file_of_a_member_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seqform: Run
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("all.json").write_text("{}")
    code, _, error = seqform("convert", "kuhn", "all.json", "--profile", "all.json#1")
    assert code != 0 and "the same file" in error
    assert Path("all.json").read_text() == "{}"


def test_lines_of_gambits_programs_are_profiles(tmp_path: Path) -> None:
    game = sf.load("three-card-orderings")
    shares = [
        str(Fraction(1, int(count)))
        for own in game.sequences
        for count in np.repeat(*2 * [own.index.num_actions])
    ]
    path = tmp_path / "equilibria.txt"
    path.write_text(f"NE,{','.join(shares)}\nNE,{','.join(shares)}\n", encoding="utf-8")
    assert sf.read_profile(path, game, number=2).equals(sf.uniform_profile(game))
    with pytest.raises(
        ModelError,
        match="a file of 2 equilibria; FILE#N, or number=N, from 1 to 2, names one of them",
    ):
        sf.read_profile(path, game)
    path.write_text(
        f"NE,{','.join('0.333333' if share == '1/3' else share for share in shares[:-1])}\n",
        encoding="utf-8",
    )
    with pytest.raises(ModelError, match="probabilities, but the players have"):
        sf.read_profile(path, game)


@pytest.mark.parametrize("begin", ["NE,", "ne,", "\ufeffNE,"])
def test_lines_of_gambits_programs_are_checked_and_read_by_player(
    begin: str, tmp_path: Path
) -> None:
    path = tmp_path / "a.ne"
    path.write_text(f"{begin}1/2,1/2,1/2,1/2\n", encoding="utf-8")
    game = sf.load("matching-pennies")
    assert sf.check(game, path).proven
    assert sf.read_strategy(path, game, 1).exact
    path.write_text(f"{begin}5e-1,.5,1/2,1/2\n", encoding="utf-8")
    assert not sf.read_strategy(path, game, 0).exact  # decimals of Gambit's are rounded


def test_a_large_file_of_lines_is_refused_instead_of_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "many.ne"
    path.write_text("NE,1/2,1/2,1/2,1/2\n" * 10, encoding="utf-8")
    for module in (profiles, json_values):
        monkeypatch.setattr(module, "MOST_BYTES", 100)
    with pytest.raises(ParseError, match="it has more than 100 bytes"):
        sf.read_profile(path, sf.load("matching-pennies"), number=10)


def test_players_of_a_profile_come_in_any_order() -> None:
    game = sf.bimatrix_game("named", [[1, 0], [0, 2]])
    players = profile_data(game, sf.uniform_profile(game))
    players[0]["information_sets"][0]["probabilities"] = ["1", "0"]
    profile = profile_from_data({"players": players}, game)
    data = {"players": players[::-1]}
    assert profile_from_data(data, game).equals(profile)
    data["players"][0]["name"] = "Nobody"
    with pytest.raises(
        ModelError, match=r"'Nobody' is no player of the game.* read by the order of the players"
    ):
        profile_from_data(data, game)
    nameless = [{key: value for key, value in each.items() if key != "name"} for each in players]
    assert profile_from_data({"players": nameless}, game).equals(profile)
    data["players"][0]["name"] = data["players"][1]["name"]
    with pytest.raises(ModelError, match="comes twice"):
        profile_from_data(data, game)


def test_a_key_that_comes_twice_in_a_json_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "twice.json"
    path.write_text('{"players": [], "players": []}', encoding="utf-8")
    with pytest.raises(ParseError, match="the key 'players' comes twice"):
        sf.read_profile(path, KUHN)


FILES = Path(__file__).parents[2] / "data" / "schema_1"
"""Written by version 0.1; they are never rewritten, and a new schema gets a folder of its own."""


def test_equilibria_and_solutions_are_read_and_proved() -> None:
    assert sf.check("kuhn", FILES / "nash.json").proven
    assert sf.read_profile(FILES / "nash.json", sf.load("kuhn")).exact
    assert json.loads((FILES / "nash.json").read_text(encoding="utf-8"))["schema"] == 1
    assert sf.check("matching-pennies", FILES / "doubles.json").nash_conv < 1e-9
    solution = sf.read_solution(FILES / "doubles.solution")
    assert abs(float(solution.certificate.values[0]) + 1 / 18) < 1e-3


def test_a_witness_and_an_assessment_are_read() -> None:
    game = sf.load("vsvet-figure-1")
    assert sf.check(game, FILES / "witness.json").proven
    assert read_witness(FILES / "witness.json", game) is not None
    kuhn = sf.load("kuhn")
    assessment: Any = sf.read_assessment(FILES / "sequential.json", kuhn)
    checked = sf.check_assessment(kuhn, assessment)
    assert checked.certificate.checks["sequential"]


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        (
            SCHEMA + 1,
            rf"a file of schema {SCHEMA + 1}; schemas 1 to {SCHEMA} are read here; update seqform",
        ),
        ("one", rf"a file of schema 'one'; schemas 1 to {SCHEMA} are read here"),
        (True, rf"a file of schema True; schemas 1 to {SCHEMA} are read here"),
    ],
)
def test_another_schema_is_one_clear_error(schema: object, message: str, tmp_path: Path) -> None:
    data = json.loads((FILES / "sequential.json").read_text(encoding="utf-8"))
    path = tmp_path / "newer.json"
    path.write_text(json.dumps(data | {"schema": schema}), encoding="utf-8")
    game = sf.load("kuhn")
    for read in (sf.read_profile, sf.read_assessment, read_witness):
        with pytest.raises(ParseError, match=rf"newer\.json: {message}$"):
            read(path, game)


@pytest.mark.parametrize("words", [("check", "kuhn"), ("chart", "kuhn", "--profile")])
def test_an_object_of_a_python_file_in_place_of_a_profile_gets_advice(
    seqform: Run, words: tuple[str, ...]
) -> None:
    status, _, errors = seqform(*words, "agents.py:net")
    assert status == 2 and errors.count("\n") == 1
    assert 'seqform.save(seqform.profile(GAME, net), "net.json") in Python' in errors
    with pytest.raises(ParseError, match="no Python is run"):
        sf.read_profile("agents.py:net", "kuhn")
