"""Iterated elimination of dominated sequences in any two-player game."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from heapq import heapify, heappop, heappush
from itertools import compress, pairwise
from typing import NamedTuple

import numpy as np

from seqform.builders.forms.sequence_form import plan_constraints
from seqform.models.games.infosets import SequenceIndex, ranges
from seqform.models.numbers.exact import ExactArray, Ints, Mask, Vector
from seqform.models.numbers.integers import Numerators, absolute, total, widened
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.reduced import DECIDED, ProfileMap, Reduced, StrategyMap, unchanged
from seqform.models.strategies.behavior import RealizationPlans


def restricted(
    form: SequenceForm, kept: tuple[Mask, Mask]
) -> Reduced[SequenceForm, RealizationPlans, RealizationPlans]:
    """Return the sequence form of the game in which only some sequences, and the sets after them, are kept.

    The masks have shapes (|S1|,) and (|S2|,). Sequences after one that is not kept are not kept either; at every set
    that can still be reached at least one sequence is kept. `lift` gives all others weight zero.
    """
    indices = form.sequences[0], form.sequences[1]
    first, second = (
        _restricted_index(index, mask) for index, mask in zip(indices, kept, strict=True)
    )
    A, B, W = (matrix.submatrix(*kept) for matrix in (form.A, form.B, form.W))
    target = SequenceForm(
        (first, second),
        plan_constraints(first),
        plan_constraints(second),
        A,
        B,
        W,
        form.title,
        form.players,
    )
    one, other = (
        StrategyMap(
            index,
            small,
            np.where(mask, np.cumsum(mask) - 1, DECIDED),
            np.zeros(len(index), dtype=np.int64),
        )
        for index, small, mask in zip(indices, (first, second), kept, strict=True)
    )
    return Reduced(target, ProfileMap((one, other)))


def _restricted_index(index: SequenceIndex, kept: Mask) -> SequenceIndex:
    sets = np.flatnonzero(kept[index.parent_sequence])
    number = np.cumsum(kept) - 1
    actions = (
        np.add.reduceat(kept.astype(np.int64), index.first_sequence[:-1])
        if index.num_infosets
        else sets
    )
    place = np.full(index.num_infosets, -1, dtype=np.int64)
    place[sets] = np.arange(len(sets))
    order = place[index.order]
    return SequenceIndex(
        player=index.player,
        parent_sequence=number[index.parent_sequence[sets]],
        first_sequence=np.concatenate([[1], 1 + np.cumsum(actions[sets])]).astype(np.int64),
        infoset_names=tuple(index.infoset_names[row] for row in sets),
        action_names=tuple(
            tuple(compress(index.action_names[row], kept[index.first_sequence[row] :]))
            for row in sets
        ),
        order=order[order >= 0],
    )


UNIT = 2**10 * 3**6
"""Weight of the opponent's empty sequence, divided equally at each set and rounded down, by which continuations are
compared: integers, so that ties are ties whatever form the game has."""

TRIALS = 6
"""Pure plans of the opponent against which no action may do worse than one that it dominates."""

PAIRS = 2**14
"""Most pairs of sequences that are compared at once."""

TESTED_FIRST = 0.25
"""Share of a player's sequences, those of the last stages, by which a turn decides whether it goes on."""

MANY_DOMINATED = 0.05
"""Share of these that has to be dominated. It is 0.02 in Leduc hold'em, where a linear program of the remaining
sequences takes as long, and 0.14 to 0.35 in liar's dice and goofspiel, where it is much faster."""

FEW = 64
"""Most entries for each stage that Python adds up faster than NumPy: a long chain has few."""


def eliminate_dominated(
    form: SequenceForm, once: bool = False, if_many: bool = False
) -> Reduced[SequenceForm, RealizationPlans, RealizationPlans]:
    """Return the game without dominated sequences and what follows them, removed until none of either player is found.

    At an information set an action is dominated by another if one continuation of the player after the other, the best
    against a uniformly random opponent, is worth at least as much against every plan of the opponent as all
    continuations after the action, and even as one that is chosen for each sequence of the opponent. The least
    difference over the opponent's remaining plans, a tree of choices, is found bottom-up, in integers. The player may
    as well play the other action, so an equilibrium of the smaller game is an equilibrium of the game, and so is the
    value of a constant-sum game. Weak dominance may cost other equilibria. Each player's own payoffs count.

    The players take turns, player 1 first; a turn goes from the last information sets to the first. With `once` each
    player has one turn. With `if_many` a turn in which few sequences of the last stages are dominated, less than
    `MANY_DOMINATED`, ends there and eliminates none. `undominated` is the same rule for games of classes.

    References
    ----------
    Gilpin & Sandholm, Finding equilibria in large sequential games of imperfect information, EC 2006, section 5.
    """
    step: Reduced[SequenceForm, RealizationPlans, RealizationPlans] = Reduced(form, unchanged)

    def turn(player: int) -> bool:
        nonlocal step
        least_share = MANY_DOMINATED if if_many else 0.0
        own = _Turn(step.target, player).undominated(least_share)
        if not own.all():
            all_others = np.ones(len(step.target.sequences[1 - player]), dtype=bool)
            step = step.then(
                partial(restricted, kept=(own, all_others) if player == 0 else (all_others, own))
            )
        return not own.all()

    take_turns(turn, once)
    return step


def take_turns(turn: Callable[[int], bool], once: bool) -> None:
    """Let the players take turns, player 1 first, until two in a row have changed nothing, or each has had one."""
    if once:
        turn(0), turn(1)
        return
    player, unsuccessful = 0, 0
    while unsuccessful < 2:
        unsuccessful = 0 if turn(player) else unsuccessful + 1
        player = 1 - player


class _Entries(NamedTuple):
    """Entries of a sparse matrix of integers, by ascending keys: row · number of columns + column."""

    keys: Ints
    values: Numerators

    def rows(self, rows: Ints, columns: int, sign: int = 1) -> tuple[Ints, Ints, Numerators]:
        """Return the entries of the given rows, with the places of their rows among the given ones, and columns."""
        first, last = (
            np.searchsorted(self.keys, rows * columns),
            np.searchsorted(self.keys, (rows + 1) * columns),
        )
        places = ranges(first, last - first)
        of = np.repeat(np.arange(len(rows)), last - first)
        return of, self.keys[places] - (rows * columns)[of], sign * self.values[places]


class _Sums:
    """Sparse matrices that grow by addition, apart for each stage of a player's sequences."""

    def __init__(self, index: SequenceIndex) -> None:
        self.stage = np.append(index.depth, -1)[index.infoset_of]
        self.parts: dict[int, list[_Entries]] = {}

    def add(self, sequences: Ints, keys: Ints, values: Numerators) -> None:
        """Add entries, each at the stage of its sequence."""
        stages = self.stage[sequences]
        order = np.argsort(stages, kind="stable")
        for first, last in pairwise([*_starts(stages[order]).tolist(), len(order)]):
            there = order[first:last]
            self.parts.setdefault(int(stages[there[0]]), []).append(
                _Entries(keys[there], values[there])
            )

    def pop(self, stage: int) -> _Entries:
        """Return the sum for a stage."""
        parts = self.parts.pop(stage, None)
        if parts is None:
            return _Entries(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64))
        keys, values = (np.concatenate(one) for one in zip(*parts, strict=True))
        order = np.argsort(keys, kind="stable")
        starts = _starts(keys[order])
        return _Entries(keys[order][starts], np.add.reduceat(values[order], starts))


class _Turn:
    """The search for a player's dominated sequences.

    At each sequence of the opponent, a row of `ceilings` is the most that the continuations of a sequence are worth, of
    `floors` what the chosen one is; `worth` is the latter against a uniformly random opponent.
    """

    def __init__(self, form: SequenceForm, player: int) -> None:
        self.own, self.opponent = form.sequences[player], form.sequences[1 - player]
        matrix, self.columns = form.A if player == 0 else form.B.T, len(self.opponent)
        # No sum below is larger than this in size, so that nothing wraps around.
        largest = 2 * int(total(absolute(matrix.values.numerators)))
        values = widened(matrix.values.numerators, largest)
        self.ceilings, self.floors = _Sums(self.own), _Sums(self.own)
        for sums in (self.ceilings, self.floors):
            sums.add(matrix.rows, matrix.rows * self.columns + matrix.columns, values)
        worth = matrix.dot(ExactArray(_equal_weights(self.opponent)))
        self.worth = widened(worth.numerators, largest * UNIT).copy()
        plans = (_pure_weights(self.opponent, seed) for seed in range(TRIALS))
        self.trials = [_best_values(self.own, form.gradient(player, plan)) for plan in plans]
        self.alive = np.ones(len(self.own), dtype=bool)

    def undominated(self, least_share: float = 0.0) -> Mask:
        """Return a mask of the sequences that are not dominated, nor follow one that is.

        All are kept if fewer than the least share of those tested first are dominated.
        """
        tested = 0
        for stage in reversed(range(len(self.own.stages))):
            sets, sequences = self.own.stages[stage]
            ceiling, floor = self.ceilings.pop(stage), self.floors.pop(stage)
            actions = self.own.num_actions
            for place in range(int(actions[sets].max())):
                sets = sets[actions[sets] > place]
                self._test(sets, place, ceiling, floor)

            tests_first = tested < TESTED_FIRST * len(self.own)
            tested += len(sequences)
            dominated = len(self.alive) - int(np.count_nonzero(self.alive))
            if (
                tests_first
                and tested >= TESTED_FIRST * len(self.own)
                and dominated < least_share * tested
            ):
                return np.ones(len(self.own), dtype=bool)

            if stage:
                self._add_continuations(sequences[self.alive[sequences]], ceiling, floor)
        for sets, sequences in self.own.stages:
            self.alive[sequences] &= np.repeat(
                self.alive[self.own.parent_sequence[sets]], self.own.num_actions[sets]
            )
        return self.alive

    def _test(self, sets: Ints, place: int, ceiling: _Entries, floor: _Entries) -> None:
        """Remove the sequences with one place at sets of a stage if they are dominated by others that are left."""
        first, actions = self.own.first_sequence[sets], self.own.num_actions[sets]
        better, worse = ranges(first, actions), np.repeat(first + place, actions)
        keep = self.alive[better] & (better != worse)
        for trial in self.trials:
            keep &= trial[better] >= trial[worse]
        better, worse = better[keep], worse[keep]
        likely = np.argsort(
            -self.worth[better], kind="stable"
        )  # a test that succeeds saves the others
        order = likely[np.argsort(worse[likely], kind="stable")]
        better, worse = better[order], worse[order]
        tests = 1
        while len(worse):
            starts = _starts(worse)
            rank = np.arange(len(worse)) - np.repeat(starts, np.diff([*starts, len(worse)]))
            now = rank < tests
            gone = worse[now][self._never_less(better[now], worse[now], ceiling, floor)]
            self.alive[gone] = False
            later = ~now & self.alive[worse]
            better, worse, tests = better[later], worse[later], 2 * tests

    def _never_less(self, better: Ints, worse: Ints, ceiling: _Entries, floor: _Entries) -> Mask:
        """Return whether, for each pair, floor minus ceiling is nonnegative on all plans of the opponent."""
        if len(better) > PAIRS:
            halves = (
                self._never_less(b, w, ceiling, floor)
                for b, w in zip(*(np.array_split(one, 2) for one in (better, worse)), strict=True)
            )
            return np.concatenate(list(halves))
        opponent, sums = self.opponent, _Sums(self.opponent)
        one, other = floor.rows(better, self.columns), ceiling.rows(worse, self.columns, sign=-1)
        pair, sequence, value = (np.concatenate(parts) for parts in zip(one, other, strict=True))
        if len(value) < FEW * len(opponent.stages):
            gains: list[dict[int, int]] = [{} for _ in better]
            for of, column, gain in zip(
                pair.tolist(), sequence.tolist(), value.tolist(), strict=True
            ):
                gains[of][column] = gains[of].get(column, 0) + gain
            return np.array([self._is_nonnegative(each) for each in gains], dtype=bool)
        sums.add(sequence, pair * self.columns + sequence, value)
        for stage in reversed(range(len(opponent.stages))):
            if stage not in sums.parts:
                continue
            keys, values = sums.pop(stage)
            pair, sequence = np.divmod(keys, self.columns)
            sets = opponent.infoset_of[sequence]
            starts = _starts(pair * opponent.num_infosets + sets)
            pair, sets, least = pair[starts], sets[starts], np.minimum.reduceat(values, starts)
            elsewhere_zero = np.diff([*starts, len(values)]) < opponent.num_actions[sets]
            least[elsewhere_zero] = np.minimum(least[elsewhere_zero], 0)
            above = opponent.parent_sequence[sets]
            counts = np.asarray(least != 0, dtype=bool)
            sums.add(above[counts], (pair * self.columns + above)[counts], least[counts])
        keys, values = sums.pop(-1)
        result = np.ones(len(better), dtype=bool)
        result[keys // self.columns] = values >= 0
        return result

    def _is_nonnegative(self, gains: dict[int, int]) -> bool:
        """Return whether a linear function is nonnegative on all plans of the opponent."""
        set_of, first, above = self._opponents_sets
        pending = [-set_of[sequence] for sequence in gains if sequence]
        heapify(pending)
        while pending:
            row = -heappop(pending)
            while pending and pending[0] == -row:
                heappop(pending)
            least = min(gains.get(sequence, 0) for sequence in range(first[row], first[row + 1]))
            if least:
                gains[above[row]] = gains.get(above[row], 0) + least
                if above[row]:
                    heappush(pending, -set_of[above[row]])
        return gains.get(0, 0) >= 0

    @cached_property
    def _opponents_sets(self) -> tuple[list[int], list[int], list[int]]:
        opponent = self.opponent
        return (
            opponent.infoset_of.tolist(),
            opponent.first_sequence.tolist(),
            opponent.parent_sequence.tolist(),
        )

    def _add_continuations(self, choices: Ints, ceiling: _Entries, floor: _Entries) -> None:
        """Add the continuations at the sets of a stage, with the choices left there, to the sequences before them."""
        own, columns = self.own, self.columns
        starts = _starts(own.infoset_of[choices])
        counts = np.diff([*starts, len(choices)])
        sets = own.infoset_of[choices[starts]]
        above = own.parent_sequence[sets]
        best = self.worth[choices] == np.repeat(
            np.maximum.reduceat(self.worth[choices], starts), counts
        )
        place = np.flatnonzero(best)
        chosen = choices[place[_starts(own.infoset_of[choices[place]])]]
        np.add.at(self.worth, above, self.worth[chosen])
        of, column, value = floor.rows(chosen, columns)
        self.floors.add(above[of], above[of] * columns + column, value)
        of, column, value = ceiling.rows(choices, columns)
        here = np.repeat(np.arange(len(sets)), counts)[of]
        order = np.argsort(here * columns + column, kind="stable")
        here, column, value = here[order], column[order], value[order]
        starts = _starts(here * columns + column)
        here, column, most = (
            here[starts],
            column[starts],
            np.maximum.reduceat(value, starts) if len(starts) else value,
        )
        elsewhere_zero = np.diff([*starts, len(value)]) < counts[here]
        most[elsewhere_zero] = np.maximum(most[elsewhere_zero], 0)
        self.ceilings.add(above[here], above[here] * columns + column, most)


def _starts(keys: Ints) -> Ints:
    """Return the first places of the runs of equal keys."""
    return np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]])[: len(keys)])


def _best_values(index: SequenceIndex, gradient: Vector) -> Numerators:
    """Return numerators of the value of each sequence with the best play after it."""
    value = index.best_response(gradient).sequence_value
    assert isinstance(value, ExactArray)
    return value.numerators


def _equal_weights(index: SequenceIndex) -> Ints:
    """Return integers near the weights of the uniformly random plan, times `UNIT`."""
    weights = np.full(len(index), UNIT)
    for sets, sequences in index.stages:
        actions = index.num_actions[sets]
        weights[sequences] = np.repeat(weights[index.parent_sequence[sets]] // actions, actions)
    return weights


def _pure_weights(index: SequenceIndex, seed: int) -> ExactArray:
    """Return the plan of the first actions, of the last ones, or of random ones."""
    ways = index.num_actions
    choice = [0 * ways, ways - 1, np.random.default_rng(seed).integers(0, ways)][min(seed, 2)]
    weights = np.zeros(len(index), dtype=np.int64)
    weights[0] = 1
    for sets, _ in index.stages:
        weights[index.first_sequence[sets] + choice[sets]] = weights[index.parent_sequence[sets]]
    return ExactArray(weights)
