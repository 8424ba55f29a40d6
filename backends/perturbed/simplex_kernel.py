"""Main loops of the lexicographic simplex method, dual and primal.

A pivot that is tiny for its row or column is skipped. Numbers that get a wrong sign by that are set to zero, which
changes a cost or a right-hand side; this is reported in `SimplexState.tally`, and the caller has to undo it.
"""

from __future__ import annotations

from seqform.backends.linalg.compiled import compiled, compiled_part
from seqform.backends.linalg.tables import minus, plus, times
from seqform.backends.perturbed.simplex_steps import (
    add_column,
    compute_column,
    compute_row,
    exchange,
    leading_order,
    note_place,
    note_variable,
    worn,
    worst,
)
from seqform.backends.perturbed.simplex_tables import FIXED, FREE, NONNEGATIVE, Machine
from seqform.models.numbers.exact import Floats, Ints

GOING, DONE, BLOCKED, WORN, BROKEN = 0, 1, 2, 3, 4
"""Return codes of a loop: budget used up, all signs are right, no variable can enter or leave, the basis must be
factored again, doubles and residues disagree."""

SMALL = 1e-5
"""Pivots below this fraction of the largest entry of their row or column are skipped."""

DRIFT = 1e-7
"""Largest relative difference of the pivot computed from the row and from the column."""

NEGLIGIBLE = 1e-9
"""A pivot below this fraction of the largest entry of its column would make the factors useless."""

SAME_RATIO = 1e-6
"""Two ratios with the same residue are equal if their doubles differ by at most this, relatively."""


@compiled
def pivot(machine: Machine, budget: int, dual: bool) -> tuple[int, int, int]:
    """Pivot until B⁻¹b, or the reduced costs if not `dual`, are lexicographically nonnegative; the other stays so.

    Returns the code, the number of pivots, and if `BLOCKED` the place at which no variable can enter, or the variable
    whose increase is not bounded.
    """
    return _dual_pivots(machine, budget) if dual else _primal_pivots(machine, budget)


@compiled_part
def _dual_pivots(machine: Machine, budget: int) -> tuple[int, int, int]:
    """Pivot in the row of largest violation, on the entry of least dual ratio."""
    state, scratch = machine.state, machine.scratch
    orders = state.x.shape[1]
    for step in range(budget):
        if worn(machine):
            return WORN, step, -1
        place = worst(machine, state.row_weight)
        if place < 0:
            return DONE, step, -1
        compute_row(machine, place)
        order = state.wrong_order[place]
        rises = state.x[place, order] < 0
        entering = _dual_entering(machine, rises)
        if entering < 0:
            return BLOCKED, step, place
        largest = compute_column(machine, entering)
        if _drifted(machine, place, entering) or abs(scratch.column[place]) < NEGLIGIBLE * largest:
            return BROKEN, step, place
        leaving = exchange(machine, place, entering)
        for t in range(scratch.filled.number[0]):
            note_place(machine, scratch.filled.at[t], orders - 1)
        for t in range(scratch.num_touched[0]):
            _shift_cost(machine, scratch.touched[t])
        _shift_cost(machine, leaving)
    return GOING, budget, -1


@compiled_part
def _drifted(machine: Machine, place: int, entering: int) -> bool:
    scratch = machine.scratch
    by_column, by_row = scratch.column[place], scratch.row[entering]
    if scratch.column_residue[place] == 0 or scratch.column_residue[place] != scratch.row_residue[entering]:
        return True
    return bool(abs(by_column - by_row) > DRIFT * max(abs(by_column), abs(by_row)))


@compiled_part
def _dual_entering(machine: Machine, rises: bool) -> int:
    """Return the variable that enters so that the one of the current row rises, or falls, to zero; -1 if none."""
    layout, state, scratch = machine.layout, machine.state, machine.scratch
    sign = -1.0 if rises else 1.0
    found, largest = 0, 0.0
    for t in range(scratch.num_touched[0]):
        j = scratch.touched[t]
        if layout.kind[j] == NONNEGATIVE and sign * scratch.row[j] > 0:
            scratch.candidate[found] = j
            found += 1
            largest = max(largest, abs(scratch.row[j]))
    found = _without_small(scratch.candidate, found, scratch.row, SMALL * largest)
    for k in range(state.z.shape[1]):
        if found <= 1:
            break
        found = _least_ratios(scratch.candidate, found, state.z, state.z_residues, k, scratch.row, scratch.row_residue)
    return int(scratch.candidate[0]) if found else -1


@compiled_part
def _primal_pivots(machine: Machine, budget: int) -> tuple[int, int, int]:
    """Pivot in the column of largest violation, on the entry of least primal ratio."""
    state, scratch = machine.state, machine.scratch
    orders = state.x.shape[1]
    for step in range(budget):
        if worn(machine):
            return WORN, step, -1
        entering = worst(machine, state.column_weight)
        if entering < 0:
            return DONE, step, -1
        largest = compute_column(machine, entering)
        place = _primal_leaving(machine)
        if place < 0:
            return BLOCKED, step, entering
        compute_row(machine, place)
        if _drifted(machine, place, entering) or abs(scratch.column[place]) < NEGLIGIBLE * largest:
            return BROKEN, step, entering
        leaving = exchange(machine, place, entering)
        for t in range(scratch.num_touched[0]):
            note_variable(machine, scratch.touched[t], orders - 1)
        note_variable(machine, leaving, orders - 1)
        for t in range(scratch.filled.number[0]):
            _shift_right(machine, scratch.filled.at[t])
    return GOING, budget, -1


@compiled_part
def _primal_leaving(machine: Machine) -> int:
    """Return the place whose variable first falls to zero as the entering one rises; -1 if none."""
    layout, state, scratch = machine.layout, machine.state, machine.scratch
    found, largest, fixed, largest_fixed = 0, 0.0, -1, 0.0
    for t in range(scratch.filled.number[0]):
        i = scratch.filled.at[t]
        kind, entry = layout.kind[state.variable[i]], scratch.column[i]
        if kind == FIXED and abs(entry) > largest_fixed:
            fixed, largest_fixed = i, abs(entry)
        if kind == NONNEGATIVE and entry > 0:
            scratch.candidate[found] = i
            found += 1
            largest = max(largest, entry)
    if fixed >= 0 and largest_fixed >= SMALL * largest:
        return fixed
    found = _without_small(scratch.candidate, found, scratch.column, SMALL * largest)
    for k in range(state.x.shape[1]):
        if found <= 1:
            break
        found = _least_ratios(
            scratch.candidate, found, state.x, state.x_residues, k, scratch.column, scratch.column_residue
        )
    return int(scratch.candidate[0]) if found else fixed


@compiled_part
def _without_small(candidate: Ints, found: int, entry: Floats, least: float) -> int:
    kept = 0
    for t in range(found):
        if abs(entry[candidate[t]]) >= least:
            candidate[kept] = candidate[t]
            kept += 1
    return kept


@compiled_part
def _least_ratios(
    candidate: Ints,
    found: int,
    table: Floats,
    residues: Ints,
    k: int,
    entry: Floats,
    entry_residue: Ints,
) -> int:
    """Keep the candidates with the least ratio at one order; return their number."""
    best = candidate[0]
    least = table[best, k] / abs(entry[best])
    for t in range(1, found):
        c = candidate[t]
        ratio = table[c, k] / abs(entry[c])
        if ratio < least:
            best, least = c, ratio
    tolerance = SAME_RATIO * max(abs(least), 1e-6)
    kept = 0
    for t in range(found):
        c = candidate[t]
        if c != best:
            if abs(table[c, k] / abs(entry[c]) - least) > tolerance:
                continue
            if times(residues[c, k], entry_residue[best]) != times(residues[best, k], entry_residue[c]):
                continue
        candidate[kept] = c
        kept += 1
    return kept


@compiled_part
def _shift_cost(machine: Machine, j: int) -> None:
    """Set a reduced cost of the wrong sign to zero, and its random order to a random number."""
    layout, state = machine.layout, machine.state
    if layout.kind[j] != NONNEGATIVE or state.place[j] >= 0:
        return
    orders = state.z.shape[1]
    k = leading_order(state.z, state.z_residues, j, orders)
    if k < 0 or state.z[j, k] > 0:
        return
    state.tally[1] = 1
    for k in range(orders):
        tie = layout.ties[j] if k == orders - 1 else 0
        layout.cost[j, k] += tie - state.z[j, k]
        layout.cost_residues[j, k] = plus(layout.cost_residues[j, k], minus(tie, state.z_residues[j, k]))
        state.z[j, k] = tie
        state.z_residues[j, k] = tie


@compiled_part
def _shift_right(machine: Machine, i: int) -> None:
    """Set a basic variable of the wrong sign to zero, and its random order to a random number."""
    layout, state = machine.layout, machine.state
    variable = state.variable[i]
    if layout.kind[variable] == FREE:
        return
    orders = state.x.shape[1]
    k = leading_order(state.x, state.x_residues, i, orders)
    if layout.kind[variable] == NONNEGATIVE and k >= 0 and state.x[i, k] > 0:
        return
    if layout.kind[variable] == FIXED and k < 0:
        return
    if 0 <= k < orders - 1:
        state.tally[1] = 1
    for k in range(orders):
        tie = layout.ties[variable] if k == orders - 1 and layout.kind[variable] == NONNEGATIVE else 0
        add_column(layout, variable, tie - state.x[i, k], minus(tie, state.x_residues[i, k]), k)
        state.x[i, k] = tie
        state.x_residues[i, k] = tie


@compiled
def open_phase(machine: Machine, dual: bool) -> None:
    """Set reduced costs of the wrong sign to zero, or if not `dual` draw the last order of B⁻¹b and of b."""
    if dual:
        for j in range(len(machine.state.place)):
            _shift_cost(machine, j)
    else:
        _draw_right(machine)


@compiled_part
def _draw_right(machine: Machine) -> None:
    """Set the last order of every nonnegative basic variable to a random number, and that of the others to 0."""
    layout, state = machine.layout, machine.state
    last = state.x.shape[1] - 1
    layout.right[:, last] = 0.0
    layout.right_residues[:, last] = 0
    for i in range(len(state.variable)):
        variable = state.variable[i]
        tie = layout.ties[variable] if layout.kind[variable] == NONNEGATIVE else 0
        state.x[i, last] = tie
        state.x_residues[i, last] = tie
        if tie:
            add_column(layout, variable, tie, tie, last)


@compiled
def enter_free(machine: Machine, entering: int) -> bool:
    """Make a free variable basic at the largest entry of its column; return False if it depends on other free ones."""
    layout, state, scratch = machine.layout, machine.state, machine.scratch
    compute_column(machine, entering)
    place, largest = -1, 0.0
    for t in range(scratch.filled.number[0]):
        i = scratch.filled.at[t]
        if layout.kind[state.variable[i]] != FREE and abs(scratch.column[i]) > largest:
            place, largest = i, abs(scratch.column[i])
    if place < 0 or largest < NEGLIGIBLE:
        return False
    compute_row(machine, place)
    exchange(machine, place, entering)
    return True
