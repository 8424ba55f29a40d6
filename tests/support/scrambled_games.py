"""Ordered games whose payoffs depend on signals in any way, and slow algorithms for their abstraction."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations, permutations

import numpy as np
from signal_trees import SignalNode, signal_tree

from seqform.models.games.ordered import OrderedGame, Payoff, Round, ordered_game
from seqform.models.games.signals import Comparison, Feature, Joint, Own
from seqform.models.games.stages import CONTINUE, OVER, StageGame, turn
from seqform.models.numbers.exact import Ints

REVEALED = (
    [(0, 1)],
    [(1, 1)],
    [(0, 2)],
    [(0, 1), (1, 0)],
    [(1, 0), (0, 1)],
    [(0, 1), (0, 1)],
    [(0, 1), (1, 0), (1, 0)],
    [(0, 1), (2, 0)],
)
"""Public and private signals by rounds."""


def scrambled_game(seed: int, *, signals: int = 5, weighted: bool = False) -> OrderedGame:
    """Return an ordered game in which few ranks decide, so that many signals are alike, and payoffs are scrambled.

    The partial order compares no view with another, so that any payoffs increase in it.
    """
    random = np.random.default_rng(seed)
    fitting = [one for one in REVEALED if sum(public + 2 * private for public, private in one) <= signals]
    revealed = fitting[int(random.integers(len(fitting)))]
    ranks = int(random.integers(1, 4))
    rank = random.integers(0, ranks, signals)
    one, both = random.integers(0, 3, 50), random.integers(0, 3, (50, 50))
    in_order = bool(random.random() < 0.3)

    def strength(public: Ints, private: Ints) -> Ints:
        order = rank[private[:, :1]].sum(axis=1) if in_order else 0
        return np.asarray(one[rank[private].sum(axis=1) + 7 * rank[public].sum(axis=1)] + order, dtype=np.int64)

    def joint(public: Ints, first: Ints, second: Ints) -> Ints:
        mine, theirs = rank[first].sum(axis=1), rank[second].sum(axis=1)
        return np.asarray(both[mine + 5 * theirs, rank[public].sum(axis=1)], dtype=np.int64)

    def name(public: Ints, private: Ints) -> Ints:
        code = np.zeros(len(public), dtype=np.int64)
        for column in np.concatenate([public, private], axis=1).T:
            code = code * signals + column
        return code

    features: list[Feature] = [Comparison(strength), Own(0, strength, "own"), Joint(joint, "joint")]
    used = random.random(3) < 0.6

    def utility(path: tuple[tuple[str, ...], ...]) -> tuple[Payoff, Payoff]:
        late = len(path) == len(revealed)
        payoffs: list[Payoff] = []
        for _ in range(2):
            payoff = {"constant": Fraction(int(random.integers(-3, 4)), 2)}
            for feature, use in zip(features, used, strict=True):
                if use and (late or in_order):
                    payoff[feature.name] = Fraction(int(random.integers(-2, 3)))
            payoffs.append(payoff)
        return payoffs[0], payoffs[1]

    return ordered_game(
        f"scrambled {seed}",
        [
            Round(_stage(random, number == len(revealed) - 1), public, private)
            for number, (public, private) in enumerate(revealed)
        ],
        [f"s{number}" for number in range(signals)],
        features,
        utility,
        ordering=[name, lambda public, private: -name(public, private)],
        weights=random.integers(1, 3, signals).tolist() if weighted else None,
    )


def _stage(random: np.random.Generator, last: bool) -> StageGame:
    if last:
        return StageGame.of(turn(int(random.integers(0, 2)), {"a": OVER, "b": OVER}))
    return StageGame.of(turn(0, {"out": OVER, "on": turn(1, {"out": OVER, "on": CONTINUE})}))


@cache
def cost_by_bijections(one: SignalNode, other: SignalNode, unit: Fraction) -> float:
    """Return the cost of merging the nodes of two views, by trying all bijections between children."""
    if one.outcome is not None and other.outcome is not None:
        differences = (abs(a - b) for a, b in zip(one.outcome[1:], other.outcome[1:], strict=True))
        return float(max(differences, default=Fraction(0)) / unit)
    parts = []
    for leaves in (False, True):
        mine, theirs = (
            [edge for edge in node.edges if (edge[1].outcome is not None) == leaves] for node in (one, other)
        )
        table = {
            (i, j): float(weight) * cost_by_bijections(child, image, unit) if weight == there else np.inf
            for i, (weight, child) in enumerate(mine)
            for j, (there, image) in enumerate(theirs)
        }
        places = range(len(mine))
        parts.append(min(sum(table[i, j] for i, j in enumerate(order)) for order in permutations(places)))
    return max(parts)


def largest_difference(game: OrderedGame) -> Fraction:
    """Return the largest difference that signals can make to a payoff at one end and history."""
    _, rounds = signal_tree(game, 0)
    largest = Fraction(0)
    for nodes in rounds:
        outcomes = [leaf.outcome for node in nodes for _, leaf in node.edges if leaf.outcome is not None]
        for column in list(zip(*outcomes, strict=True))[1:]:
            largest = max(largest, max(column) - min(column))
    return largest or Fraction(1)


def linked(costs: dict[tuple[int, int], float], parents: list[int], threshold: float) -> list[int]:
    """Return the smallest member of each one's class, siblings being linked at costs up to a threshold."""
    least = list(range(len(parents)))
    for one, other in combinations(range(len(parents)), 2):
        if parents[one] == parents[other] and costs[one, other] <= threshold + 1e-9 and least[one] != least[other]:
            low, high = sorted((least[one], least[other]))
            least = [low if each == high else each for each in least]
    return least
