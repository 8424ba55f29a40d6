"""Equilibria of graphs of positions as profiles of trees: every command that reads a profile reads their files."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from command_line import Run
from every_equilibrium import random_tree

import seqform as sf
from seqform.errors import ModelError
from seqform.io.position_moves import PositionMoves, read_position_equilibrium
from seqform.models.answers.equilibrium import PositionEquilibrium
from seqform.verify.subgames import certify_subgame_perfect

GAME = "tic-tac-toe(board=xoxoxo...)"
THREE = "oh-hell(players=3)"


def saved(game: Any, path: Path, **options: Any) -> PositionEquilibrium:
    """Solve a graph of positions, and write the answer to a file."""
    answer = sf.solve(sf.load(game, kind="positions"), "subgame-perfect", **options)
    assert isinstance(answer, PositionEquilibrium)
    answer.save(path)
    return answer


@pytest.mark.parametrize("objective", [None, "best-for-2"])
@pytest.mark.parametrize("game", ["tic-tac-toe(board=x.o.o.x..)", "littman-figure-4", "knapsack"])
def test_the_file_is_the_profile_of_the_tree(
    game: str, objective: str | None, tmp_path: Path
) -> None:
    answer = saved(game, tmp_path / "n.json", objective=objective)
    tree = sf.load(game)
    certificate = certify_subgame_perfect(tree, sf.profile(tree, tmp_path / "n.json"))
    assert certificate.values == answer.values
    assert all(certificate.checks.values()) and certificate.nash_conv == 0
    assert sf.check(game, answer).values == answer.values


COMMANDS = [
    ("check", GAME, "n.json"),
    ("check", GAME, "n.json", "--subgame-perfect"),
    ("check", GAME, "n.json", "--player", "1"),
    ("chart", GAME, "--profile", "n.json"),
    ("chart", GAME, "--concept", "subgame-perfect"),
    ("chart", GAME, "--frontier", "n.json"),
    ("draw", GAME, "--profile", "n.json", "-o", "n.svg"),
    ("draw", GAME, "--profile", "n.json", "-o", "n.html"),
    ("convert", GAME, "mixed.json", "--profile", "n.json"),
    ("match", GAME, "profile:n.json", "random", "--games", "2"),
    ("trace", GAME, "--from", "n.json"),
    ("solve", GAME, "--start", "n.json"),
]


def test_every_command_that_reads_a_profile_reads_the_file(seqform: Run, tmp_path: Path) -> None:
    saved(GAME, tmp_path / "n.json")
    for command in COMMANDS:
        status, _, error = seqform(*command)
        assert status == 0, (command, error)


def test_a_file_of_three_players_is_drawn(seqform: Run, tmp_path: Path) -> None:
    saved(THREE, tmp_path / "n.json")
    assert seqform("draw", THREE, "--profile", "n.json", "-o", "n.svg")[0] == 0
    status, _, error = seqform("check", THREE, "n.json")
    assert status == 2 and "3 players; trees are of two players" in error.replace("\n", " ")


def test_the_file_of_a_graph_is_read_for_the_graph(tmp_path: Path) -> None:
    for seed in range(20):
        graph = random_tree(seed, players=3, lotteries=2)
        answer = sf.solve(graph, "subgame-perfect")
        answer.save(tmp_path / "n.json")
        assert read_position_equilibrium(tmp_path / "n.json", graph).values == answer.values


def test_moves_that_are_no_equilibrium_or_of_another_game_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "n.json"
    answer = saved("littman-figure-4", path)
    graph = answer.strategy.graph
    data = json.loads(path.read_text("utf-8"))
    entry = next(entry for entry in data["strategy"] if len(entry["actions"]) > 1)
    with pytest.raises(ModelError, match="something is hidden"):
        PositionMoves.of_data(data).profile(sf.load("kuhn"))
    with pytest.raises(ModelError, match="moves of another game"):
        PositionMoves.of_data(data).profile(sf.load(GAME))
    changes: list[tuple[dict[str, Any], str]] = [
        ({"next": None}, "solve the game again"),
        ({"next": [[0]]}, "larger numbers of positions"),
        ({"next": []}, "lists expected"),
        ({"next": data["next"][:-1]}, "larger numbers of positions"),
        ({"strategy": data["strategy"][1:]}, "although a player moves there"),
        ({"strategy": [entry, entry]}, "comes twice"),
        ({"strategy": [{**entry, "position": 10**9}]}, '"position", a number, expected'),
        ({"strategy": [{**entry, "moves": {}}]}, "sum to 0"),
        ({"strategy": [{**entry, "moves": {"none": "1"}}]}, "not the probability of an action"),
        ({"strategy": [{**entry, "moves": {entry["actions"][0]: "2"}}]}, "sum to 2"),
        ({"strategy": [{**entry, "actions": []}]}, "list of"),
    ]
    for change, reason in changes:
        path.write_text(json.dumps({**data, **change}), encoding="utf-8")
        with pytest.raises(ModelError, match=reason):
            read_position_equilibrium(path, graph)


def test_moves_that_gain_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "n.json"
    answer = saved("two-level-tree", path)
    data = json.loads(path.read_text("utf-8"))
    for entry in data["strategy"]:
        entry["moves"] = {label: "1" for label in entry["actions"] if label not in entry["moves"]}
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(ModelError, match="not subgame perfect"):
        read_position_equilibrium(path, answer.strategy.graph)


def test_a_graph_of_a_known_tree_is_charted() -> None:
    graph = sf.load(GAME, kind="positions")
    answer = sf.solve(graph, "subgame-perfect")
    assert sf.load(graph).title == graph.title
    assert sf.chart(graph, answer).grids
    assert sf.profile(graph, answer).exact
    assert Fraction(answer.values[0]) == 1
