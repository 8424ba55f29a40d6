"""The route to equilibria of constant-sum games whose players keep to linear constraints."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from seqform.backends.answers import reading
from seqform.backends.protocol import SolveOptions
from seqform.builders.steps import CONSTRAINED_LP
from seqform.errors import CertificationError, InputError, ModelError, UnsupportedModelError
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import RawSolution
from seqform.models.strategies.constraints import Constraint, plan_rows
from seqform.solving.chain import Solved
from seqform.solving.concepts import Constrained
from seqform.solving.execute import Plan
from seqform.solving.request import with_allowed
from seqform.solving.routes.plans import (
    LinearRoute,
    PlansRoute,
    require_constant_sum,
    require_usable_start,
)


class ConstrainedRoute(LinearRoute):
    """The linear program of a constant-sum game with constraints on the strategies of both players."""

    builder = CONSTRAINED_LP
    forms = ()

    def require_applicable(self, plan: Plan) -> None:
        """Raise an error unless the game is constant-sum, has what the constraints name, and the backend fits."""
        require_constant_sum(plan.game)
        require_usable_start(plan)
        plan_rows(plan.game, _constraints(plan))
        plan.require_map("a constraint")
        if LinearProgram not in plan.backend.supports:
            name = plan.backend.name
            raise UnsupportedModelError(
                f"backend {name} solves no linear programs, which constraints need; take highs"
            )
        PlansRoute.require_applicable(self, plan)

    def arguments(self, plan: Plan, form: SequenceForm) -> dict[str, Any]:
        """Return the player, and the rows of both players' constraints over the sequences of the form."""
        concept = cast("Constrained", plan.request.concept)
        first, second = plan_rows(plan.game, concept.constraints)
        after_steps = plan.require_map("a constraint")
        if after_steps is not None:
            # A row a·x on a plan x = L y of the game itself is the row (Lᵀ a)·y on the plan y after the steps.
            first_map, second_map = after_steps.players
            first = replace(first, matrix=first_map.rows(first.matrix))
            second = replace(second, matrix=second_map.rows(second.matrix))
        return {"player": concept.player, "rows": (first, second)}

    def solve(self, plan: Plan, model: LinearProgram) -> RawSolution:
        """Return the backend's answer; raise InputError with the names of constraints that contradict each other.

        That is decided exactly before the backend is called: within the tolerances of doubles many contradictions have
        a solution. Without any, the program has an optimum.
        """
        from seqform.verify.constrained import contradiction

        with plan.phases.phase("solve", "searching the constraints for contradictions"):
            limit = SolveOptions(time_limit=plan.request.left.time_limit)
            of_players = plan_rows(plan.game, _constraints(plan))
            for sequences, rows in zip(plan.game.sequences, of_players, strict=True):
                names = contradiction(sequences.index, rows, limit)
                if names:
                    fault = "excludes every strategy" if len(names) == 1 else "cannot all be kept"
                    raise InputError(f"constraints: {'; '.join(names)}: {fault}; relax one")
        return super().solve(plan, model)

    def prepared(self, plan: Plan, solved: Solved) -> Any:
        """Return the prices of the constraints of both players in the solution."""
        program: Any = solved[self.title]
        with reading(plan.backend):
            return program.lift.prices(solved.lifted(self.title))

    def certified(self, plan: Plan, solved: Solved, prepared: Any) -> Equilibrium:
        """Return the equilibrium with its certificate on the constrained game."""
        from seqform.verify.constrained import certify_constrained

        game, request = plan.game, plan.request
        with reading(plan.backend):
            profile = self.lifted(plan, solved)
        rows = plan_rows(game, _constraints(plan))
        options = SolveOptions(time_limit=request.left.time_limit)
        try:
            certificate, shown = certify_constrained(game, profile, rows, prepared, options)
        except ModelError as error:
            raise CertificationError(f"the certificate fails: {error}") from None
        certificate = with_allowed(game, certificate, request)
        return plan.answer(profile, certificate, plan.remarked(solved.raw), constraints=shown)


def _constraints(plan: Plan) -> tuple[Constraint, ...]:
    return cast("Constrained", plan.request.concept).constraints


CONSTRAINED = ConstrainedRoute()
