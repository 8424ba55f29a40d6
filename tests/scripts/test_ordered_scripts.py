"""Scripts about ordered games at tiny sizes, and the parts that all results pages share."""

from __future__ import annotations

import importlib
import json
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
RunScript = Callable[..., ModuleType]


def test_every_way_of_shrinking_gets_a_row_with_its_loss_in_the_real_game(run_script: RunScript, results: Path) -> None:
    game = "rhode-island(ranks=2,suits=2,max_bets=1)"
    script = run_script("rhode_island", "--game", game, "--ways", "threshold=inf", "lossless", "--gap", "0.01")
    page = (results / "rhode_island.md").read_text(encoding="utf-8")
    rows = {line.split(" | ")[0].strip("| "): line.split(" | ") for line in page.splitlines() if line.startswith("| ")}
    loss = script.HEADER.index("nash_conv in the real game")
    assert float(rows["lossless"][loss]) <= 0.011
    assert float(rows["threshold=inf"][loss]) > 1
    assert rows["threshold=inf"][1] == "1 / 1 / 1"


def test_first_order_curves_are_kept_and_drawn(run_script: RunScript, results: Path) -> None:
    pytest.importorskip("matplotlib", reason="the extra 'plots' brings matplotlib")
    arguments = ["--game", "leduc", "--minutes", "0.5", "--gap", "0.01", "--threads", "1"]
    run_script("bench_first_order", *arguments, "--methods", "cfr", "cfr:method=cfr+")
    curves = json.loads((results / "first_order.json").read_text(encoding="utf-8"))["leduc, lossless"]
    assert set(curves) == {"cfr", "cfr:method=cfr+"}
    assert all(bounds[-1][3] - bounds[-1][2] <= 0.01 for bounds in (one["bounds"] for one in curves.values()))
    assert (results / "first_order.png").stat().st_size > 1000
    assert "| cfr:method=cfr+ |" in (results / "first_order.md").read_text(encoding="utf-8")


def test_a_page_has_no_paths_of_the_machine_and_its_command_can_be_typed(
    results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    measure = importlib.import_module("measure")
    outside, inside = results / "kept here", ROOT / "scripts"
    monkeypatch.setattr(measure, "RESULTS", ROOT / "scripts" / "results")
    arguments = ["--game", "leduc(ranks=4)", "--checkpoints", str(outside), f"--to={inside}", "--gap=1e-3"]
    monkeypatch.setattr(sys, "argv", [str(ROOT / "scripts" / "bench.py"), *arguments])
    command = measure.this_command()
    assert str(results) not in command and str(ROOT) not in command
    kept = ["--checkpoints", "kept here", "--to=scripts", "--gap=1e-3"]
    assert shlex.split(command) == ["python", "scripts/bench.py", *arguments[:2], *kept]


def test_a_page_of_several_runs_has_the_command_of_a_row(results: Path) -> None:
    measure = importlib.import_module("measure")
    page = measure.write_results("page", "Title", ["text"], row_command="python scripts/bench.py --ranks RANKS")
    assert page.parent == results
    command = "- command: several runs; that of a row was `python scripts/bench.py --ranks RANKS`"
    assert command in page.read_text("utf-8")
