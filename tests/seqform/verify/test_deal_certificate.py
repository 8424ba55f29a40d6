"""Deal certificates agree with certificates of the expanded game."""

import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from class_profiles import random_plans, random_strategies, raw_profile
from command_line import LIMIT, JumpingClock
from hypothesis import example, given
from hypothesis import strategies as st
from random_ordered_games import random_filter, random_ordered_game

import seqform as sf
from seqform.builders.forms.class_game import class_game
from seqform.builders.games.ordered.expansion import to_extensive
from seqform.builders.games.ordered.poker import kuhn, leduc, rhode_island
from seqform.errors import ModelError, TimeLimitError
from seqform.models.games.abstraction import Filters, InformationFilter, numbered
from seqform.models.games.ordered import OrderedGame
from seqform.models.games.signals import Constant
from seqform.models.programs.class_game import ClassStrategy
from seqform.system.deadline import within
from seqform.verify import deal_certificate
from seqform.verify.deal_certificate import (
    DealCertificate,
    HandValues,
    RoundInduction,
    certify_deals,
    certify_plans,
    common_denominator,
    lift,
    public_blocks,
)
from seqform.verify.nash import certify

pytestmark = pytest.mark.slow


def by_rank(game: OrderedGame, suits: int) -> InformationFilter:
    ranks = [(views.signals // suits).astype(np.int64) for views, _ in game.views]
    return InformationFilter(
        game, tuple(numbered(each @ (20 ** np.arange(each.shape[1]))) for each in ranks)
    )


def in_single_precision(strategy: ClassStrategy) -> ClassStrategy:
    return replace(
        strategy, behavior=tuple(table.astype(np.float32) for table in strategy.behavior)
    )


def certified(game: OrderedGame, *filters: InformationFilter, seed: int = 1) -> DealCertificate:
    """The certificate of random strategies, for the finest filters by default."""
    first, second = filters or (InformationFilter.identity(game),) * 2
    return certify_deals(game, (first, second), random_strategies(class_game(first, second), seed))


def agrees_with_the_expanded_game(
    game: OrderedGame, filters: Filters, seed: int
) -> DealCertificate:
    strategies = random_strategies(class_game(*filters), seed)
    report = certify_deals(game, filters, strategies)
    tree = to_extensive(game)
    expected = certify(tree, raw_profile(tree, filters, strategies))
    tolerance = report.rounding_bound + 1e-11
    assert report.certificate.values == pytest.approx(expected.values, rel=0, abs=tolerance)
    assert report.certificate.best_response_values == pytest.approx(
        expected.best_response_values, rel=0, abs=tolerance
    )
    assert report.certificate.constant_sum in (None, expected.constant_sum)
    return report


@given(
    seed=st.integers(0, 10**6),
    constant_sum=st.booleans(),
    weighted=st.booleans(),
    unit=st.sampled_from([Fraction(1), Fraction(2, 7)]),
    even=st.booleans(),
)
# who moves first in round 2 may do so in round 1
@example(seed=197, constant_sum=False, weighted=False, unit=Fraction(1), even=True)
def test_the_deal_certificate_is_that_of_the_expanded_game(
    seed: int, constant_sum: bool, weighted: bool, unit: Fraction, even: bool
) -> None:
    game = random_ordered_game(
        seed, constant_sum=constant_sum, weighted=weighted, unit=unit, even=even
    )
    agrees_with_the_expanded_game(
        game, (random_filter(game, seed), random_filter(game, seed + 1, 1)), seed
    )


@pytest.mark.parametrize(
    "game", [kuhn("kuhn", ranks=4), leduc("leduc"), rhode_island("ri", 3, 2, max_bets=1)], ids=repr
)
def test_poker_strategies_that_ignore_suits_are_worth_the_same_on_hands_and_in_the_tree(
    game: OrderedGame,
) -> None:
    suits = 1 if len(game.signals) == 4 else 2
    filters = (by_rank(game, suits), InformationFilter.identity(game))
    report = agrees_with_the_expanded_game(game, filters, 5)
    assert report.certificate.nash_conv > 0.1


def test_constant_sum_holds_within_the_rounding_bound() -> None:
    game = rhode_island("ri", 6, 2)
    one = by_rank(game, 2)
    report = certified(game, one, one, seed=3)
    assert abs(float(sum(report.certificate.values))) <= 2 * report.rounding_bound < 1e-11


def test_threads_single_precision_and_a_game_built_again_change_nothing_but_roundings() -> None:
    game = rhode_island("ri", 4, 2)
    one = by_rank(game, 2)
    strategies = random_strategies(class_game(one), 4)
    single = [in_single_precision(strategy) for strategy in strategies]
    alone = certify_deals(game, (one, one), strategies).certificate
    both = certify_deals(rhode_island("ri", 4, 2), (one, one), strategies, threads=2).certificate
    rounded = certify_deals(game, (one, one), (single[0], single[1])).certificate
    assert (both.values, both.best_response_values) == (alone.values, alone.best_response_values)
    assert rounded.best_response_values == pytest.approx(
        alone.best_response_values, rel=0, abs=1e-4
    )


def test_values_of_hands_are_weighed_by_each_players_chance_of_them() -> None:
    """The player who is dealt the first signal is likelier to have one of large weight."""
    game = random_ordered_game(7, weighted=True)
    deals = game.deals(0)
    chances = [np.bincount(view, weights=deals.probability.to_floats()) for view in deals.view]
    assert abs(chances[0] - chances[1]).max() > 0.001
    report = certified(game, random_filter(game, 1), random_filter(game, 2), seed=3)
    for player in (0, 1):
        played, best = report.values[player], report.best_response_values[player]
        assert chances[player] @ played == pytest.approx(
            report.certificate.values[player], abs=1e-12
        )
        assert chances[player] @ best == pytest.approx(
            report.certificate.best_response_values[player], abs=1e-12
        )
        assert np.all(best >= played - 1e-12)


def test_hands_are_named_by_their_signals_and_progress_counts_public_states() -> None:
    game, messages = leduc("leduc"), list[str]()
    one = by_rank(game, 2)
    report = certify_deals(
        game, (one, one), random_strategies(class_game(one), 1), progress=messages.append
    )
    assert report.hands == (("Js", "Jh", "Qs", "Qh", "Ks", "Kh"),) * 2
    assert [re.findall(r"-?\d+", message) for message in messages] == [["6", "7"], ["7", "7"]]
    pairs = next(
        game
        for game in map(random_ordered_game, range(50))
        if game.views[0][0].signals.shape[1] == 2
    )
    assert set(certified(pairs).hands[0]) == {
        f"s{k} s{j}" for k in range(5) for j in range(5) if k != j
    }


def test_features_see_whole_views() -> None:
    game, seen = leduc("leduc"), list[Any]()

    class Recorder(Constant):
        def values(self, deals: Any, views: Any) -> Any:
            seen.append(views)
            return super().values(deals, views)

    recording: Any = replace(game, features=(Recorder(), *game.features[1:]))
    for number, views in enumerate(game.views):
        (block,) = public_blocks(recording, number, 100)
        for members, here, whole in zip(block.members, seen.pop(), views, strict=True):
            assert np.array_equal(here.signals, whole.signals[members.reshape(-1)])
            assert np.array_equal(here.parent, whole.parent[members.reshape(-1)])
            assert here.num_signals == whole.num_signals


def test_best_values_at_the_root_are_those_of_the_hands_and_maxima_over_actions() -> None:
    game = leduc("leduc")
    one = InformationFilter.identity(game)
    single = map(in_single_precision, random_strategies(class_game(one), 1))
    first, second = (lift(game, one, strategy) for strategy in single)
    assert (first.player, second.player) == (0, 1)
    start, stop = game.rounds[0].stage.sequences(0).set_start[:2]
    assert first.weights[0][:, start:stop].sum(axis=1) == pytest.approx(1, rel=1e-15, abs=0)
    later = HandValues.zeros(len(game.views[0][0]), game.num_histories[1])
    induction = RoundInduction(game, 0, (first, second), (later, later))
    (block,) = public_blocks(game, 0, 1)
    for player, root in enumerate(induction.root_values(block)):
        values = induction.best_values(block, player)
        assert np.array_equal(values[0], root.best)
        combined = (np.add, np.maximum)[player == 0]  # player 1 moves first
        assert np.array_equal(
            values[0], combined(*(values[child] for child in game.rounds[0].stage.children[0]))
        )


@pytest.mark.parametrize(
    ("game", "roundings", "largest"),
    [
        # 10, 2 features, 3 hands, 3 for each of 3 actions in a row of 2 + 2, 3 hands that meet; payoffs up to 2
        (kuhn("kuhn"), 10 + 2 + (3 + 3 * 3 * 4) + 3, 2),
        # two rounds of 6 hands, and of 5 for each of these, with 4 actions in a row of 3 + 2; 6 hands meet; up to 13
        (leduc("leduc"), 10 + 2 + (6 + 3 * 4 * 5) + (5 + 3 * 4 * 5) + 6, 13),
    ],
    ids=repr,
)
def test_the_rounding_bound_counts_roundings(
    game: OrderedGame, roundings: int, largest: int
) -> None:
    report = certified(game)
    part = Fraction(roundings, 2**53)
    assert report.rounding_bound == pytest.approx(
        float(part * largest / (1 - part)), rel=1e-15, abs=0
    )


@pytest.mark.parametrize("seed", range(5))
def test_values_and_their_rounding_bound_are_in_the_unit_of_the_payoffs(seed: int) -> None:
    unit = Fraction(1, 1000)
    whole, small = (
        certified(game, random_filter(game, seed), random_filter(game, seed + 1), seed=seed)
        for game in (random_ordered_game(seed), random_ordered_game(seed, unit=unit))
    )
    assert small.rounding_bound == pytest.approx(whole.rounding_bound / 1000, rel=1e-14, abs=0)
    for name in ("values", "best_response_values"):
        expected = [value / 1000 for value in getattr(whole.certificate, name)]
        assert getattr(small.certificate, name) == pytest.approx(expected, rel=1e-12, abs=1e-15)


def test_payoffs_of_zero_are_worth_zero_without_rounding() -> None:
    report = certified(random_ordered_game(1, unit=0))
    assert report.rounding_bound == 0
    assert report.certificate.values == report.certificate.best_response_values == (0, 0)


def test_a_regret_may_be_negative_by_twice_the_rounding_bound_and_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = kuhn("kuhn")
    one = InformationFilter.identity(game)
    strategies = random_strategies(class_game(one), 1)
    bound = certify_deals(game, (one, one), strategies).rounding_bound
    for player in (0, 1):
        for excess in (1.9, 2.1):
            found = [HandValues.zeros(3, 1), HandValues.zeros(3, 1)]
            found[player] = HandValues(np.zeros((3, 1)), np.full((3, 1), excess * bound / 3))
            answer = (found[0], found[1]), 2.0
            monkeypatch.setattr(deal_certificate, "_play_back", lambda *_, answer=answer: answer)
            if excess < 2:
                assert certify_deals(game, (one, one), strategies).certificate.regrets == (0.0, 0.0)
            else:
                with pytest.raises(ModelError, match=f"player {player + 1}: .* is impossible"):
                    certify_deals(game, (one, one), strategies)


@given(
    seed=st.integers(0, 10**6),
    constant_sum=st.booleans(),
    weighted=st.booleans(),
    even=st.booleans(),
)
def test_plans_are_certified_exactly(
    seed: int, constant_sum: bool, weighted: bool, even: bool
) -> None:
    """The certificate in doubles has a bound on its rounding errors, and exact values are within it."""
    game = random_ordered_game(seed, constant_sum=constant_sum, weighted=weighted, even=even)
    filters = random_filter(game, seed), random_filter(game, seed + 1, 1)
    plans = random_plans(class_game(*filters), seed)
    exact = certify_plans(game, filters, plans)
    many_digits = [
        replace(
            one,
            weights=tuple(unit * table for table in one.weights),
            denominator=unit * one.denominator,
        )
        for unit, one in zip((10**30, 7 * 10**30), plans, strict=True)
    ]
    beyond_doubles = certify_plans(game, filters, (many_digits[0], many_digits[1]))
    assert beyond_doubles.certificate == exact.certificate
    rounded = certify_deals(game, filters, (plans[0].strategy(), plans[1].strategy()))
    assert (exact.certificate.exact, exact.rounding_bound) == (True, 0)
    assert exact.certificate.constant_sum == rounded.certificate.constant_sum
    assert exact.certificate.note == rounded.certificate.note
    assert {table.dtype for table in (*exact.values, *exact.best_response_values)} == {
        np.dtype(np.float64)
    }
    for name in ("values", "best_response_values"):
        for one, other in zip(
            getattr(exact.certificate, name), getattr(rounded.certificate, name), strict=True
        ):
            assert isinstance(one, Fraction)
            assert abs(one - Fraction(other)) <= rounded.rounding_bound
        for own, others in zip(getattr(exact, name), getattr(rounded, name), strict=True):
            assert own == pytest.approx(others, rel=1e-9, abs=1e-12)
    if game.constant_sum is not None:
        assert sum(exact.certificate.values) == game.constant_sum


def test_the_common_denominator_is_that_of_the_payoffs_of_all_rounds() -> None:
    game = leduc("leduc")
    first, second = game.payoffs
    sevenths = replace(game, payoffs=(replace(first, denominator=7 * first.denominator), second))
    assert common_denominator(sevenths) == 7 * common_denominator(game) == 7 * game.num_deals(1)


def test_strategies_that_do_not_fit_are_refused() -> None:
    game, other = kuhn("kuhn"), leduc("leduc")
    one, another = InformationFilter.identity(game), InformationFilter.identity(other)
    strategies = random_strategies(class_game(one), 1)
    with pytest.raises(ModelError, match="player 1 and one of player 2 expected, in this order"):
        certify_deals(game, (one, one), (strategies[1], strategies[0]))
    with pytest.raises(
        ModelError,
        match=r"player 2: a filter of <OrderedGame 'leduc'.*, not of <OrderedGame 'kuhn'",
    ):
        certify_deals(game, (one, another), strategies)
    with pytest.raises(ModelError, match=r"3 signals>, not of .* 4 signals>"):
        certify_deals(kuhn("kuhn", ranks=4), (one, one), strategies)
    with pytest.raises(
        ModelError, match=r"for \(3,\) classes by rounds, but the filter has \(1,\)"
    ):
        certify_deals(game, (one, InformationFilter.coarsest(game)), strategies)
    with pytest.raises(ModelError, match="whose stage games are not those of leduc"):
        certify_deals(other, (another, another), strategies)


@pytest.mark.parametrize("exact", [False, True])
def test_a_certificate_on_all_deals_ends_at_the_time_limit_around_it(
    exact: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = sf.solve(
        "leduc(suits=1)",
        preprocess="lossless",
        backend="barrier" if exact else "highs",
        exact=exact,
    )
    filters, clock, lines = found.abstraction.filters, JumpingClock(monkeypatch), []

    def progress(line: str) -> None:
        lines.append(line)
        clock.jump()

    with within(LIMIT), pytest.raises(TimeLimitError):
        if exact:
            certify_plans(found.game, filters, found.plans, progress=progress)
        else:
            certify_deals(found.game, filters, found.profile, progress=progress)
    assert len(lines) == 1
