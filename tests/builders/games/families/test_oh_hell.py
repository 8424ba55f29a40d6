"""Open-Handed Oh Hell!: deals, tricks, payoffs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seqform.backends.bestnash.profile_sets import pure_sets
from seqform.builders.games.families.oh_hell import (
    MAX_CARDS,
    TRUMPS,
    OhHell,
    OhHellDeal,
    OhHellOfMany,
    OhHellRules,
    OhHellState,
    card_label,
    card_number,
    deal,
)
from seqform.builders.games.rules import TERMINAL, position_graph
from seqform.errors import GameError


@given(cards=st.integers(1, MAX_CARDS), seed=st.integers(0, 10**9), trump=st.sampled_from(TRUMPS))
def test_no_card_is_dealt_twice_and_a_seed_always_gives_the_same_hands(
    cards: int, seed: int, trump: str
) -> None:
    dealt = deal(cards, seed, trump=trump)
    assert len({*dealt.hands[0], *dealt.hands[1]}) == 2 * cards
    assert dealt == deal(cards, seed, trump=trump)
    assert (dealt.trump is None) == (trump == "none")


def test_the_order_of_a_hand_changes_nothing_but_the_order() -> None:
    by_suit, by_rank, as_dealt = (deal(7, 3, order=order) for order in ("suit", "rank", "dealt"))
    assert by_suit.trump == by_rank.trump == as_dealt.trump
    for k in (0, 1):
        assert sorted(as_dealt.hands[k]) == list(by_suit.hands[k])
        assert [card % 13 for card in by_rank.hands[k]] == sorted(
            card % 13 for card in as_dealt.hands[k]
        )


@pytest.mark.parametrize("card", range(52))
def test_a_card_is_known_by_its_label(card: int) -> None:
    assert card_number(card_label(card)) == card


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: OhHellDeal.of("2C", "2C", "S"), "2C was dealt twice"),
        (lambda: OhHellDeal.of("2C 3C", "4C", "S"), "hands of 2 and 1 cards"),
        (lambda: OhHellDeal.of("2C", "10C", "S"), "'10C' is not a card"),
        (lambda: OhHellDeal.of("2C", "3C", "X"), "'X' is not a suit"),
        (lambda: OhHellDeal(((1,), (52,)), 0), "card 52"),
        (lambda: OhHellDeal(((1,), (2,)), 4), "trump 4"),
        (lambda: deal(8, 0), "hands of 8 and 8 cards"),
        (lambda: deal(4, 0, trump="ace"), "trump 'ace'; one of random"),
        (lambda: deal(4, 0, order="size"), "order 'size'; one of suit"),
        (
            lambda: OhHell(deal(2, 0), OhHellRules(first_lead=3)),
            "first_lead 3; one of 1, 2 expected",
        ),
        (lambda: OhHellRules(penalty="heavy"), "penalty 'heavy'; one of contract"),
    ],
)
def test_malformed_deals_and_rules_are_refused(make: object, says: str) -> None:
    assert callable(make)
    with pytest.raises(GameError, match=says):
        make()


def test_the_second_bid_may_not_make_the_sum_the_number_of_tricks() -> None:
    game = OhHell(deal(3, 0))
    start = game.initial()
    for first in game.actions(start):
        assert 3 - first not in game.actions(game.apply(start, first))
    free = OhHell(deal(3, 0), OhHellRules(sum_rule=False, bids_descending=True))
    assert free.actions(free.apply(free.initial(), 1)) == (3, 2, 1, 0)


@pytest.mark.parametrize(
    ("first", "second", "trump", "winner"),
    [
        ("KS", "QS", "D", 0),
        ("QS", "KS", "D", 1),
        ("AS", "2D", "D", 1),
        ("2S", "AH", "D", 0),
        ("2D", "AS", "D", 0),
        ("2S", "AH", None, 0),
    ],
)
def test_a_trick_goes_to_the_higher_card_of_the_suit_led_or_to_the_trump(
    first: str, second: str, trump: str | None, winner: int
) -> None:
    game = OhHell(OhHellDeal.of(first, second, trump))
    state = game.apply(game.apply(game.initial(), 1), 1)
    state = game.apply(game.apply(state, card_number(first)), card_number(second))
    assert game.player(state) == TERMINAL
    assert game.payoffs(state) == ((11, -11), (-11, 11))[winner]


def test_suit_is_followed_where_it_can_be_and_the_winner_leads() -> None:
    game = OhHell(OhHellDeal.of("5S 6D", "7S 8C", "H"))
    state = game.apply(game.apply(game.initial(), 0), 0)
    state = game.apply(state, card_number("5S"))
    assert [card_label(card) for card in game.actions(state)] == ["7S"]
    state = game.apply(state, card_number("7S"))
    assert (state.mover, state.won) == (1, (0, 1))
    state = game.apply(state, card_number("8C"))
    assert [card_label(card) for card in game.actions(state)] == ["6D"]
    anything = OhHell(game.deal, OhHellRules(follow=False))
    assert len(anything.actions(state._replace(hands=((5, 6), (7, 8)), mover=1, table=(0,)))) == 2


def test_of_three_players_the_winner_of_each_trick_leads_and_only_the_last_bid_is_restricted() -> (
    None
):
    hands = [[card_number(card) for card in hand.split()] for hand in ("2S 3C", "KS AH", "2D AS")]
    game = OhHellOfMany(OhHellDeal(tuple(map(tuple, hands)), card_number("2D") // 13))
    state = game.apply(game.apply(game.initial(), 0), 0)
    assert list(game.actions(game.initial())) == [0, 1, 2] and list(game.actions(state)) == [0, 1]
    state = game.apply(state, 1)
    for card, mover in (("2S", 0), ("KS", 1), ("AS", 2), ("2D", 2), ("3C", 0), ("AH", 1)):
        assert state.mover == mover and card_number(card) in game.actions(state)
        state = game.apply(state, card_number(card))
    assert state.won == (0, 0, 2) and game.payoffs(state) == (10, 10, -11)


def test_merging_the_positions_of_three_players_leaves_the_payoffs_of_their_equilibria() -> None:
    class Apart(OhHellOfMany):
        def position(self, state: OhHellState) -> OhHellState:
            return state

    for seed in range(5):
        dealt = deal(2, seed, players=3)
        merged, apart = (position_graph(kind(dealt)) for kind in (OhHellOfMany, Apart))
        assert len(merged) < len(apart)
        assert pure_sets(merged).at(0) == pure_sets(apart).at(0)


@pytest.mark.parametrize(
    ("rules", "bid", "tricks", "payoff"),
    [
        (OhHellRules(), 3, 3, 13),
        (OhHellRules(), 0, 0, 10),
        (OhHellRules(), 3, 2, -13),
        (OhHellRules(), 0, 2, -10),
        (OhHellRules(penalty="constant"), 3, 2, -10),
        (OhHellRules(penalty="none"), 3, 4, 0),
        (OhHellRules(target="at-least"), 3, 4, 13),
        (OhHellRules(target="at-least"), 3, 2, -13),
    ],
)
def test_payoffs_are_ten_and_the_bid_or_the_penalty(
    rules: OhHellRules, bid: int, tricks: int, payoff: int
) -> None:
    assert rules.payoff(bid, tricks) == payoff
