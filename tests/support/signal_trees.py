"""The signal tree of small ordered games, node by node, and GameShrink by the paper's dynamic program."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_bipartite_matching

from seqform.builders.preprocess.gameshrink import payoff_directions
from seqform.models.games.abstraction import InformationFilter, numbered
from seqform.models.games.ordered import OrderedGame
from seqform.models.games.signals import Deals
from seqform.models.numbers.exact import Ints


@dataclass(frozen=True, eq=False)
class SignalNode:
    """A node of a signal tree: its children with the probabilities of the edges, or the payoffs at a leaf.

    Leaves are isomorphic if their outcomes are equal.
    """

    edges: tuple[tuple[Fraction, SignalNode], ...] = ()
    outcome: tuple[Fraction, ...] | None = None


def signal_tree(game: OrderedGame, player: int) -> tuple[SignalNode, tuple[tuple[SignalNode, ...], ...]]:
    """Return the root of the signal tree as a player sees it, and the nodes of every round's views.

    A leaf's outcome begins with its round, so that leaves of different rounds are never alike, and then lists both
    players' payoffs at all ends and histories, without the parts that do not depend on signals.
    """
    rounds: list[tuple[SignalNode, ...]] = []
    for number in reversed(range(len(game.rounds))):
        deals = game.deals(number)
        leaves = _leaves(game, player, number, deals)
        views = _edges_above(game, player, number + 1, rounds[-1]) if rounds else [[] for _ in leaves]
        rounds.append(tuple(SignalNode((*later, *now)) for later, now in zip(views, leaves, strict=True)))
    root = SignalNode(tuple(_edges_above(game, player, 0, rounds[-1])[0]))
    return root, tuple(reversed(rounds))


ChildEdges = list[tuple[Fraction, SignalNode]]


def _edges_above(game: OrderedGame, player: int, number: int, nodes: tuple[SignalNode, ...]) -> list[ChildEdges]:
    """Return the edges from every view of the round before to the given views' nodes."""
    views = game.views[number][player]
    here = _chances_of_views(game.deals(number), player, len(views))
    above = [Fraction(1)]
    if number:
        above = _chances_of_views(game.deals(number - 1), player, len(game.views[number - 1][player]))
    parents = views.parent.tolist() if number else [0] * len(views)
    edges: list[ChildEdges] = [[] for _ in above]
    for parent, chance, node in zip(parents, here, nodes, strict=True):
        edges[parent].append((chance / above[parent], node))
    return edges


def _leaves(game: OrderedGame, player: int, number: int, deals: Deals) -> list[ChildEdges]:
    edges: list[ChildEdges] = [[] for _ in game.views[number][player].signals]
    leaves: dict[tuple[int, ...], SignalNode] = {}  # equal ones are one node, which saves comparisons
    if not len(payoff_directions(game, number)):
        return edges
    views = game.views[number]
    values = np.stack([feature.values(deals, views) for feature in game.features[1:]]).astype(object)
    table = game.payoffs[number]
    worth = np.unique(np.moveaxis(table.numerators, 1, 3)[..., 1:].reshape(-1, len(values)), axis=0).astype(object)
    payoffs = (worth @ values).T.tolist()
    chances = _chances_of_views(deals, player, len(edges))
    for place, (view, payoff) in enumerate(zip(deals.view[player].tolist(), map(tuple, payoffs), strict=True)):
        if payoff not in leaves:
            leaves[payoff] = SignalNode(outcome=(Fraction(number), *(Fraction(x, table.denominator) for x in payoff)))
        edges[view].append((deals.probability[place] / chances[view], leaves[payoff]))
    return edges


def _chances_of_views(deals: Deals, player: int, size: int) -> list[Fraction]:
    total = deals.probability.sum_by(deals.view[player], size)
    return [total[view] for view in range(size)]


class OrderedGameIsomorphic:
    """Algorithm 1 of Gilpin & Sandholm: decides whether two nodes of a signal tree are ordered game isomorphic.

    Leaves are isomorphic if their outcomes are equal; other nodes if the bipartite graph of their children, with an
    edge where weights are equal and children isomorphic, has a perfect matching. The test for a common parent, with
    which the paper's listing begins, is the caller's: the children that are matched never have one. Frequencies of
    outcomes have to agree; they may be compared first, which saves matchings.
    """

    def __init__(self) -> None:
        self._answers: dict[tuple[SignalNode, SignalNode], bool] = {}

    def __call__(self, one: SignalNode, other: SignalNode) -> bool:
        """Return whether the subtrees are isomorphic."""
        if one is other:
            return True
        if not one.edges or not other.edges:
            return not one.edges and not other.edges and one.outcome == other.outcome
        if (one, other) not in self._answers:
            answer = self._children_match(one, other)
            self._answers[one, other] = self._answers[other, one] = answer
        return self._answers[one, other]

    def _children_match(self, one: SignalNode, other: SignalNode) -> bool:
        if len(one.edges) != len(other.edges):
            return False
        graph: list[list[bool]] = []
        for weight, child in one.edges:
            graph.append([weight == at and self(child, node) for at, node in other.edges])
            if not any(graph[-1]):
                return False
        matching = maximum_bipartite_matching(csr_array(np.array(graph)), perm_type="column")
        return bool(np.all(matching >= 0))


def game_shrink_by_matching(game: OrderedGame, player: int) -> InformationFilter:
    """Return GameShrink's filter as the paper's algorithm 2 spells it out, pair by pair of siblings."""
    _, rounds = signal_tree(game, player)
    isomorphic = OrderedGameIsomorphic()
    classes: list[Ints] = []
    for (views, _), nodes in zip(game.views, rounds, strict=True):
        parents = classes[-1][views.parent] if classes else np.zeros(len(views), dtype=np.int64)
        united = np.arange(len(views))
        for one, other in combinations(range(len(views)), 2):
            siblings = parents[one] == parents[other]
            if siblings and united[one] != united[other] and isomorphic(nodes[one], nodes[other]):
                united[united == united[other]] = united[one]
        classes.append(numbered(united))
    return InformationFilter(game, tuple(classes))
