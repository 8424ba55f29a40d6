"""Parts of a pivot of the lexicographic simplex method: columns, rows, the exchange, and the list of wrong signs.

A row of D + 1 orders of ε, and one of random numbers, replaces each number of the textbook method; rows are compared
order by order. Residues decide which numbers are zero and which ratios are equal, doubles decide the rest.
"""

from __future__ import annotations

import numpy as np

from seqform.backends.linalg.compiled import compiled, compiled_part
from seqform.backends.linalg.factor import factor
from seqform.backends.linalg.middle_product import replace_column, solve_sparse, solve_sparse_transposed
from seqform.backends.linalg.tables import Entries, Factors, inverse, minus, plus, times
from seqform.backends.perturbed.simplex_tables import FIXED, FREE, NONNEGATIVE, Machine, SimplexLayout
from seqform.models.numbers.exact import Floats, Ints

NOISE = 1e-9
"""A double below this bound is zero if its residue is."""

LARGEST_WEIGHT = 1e8
"""Reference weights are reset to 1 beyond this bound."""


@compiled
def factor_basis(
    column_start: Ints, column_rows: Ints, column_doubles: Floats, column_residues: Ints, variable: Ints,
    factors: Factors,
) -> int:  # fmt: skip
    """Factor the basis of some columns; the return value is that of `factor`."""
    m = len(variable)
    start = np.zeros(m + 1, dtype=np.int64)
    for at in range(m):
        start[at + 1] = start[at] + column_start[variable[at] + 1] - column_start[variable[at]]
    rows = np.empty(start[m], dtype=np.int64)
    doubles = np.empty(start[m])
    residues = np.empty(start[m], dtype=np.int64)
    for at in range(m):
        begin = column_start[variable[at]]
        for e in range(start[at + 1] - start[at]):
            rows[start[at] + e] = column_rows[begin + e]
            doubles[start[at] + e] = column_doubles[begin + e]
            residues[start[at] + e] = column_residues[begin + e]
    return factor(Entries(start, rows, doubles, residues), factors)


@compiled_part
def _set(machine: Machine, k: int, value: float, residue: int) -> None:
    """Set an entry of the right-hand side of a solve, by its pivot."""
    vector = machine.scratch.vector
    vector.value[k] = value
    vector.residue[k] = residue
    vector.flag[k] = 1


@compiled_part
def _compute_values(machine: Machine, order: int) -> None:
    """Compute B⁻¹b of one order of ε."""
    layout, state, scratch, ordered = machine.layout, machine.state, machine.scratch, machine.ordered
    for i in range(len(state.variable)):
        if layout.right[i, order] != 0.0 or layout.right_residues[i, order] != 0:
            _set(machine, ordered.of_row[i], layout.right[i, order], layout.right_residues[i, order])
    solution = scratch.multiplier
    solve_sparse(ordered, machine.updates, scratch.vector, scratch.entering, solution)
    state.x[:, order] = 0.0
    state.x_residues[:, order] = 0
    for t in range(solution.number[0]):
        value, residue = solution.value[t], solution.residue[t]
        state.x[solution.at[t], order] = 0.0 if residue == 0 and abs(value) <= NOISE else value
        state.x_residues[solution.at[t], order] = residue


@compiled_part
def _compute_costs(machine: Machine, order: int) -> None:
    """Compute the reduced costs of one order of ε."""
    layout, state, scratch, ordered = machine.layout, machine.state, machine.scratch, machine.ordered
    for i in range(len(state.variable)):
        value, residue = layout.cost[state.variable[i], order], layout.cost_residues[state.variable[i], order]
        if value != 0.0 or residue != 0:
            _set(machine, ordered.of_place[i], value, residue)
    solution = scratch.multiplier
    solve_sparse_transposed(ordered, machine.updates, scratch.vector, scratch.leaving, solution)
    scratch.dense[:] = 0.0
    scratch.dense_residue[:] = 0
    for t in range(solution.number[0]):
        scratch.dense[solution.at[t]] = solution.value[t]
        scratch.dense_residue[solution.at[t]] = solution.residue[t]
    for j in range(len(state.place)):
        if state.place[j] >= 0:
            state.z[j, order] = 0.0
            state.z_residues[j, order] = 0
            continue
        value, residue = layout.cost[j, order], layout.cost_residues[j, order]
        for e in range(layout.start[j], layout.start[j + 1]):
            value -= layout.doubles[e] * scratch.dense[layout.rows[e]]
            residue = minus(residue, times(layout.residues[e], scratch.dense_residue[layout.rows[e]]))
        state.z[j, order] = 0.0 if residue == 0 and abs(value) <= NOISE else value
        state.z_residues[j, order] = residue


@compiled_part
def add_column(layout: SimplexLayout, variable: int, factor: float, factor_residue: int, order: int) -> None:
    """Add a multiple of a variable's column to the right-hand side of one order."""
    for e in range(layout.start[variable], layout.start[variable + 1]):
        row = layout.rows[e]
        layout.right[row, order] += factor * layout.doubles[e]
        layout.right_residues[row, order] = plus(
            layout.right_residues[row, order], times(factor_residue, layout.residues[e])
        )


@compiled_part
def compute_column(machine: Machine, entering: int) -> float:
    """Compute B⁻¹a of a variable and list its nonzero places; return its largest entry."""
    layout, scratch, ordered = machine.layout, machine.scratch, machine.ordered
    filled = scratch.filled
    for t in range(filled.number[0]):
        scratch.column[filled.at[t]] = 0.0
        scratch.column_residue[filled.at[t]] = 0
    for e in range(layout.start[entering], layout.start[entering + 1]):
        _set(machine, ordered.of_row[layout.rows[e]], layout.doubles[e], layout.residues[e])
    solve_sparse(ordered, machine.updates, scratch.vector, scratch.entering, filled)
    used, largest = 0, 0.0
    for t in range(filled.number[0]):
        i, value, residue = filled.at[t], filled.value[t], filled.residue[t]
        if residue == 0 and abs(value) <= NOISE:
            continue
        scratch.column[i] = value
        scratch.column_residue[i] = residue
        filled.at[used] = i
        used += 1
        largest = max(largest, abs(value))
    filled.number[0] = used
    return largest


@compiled_part
def compute_row(machine: Machine, place: int) -> None:
    """Compute a row of B⁻¹(A, S) and list the nonbasic variables of its nonzero entries."""
    layout, state, scratch = machine.layout, machine.state, machine.scratch
    columns = len(state.place) - len(state.variable)
    multiplier = scratch.multiplier
    _set(machine, machine.ordered.of_place[place], 1.0, 1)
    solve_sparse_transposed(machine.ordered, machine.updates, scratch.vector, scratch.leaving, multiplier)
    used = 0
    for t in range(multiplier.number[0]):
        i, value, residue = multiplier.at[t], multiplier.value[t], multiplier.residue[t]
        logical = columns + i
        if state.place[logical] < 0:
            sign = layout.doubles[layout.start[logical]]
            scratch.row[logical] = value * sign
            scratch.row_residue[logical] = residue if sign > 0 else minus(0, residue)
            scratch.touched[used] = logical
            used += 1
        for e in range(layout.row_start[i], layout.row_start[i + 1]):
            j = layout.row_columns[e]
            if state.place[j] >= 0:
                continue
            if not scratch.mark[j]:
                scratch.mark[j] = True
                scratch.row[j] = 0.0
                scratch.row_residue[j] = 0
                scratch.touched[used] = j
                used += 1
            scratch.row[j] += value * layout.row_doubles[e]
            scratch.row_residue[j] = plus(scratch.row_residue[j], times(residue, layout.row_residues[e]))
    kept = 0
    for t in range(used):
        j = scratch.touched[t]
        scratch.mark[j] = False
        if scratch.row_residue[j] == 0 and abs(scratch.row[j]) <= NOISE:
            continue
        scratch.touched[kept] = j
        kept += 1
    scratch.num_touched[0] = kept


@compiled_part
def exchange(machine: Machine, place: int, entering: int) -> int:
    """Let a variable enter at a place, with its column and the row of the place known; return the leaving one."""
    state, scratch = machine.state, machine.scratch
    leaving = state.variable[place]
    pivot, pivot_inverse = scratch.column[place], inverse(scratch.column_residue[place])
    _update_weights(machine, place, entering, leaving)
    replace_column(machine.ordered, machine.updates, place, scratch.entering, scratch.leaving, scratch.vector)
    _scaled_row(state.x, state.x_residues, place, pivot, pivot_inverse, scratch.ratio, scratch.ratio_residue)
    for t in range(scratch.filled.number[0]):
        i = scratch.filled.at[t]
        if i != place:
            _subtract_row(
                state.x, state.x_residues, i, scratch.column[i], scratch.column_residue[i],
                scratch.ratio, scratch.ratio_residue,
            )  # fmt: skip
    state.x[place] = scratch.ratio
    state.x_residues[place] = scratch.ratio_residue
    _scaled_row(state.z, state.z_residues, entering, pivot, pivot_inverse, scratch.ratio, scratch.ratio_residue)
    for t in range(scratch.num_touched[0]):
        j = scratch.touched[t]
        if j != entering:
            _subtract_row(
                state.z, state.z_residues, j, scratch.row[j], scratch.row_residue[j],
                scratch.ratio, scratch.ratio_residue,
            )  # fmt: skip
    for k in range(state.z.shape[1]):
        state.z[leaving, k] = -scratch.ratio[k]
        state.z_residues[leaving, k] = minus(0, scratch.ratio_residue[k])
    state.z[entering] = 0.0
    state.z_residues[entering] = 0
    state.variable[place] = entering
    state.place[entering] = place
    state.place[leaving] = -1
    return int(leaving)


@compiled_part
def _scaled_row(
    table: Floats, residues: Ints, i: int, pivot: float, pivot_inverse: int, ratio: Floats, ratio_residue: Ints
) -> None:
    for k in range(table.shape[1]):
        ratio[k] = table[i, k] / pivot
        ratio_residue[k] = times(residues[i, k], pivot_inverse)


@compiled_part
def _subtract_row(
    table: Floats, residues: Ints, i: int, entry: float, entry_residue: int, ratio: Floats, ratio_residue: Ints
) -> None:
    """Subtract a multiple of the pivot's row, all orders, and set exact zeros."""
    for k in range(table.shape[1]):
        if ratio_residue[k] == 0 and ratio[k] == 0.0:
            continue
        value = table[i, k] - entry * ratio[k]
        residue = minus(residues[i, k], times(entry_residue, ratio_residue[k]))
        table[i, k] = 0.0 if residue == 0 and abs(value) <= NOISE else value
        residues[i, k] = residue


@compiled_part
def _update_weights(machine: Machine, place: int, entering: int, leaving: int) -> None:
    """Update the reference weights of Devex, Forrest & Goldfarb (1992), for dual and primal pivots."""
    state, scratch = machine.state, machine.scratch
    pivot = scratch.column[place]
    weight = state.row_weight[place]
    for t in range(scratch.filled.number[0]):
        i = scratch.filled.at[t]
        part = scratch.column[i] / pivot
        state.row_weight[i] = max(state.row_weight[i], part * part * weight)
    state.row_weight[place] = max(weight / (pivot * pivot), 1.0)
    weight = state.column_weight[entering]
    for t in range(scratch.num_touched[0]):
        j = scratch.touched[t]
        part = scratch.row[j] / pivot
        state.column_weight[j] = max(state.column_weight[j], part * part * weight)
    state.column_weight[leaving] = max(weight / (pivot * pivot), 1.0)
    if state.row_weight[place] > LARGEST_WEIGHT:
        state.row_weight[:] = 1.0
    if state.column_weight[leaving] > LARGEST_WEIGHT:
        state.column_weight[:] = 1.0


@compiled_part
def worn(machine: Machine) -> bool:
    """Return whether another change might exceed the space for updates."""
    updates, m = machine.updates, len(machine.state.variable)
    number = updates.number[0]
    used = max(updates.columns.start[number], updates.rows.start[number])
    return bool(number == len(updates.pivot) or len(updates.rows.at) - used < m)


@compiled_part
def leading_order(table: Floats, residues: Ints, i: int, orders: int) -> int:
    """Return the first order that is not zero, -1 if all are."""
    for k in range(orders):
        if table[i, k] != 0.0 or residues[i, k] != 0:
            return k
    return -1


@compiled_part
def note_place(machine: Machine, i: int, orders: int) -> None:
    """Update the list of wrong signs for the variable at a place."""
    layout, state = machine.layout, machine.state
    kind = layout.kind[state.variable[i]]
    k = -1 if kind == FREE else leading_order(state.x, state.x_residues, i, orders)
    wrong = k >= 0 and (state.x[i, k] < 0 or kind == FIXED)
    _note(machine, i, k, abs(state.x[i, k]) if wrong else 0.0, wrong)


@compiled_part
def note_variable(machine: Machine, j: int, orders: int) -> None:
    """Update the list of wrong signs for the reduced cost of a nonbasic variable."""
    layout, state = machine.layout, machine.state
    k = (
        -1
        if layout.kind[j] != NONNEGATIVE or state.place[j] >= 0
        else leading_order(state.z, state.z_residues, j, orders)
    )
    wrong = k >= 0 and state.z[j, k] < 0
    _note(machine, j, k, abs(state.z[j, k]) if wrong else 0.0, wrong)


@compiled_part
def _note(machine: Machine, i: int, order: int, size: float, wrong: bool) -> None:
    state = machine.state
    at = state.wrong_at[i]
    if wrong:
        state.wrong_order[i] = order
        state.wrong_size[i] = size
        if at < 0:
            state.wrong_at[i] = state.tally[0]
            state.wrong[state.tally[0]] = i
            state.tally[0] += 1
    elif at >= 0:
        last = state.wrong[state.tally[0] - 1]
        state.wrong[at] = last
        state.wrong_at[last] = at
        state.wrong_at[i] = -1
        state.tally[0] -= 1


@compiled
def refresh(machine: Machine, by_place: bool) -> None:
    """Recompute all values, and list the wrong signs of basic variables or of reduced costs."""
    state = machine.state
    orders = state.x.shape[1]
    for k in range(orders):
        _compute_values(machine, k)
        _compute_costs(machine, k)
    state.wrong_at[:] = -1
    state.tally[0] = 0
    if by_place:
        for i in range(len(state.variable)):
            note_place(machine, i, orders - 1)
    else:
        for j in range(len(state.place)):
            note_variable(machine, j, orders - 1)


@compiled_part
def worst(machine: Machine, weight: Floats) -> int:
    """Return the largest violation at the lowest order of ε, relative to its reference weight; -1 without any."""
    state = machine.state
    best, lowest, most = -1, 127, 0.0
    for t in range(state.tally[0]):
        i = state.wrong[t]
        order = state.wrong_order[i]
        if order > lowest:
            continue
        merit = state.wrong_size[i] * state.wrong_size[i] / weight[i]
        if order < lowest or merit > most:
            best, lowest, most = i, order, merit
    return best
