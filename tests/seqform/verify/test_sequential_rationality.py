"""Sequential rationality: regrets at information sets, given the player's beliefs there."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest
from assessments import beliefs_from, first_actions, random_assessment, with_behavior
from hypothesis import given, settings
from hypothesis import strategies as st
from perturbed_answers import assessment_of
from tree_walks import action_values

import seqform as sf
from seqform.builders.games.formats.pygambit import information_set_selectors, to_pygambit
from seqform.builders.games.tree import chance, leaf, move, tree
from seqform.errors import ModelError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.strategies.assessment import Assessment, fully_mixed_beliefs
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.verify.sequential import sequential_regrets

ACE = sf.load("guess-the-ace")
BY_BAYES = {(0, "start"): (Fraction(1, 52), Fraction(51, 52)), (1, "asked"): (Fraction(1, 52), Fraction(51, 52))}


def test_yes_forgoes_what_no_would_earn_by_bayes() -> None:
    regrets = sequential_regrets(ACE, Assessment(first_actions(ACE), beliefs_from(ACE, BY_BAYES)))
    assert not regrets.holds
    (deviation,) = regrets.deviations
    assert (deviation.player, deviation.infoset, deviation.action) == (1, "asked", "no")
    assert deviation.gain == regrets.worst == Fraction(1000 * 50, 52)
    assert str(regrets).startswith("not sequentially rational at 1 information set: player 2 gains 12500/13 by 'no'")


def test_no_is_rational_by_bayes_and_yes_with_belief_in_the_ace() -> None:
    sensible = with_behavior(first_actions(ACE), 1, "asked", no=1)
    assert sequential_regrets(ACE, Assessment(sensible, beliefs_from(ACE, BY_BAYES))).holds
    beliefs = beliefs_from(ACE, {**BY_BAYES, (1, "asked"): (1, 0)})
    assert sequential_regrets(ACE, Assessment(first_actions(ACE), beliefs)).holds


def test_a_slip_off_the_path_is_not_rational_and_a_mixed_one_forgoes_its_share() -> None:
    game = sf.load("safe-or-risky")
    beliefs = beliefs_from(game, {})
    assert sequential_regrets(game, Assessment(first_actions(game), beliefs)).holds
    slips = with_behavior(first_actions(game), 0, "after risky", slip=1)
    (deviation,) = sequential_regrets(game, Assessment(slips, beliefs)).deviations
    assert deviation.action == "careful"
    half = with_behavior(first_actions(game), 0, "after risky", careful=Fraction(3, 4), slip=Fraction(1, 4))
    regrets = sequential_regrets(game, Assessment(half, beliefs))
    assert regrets.regrets[0][game.sequences[0].index.row_of["after risky"]] == Fraction(1, 4)
    assert regrets.action_values[0].tolist() == [0, 1, Fraction(3, 4), 1, 0]


def test_sets_that_chance_excludes_are_exempt() -> None:
    game = tree("a set that nobody reaches", chance({
        "never": (0, move(0, "nowhere", {"bad": leaf(-1), "good": leaf(1)})),
        "always": (1, move(0, "here", {"bad": leaf(-1), "good": leaf(1)})),
    }))  # fmt: skip
    regrets = sequential_regrets(game, Assessment(first_actions(game), beliefs_from(game, {})))
    assert [deviation.infoset for deviation in regrets.deviations] == ["here"]


def test_doubles_and_other_games_are_refused() -> None:
    assessment = Assessment(first_actions(ACE), beliefs_from(ACE, BY_BAYES))
    with pytest.raises(ModelError, match="decided in fractions only"):
        sequential_regrets(ACE, Assessment(assessment.profile.to_floats(), assessment.beliefs))
    other = sf.load("kuhn")
    with pytest.raises(ModelError, match="for another game"):
        sequential_regrets(other, assessment)
    with pytest.raises(ModelError, match="for another game"):
        sequential_regrets(ACE, Assessment(assessment.profile, beliefs_from(other, {})))


@given(st.integers(0, 10**6), st.booleans())
def test_values_and_regrets_from_first_principles(seed: int, zero_sum: bool) -> None:
    game = sf.load(f"random-game(seed={seed},depth=4,zero_sum={str(zero_sum).lower()})")
    assessment = random_assessment(game, Random(seed))
    regrets = sequential_regrets(game, assessment)
    belief = assessment.beliefs.probability
    for player in (0, 1):
        expected = action_values(game, assessment.profile, player, lambda node: belief[node])
        assert regrets.action_values[player].tolist() == expected
        index, behavior = game.sequences[player].index, assessment.profile[player].probabilities
        for row in range(index.num_infosets):
            here = range(*index.first_sequence[row : row + 2].tolist())
            mean = sum(behavior[k] * expected[k] for k in here)
            assert regrets.regrets[player][row] == max(expected[k] for k in here) - mean


def require_agreement_with_gambit(game: ExtensiveGame, profile: BehaviorProfile) -> None:
    gambit = to_pygambit(game)
    selectors = information_set_selectors(gambit, game)
    theirs = gambit.mixed_behavior_profile(rational=True)
    ours = sequential_regrets(game, Assessment(profile, fully_mixed_beliefs(game, profile)))
    sets = [
        (player, row, selectors[infoset], slice(*own.index.first_sequence[row : row + 2].tolist()))
        for player, own in enumerate(game.sequences)
        for row, infoset in enumerate(own.infosets.tolist())
    ]
    for player, _, selector, here in sets:
        theirs[selector] = dict(zip(gambit.get_actions(selector), profile[player].probabilities[here], strict=True))
    values, regrets = theirs.action_values, theirs.infoset_regrets
    for player, row, selector, here in sets:
        assert ours.action_values[player][here].tolist() == [value for _, value in values[selector]]
        assert ours.regrets[player][row] == regrets[selector]
    assert ours.worst == theirs.agent_max_regret()


@settings(max_examples=15)
@given(st.integers(0, 10**6))
def test_agent_form_regrets_agree_with_gambit(seed: int) -> None:
    pytest.importorskip("pygambit", reason="pygambit is an optional extra")
    game = sf.load(f"random-game(seed={seed},depth=4,zero_sum=false)")
    require_agreement_with_gambit(game, sf.uniform_profile(game))


@settings(max_examples=8)
@given(st.integers(0, 10**6))
def test_along_a_family_regrets_vanish_and_agree_with_gambit(seed: int) -> None:
    pytest.importorskip("pygambit", reason="pygambit is an optional extra")
    game = sf.load(f"random-game(seed={seed},depth=4)")
    assessment = assessment_of(game)
    assert assessment.family is not None
    assert sequential_regrets(game, assessment).holds
    first, second = (plan.behavior(np.zeros(0)) for plan in assessment.family.at(Fraction(1, 10**20)))
    profile = BehaviorProfile((first, second))
    require_agreement_with_gambit(game, profile)
    assert sequential_regrets(game, Assessment(profile, fully_mixed_beliefs(game, profile))).worst < Fraction(1, 10**9)
