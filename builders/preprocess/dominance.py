"""The dominated actions of a game, each with what dominates it: another action, or a mixture of several.

`Turn` finds actions that another one dominates, by the rule of `eliminate_dominated`; linear programs, which a caller
solves, find the mixtures. What dominates an action is compared with it here, against all plans of the opponent, so that
no verdict rests on a solver.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from heapq import heapify, heappop, heappush
from itertools import chain
from typing import Literal

import numpy as np

from seqform.builders.preprocess.dominated import TRIALS, Turn, restricted, take_turns
from seqform.builders.programs.dominated_action import MixtureSearch
from seqform.models.games.infosets import SequenceIndex
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Mask
from seqform.models.numbers.integers import Numerators
from seqform.models.numbers.text import short
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.reduced import Reduced, unchanged
from seqform.models.strategies.behavior import RealizationPlans

Dominance = Literal["strictly", "weakly", "equal"]

Solver = Callable[[LinearProgram], ExactArray | None]
"""Returns the optimal columns of a linear program, exactly; None where it is too large."""

MORE_TRIALS = 200
"""Further pure plans of the opponent that exclude mixtures, each far cheaper than a linear program."""

_ORDER = ("strictly", "weakly", "equal")

_Row = dict[int, int]
_Weights = dict[int, Fraction]


@dataclass(frozen=True)
class DominatedAction:
    """An action that another one at the same information set dominates, or a mixture of others.

    - `dominance`: "strictly" if what dominates it is better against every strategy of the opponent by which the
      information set is reached, "equal" if none of them makes a difference, else "weakly". It is what is proven: an
      action that is weakly dominated may be dominated strictly where the player moves again after it.
    - `mixture`: The actions that dominate it, with their weights, which add up to 1; one alone where it suffices.
    - `turn`: The turn of the players in which it is eliminated, from 1; 0 without iteration.
    - `is_always_reached`: Whether each pair of strategies leads to the information set with a positive probability.
    """

    player: int
    infoset: str
    action: str
    dominance: Dominance
    mixture: tuple[tuple[str, Fraction], ...]
    turn: int = 0
    is_always_reached: bool = False

    @property
    def by(self) -> str:
        """The dominating strategy: the name of an action, or several with their weights."""
        if len(self.mixture) == 1:
            return self.mixture[0][0]
        return ", ".join(f"{action}: {short(weight)}" for action, weight in self.mixture)


@dataclass(frozen=True)
class DominanceSearch:
    """The actions that are dominated, and how many of those that are left were not compared with mixtures."""

    actions: tuple[DominatedAction, ...]
    num_untested: int


def dominated_actions(
    form: SequenceForm,
    iterated: bool = False,
    has_reach: bool = True,
    strict: bool = False,
    solver: Solver | None = None,
) -> DominanceSearch:
    """Return the actions that are dominated, in the order in which they are eliminated.

    Of what dominates an action another one is preferred to a mixture, and strict dominance to both. Without a solver
    and `strict` they are the actions that `eliminate_dominated` removes.

    - `iterated`: Eliminate them, and go on until none is left; else each player's actions are those of the whole game.
    - `has_reach`: Whether W of the form has the probabilities of chance; else an action is strictly dominated only if
      what dominates it is better against every strategy of the opponent.
    - `strict`: Strictly dominated actions alone.
    - `solver`: Looks for mixtures; None compares with single actions.
    """
    step: Reduced[SequenceForm, RealizationPlans, RealizationPlans] = Reduced(form, unchanged)
    actions: list[DominatedAction] = []
    untested: dict[int, int] = {}
    number = 0

    def turn(player: int) -> bool:
        nonlocal step, number
        number += 1
        current = step.target if iterated else form
        search = _Search(current, player, has_reach, solver)
        gone = []
        for worse, (dominance, weights) in sorted(search.dominated().items()):
            if dominance != "strictly" and strict:
                continue
            gone.append(worse)
            actions.append(search.described(worse, dominance, weights, number if iterated else 0))
        untested[player] = len(search.untested)
        if not gone:
            return False
        if iterated:
            kept = _without(search.own, gone)
            opponents = np.ones(len(current.sequences[1 - player]), dtype=bool)
            masks = (kept, opponents) if player == 0 else (opponents, kept)
            step = step.then(partial(restricted, kept=masks))
        return True

    take_turns(turn, once=not iterated)
    return DominanceSearch(tuple(actions), sum(untested.values()))


def _without(index: SequenceIndex, gone: list[int]) -> Mask:
    """Return a mask of the sequences that are not gone, and follow none that is."""
    kept = np.ones(len(index), dtype=bool)
    kept[gone] = False
    for sets, sequences in index.stages:
        is_reached = kept[index.parent_sequence[sets]]
        kept[sequences] &= np.repeat(is_reached, index.num_actions[sets])
    return kept


class _Search:
    """The search for a player's dominated actions in one turn.

    - `untested`: Actions that are not dominated by another one, and were not compared with mixtures.
    """

    def __init__(
        self, form: SequenceForm, player: int, has_reach: bool, solver: Solver | None
    ) -> None:
        self.turn = Turn(form, player)
        self.turn.undominated()
        self.player = player
        self.own = form.sequences[player]
        self.opponent = form.sequences[1 - player]
        self.untested: set[int] = set()
        self._payoffs = form.A if player == 0 else form.B.T
        self._reach = form.W if player == 0 else form.W.T
        self._has_reach = has_reach
        self._solver = solver
        self._gone = {*self.turn.dominated_by}

    def dominated(self) -> dict[int, tuple[Dominance, _Weights]]:
        """Return the dominated actions, as sequences, each with the best of what dominates it."""
        # First those that only mixtures dominate, so that what dominates an action is undominated itself.
        by_mixture = {}
        if self._solver is not None:
            for worse in range(1, len(self.own)):
                verdict = None if worse in self._gone else self._mixture(worse, weakly=True)
                if verdict is not None:
                    by_mixture[worse] = verdict
                    self._gone.add(worse)

        verdicts = {}
        for worse in {*self.turn.dominated_by, *by_mixture}:
            verdict = self._by_actions(worse, self._left_at(int(self.own.infoset_of[worse])))
            if verdict is None or verdict[0] == "weakly":
                verdict = self._mixture(worse, weakly=verdict is None) or verdict
            if verdict is None:
                verdict = by_mixture.get(worse)
            if verdict is None:
                # By an action that a mixture dominates, which was not compared with this one.
                verdict = self._by_actions(worse, [self.turn.dominated_by[worse]])
            assert verdict is not None
            verdicts[worse] = verdict
        return verdicts

    def described(
        self, worse: int, dominance: Dominance, weights: _Weights, turn: int
    ) -> DominatedAction:
        """Return a verdict by names."""
        row = int(self.own.infoset_of[worse])
        names = self.own.action_names[row]
        first = int(self.own.first_sequence[row])
        mixture = tuple((names[each - first], weight) for each, weight in sorted(weights.items()))
        return DominatedAction(
            self.player,
            self.own.infoset_names[row],
            names[worse - first],
            dominance,
            mixture,
            turn,
            self._is_always_reached(row),
        )

    def _is_always_reached(self, row: int) -> bool:
        """Return whether each pair of plans leads to a set."""
        if self.own.parent_sequence[row]:
            return False
        least, _ = _folded(self.opponent, self._reached(int(self.own.first_sequence[row])), {})
        return self._has_reach and least > 0

    def _left_at(self, row: int) -> list[int]:
        """Return the sequences of a set that are not dominated."""
        start, stop = self.own.first_sequence[row : row + 2].tolist()
        return [choice for choice in range(start, stop) if choice not in self._gone]

    def _reached(self, sequence: int) -> _Row:
        """Return the probability that a set is reached, by the opponent's sequences; of matrices always."""
        reached: _Row = {}
        if not self._has_reach:
            return {0: 1}
        for each in self.turn.continuation(sequence):
            _add(reached, _row(self._reach, each), 1)
        return reached

    def _by_actions(self, worse: int, others: list[int]) -> tuple[Dominance, _Weights] | None:
        """Return the best dominance by another action, with the continuation that `Turn` chose; None without any."""
        verdicts: list[tuple[Dominance, _Weights]] = []
        for better in others:
            weights = dict.fromkeys(self.turn.continuation(better), Fraction(1))
            dominance = self._dominance(weights, worse)
            if dominance is not None:
                verdicts.append((dominance, {better: Fraction(1)}))
        return min(verdicts, key=lambda verdict: _ORDER.index(verdict[0]), default=None)

    def _mixture(self, worse: int, weakly: bool) -> tuple[Dominance, _Weights] | None:
        """Return the dominance by a mixture of actions that are left, where there is one.

        Strict dominance is preferred; weak dominance is looked for if asked for.
        """
        row = int(self.own.infoset_of[worse])
        first = tuple(choice for choice in self._left_at(row) if choice != worse)
        if self._solver is None or not self._may_be_mixed(worse, first):
            return None
        reached = self._reached(worse)
        if not any(reached.values()):
            return None

        sets = self._sets_after(first)
        payoffs = {each: _row(self._payoffs, each) for each in first}
        for _, choices in sets:
            payoffs |= {each: _row(self._payoffs, each) for each in choices}
        search = MixtureSearch(self.opponent, first, sets, payoffs, self.turn.most(worse), reached)
        for strict in (True, False) if weakly else (True,):
            columns = self._solver(search.program(strict))
            if columns is None:
                self.untested.add(worse)
                return None
            if strict and columns[len(columns) - 1] < 0:
                return None
            weights = {each: columns[place] for place, each in enumerate(search.sequences)}
            dominance = self._dominance(weights, worse)
            if dominance == "strictly" or (dominance == "weakly" and not strict):
                mixture = {each: weights[each] for each in first if weights[each]}
                return dominance, mixture
        return None

    def _may_be_mixed(self, worse: int, first: tuple[int, ...]) -> bool:
        """Return whether a mixture may dominate an action that no single one does, as far as the trials tell."""
        if not first or (len(first) == 1 and not self._sets_after(first)):
            return False
        return all(
            trial[worse] <= max(trial[each] for each in first)
            for trial in chain(self.turn.trials, self._more_trials)
        )

    @cached_property
    def _more_trials(self) -> list[Numerators]:
        return [self.turn.trial(seed) for seed in range(TRIALS, TRIALS + MORE_TRIALS)]

    def _sets_after(self, first: tuple[int, ...]) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """Return the sets after sequences, each with the sequence before it and its own."""
        sets = []
        sequences = [*first]
        for sequence in sequences:  # which grows
            for row in self.turn.sets_after.get(sequence, ()):
                choices = tuple(self._left_at(row))
                sets.append((sequence, choices))
                sequences += choices
        return tuple(sets)

    def _dominance(self, weights: Mapping[int, Fraction], worse: int) -> Dominance | None:
        """Return how a plan from an information set on dominates one of its actions; None if it is worse somewhere.

        The gain is a function of the opponent's plans, the worth of the plan less the most after the action. It is
        folded over the opponent's sets together with the probability that the information set is reached, where plans
        with the least gain and among them those with the largest probability come first: if no plan with a gain of 0
        reaches the set, the dominance is strict.
        """
        denominator = ExactArray.of(weights.values()).denominator
        gains: _Row = {}
        for sequence, weight in weights.items():
            if weight:
                _add(gains, _row(self._payoffs, sequence), int(weight * denominator))
        _add(gains, self.turn.most(worse), -denominator)

        reached = self._reached(worse)
        least_gain, likelihood = _folded(self.opponent, gains, reached)
        largest_gain, _ = _folded(self.opponent, {c: -gain for c, gain in gains.items()}, {})
        if least_gain < 0:
            return None
        if least_gain > 0 or (any(reached.values()) and likelihood == 0):
            return "strictly"
        return "equal" if largest_gain == 0 else "weakly"


def _row(matrix: ExactMatrix, row: int) -> _Row:
    """Return the numerators of a row of a matrix."""
    places = slice(int(matrix.row_start[row]), int(matrix.row_start[row + 1]))
    columns = matrix.columns[places].tolist()
    return dict(zip(columns, map(int, matrix.values.numerators[places].tolist()), strict=True))


def _add(sums: _Row, row: Mapping[int, int], factor: int) -> None:
    """Add a multiple of a row to another one."""
    for column, value in row.items():
        sums[column] = sums.get(column, 0) + factor * value


def _folded(
    opponent: SequenceIndex, gains: dict[int, int], reached: dict[int, int]
) -> tuple[int, int]:
    """Return the least gain over all plans of the opponent, and the largest probability of reach with this gain."""
    pairs = {
        column: (gains.get(column, 0), -reached.get(column, 0)) for column in {*gains, *reached}
    }
    first = opponent.first_sequence
    above = opponent.parent_sequence
    set_of = opponent.infoset_of

    # The sets that have an entry, the largest number first: a set has a larger number than the one before it.
    pending = {int(set_of[column]) for column in pairs if column}
    order = [-row for row in pending]
    heapify(order)
    while order:
        row = -heappop(order)
        choices = [pairs.get(column, (0, 0)) for column in range(first[row], first[row + 1])]
        least = min(choices)
        column = int(above[row])
        before = pairs.get(column, (0, 0))
        pairs[column] = (before[0] + least[0], before[1] + least[1])
        row_above = int(set_of[column]) if column else -1
        if row_above >= 0 and row_above not in pending:
            pending.add(row_above)
            heappush(order, -row_above)
    gain, minus_reach = pairs.get(0, (0, 0))
    return gain, -minus_reach
