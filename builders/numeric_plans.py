"""Plans from a solver's answer at one number ε, or a refusal where the answer is no pair of plans."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from seqform.builders.trembles import Trembles, quasi_perfect_trembles
from seqform.errors import ModelError, SolveError
from seqform.models.exact import ExactArray, Floats
from seqform.models.linear_program import Vector, entries
from seqform.models.raw_solution import RawSolution
from seqform.models.sequence_form import SequenceForm
from seqform.models.sequences import SequenceIndex
from seqform.models.strategies import SILENT_WEIGHT, RealizationPlan, RealizationPlans

LARGEST_MISS = 0.01
"""How far a plan in doubles may miss, as a share of the least weight, or of the weight that leads to a set."""

REMEDY = "take a larger ε, ask the solver for a tighter tolerance, or use the method stable-basis"


def numeric_plans(
    form: SequenceForm,
    player: int,
    epsilon: Fraction,
    raw: RawSolution,
    trembles: Trembles = quasi_perfect_trembles,
    tolerance: float = SILENT_WEIGHT,
) -> RealizationPlans:
    """Return both plans from the answer to ``perturbed_lp(form, player, trembles).target.at(epsilon)``.

    The plans are x̃ + k(ε) and the duals of the second block plus l(ε), exact if the answer is. Plans in doubles have
    to be plans at the scale of ε: weights of the length of ε^4 that are off by a solver's tolerance
    are not. That they pass says that they are completely mixed plans, not that they are optimal ones.

    Parameters
    ----------
    form : SequenceForm
    player : int
        0 or 1, whose plan is primal.
    epsilon : Fraction
    raw : RawSolution
    trembles : callable
        As they were given to `perturbed_lp`.
    tolerance : float
        Of the solver: behavior after a weight that is no larger is rounding noise.

    Raises
    ------
    ModelError
        If the answer has another size than the program.
    SolveError
        If there is no answer, or a plan violates x ≥ k(ε) or E x = e, or a set is reached with a weight
        within the tolerance; the message names the sequence and says what to do.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.backends import get
    >>> from seqform.builders.perturbed_lp import perturbed_lp
    >>> from seqform.builders.sequence_form import sequence_form
    >>> form, epsilon = sequence_form(sf.load("guess-the-ace")).target, Fraction(1, 100)
    >>> raw = get("exact").solve(perturbed_lp(form).target.at(epsilon))
    >>> numeric_plans(form, 0, epsilon, raw)[1].weights.to_fractions()
    [Fraction(1, 1), Fraction(1, 100), Fraction(99, 100)]
    """
    own, other = form.sequences[player], form.sequences[1 - player]
    if raw.primal is None or raw.dual is None:
        raise SolveError(f"the solver returned no pair of plans: {raw.termination} ({raw.status})", raw)
    equations = 1 + own.num_infosets
    sizes = (len(own) + 1 + other.num_infosets, equations + len(other))
    if (len(raw.primal), len(raw.dual)) != sizes:
        raise ModelError(
            f"numeric_plans: {len(raw.primal)} primal and {len(raw.dual)} dual values, but the perturbed program has "
            f"{sizes[0]} columns and {sizes[1]} rows; lift an answer to a merged program first"
        )
    mine = _plan(own, entries(raw.primal, slice(0, len(own))), trembles, epsilon, tolerance)
    theirs = _plan(other, entries(raw.dual, slice(equations, None)), trembles, epsilon, tolerance)
    return RealizationPlans((mine, theirs) if player == 0 else (theirs, mine))


def _plan(
    index: SequenceIndex, above_least: Vector, trembles: Trembles, epsilon: Fraction, tolerance: float
) -> RealizationPlan:
    least = trembles(index).at(epsilon)
    if isinstance(above_least, ExactArray):
        return _exact_plan(index, above_least, least)
    doubles, low = above_least + least.to_floats(), least.to_floats()
    _refuse_short_weights(index, doubles, low)
    _refuse_leaks(index, doubles)
    _refuse_noise(index, doubles, max(tolerance, SILENT_WEIGHT))
    return RealizationPlan(index, doubles)


def _exact_plan(index: SequenceIndex, above_least: ExactArray, least: ExactArray) -> RealizationPlan:
    short = np.flatnonzero(above_least.numerators < 0)
    if len(short):
        raise SolveError(f"{_who(index, int(short[0]))} is below its least weight, and the solver claims to be exact")
    plan = RealizationPlan(index, (above_least + least).reduced())
    if plan.residual() != 0:
        raise SolveError(f"player {index.player + 1}: E x = e fails, and the solver claims to be exact")
    return plan


def _refuse_short_weights(index: SequenceIndex, weights: Floats, least: Floats) -> None:
    bad = np.flatnonzero(~(weights >= (1 - LARGEST_MISS) * least))
    if len(bad):
        worst = int(bad[np.argmin(weights[bad] / least[bad])])
        raise SolveError(
            f"{_who(index, worst)} has weight {weights[worst]:.3g} where at least {least[worst]:.3g} is asked for, "
            f"so the solver's answer is no plan at this ε; {REMEDY}"
        )


def _refuse_leaks(index: SequenceIndex, weights: Floats) -> None:
    leading = np.concatenate([[1.0], weights[index.parent_sequence]])
    sums = np.concatenate([weights[:1], np.add.reduceat(weights, index.first_sequence[:-1])[: index.num_infosets]])
    misses = np.abs(sums - leading) / leading
    worst = int(np.argmax(misses))
    if misses[worst] > LARGEST_MISS:
        place = f"information set {index.infoset_names[worst - 1]!r}" if worst else "the empty sequence"
        raise SolveError(
            f"player {index.player + 1}, {place}: weights add up to {sums[worst]:.3g}, not to {leading[worst]:.3g}, "
            f"so the solver's answer is no plan at this ε; {REMEDY}"
        )


def _refuse_noise(index: SequenceIndex, weights: Floats, noise: float) -> None:
    leading = np.unique(index.parent_sequence)
    if len(leading) and weights[leading].min() <= noise:
        worst = int(leading[np.argmin(weights[leading])])
        raise SolveError(
            f"{_who(index, worst)} has weight {weights[worst]:.3g}, which the solver cannot tell from zero, so what "
            f"is played after it is rounding noise; {REMEDY}"
        )


def _who(index: SequenceIndex, sequence: int) -> str:
    return f"player {index.player + 1}, sequence {index.names[sequence]!r}"
