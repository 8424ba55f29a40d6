"""Extensive-form perfection along a family: local best replies, the player's own later trembles counted."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from assessments import first_actions, random_family, random_profile, trembles_by_hand, with_behavior
from hypothesis import given, settings
from hypothesis import strategies as st
from local_play import sets_with_better_actions
from perturbed_answers import family_of

import seqform as sf
from seqform.builders.games.families.matrix_games import bimatrix_game
from seqform.errors import GameError, InputError, ModelError, SolveError
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.strategies.assessment import Assessment
from seqform.models.strategies.families import EpsilonFamily, PlanFamily, RationalPlanFamily
from seqform.verify.checks import (
    CONSISTENT,
    EXTENSIVE_FORM_PERFECT,
    SEQUENTIAL,
    SEQUENTIALLY_RATIONAL,
    check_assessment,
)
from seqform.verify.perturbed import extensive_form_perfection, quasi_perfection

NAMES = ("guess-the-ace", "guess-the-ace-second-gift", "kuhn", "kuhn-with-raise", "safe-or-risky", "uniform-bounds")
NUMBERS = (Fraction(1, 10**6), Fraction(1, 10**9))
TINY = Fraction(1, 10**40)


def solved(game: ExtensiveGame, **arguments: Any) -> Equilibrium:
    found: Equilibrium = sf.solve(game, "extensive-form-perfect", **arguments)
    return found


def family_and_assessment(answer: Equilibrium) -> tuple[EpsilonFamily, Assessment]:
    assert answer.assessment is not None
    assert answer.assessment.family is not None
    return answer.assessment.family, answer.assessment


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("player", [0, 1])
def test_answers_are_certified_and_agree_with_the_definition_in_numbers(name: str, player: int) -> None:
    game = sf.load(name)
    answer = solved(game, player=player)
    assert answer.certificate.checks == {SEQUENTIAL: True, EXTENSIVE_FORM_PERFECT: True}
    assert answer.certificate.proven
    family, assessment = family_and_assessment(answer)
    checked = check_assessment(game, assessment, [SEQUENTIALLY_RATIONAL, CONSISTENT]).certificate
    assert checked.checks == {SEQUENTIALLY_RATIONAL: True, CONSISTENT: True}
    for epsilon in NUMBERS:
        assert sets_with_better_actions(game, answer.profile, family, epsilon) == {}


@pytest.mark.parametrize("name", ["liars-dice(sides=3)", "goofspiel(cards=3)"])
def test_games_of_some_hundred_sequences_are_solved(name: str) -> None:
    answer = solved(sf.load(name))
    assert answer.certificate.proven
    assert all(answer.certificate.checks.values())


@settings(deadline=None, max_examples=15)
@given(st.integers(0, 10**6), st.sampled_from([1, 10]), st.sampled_from([0, 1]))
def test_answers_of_random_games_are_certified(seed: int, payoffs: int, player: int) -> None:
    game = sf.load(f"random-game(seed={seed},depth=4,merge=0.7,payoffs={payoffs})")
    answer = solved(game, player=player)
    assert answer.certificate.proven
    assert all(answer.certificate.checks.values())
    family, _ = family_and_assessment(answer)
    assert sets_with_better_actions(game, answer.profile, family, TINY) == {}


def test_safe_or_risky_separates_the_two_concepts() -> None:
    game = sf.load("safe-or-risky")
    assert solved(game).profile[0]["start"] == {"safe": 1, "risky": 0}
    risky = with_behavior(first_actions(game), 0, "start", risky=1)
    first = trembles_by_hand(risky[0], {"start safe": 1, "after risky slip": 1}).family
    family = EpsilonFamily((first, trembles_by_hand(risky[1], {}).family))
    assert quasi_perfection(game, risky, family).holds
    verdict = extensive_form_perfection(game, risky, family)
    (better,) = verdict.deviations
    assert (better.player, better.infoset, better.action, better.instead_of) == (0, "start", "safe", "risky")
    assert (better.gain, better.order) == (Fraction(1), 1)
    assert "'safe' earns 1 ε^1 more than 'risky'" in str(verdict)
    assert not verdict.holds


def test_hoping_for_the_second_gift_is_neither_sequential_nor_perfect() -> None:
    game = sf.load("guess-the-ace-second-gift")
    answer = solved(game)
    assert answer.profile[1]["asked"] == {"yes": 0, "no": 1}
    hope = with_behavior(answer.profile, 1, "asked", yes=1)
    _, assessment = family_and_assessment(answer)
    checked = check_assessment(game, replace(assessment, profile=hope), [SEQUENTIAL, EXTENSIVE_FORM_PERFECT])
    assert checked.certificate.checks == {SEQUENTIAL: False, EXTENSIVE_FORM_PERFECT: False}
    evidence = checked.extensive_form_perfection
    assert evidence is not None
    assert [(action.infoset, action.action) for action in evidence.deviations] == [("asked", "no")]


def test_uniform_bounds_lead_to_the_right_action() -> None:
    assert solved(sf.load("uniform-bounds")).profile[0]["after r"] == {"c": 1, "d": 0}


def test_a_family_proves_only_the_profile_that_it_tends_to() -> None:
    game = sf.load("kuhn")
    answer = solved(game)
    family, _ = family_and_assessment(answer)
    profile = with_behavior(answer.profile, 0, "J:cb", call=1)
    verdict = extensive_form_perfection(game, profile, family)
    assert "player 1's information set 'J:cb'" in verdict.difference
    assert "it tends to another profile" in str(verdict)
    assert [action.infoset for action in verdict.deviations] == ["J:cb"]


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10**6), st.booleans())
def test_the_verdict_is_that_of_numbers_at_a_tiny_epsilon(seed: int, zero_sum: bool) -> None:
    game = sf.load(f"random-game(seed={seed},depth=4,zero_sum={str(zero_sum).lower()})")
    random = Random(seed)
    profile = random_profile(game, random)
    family = random_family(profile, random)
    found = {(action.player, action.infoset) for action in extensive_form_perfection(game, profile, family).deviations}
    assert found == set(sets_with_better_actions(game, profile, family, TINY))


@settings(deadline=None, max_examples=15)
@given(st.integers(0, 10**6))
def test_a_gain_is_what_numbers_tend_to_and_a_denominator_changes_nothing(seed: int) -> None:
    game = sf.load(f"random-game(seed={seed},depth=4,max_actions=2,payoffs=5)")
    random = Random(seed)
    profile = random_profile(game, random)
    family = random_family(profile, random)
    actions = extensive_form_perfection(game, profile, family).deviations
    in_numbers = sets_with_better_actions(game, profile, family, TINY)
    for action in actions:
        ratio = in_numbers[action.player, action.infoset] / (action.gain * TINY**action.order)
        assert abs(ratio - 1) < Fraction(1, 10**30)
    first, second = (over(plan, [0, 3, 1]) for plan in family)
    assert extensive_form_perfection(game, profile, EpsilonFamily((first, second))).deviations == actions


def over(plan: PlanFamily, factor: list[int]) -> RationalPlanFamily:
    """The same family, written with a common factor."""
    return RationalPlanFamily(plan.index, plan.weights.times([Fraction(part) for part in factor]))


def test_general_sum_games_are_checked_but_not_solved() -> None:
    game = bimatrix_game("common interest", [[0, 0], [0, 1]], [[0, 0], [0, 1]], "TB", "LR")
    weak = first_actions(game)
    verdict = extensive_form_perfection(game, weak, random_family(weak, Random(1)))
    assert [(action.player, action.action) for action in verdict.deviations] == [(0, "B"), (1, "R")]
    good = with_behavior(with_behavior(weak, 0, "row", B=1), 1, "column", R=1)
    assert str(extensive_form_perfection(game, good, random_family(good, Random(1)))) == "extensive-form perfect"
    with pytest.raises(GameError, match="is not constant-sum"):
        sf.solve(game, concept="extensive-form-perfect")


def test_of_several_best_actions_the_first_is_named() -> None:
    game = bimatrix_game("two are best", [[0], [1], [1]], None, "TMB", "L")
    weak = first_actions(game)
    (better,) = extensive_form_perfection(game, weak, random_family(weak, Random(1))).deviations
    assert (better.action, better.instead_of, better.gain, better.order) == ("M", "T", Fraction(1), 0)


def test_a_time_limit_is_an_error_with_the_raw_solution() -> None:
    game = sf.load("kuhn")
    with pytest.raises(SolveError, match="no extensive-form perfect equilibrium: time limit") as caught:
        solved(game, time_limit=1e-9)
    assert caught.value.raw is not None
    for name in ("method", "start"):
        with pytest.raises(InputError, match=f"{name}: an option of concept .*not of 'extensive-form-perfect'"):
            solved(game, **{name: "symbolic"})


def test_profiles_in_doubles_and_families_of_other_games_are_refused() -> None:
    game, other = sf.load("kuhn"), sf.load("guess-the-ace")
    family = family_of(game)
    with pytest.raises(ModelError, match="decided in fractions only"):
        extensive_form_perfection(game, family.limit.to_floats(), family)
    with pytest.raises(ModelError, match="this family of plans is for another game"):
        extensive_form_perfection(game, family.limit, family_of(other))


def test_assessments_of_both_concepts_in_safe_or_risky_survive_files(tmp_path: Path) -> None:
    answer = sf.solve("safe-or-risky", concept="extensive-form-perfect")
    assert answer.profile[0]["start"]["safe"] == 1
    path = tmp_path / "safe.json"
    sf.write_equilibrium(answer, path)
    kept = sf.read_assessment(path, answer.game)
    assert kept is not None
    assert check_assessment(answer.game, kept, [EXTENSIVE_FORM_PERFECT]).certificate.checks[EXTENSIVE_FORM_PERFECT]
    risky = sf.solve("safe-or-risky", concept="quasi-perfect", player=1)
    assert risky.assessment is not None
    along_its_own = check_assessment(risky.game, risky.assessment, [EXTENSIVE_FORM_PERFECT]).certificate.checks
    assert along_its_own[EXTENSIVE_FORM_PERFECT] == (risky.profile[0]["start"]["risky"] == 0)


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"method": "symbolic"}, "method: an option of concept sequential, quasi-perfect, not"),
        ({"start": "centroid"}, "start: an option of concept nash"),
        ({"backend": "lemke"}, "backend lemke solves no linear programs"),
    ],
)
def test_choices_that_do_not_apply_are_refused(choices: dict[str, Any], message: str) -> None:
    with pytest.raises(sf.errors.SeqformError, match=message):
        sf.solve("kuhn", concept="extensive-form-perfect", **choices)
