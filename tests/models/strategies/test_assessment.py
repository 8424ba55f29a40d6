"""Beliefs: validation, Bayes' rule, and limits of families in ε."""

from collections import defaultdict
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from assessments import family_by_hand, first_actions, random_family, random_profile
from hypothesis import given, settings
from hypothesis import strategies as st

import seqform as sf
from seqform.builders.games.tree import chance, leaf, move, tree
from seqform.errors import ModelError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.strategies.assessment import Beliefs, beliefs_of, fully_mixed_beliefs, limit_assessment
from seqform.models.strategies.behavior import RealizationPlans

ACE = sf.load("guess-the-ace")


def by_bayes(game: ExtensiveGame, plans: RealizationPlans) -> list[Fraction]:
    """Beliefs at every node by the definition: how likely it is, given its information set."""
    reach, totals = [Fraction(0)] * len(game), defaultdict[int, Fraction](Fraction)
    for node in np.flatnonzero(game.player >= 0).tolist():
        first, second = (plan.weights[int(own.at_node[node])] for own, plan in zip(game.sequences, plans, strict=True))
        reach[node] = Fraction(game.chance_reach[node] * first * second)
        totals[int(game.infoset[node])] += reach[node]
    return [part and part / totals[int(game.infoset[node])] for node, part in enumerate(reach)]


def test_beliefs_follow_the_deck_for_mistakes_of_either_player() -> None:
    profile = first_actions(ACE)
    assessment = limit_assessment(ACE, family_by_hand(profile, {}))
    row = int(ACE.sequences[1].infosets[0])
    assert [share for _, share in assessment.beliefs.at(row)] == [Fraction(1, 52), Fraction(51, 52)]
    paths = [ACE.path(node) for node, _ in assessment.beliefs.at(row)]
    assert paths == [("ace of spades", "ask"), ("another card", "ask")]
    assert np.array_equal(assessment.profile[0].probabilities, profile[0].probabilities)


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 10**6))
def test_beliefs_of_a_completely_mixed_profile_are_bayes(seed: int) -> None:
    game = sf.load(f"random-game(seed={seed},depth=4,zero_sum=false,merge=0.8)")
    uniform = sf.uniform_profile(game)
    plans = RealizationPlans((uniform[0].plan, uniform[1].plan))
    assert fully_mixed_beliefs(game, uniform).probability.tolist() == by_bayes(game, plans)


@settings(deadline=None, max_examples=30)
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
        "never": (0, move(1, "mixed", guesses)), "again": (0, move(1, "hidden", guesses)),
        "nor now": (0, move(1, "hidden", guesses)), "always": (1, move(1, "mixed", guesses)),
    }))  # fmt: skip
    beliefs = fully_mixed_beliefs(game, sf.uniform_profile(game))
    mixed, hidden = (int(game.sequences[0].infosets[k]) for k in (0, 1))
    assert [share for _, share in beliefs.at(mixed)] == [0, 1]
    assert [share for _, share in beliefs.at(hidden)] == [Fraction(1, 2), Fraction(1, 2)]


def test_beliefs_are_equal_where_all_probabilities_agree() -> None:
    beliefs = fully_mixed_beliefs(ACE, sf.uniform_profile(ACE))
    assert beliefs.equals(Beliefs(ACE, beliefs.probability.copy()))
    swapped = beliefs.probability.copy()
    nodes = np.flatnonzero(ACE.player == 1)
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


def test_bayes_needs_a_completely_mixed_profile_of_fractions() -> None:
    with pytest.raises(ModelError, match="has no positive weight"):
        fully_mixed_beliefs(ACE, first_actions(ACE))
    with pytest.raises(ModelError, match="an exact plan expected"):
        fully_mixed_beliefs(ACE, sf.uniform_profile(ACE).to_floats())
