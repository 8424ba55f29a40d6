"""Ranges of hands: a nonnegative exact weight of each of the 1,326 hands, as text, from files, and on boards.

A pair of hands has a probability in proportion to the product of its weights, if the four cards are different and none
is on the board; so only the ratios of a range's weights matter.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from seqform.builders.games.cards.deck import NUM_HANDS, cards_text, hand_cards, hand_text, meets
from seqform.builders.games.cards.range_text import parse_weights, write_weights
from seqform.builders.games.formats.tokens import read_text
from seqform.errors import GameError, ParseError
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import ExactArray, Ints, Mask, Rational
from seqform.models.numbers.given import Given, given_rational
from seqform.models.numbers.text import parse_rational, shown

FILE_SUFFIXES = (".txt", ".csv")
"""The ends of names of files with ranges."""

UNIFORM = "uniform"
"""The name of the range in which every hand has the same weight."""


@dataclass(frozen=True, eq=False)
class Range(Immutable):
    """The weights of the 1,326 hands, in the order of `hand_cards`.

    ``str(hands)`` is the range as text, which `parse_range` reads back to the same weights.

    Raises GameError for another number of weights, for a negative one, and where none is positive.

    Examples
    --------
    >>> hands = parse_range("QQ+, AKs:0.5")
    >>> hands.num_hands, str(hands), str(hands.without([51]))
    (22, 'QQ+, AKs:0.5', 'KK-QQ, AsAh, AsAd, AhAd, AsKs:0.5, AhKh:0.5, AdKd:0.5')
    """

    weights: ExactArray

    def __post_init__(self) -> None:
        if len(self.weights) != NUM_HANDS:
            raise GameError(
                f"range: {NUM_HANDS:,} weights expected, one for each hand, not {len(self.weights):,}"
            )
        negative = np.flatnonzero(self.weights.numerators < 0)
        if len(negative):
            hand = int(negative[0])
            raise GameError(
                f"range: weight {hand + 1:,} of {NUM_HANDS:,}, of {hand_text(hand)}, is negative: "
                f"{shown(self.weights[hand])}; weights are 0 or more"
            )
        if not self.num_hands:
            raise GameError(
                "range: all weights are 0; a positive weight of one hand at least expected"
            )

    @classmethod
    def of(cls, weights: Iterable[Given]) -> Range:
        """Return the range of numbers as people write them, each read exactly as by `given_rational`.

        Examples
        --------
        >>> Range.of(["0.1"] * 1326).weights[0]
        Fraction(1, 10)
        """
        return cls(ExactArray.of(_read_weights(list(weights), "range: ")).reduced())

    @property
    def support(self) -> Mask:
        """For each hand whether its weight is positive."""
        return np.asarray(self.weights.numerators > 0, dtype=np.bool_)

    @property
    def num_hands(self) -> int:
        """The number of hands with a positive weight."""
        return int(np.count_nonzero(self.support))

    def without(self, cards: Sequence[int]) -> Range:
        """Return the range without the hands that have one of some cards, such as those of a board.

        Raises GameError if no hand is left.
        """
        left = self.weights.where(~meets(cards))
        if not np.any(left.numerators > 0):
            raise GameError(
                f"range: every hand with a positive weight has a card of the board {cards_text(cards)}; "
                "name hands that do not meet it"
            )
        return Range(left)

    def __str__(self) -> str:
        return write_weights(self.weights)

    def __repr__(self) -> str:
        return f"<Range of {self.num_hands:,} hands>"


def uniform_range() -> Range:
    """Return the range in which every hand has the weight 1."""
    return Range(ExactArray.ones(NUM_HANDS))


def parse_range(text: str) -> Range:
    """Return the range that a text stands for.

    Its parts, between commas or blanks, are classes of hands, single hands, and all of them; see `parse_weights`.
    "uniform" stands for "random".

    Raises GameError for a part that names no hands, and for a weight that is no number from 0 on.

    Examples
    --------
    >>> parse_range("22+, A2s+, KTo+, 76s:0.5, 2d7h").num_hands
    167
    """
    if text.strip() == UNIFORM:
        return uniform_range()
    return Range(parse_weights(text))


def read_ranges(path: str | os.PathLike[str]) -> tuple[Range, Range]:
    """Return the ranges of both players from a file.

    A file has numbers with white space between them, in a file .csv also commas, which are read exactly: the weights of
    1,326 hands, in the order of `hand_cards`, for both players, or those of player 1 and then those of player 2. Or it
    has text as `parse_ranges` reads it, in which two lines are the ranges of player 1 and of player 2, too; a line that
    ends with a comma goes on in the next one. "#" begins a comment, up to the end of its line.

    Raises ParseError, with the position, for another number of weights or one that is no number from 0 on, and for more
    lines of text than two without ";".
    """
    lines = [line.partition("#")[0] for line in read_text(path).removeprefix("\ufeff").splitlines()]
    name = os.fspath(path)
    words = _words_of(lines, name)
    if not _are_numbers(words):
        try:
            return parse_ranges(_joined_ranges(lines))
        except GameError as error:
            raise ParseError(str(error), name) from None
    if len(words) not in (NUM_HANDS, 2 * NUM_HANDS):
        raise ParseError(
            f"{len(words):,} numbers; the weights of {NUM_HANDS:,} hands, or those of player 1 and then those of "
            f"player 2, {2 * NUM_HANDS:,}, expected",
            name,
        )
    try:
        weights = ExactArray.of(_read_weights(words, ""))
        first = Range(weights.take(slice(0, NUM_HANDS)).reduced())
        second = Range(weights.take(slice(len(words) - NUM_HANDS, None)).reduced())
    except GameError as error:
        raise ParseError(str(error), name) from None
    return first, second


def _words_of(lines: Sequence[str], name: str) -> list[str]:
    """Return the words of a file, which commas separate, too, in one whose name ends in .csv."""
    content = " ".join(lines)
    if name.lower().endswith(".csv"):
        content = content.replace(",", " ")
    return content.split()


def _are_numbers(words: Sequence[str]) -> bool:
    """Return whether the words of a file are weights, and no text; "88 77" alone is one of pairs."""
    if len(words) < 2 or parse_rational(words[0]) is None:
        return False
    if len(words) in (NUM_HANDS, 2 * NUM_HANDS):
        return True
    if any(parse_rational(word.strip(",;")) is None for word in words):
        return False
    try:
        parse_ranges(" ".join(words))
    except GameError:
        return True
    return False


def _joined_ranges(lines: Sequence[str]) -> str:
    """Return the text of one range or of two, with ";" between them, from the lines of a file."""
    text = "\n".join(line.strip() for line in lines if line.strip())
    text = text.replace(",\n", ", ")
    if ";" in text or "\n" not in text:
        return text.replace("\n", " ")
    ranges = text.split("\n")
    if len(ranges) > 2:
        raise GameError(
            f"{len(ranges)} lines of hands; one for both players, or one for player 1 and one for player 2, expected: "
            "end a line that goes on in the next one with a comma, or separate the ranges by ';'"
        )
    return "; ".join(ranges)


def parse_ranges(text: str) -> tuple[Range, Range]:
    """Return the ranges of both players from a text: one for both, or player 1's and player 2's with ";" between them.

    Examples
    --------
    >>> first, second = parse_ranges("QQ+, AK; random")
    >>> first.num_hands, second.num_hands
    (34, 1326)
    """
    parts = text.split(";")
    if len(parts) > 2:
        raise GameError(
            f"{len(parts)} ranges in {shown(text)}; one for both players, or two with ';' between them, expected"
        )
    ranges = []
    for player, part in enumerate(parts, start=1):
        try:
            ranges.append(parse_range(part))
        except GameError as error:
            place = f"player {player}'s " if len(parts) == 2 else ""
            raise GameError(f"{place}{error}") from None
    return ranges[0], ranges[-1]


def given_ranges(value: Any) -> tuple[Range, Range]:
    """Return the ranges of both players from what a person gives.

    - `value`: A `Range` for both or a pair of them, the path of a file (`read_ranges`), text (`parse_ranges`), or a
      sequence of 1,326 or 2 × 1,326 weights. A text is the path of a file by how it is written (`is_range_file`), and
      so is each part of a text with ";", whose files have the range of its player, or of both: "AK; ./second.txt".
    """
    if isinstance(value, Range):
        return value, value
    if isinstance(value, os.PathLike):
        return read_ranges(value)
    if isinstance(value, str):
        parts = [part.strip() for part in value.split(";")]
        if not any(map(is_range_file, parts)):
            return parse_ranges(value)
        if len(parts) == 1:
            return read_ranges(value)
        if len(parts) == 2:
            first, second = map(given_ranges, parts)
            return first[0], second[1]
    if isinstance(value, Sequence | np.ndarray):
        if len(value) == 2 and all(isinstance(part, Range | str | os.PathLike) for part in value):
            first, second = (given_ranges(part) for part in value)
            return first[0], second[1]
        weights = np.asarray(value, dtype=object).reshape(-1).tolist()
        if len(weights) in (NUM_HANDS, 2 * NUM_HANDS):
            return Range.of(weights[:NUM_HANDS]), Range.of(weights[-NUM_HANDS:])
    raise GameError(
        f"ranges: a Range or two, a file, text such as '22+, AK; random', or {NUM_HANDS:,} or {2 * NUM_HANDS:,} "
        f"weights expected, not {shown(value)}"
    )


def is_range_file(text: str) -> bool:
    """Return whether a text without ";" is the path of a file with ranges, whatever files there are.

    It is if it ends in .txt or .csv, begins with "/" or ".", or has a backslash.

    Examples
    --------
    >>> [is_range_file(text) for text in ("AA", "AKs:1/3; AA", "AA.txt", "./AA", "../ranges/AA", "/AA")]
    [False, False, True, True, True, True]
    """
    if ";" in text:
        return False
    return text.lower().endswith(FILE_SUFFIXES) or text.startswith(("/", ".")) or "\\" in text


def _read_weights(values: Sequence[Any], where: str) -> list[Rational]:
    """Return the exact values of weights, with an error that has the place of one that is no number from 0 on."""
    weights = []
    for place, value in enumerate(values):
        hand = hand_text(place % NUM_HANDS)
        player = f" of player {place // NUM_HANDS + 1}" if len(values) == 2 * NUM_HANDS else ""
        weight = given_rational(
            value,
            f"{where}weight {place + 1:,} of {len(values):,}, of {hand}{player}",
            "a number from 0 on",
            lambda exact: exact >= 0,
            error=GameError,
        )
        weights.append(weight)
    return weights


def num_opposing(first: Range, second: Range, board: Sequence[int]) -> Ints:
    """Return for each hand of player 1 how many hands of player 2 with a positive weight it can meet on a board."""
    free = ~meets(board)
    holds = np.zeros((NUM_HANDS, 52), dtype=np.int64)
    holds[np.arange(NUM_HANDS)[:, None], hand_cards()] = 1
    opposing = second.support & free

    # Inclusion and exclusion: all hands, without those with each card, and the hand with both counted once.
    by_card = holds[opposing].sum(axis=0)
    colliding = holds @ by_card - opposing
    meeting = np.count_nonzero(opposing) - colliding
    return np.where(first.support & free, meeting, 0)


def require_meeting(first: Range, second: Range, board: Sequence[int]) -> tuple[Range, Range]:
    """Return both ranges without the hands that meet a board; raises GameError unless some pair can be dealt."""
    ranges = []
    for player, hands in enumerate((first, second), start=1):
        try:
            ranges.append(hands.without(board))
        except GameError as error:
            raise GameError(f"player {player}'s {error}") from None
    if not num_opposing(first, second, board).any():
        raise GameError(
            f"ranges: every hand of player 1 has a card in common with every hand of player 2 on the board "
            f"{cards_text(board)}, so that no pair can be dealt"
        )
    return ranges[0], ranges[1]
