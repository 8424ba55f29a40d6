"""A short way to write a card game with limit betting.

The poker games of the catalog as ordered games: Rhode Island Hold'em, Leduc, Kuhn, and the paper's tiny poker.

Rhode Island Hold'em in the catalog.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.builders.games.entry import CatalogEntry, Parameter, Sizes
from seqform.builders.games.families.betting import ACTIONS, betting_round
from seqform.errors import GameError
from seqform.models.games.ordered import OrderedGame, Payoff, Round, ordered_game
from seqform.models.games.signals import PUBLIC, Comparison, Strength, numbers_of
from seqform.models.games.stages import CONTINUE, OVER, Ending, StageGame, Turn, turn
from seqform.models.numbers.exact import Ints, Rational

SHOWDOWN = "showdown"
LETTERS = {word: letter for letter, word in ACTIONS.items()}


@dataclass(frozen=True)
class Betting:
    """One round: cards, then betting.

    Parameters
    ----------
    bet : int or Fraction
        The size of bets and raises; above 0.
    max_bets : int
        Bets and raises together; 0 for a round of cards alone.
    public, private : int
        Cards revealed before the betting: on the table, and to each player.

    Raises
    ------
    GameError
        If a number is of the wrong kind or too small.
    """

    bet: Rational
    max_bets: int = 1
    public: int = 0
    private: int = 0

    def __post_init__(self) -> None:
        if not isinstance(self.bet, int | Fraction) or self.bet <= 0:
            raise GameError(f"Betting: bet={self.bet!r}: an integer or a Fraction above 0 expected")
        for name in ("max_bets", "public", "private"):
            number = getattr(self, name)
            if not isinstance(number, int) or number < 0:
                raise GameError(f"Betting: {name}={number!r}: a whole number from 0 on expected")


def limit_poker(
    title: str, *, deck: Sequence[str], ante: Rational, rounds: Sequence[Betting], strength: Strength
) -> OrderedGame:
    """Return a limit poker game: both ante, cards and betting alternate, and the stronger hand wins the pot.

    Parameters
    ----------
    deck : sequence of str
        The cards' names.
    strength : callable
        From the public cards and a player's private ones, one hand a row, by their places in the deck, to numbers:
        the higher wins, equal ones split the pot. It is asked in every round, with the cards that are there by then.

    Raises
    ------
    GameError
        If there are too few cards, or `strength` fails or returns anything but an integer for each hand.

    Examples
    --------
    Kuhn's poker:

    >>> limit_poker("kuhn", deck="JQK", ante=1, rounds=[Betting(1, private=1)],
    ...             strength=lambda table, own: own[:, 0])
    <OrderedGame 'kuhn': 1 rounds, 3 signals>
    """
    showdown = Comparison(strength, SHOWDOWN)

    def utility(path: tuple[tuple[str, ...], ...]) -> tuple[Payoff, Payoff]:
        paid = [ante, ante]
        folded = None
        for one, actions in zip(rounds, path, strict=False):
            now = betting_round(one.max_bets)["".join(LETTERS[action] for action in actions)]
            paid = [total + one.bet * bets for total, bets in zip(paid, now.paid, strict=True)]
            folded = now.folded
        if folded is None:
            return {SHOWDOWN: paid[0]}, {SHOWDOWN: -paid[0]}
        lost = paid[folded]
        return (-lost, lost) if folded == 0 else (lost, -lost)

    last = len(rounds) - 1
    game = ordered_game(
        title,
        [
            Round(betting_stage(one.max_bets, number == last), one.public, one.private)
            for number, one in enumerate(rounds)
        ],
        deck,
        [showdown],
        utility,
        ordering=[strength],
        marks=LETTERS,
    )
    _check_strength(game, strength)
    return game


def _check_strength(game: OrderedGame, strength: Strength) -> None:
    """Ask for the strength of one hand in every round, so that a mistake is told before the work."""
    for number, receivers in enumerate(game.receivers, start=1):
        hand = np.arange(len(receivers))[None, :]
        public, private = (hand[:, [who == wanted for who in receivers]] for wanted in (PUBLIC, 0))
        try:
            numbers_of(strength, public, private)
        except GameError as error:
            raise GameError(f"{game.title}: strength in round {number}: {error}") from error.__cause__


def betting_stage(max_bets: int, last: bool) -> StageGame:
    """Return a betting round as a stage game; folds end the game, and so does everything else in the last round."""
    turns = betting_round(max_bets)

    def node(history: str) -> Turn | Ending:
        here = turns[history]
        if here.actions:
            return turn(here.player + 1, {ACTIONS[letter]: node(history + letter) for letter in here.actions})
        return OVER if last or here.folded is not None else CONTINUE

    return StageGame.of(node(""))


Ranks = npt.NDArray[np.integer[Any]]

RANKS = "23456789TJQKA"
SUITS = "shdc"


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

    The best three-card hand wins: straight flush, three of a kind, straight, flush, pair, high card. The ace is
    high, and also below the lowest rank in a straight.

    Parameters
    ----------
    ranks, suits : int
        The deck; fewer than 13 ranks are the highest ones.
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
    ante: Rational = 1,
    first_bet: Rational = 2,
    second_bet: Rational = 4,
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


def kuhn(title: str, ante: Rational = 1, bet: Rational = 1, ranks: int = 3) -> OrderedGame:
    """Return Kuhn's poker: one card each, one bet."""
    names = ("J", "Q", "K") if ranks == 3 else tuple(str(rank) for rank in range(1, ranks + 1))
    return limit_poker(title, deck=names, ante=ante, rounds=[Betting(bet, private=1)], strength=_own_card)


def tiny_poker(title: str, ante: Rational = 1, bet: Rational = 1) -> OrderedGame:
    """Return the poker with two jacks and two kings that shows GameShrink at work."""

    def strength(public: Ints, private: Ints) -> Ranks:
        return private[:, 0] // 2

    return limit_poker(
        title, deck=("J1", "J2", "K1", "K2"), ante=ante, rounds=[Betting(bet, private=1)], strength=strength
    )


def _own_card(public: Ints, private: Ints) -> Ranks:
    return private[:, 0]


GAMES = (
    CatalogEntry(
        name="rhode-island",
        aliases=("rhode-island-holdem",),
        description="Rhode Island Hold'em: one card each, two public cards, three rounds of betting",
        source="Shi & Littman (2000); Gilpin & Sandholm (2006)",
        build=rhode_island,
        ordered=rhode_island,
        parameters=(
            Parameter("ranks", 13, "number of ranks, the highest ones", 1, 13),
            Parameter("suits", 4, "number of cards of each rank", 1, 4),
            Parameter("ante", Fraction(5), "what each player puts in first", minimum=0),
            Parameter("first_bet", Fraction(10), "size of a bet in the first round", minimum=0),
            Parameter("second_bet", Fraction(20), "size of a bet in the second round", minimum=0),
            Parameter("third_bet", Fraction(20), "size of a bet in the third round", minimum=0),
            Parameter("max_bets", 3, "bets and raises allowed in a round", 0, 10),
        ),
        sizes=Sizes(nodes=6_705_372_545, infosets=(26_064_064, 26_064_064), sequences=(65_160_161, 65_160_161)),
    ),
)
