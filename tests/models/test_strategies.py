"""Realization plans, behavior strategies and mixed strategies, and the conversions between them."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_indices import IN_ANOTHER_TREE, INDEX, REORDERED

from seqform.builders.games import catalog
from seqform.builders.games.families.matrix_games import bimatrix_game
from seqform.builders.games.tree import Node, leaf, move, tree
from seqform.errors import ModelError
from seqform.models.games.infosets import SequenceIndex
from seqform.models.numbers.exact import ExactArray
from seqform.models.strategies import behavior as module
from seqform.models.strategies.behavior import (
    BehaviorProfile,
    BehaviorStrategy,
    MixedStrategy,
    RealizationPlan,
    RealizationPlans,
)

KUHN = catalog.make("kuhn").sequences[0].index


def weights_of(strategy: BehaviorStrategy | MixedStrategy | RealizationPlan) -> Any:
    return strategy.weights if isinstance(strategy, RealizationPlan) else strategy.plan.weights


def undetermined(behavior: BehaviorStrategy) -> Any:
    assert behavior.undetermined is not None
    return behavior.undetermined


def random_behavior(index: SequenceIndex, seed: int, zeros: bool) -> BehaviorStrategy:
    rng = np.random.default_rng(seed)
    weights = rng.integers(0 if zeros else 1, 4, len(index))
    probabilities = np.empty(len(index), dtype=object)
    probabilities[0] = Fraction(1)
    for row in range(index.num_infosets):
        start, stop = index.first_sequence[row : row + 2]
        if weights[start:stop].sum() == 0:
            weights[start] = 1
        total = int(weights[start:stop].sum())
        probabilities[start:stop] = [Fraction(int(weight), total) for weight in weights[start:stop]]
    return BehaviorStrategy(index, probabilities)


@settings(deadline=None, max_examples=80)
@given(st.integers(0, 10**6), st.booleans(), st.integers(0, 1))
def test_behavior_to_plan_and_back(seed: int, zeros: bool, player: int) -> None:
    index = catalog.make(f"random-game(seed={seed},depth=5)").sequences[player].index
    behavior = random_behavior(index, seed, zeros)
    plan = behavior.plan
    assert plan.residual() == 0
    again = plan.behavior(ExactArray.zeros(len(index)))
    assert weights_of(again).equals(plan.weights)
    determined = ~undetermined(again)[index.infoset_of[1:]]
    assert np.array_equal(again.probabilities[1:][determined], behavior.probabilities[1:][determined])
    in_doubles = behavior.to_floats().plan
    assert in_doubles.residual() < 1e-12
    assert np.allclose(weights_of(behavior.to_floats()), weights_of(behavior).to_floats())


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10**6), st.booleans(), st.integers(0, 1))
def test_a_mixed_strategy_with_small_support_realizes_the_plan(seed: int, zeros: bool, player: int) -> None:
    index = catalog.make(f"random-game(seed={seed},depth=5)").sequences[player].index
    behavior = random_behavior(index, seed, zeros)
    exact = weights_of(behavior)
    mixed = behavior.plan.mixed()
    assert sum(mixed.probabilities) == 1
    assert len(mixed.pure) <= len(index)
    assert weights_of(mixed).equals(exact)
    floats = RealizationPlan(index, exact.to_floats()).mixed()
    assert np.allclose(weights_of(floats), exact.to_floats(), atol=1e-8)


def test_undetermined_sets_get_a_best_response_and_are_marked() -> None:
    always_bet = np.zeros(len(KUHN), dtype=np.int64)
    always_bet[0] = 1
    for row in np.flatnonzero(KUHN.depth == 0):
        start = KUHN.first_sequence[row]
        always_bet[start + KUHN.action_names[row].index("bet")] = 1
    plan = RealizationPlan(KUHN, ExactArray(always_bet))
    prefer_last = ExactArray(np.arange(len(KUHN)))
    behavior = plan.behavior(prefer_last)
    assert np.array_equal(undetermined(behavior), KUHN.depth > 0)
    for row in np.flatnonzero(undetermined(behavior)):
        assert behavior[KUHN.infoset_names[row]][KUHN.action_names[row][-1]] == 1


def test_a_plan_that_breaks_its_equations_has_no_mixed_strategy() -> None:
    weights = np.zeros(len(KUHN), dtype=np.int64)
    weights[0] = 1
    assert RealizationPlan(KUHN, ExactArray(weights)).residual() == 1
    with pytest.raises(ModelError, match="violates its flow equations"):
        RealizationPlan(KUHN, ExactArray(weights)).mixed()


# ---- strategies and plans written down by hand ----


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
    assert repr(BEHAVIOR.to_floats()) == "<floating-point BehaviorStrategy of player 1: 3 information sets>"


def test_the_plan_is_the_product_along_each_sequence() -> None:
    assert BEHAVIOR.plan.weights.to_fractions() == WEIGHTS.tolist()  # type: ignore[union-attr]
    assert np.allclose(np.asarray(BEHAVIOR.to_floats().plan.weights), WEIGHTS.astype(float), rtol=1e-15)
    large = 10**12
    fine = fractions(1, Fraction(1, large), Fraction(large - 1, large), Fraction(1, large), Fraction(1, large), 0, 1)
    fine[5] = 1 - fine[3] - fine[4]
    weights = BehaviorStrategy(INDEX, fine).plan.weights
    assert weights.to_fractions()[3] == Fraction(1, large**2)  # type: ignore[union-attr]
    middling = fractions(1, Fraction(1, 99991), Fraction(99990, 99991), 1, 0, 0, 1)
    middling[3], middling[4] = Fraction(3, 99991), Fraction(99988, 99991)
    weights = BehaviorStrategy(INDEX, middling).plan.weights
    assert weights.to_fractions()[4] == Fraction(99988, 99991**2)  # type: ignore[union-attr]


def test_a_plan_of_weights_beyond_64_bits_is_exact() -> None:
    node: Node = leaf(0)
    large = 999983
    for k in range(4):
        node = move(1, f"h{k}", {"on": node, "off": leaf(0)})
    index = tree("line", node).sequences[0].index
    probabilities = fractions(
        1, *(share for _ in range(4) for share in (Fraction(1, large), Fraction(large - 1, large)))
    )
    weights = weights_of(BehaviorStrategy(index, probabilities)).to_fractions()
    assert weights[-2:] == [Fraction(1, large**4), Fraction(large - 1, large**4)]


def test_text_of_plans() -> None:
    assert repr(BEHAVIOR.plan) == "<exact RealizationPlan of player 1: 7 sequences>"
    assert repr(BEHAVIOR.to_floats().plan) == "<floating-point RealizationPlan of player 1: 7 sequences>"


def test_the_smallest_share_that_is_negative_or_a_sum_that_is_not_one_is_named() -> None:
    def refused(*values: Any) -> str:
        with pytest.raises(ModelError) as caught:
            BehaviorStrategy(INDEX, np.array(values))
        return str(caught.value)

    third = Fraction(1, 3)
    assert refused(*fractions(1, third, third, 1, 0, 0, 1)) == (
        "player 1, information set 'A': the probabilities sum to 2/3, not to 1"
    )
    assert refused(*fractions(1, third, 2 * third, 1, 1, -1, 1)) == (
        "player 1, information set 'B': a negative probability, -1"
    )
    assert refused(*fractions(1, third, 2 * third, 1, 0, 0, 0)) == (
        "player 1, information set 'C': the probabilities sum to 0, not to 1"
    )
    huge = Fraction(1, 10**12)
    assert refused(*fractions(1, huge, 1, 1, 0, 0, 1)) == (
        f"player 1, information set 'A': the probabilities sum to {1 + huge}, not to 1"
    )
    assert refused(1.0, 0.5, 0.5 + 3e-9, 1.0, 0.0, 0.0, 1.0).startswith(
        "player 1, information set 'A': the probabilities sum to 1.000000003"
    )
    BehaviorStrategy(INDEX, np.array([1.0, 0.5, 0.5 + 9e-10, 1.0, 0.0, 0.0, 1.0]))
    assert refused(*fractions(1, 1)) == "player 1: 2 probabilities, 7 sequences"
    assert refused(Fraction(1), 0.5, 0.5, 1.0, 0.0, 0.0, 1.0) == (
        "player 1: probabilities are all fractions or all doubles, not some of each"
    )
    assert refused(*fractions(7, "1/2", "1/2", 1, 0, 0, 1)) == (
        "player 1: the probability of the empty sequence is 1, not 7"
    )
    with pytest.raises(ModelError, match="a plan of 2 weights for 7 sequences"):
        RealizationPlan(INDEX, np.ones(2))


def test_a_single_set_is_validated_like_any_other() -> None:
    index = bimatrix_game("two by two", [[1, 0], [0, 1]]).sequences[0].index
    for wrong in (fractions(1, "1/2", "1/3"), np.array([1.0, 0.5, 0.4]), np.array([1.0, 1.5, -0.5])):
        with pytest.raises(ModelError, match="player 1, information set 'row'"):
            BehaviorStrategy(index, wrong)


@pytest.mark.parametrize(
    ("first", "problem"),
    [([np.inf, -np.inf], ""), ([np.nan, 1.0], "sum to nan"), ([-0.5, 1.5], r"a negative probability, -0\.5")],
)
def test_doubles_that_are_no_probabilities_are_refused_without_a_warning(first: list[float], problem: str) -> None:
    with pytest.raises(ModelError, match=f"player 1, information set 'A': .*{problem}"):
        BehaviorStrategy(INDEX, np.array([1.0, *first, 1.0, 0.0, 0.0, 1.0]))


@pytest.mark.parametrize(
    "probabilities",
    [[1, 1, 0], np.ones((7, 1)), np.ones(7, dtype=complex), np.array(["1"] * 7)],
    ids=["list", "two dimensions", "complex", "text"],
)
def test_probabilities_are_a_vector_of_real_numbers(probabilities: Any) -> None:
    with pytest.raises(ModelError, match="a one-dimensional array of doubles or fractions expected"):
        BehaviorStrategy(INDEX, probabilities)


def test_integers_among_fractions_are_exact() -> None:
    assert BehaviorStrategy(INDEX, np.array([1, 0, 1, 1, 0, 0, 1], dtype=object)).plan.weights[2] == 1


def test_a_player_without_sets_has_the_plan_one() -> None:
    index = catalog.make("random-game(seed=1,depth=1)").sequences[1].index
    assert len(index) == 1
    for one in (fractions(1), np.ones(1)):
        strategy = BehaviorStrategy(index, one)
        assert list(weights_of(strategy)) == [1]
        assert strategy.plan.residual() == 0
        assert list(strategy.normalized().probabilities) == [1]
        behavior = strategy.plan.behavior(np.zeros(1))
        assert list(behavior.probabilities) == [1]
        assert len(undetermined(behavior)) == 0


def test_a_strategy_is_put_in_the_order_of_another_index() -> None:
    marked = BehaviorStrategy(INDEX, BEHAVIOR.probabilities, np.array([False, True, False]))
    bound = marked.bound_to(REORDERED)
    assert bound.index is REORDERED
    assert bound.probabilities.tolist() == fractions(1, 1, "2/3", "1/3", "1/4", "1/2", "1/4").tolist()
    assert undetermined(bound).tolist() == [False, False, True]
    assert BEHAVIOR.bound_to(REORDERED).undetermined is None
    assert marked.bound_to(INDEX) is marked
    assert {name: bound[name] for name in bound} == {name: marked[name] for name in marked}


def test_a_plan_is_put_in_order_or_refused_where_it_is_none() -> None:
    for weights, tolerance in ((BEHAVIOR.plan.weights, 0), (BEHAVIOR.to_floats().plan.weights, 1e-15)):
        plan = RealizationPlan(INDEX, weights)
        bound = plan.bound_to(REORDERED)
        assert bound.index is REORDERED
        expected, found = WEIGHTS[[0, 6, 2, 1, 5, 3, 4]], weights_of(bound)
        assert max(abs(one - other) for one, other in zip(found, expected, strict=True)) <= tolerance
        assert plan.bound_to(INDEX) is plan
        with pytest.raises(
            ModelError, match=r"player 1: no realization plan of this game; it misses E x = e by (1/3|0\.3)"
        ):
            plan.bound_to(IN_ANOTHER_TREE)
    small = Fraction(1, 10**12)
    exact = RealizationPlan(INDEX, ExactArray.of(fractions(1, "1/2", "1/2", Fraction(1, 2) + small, 0, 0, 1)))
    with pytest.raises(ModelError, match="it misses E x = e by 1/1000000000000"):
        exact.bound_to(IN_ANOTHER_TREE)
    with pytest.raises(ModelError, match="player 1: this plan is for another game"):
        exact.bound_to(KUHN)
    nearly = np.array([1.0, 0.5, 0.5 + 5e-10, 0.5, 0.0, 0.0, 1.0])
    assert RealizationPlan(INDEX, nearly).bound_to(IN_ANOTHER_TREE).index is IN_ANOTHER_TREE
    with pytest.raises(ModelError, match="misses E x = e"):
        RealizationPlan(INDEX, nearly + 5e-9 * np.eye(7)[2]).bound_to(IN_ANOTHER_TREE)


def test_the_residual_is_the_largest_violation() -> None:
    def residual(*weights: Fraction | int | str) -> Fraction | float:
        exact = RealizationPlan(INDEX, ExactArray.of(fractions(*weights))).residual()
        doubles = RealizationPlan(INDEX, fractions(*weights).astype(float)).residual()
        assert isinstance(exact, Fraction)
        assert isinstance(doubles, float)
        assert doubles == pytest.approx(float(exact), abs=1e-15)
        return exact

    assert residual(1, "1/3", "2/3", "1/6", "1/12", "1/12", 1) == 0
    assert residual("3/4", "1/4", "1/2", "1/4", 0, 0, "3/4") == Fraction(1, 4)
    assert residual("5/4", "1/4", 1, "1/4", 0, 0, "5/4") == Fraction(1, 4)
    assert residual(1, "1/2", "1/2", 1, "-1/2", 0, 1) == Fraction(1, 2)
    assert residual(1, "1/2", "1/2", "1/2", 0, 0, "1/8") == Fraction(7, 8)
    assert residual(1, "1/2", "1/2", "1/2", 2, 0, 1) == 2
    assert residual(1, "1/2", "1/2", Fraction(1, 2) - Fraction(1, 10**20), 0, 0, 1) == Fraction(1, 10**20)


def test_doubles_are_normalized_at_every_set_and_fractions_are_kept() -> None:
    near = np.array([1.0, 0.25, 0.75 + 8e-10, 0.5 - 8e-10, 0.25, 0.25, 1.0])
    strategy = BehaviorStrategy(INDEX, near, np.array([True, False, False]))
    normalized = strategy.normalized()
    assert normalized.probabilities[1:3] == pytest.approx(near[1:3] / near[1:3].sum(), rel=1e-15)
    assert np.add.reduceat(normalized.probabilities[1:], [0, 2, 5]) == pytest.approx([1, 1, 1], abs=1e-15)
    assert normalized.probabilities[0] == 1
    assert undetermined(normalized).tolist() == [True, False, False]
    assert strategy.probabilities.tolist() == near.tolist()
    assert BEHAVIOR.normalized() is BEHAVIOR
    assert undetermined(strategy.to_floats()).tolist() == [True, False, False]
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
        assert all(type(share) is (Fraction if plan.exact else float) for share in behavior.probabilities.tolist())
    kept = RealizationPlan(INDEX, np.array([1.0, 4e-9, 1 - 4e-9, 2e-9, 1e-9, 1e-9, 1.0])).behavior(gradient)
    assert not undetermined(kept).any()
    assert kept["B"] == pytest.approx({"x": 0.5, "y": 0.25, "z": 0.25})


def test_behavior_of_weights_below_zero_by_rounding() -> None:
    weights = np.array([1.0, 1.0, -1e-17, 0.5, 0.5, -1e-17, 1.0])
    behavior = RealizationPlan(INDEX, weights).behavior(np.zeros(7))
    assert behavior.probabilities.tolist() == [1, 1, 0, 0.5, 0.5, 0, 1]


def test_a_mixed_strategy_follows_the_heaviest_choices() -> None:
    mixed = BEHAVIOR.plan.mixed()
    assert mixed.pure.tolist() == [[1, -1, 0], [0, 0, 0], [0, 1, 0], [0, 2, 0]]
    assert list(mixed.probabilities) == [Fraction(2, 3), Fraction(1, 6), Fraction(1, 12), Fraction(1, 12)]
    assert mixed.plan.weights.to_fractions() == WEIGHTS.tolist()  # type: ignore[union-attr]
    doubles = BEHAVIOR.to_floats().plan.mixed()
    assert doubles.pure.tolist() == mixed.pure.tolist()
    assert all(isinstance(share, float) for share in doubles.probabilities)
    assert doubles.probabilities == pytest.approx([2 / 3, 1 / 6, 1 / 12, 1 / 12])
    weights = doubles.plan.weights
    assert isinstance(weights, np.ndarray)
    assert weights.dtype == np.float64
    assert weights == pytest.approx(WEIGHTS.astype(float))


def test_a_mixed_strategy_sums_to_one_for_plans_of_any_total() -> None:
    half = RealizationPlan(INDEX, WEIGHTS.astype(float) / 2).mixed()
    assert half.probabilities == pytest.approx([2 / 3, 1 / 6, 1 / 12, 1 / 12])


def test_a_mixed_strategy_of_small_shares_is_exact() -> None:
    small = Fraction(1, 10**25)
    behavior = BehaviorStrategy(INDEX, fractions(1, small, 1 - small, small, 1 - 2 * small, small, 1))
    assert weights_of(behavior.plan.mixed()).to_fractions() == weights_of(behavior).to_fractions()


def profile_of(shares: str) -> BehaviorProfile:
    game = bimatrix_game("two by two", [[1, 0], [0, 1]])
    share = Fraction(shares)
    return BehaviorProfile(
        (
            BehaviorStrategy(game.sequences[0].index, fractions(1, share, 1 - share)),
            BehaviorStrategy(game.sequences[1].index, fractions(1, 1 - share, share)),
        )
    )


def test_a_profile_is_exact_if_both_strategies_are() -> None:
    profile = profile_of("1/3")
    assert profile.exact
    assert not BehaviorProfile((profile[0].to_floats(), profile[1])).exact
    assert not BehaviorProfile((profile[0], profile[1].to_floats())).exact
    assert not profile.to_floats().exact
    assert [list(strategy.probabilities) for strategy in profile.to_floats()] == [[1, 1 / 3, 2 / 3], [1, 2 / 3, 1 / 3]]
    assert list(profile) == [profile[0], profile[1]]


def test_a_profile_of_the_game_itself_is_kept_and_one_of_an_equal_game_bound() -> None:
    profile, other = profile_of("1/3"), bimatrix_game("two by two", [[1, 0], [0, 1]])
    halves = profile_of("1/4")
    bound = halves.bound_to(other)
    assert [strategy.index for strategy in bound] == [own.index for own in other.sequences]
    assert bound.bound_to(other) is bound
    for mixed in ((bound[0], profile[1]), (profile[0], bound[1])):
        again = BehaviorProfile(mixed).bound_to(other)
        assert [strategy.index for strategy in again] == [own.index for own in other.sequences]
    plans = RealizationPlans((profile[0].plan, profile[1].plan)).bound_to(other)
    assert [plan.index for plan in plans] == [own.index for own in other.sequences]
    assert [plan[1] for plan in (plans[0].weights, plans[1].weights)] == [Fraction(1, 3), Fraction(2, 3)]


def test_both_strategies_of_a_profile_are_normalized() -> None:
    shares = np.array([1.0, 0.5, 0.5 + 8e-10])
    profile = BehaviorProfile(tuple(BehaviorStrategy(own.index, shares) for own in profile_of("1/2")))  # type: ignore[arg-type]
    for strategy in profile.normalized():
        assert strategy.probabilities.sum() == pytest.approx(2, abs=1e-15)


def test_tables_of_strategies(monkeypatch: pytest.MonkeyPatch) -> None:
    assert BEHAVIOR._repr_html_() == (
        "<table><caption>player 1</caption><tr><th>information set</th><th>behavior</th></tr>"
        "<tr><td>C</td><td>u 1</td></tr><tr><td>A</td><td>l 1/3, r 2/3</td></tr>"
        "<tr><td>B</td><td>x 1/2, y 1/4, z 1/4</td></tr></table>"
    )
    monkeypatch.setattr(module, "MAX_HTML_ROWS", 3)
    assert "more information sets" not in BEHAVIOR._repr_html_()
    monkeypatch.setattr(module, "MAX_HTML_ROWS", 1)
    assert BEHAVIOR._repr_html_().endswith(
        "<tr><td>C</td><td>u 1</td></tr><tr><td>...</td><td>2 more information sets</td></tr></table>"
    )
    both = profile_of("1/3")
    assert both._repr_html_() == both[0]._repr_html_() + both[1]._repr_html_()
