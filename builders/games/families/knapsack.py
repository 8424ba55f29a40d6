"""The knapsack problem as a game tree with chance, on which optimal equilibria are NP-hard to find."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from random import Random

from seqform.builders.games.entry import CatalogEntry, Parameter, Sizes
from seqform.builders.games.tree import Node, chance, leaf, move, tree
from seqform.errors import GameError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import Rational


def knapsack_tree(
    weights: Sequence[Rational], values: Sequence[Rational], capacity: Rational, abort: Rational = 0
) -> tuple[Node, Fraction]:
    """Return the tree of `knapsack_game`, and M; aborting pays player 2 `abort`, at most 0 in the reduction."""
    if len(weights) != len(values) or not weights:
        raise GameError(f"knapsack: {len(weights)} weights and {len(values)} values; every object needs one of each")
    if min(*weights, *values, capacity) < 0:
        raise GameError("knapsack: weights, values and the capacity cannot be negative")
    scale = 1 + capacity * Fraction(math.lcm(*(Fraction(value).denominator for value in values)))
    share = Fraction(1, len(weights))
    objects = {
        str(number): (share, _packing(str(number), -Fraction(weight) / scale, value))
        for number, (weight, value) in enumerate(zip(weights, values, strict=True), start=1)
    }
    stop = leaf(-Fraction(capacity) * share / scale, abort)
    return move(1, "start", {"abort": stop, "commence": chance(objects)}), Fraction(scale)


def knapsack_game(
    title: str, weights: Sequence[Rational], values: Sequence[Rational], capacity: Rational
) -> ExtensiveGame:
    """Return the game whose optimal equilibria are optimal packings of a knapsack.

    The n weights w and values v and the capacity c are not negative. Player 1 aborts, for -c / (n M), or commences.
    Then chance picks one of the n objects. Player 2 quits, for nothing, or passes the object on to player 1, who packs
    it or leaves it, for -w / M either way; packed, it earns player 2 its value v.

    **Below an object** the equilibria pay (-w / M, y), y from 0 to v, or (-λ w / M, 0), λ from 0 to 1: player 1 is
    indifferent and may pack with any probability, and player 2 passes if that pays. So either the object's whole
    weight w counts, and up to its value v, or nothing is earned.

    **Player 1 commences** just if the weights that count sum to at most c: both payoffs are the costs, divided by n M.

    **The best equilibrium.** If S are the objects that are packed surely and the others are quit, commencing pays both
    together (v(S) - w(S) / M) / n, an equilibrium if w(S) ≤ c; other equilibria that commence pay no more than the one
    in which the same objects are packed surely. With M = 1 + c d, where d is a common denominator of the values,
    w(S) / M is less than 1 / d, the least by which values of two selections can differ. So the largest sum of payoffs
    is that of a most valuable selection, of these the lightest. The empty one pays 0, and aborting pays less than
    that, or as little if c = 0. Player 2's payoff, times n, is the knapsack's optimum; the equilibrium best for
    player 2 pays it as well, whatever M.

    In the paper aborting pays player 2 "a very large sum". That must not be a gain: whenever all objects together weigh
    c or more, aborting is an equilibrium, and with a large gain it would be the best one, whatever the objects. Here it
    pays player 2 nothing, which is enough.

    References
    ----------
    Littman, Ravi, Talwar & Zinkevich, An efficient optimal-equilibrium algorithm for two-player game trees,
    UAI 2006, section 1.6 and figure 3.

    Examples
    --------
    >>> knapsack_game("two of three", [3, 4, 2], [5, 6, 3], 6)
    <ExtensiveGame 'two of three': 18 nodes, 4 and 3 information sets>
    """
    return tree(title, knapsack_tree(weights, values, capacity)[0])


def best_selection(weights: Sequence[int], values: Sequence[Rational], capacity: int) -> Fraction:
    """Return the largest value of a selection that fits, by dynamic programming over the room that is left."""
    best = [Fraction(0)] * (capacity + 1)
    for weight, value in zip(weights, values, strict=True):
        for room in range(capacity, weight - 1, -1):
            best[room] = max(best[room], best[room - weight] + value)
    return best[capacity]


def random_objects(objects: int, seed: int) -> tuple[list[int], list[int], int]:
    """Return weights and values from 1 to 20, and a capacity of half the weights, rounded down."""
    source = Random(seed)
    weights = [source.randint(1, 20) for _ in range(objects)]
    values = [source.randint(1, 20) for _ in range(objects)]
    return weights, values, sum(weights) // 2


def _packing(name: str, cost: Fraction, value: Rational) -> Node:
    return move(
        2, name, {"quit": leaf(0, 0), "pass": move(1, name, {"pack": leaf(cost, value), "leave": leaf(cost, 0)})}
    )


GAMES = (
    CatalogEntry(
        name="knapsack",
        description="its best equilibrium packs a random knapsack best; not zero-sum",
        source="Littman, Ravi, Talwar & Zinkevich (2006), section 1.6",
        build=lambda title, objects, seed: knapsack_game(title, *random_objects(objects, seed)),
        sizes=Sizes(nodes=18, infosets=(4, 3), sequences=(9, 7)),
        parameters=(
            Parameter("objects", 3, "number of objects", minimum=1, maximum=100_000),
            Parameter("seed", 0, "of the weights and values, 1 to 20 each", minimum=0),
        ),
    ),
)
