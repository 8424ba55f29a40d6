"""Routes of constant-sum games: the linear program of the sequence form or the normal form, and the saddle point."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import numpy as np

from seqform.backends.answers import solved_by
from seqform.backends.exact.solution import exact_solution
from seqform.backends.protocol import traits_of
from seqform.builders.programs.zero_sum_lp import zero_sum_lp
from seqform.builders.steps import MergeEquivalent
from seqform.errors import InputError
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.saddle_point import SaddlePointProblem
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import CUT_SHORT, RawSolution
from seqform.models.reduced import Reduced
from seqform.models.strategies.behavior import RealizationPlans
from seqform.solving.concepts import Formulation, PlanConcept
from seqform.solving.execute import Plan, program_bytes
from seqform.solving.routes.plans import PlansRoute, Program, not_constant_sum, require_constant_sum
from seqform.solving.starts import require_similar, starting_basis


class LinearRoute(PlansRoute):
    """The linear program of a constant-sum game, of Koller, Megiddo & von Stengel."""

    problem, title = LinearProgram, "linear program"
    default_steps = (MergeEquivalent(),)
    make_exact = staticmethod(exact_solution)
    exact_without_answer = True

    def solve(self, plan: Plan, model: LinearProgram) -> RawSolution:
        """Return the backend's answer; of a point at a limit without duals, or the reverse, the other part is zero.

        Zeros stand for a plan that is undecided everywhere, where a best response is filled in.
        """
        raw = self._from_neighbor(plan, model) or super().solve(plan, model)
        if raw.termination not in CUT_SHORT or (raw.primal is None) == (raw.dual is None):
            return raw
        rows, columns = model.matrix.shape
        if raw.primal is None:
            return replace(raw, primal=np.zeros(columns))
        return replace(raw, dual=np.zeros(rows))

    def _from_neighbor(self, plan: Plan, model: LinearProgram) -> RawSolution | None:
        """Return the answer that the backend finds from the basis of a similar game's program, if it finds one."""
        start, backend, options = plan.request.start, plan.backend, self.options(plan, model)
        basis = starting_basis(start, model) if isinstance(start, Equilibrium) else None
        if basis is None or options.raw.get(str(traits_of(backend).solver_option), "simplex") != "simplex":
            return None
        options = replace(options, raw={**traits_of(backend).neighbor_options, **options.raw})
        with plan.phases.phase("solve", self.solving(plan)):
            raw: RawSolution = solved_by(backend, model, options, basis)
        return raw if raw.solved or raw.termination in CUT_SHORT else None

    def require_usable(self, plan: Plan, raw: RawSolution) -> None:
        """Accept the point that a solver has at a limit: each player's part of it is a plan with a guarantee."""
        cut_short = raw.termination in CUT_SHORT and raw.primal is not None and raw.dual is not None
        if not cut_short or plan.exact or plan.request.concept.needs_witness:
            super().require_usable(plan, raw)

    def refusal(self, plan: Plan) -> str | None:
        if (reason := reason_against_start(plan)) is not None:
            return reason
        if plan.tree.target.constant_sum is None:
            reason = not_constant_sum(plan.tree.target)
            return f"{reason}; backend {plan.backend.name} solves nothing else: take lemke, highs or pyomo"
        return None

    def build(self, plan: Plan, form: SequenceForm) -> Program:
        concept = cast("PlanConcept", plan.request.concept)
        return constant_sum_lp(plan.tree.target, form, concept.player, concept.formulation)

    def memory(self, plan: Plan) -> float | None:
        program: LinearProgram = plan.models[-1][1]
        return program_bytes(plan.backend, program.matrix.shape, program.matrix.nonzeros)


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
        if (reason := reason_against_start(plan)) is not None:
            return reason
        return None if plan.tree.target.constant_sum is not None else not_constant_sum(plan.tree.target)

    def build(self, plan: Plan, form: SequenceForm) -> Program:
        from seqform.builders.programs.max_min import saddle_point

        return saddle_point(form)


def reason_against_start(plan: Plan) -> str | None:
    """Return the reason why a plan cannot have the start that is given; None if it can, or there is none."""
    start, name = plan.request.start, plan.backend.name
    if start is None:
        return None
    if not isinstance(start, Equilibrium):
        return f"backend {name} follows no path, so it has no start; take lemke"
    if not traits_of(plan.backend).takes_basis:
        why = ": it would save next to nothing" if SaddlePointProblem in plan.backend.supports else ""
        return f"backend {name} does not start from an equilibrium{why}; take highs or exact, or leave start out"
    require_similar(plan.game, start)
    if start.raw.basis is None:
        return f"start: this equilibrium of {start.backend} comes without a basis; take one of highs or exact"
    return None


def require_warm(plan: Plan) -> None:
    """Raise InputError unless a plan may start from the equilibrium of a similar game."""
    if isinstance(plan.route, LinearRoute) and traits_of(plan.backend).takes_basis:
        return
    raise InputError(
        "warm: only linear programs of constant-sum trees, by highs or exact, start from a neighbor's answer, not a "
        f"{plan.route.title} by {plan.route.solver(plan)}; leave it out"
    )


LINEAR, SADDLE_POINT = LinearRoute(), SaddlePointRoute()


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
    if formulation == "sequence-form":
        return zero_sum_lp(form, player)
    from seqform.builders.forms.normal_form import normal_form_lp

    return normal_form_lp(form, player)
