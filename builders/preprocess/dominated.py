"""Iterated elimination of dominated sequences in any two-player game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial, reduce
from heapq import heapify, heappop, heappush
from itertools import compress, pairwise

import numpy as np
import numpy.typing as npt

from seqform.builders.forms.sequence_form import plan_constraints
from seqform.builders.forms.starts import centroid
from seqform.models.games.infosets import SequenceIndex
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Mask, Vector
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.reduced import Reduced, unchanged
from seqform.models.strategies.behavior import RealizationPlans
from seqform.models.strategies.maps import DECIDED, ProfileMap, StrategyMap


def restricted(
    form: SequenceForm, kept: tuple[Mask, Mask]
) -> Reduced[SequenceForm, RealizationPlans, RealizationPlans]:
    """Return the sequence form of the game in which only some sequences, and the sets after them, are kept.

    The masks have shapes (|S1|,) and (|S2|,). Sequences after one that is not kept are not kept either; at every set
    that can still be reached at least one sequence is kept. `lift` gives all others weight zero.
    """
    indices = form.sequences[0], form.sequences[1]
    first, second = (_restricted_index(index, mask) for index, mask in zip(indices, kept, strict=True))
    A, B, W = (matrix.submatrix(*kept) for matrix in (form.A, form.B, form.W))
    target = SequenceForm(
        (first, second), plan_constraints(first), plan_constraints(second), A, B, W, form.title, form.players
    )
    one, other = (
        StrategyMap(index, small, np.where(mask, np.cumsum(mask) - 1, DECIDED), np.zeros(len(index), dtype=np.int64))
        for index, small, mask in zip(indices, (first, second), kept, strict=True)
    )
    return Reduced(target, ProfileMap((one, other)))


def _restricted_index(index: SequenceIndex, kept: Mask) -> SequenceIndex:
    sets = np.flatnonzero(kept[index.parent_sequence])
    number = np.cumsum(kept) - 1
    actions = np.add.reduceat(kept.astype(np.int64), index.first_sequence[:-1]) if index.num_infosets else sets
    place = np.full(index.num_infosets, -1, dtype=np.int64)
    place[sets] = np.arange(len(sets))
    order = place[index.order]
    return SequenceIndex(
        player=index.player,
        parent_sequence=number[index.parent_sequence[sets]],
        first_sequence=np.concatenate([[1], 1 + np.cumsum(actions[sets])]).astype(np.int64),
        infoset_names=tuple(index.infoset_names[row] for row in sets),
        action_names=tuple(tuple(compress(index.action_names[row], kept[index.first_sequence[row] :])) for row in sets),
        order=order[order >= 0],
    )


Gains = dict[int, int]
"""Numerators of a player's payoff at sequences of the opponent; zero where there is none."""

MAX_CONTINUATIONS = 8
"""Limit on the continuations of an action that are enumerated; beyond it one bound replaces them."""

TRIALS = 6
"""Pure plans of the opponent against which no action may do worse than one that it dominates."""


def eliminate_dominated(
    form: SequenceForm, max_continuations: int = MAX_CONTINUATIONS
) -> Reduced[SequenceForm, RealizationPlans, RealizationPlans]:
    """Return the game without dominated sequences and what follows them, removed until none of either player is found.

    At an information set an action is dominated by another if, for every continuation of the player after it, there is
    a continuation after the other that is worth at least as much against every plan of the opponent: the least
    difference over the remaining strategy space of the opponent, a tree of choices, is found bottom-up, in integers. A
    player of the action may as well play the other one, so an equilibrium of the smaller game is an equilibrium of the
    game, and so is the value of a constant-sum game. Weak dominance may cost other equilibria. Each player's own
    payoffs count. See Gilpin & Sandholm, Finding equilibria in large sequential games of imperfect information, EC
    2006, section 5.

    Beyond `max_continuations` continuations of the dominated action, the best payoff against each of the opponent's
    sequences replaces them; beyond it after the other action, the best against a uniformly random opponent does. Both
    are safe and may find fewer dominated sequences.
    """
    step: Reduced[SequenceForm, RealizationPlans, RealizationPlans] = Reduced(form, unchanged)
    while True:
        samples = _samples(step.target, 0), _samples(step.target, 1)
        sides = _Side(step.target, 0, samples), _Side(step.target, 1, samples)
        found = [_remove_dominated(sides[player], sides[1 - player], max_continuations) for player in (0, 1)]
        if not any(found):
            return step
        kept = np.array(sides[0].alive), np.array(sides[1].alive)
        step = step.then(partial(restricted, kept=kept))


@dataclass
class _Onwards:
    """Payoffs of the continuations of a sequence: of each unless there are too many, a bound on all, and of one.

    The bound is the best against each sequence of the opponent, the one the best against a uniformly random opponent.
    """

    ways: list[Gains] | None
    ceiling: Gains
    greedy: Gains


class _Side:
    """A player's sequences with their continuations, and a mask of those that are left."""

    def __init__(self, form: SequenceForm, player: int, samples: tuple[list[ExactArray], list[ExactArray]]) -> None:
        self.index: SequenceIndex = form.sequences[player]
        self.alive = [True] * len(self.index)
        self.start: list[int] = self.index.first_sequence.tolist()
        self.above: list[int] = self.index.parent_sequence.tolist()
        self.set_of: list[int] = self.index.infoset_of.tolist()
        self.below: list[list[int]] = [[] for _ in self.alive]
        for row, sequence in enumerate(self.above):
            self.below[sequence].append(row)
        rows = _rows(form.A if player == 0 else form.B.T)
        self.onwards = [_Onwards([gains.copy()], gains.copy(), gains) for gains in rows]
        self.samples: list[list[int]] = [weights.numerators.tolist() for weights in samples[player]]
        self.trials = [_worth(self.index, form.gradient(player, against)) for against in samples[1 - player]]

    def choices(self, row: int) -> list[int]:
        """Return the sequences left at an information set."""
        return [sequence for sequence in range(self.start[row], self.start[row + 1]) if self.alive[sequence]]

    def remove(self, sequence: int) -> None:
        """Remove a sequence and all that follow it."""
        pending = [sequence]
        while pending:
            gone = pending.pop()
            self.alive[gone] = False
            for row in self.below[gone]:
                pending.extend(range(self.start[row], self.start[row + 1]))

    def add_continuations(self, row: int, limit: int) -> None:
        """Add the continuations at a set to those of the sequence before it."""
        if self.above[row] == 0:
            return
        total, choices = self.onwards[self.above[row]], self.choices(row)
        parts = [self.onwards[sequence] for sequence in choices]
        total.ways = _combined(total.ways, parts, limit)
        _add(total.ceiling, reduce(_larger, (part.ceiling for part in parts)))
        _add(total.greedy, self.onwards[max(choices, key=self.trials[0].__getitem__)].greedy)
        for sequence in choices:
            self.onwards[sequence] = _Onwards(None, {}, {})  # free the memory

    def never_below_zero(self, gains: Gains) -> bool:
        """Return whether a linear function is nonnegative on all plans of this player."""
        total = {sequence: gain for sequence, gain in gains.items() if gain and self.alive[sequence]}
        if any(sum(gain * plan[sequence] for sequence, gain in total.items()) < 0 for plan in self.samples):
            return False
        pending = [-self.set_of[sequence] for sequence in total if sequence]
        heapify(pending)
        while pending:
            row = -heappop(pending)
            while pending and pending[0] == -row:
                heappop(pending)
            least = min(total.get(sequence, 0) for sequence in self.choices(row))
            above = self.above[row]
            if least:
                total[above] = total.get(above, 0) + least
                if above:
                    heappush(pending, -self.set_of[above])
        return total.get(0, 0) >= 0


def _combined(ways: list[Gains] | None, parts: list[_Onwards], limit: int) -> list[Gains] | None:
    """Return the continuations before a set combined with those at it, or None beyond the limit."""
    here: list[Gains] = []
    for part in parts:
        if part.ways is None:
            return None
        here += part.ways
    if ways is None or len(ways) * len(here) > limit:
        return None
    if len(ways) == len(here) == 1:
        _add(ways[0], here[0])
        return ways
    return [_add(before.copy(), after) for before in ways for after in here]


def _remove_dominated(side: _Side, opponent: _Side, limit: int) -> bool:
    """Remove a player's dominated sequences, last information sets first; return whether there were any."""
    found = False
    for row in reversed(range(side.index.num_infosets)):
        for worse in side.choices(row):
            others = [
                one
                for one in side.choices(row)
                if one != worse and all(trial[one] >= trial[worse] for trial in side.trials)
            ]
            if any(_dominates(side, opponent, better, worse) for better in others):
                side.remove(worse)
                found = True
        side.add_continuations(row, limit)
    return found


def _dominates(side: _Side, opponent: _Side, better: int, worse: int) -> bool:
    one, other = side.onwards[better], side.onwards[worse]
    answers = [one.greedy] if one.ways is None else one.ways
    ways = [other.ceiling] if other.ways is None else other.ways
    return all(any(opponent.never_below_zero(_add(answer.copy(), way, -1)) for answer in answers) for way in ways)


def _worth(index: SequenceIndex, gradient: Vector) -> list[int]:
    """Return numerators of the value of each sequence with the best play after it."""
    value = index.best_response(gradient).sequence_value
    assert isinstance(value, ExactArray)
    return list(value.numerators.tolist())


def _samples(form: SequenceForm, player: int) -> list[ExactArray]:
    """Return some of a player's plans: the uniformly random one, and pure ones."""
    uniform = centroid(form)[player].weights
    assert isinstance(uniform, ExactArray)
    return [uniform, *(_pure_weights(form.sequences[player], seed) for seed in range(TRIALS))]


def _pure_weights(index: SequenceIndex, seed: int) -> ExactArray:
    """Return the plan of the first actions, of the last ones, or of random ones."""
    ways = index.num_actions
    choice = [0 * ways, ways - 1, np.random.default_rng(seed).integers(0, ways)][min(seed, 2)]
    weights = [1] + [0] * (len(index) - 1)
    for above, chosen in zip(
        index.parent_sequence.tolist(), (index.first_sequence[:-1] + choice).tolist(), strict=True
    ):
        weights[chosen] = weights[above]
    return ExactArray(np.array(weights, dtype=np.int64))


def _rows(matrix: ExactMatrix) -> list[Gains]:
    start = matrix.row_start.tolist()
    columns: list[int] = matrix.columns.tolist()
    values: npt.NDArray[np.object_] = matrix.values.numerators
    numerators: list[int] = values.tolist()
    return [dict(zip(columns[i:j], numerators[i:j], strict=True)) for i, j in pairwise(start)]


def _add(total: Gains, more: Gains, sign: int = 1) -> Gains:
    for sequence, gain in more.items():
        total[sequence] = total.get(sequence, 0) + sign * gain
    return total


def _larger(one: Gains, other: Gains) -> Gains:
    return {sequence: max(one.get(sequence, 0), other.get(sequence, 0)) for sequence in one.keys() | other.keys()}
