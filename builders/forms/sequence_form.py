"""The sequence form of an extensive game, with starts of paths, blocks of max-min programs and the reduced normal form.

The linear program of the normal form is the baseline for the sequence form.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from itertools import chain, product

import numpy as np

from seqform.errors import ModelError, SolveError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import SequenceIndex, player_label, ranges, unique_names
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
DROPPED_EXPONENT = -29
"""Entries of a program of an order of at least two to this, 1.9e-9, are read by HiGHS, which drops those below 1e-9."""
REFUSED_EXPONENT = 48
"""Entries of a program of an order of at most two to this, 2.8e14, are read by HiGHS, which refuses 1e15 and more."""


@dataclass(frozen=True, eq=False)
class MaxMinBlocks(PlanEquations):
    """The matrices of a sequence form in the roles of a max-min program: one player maximises, the other minimises.

    E and F belong to the player's plans and the opponent's, as for player 0. `payoffs` has shape (|S_j|, |S_i|), one
    row for each sequence of the opponent: Aᵀ for player 0, B for player 1, `well_scaled` by the factor `scale`.
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
        own_part = self.payoffs.T.dot(weights).reduced()
        return ExactArray.concatenate([own_part, ExactArray.zeros(len(self.f))])

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
        root_value = Bounds.free(1)
        if least is not None:
            root_value = Bounds.at_least(ExactArray.of([least]))
        # The names are made when somebody reads them: a large program is solved without.
        rows = LazyNames(self.E.shape[0] + len(self.other), lambda place: self.row_names[place])
        columns = LazyNames(len(self.own) + self.F.shape[0], lambda place: self.column_names[place])
        return LinearProgram.of_blocks(
            [objective],
            [[self.E, None], [-self.payoffs, self.F.T]],
            [Bounds.equal(self.e), Bounds.at_most(right)],
            [Bounds.nonnegative(len(self.own)), root_value, Bounds.free(self.other.num_infosets)],
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
        own_plan = RealizationPlan(self.own, mine)
        other_plan = RealizationPlan(self.other, theirs)
        if self.player == 0:
            return RealizationPlans((own_plan, other_plan))
        return RealizationPlans((other_plan, own_plan))

    def lift(self, raw: RawSolution) -> RealizationPlans:
        """Return the plans of both players in an answer to the zero-sum program."""
        own_weights, other_weights = self.halves(raw)
        return self.plans(own_weights, other_weights)


def primal_and_dual(raw: RawSolution) -> tuple[Vector, Vector]:
    """Return the primal-dual pair of an answer, or raise `SolveError`."""
    if raw.primal is None or raw.dual is None:
        advice = ""
        if raw.primal is not None:
            advice = "; its dual, which is the opponent's plan, is missing, and an exact answer needs none"
        raise SolveError(
            f"the solver returned no primal-dual pair: {raw.termination} ({raw.status}){advice}",
            raw,
        )
    return raw.primal, raw.dual


def max_min_blocks(form: SequenceForm, player: int | str, caller: str) -> MaxMinBlocks:
    """Return the blocks of a player's max-min programs; errors begin with the caller's name."""
    player = require_sequence_form(form, caller, player)
    first, second = form.sequences
    payoffs = form.A if player == 0 else form.B
    scale = Fraction(1)
    if not form.as_given:
        payoffs, scale = well_scaled(payoffs, _payoff_weights(form, payoffs))
    if player == 0:
        return MaxMinBlocks(player, first, second, form.E, form.F, payoffs.T, scale)
    return MaxMinBlocks(player, second, first, form.F, form.E, payoffs, scale)


def _payoff_weights(form: SequenceForm, payoffs: ExactMatrix) -> ExactMatrix:
    """Return the weights of the payoffs in the entries of A or B: chance's, and 1 in a form of matrices."""
    if form.of_matrices:
        return replace(payoffs, values=ExactArray.ones(payoffs.nonzeros))
    return form.W


def well_scaled(
    payoffs: ExactMatrix, chance: ExactMatrix | None = None
) -> tuple[ExactMatrix, Fraction]:
    """Return payoffs times a power of two, so that their sizes are moderate for solvers, and this power.

    Sizes from 2⁻²⁰ to 2²⁰ are left as they are; where `chance` has the probabilities that payoffs are weighted by, only
    if the payoffs themselves are not all of a smaller order than 2⁻⁴, where the absolute tolerances of solvers are too
    large for them. Small entries are never made smaller, and large payoffs only so far that the least entry stays one
    that HiGHS reads, where the largest allows it.
    """
    if not payoffs.nonzeros:
        return payoffs, Fraction(1)
    largest = Fraction(magnitude(payoffs.values.numerators), payoffs.values.denominator)
    exponent = _exponent(largest)
    least_ordinary = -ORDINARY_EXPONENT
    if chance is not None and -ORDINARY_EXPONENT <= exponent < SMALL_EXPONENT:
        # Small entries are often ordinary payoffs with a small probability.
        of_payoffs = _exponent(max(map(abs, extreme_payoffs(payoffs, chance))))
        exponent = min(of_payoffs, ORDINARY_EXPONENT)
        least_ordinary = SMALL_EXPONENT
    if least_ordinary <= exponent <= ORDINARY_EXPONENT:
        return payoffs, Fraction(1)
    if exponent > ORDINARY_EXPONENT:
        exponent = _reduction(exponent, exponent - payoffs.values.range_exponent())
    scale = Fraction(2) ** -exponent  # a power of two changes no digit of a double
    return replace(payoffs, values=payoffs.values * scale), scale


def _reduction(largest: int, least: int) -> int:
    """Return the exponent of the power of two by which entries are divided, from those of their sizes."""
    to_keep_least = max(0, least - DROPPED_EXPONENT)
    to_keep_largest = max(0, largest - REFUSED_EXPONENT)
    return min(largest, max(to_keep_least, to_keep_largest))


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
            f"{who}, {player_label(index.player)}: a plan of {len(index)} weights expected, one for every sequence, "
            f"not {len(plan.weights)}"
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

    # A leaf is an entry at the sequences of both players that lead to it; leaves at the same ones are added up.
    rows = first.at_node[leaves]
    columns = second.at_node[leaves]
    reach = game.chance_reach.take(leaves)
    first_payoff, second_payoff = game.leaf_payoffs
    form = SequenceForm(
        sequences=(first.index, second.index),
        E=plan_constraints(first.index),
        F=plan_constraints(second.index),
        A=ExactMatrix.from_entries(shape, rows, columns, (reach * first_payoff).reduced()),
        B=ExactMatrix.from_entries(shape, rows, columns, (reach * second_payoff).reduced()),
        W=ExactMatrix.from_entries(shape, rows, columns, reach),
        title=game.title,
        players=game.players,
        of_matrices=game.matrices is not None,
    )
    return Reduced(form, partial(behavior_profile, form))


def plan_constraints(index: SequenceIndex) -> ExactMatrix:
    """Return E (or F): row 0 is x_∅ = 1, row 1 + h is Σ_c x_{σ_h c} - x_{σ_h} = 0 (vSvET, 2.3).

    With two sets of two actions, the second after the first action of the first one (sequences ∅, a, b, ac, ad)::

        1   ·   ·   ·   ·
       -1   1   1   ·   ·
        ·  -1   ·   1   1
    """
    sets = np.arange(index.num_infosets)
    shape = (1 + len(sets), len(index))

    # The 1 at ∅, then the -1 of every set, then the 1 of every other sequence in the row of its set.
    rows = np.concatenate([[0], 1 + sets, 1 + index.infoset_of[1:]])
    columns = np.concatenate([[0], index.parent_sequence, np.arange(1, len(index))])
    values = np.ones(len(rows), dtype=np.int64)
    values[1 + sets] = -1
    return ExactMatrix.from_entries(shape, rows, columns, ExactArray(values))


def behavior_profile(form: SequenceForm, plans: RealizationPlans) -> BehaviorProfile:
    """Return behavior strategies that realize the plans, completed by best responses at sets of weight zero."""
    first_plan, second_plan = plans
    first = first_plan.behavior(form.gradient(0, second_plan.weights))
    second = second_plan.behavior(form.gradient(1, first_plan.weights))
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
    """Return the number of a player's reduced pure strategies, without listing them.

    After a sequence there is a choice at every set that comes next, so the numbers of ways to go on there multiply;
    at a set one action is chosen, so those after its actions add up. A sequence without a next set has one way.
    """
    ways = [1] * len(index)
    for infoset in reversed(index.order.tolist()):  # the sets after its actions come first
        start, stop = index.first_sequence[infoset : infoset + 2]
        ways[index.parent_sequence[infoset]] *= sum(ways[start:stop])
    return ways[0]


def reduced_normal_form(form: SequenceForm, max_strategies: int = MAX_STRATEGIES) -> NormalForm:
    """Return the reduced normal form: pure strategies up to choices that their own choices exclude.

    There may be `max_strategies` of each player, whose number grows exponentially with the game, and `MAX_CELLS` cells.
    """
    strategies = []
    names = []
    # Counted before they are listed, which may take more memory than there is.
    counts = [count_pure_strategies(index) for index in form.sequences]
    for index, count in zip(form.sequences, counts, strict=True):
        if count > max_strategies:
            raise ModelError(
                f"the reduced normal form of {form.title!r} has {rough_count(count)} pure strategies of player "
                f"{index.player + 1}, more than {max_strategies:,}; use the sequence form"
            )
        if math.prod(counts) > MAX_CELLS:
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
        A=product_of(product_of(first, form.A), second.T),
        B=product_of(product_of(first, form.B), second.T),
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
    # One row for each strategy of the opponent, one column for each of the player's.
    own_payoffs = normal.A.T if player == 0 else normal.B
    payoffs, scale = own_payoffs, Fraction(1)
    if not form.as_given:
        payoffs, scale = well_scaled(own_payoffs)
    num_replies, num_strategies = payoffs.shape

    total = ExactMatrix.from_dense([[1] * num_strategies])
    value = ExactMatrix.from_dense([[1]] * num_replies)
    row_names = ["sum", *(f"reply {name}" for name in normal.names[1 - player])]
    column_names = [*(f"weight {name}" for name in normal.names[player]), "value"]
    program = LinearProgram.of_blocks(
        [ExactArray.zeros(num_strategies), ExactArray.of([1])],
        [[total, None], [-payoffs, value]],
        [Bounds.equal(ExactArray.of([1])), Bounds.at_most(ExactArray.zeros(num_replies))],
        [Bounds.nonnegative(num_strategies), Bounds.free(1)],
        names=(row_names, column_names),
        name=f"{form.title} (normal form)",
        units=Units(size=1 / scale),
    )

    def lift(raw: RawSolution) -> RealizationPlans:
        primal, dual = primal_and_dual(raw)
        mixed = [entries(primal, slice(0, num_strategies)), entries(dual, slice(1, None))]
        if player == 1:
            mixed.reverse()
        first, second = map(realized_plan, form.sequences, normal.strategies, mixed)
        return RealizationPlans((first, second))

    return Reduced(program, lift)


def realized_plan(index: SequenceIndex, pure: ExactMatrix, mixed: Vector) -> RealizationPlan:
    """Return the plan Σ_π π[σ] μ(π) of a mixed strategy μ over pure strategies, the rows of a matrix (vSvET, 2.2)."""
    if isinstance(mixed, ExactArray):
        return RealizationPlan(index, pure.T.dot(mixed).reduced())
    return RealizationPlan(index, pure.to_scipy().T @ mixed)


def pure_strategies(index: SequenceIndex) -> tuple[ExactMatrix, tuple[str, ...]]:
    """Return the reduced pure strategies of a player, however many, and their names, as in `NormalForm`.

    A strategy is the tuple of its sequences, ∅ first. They are put together from the last sets to the first, as
    `count_pure_strategies` counts them: after every sequence, all ways to go on.
    """
    after: list[list[tuple[int, ...]]] = [[()]] * len(index)
    for infoset in reversed(index.order.tolist()):
        start, stop = index.first_sequence[infoset : infoset + 2].tolist()
        ways_here = []
        for action in range(start, stop):
            ways_here += [(action, *later) for later in after[action]]

        # Together with the ways at the sets beside this one, after the same sequence, that come later.
        above = index.parent_sequence[infoset]
        after[above] = [(*here, *beside) for here, beside in product(ways_here, after[above])]

    strategies = [(0, *sequences) for sequences in after[0]]
    names = []
    for number, (_, *sequences) in enumerate(strategies, start=1):
        choices = ", ".join([index.names[sequence] for sequence in sequences])
        names.append(f"{number}: {choices}" if choices else f"{number}")

    rows = np.repeat(np.arange(len(strategies)), list(map(len, strategies)))
    columns = np.array(list(chain.from_iterable(strategies)), dtype=np.int64)
    shape = (len(strategies), len(index))
    pure = ExactMatrix.from_entries(shape, rows, columns, ExactArray.ones(len(rows)))
    return pure, tuple(names)


def product_of(left: ExactMatrix, right: ExactMatrix) -> ExactMatrix:
    """Return the exact product of two sparse matrices."""
    # Every entry (i, k) on the left meets all entries of row k on the right; `from_entries` adds the products up.
    start = right.row_start[left.columns]
    count = right.row_start[left.columns + 1] - start
    left_entry = np.repeat(np.arange(left.nonzeros), count)
    right_entry = ranges(start, count)
    values = left.values.take(left_entry) * right.values.take(right_entry)
    shape = (left.shape[0], right.shape[1])
    return ExactMatrix.from_entries(
        shape, left.rows[left_entry], right.columns[right_entry], values
    )


LARGEST_DENOMINATOR = 2**62
"""Bound on the denominator of random probabilities, which are drawn in 64 bits."""


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
    first, second = map(_equal_plan, form.sequences)
    return RealizationPlans((first, second))


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
    first_index, second_index = form.sequences
    first = _random_plan(first_index, rng, denominator)
    second = _random_plan(second_index, rng, denominator)
    return RealizationPlans((first, second))


def plans_of(profile: BehaviorProfile) -> RealizationPlans:
    """Return the plans of a behavior profile of fractions."""
    if not isinstance(profile, BehaviorProfile):
        raise ModelError(f"plans_of: a BehaviorProfile expected, not {type(profile).__name__}")
    for strategy in profile:
        if not strategy.exact:
            raise ModelError(
                f"start, {player_label(strategy.index.player)}: fractions expected, not doubles; "
                'a profile file has them as strings such as "1/3"'
            )
    return RealizationPlans((profile[0].plan, profile[1].plan))


def completely_mixed(plans: RealizationPlans) -> bool:
    """Return whether every sequence has a positive weight (vSvET, section 5)."""
    for plan in plans:
        weights = plan.weights
        numbers = weights.numerators if isinstance(weights, ExactArray) else weights
        if not np.all(numbers > 0):
            return False
    return True


def _plan(index: SequenceIndex, shares: Ints, denominator: int) -> RealizationPlan:
    """Return the plan of a behavior strategy with probabilities ``shares / denominator``, shape (|S|,).

    Weights are counted in units of 1 / denominator^k, where k is the number of stages, so that the division by the
    denominator leaves no remainder at any of them.
    """
    unit_inverse = denominator ** len(index.stages)
    weights = widened(np.ones(len(index), dtype=np.int64), unit_inverse) * unit_inverse
    for _, sequences in index.stages:
        above = index.parent_sequence[index.infoset_of[sequences]]
        weights[sequences] = weights[above] // denominator * shares[sequences]
    return RealizationPlan(index, ExactArray(weights, unit_inverse).reduced())


def _equal_plan(index: SequenceIndex) -> RealizationPlan:
    """Return the plan of a player who chooses all actions with equal probability."""
    denominator = math.lcm(*np.unique(index.num_actions).tolist())
    shares = np.zeros(len(index), dtype=np.int64)
    shares[1:] = np.repeat(denominator // index.num_actions, index.num_actions)
    return _plan(index, shares, denominator)


def _random_plan(
    index: SequenceIndex, rng: np.random.Generator, denominator: int
) -> RealizationPlan:
    """Return the plan of random probabilities, which are positive multiples of 1 / denominator.

    The positive parts of a composition lie between the points of a random subset of {1, ..., denominator - 1}, 0 and
    the denominator. Sets with as many actions are drawn together, those with the fewest first.
    """
    shares = np.zeros(len(index), dtype=np.int64)
    for actions in np.unique(index.num_actions).tolist():
        sets = np.flatnonzero(index.num_actions == actions)
        inner = _random_subsets(rng, len(sets), actions - 1, denominator - 1)
        cuts = np.pad(inner, ((0, 0), (1, 1)), constant_values=(0, denominator))
        parts = np.diff(cuts, axis=1)
        shares[index.first_sequence[sets, np.newaxis] + np.arange(actions)] = parts
    return _plan(index, shares, denominator)


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
