"""Small games, and random mixtures of their pure strategies, for tests of correlated equilibria."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
from correlation_oracle import BruteForce, brute_force
from small_games import Shape, random_game

from seqform.builders.games.formats.efg import parse_efg
from seqform.builders.games.tree import Node, chance, leaf, move, tree
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import ExactArray, Floats
from seqform.models.strategies.correlation import PairMixture


def drawn_game(
    seed: int, *, constant_sum: bool = False, inner: tuple[int, ...] = (3, 5, 7)
) -> ExtensiveGame:
    """Return a small game, with and without chance, often with ties."""
    rng = Random(seed)
    shape = Shape(
        inner=rng.choice(inner),
        constant_sum=constant_sum,
        numbers=rng.choice(("ties", "small", "fractions")),
    )
    return parse_efg(random_game(rng, shape).to_efg())


SEEDS_APART = 10_000


def drawn_with_brute_force(
    seed: int, concept: str, inner: tuple[int, ...] = (3, 5, 7)
) -> tuple[ExtensiveGame, BruteForce]:
    """Return a game with few enough pairs of pure strategies for brute force, and its program for a concept."""
    while True:
        game = drawn_game(seed, inner=inner)
        brute = brute_force(game, concept)
        if brute is not None:
            return game, brute
        seed += SEEDS_APART


def xor_game() -> ExtensiveGame:
    """Both players see a bit and choose one, and win if these differ just where both bits are 1.

    Mixtures win with probability 3/4; the equations of correlation plans, which are those of Popescu & Rohrlich's
    boxes, allow 1.
    """

    def guess(first: int, second: int) -> Node:
        actions = {}
        for own in (0, 1):
            replies = {}
            for other in (0, 1):
                wins = int((own ^ other) == (first & second))
                replies[str(other)] = leaf(wins, wins)
            actions[str(own)] = move(1, f"second {second}", replies)
        return move(0, f"first {first}", actions)

    bits = {}
    for first in (0, 1):
        for second in (0, 1):
            bits[f"{first}{second}"] = (Fraction(1, 4), guess(first, second))
    return tree("xor", chance(bits))


def two_sided_game(rng: Random) -> ExtensiveGame:
    """Return a game in which each player has one of two or three types that the other one does not see, and moves once.

    Every pair of information sets is connected, so that the game has triangles.
    """
    first_types, second_types = rng.randint(2, 3), rng.randint(2, 3)
    deals: dict[str, tuple[Fraction, Node]] = {}
    for first in range(first_types):
        for second in range(second_types):
            choices: dict[str, Node] = {}
            for own in "ab":
                replies: dict[str, Node] = {}
                for other in "ab":
                    common = rng.randint(0, 2)
                    replies[other] = leaf(common + rng.randint(0, 1), common + rng.randint(0, 1))
                choices[own] = move(1, f"second {second}", replies)
            share = Fraction(1, first_types * second_types)
            deals[f"{first}{second}"] = (share, move(0, f"first {first}", choices))
    return tree("types", chance(deals))


def drawn_mixture(game: ExtensiveGame, rng: Random) -> PairMixture:
    """Return a mixture of a few random pairs of pure strategies."""
    size = rng.randint(1, 4)
    plays = []
    for own in game.sequences:
        index = own.index
        table = np.zeros((size, len(index)), dtype=bool)
        for row in range(size):
            table[row, 0] = True
            for infoset in range(index.num_infosets):
                if table[row, index.parent_sequence[infoset]]:
                    start, stop = index.first_sequence[infoset : infoset + 2].tolist()
                    table[row, rng.randrange(start, stop)] = True
        plays.append(table)
    shares = [rng.randint(1, 5) for _ in range(size)]
    weights = ExactArray.of(Fraction(share, sum(shares)) for share in shares)
    first, second = (own.index for own in game.sequences)
    return PairMixture((first, second), (plays[0], plays[1]), weights)


def as_table(brute: BruteForce, mixture: PairMixture, game: ExtensiveGame) -> Floats:
    """Return a mixture as a table of probabilities by the pairs of brute force."""
    rows = [
        {tuple(sorted(pure.items())): place for place, pure in enumerate(strategies)}
        for strategies in brute.pure
    ]
    table = np.zeros((len(brute.pure[0]), len(brute.pure[1])))
    weights: Any = mixture.weights
    for pair in range(len(mixture)):
        places = []
        for player in (0, 1):
            own = game.sequences[player]
            chosen = []
            for name, action in mixture.choices(player, pair).items():
                row = own.index.row_of[name]
                infoset = int(own.infosets[row])
                chosen.append((infoset, game.action_names[infoset].index(action)))
            places.append(rows[player][tuple(sorted(chosen))])
        table[places[0], places[1]] += float(weights[pair])
    return table
