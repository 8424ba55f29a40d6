"""The pipeline from a game to a certified equilibrium: build, preprocess, solve, make exact, lift, certify.

A concept is reduced to one of its problem classes, the first for which the game and the backend qualify. Each class
has a row in `TARGETS`, with the step that builds the problem from the sequence form, and the certificate that belongs
to its answer. Subgame perfect equilibria of trees and games with ordered signals have chains of their own, in
`seqform.solving.positions` and `seqform.solving.ordered`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

import numpy as np

from seqform.backends import get
from seqform.backends.answers import reading, solved_by
from seqform.backends.exact.complementarity import exact_complementarity
from seqform.backends.exact.solution import exact_solution
from seqform.backends.protocol import Backend, SolveOptions
from seqform.builders.forms.normal_form import normal_form_lp
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.forms.starts import completely_mixed
from seqform.builders.programs.lcp import (
    GameLcp,
    koller_megiddo_von_stengel,
    shared_normal_form_lcp,
    shared_sequence_form_lcp,
)
from seqform.builders.programs.max_min import saddle_point
from seqform.builders.programs.zero_sum_lp import zero_sum_lp
from seqform.errors import GameError, InputError, UnsupportedModelError
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.ordered import OrderedGame
from seqform.models.numbers.text import shown_rational
from seqform.models.programs.class_game import ClassGame
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.saddle_point import SaddlePointProblem
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.models.reduced import Reduced
from seqform.models.strategies.behavior import BehaviorProfile, RealizationPlans, completely_mixed_profile
from seqform.solving.concepts import CERTIFICATE_TOLERANCE, Concept, Formulation, Nash, NormalFormPerfect, PlanConcept
from seqform.solving.preprocessing import MergeEquivalent, Step
from seqform.solving.request import Phases, Request, require_exact, require_pass, require_reached, require_solved
from seqform.solving.starts import ALL_ONES, path_witness, starting_plans
from seqform.verify.nash import certify
from seqform.verify.normal_form import certify_normal_form_perfect, normal_form_perfect

Program = Reduced[Any, RawSolution, RealizationPlans]


def solve_by_plans(game: ExtensiveGame, request: Request) -> Equilibrium:
    """Return a Nash or normal-form perfect equilibrium, computed from realization plans, and certified.

    Raises
    ------
    UnsupportedModelError
        If the backend solves no problem of the game and the concept.
    SolveError
        If the solver did not finish; of "cfr", "pdhg" and "barrier" with the equilibrium found so far.
    CertificationError
        If the answer did not pass; the error carries the equilibrium with its certificate.
    """
    concept, phases = cast("PlanConcept", request.concept), request.phases
    backend = request.backend or get(default_backend(game, concept.name, has_start=request.start is not None))
    target = _target(game, request, backend)
    steps = target.default_steps if request.steps is None else request.steps
    forms = (ExtensiveGame, SequenceForm)
    require_steps(steps, target.problem, concept, has_start=request.start is not None, forms=forms)
    tree: Reduced[ExtensiveGame, BehaviorProfile, BehaviorProfile] = Reduced(game, lambda profile: profile)
    tree = reduced(tree, ExtensiveGame, steps, phases)
    with phases.phase("build", "building the sequence form"):
        form = reduced(sequence_form(tree.target), SequenceForm, steps, phases)
    with phases.phase("build", f"building the {target.title}"):
        program = target.build(tree.target, form.target, concept)
    program = reduced(program, target.problem, steps, phases)
    with phases.phase("solve", f"solving with {backend.name}"):
        raw = solved_by(backend, program.target, request.left)
    made_exact = target.must_be_exact(game, request) and not backend.exact and target.make_exact is not None
    has_point = raw.primal is not None and raw.dual is not None
    failed = raw.termination in (Termination.ERROR, Termination.NUMERICAL_ERROR)
    if not (target.accepts_limits and has_point) and not (made_exact and failed and target.exact_without_answer):
        require_solved(raw, backend)
    if made_exact and target.make_exact is not None:
        with phases.phase("exact", "making the answer exact"):
            raw = target.make_exact(
                program.target, raw, time_limit=request.phases.deadline.left, progress=request.options.progress
            )
        require_exact(raw, backend)
    with reading(backend):
        trembles = target.witness(program, raw, concept, steps, phases)
    with phases.phase("verify", "verifying on the tree", cut=False):
        with reading(backend):
            profile = tree.lift(form.lift(program.lift(raw)))
            witness = None if trembles is None else completely_mixed_profile(trembles)
        if isinstance(concept, NormalFormPerfect) and witness is None:
            profile, witness = _undominated(game, profile, request.left)
        certificate = certify(game, profile) if witness is None else certify_normal_form_perfect(game, profile, witness)
    resolved = request.resolved(backend.name, steps)
    found = Equilibrium(game, profile, certificate, raw, resolved, phases.seconds, witness)
    require_reached(found)
    require_pass(found, getattr(concept, "certificate_tolerance", CERTIFICATE_TOLERANCE))
    return found


def reduced(start: Reduced[Any, Any, Any], kind: type, steps: Sequence[Step], phases: Phases) -> Reduced[Any, Any, Any]:
    """Return a reduction continued by those preprocessing steps that work on models of a class."""
    for step in steps:
        if kind in step.reductions:
            with phases.phase("preprocess", step.message):
                start = start.then(step.reductions[kind])
    return start


class Target:
    """A problem class that Nash equilibria are reduced to.

    Attributes
    ----------
    default_steps : tuple of Step
        The preprocessing steps where none are given.
    make_exact : callable, optional
        Turns a floating-point solution of the problem into a rational one.
    accepts_limits : bool
        Whether the answer of a solver that stopped at a limit is certified.
    exact_without_answer : bool
        Whether an exact answer needs no answer of a solver, which only saves time.
    """

    problem: type
    title: str
    default_steps: tuple[Step, ...] = ()
    make_exact: Callable[..., RawSolution] | None = None
    accepts_limits = False
    exact_without_answer = False

    def refusal(self, game: ExtensiveGame, request: Request, backend: Backend) -> str | None:
        """Return the reason why a request does not become such a problem; None if it does."""
        raise NotImplementedError

    def build(self, game: ExtensiveGame, form: SequenceForm, concept: PlanConcept) -> Program:
        """Return the reduction from the sequence form."""
        raise NotImplementedError

    def must_be_exact(self, game: ExtensiveGame, request: Request) -> bool:
        """Return whether the answer has to be rational."""
        return request.exact or isinstance(request.concept, NormalFormPerfect)

    def witness(
        self, program: Program, raw: RawSolution, concept: Concept, steps: Sequence[Step], phases: Phases
    ) -> RealizationPlans | None:
        """Return completely mixed plans that witness normal-form perfection, where the solution has them."""
        return None


class LinearTarget(Target):
    """The linear program of a constant-sum game, of Koller, Megiddo & von Stengel."""

    problem, title = LinearProgram, "linear program"
    default_steps = (MergeEquivalent(),)
    make_exact = staticmethod(exact_solution)
    exact_without_answer = True

    def refusal(self, game: ExtensiveGame, request: Request, backend: Backend) -> str | None:
        if request.start is not None:
            return f"backend {backend.name} follows no path, so it has no start; take lemke"
        if game.constant_sum is None:
            return f"{not_constant_sum(game)}; backend {backend.name} solves nothing else: take lemke or pyomo"
        return None

    def build(self, game: ExtensiveGame, form: SequenceForm, concept: PlanConcept) -> Program:
        return constant_sum_lp(game, form, concept.player, concept.formulation)


class SaddlePointTarget(Target):
    """The saddle point of a constant-sum game over both treeplexes, approached by regret or first-order methods."""

    problem, title = SaddlePointProblem, "saddle point problem"
    accepts_limits = True

    def refusal(self, game: ExtensiveGame, request: Request, backend: Backend) -> str | None:
        wanted = (
            ("an exact answer", request.exact),
            (f"concept {request.concept.name}", not isinstance(request.concept, Nash)),
            ("the normal form", getattr(request.concept, "formulation", "sequence-form") != "sequence-form"),
        )
        asked = [what for what, is_wanted in wanted if is_wanted]
        if asked:
            return f"backend {backend.name} approaches an equilibrium: {asked[0]} needs highs or lemke"
        if request.start is not None:
            return f"backend {backend.name} follows no path, so it has no start; take lemke"
        return None if game.constant_sum is not None else not_constant_sum(game)

    def build(self, game: ExtensiveGame, form: SequenceForm, concept: PlanConcept) -> Program:
        return saddle_point(form)


@dataclass(frozen=True)
class _PathProgram(Reduced[LinearComplementarityProblem, RawSolution, RealizationPlans]):
    """The complementarity problem of a start, with the parts that the witness needs."""

    lcp: GameLcp | None = None
    start: RealizationPlans | None = None


class ComplementarityTarget(Target):
    """The linear complementarity problem of any game, of von Stengel, van den Elzen & Talman, with a start."""

    problem, title = LinearComplementarityProblem, "complementarity problem"
    make_exact = staticmethod(exact_complementarity)

    def refusal(self, game: ExtensiveGame, request: Request, backend: Backend) -> str | None:
        if request.start is not None and not getattr(backend, "has_start", False):
            return f"backend {backend.name} follows no path, so it has no start; take lemke"
        return None

    def build(self, game: ExtensiveGame, form: SequenceForm, concept: PlanConcept) -> Program:
        start = "centroid" if concept.start is None else concept.start
        if isinstance(start, str) and start == ALL_ONES:
            if concept.formulation != "sequence-form":
                raise InputError("start 'ones': the all-ones vector is offered for the sequence form alone")
            step = koller_megiddo_von_stengel(form)
            return _PathProgram(step.target, step.lift)
        plans = starting_plans(game, form, start)
        lcp = game_lcp(form, concept.formulation)
        return _PathProgram(lcp.problem(plans), lcp.lift, lcp, plans)

    def must_be_exact(self, game: ExtensiveGame, request: Request) -> bool:
        return super().must_be_exact(game, request) or game.constant_sum is None

    def witness(
        self, program: Program, raw: RawSolution, concept: Concept, steps: Sequence[Step], phases: Phases
    ) -> RealizationPlans | None:
        wanted = not isinstance(concept, Nash) or concept.witness
        if steps or not wanted or not isinstance(program, _PathProgram) or program.lcp is None or program.start is None:
            return None
        if not completely_mixed(program.start) or raw.path is None or raw.path.problem is not program.target:
            return None
        with phases.phase("witness", "keeping the last segment of the path", cut=False):
            return path_witness(program.lcp, program.start, raw)


TARGETS: tuple[Target, ...] = (LinearTarget(), SaddlePointTarget(), ComplementarityTarget())
"""The problem classes that Nash and normal-form perfect equilibria are reduced to, best first."""


def _target(game: ExtensiveGame, request: Request, backend: Backend) -> Target:
    """Return the first problem class that the game, the concept and the backend allow.

    Raises
    ------
    UnsupportedModelError
        If there is none; with the reason of the first class that the backend solves.
    """
    reasons = []
    for target in TARGETS:
        if target.problem in backend.supports:
            reason = target.refusal(game, request, backend)
            if reason is None:
                return target
            reasons.append(reason)
    if not reasons:
        raise UnsupportedModelError(
            f"backend {backend.name} solves neither linear programs nor complementarity problems"
        )
    raise UnsupportedModelError(reasons[0])


def require_steps(
    steps: Sequence[Step], problem: type, concept: Concept, *, has_start: bool, forms: Sequence[type] = ()
) -> None:
    """Raise InputError for a step that applies neither to the problem class nor to one of the forms before it."""
    for step in steps:
        if not {problem, *forms} & step.models:
            kinds = " and ".join(sorted(_TITLES.get(kind, kind.__name__) for kind in step.models))
            advice = "leave it out"
            if step.models == {ClassGame}:
                advice = "put lossless before it if the game has ordered signals, as poker has, or leave it out"
            raise InputError(f"{step.name}: for {kinds}, not for {_TITLES.get(problem, problem.__name__)}; {advice}")
    if steps and problem is LinearComplementarityProblem:
        if not isinstance(concept, Nash):
            raise InputError(
                f"{steps[0].name}: concept {concept.name!r} needs the whole complementarity problem; leave it out"
            )
        if has_start:
            raise InputError(f"{steps[0].name}: a start belongs to the whole problem; leave one of the two out")


_TITLES = {
    LinearProgram: "linear programs",
    LinearComplementarityProblem: "complementarity problems",
    SaddlePointProblem: "saddle point problems",
    ClassGame: "games of classes",
    OrderedGame: "games with ordered signals",
    ExtensiveGame: "extensive games",
}

DEFAULT_LINEAR_BACKEND = "highs"
DEFAULT_COMPLEMENTARITY_BACKEND = "lemke"


def default_backend(game: ExtensiveGame | OrderedGame, concept: str = Nash.name, *, has_start: bool = False) -> str:
    """Return the name of the backend that `seqform.solve` takes by default.

    Examples
    --------
    >>> from seqform.io.load import load
    >>> default_backend(load("kuhn")), default_backend(load("vsvet-figure-1"))
    ('highs', 'lemke')
    """
    if concept != NormalFormPerfect.name and not has_start and game.constant_sum is not None:
        return DEFAULT_LINEAR_BACKEND
    return DEFAULT_COMPLEMENTARITY_BACKEND


def constant_sum_lp(
    game: ExtensiveGame, form: SequenceForm, player: int = 0, formulation: Formulation = "sequence-form"
) -> Reduced[LinearProgram, RawSolution, RealizationPlans]:
    """Return the linear program of a constant-sum game, with the lift from its solution to a pair of plans.

    Raises
    ------
    GameError
        If the game is not constant-sum.
    """
    require_constant_sum(game)
    return zero_sum_lp(form, player) if formulation == "sequence-form" else normal_form_lp(form, player)


def game_lcp(form: SequenceForm, formulation: Formulation) -> GameLcp:
    """Return the part of a game's complementarity problems that does not depend on the start.

    Raises
    ------
    ModelError
        If the normal form is too large.
    """
    return shared_sequence_form_lcp(form) if formulation == "sequence-form" else shared_normal_form_lcp(form)


def require_constant_sum(game: ExtensiveGame) -> None:
    """Raise GameError, with two places whose payoffs add up differently, unless the game is constant-sum."""
    if game.constant_sum is None:
        raise GameError(not_constant_sum(game))


def not_constant_sum(game: ExtensiveGame) -> str:
    """Return a sentence with two places of a general-sum game whose payoffs add up differently."""
    first, second = game.leaf_payoffs
    total = (first + second).numerators
    other = int(np.argmax(total != total[0]))
    places = [" > ".join(game.path(int(game.leaves[leaf]))) or "the root" for leaf in (0, other)]
    return (
        f"{game.title!r} is not constant-sum, so no linear program solves it: the payoffs add up to "
        f"{shown_rational((first + second)[0])} at {places[0]} and to "
        f"{shown_rational((first + second)[other])} at {places[1]}"
    )


def _undominated(
    game: ExtensiveGame, profile: BehaviorProfile, options: SolveOptions
) -> tuple[BehaviorProfile, BehaviorProfile | None]:
    """Return a profile with its witness of normal-form perfection, if it has one.

    In a constant-sum game dominated strategies of the equilibrium are replaced, which leaves it an equilibrium.
    """
    verdict = normal_form_perfect(game, profile, options=replace(options, raw={}, tolerance=None))
    replaced = verdict.undominated_profile if game.constant_sum is not None else profile
    return replaced, verdict.witness
