"""Where the factors of a basis and its later changes are kept."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from seqform.backends.factors.compiled import compiled_part
from seqform.backends.factors.residues import inverse
from seqform.models.exact import Floats, Ints

SINGULAR = -1
FULL = -2
NO_ROOM = -3
"""What factoring returns for a singular block, where the tables of the factors are too small, and where the
nucleus outgrows its working room."""

CANCELLED = 1e-7
"""A difference whose residue is zero is zero if its double has lost this many digits, too."""


class Factors(NamedTuple):
    """L and U of one block, in the order of the pivots k = 0, ..., m - 1.

    Attributes
    ----------
    pivot_row, pivot_place : ndarray of int, shape (m,)
        Row of the block and place in the basis of each pivot.
    pivot : ndarray of float, shape (m,)
    pivot_inverse : ndarray of int, shape (m,)
        The residue of 1/pivot.
    lower_pivots : ndarray of int, shape (m,)
        The pivots that have multipliers.
    lower_start : ndarray of int, shape (m + 1,)
    lower_row, lower, lower_residue : ndarray, shape (capacity,)
        The t-th of `lower_pivots` has its multipliers at ``lower_start[t] : lower_start[t + 1]``.
    upper_start : ndarray of int, shape (m + 1,)
    upper_row, upper, upper_residue : ndarray, shape (capacity,)
        The column of pivot k above its diagonal is at ``upper_start[k] : upper_start[k + 1]``.
    num_lower : ndarray of int, shape (1,)
        Number of `lower_pivots`.
    """

    pivot_row: Ints
    pivot_place: Ints
    pivot: Floats
    pivot_inverse: Ints
    lower_pivots: Ints
    lower_start: Ints
    lower_row: Ints
    lower: Floats
    lower_residue: Ints
    upper_start: Ints
    upper_row: Ints
    upper: Floats
    upper_residue: Ints
    num_lower: Ints


class Changes(NamedTuple):
    """Columns that replaced others since a block was factored: the product form of the inverse.

    Attributes
    ----------
    number : ndarray of int, shape (1,)
        How many there are.
    place : ndarray of int, shape (most,)
        The place in the basis that was given to a new variable.
    pivot : ndarray of float, shape (most,)
    pivot_inverse : ndarray of int, shape (most,)
    start : ndarray of int, shape (most + 1,)
    places, entry, residue : ndarray, shape (capacity,)
        The entering column B⁻¹a without its pivot.
    """

    number: Ints
    place: Ints
    pivot: Floats
    pivot_inverse: Ints
    start: Ints
    places: Ints
    entry: Floats
    residue: Ints


class Matrix(NamedTuple):
    """The columns of a basis block, by place.

    Attributes
    ----------
    start : ndarray of int, shape (m + 1,)
    rows, doubles, residues : ndarray, shape (nonzeros,)
    """

    start: Ints
    rows: Ints
    doubles: Floats
    residues: Ints


def new_factors(m: int, capacity: int) -> Factors:
    """Return room for the factors of a block of m rows."""

    def whole(size: int) -> Ints:
        return np.zeros(size, dtype=np.int64)

    def real(size: int) -> Floats:
        return np.zeros(size)

    return Factors(
        pivot_row=whole(m),
        pivot_place=whole(m),
        pivot=real(m),
        pivot_inverse=whole(m),
        lower_pivots=whole(m),
        lower_start=whole(m + 1),
        lower_row=whole(capacity),
        lower=real(capacity),
        lower_residue=whole(capacity),
        upper_start=whole(m + 1),
        upper_row=whole(capacity),
        upper=real(capacity),
        upper_residue=whole(capacity),
        num_lower=whole(1),
    )


def new_changes(most: int, capacity: int) -> Changes:
    """Return room for that many changes of a block."""
    return Changes(
        number=np.zeros(1, dtype=np.int64),
        place=np.zeros(most, dtype=np.int64),
        pivot=np.zeros(most),
        pivot_inverse=np.zeros(most, dtype=np.int64),
        start=np.zeros(most + 1, dtype=np.int64),
        places=np.zeros(capacity, dtype=np.int64),
        entry=np.zeros(capacity),
        residue=np.zeros(capacity, dtype=np.int64),
    )


@compiled_part
def set_pivot(factors: Factors, k: int, row: int, place: int, value: float, residue: int) -> None:
    """Record the pivot of step k."""
    factors.pivot_row[k] = row
    factors.pivot_place[k] = place
    factors.pivot[k] = value
    factors.pivot_inverse[k] = inverse(residue)
