"""Expansion of ordered games and class games to extensive games."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from seqform.builders.forms.class_game import class_game
from seqform.builders.games.rules import MAX_NODES, TERMINAL, Rules, expand
from seqform.errors import TooLargeError
from seqform.models.games.abstraction import InformationFilter, first_members
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.games.ordered import OrderedGame, count
from seqform.models.numbers.exact import Ints, Rational
from seqform.models.programs.class_game import ClassGame

NONE = -1


class ClassState(NamedTuple):
    """A position of the game of classes.

    `number` is the round, from 0, `above` the classes of the round before, `first` and `second` those of this round,
    `NONE` until revealed; `history` is the number of the history of the rounds before, `node` one of the stage game.
    """

    number: int
    above: tuple[int, int]
    first: int
    second: int
    history: int
    node: int


def to_extensive(
    game: OrderedGame,
    filters: tuple[InformationFilter, InformationFilter] | None = None,
    *,
    max_nodes: int = MAX_NODES,
    progress: Callable[[str], None] | None = None,
) -> ExtensiveGame:
    """Return an ordered game, or its class game, as an extensive game (Gilpin & Sandholm, proposition 1).

    In every round chance reveals player 1's class and then player 2's; forced moves are left out. An information set is
    labelled with the signals of each round in its class's first view, and with the actions or their marks:
    "Ks:cbk/Jh:c" where these are letters. Without filters, of player 1 and of player 2, all is seen. `max_nodes` and
    `progress` are as in `expand`.
    """
    if filters is None:
        sizes = count(game)
        if sizes.nodes > max_nodes:
            raise TooLargeError(
                f"{game.title}: {sizes.nodes:,} nodes, too many to write out (max_nodes is {max_nodes:,}); "
                'solve the game of its classes, with preprocess="lossless" (--preprocess lossless), or choose smaller '
                "parameters",
                sizes.nodes,
            )
        everything = InformationFilter.identity(game)
        filters = (everything, everything)
    return expand(ClassRules(class_game(*filters), filters), max_nodes=max_nodes, progress=progress)


class ClassRules(Rules[ClassState, int]):
    """The rules of a game of classes."""

    def __init__(self, game: ClassGame, filters: tuple[InformationFilter, InformationFilter]) -> None:
        self.game = game
        self.title = game.title
        self.players = game.players
        self._next_classes = [_NextClasses.of(game, number) for number in range(game.num_rounds)]
        self._signals = [  # for every round and class the signals of its first view, by the rounds that revealed them
            [signals_by_round(one.game, number, first_members(classes)) for number, classes in enumerate(one.classes)]
            for one in filters
        ]
        self._marks = filters[0].game.marks
        self._histories = [filters[0].game.histories(number) for number in range(game.num_rounds)]

    def initial(self) -> ClassState:
        return self._settled(ClassState(0, (0, 0), NONE, NONE, 0, 0))

    def _settled(self, state: ClassState) -> ClassState:
        """Reveal classes that are certain, and pass through rounds without actions."""
        while True:
            while state.second == NONE and len(lottery := self.chance(state)) == 1:
                state = self._revealed(state, lottery[0][0])
            if state.second == NONE or state.node not in self.game.stages[state.number].continuing:
                return state
            state = self._next_round(state)

    def _next_round(self, state: ClassState) -> ClassState:
        continuing = self.game.stages[state.number].continuing
        history = state.history * len(continuing) + continuing.index(state.node)
        return ClassState(state.number + 1, (state.first, state.second), NONE, NONE, history, 0)

    def player(self, state: ClassState) -> int:
        if state.second == NONE:
            return CHANCE
        owner = self.game.stages[state.number].player[state.node]
        return owner if owner >= 0 else TERMINAL

    def chance(self, state: ClassState) -> Sequence[tuple[int, Rational]]:
        following = self._next_classes[state.number]
        if state.first == NONE:
            return following.first[state.above]
        return following.second[state.above, state.first]

    def actions(self, state: ClassState) -> Sequence[int]:
        return self.game.stages[state.number].children[state.node]

    def apply(self, state: ClassState, action: int) -> ClassState:
        if state.second == NONE:
            return self._settled(self._revealed(state, action))
        return self._settled(state._replace(node=action))

    def _revealed(self, state: ClassState, number: int) -> ClassState:
        return state._replace(first=number) if state.first == NONE else state._replace(second=number)

    def payoffs(self, state: ClassState) -> tuple[Rational, Rational]:
        features = self._next_classes[state.number].features[state.first, state.second]
        table = self.game.payoffs[state.number]
        end = self.game.stages[state.number].ends.index(state.node)
        first, second = (
            sum(weight * total for weight, total in zip(coefficients, features, strict=True))
            for coefficients in table.numerators[:, :, end, state.history].tolist()
        )
        return Fraction(first, table.denominator * features[0]), Fraction(second, table.denominator * features[0])

    def observation(self, state: ClassState, player: int) -> Hashable:
        return (state.number, state.second if player else state.first, state.history, state.node)

    def infoset_label(self, state: ClassState, player: int) -> str:
        mine = state.second if player else state.first
        rounds = [*self._histories[state.number][state.history], self.game.stages[state.number].path(state.node)]
        return infoset_label(self._signals[player][state.number][mine], rounds, self._marks)

    def action_label(self, state: ClassState, action: int) -> str:
        if state.second != NONE:
            return self.game.stages[state.number].action[action]
        return self._signals[0 if state.first == NONE else 1][state.number][action][-1]


@dataclass(frozen=True)
class _NextClasses:
    """The classes that may follow each pair of classes of the round before, and the sums of features of every pair."""

    first: dict[tuple[int, int], list[tuple[int, Rational]]]
    second: dict[tuple[tuple[int, int], int], list[tuple[int, Rational]]]
    features: dict[tuple[int, int], list[int]]

    @classmethod
    def of(cls, game: ClassGame, number: int) -> _NextClasses:
        pairs = game.pairs[number]
        first: dict[tuple[int, int], dict[int, int]] = {}
        second: dict[tuple[tuple[int, int], int], list[tuple[int, Rational]]] = {}
        features: dict[tuple[int, int], list[int]] = {}
        columns = pairs.numerators.T.tolist()
        for mine, theirs, sums in zip(pairs.first.tolist(), pairs.second.tolist(), columns, strict=True):
            above = int(game.parents[0][number][mine]), int(game.parents[1][number][theirs])
            totals = first.setdefault(above, {})
            totals[mine] = totals.get(mine, 0) + sums[0]
            second.setdefault((above, mine), []).append((theirs, sums[0]))
            features[mine, theirs] = sums
        return cls({above: list(totals.items()) for above, totals in first.items()}, second, features)


def is_expansion(tree: ExtensiveGame, game: OrderedGame) -> bool:
    """Return whether a tree is that of a game, except for its title, players' names and the order of actions."""
    own = to_extensive(game, max_nodes=max(MAX_NODES, len(tree)))
    if len(own) != len(tree):
        return False
    known, found = _Labelled(own), _Labelled(tree)
    pairs = [(0, 0)]
    for one, other in pairs:
        if known.facts(one) != found.facts(other):
            return False
        mine, theirs = known.children(one), found.children(other)
        if mine.keys() != theirs.keys():
            return False
        pairs += [(mine[label], theirs[label]) for label in mine]
    return True


class _Labelled:
    """A tree whose nodes are found by the labels of actions."""

    def __init__(self, game: ExtensiveGame) -> None:
        self.game = game
        self.player, self.infoset = game.player.tolist(), game.infoset.tolist()
        self.first_child, self.names = game.first_child.tolist(), game.infoset_names
        self.chance = game.edge_probability.to_fractions()
        payoffs = (one.to_fractions() for one in game.leaf_payoffs)
        self.payoffs = dict(zip(game.leaves.tolist(), zip(*payoffs, strict=True), strict=True))

    def facts(self, node: int) -> tuple[Any, ...]:
        """Return the mover, the information set and the payoffs of a node, with the probability that leads there."""
        set_name = self.names[self.infoset[node]] if self.player[node] in (0, 1) else None
        return self.player[node], set_name, self.payoffs.get(node), self.chance[node]

    def children(self, node: int) -> dict[str, int]:
        """Return the nodes after a node by their actions; those without labels of their own by their places."""
        if node in self.payoffs:
            return {}
        first = self.first_child[node]
        return {name: first + place for place, name in enumerate(self.game.action_names[self.infoset[node]])}


def signals_by_round(game: OrderedGame, number: int, views: Ints) -> list[list[str]]:
    """Return the signals that each round up to round `number` (from 0) revealed to the given views."""
    cuts = np.cumsum([0, *(one.public + one.private for one in game.rounds[: number + 1])]).tolist()
    names = [[game.signals[signal] for signal in row] for row in game.views[number].signals[views].tolist()]
    return [[" ".join(row[start:stop]) for start, stop in pairwise(cuts)] for row in names]


def infoset_labels(game: OrderedGame, player: int, number: int, views: Ints) -> list[str]:
    """Return the labels of a player's information sets of round `number`: for each view all histories and nodes."""
    stage = game.rounds[number].stage
    actions = [[*history, stage.path(node)] for history in game.histories(number) for node in stage.sets(player)]
    return [
        infoset_label(signals, rounds, game.marks)
        for signals in signals_by_round(game, number, views)
        for rounds in actions
    ]


def infoset_label(signals: Sequence[str], actions: Sequence[tuple[str, ...]], marks: Mapping[str, str]) -> str:
    """Return the label of an information set from the signals and the actions of each round begun."""
    rounds = ("".join(marks[one] for one in taken) if marks else " ".join(taken) for taken in actions)
    return "/".join(f"{seen}:{taken}" for seen, taken in zip(signals, rounds, strict=True))
