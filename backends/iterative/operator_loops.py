"""Loops over the pieces of a round: products with a player's payoffs, and best responses.

Plans and gradients of a piece have the shape (1 + choices, classes, histories): row 0 is for the sequence before the
round. Histories are innermost, so that the processor's vector units work along them. In all loops of iterative methods
c is the number of a class, and h that of a history.
"""

from __future__ import annotations

from seqform.backends.iterative.tables import Frame, RoundMeetings, Sets, Terms
from seqform.models.numbers.exact import Floats, Ints

try:
    import cython
except ImportError:
    from seqform.backends import uncompiled as cython


def multiply_board(
    boards: RoundMeetings, board: int, terms: Terms, plan: Floats, total: Floats, gradient: Floats
) -> int:
    """Set `gradient` to the product on a board, classes in the order of their ranks; return the number of classes.

    `total` is space for 2 rows, and one for each card.

    With the numbers of meetings N_ij = a_i b_j - [i = j] c_i (`RankedRound`) and the opponent's weights y_j, a product
    with N is a_i Σ_j b_j y_j - c_i y_i: one sum for all classes. A comparison of ranks instead takes the losers less
    the winners, a_i (Σ_{j < i} b_j y_j - Σ_{j > i} b_j y_j). From one class to the next this sum grows by the weight of
    both: it begins with minus the total, and every class (or group of ties) is added once before it is used, and once
    after. For weights 1, 2, 3 of three ranks the sums are -5, -2 and 3.
    """
    if boards.num_cards > 0:
        return multiply_hands(boards, board, terms, plan, total, gradient)
    begin = boards.start[board]
    size = boards.start[board + 1] - begin
    width = plan.shape[2]
    start_gradient(boards, board, terms, gradient)
    for term in range(terms.own.shape[0]):
        own = terms.own[term]
        opposing = terms.opposing[term]

        for h in range(width):  # row 0: everybody
            total[0, h] = 0.0
        for place in range(size):
            weight = boards.opposing[begin + place]
            for h in range(width):
                total[0, h] += weight * plan[opposing, place, h]

        if terms.product_feature[terms.product[term]] == 0:
            for place in range(size):
                weight = boards.own[begin + place]
                overlap = boards.overlap[begin + place]
                for h in range(width):
                    gradient[own, place, h] += terms.coefficient[term, h] * (
                        weight * total[0, h] - overlap * plan[opposing, place, h]
                    )
            continue

        for h in range(width):  # row 1: the losers less the winners against the class at hand
            total[1, h] = -total[0, h]
        place = 0
        while place < size:
            stop = boards.tie_stop[begin + place] - begin
            # Mostly there is no tie: one loop then does the work of the three below.
            if stop == place + 1:
                weight = boards.opposing[begin + place]
                factor = boards.own[begin + place]
                for h in range(width):
                    share = weight * plan[opposing, place, h]
                    lead = total[1, h] + share
                    gradient[own, place, h] += terms.coefficient[term, h] * factor * lead
                    total[1, h] = lead + share
                place = stop
                continue

            for tied in range(place, stop):
                weight = boards.opposing[begin + tied]
                for h in range(width):
                    total[1, h] += weight * plan[opposing, tied, h]
            for tied in range(place, stop):
                weight = boards.own[begin + tied]
                for h in range(width):
                    gradient[own, tied, h] += terms.coefficient[term, h] * weight * total[1, h]
            for tied in range(place, stop):
                weight = boards.opposing[begin + tied]
                for h in range(width):
                    total[1, h] += weight * plan[opposing, tied, h]
            place = stop
    return int(size)


def multiply_hands(
    boards: RoundMeetings, board: int, terms: Terms, plan: Floats, total: Floats, gradient: Floats
) -> int:
    """Do the work of `multiply_board` where hands of two cards meet only if they have no card in common.

    Row 0 of `total` has a sum over all hands, row 2 + k the same over those with card k. For a hand with the cards k
    and l the rows of these are subtracted from row 0. The hand itself is subtracted twice, which its overlap makes good
    in a product with meetings; in comparisons it ties with itself and counts in none of the sums.

    Classes may be orbits of hands, and cards orbits of cards: then a row has the sum over all cards of an orbit, of
    which each has an equal share.
    """
    begin = boards.start[board]
    size = boards.start[board + 1] - begin
    width = plan.shape[2]
    start_gradient(boards, board, terms, gradient)
    for term in range(terms.own.shape[0]):
        own = terms.own[term]
        opposing = terms.opposing[term]
        for row in range(2 + boards.num_cards):
            for h in range(width):
                total[row, h] = 0.0
        for place in range(size):
            add_hand(boards, begin + place, place, opposing, plan, total)

        if terms.product_feature[terms.product[term]] == 0:
            for place in range(size):
                weight = boards.own[begin + place]
                overlap = boards.overlap[begin + place]
                low = 2 + boards.cards[begin + place, 0]
                high = 2 + boards.cards[begin + place, 1]
                low_share = boards.card_shares[begin + place, 0]
                high_share = boards.card_shares[begin + place, 1]
                for h in range(width):
                    met = total[0, h] - low_share * total[low, h] - high_share * total[high, h]
                    gradient[own, place, h] += terms.coefficient[term, h] * (
                        weight * met - overlap * plan[opposing, place, h]
                    )
            continue

        # The losers less the winners: all win at first, and each hand is added before it is used, and once after.
        for row in range(2 + boards.num_cards):
            for h in range(width):
                total[row, h] = -total[row, h]
        place = 0
        while place < size:
            stop = boards.tie_stop[begin + place] - begin
            for tied in range(place, stop):
                add_hand(boards, begin + tied, tied, opposing, plan, total)
            for tied in range(place, stop):
                weight = boards.own[begin + tied]
                low = 2 + boards.cards[begin + tied, 0]
                high = 2 + boards.cards[begin + tied, 1]
                low_share = boards.card_shares[begin + tied, 0]
                high_share = boards.card_shares[begin + tied, 1]
                for h in range(width):
                    lead = total[0, h] - low_share * total[low, h] - high_share * total[high, h]
                    gradient[own, tied, h] += terms.coefficient[term, h] * weight * lead
            for tied in range(place, stop):
                add_hand(boards, begin + tied, tied, opposing, plan, total)
            place = stop
    return int(size)


def add_hand(
    boards: RoundMeetings, entry: int, place: int, opposing: int, plan: Floats, total: Floats
) -> None:
    """Add the opponent's weight of a hand to the sum over all hands, and to those over hands with one of its cards."""
    weight = boards.opposing[entry]
    low = 2 + boards.cards[entry, 0]
    high = 2 + boards.cards[entry, 1]
    for h in range(plan.shape[2]):
        share = weight * plan[opposing, place, h]
        total[0, h] += share
        total[low, h] += share
        total[high, h] += share


def start_gradient(boards: RoundMeetings, board: int, terms: Terms, gradient: Floats) -> None:
    """Set `gradient` on a board to the payoffs of the player's sequences alone, or to zero."""
    begin = boards.start[board]
    choices = gradient.shape[0]
    alone = terms.besides.shape[0]
    for place in range(boards.start[board + 1] - begin):
        c = boards.classes[begin + place]
        for choice in range(choices):
            for h in range(gradient.shape[2]):
                gradient[choice, place, h] = 0.0
            if alone > 0 and choice > 0:
                for h in range(gradient.shape[2]):
                    gradient[choice, place, h] = terms.besides[c, choice - 1, h]


def multiply_class(
    pairs: RoundMeetings, c: int, terms: Terms, plan: Floats, products: Floats, gradient: Floats
) -> None:
    """Set `gradient`, of one class, to an own class's product; `plan` is of all opposing classes.

    Terms that differ only in their coefficients share a product of a feature with a choice of the opponent, which is
    summed over the classes that are met once.
    """
    width = plan.shape[2]
    count = terms.product_feature.shape[0]
    for product in range(count):
        for h in range(width):
            products[product, 0, h] = 0.0
    for pair in range(pairs.start[c], pairs.start[c + 1]):
        opposing = pairs.classes[pair]
        for product in range(count):
            value = pairs.value[terms.product_feature[product], pair]
            if value == 0.0:
                continue
            choice = terms.product_other[product]
            for h in range(width):
                products[product, 0, h] += value * plan[choice, opposing, h]

    alone = terms.besides.shape[0]
    for row in range(gradient.shape[0]):
        for h in range(width):
            gradient[row, 0, h] = 0.0
        if alone > 0 and row > 0:
            for h in range(width):
                gradient[row, 0, h] = terms.besides[c, row - 1, h]

    for term in range(terms.own.shape[0]):
        product = terms.product[term]
        own = terms.own[term]
        for h in range(width):
            gradient[own, 0, h] += terms.coefficient[term, h] * products[product, 0, h]


def load_plan(plan: Floats, above: Floats, parents: Ints, c: int, into: Floats, place: int) -> None:
    """Copy a class's part of a plan, with the weights before the round in row 0."""
    parent = parents[c]
    for h in range(plan.shape[2]):
        into[0, place, h] = above[parent, h]
    for choice in range(plan.shape[1]):
        for h in range(plan.shape[2]):
            into[1 + choice, place, h] = plan[c, choice, h]


def load_plans(
    plan: Floats, above: Floats, parents: Ints, first: int, stop: int, into: Floats
) -> None:
    """Copy the parts of a plan of the classes from `first` to `stop`."""
    with cython.nogil:
        for c in range(first, stop):
            load_plan(plan, above, parents, c, into, c)


def multiply_piece(
    frame: Frame,
    meetings: RoundMeetings,
    piece: int,
    plan: Floats,
    above: Floats,
    full_plan: Floats,
    buffer: Floats,
    gradient: Floats,
    total: Floats,
) -> int:
    """Set the gradient of a board or of an own class; return the number of classes in it."""
    if not meetings.ranked:
        multiply_class(meetings, piece, frame.terms, full_plan, buffer, gradient)
        return 1
    begin = meetings.start[piece]
    size = meetings.start[piece + 1] - begin
    for place in range(size):
        load_plan(plan, above, frame.other_parents, meetings.classes[begin + place], buffer, place)
    return multiply_board(meetings, piece, frame.terms, buffer, total, gradient)


def class_in_piece(meetings: RoundMeetings, piece: int, place: int) -> int:
    """Return a class of a board, or the own class that is the piece."""
    if meetings.ranked:
        return int(meetings.classes[meetings.start[piece] + place])
    return piece


def work_pieces(
    frame: Frame,
    meetings: RoundMeetings,
    first: int,
    stop: int,
    plan: Floats,
    above: Floats,
    full_plan: Floats,
    buffer: Floats,
    gradient: Floats,
    total: Floats,
    children: Floats,
    out: Floats,
    values: Floats,
) -> None:
    """Write the gradient of the pieces from `first` to `stop`: `out` for choices in the round, `values` for none.

    If `out` is empty the values are those of best responses instead, with `children` of the rounds to come.

    Parameters
    ----------
    plan, above, full_plan : ndarray
        A vector over the opponent's sequences in the round, of shape (classes, choices, histories); the weights with
        which the round begins, shape (classes of the round before, histories); and both, with these weights in row 0,
        of all classes, empty in a ranked round, where boards load it.
    buffer, gradient, total : ndarray
        Space, see `seqform.backends.iterative.operator.Scratch`.
    """
    with cython.nogil:
        for piece in range(first, stop):
            size = multiply_piece(
                frame, meetings, piece, plan, above, full_plan, buffer, gradient, total
            )
            for place in range(size):
                c = class_in_piece(meetings, piece, place)
                if out.shape[0] > 0:
                    for choice in range(out.shape[1]):
                        for h in range(out.shape[2]):
                            out[c, choice, h] = gradient[1 + choice, place, h]
                else:
                    add_children(frame.sets, c, children, gradient, place)
                    choose_best(frame.sets, gradient, place, total)
                for h in range(values.shape[1]):
                    values[c, h] = gradient[0, place, h]


def add_children(sets: Sets, c: int, children: Floats, gradient: Floats, place: int) -> None:
    """Add the values of the rounds to come to a class's gradient at every continuing leaf."""
    leaves = sets.at_leaf.shape[0]
    for leaf in range(leaves):
        choice = sets.at_leaf[leaf]
        for h in range(gradient.shape[2]):
            gradient[choice, place, h] += children[c, h * leaves + leaf]


def choose_best(sets: Sets, gradient: Floats, place: int, space: Floats) -> None:
    """Add to every sequence the payoffs of the best choices after it; row 0 becomes the class's value."""
    width = gradient.shape[2]
    for at in range(sets.above.shape[0] - 1, -1, -1):
        start = sets.start[at]
        for h in range(width):
            space[0, h] = gradient[start, place, h]
        for choice in range(start + 1, sets.start[at + 1]):
            for h in range(width):
                space[0, h] = max(space[0, h], gradient[choice, place, h])
        above = sets.above[at]
        for h in range(width):
            gradient[above, place, h] += space[0, h]


def to_parents(values: Floats, parents: Ints, out: Floats) -> None:
    """Set `out`, one row a class of the round before, to the sums of the rows of the classes that continue it."""
    width = values.shape[1]
    for parent in range(out.shape[0]):
        for h in range(width):
            out[parent, h] = 0.0
    for c in range(values.shape[0]):
        parent = parents[c]
        for h in range(width):
            out[parent, h] += values[c, h]
