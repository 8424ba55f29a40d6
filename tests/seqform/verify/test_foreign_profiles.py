"""Profiles of other games are put in the order of the game's own sequences, or refused, by every check."""

from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import pytest
from assessments import profile_playing
from hypothesis import given, settings
from hypothesis import strategies as st

import seqform as sf
from seqform.analysis.play_value import expected_payoff, guaranteed_payoff
from seqform.builders.games.formats.efg import parse_efg
from seqform.builders.games.tree import Node, chance, leaf, move, tree
from seqform.errors import ModelError
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.strategies.assessment import Assessment, EpsilonFamily, constant_family, fully_mixed_beliefs
from seqform.models.strategies.behavior import BehaviorProfile, BehaviorStrategy
from seqform.models.strategies.tables import infoset_reach
from seqform.verify.checks import check_assessment
from seqform.verify.normal_form import certify_normal_form_perfect, regret_against
from seqform.verify.perturbed import extensive_form_perfection, quasi_perfection
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

    def card(name: str, share: Fraction) -> tuple[Fraction, Node]:
        worth = {action: payoff[name + action] / share for action in actions}
        answers = {action: move(1, "answer", {"a": leaf(w), "b": leaf(2 * w)}) for action, w in worth.items()}
        return share, move(0, name, answers)

    return tree("cards", chance({name: card(name, Fraction(k, 3)) for k, name in enumerate(sets, start=1)}))


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
    """Games whose sets and actions have the same names, side by side or one set after the other."""
    half = Fraction(1, 2)
    first, second = move(0, "A", {"l": leaf(1), "r": leaf(0)}), move(0, "B", {"l": leaf(0), "r": leaf(9)})
    in_line = move(0, "A", {"l": leaf(1), "r": move(0, "B", {"l": leaf(9), "r": leaf(0)})})
    return tree("side by side", chance({"x": (half, first), "y": (half, second)})), tree("in line", in_line)


def test_behavior_of_another_tree_is_judged_by_the_plan_it_has_in_this_one() -> None:
    for one, two in permutations(different_trees()):
        profile = sf.solve(one, exact=True).profile
        _ = profile[0].plan, profile[1].plan  # cached for the other tree
        first, second = (
            BehaviorStrategy(own.index, strategy.probabilities)
            for own, strategy in zip(two.sequences, profile, strict=True)
        )
        by_hand = BehaviorProfile((first, second))
        assert sf.check(two, profile).values == sf.check(two, by_hand).values
        assert sf.check(two, profile).nash_conv == sf.check(two, by_hand).nash_conv > 0
        assert expected_payoff(two, profile[0], profile[1]) == expected_payoff(two, first, second)
        assert guaranteed_payoff(two, profile[0]) == guaranteed_payoff(two, first)
        reached, expected = infoset_reach(two, profile, 0), infoset_reach(two, by_hand, 0)
        assert [reached[row] for row in range(2)] == [expected[row] for row in range(2)]
        assert regret_against(two, profile[0], profile[1]) == regret_against(two, first, second)


ORDERS = [card_game(sets, actions) for sets, actions in product(("XY", "YX"), ("ud", "du"))]


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
    third, two_thirds = Fraction(1, 3), Fraction(2, 3)
    cards = {"u": third, "d": two_thirds}
    start = profile_playing(ORDERS[0], {"X": cards, "Y": cards}, {"answer": {"a": third, "b": two_thirds}})
    for prior in (start, sf.models.RealizationPlans((start[0].plan, start[1].plan))):
        found = sf.solve(ORDERS[3], start=prior, concept="normal-form-perfect")
        assert found.certificate.checks["normal-form perfect"]


def two_cards(payoffs: list[tuple[int, int]], sets: str, actions: str, answers: str) -> ExtensiveGame:
    """Player 1 sees one of two cards and moves, player 2 answers; sets and actions of both in any order."""
    paid = dict(zip(product("XY", "ud", "ab"), payoffs, strict=True))

    def card(name: str) -> Node:
        return move(
            0,
            name,
            {
                action: move(1, "answer", {answer: leaf(*paid[name, action, answer]) for answer in answers})
                for action in actions
            },
        )

    return tree("two cards", chance({name: (Fraction(1, 2), card(name)) for name in sets}))


def playing_two_cards(game: ExtensiveGame, shares: list[int]) -> BehaviorProfile:
    """Return the profile whose first actions have some numbers of quarters as probabilities."""
    x, y, answer = (Fraction(share, 4) for share in shares)
    first = {"X": {"u": x, "d": 1 - x}, "Y": {"u": y, "d": 1 - y}}
    return profile_playing(game, first, {"answer": {"a": answer, "b": 1 - answer}})


WRITINGS = list(product(("XY", "YX"), ("ud", "du"), ("ab", "ba")))
PAYOFFS = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=8, max_size=8)


@pytest.mark.slow
@settings(max_examples=10)
@given(PAYOFFS, st.sampled_from(WRITINGS[1:]), st.lists(st.integers(0, 4), min_size=3, max_size=3))
def test_every_check_judges_every_object_of_another_writing_as_it_does_the_own_one(
    payoffs: list[tuple[int, int]], writing: tuple[str, str, str], shares: list[int]
) -> None:
    game, other = (two_cards(payoffs, *order) for order in (WRITINGS[0], writing))
    mine, theirs = (playing_two_cards(one, shares) for one in (game, other))
    uniform, halves = sf.uniform_profile(game), playing_two_cards(other, [2, 2, 2])
    family = EpsilonFamily((constant_family(uniform[0].plan), constant_family(uniform[1].plan)))
    beliefs = fully_mixed_beliefs(game, uniform)
    refined: dict[str, Any] = {"normal_form_perfect": True, "subgame_perfect": True}

    def verdicts(profile: BehaviorProfile, family: EpsilonFamily, witness: BehaviorProfile) -> list[object]:
        certificate = sf.check(game, profile, **refined)
        assessments = [Assessment(profile, beliefs, family), replace(Assessment(uniform, beliefs), profile=profile)]
        return [
            certificate,
            certificate.proven,
            infoset_reach(game, profile, 1)[0],
            str(subgame_deviation(game, profile)),
            certify_normal_form_perfect(game, profile, witness),
            *(str(kind(game, profile, family)) for kind in (quasi_perfection, extensive_form_perfection)),
            *(check_assessment(game, one).certificate for one in assessments),
        ]

    expected = verdicts(mine, family, uniform)
    foreign = EpsilonFamily((constant_family(halves[0].plan), constant_family(halves[1].plan)))
    for profile in (
        theirs,
        theirs.bound_to(other),
        BehaviorProfile(theirs.strategies, game),
        replace(theirs.bound_to(other), game=game),
        replace(uniform, strategies=theirs.strategies),
    ):
        assert verdicts(profile, foreign, BehaviorProfile(halves.strategies, game)) == expected


@settings(max_examples=15)
@given(PAYOFFS, st.sampled_from(WRITINGS[1:]))
def test_an_equilibrium_has_a_certificate_of_its_own_profile_only(
    payoffs: list[tuple[int, int]], writing: tuple[str, str, str]
) -> None:
    game, other = (two_cards(payoffs, *order) for order in (WRITINGS[0], writing))
    found = sf.solve(game, "nash", backend="lemke")
    rewritten = found.profile.bound_to(other)
    for profile in (rewritten, BehaviorProfile(rewritten.strategies, game)):
        assert replace(found, profile=profile, witness=rewritten).profile.equals(found.profile)
        assert sf.check(game, replace(found, profile=profile)).proven
    first = found.profile[0].probabilities.copy()
    first[1:3] = (1, 0) if first[1] != 1 else (0, 1)
    changed = BehaviorStrategy(game.sequences[0].index, first)
    with pytest.raises(ModelError, match="this certificate is of another profile"):
        replace(found, profile=replace(found.profile, strategies=(changed, found.profile[1])))
