"""Iterated elimination of dominated sequences in a game of classes, round by round, without building the game."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
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
        count = 0
        for stage, mask in zip(self.game.stages, self.surviving[player], strict=True):
            for start, stop in pairwise(stage.sequences(player).set_start):
                count += int(np.count_nonzero(mask[:, start - 1 : stop - 1].any(axis=1)))
        return count

    @property
    def program_shape(self) -> tuple[int, int]:
        """Rows and columns of the linear program for player 0 as `ClassGame.program_shape` counts them.

        The published counts take player 0's sequences for rows and player 1's for columns: the transpose of these.
        """
        rows = 1 + self.num_infosets(0) + self.num_sequences(1)
        columns = self.num_sequences(0) + 1 + self.num_infosets(1)
        return rows, columns


def eliminated_sequences(
    game: ClassGame, rounds: Literal["all", "last"] = "all", once: bool = False
) -> Eliminated:
    """Return the sequences that survive the elimination of dominated ones, repeated until none is left.

    The rule is that of `eliminate_dominated`: these are the sequences that it leaves of the game of classes as a tree.
    The game may be a general-sum one: the player's own payoffs count.

    With ``rounds="last"`` only sequences of the last round are eliminated, and an action has to be as good against each
    of the opponent's classes, whatever the likelihood with which the opponent arrives there. With `once` each player
    has one turn. Where some classes are never dealt, as hands outside a player's range, nothing is eliminated.
    """
    numbers = range(game.num_rounds)
    masks = (
        [np.ones(game.shape(0, number), dtype=bool) for number in numbers],
        [np.ones(game.shape(1, number), dtype=bool) for number in numbers],
    )
    if not all(_all_dealt(game, number) for number in numbers):
        return Eliminated(game, (tuple(masks[0]), tuple(masks[1])))
    sides = (_Side(game, 0), _Side(game, 1))
    first_round = game.num_rounds - 1 if rounds == "last" else 0

    def turn(player: int) -> bool:
        return sides[player].remove_dominated(masks[player], masks[1 - player], first_round)

    take_turns(turn, once)
    return Eliminated(game, (tuple(masks[0]), tuple(masks[1])))


def _all_dealt(game: ClassGame, number: int) -> bool:
    """Return whether every class of a round is dealt with a positive probability."""
    pairs = game.pairs[number]
    dealt = len(np.unique(pairs.first)), len(np.unique(pairs.second))
    return dealt == (game.num_classes[0][number], game.num_classes[1][number])


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
        # A pair (own, other) of rounds i and j has the code own · sizes[j] + other. Round -1 is the last entry.
        sizes = (*game.num_classes[1 - player], 1)
        own_parents = game.parents[player]
        other_parents = (*game.parents[1 - player], np.zeros(1, dtype=np.int64))
        self.order: list[Ints] = []
        codes: dict[tuple[int, int], Ints] = {}
        for number, pairs in enumerate(game.pairs):
            own, opposing = pairs.first, pairs.second
            if player == 1:
                own, opposing = opposing, own
            code = own * sizes[number] + opposing
            self.order.append(np.argsort(code))
            codes[number, number] = code[self.order[number]]

            # Classes of earlier rounds can meet if classes that continue them can.
            for i in reversed(range(number)):
                own, opposing = np.divmod(codes[i + 1, number], sizes[number])
                codes[i, number] = np.unique(own_parents[i + 1][own] * sizes[number] + opposing)
            for j in reversed(range(-1, number)):
                own, opposing = np.divmod(codes[number, j + 1], sizes[j + 1])
                codes[number, j] = np.unique(own * sizes[j] + other_parents[j + 1][opposing])

        self.own: dict[tuple[int, int], Ints] = {}
        self.other: dict[tuple[int, int], Ints] = {}
        self.own_above: dict[tuple[int, int], Ints] = {}
        self.other_above: dict[tuple[int, int], Ints] = {}
        for (i, j), code in codes.items():
            own, opposing = np.divmod(code, sizes[j])
            self.own[i, j] = own
            self.other[i, j] = opposing
            if i > 0:
                code_above = own_parents[i][own] * sizes[j] + opposing
                self.own_above[i, j] = np.searchsorted(codes[i - 1, j], code_above)
            if j >= 0:
                code_above = own * sizes[j - 1] + other_parents[j][opposing]
                self.other_above[i, j] = np.searchsorted(codes[i, j - 1], code_above)


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
    """The worth of a player's choice in a round after a history, for all classes; see `dominated.Turn` of trees."""

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
    """A player, whose turns remove dominated sequences from the masks of the player's sequences.

    It is the search of `dominated.Turn`, for all classes of a round at once: choices are visited by history, the last
    round first, and the rows of a choice are arrays over the pairs of classes that can meet. A choice is dominated for
    the classes whose floor of another choice is at least its ceiling against every plan of the opponent.
    """

    def __init__(self, game: ClassGame, player: int) -> None:
        self.game = game
        self.player = player
        self.met = _Meetings(game, player)
        self.tables, bound = _scaled_payoffs(game, player, self.met)

        # In place of no value: less than each in a maximum (True), more than each in a minimum.
        dtype = self.tables[0][0].dtype
        self.nothing = {True: np.array(-2 * bound, dtype), False: np.array(2 * bound, dtype)}

    def remove_dominated(self, masks: list[Mask], theirs: list[Mask], first: int) -> bool:
        """Remove dominated sequences of a round and those after it, the last sets first; return if there are any."""
        self.masks = masks
        self.theirs = theirs
        self.weights = along_sequences(self.game, 1 - self.player, theirs, UNIT, _share)
        self.ways = along_sequences(self.game, 1 - self.player, theirs, FORCED, _way, restart=True)
        self.known: dict[tuple[Any, ...], tuple[_Choice, Mask]] = {}
        before = sum(map(np.count_nonzero, masks))
        for history in range(self.game.num_histories[first]):
            self._beginning(first, history)
        self.known.clear()  # free the memory

        # What follows an eliminated sequence is eliminated as well.
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

        # The weights without their common factor: it only scales the worth, not the order of choices by it.
        scale = max(int(np.gcd.reduce(weights, axis=None)), 1)
        weights = weights // scale
        mask = self.masks[number][:, :, history]
        coefficients = self.tables[number][1][:, :, history]
        theirs = self.theirs[number][:, :, history]
        key: list[Any] = [table.tobytes() for table in (coefficients, mask, theirs, weights)]
        for j, way in self._ways_to(number, history):
            key.append((j, way.tobytes()))
        if tuple(key) not in self.known:
            beginning = self._visited(number, history, weights)
            self.known[tuple(key)] = (beginning, mask.copy())
        beginning, mask_after = self.known[tuple(key)]
        mask[:] = mask_after

        def of_history(bound: _Gains) -> _Gains:
            return replace(bound, history=history, rows=dict(bound.rows))

        return beginning.changed(of_history, beginning.worth * scale)

    def _visited(self, number: int, history: int, weights: Ints) -> _Choice:
        """Remove dominated choices of a round after a history, and of those after it; return what it is worth before.

        The choices get the payoffs at the round's ends, then what the next rounds are worth after its continuing
        leaves, then, from the last set up, the continuations at the sets after them, of the choices that survive.
        """
        stage = self.game.stages[number]
        own = stage.sequences(self.player)
        reply = stage.sequences(1 - self.player).at
        choices = self._ends(number, history, weights)
        for place, leaf in enumerate(stage.continuing):
            choice = choices[own.at[leaf]]
            after = self._beginning(number + 1, history * len(stage.continuing) + place)
            for bound, later in zip(choice.bounds, after.bounds, strict=True):
                if 0 in later.rows:
                    bound.add(reply[leaf], later.rows.pop(0))
                bound.after.append((reply[leaf], later))
            choice.worth = choice.worth + after.worth

        mask = self.masks[number][:, :, history]
        for place in reversed(range(len(own.sets))):
            at_set = range(own.set_start[place], own.set_start[place + 1])
            for worse, better in permutations(at_set, 2):
                # Both still alive, so that of two that are equally good one stays.
                candidates = mask[:, worse - 1] & mask[:, better - 1]
                if candidates.any():
                    is_as_good = self._at_least(choices[better].floor, choices[worse].ceiling)
                    mask[:, worse - 1] &= ~(candidates & is_as_good)

            # What survives continues the choice before the set, which is tested later.
            parts = [(mask[:, k - 1], choices[k]) for k in at_set]
            self._add_continuations(choices[own.set_above[place]], parts)

        # Choice 0 is the way into the round: its rows are summed over the classes that continue the same one.
        beginning = choices[0]
        if number == 0:
            return beginning
        num_parents = self.game.num_classes[self.player][number - 1]
        worth = _sums(beginning.worth, self.met.own_above[number, -1], num_parents)
        return beginning.changed(lambda bound: bound.changed(self._to_parents, number - 1), worth)

    def _ways_to(self, number: int, history: int) -> Iterator[tuple[int, Ints]]:
        """Yield the rounds of the opponent's choices in a history, from the last, and whether they can be avoided."""
        for j in reversed(range(number)):
            stage = self.game.stages[j]
            # The number of a history ends with the leaf of the last round.
            history, leaf = divmod(history, len(stage.continuing))
            reply = stage.sequences(1 - self.player).at[stage.continuing[leaf]]
            if reply:
                yield j, self.ways[j][:, reply, history]

    def _ends(self, number: int, history: int, weights: Ints) -> list[_Choice]:
        """Return the player's choices of a round with the payoffs at its ends."""
        stage = self.game.stages[number]
        own = stage.sequences(self.player)
        opposing = stage.sequences(1 - self.player)
        table, coefficients = self.tables[number]
        num_classes = self.game.num_classes[self.player][number]
        worth = np.zeros(num_classes, dtype=table.dtype)
        base, _ = next(self._ways_to(number, history), _START)
        gains = partial(_Gains, own_round=number, number=number, history=history, base=base)
        choices = [
            _Choice(gains(ceiling=True), gains(ceiling=False), worth) for _ in range(1 + len(own))
        ]

        pair = (number, number)
        for end, leaf in enumerate(stage.ends):
            choice = choices[own.at[leaf]]
            reply = opposing.at[leaf]

            # The payoff of a pair of classes: the end's coefficients times the features of the pair.
            payoffs = coefficients[:, end, history] @ table
            weighted = payoffs * weights[self.met.other[pair], reply]
            choice.worth = choice.worth + _sums(weighted, self.met.own[pair], num_classes)
            if not reply:  # the opponent has not moved in this round
                payoffs = self._raised(payoffs, pair, base)
            for bound in choice.bounds:
                bound.add(reply, payoffs)
        return choices

    def _add_continuations(self, above: _Choice, parts: list[tuple[Mask, _Choice]]) -> None:
        """Add the continuations at a set to those of the choice before it.

        To the floor, for each class, those of the first surviving choice that is worth most; to the ceiling the most of
        all surviving choices, row by row. Gains of later rounds stay apart, and have at least 0 where another choice
        survives that does not lead there.
        """
        worth = self._best([(alive, choice.worth) for alive, choice in parts], most=True)
        above.worth = above.worth + worth
        is_open = np.ones(len(worth), dtype=bool)
        for place, (alive, choice) in enumerate(parts):
            is_chosen = alive & is_open & (choice.worth == worth)

            # Of several choices that are worth most the first is taken: a class is open until then.
            is_open &= ~is_chosen
            if is_chosen.any():
                floor = choice.floor.changed(partial(self._kept, is_chosen), choice.floor.own_round)
                above.floor.after += floor.after
                for reply, row in floor.rows.items():
                    above.floor.add(reply, row)

            others = np.zeros_like(is_open)
            for mask, _ in parts[:place] + parts[place + 1 :]:
                others |= mask
            most = partial(self._most, alive, others)
            for reply, later in choice.ceiling.after:
                above.ceiling.after.append((reply, later.changed(most, later.own_round)))

        # A dictionary keeps the order in which the opponent's choices appear.
        replies: dict[int, None] = {}
        for _, choice in parts:
            replies |= dict.fromkeys(choice.ceiling.rows)
        for reply in replies:
            classes = self.met.own[above.ceiling.pair(reply)]
            rows = []
            for alive, choice in parts:
                rows.append((_taken(alive, classes), choice.ceiling.rows.get(reply, 0)))
            above.ceiling.add(reply, self._best(rows, most=True))

    def _kept(self, is_chosen: Mask, pair: tuple[int, int], row: Numerators) -> Numerators:
        """Return a row with 0 where the choice is not chosen."""
        if is_chosen.all():
            return row
        return np.where(is_chosen.take(self.met.own[pair]), row, 0)

    def _most(
        self, alive: Mask, others: Mask, pair: tuple[int, int], row: Numerators
    ) -> Numerators:
        """Return a row where its choice is alive, but at least 0 where others are."""
        classes = self.met.own[pair]
        return self._best([(_taken(alive, classes), row), (_taken(others, classes), 0)], most=True)

    def _best(
        self, parts: Sequence[tuple[Mask | None, Numerators | int]], most: bool
    ) -> Numerators:
        """Return the largest or least value where a mask holds, 0 where none does; no mask holds everywhere."""
        nothing = self.nothing[most]
        better = np.maximum if most else np.minimum
        values: list[Any] = []  # arrays, and numbers in the place of equal entries
        holds_everywhere = False
        for mask, value in parts:
            if mask is None:
                values.append(value)
                holds_everywhere = True
            else:
                values.append(np.where(mask, value, nothing))
        best: Numerators = reduce(better, values)
        if holds_everywhere:
            return best
        return np.where(best == nothing, 0, best)

    def _at_least(self, floor: _Gains, ceiling: _Gains) -> Mask:
        """Return for which classes one choice is worth at least as much as another against every plan.

        The difference is folded over the opponent's choices of this round and later ones, and then along the opponent's
        choices on the way here, from the last: where the opponent can avoid one, the difference counts if it is
        negative only; where a choice is eliminated, it does not count.
        """
        rows = dict(self._totals(floor))
        for reply, row in self._totals(ceiling).items():
            rows[reply] = rows.get(reply, 0) - row
        value = self._folded(floor, rows)

        number = floor.number
        ways = [*self._ways_to(number, floor.history), _START]
        for (j, way), (above, _) in pairwise(ways):
            way_of_pair = way[self.met.other[number, j]]
            value = np.where(way_of_pair == FREE, np.minimum(value, 0), value)
            value = np.where(way_of_pair == DEAD, 0, value)
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
        total = dict(rows)
        opposing = self.game.stages[gains.number].sequences(1 - self.player)
        mask = self.theirs[gains.number][:, :, gains.history]
        pair = gains.pair(1)
        classes = self.met.other[pair]
        for place, above in reversed(list(enumerate(opposing.set_above))):
            at_set = range(opposing.set_start[place], opposing.set_start[place + 1])
            if not any(choice in total for choice in at_set):
                continue
            parts = [(_taken(mask[:, k - 1], classes), total.get(k, 0)) for k in at_set]

            # Choices without a row count as 0.
            best = self._best(parts, gains.ceiling)
            if not above:
                best = self._raised(best, pair, gains.base)
            total[above] = total.get(above, 0) + best

        # Nothing may be left for the empty choice: then the sum is 0 for every class.
        if 0 in total:
            return total[0]
        return np.zeros(len(self.met.own[gains.pair(0)]), dtype=np.int64)

    def _raised(self, values: Numerators, pair: tuple[int, int], base: int) -> Numerators:
        """Return sums over the pairs with the same class of the opponent in an earlier round."""
        own_round, number = pair
        for j in range(number, base, -1):
            num_pairs = len(self.met.own[own_round, j - 1])
            values = _sums(values, self.met.other_above[own_round, j], num_pairs)
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
    common = 1
    for payoffs, pairs in zip(game.payoffs, game.pairs, strict=True):
        common = math.lcm(common, payoffs.denominator * pairs.denominator)

    # No sum is larger in size than those over all pairs, ends and histories, with the opponent's whole weight.
    bound = common
    factors = []
    for payoffs, pairs in zip(game.payoffs, game.pairs, strict=True):
        factor = common // (payoffs.denominator * pairs.denominator)
        factors.append(factor)
        of_coefficients = np.abs(payoffs.numerators[player].astype(object)).sum(axis=(1, 2))
        for row, coefficients in zip(pairs.numerators.tolist(), of_coefficients, strict=True):
            bound += UNIT * factor * sum(map(abs, row)) * coefficients

    dtype = np.dtype(object if bound >= SAFE else np.int64)
    tables = []
    rounds = zip(game.payoffs, game.pairs, met.order, factors, strict=True)
    for payoffs, pairs, order, factor in rounds:
        features = pairs.numerators[:, order].astype(dtype)
        coefficients = payoffs.numerators[player].astype(dtype) * factor
        tables.append((features, coefficients))
    return tables, bound


def _share(above: Ints, alive: Mask) -> Ints:
    """Return the weights of `dominated.UNIT` at a set: divided equally among the choices that are alive."""
    num_alive = np.maximum(alive.sum(axis=1, keepdims=True), 1)
    return np.asarray(above // num_alive * alive, dtype=np.int64)


def _way(above: Ints, alive: Mask) -> Ints:
    """Return whether the choices of a set can be avoided."""
    has_others = alive.sum(axis=1, keepdims=True) > 1
    way_of_alive = np.where(has_others, FREE, above)
    return np.asarray(np.where(alive, way_of_alive, DEAD), dtype=np.int64)
