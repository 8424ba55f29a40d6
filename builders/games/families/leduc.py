"""Leduc hold'em: one private card, one public card, two rounds of betting.

Information sets are labelled with the player's card and the betting of the first
round, then the public card and the betting of the second (see `betting` for the letters):
"Ks:", "Ks:cb", "Ks:cbk/Jh:b". Cards are a rank and a suit, ranks alone where
suits are collapsed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from seqform.builders.games.entry import PROVED, CatalogEntry, KnownValue, Parameter, Sizes
from seqform.builders.games.families.betting import ACTIONS, Turn, betting_round
from seqform.builders.games.ordered import poker
from seqform.builders.games.rules import TERMINAL, Number, Rules
from seqform.errors import GameError
from seqform.models.games.extensive import CHANCE

State = tuple[int, int, int, str, str]
"""Player 1's, player 2's and the public card, and the betting of each round."""

UNDEALT = -1
SUITS = "shdc"


@dataclass(frozen=True)
class Leduc(Rules[State, str | int]):
    """Leduc hold'em.

    Both ante and are dealt a card. There is a round of betting, a public card, and another
    round. A player whose card pairs the public one wins; otherwise the higher rank does,
    and equal ranks split the pot.

    Parameters
    ----------
    ranks, suits : int
        The deck has every rank in every suit.
    collapse_suits : bool
        Whether cards of a rank are one and the same, dealt as often as there are suits. Suits
        never matter, so the value is the same, in a smaller game.
    ante, first_bet, second_bet : int or Fraction
        The size of bets and raises in each round.
    max_bets : int
        Of bets and raises together, in a round.

    References
    ----------
    F. Southey et al., Bayes' bluff: opponent modelling in poker, UAI 2005.
    """

    title: str = "leduc"
    ranks: int = 3
    suits: int = 2
    collapse_suits: bool = False
    ante: Number = 1
    first_bet: Number = 2
    second_bet: Number = 4
    max_bets: int = 2

    def __post_init__(self) -> None:
        if self.ranks * self.suits < 3:
            raise GameError(f"leduc: {self.ranks} ranks in {self.suits} suit make too few cards to deal three")

    @cached_property
    def _turns(self) -> dict[str, Turn]:
        return betting_round(self.max_bets)

    @cached_property
    def _cards(self) -> tuple[str, ...]:
        ranks = ("J", "Q", "K") if self.ranks == 3 else tuple(str(rank) for rank in range(1, self.ranks + 1))
        return ranks if self.collapse_suits else tuple(rank + suit for rank in ranks for suit in SUITS[: self.suits])

    def _rank(self, card: int) -> int:
        return card if self.collapse_suits else card // self.suits

    def initial(self) -> State:
        """Return a game without cards or bets."""
        return (UNDEALT, UNDEALT, UNDEALT, "", "")

    def player(self, state: State) -> int:
        """Return chance where a card is due, else whoever the betting has come to."""
        _, second_card, public_card, first, second = state
        if second_card == UNDEALT:
            return CHANCE
        turn = self._turns[first if public_card == UNDEALT else second]
        if turn.actions:
            return turn.player
        return CHANCE if public_card == UNDEALT and turn.folded is None else TERMINAL

    def chance(self, state: State) -> Sequence[tuple[str | int, Number]]:
        """Return the cards that are left, all equally likely."""
        copies = self.suits if self.collapse_suits else 1
        left = [copies - state[:3].count(card) for card in range(len(self._cards))]
        return [(card, weight) for card, weight in enumerate(left) if weight]

    def actions(self, state: State) -> Sequence[str | int]:
        """Return check and bet, or fold, call and raise."""
        return self._turns[state[3] if state[2] == UNDEALT else state[4]].actions

    def apply(self, state: State, action: str | int) -> State:
        """Deal, or write the action down."""
        first_card, second_card, public_card, first, second = state
        if isinstance(action, int):
            if first_card == UNDEALT:
                return (action, UNDEALT, UNDEALT, "", "")
            if second_card == UNDEALT:
                return (first_card, action, UNDEALT, "", "")
            return (first_card, second_card, action, first, "")
        if public_card == UNDEALT:
            return (first_card, second_card, UNDEALT, first + action, "")
        return (first_card, second_card, public_card, first, second + action)

    def payoffs(self, state: State) -> tuple[Number, Number]:
        """Return what the loser has put into the pot, as the winner's gain."""
        *cards, first, second = state
        before, now = self._turns[first], self._turns[second]
        folded = before.folded if before.folded is not None else now.folded
        winner = 1 - folded if folded is not None else self._winner(cards)
        if winner is None:
            return (0, 0)
        loser = 1 - winner
        lost = self.ante + self.first_bet * before.paid[loser] + self.second_bet * now.paid[loser]
        return (lost, -lost) if winner == 0 else (-lost, lost)

    def _winner(self, cards: Sequence[int]) -> int | None:
        first, second, public = (self._rank(card) for card in cards)
        if first == second:
            return None
        if public in (first, second):
            return 0 if public == first else 1
        return 0 if first > second else 1

    def observation(self, state: State, player: int) -> tuple[int, int, str, str]:
        """Return the own card, the public card and the betting."""
        first_card, second_card, public_card, first, second = state
        return (second_card if player else first_card, public_card, first, second)

    def infoset_label(self, state: State, player: int) -> str:
        """Return the own card and the betting, then the public card and the betting."""
        card, public_card, first, second = self.observation(state, player)
        opening = f"{self._cards[card]}:{first}"
        return opening if public_card == UNDEALT else f"{opening}/{self._cards[public_card]}:{second}"

    def action_label(self, state: State, action: str | int) -> str:
        """Return the word for an action, or the name of the card dealt."""
        return self._cards[action] if isinstance(action, int) else ACTIONS[action]


_VALUE = Fraction(-1454920850547486749701863871533, 16995463438839962469905132501930)
"""About -0.0856064."""

GAMES = (
    CatalogEntry(
        name="leduc",
        description="Leduc hold'em: one private and one public card, two rounds of betting",
        source="Southey et al. (2005); OpenSpiel's leduc_poker",
        build=Leduc,
        ordered=poker.leduc,
        parameters=(
            Parameter("ranks", 3, "number of ranks", 2, 50),
            Parameter("suits", 2, "number of cards of each rank", 1, 4),
            Parameter("collapse_suits", False, "whether cards of a rank are dealt as one card"),
            Parameter("ante", Fraction(1), "what each player puts in first", minimum=0),
            Parameter("first_bet", Fraction(2), "size of a bet in the first round", minimum=0),
            Parameter("second_bet", Fraction(4), "size of a bet in the second round", minimum=0),
            Parameter("max_bets", 2, "bets and raises allowed in a round", 0, 10),
        ),
        sizes=Sizes(nodes=9457, infosets=(468, 468), sequences=(1093, 1093)),
        values=(KnownValue("leduc", _VALUE, PROVED), KnownValue("leduc(collapse_suits=true)", _VALUE, PROVED)),
    ),
)
