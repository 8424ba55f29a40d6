"""Extensive games of perfect information as trees of positions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.errors import GameError, ModelError
from seqform.models.games.extensive import CHANCE, NONE, ExtensiveGame
from seqform.models.games.positions import END, PositionGraph, PositionStrategy, distinct_outcomes
from seqform.models.numbers.exact import ExactArray, Ints, Mask
from seqform.models.numbers.text import counted
from seqform.models.reduced import Reduced
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy


def nodes_in_set(game: ExtensiveGame) -> Ints:
    """Return the number of nodes of each information set, shape (h,)."""
    return np.bincount(game.infoset[~game.is_leaf], minlength=len(game.information_sets)).astype(np.int64)


def is_perfect_information(game: ExtensiveGame) -> bool:
    """Return whether every information set of a player is a single node.

    Examples
    --------
    >>> from seqform.builders.games.catalog import make
    >>> is_perfect_information(make("kuhn")), is_perfect_information(make("tic-tac-toe"))
    (False, True)
    """
    return not _hides_something(game).any()


def perfect_information(game: ExtensiveGame) -> Reduced[PositionGraph, PositionStrategy, BehaviorProfile]:
    """Return a game of perfect information as a tree of positions, for backward induction.

    Parameters
    ----------
    game : ExtensiveGame
        With or without chance.

    Returns
    -------
    Reduced
        The tree, whose positions are the game's nodes with the game's numbers and whose payoffs include the outcomes on
        the way. `lift` returns a strategy as an exact behavior profile. Both take linear time.

    Examples
    --------
    >>> from seqform.builders.games.tree import leaf, move, tree
    >>> game = tree("ultimatum", move(1, "offer", {"half": leaf(1, 1), "less": move(2, "reply", {
    ...     "yes": leaf(2, 0), "no": leaf(0, 0)})}))
    >>> step = perfect_information(game)
    >>> step.target
    <PositionGraph 'ultimatum': a tree of 5 positions>
    >>> profile = step.lift(PositionStrategy.pure(step.target, np.array([1, -1, 0, -1, -1])))
    >>> profile[0]["offer"]
    {'half': Fraction(0, 1), 'less': Fraction(1, 1)}
    """
    hidden = _hides_something(game)
    if hidden.any():
        infoset = int(np.argmax(hidden))
        raise GameError(
            f"{game.title or 'this game'} is not of perfect information: information set "
            f"{game.infoset_names[infoset]!r} of player {int(game.information_sets.player[infoset]) + 1} has "
            f"{counted(int(nodes_in_set(game)[infoset]), 'node')}; concepts 'nash' and 'quasi-perfect' solve such games"
        )
    graph = tree_of_positions(game, np.arange(len(game)), distinct_outcomes(game.leaf_payoffs))

    def lift(strategy: PositionStrategy) -> BehaviorProfile:
        require_strategy_for(graph, strategy)
        first, second = (_behavior(game, player, strategy) for player in (0, 1))
        return BehaviorProfile((first, second))

    return Reduced(graph, lift)


LeafOutcomes = tuple[npt.NDArray[np.int32], tuple[ExactArray, ...]]
"""The row of every leaf among the distinct outcomes of a game, and those: see `distinct_outcomes`."""


def tree_of_positions(game: ExtensiveGame, nodes: Ints, leaf_outcomes: LeafOutcomes) -> PositionGraph:
    """Return a node and all nodes below it, ascending, as a tree of positions numbered in this order."""
    rows, payoffs = leaf_outcomes
    over = game.is_leaf[nodes]
    reached, row = np.unique(rows[np.searchsorted(game.leaves, nodes[over])], return_inverse=True)
    outcome = np.full(len(nodes), NONE, dtype=np.int32)
    outcome[over] = row
    return PositionGraph(
        title=game.title,
        players=game.players,
        player=np.where(over, END, game.player[nodes]).astype(np.int8),
        first_move=np.append(0, np.cumsum(game.num_actions[nodes])),
        child=np.arange(1, len(nodes), dtype=np.int32),
        outcome=outcome,
        payoffs=tuple(payoff.take(reached) for payoff in payoffs),
        probability=game.edge_probability.take(nodes[1:]) if np.any(game.player[nodes] == CHANCE) else None,
        move_label=lambda position, move: game.action_names[int(game.infoset[nodes[position]])][move],
        source=game,
        note=game.note,
    )


Parts = Sequence[tuple[Ints, PositionStrategy]]
"""Strategies at some nodes of a game, each an information set by itself: the node of every position of each."""


def enter_choices(game: ExtensiveGame, player: int, parts: Parts, probabilities: npt.NDArray[Any]) -> None:
    """Enter choices at a player's nodes into the probabilities of the player's sequences, zero before at these."""
    sequence_of = game.sequences[player].at_node
    nodes = np.concatenate([nodes for nodes, _ in parts])
    choice = np.concatenate([strategy.choice for _, strategy in parts])
    own = game.player[nodes] == player
    probabilities[sequence_of[game.first_child[nodes[own]] + choice[own]]] = Fraction(1)
    for nodes, strategy in parts:
        lotteries = zip(strategy.mixed, strategy.other, strategy.probability.to_fractions(), strict=True)
        for place, other, share in lotteries:
            node = nodes[place]
            if game.player[node] == player:
                probabilities[sequence_of[game.first_child[node] + strategy.choice[place]]] -= share
                probabilities[sequence_of[game.first_child[node] + other]] += share


def require_strategy_for(graph: PositionGraph, strategy: PositionStrategy) -> None:
    """Raise `ModelError` if a strategy is for another graph."""
    if strategy.graph is not graph:
        raise ModelError(f"strategy: one for {graph!r} expected, not for {strategy.graph!r}")


def _hides_something(game: ExtensiveGame) -> Mask:
    """Return a mask of the information sets of players with several nodes."""
    return np.asarray((game.information_sets.player != CHANCE) & (nodes_in_set(game) > 1), dtype=bool)


def _behavior(game: ExtensiveGame, player: int, strategy: PositionStrategy) -> BehaviorStrategy:
    index = game.sequences[player].index
    probabilities = np.full(len(index), Fraction(0))
    probabilities[0] = Fraction(1)
    enter_choices(game, player, [(np.arange(len(game)), strategy)], probabilities)
    return BehaviorStrategy(index, probabilities)
