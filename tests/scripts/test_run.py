"""Each table, figure and measurement is made once, at a tiny size."""

import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import kept_rows
import measure
import run
from bench import first_solve, sweep_speed
from papers import anomalies, trees

ROOT = Path(__file__).resolve().parents[2]
TINY = "rhode-island(ranks=2,suits=2,max_bets=1)"
RUNS: dict[str, tuple[str, str]] = {
    "anomalies": ("--no-gambit --repeat 1", "All 17 statements hold here."),
    "gameshrink_figure": ("", "Sizes as published"),
    "oh_hell": ("--cards 4 --hands 3 --readings 1", "| tree depth | 10 | 10 |"),
    "rhode_island": (f"--game {TINY} --ways threshold=inf lossless --gap 0.01", "| lossless |"),
    "gameshrink_pipeline": (
        "--ranks 3 --suits 2 --limit 0.2",
        "| 3 | 3 / 11 / 32 | 23,074 × 23,074 | 18,566 × 19,154 |",
    ),
    "rhode_island_sizes": ("--ranks 13", "| 13 | published |"),
    "smooth_uct": ("--simulations 1000 --seeds 1 --games kuhn", "| UCT | 1,000 |"),
    "table_1": ("--depths 3 --games 2 --starts 2 --jobs 1", "| tree nodes N |"),
    "trees": ("--games 2 --repeat 1", "| 255,168 plays | yes |"),
    "complete": ("--largest 3 --trees vsvet-figure-1 --large kuhn --repeat 1", "| 3 × 3 |"),
    "exact_decks": ("--games kuhn --classes", "| kuhn |"),
    "first_order": (f"--game {TINY} --minutes 0.005", "| cfr |"),
    "highs": ("--games kuhn", "| kuhn |"),
    "large_lp": ("--ranks 2 --suits 2 --forms plain --solvers HiGHS_ipx --time-limit 20", "| 2 | plain | HiGHS ipx |"),
    "lemke": (
        "--deepest 5 --games 1 --repeat 1 --tableau-deepest 5 --gambit-deepest 5 --processes 1",
        "| paper | 3 to 9 | 2.82 |",
    ),
    "pages": ("", "| kuhn | tree |"),
    "peers": ("--only import --repeat 1", "| `import seqform` |"),
    "play_value": ("--games kuhn", "## kuhn"),
    "refinements": ("--games kuhn-with-raise --time-limit 60", "| kuhn-with-raise |"),
    "revisions": ("--before HEAD --only kuhn --repeat 1", "| kuhn, exact |"),
    "search": (
        "--depth 4 --small connect-four(columns=3,rows=3) --repeat 1",
        "| tic-tac-toe | negamax | to the end | 0 | 0 to 0 | 5,478 |",
    ),
    "sweep_speed": ("--repeat 1", "| 2 | 2 |"),
}
"""The arguments, and what the page has."""

SMALLER: dict[str, dict[str, Any]] = {
    "anomalies": {"SOLVERS": [one for one in anomalies.SOLVERS if one[1] in ("highs", "exact")]},
    "lemke": {"first_solve_section": lambda depths, **how: first_solve.first_solve_section(depths[:1], **how)},
    "pages": {"GAMES": ("kuhn",), "REPEAT": 1},
    "rhode_island_sizes": {"GAME": TINY},
    "sweep_speed": {
        "CASES": 100,
        "WAYS": (sweep_speed.WAYS[0], sweep_speed.WAYS[-1]),
        "SPEC": sweep_speed.SPEC.replace("[0, 250]", "[0, 1]"),
    },
    "trees": {"MATCHES": [one for one in trees.MATCHES if not one[1].startswith("mcts:1000")]},
}
"""Constants of a script that are replaced."""

NEEDS = {"complete": "pygambit", "lemke": "pygambit", "first_order": "matplotlib"}


@pytest.fixture
def page_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Return a function that makes a page in a folder of the test and returns its text."""
    (tmp_path / "scripts" / "results").mkdir(parents=True)

    def made(name: str, *arguments: str) -> str:
        module = import_module(f"{run.MODULES[name]}.{name}")
        for one in (measure, module):
            monkeypatch.setattr(one, "RESULTS", tmp_path / "scripts" / "results", raising=False)
        monkeypatch.setattr(module, "PICTURE", tmp_path / "picture.svg", raising=False)
        monkeypatch.setattr(sys, "argv", ["run.py", name, *arguments])
        run.main()
        capsys.readouterr()
        (page,) = (tmp_path / "scripts" / "results").glob("*.md")
        return page.read_text(encoding="utf-8")

    return made


def test_everything_has_a_run_here() -> None:
    assert {*RUNS, "shipped_solution"} == set(run.MODULES)


@pytest.mark.slow
@pytest.mark.parametrize("name", RUNS)
def test_a_page_is_made(name: str, page_of: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    if name == "pages" and (find_spec("playwright") is None or shutil.which("chromium") is None):
        pytest.skip("no Chromium is installed")
    if name in NEEDS:
        pytest.importorskip(NEEDS[name])
    for constant, value in SMALLER.get(name, {}).items():
        monkeypatch.setattr(import_module(f"{run.MODULES[name]}.{name}"), constant, value)
    if name == "revisions" and not (ROOT / ".git").exists():
        pytest.skip("no repository")
    words, text = RUNS[name]
    page = page_of(name, *(word.replace("HiGHS_ipx", "HiGHS ipx") for word in words.split()))
    assert text in page
    assert "- command: " in page and str(ROOT) not in page


def test_wrong_options_get_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run.main(["table_1", "--depths", "1"])
    assert capsys.readouterr().err == "table_1: --depths 1: such as 3-9, from 2 on, expected\n"


@dataclass(frozen=True)
class Row:
    number: int
    square: int


def squared(number: int) -> Row:
    if number > 2 and SEEN is not None:
        raise KeyboardInterrupt
    return Row(number, number**2)


SEEN: list[int] | None = []


def test_an_interrupted_run_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure, "RESULTS", tmp_path)

    def rows(cases: list[int]) -> tuple[list[Row], int]:
        return kept_rows.rows_of("page", cases, squared, lambda data: Row(**data), sources=())

    with pytest.raises(KeyboardInterrupt):
        rows([1, 2, 3])
    (kept,) = tmp_path.iterdir()
    with kept.open("a", encoding="utf-8") as file:
        file.write('["3", {"num')
    monkeypatch.setattr(sys.modules[__name__], "SEEN", None)
    assert rows([1, 2, 3]) == ([Row(k, k**2) for k in (1, 2, 3)], 2)
    assert list(tmp_path.iterdir()) == []


def test_a_command_on_a_page_has_no_path_of_the_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "argv", [str(ROOT / "scripts/run.py"), "trees", f"--x={tmp_path / 'a b.md'}", "c d"])
    assert measure.this_command() == "python scripts/run.py trees '--x=a b.md' 'c d'"


@pytest.mark.slow
def test_a_process_is_stopped_at_its_limit() -> None:
    done = measure.run_measured([sys.executable, "-c", "import time; print('begun', flush=True); time.sleep(600)"], 3)
    assert done.killed and done.output == "begun\n"


@pytest.mark.slow
def test_a_function_is_called_in_a_process_of_its_own() -> None:
    found, process = measure.called("papers.trees", "solved_here", 200, game="kuhn")
    assert found["shape"] == [20, 20, 68] and found["value"] == pytest.approx(-1 / 18) and not process.killed
    assert measure.called("papers.trees", "solved_here", 200, game="no such game")[0] is None
