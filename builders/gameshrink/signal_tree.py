"""The signal tree written out node by node, for games small enough."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from seqform.builders.gameshrink.payoff_directions import payoff_directions
from seqform.errors import GameError
from seqform.models.deals import Deals
from seqform.models.ordered_game import OrderedGame

MAX_NODES = 200_000
"""Larger trees are not written out: their types are found without (`signal_types`)."""


@dataclass(frozen=True, eq=False)
class SignalNode:
    """A node of a signal tree.

    Attributes
    ----------
    edges : tuple of (Fraction, SignalNode)
        The children with the probabilities of the edges to them; none at a leaf.
    outcome : tuple of numbers, or None
        At a leaf what it is worth: leaves are isomorphic if these are equal.
    """

    edges: tuple[tuple[Fraction, SignalNode], ...] = ()
    outcome: tuple[Fraction, ...] | None = None


def signal_tree(game: OrderedGame, player: int) -> tuple[SignalNode, tuple[tuple[SignalNode, ...], ...]]:
    """Return the root of the signal tree as a player sees it, and the nodes of every round's views.

    A leaf's outcome begins with its round, so that leaves of different rounds are never alike, and then lists both
    players' payoffs at all ends and histories, less what does not depend on signals.

    Parameters
    ----------
    game : OrderedGame
    player : int
        0 or 1.

    Raises
    ------
    GameError
        If the tree has more than `MAX_NODES` nodes.

    Examples
    --------
    >>> from seqform.builders.games.ordered.poker_games import kuhn
    >>> root, (cards,) = signal_tree(kuhn("kuhn"), 0)
    >>> len(root.edges), [[int(leaf.outcome[1]) for _, leaf in card.edges] for card in cards]
    (3, [[2, 2], [-2, 2], [-2, -2]])
    """
    total = sum(game.num_deals(number) + len(game.views[number]) for number in range(len(game.rounds)))
    if total > MAX_NODES:
        raise GameError(f"{game.title}: a signal tree of {total:,} nodes is not written out; game_shrink needs none")
    rounds: list[tuple[SignalNode, ...]] = []
    for number in reversed(range(len(game.rounds))):
        deals = game.deals(number)
        leaves = _leaves(game, player, number, deals)
        views = _edges_above(game, player, number + 1, rounds[-1]) if rounds else [[] for _ in leaves]
        rounds.append(tuple(SignalNode((*later, *now)) for later, now in zip(views, leaves, strict=True)))
    root = SignalNode(tuple(_edges_above(game, player, 0, rounds[-1])[0]))
    return root, tuple(reversed(rounds))


Edges = list[tuple[Fraction, SignalNode]]


def _edges_above(game: OrderedGame, player: int, number: int, nodes: tuple[SignalNode, ...]) -> list[Edges]:
    """Return what leads from every view of the round before to the given views' nodes."""
    views = game.views[number]
    here = _view_chances(game.deals(number), player, len(views))
    above = _view_chances(game.deals(number - 1), player, len(game.views[number - 1])) if number else [Fraction(1)]
    parents = views.parent.tolist() if number else [0] * len(views)
    edges: list[Edges] = [[] for _ in above]
    for parent, chance, node in zip(parents, here, nodes, strict=True):
        edges[parent].append((chance / above[parent], node))
    return edges


def _leaves(game: OrderedGame, player: int, number: int, deals: Deals) -> list[Edges]:
    edges: list[Edges] = [[] for _ in game.views[number].signals]
    if not len(payoff_directions(game, number)):
        return edges
    views = game.views[number]
    values = np.stack([feature.values(deals, (views, views)) for feature in game.features[1:]]).astype(object)
    table = game.payoffs[number]
    worth = np.unique(np.moveaxis(table.numerators, 1, 3)[..., 1:].reshape(-1, len(values)), axis=0).astype(object)
    payoffs = (worth @ values).T.tolist()
    chances = _view_chances(deals, player, len(edges))
    for place, (view, payoff) in enumerate(zip(deals.view[player].tolist(), payoffs, strict=True)):
        outcome = (Fraction(number), *(Fraction(one, table.denominator) for one in payoff))
        edges[view].append((deals.probability[place] / chances[view], SignalNode(outcome=outcome)))
    return edges


def _view_chances(deals: Deals, player: int, size: int) -> list[Fraction]:
    total = deals.probability.sum_by(deals.view[player], size)
    return [total[view] for view in range(size)]
