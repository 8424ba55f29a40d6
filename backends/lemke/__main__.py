"""Compile the engine ahead of time: python -m seqform.backends.lemke."""

from __future__ import annotations

import sys

import numpy as np

from seqform.backends.factors.compiled import compiled_before
from seqform.backends.lemke.rules import Limits, PivotRule
from seqform.models.linear_complementarity import linear_complementarity_problem


def main() -> None:
    """Solve a small problem under each rule, which compiles everything that is not compiled yet."""
    if not compiled_before("lemke", "kernel.walk"):
        sys.stderr.write("compiling the engine of lemke (once; about half a minute)\n")
    from seqform.backends.lemke.revised import walk_revised

    n = 6
    matrix = [[0] * i + [1] + [2] * (n - 1 - i) for i in range(n)]  # Murty's, with ties
    problem = linear_complementarity_problem(matrix, [-1] * n, covering_vector=np.ones(n, dtype=int).tolist())
    for ties in ("random-column", "unit-columns"):
        assert walk_revised(problem, PivotRule(ties=ties), Limits()).z0 == 0


if __name__ == "__main__":
    main()
