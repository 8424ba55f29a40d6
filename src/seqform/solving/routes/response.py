"""Routes to responses to a known opponent: a linear program with a bound on the guarantee, or a restricted game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any, cast

from seqform.backends.answers import reading
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.preprocess.restricted_response import restricted_game
from seqform.builders.programs.max_min import response_lp
from seqform.errors import CertificationError, ModelError, UnsupportedModelError
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import ExactArray, Number, doubles
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.reduced import Reduced, unchanged
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy, RealizationPlan
from seqform.solving.concepts import Nash, SafeResponse, concept_of
from seqform.solving.execute import Plan, Route, Solved, Stage, building, execute, step_stages
from seqform.solving.opponents import opponent_strategy
from seqform.solving.request import Request, require_pass, with_allowed
from seqform.solving.routes.linear import LinearRoute
from seqform.solving.routes.plans import require_constant_sum
from seqform.verify.response import certify_response

Planner = Callable[[ExtensiveGame, Request], Plan]


@dataclass(frozen=True, eq=False)
class Bounded:
    """A sequence form with the least guarantee of a response, if there is one."""

    form: SequenceForm
    least: Fraction | None


class ResponseRoute(LinearRoute):
    """The linear program of a best response with a least guarantee: the value of the game less the loss allowed.

    Parameters
    ----------
    planner : callable
        The function that returns the plan of an equilibrium, which gives the value.
    """

    title, place = "linear program of the response", "against the opponent and the best reply"

    def __init__(self, planner: Planner, opponent: BehaviorStrategy) -> None:
        self._planner, self._opponent = planner, opponent

    def refuse(self, plan: Plan) -> None:
        """Raise an error unless the backend solves linear programs."""
        if LinearProgram not in plan.backend.supports:
            raise UnsupportedModelError(
                f"backend {plan.backend.name} solves no linear programs, which a bound on the loss needs; take highs, "
                "or a weight instead"
            )

    def stages(self, plan: Plan) -> Iterator[Stage]:
        yield building("sequence form", sequence_form)
        yield Stage("value of the game", "value", "solving the game itself", partial(self._bounded, plan))
        yield building(self.title, partial(self._program, plan))
        yield from step_stages(plan.steps, LinearProgram)

    def shown(self, plan: Plan) -> Iterator[Stage]:
        yield building("sequence form", sequence_form)
        yield building(self.title, lambda form: self._program(plan, Bounded(form, None)))
        yield from step_stages(plan.steps, LinearProgram)

    def _bounded(self, plan: Plan, form: SequenceForm) -> Reduced[Bounded, Any, Any]:
        concept, least = _concept(plan), None
        if concept.max_loss is not None:
            part = replace(plan.request, concept=Nash(witness=False), backend=None, steps=None)
            part = replace(part, options=replace(part.options, raw={}), phases=plan.phases.of_part())
            certificate = execute(self._planner(plan.game, part)).certificate
            assert certificate.constant_sum is not None
            value = certificate.constant_sum - Fraction(certificate.best_response_values[1 - _player(plan)])
            least = value - concept.max_loss
        return Reduced(Bounded(form, least), unchanged)

    def _program(self, plan: Plan, bounded: Bounded) -> Reduced[LinearProgram, Any, Any]:
        return response_lp(bounded.form, _player(plan), self._opponent.plan.weights, bounded.least)

    def prepared(self, plan: Plan, solved: Solved) -> Any:
        """Return the response, the price of the guarantee, and the strategy that proves them."""
        player, index = _player(plan), [own.index for own in plan.game.sequences]
        with reading(plan.backend):
            weights, multipliers = solved.lifted(2)
            known = self._opponent.plan.weights
            form = cast("SequenceForm", solved.reductions[0].target)
            if not (exact := isinstance(weights, ExactArray) and isinstance(known, ExactArray)):
                weights, known, multipliers = doubles(weights), doubles(known), doubles(multipliers)
            response = RealizationPlan(index[player], weights).behavior(form.gradient(player, known))
            price = multipliers[0]
            if not price > 0:
                return response, 0, None
            scaled = multipliers * (1 / price) if exact else multipliers / price
            against = form.gradient(1 - player, weights)
            return response, price, RealizationPlan(index[1 - player], scaled).behavior(against)

    def certified(self, plan: Plan, solved: Solved, prepared: Any) -> Equilibrium:
        """Return the response beside the opponent's strategy, with the guarantee and the bound."""
        response, price, punishing = prepared
        found = _answer(plan, self._opponent, response, price, punishing, solved.raw, plan.backend.name)
        least = solved.reductions[1].target.least
        guarantee = found.guarantee
        assert guarantee is not None
        if least is not None and least - guarantee > found.certificate.allowed:
            raise CertificationError(
                f"the certificate fails: a guarantee of {float(guarantee):.6g}, less than {float(least):.6g}"
            )
        return found

    def require_certified(self, plan: Plan, found: Equilibrium) -> None:
        """Raise CertificationError unless nothing with this guarantee earns more, or within the tolerance."""
        require_pass(found)


class RestrictedRoute(Route):
    """The equilibrium of the game in which the opponent plays a known strategy with some probability."""

    problem, title, place = ExtensiveGame, "restricted game", "against the opponent and the best reply"

    def __init__(self, planner: Planner, opponent: BehaviorStrategy) -> None:
        self._planner, self._opponent = planner, opponent

    def refuse(self, plan: Plan) -> None:
        """Raise an error unless the backend and the steps fit the restricted game."""
        self._part(plan, self._restricted(plan, plan.game).target)

    def stages(self, plan: Plan) -> Iterator[Stage]:
        yield building(self.title, partial(self._restricted, plan))

    def _restricted(self, plan: Plan, game: ExtensiveGame) -> Reduced[ExtensiveGame, Any, Any]:
        weight = _concept(plan).weight
        assert weight is not None
        return Reduced(restricted_game(game, self._opponent, weight), lambda profile: profile.bound_to(game))

    def solve(self, plan: Plan, model: ExtensiveGame) -> Equilibrium:
        found: Equilibrium = execute(self._part(plan, model))
        plan.phases.add(found.seconds)
        return found

    def _part(self, plan: Plan, game: ExtensiveGame) -> Plan:
        concept = Nash(witness=False, certificate_tolerance=_concept(plan).certificate_tolerance)
        return self._planner(game, replace(plan.request, concept=concept, phases=plan.phases.of_part()))

    def certified(self, plan: Plan, solved: Solved, prepared: None) -> Equilibrium:
        """Return the response beside the opponent's strategy, with the guarantee and the bound."""
        weight, player = _concept(plan).weight, _player(plan)
        assert weight is not None
        profile: BehaviorProfile = solved.reductions[0].lift(solved.raw.profile)
        price = (1 - weight) / weight
        response, punishing, found = profile[player], profile[1 - player], solved.raw
        return _answer(plan, self._opponent, response, price, punishing, found.raw, found.backend)


def _answer(
    plan: Plan,
    known: BehaviorStrategy,
    response: BehaviorStrategy,
    price: Number,
    punishing: BehaviorStrategy | None,
    raw: Any,
    backend: str,
) -> Equilibrium:
    player, game = _player(plan), plan.game
    profile = BehaviorProfile((response, known) if player == 0 else (known, response), game)
    certificate = certify_response(game, profile, player, price, punishing)
    certificate = with_allowed(game, certificate, plan.request)
    certificate = replace(certificate, allowed=certificate.allowed * (1 + float(price)))  # the gap of both parts
    witness = None
    if punishing is not None:
        witness = BehaviorProfile((response, punishing) if player == 0 else (punishing, response), game)
    return plan.answer(profile, certificate, raw, backend, witness=witness)


def _concept(plan: Plan) -> SafeResponse:
    return cast("SafeResponse", plan.request.concept)


def _player(plan: Plan) -> int:
    return cast("int", _concept(plan).player)


def known_opponent(planner: Planner, game: ExtensiveGame, request: Request) -> BehaviorStrategy:
    """Return the strategy of the known opponent; raise ModelError if the answer is to be exact and this is not."""
    require_constant_sum(game)
    concept = cast("SafeResponse", request.concept)

    def solve(name: str) -> Equilibrium:
        asked = replace(request, concept=concept_of(name, {}), backend=None, steps=None, exact=True)
        asked = replace(asked, options=replace(request.options, raw={}), phases=request.phases.of_part())
        return cast("Equilibrium", execute(planner(game, asked)))

    strategy = opponent_strategy(game, concept.opponent, 1 - cast("int", concept.player), solve)
    if request.exact and not strategy.exact:
        raise ModelError(
            "opponent: probabilities in doubles have no exact response; leave exact out, or give fractions"
        )
    return strategy if strategy.exact else strategy.normalized()
