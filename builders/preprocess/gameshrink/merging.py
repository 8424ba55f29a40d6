"""GameShrink: information filters by merging isomorphic nodes, exactly or up to a threshold.

Two nodes of the signal tree of an ordered game are isomorphic if there is a bijection between their children that keeps
weights and pairs isomorphic ones. Isomorphism being an equivalence relation, the bipartite graph of such pairs falls
into complete bipartite parts, one for each type and weight; it has a perfect matching if and only if every part has as
many nodes on one side as on the other. So nodes are isomorphic if and only if the multisets of their children's
(weight, type) agree, and types are found from the bottom up by sorting, without the tree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from seqform.builders.preprocess.gameshrink.outcomes import outcome_database, plays_alike
from seqform.errors import GameError, ModelError
from seqform.models.games.abstraction import InformationFilter, first_members, numbered
from seqform.models.games.ordered import OrderedGame
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import Floats, Ints
from seqform.system.packages import require

ROUNDING = 1e-12
"""Rounding tolerance of the comparison of a sum with a threshold."""


@dataclass(frozen=True, eq=False)
class Edges(Immutable):
    """The edges below nodes: for each node a multiset of labels, which encode the weight and the target of an edge.

    Attributes
    ----------
    rows : ndarray of int, shape (nodes, edges)
        The labels below, sorted; w · num_targets + t is the label of an edge with the w-th weight and target t.
    num_targets : int
        The number of possible outcomes or types at the lower ends.
    weights : ndarray of float, shape (w,)
        The distinct probabilities of edges, given their upper ends.
    """

    rows: npt.NDArray[np.integer]
    num_targets: int
    weights: Floats

    @property
    def equally_likely(self) -> bool:
        """Whether all edges have the same weight."""
        return len(self.weights) == 1

    def take(self, nodes: Ints) -> Edges:
        """Return the edges below some of the nodes."""
        return replace(self, rows=self.rows[nodes])


@dataclass(frozen=True, eq=False)
class RoundTypes(Immutable):
    """The types of a round's views.

    Attributes
    ----------
    types : ndarray of int, shape (views,)
        Numbered from 0 in the order of first members.
    entries : int
        The number of the round's entries in the database of outcomes.
    leaves : Edges or None
        The opponent's hands if the game ends in this round, with the outcomes; None if payoffs here do
        not depend on signals.
    positions : ndarray of float, shape (outcomes, directions)
        See `OutcomeDatabase`.
    children : Edges or None
        The views of the next round; None in the last.
    """

    types: Ints
    entries: int
    leaves: Edges | None
    positions: Floats
    children: Edges | None

    @property
    def num_types(self) -> int:
        """The number of types."""
        return int(self.types.max()) + 1


@lru_cache(maxsize=8)
def signal_types(game: OrderedGame, player: int) -> tuple[RoundTypes, ...]:
    """Return the isomorphism type of every node of the signal tree as one player, 0 or 1, sees it, round by round.

    The tree's nodes are the player's views, each round's below those of the round before, and last the opponent's
    signals, all at once. (The paper's tree has a level for each signal; filters are by rounds, so here a round's
    signals are one step, and views that differ in their order only can be isomorphic.)

    The paper compares payoffs at the ends of the last round. Where payoffs at the ends of an earlier round depend on
    signals too, the opponent's signals by then, with their outcomes, are further children of that round's views:
    otherwise views of different value would be merged.

    Results are cached, so that filters for several thresholds share them.
    """
    rounds: list[RoundTypes] = []
    for number in reversed(range(len(game.rounds))):
        below = rounds[-1].types if rounds else None
        rounds.append(_round_types(game, player, number, below))
    return tuple(reversed(rounds))


def _round_types(game: OrderedGame, player: int, number: int, below: Ints | None) -> RoundTypes:
    views = len(game.views[number])
    database = outcome_database(game, player, number)
    types = np.zeros(views, dtype=np.int64)
    leaves = children = None
    if database is not None:
        leaves, kinds = _edges(database.outcomes, database.chances)
        types = kinds[database.entry]
    if below is not None:
        # Views are numbered lexicographically, so those that continue a view follow one another.
        children, kinds = _edges(below.reshape(views, -1), _view_chances(game, player, number + 1))
        types = types * views + kinds
    types = numbered(types)
    first = first_members(types)
    return RoundTypes(
        types,
        entries=0 if database is None else len(database.outcomes),
        leaves=None if database is None or leaves is None else leaves.take(database.entry[first]),
        positions=np.zeros((1, 0)) if database is None else database.positions,
        children=None if children is None else children.take(first),
    )


def _edges(targets: Ints, chances: list[Fraction] | None) -> tuple[Edges, Ints]:
    """Return the edges below nodes, one a row, all of which have equally many, and numbers for equal multisets."""
    num_targets = int(targets.max()) + 1
    if chances is None:
        labels, weights = targets, [Fraction(1, targets.shape[1])]
    else:
        weights = list(dict.fromkeys(chances))
        number_of = {chance: place for place, chance in enumerate(weights)}
        places = np.array([number_of[chance] for chance in chances], dtype=np.int64)
        labels = places.reshape(targets.shape) * num_targets + targets
    rows = np.sort(labels.astype(np.min_scalar_type(len(weights) * num_targets)), axis=1)
    return Edges(rows, num_targets, np.array(weights, dtype=np.float64)), _numbered_rows(rows)


def _numbered_rows(rows: npt.NDArray[np.integer]) -> Ints:
    """Return for every row a number from 0, the same for the same rows, in the order of first occurrence."""
    number_of: dict[bytes, int] = {}
    return np.array([number_of.setdefault(row.tobytes(), len(number_of)) for row in rows], dtype=np.int64)


def _view_chances(game: OrderedGame, player: int, number: int) -> list[Fraction] | None:
    """Return the probability of each view of round `number` given the view before; None if all are equally likely."""
    if game.weights is None:
        return None
    above, here = (
        deals.probability.sum_by(deals.view[player], len(game.views[one]))
        for one in (number - 1, number)
        for deals in (game.deals(one),)
    )
    parents = game.views[number].parent.tolist()
    return [here[view] / above[parent] for view, parent in enumerate(parents)]


class MatchingCosts:
    """Costs of perfect matchings between nodes' children (Gilpin & Sandholm, "State-space approximations").

    Two leaves cost the largest difference between their payoffs, over both players and all ends and histories, divided
    by the largest such difference in the game: with showdowns, 1 between a win and a loss, 1/2 between a tie and
    either. Two nodes cost the least that a bijection of their children does, which must keep weights, the children's
    costs being averaged by weight; where a round has both leaves and later views below, the larger of the two counts.
    Nodes whose edges have different weights cost infinitely much.

    So costs are distances: isomorphic nodes have cost 0, others more, and the triangle inequality holds. Nodes are
    known by their isomorphism types, on which alone costs depend.
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
        """Return lower bounds on costs: the cost of moving one distribution of outcomes into the other.

        A matching of the children, taken down to the leaves, is one way of moving them.
        """
        require("scipy.spatial.distance")
        from scipy.spatial.distance import cdist

        least = np.zeros((len(first), len(second)))
        for profile in self._profiles[number]:
            np.maximum(least, cdist(profile[first], profile[second], "cityblock"), out=least)
        return least

    def bound_is_cost(self, number: int) -> bool:
        """Return whether the bounds of a round are the costs.

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
        mine, theirs = Counter(edges.rows[one].tolist()), Counter(edges.rows[other].tolist())
        left, right = list((mine - theirs).elements()), list((theirs - mine).elements())
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
    """Return the costs between nodes of a player's signal tree, cached for further thresholds."""
    return MatchingCosts(signal_types(game, player))


def _profiles(rounds: tuple[RoundTypes, ...], unit: float) -> list[list[Floats]]:
    """Return for every round and payoff direction an array of shape (types, m): its rows' distances bound costs.

    A row is the distribution function of the direction's value, at the end of the game, times the gaps
    between the values; the area between two such functions is the cost of moving one into the other.
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
    return np.asarray(np.cumsum(frequencies[:, order], axis=1)[:, :-1] * np.diff(values[order]))


def _below(edges: Edges, rows: Floats) -> Floats:
    """Return the average of the targets' rows below every node."""
    average = np.zeros((len(edges.rows), rows.shape[1]))
    for labels in edges.rows.T:
        weight, target = np.divmod(labels.astype(np.int64), edges.num_targets)
        average += edges.weights[weight][:, None] * rows[target]
    return average


Filters = tuple[InformationFilter, InformationFilter]


Threshold = float | list[float] | tuple[float, ...]
"""One number for every round, or one for each."""


def game_shrink(game: OrderedGame, threshold: Threshold = 0.0) -> Filters:
    """Return GameShrink's filters of player 1 and of player 2 (Gilpin & Sandholm, algorithm 2).

    Each player's signal tree is walked from the top: views of a round whose views of the round before share a class are
    siblings, and siblings are united if they are isomorphic, or with a threshold if they match at no more than that
    cost. Where players may swap their signals both filters are the same object.

    The partition is the paper's, and so are the sizes that it gives. It is not lossless in general: that views beat as
    many of the opponent's hands does not mean that they beat the same ones, as an equilibrium of the smaller game may
    assume.

    Parameters
    ----------
    threshold : float, or one for each round
        0 unites isomorphic views only, ``math.inf`` leaves one class a round. In between it bounds the average
        difference of payoffs between matched leaves, as a share of the largest difference that signals can make
        anywhere in the game (see `MatchingCosts`); so where signals are equally likely, 1 is as good as infinite.
        Uniting is transitive: members of a class may be farther apart than the threshold if others lie between them, as
        ranks of cards do. That may take a round from hundreds of classes to a few between two neighbouring numbers, so
        that each round may have a number of its own.

    Raises
    ------
    GameError
        If `game` is not an ordered game.
    ModelError
        If the threshold is not a number from 0, or there is neither one nor one for each round.

    Examples
    --------
    >>> from seqform.builders.games.ordered.poker import leduc
    >>> game_shrink(leduc("leduc"))[0]
    <InformationFilter of 'leduc': 3 / 7 classes>
    >>> game_shrink(leduc("leduc"), 0.3)[0], game_shrink(leduc("leduc"), [0.3, 0])[0]
    (<InformationFilter of 'leduc': 1 / 3 classes>, <InformationFilter of 'leduc': 1 / 3 classes>)
    """
    _check_game(game)
    first = player_filter(game, 0, threshold)
    return first, first if plays_alike(game) else player_filter(game, 1, threshold)


def player_filter(game: OrderedGame, player: int, threshold: Threshold = 0.0) -> InformationFilter:
    """Return GameShrink's filter of one player, 0 or 1; see `game_shrink`."""
    _check_game(game)
    thresholds = _by_rounds(game, threshold)
    if player not in (0, 1):
        raise ModelError(f"GameShrink: player {player!r}: 0 or 1 expected")
    costs = matching_costs(game, player) if any(thresholds) else None
    classes: list[Ints] = []
    for number, (views, one) in enumerate(zip(game.views, signal_types(game, player), strict=True)):
        parents = classes[-1][views.parent] if classes else np.zeros(len(views), dtype=np.int64)
        isomorphic = numbered(parents * one.num_types + one.types)
        representatives = first_members(isomorphic)
        united = np.arange(len(representatives))
        if costs is not None and thresholds[number] > 0:
            for siblings in _families(parents[representatives]):
                types = one.types[representatives[siblings]]
                united[siblings] = siblings[_united(costs, number, types, thresholds[number])]
        classes.append(numbered(united[isomorphic]))
    return InformationFilter(game, tuple(classes))


def _families(parents: Ints) -> list[Ints]:
    """Return the places with equal parents together."""
    order = np.argsort(parents, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(parents[order])) + 1)


def _united(costs: MatchingCosts, number: int, types: Ints, threshold: float) -> Ints:
    """Return for each of different types one of its class, by place, where types within the threshold are united."""
    united = np.arange(len(types))
    if threshold >= costs.largest:
        return np.zeros_like(united)
    for one, others, bounds in costs.candidates(number, types, threshold):
        if costs.bound_is_cost(number):
            united[np.isin(united, united[others])] = united[one]
            continue
        for other in others[np.argsort(bounds, kind="stable")].tolist():
            apart = united[one] != united[other]
            if apart and costs.cost(number, int(types[one]), int(types[other])) <= threshold + ROUNDING:
                united[united == united[other]] = united[one]
    return united


def _check_game(game: OrderedGame) -> None:
    """Raise a GameError unless this is an ordered game."""
    if not isinstance(game, OrderedGame):
        raise GameError(
            f"GameShrink: a game with ordered signals (OrderedGame) expected, not {type(game).__name__}: elsewhere "
            "merging isomorphic subtrees can change the equilibria; for any other two-player game use the "
            "equitable partition (seqform.builders.preprocess.merge), which is safe there"
        )


def _by_rounds(game: OrderedGame, threshold: Threshold) -> list[float]:
    """Return the threshold of every round."""
    rounds = len(game.rounds)
    thresholds = list(threshold) if isinstance(threshold, list | tuple) else [threshold] * rounds
    for one in thresholds:
        _check_threshold(one)
    if len(thresholds) != rounds:
        raise ModelError(f"GameShrink: {len(thresholds)} thresholds; one, or one for each of {rounds} rounds, expected")
    return thresholds


def _check_threshold(threshold: object) -> None:
    """Raise a ModelError unless this is a number from 0 to infinity."""
    if isinstance(threshold, bool) or not isinstance(threshold, int | float) or not threshold >= 0:
        raise ModelError(f"GameShrink: threshold {threshold!r}: a number from 0 to infinity expected")


def coarse_to_fine(game: OrderedGame, thresholds: Iterable[float]) -> Iterator[tuple[float, Filters]]:
    """Return ever finer filters for ever lower thresholds (Gilpin & Sandholm, "State-space approximations").

    Each item is a threshold and the filters of players 1 and 2. Each filter is refined by the next, and a threshold
    that changes nothing is passed over. Outcomes and costs of matchings are computed once for all thresholds, which
    have to decrease; with 0 last, GameShrink's own filters are last.

    Examples
    --------
    >>> from seqform.builders.games.ordered.poker import leduc
    >>> for threshold, (filters, _) in coarse_to_fine(leduc("leduc"), [1, 0.3, 0.1, 0]):
    ...     print(threshold, filters)
    1 <InformationFilter of 'leduc': 1 / 1 classes>
    0.3 <InformationFilter of 'leduc': 1 / 3 classes>
    0.1 <InformationFilter of 'leduc': 3 / 7 classes>
    """
    _check_game(game)
    levels = list(thresholds)
    for level in levels:
        _check_threshold(level)
    for above, below in pairwise(levels):
        if below >= above:
            raise ModelError(f"from coarse to fine: decreasing thresholds expected, but {below} follows {above}")
    return _walk(game, levels)


def _walk(game: OrderedGame, levels: list[float]) -> Iterator[tuple[float, Filters]]:
    seen: list[tuple[int, ...]] = []
    for level in levels:
        filters = game_shrink(game, level)
        sizes = [one.num_classes for one in filters]
        if sizes != seen:  # as each filter refines the one before, equal sizes are equal filters
            seen = sizes
            yield level, filters
