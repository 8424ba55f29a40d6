"""Refinements: quasi-perfect equilibria, by programs perturbed in ε.

Which route refines an equilibrium, and what may be chosen for it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from seqform.backends.lemke.perturbed import solve_perturbed_complementarity
from seqform.backends.perturbed.numeric import solve_numeric
from seqform.backends.perturbed.root_bound import solve_at_bound
from seqform.backends.perturbed.stable_basis import solve_stable_basis
from seqform.backends.perturbed.symbolic import solve_symbolic
from seqform.backends.protocol import Backend, SolveOptions
from seqform.builders.forms.sequence_form import behavior_profile
from seqform.builders.preprocess.merge import merge_equivalent_perturbed
from seqform.builders.programs.perturbed_lcp import perturbed_lcp
from seqform.builders.programs.perturbed_lp import REMEDY, numeric_plans, perturbed_lp
from seqform.errors import CertificationError, ModelError, SolveError, UnsupportedModelError
from seqform.models.answers.certificate import Certificate
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.text import shown_rational
from seqform.models.programs.perturbed import PerturbedLinearProgram
from seqform.models.programs.perturbed_solution import PerturbedSolution
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import RawSolution
from seqform.models.reduced import Reduced
from seqform.models.strategies.assessment import Assessment, limit_assessment
from seqform.models.strategies.behavior import NEGLIGIBLE_WEIGHT, BehaviorProfile
from seqform.models.strategies.families import EpsilonFamily
from seqform.solving.concepts import EXTENSIVE_FORM_PERFECT, NUMERIC, REFINEMENTS, RefinementChoices
from seqform.solving.phases import Phases
from seqform.solving.starts import ALL_ONES, Start, starting_plans
from seqform.verify.checks import NORMAL_FORM_PERFECT, QUASI_PERFECT, SEQUENTIAL, check_assessment
from seqform.verify.nash import certify
from seqform.verify.perturbed import senseless_sets


def require_meaning(concept: str, formulation: str, method: str | None, epsilon: Fraction | None) -> None:
    """Refuse choices that mean nothing for the concept."""
    if concept not in REFINEMENTS:
        given = [name for name, value in (("method", method), ("epsilon", epsilon)) if value is not None]
        if given:
            raise ModelError(f"{given[0]}: only for {', '.join(REFINEMENTS)} equilibria, not for {concept!r}")
        return
    if formulation != "sequence-form":
        raise ModelError(f"formulation: {concept} equilibria are computed in the sequence form only")


def require_method(
    concept: str, choices: RefinementChoices, linearly: bool, backend: str | None, method: str | None, exact: bool
) -> None:
    """Refuse a method, a number ε, a backend or a demand that the route does not take."""
    if exact and choices.method == NUMERIC:
        raise ModelError("exact: the method numeric proves nothing, however exact; leave the method out")
    if concept == EXTENSIVE_FORM_PERFECT:
        if not linearly and backend is not None:
            raise UnsupportedModelError(f"backend {backend} solves no linear programs, which {concept} equilibria need")
        return
    given = [name for name, value in (("method", method), ("epsilon", choices.epsilon)) if value is not None]
    if not linearly and given:
        chosen = "" if choices.start is None else ", which --start asks for,"
        raise ModelError(
            f"{given[0]}: Lemke's algorithm{chosen} treats all small ε at once; only linear programs have methods"
        )
    if not linearly and backend not in (None, "lemke"):
        raise UnsupportedModelError(f"backend {backend} solves no perturbed complementarity problems: take lemke")
    if linearly and backend is not None and not choices.asks_a_solver:
        raise ModelError(f"backend: the method {choices.method} asks no solver; leave one of the two out")


def refined(
    game: ExtensiveGame,
    concept: str,
    form: SequenceForm,
    solver: Backend,
    linearly: bool,
    options: SolveOptions,
    choices: RefinementChoices,
    phases: Phases,
) -> Equilibrium:
    """Return an equilibrium of a refined concept, certified.

    Raises
    ------
    SolveError
        If the method did not finish.
    CertificationError
        If the checks do not hold; the error carries the equilibrium.
    """
    if concept == EXTENSIVE_FORM_PERFECT:
        from seqform.solving.extensive_form import solve_extensive_form_perfect

        answer = solve_extensive_form_perfect(game, form, solver, options, choices, phases)
    else:
        answer = solve_refined(game, form, solver, linearly, options, choices, phases)
    name = solver.name if choices.asks_a_solver else choices.method
    certificate, assessment = answer.certificate, answer.assessment
    seconds = phases.seconds
    found = Equilibrium(game, answer.profile, certificate, answer.raw, concept, name, seconds, assessment=assessment)
    if assessment is not None and not (certificate.proven and certificate.checks[REFINEMENTS[concept]]):
        raise CertificationError(f"the certificate fails: {certificate}; please report the game", certificate, found)
    return found


CERTIFIED = (SEQUENTIAL, QUASI_PERFECT, NORMAL_FORM_PERFECT)
"""The checks in a refined answer's certificate."""


@dataclass(frozen=True)
class RefinedAnswer:
    """What came of the route.

    Attributes
    ----------
    raw : RawSolution
        At ε = 0; of the method "numeric" at its ε.
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
        tolerance = options.tolerance or NEGLIGIBLE_WEIGHT
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
