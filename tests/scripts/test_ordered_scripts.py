"""The scripts about ordered games do at tiny sizes what their pages say they did at full ones."""

from __future__ import annotations

import importlib
import json
import shlex
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def scripts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    measure = importlib.import_module("measure")
    monkeypatch.setattr(measure, "RESULTS", tmp_path)
    return tmp_path


def run(script: ModuleType, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> None:
    monkeypatch.setattr(sys, "argv", [f"{script.__name__}.py", *arguments])
    script.main()


def test_every_way_of_shrinking_gets_a_row_with_its_loss_in_the_real_game(
    scripts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = importlib.import_module("rhode_island")
    game = "rhode-island(ranks=2,suits=2,max_bets=1)"
    run(script, monkeypatch, "--game", game, "--ways", "threshold=inf", "lossless", "--gap", "0.01")
    page = (scripts / "rhode_island.md").read_text(encoding="utf-8")
    rows = {line.split(" | ")[0].strip("| "): line.split(" | ") for line in page.splitlines() if line.startswith("| ")}
    loss = script.HEADER.index("nash_conv in the real game")
    assert float(rows["lossless"][loss]) <= 0.011
    assert float(rows["threshold=inf"][loss]) > 1
    assert rows["threshold=inf"][1] == "1 / 1 / 1"


def test_first_order_curves_are_kept_and_drawn(scripts: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib", reason="the extra 'plots' brings matplotlib")
    script = importlib.import_module("bench_first_order")
    monkeypatch.setattr(script, "RESULTS", scripts)
    arguments = ["--game", "leduc", "--minutes", "0.5", "--gap", "0.01", "--threads", "1"]
    run(script, monkeypatch, *arguments, "--methods", "cfr", "cfr:method=cfr+")
    curves = json.loads((scripts / "first_order.json").read_text(encoding="utf-8"))["leduc, lossless"]
    assert set(curves) == {"cfr", "cfr:method=cfr+"}
    assert all(bounds[-1][3] - bounds[-1][2] <= 0.01 for bounds in (one["bounds"] for one in curves.values()))
    assert (scripts / "first_order.png").stat().st_size > 1000
    assert "| cfr:method=cfr+ |" in (scripts / "first_order.md").read_text(encoding="utf-8")


def test_a_page_tells_no_paths_of_the_machine_and_its_command_can_be_typed(
    scripts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    measure = importlib.import_module("measure")
    outside, inside = scripts / "kept here", ROOT / "scripts"
    monkeypatch.setattr(measure, "RESULTS", ROOT / "scripts" / "results")
    arguments = ["--game", "leduc(ranks=4)", "--checkpoints", str(outside), f"--to={inside}", "--gap=1e-3"]
    monkeypatch.setattr(sys, "argv", [str(ROOT / "scripts" / "bench.py"), *arguments])
    command = measure.this_command()
    assert str(scripts) not in command
    assert str(ROOT) not in command
    expected = [
        "python",
        "scripts/bench.py",
        *arguments[:2],
        "--checkpoints",
        "kept here",
        "--to=scripts",
        "--gap=1e-3",
    ]
    assert shlex.split(command) == expected


def test_a_page_of_several_runs_tells_the_command_of_a_row(scripts: Path) -> None:
    measure = importlib.import_module("measure")
    page = measure.write_results("page", "Title", ["text"], row_command="python scripts/bench.py --ranks RANKS")
    assert page.parent == scripts
    assert "- command: several runs; that of a row was `python scripts/bench.py --ranks RANKS`" in page.read_text(
        "utf-8"
    )
