"""The command line: output, files and exit statuses."""

import json
import re
import shlex
import subprocess
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import click
import pytest
from command_line import Run, python

import seqform as sf
from seqform.backends.registry import names
from seqform.cli import outcome
from seqform.cli.app import COMMANDS, DECLARATIONS, app, collect, declarations, solver_options
from seqform.errors import InputError
from seqform.io.linear_programs import read_npz

KUHN_EFG = (
    'EFG 2 R "t" { "a" "b" }\np "" 1 1 "x" { "l" "r" } 0\nt "" 1 "" { 1 -1 }\nt "" 2 "" { 2, -2 }\n'
)
FIGURE_1 = "vsvet-figure-1"
NORMAL_FORM = ("--formulation", "normal-form")
SETS = ("--concept", "subgame-perfect", "--sets")
TOLERANCE = ["--certificate-tolerance", "0.1"]
TWICE = ["--option", "solver=simplex", "--option", "solver=ipx"]
BEST = ("--complete", "--objective", "social")

Output = Callable[..., str]


@pytest.fixture
def output(seqform: Run) -> Output:
    """Standard output of a command that has to succeed."""

    def of(*arguments: str) -> str:
        status, out, err = seqform(*arguments)
        assert status == 0, err
        return out

    return of


def read(name: str) -> Any:
    return json.loads(Path(name).read_text(encoding="utf-8"))


def write(name: str, data: Any) -> None:
    Path(name).write_text(json.dumps(data), encoding="utf-8")


def infoset(data: Any, label: str) -> Any:
    """Return an information set of player 1 in the data of a profile."""
    return next(item for item in data["players"][0]["information_sets"] if item["label"] == label)


# ---- solve ----


def test_solve_shows_strategies_value_and_certificate(output: Output) -> None:
    some, every = output("solve", "kuhn", "--exact"), output("solve", "kuhn", "--exact", "--all")
    for part in ("Q:cb", "-1/18", "nash_conv = 0", "proven: a Nash equilibrium"):
        assert part in some
    assert "that play does not reach left out; --all shows every set" in some
    assert every.count("│") > some.count("│")


def test_an_inexact_solver_exits_with_four_and_still_shows_and_writes_the_answer(
    seqform: Run,
) -> None:
    inexact = ("--option", "solver=pdlp", "--tolerance", "0.01")
    status, out, err = seqform("solve", "leduc", *inexact, "-o", "leduc.json")
    assert status == 4
    assert "the certificate fails" in err
    assert "Certificate, in doubles" in out
    assert read("leduc.json")["certificate"]["nash_conv"] > 0


# ---- check ----


def test_the_witness_in_a_file_proves_perfection_and_without_it_linear_programs_do(
    output: Output,
) -> None:
    output("solve", FIGURE_1, "-o", "e.json")
    command = ("check", FIGURE_1, "e.json", "--normal-form-perfect")
    out = output(*command)
    assert "player 2 replies best to the witness: yes" in out and "without a linear program" in out
    out = output(*command, "--no-witness")
    assert "player 2 undominated: yes" in out and "two exact linear programs" in out
    data = json.loads(output(*command, "--json"))
    assert (data["checks"], set(data["witness"].values())) == (
        {"normal-form perfect": True},
        {True},
    )
    written = read("e.json")
    write("e.json", {**written, "witness": written["players"]})
    assert "the file's witness does not prove it: decided by linear programs" in output(*command)


def test_a_check_gives_its_verdict_and_repairs_rounding_on_demand(seqform: Run) -> None:
    command = ("check", "rock-paper-scissors", "rps.json")
    seqform("solve", "rock-paper-scissors", "--exact", "-o", "rps.json")
    assert "proven: a Nash equilibrium" in seqform(*command)[1]
    data = read("rps.json")
    data["players"][0]["information_sets"][0]["probabilities"] = ["1", "0", "0"]
    write("rps.json", data)
    assert "no equilibrium: Player 2 gains 1 by deviating" in seqform(*command)[1]
    status, out, err = seqform(*command, "--target-gap", "0.001")
    assert (status, err) == (4, "seqform: nash_conv is above 0.001\n")
    assert "regret" in out
    data["players"][0]["information_sets"][0]["probabilities"] = [0.333333, 0.333333, 0.333333]
    write("rps.json", data)
    assert (seqform(*command)[0], seqform(*command, "--normalize-profile")[0]) == (2, 0)


def test_a_refined_answer_shows_beliefs_and_its_file_is_checked_again(
    seqform: Run, output: Output
) -> None:
    game = "kuhn-with-raise"
    out = output("solve", game, "--concept", "quasi-perfect", "-o", "refined.json")
    assert "believes" in out
    assert "sequential: yes;  quasi-perfect: yes;  normal-form perfect: yes" in out
    for wanted in ([], ["--quasi-perfect"], ["--sequential", "--normal-form-perfect"]):
        output("check", game, "refined.json", *wanted)
    data = read("refined.json")
    infoset(data, "A:cb")["probabilities"] = ["0", "1", "0"]
    write("changed.json", data)
    status, out, err = seqform("check", game, "changed.json", "--quasi-perfect")
    assert status == 4
    assert "quasi-perfect: no" in out
    assert "it tends to another profile at player 1's information set 'A:cb'" in err
    output("solve", game, "--exact", "-o", "plain.json")
    status, out, err = seqform("check", game, "plain.json", "--sequential")
    assert status == 4
    assert "weak perfect Bayesian: no;  consistent: yes;  sequential: no" in out
    assert "no mistakes of player 1 explain beliefs" in err


def test_beliefs_beside_a_profile_and_claims_about_each_equilibrium(
    seqform: Run, output: Output
) -> None:
    game = "beer-quiche"
    everything = json.loads(
        output("equilibria", game, "--complete", "--check", "sequential,proper", "--json")
    )
    assert everything["checks"] == ["sequential", "proper"]
    assert everything["lacking"] == []
    assert all(one["certificate"]["checks"]["sequential"] for one in everything["equilibria"])
    write("all.json", everything)
    of_file = ("check", game, "all.json", "--number", "1", "--sequential")
    found = json.loads(output(*of_file, "--beliefs", "bayes", "--json"))
    assert found["checks"] == {
        "weak perfect Bayesian": True,
        "consistent": True,
        "sequential": True,
    }
    assert sorted(found["belief_origins"][1].values()) == ["Bayes' rule", "found"]
    (off_path,) = (name for name, how in found["belief_origins"][1].items() if how == "found")
    write("beliefs.json", {off_path: {"strong": 1}})
    status, out, err = seqform(*of_file, "--beliefs", "beliefs.json")
    assert status == 4
    assert "weak perfect Bayesian: no;  consistent: yes;  sequential: no" in out
    assert (
        f"not sequentially rational at 1 information set: player 2 gains 1 by 'leave' at '{off_path}'"
        in err
    )
    status, _, err = seqform("check", game, "all.json", "--number", "1", "--beliefs", "bayes")
    assert (status, "--beliefs: of the claims sequential or weak-perfect-bayesian" in err) == (
        2,
        True,
    )
    status, _, err = seqform("equilibria", game, "--complete", "--check", "perfect")
    assert status == 2
    assert "--check: no claim 'perfect'" in err


def test_a_check_shows_what_is_decided_beside_an_open_claim(seqform: Run, output: Output) -> None:
    output("equilibria", FIGURE_1, "--complete", "-o", "all.json")
    command = ("check", FIGURE_1, "all.json", "--number", "3", "--subgame-perfect", "--proper")
    status, out, err = seqform(*command)
    assert status == 4
    assert "subgame perfect: yes;  proper: open" in out
    assert "all.json: proper: not decided without a family" in err
    status, out, _ = seqform(*command, "--json")
    data = json.loads(out)
    assert (status, data["checks"]) == (4, {"subgame perfect": True})
    assert data["claims"]["proper equilibrium"] == "open"
    assert "not decided" in data["undecided"]["proper"]


def test_a_check_names_the_player_who_gains_and_the_subgame(seqform: Run, output: Output) -> None:
    game = "littman-figure-4"
    output(
        "solve", game, "--concept", "subgame-perfect", "--objective", "social", "-o", "best.json"
    )
    assert "subgame perfect: yes" in output("check", game, "best.json", "--subgame-perfect")
    output("solve", game, "--backend", "lemke", "-o", "threat.json")
    status, out, err = seqform("check", game, "threat.json", "--subgame-perfect", "--json")
    assert status == 4
    assert json.loads(out)["checks"] == {"subgame perfect": False}
    assert "not subgame perfect: player 1 gains 1/2 in the subgame after 2 > 3" in err
    assert [err.split(": ", 2)[2].strip()] == json.loads(out)["objections"]


# ---- paths ----


def test_the_path_is_shown_written_and_drawn(output: Output) -> None:
    pytest.importorskip("matplotlib", reason="plots are an extra")
    out = output("trace", FIGURE_1, "--points", "-o", "p.json", "--plot", "p.svg")
    for part in ("│ z0 ", "L=1/2, R=1/2, S=1/4, T=1/4", "L=1 "):
        assert part in out
    assert "solved exactly in 3 pivots; index of the last basis +1" in " ".join(out.split())
    assert len(read("p.json")["rows"]) == 4
    assert Path("p.svg").read_text(encoding="utf-8").startswith("<?xml")
    assert (
        json.loads(output("trace", FIGURE_1, "--points", "--json"))["rows"]
        == read("p.json")["rows"]
    )
    assert "x 1: start L" in output("trace", FIGURE_1, *NORMAL_FORM, "--initial", "best-response")


# ---- mistakes ----


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["solve", "kuhm"], 2, "kuhn"),
        (["solve", "nowhere.efg"], 2, "nowhere.efg: cannot be read: No such file"),
        (["solve", "kuhn", "--backend", "higs"], 2, "highs"),
        (["solve", "kuhn", "--option", "solver"], 2, "NAME=VALUE expected"),
        (["solve", "kuhn", "--time-limit", "-1"], 2, "a number above 0 expected"),
        (["solve", "kuhn", "-o", "no/such/place.json"], 2, "there is no folder"),
        (
            ["solve", "vsvet-figure-1", "--option", "max_pivots=2"],
            3,
            "stopped after 2 pivots, z0 = 0.6667",
        ),
        (["trace", "kuhn", "--ties", "none"], 2, "known: random-column, unit-columns"),
        (["trace", "kuhn", "--plot", "z0.gif"], 2, "z0.gif: .svg, .png or .pdf expected"),
        (["export", "kuhn", "kuhn.txt"], 2, ".mps"),
        (["solve", "kuhn", "--exact", "--doubles"], 2, "--doubles: of no meaning with --exact"),
        (["export", "kuhn"], 2, "no output file: one, -o FILE, expected"),
        (["solve", "kuhn", "-o", "k.svg"], 2, "k.svg: an answer is written as JSON"),
        (["solve", "kuhn", "--backend", "simplex"], 2, "--backend highs --option solver=simplex"),
        (
            ["export", "kuhn", "kuhn.mps", "--epsilon", "small"],
            2,
            "--epsilon: a number expected, such as 0.1",
        ),
        (
            ["export", "kuhn", "x.mps", "--epsilon", "1/9", *NORMAL_FORM],
            2,
            "of no meaning with --epsilon",
        ),
        (["convert", "kuhn", "kuhn.txt"], 2, ".efg, .nfg or .csv expected"),
        (
            ["solve", "kuhn", "--backnd", "highs"],
            2,
            "no option '--backnd'; did you mean --backend?",
        ),
        (["draw", "kuhn", "-concept", "nash"], 2, "no option '-concept'; did you mean --concept?"),
        (["draw", "kuhn", "-concpt=nash"], 2, "no option '-concpt'; did you mean --concept?"),
        (["draw", "kuhn", "-exact"], 2, "no option '-exact'"),
        (["solve", "kuhn", "-exact"], 2, "no option '-exact'; did you mean --exact?"),
        (["solve", "kuhn", "-output", "x.json"], 2, "no option '-output'; did you mean --output?"),
        (["solve", "kuhn", "-timeout", "3"], 2, "no option '-timeout'; did you mean --time-limit?"),
        (["solve", "kuhn", "-z"], 2, "no option '-z'; `seqform solve --help` lists them"),
        (["solve", "-help"], 2, "no option '-help'; did you mean --help?"),
        (["-version"], 2, "no option '-version'; did you mean --version?"),
        (["match", "kuhn", "profile:none.json", "random"], 2, "none.json: cannot be read"),
        (["draw", "kuhn", "--profile", "nash", "-o", "a.svg"], 2, "--concept nash computes its"),
        (["chart", "kuhn", "--profile", "proper"], 2, "--concept proper computes its strategies"),
        (["draw", "kuhn", "--versus", "nash", "-o", "a.svg"], 2, "solve GAME --concept nash -o"),
        (["check", "kuhn", "nash"], 2, "solve GAME --concept nash -o FILE.json"),
        (["match", "kuhn", "nash", "random"], 2, "did you mean equilibrium:nash?"),
        (["solve", "kuhn", "--start", "nash"], 2, "solve GAME --concept nash -o FILE.json"),
        (["equilibria", "kuhn", "--start", "nash"], 2, "solve GAME --concept nash -o FILE.json"),
        (["match", "kuhn", "negamax", "random"], 2, "negamax is for games of perfect information"),
        (["play", "kuhn", "--seat", "3"], 2, "--seat 3: 1, 2 or alternate expected"),
        (["play", "kuhn", "--resume", "none.jsonl"], 2, "none.jsonl: cannot be read"),
        (
            ["match", "kuhn", "random", "random", "--hands", "3"],
            2,
            "no option '--hands'; did you mean --games?",
        ),
        (["play", "kuhn", "--games", "3"], 2, "no option '--games'; did you mean --hands?"),
        (
            ["solve", "kuhn", "--timeout", "3"],
            2,
            "no option '--timeout'; did you mean --time-limit?",
        ),
        (
            ["solve", "rhode-island", "--concept", "proper"],
            2,
            "choose smaller parameters; a Nash equilibrium is",
        ),
        (["solve", "kuhn", "--zzz"], 2, "no option '--zzz'; `seqform solve --help` lists them"),
        (["solve", "kuhn", "--bet", "2"], 2, "--bet: bet is a parameter of the game: kuhn(bet=2)"),
        (
            ["solve", "kuhn(ante=2)", "bet=2"],
            2,
            "bet=2: bet is a parameter of the game: kuhn(ante=2,bet=2)",
        ),
        (
            ["solve", "kuhn", "lemke"],
            2,
            "lemke: the name of a backend comes after --backend: --backend lemke",
        ),
        (
            ["compare", "kuhn", "nash", "proper"],
            2,
            "comes after --concept: --concept nash --concept proper",
        ),
        (
            ["compare", "kuhn", "lemke", "highs"],
            2,
            "takes no backend; `seqform solve GAME --backend lemke` does",
        ),
        (
            ["trace", "kuhn", "nash"],
            2,
            "takes no concept; `seqform solve GAME --concept nash` does",
        ),
        (
            ["solve", "kuhn", "rook"],
            2,
            "Got unexpected extra argument (rook). See 'seqform solve --help'.",
        ),
        (
            ["chart", "kuhn", "st.json"],
            2,
            "st.json: the file of a profile comes after --profile: --profile st.json",
        ),
        (
            ["compare", "kuhn", "a.json", "b.json"],
            2,
            "a.json: `seqform compare` takes no profile; `seqform chart GAME --profile FILE --versus FILE` shows two",
        ),
        (["solve", "leduc", "--iterations", "100"], 2, "did you mean --option iterations=100?"),
        (["best-response", "kuhn"], 2, "`seqform check GAME FILE --player 2`"),
        (["Nash", "kuhn"], 2, "`seqform solve GAME --concept nash` finds an equilibrium"),
        (["dominance", "kuhn"], 2, "`seqform info GAME --dominated`"),
        (["backward-induction"], 2, "`seqform solve GAME --concept subgame-perfect` is meant"),
        (["normal-form", "kuhn"], 2, "`seqform convert GAME FILE.nfg`"),
        (["solve", "kuhn", "--concept", "Nash equilibrium"], 2, "did you mean nash?"),
        (["solve", "kuhn", "--concept", "mixed strategies"], 2, "mixed where it has to be"),
        (["solve", "kuhn", "--concept", "dominant"], 2, "`seqform info GAME --dominated`"),
        (["solve", "kuhn", "--concept", "pooling"], 2, "pooling and separating ones"),
        (["solve", "kuhn", "--concept", "all"], 2, "`seqform equilibria GAME --complete`"),
        (["solve", "leduc-holdm"], 2, "did you mean leduc-holdem or leduc-poker or leduc?"),
        (
            ["match", "kuhn", "equilibrium:nsh", "random"],
            2,
            "no equilibrium concept 'nsh'; did you mean nash?",
        ),
        (
            ["solve", "kuhn", "--player", "3"],
            2,
            "--player 3: 1, 2 or a player's name expected (players are counted",
        ),
        (
            ["export", "kuhn", "kuhn.lp", "--player", "Nobody"],
            2,
            "no player 'Nobody'; known: Player 1, Player 2",
        ),
        (["solve", "kuhn", "--json", "--verbose"], 2, "both write to standard output"),
        (["solve", "kuhn", "-o", "a" * 300], 2, "cannot be written"),
        (
            ["check", "kuhn", __file__, "--target-gap", "nan"],
            2,
            "--target-gap: a number from 0 expected, not NaN",
        ),
        (["check", "kuhn", "none.json"], 2, "none.json: cannot be read: No such file"),
        (
            ["check", "kuhn", __file__, "--no-witness"],
            2,
            "only --normal-form-perfect looks at a witness",
        ),
        (
            ["solve", "kuhn", "-b", "highs", "--option", "slver=simplex"],
            2,
            "HiGHS has no option 'slver'; did you mean",
        ),
        (
            ["solve", "kuhn", "-b", "lemke", "--option", "tie=1"],
            2,
            "lemke has no option 'tie'; did you mean ties?",
        ),
        (
            ["solve", "kuhn", "--format", "xml"],
            2,
            "--format xml: unknown; known: table, json, csv, markdown, latex",
        ),
        (
            ["chart", "kuhn", "--format", "svg"],
            2,
            "--format svg: unknown, a file: pictures are written by -o FILE.svg",
        ),
        (
            ["solve", "kuhn", "--json", "--format", "csv"],
            2,
            "--json and --format csv: only one of them",
        ),
        (
            ["solve", "kuhn", "--all", "--format", "csv"],
            2,
            "--all: of no meaning with --format csv, which has every",
        ),
        (
            ["solve", "kuhn", "--all", "--json"],
            2,
            "--all: of no meaning with --json, which has every row",
        ),
        (
            ["solve", "kuhn", "--verbose", "--format", "csv"],
            2,
            "--verbose and --format csv both write to standard",
        ),
        (
            ["solve", "leduc", "--preprocess", "anytime", "--format", "latex"],
            2,
            "latex: of no meaning with anytime",
        ),
        (["play", "kuhn", "-o", "kuhn.txt"], 2, "--output kuhn.txt: a file FILE.html expected"),
        (
            ["play", "kuhn", "-o", "k.html", "--seed", "0"],
            2,
            "--seed: of no meaning for a page of one file",
        ),
        (
            ["play", "kuhn", "-o", "k.html", "--browser"],
            2,
            "--browser: of no meaning for a page of one file",
        ),
        (
            ["play", "kuhn", "-o", "k.html", "--against", "random"],
            2,
            "random plays no profile on a tree, such as",
        ),
        (["play", "kuhn", "--port", "0"], 2, "--port: of no meaning without --browser"),
        (["play", "kuhn", "--browser", "--train"], 2, "--train: of no meaning on the page"),
        (["play", "kuhn", "--browser", "--port", "65536"], 2, "--port"),
        *(
            (
                ["play", game, "-o", "x.html"],
                2,
                f"{game}: a page of one file has at most 20,000 nodes; --browser plays",
            )
            for game in ("liars-dice", "tic-tac-toe", "rhode-island")
        ),
        *(
            (
                ["compare", "kuhn", "--blunder", wrong],
                2,
                "--blunder: a number from 0 to 1 expected, ",
            )
            for wrong in ("2", "nan")
        ),
        (
            ["compare", "kuhn", "--concept", "perfect"],
            2,
            "unknown concept 'perfect'; did you mean quasi-perfect",
        ),
        (
            ["compare", "kuhn", "--concept", "nash", "--concept", "nash"],
            2,
            "--concept: one comes twice",
        ),
        (["solve", "kuhn", "--sets"], 2, "--sets: only with --concept subgame-perfect"),
        (
            ["solve", "littman-figure-4", *SETS, "--format", "csv"],
            2,
            "--sets: of no meaning with --format csv, which is",
        ),
        (
            ["equilibria", "kuhn", *BEST, "--format", "csv"],
            2,
            "--objective: of no meaning with --format csv",
        ),
        (
            ["trace", "kuhn", "--points", "--engine", "revised"],
            2,
            "--engine: of no meaning with --points",
        ),
        *(
            ([*command, "--theme", "dark"], 2, "--theme: of no meaning without a picture to write")
            for command in (
                ["solve", "kuhn"],
                ["vary", "kuhn"],
                ["chart", "kuhn"],
                ["chart", "kuhn", "--frontier", "uniform"],
                ["trace", "kuhn"],
            )
        ),
        *(
            ([*command, "--max-nodes", "10"], 2, "15 nodes, more than max_nodes (--max-nodes) = 10")
            for command in (
                ["info", FIGURE_1],
                ["solve", FIGURE_1],
                ["equilibria", FIGURE_1],
                ["trace", FIGURE_1],
                ["compare", FIGURE_1],
                ["draw", FIGURE_1],
                ["chart", FIGURE_1],
                ["convert", FIGURE_1, "v.efg"],
                ["shrink", FIGURE_1],
                ["play", FIGURE_1],
                ["match", FIGURE_1, "random", "random"],
            )
        ),
        (["solve", "kuhn", "--dry-run", "--verbose"], 2, "--verbose: of no meaning with --dry-run"),
        (
            ["solve", "kuhn", "--dry-run", *TOLERANCE],
            2,
            "--certificate-tolerance: of no meaning with --dry-run",
        ),
        (
            ["solve", "kuhn", "--exact", *TOLERANCE],
            2,
            "(--certificate-tolerance): of no effect on an exact answer",
        ),
        (["solve", "kuhn", "--dry-run", "--family"], 2, "--family: of no meaning with --dry-run"),
        (
            ["match", "kuhn", "random", "random", "--format", "csv", "--show"],
            2,
            "--show: of no meaning with --format",
        ),
        (["solve", "kuhn", *TWICE], 2, "--option solver=ipx: solver comes twice; give it once"),
        (
            ["solve", "kuhn", "-o", ""],
            2,
            "'--output' / '-o': the name of a file expected, not an empty text",
        ),
        (["check", "kuhn", ""], 2, "'PROFILE': the name of a file expected, not an empty text"),
        (
            ["trace", "kuhn", "-o", "path.svg"],
            2,
            "path.svg: without --spaces the path is written as JSON; add --spaces",
        ),
        (["trace", "kuhn", "-o", "path.txt"], 2, "path.txt: an answer is written as JSON"),
        *(
            ([*command, "rhode-island"], 2, "`seqform solve GAME --preprocess lossless`")
            for command in (
                ["trace"],
                ["equilibria"],
                ["compare"],
                ["solve", "--concept", "quasi-perfect"],
            )
        ),
        (
            ["shrink", "tic-tac-toe", "--preprocess", "lossless", "--preprocess", "published"],
            2,
            "; only lossless",
        ),
        (
            ["chart", "holdem(board=JsKs5cQs,ranges=random)", "--grid"],
            2,
            "`seqform solve 'holdem(board=JsKs5cQs,ranges=random)' --preprocess lossless -o FILE.sol` writes",
        ),
        (
            ["shrink", "sequential-auction(valuations=20,goods=3)"],
            2,
            "27,907,200 ways in which the signals may fall",
        ),
    ],
)
def test_a_mistake_gets_one_line_and_its_exit_status(
    seqform: Run, arguments: list[str], status: int, message: str
) -> None:
    code, out, err = seqform(*arguments)
    assert (code, out, err.count("\n")) == (status, "", 1)
    assert message in err


INSTALLED_HIGHS = f"highspy-{version('highspy')}.dist-info"


@pytest.mark.parametrize(
    ("declared", "message"),
    [
        (INSTALLED_HIGHS, "no solver that is chosen by default has an option 'typo'"),
        ("highspy-1.0.0.dist-info", "HiGHS has no option 'typo'"),
    ],
)
def test_an_option_of_no_solver_is_refused_by_declarations_and_else_by_highs(
    seqform: Run, monkeypatch: pytest.MonkeyPatch, declared: str, message: str
) -> None:
    monkeypatch.setitem(declarations()["options"], "highs of", declared)
    code, out, err = seqform("solve", "kuhn", "--option", "typo=1")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert message in err


@pytest.mark.parametrize("mode", ["--dry-run", "--merge"])
def test_a_sweep_that_runs_nothing_refuses_options_of_runs(seqform: Run, mode: str) -> None:
    Path("kuhn.toml").write_text(
        'store = "rows.sqlite"\n[[grid]]\ngame = ["kuhn"]\n', encoding="utf-8"
    )
    asked = [mode] if mode == "--dry-run" else [mode, "other.sqlite"]
    if mode == "--merge":
        Path("other.sqlite").touch()
    for words in (
        ["--workers", "3"],
        ["--cluster", "local"],
        ["--retry-failed"],
        ["--again-if-older"],
        ["--export", "rows.csv"],
    ):
        code, out, error = seqform("sweep", "kuhn.toml", *asked, *words)
        assert (code, out) == (2, "")
        assert f"{words[0]}: of no meaning with {mode}" in error
    assert not Path("rows.csv").exists() and not Path("rows.sqlite").exists()


def test_a_file_of_several_equilibria_is_read_by_the_number_of_one(
    seqform: Run, output: Output
) -> None:
    output("equilibria", FIGURE_1, "--complete", "-o", "all.json")
    count = len(read("all.json")["equilibria"])
    assert count > 1
    for number, one in enumerate(read("all.json")["equilibria"], start=1):
        checked = json.loads(
            output("check", FIGURE_1, "all.json", "--number", str(number), "--json")
        )
        assert checked["values"] == one["values"]
        alone = json.loads(
            output(
                "check", FIGURE_1, "all.json", "--number", str(number), "--player", "1", "--json"
            )
        )
        assert alone["player"] == 1

    for command in (["check", FIGURE_1, "all.json"], ["trace", FIGURE_1, "--from", "all.json"]):
        code, _, error = seqform(*command)
        assert code == 2 and f"number=N (--number), from 1 to {count}" in error
        for number in (0, count + 1):
            code, _, error = seqform(*command, "--number", str(number))
            assert (
                code == 2
                and f"number=N (--number), from 1 to {count}, expected, not {number}" in error
            )

    # an agent takes no number, so that no option is named
    code, _, error = seqform("match", FIGURE_1, "profile:all.json", "random")
    assert code == 2 and "number=N, from" in error


def test_two_outputs_on_standard_output_are_refused_without_the_advice_to_name_a_file(
    seqform: Run,
) -> None:
    Path("s.sqlite").touch()
    code, _, error = seqform("report", "s.sqlite", "--csv", "-", "--json")
    assert code == 2
    assert (
        "--csv and --json: both use standard output" in error
        or "--json and --csv: both use standard output" in error
    )
    assert "name another file" not in error


# ---- games, files, help ----


def test_export_convert_info_games_backends(seqform: Run, output: Output) -> None:
    for name in ("kuhn.mps", "kuhn.lp", "kuhn.npz"):
        status, _, err = seqform("export", "kuhn", name)
        assert status == 0 and "20 rows" in err
        assert Path(name).stat().st_size > 100
    output("export", "kuhn", "perturbed.mps", "--epsilon", "1/1000", "--player", "2")
    assert Path("perturbed.mps").read_text() != Path("kuhn.mps").read_text()
    status, _, err = seqform(
        "export", "leduc", "classes.npz", "--preprocess", "lossless", "--preprocess", "sparsify"
    )
    assert (
        status == 0
        and read_npz("classes.npz").matrix.nonzeros
        < sf.linear_program("leduc").target.matrix.nonzeros
    )
    output("convert", "kuhn", "kuhn.efg")
    assert json.loads(output("info", "kuhn.efg", "--json")) == json.loads(
        output("info", "kuhn", "--json")
    )
    assert "sequences of player 1" in output("info", "kuhn")
    shown = output("info", "market-for-lemons")
    assert "sequences of Buyer" in shown and "pure strategies of Seller" in shown
    assert "player 1" not in shown


@pytest.mark.parametrize(
    ("game", "problem", "backend"),
    [
        ("kuhn", "linear program", "highs"),
        ("vsvet-figure-1", "complementarity problem", "lemke"),
        ("rhode-island(ranks=5)", "game of classes", "cfr"),
        ("negotiation(types=20,offers=4,prices=9)", None, None),
    ],
)
def test_info_states_what_solve_makes_of_a_game_by_default(
    output: Output, game: str, problem: str | None, backend: str | None
) -> None:
    if problem is None:
        data = json.loads(output("info", game, "--json"))
        assert (
            data["problem"] is data["backend"] is None
            and "ask for an exact answer" in data["solved"]
        )
        return
    assert f"solved as a {problem}, by {backend}" in output("info", game)
    data = json.loads(output("info", game, "--json"))
    assert (data["problem"], data["backend"]) == (problem, backend)
    planned = sf.plan(game, preprocess="lossless" if problem == "game of classes" else None)
    assert (planned.route.title, planned.backend.name) == (problem, backend)


@pytest.mark.slow
def test_backends_describes_one_backend(seqform: Run, output: Output) -> None:
    shown = output("backends", "highs")
    assert all(
        text in shown
        for text in ("--option solver=", "pdlp, hipdlp: few digits", "--threads", "a basis")
    )
    assert "--start" in output("backends", "lemke")
    one = json.loads(output("backends", "cvxpy", "--json"))
    assert (one["solver_option"], one["first_order"], one["threads"]) == (
        "solver",
        ["SCS", "OSQP"],
        False,
    )
    assert "--option averaging_delay=NUMBER" in " ".join(output("backends", "cfr").split())
    options = {
        option.pop("name"): option
        for option in json.loads(output("backends", "lemke", "--json"))["options"]
    }
    assert options["max_pivots"] == {
        "values": "NUMBER",
        "default": None,
        "help": "Stop after so many pivots.",
    }
    Path("own.py").write_text(
        "from seqform.backends.solvers.scipy import ScipyBackend as Own\n", encoding="utf-8"
    )
    assert "linear programs" in output("backends", "./own.py:Own")
    assert "did you mean highs" in seqform("backends", "hihgs")[2]


def command(name: str) -> Any:
    return app.get_command(click.Context(app), name)


def test_the_declarations_are_those_of_the_modules() -> None:
    written = json.loads(DECLARATIONS.read_text("utf-8"))
    assert {name: written[name] for name in ("commands", "names")} == collect(), (
        "write: python -m seqform.cli.app"
    )
    known, found = written["options"], solver_options()
    if known["highs of"] != found["highs of"]:  # those of another version are not used
        known = {**known, **{name: found[name] for name in ("highs of", "highs")}}
    assert known == found, "write: python -m seqform.cli.app"


def modules_after(
    words: list[str], unused: str, folder: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command, and then print which of some modules have been imported."""
    program = f"import sys; from seqform.__main__ import main; sys.argv = {['seqform', *words]}\n"
    # Declarations of another version of HiGHS are not used
    program += "from seqform.cli.app import stored\n"
    program += f"stored()['options']['highs of'] = {INSTALLED_HIGHS!r}\n"
    program += f"try: main()\nfinally: print({set(unused.split())} & set(sys.modules))"
    return python("-c", program, cwd=folder)


@pytest.mark.parametrize(
    "words",
    [
        "solve khun",
        "solve kuhn(bett=2)",
        "solve kuhn --concept nahs",
        "solve kuhn --backend higs",
        "solve kuhn --option typo=1",
        "solve nowhere.efg",
        "draw nowhere.efg -o nowhere.svg",
        "check kuhn nowhere.json",
        "report nowhere.sqlite",
        "sweep nowhere.toml",
    ],
)
def test_a_mistyped_name_is_refused_without_the_modules_that_compute(words: str) -> None:
    run = modules_after(words.split(), f"numpy highspy seqform.cli.commands.{words.split()[0]}")
    assert (run.stdout, run.returncode, run.stderr.count("\n")) == ("set()\n", 2, 1)


def test_no_help_has_a_value_of_none(output: Output) -> None:
    for command in COMMANDS:
        text = output(command, "--help")
        assert not re.search(r"[<>=:] *None|None\]", text), command
    assert "x<=65535" in output("play", "--help")


def test_help_names_all_commands_in_order_and_a_mistyped_one_gets_a_suggestion(
    seqform: Run, output: Output
) -> None:
    assert output("--version").startswith("seqform ")
    assert "--exact" in output("solve", "--help")
    shown = [
        line.split()[0]
        for line in output("--help").splitlines()
        if line.startswith("  ") and line[2:3] > " "
    ]
    assert [word for word in shown if word in COMMANDS] == list(COMMANDS)
    assert (
        seqform("slove", "kuhn")[2]
        == "seqform: no command 'slove'; did you mean solve?; `seqform --help` lists them\n"
    )


def test_the_help_is_shown_without_the_modules_of_the_commands() -> None:
    shown = modules_after(["--help"], "numpy seqform.cli.commands.solve").stdout
    assert shown.endswith("set()\n")
    for name in COMMANDS:
        assert command(name).help[:40] in shown


@pytest.mark.parametrize(
    ("words", "unused"),
    [
        ("backends", "backends.registry models.numbers.exact"),
        ("games", "solving.concepts backends.registry"),
        (
            "solve kuhn",
            "solving.routes.perturbed backends.lemke.path backends.bestnash.backend io.solutions",
        ),
        ("info kuhn", "solving.programs solving.abstracted io.equilibria"),
        ("draw kuhn -o kuhn.svg", "solving.plan analysis.sensitivity pictures.chart"),
    ],
)
def test_a_command_imports_only_what_it_uses(words: str, unused: str, tmp_path: Path) -> None:
    run = modules_after(
        words.split(), " ".join(f"seqform.{name}" for name in unused.split()), tmp_path
    )
    assert run.stdout.endswith("set()\n"), run.stdout + run.stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_has_examples_that_parse_and_flags_without_a_type(
    name: str, output: Output
) -> None:
    shown = output(name, "--help")
    assert "<bool>" not in shown
    for arguments in COMMANDS[name].examples:
        words = shlex.split(arguments)
        assert f"$ seqform {name} {arguments}".rstrip()[:70] in shown
        command(name).make_context(name, words).close()


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("info ku", {"kuhn", "kuhn-poker", "kuhn-with-raise"}),
        ("solve kuhn --concept q", {"quasi-perfect"}),
        ("solve kuhn --backend sy", {"symbolic"}),
    ],
)
def test_the_shell_completes_games_concepts_and_backends(
    words: str,
    completed: set[str],
    seqform: Run,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("_SEQFORM_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", f"seqform {words}")
    monkeypatch.setenv("COMP_CWORD", str(len(words.split())))
    with pytest.raises(SystemExit, match="0"):
        seqform()
    assert set(capsys.readouterr().out.split()) == {f"plain,{name}" for name in completed}


def test_games_explains_the_parameters_of_one_game(seqform: Run, output: Output) -> None:
    shown = output("games", "kuhn")
    assert all(
        text in shown for text in ("ranks", "an integer from 2 to 100", "ordered signals", "-1/18")
    )
    assert "parameter" not in output("games", "matching-pennies")
    one = json.loads(output("games", "leduc", "--json"))
    assert (one["name"], one["ordered"], one["parameters"][0]["name"]) == ("leduc", True, "ranks")
    assert {
        entry["name"] for entry in json.loads(output("games", "--json")) if entry["ordered"]
    } >= {"kuhn", "leduc"}
    assert "did you mean kuhn" in seqform("games", "khun")[2]


@pytest.mark.slow
def test_a_game_on_standard_input() -> None:
    done = python("-m", "seqform", "solve", "-", "--exact", input=KUHN_EFG)
    assert done.returncode == 0 and "nash_conv = 0" in done.stdout, done.stderr


# ---- draw ----


def test_draw_writes_a_picture_of_a_profile(seqform: Run) -> None:
    assert seqform("solve", "kuhn", "--exact", "-o", "kuhn.json")[0] == 0
    arguments = ("draw", "kuhn", "--profile", "kuhn.json", "--versus", "kuhn.json", "-o", "two.tex")
    assert seqform(*arguments)[0] == 0
    status, _, err = seqform(*("--compare" if word == "--versus" else word for word in arguments))
    assert status == 0 and "--compare is --versus now" in err
    assert Path("two.tex").read_text(encoding="utf-8").count(r"\node") > 200


def test_draw_names_the_file_to_add_on_a_terminal(
    seqform: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    status, out, _ = seqform("draw", "kuhn")
    assert status == 0 and out.startswith("<svg")
    Path("own.py").write_text("from seqform import leaf, tree\ngame = tree('g', leaf(1))\n")
    Path("a.efg").write_text(KUHN_EFG)
    monkeypatch.setattr("seqform.cli.commands.pictures.is_terminal", lambda: True)
    for game, stem in (("kuhn(bet=2)", "kuhn"), ("own.py:game", "game"), ("a.efg", "a")):
        status, out, err = seqform("draw", game)
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert f"no file for the picture: add -o {stem}.svg, or -o {stem}.html" in err
    assert seqform("draw", "kuhn", "-o", "kuhn.svg")[0] == 0


def test_draw_writes_a_page_and_refuses_too_large_ones(
    seqform: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert seqform("draw", "kuhn", "--concept", "nash", "--view", "flow", "-o", "kuhn.html")[0] == 0
    page = Path("kuhn.html").read_text(encoding="utf-8")
    assert "nash_conv = 0 (exact)" in page and '"view":"flow"' in page
    for module in ("seqform.cli.commands.pictures", "seqform.pictures.page"):
        monkeypatch.setattr(f"{module}.MOST_PAGE_NODES", 50)
    status, _, err = seqform("draw", "kuhn", "--concept", "nash", "-o", "large.html")
    assert (
        status == 2
        and "kuhn: a page has at most 50 nodes; draw a part with --at SET" in err
        and err.count("\n") == 1
    )
    assert not Path("large.html").exists()
    for name in ("large.html", "large.svg"):
        status, _, err = seqform("draw", "rhode-island", "--concept", "nash", "-o", name)
        assert (
            status == 2
            and "rhode-island: a tree of 6,705,372,545 nodes is not solved here; `seqform" in err
        )


# ---- chart ----


@pytest.mark.parametrize("player", ["2", "Player 2"])
def test_chart_prints_bars_and_shares(output: Output, player: str) -> None:
    shown = output("chart", "kuhn", "--player", player)
    assert "nash_conv = 0 (exact); worth −1/18 to Player 1" in shown
    assert (
        "Player 2: after bet" in shown
        and "fold 67, call 33" in shown
        and "░" * 13 + "▒" * 7 in shown
    )
    assert "Player 1:" not in shown
    output("solve", "kuhn", "--exact", "-o", "k.json")
    both = output("chart", "kuhn", "--profile", "k.json", "--versus", "k.json", "--player", player)
    assert both.count("fold 67, call 33") == 2


def test_the_lists_of_games_and_of_backends_are_complete(output: Output) -> None:
    games = output("games")
    assert "ante=1, bet=1" in games and "-1/18" in games
    assert "highs" in output("backends")
    assert {backend["name"] for backend in json.loads(output("backends", "--json"))} == {*names()}


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (MemoryError(), "out of memory; choose a smaller game"),
        (RuntimeError("std::bad_alloc"), "out of memory; choose a smaller game"),
        (OSError("Cannot allocate memory"), "out of memory; choose a smaller game"),
        (
            InputError("a game of that name is out of memory"),
            "a game of that name is out of memory",
        ),
    ],
)
def test_a_lack_of_memory_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: Exception, line: str
) -> None:
    def fail() -> int:
        raise error

    monkeypatch.setattr("seqform.cli.app.run", fail)
    assert (outcome(), capsys.readouterr().err) == (2, f"seqform: {line}\n")


def test_json_to_standard_output_and_to_a_file_agree(output: Output) -> None:
    assert json.loads(output("solve", "kuhn", "--exact", "--json", "-o", "k.json")) == read(
        "k.json"
    )
    assert (
        json.loads(output("check", "kuhn", "k.json", "--target-gap", "0", "--json"))["nash_conv"]
        == "0"
    )
