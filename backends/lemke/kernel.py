"""Complementary pivoting on a problem in two blocks.

Without z0 the system w - M z = q falls apart into blocks, and each has a square basis of its own:
B_b x_b = q_b + d_b z0. z0 is basic in one of them, where its column -d_b belongs to the basis, or in none. For
every block three vectors are kept: β = B_b⁻¹q_b, γ = B_b⁻¹d_b, δ = B_b⁻¹g_b, g the column that settles ties. In
the block of z0 the basic variables have the values β, in the other β + γ z0. Where q is a polynomial in ε, so is
β: its higher orders are kept, too, and compared right after it.

A variable that enters the block without z0 moves nothing elsewhere. One that enters the block of z0 moves z0,
where its column has an entry there, and through γ the other block.

The lexico-minimum ratio test: residues decide ties, doubles decide the order.

Where the engine keeps what is basic, and what it is worth.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from seqform.backends.lemke.walk import Layout, RightSides
from seqform.backends.linalg.compiled import compiled, compiled_part
from seqform.backends.linalg.factor import factor, solve, solve_transposed
from seqform.backends.linalg.tables import FULL, Changes, Factors, Matrix, inverse, minus, plus, times
from seqform.models.numbers.exact import Floats, Ints

Q, D, TIES, HIGHER = 0, 1, 2, 3
"""Rows of `RightSides` and of `Basis.values`; from `HIGHER` on one row for every further order of ε in q."""


class Basis(NamedTuple):
    """Which variables are basic and what they are worth.

    Attributes
    ----------
    variable : ndarray of int, shape (n,)
        By place; the places of a block have the numbers of its rows.
    place : ndarray of int, shape (2n + 1,)
        -1 for variables that are not basic.
    values, residues : ndarray, shape (3 + D, n)
        β, γ, δ and the higher orders of β, by place.
    scale : ndarray, shape (3 + D, 2)
        The largest of each in each block when that was last factored.
    """

    variable: Ints
    place: Ints
    values: Floats
    residues: Ints
    scale: Floats


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


GOING = 0
DONE = 1
RAY = 2
DOUBT = 3
BROKEN = 4
CROWDED = 5
"""How `walk` returns: the budget is used up, z0 has left, nothing leaves, doubles cannot decide, a basis is singular,
its factors need more room."""

NOBODY = -1

MOST_CHANGES = 64
"""Factor a block anew after this many changes."""

SMALL_PIVOT = 1e-5
"""Factor anew after a pivot below this part of the largest entry of its column: it magnifies errors."""

CERTAIN = 1e-11
"""Entries below this part of the largest of their column have a sign that doubles do not vouch for."""


class Scratch(NamedTuple):
    """Room that one walk needs again and again.

    Attributes
    ----------
    work, work_residue : ndarray, shape (n,)
        Right-hand sides of solves; zero in between.
    column, column_residue : ndarray, shape (n,)
        The entering column by place.
    rows, row_residues : ndarray, shape (3, n)
        Rows of the inverse, to compare in them.
    """

    work: Floats
    work_residue: Ints
    column: Floats
    column_residue: Ints
    candidates: Candidates
    rows: Floats
    row_residues: Ints


class Record(NamedTuple):
    """What happened, pivot by pivot, shape (budget,) each; the number of pivots is ``length[0]``."""

    entering: Ints
    leaving: Ints
    z0: Floats
    length: Ints


@compiled
def refactor(
    layout: Layout,
    sides: RightSides,
    basis: Basis,
    factors: Factors,
    changes: Changes,
    scratch: Scratch,
    block: int,
) -> int:
    """Factor a block from its columns and compute β, γ, δ afresh; return what `factor` returns."""
    low, high = layout.first_row[block], layout.first_row[block + 1]
    outcome = factor(_block_matrix(layout, sides, basis, low, high), factors)
    changes.number[0] = 0
    changes.start[0] = 0
    if outcome < 0:
        return outcome
    for side in range(len(sides.doubles)):
        for row in range(low, high):
            scratch.work[row] = sides.doubles[side, row]
            scratch.work_residue[row] = sides.residues[side, row]
        solve(
            factors,
            changes,
            scratch.work[low:high],
            scratch.work_residue[low:high],
            basis.values[side, low:high],
            basis.residues[side, low:high],
        )
        basis.scale[side, block] = 0.0
        for place in range(low, high):
            basis.scale[side, block] = max(basis.scale[side, block], abs(basis.values[side, place]))
    return outcome


@compiled_part
def _block_matrix(layout: Layout, sides: RightSides, basis: Basis, low: int, high: int) -> Matrix:
    m, z0 = high - low, len(layout.block_of) - 1
    start = np.zeros(m + 1, dtype=np.int64)
    for place in range(low, high):
        v = basis.variable[place]
        size = layout.start[v + 1] - layout.start[v]
        if v == z0:
            size = np.count_nonzero(sides.residues[D, low:high])
        start[place - low + 1] = start[place - low] + size
    rows = np.empty(start[m], dtype=np.int64)
    doubles = np.empty(start[m])
    residues = np.empty(start[m], dtype=np.int64)
    used = 0
    for place in range(low, high):
        v = basis.variable[place]
        if v == z0:
            for row in range(low, high):
                if sides.residues[D, row] != 0:
                    rows[used] = row - low
                    doubles[used] = -sides.doubles[D, row]
                    residues[used] = minus(0, sides.residues[D, row])
                    used += 1
            continue
        for e in range(layout.start[v], layout.start[v + 1]):
            rows[used] = layout.rows[e] - low
            doubles[used] = layout.doubles[e]
            residues[used] = layout.residues[e]
            used += 1
    return Matrix(start, rows, doubles, residues)


@compiled
def walk(
    layout: Layout,
    sides: RightSides,
    basis: Basis,
    factors: tuple[Factors, Factors],
    changes: tuple[Changes, Changes],
    scratch: Scratch,
    record: Record,
    entering: int,
    leaving: int,
    early_exit: bool,
    random_ties: bool,
    ties_from: Ints,
) -> tuple[int, int]:
    """Pivot until z0 leaves, nothing can leave, doubles cannot decide, or the record is full.

    Parameters
    ----------
    entering : int
        The variable that enters first.
    leaving : int
        The variable that leaves for it, where that is known already; else -1.
    early_exit, random_ties : bool
        As in `PivotRule`.
    ties_from : ndarray of int, shape (n,)

    Returns
    -------
    (int, int)
        One of `GOING`, `DONE`, `RAY`, `DOUBT`, `BROKEN`, `CROWDED`, and the variable that is to enter next.
    """
    n = len(basis.variable)
    z0 = 2 * n
    while record.length[0] < len(record.entering):
        block = layout.block_of[entering]
        if block >= 0:
            _enter(layout, factors[block], changes[block], scratch, entering, block)
        if leaving >= 0:
            place = basis.place[leaving]
        else:
            place = _leaving_place(
                layout, sides, basis, factors, changes, scratch, block, early_exit, random_ties, ties_from
            )
        if place == -1:
            return RAY, entering
        if place < -1:
            return DOUBT, entering
        leaving = basis.variable[place]
        stable = _exchange(layout, basis, changes, scratch, entering, block, place)
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
            if not stable or _worn(changes[b], layout.first_row[b + 1] - layout.first_row[b]):
                outcome = refactor(layout, sides, basis, factors[b], changes[b], scratch, b)
                if outcome < 0:
                    return CROWDED if outcome == FULL else BROKEN, entering
    return GOING, entering


@compiled_part
def _exchange(
    layout: Layout,
    basis: Basis,
    changes: tuple[Changes, Changes],
    scratch: Scratch,
    entering: int,
    block: int,
    place: int,
) -> bool:
    """Let the variable at a place leave for the entering one, whose column is in hand and of the given block.

    Where the two are of different blocks, z0 moves: it takes the place of the leaving variable, and the entering
    one takes the place of z0. Return False after a small pivot.
    """
    z0 = len(basis.place) - 1
    z0_place = basis.place[z0]
    basis.place[basis.variable[place]] = -1
    home = _block_of_place(layout, place)
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
    """Tell whether another change might find no room."""
    number = changes.number[0]
    return bool(number == len(changes.place) or len(changes.places) - changes.start[number] < m)


@compiled_part
def _block_of_place(layout: Layout, place: int) -> int:
    return 0 if place < layout.first_row[1] else 1


@compiled_part
def _enter(layout: Layout, factors: Factors, changes: Changes, scratch: Scratch, entering: int, block: int) -> None:
    """Compute the entering column of a variable that is not z0."""
    low, high = layout.first_row[block], layout.first_row[block + 1]
    for e in range(layout.start[entering], layout.start[entering + 1]):
        scratch.work[layout.rows[e]] = layout.doubles[e]
        scratch.work_residue[layout.rows[e]] = layout.residues[e]
    solve(
        factors,
        changes,
        scratch.work[low:high],
        scratch.work_residue[low:high],
        scratch.column[low:high],
        scratch.column_residue[low:high],
    )


@compiled_part
def _replace(layout: Layout, basis: Basis, changes: Changes, scratch: Scratch, place: int, block: int) -> bool:
    """Give a place of a block to the variable whose column is in hand; return False after a small pivot."""
    low, high = layout.first_row[block], layout.first_row[block + 1]
    number = changes.number[0]
    first = changes.start[number]
    used = first
    pivot, pivot_inverse = scratch.column[place], inverse(scratch.column_residue[place])
    largest = 0.0
    for i in range(low, high):
        entry, residue = scratch.column[i], scratch.column_residue[i]
        if i == place or (residue == 0 and entry == 0.0):
            continue
        largest = max(largest, abs(entry))
        changes.places[used] = i - low
        changes.entry[used] = entry
        changes.residue[used] = residue
        used += 1
    for side in range(len(basis.values)):
        ratio = basis.values[side, place] / pivot
        ratio_residue = times(basis.residues[side, place], pivot_inverse)
        basis.values[side, place] = ratio
        basis.residues[side, place] = ratio_residue
        if ratio_residue == 0:
            continue
        for e in range(first, used):
            i = low + changes.places[e]
            left = minus(basis.residues[side, i], times(ratio_residue, changes.residue[e]))
            value = basis.values[side, i] - ratio * changes.entry[e]
            basis.values[side, i] = value if left != 0 else 0.0
            basis.residues[side, i] = left
    changes.place[number] = place - low
    changes.pivot[number] = pivot
    changes.pivot_inverse[number] = pivot_inverse
    changes.number[0] = number + 1
    changes.start[number + 1] = used
    return bool(abs(pivot) >= SMALL_PIVOT * largest)


@compiled_part
def _replace_by_z0(
    layout: Layout, basis: Basis, changes: tuple[Changes, Changes], scratch: Scratch, place: int, block: int
) -> bool:
    """Give a place of a block without z0 to z0, whose column there is -γ; return False after a small pivot."""
    for i in range(layout.first_row[block], layout.first_row[block + 1]):
        scratch.column[i] = -basis.values[D, i]
        scratch.column_residue[i] = minus(0, basis.residues[D, i])
    return _replace(layout, basis, changes[block], scratch, place, block)


@compiled_part
def _leaving_place(
    layout: Layout,
    sides: RightSides,
    basis: Basis,
    factors: tuple[Factors, Factors],
    changes: tuple[Changes, Changes],
    scratch: Scratch,
    block: int,
    early_exit: bool,
    random_ties: bool,
    ties_from: Ints,
) -> int:
    """Return the place of the leaving variable, -1 if there is none, -2 if doubles cannot tell.

    `block` is that of the entering variable, -1 for z0.
    """
    candidates = scratch.candidates
    candidates.number[0] = 0
    z0_place = basis.place[len(basis.place) - 1]
    home = _block_of_place(layout, z0_place) if z0_place >= 0 else -1
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
        return _by_rows_of_the_inverse(layout, sides, basis, factors, changes, scratch, z0_place, home, ties_from)
    return int(candidates.place[0])


@compiled_part
def _collect(layout: Layout, basis: Basis, scratch: Scratch, low: int, high: int) -> bool:
    """Collect the places with a positive entry in the column in hand; return whether all signs are certain."""
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
    layout: Layout,
    basis: Basis,
    candidates: Candidates,
    low: int,
    high: int,
    speed: float,
    speed_residue: int,
) -> bool:
    """Collect the places that fall as z0 falls with the given speed; return whether all signs are certain."""
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
def _by_rows_of_the_inverse(
    layout: Layout,
    sides: RightSides,
    basis: Basis,
    factors: tuple[Factors, Factors],
    changes: tuple[Changes, Changes],
    scratch: Scratch,
    z0_place: int,
    home: int,
    ties_from: Ints,
) -> int:
    """Return the candidate whose row of B⁻¹L, divided by its entry, is lexicographically least; -2 in doubt."""
    candidates, rows, residues = scratch.candidates, scratch.rows, scratch.row_residues
    if z0_place >= 0:
        _row_of_inverse(layout, basis, factors, changes, scratch, z0_place, home, z0_place, rows[2], residues[2])
    best = candidates.number[0] - 1
    place = candidates.place[best]
    _row_of_inverse(layout, basis, factors, changes, scratch, place, home, z0_place, rows[0], residues[0])
    for c in range(best):
        place = candidates.place[c]
        _row_of_inverse(layout, basis, factors, changes, scratch, place, home, z0_place, rows[1], residues[1])
        order = lexicographic_order(layout, sides, rows, residues, candidates, best, c, ties_from)
        if order == 0:
            return -2
        if order > 0:
            best = c
            rows[0], residues[0] = rows[1], residues[1]
    return int(candidates.place[best])


@compiled_part
def _row_of_inverse(
    layout: Layout,
    basis: Basis,
    factors: tuple[Factors, Factors],
    changes: tuple[Changes, Changes],
    scratch: Scratch,
    place: int,
    home: int,
    z0_place: int,
    row: Floats,
    row_residues: Ints,
) -> None:
    """Write a row of the whole basis' inverse; that of z0 has to be row 2 of the scratch if z0 is elsewhere."""
    block = _block_of_place(layout, place)
    low, high = layout.first_row[block], layout.first_row[block + 1]
    row[:] = 0.0
    row_residues[:] = 0
    unit = np.zeros(high - low)
    unit_residue = np.zeros(high - low, dtype=np.int64)
    unit[place - low] = 1.0
    unit_residue[place - low] = 1
    solve_transposed(factors[block], changes[block], unit, unit_residue, row[low:high], row_residues[low:high])
    if z0_place < 0 or block == home:
        return
    slope, residue = basis.values[D, place], basis.residues[D, place]
    for i in range(layout.first_row[home], layout.first_row[home + 1]):
        row[i] = slope * scratch.rows[2, i]
        row_residues[i] = times(residue, scratch.row_residues[2, i])
