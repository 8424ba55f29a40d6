"""Consistency: decided from behavior and beliefs alone, as Kreps & Wilson do, with a family as the evidence."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from assessments import (
    Share,
    beliefs_from,
    consistent,
    first_actions,
    mixed_beliefs,
    profile_playing,
    random_assessment,
    random_family,
)
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tree_walks import random_profile

import seqform as sf
from seqform.builders.games.tree import Node, chance, leaf, move, tree
from seqform.models.answers.evidence import Consistency
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.strategies.assessment import Assessment, limit_assessment
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.verify.consistent import (
    consistency,
    difference_from_limit,
    difference_of_profiles,
    explanation,
    least_levels,
)

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def reply(infoset: str) -> Node:
    return move(1, infoset, {"up": leaf(0), "down": leaf(1)})


def horse() -> ExtensiveGame:
    """Player 1 stays out, or goes left or right, which player 2 does not see: as in Selten's horse."""
    return tree(
        "horse", move(0, "start", {"out": leaf(2), "left": reply("in"), "right": reply("in")})
    )


def observed_weather() -> ExtensiveGame:
    """Player 2 sees the weather and that player 1 went in, but not which way; player 1 sees no weather."""

    def start(weather: str) -> Node:
        return move(0, "start", {"out": leaf(2), "left": reply(weather), "right": reply(weather)})

    return tree(
        "weather", chance({"sun": (THIRD, start("sun")), "rain": (1 - THIRD, start("rain"))})
    )


def announcements(title: str, *partitions: Sequence[str]) -> ExtensiveGame:
    """Player 1 stays out or makes one of several mistakes; player 2 learns which cell of a partition it is in."""

    def start(partition: Sequence[str]) -> Node:
        cell = {way: cell for cell in partition for way in cell}
        ins = {way: reply(f"{cell[way]} of {'|'.join(partition)}") for way in sorted(cell)}
        return move(0, "start", {"out": leaf(2), **ins})

    share = Fraction(1, len(partitions))
    return tree(
        title, chance({f"{k}": (share, start(partition)) for k, partition in enumerate(partitions)})
    )


def random_announcements(random: Random) -> ExtensiveGame:
    partitions = []
    for _ in range(4):
        ways = random.sample("abcde", 5)
        cut, second = sorted(random.sample(range(1, 5), 2))
        partitions.append(
            tuple("".join(cell) for cell in (ways[:cut], ways[cut:second], ways[second:]))
        )
    return announcements("announcements", *partitions)


def pairs(first: Share) -> tuple[ExtensiveGame, dict[tuple[int, str], Sequence[Share]]]:
    """Three announcements of a pair of mistakes, and beliefs that give the earlier of a, b; b, c; c, a a share."""
    beliefs: dict[tuple[int, str], Sequence[Share]] = {
        (0, "start"): (THIRD, THIRD, THIRD),
        (1, "ab of ab|c"): (first, 1 - first),
        (1, "bc of bc|a"): (first, 1 - first),
        (1, "ca of ca|b"): (1 - first, first),  # a's node comes before c's
    }
    return announcements("pairs", ("ab", "c"), ("bc", "a"), ("ca", "b")), beliefs


def found(
    game: ExtensiveGame,
    shares: Mapping[tuple[int, str], Sequence[Share]],
    profile: BehaviorProfile | None = None,
) -> Consistency:
    """The verdict on beliefs and a profile, the first actions by default; any yes is proved by a family's limit."""
    assessment = Assessment(profile or first_actions(game), beliefs_from(game, shares))
    evidence = consistency(game, assessment)
    if evidence.holds:
        assert evidence.family is not None
        assert difference_from_limit(game, assessment, evidence.family) == ""
    else:
        assert evidence.family is None
        assert evidence.reason
    return evidence


@pytest.mark.parametrize("left", [0, THIRD, 2 * THIRD, Fraction(3, 5), 1])
def test_any_belief_about_two_mistakes_at_one_set_is_consistent(left: Share) -> None:
    assert found(horse(), {(1, "in"): (left, 1 - left)}).holds


IN, NEVER = "player 2's information set 'in'", "player 1 never plays 'right' at 'start'"
REST = "the rest of behavior and beliefs implies the contrary"


@pytest.mark.parametrize(
    ("left", "shares", "contradiction"),
    [
        (THIRD, (THIRD, 2 * THIRD), ""),
        (
            THIRD,
            (HALF, HALF),
            f"{IN} weighs the node at right and the node at left otherwise than the behavior, or other beliefs, imply",
        ),
        (THIRD, (0, 1), f"{IN} rules out the node at left: {REST}"),
        (THIRD, (1, 0), f"{IN} rules out the node at right: {REST}"),
        (1, (1, 0), ""),
        (1, (HALF, HALF), f"{NEVER}: {REST}"),
        (1, (0, 1), f"{IN} rules out the node at left; {NEVER}: these do not go together"),
    ],
)
def test_beliefs_on_the_path_follow_bayes(
    left: Share, shares: tuple[Share, Share], contradiction: str
) -> None:
    game = horse()
    evidence = found(
        game,
        {(1, "in"): shares},
        profile_playing(game, {"start": {"left": left, "right": 1 - left}}),
    )
    assert evidence.holds == (not contradiction)
    assert evidence.holds or evidence.reason == contradiction


@pytest.mark.parametrize("left", [0, THIRD, HALF, 1])
def test_mistakes_do_not_depend_on_what_the_player_cannot_know(left: Share) -> None:
    start = {(0, "start"): (THIRD, 2 * THIRD)}
    same = {**start, (1, "sun"): (left, 1 - left), (1, "rain"): (left, 1 - left)}
    assert found(observed_weather(), same).holds
    for other in {Fraction(0), Fraction(1, 4), Fraction(1)} - {Fraction(left)}:
        assert not found(observed_weather(), {**same, (1, "rain"): (other, 1 - other)}).holds
    assert not found(observed_weather(), {(0, "start"): (HALF, HALF)}).holds, (
        "chance weighs in the beliefs at a set"
    )


@pytest.mark.parametrize(
    ("first", "holds"), [(HALF, True), (2 * THIRD, False), (1, False), (0, False)]
)
def test_cyclic_beliefs_are_inconsistent(first: Share, holds: bool) -> None:
    assert found(*pairs(first)).holds is holds


def test_the_cycle_of_contradicting_beliefs_is_named() -> None:
    reason = found(*pairs(1)).reason
    assert sorted(reason.removesuffix(": these do not go together").split("; ")) == [
        "player 2's information set 'ab of ab|c' rules out the node at 0 > b",
        "player 2's information set 'bc of bc|a' rules out the node at 1 > c",
        "player 2's information set 'ca of ca|b' rules out the node at 2 > a",
    ]


def test_where_chance_never_leads_beliefs_are_zero_at_a_set_and_free_at_a_whole_set() -> None:
    def guess(infoset: str) -> Node:
        return move(0, infoset, {"a": leaf(0), "b": leaf(1)})

    game = tree("what cannot be", chance({
        "never": (0, guess("mixed")), "never again": (0, guess("hidden")), "nor now": (0, guess("hidden")),
        "always": (1, guess("mixed")),
    }))  # fmt: skip
    assert found(game, {(0, "mixed"): (0, 1), (0, "hidden"): (THIRD, 2 * THIRD)}).holds
    refuted = found(game, {(0, "mixed"): (THIRD, 2 * THIRD)})
    assert refuted.holds is False
    assert refuted.reason == "information set 'mixed' believes in a node that chance never leads to"


def test_a_fitting_family_is_the_proof_and_another_one_is_ignored() -> None:
    game = sf.load("kuhn")
    own, other = random_assessment(game, Random(1)), random_assessment(game, Random(2))
    assert own.family is not None
    proved = consistency(game, own)
    assert proved.holds is True
    assert proved.given is own.family
    assert str(proved) == "consistent: the limit of its family in ε"
    swapped = consistency(game, Assessment(own.profile, own.beliefs, other.family))
    assert swapped.holds
    assert swapped.given is None
    assert str(swapped) == "consistent: mistakes that explain the beliefs exist"
    assert other.family is not None
    assert difference_from_limit(game, own, other.family) == (
        "the family's behavior tends to another one at player 1's information set 'J:'"
    )
    shifted = Assessment(own.profile, other.beliefs)
    assert difference_from_limit(game, shifted, own.family) == (
        "the family's beliefs tend to others at information set 'Q:c'"
    )
    assert difference_from_limit(game, own, own.family) == ""


def test_the_first_set_at_which_profiles_differ_is_named_with_its_player() -> None:
    game = sf.load("kuhn")
    profile = first_actions(game)
    assert difference_of_profiles(profile, profile) == ""
    second = profile_playing(game, None, {"Q:c": "bet", "K:b": "call"})
    assert difference_of_profiles(profile, second) == "player 2's information set 'Q:c'"
    both = profile_playing(game, {"K:": "bet"}, {"Q:c": "bet", "K:b": "call"})
    assert difference_of_profiles(both, profile) == "player 1's information set 'K:'"


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_limits_of_families_are_consistent_and_the_evidence_tends_to_them(
    seed: int, trembles: int
) -> None:
    game = sf.load(f"random-game(seed={seed},depth=4,zero_sum=false)")
    assessment = random_assessment(game, Random(trembles))
    evidence = explanation(game, assessment)
    assert evidence.holds
    assert evidence.family is not None
    again = limit_assessment(game, evidence.family)
    assert again.beliefs.equals(assessment.beliefs)
    for one, other in zip(again.profile, assessment.profile, strict=True):
        assert np.array_equal(one.probabilities, other.probabilities)


@settings(max_examples=15)
@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_the_decision_is_that_of_kreps_and_wilsons_labels_and_weights(
    seed: int, trembles: int
) -> None:
    game = sf.load(f"random-game(seed={seed},depth=4,zero_sum=false,merge=0.8)")
    random = Random(trembles)
    assume(1 < len(game.information_sets) <= 20)
    profile = random_profile(game, random)
    for beliefs in (mixed_beliefs(game, profile, random), random_assessment(game, random).beliefs):
        assessment = Assessment(profile, beliefs)
        assert explanation(game, assessment).holds == consistent(game, assessment)


@pytest.mark.slow
def test_the_decision_is_kreps_and_wilsons_where_many_beliefs_speak_of_the_same_mistakes() -> None:
    random, verdicts = Random(4), []
    for _ in range(40):
        game = random_announcements(random)
        assessment = limit_assessment(game, random_family(first_actions(game), random))
        if random.random() < 0.7:
            assessment = Assessment(
                assessment.profile, mixed_beliefs(game, assessment.profile, random)
            )
        verdicts.append(explanation(game, assessment).holds)
        assert verdicts[-1] == consistent(game, assessment)
    assert 8 < sum(verdicts) < 32


@given(st.integers(1, 8), st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=12))
def test_levels_satisfy_the_inequalities_unless_there_is_a_cycle(
    size: int, pairs: list[tuple[int, int]]
) -> None:
    pairs = [(low % size, high % size) for low, high in pairs]
    lower, higher = (np.array([pair[k] for pair in pairs], dtype=np.int64) for k in (0, 1))
    levels = least_levels(size, lower, higher)
    if isinstance(levels, list):
        ends = sorted(lower[levels].tolist())
        assert ends == sorted(higher[levels].tolist())
        assert all(
            lower[one] == higher[other]
            for one, other in zip(levels, levels[1:] + levels[:1], strict=True)
        )
    else:
        assert np.all(levels[lower] < levels[higher])
        for place in range(size):
            below = levels[lower[higher == place]]
            assert levels[place] == (1 + below.max() if len(below) else 0)
