"""Backward induction on subgames of constant-sum games, of perfect information or nearly so, with moves of chance.

Where a player may not see the opponent's last move, one of two, what a player who chooses between two moves gains from
not being seen depends on one number, the probability of the first. So the value after such a move is a piecewise linear
function of it, and these functions are computed bottom-up, in fractions; the strategies follow top-down.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from seqform.builders.preprocess.subgames import (
    closed_below,
    hides_something,
    nodes_in_set,
    strategy_map,
    subtree,
)
from seqform.errors import GameError
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.games.infosets import ranges
from seqform.models.immutable import Immutable
from seqform.models.numbers.algebraic import fraction
from seqform.models.numbers.exact import ExactArray, Ints, Mask
from seqform.models.numbers.integers import SAFE, magnitude, segment_sums, times, widened
from seqform.models.reduced import ProfileMap, Reduced, identity_map
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.system.packages import require


def nodes_below_hidden_moves(game: ExtensiveGame) -> Mask:
    """Return a mask of the nodes at and below which no move is hidden from either player, leaves included.

    From these nodes on every information set is a single node. Where chance's probabilities need numbers of more than
    64 bits in an induction, nodes with a move of chance from there on do not count.
    """
    of_leaves = True
    return _closed(game, np.append(~hides_something(game), of_leaves)[game.infoset])


def _fits_chance(game: ExtensiveGame) -> bool:
    """Return whether values fit into 64 bits: each level with chance multiplies their denominator by its shares'."""
    levels = 0
    for level in game.levels:
        levels += bool(np.any(game.player[level] == CHANCE))
    largest = magnitude(game.leaf_payoffs[0].numerators)
    return bool((1 + largest) * game.information_sets.probability.denominator**levels < SAFE)


@dataclass(frozen=True, eq=False)
class Induction(Immutable):
    """The result of backward induction at some nodes of a constant-sum game.

    `value`, shape (n,), is player 0's expected payoff times `denominator` at these nodes, 0 elsewhere; `choice`, shape
    (n,), the number of the first best action where a player moves.
    """

    value: Ints
    denominator: int
    choice: Ints


def backward_induction(game: ExtensiveGame, good: Mask) -> Induction:
    """Return the values at nodes below which all nodes are among them, and optimal choices, in linear time.

    Level by level from the last, all nodes of a player at once. Values are integers over one denominator, the payoffs'
    times the one of chance's shares to the power of the levels with chance; so a division by the latter leaves no rest
    at a level with chance.
    """
    payoff = game.leaf_payoffs[0]
    share = game.information_sets.probability.denominator
    scale = 1
    for level in game.levels:
        if np.any(good[level] & (game.player[level] == CHANCE)):
            scale *= share
    largest = magnitude(payoff.numerators) * scale
    value = np.zeros(len(game), dtype=object if largest >= SAFE else np.int64)
    value[game.leaves] = widened(payoff.numerators, largest) * scale
    choice = np.zeros(len(game), dtype=np.int64)

    for level in reversed(game.levels):
        inner = level.start + np.flatnonzero(good[level] & ~game.is_leaf[level])
        for player in (0, 1, CHANCE):
            nodes = inner[game.player[inner] == player]
            if len(nodes) == 0:
                continue
            count = game.num_actions[nodes]
            start = np.cumsum(count) - count
            children = ranges(game.first_child[nodes], count)
            below = value[children]
            if player == CHANCE:
                shares = game.edge_probability.numerators[children]
                value[nodes] = segment_sums(times(below // share, shares), start)
                continue

            # Of several best actions the first is chosen.
            better = np.minimum if player else np.maximum
            best = better.reduceat(below, start)
            is_best = below == np.repeat(best, count)
            value[nodes] = best
            places = np.where(is_best, game.action[children], len(game))
            choice[nodes] = np.minimum.reduceat(places, start)
    return Induction(value, payoff.denominator * scale, choice)


def induced(game: ExtensiveGame) -> Reduced[ExtensiveGame, BehaviorProfile, BehaviorProfile]:
    """Return a constant-sum game whose subgames of perfect information are replaced by their values.

    Chance may move in them, and a move, one of two, may be unseen by the opponent who moves next; see `UnseenMoves`. An
    equilibrium of the smaller game with the choices of backward induction is one of the game, since a constant-sum
    subgame has one value. Whatever is below a subgame's root is decided.

    Examples
    --------
    >>> from seqform.builders.games.tree import leaf, move, tree
    >>> reply = move(1, "reply", {"high": leaf(2), "low": leaf(1)})
    >>> game = tree("pennies", move(0, "P", {
    ...     "H": move(1, "Q", {"h": reply, "t": leaf(-1)}), "T": move(1, "Q", {"h": leaf(-1), "t": leaf(1)})}))
    >>> len(game), len(induced(game).target)
    (9, 1)
    """
    if game.constant_sum is None:
        raise GameError(f"{game.title}: not constant-sum, so its subgames have no values")
    try:
        return _replaced(game, nodes_of_seen_moves(game))
    except TooManyDigitsError:
        return _replaced(game, nodes_below_hidden_moves(game))


def count_decided(game: ExtensiveGame) -> int:
    """Return the number of inner nodes in the subgames that `induced` replaces, unless numbers become too long."""
    _, inside = _roots(game, nodes_of_seen_moves(game))
    return int(np.count_nonzero(inside & ~game.is_leaf))


def _replaced(
    game: ExtensiveGame, good: Mask
) -> Reduced[ExtensiveGame, BehaviorProfile, BehaviorProfile]:
    """Return a game in which the subgames within some nodes are replaced by their values.

    1. Where nothing is hidden, the values come from one backward induction, by columns.
    2. Above these nodes, where the last move may be hidden, `UnseenMoves` goes on from the values of the highest ones.
    3. The roots become leaves with these values, and strategies get the shares of the choices that are decided.
    """
    is_root, inside = _roots(game, good)
    roots = np.flatnonzero(is_root)
    if len(roots) == 0:
        return Reduced(game, identity_map(game))

    known = nodes_below_hidden_moves(game)
    induction = backward_induction(game, known)
    values = ExactArray(induction.value[roots], induction.denominator)
    mixed: dict[int, list[Fraction]] = {}
    if np.any(inside & ~known):
        fmpq = require("flint").fmpq
        highest = np.flatnonzero(known & ~known[game.parent])
        known_values = {}
        for node, numerator in zip(
            highest.tolist(), induction.value[highest].tolist(), strict=True
        ):
            known_values[node] = fmpq(numerator, induction.denominator)
        unseen = UnseenMoves(game, inside, known, known_values)
        unseen.solve(roots.tolist())
        values = ExactArray.of([unseen.root_value(root) for root in roots.tolist()])
        mixed = {node: unseen.shares(node) for node in unseen.share}

    assert game.constant_sum is not None
    constants = ExactArray.of([game.constant_sum]).take(np.zeros(len(roots), dtype=np.int64))
    payoffs = (values.reduced(), (constants - values).reduced())
    rest = subtree(game, np.flatnonzero(~inside | is_root), roots, payoffs)

    # All of these are within the roots: a known inner node is an information set by itself.
    decided = np.flatnonzero(known & ~game.is_leaf)
    best_child = game.first_child[decided] + induction.choice[decided]
    maps = []
    for player, own in enumerate(game.sequences):
        shares: npt.NDArray[Any] = np.zeros(len(own.index), dtype=np.int64)
        shares[own.at_node[best_child[game.player[decided] == player]]] = 1
        if mixed:
            shares = np.array([Fraction(0), Fraction(1)], dtype=object)[shares]
        for node, of_actions in mixed.items():
            if game.player[node] == player:
                start = int(own.at_node[game.first_child[node]])
                shares[start : start + len(of_actions)] = of_actions
        maps.append(strategy_map(rest, shares, player))
    return Reduced(rest.game, ProfileMap((maps[0], maps[1])))


def nodes_of_seen_moves(game: ExtensiveGame) -> Mask:
    """Return a mask of the nodes from which on nothing is hidden but, in places, the last move, one of two.

    From these nodes on every information set is a single node, or two that a player who chooses between two moves
    leads to, with two moves themselves; see `UnseenMoves`.
    """
    # A set with two nodes is a pair if the node after its first one is the second, with the same parent.
    first = game.first_node
    second = np.minimum(first + 1, len(game) - 1)
    parent = game.parent[first]
    num_actions = np.diff(game.information_sets.action_start)
    is_pair = (
        (nodes_in_set(game) == 2)
        & (game.infoset[second] == np.arange(len(num_actions)))
        & (game.parent[second] == parent)
        & (game.num_actions[parent] == 2)
        & (game.player[parent] >= 0)
        & (num_actions == 2)
    )
    of_leaves = True
    return _closed(game, np.append(~hides_something(game) | is_pair, of_leaves)[game.infoset])


def _closed(game: ExtensiveGame, good: Mask) -> Mask:
    """Return the nodes below which all are good."""
    if not _fits_chance(game):
        good &= game.player != CHANCE
    return closed_below(game, good)


def _roots(game: ExtensiveGame, good: Mask) -> tuple[Mask, Mask]:
    """Return the highest inner nodes among some that are information sets by themselves, and these with all below."""
    of_leaves = False
    is_alone = np.append(~hides_something(game), of_leaves)[game.infoset]
    is_root = good & is_alone
    inside = np.zeros(len(game), dtype=bool)
    for level in game.levels:
        # What is below a root is decided with it, and is no root.
        is_root[level] &= ~inside[game.parent[level]]
        inside[level] = is_root[level] | inside[game.parent[level]]
    return is_root, inside


Number = Any
"""A rational number of FLINT."""

Points = list[tuple[Number, Number]]
"""The corners of a piecewise linear function from 0 to 1, by their places."""


MAX_BITS = 2**16
"""Limit on the digits of probabilities, in bits; there are trees in which these double from level to level."""

MAX_CORNERS = 1_000
"""Limit on the corners of a function."""


class TooManyDigitsError(Exception):
    """A tree whose exact values are too long; caught by `induced`."""


class Reply(NamedTuple):
    """Moves of a player that are best for some mixture of the two nodes of an information set.

    `first` and `second` are the values at the nodes if the player takes the first action with probability `share`.
    """

    first: Number
    second: Number
    share: Number


class UnseenMoves:
    """Values and optimal strategies at some nodes of a constant-sum game.

    - `good`: Below one of them all are: each information set there has one node, or the two children of a node of two
      moves, with two moves themselves.
    - `known`: Those whose value is known, with all nodes below.
    - `value`: Player 0's expected payoff, at the highest known nodes.

    - `share`: By nodes the probability of each action of the player who moves there.

    Bottom-up, every node gets a value, or a function: where the opponent will not see which of two moves is made, the
    value by the probability of the first one, piecewise linear, the least or largest over the replies at the set. Its
    corners are the points at which two replies are equally good. The mover chooses the best corner. In matching pennies
    with payoffs 1 and -1 the replies are the lines 2 p - 1 and 1 - 2 p; their lower envelope has its corner at p = 1/2.

    Top-down, `solve` enters the choices: the mover's share is the place of a best corner, and the opponent's mixes the
    two replies that meet at the mover's best corner, so that the slope is 0 there.
    """

    def __init__(
        self, game: ExtensiveGame, good: Mask, known: Mask, value: dict[int, Number]
    ) -> None:
        self.player: list[int] = game.player.tolist()
        self.first: list[int] = game.first_child.tolist()
        self.count: list[int] = game.num_actions.tolist()
        self.probability = game.edge_probability
        fmpq = require("flint").fmpq
        self.zero = fmpq(0)
        self.unit = fmpq(1)
        self.value = value
        self.known: list[bool] = known.tolist()
        self.share: dict[int, tuple[Number, ...]] = {}
        self.points: dict[int, Points] = {}
        self.replies: dict[int, list[Reply]] = {}
        self.paired: list[bool] = np.append(hides_something(game), False)[game.infoset].tolist()
        for node in reversed((good & ~known).nonzero()[0].tolist()):
            self._enter(node)

    def _probability(self, node: int) -> Number:
        """Return chance's probability of the edge into a node."""
        return self.unit * int(self.probability.numerators[node]) / self.probability.denominator

    def _hides(self, node: int) -> bool:
        """Return whether the player who moves after a node does not see which move was made there."""
        return self.player[node] != CHANCE and self.paired[self.first[node]]

    def _enter(self, node: int) -> None:
        """Enter the value of a node, or the function that it has in a pair of nodes, from those of its children."""
        children = range(self.first[node], self.first[node] + self.count[node])
        if self._hides(node):
            self.points[node] = self._mixed(node)
        elif self.paired[node]:
            first, second = children
            self.points[node] = [(self.zero, self.value[second]), (self.unit, self.value[first])]
        if self.paired[node]:
            return  # its value depends on the share at both nodes of the set

        if self.player[node] == CHANCE:
            average = self.zero
            for child in children:
                average += self._probability(child) * self.value[child]
            self.value[node] = average
        elif self._hides(node):
            self.value[node] = _best(self.player[node], [value for _, value in self.points[node]])
        else:
            self.value[node] = _best(self.player[node], [self.value[child] for child in children])

    def _mixed(self, node: int) -> Points:
        """Enter the best replies to a move that is not seen; return the value by the probability of its first action.

        The two values of a reply are convex functions of the share, where less is better for the player who replies, so
        the best replies lie between the best one to either move.
        """
        # With the sign, as payoffs of the opponent of the player who replies, whose replies are the least ones.
        first_child = self.first[node]
        sign = -1 if self.player[first_child] == 0 else 1
        candidates = []
        for share, first, second in self._merged(first_child, first_child + 1):
            candidates.append(Reply(sign * first, sign * second, share))

        # From the best reply to the second move alone to the best one to the first move alone.
        places = range(len(candidates))
        begin = min(places, key=lambda k: (candidates[k].second, candidates[k].first))
        end = min(places, key=lambda k: (candidates[k].first, candidates[k].second))
        step = 1 if begin <= end else -1
        replies = [candidates[k] for k in range(begin, end + step, step)]

        # Between neighbours the corner is where both are worth the same: p fall = (1 - p) rise.
        points = [(self.zero, sign * replies[0].second)]
        for before, after in pairwise(replies):
            fall = before.first - after.first
            rise = after.second - before.second
            place = rise / (fall + rise)
            points.append((place, sign * (place * before.first + (1 - place) * before.second)))
        digits = max(int(place.q).bit_length() for place, _ in points)
        if len(points) > MAX_CORNERS or digits > MAX_BITS:
            raise TooManyDigitsError

        points.append((self.unit, sign * replies[-1].first))
        self.replies[node] = [
            Reply(sign * first, sign * second, share) for first, second, share in replies
        ]
        return points

    def _merged(self, *nodes: int) -> list[tuple[Number, ...]]:
        """Return the corners of the functions of one or two nodes, each with the values there."""
        first = self.points[nodes[0]]
        if len(nodes) == 1:
            return list(first)
        second = self.points[nodes[1]]
        if len(first) == len(second) == 2:  # two lines, by far the most frequent case
            (_, first_at_0), (_, first_at_1) = first
            (_, second_at_0), (_, second_at_1) = second
            return [(self.zero, first_at_0, second_at_0), (self.unit, first_at_1, second_at_1)]

        merged = [(self.zero, first[0][1], second[0][1])]
        i = j = 1
        while i < len(first):
            place = min(first[i][0], second[j][0])
            merged.append((place, _between(first, i, place), _between(second, j, place)))
            i += first[i][0] == place
            j += second[j][0] == place
        return merged

    # ---- strategies ----

    def shares(self, node: int) -> list[Fraction]:
        """Return the probabilities of the actions at a node."""
        return [fraction(share) for share in self.share[node]]

    def root_value(self, node: int) -> Fraction:
        """Return player 0's value at a node."""
        return fraction(self.value[node])

    def solve(self, roots: Sequence[int]) -> None:
        """Enter optimal choices of both players after some nodes with a value."""
        for player in (0, 1):
            pending = [(node, None) for node in roots]
            while pending:
                node, share = pending.pop()
                if not self.known[node]:
                    pending += self._after(player, node, share)

    def _after(
        self, player: int, node: int, share: Number | None
    ) -> list[tuple[int, Number | None]]:
        """Enter a player's choices around a node, and return the nodes that are next.

        With a share, that of the node's first action, the node is one of the player, who has chosen already.
        """
        children = range(self.first[node], self.first[node] + self.count[node])
        if not self._hides(node):
            if self.player[node] == player and share is None:
                values = [self.value[child] for child in children]
                shares = [self.zero] * len(values)
                shares[values.index(self.value[node])] = self.unit
                self.share[node] = tuple(shares)
            return [(child, None) for child in children]

        if self.player[node] == player and share is None:
            share = next(place for place, value in self.points[node] if value == self.value[node])
            self.share[node] = (share, 1 - share)
        if share is None:
            return self._answered(player, [(node, self.unit)])
        return self._answered(player, list(zip(children, (share, 1 - share), strict=True)))

    def _answered(
        self, player: int, nodes: list[tuple[int, Number]]
    ) -> list[tuple[int, Number | None]]:
        """Enter a player's choices after an information set of the opponent whose nodes have these weights.

        The opponent's best share is a corner. There the player mixes the replies that are best before and after it, so
        that the opponent gains by no change of the share: with the slopes `before` and `after` of the value there, the
        part t of the latter has (1 - t) before + t after = 0.
        """
        weights = [weight for _, weight in nodes]
        corners = self._merged(*(node for node, _ in nodes))
        totals = [_weighted(weights, values) for _, *values in corners]
        place, *_ = corners[totals.index(_best(1 - player, totals))]

        lines_of_nodes = [self._active(node, place) for node, _ in nodes]
        before = _weighted(weights, [lines[0][0] for lines in lines_of_nodes])
        after = _weighted(weights, [lines[-1][0] for lines in lines_of_nodes])
        part = self.zero
        if before != after:
            part = before / (before - after)

        following: list[tuple[int, Number | None]] = []
        for (node, weight), lines in zip(nodes, lines_of_nodes, strict=True):
            first_child = self.first[node]
            share = _interpolated(lines, (1 - part) * lines[0][0] + part * lines[-1][0])
            if share is not None:
                if not weight:
                    share = self.unit  # after a move that the player does not make
                self.share[first_child] = (share, 1 - share)
            following += [(first_child, share), (first_child + 1, share)]
        return following

    def _active(self, node: int, place: Number) -> list[tuple[Number, Number | None]]:
        """Return the slopes of the replies that are best at a place, in their order, with their shares."""
        points = self.points[node]
        replies = self.replies.get(node)
        if replies is None:
            return [(points[1][1] - points[0][1], None)]

        # Reply k is best from point k to point k + 1.
        low = max(k for k in range(len(replies)) if k == 0 or points[k][0] < place)
        high = max(k for k in range(len(replies)) if k == 0 or points[k][0] <= place)
        return [(reply.first - reply.second, reply.share) for reply in replies[low : high + 1]]


def _interpolated(lines: list[tuple[Number, Number | None]], slope: Number) -> Number | None:
    """Return the share of the reply of a slope, between those of neighbours; None without shares."""
    for (before, share), (after, next_share) in pairwise(lines):
        if share is None or next_share is None:
            continue
        if min(before, after) <= slope <= max(before, after):
            return share + (next_share - share) * ((slope - before) / (after - before))
    return lines[0][1]


def _weighted(weights: list[Number], values: list[Number]) -> Number:
    """Return the sum of one or two numbers, each times its weight."""
    total = weights[0] * values[0]
    if len(values) == 2:
        total += weights[1] * values[1]
    return total


def _best(player: int, values: list[Number]) -> Number:
    return min(values) if player else max(values)


def _between(points: Points, after: int, place: Number) -> Number:
    """Return the value at a place between a corner and the one before it."""
    (left, low), (right, high) = points[after - 1], points[after]
    if place == right:
        return high
    return low + (high - low) * ((place - left) / (right - left))
