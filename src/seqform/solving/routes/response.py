"""Routes to strategies of one player: maximin strategies, and responses to a known opponent.

Maximin strategies are those of a zero-sum game for each player, in which the opponent minimizes the player's payoff. A
response has a bound on its guarantee, by a linear program, or comes from a restricted game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from seqform.backends.answers import reading
from seqform.builders.preprocess.constant_sum import ZeroSumGames
from seqform.builders.preprocess.restricted_response import restricted_game
from seqform.builders.steps import RESPONSE_LP, RESTRICTED_GAME, SEQUENCE_FORM, ZERO_SUM_GAMES
from seqform.errors import CertificationError, InputError, ModelError, UnsupportedModelError
from seqform.io.saved_solution import SavedSolution
from seqform.io.solutions import is_same_game, is_solution_file, read_solution
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.abstraction import Filters, InformationFilter, first_members
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.ordered import OrderedGame
from seqform.models.numbers.exact import ExactArray, Number, doubles
from seqform.models.options import EQUILIBRIUM, RANDOM, UNIFORM
from seqform.models.programs.class_game import ClassGame, ClassStrategy, behavior_of_plan
from seqform.models.programs.linear import LinearProgram
from seqform.models.programs.sequence_form import SequenceForm
from seqform.models.reduced import Reduced, unchanged
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy, RealizationPlan
from seqform.solving.chain import Solved, Stage, building, step_stages
from seqform.solving.concepts import Maximin, Nash, SafeResponse, concept_of
from seqform.solving.execute import Plan, Route, execute
from seqform.solving.ordered_equilibrium import OrderedEquilibrium
from seqform.solving.request import require_pass, with_allowed
from seqform.solving.routes.plans import LinearRoute, PlansRoute, require_constant_sum
from seqform.system.strategy_names import FILE, PROFILE, SOLUTION, StrategyName, parse_strategy
from seqform.verify.guarantee import certify_response, certify_safe, punishing_strategy
from seqform.verify.nash import rounding_bound

Probabilities = npt.NDArray[np.floating]

WITHOUT_TABLE = {
    "human": "a person decides as the play goes on",
    "negamax": "it searches as the play goes on",
    "alpha-beta": "it searches as the play goes on",
    "mcts": "its moves come from random simulations as the play goes on",
    "openspiel": "a bot decides as the play goes on",
}
"""Agents of `seqform match` whose probabilities at all information sets are not known, with the reason."""


def opponent_strategy(
    game: ExtensiveGame, source: Any, opponent: int, solve: Callable[[str], Equilibrium]
) -> BehaviorStrategy:
    """Return the strategy of a known opponent that `SafeResponse.opponent` names or is.

    - `solve`: Of the name of a concept: an exact equilibrium of the game.

    Raises InputError if it is the name of an agent without a table of probabilities, or a solution for classes of
    signals.
    """
    from seqform.playable.profiles import profile, strategy_of  # which takes time to import

    if isinstance(source, str):
        name = _opponent(source)
        if name.word == UNIFORM:
            return profile(game, lambda infoset, actions: None, rest=UNIFORM)[opponent]
        if name.word == EQUILIBRIUM:
            return solve(name.rest or "nash").profile[opponent]
        source = Path(name.rest)
        is_solution = name.word == SOLUTION or is_solution_file(source)
    else:
        is_solution = isinstance(source, SavedSolution | OrderedEquilibrium)
    if is_solution:
        raise InputError(
            "opponent: a solution for classes of signals has no probabilities on the tree; give preprocess='lossless' "
            "and a weight, for which the response is computed on classes"
        )
    return strategy_of(game, opponent, source)


def class_opponent(
    game: OrderedGame, filters: Filters, classes: ClassGame, source: Any, player: int
) -> ClassStrategy:
    """Return the known strategy of the opponent as one of the classes, which it must not distinguish further.

    Raises InputError if it is given by something else than "uniform", a solution, its file or an answer for the same
    game, or if it distinguishes hands that the filters merge.
    """
    if isinstance(source, str) and _opponent(source).word == UNIFORM:
        shapes = (classes.shape(player, number) for number in range(classes.num_rounds))
        return behavior_of_plan(classes, player, [np.zeros(shape) for shape in shapes])
    known, behavior = _of_classes(game, source, player)
    own, theirs = filters[player], known.bound_to(game)
    if not own.refines(theirs):
        raise InputError(
            "opponent: the strategy distinguishes hands that the abstraction merges; take the opponent's filters, "
            "preprocess=solution.filters, or identity, which merges none"
        )
    rows = [
        other[first_members(mine)] for mine, other in zip(own.classes, theirs.classes, strict=True)
    ]
    return ClassStrategy(
        classes, player, tuple(table[row] for table, row in zip(behavior, rows, strict=True))
    )


def _of_classes(
    game: OrderedGame, source: Any, player: int
) -> tuple[InformationFilter, tuple[Probabilities, ...]]:
    """Return a player's filter and probabilities in the solution that a name, a file or an answer stands for."""
    if isinstance(source, str):
        name = _opponent(source)
        if name.word in (EQUILIBRIUM, PROFILE):
            raise InputError(
                f"opponent: {source}: of a tree, not of classes of signals; give a solution that 'seqform solve -o' "
                f"writes for {game.title}, or leave preprocess out"
            )
        source = name.rest if name.path is None else name.path
    if isinstance(source, str | Path):
        source = read_solution(source, game)
    if not isinstance(source, SavedSolution | OrderedEquilibrium):
        raise InputError(
            f"opponent: {UNIFORM!r}, a solution of {game.title}, its file or an answer for classes of signals "
            f"expected, not an object of class {type(source).__name__}"
        )
    if not is_same_game(source.game, game):
        raise InputError(f"opponent: a solution of {source.game.title}, not of {game.title}")
    if isinstance(source, SavedSolution):
        return source.filters[player], source.behavior[player]
    return source.abstraction.filters[player], source.profile[player].behavior


def _opponent(text: str) -> StrategyName:
    """Return what a text names as the opponent: `UNIFORM`, an equilibrium, a profile, a solution or a file."""
    name = parse_strategy(text)
    if name.word in WITHOUT_TABLE:
        raise InputError(
            f"opponent: {text}: {WITHOUT_TABLE[name.word]}, so that the probabilities at all information sets are not "
            f"known; give {UNIFORM}, {EQUILIBRIUM}, or a file of a profile or a solution"
        )
    if name.word in (UNIFORM, RANDOM) and not name.rest:
        return replace(name, word=UNIFORM)
    if name.word == EQUILIBRIUM or (name.word in (PROFILE, SOLUTION, FILE) and name.rest):
        return name
    raise InputError(
        f"opponent: {text}: {UNIFORM}, {EQUILIBRIUM}, {EQUILIBRIUM}:CONCEPT, {PROFILE}:FILE, {SOLUTION}:FILE or the "
        "path of a file expected"
    )


class MaximinRoute(Route):
    """The linear program, or the saddle point, of the zero-sum game of each player, by a plan of its own."""

    problem, title, place = (
        LinearProgram,
        "linear program for each player",
        "against all strategies of the opponent",
    )

    def refuse(self, plan: Plan) -> None:
        """Raise an error if the backend or the steps do not fit the zero-sum games."""
        for game in ZERO_SUM_GAMES(plan.tree.target).target.games:
            self._part(plan, game)

    def stages(self, plan: Plan) -> Iterator[Stage]:
        yield building(ZERO_SUM_GAMES)

    def solve(self, plan: Plan, model: ZeroSumGames) -> list[Equilibrium]:
        answers = []
        for game in model.games:
            answers.append(execute(self._part(plan, game)))
            plan.phases.add(answers[-1].seconds)
        return answers

    def _part(self, plan: Plan, game: ExtensiveGame) -> Plan:
        concept = Nash(
            witness=False,
            certificate_tolerance=cast("Maximin", plan.request.concept).certificate_tolerance,
        )
        steps = plan.steps or None if plan.game_steps else plan.request.steps
        return plan.part(game, plan.translated.part(concept, steps=steps))

    def certified(self, plan: Plan, solved: Solved, prepared: None) -> Equilibrium:
        """Return the maximin strategies, with those that punish as witness."""
        answers: list[Equilibrium] = solved.raw
        pair = solved[ZERO_SUM_GAMES.name].lift(tuple(answer.profile for answer in answers))
        profile, punishing = map(plan.tree.lift, pair)
        certificate = with_allowed(
            plan.game, certify_safe(plan.game, profile, punishing), plan.request
        )
        return plan.answer(
            profile, certificate, answers[0].raw, answers[0].backend, witness=punishing
        )


SAME_WEIGHT = 1e-12
"""Largest difference of realization weights in doubles of one and the same strategy."""


@dataclass(frozen=True)
class KnownOpponent:
    """The strategy of a known opponent, in the game itself and in the game after the steps on games."""

    strategy: BehaviorStrategy
    after_steps: BehaviorStrategy

    @classmethod
    def of(cls, plan: Plan) -> KnownOpponent:
        """Read the strategy that the concept names.

        Raises ModelError if the answer is to be exact and the strategy is not, and InputError if the steps on games
        leave no strategy that stands for it.
        """
        strategy = _known_strategy(plan)
        after_steps = plan.require_map("a known opponent")
        if after_steps is None:
            return cls(strategy, strategy)

        strategies = after_steps.players[strategy.index.player]
        restricted = strategies.restricted(strategy)
        differences = doubles(strategies.behavior(restricted).plan.weights) - doubles(
            strategy.plan.weights
        )
        if np.abs(differences).max() > SAME_WEIGHT:
            raise InputError(
                f"{plan.game_steps[0].name}: the opponent's strategy is none of the game after it; leave it out"
            )
        return cls(strategy, restricted)


def _known_strategy(plan: Plan) -> BehaviorStrategy:
    game, request = plan.game, plan.request
    require_constant_sum(game)

    def solve(name: str) -> Equilibrium:
        return cast(
            "Equilibrium", execute(plan.part(game, request.aside(concept_of(name, {}), exact=True)))
        )

    strategy = opponent_strategy(game, _concept(plan).opponent, 1 - _player(plan), solve)
    if request.exact and not strategy.exact:
        raise ModelError(
            "opponent: probabilities in doubles have no exact response; leave exact out, or give fractions"
        )
    return strategy if strategy.exact else strategy.normalized()


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
        self._known = KnownOpponent.of(plan)

    def refuse(self, plan: Plan) -> None:
        """Raise an error unless the backend solves linear programs."""
        if LinearProgram not in plan.backend.supports:
            raise UnsupportedModelError(
                f"backend {plan.backend.name} solves no linear programs, which a bound on the loss needs; take highs, "
                "or a weight instead"
            )
        if plan.game_steps and _concept(plan).max_loss:
            plan.known_payoffs("max_loss")
        PlansRoute.refuse(self, plan)

    def stages(self, plan: Plan) -> Iterator[Stage]:
        yield building(SEQUENCE_FORM)
        yield Stage(
            VALUE, "value", "solving the game itself", partial(self._bounded, plan), shown=False
        )
        yield building(RESPONSE_LP, partial(self._program, plan))
        yield from step_stages(plan.steps, LinearProgram)

    def _bounded(self, plan: Plan, form: SequenceForm) -> Reduced[Bounded, Any, Any]:
        """Return the form with the least guarantee, in units of payoff of the game after the steps on games."""
        concept, player, game = _concept(plan), _player(plan), plan.tree.target
        if concept.max_loss is None:
            return Reduced(Bounded(form, None), unchanged)

        max_loss = concept.max_loss
        if plan.game_steps:
            max_loss *= plan.known_payoffs("max_loss").factors[player]
        part = plan.part(game, plan.request.aside(Nash(witness=False)))
        certificate = execute(part).certificate
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
        with reading(plan.backend):
            weights, multipliers = solved[RESPONSE_LP.name].lift(solved.lifted(RESPONSE_LP.name))
            known = self._known.after_steps.plan.weights
            form = cast("SequenceForm", solved[SEQUENCE_FORM.name].target)
            if not (isinstance(weights, ExactArray) and isinstance(known, ExactArray)):
                weights, known, multipliers = doubles(weights), doubles(known), doubles(multipliers)
            response = RealizationPlan(form.sequences[player], weights).behavior(
                form.gradient(player, known)
            )
            price = multipliers[0]
            if not price > 0:
                return response, 0, None
            against = form.gradient(1 - player, weights)
            return response, price, punishing_strategy(form, 1 - player, multipliers, against)

    def certified(self, plan: Plan, solved: Solved, prepared: Any) -> Equilibrium:
        """Return the response beside the opponent's strategy, with the guarantee and the bound."""
        response, price, punishing = prepared
        after_steps = plan.require_map("a known opponent")
        if after_steps is not None:
            response = after_steps.players[_player(plan)].behavior(response)
            if punishing is not None:
                punishing = after_steps.players[1 - _player(plan)].behavior(punishing)
        known, raw = self._known.strategy, plan.remarked(solved.raw)
        answer = _answer(plan, known, response, price, punishing, raw, plan.backend.name)

        guarantee, least = answer.guarantee, self._least(plan, solved[VALUE].target)
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
        payoffs, player = plan.known_payoffs("max_loss"), _player(plan)
        return (bounded.least - payoffs.shifts[player]) / payoffs.factors[player]

    def require_certified(self, plan: Plan, found: Equilibrium) -> None:
        """Raise CertificationError unless nothing with this guarantee earns more, or within the tolerance."""
        require_pass(found)


class RestrictedRoute(Route):
    """The equilibrium of the game in which the opponent plays a known strategy with some probability."""

    problem, title = ExtensiveGame, RESTRICTED_GAME.name
    place = ResponseRoute.place

    def __init__(self, plan: Plan) -> None:
        self._known = KnownOpponent.of(plan)

    def refuse(self, plan: Plan) -> None:
        """Raise an error unless the backend and the steps fit the restricted game."""
        self._part(plan, self._restricted(plan, plan.tree.target).target)

    def stages(self, plan: Plan) -> Iterator[Stage]:
        yield building(RESTRICTED_GAME, partial(self._restricted, plan))

    def _restricted(self, plan: Plan, game: ExtensiveGame) -> Reduced[ExtensiveGame, Any, Any]:
        weight = _concept(plan).weight
        assert weight is not None
        restricted = restricted_game(game, self._known.after_steps, weight)
        return Reduced(restricted, lambda profile: profile.bound_to(game))

    def solve(self, plan: Plan, model: ExtensiveGame) -> Equilibrium:
        answer: Equilibrium = execute(self._part(plan, model))
        plan.phases.add(answer.seconds)
        return answer

    def _part(self, plan: Plan, game: ExtensiveGame) -> Plan:
        concept = Nash(witness=False, certificate_tolerance=_concept(plan).certificate_tolerance)
        steps = plan.steps or None if plan.game_steps else plan.request.steps
        return plan.part(game, plan.translated.part(concept, steps=steps))

    def certified(self, plan: Plan, solved: Solved, prepared: None) -> Equilibrium:
        """Return the response beside the opponent's strategy, with the guarantee and the bound."""
        weight, player = _concept(plan).weight, _player(plan)
        assert weight is not None
        answer = solved.raw
        profile: BehaviorProfile = plan.tree.lift(solved[RESTRICTED_GAME.name].lift(answer.profile))
        price = (1 - weight) / weight
        response, punishing = profile[player], profile[1 - player]
        return _answer(
            plan, self._known.strategy, response, price, punishing, answer.raw, answer.backend
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
    player, game = _player(plan), plan.game
    profile = BehaviorProfile((response, known) if player == 0 else (known, response), game)
    certificate = certify_response(game, profile, player, price, punishing)
    certificate = with_allowed(game, certificate, plan.request)
    if not certificate.exact:
        certificate = certificate.recomputed(
            allowed=certificate.allowed * (1 + float(price))
        )  # the gap of both parts
    witness = None
    if punishing is not None:
        witness = BehaviorProfile(
            (response, punishing) if player == 0 else (punishing, response), game
        )
    return plan.answer(profile, certificate, raw, backend, witness=witness)


def _concept(plan: Plan) -> SafeResponse:
    return cast("SafeResponse", plan.request.concept)


def _player(plan: Plan) -> int:
    return cast("int", _concept(plan).player)


MAXIMIN = MaximinRoute()
