"""Every kind of game with every command: an answer, or a refusal in one line; never a traceback."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from command_line import Run

import seqform as sf

GAMES = {
    "constant-sum": "kuhn",
    "general-sum": "littman-figure-4",
    "normal form": "pennies.nfg",
    "positions": "tic-tac-toe(board=xoxoxo...)",
    "three players": "oh-hell(players=3,cards=1)",
    "openspiel": "openspiel:kuhn_poker",
}

COMMANDS = [
    ("solve", "GAME"),
    ("solve", "GAME", "--concept", "subgame-perfect"),
    ("solve", "GAME", "--preprocess", "lossless", "--exact"),
    ("info", "GAME"),
    ("draw", "GAME", "-o", "x.svg"),
    ("draw", "GAME", "--sets", "-o", "x.svg"),
    ("draw", "GAME", "--concept", "subgame-perfect", "-o", "x.svg"),
    ("chart", "GAME"),
    ("chart", "GAME", "--concept", "subgame-perfect"),
    ("convert", "GAME", "x.efg"),
    ("export", "GAME", "x.lp"),
    ("export", "GAME", "x.lp", "--preprocess", "contract-forced"),
    ("export", "GAME", "x.lp", "--preprocess", "solve-subgames"),
    ("match", "GAME", "random", "random", "--games", "2"),
    ("match", "GAME", "equilibrium", "random", "--games", "2"),
    ("match", "GAME", "mcts:5", "random", "--games", "2"),
    ("match", "GAME", "negamax", "random", "--games", "2"),
    ("play", "GAME"),
    ("search", "GAME", "--depth", "2"),
    ("search", "GAME", "--method", "mcts", "--simulations", "5"),
    ("search", "GAME", "--method", "smooth-uct", "--simulations", "5"),
    ("vary", "GAME"),
    ("shrink", "GAME"),
    ("equilibria", "GAME", "--starts", "2"),
    ("trace", "GAME"),
    ("check", "GAME", "answer.json"),
    ("check", "GAME", "answer.json", "--player", "1"),
    ("chart", "GAME", "--profile", "answer.json"),
    ("draw", "GAME", "--profile", "answer.json", "-o", "x.svg"),
    ("convert", "GAME", "y.json", "--profile", "answer.json"),
    ("match", "GAME", "profile:answer.json", "random", "--games", "2"),
    ("trace", "GAME", "--from", "answer.json"),
    ("solve", "GAME", "--start", "answer.json"),
    ("compare", "GAME", "answer.json", "answer.json"),
    ("solve", "GAME", "--format", "csv"),
    ("solve", "GAME", "--concept", "sequential", "-o", "assessment.json"),
    ("check", "GAME", "assessment.json"),
    ("draw", "GAME", "--profile", "assessment.json", "-o", "x.svg"),
    ("convert", "GAME", "x.csv"),
    ("info", "x.csv"),
    ("sweep", "sweep.toml"),
    ("report", "rows.sqlite"),
    ("report", "rows.sqlite", "--csv", "rows.csv"),
    ("report", "rows.sqlite", "--html", "rows.html"),
    ("check", "GAME", "answer.solution"),
    ("check", "GAME", "answer.solution", "--player", "2"),
    ("chart", "GAME", "--profile", "answer.solution"),
    ("match", "GAME", "solution:answer.solution", "random", "--games", "2"),
]


@pytest.mark.slow
@pytest.mark.parametrize("kind", GAMES)
def test_every_command_answers_or_refuses_every_kind_of_game(
    kind: str, seqform: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = GAMES[kind]
    if kind == "openspiel":
        pytest.importorskip("pyspiel")
    sf.save(sf.bimatrix_game([[1, -1], [-1, 1]], [[-1, 1], [1, -1]]), "pennies.nfg")
    concept = ("--concept", "subgame-perfect") if kind in ("positions", "three players") else ()
    assert seqform("solve", game, *concept, "-o", "answer.json")[0] == 0
    if kind == "constant-sum":
        assert seqform("solve", game, "--preprocess", "lossless", "-o", "answer.solution")[0] == 0
    lines = ['store = "rows.sqlite"', "[[case]]", f"game = {json.dumps(game)}"]
    if concept:
        lines.append('concept = "subgame-perfect"')
    Path("sweep.toml").write_text("\n".join(lines), encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    for command in COMMANDS:
        words = [game if word == "GAME" else word for word in command]
        status, _, error = seqform(*words)
        assert status in (0, 2, 3, 4), (words, error)
        assert "Traceback" not in error, words
        if status:
            assert "seqform: " in error, (words, error)
