"""The sequence form of an extensive game, with starts of paths, blocks of max-min programs and the reduced normal form.

The linear program of the normal form is the baseline for the sequence form.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from math import prod

import numpy as np

from seqform.errors import ModelError, SolveError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import SequenceIndex, ranges, unique_names
from seqform.models.numbers.exact import (
    ExactArray,
    ExactMatrix,
    Ints,
    Vector,
    entries,
    magnitude,
    widened,
)
from seqform.models.numbers.text import rough_count
from seqform.models.programs.linear import Bounds, LazyNames, LinearProgram
from seqform.models.programs.sequence_form import (
    PlanEquations,
    SequenceForm,
    extreme_payoffs,
    require_sequence_form,
)
from seqform.models.programs.solutions import RawSolution
from seqform.models.programs.units import Units
from seqform.models.reduced import Reduced
from seqform.models.strategies.behavior import BehaviorProfile, RealizationPlan, RealizationPlans

ORDINARY_EXPONENT = 20
"""Numbers of a program whose largest is of order two to this, or to minus this, are not scaled."""
SMALL_EXPONENT = -4
"""Payoffs of a game whose largest is of an order less than two to this are scaled."""


@dataclass(frozen=True, eq=False)
class MaxMinBlocks(PlanEquations):
    """The matrices of a sequence form in the roles of a max-min program: one player maximises, the other minimises.

    E and F belong to the player's plans and the opponent's, as for player 1. `payoffs` has shape (|S_j|, |S_i|), one
    row for each sequence of the opponent: Aᵀ for player 1, B for player 2, `well_scaled` by the factor `scale`.
    """

    player: int
    own: SequenceIndex
    other: SequenceIndex
    E: ExactMatrix
    F: ExactMatrix
    payoffs: ExactMatrix
    scale: Fraction

    @cached_property
    def row_names(self) -> list[str]:
        """Names of the player's equations, then of the opponent's sequences."""
        return [*set_names("plan", self.own), *(f"reply {name}" for name in self.other.names)]

    @cached_property
    def column_names(self) -> list[str]:
        """Names of the player's sequences, then of the opponent's equations."""
        return [*(f"weight {name}" for name in self.own.names), *set_names("value", self.other)]

    def against(self, weights: ExactArray) -> ExactArray:
        """Return the player's payoffs against the opponent's weights as an objective over (x, q)."""
        return ExactArray.concatenate(
            [self.payoffs.T.dot(weights).reduced(), ExactArray.zeros(len(self.f))]
        )

    def program(
        self,
        objective: ExactArray,
        right: ExactArray,
        name: str,
        least: Fraction | None = None,
        center: Fraction | int = 0,
    ) -> LinearProgram:
        """Return the LP over (x, q) with E x = e, Fᵀq - Aᵀx ≤ right, x ≥ 0, and q free but for a least q_∅, if any.

        - `center`: What has been subtracted from all payoffs of the player.
        """
        first = Bounds.free(1) if least is None else Bounds.at_least(ExactArray.of([least]))
        rows = LazyNames(self.E.shape[0] + len(self.other), lambda place: self.row_names[place])
        columns = LazyNames(len(self.own) + self.F.shape[0], lambda place: self.column_names[place])
        return LinearProgram.of_blocks(
            [objective],
            [[self.E, None], [-self.payoffs, self.F.T]],
            [Bounds.equal(self.e), Bounds.at_most(right)],
            [Bounds.nonnegative(len(self.own)), first, Bounds.free(self.other.num_infosets)],
            names=(rows, columns),
            name=name,
            units=self.units(center),
        )

    def units(self, center: Fraction | int = 0) -> Units:
        """Return the payoffs for which the numbers of a program stand, with what has been subtracted from them."""
        return Units(Fraction(center), 1 / self.scale)

    def halves(self, raw: RawSolution) -> tuple[Vector, Vector]:
        """Return x and the duals of the last rows, a multiple of y."""
        primal, dual = primal_and_dual(raw)
        return entries(primal, slice(0, len(self.own))), entries(dual, slice(self.E.shape[0], None))

    def plans(self, mine: Vector, theirs: Vector) -> RealizationPlans:
        """Return plans of these weights, the player's and the opponent's, in the order of the players."""
        plans = RealizationPlan(self.own, mine), RealizationPlan(self.other, theirs)
        return RealizationPlans(plans if self.player == 0 else plans[::-1])

    def lift(self, raw: RawSolution) -> RealizationPlans:
        """Return the plans of both players in an answer to the zero-sum program."""
        return self.plans(*self.halves(raw))


def primal_and_dual(raw: RawSolution) -> tuple[Vector, Vector]:
    """Return the primal-dual pair of an answer, or raise `SolveError`."""
    if raw.primal is None or raw.dual is None:
        raise SolveError(
            f"the solver returned no primal-dual pair: {raw.termination} ({raw.status})", raw
        )
    return raw.primal, raw.dual


def max_min_blocks(form: SequenceForm, player: int | str, caller: str) -> MaxMinBlocks:
    """Return the blocks of a player's max-min programs; errors begin with the caller's name."""
    player = require_sequence_form(form, caller, player)
    own, other = form.sequences[player], form.sequences[1 - player]
    E, F = (form.E, form.F) if player == 0 else (form.F, form.E)
    scaled, scale = well_scaled(form.A if player == 0 else form.B, form.W)
    if player == 0:
        scaled = scaled.T
    return MaxMinBlocks(player, own, other, E, F, scaled, scale)


def well_scaled(
    payoffs: ExactMatrix, chance: ExactMatrix | None = None
) -> tuple[ExactMatrix, Fraction]:
    """Return payoffs times a power of two, so that their sizes are moderate for solvers, and this power.

    Sizes from 2⁻²⁰ to 2²⁰ are left as they are; where `chance` has the probabilities that payoffs are weighted by, only
    if the payoffs themselves are not all of a smaller order than 2⁻⁴, where the absolute tolerances of solvers are too
    large for them.
    """
    if not payoffs.nonzeros:
        return payoffs, Fraction(1)
    exponent = _exponent(Fraction(magnitude(payoffs.values.numerators), payoffs.values.denominator))
    least_ordinary = -ORDINARY_EXPONENT
    if chance is not None and -ORDINARY_EXPONENT <= exponent < SMALL_EXPONENT:
        # small entries are often ordinary payoffs with a small probability
        exponent = _exponent(max(map(abs, extreme_payoffs(payoffs, chance))))
        least_ordinary = SMALL_EXPONENT
    if least_ordinary <= exponent <= ORDINARY_EXPONENT:
        return payoffs, Fraction(1)
    scale = Fraction(2) ** -exponent
    return replace(payoffs, values=payoffs.values * scale), scale


def _exponent(size: Fraction) -> int:
    """Return the exponent of a power of two near a positive number."""
    return size.numerator.bit_length() - size.denominator.bit_length()


def set_names(prefix: str, index: SequenceIndex) -> list[str]:
    """Return a name for the empty sequence and for every information set of a player, with a prefix."""
    return [f"{prefix} {name}" for name in unique_names(["∅", *index.infoset_names])]


def exact_weights(index: SequenceIndex, plan: RealizationPlan, who: str) -> ExactArray:
    """Return the weights of an exact plan for these sequences; errors begin with `who` and the player."""
    if len(plan.weights) != len(index):
        raise ModelError(
            f"{who}, player {index.player + 1}: a plan of {len(index)} weights expected, one for every sequence, not "
            f"{len(plan.weights)}"
        )
    return plan.exact_weights(who)


def sequence_form(game: ExtensiveGame) -> Reduced[SequenceForm, RealizationPlans, BehaviorProfile]:
    """Return the sequence form of a game.

    `lift` turns a pair of realization plans into behavior strategies; where a plan has weight zero, a best response is
    filled in and marked.

    References
    ----------
    von Stengel, van den Elzen & Talman (2002), section 2, (2.3)-(2.6).

    Examples
    --------
    >>> from seqform.builders.games.tree import leaf, move, tree
    >>> pennies = tree("pennies", move(0, "P", {
    ...     "H": move(1, "Q", {"h": leaf(1), "t": leaf(-1)}),
    ...     "T": move(1, "Q", {"h": leaf(-1), "t": leaf(1)})}))
    >>> sequence_form(pennies).target
    <SequenceForm 'pennies': E 2×3, F 2×3, A with 4 nonzeros>
    """
    if not isinstance(game, ExtensiveGame):
        raise ModelError(
            f"sequence_form: an ExtensiveGame expected (`load` returns one), not {type(game).__name__}"
        )
    first, second = game.sequences
    shape = (len(first.index), len(second.index))
    leaves = game.leaves
    reach = game.chance_reach.take(leaves)
    rows, columns = first.at_node[leaves], second.at_node[leaves]
    payoffs = [
        ExactMatrix.from_entries(shape, rows, columns, (reach * payoff).reduced())
        for payoff in game.leaf_payoffs
    ]
    form = SequenceForm(
        sequences=(first.index, second.index),
        E=plan_constraints(first.index),
        F=plan_constraints(second.index),
        A=payoffs[0],
        B=payoffs[1],
        W=ExactMatrix.from_entries(shape, rows, columns, reach),
        title=game.title,
        players=game.players,
    )
    return Reduced(form, partial(behavior_profile, form))


def plan_constraints(index: SequenceIndex) -> ExactMatrix:
    """Return E (or F): row 0 is x_∅ = 1, row 1 + h is Σ_c x_{σ_h c} - x_{σ_h} = 0 (vSvET, 2.3)."""
    sets = np.arange(index.num_infosets)
    rows = np.concatenate([[0], 1 + sets, 1 + index.infoset_of[1:]])
    columns = np.concatenate([[0], index.parent_sequence, np.arange(1, len(index))])
    values = np.concatenate([[1], np.full(len(sets), -1), np.ones(len(index) - 1, dtype=np.int64)])
    return ExactMatrix.from_entries((1 + len(sets), len(index)), rows, columns, ExactArray(values))


def behavior_profile(form: SequenceForm, plans: RealizationPlans) -> BehaviorProfile:
    """Return behavior strategies that realize the plans, completed by best responses at sets of weight zero."""
    first, second = (
        plans[player].behavior(form.gradient(player, plans[1 - player].weights))
        for player in (0, 1)
    )
    return BehaviorProfile((first, second))


MAX_STRATEGIES = 20_000
"""Refuse to enumerate more reduced pure strategies of a player than this."""

MAX_CELLS = 4_000_000
"""Refuse to fill larger payoff matrices than this."""


@dataclass(frozen=True, eq=False)
class NormalForm:
    """The reduced normal form of a game.

    - `strategies`, shapes (k1, |S1|) and (k2, |S2|): Row π has a 1 at every sequence σ with π[σ] = 1 (vSvET, 2.1).
    - `A`, `B`, shape (k1, k2): The players' payoffs.
    - `names`: A name for every strategy: its choices in depth-first order.
    """

    strategies: tuple[ExactMatrix, ExactMatrix]
    A: ExactMatrix
    B: ExactMatrix
    names: tuple[tuple[str, ...], tuple[str, ...]]


def count_pure_strategies(index: SequenceIndex) -> int:
    """Return the number of a player's reduced pure strategies, without listing them."""
    count = [1] * len(index)
    for row in reversed(index.order.tolist()):
        start, stop = index.first_sequence[row : row + 2]
        count[index.parent_sequence[row]] *= sum(count[start:stop])
    return count[0]


def reduced_normal_form(form: SequenceForm, max_strategies: int = MAX_STRATEGIES) -> NormalForm:
    """Return the reduced normal form: pure strategies up to choices that their own choices exclude.

    There may be `max_strategies` of each player, whose number grows exponentially with the game, and `MAX_CELLS` cells.
    """
    strategies, names = [], []
    counts = [count_pure_strategies(index) for index in form.sequences]
    for index, count in zip(form.sequences, counts, strict=True):
        if count > max_strategies:
            raise ModelError(
                f"the reduced normal form of {form.title!r} has {rough_count(count)} pure strategies of player "
                f"{index.player + 1}, more than {max_strategies:,}; use the sequence form"
            )
        if prod(counts) > MAX_CELLS:
            raise ModelError(
                f"the reduced normal form of {form.title!r} has {counts[0]:,} × {counts[1]:,} cells, "
                f"more than {MAX_CELLS:,}; use the sequence form"
            )
        pure, choices = pure_strategies(index)
        strategies.append(pure)
        names.append(choices)
    first, second = strategies
    return NormalForm(
        strategies=(first, second),
        A=_product(_product(first, form.A), second.T),
        B=_product(_product(first, form.B), second.T),
        names=(names[0], names[1]),
    )


def normal_form_lp(
    form: SequenceForm, player: int | str = 0, max_strategies: int = MAX_STRATEGIES
) -> Reduced[LinearProgram, RawSolution, RealizationPlans]:
    """Return the textbook LP of the matrix game: maximise v with x ≥ 0, Σ x = 1, v ≤ xᵀA for every column.

    - `form`: Of a zero-sum or constant-sum game.
    - `player`: 0, 1 or a name; whose mixed strategy is primal. The opponent's is the dual.
    - `max_strategies`: As in `reduced_normal_form`.

    `target` has 1 + k_j rows and k_i + 1 columns; `lift` reads both realization plans back.
    """
    player = require_sequence_form(form, "normal_form_lp", player)
    normal = reduced_normal_form(form, max_strategies)
    payoffs, scale = well_scaled(
        normal.A.T if player == 0 else normal.B
    )  # one row per strategy of the opponent
    replies, size = payoffs.shape
    column_names = [*(f"weight {name}" for name in normal.names[player]), "value"]
    program = LinearProgram.of_blocks(
        [ExactArray.zeros(size), ExactArray.of([1])],
        [
            [ExactMatrix.from_dense([[1] * size]), None],
            [-payoffs, ExactMatrix.from_dense([[1]] * replies)],
        ],
        [Bounds.equal(ExactArray.of([1])), Bounds.at_most(ExactArray.zeros(replies))],
        [Bounds.nonnegative(size), Bounds.free(1)],
        names=(["sum", *(f"reply {name}" for name in normal.names[1 - player])], column_names),
        name=f"{form.title} (normal form)",
        units=Units(size=1 / scale),
    )

    def lift(raw: RawSolution) -> RealizationPlans:
        primal, dual = primal_and_dual(raw)
        mixed = entries(primal, slice(0, size)), entries(dual, slice(1, None))
        both = mixed if player == 0 else mixed[::-1]
        first, second = (
            realized_plan(*one) for one in zip(form.sequences, normal.strategies, both, strict=True)
        )
        return RealizationPlans((first, second))

    return Reduced(program, lift)


def realized_plan(index: SequenceIndex, pure: ExactMatrix, mixed: Vector) -> RealizationPlan:
    """Return the plan Σ_π π[σ] μ(π) of a mixed strategy μ over pure strategies, the rows of a matrix (vSvET, 2.2)."""
    if isinstance(mixed, ExactArray):
        return RealizationPlan(index, pure.T.dot(mixed).reduced())
    return RealizationPlan(index, pure.to_scipy().T @ mixed)


def pure_strategies(index: SequenceIndex) -> tuple[ExactMatrix, tuple[str, ...]]:
    """Return the reduced pure strategies of a player, however many, and their names, as in `NormalForm`."""
    after: list[list[tuple[int, ...]]] = [[()]] * len(index)
    for row in reversed(
        index.order.tolist()
    ):  # what follows a set is ready, and the sets beside it that come later
        start, stop = index.first_sequence[row : row + 2].tolist()
        ways = [(chosen, *rest) for chosen in range(start, stop) for rest in after[chosen]]
        above = index.parent_sequence[row]
        after[above] = [(*mine, *rest) for mine in ways for rest in after[above]]
    listed = [(0, *sequences) for sequences in after[0]]
    rows = np.repeat(np.arange(len(listed)), [len(sequences) for sequences in listed])
    columns = np.array([sequence for sequences in listed for sequence in sequences], dtype=np.int64)
    choices = (
        ", ".join(index.names[sequence] for sequence in sequences[1:]) for sequences in listed
    )
    names = tuple(f"{k}: {one}" if one else f"{k}" for k, one in enumerate(choices, start=1))
    return ExactMatrix.from_entries(
        (len(listed), len(index)), rows, columns, ExactArray.ones(len(rows))
    ), names


def _product(left: ExactMatrix, right: ExactMatrix) -> ExactMatrix:
    """Return the exact product of two sparse matrices."""
    start = right.row_start[left.columns]
    count = right.row_start[left.columns + 1] - start
    entry = ranges(start, count)
    values = left.values.take(np.repeat(np.arange(left.nonzeros), count)) * right.values.take(entry)
    rows = np.repeat(left.rows, count)
    return ExactMatrix.from_entries(
        (left.shape[0], right.shape[1]), rows, right.columns[entry], values
    )


LARGEST_DENOMINATOR = 2**62


def centroid(form: SequenceForm) -> RealizationPlans:
    """Return the plans of the players who choose all actions with equal probability everywhere.

    They are exact and completely mixed.

    Examples
    --------
    >>> import seqform as sf
    >>> p, q = centroid(sf.builders.sequence_form(sf.load("vsvet-figure-1")).target)
    >>> [str(weight) for weight in p.weights.to_fractions()]
    ['1', '1/2', '1/2', '1/4', '1/4']
    """
    require_sequence_form(form, "centroid")
    return _both(form, _equal_shares)


def random_start(form: SequenceForm, seed: int, denominator: int = 1000) -> RealizationPlans:
    """Return the plans of random behavior strategies.

    At every information set with k actions the probabilities are a composition of the denominator into
    k positive parts, all equally likely; so none is 0, and none is 1 where there is a choice (vSvET, section 9).

    - `seed`: The same seed gives the same plans.
    - `denominator`: Of the probabilities: from the largest number of actions to 2⁶².

    Examples
    --------
    >>> import seqform as sf
    >>> form = sf.builders.sequence_form(sf.load("vsvet-figure-1")).target
    >>> completely_mixed(random_start(form, seed=1))
    True
    """
    require_sequence_form(form, "random_start")
    if seed < 0:
        raise ModelError(f"random start: a seed of 0 or more expected, not {seed}")
    most = max(int(index.num_actions.max(initial=1)) for index in form.sequences)
    if not most <= denominator <= LARGEST_DENOMINATOR:
        raise ModelError(
            f"random start: a denominator from {most}, the largest number of actions at an information set, "
            f"to 2**62 expected, not {denominator}"
        )
    rng = np.random.default_rng(seed)
    return _both(form, lambda index: (_random_shares(index, rng, denominator), denominator))


def plans_of(profile: BehaviorProfile) -> RealizationPlans:
    """Return the plans of a behavior profile of fractions."""
    if not isinstance(profile, BehaviorProfile):
        raise ModelError(f"plans_of: a BehaviorProfile expected, not {type(profile).__name__}")
    for strategy in profile:
        if not strategy.exact:
            raise ModelError(
                f"start, player {strategy.index.player + 1}: fractions expected, not doubles; "
                'a profile file has them as strings such as "1/3"'
            )
    return RealizationPlans((profile[0].plan, profile[1].plan))


def completely_mixed(plans: RealizationPlans) -> bool:
    """Return whether every sequence has a positive weight (vSvET, section 5)."""
    weights = (plan.weights for plan in plans)
    return all(
        bool(np.all((x.numerators if isinstance(x, ExactArray) else x) > 0)) for x in weights
    )


def _both(
    form: SequenceForm, shares: Callable[[SequenceIndex], tuple[Ints, int]]
) -> RealizationPlans:
    first, second = (_plan(index, *shares(index)) for index in form.sequences)
    return RealizationPlans((first, second))


def _plan(index: SequenceIndex, shares: Ints, whole: int) -> RealizationPlan:
    """Return the plan of a behavior strategy whose probabilities are shares of a whole, shape (|S|,)."""
    one = whole ** len(index.stages)
    weights = widened(np.ones(len(index), dtype=np.int64), one) * one
    for _, sequences in index.stages:
        above = index.parent_sequence[index.infoset_of[sequences]]
        weights[sequences] = weights[above] // whole * shares[sequences]
    return RealizationPlan(index, ExactArray(weights, one).reduced())


def _equal_shares(index: SequenceIndex) -> tuple[Ints, int]:
    whole = math.lcm(*np.unique(index.num_actions).tolist())
    shares = np.concatenate([[0], np.repeat(whole // index.num_actions, index.num_actions)])
    return shares.astype(np.int64), whole


def _random_shares(index: SequenceIndex, rng: np.random.Generator, whole: int) -> Ints:
    shares = np.zeros(len(index), dtype=np.int64)
    for actions in np.unique(index.num_actions).tolist():
        sets = np.flatnonzero(index.num_actions == actions)
        cuts = _random_subsets(rng, len(sets), actions - 1, whole - 1)
        first = index.first_sequence[sets]
        for action in range(actions):
            lower = cuts[:, action - 1] if action > 0 else 0
            upper = cuts[:, action] if action < actions - 1 else whole
            shares[first + action] = upper - lower
    return shares


def _random_subsets(rng: np.random.Generator, rows: int, size: int, largest: int) -> Ints:
    """Return, in every row and in order, a subset of {1, ..., largest}, all of that size equally likely.

    This is algorithm F2 of Bentley & Floyd, A sample of brilliance, Communications of the ACM 30 (1987).
    """
    chosen = np.zeros((rows, size), dtype=np.int64)
    for place in range(size):
        last = largest - size + place + 1
        drawn = rng.integers(1, last, rows, endpoint=True)
        if place == 0:
            chosen[:, place] = drawn
            continue
        taken = (chosen[:, :place] == drawn[:, np.newaxis]).any(axis=1)
        chosen[:, place] = np.where(taken, last, drawn)
    chosen.sort(axis=1)
    return chosen
