"""Games of bids: liar's dice, and goofspiel.

Information sets of liar's dice are labelled with the player's dice and the bids so far: "3:1x2,2x1" is a 3 after the
bids one 2 and two 1s.

Those of goofspiel are labelled round by round with the prize, the player's own bid and how it went (w won, l lost, d
drawn), then the prize that is up: "4:3w 2:" is the second round, for the 2, after the 3 won the 4. Where bids are
shown, the opponent's takes the place of the letter: "4:3-1 2:".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations_with_replacement
from math import factorial, prod

import numpy as np

from seqform.builders.games.dealt import Deal, Position, dealt_game, nothing_dealt
from seqform.builders.games.rules import TERMINAL, Rules, too_large
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.numbers.exact import Rational

State = tuple[int, int, tuple[int, ...]]
"""The hand of each player, and the bids so far by number, the call being the highest."""

UNROLLED = -1


@dataclass(frozen=True)
class LiarsDice(Rules[State, int]):
    """Liar's dice.

    Both roll in secret. The players take turns in bidding that at least so many of all dice show a face; every bid is
    higher in number or, with the same number, in face. Instead of bidding a player may call the last bid. It holds when
    enough dice show the face (or, with `wild`, the highest face); then the bidder wins 1, else the caller does. `dice`
    is the number for each player.
    """

    title: str = "liars-dice"
    sides: int = 6
    dice: int = 1
    wild: bool = True

    @cached_property
    def _hands(self) -> tuple[tuple[int, ...], ...]:
        return tuple(combinations_with_replacement(range(1, self.sides + 1), self.dice))

    @cached_property
    def _roll(self) -> tuple[tuple[int, int], ...]:
        """The hands with the number of rolls that make each, of which all are as likely."""
        # Orders in which distinct dice show a hand: n! over the factorials of its repetitions, as 3 of 1-1-2.
        orders = factorial(self.dice)
        roll = []
        for hand, dice in enumerate(self._hands):
            repetitions = prod(factorial(count) for count in Counter(dice).values())
            roll.append((hand, orders // repetitions))
        return tuple(roll)

    @cached_property
    def _matches(self) -> tuple[tuple[int, ...], ...]:
        """The number of dice of each hand that count for each face."""
        matches = []
        for dice in self._hands:
            jokers = dice.count(self.sides) if self.wild else 0
            counts = [dice.count(face) + jokers for face in range(1, self.sides)]
            matches.append((*counts, dice.count(self.sides)))  # the jokers themselves count once
        return tuple(matches)

    @cached_property
    def _call(self) -> int:
        return 2 * self.dice * self.sides

    @cached_property
    def _higher(self) -> tuple[tuple[int, ...], ...]:
        """The bids that may follow each bid; last, those that may come first, without the call."""
        bids = range(self._call + 1)
        following = [tuple(bids[bid + 1 :]) for bid in range(self._call)]
        return (*following, tuple(bids[: self._call]))

    @cached_property
    def _names(self) -> tuple[str, ...]:
        """The labels of the bids, ascending, and of the call."""
        names = []
        for count in range(1, 2 * self.dice + 1):
            names += [f"{count}x{face}" for face in range(1, self.sides + 1)]
        return (*names, "liar")

    def initial(self) -> State:
        return (UNROLLED, UNROLLED, ())

    def player(self, state: State) -> int:
        _, second, said = state
        if second == UNROLLED:
            return CHANCE
        if said and said[-1] == self._call:
            return TERMINAL
        return len(said) % 2

    def chance(self, state: State) -> Sequence[tuple[int, Rational]]:
        return self._roll

    def actions(self, state: State) -> Sequence[int]:
        return self._after(state[2])

    def _after(self, said: tuple[int, ...]) -> tuple[int, ...]:
        if not said:
            return self._higher[-1]
        return self._higher[said[-1]]

    def apply(self, state: State, action: int) -> State:
        first, second, said = state
        if first == UNROLLED:
            return (action, UNROLLED, ())
        if second == UNROLLED:
            return (first, action, ())
        return (first, second, (*said, action))

    def payoffs(self, state: State) -> tuple[Rational, Rational]:
        return self._payoffs(state[2], state[0], state[1])

    def _payoffs(self, said: tuple[int, ...], first: int, second: int) -> tuple[Rational, Rational]:
        # Bid b is for more than b // sides dice with face b % sides, both counted from 0; the last entry is the call.
        below, face = divmod(said[-2], self.sides)
        holds = self._matches[first][face] + self._matches[second][face] > below
        caller = (len(said) - 1) % 2
        winner = 1 - caller if holds else caller
        return (1, -1) if winner == 0 else (-1, 1)

    def observation(self, state: State, player: int) -> tuple[int, tuple[int, ...]]:
        first, second, said = state
        return (first if player == 0 else second, said)

    def infoset_label(self, state: State, player: int) -> str:
        hand, said = self.observation(state, player)
        return f"{self._hand_names[hand]}:{self._spoken(said)}"

    def _spoken(self, said: tuple[int, ...]) -> str:
        return ",".join([self._names[bid] for bid in said])

    def action_label(self, state: State, action: int) -> str:
        if state[1] == UNROLLED:
            return self._hand_names[action]
        return self._names[action]

    @cached_property
    def _hand_names(self) -> tuple[str, ...]:
        return tuple("-".join(map(str, dice)) for dice in self._hands)

    def by_columns(self, max_nodes: int, progress: Callable[[str], None] | None) -> ExtensiveGame:
        """Return the tree; see `dealt_game`."""

        def position(node: tuple[int, tuple[int, ...]]) -> Position:
            stage, said = node
            if stage < 2:
                return Position(CHANCE, stage, [(stage + 1, ())])
            if said and said[-1] == self._call:
                return Position(TERMINAL, 2, end=(said[-2], len(said) % 2))
            bids = self._after(said)
            following = [(2, (*said, bid)) for bid in bids]
            labels = [self._names[bid] for bid in bids]
            return Position(len(said) % 2, 2, following, labels, [self._spoken(said)])

        def payoffs(node: tuple[int, tuple[int, ...]], hands: int) -> tuple[Rational, Rational]:
            _, said = node
            first, second = divmod(hands, len(self._hands))
            return self._payoffs(said, first, second)

        # Bids ascend, so that a play is a pair of hands and a set of bids: the size is known beforehand.
        if len(self._hands) ** 2 * 2**self._call > max_nodes:
            raise too_large(self.title, max_nodes)
        return dealt_game(
            self.title,
            self.players,
            (0, ()),
            position,
            [nothing_dealt(1), *self._rolls()],
            payoffs,
            max_nodes=max_nodes,
            progress=progress,
        )

    def _rolls(self) -> tuple[Deal, Deal]:
        """Return both moves of chance: player 0 rolls, which nobody sees yet; then player 1, and both see theirs."""
        hand = np.array([hand for hand, _ in self._roll], dtype=np.int64)
        weight = np.array([orders for _, orders in self._roll], dtype=np.int64)
        size = len(hand)
        nothing = np.zeros(size, dtype=np.int64)
        first_roll = Deal(
            above=nothing,
            weight=weight,
            labels=self._hand_names,
            view=(nothing, nothing),
            seen=([()], [()]),
            payoff_key=nothing,
        )
        first = np.repeat(hand, size)
        second = np.tile(hand, size)
        seen = [(dice,) for dice in self._hand_names]
        second_roll = Deal(
            above=first,
            weight=np.tile(weight, size),
            labels=self._hand_names * size,
            view=(first, second),
            seen=(seen, seen),
            payoff_key=first * size + second,
        )
        return first_roll, second_roll


Bids = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""The prizes turned up so far, the bids of player 0, the bids of player 1."""


@dataclass(frozen=True)
class Goofspiel(Rules[Bids, int]):
    """Goofspiel for two.

    Each player holds the cards 1 to n. In every round a prize card is turned up and both bid a card in secret; the
    higher card takes the prize, equal cards discard it. Player 1 bids second but does not see player 0's bid. The last
    round plays itself. The loser pays 1 to the winner, or with `points_difference` the difference in points, of which
    OpenSpiel pays half. The parameters are described in the catalog's entry.
    """

    title: str = "goofspiel"
    cards: int = 4
    order: str = "random"
    bids_shown: bool = False
    points_difference: bool = False

    def initial(self) -> Bids:
        prizes = range(1, self.cards + 1)
        if self.order == "ascending":
            return (tuple(prizes), (), ())
        if self.order == "descending":
            return (tuple(reversed(prizes)), (), ())
        return ((), (), ())

    def player(self, state: Bids) -> int:
        prizes, first, second = state
        if len(second) == self.cards - 1:
            return TERMINAL
        if len(prizes) == len(second):
            return CHANCE
        if len(first) == len(second):
            return 0
        return 1

    def chance(self, state: Bids) -> Sequence[tuple[int, Rational]]:
        return [(prize, 1) for prize in _others(self.cards, state[0])]

    def actions(self, state: Bids) -> Sequence[int]:
        _, first, second = state
        bids = second if len(first) > len(second) else first  # of the player whose turn it is
        return _others(self.cards, bids)

    def apply(self, state: Bids, action: int) -> Bids:
        prizes, first, second = state
        if len(prizes) == len(second):
            return ((*prizes, action), first, second)
        if len(first) == len(second):
            return (prizes, (*first, action), second)
        return (prizes, first, (*second, action))

    def payoffs(self, state: Bids) -> tuple[Rational, Rational]:
        prizes, first, second = (cards + _others(self.cards, cards) for cards in state)
        lead = 0
        for prize, own, theirs in zip(prizes, first, second, strict=True):
            lead += prize * _sign(own - theirs)
        won = lead if self.points_difference else _sign(lead)
        return (won, -won)

    def observation(self, state: Bids, player: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        # The player's own bids need not be observed: they are its past.
        prizes, _, _ = state
        return (prizes, tuple(result for _, result in self._rounds(state, player)))

    def _rounds(self, state: Bids, player: int) -> list[tuple[int, int]]:
        """Return for every finished round the own bid, with the other's or the sign of the difference."""
        _, *bids = state
        rounds = zip(bids[player], bids[1 - player], strict=False)  # player 0 bids first in a round
        if self.bids_shown:
            return list(rounds)
        return [(own, _sign(own - theirs)) for own, theirs in rounds]

    def infoset_label(self, state: Bids, player: int) -> str:
        prizes = state[0]
        rounds = self._rounds(state, player)
        parts = []
        for prize, (own, result) in zip(prizes, rounds, strict=False):
            text = f"-{result}" if self.bids_shown else "dwl"[result]  # -1 is the last letter
            parts.append(f"{prize}:{own}{text}")
        return " ".join([*parts, f"{prizes[len(rounds)]}:"])


@cache
def _others(cards: int, used: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(card for card in range(1, cards + 1) if card not in used)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
