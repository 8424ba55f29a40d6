"""Equities of hands against ranges, against a count of all pairs of hands and boards."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_hands import plain_key

from seqform.builders.games.cards.deck import hand_cards, parse_board
from seqform.builders.games.cards.equity import equities, equity
from seqform.builders.games.cards.ranges import Range, parse_range
from seqform.errors import GameError
from seqform.models.numbers.exact import ExactArray


def counted(own: set[int], weights: dict[int, Fraction], board: tuple[int, ...]) -> Fraction | None:
    """The equity of two cards by going through all boards and hands."""
    share = meeting = Fraction(0)
    left = set(range(52)) - set(board)
    for drawn in combinations(sorted(left), 5 - len(board)):
        if own & set(drawn):
            continue
        table = (*board, *drawn)
        key = plain_key((*own, *table))
        for hand, weight in weights.items():
            cards = set(hand_cards()[hand].tolist())
            if cards & (own | set(table)):
                continue
            theirs = plain_key((*cards, *table))
            meeting += weight
            share += weight * (Fraction(key > theirs) + Fraction(key == theirs, 2))
    return share / meeting if meeting else None


@settings(max_examples=15)
@given(
    cards=st.permutations(range(52)),
    size=st.sampled_from([4, 5, 5]),
    numbers=st.lists(
        st.tuples(st.integers(0, 1325), st.fractions(Fraction(1, 9), 3, max_denominator=9)),
        min_size=1,
        max_size=8,
    ),
    scale=st.sampled_from([1, Fraction(1, 10**18)]),
)
def test_equities_are_those_of_all_pairs(
    cards: list[int], size: int, numbers: list[tuple[int, Fraction]], scale: Fraction
) -> None:
    board = tuple(cards[:size])
    weights = {
        hand: scale * weight
        for hand, weight in numbers
        if not set(hand_cards()[hand].tolist()) & set(board)
    }
    if not weights:
        return
    opponent = Range(ExactArray.of([weights.get(hand, Fraction(0)) for hand in range(1326)]))
    found = equities(opponent, board)
    for hand in [*list(weights)[:2], 0, 700]:
        own = set(hand_cards()[hand].tolist())
        if not own & set(board):
            assert found.of(hand) == counted(own, weights, board)


def test_the_equities_of_two_ranges_are_one_together() -> None:
    board = parse_board("JsKs5cQs7d")
    first = parse_range("random")
    second = parse_range("22+, A2s+, KTo+, 76s:0.5")
    of_first = equities(second, board).average(first.without(board))
    of_second = equities(first, board).average(second.without(board))
    assert of_first is not None and of_second is not None
    assert of_first + of_second == 1
    assert of_first < Fraction(1, 2)


def test_the_outs_of_a_draw_are_counted() -> None:
    # Of 44 rivers, seven spades make a flush (the king of spades pairs the board, and the set is a full house), and
    # three further jacks a straight.
    board = parse_board("2s7sTcKd")
    assert equity("AsQs", parse_range("TsTh"), board) == Fraction(10, 44)


def test_hands_that_cannot_meet_have_no_equity() -> None:
    board = parse_board("JsKs5cQs7d")
    with pytest.raises(
        GameError, match="equity: the hand AhAc has a card of every hand of the range"
    ):
        equity("AhAc", parse_range("AhAd"), board)
    with pytest.raises(GameError, match="equity: the hand JsAc has a card of the board"):
        equity("JsAc", parse_range("AhAd"), board)
