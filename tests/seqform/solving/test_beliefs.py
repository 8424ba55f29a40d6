"""Beliefs beside a profile: given, by Bayes' rule, and found; and claims of profiles that come without evidence."""

import json
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from assessments import random_assessment
from hypothesis import given, settings
from hypothesis import strategies as st

import seqform as sf
from seqform import chance, leaf, move, tree
from seqform.errors import InputError, ModelError
from seqform.models import BehaviorProfile, ExtensiveGame
from seqform.models.strategies.assessment import EpsilonFamily
from seqform.solving.certifiers.beliefs import found_beliefs
from seqform.solving.certifiers.mistakes import quasi_perfect_family
from seqform.verify.checks import CONSISTENT, SEQUENTIAL, WEAK_PERFECT_BAYESIAN, check_assessment
from seqform.verify.perturbed import quasi_perfection

POOLING = {
    "strong": {"quiche": 1},
    "weak": {"quiche": 1},
    "quiche": {"leave": 1},
    "beer": {"fight": 1},
}
"""Both types have quiche, since beer leads to a fight (Cho & Kreps 1987)."""

ALL_THREE = (WEAK_PERFECT_BAYESIAN, CONSISTENT, SEQUENTIAL)


def pooling() -> BehaviorProfile:
    return sf.profile("beer-quiche", POOLING)


def checked(game: Any, profile: Any, beliefs: Any) -> tuple[bool | None, ...]:
    """Whether profile and beliefs are weak perfect Bayesian, consistent and sequential; None where that is left out."""
    checks = sf.check(game, profile, sequential=True, beliefs=beliefs).checks
    return tuple(checks.get(name) for name in ALL_THREE)


@pytest.mark.parametrize(
    ("weak", "holds"), [("1/2", True), (0.75, True), ("1", True), ("0.49", False), (0, False)]
)
def test_a_fight_after_beer_needs_a_belief_of_at_least_one_half_in_the_weak_type(
    weak: Any, holds: bool
) -> None:
    strong = 1 - Fraction(str(weak))
    beliefs = {"beer": {"weak": weak, "strong": strong}}
    assert checked("beer-quiche", pooling(), beliefs) == (holds, True, holds)


def test_beliefs_are_found_where_none_are_given() -> None:
    game = sf.load("beer-quiche")
    sources: tuple[Any, ...] = ("bayes", {}, None)
    for beliefs in sources:
        certificate = sf.check(game, pooling(), sequential=True, beliefs=beliefs)
        assert all(certificate.checks[name] for name in ALL_THREE)
        assert "by Bayes' rule at 1 information set, found at 1 information set" in certificate.note
    found = found_beliefs(game, pooling(), "bayes").assessment.beliefs
    weak = game.information_sets.labels.index("beer")
    assert dict(found.at(weak))[max(dict(found.at(weak)))] >= Fraction(1, 2)


def two_sets_of_one_mistake() -> ExtensiveGame:
    """Player 1 stops, or errs; chance then shows player 2 which set she is at, but not which mistake it was.

    Each mistake leads to either set with probability 1/2. So consistent beliefs at both sets are the same, and calling
    at one while folding at the other takes different ones, or such that both are equally good.
    """

    def answers(label: str, right: int) -> Any:
        return move(1, label, {"call": leaf(-1, right), "fold": leaf(-1, 0)})

    def after(right: int) -> Any:
        half = Fraction(1, 2)
        return chance(
            {"first": (half, answers("first", right)), "second": (half, answers("second", right))}
        )

    return tree(
        "one mistake", move(0, "start", {"stop": leaf(0), "good": after(1), "bad": after(-1)})
    )


def test_beliefs_that_differ_for_no_reason_are_weak_and_not_consistent() -> None:
    game = two_sets_of_one_mistake()
    split = {"start": {"stop": 1}, "first": {"call": 1}, "second": {"fold": 1}}
    beliefs = {"first": {"good": 1}, "second": {"bad": 1}}
    assert checked(game, split, beliefs) == (True, False, False)

    # With the same beliefs both answers are equally good, which the program finds
    assert checked(game, split, "bayes") == (True, True, True)
    found = found_beliefs(game, sf.profile(game, split), {"first": {"good": "1/2", "bad": "1/2"}})
    assert set(found.assessment.beliefs.probability.tolist()) >= {Fraction(1, 2)}
    # With one set given the other one may have the same beliefs, but not for a sequential equilibrium
    assert checked(game, split, {"first": {"good": 1}}) == (True, None, False)


def mixture_after_a_mistake(owner: int) -> tuple[ExtensiveGame, dict[str, Any]]:
    """A game in which a player who errs mixes at "D", so that the other one believes in "x" with 3/4, and a profile.

    Whoever is at C then prefers d, and beliefs of 1/2 would be needed for u; but at D only r is optimal.
    """

    def pay(own: int, opposing: int) -> Any:
        return leaf(own, opposing) if owner == 0 else leaf(opposing, own)

    def reply(up: Any, down: Any) -> Any:
        return move(1 - owner, "C", {"u": up, "d": down})

    after_x = move(owner, "B", {"l": reply(pay(0, 0), pay(1, 1)), "r": pay(0, 0)})
    after_y = move(owner, "D", {"l": reply(pay(0, 1), pay(1, 0)), "r": pay(3, 0)})
    entered = chance({"x": ("1/2", after_x), "y": ("1/2", after_y)})
    game = tree("mixture", move(owner, "A", {"out": pay(2, 2), "in": entered}))
    behavior = {
        "A": {"out": 1},
        "B": {"l": 1},
        "D": {"l": "1/3", "r": "2/3"},
        "C": {"u": 1},
    }
    return game, behavior


@pytest.mark.parametrize("owner", [0, 1])
def test_beliefs_that_are_not_given_are_never_called_inconsistent(owner: int) -> None:
    game, behavior = mixture_after_a_mistake(owner)
    sources: tuple[Any, ...] = (None, "bayes", {})
    for beliefs in sources:
        assert checked(game, behavior, beliefs) == (False, True, False)
    found = found_beliefs(game, sf.profile(game, behavior), "bayes")
    believed = dict(found.assessment.beliefs.at(game.information_sets.labels.index("C")))
    assert list(believed.values()) == [Fraction(3, 4), Fraction(1, 4)]
    assert "found to be consistent, not optimal, at 1 information set" in found.note()
    assert checked(game, behavior, {"C": {"x": "3/4", "y": "1/4"}}) == (False, True, False)
    assert checked(game, behavior, {"C": {"x": "1/2", "y": "1/2"}}) == (False, False, False)

    # At C beliefs of 1/2 would do: what is wrong for every belief is the mixture at D
    assert "'D'" in found.weak_objection
    assert "'C'" not in found.weak_objection

    # With r at D for sure, no mistakes lead to u, but some belief does, of many
    behavior = {**behavior, "D": {"r": 1}}
    certificate = sf.check(game, behavior, sequential=True)
    assert certificate.checks == {WEAK_PERFECT_BAYESIAN: True, SEQUENTIAL: False}
    assert sf.check(game, behavior, weak_perfect_bayesian=True).checks == certificate.checks


def test_beliefs_at_one_set_that_go_with_none_at_another_are_inconsistent() -> None:
    """A mistake that leads to both sets alike: what is believed at the first one is believed at the second one."""
    game = two_sets_of_one_mistake()
    split = {"start": {"stop": 1}, "first": {"fold": 1}, "second": {"fold": 1}}
    given = {"first": {"good": "1/3", "bad": "2/3"}}
    found = found_beliefs(game, sf.profile(game, split), given)
    assert not found.inconsistency
    assert checked(game, split, {**given, "second": {"good": "2/3", "bad": "1/3"}})[1] is False


def test_what_no_beliefs_make_optimal_is_neither_weak_nor_sequential() -> None:
    threat = {"start": {"across": 1}, "went across": {"across": 1}, "went down": {"right": 1}}
    certificate = sf.check("seltens-horse", threat, sequential=True, beliefs="bayes")
    assert certificate.proven
    # The beliefs that are shown for want of better ones are consistent, but nothing is optimal under them
    assert [certificate.checks[name] for name in ALL_THREE] == [False, True, False]
    assert not sf.check("seltens-horse", threat, quasi_perfect=True).checks["quasi-perfect"]
    assert not sf.check("seltens-horse", threat, extensive_form_perfect=True).checks[
        "extensive-form perfect"
    ]
    assert not sf.check("seltens-horse", threat, proper=True).checks["proper"]
    kept = {"start": {"across": 1}, "went across": {"down": 1}, "went down": {"left": 1}}
    assert checked("seltens-horse", kept, "bayes") == (True, True, True)
    found = sf.check("seltens-horse", kept, quasi_perfect=True, extensive_form_perfect=True)
    assert found.checks == {"quasi-perfect": True, "extensive-form perfect": True}


def test_a_weak_perfect_bayesian_equilibrium_resists_several_changes_at_once() -> None:
    # From "u" on only both changes together gain, and the belief at "w" hides it: one action changed gains nothing.
    def last(second: int) -> Any:
        return move(0, "w", {"c": leaf(0, 0), "d": leaf(second, 0)})

    start: dict[str, Any] = {
        "out": leaf(-5),
        "left": move(0, "u", {"a": leaf(1, 0), "b": last(2)}),
        "right": move(0, "u", {"a": leaf(1, 0), "b": last(-2)}),
    }
    game = tree("two changes", move(1, "start", start))
    profile = {"start": {"out": 1}, "u": {"a": 1}, "w": {"c": 1}}
    beliefs = {"u": {"left": 1}, "w": {"right": 1}}
    assessment = found_beliefs(game, sf.profile(game, profile), beliefs).assessment
    checks = sf.check_assessment(game, assessment, ["sequentially rational", WEAK_PERFECT_BAYESIAN])
    assert checks.certificate.checks == {
        WEAK_PERFECT_BAYESIAN: False,
        "sequentially rational": True,
    }
    assert "player 1 gains 1 from 'u' on, beginning with 'b'" in str(checks.weak_perfection)


@pytest.mark.parametrize(
    ("beliefs", "message"),
    [
        ({"ber": {"weak": 1}}, "beliefs: no information set or player 'ber'; did you mean beer"),
        (
            {"beer": {"week": 1}},
            "beliefs of player 2 at 'beer': no node 'week'; known: strong beer, weak",
        ),
        ({"beer": {"beer": 1}}, "no node 'beer'"),
        ({"beer": {"weak": "1/3"}}, "at 'beer': the probabilities sum to 1/3, not to 1"),
        ({"beer": {"weak": 2, "strong": -1}}, "at 'beer', strong: a negative probability, -1"),
        ({"beer": {"weak": "x"}}, "at 'beer', weak: a probability expected, such as 0.1"),
        ({"beer": {"weak": "1/2", "weak beer": "1/2"}}, "'weak beer' comes twice"),
        ({"beer": "1/2"}, "a mapping from nodes to probabilities expected, not '1/2'"),
        (
            {"quiche": {"weak": "1/2", "strong": "1/2"}},
            "by Bayes' rule 'strong quiche' has 9/10, not",
        ),
        (3, "beliefs: 'bayes', a mapping from information sets"),
    ],
)
def test_beliefs_that_are_none_get_one_error(beliefs: Any, message: str) -> None:
    with pytest.raises((InputError, ModelError), match=message):
        sf.check("beer-quiche", pooling(), sequential=True, beliefs=beliefs)


def test_beliefs_without_a_claim_about_them_are_refused() -> None:
    with pytest.raises(
        InputError, match="beliefs: of the claims sequential or weak_perfect_bayesian"
    ):
        sf.check("beer-quiche", pooling(), beliefs="bayes")
    assert sf.check("beer-quiche", pooling(), weak_perfect_bayesian=True).holds(
        sf.check("beer-quiche", pooling()).claim
    )


def test_beliefs_come_from_files_of_mappings_and_of_assessments(tmp_path: Path) -> None:
    mapping = tmp_path / "beliefs.json"
    mapping.write_text(json.dumps({"beer": {"strong": 0.4, "weak": "0.6"}}))
    assert checked("beer-quiche", pooling(), mapping) == (True, True, True)
    mapping.write_text(json.dumps({"beliefs": {"beer": {"strong beer": 1}}}))
    assert checked("beer-quiche", pooling(), str(mapping)) == (False, True, False)
    found = sf.solve("beer-quiche", "sequential")
    found.save(tmp_path / "found.json")
    assert checked("beer-quiche", found.profile, tmp_path / "found.json") == (True, True, True)
    mapping.write_text(json.dumps({"beer": {"strong": 1, "weak": 1}}))
    with pytest.raises(ModelError, match=r"beliefs\.json: beliefs of player 2 at 'beer': the prob"):
        sf.check("beer-quiche", pooling(), sequential=True, beliefs=mapping)
    (tmp_path / "plain.json").write_text(json.dumps({"players": []}))
    with pytest.raises(ModelError, match=r"plain\.json: no beliefs: a mapping such as"):
        sf.check("beer-quiche", pooling(), sequential=True, beliefs=tmp_path / "plain.json")


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6))
def test_a_quasi_perfect_profile_is_recognised_without_its_evidence(seed: int) -> None:
    zero_sum = seed % 2 == 0
    game = sf.load(f"random-game(seed={seed},depth=3,payoffs=2,zero_sum={zero_sum})")
    profile = sf.solve(game, "quasi-perfect").profile
    family = quasi_perfect_family(game, profile)
    assert isinstance(family, EpsilonFamily)
    assert quasi_perfection(game, profile, family).holds
    found = found_beliefs(game, profile, "bayes")
    verdict = check_assessment(game, found.assessment, ALL_THREE)
    assert verdict.certificate.checks == dict.fromkeys(ALL_THREE, True)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6))
def test_what_is_found_is_consistent_and_optimal_and_given_beliefs_are_kept(seed: int) -> None:
    """Of a random consistent assessment each belief may be given; if it is optimal, so it is found to be."""
    random = Random(seed)
    game = sf.load(f"random-game(seed={seed},depth=3,payoffs=1)")
    assessment = random_assessment(game, random)
    certificate = check_assessment(game, assessment, ALL_THREE).certificate
    found = found_beliefs(game, assessment.profile, assessment.beliefs)
    assert found.assessment.beliefs.equals(assessment.beliefs)
    some = check_assessment(
        game, found_beliefs(game, assessment.profile, "bayes").assessment, ALL_THREE
    ).certificate
    if certificate.checks[SEQUENTIAL]:
        assert some.checks[SEQUENTIAL]
    if some.checks[SEQUENTIAL]:
        assert some.checks[WEAK_PERFECT_BAYESIAN]


def any_profile(game: ExtensiveGame, random: Random) -> BehaviorProfile:
    """Return a profile with many probabilities of 0."""

    def shares(infoset: str, actions: Any) -> dict[str, Fraction]:
        weights = [random.choice((0, 0, 1, 2)) for _ in actions]
        weights[random.randrange(len(weights))] += 1
        total = sum(weights)
        return {
            action: Fraction(weight, total) for action, weight in zip(actions, weights, strict=True)
        }

    return sf.profile(game, shares)


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10**6))
def test_claims_about_beliefs_that_are_not_given_hold_for_any_and_those_shown(seed: int) -> None:
    """Every profile has consistent beliefs; what is claimed of those found is what is claimed of them if given."""
    random = Random(seed)
    game = sf.load(f"random-game(seed={seed},depth=3,payoffs=1,zero_sum=false,merge=1/2)")
    profile = any_profile(game, random)
    weak, consistent, sequential = checked(game, profile, "bayes")
    assert consistent is not False
    assert (consistent is None) <= (weak is True and sequential is False)

    shown = found_beliefs(game, profile, "bayes").assessment.beliefs
    again = checked(game, profile, shown)
    assert (again[0], again[2]) == (weak, sequential)
    if consistent:
        assert again[1]

    # Nothing that goes with consistent beliefs is called inconsistent, whatever part of them is given
    assessment = random_assessment(game, random)
    believed = beliefs_by_name(assessment, random)
    assert checked(game, assessment.profile, believed)[1] is not False

    # What no beliefs bring about, none do that are given
    own = checked(game, assessment.profile, assessment.beliefs)
    free = checked(game, assessment.profile, "bayes")
    assert bool(own[0]) <= bool(free[0])
    assert bool(own[2]) <= bool(free[2])


def beliefs_by_name(assessment: Any, random: Random) -> dict[int, dict[str, dict[int, Fraction]]]:
    """Return the beliefs of an assessment at some of the sets, by player."""
    beliefs = assessment.beliefs
    game = beliefs.game
    chosen: dict[int, dict[str, dict[int, Fraction]]] = {0: {}, 1: {}}
    for infoset, player in enumerate(game.information_sets.player.tolist()):
        if player in (0, 1) and random.random() < 0.5:
            chosen[player][game.infoset_names[infoset]] = dict(beliefs.at(infoset))
    return chosen
