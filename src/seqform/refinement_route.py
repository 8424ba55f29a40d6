"""Refinements: quasi-perfect equilibria, by programs perturbed in ε."""

from __future__ import annotations

from dataclasses import dataclass, replace

from seqform.backends.lemke.perturbed import solve_perturbed_complementarity
from seqform.backends.options import SolveOptions
from seqform.backends.perturbed.numeric import solve_numeric
from seqform.backends.perturbed.root_bound import solve_at_bound
from seqform.backends.perturbed.stable_basis import solve_stable_basis
from seqform.backends.perturbed.symbolic import solve_symbolic
from seqform.backends.protocol import Backend
from seqform.builders.numeric_plans import REMEDY, numeric_plans
from seqform.builders.perturbed_lcp import perturbed_lcp
from seqform.builders.perturbed_lp import perturbed_lp
from seqform.builders.perturbed_partition import merge_equivalent_perturbed
from seqform.builders.sequence_form import behavior_profile
from seqform.errors import SolveError
from seqform.models.assessment import Assessment, limit_assessment
from seqform.models.certificate import Certificate
from seqform.models.epsilon_family import EpsilonFamily
from seqform.models.game import ExtensiveGame
from seqform.models.number_text import shown_rational
from seqform.models.perturbed_linear_program import PerturbedLinearProgram
from seqform.models.perturbed_solution import PerturbedSolution
from seqform.models.raw_solution import RawSolution
from seqform.models.reduced import Reduced
from seqform.models.sequence_form import SequenceForm
from seqform.models.strategies import SILENT_WEIGHT, BehaviorProfile
from seqform.phases import Phases
from seqform.refinement_checks import (
    NORMAL_FORM_PERFECT,
    QUASI_PERFECT,
    SEQUENTIAL,
    check_assessment,
)
from seqform.refinement_choices import NUMERIC, RefinementChoices
from seqform.starts import ALL_ONES, Start, starting_plans
from seqform.verify.certify import certify
from seqform.verify.perturbed_replies import senseless_sets

CERTIFIED = (SEQUENTIAL, QUASI_PERFECT, NORMAL_FORM_PERFECT)
"""The checks in a refined answer's certificate."""


@dataclass(frozen=True)
class RefinedAnswer:
    """What came of the route.

    Attributes
    ----------
    raw : RawSolution
        At ε = 0; of the method "numeric" at its ε.
    profile : BehaviorProfile
    certificate : Certificate
    assessment : Assessment, optional
        Absent where nothing was proven.
    """

    raw: RawSolution
    profile: BehaviorProfile
    certificate: Certificate
    assessment: Assessment | None


def solve_refined(
    game: ExtensiveGame,
    form: SequenceForm,
    solver: Backend,
    linearly: bool,
    options: SolveOptions,
    choices: RefinementChoices,
    phases: Phases,
) -> RefinedAnswer:
    """Return a quasi-perfect equilibrium with its beliefs, certified; or what a solver says at one ε.

    Raises
    ------
    SolveError
        If the method did not finish, or returned no plans.
    """
    if linearly and choices.method == NUMERIC:
        return _numeric_answer(game, form, solver, options, choices, phases)
    if linearly:
        answer, family = _by_linear_program(form, solver, options, choices, phases)
    else:
        answer, family = _by_complementarity(game, form, options, choices.start, phases)
    with phases.phase("limit", "behavior and beliefs as ε falls to 0"):
        assessment = limit_assessment(game, family)
    with phases.phase("verify", "verifying on the tree"):
        checked = check_assessment(game, assessment, CERTIFIED, options=replace(options, raw={}, tolerance=None))
    return RefinedAnswer(answer.at_zero(), assessment.profile, checked.certificate, assessment)


def _by_linear_program(
    form: SequenceForm, solver: Backend, options: SolveOptions, choices: RefinementChoices, phases: Phases
) -> tuple[PerturbedSolution, EpsilonFamily]:
    with phases.phase("build", "building the perturbed linear program"):
        step = perturbed_lp(form, choices.player)
    with phases.phase("preprocess", "preprocessing"):
        step = step.then(lambda program: _merged(program, choices))
    with phases.phase("solve", f"method {choices.method}"):
        answer = _solved(step.target, solver, options, choices)
    _require_proven(answer)
    with phases.phase("limit", "behavior and beliefs as ε falls to 0"):
        return answer, step.lift(answer)


def _merged(
    program: PerturbedLinearProgram, choices: RefinementChoices
) -> Reduced[PerturbedLinearProgram, PerturbedSolution, PerturbedSolution]:
    return merge_equivalent_perturbed(program) if choices.preprocess else Reduced(program, lambda answer: answer)


def _solved(
    program: PerturbedLinearProgram, solver: Backend, options: SolveOptions, choices: RefinementChoices
) -> PerturbedSolution:
    if choices.method == "symbolic":
        return solve_symbolic(program, options)
    if choices.method == "bound":
        return solve_at_bound(program, options)
    return solve_stable_basis(program, solver, options, choices.epsilon)


def _by_complementarity(
    game: ExtensiveGame, form: SequenceForm, options: SolveOptions, start: Start | None, phases: Phases
) -> tuple[PerturbedSolution, EpsilonFamily]:
    with phases.phase("build", "building the perturbed complementarity problem"):
        plans = None if start == ALL_ONES else starting_plans(game, form, "centroid" if start is None else start)
        step = perturbed_lcp(form, plans)
    with phases.phase("solve", "Lemke's algorithm with ε an indeterminate"):
        answer = solve_perturbed_complementarity(step.target, options)
    _require_proven(answer)
    with phases.phase("limit", "behavior and beliefs as ε falls to 0"):
        return answer, step.lift(answer)


def _require_proven(answer: PerturbedSolution) -> None:
    if not answer.solved or not answer.proven:
        raise SolveError(f"no quasi-perfect equilibrium: {answer.termination} ({answer.status})", answer.at_zero())


def _numeric_answer(
    game: ExtensiveGame,
    form: SequenceForm,
    solver: Backend,
    options: SolveOptions,
    choices: RefinementChoices,
    phases: Phases,
) -> RefinedAnswer:
    with phases.phase("build", "building the perturbed linear program"):
        step = _merged(perturbed_lp(form, choices.player).target, choices)
    with phases.phase("solve", f"solving with {solver.name} at one ε"):
        answer = step.lift(solve_numeric(step.target, solver, options, choices.epsilon))
    if answer.raw is None or answer.epsilon is None or not answer.solved:
        raise SolveError(f"no equilibrium of the perturbed game: {answer.termination} ({answer.status})", answer.raw)
    with phases.phase("verify", "verifying on the tree"):
        tolerance = options.tolerance or SILENT_WEIGHT
        plans = numeric_plans(form, choices.player, answer.epsilon, answer.raw, tolerance=tolerance)
        profile = behavior_profile(form, plans)
        senseless = senseless_sets(game, profile, answer.epsilon)
        if senseless:
            raise SolveError(f"at this ε the solver does not see what is best: {senseless[0]}; {REMEDY}", answer.raw)
        certificate = certify(game, profile)
    epsilon = shown_rational(answer.epsilon)
    note = (
        f"what the solver takes for an equilibrium of the game perturbed with ε = {epsilon}, which proves nothing "
        "about the limit; nash_conv is what the trembles cost"
    )
    joint = "; " if certificate.note else ""
    return RefinedAnswer(answer.raw, profile, replace(certificate, note=f"{certificate.note}{joint}{note}"), None)
