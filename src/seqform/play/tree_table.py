"""Games played on their tree.

Games of perfect information played by their rules, without a tree.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from seqform.builders.forms.perfect_information import is_perfect_information
from seqform.builders.games.rules import MAX_NODES, TERMINAL, Rules, chance_shares
from seqform.errors import GameError
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.games.infosets import unique_names
from seqform.models.numbers.exact import ExactArray
from seqform.play.situations import GameLimits


def hide_nothing(rules: Rules[Any, Any]) -> bool:
    """Return whether rules say of themselves, by an attribute ``perfect_information``, that players know everything."""
    return bool(getattr(rules, "perfect_information", False))


class RulesSituation:
    """A state of the rules."""

    __slots__ = ("rules", "state")

    def __init__(self, rules: Rules[Any, Any], state: Any) -> None:
        self.rules = rules
        self.state = state

    def __deepcopy__(self, memo: dict[int, Any]) -> RulesSituation:
        return self

    @property
    def player(self) -> int:
        """Who moves."""
        return self.rules.player(self.state)

    @property
    def _moves(self) -> Sequence[Any]:
        player = self.rules.player(self.state)
        if player == TERMINAL:
            return ()
        if player == CHANCE:
            return [action for action, _ in self.rules.chance(self.state)]
        return self.rules.actions(self.state)

    @property
    def num_actions(self) -> int:
        """Number of actions."""
        return len(self._moves)

    @property
    def actions(self) -> tuple[str, ...]:
        """A name for every action."""
        return unique_names([self.rules.action_label(self.state, move) for move in self._moves])

    @property
    def infoset(self) -> str:
        """The label of the information set."""
        return self.rules.infoset_label(self.state, self.player)

    @property
    def lottery(self) -> Sequence[Fraction]:
        """Chance's probabilities."""
        return chance_shares(self.rules.title, [weight for _, weight in self.rules.chance(self.state)])

    @property
    def payoffs(self) -> tuple[Fraction, Fraction]:
        """What the players receive."""
        first, second = self.rules.payoffs(self.state)
        return Fraction(first), Fraction(second)

    @property
    def position(self) -> Hashable:
        """The key by which the rules distinguish positions."""
        return self.rules.position(self.state)

    def after(self, action: int) -> RulesSituation:
        """Return the situation after an action."""
        return RulesSituation(self.rules, self.rules.apply(self.state, self._moves[action]))


@dataclass(frozen=True)
class RulesTable:
    """A game of perfect information, played by its rules.

    Parameters
    ----------
    rules : Rules
        The mover has to have full information; positions are distinguished by ``rules.position``.
    max_positions : int
        Refuse to visit more where the limits of the game are asked for and the rules do not
        tell them in an attribute ``limits``.
    """

    rules: Rules[Any, Any]
    max_positions: int = MAX_NODES

    @property
    def perfect_information(self) -> bool:
        """Yes: see `hide_nothing`."""
        return True

    @property
    def title(self) -> str:
        """The title of the rules."""
        return self.rules.title

    @property
    def players(self) -> tuple[str, str]:
        """The names of the players."""
        return self.rules.players

    @property
    def root(self) -> RulesSituation:
        """The initial state."""
        return RulesSituation(self.rules, self.rules.initial())

    @cached_property
    def limits(self) -> GameLimits:
        """The ``limits`` of the rules; found by visiting every position where there are none.

        Raises
        ------
        GameError
            If there are too many positions.
        """
        declared = getattr(self.rules, "limits", None)
        return declared if isinstance(declared, GameLimits) else self._visited()

    def _visited(self) -> GameLimits:
        outcomes: set[tuple[Fraction, Fraction]] = set()
        actions = chance_actions = longest = visited = 0
        level: dict[Hashable, RulesSituation] = {self.root.position: self.root}
        while True:
            visited += len(level)
            if visited > self.max_positions:
                raise GameError(
                    f"{self.title}: more than {self.max_positions:,} positions; give the rules an attribute limits, "
                    "a seqform.play.GameLimits"
                )
            below: dict[Hashable, RulesSituation] = {}
            for situation in level.values():
                if situation.player == TERMINAL:
                    outcomes.add(situation.payoffs)
                    continue
                count = situation.num_actions
                if situation.player == CHANCE:
                    chance_actions = max(chance_actions, count)
                else:
                    actions = max(actions, count)
                for child in map(situation.after, range(count)):
                    below[child.position] = child
            if not below:
                break
            level, longest = below, longest + 1
        sums = {first + second for first, second in outcomes}
        return GameLimits(
            payoffs=(min(map(min, outcomes)), max(map(max, outcomes))),
            longest=longest,
            actions=actions,
            chance_actions=chance_actions,
            constant_sum=sums.pop() if len(sums) == 1 else None,
        )


class TreeSituation:
    """A node of the tree."""

    __slots__ = ("node", "table")

    def __init__(self, table: TreeTable, node: int) -> None:
        self.table = table
        self.node = node

    def __deepcopy__(self, memo: dict[int, Any]) -> TreeSituation:
        return self

    @property
    def player(self) -> int:
        """Who moves."""
        return self.table.player[self.node]

    @property
    def num_actions(self) -> int:
        """Number of actions."""
        return self.table.num_actions[self.node]

    @property
    def actions(self) -> tuple[str, ...]:
        """A name for every action."""
        return self.table.game.action_names[self.table.infoset[self.node]] if self.num_actions else ()

    @property
    def infoset(self) -> str:
        """The name of the information set, unique among its owner's."""
        return self.table.game.infoset_names[self.table.infoset[self.node]]

    @property
    def lottery(self) -> Sequence[Fraction]:
        """Chance's probabilities."""
        return self.table.lottery(self.table.infoset[self.node])

    @property
    def payoffs(self) -> tuple[Fraction, Fraction]:
        """What the players receive."""
        row = int(self.table.leaf_row[self.node])
        first, second = self.table.game.leaf_payoffs
        return first[row], second[row]

    @property
    def position(self) -> int:
        """The node: in a tree, every position is another one."""
        return self.node

    @property
    def path(self) -> tuple[int, ...]:
        """The actions that lead here."""
        game, node, actions = self.table.game, self.node, []
        while node > 0:
            actions.append(int(game.action[node]))
            node = int(game.parent[node])
        return tuple(reversed(actions))

    def after(self, action: int) -> TreeSituation:
        """Return the situation after an action."""
        return TreeSituation(self.table, self.table.first_child[self.node] + action)


@dataclass(frozen=True)
class Worlds:
    """The nodes of an information set, and how likely chance alone makes each of them, up to a common factor."""

    nodes: tuple[TreeSituation, ...]
    weights: tuple[int, ...]


class TreeTable:
    """A game on its tree, wherever it came from."""

    def __init__(self, game: ExtensiveGame) -> None:
        self.game = game
        self.player: list[int] = game.player.tolist()  # single entries of lists are read faster than those of arrays
        self.infoset: list[int] = game.infoset.tolist()
        self.num_actions: list[int] = game.num_actions.tolist()
        self.first_child: list[int] = game.first_child.tolist()
        self.leaf_row = np.cumsum(game.is_leaf) - 1
        self._worlds: dict[int, Worlds] = {}
        self._lotteries: dict[int, Sequence[Fraction]] = {}

    @property
    def title(self) -> str:
        """The title of the game."""
        return self.game.title or "untitled"

    @property
    def players(self) -> tuple[str, str]:
        """The names of the players."""
        return self.game.players

    @property
    def root(self) -> TreeSituation:
        """The root."""
        return TreeSituation(self, 0)

    @cached_property
    def perfect_information(self) -> bool:
        """Whether every information set of a player is a single node."""
        return is_perfect_information(self.game)

    @cached_property
    def limits(self) -> GameLimits:
        """How far the game can go."""
        game = self.game
        least = min(_extreme(payoffs, np.min) for payoffs in game.leaf_payoffs)
        most = max(_extreme(payoffs, np.max) for payoffs in game.leaf_payoffs)
        by_chance = game.player == CHANCE
        return GameLimits(
            payoffs=(least, most),
            longest=len(game.level_start) - 2,
            actions=int(np.max(game.num_actions[~by_chance], initial=0)),
            chance_actions=int(np.max(game.num_actions[by_chance], initial=0)),
            constant_sum=game.constant_sum,
        )

    def lottery(self, infoset: int) -> Sequence[Fraction]:
        """Return chance's probabilities at one of its information sets."""
        if infoset not in self._lotteries:
            sets = self.game.information_sets
            places = np.arange(sets.action_start[infoset], sets.action_start[infoset + 1])
            self._lotteries[infoset] = sets.probability.take(places).to_fractions()
        return self._lotteries[infoset]

    def worlds(self, player: int, infoset: str) -> Worlds:
        """Return the nodes of an information set, by its name."""
        sequences = self.game.sequences[player]
        row = int(sequences.infosets[sequences.index.row_of[infoset]])
        if row not in self._worlds:
            nodes = np.flatnonzero(self.game.infoset == row)
            weights = self.game.chance_reach.take(nodes).numerators.tolist()
            worlds = tuple(TreeSituation(self, node) for node in nodes.tolist())
            self._worlds[row] = Worlds(worlds, tuple(weights) if any(weights) else (1,) * len(worlds))
        return self._worlds[row]

    def known(self, situation: TreeSituation, player: int) -> str:
        """Return a player's information set, or the last own choice where another player moves."""
        if situation.player == player:
            return situation.infoset
        sequences = self.game.sequences[player]
        return sequences.index.names[int(sequences.at_node[situation.node])]


def _extreme(payoffs: ExactArray, pick: Any) -> Fraction:
    return Fraction(int(pick(payoffs.numerators)), payoffs.denominator)
