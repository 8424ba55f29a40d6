"""Fixtures for all tests."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def shared_games() -> Path:
    """The folder of game files from Gambit's collection, beside the repository or named by SEQFORM_SHARED."""
    root = Path(__file__).resolve().parents[1]
    folder = Path(os.environ.get("SEQFORM_SHARED", root.parent / "shared")) / "games"
    if not folder.is_dir():
        pytest.skip(f"the collection of game files is not at {folder}; name its parent by SEQFORM_SHARED")
    return folder
