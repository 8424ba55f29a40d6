"""A largest independent set of rows and columns of a sparse integer matrix."""

from __future__ import annotations

import heapq

import numpy as np

from seqform.models.numbers.exact import ExactMatrix, Ints, Mask

PRIME = 2**61 - 1

_LEAST_SHARE = 100  # sweeps continue while each removes at least one in this many entries

_Rows = dict[int, dict[int, int]]
_Columns = dict[int, set[int]]


def independent_entries(matrix: ExactMatrix, prime: int = PRIME) -> tuple[Ints, Ints]:
    """Return rows and columns whose square submatrix is invertible, as many as possible.

    Gaussian elimination modulo a prime: first all pivots that are alone in their row or column,
    then, in the small core that remains of most bases, the column with the fewest entries and in
    it the row with the fewest. A matrix that is invertible modulo the prime is invertible; a rank that
    is smaller modulo the prime is unlikely, and harmless if any invertible submatrix suffices.

    Parameters
    ----------
    matrix : ExactMatrix, shape (m, n)
        With denominator 1.

    Returns
    -------
    rows, columns : ndarray of int64, shape (rank,)
        The pivots, in order.

    Examples
    --------
    >>> rows, columns = independent_entries(ExactMatrix.from_dense([[1, 2, 0], [2, 4, 0], [0, 1, 1]]))
    >>> len(rows)
    2
    """
    residues = (matrix.values.numerators % prime).astype(np.int64)
    remaining = residues != 0
    lone_rows, lone_columns = _peel(matrix, remaining)
    core_rows, core_columns = _eliminate_all(
        matrix.rows[remaining].tolist(), matrix.columns[remaining].tolist(), residues[remaining].tolist(), prime
    )
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


def _eliminate_all(row_of: list[int], column_of: list[int], residues: list[int], prime: int) -> tuple[Ints, Ints]:
    rows: _Rows = {}
    columns: _Columns = {}
    for i, j, residue in zip(row_of, column_of, residues, strict=True):
        rows.setdefault(i, {})[j] = residue
        columns.setdefault(j, set()).add(i)
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
        for touched in _eliminate(rows, columns, pivot_row, j, prime):
            heapq.heappush(queue, (len(columns[touched]), touched))
    taken = np.array(pivots, dtype=np.int64).reshape(-1, 2)
    return taken[:, 0], taken[:, 1]


def _eliminate(rows: _Rows, columns: _Columns, pivot_row: int, pivot_column: int, prime: int) -> list[int]:
    """Eliminate with a pivot, and remove its row and column; return the columns that changed."""
    row = rows.pop(pivot_row)
    for j in row:
        columns[j].discard(pivot_row)
    inverse = pow(row.pop(pivot_column), -1, prime)
    for i in columns.pop(pivot_column):
        other = rows[i]
        factor = other.pop(pivot_column) * inverse % prime
        for j, value in row.items():
            changed = (other.get(j, 0) - factor * value) % prime
            if changed:
                other[j] = changed
                columns[j].add(i)
            elif j in other:
                del other[j]
                columns[j].discard(i)
    return list(row)
