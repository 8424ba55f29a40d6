"""Script of the processes that solvers run in: ``python -P own_process_script.py pdlp|glop|cupdlpx|guard FOLDER``.

A solver reads ``program.npz`` and ``parameters`` from the folder and writes ``solution.npz`` and ``outcome.json`` to
it. The guard ends the solver's process if the process that waits for it is killed; the solver's process cannot detect
that itself, because OR-Tools blocks all other threads. The script imports nothing of seqform, to start fast, and the
guard only the standard library.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import math
import os
import shutil
import signal
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

_ATTEMPTS = 20
"""Attempts to remove the folder, a tenth of a second apart: the solver may be about to write there."""


def main(mode: str, folder: Path) -> None:
    """Run a solver, or the guard."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the waiting process handles Ctrl-C
    work = {"pdlp": _pdlp, "glop": _glop, "cupdlpx": _cupdlpx, "guard": _guard}[mode]
    work(folder)


def _pdlp(folder: Path) -> None:
    from ortools.pdlp import solve_log_pb2, solvers_pb2
    from ortools.pdlp.python import pdlp
    from scipy.sparse import csr_array

    parts = _program(folder)
    program = pdlp.QuadraticProgram()
    program.resize_and_initialize(len(parts["cost"]), len(parts["row_lower"]))
    program.objective_vector = parts["cost"]
    program.constraint_matrix = csr_array(*_matrix(parts))
    program.constraint_lower_bounds = parts["row_lower"]
    program.constraint_upper_bounds = parts["row_upper"]
    program.variable_lower_bounds = parts["column_lower"]
    program.variable_upper_bounds = parts["column_upper"]

    parameters = solvers_pb2.PrimalDualHybridGradientParams()
    parameters.ParseFromString((folder / "parameters").read_bytes())
    result = pdlp.primal_dual_hybrid_gradient(program, parameters)

    log = result.solve_log
    reason = solve_log_pb2.TerminationReason.Name(log.termination_reason)
    outcome = {
        "status": reason.removeprefix("TERMINATION_REASON_"),
        "message": log.termination_string,
        "iterations": int(log.iteration_count),
        "seconds": float(log.solve_time_sec),
    }
    _write(folder, result.primal_solution, result.dual_solution, outcome)


def _glop(folder: Path) -> None:
    import numpy as np
    from ortools.glop import parameters_pb2
    from ortools.math_opt import model_pb2
    from ortools.math_opt.python import mathopt

    parts = _program(folder)
    columns = np.arange(len(parts["cost"]))
    rows = np.arange(len(parts["row_lower"]))
    message = model_pb2.ModelProto()
    message.objective.linear_coefficients.ids.extend(columns)
    message.objective.linear_coefficients.values.extend(parts["cost"])
    message.variables.integers.extend([False] * len(columns))
    message.variables.ids.extend(columns)
    message.variables.lower_bounds.extend(parts["column_lower"])
    message.variables.upper_bounds.extend(parts["column_upper"])
    message.linear_constraints.ids.extend(rows)
    message.linear_constraints.lower_bounds.extend(parts["row_lower"])
    message.linear_constraints.upper_bounds.extend(parts["row_upper"])
    message.linear_constraint_matrix.row_ids.extend(np.repeat(rows, np.diff(parts["indptr"])))
    message.linear_constraint_matrix.column_ids.extend(parts["indices"])
    message.linear_constraint_matrix.coefficients.extend(parts["data"])
    model = mathopt.Model.from_model_proto(message)

    own = parameters_pb2.GlopParameters()
    own.ParseFromString((folder / "parameters").read_bytes())
    parameters = mathopt.SolveParameters(glop=own)
    try:
        result = mathopt.solve(model, mathopt.SolverType.GLOP, params=parameters)
    except (ValueError, AttributeError) as error:  # OR-Tools 9.15 fails to convert its own error
        reason = str(error.__context__ or error)
        refusal = {"status": "INVALID_PARAMETER", "message": reason, "iterations": 0, "seconds": 0}
        _write(folder, None, None, refusal)
        return

    iterations = result.solve_stats.simplex_iterations
    status = result.termination.reason.name
    if result.termination.limit is not None:
        # GLOP does not say which limit it is.
        has_no_time_limit = own.max_time_in_seconds == math.inf
        has_iterated = 0 <= own.max_number_of_iterations <= iterations
        status = "ITERATION_LIMIT" if has_no_time_limit or has_iterated else "TIME_LIMIT"
    outcome = {
        "status": status,
        "message": result.termination.detail,
        "iterations": iterations,
        "seconds": result.solve_stats.solve_time.total_seconds(),
    }

    best = result.solutions[0] if result.solutions else None
    if best is None or best.primal_solution is None or best.dual_solution is None:
        _write(folder, None, None, outcome)
        return
    variables = list(model.variables())
    constraints = list(model.linear_constraints())
    values = best.primal_solution.variable_values
    primal = np.array([values[variable] for variable in variables], dtype=np.float64)
    prices = best.dual_solution.dual_values
    dual = np.array([prices[constraint] for constraint in constraints], dtype=np.float64)

    basis = {}
    if best.basis is not None:
        statuses = [best.basis.variable_status[variable].name for variable in variables]
        basis["columns"] = np.array(statuses, dtype=str)
        statuses = [best.basis.constraint_status[constraint].name for constraint in constraints]
        basis["rows"] = np.array(statuses, dtype=str)
    _write(folder, primal, dual, outcome, basis)


def _cupdlpx(folder: Path) -> None:
    from cupdlpx import Model
    from scipy.sparse import csr_matrix

    _pass_on_lines()
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

    start = time.perf_counter()
    model.optimize()  # its own time is that of the processor, and excludes the scaling
    status = getattr(model, "StatusName", None) or model.Status  # Status became a number in 0.3
    outcome = {
        "status": str(status),
        "message": "",
        "iterations": model.IterCount,
        "seconds": time.perf_counter() - start,
    }
    _write(folder, model.X, model.Pi, outcome)


def _pass_on_lines() -> None:
    """Let the C library write every line as it ends; to a pipe it writes thousands of bytes at a time."""
    if sys.platform == "linux":
        library = ctypes.CDLL(None)
        stdout = ctypes.c_void_p.in_dll(library, "stdout")
        by_line = 1  # _IOLBF
        library.setvbuf(stdout, None, by_line, 0)


def _program(folder: Path) -> dict[str, Any]:
    import numpy as np

    with np.load(folder / "program.npz", allow_pickle=False) as parts:
        return dict(parts)


def _matrix(parts: dict[str, Any]) -> tuple[tuple[Any, Any, Any], tuple[int, int]]:
    """Return the arguments of a matrix of SciPy."""
    entries = (parts["data"], parts["indices"], parts["indptr"])
    shape = (len(parts["row_lower"]), len(parts["cost"]))
    return entries, shape


def _write(
    folder: Path,
    primal: Any,
    dual: Any,
    outcome: dict[str, Any],
    basis: Mapping[str, Any] | None = None,
) -> None:
    """Write the outcome, and the point where there is one, with its basis."""
    import numpy as np

    if primal is not None and dual is not None:
        np.savez(folder / "solution.npz", primal=primal, dual=dual, **(basis or {}))
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
