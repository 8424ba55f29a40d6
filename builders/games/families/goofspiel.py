"""Goofspiel: sealed bids, card against card, for one prize card after another.

Information sets are labelled round by round with the prize, the player's own bid and how it went (w won, l lost, d
drawn), then the prize that is up: "4:3w 2:" is the second round, for the 2, after the 3 won the 4. Where bids are
shown, the opponent's takes the place of the letter: "4:3-1 2:".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from seqform.builders.games.entry import CatalogEntry, KnownValue, Parameter, Sizes
from seqform.builders.games.rules import TERMINAL, Rules
from seqform.models.games.extensive import CHANCE
from seqform.models.numbers.exact import Rational

State = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""The prizes turned up so far, player 1's bids, player 2's bids."""


@dataclass(frozen=True)
class Goofspiel(Rules[State, int]):
    """Goofspiel for two.

    Each player holds the cards 1 to n. In every round a prize card is turned up and both bid a card in secret; the
    higher card takes the prize, equal cards discard it. Player 2 bids second but does not see player 1's bid. The last
    round plays itself. The loser pays 1 to the winner, or with `points_difference` the difference in points, of which
    OpenSpiel pays half. The parameters are described in the catalog's entry.
    """

    title: str = "goofspiel"
    cards: int = 4
    order: str = "random"
    bids_shown: bool = False
    points_difference: bool = False

    def initial(self) -> State:
        prizes = range(1, self.cards + 1)
        in_order = {"ascending": tuple(prizes), "descending": tuple(reversed(prizes)), "random": ()}
        return (in_order[self.order], (), ())

    def player(self, state: State) -> int:
        prizes, first, second = state
        if len(second) == self.cards - 1:
            return TERMINAL
        if len(prizes) == len(second):
            return CHANCE
        return 0 if len(first) == len(second) else 1

    def chance(self, state: State) -> Sequence[tuple[int, Rational]]:
        return [(prize, 1) for prize in _others(self.cards, state[0])]

    def actions(self, state: State) -> Sequence[int]:
        return _others(self.cards, state[2] if len(state[1]) > len(state[2]) else state[1])

    def apply(self, state: State, action: int) -> State:
        prizes, first, second = state
        if len(prizes) == len(second):
            return ((*prizes, action), first, second)
        if len(first) == len(second):
            return (prizes, (*first, action), second)
        return (prizes, first, (*second, action))

    def payoffs(self, state: State) -> tuple[Rational, Rational]:
        prizes, first, second = (cards + _others(self.cards, cards) for cards in state)
        lead = sum(prize * _sign(mine - theirs) for prize, mine, theirs in zip(prizes, first, second, strict=True))
        won = lead if self.points_difference else _sign(lead)
        return (won, -won)

    def observation(self, state: State, player: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return (state[0], tuple(shown for _, shown in self._rounds(state, player)))

    def _rounds(self, state: State, player: int) -> list[tuple[int, int]]:
        """Return for every finished round the own bid, with the other's or the sign of the difference."""
        return [
            (own, other if self.bids_shown else _sign(own - other))
            for own, other in zip(state[1 + player], state[2 - player], strict=False)
        ]

    def infoset_label(self, state: State, player: int) -> str:
        rounds = self._rounds(state, player)
        results = [f"{own}-{shown}" if self.bids_shown else f"{own}{'dwl'[shown]}" for own, shown in rounds]
        past = [f"{prize}:{result}" for prize, result in zip(state[0], results, strict=False)]
        return " ".join([*past, f"{state[0][len(rounds)]}:"])


@cache
def _others(cards: int, used: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(card for card in range(1, cards + 1) if card not in used)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


_SYMMETRIC = "the game is symmetric"

GAMES = (
    CatalogEntry(
        name="goofspiel",
        description="Goofspiel: sealed bids of cards for prize cards",
        source="OpenSpiel's goofspiel; by default with imp_info, which shows who wins a round but not the bids",
        build=Goofspiel,
        parameters=(
            Parameter("cards", 4, "number of cards in each hand", 2, 7),
            Parameter("order", "random", "order of the prizes", choices=("random", "descending", "ascending")),
            Parameter("bids_shown", False, "whether a round's bids are shown after it"),
            Parameter("points_difference", False, "whether the difference in points is paid"),
        ),
        sizes=Sizes(nodes=26773, infosets=(1804, 1804), sequences=(3737, 3737)),
        values=(
            KnownValue("goofspiel", Fraction(0), _SYMMETRIC),
            KnownValue("goofspiel(cards=3,points_difference=true)", Fraction(0), _SYMMETRIC),
        ),
    ),
)
