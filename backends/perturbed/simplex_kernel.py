"""Compiled loops of the lexicographic simplex method, dual and primal.

A row of D + 1 orders of ε, and one of random numbers, replaces each number of the textbook method; rows are compared
order by order. Residues decide which numbers are zero and which ratios are equal, doubles decide the rest.

A pivot that is tiny for its row or column is skipped. Numbers that get a wrong sign by that are set to zero, which
changes a cost or a right-hand side; this is reported in `SimplexState.is_shifted`, and the caller has to undo it.

A pivot goes as follows (`pivot`). The worst sign decides the row of a dual pivot, or the column of a primal one, which
is computed by one sparse solve. A ratio test chooses the other, which is computed, too, and so the pivot twice: if both
differ, the factors are worn. The exchange updates x = B⁻¹b, the reduced costs z, the factors and the weights. Then the
signs in changed rows and columns are looked at again.

References
----------
J. J. Forrest & D. Goldfarb, Steepest-edge simplex algorithms for linear programming, Mathematical Programming 57
(1992): the dual algorithm and Devex weights.
"""

from __future__ import annotations

import numpy as np

from seqform.backends.linalg import arithmetic, factor, middle_product, tables
from seqform.backends.linalg.tables import Entries, Factors
from seqform.backends.perturbed.scaled_program import FIXED, FREE, NONNEGATIVE
from seqform.backends.perturbed.simplex_tables import Machine, SimplexLayout
from seqform.models.numbers.exact import Floats, Ints

GOING = 0  # the budget is used up
DONE = 1  # all signs are right
BLOCKED = 2  # no variable can enter, or leave
WORN = 3  # the basis has to be factored again
BROKEN = 4  # doubles and residues disagree
"""Return codes of a loop."""

SMALL = 1e-5
"""Pivots below this fraction of the largest entry of their row or column are skipped."""

DRIFT = 1e-7
"""Largest relative difference of the pivot computed from the row and from the column."""

NEGLIGIBLE = 1e-9
"""A pivot below this fraction of the largest entry of its column would make the factors useless."""

SAME_RATIO = 1e-6
"""Two ratios with the same residue are equal if their doubles differ by at most this, relatively."""

NOISE = 1e-9
"""A double below this bound is zero if its residue is."""

LARGEST_WEIGHT = 1e8
"""Reference weights are reset to 1 beyond this bound."""


def pivot(machine: Machine, budget: int, dual: bool) -> tuple[int, int, int]:
    """Pivot until B⁻¹b, or the reduced costs if not `dual`, are lexicographically nonnegative; the other stays so.

    A dual pivot is in the row of largest violation, on the entry of least dual ratio; a primal one in the column of
    largest violation, on the entry of least primal ratio.

    Returns the code, the number of pivots, and if `BLOCKED` the place at which no variable can enter, or the variable
    whose increase is not bounded.
    """
    state = machine.state
    scratch = machine.scratch
    orders = state.x.shape[1]
    weight = state.row_weight if dual else state.column_weight

    for step in range(budget):
        if worn(machine):
            return WORN, step, -1
        wrong = _worst(machine, weight)
        if wrong < 0:
            return DONE, step, -1

        # `wrong` is a place in dual pivots, a variable in primal ones.
        place = wrong
        entering = wrong
        if dual:
            _compute_row(machine, place)
            entering = _dual_entering(machine, state.x[place, state.wrong_order[place]] < 0)
            if entering < 0:
                return BLOCKED, step, wrong
            largest = _compute_column(machine, entering)
        else:
            largest = _compute_column(machine, entering)
            place = _primal_leaving(machine)
            if place < 0:
                return BLOCKED, step, wrong
            _compute_row(machine, place)

        if _drifted(machine, place, entering) or abs(scratch.column[place]) < NEGLIGIBLE * largest:
            return BROKEN, step, wrong

        # Signs of the vector to be repaired are noted; those of the other, wrong after a skipped pivot, are shifted.
        leaving = _exchange(machine, place, entering)
        for t in range(scratch.filled.number):
            if dual:
                _note_place(machine, scratch.filled.at[t], orders - 1)
            else:
                _shift_right(machine, scratch.filled.at[t])
        for t in range(scratch.num_touched):
            if dual:
                _shift_cost(machine, scratch.touched[t])
            else:
                _note_variable(machine, scratch.touched[t], orders - 1)
        if dual:
            _shift_cost(machine, leaving)
        else:
            _note_variable(machine, leaving, orders - 1)

    return GOING, budget, -1


def _drifted(machine: Machine, place: int, entering: int) -> bool:
    """Return whether the pivot computed with the column differs from that computed with the row."""
    scratch = machine.scratch
    by_column = scratch.column[place]
    by_row = scratch.row[entering]
    if (
        scratch.column_residue[place] == 0
        or scratch.column_residue[place] != scratch.row_residue[entering]
    ):
        return True
    return bool(abs(by_column - by_row) > DRIFT * max(abs(by_column), abs(by_row)))


def _dual_entering(machine: Machine, rises: bool) -> int:
    """Return the variable that enters so that the one of the current row rises, or falls, to zero; -1 if none."""
    layout = machine.layout
    state = machine.state
    scratch = machine.scratch
    sign = -1.0 if rises else 1.0

    number = 0
    largest = 0.0
    for t in range(scratch.num_touched):
        j = scratch.touched[t]
        if layout.sign_constraint[j] == NONNEGATIVE and sign * scratch.row[j] > 0:
            scratch.candidate[number] = j
            number += 1
            largest = max(largest, abs(scratch.row[j]))
    return _least(
        scratch.candidate,
        number,
        SMALL * largest,
        state.z,
        state.z_residues,
        scratch.row,
        scratch.row_residue,
    )


def _primal_leaving(machine: Machine) -> int:
    """Return the place whose variable first falls to zero as the entering one rises; -1 if none.

    Fixed variables, the logicals of equations, may not move at all: one of them leaves if its entry is not small.
    """
    layout = machine.layout
    state = machine.state
    scratch = machine.scratch

    number = 0
    largest = 0.0
    fixed = -1
    largest_fixed = 0.0
    for t in range(scratch.filled.number):
        i = scratch.filled.at[t]
        variable = state.variable[i]
        entry = scratch.column[i]
        if layout.sign_constraint[variable] == FIXED and abs(entry) > largest_fixed:
            fixed = i
            largest_fixed = abs(entry)
        if layout.sign_constraint[variable] == NONNEGATIVE and entry > 0:
            scratch.candidate[number] = i
            number += 1
            largest = max(largest, entry)
    if fixed >= 0 and largest_fixed >= SMALL * largest:
        return fixed

    place = _least(
        scratch.candidate,
        number,
        SMALL * largest,
        state.x,
        state.x_residues,
        scratch.column,
        scratch.column_residue,
    )
    return place if place >= 0 else fixed


def _least(
    candidate: Ints,
    number: int,
    small: float,
    table: Floats,
    residues: Ints,
    entry: Floats,
    entry_residue: Ints,
) -> int:
    """Return the candidate whose row, divided by its entry, is lexicographically least; -1 if all entries are small."""
    kept = 0
    for t in range(number):
        if abs(entry[candidate[t]]) >= small:
            candidate[kept] = candidate[t]
            kept += 1

    for k in range(table.shape[1]):
        if kept <= 1:
            break
        kept = _least_ratios(candidate, kept, table, residues, k, entry, entry_residue)
    return int(candidate[0]) if kept else -1


def _least_ratios(
    candidate: Ints,
    number: int,
    table: Floats,
    residues: Ints,
    k: int,
    entry: Floats,
    entry_residue: Ints,
) -> int:
    """Keep the candidates with the least ratio at one order; return their number."""
    best = candidate[0]
    least = table[best, k] / abs(entry[best])
    for t in range(1, number):
        c = candidate[t]
        ratio = table[c, k] / abs(entry[c])
        if ratio < least:
            best = c
            least = ratio

    # Ratios are equal if their doubles are near and, multiplied crosswise, their residues are equal.
    tolerance = SAME_RATIO * max(abs(least), 1e-6)
    kept = 0
    for t in range(number):
        c = candidate[t]
        if c != best:
            if abs(table[c, k] / abs(entry[c]) - least) > tolerance:
                continue
            if arithmetic.times(residues[c, k], entry_residue[best]) != arithmetic.times(
                residues[best, k], entry_residue[c]
            ):
                continue
        candidate[kept] = c
        kept += 1
    return kept


def _shift_cost(machine: Machine, j: int) -> None:
    """Set a reduced cost of the wrong sign to zero, and its random order to a random number."""
    layout = machine.layout
    state = machine.state
    if layout.sign_constraint[j] != NONNEGATIVE or state.place[j] >= 0:
        return
    orders = state.z.shape[1]
    k = _leading_order(state.z, state.z_residues, j, orders)
    if k < 0 or state.z[j, k] > 0:
        return

    state.is_shifted = True
    for k in range(orders):
        tie = layout.ties[j] if k == orders - 1 else 0
        layout.cost[j, k] += tie - state.z[j, k]
        layout.cost_residues[j, k] = arithmetic.plus(
            layout.cost_residues[j, k], arithmetic.minus(tie, state.z_residues[j, k])
        )
        state.z[j, k] = tie
        state.z_residues[j, k] = tie


def _shift_right(machine: Machine, i: int) -> None:
    """Set a basic variable of the wrong sign to zero, and its random order to a random number."""
    layout = machine.layout
    state = machine.state
    variable = state.variable[i]
    if layout.sign_constraint[variable] == FREE:
        return
    orders = state.x.shape[1]
    k = _leading_order(state.x, state.x_residues, i, orders)
    if layout.sign_constraint[variable] == NONNEGATIVE and k >= 0 and state.x[i, k] > 0:
        return
    if layout.sign_constraint[variable] == FIXED and k < 0:
        return

    if 0 <= k < orders - 1:
        state.is_shifted = True  # not by the random order alone, which is no part of the program
    for k in range(orders):
        tie = 0
        if k == orders - 1 and layout.sign_constraint[variable] == NONNEGATIVE:
            tie = layout.ties[variable]
        # x changes by a number if b changes by that multiple of the variable's column.
        _add_column(
            layout, variable, tie - state.x[i, k], arithmetic.minus(tie, state.x_residues[i, k]), k
        )
        state.x[i, k] = tie
        state.x_residues[i, k] = tie


def open_phase(machine: Machine, dual: bool) -> None:
    """Set reduced costs of the wrong sign to zero, or if not `dual` draw the last order of B⁻¹b and of b.

    That order is a random number for every nonnegative basic variable, and 0 for the others.
    """
    layout = machine.layout
    state = machine.state
    if dual:
        for j in range(len(state.place)):
            _shift_cost(machine, j)
        return

    last = state.x.shape[1] - 1
    layout.right[:, last] = 0.0
    layout.right_residues[:, last] = 0
    for i in range(len(state.variable)):
        variable = state.variable[i]
        tie = layout.ties[variable] if layout.sign_constraint[variable] == NONNEGATIVE else 0
        state.x[i, last] = tie
        state.x_residues[i, last] = tie
        if tie:
            _add_column(layout, variable, tie, tie, last)


def enter_free(machine: Machine, entering: int) -> bool:
    """Make a free variable basic at the largest entry of its column; return False if it depends on other free ones."""
    layout = machine.layout
    state = machine.state
    scratch = machine.scratch
    _compute_column(machine, entering)

    place = -1
    largest = 0.0
    for t in range(scratch.filled.number):
        i = scratch.filled.at[t]
        if layout.sign_constraint[state.variable[i]] != FREE and abs(scratch.column[i]) > largest:
            place = i
            largest = abs(scratch.column[i])
    if place < 0 or largest < NEGLIGIBLE:
        return False

    _compute_row(machine, place)
    _exchange(machine, place, entering)
    return True


# ---- parts of a pivot ----


def factor_basis(layout: SimplexLayout, variable: Ints, factors: Factors) -> int:
    """Factor the basis of some variables; the return value is that of `factor`."""
    m = len(variable)
    start = np.zeros(m + 1, dtype=np.int64)
    for at in range(m):
        start[at + 1] = start[at] + layout.start[variable[at] + 1] - layout.start[variable[at]]

    columns = Entries(
        start,
        np.empty(start[m], dtype=np.int64),
        np.empty(start[m]),
        np.empty(start[m], dtype=np.int64),
    )
    for at in range(m):
        for e in range(layout.start[variable[at]], layout.start[variable[at] + 1]):
            into = start[at] + e - layout.start[variable[at]]
            tables.put(columns, into, layout.rows[e], layout.doubles[e], layout.residues[e])
    return factor.factor(columns, factors)


def _cleaned(value: float, residue: int) -> float:
    """Return 0 for a double that is noise."""
    return 0.0 if residue == 0 and abs(value) <= NOISE else value


def _compute_values(machine: Machine, order: int) -> None:
    """Compute B⁻¹b of one order of ε."""
    layout = machine.layout
    state = machine.state
    scratch = machine.scratch
    ordered = machine.ordered

    for i in range(len(state.variable)):
        if layout.right[i, order] != 0.0 or layout.right_residues[i, order] != 0:
            middle_product.set_entry(
                scratch.vector,
                ordered.of_row[i],
                layout.right[i, order],
                layout.right_residues[i, order],
            )

    solution = scratch.multiplier
    middle_product.solve_sparse(
        ordered, machine.updates, scratch.vector, scratch.entering, solution
    )

    state.x[:, order] = 0.0
    state.x_residues[:, order] = 0
    for t in range(solution.number):
        value = solution.value[t]
        residue = solution.residue[t]
        state.x[solution.at[t], order] = _cleaned(value, residue)
        state.x_residues[solution.at[t], order] = residue


def _compute_costs(machine: Machine, order: int) -> None:
    """Compute the reduced costs of one order of ε: z = c - (A, S)ᵀy for the y with Bᵀy = c_B."""
    layout = machine.layout
    state = machine.state
    scratch = machine.scratch
    ordered = machine.ordered

    for i in range(len(state.variable)):
        value = layout.cost[state.variable[i], order]
        residue = layout.cost_residues[state.variable[i], order]
        if value != 0.0 or residue != 0:
            middle_product.set_entry(scratch.vector, ordered.of_place[i], value, residue)

    solution = scratch.multiplier
    middle_product.solve_sparse_transposed(
        ordered, machine.updates, scratch.vector, scratch.leaving, solution
    )
    scratch.dense[:] = 0.0
    scratch.dense_residue[:] = 0
    for t in range(solution.number):
        scratch.dense[solution.at[t]] = solution.value[t]
        scratch.dense_residue[solution.at[t]] = solution.residue[t]

    for j in range(len(state.place)):
        if state.place[j] >= 0:
            state.z[j, order] = 0.0
            state.z_residues[j, order] = 0
            continue

        value = layout.cost[j, order]
        residue = layout.cost_residues[j, order]
        for e in range(layout.start[j], layout.start[j + 1]):
            value -= layout.doubles[e] * scratch.dense[layout.rows[e]]
            residue = arithmetic.minus(
                residue, arithmetic.times(layout.residues[e], scratch.dense_residue[layout.rows[e]])
            )
        state.z[j, order] = _cleaned(value, residue)
        state.z_residues[j, order] = residue


def _add_column(
    layout: SimplexLayout, variable: int, multiple: float, multiple_residue: int, order: int
) -> None:
    """Add a multiple of a variable's column to the right-hand side of one order."""
    for e in range(layout.start[variable], layout.start[variable + 1]):
        row = layout.rows[e]
        layout.right[row, order] += multiple * layout.doubles[e]
        layout.right_residues[row, order] = arithmetic.plus(
            layout.right_residues[row, order],
            arithmetic.times(multiple_residue, layout.residues[e]),
        )


def _compute_column(machine: Machine, entering: int) -> float:
    """Compute B⁻¹a of a variable and list its nonzero places; return its largest entry."""
    layout = machine.layout
    scratch = machine.scratch
    ordered = machine.ordered
    filled = scratch.filled
    for t in range(filled.number):
        scratch.column[filled.at[t]] = 0.0
        scratch.column_residue[filled.at[t]] = 0

    for e in range(layout.start[entering], layout.start[entering + 1]):
        middle_product.set_entry(
            scratch.vector, ordered.of_row[layout.rows[e]], layout.doubles[e], layout.residues[e]
        )
    middle_product.solve_sparse(ordered, machine.updates, scratch.vector, scratch.entering, filled)

    used = 0
    largest = 0.0
    for t in range(filled.number):
        i = filled.at[t]
        value = filled.value[t]
        residue = filled.residue[t]
        if residue == 0 and abs(value) <= NOISE:
            continue
        scratch.column[i] = value
        scratch.column_residue[i] = residue
        filled.at[used] = i
        used += 1
        largest = max(largest, abs(value))
    filled.number = used
    return largest


def _compute_row(machine: Machine, place: int) -> None:
    """Compute a row of B⁻¹(A, S) and list the nonbasic variables of its nonzero entries.

    The row of B⁻¹ is sparse: its product with (A, S) is a sum of few rows of (A, S).
    """
    layout = machine.layout
    state = machine.state
    scratch = machine.scratch
    columns = len(state.place) - len(state.variable)
    multiplier = scratch.multiplier
    middle_product.set_entry(scratch.vector, machine.ordered.of_place[place], 1.0, 1)
    middle_product.solve_sparse_transposed(
        machine.ordered, machine.updates, scratch.vector, scratch.leaving, multiplier
    )

    used = 0
    for t in range(multiplier.number):
        i = multiplier.at[t]
        value = multiplier.value[t]
        residue = multiplier.residue[t]

        logical = columns + i
        if state.place[logical] < 0:
            sign = layout.doubles[layout.start[logical]]
            scratch.row[logical] = value * sign
            scratch.row_residue[logical] = residue if sign > 0 else arithmetic.minus(0, residue)
            scratch.touched[used] = logical
            used += 1

        for e in range(layout.row_start[i], layout.row_start[i + 1]):
            j = layout.row_columns[e]
            if state.place[j] >= 0:
                continue
            if not scratch.mark[j]:
                scratch.mark[j] = 1
                scratch.row[j] = 0.0
                scratch.row_residue[j] = 0
                scratch.touched[used] = j
                used += 1
            scratch.row[j] += value * layout.row_doubles[e]
            scratch.row_residue[j] = arithmetic.plus(
                scratch.row_residue[j], arithmetic.times(residue, layout.row_residues[e])
            )

    # Entries that have cancelled are left out.
    kept = 0
    for t in range(used):
        j = scratch.touched[t]
        scratch.mark[j] = 0
        if scratch.row_residue[j] == 0 and abs(scratch.row[j]) <= NOISE:
            continue
        scratch.touched[kept] = j
        kept += 1
    scratch.num_touched = kept


def _exchange(machine: Machine, place: int, entering: int) -> int:
    """Let a variable enter at a place, with its column and the row of the place known; return the leaving one."""
    state = machine.state
    scratch = machine.scratch
    leaving = state.variable[place]
    pivot = scratch.column[place]
    pivot_inverse = arithmetic.inverse(scratch.column_residue[place])
    _update_weights(machine, place, entering, leaving)
    middle_product.replace_column(
        machine.ordered, machine.updates, place, scratch.entering, scratch.leaving, scratch.vector
    )

    # The values: the entering variable has that of the leaving one over the pivot.
    _eliminate(
        state.x, state.x_residues, place, scratch.filled.at, scratch.filled.number, scratch.column,
        scratch.column_residue, scratch.ratio, scratch.ratio_residue, pivot, pivot_inverse,
    )  # fmt: skip
    for k in range(state.x.shape[1]):
        state.x[place, k] = scratch.ratio[k]
        state.x_residues[place, k] = scratch.ratio_residue[k]

    # The reduced costs: the leaving variable has the negative of that of the entering one over the pivot.
    _eliminate(
        state.z, state.z_residues, entering, scratch.touched, scratch.num_touched, scratch.row,
        scratch.row_residue, scratch.ratio, scratch.ratio_residue, pivot, pivot_inverse,
    )  # fmt: skip
    for k in range(state.z.shape[1]):
        state.z[leaving, k] = -scratch.ratio[k]
        state.z_residues[leaving, k] = arithmetic.minus(0, scratch.ratio_residue[k])
        state.z[entering, k] = 0.0
        state.z_residues[entering, k] = 0

    state.variable[place] = entering
    state.place[entering] = place
    state.place[leaving] = -1
    return int(leaving)


def _eliminate(
    table: Floats, residues: Ints, at: int, places: Ints, number: int, entry: Floats, entry_residue: Ints,
    ratio: Floats, ratio_residue: Ints, pivot: float, pivot_inverse: int,
) -> None:  # fmt: skip
    """Divide a row of the table by the pivot, and subtract its multiples from the other rows, with exact zeros."""
    orders = table.shape[1]
    for k in range(orders):
        ratio[k] = table[at, k] / pivot
        ratio_residue[k] = arithmetic.times(residues[at, k], pivot_inverse)

    for t in range(number):
        i = places[t]
        if i == at:
            continue
        for k in range(orders):
            if ratio_residue[k] == 0 and ratio[k] == 0.0:
                continue
            value = table[i, k] - entry[i] * ratio[k]
            residue = arithmetic.minus(
                residues[i, k], arithmetic.times(entry_residue[i], ratio_residue[k])
            )
            table[i, k] = _cleaned(value, residue)
            residues[i, k] = residue


def _update_weights(machine: Machine, place: int, entering: int, leaving: int) -> None:
    """Update the reference weights of Devex, Forrest & Goldfarb (1992), for dual and primal pivots."""
    state = machine.state
    scratch = machine.scratch
    pivot = scratch.column[place]

    weight = state.row_weight[place]
    for t in range(scratch.filled.number):
        i = scratch.filled.at[t]
        part = scratch.column[i] / pivot
        state.row_weight[i] = max(state.row_weight[i], part * part * weight)
    state.row_weight[place] = max(weight / (pivot * pivot), 1.0)

    weight = state.column_weight[entering]
    for t in range(scratch.num_touched):
        j = scratch.touched[t]
        part = scratch.row[j] / pivot
        state.column_weight[j] = max(state.column_weight[j], part * part * weight)
    state.column_weight[leaving] = max(weight / (pivot * pivot), 1.0)

    if state.row_weight[place] > LARGEST_WEIGHT:
        state.row_weight[:] = 1.0
    if state.column_weight[leaving] > LARGEST_WEIGHT:
        state.column_weight[:] = 1.0


def worn(machine: Machine) -> bool:
    """Return whether another change might exceed the space for updates."""
    updates = machine.updates
    m = len(machine.state.variable)
    number = updates.number
    used = max(updates.columns.start[number], updates.rows.start[number])
    return bool(number == len(updates.pivot) or len(updates.rows.at) - used < m)


def _leading_order(table: Floats, residues: Ints, i: int, orders: int) -> int:
    """Return the first order that is not zero, -1 if all are."""
    for k in range(orders):
        if table[i, k] != 0.0 or residues[i, k] != 0:
            return k
    return -1


def _note_place(machine: Machine, i: int, orders: int) -> None:
    """Update the list of wrong signs for the variable at a place."""
    layout = machine.layout
    state = machine.state
    variable = state.variable[i]
    k = -1
    if layout.sign_constraint[variable] != FREE:
        k = _leading_order(state.x, state.x_residues, i, orders)
    wrong = k >= 0 and (state.x[i, k] < 0 or layout.sign_constraint[variable] == FIXED)
    _note(machine, i, k, abs(state.x[i, k]) if wrong else 0.0, wrong)


def _note_variable(machine: Machine, j: int, orders: int) -> None:
    """Update the list of wrong signs for the reduced cost of a nonbasic variable."""
    layout = machine.layout
    state = machine.state
    k = -1
    if layout.sign_constraint[j] == NONNEGATIVE and state.place[j] < 0:
        k = _leading_order(state.z, state.z_residues, j, orders)
    wrong = k >= 0 and state.z[j, k] < 0
    _note(machine, j, k, abs(state.z[j, k]) if wrong else 0.0, wrong)


def _note(machine: Machine, i: int, order: int, size: float, wrong: bool) -> None:
    """Put a place or variable on the list of wrong signs, or take it off; the last one takes its place on the list."""
    state = machine.state
    at = state.wrong_at[i]
    if wrong:
        state.wrong_order[i] = order
        state.wrong_size[i] = size
        if at < 0:
            state.wrong_at[i] = state.num_wrong
            state.wrong[state.num_wrong] = i
            state.num_wrong += 1
    elif at >= 0:
        last = state.wrong[state.num_wrong - 1]
        state.wrong[at] = last
        state.wrong_at[last] = at
        state.wrong_at[i] = -1
        state.num_wrong -= 1


def refresh(machine: Machine, by_place: bool) -> None:
    """Recompute all values, and list the wrong signs of basic variables or of reduced costs."""
    state = machine.state
    orders = state.x.shape[1]
    for k in range(orders):
        _compute_values(machine, k)
        _compute_costs(machine, k)

    state.wrong_at[:] = -1
    state.num_wrong = 0
    if by_place:
        for i in range(len(state.variable)):
            _note_place(machine, i, orders - 1)
    else:
        for j in range(len(state.place)):
            _note_variable(machine, j, orders - 1)


def _worst(machine: Machine, weight: Floats) -> int:
    """Return the largest violation at the lowest order of ε, relative to its reference weight; -1 without any."""
    state = machine.state
    best = -1
    lowest = state.x.shape[1]
    most = 0.0
    for t in range(state.num_wrong):
        i = state.wrong[t]
        order = state.wrong_order[i]
        if order > lowest:
            continue
        merit = state.wrong_size[i] * state.wrong_size[i] / weight[i]
        if order < lowest or merit > most:
            best = i
            lowest = order
            most = merit
    return best
