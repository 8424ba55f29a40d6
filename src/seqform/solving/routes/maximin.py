"""The route to maximin strategies: those of a zero-sum game for each player, in which the opponent minimizes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from seqform.builders.preprocess.constant_sum import ZeroSumGames
from seqform.builders.steps import ZERO_SUM_GAMES
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import player_label
from seqform.models.programs.linear import LinearProgram
from seqform.solving.chain import Solved, Stage, building
from seqform.solving.concepts import Maximin
from seqform.solving.execute import Plan, Route, execute_part
from seqform.solving.request import with_allowed
from seqform.solving.routes.plans import nash_part
from seqform.verify.guarantee import certify_safe


class MaximinRoute(Route):
    """The linear program, or the saddle point, of the zero-sum game of each player, by a plan of its own."""

    problem = LinearProgram
    title = "linear program for each player"
    place = "against all strategies of the opponent"

    def require_applicable(self, plan: Plan) -> None:
        """Raise an error if the backend or the steps do not fit the zero-sum games."""
        for game in ZERO_SUM_GAMES(plan.tree.target).target.games:
            self._part(plan, game)

    def stages(self, plan: Plan) -> Iterator[Stage]:
        yield building(ZERO_SUM_GAMES)

    def solve(self, plan: Plan, model: ZeroSumGames) -> list[Equilibrium]:
        answers = []
        for player, game in enumerate(model.games):
            part = self._part(plan, game)
            answer: Equilibrium = execute_part(part, f"zero-sum game of {player_label(player)}")
            plan.phases.add(answer.seconds)
            answers.append(answer)
        return answers

    def _part(self, plan: Plan, game: ExtensiveGame) -> Plan:
        """Return the plan for the zero-sum game of one player."""
        tolerance = cast("Maximin", plan.request.concept).certificate_tolerance
        return nash_part(plan, game, tolerance)

    def certified(self, plan: Plan, solved: Solved, prepared: None) -> Equilibrium:
        """Return the maximin strategies, with those that punish as witness."""
        answers: list[Equilibrium] = solved.raw
        pair = solved[ZERO_SUM_GAMES.name].lift(tuple(answer.profile for answer in answers))
        profile, punishing = map(plan.tree.lift, pair)
        certificate = certify_safe(plan.game, profile, punishing)
        certificate = with_allowed(plan.game, certificate, plan.request)
        first = answers[0]  # of two games the status is that of player 0's
        return plan.answer(profile, certificate, first.raw, first.backend, witness=punishing)


MAXIMIN = MaximinRoute()
