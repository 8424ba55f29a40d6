"""The layout of a problem in two blocks, and new arrays for the loops of Lemke's algorithm."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from seqform.backends.lemke.path import PivotRule, TieColumns, never_leaves
from seqform.backends.lemke.state import (
    BlockBasis,
    BlockLayout,
    Candidates,
    Record,
    RightSides,
    Scratch,
)
from seqform.backends.linalg.arithmetic import residues
from seqform.backends.linalg.tables import Entries
from seqform.models.numbers.exact import ExactArray, Ints
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.system.packages import require

BLOCKS = 2
"""Always two, the second possibly empty."""


def lay_out(problem: LinearComplementarityProblem) -> BlockLayout:
    """Return the layout of a problem.

    Raises ZeroDivisionError if the prime of `residues` divides a denominator, DoubleRangeError if an entry is too large
    for a double.
    """
    n = len(problem)
    matrix = problem.matrix
    block_of_row = _blocks(problem)
    original_row = np.argsort(block_of_row, kind="stable")
    row_of = np.empty(n, dtype=np.int64)
    row_of[original_row] = np.arange(n)
    sizes = np.bincount(block_of_row, minlength=BLOCKS)

    # A variable w_i belongs to the block of its row, z_i to that of its entries, z0 to none.
    block_of_z = np.zeros(n, dtype=np.int64)
    block_of_z[matrix.columns] = block_of_row[matrix.rows]
    block_of = np.concatenate([block_of_row, block_of_z, [-1]])

    # The columns of w are unit vectors; those of z are the rows of -Mᵀ.
    negated = -matrix.T
    ones = np.ones(n, dtype=np.int64)
    ends = np.concatenate([np.arange(n), n + negated.row_start, [n + negated.nonzeros]])
    columns = Entries(
        start=ends.astype(np.int64),
        at=np.concatenate([row_of, row_of[negated.columns]]),
        value=np.concatenate([ones, negated.values.to_rounded_floats()]),
        residue=np.concatenate([ones, residues(negated.values)]),
    )
    return BlockLayout(
        first_row=np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
        original_row=original_row.astype(np.int64),
        block_of=block_of.astype(np.int64),
        free=never_leaves(problem),
        columns=columns,
    )


def right_sides(
    problem: LinearComplementarityProblem,
    layout: BlockLayout,
    rule: PivotRule,
    ties: TieColumns,
    higher: Sequence[ExactArray],
) -> RightSides:
    """Return the right-hand sides in the order of the layout's rows; raises as `lay_out` does."""
    assert problem.covering_vector is not None
    zeros = ExactArray.zeros(len(problem))
    combinations = ties.combinations(problem, rule)
    first, second, *_ = *combinations, zeros, zeros

    in_order = (problem.q, problem.covering_vector, first, second, *higher)
    sides = [side.take(layout.original_row) for side in in_order]
    return RightSides(
        np.array([side.to_rounded_floats() for side in sides], dtype=np.float64),
        np.array([residues(side) for side in sides], dtype=np.int64),
        # Writable copies: loops are compiled for one type.
        np.array(ties.variables, dtype=np.int64),
        np.array(ties.signs, dtype=np.int64),
    )


def _blocks(problem: LinearComplementarityProblem) -> Ints:
    """Return the block of every row: the largest connected component is block 0, the others are block 1."""
    require("scipy.sparse")
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    n = len(problem)
    matrix = problem.matrix
    if n == 0:
        return np.zeros(0, dtype=np.int64)

    # A graph of rows 0, ..., n - 1 and columns n, ..., 2n - 1, with an edge for every entry of M.
    ends = np.concatenate([matrix.row_start, np.full(n, matrix.nonzeros)])
    links = csr_array((np.ones(matrix.nonzeros), n + matrix.columns, ends), shape=(2 * n, 2 * n))
    _, part = connected_components(links, directed=False)
    parts, part_of_row, size = np.unique(part[:n], return_inverse=True, return_counts=True)

    rank = np.empty(len(parts), dtype=np.int64)
    rank[np.argsort(-size, kind="stable")] = np.arange(len(parts))
    block: Ints = np.minimum(rank, BLOCKS - 1)[part_of_row]
    return block


Q = 0  # q_0, or β
D = 1  # d, or γ
TIES = 2  # g, or δ
MORE_TIES = 3  # g', or δ'
HIGHER = 4  # q_1, or the first higher order of β
"""Rows of `RightSides` and of `BlockBasis.values`; from `HIGHER` on one row for each higher order of ε in q."""


def new_basis(variable: Ints, sides: int) -> BlockBasis:
    """Return the basis of given variables, by place, without its values."""
    n = len(variable)
    place = np.full(2 * n + 1, -1, dtype=np.int64)
    place[variable] = np.arange(n)
    values = np.zeros((sides, n))
    residue = np.zeros((sides, n), dtype=np.int64)
    return BlockBasis(variable, place, values, residue, np.zeros((sides, BLOCKS)))


def new_scratch(n: int) -> Scratch:
    """Return working space for a problem of n variables."""
    work, column, entry, error, ratio, ratio_error = np.zeros((6, n))
    work_residue, column_residue, place, residue, value_residue = np.zeros((5, n), dtype=np.int64)
    candidates = Candidates(0, place, entry, residue, error, ratio, ratio_error, value_residue)
    rows = np.zeros((3, n))
    row_residues = np.zeros((3, n), dtype=np.int64)
    return Scratch(work, work_residue, column, column_residue, candidates, rows, row_residues)


def new_record(budget: int) -> Record:
    """Return an empty record of up to that many pivots."""
    entering, leaving = np.zeros((2, budget), dtype=np.int64)
    return Record(entering, leaving, np.zeros(budget), 0)
