"""The campaign of hostile text runs, finds nothing, and would find a medium without escapes."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

SCRIPT = Path(__file__).resolve().parents[2] / "scripts/campaigns/hostile_text.py"


def campaign(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)


def test_some_cases_of_every_part_find_nothing(tmp_path: Path) -> None:
    done = campaign("--seconds", "2", "--state", str(tmp_path / "state"), "--result", str(tmp_path / "page.md"))
    assert done.returncode == 0, done.stdout + done.stderr
    counts = dict(re.findall(r"^\| ([a-z ]+) \| ([\d,]+) \| 0 \|$", done.stdout, re.MULTILINE))
    assert {"commands", "messages", "round trips", "programs", "notebooks"} <= counts.keys()
    assert all(count != "0" for count in counts.values())
    state = json.loads((tmp_path / "state").read_text(encoding="utf-8"))
    assert {name: f"{part['done']:,}" for name, part in state["parts"].items()} == counts
    assert "## hostile text\n" in (tmp_path / "page.md").read_text(encoding="utf-8")
