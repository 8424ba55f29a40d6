"""GameShrink: information filters by merging isomorphic nodes, exactly or up to a threshold.

Two nodes of the signal tree of an ordered game are isomorphic if there is a bijection between their children that keeps
weights and pairs isomorphic ones. Isomorphism being an equivalence relation, the bipartite graph of such pairs falls
into complete bipartite parts, one for each type and weight; it has a perfect matching if and only if every part has as
many nodes on one side as on the other. So nodes are isomorphic if and only if the multisets of their children's
(weight, type) agree, and types are found from the bottom up by sorting, without the tree.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from seqform.errors import GameError, ModelError
from seqform.models.games.abstraction import (
    Filters,
    InformationFilter,
    first_members,
    numbered,
    views_of,
)
from seqform.models.games.infosets import player_number
from seqform.models.games.ordered import OrderedGame
from seqform.models.games.signals import (
    PUBLIC,
    Comparison,
    Deals,
    Feature,
    Own,
    Signals,
    Views,
    dense,
    drawn,
    of_views,
    unordered_entries,
)
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import ExactArray, Floats, Ints, magnitude
from seqform.models.numbers.integers import SAFE
from seqform.system.packages import require

ROUNDING = 1e-12
"""Rounding tolerance of the comparison of a sum with a threshold."""


@dataclass(frozen=True, eq=False)
class PayoffDirections(Immutable):
    """The combinations of features of which the payoffs of a round are multiples.

    Two deals pay both players the same at all ends and histories of the round, u^j(z̃, ϑ) = u^j(z̃, ϑ') for all z̃, if
    and only if all these combinations agree: payoffs are multiples of them plus terms that do not depend on signals.
    The rows of `coefficients`, of shape (directions, features), have no common factors and a positive first nonzero;
    `scales` are the largest multiples that a payoff contains.
    """

    features: tuple[Feature, ...]
    coefficients: Ints
    scales: tuple[Fraction, ...]

    def __len__(self) -> int:
        return len(self.coefficients)

    def values(self, game: OrderedGame, number: int, deals: Deals) -> list[Ints]:
        """Return every combination at every deal of round `number`."""
        views = game.views[number]
        features = [
            np.asarray(feature.values(deals, views), dtype=np.int64) for feature in self.features
        ]
        bounds = [magnitude(values) for values in features]
        combinations: list[Ints] = []
        for row in self.coefficients.tolist():
            if (
                sum(
                    abs(coefficient) * bound for coefficient, bound in zip(row, bounds, strict=True)
                )
                >= SAFE
            ):
                raise GameError(
                    f"{game.title}: payoffs of round {number + 1} need more than 62 bits"
                )
            parts = [
                values * factor for factor, values in zip(row, features, strict=True) if factor
            ]
            combinations.append(parts[0] if len(parts) == 1 else np.sum(parts, axis=0))
        return combinations


def payoff_directions(game: OrderedGame, number: int) -> PayoffDirections:
    """Return the payoff directions of round `number` (from 0), for both players."""
    table = game.payoffs[number]
    by_feature = np.moveaxis(table.numerators, 1, 0)[1:].reshape(len(game.features) - 1, -1)
    used = np.flatnonzero(by_feature.any(axis=1))
    scales: dict[tuple[int, ...], Fraction] = {}
    for row in np.unique(by_feature[used].T, axis=0).tolist() if len(used) else []:
        factor = math.gcd(*row)
        if factor:
            sign = 1 if next(filter(None, row)) > 0 else -1
            direction = tuple(sign * value // factor for value in row)
            scales[direction] = max(
                scales.get(direction, Fraction(0)), Fraction(factor, table.denominator)
            )
    coefficients = np.array(list(scales), dtype=np.int64).reshape(len(scales), len(used))
    return PayoffDirections(
        tuple(game.features[one + 1] for one in used), coefficients, tuple(scales.values())
    )


def plays_alike(game: OrderedGame) -> bool:
    """Return whether the players may swap their signals: payoffs are comparisons, and signals equally likely.

    Their signals then mean the same to both, and so a filter that is right for one is right for the other.
    """
    features = [
        feature
        for number in range(len(game.rounds))
        for feature in payoff_directions(game, number).features
    ]
    return game.weights is None and all(isinstance(feature, Comparison) for feature in features)


@dataclass(frozen=True, eq=False)
class OutcomeDatabase(Immutable):
    """Outcomes of a round, an entry for each hand of a player, a column for each hand of the opponent.

    With (win, lose, tie) as outcomes, an entry's histogram is the paper's number of chances of being ranked higher
    than, lower than and the same as the opponent. `entry`, shape (views,), is the entry of every view; views that
    differ only in the order in which signals were revealed share one, where that order means nothing. `outcomes`, shape
    (entries, holdings), are numbered from 0 without gaps: two deals have the same one if and only if they pay the same
    however the round is played. `chances`, row by row, are the probabilities of the opponent's hands given the entry;
    None if all are equally likely. `positions`, shape (distinct outcomes, directions), are every outcome's part of the
    payoffs in the game's unit, as far as signals matter; the difference of two payoffs is at most the largest
    difference of these, and is that for some end and history.
    """

    entry: Ints
    outcomes: Ints
    chances: list[Fraction] | None
    positions: Floats


def outcome_database(game: OrderedGame, player: int, number: int) -> OutcomeDatabase | None:
    """Return the outcomes of round `number` (from 0), or None if payoffs there do not depend on the signals."""
    directions = payoff_directions(game, number)
    if not len(directions):
        return None
    views = game.views[number][player]
    shared = _unordered(directions, views) if game.weights is None else None
    entry = members = np.arange(len(views))
    if shared is not None:
        entry, members = shared, first_members(shared)
    deals = (
        _all_deals(game, player, number)
        if shared is None
        else _deals_of(game, player, number, members)
    )
    outcomes, positions = _outcomes(directions, directions.values(game, number, deals))
    chances = None
    if game.weights is not None:
        view, given = deals.view[player], deals.probability
        total = given.sum_by(view, len(views))
        chances = [given[place] / total[one] for place, one in enumerate(view.tolist())]
    return OutcomeDatabase(entry, outcomes.reshape(len(members), -1), chances, positions)


def _unordered(directions: PayoffDirections, views: Views) -> Ints | None:
    """Return the same number for views that differ in the order of signals only, None if payoffs depend on the order.

    Numbers that a player's view determines are looked up at all views; a feature that is known by whole deals only
    counts as one that depends on the order.
    """
    functions = [
        feature.strength if isinstance(feature, Comparison) else feature.value
        for feature in directions.features
        if isinstance(feature, Comparison | Own)
    ]
    if len(functions) < len(directions.features):
        return None
    entry = unordered_entries(views)
    alike = first_members(entry)[entry]
    at_views = (of_views(function, views) for function in functions)
    return entry if all(np.array_equal(values, values[alike]) for values in at_views) else None


def _deals_of(game: OrderedGame, player: int, number: int, members: Ints) -> Deals:
    """Return the deals in which a player has one of the given views and the opponent's signals are in order."""
    views, receivers = game.views[number][player], game.receivers[number]
    seen = [column for column, who in enumerate(receivers) if who in (PUBLIC, player)]
    hidden = [column for column, who in enumerate(receivers) if who not in (PUBLIC, player)]
    own = views.signals[members]
    row, held = np.arange(len(members)), own
    for column in range(len(hidden)):
        above, held = drawn(held, len(game.signals))
        row = row[above]
        if column:
            in_order = held[:, -1] > held[:, -2]
            row, held = row[in_order], held[in_order]
    signals: Signals = np.empty((len(row), len(receivers)), dtype=np.int16)
    signals[:, seen] = own[row]
    signals[:, hidden] = held[:, own.shape[1] :]
    theirs = game.views[number][1 - player].find(
        signals[:, [column for column, who in enumerate(receivers) if who != player]]
    )
    mine = members[row]
    equally_likely = ExactArray.ones(len(row)) * Fraction(1, len(row))
    return Deals(
        signals, receivers, (mine, theirs) if player == 0 else (theirs, mine), equally_likely
    )


def _all_deals(game: OrderedGame, player: int, number: int) -> Deals:
    deals = game.deals(number)
    order = np.argsort(deals.view[player], kind="stable")
    return Deals(
        deals.signals[order],
        deals.receivers,
        (deals.view[0][order], deals.view[1][order]),
        deals.probability.take(order),
    )


def _outcomes(directions: PayoffDirections, values: list[Ints]) -> tuple[Ints, Floats]:
    outcomes = np.zeros(len(values[0]), dtype=np.int64)
    for one in values:
        places = dense(one)
        outcomes = dense(outcomes * (int(places.max()) + 1) + places)
    member = np.empty(int(outcomes.max()) + 1, dtype=np.int64)
    member[outcomes] = np.arange(len(outcomes))
    columns = [
        float(scale) * one[member] for scale, one in zip(directions.scales, values, strict=True)
    ]
    return outcomes, np.stack(columns, axis=1)


@dataclass(frozen=True, eq=False)
class Edges(Immutable):
    """The edges below nodes: for each node a multiset of labels, which encode the weight and the target of an edge.

    A row of `rows`, of shape (nodes, edges), has the labels below a node, sorted: w · num_targets + t is the label of
    an edge with the w-th of the distinct `weights`, probabilities given the node, and target t, an outcome or a type.
    """

    rows: npt.NDArray[np.integer]
    num_targets: int
    weights: Floats

    @property
    def equally_likely(self) -> bool:
        """True if all edges have the same weight."""
        return len(self.weights) == 1


@dataclass(frozen=True, eq=False)
class RoundTypes(Immutable):
    """The types of a round's views, numbered from 0 in the order of first members, and the edges below each type.

    `leaves` are the opponent's hands if the game ends in this round, with the outcomes as targets, or None if payoffs
    here do not depend on signals; `children` are the views of the next round, None in the last. `positions` are those
    of the outcomes, as in `OutcomeDatabase`.
    """

    types: Ints
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
    signals are one step, and views that differ in their order only can be isomorphic.) The paper compares payoffs at
    the ends of the last round. Where payoffs at the ends of an earlier round depend on signals too, the opponent's
    signals by then, with their outcomes, are further children of that round's views: otherwise views of different value
    would be merged.
    """
    if not game.is_even:
        raise GameError(
            f"{game.title}: the players get unequal numbers of private signals, for which GameShrink is not defined "
            "(Gilpin & Sandholm, definition 1): take the abstraction lossless"
        )
    rounds: list[RoundTypes] = []
    for number in reversed(range(len(game.rounds))):
        rounds.append(_round_types(game, player, number, rounds[-1].types if rounds else None))
    return tuple(reversed(rounds))


def _round_types(game: OrderedGame, player: int, number: int, below: Ints | None) -> RoundTypes:
    views = len(game.views[number][player])
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
        leaves=None
        if database is None or leaves is None
        else replace(leaves, rows=leaves.rows[database.entry[first]]),
        positions=np.zeros((1, 0)) if database is None else database.positions,
        children=None if children is None else replace(children, rows=children.rows[first]),
    )


def _edges(targets: Ints, chances: list[Fraction] | None) -> tuple[Edges, Ints]:
    """Return the edges below nodes, one a row, all of which have equally many, and numbers for equal multisets."""
    num_targets = int(targets.max()) + 1
    if chances is None:
        labels, weights = targets, [Fraction(1, targets.shape[1])]
    else:
        weights = list(dict.fromkeys(chances))
        place_of = {chance: place for place, chance in enumerate(weights)}
        places = np.array([place_of[chance] for chance in chances], dtype=np.int64)
        labels = places.reshape(targets.shape) * num_targets + targets
    rows = np.sort(labels.astype(np.min_scalar_type(len(weights) * num_targets)), axis=1)
    kinds: dict[bytes, int] = {}
    kind = np.array([kinds.setdefault(row.tobytes(), len(kinds)) for row in rows], dtype=np.int64)
    return Edges(rows, num_targets, np.array(weights, dtype=np.float64)), kind


def _view_chances(game: OrderedGame, player: int, number: int) -> list[Fraction] | None:
    """Return the probability of each view of round `number` given the view before; None if all are equally likely."""
    if game.weights is None:
        return None
    above, here = (
        deals.probability.sum_by(deals.view[player], len(game.views[one][player]))
        for one in (number - 1, number)
        for deals in (game.deals(one),)
    )
    parents = game.views[number][player].parent.tolist()
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
        self._unit = (
            max((float(np.ptp(one.positions, axis=0).max(initial=0)) for one in rounds), default=0)
            or 1.0
        )
        self._profiles = _profiles(rounds, self._unit)
        self._known: dict[tuple[int, int, int], float] = {}

    @property
    def largest(self) -> float:
        """No cost is higher."""
        edges = [
            one for each in self._rounds for one in (each.leaves, each.children) if one is not None
        ]
        return 1.0 if all(one.equally_likely for one in edges) else np.inf

    def between(self, number: int, first: Ints, second: Ints) -> Floats:
        """Return the costs between types of round `number` (from 0), an array of shape (len(first), len(second))."""
        if self.bound_is_cost(number):
            return self.bounds(number, first, second)
        return np.array(
            [
                [self.cost(number, one, other) for other in second.tolist()]
                for one in first.tolist()
            ],
            dtype=np.float64,
        ).reshape(len(first), len(second))

    def cost(self, number: int, one: int, other: int) -> float:
        """Return the cost between two types of round `number` (from 0)."""
        if one == other:
            return 0.0
        key = number, min(one, other), max(one, other)
        if key not in self._known:
            self._known[key] = self._cost(*key)
        return self._known[key]

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
        below = (
            (here.leaves, self._between_outcomes, number),
            (here.children, self.between, number + 1),
        )
        costs = [
            self._matching(edges, one, other, table, place)
            for edges, table, place in below
            if edges is not None
        ]
        return max(costs, default=0.0)

    def _matching(
        self,
        edges: Edges,
        one: int,
        other: int,
        between: Callable[[int, Ints, Ints], Floats],
        number: int,
    ) -> float:
        require("scipy.optimize")
        from scipy.optimize import linear_sum_assignment

        # What both have is matched with itself: by the triangle inequality nothing is gained by a detour.
        mine, theirs = Counter(edges.rows[one].tolist()), Counter(edges.rows[other].tolist())
        left, right = list((mine - theirs).elements()), list((theirs - mine).elements())
        if not left:
            return 0.0
        (first, rows), (second, columns) = (
            np.unique(labels, return_inverse=True) for labels in (left, right)
        )
        weight, weight_there = first // edges.num_targets, second // edges.num_targets
        table = between(number, first % edges.num_targets, second % edges.num_targets)
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
    by_round: list[list[Floats]] = [[]]
    for values in (last.positions / unit).T:
        order = np.argsort(values, kind="stable")
        by_round[0].append(
            np.cumsum(frequencies[:, order], axis=1)[:, :-1] * np.diff(values[order])
        )
    for one in reversed(rounds[:-1]):
        children = one.children
        if children is not None:
            by_round.append([_below(children, profile) for profile in by_round[-1]])
    return by_round[::-1]


def _below(edges: Edges, rows: Floats) -> Floats:
    """Return the average of the targets' rows below every node."""
    average = np.zeros((len(edges.rows), rows.shape[1]))
    for labels in edges.rows.T:
        weight, target = np.divmod(labels.astype(np.int64), edges.num_targets)
        average += edges.weights[weight][:, None] * rows[target]
    return average


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

    - `threshold`: 0 unites isomorphic views only, ``math.inf`` leaves one class a round. In between it bounds the
      average difference of payoffs between matched leaves, as a share of the largest difference that signals can make
      anywhere in the game (see `MatchingCosts`); so where signals are equally likely, 1 is as good as infinite. Uniting
      is transitive: members of a class may be farther apart than the threshold if others lie between them, as ranks of
      cards do. That may take a round from hundreds of classes to a few between two neighbouring numbers, so that each
      round may have a number of its own.

    Examples
    --------
    >>> from seqform.builders.games.ordered.poker import leduc
    >>> game_shrink(leduc("leduc"))[0]
    <InformationFilter of 'leduc': 3 / 7 classes>
    >>> game_shrink(leduc("leduc"), 0.3)[0], game_shrink(leduc("leduc"), [0.3, 0])[0]
    (<InformationFilter of 'leduc': 1 / 3 classes>, <InformationFilter of 'leduc': 1 / 3 classes>)
    """
    first = player_filter(game, 0, threshold)
    return first, first if plays_alike(game) else player_filter(game, 1, threshold)


def player_filter(
    game: OrderedGame, player: int | str, threshold: Threshold = 0.0
) -> InformationFilter:
    """Return GameShrink's filter of one player, 0, 1 or a name; see `game_shrink`."""
    thresholds = _by_rounds(game, threshold)
    player = player_number(player, game.players, "GameShrink, player")
    costs = matching_costs(game, player) if any(thresholds) else None
    classes: list[Ints] = []
    for number, (views, one) in enumerate(
        zip(views_of(game, player), signal_types(game, player), strict=True)
    ):
        parents = classes[-1][views.parent] if classes else np.zeros(len(views), dtype=np.int64)
        isomorphic = numbered(parents * one.num_types + one.types)
        representatives = first_members(isomorphic)
        united = np.arange(len(representatives))
        if costs is not None and thresholds[number] > 0:
            above = parents[representatives]
            order = np.argsort(above, kind="stable")
            for siblings in np.split(order, np.flatnonzero(np.diff(above[order])) + 1):
                types = one.types[representatives[siblings]]
                united[siblings] = siblings[_united(costs, number, types, thresholds[number])]
        classes.append(numbered(united[isomorphic]))
    return InformationFilter(game, tuple(classes))


def _united(costs: MatchingCosts, number: int, types: Ints, threshold: float) -> Ints:
    """Return for each of different types one of its class, by place, where types within the threshold are united."""
    united = np.arange(len(types))
    if threshold >= costs.largest:
        return np.zeros_like(united)
    for one in range(len(types) - 1):
        # the paper's necessary condition: frequencies of outcomes are compared before anything is matched
        bounds = costs.bounds(number, types[one : one + 1], types[one + 1 :])[0]
        near = np.flatnonzero(bounds <= threshold + ROUNDING)
        if not len(near):
            continue
        others = near + one + 1
        if costs.bound_is_cost(number):
            united[np.isin(united, united[others])] = united[one]
            continue
        for other in others[np.argsort(bounds[near], kind="stable")].tolist():
            apart = united[one] != united[other]
            if (
                apart
                and costs.cost(number, int(types[one]), int(types[other])) <= threshold + ROUNDING
            ):
                united[united == united[other]] = united[one]
    return united


def _by_rounds(game: OrderedGame, threshold: Threshold) -> list[float]:
    """Return the threshold of every round of a game, which has to be one with ordered signals."""
    if not isinstance(game, OrderedGame):
        raise GameError(
            f"GameShrink: a game with ordered signals (OrderedGame) expected, not {type(game).__name__}: elsewhere "
            "merging isomorphic subtrees can change the equilibria; for any other two-player game use the "
            "equitable partition (seqform.builders.preprocess.merge), which is safe there"
        )
    rounds = len(game.rounds)
    thresholds = list(threshold) if isinstance(threshold, list | tuple) else [threshold] * rounds
    for one in thresholds:
        if isinstance(one, bool) or not isinstance(one, int | float) or not one >= 0:
            raise ModelError(f"GameShrink: threshold {one!r}: a number from 0 to infinity expected")
    if len(thresholds) != rounds:
        raise ModelError(
            f"GameShrink: {len(thresholds)} thresholds; one, or one for each of {rounds} rounds, expected"
        )
    return thresholds


def coarse_to_fine(
    game: OrderedGame, thresholds: Iterable[float]
) -> Iterator[tuple[float, Filters]]:
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
    levels = list(thresholds)
    for level in levels:
        _by_rounds(game, level)
    for above, below in pairwise(levels):
        if below >= above:
            raise ModelError(
                f"from coarse to fine: decreasing thresholds expected, but {below} follows {above}"
            )
    return _walk(game, levels)


def _walk(game: OrderedGame, levels: list[float]) -> Iterator[tuple[float, Filters]]:
    seen: list[tuple[int, ...]] = []
    for level in levels:
        filters = game_shrink(game, level)
        sizes = [one.num_classes for one in filters]
        if sizes != seen:  # as each filter refines the one before, equal sizes are equal filters
            seen = sizes
            yield level, filters
