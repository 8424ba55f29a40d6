"""Poker with one card each and one round of betting: Kuhn's game and its relatives.

Information sets are labelled with the player's card and the betting so far, one
letter for each action (see `betting`): "K:" is the first move with a king, "K:cb" the king
again after a check and a bet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from seqform.builders.games.entry import PROVED, CatalogEntry, KnownValue, Parameter, Sizes
from seqform.builders.games.families.betting import ACTIONS, Turn, betting_round
from seqform.builders.games.ordered import poker
from seqform.builders.games.rules import TERMINAL, Number, Rules
from seqform.models.games.extensive import CHANCE


class Card(NamedTuple):
    """A card, by its place in each player's order of the cards, and as player 1 sees it."""

    name: str
    rank: tuple[int, int]
    seen_by_first: str


def plain(*names: str) -> tuple[Card, ...]:
    """Return cards that both players order alike, the lowest first."""
    return tuple(Card(name, (rank, rank), name) for rank, name in enumerate(names))


class State(NamedTuple):
    """The cards dealt so far, and the betting."""

    cards: tuple[Card, ...]
    history: str


Move = str | tuple[Card, ...]
"""What chance or a player does: the cards dealt, or a letter of `betting.ACTIONS`."""


@dataclass(frozen=True)
class OneCardPoker(Rules[State, Move]):
    """Both ante, each is dealt a card, there is a round of betting, and the higher card wins.

    Parameters
    ----------
    max_bets : int
        Of bets and raises together.
    together : bool
        Whether one move of chance deals both cards.
    """

    title: str = "kuhn"
    deck: tuple[Card, ...] = plain("J", "Q", "K")
    ante: Number = 1
    bet: Number = 1
    max_bets: int = 1
    together: bool = False

    @cached_property
    def _turns(self) -> dict[str, Turn]:
        return betting_round(self.max_bets)

    def initial(self) -> State:
        """Return a game without cards or bets."""
        return State((), "")

    def player(self, state: State) -> int:
        """Return chance until both have a card, then whoever the betting has come to."""
        if len(state.cards) < 2:
            return CHANCE
        turn = self._turns[state.history]
        return turn.player if turn.actions else TERMINAL

    def chance(self, state: State) -> Sequence[tuple[Move, Number]]:
        """Return the cards that may be dealt, all equally likely."""
        if self.together:
            return [((first, second), 1) for first in self.deck for second in self.deck if first != second]
        return [((card,), 1) for card in self.deck if card not in state.cards]

    def actions(self, state: State) -> Sequence[Move]:
        """Return check and bet, or fold, call and raise."""
        return self._turns[state.history].actions

    def apply(self, state: State, action: Move) -> State:
        """Deal, or write the action down."""
        if isinstance(action, str):
            return State(state.cards, state.history + action)
        return State(state.cards + action, state.history)

    def payoffs(self, state: State) -> tuple[Number, Number]:
        """Return what the loser has put into the pot, as the winner's gain."""
        turn = self._turns[state.history]
        stakes = [self.ante + self.bet * paid for paid in turn.paid]
        if turn.folded is not None:
            lost = stakes[turn.folded]
            return (-lost, lost) if turn.folded == 0 else (lost, -lost)
        mine, theirs = state.cards[0].rank, state.cards[1].rank
        return (_sign(mine[0] - theirs[0]) * stakes[0], _sign(theirs[1] - mine[1]) * stakes[1])

    def observation(self, state: State, player: int) -> tuple[str, str]:
        """Return the own card and the betting."""
        card = state.cards[player]
        return (card.name if player else card.seen_by_first, state.history)

    def infoset_label(self, state: State, player: int) -> str:
        """Return the own card, a colon, and the betting."""
        return ":".join(self.observation(state, player))

    def action_label(self, state: State, action: Move) -> str:
        """Return the word for an action, or the names of the cards dealt."""
        return ACTIONS[action] if isinstance(action, str) else "".join(card.name for card in action)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def kuhn(title: str, ante: Number, bet: Number, ranks: int) -> OneCardPoker:
    """Return Kuhn's poker, the cards named J, Q, K where there are three."""
    names = ("J", "Q", "K") if ranks == 3 else tuple(str(rank) for rank in range(1, ranks + 1))
    return OneCardPoker(title, plain(*names), ante, bet)


def kuhn_with_raise(title: str, ante: Number, bet: Number) -> OneCardPoker:
    """Return Kuhn's poker with an ace, a king and a queen, in which a bet may be raised once."""
    return OneCardPoker(title, plain("Q", "K", "A"), ante, bet, max_bets=2, together=True)


def tiny_poker(title: str, ante: Number, bet: Number) -> OneCardPoker:
    """Return the poker with two jacks and two kings that shows GameShrink at work."""
    deck = tuple(Card(name, (rank, rank), name) for name, rank in (("J1", 0), ("J2", 0), ("K1", 1), ("K2", 1)))
    return OneCardPoker(title, deck, ante, bet)


def three_card_orderings(title: str, ante: Number, bet: Number, merged: bool) -> OneCardPoker:
    """Return the poker whose players order the cards differently.

    Player 1 is paid by the order K > J1 ~ J2, player 2 by J1 > K > J2, so the payoffs do
    not sum to zero. The paper gives the deck and the orders and leaves the betting open;
    here it is Kuhn's, with stakes that make the paper's point.

    With `merged`, player 1 does not look which jack it is, which that player's own payoffs seem
    to allow. Then it is an equilibrium that only J1 bets after a check, that J2 folds to a bet,
    and that everybody else checks and calls; in the game itself player 1 can do better.
    """
    deck = tuple(
        Card(name, ranks, name[0] if merged else name)
        for name, ranks in (("J1", (0, 2)), ("J2", (0, 0)), ("K", (1, 1)))
    )
    return OneCardPoker(title, deck, ante, bet)


_ANTE = Parameter("ante", Fraction(1), "what each player puts in first", minimum=0)
_BET = Parameter("bet", Fraction(1), "size of a bet and of a raise", minimum=0)

GAMES = (
    CatalogEntry(
        name="kuhn",
        aliases=("one-card-poker",),
        description="Kuhn poker: one card each, one bet",
        source="Kuhn (1950); 1-card poker of 'Game Theory: Trees in Games'",
        build=kuhn,
        ordered=poker.kuhn,
        parameters=(_ANTE, _BET, Parameter("ranks", 3, "number of cards in the deck", 2, 100)),
        sizes=Sizes(nodes=58, infosets=(6, 6), sequences=(13, 13)),
        values=(
            KnownValue("kuhn", Fraction(-1, 18), "Kuhn (1950)"),
            KnownValue("kuhn(ante=2,bet=3)", Fraction(-1, 14), PROVED),
            KnownValue("kuhn(ranks=13)", Fraction(-5, 78), PROVED),
        ),
    ),
    CatalogEntry(
        name="kuhn-with-raise",
        description="Kuhn poker in which a bet may be raised once",
        source="Miltersen & Sørensen (2006), section 1.1 and figure 2",
        build=kuhn_with_raise,
        parameters=(_ANTE, _BET),
        sizes=Sizes(nodes=91, infosets=(9, 9), sequences=(22, 22)),
        values=(KnownValue("kuhn-with-raise", Fraction(-1, 18), PROVED),),
    ),
    CatalogEntry(
        name="tiny-poker",
        description="one card each from two jacks and two kings, one bet",
        source="Gilpin & Sandholm (2006), figure of GameShrink at work",
        build=tiny_poker,
        ordered=poker.tiny_poker,
        parameters=(_ANTE, _BET),
        sizes=Sizes(nodes=113, infosets=(8, 8), sequences=(17, 17)),
        values=(KnownValue("tiny-poker", Fraction(0), PROVED),),
    ),
    CatalogEntry(
        name="three-card-orderings",
        description="one card each from J1, J2, K, which the players order differently; not zero-sum",
        source="Gilpin & Sandholm (2006), section 4.1; the betting is Kuhn's",
        build=three_card_orderings,
        parameters=(
            _ANTE,
            replace(_BET, default=Fraction(1, 2)),
            Parameter("merged", False, "whether player 1 ignores which jack it is"),
        ),
        sizes=Sizes(nodes=58, infosets=(6, 6), sequences=(13, 13)),
    ),
)
