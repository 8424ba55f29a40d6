"""Iterated elimination of dominated sequences in a game of classes, round by round, without building the game."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial, reduce
from itertools import pairwise, permutations
from typing import Any, Literal

import numpy as np

from seqform.builders.preprocess.dominated import UNIT, take_turns
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import Ints, Mask, Numerators
from seqform.models.numbers.integers import SAFE
from seqform.models.programs.class_game import ClassGame, along_sequences
from seqform.models.reduced import Reduced, unchanged

Masks = tuple[Mask, ...]
"""Of each round, the sequences of a player that are left, shape (classes, choices, histories)."""


@dataclass(frozen=True, eq=False)
class Eliminated(Immutable):
    """The sequences of a class game that survive elimination.

    ``surviving`` has for each player and round a mask of shape (classes, choices, histories). What follows an
    eliminated sequence is eliminated as well.
    """

    game: ClassGame
    surviving: tuple[Masks, Masks]

    @property
    def title(self) -> str:
        """The title of the game."""
        return self.game.title

    def __repr__(self) -> str:
        first, second = (f"{self.num_sequences(player):,}" for player in (0, 1))
        return f"<Eliminated {self.title!r}: {first} and {second} sequences>"

    def by_class(self, player: int, number: int = -1) -> Ints:
        """Return the number of sequences that each of a player's classes of a round, the last one, has lost."""
        return np.asarray(
            np.count_nonzero(~self.surviving[player][number], axis=(1, 2)), dtype=np.int64
        )

    def num_sequences(self, player: int) -> int:
        """Return the number of a player's remaining sequences, the empty one included."""
        return 1 + sum(int(np.count_nonzero(mask)) for mask in self.surviving[player])

    def num_infosets(self, player: int) -> int:
        """Return the number of a player's remaining information sets: those below an eliminated sequence are gone."""
        return sum(
            int(np.count_nonzero(mask[:, start - 1 : stop - 1].any(axis=1)))
            for stage, mask in zip(self.game.stages, self.surviving[player], strict=True)
            for start, stop in pairwise(stage.sequences(player).set_start)
        )

    @property
    def program_shape(self) -> tuple[int, int]:
        """Rows and columns of the linear program for player 1 as `ClassGame.program_shape` counts them.

        The published counts take player 1's sequences for rows and player 2's for columns: the transpose of these.
        """
        return self.num_sequences(1) + 1 + self.num_infosets(0), self.num_sequences(
            0
        ) + 1 + self.num_infosets(1)


def eliminated_sequences(
    game: ClassGame, rounds: Literal["all", "last"] = "all", once: bool = False
) -> Eliminated:
    """Return the sequences that survive the elimination of dominated ones, repeated until none is left.

    The rule is that of `eliminate_dominated`: these are the sequences that it leaves of the game of classes as a tree.
    The game may be a general-sum one: the player's own payoffs count.

    With ``rounds="last"`` only sequences of the last round are eliminated, and an action has to be as good against each
    of the opponent's classes, whatever the likelihood with which the opponent arrives there. With `once` each player
    has one turn.
    """
    masks: tuple[list[Mask], ...] = tuple(
        [np.ones(game.shape(one, k), dtype=bool) for k in range(game.num_rounds)] for one in (0, 1)
    )
    sides = _Side(game, 0), _Side(game, 1)
    first = game.num_rounds - 1 if rounds == "last" else 0
    take_turns(
        lambda player: sides[player].remove_dominated(masks[player], masks[1 - player], first), once
    )
    return Eliminated(game, (tuple(masks[0]), tuple(masks[1])))


def undominated(
    game: ClassGame, rounds: Literal["all", "last"] = "all", once: bool = False
) -> Reduced[Eliminated, Any, Any]:
    """Return a game of classes without its dominated sequences; strategies have probability 0 there.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.builders.forms.class_game import class_game
    >>> undominated(class_game(sf.InformationFilter.identity(sf.load("kuhn", kind="ordered"))))
    <Reduced to <Eliminated 'kuhn': 10 and 9 sequences>>
    """
    return Reduced(eliminated_sequences(game, rounds, once), unchanged)


class _Meetings:
    """The pairs of a player's classes of round i and the opponent's of round j that can meet, ordered by both.

    `own[i, j]` and `other[i, j]`, of shape (pairs,), are their classes; `own_above[i, j]` has the place of each pair
    among those of rounds i - 1 and j, `other_above[i, j]` among those of rounds i and j - 1. Before the first round, at
    j = -1, the opponent has one class. `order` has the order of the pairs of a round as `ClassGame.pairs` lists them.
    """

    def __init__(self, game: ClassGame, player: int) -> None:
        sizes, mine, theirs = (
            game.num_classes[1 - player],
            game.parents[player],
            game.parents[1 - player],
        )
        sizes, theirs = (*sizes, 1), (*theirs, np.zeros(1, dtype=np.int64))
        self.own: dict[tuple[int, int], Ints] = {}
        self.other: dict[tuple[int, int], Ints] = {}
        self.own_above: dict[tuple[int, int], Ints] = {}
        self.other_above: dict[tuple[int, int], Ints] = {}
        self.order: list[Ints] = []
        codes: dict[tuple[int, int], Ints] = {}
        for number, pairs in enumerate(game.pairs):
            own, other = (pairs.first, pairs.second) if player == 0 else (pairs.second, pairs.first)
            code = own * sizes[number] + other
            self.order.append(np.argsort(code))
            codes[number, number] = code[self.order[number]]
            for i in reversed(range(number)):
                own, other = np.divmod(codes[i + 1, number], sizes[number])
                codes[i, number] = np.unique(mine[i + 1][own] * sizes[number] + other)
            for j in reversed(range(-1, number)):
                own, other = np.divmod(codes[number, j + 1], sizes[j + 1])
                codes[number, j] = np.unique(own * sizes[j] + theirs[j + 1][other])
        for (i, j), code in codes.items():
            self.own[i, j], self.other[i, j] = own, other = np.divmod(code, sizes[j])
            if i > 0:
                self.own_above[i, j] = np.searchsorted(
                    codes[i - 1, j], mine[i][own] * sizes[j] + other
                )
            if j >= 0:
                self.other_above[i, j] = np.searchsorted(
                    codes[i, j - 1], own * sizes[j - 1] + theirs[j][other]
                )


@dataclass
class _Gains:
    """Bounds on the payoffs of continuations of one round's own classes at the opponent's sequences, after a history.

    `rows` has an array of shape (pairs,) for each of the opponent's choices in round `number` at which there are any,
    0 being the choice before the round, which was made in round `base`; `after` the gains of the rounds that follow,
    with the opponent's last choice. A `ceiling` is a bound from above.
    """

    ceiling: bool
    own_round: int
    number: int
    history: int
    base: int
    rows: dict[int, Numerators] = field(default_factory=dict)
    after: list[tuple[int, _Gains]] = field(default_factory=list)
    totals: dict[int, Numerators] | None = None

    def add(self, choice: int, row: Numerators) -> None:
        """Add to the row of a choice."""
        self.rows[choice] = self.rows[choice] + row if choice in self.rows else row

    def pair(self, choice: int) -> tuple[int, int]:
        """Return the rounds of the player's classes and of the opponent's in the row of a choice."""
        return self.own_round, self.number if choice else self.base

    def changed(self, change: Change, own_round: int) -> _Gains:
        """Return the gains of a round's own classes, with a change made to the array of each pair of rounds."""
        rows = {choice: change(self.pair(choice), row) for choice, row in self.rows.items()}
        after = [(choice, later.changed(change, own_round)) for choice, later in self.after]
        return replace(self, own_round=own_round, rows=rows, after=after, totals=None)


Change = Callable[[tuple[int, int], Numerators], Numerators]
"""A change of an array of some pairs of classes, given the rounds of the player's and of the opponent's."""


@dataclass
class _Choice:
    """The worth of a player's choice in a round after a history, for all classes; see `dominated._Turn` of trees."""

    ceiling: _Gains
    floor: _Gains
    worth: Numerators

    @property
    def bounds(self) -> tuple[_Gains, _Gains]:
        """The ceiling and the floor."""
        return self.ceiling, self.floor

    def changed(self, change: Callable[[_Gains], _Gains], worth: Numerators) -> _Choice:
        """Return the choice with both bounds changed, and with another worth."""
        return _Choice(change(self.ceiling), change(self.floor), worth)


DEAD, FORCED, FREE = range(3)
"""The states of a sequence: eliminated, without another choice left on the way to it, or with one."""

_START = -1, np.zeros(0, dtype=np.int64)
"""The round before the first one, with no choice to be avoided."""


class _Side:
    """A player, whose turns remove dominated sequences from the masks of the player's sequences."""

    def __init__(self, game: ClassGame, player: int) -> None:
        self.game, self.player, self.met = game, player, _Meetings(game, player)
        self.tables, bound = _scaled_payoffs(game, player, self.met)
        dtype = self.tables[0][0].dtype
        self.nothing = {
            most: np.array(-2 * bound if most else 2 * bound, dtype) for most in (True, False)
        }

    def remove_dominated(self, masks: list[Mask], theirs: list[Mask], first: int) -> bool:
        """Remove dominated sequences of a round and those after it, the last sets first; return if there are any."""
        self.masks, self.theirs = masks, theirs
        self.weights = along_sequences(self.game, 1 - self.player, theirs, UNIT, _share)
        self.ways = along_sequences(self.game, 1 - self.player, theirs, FORCED, _way, restart=True)
        self.known: dict[tuple[Any, ...], tuple[_Choice, Mask]] = {}
        before = sum(map(np.count_nonzero, masks))
        for history in range(self.game.num_histories[first]):
            self._beginning(first, history)
        self.known.clear()  # free the memory
        closed = along_sequences(self.game, self.player, masks, True, np.logical_and)
        masks[:] = [mask[:, 1:] for mask in closed]
        return sum(map(np.count_nonzero, masks)) < before

    def _beginning(self, number: int, history: int) -> _Choice:
        """Remove dominated choices from a round on; return what it is worth to the classes of the round before.

        Histories of the last round that are alike, but for the opponent's weight, are visited once.
        """
        weights = self.weights[number][:, :, history]
        if number < self.game.num_rounds - 1:
            return self._visited(number, history, weights)
        mask, scale = (
            self.masks[number][:, :, history],
            max(int(np.gcd.reduce(weights, axis=None)), 1),
        )
        tables = (
            self.tables[number][1][:, :, history],
            mask,
            self.theirs[number][:, :, history],
            weights // scale,
        )
        ways = ((j, way.tobytes()) for j, way in self._ways_to(number, history))
        key = *(table.tobytes() for table in tables), *ways
        if key not in self.known:
            self.known[key] = self._visited(number, history, weights // scale), mask.copy()
        beginning, mask[:] = self.known[key]
        return beginning.changed(
            lambda bound: replace(bound, history=history, rows=dict(bound.rows)),
            beginning.worth * scale,
        )

    def _visited(self, number: int, history: int, weights: Ints) -> _Choice:
        stage, own = self.game.stages[number], self.game.stages[number].sequences(self.player)
        choices, reply = self._ends(number, history, weights), stage.sequences(1 - self.player).at
        for place, leaf in enumerate(stage.continuing):
            choice, after = (
                choices[own.at[leaf]],
                self._beginning(number + 1, history * len(stage.continuing) + place),
            )
            for bound, later in zip(choice.bounds, after.bounds, strict=True):
                if 0 in later.rows:
                    bound.add(reply[leaf], later.rows.pop(0))
                bound.after.append((reply[leaf], later))
            choice.worth = choice.worth + after.worth
        mask = self.masks[number][:, :, history]
        for one in reversed(range(len(own.sets))):
            here = range(own.set_start[one], own.set_start[one + 1])
            for worse, better in permutations(here, 2):
                candidates = mask[:, worse - 1] & mask[:, better - 1]
                if candidates.any():
                    mask[:, worse - 1] &= ~(
                        candidates & self._at_least(choices[better].floor, choices[worse].ceiling)
                    )
            self._add_continuations(
                choices[own.set_above[one]], [(mask[:, k - 1], choices[k]) for k in here]
            )
        if number == 0:
            return choices[0]
        worth = _sums(
            choices[0].worth,
            self.met.own_above[number, -1],
            self.game.num_classes[self.player][number - 1],
        )
        return choices[0].changed(lambda bound: bound.changed(self._to_parents, number - 1), worth)

    def _ways_to(self, number: int, history: int) -> Iterator[tuple[int, Ints]]:
        """Yield the rounds of the opponent's choices in a history, from the last, and whether they can be avoided."""
        for j in reversed(range(number)):
            stage = self.game.stages[j]
            history, leaf = divmod(history, len(stage.continuing))
            reply = stage.sequences(1 - self.player).at[stage.continuing[leaf]]
            if reply:
                yield j, self.ways[j][:, reply, history]

    def _ends(self, number: int, history: int, weights: Ints) -> list[_Choice]:
        """Return the player's choices of a round with the payoffs at its ends."""
        stage, (base, _) = self.game.stages[number], next(self._ways_to(number, history), _START)
        own, other = stage.sequences(self.player), stage.sequences(1 - self.player)
        at, (table, coefficients) = (number, number), self.tables[number]
        nothing = np.zeros(self.game.num_classes[self.player][number], dtype=table.dtype)
        gains = partial(_Gains, own_round=number, number=number, history=history, base=base)
        choices = [
            _Choice(gains(ceiling=True), gains(ceiling=False), nothing) for _ in range(1 + len(own))
        ]
        for end, leaf in enumerate(stage.ends):
            choice, reply = choices[own.at[leaf]], other.at[leaf]
            payoffs = coefficients[:, end, history] @ table
            weighted = payoffs * weights[self.met.other[at], reply]
            choice.worth = choice.worth + _sums(weighted, self.met.own[at], len(nothing))
            for bound in choice.bounds:
                bound.add(reply, payoffs if reply else self._raised(payoffs, at, base))
        return choices

    def _add_continuations(self, above: _Choice, parts: list[tuple[Mask, _Choice]]) -> None:
        """Add the continuations at a set to those of the choice before it."""
        worth = self._best([(alive, choice.worth) for alive, choice in parts], most=True)
        above.worth = above.worth + worth
        left = np.ones(len(worth), dtype=bool)
        for alive, choice in parts:
            chosen = alive & left & (choice.worth == worth)
            left &= ~chosen
            others = reduce(
                np.logical_or,
                (mask for mask, one in parts if one is not choice),
                np.zeros_like(left),
            )
            kept, most = partial(self._kept, chosen), partial(self._most, alive, others)
            if chosen.any():
                floor = choice.floor.changed(kept, choice.floor.own_round)
                above.floor.after += floor.after
                for reply, row in floor.rows.items():
                    above.floor.add(reply, row)
            above.ceiling.after += [
                (reply, later.changed(most, later.own_round))
                for reply, later in choice.ceiling.after
            ]
        for reply in {reply: None for _, choice in parts for reply in choice.ceiling.rows}:
            classes = self.met.own[above.ceiling.pair(reply)]
            rows = [
                (_taken(alive, classes), choice.ceiling.rows.get(reply, 0))
                for alive, choice in parts
            ]
            above.ceiling.add(reply, self._best(rows, most=True))

    def _kept(self, chosen: Mask, pair: tuple[int, int], row: Numerators) -> Numerators:
        return row if chosen.all() else np.where(chosen.take(self.met.own[pair]), row, 0)

    def _most(
        self, alive: Mask, others: Mask, pair: tuple[int, int], row: Numerators
    ) -> Numerators:
        classes = self.met.own[pair]
        return self._best([(_taken(alive, classes), row), (_taken(others, classes), 0)], most=True)

    def _best(
        self, parts: Iterable[tuple[Mask | None, Numerators | int]], most: bool
    ) -> Numerators:
        """Return the largest or least value where a mask holds, 0 where none does; no mask holds everywhere."""
        nothing, better = self.nothing[most], np.maximum if most else np.minimum
        best = reduce(
            better,
            [value if mask is None else np.where(mask, value, nothing) for mask, value in parts],
        )
        best = np.asarray(best)
        return (
            best if any(mask is None for mask, _ in parts) else np.where(best == nothing, 0, best)
        )

    def _at_least(self, floor: _Gains, ceiling: _Gains) -> Mask:
        """Return for which classes one choice is worth at least as much as another against every plan."""
        rows, number = dict(self._totals(floor)), floor.number
        for reply, row in self._totals(ceiling).items():
            rows[reply] = rows.get(reply, 0) - row
        value = self._folded(floor, rows)
        for (j, way), (above, _) in pairwise([*self._ways_to(number, floor.history), _START]):
            way = way[self.met.other[number, j]]
            value = np.where(way == FREE, np.minimum(value, 0), np.where(way == DEAD, 0, value))
            value = self._raised(value, (number, j), above)
        return np.asarray(value >= 0, dtype=bool)

    def _totals(self, gains: _Gains) -> dict[int, Numerators]:
        """Return the gains at the sequences of their round, with what they are at most or at least from later ones."""
        if gains.totals is None:
            gains.totals = dict(gains.rows)
            for reply, later in gains.after:
                more = self._folded(later, self._totals(later))
                gains.totals[reply] = gains.totals.get(reply, 0) + more
        return gains.totals

    def _folded(self, gains: _Gains, rows: Mapping[int, Numerators]) -> Numerators:
        """Return the largest or least sum of rows over the opponent's plans from the choice before the round on."""
        total, other = dict(rows), self.game.stages[gains.number].sequences(1 - self.player)
        mask, pair = self.theirs[gains.number][:, :, gains.history], gains.pair(1)
        for one, above in reversed(list(enumerate(other.set_above))):
            here = range(other.set_start[one], other.set_start[one + 1])
            if any(choice in total for choice in here):
                parts = [
                    (_taken(mask[:, k - 1], self.met.other[pair]), total.get(k, 0)) for k in here
                ]
                best = self._best(parts, gains.ceiling)
                total[above] = total.get(above, 0) + (
                    best if above else self._raised(best, pair, gains.base)
                )
        return (
            total[0] if 0 in total else np.zeros(len(self.met.own[gains.pair(0)]), dtype=np.int64)
        )

    def _raised(self, values: Numerators, pair: tuple[int, int], base: int) -> Numerators:
        """Return sums over the pairs with the same class of the opponent in an earlier round."""
        own_round, number = pair
        for j in range(number, base, -1):
            values = _sums(
                values, self.met.other_above[own_round, j], len(self.met.own[own_round, j - 1])
            )
        return values

    def _to_parents(self, pair: tuple[int, int], row: Numerators) -> Numerators:
        """Return the sums over the player's classes that continue the same one."""
        return _sums(row, self.met.own_above[pair], len(self.met.own[pair[0] - 1, pair[1]]))


def _taken(mask: Mask, classes: Ints) -> Mask | None:
    """Return the mask of some classes, None if it holds for all."""
    return None if mask.all() else mask.take(classes)


def _sums(values: Numerators, places: Ints, size: int) -> Numerators:
    """Return, for every k below `size`, the sum of the values at place k, of which there are some."""
    sums = np.zeros(size, dtype=values.dtype)
    if size == len(places):  # every place once
        sums[places] = values
    else:
        np.add.at(sums, places, values)
    return sums


def _scaled_payoffs(
    game: ClassGame, player: int, met: _Meetings
) -> tuple[list[tuple[Numerators, Numerators]], int]:
    """Return features of the pairs and coefficients of each round, over one denominator, and a bound on all sums."""
    denominators = [
        one.denominator * pairs.denominator
        for one, pairs in zip(game.payoffs, game.pairs, strict=True)
    ]
    common = math.lcm(*denominators)
    tables, bound = [], common
    for one, pairs, order, denominator in zip(
        game.payoffs, game.pairs, met.order, denominators, strict=True
    ):
        sums = [sum(map(abs, row)) for row in pairs.numerators.tolist()]
        most = np.abs(one.numerators[player].astype(object)).sum(axis=(1, 2)).tolist()
        factor = common // denominator
        bound += UNIT * factor * sum(a * b for a, b in zip(sums, most, strict=True))
        tables.append((pairs.numerators[:, order], one.numerators[player], factor))
    dtype = np.dtype(object if bound >= SAFE else np.int64)
    return [
        (table.astype(dtype), coefficients.astype(dtype) * factor)
        for table, coefficients, factor in tables
    ], bound


def _share(above: Ints, alive: Mask) -> Ints:
    """Return the weights of `dominated.UNIT` at a set."""
    return np.asarray(
        above // np.maximum(alive.sum(axis=1, keepdims=True), 1) * alive, dtype=np.int64
    )


def _way(above: Ints, alive: Mask) -> Ints:
    """Return whether the choices of a set can be avoided."""
    others = alive.sum(axis=1, keepdims=True) > 1
    return np.asarray(np.where(alive, np.where(others, FREE, above), DEAD), dtype=np.int64)
