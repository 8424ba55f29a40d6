"""Complementary pivoting on a problem in two blocks: the loops of Lemke's algorithm, compiled ahead of time.

Without z0 the system w - M z = q consists of independent blocks, each with a square basis of its own:
B_b x_b = q_b + d_b z0. z0 is basic in one of them, where its column -d_b belongs to the basis, or in neither. For
each block four vectors are kept: β = B_b⁻¹q_b, γ = B_b⁻¹d_b, δ = B_b⁻¹g_b, and δ', where g and g' break ties. In
the block of z0 the basic variables have the values β, in the other β + γ z0. If q is a polynomial in ε, so is
β: its higher orders are kept, too, and compared directly after it.

A variable that enters the block without z0 changes nothing in the other block. One that enters the block of z0
changes z0 if its column has an entry there, and the other block through γ.

In the lexico-minimum ratio test residues decide ties, and doubles decide the order.
"""

from __future__ import annotations

import numpy as np

from seqform.backends.lemke.layout import HIGHER, MORE_TIES, TIES, D, Q
from seqform.backends.lemke.state import (
    BlockBasis,
    BlockLayout,
    Candidates,
    PathState,
    Record,
    RightSides,
    Scratch,
)
from seqform.backends.linalg import arithmetic, factor, tables
from seqform.backends.linalg.tables import Changes, Entries, Factors
from seqform.models.numbers.exact import Floats, Ints

GOING = 0
DONE = 1
RAY = 2
DOUBT = 3
WORN = 4
"""Return codes of `follow`: budget used up, z0 has left, no variable leaves, doubles cannot decide, a block has to be
factored again."""

NOBODY = -1

MOST_CHANGES = 64
"""Largest number of changes of a block before it is factored again."""

SMALL_PIVOT = 1e-5
"""A pivot below this fraction of the largest entry of its column magnifies errors; the basis is factored again."""

CERTAIN = 1e-11
"""Entries below this fraction of the largest of their column have an uncertain sign in doubles."""

ROUNDING = 1e-12
"""Bound on the rounding error of doubles, relative to the largest number of their vector."""

UNCERTAIN_ORDER = 1e-6
"""The same for the difference of two rows of the inverse, whose errors grow with the condition of the basis. Such rows
are compared seldom, and undecided ones exactly."""


def refactor(state: PathState, block: int) -> int:
    """Factor a block from its columns and recompute β, γ, δ; the return value is that of `factor`."""
    layout, sides, basis, scratch = state.layout, state.sides, state.basis, state.scratch
    factors, changes = state.factors[block], state.changes[block]
    outcome = factor.factor(_block_columns(layout, sides, basis, block), factors)
    changes.number = 0
    changes.columns.start[0] = 0
    if outcome >= 0:
        _recompute(layout, sides, basis, factors, changes, scratch, block)
    return outcome


def _recompute(
    layout: BlockLayout,
    sides: RightSides,
    basis: BlockBasis,
    factors: Factors,
    changes: Changes,
    scratch: Scratch,
    block: int,
) -> None:
    """Solve for the right-hand sides of a block."""
    low, high = layout.first_row[block], layout.first_row[block + 1]
    for side in range(len(sides.doubles)):
        for row in range(low, high):
            scratch.work[row] = sides.doubles[side, row]
            scratch.work_residue[row] = sides.residues[side, row]
        values, residues = basis.values[side, low:high], basis.residues[side, low:high]
        factor.solve(
            factors,
            changes,
            scratch.work[low:high],
            scratch.work_residue[low:high],
            values,
            residues,
        )
        basis.scale[side, block] = _largest(values, 0, high - low)


def _largest(vector: Floats, low: int, high: int) -> float:
    """Return the largest absolute value of a part of a vector."""
    largest = 0.0
    for i in range(low, high):
        largest = max(largest, abs(vector[i]))
    return largest


def _block_columns(
    layout: BlockLayout, sides: RightSides, basis: BlockBasis, block: int
) -> Entries:
    low, high = layout.first_row[block], layout.first_row[block + 1]
    columns = layout.columns
    m, z0 = high - low, len(layout.block_of) - 1
    start = np.zeros(m + 1, dtype=np.int64)
    for place in range(low, high):
        v = basis.variable[place]
        size = columns.start[v + 1] - columns.start[v]
        if v == z0:
            for row in range(low, high):
                size += 1 if sides.residues[D, row] != 0 else 0
        start[place - low + 1] = start[place - low] + size
    found = Entries(
        start,
        np.empty(start[m], dtype=np.int64),
        np.empty(start[m]),
        np.empty(start[m], dtype=np.int64),
    )
    used = 0
    for place in range(low, high):
        v = basis.variable[place]
        if v == z0:
            for row in range(low, high):
                if sides.residues[D, row] != 0:
                    tables.put(
                        found,
                        used,
                        row - low,
                        -sides.doubles[D, row],
                        arithmetic.minus(0, sides.residues[D, row]),
                    )
                    used += 1
            continue
        for e in range(columns.start[v], columns.start[v + 1]):
            tables.put(found, used, columns.at[e] - low, columns.value[e], columns.residue[e])
            used += 1
    return found


def follow(
    state: PathState,
    record: Record,
    entering: int,
    leaving: int,
    early_exit: bool,
    random_ties: bool,
) -> tuple[int, int]:
    """Pivot until z0 leaves, nothing can leave, doubles cannot decide, a block is worn, or the record is full.

    `entering` enters first, for `leaving` if that is decided already, otherwise -1. Return one of `GOING`, `DONE`,
    `RAY`, `DOUBT`, `WORN`, and the next entering variable. The blocks are factored outside: machine code that contains
    `refactor` takes twice as long to compile.
    """
    layout, basis, scratch = state.layout, state.basis, state.scratch
    n = len(basis.variable)
    z0 = 2 * n
    while record.length < len(record.entering):
        block = layout.block_of[entering]
        if block >= 0:
            _enter(layout, state.factors[block], state.changes[block], scratch, entering, block)
        place = (
            basis.place[leaving]
            if leaving >= 0
            else _leaving_place(state, block, early_exit, random_ties)
        )
        if place == -1:
            return RAY, entering
        if place < -1:
            return DOUBT, entering
        leaving = basis.variable[place]
        stable = _exchange(layout, basis, state.changes, scratch, entering, block, place)
        step = record.length
        record.entering[step] = entering
        record.leaving[step] = leaving
        record.z0[step] = basis.values[Q, basis.place[z0]] if basis.place[z0] >= 0 else 0.0
        record.length = step + 1
        if leaving == z0:
            return DONE, leaving
        entering = leaving + n if leaving < n else leaving - n
        leaving = NOBODY
        for b in range(2):
            if not stable or _worn(state.changes[b], layout.first_row[b + 1] - layout.first_row[b]):
                return WORN, entering
    return GOING, entering


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
    takes the place of z0. The column of z0 is -γ. Return False after a small pivot.
    """
    z0 = len(basis.place) - 1
    z0_place = basis.place[z0]
    basis.place[basis.variable[place]] = -1
    home = _block_of_place(layout, place)
    stable = True
    if entering == z0 or home != block:
        for i in range(layout.first_row[home], layout.first_row[home + 1]):
            scratch.column[i] = -basis.values[D, i]
            scratch.column_residue[i] = arithmetic.minus(0, basis.residues[D, i])
        stable = _replace(layout, basis, changes[home], scratch, place, home)
        basis.variable[place] = z0
        basis.place[z0] = place
        place = z0_place
    if entering != z0:
        stable = _replace(layout, basis, changes[block], scratch, place, block) and stable
        basis.variable[place] = entering
        basis.place[entering] = place
    return stable


def _worn(changes: Changes, m: int) -> bool:
    """Return whether another change might exceed the space for changes."""
    number = changes.number
    return bool(
        number == len(changes.place) or len(changes.columns.at) - changes.columns.start[number] < m
    )


def _enter(
    layout: BlockLayout,
    factors: Factors,
    changes: Changes,
    scratch: Scratch,
    entering: int,
    block: int,
) -> None:
    """Compute the entering column of a variable that is not z0."""
    low, high = layout.first_row[block], layout.first_row[block + 1]
    columns = layout.columns
    for e in range(columns.start[entering], columns.start[entering + 1]):
        scratch.work[columns.at[e]] = columns.value[e]
        scratch.work_residue[columns.at[e]] = columns.residue[e]
    factor.solve(
        factors,
        changes,
        scratch.work[low:high],
        scratch.work_residue[low:high],
        scratch.column[low:high],
        scratch.column_residue[low:high],
    )


def _replace(
    layout: BlockLayout,
    basis: BlockBasis,
    changes: Changes,
    scratch: Scratch,
    place: int,
    block: int,
) -> bool:
    """Put the variable whose column is in the scratch at a place; return False after a small pivot."""
    low, high = layout.first_row[block], layout.first_row[block + 1]
    number, columns = changes.number, changes.columns
    first = columns.start[number]
    used = first
    pivot, pivot_inverse = scratch.column[place], arithmetic.inverse(scratch.column_residue[place])
    largest = 0.0
    for i in range(low, high):
        entry, residue = scratch.column[i], scratch.column_residue[i]
        if i == place or (residue == 0 and entry == 0.0):
            continue
        largest = max(largest, abs(entry))
        tables.put(columns, used, i - low, entry, residue)
        used += 1
    for side in range(len(basis.values)):
        ratio = basis.values[side, place] / pivot
        ratio_residue = arithmetic.times(basis.residues[side, place], pivot_inverse)
        basis.values[side, place] = ratio
        basis.residues[side, place] = ratio_residue
        if ratio_residue == 0:
            continue
        for e in range(first, used):
            i = low + columns.at[e]
            left = arithmetic.minus(
                basis.residues[side, i], arithmetic.times(ratio_residue, columns.residue[e])
            )
            value = basis.values[side, i] - ratio * columns.value[e]
            basis.values[side, i] = value if left != 0 else 0.0
            basis.residues[side, i] = left
    changes.place[number] = place - low
    changes.pivot[number] = pivot
    changes.pivot_inverse[number] = pivot_inverse
    changes.number = number + 1
    columns.start[number + 1] = used
    return bool(abs(pivot) >= SMALL_PIVOT * largest)


# ---- the ratio test ----


def _block_of_place(layout: BlockLayout, place: int) -> int:
    """Return the block of a place."""
    return 0 if place < layout.first_row[1] else 1


def _add_candidate(
    candidates: Candidates, place: int, entry: float, residue: int, error: float
) -> None:
    """Add a place with a positive entry."""
    number = candidates.number
    candidates.place[number] = place
    candidates.entry[number] = entry
    candidates.residue[number] = residue
    candidates.error[number] = error
    candidates.number = number + 1


def _least_ratio(
    candidates: Candidates, basis: BlockBasis, side: int, z0_place: int, middle: int
) -> bool:
    """Keep the candidates whose value, divided by their entry, is least; return False if doubles cannot decide.

    All entries are positive. `side` is `Q` (values are nonnegative), one of the two that break ties, or a higher order
    of ε, `z0_place` -1 if z0 is not basic, and `middle` the first place of block 1.
    """
    least = 0
    for c in range(candidates.number):
        _set_ratio(candidates, basis, side, z0_place, middle, c)
        if candidates.ratio[c] < candidates.ratio[least]:
            least = c
    ratio, error = candidates.ratio[least], candidates.ratio_error[least]
    value_residue, residue = candidates.value_residue[least], candidates.residue[least]
    kept = 0
    for c in range(candidates.number):
        if candidates.ratio[c] - ratio > error + candidates.ratio_error[c]:
            continue
        tied = arithmetic.times(candidates.value_residue[c], residue) == arithmetic.times(
            value_residue, candidates.residue[c]
        )
        if not tied:
            if side == Q and value_residue == 0:
                continue  # zero against a positive value
            return False
        candidates.place[kept] = candidates.place[c]
        candidates.entry[kept] = candidates.entry[c]
        candidates.residue[kept] = candidates.residue[c]
        candidates.error[kept] = candidates.error[c]
        kept += 1
    candidates.number = kept
    return True


def _set_ratio(
    candidates: Candidates, basis: BlockBasis, side: int, z0_place: int, middle: int, c: int
) -> None:
    place = candidates.place[c]
    block = 0 if place < middle else 1
    value, residue = basis.values[side, place], basis.residues[side, place]
    error = ROUNDING * basis.scale[side, block]
    if z0_place >= 0 and (z0_place < middle) != (place < middle):
        slope, z0 = basis.values[D, place], basis.values[side, z0_place]
        value += slope * z0
        residue = arithmetic.plus(
            residue, arithmetic.times(basis.residues[D, place], basis.residues[side, z0_place])
        )
        error += ROUNDING * (
            abs(slope) * basis.scale[side, 1 - block] + basis.scale[D, block] * abs(z0)
        )
    candidates.value_residue[c] = residue
    if residue == 0:
        candidates.ratio[c] = 0.0
        candidates.ratio_error[c] = 0.0
        return
    if side == Q:
        value = max(value, 0.0)
    candidates.ratio[c] = value / candidates.entry[c]
    candidates.ratio_error[c] = (
        error + abs(candidates.ratio[c]) * candidates.error[c]
    ) / candidates.entry[c]


def _lexicographic_order(
    columns: Entries, sides: RightSides, scratch: Scratch, one: int, other: int
) -> int:
    """Compare two candidates' rows of B⁻¹L, divided by their entries, L having the columns of `ties_from`.

    Rows 0 and 1 of the scratch are those of the inverse for the candidates `one` and `other`. Return -1 if `one` is
    less, 1 if `other` is, 0 if doubles cannot decide.
    """
    candidates, rows, row_residues = scratch.candidates, scratch.rows, scratch.row_residues
    n = rows.shape[1]
    first_entry, second_entry = candidates.entry[one], candidates.entry[other]
    first_residue, second_residue = candidates.residue[one], candidates.residue[other]
    largest = _largest(rows[0], 0, n) * second_entry + _largest(rows[1], 0, n) * first_entry
    for number in range(len(sides.ties_from)):
        v, sign = sides.ties_from[number], sides.ties_sign[number]
        first, first_r, second, second_r = 0.0, 0, 0.0, 0
        if v == 2 * n:
            for row in range(n):
                first -= rows[0, row] * sides.doubles[D, row]
                second -= rows[1, row] * sides.doubles[D, row]
                first_r = arithmetic.minus(
                    first_r, arithmetic.times(row_residues[0, row], sides.residues[D, row])
                )
                second_r = arithmetic.minus(
                    second_r, arithmetic.times(row_residues[1, row], sides.residues[D, row])
                )
        for e in range(columns.start[v], columns.start[v + 1]):
            row = columns.at[e]
            first += rows[0, row] * columns.value[e]
            second += rows[1, row] * columns.value[e]
            first_r = arithmetic.plus(
                first_r, arithmetic.times(row_residues[0, row], columns.residue[e])
            )
            second_r = arithmetic.plus(
                second_r, arithmetic.times(row_residues[1, row], columns.residue[e])
            )
        if arithmetic.times(first_r, second_residue) == arithmetic.times(second_r, first_residue):
            continue
        difference = first * second_entry - second * first_entry
        if abs(difference) <= UNCERTAIN_ORDER * largest:
            return 0
        return -1 if (difference < 0) == (sign > 0) else 1
    return 0


def _leaving_place(state: PathState, block: int, early_exit: bool, random_ties: bool) -> int:
    """Return the place of the leaving variable, -1 if there is none, -2 if doubles cannot decide.

    `block` is that of the entering variable, -1 for z0.
    """
    layout, basis, scratch = state.layout, state.basis, state.scratch
    candidates = scratch.candidates
    candidates.number = 0
    first, second = state.factors
    if first.lost or second.lost:
        return -2
    z0_place = basis.place[len(basis.place) - 1]
    home = _block_of_place(layout, z0_place) if z0_place >= 0 else -1
    certain = True
    for b in range(2):
        low, high = layout.first_row[b], layout.first_row[b + 1]
        if b == block:
            certain &= _collect(layout, basis, scratch, low, high)
        elif block < 0:
            certain &= _collect_moved(
                layout, basis, candidates, low, high, -1.0, arithmetic.minus(0, 1)
            )
        elif home == block:
            speed, residue = scratch.column[z0_place], scratch.column_residue[z0_place]
            if residue != 0:
                certain &= _collect_moved(layout, basis, candidates, low, high, speed, residue)
    if not certain:
        return -2
    if candidates.number == 0:
        return -1
    middle = layout.first_row[1]
    for side in range(len(basis.values)):
        is_order = side == Q or side >= HIGHER
        if (
            is_order
            and candidates.number > 1
            and not _least_ratio(candidates, basis, side, z0_place, middle)
        ):
            return -2
    if early_exit and z0_place >= 0 and _is_positive(basis, z0_place):
        for c in range(candidates.number):
            if candidates.place[c] == z0_place:
                return int(z0_place)
    for side in (TIES, MORE_TIES):
        if (
            random_ties
            and candidates.number > 1
            and not _least_ratio(candidates, basis, side, z0_place, middle)
        ):
            return -2
    if candidates.number > 1:
        return _decide_by_inverse(state, z0_place, home)
    return int(candidates.place[0])


def _is_positive(basis: BlockBasis, place: int) -> bool:
    """Return whether the value of a nonnegative variable is not zero, in some order of ε."""
    positive = False
    for side in range(len(basis.values)):
        positive |= (side == Q or side >= HIGHER) and basis.residues[side, place] != 0
    return positive


def _collect(layout: BlockLayout, basis: BlockBasis, scratch: Scratch, low: int, high: int) -> bool:
    """Collect the places with a positive entry in the entering column; return whether all signs are certain."""
    doubtful = CERTAIN * _largest(scratch.column, low, high)
    for i in range(low, high):
        entry, residue = scratch.column[i], scratch.column_residue[i]
        if (residue == 0 and entry == 0.0) or layout.free[basis.variable[i]]:
            continue
        if abs(entry) <= doubtful or residue == 0:
            if residue == 0 and abs(entry) <= doubtful:
                continue
            return False
        if entry > 0:
            _add_candidate(scratch.candidates, i, entry, residue, doubtful)
    return True


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
    doubtful = CERTAIN * _largest(basis.values[D], low, high)
    for i in range(low, high):
        slope, residue = basis.values[D, i], basis.residues[D, i]
        if residue == 0 or layout.free[basis.variable[i]]:
            continue
        if abs(slope) <= doubtful:
            return False
        if slope * speed > 0:
            _add_candidate(
                candidates,
                i,
                slope * speed,
                arithmetic.times(residue, speed_residue),
                doubtful * abs(speed),
            )
    return True


def _decide_by_inverse(state: PathState, z0_place: int, home: int) -> int:
    """Return the candidate whose row of B⁻¹L, divided by its entry, is lexicographically least; -2 if undecided."""
    layout, basis, scratch, factors, changes = (
        state.layout,
        state.basis,
        state.scratch,
        state.factors,
        state.changes,
    )
    candidates, rows, residues = scratch.candidates, scratch.rows, scratch.row_residues
    if z0_place >= 0:
        _row_of_inverse(
            layout, basis, factors, changes, scratch, z0_place, home, rows[2], residues[2]
        )
    last = candidates.number - 1
    best = last
    for c in range(last, -1, -1):
        own = 1 if c < last else 0
        _row_of_inverse(
            layout,
            basis,
            factors,
            changes,
            scratch,
            candidates.place[c],
            home,
            rows[own],
            residues[own],
        )
        order = (
            _lexicographic_order(layout.columns, state.sides, scratch, best, c) if c < last else 1
        )
        if order == 0:
            return -2
        if order > 0:
            best = c
            for i in range(own * rows.shape[1]):
                rows[0, i] = rows[1, i]
                residues[0, i] = residues[1, i]
    return int(candidates.place[best])


def _row_of_inverse(
    layout: BlockLayout,
    basis: BlockBasis,
    factors: tuple[Factors, Factors],
    changes: tuple[Changes, Changes],
    scratch: Scratch,
    place: int,
    home: int,
    row: Floats,
    row_residues: Ints,
) -> None:
    """Compute a row of the inverse of the whole basis.

    `home` is the block of z0, -1 for none; row 2 of the scratch is that of z0 if the place is in the other block.
    """
    block = _block_of_place(layout, place)
    low, high = layout.first_row[block], layout.first_row[block + 1]
    unit, unit_residue = scratch.work, scratch.work_residue
    for i in range(len(row)):
        row[i] = 0.0
        row_residues[i] = 0
    unit[place] = 1.0
    unit_residue[place] = 1
    factor.solve_transposed(
        factors[block],
        changes[block],
        unit[low:high],
        unit_residue[low:high],
        row[low:high],
        row_residues[low:high],
    )
    for i in range(low, high):
        unit[i] = 0.0
        unit_residue[i] = 0
    if home < 0 or block == home:
        return
    slope, residue = basis.values[D, place], basis.residues[D, place]
    for i in range(layout.first_row[home], layout.first_row[home + 1]):
        row[i] = slope * scratch.rows[2, i]
        row_residues[i] = arithmetic.times(residue, scratch.row_residues[2, i])
