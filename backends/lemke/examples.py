"""Small problems that lead through every loop of the engine, so that all of them get compiled."""

from __future__ import annotations

import numpy as np

from seqform.backends.lemke.walk import Limits, PivotRule
from seqform.models.programs.complementarity import linear_complementarity_problem


def run_all() -> None:
    """Solve a small problem under each rule, which compiles everything that is not compiled yet."""
    from seqform.backends.lemke.revised import walk_revised

    n = 6
    matrix = [[0] * i + [1] + [2] * (n - 1 - i) for i in range(n)]  # Murty's, with ties
    problem = linear_complementarity_problem(matrix, [-1] * n, covering_vector=np.ones(n, dtype=int).tolist())
    for ties in ("random-column", "unit-columns"):
        assert walk_revised(problem, PivotRule(ties=ties), Limits()).z0 == 0
