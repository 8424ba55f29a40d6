"""Routes to refinements by perturbation: sequential, quasi-perfect and extensive-form perfect equilibria.

Every refinement is the limit of equilibria of perturbed games. A perturbed program is built, reduced, solved for all
small ε by a perturbed backend, and lifted to a family of plans; its limit is an assessment that is checked on the tree.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar, cast

from seqform.backends import get
from seqform.backends.answers import reading, solved_by
from seqform.backends.perturbed.root_bound import visible_epsilon
from seqform.backends.protocol import CallsSolver, PerturbedBackend
from seqform.builders.forms.sequence_form import completely_mixed
from seqform.builders.programs.perturbed_lp import (
    Trembles,
    quasi_perfect_trembles,
    weighted_trembles,
)
from seqform.builders.steps import (
    MATRIX_PERTURBED_LCP,
    MATRIX_PERTURBED_LP,
    PERTURBED_LCP,
    PERTURBED_LP,
    SEQUENCE_FORM,
    MergeEquivalent,
    Step,
    require_steps_for_problem,
)
from seqform.errors import InputError, ModelError, SolveError, UnsupportedModelError
from seqform.models.answers.certificate import NORMAL_FORM_PERFECT
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.options import ALL_ONES
from seqform.models.programs.perturbed import (
    MatrixPerturbedProgram,
    PerturbedLinearProgram,
    PerturbedSolution,
)
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.reduced import Reduced
from seqform.models.strategies.assessment import Assessment, EpsilonFamily, limit_assessment
from seqform.solving.chain import Solved, Stage, building, step_stages
from seqform.solving.concepts import NUMERIC, STABLE_BASIS, PerturbedConcept, QuasiPerfect
from seqform.solving.execute import Plan, Route
from seqform.solving.routes.complementarity import named_plans, start_of_plan
from seqform.solving.routes.plans import NO_PRIMAL
from seqform.verify.checks import (
    EXTENSIVE_FORM_PERFECT,
    QUASI_PERFECT,
    SEQUENTIAL,
    check_assessment,
    decidable,
)

Perturbed = Reduced[Any, PerturbedSolution, EpsilonFamily]


class PerturbedRoute(Route):
    """A class of perturbed programs, of constant-sum games with trembles of sequences linear programs.

    - `checks`: The checks of the limit.
    """

    builder = PERTURBED_LP
    doing = "solving the {title} for all small ε"
    default_steps: ClassVar[tuple[Step, ...]] = (MergeEquivalent(),)
    checks: ClassVar[tuple[str, ...]] = (SEQUENTIAL, QUASI_PERFECT, NORMAL_FORM_PERFECT)

    def require_applicable(self, plan: Plan) -> None:
        """Raise an error for options and steps that do not go together with the perturbed program."""
        request = plan.request
        concept = cast("PerturbedConcept", request.concept)
        if concept.check != EXTENSIVE_FORM_PERFECT:
            method = getattr(concept, "method", None)
            if request.exact and NUMERIC in (method, plan.backend.name):
                raise InputError(
                    "exact: the method numeric proves nothing, however exact; leave the method out"
                )
            options = [name for name in ("method", "epsilon") if getattr(concept, name) is not None]
            self.require_fitting_method(plan, options)
        if request.start is not None:
            plan.require_map("a start")
        if getattr(concept, "trembles", None) is not None:
            plan.require_map("a profile of trembles")
        require_steps_for_problem(
            plan.steps, self.problem, concept, has_start=request.start not in (None, ALL_ONES)
        )

    def require_fitting_method(self, plan: Plan, options: list[str]) -> None:
        """Raise InputError if the method or the ε does not go together with the backend.

        - `options`: The names of these options, if they are given.
        """
        backend = plan.backend
        concept = cast("QuasiPerfect", plan.request.concept)
        if PerturbedLinearProgram in backend.supports:
            if options:
                raise InputError(
                    f"{options[0]}: backend {backend.name} solves the perturbed program; leave one of them out"
                )
        elif plan.request.backend is not None and not concept.calls_solver:
            raise InputError(
                f"backend: the method {concept.method} calls no solver; leave one of the two out"
            )

    def stages(self, plan: Plan) -> Iterator[Stage]:
        """Yield the sequence form, the perturbed program, and the steps on it."""
        yield building(SEQUENCE_FORM)
        yield building(self.builder, partial(self.built, plan))
        yield from step_stages(plan.steps, self.problem)

    def built(self, plan: Plan, form: SequenceForm) -> Perturbed:
        """Return the perturbed program, built from the sequence form with the arguments that the request has for it."""
        return self.builder(form, **self.arguments(plan, form))

    def arguments(self, plan: Plan, form: SequenceForm) -> dict[str, Any]:
        """Return the arguments of the builder: the player whose plan is the primal solution, and the trembles."""
        return {"player": player_of(plan), "trembles": trembles_of(plan, form)}

    def method(self, plan: Plan) -> PerturbedBackend:
        """Return the backend for the perturbed program: the given one, or a method that may call it."""
        if self.problem in plan.backend.supports:
            return cast("PerturbedBackend", plan.backend)
        concept = cast("PerturbedConcept", plan.request.concept)
        method = cast("PerturbedBackend", get(getattr(concept, "method", None) or STABLE_BASIS))
        if not isinstance(method, CallsSolver):
            return method
        # Where ε is not in the matrix the method chooses its first number by the program.
        epsilon = cast("Fraction | None", concept.epsilon)
        if epsilon is None and self.problem is MatrixPerturbedProgram:
            epsilon = _first_epsilon(plan.tree.target)
        return method.calling(plan.backend, epsilon)

    def solver(self, plan: Plan) -> str:
        """Return the name of the backend, or of the method if it calls none."""
        method = self.method(plan)
        if isinstance(method, CallsSolver):
            return plan.backend.name
        return method.name

    def solve(self, plan: Plan, model: Any) -> PerturbedSolution:
        with plan.phases.phase("solve", self.solving(plan)):
            answer: PerturbedSolution = solved_by(self.method(plan), model, plan.request.left)
        return answer

    def require_usable(self, plan: Plan, raw: PerturbedSolution) -> None:
        """Raise SolveError unless the answer is proven for all small ε."""
        with reading(self.method(plan)):
            at_zero = raw.at_zero()
        if not raw.solved or not raw.proven:
            check = plan.request.concept.check
            raise SolveError(f"no {check} equilibrium: {raw.termination} ({raw.status})", at_zero)

    def prepared(self, plan: Plan, solved: Solved) -> Assessment | None:
        message = "computing behavior and beliefs as ε falls to 0"
        with plan.phases.phase("limit", message, cut=False), reading(self.method(plan)):
            family = solved.lifted("sequence form")  # plans, so without the lift to a profile
            return limit_assessment(plan.game, plan.tree.lift(family))

    def certified(self, plan: Plan, solved: Solved, prepared: Assessment | None) -> Equilibrium:
        assert prepared is not None
        options = replace(plan.request.left, raw={}, tolerance=None)
        checked = check_assessment(
            plan.game, prepared, decidable(plan.game, self.checks), options=options
        )
        raw = plan.remarked(solved.raw.at_zero())
        return plan.answer(prepared.profile, checked.certificate, raw, assessment=prepared)


def _first_epsilon(game: ExtensiveGame) -> Fraction:
    """Return the first number ε: at most half of an equal share for each action."""
    indices = [own.index for own in game.sequences]
    depth = max(int(index.depth.max(initial=0)) + 1 for index in indices)
    actions = max(int(index.num_actions.max(initial=1)) for index in indices)
    return visible_epsilon(depth, 2 * actions)


def trembles_of(plan: Plan, form: SequenceForm) -> Trembles:
    """Return the trembles of the concept; raise ModelError unless the profile that weighs them is completely mixed."""
    trembles = getattr(plan.request.concept, "trembles", None)
    if trembles is None:
        return quasi_perfect_trembles
    plans = named_plans(plan, form, trembles)
    if not completely_mixed(plans):
        raise ModelError(
            "trembles: a completely mixed profile expected; this one excludes some actions"
        )
    first, second = plans
    return weighted_trembles((first.exact_weights("trembles"), second.exact_weights("trembles")))


def player_of(plan: Plan) -> int | str:
    """Return the player whose plan is the primal solution."""
    return cast("PerturbedConcept", plan.request.concept).player


class ActionsRoute(PerturbedRoute):
    """The linear program of a constant-sum game with trembles of actions, which has ε in its matrix."""

    builder = MATRIX_PERTURBED_LP
    checks = (SEQUENTIAL, EXTENSIVE_FORM_PERFECT)

    def arguments(self, plan: Plan, form: SequenceForm) -> dict[str, Any]:
        return {"player": player_of(plan)}


class ActionsPathRoute(PerturbedRoute):
    """The complementarity problem of any game with trembles of actions."""

    builder = MATRIX_PERTURBED_LCP
    default_steps = ()
    checks = ActionsRoute.checks
    idle = NO_PRIMAL

    def require_applicable(self, plan: Plan) -> None:
        """Raise an error unless the backend solves the problem, and for a number ε, of which there is none here."""
        concept = cast("PerturbedConcept", plan.request.concept)
        backend = plan.backend
        if self.problem not in backend.supports:
            needed = "complementarity problems with ε in them"
            if plan.tree.target.constant_sum is not None:
                needed = "linear programs"
            raise UnsupportedModelError(
                f"backend {backend.name} solves no {needed}, which {concept.name} equilibria need: take lemke"
            )
        if concept.epsilon is not None:
            raise InputError(
                "epsilon: Lemke's algorithm chooses the numbers ε itself; leave it out"
            )
        super().require_applicable(plan)

    def arguments(self, plan: Plan, form: SequenceForm) -> dict[str, Any]:
        return {}


class PathRoute(PerturbedRoute):
    """The complementarity problem of any game with trembles of sequences."""

    builder = PERTURBED_LCP
    default_steps = ()
    idle = NO_PRIMAL

    def require_fitting_method(self, plan: Plan, options: list[str]) -> None:
        """Raise an error if a method or an ε is given, which are of linear programs, or the backend does not fit."""
        if self.problem not in plan.backend.supports:
            raise UnsupportedModelError(
                f"backend {plan.backend.name} solves no perturbed complementarity problems: take lemke"
            )
        if options:
            reason = "" if plan.request.start is None else ", which a start requires,"
            raise InputError(
                f"{options[0]}: Lemke's algorithm{reason} treats all small ε at once; only linear programs have methods"
            )

    def arguments(self, plan: Plan, form: SequenceForm) -> dict[str, Any]:
        """Return the trembles and the start: the centroid by default, and no plans before steps.

        The covering vector of plans tells apart what is as good against them, and would leave steps nothing to merge.
        """
        start = plan.request.start
        begins_at_plans = not plan.steps
        if start is not None:
            begins_at_plans = not (isinstance(start, str) and start == ALL_ONES)
        plans = start_of_plan(plan, form) if begins_at_plans else None
        return {"start": plans, "trembles": trembles_of(plan, form)}


PERTURBED_LINEAR = PerturbedRoute()
TREMBLING_ACTIONS, TREMBLING_ACTIONS_PATH = ActionsRoute(), ActionsPathRoute()
PERTURBED_PATH = PathRoute()
