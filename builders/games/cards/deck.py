"""The cards of the deck of 52 by number and by name, boards, and the 1,326 hands of two cards.

A card has the number 4 · rank + suit, with the ranks from the deuce to the ace and the suits in the order of `SUITS`;
its name is the rank and the suit, "Td". A hand is a pair of numbers, the smaller one first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.errors import GameError
from seqform.models.numbers.exact import Ints
from seqform.models.numbers.text import counted, shown

RANKS = "23456789TJQKA"
SUITS = "shdc"

CARDS = tuple([rank + suit for rank in RANKS for suit in SUITS])
"""The names of the cards, in the order of their numbers."""

NUM_HANDS = 1326
"""The number of pairs of cards."""

_NUMBERS = {name: number for number, name in enumerate(CARDS)}


def card_number(name: str) -> int:
    """Return the number of a card, from 0 to 51; raises GameError for a text that names none.

    Examples
    --------
    >>> card_number("2s"), card_number("Ac")
    (0, 51)
    """
    return parse_cards(name, "card", counts=(1,))[0]


def parse_cards(text: str, where: str, counts: Iterable[int] | None = None) -> tuple[int, ...]:
    """Return the numbers of cards whose names stand in a row, in the order given.

    - `text`: Names with or without blanks or commas between them: "JsKs5c", "Js Ks 5c".
    - `where`: Begins the message of an error.
    - `counts`: The numbers of cards that are accepted; any number if absent.

    Raises GameError for a name of no card, a card that occurs twice, and another number of cards.

    Examples
    --------
    >>> parse_cards("2s2h Ac", "board")
    (0, 1, 51)
    >>> parse_cards("2s2s", "board")
    Traceback (most recent call last):
    ...
    seqform.errors.GameError: board: the card 2s occurs twice in '2s2s'
    """
    if not isinstance(text, str):
        raise GameError(f"{where}: names of cards such as 'JsKs5c' expected, not {shown(text)}")
    names = text.replace(",", " ").replace(" ", "")
    cards: list[int] = []
    for start in range(0, len(names), 2):
        name = names[start : start + 2]
        if name not in _NUMBERS:
            raise GameError(
                f"{where}: {name!r} in {text!r} is no card: a rank of {RANKS} and a suit of {SUITS} expected, "
                f"such as As or Td{_meant(text)}"
            )
        if _NUMBERS[name] in cards:
            raise GameError(f"{where}: the card {name} occurs twice in {text!r}")
        cards.append(_NUMBERS[name])

    accepted = list(counts or [])
    if accepted and len(cards) not in accepted:
        *most, last = map(str, accepted)
        expected = f"{', '.join(most)} or {last}" if most else last
        plural = "card" if accepted == [1] else "cards"
        raise GameError(
            f"{where}: {expected} {plural} expected, and {text!r} has {counted(len(cards), 'card')}"
        )
    return tuple(cards)


def usual_spelling(text: str) -> str:
    """Return names of cards or hands with ranks as capitals, T for 10, and the rest in lower case.

    Examples
    --------
    >>> usual_spelling("as 10H"), usual_spelling("aKS, 10t+")
    ('As Th', 'AKs, TT+')
    """
    spelled = []
    for character in text.replace("10", "T"):
        rank = character.upper()
        spelled.append(rank if rank in RANKS else character.lower())
    return "".join(spelled)


def _meant(text: str) -> str:
    """Return "; did you mean ...?" where the names are those of cards in another spelling, or an empty string."""
    meant = usual_spelling(text)
    names = meant.replace(",", " ").replace(" ", "")
    if all(names[start : start + 2] in _NUMBERS for start in range(0, len(names), 2)):
        return f"; did you mean {meant!r}?"
    return ""


def parse_board(text: str) -> tuple[int, ...]:
    """Return the numbers of the three, four or five cards of a board, in the order given; see `parse_cards`.

    Examples
    --------
    >>> parse_board("JsKs5cQs7d")
    (36, 44, 15, 40, 22)
    """
    return parse_cards(text, "board", counts=(3, 4, 5))


def cards_text(cards: Iterable[int]) -> str:
    """Return the names of cards in a row.

    Examples
    --------
    >>> cards_text(parse_board("Js Ks 5c"))
    'JsKs5c'
    """
    return "".join([CARDS[card] for card in cards])


@lru_cache(maxsize=1)
def hand_cards() -> Ints:
    """Return the cards of every hand, of shape (1326, 2), in lexicographic order: 2s2h, 2s2d, …, AdAc; read-only."""
    cards = np.array(list(combinations(range(len(CARDS)), 2)), dtype=np.int64)
    cards.setflags(write=False)
    return cards


def hand_numbers(cards: npt.NDArray[np.integer[Any]]) -> Ints:
    """Return the places of hands in `hand_cards`, from two different cards a row in any order, of shape (n, 2).

    Examples
    --------
    >>> hand_numbers(np.array([[1, 0], [50, 51]]))
    array([   0, 1325])
    """
    pairs = np.sort(np.asarray(cards, dtype=np.int64), axis=1)
    low, high = pairs.T
    # The hands whose lower card is below `low` come before: 51 + 50 + … of them.
    before = low * (2 * len(CARDS) - 1 - low) // 2
    return np.asarray(before + high - low - 1, dtype=np.int64)


def hand_text(hand: int) -> str:
    """Return the name of a hand from its place in `hand_cards`, the higher card first: "AsKd".

    Examples
    --------
    >>> hand_text(0), hand_text(1325)
    ('2s2h', 'AdAc')
    """
    low, high = hand_cards()[hand].tolist()
    if low // 4 == high // 4:  # of a pair, the first suit first
        return cards_text((low, high))
    return cards_text((high, low))


def hand_name(names: Sequence[str]) -> str:
    """Return the name of a hand of some signals, of two cards as `hand_text` has it, and of others with blanks.

    Examples
    --------
    >>> hand_name(["Ks", "Ad"]), hand_name(["J"])
    ('AdKs', 'J')
    """
    if len(names) == 2 and set(names) <= set(CARDS):
        cards = np.array([[card_number(name) for name in names]], dtype=np.int64)
        return hand_text(int(hand_numbers(cards)[0]))
    return " ".join(names)


def meets(cards: Iterable[int]) -> npt.NDArray[np.bool_]:
    """Return for every hand, shape (1326,), whether it has one of the given cards.

    Examples
    --------
    >>> int(meets([0]).sum()), int(meets([]).sum())
    (51, 0)
    """
    return np.asarray(np.isin(hand_cards(), list(cards)).any(axis=1), dtype=np.bool_)
