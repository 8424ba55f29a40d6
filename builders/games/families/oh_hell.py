"""Open-Handed Oh Hell!, a game of bids and tricks with open cards, for two to seven players.

Cards are numbered 13 times suit plus rank, suits C, D, H, S and ranks from the deuce, 0, to the ace, 12. The rules are
those of Littman, Ravi, Talwar & Zinkevich (2006), section 3.1; `OhHellRules` has options for the points left open.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from random import Random
from typing import Any, ClassVar, NamedTuple

from seqform.builders.games.rules import TERMINAL, Rules
from seqform.errors import GameError
from seqform.models.games.infosets import player_label

RANKS = "23456789TJQKA"
SUITS = "CDHS"
MAX_CARDS = MAX_PLAYERS = 7
TRUMPS = ("random", "turned-up", "none")
CARD_ORDERS = ("suit", "rank", "dealt")
PENALTIES = ("contract", "constant", "none")
TARGETS = ("exact", "at-least")

Hand = tuple[int, ...]


def require_one_of(name: str, value: object, allowed: Sequence[object]) -> None:
    """Raise `GameError` unless an option has one of the allowed values."""
    if value not in allowed:
        raise GameError(
            f"oh-hell: {name} {value!r}; one of {', '.join(map(str, allowed))} expected"
        )


def card_label(card: int) -> str:
    """Return rank and suit, such as ``QS``."""
    return RANKS[card % 13] + SUITS[card // 13]


def card_number(label: str) -> int:
    """Return the number of a card that is written as rank and suit, such as ``QS``."""
    if len(label) != 2 or label[0] not in RANKS or label[1] not in SUITS:
        raise GameError(
            f"{label!r} is not a card: a rank of {RANKS} and a suit of {SUITS}, such as QS, expected"
        )
    return 13 * SUITS.index(label[1]) + RANKS.index(label[0])


@dataclass(frozen=True)
class OhHellDeal:
    """Hands of cards, in the order in which they are listed as moves, and the trump suit; None for no trump.

    Examples
    --------
    >>> print(OhHellDeal.of("2C AS", "KS 3D", "S"))
    2C AS | KS 3D, trump S
    """

    hands: tuple[Hand, ...]
    trump: int | None

    def __post_init__(self) -> None:
        if not 2 <= len(self.hands) <= MAX_PLAYERS:
            raise GameError(f"oh-hell: {len(self.hands)} hands; 2 to {MAX_PLAYERS} expected")
        sizes = list(map(len, self.hands))
        if len(set(sizes)) > 1 or not 1 <= self.cards <= MAX_CARDS:
            raise GameError(
                f"oh-hell: hands of {' and '.join(map(str, sizes))} cards; of the same size, 1 to {MAX_CARDS}, expected"
            )
        cards = tuple(chain.from_iterable(self.hands))
        for card in cards:
            if not 0 <= card < 52:
                raise GameError(f"oh-hell: card {card}; a number from 0 to 51 expected")
        # Hands may not share a card either.
        twice = [card for card in cards if cards.count(card) > 1]
        if twice:
            raise GameError(f"oh-hell: {card_label(twice[0])} was dealt twice")
        if self.trump is not None and not 0 <= self.trump < 4:
            raise GameError(f"oh-hell: trump {self.trump}; a suit from 0 to 3, or None, expected")

    @classmethod
    def of(cls, first: str, second: str, trump: str | None) -> OhHellDeal:
        """Return the deal of cards that are written out, with spaces between, and the trump's letter."""
        if trump is not None and (len(trump) != 1 or trump not in SUITS):
            raise GameError(
                f"oh-hell: {trump!r} is not a suit: one of {', '.join(SUITS)}, or None, expected"
            )
        first_hand = tuple(map(card_number, first.split()))
        second_hand = tuple(map(card_number, second.split()))
        suit = None if trump is None else SUITS.index(trump)
        return cls((first_hand, second_hand), suit)

    @property
    def cards(self) -> int:
        """The number of cards in each hand, and of tricks."""
        return len(self.hands[0])

    def beats(self, follower: int, leader: int) -> bool:
        """Return whether a card wins against the best one before it in the trick."""
        if follower // 13 == leader // 13:
            return follower > leader
        return follower // 13 == self.trump

    @property
    def trump_label(self) -> str:
        """The letter of the trump suit, or "none"."""
        return "none" if self.trump is None else SUITS[self.trump]

    def __str__(self) -> str:
        hands = [" ".join(map(card_label, hand)) for hand in self.hands]
        return f"{' | '.join(hands)}, trump {self.trump_label}"


def deal(
    cards: int, seed: int, *, players: int = 2, trump: str = "random", order: str = "suit"
) -> OhHellDeal:
    """Return a random deal, the same for the same seed (``random.Random``).

    The trump is any suit ("random"), that of the pack's next card ("turned-up"), or "none". Hands are ordered by "suit"
    and then rank, by "rank" and then suit, or as "dealt".

    Examples
    --------
    >>> print(deal(3, 0))
    5D KD 2H | 4C 8H JS, trump S
    """
    require_one_of("trump", trump, TRUMPS)
    require_one_of("order", order, CARD_ORDERS)
    random = Random(seed)
    dealt = random.sample(range(52), players * cards + 1)
    hands = []
    for player in range(players):
        hand = dealt[player : players * cards : players]  # one card to each in turn
        if order == "suit":
            hand.sort()
        elif order == "rank":
            hand.sort(key=lambda card: (card % 13, card // 13))
        hands.append(tuple(hand))
    suits = {"random": random.randrange(4), "turned-up": dealt[-1] // 13, "none": None}
    return OhHellDeal(tuple(hands), suits[trump])


@dataclass(frozen=True)
class OhHellRules:
    """Options for the points that section 3.1 leaves open, or where Table 1 suggests other rules; player 0 bids first.

    The catalog's entry describes them. Failing costs 10 and the bid ("contract"), 10 ("constant") or nothing ("none").
    Where the winner of a trick does not lead the next, the players take turns. The order of bids is for ties that the
    order of the moves decides.
    """

    first_lead: int = 1
    sum_rule: bool = True
    penalty: str = "contract"
    target: str = "exact"
    follow: bool = True
    winner_leads: bool = True
    bids_descending: bool = False

    def __post_init__(self) -> None:
        require_one_of("first_lead", self.first_lead, range(1, MAX_PLAYERS + 1))
        require_one_of("penalty", self.penalty, PENALTIES)
        require_one_of("target", self.target, TARGETS)

    def bids(self, cards: int, *made: int, players: int = 2) -> tuple[int, ...]:
        """Return the bids that are allowed after those of the players before; the sum rule is for the last player."""
        allowed = list(range(cards + 1))
        is_last = len(made) == players - 1
        if self.sum_rule and is_last:
            allowed = [bid for bid in allowed if sum(made) + bid != cards]
        if self.bids_descending:
            allowed.reverse()
        return tuple(allowed)

    def payoff(self, bid: int, tricks: int) -> int:
        """Return a player's payoff."""
        is_met = tricks == bid if self.target == "exact" else tricks >= bid
        if is_met:
            return 10 + bid
        if self.penalty == "contract":
            return -10 - bid
        if self.penalty == "constant":
            return -10
        return 0


class OhHellState(NamedTuple):
    """The bids and the cards played so far."""

    past: tuple[int, ...]
    """Bids, then cards."""

    hands: tuple[Hand, ...]
    table: tuple[int, ...]
    """The cards of this trick, the led one first."""

    mover: int
    won: tuple[int, ...]
    """Tricks of each player."""


@dataclass(frozen=True)
class OhHell(Rules[OhHellState, int]):
    """Open-Handed Oh Hell! after a deal."""

    deal: OhHellDeal
    rules: OhHellRules = field(default_factory=OhHellRules)
    title: str = "oh-hell"
    perfect_information: ClassVar[bool] = True

    def __post_init__(self) -> None:
        players = range(len(self.deal.hands))
        require_one_of("first_lead", self.rules.first_lead, [player + 1 for player in players])
        names = tuple(player_label(player, capital=True) for player in players)
        object.__setattr__(self, "players", names)

    def initial(self) -> OhHellState:
        return OhHellState((), self.deal.hands, (), 0, (0,) * len(self.deal.hands))

    def player(self, state: OhHellState) -> int:
        if len(state.past) == len(state.hands) * (1 + self.deal.cards):
            return TERMINAL
        return state.mover

    def actions(self, state: OhHellState) -> Sequence[int]:
        if len(state.past) < len(state.hands):
            return self.rules.bids(self.deal.cards, *state.past, players=len(state.hands))
        hand = state.hands[state.mover]
        if state.table and self.rules.follow:
            led_suit = state.table[0] // 13
            return tuple(card for card in hand if card // 13 == led_suit) or hand
        return hand

    def apply(self, state: OhHellState, action: int) -> OhHellState:
        past = (*state.past, action)
        players = len(state.hands)
        mover = state.mover
        if len(past) < players:  # bids
            return state._replace(past=past, mover=len(past))
        if len(past) == players:
            return state._replace(past=past, mover=self.rules.first_lead - 1)

        hands = list(state.hands)
        hands[mover] = tuple(card for card in hands[mover] if card != action)
        table = (*state.table, action)
        following = (mover + 1) % players
        if len(table) < players:
            return OhHellState(past, tuple(hands), table, following, state.won)

        # The trick is complete; the next player in turn is the one who led it.
        leader = following
        best = 0
        for place in range(1, players):
            if self.deal.beats(table[place], table[best]):
                best = place
        winner = (leader + best) % players
        won = list(state.won)
        won[winner] += 1
        next_leader = winner if self.rules.winner_leads else (leader + 1) % players
        return OhHellState(past, tuple(hands), (), next_leader, tuple(won))

    def payoffs(self, state: OhHellState) -> Any:
        return tuple(map(self.rules.payoff, state.past, state.won))

    def observation(self, state: OhHellState, player: int) -> Hashable:
        return state.past

    def picture(self, state: OhHellState) -> str:
        lines = []
        for name, hand, tricks in zip(self.players, state.hands, state.won, strict=True):
            cards = " ".join(map(card_label, hand)) or "no card"
            lines.append(f"{name}: {cards}; {tricks} won")
        lines.append(f"trump {self.deal.trump_label}")
        if state.table:
            lines.append(f"led: {', '.join(map(card_label, state.table))}")
        return "\n".join(lines)

    def infoset_label(self, state: OhHellState, player: int) -> str:
        bids = len(state.hands)
        return " ".join([*map(str, state.past[:bids]), *map(card_label, state.past[bids:])])

    def action_label(self, state: OhHellState, action: int) -> str:
        if len(state.past) < len(state.hands):
            return f"bid {action}"
        return card_label(action)


class OhHellOfMany(OhHell):
    """The game for three and more players, whose positions are what is left to play."""

    def position(self, state: OhHellState) -> Hashable:
        # Bids count for the payoffs; of the cards played only the tricks won do.
        return state._replace(past=state.past[: len(state.hands)]), self.player(state)

    def observation(self, state: OhHellState, player: int) -> Hashable:
        return self.position(state)


def dealt_oh_hell(
    title: str, cards: int, seed: int, players: int, trump: str, **options: Any
) -> OhHell:
    """Return the game of a random deal; the other options are those of the rules."""
    game = OhHell if players == 2 else OhHellOfMany
    return game(deal(cards, seed, players=players, trump=trump), OhHellRules(**options), title)
