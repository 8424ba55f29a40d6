"""The command `seqform match`: what it prints, what it writes, how it ends."""

import io
import json
import re

import pytest
from command_line import Run

from seqform.play import RandomAgent


def test_a_match_prints_the_score_with_its_interval_and_with_show_every_game(seqform: Run) -> None:
    status, out, err = seqform("match", "tic-tac-toe", "negamax", "random", "--games", "20")
    assert status == 0
    assert err == ""
    assert "tic-tac-toe: 20 games, seats swapped within each pair, seed 1" in out
    assert "± 95% confidence interval: Student's t over 10 independent pairs of games" in out
    negamax = next(line for line in out.splitlines() if "negamax" in line and "│" in line)
    assert [cell.strip() for cell in negamax.split("│")][6] == "0"  # never loses
    _, out, _ = seqform("match", "kuhn", "random", "random", "--games", "4", "--show")
    lines = [line for line in out.splitlines() if line.startswith("game ")]
    assert len(lines) == 4
    assert lines[0].startswith("game 1, random#1 against random#2: (") and " → " in lines[0]


def test_the_score_without_luck_is_that_of_agents_who_play_profiles_on_trees(seqform: Run) -> None:
    _, out, _ = seqform("match", "kuhn", "equilibrium", "random", "--games", "100")
    assert re.search(r"^without luck: equilibrium -?0\.\d+ ± [\d.]+, random -?0\.\d+ ± [\d.]+$", out, re.MULTILINE)
    assert "perfect play earns from these seats: random 0\n" in out
    assert re.search(r"^mistakes cost: random 0\.\d+ ± [\d.]+$", out, re.MULTILINE)
    _, out, _ = seqform("match", "kuhn", "random", "random", "--games", "10", "--json")
    assert {agent["adjusted_mean"] for agent in json.loads(out)["agents"]} == {None}


def test_a_person_may_leave(seqform: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    status, out, err = seqform("match", "kuhn", "human", "random")
    assert status == 130
    assert out == ""
    assert err.endswith("seqform: interrupted\n")
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * 6))
    status, out, _ = seqform("match", "kuhn", "human", "random", "--games", "40")
    assert status == 0
    assert "of 40, interrupted" in out


def test_ctrl_c_prints_what_has_been_played(seqform: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    left = 50

    def choose(self: object, view: object, random: object) -> int:
        nonlocal left
        left -= 1
        if left == 0:
            raise KeyboardInterrupt
        return 0

    monkeypatch.setattr(RandomAgent, "choose", choose)
    status, out, err = seqform("match", "kuhn", "random", "random", "--games", "1000")
    assert status == 130
    assert "of 1,000, interrupted" in out
    assert err == "seqform: interrupted\n"
