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


def update_treeplex(
    plans: Treeplex, state: PlayerState, numbers: RegretWeights, ties: float, gains: float
) -> None:
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
            state.behavior[sequence] = (
                state.behavior[sequence] / mass if mass > 1e-290 else 1.0 / (stop - start)
            )


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
    strength: Floats,
    average: Floats,
    above: Floats,
    share: float,
    plan: Floats,
    at: int,
    space: Floats,
) -> int:
    """Write a class's plan in place `at`, with row 0 for the weights before the round, and add it to the average.

    Probabilities are in proportion to positive `strength`; where that adds up to next to nothing, they are equal.
    """
    width, parent, least = plan.shape[2], parents[one], LEAST
    for h in range(width):
        plan[0, at, h] = above[parent, h]
    for place in range(sets.above.shape[0]):
        start, stop, source = sets.start[place], sets.start[place + 1], sets.above[place]
        if stop - start == 2:
            for h in range(width):
                first = float(strength[one, start - 1, h])
                first = max(first, 0.0)
                second = float(strength[one, start, h])
                second = max(second, 0.0)
                mass = first + second
                factor = plan[source, at, h] / (mass if mass > least else 2.0)
                plan[start, at, h] = factor * (first if mass > least else 1.0)
                plan[start + 1, at, h] = factor * (second if mass > least else 1.0)
        elif stop - start == 3:
            for h in range(width):
                first = float(strength[one, start - 1, h])
                first = max(first, 0.0)
                second = float(strength[one, start, h])
                second = max(second, 0.0)
                third = float(strength[one, start + 1, h])
                third = max(third, 0.0)
                mass = first + second + third
                factor = plan[source, at, h] / (mass if mass > least else 3.0)
                plan[start, at, h] = factor * (first if mass > least else 1.0)
                plan[start + 1, at, h] = factor * (second if mass > least else 1.0)
                plan[start + 2, at, h] = factor * (third if mass > least else 1.0)
        else:
            share_strength(strength, one, start, stop, plan, at, source, space)
        for choice in range(start, stop):
            for h in range(width):
                average[one, choice - 1, h] += share * (
                    plan[choice, at, h] - average[one, choice - 1, h]
                )
    return int(width)


def share_strength(
    strength: Floats,
    one: int,
    start: int,
    stop: int,
    plan: Floats,
    at: int,
    source: int,
    space: Floats,
) -> None:
    """Write the plan of the choices from `start` to `stop`, with the weight of the choice `source` in all."""
    width, least, count = plan.shape[2], LEAST, float(stop - start)
    for h in range(width):  # row 0: the factor of strength; row 1: the sum of it
        space[1, h] = 0.0
    for choice in range(start, stop):
        for h in range(width):
            first = float(strength[one, choice - 1, h])
            space[1, h] += max(first, 0.0)
    for h in range(width):
        space[0, h] = plan[source, at, h] / (space[1, h] if space[1, h] > least else count)
    for choice in range(start, stop):
        for h in range(width):
            first = float(strength[one, choice - 1, h])
            plan[choice, at, h] = space[0, h] * (max(first, 0.0) if space[1, h] > least else 1.0)


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
        for one in range(first, stop):
            make_plan(
                frame.other_sets,
                frame.other_parents,
                one,
                strength,
                average,
                above,
                share,
                plan,
                one,
                space,
            )


def weights_after(sets: Sets, plan: Floats, out: Floats) -> None:
    """Write the weights with which the next round begins, shape (classes, histories of the next round)."""
    leaves = sets.at_leaf.shape[0]
    for one in range(plan.shape[1]):
        for leaf in range(leaves):
            choice = sets.at_leaf[leaf]
            for h in range(plan.shape[2]):
                out[one, h * leaves + leaf] = plan[choice, one, h]


def match_regrets(
    sets: Sets,
    numbers: RegretWeights,
    regrets: Floats,
    strength: Floats,
    updated: Floats,
    is_apart: bool,
    rounding: float,
    one: int,
    gradient: Floats,
    at: int,
    space: Floats,
) -> int:
    """Update a class's regrets and, if it is apart, strength; row 0 of `gradient` becomes the payoff before that.

    Probabilities are in proportion to positive `strength`; where that adds up to next to nothing, they are equal.
    """
    width, least = gradient.shape[2], LEAST
    gains, losses, floor, prediction = (
        numbers.gains,
        numbers.losses,
        numbers.floor,
        numbers.prediction,
    )
    for place in range(sets.above.shape[0] - 1, -1, -1):
        start, stop, source = sets.start[place], sets.start[place + 1], sets.above[place]
        if stop - start == 2 and not is_apart:
            for h in range(width):
                first = float(regrets[one, start - 1, h])
                second = float(regrets[one, start, h])
                mass = max(first, 0.0) + max(second, 0.0)
                value = gradient[start, at, h] * (max(first, 0.0) if mass > least else 1.0)
                value += gradient[start + 1, at, h] * (max(second, 0.0) if mass > least else 1.0)
                value /= mass if mass > least else 2.0
                now = gradient[start, at, h] - value
                now = now if abs(now) > rounding else 0.0
                regrets[one, start - 1, h] = next_regret(first, now, gains, losses, floor)
                now = gradient[start + 1, at, h] - value
                now = now if abs(now) > rounding else 0.0
                regrets[one, start, h] = next_regret(second, now, gains, losses, floor)
                gradient[source, at, h] += value
            continue
        if stop - start == 3 and not is_apart:
            for h in range(width):
                first = float(regrets[one, start - 1, h])
                second = float(regrets[one, start, h])
                third = float(regrets[one, start + 1, h])
                mass = max(first, 0.0) + max(second, 0.0) + max(third, 0.0)
                value = gradient[start, at, h] * (max(first, 0.0) if mass > least else 1.0)
                value += gradient[start + 1, at, h] * (max(second, 0.0) if mass > least else 1.0)
                value += gradient[start + 2, at, h] * (max(third, 0.0) if mass > least else 1.0)
                value /= mass if mass > least else 3.0
                now = gradient[start, at, h] - value
                now = now if abs(now) > rounding else 0.0
                regrets[one, start - 1, h] = next_regret(first, now, gains, losses, floor)
                now = gradient[start + 1, at, h] - value
                now = now if abs(now) > rounding else 0.0
                regrets[one, start, h] = next_regret(second, now, gains, losses, floor)
                now = gradient[start + 2, at, h] - value
                now = now if abs(now) > rounding else 0.0
                regrets[one, start + 1, h] = next_regret(third, now, gains, losses, floor)
                gradient[source, at, h] += value
            continue
        for h in range(width):  # row 0: the payoff; row 1: the sum of strength
            space[1, h] = 0.0
        for choice in range(start, stop):
            for h in range(width):
                first = float(strength[one, choice - 1, h])
                space[1, h] += max(first, 0.0)
        for h in range(width):
            space[0, h] = 0.0
        for choice in range(start, stop):
            for h in range(width):
                first = float(strength[one, choice - 1, h])
                first = max(first, 0.0)
                space[0, h] += gradient[choice, at, h] * (first if space[1, h] > least else 1.0)
        count = float(stop - start)
        for h in range(width):
            space[0, h] /= space[1, h] if space[1, h] > least else count
            gradient[source, at, h] += space[0, h]
        for choice in range(start, stop):
            for h in range(width):
                now = gradient[choice, at, h] - space[0, h]
                now = now if abs(now) > rounding else 0.0
                total = next_regret(float(regrets[one, choice - 1, h]), now, gains, losses, floor)
                regrets[one, choice - 1, h] = total
                if is_apart:
                    updated[one, choice - 1, h] = max(total + prediction * now, 0.0)
    return int(width)


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
    held: Floats,
    gradient: Floats,
    space: Floats,
    children: Floats,
    values: Floats,
) -> None:
    """Update the classes of the pieces from `first` to `stop`; if `fused`, make the opponent's plan on the way.

    The tables from `regrets` to `rounding` are those of `RegretTables`, from `other_strength` to `plan` of `Opponent`;
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
                            other_strength,
                            average,
                            above,
                            share,
                            held,
                            place,
                            space,
                        )
                    else:
                        for choice in range(plan.shape[0]):
                            for h in range(plan.shape[2]):
                                held[choice, place, h] = plan[choice, one, h]
                    touched = 0.0
                    for choice in range(
                        regrets.shape[1]
                    ):  # to have them loaded from memory meanwhile
                        for h in range(0, regrets.shape[2], 16):
                            touched += regrets[one, choice, h]
                    space[1, 0] = touched
                operator_loops.multiply_board(meetings, piece, frame.terms, held, space, gradient)
            else:
                operator_loops.multiply_class(meetings, piece, frame.terms, plan, held, gradient)
            for place in range(size):
                one = operator_loops.class_in_piece(meetings, piece, place)
                operator_loops.add_children(frame.sets, one, children, gradient, place)
                match_regrets(
                    frame.sets,
                    numbers,
                    regrets,
                    strength,
                    updated,
                    is_apart,
                    rounding[one],
                    one,
                    gradient,
                    place,
                    space,
                )
                for h in range(values.shape[1]):
                    values[one, h] = gradient[0, place, h]
