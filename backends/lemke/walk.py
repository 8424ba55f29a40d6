"""What an engine that walks a complementary path brings back.

How Lemke's algorithm chooses the leaving variable, and where it stops.

What both engines require of a problem and of a start.

A complementarity problem laid out for the fast engine: once for all starts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from seqform.backends.linalg.tables import residues
from seqform.errors import ModelError
from seqform.models.numbers.exact import ExactArray, Floats, Ints
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.solutions import ComplementaryPath, PathStart, Termination
from seqform.system.packages import require

Ties = Literal["random-column", "unit-columns"]
"""What settles ties of the minimum ratio test after the right-hand side."""


@dataclass(frozen=True)
class PivotRule:
    """The lexico-minimum ratio test.

    The leaving variable is the basic variable whose row of [B⁻¹q, B⁻¹C, B⁻¹L], divided by its positive entry in
    the entering column, is lexicographically smallest. L holds the unit columns of the slacks, or those of
    the variables that `PathStart.ties_from` names. C is a positive combination of them with fixed random
    integer weights, which settles nearly all ties at once; without it the rule is the textbook's. Free
    variables never leave. Where q is a polynomial in ε, B⁻¹q stands for its coefficients, those of low orders first:
    the comparison of polynomials for all small ε.

    Parameters
    ----------
    early_exit : bool
        Whether z0 leaves as soon as it is among the variables tied in the right-hand side, in all orders of ε,
        before anything else is compared (vSvET, Algorithm 1 (c)); otherwise it is a variable like any other.
    ties : "random-column" or "unit-columns"
        With C or without it.
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
class Limits:
    """When to give up: whichever comes first.

    Parameters
    ----------
    tell : callable, optional
        Called with a short line of text now and then.
    """

    seconds: float | None = None
    pivots: int | None = None
    tell: Callable[[str], None] | None = None


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


BLOCKS = 2
"""Always two, the second maybe empty, so that the engine is compiled once."""


class Layout(NamedTuple):
    """The system w - M z = q in blocks: rows and variables of different blocks never meet but in z0.

    The sequence-form problem has two, {r, y, u} and {s, x, v}. Rows are renumbered block by block;
    within this package a *row* is a new number, and the rows of block b are
    ``first_row[b] : first_row[b + 1]``. Variables keep their numbers: 0 to n - 1 are the w_i, n to
    2n - 1 the z_i, 2n is z0.

    Attributes
    ----------
    first_row : ndarray of int, shape (3,)
    original_row : ndarray of int, shape (n,)
        From a row to the number it has in the problem.
    block_of : ndarray of int, shape (2n + 1,)
        Of each variable; -1 for z0.
    free : ndarray of bool, shape (2n + 1,)
        Variables that never leave the basis.
    start : ndarray of int, shape (2n + 1,)
        Column v has its entries at ``start[v] : start[v + 1]``, z0 none.
    doubles, residues : ndarray
        Both forms of every entry: e_i for w_i and -M_i for z_i.
    """

    first_row: Ints
    original_row: Ints
    block_of: Ints
    free: npt.NDArray[np.bool_]
    start: Ints
    rows: Ints
    doubles: Floats
    residues: Ints


class RightSides(NamedTuple):
    """The right-hand sides of a walk in both forms, shape (3 + D, n).

    They are q_0, d, the column that settles ties, and q_1, ..., q_D if q is a polynomial in ε.
    """

    doubles: Floats
    residues: Ints


def lay_out(problem: LinearComplementarityProblem) -> Layout:
    """Lay a problem out.

    Raises
    ------
    ZeroDivisionError
        If the prime of `residues` divides a denominator.
    ModelError
        If an entry is beyond the range of doubles.
    """
    n, matrix = len(problem), problem.matrix
    block_of_row = _blocks(problem)
    original_row = np.argsort(block_of_row, kind="stable")
    row_of = np.empty(n, dtype=np.int64)
    row_of[original_row] = np.arange(n)
    sizes = np.bincount(block_of_row, minlength=BLOCKS)
    negated = -matrix.T
    block_of_z = np.zeros(n, dtype=np.int64)
    block_of_z[matrix.columns] = block_of_row[matrix.rows]
    ones = np.ones(n, dtype=np.int64)
    return Layout(
        first_row=np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
        original_row=original_row.astype(np.int64),
        block_of=np.concatenate([block_of_row, block_of_z, [-1]]).astype(np.int64),
        free=np.concatenate([np.zeros(n, dtype=bool), problem.free, [False]]),
        start=np.concatenate([np.arange(n), n + negated.row_start, [n + negated.nonzeros]]).astype(np.int64),
        rows=np.concatenate([row_of, row_of[negated.columns]]),
        doubles=np.concatenate([ones, negated.values.to_floats()]),
        residues=np.concatenate([ones, residues(negated.values)]),
    )


def right_sides(
    problem: LinearComplementarityProblem, layout: Layout, ties: ExactArray, higher: Sequence[ExactArray] = ()
) -> RightSides:
    """Return q, the covering vector, the tie-settling column and q_1, ..., q_D in the order of the layout's rows.

    Raises
    ------
    ZeroDivisionError, ModelError
        As `lay_out` does.
    """
    assert problem.covering_vector is not None
    sides = [side.take(layout.original_row) for side in (problem.q, problem.covering_vector, ties, *higher)]
    return RightSides(np.array([side.to_floats() for side in sides]), np.array([residues(side) for side in sides]))


def _blocks(problem: LinearComplementarityProblem) -> Ints:
    """Return the block of every row: the largest connected part is block 0, the others are block 1."""
    require("scipy.sparse")
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    n, matrix = len(problem), problem.matrix
    if n == 0:
        return np.zeros(0, dtype=np.int64)
    ends = np.concatenate([matrix.row_start, np.full(n, matrix.nonzeros)])
    links = csr_array((np.ones(matrix.nonzeros), n + matrix.columns, ends), shape=(2 * n, 2 * n))
    _, part = connected_components(links, directed=False)
    parts, part_of_row, size = np.unique(part[:n], return_inverse=True, return_counts=True)
    rank = np.empty(len(parts), dtype=np.int64)
    rank[np.argsort(-size, kind="stable")] = np.arange(len(parts))
    block: Ints = np.minimum(rank, BLOCKS - 1)[part_of_row]
    return block


@dataclass(frozen=True, eq=False)
class Walk:
    """Where a walk ended.

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


def walk_at_slacks(problem: LinearComplementarityProblem, higher: Sequence[ExactArray] = ()) -> Walk:
    """Return the walk that ends where it begins, at z = 0."""
    n, nothing = len(problem), np.zeros(0, dtype=np.int64)
    path = ComplementaryPath(problem, np.arange(n), nothing, nothing, (), 1)
    zeros = tuple(ExactArray.zeros(n + 1) for _ in higher)
    return Walk(Termination.SOLVED, path, ExactArray.zeros(n), Fraction(0), higher=zeros)
