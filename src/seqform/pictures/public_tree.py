"""The public tree of a game with ordered signals: the actions that both players see, averaged over hands and boards."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from seqform.errors import InputError
from seqform.models.games.ordered import OrderedGame
from seqform.models.games.stages import NOBODY
from seqform.models.numbers.exact import Number
from seqform.pictures.grids import Branch, CardStrategies, GridCell, GridColumn, GridRow, StrategyGrid

MOST_PUBLIC = 40
"""Situations of a public tree, unless another number is asked for; the rest is folded."""

_NOTES = (
    "per cent of the mover's hands that come here, all boards together",
    "reach: how often both players' choices lead here, each averaged over the own hands",
)
_WITHOUT = "what both players see: cards and payoffs are left out"


class _Place(NamedTuple):
    """A situation: a round, the number of a history, and a node of the round's stage game at which a player acts."""

    number: int
    history: int
    node: int


class _Line(NamedTuple):
    """A situation to be shown: the action that leads there with its share, how deep it is, and how often play does."""

    place: _Place
    action: str
    share: Number
    depth: int
    reach: Number


class PublicTree:
    """The situations of a game; with strategies, how often their owners' hands take each action."""

    def __init__(self, game: OrderedGame, strategies: CardStrategies | None) -> None:
        self.game, self.strategies = game, strategies
        self._cells = cache(self._round_cells)
        self._below = cache(self._count)

    def grid(self, after: Sequence[str], depth: int | None, most: int) -> StrategyGrid:
        """Return the rows of a chart, in the order of the tree: first the likeliest, then opened by their probability.

        The tree begins after the actions given, and ends `depth` actions later, or with `most` rows.
        """
        start = self._after(after)
        families: dict[_Place, list[_Line]] = {}
        queue, rows = [(-1.0, 0, start)], 1
        while queue:
            _, _, line = heapq.heappop(queue)
            children = [] if depth is not None and line.depth >= depth else self._children(line)
            if rows + len(children) > most:
                continue
            families[line.place] = children
            for child in children:
                heapq.heappush(queue, (-float(child.reach), rows, child))
                rows += 1
        lines, stack = [], [start]
        while stack:
            line = stack.pop()
            lines.append(line)
            stack += reversed(families.get(line.place, []))
        return StrategyGrid(
            0,
            "public tree" + (f" after {' '.join(after)}" if after else ""),
            (GridColumn((), "actions"),),
            tuple(self._row(line, bool(families.get(line.place))) for line in lines),
            tuple((self._cell(line.place),) for line in lines),
            numbers=("reach",) if self.strategies is not None else (),
            notes=_NOTES if self.strategies is not None else (_WITHOUT,),
        )

    def _row(self, line: _Line, is_open: bool) -> GridRow:
        number, _, node = line.place
        stage, known = self.game.rounds[number].stage, self.strategies is not None
        actions = tuple(stage.action[child] for child in stage.children[node])
        label = line.action + (f", round {number + 1}" if node == 0 and len(self.game.rounds) > 1 else "")
        below = 0 if is_open else self._below(number, node)
        branch = Branch(stage.player[node], line.depth, line.action, line.share if known else None, actions, below)
        return GridRow(label, "", (line.reach,) if known else (), branch)

    def _after(self, words: Sequence[str]) -> _Line:
        """Return the situation after some actions."""
        line, left = _Line(_Place(0, 0, 0), "", 1, 0, 1), list(words)
        while left:
            for child in self._children(line):
                taken = child.action.split()
                if left[: len(taken)] == taken:
                    line, left = child, left[len(taken) :]
                    break
            else:
                raise InputError(f"{self.game.title}: nobody has a turn after {' '.join(words)!r}")
        return line._replace(action="start", depth=0)

    def _children(self, line: _Line) -> list[_Line]:
        cell, places = self._cell(line.place), self._places(line.place)
        shares: Sequence[Number] = [1 / len(places)] * len(places) if cell is None else cell.shares or [0] * len(places)
        stage = self.game.rounds[line.place.number].stage
        actions = [stage.action[child] for child in stage.children[line.place.node]]
        return [
            _Line(place, action, share, line.depth + 1, line.reach * share)
            for place, action, share in zip(places, actions, shares, strict=True)
            if place is not None
        ]

    def _places(self, place: _Place) -> list[_Place | None]:
        """Return the situation after every action, None where the game is over."""
        stage, found = self.game.rounds[place.number].stage, list[_Place | None]()
        for child in stage.children[place.node]:
            after = place._replace(node=child)
            if child in stage.continuing:
                history = place.history * len(stage.continuing) + stage.continuing.index(child)
                after = _Place(place.number + 1, history, 0)
            acts = self.game.rounds[after.number].stage.player[after.node] != NOBODY
            found.append(after if acts else None)
        return found

    def _count(self, number: int, node: int) -> int:
        """Return the number of situations below one."""
        places = (place for place in self._places(_Place(number, 0, node)) if place is not None)
        return sum(1 + self._below(place.number, place.node) for place in places)

    def _cell(self, place: _Place) -> GridCell | None:
        return None if self.strategies is None else self._cells(place.number)[place.history, place.node]

    def _round_cells(self, number: int) -> dict[tuple[int, int], GridCell]:
        """Return for every history and node of a round the choice of the mover's hands together."""
        assert self.strategies is not None
        stage, found = self.game.rounds[number].stage, dict[tuple[int, int], GridCell]()
        for player, views in enumerate(self.game.views[number]):
            everything = np.arange(len(views))
            nodes = stage.sets(player)
            histories = range(self.game.num_histories[number])
            situations = [(history, place) for history in histories for place in range(len(nodes))]
            (cells,) = self.strategies.cells(player, number, [everything], situations)
            found |= {(history, nodes[place]): cell for (history, place), cell in zip(situations, cells, strict=True)}
        return found
