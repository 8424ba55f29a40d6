"""Max-min programs of a sequence form: saddle points, optimal strategies against a given opponent, and dominance."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np

from seqform.builders.forms.sequence_form import (
    MaxMinBlocks,
    centroid,
    exact_weights,
    max_min_blocks,
    primal_and_dual,
)
from seqform.errors import ModelError, SolveError
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Vector, double
from seqform.models.programs.linear import Bounds, LinearProgram
from seqform.models.programs.sequence_form import SaddlePointProblem, SequenceForm, require_sequence_form
from seqform.models.programs.solutions import RawSolution
from seqform.models.reduced import Reduced
from seqform.models.strategies.behavior import RealizationPlan, RealizationPlans


def saddle_point(form: SequenceForm) -> Reduced[SaddlePointProblem, RawSolution, RealizationPlans]:
    """Return max over x in X, min over y in Y of xᵀA y, whose solutions are the equilibria of a constant-sum game.

    See von Stengel (1996), Efficient computation of behavior strategies, section 4. The game has to have A + B = c W
    for a number c. `lift` reads x from the primal and y from the dual part of an answer.
    """
    require_sequence_form(form, "saddle_point")
    require_constant_sum(form)
    problem = SaddlePointProblem(form.sequences, form.A, name=form.title, chance=form.W)
    assert problem.payoff_range is not None
    least, largest = problem.payoff_range
    problem = replace(problem, spread=double(largest - least))

    def lift(raw: RawSolution) -> RealizationPlans:
        x, y = primal_and_dual(raw)
        return RealizationPlans((RealizationPlan(form.sequences[0], x), RealizationPlan(form.sequences[1], y)))

    return Reduced(problem, lift)


def require_constant_sum(form: SequenceForm) -> None:
    """Raise ModelError unless A + B = c W for a number c, so that both payoffs add up to c under all plans."""
    total = form.A + form.B
    if total.nonzeros == 0:
        return
    constant: Fraction = total.values[0] / form.W.values[0]
    if not total.equals(replace(form.W, values=form.W.values * constant)):
        raise ModelError(
            f"{form.title or 'this game'}: the payoffs of the two players do not add up to a constant, so it is no "
            "saddle point; take the complementarity problem (backend lemke)"
        )


def response_lp(
    form: SequenceForm, player: int, opponent: Vector, least: Fraction | None, weight: Fraction = Fraction(1)
) -> Reduced[LinearProgram, RawSolution, tuple[Vector, Vector]]:
    """Return the LP whose optimum is the best response to an opponent's weights with a least guarantee, if any.

    Weights in doubles are read as the fractions that they are. For player 1 and the opponent's plan y⁰ it reads:
    maximise weight (A y⁰)ᵀx + (1 - weight) v_∅ over x ≥ 0 and v with v_∅ ≥ least, subject to E x = e and
    Fᵀv - Aᵀx ≤ 0; v_∅ is what x guarantees, so that with the value of a constant-sum game as `least` every x is
    optimal. With -y⁰ for y⁰ the plan that earns least is found. If no plan guarantees as much, the program is
    infeasible. For player 2 the roles change. `lift` returns x and the multipliers λ ȳ ≥ 0 of the last rows, λ times a
    plan ȳ of the opponent.

    The multipliers prove that x earns most, for a weight of 1. A plan that guarantees the least earns at least λ least
    against λ ȳ, so at most max (A y⁰ + A λ ȳ)ᵀx' - λ least over all plans x' against y⁰; x attains this bound. So x is
    a best response to (y⁰ + λ ȳ)/(1 + λ), and undominated if y⁰ is completely mixed. See Čermák, Bošanský & Lisý,
    Practical performance of refinements of Nash equilibria in extensive-form zero-sum games, ECAI 2014.
    """
    known = opponent if isinstance(opponent, ExactArray) else ExactArray.of(map(Fraction, opponent.tolist()))
    side = max_min_blocks(form, player, "response_lp")
    earned = side.against(known)
    guarantee = ExactArray.unit(len(earned), len(side.own)) * (1 - weight)
    program = side.program(
        objective=(earned * weight + guarantee).reduced(),
        right=ExactArray.zeros(len(side.other)),
        name=f"{form.title} (response)",
        least=None if least is None else least * side.scale,
    )
    return Reduced(program, side.halves)


def optimal_ratio_lp(
    form: SequenceForm, player: int | str, value: Fraction, part: ExactArray, whole: ExactArray
) -> Reduced[LinearProgram, RawSolution, tuple[ExactArray, ExactArray]]:
    """Return the LP whose optimum is the greatest ratio part·x / whole·x over the maximin plans x of a player.

    It is the transformation of Charnes & Cooper (1962) of this linear-fractional program: with payoff matrix A,
    maximise part·y over y ≥ 0 and v, subject to whole·y = 1, all equations of E y = 0 but the first, Fᵀv - Aᵀy ≤ 0,
    and v_∅ ≥ value y_∅. Then x = y / y_∅ guarantees the value. Where whole is the empty sequence, the maximum is that
    of part·x. If whole·x = 0 for all maximin plans, the program is infeasible. `lift` returns y and the multipliers
    λ ȳ ≥ 0 of the rows with A, of shape (|S_j|,): λ times a plan ȳ of the opponent.

    The multipliers prove the bound r: every plan x' has (part - r whole + A λ ȳ)·x' ≤ λ value, and a maximin plan
    earns at least λ value against λ ȳ, so part·x ≤ r whole·x.
    """
    side = max_min_blocks(form, player, "optimal_ratio_lp")
    own, values = len(side.own), side.F.shape[0]
    guarantee = _row(ExactArray.of([value * side.scale]).scattered(own, np.zeros(1, dtype=np.int64)))
    ratio, one = _row(whole), _row(ExactArray.unit(values, 0))
    equations = [Bounds.nonnegative(1), Bounds.equal(ExactArray.zeros(side.E.shape[0] - 1))]
    others = [Bounds.at_most(ExactArray.zeros(len(side.other))), Bounds.equal(ExactArray.of([1]))]
    program = LinearProgram.of_blocks(
        [part, ExactArray.zeros(values)],
        [[side.E, None], [-side.payoffs, side.F.T], [ratio, None], [-guarantee, one]],
        [*equations, *others, Bounds.nonnegative(1)],
        [Bounds.nonnegative(own), Bounds.free(values)],
        names=([*side.row_names, "ratio", "guarantee"], side.column_names),
        name=f"{form.title} (ratio)",
    )

    def lift(raw: RawSolution) -> tuple[ExactArray, ExactArray]:
        weights, multipliers = _exact_halves(side, raw)
        return weights, (multipliers.take(slice(0, len(side.other))) * side.scale).reduced()

    return Reduced(program, lift)


def _row(vector: ExactArray) -> ExactMatrix:
    places = np.flatnonzero(vector.numerators)
    return ExactMatrix.from_entries((1, len(vector)), np.zeros(len(places), np.int64), places, vector.take(places))


def dominance_lp(form: SequenceForm, plan: RealizationPlan) -> Reduced[LinearProgram, RawSolution, RealizationPlans]:
    """Return the LP whose optimum is the best of the plans that are never worse than a given exact plan.

    For a plan x* of player 1, with payoff matrix A, it reads: maximise (A y⁰)ᵀx over x ≥ 0
    and v with v_∅ ≥ 0, subject to E x = e and Fᵀv - Aᵀx ≤ -Aᵀx*. Here y⁰ > 0 is the opponent's
    plan in the centroid. For player 2 the roles change.

    `lift` returns a plan x of the player and a completely mixed plan ȳ of the opponent. x* is undominated if and only
    if x earns no more than x* against y⁰, and then x* is a best response to ȳ. Otherwise x dominates x*; x itself is
    a best response to ȳ in either case, and so undominated.

    Notes
    -----
    Never worse means min over y of (x - x*)ᵀA y ≥ 0, and by LP duality that minimum is the
    largest v_∅ = fᵀv with Fᵀv ≤ Aᵀ(x - x*): these are the constraints. As y⁰ > 0, a plan that is never
    worse is better somewhere if and only if it is better against y⁰.

    Let y ≥ 0 be the duals of the last rows. Dual feasibility in v, which is free but for v_∅ ≥ 0, means that
    F y = λ f with λ = y_∅ ≥ 0, so ȳ = (y⁰ + y)/(1 + λ) is a plan, and completely mixed. Optimality means that x
    maximises (A y⁰ + A y)ᵀx over the plans, so x is a best response to ȳ; and, by complementary slackness, that
    (x - x*)ᵀA y = vᵀF y = λ v_∅ = 0. So the gain of x over x* against ȳ is its gain against y⁰, divided by 1 + λ:
    if that is 0, x* is a best response to ȳ as well, and a best response to a completely mixed strategy is
    undominated.

    References
    ----------
    van Damme (1987), Stability and Perfection of Nash Equilibria, section 3.2: an equilibrium of a two-player game
    is normal-form perfect if and only if both strategies are undominated.
    """
    player = plan.index.player
    side = max_min_blocks(form, player, "dominance_lp")
    weights = exact_weights(side.own, plan, "dominance_lp")
    even = exact_weights(side.other, centroid(form)[1 - player], "dominance_lp")
    program = side.program(
        objective=side.against(even),
        right=-side.payoffs.dot(weights).reduced(),
        name=f"{form.title} (dominance)",
        least=Fraction(0),
    )

    def lift(raw: RawSolution) -> RealizationPlans:
        best, duals = _exact_halves(side, raw)
        total = even + duals
        return side.plans(best, total * (Fraction(1) / total[0]))

    return Reduced(program, lift)


def _exact_halves(side: MaxMinBlocks, raw: RawSolution) -> tuple[ExactArray, ExactArray]:
    mine, theirs = side.halves(raw)
    if not isinstance(mine, ExactArray) or not isinstance(theirs, ExactArray):
        raise SolveError(f"the solver returned no exact primal-dual pair: {raw.termination} ({raw.status})", raw)
    return mine.reduced(), theirs.reduced()
