"""What the benchmark scripts share: timing, and a results page that says what made it."""

from __future__ import annotations

import datetime
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

RESULTS = Path(__file__).resolve().parent / "results"
PACKAGES = (
    "seqform",
    "numpy",
    "scipy",
    "highspy",
    "cvxpy",
    "pyomo",
    "ortools",
    "python-flint",
    "open_spiel",
    "pygambit",
)


def seconds(work: Callable[[], object]) -> float:
    """Return the wall-clock seconds that one call takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def medians_in_turn(works: Sequence[Callable[[], object]], repeat: int) -> list[float]:
    """Return each call's median time; they take turns, so that a slow moment of the machine hits all of them."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(repeat):
        for spent, work in zip(times, works, strict=True):
            spent.append(seconds(work))
    return [statistics.median(spent) for spent in times]


def markdown_table(header: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Return a Markdown table."""
    lines = ["| " + " | ".join(header) + " |", "|" + " --- |" * len(header)]
    return "\n".join([*lines, *("| " + " | ".join(str(cell) for cell in row) + " |" for row in rows)])


def write_results(name: str, title: str, sections: Sequence[str]) -> Path:
    """Write a results page with the command, the date, the versions and the machine; return its path."""
    found = []
    for package in PACKAGES:
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            found.append(f"{package} not installed")
    command = " ".join(["python", f"scripts/{Path(sys.argv[0]).name}", *sys.argv[1:]])
    facts = [
        f"- command: `{command}`",
        f"- date: {datetime.datetime.now(tz=datetime.UTC):%Y-%m-%d}",
        f"- machine: {_processor()}, {os.cpu_count()} cores; {platform.system()}, Python {platform.python_version()}",
        f"- versions: {', '.join(found)}",
    ]
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{name}.md"
    path.write_text("\n\n".join([f"# {title}", "\n".join(facts), *sections]) + "\n", encoding="utf-8")
    return path


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()
