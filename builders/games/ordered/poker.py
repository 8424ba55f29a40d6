"""The poker games of the catalog: Kuhn's, tiny poker, Leduc and Rhode Island Hold'em."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, ParamSpec

import numpy as np
import numpy.typing as npt

from seqform.builders.games.cards.deck import RANKS, SUITS
from seqform.builders.games.ordered.limit_poker import Betting, PokerRules, limit_poker
from seqform.errors import GameError
from seqform.models.games.ordered import OrderedGame
from seqform.models.numbers.exact import Ints, Rational

Ranks = npt.NDArray[np.integer[Any]]


def rhode_island(
    title: str,
    ranks: int = 13,
    suits: int = 4,
    ante: Rational = 5,
    first_bet: Rational = 10,
    second_bet: Rational = 20,
    third_bet: Rational = 20,
    max_bets: int = 3,
) -> OrderedGame:
    """Return Rhode Island Hold'em: one private card, a flop and a turn of one card each, three rounds of betting.

    The best three-card hand wins: straight flush, three of a kind, straight, flush, pair, high card. The ace is high,
    and also below the lowest rank in a straight. Fewer than 13 ranks are the highest ones; `max_bets` counts bets and
    raises together, in a round.

    References
    ----------
    Shi & Littman, Abstraction methods for game theoretic poker, CG 2000; Gilpin & Sandholm 2006.
    """
    if ranks * suits < 4:
        raise GameError(f"{title}: {ranks} ranks in {suits} suits make too few cards to deal four")
    return limit_poker(
        title,
        deck=_deck(RANKS[13 - ranks :], suits),
        ante=ante,
        rounds=[
            Betting(first_bet, max_bets, private=1),
            Betting(second_bet, max_bets, public=1),
            Betting(third_bet, max_bets, public=1),
        ],
        strength=_ThreeCardStrength(ranks, suits),
    )


def _deck(ranks: Sequence[str], suits: int) -> tuple[str, ...]:
    """Return the cards of some ranks, the lowest first, in every suit: card k has rank ``k // suits``."""
    return tuple(rank + suit for rank in ranks for suit in SUITS[:suits])


@dataclass(frozen=True)
class _ThreeCardStrength:
    """Ranks three-card hands: more is better; before the last card it is the rank of the own card that counts."""

    ranks: int
    suits: int

    def __call__(self, public: Ints, private: Ints) -> Ranks:
        cards = np.concatenate([private, public], axis=1)
        if cards.shape[1] < 3:
            return cards[:, 0] // self.suits
        ranks = np.sort(cards // self.suits, axis=1)
        low, middle, high = ranks.T
        suit = cards % self.suits
        flush = (suit[:, 0] == suit[:, 1]) & (suit[:, 1] == suit[:, 2])
        # Ace, two, three; of three ranks alone these are a straight as it is.
        wheel = (low == 0) & (middle == 1) & (high == self.ranks - 1) & (self.ranks > 3)
        straight = ((middle == low + 1) & (high == middle + 1)) | wheel
        triple = (low == middle) & (middle == high)
        pair = ((low == middle) | (middle == high)) & ~triple
        category = np.select([straight & flush, triple, straight, flush, pair], [5, 4, 3, 2, 1], 0)

        # Within a category three ranks decide, the first one first. Of a pair: its rank, which is the middle one, and
        # the kicker. Of three of a kind, that rank; of a straight, its highest, which is the three for ace, two, three.
        kicker = np.where(low == middle, high, low)
        first = np.select([pair | triple, wheel], [middle, 1], high)
        second = np.select([pair, straight | triple], [kicker, 0], middle)
        third = np.where(pair | straight | triple, 0, low)
        base = self.ranks
        rank: Ranks = ((category * base + first) * base + second) * base + third
        return rank


def leduc_rules(
    title: str,
    ranks: int = 3,
    suits: int = 2,
    collapse_suits: bool = False,
    ante: Rational = 1,
    first_bet: Rational = 2,
    second_bet: Rational = 4,
    max_bets: int = 2,
) -> PokerRules:
    """Return Leduc hold'em: one private and one public card; a pair wins, else the higher rank.

    With `collapse_suits`, cards of a rank have one name, without the suit. Suits never matter, so the value is the
    same, in a smaller game; not for the game with ordered signals, which filters make smaller. `max_bets` counts bets
    and raises together, in a round.

    References
    ----------
    F. Southey et al., Bayes' bluff: opponent modelling in poker, UAI 2005.
    """
    if ranks * suits < 3:
        raise GameError(f"{title}: {ranks} ranks in {suits} suit make too few cards to deal three")
    names = _rank_names(ranks)
    rounds = (Betting(first_bet, max_bets, private=1), Betting(second_bet, max_bets, public=1))
    if collapse_suits:
        return PokerRules(title, names, ante, rounds, _PairOrRank(ranks, suits=1), copies=suits)
    return PokerRules(title, _deck(names, suits), ante, rounds, _PairOrRank(ranks, suits))


@dataclass(frozen=True)
class _PairOrRank:
    """Ranks hands of a private and a public card: a pair is best, else the rank of the private card counts."""

    ranks: int
    suits: int

    def __call__(self, public: Ints, private: Ints) -> Ranks:
        own = private[:, 0] // self.suits
        if public.shape[1] == 0:
            return own
        pairing: Ranks = own + self.ranks * (own == public[:, 0] // self.suits)
        return pairing


def _rank_names(ranks: int) -> tuple[str, ...]:
    if ranks == 3:
        return "J", "Q", "K"
    return tuple(str(rank) for rank in range(1, ranks + 1))


def kuhn_rules(title: str, ante: Rational = 1, bet: Rational = 1, ranks: int = 3) -> PokerRules:
    """Return Kuhn's poker: one card each, one bet; the cards are named J, Q, K where there are three."""
    return PokerRules(
        title, _rank_names(ranks), ante, (Betting(bet, private=1),), _CardOrder(range(ranks))
    )


def kuhn_with_raise(title: str, ante: Rational, bet: Rational) -> PokerRules:
    """Return Kuhn's poker with an ace, a king and a queen, in which a bet may be raised once."""
    rounds = (Betting(bet, max_bets=2, private=1),)
    return PokerRules(
        title, ("Q", "K", "A"), ante, rounds, _CardOrder(range(3)), deal_together=True
    )


def tiny_poker_rules(title: str, ante: Rational = 1, bet: Rational = 1) -> PokerRules:
    """Return the poker with two jacks and two kings that shows GameShrink at work."""
    deck = ("J1", "J2", "K1", "K2")
    return PokerRules(title, deck, ante, (Betting(bet, private=1),), _CardOrder((0, 0, 1, 1)))


def three_card_orderings(title: str, ante: Rational, bet: Rational, merged: bool) -> PokerRules:
    """Return the poker whose players order the cards differently.

    Player 0 is paid by the order K > J1 ~ J2, player 1 by J1 > K > J2, so the payoffs do not sum to zero. The paper
    gives the deck and the orders and leaves the betting open; here it is Kuhn's, with stakes that make the paper's
    point.

    With `merged`, player 0 cannot tell the jacks apart, which the own payoffs seem to allow. Then it is an equilibrium
    that only J1 bets after a check, that J2 folds to a bet, and that every other card checks and calls; in the game
    itself player 0 can do better.
    """
    seen_by_first = ("J", "J", "K") if merged else None
    return PokerRules(
        title,
        ("J1", "J2", "K"),
        ante,
        (Betting(bet, private=1),),
        strength=_CardOrder((0, 0, 1)),
        second_strength=_CardOrder((2, 0, 1)),
        seen_by_first=seen_by_first,
    )


@dataclass(frozen=True)
class _CardOrder:
    """Ranks hands of one card by the places of the cards of the deck in an order."""

    places: Sequence[int]

    def __call__(self, public: Ints, private: Ints) -> Ranks:
        return np.array(self.places, dtype=np.int64)[private[:, 0]]


_P = ParamSpec("_P")


@dataclass(frozen=True)
class _Ordered(Generic[_P]):
    """A function that builds the game of some rules as one with ordered signals."""

    rules: Callable[_P, PokerRules]

    def __call__(self, *args: _P.args, **kwargs: _P.kwargs) -> OrderedGame:
        return self.rules(*args, **kwargs).ordered()


kuhn = _Ordered(kuhn_rules)
tiny_poker = _Ordered(tiny_poker_rules)
leduc = _Ordered(leduc_rules)
