"""Routes to responses to a known opponent: with a bound on the guarantee, or from a restricted game.

The bound enters a linear program. The restricted game is that in which the opponent plays as known with some
probability.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, cast

from seqform.backends.answers import reading
from seqform.builders.preprocess.restricted_response import restricted_game
from seqform.builders.steps import RESPONSE_LP, RESTRICTED_GAME, SEQUENCE_FORM
from seqform.errors import CertificationError, UnsupportedModelError
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import ExactArray, Number, doubles
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.reduced import Reduced, unchanged
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy, RealizationPlan
from seqform.solving.chain import Solved, Stage, building, step_stages
from seqform.solving.concepts import Nash, SafeResponse
from seqform.solving.execute import Plan, Route, execute_part
from seqform.solving.request import require_pass, with_allowed
from seqform.solving.routes.opponents import KnownOpponent
from seqform.solving.routes.plans import LinearRoute, PlansRoute, nash_part, require_constant_sum
from seqform.verify.guarantee import certify_response, punishing_strategy
from seqform.verify.nash import rounding_bound


def _known_opponent(plan: Plan) -> KnownOpponent:
    """Return the strategy that the concept names, of a constant-sum game."""
    require_constant_sum(plan.game)
    return KnownOpponent.of(plan, _concept(plan).opponent, 1 - _player(plan))


@dataclass(frozen=True, eq=False)
class Bounded:
    """A sequence form with the least guarantee of a response, if there is one."""

    form: SequenceForm
    least: Fraction | None


VALUE = "value of the game"
"""The name of the stage in which the game itself is solved for the least guarantee of a response."""


class ResponseRoute(LinearRoute):
    """The linear program of a best response with a least guarantee: the value of the game less the loss allowed."""

    builder = RESPONSE_LP
    place = "against the opponent and the best reply"
    forms = ()

    def __init__(self, plan: Plan) -> None:
        self._known = _known_opponent(plan)

    def require_applicable(self, plan: Plan) -> None:
        """Raise an error unless the backend solves linear programs."""
        if LinearProgram not in plan.backend.supports:
            raise UnsupportedModelError(
                f"backend {plan.backend.name} solves no linear programs, which a bound on the loss needs; take highs, "
                "or a weight instead"
            )
        if plan.game_steps and _concept(plan).max_loss:
            plan.known_payoffs("max_loss")
        PlansRoute.require_applicable(self, plan)

    def stages(self, plan: Plan) -> Iterator[Stage]:
        yield building(SEQUENCE_FORM)
        yield Stage(
            VALUE, "value", "solving the game itself", partial(self._bounded, plan), shown=False
        )
        yield building(RESPONSE_LP, partial(self._program, plan))
        yield from step_stages(plan.steps, LinearProgram)

    def _bounded(self, plan: Plan, form: SequenceForm) -> Reduced[Bounded, Any, Any]:
        """Return the form with the least guarantee, in units of payoff of the game after the steps on games."""
        max_loss = cast("Fraction | None", _concept(plan).max_loss)
        if max_loss is None:
            return Reduced(Bounded(form, None), unchanged)

        player = _player(plan)
        if plan.game_steps:
            max_loss *= plan.known_payoffs("max_loss").factors[player]

        # The value is bounded from below: by what the opponent's best response leaves to the player's strategy.
        game = plan.tree.target
        part = plan.part(game, plan.request.aside(Nash(witness=False)))
        certificate = execute_part(part, "value of the game").certificate
        assert certificate.constant_sum is not None
        value = certificate.constant_sum - Fraction(certificate.best_response_values[1 - player])
        if not certificate.exact:
            value -= Fraction(rounding_bound(game))  # that the program surely has a solution
        return Reduced(Bounded(form, value - max_loss), unchanged)

    def _program(
        self, plan: Plan, model: Bounded | SequenceForm
    ) -> Reduced[LinearProgram, Any, Any]:
        """Return the program; a printed plan has it without the bound, which a solver computes."""
        bounded = model if isinstance(model, Bounded) else Bounded(model, None)
        known = self._known.after_steps.plan.weights
        return RESPONSE_LP(bounded.form, player=_player(plan), opponent=known, least=bounded.least)

    def prepared(self, plan: Plan, solved: Solved) -> Any:
        """Return the response, the price of the guarantee, and the strategy that proves them."""
        player = _player(plan)
        form = cast("SequenceForm", solved[SEQUENCE_FORM.name].target)
        with reading(plan.backend):
            weights, multipliers = solved[RESPONSE_LP.name].lift(solved.lifted(RESPONSE_LP.name))
            known = self._known.after_steps.plan.weights
            if not (isinstance(weights, ExactArray) and isinstance(known, ExactArray)):
                weights = doubles(weights)
                known = doubles(known)
                multipliers = doubles(multipliers)

            # Where the plan leaves behavior open, it is a best response to the opponent.
            gradient = form.gradient(player, known)
            response = RealizationPlan(form.sequences[player], weights).behavior(gradient)
            price = multipliers[0]
            if not price > 0:
                return response, 0, None
            against = form.gradient(1 - player, weights)
            return response, price, punishing_strategy(form, 1 - player, multipliers, against)

    def certified(self, plan: Plan, solved: Solved, prepared: Any) -> Equilibrium:
        """Return the response beside the opponent's strategy, with the guarantee and the bound."""
        response, price, punishing = prepared
        player = _player(plan)
        after_steps = plan.require_map("a known opponent")
        if after_steps is not None:
            response = after_steps.players[player].behavior(response)
            if punishing is not None:
                punishing = after_steps.players[1 - player].behavior(punishing)
        answer = _answer(
            plan,
            self._known.strategy,
            response,
            price,
            punishing,
            plan.remarked(solved.raw),
            plan.backend.name,
        )

        guarantee = answer.guarantee
        least = self._least(plan, solved[VALUE].target)
        assert guarantee is not None
        if least is not None and least - guarantee > answer.certificate.allowed:
            raise CertificationError(
                f"the certificate fails: a guarantee of {float(guarantee):.6g}, less than {float(least):.6g}"
            )
        return answer

    @staticmethod
    def _least(plan: Plan, bounded: Bounded) -> Fraction | None:
        """Return the least guarantee in units of payoff of the game itself."""
        if bounded.least is None or not plan.game_steps:
            return bounded.least
        payoffs = plan.known_payoffs("max_loss")
        player = _player(plan)
        return (bounded.least - payoffs.shifts[player]) / payoffs.factors[player]

    def require_certified(self, plan: Plan, answer: Equilibrium) -> None:
        """Raise CertificationError unless nothing with this guarantee earns more, or within the tolerance."""
        require_pass(answer)


class RestrictedRoute(Route):
    """The equilibrium of the game in which the opponent plays a known strategy with some probability."""

    problem = ExtensiveGame
    title = RESTRICTED_GAME.name
    place = ResponseRoute.place

    def __init__(self, plan: Plan) -> None:
        self._known = _known_opponent(plan)

    def require_applicable(self, plan: Plan) -> None:
        """Raise an error unless the backend and the steps fit the restricted game."""
        self._part(plan, self._restricted(plan, plan.tree.target).target)

    def stages(self, plan: Plan) -> Iterator[Stage]:
        yield building(RESTRICTED_GAME, partial(self._restricted, plan))

    def _restricted(self, plan: Plan, game: ExtensiveGame) -> Reduced[ExtensiveGame, Any, Any]:
        weight = cast("Fraction", _concept(plan).weight)
        restricted = restricted_game(game, self._known.after_steps, weight)
        return Reduced(restricted, lambda profile: profile.bound_to(game))

    def solve(self, plan: Plan, model: ExtensiveGame) -> Equilibrium:
        answer: Equilibrium = execute_part(self._part(plan, model), "restricted game")
        plan.phases.add(answer.seconds)
        return answer

    def _part(self, plan: Plan, game: ExtensiveGame) -> Plan:
        return nash_part(plan, game, _concept(plan).certificate_tolerance)

    def certified(self, plan: Plan, solved: Solved, prepared: None) -> Equilibrium:
        """Return the response beside the opponent's strategy, with the guarantee and the bound."""
        weight = cast("Fraction", _concept(plan).weight)
        answer: Equilibrium = solved.raw
        profile: BehaviorProfile = plan.tree.lift(solved[RESTRICTED_GAME.name].lift(answer.profile))
        player = _player(plan)
        return _answer(
            plan,
            self._known.strategy,
            response=profile[player],
            price=(1 - weight) / weight,
            punishing=profile[1 - player],
            raw=answer.raw,
            backend=answer.backend,
        )


def _answer(
    plan: Plan,
    known: BehaviorStrategy,
    response: BehaviorStrategy,
    price: Number,
    punishing: BehaviorStrategy | None,
    raw: Any,
    backend: str,
) -> Equilibrium:
    """Return a response beside the opponent's strategy, with its certificate; the punishing strategy is the witness."""
    player = _player(plan)
    profile = _profile(plan, response, known)
    certificate = certify_response(plan.game, profile, player, price, punishing)
    certificate = with_allowed(plan.game, certificate, plan.request)
    # The gap of both parts is that of the response plus price times that of the guarantee.
    if not certificate.exact:
        certificate = certificate.recomputed(allowed=certificate.allowed * (1 + float(price)))
    witness = None if punishing is None else _profile(plan, response, punishing)
    return plan.answer(profile, certificate, raw, backend, witness=witness)


def _profile(plan: Plan, response: BehaviorStrategy, opponent: BehaviorStrategy) -> BehaviorProfile:
    """Return the response and a strategy of the opponent, each in the place of its player."""
    if _player(plan) == 0:
        return BehaviorProfile((response, opponent), plan.game)
    return BehaviorProfile((opponent, response), plan.game)


def _concept(plan: Plan) -> SafeResponse:
    return cast("SafeResponse", plan.request.concept)


def _player(plan: Plan) -> int:
    return cast("int", _concept(plan).player)
