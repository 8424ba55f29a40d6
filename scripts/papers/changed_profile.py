"""Profiles that differ from others at some information sets."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy

Behavior = Mapping[tuple[int, str], Mapping[str, Fraction | int | float]]
"""For a player (0 or 1) and an information set, the probabilities of actions; those left out are 0."""


def changed(profile: BehaviorProfile, behavior: Behavior) -> BehaviorProfile:
    """Return a profile with other behavior at some information sets."""
    probabilities = [strategy.probabilities.copy() for strategy in (profile[0], profile[1])]
    for (player, infoset), shares in behavior.items():
        index = profile[player].index
        row = index.row_of[infoset]
        start = int(index.first_sequence[row])
        for place, action in enumerate(index.action_names[row]):
            probabilities[player][start + place] = Fraction(shares.get(action, 0))
    return BehaviorProfile(
        (
            BehaviorStrategy(profile[0].index, probabilities[0]),
            BehaviorStrategy(profile[1].index, probabilities[1]),
        )
    )
