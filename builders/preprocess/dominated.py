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
    first = _restricted_index(form.sequences[0], kept[0])
    second = _restricted_index(form.sequences[1], kept[1])
    target = SequenceForm(
        sequences=(first, second),
        E=plan_constraints(first),
        F=plan_constraints(second),
        A=form.A.submatrix(*kept),
        B=form.B.submatrix(*kept),
        W=form.W.submatrix(*kept),
        title=form.title,
        players=form.players,
        of_matrices=form.of_matrices,
    )

    first_map = _map_to(form.sequences[0], first, kept[0])
    second_map = _map_to(form.sequences[1], second, kept[1])
    return Reduced(target, ProfileMap((first_map, second_map)))


def _map_to(index: SequenceIndex, small: SequenceIndex, kept: Mask) -> StrategyMap:
    """Return the map of a player's strategies in which all sequences that are not kept have weight zero."""
    places = np.where(kept, np.cumsum(kept) - 1, DECIDED)
    return StrategyMap(index, small, places, np.zeros(len(index), dtype=np.int64))


def _restricted_index(index: SequenceIndex, kept: Mask) -> SequenceIndex:
    """Return the index of the sequences that are kept, and of the sets that these lead to."""
    number = np.cumsum(kept) - 1
    sets = np.flatnonzero(kept[index.parent_sequence])
    infoset_names = []
    action_names = []
    num_actions = []
    for row in sets.tolist():
        is_kept = kept[index.first_sequence[row] : index.first_sequence[row + 1]]
        infoset_names.append(index.infoset_names[row])
        action_names.append(tuple(compress(index.action_names[row], is_kept)))
        num_actions.append(len(action_names[-1]))

    # The order of the sets, without those that are gone.
    place = np.full(index.num_infosets, -1, dtype=np.int64)
    place[sets] = np.arange(len(sets))
    order = place[index.order]
    return SequenceIndex(
        player=index.player,
        parent_sequence=number[index.parent_sequence[sets]],
        first_sequence=np.cumsum([1, *num_actions], dtype=np.int64),
        infoset_names=tuple(infoset_names),
        action_names=tuple(action_names),
        order=order[order >= 0],
        actions_are_names=index.actions_are_names,
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

    The players take turns, player 0 first; a turn goes from the last information sets to the first. With `once` each
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
        own = Turn(step.target, player).undominated(least_share)
        if own.all():
            return False
        opponents = np.ones(len(step.target.sequences[1 - player]), dtype=bool)
        kept = (own, opponents) if player == 0 else (opponents, own)
        step = step.then(partial(restricted, kept=kept))
        return True

    take_turns(turn, once)
    return step


def take_turns(turn: Callable[[int], bool], once: bool) -> None:
    """Let the players take turns, player 0 first, until two in a row have changed nothing, or each has had one."""
    if once:
        turn(0)
        turn(1)
        return
    player = 0
    unchanged_turns = 0
    while unchanged_turns < 2:
        unchanged_turns += 1
        if turn(player):
            unchanged_turns = 0
        player = 1 - player


class _Entries(NamedTuple):
    """Entries of a sparse matrix of integers, by ascending keys: row · number of columns + column."""

    keys: Ints
    values: Numerators

    def rows(self, rows: Ints, columns: int, sign: int = 1) -> tuple[Ints, Ints, Numerators]:
        """Return the entries of the given rows, with the places of their rows among the given ones, and columns."""
        start = np.searchsorted(self.keys, rows * columns)
        count = np.searchsorted(self.keys, (rows + 1) * columns) - start
        entries = ranges(start, count)
        place_of_row = np.repeat(np.arange(len(rows)), count)
        column = self.keys[entries] - (rows * columns)[place_of_row]
        return place_of_row, column, sign * self.values[entries]


class _Sums:
    """Sparse matrices that grow by addition, apart for each stage of a player's sequences."""

    def __init__(self, index: SequenceIndex) -> None:
        # The empty sequence, of set -1, reads the last entry: it has the stage -1.
        self.stage = np.append(index.depth, -1)[index.infoset_of]
        self.parts: dict[int, list[_Entries]] = {}

    def add(self, sequences: Ints, keys: Ints, values: Numerators) -> None:
        """Add entries, each at the stage of its sequence."""
        stages = self.stage[sequences]
        order = np.argsort(stages, kind="stable")
        for first, last in pairwise([*_starts(stages[order]).tolist(), len(order)]):
            of_stage = order[first:last]
            stage = int(stages[of_stage[0]])
            part = _Entries(keys[of_stage], values[of_stage])
            self.parts.setdefault(stage, []).append(part)

    def pop(self, stage: int) -> _Entries:
        """Return the sum for a stage."""
        parts = self.parts.pop(stage, None)
        if parts is None:
            return _Entries(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64))
        keys = np.concatenate([part.keys for part in parts])
        values = np.concatenate([part.values for part in parts])
        order = np.argsort(keys, kind="stable")
        starts = _starts(keys[order])
        return _Entries(keys[order][starts], np.add.reduceat(values[order], starts))


class Turn:
    """The search for a player's dominated sequences.

    At each sequence of the opponent, a row of `ceilings` is the most that the continuations of a sequence are worth, of
    `floors` what the chosen one is; `worth` is the latter against a uniformly random opponent.

    Stage by stage, from the last: the sequences of each set are compared, pair by pair, the floor of one against the
    ceiling of the other, and the dominated ones go. The others are added up at the sequence before the set: the chosen
    one to its floor, the most of all to its ceiling.

    - `dominated_by`: For each dominated sequence another one of its set that dominates it.
    - `chosen`: The choice at each set that continues the floor.
    """

    def __init__(self, form: SequenceForm, player: int) -> None:
        self.own = form.sequences[player]
        self.opponent = form.sequences[1 - player]
        self.columns = len(self.opponent)
        matrix = form.A if player == 0 else form.B.T
        self.matrix = matrix

        # No sum below is larger than this in size, so that nothing wraps around.
        largest = 2 * int(total(absolute(matrix.values.numerators)))
        values = widened(matrix.values.numerators, largest)
        self.ceilings = _Sums(self.own)
        self.floors = _Sums(self.own)
        for sums in (self.ceilings, self.floors):
            sums.add(matrix.rows, matrix.rows * self.columns + matrix.columns, values)

        worth = matrix.dot(ExactArray(_equal_weights(self.opponent)))
        self.worth = widened(worth.numerators, largest * UNIT).copy()
        # What dominates an action is worth at least as much against every plan, and so against these few.
        self.trials = [self.trial(seed) for seed in range(TRIALS)]
        self.alive = np.ones(len(self.own), dtype=bool)
        self.dominated_by: dict[int, int] = {}
        self.chosen: dict[int, int] = {}

    def trial(self, seed: int) -> Numerators:
        """Return the most that each sequence is worth against a pure plan of the opponent."""
        gradient = self.matrix.dot(_pure_weights(self.opponent, seed))
        return _best_values(self.own, gradient)

    def undominated(self, least_share: float = 0.0) -> Mask:
        """Return a mask of the sequences that are not dominated, nor follow one that is.

        All are kept if fewer than the least share of those tested first are dominated.
        """
        num_actions = self.own.num_actions
        enough = TESTED_FIRST * len(self.own)
        tested = 0
        for stage in reversed(range(len(self.own.stages))):
            sets, sequences = self.own.stages[stage]
            ceiling = self.ceilings.pop(stage)
            floor = self.floors.pop(stage)
            for place in range(int(num_actions[sets].max())):
                self._test(sets[num_actions[sets] > place], place, ceiling, floor)

            # Once, at the stage where enough have been tested, the turn may end without any result.
            is_enough_now = tested < enough <= tested + len(sequences)
            tested += len(sequences)
            dominated = len(self.alive) - int(np.count_nonzero(self.alive))
            if is_enough_now and dominated < least_share * tested:
                return np.ones(len(self.own), dtype=bool)

            if stage:
                self._add_continuations(sequences[self.alive[sequences]], ceiling, floor)

        # What follows a dominated sequence is gone as well: from the first stage on.
        for sets, sequences in self.own.stages:
            is_reached = self.alive[self.own.parent_sequence[sets]]
            self.alive[sequences] &= np.repeat(is_reached, num_actions[sets])
        return self.alive

    def _test(self, sets: Ints, place: int, ceiling: _Entries, floor: _Entries) -> None:
        """Remove the sequences with one place at sets of a stage if they are dominated by others that are left.

        A pair is a sequence and another of its set that may dominate it. Pure plans of the opponent, the trials, leave
        few pairs, and these are tested in the order of the worth of the better one, for each worse one first 1, then 2,
        4 and so on: a test that succeeds saves the others.
        """
        first = self.own.first_sequence[sets]
        num_actions = self.own.num_actions[sets]
        better = ranges(first, num_actions)
        worse = np.repeat(first + place, num_actions)
        is_candidate = self.alive[better] & (better != worse)
        for trial in self.trials:
            is_candidate &= trial[better] >= trial[worse]
        better = better[is_candidate]
        worse = worse[is_candidate]

        by_worth = np.argsort(-self.worth[better], kind="stable")
        order = by_worth[np.argsort(worse[by_worth], kind="stable")]
        better = better[order]
        worse = worse[order]
        tests = 1
        while len(worse):
            starts = _starts(worse)
            rank = np.arange(len(worse)) - np.repeat(starts, np.diff([*starts, len(worse)]))
            is_now = rank < tests
            is_dominated = self._never_less(better[is_now], worse[is_now], ceiling, floor)
            self.alive[worse[is_now][is_dominated]] = False
            pairs = zip(worse[is_now][is_dominated], better[is_now][is_dominated], strict=True)
            for lost, dominating in pairs:
                self.dominated_by.setdefault(int(lost), int(dominating))

            is_later = ~is_now & self.alive[worse]
            better = better[is_later]
            worse = worse[is_later]
            tests *= 2

    def _never_less(self, better: Ints, worse: Ints, ceiling: _Entries, floor: _Entries) -> Mask:
        """Return whether, for each pair, floor minus ceiling is nonnegative on all plans of the opponent.

        Of each pair the difference is a sparse row over the opponent's sequences. The opponent's best reply is folded
        from the last stage up: at every set the least of its sequences is added to the sequence before it. What is
        left at the empty sequence is the least difference over all plans.
        """
        if len(better) > PAIRS:
            half = len(better) // 2
            first = self._never_less(better[:half], worse[:half], ceiling, floor)
            second = self._never_less(better[half:], worse[half:], ceiling, floor)
            return np.concatenate([first, second])

        of_better = floor.rows(better, self.columns)
        of_worse = ceiling.rows(worse, self.columns, sign=-1)
        pair = np.concatenate([of_better[0], of_worse[0]])
        sequence = np.concatenate([of_better[1], of_worse[1]])
        value = np.concatenate([of_better[2], of_worse[2]])
        if len(value) < FEW * len(self.opponent.stages):
            return self._never_less_one_by_one(len(better), pair, sequence, value)

        opponent = self.opponent
        sums = _Sums(opponent)
        sums.add(sequence, pair * self.columns + sequence, value)
        for stage in reversed(range(len(opponent.stages))):
            if stage not in sums.parts:
                continue
            keys, values = sums.pop(stage)
            pair, sequence = np.divmod(keys, self.columns)
            sets = opponent.infoset_of[sequence]
            starts = _starts(pair * opponent.num_infosets + sets)
            pair = pair[starts]
            sets = sets[starts]
            least = np.minimum.reduceat(values, starts)

            # Sequences without an entry have 0.
            has_zero = np.diff([*starts, len(values)]) < opponent.num_actions[sets]
            least[has_zero] = np.minimum(least[has_zero], 0)
            above = opponent.parent_sequence[sets]
            counts = np.asarray(least != 0, dtype=bool)
            sums.add(above[counts], (pair * self.columns + above)[counts], least[counts])

        keys, values = sums.pop(-1)
        never_less = np.ones(len(better), dtype=bool)
        never_less[keys // self.columns] = values >= 0
        return never_less

    def _never_less_one_by_one(
        self, num_pairs: int, pair: Ints, sequence: Ints, value: Numerators
    ) -> Mask:
        """Return the same for few entries, which Python adds up faster."""
        gains: list[dict[int, int]] = [{} for _ in range(num_pairs)]
        entries = zip(pair.tolist(), sequence.tolist(), value.tolist(), strict=True)
        for number, column, gain in entries:
            gains[number][column] = gains[number].get(column, 0) + gain
        return np.array(list(map(self._is_nonnegative, gains)), dtype=bool)

    def _is_nonnegative(self, gains: dict[int, int]) -> bool:
        """Return whether a linear function is nonnegative on all plans of the opponent."""
        # The sets that have an entry, the largest number first: a set has a larger number than the one before it.
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

    def continuation(self, sequence: int) -> list[int]:
        """Return a sequence with all that follow it by the choices that continue its floor."""
        sequences = [sequence]
        for current in sequences:  # which grows
            sequences += [self.chosen[row] for row in self.sets_after.get(current, ())]
        return sequences

    def most(self, sequence: int) -> dict[int, int]:
        """Return the ceiling of a sequence: at each of the opponent's the most that its continuations are worth."""
        order = [sequence]
        for current in order:  # which grows
            for row in self.sets_after.get(current, ()):
                order += self._left_at(row)

        matrix = self.matrix
        ceilings: dict[int, dict[int, int]] = {}
        for current in reversed(order):
            places = slice(int(matrix.row_start[current]), int(matrix.row_start[current + 1]))
            values = map(int, matrix.values.numerators[places].tolist())
            ceiling = dict(zip(matrix.columns[places].tolist(), values, strict=True))
            for row in self.sets_after.get(current, ()):
                choices = [ceilings.pop(choice) for choice in self._left_at(row)]
                for column in set().union(*choices):
                    largest = max(choice.get(column, 0) for choice in choices)
                    ceiling[column] = ceiling.get(column, 0) + largest
            ceilings[current] = ceiling
        return ceilings[sequence]

    def _left_at(self, row: int) -> list[int]:
        """Return the choices at a set that are not dominated themselves."""
        start, stop = self.own.first_sequence[row : row + 2].tolist()
        return [choice for choice in range(start, stop) if choice not in self.dominated_by]

    @cached_property
    def sets_after(self) -> dict[int, list[int]]:
        """The sets that come next after a sequence."""
        sets: dict[int, list[int]] = {}
        for row, above in enumerate(self.own.parent_sequence.tolist()):
            sets.setdefault(above, []).append(row)
        return sets

    def _add_continuations(self, choices: Ints, ceiling: _Entries, floor: _Entries) -> None:
        """Add the continuations at the sets of a stage, with the choices left there, to the sequences before them."""
        own = self.own
        columns = self.columns
        starts = _starts(own.infoset_of[choices])
        counts = np.diff([*starts, len(choices)])
        sets = own.infoset_of[choices[starts]]
        above = own.parent_sequence[sets]

        # The first of the choices that are worth most at a set continues the floor.
        largest = np.maximum.reduceat(self.worth[choices], starts)
        best = choices[np.flatnonzero(self.worth[choices] == np.repeat(largest, counts))]
        chosen = best[_starts(own.infoset_of[best])]
        self.chosen.update(zip(sets.tolist(), chosen.tolist(), strict=True))
        np.add.at(self.worth, above, self.worth[chosen])
        place, column, value = floor.rows(chosen, columns)
        self.floors.add(above[place], above[place] * columns + column, value)

        # The ceiling is the most of all choices, at each sequence of the opponent.
        place, column, value = ceiling.rows(choices, columns)
        keys = np.repeat(np.arange(len(sets)), counts)[place] * columns + column
        order = np.argsort(keys, kind="stable")
        keys = keys[order]
        value = value[order]
        starts = _starts(keys)
        most = np.maximum.reduceat(value, starts) if len(starts) else value
        place, column = np.divmod(keys[starts], columns)
        has_zero = np.diff([*starts, len(value)]) < counts[place]
        most[has_zero] = np.maximum(most[has_zero], 0)
        self.ceilings.add(above[place], above[place] * columns + column, most)


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
    """Return the plan of the first actions for seed 0, of the last ones for seed 1, or of random ones."""
    num_actions = index.num_actions
    if seed == 0:
        choice = np.zeros_like(num_actions)
    elif seed == 1:
        choice = num_actions - 1
    else:
        choice = np.random.default_rng(seed).integers(0, num_actions)
    weights = np.zeros(len(index), dtype=np.int64)
    weights[0] = 1
    for sets, _ in index.stages:
        weights[index.first_sequence[sets] + choice[sets]] = weights[index.parent_sequence[sets]]
    return ExactArray(weights)
