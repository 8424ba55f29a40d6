"""Rules of the game of classes, which the expansion by columns is compared with."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from seqform.builders.games.ordered.expansion import infoset_label, signals_by_round
from seqform.builders.games.rules import TERMINAL, Rules
from seqform.models.games.abstraction import InformationFilter, first_members
from seqform.models.games.extensive import CHANCE
from seqform.models.numbers.exact import Rational
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


class ClassRules(Rules[ClassState, int]):
    """The rules of a game of classes."""

    def __init__(self, game: ClassGame, filters: tuple[InformationFilter, InformationFilter]) -> None:
        self.game = game
        self.title = game.title
        self.players = game.players
        self._next_classes = [_NextClasses.of(game, number) for number in range(game.num_rounds)]
        self._signals = [  # for every round and class the signals of its first view, by the rounds that revealed them
            [
                signals_by_round(one.game, player, number, first_members(classes))
                for number, classes in enumerate(one.classes)
            ]
            for player, one in enumerate(filters)
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
