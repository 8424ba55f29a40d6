"""Strengths of hands against an evaluation of all subsets of five, and against the counts of the literature."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plain_hands import plain_key

from seqform.builders.games.cards.deck import hand_cards, meets, parse_board, parse_cards
from seqform.builders.games.cards.strengths import CATEGORIES, card_strengths, strengths
from seqform.errors import GameError

SHIFT = 26


def cards_of(texts: list[str]) -> np.ndarray:
    return np.array([parse_cards(text, "hand") for text in texts])


def sets_of_cards(size: int) -> st.SearchStrategy[list[int]]:
    """Cards of the whole deck, and of parts of it with few ranks or few suits, in which the rare categories are."""
    parts = [
        range(52),
        [card for card in range(52) if card % 4 == 0 or card // 4 in (12, 0)],
        [card for card in range(52) if card // 4 < 4],
        [card for card in range(52) if card % 4 < 2 and card // 4 in (0, 1, 2, 3, 4, 5, 12)],
    ]
    drawn = [
        st.lists(st.sampled_from(list(part)), min_size=size, max_size=size, unique=True)
        for part in parts
    ]
    return st.one_of(drawn)


@given(st.integers(5, 7).flatmap(lambda size: st.tuples(sets_of_cards(size), sets_of_cards(size))))
def test_two_hands_compare_as_their_best_subsets_of_five(
    hands: tuple[list[int], list[int]],
) -> None:
    first, second = card_strengths(np.array(hands)).tolist()
    keys = [plain_key(hand) for hand in hands]
    assert (first > second) == (keys[0] > keys[1])
    assert (first == second) == (keys[0] == keys[1])
    assert [first >> SHIFT, second >> SHIFT] == [category for category, _ in keys]


@given(sets_of_cards(7), st.permutations(range(7)), st.permutations(range(4)))
def test_neither_the_order_of_cards_nor_the_names_of_suits_matter(
    hand: list[int], order: list[int], suits: list[int]
) -> None:
    moved = [4 * (hand[place] // 4) + suits[hand[place] % 4] for place in order]
    strength, of_moved = card_strengths(np.array([hand, moved]))
    assert strength == of_moved


@given(sets_of_cards(7))
def test_a_board_and_two_cards_are_worth_what_seven_cards_are(cards: list[int]) -> None:
    board, hand = cards[:5], cards[5:]
    assert strengths(board, np.array([hand])) == card_strengths(np.array([cards]))


def test_the_order_of_categories_is_that_of_the_rules() -> None:
    hands = [
        "As Ks Qs Js 9h",
        "2s2h 3s4s5s",
        "2s2h 3s3h 4s",
        "2s2h2d 3s4s",
        "As2h3s4s5s",
        "2s3s4s5s7s",
        "2s2h2d 3s3h",
        "2s2h2d2c 3s",
        "As2s3s4s5s",
    ]
    by_category = card_strengths(cards_of(hands))
    assert np.all(np.diff(by_category) > 0)
    assert [CATEGORIES[strength >> SHIFT] for strength in by_category] == list(CATEGORIES)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("6s5h4s3s2s", "As2s3s4s5h"),  # the ace is low in the lowest straight
        ("KsKhKd2s2h QsQh", "KsKhKd JsJh 2s3s"),  # the higher of two pairs fills
        ("AsAhKsKhQs QdJs", "AsAhKsKhJsJdTc"),  # the third pair is a kicker
        ("2s2h2d2c As 3s3h", "2s2h2d2c Ks KhKd"),
        ("As9s8s7s2s KhKd", "AsKhQhJhTd 2s3s"),  # a flush beats a straight
        ("KsKhKd AsAhAd 2s", "KsKhKd QsQhQd As"),
    ],
)
def test_hands_of_one_category_are_compared_by_ranks(better: str, worse: str) -> None:
    assert card_strengths(cards_of([better])) > card_strengths(cards_of([worse]))


def test_what_the_board_holds_alone_is_a_tie_of_all_hands() -> None:
    board = parse_board("AsKsQsJsTs")
    assert len(np.unique(strengths(board, hand_cards()[~meets(board)]))) == 1


def test_no_hand_gives_no_strength() -> None:
    assert strengths(parse_board("AsKsQsJsTs"), np.zeros((0, 2), dtype=np.int64)).shape == (0,)


@pytest.mark.parametrize(
    ("board", "hands", "message"),
    [
        ((0, 1, 2, 3, 4), [[4, 5]], "the hand and the board 3s3h2s2h2d2c3s have a card twice"),
        ((0, 1, 2, 3, 4), [[6, 6]], "have a card twice"),
        ((0, 1), [[4, 5]], "a board of 3 to 5 cards"),
        ((0, 1, 2), [[4, 5, 6]], "hands of two cards a row"),
        ((0, 1, 2), [[4, 52]], "numbers of cards from 0 to 51"),
    ],
)
def test_cards_that_cannot_be_compared_are_refused(
    board: tuple[int, ...], hands: list[list[int]], message: str
) -> None:
    with pytest.raises(GameError, match=message):
        strengths(board, np.array(hands))


def test_hands_of_four_cards_are_refused() -> None:
    with pytest.raises(
        GameError, match=r"5 to 7 cards a row expected, not an array of shape \(1, 4\)"
    ):
        card_strengths(np.array([[0, 1, 2, 3]]))


COUNTS = [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40]
"""The number of five-card hands of each category, by combinatorics."""


@pytest.mark.slow
def test_all_hands_of_five_cards_are_ordered_as_by_plain_evaluation() -> None:
    every = np.array(list(combinations(range(52), 5)), dtype=np.int8)
    found = np.concatenate([card_strengths(part) for part in np.array_split(every, 40)])
    assert np.bincount(found >> SHIFT).tolist() == COUNTS

    # One hand of each class, and every hand's class by its ranks and whether it is of one suit
    distinct, first = np.unique(found, return_index=True)
    assert len(distinct) == 7_462
    keys = [plain_key(hand) for hand in every[first].tolist()]
    assert keys == sorted(set(keys))
    key_of = dict(zip(distinct.tolist(), keys, strict=True))
    for hand, strength in zip(every[::7].tolist(), found[::7].tolist(), strict=True):
        assert key_of[strength] == plain_key(hand)
