"""Strategies by information set: reach, differences, and tables of behavior and beliefs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import SequenceIndex, player_label, shown_actions
from seqform.models.numbers.exact import ExactArray, Floats, Ints, Mask, Number, Vector, entries
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
    Words,
    numeric,
    stacked,
)

if TYPE_CHECKING:
    from seqform.models.strategies.assessment import Beliefs
    from seqform.models.strategies.behavior import (
        BehaviorProfile,
        BehaviorStrategy,
        RealizationPlan,
    )


def infoset_reach(game: ExtensiveGame, profile: BehaviorProfile, player: int) -> Vector:
    """Return the probability that play reaches each of a player's information sets, exact if both strategies are.

    In a game of matrices it is not known, and the probability of the own choices before a set takes its place.
    """
    profile = profile.bound_to(game)
    if game.matrices is not None:
        weights = profile[player].plan.weights
        return entries(weights, profile[player].index.parent_sequence)
    if not profile.exact:
        profile = profile.to_floats()
    return _reach(game, player, list(profile))


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
    if all(strategy.exact for strategy in strategies):
        return _exact_reach(game, row_of, nodes, strategies, len(infosets))

    reach = game.chance_reach.take(nodes).to_floats()
    for strategy in strategies:
        at_node = game.sequences[strategy.index.player].at_node[nodes]
        weights = strategy.plan.weights
        assert isinstance(weights, np.ndarray)
        reach = reach * weights[at_node]
    rows = row_of[game.infoset[nodes]]
    sums: Floats = np.bincount(rows, weights=reach, minlength=len(infosets)).astype(np.float64)
    return sums


def _exact_reach(
    game: ExtensiveGame,
    row_of: Ints,
    nodes: Ints,
    strategies: Sequence[BehaviorStrategy],
    num_rows: int,
) -> ExactArray:
    """Return the sums for exact strategies.

    Nodes that are not reached are left out first: where strategies take few actions these are most.
    """
    plans: list[tuple[Ints, ExactArray]] = []
    is_reached = np.asarray(game.chance_reach.numerators[nodes] != 0, dtype=bool)
    for strategy in strategies:
        at_node = game.sequences[strategy.index.player].at_node
        weights = strategy.plan.weights
        assert isinstance(weights, ExactArray)
        plans.append((at_node, weights))
        is_reached &= np.asarray(weights.numerators != 0, dtype=bool)[at_node[nodes]]

    reached = nodes[is_reached]
    reach = game.chance_reach.take(reached)
    for at_node, weights in plans:
        reach = reach * weights.take(at_node[reached])
    return reach.sum_by(row_of[game.infoset[reached]], num_rows)


UNNAMED = (player_label(0), player_label(1))
"""The players' names where the game is not at hand."""

NEGLIGIBLE_PROBABILITY = 1e-8
"""Floating-point probabilities up to this are not shown as behavior."""

NEGLIGIBLE_REACH = 1e-12
"""Information sets with a floating-point reach up to this count as not reached."""

MOST_NODES = 3
"""Of more nodes than this, the likeliest are named."""


def profile_report(
    profile: BehaviorProfile,
    *,
    everything: bool = False,
    unreached: bool = False,
    beliefs: Beliefs | None = None,
) -> Report:
    """Return the behavior of both players at the information sets that play reaches; with `everything`, at all of them.

    With `unreached` the sets that play does not reach are listed among the others. So are they with beliefs, beside
    which behavior makes sense there as well.
    """
    if profile.game is not None and profile.game.matrices is not None:
        beliefs = None  # its nodes have no meaning
    tables = [_PlayerTables.of(profile, 0), _PlayerTables.of(profile, 1)]
    parts: list[Part] = []
    for table in tables:
        parts += table.parts(everything, unreached or beliefs is not None, beliefs)

    def strategies() -> Table:
        # The columns of both players are the same: identifiers where those of one need them
        renamed = any(table.renamed for table in tables)
        return stacked("player", [(table.player, table.data(renamed)) for table in tables])

    data = {"strategies": strategies}
    if beliefs is not None:
        data["beliefs"] = lambda: _beliefs_table(tables, beliefs)
    return Report(parts, data)


def strategy_report(strategy: BehaviorStrategy, *, everything: bool = False) -> Report:
    """Return the behavior of one player."""
    player = player_label(strategy.index.player)
    table = _PlayerTables(strategy, player, strategy.index.infoset_names)
    return Report(list(table.parts(everything)), {"strategy": lambda: table.data(table.renamed)})


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
        self.strategy = strategy
        self.player = player
        self.names = names
        self.reach = reach

    @classmethod
    def of(cls, profile: BehaviorProfile, player: int) -> _PlayerTables:
        strategy = profile[player]
        name = player_names(profile)[player]
        names = strategy.index.infoset_names
        game = profile.game
        if game is None:
            return cls(strategy, name, names)
        if game.shown_infosets is not game.infoset_names:
            shown = game.shown_names(player)
            names = tuple(shown[identifier] for identifier in names)
        if game.matrices is not None:  # without chance's probabilities reach is not known
            return cls(strategy, name, names)
        return cls(strategy, name, names, infoset_reach(game, profile, player))

    def parts(
        self, everything: bool, unreached: bool = False, beliefs: Beliefs | None = None
    ) -> Iterator[Part]:
        """Yield the table for people, and remarks on what it leaves out."""
        if not len(self.strategy):
            yield Line(f"{self.player} never moves")
            return
        rows = self.strategy.index.order.tolist()
        if not everything and not unreached:
            reached = self._reached()
            rows = [row for row in rows if reached[row]]
        if not rows:
            yield from self._remarks([], 0, by_reach=True)
            return
        shown = rows if everything else self._first_moves(rows)
        yield self._table(shown, everything, beliefs)
        yield from self._remarks(shown, len(rows), not unreached and self.reach is not None)

    def _first_moves(self, rows: list[int]) -> list[int]:
        """Return the sets that fit into a table for people: those with the fewest own choices before them."""
        depth = self.strategy.index.depth
        first_moves = set(sorted(rows, key=lambda row: int(depth[row]))[:MAX_ROWS])
        return [row for row in rows if row in first_moves]

    def _table(self, rows: list[int], everything: bool, beliefs: Beliefs | None) -> Table:
        """Return the table of some information sets."""
        columns = ["information set", "behavior"]
        align = "ll"
        belief_cells = None
        if beliefs is not None:
            columns.append("believes")
            align += "l"
            belief_cells = _BeliefCells(beliefs, self.strategy.index)
        if self.reach is not None:
            columns.append("reached")
            align += "r"

        above: float = 0 if self.strategy.exact else NEGLIGIBLE_PROBABILITY
        if everything:
            above = -1  # zeros, too
        lines: list[list[Cell]] = []
        for row in rows:
            line: list[Cell] = [self.names[row], self._behavior(row, above)]
            if belief_cells is not None:
                line.append(belief_cells.at(row))
            if self.reach is not None:
                line.append(numeric(self.reach[row]))
            lines.append(line)
        return Table(self.player, tuple(columns), align, lines, bars=1)

    def _remarks(self, shown: list[int], listed: int, by_reach: bool) -> Iterator[Line]:
        """Yield what a table of the sets `shown` leaves out, of those that it would list and of all others.

        `by_reach` says that the sets to be listed are those that play reaches.
        """
        if any(map(self._filled, shown)):
            yield Line(
                "* the solver's plan excludes this set itself: a best response was filled in", "dim"
            )
        cut_off = listed - len(shown)
        if cut_off:
            which = "that play reaches " if by_reach else ""
            yield Line(f"{counted(cut_off, 'set')} {which}cut off", "dim", hint=f"{SHOW_ALL} set")
        left_out = self.strategy.index.num_infosets - listed
        if left_out:
            whose = "" if shown else f"{self.player}: "
            yield Line(
                f"{whose}{counted(left_out, 'set')} that play does not reach left out",
                "dim",
                hint=f"{SHOW_ALL} set",
            )

    @property
    def renamed(self) -> bool:
        """True if some names for people are not the identifiers of files."""
        return tuple(self.names) != self.strategy.index.infoset_names

    def data(self, identifiers: bool) -> Table:
        """Return the table of all probabilities, with the identifiers of information sets in files or without them."""
        index = self.strategy.index
        columns = ["information set", "action", "probability", "filled"]
        align = "llrl"
        if self.reach is not None:
            columns.insert(-1, "reached")
            align = "llrrl"
        if identifiers:
            columns.insert(1, "identifier")
            align = "l" + align

        rows: list[list[Cell]] = []
        for row in index.order.tolist():
            names: list[Cell] = [self.names[row]]
            if identifiers:
                names.append(index.infoset_names[row])
            after: list[Cell] = [self._filled(row)]
            if self.reach is not None:
                after.insert(0, numeric(self.reach[row]))
            start, stop = index.first_sequence[row : row + 2]
            actions = shown_actions(index.action_names[row])
            for action, share in zip(actions, self.strategy.probabilities[start:stop], strict=True):
                rows.append([*names, action, numeric(share), *after])
        return Table("", tuple(columns), align, rows)

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
        """Return for each information set whether play reaches it, as far as that is known."""
        if self.reach is None:
            return np.ones(self.strategy.index.num_infosets, dtype=bool)
        if isinstance(self.reach, ExactArray):
            return self.reach.numerators != 0
        return self.reach > NEGLIGIBLE_REACH


class _BeliefCells:
    """Beliefs at the information sets of one player: `J Q: 1/2, J K: 1/2`."""

    def __init__(self, beliefs: Beliefs, index: SequenceIndex) -> None:
        game = beliefs.game
        own = game.sequences[index.player]
        infoset_of = dict(zip(own.index.infoset_names, own.infosets.tolist(), strict=True))
        self._beliefs = beliefs
        # The strategy may be of another game object, with its sets in another order
        self._infosets = [infoset_of[name] for name in index.infoset_names]
        self._by_set = np.argsort(game.infoset, kind="stable")
        self._starts = np.searchsorted(
            game.infoset[self._by_set], np.arange(len(game.information_sets) + 1)
        )

    def _all_nodes(self, row: int) -> list[int]:
        """Return the nodes of an information set."""
        infoset = self._infosets[row]
        start, stop = self._starts[infoset : infoset + 2]
        nodes: list[int] = self._by_set[start:stop].tolist()
        return nodes

    def nodes(self, row: int) -> list[tuple[str, Fraction]]:
        """Return the nodes of an information set that have a positive probability, the likeliest first."""
        game = self._beliefs.game
        probability = self._beliefs.probability
        likely = [node for node in self._all_nodes(row) if probability[node]]
        likely.sort(key=lambda node: (-probability[node], node))
        return [
            (" ".join(shown_path(game, node)) or "the root", Fraction(probability[node]))
            for node in likely
        ]

    def at(self, row: int) -> Shares | None:
        """Return the cell for an information set; nothing where there is one node."""
        if len(self._all_nodes(row)) < 2:
            return None
        nodes = self.nodes(row)
        names, shares = zip(*nodes[:MOST_NODES], strict=True)
        left_out = len(nodes) - MOST_NODES
        return Shares(names, shares, mark=f", {left_out} more" if left_out > 0 else "")


def shown_path(game: ExtensiveGame, node: int) -> list[str]:
    """Return the names for people of the actions that lead from the root to a node."""
    return [
        shown_actions(game.action_names[infoset])[action] for infoset, action in game.steps(node)
    ]


def _beliefs_table(tables: Sequence[_PlayerTables], beliefs: Beliefs) -> Table:
    rows: list[list[Cell]] = []
    for table in tables:
        index = table.strategy.index
        cells = _BeliefCells(beliefs, index)
        for row in index.order.tolist():
            for node, belief in cells.nodes(row):
                rows.append([table.player, table.names[row], node, belief])
    return Table("", ("player", "information set", "node", "belief"), "lllr", rows)


def player_names(profile: BehaviorProfile) -> tuple[str, str]:
    """Return the names of the players in the profile's game."""
    return UNNAMED if profile.game is None else profile.game.players


def sequence_names(game: ExtensiveGame, index: SequenceIndex) -> dict[str, str]:
    """Return brief names of a player's sequences but for the empty one: the last action, with its set where needed."""
    actions = list(chain.from_iterable(index.action_names))
    if len(set(actions)) == len(actions) and all(actions):
        return dict(zip(index.names[1:], actions, strict=True))

    names = game.shown_names(index.player)
    # A set that is called "C or D" and its action D would read "C or D D"
    ends_in_action = any(name.endswith(tuple(filter(None, actions))) for name in names.values())
    separator = " > " if ends_in_action else " "
    shown: list[str] = []
    for infoset, at_set in zip(index.infoset_names, index.action_names, strict=True):
        shown += [f"{names[infoset]}{separator}{action}" for action in shown_actions(at_set)]
    return dict(zip(index.names[1:], shown, strict=True))


def played(game: ExtensiveGame, plan: RealizationPlan) -> Words:
    """Return briefly what an exact plan does at the information sets that it allows.

    An action of probability 1 is named alone, others with their probabilities; sets are separated by semicolons.

    Examples
    --------
    >>> import seqform as sf
    >>> game = sf.bimatrix_game([[2, 0], [0, 1]], [[1, 0], [0, 2]], rows="TB", columns="LR")
    >>> [str(played(game, equilibrium.plans[0])) for equilibrium in sf.equilibria(game, complete=True)]
    ['T', 'T: 2/3, B: 1/3', 'B']
    """
    index = plan.index
    names = ["", *sequence_names(game, index).values()]
    weights = plan.weights
    assert isinstance(weights, ExactArray)
    parts: list[str | Number] = []
    for row in index.order.tolist():
        before = weights[int(index.parent_sequence[row])]
        if before == 0:
            continue
        choices = range(int(index.first_sequence[row]), int(index.first_sequence[row + 1]))
        likely = [(names[choice], weights[choice] / before) for choice in choices]
        at_set = [(name, share) for name, share in likely if share]
        if parts:
            parts.append("; ")
        for place, (name, share) in enumerate(at_set):
            if place:
                parts.append(", ")
            parts.append(name)
            if share != 1:
                parts += [": ", share]
    return Words(tuple(parts))


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
    differs = np.asarray(table != table[0], dtype=bool).any(axis=0)
    differing = set(index.infoset_of[differs].tolist())
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
