"""Contraction of forced moves: information sets with one action, and chance moves with one branch."""

from __future__ import annotations

import numpy as np

from seqform.models.games.extensive import NONE, ExtensiveGame, Outcomes, breadth_first
from seqform.models.numbers.exact import Ints, Mask
from seqform.models.reduced import DECIDED, ProfileMap, Reduced, StrategyMap, identity_map
from seqform.models.strategies.behavior import BehaviorProfile


def contract_forced(game: ExtensiveGame) -> Reduced[ExtensiveGame, BehaviorProfile, BehaviorProfile]:
    """Return a game without the moves at which there is one action; strategies have the same payoffs in both.

    Payoffs on the way are paid at the end where a move with payoffs is contracted. A game in which nobody has a choice
    is left as it is.

    The lift, a `ProfileMap`, keeps every claim: forced actions have probability 1.

    Examples
    --------
    >>> from seqform.builders.games.tree import leaf, move, tree
    >>> game = tree("one way in", move(0, "door", {"open": move(1, "choice", {"l": leaf(1, 0), "r": leaf(0, 1)})}))
    >>> len(game), len(contract_forced(game).target)
    (4, 3)
    """
    forced = np.asarray(game.num_actions == 1, dtype=bool)
    if not forced.any() or forced.sum() == len(game) - 1:
        return Reduced(game, identity_map(game))
    nodes, parent, action = _kept(game, forced)
    outcome, outcomes = game.outcome[nodes], game.outcomes
    if np.any(game.outcome[forced] != NONE):
        leaf = game.is_leaf[nodes]
        outcome = np.full(len(nodes), NONE, dtype=np.int64)
        outcome[leaf] = np.searchsorted(game.leaves, nodes[leaf])
        outcomes = Outcomes(("",) * len(game.leaves), game.leaf_payoffs)
    small = breadth_first(
        title=game.title,
        players=game.players,
        parent=parent,
        action=action,
        infoset=game.infoset[nodes],
        outcome=outcome,
        information_sets=game.information_sets,
        outcomes=outcomes,
        node_labels=None if game.node_labels is None else [game.node_labels[node] for node in nodes],
        comment=game.comment,
        note=game.note,
    )
    return Reduced(small, ProfileMap((_strategy_map(game, small, nodes, 0), _strategy_map(game, small, nodes, 1))))


def _kept(game: ExtensiveGame, forced: Mask) -> tuple[Ints, Ints, Ints]:
    """Return the nodes that are kept, breadth-first in the smaller game, the place of the parent, and the action."""
    above, action, depth = game.parent.astype(np.int64), game.action.astype(np.int64), np.zeros(len(game), np.int64)
    for level in game.levels[1:]:
        parent = game.parent[level]
        skipped = forced[parent]
        above[level] = np.where(skipped, above[parent], parent)
        action[level] = np.where(skipped, action[parent], game.action[level])
        depth[level] = depth[parent] + ~skipped
    nodes = np.flatnonzero(~forced)
    nodes = nodes[np.argsort(depth[nodes], kind="stable")]
    place = np.full(len(game), NONE, dtype=np.int64)
    ordered = [nodes[:1]]
    start = 1
    place[nodes[0]] = 0
    for size in np.bincount(depth[nodes])[1:].tolist():
        here = nodes[start : start + size]
        here = here[np.lexsort((action[here], place[above[here]]))]
        place[here] = start + np.arange(size)
        ordered.append(here)
        start += size
    nodes = np.concatenate(ordered)
    parent = place[above[nodes]]
    parent[0] = NONE
    return nodes, parent, action[nodes]


def _strategy_map(game: ExtensiveGame, small: ExtensiveGame, nodes: Ints, player: int) -> StrategyMap:
    own, of_small = game.sequences[player], small.sequences[player]
    sequence = np.full(len(own.index), DECIDED, dtype=np.int64)
    sequence[0] = 0
    children = np.flatnonzero(small.player[small.parent] == player)
    children = children[children > 0]
    above = nodes[small.parent[children]]
    sequence[own.at_node[game.first_child[above] + small.action[children]]] = of_small.at_node[children]
    share = np.asarray(sequence == DECIDED, dtype=np.int64)
    return StrategyMap(own.index, of_small.index, sequence, share)
