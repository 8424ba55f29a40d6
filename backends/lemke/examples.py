"""Small problems that run every compiled loop of Lemke's algorithm."""

from __future__ import annotations

import numpy as np

from seqform.backends.lemke.path import PathLimits, PivotRule
from seqform.models.programs.complementarity import linear_complementarity_problem


def run_all() -> None:
    """Solve a small problem under each pivot rule, so that every loop is compiled."""
    from seqform.backends.lemke.revised import follow_revised

    n = 6
    matrix = [[0] * i + [1] + [2] * (n - 1 - i) for i in range(n)]  # Murty's, with ties
    problem = linear_complementarity_problem(matrix, [-1] * n, covering_vector=np.ones(n, dtype=int).tolist())
    for ties in ("random-column", "unit-columns"):
        assert follow_revised(problem, PivotRule(ties=ties), PathLimits()).z0 == 0
