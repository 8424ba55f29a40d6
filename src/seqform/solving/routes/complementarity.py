"""Routes of all games: the complementarity problem with a start, and the mixed-integer program that it becomes."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any, cast

from seqform.backends.exact.solution import exact_complementarity
from seqform.backends.protocol import traits_of
from seqform.builders.forms.sequence_form import centroid, plans_of, sequence_form
from seqform.builders.preprocess.subgames import is_perfect_information
from seqform.builders.programs.lcp import PathProblem
from seqform.builders.programs.mixed_integer import ComplementarityMilp
from seqform.builders.steps import COMPLEMENTARITY_PROBLEM, MIXED_INTEGER_PROGRAM
from seqform.errors import InputError, UnsupportedModelError
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.numbers.text import short
from seqform.models.options import ALL_ONES, Start
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import RawSolution
from seqform.models.strategies.behavior import (
    BehaviorProfile,
    RealizationPlans,
    completely_mixed_profile,
)
from seqform.solving.chain import Solved
from seqform.solving.concepts import Nash, PlanConcept
from seqform.solving.execute import Plan
from seqform.solving.routes.plans import NO_PRIMAL, PlansRoute, require_usable_weights
from seqform.solving.routes.starts import path_witness, starting_plans

LONG_PATHS = 10_000
"""Nodes of trees from which on a path takes longer than backward induction, by far."""


class ComplementarityRoute(PlansRoute):
    """The linear complementarity problem of any game, of von Stengel, van den Elzen & Talman, with a start."""

    builder = COMPLEMENTARITY_PROBLEM
    idle = NO_PRIMAL
    make_exact = staticmethod(exact_complementarity)

    def require_applicable(self, plan: Plan) -> None:
        """Raise an error for a start that the backend does not take, or that steps on games do not take along."""
        require_usable_weights(plan)
        start = plan.request.start
        if start is not None:
            if not traits_of(plan.backend).takes_start:
                raise UnsupportedModelError(
                    f"backend {plan.backend.name} follows no path, so it has no start; take lemke"
                )
            plan.require_map("a start")
        super().require_applicable(plan)

    def arguments(self, plan: Plan, form: SequenceForm) -> dict[str, Any]:
        """Return the plans from which the path starts, none for the all-ones vector, and the formulation."""
        concept = cast("PlanConcept", plan.request.concept)
        if concept.start != ALL_ONES:
            return {"start": start_of_plan(plan, form), "formulation": concept.formulation}
        if concept.formulation != "sequence-form":
            raise InputError(
                "start 'ones': the all-ones vector is offered for the sequence form alone"
            )
        return {"start": None}

    def advice(self, plan: Plan) -> str:
        """Return that a large tree of perfect information is solved by induction, where any equilibrium will do."""
        is_any = plan.request.concept == Nash()
        is_large = len(plan.game) >= LONG_PATHS
        if not (is_any and is_large and is_perfect_information(plan.game)):
            return ""
        return " (of perfect information: concept subgame-perfect takes seconds)"

    def witness(self, plan: Plan, solved: Solved) -> BehaviorProfile | None:
        concept = plan.request.concept
        is_asked = bool(concept.check) or getattr(concept, "witness", False)
        path = solved.raw.path
        if not is_asked or path is None:
            return None
        # Plans on the path witness the equilibrium of the game itself where nothing lies between it and the path.
        program = solved[self.title]
        if not isinstance(program, PathProblem) or path.problem is not program.target:
            return None
        if plan.steps or not plan.keeps_mixed:
            return None
        with plan.phases.phase("witness", "keeping the last segment of the path", cut=False):
            trembles = path_witness(program.lcp, program.start, solved.raw)
            if trembles is None:
                return None
            witness: BehaviorProfile = plan.tree.lift(completely_mixed_profile(trembles))
            return witness


MOST_SEQUENCES = 2_000
"""Of both players, in games whose equilibria are searched by a mixed-integer program without being asked for."""

FEW_SEQUENCES = 50
"""Of both players, up to which the best equilibrium by weights takes seconds."""


class MixedIntegerRoute(PlansRoute):
    """The mixed-integer program of the complementarity problem, for the best equilibrium by weights, or for any.

    The binaries of the solver choose the sequences that are played; the equilibrium is then computed exactly. Payoffs
    of a player whose range is beyond 2**20 or below 2**-20 are scaled to order one; the weights are of payoffs in the
    units of the game.
    """

    builder = MIXED_INTEGER_PROGRAM
    idle = NO_PRIMAL
    always_exact = True
    doing = "looking for the best equilibrium with {solver}"

    def require_applicable(self, plan: Plan) -> None:
        """Raise an error for what does not go together with weights; without any for a start, and for a large game."""
        require_usable_weights(plan)
        if getattr(plan.request.concept, "weights", None) is None:
            self._require_searchable(plan)
        super().require_applicable(plan)

    @staticmethod
    def _require_searchable(plan: Plan) -> None:
        """Raise UnsupportedModelError for a start, and for a game with many sequences."""
        name = plan.backend.name
        if plan.request.start:
            raise UnsupportedModelError(
                f"backend {name} follows no path, so it has no start; take lemke"
            )
        sequences = sum(len(own.index) for own in plan.tree.target.sequences)
        if sequences > MOST_SEQUENCES:
            raise UnsupportedModelError(
                f"backend {name} finds equilibria by a mixed-integer program, in games of at most "
                f"{MOST_SEQUENCES:,} sequences, not {sequences:,}: take lemke"
            )

    def arguments(self, plan: Plan, form: SequenceForm) -> dict[str, Any]:
        """Return the formulation, and the weights in units of payoff of the game after the steps on games."""
        concept = cast("PlanConcept", plan.translated.concept)
        weights = getattr(concept, "weights", None)
        if weights is not None:
            weights = tuple(map(Fraction, weights))
        return {"formulation": concept.formulation, "weights": weights}

    def certified(
        self, plan: Plan, solved: Solved, prepared: BehaviorProfile | None
    ) -> Equilibrium:
        """Return the equilibrium; that none is better by the weights is stated as the solver's claim."""
        equilibrium = super().certified(plan, solved, prepared)
        weights = getattr(plan.request.concept, "weights", None)
        if weights is None:
            return equilibrium
        claim = f"that none is better by weights {', '.join(map(short, weights))} is the claim of {plan.backend.name}"
        raw = equilibrium.raw
        return equilibrium.recomputed(raw=replace(raw, status=f"{raw.status}; {claim}"))

    def advice(self, plan: Plan) -> str:
        """Return that the best equilibrium of more than a few dozen sequences may be out of reach."""
        sequences = sum(len(own.index) for own in plan.tree.target.sequences)
        if getattr(plan.request.concept, "weights", None) is None or sequences <= FEW_SEQUENCES:
            return ""
        return f" ({sequences:,} sequences may take hours; a search for several equilibria, without weights, is faster)"

    @staticmethod
    def make_exact(model: ComplementarityMilp, raw: RawSolution, **limits: Any) -> RawSolution:
        """Return the exact solution of the complementarity problem on the support that the binaries choose."""
        point, support = model.read(raw)
        return exact_complementarity(
            model.problem, point, model.objective, "max", support=support, **limits
        )


COMPLEMENTARITY, MIXED_INTEGER = ComplementarityRoute(), MixedIntegerRoute()


def start_of_plan(plan: Plan, form: SequenceForm) -> RealizationPlans:
    """Return the plans from which a path starts, or the centroid."""
    start = plan.request.start
    return centroid(form) if start is None else named_plans(plan, form, start)


def named_plans(plan: Plan, form: SequenceForm, start: Start) -> RealizationPlans:
    """Return the plans that a start, or trembles, name: of the whole game, restricted to it after steps."""
    after_steps = plan.require_map("a start")
    if after_steps is None:
        return starting_plans(plan.game, form, start)
    of_game = sequence_form(plan.game)
    profile = of_game.lift(starting_plans(plan.game, of_game.target, start))
    return plans_of(after_steps.restricted(profile))
