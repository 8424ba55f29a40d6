"""Extensive-form perfect equilibria of constant-sum games, by a program with ε in its matrix."""

from __future__ import annotations

from fractions import Fraction

from seqform.backends.perturbed.behavior_stable_basis import solve_behavior_stable_basis
from seqform.backends.perturbed.numeric import visible_epsilon
from seqform.backends.protocol import Backend, SolveOptions
from seqform.builders.preprocess.merge import merge_equivalent_matrix_perturbed
from seqform.builders.programs.behavior_perturbed_lp import behavior_perturbed_lp
from seqform.errors import GameError, ModelError, SolveError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.programs.perturbed_solution import RationalSolution
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.strategies.assessment import limit_assessment
from seqform.models.strategies.families import EpsilonFamily
from seqform.solving.concepts import STABLE_BASIS, RefinementChoices
from seqform.solving.phases import Phases
from seqform.solving.pipeline import require_constant_sum
from seqform.solving.refinements import RefinedAnswer
from seqform.verify.checks import EXTENSIVE_FORM_PERFECT, SEQUENTIAL, check_assessment


def solve_extensive_form_perfect(
    game: ExtensiveGame,
    form: SequenceForm,
    solver: Backend,
    options: SolveOptions,
    choices: RefinementChoices,
    phases: Phases,
) -> RefinedAnswer:
    """Return an extensive-form perfect equilibrium with its beliefs and the family that proves it, certified.

    Parameters
    ----------
    game : ExtensiveGame
        Constant-sum.
    form : SequenceForm
        Of the game.
    solver : Backend
        For linear programs: asked at a number ε; the proof is in rational arithmetic.
    choices : RefinementChoices
        `method` has to be "stable-basis", and there is no `start`.

    Returns
    -------
    RefinedAnswer
        The certificate's checks are "sequential" and "extensive-form perfect".

    Raises
    ------
    GameError
        If the payoffs do not add up to a constant.
    ModelError
        If another method is asked for, or a start is given.
    SolveError
        If the method did not finish.

    Examples
    --------
    >>> import seqform as sf
    >>> from seqform.backends.solvers.highs import HighsBackend
    >>> from seqform.builders.forms.sequence_form import sequence_form
    >>> game = sf.load("safe-or-risky")
    >>> answer = solve_extensive_form_perfect(
    ...     game, sequence_form(game).target, HighsBackend(), SolveOptions(), RefinementChoices(), Phases())
    >>> answer.profile[0]["start"]["safe"], str(answer.certificate)
    (Fraction(1, 1), 'nash_conv = 0 (exact); sequential: yes; extensive-form perfect: yes')
    """
    try:
        require_constant_sum(game)
    except GameError as why:
        raise GameError(
            f"{why}; extensive-form perfect equilibria are computed of constant-sum games only, quasi-perfect ones "
            "of any: take concept quasi-perfect"
        ) from None
    if choices.method != STABLE_BASIS:
        raise ModelError(
            f"method: extensive-form perfect equilibria are computed by {STABLE_BASIS!r} only, not by "
            f"{choices.method!r}"
        )
    if choices.start is not None:
        raise ModelError("start: extensive-form perfect equilibria are computed without one")
    answer, family = _stable(form, solver, options, choices, phases)
    with phases.phase("limit", "behavior and beliefs as ε falls to 0"):
        assessment = limit_assessment(game, family)
    with phases.phase("verify", "verifying on the tree"):
        checked = check_assessment(game, assessment, (SEQUENTIAL, EXTENSIVE_FORM_PERFECT))
    return RefinedAnswer(answer.at_zero(), assessment.profile, checked.certificate, assessment)


def _stable(
    form: SequenceForm, solver: Backend, options: SolveOptions, choices: RefinementChoices, phases: Phases
) -> tuple[RationalSolution, EpsilonFamily]:
    with phases.phase("build", "building the linear program with ε in its matrix"):
        step = behavior_perturbed_lp(form, choices.player)
    if choices.preprocess:
        with phases.phase("preprocess", "preprocessing: merge-equivalent"):
            step = step.then(merge_equivalent_matrix_perturbed)
    with phases.phase("solve", "a basis that is optimal for all small ε"):
        answer = solve_behavior_stable_basis(step.target, solver, options, choices.epsilon or _first_epsilon(form))
    if not answer.solved or not answer.proven:
        raise SolveError(
            f"no extensive-form perfect equilibrium: {answer.termination} ({answer.status})", answer.at_zero()
        )
    with phases.phase("limit", "behavior and beliefs as ε falls to 0"):
        return answer, step.lift(answer)


def _first_epsilon(form: SequenceForm) -> Fraction:
    """Return the first number ε: at most half of an equal share for each action."""
    depth = max(int(index.depth.max(initial=0)) + 1 for index in form.sequences)
    actions = max(int(index.num_actions.max(initial=1)) for index in form.sequences)
    return visible_epsilon(depth, 2 * actions)
