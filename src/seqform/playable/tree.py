"""Games played on their tree, and games of perfect information played by their rules."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np

from seqform.builders.games.answers import actions_of, applier, lottery_of, payoffs_of
from seqform.builders.games.rules import (
    MAX_NODES,
    TERMINAL,
    GameLimits,
    Rules,
    chance_shares,
    exact_numbers,
)
from seqform.builders.preprocess.subgames import is_perfect_information
from seqform.errors import GameError
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.games.infosets import player_label, player_number, unique_names
from seqform.models.games.ordered import OrderedGame
from seqform.playable.felt import Felt, felt_of_tree


@dataclass(frozen=True)
class Information:
    """The information of the player who moves, 0 or 1; the situation itself in games of perfect information only."""

    player: int
    infoset: str
    actions: tuple[str, ...]
    situation: RulesSituation | TreeSituation | None = None


class ImmutableSituation:
    """A situation, of which every copy is the situation itself."""

    __slots__ = ()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self


class RulesSituation(ImmutableSituation):
    """A state of the rules; see `Situation`."""

    __slots__ = ("rules", "state")

    def __init__(self, rules: Rules[Any, Any], state: Any) -> None:
        self.rules = rules
        self.state = state

    @property
    def player(self) -> int:
        return self.rules.player(self.state)

    @property
    def _moves(self) -> Sequence[Any]:
        player = self.rules.player(self.state)
        if player == TERMINAL:
            return ()
        if player == CHANCE:
            return [action for action, _ in lottery_of(self.rules, self.state)]
        return actions_of(self.rules, self.state)

    @property
    def num_actions(self) -> int:
        return len(self._moves)

    @property
    def actions(self) -> tuple[str, ...]:
        return unique_names([self.rules.action_label(self.state, move) for move in self._moves])

    @property
    def infoset(self) -> str:
        return self.rules.infoset_label(self.state, self.player)

    @property
    def lottery(self) -> Sequence[Fraction]:
        weights = [weight for _, weight in lottery_of(self.rules, self.state)]
        return chance_shares(self.rules.title, weights)

    @property
    def payoffs(self) -> tuple[Fraction, Fraction]:
        payoffs = payoffs_of(self.rules, self.state)
        first, second = exact_numbers(self.rules.title, "payoffs", payoffs)
        return Fraction(first), Fraction(second)

    @property
    def position(self) -> Hashable:
        return self.rules.position(self.state)

    def after(self, action: int) -> RulesSituation:
        following = applier(self.rules)(self.state, self._moves[action])
        return RulesSituation(self.rules, following)


@dataclass(frozen=True)
class PlayableRules:
    """A game of perfect information, played by its rules.

    Players have full information, and positions are distinguished by ``rules.position``. The limits of the game are the
    attribute ``limits`` of the rules; without one all positions are visited, unless they are more than `max_positions`.
    """

    rules: Rules[Any, Any]
    max_positions: int = MAX_NODES
    perfect_information: ClassVar[bool] = True
    felt: ClassVar[None] = None

    @property
    def title(self) -> str:
        return self.rules.title

    @property
    def players(self) -> tuple[str, str]:
        return self.rules.players

    @property
    def root(self) -> RulesSituation:
        return RulesSituation(self.rules, self.rules.initial())

    @cached_property
    def limits(self) -> GameLimits:
        """Bounds declared by the rules, or found by visiting every position."""
        declared = getattr(self.rules, "limits", None)
        if isinstance(declared, GameLimits):
            return declared

        # Level by level: all positions that are reached by the same number of moves.
        outcomes: set[tuple[Fraction, Fraction]] = set()
        actions = chance_actions = longest = visited = 0
        level: dict[Hashable, RulesSituation] = {self.root.position: self.root}
        while level:
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
            level = below
            if below:
                longest += 1

        sums = {first + second for first, second in outcomes}
        constant_sum = sums.pop() if len(sums) == 1 else None
        ranges = [(min(payoffs), max(payoffs)) for payoffs in zip(*outcomes, strict=True)]
        return GameLimits.of_players(ranges, longest, actions, chance_actions, constant_sum)


class TreeSituation(ImmutableSituation):
    """A node of the tree; see `Situation`."""

    __slots__ = ("node", "playable")

    def __init__(self, playable: PlayableTree, node: int) -> None:
        self.playable = playable
        self.node = node

    @property
    def player(self) -> int:
        return self.playable.player[self.node]

    @property
    def num_actions(self) -> int:
        return self.playable.num_actions[self.node]

    @property
    def actions(self) -> tuple[str, ...]:
        if self.num_actions == 0:
            return ()
        return self.playable.game.action_names[self.playable.infoset[self.node]]

    @property
    def infoset(self) -> str:
        return self.playable.game.infoset_names[self.playable.infoset[self.node]]

    @property
    def lottery(self) -> Sequence[Fraction]:
        return self.playable.lottery(self.playable.infoset[self.node])

    @property
    def payoffs(self) -> tuple[Fraction, Fraction]:
        row = int(self.playable.leaf_row[self.node])
        first, second = self.playable.game.leaf_payoffs
        return first[row], second[row]

    @property
    def position(self) -> int:
        return self.node

    @property
    def path(self) -> tuple[int, ...]:
        """The actions that lead here."""
        return tuple(action for _, action in self.playable.game.steps(self.node))

    def after(self, action: int) -> TreeSituation:
        return TreeSituation(self.playable, self.playable.first_child[self.node] + action)


class Worlds(NamedTuple):
    """The nodes of an information set, and how likely chance alone makes each of them, up to a common factor."""

    nodes: tuple[TreeSituation, ...]
    weights: tuple[int, ...]


class PlayableTree:
    """A game on its tree, wherever it came from.

    Parameters
    ----------
    rules : Rules, optional
        If they are known and information is perfect.
    openspiel : optional
        The game of OpenSpiel or its name, if it is one.
    ordered : OrderedGame, optional
        The game with ordered signals that the tree was expanded from, if it is known.
    """

    def __init__(
        self,
        game: ExtensiveGame,
        rules: Rules[Any, Any] | None = None,
        openspiel: Any = None,
        ordered: OrderedGame | None = None,
    ) -> None:
        self.game = game
        self.rules = rules
        self.openspiel = openspiel
        self.ordered = ordered
        self.title = game.title or "untitled"
        self.players = game.players

        # Single entries of lists are read faster than those of arrays.
        self.player: list[int] = game.player.tolist()
        self.infoset: list[int] = game.infoset.tolist()
        self.num_actions: list[int] = game.num_actions.tolist()
        self.first_child: list[int] = game.first_child.tolist()
        self.leaf_row = np.cumsum(game.is_leaf) - 1
        self._worlds: dict[int, Worlds] = {}
        self._lotteries: dict[int, Sequence[Fraction]] = {}

    @property
    def root(self) -> TreeSituation:
        return TreeSituation(self, 0)

    @cached_property
    def perfect_information(self) -> bool:
        return is_perfect_information(self.game)

    @cached_property
    def felt(self) -> Felt | None:
        """The cards and stakes, where chance deals a player cards of the player's own."""
        return felt_of_tree(self.game)

    @cached_property
    def limits(self) -> GameLimits:
        """Bounds on payoffs, moves and actions."""
        game = self.game
        by_chance = game.player == CHANCE
        return GameLimits.of_players(
            [(payoffs.least(), payoffs.largest()) for payoffs in game.leaf_payoffs],
            longest=len(game.level_start) - 2,
            actions=int(np.max(game.num_actions[~by_chance], initial=0)),
            chance_actions=int(np.max(game.num_actions[by_chance], initial=0)),
            constant_sum=game.constant_sum,
        )

    def lottery(self, infoset: int) -> Sequence[Fraction]:
        if infoset not in self._lotteries:
            sets = self.game.information_sets
            places = np.arange(sets.action_start[infoset], sets.action_start[infoset + 1])
            self._lotteries[infoset] = sets.probability.take(places).to_fractions()
        return self._lotteries[infoset]

    def worlds(self, player: int | str, infoset: str) -> Worlds:
        """Return the nodes of an information set, by its name."""
        sequences = self.game.sequences[player_number(player, self.players)]
        row = int(sequences.infosets[sequences.index.row_of[infoset]])
        if row not in self._worlds:
            nodes = np.flatnonzero(self.game.infoset == row)
            weights = self.game.chance_reach.take(nodes).numerators.tolist()
            if not any(weights):  # chance does not lead here
                weights = [1] * len(weights)
            situations = [TreeSituation(self, node) for node in nodes.tolist()]
            self._worlds[row] = Worlds(tuple(situations), tuple(weights))
        return self._worlds[row]

    def known(self, situation: TreeSituation, player: int | str) -> str:
        """Return a player's information set, or the last own choice where another player moves.

        No two information sets have the same text, of one player or of both, and no player's choice has that of one
        of the other's: a name that both players have begins with the player.
        """
        player = player_number(player, self.players)
        sequences = self.game.sequences[player]
        if situation.player == player:
            row = sequences.index.row_of[situation.infoset]
            return self._set_texts[player][row]
        return self._sequence_texts[player][int(sequences.at_node[situation.node])]

    @cached_property
    def _set_texts(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        first, second = (sequences.index.infoset_names for sequences in self.game.sequences)
        return _told_apart(first, second)

    @cached_property
    def _sequence_texts(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        first, second = (sequences.index.names for sequences in self.game.sequences)
        return _told_apart(first, second)


def _told_apart(
    first: Sequence[str], second: Sequence[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return both players' names, unique across the players; names that only one of them has are kept.

    Examples
    --------
    >>> _told_apart(("x", "y"), ("x", "z"))
    (('Player 1, x', 'y'), ('Player 2, x', 'z'))
    """
    shared = set(first) & set(second)
    texts = []
    for player, names in enumerate((first, second)):
        for name in names:
            text = f"{player_label(player, capital=True)}, {name}" if name in shared else name
            texts.append(text)
    unique = unique_names(texts)  # one of the names may begin with a player as well
    return unique[: len(first)], unique[len(first) :]
