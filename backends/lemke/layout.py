"""Arrays on which the compiled loops of Lemke's algorithm work: the problem in two blocks, the basis, scratch space."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from seqform.backends.lemke.path import PivotRule, TieColumns, never_leaves
from seqform.backends.linalg.tables import Changes, Entries, Factors, residues
from seqform.models.numbers.exact import ExactArray, Floats, Ints, Mask
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.system.packages import require

BLOCKS = 2
"""Always two, the second possibly empty, so that the loops are compiled for one type only."""


class BlockLayout(NamedTuple):
    """The system w - M z = q in blocks: only z0 has entries in the rows of both.

    The sequence-form problem has two, {r, y, u} and {s, x, v}. Rows are renumbered block by block; in this package a
    *row* is a new number. Variables keep their numbers: 0 to n - 1 are the w_i, n to 2n - 1 the z_i, 2n is z0.
    """

    first_row: Ints  # shape (3,); the rows of block b are first_row[b] : first_row[b + 1]
    original_row: Ints  # shape (n,), the number of each row in the problem
    block_of: Ints  # shape (2n + 1,), of each variable; -1 for z0
    free: Mask  # shape (2n + 1,), variables that never leave the basis
    columns: Entries  # of the 2n + 1 variables: e_i of w_i, -M_i of z_i; none of z0


class RightSides(NamedTuple):
    """The right-hand sides q_0, d, two columns that break ties, and q_1, ..., q_D if q is a polynomial in ε."""

    doubles: Floats  # shape (4 + D, n)
    residues: Ints
    ties_from: Ints  # shape (n,), the variables whose columns break the ties that remain
    ties_sign: Ints  # shape (n,), 1 or -1


def lay_out(problem: LinearComplementarityProblem) -> BlockLayout:
    """Return the layout of a problem.

    Raises ZeroDivisionError if the prime of `residues` divides a denominator, DoubleRangeError if an entry is too large
    for a double.
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
        free=never_leaves(problem),
        columns=Entries(
            start=np.concatenate([np.arange(n), n + negated.row_start, [n + negated.nonzeros]]).astype(np.int64),
            at=np.concatenate([row_of, row_of[negated.columns]]),
            value=np.concatenate([ones, negated.values.to_rounded_floats()]),
            residue=np.concatenate([ones, residues(negated.values)]),
        ),
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
    first, second, *_ = *ties.combinations(problem, rule), *2 * [ExactArray.zeros(len(problem))]
    sides = [side.take(layout.original_row) for side in (problem.q, problem.covering_vector, first, second, *higher)]
    doubles, modulo = (
        np.array([side.to_rounded_floats() for side in sides], dtype=np.float64),
        np.array([residues(side) for side in sides], dtype=np.int64),
    )
    variables, signs = (
        np.array(ties.variables, dtype=np.int64),
        np.array(ties.signs, dtype=np.int64),
    )  # writable: loops are compiled for one type
    return RightSides(doubles, modulo, variables, signs)


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


Q, D, TIES, MORE_TIES, HIGHER = 0, 1, 2, 3, 4
"""Rows of `RightSides` and of `BlockBasis.values`; from `HIGHER` on one row for each higher order of ε in q."""


class BlockBasis(NamedTuple):
    """The basic variables and their values."""

    variable: Ints  # shape (n,), by place; the places of a block are numbered like its rows
    place: Ints  # shape (2n + 1,), -1 for variables that are not basic
    values: Floats  # shape (4 + D, n): β, γ, δ, δ' and the higher orders of β, by place
    residues: Ints
    scale: Floats  # shape (4 + D, 2), the largest absolute value of each block when it was last factored


class Candidates(NamedTuple):
    """Candidates for leaving the basis; arrays of shape (n,) unless noted."""

    number: Ints  # shape (1,)
    place: Ints
    entry: Floats  # the positive entry of the entering column
    residue: Ints
    error: Floats  # bound on the error of `entry`
    ratio: Floats  # working space of `least_ratio`, as the next two
    ratio_error: Floats
    value_residue: Ints


class Scratch(NamedTuple):
    """Working space of a path."""

    work: Floats  # shape (n,), right-hand sides of solves; zero in between
    work_residue: Ints
    column: Floats  # shape (n,), the entering column by place
    column_residue: Ints
    candidates: Candidates
    rows: Floats  # shape (3, n), rows of the inverse, for comparisons
    row_residues: Ints


class PathState(NamedTuple):
    """All arrays of a path, the factors of both blocks and their changes."""

    layout: BlockLayout
    sides: RightSides
    basis: BlockBasis
    factors: tuple[Factors, Factors]
    changes: tuple[Changes, Changes]
    scratch: Scratch


class Record(NamedTuple):
    """The pivots made, arrays of shape (budget,); the number of pivots is ``length[0]``."""

    entering: Ints
    leaving: Ints
    z0: Floats
    length: Ints


def new_basis(variable: Ints, sides: int) -> BlockBasis:
    """Return the basis of given variables, by place, without its values."""
    n = len(variable)
    place = np.full(2 * n + 1, -1, dtype=np.int64)
    place[variable] = np.arange(n)
    values, residue = np.zeros((sides, n)), np.zeros((sides, n), dtype=np.int64)
    return BlockBasis(variable, place, values, residue, np.zeros((sides, BLOCKS)))


def new_scratch(n: int) -> Scratch:
    """Return working space for a problem of n variables."""
    work, column, entry, error, ratio, ratio_error = np.zeros((6, n))
    work_residue, column_residue, place, residue, value_residue = np.zeros((5, n), dtype=np.int64)
    number = np.zeros(1, dtype=np.int64)
    candidates = Candidates(number, place, entry, residue, error, ratio, ratio_error, value_residue)
    rows, row_residues = np.zeros((3, n)), np.zeros((3, n), dtype=np.int64)
    return Scratch(work, work_residue, column, column_residue, candidates, rows, row_residues)


def new_record(budget: int) -> Record:
    """Return an empty record of up to that many pivots."""
    entering, leaving = np.zeros((2, budget), dtype=np.int64)
    return Record(entering, leaving, np.zeros(budget), np.zeros(1, dtype=np.int64))
