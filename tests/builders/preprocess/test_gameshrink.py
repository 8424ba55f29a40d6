"""GameShrink merges the nodes that the paper's dynamic program finds isomorphic, in Rhode Island as published."""

import math
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_ordered_games import random_ordered_game
from signal_trees import (
    cost_by_bijections,
    game_shrink_by_matching,
    largest_difference,
    linked,
    scrambled_game,
    signal_tree,
)

from seqform.builders.abstraction.dominated_classes import eliminated_sequences
from seqform.builders.abstraction.filters import equitable_filters, lossless_violation
from seqform.builders.forms.class_game import class_game
from seqform.builders.games import catalog
from seqform.builders.games.ordered.poker import leduc, rhode_island, tiny_poker
from seqform.builders.preprocess.gameshrink import (
    MatchingCosts,
    coarse_to_fine,
    game_shrink,
    outcome_database,
    payoff_directions,
    player_filter,
    plays_alike,
    signal_types,
)
from seqform.errors import GameError, InputError, ModelError
from seqform.models.games.abstraction import Filters, InformationFilter
from seqform.models.games.ordered import OrderedGame, Round, count, ordered_game
from seqform.models.games.signals import Own, Strength, colex_index, dense
from seqform.models.games.stages import OVER, StageGame, turn
from seqform.models.numbers.exact import Ints
from seqform.models.programs.class_game import ClassGame

pytestmark = pytest.mark.slow

seeds = st.integers(0, 10**6)


def same(one: InformationFilter, other: InformationFilter) -> bool:
    return one.refines(other) and other.refines(one)


@settings(max_examples=20)
@given(seeds, st.booleans(), st.booleans())
def test_filters_agree_with_the_matching_program(
    seed: int, weighted: bool, scrambled: bool
) -> None:
    make = scrambled_game if scrambled else random_ordered_game
    game = make(seed, signals=5, weighted=weighted)
    for player, one in enumerate(game_shrink(game)):
        assert same(one, game_shrink_by_matching(game, player))


@given(seeds)
def test_games_that_play_alike_have_equal_filters(seed: int) -> None:
    game = random_ordered_game(seed, constant_sum=True)
    assert plays_alike(game)
    for threshold in (0.0, 0.2):
        assert same(player_filter(game, 0, threshold), player_filter(game, 1, threshold))


@given(seeds, st.booleans(), st.sampled_from([0.01, 0.1, 0.25, 0.5, 1.0]))
def test_lossy_filters_agree_with_least_costs_over_all_bijections(
    seed: int, weighted: bool, threshold: float
) -> None:
    game = scrambled_game(seed, signals=4, weighted=weighted)
    unit = largest_difference(game)
    _, rounds = signal_tree(game, 0)
    found = player_filter(game, 0, threshold)
    parents: list[int] = [0]
    for number, (nodes, (views, _)) in enumerate(zip(rounds, game.views, strict=True)):
        above = [parents[view] for view in views.parent.tolist()] if number else [0] * len(views)
        costs = {
            (one, other): cost_by_bijections(nodes[one], nodes[other], unit)
            for one, other in combinations(range(len(nodes)), 2)
            if above[one] == above[other]
        }
        parents = linked(costs, above, threshold)
        assert found.classes[number].tolist() == [
            sorted(set(parents)).index(one) for one in parents
        ]


def test_a_win_for_a_loss_costs_one_and_a_tie_half() -> None:
    game = tiny_poker("tiny-poker")
    first, second = game_shrink(game)
    assert second is first and first.classes[0].tolist() == [0, 0, 1, 1]
    # a jack loses 2 of 3 and ties once, a king wins 2 and ties once
    costs = MatchingCosts(signal_types(game, 0))
    assert costs.cost(0, 0, 1) == pytest.approx(2 / 3)
    assert player_filter(game, 0, 0.66).num_classes == (2,)
    assert player_filter(game, 0, 0.67).num_classes == (1,)


@given(seeds, st.booleans())
def test_threshold_zero_is_lossless_matching_and_infinity_sees_only_actions(
    seed: int, weighted: bool
) -> None:
    game = scrambled_game(seed, weighted=weighted)
    for player in (0, 1):
        assert same(player_filter(game, player, 0), player_filter(game, player, 1e-9))
        assert same(player_filter(game, player, math.inf), InformationFilter.coarsest(game))


def test_every_round_may_have_a_threshold_of_its_own() -> None:
    game = leduc("leduc", ranks=6)
    same_for_all = game_shrink(game, 0.2)[0]
    assert same(game_shrink(game, [0.2, 0.2])[0], same_for_all)
    fine = game_shrink(game, 0)[0].num_classes
    assert game_shrink(game, (0, 0.2))[0].num_classes[0] == fine[0]
    assert game_shrink(game, (0, 0.2))[0].num_classes[1] < fine[1]
    assert game_shrink(game, (0.2, 0))[0].num_classes[0] == same_for_all.num_classes[0] < fine[0]


@settings(max_examples=20)
@given(seeds, st.booleans(), st.lists(st.floats(0, 1), min_size=1, max_size=5, unique=True))
def test_each_filter_is_refined_by_the_next(
    seed: int, weighted: bool, thresholds: list[float]
) -> None:
    game = scrambled_game(seed, weighted=weighted)
    walk = list(coarse_to_fine(game, sorted(thresholds, reverse=True)))
    for (_, coarse), (_, fine) in pairwise(walk):
        assert all(after.refines(before) for before, after in zip(coarse, fine, strict=True))
        assert any(not same(before, after) for before, after in zip(coarse, fine, strict=True))
    least = game_shrink(game, min(thresholds))
    assert all(same(found, expected) for found, expected in zip(walk[-1][1], least, strict=True))


@given(st.sets(st.integers(0, 51), min_size=1, max_size=7))
def test_the_index_is_the_sum_of_binomials(subset: set[int]) -> None:
    members = sorted(subset)
    index = int(colex_index(np.array([members]))[0])
    assert index == sum(math.comb(member, place) for place, member in enumerate(members, start=1))
    every = list(combinations(range(9), len(members)))
    assert sorted(colex_index(np.array(every)).tolist()) == list(range(len(every)))


@pytest.mark.parametrize(
    ("subset", "message"),
    [
        ([2, 1], "increase from 0"),
        ([1, 1], "increase from 0"),
        ([-1, 2], "increase from 0"),
        ([1, 2, 3, 4, 5, 6, 7, 8, 10**9], "more than 63 bits"),
    ],
)
def test_subsets_that_do_not_increase_or_are_too_large_have_no_index(
    subset: list[int], message: str
) -> None:
    with pytest.raises(ModelError, match=message):
        colex_index(np.array([subset]))


@given(st.integers(0, 10**6), st.sampled_from([0, 1]))
def test_views_that_share_an_entry_have_the_same_outcomes(seed: int, player: int) -> None:
    """Holdings that differ in order only are listed once for a shared entry, and as often for every entry otherwise."""
    game = scrambled_game(seed)
    for number, views in enumerate(game.views):
        database = outcome_database(game, player, number)
        if database is None:
            continue
        deals = game.deals(number)
        directions = payoff_directions(game, number)
        values = np.stack(directions.values(game, number, deals), axis=1) * [
            float(one) for one in directions.scales
        ]
        for view in range(len(views[player])):
            here = {tuple(row) for row in values[deals.view[player] == view].tolist()}
            found = database.positions[database.outcomes[database.entry[view]]]
            assert here == {tuple(row) for row in found.tolist()}


def sale(worth: Strength, private: int) -> OrderedGame:
    """Player 1 may buy a good whose worth depends on the own signals."""
    stage = StageGame.of(turn(0, {"stop": OVER, "buy": OVER}))
    return ordered_game(
        "sale",
        [Round(stage, 0, private)],
        "abcd",
        [Own(0, worth, "worth")],
        lambda path: ({"worth": 1} if path == (("buy",),) else 0, 0),
        ordering=[worth],
    )


@given(st.lists(st.integers(-(10**12), 10**12), min_size=1, max_size=30))
def test_values_are_numbered_in_their_order(values: list[int]) -> None:
    places = dense(np.array(values, dtype=np.int64))
    order = sorted(set(values))
    assert places.tolist() == [order.index(value) for value in values]


def test_payoffs_too_large_for_exact_arithmetic_are_refused() -> None:
    with pytest.raises(GameError, match=r"below 2\^62 expected"):
        game_shrink(sale(lambda public, private: private[:, 0] * 2**61, 1))

    def worth(public: Ints, private: Ints) -> Ints:
        return private[:, 0] * 2**60

    features, stage = (
        [Own(0, worth, "worth"), Own(0, worth, "more")],
        StageGame.of(turn(0, {"buy": OVER})),
    )
    payoff = ({"worth": 1, "more": 1}, 0)
    game = ordered_game(
        "sale", [Round(stage, 0, 1)], "abcd", features, lambda path: payoff, ordering=[worth]
    )
    with pytest.raises(GameError, match="more than 62 bits"):
        game_shrink(game)


@pytest.mark.parametrize(
    ("shrink", "game", "argument", "error", "message"),
    [
        *(
            (game_shrink, "leduc", threshold, ModelError, "a number from 0 to infinity expected")
            for threshold in (-1, math.nan, "0.5", True, [0, -1])
        ),
        (
            game_shrink,
            "leduc",
            [0, 0, 0],
            ModelError,
            "3 thresholds; one, or one for each of 2 rounds, expected",
        ),
        (
            coarse_to_fine,
            "leduc",
            [0.5, 1],
            ModelError,
            r"decreasing thresholds expected, but 1 follows 0\.5",
        ),
        (player_filter, "leduc", 2, InputError, "GameShrink, player: 0, 1 or a name expected"),
        (game_shrink, "kuhn", 0, GameError, r"OrderedGame.*equitable partition"),
        (coarse_to_fine, "kuhn", [0], GameError, r"OrderedGame.*equitable partition"),
    ],
)
def test_wrong_thresholds_players_and_games_without_ordered_signals_are_refused(
    shrink: Any, game: str, argument: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        shrink(catalog.make(game) if game == "kuhn" else catalog.ordered(game), argument)


# ---- Rhode Island Hold'em ----


@pytest.fixture(scope="module")
def game() -> OrderedGame:
    return rhode_island("rhode-island")


@pytest.fixture(scope="module")
def published(game: OrderedGame) -> tuple[Filters, ClassGame]:
    filters = game_shrink(game)
    return filters, class_game(*filters)


@pytest.fixture(scope="module")
def lossless(game: OrderedGame) -> tuple[Filters, ClassGame]:
    filters = equitable_filters(game)
    return filters, class_game(*filters)


def test_the_published_partition_has_the_published_classes_sizes_and_nonzeros(
    game: OrderedGame, published: tuple[Filters, ClassGame]
) -> None:
    filters, classes = published
    assert filters[0].num_classes == filters[1].num_classes == (13, 205, 1774)
    assert classes.program_shape == (1_237_238, 1_237_238)
    assert classes.num_program_entries == 50_428_638
    database = outcome_database(game, 0, 2)
    assert database is not None
    assert len(database.outcomes) == 66_300


def test_the_published_partition_is_not_lossless(published: tuple[Filters, ClassGame]) -> None:
    assert lossless_violation(published[0]) == (
        "round 2: for player 1 2s 5s and 2s 6s are in one class; "
        "against the class of 3s 5s the probability of meeting is 1/50 and 0"
    )


def test_the_published_partition_has_the_published_size_without_dominated_sequences(
    published: tuple[Filters, ClassGame],
) -> None:
    left = eliminated_sequences(published[1], "last")
    assert left.program_shape == (1_181_084, 1_190_443)
    lost = left.by_class(0), left.by_class(1)
    assert [np.unique(one).tolist() for one in lost] == [[0, 5 * 49], [0, 6 * 49]]
    assert np.count_nonzero(lost[0]) == np.count_nonzero(lost[1]) == 191


def test_the_lossless_partition_has_13_325_and_7969_classes(
    lossless: tuple[Filters, ClassGame],
) -> None:
    (first, second), classes = lossless
    assert first is second
    assert first.num_classes == (13, 325, 7969)
    assert classes.program_shape == (5_498_768, 5_498_768)
    assert 2 * (1 + 14 * classes.num_infosets(0) // 4) + classes.num_payoff_entries == 130_629_332
    assert lossless_violation((first, second)) is None


def test_of_all_hands_7152_lose_sequences_which_gives_the_published_size(
    game: OrderedGame, lossless: tuple[Filters, ClassGame]
) -> None:
    """Hands of a class of the lossless game lose the same ones, so classes are weighed by their sizes."""
    left = eliminated_sequences(lossless[1], "last")
    hands = np.bincount(lossless[0][0].classes[-1])
    assert int(hands[left.by_class(0) > 0].sum()) == 7152
    rows, columns = count(game).program_shape
    assert rows == columns == 91_224_226
    assert rows - int(hands @ left.by_class(0)) == 89_471_986
    assert columns - int(hands @ left.by_class(1)) == 89_121_538


def test_larger_thresholds_give_fewer_classes(game: OrderedGame) -> None:
    sizes = [player_filter(game, 0, threshold).num_classes for threshold in (0, 0.02, 0.05, 1)]
    assert sizes[0] == (13, 205, 1774)
    assert sizes[-1] == (1, 1, 1)
    assert all(finer > coarser for finer, coarser in pairwise(size[2] for size in sizes))
