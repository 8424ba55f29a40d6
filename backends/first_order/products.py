"""Compiled products of a round's payoffs with the opponent's plan.

Plans and gradients of a round are worked on in pieces of shape (places, 1 + choices, histories): row 0 is for the
sequence before the round. Histories are innermost, which is what the processor's vector units like.
"""

from __future__ import annotations

from seqform.backends.factors.compiled import compiled, compiled_part
from seqform.backends.first_order.tables import Boards, Frame, Rows, Terms
from seqform.models.exact import Floats, Ints


@compiled_part
def board_product(boards: Boards, board: int, terms: Terms, plan: Floats, total: Floats, gradient: Floats) -> None:
    """Set `gradient` to the product on one board, classes in the order of their ranks; `total` is space for 2 rows."""
    begin, size = boards.start[board], boards.start[board + 1] - boards.start[board]
    width = plan.shape[2]
    gradient[:size] = 0.0
    for term in range(len(terms.own)):
        own, other = terms.own[term], terms.other[term]
        coefficient = terms.coefficient[term]
        everybody, below = total[0], total[1]
        for h in range(width):
            everybody[h] = 0.0
        for place in range(size):
            weight = boards.other[begin + place]
            row = plan[place, other]
            for h in range(width):
                everybody[h] += weight * row[h]
        if terms.product_feature[terms.product[term]] == 0:
            for place in range(size):
                weight, overlap = boards.own[begin + place], boards.overlap[begin + place]
                row, out = plan[place, other], gradient[place, own]
                for h in range(width):
                    out[h] += coefficient[h] * (weight * everybody[h] - overlap * row[h])
            continue
        for h in range(width):  # below: those who lose less those who win, ties with the class at hand left out
            below[h] = -everybody[h]
        place = 0
        while place < size:
            stop = boards.tie_stop[begin + place] - begin
            for tied in range(place, stop):
                weight = boards.other[begin + tied]
                row = plan[tied, other]
                for h in range(width):
                    below[h] += weight * row[h]
            for tied in range(place, stop):
                weight = boards.own[begin + tied]
                out = gradient[tied, own]
                for h in range(width):
                    out[h] += coefficient[h] * weight * below[h]
            for tied in range(place, stop):
                weight = boards.other[begin + tied]
                row = plan[tied, other]
                for h in range(width):
                    below[h] += weight * row[h]
            place = stop


@compiled_part
def row_product(rows: Rows, one: int, terms: Terms, plan: Floats, products: Floats, gradient: Floats) -> None:
    """Set `gradient`, shape (1 + choices, histories), to one own class's product; `plan` is of all opposing ones."""
    width = plan.shape[2]
    count = len(terms.product_feature)
    products[:count] = 0.0
    for pair in range(rows.start[one], rows.start[one + 1]):
        other = rows.other[pair]
        for product in range(count):
            value = rows.value[terms.product_feature[product], pair]
            if value == 0.0:
                continue
            row, out = plan[other, terms.product_other[product]], products[product]
            for h in range(width):
                out[h] += value * row[h]
    gradient[:] = 0.0
    for term in range(len(terms.own)):
        coefficient, row, out = terms.coefficient[term], products[terms.product[term]], gradient[terms.own[term]]
        for h in range(width):
            out[h] += coefficient[h] * row[h]


@compiled_part
def load_plan(plan: Floats, above: Floats, parents: Ints, one: int, into: Floats) -> None:
    """Copy a class's part of a plan, with the weights before the round in row 0."""
    into[0] = above[parents[one]]
    into[1:] = plan[one]


@compiled
def load_plans(plan: Floats, above: Floats, parents: Ints, first: int, stop: int, into: Floats) -> None:
    """Copy the parts of a plan of the classes from `first` to `stop`."""
    for one in range(first, stop):
        load_plan(plan, above, parents, one, into[one])


@compiled
def boards_gradient(
    frame: Frame,
    boards: Boards,
    first: int,
    stop: int,
    plan: Floats,
    above: Floats,
    held: Floats,
    gradient: Floats,
    total: Floats,
    out: Floats,
    before: Floats,
) -> None:
    """Write the gradient of the boards from `first` to `stop`: `out` for choices in the round, `before` for none.

    `held` and `gradient` are space for a board's part of the plan and of the gradient.
    """
    for board in range(first, stop):
        begin = boards.start[board]
        for place in range(boards.start[board + 1] - begin):
            load_plan(plan, above, frame.other_parents, boards.classes[begin + place], held[place])
        board_product(boards, board, frame.terms, held, total, gradient)
        for place in range(boards.start[board + 1] - begin):
            one = boards.classes[begin + place]
            before[one] = gradient[place, 0]
            out[one] = gradient[place, 1:]


@compiled
def rows_gradient(
    frame: Frame,
    rows: Rows,
    first: int,
    stop: int,
    plan: Floats,
    products: Floats,
    gradient: Floats,
    out: Floats,
    before: Floats,
) -> None:
    """Write the gradient of the own classes from `first` to `stop`, `plan` being that of `load_plans`."""
    for one in range(first, stop):
        row_product(rows, one, frame.terms, plan, products, gradient)
        before[one] = gradient[0]
        out[one] = gradient[1:]


@compiled
def to_parents(values: Floats, parents: Ints, out: Floats) -> None:
    """Set `out`, one row a class of the round before, to the sums of the rows of the classes that continue it."""
    out[:] = 0.0
    width = values.shape[1]
    for one in range(len(values)):
        row, into = values[one], out[parents[one]]
        for h in range(width):
            into[h] += row[h]
