"""Ordered games under information filters as extensive games, with the lift of their strategies."""

from __future__ import annotations

import numpy as np

from seqform.builders.games.ordered.expansion import infoset_labels, to_extensive
from seqform.models.games.abstraction import InformationFilter, first_members
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import SequenceIndex
from seqform.models.games.ordered import OrderedGame
from seqform.models.reduced import Reduced
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy


def filtered_game(
    game: OrderedGame, filters: tuple[InformationFilter, InformationFilter], original: ExtensiveGame
) -> Reduced[ExtensiveGame, BehaviorProfile, BehaviorProfile]:
    """Return a game under the filters of both players as an extensive game, with the lift of its strategies.

    The lift lets every hand of the original game, from `to_extensive`, play as its class (Gilpin & Sandholm, theorem
    1). Where the filters are equitable an equilibrium stays one.
    """
    small = to_extensive(game, filters)

    def lift(profile: BehaviorProfile) -> BehaviorProfile:
        first, second = (
            _played(profile[player], original.sequences[player].index, _classes_of_hands(filters[player], player))
            for player in (0, 1)
        )
        return BehaviorProfile((first, second))

    return Reduced(small, lift)


def _classes_of_hands(one: InformationFilter, player: int) -> dict[str, str]:
    """Return for every information set of the original game the one at which its class moves, by their labels."""
    labels: dict[str, str] = {}
    for number, classes in enumerate(one.classes):
        views = np.arange(len(classes))
        hands = infoset_labels(one.game, player, number, views)
        representatives = infoset_labels(one.game, player, number, first_members(classes)[classes])
        labels.update(zip(hands, representatives, strict=True))
    return labels


def _played(strategy: BehaviorStrategy, index: SequenceIndex, labels: dict[str, str]) -> BehaviorStrategy:
    rows = [strategy.index.row_of[labels[name]] for name in index.infoset_names]
    start = strategy.index.first_sequence
    choices = np.concatenate([np.arange(start[row], start[row + 1]) for row in rows]) if rows else np.arange(0)
    return BehaviorStrategy(index, np.concatenate([strategy.probabilities[:1], strategy.probabilities[choices]]))
