"""Each table, figure, measurement and ready sweep is made once, at a tiny size; the gallery has every game."""

import importlib
import json
import os
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from html import escape
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import cupdlpx_stand_in
import pytest
from click.testing import CliRunner

import gallery
import kept_rows
import measure
import run
from bench import gpu, revisions, sweep_speed
from papers import anomalies, trees
from seqform.builders.games import catalog
from seqform.cli.app import app
from seqform.experiments.declaration import expand, read_spec

ROOT = Path(__file__).resolve().parents[2]
TINY = "rhode-island(ranks=2,suits=2,max_bets=1)"
RUNS: dict[str, tuple[str, str]] = {
    "anomalies": ("--no-gambit --repeat 1", "All 17 statements hold here."),
    "correlation": ("--games job-signals", "| job-signals | EFCE | best-for-2 | 7/2 | 13/2 |"),
    "correlated": (
        "--games chicken --methods HiGHS_ipx --exact chicken --limit 20",
        "| chicken | 1 | 3 and 3 | 3 |",
    ),
    "published_correlation": ("", "| the table | the same |"),
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
    "endgames": ("--situations 4 --ranges AA;QQ --minutes 0.05", "| JsKs5cQs7d | 3750 |"),
    "exact_decks": ("--games kuhn --classes", "| kuhn |"),
    "gpu": (
        "--games kuhn --ranks 2 --suits 2 --tolerances 1e-6 --time-limit 20",
        "| infeasible rows | iteration_limit=100000 | infeasible | infeasible |",
    ),
    "first_order": (f"--game {TINY} --minutes 0.005", "| cfr |"),
    "highs": ("--games kuhn", "| kuhn |"),
    "large_lp": (
        "--ranks 2 --suits 2 --forms plain --solvers HiGHS_ipx --time-limit 20",
        "| 2 | plain | HiGHS ipx |",
    ),
    "lemke": (
        "--deepest 5 --games 1 --repeat 1 --tableau-deepest 5 --gambit-deepest 5 --processes 1",
        "| paper | 3 to 9 | 2.82 |",
    ),
    "pages": ("", "| kuhn | tree |"),
    "peers": ("--only import --repeat 1", "| `import seqform` |"),
    "play_value": ("--games kuhn", "## kuhn"),
    "refinements": ("--games kuhn-with-raise --time-limit 60", "| kuhn-with-raise |"),
    "revisions": ("--before HEAD --repeat 1", "| kuhn, exact |"),
    "search": (
        "--depth 4 --small connect-four(columns=3,rows=3) --repeat 1",
        "| tic-tac-toe | negamax | to the end | 0 | 0 to 0 | 5,478 |",
    ),
    "sweep_speed": ("--repeat 1", "| 2 | 2 |"),
}
"""The arguments, and what the page has."""

SMALLER: dict[str, dict[str, Any]] = {
    "correlated": {"COMMITMENTS": (("chicken", 0),)},
    "anomalies": {"SOLVERS": [one for one in anomalies.SOLVERS if one[1] in ("highs", "exact")]},
    "lemke": {"FIRST_SOLVES": (5,)},
    "pages": {"GAMES": ("kuhn",), "REPEAT": 1},
    "revisions": {
        "checked_out": lambda revision: ROOT,
        "COMPUTATIONS": {"kuhn, exact": revisions.COMPUTATIONS["kuhn, exact"]},
        "COMMANDS": {"start-up: solve kuhn": ["solve", "kuhn"]},
    },
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
def page_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., str]:
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


@pytest.fixture
def stand_in_for_cupdlpx(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package that needs no graphics processor, for calls that are made in this process."""

    def called(module: str, function: str, limit: float, **values: Any) -> tuple[Any, Any]:
        written = json.loads(json.dumps(values))
        finished = measure.Finished(output="", seconds=0.0, peak_bytes=10**6, killed=False)
        return getattr(import_module(module), function)(**written), finished

    monkeypatch.setattr(gpu, "called", called)
    with cupdlpx_stand_in.installed(tmp_path, monkeypatch):
        yield


def test_everything_has_a_run_here() -> None:
    assert {*RUNS, "shipped_solution"} == set(run.MODULES)


@pytest.mark.slow
@pytest.mark.parametrize("name", RUNS)
def test_a_page_is_made(
    request: pytest.FixtureRequest,
    name: str,
    page_of: Callable[..., str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if name == "pages" and (find_spec("playwright") is None or shutil.which("chromium") is None):
        pytest.skip("no Chromium is installed")
    if name in NEEDS:
        pytest.importorskip(NEEDS[name])
    if name == "gpu":
        request.getfixturevalue("stand_in_for_cupdlpx")
    for constant, value in SMALLER.get(name, {}).items():
        monkeypatch.setattr(import_module(f"{run.MODULES[name]}.{name}"), constant, value)
    if name == "sweep_speed" and len(os.sched_getaffinity(0)) < 2:
        with pytest.raises(SystemExit):
            page_of(name)
        assert "two cores are needed" in capsys.readouterr().err
        return
    words, text = RUNS[name]
    page = page_of(name, *(word.replace("HiGHS_ipx", "HiGHS ipx") for word in words.split()))
    assert text in page
    assert "- command: " in page and str(ROOT) not in page


def test_an_earlier_revision_is_checked_out_and_built_outside_the_working_tree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository = tmp_path / "repository"
    repository.mkdir()
    monkeypatch.setattr(revisions, "ROOT", repository)
    monkeypatch.setattr(revisions, "CHECKOUTS", repository / "build" / "revisions")
    revisions.git("init", "--quiet")
    for revision in ("earlier", "later"):
        build = f"open('built', 'a').write({revision!r})"
        (repository / "setup.py").write_text(build, "utf-8")
        revisions.git("add", "setup.py")
        author = ["-c", "user.name=Author", "-c", "user.email=author@example.org"]
        revisions.git(*author, "commit", "--quiet", "--message", revision)

    checkout = revisions.checked_out("HEAD~1")
    assert checkout.is_relative_to(repository / "build")
    assert (checkout / "built").read_text("utf-8") == "earlier"
    assert not (repository / "built").exists()

    (checkout / "built").unlink()
    assert revisions.checked_out("HEAD~1") == checkout
    assert (checkout / "built").exists()


def test_wrong_options_get_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run.main(["table_1", "--depths", "1"])
    assert capsys.readouterr().err == "table_1: --depths 1: such as 3-9, from 2 on, expected\n"


def test_a_missing_solver_gets_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gpu, "unavailable", lambda solver: f"{solver} is not installed")
    with pytest.raises(SystemExit):
        run.main(["gpu"])
    assert capsys.readouterr().err == "gpu: cuPDLPx is not installed\n"


@dataclass(frozen=True)
class Row:
    number: int
    square: int


def squared(number: int) -> Row:
    if number > 2 and SEEN is not None:
        raise KeyboardInterrupt
    return Row(number, number**2)


SEEN: list[int] | None = []


def test_an_interrupted_run_goes_on_where_it_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measure, "RESULTS", tmp_path)

    def rows(cases: list[int]) -> tuple[list[Row], int]:
        return kept_rows.rows_of("page", cases, squared, Row, sources=())

    with pytest.raises(KeyboardInterrupt):
        rows([1, 2, 3])
    (kept,) = tmp_path.iterdir()
    with kept.open("a", encoding="utf-8") as file:
        file.write('["3", {"num')
    monkeypatch.setattr(sys.modules[__name__], "SEEN", None)
    assert rows([1, 2, 3]) == ([Row(k, k**2) for k in (1, 2, 3)], 2)
    assert list(tmp_path.iterdir()) == []


def test_a_command_on_a_page_has_no_path_of_the_machine(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(
        sys, "argv", [str(ROOT / "scripts/run.py"), "trees", f"--x={tmp_path / 'a b.md'}", "c d"]
    )
    assert measure.this_command() == "python scripts/run.py trees '--x=a b.md' 'c d'"


@pytest.mark.slow
def test_a_process_is_stopped_at_its_limit() -> None:
    done = measure.run_measured(
        [sys.executable, "-c", "import time; print('begun', flush=True); time.sleep(600)"], 3
    )
    assert done.killed and done.output == "begun\n"


@pytest.mark.slow
def test_a_function_is_called_in_a_process_of_its_own() -> None:
    found, process = measure.called("papers.trees", "solved_here", 200, game="kuhn")
    assert found[:2] == ["20 × 20, 68 nonzeros", "-0.0556"] and not process.killed
    assert measure.called("papers.trees", "solved_here", 200, game="no such game")[0] is None


SPECS = sorted((Path(__file__).resolve().parents[2] / "scripts" / "sweeps").glob("*.toml"))

KUHN, TREES = '{game = "kuhn", bet = [1, 2], ', '{game = "binary-tree(seed=1)", depth = [3, 4], '
TINY_SWEEPS = {
    "kuhn_bet": f'grid = [{KUHN}concept = "quasi-perfect", watch = ["1:J:bet", "1:K:bet"]}}]',
    "epsilon": 'grid = [{game = "kuhn-with-raise", concept = "quasi-perfect", method = ["numeric", "stable-basis"], '
    'epsilon = ["1/2", "1/10", "1/100"]}]',
    "starts": f'grid = [{TREES}start = ["ones", "centroid"]}}, {TREES}start = "random", seed = {{range = [0, 3]}}}}]',
    "threshold": 'grid = [{game = "leduc", backend = "cfr", options.target_gap = 0.1, '
    'preprocess = ["lossless", "threshold=0", "threshold=1"]}]',
    "deck_size": 'grid = [{game = "leduc(suits=1)", ranks = [3, 4], backend = ["highs", "scipy"]}]',
    "solvers": 'grid = [{game = ["matching-pennies", "kuhn", "two-level-tree"], backend = ["highs", "scipy"]}]',
}


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    pytest.importorskip("matplotlib", reason="the extra 'plots' brings matplotlib")
    monkeypatch.setattr(importlib.import_module("measure"), "RESULTS", tmp_path / "results")
    return importlib.import_module("run_sweeps")


@pytest.mark.slow
@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.stem)
def test_every_declaration_has_a_purpose_a_limit_of_time_and_a_few_cases(spec: Path) -> None:
    declared = read_spec(spec)
    assert spec.read_text("utf-8").startswith("# ")
    assert declared.store == f"{spec.stem}.sqlite"
    assert declared.limits.time is not None and declared.limits.time <= 120
    cases = expand(declared)
    assert 2 < len(cases) <= 1000
    shown = CliRunner().invoke(app, ["sweep", str(spec), "--dry-run"])
    assert shown.exit_code == 0, shown.output
    assert f"{len(cases):,} cases" in shown.output


@pytest.mark.slow
def test_every_declaration_is_reported(script: ModuleType) -> None:
    assert set(script.READY) == {spec.stem for spec in SPECS} == set(TINY_SWEEPS)


@pytest.mark.slow
@pytest.mark.parametrize("name", TINY_SWEEPS)
def test_a_ready_sweep_is_run_drawn_and_reported(
    script: ModuleType, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / f"{name}.toml").write_text(
        f"# What it is for.\n#   a command\n{TINY_SWEEPS[name]}", "utf-8"
    )
    monkeypatch.setitem(script.READY, name, replace(script.READY[name], workers=None))
    arguments = [
        "--specs",
        str(tmp_path),
        "--stores",
        str(tmp_path / "stores"),
        "--pictures",
        str(tmp_path),
    ]
    monkeypatch.setattr(sys, "argv", ["run_sweeps.py", name, *arguments, "--workers", "0"])
    script.main()
    page = (tmp_path / "results" / f"sweep_{name}.md").read_text("utf-8")
    cases = expand(read_spec(tmp_path / f"{name}.toml"))
    picture = tmp_path / f"sweep-{name.replace('_', '-')}.svg"
    parts = (
        f"{len(cases):,} cases: ",
        "What it is for.\n",
        TINY_SWEEPS[name],
        f"](../{picture.name})",
    )
    assert all(part in page for part in parts)
    assert "a command" not in page and str(tmp_path) not in page
    assert picture.read_text("utf-8").startswith("<?xml")


@pytest.mark.slow
def test_starts_are_the_ones_of_the_literature_too() -> None:
    (spec,) = (spec for spec in SPECS if spec.stem == "starts")
    starts = Counter(case.settings["start"] for case in expand(read_spec(spec)))
    assert starts == {"random": 700, "ones": 7, "centroid": 7}


PICTURES = [one for pictures in gallery.SECTIONS.values() for one in pictures]


@pytest.mark.slow
def test_every_game_of_the_catalog_has_a_picture() -> None:
    code = "\n".join(one.code for one in PICTURES).replace("rhode_island", "rhode-island")
    assert [entry.name for entry in catalog.entries() if entry.name not in code] == []
    assert len({one.file for one in PICTURES}) == len(PICTURES)


@pytest.mark.slow
def test_every_card_has_a_title_of_its_own_and_a_thumbnail() -> None:
    files = {one.file for one in PICTURES}
    assert len({one.title for one in PICTURES}) == len(PICTURES)
    assert set(gallery.TITLES) <= files and {one.thumbnail for one in PICTURES} <= files
    for one in PICTURES:
        assert escape(one.title) in gallery.figure(one) and f"/{one.thumbnail}" in gallery.figure(
            one
        )


@pytest.mark.slow
def test_only_what_has_changed_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = gallery.Picture("pennies", "A <game>", 'sf.draw("matching-pennies")')
    monkeypatch.setattr(gallery, "SECTIONS", {"few": (one,)})
    assert len(list(gallery.drawn(tmp_path))) == 1
    assert (tmp_path / "pennies.svg").read_text(encoding="utf-8").startswith("<svg")
    assert list(gallery.drawn(tmp_path)) == []
    monkeypatch.setattr(
        gallery, "SECTIONS", {"few": (one._replace(code='sf.draw("two-level-tree")'),)}
    )
    assert len(list(gallery.drawn(tmp_path))) == 1
    assert "A &lt;game&gt;" in gallery.figure(one)
