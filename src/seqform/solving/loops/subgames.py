"""Subgames of perfect information, solved and replaced by what their best equilibria pay."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from seqform.backends import get
from seqform.backends.answers import solved_by
from seqform.backends.protocol import SolveOptions
from seqform.builders.preprocess.induction import induced
from seqform.builders.preprocess.subgames import (
    SolvedSubgame,
    hides_something,
    perfect_information_subgames,
    replace_subgames,
)
from seqform.builders.steps import Reduction, Step
from seqform.errors import SolveError
from seqform.models.answers.claims import NASH
from seqform.models.answers.equilibrium import PositionEquilibrium, PositionSolution
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.programs.solutions import RawSolution
from seqform.models.reduced import Reduced
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.models.strategies.profile_set import ObjectiveLike, objective
from seqform.solving.concepts import Concept, SubgamePerfect


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
    backend, options, solved = get("bestnash"), SolveOptions(raw={"objective": objective}), []
    for subgame in perfect_information_subgames(game):
        found = equilibrium_of(solved_by(backend, subgame.graph, options))
        first, second = found.values
        solved.append(SolvedSubgame(subgame, found.strategy, (first, second)))
    return replace_subgames(game, solved)


def equilibrium_of(solution: RawSolution) -> PositionEquilibrium:
    """Return the equilibrium of a backend for positions, or raise SolveError."""
    if not isinstance(solution, PositionSolution) or solution.equilibrium is None:
        raise SolveError(solution.status, solution)
    return solution.equilibrium


@dataclass(frozen=True)
class SolveSubgames(Step):
    """Replace maximal subgames of perfect information by the payoffs of their best subgame perfect equilibrium.

    In constant-sum games chance may move in them, and the last move, one of two, may be hidden from the next player.
    There the step is on by default for trees with many such subgames.

    Parameters
    ----------
    objective : str, Objective or callable
        As of `seqform.solving.concepts.SubgamePerfect`.
    """

    name = "solve-subgames"
    summary = "solve subgames of perfect information first, each for an objective: solve-subgames=fairest"
    message = "solving subgames of perfect information"
    preserves = (NASH, SubgamePerfect.claim)
    objective: ObjectiveLike = "social"

    def __post_init__(self) -> None:
        objective(self.objective)

    @property
    def objective_name(self) -> str:
        return objective(self.objective).name

    @property
    def claim(self) -> str:
        return objective(self.objective).claim

    def remark(self, before: ExtensiveGame, after: ExtensiveGame) -> str:
        hidden = hides_something(before).sum() > hides_something(after).sum()
        kind = "in which only the last move may be hidden" if hidden else "of perfect information"
        return f"{len(before) - len(after):,} of {len(before):,} nodes lie in subgames {kind}"

    @property
    def reductions(self) -> Mapping[type, Reduction]:
        return {ExtensiveGame: lambda game: solved_subgames(game, self.objective)}

    @property
    def spelled(self) -> str:
        return self.name if self.objective == "social" else f"{self.name}={objective(self.objective).name}"

    @classmethod
    def of_text(cls, value: str) -> Step:
        return cls(value)

    def refusal(self, concept: Concept) -> str | None:
        if getattr(concept, "weights", None) is not None:
            return "weights choose among the equilibria of the whole game"
        if getattr(concept, "chooses", False):
            return "the concept chooses among the equilibria of the whole game"
        return super().refusal(concept)
