"""Poker as rules and as ordered games: betting rounds, stakes, hands, and known equilibria."""

from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from assessments import Choices, profile_playing
from tree_walks import payoffs_by_path

from seqform.builders.abstraction.filters import equitable_filters
from seqform.builders.games import catalog
from seqform.builders.games.ordered.limit_poker import Betting, betting_round, betting_stage, limit_poker
from seqform.errors import GameError
from seqform.models.games.ordered import OrderedGame
from seqform.models.numbers.exact import Ints
from seqform.verify import certify


def test_an_equilibrium_of_the_game_with_merged_jacks_is_none_of_the_game_itself() -> None:
    second: Choices = {"K:b": {"call": 1}, "J1:b": {"call": 1}, "J1:c": {"bet": 1}}
    calls: Choices = {card: {"call": 1} for card in ("J:cb", "J1:cb", "J2:cb", "K:cb")}
    games = (catalog.make("three-card-orderings(merged=true)"), catalog.make("three-card-orderings"))
    merged, itself = (certify(game, profile_playing(game, calls, second)) for game in games)
    assert merged.values == itself.values
    assert merged.regrets == (0, 0)
    assert itself.regrets == (Fraction(1, 12), 0)


@pytest.mark.parametrize(
    ("spec", "path", "payoff"),
    [
        ("kuhn(ante=2,bet=3)", "K J check check", 2),
        ("kuhn(ante=2,bet=3)", "K J bet fold", 2),
        ("kuhn(ante=2,bet=3)", "K J bet call", 5),
        ("kuhn(ante=2,bet=3)", "Q K check bet fold", -2),
        ("kuhn(ante=2,bet=3)", "Q K check bet call", -5),
        ("leduc", "Ks Qs check check Js check check", 1),
        ("leduc", "Ks Qs check check Qh check check", -1),
        ("leduc", "Ks Kh bet call Js bet call", 0),
        ("leduc", "Js Qs bet raise call Jh bet raise call", 1 + 2 * 2 + 2 * 4),
        ("leduc", "Js Qs bet raise call Ks bet raise fold", -(1 + 2 * 2 + 4)),
        ("leduc", "Ks Qs bet raise fold", -(1 + 2)),
        ("kuhn-with-raise", "AQ check bet raise call", 3),
        ("kuhn-with-raise", "AQ check bet raise fold", 2),
        ("tiny-poker", "J1 J2 bet call", 0),
        ("tiny-poker", "K2 J1 bet call", 2),
    ],
)
def test_the_winner_gains_the_share_of_the_loser_of_the_pot(spec: str, path: str, payoff: int) -> None:
    assert payoffs_by_path(catalog.make(spec))[tuple(path.split())] == payoff


def test_players_with_different_orders_of_the_cards_may_both_win() -> None:
    game = catalog.make("three-card-orderings(bet=1)")
    payoffs = zip(*(column.to_fractions() for column in game.leaf_payoffs), strict=True)
    at = dict(zip(map(game.path, game.leaves), payoffs, strict=True))
    assert at["K", "J1", "bet", "call"] == (2, 2)
    assert at["J1", "J2", "bet", "call"] == (0, -2)
    assert at["J1", "K", "bet", "call"] == (-2, -2)
    assert at["J2", "K", "bet", "fold"] == (1, -1)


def test_decks_that_are_too_small_and_games_without_ordered_signals_are_refused() -> None:
    with pytest.raises(GameError, match="2 ranks in 1 suit make too few cards to deal three"):
        catalog.make("leduc(ranks=2,suits=1)")
    with pytest.raises(GameError, match="too few cards to deal four"):
        catalog.ordered("rhode-island(ranks=3,suits=1)")
    with pytest.raises(GameError, match="leave collapse_suits out"):
        catalog.ordered("leduc(collapse_suits=true)")
    with pytest.raises(GameError, match="not known as a game with ordered signals; these are: "):
        catalog.ordered("tic-tac-toe")


def test_a_bet_and_two_raises_make_the_round_of_rhode_island_holdem() -> None:
    turns = betting_round(3)
    decisions = [turn for turn in turns.values() if turn.actions]
    ends = [turn for turn in turns.values() if not turn.actions]
    assert Counter(turn.player for turn in decisions) == {0: 4, 1: 4}
    assert [sum(len(turn.actions) for turn in decisions if turn.player == player) for player in (0, 1)] == [10, 10]
    assert sum(turn.folded is not None for turn in ends) == 6
    assert sorted(turn.paid[0] for turn in ends if turn.folded is None) == [0, 1, 1, 2, 2, 3, 3]
    stage = betting_stage(3, last=False)
    assert [len(stage.sets(player)) for player in (0, 1)] == [4, 4]
    assert [len(stage.sequences(player)) for player in (0, 1)] == [10, 10]
    assert (len(stage.ends), len(stage.continuing)) == (6, 7)


def test_nobody_folds_to_a_check_or_raises_beyond_the_limit_and_those_who_continue_have_paid_the_same() -> None:
    for turn in betting_round(4).values():
        if not turn.actions and turn.folded is None:
            assert turn.paid[0] == turn.paid[1]
        if turn.folded is not None:
            assert turn.paid[turn.folded] < turn.paid[1 - turn.folded]
    turns = betting_round(2)
    assert turns[""].actions == turns["c"].actions == ("c", "b")
    assert turns["b"].actions == ("f", "k", "r")
    assert turns["br"].actions == turns["cbr"].actions == ("f", "k")
    assert list(betting_round(0)) == ["", "c", "cc"]


def own_card(public: Ints, private: Ints) -> Ints:
    card: Ints = private[:, 0]
    return card


def one_card_poker(strength: Any, **betting: Any) -> OrderedGame:
    rounds = [Betting(**{"bet": 1, "private": 1, **betting})]
    return limit_poker("poker", deck="JQK", ante=1, rounds=rounds, strength=strength)


@pytest.mark.parametrize(
    ("betting", "message"),
    [
        ({"bet": -1}, "bet=-1: an integer or a Fraction, at least 0"),
        ({"max_bets": -1}, "max_bets=-1: an integer, at least 0"),
        ({"private": 1.5}, "private=1.5: an integer, at least 0"),
    ],
)
def test_wrong_betting_is_refused(betting: dict[str, Any], message: str) -> None:
    with pytest.raises(GameError, match=f"Betting: {message}"):
        one_card_poker(own_card, **betting)


@pytest.mark.parametrize(
    ("strength", "message"),
    [
        (lambda table, own: 3, r"int64 of shape \(\)"),
        (lambda table, own: own, r"int64 of shape \(1, 1\)"),
        (lambda table, own: own[:, 0] / 3, "float64"),
        (lambda table, own: table[:, 0], r"fails for signals of shape \(1, 0\) and \(1, 1\): IndexError"),
        (lambda table: 3, "fails for signals of shape .*TypeError"),
    ],
)
def test_a_wrong_strength_is_refused_at_once(strength: Any, message: str) -> None:
    with pytest.raises(GameError, match=f"^poker: strength in round 1: .*{message}"):
        one_card_poker(strength)


def test_a_strength_that_ranks_one_hand_only_is_refused_when_it_ranks_more() -> None:
    game = one_card_poker(lambda table, own: own[:1, 0])
    with pytest.raises(GameError, match=r"integer for each row of signals expected, of shape \(3,\)"):
        equitable_filters(game)


def strengths(*hands: str) -> list[int]:
    game = catalog.ordered("rhode-island")
    cards = np.array([[game.signals.index(card) for card in hand.split()] for hand in hands])
    return [int(rank) for rank in game.ordering[0](cards[:, 1:], cards[:, :1])]


def test_three_card_hands_rank_by_the_rules_in_any_order_of_the_cards() -> None:
    ranking = strengths(
        "Ah Kh Qh", "2s 3s As", "7h 7s 7d", "Ah Kd Qh", "4h 3h 2s", "Ah 2d 3h", "Ks 9s 2s", "Ah Ad Kd", "Ah Kd Kc",
        "Kh Kd 2c", "Ah Kd Jc", "Ah Kd 9c", "9h 8d 6c", "5h 4d 2s",
    )  # fmt: skip
    assert ranking == sorted(ranking, reverse=True)
    assert len(set(ranking)) == len(ranking)
    assert len(set(strengths("Ah 2d 3h", "3h Ah 2d", "2d 3h Ah"))) == 1
