"""Equilibrium refinements by perturbation: sequential, quasi-perfect and extensive-form perfect equilibria.

Every refinement is the limit of equilibria of perturbed games. A perturbed program is built, reduced, solved for all
small ε by a perturbed backend, and lifted to a family of plans; its limit is an assessment that is checked on the tree.
The method "numeric" alone solves at one number ε and proves nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, cast

from seqform.backends import get
from seqform.backends.answers import reading, solved_by
from seqform.backends.perturbed.numeric import visible_epsilon
from seqform.backends.protocol import Backend, CallsSolver, PerturbedBackend
from seqform.builders.forms.sequence_form import behavior_profile, sequence_form
from seqform.builders.programs.perturbed_lcp import perturbed_lcp
from seqform.builders.programs.perturbed_lp import REMEDY, behavior_perturbed_lp, numeric_plans, perturbed_lp
from seqform.errors import CertificationError, GameError, InputError, SolveError, UnsupportedModelError
from seqform.models.answers.certificate import NORMAL_FORM_PERFECT
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.text import shown_rational
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.perturbed import (
    MatrixPerturbedProgram,
    PerturbedComplementarityProblem,
    PerturbedLinearProgram,
    PerturbedSolution,
)
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.reduced import Reduced
from seqform.models.strategies.assessment import EpsilonFamily, limit_assessment
from seqform.models.strategies.behavior import NEGLIGIBLE_WEIGHT
from seqform.solving.concepts import NUMERIC, STABLE_BASIS, ExtensiveFormPerfect, PerturbedConcept, QuasiPerfect
from seqform.solving.pipeline import default_backend, not_constant_sum, reduced, require_steps
from seqform.solving.preprocessing import MergeEquivalent, Step
from seqform.solving.request import Request
from seqform.solving.starts import ALL_ONES, Start, starting_plans
from seqform.verify.checks import EXTENSIVE_FORM_PERFECT, QUASI_PERFECT, SEQUENTIAL, check_assessment
from seqform.verify.nash import certify
from seqform.verify.perturbed import suboptimal_infosets


@dataclass(frozen=True)
class PerturbedTarget:
    """A class of perturbed programs, the class that it becomes at a number ε, and the checks of the limit."""

    problem: type
    at_number: type
    title: str
    default_steps: tuple[Step, ...]
    checks: tuple[str, ...]
    build: Callable[[ExtensiveGame, SequenceForm, Any], Reduced[Any, Any, EpsilonFamily]]


def solve_refinement(game: ExtensiveGame, request: Request) -> Equilibrium:
    """Return an equilibrium of a refined concept with its assessment, certified; raise as `Concept.solve`."""
    concept, phases = cast("PerturbedConcept", request.concept), request.phases
    backend = request.backend or get(default_backend(game, concept.name, has_start=request.start is not None))
    target = _target(game, request, backend)
    steps = target.default_steps if request.steps is None else request.steps
    require_steps(steps, target.at_number, concept, has_start=request.start is not None)
    with phases.phase("build", "building the sequence form"):
        form = sequence_form(game).target
    method = _method(target, form, concept, backend)
    if method.name == NUMERIC:
        return _numeric(game, form, method, backend, steps, request)
    with phases.phase("build", f"building the {target.title}"):
        program = target.build(game, form, concept)
    program = reduced(program, target.problem, steps, phases)
    with phases.phase("solve", f"solving the {target.title} for all small ε"):
        answer: PerturbedSolution = solved_by(method, program.target, request.left)
    with reading(method):
        raw = answer.at_zero()
    if not answer.solved or not answer.proven:
        raise SolveError(f"no {concept.check} equilibrium: {answer.termination} ({answer.status})", raw)
    with phases.phase("limit", "computing behavior and beliefs as ε falls to 0", cut=False), reading(method):
        assessment = limit_assessment(game, program.lift(answer))
    with phases.phase("verify", "verifying on the tree", cut=False):
        options = replace(request.left, raw={}, tolerance=None)
        certificate = check_assessment(game, assessment, target.checks, options=options).certificate
    name = backend.name if isinstance(method, CallsSolver) else method.name
    found = Equilibrium(
        game,
        assessment.profile,
        certificate,
        raw,
        request.resolved(name, steps),
        phases.seconds,
        assessment=assessment,
    )
    if not (certificate.proven and certificate.checks[concept.check]):
        raise CertificationError(f"the certificate fails: {certificate}; please report the game", certificate, found)
    return found


def _target(game: ExtensiveGame, request: Request, backend: Backend) -> PerturbedTarget:
    """Return the perturbed program of a concept, or raise an error with the reason why there is none."""
    concept, named = request.concept, request.backend
    may_be_linear = game.constant_sum is not None and request.start is None
    if isinstance(concept, ExtensiveFormPerfect):
        if game.constant_sum is None:
            raise GameError(
                f"{not_constant_sum(game)}; extensive-form perfect equilibria are computed of constant-sum games only, "
                "quasi-perfect ones of any: take concept quasi-perfect"
            )
        if not backend.supports & {LinearProgram, MatrixPerturbedProgram}:
            raise UnsupportedModelError(
                f"backend {backend.name} solves no linear programs, which {concept.name} equilibria need"
            )
        return MATRIX_PERTURBED
    assert isinstance(concept, QuasiPerfect)
    if request.exact and NUMERIC in (concept.method, backend.name):
        raise InputError("exact: the method numeric proves nothing, however exact; leave the method out")
    given = [name for name in ("method", "epsilon") if getattr(concept, name) is not None]
    if may_be_linear and PerturbedLinearProgram in backend.supports:
        if given:
            raise InputError(f"{given[0]}: backend {backend.name} solves the perturbed program; leave one of them out")
        return PERTURBED_LINEAR
    if may_be_linear and LinearProgram in backend.supports:
        if named is not None and not concept.calls_solver:
            raise InputError(f"backend: the method {concept.method} calls no solver; leave one of the two out")
        return PERTURBED_LINEAR
    if given:
        reason = "" if request.start is None else ", which a start requires,"
        raise InputError(
            f"{given[0]}: Lemke's algorithm{reason} treats all small ε at once; only linear programs have methods"
        )
    if PerturbedComplementarityProblem not in backend.supports:
        raise UnsupportedModelError(f"backend {backend.name} solves no perturbed complementarity problems: take lemke")
    return PERTURBED_COMPLEMENTARITY


def _method(
    target: PerturbedTarget, form: SequenceForm, concept: PerturbedConcept, backend: Backend
) -> PerturbedBackend:
    """Return the backend for the perturbed program: the given one, or a method that may call it."""
    if target.problem in backend.supports:
        return cast("PerturbedBackend", backend)
    method = cast("PerturbedBackend", get(getattr(concept, "method", None) or STABLE_BASIS))
    if not isinstance(method, CallsSolver):
        return method
    epsilon = _first_epsilon(form) if target is MATRIX_PERTURBED and concept.epsilon is None else concept.epsilon
    return method.calling(backend, epsilon)


def _first_epsilon(form: SequenceForm) -> Fraction:
    """Return the first number ε: at most half of an equal share for each action."""
    depth = max(int(index.depth.max(initial=0)) + 1 for index in form.sequences)
    actions = max(int(index.num_actions.max(initial=1)) for index in form.sequences)
    return visible_epsilon(depth, 2 * actions)


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
    LinearProgram,
    "perturbed linear program",
    _MERGED,
    _CHECKS,
    lambda game, form, concept: perturbed_lp(form, concept.player),
)
MATRIX_PERTURBED = PerturbedTarget(
    MatrixPerturbedProgram,
    LinearProgram,
    "linear program with ε in its matrix",
    _MERGED,
    (SEQUENTIAL, EXTENSIVE_FORM_PERFECT),
    lambda game, form, concept: behavior_perturbed_lp(form, concept.player),
)
PERTURBED_COMPLEMENTARITY = PerturbedTarget(
    PerturbedComplementarityProblem,
    LinearComplementarityProblem,
    "perturbed complementarity problem",
    (),
    _CHECKS,
    _path_problem,
)


def _numeric(
    game: ExtensiveGame,
    form: SequenceForm,
    method: PerturbedBackend,
    backend: Backend,
    steps: Sequence[Step],
    request: Request,
) -> Equilibrium:
    """Return the profile that a solver finds at one number ε, with a certificate that notes that nothing is proven."""
    concept, phases, options = cast("QuasiPerfect", request.concept), request.phases, request.options
    with phases.phase("build", "building the perturbed linear program"):
        whole: Reduced[Any, PerturbedSolution, PerturbedSolution] = Reduced(
            perturbed_lp(form, concept.player).target, lambda answer: answer
        )
    program = reduced(whole, PerturbedLinearProgram, steps, phases)
    with phases.phase("solve", f"solving with {backend.name} at one ε"):
        answer = program.lift(solved_by(method, program.target, request.left))
    if answer.raw is None or answer.epsilon is None or not answer.solved:
        raise SolveError(f"no equilibrium of the perturbed game: {answer.termination} ({answer.status})", answer.raw)
    with phases.phase("verify", "verifying on the tree", cut=False):
        tolerance = options.tolerance or NEGLIGIBLE_WEIGHT
        with reading(backend):
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
    certificate = replace(certificate, note="; ".join(filter(None, [certificate.note, note])))
    return Equilibrium(game, profile, certificate, answer.raw, request.resolved(backend.name, steps), phases.seconds)
