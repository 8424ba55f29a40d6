"""Backward induction on the subgames of perfect information of constant-sum games, chance moves included."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from seqform.builders.preprocess.subgames import hides_something, strategy_map, subtree
from seqform.errors import GameError
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.games.infosets import ranges
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import ExactArray, Ints, Mask
from seqform.models.numbers.integers import SAFE, magnitude, widened
from seqform.models.reduced import Reduced
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.models.strategies.maps import ProfileMap, identity_map


def nodes_below_hidden_moves(game: ExtensiveGame) -> Mask:
    """Return a mask of the nodes from which on nothing is hidden, whoever moves there, leaves included.

    From these nodes on every information set is a single node. Where chance's probabilities need numbers of more than
    64 bits in an induction, nodes with a move of chance from there on do not count.
    """
    good: Mask = np.append(~hides_something(game), True)[game.infoset]  # the last one is of leaves
    if not _fits_chance(game):
        good &= game.player != CHANCE
    for level in reversed(game.levels[1:]):
        np.logical_and.at(good, game.parent[level], good[level].copy())  # a view would make numpy copy all of `good`
    return good


def _fits_chance(game: ExtensiveGame) -> bool:
    levels = sum(bool(np.any(game.player[level] == CHANCE)) for level in game.levels)
    largest = magnitude(game.leaf_payoffs[0].numerators)
    return bool((1 + largest) * game.information_sets.probability.denominator**levels < SAFE)


@dataclass(frozen=True, eq=False)
class Induction(Immutable):
    """The result of backward induction at some nodes of a constant-sum game.

    `value`, shape (n,), is player 1's expected payoff times `denominator` at these nodes, 0 elsewhere; `choice`, shape
    (n,), the number of the first best action where a player moves.
    """

    value: Ints
    denominator: int
    choice: Ints


def backward_induction(game: ExtensiveGame, good: Mask) -> Induction:
    """Return the values at nodes below which all nodes are among them, and optimal choices, in linear time."""
    payoff = game.leaf_payoffs[0]
    share = game.information_sets.probability.denominator
    has_chance = [bool(np.any(good[level] & (game.player[level] == CHANCE))) for level in game.levels]
    scale = share ** sum(has_chance)
    value = np.zeros(len(game), dtype=object if magnitude(payoff.numerators) * scale >= SAFE else np.int64)
    value[game.leaves] = widened(payoff.numerators, magnitude(payoff.numerators) * scale) * scale
    choice = np.zeros(len(game), dtype=np.int64)
    for level in reversed(game.levels):
        nodes = level.start + np.flatnonzero(good[level] & ~game.is_leaf[level])
        for player in (0, 1, CHANCE):
            here = nodes[game.player[nodes] == player]
            if len(here) == 0:
                continue
            count = game.num_actions[here]
            children, start = ranges(game.first_child[here], count), np.cumsum(count) - count
            below = value[children]
            if player == CHANCE:
                value[here] = np.add.reduceat(below // share * game.edge_probability.numerators[children], start)
                continue
            best = (np.minimum if player else np.maximum).reduceat(below, start)
            place = np.where(below == np.repeat(best, count), game.action[children], len(game))
            value[here], choice[here] = best, np.minimum.reduceat(place, start)
    return Induction(value, payoff.denominator * scale, choice)


def induced(game: ExtensiveGame) -> Reduced[ExtensiveGame, BehaviorProfile, BehaviorProfile]:
    """Return a constant-sum game whose subgames of perfect information are replaced by their values.

    Chance may move in them. An equilibrium of the smaller game with the choices of backward induction is one of the
    game, since a constant-sum subgame has one value. Whatever is below a subgame's root is decided.

    Examples
    --------
    >>> from seqform.builders.games.tree import leaf, move, tree
    >>> reply = move(1, "reply", {"high": leaf(2), "low": leaf(1)})
    >>> game = tree("pennies", move(0, "P", {
    ...     "H": move(1, "Q", {"h": reply, "t": leaf(-1)}), "T": move(1, "Q", {"h": leaf(-1), "t": leaf(1)})}))
    >>> len(game), len(induced(game).target)
    (9, 7)
    """
    if game.constant_sum is None:
        raise GameError(f"{game.title}: not constant-sum, so its subgames have no values")
    good = nodes_below_hidden_moves(game)
    within = good[game.parent]
    within[0] = False
    is_root = good & ~game.is_leaf & ~within
    roots = np.flatnonzero(is_root)
    if len(roots) == 0:
        return Reduced(game, identity_map(game))
    found = backward_induction(game, good)
    first = ExactArray(found.value[roots], found.denominator).reduced()
    both = ExactArray.of([game.constant_sum]).take(np.zeros(len(roots), dtype=np.int64))
    rest = subtree(game, np.flatnonzero(~within), roots, (first, (both - first).reduced()))
    shares = []
    for player, own in enumerate(game.sequences):
        decided = np.flatnonzero(good & (game.player == player))
        share = np.zeros(len(own.index), dtype=np.int64)
        share[own.at_node[game.first_child[decided] + found.choice[decided]]] = 1
        shares.append(strategy_map(rest, ExactArray(share), player))
    return Reduced(rest.game, ProfileMap((shares[0], shares[1])))
