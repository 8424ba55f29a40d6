"""The poker games of the catalog as ordered games: Rhode Island Hold'em, Leduc, Kuhn, and the paper's tiny poker."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.builders.games.ordered.limit_poker import Betting, limit_poker
from seqform.errors import GameError
from seqform.models.exact import Ints
from seqform.models.ordered_game import Number, OrderedGame

Ranks = npt.NDArray[np.integer[Any]]

RANKS = "23456789TJQKA"
SUITS = "shdc"


def rhode_island(
    title: str,
    ranks: int = 13,
    suits: int = 4,
    ante: Number = 5,
    first_bet: Number = 10,
    second_bet: Number = 20,
    third_bet: Number = 20,
    max_bets: int = 3,
) -> OrderedGame:
    """Return Rhode Island Hold'em: one private card, a flop and a turn of one card each, three rounds of betting.

    The best three-card hand wins: straight flush, three of a kind, straight, flush, pair, high card. The ace is
    high, and also below the lowest rank in a straight.

    Parameters
    ----------
    title : str
    ranks, suits : int
        The deck; fewer than 13 ranks are the highest ones.
    ante, first_bet, second_bet, third_bet : int or Fraction
    max_bets : int
        Of bets and raises together, in a round.

    References
    ----------
    Shi & Littman, Abstraction methods for game theoretic poker, CG 2000; Gilpin & Sandholm 2006.
    """
    if ranks * suits < 4:
        raise GameError(f"{title}: {ranks} ranks in {suits} suits make too few cards to deal four")
    bets = (first_bet, second_bet, third_bet)
    return limit_poker(
        title,
        deck=[rank + suit for rank in RANKS[13 - ranks :] for suit in SUITS[:suits]],
        ante=ante,
        rounds=[
            Betting(bet, max_bets, public=min(number, 1), private=1 if number == 0 else 0)
            for number, bet in enumerate(bets)
        ],
        strength=_ThreeCardStrength(ranks, suits),
    )


class _ThreeCardStrength:
    """Ranks three-card hands: more is better; before the last card it is the rank of the own card that counts."""

    def __init__(self, ranks: int, suits: int) -> None:
        self.ranks, self.suits = ranks, suits

    def __call__(self, public: Ints, private: Ints) -> Ranks:
        cards = np.concatenate([private, public], axis=1)
        if cards.shape[1] < 3:
            return cards[:, 0] // self.suits
        ranks = np.sort(cards // self.suits, axis=1)
        low, middle, high = ranks.T
        suit = cards % self.suits
        flush = (suit[:, 0] == suit[:, 1]) & (suit[:, 1] == suit[:, 2])
        wheel = (low == 0) & (middle == 1) & (high == self.ranks - 1) & (self.ranks > 3)
        straight = ((middle == low + 1) & (high == middle + 1)) | wheel
        triple = (low == middle) & (middle == high)
        pair = ((low == middle) | (middle == high)) & ~triple
        category = np.select([straight & flush, triple, straight, flush, pair], [5, 4, 3, 2, 1], 0)
        kicker = np.where(low == middle, high, low)
        first = np.select([pair | triple, wheel], [middle, 1], high)
        second = np.select([pair, straight | triple], [kicker, 0], middle)
        third = np.where(pair | straight | triple, 0, low)
        base = self.ranks
        rank: Ranks = ((category * base + first) * base + second) * base + third
        return rank


def leduc(
    title: str,
    ranks: int = 3,
    suits: int = 2,
    collapse_suits: bool = False,
    ante: Number = 1,
    first_bet: Number = 2,
    second_bet: Number = 4,
    max_bets: int = 2,
) -> OrderedGame:
    """Return Leduc hold'em: one private and one public card; a pair wins, else the higher rank.

    Signals are cards, each of them once, so suits are never collapsed here; that is what filters are for.
    """
    if ranks * suits < 3:
        raise GameError(f"{title}: {ranks} ranks in {suits} suits make too few cards to deal three")
    if collapse_suits:
        raise GameError(f"{title}: signals are cards, each of them once; leave collapse_suits out and shrink the game")
    names = ("J", "Q", "K") if ranks == 3 else tuple(str(rank) for rank in range(1, ranks + 1))

    def strength(public: Ints, private: Ints) -> Ranks:
        own = private[:, 0] // suits
        if public.shape[1] == 0:
            return own
        pairing: Ranks = own + ranks * (own == public[:, 0] // suits)
        return pairing

    return limit_poker(
        title,
        deck=[rank + suit for rank in names for suit in SUITS[:suits]],
        ante=ante,
        rounds=[Betting(first_bet, max_bets, private=1), Betting(second_bet, max_bets, public=1)],
        strength=strength,
    )


def kuhn(title: str, ante: Number = 1, bet: Number = 1, ranks: int = 3) -> OrderedGame:
    """Return Kuhn's poker: one card each, one bet."""
    names = ("J", "Q", "K") if ranks == 3 else tuple(str(rank) for rank in range(1, ranks + 1))
    return limit_poker(title, deck=names, ante=ante, rounds=[Betting(bet, private=1)], strength=_own_card)


def tiny_poker(title: str, ante: Number = 1, bet: Number = 1) -> OrderedGame:
    """Return the poker with two jacks and two kings that shows GameShrink at work."""

    def strength(public: Ints, private: Ints) -> Ranks:
        return private[:, 0] // 2

    return limit_poker(
        title, deck=("J1", "J2", "K1", "K2"), ante=ante, rounds=[Betting(bet, private=1)], strength=strength
    )


def _own_card(public: Ints, private: Ints) -> Ranks:
    return private[:, 0]
