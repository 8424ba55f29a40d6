"""Linear programs perturbed by ε as the lexicographic simplex method takes them: scaled, in doubles and residues."""

from __future__ import annotations

import numpy as np

from seqform.backends.linalg.arithmetic import PRIME, residues
from seqform.backends.perturbed.simplex_tables import SimplexLayout
from seqform.models.numbers.exact import Floats, Ints
from seqform.models.numbers.polynomials import PolynomialArray
from seqform.models.programs.perturbed import PerturbedLinearProgram

NONNEGATIVE = 0
FREE = 1
FIXED = 2
"""Kinds of variables; a fixed one is the logical of an equation, which is zero."""

SEED = 7
LARGEST_TIE = 2**20
SCALINGS = 4  # rounds of scaling the rows and the columns


def lay_out(program: PerturbedLinearProgram) -> SimplexLayout:
    """Return the program as a minimisation in equations, scaled, in doubles and residues.

    Raises ZeroDivisionError if the prime divides one of its numbers, ModelError if one exceeds the range of doubles.
    """
    m, n = program.matrix.shape
    matrix = program.matrix
    entries = matrix.values.to_floats()
    entry_residues = residues(matrix.values)
    of_rows, of_columns = _scales(matrix.rows, matrix.columns, entries, (m, n))
    exponents = of_rows[matrix.rows] + of_columns[matrix.columns]
    entries = np.ldexp(entries, exponents)
    entry_residues = _shifted(entry_residues, exponents)
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
            [
                np.where(program.free, FREE, NONNEGATIVE),
                np.where(program.equations, FIXED, NONNEGATIVE),
            ]
        ).astype(np.int8),
        right=right[0],
        right_residues=right[1],
        cost=np.concatenate([cost[0], np.zeros((m, program.degree + 2))]),
        cost_residues=np.concatenate([cost[1], np.zeros((m, program.degree + 2), dtype=np.int64)]),
        ties=ties,
    )


def _scales(
    rows: Ints, columns: Ints, entries: Floats, shape: tuple[int, int]
) -> tuple[Ints, Ints]:
    """Return the exponents of powers of two for rows and columns that bring the entries of a matrix near to 1.

    Only signs are taken from the scaled program, and scaling does not change them.
    """
    sizes = np.log2(np.abs(entries)) if len(entries) else entries
    of_rows = np.zeros(shape[0])
    of_columns = np.zeros(shape[1])
    for _ in range(SCALINGS):
        of_rows = -_middles(rows, sizes + of_columns[columns], shape[0])
        of_columns = -_middles(columns, sizes + of_rows[rows], shape[1])
    return np.rint(of_rows).astype(np.int64), np.rint(of_columns).astype(np.int64)


def _middles(index: Ints, sizes: Floats, count: int) -> Floats:
    """Return the middle between the smallest and the largest of the sizes with each index, 0 without any."""
    low = np.full(count, np.inf)
    high = np.full(count, -np.inf)
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
    powers = np.array(
        [pow(2, least + k, PRIME) for k in range(int(exponents.max()) - least + 1)], dtype=np.int64
    )
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
