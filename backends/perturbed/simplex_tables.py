"""Arrays of the lexicographic simplex method: the scaled program, the basis, and working space.

The orders of ε are the last axis of every array that has them, so that comparing two rows reads memory in sequence.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from seqform.backends.linalg.middle_product import (
    Listed,
    SparseVector,
    Updates,
    new_listed,
    new_sparse_vector,
)
from seqform.backends.linalg.tables import OrderedFactors
from seqform.models.numbers.exact import Floats, Ints

Kinds = npt.NDArray[np.int8]


@dataclass(eq=False, repr=False)
class SimplexLayout:
    """The minimisation of c(ε)·v over A x + S s = b(ε), v = (x, s), every v_j nonnegative, free or zero.

    S is diagonal, of entries 1 and -1. Numbers are kept as doubles and as residues: the columns of (A, S), the rows of
    A, b and c. The last order of `right` and `cost` consists of random numbers, which break ties. `start` has shape
    (n + m + 1,), `row_start` (m + 1,), `kind` and the random positive `ties` (n + m,), `right` (m, D + 2) and `cost`
    (n + m, D + 2).
    """

    start: Ints
    rows: Ints
    doubles: Floats
    residues: Ints
    row_start: Ints
    row_columns: Ints
    row_doubles: Floats
    row_residues: Ints
    kind: Kinds
    right: Floats
    right_residues: Ints
    cost: Floats
    cost_residues: Ints
    ties: Ints


@dataclass(eq=False, repr=False)
class SimplexState:
    """A basis B with its values, reduced costs and weights.

    `variable`, shape (m,), is the basic variable at each place, `place`, shape (n + m,), the place of each variable, -1
    if it is not basic. `x`, shape (m, D + 2), is B⁻¹b by place, `z`, shape (n + m, D + 2), the reduced costs;
    `row_weight` and `column_weight` are Devex reference weights. `wrong` lists the places, or the variables, of wrong
    sign, in any order; `wrong_at` is the index of each in it or -1, `wrong_order` the order of ε that has the wrong
    sign, `wrong_size` the size of the violation. `num_wrong` is the number of wrong signs, `is_shifted` states whether
    costs or right-hand sides have been shifted.
    """

    variable: Ints
    place: Ints
    x: Floats
    x_residues: Ints
    z: Floats
    z_residues: Ints
    row_weight: Floats
    column_weight: Floats
    wrong: Ints
    wrong_at: Ints
    wrong_order: Ints
    wrong_size: Floats
    num_wrong: int
    is_shifted: bool


@dataclass(eq=False, repr=False)
class SimplexScratch:
    """Working space of a pivot.

    `vector` has the right-hand sides of solves, `entering` and `leaving` the intermediate results of FTRAN and BTRAN.
    `filled` is B⁻¹a of the entering variable by places, `column` the same with its zeros, `multiplier` a row of B⁻¹ and
    `row` the leaving variable's row of B⁻¹(A, S), with nonzero entries at the nonbasic variables in `touched`. `vector`
    and `mark` are zero in between.
    """

    vector: SparseVector
    entering: Listed
    leaving: Listed
    filled: Listed
    column: Floats
    column_residue: Ints
    multiplier: Listed
    dense: Floats
    dense_residue: Ints
    row: Floats
    row_residue: Ints
    touched: Ints
    num_touched: int
    mark: npt.NDArray[np.uint8]
    candidate: Ints
    ratio: Floats
    ratio_residue: Ints


@dataclass(eq=False, repr=False)
class Machine:
    """All arrays of the compiled loops."""

    layout: SimplexLayout
    state: SimplexState
    scratch: SimplexScratch
    ordered: OrderedFactors
    updates: Updates


def new_state(m: int, n: int, orders: int) -> SimplexState:
    """Return space for a basis of m rows, n columns and as many logicals as rows; `orders` is D + 2."""
    return SimplexState(
        variable=np.arange(n, n + m),
        place=np.full(n + m, -1, dtype=np.int64),
        x=np.zeros((m, orders)),
        x_residues=np.zeros((m, orders), dtype=np.int64),
        z=np.zeros((n + m, orders)),
        z_residues=np.zeros((n + m, orders), dtype=np.int64),
        row_weight=np.ones(m),
        column_weight=np.ones(n + m),
        wrong=np.zeros(n + m, dtype=np.int64),
        wrong_at=np.full(n + m, -1, dtype=np.int64),
        wrong_order=np.zeros(n + m, dtype=np.int64),
        wrong_size=np.zeros(n + m),
        num_wrong=0,
        is_shifted=False,
    )


def new_scratch(m: int, n: int, orders: int) -> SimplexScratch:
    """Return working space for the pivots of such a basis."""

    def integers(size: int) -> Ints:
        return np.zeros(size, dtype=np.int64)

    return SimplexScratch(
        vector=new_sparse_vector(m),
        entering=new_listed(m),
        leaving=new_listed(m),
        filled=new_listed(m),
        column=np.zeros(m),
        column_residue=integers(m),
        multiplier=new_listed(m),
        dense=np.zeros(m),
        dense_residue=integers(m),
        row=np.zeros(n + m),
        row_residue=integers(n + m),
        touched=integers(n + m),
        num_touched=0,
        mark=np.zeros(n + m, dtype=np.uint8),
        candidate=integers(n + m),
        ratio=np.zeros(orders),
        ratio_residue=integers(orders),
    )
