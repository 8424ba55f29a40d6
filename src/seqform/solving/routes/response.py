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
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.preprocess.restricted_response import restricted_game
from seqform.builders.programs.zero_sum_lp import response_lp
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
from seqform.solving.concepts import Maximin, Nash, SafeResponse, concept_of
from seqform.solving.execute import Plan, Route, Solved, Stage, building, execute, step_stages
from seqform.solving.ordered_equilibrium import OrderedEquilibrium
from seqform.solving.request import Request, require_pass, with_allowed
from seqform.solving.routes.plans import LinearRoute, require_constant_sum
from seqform.system.strategy_names import FILE, PROFILE, SOLUTION, StrategyName, parse_strategy
from seqform.verify.guarantee import certify_response, certify_safe, punishing_strategy
from seqform.verify.nash import rounding_bound

Probabilities = npt.NDArray[np.floating]
Planner = Callable[[ExtensiveGame, Request], Plan]

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


def class_opponent(game: OrderedGame, filters: Filters, classes: ClassGame, source: Any, player: int) -> ClassStrategy:
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
    rows = [other[first_members(mine)] for mine, other in zip(own.classes, theirs.classes, strict=True)]
    return ClassStrategy(classes, player, tuple(table[row] for table, row in zip(behavior, rows, strict=True)))


def _of_classes(game: OrderedGame, source: Any, player: int) -> tuple[InformationFilter, tuple[Probabilities, ...]]:
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


@dataclass(frozen=True)
class ZeroSumGames:
    """The zero-sum games whose values are the most that each player can guarantee; one if the game is constant-sum."""

    games: tuple[ExtensiveGame, ...]

    def __repr__(self) -> str:
        one_each = "one" if len(self.games) == 1 else "one for each player,"
        return f"<ZeroSumGames: {one_each} of {len(self.games[0]):,} nodes>"


def zero_sum_games(game: ExtensiveGame) -> Reduced[ZeroSumGames, tuple[BehaviorProfile, ...], Any]:
    """Return the zero-sum game of each player, with the lift to maximin strategies and to those that punish."""
    if game.constant_sum is not None:
        return Reduced(ZeroSumGames((game,)), lambda profiles: profiles * 2)
    (first, second), outcomes = game.outcomes.payoffs, game.outcomes
    pairs = ((first, -first), (-second, second))
    games = (replace(game, outcomes=replace(outcomes, payoffs=pair)) for pair in pairs)
    return Reduced(
        ZeroSumGames(tuple(games)),
        lambda profiles: (
            BehaviorProfile((profiles[0][0], profiles[1][1])),
            BehaviorProfile((profiles[1][0], profiles[0][1])),
        ),
    )


class MaximinRoute(Route):
    """The linear program, or the saddle point, of the zero-sum game of each player.

    - `planner`: The function that returns the plan of a zero-sum game.
    """

    problem, title, place = LinearProgram, "linear program for each player", "against all strategies of the opponent"

    def __init__(self, planner: Planner) -> None:
        self._planner = planner

    def refuse(self, plan: Plan) -> None:
        """Raise an error if the backend or the steps do not fit the zero-sum games."""
        for game in zero_sum_games(plan.tree.target).target.games:
            self._part(plan, game)

    def stages(self, plan: Plan) -> Iterator[Stage]:
        yield building("zero-sum games", zero_sum_games)

    def solve(self, plan: Plan, model: ZeroSumGames) -> list[Equilibrium]:
        answers = []
        for game in model.games:
            answers.append(execute(self._part(plan, game)))
            plan.phases.add(answers[-1].seconds)
        return answers

    def _part(self, plan: Plan, game: ExtensiveGame) -> Plan:
        concept = Nash(witness=False, certificate_tolerance=cast("Maximin", plan.request.concept).certificate_tolerance)
        steps = plan.steps or None if plan.game_steps else plan.request.steps
        return self._planner(game, plan.translated.part(concept, steps=steps))

    def certified(self, plan: Plan, solved: Solved, prepared: None) -> Equilibrium:
        """Return the maximin strategies, with those that punish as witness."""
        answers: list[Equilibrium] = solved.raw
        pair = solved["zero-sum games"].lift(tuple(answer.profile for answer in answers))
        profile, punishing = map(plan.tree.lift, pair)
        certificate = with_allowed(plan.game, certify_safe(plan.game, profile, punishing), plan.request)
        return plan.answer(profile, certificate, answers[0].raw, answers[0].backend, witness=punishing)


@dataclass(frozen=True, eq=False)
class Bounded:
    """A sequence form with the least guarantee of a response, if there is one."""

    form: SequenceForm
    least: Fraction | None


class ResponseRoute(LinearRoute):
    """The linear program of a best response with a least guarantee: the value of the game less the loss allowed.

    - `planner`: The function that returns the plan of an equilibrium, which gives the value.
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
            part = self._planner(plan.game, plan.request.aside(Nash(witness=False)))
            certificate = execute(part).certificate
            assert certificate.constant_sum is not None
            value = certificate.constant_sum - Fraction(certificate.best_response_values[1 - _player(plan)])
            if not certificate.exact:
                value -= Fraction(rounding_bound(plan.game))  # that the program surely has a solution
            least = value - concept.max_loss
        return Reduced(Bounded(form, least), unchanged)

    def _program(self, plan: Plan, bounded: Bounded) -> Reduced[LinearProgram, Any, Any]:
        return response_lp(bounded.form, _player(plan), self._opponent.plan.weights, bounded.least)

    def prepared(self, plan: Plan, solved: Solved) -> Any:
        """Return the response, the price of the guarantee, and the strategy that proves them."""
        player = _player(plan)
        with reading(plan.backend):
            weights, multipliers = solved[self.title].lift(solved.lifted(self.title))
            known = self._opponent.plan.weights
            form = cast("SequenceForm", solved["sequence form"].target)
            if not (isinstance(weights, ExactArray) and isinstance(known, ExactArray)):
                weights, known, multipliers = doubles(weights), doubles(known), doubles(multipliers)
            response = RealizationPlan(form.sequences[player], weights).behavior(form.gradient(player, known))
            price = multipliers[0]
            if not price > 0:
                return response, 0, None
            against = form.gradient(1 - player, weights)
            return response, price, punishing_strategy(form, 1 - player, multipliers, against)

    def certified(self, plan: Plan, solved: Solved, prepared: Any) -> Equilibrium:
        """Return the response beside the opponent's strategy, with the guarantee and the bound."""
        response, price, punishing = prepared
        found = _answer(plan, self._opponent, response, price, punishing, solved.raw, plan.backend.name)
        least = solved["value of the game"].target.least
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
        return self._planner(game, plan.request.part(concept))

    def certified(self, plan: Plan, solved: Solved, prepared: None) -> Equilibrium:
        """Return the response beside the opponent's strategy, with the guarantee and the bound."""
        weight, player = _concept(plan).weight, _player(plan)
        assert weight is not None
        profile: BehaviorProfile = solved[self.title].lift(solved.raw.profile)
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
    if not certificate.exact:
        certificate = certificate.recomputed(allowed=certificate.allowed * (1 + float(price)))  # the gap of both parts
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
        return cast("Equilibrium", execute(planner(game, request.aside(concept_of(name, {}), exact=True))))

    strategy = opponent_strategy(game, concept.opponent, 1 - cast("int", concept.player), solve)
    if request.exact and not strategy.exact:
        raise ModelError(
            "opponent: probabilities in doubles have no exact response; leave exact out, or give fractions"
        )
    return strategy if strategy.exact else strategy.normalized()
