"""The linear program of Koller, Megiddo & von Stengel."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from seqform.errors import ModelError, SolveError
from seqform.models.exact import ExactArray, ExactMatrix, magnitude
from seqform.models.linear_program import Bounds, LinearProgram, entries
from seqform.models.raw_solution import RawSolution
from seqform.models.reduced import Reduced
from seqform.models.sequence_form import SequenceForm
from seqform.models.sequences import SequenceIndex, unique_names
from seqform.models.strategies import RealizationPlan, RealizationPlans

ORDINARY_EXPONENT = 20
"""Payoffs whose largest is of order two to this, or to minus this, are not scaled."""


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
    if not isinstance(form, SequenceForm):
        raise ModelError(
            f"zero_sum_lp: a SequenceForm expected (`sequence_form(game).target`), not {type(form).__name__}"
        )
    if player not in (0, 1):
        raise ModelError(f"zero_sum_lp: player 0 or 1 expected, not {player!r}")
    own, other = form.sequences[player], form.sequences[1 - player]
    own_plan, other_plan = (form.E, form.F) if player == 0 else (form.F, form.E)
    payoffs = well_scaled(form.A.T if player == 0 else form.B)  # one row per sequence of the opponent
    start = ExactArray.concatenate([ExactArray.of([1]), ExactArray.zeros(own.num_infosets)])
    program = LinearProgram(
        sense="max",
        objective=ExactArray.concatenate(
            [ExactArray.zeros(len(own)), ExactArray.of([1]), ExactArray.zeros(other.num_infosets)]
        ),
        matrix=ExactMatrix.block([[own_plan, None], [-payoffs, other_plan.T]]),
        rows=Bounds.concatenate([Bounds.equal(start), Bounds.at_most(ExactArray.zeros(len(other)))]),
        columns=Bounds.concatenate([Bounds.nonnegative(len(own)), Bounds.free(1 + other.num_infosets)]),
        row_names=[*set_names("plan", own), *(f"reply {name}" for name in other.names)],
        column_names=[*(f"weight {name}" for name in own.names), *set_names("value", other)],
        name=form.title,
    )
    split = (len(own), 1 + own.num_infosets)

    def lift(raw: RawSolution) -> RealizationPlans:
        if raw.primal is None or raw.dual is None:
            raise SolveError(f"the solver returned no primal-dual pair: {raw.termination} ({raw.status})", raw)
        mine = RealizationPlan(own, entries(raw.primal, slice(0, split[0])))
        theirs = RealizationPlan(other, entries(raw.dual, slice(split[1], None)))
        return RealizationPlans((mine, theirs) if player == 0 else (theirs, mine))

    return Reduced(program, lift)


def well_scaled(payoffs: ExactMatrix) -> ExactMatrix:
    """Return payoffs that solvers are at ease with: a power of two times the given ones.

    Sizes from 2⁻²⁰ to 2²⁰ are left as they are.
    """
    values = payoffs.values
    largest = magnitude(values.numerators)
    exponent = largest.bit_length() - values.denominator.bit_length()
    if largest == 0 or abs(exponent) <= ORDINARY_EXPONENT:
        return payoffs
    return replace(payoffs, values=values * Fraction(2) ** -exponent)


def set_names(prefix: str, index: SequenceIndex) -> list[str]:
    """Return the names of what belongs to the empty sequence and to every information set of a player."""
    return [f"{prefix} {name}" for name in unique_names(["∅", *index.infoset_names])]
