"""Timing, memory and results pages with their provenance, for the benchmark scripts."""

from __future__ import annotations

import datetime
import json
import os
import platform
import shlex
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
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

    The peak is that of the memory of it and of the processes it started; 0 where the system does not report it.
    """

    output: str
    seconds: float
    peak_bytes: int
    killed: bool


def run_measured(command: Sequence[str], limit: float) -> Finished:
    """Run a command in a process of its own; stop it after so many seconds."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    watch = _Watch(process.pid)
    expired = threading.Event()

    def stop() -> None:
        expired.set()
        process.kill()

    timer = threading.Timer(limit, stop)
    timer.start()
    watch.start()
    try:
        output, _ = process.communicate()
    finally:
        timer.cancel()
        watch.done.set()
        process.kill()
        watch.join()
    return Finished(output, time.perf_counter() - start, watch.peak, expired.is_set())


def called(module: str, function: str, limit: float, **values: Any) -> tuple[Any, Finished]:
    """Call a function of a script in a process of its own; return its result, if there is one, and the process."""
    command = [sys.executable, str(RUNNER), "--call", module, function, json.dumps(values)]
    finished = run_measured(command, limit)
    lines = [] if finished.killed else finished.output.splitlines()
    try:
        return json.loads(lines[-1]), finished
    except (IndexError, ValueError):
        return None, finished


class _Watch(threading.Thread):
    """Peak memory of a process and of those it starts, from ``/proc`` where it exists.

    The operating system's own count after the end begins with what the parent held.
    """

    def __init__(self, process: int) -> None:
        super().__init__(daemon=True)
        self.process, self.peak, self.done = process, 0, threading.Event()

    def run(self) -> None:
        while not self.done.wait(0.05):
            self.peak = max(self.peak, sum(map(_most_memory, _family(self.process))))


def _family(process: int) -> list[int]:
    try:
        children = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="utf-8").split()
    except OSError:
        return [process]
    return [process, *(one for child in children for one in _family(int(child)))]


def _most_memory(process: int) -> int:
    """Return the most bytes that a process has held so far."""
    try:
        lines = Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
    except OSError:
        return 0
    return sum(1024 * int(line.split()[1]) for line in lines if line.startswith("VmHWM:"))


def table_records(page: Path) -> list[dict[str, str]]:
    """Return the rows of the last Markdown table of a results page by its headings, none if there is no page."""
    if not page.exists():
        return []
    lines = page.read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in lines if line.startswith("| ")]
    rules = [place for place, row in enumerate(cells) if set(row[0]) <= {"-"}]
    return [dict(zip(cells[rules[-1] - 1], row, strict=True)) for row in cells[rules[-1] + 1 :]] if rules else []


def markdown_table(header: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    lines = ["| " + " | ".join(header) + " |", "|" + " --- |" * len(header)]
    return "\n".join([*lines, *("| " + " | ".join(str(cell) for cell in row) + " |" for row in rows)])


def write_results(name: str, title: str, sections: Sequence[str], *, row_command: str | None = None) -> Path:
    """Write a results page with the command, the date, the versions and the machine; return its path.

    Of a page to which several runs have added rows, `row_command` is the command of a row, with the headings of the
    columns in capitals.
    """
    command = f"`{this_command()}`" if row_command is None else f"several runs; that of a row was `{row_command}`"
    facts = [
        f"- command: {command}",
        f"- date: {datetime.datetime.now(tz=datetime.UTC):%Y-%m-%d}",
        f"- machine: {machine()}",
        f"- versions: {versions()}",
    ]
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{name}.md"
    path.write_text("\n\n".join([f"# {title}", "\n".join(facts), *sections]) + "\n", encoding="utf-8")
    return path


def machine() -> str:
    """Return the processor, the system and the version of Python."""
    return f"{_processor()}, {os.cpu_count()} cores; {platform.system()}, Python {platform.python_version()}"


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
    return shlex.join(["python", f"scripts/{Path(sys.argv[0]).name}", *map(_anywhere, sys.argv[1:])])


def _anywhere(argument: str) -> str:
    """Return an argument without what only this machine has: of a path from its root on, the part that matters."""
    name, equals, value = argument.rpartition("=") if argument.startswith("-") else ("", "", argument)
    path = Path(value)
    if not path.is_absolute():
        return argument
    root = RESULTS.parents[1]
    return f"{name}{equals}{path.relative_to(root) if path.is_relative_to(root) else path.name}"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()
