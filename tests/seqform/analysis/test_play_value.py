"""Expected payoffs agree with walks through the tree."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tree_walks import expected_from, random_profile

import seqform as sf
from seqform.analysis.play_value import blundering, cross_table, expected_payoff, guaranteed_payoff
from seqform.errors import ModelError
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.solving.api import uniform_strategy
from seqform.verify.nash import certify

SEEDS = st.integers(0, 10**6)
SHARES = st.fractions(0, 1, max_denominator=50)


def random_game(seed: int, *, zero_sum: bool) -> sf.ExtensiveGame:
    return sf.load(f"random-game(seed={seed},depth=4,zero_sum={str(zero_sum).lower()})")


@given(SEEDS, st.booleans(), SHARES)
def test_payoffs_also_against_blunders_are_those_of_a_walk_through_the_tree(
    seed: int, zero_sum: bool, share: Fraction
) -> None:
    game = random_game(seed, zero_sum=zero_sum)
    profile = random_profile(game, seed)
    for player in (0, 1):
        earned = expected_payoff(game, profile[player], profile[1 - player])
        assert earned == expected_from(game, profile, player) == certify(game, profile).values[player]
        erring = blundering(profile[1 - player], share)
        pair = (profile[0], erring) if player == 0 else (erring, profile[1])
        expected = expected_from(game, BehaviorProfile(pair), player)
        assert expected_payoff(game, profile[player], erring) == expected


@given(SEEDS)
def test_blunders_range_from_the_strategy_itself_to_uniform_play(seed: int) -> None:
    game = random_game(seed, zero_sum=True)
    for strategy in random_profile(game, seed):
        uniform = uniform_strategy(strategy.index)
        assert np.array_equal(blundering(strategy, 0).probabilities, strategy.probabilities)
        assert np.array_equal(blundering(strategy, 1).probabilities, uniform.probabilities)
        assert np.array_equal(blundering(uniform, Fraction(1, 3)).probabilities, uniform.probabilities)


def test_the_cross_table_holds_every_pair_from_both_seats() -> None:
    game = sf.load("kuhn")
    named = {name: random_profile(game, seed) for seed, name in enumerate(("one", "two", "three"))}
    for share in (Fraction(0), Fraction(1, 10)):
        table = cross_table(game, named, blunder=share)
        assert table.names == ("one", "two", "three")
        assert table.blunder == share
        for mine, own in named.items():
            for theirs, other in named.items():
                for player in (0, 1):
                    expected = expected_payoff(game, own[player], blundering(other[1 - player], share))
                    assert table.value(player, mine, theirs) == expected


def test_doubles_are_taken_as_they_are() -> None:
    game = sf.load("kuhn")
    exact, other = random_profile(game, 3), random_profile(game, 4)
    doubles = exact.to_floats()
    expected = expected_payoff(game, exact[0], blundering(other[1], Fraction(1, 10)))
    for mine, theirs in ((doubles[0], other[1]), (exact[0], other.to_floats()[1])):
        earned = expected_payoff(game, mine, blundering(theirs, Fraction(1, 10)))
        assert isinstance(earned, float)
        assert earned == pytest.approx(float(expected), abs=1e-12)
    table = cross_table(game, {"doubles": doubles, "exact": other}, blunder=Fraction(1, 10))
    assert table.value(0, "doubles", "exact") == pytest.approx(float(expected), abs=1e-12)
    assert guaranteed_payoff(game, doubles[0]) == pytest.approx(float(guaranteed_payoff(game, exact[0])), abs=1e-12)


def test_strategies_that_do_not_meet_are_refused() -> None:
    game, other = sf.load("kuhn"), sf.load("guess-the-ace")
    first, second = uniform = sf.uniform_profile(game)
    with pytest.raises(ModelError, match="a strategy of player 2 expected, not of player 1"):
        expected_payoff(game, first, first)
    for wrong in (
        lambda: expected_payoff(other, first, second),
        lambda: guaranteed_payoff(other, first),
        lambda: cross_table(game, {"kuhn": uniform, "other": sf.uniform_profile(other)}),
    ):
        with pytest.raises(ModelError, match="this strategy is for another game"):
            wrong()


@pytest.mark.parametrize("share", [Fraction(-1, 2), Fraction(3, 2), 2, 0.1, "1/10", None])
def test_a_blunders_probability_is_a_fraction_from_0_to_1(share: Any) -> None:
    game = sf.load("kuhn")
    with pytest.raises(ModelError, match="a fraction from 0 to 1 expected, not"):
        blundering(sf.uniform_profile(game)[0], share)
    with pytest.raises(ModelError, match="a fraction from 0 to 1 expected, not"):
        cross_table(game, {"uniform": sf.uniform_profile(game)}, blunder=share)
