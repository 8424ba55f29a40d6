# cython: cpow=True
"""Loops of regret matching: on saddle points by iterations, on class games by pieces of a round.

Regrets and behavior on class games are in single or double precision; all else is in doubles.
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
    """Do iterations; with alternation player 2 replies to player 1's new plan, else to the old one."""
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
        total, size = 0.0, 0.0
        for place in range(matrix.start[row], matrix.start[row + 1]):
            term = matrix.values[place] * opponent.plan[matrix.columns[place]]
            total += term
            size += abs(term)
        state.gradient[row] = total
        state.size[row] = size


def update_treeplex(plans: Treeplex, state: PlayerState, numbers: RegretWeights, ties: float, gains: float) -> None:
    """Add the regrets of the last plan, and derive the next behavior from them.

    Differences of payoffs below the share `ties` of what they are computed from are zero.
    """
    for row in range(plans.parent.shape[0] - 1, -1, -1):
        start, stop, parent = plans.first[row], plans.first[row + 1], plans.parent[row]
        value, mean, largest = 0.0, 0.0, 0.0
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
            total = max(before * (gains if before > 0.0 else numbers.losses) + now, numbers.floor)
            state.regret[sequence] = total
            weight = max(total + numbers.prediction * now, 0.0)
            state.behavior[sequence] = weight
            mass += weight
        for sequence in range(start, stop):
            state.behavior[sequence] = state.behavior[sequence] / mass if mass > 1e-290 else 1.0 / (stop - start)


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
    one: int,
    behavior: Floats,
    average: Floats,
    above: Floats,
    share: float,
    plan: Floats,
    at: int,
    space: Floats,
) -> None:
    """Write a class's plan in place `at`, with row 0 for the weights before the round, and add it to the average.

    Probabilities in single precision do not quite add up to 1; scaled in doubles the plan is one.
    """
    width, parent = plan.shape[2], parents[one]
    for h in range(width):
        plan[at, 0, h] = above[parent, h]
    for place in range(sets.above.shape[0]):
        start, stop, before = sets.start[place], sets.start[place + 1], sets.above[place]
        for h in range(width):  # row 0: the factor of probabilities
            space[0, h] = 0.0
        for choice in range(start, stop):
            for h in range(width):
                space[0, h] += behavior[one, choice - 1, h]
        for h in range(width):
            space[0, h] = plan[at, before, h] / space[0, h]
        for choice in range(start, stop):
            for h in range(width):
                weight = space[0, h] * behavior[one, choice - 1, h]
                plan[at, choice, h] = weight
                average[one, choice - 1, h] += share * (weight - average[one, choice - 1, h])


def make_plans(
    frame: Frame,
    first: int,
    stop: int,
    behavior: Floats,
    average: Floats,
    above: Floats,
    share: float,
    plan: Floats,
    space: Floats,
) -> None:
    """Write the opponent's plan for the classes from `first` to `stop`."""
    with cython.nogil:
        for one in range(first, stop):
            make_plan(frame.other_sets, frame.other_parents, one, behavior, average, above, share, plan, one, space)


def weights_after(sets: Sets, plan: Floats, out: Floats) -> None:
    """Write the weights with which the next round begins, shape (classes, histories of the next round)."""
    leaves = sets.at_leaf.shape[0]
    for one in range(plan.shape[0]):
        for leaf in range(leaves):
            choice = sets.at_leaf[leaf]
            for h in range(plan.shape[2]):
                out[one, h * leaves + leaf] = plan[one, choice, h]


def match_regrets(
    sets: Sets,
    numbers: RegretWeights,
    regrets: Floats,
    behavior: Floats,
    updated: Floats,
    rounding: float,
    one: int,
    gradient: Floats,
    at: int,
    space: Floats,
) -> None:
    """Update a class's regrets and behavior; row 0 of `gradient` becomes the payoff of the behavior before that."""
    width = gradient.shape[2]
    gains, losses, floor, prediction = numbers.gains, numbers.losses, numbers.floor, numbers.prediction
    for place in range(sets.above.shape[0] - 1, -1, -1):
        start, stop, parent = sets.start[place], sets.start[place + 1], sets.above[place]
        for h in range(width):  # row 0: the payoff of the behavior; row 1: sums of probabilities, then of regrets
            space[0, h] = 0.0
            space[1, h] = 0.0
        for choice in range(start, stop):
            for h in range(width):
                space[0, h] += gradient[at, choice, h] * behavior[one, choice - 1, h]
                space[1, h] += behavior[one, choice - 1, h]
        for h in range(width):  # probabilities in single precision do not quite add up to 1
            space[0, h] /= space[1, h]
            space[1, h] = 0.0
        for choice in range(start, stop):
            for h in range(width):
                now = gradient[at, choice, h] - space[0, h]
                now = now if abs(now) > rounding else 0.0
                before = regrets[one, choice - 1, h]
                total = max(before * (gains if before > 0.0 else losses) + now, floor)
                regrets[one, choice - 1, h] = total
                weight = max(total + prediction * now, 0.0)
                updated[one, choice - 1, h] = weight
                space[1, h] += weight
        for h in range(width):
            space[1, h] = 1.0 / space[1, h] if space[1, h] > 1e-30 else 0.0
        even = 1.0 / (stop - start)
        for choice in range(start, stop):
            for h in range(width):
                weight = updated[one, choice - 1, h] * space[1, h]
                updated[one, choice - 1, h] = weight if space[1, h] > 0.0 else even
        for h in range(width):
            gradient[at, parent, h] += space[0, h]


def update_pieces(
    frame: Frame,
    meetings: RoundMeetings,
    first: int,
    stop: int,
    fused: bool,
    numbers: RegretWeights,
    regrets: Floats,
    behavior: Floats,
    updated: Floats,
    rounding: Floats,
    other_behavior: Floats,
    average: Floats,
    above: Floats,
    share: float,
    plan: Floats,
    held: Floats,
    gradient: Floats,
    space: Floats,
    children: Floats,
    values: Floats,
) -> None:
    """Update the classes of the pieces from `first` to `stop`; if `fused`, make the opponent's plan on the way.

    The tables from `regrets` to `rounding` are those of `RegretTables`, from `other_behavior` to `share` of `Opponent`;
    `held`, `gradient` and `space` are those of `Scratch`.
    """
    with cython.nogil:
        for piece in range(first, stop):
            size = 1
            if meetings.ranked:
                begin = meetings.start[piece]
                size = meetings.start[piece + 1] - begin
                for place in range(size):
                    one = meetings.classes[begin + place]
                    if fused:
                        make_plan(
                            frame.other_sets,
                            frame.other_parents,
                            one,
                            other_behavior,
                            average,
                            above,
                            share,
                            held,
                            place,
                            space,
                        )
                    else:
                        for choice in range(plan.shape[1]):
                            for h in range(plan.shape[2]):
                                held[place, choice, h] = plan[one, choice, h]
                operator_loops.multiply_board(meetings, piece, frame.terms, held, space, gradient)
            else:
                operator_loops.multiply_class(meetings, piece, frame.terms, plan, held, gradient)
            for place in range(size):
                one = operator_loops.class_in_piece(meetings, piece, place)
                operator_loops.add_children(frame.sets, one, children, gradient, place)
                match_regrets(
                    frame.sets, numbers, regrets, behavior, updated, rounding[one], one, gradient, place, space
                )
                for h in range(values.shape[1]):
                    values[one, h] = gradient[place, 0, h]
