"""Linear programs that need no solver, and that many solvers refuse."""

from __future__ import annotations

import numpy as np

from seqform.models.linear_program import LinearProgram
from seqform.models.lp_modelling import contradictory_rows
from seqform.models.raw_solution import RawSolution, Termination


def trivial_answer(program: LinearProgram, solver: str) -> RawSolution | None:
    """Return the answer to a program without columns or with a contradictory row, None for any other.

    Parameters
    ----------
    program : LinearProgram
    solver : str
        What the answer is to give as solver.
    """
    contradictory = contradictory_rows(program)
    if len(contradictory):
        name = program.row_names[int(contradictory[0])]
        return RawSolution(
            Termination.INFEASIBLE, f"row {name} has no entries and bounds that exclude zero", solver=solver
        )
    m, n = program.matrix.shape
    if n > 0:
        return None
    return RawSolution(
        Termination.SOLVED, "no columns", primal=np.zeros(0), dual=np.zeros(m), objective=0.0, solver=solver
    )
