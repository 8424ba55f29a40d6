"""Rounds of a class game as arrays for compiled loops, one player's side of each.

In a ranked round the numbers of meetings are products and showdowns compare ranks; these rounds are found and proved in
integers, and the classes of a game can be renumbered by boards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from seqform.backends.iterative.tables import Frame, RoundMeetings, Sets, Terms
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import Floats, Ints, magnitude
from seqform.models.programs.class_game import ClassGame, ClassPairs, ClassStrategy

WORTH_A_THREAD = 20_000
"""Entries of a vector; handing over less work than this costs more than it saves."""

MOST_CHUNKS = 24


@dataclass(frozen=True, eq=False)
class Side(Immutable):
    """One player's side of a round."""

    frame: Frame
    meetings: RoundMeetings
    chunks: Ints  # pieces from chunks[i] to chunks[i + 1] (exclusive) are the work of one thread at a time
    own_chunks: Ints  # likewise the own classes
    other_chunks: Ints
    shape: tuple[int, int, int]  # classes, choices, histories
    other_shape: tuple[int, int, int]


def sides(game: ClassGame, ranked: bool = True) -> tuple[tuple[Side, ...], tuple[Side, ...]]:
    """Return both players' sides of every round; unless `ranked`, every round is kept as pairs of classes."""
    rounds = [ranked_round(game, number) if ranked else None for number in range(game.num_rounds)]
    first, second = (
        tuple(_side(game, player, number, rounds[number]) for number in range(game.num_rounds))
        for player in (0, 1)
    )
    return first, second


def _side(game: ClassGame, player: int, number: int, ranked: RankedRound | None) -> Side:
    own, other = game.shape(player, number), game.shape(1 - player, number)
    meetings = _pairs(game, player, number) if ranked is None else _boards(ranked, player)
    return Side(
        frame=Frame(
            sets=_sets(game, player, number),
            other_sets=_sets(game, 1 - player, number),
            parents=ints(game.parents[player][number]),
            other_parents=ints(game.parents[1 - player][number]),
            terms=_terms(game, player, number, ranked),
        ),
        meetings=meetings,
        chunks=_chunks((1 + np.diff(ints(meetings.start))) * own[1] * own[2]),
        own_chunks=_chunks(np.full(own[0], own[1] * own[2])),
        other_chunks=_chunks(np.full(other[0], other[1] * other[2])),
        shape=own,
        other_shape=other,
    )


def _boards(ranked: RankedRound, player: int) -> RoundMeetings:
    """Return the boards of a ranked round."""
    own, other = (ranked.first, ranked.second) if player == 0 else (ranked.second, ranked.first)
    values = np.empty((0, 0))
    return RoundMeetings(
        True, ranked.start, ranked.classes, own, other, ranked.overlap, ranked.tie_stop, values
    )


def _pairs(game: ClassGame, player: int, number: int) -> RoundMeetings:
    """Return the pairs of a round by own classes."""
    pairs = game.pairs[number]
    own, other = (pairs.first, pairs.second) if player == 0 else (pairs.second, pairs.first)
    order = np.argsort(own, kind="stable")
    counts = np.bincount(own, minlength=game.num_classes[player][number])
    start = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    values = np.ascontiguousarray(pairs.to_floats()[:, order])
    empty = np.empty(0)
    return RoundMeetings(False, start, ints(other[order]), empty, empty, empty, ints([]), values)


def _sets(game: ClassGame, player: int, number: int) -> Sets:
    stage = game.stages[number]
    sequences = stage.sequences(player)
    at_leaf = [sequences.at[leaf] for leaf in stage.continuing]
    return Sets(ints(sequences.set_start), ints(sequences.set_above), ints(at_leaf))


def _terms(game: ClassGame, player: int, number: int, ranked: RankedRound | None) -> Terms:
    stage, payoffs, besides = game.stages[number], game.payoffs[number], game.besides
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
        own=ints(own),
        other=ints(other),
        product=ints([place_of[pair] for pair in zip(feature_of, other, strict=True)]),
        coefficient=np.array(coefficient, dtype=np.float64).reshape(
            len(own), game.num_histories[number]
        ),
        product_feature=ints([feature for feature, _ in distinct]),
        product_other=ints([choice for _, choice in distinct]),
        besides=(
            np.empty((0, 0, 0))
            if besides is None or besides.player != player
            else np.ascontiguousarray(besides.tables[number], dtype=np.float64)
        ),
    )


def _chunks(weights: Ints) -> Ints:
    """Return cuts into pieces of about the same weight."""
    total = int(weights.sum())
    pieces = min(MOST_CHUNKS, max(1, total // WORTH_A_THREAD))
    cuts = np.searchsorted(np.cumsum(weights), total * np.arange(1, pieces) / pieces)
    return np.unique(np.concatenate([[0], cuts, [len(weights)]])).astype(np.int64)


def ints(values: object) -> Ints:
    """Return an array of 64-bit integers for compiled loops."""
    return np.ascontiguousarray(np.array(values, dtype=np.int64))


# ---- ranked rounds ----


class RankedRound:
    """A round whose classes fall into boards, on which any two may meet and the higher wins.

    The number N of meetings and the feature M that is summed when they do are, on a board,
    N_ij = a_i b_j - [i = j] c_i and M_ij = a_i b_j sign(rank_i - rank_j), so that products with them cost one pass over
    the classes in the order of their ranks.
    """

    def __init__(self, boards: list[_Board], sign_feature: int | None) -> None:
        sizes = [len(board.classes) for board in boards]
        # where the classes of each board begin in the arrays below
        self.start: Ints = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        # by board, then by rank; the same for both players
        self.classes: Ints = np.concatenate([board.classes for board in boards])
        # a, b and c
        factors = np.concatenate([board.factors for board in boards], axis=1)
        self.first, self.second, self.overlap = np.ascontiguousarray(factors)
        # the end of the classes of the same board and rank
        self.tie_stop: Ints = np.concatenate([board.tie_stop for board in boards]) + np.repeat(
            self.start[:-1], sizes
        )
        self.sign_feature = sign_feature  # None where only the constant matters


class _Board(NamedTuple):
    classes: Ints
    factors: Floats
    tie_stop: Ints


def ranked_round(game: ClassGame, number: int) -> RankedRound | None:
    """Return the structure of a round (from 0), or None if it is not ranked; every entry is checked in integers."""
    pairs, table = game.pairs[number], game.payoffs[number].numerators
    used = [feature for feature in range(1, table.shape[1]) if table[:, feature].any()]
    size = game.num_classes[0][number]
    if (
        len(used) > 1
        or game.num_classes[1][number] != size
        or len(pairs) == 0
        or pairs.numerators.dtype == object
    ):
        return None
    signs = pairs.numerators[used[0]] if used else np.zeros(len(pairs), dtype=np.int64)
    boards = []
    for entries in _components(pairs, size):
        board = _board(pairs, entries, signs)
        if board is None:
            return None
        boards.append(board)
    if sum(len(board.classes) for board in boards) < size:
        return None
    return RankedRound(boards, used[0] if used else None)


def _components(pairs: ClassPairs, size: int) -> list[Ints]:
    """Return the pairs of every connected component of the classes, which have one numbering for both players."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    met = coo_array((np.ones(len(pairs)), (pairs.first, pairs.second)), shape=(size, size))
    label = connected_components(met, directed=False)[1]
    of_pair = label[pairs.first]
    order = np.argsort(of_pair, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(of_pair[order])) + 1)


def _board(pairs: ClassPairs, entries: Ints, signs: Ints) -> _Board | None:
    first, second = pairs.first[entries], pairs.second[entries]
    classes = np.unique(np.concatenate([first, second]))
    place = np.searchsorted(classes, first), np.searchsorted(classes, second)
    n = len(classes)
    if n * n > 4 * len(entries) + 16:  # far from all pairs meeting
        return None
    meet, show = np.zeros((n, n), dtype=np.int64), np.zeros((n, n), dtype=np.int64)
    meet[place] = pairs.numerators[0, entries]
    show[place] = signs[entries]
    ranks = np.sign(show).sum(axis=1)
    if not np.array_equal(
        show, np.where(np.eye(n, dtype=bool), 0, meet) * np.sign(ranks[:, None] - ranks)
    ):
        return None
    factors = _factors(meet)
    if factors is None:
        return None
    a, b = factors
    scale = Fraction(1, pairs.denominator)
    overlap = [(x * y - int(own)) * scale for x, y, own in zip(a, b, meet.diagonal(), strict=True)]
    order = np.argsort(ranks, kind="stable")
    values = np.array(
        [[float(x * scale) for x in a], [*map(float, b)], [*map(float, overlap)]], dtype=np.float64
    )
    stops = np.searchsorted(ranks[order], ranks[order], side="right").astype(np.int64)
    return _Board(classes[order].astype(np.int64), values[:, order], stops)


def _factors(meet: Ints) -> tuple[list[Fraction], list[Fraction]] | None:
    """Return a and b with meet_ij = a_i b_j for all i ≠ j, if they exist."""
    n = len(meet)
    away = ~np.eye(n, dtype=bool)
    if n == 1:
        return [Fraction(1)], [Fraction(int(meet[0, 0]))]
    if not meet[away].all():
        return None
    row = [int(value) for value in meet[0]]
    a = [Fraction(1)] * n
    for i in range(1, n):
        j = 1 if i != 1 else 2
        if j < n:
            a[i] = Fraction(int(meet[i, j]), row[j])
    b = [Fraction(int(meet[1, 0])) / a[1], *map(Fraction, row[1:])]
    above = tuple(np.array([x.numerator for x in part], dtype=object) for part in (a, b))
    below = tuple(np.array([x.denominator for x in part], dtype=object) for part in (a, b))
    if magnitude(meet.ravel()) * magnitude(below[0]) * magnitude(below[1]) >= 2**62:
        return None
    if magnitude(above[0]) * magnitude(above[1]) >= 2**62:
        return None
    products = [np.outer(*(part.astype(np.int64) for part in parts)) for parts in (below, above)]
    same = meet * products[0] == products[1]
    return (a, b) if same[away].all() else None


Orders = tuple[tuple[Ints, ...], tuple[Ints, ...]]


@dataclass(frozen=True, eq=False)
class Renumbered:
    """A class game with its classes in another order; `orders` has the original numbers, by players and rounds."""

    game: ClassGame
    original: ClassGame
    orders: Orders

    def lift(self, strategy: ClassStrategy) -> ClassStrategy:
        """Return a strategy of the renumbered game as one of the original."""
        behavior = self.original_tables(strategy.player, strategy.behavior)
        return ClassStrategy(self.original, strategy.player, tuple(behavior))

    def original_tables(
        self, player: int, tables: Sequence[npt.NDArray[Any]]
    ) -> list[npt.NDArray[Any]]:
        """Return tables of a player's classes, by rounds, in the original order."""
        orders = self.orders[player]
        return [table[np.argsort(order)] for order, table in zip(orders, tables, strict=True)]


def in_board_order(game: ClassGame) -> Renumbered:
    """Return a game with the classes of ranked rounds board by board, by rank; other rounds stay as they are."""
    found = [ranked_round(game, number) for number in range(game.num_rounds)]
    first, second = (
        tuple(
            np.arange(game.num_classes[player][number]) if ranked is None else ranked.classes
            for number, ranked in enumerate(found)
        )
        for player in (0, 1)
    )
    return renumbered(game, (first, second))


def renumbered(game: ClassGame, orders: Orders) -> Renumbered:
    """Return a game with its classes in the given orders; see `Renumbered`."""
    places = [[np.argsort(order) for order in own] for own in orders]
    parents = [
        tuple(
            game.parents[player][number][order]
            if number == 0
            else places[player][number - 1][game.parents[player][number][order]]
            for number, order in enumerate(orders[player])
        )
        for player in (0, 1)
    ]
    pairs = []
    for number, table in enumerate(game.pairs):
        first, second = places[0][number][table.first], places[1][number][table.second]
        order = np.lexsort((second, first))
        pairs.append(
            ClassPairs(first[order], second[order], table.numerators[:, order], table.denominator)
        )
    besides = game.besides
    if besides is not None:
        tables = zip(besides.tables, orders[besides.player], strict=True)
        besides = replace(besides, tables=tuple(table[order] for table, order in tables))
    changed = replace(game, parents=(parents[0], parents[1]), pairs=tuple(pairs), besides=besides)
    return Renumbered(changed, game, orders)
