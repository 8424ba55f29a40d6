"""The ready sweeps: every declaration is sound, small, and reported on its page."""

import importlib
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner
from sweep_rows import made_row

from seqform.cli.app import app
from seqform.experiments.declaration import expand, read_spec
from seqform.experiments.report.data import frame_of
from seqform.experiments.rows import Outcome

pytestmark = pytest.mark.slow

SPECS = sorted((Path(__file__).resolve().parents[2] / "scripts" / "sweeps").glob("*.toml"))

KUHN, TREES = '{game = "kuhn", bet = [1, 2], ', '{game = "binary-tree(seed=1)", depth = [3, 4], '
TINY = {
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


def test_every_declaration_is_reported(script: ModuleType) -> None:
    assert set(script.READY) == {spec.stem for spec in SPECS} == set(TINY)


@pytest.mark.parametrize("name", TINY)
def test_a_ready_sweep_is_run_drawn_and_reported(
    script: ModuleType, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / f"{name}.toml").write_text(f"# What it is for.\n#   a command\n{TINY[name]}", "utf-8")
    monkeypatch.setitem(script.READY, name, replace(script.READY[name], workers=None))
    arguments = ["--specs", str(tmp_path), "--stores", str(tmp_path / "stores"), "--pictures", str(tmp_path)]
    monkeypatch.setattr(sys, "argv", ["run_sweeps.py", name, *arguments, "--workers", "0"])
    script.main()
    page = (tmp_path / "results" / f"sweep_{name}.md").read_text("utf-8")
    cases = expand(read_spec(tmp_path / f"{name}.toml"))
    picture = tmp_path / f"sweep-{name.replace('_', '-')}.svg"
    parts = (f"{len(cases):,} cases: ", "What it is for.\n", TINY[name], f"](../{picture.name})")
    assert all(part in page for part in parts)
    assert "a command" not in page and str(tmp_path) not in page
    assert picture.read_text("utf-8").startswith("<?xml")


def test_starts_are_listed_with_the_number_of_random_ones_that_find_the_same(script: ModuleType) -> None:
    payoffs = [(1.0, 2.0), (1.0, 2.0), (3.0, 4.0)]
    rows = [
        made_row("t", {"depth": 3}, settings={"start": "random"}, seed=seed, value=value, iterations=10 * seed)
        for seed, value in enumerate(payoffs, start=1)
    ]
    rows += [made_row("t", {"depth": 3}, settings={"start": "ones"}, value=(3.0, 4.0), iterations=7)]
    rows += [made_row("t", {"depth": 4}, settings={"start": "ones"}, outcome=Outcome.TIMED_OUT)]
    lines = importlib.import_module("sweep_pages").equilibria_found(frame_of(rows)).splitlines()
    assert lines[-3:] == [
        "| 3 | ones | 1 | 1 | 1 | 7 | 7 | 7 |",
        "| 3 | random | 3 | 2 | 2 | 20 | 10 | 30 |",
        "| 4 | ones | 1 | 0 | 0 | – | – | – |",
    ]


def test_starts_are_the_ones_of_the_literature_too() -> None:
    (spec,) = (spec for spec in SPECS if spec.stem == "starts")
    starts = Counter(case.settings["start"] for case in expand(read_spec(spec)))
    assert starts == {"random": 700, "ones": 7, "centroid": 7}
