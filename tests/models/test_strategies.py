"""Plans, behavior strategies and mixed strategies say the same thing in three ways."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seqform.builders.games import catalog
from seqform.errors import ModelError
from seqform.models.exact import ExactArray
from seqform.models.sequences import SequenceIndex
from seqform.models.strategies import BehaviorStrategy, MixedStrategy, RealizationPlan

KUHN = catalog.make("kuhn").sequences[0].index


def weights_of(strategy: BehaviorStrategy | MixedStrategy) -> Any:
    return strategy.plan.weights


def filled(behavior: BehaviorStrategy) -> Any:
    assert behavior.filled is not None
    return behavior.filled


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
    spoken = ~filled(again)[index.infoset_of[1:]]
    assert np.array_equal(again.probabilities[1:][spoken], behavior.probabilities[1:][spoken])
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


def test_a_silent_plan_is_filled_by_a_best_response_and_marked() -> None:
    always_bet = np.zeros(len(KUHN), dtype=np.int64)
    always_bet[0] = 1
    for row in np.flatnonzero(KUHN.depth == 0):
        start = KUHN.first_sequence[row]
        always_bet[start + KUHN.action_names[row].index("bet")] = 1
    plan = RealizationPlan(KUHN, ExactArray(always_bet))
    prefer_last = ExactArray(np.arange(len(KUHN)))
    behavior = plan.behavior(prefer_last)
    assert np.array_equal(filled(behavior), KUHN.depth > 0)
    for row in np.flatnonzero(filled(behavior)):
        assert behavior[KUHN.infoset_names[row]][KUHN.action_names[row][-1]] == 1


def test_rounding_noise_in_a_plan_says_nothing() -> None:
    weights = weights_of(random_behavior(KUHN, 1, False)).to_floats()
    row = int(np.flatnonzero(KUHN.depth == 0)[0])
    start = KUHN.first_sequence[row]
    weights[start : start + 2] = [1e-13, 1.0]
    below = np.flatnonzero(KUHN.parent_sequence == start)
    weights[KUHN.first_sequence[below[0]] : KUHN.first_sequence[below[0]] + 2] = [-1e-14, 2e-13]
    behavior = RealizationPlan(KUHN, weights).behavior(np.zeros(len(KUHN)))
    assert filled(behavior)[below[0]]


def test_improper_profiles_are_refused_by_name() -> None:
    good = random_behavior(KUHN, 3, False).probabilities
    short = good.copy()
    short[1] -= Fraction(1, 100)
    name = KUHN.infoset_names[0]
    with pytest.raises(ModelError, match=rf"player 1, information set '{name}': the probabilities sum to"):
        BehaviorStrategy(KUHN, short)
    negative = good.astype(float)
    negative[1:3] = [-0.5, 1.5]
    with pytest.raises(ModelError, match=r"a negative probability, -0\.5"):
        BehaviorStrategy(KUHN, negative)
    missing = good.astype(float)
    missing[1] = np.nan
    with pytest.raises(ModelError, match="sum to nan"):
        BehaviorStrategy(KUHN, missing)


def test_a_plan_that_breaks_its_equations_has_no_mixed_strategy() -> None:
    weights = np.zeros(len(KUHN), dtype=np.int64)
    weights[0] = 1
    assert RealizationPlan(KUHN, ExactArray(weights)).residual() == 1
    with pytest.raises(ModelError, match="violates its flow equations"):
        RealizationPlan(KUHN, ExactArray(weights)).mixed()


def test_a_mixed_strategy_gives_its_plan() -> None:
    one = np.where(KUHN.depth == 0, 0, -1)
    other = np.where(KUHN.depth == 0, 1, -1)
    plan = MixedStrategy(KUHN, np.array([one, other]), [Fraction(1, 3), Fraction(2, 3)]).plan
    assert plan.weights[int(KUHN.first_sequence[0])] == Fraction(1, 3)
