"""Routes of extensive games to Nash and normal-form perfect equilibria, computed from realization plans."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, cast

import numpy as np

from seqform.backends.answers import reading
from seqform.backends.exact.complementarity import exact_complementarity
from seqform.backends.exact.solution import exact_solution
from seqform.backends.protocol import SolveOptions, traits_of
from seqform.builders.forms.normal_form import normal_form_lp
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.forms.starts import centroid, completely_mixed, plans_of
from seqform.builders.programs.complementarity_milp import ComplementarityMilp, complementarity_milp
from seqform.builders.programs.lcp import (
    GameLcp,
    koller_megiddo_von_stengel,
    shared_normal_form_lcp,
    shared_sequence_form_lcp,
)
from seqform.builders.programs.max_min import saddle_point
from seqform.builders.programs.zero_sum_lp import zero_sum_lp
from seqform.builders.steps import MergeEquivalent
from seqform.errors import CertificationError, GameError, InputError
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.positions import PositionGraph
from seqform.models.numbers.exact import ExactArray
from seqform.models.numbers.text import shown_rational
from seqform.models.programs.complementarity import LinearComplementarityProblem
from seqform.models.programs.linear import LinearProgram, MixedIntegerProgram
from seqform.models.programs.saddle_point import SaddlePointProblem
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.models.reduced import Reduced
from seqform.models.strategies.behavior import (
    BehaviorProfile,
    BehaviorStrategy,
    RealizationPlans,
    completely_mixed_profile,
)
from seqform.solving.concepts import Formulation, PlanConcept
from seqform.solving.execute import Plan, Route, Solved, Stage, building, step_stages
from seqform.solving.request import require_pass, require_reached, with_allowed
from seqform.solving.starts import ALL_ONES, path_witness, starting_plans
from seqform.verify.nash import certify
from seqform.verify.normal_form import certify_normal_form_perfect, normal_form_perfect

Program = Reduced[Any, RawSolution, RealizationPlans]


class PlansRoute(Route):
    """A class of problems whose solutions are realization plans."""

    forms = (SequenceForm,)

    def refusal(self, plan: Plan) -> str | None:
        """Return the reason why a plan's game does not become such a problem; None if it does."""
        raise NotImplementedError

    def stages(self, plan: Plan) -> Iterator[Stage]:
        """Yield the sequence form, the problem, and the steps on either."""
        yield building("sequence form", sequence_form)
        yield from step_stages(plan.steps, SequenceForm)
        yield building(self.title, lambda form: self.build(plan, form))
        yield from step_stages(plan.steps, self.problem)

    def build(self, plan: Plan, form: SequenceForm) -> Program:
        """Return the reduction from the sequence form."""
        raise NotImplementedError

    def must_be_exact(self, plan: Plan) -> bool:
        """Return whether the answer has to be rational: for a refinement, and for all games but constant-sum ones."""
        return plan.request.exact or bool(plan.request.concept.check) or plan.game.constant_sum is None

    def witness(self, plan: Plan, solved: Solved) -> BehaviorProfile | None:
        """Return a completely mixed profile that witnesses normal-form perfection, where the solution has one."""
        return None

    def lifted(self, plan: Plan, solved: Solved) -> BehaviorProfile:
        """Return the answer as a profile of the game itself."""
        profile: BehaviorProfile = plan.tree.lift(solved.lifted())
        return profile

    def prepared(self, plan: Plan, solved: Solved) -> BehaviorProfile | None:
        """Return the witness, if there is one."""
        with reading(plan.backend):
            return self.witness(plan, solved)

    def certified(self, plan: Plan, solved: Solved, prepared: BehaviorProfile | None) -> Equilibrium:
        """Return the equilibrium with its certificate on the game itself."""
        game, request, witness = plan.game, plan.request, prepared
        with reading(plan.backend):
            profile = self.lifted(plan, solved)
        if request.concept.needs_witness and witness is None:
            profile, witness = _undominated(game, profile, request.left)
        certificate = certify(game, profile) if witness is None else certify_normal_form_perfect(game, profile, witness)
        certificate = with_allowed(game, certificate, request)
        raw = plan.remarked(solved.raw)
        resolved = request.resolved(plan.backend.name, plan.all_steps)
        seconds, objective = plan.phases.seconds, plan.objective
        return Equilibrium(game, profile, certificate, raw, resolved, seconds, witness, objective=objective)

    def require_certified(self, plan: Plan, found: Equilibrium) -> None:
        """Raise an error unless the certificate holds: of steps that may lose, in the game after them."""
        require_reached(found)
        try:
            require_pass(found)
        except CertificationError:
            if plan.loses_nothing or plan.map is None:
                raise
            small, profile = plan.tree.target, plan.map.restricted(found.profile)
            certificate = with_allowed(small, certify(small, profile), plan.request)
            require_pass(replace(found, game=small, profile=profile, certificate=certificate))


class LinearRoute(PlansRoute):
    """The linear program of a constant-sum game, of Koller, Megiddo & von Stengel."""

    problem, title = LinearProgram, "linear program"
    default_steps = (MergeEquivalent(),)
    make_exact = staticmethod(exact_solution)
    exact_without_answer = True

    def refusal(self, plan: Plan) -> str | None:
        if plan.request.start is not None:
            return f"backend {plan.backend.name} follows no path, so it has no start; take lemke"
        if plan.tree.target.constant_sum is None:
            reason = not_constant_sum(plan.tree.target)
            return f"{reason}; backend {plan.backend.name} solves nothing else: take lemke, highs or pyomo"
        return None

    def build(self, plan: Plan, form: SequenceForm) -> Program:
        concept = cast("PlanConcept", plan.request.concept)
        return constant_sum_lp(plan.tree.target, form, concept.player, concept.formulation)


class SaddlePointRoute(PlansRoute):
    """The saddle point of a constant-sum game over both treeplexes, approached by regret or first-order methods."""

    problem, title = SaddlePointProblem, "saddle point problem"
    accepts_limits = True

    def refusal(self, plan: Plan) -> str | None:
        request, name = plan.request, plan.backend.name
        if plan.game_steps:
            require_constant_sum(plan.game)  # that of a part makes no answer of a general-sum game exact
        wanted = (
            ("an exact answer", request.exact),
            (f"concept {request.concept.name}", bool(request.concept.check)),
            ("the normal form", getattr(request.concept, "formulation", "sequence-form") != "sequence-form"),
        )
        asked = [what for what, is_wanted in wanted if is_wanted]
        if asked:
            return f"backend {name} approaches an equilibrium: {asked[0]} needs highs or lemke"
        if request.start is not None:
            return f"backend {name} follows no path, so it has no start; take lemke"
        return None if plan.tree.target.constant_sum is not None else not_constant_sum(plan.tree.target)

    def build(self, plan: Plan, form: SequenceForm) -> Program:
        return saddle_point(form)


@dataclass(frozen=True)
class _PathProgram(Reduced[LinearComplementarityProblem, RawSolution, RealizationPlans]):
    """The complementarity problem of a start, with the parts that the witness needs."""

    lcp: GameLcp | None = None
    start: RealizationPlans | None = None


class ComplementarityRoute(PlansRoute):
    """The linear complementarity problem of any game, of von Stengel, van den Elzen & Talman, with a start."""

    problem, title = LinearComplementarityProblem, "complementarity problem"
    make_exact = staticmethod(exact_complementarity)

    def refusal(self, plan: Plan) -> str | None:
        if plan.request.start is not None and not traits_of(plan.backend).takes_start:
            return f"backend {plan.backend.name} follows no path, so it has no start; take lemke"
        return None

    def build(self, plan: Plan, form: SequenceForm) -> Program:
        concept = cast("PlanConcept", plan.request.concept)
        if isinstance(concept.start, str) and concept.start == ALL_ONES:
            if concept.formulation != "sequence-form":
                raise InputError("start 'ones': the all-ones vector is offered for the sequence form alone")
            step = koller_megiddo_von_stengel(form)
            return _PathProgram(step.target, step.lift)
        plans = start_of_plan(plan, form)
        lcp = game_lcp(form, concept.formulation)
        return _PathProgram(lcp.problem(plans), lcp.lift, lcp, plans)

    def witness(self, plan: Plan, solved: Solved) -> BehaviorProfile | None:
        concept, program, path = plan.request.concept, solved.reductions[-1], solved.raw.path
        if plan.steps or not (concept.check or getattr(concept, "witness", False)) or path is None:
            return None
        if not isinstance(program, _PathProgram) or program.lcp is None or program.start is None:
            return None
        if path.problem is not program.target or not completely_mixed(program.start) or not plan.keeps_mixed:
            return None
        with plan.phases.phase("witness", "keeping the last segment of the path", cut=False):
            trembles = path_witness(program.lcp, program.start, solved.raw)
            if trembles is None:
                return None
            witness: BehaviorProfile = plan.tree.lift(completely_mixed_profile(trembles))
            return witness


class MixedIntegerRoute(PlansRoute):
    """The mixed-integer program of the complementarity problem, for the best equilibrium by weights, or for any.

    The binaries of the solver choose the sequences that are played; the equilibrium is then computed exactly. Payoffs
    of a player whose range is beyond 2**20 or below 2**-20 count as scaled to order one.
    """

    problem, title = MixedIntegerProgram, "mixed-integer program"

    def refusal(self, plan: Plan) -> str | None:
        """Return the reason against a start; raise InputError for what does not go together with weights."""
        concept, name = cast("PlanConcept", plan.request.concept), plan.backend.name
        if getattr(concept, "weights", None) is None:
            return f"backend {name} follows no path, so it has no start; take lemke" if plan.request.start else None
        if MixedIntegerProgram not in plan.backend.supports:
            raise InputError(f"weights: by a mixed-integer program, which {name} does not solve; take highs or pyomo")
        if plan.steps:
            raise InputError(
                f"{plan.steps[0].name}: weights choose among the equilibria of the whole game; leave it out"
            )
        for option, default in (("start", None), ("formulation", "sequence-form")):
            if getattr(concept, option) != default:
                raise InputError(f"{option}: of no meaning with weights; leave one of the two out")
        return None

    def build(self, plan: Plan, form: SequenceForm) -> Program:
        """Return the mixed-integer program; with weights their sum of the payoffs is maximized."""
        concept = cast("PlanConcept", plan.request.concept)
        lcp, weights = game_lcp(form, concept.formulation), getattr(concept, "weights", None)
        if weights is None:
            return complementarity_milp(lcp)
        objective = np.zeros(len(lcp.base), dtype=object)
        objective[[lcp.blocks.u.start, lcp.blocks.v.start]] = [-weight for weight in weights]
        return complementarity_milp(lcp, ExactArray.of(objective))

    def must_be_exact(self, plan: Plan) -> bool:
        return True

    def solving(self, plan: Plan) -> str:
        return f"looking for the best equilibrium with {plan.backend.name}"

    @staticmethod
    def make_exact(model: ComplementarityMilp, raw: RawSolution, **limits: Any) -> RawSolution:
        """Return the exact solution of the complementarity problem on the support that the binaries choose."""
        point, support = model.read(raw)
        return exact_complementarity(model.problem, point, model.objective, "max", support=support, **limits)


class SettledRoute(PlansRoute):
    """Games of which steps on games have left no move; no solver is called."""

    problem, title = PositionGraph, "game without moves"

    def refusal(self, plan: Plan) -> str | None:
        return None

    def stages(self, plan: Plan) -> Iterator[Stage]:
        return iter(())

    def solve(self, plan: Plan, model: ExtensiveGame) -> RawSolution:
        status = "the whole game is one of perfect information; " + plan.game_steps[-1].claim
        return RawSolution(Termination.SOLVED, status, solver="seqform bestNash")

    def lifted(self, plan: Plan, solved: Solved) -> BehaviorProfile:
        first, second = (BehaviorStrategy(own.index, np.array([Fraction(1)])) for own in plan.tree.target.sequences)
        profile: BehaviorProfile = plan.tree.lift(BehaviorProfile((first, second)))
        return profile


MIXED_INTEGER = MixedIntegerRoute()

PLAN_ROUTES: tuple[PlansRoute, ...] = (LinearRoute(), SaddlePointRoute(), ComplementarityRoute(), MIXED_INTEGER)
"""The problem classes that Nash and normal-form perfect equilibria are reduced to, best first."""

SETTLED = SettledRoute()


def start_of_plan(plan: Plan, form: SequenceForm) -> RealizationPlans:
    """Return the plans from which a path starts: of the whole game, restricted to it after steps; or the centroid."""
    start = plan.request.start
    if start is None:
        return centroid(form)
    if plan.map is None or not plan.game_steps:
        return starting_plans(plan.game, form, start)
    whole = sequence_form(plan.game)
    return plans_of(plan.map.restricted(whole.lift(starting_plans(plan.game, whole.target, start))))


def constant_sum_lp(
    game: ExtensiveGame, form: SequenceForm, player: int | str = 0, formulation: Formulation = "sequence-form"
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
