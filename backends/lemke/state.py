"""Arrays on which the loops of Lemke's algorithm work: the problem in two blocks, the basis, scratch space."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from seqform.backends.linalg.tables import Changes, Entries, Factors
from seqform.models.numbers.exact import Floats, Ints, Mask


@dataclass(eq=False)
class BlockLayout:
    """The system w - M z = q in blocks: only z0 has entries in the rows of both.

    The sequence-form problem has two, {r, y, u} and {s, x, v}. Rows are renumbered block by block; in this package a
    *row* is a new number. Variables keep their numbers: 0 to n - 1 are the w_i, n to 2n - 1 the z_i, 2n is z0.
    """

    first_row: Ints  # shape (3,); the rows of block b are first_row[b] : first_row[b + 1]
    original_row: Ints  # shape (n,), the number of each row in the problem
    block_of: Ints  # shape (2n + 1,), of each variable; -1 for z0
    free: Mask  # shape (2n + 1,), variables that never leave the basis
    columns: Entries  # of the 2n + 1 variables: e_i of w_i, -M_i of z_i; none of z0

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:  # for processes that follow paths
        arrays = map(np.asarray, [self.first_row, self.original_row, self.block_of, self.free])
        return BlockLayout, (*arrays, self.columns)


@dataclass(eq=False)
class RightSides:
    """The right-hand sides q_0, d, two columns that break ties, and q_1, ..., q_D if q is a polynomial in ε."""

    doubles: Floats  # shape (4 + D, n)
    residues: Ints
    ties_from: Ints  # shape (n,), the variables whose columns break the ties that remain
    ties_sign: Ints  # shape (n,), 1 or -1


@dataclass(eq=False)
class BlockBasis:
    """The basic variables and their values."""

    variable: Ints  # shape (n,), by place; the places of a block are numbered like its rows
    place: Ints  # shape (2n + 1,), -1 for variables that are not basic
    values: Floats  # shape (4 + D, n): β, γ, δ, δ' and the higher orders of β, by place
    residues: Ints
    scale: Floats  # shape (4 + D, 2), the largest absolute value of each block when it was last factored


@dataclass(eq=False)
class Candidates:
    """Candidates for leaving the basis; arrays of shape (n,) unless noted."""

    number: int
    place: Ints
    entry: Floats  # the positive entry of the entering column
    residue: Ints
    error: Floats  # bound on the error of `entry`
    ratio: Floats  # working space of `least_ratio`, as the next two
    ratio_error: Floats
    value_residue: Ints


@dataclass(eq=False)
class Scratch:
    """Working space of a path."""

    work: Floats  # shape (n,), right-hand sides of solves; zero in between
    work_residue: Ints
    column: Floats  # shape (n,), the entering column by place
    column_residue: Ints
    candidates: Candidates
    rows: Floats  # shape (3, n), rows of the inverse, for comparisons
    row_residues: Ints


@dataclass(eq=False)
class PathState:
    """All arrays of a path, the factors of both blocks and their changes."""

    layout: BlockLayout
    sides: RightSides
    basis: BlockBasis
    factors: tuple[Factors, Factors]
    changes: tuple[Changes, Changes]
    scratch: Scratch


@dataclass(eq=False)
class Record:
    """The pivots made, arrays of shape (budget,); `length` is the number of pivots."""

    entering: Ints
    leaving: Ints
    z0: Floats
    length: int
