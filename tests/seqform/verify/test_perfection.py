"""Perfection: along a family in ε, losses at a number ε, witnesses of normal-form perfection, and dominance."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod
from random import Random
from typing import Any

import numpy as np
import pytest
from assessments import (
    family_by_hand,
    first_actions,
    kuhn_equilibrium,
    playing,
    profile_playing,
    random_family,
    with_behavior,
)
from flint import fmpz_poly
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from perturbed_programs import family_of
from tree_walks import action_values, random_profile, random_strategy

import seqform as sf
from seqform.backends.exact.solution import ExactBackend
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.games.families.matrix_games import bimatrix_game
from seqform.builders.games.tree import chance, leaf, move, tree
from seqform.builders.programs.perturbed_lp import uniform_trembles
from seqform.errors import CertificationError, ModelError
from seqform.models.answers.certificate import NORMAL_FORM_PERFECT
from seqform.models.answers.equilibrium import Equilibrium
from seqform.models.answers.evidence import FamilyEvidence
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import SequenceIndex
from seqform.models.numbers.exact import ExactArray
from seqform.models.strategies.assessment import EpsilonFamily, PlanFamily, RationalPlanFamily
from seqform.models.strategies.behavior import (
    BehaviorProfile,
    BehaviorStrategy,
    RealizationPlan,
    RealizationPlans,
)
from seqform.verify import best_response
from seqform.verify.checks import (
    CONSISTENT,
    EXTENSIVE_FORM_PERFECT,
    SEQUENTIAL,
    SEQUENTIALLY_RATIONAL,
    check_assessment,
)
from seqform.verify.nash import payoff_per_sequence
from seqform.verify.normal_form import (
    certify_normal_form_perfect,
    check_witness,
    dominates,
    gains,
    normal_form_perfect,
    regret_against,
    undominated,
)
from seqform.verify.perturbed import (
    LOWEST_ORDERS,
    _LocalValues,
    extensive_form_perfection,
    quasi_perfection,
    suboptimal_infosets,
)

NAMES = (
    "guess-the-ace",
    "guess-the-ace-second-gift",
    "kuhn",
    "kuhn-with-raise",
    "safe-or-risky",
    "uniform-bounds",
)
NUMBERS = (Fraction(1, 10**6), Fraction(1, 10**9))
TINY = Fraction(1, 10**40)
HUNDREDTH = Fraction(1, 100)
COMMON_INTEREST = bimatrix_game("common interest", [[0, 0], [0, 1]], [[0, 0], [0, 1]], "TB", "LR")

Check = Callable[[ExtensiveGame, BehaviorProfile, EpsilonFamily], FamilyEvidence]
both_checks = pytest.mark.parametrize("check", [quasi_perfection, extensive_form_perfection])


def behavior_at(family: EpsilonFamily, epsilon: Fraction) -> BehaviorProfile:
    first, second = (plan.behavior(np.zeros(0)) for plan in family.at(epsilon))
    return BehaviorProfile((first, second))


def local_values(
    game: ExtensiveGame, family: EpsilonFamily, epsilon: Fraction, player: int
) -> list[Fraction]:
    """The payoff of each action at a number ε if all other choices, later own ones included, are those of the plans.

    Weighted by the probability with which chance and the opponent let play reach the set.
    """
    weights: Any = family.at(epsilon)[1 - player].weights
    at_node = game.sequences[1 - player].at_node
    return action_values(
        game,
        behavior_at(family, epsilon),
        player,
        lambda node: game.chance_reach[node] * weights[int(at_node[node])],
    )


def forgone(
    check: Check,
    game: ExtensiveGame,
    profile: BehaviorProfile,
    family: EpsilonFamily,
    epsilon: Fraction,
) -> dict[tuple[int, str], Fraction]:
    """The loss of a profile at a number ε, by the sets where it takes an action that is not a best one."""
    found = {}
    for player in (0, 1):
        index = game.sequences[player].index
        if check is quasi_perfection:
            payoff = payoff_per_sequence(game, player, behavior_at(family, epsilon)[1 - player])
            values: Any = index.best_response(payoff).sequence_value
        else:
            values = local_values(game, family, epsilon, player)
        for row, name in enumerate(index.infoset_names):
            here = range(*index.first_sequence[row : row + 2].tolist())
            least = min(values[k] for k in here if profile[player].probabilities[k] > 0)
            if least < max(values[k] for k in here):
                found[player, name] = max(values[k] for k in here) - least
    return found


def solved(game: ExtensiveGame, **arguments: Any) -> Equilibrium:
    found: Equilibrium = sf.solve(game, "extensive-form-perfect", **arguments)
    return found


def perfect_family(check: Check, game: ExtensiveGame, player: int = 0) -> EpsilonFamily:
    """A family of equilibria of the perturbed game, as `solve` certifies it for extensive-form perfection."""
    if check is quasi_perfection:
        return family_of(game, player)
    answer = solved(game, player=player)
    assert answer.certificate.checks == {SEQUENTIAL: True, EXTENSIVE_FORM_PERFECT: True}
    assert answer.certificate.proven
    assessment: Any = answer.assessment
    family: EpsilonFamily = assessment.family
    assert np.array_equal(answer.profile[0].probabilities, family.limit[0].probabilities)
    checked = check_assessment(game, assessment, [SEQUENTIALLY_RATIONAL, CONSISTENT]).certificate
    assert checked.checks == {SEQUENTIALLY_RATIONAL: True, CONSISTENT: True}
    return family


# ---- both ----


@both_checks
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("player", [0, 1])
def test_limits_of_perturbed_equilibria_are_perfect(check: Check, name: str, player: int) -> None:
    game = sf.load(name)
    family = perfect_family(check, game, player)
    verdict = check(game, family.limit, family)
    assert verdict.holds
    assert str(verdict) == (
        "quasi-perfect" if check is quasi_perfection else "extensive-form perfect"
    )
    for epsilon in NUMBERS:
        assert forgone(check, game, family.limit, family, epsilon) == {}


@pytest.mark.slow
@both_checks
@settings(max_examples=20)
@given(st.integers(0, 10**6), st.sampled_from([1, 10]), st.sampled_from([0, 1]))
def test_limits_of_perturbed_equilibria_of_random_games_are_perfect(
    check: Check, seed: int, payoffs: int, player: int
) -> None:
    game = sf.load(f"random-game(seed={seed},depth=4,merge=0.7,payoffs={payoffs})")
    family = perfect_family(check, game, player)
    assert check(game, family.limit, family).holds
    assert forgone(check, game, family.limit, family, TINY) == {}


@both_checks
@given(st.integers(0, 10**6), st.booleans())
def test_the_verdict_is_that_of_numbers_at_a_tiny_epsilon(
    check: Check, seed: int, zero_sum: bool
) -> None:
    game = sf.load(f"random-game(seed={seed},depth=4,zero_sum={str(zero_sum).lower()})")
    random = Random(seed)
    profile = random_profile(game, random)
    family = random_family(profile, random)
    deviations = check(game, profile, family).deviations
    assert {(one.player, one.infoset) for one in deviations} == set(
        forgone(check, game, profile, family, TINY)
    )
    assert all(one.gain > 0 for one in deviations)


@both_checks
def test_a_family_proves_only_the_profile_that_it_tends_to(check: Check) -> None:
    game = sf.load("kuhn")
    family = perfect_family(check, game)
    profile = with_behavior(family.limit, 0, "J:cb", call=1)
    verdict = check(game, profile, family)
    assert "player 1's information set 'J:cb'" in verdict.difference
    assert "it tends to another profile" in str(verdict)
    assert not verdict.holds
    assert [one.infoset for one in verdict.deviations] == ["J:cb"]


@both_checks
def test_families_of_other_games_are_refused(check: Check) -> None:
    game, other = sf.load("kuhn"), sf.load("guess-the-ace")
    family = family_of(game)
    with pytest.raises(ModelError, match="this family of plans is for another game"):
        check(game, family.limit, family_of(other))


@both_checks
def test_an_equilibrium_in_dominated_strategies_is_never_a_best_reply_to_mistakes(
    check: Check,
) -> None:
    weak = first_actions(COMMON_INTEREST)
    verdict = check(COMMON_INTEREST, weak, random_family(weak, Random(1)))
    assert [(one.player, one.action) for one in verdict.deviations] == [(0, "B"), (1, "R")]
    good = profile_playing(COMMON_INTEREST, {"row": "B"}, {"column": "R"})
    assert check(COMMON_INTEREST, good, random_family(good, Random(1))).holds


# ---- quasi-perfection ----


def test_the_better_action_against_uniform_bounds_is_named() -> None:
    game = sf.load("uniform-bounds")
    family = family_of(game, 0, uniform_trembles)
    verdict = quasi_perfection(game, family.limit, family)
    assert not verdict.holds
    assert not verdict.difference
    (reply,) = verdict.deviations
    assert (reply.player, reply.infoset, reply.action, reply.instead_of) == (0, "after r", "c", "d")
    assert reply.gain > 0
    assert solved(game).profile[0]["after r"] == {"c": 1, "d": 0}


def test_safe_and_risky_play_are_both_quasi_perfect_but_a_slip_is_not() -> None:
    game = sf.load("safe-or-risky")
    careful = first_actions(game)
    for share in (Fraction(0), Fraction(1, 3), Fraction(1)):
        profile = with_behavior(careful, 0, "start", safe=share, risky=1 - share)
        assert quasi_perfection(game, profile, random_family(profile, Random(1))).holds
    slips = with_behavior(careful, 0, "after risky", slip=1)
    verdict = quasi_perfection(game, slips, random_family(slips, Random(1)))
    assert [reply.action for reply in verdict.deviations] == ["careful"]


def test_sums_beyond_64_bits_do_not_change_the_verdict() -> None:
    fifth = Fraction(1, 5)
    prizes = {
        f"{k}": (fifth, move(0, f"prize {k}", {"take": leaf(2**61), "leave": leaf(0)}))
        for k in range(5)
    }
    game = tree("huge prizes", move(0, "start", {"in": chance(prizes), "out": leaf(2**57)}))
    greedy = first_actions(game)
    assert quasi_perfection(game, greedy, random_family(greedy, Random(1))).holds
    modest = with_behavior(greedy, 0, "start", out=1)
    (reply,) = quasi_perfection(game, modest, random_family(modest, Random(1))).deviations
    assert (reply.order, reply.gain) == (0, Fraction(2**61 - 2**57))


# ---- extensive-form perfection ----


def test_an_advantage_in_a_high_order_only_has_its_sign() -> None:
    epsilon, one = fmpz_poly([0, 1]), fmpz_poly([1])
    weight = one + epsilon**20
    totals = [weight * weight + epsilon**40, weight]  # the terms up to ε^23 make a product of -ε^40
    low = [fmpz_poly(total.coeffs()[:LOWEST_ORDERS]) for total in totals]
    values = _LocalValues([weight, one], totals, [weight, one], low, one, Fraction(1))
    assert (values.sign(0, 1), values.sign(1, 0), values.sign(0, 0)) == (1, -1, 0)


@both_checks
def test_better_actions_at_sets_without_names_are_named_by_their_paths(check: Check) -> None:
    after = {side: move(1, "", {"a": leaf(1), "b": leaf(0)}) for side in ("left", "right")}
    game = tree("unnamed", move(0, "", after))
    family = random_family(first_actions(game), Random(1))
    (better,) = check(game, first_actions(game), family).deviations
    assert (better.infoset, better.shown, better.action) == ("#1", "left or right", "b")


def test_safe_or_risky_separates_the_two_concepts() -> None:
    game = sf.load("safe-or-risky")
    risky = profile_playing(game, {"start": "risky"})
    family = family_by_hand(risky, {"start safe": 1, "after risky slip": 1})
    assert quasi_perfection(game, risky, family).holds
    verdict = extensive_form_perfection(game, risky, family)
    (better,) = verdict.deviations
    assert (better.player, better.infoset, better.action, better.instead_of) == (
        0,
        "start",
        "safe",
        "risky",
    )
    assert (better.gain, better.order) == (Fraction(1), 1)
    assert "'safe' earns 1 ε^1 more than 'risky'" in str(verdict)
    assert not verdict.holds


@settings(max_examples=15)
@given(st.integers(0, 10**6))
def test_a_gain_is_what_numbers_tend_to_and_a_denominator_changes_nothing(seed: int) -> None:
    game = sf.load(f"random-game(seed={seed},depth=4,max_actions=2,payoffs=5)")
    random = Random(seed)
    profile = random_profile(game, random)
    family = random_family(profile, random)
    actions = extensive_form_perfection(game, profile, family).deviations
    in_numbers = forgone(extensive_form_perfection, game, profile, family, TINY)
    for action in actions:
        ratio = in_numbers[action.player, action.infoset] / (action.gain * TINY**action.order)
        assert abs(ratio - 1) < Fraction(1, 10**30)

    def over(plan: PlanFamily, factor: list[Fraction]) -> RationalPlanFamily:
        return RationalPlanFamily(plan.index, plan.weights.times(factor))

    first, second = (over(plan, [Fraction(0), Fraction(3), Fraction(1)]) for plan in family)
    assert (
        extensive_form_perfection(game, profile, EpsilonFamily((first, second))).deviations
        == actions
    )


def test_of_several_best_actions_the_first_is_named() -> None:
    game = bimatrix_game("two are best", [[0], [1], [1]], None, "TMB", "L")
    weak = first_actions(game)
    (better,) = extensive_form_perfection(game, weak, random_family(weak, Random(1))).deviations
    assert (better.action, better.instead_of, better.gain, better.order) == (
        "M",
        "T",
        Fraction(1),
        0,
    )


# ---- information sets at which plans at a number ε lose more than trembles of that size do ----


def choice(*payoffs: int) -> ExtensiveGame:
    """Player 1 chooses among payoffs; player 2 does not move."""
    return tree("choice", move(0, "A", {f"a{k}": leaf(payoff) for k, payoff in enumerate(payoffs)}))


def hidden() -> ExtensiveGame:
    """Player 1 gets to B by r, if chance and player 2 lead there: with 1/4 times 1/5 times its own 1/2."""
    end = move(0, "B", {"good": leaf(1), "bad": leaf(0)})
    start = move(0, "A", {"l": leaf(0), "r": move(1, "X", {"on": end, "off": leaf(0)})})
    return tree("hidden", chance({"in": (Fraction(1, 4), start), "out": (Fraction(3, 4), leaf(0))}))


@pytest.mark.parametrize(
    ("payoffs", "epsilon", "allowed", "too_much"),
    [
        ((0, 1), HUNDREDTH, Fraction(400005, 10**7), Fraction(41, 1000)),
        ((5, 15), HUNDREDTH, Fraction(400005, 10**7), Fraction(41, 1000)),
        ((-30, 0), HUNDREDTH, Fraction(400005, 10**7), Fraction(41, 1000)),
        ((0, 1, 1), HUNDREDTH, Fraction(600005, 10**7), Fraction(61, 1000)),
        ((0, 1), Fraction(0), Fraction(9, 10**7), Fraction(11, 10**7)),
    ],
)
def test_two_trembles_of_every_action_and_rounding_are_allowed(
    payoffs: tuple[int, ...], epsilon: Fraction, allowed: Fraction, too_much: Fraction
) -> None:
    game = choice(*payoffs)
    for share in (allowed, too_much):
        others = {f"a{k}": (1 - share) / (len(payoffs) - 1) for k in range(1, len(payoffs))}
        found = suboptimal_infosets(
            game, profile_playing(game, {"A": {"a0": share} | others}), epsilon
        )
        lost = float(share * (payoffs[1] - payoffs[0]))
        assert found == (
            [] if share == allowed else [f"player 1 loses {lost:.3g} at information set 'A'"]
        )


def test_losses_are_those_given_that_the_set_is_reached() -> None:
    game = hidden()
    for bad, allowed in ((Fraction(400005, 10**7), True), (Fraction(41, 1000), False)):
        profile = profile_playing(
            game,
            {"B": {"bad": bad, "good": 1 - bad}, "A": {"l": HUNDREDTH, "r": 1 - HUNDREDTH}},
            {"X": {"on": HUNDREDTH, "off": 1 - HUNDREDTH}},
        )
        found = suboptimal_infosets(game, profile, HUNDREDTH)
        assert found == ([] if allowed else ["player 1 loses 0.041 at information set 'B'"])


SECOND_ONLY = move(1, "X", {"on": leaf(1), "off": leaf(0)})
EXCLUDED = chance({
    "no": (Fraction(0), move(0, "never", {"good": leaf(1), "bad": leaf(0)})), "yes": (Fraction(1), leaf(0))
})  # fmt: skip


@pytest.mark.parametrize(
    ("game", "epsilon", "losses"),
    [
        *[
            (
                hidden(),
                HUNDREDTH,
                ["1 loses 0.25 at 'A'", "1 loses 0.5 at 'B'", "2 loses 0.25 at 'X'"],
            )
        ]
        * 2,
        # A first player without a choice hides no set.
        (
            tree("second only", move(1, "X", {"on": leaf(1), "off": leaf(0)})),
            HUNDREDTH,
            ["2 loses 0.5 at 'X'"],
        ),
        (choice(3, 3), Fraction(0), []),  # where every outcome pays the same nothing is lost
        (tree("never", EXCLUDED), HUNDREDTH, []),
    ],
)
def test_losses_are_named_the_first_players_first(
    game: ExtensiveGame, epsilon: Fraction, losses: list[str]
) -> None:
    with np.errstate(all="raise"):
        found = suboptimal_infosets(game, sf.uniform_profile(game), epsilon)
    assert found == [f"player {loss}".replace(" at ", " at information set ") for loss in losses]


def pure(index: SequenceIndex, choices: Any) -> BehaviorStrategy:
    """Return the strategy that makes one choice at every information set, given in the order of their rows."""
    probabilities = np.full(len(index), Fraction(0))
    probabilities[0] = Fraction(1)
    probabilities[index.first_sequence[:-1] + np.array(choices, dtype=np.int64)] = Fraction(1)
    return BehaviorStrategy(index, probabilities)


def cell(game: ExtensiveGame, row: str, column: str) -> BehaviorProfile:
    return profile_playing(game, {"row": row}, {"column": column})


def random_mixed(index: SequenceIndex, random: Random) -> BehaviorStrategy:
    return random_strategy(index, random, weights=(1, 2, 3, 4))


def test_an_equilibrium_in_dominated_strategies_is_refuted_and_the_other_proven() -> None:
    bad = normal_form_perfect(COMMON_INTEREST, cell(COMMON_INTEREST, "T", "L"))
    assert bad.certificate.proven
    assert not bad.holds
    refuted = {
        "player 1 undominated": False,
        "player 2 undominated": False,
        NORMAL_FORM_PERFECT: False,
    }
    assert bad.certificate.checks == refuted
    checked = sf.check(COMMON_INTEREST, cell(COMMON_INTEREST, "T", "L"), normal_form_perfect=True)
    assert (checked.proven, checked.checks) == (True, refuted)
    for verdict in bad.players:
        assert verdict.dominating is not None
        assert verdict.gains == (Fraction(0), Fraction(1))
        assert dominates(COMMON_INTEREST, verdict.dominating, verdict.strategy)
    assert "player 1's strategy is dominated: another earns from 0 to 1 more" in repr(bad)

    good = normal_form_perfect(COMMON_INTEREST, cell(COMMON_INTEREST, "B", "R"))
    assert good.holds
    assert good.certificate.checks[NORMAL_FORM_PERFECT]
    assert str(good.players[1]) == "player 2's strategy is undominated"
    assert all(
        check_witness(COMMON_INTEREST, cell(COMMON_INTEREST, "B", "R"), good.witness).values()
    )


def test_undominated_strategies_that_are_no_equilibrium_are_not_perfect() -> None:
    game = bimatrix_game("battle of the sexes", [[2, 0], [0, 1]], [[1, 0], [0, 2]], "TB", "LR")
    answer = normal_form_perfect(game, cell(game, "T", "R"))
    assert all(verdict.holds for verdict in answer.players)
    assert not answer.holds
    assert not answer.certificate.checks[NORMAL_FORM_PERFECT]
    checks = check_witness(game, cell(game, "T", "R"), answer.witness)
    assert [name for name, good in checks.items() if not good] == ["equilibrium"]


@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1, 5), Fraction(1, 3)])
def test_all_equilibria_of_kuhn_are_normal_form_perfect(alpha: Fraction) -> None:
    game = sf.load("kuhn")
    found = normal_form_perfect(game, kuhn_equilibrium(game, alpha))
    assert found.holds and found.certificate.proven
    assert found.certificate.values == (Fraction(-1, 18), Fraction(1, 18))


@pytest.mark.parametrize(
    ("x", "y"),
    [
        ("1 1 0 0 0", "1 1 0 1/12 11/12"),
        ("1 1 0 0 0", "1 1 0 1 0"),
        ("1 0 1 1/3 2/3", "1 0 1 2/3 1/3"),
        ("1 5/14 9/14 3/14 3/7", "1 1/8 7/8 2/3 1/3"),
    ],
)
def test_the_equilibria_of_the_worked_example_are_normal_form_perfect(x: str, y: str) -> None:
    """von Stengel, van den Elzen & Talman (2002), sections 4, 6 and 7."""
    game = sf.load("vsvet-figure-1")
    first, second = (
        RealizationPlan(own.index, ExactArray.of(map(Fraction, plan.split())))
        for own, plan in zip(game.sequences, (x, y), strict=True)
    )
    assert normal_form_perfect(
        game, sequence_form(game).lift(RealizationPlans((first, second)))
    ).holds


@pytest.mark.slow
@given(st.integers(0, 10**6), st.integers(1, 3))
def test_in_constant_sum_games_replacing_dominated_strategies_is_perfection(
    seed: int, payoffs: int
) -> None:
    game = sf.load(f"random-game(seed={seed},depth=5,payoffs={payoffs})")
    profile = sf.solve(game, exact=True).profile
    answer = normal_form_perfect(game, profile)
    better = answer.undominated_profile
    assert all(check_witness(game, better, answer.witness).values())
    assert normal_form_perfect(game, better).holds
    certificate = certify_normal_form_perfect(game, better, answer.witness)
    assert (certificate.checks, certificate.proven) == ({NORMAL_FORM_PERFECT: True}, True)
    assert certificate.values == answer.certificate.values
    for verdict in answer.players:
        assert verdict.dominating is None or dominates(game, verdict.dominating, verdict.strategy)
    assert answer.holds == all(check_witness(game, profile, answer.witness).values())


@given(st.integers(0, 10**6), st.integers(0, 10**6), st.booleans())
def test_a_witness_that_fails_does_not_deny_perfection(
    seed: int, other_seed: int, zero_sum: bool
) -> None:
    """A random witness proves little; the check it fails is left out, unless a verdict of linear programs decides."""
    game = sf.load(f"random-game(seed={seed},depth=4,payoffs=2,zero_sum={str(zero_sum).lower()})")
    profile = sf.solve(game, exact=True).profile
    rng = Random(other_seed)
    first, second = (random_mixed(own.index, rng) for own in game.sequences)
    witness = BehaviorProfile((first, second))

    stated = certify_normal_form_perfect(game, profile, witness).checks.get(NORMAL_FORM_PERFECT)
    verdict = normal_form_perfect(game, profile)

    assert stated is None or verdict.holds
    decided = certify_normal_form_perfect(game, profile, verdict.witness, decides=True)
    assert decided.checks == {NORMAL_FORM_PERFECT: verdict.holds}


@given(st.integers(0, 10**6), st.integers(0, 1))
def test_a_best_response_to_a_completely_mixed_strategy_is_undominated(
    seed: int, player: int
) -> None:
    game = sf.load(f"random-game(seed={seed},depth=5,payoffs=2,zero_sum=false)")
    opponent = random_mixed(game.sequences[1 - player].index, Random(seed))
    reply = pure(game.sequences[player].index, best_response(game, player, opponent).choice)
    assert regret_against(game, reply, opponent) == 0
    verdict = undominated(game, reply)
    assert verdict.holds
    assert verdict.gains == (Fraction(0), Fraction(0))
    assert regret_against(game, reply, verdict.witness) == 0


@given(st.integers(0, 10**6), st.integers(0, 1))
def test_gains_are_the_extremes_over_all_pure_strategies_of_the_opponent(
    seed: int, player: int
) -> None:
    game = sf.load(f"random-game(seed={seed},depth=4,payoffs=3,zero_sum=false)")
    random = Random(seed)
    index, other = (game.sequences[who].index for who in (player, 1 - player))
    assume(prod(other.num_actions.tolist()) <= 100)
    strategy, replacement = random_mixed(index, random), random_mixed(index, random)
    gain = [
        regret_against(game, strategy, opponent) - regret_against(game, replacement, opponent)
        for opponent in (
            pure(other, choices) for choices in product(*map(range, other.num_actions.tolist()))
        )
    ]
    assert gains(game, strategy, replacement) == (min(gain), max(gain))
    assert dominates(game, replacement, strategy) == (min(gain) >= 0 and max(gain) > 0)


def test_to_dominate_is_to_be_never_worse_and_sometimes_better() -> None:
    game = bimatrix_game("four rows", [[0, 0], [0, 1], [5, -1], [0, 0]], rows="ABCD")
    rows = {name: playing(game, 0, {"row": name}) for name in "ABCD"}
    found = {
        one + other
        for one, other in product("ABCD", repeat=2)
        if dominates(game, rows[one], rows[other])
    }
    assert found == {"BA", "BD"}


def test_the_failing_condition_of_a_tampered_witness_is_named() -> None:
    game, profile = COMMON_INTEREST, cell(COMMON_INTEREST, "B", "R")
    bad, uniform = cell(game, "T", "L"), sf.uniform_profile(game)
    assert all(check_witness(game, profile, uniform).values())
    mixed, first, second = (
        "witness completely mixed",
        "player 1 replies best to the witness",
        "player 2 replies best to the witness",
    )
    for witness, of, failures in (
        (profile, profile, [mixed]),
        (BehaviorProfile((profile[0], uniform[1])), profile, [mixed]),
        (BehaviorProfile((uniform[0], profile[1])), profile, [mixed]),
        (uniform, BehaviorProfile((uniform[0], profile[1])), ["equilibrium", first]),
        (uniform, bad, [first, second]),
        (bad, bad, [mixed]),
    ):
        assert not certify_normal_form_perfect(game, of, witness).checks.get(NORMAL_FORM_PERFECT)
        assert [
            name for name, good in check_witness(game, of, witness).items() if not good
        ] == failures


def test_a_regret_is_measured_to_the_last_fraction() -> None:
    tiny = Fraction(1, 10**30)
    game = bimatrix_game("nearly alike", [[0, 0], [0, tiny]], [[0, 0], [0, 0]], "TB", "LR")
    top, bottom = (playing(game, 0, {"row": row}) for row in "TB")
    assert regret_against(game, top, sf.uniform_profile(game)[1]) == tiny / 2
    assert not undominated(game, top).holds
    assert undominated(game, bottom).holds


def test_strategies_of_another_player_are_refused() -> None:
    kuhn = sf.load("kuhn")
    mine = sf.uniform_profile(kuhn)
    with pytest.raises(ModelError, match="a strategy of player 2 expected, not of player 1"):
        regret_against(kuhn, mine[0], mine[0])
    with pytest.raises(ModelError, match="a strategy of player 1 expected, not of player 2"):
        gains(kuhn, mine[0], mine[1])


def test_evidence_that_fails_its_check_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong_answer(self: Any, model: Any, options: Any = None) -> Any:
        return replace(honest(self, model, options), dual=ExactArray.zeros(len(model.rows)))

    honest = ExactBackend.solve
    game = bimatrix_game("the centre", [[1, 0], [0, 3]])
    reply = pure(game.sequences[0].index, [0])
    assert undominated(game, reply).holds
    monkeypatch.setattr(ExactBackend, "solve", wrong_answer)
    with pytest.raises(CertificationError, match="fails its check on the game"):
        undominated(game, reply)
