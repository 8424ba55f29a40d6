"""A linear complementarity problem with a known answer, as the conformance suite states it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from seqform.backends.conformance_case import SOLVED, Number
from seqform.models.exact import ExactArray
from seqform.models.linear_complementarity import LinearComplementarityProblem, linear_complementarity_problem
from seqform.models.raw_solution import Termination

# What is true to say. A secondary ray ends a path and is no verdict; an error, such as of a search within bounds that
# found nothing, claims nothing.
_NO_VERDICT = frozenset(
    {Termination.SECONDARY_RAY, Termination.ITERATION_LIMIT, Termination.NUMERICAL_ERROR, Termination.ERROR}
)
NO_SOLUTION = _NO_VERDICT | {Termination.INFEASIBLE}
HARD = _NO_VERDICT | SOLVED


@dataclass(frozen=True, eq=False)
class ProblemCase:
    """A linear complementarity problem and what is true of it.

    Attributes
    ----------
    name, claim : str
    problem : LinearComplementarityProblem
    terminations : frozenset of Termination
        Those that are true.
    solutions : tuple of ExactArray
        All solutions, where they are few.
    invariant : (ExactArray, Fraction), optional
        The coefficients of a linear function of z and its value at every solution.
    invariant_name : str
        What that function is.
    """

    name: str
    claim: str
    problem: LinearComplementarityProblem
    terminations: frozenset[Termination] = SOLVED
    solutions: tuple[ExactArray, ...] = ()
    invariant: tuple[ExactArray, Fraction] | None = None
    invariant_name: str = ""


def complementarity_problem(
    matrix: Sequence[Sequence[Number]],
    q: Sequence[Number],
    free: Sequence[bool] | None = None,
    covering_vector: Sequence[int] | None = None,
) -> LinearComplementarityProblem:
    """Return the problem of a dense matrix of rational numbers."""
    return linear_complementarity_problem(
        [[Fraction(value) for value in row] for row in matrix],
        [Fraction(value) for value in q],
        free,
        covering_vector,
        "conformance",
    )
