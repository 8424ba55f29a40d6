"""Loops over plans: their behavior, best responses, and the best plan near another one, on treeplexes and by rounds."""

from __future__ import annotations

import numpy as np

from seqform.backends.iterative import operator_loops
from seqform.backends.iterative.tables import PayoffRows, Sets, Treeplex
from seqform.models.numbers.exact import Floats, Ints

try:
    import cython
except ImportError:
    from seqform.backends import uncompiled as cython

INFINITE = float("inf")


def project(
    center: Floats,
    c: int,
    start: int,
    stop: int,
    gradient: Floats,
    shift: int,
    above: int,
    scales: Floats,
    place: int,
    step: float,
    out: Floats,
) -> None:
    """Write the b on the simplex that maximises gradient·b - ½ scale/step ‖b - center‖², and add the maximum above.

    The simplex is the rows of `center` and `out` from `start` to `stop`, those of `gradient` with a `shift`. Every
    column is a problem with a scale of its own; maxima are added to the row `above` of `gradient`.

    The maximum is the projection of center + gradient · step / scale onto the simplex, which is max(· - threshold, 0)
    for the one threshold with a sum of 1 (Michelot, A finite algorithm for finding the projection of a point onto the
    canonical simplex of ℝⁿ, 1986). A first threshold takes all entries as positive; those below it are left out and the
    threshold, which rises, is computed anew, until no more are below. The largest gradient is subtracted before, which
    moves all entries alike and so changes nothing but rounding.
    """
    for h in range(gradient.shape[1]):
        scale = scales[c, place, h] / step
        most = gradient[start + shift, h]
        for row in range(start + 1, stop):
            most = max(most, gradient[row + shift, h])
        for row in range(start, stop):
            out[c, row, h] = center[c, row, h] + (gradient[row + shift, h] - most) / scale

        threshold = -INFINITE
        before = stop - start + 1
        while True:
            total = 0.0
            count = 0
            for row in range(start, stop):
                if out[c, row, h] > threshold:
                    total += out[c, row, h]
                    count += 1
            threshold = (total - 1.0) / count
            if count >= before:  # as many as before are left, or more by rounding
                break
            before = count

        value = 0.0
        for row in range(start, stop):
            likely = max(out[c, row, h] - threshold, 0.0)
            change = likely - center[c, row, h]
            out[c, row, h] = likely
            value += gradient[row + shift, h] * likely - 0.5 * scale * change * change
        gradient[above, h] += value


def add_multiple(total: Floats, factor: float, vector: Floats) -> None:
    """Add a multiple of a vector."""
    for place in range(total.shape[0]):
        total[place] += factor * vector[place]


def product_of_changes(
    new_plan: Floats, plan: Floats, new_gradient: Floats, gradient: Floats
) -> float:
    """Return the inner product of the change of a plan with the change of its gradient."""
    total = 0.0
    for place in range(plan.shape[0]):
        total += (new_plan[place] - plan[place]) * (new_gradient[place] - gradient[place])
    return total


# ---- saddle points ----


def multiply(matrix: PayoffRows, vector: Floats, product: Floats) -> None:
    """Set the product of a matrix and a vector."""
    for row in range(matrix.start.shape[0] - 1):
        total = 0.0
        for place in range(matrix.start[row], matrix.start[row + 1]):
            total += matrix.values[place] * vector[matrix.columns[place]]
        product[row] = total


def plan_of_behavior(plans: Treeplex, behavior: Floats, plan: Floats) -> None:
    """Multiply probabilities along every sequence."""
    plan[0] = 1.0
    for row in range(plans.parent.shape[0]):
        above = plan[plans.parent[row]]
        for sequence in range(plans.first[row], plans.first[row + 1]):
            plan[sequence] = above * behavior[sequence]


def behavior_of_weights(plans: Treeplex, weights: Floats, behavior: Floats) -> None:
    """Divide weights by their sum at every set; where that is zero, all actions are equally likely."""
    behavior[0] = 1.0
    for row in range(plans.parent.shape[0]):
        start = plans.first[row]
        stop = plans.first[row + 1]
        total = 0.0
        for sequence in range(start, stop):
            total += max(weights[sequence], 0.0)

        for sequence in range(start, stop):
            if total > 0.0:
                behavior[sequence] = max(weights[sequence], 0.0) / total
            else:
                behavior[sequence] = 1.0 / (stop - start)


def best_value(plans: Treeplex, gradient: Floats) -> float:
    """Return the payoff of a best plan; `gradient` becomes the payoffs of best plans from each sequence on."""
    for row in range(plans.parent.shape[0] - 1, -1, -1):
        start = plans.first[row]
        best = gradient[start]
        for sequence in range(start + 1, plans.first[row + 1]):
            best = max(best, gradient[sequence])
        gradient[plans.parent[row]] += best
    value: float = gradient[0]
    return value


def collect_stakes(
    plans: Treeplex, stakes: Floats, even: Floats, share: float, scales: Floats
) -> None:
    """Write each set's mean stakes, and add a share of them to the sequence before it."""
    for row in range(plans.parent.shape[0] - 1, -1, -1):
        total = 0.0
        for sequence in range(plans.first[row], plans.first[row + 1]):
            total += even[sequence] * stakes[sequence]
        scales[row] = total
        stakes[plans.parent[row]] += share * total


def choose_near(
    plans: Treeplex, center: Floats, gradient: Floats, scales: Floats, step: float, new: Floats
) -> None:
    """Choose at every set, last ones first, the best behavior near the old one.

    `gradient` has one column; the others have the shape (1, sequences or sets, 1).
    """
    new[0, 0, 0] = 1.0
    for row in range(plans.parent.shape[0] - 1, -1, -1):
        start = plans.first[row]
        stop = plans.first[row + 1]
        project(center, 0, start, stop, gradient, 0, plans.parent[row], scales, row, step, new)


def divergence(plans: Treeplex, old: Floats, new: Floats, plan: Floats, scales: Floats) -> float:
    """Return D(x, x') = Σ_h w_h x_{σ_h} ½‖b_h - b'_h‖² of a new plan x with behavior b."""
    total = 0.0
    for row in range(plans.parent.shape[0]):
        square = 0.0
        for sequence in range(plans.first[row], plans.first[row + 1]):
            change = new[sequence] - old[sequence]
            square += change * change
        total += scales[row] * plan[plans.parent[row]] * 0.5 * square
    return total


# ---- class games ----


def collect_class_stakes(
    sets: Sets,
    first: int,
    stop: int,
    even: Floats,
    stakes: Floats,
    children: Floats,
    share: float,
    scales: Floats,
    values: Floats,
) -> None:
    """Write the mean stakes of each set, and add a share of them to the sequence before it."""
    piece = np.empty((1 + stakes.shape[1], 1, stakes.shape[2]))
    with cython.nogil:
        for c in range(first, stop):
            load_class(sets, c, stakes, children, piece)
            for place in range(sets.above.shape[0] - 1, -1, -1):
                above = sets.above[place]
                for h in range(stakes.shape[2]):
                    total = 0.0
                    for choice in range(sets.start[place], sets.start[place + 1]):
                        total += even[c, choice - 1, h] * piece[choice, 0, h]
                    scales[c, place, h] = total
                    piece[above, 0, h] += share * total
            for h in range(stakes.shape[2]):
                values[c, h] = piece[0, 0, h]


def choose_class_near(
    sets: Sets,
    first: int,
    stop: int,
    center: Floats,
    gradient: Floats,
    scales: Floats,
    children: Floats,
    step: float,
    new: Floats,
    values: Floats,
) -> None:
    """Choose at every set of some classes, last ones first, the best behavior near the old one."""
    piece = np.empty((1 + gradient.shape[1], 1, gradient.shape[2]))
    earned = piece[:, 0]  # the same memory, in the shape that `project` takes
    with cython.nogil:
        for c in range(first, stop):
            load_class(sets, c, gradient, children, piece)
            for place in range(sets.above.shape[0] - 1, -1, -1):
                start = sets.start[place] - 1
                end = sets.start[place + 1] - 1
                project(
                    center, c, start, end, earned, 1, sets.above[place], scales, place, step, new
                )
            for h in range(gradient.shape[2]):
                values[c, h] = piece[0, 0, h]


def load_class(sets: Sets, c: int, table: Floats, children: Floats, piece: Floats) -> None:
    """Copy a class's part of a table below a row of zeros, and add the values of the rounds to come."""
    for h in range(table.shape[2]):
        piece[0, 0, h] = 0.0
    for choice in range(table.shape[1]):
        for h in range(table.shape[2]):
            piece[1 + choice, 0, h] = table[c, choice, h]
    operator_loops.add_children(sets, c, children, piece, 0)


def follow_class(
    sets: Sets,
    first: int,
    stop: int,
    parents: Ints,
    above: Floats,
    old: Floats,
    new: Floats,
    scales: Floats,
    plan: Floats,
    apart: Floats,
    after: Floats,
) -> None:
    """Write the plan of behavior `new` for some classes, its distance from the old one, and the weights after it."""
    with cython.nogil:
        for c in range(first, stop):
            parent = parents[c]
            distance = 0.0
            for place in range(sets.above.shape[0]):
                source = sets.above[place]
                for h in range(plan.shape[2]):
                    weight = weight_of(above, parent, plan, c, source, h)
                    square = 0.0
                    for choice in range(sets.start[place], sets.start[place + 1]):
                        change = new[c, choice - 1, h] - old[c, choice - 1, h]
                        square += change * change
                        plan[c, choice - 1, h] = weight * new[c, choice - 1, h]
                    distance += scales[c, place, h] * weight * 0.5 * square
            apart[c] = distance

            leaves = sets.at_leaf.shape[0]
            for leaf in range(leaves):
                choice = sets.at_leaf[leaf]
                for h in range(plan.shape[2]):
                    after[c, h * leaves + leaf] = weight_of(above, parent, plan, c, choice, h)


def weight_of(above: Floats, parent: int, plan: Floats, c: int, choice: int, h: int) -> float:
    """Return the weight of a choice, or for choice 0 of the sequence before the round."""
    weight: float = above[parent, h] if choice == 0 else plan[c, choice - 1, h]
    return weight
