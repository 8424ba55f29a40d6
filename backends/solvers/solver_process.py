"""A solver in a Python process of its own: the program goes there in a file, its log comes back line by line."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from seqform.backends.protocol import SolveOptions
from seqform.errors import BackendError
from seqform.models.programs.linear import ProgramArrays
from seqform.system import signals
from seqform.system.foreign_text import visible

_GUARD = str(Path(__file__).with_name("solver_guard.py"))


def write_program(folder: Path, arrays: ProgramArrays, sign: float) -> None:
    """Write ``program.npz``, the objective multiplied by `sign`: what the process is to minimise."""
    np.savez(
        folder / "program.npz",
        cost=sign * arrays.cost,
        data=arrays.matrix.data,
        indices=arrays.matrix.indices,
        indptr=arrays.matrix.indptr,
        row_lower=arrays.row_lower,
        row_upper=arrays.row_upper,
        column_lower=arrays.column_lower,
        column_upper=arrays.column_upper,
    )


def run_process(solver: str, script: str, folder: Path, options: SolveOptions) -> str | None:
    """Run ``python -P script folder`` to its end; return its last words if it failed.

    If this process is killed meanwhile, that one ends too, and its folder is removed.

    Raises
    ------
    BackendError
        If nothing says how to start Python.
    """
    if not sys.executable:
        raise BackendError(
            f"{solver} runs in a Python process of its own, and sys.executable does not say how to start one"
        )
    path = [entry or str(Path.cwd()) for entry in sys.path]
    last = ""
    with ExitStack() as stack:
        with signals.held():  # else a process that has just begun might be left behind
            process = stack.enter_context(
                _ending(
                    [sys.executable, "-P", script, str(folder)],
                    env={**os.environ, "PYTHONPATH": os.pathsep.join(path)},
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                )
            )
            guard = stack.enter_context(
                _ending(
                    [sys.executable, "-I", "-S", _GUARD, str(folder.absolute())],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                )
            )
            assert guard.stdin is not None
            with contextlib.suppress(OSError):
                guard.stdin.write(f"{process.pid}\n")
                guard.stdin.flush()
        assert process.stdout is not None
        for line in process.stdout:
            if line.strip():
                last = line.strip()
                _report(last, options.verbose, options.progress)
        return None if process.wait() == 0 else f"the process of {solver} failed: {last or process.returncode}"


@contextmanager
def _ending(command: list[str], **arguments: Any) -> Iterator[subprocess.Popen[str]]:
    """Begin a process, and end it with the block."""
    process = subprocess.Popen(command, text=True, errors="replace", **arguments)
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                stream.close()


def _report(line: str, verbose: bool, progress: Callable[[str], None] | None) -> None:
    if verbose:
        print(visible(line), flush=True)
    if progress is not None:
        progress(line)
