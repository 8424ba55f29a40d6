"""Profiles of other games are put in the order of the game's own sequences, or refused, by every check."""

from fractions import Fraction
from itertools import permutations, product
from random import Random

import numpy as np
import pytest

import seqform as sf
from seqform.analysis.play_value import expected_payoff, guaranteed_payoff
from seqform.builders.games.formats.efg import parse_efg
from seqform.errors import ModelError
from seqform.models.answers.certificate import Certificate
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.strategies.assessment import Assessment, fully_mixed_beliefs
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.verify.checks import check_assessment
from seqform.verify.nash import infoset_reach
from seqform.verify.normal_form import check_witness, regret_against
from seqform.verify.subgames import subgame_deviation


def unlabelled(payoffs: list[int]) -> ExtensiveGame:
    """Two levels of player 1: the first choice leads to one of two sets without labels."""
    a, b, c, d = payoffs
    return parse_efg(
        f"""EFG 2 R "two levels" {{ "1" "2" }}
p "" 1 1 "" {{ "l" "r" }} 0
p "" 1 2 "" {{ "l" "r" }} 0
t "" 1 "" {{ {a}, {-a} }}
t "" 2 "" {{ {b}, {-b} }}
p "" 1 3 "" {{ "l" "r" }} 0
t "" 3 "" {{ {c}, {-c} }}
t "" 4 "" {{ {d}, {-d} }}
"""
    )


def card_game(sets: str, actions: str) -> ExtensiveGame:
    """Player 1 moves at one of two labelled sets, and player 2 answers; sets and actions in any order."""
    payoff = {"Xu": 3, "Xd": -1, "Yu": -2, "Yd": 1}
    answer = {"a": 1, "b": 2}
    lines = ['EFG 2 R "cards" { "1" "2" }', f'c "" 1 "" {{ "{sets[0]}" 1/3 "{sets[1]}" 2/3 }} 0']
    leaves = 0
    for number, name in enumerate(sets, start=1):
        chance = 3 if name == sets[0] else Fraction(3, 2)
        quoted = " ".join(f'"{action}"' for action in actions)
        lines.append(f'p "" 1 {number} "{name}" {{ {quoted} }} 0')
        for action in actions:
            lines.append('p "" 2 1 "answer" { "a" "b" } 0')
            for reply in "ab":
                leaves += 1
                worth = payoff[name + action] * answer[reply] * chance
                lines.append(f't "" {leaves} "" {{ {worth}, {-worth} }}')
    return parse_efg("\n".join(lines) + "\n")


def test_an_equilibrium_of_another_unlabelled_game_is_not_certified_as_one_of_this() -> None:
    one, two = unlabelled([5, 0, 0, 0]), unlabelled([0, 0, 0, 5])
    found = sf.solve(one, exact=True)
    for verdict in (
        sf.check(two, found),
        sf.check(two, found.profile),
        sf.check(two, found.profile, normal_form_perfect=True),
        sf.check(two, found.profile, subgame_perfect=True),
    ):
        assert verdict.nash_conv == 5
        assert not verdict.proven
        assert not verdict.checks.get("normal-form perfect") and not verdict.checks.get("subgame perfect")
    assert subgame_deviation(two, found.profile) is not None


def different_trees() -> tuple[ExtensiveGame, ExtensiveGame]:
    """Games whose sets and actions have the same names, one set after the other or side by side."""
    side_by_side = """EFG 2 R "side by side" { "1" "2" }
c "" 1 "" { "x" 1/2 "y" 1/2 } 0
p "" 1 1 "" { "l" "r" } 0
t "" 1 "" { 1, -1 }
t "" 2 "" { 0, 0 }
p "" 1 2 "" { "l" "r" } 0
t "" 3 "" { 0, 0 }
t "" 4 "" { 9, -9 }
"""
    in_line = """EFG 2 R "in line" { "1" "2" }
p "" 1 1 "" { "l" "r" } 0
t "" 1 "" { 1, -1 }
p "" 1 2 "" { "l" "r" } 0
t "" 2 "" { 9, -9 }
t "" 3 "" { 0, 0 }
"""
    return parse_efg(side_by_side), parse_efg(in_line)


def test_behavior_of_another_tree_is_judged_by_the_plan_it_has_in_this_one() -> None:
    for one, two in permutations(different_trees()):
        profile = sf.solve(one, exact=True).profile
        _ = profile[0].plan, profile[1].plan  # cached for the other tree
        by_hand = BehaviorProfile(
            (
                BehaviorStrategy(two.sequences[0].index, profile[0].probabilities),
                BehaviorStrategy(two.sequences[1].index, profile[1].probabilities),
            )
        )
        assert sf.check(two, profile).values == sf.check(two, by_hand).values
        assert sf.check(two, profile).nash_conv == sf.check(two, by_hand).nash_conv > 0
        assert expected_payoff(two, profile[0], profile[1]) == expected_payoff(two, by_hand[0], by_hand[1])
        assert guaranteed_payoff(two, profile[0]) == guaranteed_payoff(two, by_hand[0])
        reached, expected = infoset_reach(two, profile, 0), infoset_reach(two, by_hand, 0)
        assert [reached[row] for row in range(2)] == [expected[row] for row in range(2)]
        assert regret_against(two, profile[0], profile[1]) == regret_against(two, by_hand[0], by_hand[1])


ORDERS = [card_game(sets, actions) for sets, actions in product(("XY", "YX"), ("ud", "du"))]


@pytest.mark.parametrize(("first", "second"), list(permutations(range(4), 2)))
def test_the_order_of_sets_and_actions_makes_no_difference(first: int, second: int) -> None:
    """The same game written in two orders: everything proved of one writing holds for the other."""
    one, two = ORDERS[first], ORDERS[second]
    draw = Random(7)
    mixed = [Fraction(draw.randrange(1, 9), 9) for _ in range(3)]
    at = {"X": mixed[0], "Y": mixed[1]}
    profiles = []
    for game in (one, two):
        strategies = []
        for own in game.sequences:
            probabilities = [Fraction(1)]
            for name, actions in zip(own.index.infoset_names, own.index.action_names, strict=True):
                share = at.get(name, mixed[2])
                probabilities += [share if action in "ua" else 1 - share for action in actions]
            strategies.append(BehaviorStrategy(own.index, np.array(probabilities, dtype=object)))
        profiles.append(BehaviorProfile((strategies[0], strategies[1])))
    theirs, mine = profiles
    assert sf.check(two, theirs).values == sf.check(two, mine).values
    assert sf.check(two, theirs).regrets == sf.check(two, mine).regrets
    assert sf.check(two, theirs.to_floats()).values == pytest.approx(sf.check(two, mine.to_floats()).values)
    bound = theirs.bound_to(two)
    assert all(np.array_equal(left.probabilities, right.probabilities) for left, right in zip(bound, mine, strict=True))
    found = sf.solve(one, exact=True)
    assert sf.check(two, found).proven
    refined = sf.solve(one, concept="quasi-perfect")
    witness = sf.solve(one, concept="normal-form-perfect", backend="lemke")
    assert witness.witness is not None
    assert all(check_witness(two, witness.profile, witness.witness).values())
    assessment = refined.assessment
    assert assessment is not None
    assert assessment.family is not None
    rewritten = Assessment(
        assessment.profile, fully_mixed_beliefs(two, sf.uniform_profile(two)), assessment.family.bound_to(two)
    )
    assert check_assessment(two, rewritten, ["quasi-perfect"]).certificate.checks == {"quasi-perfect": True}


def test_beliefs_of_another_game_are_refused() -> None:
    one, two = ORDERS[0], ORDERS[1]
    uniform = sf.uniform_profile(one)
    with pytest.raises(ModelError, match="beliefs are for another game"):
        check_assessment(two, Assessment(uniform, fully_mixed_beliefs(one, uniform)))


def test_a_family_of_another_tree_is_refused() -> None:
    one, two = different_trees()
    refined = sf.solve(one, concept="quasi-perfect")
    assert refined.assessment is not None
    assert refined.assessment.family is not None
    with pytest.raises(ModelError, match="do not add up"):
        refined.assessment.family.bound_to(two)


@pytest.mark.parametrize("other", ["kuhn-with-raise", "leduc", "guess-the-ace"])
def test_profiles_with_other_names_are_refused(other: str) -> None:
    profile = sf.uniform_profile(sf.load(other))
    with pytest.raises(ModelError, match="for another game; its information sets or actions differ"):
        sf.check("kuhn", profile)


def test_a_start_of_another_writing_of_the_game_is_put_in_order() -> None:
    one, two = ORDERS[0], ORDERS[3]
    start = BehaviorProfile(
        tuple(
            BehaviorStrategy(
                own.index,
                np.array(
                    [Fraction(1)]
                    + [Fraction(k + 1, 3) for actions in own.index.action_names for k in range(len(actions))],
                    dtype=object,
                ),
            )
            for own in one.sequences
        )  # type: ignore[arg-type]
    )
    for given in (start, sf.models.RealizationPlans((start[0].plan, start[1].plan))):
        found = sf.solve(two, start=given, concept="normal-form-perfect")
        assert found.certificate.checks["normal-form perfect"]


# ---- certificates ----


def test_no_regret_makes_up_for_a_negative_one() -> None:
    zero, one = Fraction(0), Fraction(1)
    with pytest.raises(ModelError, match=r"player 1: .* is impossible"):
        Certificate((one, zero), (zero, one), exact=True)
    with pytest.raises(ModelError, match=r"player 2: .* is impossible"):
        Certificate((0.0, 0.0), (0.0005, -0.0009), exact=False)
    with pytest.raises(ModelError, match="is impossible"):
        Certificate((float("nan"), 0.0), (0.0, 0.0), exact=False)


def test_proven_needs_fractions_and_each_regret_zero() -> None:
    zero, one = Fraction(0), Fraction(1)
    assert Certificate((zero, zero), (zero, zero), exact=True).proven
    assert not Certificate((0.0, 0.0), (0.0, 0.0), exact=False).proven
    assert not Certificate((zero, zero), (zero, one), exact=True).proven
    assert not Certificate((zero, zero), (one, zero), exact=True).proven


@pytest.mark.parametrize("scale", [1, 10**6, 10**12])
def test_doubles_that_sum_to_nearly_one_are_normalized_before_certification(scale: int) -> None:
    """A sum of 1 + 1e-9 times a large payoff would otherwise be a negative regret."""
    game = sf.bimatrix_game("large", [[scale, -scale], [-scale, scale]])
    shares = np.array([1.0, 0.5 + 4e-10, 0.5 + 4e-10])
    profile = BehaviorProfile(
        (BehaviorStrategy(game.sequences[0].index, shares), BehaviorStrategy(game.sequences[1].index, shares))
    )
    certificate = sf.check(game, profile)
    assert certificate.regrets == (0.0, 0.0)
    assert certificate.values == (0.0, 0.0)
