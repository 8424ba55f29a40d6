"""All pure subgame perfect equilibria of a small game of perfect information, by enumeration of the pure profiles."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod

import numpy as np

from seqform.models.games.extensive import CHANCE, ExtensiveGame

Payoffs = tuple[Fraction, Fraction]


def number_of_pure_profiles(game: ExtensiveGame) -> int:
    """Return the number of pure profiles that the enumeration goes through."""
    return prod(int(game.num_actions[node]) for node in decision_nodes(game))


def pure_equilibrium_payoffs(game: ExtensiveGame) -> set[Payoffs]:
    """Return the payoffs of all pure subgame perfect equilibria, each profile checked by the definition.

    In every subgame, one that chance reaches with probability 0 included, each player's expected payoff is compared
    with the largest over all of the player's plans in the subgame.
    """
    return set(_payoffs_of_equilibria(game))


def decision_nodes(game: ExtensiveGame) -> list[int]:
    """Return the nodes at which a player moves."""
    return np.flatnonzero(game.player >= 0).tolist()


def children(game: ExtensiveGame, node: int) -> list[int]:
    """Return the children of a node, in the order of its actions."""
    first = int(game.first_child[node])
    return list(range(first, first + int(game.num_actions[node])))


def _payoffs_of_equilibria(game: ExtensiveGame) -> Iterator[Payoffs]:
    nodes = decision_nodes(game)
    for moves in product(*(children(game, node) for node in nodes)):
        following = dict(zip(nodes, moves, strict=True))
        values = [_values(game, player, following, free=False) for player in (0, 1)]
        if all(values[player] == _values(game, player, following, free=True) for player in (0, 1)):
            yield values[0][0], values[1][0]


def _values(game: ExtensiveGame, player: int, following: dict[int, int], *, free: bool) -> list[Fraction]:
    """Return a player's expected payoff from every node, by the profile or (`free`) by the best plan against it."""
    payoffs = dict(zip(game.leaves.tolist(), game.leaf_payoffs[player].to_fractions(), strict=True))
    values = [Fraction(0)] * len(game)
    for node in reversed(range(len(game))):
        if node in payoffs:
            values[node] = payoffs[node]
        elif game.player[node] == CHANCE:
            values[node] = sum(
                (game.edge_probability[child] * values[child] for child in children(game, node)), Fraction(0)
            )
        elif free and game.player[node] == player:
            values[node] = max(values[child] for child in children(game, node))
        else:
            values[node] = values[following[node]]
    return values
