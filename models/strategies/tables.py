"""Strategies by information set: reach, differences, and tables of behavior and beliefs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import SequenceIndex, shown_actions
from seqform.models.numbers.exact import ExactArray, Floats, Mask, Number, Vector
from seqform.models.numbers.text import counted
from seqform.models.table import (
    MAX_ROWS,
    SHOW_ALL,
    Cell,
    Line,
    Part,
    Report,
    Shares,
    Table,
    numeric,
    stacked,
)

if TYPE_CHECKING:
    from seqform.models.strategies.assessment import Beliefs
    from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy


def infoset_reach(game: ExtensiveGame, profile: BehaviorProfile, player: int) -> Vector:
    """Return the probability that play reaches each of a player's information sets, exact if both strategies are."""
    profile = profile.bound_to(game)
    return _reach(game, player, list(profile if profile.exact else profile.to_floats()))


def reach_without(game: ExtensiveGame, player: int, opponent: BehaviorStrategy) -> Vector:
    """Return the probability with which chance and the opponent lead to each of a player's information sets.

    The player makes every choice that leads to the set. Exact if the opponent's strategy is.
    """
    return _reach(game, player, [opponent.bound_to(game.sequences[1 - player].index)])


def _reach(game: ExtensiveGame, player: int, strategies: Sequence[BehaviorStrategy]) -> Vector:
    """Return the sums over the nodes of each of a player's sets of chance × the weights of the given strategies."""
    infosets = game.sequences[player].infosets
    row_of = np.full(len(game.information_sets) + 1, -1, dtype=np.int64)
    row_of[infosets] = np.arange(len(infosets))
    nodes = np.flatnonzero(row_of[game.infoset] >= 0)
    rows = row_of[game.infoset[nodes]]
    weights = [
        (game.sequences[strategy.index.player].at_node[nodes], strategy.plan.weights)
        for strategy in strategies
    ]
    if all(strategy.exact for strategy in strategies):
        exact_plans = [(at_node, plan) for at_node, plan in weights if isinstance(plan, ExactArray)]
        reached = np.asarray(game.chance_reach.numerators[nodes] != 0, dtype=bool)
        for at_node, plan in exact_plans:
            reached &= np.asarray(plan.numerators != 0, dtype=bool)[at_node]
        reach = game.chance_reach.take(nodes[reached])
        for at_node, plan in exact_plans:
            reach = reach * plan.take(at_node[reached])
        return reach.sum_by(rows[reached], len(infosets))
    in_doubles = game.chance_reach.take(nodes).to_floats()
    for at_node, doubles in weights:
        assert isinstance(doubles, np.ndarray)
        in_doubles = in_doubles * doubles[at_node]
    sums: Floats = np.bincount(rows, weights=in_doubles, minlength=len(infosets)).astype(np.float64)
    return sums


UNNAMED = ("player 1", "player 2")
"""The players' names where the game is not at hand."""

NEGLIGIBLE_PROBABILITY = 1e-8
"""Floating-point probabilities up to this are not shown as behavior."""

NEGLIGIBLE_REACH = 1e-12
"""Information sets with a floating-point reach up to this count as not reached."""

MOST_NODES = 3
"""Of more nodes than this, the likeliest are named."""


def profile_report(
    profile: BehaviorProfile, *, everything: bool = False, beliefs: Beliefs | None = None
) -> Report:
    """Return the behavior of both players at the information sets that play reaches; with `everything`, at all of them.

    Beliefs are shown beside the behavior, which then makes sense also where play does not lead: such sets are shown.
    """
    tables = [_PlayerTables.of(profile, player) for player in (0, 1)]
    parts = [part for each in tables for part in each.parts(everything, beliefs)]

    def strategies() -> Table:
        renamed = any(each.renamed for each in tables)
        return stacked("player", [(each.player, each.data(renamed)) for each in tables])

    data = {"strategies": strategies}
    if beliefs is not None:
        data["beliefs"] = lambda: _beliefs_table(tables, beliefs)
    return Report(parts, data)


def strategy_report(strategy: BehaviorStrategy, *, everything: bool = False) -> Report:
    """Return the behavior of one player."""
    each = _PlayerTables(
        strategy, f"player {strategy.index.player + 1}", strategy.index.infoset_names
    )
    return Report(list(each.parts(everything)), {"strategy": lambda: each.data(each.renamed)})


def behavior(
    actions: Sequence[str], probabilities: Sequence[Number], above: float = 0, mark: str = ""
) -> Shares:
    """Return the behavior at an information set as one cell."""
    return Shares(shown_actions(actions), tuple(map(numeric, probabilities)), above, mark)


class _PlayerTables:
    """One player's strategy, with the names of its information sets for people and their reach, if known."""

    def __init__(
        self,
        strategy: BehaviorStrategy,
        player: str,
        names: Sequence[str],
        reach: Vector | None = None,
    ) -> None:
        self.strategy, self.player, self.names, self.reach = strategy, player, names, reach

    @classmethod
    def of(cls, profile: BehaviorProfile, player: int) -> _PlayerTables:
        strategy, game = profile[player], profile.game
        name = player_names(profile)[player]
        if game is None:
            return cls(strategy, name, strategy.index.infoset_names)
        names = strategy.index.infoset_names
        if game.shown_infosets is not game.infoset_names:
            shown = game.shown_names(player)
            names = tuple(shown[identifier] for identifier in names)
        return cls(strategy, name, names, infoset_reach(game, profile, player))

    def parts(self, everything: bool, beliefs: Beliefs | None = None) -> Iterator[Part]:
        """Yield the table for people, and remarks on what it leaves out."""
        strategy, index = self.strategy, self.strategy.index
        if not len(strategy):
            yield Line(f"{self.player} never moves")
            return
        reached = self._reached()
        rows = [
            row for row in index.order.tolist() if everything or beliefs is not None or reached[row]
        ]
        shown = rows
        if not everything:
            first_moves = set(sorted(rows, key=lambda row: int(index.depth[row]))[:MAX_ROWS])
            shown = [row for row in rows if row in first_moves]
        above = -1 if everything else 0 if strategy.exact else NEGLIGIBLE_PROBABILITY
        texts = None if beliefs is None else _BeliefCells(beliefs, strategy.index)
        cells: list[list[Cell]] = []
        for row in shown:
            line: list[Cell] = [self.names[row], self._behavior(row, above)]
            line += [] if texts is None else [texts.at(row)]
            line += [] if self.reach is None else [numeric(self.reach[row])]
            cells.append(line)
        columns = ["information set", "behavior"] + ([] if texts is None else ["believes"])
        right = [] if self.reach is None else ["reached"]
        align = "l" * len(columns) + "r" * len(right)
        yield Table(self.player, (*columns, *right), align, cells, bars=1)
        kind = "that play reaches " if beliefs is None and self.reach is not None else ""
        yield from self._remarks(len(rows), shown, kind)

    def _remarks(self, reached: int, shown: list[int], kind: str) -> Iterator[Line]:
        total = self.strategy.index.num_infosets
        if any(map(self._filled, shown)):
            yield Line(
                "* the solver's plan excludes this set itself: a best response was filled in", "dim"
            )
        if len(shown) < reached:
            yield Line(
                f"{counted(reached - len(shown), 'set')} {kind}cut off; {SHOW_ALL} set", "dim"
            )
        if reached < total:
            yield Line(
                f"{counted(total - reached, 'set')} that play does not reach left out; {SHOW_ALL} set",
                "dim",
            )

    @property
    def renamed(self) -> bool:
        """True if some names for people are not the identifiers of files."""
        return tuple(self.names) != self.strategy.index.infoset_names

    def data(self, identifiers: bool) -> Table:
        """Return the table of all probabilities, with the identifiers of information sets in files or without them."""
        index = self.strategy.index
        right = [] if self.reach is None else ["reached"]
        columns = (
            "information set",
            *(["identifier"] if identifiers else []),
            "action",
            "probability",
            *right,
            "filled",
        )
        rows: list[list[Cell]] = []
        for row in index.order.tolist():
            start, stop = index.first_sequence[row : row + 2]
            before = [self.names[row], *([index.infoset_names[row]] if identifiers else [])]
            after: list[Cell] = [] if self.reach is None else [numeric(self.reach[row])]
            after.append(self._filled(row))
            actions = shown_actions(index.action_names[row])
            for action, share in zip(actions, self.strategy.probabilities[start:stop], strict=True):
                rows.append([*before, action, numeric(share), *after])
        return Table("", columns, f"{'l' * (3 if identifiers else 2)}r{'r' * len(right)}l", rows)

    def _behavior(self, row: int, above: float) -> Shares:
        index = self.strategy.index
        start, stop = index.first_sequence[row : row + 2]
        mark = "  *" if self._filled(row) else ""
        return behavior(
            index.action_names[row], self.strategy.probabilities[start:stop].tolist(), above, mark
        )

    def _filled(self, row: int) -> bool:
        return self.strategy.undetermined is not None and bool(self.strategy.undetermined[row])

    def _reached(self) -> Any:
        if self.reach is None:
            return np.ones(self.strategy.index.num_infosets, dtype=bool)
        return (
            self.reach.numerators != 0
            if isinstance(self.reach, ExactArray)
            else self.reach > NEGLIGIBLE_REACH
        )


class _BeliefCells:
    """Beliefs at the information sets of one player: `J Q: 1/2, J K: 1/2`."""

    def __init__(self, beliefs: Beliefs, index: SequenceIndex) -> None:
        self._beliefs, game = beliefs, beliefs.game
        own = game.sequences[index.player]
        self._infoset = {
            name: int(row) for name, row in zip(own.index.infoset_names, own.infosets, strict=True)
        }
        self._names = index.infoset_names
        self._by_set = np.argsort(game.infoset, kind="stable")
        self._starts = np.searchsorted(
            game.infoset[self._by_set], np.arange(len(game.information_sets) + 1)
        )

    def nodes(self, row: int) -> list[tuple[str, Fraction]]:
        """Return the nodes of an information set that have a positive probability, the likeliest first."""
        infoset = self._infoset[self._names[row]]
        nodes = self._by_set[self._starts[infoset] : self._starts[infoset + 1]].tolist()
        game, probability = self._beliefs.game, self._beliefs.probability
        likely = sorted(
            (node for node in nodes if probability[node]),
            key=lambda node: (-probability[node], node),
        )
        return [
            (" ".join(shown_path(game, node)) or "the root", Fraction(probability[node]))
            for node in likely
        ]

    def at(self, row: int) -> Shares | None:
        """Return the cell for an information set; nothing where there is one node."""
        infoset = self._infoset[self._names[row]]
        if self._starts[infoset + 1] - self._starts[infoset] < 2:
            return None
        nodes = self.nodes(row)
        more = len(nodes) - MOST_NODES
        names, shares = zip(*nodes[:MOST_NODES], strict=True)
        return Shares(names, shares, mark=f", {more} more" if more > 0 else "")


def shown_path(game: ExtensiveGame, node: int) -> list[str]:
    """Return the names for people of the actions that lead from the root to a node."""
    return [
        shown_actions(game.action_names[infoset])[action] for infoset, action in game.steps(node)
    ]


def _beliefs_table(tables: Sequence[_PlayerTables], beliefs: Beliefs) -> Table:
    rows: list[list[Cell]] = []
    for each in tables:
        texts = _BeliefCells(beliefs, each.strategy.index)
        for row in each.strategy.index.order.tolist():
            rows += [[each.player, each.names[row], *node] for node in texts.nodes(row)]
    return Table("", ("player", "information set", "node", "belief"), "lllr", rows)


def player_names(profile: BehaviorProfile) -> tuple[str, str]:
    """Return the names of the players in the profile's game."""
    return UNNAMED if profile.game is None else profile.game.players


def sequence_names(game: ExtensiveGame, index: SequenceIndex) -> dict[str, str]:
    """Return brief names of a player's sequences but for the empty one: the last action, with its set where needed."""
    actions = [action for actions in index.action_names for action in actions]
    if len(set(actions)) == len(actions) and all(actions):
        return dict(zip(index.names[1:], actions, strict=True))
    names = game.shown_names(index.player)
    places = zip(index.infoset_names, index.action_names, strict=True)
    shown = [
        f"{names[infoset]} {action}"
        for infoset, several in places
        for action in shown_actions(several)
    ]
    return dict(zip(index.names[1:], shown, strict=True))


@dataclass(frozen=True)
class Difference:
    """An information set of the player at which the named strategies do not all agree.

    For each named strategy, `probabilities` has one probability for each action, and `allowed` whether its own choices
    allow the set to be reached.
    """

    infoset: str
    actions: tuple[str, ...]
    probabilities: tuple[tuple[Fraction, ...], ...]
    allowed: tuple[bool, ...]


def differences(strategies: Sequence[BehaviorStrategy]) -> Iterator[Difference]:
    """Yield the information sets at which exact strategies of one player do not all agree."""
    index = strategies[0].index
    table = np.array([strategy.probabilities for strategy in strategies], dtype=object)
    differing = set(
        index.infoset_of[np.asarray(table != table[0], dtype=bool).any(axis=0)].tolist()
    )
    allowed = [_allowed(strategy) for strategy in strategies]
    for row in index.order.tolist():
        if row in differing:
            start, stop = index.first_sequence[row : row + 2]
            yield Difference(
                index.infoset_names[row],
                index.action_names[row],
                tuple(tuple(map(Fraction, shares)) for shares in table[:, start:stop]),
                tuple(bool(reached[row]) for reached in allowed),
            )


def _allowed(strategy: BehaviorStrategy) -> Mask:
    weights = strategy.plan.weights
    assert isinstance(weights, ExactArray)
    return np.asarray(weights.numerators[strategy.index.parent_sequence] > 0, dtype=bool)
