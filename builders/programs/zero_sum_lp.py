"""The linear program of Koller, Megiddo & von Stengel."""

from __future__ import annotations

from seqform.builders.forms.sequence_form import max_min_blocks
from seqform.errors import SolveError
from seqform.models.numbers.exact import ExactArray, entries
from seqform.models.programs.linear import Bounds, LinearProgram
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import RawSolution
from seqform.models.reduced import Reduced
from seqform.models.strategies.behavior import RealizationPlan, RealizationPlans


def zero_sum_lp(form: SequenceForm, player: int = 0) -> Reduced[LinearProgram, RawSolution, RealizationPlans]:
    """Return the LP whose optimum is a maximin plan of one player, and whose dual is the opponent's.

    For player 0, the first, with payoff matrix A, it reads: maximise fᵀq over x ≥ 0
    and free q, subject to E x = e and Fᵀq - Aᵀx ≤ 0. The duals of the second block
    are an optimal y. For player 1 the roles change: maximise eᵀp over y ≥ 0 and free
    p, subject to F y = f and Eᵀp - B y ≤ 0. Payoffs of extreme size are scaled first, which
    changes the objective but no plan.

    Parameters
    ----------
    form : SequenceForm
        Of a zero-sum game, or of a constant-sum one: only the payoffs of `player` are read.
    player : int
        0 or 1; whose plan is primal.

    Returns
    -------
    Reduced
        `target` has 1 + |H_i| + |S_j| rows and |S_i| + 1 + |H_j| columns, i the player and
        j the opponent. `lift` reads both plans back.

    Raises
    ------
    ModelError
        If `player` is neither 0 nor 1.

    References
    ----------
    Koller, Megiddo & von Stengel (1996), Games and Economic Behavior 14, 247-259;
    in Miltersen & Sørensen's letters, (2.3)-(2.4) with ε = 0.
    """
    side = max_min_blocks(form, player, "zero_sum_lp")
    own, other = side.own, side.other
    program = LinearProgram(
        sense="max",
        objective=ExactArray.concatenate([ExactArray.zeros(len(own)), side.f]),
        matrix=side.matrix,
        rows=Bounds.concatenate([Bounds.equal(side.e), Bounds.at_most(ExactArray.zeros(len(other)))]),
        columns=Bounds.concatenate([Bounds.nonnegative(len(own)), Bounds.free(1 + other.num_infosets)]),
        row_names=side.row_names,
        column_names=side.column_names,
        name=form.title,
    )
    split = (len(own), 1 + own.num_infosets)

    def lift(raw: RawSolution) -> RealizationPlans:
        if raw.primal is None or raw.dual is None:
            raise SolveError(f"the solver returned no primal-dual pair: {raw.termination} ({raw.status})", raw)
        mine = RealizationPlan(own, entries(raw.primal, slice(0, split[0])))
        theirs = RealizationPlan(other, entries(raw.dual, slice(split[1], None)))
        return side.plans(mine, theirs)

    return Reduced(program, lift)
