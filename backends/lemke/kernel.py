"""Complementary pivoting on a problem in two blocks: the compiled main loop of Lemke's algorithm.

Without z0 the system w - M z = q consists of independent blocks, each with a square basis of its own:
B_b x_b = q_b + d_b z0. z0 is basic in one of them, where its column -d_b belongs to the basis, or in neither. For
each block three vectors are kept: β = B_b⁻¹q_b, γ = B_b⁻¹d_b, δ = B_b⁻¹g_b, where g is the column that breaks ties. In
the block of z0 the basic variables have the values β, in the other β + γ z0. If q is a polynomial in ε, so is
β: its higher orders are kept, too, and compared directly after it.

A variable that enters the block without z0 changes nothing in the other block. One that enters the block of z0
changes z0 if its column has an entry there, and the other block through γ.
"""

from __future__ import annotations

import numpy as np

from seqform.backends.lemke.layout import BlockBasis, BlockLayout, D, PathState, Q, Record, RightSides, Scratch
from seqform.backends.lemke.ratio_test import block_of_place, leaving_place
from seqform.backends.linalg.compiled import compiled, compiled_part
from seqform.backends.linalg.factor import factor, solve
from seqform.backends.linalg.tables import FULL, Changes, Entries, Factors, inverse, minus, put, times

GOING = 0
DONE = 1
RAY = 2
DOUBT = 3
BROKEN = 4
FULL_FACTORS = 5
"""Return codes of `follow`: budget used up, z0 has left, no variable leaves, doubles cannot decide, a basis is
singular, its factors need more space."""

NOBODY = -1

MOST_CHANGES = 64
"""Largest number of changes of a block before it is factored again."""

SMALL_PIVOT = 1e-5
"""A pivot below this fraction of the largest entry of its column magnifies errors; the basis is factored again."""


@compiled
def refactor(state: PathState, block: int) -> int:
    """Factor a block from its columns and recompute β, γ, δ; the return value is that of `factor`."""
    layout, sides, basis, scratch = state.layout, state.sides, state.basis, state.scratch
    factors, changes = state.factors[block], state.changes[block]
    low, high = layout.first_row[block], layout.first_row[block + 1]
    outcome = factor(_block_columns(layout, sides, basis, low, high), factors)
    changes.number[0] = 0
    changes.columns.start[0] = 0
    if outcome < 0:
        return outcome
    for side in range(len(sides.doubles)):
        for row in range(low, high):
            scratch.work[row] = sides.doubles[side, row]
            scratch.work_residue[row] = sides.residues[side, row]
        values, residues = basis.values[side, low:high], basis.residues[side, low:high]
        solve(factors, changes, scratch.work[low:high], scratch.work_residue[low:high], values, residues)
        basis.scale[side, block] = 0.0
        for value in values:
            basis.scale[side, block] = max(basis.scale[side, block], abs(value))
    return outcome


@compiled_part
def _block_columns(layout: BlockLayout, sides: RightSides, basis: BlockBasis, low: int, high: int) -> Entries:
    columns = layout.columns
    m, z0 = high - low, len(layout.block_of) - 1
    start = np.zeros(m + 1, dtype=np.int64)
    for place in range(low, high):
        v = basis.variable[place]
        size = columns.start[v + 1] - columns.start[v]
        if v == z0:
            size = np.count_nonzero(sides.residues[D, low:high])
        start[place - low + 1] = start[place - low] + size
    found = Entries(start, np.empty(start[m], dtype=np.int64), np.empty(start[m]), np.empty(start[m], dtype=np.int64))
    used = 0
    for place in range(low, high):
        v = basis.variable[place]
        if v == z0:
            for row in range(low, high):
                if sides.residues[D, row] != 0:
                    put(found, used, row - low, -sides.doubles[D, row], minus(0, sides.residues[D, row]))
                    used += 1
            continue
        for e in range(columns.start[v], columns.start[v + 1]):
            put(found, used, columns.at[e] - low, columns.value[e], columns.residue[e])
            used += 1
    return found


@compiled
def follow(
    state: PathState, record: Record, entering: int, leaving: int, early_exit: bool, random_ties: bool
) -> tuple[int, int]:
    """Pivot until z0 leaves, nothing can leave, doubles cannot decide, or the record is full.

    `entering` enters first, for `leaving` if that is decided already, otherwise -1. Return one of `GOING`, `DONE`,
    `RAY`, `DOUBT`, `BROKEN`, `FULL_FACTORS`, and the next entering variable.
    """
    layout, basis, scratch = state.layout, state.basis, state.scratch
    n = len(basis.variable)
    z0 = 2 * n
    while record.length[0] < len(record.entering):
        block = layout.block_of[entering]
        if block >= 0:
            _enter(layout, state.factors[block], state.changes[block], scratch, entering, block)
        place = basis.place[leaving] if leaving >= 0 else leaving_place(state, block, early_exit, random_ties)
        if place == -1:
            return RAY, entering
        if place < -1:
            return DOUBT, entering
        leaving = basis.variable[place]
        stable = _exchange(layout, basis, state.changes, scratch, entering, block, place)
        step = record.length[0]
        record.entering[step] = entering
        record.leaving[step] = leaving
        record.z0[step] = basis.values[Q, basis.place[z0]] if basis.place[z0] >= 0 else 0.0
        record.length[0] = step + 1
        if leaving == z0:
            return DONE, leaving
        entering = leaving + n if leaving < n else leaving - n
        leaving = NOBODY
        for b in range(2):
            if not stable or _worn(state.changes[b], layout.first_row[b + 1] - layout.first_row[b]):
                outcome = refactor(state, b)
                if outcome < 0:
                    return FULL_FACTORS if outcome == FULL else BROKEN, entering
    return GOING, entering


@compiled_part
def _exchange(
    layout: BlockLayout,
    basis: BlockBasis,
    changes: tuple[Changes, Changes],
    scratch: Scratch,
    entering: int,
    block: int,
    place: int,
) -> bool:
    """Exchange the variable at a place for the entering one, whose column (of the given block) is in the scratch.

    If the two belong to different blocks, z0 takes the place of the leaving variable, and the entering variable
    takes the place of z0. Return False after a small pivot.
    """
    z0 = len(basis.place) - 1
    z0_place = basis.place[z0]
    basis.place[basis.variable[place]] = -1
    home = block_of_place(layout, place)
    stable = True
    if entering == z0 or home != block:
        stable = _replace_by_z0(layout, basis, changes, scratch, place, home)
        basis.variable[place] = z0
        basis.place[z0] = place
        place = z0_place
    if entering != z0:
        stable = _replace(layout, basis, changes[block], scratch, place, block) and stable
        basis.variable[place] = entering
        basis.place[entering] = place
    return stable


@compiled_part
def _worn(changes: Changes, m: int) -> bool:
    """Return whether another change might exceed the space for changes."""
    number = changes.number[0]
    return bool(number == len(changes.place) or len(changes.columns.at) - changes.columns.start[number] < m)


@compiled_part
def _enter(
    layout: BlockLayout, factors: Factors, changes: Changes, scratch: Scratch, entering: int, block: int
) -> None:
    """Compute the entering column of a variable that is not z0."""
    low, high = layout.first_row[block], layout.first_row[block + 1]
    columns = layout.columns
    for e in range(columns.start[entering], columns.start[entering + 1]):
        scratch.work[columns.at[e]] = columns.value[e]
        scratch.work_residue[columns.at[e]] = columns.residue[e]
    solve(
        factors,
        changes,
        scratch.work[low:high],
        scratch.work_residue[low:high],
        scratch.column[low:high],
        scratch.column_residue[low:high],
    )


@compiled_part
def _replace(
    layout: BlockLayout, basis: BlockBasis, changes: Changes, scratch: Scratch, place: int, block: int
) -> bool:
    """Put the variable whose column is in the scratch at a place; return False after a small pivot."""
    low, high = layout.first_row[block], layout.first_row[block + 1]
    number, columns = changes.number[0], changes.columns
    first = columns.start[number]
    used = first
    pivot, pivot_inverse = scratch.column[place], inverse(scratch.column_residue[place])
    largest = 0.0
    for i in range(low, high):
        entry, residue = scratch.column[i], scratch.column_residue[i]
        if i == place or (residue == 0 and entry == 0.0):
            continue
        largest = max(largest, abs(entry))
        put(columns, used, i - low, entry, residue)
        used += 1
    for side in range(len(basis.values)):
        ratio = basis.values[side, place] / pivot
        ratio_residue = times(basis.residues[side, place], pivot_inverse)
        basis.values[side, place] = ratio
        basis.residues[side, place] = ratio_residue
        if ratio_residue == 0:
            continue
        for e in range(first, used):
            i = low + columns.at[e]
            left = minus(basis.residues[side, i], times(ratio_residue, columns.residue[e]))
            value = basis.values[side, i] - ratio * columns.value[e]
            basis.values[side, i] = value if left != 0 else 0.0
            basis.residues[side, i] = left
    changes.place[number] = place - low
    changes.pivot[number] = pivot
    changes.pivot_inverse[number] = pivot_inverse
    changes.number[0] = number + 1
    columns.start[number + 1] = used
    return bool(abs(pivot) >= SMALL_PIVOT * largest)


@compiled_part
def _replace_by_z0(
    layout: BlockLayout, basis: BlockBasis, changes: tuple[Changes, Changes], scratch: Scratch, place: int, block: int
) -> bool:
    """Put z0, whose column is -γ, at a place of the block without it; return False after a small pivot."""
    for i in range(layout.first_row[block], layout.first_row[block + 1]):
        scratch.column[i] = -basis.values[D, i]
        scratch.column_residue[i] = minus(0, basis.residues[D, i])
    return _replace(layout, basis, changes[block], scratch, place, block)
