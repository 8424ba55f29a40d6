"""Equilibrium refinements by perturbation: sequential, quasi-perfect and extensive-form perfect equilibria.

Every refinement is the limit of equilibria of perturbed games. A perturbed program is built, reduced, solved for all
small ε by one of the perturbed backends, and lifted to a family of plans; its limit is an assessment that is checked on
the tree. The method "numeric" alone solves at one number ε and proves nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, cast

from seqform.backends import get
from seqform.backends.lemke.perturbed import solve_perturbed_complementarity
from seqform.backends.perturbed.behavior_stable_basis import solve_behavior_stable_basis
from seqform.backends.perturbed.numeric import solve_numeric, visible_epsilon
from seqform.backends.perturbed.root_bound import solve_at_bound
from seqform.backends.perturbed.stable_basis import solve_stable_basis
from seqform.backends.perturbed.symbolic import solve_symbolic
from seqform.backends.protocol import Backend, SolveOptions
from seqform.builders.forms.sequence_form import behavior_profile, sequence_form
from seqform.builders.programs.perturbed_lcp import perturbed_lcp
from seqform.builders.programs.perturbed_lp import REMEDY, behavior_perturbed_lp, numeric_plans, perturbed_lp
from seqform.errors import CertificationError, GameError, InputError, SolveError, UnsupportedModelError
from seqform.models.answers.certificate import Certificate
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.text import shown_rational
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.perturbed import MatrixPerturbedProgram, PerturbedLinearProgram
from seqform.models.programs.perturbed_complementarity import PerturbedComplementarityProblem
from seqform.models.programs.perturbed_solution import PerturbedSolution, RationalSolution
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import RawSolution
from seqform.models.reduced import Reduced
from seqform.models.strategies.assessment import Assessment, limit_assessment
from seqform.models.strategies.behavior import NEGLIGIBLE_WEIGHT, BehaviorProfile
from seqform.models.strategies.families import EpsilonFamily
from seqform.solving.concepts import NUMERIC, ExtensiveFormPerfect, QuasiPerfect
from seqform.solving.pipeline import Request, default_backend, not_constant_sum, reduced, require_steps
from seqform.solving.preprocessing import MergeEquivalent, Step
from seqform.solving.starts import ALL_ONES, Start, starting_plans
from seqform.verify.checks import EXTENSIVE_FORM_PERFECT, QUASI_PERFECT, SEQUENTIAL, check_assessment
from seqform.verify.nash import certify
from seqform.verify.normal_form import NORMAL_FORM_PERFECT
from seqform.verify.perturbed import suboptimal_infosets

Answer = PerturbedSolution | RationalSolution


@dataclass(frozen=True)
class PerturbedTarget:
    """A class of perturbed programs, and the solution of one for all small ε.

    Attributes
    ----------
    checks : tuple of str
        The checks in the certificate of the limit.
    """

    problem: type
    title: str
    default_steps: tuple[Step, ...]
    checks: tuple[str, ...]
    build: Callable[[ExtensiveGame, SequenceForm, Any], Reduced[Any, Any, EpsilonFamily]]
    solve: Callable[[Any, SequenceForm, Any, Backend, SolveOptions], Answer]


def solve_refinement(game: ExtensiveGame, request: Request) -> Equilibrium:
    """Return an equilibrium of a refined concept with its assessment, certified.

    Raises
    ------
    UnsupportedModelError
        If the backend does not solve what the concept needs.
    SolveError
        If the method did not finish.
    CertificationError
        If the checks do not hold; the error carries the equilibrium.
    """
    concept, phases = cast("QuasiPerfect | ExtensiveFormPerfect", request.concept), request.phases
    backend = request.backend or get(default_backend(game, concept.name, has_start=request.start is not None))
    target = _target(game, request, backend)
    steps = target.default_steps if request.steps is None else request.steps
    require_steps(steps, _UNPERTURBED[target.problem], concept, has_start=request.start is not None)
    with phases.phase("build", "building the sequence form"):
        form = sequence_form(game).target
    if isinstance(concept, QuasiPerfect) and concept.method == NUMERIC:
        return _numeric(game, form, concept, backend, steps, request)
    with phases.phase("build", f"building the {target.title}"):
        program = target.build(game, form, concept)
    program = reduced(program, target.problem, steps, phases)
    with phases.phase("solve", f"solving the {target.title} for all small ε"):
        answer = target.solve(program.target, form, concept, backend, request.options)
    if not answer.solved or not answer.proven:
        raise SolveError(f"no {concept.check} equilibrium: {answer.termination} ({answer.status})", answer.at_zero())
    with phases.phase("limit", "behavior and beliefs as ε falls to 0"):
        assessment = limit_assessment(game, program.lift(answer))
    with phases.phase("verify", "verifying on the tree"):
        options = replace(request.options, raw={}, tolerance=None)
        certificate = check_assessment(game, assessment, target.checks, options=options).certificate
    found = _equilibrium(game, concept, assessment.profile, certificate, answer.at_zero(), backend, request, assessment)
    if not (certificate.proven and certificate.checks[concept.check]):
        raise CertificationError(f"the certificate fails: {certificate}; please report the game", certificate, found)
    return found


def _target(game: ExtensiveGame, request: Request, backend: Backend) -> PerturbedTarget:
    """Return the perturbed program of a concept, or raise an error with the reason why there is none."""
    concept, named = request.concept, request.backend
    is_linear = game.constant_sum is not None and LinearProgram in backend.supports and request.start is None
    if isinstance(concept, ExtensiveFormPerfect):
        if game.constant_sum is None:
            raise GameError(
                f"{not_constant_sum(game)}; extensive-form perfect equilibria are computed of constant-sum games only, "
                "quasi-perfect ones of any: take concept quasi-perfect"
            )
        if not is_linear:
            raise UnsupportedModelError(
                f"backend {backend.name} solves no linear programs, which {concept.name} equilibria need"
            )
        return MATRIX_PERTURBED
    assert isinstance(concept, QuasiPerfect)
    if request.exact and concept.method == NUMERIC:
        raise InputError("exact: the method numeric proves nothing, however exact; leave the method out")
    if is_linear:
        if named is not None and not concept.calls_solver:
            raise InputError(f"backend: the method {concept.method} calls no solver; leave one of the two out")
        return PERTURBED_LINEAR
    given = [name for name in ("method", "epsilon") if getattr(concept, name) is not None]
    if given:
        reason = "" if request.start is None else ", which a start requires,"
        raise InputError(
            f"{given[0]}: Lemke's algorithm{reason} treats all small ε at once; only linear programs have methods"
        )
    if LinearComplementarityProblem not in backend.supports or not getattr(backend, "has_start", False):
        raise UnsupportedModelError(f"backend {backend.name} solves no perturbed complementarity problems: take lemke")
    return PERTURBED_COMPLEMENTARITY


def _perturbed_linear(
    program: PerturbedLinearProgram, form: SequenceForm, concept: QuasiPerfect, backend: Backend, options: SolveOptions
) -> PerturbedSolution:
    if concept.method == "symbolic":
        return solve_symbolic(program, options)
    if concept.method == "bound":
        return solve_at_bound(program, options)
    return solve_stable_basis(program, backend, options, concept.epsilon)


def _perturbed_matrix(
    program: MatrixPerturbedProgram,
    form: SequenceForm,
    concept: ExtensiveFormPerfect,
    backend: Backend,
    options: SolveOptions,
) -> RationalSolution:
    return solve_behavior_stable_basis(program, backend, options, concept.epsilon or _first_epsilon(form))


def _first_epsilon(form: SequenceForm) -> Fraction:
    """Return the first number ε: at most half of an equal share for each action."""
    depth = max(int(index.depth.max(initial=0)) + 1 for index in form.sequences)
    actions = max(int(index.num_actions.max(initial=1)) for index in form.sequences)
    return visible_epsilon(depth, 2 * actions)


def _perturbed_complementarity(
    problem: PerturbedComplementarityProblem,
    form: SequenceForm,
    concept: QuasiPerfect,
    backend: Backend,
    options: SolveOptions,
) -> PerturbedSolution:
    return solve_perturbed_complementarity(problem, options)


def _path_problem(
    game: ExtensiveGame, form: SequenceForm, concept: QuasiPerfect
) -> Reduced[PerturbedComplementarityProblem, PerturbedSolution, EpsilonFamily]:
    start: Start = "centroid" if concept.start is None else concept.start
    is_place = not (isinstance(start, str) and start == ALL_ONES)
    return perturbed_lcp(form, starting_plans(game, form, start) if is_place else None)


_MERGED = (MergeEquivalent(),)
_CHECKS = (SEQUENTIAL, QUASI_PERFECT, NORMAL_FORM_PERFECT)

PERTURBED_LINEAR = PerturbedTarget(
    PerturbedLinearProgram,
    "perturbed linear program",
    _MERGED,
    _CHECKS,
    lambda game, form, concept: perturbed_lp(form, concept.player),
    _perturbed_linear,
)
MATRIX_PERTURBED = PerturbedTarget(
    MatrixPerturbedProgram,
    "linear program with ε in its matrix",
    _MERGED,
    (SEQUENTIAL, EXTENSIVE_FORM_PERFECT),
    lambda game, form, concept: behavior_perturbed_lp(form, concept.player),
    _perturbed_matrix,
)
PERTURBED_COMPLEMENTARITY = PerturbedTarget(
    PerturbedComplementarityProblem,
    "perturbed complementarity problem",
    (),
    _CHECKS,
    _path_problem,
    _perturbed_complementarity,
)

_UNPERTURBED = {
    PerturbedLinearProgram: LinearProgram,
    MatrixPerturbedProgram: LinearProgram,
    PerturbedComplementarityProblem: LinearComplementarityProblem,
}


def _numeric(
    game: ExtensiveGame,
    form: SequenceForm,
    concept: QuasiPerfect,
    backend: Backend,
    steps: Sequence[Step],
    request: Request,
) -> Equilibrium:
    """Return the profile that a solver finds at one number ε, with a certificate that says that nothing is proven."""
    phases, options = request.phases, request.options
    with phases.phase("build", "building the perturbed linear program"):
        whole: Reduced[Any, PerturbedSolution, PerturbedSolution] = Reduced(
            perturbed_lp(form, concept.player).target, lambda answer: answer
        )
    program = reduced(whole, PerturbedLinearProgram, steps, phases)
    with phases.phase("solve", f"solving with {backend.name} at one ε"):
        answer = program.lift(solve_numeric(program.target, backend, options, concept.epsilon))
    if answer.raw is None or answer.epsilon is None or not answer.solved:
        raise SolveError(f"no equilibrium of the perturbed game: {answer.termination} ({answer.status})", answer.raw)
    with phases.phase("verify", "verifying on the tree"):
        tolerance = options.tolerance or NEGLIGIBLE_WEIGHT
        plans = numeric_plans(form, concept.player, answer.epsilon, answer.raw, tolerance=tolerance)
        profile = behavior_profile(form, plans)
        suboptimal = suboptimal_infosets(game, profile, answer.epsilon)
        if suboptimal:
            raise SolveError(f"at this ε the solver does not see what is best: {suboptimal[0]}; {REMEDY}", answer.raw)
        certificate = certify(game, profile)
    note = (
        f"what the solver takes for an equilibrium of the game perturbed with ε = {shown_rational(answer.epsilon)}, "
        "which proves nothing about the limit; nash_conv is what the trembles cost"
    )
    joint = "; " if certificate.note else ""
    certificate = replace(certificate, note=f"{certificate.note}{joint}{note}")
    return _equilibrium(game, concept, profile, certificate, answer.raw, backend, request, None)


def _equilibrium(
    game: ExtensiveGame,
    concept: QuasiPerfect | ExtensiveFormPerfect,
    profile: BehaviorProfile,
    certificate: Certificate,
    raw: RawSolution,
    backend: Backend,
    request: Request,
    assessment: Assessment | None,
) -> Equilibrium:
    method = concept.method if isinstance(concept, QuasiPerfect) and not concept.calls_solver else None
    name = method or backend.name
    resolved = request.resolved(name, request.steps or ())
    return Equilibrium(game, profile, certificate, raw, resolved, request.phases.seconds, assessment=assessment)
