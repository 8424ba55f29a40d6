"""Pivot rule, limits and result of Lemke's algorithm, and the checks of its input; shared by both engines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np

from seqform.errors import ModelError
from seqform.models.numbers.exact import ExactArray, Ints
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.solutions import ComplementaryPath, PathStart, Termination

Ties = Literal["random-column", "unit-columns"]
"""Columns that break ties of the minimum ratio test after the right-hand side."""


@dataclass(frozen=True)
class PivotRule:
    """The lexico-minimum ratio test.

    The leaving variable is the basic variable whose row of [B⁻¹q, B⁻¹C, B⁻¹L], divided by its positive entry in
    the entering column, is lexicographically smallest. L holds the unit columns of the slacks, or those of
    the variables that `PathStart.ties_from` names. C is a positive combination of them with fixed random
    integer weights, which breaks nearly all ties at once; without C it is the rule of textbooks. Free
    variables never leave. Where q is a polynomial in ε, B⁻¹q stands for its coefficients, those of low orders first:
    the comparison of polynomials for all small ε.

    Parameters
    ----------
    early_exit : bool
        Whether z0 leaves as soon as it is among the variables tied in the right-hand side, in all orders of ε,
        before any tie-breaking column (vSvET, Algorithm 1 (c)); otherwise z0 is treated like the other variables.
    ties : "random-column" or "unit-columns"
        With or without C.
    seed : int
        Of the weights of C.
    """

    early_exit: bool = True
    ties: Ties = "random-column"
    seed: int = 0

    def weights(self, n: int) -> Ints:
        """Return the weights of C, positive integers below 2**30, shape (n,)."""
        return np.random.default_rng(self.seed).integers(1, 2**30, n)


@dataclass(frozen=True)
class PathLimits:
    """Limits on a path; the first one reached stops it.

    Parameters
    ----------
    progress : callable, optional
        Callback that receives a short line of text from time to time.
    progress_seconds : float
        Shortest interval between two calls from the tableau.
    """

    seconds: float | None = None
    pivots: int | None = None
    progress: Callable[[str], None] | None = None
    progress_seconds: float = 1.0


DEPENDENT_TIES = "start of a path: the columns that break ties (`ties_from`) are linearly dependent"

NEGATIVE_TIES = (
    "start of a path: the row of {}, which is 0, is lexicographically negative in the columns "
    "that break ties; use the columns of the basis itself (`ties_from`)"
)


def require_covering(problem: LinearComplementarityProblem) -> None:
    """Raise ModelError if the problem has no covering vector."""
    if problem.covering_vector is None:
        raise ModelError(
            f"lemke: {problem.name!r} has no covering vector; give it one that is positive wherever q is negative"
        )


def slacks_solve(problem: LinearComplementarityProblem, higher: Sequence[ExactArray] = ()) -> bool:
    """Return whether z = 0 is a solution.

    Parameters
    ----------
    higher : sequence of ExactArray
        q_1, ..., q_D, if q is a polynomial in ε.

    Raises
    ------
    ModelError
        If the slack of a free variable is positive at the start.
    """
    signs = PolynomialArray((problem.q, *higher)).signs()
    positive = np.flatnonzero((signs > 0) & problem.free)
    if len(positive):
        i = int(positive[0])
        raise ModelError(
            f"lemke: q is {problem.q[i] or 'positive'} in the row of {problem.names[i]}; in the row of a free "
            "variable it must be 0 or less. Write the variable as a difference of nonnegative ones (`split_free`)"
        )
    return not np.any(signs < 0)


def require_feasible(name: str, value: Sequence[Fraction]) -> None:
    """Raise ModelError if a variable, a polynomial in ε, is negative at the start of a path."""
    leading = next((part for part in value if part), Fraction(0))
    if leading < 0:
        would_be = str(value[0]) if value[0] else "negative for small ε"
        raise ModelError(f"start of a path: {name} would be {would_be}; a feasible basis is expected")


def check_start(problem: LinearComplementarityProblem, start: PathStart, ties_from: Ints) -> None:
    """Raise ModelError unless the variables of a start are consistent; nothing is solved."""
    n, entering = len(problem), int(start.entering)
    for what, variables in (("the basis", start.basis), ("`ties_from`", ties_from)):
        numbers = set(variables.tolist())
        if len(variables) != n or len(numbers) != n or not numbers <= set(range(2 * n + 1)):
            raise ModelError(f"start of a path: {what} must name {n} different variables, numbered 0 to {2 * n}")
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
            "start of a path: if z0 falls from ∞ it enters first, and the columns of the basis itself break ties "
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


@dataclass(frozen=True, eq=False)
class LemkeResult:
    """The end of a path of Lemke's algorithm.

    Attributes
    ----------
    termination : Termination
        SOLVED, SECONDARY_RAY, INTERRUPTED, the limit that was reached, or ERROR: z0 left while the slack of a free
        variable was positive, so that the point solves the problem in which that variable is nonnegative.
    z : ExactArray, shape (n,)
        At the end of the path.
    z0 : Fraction
        At the end of the path; zero if solved.
    ray : ExactArray, shape (n + 1,), optional
        The direction of (z, z0) along a secondary ray, in which the last entering variable rises at rate 1.
    higher : tuple of ExactArray, each of shape (n + 1,)
        The coefficients of ε, ..., ε^D in (z, z0) if q is a polynomial in ε; `z` and `z0` are those of ε^0.
    """

    termination: Termination
    path: ComplementaryPath
    z: ExactArray
    z0: Fraction
    ray: ExactArray | None = None
    higher: tuple[ExactArray, ...] = ()

    @property
    def family(self) -> PolynomialArray:
        """The polynomials z(ε), shape (n,)."""
        n = len(self.z)
        return PolynomialArray((self.z, *(part.take(slice(0, n)).reduced() for part in self.higher)))


def result_at_slacks(problem: LinearComplementarityProblem, higher: Sequence[ExactArray] = ()) -> LemkeResult:
    """Return the result of a path without pivots, at z = 0."""
    n, nothing = len(problem), np.zeros(0, dtype=np.int64)
    path = ComplementaryPath(problem, np.arange(n), nothing, nothing, (), 1)
    zeros = tuple(ExactArray.zeros(n + 1) for _ in higher)
    return LemkeResult(Termination.SOLVED, path, ExactArray.zeros(n), Fraction(0), higher=zeros)
