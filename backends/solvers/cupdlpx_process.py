"""The process in which cuPDLPx solves: ``python -P cupdlpx_process.py FOLDER``.

It reads ``program.npz`` and ``parameters.json`` from the folder and writes ``solution.npz`` and
``outcome.json`` there. It imports nothing of seqform, to start fast.
"""

from __future__ import annotations

import json
import signal
import sys
from pathlib import Path
from typing import Any

import numpy as np


def main(folder: Path) -> None:
    """Solve the program in the folder."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that waits for this one answers Ctrl-C
    from cupdlpx import Model
    from scipy.sparse import csr_matrix

    with np.load(folder / "program.npz", allow_pickle=False) as parts:
        shape = (len(parts["row_lower"]), len(parts["cost"]))
        model = Model(
            objective_vector=parts["cost"],
            constraint_matrix=csr_matrix((parts["data"], parts["indices"], parts["indptr"]), shape=shape),
            constraint_lower_bound=parts["row_lower"],
            constraint_upper_bound=parts["row_upper"],
            variable_lower_bound=parts["column_lower"],
            variable_upper_bound=parts["column_upper"],
        )
    model.setParams(**json.loads((folder / "parameters.json").read_text(encoding="utf-8")))
    model.optimize()
    np.savez(folder / "solution.npz", primal=_vector(model.X, shape[1]), dual=_vector(model.Pi, shape[0]))
    outcome = {
        "status": str(getattr(model, "StatusName", None) or model.Status),  # Status became a number in 0.3
        "iterations": model.IterCount,
        "seconds": model.Runtime,
        "primal": model.ObjVal,
        "dual": model.DualObj,
    }
    (folder / "outcome.json").write_text(json.dumps(outcome), encoding="utf-8")


def _vector(values: Any, size: int) -> Any:
    """Return the values, or nothing known about each where there are none."""
    return np.full(size, np.nan) if values is None else np.asarray(values)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
