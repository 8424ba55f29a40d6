"""A complementarity problem laid out for the fast engine: once for all starts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from seqform.backends.factors.residues import residues
from seqform.models.exact import ExactArray, Floats, Ints
from seqform.models.linear_complementarity import LinearComplementarityProblem
from seqform.system.packages import require

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
    rows : ndarray of int
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
