"""The parts of GameShrink: the colexicographic index and the database of outcomes."""

import math
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scrambled_games import scrambled_game

from seqform.builders.games.ordered.poker import leduc, rhode_island
from seqform.builders.preprocess.gameshrink import game_shrink
from seqform.builders.preprocess.gameshrink import outcomes as databases
from seqform.builders.preprocess.gameshrink.outcomes import (
    colex_index,
    dense,
    outcome_database,
    payoff_directions,
    unordered_entries,
)
from seqform.errors import GameError, ModelError
from seqform.models.games.ordered import OrderedGame, Round, ordered_game
from seqform.models.games.signals import Own, Strength
from seqform.models.games.stages import OVER, StageGame, turn
from seqform.models.numbers.exact import Ints

# ---- the colexicographic index ----


@given(st.integers(0, 9), st.integers(0, 5))
def test_subsets_and_their_indices_are_in_one_to_one_correspondence(size: int, length: int) -> None:
    subsets = np.array(list(combinations(range(size), length)), dtype=np.int64).reshape(math.comb(size, length), length)
    index = colex_index(subsets)
    assert sorted(index.tolist()) == list(range(math.comb(size, length)))


@given(st.sets(st.integers(0, 51), min_size=1, max_size=7))
def test_the_index_is_the_sum_of_binomials(subset: set[int]) -> None:
    members = sorted(subset)
    index = int(colex_index(np.array([members]))[0])
    assert index == sum(math.comb(member, place) for place, member in enumerate(members, start=1))


@pytest.mark.parametrize(
    ("subset", "message"),
    [
        ([2, 1], "increase from 0"),
        ([1, 1], "increase from 0"),
        ([-1, 2], "increase from 0"),
        ([1, 2, 3, 4, 5, 6, 7, 8, 10**9], "more than 63 bits"),
    ],
)
def test_subsets_that_do_not_increase_or_are_too_large_have_no_index(subset: list[int], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        colex_index(np.array([subset]))


# ---- the database ----


def test_flop_and_turn_share_an_entry_whichever_came_first() -> None:
    game = rhode_island("deck", ranks=3, suits=2)
    views = game.views[2]
    entry = unordered_entries(views)
    sets = [(row[0], frozenset(row[1:])) for row in views.signals.tolist()]
    assert len(set(entry.tolist())) == len(views) // 2
    assert len(set(zip(entry.tolist(), sets, strict=True))) == len(set(sets)) == len(set(entry.tolist()))
    database = outcome_database(game, 0, 2)
    assert database is not None
    assert np.array_equal(database.entry, entry)


@settings(deadline=None, max_examples=30)
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
        values = np.stack(directions.values(game, number, deals), axis=1) * [float(one) for one in directions.scales]
        for view in range(len(views)):
            here = {tuple(row) for row in values[deals.view[player] == view].tolist()}
            found = database.positions[database.outcomes[database.entry[view]]]
            assert here == {tuple(row) for row in found.tolist()}


def test_the_database_of_unordered_signals_gives_the_same_filters(monkeypatch: pytest.MonkeyPatch) -> None:
    shared = game_shrink(rhode_island("deck", ranks=4, suits=3))[0]
    monkeypatch.setattr(databases, "order_means_nothing", lambda directions, views: False)
    apart = game_shrink(rhode_island("deck", ranks=4, suits=3))[0]
    for one, other in zip(shared.classes, apart.classes, strict=True):
        assert np.array_equal(one, other)


def sale(worth: Strength, private: int) -> OrderedGame:
    """Player 1 may buy a good whose worth depends on the own signals."""
    stage = StageGame.of(turn(1, {"stop": OVER, "buy": OVER}))
    return ordered_game(
        "sale",
        [Round(stage, 0, private)],
        "abcd",
        [Own(0, worth, "worth")],
        lambda path: ({"worth": 1} if path == (("buy",),) else 0, 0),
        ordering=[worth],
    )


def valued_in_order() -> tuple[OrderedGame, list[int]]:
    """A game in which the first of two signals is worth more, and a count of the evaluations of that worth."""
    calls = [0]

    def worth(public: Ints, private: Ints) -> Ints:
        calls[0] += 1
        return np.asarray(2 * private[:, 0] + private[:, 1], dtype=np.int64)

    return sale(worth, 2), calls


def test_entries_are_not_shared_where_the_order_of_signals_matters() -> None:
    game, _ = valued_in_order()
    database = outcome_database(game, 0, 0)
    assert database is not None
    assert len(database.outcomes) == len(game.views[0])
    assert game_shrink(game)[0].num_classes == (8,)


def test_the_database_is_reused_for_other_thresholds() -> None:
    game, calls = valued_in_order()
    game_shrink(game)
    before = calls[0]
    for threshold in (0.1, 0.5, math.inf):
        game_shrink(game, threshold)
    assert calls[0] == before


@given(st.lists(st.integers(-(10**12), 10**12), min_size=1, max_size=30))
def test_values_are_numbered_in_their_order(values: list[int]) -> None:
    places = dense(np.array(values, dtype=np.int64))
    order = sorted(set(values))
    assert places.tolist() == [order.index(value) for value in values]


# ---- payoff directions ----


def test_poker_has_one_direction_with_the_largest_pot_as_its_scale() -> None:
    directions = payoff_directions(leduc("leduc"), 1)
    assert directions.coefficients.tolist() == [[1]]
    assert directions.scales == (Fraction(13),)
    assert len(payoff_directions(leduc("leduc"), 0)) == 0


def test_payoffs_too_large_for_exact_arithmetic_are_refused() -> None:
    game = sale(lambda public, private: private[:, 0] * 2**61, 1)
    with pytest.raises(GameError, match="more than 62 bits"):
        game_shrink(game)
