"""The commands `seqform play` and `seqform match`: what a person reads, the pages of `play`, and how they end."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from http.client import HTTPConnection
from pathlib import Path

import pytest
from assessments import kuhn_equilibrium
from command_line import Run

import seqform as sf
from seqform.io.json_values import to_json
from seqform.io.profiles import profile_data
from seqform.play import RandomAgent

Typed = Callable[..., tuple[int, str, str]]


@pytest.fixture
def typed(seqform: Run, monkeypatch: pytest.MonkeyPatch) -> Typed:
    """Run `seqform play` while a person types lines."""

    def run(lines: list[str], *arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        return seqform("play", *arguments)

    return run


@pytest.fixture
def against(tmp_path: Path) -> tuple[str, str]:
    """The option for the equilibrium of Kuhn poker in which player 1 never bets a jack; solvers find others as well."""
    kuhn = sf.load("kuhn")
    path = tmp_path / "never.json"
    players = profile_data(kuhn, kuhn_equilibrium(kuhn, Fraction(0)))
    path.write_text(to_json({"schema": 1, "players": players}), encoding="utf-8")
    return "--against", f"profile:{path}"


def test_cards_that_are_hidden_are_said_to_be(typed: Typed) -> None:
    game = "holdem(ranges=[AA; KK],pot=60,stack=140,bets=pot)"
    _, out, _ = typed(["check"], game, "--seat", "1", "--hands", "1", "--against", "random")
    assert ", chance: 2 hidden cards\n" in out
    assert "?" not in out.partition("Your move")[0]


def test_a_hand_its_review_and_the_score(typed: Typed, against: tuple[str, str]) -> None:
    lines = ["9", "fly", "bet", "what", "r", "s", ""]
    status, out, err = typed(lines, "kuhn", "--seat", "1", "--seed", "3", "--hands", "1", *against)
    assert (status, err) == (0, "")
    assert out.startswith(
        f"kuhn against {against[1]}. Type q to end.\n\nHand 1\n\nSo far: chance: J, chance: hidden move\n"
    )
    assert "You are Player 1. You know: J:" in out
    assert out.count("is no action here; expected: a number from 1 to 2, or an action") == 2
    assert "The hand is over: chance: J, chance: Q, you: bet, Player 2: call\nYou lose 2.\n" in out
    assert "'what' is no command here; expected: Enter, r, s or q" in out
    assert (
        "At J, first to act\n  check: played with probability 1, is worth -1\n  bet: played with probability 0"
        in out
    )
    assert "You chose bet: as good as any; the profile itself never plays it." in out
    score = "Score: 1 hand (1 as Player 1); means of a hand, ± 95% interval\n"
    assert out.count(score) == 2
    expected = (
        "without luck: -0.0555556",
        "as played: -2",
        "perfect play earns: -1/18",
        "your mistakes have cost: 0",
    )
    assert re.findall(r"^  (.*)", out.split(score)[-1], re.MULTILINE) == list(expected)


def test_hints_come_before_the_decision_and_only_if_they_are_asked_for(typed: Typed) -> None:
    for hints, shown in (["--hints"], True), ([], False):
        _, out, _ = typed([], "kuhn", "--seat", "1", *hints)
        assert ("is worth" in out.partition("Your move")[0]) is shown
    status, _, err = typed([], "kuhn", "--hints", "--against", "random")
    assert (
        status == 2
        and "--hints: decisions are judged against a stored strategy, and random has none" in err
    )


def test_training_continues_a_history_and_is_not_counted(typed: Typed, tmp_path: Path) -> None:
    status, _, err = typed([], "kuhn", "--train")
    assert (status, err) == (2, "seqform: no training: no decision has cost anything\n")
    typed(["bet", ""], "kuhn", "--seat", "1", "--seed", "7", "--history", "h.jsonl", "--hands", "1")
    status, out, _ = typed(
        ["", "check", "c", "call"], "kuhn", "--resume", "h.jsonl", "--train", "--hands", "2"
    )
    assert status == 0 and "Hand 2, to train\n" in out and "You know: Q:" in out
    assert "Score: 1 hand (1 as Player 1)" in out
    records = [
        json.loads(line) for line in (tmp_path / "h.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    assert [record["hand"] for record in records if "dealt" in record] == [2]


def test_q_ends_unless_it_is_an_action(typed: Typed, tmp_path: Path) -> None:
    status, out, _ = typed(["q"], "kuhn")
    assert status == 0 and out.endswith("No hand is over.\n")
    (tmp_path / "q.efg").write_text(
        'EFG 2 R "g" { "a" "b" }\np "" 1 1 "" { "q" "r" } 0\nt "" 1 "" { 1 -1 }\nt "" 2 "" { 2 -2 }\n'
    )
    _, out, _ = typed(["q", "q"], "q.efg", "--seat", "1")
    assert "The hand is over: you: q" in out and "Score: 1 hand" in out


def test_a_history_is_kept_continued_and_resumed(typed: Typed, tmp_path: Path) -> None:
    file = tmp_path / "h.jsonl"
    typed(["bet", "", "check"], "kuhn", "--seat", "1", "--seed", "4", "--history", "h.jsonl")
    first = file.read_text(encoding="utf-8")
    header = {
        "play": 1,
        "game": "kuhn",
        "against": "equilibrium",
        "seed": 4,
        "seat": 1,
        "open": False,
    }
    assert json.loads(first.splitlines()[0]) == header
    assert [json.loads(line).get("action") for line in first.splitlines()[:4]] == [
        None,
        "bet",
        None,
        "check",
    ]
    typed([], "kuhn", "--history", "h.jsonl")
    assert file.read_text(encoding="utf-8") == first
    status, out, _ = typed(["fold", "call", "", "bet"], "kuhn", "--resume", "h.jsonl")
    assert status == 0 and re.search(r"^\d hands? so far\.$", out, re.MULTILINE)
    assert file.read_text(encoding="utf-8").startswith(first) and len(
        file.read_text(encoding="utf-8")
    ) > len(first)
    for options in (["--seed", "1"], ["--seat", "1"], ["--open"]):
        status, _, err = typed([], "kuhn", "--resume", "h.jsonl", *options)
        assert status == 2 and f"{options[0]}: of no meaning when h.jsonl is continued" in err
    status, _, err = typed([], "leduc", "--resume", "h.jsonl")
    assert status == 2 and "h.jsonl: a history with game 'kuhn', not 'leduc'" in err
    status, _, err = typed([], "kuhn", "--resume", "h.jsonl", "--against", "random")
    assert status == 2 and "a history with against 'equilibrium', not 'random'" in err


def test_a_history_names_no_file_to_be_read(typed: Typed, tmp_path: Path) -> None:
    sf.write_equilibrium(sf.solve("kuhn", exact=True), tmp_path / "k.json")
    agent = ("--against", "profile:k.json")
    assert typed([], "kuhn", *agent, "--history", "h.jsonl")[0] == 0
    status, _, err = typed([], "kuhn", "--resume", "h.jsonl")
    assert (status, err.count("\n")) == (2, 1) and "name it again: --against profile:k.json" in err
    assert typed([], "kuhn", *agent, "--resume", "h.jsonl")[0] == 0


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals are those of POSIX")
def test_ctrl_c_ends_with_one_line_and_nothing_of_the_history_is_lost(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "seqform",
        "play",
        "kuhn",
        "--against",
        "random",
        "--history",
        "h.jsonl",
    ]
    with subprocess.Popen(
        command,
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write("bet\n\n")
        process.stdin.flush()
        while "Hand 2" not in process.stdout.readline():
            pass
        process.send_signal(signal.SIGINT)
        # Before the end of the input, which would end the session as well.
        assert process.wait(timeout=250) == 130
        assert process.stderr is not None
        err = process.stderr.read()
    assert err == "seqform: interrupted\n"
    records = [
        json.loads(line) for line in (tmp_path / "h.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    assert [sorted(record) for record in records[1:]] == [
        ["action", "hand", "infoset"],
        ["hand", "payoff"],
    ]


def test_the_certificate_of_a_saved_solution_is_shown(typed: Typed) -> None:
    _, out, _ = typed([], "rhode-island")
    assert (
        "against solution:rhode-island. Type q to end.\nThe certificate of its solution: nash_conv = 0.0906"
        in out
    )


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
    assert re.search(
        r"^without luck: equilibrium -?0\.\d+ ± [\d.]+, random -?0\.\d+ ± [\d.]+$",
        out,
        re.MULTILINE,
    )
    assert "perfect play earns from these seats: random 0\n" in out
    assert re.search(r"^mistakes cost: random 0\.\d+ ± [\d.]+$", out, re.MULTILINE)
    _, out, _ = seqform("match", "kuhn", "random", "random", "--games", "10", "--json")
    assert {agent["adjusted_mean"] for agent in json.loads(out)["agents"]} == {None}


def test_a_match_of_a_person_without_input_is_refused(
    seqform: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    status, out, err = seqform("match", "kuhn", "human", "random")
    assert status == 2
    assert out == ""
    assert "the input ended before the first game was over; a human types each move" in " ".join(
        err.split()
    )


def test_a_person_may_leave(seqform: Run, monkeypatch: pytest.MonkeyPatch) -> None:
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
    assert (status, err) == (130, "seqform: interrupted\n")
    assert re.search(r"kuhn: \d*[02468] games of 1,000, interrupted", out) and "±" in out


served = pytest.mark.skipif(os.name != "posix", reason="signals are those of POSIX")


@contextmanager
def running(folder: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run the command, and yield its process with the address that it prints."""
    pytest.importorskip("uvicorn", reason="the extra 'play' brings uvicorn")
    pytest.importorskip("starlette", reason="the extra 'play' brings Starlette")
    pytest.importorskip("jinja2", reason="the extra 'play' brings Jinja")
    command = [sys.executable, "-m", "seqform", "play", "kuhn", "--browser", "--no-open", *options]
    with subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            yield process, process.stdout.readline().strip()
        finally:
            process.kill()


def ask(
    address: str, method: str, path: str, body: str | None = None, **headers: str
) -> tuple[int, str]:
    """Return the status of an answer, and its cookie or else its text."""
    host = address.split("/")[2]
    connection = HTTPConnection(host, timeout=100)
    connection.request(method, path, body, {"origin": f"http://{host}", **headers})
    answer = connection.getresponse()
    text = answer.getheader("set-cookie", "").partition(";")[0] or answer.read().decode()
    connection.close()
    return answer.status, text


@pytest.mark.slow
@served
def test_a_session_is_served_and_ended_on_the_page(tmp_path: Path) -> None:
    with running(tmp_path, "--against", "random", "--seat", "1", "--history", "h.jsonl") as (
        process,
        address,
    ):
        assert address.startswith("http://127.0.0.1:")
        status, cookie = ask(address, "GET", "/" + address.split("/", 3)[3])
        form = {"content-type": "application/x-www-form-urlencoded", "cookie": cookie}
        assert status == 303
        assert ask(address, "POST", "/", "step=0&do=1", **form)[0] == 303
        assert ask(address, "POST", "/", "do=quit")[0] == 403
        status, text = ask(address, "POST", "/", "do=quit", **form)
        assert status == 200 and "the server has ended" in text
        out, err = process.communicate(timeout=250)
    assert (process.returncode, err) == (0, "") and "as played" in out
    assert (tmp_path / "h.jsonl").read_text(encoding="utf-8").count("bet") == 1


@pytest.mark.slow
@served
def test_ctrl_c_ends_the_server_with_one_line(tmp_path: Path) -> None:
    with running(tmp_path, "--against", "random") as (process, address):
        assert ask(address, "GET", "/")[0] == 403
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=250)
    assert (process.returncode, err) == (130, "seqform: interrupted\n")


def test_a_port_that_is_taken_is_one_line(seqform: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        status, _, err = seqform("play", "kuhn", "--browser", "--no-open", "--port", port)
    assert status == 2 and err.startswith(f"seqform: port {port}: ") and err.count("\n") == 1


def test_a_line_of_input_without_an_end_is_refused(typed: Typed, against: tuple[str, str]) -> None:
    status, _, err = typed(["\0" * 20_000], "kuhn", "--seat", "1", "--hands", "1", *against)
    assert (status, err) == (
        2,
        "seqform: the input has a line of more than 10,000 characters; a move a line expected\n",
    )


def test_agents_of_a_match_have_the_names_that_are_given(seqform: Run) -> None:
    words = ("match", "kuhn", "random", "random", "--games", "2", "--json")
    status, text, _ = seqform(*words, "--names", "cfr, net")
    assert status == 0
    assert [agent["name"] for agent in json.loads(text)["agents"]] == ["cfr", "net"]
    for names in ("cfr", "cfr,", "a,b,c", ""):
        status, _, errors = seqform(*words, "--names", names)
        assert status == 2 and "two names with a comma between them expected" in errors
