"""Script of the processes that PDLP and cuPDLPx run in: ``python -P pdlp_script.py pdlp|cupdlpx|guard FOLDER``.

A solver reads ``program.npz`` and ``parameters`` from the folder and writes ``solution.npz`` and ``outcome.json`` to
it. The guard ends the solver's process if the process that waits for it is killed; the solver's process cannot detect
that itself, because OR-Tools blocks all other threads. The script imports nothing of seqform, to start fast, and the
guard only the standard library.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import sys
import time
from pathlib import Path
from typing import Any

_ATTEMPTS = 20
"""Attempts to remove the folder, a tenth of a second apart: the solver may be about to write there."""


def main(mode: str, folder: Path) -> None:
    """Run a solver, or the guard."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that waits for this one handles Ctrl-C
    {"pdlp": _pdlp, "cupdlpx": _cupdlpx, "guard": _guard}[mode](folder)


def _pdlp(folder: Path) -> None:
    from ortools.pdlp import solve_log_pb2, solvers_pb2
    from ortools.pdlp.python import pdlp
    from scipy.sparse import csr_array

    parts = _program(folder)
    program = pdlp.QuadraticProgram()
    program.resize_and_initialize(len(parts["cost"]), len(parts["row_lower"]))
    program.objective_vector = parts["cost"]
    program.constraint_matrix = csr_array(*_matrix(parts))
    program.constraint_lower_bounds, program.constraint_upper_bounds = parts["row_lower"], parts["row_upper"]
    program.variable_lower_bounds, program.variable_upper_bounds = parts["column_lower"], parts["column_upper"]
    parameters = solvers_pb2.PrimalDualHybridGradientParams()
    parameters.ParseFromString((folder / "parameters").read_bytes())
    result = pdlp.primal_dual_hybrid_gradient(program, parameters)
    log = result.solve_log
    reason = solve_log_pb2.TerminationReason.Name(log.termination_reason).removeprefix("TERMINATION_REASON_")
    outcome = {
        "status": reason,
        "message": log.termination_string,
        "iterations": int(log.iteration_count),
        "seconds": float(log.solve_time_sec),
    }
    _write(folder, result.primal_solution, result.dual_solution, outcome)


def _cupdlpx(folder: Path) -> None:
    from cupdlpx import Model
    from scipy.sparse import csr_matrix

    parts = _program(folder)
    model = Model(
        objective_vector=parts["cost"],
        constraint_matrix=csr_matrix(*_matrix(parts)),
        constraint_lower_bound=parts["row_lower"],
        constraint_upper_bound=parts["row_upper"],
        variable_lower_bound=parts["column_lower"],
        variable_upper_bound=parts["column_upper"],
    )
    model.setParams(**json.loads((folder / "parameters").read_bytes()))
    model.optimize()
    outcome = {
        "status": str(getattr(model, "StatusName", None) or model.Status),  # Status became a number in 0.3
        "message": "",
        "iterations": model.IterCount,
        "seconds": model.Runtime or 0.0,
    }
    _write(folder, model.X, model.Pi, outcome)


def _program(folder: Path) -> dict[str, Any]:
    import numpy as np

    with np.load(folder / "program.npz", allow_pickle=False) as parts:
        return dict(parts)


def _matrix(parts: dict[str, Any]) -> tuple[tuple[Any, Any, Any], tuple[int, int]]:
    """Return the arguments of a matrix of SciPy."""
    return (parts["data"], parts["indices"], parts["indptr"]), (len(parts["row_lower"]), len(parts["cost"]))


def _write(folder: Path, primal: Any, dual: Any, outcome: dict[str, Any]) -> None:
    """Write the outcome, and the point where there is one."""
    import numpy as np

    if primal is not None and dual is not None:
        np.savez(folder / "solution.npz", primal=primal, dual=dual)
    (folder / "outcome.json").write_text(json.dumps(outcome), encoding="utf-8")


def _guard(folder: Path) -> None:
    """Wait for the end of the input, which is that of the waiting process; then end the solver and remove the folder.

    The waiting process writes the process number of the solver to the input, and kills the guard when the solver has
    ended.
    """
    number = sys.stdin.readline()
    sys.stdin.read()
    if number.strip():
        with contextlib.suppress(OSError):
            os.kill(int(number), getattr(signal, "SIGKILL", signal.SIGTERM))
    for _ in range(_ATTEMPTS):
        shutil.rmtree(folder, ignore_errors=True)
        if not folder.exists():
            break
        time.sleep(0.1)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
