"""Normal-form perfection: witnesses that pass a check on the game, and dominating strategies."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod
from random import Random
from typing import Any

import numpy as np
import pytest
from assessments import kuhn_equilibrium, playing, profile_playing
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tree_walks import random_strategy

import seqform as sf
from seqform.backends.exact.solution import ExactBackend
from seqform.builders.forms.sequence_form import sequence_form
from seqform.builders.games.families.matrix_games import bimatrix_game
from seqform.errors import CertificationError, ModelError
from seqform.models.answers.certificate import NORMAL_FORM_PERFECT
from seqform.models.games.extensive import ExtensiveGame
from seqform.models.games.infosets import SequenceIndex
from seqform.models.numbers.exact import ExactArray
from seqform.models.strategies.behavior import (
    BehaviorProfile,
    BehaviorStrategy,
    RealizationPlan,
    RealizationPlans,
    completely_mixed_profile,
)
from seqform.verify import best_response
from seqform.verify.normal_form import (
    certify_normal_form_perfect,
    check_witness,
    dominates,
    gains,
    normal_form_perfect,
    regret_against,
    undominated,
)

COMMON_INTEREST = bimatrix_game("common interest", [[0, 0], [0, 1]], [[0, 0], [0, 1]], "TB", "LR")


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
    refuted = {"player 1 undominated": False, "player 2 undominated": False, NORMAL_FORM_PERFECT: False}
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
    assert all(check_witness(COMMON_INTEREST, cell(COMMON_INTEREST, "B", "R"), good.witness).values())


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
    assert normal_form_perfect(game, sequence_form(game).lift(RealizationPlans((first, second)))).holds


@pytest.mark.slow
@given(st.integers(0, 10**6), st.integers(1, 3))
def test_in_constant_sum_games_replacing_dominated_strategies_is_perfection(seed: int, payoffs: int) -> None:
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


@given(st.integers(0, 10**6), st.integers(0, 1))
def test_a_best_response_to_a_completely_mixed_strategy_is_undominated(seed: int, player: int) -> None:
    game = sf.load(f"random-game(seed={seed},depth=5,payoffs=2,zero_sum=false)")
    opponent = random_mixed(game.sequences[1 - player].index, Random(seed))
    reply = pure(game.sequences[player].index, best_response(game, player, opponent).choice)
    assert regret_against(game, reply, opponent) == 0
    verdict = undominated(game, reply)
    assert verdict.holds
    assert verdict.gains == (Fraction(0), Fraction(0))
    assert regret_against(game, reply, verdict.witness) == 0


@given(st.integers(0, 10**6), st.integers(0, 1))
def test_gains_are_the_extremes_over_all_pure_strategies_of_the_opponent(seed: int, player: int) -> None:
    game = sf.load(f"random-game(seed={seed},depth=4,payoffs=3,zero_sum=false)")
    random = Random(seed)
    index, other = (game.sequences[who].index for who in (player, 1 - player))
    assume(prod(other.num_actions.tolist()) <= 100)
    strategy, replacement = random_mixed(index, random), random_mixed(index, random)
    gain = [
        regret_against(game, strategy, opponent) - regret_against(game, replacement, opponent)
        for opponent in (pure(other, choices) for choices in product(*map(range, other.num_actions.tolist())))
    ]
    assert gains(game, strategy, replacement) == (min(gain), max(gain))
    assert dominates(game, replacement, strategy) == (min(gain) >= 0 and max(gain) > 0)


def test_to_dominate_is_to_be_never_worse_and_sometimes_better() -> None:
    game = bimatrix_game("four rows", [[0, 0], [0, 1], [5, -1], [0, 0]], rows="ABCD")
    rows = {name: playing(game, 0, {"row": name}) for name in "ABCD"}
    found = {one + other for one, other in product("ABCD", repeat=2) if dominates(game, rows[one], rows[other])}
    assert found == {"BA", "BD"}


@pytest.mark.slow
@settings(max_examples=20)
@given(st.integers(0, 10**6))
def test_the_witness_makes_a_sequence_of_trembles(seed: int) -> None:
    """Selten (1975), theorem 7: completely mixed, replied to by the equilibrium, and tending to it."""
    game = sf.load(f"random-game(seed={seed},depth=4,payoffs=2)")
    answer = normal_form_perfect(game, sf.solve(game, exact=True).profile)
    perfect: Any = [strategy.plan.weights for strategy in answer.undominated_profile]
    witness: Any = [strategy.plan.weights for strategy in answer.witness]
    for t in (Fraction(1, 2), Fraction(1, 10**9)):
        first, second = (
            RealizationPlan(sequences.index, x * (1 - t) + y * t)
            for sequences, x, y in zip(game.sequences, perfect, witness, strict=True)
        )
        trembles = completely_mixed_profile(RealizationPlans((first, second)))
        for player in (0, 1):
            assert regret_against(game, answer.undominated_profile[player], trembles[1 - player]) == 0


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
        assert not certify_normal_form_perfect(game, of, witness).checks[NORMAL_FORM_PERFECT]
        assert [name for name, good in check_witness(game, of, witness).items() if not good] == failures


def test_a_regret_is_measured_to_the_last_fraction() -> None:
    tiny = Fraction(1, 10**30)
    game = bimatrix_game("nearly alike", [[0, 0], [0, tiny]], [[0, 0], [0, 0]], "TB", "LR")
    top, bottom = (playing(game, 0, {"row": row}) for row in "TB")
    assert regret_against(game, top, sf.uniform_profile(game)[1]) == tiny / 2
    assert not undominated(game, top).holds
    assert undominated(game, bottom).holds


def test_doubles_are_refused() -> None:
    game = sf.load("kuhn")
    exact = sf.uniform_profile(game)
    for doubles in (exact.to_floats(), BehaviorProfile((exact[0], exact[1].to_floats()))):
        with pytest.raises(ModelError, match="doubles; solve with exact=True"):
            normal_form_perfect(game, doubles)
        with pytest.raises(ModelError, match="decided in fractions only"):
            sf.check(game, doubles, normal_form_perfect=True)
        for profile, witness in ((doubles, exact), (exact, doubles)):
            with pytest.raises(ModelError, match=r"player [12]: this is decided in fractions only"):
                check_witness(game, profile, witness)


def test_strategies_of_another_game_or_player_are_refused() -> None:
    kuhn, ace = sf.load("kuhn"), sf.load("guess-the-ace")
    mine, other = sf.uniform_profile(kuhn), sf.uniform_profile(ace)
    with pytest.raises(ModelError, match="player 1: this strategy is for another game"):
        undominated(kuhn, other[0])
    with pytest.raises(ModelError, match="player 2: this strategy is for another game"):
        check_witness(kuhn, mine, BehaviorProfile((mine[0], other[1])))
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
