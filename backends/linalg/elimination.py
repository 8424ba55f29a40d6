"""Sparse Gaussian elimination: one step over any field, and the largest independent set of rows and columns."""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from typing import Any

import numpy as np

from seqform.models.numbers.exact import ExactMatrix, Ints, Mask
from seqform.system.packages import require

PRIME = 2**61 - 1

_LEAST_SHARE = 100  # sweeps continue while each removes at least one in this many entries

Row = dict[int, Any]
"""Entries by column."""


def independent_entries(matrix: ExactMatrix, prime: int = PRIME) -> tuple[Ints, Ints]:
    """Return rows and columns, both of shape (rank,), whose square submatrix is invertible, as many as possible.

    Gaussian elimination of a matrix of denominator 1 modulo a prime: first all pivots that are alone in their row or
    column, then, in the small core that remains of most bases, the column with the fewest entries and in
    it the row with the fewest. A matrix that is invertible modulo the prime is invertible; a rank that
    is smaller modulo the prime is unlikely, and harmless if any invertible submatrix suffices.
    """
    require("flint")
    from flint import nmod

    residues = (matrix.values.numerators % prime).astype(np.int64)
    remaining = residues != 0
    lone_rows, lone_columns = _peel(matrix, remaining)
    core = [nmod(residue, prime) for residue in residues[remaining].tolist()]
    core_rows, core_columns = _eliminate_all(matrix.rows[remaining].tolist(), matrix.columns[remaining].tolist(), core)
    return np.concatenate([lone_rows, core_rows]), np.concatenate([lone_columns, core_columns])


def _peel(matrix: ExactMatrix, remaining: Mask) -> tuple[Ints, Ints]:
    """Return pivots alone in their column or row while there are many, and clear their entries in `remaining`."""
    taken_rows: list[Ints] = [np.zeros(0, dtype=np.int64)]
    taken_columns: list[Ints] = [np.zeros(0, dtype=np.int64)]
    while True:
        before = np.count_nonzero(remaining)
        for along, across in ((matrix.columns, matrix.rows), (matrix.rows, matrix.columns)):
            places = np.flatnonzero(remaining)
            counts = np.bincount(along[places])
            lone = places[counts[along[places]] == 1]
            if len(lone) == 0:
                continue
            lone = lone[np.unique(across[lone], return_index=True)[1]]
            taken_rows.append(matrix.rows[lone])
            taken_columns.append(matrix.columns[lone])
            remaining &= ~np.isin(across, across[lone])
        if (before - np.count_nonzero(remaining)) * _LEAST_SHARE <= before:
            return np.concatenate(taken_rows), np.concatenate(taken_columns)


def _eliminate_all(row_of: list[int], column_of: list[int], entries: list[Any]) -> tuple[Ints, Ints]:
    rows: dict[int, Row] = {}
    for i, j, entry in zip(row_of, column_of, entries, strict=True):
        rows.setdefault(i, {})[j] = entry
    columns = rows_of_columns(rows)
    queue = [(len(members), j) for j, members in columns.items()]
    heapq.heapify(queue)
    pivots: list[tuple[int, int]] = []
    while queue:
        count, j = heapq.heappop(queue)
        members = columns.get(j, set())
        if len(members) != count or not members:
            continue
        pivot_row = min(members, key=lambda i: len(rows[i]))
        pivots.append((pivot_row, j))
        for touched in eliminate(rows, columns, pivot_row, j, 1 / rows[pivot_row][j]):
            heapq.heappush(queue, (len(columns[touched]), touched))
    taken = np.array(pivots, dtype=np.int64).reshape(-1, 2)
    return taken[:, 0], taken[:, 1]


def rows_of_columns(rows: Mapping[int, Row]) -> dict[int, set[int]]:
    """Return, for every column, the rows with an entry there."""
    columns: dict[int, set[int]] = {}
    for i, row in rows.items():
        for j in row:
            columns.setdefault(j, set()).add(i)
    return columns


def eliminate(
    rows: dict[int, Row], columns: dict[int, set[int]], pivot_row: int, pivot_column: int, inverse: Any
) -> Row:
    """Eliminate with a pivot over any field, and remove its row and column; return the rest of the row.

    `inverse` is that of the pivot. Right-hand sides are entries at keys that are not among the columns.
    """
    row = rows.pop(pivot_row)
    for j in row.keys() & columns.keys():
        columns[j].discard(pivot_row)
    del row[pivot_column]
    for i in columns.pop(pivot_column):
        other = rows[i]
        factor = other.pop(pivot_column) * inverse
        for j, entry in row.items():
            changed = other[j] - factor * entry if j in other else -factor * entry
            if changed:
                other[j] = changed
                if j in columns:
                    columns[j].add(i)
            elif j in other:
                del other[j]
                if j in columns:
                    columns[j].discard(i)
    return row
