"""Compiled steps of counterfactual regret minimisation on one player's side of a round."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from seqform.backends.factors.compiled import compiled, compiled_part
from seqform.backends.first_order.best_response import add_children
from seqform.backends.first_order.products import board_product, row_product
from seqform.backends.first_order.tables import Boards, Frame, Rows, Sets
from seqform.models.exact import Floats, Ints

LEAST = 1e-30
"""Regrets that add up to less are rounding and no reason to prefer an action; above, any precision can invert them."""


class Rule(NamedTuple):
    """How regrets become a strategy; see `RegretRule`."""

    gains: float  # what accumulated positive regrets are multiplied by before the new ones are added
    losses: float  # likewise negative ones
    floor: float  # accumulated regrets below it become it
    prediction: float  # times the last regrets: what the next ones are expected to be


class Tables(NamedTuple):
    """What the updating player knows of a round, each of shape (classes, choices, histories)."""

    regrets: Floats
    behavior: Floats
    updated: Floats  # where the next behavior goes; may be `behavior`


class Opponent(NamedTuple):
    """What the opponent of the updating player does in a round."""

    behavior: Floats
    average: Floats  # of all plans so far
    above: Floats  # weights before the round, shape (classes of the round before, histories)
    plan: Floats  # the plan with row 0 for the weights before the round, shape (classes, 1 + choices, histories)
    share: float  # of the plan at hand in the average


@compiled_part
def make_plan(sets: Sets, parents: Ints, one: int, opponent: Opponent, plan: Floats, scale: Floats) -> None:
    """Write a class's plan, with row 0 for the weights before the round, and add it to the average.

    Probabilities in single precision do not quite add up to 1; scaled in doubles the plan is one.
    """
    behavior, average, share = opponent.behavior[one], opponent.average[one], opponent.share
    plan[0] = opponent.above[parents[one]]
    width = plan.shape[1]
    for place in range(len(sets.above)):
        above = plan[sets.above[place]]
        start, stop = sets.start[place], sets.start[place + 1]
        for h in range(width):
            scale[h] = 0.0
        for choice in range(start, stop):
            likely = behavior[choice - 1]
            for h in range(width):
                scale[h] += likely[h]
        for h in range(width):
            scale[h] = above[h] / scale[h]
        for choice in range(start, stop):
            row, likely, mean = plan[choice], behavior[choice - 1], average[choice - 1]
            for h in range(width):
                weight = scale[h] * likely[h]
                row[h] = weight
                mean[h] += share * (weight - mean[h])


@compiled
def make_plans(frame: Frame, first: int, stop: int, opponent: Opponent) -> None:
    """Write the opponent's plan for the classes from `first` to `stop`."""
    scale = np.empty(opponent.plan.shape[2])
    for one in range(first, stop):
        make_plan(frame.other_sets, frame.other_parents, one, opponent, opponent.plan[one], scale)


@compiled
def weights_after(sets: Sets, plan: Floats, out: Floats) -> None:
    """Write the weights with which the next round begins, shape (classes, histories of the next round)."""
    leaves = len(sets.at_leaf)
    for one in range(len(plan)):
        for leaf in range(leaves):
            row = plan[one, sets.at_leaf[leaf]]
            for h in range(len(row)):
                out[one, h * leaves + leaf] = row[h]


@compiled_part
def match_regrets(sets: Sets, rule: Rule, tables: Tables, one: int, gradient: Floats, space: Floats) -> None:
    """Update a class's regrets and behavior; row 0 of `gradient` becomes what the behavior before that earns."""
    regrets, behavior, updated = tables.regrets[one], tables.behavior[one], tables.updated[one]
    value, total = space[0], space[1]
    width = len(value)
    for place in range(len(sets.above) - 1, -1, -1):
        start, stop = sets.start[place], sets.start[place + 1]
        for h in range(width):
            value[h] = 0.0
            total[h] = 0.0
        for choice in range(start, stop):
            earned, likely = gradient[choice], behavior[choice - 1]
            for h in range(width):
                value[h] += earned[h] * likely[h]
        for choice in range(start, stop):
            earned, regret, strength = gradient[choice], regrets[choice - 1], updated[choice - 1]
            for h in range(width):
                now = earned[h] - value[h]
                before = regret[h]
                sum_of_all = max(before * (rule.gains if before > 0.0 else rule.losses) + now, rule.floor)
                regret[h] = sum_of_all
                weight = max(sum_of_all + rule.prediction * now, 0.0)
                strength[h] = weight
                total[h] += weight
        for h in range(width):
            total[h] = 1.0 / total[h] if total[h] > LEAST else 0.0
        even = 1.0 / (stop - start)
        for choice in range(start, stop):
            strength = updated[choice - 1]
            for h in range(width):
                strength[h] = strength[h] * total[h] if total[h] > 0.0 else even
        above = gradient[sets.above[place]]
        for h in range(width):
            above[h] += value[h]


@compiled
def update_boards(
    frame: Frame,
    boards: Boards,
    first: int,
    stop: int,
    fused: bool,
    rule: Rule,
    tables: Tables,
    opponent: Opponent,
    held: Floats,
    gradient: Floats,
    total: Floats,
    children: Floats,
    values: Floats,
) -> None:
    """Update the classes of the boards from `first` to `stop`; `fused`: make the opponent's plan on the way."""
    for board in range(first, stop):
        begin = boards.start[board]
        size = boards.start[board + 1] - begin
        for place in range(size):
            one = boards.classes[begin + place]
            if fused:
                make_plan(frame.other_sets, frame.other_parents, one, opponent, held[place], total[0])
            else:
                held[place] = opponent.plan[one]
        board_product(boards, board, frame.terms, held, total, gradient)
        for place in range(size):
            one = boards.classes[begin + place]
            add_children(frame.sets, one, children, gradient[place])
            match_regrets(frame.sets, rule, tables, one, gradient[place], total)
            values[one] = gradient[place, 0]


@compiled
def update_rows(
    frame: Frame,
    rows: Rows,
    first: int,
    stop: int,
    rule: Rule,
    tables: Tables,
    opponent: Opponent,
    products: Floats,
    gradient: Floats,
    total: Floats,
    children: Floats,
    values: Floats,
) -> None:
    """Update the own classes from `first` to `stop`."""
    for one in range(first, stop):
        row_product(rows, one, frame.terms, opponent.plan, products, gradient)
        add_children(frame.sets, one, children, gradient)
        match_regrets(frame.sets, rule, tables, one, gradient, total)
        values[one] = gradient[0]
