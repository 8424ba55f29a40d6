"""The perturbed linear program of a zero-sum game in which every action has a least conditional probability."""

from __future__ import annotations

import numpy as np

from seqform.builders.forms.sequence_form import max_min_blocks, set_names
from seqform.errors import SolveError
from seqform.models.games.infosets import SequenceIndex
from seqform.models.numbers.exact import ExactArray, ExactMatrix, Ints
from seqform.models.programs.perturbed import MatrixPerturbedProgram
from seqform.models.programs.perturbed_solution import RationalSolution
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.reduced import Reduced
from seqform.models.strategies.families import EpsilonFamily, RationalPlanFamily

BehaviorPerturbedStep = Reduced[MatrixPerturbedProgram, RationalSolution, EpsilonFamily]


def behavior_perturbed_lp(form: SequenceForm, player: int = 0) -> BehaviorPerturbedStep:
    """Return the LP of a zero-sum game in which every action at every information set has probability at least ε.

    For player 0 these are the plans x with E x = e and R₁(ε) x ≥ 0, where R₁ has the row x_{σ_h c} - ε x_{σ_h} for
    each choice c at each set h; F and R₂ are those of player 1. Since x_∅ = 1, such a plan is positive, so x need not
    be bounded. Against x the opponent minimises (Aᵀx)ᵀy over free y subject to F y = f and R₂ y ≥ 0, which comes to
    the largest fᵀq with Fᵀq + R₂ᵀv = Aᵀx and v ≥ 0. Together: maximise fᵀq over free x, free q and v ≥ 0, subject to

    E x = e, R₁(ε) x ≥ 0, Fᵀq + R₂(ε)ᵀv - Aᵀx = 0.

    The row of the empty sequence in the last block reads q_∅ - Σ (q_h + ε Σ_c v_{hc}) = (Aᵀx)_∅, summed over the sets h
    that come first. The dual has y for that block, free, with F y = f from q, R₂ y ≥ 0 from v, and from x that
    A y = Eᵀp - R₁ᵀu with u ≥ 0: the same program for the opponent, who minimises eᵀp. For player 1 the roles change.

    The plan of `player` is primal, and only the payoffs of this player are read. The program has |H_i| + |S_i| + |S_j|
    rows and |S_i| + |H_j| + |S_j| columns, i the player and j the opponent; it has solutions for ε up to 1/a if no set
    has more than a actions. `lift` returns both plans as rational functions of ε. Limits of these are extensive-form
    perfect: an action played with more than the least probability is a best reply where it is played, the player's own
    later trembles counted.

    References
    ----------
    Selten (1975), Reexamination of the perfectness concept, International Journal of Game Theory 4, 25-55; Miltersen &
    Sørensen (2006), section 3, ask how to compute such equilibria; Farina & Gatti (2017), Extensive-form perfect
    equilibrium computation in two-player games, AAAI.
    """
    side = max_min_blocks(form, player, "behavior_perturbed_lp")
    own, other, E, F, payoffs = side.own, side.other, side.E, side.F, side.payoffs
    mine, theirs = last_choices(own), last_choices(other)
    fixed, inner = E.shape[0], mine.shape[0]
    sizes = fixed, inner, len(other)
    kind = np.repeat([0, 1, 2], sizes)
    column_kind = np.repeat([0, 1, 2], (len(own), F.shape[0], theirs.shape[0]))
    nothing = ExactMatrix.zeros((fixed, len(own)))
    program = MatrixPerturbedProgram(
        sense="max",
        objective=ExactArray.concatenate([ExactArray.zeros(len(own)), side.f, ExactArray.zeros(theirs.shape[0])]),
        matrix=ExactMatrix.block([[E, None, None], [mine, None, None], [-payoffs, F.T, theirs.T]]),
        slope=ExactMatrix.block(
            [
                [nothing, ExactMatrix.zeros((fixed, F.shape[0])), None],
                [-choices_before(own), None, None],
                [None, None, -choices_before(other).T],
            ]
        ),
        right=ExactArray.concatenate([side.e, ExactArray.zeros(inner + len(other))]),
        at_least=np.ones(len(kind), dtype=bool),
        at_most=kind != 1,
        free=column_kind != 2,
        row_names=[
            *set_names("plan", own),
            *(f"least {name}" for name in own.names[1:]),
            *(f"reply {name}" for name in other.names),
        ],
        column_names=[
            *(f"weight {name}" for name in own.names),
            *set_names("value", other),
            *(f"forced {name}" for name in other.names[1:]),
        ],
        name=form.title,
    )

    def lift(answer: RationalSolution) -> EpsilonFamily:
        if answer.primal is None or answer.dual is None:
            raise SolveError(f"the method returned no pair of plans: {answer.termination} ({answer.status})")
        first = RationalPlanFamily(own, answer.primal.take(slice(0, len(own))).numerators)
        second = RationalPlanFamily(other, answer.dual.take(slice(fixed + inner, None)).numerators)
        return EpsilonFamily((first, second) if player == 0 else (second, first))

    return Reduced(program, lift)


def last_choices(index: SequenceIndex) -> ExactMatrix:
    """Return the matrix, shape (|S| - 1, |S|), that leaves out of a plan the weight of the empty sequence."""
    return _picks(1 + np.arange(len(index) - 1), len(index))


def choices_before(index: SequenceIndex) -> ExactMatrix:
    """Return the matrix, shape (|S| - 1, |S|), that takes for each of these the weight of the sequence before it."""
    return _picks(index.parent_sequence[index.infoset_of[1:]], len(index))


def _picks(columns: Ints, size: int) -> ExactMatrix:
    count = len(columns)
    return ExactMatrix((count, size), np.arange(count), columns, ExactArray(np.ones(count, np.int64)))
