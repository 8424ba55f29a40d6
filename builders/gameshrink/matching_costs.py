"""What it costs to take two nodes of the signal tree for one another: the knob of lossy abstraction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from seqform.builders.gameshrink.signal_types import Edges, RoundTypes, signal_types
from seqform.models.exact import Floats, Ints
from seqform.models.ordered_game import OrderedGame
from seqform.system.packages import require

ROUNDING = 1e-12
"""How far a sum in floating point may miss a threshold that it equals."""


class MatchingCosts:
    """Costs of perfect matchings between nodes' children (Gilpin & Sandholm, "State-space approximations").

    Two leaves cost the largest difference between their payoffs, over both players and all ends and histories, divided
    by the largest such difference in the game: with showdowns, 1 between a win and a loss, 1/2 between a tie and
    either. Two nodes cost the least that a bijection of their children does, which must keep
    weights, the children's costs being averaged by weight; where a round has both leaves and later views below, the
    larger of the two counts. Nodes whose edges have different weights cost infinitely much.

    So costs are distances: isomorphic nodes have cost 0, others more, and the triangle inequality holds.
    Nodes are known by their isomorphism types, on which alone costs depend.

    Parameters
    ----------
    rounds : tuple of RoundTypes
    """

    def __init__(self, rounds: tuple[RoundTypes, ...]) -> None:
        self._rounds = rounds
        self._unit = max((float(np.ptp(one.positions, axis=0).max(initial=0)) for one in rounds), default=0) or 1.0
        self._profiles = _profiles(rounds, self._unit)
        self._known: dict[tuple[int, int, int], float] = {}
        self.matchings = 0

    @property
    def largest(self) -> float:
        """No cost is higher."""
        edges = [one for each in self._rounds for one in (each.leaves, each.children) if one is not None]
        return 1.0 if all(one.equally_likely for one in edges) else np.inf

    def between(self, number: int, first: Ints, second: Ints) -> Floats:
        """Return the costs between types of round `number` (from 0), an array of shape (len(first), len(second))."""
        if self.bound_is_cost(number):
            return self.bounds(number, first, second)
        return np.array(
            [[self.cost(number, one, other) for other in second.tolist()] for one in first.tolist()], dtype=np.float64
        ).reshape(len(first), len(second))

    def cost(self, number: int, one: int, other: int) -> float:
        """Return the cost between two types of round `number` (from 0)."""
        if one == other:
            return 0.0
        key = number, min(one, other), max(one, other)
        if key not in self._known:
            self._known[key] = self._cost(*key)
        return self._known[key]

    def within(self, number: int, one: int, other: int, threshold: float) -> bool:
        """Tell whether two types cost no more than a threshold."""
        return self.cost(number, one, other) <= threshold + ROUNDING

    def candidates(self, number: int, types: Ints, threshold: float) -> Iterator[tuple[int, Ints, Floats]]:
        """Return for each type, by its place, the places of later ones that may be within a threshold, and bounds.

        This is the paper's necessary condition: frequencies of outcomes are compared before anything is matched.
        """
        for one in range(len(types) - 1):
            bounds = self.bounds(number, types[one : one + 1], types[one + 1 :])[0]
            near = np.flatnonzero(bounds <= threshold + ROUNDING)
            if len(near):
                yield one, near + one + 1, bounds[near]

    def bounds(self, number: int, first: Ints, second: Ints) -> Floats:
        """Return lower bounds on costs: what it takes to move one distribution of outcomes into the other.

        A matching of the children, taken down to the leaves, is one way of moving them.
        """
        require("scipy.spatial.distance")
        from scipy.spatial.distance import cdist

        least = np.zeros((len(first), len(second)))
        for profile in self._profiles[number]:
            np.maximum(least, cdist(profile[first], profile[second], "cityblock"), out=least)
        return least

    def bound_is_cost(self, number: int) -> bool:
        """Tell whether the bounds of a round are the costs.

        They are at the end of the game if payoffs are multiples of one number and leaves equally likely: matching
        such numbers in their order is best.
        """
        here = self._rounds[number]
        return here.children is None and (
            here.leaves is None or (here.positions.shape[1] == 1 and here.leaves.equally_likely)
        )

    def _cost(self, number: int, one: int, other: int) -> float:
        here = self._rounds[number]
        costs = []
        if here.leaves is not None:
            costs.append(self._matching(here.leaves, one, other, number, leaves=True))
        if here.children is not None:
            costs.append(self._matching(here.children, one, other, number + 1, leaves=False))
        return max(costs, default=0.0)

    def _matching(self, edges: Edges, one: int, other: int, number: int, *, leaves: bool) -> float:
        require("scipy.optimize")
        from scipy.optimize import linear_sum_assignment

        # What both have is matched with itself: by the triangle inequality nothing is gained by a detour.
        left, right = _differences(edges.rows[one].tolist(), edges.rows[other].tolist())
        if not left:
            return 0.0
        self.matchings += 1
        (first, rows), (second, columns) = (np.unique(labels, return_inverse=True) for labels in (left, right))
        weight, weight_there = first // edges.num_targets, second // edges.num_targets
        targets = first % edges.num_targets, second % edges.num_targets
        table = self._between_outcomes(number, *targets) if leaves else self.between(number, *targets)
        costs = table * edges.weights[weight][:, None]
        costs[weight[:, None] != weight_there] = np.inf
        costs = costs[np.ix_(rows, columns)]
        try:
            chosen = linear_sum_assignment(costs)
        except ValueError:  # no matching avoids the infinite costs
            return np.inf
        return float(costs[chosen].sum())

    def _between_outcomes(self, number: int, first: Ints, second: Ints) -> Floats:
        require("scipy.spatial.distance")
        from scipy.spatial.distance import cdist

        positions = self._rounds[number].positions / self._unit
        return np.asarray(cdist(positions[first], positions[second], "chebyshev"), dtype=np.float64)


@lru_cache(maxsize=8)
def matching_costs(game: OrderedGame, player: int) -> MatchingCosts:
    """Return the costs between nodes of a player's signal tree; what is computed is kept for other thresholds."""
    return MatchingCosts(signal_types(game, player))


def _differences(one: list[int], other: list[int]) -> tuple[list[int], list[int]]:
    first, second = Counter(one), Counter(other)
    return list((first - second).elements()), list((second - first).elements())


def _profiles(rounds: tuple[RoundTypes, ...], unit: float) -> list[list[Floats]]:
    """Return for every round and payoff direction an array of shape (types, m): its rows' distances bound costs.

    A row is the distribution function of the direction's value, at the end of the game, times the gaps
    between the values; the area between two such functions is what moving one into the other takes.
    """
    last = rounds[-1]
    if last.leaves is None:
        return [[] for _ in rounds]
    frequencies = _below(last.leaves, np.eye(len(last.positions)))
    profiles = [_distribution(frequencies, column) for column in (last.positions / unit).T]
    by_round = [profiles]
    for one in reversed(rounds[:-1]):
        children = one.children
        if children is not None:
            by_round.append([_below(children, profile) for profile in by_round[-1]])
    return by_round[::-1]


def _distribution(frequencies: Floats, values: Floats) -> Floats:
    order = np.argsort(values, kind="stable")
    profile: Floats = np.cumsum(frequencies[:, order], axis=1)[:, :-1] * np.diff(values[order])
    return profile


def _below(edges: Edges, rows: Floats) -> Floats:
    """Return the average of the targets' rows below every node."""
    average = np.zeros((len(edges.rows), rows.shape[1]))
    for labels in edges.rows.T:
        weight, target = np.divmod(labels.astype(np.int64), edges.num_targets)
        average += edges.weights[weight][:, None] * rows[target]
    return average
