"""Arrays of the lexicographic simplex method: the scaled program, the basis, and working space.

The orders of ε are the last axis of every array that has them, so that comparing two rows reads memory in sequence.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from seqform.backends.linalg.middle_product import Listed, SparseVector, Updates, new_listed, new_sparse_vector
from seqform.backends.linalg.tables import PRIME, OrderedFactors, residues
from seqform.models.numbers.exact import Floats, Ints
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.programs.perturbed import PerturbedLinearProgram

Kinds = npt.NDArray[np.int8]

NONNEGATIVE, FREE, FIXED = 0, 1, 2
"""Kinds of variables; a fixed one is the logical of an equation, which is zero."""


class SimplexLayout(NamedTuple):
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


class SimplexState(NamedTuple):
    """A basis B with its values, reduced costs and weights.

    `variable`, shape (m,), is the basic variable at each place, `place`, shape (n + m,), the place of each variable, -1
    if it is not basic. `x`, shape (m, D + 2), is B⁻¹b by place, `z`, shape (n + m, D + 2), the reduced costs;
    `row_weight` and `column_weight` are Devex reference weights. `wrong` lists the places, or the variables, of wrong
    sign, in any order; `wrong_at` is the index of each in it or -1, `wrong_order` the order of ε that has the wrong
    sign, `wrong_size` the size of the violation. `tally` is the number of wrong signs, and 1 if costs or right-hand
    sides have been shifted, else 0.
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
    tally: Ints


class SimplexScratch(NamedTuple):
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
    num_touched: Ints
    mark: npt.NDArray[np.bool_]
    candidate: Ints
    ratio: Floats
    ratio_residue: Ints


class Machine(NamedTuple):
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
        tally=np.zeros(2, dtype=np.int64),
    )


def new_scratch(m: int, n: int, orders: int) -> SimplexScratch:
    """Return working space for the pivots of such a basis."""

    def whole(size: int) -> Ints:
        return np.zeros(size, dtype=np.int64)

    return SimplexScratch(
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


SEED = 7
LARGEST_TIE = 2**20
SCALINGS = 4  # rounds of scaling the rows and the columns


def lay_out(program: PerturbedLinearProgram) -> SimplexLayout:
    """Return the program as a minimisation in equations, scaled, in doubles and residues.

    Raises ZeroDivisionError if the prime divides one of its numbers, ModelError if one exceeds the range of doubles.
    """
    m, n = program.matrix.shape
    matrix = program.matrix
    entries, entry_residues = matrix.values.to_floats(), residues(matrix.values)
    of_rows, of_columns = _scales(matrix.rows, matrix.columns, entries, (m, n))
    exponents = of_rows[matrix.rows] + of_columns[matrix.columns]
    entries, entry_residues = np.ldexp(entries, exponents), _shifted(entry_residues, exponents)
    by_column = np.lexsort((matrix.rows, matrix.columns))
    signs = np.where(program.at_most, 1, -1)
    counts = np.concatenate([np.bincount(matrix.columns, minlength=n), np.ones(m, dtype=np.int64)])
    sense = 1 if program.sense == "min" else -1
    cost = _orders(program.objective * sense, of_columns, program.degree)
    right = _orders(program.right, of_rows, program.degree)
    ties = np.random.default_rng(SEED).integers(1, LARGEST_TIE, n + m)
    return SimplexLayout(
        start=np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
        rows=np.concatenate([matrix.rows[by_column], np.arange(m)]),
        doubles=np.concatenate([entries[by_column], signs.astype(np.float64)]),
        residues=np.concatenate([entry_residues[by_column], signs % PRIME]),
        row_start=matrix.row_start,
        row_columns=matrix.columns,
        row_doubles=entries,
        row_residues=entry_residues,
        kind=np.concatenate(
            [np.where(program.free, FREE, NONNEGATIVE), np.where(program.equations, FIXED, NONNEGATIVE)]
        ).astype(np.int8),
        right=right[0],
        right_residues=right[1],
        cost=np.concatenate([cost[0], np.zeros((m, program.degree + 2))]),
        cost_residues=np.concatenate([cost[1], np.zeros((m, program.degree + 2), dtype=np.int64)]),
        ties=ties,
    )


def _scales(rows: Ints, columns: Ints, entries: Floats, shape: tuple[int, int]) -> tuple[Ints, Ints]:
    """Return the exponents of powers of two for rows and columns that bring the entries of a matrix near to 1.

    Only signs are taken from the scaled program, and scaling does not change them.
    """
    sizes = np.log2(np.abs(entries)) if len(entries) else entries
    of_rows, of_columns = np.zeros(shape[0]), np.zeros(shape[1])
    for _ in range(SCALINGS):
        of_rows = -_middles(rows, sizes + of_columns[columns], shape[0])
        of_columns = -_middles(columns, sizes + of_rows[rows], shape[1])
    return np.rint(of_rows).astype(np.int64), np.rint(of_columns).astype(np.int64)


def _middles(index: Ints, sizes: Floats, count: int) -> Floats:
    """Return the middle between the smallest and the largest of the sizes with each index, 0 without any."""
    low, high = np.full(count, np.inf), np.full(count, -np.inf)
    np.minimum.at(low, index, sizes)
    np.maximum.at(high, index, sizes)
    with np.errstate(invalid="ignore"):
        middles: Floats = np.nan_to_num((low + high) / 2)  # inf - inf without any
    return middles


def _shifted(values: Ints, exponents: Ints) -> Ints:
    """Return residues times powers of two."""
    if not len(exponents):
        return values
    least = int(exponents.min())
    powers = np.array([pow(2, least + k, PRIME) for k in range(int(exponents.max()) - least + 1)], dtype=np.int64)
    shifted: Ints = values * powers[exponents - least] % PRIME
    return shifted


def _orders(values: PolynomialArray, exponents: Ints, degree: int) -> tuple[Floats, Ints]:
    """Return scaled coefficients, shape (len(values), degree + 2), the last column zero."""
    doubles = np.zeros((len(values), degree + 2))
    whole = np.zeros((len(values), degree + 2), dtype=np.int64)
    for k in range(degree + 1):
        order = values.order(k)
        doubles[:, k] = np.ldexp(order.to_floats(), exponents)
        whole[:, k] = _shifted(residues(order), exponents)
    return doubles, whole
