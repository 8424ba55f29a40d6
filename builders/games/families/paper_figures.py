"""Small games drawn in papers, games that separate equilibrium refinements, and the knapsack problem as a tree."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from seqform.builders.games.entry import CatalogEntry, KnownValue, Parameter, Sizes, Value
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
    """Return the game in which player 1 may ask whether the top card is the ace of spades.

    Without a question nothing is paid. If player 2 is asked and right, player 1 pays the prize. The deck is shuffled
    first and nobody sees the top card, so there is no proper subgame. Every answer is an equilibrium, since player 1
    does not ask; in a sequential or normal-form perfect one the answer is no.

    References
    ----------
    Miltersen & Sørensen, Computing sequential equilibria for two-player games, SODA 2006, figure 1.
    """
    return tree(title, _top_card(cards, prize, lambda answer, paid: leaf(-paid)))


def guess_the_ace_second_gift(title: str, cards: int, prize: Rational) -> ExtensiveGame:
    """Return Guess-the-Ace in which player 1 may give away the prize once more after the answer.

    Player 1 learns the answer but not yet the card. Now a wrong "yes" is not dominated, since it might be rewarded, and
    normal-form perfection no longer excludes it; sequential rationality still does (section 1.1 of the same paper).
    """

    def after(answer: str, paid: Rational) -> Node:
        return move(0, f"after {answer}", {"keep": leaf(-paid), "give": leaf(-paid - prize)})

    return tree(title, _top_card(cards, prize, after))


def _top_card(cards: int, prize: Rational, after: Callable[[str, Rational], Node]) -> Node:
    """Return the game whose rest follows the answer and the prize that it earns."""

    def asked(right: str) -> Node:
        answers = {answer: after(answer, prize if answer == right else 0) for answer in ("yes", "no")}
        return move(0, "start", {"stop": leaf(0), "ask": move(1, "asked", answers)})

    ace = Fraction(1, cards)
    return chance({"ace of spades": (ace, asked("yes")), "another card": (1 - ace, asked("no"))})


def knapsack_figure_3(title: str, weight: Rational, value: Rational, scale: Rational) -> ExtensiveGame:
    """Return the subgame for one object of the reduction from the knapsack problem.

    Player 2 quits or passes; then player 1, at the same small cost w/M, packs the object, which earns player 2 its
    value, or leaves it.
    """
    return tree(title, _packing("start", "object", -Fraction(weight) / scale, value))


_CARDS = Parameter("cards", 52, "number of cards in the deck", 2, 10**9)
_PRIZE = Parameter("prize", Fraction(1000), "payment for a right answer", minimum=0)
_LITTMAN = "Littman, Ravi, Talwar & Zinkevich (2006)"


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
        str(number): (share, _packing(str(number), str(number), -Fraction(weight) / scale, value))
        for number, (weight, value) in enumerate(zip(weights, values, strict=True), start=1)
    }
    stop = leaf(-Fraction(capacity) * share / scale, abort)
    return move(0, "start", {"abort": stop, "commence": chance(objects)}), Fraction(scale)


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


def _published(
    name: str, description: str, source: str, sizes: Sizes, *values: KnownValue, **more: Any
) -> CatalogEntry:
    """Return the entry of a `published_tree`, with its known values."""
    return CatalogEntry(name, description, source, published_tree, sizes, values=values, **more)


GAMES = (
    CatalogEntry(
        name="guess-the-ace",
        description="player 1 may offer a prize for guessing the top card",
        source="Miltersen & Sørensen (2006), figure 1",
        build=guess_the_ace,
        parameters=(_CARDS, _PRIZE),
        sizes=Sizes(nodes=11, infosets=(1, 1), sequences=(3, 3)),
        values=(KnownValue("guess-the-ace", Fraction(0), "Miltersen & Sørensen (2006): player 1 stops"),),
    ),
    CatalogEntry(
        name="guess-the-ace-second-gift",
        description="Guess-the-Ace in which player 1 may give the prize away once more",
        source="Miltersen & Sørensen (2006), section 1.1",
        build=guess_the_ace_second_gift,
        parameters=(_CARDS, _PRIZE),
        sizes=Sizes(nodes=19, infosets=(3, 1), sequences=(7, 3)),
        values=(KnownValue("guess-the-ace-second-gift", Fraction(0), "player 1 stops, and gives nothing"),),
    ),
    _published(
        "safe-or-risky",
        "a safe move, or a risky one that is as good if no slip follows",
        "Miltersen & Sørensen (2006), figure 3",
        Sizes(nodes=5, infosets=(2, 0), sequences=(5, 1)),
        KnownValue("safe-or-risky", Fraction(1), "Miltersen & Sørensen (2006): the payoff of the safe move"),
    ),
    _published(
        "uniform-bounds",
        "trembles of the same size at every sequence lead to an implausible equilibrium",
        "Farina, Gatti & Sandholm (2018)",
        Sizes(nodes=9, infosets=(3, 1), sequences=(7, 3)),
        KnownValue("uniform-bounds", Fraction(2), "backward induction"),
    ),
    _published(
        "mertens-voting",
        "no equilibrium is both extensive-form and normal-form perfect; not zero-sum",
        "Mertens (1995), Games and Economic Behavior 8",
        Sizes(nodes=17, infosets=(2, 2), sequences=(5, 5)),
    ),
    _published(
        "vsvet-figure-1",
        "the worked example of the tracing algorithm, with three equilibria; not zero-sum",
        "von Stengel, van den Elzen & Talman (2002), figure 1",
        Sizes(nodes=15, infosets=(2, 2), sequences=(5, 5)),
    ),
    _published(
        "two-level-tree",
        "two moves with perfect information, solved by backward induction",
        "'Game Theory: Trees in Games', basic tree",
        Sizes(nodes=7, infosets=(1, 2), sequences=(3, 5)),
        KnownValue("two-level-tree", Fraction(1), "backward induction"),
    ),
    _published(
        "littman-figure-1",
        "perfect information, equilibria worth [2, 100] and [1000, 4]; not zero-sum",
        f"{_LITTMAN}, figure 1",
        Sizes(nodes=5, infosets=(1, 1), sequences=(3, 3)),
    ),
    _published(
        "littman-figure-4",
        "perfect information, the social optimum needs randomness; not zero-sum",
        f"{_LITTMAN}, figure 4",
        Sizes(nodes=11, infosets=(3, 2), sequences=(7, 5)),
    ),
    CatalogEntry(
        name="knapsack-figure-3",
        description="one object of the reduction from the knapsack problem; not zero-sum",
        source=f"{_LITTMAN}, figure 3",
        build=knapsack_figure_3,
        parameters=(
            Parameter("weight", Fraction(1), "w, the object's weight", minimum=0),
            Parameter("value", Fraction(1), "v, the object's value", minimum=0),
            Parameter("scale", Fraction(100), "M, which makes the weight small against the value", minimum=1),
        ),
        sizes=Sizes(nodes=5, infosets=(1, 1), sequences=(3, 3)),
    ),
    _published(
        "abstraction-counterexample",
        "merging isomorphic subtrees changes the equilibrium where chance is not observed",
        "Gilpin & Sandholm (2006), section 4.1; payoffs reconstructed from the description",
        Sizes(nodes=14, infosets=(1, 1), sequences=(3, 3)),
        KnownValue("abstraction-counterexample", Fraction(-13, 10), "l, then right"),
        KnownValue("abstraction-counterexample(merged=true)", Fraction(0), "r, then left"),
        aliases=("gilpin-sandholm-figure-2",),
        parameters=(Parameter("merged", False, "whether the subtrees below a and b are merged"),),
    ),
    CatalogEntry(
        name="knapsack",
        description="its best equilibrium packs a random knapsack best; not zero-sum",
        source="Littman, Ravi, Talwar & Zinkevich (2006), section 1.6",
        build=random_knapsack_game,
        sizes=Sizes(nodes=18, infosets=(4, 3), sequences=(9, 7)),
        parameters=(
            Parameter("objects", 3, "number of objects", minimum=1, maximum=100_000),
            Parameter("seed", 0, "of the weights and values, 1 to 20 each", minimum=0),
        ),
    ),
)
