"""Linear programs over correlation plans: the polytope of von Stengel & Forges with incentives to obey.

The polytope: weights ξ ≥ 0 of the relevant pairs of sequences with ξ[∅,∅] = 1 and, for every information set I of a
player and every sequence τ of the opponent that is relevant to it, Σ_a ξ[(I,a),τ] = ξ[σ(I),τ]. All mixtures of pairs
of pure strategies satisfy these equations; in triangle-free games every solution is the plan of one.

The incentives: a trigger is a moment at which a player may stop to obey. With t the player's sequence up to what has
been recommended then, and values v_I at the sets I at which the deviation begins and at those below,

    v_I ≥ Σ_τ P[(I,a),τ] ξ[t,τ] + Σ_{I': σ(I') = (I,a)} v_I'   for every action a, P the player's payoffs,

so that the least v are what the best deviation earns. The trigger does not gain if obedience, the sum of P[c,τ] ξ[c,τ]
over the player's recommended sequences c from there on, is worth at least as much as the deviation.

Rows that follow from others are left out. For connected sets I and J the sums of the equations of I over the choices at
J and of those of J over the choices at I differ by an equation of each that holds at the sequences before, so that one
of them follows: of player 0 that of the first choice at J. Where recommendations are seen, a deviation that begins with
the recommended choice, and goes on without further recommendations, gains no more than the triggers at the sets below
do together, since Σ_a ξ[(I',a),τ] = ξ[σ(I'),τ] there.

References
----------
von Stengel & Forges (2008), Extensive-form correlated equilibrium, Mathematics of Operations Research 33; Farina,
Bianchi & Sandholm (2020), Coarse correlation in extensive-form games, AAAI.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from seqform.builders.forms.sequence_form import primal_and_dual, well_scaled
from seqform.builders.programs.zero_sum_lp import near_zero
from seqform.errors import InputError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import SequenceIndex, ranges
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Ints, entries
from seqform.models.programs.linear import Bounds, LazyNames, LinearProgram
from seqform.models.programs.sequence_form import SequenceForm, require_sequence_form
from seqform.models.programs.solutions import RawSolution
from seqform.models.reduced import Reduced
from seqform.models.strategies.correlation import (
    RECOMMENDATION,
    CorrelationPlan,
    Moment,
    RelevantPairs,
    Trigger,
    triggers,
)

# ---- relevant pairs ----


def relevant_pairs(form: SequenceForm) -> RelevantPairs:
    """Return the relevant pairs of sequences of a game, from the leaves that chance may lead to.

    The pairs of sequences of leaves, and what comes before each, are found by going up from all of them at once: first
    along the sequences of player 0, then along those of player 1.
    """
    first_index, second_index = form.sequences
    first, second = _with_earlier(first_index, form.W.rows, form.W.columns)
    second, first = _with_earlier(second_index, second, first)

    first_sets = first_index.infoset_of[first]
    second_sets = second_index.infoset_of[second]
    meet = (first_sets >= 0) & (second_sets >= 0)
    return RelevantPairs(form.sequences, _distinct(first_sets[meet], second_sets[meet]))


def _with_earlier(index: SequenceIndex, own: Ints, other: Ints) -> tuple[Ints, Ints]:
    """Return distinct pairs of sequences, and those with the own one shortened by its last choices."""
    before = np.append(index.parent_sequence, 0)[index.infoset_of]
    all_own = [own]
    all_others = [other]
    while len(own):
        longer = own > 0
        own, other = _distinct(before[own[longer]], other[longer])
        all_own.append(own)
        all_others.append(other)
    return _distinct(np.concatenate(all_own), np.concatenate(all_others))


def _distinct(first: Ints, second: Ints) -> tuple[Ints, Ints]:
    """Return the distinct pairs of numbers from 0 on, in the order of the first ones."""
    width = int(second.max(initial=0)) + 1
    first_of, second_of = np.divmod(np.unique(first * width + second), width)
    return first_of, second_of


# ---- rows over the weights of a plan ----


class Entries(NamedTuple):
    """Entries of a sparse matrix."""

    rows: Ints
    columns: Ints
    values: ExactArray


@dataclass(frozen=True)
class PairEquations:
    """The equations of a player over the relevant pairs: one for each own set and each sequence relevant to it.

    Of player 0 those of the first choice at each connected set are left out, which follow from the others.
    """

    pairs: RelevantPairs
    player: int

    @cached_property
    def _places(self) -> tuple[Ints, Ints]:
        index = self.pairs.sequences[self.player]
        opponent = self.pairs.sequences[1 - self.player]
        own_sets = self.pairs.connected[self.player]
        other_sets = self.pairs.connected[1 - self.player]
        all_sets = np.arange(index.num_infosets)
        left_out = 1 if self.player == 0 else 0
        num_choices = opponent.num_actions[other_sets] - left_out
        choices = ranges(opponent.first_sequence[other_sets] + left_out, num_choices)
        sets = np.concatenate([all_sets, own_sets.repeat(num_choices)])
        others = np.concatenate([np.zeros_like(all_sets), choices])
        return sets, others

    @property
    def sets(self) -> Ints:
        """The own information set of each equation."""
        return self._places[0]

    @property
    def others(self) -> Ints:
        """The opponent's sequence of each equation."""
        return self._places[1]

    def __len__(self) -> int:
        return len(self.sets)

    @cached_property
    def matrix(self) -> ExactMatrix:
        """A 1 at the pair of every action, and a -1 at the pair before them, shape (equations, pairs)."""
        index = self.pairs.sequences[self.player]
        count = index.num_actions[self.sets]
        actions = ranges(index.first_sequence[self.sets], count)
        rows = np.arange(len(self))
        after = self.pairs.places(self.player, actions, self.others.repeat(count))
        before = self.pairs.places(self.player, index.parent_sequence[self.sets], self.others)
        values = np.concatenate([np.ones_like(after), -np.ones_like(before)])
        return ExactMatrix.from_entries(
            (len(self), len(self.pairs)),
            np.concatenate([rows.repeat(count), rows]),
            np.concatenate([after, before]),
            ExactArray(values),
        )

    def name(self, row: int) -> str:
        """Return the name of an equation."""
        index = self.pairs.sequences[self.player]
        opponent = self.pairs.sequences[1 - self.player]
        infoset = index.infoset_names[int(self.sets[row])]
        return f"plan {self.player + 1}: {infoset} | {opponent.names[int(self.others[row])]}"


def functional(pairs: RelevantPairs, coefficients: ExactMatrix) -> ExactArray:
    """Return coefficients of pairs of sequences, of shape (|S1|, |S2|), as a vector over the relevant pairs."""
    places = pairs.places(0, coefficients.rows, coefficients.columns)
    return coefficients.values.scattered(len(pairs), places)


def outcome_weights(game: ExtensiveGame, outcome: str) -> ExactMatrix:
    """Return chance's probabilities of the leaves at or below an outcome, shape (|S1|, |S2|).

    - `outcome`: The label of an outcome, or of several, or the moves from the root to a node, such as "bet > call".

    Raises InputError if the game has no such outcome.
    """
    labels = game.outcomes.labels
    is_outcome = np.array([label == outcome for label in labels], dtype=bool)
    passes = np.append(is_outcome, False)[game.outcome]
    if not passes.any():
        passes[_node_at(game, outcome)] = True
    for level in game.levels[1:]:
        passes[level] |= passes[game.parent[level]]
    leaves = game.leaves[passes[game.leaves]]

    first, second = game.sequences
    return ExactMatrix.from_entries(
        (len(first.index), len(second.index)),
        first.at_node[leaves],
        second.at_node[leaves],
        game.chance_reach.take(leaves),
    )


def _node_at(game: ExtensiveGame, moves: str) -> int:
    """Return the node to which moves lead from the root."""
    node = 0
    for move in moves.split(" > "):
        infoset = int(game.infoset[node])
        actions = game.action_names[infoset] if infoset >= 0 else ()
        if move not in actions:
            known = sorted({label for label in game.outcomes.labels if label})
            what = ", ".join(known) or "none has a label"
            raise InputError(
                f"objective: no outcome {moves!r}: the label of one ({what}), or the moves from the root on, such as "
                f"{' > '.join(game.path(int(game.leaves[0])))!r}, expected"
            )
        node = int(game.first_child[node]) + actions.index(move)
    return node


# ---- incentives ----


@dataclass(frozen=True)
class SetsBelow:
    """The information sets of a player at and below each one, and the sequences from each one on."""

    index: SequenceIndex

    @cached_property
    def _of_set(self) -> tuple[Ints, Ints]:
        """The starts of the lists of sets at and below each one, and these lists, ascending."""
        parents = self.index.infoset_of[self.index.parent_sequence]
        above = np.arange(self.index.num_infosets)
        below = above
        all_above = [above]
        all_below = [below]
        while len(above):
            above = parents[above]
            has_above = above >= 0
            above = above[has_above]
            below = below[has_above]
            all_above.append(above)
            all_below.append(below)
        upper = np.concatenate(all_above)
        lower = np.concatenate(all_below)
        order = np.lexsort((lower, upper))
        starts = np.searchsorted(upper[order], np.arange(self.index.num_infosets + 1))
        return starts, lower[order]

    def sets(self, tops: Ints) -> Ints:
        """Return the sets at and below some sets, none of which is below another, ascending."""
        starts, lower = self._of_set
        return np.sort(lower[ranges(starts[tops], starts[tops + 1] - starts[tops])])

    @cached_property
    def _by_parent(self) -> tuple[Ints, Ints]:
        order = np.argsort(self.index.parent_sequence, kind="stable")
        starts = np.searchsorted(self.index.parent_sequence[order], np.arange(len(self.index) + 1))
        return starts, order

    def next_sets(self, choices: Ints) -> Ints:
        """Return the sets that come next after some sequences."""
        starts, order = self._by_parent
        return order[ranges(starts[choices], starts[choices + 1] - starts[choices])]

    def sequences(self, choices: Ints) -> Ints:
        """Return some sequences, none of which begins with another, and all that begin with one of them."""
        sets = self.sets(self.next_sets(choices))
        later = ranges(self.index.first_sequence[sets], self.index.num_actions[sets])
        return np.concatenate([choices, later])


@dataclass(frozen=True)
class Incentives:
    """The rows that keep a player from gains by triggers, over the weights of a plan and values of deviations.

    There is a value for each trigger and each information set at which the player may then move, and a row for each
    action there, after those a row for obedience. All rows have to be at least 0. A choice that has been recommended
    and seen begins no deviation.
    """

    pairs: RelevantPairs
    player: int
    payoffs: ExactMatrix
    """The player's, by the own sequences in the rows."""
    moment: Moment

    @cached_property
    def triggers(self) -> list[Trigger]:
        """The moments at which the player may stop to obey, where there is another choice."""
        if self.moment != RECOMMENDATION:
            return list(triggers(self.index, self.moment))
        has_other = self.index.num_actions > 1
        return [
            trigger for trigger in triggers(self.index, self.moment) if has_other[trigger.sets[0]]
        ]

    def _obedient(self, trigger: Trigger) -> Ints:
        """Return the choices with which no deviation begins: the recommended one, where it is seen."""
        return trigger.choices if self.moment == RECOMMENDATION else np.zeros(0, dtype=np.int64)

    @property
    def index(self) -> SequenceIndex:
        """The sequences of the player."""
        return self.pairs.sequences[self.player]

    @cached_property
    def _below(self) -> SetsBelow:
        return SetsBelow(self.index)

    @cached_property
    def _sets(self) -> list[Ints]:
        """The sets at and below those of each trigger, to which deviations lead."""
        deviating = []
        for trigger in self.triggers:
            after_obedience = self._below.next_sets(self._obedient(trigger))
            sets = self._below.sets(trigger.sets)
            deviating.append(np.setdiff1d(sets, self._below.sets(after_obedience)))
        return deviating

    @cached_property
    def _sequences(self) -> list[Ints]:
        """The choices of deviations at these sets."""
        index = self.index
        choices = []
        for trigger, sets in zip(self.triggers, self._sets, strict=True):
            all_choices = ranges(index.first_sequence[sets], index.num_actions[sets])
            choices.append(np.setdiff1d(all_choices, self._obedient(trigger)))
        return choices

    @cached_property
    def first_value(self) -> Ints:
        """The number of the first value of each trigger, and of all values."""
        return np.cumsum([0, *map(len, self._sets)])

    @cached_property
    def first_row(self) -> Ints:
        """The number of the first row of each trigger, and of all rows."""
        return np.cumsum([0, *(len(sequences) + 1 for sequences in self._sequences)])

    @cached_property
    def matrices(self) -> tuple[ExactMatrix, ExactMatrix]:
        """The rows over the weights of the plan, and over the values."""
        num_rows = int(self.first_row[-1])
        weights: list[Entries] = []
        values: list[Entries] = []
        for number in range(len(self.triggers)):
            weights += self._of_weights(number)
            values += self._of_values(number)
        return (
            _joined((num_rows, len(self.pairs)), weights),
            _joined((num_rows, int(self.first_value[-1])), values),
        )

    def _of_weights(self, number: int) -> Iterator[Entries]:
        """Yield the entries of a trigger at the weights: of every action at a set, and of obedience."""
        trigger = self.triggers[number]
        first_row = int(self.first_row[number])
        sequences = self._sequences[number]

        # A deviation from t to the choice c earns P[c,τ] at the pair (t,τ), whatever was recommended.
        place, entry = self._entries_at(sequences)
        others = self.payoffs.columns[entry]
        after = np.full(len(others), trigger.sequence)
        columns = self.pairs.places(self.player, after, others)
        yield Entries(first_row + place, columns, -self.payoffs.values.take(entry))

        obeyed = self._below.sequences(trigger.choices)
        place, entry = self._entries_at(obeyed)
        columns = self.pairs.places(self.player, obeyed[place], self.payoffs.columns[entry])
        last_row = np.full(len(columns), first_row + len(sequences))
        yield Entries(last_row, columns, self.payoffs.values.take(entry))

    def _of_values(self, number: int) -> Iterator[Entries]:
        """Yield the entries of a trigger at its values: v_I of the set, those of the next sets, and in obedience."""
        index = self.index
        trigger = self.triggers[number]
        first_row = int(self.first_row[number])
        first_value = int(self.first_value[number])
        sets = self._sets[number]
        sequences = self._sequences[number]

        own = first_value + np.searchsorted(sets, index.infoset_of[sequences])
        rows = first_row + np.arange(len(sequences))
        yield Entries(rows, own, ExactArray.ones(len(rows)))

        later = np.flatnonzero(~np.isin(sets, trigger.sets))
        before = np.searchsorted(sequences, index.parent_sequence[sets[later]])
        yield Entries(first_row + before, first_value + later, -ExactArray.ones(len(later)))

        tops = first_value + np.searchsorted(sets, trigger.sets)
        last_row = np.full(len(tops), first_row + len(sequences))
        yield Entries(last_row, tops, -ExactArray.ones(len(tops)))

    def _entries_at(self, sequences: Ints) -> tuple[Ints, Ints]:
        """Return the entries of the payoffs at some sequences: the place of the sequence, and that of the entry."""
        starts = self.payoffs.row_start[sequences]
        count = self.payoffs.row_start[sequences + 1] - starts
        return np.arange(len(sequences)).repeat(count), ranges(starts, count)

    def row_name(self, row: int) -> str:
        """Return the name of a row: of a choice after a trigger, or of obedience."""
        number = int(np.searchsorted(self.first_row, row, side="right")) - 1
        place = row - int(self.first_row[number])
        sequences = self._sequences[number]
        what = "obey"
        if place < len(sequences):
            what = f"choose {self.index.names[int(sequences[place])]}"
        return f"{self._trigger_name(number)}: {what}"

    def value_name(self, value: int) -> str:
        """Return the name of a value: of a set after a trigger."""
        number = int(np.searchsorted(self.first_value, value, side="right")) - 1
        infoset = int(self._sets[number][value - int(self.first_value[number])])
        return f"value {self._trigger_name(number)}: {self.index.infoset_names[infoset]}"

    def _trigger_name(self, number: int) -> str:
        return f"trigger {self.player + 1}.{number + 1}"


def _joined(shape: tuple[int, int], parts: Sequence[Entries]) -> ExactMatrix:
    """Return the matrix of all entries."""
    if not parts:
        return ExactMatrix.zeros(shape)
    return ExactMatrix.from_entries(
        shape,
        np.concatenate([part.rows for part in parts]),
        np.concatenate([part.columns for part in parts]),
        ExactArray.concatenate([part.values for part in parts]),
    )


# ---- the program ----


class PayoffRow(NamedTuple):
    """A condition on a plan: that the sum of coefficients, shape (|S1|, |S2|), times its weights keeps to bounds."""

    name: str
    coefficients: ExactMatrix
    bounds: Bounds


@dataclass(frozen=True)
class PlanLift:
    """The reading of an answer to a program over correlation plans."""

    pairs: RelevantPairs

    def __call__(self, raw: RawSolution) -> CorrelationPlan:
        """Return the plan."""
        primal, _ = primal_and_dual(raw)
        return CorrelationPlan(self.pairs, entries(primal, slice(0, len(self.pairs))))


def correlated_lp(
    form: SequenceForm,
    moment: Moment,
    objective: ExactMatrix,
    conditions: Sequence[PayoffRow] = (),
    deviators: Sequence[int] = (0, 1),
) -> Reduced[LinearProgram, RawSolution, CorrelationPlan]:
    """Return the LP whose optimum is the best correlation plan that nobody gains by not obeying.

    It reads: maximise Σ objective ∘ ξ over plans ξ ≥ 0 and free values of deviations, subject to the equations of both
    players, their incentives and the conditions. Payoffs of extreme size are scaled, and payoffs far from zero
    centered, which changes no incentive. In games that are not triangle-free it is a relaxation.

    - `moment`: When the players may stop to obey.
    - `objective`: Coefficients of shape (|S1|, |S2|): the payoffs `form.A` and `form.B`, weighted sums of these, or the
      probabilities of leaves.
    - `deviators`: The players whose incentives count; of a leader who commits to the correlation only the follower.
    """
    require_sequence_form(form, "correlated_lp")
    pairs = relevant_pairs(form)
    equations = (PairEquations(pairs, 0), PairEquations(pairs, 1))
    incentives = [
        Incentives(pairs, player, incentive_payoffs(form, player), moment) for player in deviators
    ]
    coefficients = functional(pairs, objective)
    goal, _ = well_scaled(_as_row(coefficients))

    # Columns: the weights, then the values of each deviator. Rows: the root, equations, conditions, incentives.
    num_values = [int(part.first_value[-1]) for part in incentives]
    num_rows = [int(part.first_row[-1]) for part in incentives]
    no_values = [None] * len(incentives)
    empty = np.array([0], dtype=np.int64)
    root = ExactArray.unit(len(pairs), int(pairs.places(0, empty, empty)[0]))
    matrix: list[list[ExactMatrix | None]] = [
        [_as_row(root), *no_values],
        [equations[0].matrix, *no_values],
        [equations[1].matrix, *no_values],
    ]
    bounds = [
        Bounds.equal(ExactArray.ones(1)),
        Bounds.equal(ExactArray.zeros(len(equations[0]))),
        Bounds.equal(ExactArray.zeros(len(equations[1]))),
    ]
    for condition in conditions:
        matrix.append([_as_row(functional(pairs, condition.coefficients)), *no_values])
        bounds.append(condition.bounds)
    for number, part in enumerate(incentives):
        of_weights, of_values = part.matrices
        row: list[ExactMatrix | None] = [of_weights, *no_values]
        row[1 + number] = of_values
        matrix.append(row)
        bounds.append(Bounds.nonnegative(num_rows[number]))

    names = _Names(
        pairs, equations, tuple(condition.name for condition in conditions), tuple(incentives)
    )
    program = LinearProgram.of_blocks(
        [_dense(goal), *map(ExactArray.zeros, num_values)],
        matrix,
        bounds,
        [Bounds.nonnegative(len(pairs)), *map(Bounds.free, num_values)],
        names=(
            LazyNames(sum(map(len, bounds)), names.row),
            LazyNames(len(pairs) + sum(num_values), names.column),
        ),
        name=form.title,
    )
    return Reduced(program, PlanLift(pairs))


MANY_COLUMNS = 5_000
"""Columns from which interior point with crossover is taken: less than half of the time on large games of bargaining.

On random trees, where both take about a second, it takes twice as long; see scripts/results/correlated_large.md.
"""


def suits_interior_point(program: LinearProgram) -> bool:
    """Return whether a program over correlation plans is so large that interior point is the faster method."""
    return program.matrix.shape[1] >= MANY_COLUMNS


def incentive_payoffs(form: SequenceForm, player: int) -> ExactMatrix:
    """Return a player's payoffs by the own sequences, scaled and centered where their size is extreme."""
    centered, _ = near_zero(form, player)
    payoffs = centered.A if player == 0 else centered.B.T
    chance = form.W if player == 0 else form.W.T
    scaled, _ = well_scaled(payoffs, chance)
    return scaled


def _as_row(vector: ExactArray) -> ExactMatrix:
    """Return a vector as a matrix with one row."""
    columns = np.arange(len(vector))
    return ExactMatrix.from_entries((1, len(vector)), np.zeros_like(columns), columns, vector)


def _dense(row: ExactMatrix) -> ExactArray:
    """Return a matrix with one row as a vector."""
    return row.values.scattered(row.shape[1], row.columns)


@dataclass(frozen=True)
class _Names:
    """The names of rows and columns."""

    pairs: RelevantPairs
    equations: tuple[PairEquations, PairEquations]
    conditions: tuple[str, ...]
    incentives: tuple[Incentives, ...]

    def row(self, place: int) -> str:
        """Return the name of a row."""
        if place == 0:
            return "root"
        place -= 1
        for part in self.equations:
            if place < len(part):
                return part.name(place)
            place -= len(part)
        if place < len(self.conditions):
            return f"condition {self.conditions[place]}"
        place -= len(self.conditions)
        for incentive in self.incentives:
            if place < int(incentive.first_row[-1]):
                return incentive.row_name(place)
            place -= int(incentive.first_row[-1])
        raise IndexError(place)

    def column(self, place: int) -> str:
        """Return the name of a column."""
        if place < len(self.pairs):
            return f"weight {self.pairs.name(place)}"
        place -= len(self.pairs)
        for incentive in self.incentives:
            if place < int(incentive.first_value[-1]):
                return incentive.value_name(place)
            place -= int(incentive.first_value[-1])
        raise IndexError(place)
