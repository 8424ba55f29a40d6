"""Ranges of hands as text, in the notation of poker players: ``22+, A2s+, KTo+, 76s:0.5, AsKd``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from seqform.builders.games.cards.classes import SIZE, class_name, class_number, classes_of_hands
from seqform.builders.games.cards.deck import (
    NUM_HANDS,
    RANKS,
    hand_numbers,
    hand_text,
    parse_cards,
    usual_spelling,
)
from seqform.errors import GameError
from seqform.models.numbers.exact import ExactArray, Ints
from seqform.models.numbers.given import given_rational
from seqform.models.numbers.text import decimal_text, shown

ALL_HANDS = "random"
"""The name of all hands."""

_CLASS = re.compile(rf"([{RANKS}])([{RANKS}])([so]?)")
_FORMS = "such as 77, 22+, 77-99, AKs, KTo+, A2s-A5s, 76, AsKd or random, each with or without a weight as in 76s:0.5,"


def parse_weights(text: str) -> ExactArray:
    """Return the weights of the 1,326 hands, in the order of `hand_cards`, of a range given as text.

    Parts are separated by commas, blanks or both, and a part may end with ":" and a weight, a number from 0 on that is
    read exactly, or one in per cent, "50%"; without it the weight is 1. Of parts with hands in common the last one
    counts. A part is

    - a class: a pair "77", suited "AKs" or offsuit "AKo" hands, or both, "AK";
    - a class with "+": the pairs from it up; else the hands with the same first rank and any second one from it up;
    - two classes with "-" between them: pairs; hands with the same first rank; or hands whose two ranks differ by as
      much, "T9s-65s"; both ends belong to it;
    - a hand, "AsKd";
    - "random", all hands.

    Examples
    --------
    >>> weights = parse_weights("random:1/3, AA")
    >>> weights[0], weights[1325]
    (Fraction(1, 3), Fraction(1, 1))
    """
    parts = text.replace(",", " ").split()
    if not parts:
        raise GameError(f"range: no hands in {shown(text)}; parts {_FORMS} expected")
    denominators: list[int] = [1] * NUM_HANDS
    numerators: list[int] = [0] * NUM_HANDS
    for part in parts:
        hands_part, colon, weight_text = part.partition(":")
        weight = Fraction(1)
        if colon:
            where = f"range: weight of {hands_part} in {shown(text)}"
            number, percent, rest = weight_text.partition("%")
            exact = given_rational(
                weight_text if rest else number,
                where,
                "a number from 0 on",
                lambda value: value >= 0,
                error=GameError,
            )
            weight = Fraction(exact)
            if percent:
                weight /= 100
        for hand in _hands_of(hands_part, text).tolist():
            numerators[hand] = weight.numerator
            denominators[hand] = weight.denominator
    return ExactArray.of_quotients(numerators, denominators)


def _hands_of(part: str, text: str) -> Ints:
    """Return the places of the hands that a part without its weight stands for."""
    if part == ALL_HANDS:
        return np.arange(NUM_HANDS)
    is_hand = len(part) == 4 and "-" not in part and "+" not in part
    if is_hand:
        cards = parse_cards(part, "range", counts=(2,))
        return hand_numbers(np.array([cards], dtype=np.int64))
    classes = _classes_of(part)
    if classes is None:
        meant = usual_spelling(part)
        hint = f"; did you mean {meant}?" if _classes_of(meant) is not None else ""
        raise GameError(
            f"range: {shown(part)} in {shown(text)} names no hands{hint}; parts {_FORMS} expected"
        )
    return np.flatnonzero(np.isin(classes_of_hands(), classes))


def _classes_of(part: str) -> list[int] | None:
    """Return the classes that a part stands for; None if it does not have one of the forms."""
    if part.endswith("+"):
        least = _parsed_class(part[:-1])
        if least is None:
            return None
        high, low, suits = least
        if high == low:
            return _numbered([(rank, rank) for rank in range(low, SIZE)], suits)
        return _numbered([(high, rank) for rank in range(low, high)], suits)

    begin, dash, end = part.partition("-")
    first = _parsed_class(begin)
    last = _parsed_class(end) if dash else first
    if first is None or last is None or first[2] != last[2]:
        return None
    (high, low, suits), (last_high, last_low, _) = sorted((first, last))
    if high == last_high and high != low and last_high != last_low:
        return _numbered([(high, rank) for rank in range(low, last_low + 1)], suits)
    if high - low == last_high - last_low:  # pairs, too
        steps = range(last_high - high + 1)
        return _numbered([(high + step, low + step) for step in steps], suits)
    return None


def _parsed_class(word: str) -> tuple[int, int, str] | None:
    """Return the higher rank, the lower one and "s", "o" or "" of a class; None for another word."""
    match = _CLASS.fullmatch(word)
    if match is None:
        return None
    first, second, suits = match.groups()
    low, high = sorted((RANKS.index(first), RANKS.index(second)))
    if low == high and suits:
        return None
    return high, low, suits


def _numbered(ranks: list[tuple[int, int]], suits: str) -> list[int]:
    """Return the numbers of the classes of pairs of ranks: suited, offsuit, or both."""
    numbers = []
    for high, low in ranks:
        if suits != "o":
            numbers.append(class_number(high, low, suited=True))
        if suits != "s":
            numbers.append(class_number(high, low, suited=False))
    return numbers


def write_weights(weights: ExactArray) -> str:
    """Return weights of the 1,326 hands, in the order of `hand_cards`, as text that `parse_weights` reads back exactly.

    Classes of which all hands have one weight are written by name, neighbors of one weight as "77+" or "A5s-A2s", and
    the hands of other classes one by one. Hands of weight 0 are left out.

    Examples
    --------
    >>> write_weights(parse_weights("AsAh:0.5, 55, 66, 77, A2s, A3s, AKo"))
    '77-55, A3s-A2s, AKo, AsAh:0.5'
    """
    by_hand = weights.to_fractions()
    if len(set(by_hand)) == 1 and by_hand[0] > 0:
        return ALL_HANDS + _weight_suffix(by_hand[0])

    # The weight of each class of which all hands have it
    members: list[list[int]] = [[] for _ in range(SIZE * SIZE)]
    for hand, number in enumerate(classes_of_hands().tolist()):
        members[number].append(hand)
    by_class: dict[int, Fraction] = {}
    single_hands = []
    for number, hands in enumerate(members):
        distinct = {by_hand[hand] for hand in hands}
        if len(distinct) == 1:
            by_class[number] = distinct.pop()
        else:
            single_hands += [hand for hand in hands if by_hand[hand] > 0]

    parts = []
    for lane in _lanes():
        parts += _runs(lane, by_class)
    parts += [hand_text(hand) + _weight_suffix(by_hand[hand]) for hand in single_hands]
    return ", ".join(parts)


def _lanes() -> Iterator[list[int]]:
    """Return the classes in rows of neighbors, the highest first: the pairs, and suited and offsuit hands by rank."""
    descending = range(SIZE - 1, -1, -1)
    yield [class_number(rank, rank, suited=False) for rank in descending]
    for suited in (True, False):
        for high in descending:
            yield [class_number(high, low, suited) for low in range(high - 1, -1, -1)]


def _runs(lane: list[int], by_class: dict[int, Fraction]) -> list[str]:
    """Return the texts of the neighbors of one positive weight in a row of classes."""
    runs: list[list[int]] = []
    before = None
    for number in lane:
        weight = by_class.get(number)
        if weight:
            if weight != before:
                runs.append([])
            runs[-1].append(number)
        before = weight

    texts = []
    for run in runs:
        highest = class_name(run[0])
        lowest = class_name(run[-1])
        name = lowest
        if len(run) > 1:
            name = f"{lowest}+" if run[0] == lane[0] else f"{highest}-{lowest}"
        texts.append(name + _weight_suffix(by_class[run[0]]))
    return texts


def _weight_suffix(weight: Fraction) -> str:
    """Return a weight as the end of a part; empty for 1."""
    return "" if weight == 1 else f":{decimal_text(weight)}"
