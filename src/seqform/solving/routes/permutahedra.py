"""The route to proper equilibria of games of any sum: permutahedra of the reduced pure strategies."""

from __future__ import annotations

from typing import Any

from seqform.builders.forms.sequence_form import count_pure_strategies
from seqform.builders.programs.proper import MAX_STRATEGIES
from seqform.builders.steps import PROPER_LCP
from seqform.errors import GameError, InputError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import player_label
from seqform.models.numbers.text import rough_count
from seqform.models.programs.sequence_form import SequenceForm
from seqform.solving.execute import Plan
from seqform.solving.routes.perturbed import PathRoute
from seqform.solving.routes.proper import require_no_steps
from seqform.verify.proper import PROPER


class PermutahedronRoute(PathRoute):
    """The complementarity problem of the reduced normal form, for games of any sum."""

    builder = PROPER_LCP
    checks = (PROPER, *PathRoute.checks)

    def arguments(self, plan: Plan, form: SequenceForm) -> dict[str, Any]:
        return {}

    def require_applicable(self, plan: Plan) -> None:
        """Raise an error for steps on programs or many pure strategies, and unless the backend solves the problem."""
        require_no_steps(plan)
        if self.problem not in plan.backend.supports:
            raise InputError(
                f"backend {plan.backend.name} solves no perturbed complementarity problems: take lemke"
            )
        limit = limit_of_strategies(plan.tree.target)
        if limit:
            advice = "take quasi-perfect"
            if plan.game.constant_sum is not None:
                advice = "leave the backend out"
            raise GameError(f"{limit}: {advice}")


def limit_of_strategies(game: ExtensiveGame) -> str:
    """Return why a game has too many pure strategies for the algorithm; empty if it has not."""
    for player, own in enumerate(game.sequences):
        count = count_pure_strategies(own.index)
        if count > MAX_STRATEGIES:
            return (
                f"{game.title!r} has {rough_count(count)} reduced pure strategies of {player_label(player)}; "
                f"Lemke's algorithm computes proper equilibria with at most {MAX_STRATEGIES}"
            )
    return ""


PERMUTAHEDRA = PermutahedronRoute()
