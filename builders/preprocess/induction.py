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
    return _closed(
        game, np.append(~hides_something(game), True)[game.infoset]
    )  # the last one is of leaves


def _fits_chance(game: ExtensiveGame) -> bool:
    levels = sum(bool(np.any(game.player[level] == CHANCE)) for level in game.levels)
    largest = magnitude(game.leaf_payoffs[0].numerators)
    return bool((1 + largest) * game.information_sets.probability.denominator**levels < SAFE)


@dataclass(frozen=True, eq=False)
class Induction(Immutable):
    """The result of backward induction at some nodes of a constant-sum game.

    `value`, shape (n,), is player 1's expected payoff times `denominator` at these nodes, 0 elsewhere; `choice`, shape
    (n,), the number of the first best action where a player moves.
    """

    value: Ints
    denominator: int
    choice: Ints


def backward_induction(game: ExtensiveGame, good: Mask) -> Induction:
    """Return the values at nodes below which all nodes are among them, and optimal choices, in linear time."""
    payoff = game.leaf_payoffs[0]
    share = game.information_sets.probability.denominator
    has_chance = [
        bool(np.any(good[level] & (game.player[level] == CHANCE))) for level in game.levels
    ]
    scale = share ** sum(has_chance)
    value = np.zeros(
        len(game), dtype=object if magnitude(payoff.numerators) * scale >= SAFE else np.int64
    )
    value[game.leaves] = widened(payoff.numerators, magnitude(payoff.numerators) * scale) * scale
    choice = np.zeros(len(game), dtype=np.int64)
    for level in reversed(game.levels):
        nodes = level.start + np.flatnonzero(good[level] & ~game.is_leaf[level])
        for player in (0, 1, CHANCE):
            here = nodes[game.player[nodes] == player]
            if len(here) == 0:
                continue
            count = game.num_actions[here]
            children, start = ranges(game.first_child[here], count), np.cumsum(count) - count
            below = value[children]
            if player == CHANCE:
                value[here] = segment_sums(
                    times(below // share, game.edge_probability.numerators[children]), start
                )
                continue
            best = (np.minimum if player else np.maximum).reduceat(below, start)
            place = np.where(below == np.repeat(best, count), game.action[children], len(game))
            value[here], choice[here] = best, np.minimum.reduceat(place, start)
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
    return int(np.count_nonzero(_roots(game, nodes_of_seen_moves(game))[1] & ~game.is_leaf))


def _replaced(
    game: ExtensiveGame, good: Mask
) -> Reduced[ExtensiveGame, BehaviorProfile, BehaviorProfile]:
    """Return a game in which the subgames within some nodes are replaced by their values."""
    is_root, inside = _roots(game, good)
    roots = np.flatnonzero(is_root)
    if len(roots) == 0:
        return Reduced(game, identity_map(game))
    known = nodes_below_hidden_moves(game)
    found = backward_induction(game, known)
    value, mixed = ExactArray(found.value[roots], found.denominator), dict[int, list[Fraction]]()
    if np.any(inside & ~known):
        above = np.flatnonzero(known & ~known[game.parent])
        fmpq = require("flint").fmpq
        numbers = [fmpq(numerator, found.denominator) for numerator in found.value[above].tolist()]
        unseen = UnseenMoves(game, inside, known, dict(zip(above.tolist(), numbers, strict=True)))
        unseen.solve(roots.tolist())
        mixed = {node: unseen.shares(node) for node in unseen.share}
        value = ExactArray.of([unseen.root_value(root) for root in roots.tolist()])
    assert game.constant_sum is not None
    both = ExactArray.of([game.constant_sum]).take(np.zeros(len(roots), dtype=np.int64))
    rest = subtree(
        game, np.flatnonzero(~inside | is_root), roots, (value.reduced(), (both - value).reduced())
    )
    decided = np.flatnonzero(known & ~game.is_leaf)
    child = game.first_child[decided] + found.choice[decided]
    maps = []
    for player, own in enumerate(game.sequences):
        share: npt.NDArray[Any] = np.zeros(len(own.index), dtype=np.int64)
        share[own.at_node[child[game.player[decided] == player]]] = 1
        if mixed:
            share = np.array([Fraction(0), Fraction(1)], dtype=object)[share]
        for node, parts in mixed.items():
            if game.player[node] == player:
                start = int(own.at_node[game.first_child[node]])
                share[start : start + len(parts)] = parts
        maps.append(strategy_map(rest, share, player))
    return Reduced(rest.game, ProfileMap((maps[0], maps[1])))


def nodes_of_seen_moves(game: ExtensiveGame) -> Mask:
    """Return a mask of the nodes from which on nothing is hidden but, in places, the last move, one of two.

    From these nodes on every information set is a single node, or two that a player who chooses between two moves
    leads to, with two moves themselves; see `UnseenMoves`.
    """
    first, size = game.first_node, np.diff(game.information_sets.action_start)
    second = np.minimum(first + 1, len(game) - 1)
    above = game.parent[first]
    pair = ~(hides_something(game) & (nodes_in_set(game) != 2))
    pair &= ~hides_something(game) | (
        (game.infoset[second] == np.arange(len(size)))
        & (game.parent[second] == above)
        & (game.num_actions[above] == 2)
        & (game.player[above] >= 0)
        & (size == 2)
    )
    return _closed(game, np.append(pair, True)[game.infoset])


def _closed(game: ExtensiveGame, good: Mask) -> Mask:
    """Return the nodes below which all are good."""
    if not _fits_chance(game):
        good &= game.player != CHANCE
    return closed_below(game, good)


def _roots(game: ExtensiveGame, good: Mask) -> tuple[Mask, Mask]:
    """Return the highest inner nodes among some that are information sets by themselves, and these with all below."""
    alone = np.append(~hides_something(game), False)[game.infoset]
    inside, is_root = np.zeros(len(game), dtype=bool), good & alone
    for level in game.levels:
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
    - `value`: Player 1's expected payoff, at the highest known nodes.

    - `share`: By nodes the probability of each action of the player who moves there.
    """

    def __init__(
        self, game: ExtensiveGame, good: Mask, known: Mask, value: dict[int, Number]
    ) -> None:
        self.player: list[int] = game.player.tolist()
        self.first: list[int] = game.first_child.tolist()
        self.count: list[int] = game.num_actions.tolist()
        self.probability = game.edge_probability
        fmpq = require("flint").fmpq
        self.zero, self.one = fmpq(0), fmpq(1)
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
        return self.one * int(self.probability.numerators[node]) / self.probability.denominator

    def _hides(self, node: int) -> bool:
        """Return whether the player who moves after a node does not see which move was made there."""
        return self.player[node] != CHANCE and self.paired[self.first[node]]

    def _enter(self, node: int) -> None:
        children = range(self.first[node], self.first[node] + self.count[node])
        if self._hides(node):
            self.points[node] = self._mixed(node)
        elif self.paired[node]:
            first, second = (self.value[child] for child in children)
            self.points[node] = [(self.zero, second), (self.one, first)]
        if self.paired[node]:
            return
        if self.player[node] == CHANCE:
            self.value[node] = sum(
                (self._probability(child) * self.value[child] for child in children),
                start=self.zero,
            )
        elif self._hides(node):
            self.value[node] = _best(self.player[node], [value for _, value in self.points[node]])
        else:
            self.value[node] = _best(self.player[node], [self.value[child] for child in children])

    def _mixed(self, node: int) -> Points:
        """Enter the best replies to a move that is not seen; return the value by the probability of its first action.

        The two values of a reply are convex functions of the share, where less is better for the player who replies, so
        the best replies lie between the best one to either move.
        """
        one, other = self.first[node], self.first[node] + 1
        sign = -1 if self.player[one] == 0 else 1
        ways = [
            Reply(sign * first, sign * second, share)
            for share, first, second in self._merged(one, other)
        ]
        begin = min(range(len(ways)), key=lambda place: (ways[place].second, ways[place].first))
        end = min(range(len(ways)), key=lambda place: (ways[place].first, ways[place].second))
        step = 1 if begin <= end else -1
        replies = [ways[place] for place in range(begin, end + step, step)]
        points = [(self.zero, sign * replies[0].second)]
        for before, after in pairwise(replies):
            fall, rise = before.first - after.first, after.second - before.second
            place = rise / (fall + rise)
            points.append((place, sign * (place * before.first + (1 - place) * before.second)))
        if (
            len(points) > MAX_CORNERS
            or max(int(place.q).bit_length() for place, _ in points) > MAX_BITS
        ):
            raise TooManyDigitsError
        points.append((self.one, sign * replies[-1].first))
        self.replies[node] = [
            Reply(sign * one.first, sign * one.second, one.share) for one in replies
        ]
        return points

    def _merged(self, *nodes: int) -> list[tuple[Number, ...]]:
        """Return the corners of the functions of one or two nodes, each with the values there."""
        if len(nodes) == 1:
            return list(self.points[nodes[0]])
        one, other = self.points[nodes[0]], self.points[nodes[1]]
        if len(one) == len(other) == 2:
            return [
                (place, first, second)
                for (place, first), (_, second) in zip(one, other, strict=True)
            ]
        merged = [(self.zero, one[0][1], other[0][1])]
        i = j = 1
        while i < len(one):
            place = min(one[i][0], other[j][0])
            merged.append((place, _between(one, i, place), _between(other, j, place)))
            i, j = i + (one[i][0] == place), j + (other[j][0] == place)
        return merged

    # ---- strategies ----

    def shares(self, node: int) -> list[Fraction]:
        """Return the probabilities of the actions at a node."""
        return [fraction(share) for share in self.share[node]]

    def root_value(self, node: int) -> Fraction:
        """Return player 1's value at a node."""
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
        if self.player[node] == player and share is None:
            if not self._hides(node):
                best = [self.value[child] for child in children]
                chosen = best.index(self.value[node])
                self.share[node] = tuple(
                    self.one if place == chosen else self.zero for place in range(len(best))
                )
                return [(child, None) for child in children]
            share = next(place for place, value in self.points[node] if value == self.value[node])
            self.share[node] = (share, 1 - share)
        if not self._hides(node):
            return [(child, None) for child in children]
        if share is None:
            return self._answered(player, [(node, self.one)])
        return self._answered(player, list(zip(children, (share, 1 - share), strict=True)))

    def _answered(
        self, player: int, nodes: list[tuple[int, Number]]
    ) -> list[tuple[int, Number | None]]:
        """Enter a player's choices after an information set of the opponent whose nodes have these weights.

        The opponent's best share is a corner. There the player mixes the replies that are best before and after it, so
        that the opponent gains by no change of the share.
        """
        corners = self._merged(*(node for node, _ in nodes))
        weights = [weight for _, weight in nodes]
        totals = [_weighted(weights, values) for _, *values in corners]
        place = corners[totals.index(_best(1 - player, totals))][0]
        active = [self._active(node, place) for node, _ in nodes]
        before = _weighted(weights, [lines[0][0] for lines in active])
        after = _weighted(weights, [lines[-1][0] for lines in active])
        part = before / (before - after) if before != after else self.zero
        following: list[tuple[int, Number | None]] = []
        for (node, weight), lines in zip(nodes, active, strict=True):
            children = (self.first[node], self.first[node] + 1)
            share = _interpolated(lines, (1 - part) * lines[0][0] + part * lines[-1][0])
            if share is not None:
                share = share if weight else self.one  # after a move that the player does not make
                self.share[children[0]] = (share, 1 - share)
            following += [(child, share) for child in children]
        return following

    def _active(self, node: int, place: Number) -> list[tuple[Number, Number | None]]:
        """Return the slopes of the replies that are best at a place, in their order, with their shares."""
        points, replies = self.points[node], self.replies.get(node)
        if replies is None:
            return [(points[1][1] - points[0][1], None)]
        low = max(k for k in range(len(replies)) if k == 0 or points[k][0] < place)
        high = max(k for k in range(len(replies)) if k == 0 or points[k][0] <= place)
        return [(reply.first - reply.second, reply.share) for reply in replies[low : high + 1]]


def _interpolated(lines: list[tuple[Number, Number | None]], slope: Number) -> Number | None:
    """Return the share of the reply of a slope, between those of neighbours; None without shares."""
    for (before, one), (after, other) in pairwise(lines):
        if (
            one is not None
            and other is not None
            and min(before, after) <= slope <= max(before, after)
        ):
            return one + (other - one) * ((slope - before) / (after - before))
    return lines[0][1]


def _weighted(weights: list[Number], values: list[Number]) -> Number:
    """Return the sum of one or two numbers, each times its weight."""
    total = weights[0] * values[0]
    return total if len(values) == 1 else total + weights[1] * values[1]


def _best(player: int, values: list[Number]) -> Number:
    return min(values) if player else max(values)


def _between(points: Points, after: int, place: Number) -> Number:
    """Return the value at a place between a corner and the one before it."""
    (left, low), (right, high) = points[after - 1], points[after]
    if place == right:
        return high
    return low + (high - low) * ((place - left) / (right - left))
