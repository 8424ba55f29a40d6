"""Strategies, beliefs and assessments made by hand, or at random, and consistency by its definition."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import prod
from random import Random

import numpy as np
from bimatrix import maximum
from flint import fmpz_mat
from tree_walks import random_profile

from seqform.models import BehaviorProfile, BehaviorStrategy, ExtensiveGame
from seqform.models.answers.evidence import PerturbationWitness
from seqform.models.strategies.assessment import (
    Assessment,
    Beliefs,
    EpsilonFamily,
    beliefs_of,
    limit_assessment,
)

Share = Fraction | int
Choices = Mapping[str, str | Mapping[str, Share]]
"""At an information set the action that is taken, or the probabilities of actions; those not named get none."""


def playing(game: ExtensiveGame, player: int, choices: Choices | None = None) -> BehaviorStrategy:
    """The strategy of some choices; it takes the first action at all other information sets."""
    index = game.sequences[player].index
    probabilities = [Fraction(1)]
    for infoset, actions in zip(index.infoset_names, index.action_names, strict=True):
        choice = (choices or {}).get(infoset, actions[0])
        shares = {choice: 1} if isinstance(choice, str) else choice
        probabilities += [Fraction(shares.get(action, 0)) for action in actions]
    return BehaviorStrategy(index, np.array(probabilities, dtype=object))


def profile_playing(
    game: ExtensiveGame, first: Choices | None = None, second: Choices | None = None
) -> BehaviorProfile:
    return BehaviorProfile((playing(game, 0, first), playing(game, 1, second)))


def first_actions(game: ExtensiveGame) -> BehaviorProfile:
    """The profile that takes the first action everywhere."""
    return profile_playing(game)


def kuhn_equilibrium(game: ExtensiveGame, alpha: Fraction) -> BehaviorProfile:
    """Kuhn (1950): player 1 bets the jack with probability α, the king with 3α, and calls with the queen α + 1/3."""
    third = Fraction(1, 3)

    def mixed(action: str, share: Share) -> dict[str, Share]:
        return {action: share, {"bet": "check", "call": "fold"}[action]: 1 - share}

    first: Choices = {
        "J:": mixed("bet", alpha),
        "K:": mixed("bet", 3 * alpha),
        "Q:cb": mixed("call", alpha + third),
    }
    second: Choices = {"J:c": mixed("bet", third), "Q:b": mixed("call", third)}
    return profile_playing(
        game,
        {"Q:": "check", "J:cb": "fold", "K:cb": "call", **first},
        {"Q:c": "check", "K:c": "bet", "J:b": "fold", "K:b": "call", **second},
    )


def with_behavior(
    profile: BehaviorProfile, player: int, infoset: str, **shares: Share
) -> BehaviorProfile:
    """The profile with other probabilities at one information set; actions that are not named get none."""
    strategies = list(profile)
    index = strategies[player].index
    row = index.row_of[infoset]
    probabilities = strategies[player].probabilities.copy()
    for place, name in enumerate(index.action_names[row], start=int(index.first_sequence[row])):
        probabilities[place] = Fraction(shares.get(name, 0))
    strategies[player] = BehaviorStrategy(index, probabilities)
    return BehaviorProfile((strategies[0], strategies[1]))


def with_beliefs(
    game: ExtensiveGame, beliefs: Beliefs, player: int, infoset: str, shares: Sequence[Share]
) -> Beliefs:
    """The beliefs with others at one information set, its nodes in their order in the game."""
    sequences = game.sequences[player]
    probability = beliefs.probability.copy()
    nodes = np.flatnonzero(game.infoset == sequences.infosets[sequences.index.row_of[infoset]])
    for node, share in zip(nodes.tolist(), shares, strict=True):
        probability[node] = Fraction(share)
    return Beliefs(game, probability)


def beliefs_from(game: ExtensiveGame, shares: Mapping[tuple[int, str], Sequence[Share]]) -> Beliefs:
    """Beliefs by player and information set; elsewhere all nodes are equally likely."""
    probability = np.full(len(game), Fraction(0))
    for row in np.flatnonzero(game.information_sets.player >= 0):
        nodes = np.flatnonzero(game.infoset == row)
        probability[nodes] = Fraction(1, len(nodes))
    beliefs = Beliefs(game, probability)
    for (player, infoset), here in shares.items():
        beliefs = with_beliefs(game, beliefs, player, infoset, here)
    return beliefs


def witness_of(
    behavior: BehaviorStrategy, weigh: Callable[[str], tuple[int, int]]
) -> PerturbationWitness:
    """Mistakes of a weight, and of an order above that of the sequence before, by the names of sequences."""
    index, probabilities = behavior.index, behavior.probabilities
    orders = np.zeros(len(index), dtype=np.int64)
    weights = np.full(len(index), Fraction(1))
    for sequence, row in enumerate(index.infoset_of.tolist()[1:], start=1):
        above = index.parent_sequence[row]
        orders[sequence], weights[sequence] = (
            orders[above],
            weights[above] * probabilities[sequence],
        )
        if probabilities[sequence] == 0:
            order, weight = weigh(index.names[sequence])
            orders[sequence], weights[sequence] = orders[above] + order, Fraction(weight)
    return PerturbationWitness(behavior, orders, weights)


def random_witness(behavior: BehaviorStrategy, random: Random) -> PerturbationWitness:
    return witness_of(behavior, lambda _: (random.randint(1, 2), random.randint(1, 4)))


def family_by_hand(
    profile: BehaviorProfile, likely: Mapping[str, int], order: int = 3
) -> EpsilonFamily:
    """A family in which player 1 makes some mistakes, of these weights, in order 1; all others are rarer."""
    first = witness_of(
        profile[0], lambda name: (1 if name in likely else order, likely.get(name, 1))
    )
    return EpsilonFamily((first.family, witness_of(profile[1], lambda _: (order, 1)).family))


def random_family(profile: BehaviorProfile, random: Random) -> EpsilonFamily:
    first, second = (random_witness(behavior, random).family for behavior in profile)
    return EpsilonFamily((first, second))


def random_assessment(game: ExtensiveGame, random: Random) -> Assessment:
    """Consistent, with the family that proves it."""
    return limit_assessment(game, random_family(random_profile(game, random), random))


def mixed_beliefs(game: ExtensiveGame, profile: BehaviorProfile, random: Random) -> Beliefs:
    """Of two families that tend to a profile, beliefs of one at some information sets and of the other elsewhere."""
    first, second = (beliefs_of(game, random_family(profile, random)) for _ in range(2))
    from_first = np.array([random.random() < 0.5 for _ in range(len(game.information_sets) + 1)])[
        game.infoset
    ]
    return Beliefs(game, np.where(from_first, first.probability, second.probability))


# ---- consistency by the letter of Kreps & Wilson's lemmas: labels and weights of actions ----


Form = list[int]
"""A difference of two products of actions: how often each action counts."""


def consistent(game: ExtensiveGame, assessment: Assessment) -> bool:
    """Return whether labels and weights exist in the game without chance's actions of probability 0."""
    actions = [
        (player, k) for player in (0, 1) for k in range(1, len(game.sequences[player].index))
    ]
    column = {action: place for place, action in enumerate(actions)}

    def product(node: int) -> Form:
        form = [0] * len(actions)
        while node > 0:
            mover = int(game.player[game.parent[node]])
            if mover >= 0:
                form[column[mover, int(game.sequences[mover].at_node[node])]] += 1
            node = int(game.parent[node])
        return form

    equal: list[tuple[Form, Fraction]] = []
    greater: list[Form] = []
    for place, (player, sequence) in enumerate(actions):
        unit = [int(k == place) for k in range(len(actions))]
        share = assessment.profile[player].probabilities[sequence]
        if share:
            equal.append((unit, Fraction(share)))
        else:
            greater.append(unit)
    for infoset in np.flatnonzero(game.information_sets.player >= 0).tolist():
        belief = assessment.beliefs.probability
        everywhere = np.flatnonzero(game.infoset == infoset).tolist()
        nodes = [node for node in everywhere if game.chance_reach[node]]
        if not nodes:
            continue
        if any(belief[node] for node in everywhere if not game.chance_reach[node]):
            return False
        reference = next(node for node in nodes if belief[node] > 0)
        for node in nodes:
            form = [a - b for a, b in zip(product(node), product(reference), strict=True)]
            if belief[node] > 0:
                chance = game.chance_reach[reference] / game.chance_reach[node]
                equal.append((form, Fraction(belief[node] / belief[reference]) * chance))
            else:
                greater.append(form)
    return _labels_exist([form for form, _ in equal], greater) and _weights_exist(equal)


def _labels_exist(equal: list[Form], greater: list[Form]) -> bool:
    """Return whether K ≥ 0 exists with every form of K zero, or at least one."""
    opposite = [[Fraction(-value) for value in form] for form in (*equal, *greater)]
    rows = [*opposite, *([Fraction(value) for value in form] for form in equal)]
    right = [Fraction(0)] * len(equal) + [Fraction(-1)] * len(greater) + [Fraction(0)] * len(equal)
    return not rows or maximum([Fraction(0)] * len(rows[0]), rows, right) is not None


def _weights_exist(equal: list[tuple[Form, Fraction]]) -> bool:
    """Return whether every integer relation among the products gives the product 1 of the right-hand sides."""
    if not equal:
        return True
    forms = fmpz_mat([list(parts) for parts in zip(*(form for form, _ in equal), strict=True)])
    kernel, nullity = forms.nullspace()
    for k in range(nullity):
        relation = [int(kernel[row, k]) for row in range(len(equal))]
        if (
            prod(
                (ratio**power for power, (_, ratio) in zip(relation, equal, strict=True)),
                start=Fraction(1),
            )
            != 1
        ):
            return False
    return True
