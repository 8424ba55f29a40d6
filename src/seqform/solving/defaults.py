"""The backends that are called where none is named."""

from __future__ import annotations

from seqform.models.games.positions import PositionGraph
from seqform.models.programs.class_game import ClassGame
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.linear import LinearProgram, MixedIntegerProgram
from seqform.models.programs.perturbed import (
    MatrixPerturbedComplementarityProblem,
    MatrixPerturbedProgram,
    PerturbedComplementarityProblem,
    PerturbedLinearProgram,
)

DEFAULT_BACKENDS: dict[type, str] = {
    LinearProgram: "highs",
    PerturbedLinearProgram: "highs",
    MatrixPerturbedProgram: "highs",
    MixedIntegerProgram: "highs",
    LinearComplementarityProblem: "lemke",
    PerturbedComplementarityProblem: "lemke",
    MatrixPerturbedComplementarityProblem: "lemke",
    ClassGame: "cfr",
    PositionGraph: "bestnash",
}
"""The default by class of problems: of perturbed linear programs the solver that a method begins with.

A class without a default, such as a saddle point problem, is solved by backends that are named.
"""

EXACT_CLASSES = "barrier"
"""The default for an exact answer from a game of classes: of all iterative methods the one with the most digits."""
