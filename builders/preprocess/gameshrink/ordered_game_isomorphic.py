"""The paper's dynamic program for isomorphic nodes of the signal tree, and GameShrink by it, for small games."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np

from seqform.builders.preprocess.gameshrink.merging import UnionFind
from seqform.builders.preprocess.gameshrink.signal_tree import SignalNode, signal_tree
from seqform.models.games.abstraction import InformationFilter
from seqform.models.games.ordered import OrderedGame
from seqform.models.numbers.exact import Ints
from seqform.system.packages import require

Frequencies = dict[tuple[Fraction, ...], Fraction]
"""The probability of each outcome below a node."""


class OrderedGameIsomorphic:
    """Algorithm 1 of Gilpin & Sandholm: decides whether two nodes of a signal tree are ordered game isomorphic.

    Leaves are isomorphic if their outcomes are equal; other nodes if the bipartite graph of their children, with
    an edge where weights are equal and children isomorphic, has a perfect matching. Answers are cached.
    The test for a common parent, with which the paper's listing begins, is the caller's: the
    children that are matched never have one.

    Parameters
    ----------
    compare_frequencies : bool
        Whether to compare the frequencies of outcomes first, as they have to agree.

    Attributes
    ----------
    matchings : int
        Number of matching problems solved.

    Examples
    --------
    >>> from seqform.builders.games.ordered.poker import tiny_poker
    >>> _, ((jack, other_jack, king, _),) = signal_tree(tiny_poker("tiny-poker"), 0)
    >>> isomorphic = OrderedGameIsomorphic()
    >>> isomorphic(jack, other_jack), isomorphic(jack, king)
    (True, False)
    """

    def __init__(self, *, compare_frequencies: bool = True) -> None:
        self._compare_frequencies = compare_frequencies
        self._answers: dict[tuple[SignalNode, SignalNode], bool] = {}
        self._frequencies: dict[SignalNode, Frequencies] = {}
        self.matchings = 0

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
        if self._compare_frequencies and self.frequencies(one) != self.frequencies(other):
            return False
        graph = np.array(
            [[weight == at and self(child, node) for at, node in other.edges] for weight, child in one.edges],
            dtype=bool,
        )
        self.matchings += 1
        return has_perfect_matching(graph)

    def frequencies(self, node: SignalNode) -> Frequencies:
        """Return the probability of each outcome below a node."""
        if node not in self._frequencies:
            total: Frequencies = {} if node.outcome is None else {node.outcome: Fraction(1)}
            for weight, child in node.edges:
                for outcome, chance in self.frequencies(child).items():
                    total[outcome] = total.get(outcome, Fraction(0)) + weight * chance
            self._frequencies[node] = total
        return self._frequencies[node]


def has_perfect_matching(graph: np.ndarray[tuple[int, int], np.dtype[np.bool_]]) -> bool:
    """Return whether a bipartite graph, given by its square adjacency matrix, has a perfect matching.

    By Hopcroft and Karp's algorithm.
    """
    require("scipy.sparse")
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import maximum_bipartite_matching

    return bool(np.all(maximum_bipartite_matching(csr_array(graph), perm_type="column") >= 0))


def game_shrink_by_matching(game: OrderedGame, player: int) -> InformationFilter:
    """Return GameShrink's filter as the paper's algorithm 2 spells it out, pair by pair of siblings.

    The same filter as `game_shrink`, step by step, for small games.

    Parameters
    ----------
    player : int
        0 or 1.

    Examples
    --------
    >>> from seqform.builders.games.ordered.poker import leduc
    >>> game_shrink_by_matching(leduc("leduc"), 0)
    <InformationFilter of 'leduc': 3 / 7 classes>
    """
    _, rounds = signal_tree(game, player)
    isomorphic = OrderedGameIsomorphic()
    classes: list[Ints] = []
    for views, nodes in zip(game.views, rounds, strict=True):
        parents = classes[-1][views.parent] if classes else np.zeros(len(views), dtype=np.int64)
        sets = UnionFind(len(views))
        for one, other in combinations(range(len(views)), 2):
            siblings = parents[one] == parents[other]
            if siblings and not sets.same(one, other) and isomorphic(nodes[one], nodes[other]):
                sets.unite([one], [other])
        classes.append(sets.classes())
    return InformationFilter(game, tuple(classes))
