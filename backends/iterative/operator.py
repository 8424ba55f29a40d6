"""Products with the payoff matrices of a class game, which are never written out, and exact best responses.

The loops are in `seqform.backends.iterative.operator_loops`.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from seqform.backends.iterative.operator_loops import load_plans, to_parents, work_pieces
from seqform.backends.iterative.rounds import Side, sides
from seqform.models.numbers.exact import Floats, Ints
from seqform.models.programs.class_game import ClassGame, PlanPayoffs

Work = Callable[[int, int, int], None]
"""Called with the first and the last (exclusive) item of a chunk, and the number of the thread."""

Scratch = tuple[Floats, Floats, Floats]
"""Space of a thread: for the plan on a board, or the products of a class; for a gradient; and for rows of sums."""


NOTHING = np.zeros((0, 0))
NO_GRADIENT = np.zeros((0, 0, 0))


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
        numbers = itertools.count()  # a call of `next` is atomic: every chunk goes to one thread

        def take(thread: int) -> None:
            while (number := next(numbers)) < len(chunks):
                work(*chunks[number], thread)

        futures = [self._pool.submit(take, thread) for thread in range(1, self.count)]
        take(0)
        # A result raises the exception of its thread.
        for future in futures:
            future.result()

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
        self.scratch: list[list[list[Scratch]]] = []
        self._above_matters: list[list[bool]] = []
        for own in self.sides:
            self.scratch.append([_scratch(side, threads) for side in own])
            self._above_matters.append([_matters(own, number) for number in range(len(own))])

    def gradient(
        self, player: int, plan: list[Floats], out: list[Floats] | None = None
    ) -> tuple[float, list[Floats]]:
        """Return the payoff of a unit of weight on each of a player's sequences: A y for player 0, Bᵀx for player 1.

        `plan` is any vector over the opponent's sequences, by rounds, with an entry of 1 for the empty one; `out`
        receives the result. Returned are the entry of the empty sequence and the others by rounds.
        """
        rounds = range(self.game.num_rounds)
        if out is None:
            out = [np.empty(self.game.shape(player, number)) for number in rounds]
        above = self._weights_before(player, plan)
        before = []
        for number in rounds:
            values = self._work(player, number, plan[number], above[number], NOTHING, out[number])
            before.append(values)

        total = self._carry_up(player, out, before)
        besides = self._besides(player)
        return total + (0.0 if besides is None else besides.constant), out

    def best_response_value(self, player: int, plan: list[Floats]) -> float:
        """Return the payoff of a player's best response to the opponent's realization plan, given by rounds."""
        # From the last round back, each with the values of best responses in the rounds after it.
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
        alone = 0.0 if besides is None else besides.of(plan)
        return alone - self.best_response_value(1 - player, plan)

    def _besides(self, player: int) -> PlanPayoffs | None:
        """Return the payoffs of plans alone, if the game has some to this player."""
        besides = self.game.besides
        if besides is None or besides.player != player:
            return None
        return besides

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
            at_leaf = np.asarray(side.frame.other_sets.at_leaf).tolist()
            if not self._above_matters[player][number]:
                above.append(np.zeros((side.other_shape[0], side.other_shape[2] * len(at_leaf))))
                continue
            # Choice 0 stands for the sequence before the round: nobody moved on the way to such a leaf.
            before = above[-1][np.asarray(side.frame.other_parents)]
            leaves = [before if choice == 0 else plan[number][:, choice - 1] for choice in at_leaf]
            above.append(np.stack(leaves, axis=2).reshape(len(before), -1))
        return above

    def _work(
        self, player: int, number: int, plan: Floats, above: Floats, children: Floats, out: Floats
    ) -> Floats:
        """Call `work_pieces` for all pieces of a round; return its values by class and history."""
        side = self.sides[player][number]
        scratch = self.scratch[player][number]
        plan = np.ascontiguousarray(plan)

        # In a ranked round a board loads its classes by itself; elsewhere any class may meet any other.
        classes, choices, histories = side.other_shape
        full_plan = np.empty((choices + 1, 0, histories))
        if not side.meetings.ranked:
            full_plan = np.empty((choices + 1, classes, histories))
            parents = side.frame.other_parents

            def load(first: int, stop: int, _: int) -> None:
                load_plans(plan, above, parents, first, stop, full_plan)

            self.threads.run(side.other_chunks, load)

        values = np.empty(side.shape[::2])

        def work(first: int, stop: int, thread: int) -> None:
            scope = side.frame, side.meetings, first, stop
            work_pieces(*scope, plan, above, full_plan, *scratch[thread], children, out, values)

        self.threads.run(side.chunks, work)
        return values

    def _carry_up(self, player: int, out: list[Floats], before: list[Floats]) -> float:
        """Add the payoffs before each round to the choices of the rounds before; return the empty sequence's."""
        for number in range(len(out) - 1, 0, -1):
            if not before[number].any():
                continue
            earlier = self.sides[player][number - 1]
            sums = self.sums_by_parents(player, number, before[number])
            by_leaf = sums.reshape(*earlier.shape[::2], -1)
            # Behind a leaf that no choice of the round leads to, they go on to the round before.
            for leaf, choice in enumerate(np.asarray(earlier.frame.sets.at_leaf).tolist()):
                target = before[number - 1] if choice == 0 else out[number - 1][:, choice - 1]
                target += by_leaf[:, :, leaf]
        return float(before[0].sum())


def _matters(own: tuple[Side, ...], number: int) -> bool:
    """Return whether an end of a later round depends on the opponent's choices of this round and no later one."""
    for side in own[number + 1 :]:
        if not np.asarray(side.frame.terms.opposing).all():
            return True
        if np.asarray(side.frame.other_sets.at_leaf).all():
            return False
    return False


def _scratch(side: Side, threads: int) -> list[Scratch]:
    """Return the space of every thread: for the largest board in a ranked round, else for one class."""
    _, choices, width = side.shape
    places = 1
    buffer = len(side.frame.terms.product_feature), 1, width
    if side.meetings.ranked:
        places = int(np.diff(np.asarray(side.meetings.start)).max())
        buffer = 1 + side.other_shape[1], places, width
    gradient = 1 + choices, places, width
    rows = 2 + side.meetings.num_cards
    return [(np.empty(buffer), np.empty(gradient), np.empty((rows, width))) for _ in range(threads)]
