"""Scripts as modules, run at small sizes, with their results pages in a temporary folder."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def results(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Make the scripts importable, and return the folder that results pages are written to."""
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    monkeypatch.setattr(importlib.import_module("measure"), "RESULTS", tmp_path)
    return tmp_path


@pytest.fixture
def run_script(results: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., ModuleType]:
    """Return a function that runs a script with some arguments and returns its module."""

    def run(name: str, *arguments: str) -> ModuleType:
        script = importlib.import_module(name)
        if hasattr(script, "RESULTS"):
            monkeypatch.setattr(script, "RESULTS", results)
        monkeypatch.setattr(sys, "argv", [f"{name}.py", *arguments])
        script.main()
        return script

    return run
