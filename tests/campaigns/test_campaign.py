"""The runner of campaigns: cases depend on seed, part and number alone; runs go on where they stopped."""

from __future__ import annotations

import importlib
import json
import random
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "scripts/campaigns"


@pytest.fixture
def runner(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(FOLDER))
    return importlib.import_module("campaign")


def drawn(runner: ModuleType, seen: list[float], *, failing: int = -1) -> Any:
    campaign = runner.Campaign("toy", "A toy.")

    def case(rng: random.Random) -> str | None:
        seen.append(rng.random())
        if len(seen) == failing + 1:
            raise ValueError("bad\x1b")
        return None

    campaign.part("one", case, 6)
    return campaign


def test_a_run_goes_on_where_it_stopped(runner: ModuleType, tmp_path: Path) -> None:
    whole: list[float] = []
    parts: list[float] = []
    state = str(tmp_path / "state")
    assert drawn(runner, whole).run([]) == 0
    assert drawn(runner, parts).run(["--cases", "2", "--state", state]) == 0
    assert drawn(runner, parts).run(["--state", state]) == 0
    assert parts == whole
    assert len(set(whole)) == 6


def test_failures_are_counted_listed_and_repeated(
    runner: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seen: list[float] = []
    page = tmp_path / "page.md"
    page.write_text("# Results\n\n## other\n\nkept\n\n## toy\n\nold\n", encoding="utf-8")
    assert drawn(runner, seen, failing=3).run(["--result", str(page)]) == 1
    out = capsys.readouterr().out
    assert "one 3: ValueError at test_campaign.py" in out
    assert "bad\\x1b" in out
    assert "| one | 6 | 1 |" in out
    text = page.read_text(encoding="utf-8")
    assert "kept" in text
    assert "old" not in text
    assert "- `one` 3: ValueError" in text
    again: list[float] = []
    assert drawn(runner, again).run(["--parts", "one", "--only", "3"]) == 0
    assert again == [seen[3]]


def test_ctrl_c_keeps_what_is_done(runner: ModuleType, tmp_path: Path) -> None:
    campaign = runner.Campaign("toy", "A toy.")
    done = 0

    def case(rng: random.Random) -> None:
        nonlocal done
        done += 1
        if done == 4:
            raise KeyboardInterrupt

    campaign.part("one", case, 6)
    assert campaign.run(["--state", str(tmp_path / "state")]) == 130
    assert json.loads((tmp_path / "state").read_text(encoding="utf-8"))["parts"]["one"]["done"] == 3


def test_the_state_of_another_seed_is_refused(runner: ModuleType, tmp_path: Path) -> None:
    drawn(runner, []).run(["--state", str(tmp_path / "state")])
    with pytest.raises(SystemExit, match="seed 0"):
        drawn(runner, []).run(["--state", str(tmp_path / "state"), "--seed", "1"])
