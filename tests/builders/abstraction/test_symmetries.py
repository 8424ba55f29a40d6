"""Symmetries: orbits against all permutations of suits, sums over deals, exact values without merging, false ones."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from bet_each_round import bet_each_round
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

import seqform as sf
from seqform.backends.iterative.operator import PayoffOperator
from seqform.builders.abstraction.filters import equitable_filters, lossless_violation
from seqform.builders.forms.class_game import class_game
from seqform.builders.games.cards.deck import CARDS, RANKS, SUITS
from seqform.errors import GameError, ModelError
from seqform.models.games.abstraction import InformationFilter, identity_filters
from seqform.models.games.ordered import OrderedGame, Round, ordered_game
from seqform.models.games.ranges import Ranges
from seqform.models.games.signals import Comparison, Feature, Joint, LaterComparison, Own
from seqform.models.games.stages import CONTINUE, OVER, StageGame, turn
from seqform.models.games.symmetries import (
    kept_symmetries,
    symmetric_filters,
    symmetry_violation,
)
from seqform.models.numbers.exact import ExactArray
from seqform.models.programs.class_game import ClassGame
from seqform.models.programs.class_pairs import HandPairs

SIGNALS = "abcdef"
NUM_SIGNALS = len(SIGNALS)
HIDDEN = 10**6
Image = Callable[[str], str]


# ---- games of a few signals, made symmetric under a permutation ----


def smallest_image(cards: frozenset[int], beside: frozenset[int], permutation: Any) -> Any:
    """The smallest image of two sets of signals under the powers of a permutation, the same for a whole orbit."""
    images = []
    for _ in range(60):  # every order of a permutation of six divides 60
        images.append((sorted(cards), sorted(beside)))
        cards = frozenset(permutation[card] for card in cards)
        beside = frozenset(permutation[card] for card in beside)
    return min(images)


def symmetric_game(
    permutation: tuple[int, ...], size: int, rounds: int, seed: int, ranks: int = 3
) -> OrderedGame:
    """A game of bets whose weights and strengths are random, but the same for a whole orbit of a permutation."""
    rng = np.random.default_rng(seed)
    drawn: dict[Any, int] = {}

    def number_of(key: Any, below: int) -> int:
        return drawn.setdefault(repr((key, below)), int(rng.integers(below)))

    hands = list(combinations(range(NUM_SIGNALS), size))
    orbits = [smallest_image(frozenset(hand), frozenset(), permutation) for hand in hands]
    weights = [
        [Fraction(number_of((player, orbit), 4), 3) for orbit in orbits] for player in (0, 1)
    ]

    def strength(public: Any, private: Any) -> Any:
        numbers = []
        for board, hand in zip(public.tolist(), private.tolist(), strict=True):
            key = smallest_image(frozenset(hand), frozenset(board), permutation)
            numbers.append(number_of((len(board), key), ranks))
        return np.array(numbers, dtype=np.int64)

    try:
        ranges = Ranges.of("drawn", NUM_SIGNALS, hands, [ExactArray.of(own) for own in weights])
    except GameError:
        assume(False)
        raise
    named = {name: SIGNALS[image] for name, image in zip(SIGNALS, permutation, strict=True)}
    return bet_each_round(ranges, SIGNALS, Comparison(strength, "strength"), rounds, [named])


symmetric_games = st.builds(
    symmetric_game,
    st.permutations(range(NUM_SIGNALS)).map(tuple),
    st.integers(1, 2),
    st.integers(1, 2),
    st.integers(0, HIDDEN),
)


def sums_over_deals(game: OrderedGame, filters: Any, number: int) -> dict[Any, list[Fraction]]:
    """The probability of each pair of classes, and its product with the sign of the comparison."""
    deals = game.deals(number)
    strengths = game.features[1].values(deals, game.views[number])
    sums: dict[Any, list[Fraction]] = {}
    for first, second, probability, sign in zip(
        filters[0].classes[number][deals.view[0]].tolist(),
        filters[1].classes[number][deals.view[1]].tolist(),
        deals.probability.to_fractions(),
        strengths.tolist(),
        strict=True,
    ):
        total = sums.setdefault((first, second), [Fraction(0), Fraction(0)])
        total[0] += probability
        total[1] += probability * sign
    return sums


@settings(max_examples=25)
@given(symmetric_games)
def test_pairs_of_orbits_have_the_sums_over_the_deals_of_their_hands(game: OrderedGame) -> None:
    assert len(kept_symmetries(game)) == 1
    filters = equitable_filters(game)
    assert filters is symmetric_filters(game)
    assert lossless_violation(filters) is None
    classes = class_game(*filters)
    for number, pairs in enumerate(classes.pairs):
        assert isinstance(pairs, HandPairs)
        expected = sums_over_deals(game, filters, number)
        met = list(zip(pairs.first.tolist(), pairs.second.tolist(), strict=True))
        chances = ExactArray(pairs.numerators[0], pairs.denominator).to_fractions()
        assert dict(zip(met, chances, strict=True)) == {
            pair: chance for pair, (chance, _) in expected.items()
        }
        if number == len(classes.pairs) - 1 and pairs.sign_feature is not None:
            signs = ExactArray(pairs.numerators[1], pairs.denominator).to_fractions()
            assert signs == [expected[pair][1] for pair in met]
        for player in (0, 1):
            own = pairs.chances(player, classes.num_classes[player][number])
            sums = [Fraction(0)] * len(own)
            for pair, (chance, _) in expected.items():
                sums[pair[player]] += chance
            assert np.allclose(own, list(map(float, sums)), rtol=1e-12, atol=0)


def random_plans(classes: ClassGame, player: int, seed: int) -> list[Any]:
    rng = np.random.default_rng(seed)
    return [rng.random(classes.shape(player, number)) for number in range(classes.num_rounds)]


@settings(max_examples=25)
@given(symmetric_games, st.integers(0, 99))
def test_products_of_orbits_in_one_pass_are_those_over_written_pairs(
    game: OrderedGame, seed: int
) -> None:
    classes = class_game(*symmetric_filters(game))
    in_one_pass, by_pairs = PayoffOperator(classes), PayoffOperator(classes, ranked=False)
    for player in (0, 1):
        plan = random_plans(classes, 1 - player, seed)
        first, one_pass = in_one_pass.gradient(player, plan)
        second, pairs = by_pairs.gradient(player, plan)
        assert first == pytest.approx(second, abs=1e-12)
        for table, other in zip(one_pass, pairs, strict=True):
            assert np.allclose(table, other, rtol=0, atol=1e-12)


@settings(max_examples=5)
@given(symmetric_games)
@example(symmetric_game((1, 2, 3, 4, 5, 0), 2, 2, 0))
def test_merged_games_have_exactly_the_value_of_their_trees(game: OrderedGame) -> None:
    merged = sf.solve(game, preprocess="lossless", exact=True)
    apart = sf.solve(game, preprocess="identity", exact=True)
    assert merged.values == apart.values
    assert merged.certificate.nash_conv == 0
    assert merged.certificate.exact


@settings(max_examples=4)
@given(symmetric_games, st.sampled_from(["cfr", "pdhg", "barrier", "highs"]))
def test_backends_solve_merged_games_within_their_certificates(
    game: OrderedGame, backend: str
) -> None:
    merged = sf.solve(game, preprocess="lossless", backend=backend, target_gap=1e-3)
    apart = sf.solve(game, preprocess="identity", backend="highs")
    assert merged.certificate.nash_conv <= 1e-3 + 1e-9
    assert float(merged.values[0]) == pytest.approx(float(apart.values[0]), abs=1.1e-3)


# ---- suits ----


def exchange(suits: str) -> Image:
    """The image of a card if the suits s, h, d, c become the given ones."""
    return lambda card: card[0] + suits[SUITS.index(card[1])]


def kept_by_brute_force(board: list[str], weights: list[dict[frozenset[str], int]]) -> list[Image]:
    """All permutations of suits that keep a board and the weights of all hands that do not meet it."""
    kept = []
    for suits in permutations(SUITS):
        image = exchange("".join(suits))
        if {image(card) for card in board} != set(board):
            continue
        if all(
            own.get(frozenset(map(image, hand)), 0) == weight
            for own in weights
            for hand, weight in own.items()
        ):
            kept.append(image)
    return kept


def text_of(weights: dict[frozenset[str], int]) -> str:
    return " ".join(f"{''.join(sorted(hand))}:{weight}" for hand, weight in weights.items())


@st.composite
def boards_and_ranges(draw: st.DrawFn) -> tuple[list[str], list[dict[frozenset[str], int]]]:
    """A board of few suits, and ranges that some group of suits keeps before single weights are changed."""
    ranks = draw(st.lists(st.sampled_from(RANKS[4:]), min_size=4, max_size=5))
    of_board = draw(st.sampled_from(["s", "sh", "sd", "hc", "shd"]))
    board = [rank + draw(st.sampled_from(of_board)) for rank in ranks]
    assume(len(set(board)) == len(board))
    group = [exchange("".join(suits)) for suits in permutations(SUITS)]
    fixed = draw(st.sampled_from(["", "s", "h", "sh", "shdc"]))
    group = [image for image in group if all(image("2" + suit) == "2" + suit for suit in fixed)]
    deck = [card for card in CARDS if card not in board]
    ranges = []
    for _ in range(2):
        weights: dict[frozenset[str], int] = {}
        for _ in range(draw(st.integers(1, 3))):
            hand = draw(st.lists(st.sampled_from(deck), min_size=2, max_size=2, unique=True))
            weight = draw(st.integers(1, 2))
            for image in group:
                weights[frozenset(map(image, hand))] = weight
        for changed in draw(st.lists(st.sampled_from(sorted(weights, key=sorted)), max_size=1)):
            weights[changed] = 3
        ranges.append({hand: own for hand, own in weights.items() if not hand & set(board)})
    assume(all(ranges))
    return board, ranges


@settings(max_examples=25)
@given(boards_and_ranges())
def test_classes_are_the_orbits_of_all_permutations_of_suits_that_keep_board_and_ranges(
    drawn: tuple[list[str], list[dict[frozenset[str], int]]],
) -> None:
    board, weights = drawn
    name = f"holdem(board={''.join(board)},pot=2,stack=1,bets=all-in,ranges=["
    try:
        game = sf.load(f"{name}{text_of(weights[0])}; {text_of(weights[1])}])", kind="ordered")
    except GameError:
        assume(False)
        raise
    group = kept_by_brute_force(board, weights)
    assert len(kept_symmetries(game)) == len(group) - 1
    own, _ = symmetric_filters(game)
    for number, (views, _) in enumerate(game.views):
        names = [[game.signals[signal] for signal in row] for row in views.signals.tolist()]
        merged: dict[int, set[Any]] = {}
        for view, own_class in zip(names, own.classes[number].tolist(), strict=True):
            merged.setdefault(own_class, set()).add((frozenset(view[:2]), *view[2:]))
        for orbit in merged.values():
            hand, *public = next(iter(orbit))
            images = {(frozenset(map(image, hand)), *map(image, public)) for image in group}
            assert orbit == images


@pytest.mark.parametrize(
    ("board", "ranges", "kept"),
    [
        ("AsKsQs7s2s", "random", 5),  # hearts, diamonds and clubs in any order
        ("AsKsQs7s2h", "random", 1),
        ("AsAhKsKh7d", "random", 1),
        ("AsAhKsKh", "random", 3),
        ("AsAhAdAc", "random", 23),
        ("JsKs5cQs7d", "random", 0),
        ("AsKsQs7s2s", "QQ AhKh:0.5 AdKd:0.5", 1),  # diamonds and hearts alone
        ("AsKsQs7s2s", "QQ JhTh; random", 1),
        ("AsKsQs7s2s", "QQ JhTh JdTd:1/2; random", 0),
        ("AsKsQs7s2s", "JhTd JdTc JcTh; JJ", 2),  # in turn, but no two alone
    ],
)
def test_a_range_that_is_symmetric_in_part_keeps_a_part_of_the_group(
    board: str, ranges: str, kept: int
) -> None:
    game = sf.load(f"holdem(board={board},pot=2,stack=1,ranges=[{ranges}])", kind="ordered")
    assert len(kept_symmetries(game)) == kept


@pytest.mark.parametrize(
    ("board", "ranges"),
    [
        ("AsKsQs7s2s", "QQ; QQ JhTh JdTd JcTc"),
        ("AsKsQs7s2h", "JJ 88; QQ 6d5d:1/3 6c5c:1/3"),
        ("AsAhKsKh", "AdAc; 2d2c 7s7h:1/2"),
        ("AsKsQs7s", "JdJc JhJc JhJd; 4s2h 4s2d 4s2c"),
    ],
)
def test_endgames_have_exactly_the_value_without_merging(board: str, ranges: str) -> None:
    name = f"holdem(board={board},pot=10,stack=20,ranges=[{ranges}],bets=all-in)"
    merged = sf.solve(name, preprocess="lossless", exact=True)
    apart = sf.solve(name, preprocess="identity", exact=True)
    assert merged.values == apart.values
    assert merged.certificate.exact
    assert merged.certificate.nash_conv == 0


def test_exact_plans_of_orbits_are_certified_on_all_hands_and_saved(tmp_path: Path) -> None:
    name = "holdem(board=AsKsQs7s2s,pot=10,stack=20,ranges=[QQ; JhTh JdTd JcTc KK],bets=all-in)"
    game = sf.load(name, kind="ordered")
    answer = sf.solve(game, preprocess="lossless", exact=True, backend="cfr")
    assert answer.certificate.exact
    assert answer.certificate.nash_conv == 0
    assert answer.values == sf.solve(name, preprocess="identity", exact=True).values
    answer.save(tmp_path / "river.solution")
    checked = sf.check(name, tmp_path / "river.solution")
    assert checked.values == answer.values
    assert checked.nash_conv == 0


def test_a_turn_by_orbits_is_certified_on_all_hands() -> None:
    name = "holdem(board=AsKsQs7s,pot=10,stack=20,ranges=[JJ 65s; TT],bets=all-in)"
    merged = sf.solve(name, preprocess="lossless", backend="cfr", target_gap=0.01)
    apart = sf.solve(name, preprocess="identity", backend="cfr", target_gap=0.01)
    for answer in (merged, apart):
        assert answer.certificate.nash_conv <= 0.01 + 1e-9
    assert float(merged.values[0]) == pytest.approx(float(apart.values[0]), abs=0.011)


# ---- permutations that keep no game ----


def own_game(
    features: list[Feature], rounds: int = 1, symmetries: Any = (), ranges: Any = None
) -> OrderedGame:
    """A game of two cards of two suits each, and an even higher one, whose payoffs are all features together."""
    stages = [StageGame.of(turn(0, {"on": CONTINUE})) for _ in range(rounds - 1)]
    stages.append(StageGame.of(turn(0, {"stop": OVER, "play": turn(1, {"see": OVER})})))

    def utility(path: tuple[tuple[str, ...], ...]) -> Any:
        if path[-1][-1] == "stop":
            return 0, 0
        names = [feature.name for feature in features]
        return dict.fromkeys(names, 1), dict.fromkeys(names, -1)

    hands: dict[str | tuple[str, ...], Any] = {"Js": 1, "Jh": 1, "Qs": 2, "Qh": 2}
    return ordered_game(
        "own",
        [Round(stage, int(number > 0), int(number == 0)) for number, stage in enumerate(stages)],
        ["Js", "Jh", "Qs", "Qh", "A"],
        features,
        utility,
        ordering=[lambda public, private: private[:, 0]],
        ranges=ranges or (hands, hands),
        symmetries=symmetries,
    )


def by_rank(public: Any, private: Any) -> Any:
    return private[:, 0] // 2


def by_suit(public: Any, private: Any) -> Any:
    return private[:, 0]


SUITS_EXCHANGED = {"Js": "Jh", "Jh": "Js", "Qs": "Qh", "Qh": "Qs"}


def test_symmetries_of_ones_own_game_merge_its_hands() -> None:
    compared = Comparison(by_rank, "rank")
    game = own_game([compared], symmetries=[SUITS_EXCHANGED])
    assert symmetric_filters(game)[0].num_classes == (2,)
    assert own_game([compared]).symmetries == ()
    assert symmetric_filters(own_game([compared]))[0].num_classes == (4,)
    merged = sf.solve(game, exact=True)
    assert merged.values == sf.solve(own_game([compared]), exact=True).values
    both = own_game([compared], symmetries=[{"Js": "Jh", "Jh": "Js"}, {"Qs": "Qh", "Qh": "Qs"}])
    assert symmetric_filters(both)[0].num_classes == (2,)


@pytest.mark.parametrize(
    ("feature", "rounds"),
    [
        (Comparison(by_suit, "suit"), 1),
        (Own(0, by_suit, "suit"), 1),
        (LaterComparison(by_suit, 1, "suit"), 1),
        (Comparison(by_suit, "suit"), 2),
    ],
)
def test_a_permutation_that_changes_a_strength_is_refused(feature: Feature, rounds: int) -> None:
    game = own_game([feature], rounds, [SUITS_EXCHANGED])
    reason = symmetry_violation(game, game.symmetries[0])
    assert reason is not None
    assert reason.startswith(f"round {rounds}: J")
    assert reason.endswith("differ in suit")
    assert kept_symmetries(game) == ()
    assert symmetric_filters(game)[0].num_classes == identity_filters(game)[0].num_classes


def test_a_later_comparison_is_kept_with_the_signals_to_come() -> None:
    game = own_game([LaterComparison(by_rank, 2, "rank")], symmetries=[SUITS_EXCHANGED])
    assert symmetry_violation(game, game.symmetries[0]) is None


def test_a_permutation_that_changes_weights_or_is_of_no_feature_is_refused() -> None:
    compared = Comparison(by_rank, "rank")
    ranks_exchanged = {"Js": "Qs", "Qs": "Js", "Jh": "Qh", "Qh": "Jh"}
    game = own_game([compared], symmetries=[ranks_exchanged, {"Js": "A", "A": "Js"}])
    reasons = [symmetry_violation(game, permutation) for permutation in game.symmetries]
    assert reasons == [
        "Js and its image Qs have different weights in the range of player 1",
        "Js is a hand of a range, but its image A is none",
    ]
    assert kept_symmetries(game) == ()
    of_both = Joint(lambda public, first, second: first[:, 0] // 2, "both")
    game = own_game([of_both], symmetries=[SUITS_EXCHANGED])
    reason = symmetry_violation(game, game.symmetries[0])
    assert reason is not None
    assert "a function of both players' signals" in reason


@pytest.mark.parametrize(
    ("symmetries", "message"),
    [
        ([{"Js": "Kh"}], "'Kh' is no signal; they are Js, Jh, Qs, Qh, A"),
        ([{"Js": "Jh"}], "each signal has to be the image of one signal"),
        (SUITS_EXCHANGED, "a list of mappings from signals to their images expected, not {'Js'"),
        (["Js"], "a list of mappings"),
        ("Js", "a list of mappings"),
        (5, "a list of mappings"),
        (None, "a list of mappings"),
        ([{"Js": ["Jh"]}], r"\['Jh'\] is no signal"),
    ],
)
def test_symmetries_that_are_no_permutations_are_refused(symmetries: Any, message: str) -> None:
    with pytest.raises(GameError, match=message):
        own_game([Comparison(by_rank, "rank")], symmetries=symmetries)


def test_symmetries_need_ranges_and_permutations_all_signals() -> None:
    kuhn = sf.load("kuhn", kind="ordered")
    assert isinstance(kuhn, OrderedGame)
    with pytest.raises(ModelError, match="games with ranges"):
        symmetry_violation(kuhn, [0, 1, 2])
    game = own_game([Comparison(by_rank, "rank")])
    with pytest.raises(ModelError, match="a permutation of the numbers of 5 signals"):
        symmetry_violation(game, [0, 1, 2, 2, 4])
    with pytest.raises(GameError, match="symmetries are of games with ranges"):
        sf.ordered_game(
            "own",
            [Round(StageGame.of(turn(0, {"stop": OVER})), 0, 1)],
            "ab",
            [],
            lambda path: (0, 0),
            symmetries=[{"a": "b", "b": "a"}],
        )


def test_filters_that_merge_otherwise_than_by_symmetries_are_not_tested() -> None:
    game = own_game([Comparison(by_rank, "rank")], symmetries=[SUITS_EXCHANGED])
    everything = InformationFilter.coarsest(game)
    reason = lossless_violation((everything, everything))
    assert reason is not None
    assert "merge hands otherwise than by its symmetries" in reason
    relabelled = InformationFilter(game, (1 - symmetric_filters(game)[0].classes[0],))
    assert lossless_violation((relabelled, relabelled)) is None
    assert lossless_violation((relabelled, identity_filters(game)[1])) is not None
