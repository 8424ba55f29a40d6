"""Whether players go on reasonably everywhere, worked out node by node from the definition: for tiny games."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from tree_walks import edge, expected_from

from seqform.models.games.extensive import ExtensiveGame
from seqform.models.strategies.assessment import EpsilonFamily

Polynomial = list[Fraction]


def regrets(game: ExtensiveGame, family: EpsilonFamily) -> dict[str, Fraction]:
    """Return for every information set how much its owner could gain there by one other choice, at the limit.

    Everybody plays the limit of the family, and beliefs are the limits of the nodes' conditional probabilities: all
    gains are zero in a sequential equilibrium (Miltersen & Sørensen 2006, section 2.2).
    """
    limit, found = family.limit, {}
    for infoset, nodes in _information_sets(game).items():
        player = int(game.player[nodes[0]])
        beliefs = _limits_of_shares([_reach(game, family, node) for node in nodes])
        worth = [
            sum(
                (
                    belief * expected_from(game, limit, player, int(game.first_child[node]) + action)
                    for node, belief in zip(nodes, beliefs, strict=True)
                ),
                Fraction(0),
            )
            for action in range(int(game.num_actions[nodes[0]]))
        ]
        kept = sum((edge(game, limit, nodes[0], action) * part for action, part in enumerate(worth)), Fraction(0))
        found[game.infoset_names[infoset]] = max(worth) - kept
    return found


def _information_sets(game: ExtensiveGame) -> dict[int, list[int]]:
    nodes_of: dict[int, list[int]] = defaultdict(list)
    for node in range(len(game)):
        if game.player[node] >= 0:
            nodes_of[int(game.infoset[node])].append(node)
    return nodes_of


def _reach(game: ExtensiveGame, family: EpsilonFamily, node: int) -> Polynomial:
    """Return the probability of a node as a polynomial in ε."""
    product = [game.chance_reach[node]]
    for player in (0, 1):
        weight = family[player].weights[int(game.sequences[player].at_node[node])]
        longer = [Fraction(0)] * (len(product) + len(weight) - 1)
        for i, one in enumerate(product):
            for j, other in enumerate(weight):
                longer[i + j] += one * other
        product = longer
    return product


def _limits_of_shares(parts: list[Polynomial]) -> list[Fraction]:
    """Return what part / (sum of all parts) tends to as ε falls to 0."""
    for order in range(len(parts[0])):
        total = sum((part[order] for part in parts), Fraction(0))
        if total:
            return [part[order] / total for part in parts]
    return [Fraction(1, len(parts))] * len(parts)
