"""Limit poker as an ordered game: betting rounds, stakes, and the ranking of hands."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from seqform.builders.abstraction.filters import equitable_filters
from seqform.builders.games import catalog
from seqform.builders.games.ordered.limit_poker import Betting, betting_stage, limit_poker
from seqform.errors import GameError
from seqform.models.games.ordered import OrderedGame
from seqform.models.numbers.exact import Ints


def own_card(public: Ints, private: Ints) -> Ints:
    card: Ints = private[:, 0]
    return card


def test_a_betting_round_has_the_sets_and_sequences_of_the_paper() -> None:
    stage = betting_stage(3, last=False)
    assert [len(stage.sets(player)) for player in (0, 1)] == [4, 4]
    assert [len(stage.sequences(player)) for player in (0, 1)] == [10, 10]
    assert (len(stage.ends), len(stage.continuing)) == (6, 7)


def test_decks_that_are_too_small_are_refused() -> None:
    with pytest.raises(GameError, match="too few cards to deal four"):
        catalog.ordered("rhode-island(ranks=3,suits=1)")
    with pytest.raises(GameError, match="leave collapse_suits out"):
        catalog.ordered("leduc(collapse_suits=true)")
    with pytest.raises(GameError, match="not known as a game with ordered signals; these are: "):
        catalog.ordered("tic-tac-toe")


def test_bets_of_different_sizes_add_up_in_the_pot() -> None:
    game = limit_poker(
        "two rounds",
        deck="abcd",
        ante=1,
        rounds=[Betting(2, private=1), Betting(5, public=1)],
        strength=own_card,
    )
    stage = game.rounds[1].stage
    called = next(k for k, leaf in enumerate(stage.ends) if stage.path(leaf) == ("bet", "call"))
    after = game.histories(1).index((("check", "bet", "call"),))
    showdown = 1
    assert game.payoffs[1].numerators[0, showdown, called, after] == (1 + 2 + 5) * game.payoffs[1].denominator


def one_card_poker(strength: Any, **betting: Any) -> OrderedGame:
    rounds = [Betting(**{"bet": 1, "private": 1, **betting})]
    return limit_poker("poker", deck="JQK", ante=1, rounds=rounds, strength=strength)


@pytest.mark.parametrize(
    ("strength", "message"),
    [
        (lambda table, own: 3, r"int64 of shape \(\)"),
        (lambda table, own: own, r"int64 of shape \(1, 1\)"),
        (lambda table, own: own[:, 0] / 3, "float64"),
        (lambda table, own: table[:, 0], "fails for signals of shape .*IndexError"),
        (lambda table: 3, "fails for signals of shape .*TypeError"),
    ],
)
def test_a_wrong_strength_is_refused_at_once(strength: Any, message: str) -> None:
    with pytest.raises(GameError, match=f"^poker: strength in round 1: .*{message}"):
        one_card_poker(strength)


def test_a_strength_that_reads_a_card_before_it_is_there_is_refused() -> None:
    def pairs(table: Ints, own: Ints) -> Ints:
        strengths: Ints = own[:, 0] + 10 * (table[:, 0] // 2 == own[:, 0] // 2)
        return strengths

    with pytest.raises(
        GameError, match=r"^poker: strength in round 1: pairs: fails .*\(1, 0\) and \(1, 1\): IndexError"
    ):
        limit_poker(
            "poker", deck="abcdef", ante=1, rounds=[Betting(1, private=1), Betting(1, public=1)], strength=pairs
        )


def test_a_strength_that_ranks_one_hand_only_is_refused_when_it_ranks_more() -> None:
    game = one_card_poker(lambda table, own: own[:1, 0])
    with pytest.raises(GameError, match=r"integer for each row of signals expected, of shape \(3,\)"):
        equitable_filters(game)


@pytest.mark.parametrize(
    ("betting", "message"),
    [
        ({"bet": -1}, "bet=-1: an integer or a Fraction, at least 0"),
        ({"bet": 0.5}, "bet=0.5: an integer or a Fraction, at least 0"),
        ({"max_bets": -1}, "max_bets=-1: an integer, at least 0"),
        ({"max_bets": "2"}, "max_bets='2': an integer, at least 0"),
        ({"private": 1.5}, "private=1.5: an integer, at least 0"),
        ({"public": -1}, "public=-1: an integer, at least 0"),
    ],
)
def test_wrong_betting_is_refused(betting: dict[str, Any], message: str) -> None:
    with pytest.raises(GameError, match=f"Betting: {message}"):
        one_card_poker(own_card, **betting)


def test_a_round_without_bets_is_cards_alone() -> None:
    game = one_card_poker(own_card, max_bets=0)
    assert [game.rounds[0].stage.path(leaf) for leaf in game.rounds[0].stage.ends] == [("check", "check")]


# ---- the strength of three cards ----


def strongest_first(*hands: str) -> list[int]:
    game = catalog.ordered("rhode-island")
    cards = np.array([[game.signals.index(card) for card in hand.split()] for hand in hands])
    return [int(rank) for rank in game.ordering[0](cards[:, 1:], cards[:, :1])]


def test_three_card_hands_rank_by_the_rules() -> None:
    ranking = strongest_first(
        "Ah Kh Qh", "2s 3s As", "7h 7s 7d", "Ah Kd Qh", "4h 3h 2s", "Ah 2d 3h", "Ks 9s 2s", "Ah Ad Kd", "Ah Kd Kc",
        "Kh Kd 2c", "Ah Kd Jc", "Ah Kd 9c", "9h 8d 6c", "5h 4d 2s",
    )  # fmt: skip
    assert ranking == sorted(ranking, reverse=True)
    assert len(set(ranking)) == len(ranking)


def test_the_order_in_which_cards_come_does_not_matter() -> None:
    assert len(set(strongest_first("Ah 2d 3h", "3h Ah 2d", "2d 3h Ah"))) == 1
