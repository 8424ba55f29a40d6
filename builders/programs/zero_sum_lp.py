"""Linear programs of constant-sum games: of the value, of the value under constraints, and of its derivative."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from seqform.builders.forms.sequence_form import MaxMinBlocks, max_min_blocks, primal_and_dual
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Vector, entries
from seqform.models.programs.linear import Bounds, LinearProgram
from seqform.models.programs.sequence_form import SequenceForm, extreme_payoffs, require_sequence_form
from seqform.models.programs.solutions import RawSolution
from seqform.models.reduced import Reduced
from seqform.models.strategies.behavior import RealizationPlans
from seqform.models.strategies.constraints import PlanRows


def zero_sum_lp(form: SequenceForm, player: int | str = 0) -> Reduced[LinearProgram, RawSolution, RealizationPlans]:
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
    side = max_min_blocks(near_zero(form, player), player, "zero_sum_lp")
    objective = ExactArray.concatenate([ExactArray.zeros(len(side.own)), side.f])
    program = side.program(objective, ExactArray.zeros(len(side.other)), form.title)
    return Reduced(program, side.lift)


FAR = 2**10
"""Payoffs whose middle is so many times their spread are centered: solvers in doubles lose their differences."""


def near_zero(form: SequenceForm, player: int) -> SequenceForm:
    """Return a form whose payoffs of a player are centered if they are far from zero."""
    payoffs = form.A if player == 0 else form.B
    least, largest = extreme_payoffs(payoffs, form.W)
    center = (least + largest) / 2
    if abs(center) <= FAR * (largest - least) or least == largest:
        return form
    centered = payoffs + replace(form.W, values=form.W.values * -center)
    return replace(form, A=centered) if player == 0 else replace(form, B=centered)


@dataclass(frozen=True)
class ConstrainedLift:
    """The reading of an answer to a constrained program: the plans of both players, and the prices of their rows."""

    side: MaxMinBlocks
    own: PlanRows
    other: PlanRows

    def __call__(self, raw: RawSolution) -> RealizationPlans:
        """Return the plans."""
        primal, dual = primal_and_dual(raw)
        rows = self.side.E.shape[0] + len(self.own)
        mine, theirs = entries(primal, slice(0, len(self.side.own))), entries(dual, slice(rows, None))
        return self.side.plans(mine, theirs)

    def prices(self, raw: RawSolution) -> tuple[Vector, Vector]:
        """Return the derivatives of each player's own value with respect to the bounds of her rows."""
        primal, dual = primal_and_dual(raw)
        first = self.side.E.shape[0]
        mine = entries(dual, slice(first, first + len(self.own)))
        theirs = -entries(primal, slice(len(primal) - len(self.other), None))
        first_prices, second_prices = map(self._unscaled, (mine, theirs) if self.side.player == 0 else (theirs, mine))
        return first_prices, second_prices

    def _unscaled(self, prices: Vector) -> Vector:
        scale = self.side.scale
        return prices * (1 / scale) if isinstance(prices, ExactArray) else prices / float(scale)


def constrained_lp(
    form: SequenceForm, rows: tuple[PlanRows, PlanRows], player: int | str = 0
) -> Reduced[LinearProgram, RawSolution, RealizationPlans]:
    """Return the LP whose optimum is a maximin plan of one player under both players' constraints.

    For player 1 with rows C x ≥ c, and the opponent with rows D y ≥ d, it reads: maximise fᵀq + dᵀν over x ≥ 0, free q
    and ν ≥ 0, subject to E x = e, C x ≥ c and Fᵀq + Dᵀν - Aᵀx ≤ 0. The duals of the last block are an optimal y, those
    of the second the prices of the rows of x, and ν those of y. For rows with ≤ the signs change; equations have free
    prices. For player 2 the roles change.

    References
    ----------
    Charnes (1953), Constrained games and linear programming, Proceedings of the National Academy of Sciences 39.
    """
    player = require_sequence_form(form, "constrained_lp", player)
    side = max_min_blocks(near_zero(form, player), player, "constrained_lp")
    own, other = rows[player], rows[1 - player]
    sequences, sets = len(side.own), side.F.shape[0]
    zeros = ExactArray.zeros(len(other))
    falling, rising = other.bounds.has_upper, other.bounds.has_lower  # an equation has both, and a free price
    prices = Bounds(zeros, zeros, rising & ~falling, falling & ~rising)
    equations, replies = side.row_names[: side.E.shape[0]], side.row_names[side.E.shape[0] :]
    row_names = [*equations, *(f"constraint {name}" for name in own.names), *replies]
    program = LinearProgram.of_blocks(
        [ExactArray.zeros(sequences), side.f, other.sides],
        [[side.E, None, None], [own.matrix, None, None], [-side.payoffs, side.F.T, other.matrix.T]],
        [Bounds.equal(side.e), own.bounds, Bounds.at_most(ExactArray.zeros(len(side.other)))],
        [Bounds.nonnegative(sequences), Bounds.free(sets), prices],
        names=(row_names, [*side.column_names, *(f"price {name}" for name in other.names)]),
        name=form.title,
    )
    return Reduced(program, ConstrainedLift(side, own, other))


def response_lp(E: ExactMatrix, rows: PlanRows, gradient: ExactArray, name: str) -> LinearProgram:
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
    """Return the LP whose optimum is the derivative of the value to player 1 as payoffs move from A towards A + D.

    It is the maximum over her optimal plans x of the minimum over the opponent's optimal plans y of xᵀD y. With the
    dual of the minimum it reads: maximise fᵀr - value s over x, z, s ≥ 0 and q, r, q_∅ ≥ value, subject to E x = e,
    Fᵀq - Aᵀx ≤ 0, E z = s e and Fᵀr - Aᵀz - Dᵀx ≤ 0.

    References
    ----------
    Mills (1956), Marginal values of matrix games and linear programs, in: Linear Inequalities and Related Systems.
    """
    side = max_min_blocks(form, 0, "marginal_value_lp")
    own, sets, other = len(side.own), side.F.shape[0], len(side.other)
    scaled = direction.T
    change = ExactMatrix(scaled.shape, scaled.rows, scaled.columns, scaled.values * side.scale)
    first = ExactMatrix.from_dense([[-1], *[[0]] * (side.E.shape[0] - 1)])
    replies, of_z = Bounds.at_most(ExactArray.zeros(other)), Bounds.equal(ExactArray.zeros(side.E.shape[0]))
    least, x = Bounds.at_least(ExactArray.of([value * side.scale])), Bounds.nonnegative(own)
    return LinearProgram.of_blocks(
        [ExactArray.zeros(own + sets + own), side.f * (1 / side.scale), ExactArray.of([-value])],
        [
            [side.E, None, None, None, None],
            [-side.payoffs, side.F.T, None, None, None],
            [None, None, side.E, None, first],
            [-change, None, -side.payoffs, side.F.T, None],
        ],
        [Bounds.equal(side.e), replies, of_z, replies],
        [x, least, Bounds.free(sets - 1), x, Bounds.free(sets), Bounds.nonnegative(1)],
        name=f"{form.title} (derivative)",
    )
