"""Perturbed linear programs of zero-sum games.

In those of Miltersen & Sørensen every sequence has a least weight, in the other every action has a least conditional
probability.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

import numpy as np

from seqform.builders.forms.sequence_form import max_min_blocks, primal_and_dual, set_names
from seqform.errors import ModelError, SolveError
from seqform.models.games.infosets import SequenceIndex, player_label, player_number
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Floats, Ints, Vector, entries
from seqform.models.numbers.polynomials import PolynomialArray, RationalFunctionArray
from seqform.models.programs.linear import Bounds, LinearProgram, require_lengths
from seqform.models.programs.perturbed import (
    MatrixPerturbedProgram,
    PerturbedLinearProgram,
    PerturbedSolution,
)
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import RawSolution
from seqform.models.reduced import Reduced
from seqform.models.strategies.assessment import EpsilonFamily, PlanFamily, RationalPlanFamily
from seqform.models.strategies.behavior import NEGLIGIBLE_WEIGHT, RealizationPlan, RealizationPlans

Trembles = Callable[[SequenceIndex], PolynomialArray]
"""From a player's sequences to the least weight of each, shape (|S|,)."""


def quasi_perfect_trembles(index: SequenceIndex) -> PolynomialArray:
    """Return k(ε) with k_σ = ε^|σ|, |σ| the number of the player's own choices in σ.

    Limits of equilibria of the game perturbed so are quasi-perfect.

    References
    ----------
    Miltersen & Sørensen (2006), section 2.3; (2010), Computing a quasi-perfect equilibrium of a two-player game,
    Economic Theory 42, 175-192.
    """
    return PolynomialArray.powers(lengths(index))


def weighted_trembles(weights: tuple[ExactArray, ExactArray]) -> Trembles:
    """Return trembles k_σ = w_σ ε^|σ| with the weights of a player's completely mixed plan.

    The limits are quasi-perfect as well: what counts is that trembles are smaller by an order of ε with every choice.
    """

    def trembles(index: SequenceIndex) -> PolynomialArray:
        powers = quasi_perfect_trembles(index).coefficients
        return PolynomialArray(tuple(part * weights[index.player] for part in powers))

    return trembles


def uniform_trembles(index: SequenceIndex) -> PolynomialArray:
    """Return k(ε) = ε for every sequence but the empty one: not sufficient for quasi-perfection, a counterexample.

    Limits need not even be subgame perfect; see the game "uniform-bounds" of the catalog.
    """
    return PolynomialArray.powers(np.minimum(lengths(index), 1))


def lengths(index: SequenceIndex) -> Ints:
    """Return |σ|, the number of choices in every sequence, shape (|S|,)."""
    return np.concatenate([[0], 1 + index.depth[index.infoset_of[1:]]]).astype(np.int64)


LARGEST_MISS = 0.01
"""Tolerance of a plan in doubles, as a share of the least weight, or of the weight that leads to a set."""

REMEDY = "take a larger ε, ask the solver for a tighter tolerance, or use the method stable-basis"


def numeric_plans(
    form: SequenceForm,
    player: int | str,
    epsilon: Fraction,
    raw: RawSolution,
    trembles: Trembles = quasi_perfect_trembles,
    tolerance: float = NEGLIGIBLE_WEIGHT,
) -> RealizationPlans:
    """Return both plans from the answer to ``perturbed_lp(form, player, trembles).target.at(epsilon)``.

    The plans are x̃ + k(ε) and the duals of the second block plus l(ε), exact if the answer is. Plans in doubles have
    to be plans at the scale of ε: weights of the length of ε^4 that are off by a solver's tolerance
    are not. The checks prove completely mixed plans, not optimal ones: a plan that violates x ≥ k(ε) or E x = e is an
    error, and so is behavior after a weight within the solver's tolerance, since it is rounding noise.
    """
    player = player_number(player, form.players, "numeric_plans, player")
    own = form.sequences[player]
    opponent = form.sequences[1 - player]
    primal, dual = primal_and_dual(raw)
    equations = 1 + own.num_infosets
    shape = (equations + len(opponent), len(own) + 1 + opponent.num_infosets)
    require_lengths(primal, dual, shape, "; lift an answer to a merged program first")

    k = trembles(own).at(epsilon)
    x = _sum(entries(primal, slice(0, len(own))), k)
    l = trembles(opponent).at(epsilon)  # noqa: E741 - the paper's letter
    y = _sum(entries(dual, slice(equations, None)), l)
    mine = _plan(own, x, k, tolerance)
    theirs = _plan(opponent, y, l, tolerance)
    return RealizationPlans(_by_player(player, mine, theirs))


def perturbed_lp_at(
    form: SequenceForm,
    epsilon: Fraction,
    player: int | str = 0,
    trembles: Trembles = quasi_perfect_trembles,
    tolerance: float = NEGLIGIBLE_WEIGHT,
) -> Reduced[LinearProgram, RawSolution, RealizationPlans]:
    """Return the LP of a zero-sum game in which every sequence keeps its least weight at one number ε.

    It is `perturbed_lp` at ε before the substitution x = x̃ + k: for player 0, maximise (A l)ᵀx + (f - F l)ᵀq over
    x ≥ k and free q, subject to E x = e and Fᵀq - Aᵀx ≤ 0. No constant is left out, so the optimum is the value of the
    perturbed game, and x is the player's plan. The opponent's is l plus the duals of the second block.

    The form, the player and the trembles are those of `perturbed_lp`; `lift` returns both plans, checked as in
    `numeric_plans`.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.builders.forms.sequence_form import sequence_form
    >>> step = perturbed_lp_at(sequence_form(sf.load("kuhn")).target, Fraction(1, 100))
    >>> sf.backends.get("exact").solve(step.target).objective
    Fraction(-51667, 1000000)
    """
    side = max_min_blocks(form, player, "perturbed_lp_at")
    own = side.own
    opponent = side.other
    k = trembles(own).at(epsilon)
    l = trembles(opponent).at(epsilon)  # noqa: E741 - the paper's letter
    fixed = side.F.dot(l)
    objective = ExactArray.concatenate([side.payoffs.T.dot(l), side.f - fixed])
    program = side.program(objective.reduced(), ExactArray.zeros(len(opponent)), form.title)
    columns = Bounds.concatenate([Bounds.at_least(k), Bounds.free(side.F.shape[0])])

    def lift(raw: RawSolution) -> RealizationPlans:
        primal, dual = primal_and_dual(raw)
        replies = entries(dual, slice(side.E.shape[0], None))

        # All duals are 0 only where the least weights are a plan; elsewhere zeros stand for missing duals.
        has_duals = _has_nonzero(replies)
        if not has_duals and not side.f.equals(fixed):
            raise ModelError(
                f"{form.title}: an answer without duals, of which those of the rows reply are the plan of player "
                f"{opponent.player + 1} above its least weights; pass the duals, too"
            )
        mine = _plan(own, entries(primal, slice(0, len(own))), k, tolerance)
        theirs = _plan(opponent, _sum(replies, l), l, tolerance)
        return RealizationPlans(_by_player(side.player, mine, theirs))

    return Reduced(replace(program, columns=columns), lift)


def _has_nonzero(vector: Vector) -> bool:
    if isinstance(vector, ExactArray):
        return bool(np.any(vector.numerators))
    return bool(np.any(vector))


Plan = TypeVar("Plan")


def _by_player(player: int, mine: Plan, theirs: Plan) -> tuple[Plan, Plan]:
    """Return what is a player's and what is the opponent's in the order of the players."""
    return (mine, theirs) if player == 0 else (theirs, mine)


def _sum(above: Vector, least: ExactArray) -> Vector:
    if isinstance(above, ExactArray):
        return above + least
    return above + least.to_floats()


def _plan(
    index: SequenceIndex, weights: Vector, least: ExactArray, tolerance: float
) -> RealizationPlan:
    """Return the plan with these weights, checked to be one that keeps to its least weights.

    Weights in doubles are checked as shares: each against its own least weight, which is ε^4 for a sequence of four
    choices, and each sum at an information set against the weight that leads there.
    """
    if isinstance(weights, ExactArray):
        return _exact_plan(index, weights, least)

    low = least.to_floats()
    # Negated, so that a weight that is not a number is short as well.
    short = np.flatnonzero(~(weights >= (1 - LARGEST_MISS) * low))
    if len(short):
        worst = int(short[np.argmin(weights[short] / low[short])])
        raise SolveError(
            f"{_who(index, worst)} has weight {weights[worst]:.3g} where at least {low[worst]:.3g} is asked for, "
            f"so the solver's answer is no plan at this ε; {REMEDY}"
        )
    _refuse_leaks(index, weights)

    # Behavior at a set is a quotient of weights: that of noise, after a weight which is noise itself.
    leading = np.unique(index.parent_sequence)
    noise = max(tolerance, NEGLIGIBLE_WEIGHT)
    if len(leading) and weights[leading].min() <= noise:
        worst = int(leading[np.argmin(weights[leading])])
        raise SolveError(
            f"{_who(index, worst)} has weight {weights[worst]:.3g}, within the solver's tolerance of zero, so "
            f"behavior after it is rounding noise; {REMEDY}"
        )
    return RealizationPlan(index, weights)


def _exact_plan(index: SequenceIndex, weights: ExactArray, least: ExactArray) -> RealizationPlan:
    short = np.flatnonzero((weights - least).numerators < 0)
    if len(short):
        raise SolveError(
            f"{_who(index, int(short[0]))} is below its least weight, although the solver is exact"
        )
    plan = RealizationPlan(index, weights.reduced())
    if plan.residual() != 0:
        raise SolveError(
            f"{player_label(index.player)}: E x = e fails, although the solver is exact"
        )
    return plan


def _refuse_leaks(index: SequenceIndex, weights: Floats) -> None:
    """Raise SolveError unless the weights at every set add up to the one that leads there, the first ones to 1."""
    at_sets = np.add.reduceat(weights, index.first_sequence[:-1])[: index.num_infosets]
    sums = np.concatenate([weights[:1], at_sets])
    leading = np.concatenate([[1.0], weights[index.parent_sequence]])
    misses = np.abs(sums - leading) / leading
    worst = int(np.argmax(misses))
    if misses[worst] > LARGEST_MISS:
        place = "the empty sequence"
        if worst:
            place = f"information set {index.infoset_names[worst - 1]!r}"
        raise SolveError(
            f"{player_label(index.player)}, {place}: weights add up to {sums[worst]:.3g}, not to {leading[worst]:.3g}, "
            f"so the solver's answer is no plan at this ε; {REMEDY}"
        )


def _who(index: SequenceIndex, sequence: int) -> str:
    return f"{player_label(index.player)}, sequence {index.names[sequence]!r}"


PerturbedStep = Reduced[PerturbedLinearProgram, PerturbedSolution, EpsilonFamily]


def q_epsilon(form: SequenceForm) -> PerturbedStep:
    """Return Q_ε, whose primal is the plan of player 0, who maximises: `perturbed_lp` for player 0."""
    return perturbed_lp(form, 0)


def p_epsilon(form: SequenceForm) -> PerturbedStep:
    """Return P_ε, whose primal is the plan of player 1, who minimises: `perturbed_lp` for player 1."""
    return perturbed_lp(form, 1)


def perturbed_lp(
    form: SequenceForm, player: int | str = 0, trembles: Trembles = quasi_perfect_trembles
) -> PerturbedStep:
    """Return the LP of a zero-sum game in which every sequence keeps a least weight, a polynomial in ε.

    For player 0, with least weights k(ε) of x and l(ε) of y, (2.5) of the paper reads: maximise fᵀq + lᵀv subject to
    E x = e, x ≥ k, Fᵀq - Aᵀx + v ≤ 0, v ≥ 0. Here x = x̃ + k, and v is as large as it may be, Aᵀx - Fᵀq; that leaves:
    maximise (A l)ᵀx̃ + (f - F l)ᵀq over x̃ ≥ 0 and free q, subject to E x̃ = e - E k and Fᵀq - Aᵀx̃ ≤ Aᵀk.
    The constant (A l)ᵀk is left out. The opponent's plan is l plus the duals of the second block. For player 1 the
    roles change.

    The form and the player are those of `zero_sum_lp`.

    - `trembles`: From a player's sequences to their least weights; ε^|σ| if absent.

    `target` has the size of `zero_sum_lp`'s; `lift` returns both plans as polynomials in ε.

    References
    ----------
    Miltersen & Sørensen, Computing sequential equilibria for two-player games, SODA 2006, (2.2)-(2.7).

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.builders.forms.sequence_form import sequence_form
    >>> perturbed_lp(sequence_form(sf.load("kuhn")).target).target
    <PerturbedLinearProgram 'kuhn': max, 20 rows × 20 columns, 68 nonzeros, degree 2 in ε>
    """
    side = max_min_blocks(form, player, "perturbed_lp")
    E, F, payoffs = side.E, side.F, side.payoffs
    own = side.own
    opponent = side.other
    k = trembles(own)
    l = trembles(opponent)  # noqa: E741 - the paper's letter
    e = PolynomialArray.constant(side.e)
    f = PolynomialArray.constant(side.f)
    # The plan's rows are equations, the replies are bounded from above only.
    is_equation = np.arange(E.shape[0] + len(opponent)) < E.shape[0]
    program = PerturbedLinearProgram(
        sense="max",
        objective=PolynomialArray.concatenate([l.under(payoffs.T), f - l.under(F)]),
        matrix=ExactMatrix.block([[E, None], [-payoffs, F.T]]),
        right=PolynomialArray.concatenate([e - k.under(E), k.under(payoffs)]),
        at_least=is_equation,
        at_most=np.ones(len(is_equation), dtype=bool),
        free=np.arange(len(own) + F.shape[0]) >= len(own),
        row_names=side.row_names,
        column_names=side.column_names,
        name=form.title,
    )

    def lift(answer: PerturbedSolution) -> EpsilonFamily:
        primal, dual = pair_of_functions(answer, PolynomialArray)
        mine = PlanFamily(own, primal.take(slice(0, len(own))) + k)
        theirs = PlanFamily(opponent, dual.take(slice(E.shape[0], None)) + l)
        return EpsilonFamily(_by_player(side.player, mine, theirs))

    return Reduced(program, lift)


F = TypeVar("F", PolynomialArray, RationalFunctionArray)


def pair_of_functions(answer: PerturbedSolution, functions: type[F]) -> tuple[F, F]:
    """Return x(ε) and y(ε) of an answer."""
    if not isinstance(answer.primal, functions) or not isinstance(answer.dual, functions):
        hint = ""
        if answer.solved and answer.raw is not None:
            hint = "; numeric_plans reads plans at that ε"
        raise SolveError(
            f"the method returned no pair of plans: {answer.termination} ({answer.status}){hint}"
        )
    return answer.primal, answer.dual


def point_of_functions(answer: PerturbedSolution, functions: type[F]) -> F:
    """Return z(ε) of an answer to a complementarity problem."""
    if not isinstance(answer.primal, functions) or not answer.solved:
        raise SolveError(f"the method returned no solution: {answer.termination} ({answer.status})")
    return answer.primal


BehaviorPerturbedStep = Reduced[MatrixPerturbedProgram, PerturbedSolution, EpsilonFamily]


def behavior_perturbed_lp(form: SequenceForm, player: int | str = 0) -> BehaviorPerturbedStep:
    """Return the LP of a zero-sum game in which every action at every information set has probability at least ε.

    For player 0 these are the plans x with E x = e and R₁(ε) x ≥ 0, where R₁ has the row x_{σ_h c} - ε x_{σ_h} for
    each choice c at each set h; F and R₂ are those of player 1. Since x_∅ = 1, such a plan is positive, so x need not
    be bounded. Against x the opponent minimises (Aᵀx)ᵀy over free y subject to F y = f and R₂ y ≥ 0, which comes to
    the largest fᵀq with Fᵀq + R₂ᵀv = Aᵀx and v ≥ 0. Together: maximise fᵀq over free x, free q and v ≥ 0, subject to

    E x = e, R₁(ε) x ≥ 0, Fᵀq + R₂(ε)ᵀv - Aᵀx = 0.

    The row of the empty sequence in the last block reads q_∅ - Σ (q_h + ε Σ_c v_{hc}) = (Aᵀx)_∅, summed over the sets h
    that come first. The dual has y for that block, free, with F y = f from q, R₂ y ≥ 0 from v, and from x that
    A y = Eᵀp - R₁ᵀu with u ≥ 0: the same program for the opponent, who minimises eᵀp. For player 1 the roles change.

    The plan of `player` is primal, and only the payoffs of this player are read. The program has |H_i| + |S_i| + |S_j|
    rows and |S_i| + |H_j| + |S_j| columns, i the player and j the opponent; it has solutions for ε up to 1/a if no set
    has more than a actions. `lift` returns both plans as rational functions of ε. Limits of these are extensive-form
    perfect: an action played with more than the least probability is a best reply where it is played, the player's own
    later trembles counted.

    References
    ----------
    Selten (1975), Reexamination of the perfectness concept, International Journal of Game Theory 4, 25-55; Miltersen &
    Sørensen (2006), section 3, ask how to compute such equilibria; Farina & Gatti (2017), Extensive-form perfect
    equilibrium computation in two-player games, AAAI.
    """
    side = max_min_blocks(form, player, "behavior_perturbed_lp")
    E, F, payoffs = side.E, side.F, side.payoffs
    own = side.own
    opponent = side.other

    # Rows: E x = e, R₁ x ≥ 0, then a reply each. Columns: x, q and v. R₁ and R₂ are M - ε N, M below, N in the slope.
    own_choices = last_choices(own)
    opponent_choices = last_choices(opponent)
    row_block = np.repeat([0, 1, 2], (E.shape[0], own_choices.shape[0], len(opponent)))
    column_block = np.repeat([0, 1, 2], (len(own), F.shape[0], opponent_choices.shape[0]))
    matrix = ExactMatrix.block(
        [
            [E, None, None],
            [own_choices, None, None],
            [-payoffs, F.T, opponent_choices.T],
        ]
    )
    zeros = ExactMatrix.zeros((E.shape[0], len(own)))
    slope = ExactMatrix.block(
        [
            [zeros, ExactMatrix.zeros((E.shape[0], F.shape[0])), None],
            [-choices_before(own), None, None],
            [None, None, -choices_before(opponent).T],
        ]
    )

    objective = ExactArray.concatenate(
        [ExactArray.zeros(len(own)), side.f, ExactArray.zeros(opponent_choices.shape[0])]
    )
    right = ExactArray.concatenate([side.e, ExactArray.zeros(own_choices.shape[0] + len(opponent))])
    program = MatrixPerturbedProgram(
        sense="max",
        objective=PolynomialArray.constant(objective),
        matrix=matrix,
        slope=slope,
        right=PolynomialArray.constant(right),
        at_least=np.ones(len(row_block), dtype=bool),
        # Rows R₁ x ≥ 0 have no bound from above; of the columns only v is not free.
        at_most=row_block != 1,
        free=column_block != 2,
        row_names=[
            *set_names("plan", own),
            *(f"least {name}" for name in own.names[1:]),
            *(f"reply {name}" for name in opponent.names),
        ],
        column_names=[
            *(f"weight {name}" for name in own.names),
            *set_names("value", opponent),
            *(f"forced {name}" for name in opponent.names[1:]),
        ],
        name=form.title,
    )
    first_reply = E.shape[0] + own_choices.shape[0]

    def lift(answer: PerturbedSolution) -> EpsilonFamily:
        primal, dual = pair_of_functions(answer, RationalFunctionArray)
        x = primal.numerators.take(slice(0, len(own)))
        y = dual.numerators.take(slice(first_reply, None))
        mine = RationalPlanFamily(own, x)
        theirs = RationalPlanFamily(opponent, y)
        return EpsilonFamily(_by_player(side.player, mine, theirs))

    return Reduced(program, lift)


def last_choices(index: SequenceIndex) -> ExactMatrix:
    """Return the matrix, shape (|S| - 1, |S|), that leaves out of a plan the weight of the empty sequence."""
    return _picks(1 + np.arange(len(index) - 1), len(index))


def choices_before(index: SequenceIndex) -> ExactMatrix:
    """Return the matrix, shape (|S| - 1, |S|), that takes for each of these the weight of the sequence before it."""
    return _picks(index.parent_sequence[index.infoset_of[1:]], len(index))


def _picks(columns: Ints, size: int) -> ExactMatrix:
    count = len(columns)
    return ExactMatrix((count, size), np.arange(count), columns, ExactArray.ones(count))
