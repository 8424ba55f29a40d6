"""Open-Handed Oh Hell! as positions: the whole tree, or positions that are reached in several ways merged.

What cards can be played does not depend on the bids, so play is built once and repeated below every pair of bids.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from seqform.builders.games.oh_hell import OhHellDeal, OhHellRules, card_label
from seqform.models.exact import ExactArray, Ints
from seqform.models.game_tables import NONE
from seqform.models.immutable import Immutable, cached
from seqform.models.position_graph import END, PositionGraph, distinct_outcomes

Bytes = npt.NDArray[np.uint8]


def deal_tree(deal: OhHellDeal, rules: OhHellRules | None = None, *, title: str = "oh-hell") -> PositionGraph:
    """Return the whole tree of a deal, numbered breadth-first as `expand` numbers it.

    Parameters
    ----------
    deal : OhHellDeal
    rules : OhHellRules, optional
    title : str

    Returns
    -------
    PositionGraph
        Its `source` is a `DealtPlay`.

    Examples
    --------
    >>> from seqform.builders.games.oh_hell import deal
    >>> deal_tree(deal(4, 0))
    <PositionGraph 'oh-hell': a tree of 9,066 positions>
    """
    return _graph(deal, rules or OhHellRules(), title, merged=False)


def deal_graph(deal: OhHellDeal, rules: OhHellRules | None = None, *, title: str = "oh-hell") -> PositionGraph:
    """Return the positions of a deal, those that agree in all that matters from there on being one.

    These are the bids, the cards that are left, the card on the table, who moves, and the tricks won.

    Parameters
    ----------
    deal : OhHellDeal
    rules : OhHellRules, optional
    title : str

    Returns
    -------
    PositionGraph
        Its `source` is a `DealtPlay`.

    Examples
    --------
    >>> from seqform.builders.games.oh_hell import deal
    >>> deal_graph(deal(4, 0))
    <PositionGraph 'oh-hell': a graph of 2,526 positions>
    """
    return _graph(deal, rules or OhHellRules(), title, merged=True)


@dataclass(frozen=True, eq=False)
class Level(Immutable):
    """The positions of play after the same number of cards.

    Attributes
    ----------
    left : two ndarrays of uint8
        Which cards each player still holds, as bits, by their place in the hand.
    led : ndarray of uint8
        Place in the leader's hand of the card on the table, or `NOTHING_LED`.
    mover : ndarray of int8
    won : ndarray of uint8
        Tricks of player 1.
    legal : ndarray of uint8
        Which cards may be played, as bits.
    child : ndarray of int
        The position below, one move after the other; empty on the last level.
    """

    left: tuple[Bytes, Bytes]
    led: Bytes
    mover: npt.NDArray[np.int8]
    won: Bytes
    legal: Bytes
    child: Ints

    def __len__(self) -> int:
        return len(self.mover)


NOTHING_LED = 7


@dataclass(frozen=True, eq=False)
class DealtPlay(Immutable):
    """The bids and the play of a deal, from which the positions are numbered.

    Attributes
    ----------
    deal : OhHellDeal
    rules : OhHellRules
    levels : tuple of Level
    """

    deal: OhHellDeal
    rules: OhHellRules
    levels: tuple[Level, ...]

    @cached
    def bids(self) -> tuple[tuple[int, int], ...]:
        """The pairs of bids, in the order of the moves."""
        cards, rules = self.deal.cards, self.rules
        return tuple((first, second) for first in rules.bids(cards) for second in rules.bids(cards, first))

    @cached
    def level_start(self) -> Ints:
        """The first position of every level of play, and the number of all positions."""
        sizes = [len(self.bids) * len(level) for level in self.levels]
        return np.cumsum([2 + self.deal.cards, *sizes], dtype=np.int64)

    def move_label(self, position: int, move: int) -> str:
        """Return "bid 2", or the card such as "QS", that a move stands for."""
        firsts = self.rules.bids(self.deal.cards)
        if position == 0:
            return f"bid {firsts[move]}"
        if position <= len(firsts):
            return f"bid {self.rules.bids(self.deal.cards, firsts[position - 1])[move]}"
        number = int(np.searchsorted(self.level_start, position, "right")) - 1
        level = self.levels[number]
        place = (position - int(self.level_start[number])) % len(level)
        hand = self.deal.hands[int(level.mover[place])]
        return card_label([card for k, card in enumerate(hand) if int(level.legal[place]) >> k & 1][move])


def _graph(deal: OhHellDeal, rules: OhHellRules, title: str, *, merged: bool) -> PositionGraph:
    play = DealtPlay(deal, rules, _levels(deal, rules, merged=merged))
    pairs = len(play.bids)
    moves = [_COUNT[level.legal] for level in play.levels]
    firsts = rules.bids(deal.cards)
    second_counts = [len(rules.bids(deal.cards, bid)) for bid in firsts]
    counts = [np.array([len(firsts), *second_counts], dtype=np.int64), *(np.tile(count, pairs) for count in moves)]
    players = [np.array([0] + [1] * len(firsts)), *(np.tile(level.mover, pairs) for level in play.levels)]
    outcome, payoffs = _outcomes(play)
    size = int(play.level_start[-1])
    first_move = np.zeros(size + 1, dtype=np.int64)
    np.cumsum(np.concatenate(counts), out=first_move[1:])
    return PositionGraph(
        title=title,
        players=("Player 1", "Player 2"),
        player=np.concatenate(players).astype(np.int8),
        first_move=first_move,
        child=_children(play, int(first_move[-1])) if merged else np.arange(1, size, dtype=np.int32),
        outcome=np.concatenate([np.full(size - len(outcome), NONE, dtype=np.int32), outcome]),
        payoffs=payoffs,
        move_label=play.move_label,
        source=play,
    )


def _children(play: DealtPlay, moves: int) -> npt.NDArray[np.int32]:
    """Return where the moves lead: within play, by level, to the copy below the same pair of bids."""
    pairs = np.arange(len(play.bids))
    parts = [np.arange(1, 2 + play.deal.cards + len(pairs))]
    for level, start, below in zip(play.levels, play.level_start[1:].tolist(), play.levels[1:], strict=False):
        parts.append((start + len(below) * pairs[:, None] + level.child).reshape(-1))
    child = np.concatenate(parts).astype(np.int32)
    assert len(child) == moves
    return child


def _outcomes(play: DealtPlay) -> tuple[npt.NDArray[np.int32], tuple[ExactArray, ...]]:
    """Return the outcome of every position of the last level, and what the outcomes pay."""
    tricks, place = np.unique(play.levels[-1].won, return_inverse=True)
    bids = np.repeat(np.array(play.bids), len(tricks), axis=0)
    won = np.tile(tricks.astype(np.int64), len(play.bids))
    payoff = play.rules.payoff
    first = [payoff(bid, own) for bid, own in zip(bids[:, 0].tolist(), won.tolist(), strict=True)]
    second = [payoff(bid, play.deal.cards - own) for bid, own in zip(bids[:, 1].tolist(), won.tolist(), strict=True)]
    row, payoffs = distinct_outcomes((ExactArray.of(first), ExactArray.of(second)))
    by_bids = row.reshape(len(play.bids), len(tricks))
    return by_bids[:, place.reshape(-1)].reshape(-1), payoffs


def _levels(deal: OhHellDeal, rules: OhHellRules, *, merged: bool) -> tuple[Level, ...]:
    """Return play, level after level."""
    tables = _Tables(deal, rules)
    whole = np.array([(1 << deal.cards) - 1], dtype=np.uint8)
    columns: _Columns = (
        (whole, whole),
        np.array([NOTHING_LED], dtype=np.uint8),
        np.array([rules.first_lead - 1], dtype=np.int8),
        np.array([0], dtype=np.uint8),
    )
    levels = []
    for _ in range(2 * deal.cards):
        legal = tables.legal(columns)
        below = tables.after(columns, legal)
        child = np.arange(len(below[2]))
        if merged:
            below, child = _merged(below)
        levels.append(Level(*columns, legal=legal, child=child))
        columns = below
    nothing = np.zeros(len(columns[2]), dtype=np.uint8)
    over = columns[0], columns[1], np.full(len(nothing), END, dtype=np.int8), columns[3]
    return (*levels, Level(*over, legal=nothing, child=np.zeros(0, dtype=np.int64)))


_Columns = tuple[tuple[Bytes, Bytes], Bytes, npt.NDArray[np.int8], Bytes]
"""Cards left, card led, mover, tricks won, of the positions of a level."""


class _Tables:
    """What a deal and the rules say, by places in the hands and by sets of places."""

    def __init__(self, deal: OhHellDeal, rules: OhHellRules) -> None:
        self.rules = rules
        self.same_suit = np.full((2, NOTHING_LED + 1), 255, dtype=np.uint8)
        self.wins = np.zeros((2, NOTHING_LED, NOTHING_LED), dtype=np.bool_)  # by follower, its card, the card led
        for mover in (0, 1):
            own, other = deal.hands[mover], deal.hands[1 - mover]
            for place, led in enumerate(other):
                self.wins[mover, : len(own), place] = [deal.beats(card, led) for card in own]
                if rules.follow:
                    self.same_suit[mover, place] = sum(1 << k for k, card in enumerate(own) if card // 13 == led // 13)

    def legal(self, columns: _Columns) -> Bytes:
        """Return the cards that may be played."""
        (first, second), led, mover, _ = columns
        hand = np.where(mover == 0, first, second)
        following = hand & self.same_suit[mover, led]
        return np.where(following == 0, hand, following)

    def after(self, columns: _Columns, legal: Bytes) -> _Columns:
        """Return the positions of the level below, one for every move."""
        counts = _COUNT[legal]
        left, led, mover, won = columns
        card = _flat_bits(legal, counts)
        led, mover, won = np.repeat(led, counts), np.repeat(mover, counts), np.repeat(won, counts)
        first, second = (np.repeat(hand, counts) for hand in left)
        bit = np.left_shift(np.uint8(1), card)
        is_first = mover == 0
        left = np.where(is_first, first & ~bit, first), np.where(is_first, second, second & ~bit)
        if led[0] == NOTHING_LED:
            return left, card, 1 - mover, won
        winner = np.where(self.wins[mover, card, led], mover, 1 - mover).astype(np.int8)
        lead = winner if self.rules.winner_leads else mover
        return left, np.full(len(card), NOTHING_LED, dtype=np.uint8), lead, won + (winner == 0).astype(np.uint8)


def _merged(columns: _Columns) -> tuple[_Columns, Ints]:
    """Return the positions without repetition, and which one every move leads to."""
    (first, second), led, mover, won = columns
    key = np.zeros(len(mover), dtype=np.int64)
    for column, bits in ((first, 8), (second, 8), (led, 3), (mover, 1), (won, 3)):
        key = key << bits | column
    _, kept, place = np.unique(key, return_index=True, return_inverse=True)
    return ((first[kept], second[kept]), led[kept], mover[kept], won[kept]), place.reshape(-1)


_COUNT = np.array([bin(bits).count("1") for bits in range(256)], dtype=np.int64)
_BITS = np.array([bit for bits in range(256) for bit in range(8) if bits >> bit & 1], dtype=np.uint8)
_FIRST_BIT = np.append(0, np.cumsum(_COUNT))[:-1]


def _flat_bits(sets: Bytes, counts: Ints) -> Bytes:
    """Return the places of the bits of every set, ascending, one set after the other."""
    ends = np.cumsum(counts)
    within = np.arange(int(ends[-1])) - np.repeat(ends - counts, counts)
    return _BITS[np.repeat(_FIRST_BIT[sets], counts) + within]
