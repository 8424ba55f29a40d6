"""Processes that a command begins: they import nothing from the current folder, and end with the command."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from command_line import python

import seqform as sf
from seqform.errors import SeqformError
from seqform.system import signals
from seqform.system.programs import open_page

SHADOWED = ("json", "numpy", "random", "seqform", "selectors", "socket", "traceback")
"""Modules that processes of `multiprocessing`, or this package in them, import."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the current folder, which has modules that leave a file when they are imported."""
    for name in SHADOWED:
        (tmp_path / f"{name}.py").write_text(
            f"open({str(tmp_path / 'RAN')!r}, 'a').write({name!r})\n", encoding="utf-8"
        )
    monkeypatch.chdir(tmp_path)
    return tmp_path


BEGINNING = """
import sys
sys.path = [entry for entry in sys.path if entry]  # as in the console script
from seqform.system import signals
from seqform.system.programs import open_page
{}
"""
POOL = """
with signals.process_pool(1, abs, -1) as pool:
    with signals.held(workers=True):
        part = pool.submit(abs, -1)
    assert part.result() == 1
"""
WORKERS = """
from seqform.experiments.executors import process_context
with signals.held(workers=True):
    process = process_context().Process(target=abs, args=(-1,))
    process.start()
process.join()
assert process.exitcode == 0
"""
CLUSTER = """
import dask
from seqform.experiments import cluster
import distributed
with signals.held(workers=True), dask.config.set(cluster._PROCESSES):
    local = distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None)
with distributed.Client(local) as client:
    client.run(lambda: __import__("seqform"))
local.close()
"""


@pytest.mark.parametrize(
    "begin",
    [POOL, *(pytest.param(body, marks=pytest.mark.slow) for body in (WORKERS, CLUSTER))],
    ids=["pool", "workers", "cluster"],
)
def test_processes_import_no_module_from_the_current_folder(begin: str, folder: Path) -> None:
    if begin == CLUSTER:
        pytest.importorskip("distributed", reason="clusters are of Dask")
    done = python(
        "-P", "-c", "import os; exec(os.environ['BODY'])", env=_environment(BEGINNING.format(begin))
    )
    assert done.returncode == 0, done.stderr
    assert not (folder / "RAN").exists()


def _environment(body: str) -> dict[str, str]:
    return {**os.environ, "BODY": body}


@pytest.mark.parametrize("name", ["json", "numpy", "random"])
def test_the_command_line_imports_no_module_from_the_current_folder(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(f"{name}.py").write_text("open('RAN', 'w')\n", encoding="utf-8")
    done = python("-m", "seqform", "solve", "kuhn", "--exact")
    assert (done.returncode, Path("RAN").exists()) == (0, False), done.stderr


def test_the_environment_is_as_before_after_processes_have_begun(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    with signals.held(workers=True):
        assert os.environ["PYTHONSAFEPATH"] == "1"
    assert "PYTHONSAFEPATH" not in os.environ


def test_a_process_ends_with_the_input_that_its_parent_holds_open() -> None:
    waiting = (
        "from seqform.system import signals; import time;"
        " signals.die_with_input(); print(flush=True); time.sleep(600)"
    )
    with subprocess.Popen(
        [sys.executable, "-P", "-c", waiting], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdout.readline()
        assert process.poll() is None
        process.stdin.close()  # as the system does when the parent is killed
        assert process.wait(600) == 1


@pytest.mark.skipif(os.name != "posix", reason="the programs are scripts of a shell")
@pytest.mark.parametrize(
    ("entry", "is_found"),
    [(None, False), (".", False), ("", False), ("sub/..", False), ("{}", True)],
)
def test_solvers_are_programs_of_absolute_folders_only(
    entry: str | None, is_found: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from seqform.backends.solvers import pyomo

    pytest.importorskip("pyomo.environ")
    (tmp_path / "sub").mkdir()
    for name in pyomo._PROGRAMS:
        _leaving_a_file(tmp_path / name)
    monkeypatch.chdir(tmp_path)
    if entry is not None:
        monkeypatch.setenv("PATH", os.pathsep.join([entry.format(tmp_path), os.environ["PATH"]]))
    with suppress(SeqformError):  # unless the system has the solver
        sf.solve("kuhn", backend="pyomo", raw={"solver": "cbc"})
    assert (tmp_path / "RAN").exists() == is_found


@pytest.mark.skipif(os.name != "posix", reason="the programs are scripts of a shell")
def test_a_command_begins_no_program_of_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _leaving_a_file(tmp_path / "own-program")
    (tmp_path / "own.py").write_text(
        "import subprocess\nsubprocess.run(['own-program'])\n", encoding="utf-8"
    )
    monkeypatch.chdir(tmp_path)
    done = python(
        "-m", "seqform", "info", "./own.py:game", env={**os.environ, "PATH": f".{os.pathsep}"}
    )
    assert (done.returncode, (tmp_path / "RAN").exists()) == (2, False), done.stderr
    assert "own-program" in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="the browsers are scripts of a shell")
@pytest.mark.parametrize(("entry", "is_opened"), [(".", False), ("", False), ("{}", True)])
def test_a_page_is_opened_by_browsers_of_absolute_folders_only(
    entry: str, is_opened: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _leaving_a_file(tmp_path / "own-browser")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BROWSER", "own-browser %s")
    monkeypatch.setenv("PATH", entry.format(tmp_path) + os.pathsep)
    open_page("http://127.0.0.1:1/")
    assert (tmp_path / "RAN").exists() == is_opened


def _leaving_a_file(program: Path) -> None:
    program.write_text(f"#!/bin/sh\n: > {program.parent / 'RAN'}\n", encoding="utf-8")
    program.chmod(0o755)
