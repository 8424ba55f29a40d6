"""Best responses by dynamic programming agree with trying every pure strategy."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from seqform.builders.games import catalog
from seqform.builders.normal_form import count_pure_strategies, reduced_normal_form
from seqform.builders.sequence_form import sequence_form
from seqform.models.exact import ExactArray
from seqform.models.game import ExtensiveGame


def random_game(seed: int) -> ExtensiveGame:
    return catalog.make(f"random-game(seed={seed},depth=4)")


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_best_response_is_the_best_pure_strategy(seed: int, payoff_seed: int) -> None:
    form = sequence_form(random_game(seed)).target
    rng = np.random.default_rng(payoff_seed)
    assume(max(count_pure_strategies(index) for index in form.sequences) <= 2000)
    normal = reduced_normal_form(form, 2000)
    for player, index in enumerate(form.sequences):
        gradient = ExactArray(rng.integers(-5, 6, len(index)), 7)
        best = index.best_response(gradient)
        assert best.value == max(normal.strategies[player].dot(gradient).to_fractions())
        assert index.best_response(gradient.to_floats()).value == pytest.approx(float(best.value), abs=1e-12)


def test_the_first_best_action_is_chosen_and_values_are_per_set() -> None:
    index = catalog.make("kuhn").sequences[0].index
    best = index.best_response(ExactArray.zeros(len(index)))
    assert best.value == 0
    assert not best.choice.any()
    best = index.best_response(ExactArray(np.arange(len(index))))
    last = np.flatnonzero(index.depth == index.depth.max())
    assert np.array_equal(best.choice[last], index.num_actions[last] - 1)
    for row in range(index.num_infosets):
        start, stop = index.first_sequence[row : row + 2]
        assert best.infoset_value[row] == max(best.sequence_value[k] for k in range(start, stop))


def test_sequences_after_their_sets_parents() -> None:
    index = catalog.make("leduc").sequences[1].index
    assert (index.parent_sequence < index.first_sequence[:-1]).all()
    assert sorted(index.order) == list(range(index.num_infosets))
    assert len(set(index.names)) == len(index)
    assert index.depth.max() == 3
