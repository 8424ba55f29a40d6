"""The route of games with ordered signals to exact plans, from the linear program of the game of classes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from seqform.backends.answers import solved_by
from seqform.backends.exact.solution import exact_solution
from seqform.builders.abstraction.class_lp import exact_plans, program_point
from seqform.builders.steps import CLASSES, EXACT_CLASS_LP, Abstraction
from seqform.errors import InputError, SolveError
from seqform.models.programs.class_game import ClassGame, ClassPlan, ClassSolution
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.solutions import RawSolution
from seqform.models.reduced import Reduced, unchanged
from seqform.solving.chain import Solved, Stage, building, step_stages
from seqform.solving.defaults import EXACT_CLASSES as EXACT_CLASSES_BACKEND
from seqform.solving.execute import Plan
from seqform.solving.ordered_equilibrium import OrderedEquilibrium
from seqform.solving.preprocessing import abstraction_of
from seqform.solving.routes.ordered.classes import ClassesRoute, of_the_game, with_gap
from seqform.solving.routes.ordered.programs import well_scaled
from seqform.verify.deal_certificate import certify_plans

EXACT_GAP = 1e-10
"""Gap at which iterative solvers stop before their answer is made exact, relative to the spread of the payoffs."""


class ExactClassesRoute(ClassesRoute):
    """Exact plans from the linear program of the game of classes, certified exactly on all deals.

    Dominated sequences may be eliminated before: an equilibrium of the smaller game is one of the game of classes.
    """

    builder = EXACT_CLASS_LP
    place = "on all deals, exactly"
    keeps_exact = always_exact = True
    make_exact = staticmethod(exact_solution)

    def require_applicable(self, plan: Plan) -> None:
        super().require_applicable(plan)
        if plan.steps and ClassGame in plan.backend.supports:
            raise InputError(
                f"{plan.steps[0].name}: {plan.backend.name} works without a linear program; take highs"
            )

    def without_player(self, plan: Plan) -> str:
        """Return that exact plans of both players come from one program."""
        return "an exact answer on classes of signals, which is always that of one program; leave it or exact out"

    def stages(self, plan: Plan) -> Iterator[Stage]:
        """Yield the game of classes, the elimination of dominated sequences, and the program of player 0."""
        yield building(CLASSES, lambda small: Reduced(well_scaled(small.classes)[0], unchanged))
        yield from step_stages(plan.steps, ClassGame)
        yield building(EXACT_CLASS_LP)

    def solve(self, plan: Plan, model: LinearProgram) -> RawSolution:
        """Return a primal-dual pair, or a basis, from which an exact solution is near."""
        backend = plan.backend
        classes = plan.tree.target.classes
        with plan.phases.phase("solve", self.solving(plan)):
            options = plan.translated.left
            if ClassGame not in backend.supports:
                return cast("RawSolution", solved_by(backend, model, options))

            # Iterative methods solve the classes as they are; their strategies become a point of the scaled program.
            options = with_gap(options, EXACT_GAP * classes.payoff_spread)
            answer: ClassSolution = solved_by(backend, classes, options)
            primal, dual = program_point(model, well_scaled(classes)[0], answer.strategies)
        return RawSolution(
            answer.termination,
            answer.status,
            primal,
            dual,
            iterations=answer.iterations,
            seconds=answer.seconds,
            options=answer.options,
            solver=answer.solver,
        )

    def made_exact(self, plan: Plan, model: LinearProgram, raw: RawSolution) -> RawSolution:
        """Return the exact solution; an error names what else may lead to one."""
        try:
            return cast("RawSolution", super().made_exact(plan, model, raw))
        except SolveError as error:
            raise SolveError(f"{plan.backend.name}: {error}; or {_other_way(plan)}") from error

    def strategies(self, plan: Plan, solved: Solved) -> tuple[ClassPlan, ClassPlan]:
        return exact_plans(of_the_game(plan).classes, solved.lifted())

    def certified(self, plan: Plan, solved: Solved, prepared: Any) -> OrderedEquilibrium:
        original = of_the_game(plan)
        first, second = prepared
        deals = certify_plans(
            original.game, original.filters, prepared, progress=plan.phases.progress
        )
        profile = first.strategy(), second.strategy()
        return self.answer(plan, solved, profile, deals, allowed=0.0, plans=prepared)


EXACT_CLASSES = ExactClassesRoute()


def _other_way(plan: Plan) -> str:
    """Return what may lead to an exact answer where one from the linear program of the classes fails."""
    if plan.steps:
        return f"leave {plan.steps[0].spelled} out"
    abstraction = abstraction_of(plan.request.steps) or Abstraction()
    if plan.tree.target.sizes.nodes <= abstraction.max_nodes:
        return "take highs, which solves the tree of this game"
    if ClassGame in plan.backend.supports:
        return "set a smaller target_gap, so that the basis is that of a better answer"
    return f"take {EXACT_CLASSES_BACKEND}"
