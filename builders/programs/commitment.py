"""Programs of commitment: the mixed-integer program of a leader's best strategy, and the linear program of one reply.

The leader commits to a strategy x, the follower sees it and plays a best reply y, ties in the leader's favor. With P
the payoffs of the leader and Q those of the follower, shapes (leader's sequences, follower's sequences), a pure y is a
best reply to x exactly if values v of the follower's empty sequence and information sets satisfy

    Fᵀ v ≥ Qᵀ x,   with equality at the sequences along which y plays.

For a given y the best x is that of a linear program: maximise xᵀP y. For all y at once, y has binaries, and every pair
(σ, τ) of sequences that leads to leaves has a weight w, at most x(σ) and y(τ):

    maximise Σ P ∘ w   subject to   Σ W ∘ w = 1   and   Qᵀ x ≤ Fᵀ v ≤ Qᵀ x + M (1 - y),

W the probabilities of chance. Since y is pure, w is at most x(σ) y(τ), and the sum leaves nothing but equality. M(τ)
bounds what the choice τ may lose, whatever the leader commits to; it is computed from the payoffs for each τ.

References
----------
Bošanský & Čermák (2015), Sequence-form algorithm for computing Stackelberg equilibria in extensive-form games, AAAI;
Conitzer & Sandholm (2006), Computing the optimal strategy to commit to, EC.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np

from seqform.builders.forms.sequence_form import set_names
from seqform.builders.programs.correlated import correlated_lp, incentive_payoffs
from seqform.errors import SolveError
from seqform.models.games.infosets import SequenceIndex
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Mask, Number, doubles, entries
from seqform.models.programs.linear import Bounds, LinearProgram, MixedIntegerProgram
from seqform.models.programs.sequence_form import SequenceForm, require_sequence_form
from seqform.models.programs.solutions import RawSolution
from seqform.models.reduced import Reduced
from seqform.models.strategies.behavior import RealizationPlan, heaviest_choices
from seqform.models.strategies.correlation import RECOMMENDATION, CorrelationPlan


@dataclass(frozen=True)
class Sides:
    """A sequence form with the leader's part first: payoffs of extreme size scaled, those far from zero centered."""

    form: SequenceForm
    leader: int

    @property
    def own(self) -> SequenceIndex:
        """The sequences of the leader."""
        return self.form.sequences[self.leader]

    @property
    def other(self) -> SequenceIndex:
        """The sequences of the follower."""
        return self.form.sequences[1 - self.leader]

    @cached_property
    def payoffs(self) -> ExactMatrix:
        """P, the leader's payoffs by the leader's sequences in the rows."""
        return incentive_payoffs(self.form, self.leader)

    @cached_property
    def replies(self) -> ExactMatrix:
        """Qᵀ, the follower's payoffs by the follower's sequences in the rows."""
        return incentive_payoffs(self.form, 1 - self.leader)

    @property
    def chance(self) -> ExactMatrix:
        """W, by the leader's sequences in the rows."""
        if self.leader == 0:
            return self.form.W
        return self.form.W.T

    @property
    def equations(self) -> tuple[ExactMatrix, ExactMatrix]:
        """E of the leader and F of the follower."""
        both = (self.form.E, self.form.F)
        return both[self.leader], both[1 - self.leader]

    @cached_property
    def names(self) -> tuple[list[str], list[str]]:
        """The names of the values v, and of the equations of the leader's plan."""
        return set_names("value", self.other), set_names("plan", self.own)


@dataclass(frozen=True)
class CommitmentLift:
    """The reading of an answer to a program of commitment, whose first columns are the leader's plan."""

    own: SequenceIndex

    def __call__(self, raw: RawSolution) -> RealizationPlan:
        """Return the plan; raise SolveError without an answer."""
        if raw.primal is None:
            raise SolveError(
                f"the solver returned no solution: {raw.termination} ({raw.status})", raw
            )
        return RealizationPlan(self.own, entries(raw.primal, slice(0, len(self.own))))


def commitment_lp(
    form: SequenceForm, leader: int, played: Mask
) -> Reduced[LinearProgram, RawSolution, RealizationPlan]:
    """Return the LP of the best commitment among those to which a pure strategy is a best reply.

    It is infeasible if the strategy is a best reply to none. The columns are x and v, of the module's docstring.

    - `leader`: 0 or 1.
    - `played`, shape (follower's sequences,): Whether the reply plays along each sequence.
    """
    return _commitment_lp(Sides(form, require_sequence_form(form, "commitment_lp", leader)), played)


def _commitment_lp(
    sides: Sides, played: Mask
) -> Reduced[LinearProgram, RawSolution, RealizationPlan]:
    own_equations, other_equations = sides.equations
    num_own = len(sides.own)
    zeros = ExactArray.zeros(len(sides.other))
    is_lower = np.ones(len(sides.other), dtype=bool)
    value_names, plan_names = sides.names
    reply_names = [f"reply {name}" for name in sides.other.names]
    program = LinearProgram.of_blocks(
        [
            sides.payoffs.dot(ExactArray.of(played.astype(np.int64).tolist())),
            ExactArray.zeros(len(value_names)),
        ],
        [[own_equations, None], [-sides.replies, other_equations.T]],
        [
            Bounds.equal(ExactArray.unit(own_equations.shape[0], 0)),
            Bounds(zeros, zeros, is_lower, played),
        ],
        [Bounds.nonnegative(num_own), Bounds.free(len(value_names))],
        names=(
            [*plan_names, *reply_names],
            [*(f"x {name}" for name in sides.own.names), *value_names],
        ),
        name=sides.form.title,
    )
    return Reduced(program, CommitmentLift(sides.own))


@dataclass(frozen=True, eq=False, repr=False)
class CommitmentMilp(MixedIntegerProgram):
    """The mixed-integer program of the best commitment: its columns are x, y, v and w."""

    sides: Sides

    def played(self, raw: RawSolution) -> Mask:
        """Return along which sequences the reply of an answer plays, the likeliest choices where it is rounded."""
        assert raw.primal is not None
        first = len(self.sides.own)
        weights = doubles(raw.primal)[first : first + len(self.sides.other)]
        _, played = heaviest_choices(self.sides.other, weights)
        return played

    def best_for(self, played: Mask) -> Reduced[LinearProgram, RawSolution, RealizationPlan]:
        """Return the LP of the best commitment among those to which a reply is a best one."""
        return _commitment_lp(self.sides, played)

    def correlated(self) -> Reduced[LinearProgram, RawSolution, CorrelationPlan]:
        """Return the LP of the best correlated commitment, a relaxation; its objective is in units of this program."""
        leader = self.sides.leader
        payoffs = self.sides.payoffs if leader == 0 else self.sides.payoffs.T
        return correlated_lp(self.sides.form, RECOMMENDATION, payoffs, deviators=(1 - leader,))

    def earned_and_recommended(self, plan: CorrelationPlan) -> tuple[Number, Mask]:
        """Return what the leader earns by a plan, and the follower's likeliest choices under it."""
        leader = self.sides.leader
        payoffs = self.sides.payoffs if leader == 0 else self.sides.payoffs.T
        own = np.arange(len(self.sides.other))
        places = plan.pairs.places(1 - leader, own, np.zeros_like(own))
        _, played = heaviest_choices(self.sides.other, doubles(entries(plan.weights, places)))
        return plan.sum(payoffs), played

    def without(self, replies: Sequence[Mask]) -> CommitmentMilp:
        """Return the program without some replies."""
        if not replies:
            return self
        program = self.program
        num_columns = program.matrix.shape[1]
        first = len(self.sides.own)
        rows = []
        columns = []
        most = []
        for number, played in enumerate(replies):
            # Another pure strategy misses one of these sequences: none contains those of this one.
            places = first + np.flatnonzero(played)
            rows.append(np.full(len(places), number))
            columns.append(places)
            most.append(len(places) - 1)
        places = np.concatenate(columns)
        cuts = ExactMatrix.from_entries(
            (len(replies), num_columns),
            np.concatenate(rows),
            places,
            ExactArray.ones(len(places)),
        )
        names = [f"excluded reply {number + 1}" for number in range(len(replies))]
        smaller = replace(
            program,
            matrix=ExactMatrix.block([[program.matrix], [cuts]]),
            rows=Bounds.concatenate([program.rows, Bounds.at_most(ExactArray.of(most))]),
            row_names=[*program.row_names, *names],
        )
        return CommitmentMilp(smaller, self.integer, self.sides)


def commitment_milp(
    form: SequenceForm, leader: int
) -> Reduced[CommitmentMilp, RawSolution, RealizationPlan]:
    """Return the mixed-integer program of a strong Stackelberg equilibrium, of the module's docstring.

    - `leader`: 0 or 1.

    Examples
    --------
    >>> import seqform as sf
    >>> form = sf.builders.sequence_form(sf.load("chicken")).target
    >>> commitment_milp(form, 0).target
    <MixedIntegerProgram 'chicken': max, 19 rows, 12 columns, 3 of them whole numbers>
    """
    sides = Sides(form, require_sequence_form(form, "commitment_milp", leader))
    own_equations, other_equations = sides.equations
    chance = sides.chance
    num_own = len(sides.own)
    num_other = len(sides.other)
    num_pairs = chance.nonzeros
    pairs = np.arange(num_pairs)
    ones = ExactArray.ones(num_pairs)
    ranges = Losses(sides)
    most = ExactArray.of(ranges.losses)

    of_own = ExactMatrix.from_entries((num_pairs, num_own), pairs, chance.rows, -ones)
    of_other = ExactMatrix.from_entries((num_pairs, num_other), pairs, chance.columns, -ones)
    each_pair = ExactMatrix.from_entries((num_pairs, num_pairs), pairs, pairs, ones)
    losses = ExactMatrix.from_entries(
        (num_other, num_other), np.arange(num_other), np.arange(num_other), most
    )
    all_mass = ExactMatrix.from_entries((1, num_pairs), np.zeros_like(pairs), pairs, chance.values)
    values = other_equations.T

    value_names, plan_names = sides.names
    reply_names = sides.other.names
    pair_names = []
    for first, second in zip(chance.rows.tolist(), chance.columns.tolist(), strict=True):
        pair_names.append(f"{sides.own.names[first]} | {reply_names[second]}")
    row_names = [
        *plan_names,
        *set_names("reply plan", sides.other),
        *(f"reply {name}" for name in reply_names),
        *(f"loss {name}" for name in reply_names),
        *(f"leader {name}" for name in pair_names),
        *(f"follower {name}" for name in pair_names),
        "all leaves",
    ]
    column_names = [
        *(f"x {name}" for name in sides.own.names),
        *(f"y {name}" for name in reply_names),
        *value_names,
        *(f"w {name}" for name in pair_names),
    ]
    program = LinearProgram.of_blocks(
        [
            ExactArray.zeros(num_own + num_other + len(value_names)),
            _at_pairs(sides.payoffs, chance),
        ],
        [
            [own_equations, None, None, None],
            [None, other_equations, None, None],
            [-sides.replies, None, values, None],
            [-sides.replies, losses, values, None],
            [of_own, None, None, each_pair],
            [None, of_other, None, each_pair],
            [None, None, None, all_mass],
        ],
        [
            Bounds.equal(ExactArray.unit(own_equations.shape[0], 0)),
            Bounds.equal(ExactArray.unit(other_equations.shape[0], 0)),
            Bounds.nonnegative(num_other),
            Bounds.at_most(most),
            Bounds.at_most(ExactArray.zeros(num_pairs)),
            Bounds.at_most(ExactArray.zeros(num_pairs)),
            Bounds.equal(ExactArray.ones(1)),
        ],
        [
            _within(ExactArray.zeros(num_own), ExactArray.ones(num_own)),
            _within(ExactArray.zeros(num_other), ExactArray.ones(num_other)),
            _within(ExactArray.of(ranges.least_values), ExactArray.of(ranges.most_values)),
            _within(ExactArray.zeros(num_pairs), ExactArray.ones(num_pairs)),
        ],
        names=(row_names, column_names),
        name=form.title,
    )
    is_integer = np.zeros(program.matrix.shape[1], dtype=bool)
    is_integer[num_own : num_own + num_other] = True
    return Reduced(CommitmentMilp(program, is_integer, sides), CommitmentLift(sides.own))


def _within(lower: ExactArray, upper: ExactArray) -> Bounds:
    """Return the bounds of entries that have both."""
    every = np.ones(len(lower), dtype=bool)
    return Bounds(lower, upper, every, every)


def _at_pairs(payoffs: ExactMatrix, chance: ExactMatrix) -> ExactArray:
    """Return payoffs at the pairs of sequences to which chance leads, zeros among them."""
    width = chance.shape[1]
    # Both have their entries in row-major order, and payoffs only where chance leads.
    places = np.searchsorted(
        chance.rows * width + chance.columns, payoffs.rows * width + payoffs.columns
    )
    return payoffs.values.scattered(chance.nonzeros, places)


class Losses:
    """Bounds on the follower's values v, and on what each choice may lose, over all commitments.

    Of the payoffs at a sequence, the row Q[τ] of Qᵀ, the leader's best and worst plans give the range. A set's value
    lies between the largest of the least, and the largest of the most, that its choices are worth with the sets after
    them. What a choice τ loses against another one τ' at the same set is at most the largest (Q[τ'] - Q[τ]) x, which
    one best response decides, with the most after τ' less the least after τ: exact where no further set follows.
    """

    def __init__(self, sides: Sides) -> None:
        self._sides = sides
        index = sides.other
        size = len(index)
        least_after = [Fraction(0)] * size
        most_after = [Fraction(0)] * size
        self.losses = [Fraction(0)] * size
        least_at = [Fraction(0)] * index.num_infosets
        most_at = [Fraction(0)] * index.num_infosets

        # The sets after a sequence have larger rows.
        for row in reversed(range(index.num_infosets)):
            start, stop = index.first_sequence[row : row + 2].tolist()
            choices = range(start, stop)
            least_at[row] = max(least_after[c] - self._most(-self._row(c)) for c in choices)
            most_at[row] = max(most_after[c] + self._most(self._row(c)) for c in choices)
            for choice in choices:
                for better in choices:
                    if better == choice:
                        continue
                    ahead = self._most(self._row(better) - self._row(choice))
                    loss = ahead + most_after[better] - least_after[choice]
                    self.losses[choice] = max(self.losses[choice], loss)
            before = int(index.parent_sequence[row])
            least_after[before] += least_at[row]
            most_after[before] += most_at[row]

        root_least = least_after[0] - self._most(-self._row(0))
        root_most = most_after[0] + self._most(self._row(0))
        self.least_values = [root_least, *least_at]
        self.most_values = [root_most, *most_at]

    def _row(self, sequence: int) -> ExactArray:
        """Return the follower's payoffs at a sequence by the leader's sequences."""
        replies = self._sides.replies
        start, stop = replies.row_start[sequence : sequence + 2].tolist()
        return replies.values.take(slice(start, stop)).scattered(
            replies.shape[1], replies.columns[start:stop]
        )

    def _most(self, payoffs: ExactArray) -> Fraction:
        """Return the largest sum of payoffs at the leader's sequences that a plan of the leader leads to."""
        if not payoffs.numerators.any():
            return Fraction(0)
        return Fraction(self._sides.own.best_response(payoffs).value)
