"""Strengths of hands of five to seven cards of the deck of 52.

A hand is compared as the field does it: straight flush, four of a kind, full house, flush, straight, three of a kind,
two pairs, pair, high card, and within a category by ranks; suits never decide. The ace is also below the deuce in a
straight. Hands of more than five cards are worth their best five.

The evaluation goes through the cards, not through the subsets of five, with sets of ranks as integers of 13 bits:

1. For every hand, one set of the ranks that occur at least once, one of those that occur twice, three and four times,
   and one set of ranks for each suit.
2. Tables over the 8,192 sets have the highest one, two, three or five ranks of a set, and the highest straight in it.
3. A strength is the category and two sets: the ranks that decide first, and those that decide then. Sets with equally
   many ranks compare as numbers, since the highest rank has the highest bit.

So there is one table of some 100 kB, and a board takes about 40 operations of NumPy on all hands at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from seqform.builders.games.cards.deck import CARDS, cards_text
from seqform.errors import GameError
from seqform.models.numbers.exact import Ints

CATEGORIES = (
    "high card",
    "pair",
    "two pairs",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)
"""The categories of hands, the weakest first."""

_BITS = 13
"""The number of ranks; a set of ranks has so many bits."""


class _RankSets(NamedTuple):
    """Tables over all sets of ranks, of shape (8192,) each.

    `top[k]` has the set of the k highest ranks, the whole set where it has fewer; `straight` the highest rank of the
    best straight, as a set, 0 without one; `size` the number of ranks.
    """

    top: dict[int, Ints]
    straight: Ints
    size: Ints


@lru_cache(maxsize=1)
def _rank_sets() -> _RankSets:
    sets = np.arange(2**_BITS, dtype=np.int64)
    size = np.zeros_like(sets)
    for rank in range(_BITS):
        size += sets >> rank & 1

    # The k highest ranks are left after the lowest one has been removed size - k times.
    top: dict[int, Ints] = {}
    for most in (1, 2, 3, 5):
        kept = sets.copy()
        for excess in range(1, _BITS + 1 - most):
            kept = np.where(size >= most + excess, kept & (kept - 1), kept)
        top[most] = kept

    # From the lowest straight on, so that the highest one stays; its lowest one has the ace below the deuce.
    straight = np.zeros_like(sets)
    ace = 1 << (_BITS - 1)
    wheel = ace | 0b1111
    straight[sets & wheel == wheel] = 1 << 3
    for lowest in range(_BITS - 4):
        run = 0b11111 << lowest
        straight[sets & run == run] = 1 << (lowest + 4)
    return _RankSets(top, straight, size)


def card_strengths(cards: npt.NDArray[np.integer[Any]]) -> Ints:
    """Return the strength of every hand of five to seven different cards, one a row: larger is better, equal is a tie.

    - `cards`, shape (n, m): Numbers of cards (`deck`).

    The category of a strength, a place in `CATEGORIES`, is ``strength >> 26``.

    Examples
    --------
    >>> from seqform.builders.games.cards.deck import parse_cards
    >>> hands = ["As2s3s4s5s", "KsQsJs9s8s", "AsAhAdKsKh"]
    >>> strengths = card_strengths(np.array([parse_cards(hand, "hand") for hand in hands]))
    >>> [CATEGORIES[strength >> 26] for strength in strengths.tolist()]
    ['straight flush', 'flush', 'full house']
    """
    columns = np.asarray(cards, dtype=np.int64).T
    if columns.ndim != 2 or len(columns) not in (5, 6, 7):
        shape = np.shape(cards)
        raise GameError(
            f"strengths: hands of 5 to 7 cards a row expected, not an array of shape {shape}"
        )
    tables = _rank_sets()
    top = tables.top

    once = np.zeros(columns.shape[1], dtype=np.int64)
    twice = np.zeros_like(once)
    thrice = np.zeros_like(once)
    four = np.zeros_like(once)
    suits = np.zeros((4, len(once)), dtype=np.int64)
    for column in columns:
        rank = 1 << (column >> 2)
        four |= thrice & rank
        thrice |= twice & rank
        twice |= once & rank
        once |= rank
        for number, suit in enumerate(suits):
            suit |= np.where(column & 3 == number, rank, 0)

    # Of seven cards, those of one suit at most are five or more.
    flush = np.zeros_like(once)
    for suit in suits:
        flush |= np.where(tables.size[suit] >= 5, suit, 0)
    straight = tables.straight[once]
    straight_flush = tables.straight[flush]
    highest_triple = top[1][thrice]
    filling = twice & ~highest_triple  # the ranks that may be the pair of a full house
    pairs = top[2][twice]

    # For each category: the hands that have it, the ranks that decide first, and those that decide then.
    highest_four = top[1][four]
    nothing = np.zeros_like(once)
    is_full = (thrice > 0) & (filling > 0)
    candidates = (
        (straight_flush > 0, straight_flush, nothing),
        (four > 0, highest_four, top[1][once & ~highest_four]),
        (is_full, highest_triple, top[1][filling]),
        (flush > 0, top[5][flush], nothing),
        (straight > 0, straight, nothing),
        (thrice > 0, highest_triple, top[2][once & ~highest_triple]),
        (tables.size[pairs] == 2, pairs, top[1][once & ~pairs]),
        (twice > 0, twice, top[3][once & ~twice]),
    )
    strength = top[5][once] << _BITS
    for category, (has, first, then) in enumerate(reversed(candidates), start=1):
        of_category = (category << 2 * _BITS) + (first << _BITS) + then
        strength = np.where(has, of_category, strength)
    return strength


def strengths(board: Sequence[int], hands: npt.NDArray[np.integer[Any]]) -> Ints:
    """Return the strength of every hand of two cards with a board of three to five: larger is better, equal is a tie.

    - `board`: Numbers of cards, as `parse_board` returns them.
    - `hands`, shape (n, 2): Cards of hands, rows of `hand_cards()`.

    Raises GameError where a card occurs twice.

    Examples
    --------
    >>> from seqform.builders.games.cards.deck import hand_cards, meets, parse_board
    >>> board = parse_board("JsKs5cQs7d")
    >>> hands = hand_cards()[~meets(board)]
    >>> best = hands[np.argmax(strengths(board, hands))]
    >>> cards_text(best.tolist())
    'TsAs'
    """
    pairs = np.asarray(hands, dtype=np.int64)
    table = np.asarray(board, dtype=np.int64)
    if table.ndim != 1 or len(table) not in (3, 4, 5):
        raise GameError(f"strengths: a board of 3 to 5 cards expected, not of shape {table.shape}")
    if pairs.ndim != 2 or pairs.shape[1] != 2:
        raise GameError(f"strengths: hands of two cards a row expected, not of shape {pairs.shape}")

    cards = np.empty((len(pairs), 2 + len(table)), dtype=np.int64)
    cards[:, :2] = pairs
    cards[:, 2:] = table
    _require_different(cards)
    return card_strengths(cards)


def _require_different(cards: Ints) -> None:
    """Raise a GameError unless all rows are different cards of the deck."""
    if cards.size and (cards.min() < 0 or cards.max() >= len(CARDS)):
        raise GameError(f"strengths: numbers of cards from 0 to {len(CARDS) - 1} expected")
    in_order = np.sort(cards, axis=1)
    repeats = np.flatnonzero((in_order[:, 1:] == in_order[:, :-1]).any(axis=1))
    if len(repeats):
        row = cards[repeats[0]].tolist()
        raise GameError(f"strengths: the hand and the board {cards_text(row)} have a card twice")
