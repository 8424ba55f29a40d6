"""Steps of somebody else's: on one class of models with any lift, and on games with other payoffs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from seqform.builders.steps import Step
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.positions import PositionGraph
from seqform.models.numbers.exact import ExactArray
from seqform.models.reduced import Reduced, identity_map, unchanged


@dataclass(frozen=True)
class OwnStep(Step):
    """A step of somebody else's on one class of models, which leaves the model as it is."""

    name = "own step"
    summary = "leave the model as it is"
    message = "leaving the model as it is"
    kind: type
    lift: Callable[[Any, Any], Any] = lambda model, answer: answer

    @property
    def reductions(self) -> Mapping[type, Callable[..., Reduced[Any, Any, Any]]]:
        return {self.kind: lambda model: Reduced(model, lambda answer: self.lift(model, answer))}


@dataclass(frozen=True)
class OwnSteps(Step):
    """A step of somebody else's on several classes of models, which leaves each as it is."""

    name = "own steps"
    summary = "leave models as they are"
    message = "leaving the model as it is"
    kinds: tuple[type, ...]

    @property
    def reductions(self) -> Mapping[type, Callable[..., Reduced[Any, Any, Any]]]:
        return {kind: lambda model: Reduced(model, unchanged) for kind in self.kinds}


@dataclass(frozen=True)
class ChangedPayoffs(Step):
    """A step of somebody else's that changes the payoffs of trees and graphs of positions, whose strategies it keeps.

    `change` takes a player and the payoffs of the distinct outcomes, and returns others.
    """

    name = "changed payoffs"
    summary = "change the payoffs"
    message = "changing the payoffs"
    change: Callable[[int, ExactArray], ExactArray]

    @classmethod
    def affine(
        cls, factors: Sequence[Fraction | int], shifts: Sequence[Fraction | int]
    ) -> ChangedPayoffs:
        """Return the step that multiplies each player's payoffs by a factor, and adds a constant."""

        def change(player: int, row: ExactArray) -> ExactArray:
            return ExactArray.of(
                [value * factors[player] + shifts[player] for value in row.to_fractions()]
            )

        return cls(change)

    @property
    def reductions(self) -> Mapping[type, Callable[..., Reduced[Any, Any, Any]]]:
        return {ExtensiveGame: self.changed_tree, PositionGraph: self.changed_graph}

    def changed_tree(self, game: ExtensiveGame) -> Reduced[Any, Any, Any]:
        """Return the tree with other payoffs where it ends."""
        first, second = (
            self.change(player, row) for player, row in enumerate(game.outcomes.payoffs)
        )
        return Reduced(
            replace(game, outcomes=replace(game.outcomes, payoffs=(first, second))),
            identity_map(game),
        )

    def changed_graph(self, graph: PositionGraph) -> Reduced[Any, Any, Any]:
        """Return the graph with other payoffs where it ends."""
        payoffs = tuple(self.change(player, row) for player, row in enumerate(graph.payoffs))
        return Reduced(replace(graph, payoffs=payoffs), unchanged)
