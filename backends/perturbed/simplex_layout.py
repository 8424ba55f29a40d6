"""A perturbed linear program as the lexicographic simplex method sees it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from seqform.backends.factors.residues import PRIME, residues
from seqform.backends.perturbed.simplex_tables import FIXED, FREE, NONNEGATIVE, Layout
from seqform.models.exact import ExactArray, Floats, Ints
from seqform.models.immutable import Immutable
from seqform.models.perturbed_linear_program import PerturbedLinearProgram
from seqform.models.polynomials import PolynomialArray

SEED = 7
LARGEST_TIE = 2**20
SCALINGS = 4  # rounds of scaling the rows and the columns


@dataclass(frozen=True)
class Scales(Immutable):
    """Powers of two that bring the entries of a matrix near to 1: row i times 2^rows[i], column j times 2^columns[j].

    Only signs are ever read off the scaled program, and they are those of the program itself.
    """

    rows: Ints
    columns: Ints


def lay_out(program: PerturbedLinearProgram) -> Layout:
    """Return the program as a minimisation in equations, scaled, in doubles and residues.

    Raises
    ------
    ZeroDivisionError
        If the prime divides one of its numbers.
    ModelError
        If a number is beyond doubles.
    """
    m, n = program.matrix.shape
    matrix = program.matrix
    entries, entry_residues = matrix.values.to_floats(), residues(matrix.values)
    scales = scales_of(matrix.rows, matrix.columns, entries, (m, n))
    exponents = scales.rows[matrix.rows] + scales.columns[matrix.columns]
    entries, entry_residues = np.ldexp(entries, exponents), _shifted(entry_residues, exponents)
    by_column = np.lexsort((matrix.rows, matrix.columns))
    signs = np.where(program.at_most, 1, -1)
    counts = np.concatenate([np.bincount(matrix.columns, minlength=n), np.ones(m, dtype=np.int64)])
    sense = 1 if program.sense == "min" else -1
    cost = _orders(program.objective * sense, scales.columns, program.degree)
    right = _orders(program.right, scales.rows, program.degree)
    ties = np.random.default_rng(SEED).integers(1, LARGEST_TIE, n + m)
    return Layout(
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


def scales_of(rows: Ints, columns: Ints, entries: Floats, shape: tuple[int, int]) -> Scales:
    """Return geometric scales, rounded to powers of two.

    Examples
    --------
    >>> at = np.array([0, 1])
    >>> scales = scales_of(at, at, np.array([1024.0, 1.0]), (2, 2))
    >>> (scales.rows + scales.columns).tolist()
    [-10, 0]
    """
    sizes = np.log2(np.abs(entries)) if len(entries) else entries
    of_rows, of_columns = np.zeros(shape[0]), np.zeros(shape[1])
    for _ in range(SCALINGS):
        of_rows = -_middles(rows, sizes + of_columns[columns], shape[0])
        of_columns = -_middles(columns, sizes + of_rows[rows], shape[1])
    return Scales(np.rint(of_rows).astype(np.int64), np.rint(of_columns).astype(np.int64))


def _middles(index: Ints, sizes: Floats, count: int) -> Floats:
    """Return the middle between the smallest and the largest of the sizes with each index, 0 without any."""
    low, high = np.full(count, np.inf), np.full(count, -np.inf)
    np.minimum.at(low, index, sizes)
    np.maximum.at(high, index, sizes)
    found = np.isfinite(low)
    middles = np.zeros(count)
    middles[found] = (low[found] + high[found]) / 2
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
        order: ExactArray = values.order(k)
        doubles[:, k] = np.ldexp(order.to_floats(), exponents)
        whole[:, k] = _shifted(residues(order), exponents)
    return doubles, whole
