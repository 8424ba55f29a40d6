"""Route to equilibria under linear constraints on the strategies of a constant-sum game."""

from __future__ import annotations

from typing import Any, cast

from seqform.backends.answers import reading
from seqform.backends.protocol import SolveOptions
from seqform.builders.programs.constrained_lp import constrained_lp
from seqform.errors import CertificationError, InputError, ModelError, UnsupportedModelError
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.programs.solutions import NO_OPTIMUM, RawSolution
from seqform.models.strategies.constraints import Constraint, plan_rows
from seqform.solving.concepts import Constrained
from seqform.solving.execute import Plan, Solved
from seqform.solving.request import with_allowed
from seqform.solving.routes.linear import LinearRoute, reason_against_start
from seqform.solving.routes.plans import Program, require_constant_sum
from seqform.verify.constrained import certify_constrained, contradiction


class ConstrainedRoute(LinearRoute):
    """The linear program of a constant-sum game with constraints on the strategies of both players."""

    title = "linear program with constraints"

    def refuse(self, plan: Plan) -> None:
        """Raise an error unless the game is constant-sum, has what the constraints name, and the backend fits."""
        require_constant_sum(plan.game)
        if (reason := reason_against_start(plan)) is not None:
            raise UnsupportedModelError(reason)
        plan_rows(plan.game, _constraints(plan))
        if LinearProgram not in plan.backend.supports:
            name = plan.backend.name
            raise UnsupportedModelError(f"backend {name} solves no linear programs, which constraints need; take highs")

    def build(self, plan: Plan, form: SequenceForm) -> Program:
        concept = cast("Constrained", plan.request.concept)
        return constrained_lp(form, plan_rows(plan.game, concept.constraints), concept.player)

    def require_usable(self, plan: Plan, raw: RawSolution) -> None:
        """Raise InputError with the names of constraints that contradict each other; else as other programs."""
        if raw.termination in NO_OPTIMUM:
            for sequences, rows in zip(plan.game.sequences, plan_rows(plan.game, _constraints(plan)), strict=True):
                names = contradiction(sequences.index, rows)
                if names:
                    fault = "excludes every strategy" if len(names) == 1 else "cannot all be kept"
                    raise InputError(f"constraints: {'; '.join(names)}: {fault}; relax one")
        super().require_usable(plan, raw)

    def prepared(self, plan: Plan, solved: Solved) -> Any:
        """Return the prices of the constraints of both players in the solution."""
        lift: Any = solved.reductions[1].lift
        with reading(plan.backend):
            return lift.prices(solved.lifted(2))

    def certified(self, plan: Plan, solved: Solved, prepared: Any) -> Equilibrium:
        """Return the equilibrium with its certificate on the constrained game."""
        game, request = plan.game, plan.request
        with reading(plan.backend):
            profile = self.lifted(plan, solved)
        rows, options = plan_rows(game, _constraints(plan)), SolveOptions(time_limit=request.left.time_limit)
        try:
            certificate, shown = certify_constrained(game, profile, rows, prepared, options)
        except ModelError as error:
            raise CertificationError(f"the certificate fails: {error}") from None
        return plan.answer(profile, with_allowed(game, certificate, request), solved.raw, constraints=shown)


def _constraints(plan: Plan) -> tuple[Constraint, ...]:
    return cast("Constrained", plan.request.concept).constraints


CONSTRAINED = ConstrainedRoute()
