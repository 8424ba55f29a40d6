"""Routes to restricted Nash responses on classes of signals: the known opponent enters the game of classes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from typing import Any, cast

from seqform.backends.iterative.class_response import best_response
from seqform.backends.protocol import SolveOptions
from seqform.builders.preprocess.restricted_response import restricted_classes
from seqform.errors import InputError
from seqform.models.programs.class_game import ClassGame, ClassStrategy
from seqform.models.programs.solutions import RawSolution, Termination
from seqform.models.reduced import Reduced, unchanged
from seqform.solving.abstracted import AbstractedGame, ClassesLift
from seqform.solving.chain import Solved, Stage
from seqform.solving.concepts import SafeResponse
from seqform.solving.execute import Plan
from seqform.solving.routes.opponents import class_opponent
from seqform.solving.routes.ordered.classes import (
    ClassesRoute,
    IterativeRoute,
    default_gap,
    of_the_game,
    with_gap,
)
from seqform.solving.routes.ordered.programs import ClassProgramRoute
from seqform.verify.deal_certificate import DealCertificate
from seqform.verify.guarantee import certify_on_deals

_RESPONSE = "best response"
"""The name of the stage in which a best response is found."""


@dataclass(frozen=True, eq=False, repr=False)
class RestrictedAbstraction(AbstractedGame):
    """An abstraction with an opponent who plays a known strategy with the probability `weight`."""

    known: ClassStrategy
    weight: Fraction

    @cached_property
    def classes(self) -> ClassGame:
        """The smaller game, restricted."""
        return restricted_classes(self.known.game, self.known, self.weight)


def restricted_abstraction(
    small: AbstractedGame, concept: SafeResponse
) -> Reduced[RestrictedAbstraction, Any, Any]:
    """Return the game of classes in which the opponent plays a known strategy with some probability."""
    player = concept.player
    assert isinstance(player, int)
    # Without a weight the response is to the known strategy alone.
    weight = cast("Fraction", concept.weight) or Fraction(1)
    known = class_opponent(small.game, small.filters, small.classes, concept.opponent, 1 - player)
    restricted = RestrictedAbstraction(
        small.game, small.kind, small.filters, small.seconds, known, weight
    )
    return Reduced(restricted, ClassesLift(small))


class _ResponseRoute(ClassesRoute):
    """The certificate of a response on all deals, in place of that of an equilibrium."""

    place = "against the opponent and the best reply, on all deals"
    takes_player = True
    # The opponent may answer equal actions differently, and so be worth more.
    keeps_equal_actions = True

    def deals(self, plan: Plan, strategies: Any, **options: Any) -> DealCertificate:
        """Return the certificate of a response, with the guarantee and the bound."""
        small = _restricted(plan)
        return certify_on_deals(
            small.game, small.filters, strategies, small.known, small.weight, **options
        )

    def profile(self, plan: Plan, strategies: Any) -> Any:
        """Return the response beside the known strategy."""
        known = _restricted(plan).known
        first, second = strategies
        return (known, second) if known.player == 0 else (first, known)

    def allowed_gap(self, plan: Plan) -> float:
        """Return the gap of both parts of the opponent's strategy."""
        return super().allowed_gap(plan) / float(_restricted(plan).weight)


class ResponseIterativeRoute(_ResponseRoute, IterativeRoute):
    """The restricted game of classes itself."""

    def options(self, plan: Plan, model: ClassGame) -> SolveOptions:
        return with_gap(plan.request.left, default_gap(of_the_game(plan).classes))


class ResponseProgramRoute(_ResponseRoute, ClassProgramRoute):
    """The linear program of the restricted game of classes."""


class BestResponseRoute(_ResponseRoute):
    """The game of classes against the known strategy alone, which backward induction solves without a solver."""

    problem = ClassGame
    title = "best response on classes"
    without_solver = "no solver is called for a best response on classes, without a weight"

    def require_applicable(self, plan: Plan) -> None:
        """Raise an error for steps beside the abstraction."""
        for step in plan.steps:
            raise InputError(
                f"{step.name}: a best response on classes is found without it; leave it out"
            )

    def stages(self, plan: Plan) -> Iterator[Stage]:
        """Yield the response, which is found before a solver would be called."""
        message = "best response by backward induction on classes"
        yield Stage(_RESPONSE, "solve", message, partial(self._responding, plan), shown=False)

    def _responding(self, plan: Plan, small: RestrictedAbstraction) -> Reduced[Any, Any, Any]:
        """Return the response beside the known strategy."""
        known = small.known
        threads = plan.request.options.threads or 2
        response = best_response(known.game, known, small.game.equal_actions, threads)
        both = (response, known) if response.player == 0 else (known, response)
        return Reduced(both, unchanged)

    def solver(self, plan: Plan) -> str:
        """Return the name of the package, whose own method it is."""
        return "seqform"

    def solve(self, plan: Plan, model: Any) -> RawSolution:
        """Return the status of the response."""
        return RawSolution(Termination.SOLVED, "backward induction on classes", solver="seqform")

    def strategies(self, plan: Plan, solved: Solved) -> Any:
        return plan.tree.lift(solved[_RESPONSE].target)


BEST_RESPONSE = BestResponseRoute()
RESPONSE_ITERATIVE, RESPONSE_PROGRAM = ResponseIterativeRoute(), ResponseProgramRoute()


def _restricted(plan: Plan) -> RestrictedAbstraction:
    return cast("RestrictedAbstraction", plan.tree.target)
