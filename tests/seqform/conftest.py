"""The command line, run within the tests, and a browser."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browsers import chromium
from command_line import Run

from seqform.cli import common, outcome


def run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *arguments: str
) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "argv", ["seqform", *arguments])
    status = outcome()
    captured = capsys.readouterr()
    return status, captured.out, captured.err


@pytest.fixture
def seqform(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Run:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(common.out, "width", 120)
    return lambda *arguments: run(capsys, monkeypatch, *arguments)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as running:
        yield running
