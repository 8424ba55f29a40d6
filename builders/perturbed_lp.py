"""The ε-perturbed linear programs of Miltersen & Sørensen."""

from __future__ import annotations

import numpy as np

from seqform.builders.one_side import one_side
from seqform.builders.trembles import Trembles, quasi_perfect_trembles
from seqform.errors import SolveError
from seqform.models.epsilon_family import EpsilonFamily, PlanFamily
from seqform.models.perturbed_linear_program import PerturbedLinearProgram
from seqform.models.perturbed_solution import PerturbedSolution
from seqform.models.polynomials import PolynomialArray
from seqform.models.reduced import Reduced
from seqform.models.sequence_form import SequenceForm

PerturbedStep = Reduced[PerturbedLinearProgram, PerturbedSolution, EpsilonFamily]


def q_epsilon(form: SequenceForm) -> PerturbedStep:
    """Return Q_ε, whose primal is the plan of player 1, who maximises: `perturbed_lp` for player 0."""
    return perturbed_lp(form, 0)


def p_epsilon(form: SequenceForm) -> PerturbedStep:
    """Return P_ε, whose primal is the plan of player 2, who minimises: `perturbed_lp` for player 1."""
    return perturbed_lp(form, 1)


def perturbed_lp(form: SequenceForm, player: int = 0, trembles: Trembles = quasi_perfect_trembles) -> PerturbedStep:
    """Return the LP of a zero-sum game in which every sequence keeps a least weight, a polynomial in ε.

    For player 0, with least weights k(ε) of x and l(ε) of y, (2.5) of the paper reads: maximise fᵀq + lᵀv subject to
    E x = e, x ≥ k, Fᵀq - Aᵀx + v ≤ 0, v ≥ 0. Here x = x̃ + k, and v is as large as it may be, Aᵀx - Fᵀq; that leaves:
    maximise (A l)ᵀx̃ + (f - F l)ᵀq over x̃ ≥ 0 and free q, subject to E x̃ = e - E k and Fᵀq - Aᵀx̃ ≤ Aᵀk.
    The constant (A l)ᵀk is left out. The opponent's plan is l plus the duals of the second block. For player 1 the
    roles change.

    Parameters
    ----------
    form : SequenceForm
        Of a zero-sum game, or of a constant-sum one: only the payoffs of `player` are read.
    player : int
        0 or 1; whose plan is primal.
    trembles : callable
        From a player's sequences to their least weights; ε^|σ| if absent.

    Returns
    -------
    Reduced
        `target` has the size of `zero_sum_lp`'s; `lift` returns both plans as polynomials in ε.

    Raises
    ------
    ModelError
        If `player` is neither 0 nor 1.

    References
    ----------
    Miltersen & Sørensen, Computing sequential equilibria for two-player games, SODA 2006, (2.2)-(2.7).

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.builders.sequence_form import sequence_form
    >>> perturbed_lp(sequence_form(sf.load("kuhn")).target).target
    <PerturbedLinearProgram 'kuhn': max, 20 rows × 20 columns, 68 nonzeros, degree 2 in ε>
    """
    side = one_side(form, player, "perturbed_lp")
    own, other, E, F, payoffs = side.own, side.other, side.E, side.F, side.payoffs
    k, l = trembles(own), trembles(other)  # noqa: E741 - the paper's letter
    e, f = PolynomialArray.constant(side.e), PolynomialArray.constant(side.f)
    equations = np.arange(E.shape[0] + len(other)) < E.shape[0]
    program = PerturbedLinearProgram(
        sense="max",
        objective=PolynomialArray.concatenate([l.under(payoffs.T), f - l.under(F)]),
        matrix=side.matrix,
        right=PolynomialArray.concatenate([e - k.under(E), k.under(payoffs)]),
        at_least=equations,
        at_most=np.ones(len(equations), dtype=bool),
        free=np.arange(len(own) + F.shape[0]) >= len(own),
        row_names=side.row_names,
        column_names=side.column_names,
        name=form.title,
    )

    def lift(answer: PerturbedSolution) -> EpsilonFamily:
        if answer.primal is None or answer.dual is None:
            hint = "; numeric_plans reads plans at that ε" if answer.solved and answer.raw is not None else ""
            raise SolveError(f"the method returned no pair of plans: {answer.termination} ({answer.status}){hint}")
        mine = PlanFamily(own, answer.primal.take(slice(0, len(own))) + k)
        theirs = PlanFamily(other, answer.dual.take(slice(E.shape[0], None)) + l)
        return EpsilonFamily((mine, theirs) if player == 0 else (theirs, mine))

    return Reduced(program, lift)
