"""Small games drawn in papers, games that separate equilibrium refinements, and the knapsack problem as a tree."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from random import Random

from seqform.builders.games.entry import Value
from seqform.builders.games.tree import Node, chance, leaf, move, tree
from seqform.errors import GameError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import Rational

_FIGURES = Path(__file__).with_name("figures")


def published_tree(title: str, **_parameters: Value) -> ExtensiveGame:
    """Return the tree of the package's file with this name; its comment gives the source."""
    from seqform.builders.games.formats.efg import read_efg

    return read_efg(_FIGURES / f"{title}.efg")


def guess_the_ace(title: str, cards: int, prize: Rational) -> ExtensiveGame:
    """Return the game in which player 0 may ask whether the top card is the ace of spades.

    Without a question nothing is paid. If player 1 is asked and right, player 0 pays the prize. The deck is shuffled
    first and nobody sees the top card, so there is no proper subgame. Every answer is an equilibrium, since player 0
    does not ask; in a sequential or normal-form perfect one the answer is no.

    References
    ----------
    Miltersen & Sørensen, Computing sequential equilibria for two-player games, SODA 2006, figure 1.
    """
    return tree(title, _top_card(cards, prize, lambda answer, paid: leaf(-paid)))


def guess_the_ace_second_gift(title: str, cards: int, prize: Rational) -> ExtensiveGame:
    """Return Guess-the-Ace in which player 0 may give away the prize once more after the answer.

    Player 0 learns the answer but not yet the card. Now a wrong "yes" is not dominated, since it might be rewarded, and
    normal-form perfection no longer excludes it; sequential rationality still does (section 1.1 of the same paper).
    """

    def after(answer: str, paid: Rational) -> Node:
        return move(0, f"after {answer}", {"keep": leaf(-paid), "give": leaf(-paid - prize)})

    return tree(title, _top_card(cards, prize, after))


def _top_card(cards: int, prize: Rational, after: Callable[[str, Rational], Node]) -> Node:
    """Return the game whose rest follows the answer and the prize that it earns."""

    def asked(right: str) -> Node:
        answers = {}
        for answer in ("yes", "no"):
            paid = prize if answer == right else 0
            answers[answer] = after(answer, paid)
        return move(0, "start", {"stop": leaf(0), "ask": move(1, "asked", answers)})

    ace = Fraction(1, cards)
    return chance({"ace of spades": (ace, asked("yes")), "another card": (1 - ace, asked("no"))})


def knapsack_figure_3(
    title: str, weight: Rational, value: Rational, scale: Rational
) -> ExtensiveGame:
    """Return the subgame for one object of the reduction from the knapsack problem.

    Player 1 quits or passes; then player 0, at the same small cost w/M, packs the object, which earns player 1 its
    value, or leaves it.
    """
    return tree(title, _packing("start", "object", -Fraction(weight) / scale, value))


def knapsack_tree(
    weights: Sequence[Rational], values: Sequence[Rational], capacity: Rational, abort: Rational = 0
) -> tuple[Node, Fraction]:
    """Return the tree of `knapsack_game`, and M; aborting pays player 1 `abort`, at most 0 in the reduction."""
    if len(weights) != len(values) or not weights:
        raise GameError(
            f"knapsack: {len(weights)} weights and {len(values)} values; every object needs one of each"
        )
    if min(*weights, *values, capacity) < 0:
        raise GameError("knapsack: weights, values and the capacity cannot be negative")
    common = math.lcm(*(Fraction(value).denominator for value in values))
    scale = 1 + capacity * Fraction(common)
    share = Fraction(1, len(weights))
    objects = {}
    for number, (weight, value) in enumerate(zip(weights, values, strict=True), start=1):
        name = str(number)
        objects[name] = (share, _packing(name, name, -Fraction(weight) / scale, value))
    stop = leaf(-Fraction(capacity) * share / scale, abort)
    return move(0, "start", {"abort": stop, "commence": chance(objects)}), Fraction(scale)


def knapsack_game(
    title: str, weights: Sequence[Rational], values: Sequence[Rational], capacity: Rational
) -> ExtensiveGame:
    """Return the game whose optimal equilibria are optimal packings of a knapsack.

    The n weights w and values v and the capacity c are not negative. Player 0 aborts, for -c / (n M), or commences.
    Then chance picks one of the n objects. Player 1 quits, for nothing, or passes the object on to player 0, who packs
    it or leaves it, for -w / M either way; packed, it earns player 1 its value v.

    **Below an object** the equilibria pay (-w / M, y), y from 0 to v, or (-λ w / M, 0), λ from 0 to 1: player 0 is
    indifferent and may pack with any probability, and player 1 passes if that pays. So either the object's whole
    weight w counts, and up to its value v, or nothing is earned.

    **Player 0 commences** just if the weights that count sum to at most c: both payoffs are the costs, divided by n M.

    **The best equilibrium.** If S are the objects that are packed surely and the others are quit, commencing pays both
    together (v(S) - w(S) / M) / n, an equilibrium if w(S) ≤ c; other equilibria that commence pay no more than the one
    in which the same objects are packed surely. With M = 1 + c d, where d is a common denominator of the values,
    w(S) / M is less than 1 / d, the least by which values of two selections can differ. So the largest sum of payoffs
    is that of a most valuable selection, of these the lightest. The empty one pays 0, and aborting pays less than
    that, or as little if c = 0. The payoff of player 1, times n, is the knapsack's optimum; the equilibrium best for
    player 1 pays it as well, whatever M.

    In the paper aborting pays player 1 "a very large sum". That must not be a gain: whenever all objects together weigh
    c or more, aborting is an equilibrium, and with a large gain it would be the best one, whatever the objects. Here it
    pays player 1 nothing, which is enough.

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


def random_knapsack_game(title: str, objects: int, seed: int) -> ExtensiveGame:
    """Return the game of a knapsack with `random_objects`."""
    return knapsack_game(title, *random_objects(objects, seed))


def random_objects(objects: int, seed: int) -> tuple[list[int], list[int], int]:
    """Return weights and values from 1 to 20, and a capacity of half the weights, rounded down."""
    source = Random(seed)
    weights = [source.randint(1, 20) for _ in range(objects)]
    values = [source.randint(1, 20) for _ in range(objects)]
    return weights, values, sum(weights) // 2


def _packing(start: str, passed: str, cost: Fraction, value: Rational) -> Node:
    packing = move(0, passed, {"pack": leaf(cost, value), "leave": leaf(cost, 0)})
    return move(1, start, {"quit": leaf(0, 0), "pass": packing})
