"""Filters of games with ranges by thresholds, and the games of classes of hands that are not orbits."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_ordered_games import random_filter
from range_games import range_game
from scipy.stats import wasserstein_distance

import seqform as sf
from seqform.builders.forms import class_game as forms
from seqform.builders.forms import hand_sums
from seqform.builders.games import catalog
from seqform.builders.preprocess.gameshrink import coarse_to_fine, game_shrink
from seqform.errors import GameError
from seqform.models.games.ordered import OrderedGame, Round

RIVER = "holdem(board=JsKs5cQs7d,pot=10,stack=30,ranges=[22+ AKs T9; 55+ AQ KT],bets=all-in)"

GAMES = st.builds(
    range_game,
    st.integers(0, 10_000),
    hand_size=st.sampled_from([1, 2]),
    boards=st.sampled_from([(0,), (0, 1), (0, 1, 1), (0, 2)]),
    bits=st.sampled_from([1, 3, 60, 200]),
)


# ---- sums over hands ----


@given(GAMES, st.integers(0, 100))
def test_pairs_of_classes_are_those_of_all_deals(game: OrderedGame, seed: int) -> None:
    filters = (random_filter(game, seed), random_filter(game, seed + 1))
    for number in range(len(game.rounds)):
        compared = game.payoffs[number].numerators[:, 1].any()
        feature = 1 if compared else None
        strength = game.features[1].strength if compared else None  # type: ignore[attr-defined]
        pairs = hand_sums.class_pairs_of_hands(game, filters, number, feature, strength)
        by_deals = forms._class_pairs(game, filters, number)
        assert pairs is not None
        assert [*zip(pairs.first, pairs.second, strict=True)] == [
            *zip(by_deals.first, by_deals.second, strict=True)
        ]
        for own, expected in zip(pairs.numerators, by_deals.numerators, strict=True):
            assert [Fraction(int(sum_), pairs.denominator) for sum_ in own] == [
                Fraction(int(sum_), by_deals.denominator) for sum_ in expected
            ]


def test_of_too_many_pairs_the_deals_are_gone_through(monkeypatch: pytest.MonkeyPatch) -> None:
    game = range_game(3, hand_size=2, boards=(0, 1))
    filters = (random_filter(game, 1), random_filter(game, 2))
    by_hands = forms.class_game(*filters)
    monkeypatch.setattr(hand_sums, "MOST_ENTRIES", 1)
    by_deals = forms.class_game(*filters)
    for pairs, expected in zip(by_hands.pairs, by_deals.pairs, strict=True):
        assert np.array_equal(pairs.to_floats(), expected.to_floats())


# ---- filters ----


def results(game: OrderedGame, player: int, number: int) -> list[tuple[list[float], list[float]]]:
    """The results of each view below a view of a round, one for each deal of the last round, with their chances."""
    deals = game.deals(len(game.rounds) - 1)
    signs = game.features[1].values(deals, game.views[-1])
    place = deals.view[player]
    for later in range(len(game.rounds) - 1, number, -1):
        place = game.views[later][player].parent[place]
    lists: list[tuple[list[float], list[float]]] = [
        ([], []) for _ in range(len(game.views[number][player]))
    ]
    for deal, view in enumerate(place.tolist()):
        won = int(signs[deal]) * (1 if player == 0 else -1)
        lists[view][0].append((1 + won) / 2)
        lists[view][1].append(float(deals.probability[deal]))
    return lists


def cost(first: tuple[list[float], list[float]], second: tuple[list[float], list[float]]) -> float:
    """The cost of moving one distribution of results into another."""
    return float(wasserstein_distance(first[0], second[0], first[1], second[1]))


@given(GAMES, st.sampled_from([0.0, 0.05, 0.25, 0.5]))
def test_hands_of_a_class_are_within_the_threshold_of_its_first(
    game: OrderedGame, threshold: float
) -> None:
    last = len(game.rounds) - 1
    for player, own in enumerate(game_shrink(game, threshold)):
        chances = game.ranges.chances(player, game.views[last][player].signals)  # type: ignore[union-attr]
        of_views = results(game, player, last)
        for classes in range(own.num_classes[last]):
            members = np.flatnonzero(own.classes[last] == classes)
            held = [view for view in members.tolist() if chances[view]]
            costs = [[cost(of_views[first], of_views[second]) for second in held] for first in held]
            # One of them, the first, is within the threshold of all others.
            assert not held or min(max(row) for row in costs) <= threshold + 1e-9


@given(GAMES)
def test_hands_of_equal_results_are_merged_at_a_threshold_of_zero_and_others_are_not(
    game: OrderedGame,
) -> None:
    for player, own in enumerate(game_shrink(game, 0)):
        chances = game.ranges.chances(player, game.views[0][player].signals)  # type: ignore[union-attr]
        of_views = results(game, player, 0)
        if len(game.rounds) > 1:
            continue  # distributions of expected results, which brute force has not
        for first in np.flatnonzero(chances).tolist():
            for second in np.flatnonzero(chances).tolist():
                is_merged = own.classes[0][first] == own.classes[0][second]
                distance = cost(of_views[first], of_views[second])
                assert is_merged == (distance <= 1e-12)


@given(GAMES)
def test_an_infinite_threshold_leaves_one_class_a_round(game: OrderedGame) -> None:
    for own in game_shrink(game, np.inf):
        assert own.num_classes == (1,) * len(game.rounds)
    first, _ = game_shrink(game, [np.inf] * (len(game.rounds) - 1) + [0.0])
    assert first.num_classes[:-1] == (1,) * (len(game.rounds) - 1)


def test_of_a_turn_hands_with_equal_futures_are_merged() -> None:
    """Pairs of a rank below the board's have the same outs, but for the suits that are no flush here."""
    game = catalog.ordered(
        "holdem(board=As9h7d2c,pot=10,stack=30,bets=all-in,ranges=[KhKd KsKd KsKh; QhQd])"
    )
    own, _ = game_shrink(game, 0.01)
    names = [own.name(0, view) for view in range(len(own.classes[0]))]
    of_kings = {int(own.classes[0][k]) for k, name in enumerate(names) if "K" in name}
    assert len(of_kings) == 1
    later, _ = game_shrink(game, [0.01, 0])
    assert later.num_classes[1] >= 2


def test_the_answer_by_a_threshold_is_certified_on_all_hands() -> None:
    game = catalog.ordered(RIVER)
    value = sf.solve(game, target_gap=1e-3, preprocess="identity").values[0]
    gaps = []
    for threshold in ("inf", "0.005"):
        certificate = sf.solve(game, preprocess=f"threshold={threshold}").certificate
        gaps.append(certificate.nash_conv)
        first, second = certificate.best_response_values
        assert -second - 1e-3 <= value <= first + 1e-3
    assert 1e-2 < gaps[1] < gaps[0] / 2


def test_thresholds_need_one_comparison_in_the_last_round() -> None:
    game = sf.ordered_game(
        "own",
        [Round(range_game(1).rounds[0].stage, 0, 1)],
        "abc",
        [],
        lambda path: ({"constant": 1}, {"constant": -1}),
        ranges=({"a": 1, "b": 2}, {"c": 1}),
    )
    with pytest.raises(GameError, match="one comparison of the players' signals: take filters"):
        game_shrink(game, 0.1)


def test_thresholds_one_after_the_other_need_filters_that_refine_each_other() -> None:
    with pytest.raises(
        GameError, match=r"refine each other .*ranges: take one .*--preprocess lossless"
    ):
        list(coarse_to_fine(catalog.ordered(RIVER), [0.1, 0]))
