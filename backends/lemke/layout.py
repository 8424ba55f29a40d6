"""Arrays on which the compiled loops of Lemke's algorithm work: the problem in two blocks, the basis, scratch space."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from seqform.backends.linalg.tables import residues
from seqform.models.numbers.exact import ExactArray, Floats, Ints
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.system.packages import require

BLOCKS = 2
"""Always two, the second possibly empty, so that the loops are compiled for one type only."""


class BlockLayout(NamedTuple):
    """The system w - M z = q in blocks: only z0 has entries in the rows of both.

    The sequence-form problem has two, {r, y, u} and {s, x, v}. Rows are renumbered block by block;
    in this package a *row* is a new number, and the rows of block b are
    ``first_row[b] : first_row[b + 1]``. Variables keep their numbers: 0 to n - 1 are the w_i, n to
    2n - 1 the z_i, 2n is z0.

    Attributes
    ----------
    first_row : ndarray of int, shape (3,)
    original_row : ndarray of int, shape (n,)
        The number of each row in the problem.
    block_of : ndarray of int, shape (2n + 1,)
        Of each variable; -1 for z0.
    free : ndarray of bool, shape (2n + 1,)
        Variables that never leave the basis.
    start : ndarray of int, shape (2n + 1,)
        Column v has its entries at ``start[v] : start[v + 1]``, z0 none.
    doubles, residues : ndarray
        Every entry as double and as residue: e_i for w_i and -M_i for z_i.
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
    """The right-hand sides of a path as doubles and residues, shape (3 + D, n).

    They are q_0, d, the column that breaks ties, and q_1, ..., q_D if q is a polynomial in ε.
    """

    doubles: Floats
    residues: Ints


def lay_out(problem: LinearComplementarityProblem) -> BlockLayout:
    """Return the layout of a problem.

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
    return BlockLayout(
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
    problem: LinearComplementarityProblem, layout: BlockLayout, ties: ExactArray, higher: Sequence[ExactArray] = ()
) -> RightSides:
    """Return q, the covering vector, the tie-breaking column and q_1, ..., q_D in the order of the layout's rows.

    Raises
    ------
    ZeroDivisionError, ModelError
        As `lay_out` does.
    """
    assert problem.covering_vector is not None
    sides = [side.take(layout.original_row) for side in (problem.q, problem.covering_vector, ties, *higher)]
    return RightSides(np.array([side.to_floats() for side in sides]), np.array([residues(side) for side in sides]))


def _blocks(problem: LinearComplementarityProblem) -> Ints:
    """Return the block of every row: the largest connected component is block 0, the others are block 1."""
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


Q, D, TIES, HIGHER = 0, 1, 2, 3
"""Rows of `RightSides` and of `BlockBasis.values`; from `HIGHER` on one row for each higher order of ε in q."""


class BlockBasis(NamedTuple):
    """The basic variables and their values.

    Attributes
    ----------
    variable : ndarray of int, shape (n,)
        By place; the places of a block are numbered like its rows.
    place : ndarray of int, shape (2n + 1,)
        -1 for variables that are not basic.
    values, residues : ndarray, shape (3 + D, n)
        β, γ, δ and the higher orders of β, by place.
    scale : ndarray, shape (3 + D, 2)
        The largest absolute value of each in each block when the block was last factored.
    """

    variable: Ints
    place: Ints
    values: Floats
    residues: Ints
    scale: Floats


class Candidates(NamedTuple):
    """Candidates for leaving the basis.

    Attributes
    ----------
    number : ndarray of int, shape (1,)
    place : ndarray of int, shape (n,)
    entry, residue : ndarray, shape (n,)
        The positive entry of the entering column.
    error : ndarray of float, shape (n,)
        Bound on the error of `entry`.
    ratio, ratio_error : ndarray of float, shape (n,)
        Working space of `least_ratio`.
    value_residue : ndarray of int, shape (n,)
    """

    number: Ints
    place: Ints
    entry: Floats
    residue: Ints
    error: Floats
    ratio: Floats
    ratio_error: Floats
    value_residue: Ints


class PathScratch(NamedTuple):
    """Working space of a path.

    Attributes
    ----------
    work, work_residue : ndarray, shape (n,)
        Right-hand sides of solves; zero in between.
    column, column_residue : ndarray, shape (n,)
        The entering column by place.
    rows, row_residues : ndarray, shape (3, n)
        Rows of the inverse, for comparisons.
    """

    work: Floats
    work_residue: Ints
    column: Floats
    column_residue: Ints
    candidates: Candidates
    rows: Floats
    row_residues: Ints


class Record(NamedTuple):
    """The pivots made, arrays of shape (budget,); the number of pivots is ``length[0]``."""

    entering: Ints
    leaving: Ints
    z0: Floats
    length: Ints


def new_path_scratch(n: int) -> PathScratch:
    """Return working space for a problem of n variables."""

    def whole() -> Ints:
        return np.zeros(n, dtype=np.int64)

    return PathScratch(
        work=np.zeros(n),
        work_residue=whole(),
        column=np.zeros(n),
        column_residue=whole(),
        candidates=Candidates(
            number=np.zeros(1, dtype=np.int64),
            place=whole(),
            entry=np.zeros(n),
            residue=whole(),
            error=np.zeros(n),
            ratio=np.zeros(n),
            ratio_error=np.zeros(n),
            value_residue=whole(),
        ),
        rows=np.zeros((3, n)),
        row_residues=np.zeros((3, n), dtype=np.int64),
    )


def new_record(budget: int) -> Record:
    """Return an empty record of up to that many pivots."""
    whole = np.zeros(budget, dtype=np.int64)
    return Record(whole, whole.copy(), np.zeros(budget), np.zeros(1, dtype=np.int64))
