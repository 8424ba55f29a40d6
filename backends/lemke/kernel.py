"""Complementary pivoting on a problem in two blocks: the loops of Lemke's algorithm, compiled ahead of time.

Without z0 the system w - M z = q consists of independent blocks, each with a square basis of its own:
B_b x_b = q_b + d_b z0. z0 is basic in one of them, where its column -d_b belongs to the basis, or in neither. For
each block four vectors are kept: β = B_b⁻¹q_b, γ = B_b⁻¹d_b, δ = B_b⁻¹g_b, and δ', where g and g' break ties. In
the block of z0 the basic variables have the values β, in the other β + γ z0. If q is a polynomial in ε, so is
β: its higher orders are kept, too, and compared directly after it.

A variable that enters the block without z0 changes nothing in the other block. One that enters the block of z0
changes z0 if its column has an entry there, and the other block through γ.

In the lexico-minimum ratio test residues decide ties, and doubles decide the order.

A pivot goes as follows (`follow`). The entering column B⁻¹a is solved for in the block of its variable; z0 needs no
solve, because its column is -γ. The ratio test (`_leaving_place`) collects the places whose entries are positive, and
compares them by β, by its higher orders, by δ and δ', and at last by rows of the inverse. The exchange
(`_exchange`) puts the entering column in the product form of the inverse and updates β, γ, δ, δ' of its block by one
elimination step; if z0 changes blocks, it is two exchanges, one in each.
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

GOING = 0  # the budget is used up
DONE = 1  # z0 has left
RAY = 2  # no variable leaves
DOUBT = 3  # doubles cannot decide
WORN = 4  # a block has to be factored again
"""Return codes of `follow`."""

NOBODY = -1
"""No leaving variable is decided."""

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
    layout = state.layout
    sides = state.sides
    basis = state.basis
    scratch = state.scratch
    factors = state.factors[block]
    changes = state.changes[block]
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
    low = layout.first_row[block]
    high = layout.first_row[block + 1]
    for side in range(len(sides.doubles)):
        for row in range(low, high):
            scratch.work[row] = sides.doubles[side, row]
            scratch.work_residue[row] = sides.residues[side, row]

        values = basis.values[side, low:high]
        residues = basis.residues[side, low:high]
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
    """Return the basic columns of a block, its rows counted from 0; that of z0 is the block's part of -d."""
    low = layout.first_row[block]
    high = layout.first_row[block + 1]
    columns = layout.columns
    m = high - low
    z0 = len(layout.block_of) - 1

    start = np.zeros(m + 1, dtype=np.int64)
    for place in range(low, high):
        v = basis.variable[place]
        size = columns.start[v + 1] - columns.start[v]
        if v == z0:
            for row in range(low, high):
                if sides.residues[D, row] != 0:
                    size += 1
        start[place - low + 1] = start[place - low] + size

    basic = Entries(
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
                        basic,
                        used,
                        row - low,
                        -sides.doubles[D, row],
                        arithmetic.minus(0, sides.residues[D, row]),
                    )
                    used += 1
            continue

        for e in range(columns.start[v], columns.start[v + 1]):
            tables.put(basic, used, columns.at[e] - low, columns.value[e], columns.residue[e])
            used += 1
    return basic


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
    layout = state.layout
    basis = state.basis
    scratch = state.scratch
    n = len(basis.variable)
    z0 = 2 * n
    while record.length < len(record.entering):
        block = layout.block_of[entering]
        if block >= 0:  # the column of z0 is known without a solve
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
        record.z0[step] = 0.0
        if basis.place[z0] >= 0:
            record.z0[step] = basis.values[Q, basis.place[z0]]
        record.length = step + 1
        if leaving == z0:
            return DONE, leaving

        # The complement of the variable that has left enters next.
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
    takes the place of z0: each block keeps as many basic variables as it has rows. The column of z0 is -γ. Return False
    after a small pivot.
    """
    z0 = len(basis.place) - 1
    z0_place = basis.place[z0]
    basis.place[basis.variable[place]] = -1
    home = _block_of_place(layout, place)
    stable = True

    if entering == z0 or home != block:
        # z0 moves into the block of the leaving variable.
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
    """Return whether another change, of up to m entries, might exceed the space for changes."""
    number = changes.number
    free = len(changes.columns.at) - changes.columns.start[number]
    return bool(number == len(changes.place) or free < m)


def _enter(
    layout: BlockLayout,
    factors: Factors,
    changes: Changes,
    scratch: Scratch,
    entering: int,
    block: int,
) -> None:
    """Compute the entering column of a variable that is not z0."""
    low = layout.first_row[block]
    high = layout.first_row[block + 1]
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
    """Put the variable whose column is in the scratch at a place; return False after a small pivot.

    With a = B⁻¹(its column) the new value at the place p is t = value_p / a_p, and every other value loses a_i t. The
    column is listed without a_p as one more factor of the product form. Residues decide which values become zero.
    """
    low = layout.first_row[block]
    high = layout.first_row[block + 1]
    number = changes.number
    columns = changes.columns
    first = columns.start[number]
    used = first
    pivot = scratch.column[place]
    pivot_inverse = arithmetic.inverse(scratch.column_residue[place])

    largest = 0.0
    for i in range(low, high):
        entry = scratch.column[i]
        residue = scratch.column_residue[i]
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

    The least ratio v / e in doubles is compared with every other one, v' / e'. If they differ by more than their
    errors, the other is larger. Otherwise they are equal if v' e = v e' in residues; where they are not, doubles cannot
    decide, except between 0 and a positive value.
    """
    least = 0
    for c in range(candidates.number):
        _set_ratio(candidates, basis, side, z0_place, middle, c)
        if candidates.ratio[c] < candidates.ratio[least]:
            least = c
    ratio = candidates.ratio[least]
    error = candidates.ratio_error[least]
    value_residue = candidates.value_residue[least]
    residue = candidates.residue[least]

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
    """Compute value / entry of a candidate, with a bound on its error, and the residue of the value."""
    place = candidates.place[c]
    block = 0 if place < middle else 1
    value = basis.values[side, place]
    residue = basis.residues[side, place]
    error = ROUNDING * basis.scale[side, block]

    # In the block without z0 the value is β + γ z0, and so for the other sides, where z0 has a value of its own.
    if z0_place >= 0 and (z0_place < middle) != (place < middle):
        slope = basis.values[D, place]
        z0 = basis.values[side, z0_place]
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
        value = max(value, 0.0)  # a basic variable is not negative
    candidates.ratio[c] = value / candidates.entry[c]
    candidates.ratio_error[c] = (
        error + abs(candidates.ratio[c]) * candidates.error[c]
    ) / candidates.entry[c]


def _lexicographic_order(
    columns: Entries, sides: RightSides, scratch: Scratch, best: int, challenger: int
) -> int:
    """Compare two candidates' rows of B⁻¹L, divided by their entries, L having the columns of `ties_from`.

    Rows 0 and 1 of the scratch are those of the inverse for the candidates `best` and `challenger`. Return -1 if `best`
    is less, 1 if `challenger` is, 0 if doubles cannot decide.
    """
    candidates = scratch.candidates
    rows = scratch.rows
    row_residues = scratch.row_residues
    n = rows.shape[1]
    first_entry = candidates.entry[best]
    second_entry = candidates.entry[challenger]
    first_residue = candidates.residue[best]
    second_residue = candidates.residue[challenger]
    largest = _largest(rows[0], 0, n) * second_entry + _largest(rows[1], 0, n) * first_entry

    for number in range(len(sides.ties_from)):
        v = sides.ties_from[number]
        sign = sides.ties_sign[number]

        # The products of both rows with the column of v, which is -d for z0.
        first = 0.0
        first_r = 0
        second = 0.0
        second_r = 0
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

        # The sign of first / first_entry - second / second_entry, without a division.
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

    Candidates are the places at which a value falls as the entering variable rises: in its own block those of positive
    entries; in the other block, if z0 is basic in the first and moves, those whose γ has the sign of its entry. z0
    itself, entering, has the column -γ in both blocks. Ties of the ratio of value and entry are broken by the higher
    orders of ε, the early exit of z0, the random columns and at last the rows of B⁻¹L, as in `PivotRule`.
    """
    layout = state.layout
    basis = state.basis
    scratch = state.scratch
    candidates = scratch.candidates
    candidates.number = 0
    first, second = state.factors
    if first.lost or second.lost:
        return -2  # no double is reliable after cancellation in the factors

    z0_place = basis.place[len(basis.place) - 1]
    home = _block_of_place(layout, z0_place) if z0_place >= 0 else -1
    certain = True
    for b in range(2):
        low = layout.first_row[b]
        high = layout.first_row[b + 1]
        if b == block:
            certain &= _collect(layout, basis, scratch, low, high)
        elif block < 0:
            certain &= _collect_moved(
                layout, basis, candidates, low, high, -1.0, arithmetic.minus(0, 1)
            )
        elif home == block:
            speed = scratch.column[z0_place]
            residue = scratch.column_residue[z0_place]
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

    # The candidates that remain are tied in all orders of ε.
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
        entry = scratch.column[i]
        residue = scratch.column_residue[i]
        if (residue == 0 and entry == 0.0) or layout.free[basis.variable[i]]:
            continue

        # A small double with the residue 0 is zero. If only one of the two is small, the sign is not certain.
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
        slope = basis.values[D, i]
        residue = basis.residues[D, i]
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
    """Return the candidate whose row of B⁻¹L, divided by its entry, is lexicographically least; -2 if undecided.

    Rows are computed one at a time: row 0 of the scratch is that of the best candidate so far, row 1 that of the
    challenger. Row 2 is that of z0, which rows of the other block contain (`_row_of_inverse`).
    """
    layout = state.layout
    basis = state.basis
    scratch = state.scratch
    factors = state.factors
    changes = state.changes
    candidates = scratch.candidates
    rows = scratch.rows
    residues = scratch.row_residues
    if z0_place >= 0:
        _row_of_inverse(
            layout, basis, factors, changes, scratch, z0_place, home, rows[2], residues[2]
        )

    best = candidates.number - 1
    _row_of_inverse(
        layout,
        basis,
        factors,
        changes,
        scratch,
        candidates.place[best],
        home,
        rows[0],
        residues[0],
    )
    for c in range(candidates.number - 2, -1, -1):
        _row_of_inverse(
            layout,
            basis,
            factors,
            changes,
            scratch,
            candidates.place[c],
            home,
            rows[1],
            residues[1],
        )
        order = _lexicographic_order(layout.columns, state.sides, scratch, best, c)
        if order == 0:
            return -2
        if order > 0:
            best = c
            for i in range(rows.shape[1]):
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
    Within its block the row is one of the block's own inverse. A place of the other block has the value β + γ z0: its
    row has, in the columns of the block of z0, γ times the row of z0.
    """
    block = _block_of_place(layout, place)
    low = layout.first_row[block]
    high = layout.first_row[block + 1]
    unit = scratch.work
    unit_residue = scratch.work_residue

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
    for i in range(low, high):  # `solve_transposed` leaves intermediate results there
        unit[i] = 0.0
        unit_residue[i] = 0

    if home < 0 or block == home:
        return
    slope = basis.values[D, place]
    residue = basis.residues[D, place]
    for i in range(layout.first_row[home], layout.first_row[home + 1]):
        row[i] = slope * scratch.rows[2, i]
        row_residues[i] = arithmetic.times(residue, scratch.row_residues[2, i])
