"""Ranges: sums by inclusion and exclusion against sums over all pairs, their pairs and deals, and bad input."""

from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

import numpy as np
import pytest
from bet_each_round import bet_each_round
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import seqform as sf
from seqform.builders.forms.class_game import class_game
from seqform.builders.games.rules import TERMINAL
from seqform.errors import GameError
from seqform.models.games.abstraction import identity_filters
from seqform.models.games.extensive import CHANCE
from seqform.models.games.ordered import OrderedGame, Round, count, ordered_game
from seqform.models.games.ranges import Ranges
from seqform.models.games.signals import Comparison
from seqform.models.games.stages import OVER, StageGame, turn
from seqform.models.numbers.exact import ExactArray, Rational
from seqform.models.programs.class_pairs import ClassPairs, HandPairs
from seqform.playable.ordered import PlayableOrderedGame

SIGNALS = 6
WEIGHTS = (0, 0, 1, 2, Fraction(1, 3))


@st.composite
def ranges(draw: st.DrawFn, further: tuple[int, ...] = ()) -> Ranges:
    """Ranges of hands of one or two of six signals, some of weight zero."""
    weights = st.sampled_from(WEIGHTS + further)
    hands = list(combinations(range(SIGNALS), draw(st.integers(1, 2))))
    chosen = draw(st.lists(st.sampled_from(hands), unique=True, min_size=2))
    own = [ExactArray.of([draw(weights) for _ in chosen]) for _ in (0, 1)]
    try:
        return Ranges.of("drawn", SIGNALS, chosen, own)
    except GameError:
        assume(False)
        raise


@given(ranges((10**30,)))
def test_sums_by_inclusion_and_exclusion_are_those_over_all_pairs(drawn: Ranges) -> None:
    hands = [set(hand) for hand in drawn.hands.tolist()]
    pairs = [
        (i, j) for i in range(len(hands)) for j in range(len(hands)) if not hands[i] & hands[j]
    ]
    first, second = drawn.weights
    assert drawn.unit == sum(first[i] * second[j] for i, j in pairs)
    positive = [(i, j) for i, j in pairs if first[i] * second[j]]
    assert list(zip(*map(list, drawn.pairs()), strict=True)) == positive
    for player in (0, 1):
        for dealt in permutations(range(SIGNALS), 3):
            expected = sum(
                weight
                for hand, weight in zip(hands, drawn.weights[player], strict=True)
                if not hand & set(dealt)
            )
            assert drawn.avoiding(player, np.array([dealt], dtype=np.int16)).tolist() == [expected]


def _high(public: Any, private: Any) -> Any:
    """The highest card by pairs of cards, so that hands tie; with a public card, pairs with it win."""
    best = private.max(axis=1) // 2
    for column in public.T:
        best = best + 10 * (private // 2 == column[:, None] // 2).any(axis=1)
    return best


def ranged_game(drawn: Ranges, rounds: int = 1) -> OrderedGame:
    """A game of a bet in every round, of the given ranges."""
    return bet_each_round(drawn, "abcdef", Comparison(_high, "high"), rounds)


@given(ranges(), st.integers(1, 2))
def test_deals_are_products_of_weights_and_their_classes_are_pairs_of_hands(
    drawn: Ranges, rounds: int
) -> None:
    game = ranged_game(drawn, rounds)
    classes = class_game(*identity_filters(game))
    for number in range(rounds):
        deals = game.deals(number)
        assert len(deals) == game.num_deals(number)
        assert deals.probability.sum() == 1
        pairs = classes.pairs[number]
        assert isinstance(pairs, HandPairs)
        chance = ExactArray(pairs.numerators[0], pairs.denominator).to_fractions()
        expected: dict[tuple[int, int], Fraction] = {}
        for first, second, probability in zip(
            *(view.tolist() for view in deals.view), deals.probability.to_fractions(), strict=True
        ):
            expected[first, second] = expected.get((first, second), Fraction(0)) + probability
        met = zip(pairs.first.tolist(), pairs.second.tolist(), strict=True)
        assert dict(zip(met, chance, strict=True)) == expected
        for player in (0, 1):
            own = pairs.chances(player, len(game.views[number][player]))
            sums = np.bincount(deals.view[player], deals.probability.to_floats(), len(own))
            assert np.allclose(own, sums, rtol=1e-12, atol=0)


@settings(max_examples=25)
@given(ranges(), st.integers(1, 2))
def test_a_game_with_ranges_has_the_sizes_and_the_value_of_its_tree(
    drawn: Ranges, rounds: int
) -> None:
    game = ranged_game(drawn, rounds)
    tree = sf.load(game, kind="extensive")
    sizes = count(game)
    forced = sizes.nodes - len(tree)  # chance has one move where one hand is left
    assert 0 <= forced <= sizes.chance_nodes
    assert tuple(len(own.index.infoset_names) for own in tree.sequences) == sizes.infosets
    value = float(sf.solve(tree).values[0])
    on_classes = sf.solve(game, backend="highs")
    assert value == pytest.approx(float(on_classes.values[0]), abs=1e-7)
    iterated = sf.solve(game, backend="cfr", target_gap=0.01)
    assert iterated.certificate.nash_conv <= 0.01 + 1e-9
    assert value == pytest.approx(float(iterated.values[0]), abs=0.011)


def test_ranges_of_which_hardly_any_hands_meet_are_solved_pair_by_pair() -> None:
    hands = [(0, 1), (0, 2), (3, 4)]
    own = [ExactArray.of(weights) for weights in ((10**30, 0, 1), (1, 10**30, 1))]
    drawn = Ranges.of("drawn", SIGNALS, hands, own)
    classes = class_game(*identity_filters(ranged_game(drawn)))
    assert isinstance(classes.pairs[0], ClassPairs)
    assert sf.solve(ranged_game(drawn), backend="cfr", target_gap=1e-3).certificate.nash_conv < 2e-3


@pytest.mark.parametrize(
    ("named", "message"),
    [
        (({"a": 1}, {"a": 1}), "every hand of player 1 has a signal in common"),
        (({"a": -1}, {"b": 1}), "range of player 1: a weight is negative"),
        (({"a": 0}, {"b": 1}), "range of player 1: no hand has a positive weight"),
        (({"x": 1}, {"b": 1}), "range of player 1: 'x' is no signal"),
        (({("a", "a"): 1}, {("b", "c"): 1}), "a hand has the same signal twice"),
        (({("a", "b"): 1}, {("c", "d"): 1}), "ranges of hands of 2 signals, but the first round"),
        (({("a", "b"): 1, ("b", "a"): 2}, {("c", "d"): 1}), "player 1: the hand b a occurs twice"),
        (({"a": 1}, {"b": 1, ("b",): 2}), "range of player 2: the hand b occurs twice"),
        (({"a": 1, ("a", "b"): 1}, {"b": 1}), "hands of one signal, or all of two, expected"),
        (({}, {}), "hands of one signal, or all of two, expected"),
        (({0: 1}, {"b": 1}), "range of player 1: 0 is no signal"),
        (({"b": 1}, {"a b": 1}), r"player 2: 'a b' is no signal; .* by a tuple, \('a', 'b'\)"),
        (({"ab": 1}, {"c": 1}), r"player 1: 'ab' is no signal; .* by a tuple, \('a', 'b'\)"),
        (({"a x": 1}, {"c": 1}), "player 1: 'a x' is no signal; they are a, b, c, d"),
        ({"a b": 1}, r"expected, .* or by a tuple of several such as \('8s', '8h'\)"),
        (({"a": 1},), "a pair of mappings from hands to weights expected"),
        (({"a": 1}, {"b": 1}, {"c": 1}), "a pair of mappings from hands to weights expected"),
        (({"a": 1}, None), "a pair of mappings from hands to weights expected"),
        ("ab", "a pair of mappings from hands to weights expected, .* not 'ab'"),
        (3, "a pair of mappings from hands to weights expected, .* not 3"),
    ],
)
def test_ranges_that_do_not_fit_are_refused(named: Any, message: str) -> None:
    stage = StageGame.of(turn(0, {"stop": OVER, "play": OVER}))
    high = Comparison(_high, "high")
    with pytest.raises(GameError, match=message):
        ordered_game("own", [Round(stage, 0, 1)], "abcd", [high], lambda path: (0, 0), ranges=named)


@given(ranges(), st.sampled_from([2, 10**30, Fraction(1, 3)]))
def test_multiples_of_a_range_are_the_same_range(drawn: Ranges, factor: Rational) -> None:
    first, second = (ExactArray.of(own.tolist()) for own in drawn.weights)
    again = Ranges.of("drawn", SIGNALS, drawn.hands.tolist(), [first * factor, second])
    for own, expected in zip(again.weights, drawn.weights, strict=True):
        assert own.tolist() == expected.tolist()


def test_hands_of_more_signals_than_16_bits_have_numbers_for_are_refused() -> None:
    own = [ExactArray.of([1, 1])] * 2
    with pytest.raises(GameError, match="signals are numbered from 0 to 5"):
        Ranges.of("drawn", SIGNALS, [(0,), (70_000,)], own)


@pytest.mark.parametrize("pot", [0, -1, float("nan"), "three", [1]])
def test_a_pot_is_a_number_above_0(pot: Any) -> None:
    stage = StageGame.of(turn(0, {"stop": OVER, "play": OVER}))
    with pytest.raises(GameError, match="own: pot: a number above 0 expected"):
        ordered_game("own", [Round(stage, 0, 1)], "abcd", [], lambda path: (0, 0), pot=pot)


@given(ranges())
def test_cards_are_dealt_in_play_with_the_probabilities_of_the_deals(drawn: Ranges) -> None:
    game = ranged_game(drawn, rounds=2)
    deals = game.deals(1)
    expected = dict(
        zip(map(tuple, deals.signals.tolist()), deals.probability.to_fractions(), strict=True)
    )
    reached: dict[tuple[int, ...], Fraction] = {}
    pending = [(PlayableOrderedGame(game).root, Fraction(1))]
    for here, chance in pending:
        if here.player == TERMINAL:
            if len(here.dealt) == deals.signals.shape[1]:
                reached[here.dealt] = chance
        elif here.player == CHANCE:
            for action, share in enumerate(here.lottery):
                pending.append((here.after(action), chance * share))
        else:  # checks lead to the last round
            pending.append((here.after(here.actions.index("check")), chance))
    assert reached == expected


@settings(max_examples=25)
@given(ranges(), st.integers(1, 2))
def test_an_interior_point_leaves_out_hands_that_are_never_dealt(
    drawn: Ranges, rounds: int
) -> None:
    game = ranged_game(drawn, rounds)
    answer = sf.solve(game, backend="barrier", target_gap=1e-6)
    assert answer.certificate.nash_conv <= 1e-6 + 1e-9
