"""Subgames of perfect information, solved before the rest of a tree by backward induction or bestNash."""

from __future__ import annotations

from seqform.backends import get
from seqform.backends.answers import solved_by
from seqform.backends.protocol import SolveOptions
from seqform.builders.preprocess.induction import induced
from seqform.builders.preprocess.subgames import (
    SolvedSubgame,
    perfect_information_subgames,
    replace_subgames,
)
from seqform.errors import SolveError
from seqform.models.answers.equilibrium import PositionEquilibrium, PositionSolution
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.programs.solutions import RawSolution
from seqform.models.reduced import Reduced
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.models.strategies.profile_set import ObjectiveLike


def solved_subgames(
    game: ExtensiveGame, objective: ObjectiveLike = "social"
) -> Reduced[ExtensiveGame, BehaviorProfile, BehaviorProfile]:
    """Return a game with its perfect-information subgames solved, for a Nash equilibrium of the rest.

    Every maximal subgame of perfect information without chance is replaced by what its best subgame perfect equilibrium
    pays. Best in a subgame need not be best for the whole game, where several such subgames hang together. In a
    constant-sum game all equilibria of a subgame pay the same, and chance may move in it, and more: see `induced`.

    `objective` is the measure of an equilibrium of a subgame, as in `best_nash`; payoffs are those of the whole game. A
    Nash equilibrium of the target becomes one of the game, subgame perfect in the parts that were solved.
    """
    if game.constant_sum is not None:
        return induced(game)
    backend = get("bestnash")
    options = SolveOptions(raw={"objective": objective})
    solved = []
    for subgame in perfect_information_subgames(game):
        equilibrium = equilibrium_of(solved_by(backend, subgame.graph, options))
        first, second = equilibrium.values
        solved.append(SolvedSubgame(subgame, equilibrium.strategy, (first, second)))
    return replace_subgames(game, solved)


def equilibrium_of(solution: RawSolution) -> PositionEquilibrium:
    """Return the equilibrium of a backend for positions, or raise SolveError."""
    if not isinstance(solution, PositionSolution) or solution.equilibrium is None:
        raise SolveError(solution.status, solution)
    return solution.equilibrium
