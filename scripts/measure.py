"""Timing, memory and results pages with their provenance, for the benchmark scripts."""

from __future__ import annotations

import datetime
import json
import platform
import shlex
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, TypeVar

T = TypeVar("T")

RESULTS = Path(__file__).resolve().parent / "results"
RUNNER = Path(__file__).resolve().with_name("run.py")
PACKAGES = (
    "seqform", "numpy", "scipy", "highspy", "cvxpy", "pyomo", "ortools", "python-flint", "open_spiel", "pygambit",
)  # fmt: skip


Page = tuple[str, str, Sequence[str]]
"""The name, the title and the sections of a results page."""


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """Return what one call returns, and the wall-clock seconds that it takes."""
    start = time.perf_counter()
    found = work()
    return found, time.perf_counter() - start


def seconds(work: Callable[[], object]) -> float:
    """Return the wall-clock seconds that one call takes."""
    return timed(work)[1]


def medians_in_turn(works: Sequence[Callable[[], object]], repeat: int) -> list[float]:
    """Return each call's median time; they take turns, so that a slow moment of the machine hits all of them."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(repeat):
        for spent, work in zip(times, works, strict=True):
            spent.append(seconds(work))
    return [statistics.median(spent) for spent in times]


@dataclass(frozen=True)
class Finished:
    """A process that has ended: its standard output, and whether it was stopped at the limit.

    The peak is that of the memory of it and of the processes it started.
    """

    output: str
    seconds: float
    peak_bytes: int
    killed: bool

    @property
    def failure(self) -> str:
        """The reason for which it has no result."""
        return "killed at its limit" if self.killed else "failed"


def run_measured(command: Sequence[str], limit: float) -> Finished:
    """Run a command in a process of its own; stop it after so many seconds."""
    from seqform.experiments.executors import MemoryWatch

    start, peak = time.perf_counter(), 0
    with TemporaryFile("w+", encoding="utf-8") as output:
        process = subprocess.Popen(command, stdout=output, text=True)
        watch = MemoryWatch(process.pid)
        try:
            while process.poll() is None and time.perf_counter() - start < limit:
                peak = max(peak, watch.held())
                with suppress(subprocess.TimeoutExpired):
                    process.wait(0.02)
            spent, killed = time.perf_counter() - start, process.poll() is None
        finally:
            watch.kill()
            process.wait()
        output.seek(0)
        return Finished(output.read(), spent, peak, killed)


def called(module: str, function: str, limit: float, **values: Any) -> tuple[Any, Finished]:
    """Call a function of a script in a process of its own; return its result, if there is one, and the process."""
    command = [sys.executable, str(RUNNER), "--call", module, function, json.dumps(values)]
    finished = run_measured(command, limit)
    lines = [] if finished.killed else finished.output.splitlines()
    try:
        return json.loads(lines[-1]), finished
    except (IndexError, ValueError):
        return None, finished


def table_records(page: Path) -> list[dict[str, str]]:
    """Return the rows of the last Markdown table of a results page by its headings, none if there is no page."""
    if not page.exists():
        return []
    lines = page.read_text(encoding="utf-8").splitlines()
    cells = [
        [cell.strip() for cell in line.strip("| ").split(" | ")]
        for line in lines
        if line.startswith("| ")
    ]
    rules = [place for place, row in enumerate(cells) if set(row[0]) <= {"-"}]
    return (
        [dict(zip(cells[rules[-1] - 1], row, strict=True)) for row in cells[rules[-1] + 1 :]]
        if rules
        else []
    )


def markdown_table(header: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    lines = ["| " + " | ".join(header) + " |", "|" + " --- |" * len(header)]
    return "\n".join(
        [*lines, *("| " + " | ".join(str(cell) for cell in row) + " |" for row in rows)]
    )


def write_results(
    name: str, title: str, sections: Sequence[str], *, row_command: str | None = None
) -> Path:
    """Write a results page with the command, the date, the versions and the machine; return its path.

    Of a page to which several runs have added rows, `row_command` is the command of a row, with the headings of the
    columns in capitals.
    """
    command = (
        f"`{this_command()}`"
        if row_command is None
        else f"several runs; that of a row was `{row_command}`"
    )
    facts = [
        f"- command: {command}",
        f"- date: {datetime.datetime.now(tz=datetime.UTC):%Y-%m-%d}",
        f"- machine: {machine()}",
        f"- versions: {versions()}",
    ]
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{name}.md"
    path.write_text(
        "\n\n".join([f"# {title}", "\n".join(facts), *sections]) + "\n", encoding="utf-8"
    )
    return path


def machine() -> str:
    """Return the processor, the system and the version of Python."""
    from seqform.experiments.run_case import host

    known = host()
    return f"{known['processor']}, {known['cores']} cores; {known['system']}, Python {platform.python_version()}"


def versions() -> str:
    """Return the versions of the packages that times and answers depend on."""
    found = []
    for package in PACKAGES:
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            found.append(f"{package} not installed")
    return ", ".join(found)


def this_command() -> str:
    """Return the command that is running, as anyone may type it in the root of the repository."""
    return shlex.join(
        ["python", f"scripts/{Path(sys.argv[0]).name}", *map(_anywhere, sys.argv[1:])]
    )


def _anywhere(argument: str) -> str:
    """Return an argument without what only this machine has: of a path from its root on, the part that matters."""
    name, equals, value = (
        argument.rpartition("=") if argument.startswith("-") else ("", "", argument)
    )
    path = Path(value)
    if not path.is_absolute():
        return argument
    root = RESULTS.parents[1]
    return f"{name}{equals}{path.relative_to(root) if path.is_relative_to(root) else path.name}"
