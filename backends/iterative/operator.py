"""Products with the payoff matrices of a class game, which are never written out, and exact best responses.

Plans and gradients of a round are worked on in pieces of shape (classes, 1 + choices, histories): row 0 is for the
sequence before the round. Histories are innermost, so that the processor's vector units work along them.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from seqform.backends.iterative.rounds import Frame, RoundMeetings, Sets, Side, Terms, sides
from seqform.backends.linalg.compiled import compiled, compiled_part
from seqform.models.numbers.exact import Floats, Ints
from seqform.models.programs.class_game import ClassGame, PlanPayoffs

Work = Callable[[int, int, int], None]
"""Called with the first and the last (exclusive) item of a chunk, and the number of the thread."""

Opposing = tuple[Floats, Floats, Floats]
"""A vector over the opponent's sequences in a round: of shape (classes, choices, histories); the weights with which the
round begins, shape (classes of the round before, histories); and both, with these weights in row 0, of all classes,
empty in a ranked round, where boards load it."""

Scratch = tuple[Floats, Floats, Floats]
"""Space of a thread: for the plan on a board, or the products of a class; for a gradient; and for two rows of sums."""


NOTHING, NO_GRADIENT = np.zeros((0, 0)), np.zeros((0, 0, 0))


class Threads:
    """Threads, the caller's among them, for work that releases the global interpreter lock.

    The assignment of chunks to threads is dynamic, so that a delayed thread delays no other; results must not depend
    on it. As a context manager it shuts the threads down at the end.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self._pool = ThreadPoolExecutor(count - 1, "seqform-iterative") if count > 1 else None

    def run(self, cuts: Ints, work: Work) -> None:
        """Do the chunks from ``cuts[i]`` to ``cuts[i + 1]``, and return when all are done."""
        chunks = list(itertools.pairwise(cuts.tolist()))
        if self._pool is None or len(chunks) < 2:
            for first, stop in chunks:
                work(first, stop, 0)
            return
        numbers = itertools.count()

        def take(thread: int) -> None:
            while (number := next(numbers)) < len(chunks):
                work(*chunks[number], thread)

        others = [self._pool.submit(take, thread) for thread in range(1, self.count)]
        take(0)
        for other in others:
            other.result()

    def __enter__(self) -> Threads:
        return self

    def __exit__(self, *error: object) -> None:
        if self._pool is not None:
            self._pool.shutdown()


class PayoffOperator:
    """Products with a class game's payoff matrices.

    Vectors over a player's sequences are kept by rounds, as arrays of shape (classes, choices, histories); the entry
    of the empty sequence is apart. Results do not depend on the number of threads. In rounds in which showdowns compare
    ranks a product costs one pass over the hands; unless `ranked`, every round is worked through pair by pair, and the
    results agree up to rounding.
    """

    def __init__(self, game: ClassGame, threads: int = 1, *, ranked: bool = True) -> None:
        self.game = game
        self.sides = sides(game, ranked)
        self.threads = Threads(threads)
        self.scratch = [[_scratch(side, threads) for side in own] for own in self.sides]
        self._above_matters = [[_matters(own, number) for number in range(game.num_rounds)] for own in self.sides]

    def gradient(self, player: int, plan: list[Floats], out: list[Floats] | None = None) -> tuple[float, list[Floats]]:
        """Return the payoff of a unit of weight on each of a player's sequences: A y for player 0, Bᵀx for player 1.

        `plan` is any vector over the opponent's sequences, by rounds, with an entry of 1 for the empty one; `out`
        receives the result. Returned are the entry of the empty sequence and the others by rounds.
        """
        rounds = range(self.game.num_rounds)
        if out is None:
            out = [np.empty(self.game.shape(player, number)) for number in rounds]
        above = self._weights_before(player, plan)
        before = [self._work(player, number, plan[number], above[number], NOTHING, out[number]) for number in rounds]
        besides = self._besides(player)
        return self._carry_up(player, out, before) + (0.0 if besides is None else besides.constant), out

    def best_response_value(self, player: int, plan: list[Floats]) -> float:
        """Return the payoff of a player's best response to the opponent's realization plan, given by rounds."""
        above = self._weights_before(player, plan)
        own = self.sides[player]
        children: Floats = np.zeros((own[-1].shape[0], 0))
        for number in range(len(own) - 1, -1, -1):
            values = self._work(player, number, plan[number], above[number], children, NO_GRADIENT)
            children = self.sums_by_parents(player, number, values)
        besides = self._besides(player)
        return float(children[0, 0]) + (0.0 if besides is None else besides.constant)

    def guarantee(self, player: int, plan: list[Floats]) -> float:
        """Return the payoff of a plan against the opponent's best response, in a zero-sum game."""
        besides = self._besides(player)
        return (0.0 if besides is None else besides.of(plan)) - self.best_response_value(1 - player, plan)

    def _besides(self, player: int) -> PlanPayoffs | None:
        besides = self.game.besides
        return besides if besides is not None and besides.player == player else None

    def sums_by_parents(self, player: int, number: int, values: Floats) -> Floats:
        """Return the sums of the rows of the classes that continue each class of the round before."""
        rows = self.sides[player][number - 1].shape[0] if number else 1
        sums = np.empty((rows, values.shape[1]))
        to_parents(values, self.sides[player][number].frame.parents, sums)
        return sums

    def _weights_before(self, player: int, plan: list[Floats]) -> list[Floats]:
        """Return the opponent's weights with which every round begins, shape (classes of the round before, histories).

        They are left zero where no end of the game depends on them.
        """
        above = [np.ones((1, 1))]
        for number, side in enumerate(self.sides[player][:-1]):
            at_leaf = side.frame.other_sets.at_leaf.tolist()
            if not self._above_matters[player][number]:
                above.append(np.zeros((side.other_shape[0], side.other_shape[2] * len(at_leaf))))
                continue
            before = above[-1][side.frame.other_parents]
            leaves = [before if choice == 0 else plan[number][:, choice - 1] for choice in at_leaf]
            above.append(np.stack(leaves, axis=2).reshape(len(before), -1))
        return above

    def _work(self, player: int, number: int, plan: Floats, above: Floats, children: Floats, out: Floats) -> Floats:
        """Call `work_pieces` for all pieces of a round; return its values by class and history."""
        side, scratch = self.sides[player][number], self.scratch[player][number]
        classes, choices, histories = side.other_shape
        whole = np.empty((0 if side.meetings.ranked else classes, choices + 1, histories))
        if not side.meetings.ranked:
            parents = side.frame.other_parents
            self.threads.run(
                side.other_chunks, lambda first, stop, _: load_plans(plan, above, parents, first, stop, whole)
            )
        values = np.empty(side.shape[::2])

        def work(first: int, stop: int, thread: int) -> None:
            vector = plan, above, whole
            work_pieces(side.frame, side.meetings, first, stop, vector, scratch[thread], children, out, values)

        self.threads.run(side.chunks, work)
        return values

    def _carry_up(self, player: int, out: list[Floats], before: list[Floats]) -> float:
        """Add the payoffs before each round to the choices of the rounds before; return the empty sequence's."""
        for number in range(len(out) - 1, 0, -1):
            if not before[number].any():
                continue
            earlier = self.sides[player][number - 1]
            by_leaf = self.sums_by_parents(player, number, before[number]).reshape(*earlier.shape[::2], -1)
            for leaf, choice in enumerate(earlier.frame.sets.at_leaf.tolist()):
                target = before[number - 1] if choice == 0 else out[number - 1][:, choice - 1]
                target += by_leaf[:, :, leaf]
        return float(before[0].sum())


def _matters(own: tuple[Side, ...], number: int) -> bool:
    """Return whether an end of a later round depends on the opponent's choices of this round and no later one."""
    for side in own[number + 1 :]:
        if not side.frame.terms.other.all():
            return True
        if side.frame.other_sets.at_leaf.all():
            return False
    return False


def _scratch(side: Side, threads: int) -> list[Scratch]:
    width, places = side.shape[2], 1
    held = 1, len(side.frame.terms.product_feature), width
    if side.meetings.ranked:
        places = int(np.diff(side.meetings.start).max())
        held = places, 1 + side.other_shape[1], width
    gradient = places, 1 + side.shape[1], width
    return [(np.empty(held), np.empty(gradient), np.empty((2, width))) for _ in range(threads)]


@compiled_part
def multiply_board(
    boards: RoundMeetings, board: int, terms: Terms, plan: Floats, total: Floats, gradient: Floats
) -> None:
    """Set `gradient` to the product on a board, classes in the order of their ranks; `total` is space for 2 rows."""
    begin, size = boards.start[board], boards.start[board + 1] - boards.start[board]
    width = plan.shape[2]
    gradient[:size] = 0.0
    if len(terms.besides):
        for place in range(size):
            gradient[place, 1:] = terms.besides[boards.classes[begin + place]]
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
        for h in range(width):  # below: the losers less the winners against the class at hand, ties left out
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
def multiply_class(
    pairs: RoundMeetings, one: int, terms: Terms, plan: Floats, products: Floats, gradient: Floats
) -> None:
    """Set `gradient`, shape (1 + choices, histories), to an own class's product; `plan` is of all opposing classes."""
    width = plan.shape[2]
    count = len(terms.product_feature)
    products[:count] = 0.0
    for pair in range(pairs.start[one], pairs.start[one + 1]):
        other = pairs.classes[pair]
        for product in range(count):
            value = pairs.value[terms.product_feature[product], pair]
            if value == 0.0:
                continue
            row, out = plan[other, terms.product_other[product]], products[product]
            for h in range(width):
                out[h] += value * row[h]
    gradient[:] = 0.0
    if len(terms.besides):
        gradient[1:] = terms.besides[one]
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


@compiled_part
def multiply_piece(frame: Frame, meetings: RoundMeetings, piece: int, vector: Opposing, space: Scratch) -> int:
    """Set the gradient of a board or of an own class; return the number of classes in it."""
    plan, above, whole = vector
    held, gradient, total = space
    if not meetings.ranked:
        multiply_class(meetings, piece, frame.terms, whole, held[0], gradient[0])
        return 1
    begin, size = meetings.start[piece], meetings.start[piece + 1] - meetings.start[piece]
    for place in range(size):
        load_plan(plan, above, frame.other_parents, meetings.classes[begin + place], held[place])
    multiply_board(meetings, piece, frame.terms, held, total, gradient)
    return int(size)


@compiled_part
def class_in_piece(meetings: RoundMeetings, piece: int, place: int) -> int:
    """Return a class of a board, or the own class that is the piece."""
    return meetings.classes[meetings.start[piece] + place] if meetings.ranked else piece


@compiled
def work_pieces(
    frame: Frame,
    meetings: RoundMeetings,
    first: int,
    stop: int,
    vector: Opposing,
    space: Scratch,
    children: Floats,
    out: Floats,
    values: Floats,
) -> None:
    """Write the gradient of the pieces from `first` to `stop`: `out` for choices in the round, `values` for none.

    If `out` is empty the values are those of best responses instead, with `children` of the rounds to come.
    """
    gradient = space[1]
    for piece in range(first, stop):
        for place in range(multiply_piece(frame, meetings, piece, vector, space)):
            one = class_in_piece(meetings, piece, place)
            if len(out):
                out[one] = gradient[place, 1:]
            else:
                add_children(frame.sets, one, children, gradient[place])
                choose_best(frame.sets, gradient[place], space[2][0])
            values[one] = gradient[place, 0]


@compiled_part
def add_children(sets: Sets, one: int, children: Floats, gradient: Floats) -> None:
    """Add the values of the rounds to come to a class's gradient at every continuing leaf."""
    leaves = len(sets.at_leaf)
    for leaf in range(leaves):
        choice = sets.at_leaf[leaf]
        for h in range(gradient.shape[1]):
            gradient[choice, h] += children[one, h * leaves + leaf]


@compiled_part
def choose_best(sets: Sets, gradient: Floats, best: Floats) -> None:
    """Add to every sequence the payoffs of the best choices after it; row 0 becomes the class's value."""
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
def to_parents(values: Floats, parents: Ints, out: Floats) -> None:
    """Set `out`, one row a class of the round before, to the sums of the rows of the classes that continue it."""
    out[:] = 0.0
    width = values.shape[1]
    for one in range(len(values)):
        row, into = values[one], out[parents[one]]
        for h in range(width):
            into[h] += row[h]
