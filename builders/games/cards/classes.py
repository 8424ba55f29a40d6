"""The 169 classes of hands: pairs, and two ranks of one suit or of two, as the squares of a 13 × 13 grid.

Rows and columns of the grid are ranks from the ace down. Pairs are on the diagonal, suited hands above it, with the
higher rank as the row, and offsuit hands below it, with the higher rank as the column. A class is numbered by its
square, row by row: "AA" is 0, "AKs" 1, "AKo" 13.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from seqform.builders.games.cards.deck import RANKS, hand_cards
from seqform.models.numbers.exact import Ints

SIZE = len(RANKS)
"""The number of rows and columns of the grid."""


def class_number(first: int, second: int, suited: bool) -> int:
    """Return the class of two ranks, 0 for the deuce to 12 for the ace; `suited` is ignored for a pair.

    Examples
    --------
    >>> class_number(12, 11, suited=True), class_number(11, 12, suited=False)
    (1, 13)
    """
    high = SIZE - 1 - max(first, second)
    low = SIZE - 1 - min(first, second)
    if suited:
        return SIZE * high + low
    return SIZE * low + high


def class_name(number: int) -> str:
    """Return the name of a class: "77", "AKs", "AKo"."""
    row, column = divmod(number, SIZE)
    high = RANKS[SIZE - 1 - min(row, column)]
    low = RANKS[SIZE - 1 - max(row, column)]
    if row == column:
        return high + low
    if row < column:
        return f"{high}{low}s"
    return f"{high}{low}o"


@lru_cache(maxsize=1)
def classes_of_hands() -> Ints:
    """Return the class of every hand, of shape (1326,), in the order of `hand_cards`; read-only."""
    low, high = (hand_cards() >> 2).T
    is_suited = np.equal(*(hand_cards() & 3).T)
    row = SIZE - 1 - high
    column = SIZE - 1 - low
    classes = np.where(is_suited, SIZE * row + column, SIZE * column + row)
    classes.setflags(write=False)
    return np.asarray(classes, dtype=np.int64)
