"""Payoffs and strategies of small trees by the labels of actions and information sets."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import numpy as np

from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import Rational
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy

Behavior = Mapping[str, Mapping[str, Rational]]
"""For information sets by label the probabilities of actions; elsewhere the first action is taken."""


def payoffs_by_path(game: ExtensiveGame) -> dict[tuple[str, ...], Fraction]:
    """Return player 1's payoff at every leaf."""
    return dict(zip(map(game.path, game.leaves.tolist()), game.leaf_payoffs[0].to_fractions(), strict=True))


def labelled_profile(game: ExtensiveGame, first: Behavior, second: Behavior) -> BehaviorProfile:
    """Return the profile of two behaviors."""
    mine, theirs = (_strategy(game, player, behavior) for player, behavior in enumerate((first, second)))
    return BehaviorProfile((mine, theirs))


def _strategy(game: ExtensiveGame, player: int, behavior: Behavior) -> BehaviorStrategy:
    index = game.sequences[player].index
    shares = [Fraction(1)]
    for name, actions in zip(index.infoset_names, index.action_names, strict=True):
        here = behavior.get(name, {actions[0]: 1})
        shares += [Fraction(here.get(action, 0)) for action in actions]
    return BehaviorStrategy(index, np.array(shares))
