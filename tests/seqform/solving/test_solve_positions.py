"""Games of perfect information as graphs of positions, solved and verified."""

import json
from collections.abc import Hashable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from command_line import Run
from exactly import exactly

import seqform as sf
from seqform.builders.games.families.board_games import TicTacToe
from seqform.builders.games.rules import TERMINAL, Rules
from seqform.errors import GameError
from seqform.models.answers.equilibrium import PositionEquilibrium
from seqform.models.games.extensive import CHANCE
from seqform.verify.subgames import subgame_perfect_violation

THREE = """EFG 2 R "three" { "Ann" "Bob" "Cid" }
p "" 1 1 "start" { "in" "out" } 0
p "" 2 1 "middle" { "left" "right" } 0
p "" 3 1 "end" { "up" "down" } 0
t "" 1 "" { 3, 2, 1 }
t "" 2 "" { 0, 5, 1/2 }
t "" 3 "" { 1, 2, 7 }
t "" 4 "" { 2, 0, 0 }
"""


@pytest.fixture
def three(tmp_path: Path) -> Path:
    path = tmp_path / "three.efg"
    path.write_text(THREE, encoding="utf-8")
    return path


def test_rules_names_files_and_games_become_positions(three: Path) -> None:
    assert len(sf.load("tic-tac-toe", kind="positions")) == len(sf.load(TicTacToe(), kind="positions")) == 5478
    assert len(sf.load("littman-figure-1", kind="positions")) == 5
    assert sf.load(three, kind="positions").players == ("Ann", "Bob", "Cid")
    graph = sf.load(three, kind="positions")
    assert sf.load(graph, kind="positions") is graph


def test_three_players_are_solved_by_backward_induction(three: Path) -> None:
    found = sf.solve(sf.load(three, kind="positions"), "subgame-perfect")
    assert found.values == exactly(3, 2, 1)
    assert subgame_perfect_violation(found.profile.graph, found.profile) is None


class Walk(Rules[tuple[int, ...], int]):
    """The players add 1 or 2 in turn, and chance in between; payoffs depend on the sum, so positions are shared."""

    title, perfect_information = "walk", True

    def initial(self) -> tuple[int, ...]:
        return ()

    def player(self, state: tuple[int, ...]) -> int:
        return (0, CHANCE, 1, 0, TERMINAL)[len(state)]

    def actions(self, state: tuple[int, ...]) -> Sequence[int]:
        return (1, 2)

    def chance(self, state: tuple[int, ...]) -> Sequence[tuple[int, int]]:
        return ((1, 1), (2, 2))

    def apply(self, state: tuple[int, ...], action: int) -> tuple[int, ...]:
        return (*state, action)

    def payoffs(self, state: tuple[int, ...]) -> tuple[int, int]:
        return sum(state) % 2, sum(state) % 3

    def observation(self, state: tuple[int, ...], player: int) -> Hashable:
        return state

    def position(self, state: tuple[int, ...]) -> Hashable:
        return len(state), sum(state)


@pytest.mark.parametrize("rules", [Walk(), "tic-tac-toe(board=xo.o.x...)"])
@pytest.mark.parametrize("objective", [None, "fairest", "least-social where 1>=-1"])
def test_rules_with_shared_positions_are_solved_as_a_graph_with_the_values_of_the_tree(
    rules: Any, objective: str | None
) -> None:
    chosen = {} if objective is None else {"objective": objective}
    found, whole = (sf.solve(game, "subgame-perfect", **chosen) for game in (rules, sf.load(rules)))
    assert isinstance(found, PositionEquilibrium)
    assert not found.strategy.graph.is_tree or objective is not None
    assert subgame_perfect_violation(found.strategy.graph, found.strategy) is None
    if objective is not None:
        assert found.values == whole.values
        assert sf.payoff_sets(rules)[0].ranges == sf.payoff_sets(sf.load(rules))[0].ranges
    assert "svg" in sf.draw(rules, found).svg()


@pytest.mark.parametrize("players", (3, 7))
def test_oh_hell_for_more_players_is_solved_with_or_without_an_objective(seqform: Run, players: int) -> None:
    game = f"oh-hell(cards=1,players={players})"
    best: Any = sf.solve(game, "subgame-perfect", objective="social", pure=True)
    assert best.profiles.pure and len(best.values) == players
    assert any(best.values == box.low for box in best.profiles.boxes)
    assert sum(sf.solve(game, "subgame-perfect").values) <= sum(best.values)
    status, printed, _ = seqform("solve", game, "--concept", "subgame-perfect", "--objective", "fairest", "--pure")
    assert status == 0 and "in pure moves can pay" in printed
    status, _, error = seqform("solve", game)
    assert status == 2 and f"{players} players; trees are of two players" in error.replace("\n", " ")


def test_hidden_information_is_refused() -> None:
    with pytest.raises(GameError, match="kuhn"):
        sf.load("kuhn", kind="positions")


def test_the_best_equilibrium_of_a_graph_is_verified_on_the_unfolded_graph() -> None:
    found = sf.solve(sf.load("oh-hell(cards=2,seed=5)", kind="positions"), "subgame-perfect", objective="social")
    whole = sf.solve("oh-hell(cards=2,seed=5)", concept="subgame-perfect", objective="social")
    assert found.values == whole.values


def test_the_command_solves_and_writes_three_players(seqform: Run, three: Path) -> None:
    status, printed, _ = seqform("solve", str(three), "--concept", "subgame-perfect", "-o", "three.json")
    assert status == 0
    assert "likeliest line of play: Ann: in, Bob: left, Cid: up" in printed
    written = json.loads(Path("three.json").read_text("utf-8"))
    assert written["values"] == ["3", "2", "1"]
    paths = {tuple(item["path"]): item["moves"] for item in written["strategy"]}
    assert paths[("in", "left")] == {"up": "1"}


def test_payoffs_may_be_any_fractions(three: Path) -> None:
    text = THREE.replace("3, 2, 1 }", f"{10**40}/3, 2, 1 }}")
    three.write_text(text, encoding="utf-8")
    assert sf.solve(three, "subgame-perfect").values[0] == Fraction(10**40, 3)


def test_the_command_prints_the_sizes_for_three_players(seqform: Run, three: Path) -> None:
    status, out, _ = seqform("info", str(three), "--json")
    assert status == 0
    graph = sf.load(three, kind="positions")
    data = json.loads(out)
    assert data["positions"] == len(graph)
    assert data["positions"] == data["leaves"] + sum(data[f"positions of player {player}"] for player in (1, 2, 3))
    status, out, _ = seqform("info", str(three))
    assert status == 0
    assert f"{data['leaves']:,}" in out and "of 3 players" in out


@pytest.mark.slow
def test_the_file_of_a_graph_has_moves_to_every_position_and_is_no_profile(seqform: Run, tmp_path: Path) -> None:
    path = tmp_path / "solved.json"
    assert seqform("solve", "tic-tac-toe", "--concept", "subgame-perfect", "-o", str(path))[0] == 0
    items = json.loads(path.read_text("utf-8"))["strategy"]
    paths = [tuple(item["path"]) for item in items]
    assert len(set(paths)) == len(paths) == 4520 and max(map(len, paths)) == 8
    assert all((len(item["path"]) % 2 == 0) == (item["player"] == "Player 1") for item in items)
    status, _, err = seqform("check", "tic-tac-toe", str(path))
    assert status == 2 and "moves at the positions of a graph, and no profile of information sets" in err
