"""Realization plans of games and class games, behavior and mixed strategies, and the conversions between them."""

from fractions import Fraction
from random import Random
from typing import Any, cast

import numpy as np
import pytest
from assessments import profile_playing
from class_profiles import random_plans
from hypothesis import given
from hypothesis import strategies as st
from plans import IN_ANOTHER_TREE, INDEX, REORDERED
from random_ordered_games import random_filter, random_ordered_game
from tree_walks import random_strategy

from seqform.builders.forms.class_game import class_game
from seqform.builders.games import catalog
from seqform.builders.games.families.matrix_games import bimatrix_game
from seqform.builders.games.ordered.poker import kuhn
from seqform.errors import ModelError
from seqform.models import ExactArray, SequenceIndex
from seqform.models.games.abstraction import InformationFilter
from seqform.models.programs.class_game import ClassPlan
from seqform.models.strategies.behavior import (
    BehaviorProfile,
    BehaviorStrategy,
    MixedStrategy,
    RealizationPlan,
    RealizationPlans,
    completely_mixed_behavior,
)

KUHN = catalog.make("kuhn").sequences[0].index


def weights_of(strategy: BehaviorStrategy | MixedStrategy | RealizationPlan) -> Any:
    return strategy.weights if isinstance(strategy, RealizationPlan) else strategy.plan.weights


def undetermined(behavior: BehaviorStrategy) -> Any:
    assert behavior.undetermined is not None
    return behavior.undetermined


def random_behavior(seed: int, zeros: bool, player: int) -> BehaviorStrategy:
    index = catalog.make(f"random-game(seed={seed},depth=5)").sequences[player].index
    return random_strategy(index, Random(seed), (0, 0, 1, 2) if zeros else (1, 2, 3))


@given(st.integers(0, 10**6), st.booleans(), st.integers(0, 1))
def test_behavior_to_plan_and_back(seed: int, zeros: bool, player: int) -> None:
    behavior = random_behavior(seed, zeros, player)
    index, plan = behavior.index, behavior.plan
    assert plan.residual() == 0
    gradient = ExactArray(np.random.default_rng(seed).integers(-3, 4, len(index)))
    again = plan.behavior(gradient)
    assert weights_of(again).equals(plan.weights)
    above = weights_of(behavior).numerators[index.parent_sequence]
    assert undetermined(again).tolist() == (above == 0).tolist()
    best = index.first_sequence[:-1] + index.best_response(gradient).choice
    assert all(again.probabilities[best[undetermined(again)]] == 1)
    determined = ~undetermined(again)[index.infoset_of[1:]]
    assert np.array_equal(
        again.probabilities[1:][determined], behavior.probabilities[1:][determined]
    )
    in_doubles = behavior.to_floats().plan
    assert in_doubles.residual() < 1e-12
    assert np.allclose(weights_of(in_doubles), weights_of(behavior).to_floats())


@given(st.integers(0, 10**6), st.booleans(), st.integers(0, 1))
def test_a_mixed_strategy_with_small_support_realizes_the_plan(
    seed: int, zeros: bool, player: int
) -> None:
    behavior = random_behavior(seed, zeros, player)
    index, exact = behavior.index, weights_of(behavior)
    mixed = behavior.plan.mixed()
    assert sum(mixed.probabilities) == 1
    assert len(mixed.pure) <= len(index)
    assert weights_of(mixed).equals(exact)
    floats = RealizationPlan(index, exact.to_floats()).mixed()
    assert np.allclose(weights_of(floats), exact.to_floats(), atol=1e-8)


def test_a_plan_that_breaks_its_equations_has_no_mixed_strategy() -> None:
    plan = RealizationPlan(KUHN, ExactArray(np.eye(1, len(KUHN), dtype=np.int64)[0]))
    assert plan.residual() == 1
    with pytest.raises(ModelError, match="violates its flow equations"):
        plan.mixed()


def fractions(*values: Fraction | int | str) -> Any:
    return np.array([Fraction(value) for value in values], dtype=object)


BEHAVIOR = BehaviorStrategy(INDEX, fractions(1, "1/3", "2/3", "1/2", "1/4", "1/4", 1))
WEIGHTS = fractions(1, "1/3", "2/3", "1/6", "1/12", "1/12", 1)


def test_a_strategy_is_a_mapping_in_depth_first_order() -> None:
    assert list(BEHAVIOR) == ["C", "A", "B"]
    assert len(BEHAVIOR) == 3
    assert BEHAVIOR["B"] == {"x": Fraction(1, 2), "y": Fraction(1, 4), "z": Fraction(1, 4)}
    assert BEHAVIOR.to_floats()["A"] == {"l": 1 / 3, "r": 2 / 3}
    assert BEHAVIOR.undetermined is None
    assert repr(BEHAVIOR) == "<exact BehaviorStrategy of player 1: 3 information sets>"
    assert (
        repr(BEHAVIOR.to_floats())
        == "<floating-point BehaviorStrategy of player 1: 3 information sets>"
    )
    assert repr(BEHAVIOR.plan) == "<exact RealizationPlan of player 1: 7 sequences>"
    assert (
        repr(BEHAVIOR.to_floats().plan)
        == "<floating-point RealizationPlan of player 1: 7 sequences>"
    )


THIRD, TINY = Fraction(1, 3), Fraction(1, 10**12)
MIXED = ": probabilities are all fractions or all doubles, not some of each"
NO_VECTOR = ": a one-dimensional array of doubles or fractions expected as probabilities"
TWO_BY_TWO = bimatrix_game("two by two", [[1, 0], [0, 1]])
ADVICE = "; seqform.profile(game, source, normalize=True) divides them by their sum"
ROW = TWO_BY_TWO.sequences[0].index


def doubles(first: float, second: float) -> Any:
    return np.array([1.0, first, second, 1.0, 0.0, 0.0, 1.0])


@pytest.mark.parametrize(
    ("index", "probabilities", "problem"),
    [
        (INDEX, fractions(1, THIRD, THIRD, 1, 0, 0, 1), "@'A': the probabilities sum to 2/3, not to 1"),
        (INDEX, fractions(1, THIRD, 2 * THIRD, 1, 1, -1, 1), "@'B': a negative probability, -1"),
        (INDEX, fractions(1, THIRD, 2 * THIRD, 1, 0, 0, 0), "@'C': the probabilities sum to 0, not to 1"),
        (INDEX, fractions(1, TINY, 1, 1, 0, 0, 1), f"@'A': the probabilities sum to {1 + TINY}, not to 1"),
        (INDEX, doubles(0.5, 0.5 + 3e-9), f"@'A': the probabilities sum to 1.000000003, not to 1{ADVICE}"),
        (INDEX, doubles(np.inf, -np.inf), "@'A': a negative probability, -inf"),
        (INDEX, doubles(np.nan, 1.0), "@'A': the probabilities sum to nan, not to 1"),
        (INDEX, doubles(-0.5, 1.5), "@'A': a negative probability, -0.5"),
        (INDEX, fractions(1, 1), ": 2 probabilities, 7 sequences"),
        (INDEX, np.array([Fraction(1), *doubles(0.5, 0.5)[1:]]), MIXED),
        (INDEX, fractions(7, "1/2", "1/2", 1, 0, 0, 1), ": the probability of the empty sequence is 1, not 7"),
        (INDEX, [1, 1, 0], NO_VECTOR),
        (INDEX, np.ones((7, 1)), NO_VECTOR),
        (INDEX, np.ones(7, dtype=complex), NO_VECTOR),
        (INDEX, np.array(["1"] * 7), NO_VECTOR),
        (ROW, fractions(1, "1/2", "1/3"), "@'row': the probabilities sum to 5/6, not to 1"),
        (ROW, np.array([1.0, 0.5, 0.4]), "@'row': the probabilities sum to 0.9, not to 1"),
        (ROW, np.array([1.0, 1.5, -0.5]), "@'row': a negative probability, -0.5"),
    ],
)  # fmt: skip
def test_probabilities_that_are_no_distributions_are_refused_by_name(
    index: SequenceIndex, probabilities: Any, problem: str
) -> None:
    with pytest.raises(ModelError) as caught:
        BehaviorStrategy(index, probabilities)
    assert str(caught.value) == f"player 1{problem.replace('@', ', information set ')}"


def test_fractions_of_numpy_integers_do_not_wrap_around_in_sums() -> None:
    index = bimatrix_game([[0, 1]] * 5, [[1, 0]] * 5).sequences[0].index
    large = [
        Fraction(cast(Any, np.int64(2**62 - 1)), cast(Any, np.int64(1)))
    ] * 4  # 2**64 + 1 with 5
    with pytest.raises(ModelError, match="the probabilities sum to 18446744073709551617, not to 1"):
        BehaviorStrategy(index, np.array([Fraction(1), *large, Fraction(5)], dtype=object))


def test_doubles_may_be_off_by_rounding_and_integers_among_fractions_are_exact() -> None:
    assert (
        weights_of(BehaviorStrategy(INDEX, np.array([1, 0, 1, 1, 0, 0, 1], dtype=object)))[2] == 1
    )
    BehaviorStrategy(INDEX, doubles(0.5, 0.5 + 9e-10))
    with pytest.raises(ModelError, match="a plan of 2 weights for 7 sequences"):
        RealizationPlan(INDEX, np.ones(2))


@given(
    st.lists(
        st.sampled_from([2**31, 2**53, 2**61, 2**62 - 1, 2**62, 2**63, 1]), min_size=5, max_size=5
    )
)
def test_probabilities_with_large_denominators_are_a_distribution_and_have_a_plan(
    parts: list[int],
) -> None:
    index = bimatrix_game([[0, 1]] * 5, [[1, 0]] * 5).sequences[0].index
    shares = [Fraction(part, sum(parts)) for part in parts]
    strategy = BehaviorStrategy(index, np.array([Fraction(1), *shares], dtype=object))
    assert isinstance(strategy.plan.weights, ExactArray)
    assert strategy.plan.weights.to_fractions() == [1, *shares]
    assert strategy.plan.residual() == 0
    assert list(strategy.plan.behavior(strategy.plan.weights).probabilities) == [1, *shares]


def test_a_plan_is_put_in_order_or_refused_where_it_is_none() -> None:
    for weights, tolerance in (
        (BEHAVIOR.plan.weights, 0),
        (BEHAVIOR.to_floats().plan.weights, 1e-15),
    ):
        plan = RealizationPlan(INDEX, weights)
        bound = plan.bound_to(REORDERED)
        assert bound.index is REORDERED
        expected, found = WEIGHTS[[0, 6, 2, 1, 5, 3, 4]], weights_of(bound)
        assert (
            max(abs(one - other) for one, other in zip(found, expected, strict=True)) <= tolerance
        )
        assert plan.bound_to(INDEX) is plan
        with pytest.raises(
            ModelError, match=r"player 1: no realization plan of this game; .* by (1/3|0\.3)"
        ):
            plan.bound_to(IN_ANOTHER_TREE)
    exact = RealizationPlan(
        INDEX, ExactArray.of(fractions(1, "1/2", "1/2", Fraction(1, 2) + TINY, 0, 0, 1))
    )
    with pytest.raises(ModelError, match="it misses E x = e by 1/1000000000000"):
        exact.bound_to(IN_ANOTHER_TREE)
    with pytest.raises(ModelError, match="player 1: this plan is for another game"):
        exact.bound_to(KUHN)
    nearly = np.array([1.0, 0.5, 0.5 + 5e-10, 0.5, 0.0, 0.0, 1.0])
    assert RealizationPlan(INDEX, nearly).bound_to(IN_ANOTHER_TREE).index is IN_ANOTHER_TREE
    with pytest.raises(ModelError, match="misses E x = e"):
        RealizationPlan(INDEX, nearly + 5e-9 * np.eye(7)[2]).bound_to(IN_ANOTHER_TREE)


@pytest.mark.parametrize(
    ("weights", "residual"),
    [
        ("1 1/3 2/3 1/6 1/12 1/12 1", "0"),
        ("3/4 1/4 1/2 1/4 0 0 3/4", "1/4"),
        ("5/4 1/4 1 1/4 0 0 5/4", "1/4"),
        ("1 1/2 1/2 1 -1/2 0 1", "1/2"),
        ("1 1/2 1/2 1/2 0 0 1/8", "7/8"),
        ("1 1/2 1/2 1/2 2 0 1", "2"),
        (f"1 1/2 1/2 {Fraction(1, 2) - Fraction(1, 10**20)} 0 0 1", "1e-20"),
    ],
)
def test_the_residual_is_the_largest_violation(weights: str, residual: str) -> None:
    numbers, expected = fractions(*weights.split()), Fraction(residual)
    exact = RealizationPlan(INDEX, ExactArray.of(numbers)).residual()
    doubles = RealizationPlan(INDEX, numbers.astype(float)).residual()
    assert isinstance(exact, Fraction)
    assert isinstance(doubles, float)
    assert exact == expected
    assert doubles == pytest.approx(float(expected), abs=1e-15)


def test_doubles_are_normalized_at_every_set_and_fractions_are_kept() -> None:
    near = np.array([1.0, 0.25, 0.75 + 8e-10, 0.5 - 8e-10, 0.25, 0.25, 1.0])
    strategy = BehaviorStrategy(INDEX, near, np.array([True, False, False]))
    normalized = strategy.normalized()
    assert normalized.probabilities[1:3] == pytest.approx(near[1:3] / near[1:3].sum(), rel=1e-15)
    assert np.add.reduceat(normalized.probabilities[1:], [0, 2, 5]) == pytest.approx(
        [1, 1, 1], abs=1e-15
    )
    assert normalized.probabilities[0] == 1
    assert undetermined(normalized).tolist() == [True, False, False]
    assert strategy.probabilities.tolist() == near.tolist()
    assert BEHAVIOR.normalized() is BEHAVIOR
    assert undetermined(strategy.to_floats()).tolist() == [True, False, False]
    shares = np.array([1.0, 0.5, 0.5 + 8e-10])
    first, second = (BehaviorStrategy(own.index, shares) for own in TWO_BY_TWO.sequences)
    assert [
        one.probabilities.sum() for one in BehaviorProfile((first, second)).normalized()
    ] == pytest.approx([2, 2], abs=1e-15)
    assert BEHAVIOR.to_floats().probabilities.dtype == np.float64


def test_undetermined_behavior_is_a_best_response_in_fractions_and_doubles() -> None:
    gradient = np.array([0.0, 0, 0, 1, 3, 2, 0])
    for plan in (
        RealizationPlan(INDEX, ExactArray.of(fractions(1, 0, 1, 0, 0, 0, 1))),
        RealizationPlan(INDEX, np.array([1.0, 1e-9, 1 - 1e-9, 0.5e-9, 0.25e-9, 0.25e-9, 1.0])),
        RealizationPlan(INDEX, np.array([1.0, 1e-13, 1.0, -1e-14, 2e-13, 0.0, 1.0])),
    ):
        behavior = plan.behavior(ExactArray(gradient.astype(np.int64)) if plan.exact else gradient)
        assert undetermined(behavior).tolist() == [False, True, False]
        assert behavior["B"] == {"x": 0, "y": 1, "z": 0}
        assert behavior.exact is plan.exact
        assert all(
            type(share) is (Fraction if plan.exact else float)
            for share in behavior.probabilities.tolist()
        )
    kept = RealizationPlan(INDEX, np.array([1.0, 4e-9, 1 - 4e-9, 2e-9, 1e-9, 1e-9, 1.0])).behavior(
        gradient
    )
    assert not undetermined(kept).any()
    assert kept["B"] == pytest.approx({"x": 0.5, "y": 0.25, "z": 0.25})
    below_zero = RealizationPlan(
        INDEX, np.array([1.0, 1.0, -1e-17, 0.5, 0.5, -1e-17, 1.0])
    ).behavior(np.zeros(7))
    assert below_zero.probabilities.tolist() == [1, 1, 0, 0.5, 0.5, 0, 1]


def profile_of(shares: str) -> BehaviorProfile:
    share = Fraction(shares)
    return profile_playing(
        TWO_BY_TWO, {"row": {"1": share, "2": 1 - share}}, {"column": {"1": 1 - share, "2": share}}
    )


def test_a_profile_is_a_pair_of_strategies_in_the_order_of_the_players() -> None:
    first, second = profile_of("1/3").strategies
    plans = first.plan, second.plan
    wrong: list[Any] = [
        (first,),
        (first, second, first),
        [first, second],
        None,
        (first, None),
        plans,
    ]
    for strategies in wrong:
        with pytest.raises(
            ModelError,
            match=r"^a profile: a pair of BehaviorStrategy, one of each player, expected",
        ):
            BehaviorProfile(strategies)
        with pytest.raises(ModelError, match=r"^realization plans: "):
            RealizationPlans(strategies if strategies is not plans else (*plans, first.plan))
    with pytest.raises(
        ModelError, match=r"^a profile: player 1's expected at \[0\], not player 2's$"
    ):
        BehaviorProfile((second, first))


def test_a_plan_that_is_not_completely_mixed_has_no_completely_mixed_behavior() -> None:
    index = catalog.make("guess-the-ace").sequences[0].index
    mixed = completely_mixed_behavior(
        RealizationPlan(index, ExactArray.of([1, Fraction(1, 3), Fraction(2, 3)]))
    )
    assert mixed["start"] == {"stop": Fraction(1, 3), "ask": Fraction(2, 3)}
    for weights, problem in (
        (
            ExactArray.of([1, 1, 0]),
            "player 1: this plan is not completely mixed; sequence 'start ask' has weight 0",
        ),
        (ExactArray.of([1, 1, 1]), "not a realization plan; it misses x ≥ 0, E x = e by 1"),
        (np.array([1.0, 0.5, 0.5]), "fractions expected, not doubles"),
    ):
        with pytest.raises(ModelError, match=problem):
            completely_mixed_behavior(RealizationPlan(index, weights))


def plan(weights: list[list[int]], denominator: int) -> ClassPlan:
    classes = class_game(InformationFilter.identity(kuhn("kuhn")))
    return ClassPlan(classes, 1, (np.array(weights, dtype=object)[:, :, None],), denominator)


@given(seed=st.integers(0, 10**6))
def test_the_plan_of_its_strategy_is_the_plan(seed: int) -> None:
    game = random_ordered_game(seed)
    for one in random_plans(class_game(random_filter(game, seed)), seed):
        for table, weights in zip(one.strategy().plan(), one.weights, strict=True):
            assert table == pytest.approx(
                (weights / one.denominator).astype(np.float64), rel=1e-12, abs=0
            )


@pytest.mark.parametrize(
    ("weights", "denominator", "message"),
    [
        (
            [[1, 1, 2, 0], [2, 0, 1, 1], [0, 2, 0, 1]],
            2,
            "player 2: the weights of a set do not sum",
        ),
        ([[1, 1, 2, 0], [2, 0, 1, 1], [0, 2, -1, 3]], 2, "player 2: a weight is negative"),
        ([[1, 1, 2, 0], [2, 0, 1, 1], [0, 2, 0, 2]], 1, "do not sum"),
        ([[0, 0, 0, 0]] * 3, 0, "the denominator not positive"),
        (
            [[0.5, 0.5, 1, 0], [1, 0, 0.5, 0.5], [0, 1, 0, 1]],
            1,
            "round 1 has weights that are no integers",
        ),
        ([[1, 1, 2], [2, 0, 1], [0, 2, 0]], 2, r"round 1 has shape \(3, 3, 1\), not \(3, 4, 1\)"),
    ],
)
def test_weights_that_are_no_plan_are_refused(weights: Any, denominator: int, message: str) -> None:
    plan([[1, 1, 2, 0], [2, 0, 1, 1], [0, 2, 0, 2]], 2)
    with pytest.raises(ModelError, match=message):
        plan(weights, denominator)


def test_an_exact_plan_with_a_negative_weight_has_no_behavior() -> None:
    weights = np.zeros(len(KUHN), dtype=object)
    weights[0] = Fraction(1)
    weights[1], weights[2] = Fraction(2), Fraction(-1)
    plan = RealizationPlan(KUHN, ExactArray.of(weights))
    with pytest.raises(ModelError, match=f"negative weight, at {KUHN.names[2]!r}"):
        plan.behavior(ExactArray.zeros(len(KUHN)))
