"""Assessments made by hand, or at random."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random

import numpy as np

from seqform.models.answers.evidence import PerturbationWitness
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import SequenceIndex
from seqform.models.strategies.assessment import Assessment, Beliefs, beliefs_of, limit_assessment
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.models.strategies.families import EpsilonFamily

Share = Fraction | int


def with_behavior(profile: BehaviorProfile, player: int, infoset: str, **shares: Share) -> BehaviorProfile:
    """The profile with other probabilities at one information set; actions that are not named get none."""
    strategies = list(profile)
    index = strategies[player].index
    row = index.row_of[infoset]
    probabilities = strategies[player].probabilities.copy()
    for place, name in enumerate(index.action_names[row], start=int(index.first_sequence[row])):
        probabilities[place] = Fraction(shares.get(name, 0))
    strategies[player] = BehaviorStrategy(index, probabilities)
    return BehaviorProfile((strategies[0], strategies[1]))


def first_actions(game: ExtensiveGame) -> BehaviorProfile:
    """The profile that takes the first action everywhere."""
    strategies = []
    for sequences in game.sequences:
        probabilities = np.full(len(sequences.index), Fraction(0))
        probabilities[0] = Fraction(1)
        probabilities[sequences.index.first_sequence[:-1]] = Fraction(1)
        strategies.append(BehaviorStrategy(sequences.index, probabilities))
    return BehaviorProfile((strategies[0], strategies[1]))


def with_beliefs(game: ExtensiveGame, beliefs: Beliefs, player: int, infoset: str, shares: Sequence[Share]) -> Beliefs:
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
    for player in (0, 1):
        for row in game.sequences[player].infosets.tolist():
            nodes = np.flatnonzero(game.infoset == row)
            probability[nodes] = Fraction(1, len(nodes))
    beliefs = Beliefs(game, probability)
    for (player, infoset), here in shares.items():
        beliefs = with_beliefs(game, beliefs, player, infoset, here)
    return beliefs


def random_behavior(index: SequenceIndex, random: Random) -> BehaviorStrategy:
    """Random fractions, about half of them zero."""
    probabilities = [Fraction(1)]
    for size in index.num_actions.tolist():
        weights = [random.randint(1, 4) * (random.random() < 0.5) for _ in range(size)]
        weights[random.randrange(size)] += not any(weights)
        probabilities += [Fraction(weight, sum(weights)) for weight in weights]
    return BehaviorStrategy(index, np.array(probabilities, dtype=object))


def random_trembles(behavior: BehaviorStrategy, random: Random) -> PerturbationWitness:
    """Random mistakes of random orders."""
    index, probabilities = behavior.index, behavior.probabilities
    orders = np.zeros(len(index), dtype=np.int64)
    weights = np.full(len(index), Fraction(1))
    for sequence, row in enumerate(index.infoset_of.tolist()[1:], start=1):
        above = index.parent_sequence[row]
        mistake = probabilities[sequence] == 0
        orders[sequence] = orders[above] + (random.randint(1, 2) if mistake else 0)
        weights[sequence] = Fraction(random.randint(1, 4)) if mistake else weights[above] * probabilities[sequence]
    return PerturbationWitness(behavior, orders, weights)


def trembles_by_hand(behavior: BehaviorStrategy, likely: Mapping[str, int], order: int = 3) -> PerturbationWitness:
    """Mistakes of order 1 and the given weights for some sequences, by name; all others are rarer."""
    index, probabilities = behavior.index, behavior.probabilities
    orders = np.zeros(len(index), dtype=np.int64)
    weights = np.full(len(index), Fraction(1))
    for sequence, row in enumerate(index.infoset_of.tolist()[1:], start=1):
        above, name = index.parent_sequence[row], index.names[sequence]
        mistake = probabilities[sequence] == 0
        orders[sequence] = orders[above] + (0 if not mistake else 1 if name in likely else order)
        weights[sequence] = weights[above] * (Fraction(likely.get(name, 1)) if mistake else probabilities[sequence])
    return PerturbationWitness(behavior, orders, weights)


def random_profile(game: ExtensiveGame, random: Random) -> BehaviorProfile:
    first, second = (random_behavior(sequences.index, random) for sequences in game.sequences)
    return BehaviorProfile((first, second))


def random_family(profile: BehaviorProfile, random: Random) -> EpsilonFamily:
    first, second = (random_trembles(behavior, random).family for behavior in profile)
    return EpsilonFamily((first, second))


def random_assessment(game: ExtensiveGame, random: Random) -> Assessment:
    """Consistent, with the family that proves it."""
    return limit_assessment(game, random_family(random_profile(game, random), random))


def mixed_beliefs(game: ExtensiveGame, profile: BehaviorProfile, random: Random) -> Beliefs:
    """Of two families that tend to a profile, beliefs of one at some information sets and of the other elsewhere."""
    first, second = (beliefs_of(game, random_family(profile, random)) for _ in range(2))
    from_first = np.array([random.random() < 0.5 for _ in range(len(game.information_sets) + 1)])[game.infoset]
    return Beliefs(game, np.where(from_first, first.probability, second.probability))
