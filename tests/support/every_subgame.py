"""Subgames and the gains of deviations in them, by walking the tree from the definitions: for small games."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import numpy as np
from tree_walks import edge, expected_from

from seqform.models import BehaviorProfile, ExactArray, ExtensiveGame
from seqform.models.games.positions import PositionGraph, PositionStrategy

Weighted = list[tuple[int, Fraction]]
"""Nodes, with the probability that chance and the opponent lead to each."""


def largest_gain(game: ExtensiveGame, profile: BehaviorProfile) -> Fraction:
    """Return the most that a player gains by deviating in a subgame, whether play reaches it or not."""
    gains = [
        best_reply(game, profile, player, [(root, Fraction(1))]) - expected_from(game, profile, player, root)
        for root in subgame_roots_by_definition(game)
        for player in (0, 1)
    ]
    return max([Fraction(0), *gains])


def subgame_roots_by_definition(game: ExtensiveGame) -> list[int]:
    """Return the inner nodes below which no information set of a player lies in part only."""
    below: list[set[int]] = [{node} for node in range(len(game))]
    for node in reversed(range(1, len(game))):
        below[int(game.parent[node])] |= below[node]
    sets = [set(np.flatnonzero(game.infoset == row).tolist()) for row in range(len(game.information_sets))]
    return [
        root
        for root in np.flatnonzero(~game.is_leaf).tolist()
        if all(sets[int(game.infoset[node])] <= below[root] for node in below[root] if game.player[node] >= 0)
    ]


def best_reply(game: ExtensiveGame, profile: BehaviorProfile, player: int, nodes: Weighted) -> Fraction:
    """Return the value of a player's best plan from some nodes on, which follow the same own choices."""
    total, open_nodes = Fraction(0), list(nodes)
    own: dict[int, Weighted] = defaultdict(list)
    while open_nodes:
        node, weight = open_nodes.pop()
        outcome = int(game.outcome[node])
        if outcome >= 0:
            total += weight * game.outcomes.payoffs[player][outcome]
        if game.player[node] == player:
            own[int(game.infoset[node])].append((node, weight))
            continue
        first = int(game.first_child[node])
        actions = range(int(game.num_actions[node]))
        open_nodes.extend((first + action, weight * edge(game, profile, node, action)) for action in actions)
    for members in own.values():
        choices = range(int(game.num_actions[members[0][0]]))
        total += max(
            best_reply(game, profile, player, [(int(game.first_child[node]) + k, weight) for node, weight in members])
            for k in choices
        )
    return total


def random_moves(graph: PositionGraph, seed: int) -> PositionStrategy:
    """Return moves, and lotteries at about half of the positions that allow one."""
    source = np.random.default_rng(seed)
    sizes = np.diff(graph.first_move)
    choice = np.where(graph.player >= 0, source.integers(0, np.maximum(sizes, 1)), -1).astype(np.int32)
    mixed = np.flatnonzero((graph.player >= 0) & (sizes > 1) & (source.random(len(graph)) < 0.5))
    other = ((choice[mixed] + source.integers(1, sizes[mixed])) % sizes[mixed]).astype(np.int32)
    return PositionStrategy(graph, choice, mixed, other, ExactArray(source.integers(0, 8, len(mixed)), 7))
