"""Quasi-perfection along a family: best replies at every information set, in every order of ε."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest
from assessments import first_actions, random_family, random_profile, with_behavior
from hypothesis import given, settings
from hypothesis import strategies as st
from perturbed_answers import family_of

import seqform as sf
from seqform.builders.games.families.matrix_games import bimatrix_game
from seqform.builders.games.tree import chance, leaf, move, tree
from seqform.builders.programs.perturbed_lp import uniform_trembles
from seqform.errors import ModelError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.numbers.exact import ExactArray
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.models.strategies.families import EpsilonFamily
from seqform.verify.nash import payoff_per_sequence
from seqform.verify.perturbed import polynomial_gradient, quasi_perfection

NAMES = ("guess-the-ace", "guess-the-ace-second-gift", "kuhn", "kuhn-with-raise", "safe-or-risky", "uniform-bounds")
TINY = Fraction(1, 10**40)


def behavior_at(family: EpsilonFamily, epsilon: Fraction) -> BehaviorProfile:
    unused = np.zeros(0)
    first, second = (plan.behavior(unused) for plan in family.at(epsilon))
    return BehaviorProfile((first, second))


def sets_with_better_replies(
    game: ExtensiveGame, profile: BehaviorProfile, family: EpsilonFamily, epsilon: Fraction
) -> set[str]:
    """The information sets, by player and name, at which a profile is no best reply to a family at one number ε."""
    worse, opponents = set(), behavior_at(family, epsilon)
    for player in (0, 1):
        index, behavior = game.sequences[player].index, profile[player].probabilities
        values = index.best_response(payoff_per_sequence(game, player, opponents[1 - player])).sequence_value
        for row, name in enumerate(index.infoset_names):
            here = range(*index.first_sequence[row : row + 2].tolist())
            if any(behavior[k] > 0 and values[k] < max(values[j] for j in here) for k in here):
                worse.add(f"{player} {name}")
    return worse


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("player", [0, 1])
def test_limits_of_perturbed_equilibria_are_quasi_perfect(name: str, player: int) -> None:
    game = sf.load(name)
    family = family_of(game, player)
    verdict = quasi_perfection(game, family.limit, family)
    assert verdict.holds
    assert str(verdict) == "quasi-perfect"


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 10**6), st.sampled_from([0, 1]))
def test_limits_of_perturbed_equilibria_of_random_games_are_quasi_perfect(seed: int, player: int) -> None:
    game = sf.load(f"random-game(seed={seed},depth=4)")
    family = family_of(game, player)
    assert quasi_perfection(game, family.limit, family).holds


def test_the_better_action_against_uniform_bounds_is_named() -> None:
    game = sf.load("uniform-bounds")
    family = family_of(game, 0, uniform_trembles)
    verdict = quasi_perfection(game, family.limit, family)
    assert not verdict.holds
    assert not verdict.difference
    (reply,) = verdict.deviations
    assert (reply.player, reply.infoset, reply.action, reply.instead_of) == (0, "after r", "c", "d")
    assert reply.gain > 0


def test_safe_and_risky_play_are_both_quasi_perfect_but_a_slip_is_not() -> None:
    game = sf.load("safe-or-risky")
    careful = first_actions(game)
    for share in (Fraction(0), Fraction(1, 3), Fraction(1)):
        profile = with_behavior(careful, 0, "start", safe=share, risky=1 - share)
        assert quasi_perfection(game, profile, random_family(profile, Random(1))).holds
    slips = with_behavior(careful, 0, "after risky", slip=1)
    verdict = quasi_perfection(game, slips, random_family(slips, Random(1)))
    assert [reply.action for reply in verdict.deviations] == ["careful"]


def test_yes_loses_in_the_order_in_which_player_1_asks_by_mistake() -> None:
    game = sf.load("guess-the-ace")
    profile = first_actions(game)
    verdict = quasi_perfection(game, profile, random_family(profile, Random(1)))
    (reply,) = verdict.deviations
    assert (reply.player, reply.infoset, reply.action, reply.instead_of) == (1, "asked", "no", "yes")
    assert reply.order > 0
    assert reply.gain > 0


def test_an_equilibrium_in_dominated_strategies_is_never_a_best_reply_to_mistakes() -> None:
    game = bimatrix_game("common interest", [[0, 0], [0, 1]], [[0, 0], [0, 1]], "TB", "LR")
    verdict = quasi_perfection(game, first_actions(game), random_family(first_actions(game), Random(1)))
    assert [(reply.player, reply.action) for reply in verdict.deviations] == [(0, "B"), (1, "R")]
    good = with_behavior(with_behavior(first_actions(game), 0, "row", B=1), 1, "column", R=1)
    assert quasi_perfection(game, good, random_family(good, Random(1))).holds


def test_a_family_proves_only_the_profile_that_it_tends_to() -> None:
    game = sf.load("kuhn")
    family = family_of(game)
    profile = with_behavior(family.limit, 0, "J:cb", call=1)
    verdict = quasi_perfection(game, profile, family)
    assert "player 1's information set 'J:cb'" in verdict.difference
    assert not verdict.holds
    assert [reply.infoset for reply in verdict.deviations] == ["J:cb"]


def test_profiles_in_doubles_and_families_of_other_games_are_refused() -> None:
    game, other = sf.load("kuhn"), sf.load("guess-the-ace")
    family = family_of(game)
    with pytest.raises(ModelError, match="decided in fractions only"):
        quasi_perfection(game, family.limit.to_floats(), family)
    with pytest.raises(ModelError, match="this family of plans is for another game"):
        quasi_perfection(game, family.limit, family_of(other))


def test_sums_beyond_64_bits_do_not_change_the_verdict() -> None:
    fifth = Fraction(1, 5)
    prizes = {f"{k}": (fifth, move(1, f"prize {k}", {"take": leaf(2**61), "leave": leaf(0)})) for k in range(5)}
    game = tree("huge prizes", move(1, "start", {"in": chance(prizes), "out": leaf(2**57)}))
    greedy = first_actions(game)
    assert quasi_perfection(game, greedy, random_family(greedy, Random(1))).holds
    modest = with_behavior(greedy, 0, "start", out=1)
    (reply,) = quasi_perfection(game, modest, random_family(modest, Random(1))).deviations
    assert (reply.order, reply.gain) == (0, Fraction(2**61 - 2**57))


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10**6), st.booleans())
def test_the_verdict_is_that_of_numbers_at_a_tiny_epsilon(seed: int, zero_sum: bool) -> None:
    game = sf.load(f"random-game(seed={seed},depth=4,zero_sum={str(zero_sum).lower()})")
    random = Random(seed)
    profile = random_profile(game, random)
    family = random_family(profile, random)
    verdict = quasi_perfection(game, profile, family)
    found = {f"{reply.player} {reply.infoset}" for reply in verdict.deviations}
    assert found == sets_with_better_replies(game, profile, family, TINY)
    assert all(reply.gain > 0 for reply in verdict.deviations)


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 10**6))
def test_gradients_in_epsilon_are_those_of_the_plans_at_every_number(seed: int) -> None:
    game = sf.load(f"random-game(seed={seed},depth=4,zero_sum=false)")
    random = Random(seed)
    family = random_family(random_profile(game, random), random)
    epsilon = Fraction(1, 10**4)
    for player in (0, 1):
        gradient = polynomial_gradient(game, player, family[1 - player].weights)
        numbers = payoff_per_sequence(game, player, behavior_at(family, epsilon)[1 - player])
        assert isinstance(numbers, ExactArray)
        assert gradient.at(epsilon).equals(numbers)
