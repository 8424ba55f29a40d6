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
from seqform.errors import ModelError
from seqform.models.immutable import Immutable, read_only
from seqform.models.numbers.exact import (
    ExactArray,
    Floats,
    Ints,
    Numerators,
    as_integers,
    magnitude,
)
from seqform.models.programs.class_game import ClassGame, ClassStrategy
from seqform.models.programs.class_pairs import ClassPairs, HandPairs, Pairs

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
    first = []
    second = []
    for number in range(game.num_rounds):
        boards = ranked_round(game, number) if ranked else None
        first.append(_side(game, 0, number, boards))
        second.append(_side(game, 1, number, boards))
    return tuple(first), tuple(second)


def _side(game: ClassGame, player: int, number: int, ranked: RankedRound | None) -> Side:
    meetings = _pairs(game, player, number) if ranked is None else _boards(ranked, player)
    shape = game.shape(player, number)
    other_shape = game.shape(1 - player, number)
    classes, choices, histories = shape
    other_classes, other_choices, other_histories = other_shape
    return Side(
        frame=Frame(
            sets=_sets(game, player, number),
            other_sets=_sets(game, 1 - player, number),
            parents=ints(game.parents[player][number]),
            other_parents=ints(game.parents[1 - player][number]),
            terms=_terms(game, player, number, ranked),
        ),
        meetings=meetings,
        chunks=_chunks((1 + np.diff(ints(meetings.start))) * choices * histories),
        own_chunks=_chunks(np.full(classes, choices * histories)),
        other_chunks=_chunks(np.full(other_classes, other_choices * other_histories)),
        shape=shape,
        other_shape=other_shape,
    )


def _boards(ranked: RankedRound, player: int) -> RoundMeetings:
    """Return the boards of a ranked round."""
    factors = ranked.first, ranked.second
    return RoundMeetings(
        ranked=True,
        start=ranked.start,
        classes=ranked.classes,
        own=factors[player],
        opposing=factors[1 - player],
        overlap=ranked.overlap,
        tie_stop=ranked.tie_stop,
        cards=ranked.cards,
        card_shares=ranked.card_shares,
        num_cards=ranked.num_cards,
        value=np.empty((0, 0)),
    )


def _pairs(game: ClassGame, player: int, number: int) -> RoundMeetings:
    """Return the pairs of a round by own classes."""
    pairs = game.pairs[number]
    classes = pairs.first, pairs.second
    own = classes[player]
    order = np.argsort(own, kind="stable")
    counts = np.bincount(own, minlength=game.num_classes[player][number])
    empty = np.empty(0)
    return RoundMeetings(
        ranked=False,
        start=np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
        classes=ints(classes[1 - player][order]),
        own=empty,
        opposing=empty,
        overlap=empty,
        tie_stop=ints([]),
        cards=ints(np.empty((0, 0))),
        card_shares=np.empty((0, 0)),
        num_cards=0,
        value=np.ascontiguousarray(pairs.to_floats()[:, order]),
    )


def _sets(game: ClassGame, player: int, number: int) -> Sets:
    stage = game.stages[number]
    sequences = stage.sequences(player)
    at_leaf = [sequences.at[leaf] for leaf in stage.continuing]
    return Sets(ints(sequences.set_start), ints(sequences.set_above), ints(at_leaf))


def _terms(game: ClassGame, player: int, number: int, ranked: RankedRound | None) -> Terms:
    """Return the payoffs of a round: a term for each feature and end that pay something."""
    stage = game.stages[number]
    payoffs = game.payoffs[number]
    own_sequences = stage.sequences(player)
    other_sequences = stage.sequences(1 - player)
    own = []
    opposing = []
    features = []
    coefficients = []
    for feature in range(payoffs.numerators.shape[1]):
        is_comparison = ranked is not None and feature == ranked.sign_feature
        for place, end in enumerate(stage.ends):
            values = payoffs.numerators[player, feature, place] / payoffs.denominator
            if not values.any():
                continue
            if is_comparison and player == 1:
                values = -values  # comparisons are from the own class's side
            own.append(own_sequences.at[end])
            opposing.append(other_sequences.at[end])
            # A ranked round has two features only, numbered as in `Terms`: meetings and comparisons.
            features.append(feature if ranked is None else int(is_comparison))
            coefficients.append(values)

    products = list(zip(features, opposing, strict=True))
    distinct = sorted(set(products))
    place_of = {product: place for place, product in enumerate(distinct)}
    shape = (len(own), game.num_histories[number])

    besides = np.empty((0, 0, 0))
    if game.besides is not None and game.besides.player == player:
        besides = np.ascontiguousarray(game.besides.tables[number], dtype=np.float64)
    return Terms(
        own=ints(own),
        opposing=ints(opposing),
        product=ints([place_of[product] for product in products]),
        coefficient=np.array(coefficients, dtype=np.float64).reshape(shape),
        product_feature=ints([feature for feature, _ in distinct]),
        product_other=ints([choice for _, choice in distinct]),
        besides=besides,
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

    With `cards`, shape (classes, 2), those of classes i and j are no product where they have a card in common: by
    inclusion and exclusion the classes with one of the cards of class i are subtracted, which subtracts the class
    itself twice, and c_i is -a_i b_i. Where classes are orbits of hands, cards are numbers of orbits of cards: each has
    an equal share of the hands with a card of its orbit (`ViewOrbits`), and c_i is divided by the number of hands.
    """

    def __init__(
        self,
        boards: list[_Board],
        sign_feature: int | None,
        cards: Ints | None = None,
        card_counts: Ints | None = None,
        num_cards: int = 0,
    ) -> None:
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
        # of the class at each place; no columns where meetings are products
        self.cards = np.empty((len(self.classes), 0), dtype=np.int64)
        self.card_shares = np.empty((len(self.classes), 0))
        if cards is not None and card_counts is not None:
            self.cards = ints(cards[self.classes])
            self.card_shares = np.ascontiguousarray(1 / card_counts[self.classes])
        self.num_cards = num_cards


class _Board(NamedTuple):
    classes: Ints
    factors: Floats
    tie_stop: Ints


def ranked_round(game: ClassGame, number: int) -> RankedRound | None:
    """Return the structure of a round (from 0), or None if it is not ranked; every entry is checked in integers."""
    pairs = game.pairs[number]
    table = game.payoffs[number].numerators
    used = [feature for feature in range(1, table.shape[1]) if table[:, feature].any()]
    size = game.num_classes[0][number]
    if isinstance(pairs, HandPairs):
        return _ranked_hands(pairs, used[0] if used else None)
    if len(used) > 1 or game.num_classes[1][number] != size or len(pairs) == 0:
        return None
    if pairs.numerators.dtype == object:
        return None

    signs = np.zeros(len(pairs), dtype=np.int64)
    if used:
        signs = pairs.numerators[used[0]]
    boards = []
    for entries in _components(pairs, size):
        board = _board(pairs, entries, signs)
        if board is None:
            return None
        boards.append(board)
    if sum(len(board.classes) for board in boards) < size:
        return None  # a class that meets none is on no board
    return RankedRound(boards, used[0] if used else None)


def _ranked_hands(pairs: HandPairs, sign_feature: int | None) -> RankedRound:
    """Return the round of hands with weights, which is ranked by its construction.

    Hands of one card meet all but themselves; those of two need the cards.
    """
    orbits = pairs.orbits
    on_board = orbits.on_board
    first_weights = pairs.weights[0] * on_board * orbits.num_boards
    first = ExactArray(as_integers(first_weights), pairs.denominator).to_floats()
    second = ExactArray(as_integers(pairs.weights[1] * on_board), 1).to_floats()
    has_cards = orbits.cards.shape[1] > 1
    overlap = first * second / on_board
    factors = np.stack([first, second, -overlap if has_cards else overlap])
    boards = []
    for classes, tie_stop in pairs.boards:
        boards.append(_Board(classes, factors[:, classes], tie_stop))
    if not has_cards:
        return RankedRound(boards, sign_feature)
    return RankedRound(
        boards, sign_feature, orbits.cards, orbits.card_counts, pairs.ranges.num_signals
    )


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
    """Return the board of some pairs, or None if they are not as in `RankedRound`.

    The ranks are found from the comparisons, as wins less losses, and then every comparison is checked against them;
    likewise the factors of the numbers of meetings.
    """
    first = pairs.first[entries]
    second = pairs.second[entries]
    classes = np.unique(np.concatenate([first, second]))
    n = len(classes)
    if n * n > 4 * len(entries) + 16:  # far from all pairs meeting
        return None
    place = np.searchsorted(classes, first), np.searchsorted(classes, second)
    meet = np.zeros((n, n), dtype=np.int64)
    meet[place] = pairs.numerators[0, entries]
    show = np.zeros((n, n), dtype=np.int64)
    show[place] = signs[entries]

    ranks = np.sign(show).sum(axis=1)
    between_classes = np.where(np.eye(n, dtype=bool), 0, meet)
    if not np.array_equal(show, between_classes * np.sign(ranks[:, None] - ranks)):
        return None
    factors = _factors(meet)
    if factors is None:
        return None

    # c_i = a_i b_i - N_ii. All are exact until they become doubles.
    a, b = factors
    scale = Fraction(1, pairs.denominator)
    values = np.empty((3, n))
    for i in range(n):
        overlap = a[i] * b[i] - int(meet[i, i])
        values[:, i] = float(a[i] * scale), float(b[i]), float(overlap * scale)

    order = np.argsort(ranks, kind="stable")
    sorted_ranks = ranks[order]
    stops = np.searchsorted(sorted_ranks, sorted_ranks, side="right").astype(np.int64)
    return _Board(classes[order].astype(np.int64), values[:, order], stops)


def _factors(meet: Ints) -> tuple[list[Fraction], list[Fraction]] | None:
    """Return a and b with meet_ij = a_i b_j for all i ≠ j, if they exist.

    With a_0 = 1 the first row is b but for b_0; row i and the first one, at a column of both off the diagonal, give
    a_i; the first column gives b_0. Then all entries are compared, in 64-bit integers: where those might not suffice,
    the round is worked through pair by pair instead.
    """
    n = len(meet)
    if n == 1:
        return [Fraction(1)], [Fraction(int(meet[0, 0]))]
    away = ~np.eye(n, dtype=bool)
    if not meet[away].all():
        return None

    a = [Fraction(1)] * n
    for i in range(1, n):
        j = 2 if i == 1 else 1
        if j < n:  # of two classes a_1 = 1 will do
            a[i] = Fraction(int(meet[i, j]), int(meet[0, j]))
    b = [Fraction(int(value)) for value in meet[0]]
    b[0] = Fraction(int(meet[1, 0])) / a[1]

    a_above, a_below = _parts(a)
    b_above, b_below = _parts(b)
    if magnitude(meet.ravel()) * magnitude(a_below) * magnitude(b_below) >= 2**62:
        return None
    if magnitude(a_above) * magnitude(b_above) >= 2**62:
        return None
    below = np.outer(a_below.astype(np.int64), b_below.astype(np.int64))
    above = np.outer(a_above.astype(np.int64), b_above.astype(np.int64))
    is_product = meet * below == above
    if not is_product[away].all():
        return None
    return a, b


def _parts(fractions: Sequence[Fraction]) -> tuple[Numerators, Numerators]:
    """Return numerators and denominators, of any size."""
    numerators = np.array([fraction.numerator for fraction in fractions], dtype=object)
    denominators = np.array([fraction.denominator for fraction in fractions], dtype=object)
    return numerators, denominators


Orders = tuple[tuple[Ints, ...], tuple[Ints, ...]]


@dataclass(frozen=True, eq=False)
class Renumbered:
    """A class game with its classes in another order; `orders` has the original numbers, by players and rounds.

    An order may leave out classes that are never dealt.
    """

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
        """Return tables of a player's classes, by rounds, in the original order; zeros of classes that are left out."""
        counts = self.original.num_classes[player]
        originals = []
        for count, order, table in zip(counts, self.orders[player], tables, strict=True):
            original = np.zeros((count, *table.shape[1:]), dtype=table.dtype)
            original[order] = table
            originals.append(read_only(original))
        return originals


def in_board_order(game: ClassGame) -> Renumbered:
    """Return a game with the classes of ranked rounds board by board, by rank; other rounds stay as they are."""
    first = []
    second = []
    for number in range(game.num_rounds):
        ranked = ranked_round(game, number)
        if ranked is None:
            first.append(np.arange(game.num_classes[0][number]))
            second.append(np.arange(game.num_classes[1][number]))
        else:
            first.append(ranked.classes)
            second.append(ranked.classes)
    return renumbered(game, (tuple(first), tuple(second)))


def renumbered(game: ClassGame, orders: Orders) -> Renumbered:
    """Return a game with its classes in the given orders; see `Renumbered`."""
    # The new number of each class, by players and rounds: an order has the old ones.
    new_numbers = []
    for counts, own in zip(game.num_classes, orders, strict=True):
        pairs_of = zip(counts, own, strict=True)
        new_numbers.append([_new_numbers(count, order) for count, order in pairs_of])
    parents = (
        _renumbered_parents(game, 0, orders[0], new_numbers[0]),
        _renumbered_parents(game, 1, orders[1], new_numbers[1]),
    )

    pairs: list[Pairs] = []
    for number, table in enumerate(game.pairs):
        if isinstance(table, HandPairs):
            pairs.append(_reordered_hands(table, orders[0][number], orders[1][number]))
            continue
        first = new_numbers[0][number][table.first]
        second = new_numbers[1][number][table.second]
        order = np.lexsort((second, first))
        pairs.append(
            ClassPairs(first[order], second[order], table.numerators[:, order], table.denominator)
        )

    besides = game.besides
    if besides is not None:
        tables = zip(besides.tables, orders[besides.player], strict=True)
        besides = replace(besides, tables=tuple(table[order] for table, order in tables))
    changed = replace(
        game,
        num_classes=(tuple(map(len, orders[0])), tuple(map(len, orders[1]))),
        parents=parents,
        pairs=tuple(pairs),
        besides=besides,
    )
    return Renumbered(changed, game, orders)


def _new_numbers(count: int, order: Ints) -> Ints:
    """Return the place of each of so many classes in an order, -1 of one that is not in it."""
    numbers = np.full(count, -1)
    numbers[order] = np.arange(len(order))
    return numbers


def _reordered_hands(pairs: HandPairs, first: Ints, second: Ints) -> HandPairs:
    """Return pairs of hands in another order, which is the same for both players."""
    if not np.array_equal(first, second):
        raise ModelError(
            "the classes of hands with weights are the same of both players, and so is their order"
        )
    return pairs.reordered(first)


def _renumbered_parents(
    game: ClassGame, player: int, orders: Sequence[Ints], new_numbers: Sequence[Ints]
) -> tuple[Ints, ...]:
    """Return the parents of a player's classes in the new order, by their new numbers."""
    parents = []
    for number, order in enumerate(orders):
        of_classes = game.parents[player][number][order]
        if number > 0:  # before the first round there is one class, which has no order
            of_classes = new_numbers[number - 1][of_classes]
        parents.append(of_classes)
    return tuple(parents)
