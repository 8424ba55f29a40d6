"""Sums over the pairs of hands of a game with ranges, board by board: for classes of hands that are not its orbits.

The sums are exact, and in machine words: weights are cut into digits of so few bits that no sum of products overflows,
every pair of digits is summed over the hands of all pairs of classes, and the sums are put together in the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from seqform.models.games.abstraction import Filters
from seqform.models.games.ordered import OrderedGame
from seqform.models.games.ranges import Ranges
from seqform.models.games.signals import Strength, codes_of, of_views
from seqform.models.numbers.exact import Ints, Mask, Numerators
from seqform.models.numbers.integers import as_integers, sums_by
from seqform.models.programs.class_pairs import ClassPairs

MOST_ENTRIES = 4_000_000
"""The most pairs of classes, board by board, of which sums are kept at once."""

WORD = 62
"""The bits of a sum in a machine word."""


class BoardHands(NamedTuple):
    """The hands on one board.

    - `views`, `hands`, shape (n,): The views with this board, and their hands, by number.
    - `meets`, shape (n, n): Whether a hand of player 0 and one of player 1 have no signal in common.
    - `sign`, shape (n, n): 1 where player 0's hand is stronger, -1 where player 1's is, and 0 for a tie.
    """

    views: Ints
    hands: Ints
    meets: Mask
    sign: Ints


def hands_by_board(
    game: OrderedGame, number: int, strength: Strength | None
) -> Iterator[BoardHands]:
    """Yield the hands of round `number` (from 0) of a game with ranges; without a strength all of them tie."""
    ranges = _ranges(game)
    views, _ = game.views[number]
    strengths = np.zeros(len(views), dtype=np.int64)
    if strength is not None:
        strengths = of_views(strength, views)

    for members in _views_by_board(game, number):
        hands = ranges.hand_of(views.signals[members])
        own = strengths[members]
        sign = np.sign(own[:, None] - own[None, :])
        yield BoardHands(members, hands, ranges.disjoint(hands, hands), sign)


def class_pairs_of_hands(
    game: OrderedGame,
    filters: Filters,
    number: int,
    sign_feature: int | None,
    strength: Strength | None,
) -> ClassPairs | None:
    """Return the joint probabilities of classes of hands in round `number`, with the sums of their features.

    - `sign_feature`, `strength`: The feature that compares hands, and how; None where payoffs depend on no comparison.

    Returns None if there are more than `MOST_ENTRIES` pairs of classes, counted board by board.
    """
    classes = [own.classes[number] for own in filters]
    boards = _views_by_board(game, number)
    entries = sum(
        len(np.unique(classes[0][views])) * len(np.unique(classes[1][views])) for views in boards
    )
    if entries > MOST_ENTRIES:
        return None

    ranges = _ranges(game)
    bits, num_digits = _digits(ranges, boards)
    digits = [_in_digits(own, bits, num_digits) for own in ranges.weights]
    num_features = 1 if sign_feature is None else 2
    width = filters[1].num_classes[number]
    pairs: list[Ints] = []
    sums: list[Ints] = []
    for board in hands_by_board(game, number, strength):
        first, second = (_Grouped.of(own[board.views]) for own in classes)
        weights = [own[:, board.hands] for own in digits]
        meets = board.meets.astype(np.int64)
        tables = [meets, meets * board.sign][:num_features]
        of_board = np.stack([_digit_sums(table, weights, first, second) for table in tables])
        pairs.append((first.classes[:, None] * width + second.classes).ravel())
        sums.append(of_board.reshape(num_features, 2 * num_digits - 1, -1))

    pair, place = np.unique(np.concatenate(pairs), return_inverse=True)
    by_digit = np.concatenate(sums, axis=2)
    numerators = np.zeros((len(game.features), len(pair)), dtype=object)
    for feature, of_feature in zip((0, sign_feature), by_digit, strict=False):
        for power, of_power in enumerate(of_feature):
            total = sums_by(of_power, place, len(pair)).astype(object)
            numerators[feature] = numerators[feature] + (total << (power * bits))
    meets = np.flatnonzero(numerators[0])
    return ClassPairs(
        first=pair[meets] // width,
        second=pair[meets] % width,
        numerators=as_integers(numerators[:, meets]),
        denominator=ranges.unit * game.num_draws(number),
    )


class _Grouped(NamedTuple):
    """Hands in the order of their classes: the classes that occur, the order, and where each class begins in it."""

    classes: Ints
    order: Ints
    starts: Ints

    @classmethod
    def of(cls, classes: Ints) -> _Grouped:
        order = np.argsort(classes, kind="stable")
        distinct, starts = np.unique(classes[order], return_index=True)
        return cls(distinct, order, starts)


def _digit_sums(table: Ints | Mask, weights: list[Ints], first: _Grouped, second: _Grouped) -> Ints:
    """Return the sums of a table of hands times their weights, by classes and by the power of the digits' base.

    - `table`, shape (n, n): For each pair of hands -1, 0 or 1.
    - `weights`: The digits of the weights of the hands of each player, shape (digits, n), the lowest ones first.

    The shape is (powers, classes of player 0, classes of player 1).
    """
    own_digits, opposing_digits = weights
    num_digits = len(own_digits)
    shape = (2 * num_digits - 1, len(first.classes), len(second.classes))
    sums = np.zeros(shape, dtype=np.int64)
    in_order = table[first.order][:, second.order]
    for opposing_power, opposing in enumerate(opposing_digits):
        by_class = np.add.reduceat(in_order * opposing[second.order], second.starts, axis=1)
        for own_power, own in enumerate(own_digits):
            products = by_class * own[first.order][:, None]
            sums[own_power + opposing_power] += np.add.reduceat(products, first.starts, axis=0)
    return sums


def _digits(ranges: Ranges, boards: list[Ints]) -> tuple[int, int]:
    """Return the bits of a digit and the number of digits of a weight with which no sum leaves a machine word."""
    hands = max(len(views) for views in boards)
    longest = max(int(weight).bit_length() for own in ranges.weights for weight in own)
    bits = WORD // 2
    while True:
        num_digits = -(-longest // bits)
        terms = hands**2 * len(boards) * num_digits
        if 2 * bits + terms.bit_length() <= WORD:
            return bits, num_digits
        bits -= 1


def _in_digits(weights: Numerators, bits: int, num_digits: int) -> Ints:
    """Return nonnegative integers by their digits of so many bits, the lowest ones first, shape (digits, n)."""
    mask = (1 << bits) - 1
    digits = [(weights >> (power * bits)) & mask for power in range(num_digits)]
    return np.array(digits, dtype=np.int64)


def _views_by_board(game: OrderedGame, number: int) -> list[Ints]:
    """Return the views of a round with each of its boards, by number."""
    ranges = _ranges(game)
    views, _ = game.views[number]
    boards = codes_of(views.signals[:, ranges.hand_size :], ranges.num_signals)
    order = np.argsort(boards, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(boards[order])) + 1)


def _ranges(game: OrderedGame) -> Ranges:
    assert game.ranges is not None
    return game.ranges
