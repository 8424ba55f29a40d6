"""Ordered games: sizes, deals, and the conditions of the definition."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seqform.builders.games import catalog
from seqform.errors import GameError
from seqform.models.games.ordered import Round, count, ordered_game
from seqform.models.games.signals import PUBLIC, Comparison, Joint, Own, Strength, drawn, enumerate_views
from seqform.models.games.stages import CONTINUE, OVER, StageGame, turn
from seqform.models.numbers.exact import Ints

PLAY_OR_NOT = StageGame.of(turn(1, {"stop": OVER, "play": OVER}))


def own_card(public: Ints, private: Ints) -> Ints:
    card: Ints = private[:, 0]
    return card


def test_sequences_of_a_stage_follow_its_tree() -> None:
    stage = StageGame.of(turn(1, {"a": turn(2, {"c": OVER, "d": turn(1, {"e": OVER, "f": CONTINUE})}), "b": OVER}))
    first, second = stage.sequences(0), stage.sequences(1)
    assert [stage.path(node) for node in first.nodes] == [("a",), ("b",), ("a", "d", "e"), ("a", "d", "f")]
    assert (first.set_above, first.set_start) == ((0, 1), (1, 3, 5))
    leaf_b = next(leaf for leaf in stage.leaves if stage.path(leaf) == ("b",))
    assert (first.at[leaf_b], second.at[leaf_b]) == (2, 0)


def test_rhode_island_has_the_published_sizes() -> None:
    sizes = count(catalog.ordered("rhode-island"))
    assert sizes.program_shape == (91_224_226, 91_224_226)
    assert (sizes.sequences[0], sizes.infosets[0] + 1) == (65_160_161, 26_064_065)
    assert sizes.signal_nodes == 6_632_705
    assert (sizes.decisions, sizes.leaves, sizes.nodes) == (2_554_427_616, 4_144_428_912, 6_705_372_545)


@pytest.mark.parametrize("spec", ["leduc", "leduc(ranks=4,suits=3)", "kuhn(ranks=5)", "tiny-poker"])
def test_counts_agree_with_the_expanded_game(spec: str) -> None:
    sizes, game = count(catalog.ordered(spec)), catalog.make(spec)
    assert sizes.nodes == len(game)
    assert sizes.infosets == tuple(len(own.index.infoset_names) for own in game.sequences)
    assert sizes.sequences == tuple(len(own.index) for own in game.sequences)


def test_views_and_deals_enumerate_the_signals() -> None:
    game = catalog.ordered("leduc")
    deals = game.deals(1)
    assert deals.receivers == (0, 1, PUBLIC)
    assert len(deals) == game.num_deals(1) == 6 * 5 * 4
    assert deals.probability.sum() == 1
    for player in (0, 1):
        seen = game.views[1].signals[deals.view[player]]
        assert np.array_equal(seen[:, 0], deals.signals[:, player])
        assert np.array_equal(seen[:, 1], deals.signals[:, 2])
    assert np.array_equal(game.views[0].signals[game.views[1].parent][:, 0], game.views[1].signals[:, 0])


def test_weighted_signals_are_drawn_without_replacement() -> None:
    high = Comparison(own_card)
    game = ordered_game(
        "weighted",
        [Round(PLAY_OR_NOT, 0, 1)],
        "ab",
        [high],
        lambda path: ({"showdown": 1}, {"showdown": -1}),
        ordering=[own_card],
        weights=(1, 2),
    )
    assert game.deals(0).probability.to_fractions() == [Fraction(1, 3), Fraction(2, 3)]
    heavier = ordered_game("weighted", [Round(PLAY_OR_NOT, 0, 1)], "abc", [], lambda path: (0, 0), weights=(1, 2, 3))
    deals = heavier.deals(0)
    names = [(int(mine), int(theirs)) for mine, theirs in deals.signals]
    chance = dict(zip(names, deals.probability.to_fractions(), strict=True))
    assert chance[0, 1] == Fraction(1, 6) * Fraction(2, 5)
    assert chance[2, 0] == Fraction(3, 6) * Fraction(1, 3)


def test_the_sum_of_payoffs_is_given_if_it_is_constant() -> None:
    assert catalog.ordered("leduc").constant_sum == 0
    shifted = ordered_game("shifted", [Round(PLAY_OR_NOT, 0, 1)], "ab", [], lambda path: (Fraction(1, 2), 1))
    assert shifted.constant_sum == Fraction(3, 2)
    value = Own(0, own_card, "value")
    auction = ordered_game(
        "auction", [Round(PLAY_OR_NOT, 0, 1)], "ab", [value], lambda path: ({"value": 1}, 0), ordering=[own_card]
    )
    assert auction.constant_sum is None


# ---- what is no ordered game ----


UPSIDE_DOWN = Comparison(lambda public, private: -private[:, 0], "upside down")
PARITY = Own(0, lambda public, private: private[:, 0] % 2, "odd")


def half(public: Ints, private: Ints) -> Ints:
    return private[:, 0] // 2


@pytest.mark.parametrize(
    ("features", "payoff", "order", "message"),
    [
        ([Comparison(own_card), UPSIDE_DOWN], ({"showdown": 1}, {"upside down": -1}), own_card, "payoff of player 2"),
        ([Own(0, own_card, "cost")], ({"cost": -1}, 0), own_card, "after stop the payoff of player 1"),
        ([PARITY], ({"odd": 1}, 0), half, "payoff of player 1"),
    ],
    ids=["players disagree", "payoffs fall", "ties pay differently"],
)
def test_payoffs_that_do_not_increase_in_the_own_signals_are_refused(
    features: list[Any], payoff: tuple[Any, Any], order: Strength, message: str
) -> None:
    with pytest.raises(GameError, match=f"wrong: .*{message} does not increase"):
        ordered_game("wrong", [Round(PLAY_OR_NOT, 0, 1)], "JQKA", features, lambda path: payoff, ordering=[order])


def test_a_partial_order_requires_less_than_a_complete_one() -> None:
    first, second = (lambda public, private: private[:, 0]), (lambda public, private: private[:, 1])
    total = Joint(lambda public, mine, theirs: mine[:, 0] + mine[:, 1], "sum")
    rounds = [Round(PLAY_OR_NOT, 0, 2)]
    payoff = ({"sum": 1}, 0)
    ordered_game("both", rounds, "abcde", [total], lambda path: payoff, ordering=[first, second])
    with pytest.raises(GameError, match="does not increase"):
        ordered_game("one", rounds, "abcde", [total], lambda path: payoff, ordering=[first])


@pytest.mark.parametrize(
    ("rounds", "signals", "message"),
    [
        ([], "ab", "without rounds"),
        ([Round(PLAY_OR_NOT, 0, 1)], "aa", "two signals of the same name"),
        ([Round(PLAY_OR_NOT, 1, 1)], "ab", "3 signals are revealed, but there are 2"),
        ([Round(PLAY_OR_NOT, 0, 1), Round(PLAY_OR_NOT, 0, 0)], "abc", "round 1 never continues"),
        ([Round(StageGame.of(turn(1, {"on": CONTINUE})), 0, 1)], "abc", "the last round has a leaf that continues"),
        ([Round(PLAY_OR_NOT, -1, 1)], "abc", "reveals -1 public"),
    ],
)
def test_rounds_that_do_not_fit_together_are_named(rounds: list[Round], signals: str, message: str) -> None:
    with pytest.raises(GameError, match=message):
        ordered_game("wrong", rounds, signals, [], lambda path: (0, 0))


def test_payoffs_in_terms_of_an_unknown_feature_are_named() -> None:
    with pytest.raises(GameError, match="'luck'; the features are constant"):
        ordered_game("wrong", [Round(PLAY_OR_NOT, 0, 1)], "ab", [], lambda path: ({"luck": 1}, 0))
    with pytest.raises(GameError, match="an integer or a Fraction expected"):
        ordered_game("wrong", [Round(PLAY_OR_NOT, 0, 1)], "ab", [], lambda path: ({"constant": 0.5}, 0))  # type: ignore[dict-item]


@pytest.mark.parametrize("weights", [(1,), (1, 0), (1, -2)])
def test_weights_are_positive_and_one_for_each_signal(weights: tuple[int, ...]) -> None:
    with pytest.raises(GameError, match="a positive weight for each of the 2 signals"):
        ordered_game("wrong", [Round(PLAY_OR_NOT, 0, 1)], "ab", [], lambda path: (0, 0), weights=weights)


# ---- the numbering of views ----


@settings(deadline=None)
@given(st.integers(1, 6), st.data())
def test_drawing_one_more_signal_gives_all_arrangements_in_order(size: int, data: st.DataObject) -> None:
    length = data.draw(st.integers(0, size - 1))
    shorter = list(permutations(range(size), length))
    before = np.array(shorter, dtype=np.int16).reshape(len(shorter), length)
    row, longer = drawn(before, size)
    assert longer.tolist() == [list(one) for one in permutations(range(size), length + 1)]
    assert np.array_equal(before[row], longer[:, :-1])


@pytest.mark.parametrize(("size", "public", "private"), [(5, (0, 1), (1, 0)), (4, (0, 2), (0, 1)), (3, (1,), (2,))])
def test_every_view_is_found_at_its_number(size: int, public: tuple[int, ...], private: tuple[int, ...]) -> None:
    for views in enumerate_views(size, public, private):
        assert views.find(views.signals).tolist() == list(range(len(views)))
        backwards = views.signals[::-1]
        assert views.find(backwards).tolist() == list(range(len(views)))[::-1]


def test_more_views_than_a_block_are_found() -> None:
    (views,) = enumerate_views(34, [0], [3])
    assert len(views) == 34 * 33 * 32  # more than are numbered at a time
    chosen = np.array([0, 1, 12_345, 2**15 - 1, 2**15, len(views) - 1])
    assert np.array_equal(views.find(np.tile(views.signals[chosen], (6000, 1))), np.tile(chosen, 6000))
