"""Time of the first solve in a fresh process, before everything is loaded."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from measure import markdown_table

PROCESS = """
import json, sys, time
moments, messages = [time.perf_counter()], []
import seqform as sf
games = [sf.load(f"binary-tree(depth={sys.argv[1]},seed={seed})") for seed in (0, 1)]
moments.append(time.perf_counter())
for game in games:
    assert sf.solve(game, options=sf.SolveOptions(progress=messages.append)).certificate.proven
    moments.append(time.perf_counter())
seconds = [after - before for before, after in zip(moments, moments[1:])]
print(json.dumps([*seconds, any("compiling" in line for line in messages)]))
"""


@dataclass(frozen=True)
class FirstSolve:
    """Seconds of one process: before the first solve, of the first, of the second; and whether it had to compile."""

    loading: float
    first: float
    second: float
    compiled: bool


def first_solve_section(depths: Sequence[int], *, compiling: bool, repeat: int = 5) -> str:
    """Time fresh processes, with the compiled engine on disk; on request one that has to compile it."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        bytecode = {"PYTHONPYCACHEPREFIX": folder}
        for depth in depths:
            fresh_process(depth, bytecode)  # Python writes its own bytecode
            processes = [fresh_process(depth, bytecode) for _ in range(repeat)]
            assert not any(process.compiled for process in processes)
            rows.append(row(depth, "on disk", processes))
        if compiling:
            elsewhere = bytecode | {"NUMBA_CACHE_DIR": str(Path(folder) / "compiled")}
            rows.append(row(depths[-1], "compiled anew", [fresh_process(depths[-1], elsewhere)]))
    header = ("L", "engine", "processes", "import, load games, s", "first solve, s", "second solve, s")
    note = (
        "The first solve loads SciPy, numba and the compiled engine, unless the game is small enough for the "
        f"tableau (L = 5). Medians over the processes; numba {version('numba')}."
    )
    return f"## The first solve of a fresh process\n\n{note}\n\n" + markdown_table(header, rows)


def row(depth: int, engine: str, processes: Sequence[FirstSolve]) -> tuple[str, ...]:
    """Return a row of the table."""
    medians = [
        statistics.median(process.loading for process in processes),
        statistics.median(process.first for process in processes),
        statistics.median(process.second for process in processes),
    ]
    return str(depth), engine, str(len(processes)), *(f"{median:.3f}" for median in medians)


def fresh_process(depth: int, variables: Mapping[str, str]) -> FirstSolve:
    """Solve two games in a process of their own."""
    environment = {key: text for key, text in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-c", PROCESS, str(depth)]
    done = subprocess.run(command, env={**environment, **variables}, capture_output=True, text=True, check=True)
    return FirstSolve(*json.loads(done.stdout))
