"""Backward induction on subgames of constant-sum games, of perfect information or nearly so, with moves of chance."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from seqform.builders.preprocess.subgames import hides_something, nodes_in_set, strategy_map, subtree
from seqform.builders.preprocess.unseen_moves import TooManyDigitsError, UnseenMoves
from seqform.errors import GameError
from seqform.models.games.extensive import CHANCE, ExtensiveGame
from seqform.models.games.infosets import ranges
from seqform.models.immutable import Immutable
from seqform.models.numbers.exact import ExactArray, Ints, Mask
from seqform.models.numbers.integers import SAFE, magnitude, segment_sums, times, widened
from seqform.models.reduced import Reduced
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.models.strategies.maps import ProfileMap, identity_map


def nodes_below_hidden_moves(game: ExtensiveGame) -> Mask:
    """Return a mask of the nodes at and below which no move is hidden from either player, leaves included.

    From these nodes on every information set is a single node. Where chance's probabilities need numbers of more than
    64 bits in an induction, nodes with a move of chance from there on do not count.
    """
    return _closed(game, np.append(~hides_something(game), True)[game.infoset])  # the last one is of leaves


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
    has_chance = [bool(np.any(good[level] & (game.player[level] == CHANCE))) for level in game.levels]
    scale = share ** sum(has_chance)
    value = np.zeros(len(game), dtype=object if magnitude(payoff.numerators) * scale >= SAFE else np.int64)
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
                value[here] = segment_sums(times(below // share, game.edge_probability.numerators[children]), start)
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


def _replaced(game: ExtensiveGame, good: Mask) -> Reduced[ExtensiveGame, BehaviorProfile, BehaviorProfile]:
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
        numbers = ExactArray(found.value[above], found.denominator).to_fractions()
        unseen = UnseenMoves(game, inside, known, dict(zip(above.tolist(), numbers, strict=True)))
        unseen.solve(roots.tolist())
        mixed = {node: unseen.shares(node) for node in unseen.share}
        value = ExactArray.of([unseen.root_value(root) for root in roots.tolist()])
    assert game.constant_sum is not None
    both = ExactArray.of([game.constant_sum]).take(np.zeros(len(roots), dtype=np.int64))
    rest = subtree(game, np.flatnonzero(~inside | is_root), roots, (value.reduced(), (both - value).reduced()))
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
    for level in reversed(game.levels[1:]):
        np.logical_and.at(good, game.parent[level], good[level].copy())  # a view would make numpy copy all of `good`
    return good


def _roots(game: ExtensiveGame, good: Mask) -> tuple[Mask, Mask]:
    """Return the highest inner nodes among some that are information sets by themselves, and these with all below."""
    alone = np.append(~hides_something(game), False)[game.infoset]
    inside, is_root = np.zeros(len(game), dtype=bool), good & alone
    for level in game.levels:
        is_root[level] &= ~inside[game.parent[level]]
        inside[level] = is_root[level] | inside[game.parent[level]]
    return is_root, inside
