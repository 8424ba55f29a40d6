"""Equities of hands against ranges: the shares of the pot that they win at a showdown, counted exactly.

For every way to complete the board, the hands of both players are sorted by strength once. The opposing hands that a
hand beats or ties, and can meet, are counted by inclusion and exclusion: the weight of all weaker hands, less those
with its one card and those with its other one. A hand with both cards is the hand itself, which ties with itself; it
is subtracted twice and added once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

import numpy as np

from seqform.builders.games.cards.deck import (
    CARDS,
    NUM_HANDS,
    hand_cards,
    hand_numbers,
    meets,
    parse_cards,
)
from seqform.builders.games.cards.ranges import Range
from seqform.builders.games.cards.strengths import strengths
from seqform.errors import GameError
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import Ints, Numerators, quotient
from seqform.models.numbers.integers import magnitude, plus

_BOARD = 5


@dataclass(frozen=True, eq=False)
class Equities(Immutable):
    """The equities of all 1,326 hands of a player against the range of an opponent.

    ``shares / (2 · meeting)`` is the equity of a hand, 1/2 for a tie; `meeting` is the weight of the opposing hands
    that it can meet, 0 for a hand that has no equity. Both are integers, summed over the ways to complete the board.
    """

    shares: Numerators
    meeting: Numerators

    def of(self, hand: int) -> Fraction | None:
        """Return the equity of a hand, by its place in `hand_cards`; None if it can meet no opposing hand."""
        if not self.meeting[hand]:
            return None
        return quotient(int(self.shares[hand]), 2 * int(self.meeting[hand]))

    def average(self, hands: Range) -> Fraction | None:
        """Return the equity of a range: of all pairs of hands that meet, by their weights; None if none do."""
        weights = hands.weights.numerators.astype(object)
        meeting = int(weights @ self.meeting.astype(object))
        if meeting == 0:
            return None
        return quotient(int(weights @ self.shares.astype(object)), 2 * meeting)


def equities(opponent: Range, board: Sequence[int]) -> Equities:
    """Return the equity of every hand against a range on a board of three to five cards.

    All boards that complete it are equally likely. On a river that takes less than a tenth of a second, on a turn up to
    some seconds, and on a flop, with 1,176 boards after it, minutes.

    Examples
    --------
    >>> from seqform.builders.games.cards.deck import parse_board
    >>> from seqform.builders.games.cards.ranges import parse_range
    >>> board = parse_board("AsKsQs2h")
    >>> against = equities(parse_range("AhAd"), board)
    >>> against.of(int(hand_numbers(np.array([parse_cards("JsTs", "hand")]))[0]))
    Fraction(1, 1)
    """
    weights = opponent.without(board).weights.numerators
    shares: Numerators = np.zeros(NUM_HANDS, dtype=object)
    meeting: Numerators = np.zeros(NUM_HANDS, dtype=object)
    missing = _BOARD - len(board)
    if missing not in (0, 1, 2):
        raise GameError(f"equities: a board of 3 to 5 cards expected, not {len(board)}")
    left = [card for card in range(len(CARDS)) if card not in board]
    for drawn in combinations(left, missing):
        _add_showdown(shares, meeting, weights, (*board, *drawn))
    return Equities(shares, meeting)


def equity(hand: str, opponent: Range, board: Sequence[int]) -> Fraction:
    """Return the equity of one hand against a range on a board of three to five cards.

    Raises GameError if the hand meets the board, or can meet no hand of the range.

    Examples
    --------
    >>> from seqform.builders.games.cards.deck import parse_board
    >>> from seqform.builders.games.cards.ranges import parse_range
    >>> equity("AsAh", parse_range("KK, QQ:0.5"), parse_board("2s7dTc4hKs"))
    Fraction(1, 2)
    """
    cards = parse_cards(hand, "hand", counts=(2,))
    if set(cards) & set(board):
        raise GameError(f"equity: the hand {hand} has a card of the board")
    place = int(hand_numbers(np.array([cards], dtype=np.int64))[0])
    share = equities(opponent, board).of(place)
    if share is None:
        raise GameError(f"equity: the hand {hand} has a card of every hand of the range")
    return share


def _add_showdown(
    shares: Numerators, meeting: Numerators, weights: Numerators, board: Sequence[int]
) -> None:
    """Add what all hands win, and the weight of the hands that they meet, on a board of five cards."""
    free = np.flatnonzero(~meets(board))
    cards = hand_cards()[free]
    strength = strengths(board, cards)
    order = np.argsort(strength, kind="stable")
    free = free[order]
    cards = cards[order]
    strength = strength[order]
    own = weights[free]

    # Sums over the weaker hands: in all, and of those with each card, before each place in the order
    total = _running(own[:, None])
    holds = np.zeros((len(free), len(CARDS)), dtype=own.dtype)
    holds[np.arange(len(free))[:, None], cards] = own[:, None]
    with_card = _running(holds)
    start = np.searchsorted(strength, strength, side="left")
    stop = np.searchsorted(strength, strength, side="right")

    def below(place: Ints) -> Numerators:
        low, high = cards.T
        sums: Numerators = total[place, 0] - with_card[place, low] - with_card[place, high]
        return sums

    end = np.full(len(free), len(free))
    weaker = below(start)
    weaker_or_equal = plus(below(stop), own)
    shares[free] += weaker + weaker_or_equal
    meeting[free] += plus(below(end), own)


def _running(values: Numerators) -> Numerators:
    """Return the sums of the rows before each row, and before the end; exact."""
    largest = magnitude(values) * len(values)
    dtype = np.int64 if largest < 2**62 else object
    sums = np.zeros((len(values) + 1, values.shape[1]), dtype=dtype)
    np.cumsum(values.astype(dtype), axis=0, out=sums[1:])
    return sums
