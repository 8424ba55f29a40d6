"""A smaller linear program with the same optimum, by colour refinement.

Rows and columns that a program cannot tell apart, such as hands of cards that differ
in suits only, are merged, and a solution of the smaller program is spread evenly over
what was merged. Nothing is lost: the spread solution is optimal in the original.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.models.exact import ExactArray, ExactMatrix, Ints, magnitude, widened
from seqform.models.immutable import Immutable
from seqform.models.linear_program import Bounds, LinearProgram, Vector, entries
from seqform.models.raw_solution import RawSolution
from seqform.models.reduced import Reduced

Keys = npt.NDArray[Any]

MAX_ROUNDS = 100
"""About as many rounds as the tree has levels are needed; a deeper program is left as it is."""

ATTEMPTS = 3
"""Random weights err with a chance of about 1 in 2^60; the proof notices, and others are drawn."""


@dataclass(frozen=True, eq=False)
class Partition(Immutable):
    """Classes of a program's rows and columns, numbered in the order of their first members.

    Parameters
    ----------
    rows : ndarray of int, shape (m,)
        The class of every row.
    columns : ndarray of int, shape (n,)
        The class of every column.
    """

    rows: Ints
    columns: Ints

    @property
    def shape(self) -> tuple[int, int]:
        """Number of row classes and of column classes."""
        return _count(self.rows), _count(self.columns)


def merge_equivalent(program: LinearProgram) -> Reduced[LinearProgram, RawSolution, RawSolution]:
    """Return the program in which every class of the equitable partition is one row or one column.

    Parameters
    ----------
    program : LinearProgram

    Returns
    -------
    Reduced
        `target` has a column for every class J, whose variable is the common value of the
        variables in J: objective and coefficients are summed over J. It has one row for every
        class I, since the rows in I have become the same. `lift` gives every variable its class's
        value, and every row its class's dual divided by the size of the class.

    References
    ----------
    Grohe, Kersting, Mladenov & Selman (2014), Dimension reduction via colour refinement, ESA.

    Examples
    --------
    >>> from seqform.builders.games import catalog
    >>> from seqform.builders.sequence_form import sequence_form
    >>> from seqform.builders.zero_sum_lp import zero_sum_lp
    >>> program = zero_sum_lp(sequence_form(catalog.make("leduc")).target).target
    >>> program.matrix.shape, merge_equivalent(program).target.matrix.shape
    ((1562, 1562), (482, 482))
    """
    partition = equitable_partition(program)
    row, column = first_members(partition.rows), first_members(partition.columns)
    target = LinearProgram(
        sense=program.sense,
        objective=program.objective.sum_by(partition.columns, len(column)),
        matrix=merged_matrix(program.matrix, partition),
        rows=program.rows.take(row),
        columns=program.columns.take(column),
        row_names=[program.row_names[k] for k in row],
        column_names=[program.column_names[k] for k in column],
        name=program.name,
    )
    return Reduced(target, lambda raw: spread(raw, partition))


def merged_matrix(matrix: ExactMatrix, partition: Partition) -> ExactMatrix:
    """Return one row of every class, its coefficients summed over the classes of columns."""
    row = first_members(partition.rows)
    kept = row[partition.rows[matrix.rows]] == matrix.rows
    return ExactMatrix.from_entries(
        partition.shape,
        partition.rows[matrix.rows[kept]],
        partition.columns[matrix.columns[kept]],
        matrix.values.take(kept),
    )


def spread(raw: RawSolution, partition: Partition) -> RawSolution:
    """Return a solution of the merged program as one of the original; its basis is none of the original."""
    dual = None if raw.dual is None else spread_over_rows(raw.dual, partition)
    primal = None if raw.primal is None else entries(raw.primal, partition.columns)
    return replace(raw, primal=primal, dual=dual, basis=None)


def spread_over_rows(dual: Vector, partition: Partition) -> Vector:
    """Return for every row its class's dual divided by the size of the class."""
    return entries(_divided(dual, np.bincount(partition.rows)), partition.rows)


def equitable_partition(program: LinearProgram) -> Partition:
    """Return the coarsest equitable partition, with its defining property proved exactly.

    Nothing is merged where that takes more than `MAX_ROUNDS` rounds, or where the proof fails
    because numbers of more than 64 bits differ by a multiple of 2^64. Columns of a class have the
    same bounds and objective and, over every class of rows, the same sum of coefficients in each
    row; rows of a class have the same bounds and, over every class of columns, the same sum.

    Parameters
    ----------
    program : LinearProgram

    Returns
    -------
    Partition
    """
    return coarsest_equitable(
        program.matrix, _bounds_keys(program.rows), [*_bounds_keys(program.columns), ranks(program.objective)]
    )


def coarsest_equitable(matrix: ExactMatrix, row_keys: list[Keys], column_keys: list[Keys]) -> Partition:
    """Return the coarsest equitable partition of a matrix whose classes agree in all keys, proved in integers.

    Parameters
    ----------
    matrix : ExactMatrix, shape (m, n)
    row_keys, column_keys : lists of ndarray, shapes (m,) and (n,)
        What members of a class have to have in common.

    Returns
    -------
    Partition
        Nothing is merged where more than `MAX_ROUNDS` rounds would be needed, or where the proof fails.
    """
    for seed in range(ATTEMPTS):
        partition = _refined(matrix, _classes(row_keys), _classes(column_keys), np.random.default_rng(seed))
        if _is_equitable(matrix, partition.rows, partition.columns) and _is_equitable(
            matrix.T, partition.columns, partition.rows
        ):
            return partition
    return _unmerged(matrix)


def coarsest_row_equitable(matrix: ExactMatrix, keys: list[Keys]) -> Ints:
    """Return the coarsest partition of a square matrix's places in which rows of a class have the same class sums.

    Parameters
    ----------
    matrix : ExactMatrix, shape (n, n)
    keys : list of ndarray, shape (n,)
        What members of a class have to have in common.

    Returns
    -------
    ndarray of int, shape (n,)
        The class of every place, proved in integers: members of a class agree in all keys and, over every class of
        columns, in the sum of their row. As in `coarsest_equitable` nothing is merged where that takes too long.
    """
    values = _modulo_word(matrix.values.numerators)
    for seed in range(ATTEMPTS):
        rng = np.random.default_rng(seed)
        classes = _classes(keys)
        for _ in range(MAX_ROUNDS):
            before = _count(classes)
            classes = _classes(
                [classes, *_weighted_sums(values, matrix.rows, classes[matrix.columns], len(classes), rng)]
            )
            if _count(classes) == before:
                break
        if _is_equitable(matrix, classes, classes):
            return classes
    return np.arange(matrix.shape[0])


def _refined(matrix: ExactMatrix, rows: Ints, columns: Ints, rng: np.random.Generator) -> Partition:
    """Split classes until none splits any more; sums over classes are compared through random weights."""
    values = _modulo_word(matrix.values.numerators)
    for _ in range(MAX_ROUNDS):
        before = (_count(rows), _count(columns))
        rows = _classes([rows, *_weighted_sums(values, matrix.rows, columns[matrix.columns], len(rows), rng)])
        columns = _classes([columns, *_weighted_sums(values, matrix.columns, rows[matrix.rows], len(columns), rng)])
        if (_count(rows), _count(columns)) == before:
            return Partition(rows, columns)
    return _unmerged(matrix)


def _unmerged(matrix: ExactMatrix) -> Partition:
    m, n = matrix.shape
    return Partition(np.arange(m), np.arange(n))


def _weighted_sums(
    values: npt.NDArray[np.uint64], at: Ints, classes: Ints, size: int, rng: np.random.Generator
) -> list[Keys]:
    """Return two random linear functions, modulo 2^64, of the sums that each row has over each class."""
    sums = []
    for _ in range(2):
        weights = rng.integers(0, 2**64, size=_count(classes), dtype=np.uint64, endpoint=False)
        total = np.zeros(size, dtype=np.uint64)
        np.add.at(total, at, values * weights[classes])
        sums.append(total)
    return sums


def _is_equitable(matrix: ExactMatrix, rows: Ints, columns: Ints) -> bool:
    """Prove that rows of a class have the same sum over every class of columns."""
    sums = ExactMatrix.from_entries(
        (matrix.shape[0], _count(columns)), matrix.rows, columns[matrix.columns], matrix.values
    )
    model = first_members(rows)[rows]  # the row that every row has to equal
    length = np.diff(sums.row_start)
    if not np.array_equal(length, length[model]):
        return False
    twin = sums.row_start[model[sums.rows]] + np.arange(sums.nonzeros) - sums.row_start[sums.rows]
    return np.array_equal(sums.columns, sums.columns[twin]) and bool(
        np.all(sums.values.numerators == sums.values.numerators[twin])
    )


def _classes(keys: list[Keys]) -> Ints:
    """Return the same number for entries that agree in all keys, numbered by first appearance."""
    order = np.lexsort(keys)
    size = len(order)
    starts = np.zeros(size, dtype=bool)
    for key in keys:
        ordered = key[order]
        starts[1:] |= ordered[1:] != ordered[:-1]
    classes = np.empty(size, dtype=np.int64)
    classes[order] = np.cumsum(starts)
    by_appearance = np.empty(_count(classes), dtype=np.int64)
    by_appearance[np.argsort(first_members(classes))] = np.arange(_count(classes))
    renumbered: Ints = by_appearance[classes]
    return renumbered


def first_members(classes: Ints) -> Ints:
    """Return the place of every class's first member."""
    return np.unique(classes, return_index=True)[1]


def _count(classes: Ints) -> int:
    return int(classes.max(initial=-1)) + 1


def _bounds_keys(bounds: Bounds) -> list[Keys]:
    return [
        bounds.has_lower,
        bounds.has_upper,
        np.where(bounds.has_lower, ranks(bounds.lower), 0),
        np.where(bounds.has_upper, ranks(bounds.upper), 0),
    ]


def ranks(values: ExactArray) -> Ints:
    """Return small numbers that agree where the values agree."""
    places: Ints = np.unique(values.numerators, return_inverse=True)[1]
    return places


def _modulo_word(numerators: npt.NDArray[Any]) -> npt.NDArray[np.uint64]:
    if numerators.dtype == object:
        return np.array([value % 2**64 for value in numerators], dtype=np.uint64)
    return numerators.astype(np.uint64)


def _divided(vector: Vector, sizes: Ints) -> Vector:
    if not isinstance(vector, ExactArray):
        return vector / sizes
    common = math.lcm(*set(sizes.tolist()))
    numerators = widened(vector.numerators, magnitude(vector.numerators) * common)
    return ExactArray(numerators * (common // sizes), vector.denominator * common).reduced()
