"""The payoff matrix of a class game as an operator.

Compiled products of a round's payoffs with the opponent's plan.

Plans and gradients of a round are worked on in pieces of shape (places, 1 + choices, histories): row 0 is for the
sequence before the round. Histories are innermost, which is what the processor's vector units like.

What the compiled loops know of a class game: one player's side of every round, in plain arrays.

Threads that share a list of pieces of work.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from types import TracebackType
from typing import NamedTuple

import numpy as np

from seqform.backends.iterative.ranked import RankedRound, ranked_round
from seqform.backends.linalg.compiled import compiled, compiled_part
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import Floats, Ints
from seqform.models.programs.class_game import ClassGame


class Sets(NamedTuple):
    """A player's information sets in a round: the same for every class and history.

    Choice 0 stands for what was done before the round, as in `StageSequences`.
    """

    start: Ints
    above: Ints
    at_leaf: Ints  # the choice at every continuing leaf


class Terms(NamedTuple):
    """Payoffs of a round as one player sees them: a feature over classes times coefficients over histories."""

    own: Ints  # the player's choice, shape (terms,)
    other: Ints  # the opponent's choice
    product: Ints  # which of the distinct pairs of feature and opponent's choice
    coefficient: Floats  # shape (terms, histories)
    product_feature: Ints  # shape (products,); on boards 0 is for meetings and 1 for comparisons
    product_other: Ints


class Boards(NamedTuple):
    """A ranked round as one player sees it; see `RankedRound`."""

    start: Ints
    classes: Ints
    own: Floats
    other: Floats
    overlap: Floats
    tie_stop: Ints


class Rows(NamedTuple):
    """A round as one player sees it: for each own class the opposing ones that it meets."""

    start: Ints
    other: Ints
    value: Floats  # shape (features, pairs)


class Frame(NamedTuple):
    """What compiled functions know of a round besides who meets whom."""

    sets: Sets
    other_sets: Sets
    parents: Ints
    other_parents: Ints
    terms: Terms


@dataclass(frozen=True, eq=False)
class Side(Immutable):
    """One player's side of a round.

    Attributes
    ----------
    chunks : ndarray of int
        Boards, or own classes, from ``chunks[i]`` to ``chunks[i + 1]`` (exclusive) make a piece of work.
    other_chunks : ndarray of int
        Likewise the opponent's classes.
    shape, other_shape : (classes, choices, histories)
    """

    frame: Frame
    meetings: Boards | Rows
    chunks: Ints
    other_chunks: Ints
    shape: tuple[int, int, int]
    other_shape: tuple[int, int, int]

    @property
    def ranked(self) -> bool:
        """Whether the meetings are boards."""
        return isinstance(self.meetings, Boards)


WORTH_A_THREAD = 20_000
"""Entries of a vector; handing over less work than this costs more than it saves."""

MOST_CHUNKS = 24


def sides(game: ClassGame, ranked: bool = True) -> tuple[tuple[Side, ...], tuple[Side, ...]]:
    """Return both players' sides of every round.

    Parameters
    ----------
    ranked : bool
        Whether to look for boards; without, every round is kept as pairs of classes.
    """
    rounds = [ranked_round(game, number) if ranked else None for number in range(game.num_rounds)]
    first, second = (
        tuple(_side(game, player, number, rounds[number]) for number in range(game.num_rounds)) for player in (0, 1)
    )
    return first, second


def _side(game: ClassGame, player: int, number: int, ranked: RankedRound | None) -> Side:
    shapes = game.shape(player, number), game.shape(1 - player, number)
    meetings = _rows(game, player, number) if ranked is None else _boards(ranked, player)
    return Side(
        frame=Frame(
            sets=_sets(game, player, number),
            other_sets=_sets(game, 1 - player, number),
            parents=_ints(game.parents[player][number]),
            other_parents=_ints(game.parents[1 - player][number]),
            terms=_terms(game, player, number, ranked),
        ),
        meetings=meetings,
        chunks=_chunks((1 + np.diff(meetings.start)) * shapes[0][1] * shapes[0][2]),
        other_chunks=_chunks(np.full(shapes[1][0], shapes[1][1] * shapes[1][2])),
        shape=shapes[0],
        other_shape=shapes[1],
    )


def _sets(game: ClassGame, player: int, number: int) -> Sets:
    stage = game.stages[number]
    sequences = stage.sequences(player)
    at_leaf = [sequences.at[leaf] for leaf in stage.continuing]
    return Sets(_ints(sequences.set_start), _ints(sequences.set_above), _ints(at_leaf))


def _terms(game: ClassGame, player: int, number: int, ranked: RankedRound | None) -> Terms:
    stage, payoffs = game.stages[number], game.payoffs[number]
    mine, theirs = stage.sequences(player), stage.sequences(1 - player)
    own, other, feature_of, coefficient = [], [], [], []
    for feature in range(payoffs.numerators.shape[1]):
        for place, end in enumerate(stage.ends):
            values = payoffs.numerators[player, feature, place] / payoffs.denominator
            if not values.any():
                continue
            if ranked is not None and feature == ranked.sign_feature and player == 1:
                values = -values  # comparisons are from the own class's side
            own.append(mine.at[end])
            other.append(theirs.at[end])
            feature_of.append(feature if ranked is None else int(feature == ranked.sign_feature))
            coefficient.append(values)
    distinct = sorted(set(zip(feature_of, other, strict=True)))
    place_of = {pair: place for place, pair in enumerate(distinct)}
    return Terms(
        own=_ints(own),
        other=_ints(other),
        product=_ints([place_of[pair] for pair in zip(feature_of, other, strict=True)]),
        coefficient=np.array(coefficient, dtype=np.float64).reshape(len(own), game.num_histories[number]),
        product_feature=_ints([feature for feature, _ in distinct]),
        product_other=_ints([choice for _, choice in distinct]),
    )


def _boards(ranked: RankedRound, player: int) -> Boards:
    own, other = (ranked.first, ranked.second) if player == 0 else (ranked.second, ranked.first)
    return Boards(ranked.start, ranked.classes, own, other, ranked.overlap, ranked.tie_stop)


def _rows(game: ClassGame, player: int, number: int) -> Rows:
    pairs = game.pairs[number]
    own, other = (pairs.first, pairs.second) if player == 0 else (pairs.second, pairs.first)
    order = np.argsort(own, kind="stable")
    counts = np.bincount(own, minlength=game.num_classes[player][number])
    start = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    return Rows(start, _ints(other[order]), np.ascontiguousarray(pairs.numerators[:, order] / pairs.denominator))


def _chunks(weights: Ints) -> Ints:
    """Return where to cut so that the pieces weigh about the same."""
    total = int(weights.sum())
    pieces = min(MOST_CHUNKS, max(1, total // WORTH_A_THREAD))
    cuts = np.searchsorted(np.cumsum(weights), total * np.arange(1, pieces) / pieces)
    return np.unique(np.concatenate([[0], cuts, [len(weights)]])).astype(np.int64)


def _ints(values: object) -> Ints:
    return np.ascontiguousarray(np.array(values, dtype=np.int64))


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


Work = Callable[[int, int, int], None]
"""From the first and the last (exclusive) item of a piece, and the number of the thread that does it."""


class Team:
    """A number of threads, the caller's among them, for work that leaves Python's lock.

    Which thread does which piece is left to chance, so that a thread that is held up holds nobody else up; results
    must not depend on it.

    Parameters
    ----------
    threads : int
        At least 1.
    """

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._pool = ThreadPoolExecutor(threads - 1, "seqform-iterative") if threads > 1 else None

    def run(self, cuts: Ints, work: Work) -> None:
        """Do the pieces from ``cuts[i]`` to ``cuts[i + 1]``, and return when all are done."""
        pieces = list(zip(cuts[:-1].tolist(), cuts[1:].tolist(), strict=True))
        if self._pool is None or len(pieces) < 2:
            for first, stop in pieces:
                work(first, stop, 0)
            return
        numbers = itertools.count()

        def take(thread: int) -> None:
            while (number := next(numbers)) < len(pieces):
                work(*pieces[number], thread)

        others = [self._pool.submit(take, thread) for thread in range(1, self.threads)]
        take(0)
        for other in others:
            other.result()

    def close(self) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()

    def __enter__(self) -> Team:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


class PayoffOperator:
    """Products with a class game's payoff matrices, which are never written out.

    Vectors over a player's sequences are kept by rounds, as arrays of shape (classes, choices, histories); the entry
    of the empty sequence is apart. Results do not depend on the number of threads.

    Parameters
    ----------
    ranked : bool
        Whether to look for rounds in which showdowns compare ranks, where a product costs one pass over the hands.
        Without, every round is worked through pair by pair; the results agree up to rounding.

    Examples
    --------
    >>> import numpy as np
    >>> from seqform.builders.forms.class_game import class_game
    >>> from seqform.builders.games.ordered.poker import kuhn
    >>> from seqform.models.games.abstraction import InformationFilter
    >>> game = class_game(InformationFilter.identity(kuhn("kuhn")))
    >>> operator = PayoffOperator(game)
    >>> check_and_fold = [np.array([[[1.0], [0.0], [1.0], [0.0]]] * 3)]
    >>> empty, rounds = operator.gradient(0, check_and_fold)
    >>> rounds[0].shape, np.round(rounds[0][:, 0, 0], 3).tolist()
    ((3, 4, 1), [-0.333, 0.0, 0.333])
    """

    def __init__(self, game: ClassGame, threads: int = 1, *, ranked: bool = True) -> None:
        self.game = game
        self.sides = sides(game, ranked)
        self.team = Team(threads)
        self.scratch = [[_scratch(side, threads) for side in own] for own in self.sides]
        self._above_matters = [[_matters(own, number) for number in range(game.num_rounds)] for own in self.sides]

    @property
    def kinds(self) -> tuple[str, ...]:
        """How each round is worked through: ``"ranked"`` or ``"pairs"``."""
        return tuple("ranked" if side.ranked else "pairs" for side in self.sides[0])

    def gradient(
        self, player: int, plan: list[Floats], out: list[Floats] | None = None, *, empty: float = 1.0
    ) -> tuple[float, list[Floats]]:
        """Return what a unit of weight on each of a player's sequences earns against the opponent's vector.

        Parameters
        ----------
        player : int
            0 for A y, 1 for Bᵀx.
        plan : list of ndarray
            Any vector over the opponent's sequences, by rounds.
        out : list of ndarray, optional
            Where to write the result.
        empty : float
            The vector's entry of the empty sequence.

        Returns
        -------
        (float, list of ndarray)
            The entry of the empty sequence, and the others by rounds.
        """
        game = self.game
        if out is None:
            out = [np.empty(game.shape(player, number)) for number in range(game.num_rounds)]
        above = self.weights_before(player, plan, empty)
        before = [
            self.round_gradient(player, number, plan[number], above[number], out[number])
            for number in range(game.num_rounds)
        ]
        return self._carry_up(player, out, before), out

    def weights_before(self, player: int, plan: list[Floats], empty: float = 1.0) -> list[Floats]:
        """Return the opponent's weights with which every round begins, shape (classes of the round before, histories).

        They are left zero where no end of the game depends on them.
        """
        above = [np.full((1, 1), empty)]
        for number in range(self.game.num_rounds - 1):
            above.append(self._weights_after(player, number, plan[number], above[-1]))
        return above

    def round_gradient(self, player: int, number: int, plan: Floats, above: Floats, out: Floats) -> Floats:
        """Write one round's part of the gradient; return that of the sequences before it, by class and history.

        Parameters
        ----------
        plan : ndarray, shape (opposing classes, choices, histories)
        above : ndarray, shape (opposing classes of the round before, or 1; histories)
            The opponent's weights before the round.
        out : ndarray, shape (classes, choices, histories)
        """
        side, scratch = self.sides[player][number], self.scratch[player][number]
        before = np.empty((side.shape[0], side.shape[2]))
        meetings = side.meetings
        if isinstance(meetings, Boards):

            def on_boards(first: int, stop: int, thread: int) -> None:
                held, gradient, total = scratch[thread]
                boards_gradient(side.frame, meetings, first, stop, plan, above, held, gradient, total, out, before)

            self.team.run(side.chunks, on_boards)
            return before
        whole = np.empty((side.other_shape[0], side.other_shape[1] + 1, side.other_shape[2]))

        def load(first: int, stop: int, thread: int) -> None:
            load_plans(plan, above, side.frame.other_parents, first, stop, whole)

        def row_by_row(first: int, stop: int, thread: int) -> None:
            products, gradient, _ = scratch[thread]
            rows_gradient(side.frame, meetings, first, stop, whole, products, gradient, out, before)

        self.team.run(side.other_chunks, load)
        self.team.run(side.chunks, row_by_row)
        return before

    def _weights_after(self, player: int, number: int, plan: Floats, above: Floats) -> Floats:
        side = self.sides[player][number]
        if not self._above_matters[player][number]:
            return np.zeros((side.other_shape[0], side.other_shape[2] * len(side.frame.other_sets.at_leaf)))
        above = above[side.frame.other_parents]
        leaves = [above if choice == 0 else plan[:, choice - 1] for choice in side.frame.other_sets.at_leaf.tolist()]
        return np.ascontiguousarray(np.stack(leaves, axis=2).reshape(len(above), -1))

    def _carry_up(self, player: int, out: list[Floats], before: list[Floats]) -> float:
        """Add what was earned before each round to the choices of the rounds before; return the empty sequence's."""
        for number in range(len(out) - 1, 0, -1):
            side, earlier = self.sides[player][number], self.sides[player][number - 1]
            if not before[number].any():
                continue
            sums = np.empty((earlier.shape[0], side.shape[2]))
            to_parents(before[number], side.frame.parents, sums)
            by_leaf = sums.reshape(earlier.shape[0], earlier.shape[2], -1)
            for leaf, choice in enumerate(earlier.frame.sets.at_leaf.tolist()):
                target = before[number - 1] if choice == 0 else out[number - 1][:, choice - 1]
                target += by_leaf[:, :, leaf]
        return float(before[0].sum())


def _matters(own: tuple[Side, ...], number: int) -> bool:
    """Tell whether an end of a later round depends on the opponent's choices of this round and no later one."""
    for side in own[number + 1 :]:
        if not side.frame.terms.other.all():
            return True
        if side.frame.other_sets.at_leaf.all():
            return False
    return False


def _scratch(side: Side, threads: int) -> list[tuple[Floats, Floats, Floats]]:
    """Return for each thread space for the plan and the gradient of a board, or of a class, and for sums."""
    width = side.shape[2]
    meetings = side.meetings
    plan: tuple[int, ...] = (len(side.frame.terms.product_feature), width)
    gradient: tuple[int, ...] = (1 + side.shape[1], width)
    if isinstance(meetings, Boards):
        places = int(np.diff(meetings.start).max())
        plan, gradient = (places, 1 + side.other_shape[1], width), (places, *gradient)
    return [(np.empty(plan), np.empty(gradient), np.empty((2, width))) for _ in range(threads)]
