"""The process in which OR-Tools solves: ``python -P pdlp_process.py FOLDER``.

It reads ``program.npz`` and ``parameters`` from the folder and writes
``solution.npz`` and ``log`` there. It imports nothing of seqform, to start fast.
"""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import numpy as np


def main(folder: Path) -> None:
    """Solve the program in the folder."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that waits for this one answers Ctrl-C
    from ortools.pdlp import solvers_pb2
    from ortools.pdlp.python import pdlp
    from scipy.sparse import csr_array

    with np.load(folder / "program.npz", allow_pickle=False) as parts:
        shape = (len(parts["row_lower"]), len(parts["cost"]))
        program = pdlp.QuadraticProgram()
        program.resize_and_initialize(shape[1], shape[0])
        program.objective_vector = parts["cost"]
        program.constraint_matrix = csr_array((parts["data"], parts["indices"], parts["indptr"]), shape=shape)
        program.constraint_lower_bounds = parts["row_lower"]
        program.constraint_upper_bounds = parts["row_upper"]
        program.variable_lower_bounds = parts["column_lower"]
        program.variable_upper_bounds = parts["column_upper"]
    parameters = solvers_pb2.PrimalDualHybridGradientParams()
    parameters.ParseFromString((folder / "parameters").read_bytes())
    result = pdlp.primal_dual_hybrid_gradient(program, parameters)
    np.savez(folder / "solution.npz", primal=result.primal_solution, dual=result.dual_solution)
    (folder / "log").write_bytes(result.solve_log.SerializeToString())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
