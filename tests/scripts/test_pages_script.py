"""The benchmark of pages of games, on the smallest game."""

from __future__ import annotations

import importlib
import shutil
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from measure import table_records

pytest.importorskip("playwright.sync_api", reason="the extra 'test' brings playwright")
pytestmark = pytest.mark.skipif(shutil.which("chromium") is None, reason="Chromium is not installed")


def test_pages_are_measured_in_both_views(
    run_script: Callable[..., ModuleType], monkeypatch: pytest.MonkeyPatch, results: Path
) -> None:
    monkeypatch.setattr(importlib.import_module("bench_pages"), "GAMES", ("kuhn",))
    run_script("bench_pages")
    rows = table_records(results / "pages.md")
    assert [(row["game"], row["view"], row["nodes"]) for row in rows] == [
        ("kuhn", "tree", "58"),
        ("kuhn", "flow", "58"),
    ]
    assert all(float(row["page, kB"]) > 10 and float(row["a frame, ms"]) >= 0 for row in rows)
