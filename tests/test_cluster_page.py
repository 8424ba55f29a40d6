"""The commands of the page on clusters, run as they stand there, with a declaration of fewer cases."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from math import prod
from pathlib import Path

import pytest

import seqform as sf
from seqform.experiments.declaration import read_spec
from seqform.experiments.store import open_store

PAGE = Path(__file__).resolve().parents[1] / "docs" / "guide_cluster.md"
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
DECLARATION = next(body for language, body in BLOCKS if language == "toml")
ARRAY, MERGE, SCHEDULER, WORKER, SWEEP = (body for language, body in BLOCKS if language == "bash")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a declaration of 20 cases, in which the commands find seqform and Dask."""
    few = DECLARATION.replace("[1, 101]", "[1, 6]", 1).replace("[1, 101]", "[1, 5]")
    (tmp_path / "cases.toml").write_text(few, "utf-8")
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(script: str, **environment: str) -> str:
    done = subprocess.run(
        ["bash", "-c", script], env={**os.environ, **environment}, capture_output=True, text=True, check=True
    )
    return done.stderr


def test_the_declaration_has_the_ten_thousand_cases_that_the_page_names(tmp_path: Path) -> None:
    (tmp_path / "cases.toml").write_text(DECLARATION, "utf-8")
    (grid,) = read_spec(tmp_path / "cases.toml").grids
    assert prod(len(axis.values) for axis in grid.axes) == 10_000
    assert "10,000 cases" in PAGE.read_text("utf-8")


@pytest.mark.slow
def test_the_tasks_of_an_array_fill_the_store_together(folder: Path) -> None:
    for task in range(1, 4):
        run(ARRAY, SLURM_ARRAY_TASK_ID=str(task), SLURM_CPUS_PER_TASK="2")
    assert "15 of 20 cases have one; without --merge, the command runs the others" in run(MERGE.splitlines()[0])
    assert "5 run in" in run(MERGE.splitlines()[1])
    assert len(open_store(folder / "results.sqlite").rows()) == 20


@contextmanager
def running(command: str) -> Iterator[None]:
    process = subprocess.Popen(["bash", "-c", f"exec {command}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait(60)


@pytest.mark.slow
def test_a_scheduler_and_two_workers_run_the_sweep(folder: Path) -> None:
    pytest.importorskip("distributed", reason="the extra 'cluster' brings Dask")
    with running(SCHEDULER), running(WORKER), running(WORKER):
        assert "20 cases, 20 run" in run(SWEEP)
    assert {str(row.outcome) for row in open_store(folder / "results.sqlite").rows()} == {"certified"}


def test_a_shard_has_a_number_of_its_own(tmp_path: Path) -> None:
    for shard in ((0, 2), (3, 2), 1, (1.0, 2)):
        with pytest.raises(sf.errors.InputError, match="shard: "):
            sf.sweep({"case": [{"game": "kuhn"}]}, store=tmp_path / "x.sqlite", workers=0, shard=shard)  # type: ignore[arg-type]
