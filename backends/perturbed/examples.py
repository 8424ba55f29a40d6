"""A small program that runs every compiled loop of the lexicographic simplex method."""

from __future__ import annotations

import numpy as np

from seqform.models.numbers.exact import ExactArray, ExactMatrix
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.programs.perturbed import PerturbedLinearProgram
from seqform.models.programs.solutions import Termination


def run_all() -> None:
    """Solve a small program from its slacks, so that every loop is compiled."""
    from seqform.backends.perturbed.lexicographic_simplex import LexicographicSimplex
    from seqform.backends.perturbed.proofs import slack_basis

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
    assert LexicographicSimplex(program, slack_basis(program)).run() is Termination.SOLVED
