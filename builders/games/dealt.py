"""Trees of games in which all moves but chance's are public, by columns: public positions times deals."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, pairwise
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np

from seqform.builders.games.rules import TERMINAL, exact_outcomes, outcome_row, too_large
from seqform.builders.games.tree import Payoffs, breadth_first_game, unlabelled_outcomes
from seqform.models.games.extensive import (
    CHANCE,
    NONE,
    ExtensiveGame,
    InformationSets,
    by_first_use,
)
from seqform.models.games.infosets import ranges
from seqform.models.numbers.exact import ExactArray, Ints
from seqform.models.numbers.integers import SAFE, sums_by

Seen = Sequence[tuple[str, ...]]
"""For every view of a player the texts of what each round revealed."""


class Position(NamedTuple):
    """The public part of a position: the player to move or `TERMINAL`, and the nodes after the moves.

    `stage` is the number of moves that chance has made; there is one node after the next one. `labels` are those of a
    player's moves, `said` the texts of what was done in each round. At an end, payoffs are the same function of the
    deal wherever `end` is the same.
    """

    player: int
    stage: int
    following: Sequence[Hashable] = ()
    labels: Sequence[str] = ()
    said: Sequence[str] = ()
    end: Hashable = None


class Deal(NamedTuple):
    """A move of chance after every deal of the stage before; the deals that it leads to are numbered from 0.

    ``above``, ascending, has the deal that each continues, `weight` its weight among those of the same, `labels` those
    of the moves. `view` has for both players the number of what the player has seen of each deal, `seen` the texts of
    these views, and `payoff_key` a number on which payoffs depend.
    """

    above: Ints
    weight: Ints
    labels: Sequence[str]
    view: tuple[Ints, Ints]
    seen: tuple[Seen, Seen]
    payoff_key: Ints


def nothing_dealt(rounds: int) -> Deal:
    """Return the first stage, before any move of chance."""
    zero = np.zeros(1, dtype=np.int64)
    nothing: Seen = [("",) * rounds]
    return Deal(
        above=zero,
        weight=zero + 1,
        labels=("",),
        view=(zero, zero),
        seen=(nothing, nothing),
        payoff_key=zero,
    )


def dealt_game(
    title: str,
    players: tuple[str, str],
    root: Hashable,
    position: Callable[[Any], Position],
    deals: Sequence[Deal],
    payoffs: Callable[[Any, int], Payoffs],
    *,
    leave_out_forced: bool = False,
    note: str = "",
    max_nodes: int,
    progress: Callable[[str], None] | None = None,
) -> ExtensiveGame:
    """Return the tree of a game in which all moves but chance's are public.

    A node is a public position with a deal, an information set one with a view. So the functions are called for public
    positions only, and the nodes of a level are computed together.

    - `root`, `position`: Any object for the first position, and a function that describes the position of an object.
    - `deals`: The first is `nothing_dealt`; then one for each move of chance.
    - `payoffs`: From the object of a position and the payoff key of a deal.
    - `leave_out_forced`: Leave out moves of chance without an alternative.
    - `note`: As of `ExtensiveGame`.
    - `max_nodes`, `progress`: As in `expand`.
    """
    forest = _Forest.of(deals)
    public = _PublicTree.of(root, position, forest)

    # Level by level: every node is a number of a public position, in `here`, and one of a deal, in `dealt`. A move of
    # a player leads to another position with the same deal, one of chance to the next position with another deal.
    here = np.zeros(1, dtype=np.int64)
    dealt = np.zeros(1, dtype=np.int64)
    keys = []  # of every node that of its information set, of a leaf that of its outcome
    counts = []
    size = 0
    while len(here):
        if leave_out_forced:
            _move_past_forced(public, forest, here, dealt)
        role = public.role[here]
        by_chance = role == _CHANCE
        num_moves = np.where(by_chance, forest.count[dealt], public.count[here])
        keys.append(public.start[here] + forest.number[role, dealt])
        counts.append(num_moves)

        size += len(here)
        num_below = int(num_moves.sum())
        if size + num_below > max_nodes:
            raise too_large(title, max_nodes)
        parent = np.repeat(np.arange(len(here)), num_moves)
        move = np.arange(num_below) - (np.cumsum(num_moves) - num_moves)[parent]
        after_chance = by_chance[parent]
        here = public.first[here][parent] + np.where(after_chance, 0, move)
        dealt = np.where(after_chance, forest.first[dealt][parent] + move, dealt[parent])
        if progress is not None:
            progress(f"expanding {title}: {size + num_below:,} nodes")

    key = np.concatenate(keys)
    is_leaf = np.concatenate(counts) == 0
    ends, outcome = by_first_use(key[is_leaf], public.num_outcomes)
    key[is_leaf] = NONE
    sets, infoset = by_first_use(key, len(public.owner))

    # Payoffs are asked for once for each end and payoff key; those that are equal are one outcome.
    payoff_rows: dict[Payoffs, int] = {}
    rows = []
    for end in ends.tolist():
        node, payoff_key = public.ending(end)
        rows.append(outcome_row(title, payoffs(node, payoff_key), payoff_rows))
    return breadth_first_game(
        title,
        infoset,
        public.sets(forest, sets),
        np.array(rows, dtype=np.int64)[outcome],
        unlabelled_outcomes(exact_outcomes(title, payoff_rows)),
        players=players,
        note=note,
    )


def _move_past_forced(public: _PublicTree, forest: _Forest, here: Ints, dealt: Ints) -> None:
    """Replace nodes where chance has one move by the nodes after it, which may be such nodes again."""
    while True:
        is_forced = (public.role[here] == _CHANCE) & (forest.count[dealt] == 1)
        if not np.any(is_forced):
            return
        here[is_forced] = public.first[here[is_forced]]
        dealt[is_forced] = forest.first[dealt[is_forced]]


_CHANCE = 2
_END = 3
_ROLES = {0: 0, 1: 1, CHANCE: _CHANCE, TERMINAL: _END}
"""The role of a player in `_Forest.number`."""


@dataclass(eq=False)
class _Forest:
    """All deals, stage by stage; the stages begin at `stage_start`.

    `first` and `count` are the deals that may follow each. `number`, of shape (4, deals), is what an information set or
    an outcome depends on, by roles: the views of both players, the deal itself for chance, its payoff key at an end;
    `size`, of shape (4, stages), how many there are.
    """

    stage_start: Ints
    first: Ints
    count: Ints
    share: ExactArray
    labels: tuple[str, ...]
    number: Ints
    size: Ints
    seen: tuple[list[Seen], list[Seen]]

    @classmethod
    def of(cls, deals: Sequence[Deal]) -> _Forest:
        """Return the deals of all stages in one numbering."""
        counts = []
        for deal, following in pairwise(deals):
            counts.append(np.bincount(following.above, minlength=len(deal.above)))
        counts.append(np.zeros(len(deals[-1].above), dtype=np.int64))
        count = np.concatenate(counts)

        labels: list[str] = []
        numbers = []
        for deal in deals:
            labels += deal.labels
            numbers.append(np.stack([*deal.view, np.arange(len(deal.above)), deal.payoff_key]))

        # A view that no deal has, as of a hand that a player never holds, is numbered nevertheless.
        size = 1 + np.stack([number.max(axis=1) for number in numbers], axis=1)
        for player in (0, 1):
            size[player] = [len(deal.seen[player]) for deal in deals]

        # The deals after a deal begin behind those after all deals before it; deal 0 follows nothing.
        return cls(
            stage_start=np.cumsum([0, *map(len, counts)]),
            first=1 + np.cumsum(count) - count,
            count=count,
            share=_shares(deals),
            labels=tuple(labels),
            number=np.concatenate(numbers, axis=1),
            size=size,
            seen=([deal.seen[0] for deal in deals], [deal.seen[1] for deal in deals]),
        )

    def moves(self, stage: int) -> list[tuple[str, ...]]:
        """Return the labels of chance's moves after every deal of a stage."""
        deals = slice(self.stage_start[stage], self.stage_start[stage + 1])
        starts = zip(self.first[deals].tolist(), self.count[deals].tolist(), strict=True)
        return [self.labels[start : start + count] for start, count in starts]


def _shares(deals: Sequence[Deal]) -> ExactArray:
    """Return the probability of each deal after the one that it continues."""
    totals = []
    for deal in deals:
        total_above = sums_by(deal.weight, deal.above, int(deal.above[-1]) + 1)
        totals.append(total_above[deal.above])
    weight = np.concatenate([deal.weight for deal in deals])
    total = np.concatenate(totals)

    common = np.gcd(weight, total)
    weight = weight // common
    total = total // common
    denominator = math.lcm(*set(total.tolist()))
    if denominator < SAFE:
        return ExactArray(weight * (denominator // total), denominator)
    return ExactArray.of(map(Fraction, weight.tolist(), total.tolist()))


@dataclass(eq=False)
class _PublicTree:
    """The public positions, breadth-first.

    `start` is where a position's information sets begin in a table of all, and `owner` the position of each of these;
    of an end, where its outcomes begin in a table of all. `ends` are these places, with one position each, ascending.
    """

    nodes: list[Any]
    positions: list[Position]
    role: Ints
    stage: Ints
    first: Ints
    count: Ints
    start: Ints
    owner: Ints
    ends: list[tuple[int, int]]
    num_outcomes: int

    @classmethod
    def of(
        cls, root: Hashable, position: Callable[[Any], Position], forest: _Forest
    ) -> _PublicTree:
        """Return the public positions from a root on, with the places of their sets and outcomes."""
        nodes: list[Any] = [root]
        positions: list[Position] = []
        for node in nodes:  # grows on the way
            positions.append(position(node))
            nodes.extend(positions[-1].following)

        role = np.array([_ROLES[public.player] for public in positions], dtype=np.int64)
        stage = np.array([public.stage for public in positions], dtype=np.int64)
        count = np.array([len(public.following) for public in positions], dtype=np.int64)
        size = forest.size[role, stage]
        num_sets = np.where(role == _END, 0, size)
        start = np.cumsum(num_sets) - num_sets

        # Ends of one stage with the same payoffs share their outcomes.
        begins: dict[tuple[int, Hashable], int] = {}
        ends: list[tuple[int, int]] = []
        num_outcomes = 0
        for place in np.flatnonzero(role == _END).tolist():
            key = (positions[place].stage, positions[place].end)
            if key not in begins:
                begins[key] = num_outcomes
                ends.append((num_outcomes, place))
                num_outcomes += int(size[place])
            start[place] = begins[key]

        return cls(
            nodes=nodes,
            positions=positions,
            role=role,
            stage=stage,
            first=1 + np.cumsum(count) - count,
            count=count,
            start=start,
            owner=np.repeat(np.arange(len(nodes)), num_sets),
            ends=ends,
            num_outcomes=num_outcomes,
        )

    def ending(self, outcome: int) -> tuple[Any, int]:
        """Return a node with an outcome, and the payoff key of the deal there."""
        # The last end whose outcomes begin at this one or before it.
        begins, place = self.ends[bisect_right(self.ends, outcome, key=itemgetter(0)) - 1]
        return self.nodes[place], outcome - begins

    def sets(self, forest: _Forest, rows: Ints) -> InformationSets:
        """Return rows of the table of all information sets."""
        labels, moves = self._labels(forest)
        owner = self.owner[rows]
        by_chance = self.role[owner] == _CHANCE

        # A set of chance is one deal; of a player's set `deal` is not used, and there may be more sets than deals.
        deal = forest.stage_start[self.stage[owner]] + rows - self.start[owner]
        deal[~by_chance] = 0
        count = np.where(by_chance, forest.count[deal], self.count[owner])
        start = np.append(0, np.cumsum(count))
        drawn = ranges(forest.first[deal[by_chance]], count[by_chance])
        share = forest.share.take(drawn).reduced()
        places = ranges(start[:-1][by_chance], count[by_chance])
        return InformationSets(
            player=np.where(by_chance, CHANCE, self.role[owner]),
            labels=tuple([labels[row] for row in rows.tolist()]),
            action_start=start,
            action_labels=tuple(chain.from_iterable([moves[row] for row in rows.tolist()])),
            probability=share.scattered(int(start[-1]), places),
        )

    def _labels(self, forest: _Forest) -> tuple[list[str], list[Sequence[str]]]:
        """Return the labels of all information sets, and those of the moves in each."""
        labels: list[str] = []
        moves: list[Sequence[str]] = []
        lotteries = [forest.moves(stage) for stage in range(len(forest.stage_start) - 1)]
        for position in self.positions:
            if position.player == CHANCE:
                lottery = lotteries[position.stage]
                labels += [""] * len(lottery)
                moves += lottery
            elif position.player != TERMINAL:
                # Such as Jh:br: what each round revealed, and what was done in it.
                seen = forest.seen[position.player][position.stage]
                form = "/".join(f"%s:{text.replace('%', '%%')}" for text in position.said)
                num_rounds = len(position.said)
                labels += [form % texts[:num_rounds] for texts in seen]
                moves += [position.labels] * len(seen)
        return labels, moves
