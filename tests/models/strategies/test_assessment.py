"""Families of completely mixed plans in ε, and beliefs: validation, limits, and Bayes' rule."""

from collections import defaultdict
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from assessments import profile_playing, random_family, random_witness
from hypothesis import given
from hypothesis import strategies as st
from tree_walks import random_profile

import seqform as sf
from seqform.builders.games.tree import chance, leaf, move, tree
from seqform.errors import ModelError
from seqform.models import (
    Beliefs,
    EpsilonFamily,
    ExactArray,
    ExtensiveGame,
    PlanFamily,
    PolynomialArray,
    RealizationPlans,
    SequenceIndex,
)
from seqform.models.strategies.assessment import beliefs_of, constant_family, fully_mixed_beliefs

ACE = sf.load("guess-the-ace")
RISKY: SequenceIndex = sf.load("safe-or-risky").sequences[0].index


def by_bayes(game: ExtensiveGame, plans: RealizationPlans) -> list[Fraction]:
    """Beliefs at every node by the definition: how likely it is, given its information set."""
    reach, totals = [Fraction(0)] * len(game), defaultdict[int, Fraction](Fraction)
    for node in np.flatnonzero(game.player >= 0).tolist():
        first, second = (plan.weights[int(own.at_node[node])] for own, plan in zip(game.sequences, plans, strict=True))
        reach[node] = Fraction(game.chance_reach[node] * first * second)
        totals[int(game.infoset[node])] += reach[node]
    return [part and part / totals[int(game.infoset[node])] for node, part in enumerate(reach)]


@given(st.integers(0, 10**6))
def test_beliefs_of_a_completely_mixed_profile_are_bayes(seed: int) -> None:
    game = sf.load(f"random-game(seed={seed},depth=4,zero_sum=false,merge=0.8)")
    uniform = sf.uniform_profile(game)
    plans = RealizationPlans((uniform[0].plan, uniform[1].plan))
    assert fully_mixed_beliefs(game, uniform).probability.tolist() == by_bayes(game, plans)


@given(st.integers(0, 10**6))
def test_beliefs_of_a_family_are_limits_of_bayes_rule(seed: int) -> None:
    game = sf.load(f"random-game(seed={seed},depth=4,zero_sum=false,merge=0.8)")
    random = Random(seed)
    family = random_family(random_profile(game, random), random)
    near = by_bayes(game, family.at(Fraction(1, 10**20)))
    limit = beliefs_of(game, family).probability
    assert all(abs(one - other) < Fraction(1, 10**9) for one, other in zip(near, limit, strict=True))


def test_where_chance_never_leads_nodes_are_equally_likely() -> None:
    guesses = {"a": leaf(0), "b": leaf(1)}
    game = tree("what cannot be", chance({
        "never": (0, move(0, "mixed", guesses)), "again": (0, move(0, "hidden", guesses)),
        "nor now": (0, move(0, "hidden", guesses)), "always": (1, move(0, "mixed", guesses)),
    }))  # fmt: skip
    beliefs = fully_mixed_beliefs(game, sf.uniform_profile(game))
    mixed, hidden = (int(game.sequences[0].infosets[k]) for k in (0, 1))
    assert [share for _, share in beliefs.at(mixed)] == [0, 1]
    assert [share for _, share in beliefs.at(hidden)] == [Fraction(1, 2), Fraction(1, 2)]


def test_beliefs_are_equal_where_all_probabilities_agree() -> None:
    beliefs = fully_mixed_beliefs(ACE, sf.uniform_profile(ACE))
    assert beliefs.equals(Beliefs(ACE, beliefs.probability.copy()))
    swapped, nodes = beliefs.probability.copy(), np.flatnonzero(ACE.player == 1)
    swapped[nodes] = swapped[nodes][::-1]
    assert not beliefs.equals(Beliefs(ACE, swapped))


def test_beliefs_other_than_distributions_are_refused() -> None:
    good = fully_mixed_beliefs(ACE, sf.uniform_profile(ACE)).probability
    first, second = np.flatnonzero(ACE.player == 1).tolist()
    with pytest.raises(ModelError, match="beliefs: an array of 11 fractions expected"):
        Beliefs(ACE, good[:3])
    with pytest.raises(ModelError, match="beliefs: fractions expected, no doubles"):
        Beliefs(ACE, good.astype(np.float64))
    for shares, message in (
        ((Fraction(1, 2), Fraction(1, 3)), "'asked': they sum to 5/6, not to 1"),
        ((Fraction(3, 2), Fraction(-1, 2)), "'asked': a negative probability"),
    ):
        bad = good.copy()
        bad[first], bad[second] = shares
        with pytest.raises(ModelError, match=f"beliefs at information set {message}"):
            Beliefs(ACE, bad)


def plan(*orders: list[Fraction | int]) -> PlanFamily:
    """Of player 1 in safe-or-risky: the coefficients of ∅, safe, risky, careful, slip."""
    return PlanFamily(RISKY, PolynomialArray(tuple(ExactArray.of(order) for order in orders)))


@given(st.integers(0, 10**6), st.sampled_from([0, 1]))
def test_the_limit_is_close_to_behavior_at_a_tiny_epsilon(seed: int, player: int) -> None:
    game = sf.load(f"random-game(seed={seed},depth=4,zero_sum=false)")
    random = Random(seed)
    behavior = random_profile(game, random)[player]
    family = random_witness(behavior, random).family
    assert np.array_equal(family.limit.probabilities, behavior.probabilities)
    near = family.at(Fraction(1, 10**20)).behavior(np.zeros(0))
    assert all(
        share > 0 and abs(share - limit) < Fraction(1, 10**9)
        for share, limit in zip(near.probabilities, behavior.probabilities, strict=True)
    )


def test_a_completely_mixed_plan_is_a_family_that_does_not_depend_on_epsilon() -> None:
    uniform = sf.uniform_profile(sf.load("kuhn"))
    family = EpsilonFamily((constant_family(uniform[0].plan), constant_family(uniform[1].plan)))
    assert repr(family) == "<EpsilonFamily: plans of degree 0 in ε>"
    assert np.array_equal(family.limit[0].probabilities, uniform[0].probabilities)
    with pytest.raises(ModelError, match="fractions expected"):
        constant_family(uniform[0].to_floats().plan)
    never = profile_playing(sf.load("kuhn"))[0]
    with pytest.raises(ModelError, match="has no positive weight for small ε"):
        constant_family(never.plan)
