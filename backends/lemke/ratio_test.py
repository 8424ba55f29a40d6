"""Lexico-minimum ratio test in doubles and residues: residues decide ties, doubles decide the order."""

from __future__ import annotations

import numpy as np

from seqform.backends.lemke.layout import HIGHER, TIES, BlockBasis, BlockLayout, Candidates, D, PathState, Q, Scratch
from seqform.backends.linalg.compiled import compiled_part
from seqform.backends.linalg.factor import solve_transposed
from seqform.backends.linalg.tables import minus, plus, times

CERTAIN = 1e-11
"""Entries below this fraction of the largest of their column have an uncertain sign in doubles."""


ROUNDING = 1e-12
"""Bound on the rounding error of doubles, relative to the largest number of their vector."""


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
def least_ratio(candidates: Candidates, basis: BlockBasis, side: int, z0_place: int, middle: int) -> bool:
    """Keep the candidates whose value, divided by their entry, is least; return False if doubles cannot decide.

    All entries are positive. `side` is `Q` (values are nonnegative), `TIES`, or a higher order of ε, `z0_place` -1 if
    z0 is not basic, and `middle` the first place of block 1.
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
                continue  # zero against a positive value
            return False
        candidates.place[kept] = candidates.place[c]
        candidates.entry[kept] = candidates.entry[c]
        candidates.residue[kept] = candidates.residue[c]
        candidates.error[kept] = candidates.error[c]
        kept += 1
    candidates.number[0] = kept
    return True


@compiled_part
def _set_ratio(candidates: Candidates, basis: BlockBasis, side: int, z0_place: int, middle: int, c: int) -> None:
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
def lexicographic_order(state: PathState, one: int, other: int) -> int:
    """Compare two candidates' rows of B⁻¹L, divided by their entries, L having the columns of `ties_from`.

    Rows 0 and 1 of the scratch are those of the inverse for the candidates `one` and `other`. Return -1 if `one` is
    less, 1 if `other` is, 0 if doubles cannot decide.
    """
    columns, sides, candidates = state.layout.columns, state.sides, state.scratch.candidates
    rows, row_residues = state.scratch.rows, state.scratch.row_residues
    first_entry, second_entry = candidates.entry[one], candidates.entry[other]
    first_residue, second_residue = candidates.residue[one], candidates.residue[other]
    largest = np.max(np.abs(rows[0])) * second_entry + np.max(np.abs(rows[1])) * first_entry
    for v in sides.ties_from:
        first, first_r, second, second_r = 0.0, 0, 0.0, 0
        if v == 2 * rows.shape[1]:
            for row in range(rows.shape[1]):
                first -= rows[0, row] * sides.doubles[D, row]
                second -= rows[1, row] * sides.doubles[D, row]
                first_r = minus(first_r, times(row_residues[0, row], sides.residues[D, row]))
                second_r = minus(second_r, times(row_residues[1, row], sides.residues[D, row]))
        for e in range(columns.start[v], columns.start[v + 1]):
            row = columns.at[e]
            first += rows[0, row] * columns.value[e]
            second += rows[1, row] * columns.value[e]
            first_r = plus(first_r, times(row_residues[0, row], columns.residue[e]))
            second_r = plus(second_r, times(row_residues[1, row], columns.residue[e]))
        if times(first_r, second_residue) == times(second_r, first_residue):
            continue
        difference = first * second_entry - second * first_entry
        if abs(difference) <= ROUNDING * largest:
            return 0
        return -1 if difference < 0 else 1
    return 0


@compiled_part
def block_of_place(layout: BlockLayout, place: int) -> int:
    """Return the block of a place."""
    return 0 if place < layout.first_row[1] else 1


@compiled_part
def leaving_place(state: PathState, block: int, early_exit: bool, random_ties: bool) -> int:
    """Return the place of the leaving variable, -1 if there is none, -2 if doubles cannot decide.

    `block` is that of the entering variable, -1 for z0.
    """
    layout, basis, scratch = state.layout, state.basis, state.scratch
    candidates = scratch.candidates
    candidates.number[0] = 0
    z0_place = basis.place[len(basis.place) - 1]
    home = block_of_place(layout, z0_place) if z0_place >= 0 else -1
    certain = True
    for b in range(2):
        low, high = layout.first_row[b], layout.first_row[b + 1]
        if b == block:
            certain &= _collect(layout, basis, scratch, low, high)
        elif block < 0:
            certain &= _collect_moved(layout, basis, candidates, low, high, -1.0, minus(0, 1))
        elif home == block:
            speed, residue = scratch.column[z0_place], scratch.column_residue[z0_place]
            if residue != 0:
                certain &= _collect_moved(layout, basis, candidates, low, high, speed, residue)
    if not certain:
        return -2
    if candidates.number[0] == 0:
        return -1
    middle = layout.first_row[1]
    if not least_ratio(candidates, basis, Q, z0_place, middle):
        return -2
    for order in range(HIGHER, len(basis.values)):
        if candidates.number[0] > 1 and not least_ratio(candidates, basis, order, z0_place, middle):
            return -2
    if early_exit and z0_place >= 0:
        for c in range(candidates.number[0]):
            if candidates.place[c] == z0_place:
                return int(z0_place)
    if random_ties and candidates.number[0] > 1 and not least_ratio(candidates, basis, TIES, z0_place, middle):
        return -2
    if candidates.number[0] > 1:
        return _decide_by_inverse(state, z0_place, home)
    return int(candidates.place[0])


@compiled_part
def _collect(layout: BlockLayout, basis: BlockBasis, scratch: Scratch, low: int, high: int) -> bool:
    """Collect the places with a positive entry in the entering column; return whether all signs are certain."""
    largest = 0.0
    for i in range(low, high):
        largest = max(largest, abs(scratch.column[i]))
    doubtful = CERTAIN * largest
    for i in range(low, high):
        entry, residue = scratch.column[i], scratch.column_residue[i]
        if (residue == 0 and entry == 0.0) or layout.free[basis.variable[i]]:
            continue
        if abs(entry) <= doubtful or residue == 0:
            if residue == 0 and abs(entry) <= doubtful:
                continue
            return False
        if entry > 0:
            add_candidate(scratch.candidates, i, entry, residue, doubtful)
    return True


@compiled_part
def _collect_moved(
    layout: BlockLayout,
    basis: BlockBasis,
    candidates: Candidates,
    low: int,
    high: int,
    speed: float,
    speed_residue: int,
) -> bool:
    """Collect the places whose values fall as z0 falls at the given speed; return whether all signs are certain."""
    largest = 0.0
    for i in range(low, high):
        largest = max(largest, abs(basis.values[D, i]))
    doubtful = CERTAIN * largest
    for i in range(low, high):
        slope, residue = basis.values[D, i], basis.residues[D, i]
        if residue == 0 or layout.free[basis.variable[i]]:
            continue
        if abs(slope) <= doubtful:
            return False
        if slope * speed > 0:
            add_candidate(candidates, i, slope * speed, times(residue, speed_residue), doubtful * abs(speed))
    return True


@compiled_part
def _decide_by_inverse(state: PathState, z0_place: int, home: int) -> int:
    """Return the candidate whose row of B⁻¹L, divided by its entry, is lexicographically least; -2 if undecided."""
    candidates, rows, residues = state.scratch.candidates, state.scratch.rows, state.scratch.row_residues
    if z0_place >= 0:
        _row_of_inverse(state, z0_place, home, z0_place, 2)
    best = candidates.number[0] - 1
    _row_of_inverse(state, candidates.place[best], home, z0_place, 0)
    for c in range(best):
        _row_of_inverse(state, candidates.place[c], home, z0_place, 1)
        order = lexicographic_order(state, best, c)
        if order == 0:
            return -2
        if order > 0:
            best = c
            rows[0], residues[0] = rows[1], residues[1]
    return int(candidates.place[best])


@compiled_part
def _row_of_inverse(state: PathState, place: int, home: int, z0_place: int, number: int) -> None:
    """Compute a row of the inverse of the whole basis; row 2 of the scratch holds that of z0 if in the other block."""
    layout, basis, scratch = state.layout, state.basis, state.scratch
    row, row_residues = scratch.rows[number], scratch.row_residues[number]
    block = block_of_place(layout, place)
    low, high = layout.first_row[block], layout.first_row[block + 1]
    row[:] = 0.0
    row_residues[:] = 0
    unit = np.zeros(high - low)
    unit_residue = np.zeros(high - low, dtype=np.int64)
    unit[place - low] = 1.0
    unit_residue[place - low] = 1
    factors, changes = state.factors[block], state.changes[block]
    solve_transposed(factors, changes, unit, unit_residue, row[low:high], row_residues[low:high])
    if z0_place < 0 or block == home:
        return
    slope, residue = basis.values[D, place], basis.residues[D, place]
    for i in range(layout.first_row[home], layout.first_row[home + 1]):
        row[i] = slope * scratch.rows[2, i]
        row_residues[i] = times(residue, scratch.row_residues[2, i])
