"""The saddle-point problem of a constant-sum game."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np

from seqform.builders.forms.sequence_form import primal_and_dual, well_scaled
from seqform.errors import ModelError
from seqform.models.numbers.exact import ExactMatrix
from seqform.models.programs.saddle_point import SaddlePointProblem
from seqform.models.programs.sequence_form import SequenceForm, require_sequence_form
from seqform.models.programs.solutions import RawSolution
from seqform.models.reduced import Reduced
from seqform.models.strategies.behavior import RealizationPlan, RealizationPlans


def saddle_point(form: SequenceForm) -> Reduced[SaddlePointProblem, RawSolution, RealizationPlans]:
    """Return max over x in X, min over y in Y of xᵀA y, whose solutions are the equilibria of a constant-sum game.

    Payoffs of extreme size are scaled first, which changes the objective but no plan.

    The game has to have A + B = c W for a number c. `lift` reads x from the primal and y from the dual part of an
    answer.

    References
    ----------
    von Stengel (1996), Efficient computation of behavior strategies, section 4.
    """
    require_sequence_form(form, "saddle_point")
    require_constant_sum(form)
    payoffs = well_scaled(form.A)
    problem = SaddlePointProblem(form.sequences, payoffs, payoff_spread(payoffs, form.W), form.title)

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


def payoff_spread(payoffs: ExactMatrix, reach: ExactMatrix) -> float:
    """Return the largest minus the smallest payoff, averaged over the leaves at which both sequences are the same."""
    if payoffs.nonzeros == 0:
        return 0.0
    averages = payoffs.to_scipy().data / reach.to_scipy()[payoffs.rows, payoffs.columns]
    return float(np.ptp(np.append(averages, 0.0) if payoffs.nonzeros < reach.nonzeros else averages))
