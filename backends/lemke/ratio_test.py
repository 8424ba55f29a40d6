"""The lexico-minimum ratio test: residues decide ties, doubles decide the order."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from seqform.backends.factors.compiled import compiled_part
from seqform.backends.factors.residues import minus, plus, times
from seqform.backends.lemke.basis_tables import Basis, D, Q
from seqform.backends.lemke.layout import Layout, RightSides
from seqform.models.exact import Floats, Ints

ROUNDING = 1e-12
"""What doubles may have lost, relative to the largest number of their vector."""


class Candidates(NamedTuple):
    """Basic variables that might leave.

    Attributes
    ----------
    number : ndarray of int, shape (1,)
    place : ndarray of int, shape (n,)
    entry, residue : ndarray, shape (n,)
        The positive entry of the entering column.
    error : ndarray of float, shape (n,)
        By how much `entry` may be wrong.
    ratio, ratio_error : ndarray of float, shape (n,)
        Room for `least_ratio`.
    value_residue : ndarray of int, shape (n,)
    """

    number: Ints
    place: Ints
    entry: Floats
    residue: Ints
    error: Floats
    ratio: Floats
    ratio_error: Floats
    value_residue: Ints


def new_candidates(n: int) -> Candidates:
    """Return room for n candidates."""
    return Candidates(
        number=np.zeros(1, dtype=np.int64),
        place=np.zeros(n, dtype=np.int64),
        entry=np.zeros(n),
        residue=np.zeros(n, dtype=np.int64),
        error=np.zeros(n),
        ratio=np.zeros(n),
        ratio_error=np.zeros(n),
        value_residue=np.zeros(n, dtype=np.int64),
    )


@compiled_part
def add_candidate(candidates: Candidates, place: int, entry: float, residue: int, error: float) -> None:
    """Add a place with a positive entry."""
    number = candidates.number[0]
    candidates.place[number] = place
    candidates.entry[number] = entry
    candidates.residue[number] = residue
    candidates.error[number] = error
    candidates.number[0] = number + 1


@compiled_part
def least_ratio(candidates: Candidates, basis: Basis, side: int, z0_place: int, middle: int) -> bool:
    """Keep the candidates whose value, divided by their entry, is least; return False where doubles cannot tell.

    Parameters
    ----------
    candidates : Candidates
        All entries positive.
    basis : Basis
    side : int
        `Q`, where values are known to be nonnegative, `TIES`, or a higher order of ε.
    z0_place : int
        -1 if z0 is not basic.
    middle : int
        The first place of block 1.
    """
    least = 0
    for c in range(candidates.number[0]):
        _set_ratio(candidates, basis, side, z0_place, middle, c)
        if candidates.ratio[c] < candidates.ratio[least]:
            least = c
    ratio, error = candidates.ratio[least], candidates.ratio_error[least]
    value_residue, residue = candidates.value_residue[least], candidates.residue[least]
    kept = 0
    for c in range(candidates.number[0]):
        if candidates.ratio[c] - ratio > error + candidates.ratio_error[c]:
            continue
        tied = times(candidates.value_residue[c], residue) == times(value_residue, candidates.residue[c])
        if not tied:
            if side == Q and value_residue == 0:
                continue  # zero against what is known to be positive
            return False
        candidates.place[kept] = candidates.place[c]
        candidates.entry[kept] = candidates.entry[c]
        candidates.residue[kept] = candidates.residue[c]
        candidates.error[kept] = candidates.error[c]
        kept += 1
    candidates.number[0] = kept
    return True


@compiled_part
def _set_ratio(candidates: Candidates, basis: Basis, side: int, z0_place: int, middle: int, c: int) -> None:
    place = candidates.place[c]
    block = 0 if place < middle else 1
    value, residue = basis.values[side, place], basis.residues[side, place]
    error = ROUNDING * basis.scale[side, block]
    if z0_place >= 0 and (z0_place < middle) != (place < middle):
        slope, z0 = basis.values[D, place], basis.values[side, z0_place]
        value += slope * z0
        residue = plus(residue, times(basis.residues[D, place], basis.residues[side, z0_place]))
        error += ROUNDING * (abs(slope) * basis.scale[side, 1 - block] + basis.scale[D, block] * abs(z0))
    candidates.value_residue[c] = residue
    if residue == 0:
        candidates.ratio[c] = 0.0
        candidates.ratio_error[c] = 0.0
        return
    if side == Q:
        value = max(value, 0.0)
    candidates.ratio[c] = value / candidates.entry[c]
    candidates.ratio_error[c] = (error + abs(candidates.ratio[c]) * candidates.error[c]) / candidates.entry[c]


@compiled_part
def lexicographic_order(
    layout: Layout,
    sides: RightSides,
    rows: Floats,
    row_residues: Ints,
    candidates: Candidates,
    one: int,
    other: int,
    ties_from: Ints,
) -> int:
    """Compare two candidates' rows of B⁻¹L, divided by their entries.

    Parameters
    ----------
    rows, row_residues : ndarray, shape (at least 2, n)
        Row 0 of the inverse for candidate `one`, row 1 for `other`.
    ties_from : ndarray of int, shape (n,)
        The variables whose columns make L.

    Returns
    -------
    int
        -1 if `one` is less, 1 if `other` is, 0 if doubles cannot tell.
    """
    first_entry, second_entry = candidates.entry[one], candidates.entry[other]
    first_residue, second_residue = candidates.residue[one], candidates.residue[other]
    largest = np.max(np.abs(rows[0])) * second_entry + np.max(np.abs(rows[1])) * first_entry
    for v in ties_from:
        first, first_r, second, second_r = 0.0, 0, 0.0, 0
        if v == len(layout.block_of) - 1:
            for row in range(rows.shape[1]):
                first -= rows[0, row] * sides.doubles[D, row]
                second -= rows[1, row] * sides.doubles[D, row]
                first_r = minus(first_r, times(row_residues[0, row], sides.residues[D, row]))
                second_r = minus(second_r, times(row_residues[1, row], sides.residues[D, row]))
        for e in range(layout.start[v], layout.start[v + 1]):
            row = layout.rows[e]
            first += rows[0, row] * layout.doubles[e]
            second += rows[1, row] * layout.doubles[e]
            first_r = plus(first_r, times(row_residues[0, row], layout.residues[e]))
            second_r = plus(second_r, times(row_residues[1, row], layout.residues[e]))
        if times(first_r, second_residue) == times(second_r, first_residue):
            continue
        difference = first * second_entry - second * first_entry
        if abs(difference) <= ROUNDING * largest:
            return 0
        return -1 if difference < 0 else 1
    return 0
