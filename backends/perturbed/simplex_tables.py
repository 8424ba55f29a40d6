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

SignConstraints = npt.NDArray[np.int8]


@dataclass(eq=False, repr=False)
class SimplexLayout:
    """The minimisation of c(ε)·v over A x + S s = b(ε), v = (x, s), every v_j nonnegative, free or zero.

    S is diagonal, of entries 1 and -1. Numbers are kept as doubles and as residues. Of n + m variables the first n are
    the columns x, the others the logicals s.
    """

    start: Ints  # shape (n + m + 1,): column j of (A, S) has the entries start[j] : start[j + 1]
    rows: Ints  # of each entry
    doubles: Floats
    residues: Ints
    row_start: Ints  # shape (m + 1,), the same for the rows of A
    row_columns: Ints
    row_doubles: Floats
    row_residues: Ints
    sign_constraint: SignConstraints  # shape (n + m,), of `scaled_program`
    right: Floats  # b, shape (m, D + 2); the last order is random and breaks ties
    right_residues: Ints
    cost: Floats  # c, shape (n + m, D + 2), as the right-hand side
    cost_residues: Ints
    ties: Ints  # shape (n + m,), positive random numbers


@dataclass(eq=False, repr=False)
class SimplexState:
    """A basis B with its values, reduced costs and weights."""

    variable: Ints  # shape (m,), the basic variable at each place
    place: Ints  # shape (n + m,), of each variable, -1 if it is not basic
    x: Floats  # B⁻¹b by place, shape (m, D + 2)
    x_residues: Ints
    z: Floats  # reduced costs by variable, shape (n + m, D + 2)
    z_residues: Ints
    row_weight: Floats  # shape (m,), Devex reference weights of dual pivots
    column_weight: Floats  # shape (n + m,), those of primal pivots
    wrong: Ints  # shape (n + m,), the places, or the variables, of wrong sign, in any order
    wrong_at: Ints  # the index of each in `wrong`, or -1
    wrong_order: Ints  # the order of ε that has the wrong sign
    wrong_size: Floats  # the size of the violation
    num_wrong: int
    is_shifted: bool  # whether costs or right-hand sides have been shifted


@dataclass(eq=False, repr=False)
class SimplexScratch:
    """Working space of a pivot."""

    vector: SparseVector  # right-hand side of a solve; zero in between
    entering: Listed  # intermediate result of FTRAN for the entering column
    leaving: Listed  # intermediate result of BTRAN for the row
    filled: Listed  # B⁻¹a of the entering variable, by place
    column: Floats  # the same with its zeros, shape (m,)
    column_residue: Ints
    multiplier: Listed  # a row of B⁻¹
    dense: Floats  # the same for all rows, shape (m,), in a recomputation of the costs
    dense_residue: Ints
    row: Floats  # the leaving variable's row of B⁻¹(A, S), shape (n + m,)
    row_residue: Ints
    touched: Ints  # the nonbasic variables with nonzero entries in `row`
    num_touched: int
    mark: npt.NDArray[np.uint8]  # the variables that are in `touched`; zero in between
    candidate: Ints  # of a ratio test
    ratio: Floats  # shape (D + 2,), a row over the pivot
    ratio_residue: Ints


@dataclass(eq=False, repr=False)
class Machine:
    """All arrays of the compiled loops."""

    layout: SimplexLayout
    state: SimplexState
    scratch: SimplexScratch
    ordered: OrderedFactors  # of the basis that was factored last
    updates: Updates  # the column replacements since


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
