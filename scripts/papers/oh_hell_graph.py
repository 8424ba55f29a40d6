"""Open-Handed Oh Hell! as a graph of positions: the whole tree, or one node for each distinct position.

The cards that can be played do not depend on the bids, so play is built once and repeated below every pair of bids.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from seqform.builders.games.families.oh_hell import OhHellDeal, OhHellRules, card_label
from seqform.models.games.extensive import NONE
from seqform.models.games.positions import END, PositionGraph, distinct_outcomes
from seqform.models.immutable import Immutable, cached
from seqform.models.numbers.exact import ExactArray, Ints

Bytes = npt.NDArray[np.integer[Any]]


def deal_tree(
    deal: OhHellDeal, rules: OhHellRules | None = None, *, title: str = "oh-hell"
) -> PositionGraph:
    """Return the whole tree of a deal, numbered breadth-first as `expand` numbers it; its `source` is a `DealtPlay`."""
    return _graph(deal, rules or OhHellRules(), title, merged=False)


def deal_graph(
    deal: OhHellDeal, rules: OhHellRules | None = None, *, title: str = "oh-hell"
) -> PositionGraph:
    """Return the distinct positions of a deal; the graph's `source` is a `DealtPlay`.

    A position is the bids, the cards left, the card on the table, the player to move, and the tricks won.
    """
    return _graph(deal, rules or OhHellRules(), title, merged=True)


@dataclass(frozen=True, eq=False)
class Level(Immutable):
    """The positions of play after the same number of cards.

    ``won`` are the tricks of player 1; ``legal`` the cards that may be played, as bits by their place in the hand;
    ``child`` the positions below, one move after the other, none on the last level.
    """

    mover: Bytes
    won: Bytes
    legal: Bytes
    child: Ints

    def __len__(self) -> int:
        return len(self.mover)


NOTHING_LED = 7


@dataclass(frozen=True, eq=False)
class DealtPlay(Immutable):
    """The bids and the play of a deal, which define the numbering of its positions."""

    deal: OhHellDeal
    rules: OhHellRules
    levels: tuple[Level, ...]

    @cached
    def bids(self) -> tuple[tuple[int, int], ...]:
        """The pairs of bids, in the order of the moves."""
        cards, rules = self.deal.cards, self.rules
        return tuple(
            (first, second) for first in rules.bids(cards) for second in rules.bids(cards, first)
        )

    @cached
    def level_start(self) -> Ints:
        """The first position of every level of play, and the number of all positions."""
        sizes = [len(self.bids) * len(level) for level in self.levels]
        return np.cumsum([2 + self.deal.cards, *sizes], dtype=np.int64)

    def move_label(self, position: int, move: int) -> str:
        """Return the label of a move: "bid 2", or a card such as "QS"."""
        firsts = self.rules.bids(self.deal.cards)
        if position == 0:
            return f"bid {firsts[move]}"
        if position <= len(firsts):
            return f"bid {self.rules.bids(self.deal.cards, firsts[position - 1])[move]}"
        number = int(np.searchsorted(self.level_start, position, "right")) - 1
        level = self.levels[number]
        place = (position - int(self.level_start[number])) % len(level)
        hand = self.deal.hands[int(level.mover[place])]
        return card_label(
            [card for k, card in enumerate(hand) if int(level.legal[place]) >> k & 1][move]
        )


def _graph(deal: OhHellDeal, rules: OhHellRules, title: str, *, merged: bool) -> PositionGraph:
    play = DealtPlay(deal, rules, _levels(deal, rules, merged=merged))
    pairs = len(play.bids)
    moves = [_COUNT[level.legal] for level in play.levels]
    firsts = rules.bids(deal.cards)
    second_counts = [len(rules.bids(deal.cards, bid)) for bid in firsts]
    counts = [
        np.array([len(firsts), *second_counts], dtype=np.int64),
        *(np.tile(count, pairs) for count in moves),
    ]
    players = [
        np.array([0] + [1] * len(firsts)),
        *(np.tile(level.mover, pairs) for level in play.levels),
    ]
    outcome, payoffs = _outcomes(play)
    size = int(play.level_start[-1])
    return PositionGraph(
        title=title,
        players=("Player 1", "Player 2"),
        player=np.concatenate(players).astype(np.int8),
        first_move=np.append(0, np.cumsum(np.concatenate(counts))),
        child=_children(play) if merged else np.arange(1, size, dtype=np.int32),
        outcome=np.concatenate([np.full(size - len(outcome), NONE, dtype=np.int32), outcome]),
        payoffs=payoffs,
        move_label=play.move_label,
        source=play,
    )


def _children(play: DealtPlay) -> npt.NDArray[np.int32]:
    """Return the targets of the moves: within play, by level, the copy below the same pair of bids."""
    pairs = np.arange(len(play.bids))
    parts = [np.arange(1, 2 + play.deal.cards + len(pairs))]
    for level, start, below in zip(
        play.levels, play.level_start[1:].tolist(), play.levels[1:], strict=False
    ):
        parts.append((start + len(below) * pairs[:, None] + level.child).reshape(-1))
    return np.concatenate(parts).astype(np.int32)


def _outcomes(play: DealtPlay) -> tuple[npt.NDArray[np.int32], tuple[ExactArray, ...]]:
    """Return the outcome of every position of the last level, and the payoffs of the outcomes."""
    tricks, place = np.unique(play.levels[-1].won, return_inverse=True)
    bids = np.repeat(np.array(play.bids), len(tricks), axis=0)
    won = np.tile(tricks.astype(np.int64), len(play.bids))
    payoff = play.rules.payoff
    first = [payoff(bid, own) for bid, own in zip(bids[:, 0].tolist(), won.tolist(), strict=True)]
    second = [
        payoff(bid, play.deal.cards - own)
        for bid, own in zip(bids[:, 1].tolist(), won.tolist(), strict=True)
    ]
    row, payoffs = distinct_outcomes((ExactArray.of(first), ExactArray.of(second)))
    by_bids = row.reshape(len(play.bids), len(tricks))
    return by_bids[:, place.reshape(-1)].reshape(-1), payoffs


def _levels(deal: OhHellDeal, rules: OhHellRules, *, merged: bool) -> tuple[Level, ...]:
    tables = _Tables(deal, rules)
    whole = np.array([(1 << deal.cards) - 1], dtype=np.uint8)
    nothing_led, mover = (
        np.array([NOTHING_LED], dtype=np.uint8),
        np.array([rules.first_lead - 1], dtype=np.int8),
    )
    columns = _Columns(whole, whole, nothing_led, mover, np.zeros(1, dtype=np.uint8))
    levels = []
    for _ in range(2 * deal.cards):
        legal = tables.legal(columns)
        below = tables.after(columns, legal)
        child = np.arange(len(below.mover))
        if merged:
            below, child = _merged(below)
        levels.append(Level(columns.mover, columns.won, legal, child))
        columns = below
    over = np.full(len(columns.mover), END, dtype=np.int8)
    return (
        *levels,
        Level(over, columns.won, np.zeros(len(over), dtype=np.uint8), np.zeros(0, dtype=np.int64)),
    )


class _Columns(NamedTuple):
    """The positions of a level: cards left in each hand, as bits, the card led by its place, mover, tricks won."""

    first: Bytes
    second: Bytes
    led: Bytes
    mover: Bytes
    won: Bytes


class _Tables:
    """A deal under given rules, by places in the hands and by sets of places."""

    def __init__(self, deal: OhHellDeal, rules: OhHellRules) -> None:
        self.rules = rules
        self.same_suit = np.full((2, NOTHING_LED + 1), 255, dtype=np.uint8)
        # By follower, its card, the card led.
        self.wins = np.zeros((2, NOTHING_LED, NOTHING_LED), dtype=np.bool_)
        for mover in (0, 1):
            own, other = deal.hands[mover], deal.hands[1 - mover]
            for place, led in enumerate(other):
                self.wins[mover, : len(own), place] = [deal.beats(card, led) for card in own]
                if rules.follow:
                    self.same_suit[mover, place] = sum(
                        1 << k for k, card in enumerate(own) if card // 13 == led // 13
                    )

    def legal(self, columns: _Columns) -> Bytes:
        first, second, led, mover, _ = columns
        hand = np.where(mover == 0, first, second)
        following = hand & self.same_suit[mover, led]
        return np.where(following == 0, hand, following)

    def after(self, columns: _Columns, legal: Bytes) -> _Columns:
        """Return the positions of the level below, one for every move."""
        counts = _COUNT[legal]
        card = _flat_bits(legal, counts)
        first, second, led, mover, won = (np.repeat(column, counts) for column in columns)
        bit = np.left_shift(np.uint8(1), card)
        is_first = mover == 0
        first, second = (
            np.where(is_first, first & ~bit, first),
            np.where(is_first, second, second & ~bit),
        )
        if led[0] == NOTHING_LED:
            return _Columns(first, second, card, 1 - mover, won)
        winner = np.where(self.wins[mover, card, led], mover, 1 - mover).astype(np.int8)
        lead = winner if self.rules.winner_leads else mover
        nothing_led = np.full(len(card), NOTHING_LED, dtype=np.uint8)
        return _Columns(first, second, nothing_led, lead, won + (winner == 0).astype(np.uint8))


def _merged(columns: _Columns) -> tuple[_Columns, Ints]:
    """Return the distinct positions, and the target of every move among them."""
    key = np.zeros(len(columns.mover), dtype=np.int64)
    for column, bits in zip(columns, (8, 8, 3, 1, 3), strict=True):
        key = key << bits | column
    _, kept, place = np.unique(key, return_index=True, return_inverse=True)
    return _Columns(*(column[kept] for column in columns)), place.reshape(-1)


_COUNT = np.array([bin(bits).count("1") for bits in range(256)], dtype=np.int64)
_BITS = np.array(
    [bit for bits in range(256) for bit in range(8) if bits >> bit & 1], dtype=np.uint8
)
_FIRST_BIT = np.append(0, np.cumsum(_COUNT))[:-1]


def _flat_bits(sets: Bytes, counts: Ints) -> Bytes:
    """Return the places of the bits of every set, ascending, one set after the other."""
    ends = np.cumsum(counts)
    within = np.arange(int(ends[-1])) - np.repeat(ends - counts, counts)
    return _BITS[np.repeat(_FIRST_BIT[sets], counts) + within]
