"""Linear programs of the sequence form with a max-min structure.

Constant-sum games: the value, the value under constraints, its derivative, and the saddle point. Of one player's plans:
best responses to a given opponent, optimal ratios, and dominance.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from seqform.builders.forms.sequence_form import (
    MaxMinBlocks,
    centroid,
    exact_weights,
    max_min_blocks,
    normal_form_lp,
    primal_and_dual,
)
from seqform.errors import ModelError, SolveError
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Vector, double, entries
from seqform.models.programs.linear import Bounds, LinearProgram
from seqform.models.programs.sequence_form import (
    SaddlePointProblem,
    SequenceForm,
    extreme_payoffs,
    require_sequence_form,
)
from seqform.models.programs.solutions import RawSolution
from seqform.models.reduced import Reduced
from seqform.models.strategies.behavior import RealizationPlan, RealizationPlans
from seqform.models.strategies.constraints import PlanRows


def zero_sum_lp(
    form: SequenceForm, player: int | str = 0
) -> Reduced[LinearProgram, RawSolution, RealizationPlans]:
    """Return the LP whose optimum is a maximin plan of one player, and whose dual is the opponent's.

    For player 0, the first, with payoff matrix A, it reads: maximise fᵀq over x ≥ 0
    and free q, subject to E x = e and Fᵀq - Aᵀx ≤ 0. The duals of the second block
    are an optimal y. For player 1 the roles change: maximise eᵀp over y ≥ 0 and free
    p, subject to F y = f and Eᵀp - B y ≤ 0. Payoffs of extreme size are scaled first, and payoffs
    far from zero beside their spread are centered, which changes the objective but no plan.

    - `form`: Of a zero-sum game, or of a constant-sum one: only the payoffs of `player` are read.
    - `player`: 0, 1 or a name; whose plan is primal.

    `target` has 1 + |H_i| + |S_j| rows and |S_i| + 1 + |H_j| columns, i the player and j the opponent. `lift` reads
    both plans back.

    References
    ----------
    Koller, Megiddo & von Stengel (1996), Games and Economic Behavior 14, 247-259;
    in Miltersen & Sørensen's letters, (2.3)-(2.4) with ε = 0.
    """
    player = require_sequence_form(form, "zero_sum_lp", player)
    centered, center = near_zero(form, player)
    side = max_min_blocks(centered, player, "zero_sum_lp")
    objective = ExactArray.concatenate([ExactArray.zeros(len(side.own)), side.f])
    program = side.program(objective, ExactArray.zeros(len(side.other)), form.title, center=center)
    return Reduced(program, side.lift)


def constant_sum_lp(
    form: SequenceForm, player: int | str = 0, formulation: str = "sequence-form"
) -> Reduced[LinearProgram, RawSolution, RealizationPlans]:
    """Return the program of `zero_sum_lp`, or for the formulation "normal-form" that of `normal_form_lp`."""
    if formulation == "normal-form":
        return normal_form_lp(form, player)
    return zero_sum_lp(form, player)


FAR = 2**10
"""Payoffs whose middle is so many times their spread are centered: solvers in doubles lose their differences."""


def near_zero(form: SequenceForm, player: int) -> tuple[SequenceForm, Fraction | int]:
    """Return a form whose payoffs of a player are centered if they are far from zero, and what was subtracted."""
    if form.as_given:
        return form, 0
    if form.of_matrices:
        return form, 0  # the weights of chance are not those of the payoffs
    payoffs = form.A if player == 0 else form.B
    least, largest = extreme_payoffs(payoffs, form.W)
    center = (least + largest) / 2
    if abs(center) <= FAR * (largest - least) or least == largest:
        return form, 0
    # A multiple c W adds c to the payoff of every pair of plans, and so changes no equilibrium.
    centered = payoffs + replace(form.W, values=form.W.values * -center)
    if player == 0:
        return replace(form, A=centered), center
    return replace(form, B=centered), center


@dataclass(frozen=True)
class ConstrainedLift:
    """The reading of an answer to a constrained program: the plans of both players, and the prices of their rows."""

    side: MaxMinBlocks
    own: PlanRows
    other: PlanRows

    def __call__(self, raw: RawSolution) -> RealizationPlans:
        """Return the plans."""
        primal, dual = primal_and_dual(raw)
        first_reply = self.side.E.shape[0] + len(self.own)
        mine = entries(primal, slice(0, len(self.side.own)))
        theirs = entries(dual, slice(first_reply, None))
        return self.side.plans(mine, theirs)

    def prices(self, raw: RawSolution) -> tuple[Vector, Vector]:
        """Return the derivatives of each player's own value with respect to the bounds of her rows."""
        primal, dual = primal_and_dual(raw)
        first = self.side.E.shape[0]
        mine = self._unscaled(entries(dual, slice(first, first + len(self.own))))
        # The columns ν are prices in the player's value; the opponent's own value changes the other way.
        theirs = self._unscaled(-entries(primal, slice(len(primal) - len(self.other), None)))
        return (mine, theirs) if self.side.player == 0 else (theirs, mine)

    def _unscaled(self, prices: Vector) -> Vector:
        if isinstance(prices, ExactArray):
            return prices * (1 / self.side.scale)
        return prices / float(self.side.scale)


def constrained_lp(
    form: SequenceForm, rows: tuple[PlanRows, PlanRows], player: int | str = 0
) -> Reduced[LinearProgram, RawSolution, RealizationPlans]:
    """Return the LP whose optimum is a maximin plan of one player under both players' constraints.

    For player 0 with rows C x ≥ c, and the opponent with rows D y ≥ d, it reads: maximise fᵀq + dᵀν over x ≥ 0, free q
    and ν ≥ 0, subject to E x = e, C x ≥ c and Fᵀq + Dᵀν - Aᵀx ≤ 0. The duals of the last block are an optimal y, those
    of the second the prices of the rows of x, and ν those of y. For rows with ≤ the signs change; equations have free
    prices. For player 1 the roles change.

    References
    ----------
    Charnes (1953), Constrained games and linear programming, Proceedings of the National Academy of Sciences 39.
    """
    player = require_sequence_form(form, "constrained_lp", player)
    centered, center = near_zero(form, player)
    side = max_min_blocks(centered, player, "constrained_lp")
    own_rows = rows[player]
    opponent_rows = rows[1 - player]

    # An equation has both bounds, and a free price.
    zeros = ExactArray.zeros(len(opponent_rows))
    has_upper = opponent_rows.bounds.has_upper
    has_lower = opponent_rows.bounds.has_lower
    prices = Bounds(zeros, zeros, has_lower & ~has_upper, has_upper & ~has_lower)

    equations = side.E.shape[0]
    row_names = [
        *side.row_names[:equations],
        *(f"constraint {name}" for name in own_rows.names),
        *side.row_names[equations:],
    ]
    column_names = [*side.column_names, *(f"price {name}" for name in opponent_rows.names)]

    # Rows: plan, own constraints, replies. Columns: x, q and the prices ν of the opponent's constraints.
    num_sequences = len(side.own)
    program = LinearProgram.of_blocks(
        [ExactArray.zeros(num_sequences), side.f, opponent_rows.sides],
        [
            [side.E, None, None],
            [own_rows.matrix, None, None],
            [-side.payoffs, side.F.T, opponent_rows.matrix.T],
        ],
        [Bounds.equal(side.e), own_rows.bounds, Bounds.at_most(ExactArray.zeros(len(side.other)))],
        [Bounds.nonnegative(num_sequences), Bounds.free(side.F.shape[0]), prices],
        names=(row_names, column_names),
        name=form.title,
        units=side.units(center),
    )
    return Reduced(program, ConstrainedLift(side, own_rows, opponent_rows))


def constrained_response_lp(
    E: ExactMatrix, rows: PlanRows, gradient: ExactArray, name: str
) -> LinearProgram:
    """Return the LP of a player's best response under her constraints: maximise gradient·x over her plans x."""
    row_names = [*(f"plan {row}" for row in range(E.shape[0])), *rows.names]
    return LinearProgram.of_blocks(
        [gradient],
        [[E], [rows.matrix]],
        [Bounds.equal(ExactArray.unit(E.shape[0], 0)), rows.bounds],
        [Bounds.nonnegative(len(gradient))],
        names=(row_names, [f"weight {column}" for column in range(len(gradient))]),
        name=name,
    )


def marginal_value_lp(form: SequenceForm, value: Fraction, direction: ExactMatrix) -> LinearProgram:
    """Return the LP whose optimum is the derivative of the value to player 0 as payoffs move from A towards A + D.

    It is the maximum over her optimal plans x of the minimum over the opponent's optimal plans y of xᵀD y. With the
    dual of the minimum it reads: maximise fᵀr - value s over x, z, s ≥ 0 and q, r, q_∅ ≥ value, subject to E x = e,
    Fᵀq - Aᵀx ≤ 0, E z = s e and Fᵀr - Aᵀz - Dᵀx ≤ 0.

    References
    ----------
    Mills (1956), Marginal values of matrix games and linear programs, in: Linear Inequalities and Related Systems.
    """
    side = max_min_blocks(form, 0, "marginal_value_lp")
    num_own = len(side.own)
    equations = side.E.shape[0]
    sets = side.F.shape[0]
    transposed = direction.T
    change = replace(transposed, values=transposed.values * side.scale)
    minus_s = ExactMatrix.from_dense([[-1], *[[0]] * (equations - 1)])

    # The columns are x, q, z, r and s.
    plan = Bounds.nonnegative(num_own)
    least = Bounds.at_least(ExactArray.of([value * side.scale]))
    replies = Bounds.at_most(ExactArray.zeros(len(side.other)))
    return LinearProgram.of_blocks(
        [ExactArray.zeros(2 * num_own + sets), side.f * (1 / side.scale), ExactArray.of([-value])],
        [
            [side.E, None, None, None, None],
            [-side.payoffs, side.F.T, None, None, None],
            [None, None, side.E, None, minus_s],
            [-change, None, -side.payoffs, side.F.T, None],
        ],
        [Bounds.equal(side.e), replies, Bounds.equal(ExactArray.zeros(equations)), replies],
        [plan, least, Bounds.free(sets - 1), plan, Bounds.free(sets), Bounds.nonnegative(1)],
        name=f"{form.title} (derivative)",
    )


def saddle_point(
    form: SequenceForm, spread: float | None = None
) -> Reduced[SaddlePointProblem, RawSolution, RealizationPlans]:
    """Return max over x in X, min over y in Y of xᵀA y, whose solutions are the equilibria of a constant-sum game.

    See von Stengel (1996), Efficient computation of behavior strategies, section 4. The game has to have A + B = c W
    for a number c. `lift` reads x from the primal and y from the dual part of an answer. The unit for gaps, `spread`,
    is by default that of the payoffs at the leaves. Where another one is given, the payoffs at the leaves have no
    meaning of their own, and the problem has no chance weights to center them by.
    """
    require_sequence_form(form, "saddle_point")
    require_constant_sum(form)
    if spread is None:
        least, largest = extreme_payoffs(form.A, form.W)
        problem = SaddlePointProblem(
            form.sequences, form.A, double(largest - least), form.title, chance=form.W
        )
    else:
        problem = SaddlePointProblem(form.sequences, form.A, spread, form.title)

    def lift(raw: RawSolution) -> RealizationPlans:
        x, y = primal_and_dual(raw)
        return RealizationPlans(
            (RealizationPlan(form.sequences[0], x), RealizationPlan(form.sequences[1], y))
        )

    return Reduced(problem, lift)


def require_constant_sum(form: SequenceForm) -> None:
    """Raise ModelError unless A + B = c W for a number c, so that both payoffs add up to c under all plans."""
    total = form.A + form.B
    if total.nonzeros == 0:
        return
    # Any entry determines the only c that is possible.
    constant: Fraction = total.values[0] / form.W.values[0]
    if not total.equals(replace(form.W, values=form.W.values * constant)):
        raise ModelError(
            f"{form.title or 'this game'}: the payoffs of the two players do not add up to a constant, so it is no "
            "saddle point; take the complementarity problem (backend lemke)"
        )


def response_lp(
    form: SequenceForm,
    player: int,
    opponent: Vector,
    least: Fraction | None,
    weight: Fraction = Fraction(1),
) -> Reduced[LinearProgram, RawSolution, tuple[Vector, Vector]]:
    """Return the LP whose optimum is the best response to an opponent's weights with a least guarantee, if any.

    Weights in doubles are read as the fractions that they are. For player 0 and the opponent's plan y⁰ it reads:
    maximise weight (A y⁰)ᵀx + (1 - weight) v_∅ over x ≥ 0 and v with v_∅ ≥ least, subject to E x = e and
    Fᵀv - Aᵀx ≤ 0; v_∅ is what x guarantees, so that with the value of a constant-sum game as `least` every x is
    optimal. With -y⁰ for y⁰ the plan that earns least is found. If no plan guarantees as much, the program is
    infeasible. For player 1 the roles change. `lift` returns x and the multipliers λ ȳ ≥ 0 of the last rows, λ times a
    plan ȳ of the opponent.

    The multipliers prove that x earns most, for a weight of 1. A plan that guarantees the least earns at least λ least
    against λ ȳ, so at most max (A y⁰ + A λ ȳ)ᵀx' - λ least over all plans x' against y⁰; x attains this bound. So x is
    a best response to (y⁰ + λ ȳ)/(1 + λ), and undominated if y⁰ is completely mixed. See Čermák, Bošanský & Lisý,
    Practical performance of refinements of Nash equilibria in extensive-form zero-sum games, ECAI 2014.
    """
    if not isinstance(opponent, ExactArray):
        opponent = ExactArray.of(map(Fraction, opponent.tolist()))
    side = max_min_blocks(form, player, "response_lp")
    if least is not None:
        least *= side.scale
    earned = side.against(opponent)
    # v_∅ is the first column after those of x.
    guarantee = ExactArray.unit(len(earned), len(side.own)) * (1 - weight)
    program = side.program(
        objective=(earned * weight + guarantee).reduced(),
        right=ExactArray.zeros(len(side.other)),
        name=f"{form.title} (response)",
        least=least,
    )
    return Reduced(program, side.halves)


def optimal_ratio_lp(
    form: SequenceForm,
    player: int | str,
    value: Fraction,
    numerator: ExactArray,
    denominator: ExactArray,
) -> Reduced[LinearProgram, RawSolution, tuple[ExactArray, ExactArray]]:
    """Return the LP whose optimum is the greatest ratio a·x / b·x over the maximin plans x of a player.

    a is the numerator, b the denominator. It is the transformation of Charnes & Cooper (1962) of this linear-fractional
    program: with payoff matrix A, maximise a·y over y ≥ 0 and v, subject to b·y = 1, all equations of E y = 0 but the
    first, Fᵀv - Aᵀy ≤ 0, and v_∅ ≥ value y_∅. Then x = y / y_∅ guarantees the value. Where b is the empty sequence, the
    maximum is that of a·x. If b·x = 0 for all maximin plans, the program is infeasible. `lift` returns y and the
    multipliers λ ȳ ≥ 0 of the rows with A, of shape (|S_j|,): λ times a plan ȳ of the opponent.

    The multipliers prove the bound r: every plan x' has (a - r b + A λ ȳ)·x' ≤ λ value, and a maximin plan earns at
    least λ value against λ ȳ, so a·x ≤ r b·x.
    """
    side = max_min_blocks(form, player, "optimal_ratio_lp")
    num_own = len(side.own)
    values = side.F.shape[0]

    # Below E y and the replies: b·y = 1, and the guarantee v_∅ - value y_∅ ≥ 0.
    guarantee = _row(ExactArray.unit(num_own, 0) * (value * side.scale))
    value_at_start = _row(ExactArray.unit(values, 0))
    program = LinearProgram.of_blocks(
        [numerator, ExactArray.zeros(values)],
        [
            [side.E, None],
            [-side.payoffs, side.F.T],
            [_row(denominator), None],
            [-guarantee, value_at_start],
        ],
        [
            Bounds.nonnegative(1),
            Bounds.equal(ExactArray.zeros(side.E.shape[0] - 1)),
            Bounds.at_most(ExactArray.zeros(len(side.other))),
            Bounds.equal(ExactArray.of([1])),
            Bounds.nonnegative(1),
        ],
        [Bounds.nonnegative(num_own), Bounds.free(values)],
        names=([*side.row_names, "ratio", "guarantee"], side.column_names),
        name=f"{form.title} (ratio)",
    )

    def lift(raw: RawSolution) -> tuple[ExactArray, ExactArray]:
        weights, multipliers = _exact_halves(side, raw)
        return weights, (multipliers.take(slice(0, len(side.other))) * side.scale).reduced()

    return Reduced(program, lift)


def _row(vector: ExactArray) -> ExactMatrix:
    places = np.flatnonzero(vector.numerators)
    return ExactMatrix.from_entries(
        (1, len(vector)), np.zeros(len(places), np.int64), places, vector.take(places)
    )


def dominance_lp(
    form: SequenceForm, plan: RealizationPlan
) -> Reduced[LinearProgram, RawSolution, RealizationPlans]:
    """Return the LP whose optimum is the best of the plans that are never worse than a given exact plan.

    For a plan x* of player 0, with payoff matrix A, it reads: maximise (A y⁰)ᵀx over x ≥ 0
    and v with v_∅ ≥ 0, subject to E x = e and Fᵀv - Aᵀx ≤ -Aᵀx*. Here y⁰ > 0 is the opponent's
    plan in the centroid. For player 1 the roles change.

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
        # y⁰ + y has the weight 1 + λ at the empty sequence.
        total = even + duals
        return side.plans(best, total * (Fraction(1) / total[0]))

    return Reduced(program, lift)


def _exact_halves(side: MaxMinBlocks, raw: RawSolution) -> tuple[ExactArray, ExactArray]:
    mine, theirs = side.halves(raw)
    if not isinstance(mine, ExactArray) or not isinstance(theirs, ExactArray):
        raise SolveError(
            f"the solver returned no exact primal-dual pair: {raw.termination} ({raw.status})", raw
        )
    return mine.reduced(), theirs.reduced()
