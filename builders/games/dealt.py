"""Trees of games in which all moves but chance's are public, by columns: public positions times deals."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np

from seqform.builders.games.rules import TERMINAL, outcome_row, too_large
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
    these views, and `kind` a number on which payoffs depend.
    """

    above: Ints
    weight: Ints
    labels: Sequence[str]
    view: tuple[Ints, Ints]
    seen: tuple[Seen, Seen]
    kind: Ints


def nothing_dealt(rounds: int) -> Deal:
    """Return the first stage, before any move of chance."""
    none = np.zeros(1, dtype=np.int64)
    return Deal(none, none + 1, ("",), (none, none), ([("",) * rounds], [("",) * rounds]), none)


def dealt_game(
    title: str,
    players: tuple[str, str],
    root: Hashable,
    position: Callable[[Any], Position],
    deals: Sequence[Deal],
    payoffs: Callable[[Any, int], Payoffs],
    *,
    leave_out_forced: bool = False,
    max_nodes: int,
    progress: Callable[[str], None] | None = None,
) -> ExtensiveGame:
    """Return the tree of a game in which all moves but chance's are public.

    A node is a public position with a deal, an information set one with a view. So the functions are called for public
    positions only, and the nodes of a level are computed together.

    - `root`, `position`: Any object for the first position, and a function that describes the position of an object.
    - `deals`: The first is `nothing_dealt`; then one for each move of chance.
    - `payoffs`: From the object of a position and the kind of a deal.
    - `leave_out_forced`: Leave out moves of chance without an alternative.
    - `max_nodes`, `progress`: As in `expand`.
    """
    forest = _Forest.of(deals)
    public = _PublicTree.of(root, position, forest)
    here, dealt = np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
    keys, counts, size = [], [], 0
    while len(here):
        role, choices = public.role[here], forest.count[dealt]
        while leave_out_forced and len(
            forced := np.flatnonzero((role == _CHANCE) & (choices == 1))
        ):
            here[forced], dealt[forced] = public.first[here[forced]], forest.first[dealt[forced]]
            role, choices = public.role[here], forest.count[dealt]
        keys.append(public.start[here] + forest.number[role, dealt])
        by_chance = role == _CHANCE
        counts.append(np.where(by_chance, choices, public.count[here]))
        below, size = int(counts[-1].sum()), size + len(here)
        if size + below > max_nodes:
            raise too_large(title, max_nodes)
        parent = np.repeat(np.arange(len(here)), counts[-1])
        place = np.arange(below) - (np.cumsum(counts[-1]) - counts[-1])[parent]
        by_chance = by_chance[parent]
        here = public.first[here][parent] + np.where(by_chance, 0, place)
        dealt = np.where(by_chance, forest.first[dealt][parent] + place, dealt[parent])
        if progress is not None:
            progress(f"expanding {title}: {size + below:,} nodes")
    key, is_leaf = np.concatenate(keys), np.concatenate(counts) == 0
    ends, outcome = by_first_use(key[is_leaf], public.num_outcomes)
    key[is_leaf] = NONE
    sets, infoset = by_first_use(key, len(public.owner))
    known: dict[Payoffs, int] = {}
    row = [outcome_row(title, payoffs(*public.ending(end)), known) for end in ends.tolist()]
    table, outcomes = public.sets(forest, sets), unlabelled_outcomes(known)
    return breadth_first_game(
        title, infoset, table, np.array(row, dtype=np.int64)[outcome], outcomes, players=players
    )


_CHANCE, _END = 2, 3
_ROLES = {0: 0, 1: 1, CHANCE: _CHANCE, TERMINAL: _END}
"""The role of a player in `_Forest.number`."""


@dataclass(eq=False)
class _Forest:
    """All deals, stage by stage; the stages begin at `stage_start`.

    `first` and `count` are the deals that may follow each. `number`, of shape (4, deals), is what an information set or
    an outcome depends on, by roles: the views of both players, the deal itself for chance, its kind at an end; `size`,
    of shape (4, stages), how many there are.
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
        sizes = [len(deal.above) for deal in deals]
        start = np.cumsum([0, *sizes])
        count = [
            np.bincount(deal.above, minlength=size)
            for deal, size in zip(deals[1:], sizes, strict=False)
        ]
        counts = np.concatenate([*count, np.zeros(sizes[-1], dtype=np.int64)])
        number = [
            np.stack([*deal.view, np.arange(size), deal.kind])
            for deal, size in zip(deals, sizes, strict=True)
        ]
        return cls(
            stage_start=start,
            first=1 + np.cumsum(counts) - counts,
            count=counts,
            share=_shares([deal.weight for deal in deals], [deal.above for deal in deals]),
            labels=tuple(chain.from_iterable(deal.labels for deal in deals)),
            number=np.concatenate(number, axis=1),
            size=1 + np.stack([one.max(axis=1) for one in number], axis=1),
            seen=([deal.seen[0] for deal in deals], [deal.seen[1] for deal in deals]),
        )

    def moves(self, stage: int) -> list[tuple[str, ...]]:
        """Return the labels of chance's moves after every deal of a stage."""
        deals = slice(self.stage_start[stage], self.stage_start[stage + 1])
        starts = zip(self.first[deals].tolist(), self.count[deals].tolist(), strict=True)
        return [self.labels[start : start + count] for start, count in starts]


def _shares(weights: Sequence[Ints], above: Sequence[Ints]) -> ExactArray:
    """Return the probability of each deal after the one that it continues."""
    totals = [
        sums_by(weight, place, int(place[-1]) + 1)[place]
        for weight, place in zip(weights, above, strict=True)
    ]
    weight, total = np.concatenate(weights), np.concatenate(totals)
    common = np.gcd(weight, total)
    weight, total = weight // common, total // common
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
        nodes: list[Any] = [root]
        positions: list[Position] = []
        for node in nodes:
            positions.append(position(node))
            nodes.extend(positions[-1].following)
        role = np.array([_ROLES[one.player] for one in positions], dtype=np.int64)
        count = np.array([len(one.following) for one in positions], dtype=np.int64)
        size = forest.size[role, [one.stage for one in positions]]
        num_sets = np.where(role == _END, 0, size)
        start = np.cumsum(num_sets) - num_sets
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
        owner = np.repeat(np.arange(len(nodes)), num_sets)
        return cls(
            nodes,
            positions,
            role,
            1 + np.cumsum(count) - count,
            count,
            start,
            owner,
            ends,
            num_outcomes,
        )

    def ending(self, outcome: int) -> tuple[Any, int]:
        """Return a node with an outcome, and the kind of the deal there."""
        begins, place = self.ends[bisect_right(self.ends, outcome, key=itemgetter(0)) - 1]
        return self.nodes[place], outcome - begins

    def sets(self, forest: _Forest, rows: Ints) -> InformationSets:
        """Return rows of the table of all information sets."""
        labels: list[str] = []
        moves: list[Sequence[str]] = []
        lotteries = [forest.moves(stage) for stage in range(len(forest.stage_start) - 1)]
        stages = np.array([one.stage for one in self.positions], dtype=np.int64)
        for position in self.positions:
            if position.player == CHANCE:
                moves += lotteries[position.stage]
                labels += [""] * len(lotteries[position.stage])
            elif position.player != TERMINAL:
                seen, said = forest.seen[position.player][position.stage], position.said
                form = "/".join(f"%s:{text.replace('%', '%%')}" for text in said)
                labels += [form % texts[: len(said)] for texts in seen]
                moves += [position.labels] * len(seen)
        owner = self.owner[rows]
        deal = forest.stage_start[stages[owner]] + rows - self.start[owner]
        by_chance = self.role[owner] == _CHANCE
        count = np.where(by_chance, forest.count[deal], self.count[owner])
        start = np.append(0, np.cumsum(count))
        drawn = ranges(forest.first[deal[by_chance]], count[by_chance])
        share = forest.share.take(drawn).reduced()
        return InformationSets(
            player=np.where(by_chance, CHANCE, self.role[owner]),
            labels=tuple([labels[row] for row in rows.tolist()]),
            action_start=start,
            action_labels=tuple(chain.from_iterable([moves[row] for row in rows.tolist()])),
            probability=share.scattered(
                int(start[-1]), ranges(start[:-1][by_chance], count[by_chance])
            ),
        )
