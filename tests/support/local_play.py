"""What agents earn where they move, worked out node by node in fractions: for tiny games."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from tree_walks import expected_from

from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import ExactArray
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.models.strategies.families import EpsilonFamily


def behavior_at(family: EpsilonFamily, epsilon: Fraction) -> BehaviorProfile:
    """The behavior of a family's plans at a number ε."""
    first, second = (plan.behavior(np.zeros(0)) for plan in family.at(epsilon))
    return BehaviorProfile((first, second))


def local_values(
    game: ExtensiveGame, family: EpsilonFamily, epsilon: Fraction, player: int, row: int
) -> list[Fraction]:
    """What each action at an information set earns at a number ε if everybody else, later selves included, trembles.

    Weighted by the probability with which chance and the opponent let play reach the set.
    """
    behavior, plans = behavior_at(family, epsilon), family.at(epsilon)
    own, other = game.sequences[player], game.sequences[1 - player]
    weights = plans[1 - player].weights
    assert isinstance(weights, ExactArray)
    nodes = np.flatnonzero(game.infoset == own.infosets[row]).tolist()
    return [
        sum(
            (
                game.chance_reach[node]
                * weights[int(other.at_node[node])]
                * expected_from(game, behavior, player, int(game.first_child[node]) + action)
                for node in nodes
            ),
            Fraction(0),
        )
        for action in range(int(own.index.num_actions[row]))
    ]


def sets_with_better_actions(
    game: ExtensiveGame, profile: BehaviorProfile, family: EpsilonFamily, epsilon: Fraction
) -> dict[tuple[int, str], Fraction]:
    """The information sets at which a profile takes an action that is not locally best, and what it forgoes."""
    found = {}
    for player in (0, 1):
        index = game.sequences[player].index
        for row, name in enumerate(index.infoset_names):
            values = local_values(game, family, epsilon, player, row)
            start, stop = index.first_sequence[row : row + 2].tolist()
            used = [values[k - start] for k in range(start, stop) if profile[player].probabilities[k] > 0]
            if min(used) < max(values):
                found[player, name] = max(values) - min(used)
    return found
