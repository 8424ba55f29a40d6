"""Linear programs solved in a Python process of their own, with the log passed on line by line."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Literal

import numpy as np

from seqform.backends.protocol import SolveOptions
from seqform.backends.solvers.modelling import trivial_answer
from seqform.errors import BackendError
from seqform.models.numbers.exact import Floats
from seqform.models.programs.linear import LinearProgram, to_arrays
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.system import signals
from seqform.system.foreign_text import visible

_BOUNDS = ("row_lower", "row_upper", "column_lower", "column_upper")

SCRIPT = Path(__file__).with_name("process_script.py")
_WITHOUT_POINT = (Termination.INFEASIBLE, Termination.INFEASIBLE_OR_UNBOUNDED, Termination.ERROR)


def solve_in_process(
    mode: Literal["pdlp", "cupdlpx"],
    program: LinearProgram,
    options: SolveOptions,
    *,
    solver: str,
    parameters: bytes,
    passed: Mapping[str, Any],
    terminations: Mapping[str, Termination],
    script: Path = SCRIPT,
) -> RawSolution:
    """Solve a linear program in a process that runs a script, and that Ctrl-C ends.

    If this process is killed meanwhile, that one ends too, and its folder is removed. The script reads `parameters`;
    the answer has the name and version of the solver, and the parameters as `passed`. `terminations` gives the meaning
    of each status of the solver; others are errors.
    """
    trivial = trivial_answer(program, solver)
    if trivial is not None:
        return trivial
    arrays = to_arrays(program)
    sign = 1.0 if program.sense == "min" else -1.0
    with tempfile.TemporaryDirectory(prefix=f"seqform-{mode}-") as name:
        folder = Path(name)
        np.savez(
            folder / "program.npz",
            cost=sign * arrays.cost,
            **{part: getattr(arrays.matrix, part) for part in ("data", "indices", "indptr")},
            **{bound: getattr(arrays, bound) for bound in _BOUNDS},
        )
        (folder / "parameters").write_bytes(parameters)
        start = time.perf_counter()
        try:
            failure = _run(solver, [str(script), mode], folder, options)
        except KeyboardInterrupt:
            seconds = time.perf_counter() - start
            return RawSolution(Termination.INTERRUPTED, "interrupted", seconds=seconds, solver=solver)
        if failure is not None:
            return RawSolution(Termination.ERROR, failure, solver=solver)
        outcome = json.loads((folder / "outcome.json").read_text(encoding="utf-8"))
        termination = terminations.get(outcome["status"], Termination.ERROR)
        primal, dual = (None, None) if termination in _WITHOUT_POINT else _point(folder / "solution.npz")
    return RawSolution(
        termination,
        f"{outcome['status']} {outcome['message']}".strip(),
        primal=primal,
        dual=None if dual is None else sign * dual,
        objective=None if primal is None else float(arrays.cost @ primal),
        iterations=outcome["iterations"],
        seconds=float(outcome["seconds"]),
        options=dict(passed),
        solver=solver,
    )


def _point(path: Path) -> tuple[Floats, Floats] | tuple[None, None]:
    """Return the primal and the dual point, if they were written and are finite."""
    if not path.exists():
        return None, None
    with np.load(path, allow_pickle=False) as parts:
        primal, dual = parts["primal"], parts["dual"]
    return (primal, dual) if np.isfinite(primal).all() and np.isfinite(dual).all() else (None, None)


def _run(solver: str, command: list[str], folder: Path, options: SolveOptions) -> str | None:
    """Run the script to its end; return its last line of output if it failed."""
    if not sys.executable:
        raise BackendError(
            f"{solver} runs in a Python process of its own, but sys.executable, the path of the interpreter, is empty"
        )
    path = [entry or str(Path.cwd()) for entry in sys.path]
    last = ""
    with ExitStack() as stack:
        with signals.held():  # else a process that has just started might be left behind
            process = stack.enter_context(
                _process(
                    [sys.executable, "-P", *command, str(folder)],
                    env={**os.environ, "PYTHONPATH": os.pathsep.join(path)},
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                )
            )
            guard = stack.enter_context(
                _process(
                    [sys.executable, "-I", "-S", str(SCRIPT), "guard", str(folder.absolute())],
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
        for line in map(str.strip, process.stdout):
            if not line:
                continue
            last = line
            if options.verbose:
                print(visible(line), flush=True)
            if options.progress is not None:
                options.progress(line)
        return None if process.wait() == 0 else f"the process of {solver} failed: {last or process.returncode}"


@contextmanager
def _process(command: list[str], **arguments: Any) -> Iterator[subprocess.Popen[str]]:
    """Start a process, and kill it at the end of the block."""
    process = subprocess.Popen(command, text=True, errors="replace", **arguments)
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                stream.close()
