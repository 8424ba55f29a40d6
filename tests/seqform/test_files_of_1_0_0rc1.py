"""Files written by version 1.0.0rc1 are read and continued: equilibria, a solution, a history, a sweep and its store.

``tests/data/release_1_0_0rc1`` is never rewritten; what a later release writes gets a folder of its own.
"""

import shutil
from fractions import Fraction
from pathlib import Path

import pytest

import seqform as sf
from seqform.experiments import read
from seqform.experiments.sweep import sweep
from seqform.play import resume_session

FILES = Path(__file__).parents[1] / "data" / "release_1_0_0rc1"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the files, which is the current folder."""
    copy = tmp_path / "copy"
    shutil.copytree(FILES, copy)
    monkeypatch.chdir(copy)
    return copy


def test_an_equilibrium_in_doubles_is_read_and_checked() -> None:
    certificate = sf.check("kuhn", FILES / "nash.json")
    assert certificate.values == pytest.approx((-1 / 18, 1 / 18), abs=1e-12)
    assert certificate.nash_conv < 1e-12


def test_a_quasi_perfect_equilibrium_is_proved_with_its_witness() -> None:
    certificate = sf.check("vsvet-figure-1", FILES / "quasi_perfect.json", quasi_perfect=True)
    assert certificate.checks["quasi-perfect"]
    assert certificate.values == (Fraction(11), Fraction(3))


def test_a_solution_of_classes_of_hands_is_read_and_checked() -> None:
    solution = sf.read_solution(FILES / "classes.solution")
    assert solution.certificate.nash_conv <= 0.01

    certificate = sf.check("leduc(suits=1)", FILES / "classes.solution")
    assert certificate.nash_conv == pytest.approx(solution.certificate.nash_conv, abs=1e-12)


def test_a_history_is_resumed_and_goes_on(folder: Path) -> None:
    session = resume_session(folder / "game.history", "kuhn")
    assert [hand.payoff for hand in session.hands] == [-1, 1, 1]
    session.next()
    session.act("check")
    assert len((folder / "game.history").read_text("utf-8").splitlines()) > 7


def test_a_declaration_has_its_rows_in_the_store(folder: Path) -> None:
    summary = sweep("sweep.toml", workers=1)
    assert (summary.total, summary.ran.total()) == (11, 0)


def test_a_store_is_read_and_reported(folder: Path) -> None:
    rows = read("sweep.sqlite")
    outcomes = rows["outcome"].value_counts().to_dict()
    assert outcomes == {"certified": 10, "refused": 1}
