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
from operator import mul

import numpy as np
import numpy.typing as npt

from seqform.builders.preprocess.shrink_ranges import range_filters
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
        columns = []
        bounds = []
        for feature in self.features:
            column = np.asarray(feature.values(deals, views), dtype=np.int64)
            columns.append(column)
            bounds.append(magnitude(column))

        combinations: list[Ints] = []
        for row in self.coefficients.tolist():
            if sum(map(abs, map(mul, row, bounds))) >= SAFE:
                raise GameError(
                    f"{game.title}: payoffs of round {number + 1} need more than 62 bits"
                )
            total = np.zeros(len(deals.signals), dtype=np.int64)
            for coefficient, column in zip(row, columns, strict=True):
                if coefficient:
                    total += coefficient * column
            combinations.append(total)
        return combinations


def payoff_directions(game: OrderedGame, number: int) -> PayoffDirections:
    """Return the payoff directions of round `number` (from 0), for both players.

    The payoffs of an end after a history are a row of coefficients of the features, the first of which is a constant
    that no signal changes. Rows that are multiples of each other have one direction: (2, -4) and (-3, 6) both have
    (1, -2), with the scales 2 and 3, of which the larger counts.
    """
    table = game.payoffs[number]
    by_feature = np.moveaxis(table.numerators, 1, 0)[1:].reshape(len(game.features) - 1, -1)
    used = np.flatnonzero(by_feature.any(axis=1))
    if not len(used):
        return PayoffDirections((), np.zeros((0, 0), dtype=np.int64), ())

    scales: dict[tuple[int, ...], Fraction] = {}
    for row in np.unique(by_feature[used].T, axis=0).tolist():
        factor = math.gcd(*row)
        if not factor:
            continue
        leading = next(filter(None, row))
        signed = factor if leading > 0 else -factor
        direction = tuple(value // signed for value in row)
        scale = Fraction(factor, table.denominator)
        scales[direction] = max(scales.get(direction, scale), scale)
    features = tuple(game.features[place + 1] for place in used)
    coefficients = np.array(list(scales), dtype=np.int64).reshape(len(scales), len(used))
    return PayoffDirections(features, coefficients, tuple(scales.values()))


def plays_alike(game: OrderedGame) -> bool:
    """Return whether the players may swap their signals: payoffs are comparisons, and signals equally likely.

    Their signals then mean the same to both, and so a filter that is right for one is right for the other.
    """
    if game.weights is not None:
        return False
    for number in range(len(game.rounds)):
        features = payoff_directions(game, number).features
        if not all(isinstance(feature, Comparison) for feature in features):
            return False
    return True


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
    entry = _unordered(directions, views) if game.weights is None else None
    if entry is not None:
        members = first_members(entry)
        deals = _deals_of(game, player, number, members)
    else:
        entry = members = np.arange(len(views))
        deals = _all_deals(game, player, number)

    outcomes, positions = _outcomes(directions, directions.values(game, number, deals))
    chances = None
    if game.weights is not None:
        probability = deals.probability
        view_of = deals.view[player]
        total = probability.sum_by(view_of, len(views))
        chances = [probability[deal] / total[view] for deal, view in enumerate(view_of.tolist())]
    return OutcomeDatabase(entry, outcomes.reshape(len(members), -1), chances, positions)


def _unordered(directions: PayoffDirections, views: Views) -> Ints | None:
    """Return the same number for views that differ in the order of signals only, None if payoffs depend on the order.

    Numbers that a player's view determines are looked up at all views; a feature that is known by whole deals only
    counts as one that depends on the order.
    """
    entry = unordered_entries(views)
    representative = first_members(entry)[entry]
    for feature in directions.features:
        if isinstance(feature, Comparison):
            values = of_views(feature.strength, views)
        elif isinstance(feature, Own):
            values = of_views(feature.value, views)
        else:
            return None
        if not np.array_equal(values, values[representative]):
            return None
    return entry


def _deals_of(game: OrderedGame, player: int, number: int, members: Ints) -> Deals:
    """Return the deals in which a player has one of the given views and the opponent's signals are in order.

    A row has a view's signals and then the opponent's, drawn one after another from those that are left.
    """
    receivers = game.receivers[number]
    seen = [column for column, who in enumerate(receivers) if who in (PUBLIC, player)]
    hidden = [column for column, who in enumerate(receivers) if who not in (PUBLIC, player)]
    to_opponent = [column for column, who in enumerate(receivers) if who != player]

    own = game.views[number][player].signals[members]
    member = np.arange(len(members))
    drawn_rows = own
    for column in range(len(hidden)):
        above, drawn_rows = drawn(drawn_rows, len(game.signals))
        member = member[above]
        if column:
            # One order stands for all: payoffs do not depend on it where this function is used.
            in_order = drawn_rows[:, -1] > drawn_rows[:, -2]
            member = member[in_order]
            drawn_rows = drawn_rows[in_order]

    signals: Signals = np.empty((len(member), len(receivers)), dtype=np.int16)
    signals[:, seen] = own[member]
    signals[:, hidden] = drawn_rows[:, own.shape[1] :]
    mine = members[member]
    theirs = game.views[number][1 - player].find(signals[:, to_opponent])
    view = (mine, theirs) if player == 0 else (theirs, mine)
    equally_likely = ExactArray.ones(len(member)) * Fraction(1, len(member))
    return Deals(signals, receivers, view, equally_likely)


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
    """Return the outcome of every deal, equal where all directions agree, and the positions of the outcomes."""
    outcomes = np.zeros(len(values[0]), dtype=np.int64)
    for of_deals in values:
        places = dense(of_deals)
        outcomes = dense(outcomes * (int(places.max()) + 1) + places)

    member = np.empty(int(outcomes.max()) + 1, dtype=np.int64)
    member[outcomes] = np.arange(len(outcomes))
    columns = []
    for scale, of_deals in zip(directions.scales, values, strict=True):
        columns.append(float(scale) * of_deals[member])
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
    if game.ranges is not None:
        raise GameError(
            f"{game.title}: isomorphism types are those of signals that are equally likely, and this game has ranges"
        )
    rounds: list[RoundTypes] = []
    below = None
    for number in reversed(range(len(game.rounds))):
        rounds.append(_round_types(game, player, number, below))
        below = rounds[-1].types
    return tuple(reversed(rounds))


def _round_types(game: OrderedGame, player: int, number: int, below: Ints | None) -> RoundTypes:
    """Return the types of a round's views, given those of the next round's views.

    A type is the pair of two multisets: of the outcomes at the ends of the round, and of the types of the next round.
    """
    num_views = len(game.views[number][player])
    leaves_of_types = np.zeros(num_views, dtype=np.int64)
    children_of_types = leaves_of_types
    leaves = children = None
    entry = np.arange(num_views)
    positions = np.zeros((1, 0))
    database = outcome_database(game, player, number)
    if database is not None:
        entry = database.entry
        positions = database.positions
        leaves, multiset_of_entry = _edges(database.outcomes, database.chances)
        leaves_of_types = multiset_of_entry[entry]
    if below is not None:
        # Views are numbered lexicographically, so those that continue a view follow one another.
        chances = _view_chances(game, player, number + 1)
        children, children_of_types = _edges(below.reshape(num_views, -1), chances)

    types = numbered(leaves_of_types * num_views + children_of_types)
    first = first_members(types)
    return RoundTypes(types, _of_nodes(leaves, entry[first]), positions, _of_nodes(children, first))


def _of_nodes(edges: Edges | None, nodes: Ints) -> Edges | None:
    """Return the edges below some of the nodes."""
    return None if edges is None else replace(edges, rows=edges.rows[nodes])


def _edges(targets: Ints, chances: list[Fraction] | None) -> tuple[Edges, Ints]:
    """Return the edges below nodes, one a row, all of which have equally many, and numbers for equal multisets.

    The label of an edge is the place of its weight times the number of targets, plus its target, so that two nodes have
    the same multiset of (weight, target) if and only if their sorted rows of labels are the same.
    """
    num_targets = int(targets.max()) + 1
    labels = targets
    weights = [Fraction(1, targets.shape[1])]
    if chances is not None:
        weights = list(dict.fromkeys(chances))
        place_of = {chance: place for place, chance in enumerate(weights)}
        places = np.array([place_of[chance] for chance in chances], dtype=np.int64)
        labels = places.reshape(targets.shape) * num_targets + targets

    # The smallest type of integers: the rows of a large game take most of the memory.
    rows = np.sort(labels.astype(np.min_scalar_type(len(weights) * num_targets)), axis=1)
    numbers: dict[bytes, int] = {}
    # Equal rows of bytes are equal multisets, numbered by their first node.
    multisets = np.empty(len(rows), dtype=np.int64)
    for node, row in enumerate(rows):
        multisets[node] = numbers.setdefault(row.tobytes(), len(numbers))
    return Edges(rows, num_targets, np.array(weights, dtype=np.float64)), multisets


def _view_chances(game: OrderedGame, player: int, number: int) -> list[Fraction] | None:
    """Return the probability of each view of round `number` given the view before; None if all are equally likely."""
    if game.weights is None:
        return None
    views = game.views[number][player]
    deals = game.deals(number)
    chances = deals.probability.sum_by(deals.view[player], len(views))
    deals_above = game.deals(number - 1)
    num_above = len(game.views[number - 1][player])
    above = deals_above.probability.sum_by(deals_above.view[player], num_above)
    return [chances[view] / above[parent] for view, parent in enumerate(views.parent.tolist())]


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
        spreads = [np.ptp(types.positions, axis=0).max(initial=0) for types in rounds]
        self._unit = float(max(spreads, default=0)) or 1.0
        self._profiles = _profiles(rounds, self._unit)
        self._known: dict[tuple[int, int, int], float] = {}

    @property
    def largest(self) -> float:
        """No cost is higher."""
        for types in self._rounds:
            for edges in (types.leaves, types.children):
                if edges is not None and not edges.equally_likely:
                    return np.inf
        return 1.0

    def between(self, number: int, first: Ints, second: Ints) -> Floats:
        """Return the costs between types of round `number` (from 0), an array of shape (len(first), len(second))."""
        if self.bound_is_cost(number):
            return self.bounds(number, first, second)
        costs = np.empty((len(first), len(second)))
        for row, first_type in enumerate(first.tolist()):
            for column, second_type in enumerate(second.tolist()):
                costs[row, column] = self.cost(number, first_type, second_type)
        return costs

    def cost(self, number: int, first: int, second: int) -> float:
        """Return the cost between two types of round `number` (from 0)."""
        if first == second:
            return 0.0
        key = (number, min(first, second), max(first, second))
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
        types = self._rounds[number]
        if types.children is not None:
            return False
        if types.leaves is None:
            return True
        return types.positions.shape[1] == 1 and types.leaves.equally_likely

    def _cost(self, number: int, first: int, second: int) -> float:
        types = self._rounds[number]
        cost = 0.0
        if types.leaves is not None:
            cost = self._matching(types.leaves, first, second, self._between_outcomes, number)
        if types.children is not None:
            below = self._matching(types.children, first, second, self.between, number + 1)
            cost = max(cost, below)
        return cost

    def _matching(
        self,
        edges: Edges,
        first: int,
        second: int,
        between: Callable[[int, Ints, Ints], Floats],
        number: int,
    ) -> float:
        """Return the least cost of a bijection between the edges below two types, `between` the costs of targets.

        An assignment problem, smaller than it looks: edges that both have drop out, and of equal ones each cost is
        computed once, by their label, and then repeated.
        """
        require("scipy.optimize")
        from scipy.optimize import linear_sum_assignment

        # What both have is matched with itself: by the triangle inequality nothing is gained by a detour.
        below_first = Counter(edges.rows[first].tolist())
        below_second = Counter(edges.rows[second].tolist())
        left = list((below_first - below_second).elements())
        right = list((below_second - below_first).elements())
        if not left:
            return 0.0

        left_labels, rows = np.unique(left, return_inverse=True)
        right_labels, columns = np.unique(right, return_inverse=True)
        left_weight, left_target = np.divmod(left_labels, edges.num_targets)
        right_weight, right_target = np.divmod(right_labels, edges.num_targets)
        costs = between(number, left_target, right_target) * edges.weights[left_weight][:, None]
        costs[left_weight[:, None] != right_weight] = np.inf
        costs = costs[np.ix_(rows, columns)]
        try:
            matching = linear_sum_assignment(costs)
        except ValueError:  # no matching avoids the infinite costs
            return np.inf
        return float(costs[matching].sum())

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
    profiles: list[Floats] = []
    for values in (last.positions / unit).T:
        order = np.argsort(values, kind="stable")
        distributions = np.cumsum(frequencies[:, order], axis=1)[:, :-1]
        profiles.append(distributions * np.diff(values[order]))

    # A type of an earlier round mixes the distributions of its children.
    by_round = [profiles]
    for types in reversed(rounds[:-1]):
        if types.children is not None:
            by_round.append([_below(types.children, profile) for profile in by_round[-1]])
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
    """Return GameShrink's filters of players 0 and 1 (Gilpin & Sandholm, algorithm 2).

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

    Of a game with ranges the filters are those of `seqform.builders.preprocess.shrink_ranges.range_filters`.

    Examples
    --------
    >>> from seqform.builders.games.ordered.poker import leduc
    >>> game_shrink(leduc("leduc"))[0]
    <InformationFilter of 'leduc': 3 / 7 classes>
    >>> game_shrink(leduc("leduc"), 0.3)[0], game_shrink(leduc("leduc"), [0.3, 0])[0]
    (<InformationFilter of 'leduc': 1 / 3 classes>, <InformationFilter of 'leduc': 1 / 3 classes>)
    """
    if isinstance(game, OrderedGame) and game.ranges is not None:
        return range_filters(game, _by_rounds(game, threshold))
    first = player_filter(game, 0, threshold)
    if plays_alike(game):
        return first, first
    return first, player_filter(game, 1, threshold)


def player_filter(
    game: OrderedGame, player: int | str, threshold: Threshold = 0.0
) -> InformationFilter:
    """Return GameShrink's filter of one player, 0, 1 or a name; see `game_shrink`."""
    thresholds = _by_rounds(game, threshold)
    player = player_number(player, game.players, "GameShrink, player")
    if game.ranges is not None:
        return range_filters(game, thresholds)[player]
    costs = matching_costs(game, player) if any(thresholds) else None
    classes: list[Ints] = []
    rounds = zip(views_of(game, player), signal_types(game, player), thresholds, strict=True)
    for number, (views, round_types, limit) in enumerate(rounds):
        class_above = np.zeros(len(views), dtype=np.int64)
        if classes:
            class_above = classes[-1][views.parent]

        # Siblings of a type are united without any costs; of each such group one view stands for all.
        isomorphic = numbered(class_above * round_types.num_types + round_types.types)
        representatives = first_members(isomorphic)
        united = np.arange(len(representatives))
        if costs is not None and limit > 0:
            above = class_above[representatives]
            order = np.argsort(above, kind="stable")
            for siblings in np.split(order, np.flatnonzero(np.diff(above[order])) + 1):
                types = round_types.types[representatives[siblings]]
                united[siblings] = siblings[_united(costs, number, types, limit)]
        classes.append(numbered(united[isomorphic]))
    return InformationFilter(game, tuple(classes))


def _united(costs: MatchingCosts, number: int, types: Ints, threshold: float) -> Ints:
    """Return for each of different types one of its class, by place, where types within the threshold are united.

    Each type is compared with those after it. A cost is that of a matching, so pairs that are decided without one are
    left out first: types whose frequencies of outcomes are far apart, and types that are in one class already.
    """
    united = np.arange(len(types))
    if threshold >= costs.largest:
        return np.zeros_like(united)

    limit = threshold + ROUNDING
    for place in range(len(types) - 1):
        # The paper's necessary condition: frequencies of outcomes are compared before anything is matched.
        bounds = costs.bounds(number, types[place : place + 1], types[place + 1 :])[0]
        is_near = np.flatnonzero(bounds <= limit)
        later = place + 1 + is_near
        if not len(later):
            continue
        if costs.bound_is_cost(number):
            united[np.isin(united, united[later])] = united[place]
            continue

        # The nearest first: a union may spare the matchings with the members of that class.
        for later_place in later[np.argsort(bounds[is_near], kind="stable")].tolist():
            if united[place] == united[later_place]:
                continue
            if costs.cost(number, int(types[place]), int(types[later_place])) <= limit:
                united[united == united[later_place]] = united[place]
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
    for number in thresholds:
        is_number = isinstance(number, int | float) and not isinstance(number, bool)
        if not is_number or not number >= 0:
            raise ModelError(
                f"GameShrink: threshold {number!r}: a number from 0 to infinity expected"
            )
    if len(thresholds) != rounds:
        raise ModelError(
            f"GameShrink: {len(thresholds)} thresholds; one, or one for each of {rounds} rounds, expected"
        )
    return thresholds


def coarse_to_fine(
    game: OrderedGame, thresholds: Iterable[float]
) -> Iterator[tuple[float, Filters]]:
    """Return ever finer filters for ever lower thresholds (Gilpin & Sandholm, "State-space approximations").

    Each item is a threshold and the filters of players 0 and 1. Each filter is refined by the next, and a threshold
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
    if game.ranges is not None:
        raise GameError(
            f"{game.title}: by thresholds one after the other classes need not refine each other where a game has "
            "ranges: take one abstraction, lossless or threshold=0.1 (--preprocess lossless), or in Python give those "
            "of solve_anytime, as in abstractions=['threshold=0.1', 'lossless']"
        )
    for above, below in pairwise(levels):
        if below >= above:
            raise ModelError(
                f"from coarse to fine: decreasing thresholds expected, but {below} follows {above}"
            )
    return _walk(game, levels)


def _walk(game: OrderedGame, levels: list[float]) -> Iterator[tuple[float, Filters]]:
    # As each filter refines the one before, equal sizes are equal filters.
    sizes_before: list[tuple[int, ...]] = []
    for level in levels:
        filters = game_shrink(game, level)
        sizes = [player_classes.num_classes for player_classes in filters]
        if sizes != sizes_before:
            sizes_before = sizes
            yield level, filters
