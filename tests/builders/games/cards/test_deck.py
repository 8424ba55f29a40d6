"""Cards, boards and hands by number and by name."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seqform.builders.games.cards.classes import class_name, classes_of_hands
from seqform.builders.games.cards.deck import (
    CARDS,
    card_number,
    cards_text,
    hand_cards,
    hand_numbers,
    hand_text,
    meets,
    parse_board,
    parse_cards,
)
from seqform.errors import GameError


def test_hands_stand_in_the_order_of_the_files_of_endgames() -> None:
    names = ["".join(pair) for pair in combinations(CARDS, 2)]
    assert CARDS[:5] == ("2s", "2h", "2d", "2c", "3s")
    assert names[:4] == ["2s2h", "2s2d", "2s2c", "2s3s"]
    assert (names[50], names[51], names[-1]) == ("2sAc", "2h2d", "AdAc")
    assert [cards_text(cards) for cards in hand_cards().tolist()] == names


@given(st.lists(st.integers(0, 51), unique=True, max_size=7))
def test_names_of_cards_read_back(cards: list[int]) -> None:
    assert parse_cards(cards_text(cards), "cards") == tuple(cards)
    assert parse_cards(", ".join(CARDS[card] for card in cards), "cards") == tuple(cards)
    assert [card_number(CARDS[card]) for card in cards] == cards


@given(st.integers(0, 1325))
def test_hands_have_their_places(hand: int) -> None:
    cards = hand_cards()[hand]
    assert hand_numbers(np.array([cards, cards[::-1]])).tolist() == [hand, hand]
    assert hand_numbers(np.array([parse_cards(hand_text(hand), "hand")])).tolist() == [hand]
    assert np.flatnonzero(meets(cards))[[0, -1]].tolist() != []
    assert int(meets(cards).sum()) == 101


def test_the_169_classes_have_six_four_and_twelve_hands() -> None:
    sizes = np.bincount(classes_of_hands(), minlength=169)
    names = [class_name(number) for number in range(169)]
    assert len(set(names)) == 169
    by_form = {2: 6, "s": 4, "o": 12}
    assert sizes.tolist() == [by_form[name[2:] or len(name)] for name in names]
    assert [names[number] for number in (0, 1, 13, 14, 168)] == ["AA", "AKs", "AKo", "KK", "22"]


def test_a_hand_is_in_the_class_of_its_ranks_and_suits() -> None:
    for hand, number in enumerate(classes_of_hands().tolist()):
        high, high_suit, low, low_suit = list(hand_text(hand))
        suits = "" if high == low else "s" if high_suit == low_suit else "o"
        assert class_name(number) == high + low + suits


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("JsKs5cQsJs", "board: the card Js occurs twice in 'JsKs5cQsJs'"),
        (
            "1sKs5c",
            "board: '1s' in '1sKs5c' is no card: a rank of 23456789TJQKA and a suit of shdc",
        ),
        ("JxKs5c", "board: 'Jx' in 'JxKs5c' is no card"),
        ("JsKs5", "board: '5' in 'JsKs5' is no card"),
        ("JsKs", "board: 3, 4 or 5 cards expected, and 'JsKs' has 2 cards"),
        ("", "board: 3, 4 or 5 cards expected, and '' has 0 cards"),
        ("2s3s4s5s6s7s", "board: 3, 4 or 5 cards expected, and '2s3s4s5s6s7s' has 6 cards"),
        (5, "board: names of cards such as 'JsKs5c' expected, not 5"),
    ],
)
def test_bad_boards_have_one_clear_error(text: str, message: str) -> None:
    with pytest.raises(GameError) as refusal:
        parse_board(text)
    assert str(refusal.value).startswith(message)


def test_a_card_is_one_card() -> None:
    with pytest.raises(GameError, match="card: 1 card expected, and 'AsKs' has 2 cards"):
        card_number("AsKs")
