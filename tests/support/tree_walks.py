"""Payoffs of strategies by walking the tree node by node: slow, and without a line of the code under test."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random

import numpy as np

from seqform.models import BehaviorProfile, BehaviorStrategy, ExtensiveGame, SequenceIndex


def random_strategy(index: SequenceIndex, random: Random, weights: Sequence[int] = (0, 0, 1, 2)) -> BehaviorStrategy:
    """Return a strategy of random weights, one more for an action at every set; by default it leaves out many."""
    probabilities = [Fraction(1)]
    for count in index.num_actions.tolist():
        here = [random.choice(weights) for _ in range(count)]
        here[random.randrange(count)] += 1
        probabilities += [Fraction(weight, sum(here)) for weight in here]
    return BehaviorStrategy(index, np.array(probabilities, dtype=object))


def random_profile(game: ExtensiveGame, source: int | Random) -> BehaviorProfile:
    random = source if isinstance(source, Random) else Random(source)
    first, second = (random_strategy(sequences.index, random) for sequences in game.sequences)
    return BehaviorProfile((first, second))


def edge(game: ExtensiveGame, profile: BehaviorProfile, node: int, action: int) -> Fraction:
    """Return the probability of an action at a node, by chance or by its owner's strategy."""
    owner, infoset = int(game.player[node]), int(game.infoset[node])
    if owner < 0:
        return game.information_sets.probability[int(game.information_sets.action_start[infoset]) + action]
    behavior = profile[owner][game.infoset_names[infoset]]
    return Fraction(behavior[game.action_names[infoset][action]])


def expected_from(game: ExtensiveGame, profile: BehaviorProfile, player: int, node: int = 0) -> Fraction:
    """Return a player's expected payoff from a node on, without the outcomes before it."""
    row = int(game.outcome[node])
    here = game.outcomes.payoffs[player][row] if row >= 0 else Fraction(0)
    first = int(game.first_child[node])
    below = (
        edge(game, profile, node, action) * expected_from(game, profile, player, first + action)
        for action in range(int(game.num_actions[node]))
    )
    return here + sum(below, Fraction(0))


def action_values(
    game: ExtensiveGame, profile: BehaviorProfile, player: int, weight: Callable[[int], Fraction]
) -> list[Fraction]:
    """Return for each of a player's sequences the payoff of its last action, over the nodes with their weights."""
    sequences = game.sequences[player]
    values = [Fraction(0)] * len(sequences.index)
    for node in range(1, len(game)):
        above = int(game.parent[node])
        if game.player[above] == player:
            values[int(sequences.at_node[node])] += weight(above) * expected_from(game, profile, player, node)
    return values


def received_before(game: ExtensiveGame, player: int, node: int) -> Fraction:
    """Return the payoffs of the outcomes strictly above a node."""
    total = Fraction(0)
    while node > 0:
        node = int(game.parent[node])
        row = int(game.outcome[node])
        total += game.outcomes.payoffs[player][row] if row >= 0 else Fraction(0)
    return total


def reach_without(game: ExtensiveGame, profile: BehaviorProfile, player: int, node: int) -> Fraction:
    """Return the probability of a node if one player makes every choice that leads there."""
    reach = Fraction(1)
    while node > 0:
        parent = int(game.parent[node])
        if int(game.player[parent]) != player:
            reach *= edge(game, profile, parent, node - int(game.first_child[parent]))
        node = parent
    return reach


def payoffs_by_path(game: ExtensiveGame) -> dict[tuple[str, ...], Fraction]:
    """Return player 1's payoff at every leaf."""
    return dict(zip(map(game.path, game.leaves.tolist()), game.leaf_payoffs[0].to_fractions(), strict=True))
