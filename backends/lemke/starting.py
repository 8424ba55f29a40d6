"""What both engines require of a problem and of a start."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from seqform.errors import ModelError
from seqform.models.complementary_path import PathStart
from seqform.models.exact import ExactArray, Ints
from seqform.models.linear_complementarity import LinearComplementarityProblem
from seqform.models.polynomials import PolynomialArray

DEPENDENT_TIES = "start of a path: the columns that settle ties (`ties_from`) are linearly dependent"

NEGATIVE_TIES = (
    "start of a path: the row of {}, which is 0, is lexicographically negative in the columns "
    "that settle ties; let them be those of the basis itself (`ties_from`)"
)


def require_covering(problem: LinearComplementarityProblem) -> None:
    """Raise ModelError if the problem has no covering vector."""
    if problem.covering_vector is None:
        raise ModelError(
            f"lemke: {problem.name!r} has no covering vector; give it one that is positive wherever q is negative"
        )


def slacks_solve(problem: LinearComplementarityProblem, higher: Sequence[ExactArray] = ()) -> bool:
    """Tell whether z = 0 is a solution.

    Parameters
    ----------
    problem : LinearComplementarityProblem
    higher : sequence of ExactArray
        q_1, ..., q_D, if q is a polynomial in ε.

    Raises
    ------
    ModelError
        If the slack of a free variable would begin above zero.
    """
    signs = PolynomialArray((problem.q, *higher)).signs()
    positive = np.flatnonzero((signs > 0) & problem.free)
    if len(positive):
        i = int(positive[0])
        raise ModelError(
            f"lemke: q is {problem.q[i] or 'positive'} in the row of {problem.names[i]}; where a variable is free it "
            "has to be 0 or less. Write the variable as a difference of nonnegative ones (`split_free`)"
        )
    return not np.any(signs < 0)


def require_feasible(name: str, value: Sequence[Fraction]) -> None:
    """Raise ModelError if a variable, a polynomial in ε, is negative at the start of a path."""
    leading = next((part for part in value if part), Fraction(0))
    if leading < 0:
        would_be = str(value[0]) if value[0] else "negative for small ε"
        raise ModelError(f"start of a path: {name} would be {would_be}; a feasible basis is expected")


def check_start(problem: LinearComplementarityProblem, start: PathStart, ties_from: Ints) -> None:
    """Check that a start is one, as far as that can be seen without solving.

    Raises
    ------
    ModelError
        If it names the wrong variables.
    """
    n, entering = len(problem), int(start.entering)
    for what, variables in (("the basis", start.basis), ("`ties_from`", ties_from)):
        numbers = set(variables.tolist())
        if len(variables) != n or len(numbers) != n or not numbers <= set(range(2 * n + 1)):
            raise ModelError(f"start of a path: {what} has to name {n} different variables, numbered 0 to {2 * n}")
    pairs = np.bincount(start.basis[start.basis < 2 * n] % n, minlength=n)
    both = np.flatnonzero(pairs == 2)
    if len(both):
        i = int(both[0])
        raise ModelError(
            f"start of a path: {problem.slack_names[i]} and {problem.names[i]} are both basic; a complementary basis "
            "is expected"
        )
    neither = np.flatnonzero(pairs == 0).tolist()
    if entering not in ([variable for i in neither for variable in (i, n + i)] or [2 * n]):
        raise ModelError(
            f"start of a path: variable {entering} cannot enter; z0 ({2 * n}) can if the basis is complementary, "
            "and else one of the pair of which neither is basic"
        )
    if start.falling and (entering != 2 * n or not np.array_equal(ties_from, start.basis)):
        raise ModelError(
            "start of a path: where z0 falls from ∞ it enters, and the columns of the basis itself settle ties "
            "(`ties_from`)"
        )


def combination(problem: LinearComplementarityProblem, variables: Ints, weights: Ints) -> ExactArray:
    """Return C of `PivotRule`: the sum of the variables' columns, each times its weight; shape (n,)."""
    n = len(problem)
    weight_of = np.zeros(2 * n + 1, dtype=object)
    weight_of[variables] = weights.astype(object)
    total = ExactArray(weight_of[:n]) - problem.matrix.dot(ExactArray(weight_of[n : 2 * n]))
    if weight_of[2 * n]:
        assert problem.covering_vector is not None
        total = total - problem.covering_vector * int(weight_of[2 * n])
    return total
