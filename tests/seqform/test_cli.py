"""The command line: what it prints, what it writes, how it exits."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from seqform import __main__ as command_line

KUHN_EFG = 'EFG 2 R "t" { "a" "b" }\np "" 1 1 "x" { "l" "r" } 0\nt "" 1 "" { 1 -1 }\nt "" 2 "" { 2, -2 }\n'


def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *arguments: str) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "argv", ["seqform", *arguments])
    status = 0
    try:
        command_line.main()
    except SystemExit as stop:
        status = int(stop.code or 0)
    captured = capsys.readouterr()
    return status, captured.out, captured.err


Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def seqform(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    return lambda *arguments: run(capsys, monkeypatch, *arguments)


def test_solve_shows_strategies_value_and_certificate(seqform: Run) -> None:
    status, out, _ = seqform("solve", "kuhn", "--exact")
    assert status == 0
    assert "K:cb" in out
    assert "-1/18" in out
    assert "nash_conv = 0" in out
    assert "proven: a Nash equilibrium" in out


def test_only_reached_sets_unless_asked(seqform: Run) -> None:
    _, some, _ = seqform("solve", "kuhn", "--exact")
    _, every, _ = seqform("solve", "kuhn", "--exact", "--all")
    assert "that play does not reach left out; --all shows every set" in some
    assert every.count("\n") > some.count("\n")


def test_json_to_standard_output_and_to_a_file_agree(seqform: Run, tmp_path: Path) -> None:
    status, out, _ = seqform("solve", "kuhn", "--exact", "--json", "-o", "k.json")
    written = json.loads((tmp_path / "k.json").read_text(encoding="utf-8"))
    assert status == 0
    assert json.loads(out) == written
    status, out, _ = seqform("check", "kuhn", "k.json", "--max-gap", "0", "--json")
    assert status == 0
    assert json.loads(out)["nash_conv"] == "0"


def test_swapping_the_solver(seqform: Run) -> None:
    status, out, _ = seqform("solve", "kuhn", "--backend", "cvxpy", "--option", "solver=CLARABEL")
    assert status == 0
    assert "CLARABEL" in out


def test_a_check_can_fail(seqform: Run, tmp_path: Path) -> None:
    seqform("solve", "kuhn", "--exact", "-o", "k.json")
    data = json.loads((tmp_path / "k.json").read_text(encoding="utf-8"))
    sets = {item["label"]: item for item in data["players"][0]["information_sets"]}
    sets["K:cb"]["probabilities"] = ["1", "0"]
    (tmp_path / "k.json").write_text(json.dumps(data), encoding="utf-8")
    status, out, err = seqform("check", "kuhn", "k.json", "--max-gap", "0.001")
    assert status == 4
    assert "regret" in out
    assert err == "seqform: nash_conv is above 0.001\n"


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["solve", "kuhm"], 2, "kuhn"),
        (["solve", "nowhere.efg"], 2, "nowhere.efg: cannot be read: No such file"),
        (["solve", "kuhn", "--backend", "higs"], 2, "highs"),
        (["solve", "kuhn", "--option", "solver"], 2, "NAME=VALUE expected"),
        (["solve", "kuhn", "--option", "nosuch=1"], 2, "nosuch"),
        (["solve", "kuhn", "--time-limit", "-1"], 2, "a positive number expected"),
        (["solve", "kuhn", "-o", "no/such/place.json"], 2, "there is no folder"),
        (["solve", "kuhn(ante=0.5.1)"], 2, "ante"),
        (["solve", "random-game(seed=4,zero_sum=false)"], 2, "is not constant-sum"),
        (["solve", "leduc", "--option", "simplex_iteration_limit=3", "--option", "presolve=off"], 3, "iteration limit"),
        (["export", "kuhn", "kuhn.txt"], 2, ".mps"),
        (["convert", "kuhn", "kuhn.txt"], 2, ".efg or .nfg expected"),
        (["convert", "kuhn", "kuhn.nfg"], 2, ".efg"),
        (["solve", "kuhn", "--backnd", "highs"], 2, "No such option: --backnd"),
        (["solve"], 2, "Missing argument 'GAME'"),
        (["solve", "kuhn", "--player", "3"], 2, "--player"),
        (["solve", "kuhn", "--json", "--verbose"], 2, "both write to standard output"),
        (["solve", "kuhn", "--max-gap", "nan"], 2, "max_gap: a number from 0 on expected"),
        (["solve", "~nosuchuser/x.efg"], 2, "cannot be read"),
        (["solve", "a" * 300], 2, "no game named"),
        (["solve", "kuhn", "-o", "a" * 300], 2, "cannot be written"),
        (["solve", "kuhn", "--preprocess", "gameshrink"], 2, "unknown preprocessor"),
        (["solve", "kuhn(ranks=7)", "--normal-form"], 2, "use the sequence form"),
        (["info", "binary-tree(depth=12)", "--max-nodes", "1000"], 2, "8,191 nodes"),
        (["check", "kuhn", "none.json", "--max-gap", "nan"], 2, "--max-gap nan"),
        (["check", "kuhn", "none.json"], 2, "none.json: cannot be read: No such file"),
    ],
)
def test_a_mistake_gets_one_line_and_its_exit_status(
    seqform: Run, arguments: list[str], status: int, message: str
) -> None:
    code, out, err = seqform(*arguments)
    assert code == status
    assert out == ""
    assert message in err
    assert err.count("\n") == 1


def test_a_sloppy_solver_exits_with_four_and_still_shows_and_writes_the_answer(seqform: Run, tmp_path: Path) -> None:
    status, out, err = seqform(
        "solve", "leduc", "--option", "solver=pdlp", "--tolerance", "0.01", "-o", "leduc.json"
    )  # fmt: skip
    assert status == 4
    assert "the certificate fails" in err
    assert "Certificate, in doubles" in out
    assert json.loads((tmp_path / "leduc.json").read_text(encoding="utf-8"))["certificate"]["nash_conv"] > 0


def test_export_convert_info_games_backends(seqform: Run, tmp_path: Path) -> None:
    for name in ("kuhn.mps", "kuhn.lp", "kuhn.npz"):
        status, _, err = seqform("export", "kuhn", name)
        assert status == 0
        assert (tmp_path / name).stat().st_size > 100
        assert "20 rows" in err
    status, _, _ = seqform("convert", "kuhn", "kuhn.efg")
    assert status == 0
    _, out, _ = seqform("info", "kuhn.efg", "--json")
    _, original, _ = seqform("info", "kuhn", "--json")
    assert json.loads(out) == json.loads(original)
    _, out, _ = seqform("info", "kuhn")
    assert "sequences of player 1" in out
    _, out, _ = seqform("games")
    assert "ante=1, bet=1" in out
    assert "-1/18" in out
    _, out, _ = seqform("games", "--json")
    assert {"kuhn", "leduc", "tic-tac-toe"} <= {entry["name"] for entry in json.loads(out)}
    _, out, _ = seqform("backends")
    assert "highs" in out
    _, out, _ = seqform("backends", "--json")
    assert {"highs", "cvxpy", "pyomo", "scipy", "pdlp"} <= {entry["name"] for entry in json.loads(out)}


def test_a_game_on_standard_input() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "seqform", "solve", "-", "--exact"],
        input=KUHN_EFG,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "nash_conv = 0" in done.stdout


def test_help_and_version(seqform: Run) -> None:
    status, out, _ = seqform("--version")
    assert status == 0
    assert out.startswith("seqform ")
    _, out, _ = seqform("solve", "--help")
    assert "--exact" in out


def test_ctrl_c_is_one_line_and_status_130() -> None:
    running = subprocess.Popen(
        [sys.executable, "-m", "seqform", "info", "goofspiel(cards=6)", "--max-nodes", "100000000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with running:
        time.sleep(2)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    assert (running.returncode, out, err) == (130, "", "seqform: interrupted\n")


def test_output_that_nobody_reads_ends_in_silence() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "seqform", "games", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""


def test_labels_that_look_like_markup_are_shown_as_they_are(seqform: Run, tmp_path: Path) -> None:
    text = 'EFG 2 R "[/b]" { "[/x]" "B" }\np "" 1 1 "[red]" { "[/]" "b" } 0\nt "" 1 "" { 1 -1 }\nt "" 0\n'
    (tmp_path / "odd.efg").write_text(text, encoding="utf-8")
    status, out, _ = seqform("solve", "odd.efg")
    assert status == 0
    assert "[red]" in out
    assert "[/x]" in out
    assert "B never moves" in out
    assert seqform("info", "odd.efg")[0] == 0


def test_a_check_gives_its_verdict_and_repairs_rounding_on_demand(seqform: Run, tmp_path: Path) -> None:
    seqform("solve", "rock-paper-scissors", "--exact", "-o", "rps.json")
    _, out, _ = seqform("check", "rock-paper-scissors", "rps.json")
    assert "proven: a Nash equilibrium" in out
    data = json.loads((tmp_path / "rps.json").read_text(encoding="utf-8"))
    data["players"][0]["information_sets"][0]["probabilities"] = ["1", "0", "0"]
    (tmp_path / "rock.json").write_text(json.dumps(data), encoding="utf-8")
    _, out, _ = seqform("check", "rock-paper-scissors", "rock.json")
    assert "no equilibrium: Player 2 gains 1 by deviating" in out
    data["players"][0]["information_sets"][0]["probabilities"] = [0.333333, 0.333333, 0.333333]
    (tmp_path / "rounded.json").write_text(json.dumps(data), encoding="utf-8")
    assert seqform("check", "rock-paper-scissors", "rounded.json")[0] == 2
    assert seqform("check", "rock-paper-scissors", "rounded.json", "--normalize-profile")[0] == 0


def test_a_cut_strategy_shows_the_first_moves(seqform: Run) -> None:
    _, out, _ = seqform("solve", "leduc")
    for card in ("Js:", "Jh:", "Qs:", "Qh:", "Ks:", "Kh:"):
        assert f"│ {card} " in out
