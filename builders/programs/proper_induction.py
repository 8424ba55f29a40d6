"""Normal-form proper strategies of constant-sum games of perfect information, by backward induction in linear time."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.strategies.behavior import BehaviorStrategy


@dataclass(frozen=True, eq=False)
class ProperValues:
    """The payoffs of a player's proper strategies from every node on.

    `values` are payoffs against an opponent who makes no mistake, `gains` what the cheapest mistake adds to them, None
    where there is none. Probabilities of the player's choices are p in proportion to 1 / gain among the choices of the
    largest value, so that p times the gain is the same for all; those without a mistake get 0, unless all are so. For
    the mistakes behind different choices are different columns of the normal form, and each gains p times as much.

    References
    ----------
    Miltersen & Sørensen, Fast algorithms for finding proper strategies in game trees, SODA 2008.
    """

    game: ExtensiveGame
    player: int
    values: list[Fraction]
    gains: list[Fraction | None]

    def shares(self, node: int) -> list[Fraction] | None:
        """Return the probabilities at a node of the player, None where all choices of the largest value are as good."""
        children = _children(self.game, node)
        best = [child for child in children if self.values[child] == self.values[node]]
        total = self.gains[node]
        if total is None:
            return None
        gains = (self.gains[child] if child in best else None for child in children)
        return [Fraction(0) if gain is None else total / gain for gain in gains]

    def strategy(self) -> BehaviorStrategy:
        """Return a proper strategy, the first choice of the largest value where all of these are as good."""
        own, game = self.game.sequences[self.player], self.game
        probabilities = np.full(len(own.index), Fraction(0), dtype=object)
        probabilities[0] = Fraction(1)
        for node in np.flatnonzero(game.player == self.player).tolist():
            children = _children(game, node)
            shares = self.shares(node)
            if shares is None:
                first = next(child for child in children if self.values[child] == self.values[node])
                shares = [Fraction(int(child == first)) for child in children]
            probabilities[own.at_node[children]] = shares
        return BehaviorStrategy(own.index, probabilities)


def _children(game: ExtensiveGame, node: int) -> range:
    first = int(game.first_child[node])
    return range(first, first + int(game.num_actions[node]))


def proper_values(game: ExtensiveGame, player: int) -> ProperValues:
    """Return the values and gains of a player at all nodes of a constant-sum game of perfect information.

    Examples
    --------
    >>> from seqform.builders.games.tree import leaf, move, tree
    >>> game = tree("two traps", move(0, "trap", {
    ...     "small": move(1, "a", {"right": leaf(0), "wrong": leaf(1)}),
    ...     "large": move(1, "b", {"right": leaf(0), "wrong": leaf(3)})}))
    >>> proper_values(game, 0).strategy()["trap"]
    {'small': Fraction(3, 4), 'large': Fraction(1, 4)}
    """
    size, mover = len(game), game.player.tolist()
    values, gains = [Fraction(0)] * size, list[Fraction | None]([None] * size)
    payoffs = dict(zip(game.leaves.tolist(), game.leaf_payoffs[player].to_fractions(), strict=True))
    chances = game.edge_probability
    for node in range(size - 1, -1, -1):  # children have larger numbers
        if node in payoffs:
            values[node] = payoffs[node]
            continue
        children = _children(game, node)
        if mover[node] == CHANCE:
            shares = [chances[child] for child in children]
            values[node] = sum((p * values[c] for p, c in zip(shares, children, strict=True)), Fraction(0))
            found = [p * gain for p, c in zip(shares, children, strict=True) if p and (gain := gains[c]) is not None]
            gains[node] = min(found, default=None)
            continue
        best = max if mover[node] == player else min
        value = values[node] = best(values[child] for child in children)
        found = [gain for child in children if values[child] == value and (gain := gains[child]) is not None]
        if mover[node] == player:
            gains[node] = 1 / sum((1 / gain for gain in found), Fraction(0)) if found else None
        else:
            found += [values[child] - value for child in children if values[child] > value]
            gains[node] = min(found, default=None)
    return ProperValues(game, player, values, gains)
