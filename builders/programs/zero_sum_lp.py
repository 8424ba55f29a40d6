"""The linear program of Koller, Megiddo & von Stengel."""

from __future__ import annotations

from dataclasses import replace

from seqform.builders.forms.sequence_form import max_min_blocks
from seqform.models.numbers.exact import ExactArray
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.saddle_point import extreme_payoffs
from seqform.models.programs.sequence_form import SequenceForm, require_sequence_form
from seqform.models.programs.solutions import RawSolution
from seqform.models.reduced import Reduced
from seqform.models.strategies.behavior import RealizationPlans


def zero_sum_lp(form: SequenceForm, player: int | str = 0) -> Reduced[LinearProgram, RawSolution, RealizationPlans]:
    """Return the LP whose optimum is a maximin plan of one player, and whose dual is the opponent's.

    For player 0, the first, with payoff matrix A, it reads: maximise fᵀq over x ≥ 0
    and free q, subject to E x = e and Fᵀq - Aᵀx ≤ 0. The duals of the second block
    are an optimal y. For player 1 the roles change: maximise eᵀp over y ≥ 0 and free
    p, subject to F y = f and Eᵀp - B y ≤ 0. Payoffs of extreme size are scaled first, and payoffs
    far from zero beside their spread are centered, which changes the objective but no plan.

    Parameters
    ----------
    form : SequenceForm
        Of a zero-sum game, or of a constant-sum one: only the payoffs of `player` are read.
    player : int or str
        0, 1 or a name; whose plan is primal.

    Returns
    -------
    Reduced
        `target` has 1 + |H_i| + |S_j| rows and |S_i| + 1 + |H_j| columns, i the player and
        j the opponent. `lift` reads both plans back.

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
