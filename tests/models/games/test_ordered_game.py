"""Ordered games and information filters of them, and graphs of positions."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plans import exactly
from random_ordered_games import one_sided, random_ordered_game, stakes_that_vanish

from seqform.builders.games import catalog
from seqform.builders.games.ordered.expansion import to_extensive
from seqform.errors import GameError, ModelError
from seqform.models.games.abstraction import InformationFilter, View, numbered
from seqform.models.games.extensive import CHANCE, NONE
from seqform.models.games.ordered import OrderedGame, Round, count, ordered_game
from seqform.models.games.positions import END, PositionGraph, PositionStrategy, distinct_outcomes
from seqform.models.games.signals import (
    PUBLIC,
    Comparison,
    Joint,
    Own,
    Strength,
    drawn,
    enumerate_views,
)
from seqform.models.games.stages import CONTINUE, OVER, StageGame, turn
from seqform.models.numbers.exact import ExactArray, Ints

PLAY_OR_NOT = StageGame.of(turn(0, {"stop": OVER, "play": OVER}))
ONE_CARD = (Round(PLAY_OR_NOT, 0, 1),)


def one_round(
    signals: str, payoff: Any = (0, 0), features: Any = (), rounds: Any = ONE_CARD, **given: Any
) -> OrderedGame:
    """Return a game of one private signal each, with the same payoffs at both ends."""
    return ordered_game("game", rounds, signals, features, lambda path: payoff, **given)


def own_card(public: Ints, private: Ints) -> Ints:
    card: Ints = private[:, 0]
    return card


def test_rhode_island_has_the_published_sizes() -> None:
    sizes = count(catalog.ordered("rhode-island"))
    assert sizes.program_shape == (91_224_226, 91_224_226)
    assert (sizes.sequences[0], sizes.infosets[0] + 1) == (65_160_161, 26_064_065)
    assert sizes.signal_nodes == 6_632_705
    assert (sizes.decisions, sizes.leaves, sizes.nodes) == (
        2_554_427_616,
        4_144_428_912,
        6_705_372_545,
    )


def test_views_and_deals_enumerate_the_signals() -> None:
    game = catalog.ordered("leduc")
    deals = game.deals(1)
    assert deals.receivers == (0, 1, PUBLIC)
    assert len(deals) == game.num_deals(1) == 6 * 5 * 4
    assert deals.probability.sum() == 1
    for player in (0, 1):
        seen = game.views[1][player].signals[deals.view[player]]
        assert np.array_equal(seen[:, 0], deals.signals[:, player])
        assert np.array_equal(seen[:, 1], deals.signals[:, 2])
    (before, _), (after, _) = game.views
    assert np.array_equal(before.signals[after.parent][:, 0], after.signals[:, 0])


SPECS = (
    "kuhn(ranks=2)",
    "tiny-poker",
    "leduc",
    "leduc(ranks=4,suits=3)",
    "rhode-island(ranks=2,suits=2,max_bets=1)",
)


@pytest.mark.parametrize(
    "game",
    [
        *(random_ordered_game(seed, even=seed % 2 == 0) for seed in range(40)),
        *(catalog.ordered(name) for name in SPECS),
        *(one_sided(), stakes_that_vanish()),
    ],
)
def test_counted_sizes_are_those_of_the_tree(game: OrderedGame) -> None:
    sizes, tree = count(game), to_extensive(game)
    assert sizes.nodes == len(tree)
    assert sizes.infosets == tuple(own.index.num_infosets for own in tree.sequences)
    assert sizes.sequences == tuple(len(own.index) for own in tree.sequences)


def test_weights_and_payoffs_of_any_size_add_up_without_wrapping_around() -> None:
    deals = one_round("abcde", weights=(2**62, 2**62, 2**62, 2**62, 1)).deals(0)
    assert deals.probability.sum() == 1
    assert deals.probability[0] == Fraction(2**62, 2**64 + 1) * Fraction(2**62, 3 * 2**62 + 1)
    assert one_round("ab", (2**62 - 1, 2**62 - 1)).constant_sum == 2**63 - 2
    with pytest.raises(GameError, match="more than 64 bits"):
        one_round("ab", (2**62, 2**62))


@pytest.mark.parametrize("weight", [1, 2**61, 3 * 2**60])
def test_payoffs_of_any_size_increase_or_not(weight: int) -> None:
    # Times the weight beyond 64 bits.
    worth = Joint(lambda public, mine, theirs: 3 * mine[:, 0], "worth")
    one_round("abcd", ({"worth": weight}, 0), [worth], ordering=[own_card])
    with pytest.raises(GameError, match="does not increase"):
        one_round("abcd", ({"worth": -weight}, 0), [worth], ordering=[own_card])


def test_strengths_of_any_size_are_compared_or_refused() -> None:
    def strength(most: int) -> Strength:
        return lambda public, private: np.where(private[:, 0] == 0, -most, most)

    payoff = ({"showdown": 1}, {"showdown": -1})
    high = strength(2**62 - 1)
    game = one_round("ab", payoff, [Comparison(high)], ordering=[high])
    assert game.features[1].values(game.deals(0), game.views[0]).tolist() == [-1, 1]
    for most in (2**62, 2**63 - 1):
        with pytest.raises(GameError, match=r"below 2\^62 expected"):
            one_round("ab", payoff, [Comparison(strength(most))], ordering=[strength(most)])


def test_the_sum_of_payoffs_is_given_if_it_is_constant() -> None:
    assert catalog.ordered("leduc").constant_sum == 0
    assert one_round("ab", (Fraction(1, 2), 1)).constant_sum == Fraction(3, 2)
    assert (
        one_round(
            "ab", ({"value": 1}, 0), [Own(0, own_card, "value")], ordering=[own_card]
        ).constant_sum
        is None
    )


UPSIDE_DOWN = Comparison(lambda public, private: -private[:, 0], "upside down")
PARITY = Own(0, lambda public, private: private[:, 0] % 2, "odd")


def half(public: Ints, private: Ints) -> Ints:
    return private[:, 0] // 2


@pytest.mark.parametrize(
    ("features", "payoff", "order", "message"),
    [
        (
            [Comparison(own_card), UPSIDE_DOWN],
            ({"showdown": 1}, {"upside down": -1}),
            own_card,
            "payoff of player 2",
        ),
        (
            [Own(0, own_card, "cost")],
            ({"cost": -1}, 0),
            own_card,
            "after stop the payoff of player 1",
        ),
        ([PARITY], ({"odd": 1}, 0), half, "payoff of player 1"),
    ],
    ids=["players disagree", "payoffs fall", "ties pay differently"],
)
def test_payoffs_that_do_not_increase_in_the_own_signals_are_refused(
    features: list[Any], payoff: tuple[Any, Any], order: Strength, message: str
) -> None:
    with pytest.raises(GameError, match=f"game: .*{message} does not increase"):
        one_round("JQKA", payoff, features, ordering=[order])


def test_a_partial_order_requires_less_than_a_complete_one() -> None:
    first, second = (lambda public, private: private[:, 0]), (lambda public, private: private[:, 1])
    total = Joint(lambda public, mine, theirs: mine[:, 0] + mine[:, 1], "sum")
    given: Any = ("abcde", ({"sum": 1}, 0), [total], [Round(PLAY_OR_NOT, 0, 2)])
    one_round(*given, ordering=[first, second])
    with pytest.raises(GameError, match="does not increase"):
        one_round(*given, ordering=[first])


@pytest.mark.parametrize(
    ("signals", "given", "message"),
    [
        ("ab", {"rounds": []}, "without rounds"),
        ("aa", {}, "two signals of the same name"),
        ("ab", {"rounds": [Round(PLAY_OR_NOT, 1, 1)]}, "3 signals are revealed, but there are 2"),
        (
            "abc",
            {"rounds": [Round(PLAY_OR_NOT, 0, 1), Round(PLAY_OR_NOT, 0, 0)]},
            "round 1 never continues",
        ),
        (
            "ab",
            {"rounds": [Round(StageGame.of(turn(0, {"on": CONTINUE})), 0, 1)]},
            "last round has a leaf that continues",
        ),
        ("ab", {"rounds": [Round(PLAY_OR_NOT, -1, 1)]}, "reveals -1 public"),
        ("ab", {"payoff": ({"luck": 1}, 0)}, "'luck'; the features are constant"),
        (
            "ab",
            {"payoff": ({"constant": "half"}, 0)},
            "coefficient of 'constant': a number expected",
        ),
        *(
            ("ab", {"weights": weights}, "a positive weight for each of the 2")
            for weights in [(1,), (1, 0), (1, -2)]
        ),
    ],
)
def test_rounds_payoffs_and_weights_that_do_not_fit_are_named(
    signals: str, given: dict[str, Any], message: str
) -> None:
    with pytest.raises(GameError, match=message):
        one_round(signals, **given)


@given(st.integers(1, 6), st.data())
def test_drawing_one_more_signal_gives_all_arrangements_in_order(
    size: int, data: st.DataObject
) -> None:
    length = data.draw(st.integers(0, size - 1))
    shorter = list(permutations(range(size), length))
    before = np.array(shorter, dtype=np.int16).reshape(len(shorter), length)
    row, longer = drawn(before, size)
    assert longer.tolist() == [list(one) for one in permutations(range(size), length + 1)]
    assert np.array_equal(before[row], longer[:, :-1])


@pytest.mark.parametrize(
    ("size", "public", "private"), [(5, (0, 1), (1, 0)), (4, (0, 2), (0, 1)), (3, (1,), (2,))]
)
def test_every_view_is_found_at_its_number(
    size: int, public: tuple[int, ...], private: tuple[int, ...]
) -> None:
    for views in enumerate_views(size, public, private):
        assert views.find(views.signals[::-1]).tolist() == list(range(len(views)))[::-1]


def test_more_views_than_a_block_are_found() -> None:
    (views,) = enumerate_views(34, [0], [3])
    assert len(views) == 34 * 33 * 32  # more than are numbered at a time
    chosen = np.array([0, 1, 12_345, 2**15 - 1, 2**15, len(views) - 1])
    assert np.array_equal(
        views.find(np.tile(views.signals[chosen], (6000, 1))), np.tile(chosen, 6000)
    )


LEDUC = catalog.ordered("leduc")
TINY = catalog.ordered("tiny-poker")
RANK = np.arange(6) // 2


def test_the_identity_is_finest_and_the_constant_coarsest() -> None:
    finest, coarsest = InformationFilter.identity(LEDUC), InformationFilter.coarsest(LEDUC)
    ranks = LEDUC.views[1][0].signals // 2
    middle = InformationFilter(LEDUC, (RANK, numbered(ranks[:, 0] * 3 + ranks[:, 1])))
    assert finest.num_classes == (6, 30)
    assert middle.num_classes == (3, 9)
    assert coarsest.num_classes == (1, 1)
    assert middle.parents(0).tolist() == [0, 0, 0]
    assert middle.parents(1).tolist() == [0, 0, 0, 1, 1, 1, 2, 2, 2]
    assert finest.refines(middle) and middle.refines(coarsest) and finest.refines(finest)
    assert not coarsest.refines(middle) and not middle.refines(finest)


@pytest.mark.parametrize(
    ("classes", "message"),
    [
        (
            (RANK, np.zeros(30, dtype=np.int64)),
            r"Js .* and Qs .* share a class in round 2, but their beginnings",
        ),
        ((np.zeros(6, dtype=np.int64),), "1 partitions for 2 rounds"),
        (
            (np.zeros(5, dtype=np.int64), np.zeros(30, dtype=np.int64)),
            "5 classes for the 6 views of round 1",
        ),
        ((np.full(6, 1), np.zeros(30, dtype=np.int64)), "numbered from 0 without gaps"),
    ],
)
def test_partitions_that_do_not_fit_are_refused(
    classes: tuple[np.ndarray, ...], message: str
) -> None:
    with pytest.raises(ModelError, match=message):
        InformationFilter(LEDUC, classes)


JACKS: list[View] = [("J1",), ("J2",)]
KINGS: list[View] = [("K1",), ("K2",)]


def test_a_mapping_that_is_truthful_and_independent_is_a_filter() -> None:
    both: dict[View, list[View]] = dict.fromkeys(JACKS, JACKS) | dict.fromkeys(KINGS, KINGS)
    made = InformationFilter.from_sets(TINY, [both])
    assert made.classes[0].tolist() == [0, 0, 1, 1]
    assert made.name(0, 3) == "K2"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({("J1",): KINGS}, "J1 is not in its own class: not truthful"),
        ({("J1",): [("J1",)]}, "overlap without being the same: not independent"),
        ({("J1",): None}, "J1 has no class"),
    ],
)
def test_a_mapping_that_lies_or_overlaps_is_named(
    change: Mapping[View, list[View]], message: str
) -> None:
    mapping: dict[View, list[View]] = {
        **dict.fromkeys(JACKS, JACKS),
        **dict.fromkeys(KINGS, KINGS),
        **change,
    }
    with pytest.raises(ModelError, match=message):
        InformationFilter.from_sets(
            TINY, [{view: members for view, members in mapping.items() if members}]
        )


QUARTER = Fraction(1, 4)


def columns(**changed: Any) -> dict[str, Any]:
    """Return a small tree: player 1 ends the game or lets player 2 end it."""
    whole: dict[str, Any] = {
        "title": "small",
        "players": ("one", "two"),
        "player": np.array([0, END, 1, END, END], dtype=np.int8),
        "first_move": np.array([0, 2, 2, 4, 4, 4]),
        "child": np.array([1, 2, 3, 4], dtype=np.int32),
        "outcome": np.array([NONE, 0, NONE, 1, 2], dtype=np.int32),
        "payoffs": (ExactArray.of([0, 1, 2]), ExactArray.of([0, 2, Fraction(1, 2)])),
    }
    return whole | changed


def by_chance(*shares: Fraction | int) -> dict[str, Any]:
    player = np.array([0, END, CHANCE, END, END], dtype=np.int8)
    return {"player": player, "probability": ExactArray.of(shares)}


def test_moves_and_payoffs_of_a_tree() -> None:
    tree = PositionGraph(**columns())
    assert len(tree) == 5 and tree.is_tree and not tree.has_chance
    assert tree.moves(0) == [1, 2] and tree.moves(3) == []
    assert tree.payoffs_at(4) == exactly(2, Fraction(1, 2))
    with pytest.raises(GameError, match="not over"):
        tree.payoffs_at(0)
    assert not PositionGraph(**columns(child=np.array([2, 2, 3, 4], dtype=np.int32))).is_tree


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        (
            {"child": np.array([1, 2, 3, 5], dtype=np.int32)},
            "leads to a position that does not exist",
        ),
        (
            {"child": np.array([1, 2, 3, 2], dtype=np.int32)},
            "position 2: a move leads to a smaller number",
        ),
        ({"outcome": np.array([NONE, 0, NONE, 1, 3], dtype=np.int32)}, "outcome"),
        ({"player": np.array([0, END, 2, END, END], dtype=np.int8)}, "2 players"),
        (
            {"player": np.array([CHANCE, END, 1, END, END], dtype=np.int8)},
            "probabilities are missing",
        ),
        ({"player": np.array([0, 1, 1, END, END], dtype=np.int8)}, "position 1"),
        ({"payoffs": (ExactArray.of([0, 1, 2]),)}, "payoff in every outcome"),
        ({"first_move": np.array([0, 2])}, "differ in length"),
        (
            by_chance(1, 0, Fraction(3, 2), Fraction(-1, 2)),
            "position 2: a chance move has a negative",
        ),
        (by_chance(1, 0, Fraction(1, 2), Fraction(1, 3)), "position 2: .* add up to 5/6"),
    ],
)
def test_columns_that_do_not_fit_are_refused(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(GameError, match=message):
        PositionGraph(**columns(**changed))


def test_equal_outcomes_are_kept_once() -> None:
    rows, payoffs = distinct_outcomes(
        (ExactArray.of([5, 1, 5, 5]), ExactArray.of([2, 2, 2, Fraction(1, 3)]))
    )
    expected = [exactly(5, 2), exactly(1, 2), exactly(5, 2), exactly(5, Fraction(1, 3))]
    assert [(payoffs[0][row], payoffs[1][row]) for row in rows] == expected
    assert len(payoffs[0]) == 3


def strategy(
    mixed: list[int], other: list[int], share: Fraction, choice: Any = (1, -1, 0, -1, -1)
) -> PositionStrategy:
    others, shares = np.array(other, dtype=np.int32), ExactArray.of([share] * len(mixed))
    graph = PositionGraph(**columns())
    return PositionStrategy(
        graph, np.array(choice, dtype=np.int32), np.array(mixed, dtype=np.int64), others, shares
    )


def test_a_strategy_gives_the_probabilities_of_moves() -> None:
    mixed = strategy([2], [1], QUARTER)
    assert mixed.at(0) == {1: 1} and mixed.at(1) == {}
    assert mixed.at(2) == {0: Fraction(3, 4), 1: QUARTER}


@pytest.mark.parametrize(
    ("lotteries", "message"),
    [
        (([2], [0], QUARTER), "two different moves"),
        (([2], [1], Fraction(3, 2)), "between 0 and 1"),
        (([2, 0], [1, 0], QUARTER), "ascending positions of lotteries"),
        (([2, 2], [1, 1], QUARTER), "ascending positions of lotteries"),
        (([9], [1], QUARTER), "ascending positions of lotteries"),
        (([3], [0], QUARTER), "a lottery where no player moves"),
        (([2], [-1], QUARTER), "without a second move"),
        (([2], [1, 1], QUARTER), "the columns of lotteries differ in length"),
        (([], [], QUARTER, [1, -1, -1, -1, -1]), "a choice expected exactly where a player moves"),
        (([], [], QUARTER, [1, 0, 0, -1, -1]), "a choice expected exactly where a player moves"),
        (([], [], QUARTER, [2, -1, 0, -1, -1]), "a choice of a move that does not exist"),
    ],
)
def test_choices_and_lotteries_out_of_place_are_refused(lotteries: Any, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        strategy(*lotteries)
