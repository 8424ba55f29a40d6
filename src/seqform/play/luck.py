"""Payoffs adjusted for luck: without the part of a payoff that is due to draws whose expected value is known."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.numbers.exact import Number
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.play.agents import Agent, ProfileAgent
from seqform.play.tables import GameTable, Situation, TreeSituation, TreeTable


class NodeValues:
    """The expected payoff of each player from every node of a tree on, if both follow a profile.

    Exact if the profile is. A draw of chance, or of a player who follows the profile, changes the value of the node by
    an amount whose expected value is 0, whatever the other player does. So a payoff without these changes has the same
    expected value, and most of its variance is gone if the profile is an equilibrium and the other player plays well
    (Burch, Schmid, Moravčík, Morrill & Bowling, AIVAT, AAAI 2018, without its average over hidden moves).

    Examples
    --------
    >>> import seqform as sf
    >>> game = sf.load("kuhn")
    >>> NodeValues(game, sf.solve(game, exact=True).profile).at(0, 0)
    Fraction(-1, 18)
    """

    def __init__(self, game: ExtensiveGame, profile: BehaviorProfile) -> None:
        profile = profile.bound_to(game)
        edge: Any = np.array(game.edge_probability.to_fractions(), dtype=object)
        mover = game.player[game.parent]
        mover[0] = CHANCE
        if not profile.exact:
            profile, edge = profile.to_floats(), edge.astype(np.float64)
        for player in (0, 1):
            below = np.flatnonzero(mover == player)
            edge[below] = profile[player].probabilities[game.sequences[player].at_node[below]]
        first = _backward(game, edge, 0)
        total = game.constant_sum
        second = _backward(game, edge, 1) if total is None else (total if profile.exact else float(total)) - first
        self._values = (first.tolist(), second.tolist())

    def at(self, player: int, node: int) -> Number:
        """Return the value of a node to a player."""
        value: Number = self._values[player][node]
        return value

    def adjusted(self, situations: Sequence[Situation], player: int, known: Collection[int]) -> Number:
        """Return a player's payoff at the end of a play without the luck of chance's draws and of the players `known`.

        `situations` are those from the root to the end; the players `known` follow the profile.
        """
        total: Number = situations[-1].payoffs[player]
        for here, after in pairwise(situations):
            if here.player == CHANCE or here.player in known:
                assert isinstance(here, TreeSituation) and isinstance(after, TreeSituation)
                total = total - self.at(player, after.node) + self.at(player, here.node)
        return total


def values_of(table: GameTable, agents: Sequence[Agent]) -> tuple[NodeValues, tuple[bool, ...]] | None:
    """Return the values of the first profile that an agent plays on a tree, and which agents play it; None without."""
    profiles = [agent.profile if isinstance(agent, ProfileAgent) else None for agent in agents]
    profile = next((each for each in profiles if each is not None), None)
    if profile is None or not isinstance(table, TreeTable):
        return None
    return NodeValues(table.game, profile), tuple(each is profile for each in profiles)


def _backward(game: ExtensiveGame, edge: Any, player: int) -> Any:
    """Return the values of all nodes to a player, from the leaves to the root."""
    payoffs: Any = game.leaf_payoffs[player]
    values = np.zeros(len(game), dtype=edge.dtype)
    exact = edge.dtype == object
    if exact:
        values += payoffs.to_fractions()[0] * 0  # zeros that are fractions
    values[game.leaves] = payoffs.to_fractions() if exact else payoffs.to_floats()
    for level in reversed(game.levels[1:]):
        played = level.start + np.flatnonzero(edge[level] != 0)
        np.add.at(values, game.parent[played], edge[played] * values[played])
    return values
