"""Exact best responses in a class game, in doubles: what bounds the value."""

from __future__ import annotations

import numpy as np

from seqform.backends.factors.compiled import compiled, compiled_part
from seqform.backends.first_order.operator import PayoffOperator
from seqform.backends.first_order.products import board_product, load_plan, load_plans, row_product, to_parents
from seqform.backends.first_order.tables import Boards, Frame, Rows, Sets
from seqform.models.exact import Floats


def value_bounds(operator: PayoffOperator, plans: tuple[list[Floats], list[Floats]]) -> tuple[float, float]:
    """Return what player 1's plan guarantees player 1 and what player 2's concedes, in a constant-sum game."""
    total = operator.game.constant_sum
    assert total is not None
    return float(total) - best_response_value(operator, 1, plans[0]), best_response_value(operator, 0, plans[1])


def best_response_value(operator: PayoffOperator, player: int, plan: list[Floats]) -> float:
    """Return what a player earns with a best response.

    Parameters
    ----------
    operator : PayoffOperator
    player : int
        Who responds, 0 or 1.
    plan : list of ndarray
        The opponent's realization plan, by rounds.

    Examples
    --------
    >>> from seqform.builders.class_game import class_game
    >>> from seqform.builders.games.ordered.poker_games import kuhn
    >>> from seqform.models.information_filter import InformationFilter
    >>> operator = PayoffOperator(class_game(InformationFilter.identity(kuhn("kuhn"))))
    >>> check_and_fold = [np.array([[[1.0], [0.0], [1.0], [0.0]]] * 3)]
    >>> best_response_value(operator, 1, check_and_fold)
    1.0
    """
    last = operator.game.num_rounds - 1
    above = operator.weights_before(player, plan)
    children: Floats = np.zeros((operator.sides[player][last].shape[0], 0))
    for number in range(last, -1, -1):
        side = operator.sides[player][number]
        values = _round_values(operator, player, number, plan[number], above[number], children)
        rows = operator.sides[player][number - 1].shape[0] if number else 1
        children = np.empty((rows, side.shape[2]))
        to_parents(values, side.frame.parents, children)
    return float(children[0, 0])


def _round_values(
    operator: PayoffOperator, player: int, number: int, plan: Floats, above: Floats, children: Floats
) -> Floats:
    side, scratch = operator.sides[player][number], operator.scratch[player][number]
    values = np.empty((side.shape[0], side.shape[2]))
    meetings = side.meetings
    if isinstance(meetings, Boards):

        def on_boards(first: int, stop: int, thread: int) -> None:
            boards_values(side.frame, meetings, first, stop, plan, above, *scratch[thread], children, values)

        operator.team.run(side.chunks, on_boards)
        return values
    whole = np.empty((side.other_shape[0], side.other_shape[1] + 1, side.other_shape[2]))

    def load(first: int, stop: int, thread: int) -> None:
        load_plans(plan, above, side.frame.other_parents, first, stop, whole)

    def row_by_row(first: int, stop: int, thread: int) -> None:
        rows_values(side.frame, meetings, first, stop, whole, *scratch[thread], children, values)

    operator.team.run(side.other_chunks, load)
    operator.team.run(side.chunks, row_by_row)
    return values


@compiled_part
def add_children(sets: Sets, one: int, children: Floats, gradient: Floats) -> None:
    """Add to a class's gradient what the rounds to come are worth at every continuing leaf."""
    leaves = len(sets.at_leaf)
    for leaf in range(leaves):
        choice = sets.at_leaf[leaf]
        for h in range(gradient.shape[1]):
            gradient[choice, h] += children[one, h * leaves + leaf]


@compiled_part
def choose_best(sets: Sets, gradient: Floats, best: Floats) -> None:
    """Add to every sequence what the best choices after it earn; row 0 becomes the class's value."""
    for place in range(len(sets.above) - 1, -1, -1):
        start = sets.start[place]
        best[:] = gradient[start]
        for choice in range(start + 1, sets.start[place + 1]):
            row = gradient[choice]
            for h in range(len(best)):
                best[h] = max(best[h], row[h])
        above = gradient[sets.above[place]]
        for h in range(len(best)):
            above[h] += best[h]


@compiled
def boards_values(
    frame: Frame,
    boards: Boards,
    first: int,
    stop: int,
    plan: Floats,
    above: Floats,
    held: Floats,
    gradient: Floats,
    total: Floats,
    children: Floats,
    values: Floats,
) -> None:
    """Write the values of best responses on the boards from `first` to `stop`."""
    for board in range(first, stop):
        begin = boards.start[board]
        for place in range(boards.start[board + 1] - begin):
            load_plan(plan, above, frame.other_parents, boards.classes[begin + place], held[place])
        board_product(boards, board, frame.terms, held, total, gradient)
        for place in range(boards.start[board + 1] - begin):
            one = boards.classes[begin + place]
            add_children(frame.sets, one, children, gradient[place])
            choose_best(frame.sets, gradient[place], total[0])
            values[one] = gradient[place, 0]


@compiled
def rows_values(
    frame: Frame,
    rows: Rows,
    first: int,
    stop: int,
    plan: Floats,
    products: Floats,
    gradient: Floats,
    total: Floats,
    children: Floats,
    values: Floats,
) -> None:
    """Write the values of best responses of the own classes from `first` to `stop`."""
    for one in range(first, stop):
        row_product(rows, one, frame.terms, plan, products, gradient)
        add_children(frame.sets, one, children, gradient)
        choose_best(frame.sets, gradient, total[0])
        values[one] = gradient[0]
