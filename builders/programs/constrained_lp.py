"""The linear program of a constant-sum game with linear constraints on the strategies of both players."""

from __future__ import annotations

from dataclasses import dataclass

from seqform.builders.forms.sequence_form import MaxMinBlocks, max_min_blocks, primal_and_dual
from seqform.builders.programs.zero_sum_lp import near_zero
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Vector, entries
from seqform.models.programs.linear import Bounds, LinearProgram
from seqform.models.programs.sequence_form import SequenceForm, require_sequence_form
from seqform.models.programs.solutions import RawSolution
from seqform.models.reduced import Reduced
from seqform.models.strategies.behavior import RealizationPlans
from seqform.models.strategies.constraints import PlanRows


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
    matrix = ExactMatrix.block(
        [
            [side.E, ExactMatrix.zeros((side.E.shape[0], sets)), ExactMatrix.zeros((side.E.shape[0], len(other)))],
            [own.matrix, None, None],
            [-side.payoffs, side.F.T, other.matrix.T],
        ]
    )
    zeros = ExactArray.zeros(len(other))
    falling, rising = other.bounds.has_upper, other.bounds.has_lower  # an equation has both, and a free price
    prices = Bounds(zeros, zeros, rising & ~falling, falling & ~rising)
    program = LinearProgram(
        sense="max",
        objective=ExactArray.concatenate([ExactArray.zeros(sequences), side.f, other.sides]),
        matrix=matrix,
        rows=Bounds.concatenate([Bounds.equal(side.e), own.bounds, Bounds.at_most(ExactArray.zeros(len(side.other)))]),
        columns=Bounds.concatenate([Bounds.nonnegative(sequences), Bounds.free(sets), prices]),
        row_names=[
            *side.row_names[: side.E.shape[0]],
            *(f"constraint {name}" for name in own.names),
            *side.row_names[side.E.shape[0] :],
        ],
        column_names=[*side.column_names, *(f"price {name}" for name in other.names)],
        name=form.title,
    )
    return Reduced(program, ConstrainedLift(side, own, other))


def response_lp(E: ExactMatrix, rows: PlanRows, gradient: ExactArray, name: str) -> LinearProgram:
    """Return the LP of a player's best response under her constraints: maximise gradient·x over her plans x."""
    sequences = len(gradient)
    return LinearProgram(
        sense="max",
        objective=gradient,
        matrix=ExactMatrix.block([[E], [rows.matrix]]),
        rows=Bounds.concatenate([Bounds.equal(ExactArray.unit(E.shape[0], 0)), rows.bounds]),
        columns=Bounds.nonnegative(sequences),
        row_names=[*(f"plan {row}" for row in range(E.shape[0])), *rows.names],
        column_names=[f"weight {column}" for column in range(sequences)],
        name=name,
    )
