"""Open-Handed Oh Hell!, a game of bids and tricks with open cards.

Cards are numbered 13 times suit plus rank, suits C, D, H, S and ranks from the deuce, 0, to the ace, 12. The rules are
those of Littman, Ravi, Talwar & Zinkevich (2006), section 3.1; `OhHellRules` has options for the points left open.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar, NamedTuple

from seqform.builders.games.entry import CatalogEntry, Parameter, Sizes
from seqform.builders.games.rules import TERMINAL, Rules
from seqform.errors import GameError

RANKS = "23456789TJQKA"
SUITS = "CDHS"
MAX_CARDS = 7
TRUMPS = ("random", "turned-up", "none")
CARD_ORDERS = ("suit", "rank", "dealt")
PENALTIES = ("contract", "constant", "none")
TARGETS = ("exact", "at-least")

Hand = tuple[int, ...]


def require_one_of(name: str, value: object, allowed: Sequence[object]) -> None:
    """Raise `GameError` unless an option has one of the allowed values."""
    if value not in allowed:
        raise GameError(f"oh-hell: {name} {value!r}; one of {', '.join(map(str, allowed))} expected")


def card_label(card: int) -> str:
    """Return rank and suit, such as ``QS``."""
    return RANKS[card % 13] + SUITS[card // 13]


def card_number(label: str) -> int:
    """Return the number of a card that is written as rank and suit, such as ``QS``."""
    if len(label) != 2 or label[0] not in RANKS or label[1] not in SUITS:
        raise GameError(f"{label!r} is not a card: a rank of {RANKS} and a suit of {SUITS}, such as QS, expected")
    return 13 * SUITS.index(label[1]) + RANKS.index(label[0])


@dataclass(frozen=True)
class OhHellDeal:
    """Two hands of cards, in the order in which they are listed as moves, and the trump suit; None for no trump.

    Examples
    --------
    >>> print(OhHellDeal.of("2C AS", "KS 3D", "S"))
    2C AS | KS 3D, trump S
    """

    hands: tuple[Hand, Hand]
    trump: int | None

    def __post_init__(self) -> None:
        first, second = self.hands
        if len(first) != len(second) or not 1 <= len(first) <= MAX_CARDS:
            sizes = f"{len(first)} and {len(second)} cards"
            raise GameError(f"oh-hell: hands of {sizes}; two of the same size, 1 to {MAX_CARDS}, expected")
        cards = first + second
        if any(not 0 <= card < 52 for card in cards):
            raise GameError(
                f"oh-hell: card {next(c for c in cards if not 0 <= c < 52)}; a number from 0 to 51 expected"
            )
        twice = [card for card in cards if cards.count(card) > 1]
        if twice:
            raise GameError(f"oh-hell: {card_label(twice[0])} was dealt twice")
        if self.trump is not None and not 0 <= self.trump < 4:
            raise GameError(f"oh-hell: trump {self.trump}; a suit from 0 to 3, or None, expected")

    @classmethod
    def of(cls, first: str, second: str, trump: str | None) -> OhHellDeal:
        """Return the deal of cards that are written out, with spaces between, and the trump's letter."""
        if trump is not None and (len(trump) != 1 or trump not in SUITS):
            raise GameError(f"oh-hell: {trump!r} is not a suit: one of {', '.join(SUITS)}, or None, expected")
        hands = tuple(tuple(card_number(label) for label in hand.split()) for hand in (first, second))
        return cls((hands[0], hands[1]), None if trump is None else SUITS.index(trump))

    @property
    def cards(self) -> int:
        """The number of cards in each hand, and of tricks."""
        return len(self.hands[0])

    def beats(self, follower: int, leader: int) -> bool:
        """Return whether the second card wins the trick."""
        if follower // 13 == leader // 13:
            return follower > leader
        return follower // 13 == self.trump

    def __str__(self) -> str:
        hands = " | ".join(" ".join(map(card_label, hand)) for hand in self.hands)
        return f"{hands}, trump {'none' if self.trump is None else SUITS[self.trump]}"


def deal(cards: int, seed: int, *, trump: str = "random", order: str = "suit") -> OhHellDeal:
    """Return a random deal, the same for the same seed (``random.Random``).

    The trump is any suit ("random"), that of the pack's next card ("turned-up"), or "none". Hands are ordered by "suit"
    and then rank, by "rank" and then suit, or as "dealt".

    Examples
    --------
    >>> print(deal(3, 0))
    5D KD 2H | 4C 8H JS, trump S
    """
    for name, value, allowed in (("trump", trump, TRUMPS), ("order", order, CARD_ORDERS)):
        require_one_of(name, value, allowed)
    random = Random(seed)
    dealt = random.sample(range(52), 2 * cards + 1)
    keys = {"suit": None, "rank": lambda card: (card % 13, card // 13)}
    first, second = (
        tuple(hand if order == "dealt" else sorted(hand, key=keys[order]))
        for hand in (dealt[0 : 2 * cards : 2], dealt[1 : 2 * cards : 2])
    )
    suits = {"random": random.randrange(4), "turned-up": dealt[-1] // 13, "none": None}
    return OhHellDeal((first, second), suits[trump])


@dataclass(frozen=True)
class OhHellRules:
    """Options for the points that section 3.1 leaves open, or where Table 1 suggests other rules; player 1 bids first.

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
        for name, value, allowed in (
            ("first_lead", self.first_lead, (1, 2)),
            ("penalty", self.penalty, PENALTIES),
            ("target", self.target, TARGETS),
        ):
            require_one_of(name, value, allowed)

    def bids(self, cards: int, first: int | None = None) -> tuple[int, ...]:
        """Return the bids that are allowed: the first player's, or the second's after the first one's bid."""
        allowed = [bid for bid in range(cards + 1) if first is None or not self.sum_rule or first + bid != cards]
        return tuple(reversed(allowed)) if self.bids_descending else tuple(allowed)

    def payoff(self, bid: int, tricks: int) -> int:
        """Return a player's payoff."""
        met = tricks == bid if self.target == "exact" else tricks >= bid
        return 10 + bid if met else {"contract": -10 - bid, "constant": -10, "none": 0}[self.penalty]


class OhHellState(NamedTuple):
    """The bids and the cards played so far."""

    past: tuple[int, ...]
    """Bids, then cards."""

    hands: tuple[Hand, Hand]
    led: int | None
    """The card on the table."""

    mover: int
    won: int
    """Tricks of player 1."""


@dataclass(frozen=True)
class OhHell(Rules[OhHellState, int]):
    """Open-Handed Oh Hell! after a deal."""

    deal: OhHellDeal
    rules: OhHellRules = field(default_factory=OhHellRules)
    title: str = "oh-hell"
    perfect_information: ClassVar[bool] = True

    def initial(self) -> OhHellState:
        return OhHellState((), self.deal.hands, None, 0, 0)

    def player(self, state: OhHellState) -> int:
        return TERMINAL if len(state.past) == 2 + 2 * self.deal.cards else state.mover

    def actions(self, state: OhHellState) -> Sequence[int]:
        if len(state.past) < 2:
            return self.rules.bids(self.deal.cards, *state.past)
        hand = state.hands[state.mover]
        if state.led is not None and self.rules.follow:
            return tuple(card for card in hand if card // 13 == state.led // 13) or hand
        return hand

    def apply(self, state: OhHellState, action: int) -> OhHellState:
        past = (*state.past, action)
        if len(past) <= 2:
            mover = 1 if len(past) == 1 else self.rules.first_lead - 1
            return state._replace(past=past, mover=mover)
        mine = tuple(card for card in state.hands[state.mover] if card != action)
        hands = (mine, state.hands[1]) if state.mover == 0 else (state.hands[0], mine)
        if state.led is None:
            return OhHellState(past, hands, action, 1 - state.mover, state.won)
        winner = state.mover if self.deal.beats(action, state.led) else 1 - state.mover
        lead = winner if self.rules.winner_leads else state.mover
        return OhHellState(past, hands, None, lead, state.won + (winner == 0))

    def payoffs(self, state: OhHellState) -> tuple[int, int]:
        first, second, *_ = state.past
        return self.rules.payoff(first, state.won), self.rules.payoff(second, self.deal.cards - state.won)

    def observation(self, state: OhHellState, player: int) -> Hashable:
        return state.past

    def picture(self, state: OhHellState) -> str:
        won = state.won, (len(state.past) - 2) // 2 - state.won if len(state.past) > 2 else 0
        lines = [
            f"{name}: {' '.join(map(card_label, hand)) or 'no card'}; {tricks} won"
            for name, hand, tricks in zip(self.players, state.hands, won, strict=True)
        ]
        trump = "none" if self.deal.trump is None else SUITS[self.deal.trump]
        return "\n".join([*lines, f"trump {trump}", *([] if state.led is None else [f"led: {card_label(state.led)}"])])

    def infoset_label(self, state: OhHellState, player: int) -> str:
        return " ".join([*map(str, state.past[:2]), *map(card_label, state.past[2:])])

    def action_label(self, state: OhHellState, action: int) -> str:
        return f"bid {action}" if len(state.past) < 2 else card_label(action)


def _build(title: str, cards: int, seed: int, trump: str, **options: Any) -> OhHell:
    return OhHell(deal(cards, seed, trump=trump), OhHellRules(**options), title)


_DEFAULTS = OhHellRules()

GAMES = (
    CatalogEntry(
        name="oh-hell",
        description="Open-Handed Oh Hell!: bids for tricks, cards open; of perfect information, not zero-sum",
        source="Littman, Ravi, Talwar & Zinkevich (2006), section 3.1",
        build=_build,
        parameters=(
            Parameter("cards", 2, "number of cards in each hand, and of tricks", 1, MAX_CARDS),
            Parameter("seed", 0, "of the hands", 0),
            Parameter("trump", "random", "source of the trump suit", choices=TRUMPS),
            Parameter("first_lead", _DEFAULTS.first_lead, "leader of the first trick; player 1 bids first", 1, 2),
            Parameter("sum_rule", _DEFAULTS.sum_rule, "whether the bids may not add up to the number of tricks"),
            Parameter("penalty", _DEFAULTS.penalty, "cost of failing", choices=PENALTIES),
            Parameter("target", _DEFAULTS.target, "way in which the bid has to be met", choices=TARGETS),
            Parameter("follow", _DEFAULTS.follow, "whether suit has to be followed"),
            Parameter("winner_leads", _DEFAULTS.winner_leads, "whether the winner of a trick leads the next"),
            Parameter("bids_descending", _DEFAULTS.bids_descending, "whether the largest bid is the first move"),
        ),
        sizes=Sizes(nodes=94, infosets=(31, 39), sequences=(40, 55)),
    ),
)
