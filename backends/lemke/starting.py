"""What both engines require of a problem and of a start."""

from __future__ import annotations

import numpy as np

from seqform.errors import ModelError
from seqform.models.complementary_path import PathStart
from seqform.models.exact import Ints
from seqform.models.linear_complementarity import LinearComplementarityProblem

DEPENDENT_TIES = "start of a path: the columns that settle ties (`ties_from`) are linearly dependent"


def require_covering(problem: LinearComplementarityProblem) -> None:
    """Raise ModelError if the problem has no covering vector."""
    if problem.covering_vector is None:
        raise ModelError(
            f"lemke: {problem.name!r} has no covering vector; give it one that is positive wherever q is negative"
        )


def slacks_solve(problem: LinearComplementarityProblem) -> bool:
    """Tell whether z = 0 is a solution.

    Raises
    ------
    ModelError
        If the slack of a free variable would begin above zero.
    """
    positive = np.flatnonzero(np.asarray((problem.q.numerators > 0) & problem.free, dtype=bool))
    if len(positive):
        i = int(positive[0])
        raise ModelError(
            f"lemke: q is {problem.q[i]} in the row of {problem.names[i]}; where a variable is free it has to be 0 or "
            "less. Write the variable as a difference of nonnegative ones (`split_free`)"
        )
    return not np.any(problem.q.numerators < 0)


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
