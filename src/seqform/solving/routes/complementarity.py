"""Routes of all games: the complementarity problem with a start, and the mixed-integer program that it becomes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, cast

import numpy as np

from seqform.backends.exact.solution import exact_complementarity
from seqform.backends.protocol import traits_of
from seqform.builders.forms.sequence_form import centroid, plans_of, sequence_form
from seqform.builders.preprocess.subgames import is_perfect_information
from seqform.builders.programs.lcp import (
    GameLcp,
    koller_megiddo_von_stengel,
    shared_normal_form_lcp,
    shared_sequence_form_lcp,
)
from seqform.builders.programs.mixed_integer import ComplementarityMilp, complementarity_milp
from seqform.errors import InputError
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.numbers.exact import ExactArray
from seqform.models.numbers.text import short
from seqform.models.options import ALL_ONES, Start
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.linear import MixedIntegerProgram
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import RawSolution
from seqform.models.reduced import Reduced
from seqform.models.strategies.behavior import BehaviorProfile, RealizationPlans, completely_mixed_profile
from seqform.solving.concepts import Formulation, Nash, PlanConcept
from seqform.solving.execute import Plan, Solved
from seqform.solving.request import path_witness, starting_plans
from seqform.solving.routes.plans import NO_PRIMAL, PlansRoute, Program


@dataclass(frozen=True)
class _PathProgram(Reduced[LinearComplementarityProblem, RawSolution, RealizationPlans]):
    """The complementarity problem of a start, with the parts that the witness needs."""

    lcp: GameLcp | None = None
    start: RealizationPlans | None = None


LONG_PATHS = 10_000
"""Nodes of trees from which on a path takes longer than backward induction, by far."""


class ComplementarityRoute(PlansRoute):
    """The linear complementarity problem of any game, of von Stengel, van den Elzen & Talman, with a start."""

    problem, title = LinearComplementarityProblem, "complementarity problem"
    idle = NO_PRIMAL
    make_exact = staticmethod(exact_complementarity)

    def refusal(self, plan: Plan) -> str | None:
        if plan.request.start is not None and not traits_of(plan.backend).takes_start:
            return f"backend {plan.backend.name} follows no path, so it has no start; take lemke"
        return None

    def build(self, plan: Plan, form: SequenceForm) -> Program:
        concept = cast("PlanConcept", plan.request.concept)
        if concept.start == ALL_ONES:
            if concept.formulation != "sequence-form":
                raise InputError("start 'ones': the all-ones vector is offered for the sequence form alone")
            step = koller_megiddo_von_stengel(form)
            return _PathProgram(step.target, step.lift)
        plans = start_of_plan(plan, form)
        lcp = game_lcp(form, concept.formulation)
        return _PathProgram(lcp.problem(plans), lcp.lift, lcp, plans)

    def advice(self, plan: Plan) -> str:
        """Return that a large tree of perfect information is solved by induction, where any equilibrium will do."""
        concept = plan.request.concept
        if concept != Nash() or len(plan.game) < LONG_PATHS or not is_perfect_information(plan.game):
            return ""
        return " (of perfect information: concept subgame-perfect takes seconds)"

    def witness(self, plan: Plan, solved: Solved) -> BehaviorProfile | None:
        concept, program, path = plan.request.concept, solved[self.title], solved.raw.path
        if plan.steps or not (concept.check or getattr(concept, "witness", False)) or path is None:
            return None
        if not isinstance(program, _PathProgram) or program.lcp is None or program.start is None:
            return None
        if path.problem is not program.target or not plan.keeps_mixed:
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

    problem, title = MixedIntegerProgram, "mixed-integer program"
    idle = NO_PRIMAL

    def refusal(self, plan: Plan) -> str | None:
        """Return the reason against a start; raise InputError for what does not go together with weights."""
        concept, name = cast("PlanConcept", plan.request.concept), plan.backend.name
        if getattr(concept, "weights", None) is None:
            if plan.request.start:
                return f"backend {name} follows no path, so it has no start; take lemke"
            sequences = sum(len(own.index) for own in plan.tree.target.sequences)
            if sequences > MOST_SEQUENCES:
                return (
                    f"backend {name} finds equilibria by a mixed-integer program, in games of at most "
                    f"{MOST_SEQUENCES:,} sequences, not {sequences:,}: take lemke"
                )
            return None
        if MixedIntegerProgram not in plan.backend.supports:
            raise InputError(f"weights: by a mixed-integer program, which {name} does not solve; take highs or pyomo")
        if plan.steps and plan.tree.target.constant_sum is None:
            raise InputError(
                f"{plan.steps[0].name}: weights choose among the equilibria of the whole game; leave it out"
            )
        for option, default in (("start", None), ("formulation", "sequence-form")):
            if getattr(concept, option) != default:
                raise InputError(f"{option}: of no meaning with weights; leave one of the two out")
        return None

    def build(self, plan: Plan, form: SequenceForm) -> Program:
        """Return the mixed-integer program; with weights a multiple of their sum of the payoffs is maximized."""
        concept = cast("PlanConcept", plan.translated.concept)
        lcp, weights = game_lcp(form, concept.formulation), getattr(concept, "weights", None)
        if weights is None:
            return complementarity_milp(lcp)
        objective = np.zeros(len(lcp.base), dtype=object)
        costs = [-Fraction(weight) / scale for weight, scale in zip(weights, lcp.scales, strict=True)]
        largest = max(map(abs, costs)) or 1  # solvers in doubles have absolute tolerances
        objective[[lcp.blocks.u.start, lcp.blocks.v.start]] = [cost / largest for cost in costs]
        return complementarity_milp(lcp, ExactArray.of(objective))

    def certified(self, plan: Plan, solved: Solved, prepared: BehaviorProfile | None) -> Equilibrium:
        """Return the equilibrium; that none is better by the weights is stated as the solver's claim."""
        found = super().certified(plan, solved, prepared)
        weights = getattr(plan.request.concept, "weights", None)
        if weights is None:
            return found
        claim = f"that none is better by weights {', '.join(map(short, weights))} is the claim of {plan.backend.name}"
        return found.recomputed(raw=replace(found.raw, status=f"{found.raw.status}; {claim}"))

    def must_be_exact(self, plan: Plan) -> bool:
        return True

    def solving(self, plan: Plan) -> str:
        return f"looking for the best equilibrium with {plan.backend.name}{self.advice(plan)}"

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
        return exact_complementarity(model.problem, point, model.objective, "max", support=support, **limits)


COMPLEMENTARITY, MIXED_INTEGER = ComplementarityRoute(), MixedIntegerRoute()


def start_of_plan(plan: Plan, form: SequenceForm) -> RealizationPlans:
    """Return the plans from which a path starts, or the centroid."""
    start = plan.request.start
    return centroid(form) if start is None else named_plans(plan, form, start)


def named_plans(plan: Plan, form: SequenceForm, start: Start) -> RealizationPlans:
    """Return the plans that a start, or trembles, name: of the whole game, restricted to it after steps."""
    if plan.map is None or not plan.game_steps:
        return starting_plans(plan.game, form, start)
    whole = sequence_form(plan.game)
    return plans_of(plan.map.restricted(whole.lift(starting_plans(plan.game, whole.target, start))))


def game_lcp(form: SequenceForm, formulation: Formulation) -> GameLcp:
    """Return the part of a game's complementarity problems that does not depend on the start.

    Raises ModelError if the normal form is too large.
    """
    return shared_sequence_form_lcp(form) if formulation == "sequence-form" else shared_normal_form_lcp(form)
