"""Ranked rounds of class games, found and proven in integers, and a numbering of classes by boards.

In a ranked round the numbers of meetings are products, and showdowns compare ranks.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from seqform.models.numbers.exact import Floats, Ints, magnitude
from seqform.models.programs.class_game import ClassGame, ClassPairs
from seqform.models.strategies.classes import ClassStrategy

Integers = npt.NDArray[np.int64]


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
        self.first, self.second, self.overlap = np.concatenate([board.factors for board in boards], axis=1)
        # the end of the classes of the same board and rank
        self.tie_stop: Ints = np.concatenate([board.tie_stop for board in boards]) + np.repeat(self.start[:-1], sizes)
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
    if len(used) > 1 or game.num_classes[1][number] != size or len(pairs) == 0:
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


def _board(pairs: ClassPairs, entries: Ints, signs: Integers) -> _Board | None:
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
    if not np.array_equal(show, np.where(np.eye(n, dtype=bool), 0, meet) * np.sign(ranks[:, None] - ranks)):
        return None
    factors = _factors(meet)
    if factors is None:
        return None
    a, b = factors
    scale = Fraction(1, pairs.denominator)
    overlap = [(x * y - int(own)) * scale for x, y, own in zip(a, b, meet.diagonal(), strict=True)]
    order = np.argsort(ranks, kind="stable")
    values = np.array([[float(x * scale) for x in a], [*map(float, b)], [*map(float, overlap)]])
    stops = np.searchsorted(ranks[order], ranks[order], side="right").astype(np.int64)
    return _Board(classes[order].astype(np.int64), values[:, order], stops)


def _factors(meet: Integers) -> tuple[list[Fraction], list[Fraction]] | None:
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
    above = np.array([x.numerator for x in a]), np.array([y.numerator for y in b])
    below = np.array([x.denominator for x in a]), np.array([y.denominator for y in b])
    if magnitude(meet.ravel()) * magnitude(below[0]) * magnitude(below[1]) >= 2**62:
        return None
    if magnitude(above[0]) * magnitude(above[1]) >= 2**62:
        return None
    same = meet * np.outer(*below) == np.outer(*above)
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
        behavior = []
        for order, table in zip(self.orders[strategy.player], strategy.behavior, strict=True):
            original = np.empty_like(table)
            original[order] = table
            behavior.append(original)
        return ClassStrategy(self.original, strategy.player, tuple(behavior))


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
        pairs.append(ClassPairs(first[order], second[order], table.numerators[:, order], table.denominator))
    changed = replace(game, parents=(parents[0], parents[1]), pairs=tuple(pairs))
    return Renumbered(changed, game, orders)
