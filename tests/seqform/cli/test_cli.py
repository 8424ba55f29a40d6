"""The command line: what it prints, what it writes, how it exits."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from seqform.backends.lemke import tableau

KUHN_EFG = 'EFG 2 R "t" { "a" "b" }\np "" 1 1 "x" { "l" "r" } 0\nt "" 1 "" { 1 -1 }\nt "" 2 "" { 2, -2 }\n'


Run = Callable[..., tuple[int, str, str]]


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
    status, out, _ = seqform("check", "kuhn", "k.json", "--target-gap", "0", "--json")
    assert status == 0
    assert json.loads(out)["nash_conv"] == "0"


def test_a_general_sum_game_goes_to_lemke_and_is_proven_normal_form_perfect(seqform: Run) -> None:
    status, out, _ = seqform("solve", "vsvet-figure-1")
    assert status == 0
    assert "proven: a Nash equilibrium" in out
    assert "normal-form perfect: yes (witness kept)" in out
    assert "Lemke's algorithm" in out
    assert "pivots" in out
    _, out, _ = seqform("info", "vsvet-figure-1")
    assert "16 variables" in out


def test_the_start_and_the_concept_may_be_chosen(seqform: Run, tmp_path: Path) -> None:
    seqform("solve", "vsvet-figure-1", "-o", "centre.json")
    status, out, _ = seqform("solve", "vsvet-figure-1", "--start", "centre.json")
    assert status == 0
    assert "normal-form perfect" not in out, "a path from a pure start proves nothing"
    for start in ("centroid", "random:2"):
        status, out, _ = seqform(
            "solve", "vsvet-figure-1", "--start", start, "--concept", "normal-form-perfect", "-o", "b.json"
        )
        assert status == 0
        assert "normal-form perfect: yes" in out
        assert json.loads((tmp_path / "b.json").read_text(encoding="utf-8"))["concept"] == "normal-form-perfect"


def test_the_witness_in_a_file_proves_perfection_and_without_it_linear_programs_do(seqform: Run) -> None:
    seqform("solve", "vsvet-figure-1", "-o", "e.json")
    status, out, _ = seqform("check", "vsvet-figure-1", "e.json", "--normal-form-perfect")
    assert status == 0
    assert "player 2 replies best to the witness: yes" in out
    assert "without a linear program" in out
    status, out, _ = seqform("check", "vsvet-figure-1", "e.json", "--normal-form-perfect", "--no-witness")
    assert status == 0
    assert "player 2 undominated: yes" in out
    assert "two exact linear programs" in out
    _, out, _ = seqform("check", "vsvet-figure-1", "e.json", "--normal-form-perfect", "--json")
    data = json.loads(out)
    assert data["checks"] == {"normal-form perfect": True}
    assert set(data["witness"].values()) == {True}


def test_a_false_witness_proves_nothing(seqform: Run, tmp_path: Path) -> None:
    seqform("solve", "vsvet-figure-1", "-o", "e.json")
    data = json.loads((tmp_path / "e.json").read_text(encoding="utf-8"))
    data["witness"] = data["players"]
    (tmp_path / "e.json").write_text(json.dumps(data), encoding="utf-8")
    status, out, _ = seqform("check", "vsvet-figure-1", "e.json", "--normal-form-perfect")
    assert status == 0
    assert "the file's witness does not prove it: decided by linear programs" in out
    assert seqform("check", "vsvet-figure-1", "e.json", "--normal-form-perfect", "--no-witness")[0] == 0


def test_a_dominated_equilibrium_fails_and_what_dominates_it_is_shown(seqform: Run, tmp_path: Path) -> None:
    game = 'NFG 1 R "one good outcome" { "Ann" "Bob" } { { "T" "B" } { "L" "R" } }\n1 1 0 0 0 0 0 0\n'
    (tmp_path / "g.nfg").write_text(game, encoding="utf-8")
    sets = [[{"label": "#1", "actions": list(names), "probabilities": ["0", "1"]}] for names in ("TB", "LR")]
    profile = {"players": [{"information_sets": part} for part in sets]}
    (tmp_path / "p.json").write_text(json.dumps(profile), encoding="utf-8")
    assert seqform("check", "g.nfg", "p.json")[0] == 0
    status, out, err = seqform("check", "g.nfg", "p.json", "--normal-form-perfect")
    assert status == 4
    assert "normal-form perfect: no" in out
    assert "another earns from 0 to 1 more" in out
    assert "│ #1              │ B: 1      │ T: 1 │" in out
    assert err == "seqform: not normal-form perfect, for a strategy is dominated\n"
    _, out, _ = seqform("check", "g.nfg", "p.json", "--normal-form-perfect", "--json")
    first = json.loads(out)["undominated"][0]
    assert (first["holds"], first["gains"]) == (False, ["0", "1"])
    assert first["dominating"][0]["probabilities"] == ["1", "0"]
    for part in sets:
        part[0]["probabilities"] = ["1/2", "1/2"]
    (tmp_path / "p.json").write_text(json.dumps(profile), encoding="utf-8")
    status, _, err = seqform("check", "g.nfg", "p.json", "--normal-form-perfect")
    assert status == 4
    assert "no equilibrium" in err


def test_the_path_is_shown_written_and_drawn(seqform: Run, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="plots are an extra")
    status, out, _ = seqform("trace", "vsvet-figure-1", "--points", "-o", "p.json", "--plot", "p.svg")
    assert status == 0
    assert "│ z0 " in out
    assert "L=1/2, R=1/2, S=1/4, T=1/4" in out
    assert "solved exactly in 13 pivots; index of the last basis +1" in out
    written = json.loads((tmp_path / "p.json").read_text(encoding="utf-8"))
    assert len(written["rows"]) == 14
    assert (tmp_path / "p.svg").read_text(encoding="utf-8").startswith("<?xml")
    _, out, _ = seqform("trace", "vsvet-figure-1", "--points", "--json")
    again = json.loads(out)
    assert again["rows"] == written["rows"]
    status, out, _ = seqform("trace", "vsvet-figure-1", "--normal-form", "--initial", "best-response")
    assert status == 0
    assert "x 1: start L" in out


def test_a_limited_path_is_shown_as_far_as_it_goes(seqform: Run) -> None:
    for limit in (["--max-pivots", "3"], ["--time-limit", "1e-9"]):
        status, out, err = seqform("trace", "vsvet-figure-1", *limit)
        assert status == 3
        assert "Path through vsvet-figure-1 from centroid" in out
        assert "stopped after" in out
        assert err.startswith("seqform: the path was not followed to its end: ")
    assert "│     3 │" in seqform("trace", "vsvet-figure-1", "--max-pivots", "3")[1]


def test_an_interrupted_path_is_shown_as_far_as_it_goes(seqform: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def limit_reached(walker: Any) -> None:
        if len(walker.steps) == 4:
            raise KeyboardInterrupt

    monkeypatch.setattr(tableau._Path, "_limit_reached", limit_reached)
    status, out, err = seqform("trace", "vsvet-figure-1")
    assert status == 130
    assert "│     4 │" in out
    assert err == "seqform: the path was not followed to its end: interrupted (stopped after 4 pivots, z0 = 1)\n"
    status, out, err = seqform("solve", "vsvet-figure-1", "--option", "engine=tableau")
    assert (status, out) == (130, "")
    assert err == "seqform: lemke found no equilibrium: interrupted (stopped after 4 pivots, z0 = 1)\n"


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
    status, out, err = seqform("check", "kuhn", "k.json", "--target-gap", "0.001")
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
        (["solve", "random-game(seed=4,zero_sum=false)", "--backend", "highs"], 2, "is not constant-sum"),
        (
            ["solve", "kuhn", "--backend", "highs", "--start", "centroid"],
            2,
            "follows no path, so it has no start",
        ),
        (["solve", "kuhn", "--start", "centre"], 2, "random:SEED, a profile's JSON file, or to solve a game also ones"),
        (["solve", "kuhn", "--concept", "perfect"], 2, "known: nash, subgame-perfect, normal-form-perfect"),
        (["solve", "vsvet-figure-1", "--option", "max_pivots=3"], 3, "stopped after 3 pivots, z0 = 1"),
        (["trace", "kuhn", "--start", "random:x"], 2, "a seed from 0 on expected"),
        (["trace", "kuhn", "--initial", "none"], 2, "slacks or best-response expected"),
        (["trace", "kuhn", "--ties", "none"], 2, "random-column or unit-columns expected"),
        (["trace", "kuhn", "--engine", "none"], 2, "auto or revised or tableau expected"),
        (["trace", "kuhn", "--max-pivots", "0"], 2, "a whole number from 1 on expected"),
        (["trace", "kuhn", "--plot", "z0.pdf"], 2, "z0.pdf: .svg or .png expected"),
        (["trace", "kuhn", "--plot", "no/z0.svg"], 2, "there is no folder"),
        (["trace", "kuhn", "-o", "no/z0.json"], 2, "there is no folder"),
        (["solve", "leduc", "--option", "simplex_iteration_limit=3", "--option", "presolve=off"], 3, "iteration limit"),
        (["export", "kuhn", "kuhn.txt"], 2, ".mps"),
        (
            ["export", "kuhn", "kuhn.mps", "--epsilon", "small"],
            2,
            "--epsilon small: a fraction such as",
        ),
        (["export", "kuhn", "kuhn.mps", "--epsilon", "2"], 2, "a number from 0 to below 1 expected"),
        (["export", "kuhn", "kuhn.mps", "--epsilon", "1/9", "--normal-form"], 2, "not for --normal-form"),
        (["export", "vsvet-figure-1", "x.mps", "--epsilon", "1/9"], 2, "not constant-sum"),
        (["solve", "kuhn", "--concept", "quasi-perfect", "--epsilon", "1/0"], 2, "--epsilon 1/0: a fraction"),
        (["solve", "kuhn", "--concept", "quasi-perfect", "--method", "bland"], 2, "unknown method 'bland'"),
        (["solve", "kuhn", "--concept", "perfect"], 2, "unknown concept 'perfect'"),
        (["check", "kuhn", "none.json", "--sequential", "--normalize-profile"], 2, "beliefs are for the profile as it"),
        (["convert", "kuhn", "kuhn.txt"], 2, ".efg or .nfg expected"),
        (["convert", "kuhn", "kuhn.nfg"], 2, ".efg"),
        (["solve", "kuhn", "--backnd", "highs"], 2, "No such option: --backnd"),
        (["solve"], 2, "Missing argument 'GAME'"),
        (["solve", "kuhn", "--player", "3"], 2, "--player"),
        (["solve", "kuhn", "--json", "--verbose"], 2, "both write to standard output"),
        (["solve", "kuhn", "--certificate-tolerance", "nan"], 2, "certificate_tolerance: a number from 0 on expected"),
        (["solve", "~nosuchuser/x.efg"], 2, "cannot be read"),
        (["solve", "a" * 300], 2, "no game named"),
        (["solve", "kuhn", "-o", "a" * 300], 2, "cannot be written"),
        (["solve", "kuhn", "--preprocess", "gameshrink"], 2, "unknown preprocessor"),
        (["solve", "kuhn", "--preprocess", "none", "--preprocess", "sparsify"], 2, "'none' stands alone"),
        (["solve", "vsvet-figure-1", "--concept", "extensive-form-perfect"], 2, "take concept quasi-perfect"),
        (["solve", "kuhn(ranks=7)", "--normal-form"], 2, "use the sequence form"),
        (["info", "binary-tree(depth=12)", "--max-nodes", "1000"], 2, "8,191 nodes"),
        (["check", "kuhn", "none.json", "--target-gap", "nan"], 2, "--target-gap nan"),
        (["check", "kuhn", "none.json"], 2, "none.json: cannot be read: No such file"),
        (["check", "kuhn", "none.json", "--no-witness"], 2, "only --normal-form-perfect looks at a witness"),
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


def test_a_refined_answer_shows_beliefs_and_its_file_is_checked_again(seqform: Run, tmp_path: Path) -> None:
    status, out, _ = seqform("solve", "kuhn-with-raise", "--concept", "quasi-perfect", "-o", "refined.json")
    assert status == 0
    assert "believes" in out
    assert "sequential: yes;  quasi-perfect: yes;  normal-form perfect: yes" in out
    for wanted in ([], ["--quasi-perfect"], ["--sequential", "--normal-form-perfect"]):
        status, out, _ = seqform("check", "kuhn-with-raise", "refined.json", *wanted)
        assert status == 0
    data = json.loads((tmp_path / "refined.json").read_text(encoding="utf-8"))
    ace = next(item for item in data["players"][0]["information_sets"] if item["label"] == "A:cb")
    ace["probabilities"] = ["0", "1", "0"]
    (tmp_path / "changed.json").write_text(json.dumps(data), encoding="utf-8")
    status, out, err = seqform("check", "kuhn-with-raise", "changed.json", "--quasi-perfect")
    assert status == 4
    assert "quasi-perfect: no" in out
    assert "it tends to another profile at player 1's information set 'A:cb'" in err
    seqform("solve", "kuhn-with-raise", "--exact", "-o", "plain.json")
    status, _, err = seqform("check", "kuhn-with-raise", "plain.json", "--sequential")
    assert status == 2
    assert "no beliefs and no family in this file" in err


def test_a_check_tells_who_gains_in_which_subgame(seqform: Run, tmp_path: Path) -> None:
    wanted = ["--concept", "subgame-perfect", "--objective", "social"]
    assert seqform("solve", "littman-figure-4", *wanted, "-o", "best.json")[0] == 0
    status, out, _ = seqform("check", "littman-figure-4", "best.json", "--subgame-perfect")
    assert status == 0
    assert "subgame perfect: yes" in out
    seqform("solve", "littman-figure-4", "-o", "threat.json")
    status, out, err = seqform("check", "littman-figure-4", "threat.json", "--subgame-perfect", "--json")
    assert status == 4
    assert json.loads(out)["checks"] == {"subgame perfect": False}
    assert "not subgame perfect: player 2 gains 2/3 in the subgame after" in err
    assert [err.split(": ", 2)[2].strip()] == json.loads(out)["objections"]


def test_a_failed_check_along_a_family_says_so_once(seqform: Run) -> None:
    seqform("solve", "safe-or-risky", "--concept", "quasi-perfect", "-o", "risky.json")
    status, _, err = seqform("check", "safe-or-risky", "risky.json", "--extensive-form-perfect")
    assert status == 4
    assert err.startswith("seqform: not extensive-form perfect along this family, at 1 information set: ")


def test_seconds_by_phase_are_shown_whichever_way_a_game_is_solved(seqform: Run) -> None:
    _, out, _ = seqform("solve", "guess-the-ace", "--concept", "subgame-perfect", "--json")
    assert {"load", "build", "solve", "limit", "verify"} <= set(json.loads(out)["seconds"])


def test_export_convert_info_games_backends(seqform: Run, tmp_path: Path) -> None:
    for name in ("kuhn.mps", "kuhn.lp", "kuhn.npz"):
        status, _, err = seqform("export", "kuhn", name)
        assert status == 0
        assert (tmp_path / name).stat().st_size > 100
        assert "20 rows" in err
    status, _, err = seqform("export", "kuhn", "perturbed.mps", "--epsilon", "1/1000", "--player", "2")
    assert status == 0
    assert (tmp_path / "perturbed.mps").read_text() != (tmp_path / "kuhn.mps").read_text()
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
    program = "print('ready', flush=True); from seqform.__main__ import main; main()"
    running = subprocess.Popen(
        [sys.executable, "-c", program, "info", "goofspiel(cards=6)", "--max-nodes", "100000000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with running:
        assert running.stdout is not None
        assert running.stdout.readline() == "ready\n"  # Python listens to signals
        time.sleep(2)
        running.send_signal(signal.SIGINT)
        try:
            out, err = running.communicate(timeout=60)
        finally:
            running.kill()
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


def test_several_equilibria_are_shown_and_written(seqform: Run, tmp_path: Path) -> None:
    status, out, _ = seqform("equilibria", "vsvet-figure-1", "--starts", "20", "--back", "-o", "all.json")
    assert status == 0
    assert "4 equilibria with 3 distributions on leaves, from 20 starts" in out
    data = json.loads((tmp_path / "all.json").read_text(encoding="utf-8"))
    assert [one["index"] for one in data["equilibria"]] == [0, 1, 1, -1]
    assert [one["nondegenerate"] for one in data["equilibria"]] == [False, False, True, True]
    assert [player["value"] for player in data["equilibria"][3]["players"]] == ["4", "3/2"]


def test_equilibria_stopped_by_the_time_limit_are_shown_and_told(seqform: Run) -> None:
    status, out, err = seqform("equilibria", "binary-tree(depth=9)", "--starts", "5000", "--time-limit", "0.3")
    assert status == 3
    assert "time limit: stopped before all was done" in out or "no equilibrium yet" in out
    assert "stopped at the time limit" in err
