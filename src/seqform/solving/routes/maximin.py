"""Route to maximin strategies: a zero-sum game for each player, in which the opponent minimizes the player's payoff."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, cast

from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.programs.linear import LinearProgram
from seqform.models.reduced import Reduced
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.solving.concepts import Maximin, Nash
from seqform.solving.execute import Plan, Route, Solved, Stage, building, execute
from seqform.solving.request import Request, with_allowed
from seqform.verify.guarantee import certify_safe


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

    Parameters
    ----------
    planner : callable
        The function that returns the plan of a zero-sum game.
    """

    problem, title, place = LinearProgram, "linear program for each player", "against all strategies of the opponent"

    def __init__(self, planner: Callable[[ExtensiveGame, Request], Plan]) -> None:
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
        part = replace(plan.request, concept=concept, steps=steps, phases=plan.phases.of_part())
        return self._planner(game, part)

    def certified(self, plan: Plan, solved: Solved, prepared: None) -> Equilibrium:
        """Return the maximin strategies, with those that punish as witness."""
        answers: list[Equilibrium] = solved.raw
        pair = solved.reductions[-1].lift(tuple(answer.profile for answer in answers))
        profile, punishing = map(plan.tree.lift, pair)
        certificate = with_allowed(plan.game, certify_safe(plan.game, profile, punishing), plan.request)
        return plan.answer(profile, certificate, answers[0].raw, answers[0].backend, witness=punishing)
