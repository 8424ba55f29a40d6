"""The command line, run within the tests."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from seqform.cli import common, outcome


def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *arguments: str) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "argv", ["seqform", *arguments])
    status = outcome()
    captured = capsys.readouterr()
    return status, captured.out, captured.err


Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def seqform(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(common.out, "width", 120)
    return lambda *arguments: run(capsys, monkeypatch, *arguments)
