"""Where the lexicographic simplex method keeps a program, a basis and what it needs in between.

Everything with an order of ε has the orders in its last axis, so that comparing two rows reads memory in sequence.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from seqform.backends.factors.middle_product import Listed, SparseVector, Updates, new_listed, new_sparse_vector
from seqform.backends.factors.pivot_order import OrderedFactors
from seqform.models.exact import Floats, Ints

Kinds = npt.NDArray[np.int8]

NONNEGATIVE, FREE, FIXED = 0, 1, 2
"""Kinds of variables; a fixed one is the logical of an equation, which is zero."""


class Layout(NamedTuple):
    """The minimisation of c(ε)·v over A x + S s = b(ε), v = (x, s), every v_j nonnegative, free or zero.

    S is diagonal, of entries 1 and -1. Numbers come as doubles and as residues. The last order of `right` and `cost`
    is one of random numbers, which settles ties.

    Attributes
    ----------
    start : ndarray of int, shape (n + m + 1,)
    rows, doubles, residues : ndarray, shape (nonzeros + m,)
        The columns of (A, S).
    row_start : ndarray of int, shape (m + 1,)
    row_columns, row_doubles, row_residues : ndarray, shape (nonzeros,)
        The rows of A.
    kind : ndarray of int8, shape (n + m,)
    right, right_residues : ndarray, shape (m, D + 2)
    cost, cost_residues : ndarray, shape (n + m, D + 2)
    ties : ndarray of int, shape (n + m,)
        Random positive numbers.
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


class State(NamedTuple):
    """A basis B and what belongs to it.

    Attributes
    ----------
    variable : ndarray of int, shape (m,)
        The basic variable at each place.
    place : ndarray of int, shape (n + m,)
        -1 for a variable that is not basic.
    x, x_residues : ndarray, shape (m, D + 2)
        B⁻¹ b by place.
    z, z_residues : ndarray, shape (n + m, D + 2)
        Reduced costs.
    row_weight, column_weight : ndarray of float, shape (m,) and (n + m,)
        Devex reference weights.
    wrong : ndarray of int, shape (n + m,)
        The places, or the variables, whose sign is wrong, in any order.
    wrong_at : ndarray of int, shape (n + m,)
        Where each is in `wrong`, -1 if it is not.
    wrong_order : ndarray of int8, shape (n + m,)
        The order of ε that has the wrong sign.
    wrong_size : ndarray of float, shape (n + m,)
        By how much.
    tally : ndarray of int, shape (2,)
        How many are wrong; whether costs or right-hand sides have been shifted.
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
    wrong_order: Kinds
    wrong_size: Floats
    tally: Ints


class Scratch(NamedTuple):
    """Room that every pivot needs.

    Attributes
    ----------
    vector : SparseVector
        Right-hand sides of solves; zero in between.
    entering, leaving : Listed
        What FTRAN and BTRAN leave halfway.
    filled : Listed
        B⁻¹a of the entering variable, by places.
    column, column_residue : ndarray, shape (m,)
        The same, with its zeros.
    multiplier : Listed
        A row of B⁻¹, by rows.
    dense, dense_residue : ndarray, shape (m,)
    row, row_residue : ndarray, shape (n + m,)
        The leaving variable's row of B⁻¹(A, S).
    touched : ndarray of int, shape (n + m,)
        The nonbasic variables where it is not zero.
    num_touched : ndarray of int, shape (1,)
    mark : ndarray of bool, shape (n + m,)
        False in between.
    candidate : ndarray of int, shape (n + m,)
    ratio, ratio_residue : ndarray, shape (D + 2,)
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
    num_touched: Ints
    mark: npt.NDArray[np.bool_]
    candidate: Ints
    ratio: Floats
    ratio_residue: Ints


class Machine(NamedTuple):
    """All that the compiled loops work on."""

    layout: Layout
    state: State
    scratch: Scratch
    ordered: OrderedFactors
    updates: Updates


def new_state(m: int, n: int, orders: int) -> State:
    """Return room for a basis of m rows, n columns and as many logicals as rows; `orders` is D + 2."""
    return State(
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
        wrong_order=np.zeros(n + m, dtype=np.int8),
        wrong_size=np.zeros(n + m),
        tally=np.zeros(2, dtype=np.int64),
    )


def new_scratch(m: int, n: int, orders: int) -> Scratch:
    """Return room for the pivots of such a basis."""

    def whole(size: int) -> Ints:
        return np.zeros(size, dtype=np.int64)

    return Scratch(
        vector=new_sparse_vector(m),
        entering=new_listed(m),
        leaving=new_listed(m),
        filled=new_listed(m),
        column=np.zeros(m),
        column_residue=whole(m),
        multiplier=new_listed(m),
        dense=np.zeros(m),
        dense_residue=whole(m),
        row=np.zeros(n + m),
        row_residue=whole(n + m),
        touched=whole(n + m),
        num_touched=whole(1),
        mark=np.zeros(n + m, dtype=np.bool_),
        candidate=whole(n + m),
        ratio=np.zeros(orders),
        ratio_residue=whole(orders),
    )
