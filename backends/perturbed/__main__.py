"""Compile the lexicographic simplex method ahead of time: python -m seqform.backends.perturbed."""

from __future__ import annotations

import sys

import numpy as np

from seqform.backends.factors.compiled import compiled_before
from seqform.models.exact import ExactArray, ExactMatrix
from seqform.models.perturbed_linear_program import PerturbedLinearProgram
from seqform.models.polynomials import PolynomialArray
from seqform.models.raw_solution import Basis, BasisStatus


def main() -> None:
    """Solve a small program from its slacks, which compiles everything that is not compiled yet."""
    if not compiled_before("perturbed", "simplex_pivots.pivot"):
        sys.stderr.write("compiling the lexicographic simplex method (once; about a minute)\n")
    from seqform.backends.perturbed.lexicographic_simplex import LexicographicSimplex, Outcome

    program = PerturbedLinearProgram(
        "max",
        PolynomialArray((ExactArray.of([1, 2, 0]), ExactArray.of([0, -1, 1]))),
        ExactMatrix.from_dense([[1, 1, 1], [1, 0, -1]]),
        PolynomialArray((ExactArray.of([1, 0]), ExactArray.of([-1, 1]))),
        np.array([True, False]),
        np.array([True, True]),
        np.array([False, False, True]),
        ["total", "limit"],
        ["x", "y", "z"],
    )
    columns = np.array([BasisStatus.LOWER, BasisStatus.LOWER, BasisStatus.FREE], dtype=np.int8)
    slacks = Basis(columns, np.full(2, BasisStatus.BASIC, dtype=np.int8))
    assert LexicographicSimplex(program, slacks).run() is Outcome.OPTIMAL


if __name__ == "__main__":
    main()
