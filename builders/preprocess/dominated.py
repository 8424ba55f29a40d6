"""Iterated elimination of dominated sequences in any two-player game."""

from __future__ import annotations

from functools import partial
from heapq import heapify, heappop, heappush
from itertools import compress, pairwise

import numpy as np
import numpy.typing as npt

from seqform.builders.forms.sequence_form import plan_constraints
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

UNIT = 2**10 * 3**6
"""Weight of the opponent's empty sequence, divided equally at each set and rounded down, by which continuations are
compared: integers, so that ties are ties whatever form the game has."""

TRIALS = 6
"""Pure plans of the opponent against which no action may do worse than one that it dominates."""


def eliminate_dominated(form: SequenceForm) -> Reduced[SequenceForm, RealizationPlans, RealizationPlans]:
    """Return the game without dominated sequences and what follows them, removed until none of either player is found.

    At an information set an action is dominated by another if one continuation of the player after the other, the best
    against a uniformly random opponent, is worth at least as much against every plan of the opponent as all
    continuations after the action, and even as one that is chosen for each sequence of the opponent. The least
    difference over the opponent's remaining plans, a tree of choices, is found bottom-up, in integers. The player may
    as well play the other action, so an equilibrium of the smaller game is an equilibrium of the game, and so is the
    value of a constant-sum game. Weak dominance may cost other equilibria. Each player's own payoffs count.

    The players take turns, player 1 first; a turn goes from the last information sets to the first. `undominated` is
    the same rule for games of classes.

    References
    ----------
    Gilpin & Sandholm, Finding equilibria in large sequential games of imperfect information, EC 2006, section 5.
    """
    step: Reduced[SequenceForm, RealizationPlans, RealizationPlans] = Reduced(form, unchanged)
    player, unsuccessful = 0, 0
    while unsuccessful < 2:
        sides = _Side(step.target, 0), _Side(step.target, 1)
        found = _remove_dominated(sides[player], sides[1 - player])
        if found:
            step = step.then(partial(restricted, kept=(np.array(sides[0].alive), np.array(sides[1].alive))))
        player, unsuccessful = 1 - player, 0 if found else unsuccessful + 1
    return step


class _Side:
    """A player's sequences with bounds on what they are worth, and a mask of those that are left.

    At each sequence of the opponent, `ceiling` is the most that a continuation is worth, `floor` what the chosen one
    is; `worth` is the latter against a uniformly random opponent.
    """

    def __init__(self, form: SequenceForm, player: int) -> None:
        self.index: SequenceIndex = form.sequences[player]
        self.alive = [True] * len(self.index)
        self.start: list[int] = self.index.first_sequence.tolist()
        self.above: list[int] = self.index.parent_sequence.tolist()
        self.set_of: list[int] = self.index.infoset_of.tolist()
        self.below: list[list[int]] = [[] for _ in self.alive]
        for row, sequence in enumerate(self.above):
            self.below[sequence].append(row)
        self.ceiling = _rows(form.A if player == 0 else form.B.T)
        self.floor = [gains.copy() for gains in self.ceiling]
        opponent = form.sequences[1 - player]
        weights = _equal_weights(opponent)
        self.worth = [sum(gain * weights[sequence] for sequence, gain in gains.items()) for gains in self.floor]
        plans = (_pure_weights(opponent, seed) for seed in range(TRIALS))
        self.trials = [_worth(self.index, form.gradient(player, plan)) for plan in plans]

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

    def may_dominate(self, better: int, worse: int) -> bool:
        """Return whether no trial shows that one choice does not dominate another."""
        return better != worse and all(trial[better] >= trial[worse] for trial in self.trials)

    def add_continuations(self, row: int) -> None:
        """Add the continuations at a set to those of the sequence before it."""
        above, choices = self.above[row], self.choices(row)
        if above == 0:
            return
        chosen = max(choices, key=self.worth.__getitem__)
        self.worth[above] += self.worth[chosen]
        _add(self.floor[above], self.floor[chosen])
        ceilings = [self.ceiling[sequence] for sequence in choices]
        most = {sequence: max(ceiling.get(sequence, 0) for ceiling in ceilings) for sequence in set().union(*ceilings)}
        _add(self.ceiling[above], most)
        for sequence in choices:
            self.floor[sequence] = self.ceiling[sequence] = {}  # free the memory

    def never_below_zero(self, gains: Gains) -> bool:
        """Return whether a linear function is nonnegative on all plans of this player."""
        total = {sequence: gain for sequence, gain in gains.items() if gain}
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


def _remove_dominated(side: _Side, opponent: _Side) -> bool:
    """Remove a player's dominated sequences, last information sets first; return whether there were any."""
    found = False
    for row in reversed(range(side.index.num_infosets)):
        for worse in side.choices(row):
            others = (one for one in side.choices(row) if side.may_dominate(one, worse))
            if any(opponent.never_below_zero(_add(side.floor[one].copy(), side.ceiling[worse], -1)) for one in others):
                side.remove(worse)
                found = True
        side.add_continuations(row)
    return found


def _worth(index: SequenceIndex, gradient: Vector) -> list[int]:
    """Return numerators of the value of each sequence with the best play after it."""
    value = index.best_response(gradient).sequence_value
    assert isinstance(value, ExactArray)
    return list(value.numerators.tolist())


def _equal_weights(index: SequenceIndex) -> list[int]:
    """Return integers near the weights of the uniformly random plan, times `UNIT`."""
    weights = [UNIT]
    for above, actions in zip(index.parent_sequence.tolist(), index.num_actions.tolist(), strict=True):
        weights += [weights[above] // actions] * actions
    return weights


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
