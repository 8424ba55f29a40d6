"""The set-up of a checkout by ``scripts/environment.sh``, without an installation."""

import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

REPORTING = """
source scripts/environment.sh
set_up_environment() { echo "packages of '$1'"; }
prepare_environment "$1"
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder with the script, and an environment that has a Python and machine code, but no packages."""
    for name in ("scripts/environment.sh", "pyproject.toml"):
        copy = tmp_path / name
        copy.parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, copy)
    (tmp_path / "backends").mkdir()
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.symlink_to("/bin/true")
    bash(tmp_path, "source scripts/environment.sh; SEQFORM_PLAIN=1 finish_machine_code")
    return tmp_path


def bash(folder: Path, script: str, *arguments: str) -> str:
    command = ["bash", "-c", script, "bash", *arguments]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=True
    ).stdout.strip()


def stamp(checkout: Path, extras: str, text: str | None = None) -> None:
    """Write the sum of pyproject.toml, or the text, as that of finished packages."""
    if text is None:
        text = bash(checkout, "cksum < pyproject.toml")
    (checkout / ".venv" / f".seqform-{extras}").write_text(text + "\n")


@pytest.mark.parametrize(
    ("installed", "extras"),
    [
        ("common", "common"),
        ("dev", "common"),
        ("quick", "quick"),
        ("dev", "quick"),
        ("dev", "docs"),
        ("dev", "dev"),
    ],
)
def test_packages_that_a_larger_set_contains_are_not_set_up_again(
    checkout: Path, installed: str, extras: str
) -> None:
    stamp(checkout, installed)
    assert bash(checkout, REPORTING, extras) == ""


@pytest.mark.parametrize(
    ("installed", "extras"),
    [
        ("common", "quick"),
        ("quick", "common"),
        ("quick", "dev"),
        ("docs", "quick"),
        ("docs", "dev"),
    ],
)
def test_packages_that_are_missing_are_set_up(checkout: Path, installed: str, extras: str) -> None:
    stamp(checkout, installed)
    assert bash(checkout, REPORTING, extras) == f"packages of '{extras}'"


def test_packages_are_set_up_again_after_a_change_of_the_project(checkout: Path) -> None:
    stamp(checkout, "dev", "1 2")
    assert bash(checkout, REPORTING, "common") == "packages of 'common'"


def test_packages_are_set_up_again_after_an_interruption(checkout: Path) -> None:
    stamp(checkout, "dev")
    (checkout / ".venv" / ".seqform-unfinished").touch()
    assert bash(checkout, REPORTING, "common") == "packages of 'common'"


def test_the_larger_sets_contain_the_smaller_ones() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    (contents,) = project["project"]["optional-dependencies"]["dev"]
    assert {"common", "quick", "docs"} <= set(
        contents.removeprefix("seqform[").removesuffix("]").split(",")
    )
