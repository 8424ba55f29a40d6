"""The linear program of the derivative of a game's value in a direction of its payoffs."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from seqform.builders.forms.sequence_form import max_min_blocks
from seqform.models.numbers.exact import ExactArray, ExactMatrix
from seqform.models.programs.linear import Bounds, LazyNames, LinearProgram
from seqform.models.programs.sequence_form import SequenceForm


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
    first = -ExactMatrix.from_entries(
        (side.E.shape[0], 1), np.zeros(1, np.int64), np.zeros(1, np.int64), ExactArray.of([1])
    )
    matrix = ExactMatrix.block(
        [
            [side.E, None, None, None, None],
            [-side.payoffs, side.F.T, None, None, None],
            [None, None, side.E, None, first],
            [-change, None, -side.payoffs, side.F.T, None],
        ]
    )
    none = ExactArray.zeros(other)
    least = Bounds.at_least(ExactArray.of([value * side.scale]))
    price = ExactArray.of([-value * side.scale])
    return LinearProgram(
        sense="max",
        objective=ExactArray.concatenate([ExactArray.zeros(own + sets + own), side.f, price]) * (1 / side.scale),
        matrix=matrix,
        rows=Bounds.concatenate(
            [
                Bounds.equal(side.e),
                Bounds.at_most(none),
                Bounds.equal(ExactArray.zeros(side.E.shape[0])),
                Bounds.at_most(none),
            ]
        ),
        columns=Bounds.concatenate(
            [
                Bounds.nonnegative(own),
                least,
                Bounds.free(sets - 1),
                Bounds.nonnegative(own),
                Bounds.free(sets),
                Bounds.nonnegative(1),
            ]
        ),
        row_names=LazyNames(matrix.shape[0], "row {}".format),
        column_names=LazyNames(matrix.shape[1], "column {}".format),
        name=f"{form.title} (derivative)",
    )
