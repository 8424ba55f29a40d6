"""Overhead of a sweep per case, and gain of a second core, on a thousand cases of Kuhn poker.

    python scripts/run.py sweep_speed             # about two minutes
    python scripts/run.py sweep_speed --repeat 5

Every sweep is a process of its own, `seqform sweep`, on the cores that it is given; the ways take turns. The gain
of a second core in itself is measured beside it: the same cases in one process, and in two at once, without a driver.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from measure import Page, markdown_table
from seqform.errors import InputError

CASES = 1000
SPEC = '[[grid]]\ngame = "kuhn"\nbet = [1, 2]\nante = [1, 2]\nseed = {range = [0, 250]}\nbackend = "highs"\n'
ALONE = f"""
import os, sys, time
from seqform.experiments.executors import ONE_THREAD
os.environ.update(ONE_THREAD)
from seqform.experiments.declaration import expand
from seqform.experiments.run_case import run_case
from seqform.experiments.declaration import read_spec
cases = expand(read_spec(sys.argv[1]))[:: {CASES} // 500]
run_case(cases[0])
print("ready", flush=True)
sys.stdin.readline()
for case in cases:
    run_case(case)
print("done", flush=True)
"""
"""Every second case, in a process without a driver."""

DRIVER = "import sys; from seqform.experiments.sweep import sweep\nif __name__ == '__main__':\n" + (
    "    done = sweep(sys.argv[1], store=sys.argv[2], workers=int(sys.argv[3]))\n"
    "    print(done.seconds, done.driver_seconds)"
)


@dataclass(frozen=True)
class Way:
    """Number of workers, and of the cores that they and their driver have."""

    workers: int
    cores: int


WAYS = (Way(1, 1), Way(1, 2), Way(2, 2))


def run(*, repeat: int = 3) -> Page:
    """Make the page, from medians of so many runs."""
    if len(os.sched_getaffinity(0)) < 2:
        raise InputError("two cores are needed")
    with TemporaryDirectory() as folder:
        spec = Path(folder) / "sweep.toml"
        spec.write_text(SPEC, encoding="utf-8")
        return "sweep_speed", "What a sweep costs besides its cases", sections(spec, repeat)


def sections(spec: Path, repeat: int) -> list[str]:
    alone: dict[int, list[float]] = {1: [], 2: []}
    swept: dict[Way, list[tuple[float, float]]] = {way: [] for way in WAYS}
    for _ in range(repeat):
        for processes, times in alone.items():
            times.append(seconds_alone(spec, processes))
        for way, runs in swept.items():
            runs.append(seconds_swept(spec, way))
    one, two = (statistics.median(times) for times in alone.values())
    rows = []
    for way, runs in swept.items():
        spent, driver = (statistics.median(column) for column in zip(*runs, strict=True))
        base = statistics.median(run[0] for run in swept[Way(1, 1)])
        overhead = f"{1e3 * driver / CASES:.2f}"
        rows.append((way.workers, way.cores, f"{spent:.2f}", overhead, f"{base / spent:.2f}"))
    return [
        f"A thousand cases of Kuhn poker with HiGHS, {1e3 * one / (CASES // 2):.1f} ms each. Seconds from the call to "
        "its return: the start of the workers, all cases, everything in the store. Driver: processor time of the "
        f"driver for a case. Medians of {repeat} runs; the machine was shared with other work.",
        markdown_table(
            ("workers", "cores", "seconds", "driver, ms a case", "times one core"), rows
        ),
        f"What the machine itself gives: 500 cases in one process take {one:.2f} s, 500 in each of two processes at "
        f"once {two:.2f} s, so that the second core brings {2 * one / two:.2f} times the cases.",
    ]


def seconds_alone(spec: Path, processes: int) -> float:
    """Run every second case in so many processes at once, one on each core, without a driver."""
    pipes: dict[str, Any] = {
        "stdin": subprocess.PIPE,
        "stdout": subprocess.PIPE,
        "text": True,
        "bufsize": 1,
    }
    running: list[Any] = [
        subprocess.Popen([sys.executable, "-c", ALONE, str(spec)], **pipes)
        for _ in range(processes)
    ]
    for core, process in zip(sorted(os.sched_getaffinity(0)), running, strict=False):
        os.sched_setaffinity(process.pid, {core})
    for process in running:
        process.stdout.readline()
    start = time.perf_counter()
    for process in running:
        process.stdin.write("go\n")
    for process in running:
        process.stdout.readline()
    spent = time.perf_counter() - start
    for process in running:
        process.communicate()
    return spent


def seconds_swept(spec: Path, way: Way) -> tuple[float, float]:
    """Run the sweep into a new store; return its seconds, and the driver's processor time."""
    with TemporaryDirectory() as folder:
        script, store = Path(folder) / "driver.py", Path(folder) / "kuhn.sqlite"
        script.write_text(DRIVER, encoding="utf-8")
        process = subprocess.Popen(
            [sys.executable, str(script), str(spec), str(store), str(way.workers)],
            stdout=subprocess.PIPE,
            text=True,
        )
        os.sched_setaffinity(process.pid, set(sorted(os.sched_getaffinity(0))[: way.cores]))
        spent, driver = map(float, process.communicate()[0].split())
    return spent, driver
