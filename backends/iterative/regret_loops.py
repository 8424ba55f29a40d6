# cython: cpow=True
"""Loops of regret matching: on saddle points by iterations, on class games by pieces of a round.

Regrets on class games are in single or double precision; all else is in doubles.
"""

from __future__ import annotations

from seqform.backends.iterative import operator_loops
from seqform.backends.iterative.tables import (
    Frame,
    PayoffRows,
    PlayerState,
    RegretWeights,
    RoundMeetings,
    Sets,
    Treeplex,
)
from seqform.models.numbers.exact import Floats, Ints

try:
    import cython
except ImportError:
    from seqform.backends import uncompiled as cython

INFINITE = float("inf")

LEAST = 1e-30
"""Regrets that add up to less are rounding and no reason to prefer an action; above, any precision can invert them."""


def positive_gains(before: float, discount: float) -> float:
    """Return the factor of positive regrets after `before` iterations."""
    if discount == INFINITE:
        return 1.0
    power: float = before**discount
    return power / (power + 1.0)


# ---- saddle points ----


def iterate(
    first_space: Treeplex,
    second_space: Treeplex,
    first_payoffs: PayoffRows,
    second_payoffs: PayoffRows,
    first: PlayerState,
    second: PlayerState,
    numbers: RegretWeights,
    ties: float,
    discount: float,
    averaging: float,
    averaging_delay: int,
    alternation: bool,
    done: int,
    due: int,
) -> None:
    """Do iterations; with alternation player 1 replies to player 0's new plan, else to the old one."""
    with cython.nogil:
        for before in range(done, done + due):
            gains = positive_gains(before, discount)
            weight = 0.0
            if before >= averaging_delay:
                weight = float(before + 1 - averaging_delay) ** averaging
            multiply_rows(first_payoffs, second, first)
            if not alternation:
                multiply_rows(second_payoffs, first, second)
            update_treeplex(first_space, first, numbers, ties, gains)
            next_plan(first_space, first, weight)
            if alternation:
                multiply_rows(second_payoffs, first, second)
            update_treeplex(second_space, second, numbers, ties, gains)
            next_plan(second_space, second, weight)


def multiply_rows(matrix: PayoffRows, opponent: PlayerState, state: PlayerState) -> None:
    """Set the payoff of each sequence against the opponent's plan, and the sum of the sizes of its terms."""
    for row in range(matrix.start.shape[0] - 1):
        total = 0.0
        size = 0.0
        for place in range(matrix.start[row], matrix.start[row + 1]):
            term = matrix.values[place] * opponent.plan[matrix.columns[place]]
            total += term
            size += abs(term)
        state.gradient[row] = total
        state.size[row] = size


def update_treeplex(
    plans: Treeplex, state: PlayerState, numbers: RegretWeights, ties: float, gains: float
) -> None:
    """Add the regrets of the last plan, and derive the next behavior from them.

    Differences of payoffs below the share `ties` of what they are computed from are zero.

    From the last set to the first, so that payoffs from a set on are known when it is reached: the value of a set is
    the payoff of its behavior, and goes to the sequence before it. The regret of an action is its payoff less the
    value, and the next probabilities are in proportion to accumulated positive regrets: payoffs 3 and 1 of a set with
    the behavior (½, ½) have the value 2 and the regrets 1 and -1, so that only the first action is played next.
    """
    for row in range(plans.parent.shape[0] - 1, -1, -1):
        start = plans.first[row]
        stop = plans.first[row + 1]
        parent = plans.parent[row]

        value = 0.0
        mean = 0.0
        largest = 0.0
        for sequence in range(start, stop):
            value += state.behavior[sequence] * state.gradient[sequence]
            mean += state.behavior[sequence] * state.size[sequence]
            largest = max(largest, state.size[sequence])
        state.gradient[parent] += value
        state.size[parent] += mean

        mass = 0.0
        for sequence in range(start, stop):
            now = state.gradient[sequence] - value
            if abs(now) <= ties * largest:
                now = 0.0
            before = state.regret[sequence]
            total = next_regret(before, now, gains, numbers.losses, numbers.floor)
            state.regret[sequence] = total
            weight = max(total + numbers.prediction * now, 0.0)
            state.behavior[sequence] = weight
            mass += weight

        for sequence in range(start, stop):
            if mass > 1e-290:  # less can only be rounding, and its inverse may be infinite
                state.behavior[sequence] = state.behavior[sequence] / mass
            else:
                state.behavior[sequence] = 1.0 / (stop - start)


def next_plan(plans: Treeplex, state: PlayerState, weight: float) -> None:
    """Make the plan of the new behavior, and add it to the average."""
    state.total[0] += weight
    for row in range(plans.parent.shape[0]):
        above = state.plan[plans.parent[row]]
        for sequence in range(plans.first[row], plans.first[row + 1]):
            state.plan[sequence] = above * state.behavior[sequence]
            state.total[sequence] += weight * state.plan[sequence]


# ---- class games ----


def make_plan(
    sets: Sets,
    parents: Ints,
    c: int,
    strength: Floats,
    average: Floats,
    above: Floats,
    share: float,
    plan: Floats,
    at: int,
    space: Floats,
) -> int:
    """Write a class's plan in place `at`, with row 0 for the weights before the round, and add it to the average.

    Probabilities are in proportion to positive `strength`; where that adds up to next to nothing, they are equal. Sets
    of two and three actions, which are nearly all of them, need no rows of sums between: their loops along histories
    keep everything in registers.
    """
    width = plan.shape[2]
    parent = parents[c]
    least = LEAST
    for h in range(width):
        plan[0, at, h] = above[parent, h]

    for place in range(sets.above.shape[0]):
        start = sets.start[place]
        stop = sets.start[place + 1]
        source = sets.above[place]
        if stop - start == 2:
            for h in range(width):
                first = float(strength[c, start - 1, h])
                first = max(first, 0.0)
                second = float(strength[c, start, h])
                second = max(second, 0.0)
                mass = first + second
                if not mass > least:
                    first = second = 1.0
                    mass = 2.0
                factor = plan[source, at, h] / mass
                plan[start, at, h] = factor * first
                plan[start + 1, at, h] = factor * second
        elif stop - start == 3:
            for h in range(width):
                first = float(strength[c, start - 1, h])
                first = max(first, 0.0)
                second = float(strength[c, start, h])
                second = max(second, 0.0)
                third = float(strength[c, start + 1, h])
                third = max(third, 0.0)
                mass = first + second + third
                if not mass > least:
                    first = second = third = 1.0
                    mass = 3.0
                factor = plan[source, at, h] / mass
                plan[start, at, h] = factor * first
                plan[start + 1, at, h] = factor * second
                plan[start + 2, at, h] = factor * third
        else:
            share_strength(strength, c, start, stop, plan, at, source, space)

        for choice in range(start, stop):
            for h in range(width):
                average[c, choice - 1, h] += share * (
                    plan[choice, at, h] - average[c, choice - 1, h]
                )
    return int(width)


def share_strength(
    strength: Floats,
    c: int,
    start: int,
    stop: int,
    plan: Floats,
    at: int,
    source: int,
    space: Floats,
) -> None:
    """Write the plan of the choices from `start` to `stop`, with the weight of the choice `source` in all."""
    width = plan.shape[2]
    least = LEAST
    count = float(stop - start)
    for h in range(width):  # row 0: the factor of strength; row 1: the sum of it
        space[1, h] = 0.0
    for choice in range(start, stop):
        for h in range(width):
            positive = float(strength[c, choice - 1, h])
            space[1, h] += max(positive, 0.0)

    for h in range(width):
        mass = space[1, h]
        if not mass > least:
            mass = count
        space[0, h] = plan[source, at, h] / mass

    for choice in range(start, stop):
        for h in range(width):
            positive = float(strength[c, choice - 1, h])
            positive = max(positive, 0.0)
            if not space[1, h] > least:
                positive = 1.0
            plan[choice, at, h] = space[0, h] * positive


def make_plans(
    frame: Frame,
    first: int,
    stop: int,
    strength: Floats,
    average: Floats,
    above: Floats,
    share: float,
    plan: Floats,
    space: Floats,
) -> None:
    """Write the opponent's plan for the classes from `first` to `stop`."""
    with cython.nogil:
        for c in range(first, stop):
            make_plan(
                frame.other_sets,
                frame.other_parents,
                c,
                strength,
                average,
                above,
                share,
                plan,
                c,
                space,
            )


def weights_after(sets: Sets, plan: Floats, out: Floats) -> None:
    """Write the weights with which the next round begins, shape (classes, histories of the next round)."""
    leaves = sets.at_leaf.shape[0]
    for c in range(plan.shape[1]):
        for leaf in range(leaves):
            choice = sets.at_leaf[leaf]
            for h in range(plan.shape[2]):
                out[c, h * leaves + leaf] = plan[choice, c, h]


def match_regrets(
    sets: Sets,
    numbers: RegretWeights,
    regrets: Floats,
    strength: Floats,
    updated: Floats,
    is_apart: bool,
    rounding: float,
    c: int,
    gradient: Floats,
    at: int,
    space: Floats,
) -> int:
    """Update a class's regrets and, if it is apart, strength; row 0 of `gradient` becomes the payoff before that.

    Probabilities are in proportion to positive `strength`; where that adds up to next to nothing, they are equal. The
    steps are those of `update_treeplex`, for all histories at once. Sets of two and three actions whose strength is the
    regrets themselves are done in one loop along histories; all others keep payoffs and sums in rows of `space`.
    """
    width = gradient.shape[2]
    least = LEAST
    gains = numbers.gains
    losses = numbers.losses
    floor = numbers.floor
    prediction = numbers.prediction
    for place in range(sets.above.shape[0] - 1, -1, -1):
        start = sets.start[place]
        stop = sets.start[place + 1]
        source = sets.above[place]

        if stop - start == 2 and not is_apart:
            for h in range(width):
                first = float(regrets[c, start - 1, h])
                second = float(regrets[c, start, h])
                first_share = max(first, 0.0)
                second_share = max(second, 0.0)
                mass = first_share + second_share
                if not mass > least:
                    first_share = second_share = 1.0
                    mass = 2.0
                value = gradient[start, at, h] * first_share
                value += gradient[start + 1, at, h] * second_share
                value /= mass
                gradient[source, at, h] += value

                now = regret_of(gradient[start, at, h], value, rounding)
                regrets[c, start - 1, h] = next_regret(first, now, gains, losses, floor)
                now = regret_of(gradient[start + 1, at, h], value, rounding)
                regrets[c, start, h] = next_regret(second, now, gains, losses, floor)
            continue

        if stop - start == 3 and not is_apart:
            for h in range(width):
                first = float(regrets[c, start - 1, h])
                second = float(regrets[c, start, h])
                third = float(regrets[c, start + 1, h])
                first_share = max(first, 0.0)
                second_share = max(second, 0.0)
                third_share = max(third, 0.0)
                mass = first_share + second_share + third_share
                if not mass > least:
                    first_share = second_share = third_share = 1.0
                    mass = 3.0
                value = gradient[start, at, h] * first_share
                value += gradient[start + 1, at, h] * second_share
                value += gradient[start + 2, at, h] * third_share
                value /= mass
                gradient[source, at, h] += value

                now = regret_of(gradient[start, at, h], value, rounding)
                regrets[c, start - 1, h] = next_regret(first, now, gains, losses, floor)
                now = regret_of(gradient[start + 1, at, h], value, rounding)
                regrets[c, start, h] = next_regret(second, now, gains, losses, floor)
                now = regret_of(gradient[start + 2, at, h], value, rounding)
                regrets[c, start + 1, h] = next_regret(third, now, gains, losses, floor)
            continue

        for h in range(width):  # row 0: the payoff; row 1: the sum of strength
            space[0, h] = 0.0
            space[1, h] = 0.0
        for choice in range(start, stop):
            for h in range(width):
                first = float(strength[c, choice - 1, h])
                space[1, h] += max(first, 0.0)
        for choice in range(start, stop):
            for h in range(width):
                first = float(strength[c, choice - 1, h])
                first = max(first, 0.0)
                if not space[1, h] > least:
                    first = 1.0
                space[0, h] += gradient[choice, at, h] * first
        count = float(stop - start)
        for h in range(width):
            mass = space[1, h]
            if not mass > least:
                mass = count
            space[0, h] /= mass
            gradient[source, at, h] += space[0, h]

        for choice in range(start, stop):
            for h in range(width):
                now = regret_of(gradient[choice, at, h], space[0, h], rounding)
                total = next_regret(float(regrets[c, choice - 1, h]), now, gains, losses, floor)
                regrets[c, choice - 1, h] = total
                if is_apart:
                    updated[c, choice - 1, h] = max(total + prediction * now, 0.0)
    return int(width)


def regret_of(payoff: float, value: float, rounding: float) -> float:
    """Return the regret of an action, or zero where it is no more than rounding."""
    regret = payoff - value
    return regret if abs(regret) > rounding else 0.0


def next_regret(before: float, now: float, gains: float, losses: float, floor: float) -> float:
    """Return an accumulated regret after another one is added."""
    return max(before * (gains if before > 0.0 else losses) + now, floor)


def update_pieces(
    frame: Frame,
    meetings: RoundMeetings,
    first: int,
    stop: int,
    fused: bool,
    numbers: RegretWeights,
    regrets: Floats,
    strength: Floats,
    updated: Floats,
    is_apart: bool,
    rounding: Floats,
    other_strength: Floats,
    average: Floats,
    above: Floats,
    share: float,
    plan: Floats,
    buffer: Floats,
    gradient: Floats,
    space: Floats,
    children: Floats,
    values: Floats,
) -> None:
    """Update the classes of the pieces from `first` to `stop`; if `fused`, make the opponent's plan on the way.

    The tables from `regrets` to `rounding` are those of `RegretTables`, from `other_strength` to `plan` of `Opponent`;
    `buffer`, `gradient` and `space` are those of `Scratch`.
    """
    with cython.nogil:
        for piece in range(first, stop):
            size = 1
            if meetings.ranked:
                begin = meetings.start[piece]
                size = meetings.start[piece + 1] - begin
                for place in range(size):
                    c = meetings.classes[begin + place]
                    if fused:
                        make_plan(
                            frame.other_sets,
                            frame.other_parents,
                            c,
                            other_strength,
                            average,
                            above,
                            share,
                            buffer,
                            place,
                            space,
                        )
                    else:
                        for choice in range(plan.shape[0]):
                            for h in range(plan.shape[2]):
                                buffer[choice, place, h] = plan[choice, c, h]

                    # Regrets are read once to have them loaded from memory during the product: one entry of 16, which
                    # is a cache line of single precision. Keeping the sum keeps compilers from leaving this out.
                    touched = 0.0
                    for choice in range(regrets.shape[1]):
                        for h in range(0, regrets.shape[2], 16):
                            touched += regrets[c, choice, h]
                    space[1, 0] = touched
                operator_loops.multiply_board(meetings, piece, frame.terms, buffer, space, gradient)
            else:
                operator_loops.multiply_class(meetings, piece, frame.terms, plan, buffer, gradient)

            for place in range(size):
                c = operator_loops.class_in_piece(meetings, piece, place)
                operator_loops.add_children(frame.sets, c, children, gradient, place)
                match_regrets(
                    frame.sets,
                    numbers,
                    regrets,
                    strength,
                    updated,
                    is_apart,
                    rounding[c],
                    c,
                    gradient,
                    place,
                    space,
                )
                for h in range(values.shape[1]):
                    values[c, h] = gradient[0, place, h]
