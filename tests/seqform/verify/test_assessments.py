"""Every defect of an assessment fails the checks that concern it, and no others; regrets at information sets."""

from dataclasses import fields, replace
from fractions import Fraction
from itertools import count
from random import Random

import numpy as np
import pytest
from assessments import (
    beliefs_from,
    family_by_hand,
    first_actions,
    random_assessment,
    with_behavior,
    with_beliefs,
)
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from perturbed_programs import assessment_of
from tree_walks import action_values

import seqform as sf
from seqform.builders.games.families.matrix_games import bimatrix_game
from seqform.builders.games.formats.pygambit import information_set_selectors, to_pygambit
from seqform.builders.games.tree import chance, leaf, move, tree
from seqform.errors import ModelError, OptionError
from seqform.models.answers.certificate import NORMAL_FORM_PERFECT
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.strategies.assessment import (
    Assessment,
    EpsilonFamily,
    RationalPlanFamily,
    beliefs_of,
    fully_mixed_beliefs,
)
from seqform.models.strategies.behavior import BehaviorProfile
from seqform.models.strategies.tables import infoset_reach
from seqform.verify import checks
from seqform.verify.checks import (
    ALONG_A_FAMILY,
    CHECKS,
    CONSISTENT,
    EXTENSIVE_FORM_PERFECT,
    QUASI_PERFECT,
    SEQUENTIAL,
    SEQUENTIALLY_RATIONAL,
    UNDOMINATED,
    WEAK_PERFECT_BAYESIAN,
    check_assessment,
    evident,
)
from seqform.verify.sequential import sequential_regrets

HALF = Fraction(1, 2)
FIRST, SECOND = UNDOMINATED


def failed(game: ExtensiveGame, assessment: Assessment) -> set[str]:
    checked = check_assessment(game, assessment)
    checks = checked.certificate.checks
    default = set(CHECKS) - set(ALONG_A_FAMILY) - {WEAK_PERFECT_BAYESIAN}
    assert set(checks) == default | evident(assessment.family)
    assert checked.certificate.exact
    assert bool(checked.objections) == (not all(checks.values()))
    return {name for name, holds in checks.items() if not holds}


def require_all_checks_to_pass(game: ExtensiveGame) -> None:
    assessment = assessment_of(game)
    assert failed(game, assessment) == set()
    assert failed(game, replace(assessment, family=None)) == set()
    weak = check_assessment(game, assessment, [WEAK_PERFECT_BAYESIAN])
    assert weak.certificate.checks == {WEAK_PERFECT_BAYESIAN: True}


@pytest.mark.parametrize(
    "name",
    [
        "guess-the-ace",
        "guess-the-ace-second-gift",
        "kuhn",
        "kuhn-with-raise",
        "safe-or-risky",
        "uniform-bounds",
    ],
)
def test_perturbed_equilibria_pass_every_check_with_and_without_their_family(name: str) -> None:
    require_all_checks_to_pass(sf.load(name))


@settings(max_examples=8)
@given(st.integers(0, 10**6))
def test_perturbed_equilibria_of_random_games_pass_every_check(seed: int) -> None:
    require_all_checks_to_pass(sf.load(f"random-game(seed={seed},depth=4)"))


def last_sets(game: ExtensiveGame) -> list[int]:
    """Player 1's information sets after which player 2 does not move any more."""
    sequences = game.sequences[0]
    index, seen = sequences.index, set[int]()
    for sequence in sequences.at_node[game.player == 1].tolist():
        while sequence and sequence not in seen:
            seen.add(sequence)
            sequence = int(index.parent_sequence[index.infoset_of[sequence]])
    bounds = [
        range(*index.first_sequence[row : row + 2].tolist()) for row in range(index.num_infosets)
    ]
    return [row for row, sequences_here in enumerate(bounds) if seen.isdisjoint(sequences_here)]


@settings(max_examples=10)
@given(st.integers(0, 10**6))
def test_a_shifted_action_that_nobody_learns_of_fails_rationality_and_not_consistency(
    seed: int,
) -> None:
    game = sf.load(f"random-game(seed={seed},depth=4)")
    assessment = assessment_of(game)
    regrets = check_assessment(game, assessment, [SEQUENTIALLY_RATIONAL]).sequential_rationality
    assert regrets is not None
    index, values = game.sequences[0].index, regrets.action_values[0]
    rows = [
        row
        for row in last_sets(game)
        if len(set(values[slice(*index.first_sequence[row : row + 2])])) > 1
    ]
    assume(rows)
    start, stop = index.first_sequence[rows[0] : rows[0] + 2].tolist()
    worst = index.action_names[rows[0]][min(range(start, stop), key=values.__getitem__) - start]
    profile = with_behavior(assessment.profile, 0, index.infoset_names[rows[0]], **{worst: 1})
    broken = failed(game, replace(assessment, profile=profile))
    assert {SEQUENTIALLY_RATIONAL, SEQUENTIAL, QUASI_PERFECT} <= broken
    assert CONSISTENT not in broken
    assert SECOND not in broken


@settings(max_examples=10)
@given(st.integers(0, 10**6))
def test_a_shifted_belief_on_the_path_fails_consistency_and_nothing_about_the_profile(
    seed: int,
) -> None:
    for number in count(seed):  # the first game in which play reaches a set of several nodes
        game = sf.load(f"random-game(seed={number},depth=4,merge=0.9)")
        assessment = assessment_of(game)
        reached = [
            (player, name, [share for _, share in nodes])
            for player in (0, 1)
            for row, name in enumerate(game.sequences[player].index.infoset_names)
            if len(nodes := assessment.beliefs.at(int(game.sequences[player].infosets[row]))) > 1
            and infoset_reach(game, assessment.profile, player)[row] > 0
        ]
        if reached:
            break
    player, name, shares = reached[0]
    place = max(range(len(shares)), key=shares.__getitem__)
    shifted = [share / 2 for share in shares]
    shifted[place - 1] += Fraction(1, 2)
    beliefs = with_beliefs(game, assessment.beliefs, player, name, shifted)
    broken = failed(game, replace(assessment, beliefs=beliefs))
    assert broken - {SEQUENTIALLY_RATIONAL} == {CONSISTENT, SEQUENTIAL}


@pytest.mark.parametrize(
    ("name", "guess", "shares", "broken"),
    [
        ("guess-the-ace", "no", (HALF, HALF), {CONSISTENT, SEQUENTIAL}),
        ("guess-the-ace", "no", (1, 0), {CONSISTENT, SEQUENTIAL, SEQUENTIALLY_RATIONAL}),
        (
            "guess-the-ace",
            "yes",
            None,
            {SEQUENTIALLY_RATIONAL, SEQUENTIAL, QUASI_PERFECT, SECOND, NORMAL_FORM_PERFECT},
        ),
        (
            "guess-the-ace-second-gift",
            "yes",
            None,
            {SEQUENTIALLY_RATIONAL, SEQUENTIAL, QUASI_PERFECT},
        ),
    ],
)
def test_wrong_guesses_of_the_ace_and_wrong_beliefs_fail_the_checks_that_concern_them(
    name: str, guess: str, shares: tuple[Fraction | int, ...] | None, broken: set[str]
) -> None:
    game = sf.load(name)
    assessment = assessment_of(game)
    assert assessment.profile[1]["asked"]["no"] == 1
    beliefs = (
        assessment.beliefs
        if shares is None
        else with_beliefs(game, assessment.beliefs, 1, "asked", shares)
    )
    profile = with_behavior(assessment.profile, 1, "asked", **{guess: 1})
    changed = replace(assessment, profile=profile, beliefs=beliefs)
    assert failed(game, changed) == broken
    assert failed(game, replace(changed, family=None)) == broken - {QUASI_PERFECT}
    assert check_assessment(game, changed, ()).certificate.nash_conv == 0


def test_calling_with_the_ace_is_sequential_but_not_normal_form_perfect() -> None:
    game = sf.load("kuhn-with-raise")
    third = Fraction(1, 3)
    profile = assessment_of(game).profile
    profile = with_behavior(with_behavior(profile, 0, "Q:", check=1), 0, "A:", check=1)
    profile = with_behavior(profile, 0, "K:cb", fold=2 * third, call=third)
    timid = with_behavior(profile, 0, "A:cb", call=1)
    for bold_or_timid, broken in ((profile, set()), (timid, {FIRST, NORMAL_FORM_PERFECT})):
        bluffs = family_by_hand(
            bold_or_timid, {"Q: bet": 1, "A: bet": 3, "A:cb raise": 1, "A:cb call": 1}
        )
        assessment = Assessment(bold_or_timid, beliefs_of(game, bluffs))
        assert failed(game, assessment) == broken
        assert check_assessment(game, assessment, ()).certificate.nash_conv == 0


def test_quasi_perfection_proves_normal_form_perfection_without_a_linear_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(checks, "normal_form_perfect")
    game = sf.load("kuhn")
    checked = check_assessment(game, assessment_of(game), [QUASI_PERFECT, NORMAL_FORM_PERFECT])
    assert checked.certificate.checks == {QUASI_PERFECT: True, NORMAL_FORM_PERFECT: True}
    assert checked.normal_form_perfection is None
    assert checked.quasi_perfection is not None


def test_general_sum_games_are_checked_too() -> None:
    game = bimatrix_game("common interest", [[0, 0], [0, 1]], [[0, 0], [0, 1]], "TB", "LR")
    bad = first_actions(game)
    beliefs = fully_mixed_beliefs(game, sf.uniform_profile(game))
    weak = with_beliefs(game, beliefs, 1, "column", (1, 0))
    assert failed(game, Assessment(bad, weak)) == {FIRST, SECOND, NORMAL_FORM_PERFECT}


def test_information_sets_out_of_chances_reach_are_counted_in_the_note() -> None:
    toss = chance({"x": (1, leaf(0))})
    one = move(0, "A", {"a": leaf(0), "b": toss})
    three = move(0, "A", {"a": leaf(0), "b": move(1, "B", {"c": move(0, "C", {"d": toss})})})
    for root, note in (
        (one, ": 1 information set out of chance's reach is not judged"),
        (three, ": 3 information sets out of chance's reach are not judged"),
    ):
        game = replace(
            tree("zero", chance({"never": (0, root), "always": (1, leaf(0))})), note="rounded"
        )
        assessment = Assessment(first_actions(game), beliefs_from(game, {}))
        for names in ([SEQUENTIAL], [SEQUENTIALLY_RATIONAL, CONSISTENT]):
            checked = check_assessment(game, assessment, [*names, NORMAL_FORM_PERFECT])
            assert checked.certificate.note == f"rounded; {', '.join(names)}{note}"
            assert checked.certificate.reserved == tuple(names)
            assert f"{names[0]}: no" in str(checked.certificate) or (
                f"{names[0]}: yes within chance's reach" in str(checked.certificate)
            )
        assert (
            check_assessment(game, assessment, [NORMAL_FORM_PERFECT]).certificate.note == "rounded"
        )
    kuhn = sf.load("kuhn")
    assert check_assessment(kuhn, assessment_of(kuhn), [SEQUENTIAL]).certificate.note == ""


def test_a_claim_that_leaves_sets_open_is_worded_so_beside_one_that_does_not() -> None:
    refused = move(1, "B", {"good": leaf(0, 1), "bad": leaf(0, 0)})
    game = tree("zero", chance({"never": (0, refused), "always": (1, leaf(0, 0))}))
    profile = sf.profile(game, ({}, {"B": {"bad": 1}}))
    text = str(sf.check(game, profile, sequential=True, subgame_perfect=True))
    assert "sequential: yes within chance's reach" in text
    assert "subgame perfect: no" in text
    good = sf.check(game, sf.profile(game, ({}, {"B": {"good": 1}})), subgame_perfect=True)
    assert "subgame perfect: yes" in str(good) and "within" not in str(good)


def test_a_family_is_evidence_for_one_condition() -> None:
    family = family_by_hand(first_actions(sf.load("kuhn")), {})
    first, second = (RationalPlanFamily(plan.index, plan.weights) for plan in family)
    assert evident(EpsilonFamily((first, second))) == {EXTENSIVE_FORM_PERFECT}
    assert (evident(family), evident(None)) == ({QUASI_PERFECT}, set())


@pytest.mark.parametrize(
    ("name", "evidence"),
    [
        (SEQUENTIALLY_RATIONAL, {"sequential_rationality"}),
        (CONSISTENT, {"consistency"}),
        (SEQUENTIAL, {"sequential_rationality", "consistency"}),
        (QUASI_PERFECT, {"quasi_perfection"}),
        (EXTENSIVE_FORM_PERFECT, {"extensive_form_perfection"}),
        (FIRST, {"normal_form_perfection"}),
        (SECOND, {"normal_form_perfection"}),
        (NORMAL_FORM_PERFECT, {"quasi_perfection"}),
    ],
)
def test_only_what_is_asked_for_is_checked(name: str, evidence: set[str]) -> None:
    game = sf.load("kuhn")
    assessment = assessment_of(game)
    checked = check_assessment(game, assessment, [name])
    assert checked.certificate.checks == {name: name != EXTENSIVE_FORM_PERFECT}
    assert check_assessment(game, assessment, name).certificate.checks == checked.certificate.checks
    assert checked.assessment.beliefs is assessment.beliefs
    kinds = [field.name for field in fields(checked)[2:]]
    assert {kind for kind in kinds if getattr(checked, kind) is not None} == evidence
    assert check_assessment(game, assessment, ()).certificate.checks == {}


def test_invalid_checks_are_refused() -> None:
    game = sf.load("kuhn")
    assessment = replace(assessment_of(game), family=None)
    with pytest.raises(
        OptionError,
        match="no check 'perfect'; the checks are proper, weak perfect Bayesian, sequentially rational, consistent",
    ):
        check_assessment(game, assessment, ["perfect"])
    with pytest.raises(ModelError, match="comes without one"):
        check_assessment(game, assessment, [QUASI_PERFECT])


def test_beliefs_and_a_family_of_another_profile_prove_nothing() -> None:
    refined = sf.solve("kuhn-with-raise", "quasi-perfect")
    other = sf.solve("kuhn-with-raise", exact=True).profile
    assert sf.check(refined.game, refined, quasi_perfect=True, sequential=True).checks == {
        "quasi-perfect": True,
        "sequential": True,
    }
    uniform = sf.uniform_profile(refined.game)
    for profile in (other, uniform):
        certificate = sf.check(refined.game, profile)
        with pytest.raises(ModelError, match="computed together"):
            replace(refined, profile=profile, certificate=certificate)
        stale = refined.recomputed(profile=profile, certificate=certificate)
        assert not sf.check(refined.game, stale, quasi_perfect=True).checks["quasi-perfect"]


ACE = sf.load("guess-the-ace")
BY_BAYES = {
    (0, "start"): (Fraction(1, 52), Fraction(51, 52)),
    (1, "asked"): (Fraction(1, 52), Fraction(51, 52)),
}


def test_yes_forgoes_what_no_would_earn_by_bayes() -> None:
    regrets = sequential_regrets(ACE, Assessment(first_actions(ACE), beliefs_from(ACE, BY_BAYES)))
    assert not regrets.holds
    (deviation,) = regrets.deviations
    assert (deviation.player, deviation.infoset, deviation.action) == (1, "asked", "no")
    assert deviation.gain == regrets.worst == Fraction(1000 * 50, 52)
    assert str(regrets).startswith(
        "not sequentially rational at 1 information set: player 2 gains 12500/13 by 'no'"
    )


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
    half = with_behavior(
        first_actions(game), 0, "after risky", careful=Fraction(3, 4), slip=Fraction(1, 4)
    )
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
        theirs[selector] = dict(
            zip(gambit.get_actions(selector), profile[player].probabilities[here], strict=True)
        )
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
    first, second = (
        plan.behavior(np.zeros(0)) for plan in assessment.family.at(Fraction(1, 10**20))
    )
    profile = BehaviorProfile((first, second))
    require_agreement_with_gambit(game, profile)
    assert sequential_regrets(
        game, Assessment(profile, fully_mixed_beliefs(game, profile))
    ).worst < Fraction(1, 10**9)
