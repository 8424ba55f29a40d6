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
FIXED = 2  # of the logical of an equation, which is zero
"""Sign constraints of variables."""

SEED = 7
LARGEST_TIE = 2**20
SCALINGS = 4  # rounds of scaling the rows and the columns


def lay_out(program: PerturbedLinearProgram) -> SimplexLayout:
    """Return the program as a minimisation in equations, scaled, in doubles and residues.

    Raises ZeroDivisionError if the prime divides one of its numbers, ModelError if one exceeds the range of doubles.
    """
    m, n = program.matrix.shape
    matrix = program.matrix

    # Entries times powers of two, one for its row and one for its column.
    entries = matrix.values.to_floats()
    of_rows, of_columns = _scales(matrix.rows, matrix.columns, entries, (m, n))
    exponents = of_rows[matrix.rows] + of_columns[matrix.columns]
    entries = np.ldexp(entries, exponents)
    entry_residues = _shifted(residues(matrix.values), exponents)

    # The columns of A, then those of the logicals S: one entry each, 1 or -1.
    by_column = np.lexsort((matrix.rows, matrix.columns))
    signs = np.where(program.at_most, 1, -1)
    counts = np.concatenate([np.bincount(matrix.columns, minlength=n), np.ones(m, dtype=np.int64)])
    of_structurals = np.where(program.free, FREE, NONNEGATIVE)
    of_logicals = np.where(program.equations, FIXED, NONNEGATIVE)

    # Logicals have the cost 0; maximisation is minimisation of the negative.
    sense = 1 if program.sense == "min" else -1
    orders = program.degree + 2
    cost, cost_residues = _orders(program.objective * sense, of_columns, program.degree)
    right, right_residues = _orders(program.right, of_rows, program.degree)
    return SimplexLayout(
        start=np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
        rows=np.concatenate([matrix.rows[by_column], np.arange(m)]),
        doubles=np.concatenate([entries[by_column], signs.astype(np.float64)]),
        residues=np.concatenate([entry_residues[by_column], signs % PRIME]),
        row_start=matrix.row_start,
        row_columns=matrix.columns,
        row_doubles=entries,
        row_residues=entry_residues,
        sign_constraint=np.concatenate([of_structurals, of_logicals]).astype(np.int8),
        right=right,
        right_residues=right_residues,
        cost=np.concatenate([cost, np.zeros((m, orders))]),
        cost_residues=np.concatenate([cost_residues, np.zeros((m, orders), dtype=np.int64)]),
        ties=np.random.default_rng(SEED).integers(1, LARGEST_TIE, n + m),
    )


def _scales(
    rows: Ints, columns: Ints, entries: Floats, shape: tuple[int, int]
) -> tuple[Ints, Ints]:
    """Return the exponents of powers of two for rows and columns that bring the entries of a matrix near to 1.

    Only signs are taken from the scaled program, and scaling does not change them.
    """
    sizes = entries
    if len(entries):
        sizes = np.log2(np.abs(entries))

    # Rows and columns in turns, each so that its largest and its smallest entry are equally far from 1.
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
    with np.errstate(invalid="ignore"):  # inf - inf without any
        middles: Floats = np.nan_to_num((low + high) / 2)
    return middles


def _shifted(values: Ints, exponents: Ints) -> Ints:
    """Return residues times powers of two."""
    if not len(exponents):
        return values

    # A table of the powers that occur; negative ones are those of the inverse of 2.
    least = int(exponents.min())
    most = int(exponents.max())
    powers = np.array([pow(2, k, PRIME) for k in range(least, most + 1)], dtype=np.int64)
    shifted: Ints = values * powers[exponents - least] % PRIME
    return shifted


def _orders(values: PolynomialArray, exponents: Ints, degree: int) -> tuple[Floats, Ints]:
    """Return scaled coefficients, shape (len(values), degree + 2), the last column zero."""
    doubles = np.zeros((len(values), degree + 2))
    modulo = np.zeros((len(values), degree + 2), dtype=np.int64)
    for k in range(degree + 1):
        order = values.order(k)
        doubles[:, k] = np.ldexp(order.to_floats(), exponents)
        modulo[:, k] = _shifted(residues(order), exponents)
    return doubles, modulo
