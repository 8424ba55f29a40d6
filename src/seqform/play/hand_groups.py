"""Groups of hands of two cards: classes such as AKs, and what they make with the board, such as a set or a flush."""

from __future__ import annotations

from collections.abc import Sequence

from seqform.builders.games.cards.classes import class_name, classes_of_hands
from seqform.builders.games.cards.deck import hand_cards
from seqform.builders.games.cards.strengths import CATEGORIES, strengths
from seqform.models.numbers.exact import Ints

_CATEGORY_BITS = 26
_PAIR, _THREE = CATEGORIES.index("pair"), CATEGORIES.index("three of a kind")


def class_groups(hands: Ints) -> list[str]:
    """Return the class of each hand, a number of `hand_cards`.

    Examples
    --------
    >>> import numpy as np
    >>> from seqform.builders.games.cards.deck import hand_numbers
    >>> class_groups(hand_numbers(np.array([[51, 47], [50, 51]])))
    ['AKs', 'AA']
    """
    return list(map(class_name, classes_of_hands()[hands].tolist()))


def made_groups(hands: Ints, board: Sequence[int]) -> list[str]:
    """Return what each hand, a number of `hand_cards`, makes with a board of three to five cards.

    These are the categories of the evaluator (`CATEGORIES`); pairs and three of a kind are divided by the cards of the
    hand in them.

    Examples
    --------
    >>> import numpy as np
    >>> from seqform.builders.games.cards.deck import hand_numbers, parse_board, parse_cards
    >>> hands = ["AsAh", "KdKc", "AsKd", "QdTh", "9s9h", "AhTh"]
    >>> numbers = hand_numbers(np.array([parse_cards(hand, "hand") for hand in hands]))
    >>> made_groups(numbers, parse_board("JsKs5cQs"))
    ['overpair', 'set', 'top pair', 'second pair', 'pocket pair', 'straight']
    """
    cards = hand_cards()[hands]
    categories = strengths(board, cards) >> _CATEGORY_BITS
    on_board = [card >> 2 for card in board]
    groups = []
    for category, ranks in zip(categories.tolist(), (cards >> 2).tolist(), strict=True):
        name = CATEGORIES[category]
        if category == _PAIR:
            name = _kind_of_pair(ranks, on_board)
        elif category == _THREE:
            name = _kind_of_three(ranks, on_board)
        groups.append(name)
    return groups


def _kind_of_pair(ranks: list[int], board: list[int]) -> str:
    """Return the name of the one pair that two ranks make with those of a board."""
    if ranks[0] == ranks[1]:
        return "overpair" if ranks[0] > max(board) else "pocket pair"
    matched = set(ranks) & set(board)
    if not matched:
        return "pair on the board"
    place = sorted(set(board), reverse=True).index(max(matched))
    return ("top pair", "second pair", "low pair")[min(place, 2)]


def _kind_of_three(ranks: list[int], board: list[int]) -> str:
    """Return the name of the three of a kind that two ranks make with those of a board."""
    if ranks[0] == ranks[1] and ranks[0] in board:
        return "set"
    if any(board.count(rank) == 2 for rank in ranks):
        return "trips"
    return "three on the board"


MADE = (
    *reversed(CATEGORIES[_THREE + 1 :]),
    "set",
    "trips",
    "three on the board",
    CATEGORIES[_PAIR + 1],
    "overpair",
    "top pair",
    "pocket pair",
    "second pair",
    "low pair",
    "pair on the board",
    CATEGORIES[0],
)
"""The names of `made_groups`, roughly the strongest first."""
