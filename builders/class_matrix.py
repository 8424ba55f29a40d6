"""The constraint matrix of a class game's linear program, entry by entry."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

import numpy as np
import numpy.typing as npt

from seqform.builders.class_payoffs import EndPayoffs, common_denominator, end_payoffs
from seqform.builders.class_sequences import ClassSequences
from seqform.models.exact import ExactArray, ExactMatrix, Ints
from seqform.models.immutable import Immutable

Entries = tuple[Ints, Ints, Ints]
"""Rows, columns and values."""


@dataclass(frozen=True, eq=False)
class CompressedRows(Immutable):
    """A sparse matrix by rows.

    Attributes
    ----------
    shape : (int, int)
    row_start : ndarray of int64, shape (rows + 1,)
    columns, numerators : ndarray of int64, shape (nonzeros,)
        Columns increase within a row.
    denominator : int
    """

    shape: tuple[int, int]
    row_start: Ints
    columns: Ints
    numerators: npt.NDArray[np.int64]
    denominator: int


def exact_class_matrix(own: ClassSequences, other: ClassSequences) -> ExactMatrix:
    """Return E above -Aᵀ and Fᵀ, exactly."""
    rows = class_matrix(own, other)
    return ExactMatrix(
        rows.shape,
        np.repeat(np.arange(rows.shape[0]), np.diff(rows.row_start)),
        rows.columns,
        ExactArray(rows.numerators, rows.denominator).reduced(),
    )


def class_matrix(own: ClassSequences, other: ClassSequences) -> CompressedRows:
    """Return E above -Aᵀ and Fᵀ: the player's equations and the opponent's sequences are rows.

    Parameters
    ----------
    own, other : ClassSequences
        The player's and the opponent's.

    Raises
    ------
    ModelError
        If numerators over the common denominator need more than 64 bits.
    """
    ends = end_payoffs(own.game, own.player)
    if all(end.both_moved for end in ends):
        return _in_place(own, other, ends)
    return _sorted(own, other, ends)


def plan_entries(own: ClassSequences) -> Entries:
    """Return the entries of E."""
    return own.constraints()


def value_entries(own: ClassSequences, other: ClassSequences) -> Entries:
    """Return the entries of Fᵀ, where they stand in the whole matrix."""
    rows, columns, values = other.constraints()
    return own.num_rows + columns, len(own) + rows, values


def payoff_entries(own: ClassSequences, other: ClassSequences, end: EndPayoffs, denominator: int) -> Entries:
    """Return the entries of -Aᵀ that one end adds, some of which may be at the same place, or zero."""
    pairs = np.arange(len(end.own_class))
    rows = own.num_rows + other.at(end.number, end.other_choice)[end.other_class]
    columns = own.at(end.number, end.own_choice)[end.own_class]
    return rows.ravel(), columns.ravel(), -end.numerators(pairs, denominator).ravel()


def _in_place(own: ClassSequences, other: ClassSequences, ends: list[EndPayoffs]) -> CompressedRows:
    """Write every entry where it belongs: possible where no two are at the same place."""
    shape = (own.num_rows + len(other), len(own) + other.num_rows)
    denominator = common_denominator(ends)
    parts = [part for _, group in groupby(sorted(ends, key=_by_row), _by_row) for part in _ranked(list(group))]
    payoffs = np.zeros(shape[0], dtype=np.int64)
    for part in parts:
        rows = own.num_rows + other.at(part.end.number, part.end.other_choice)
        payoffs[rows] += np.bincount(part.end.other_class[part.pairs], minlength=len(rows))[:, None]
    fixed = [_by_rows(entries) for entries in (plan_entries(own), value_entries(own, other))]
    counts = payoffs.copy()
    for rows, *_ in fixed:
        counts += np.bincount(rows, minlength=shape[0])
    row_start = np.concatenate([[0], np.cumsum(counts)])
    columns = np.empty(row_start[-1], dtype=np.int64)
    numerators = np.empty(row_start[-1], dtype=np.int64)
    for part in parts:
        end, pairs = part.end, part.pairs
        rows = own.num_rows + other.at(end.number, end.other_choice)[end.other_class[pairs]]
        place = row_start[rows] + part.rank[:, None]
        columns[place] = own.at(end.number, end.own_choice)[end.own_class[pairs]]
        numerators[place] = -end.numerators(pairs, denominator)
    for rows, cols, values in fixed:
        place = row_start[rows] + payoffs[rows] + np.arange(len(rows)) - np.searchsorted(rows, rows)
        columns[place] = cols
        numerators[place] = values * denominator
    return _without_zeros(CompressedRows(shape, row_start, columns, numerators, denominator))


@dataclass(frozen=True, eq=False)
class _Part(Immutable):
    """The pairs of classes that have a payoff at an end, and which entry of its row each of them is."""

    end: EndPayoffs
    pairs: Ints
    rank: Ints


def _by_row(end: EndPayoffs) -> tuple[int, int]:
    return end.number, end.other_choice


def _ranked(ends: list[EndPayoffs]) -> list[_Part]:
    """Return the parts of ends whose entries share their rows, columns increasing."""
    ends = sorted(ends, key=lambda end: end.own_choice)
    present = np.stack([end.nonzero() for end in ends], axis=1)
    items = np.flatnonzero(present)
    hands = ends[0].other_class[items // len(ends)]
    rank = np.arange(len(items)) - np.searchsorted(hands, hands)
    return [
        _Part(end, items[items % len(ends) == place] // len(ends), rank[items % len(ends) == place])
        for place, end in enumerate(ends)
    ]


def _by_rows(entries: Entries) -> Entries:
    rows, columns, values = entries
    order = np.lexsort((columns, rows))
    return rows[order], columns[order], values[order]


def _without_zeros(matrix: CompressedRows) -> CompressedRows:
    kept = matrix.numerators != 0
    if kept.all():
        return matrix
    before = np.concatenate([[0], np.cumsum(kept)])
    return CompressedRows(
        matrix.shape,
        before[matrix.row_start],
        matrix.columns[kept],
        matrix.numerators[kept],
        matrix.denominator,
    )


def _sorted(own: ClassSequences, other: ClassSequences, ends: list[EndPayoffs]) -> CompressedRows:
    """Collect all entries, sort them, and add up those at the same place."""
    shape = (own.num_rows + len(other), len(own) + other.num_rows)
    denominator = common_denominator(ends)
    parts = [
        (rows, columns, values * denominator)
        for rows, columns, values in (plan_entries(own), value_entries(own, other))
    ]
    parts += [payoff_entries(own, other, end, denominator) for end in ends]
    rows, columns, values = (np.concatenate(part) for part in zip(*parts, strict=True))
    matrix = ExactMatrix.from_entries(shape, rows, columns, ExactArray(values))
    numerators = matrix.values.numerators.astype(np.int64)
    return CompressedRows(shape, matrix.row_start, matrix.columns, numerators, denominator)
