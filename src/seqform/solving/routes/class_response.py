"""Routes of games with ordered signals to restricted Nash responses: the known opponent enters the game of classes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, cast

from seqform.backends import get
from seqform.backends.protocol import SolveOptions
from seqform.builders.preprocess.restricted_response import restricted_classes
from seqform.builders.steps import Step
from seqform.models.programs.class_game import ClassGame, ClassStrategy
from seqform.models.reduced import Reduced
from seqform.solving.abstracted import AbstractedGame, ClassesLift
from seqform.solving.concepts import SafeResponse
from seqform.solving.execute import Plan, Solved
from seqform.solving.ordered_equilibrium import OrderedEquilibrium
from seqform.solving.request import Request
from seqform.solving.routes.classes import ClassesRoute, ClassProgramRoute, IterativeRoute, with_gap
from seqform.solving.routes.response import class_opponent
from seqform.solving.routes.supported import default_gap
from seqform.verify.deal_certificate import DealCertificate
from seqform.verify.response import certify_on_deals


@dataclass(frozen=True, eq=False, repr=False)
class RestrictedAbstraction(AbstractedGame):
    """An abstraction with an opponent who plays a known strategy with the probability `weight`."""

    known: ClassStrategy
    weight: Fraction

    @cached_property
    def classes(self) -> ClassGame:
        """The smaller game, restricted."""
        return restricted_classes(self.known.game, self.known, self.weight)


class _ResponseRoute(ClassesRoute):
    """The certificate of a response on all deals, in place of that of an equilibrium."""

    place = "against the opponent and the best reply, on all deals"
    takes_player = True

    def deals(self, plan: Plan, strategies: Any, **options: Any) -> DealCertificate:
        """Return the certificate of a response, with the guarantee and the bound."""
        small = _restricted(plan)
        return certify_on_deals(small.game, small.filters, strategies, small.known, small.weight, **options)

    def certified(self, plan: Plan, solved: Solved, prepared: Any) -> OrderedEquilibrium:
        """Return the response beside the known strategy."""
        found, small = super().certified(plan, solved, prepared), _restricted(plan)
        pair = (small.known, prepared[1]) if small.known.player == 0 else (prepared[0], small.known)
        return replace(
            found, profile=pair, allowed_gap=found.allowed_gap / float(small.weight)
        )  # the gap of both parts


class ResponseIterativeRoute(_ResponseRoute, IterativeRoute):
    """The restricted game of classes itself."""

    def options(self, plan: Plan, model: ClassGame) -> SolveOptions:
        return with_gap(plan.request.left, default_gap(cast("ClassesLift", plan.tree.lift).whole.classes))


class ResponseProgramRoute(_ResponseRoute, ClassProgramRoute):
    """The linear program of the restricted game of classes."""


ITERATIVE, CLASS_PROGRAM = ResponseIterativeRoute(), ResponseProgramRoute()


def class_response_plan(small: AbstractedGame, request: Request, steps: tuple[Step, ...], default: str) -> Plan:
    """Return the plan for a restricted Nash response in a game whose signals are merged."""
    concept = cast("SafeResponse", request.concept)
    player, weight = concept.player, concept.weight
    assert isinstance(player, int) and weight is not None
    known = class_opponent(small.game, small.filters, small.classes, concept.opponent, 1 - player)
    restricted = RestrictedAbstraction(small.game, small.kind, small.filters, small.seconds, known, weight)
    backend = request.backend or get(default)
    route = ITERATIVE if ClassGame in backend.supports else CLASS_PROGRAM
    return Plan(small.game, request, Reduced(restricted, ClassesLift(small)), (), route, backend, steps).accepted()


def _restricted(plan: Plan) -> RestrictedAbstraction:
    return cast("RestrictedAbstraction", plan.tree.target)
