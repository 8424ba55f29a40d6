"""Parameters of tests: the collection of real game files, where there is one, and values of which a few are quick."""

from __future__ import annotations

import csv
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

FOLDER = (
    Path(os.environ.get("SEQFORM_SHARED") or Path(__file__).resolve().parents[3] / "shared")
    / "games"
)
"""Beside the repository, or in the folder that SEQFORM_SHARED names."""

ABSENT = f"the collection of game files is not at {FOLDER}; SEQFORM_SHARED may name the folder that holds it"


def index(**facts: str) -> list[dict[str, str]]:
    """Return the rows of the collection's index with the given facts; none where the collection is absent."""
    if not FOLDER.is_dir():
        return []
    with (FOLDER / "INDEX.csv").open(newline="", encoding="utf-8") as stream:
        return [row for row in csv.DictReader(stream) if facts.items() <= row.items()]


def rows(suffix: str = "", **facts: str) -> list[Any]:
    """Return the rows of the index as parameters, or one that skips its test and says why."""
    found = [
        pytest.param(row, id=row["file"]) for row in index(**facts) if row["file"].endswith(suffix)
    ]
    return found or [pytest.param(None, marks=pytest.mark.skip(reason=ABSENT))]


def paths(suffix: str = "", **facts: str) -> list[Any]:
    """Return the files themselves as parameters, or one that skips its test and says why."""
    found = [
        pytest.param(FOLDER / row["file"], id=row["file"])
        for row in index(**facts)
        if row["file"].endswith(suffix)
    ]
    return found or [pytest.param(None, marks=pytest.mark.skip(reason=ABSENT))]


# ---- values ----


def first_quick(values: Iterable[Any], quick: int) -> list[Any]:
    """Return parameters, of which those after so many are slow."""
    return [
        pytest.param(one, marks=[pytest.mark.slow] * (number >= quick))
        for number, one in enumerate(values)
    ]
